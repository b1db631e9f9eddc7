/* sitting.c -- decisions and what may be taken back. */
#include "sitting.h"

#include <string.h>

static unsigned sitting_seats(const struct sitting *sitting)
{
    return sitting->game->n_seats;
}

static void sitting_begin_decision(struct sitting *sitting, int64_t now)
{
    sitting->since = now;
    sitting->spent = 0;
}

void sitting_begin(struct sitting *sitting, const struct sitting_rules *rules,
                   int64_t now)
{
    sitting->n_steps = sitting->alone = 0;
    sitting->paused = sitting->over = false;
    sitting->rules = *rules;
    for (unsigned s = 0; s < AUDE_SEATS_MAX; s++) {
        sitting->left[s] = (int64_t)rules->seconds * 1000;
        sitting->seat[s].substituted = sitting->seat[s].resigned = false;
    }
    sitting_begin_decision(sitting, now);
}

unsigned sitting_actor(const struct sitting *sitting)
{
    return aude_game_over(sitting->game) ? AUDE_SEAT_NONE : sitting->game->turn.actor;
}

bool sitting_computer_decides(const struct sitting *sitting)
{
    unsigned actor = sitting_actor(sitting);

    return !sitting->paused && actor < sitting_seats(sitting) &&
           (sitting->seat[actor].computer || sitting->seat[actor].substituted);
}

/* -- Steps ------------------------------------------------------------------------------ */

/* Did others hear more than the action itself? Then something hidden came out, and the step cannot
 * be undone (BASE-9). */
static bool sitting_reveals(const struct aude_game *before, struct aude_action action,
                            const struct aude_events *events)
{
    struct aude_action told[2];
    int n = aude_game_tell(before, action, events, told, 2);

    return n != 1 || memcmp(&told[0], &action, sizeof action) != 0;
}

/* The clock of the seat that decided. An increment is earned by ending a turn; a computer is
 * not charged. */
static void sitting_charge(struct sitting *sitting, struct sitting_step *step, int64_t ms)
{
    const struct sitting_rules *rules = &sitting->rules;
    bool computer = step->by == SITTING_BY_COMPUTER;
    int64_t *left = &sitting->left[step->seat];

    step->left = *left;
    if (!rules->clock || (computer && rules->clock == SITTING_BUDGET)) return;
    if (!computer) *left = *left > ms ? *left - ms : 0;
    step->left = *left;
    if (rules->clock == SITTING_PER_TURN &&
        (step->ends_turn || sitting->game->turn.actor != step->seat))
        *left = (int64_t)rules->seconds * 1000;
    if (rules->clock == SITTING_BUDGET && step->ends_turn)
        *left += (int64_t)rules->increment * 1000;
}

struct sitting_step sitting_step_of(const struct aude_game *before,
                                    struct aude_action action, enum sitting_by by,
                                    const struct aude_game *after,
                                    const struct aude_events *events)
{
    return (struct sitting_step){.action = action,
                                 .turn = before->turn.number,
                                 .seat = before->turn.actor,
                                 .by = (uint8_t)by,
                                 .reveals = sitting_reveals(before, action, events),
                                 .ends_turn = after->turn.number != before->turn.number ||
                                              aude_game_over(after)};
}

bool sitting_undoable(const struct sitting_step *step)
{
    return step->by == SITTING_BY_HUMAN && !step->ends_turn && !step->reveals;
}

void sitting_played(struct sitting *sitting, struct sitting_step step, int64_t ms,
                    int64_t now)
{
    sitting_charge(sitting, &step, ms);
    sitting->step[sitting->n_steps++] = step;
    if (step.by != SITTING_BY_COMPUTER)
        sitting->alone = step.by == SITTING_BY_CLOCK ? sitting->alone + 1 : 0;
    sitting_begin_decision(sitting, now);
}

enum aude_err sitting_play(struct sitting *sitting, struct sitting_work *work,
                           struct aude_action action, enum sitting_by by, int64_t ms,
                           int64_t now, struct aude_events *events)
{
    struct aude_game *game = sitting->game;

    if (sitting_actor(sitting) >= sitting_seats(sitting)) return AUDE_ERR_OVER;
    aude_game_copy(&work->before, game);
    enum aude_err err = aude_game_play(game, action, events);
    if (err) return err;
    sitting_played(sitting, sitting_step_of(&work->before, action, by, game, events), ms,
                   now);
    return AUDE_ERR_OK;
}

/* The game is that of the first `to` steps again. */
static void sitting_drop_steps(struct sitting *sitting, int to, bool undo, int64_t now)
{
    /* An undo gives back the time that was left when the step was made, not a fresh turn. */
    if (undo && to < sitting->n_steps)
        sitting->left[sitting->step[to].seat] = sitting->step[to].left;
    sitting->n_steps = to;
    sitting->alone = 0;
    if (!undo) sitting_begin_decision(sitting, now);
}

bool sitting_rewind(struct sitting *sitting, const struct aude_setup *setup, int to,
                    bool undo, int64_t now,
                    void (*hear)(void *context, const struct aude_events *events),
                    void *context)
{
    struct aude_event list[AUDE_EVENTS_MAX];
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};

    if (to < 0 || to > sitting->n_steps || aude_game_init(sitting->game, setup, &events))
        return false;
    for (int i = 0; i < to; i++) {
        if (hear) hear(context, &events);
        events.n = 0;
        if (aude_game_play(sitting->game, sitting->step[i].action, &events)) return false;
    }
    if (hear) hear(context, &events);
    sitting_drop_steps(sitting, to, undo, now);
    return true;
}

void sitting_rewind_by(struct sitting *sitting, const struct aude_game *then, int to,
                       bool undo, int64_t now)
{
    aude_game_copy(sitting->game, then);
    sitting_drop_steps(sitting, to, undo, now);
}

enum sitting_undo sitting_undo_is_open(const struct sitting *sitting, unsigned seats)
{
    const struct sitting_step *last =
        sitting->n_steps ? &sitting->step[sitting->n_steps - 1] : NULL;

    if (!last || last->by != SITTING_BY_HUMAN || !(seats >> last->seat & 1) ||
        last->ends_turn)
        return SITTING_UNDO_NOTHING;
    return last->reveals ? SITTING_UNDO_REVEALED : SITTING_UNDO_OK;
}

int sitting_takeback_to(const struct sitting *sitting, unsigned seat)
{
    const struct sitting_step *step = sitting->step;
    int i = sitting->n_steps - 1;

    while (i >= 0 && (step[i].seat != seat || step[i].by != SITTING_BY_HUMAN)) i--;
    if (i < 0) return -1;
    uint16_t turn = step[i].turn;
    while (i >= 0 && step[i].turn == turn) i--;
    return i + 1;
}

void sitting_heard(struct sitting *sitting)
{
    sitting->alone = 0;
}

void sitting_end(struct sitting *sitting)
{
    sitting->over = true;
    sitting->paused = false;
}

/* -- Coming and going ------------------------------------------------------------------- */

int64_t sitting_substitute_cost(const struct sitting *sitting, unsigned seat, bool on,
                                int64_t now)
{
    bool decides =
        on && sitting_actor(sitting) == seat && !sitting_computer_decides(sitting);

    return decides ? sitting_time_spent(sitting, now) : 0;
}

void sitting_substitute(struct sitting *sitting, unsigned seat, bool on,
                        enum sitting_why why, int64_t cost, int64_t now)
{
    int64_t *left = &sitting->left[seat];

    sitting->alone = 0;
    sitting->seat[seat].substituted = on;
    sitting->seat[seat].resigned |= why == SITTING_RESIGNED;
    if (why == SITTING_TIME_OVER) *left = 0;
    bool was_out = sitting->seat[seat].out_of_time;
    sitting->seat[seat].out_of_time = on && (was_out || why == SITTING_TIME_OVER);
    /* The time used so far for this decision is lost, even if the computer makes it. */
    *left = *left > cost ? *left - cost : 0;
    /* A seat whose time was over gets a little when its owner returns; otherwise its time would be
     * over again at once. */
    if (was_out && !on && *left < SITTING_BACK_MS) *left = SITTING_BACK_MS;
    if (sitting_actor(sitting) == seat) sitting_begin_decision(sitting, now);
}

bool sitting_goes_on(const struct sitting *sitting, unsigned leaving)
{
    unsigned left = 0, humans = 0;

    for (unsigned s = 0; s < sitting_seats(sitting); s++) {
        if (s == leaving || sitting->seat[s].resigned) continue;
        left++;
        humans += !sitting->seat[s].computer;
    }
    return left > 1 && humans;
}

unsigned sitting_winners(const struct sitting *sitting, unsigned loser)
{
    const struct aude_game *game = sitting->game;
    bool over = aude_game_over(game);
    int32_t most = INT32_MIN;
    unsigned winners = 0;

    for (unsigned s = 0; s < sitting_seats(sitting); s++) {
        int32_t points = game->player[s].points;
        if (s == loser || (sitting->seat[s].resigned && !over) || points < most) continue;
        winners = (points > most ? 0 : winners) | 1u << s;
        most = points;
    }
    return winners;
}
