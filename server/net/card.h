/* card.h -- what a short link to a game answers: a small document with title, description and
 * picture for whoever shows a preview of the link, which leads on to the page. */
#ifndef CARD_H
#define CARD_H

#include "table/table.h"

struct card_place {
    const char
        *root;      /* "https://play.example.org/": where the page is; "" if not known */
    const char *up; /* from the link to the page: "../" */
    int turn;       /* the moment that is meant; -1: the game */
    bool picture;   /* the page has a preview picture */
};

enum { CARD_TURN_MAX = 9999 };
#define CARD_PICTURE "preview.png"

/* "/g/k3m9xw2p7q4t" or "/g/k3m9xw2p7q4t/12"; false: it is no such link. */
bool card_read(const char *path, char id[TABLE_ID_MAX], int *turn);
/* Both give text to be freed, or NULL. `languages` is an Accept-Language, or NULL. */
char *card_page(const struct table *table, const struct card_place *place);
char *card_none(const char *languages);
/* Where people find this server, with a slash at the end: as the operator said, else by the name
 * under which it was called. "" if that is no plain name. */
void card_root(const char *public_url, bool secure, const char *host, char *out,
               size_t size);

#endif
