/* assets.h -- the page inside the program: a table made by tools/make/assetc from web/dist. */
#ifndef ASSETS_H
#define ASSETS_H

#include <stdbool.h>
#include <stddef.h>

struct asset {
    const char *path; /* "/assets/index-3f2a91bc.js" */
    const char *type; /* "text/javascript; charset=utf-8" */
    const char *etag; /* with its quotes */
    bool forever;     /* its name changes with its content */
    const unsigned char *data, *data_end;
    const unsigned char *gzip, *gzip_end; /* the same where packing gains nothing */
};

extern const struct asset assets[];
extern const int assets_count;
extern const bool assets_have_page; /* no: one that says so stands in for it */

#endif
