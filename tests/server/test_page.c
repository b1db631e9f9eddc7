/* test_page.c -- the files inside the program: which of them an address means, their plain bytes, and the page for previews. Holds for
 * a program with its page and for one without, which has a single file that says so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "server/net/assets.h"
#include "server/net/front.h"
#include "test.h"

TEST(an_address_means_one_file)
{
    const struct asset *index = page_exact("/index.html");

    if (!CHECK(index != NULL)) return;
    for (int i = 0; i < assets_count; i++) {
        CHECK(page_exact(assets[i].path) == &assets[i]);
        CHECK(page_asset(assets[i].path) == &assets[i]);
        CHECK(page_is_viewer(&assets[i]) == !strcmp(assets[i].path, "/embed/index.html"));
    }
    CHECK(page_asset("/") == index && page_asset("/t/k3m9xw2p7q4t") == index);
    CHECK(page_asset("/t/") == index && page_asset("/docsx") == index);
    CHECK(page_asset("/embedx") == index);
    CHECK(page_asset("/docs/") == page_exact("/docs/index.html"));
    CHECK(page_asset("/embed/") == page_exact("/embed/index.html"));
    CHECK(!page_asset("/docs/x") && !page_asset("/embed/x") && !page_asset("/x.y"));
    CHECK(!page_asset("/t/x.html") && !page_asset("") && !page_asset("index"));
    CHECK(!page_exact("/") && !page_exact(""));
}

TEST(a_folder_is_called_with_a_slash)
{
    CHECK_EQ(page_is_folder("/docs"), page_exact("/docs/index.html") != NULL);
    CHECK_EQ(page_is_folder("/embed"), page_exact("/embed/index.html") != NULL);
    CHECK(!page_is_folder("/docs/") && !page_is_folder("/") && !page_is_folder(""));
    CHECK(!page_is_folder("/index.html") && !page_is_folder("/nothing"));
}

/* No path is too long to be looked up. */
TEST(a_long_path_means_no_folder)
{
    char path[600];

    for (size_t n = 235; n < sizeof path - 1; n += n < 260 ? 1 : 100) {
        memset(path, 'a', n);
        path[0] = '/';
        path[n] = 0;
        CHECK(!page_is_folder(path));
        path[n - 1] = '/';
        CHECK(page_asset(path) == page_exact("/index.html"));
    }
}

static const struct asset *a_packed_one(int skip)
{
    for (int i = 0; i < assets_count; i++)
        if (assets[i].packed && !skip--) return &assets[i];
    return NULL;
}

TEST(packed_files_are_unpacked_once)
{
    struct page_plain *all = NULL;
    const struct asset *one = a_packed_one(0), *two = a_packed_one(1);

    if (!CHECK(one != NULL)) return;
    const char *bytes = page_plain(&all, one);
    CHECK(bytes && page_plain(&all, one) == bytes);
    if (two) {
        const char *other = page_plain(&all, two);
        CHECK(other && other != bytes && page_plain(&all, two) == other);
        CHECK(page_plain(&all, one) == bytes);
    }
    char *again = page_unpacked(one);
    CHECK(again && !memcmp(again, bytes, one->n_plain));
    free(again);
    page_plain_free(all);
    page_plain_free(NULL);
}

/* Bytes that are not what the table says of them. */
TEST(a_broken_file_is_not_handed_out)
{
    struct page_plain *all = NULL;
    struct asset one = *a_packed_one(0);

    one.n_plain++;
    CHECK(!page_unpacked(&one) && !page_plain(&all, &one) && !all);
    one.n_plain -= 2;
    CHECK(!page_unpacked(&one));
    one.n_plain++;
    one.n -= 9;
    CHECK(!page_unpacked(&one));
    one.n = 0;
    CHECK(!page_unpacked(&one));
}

static char *text_of(const struct asset *asset)
{
    char *text = page_unpacked(asset);

    if (text) text[asset->n_plain] = 0;
    return text;
}

/* The page as it should be, from the one that was built. */
static char *with_address(const char *root)
{
    static const char mark[] = "content=\"./";
    char *text = text_of(page_exact("/index.html")), *out = calloc(1, 1 << 20);
    const char *at = text, *next;

    for (; (next = strstr(at, mark)); at = next + strlen(mark))
        sprintf(out + strlen(out), "%.*scontent=\"%s/", (int)(next - at), at, root);
    strcat(out, at);
    free(text);
    return out;
}

TEST(the_page_for_previews_has_its_whole_address)
{
    static const char *const urls[][2] = {
        {"https://play.example.org", "https://play.example.org"},
        {"https://example.org/aude/", "https://example.org/aude"}};
    const struct asset *index = page_exact("/index.html");

    if (!CHECK(index && index->packed)) return;
    for (int i = 0; i < 2; i++) {
        struct asset *front = front_new(urls[i][0]);
        if (!CHECK(front && front->packed)) continue;
        char *is = text_of(front), *should = with_address(urls[i][1]), tag[80];
        CHECK(is && !strcmp(is, should));
        CHECK_EQ(front->n_plain, strlen(should));
        CHECK_STR(front->path, index->path);
        CHECK_STR(front->type, index->type);
        /* The tag of the page, and the sum of what it has become. */
        snprintf(tag, sizeof tag, "%.*s-%08lx\"", (int)strlen(index->etag) - 1,
                 index->etag,
                 crc32(0, (const unsigned char *)should, (uInt)strlen(should)));
        CHECK_STR(front->etag, tag);
        free(is);
        free(should);
        front_free(front);
    }
    front_free(NULL);
}

TEST(an_address_that_would_end_its_attribute_is_left_out)
{
    CHECK(!front_new(NULL));
    for (const char *c = "\"'<>& "; *c; c++) {
        char url[40];
        snprintf(url, sizeof url, "https://example.org/%cx", *c);
        CHECK(!front_new(url));
    }
}
