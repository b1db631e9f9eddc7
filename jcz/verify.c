/* verify.c -- play a save and compare with what JCloisterZone itself did.
 *
 *   legal lists    before each message: the messages it would have taken, as a set
 *   points         before each message, and at the end
 *   score events   at the end: who got how many points for what, zeros left out
 *   tiles          at the end: placed and discarded
 *   assertions     at the end: what a test of the client says
 *
 * The first difference ends the comparison. It is told with its place, both sides, and the
 * rule that decides: for what only JCloisterZone allows, the rule by which we refuse it. */
#include "verify_internal.h"

#include <stdarg.h>

enum { SHOWN_MAX = 3 }; /* lines of a difference that are shown */

/* -- Saying what differs ---------------------------------------------------------------- */

void jcz__verify_say(struct jcz__check *check, const char *format, ...)
{
    char *text = check->report->difference;
    size_t n = strlen(text), size = sizeof check->report->difference;
    va_list args;

    check->report->same = false;
    va_start(args, format);
    vsnprintf(text + n, size - n, format, args);
    va_end(args);
}

void jcz__verify_say_where(struct jcz__check *check, const char *phase)
{
    const struct jcz_walk *walk = check->walk;

    if (jcz_walk_done(walk))
        jcz__verify_say(check, "at the end: ");
    else
        jcz__verify_say(check, "message %d (turn %d, %s, player %d): ",
                        check->save->step[walk->next] + 1, walk->game.turn.number, phase,
                        walk->game.turn.seat);
}

static void verify_say_side(struct jcz__check *check, const char *who,
                            const struct jcz__lines *a, const struct jcz__lines *b)
{
    const char *only[SHOWN_MAX];
    int n = jcz__lines_only_in(a, b, only, SHOWN_MAX);

    if (!n) return;
    jcz__verify_say(check, "\n  only %s:", who);
    for (int i = 0; i < n && i < SHOWN_MAX; i++)
        jcz__verify_say(check, "%s %s", i ? ";" : "", only[i]);
    if (n > SHOWN_MAX) jcz__verify_say(check, "; and %d more", n - SHOWN_MAX);
}

bool jcz__verify_same_lines(struct jcz__check *check, const char *phase, const char *what)
{
    const char *ignored[1];
    int ours = jcz__lines_only_in(&check->ours, &check->theirs, ignored, 1);
    int theirs = jcz__lines_only_in(&check->theirs, &check->ours, ignored, 1);

    if (!ours && !theirs) return true;
    jcz__verify_say_where(check, phase);
    jcz__verify_say(check, "%s differ", what);
    verify_say_side(check, "JCloisterZone", &check->theirs, &check->ours);
    verify_say_side(check, "aude", &check->ours, &check->theirs);
    return false;
}

/* -- Legal lists ------------------------------------------------------------------------ */

/* Rotations that look the same count as one. */
static void verify_add_message(struct jcz__lines *lines, struct jcz_message *message,
                               unsigned sets)
{
    int kind = jcz_name_tile_find(message->tile, sets);

    if (message->type == JCZ_PLACE_TILE && kind >= 0)
        message->rot = (uint8_t)(message->rot % jcz_name_tile_turns((aude_kind)kind));
    jcz_message_text(message, jcz__lines_add(lines));
}

/* The rule for placing the figure that the message names. */
static const char *verify_rule_of_figure(const char *id)
{
    /* ORDER FIGURE */
    static const char *const rules[AUDE_FIGURE_KINDS] = {
        [AUDE_SMALL] = "BASE-31", [AUDE_LARGE] = "IC-4",  [AUDE_ABBOT] = "ABB-3",
        [AUDE_WAGON] = "AM-29",   [AUDE_MAYOR] = "AM-11", [AUDE_BUILDER] = "TB-5",
        [AUDE_PIG] = "TB-22",     [AUDE_BARN] = "AM-16"};
    enum aude_figure_kind kind;
    unsigned player, number;

    return jcz_name_figure_parse(id, &player, &kind, &number) ? rules[kind] : "BASE-30";
}

/* The rule that decides whether a message of this kind is possible in this phase. */
static const char *verify_rule(const struct aude_game *game,
                               const struct jcz_message *message)
{
    static const char *const by_phase[AUDE_PHASES] = {
        [AUDE_PHASE_SOURCE] = "AM-4",      [AUDE_PHASE_SWAP] = "TOW-16",
        [AUDE_PHASE_QUARTERS] = "COC-12",  [AUDE_PHASE_WAGON] = "AM-31",
        [AUDE_PHASE_ENTER] = "COC-6",      [AUDE_PHASE_COUNT] = "COC-9",
        [AUDE_PHASE_MARKET] = "COC-18",    [AUDE_PHASE_DRAGON] = "PD-16",
        [AUDE_PHASE_DRAGON_LATE] = "PD-16"};

    if (message->type == JCZ_PAY_RANSOM) return "TOW-18";
    if (by_phase[game->turn.phase]) return by_phase[game->turn.phase];
    switch (message->type) {
    case JCZ_PLACE_TILE:
        return game->river.flowing ? "RIV-6" : "BASE-11";
    case JCZ_DEPLOY_MEEPLE:
        return strcmp(message->feature, "Tower") ? verify_rule_of_figure(message->figure)
                                                 : "TOW-13";
    case JCZ_RETURN_MEEPLE:
        return strcmp(message->word, "PRINCESS") ? "ABB-6" : "PD-29";
    case JCZ_MOVE_NEUTRAL_FIGURE:
        return "PD-5";
    case JCZ_PLACE_TOKEN:
        return "TOW-4";
    case JCZ_CAPTURE_FOLLOWER:
        return "TOW-8";
    default:
        return "BASE-7";
    }
}

/* Why do we refuse it? Tried on a copy. */
static void verify_say_why(struct jcz__check *check, const struct jcz_message *message)
{
    struct jcz_walk *copy = malloc(sizeof *copy);
    struct jcz_error error = {0};

    if (copy) {
        *copy = *check->walk;
        copy->played = NULL;
        if (!jcz__walk_play(copy, message, &error))
            jcz__verify_say(check, "\n  aude: %s", error.text);
    }
    if (!strchr(error.text, '['))
        jcz__verify_say(check, "\n  decided by %s",
                        verify_rule(&check->walk->game, message));
    free(copy);
}

/* Name the rule behind the first line that only one side has. */
static void verify_say_rule(struct jcz__check *check, const json_t *moves, int n_ours)
{
    const char *only[1];
    char text[JCZ_TEXT_MAX];
    struct jcz_message message;

    if (jcz__lines_only_in(&check->theirs, &check->ours, only, 1)) {
        for (size_t i = 0; i < json_array_size(moves); i++) {
            const json_t *move = json_array_get(moves, i);
            const char *type = json_string_value(json_array_get(move, 0));
            struct jcz__lines one = {0};
            if (jcz__message_payload(type, json_array_get(move, 1), &message)) continue;
            struct jcz_message plain = message;
            verify_add_message(&one, &plain, jcz__sets_there(&check->walk->game));
            bool found = one.n && !strcmp(one.line[0], only[0]);
            free(one.line);
            if (!found) continue;
            verify_say_why(check, &message);
            return;
        }
    } else if (jcz__lines_only_in(&check->ours, &check->theirs, only, 1)) {
        for (int i = 0; i < n_ours; i++) {
            jcz_message_text(&check->legal[i], text);
            if (strcmp(text, only[0]) != 0) continue;
            jcz__verify_say(check, "\n  decided by %s",
                            verify_rule(&check->walk->game, &check->legal[i]));
            return;
        }
    }
}

static bool verify_add_their_moves(struct jcz__check *check, const json_t *moves)
{
    struct jcz_message message;

    check->theirs.n = 0;
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        const char *type = json_string_value(json_array_get(move, 0));
        if (!type || jcz__message_payload(type, json_array_get(move, 1), &message)) {
            jcz__verify_say_where(check, "legal list");
            jcz__verify_say(check, "entry %zu of the legal list is not understood",
                            i + 1);
            return false;
        }
        verify_add_message(&check->theirs, &message, jcz__sets_there(&check->walk->game));
    }
    return true;
}

/* One entry of NAME.legal.json. Its points are noted before the COMMIT of a recall. */
static bool verify_compare_entry(struct jcz__check *check, const json_t *entry)
{
    const struct jcz_walk *walk = check->walk;
    const char *phase = jcz_walk_phase_name(jcz_walk_phase(walk));
    const char *their = json_string_value(json_object_get(entry, "phase"));
    const json_t *moves = json_object_get(entry, "moves");
    const json_t *player = json_object_get(entry, "player");

    if (!their || strcmp(phase, their) != 0) {
        jcz__verify_say_where(check, phase);
        jcz__verify_say(check, "JCloisterZone is in the %s here [BASE-7]",
                        their ? jcz__fail_word(their) : "?");
        return false;
    }
    if (json_integer_value(player) != (json_int_t)jcz_walk_player(walk)) {
        jcz__verify_say_where(check, phase);
        jcz__verify_say(check, "in JCloisterZone player %d decides here [BASE-6]",
                        (int)json_integer_value(player));
        return false;
    }
    if (!(walk->committing && walk->pending.kind == AUDE_RECALL) &&
        !jcz__verify_end_same_points(check, json_object_get(entry, "points"), phase))
        return false;
    int n = jcz_legal(walk, check->legal, AUDE_ACTIONS_MAX);
    check->ours.n = 0;
    for (int i = 0; i < n; i++)
        verify_add_message(&check->ours, &check->legal[i], jcz__sets_there(&walk->game));
    if (!verify_add_their_moves(check, moves)) return false;
    jcz__lines_sort(&check->ours, true);
    jcz__lines_sort(&check->theirs, true);
    if (jcz__verify_same_lines(check, phase, "legal messages")) return true;
    verify_say_rule(check, moves, n);
    return false;
}

/* -- The whole -------------------------------------------------------------------------- */

static bool verify_run(struct jcz__check *check, const json_t *lists,
                       struct jcz_error *error)
{
    struct jcz_walk *walk = check->walk;

    if (!jcz_walk_init(walk, check->save, jcz__verify_end_note, check, error))
        return false;
    if (lists && json_array_size(lists) != (size_t)check->save->n_messages) {
        jcz__verify_say(check, "there are %zu legal lists for %d messages",
                        json_array_size(lists), check->save->n_messages);
        return true;
    }
    while (!jcz_walk_done(walk)) {
        size_t at = (size_t)check->save->step[walk->next];
        if (lists && !verify_compare_entry(check, json_array_get(lists, at))) return true;
        if (lists) check->report->n_legal++;
        if (!jcz_walk_step(walk, error)) return false;
    }
    check->oracle = json_object_get(check->save->root, "oracle");
    jcz__verify_end(check);
    return true;
}

static void verify_free(struct jcz__check *check)
{
    free(check->walk);
    free(check->legal);
    free(check->ours.line);
    free(check->theirs.line);
    free(check->scores.line);
    free(check->discards.line);
    free(check->turns.line);
}

bool jcz_verify(const struct jcz_save *save, const char *legal, size_t n_legal,
                struct jcz_report *report, struct jcz_error *error)
{
    struct jcz__check check = {.save = save,
                               .report = report,
                               .walk = malloc(sizeof *check.walk),
                               .legal = malloc(AUDE_ACTIONS_MAX * sizeof *check.legal)};
    json_error_t wrong;
    json_t *lists = legal ? json_loadb(legal, n_legal, 0, &wrong) : NULL;
    bool ok;

    *error = (struct jcz_error){0};
    *report = (struct jcz_report){.n_messages = save->n_messages,
                                  .n_legal = legal ? 0 : -1,
                                  .n_scores = -1,
                                  .same = true};
    if (!check.walk || !check.legal)
        ok = jcz__fail(error, 0, "memory ran out");
    else if (legal && !json_is_array(lists))
        ok = jcz__fail(error, 0, "the legal lists are not a list in JSON");
    else
        ok = verify_run(&check, lists, error);
    if (check.ours.failed || check.theirs.failed || check.scores.failed ||
        check.turns.failed)
        ok = jcz__fail(error, 0, "memory ran out");
    json_decref(lists);
    verify_free(&check);
    return ok;
}
