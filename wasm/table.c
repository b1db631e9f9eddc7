/* table.c -- a table whose authority is the page: undo, take-back, clocks, resignation
 * (sitting/).
 *
 * Times are milliseconds of JavaScript. A decision's time below 0 means: measure it now.
 * A log that is read again gives the time. */
#include "bridge.h"

#include "sitting_words.h"

#include <stdlib.h>

static bool bridge_table_room_for_step(struct game *game)
{
    if (game->sitting.n_steps < game->steps_max) return true;
    int max = game->steps_max ? 2 * game->steps_max : 64;
    struct sitting_step *step = realloc(game->sitting.step, (size_t)max * sizeof *step);
    if (step) game->sitting.step = step;
    size_t *cut = realloc(game->cut, (size_t)max * sizeof *cut);
    if (cut) game->cut = cut;
    if (!step || !cut) return false;
    game->steps_max = max;
    return true;
}

/* The game has just begun. `computers` has a bit for each seat that a computer plays. */
void EXPORT(bridge_table_begin)(struct game *game, unsigned computers, unsigned clock,
                                int seconds, int increment, unsigned late, double now);
void bridge_table_begin(struct game *game, unsigned computers, unsigned clock,
                        int seconds, int increment, unsigned late, double now)
{
    struct sitting_rules rules = {.clock = (uint8_t)clock,
                                  .late = (uint8_t)late,
                                  .seconds = seconds,
                                  .increment = increment};

    game->sitting.game = &game->reader.game;
    for (unsigned s = 0; s < AUDE_SEATS_MAX; s++)
        game->sitting.seat[s].computer = computers >> s & 1;
    sitting_begin(&game->sitting, &rules, (int64_t)now);
}

static struct sitting_work *bridge_table_work(void)
{
    static struct sitting_work space;

    return &space;
}

/* {step, seat, ms, undo, events}: `step` is the text that everybody may see. */
static void bridge_table_answer_step(struct game *game, const struct aude_events *events,
                                     int64_t ms)
{
    static char piece[PIECE_MAX];
    const struct sitting_step *step = &game->sitting.step[game->sitting.n_steps - 1];
    char words[SITTING_WORDS_MAX];
    size_t n = sitting_public_step(bridge_table_work(), &bridge_table_work()->before,
                                   step->action, events, words, piece, sizeof piece);

    json_clear(&out);
    json_object(&out, NULL);
    json_text_n(&out, "step", piece, n);
    json_int(&out, "seat", step->seat);
    json_int(&out, "ms", (long)ms);
    json_bool(&out, "undo",
              sitting_undo_is_open(&game->sitting, 1u << step->seat) == SITTING_UNDO_OK);
    show_events("events", events);
    json_end(&out, '}');
}

/* Plays the action in `in`, decided by a human, a computer or the clock (enum
 * sitting_by). */
void EXPORT(bridge_table_play)(struct game *game, unsigned by, double ms, double now);
void bridge_table_play(struct game *game, unsigned by, double ms, double now)
{
    struct sitting *sitting = &game->sitting;
    struct aude_events *events = bridge_events();
    struct aude_action action;
    char words[SITTING_WORDS_MAX];
    int64_t took = ms < 0 ? sitting_time_spent(sitting, (int64_t)now) : (int64_t)ms;
    enum aude_err err = aude_action_parse(sitting->game, in, &action);

    if (!err && !bridge_table_room_for_step(game)) err = AUDE_ERR_LINE_LONG;
    if (!err) {
        aude_action_text(sitting->game, action, words, sizeof words);
        err = sitting_play(sitting, bridge_table_work(), action, by, took, (int64_t)now,
                           events);
    }
    if (err) {
        bridge_answer_error(err, NULL);
        return;
    }
    game->cut[sitting->n_steps - 1] = game->n;
    bridge_append_step(game, words, events);
    bridge_table_answer_step(game, events, took);
}

static void bridge_table_hear_again(void *context, const struct aude_events *events)
{
    bridge_record_note(context, events);
}

/* Back to the first `to` steps; 0 if that is impossible. */
int EXPORT(bridge_table_rewind)(struct game *game, int to, int undo, double now);
int bridge_table_rewind(struct game *game, int to, int undo, double now)
{
    size_t n = to >= 0 && to < game->sitting.n_steps ? game->cut[to] : game->n;

    game->round = (struct round){0};
    game->n_drawn = 0;
    if (!sitting_rewind(&game->sitting, &game->reader.head.setup, to, undo, (int64_t)now,
                        bridge_table_hear_again, game))
        return 0;
    game->n = n;
    game->record[n] = 0;
    return 1;
}

/* -- Time ------------------------------------------------------------------------------- */

/* Returns how long the decision had taken when the pause began. */
double EXPORT(bridge_table_pause)(struct game *game, double spent, double now);
double bridge_table_pause(struct game *game, double spent, double now)
{
    int64_t ms =
        spent < 0 ? sitting_time_spent(&game->sitting, (int64_t)now) : (int64_t)spent;

    sitting_time_pause(&game->sitting, ms, (int64_t)now);
    return (double)ms;
}

void EXPORT(bridge_table_resume)(struct game *game, double now);
void bridge_table_resume(struct game *game, double now)
{
    sitting_time_resume(&game->sitting, (int64_t)now);
}

/* This much time is charged to nobody: the page did not run. */
void EXPORT(bridge_table_skip)(struct game *game, double ms);
void bridge_table_skip(struct game *game, double ms)
{
    sitting_time_skip(&game->sitting, (int64_t)ms);
}

static void bridge_table_show_clock(const struct sitting *sitting, int64_t now)
{
    if (!sitting->rules.clock) {
        json_null(&out, "clock");
        return;
    }
    json_object(&out, "clock");
    json_list(&out, "left");
    for (unsigned s = 0; s < sitting->game->n_seats; s++)
        json_int(&out, NULL, (long)sitting_time_left(sitting, s, now));
    json_end(&out, ']');
    if (sitting_time_clock_runs(sitting))
        json_int(&out, "running", (long)sitting_actor(sitting));
    else
        json_null(&out, "running");
    json_end(&out, '}');
}

/* {computer, undo, takeback: [a step for each seat, or -1], clock: {left, running}};
 * `mine` has a bit for each seat of this page. */
void EXPORT(bridge_table_look)(const struct game *game, unsigned mine, double now);
void bridge_table_look(const struct game *game, unsigned mine, double now)
{
    const struct sitting *sitting = &game->sitting;

    json_clear(&out);
    json_object(&out, NULL);
    json_bool(&out, "computer", sitting_computer_decides(sitting));
    json_text(&out, "undo", words_undo.word[sitting_undo_is_open(sitting, mine)]);
    json_list(&out, "takeback");
    for (unsigned s = 0; s < sitting->game->n_seats; s++)
        json_int(&out, NULL, sitting_takeback_to(sitting, s));
    json_end(&out, ']');
    bridge_table_show_clock(sitting, (int64_t)now);
    json_end(&out, '}');
}

/* Everybody here sits at this screen, so every seat of a person is theirs. */
static unsigned bridge_table_people(const struct sitting *sitting)
{
    unsigned people = 0;

    for (unsigned s = 0; s < sitting->game->n_seats; s++)
        if (!sitting->seat[s].computer) people |= 1u << s;
    return people;
}

/* Why a wish (enum sitting_wish) for the seat is refused: {code, text, rule?}; {} if it is not. */
void EXPORT(bridge_table_refuses)(const struct game *game, unsigned wish, unsigned seat);
void bridge_table_refuses(const struct game *game, unsigned wish, unsigned seat)
{
    const struct sitting *sitting = &game->sitting;
    const struct sitting_refusal *no = sitting_may_refuse(
        sitting, (enum sitting_wish)wish, seat, bridge_table_people(sitting));

    json_clear(&out);
    json_object(&out, NULL);
    if (no) {
        json_text(&out, "code", no->code);
        json_text(&out, "text", no->text);
        if (no->rule[0]) json_text(&out, "rule", no->rule);
    }
    json_end(&out, '}');
}

/* What is done for the seat whose time is over: enum sitting_late_act. */
int EXPORT(bridge_table_late)(const struct game *game, int seen);
int bridge_table_late(const struct game *game, int seen)
{
    return (int)sitting_time_late_does(&game->sitting, seen);
}

void EXPORT(bridge_table_end)(struct game *game);
void bridge_table_end(struct game *game)
{
    sitting_end(&game->sitting);
}

/* -- Coming and going ------------------------------------------------------------------- */

/* A computer begins or stops playing for the seat. Returns what that costs the seat. */
double EXPORT(bridge_table_substitute)(struct game *game, unsigned seat, int on,
                                       unsigned why, double cost, double now);
double bridge_table_substitute(struct game *game, unsigned seat, int on, unsigned why,
                               double cost, double now)
{
    int64_t ms = cost < 0
                     ? sitting_substitute_cost(&game->sitting, seat, on, (int64_t)now)
                     : (int64_t)cost;

    if (seat < AUDE_SEATS_MAX)
        sitting_substitute(&game->sitting, seat, on, why, ms, (int64_t)now);
    return (double)ms;
}

/* {goesOn, winners} if the seat left now (AUDE_SEAT_NONE: if nobody left). */
void EXPORT(bridge_table_without)(const struct game *game, unsigned seat);
void bridge_table_without(const struct game *game, unsigned seat)
{
    unsigned winners = sitting_winners(&game->sitting, seat);

    json_clear(&out);
    json_object(&out, NULL);
    json_bool(&out, "goesOn", sitting_goes_on(&game->sitting, seat));
    json_list(&out, "winners");
    for (unsigned s = 0; s < AUDE_SEATS_MAX; s++)
        if (winners >> s & 1) json_int(&out, NULL, (long)s);
    json_end(&out, ']');
    json_end(&out, '}');
}

/* What a seat does when its clock runs out: the words of an action. */
void EXPORT(bridge_table_default)(const struct game *game);
void bridge_table_default(const struct game *game)
{
    struct aude_action action = aude_game_default(&game->reader.game);

    json_clear(&out);
    char *text = json_room(&out, 160);
    if (text && action.kind != AUDE_NO_ACTION)
        json_took(&out, aude_action_text(&game->reader.game, action, text, 160));
}
