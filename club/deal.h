/* deal.h -- the same tiles at several tables: which games can be dealt so, the promise, the comparison; and the
 * deal of the day.
 *
 * The engine draws a pile in the order of its seed, and a tile that fits nowhere is laid aside at that table only
 * (BASE-15). So the same setup is the same deal everywhere, as long as no set shuffles during the game. */
#ifndef CLUB_DEAL_H
#define CLUB_DEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aude.h"

/* -- Dealing --------------------------------------------------------------------------------- */

/* Why this game cannot be dealt alike at several tables, as a sentence; NULL: it can. */
const char *club_deal_refusal(const struct aude_setup *setup);

/* SHA-256, the caller's: club/ knows no library. */
typedef void club_hash(unsigned char out[32], const unsigned char *text, size_t n);

enum { CLUB_PROMISE_MAX = 7 + 64 + 1, CLUB_DEAL_TEXT_MAX = 32 * 1024 };
/* What is published before a round: "sha256:..." of seed and draw order, as `aude commit` prints it. `text` has
 * room for CLUB_DEAL_TEXT_MAX and gets what is published after the round. */
bool club_deal_promise(const struct aude_setup *setup, club_hash *hash, char *text,
                       char out[CLUB_PROMISE_MAX]);
/* Is the text that was published after the round the one that was promised before? */
bool club_deal_kept(const char *text, const char *promise, club_hash *hash);

/* Watchers see a deal up to the tile that all tables have passed: how many were drawn at each of them. */
int club_deal_open_to(const int *drawn, int tables);

/* -- Comparing ------------------------------------------------------------------------------------ */

struct club_deal_table {
    int first, second; /* points of the two seats */
};
struct club_deal_score {
    int matchpoints; /* of the first seat: 2 for each table that it did better than, 1 for each as good; */
    int top; /* the second seat has top - matchpoints */
    int above_mean; /* points ahead less the mean of all tables, in hundredths; of the first seat */
};
void club_deal_compare(const struct club_deal_table *table, int n,
                       struct club_deal_score *out);

/* -- The deal of the day ------------------------------------------------------------------------------ */

struct club_date {
    int year, month, day;
};
/* The deal that is open at this time (seconds UTC since 1970). It is named after the day on which it began, at
 * 12:00 UTC. */
struct club_date club_deal_date(int64_t now);
/* When the next one begins. */
int64_t club_deal_next(int64_t now);
/* The game: two seats, the base box, the person begins; the seed is the date as a number, 20261116. So anybody
 * can know it beforehand: a deal that counts against others is dealt by a server, with a seed of its own. */
void club_deal_of_day(struct club_date date, struct aude_setup *setup);

/* When it begins, in seconds. */
int64_t club_deal_begins(struct club_date date);
enum { CLUB_DATE_MAX = 11, CLUB_DEAL_GRACE = 2 * 3600 };
/* "2026-11-16", and back; false: there is no such day. */
void club_deal_date_text(struct club_date date, char out[CLUB_DATE_MAX]);
bool club_deal_date_read(const char *text, struct club_date *date);

/* A deal of a server is begun within its day. Who has begun may play it to its end until CLUB_DEAL_GRACE seconds after; then
 * it counts no more, and the deal is told to everybody. */
enum club_deal_stage {
    CLUB_DEAL_AHEAD, /* its day has not come */
    CLUB_DEAL_OPEN,
    CLUB_DEAL_CLOSING, /* nobody begins it any more, somebody may still play it */
    CLUB_DEAL_TOLD
};
enum club_deal_stage club_deal_stage(struct club_date date, int64_t now);

#endif
