/* assets.h -- the page and the documents inside the program: a table made by tools/make/assetc
 * from web/dist, and how it is looked up (page.c). */
#ifndef ASSETS_H
#define ASSETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct asset {
    const char *path; /* "/assets/index-3f2a91bc.js" */
    const char *type; /* "text/javascript; charset=utf-8" */
    const char *etag; /* with its quotes */
    bool forever;     /* its name changes with its content */
    bool packed;      /* by gzip; else packing gains nothing */
    const unsigned char *data;
    size_t n, n_plain; /* bytes of `data`; of the file */
};

extern const struct asset assets[];
extern const int assets_count;
extern const bool assets_have_page; /* no: one that says so stands in for it */

/* The file that is meant by the path of a request; NULL: there is none. */
const struct asset *page_asset(const char *path);
/* The file of just that path; NULL: there is none. */
const struct asset *page_exact(const char *path);
/* The viewer for other sites (web/embed/): the one document that may be shown in a frame. */
bool page_is_viewer(const struct asset *asset);
/* "/docs" is a folder: the browser has to say "/docs/", or links in it would go astray. */
bool page_is_folder(const char *path);
/* The bytes of a packed file, to be freed; NULL without memory. */
char *page_unpacked(const struct asset *asset);

/* Files that were unpacked for those who cannot do it. NULL: none yet. */
struct page_plain;
/* The bytes of a packed file: unpacked once, and kept. So whoever asks for many and takes nothing holds connections, and
 * no memory. NULL without memory. */
const char *page_plain(struct page_plain **all, const struct asset *asset);
void page_plain_free(struct page_plain *all);

#endif
