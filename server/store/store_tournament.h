/* store_tournament.h -- tournaments in a store: for each one row and the lines of its log (club/tournament.h).
 *
 * A log grows at its end alone, and who adds says which line he saw last: of two servers that add at the same moment
 * one is told STORE_CONFLICT, reads what the other wrote, and looks again. The statements are those of
 * store_names.h, the same in SQLite and PostgreSQL. */
#ifndef STORE_TOURNAMENT_H
#define STORE_TOURNAMENT_H

#include "store.h"

extern const char store_tournament_schema[];

/* Entrants' names stand beside their lines, not in them, so that one can be taken out without touching the log. */
struct store_tournament_line {
    int64_t seq, at;
    const char *line; /* without the name at its end, where `label` is one */
    int64_t name;    /* of who entered, or of the organiser (the first line); 0: nobody */
    const char *who; /* by which tables know them; "": nobody */
    const char *label; /* what they are called; "": the line has no name */
    const char
        *secret; /* of the first line: what tables and deals are drawn from; or "" */
};

struct store_tournament {
    const char *id;
    int64_t seq; /* of its last line */
    int64_t created, updated;
    int64_t due; /* when a server has to look after it; 0: never by itself */
    bool over;
    int64_t name;          /* the organiser's */
    const char *summary;   /* JSON for the list */
    const char *organiser; /* read: how that name is shown; "" of one that was given up */
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
    int64_t open;     /* not over, and touched since `since`; */
    int64_t open_own; /* of these, of that organiser; */
    int64_t made_own; /* all that he made since then */
};
void store_tournament_count(struct store *store, int64_t name, int64_t since,
                            struct store_tournament_counts *of, store_done *done,
                            void *context);
/* It never was: only before its first round. STORE_CONFLICT: another line was added. */
void store_tournament_drop(struct store *store, const char *id, int64_t seq,
                           store_done *done, void *context);

#endif
