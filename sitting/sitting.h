/* sitting.h -- a game as people play it: whose decision it is, undo, take-back, clocks,
 * resignation, who wins, and what others hear of a step.
 *
 * The server's tables and the tables in a browser are both made of this, so that they cannot
 * differ. There is no JSON here, no socket, no clock and no memory of its own: the caller owns
 * the game and the list of steps, and tells the time in milliseconds of any clock that only
 * goes forward.
 *
 *     sitting_begin(&sitting, &rules, now);              the game has begun
 *     sitting_play(&sitting, work, action, by, ms, ...)  a decision, and what it cost
 *     sitting_undo_is_open(&sitting, seats)                  may its owner have it back?
 */
#ifndef SITTING_H
#define SITTING_H

#include "aude.h"

enum {
    SITTING_WORDS_MAX = 96,                /* the words of an action, with the end */
    SITTING_TEXT_MAX = 16 * 1024,          /* what one step adds to a record */
    SITTING_TOLD_MAX = AUDE_TILES_MAX + 8, /* actions a view hears for one of the game */
    SITTING_BACK_MS = 20000, /* who comes back has at least this much time */
    SITTING_ALONE = 8,      /* steps that a clock plays in a row while nobody is there, */
    SITTING_ALONE_SEEN = 40 /* and while somebody is */
};

/* ORDER WORDS: messages and logs say each of these as a word (sitting_words.c). */

/* Who decided a step. */
enum sitting_by { SITTING_BY_HUMAN, SITTING_BY_COMPUTER, SITTING_BY_CLOCK };
/* What is timed: nothing, each turn, the whole game of a seat. */
enum sitting_clock { SITTING_NO_CLOCK, SITTING_PER_TURN, SITTING_BUDGET };
/* What happens to a seat whose time is over: the plainest action is played for it, a computer
 * takes over, the game is lost. */
enum sitting_late { SITTING_LATE_DEFAULT, SITTING_LATE_COMPUTER, SITTING_LATE_LOSE };
/* What happens now that a seat's time is over: one of these three, or the game is paused, because
 * only clocks have played for a while. */
enum sitting_late_act {
    SITTING_LATE_PLAYS,
    SITTING_LATE_SUBSTITUTES,
    SITTING_LATE_ENDS,
    SITTING_LATE_PAUSES
};
/* What is wanted of a table: any step at all; one of a person; and so on. */
enum sitting_wish {
    SITTING_WISH_STEP,
    SITTING_WISH_ACT,
    SITTING_WISH_UNDO,
    SITTING_WISH_TAKEBACK,
    SITTING_WISH_PAUSE,
    SITTING_WISH_RESUME,
    SITTING_WISH_COMPUTER,
    SITTING_WISH_BACK,
    SITTING_WISH_RESIGN
};
/* May the last step be undone? If not: there is none, or something hidden was revealed. */
enum sitting_undo { SITTING_UNDO_OK, SITTING_UNDO_NOTHING, SITTING_UNDO_REVEALED };
/* Why a computer plays for somebody (the first three), or no longer does. */
enum sitting_why { SITTING_ABSENT, SITTING_TIME_OVER, SITTING_RESIGNED, SITTING_BACK };
/* Why steps are taken back: by the one who made the last; by agreement. */
enum sitting_rewind_why { SITTING_REWIND_UNDO, SITTING_REWIND_TAKEBACK };
/* Why the game is over: played to its end; somebody resigned, or lost by his clock. */
enum sitting_over_why { SITTING_OVER_END, SITTING_OVER_RESIGN, SITTING_OVER_CLOCK };

struct sitting_rules {
    uint8_t clock;          /* enum sitting_clock */
    uint8_t late;           /* enum sitting_late */
    int seconds, increment; /* for a turn, or for the game and each turn of it */
};

struct sitting_seat {
    bool computer;    /* from the start */
    bool substituted; /* a computer plays for its owner */
    bool out_of_time; /* substituted because its time was over */
    bool resigned;
};

struct sitting_step {
    struct aude_action action;
    uint16_t turn; /* number of the turn it belongs to */
    uint8_t seat;
    uint8_t by;     /* enum sitting_by */
    bool reveals;   /* something hidden came out: no undo (BASE-9) */
    bool ends_turn; /* the next decision belongs to another turn */
    int64_t left;   /* on the seat's clock after it, before it got any time back */
};

struct sitting {
    struct aude_game *game; /* the caller's */
    struct sitting_step
        *step; /* the caller's, with room for one more before sitting_play() */
    int n_steps;
    int alone; /* steps that clocks played since somebody did something */
    bool paused;
    bool over; /* ended: played to its end, or before it (sitting_end) */
    struct sitting_rules rules;
    struct sitting_seat seat[AUDE_SEATS_MAX];
    int64_t left[AUDE_SEATS_MAX]; /* ms on the clocks when the decision under way began */
    int64_t since,
        spent; /* this decision: when its clock last started; ms used before that */
};

/* Memory for sitting_play() and sitting_public_step(): too large for the stack. */
struct sitting_work {
    struct aude_game before, view;
    struct aude_event heard[AUDE_EVENTS_MAX];
    struct aude_action told[SITTING_TOLD_MAX];
};

/* What a step is: `action` was decided at `before`, and made `after` of it with these events. */
struct sitting_step sitting_step_of(const struct aude_game *before,
                                    struct aude_action action, enum sitting_by by,
                                    const struct aude_game *after,
                                    const struct aude_events *events);
/* May its seat have it back, as long as it is the last one? */
bool sitting_undoable(const struct sitting_step *step);

/* -- Play ------------------------------------------------------------------------------- */

/* The game in sitting->game has just begun; seats say who is a computer. */
void sitting_begin(struct sitting *sitting, const struct sitting_rules *rules,
                   int64_t now);

/* A decision that took `ms` of its seat's time. `events` has room for AUDE_EVENTS_MAX.
 * work->before is then the game before it. On an error nothing has changed. */
enum aude_err sitting_play(struct sitting *sitting, struct sitting_work *work,
                           struct aude_action action, enum sitting_by by, int64_t ms,
                           int64_t now, struct aude_events *events);

/* The same where the caller has played it: sitting->game is the game after the step (sitting_step_of()). */
void sitting_played(struct sitting *sitting, struct sitting_step step, int64_t ms,
                    int64_t now);

/* Back to the first `to` steps. An undo goes on with the decision's time, a take-back begins
 * anew. `hear` (or NULL) is told the events of the opening and of every step that is played again. */
bool sitting_rewind(struct sitting *sitting, const struct aude_setup *setup, int to,
                    bool undo, int64_t now,
                    void (*hear)(void *context, const struct aude_events *events),
                    void *context);

/* The same, by one who has kept the game as it was `then`. */
void sitting_rewind_by(struct sitting *sitting, const struct aude_game *then, int to,
                       bool undo, int64_t now);

/* The seat that must decide now, AUDE_SEAT_NONE if the game is over. */
unsigned sitting_actor(const struct sitting *sitting);
/* Does a computer have to decide? Not while the game is paused. */
bool sitting_computer_decides(const struct sitting *sitting);

/* May the last step be undone by somebody who owns these seats (bits)? BASE-9: inside one's
 * own turn, until something hidden was revealed. */
enum sitting_undo sitting_undo_is_open(const struct sitting *sitting, unsigned seats);
/* The step before which the last turn of `seat` began; -1 if it had none. */
int sitting_takeback_to(const struct sitting *sitting, unsigned seat);

/* Somebody did something that is no step: a question was asked or answered. */
void sitting_heard(struct sitting *sitting);
/* The game is over, whatever the reason. */
void sitting_end(struct sitting *sitting);

/* -- What is refused -------------------------------------------------------------------- */

/* Why a wish is refused: an error code of the protocol, a sentence, and the rule or "". */
struct sitting_refusal {
    const char *code, *text, *rule;
};

/* May somebody who owns the seats `mine` (bits) have what is wished for `seat`? NULL: yes. For steps,
 * pauses and undo the seat does not matter. Who has to agree, and who is present, is the server's
 * own. */
const struct sitting_refusal *sitting_may_refuse(const struct sitting *sitting,
                                                 enum sitting_wish wish, unsigned seat,
                                                 unsigned mine);
/* Every reason, for tests; NULL after the last. */
const struct sitting_refusal *sitting_may_why(unsigned i);

/* -- Time ------------------------------------------------------------------------------- */

/* What the decision under way has taken up to now. */
int64_t sitting_time_spent(const struct sitting *sitting, int64_t now);
/* What a clock shows. */
int64_t sitting_time_left(const struct sitting *sitting, unsigned seat, int64_t now);
/* Is somebody's time running? */
bool sitting_time_clock_runs(const struct sitting *sitting);
/* When the running time is over; INT64_MAX if none runs. */
int64_t sitting_time_deadline(const struct sitting *sitting);
/* What is done for the seat whose time is over. `seen`: is somebody there who could play? */
enum sitting_late_act sitting_time_late_does(const struct sitting *sitting, bool seen);
/* `spent` is what the decision had taken when the pause began. */
void sitting_time_pause(struct sitting *sitting, int64_t spent, int64_t now);
void sitting_time_resume(struct sitting *sitting, int64_t now);
/* `ms` of the time since the last step are charged to nobody: the server, or the page, did not
 * run. */
void sitting_time_skip(struct sitting *sitting, int64_t ms);

/* -- Coming and going ------------------------------------------------------------------- */

/* What a substitution costs the seat: the time it has used for the decision under way. */
int64_t sitting_substitute_cost(const struct sitting *sitting, unsigned seat, bool on,
                                int64_t now);
/* A computer plays for the seat, or no longer. */
void sitting_substitute(struct sitting *sitting, unsigned seat, bool on,
                        enum sitting_why why, int64_t cost, int64_t now);
/* Does the game go on if `leaving` leaves? Yes if two seats are left and one of them is a person. */
bool sitting_goes_on(const struct sitting *sitting, unsigned leaving);
/* Seats with the most points, as bits. Before the end of the game those who resigned and
 * `loser` (or AUDE_SEAT_NONE) have no part in it. */
unsigned sitting_winners(const struct sitting *sitting, unsigned loser);

/* -- What others hear ------------------------------------------------------------------- */

/* What everybody may know of a step: `action` was played at `before` with these events. `words` is
 * the action as everybody may see it, `text` what it adds to the public record. The text is
 * written by a view, a copy of the game without its secrets, so no secret can be in it. Returns
 * the length of the text, or 0 if it does not fit. */
size_t sitting_public_step(struct sitting_work *work, const struct aude_game *before,
                           struct aude_action action, const struct aude_events *events,
                           char words[SITTING_WORDS_MAX], char *text, size_t size);

#endif
