/* front.h -- the page as strangers' programs read it when they show a preview of its link. */
#ifndef FRONT_H
#define FRONT_H

#include "assets.h"

/* The page's document with the whole address where its head has a relative one for previews:
 * whoever makes them understands no other. NULL: nothing to change, or no memory. The document at
 * /index.html stays as it was built, for the service worker knows its bytes. */
struct asset *front_new(const char *public_url);
void front_free(struct asset *front);

#endif
