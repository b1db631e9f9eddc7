/* page.c -- which file of the page or of the documents an address means, and its plain bytes.
 *
 * The files are rows of a table in the program. Nothing on the disk is ever looked up. */
#include "assets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { NAME_MAX_BYTES = 256 };

static const struct asset *page_find(const char *path)
{
    for (int i = 0; i < assets_count; i++)
        if (!strcmp(assets[i].path, path)) return &assets[i];
    return NULL;
}

/* The index of a folder: "/docs/" and "index.html". */
static const struct asset *page_find_in(const char *folder, const char *name)
{
    char path[NAME_MAX_BYTES];
    int n = snprintf(path, sizeof path, "%s%s", folder, name);

    return n > 0 && n < NAME_MAX_BYTES ? page_find(path) : NULL;
}

const struct asset *page_exact(const char *path)
{
    return page_find(path);
}

bool page_is_viewer(const struct asset *asset)
{
    return !strcmp(asset->path, "/embed/index.html");
}

bool page_is_folder(const char *path)
{
    size_t n = strlen(path);

    return n > 1 && path[n - 1] != '/' && page_find_in(path, "/index.html");
}

/* "/t/k3m9xw2p7q4t" and the like are the page's own business; the documents and the viewer have
 * no such. */
const struct asset *page_asset(const char *path)
{
    const struct asset *asset = page_find(path);
    const char *name = strrchr(path, '/');

    if (asset || !name) return asset;
    if (!name[1] && (asset = page_find_in(path, "index.html"))) return asset;
    if (strchr(name, '.') || !strncmp(path, "/docs/", 6) || !strncmp(path, "/embed/", 7))
        return NULL;
    return page_find("/index.html");
}

char *page_unpacked(const struct asset *asset)
{
    char *out = malloc(asset->n_plain + 1);
    /* zlib's pointers are to bytes that it does not write to. */
    z_stream z = {.next_in = (unsigned char *)(uintptr_t)asset->data,
                  .avail_in = (uInt)asset->n,
                  .next_out = (unsigned char *)out,
                  .avail_out = (uInt)asset->n_plain};

    if (!out || inflateInit2(&z, 15 + 16) != Z_OK) {
        free(out);
        return NULL;
    }
    int end = inflate(&z, Z_FINISH);
    inflateEnd(&z);
    if (end == Z_STREAM_END && z.total_out == asset->n_plain) return out;
    free(out);
    return NULL;
}

struct page_plain {
    struct page_plain *next;
    const struct asset *asset;
    char *bytes;
};

const char *page_plain(struct page_plain **all, const struct asset *asset)
{
    struct page_plain *one = *all;

    while (one && one->asset != asset) one = one->next;
    if (one) return one->bytes;
    if (!(one = malloc(sizeof *one))) return NULL;
    *one = (struct page_plain){*all, asset, page_unpacked(asset)};
    if (!one->bytes) {
        free(one);
        return NULL;
    }
    *all = one;
    return one->bytes;
}

void page_plain_free(struct page_plain *all)
{
    while (all) {
        struct page_plain *next = all->next;
        free(all->bytes);
        free(all);
        all = next;
    }
}
