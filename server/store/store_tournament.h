/* store_tournament.h -- tournaments in a store: one row each, and the lines of its log (club/tournament.h).
 *
 * Lines are added only at the end of a log, and who adds says which line was the last before. If two servers add at the
 * same time, one of them gets STORE_CONFLICT, reads what the other wrote, and tries again. The statements are those of
 * store_names.h, the same in SQLite and PostgreSQL. */
#ifndef STORE_TOURNAMENT_H
#define STORE_TOURNAMENT_H

#include "store.h"

extern const char store_tournament_schema[];

/* The name of an entrant is stored beside the line, not in it, so that it can be erased without changing the log. */
struct store_tournament_line {
    int64_t seq, at;
    const char *line; /* without the name at its end, where `label` is one */
    int64_t name;    /* of who entered, or of the organiser (the first line); 0: nobody */
    const char *who; /* the hash that tables know them by; "": nobody */
    const char *label; /* what they are called; "": the line has no name */
    const char *
        secret; /* of the first line: the secret from which names of tables and seeds are made; else "" */
};

struct store_tournament {
    const char *id;
    int64_t seq; /* of its last line */
    int64_t created, updated;
    int64_t due; /* when a server has to look after it; 0: never by itself */
    bool over;
    int64_t name;        /* the organiser's */
    const char *summary; /* JSON for the list */
    const char
        *organiser; /* only when read: that name as it is shown; "": it was given up */
};

typedef bool store_each_tournament(void *context, const struct store_tournament *one);
typedef bool store_each_tournament_line(void *context,
                                        const struct store_tournament_line *line);

/* Adds lines, and the row as it is then. `before`: the seq that was known before; 0: it is new. */
void store_tournament_append(struct store *store, const struct store_tournament *row,
                             int64_t before, const struct store_tournament_line *lines,
                             int n, store_done *done, void *context);
/* Lines with a larger seq than `since`. */
void store_tournament_read(struct store *store, const char *id, int64_t since,
                           store_each_tournament_line *each, store_done *done,
                           void *context);
/* Those that are not over first, then the latest. */
void store_tournament_list(struct store *store, int max, store_each_tournament *each,
                           store_done *done, void *context);
/* Those that have to be looked after by now, the longest due first. */
void store_tournament_due(struct store *store, int64_t now, int max,
                          store_each_tournament *each, store_done *done, void *context);
/* How many there are. `of` has to live until it is done. */
struct store_tournament_counts {
    int64_t open;     /* not over, and with a line later than `since`; */
    int64_t open_own; /* of these, of that organiser; */
    int64_t made_own; /* all that he made since then */
};
void store_tournament_count(struct store *store, int64_t name, int64_t since,
                            struct store_tournament_counts *of, store_done *done,
                            void *context);
/* Takes a tournament out of the store; only before its first round. STORE_CONFLICT: a line was added meanwhile. */
void store_tournament_drop(struct store *store, const char *id, int64_t seq,
                           store_done *done, void *context);

/* -- Deals of the day ---------------------------------------------------------------------------
 *
 * The deal of a day is kept as a tournament that nobody holds (name 0), so it stands in no list: the first line has its
 * secret, each of the others says who plays it and, in the place of a secret, at which table. */

struct store_deal_line {
    int64_t seq;
    const char *who;    /* "": nobody, or a name that was given up */
    const char *secret; /* the deal's, of the first line; else the table */
    int64_t name;       /* who keeps a name by now; 0: a guest */
    const char *shown;  /* that name */
    bool bot;
    int64_t ended; /* of the game, ms; 0: it has not */
    int why;       /* enum store_end */
    int64_t points[2];
    const char *line; /* as it stands in the log */
};
typedef bool store_each_deal_line(void *context, const struct store_deal_line *line);
/* All lines of a deal, with the results of their tables. None: there is no such deal. */
void store_tournament_deal(struct store *store, const char *id,
                           store_each_deal_line *each, store_done *done, void *context);

#endif
