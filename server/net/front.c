/* front.c -- the page with its whole address in the words for previews. Made once, at the start. */
#include "front.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* The address comes from the operator, but must not end the attribute it stands in. */
static bool front_is_plain(const char *url)
{
    return url && !strpbrk(url, "\"'<>& ");
}

/* Each content="./ becomes content="URL/. */
static char *front_with_address(const char *text, const char *url)
{
    static const char mark[] = "content=\"./";
    const char *slash = url[strlen(url) - 1] == '/' ? "" : "/", *next;
    char *out = NULL;
    size_t n;
    FILE *file = open_memstream(&out, &n);

    if (!file) return NULL;
    for (; (next = strstr(text, mark)); text = next + sizeof mark - 1)
        fprintf(file, "%.*scontent=\"%s%s", (int)(next - text), text, url, slash);
    fputs(text, file);
    return fclose(file) ? free(out), NULL : out;
}

/* As gzip; NULL without memory. */
static unsigned char *front_packed(const char *text, size_t n, size_t *n_packed)
{
    /* zlib's pointer is to bytes that it does not write to. */
    z_stream z = {.next_in = (unsigned char *)(uintptr_t)text, .avail_in = (uInt)n};
    size_t size = compressBound((uLong)n) + 64;
    unsigned char *out = malloc(size);

    if (!out || deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(out);
        return NULL;
    }
    z.next_out = out;
    z.avail_out = (uInt)size;
    int end = deflate(&z, Z_FINISH);
    *n_packed = z.total_out;
    deflateEnd(&z);
    if (end == Z_STREAM_END) return out;
    free(out);
    return NULL;
}

/* An etag of its own: the page's, and the sum of the whole. */
static char *front_etag_of(const struct asset *page, const char *text, size_t n)
{
    char out[64];
    unsigned long sum = crc32(0, (const unsigned char *)text, (uInt)n);

    snprintf(out, sizeof out, "%.*s-%08lx\"", (int)strlen(page->etag) - 1, page->etag,
             sum);
    return strdup(out);
}

static struct asset *front_of(const struct asset *page, const char *plain)
{
    struct asset *front = malloc(sizeof *front);

    if (!front) return NULL;
    *front = *page;
    front->packed = true;
    front->n_plain = strlen(plain);
    front->data = front_packed(plain, front->n_plain, &front->n);
    front->etag = front_etag_of(page, plain, front->n_plain);
    if (front->data && front->etag) return front;
    front_free(front);
    return NULL;
}

struct asset *front_new(const char *public_url)
{
    const struct asset *page = page_asset("/");

    if (!page || !page->packed || !front_is_plain(public_url)) return NULL;
    char *text = page_unpacked(page);
    if (!text) return NULL;
    text[page->n_plain] = 0;
    char *plain = front_with_address(text, public_url);
    struct asset *front = plain ? front_of(page, plain) : NULL;
    free(text);
    free(plain);
    return front;
}

void front_free(struct asset *front)
{
    if (!front) return;
    free((void *)(uintptr_t)front->data);
    free((void *)(uintptr_t)front->etag);
    free(front);
}
