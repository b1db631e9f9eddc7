/* verify_end.c -- points, score events, tiles and assertions: compared when a save has
 * been played. */
#include "verify_internal.h"

/* -- Scores ---------------------------------------------------------------------------- */

static void verify_end_add_score(struct jcz__lines *lines, int player, int points,
                                 const char *name, bool final)
{
    if (points)
        snprintf(jcz__lines_add(lines), LINE_MAX_BYTES, "player %d got %d for a %.*s%s",
                 player, points, (int)strcspn(name, "."), name,
                 final ? " at the end" : "");
}

/* [turn or "final", player, points, name, place] */
static void verify_end_add_their_score(struct jcz__lines *lines, const json_t *event)
{
    const char *name = json_string_value(json_array_get(event, 3));

    verify_end_add_score(lines, (int)json_integer_value(json_array_get(event, 1)),
                         (int)json_integer_value(json_array_get(event, 2)),
                         name ? name : "?", json_is_string(json_array_get(event, 0)));
}

/* Note a score of ours and its turn. Our one score for goods is one for each kind of
 * goods of theirs. */
static void verify_end_note_score(struct jcz__check *check, const struct aude_game *game,
                                  const struct aude_event *ev)
{
    bool goods = ev->feature == AUDE_FROM_GOODS;
    int times = goods ? ev->term[0].count : 1;

    for (int i = 0; i < times && ev->points; i++) {
        verify_end_add_score(&check->scores, ev->seat,
                             goods ? ev->term[0].each : ev->points,
                             jcz_name_score(game, ev), ev->final);
        snprintf(jcz__lines_add(&check->turns), LINE_MAX_BYTES, "%d", check->turn);
    }
}

void jcz__verify_end_note(void *context, const struct aude_game *after,
                          const char *action, const struct aude_events *events)
{
    struct jcz__check *check = context;

    (void)action;
    for (int i = 0; i < events->n && i < events->max; i++) {
        const struct aude_event *ev = &events->list[i];
        if (ev->kind == AUDE_EV_TURN) check->turn = ev->points;
        if (ev->kind == AUDE_EV_SCORE) verify_end_note_score(check, after, ev);
        if (ev->kind == AUDE_EV_DISCARD)
            snprintf(jcz__lines_add(&check->discards), LINE_MAX_BYTES, "%s",
                     aude_tiles[ev->tile].jcz);
    }
}

static void verify_end_copy_lines(struct jcz__lines *to, const struct jcz__lines *from)
{
    to->n = 0;
    for (int i = 0; i < from->n; i++) strcpy(jcz__lines_add(to), from->line[i]);
}

/* The rule of a score, from the words of its line: in play, or at the end of the game. */
static const char *verify_end_score_rule(const char *line)
{
    static const struct {
        const char *name, *now, *end;
    } rules[] = {{"road", "BASE-38", "BASE-53"},
                 {"city", "BASE-39", "BASE-54"},
                 {"monastery", "BASE-40", "BASE-55"},
                 {"garden", "ABB-5", "ABB-10"},
                 {"field", "AM-21", "BASE-57"},
                 {"trade-goods", "TB-32", "TB-32"},
                 {"shrine", "CULT-1", "CULT-1"},
                 {"fairy", "PD-8", "PD-8"},
                 {"king", "KR-5", "KR-5"},
                 {"robber", "KR-7", "KR-7"}};

    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (strstr(line, rules[i].name))
            return strstr(line, "at the end") ? rules[i].end : rules[i].now;
    return "BASE-42";
}

/* The turn of the first score like this line, theirs or ours; "" if there is none. */
static const char *verify_end_turn_of_score(const struct jcz__check *check,
                                            const json_t *events, const char *line,
                                            char out[LINE_MAX_BYTES])
{
    struct jcz__lines one = {0};

    out[0] = 0;
    for (size_t i = 0; i < json_array_size(events) && !out[0]; i++) {
        const json_t *event = json_array_get(events, i), *turn = json_array_get(event, 0);
        one.n = 0;
        verify_end_add_their_score(&one, event);
        if (one.n && !strcmp(one.line[0], line) && json_is_integer(turn))
            snprintf(out, LINE_MAX_BYTES, "%d", (int)json_integer_value(turn));
    }
    for (int i = 0; !events && i < check->scores.n && !out[0]; i++)
        if (!strcmp(check->scores.line[i], line)) strcpy(out, check->turns.line[i]);
    free(one.line);
    return out;
}

/* Name the turn and the rule of the first line that differs. */
static void verify_end_say_score_rule(struct jcz__check *check, const json_t *events)
{
    const char *only[1] = {""};
    char turn[LINE_MAX_BYTES];

    if (jcz__lines_only_in(&check->theirs, &check->ours, only, 1))
        verify_end_turn_of_score(check, events, only[0], turn);
    else if (jcz__lines_only_in(&check->ours, &check->theirs, only, 1))
        verify_end_turn_of_score(check, NULL, only[0], turn);
    if (turn[0]) jcz__verify_say(check, "\n  in turn %s", turn);
    jcz__verify_say(check, "\n  decided by %s", verify_end_score_rule(only[0]));
}

static bool verify_end_compare_scores(struct jcz__check *check)
{
    const json_t *events = json_object_get(check->oracle, "scoreEvents");

    if (!json_is_array(events)) return true;
    check->theirs.n = 0;
    for (size_t i = 0; i < json_array_size(events); i++) {
        verify_end_add_their_score(&check->theirs, json_array_get(events, i));
    }
    verify_end_copy_lines(&check->ours, &check->scores);
    jcz__lines_sort(&check->ours, false);
    jcz__lines_sort(&check->theirs, false);
    if (!jcz__verify_same_lines(check, "", "score events")) {
        verify_end_say_score_rule(check, events);
        return false;
    }
    check->report->n_scores = check->ours.n;
    return true;
}

static bool verify_end_compare_placed(struct jcz__check *check)
{
    const json_t *placed = json_object_get(check->oracle, "placedTiles");
    const struct aude_game *game = &check->walk->game;

    if (!json_is_array(placed)) return true;
    check->ours.n = check->theirs.n = 0;
    for (unsigned i = 0; i < game->n_laid; i++)
        snprintf(jcz__lines_add(&check->ours), LINE_MAX_BYTES, "%s at %d,%d turned %d",
                 aude_tiles[game->laid[i].kind].jcz, game->laid[i].x, game->laid[i].y,
                 90 * (int)(game->laid[i].rot % jcz_name_tile_turns(game->laid[i].kind)));
    for (size_t i = 0; i < json_array_size(placed); i++) {
        const json_t *tile = json_array_get(placed, i);
        const char *id = json_string_value(json_array_get(tile, 0));
        int kind = jcz_name_tile_find(id ? id : "", jcz__sets_there(game));
        int turns = kind < 0 ? 4 : (int)jcz_name_tile_turns((aude_kind)kind);
        snprintf(jcz__lines_add(&check->theirs), LINE_MAX_BYTES, "%s at %d,%d turned %d",
                 jcz__fail_word(id ? id : "?"),
                 (int)json_integer_value(json_array_get(tile, 1)),
                 (int)json_integer_value(json_array_get(tile, 2)),
                 (int)json_integer_value(json_array_get(tile, 3)) % (90 * turns));
    }
    jcz__lines_sort(&check->ours, false);
    jcz__lines_sort(&check->theirs, false);
    return jcz__verify_same_lines(check, "", "placed tiles [BASE-10]");
}

static bool verify_end_compare_discards(struct jcz__check *check)
{
    const json_t *gone = json_object_get(check->oracle, "discardedTiles");

    if (!json_is_array(gone)) return true;
    check->theirs.n = 0;
    for (size_t i = 0; i < json_array_size(gone); i++) {
        const char *id = json_string_value(json_array_get(gone, i));
        snprintf(jcz__lines_add(&check->theirs), LINE_MAX_BYTES, "%s",
                 jcz__fail_word(id ? id : "?"));
    }
    verify_end_copy_lines(&check->ours, &check->discards);
    jcz__lines_sort(&check->ours, false);
    jcz__lines_sort(&check->theirs, false);
    return jcz__verify_same_lines(check, "", "discarded tiles [BASE-15]");
}

/* Name our last score for the seat and its rule: the difference will be there. */
static void verify_end_say_last_score(struct jcz__check *check, unsigned seat)
{
    char who[32];

    snprintf(who, sizeof who, "player %u got ", seat);
    for (int i = check->scores.n; i--;)
        if (!strncmp(check->scores.line[i], who, strlen(who))) {
            jcz__verify_say(check, "\n  aude, last: %s, in turn %s\n  decided by %s",
                            check->scores.line[i], check->turns.line[i],
                            verify_end_score_rule(check->scores.line[i]));
            return;
        }
    jcz__verify_say(check, "\n  aude: he scored nothing yet\n  decided by BASE-42");
}

bool jcz__verify_end_same_points(struct jcz__check *check, const json_t *points,
                                 const char *phase)
{
    const struct aude_game *game = &check->walk->game;

    for (unsigned seat = 0; json_is_array(points) && seat < game->n_seats; seat++) {
        const json_t *p = json_array_get(points, seat);
        if (json_is_integer(p) && json_integer_value(p) == game->player[seat].points)
            continue;
        jcz__verify_say_where(check, phase);
        jcz__verify_say(check, "player %u has %d points here, in JCloisterZone %d", seat,
                        (int)game->player[seat].points, (int)json_integer_value(p));
        verify_end_say_last_score(check, seat);
        return false;
    }
    return true;
}

/* -- Assertions ------------------------------------------------------------------------- */

/* What follows the player's name at the start of the text, and his seat; NULL if it is no
 * player. */
static const char *verify_end_after_name(const struct jcz__check *check, const char *text,
                                         int *seat)
{
    const json_t *players = json_object_get(check->save->root, "players");

    for (size_t i = 0; i < json_array_size(players); i++) {
        const char *name =
            json_string_value(json_object_get(json_array_get(players, i), "name"));
        size_t n = name ? strlen(name) : 0;
        if (!n || strncmp(text, name, n) != 0 || text[n] != ' ') continue;
        *seat = (int)i;
        return text + n + 1;
    }
    return NULL;
}

static bool verify_end_has_line(const struct jcz__lines *lines, const char *line)
{
    for (int i = 0; i < lines->n; i++)
        if (!strcmp(lines->line[i], line)) return true;
    return false;
}

/* "scored FEATURE for N points", at any time. */
static bool verify_end_has_scored(const struct jcz__check *check, int seat,
                                  const char *feature, int points)
{
    char line[LINE_MAX_BYTES];

    snprintf(line, sizeof line, "player %d got %d for a %s", seat, points, feature);
    if (verify_end_has_line(&check->scores, line)) return true;
    snprintf(line, sizeof line, "player %d got %d for a %s at the end", seat, points,
             feature);
    return verify_end_has_line(&check->scores, line);
}

static bool verify_end_can_pass(const struct jcz__check *check)
{
    int n = jcz_legal(check->walk, check->legal, AUDE_ACTIONS_MAX);

    for (int i = 0; i < n && i < AUDE_ACTIONS_MAX; i++)
        if (check->legal[i].type == JCZ_PASS) return true;
    return false;
}

/* 1: it holds, 0: it does not, -1: we do not understand it. */
static int verify_end_assertion_holds(const struct jcz__check *check, const char *text)
{
    int seat = 0, points, end = 0;
    char feature[JCZ_WORD_MAX];
    const char *rest = verify_end_after_name(check, text, &seat);

    if (rest && sscanf(rest, "has %d points%n", &points, &end) == 1 && end && !rest[end])
        return check->walk->game.player[seat].points == points;
    if (rest &&
        sscanf(rest, "scored %31s for %d points%n", feature, &points, &end) == 2 && end &&
        !rest[end] && points)
        return verify_end_has_scored(check, seat, feature, points);
    if (!strcmp(text, "Player can pass")) return verify_end_can_pass(check);
    if (!strcmp(text, "Player can't pass")) return !verify_end_can_pass(check);
    if (!strncmp(text, "phase is ", 9))
        return !strcmp(text + 9, jcz_walk_phase_name(jcz_walk_phase(check->walk)));
    return -1;
}

/* Compare the assertions of the client's own tests. */
static void verify_end_compare_assertions(struct jcz__check *check)
{
    const json_t *list =
        json_object_get(json_object_get(check->save->root, "test"), "assertions");

    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        int holds = text ? verify_end_assertion_holds(check, text) : -1;
        if (!holds) {
            jcz__verify_say(check, "at the end: \"%s\" does not hold",
                            jcz__fail_word(text));
            return;
        }
        if (holds > 0) check->report->n_assertions++;
    }
}

void jcz__verify_end(struct jcz__check *check)
{
    const json_t *points = json_object_get(check->oracle, "finalScores");

    if (!verify_end_compare_placed(check) || !verify_end_compare_discards(check)) return;
    if (json_is_array(points) && !aude_game_over(&check->walk->game)) {
        jcz__verify_say(
            check, "at the end: JCloisterZone has final scores, but for aude the game is "
                   "not over [BASE-51]");
        return;
    }
    if (!verify_end_compare_scores(check) ||
        !jcz__verify_end_same_points(check, points, ""))
        return;
    check->report->points = json_is_array(points);
    verify_end_compare_assertions(check);
}
