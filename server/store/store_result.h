/* store_result.h -- results of finished games, as a store keeps them: one for each table, for good.
 *
 * A result is stored with the entry that ends the game, in one transaction; the table's name is its key. So a game has
 * one result or none, whatever dies when. `seq` is the order in which games ended: ratings are a fold in this
 * order (club/glicko.h). A result whose log was forgotten stays if it was rated. */
#ifndef STORE_RESULT_H
#define STORE_RESULT_H

#include <stdbool.h>
#include <stdint.h>

enum { STORE_SEATS_MAX = 6, STORE_LETTERS_MAX = 128, STORE_FOUND_MAX = 100 };

/* How a game ended: played to its end; somebody resigned, or lost by the clock; given up before everybody had made a
 * move, so that it does not count. */
enum store_end {
    STORE_END_PLAYED,
    STORE_END_RESIGNED,
    STORE_END_CLOCK,
    STORE_END_ABORTED
};

struct store_result_seat {
    int64_t name; /* of a kept name; 0: a guest or a computer */
    const char *
        who; /* by which the table knew the person: a guest who claims a name later keeps it. Or "" */
    const char *label; /* what the seat was called, */
    const char *key;   /* and the same for a search: see table_name_key() */
    const char *level; /* of a computer, or "" */
    int64_t points;
    int place; /* from 1 on; equal: shared */
};

struct store_result {
    int64_t seq; /* given by the store */
    const char *table;
    int64_t began, ended; /* ms */
    int pool;             /* enum club_pool */
    bool rated;
    bool open; /* others may find it */
    bool gone; /* its log is forgotten */
    enum store_end why;
    int turns;
    int64_t sets; /* one bit each */
    const char *rules;
    int n_seats;
    struct store_result_seat seat[STORE_SEATS_MAX];
};

/* What is looked for. Everything that is 0 (or NULL, or below 0 where 0 means something) is not asked for. */
struct store_search {
    const char *who;       /* games of that person, */
    const char *key;       /* or of whoever is called so */
    int how;               /* with one of these two: 1 won, 2 not won */
    int64_t sets, without; /* with all of these, and none of those */
    int pool, why;         /* -1: any */
    int64_t from;          /* ended then or later */
    int turns_least, turns_most;
    bool all; /* those that are not open, too */
    /* Games that ended before this, or then and have a smaller seq: the last ones that were found. The latest come
     * first. */
    int64_t before_ended, before_seq;
    int max;  /* at most STORE_FOUND_MAX */
    int skip; /* so many that would be found are passed over */
};

typedef bool store_each_result(void *context, const struct store_result *result);

/* What both kinds of store ask, with parameters in the order of store_result_search_values(): T is what names of tables begin
 * with, P(n) how a parameter is written. */
/* clang-format off */
#define STORE_SEARCH_WHERE(P) \
    " (r.ended, r.seq) < (" P(1) ", " P(2) ") AND r.turns BETWEEN " P(11) " AND " P(12) \
    " AND r.why BETWEEN " P(9) " AND " P(10) " AND (r.sets & " P(5) ") = " P(6) \
    " AND r.pool BETWEEN " P(7) " AND " P(8) " AND r.open >= " P(4) " AND r.ended >= " P(3)
#define STORE_SEARCH_OUT(T, INNER) \
    "SELECT " STORE_RESULT_COLUMNS " FROM (" INNER ") f JOIN " T "result r ON r.seq = f.found JOIN " T \
    "result_seat s ON s.result = r.seq ORDER BY r.ended DESC, r.seq DESC, s.seat"
#define STORE_SEARCH_ALL(T, P) \
    STORE_SEARCH_OUT(T, "SELECT r.seq AS found FROM " T "result r WHERE" STORE_SEARCH_WHERE(P) \
                        " ORDER BY r.ended DESC, r.seq DESC LIMIT " P(13) " OFFSET " P(14))
#define STORE_SEARCH_OF(T, P, WHOSE) \
    STORE_SEARCH_OUT(T, "SELECT r.seq AS found FROM " T "result_seat p JOIN " T \
                        "result r ON r.seq = p.result WHERE p." WHOSE " = " P(15) \
                        " AND p.place BETWEEN " P(16) " AND " P(17) \
                        " AND (p.ended, p.result) < (" P(1) ", " P(2) ") AND" STORE_SEARCH_WHERE(P) \
                        " ORDER BY p.ended DESC, p.result DESC LIMIT " P(13) " OFFSET " P(14))
#define STORE_RATED(T, P) \
    "SELECT " STORE_RESULT_COLUMNS " FROM (SELECT seq AS found FROM " T \
    "result WHERE rated = 1 AND seq > " P(1) " ORDER BY seq LIMIT " P(2) ") f JOIN " T \
    "result r ON r.seq = f.found JOIN " T "result_seat s ON s.result = r.seq ORDER BY r.seq, s.seat"
#define STORE_RESULT_OF(T, P) \
    "SELECT " STORE_RESULT_COLUMNS " FROM " T "result r JOIN " T \
    "result_seat s ON s.result = r.seq WHERE r.game = " P(1) " ORDER BY s.seat"
/* clang-format on */

enum { STORE_SEARCH_VALUES = 14, STORE_SEARCH_PLACES = 2 };

/* The first values of a search; where it is of somebody, his name or key follows, then two places. */
void store_result_search_values(const struct store_search *search,
                                int64_t out[STORE_SEARCH_VALUES]);
void store_result_search_places(const struct store_search *search,
                                int64_t out[STORE_SEARCH_PLACES]);

/* -- For the stores: rows with one seat each become results ------------------------------ */

/* The columns of such a row, in this order. */
enum store_column {
    RESULT_SEQ,
    RESULT_TABLE,
    RESULT_BEGAN,
    RESULT_ENDED,
    RESULT_POOL,
    RESULT_RATED,
    RESULT_OPEN,
    RESULT_GONE,
    RESULT_WHY,
    RESULT_TURNS,
    RESULT_SETS,
    RESULT_RULES,
    RESULT_SEAT,
    RESULT_NAME,
    RESULT_LABEL,
    RESULT_LEVEL,
    RESULT_POINTS,
    RESULT_PLACE,
    RESULT_COLUMNS
};
/* A guest who has kept a name since is that person. A name that was given up is shown no more. */
/* clang-format off */
#define STORE_RESULT_COLUMNS \
    "r.seq, r.game, r.began, r.ended, r.pool, r.rated, r.open, r.gone, r.why, r.turns, r.sets, r.rules, s.seat, " \
    "CASE WHEN s.name = 0 AND s.who <> '' THEN COALESCE((SELECT g.id FROM aude_name g WHERE g.who = s.who AND g.ended = 0), 0) ELSE s.name END, " \
    "CASE WHEN s.name <> 0 AND EXISTS (SELECT 1 FROM aude_name n WHERE n.id = s.name AND n.ended > 0) THEN '' ELSE s.label END, " \
    "s.level, s.points, s.place"
/* clang-format on */

struct store_gather {
    struct store_result result;
    char table[64], rules[64], label[STORE_SEATS_MAX][64], level[STORE_SEATS_MAX][64];
    bool any, enough;
    store_each_result *each;
    void *context;
};

/* `text` of a column. False: no more rows are wanted. */
bool store_result_gather_row(struct store_gather *gather,
                             const char *const text[RESULT_COLUMNS]);
/* After the last row. */
void store_result_gather_end(struct store_gather *gather);

#endif
