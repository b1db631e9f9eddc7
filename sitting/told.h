/* told.h -- a game beside a real box: people draw, lay and throw on their table and tell what happened.
 *
 * Such a game is a hidden one (its draws are told, docs/record.md). Here is what telling needs besides the
 * engine: which tiles a few known sides leave; everything told once more after something was put right, and what
 * then no longer holds; a throw of the catapult with the outcome that the real one had. Pure as sitting.h is: no
 * memory of its own, no clock, no text but the words of a record. */
#ifndef TOLD_H
#define TOLD_H

#include "sitting.h"

/* -- Tiles by their sides --------------------------------------------------------------- */

enum { TOLD_ANY = 255 }; /* a side that was not told yet */

struct told_kind {
    aude_kind kind;
    uint8_t left;  /* tiles of it that may still be drawn */
    uint8_t turns; /* rotations in which its sides are the told ones, bit 0 not turned */
};

/* The kinds of tile that may be drawn now and have these sides (enum aude_edge or TOLD_ANY; N, E, S, W) in some
 * rotation. Writes up to `max`, returns how many there are. */
int told_kinds(const struct aude_game *game, const uint8_t side[4], struct told_kind *out,
               int max);

/* -- Told again ------------------------------------------------------------------------- */

/* One thing that was told: whose it was and when, and its words. */
struct told_line {
    uint16_t turn;
    uint8_t part, seat; /* who decided it; of a draw the active player */
    char words[SITTING_WORDS_MAX];
};

/* What became of a line that no longer holds. */
enum told_what {
    TOLD_LEFT_OUT, /* it is not possible now; the turn went on without it */
    TOLD_GONE,     /* the game has no such moment any more */
    TOLD_STOPS,    /* it is not possible, and without it the game cannot go on */
    TOLD_WHATS
};
const char *told_what_name(unsigned what); /* "left" */

/* Why it no longer holds. */
enum told_reason {
    TOLD_RULE,  /* a rule forbids it: `err` says which */
    TOLD_PAST,  /* the game goes past it: what led to it does not happen any more */
    TOLD_FIRST, /* the game asks something else first, which nobody has told yet */
    TOLD_OTHER, /* somebody else decides it now */
    TOLD_REASONS
};
const char *told_reason_name(unsigned reason); /* "rule" */

struct told_note {
    int line;
    uint8_t what;       /* enum told_what */
    uint8_t reason;     /* enum told_reason */
    uint8_t err;        /* enum aude_err: the rule, where the reason is one */
    uint8_t part, seat; /* where the game was then: part of a turn, who decides, turn */
    uint16_t turn;
};

enum { TOLD_NOTES_MAX = 512 };

/* Memory for told_again(): too large for the stack. */
struct told_work {
    struct aude_game trial;
    struct aude_action list[AUDE_ACTIONS_MAX];
    struct aude_event event[AUDE_EVENTS_MAX];
    struct told_note note[TOLD_NOTES_MAX];
    int n_notes;
    /* Called after everything that was played; may be NULL. */
    void (*played)(void *context, const struct told_line *line,
                   const struct aude_events *events);
    void *context;
};

/* Who decides now, and when, as a line without words. */
struct told_line told_moment(const struct aude_game *game);

/* Play what the line says. */
enum aude_err told_play(struct told_work *work, struct aude_game *game,
                        const struct told_line *line);

/* Play the lines as far as they hold. Where the game now asks something that nobody was asked before, the answer
 * is the one that does nothing (pass, decline, ...). Lines that do not hold are in work->note; the first without
 * which the game cannot go on ends it. Returns how many lines were used up. */
int told_again(struct told_work *work, struct aude_game *game,
               const struct told_line *line, int n);

/* -- The real catapult ------------------------------------------------------------------ */

/* The throw whose token, without scatter, comes to rest nearest to `at` (units of CAT-13). False if nobody
 * throws now. */
bool told_throw_at(const struct aude_game *game, struct aude_point at,
                   struct aude_action *out);

/* A throw that hits exactly these followers (indexes into game->figure; none at all for a miss). False if the
 * rules of the throw (CAT-17, CAT-20) allow none; `out` is then the throw that differs least, *wrong how many
 * followers it differs by. */
bool told_throw_hits(struct told_work *work, const struct aude_game *game,
                     const uint8_t *figure, int n, struct aude_action *out, int *wrong);

/* The followers that this throw hits without scatter: their AUDE_EV_HIT events in work->event. -1: it cannot be thrown. */
int told_throw_hit_list(struct told_work *work, const struct aude_game *game,
                        struct aude_action throw);

/* What became of a toss (CAT-29). */
enum told_catch {
    TOLD_CAUGHT,
    TOLD_TOUCHED,
    TOLD_MISSED_FAR,
    TOLD_MISSED_SHORT,
    TOLD_CATCHES
};
const char *told_throw_catch_name(unsigned outcome); /* "caught" */

/* The toss and the hands that end so, without scatter. */
void told_throw_toss(enum told_catch outcome, struct aude_action *toss,
                     struct aude_action *hands);

#endif
