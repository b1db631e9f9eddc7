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
#include "private.h"

#include <stdarg.h>

enum { LINE_MAX_BYTES = JCZ_TEXT_MAX, SHOWN_MAX = 3 };

/* A list of lines, to be compared as a set or as a multiset. */
struct lines {
    char (*line)[LINE_MAX_BYTES];
    int n, size;
    bool failed; /* memory ran out */
};

struct check {
    const struct jcz_save *save;
    struct jcz_walk *walk;
    struct jcz_report *report;
    const json_t *oracle;
    struct lines ours, theirs;
    struct lines scores, discards; /* ours, collected on the way */
    struct jcz_message *legal;
};

/* -- Lines ------------------------------------------------------------------------------ */

static char *add_line(struct lines *lines)
{
    static _Thread_local char spare[LINE_MAX_BYTES];

    if (lines->n == lines->size) {
        int size = lines->size ? 2 * lines->size : 64;
        void *more = realloc(lines->line, (size_t)size * sizeof *lines->line);
        if (!more) {
            lines->failed = true;
            return spare;
        }
        lines->line = more;
        lines->size = size;
    }
    return lines->line[lines->n++];
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void sort_lines(struct lines *lines, bool as_set)
{
    int n = 0;

    if (lines->n)
        qsort(lines->line, (size_t)lines->n, sizeof *lines->line, compare_lines);
    for (int i = 0; as_set && i < lines->n; i++)
        if (!i || strcmp(lines->line[i], lines->line[n - 1]) != 0)
            memmove(lines->line[n++], lines->line[i], sizeof *lines->line);
    if (as_set) lines->n = n;
}

/* The lines of sorted `a` that sorted `b` lacks, up to `max` of them; how many in all. */
static int lines_only_in(const struct lines *a, const struct lines *b, const char **out,
                         int max)
{
    int n = 0, j = 0;

    for (int i = 0; i < a->n; i++) {
        while (j < b->n && strcmp(b->line[j], a->line[i]) < 0) j++;
        if (j < b->n && !strcmp(b->line[j], a->line[i])) {
            j++;
            continue;
        }
        if (n < max) out[n] = a->line[i];
        n++;
    }
    return n;
}

/* -- Saying what differs ---------------------------------------------------------------- */

JCZ_PRINTF(2, 3) static void say(struct check *check, const char *format, ...)
{
    char *text = check->report->difference;
    size_t n = strlen(text), size = sizeof check->report->difference;
    va_list args;

    check->report->same = false;
    va_start(args, format);
    vsnprintf(text + n, size - n, format, args);
    va_end(args);
}

/* "message 12 (turn 4, ActionPhase, player 0): " */
static void say_where(struct check *check, const char *phase)
{
    const struct jcz_walk *walk = check->walk;

    if (jcz_walk_done(walk))
        say(check, "at the end: ");
    else
        say(check,
            "message %d (turn %d, %s, player %d): ", check->save->step[walk->next] + 1,
            walk->game.turn.number, phase, walk->game.turn.seat);
}

static void say_side(struct check *check, const char *who, const struct lines *a,
                     const struct lines *b)
{
    const char *only[SHOWN_MAX];
    int n = lines_only_in(a, b, only, SHOWN_MAX);

    if (!n) return;
    say(check, "\n  only %s:", who);
    for (int i = 0; i < n && i < SHOWN_MAX; i++)
        say(check, "%s %s", i ? ";" : "", only[i]);
    if (n > SHOWN_MAX) say(check, "; and %d more", n - SHOWN_MAX);
}

/* Are ours and theirs, both sorted, the same? If not, say so. */
static bool compare_sides(struct check *check, const char *phase, const char *what)
{
    const char *ignored[1];
    int ours = lines_only_in(&check->ours, &check->theirs, ignored, 1);
    int theirs = lines_only_in(&check->theirs, &check->ours, ignored, 1);

    if (!ours && !theirs) return true;
    say_where(check, phase);
    say(check, "%s differ", what);
    say_side(check, "JCloisterZone", &check->theirs, &check->ours);
    say_side(check, "aude", &check->ours, &check->theirs);
    return false;
}

/* -- Legal lists ------------------------------------------------------------------------ */

/* Turns after which a tile looks the same are one. */
static void add_message(struct lines *lines, struct jcz_message *message, unsigned sets)
{
    int kind = jcz_tile_find(message->tile, sets);

    if (message->type == JCZ_PLACE_TILE && kind >= 0)
        message->rot = (uint8_t)(message->rot % jcz_tile_turns((aude_kind)kind));
    jcz_message_text(message, add_line(lines));
}

/* Why do we refuse it? Asked of a copy, which may do as it likes. */
static void say_why(struct check *check, struct jcz_message *message)
{
    struct jcz_walk *copy = malloc(sizeof *copy);
    struct jcz_error error = {0};

    if (!copy) return;
    *copy = *check->walk;
    copy->played = NULL;
    if (!jcz__play(copy, message, &error)) say(check, "\n  aude: %s", error.text);
    free(copy);
}

/* Rules that we would have broken by allowing too much. */
static const char *rule_of(const struct aude_game *game, enum jcz_type type)
{
    switch (game->turn.phase) {
    case AUDE_PHASE_QUARTERS:
        return "COC-12";
    case AUDE_PHASE_ENTER:
        return "COC-6";
    case AUDE_PHASE_COUNT:
        return "COC-9";
    case AUDE_PHASE_MARKET:
        return "COC-18";
    default:
        break;
    }
    switch (type) {
    case JCZ_PLACE_TILE:
        return game->river.flowing ? "RIV-6" : "BASE-11";
    case JCZ_DEPLOY_MEEPLE:
        return "BASE-31";
    case JCZ_RETURN_MEEPLE:
        return "ABB-6";
    default:
        return "BASE-7";
    }
}

/* Name the rule behind the first line that only one side has. */
static void say_rule(struct check *check, const json_t *moves, int n_ours)
{
    const char *only[1];
    char text[JCZ_TEXT_MAX];
    struct jcz_message message;

    if (lines_only_in(&check->theirs, &check->ours, only, 1)) {
        for (size_t i = 0; i < json_array_size(moves); i++) {
            const json_t *move = json_array_get(moves, i);
            const char *type = json_string_value(json_array_get(move, 0));
            struct lines one = {0};
            if (jcz__payload(type, json_array_get(move, 1), &message)) continue;
            struct jcz_message plain = message;
            add_message(&one, &plain, check->walk->game.tile_sets);
            bool found = one.n && !strcmp(one.line[0], only[0]);
            free(one.line);
            if (!found) continue;
            say_why(check, &message);
            return;
        }
    } else if (lines_only_in(&check->ours, &check->theirs, only, 1)) {
        for (int i = 0; i < n_ours; i++) {
            jcz_message_text(&check->legal[i], text);
            if (strcmp(text, only[0]) != 0) continue;
            say(check, "\n  decided by %s",
                rule_of(&check->walk->game, check->legal[i].type));
            return;
        }
    }
}

static bool add_their_moves(struct check *check, const json_t *moves)
{
    struct jcz_message message;

    check->theirs.n = 0;
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        const char *type = json_string_value(json_array_get(move, 0));
        if (!type || jcz__payload(type, json_array_get(move, 1), &message)) {
            say_where(check, "legal list");
            say(check, "entry %zu of the legal list is not understood", i + 1);
            return false;
        }
        add_message(&check->theirs, &message, check->walk->game.tile_sets);
    }
    return true;
}

static bool compare_points(struct check *check, const json_t *points, const char *phase)
{
    const struct aude_game *game = &check->walk->game;

    for (unsigned seat = 0; json_is_array(points) && seat < game->n_seats; seat++) {
        const json_t *p = json_array_get(points, seat);
        if (json_is_integer(p) && json_integer_value(p) == game->player[seat].points)
            continue;
        say_where(check, phase);
        say(check, "player %u has %d points here, in JCloisterZone %d", seat,
            (int)game->player[seat].points, (int)json_integer_value(p));
        return false;
    }
    return true;
}

/* One entry of NAME.legal.json. Points are compared where nothing is pending. */
static bool compare_entry(struct check *check, const json_t *entry)
{
    const struct jcz_walk *walk = check->walk;
    const char *phase = jcz_phase_name(jcz_walk_phase(walk));
    const char *their = json_string_value(json_object_get(entry, "phase"));
    const json_t *moves = json_object_get(entry, "moves");
    const json_t *player = json_object_get(entry, "player");

    if (!their || strcmp(phase, their) != 0) {
        say_where(check, phase);
        say(check, "JCloisterZone is in the %s here [BASE-7]",
            their ? jcz__word(their) : "?");
        return false;
    }
    if (json_integer_value(player) != (json_int_t)jcz_walk_player(walk)) {
        say_where(check, phase);
        say(check, "in JCloisterZone player %d decides here [BASE-6]",
            (int)json_integer_value(player));
        return false;
    }
    if (!walk->committing &&
        !compare_points(check, json_object_get(entry, "points"), phase))
        return false;
    int n = jcz_legal(walk, check->legal, AUDE_ACTIONS_MAX);
    check->ours.n = 0;
    for (int i = 0; i < n; i++)
        add_message(&check->ours, &check->legal[i], walk->game.tile_sets);
    if (!add_their_moves(check, moves)) return false;
    sort_lines(&check->ours, true);
    sort_lines(&check->theirs, true);
    if (compare_sides(check, phase, "legal messages")) return true;
    say_rule(check, moves, n);
    return false;
}

/* -- The end ---------------------------------------------------------------------------- */

static void add_score(struct lines *lines, int player, int points, const char *name,
                      bool final)
{
    if (points)
        snprintf(add_line(lines), LINE_MAX_BYTES, "player %d got %d for a %.*s%s", player,
                 points, (int)strcspn(name, "."), name, final ? " at the end" : "");
}

/* One event of ours for all kinds of goods is one for each of theirs. */
static void add_goods(struct check *check, const struct aude_event *ev)
{
    for (unsigned i = 0; i < ev->n_terms; i++)
        for (unsigned k = 0; k < ev->term[i].count; k++)
            add_score(&check->scores, ev->seat, ev->term[i].each, "trade-goods",
                      ev->final);
}

/* A shrine is a kind of monastery for us. */
const char *jcz_score_name(const struct aude_game *game, const struct aude_event *event)
{
    int tile = aude_game_tile_at(game, event->x, event->y);

    if (event->feature == AUDE_MONASTERY && game->sets >> AUDE_SET_CULT & 1 &&
        tile >= 0 &&
        aude_tiles[game->laid[tile].kind].segment[event->segment].tags & AUDE_TAG_SHRINE)
        return "shrine";
    if (event->feature == AUDE_FROM_GOODS) return "trade-goods";
    if (event->feature == AUDE_FROM_KING_AND_ROBBER) return "king+robber";
    return aude_feature_name(event->feature);
}

static void note_played(void *context, const struct aude_game *after, const char *action,
                        const struct aude_events *events)
{
    struct check *check = context;

    (void)action;
    for (int i = 0; i < events->n && i < events->max; i++) {
        const struct aude_event *ev = &events->list[i];
        if (ev->kind == AUDE_EV_SCORE && ev->feature == AUDE_FROM_GOODS)
            add_goods(check, ev);
        else if (ev->kind == AUDE_EV_SCORE)
            add_score(&check->scores, ev->seat, ev->points, jcz_score_name(after, ev),
                      ev->final);
        if (ev->kind == AUDE_EV_DISCARD)
            snprintf(add_line(&check->discards), LINE_MAX_BYTES, "%s",
                     aude_tiles[ev->tile].jcz);
    }
}

static void copy_lines(struct lines *to, const struct lines *from)
{
    to->n = 0;
    for (int i = 0; i < from->n; i++) strcpy(add_line(to), from->line[i]);
}

/* The rules of what is scored; the first line that differs tells which. */
static void say_score_rule(struct check *check)
{
    static const struct {
        const char *name, *now, *end;
    } rules[] = {{"road", "BASE-38", "BASE-53"},      {"city", "BASE-39", "BASE-54"},
                 {"monastery", "BASE-40", "BASE-55"}, {"garden", "ABB-5", "ABB-10"},
                 {"field", "BASE-57", "BASE-57"},     {"trade-goods", "TB-32", "TB-32"}};
    const char *only[1] = {""};

    if (!lines_only_in(&check->theirs, &check->ours, only, 1))
        lines_only_in(&check->ours, &check->theirs, only, 1);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (strstr(only[0], rules[i].name))
            say(check, "\n  decided by %s",
                strstr(only[0], "at the end") ? rules[i].end : rules[i].now);
}

static bool compare_scores(struct check *check)
{
    const json_t *events = json_object_get(check->oracle, "scoreEvents");

    if (!json_is_array(events)) return true;
    check->theirs.n = 0;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        const char *name = json_string_value(json_array_get(event, 3));
        add_score(&check->theirs, (int)json_integer_value(json_array_get(event, 1)),
                  (int)json_integer_value(json_array_get(event, 2)), name ? name : "?",
                  json_is_string(json_array_get(event, 0)));
    }
    copy_lines(&check->ours, &check->scores);
    sort_lines(&check->ours, false);
    sort_lines(&check->theirs, false);
    if (!compare_sides(check, "", "score events")) {
        say_score_rule(check);
        return false;
    }
    check->report->n_scores = check->ours.n;
    return true;
}

static bool compare_placed(struct check *check)
{
    const json_t *placed = json_object_get(check->oracle, "placedTiles");
    const struct aude_game *game = &check->walk->game;

    if (!json_is_array(placed)) return true;
    check->ours.n = check->theirs.n = 0;
    for (unsigned i = 0; i < game->n_laid; i++)
        snprintf(add_line(&check->ours), LINE_MAX_BYTES, "%s at %d,%d turned %d",
                 aude_tiles[game->laid[i].kind].jcz, game->laid[i].x, game->laid[i].y,
                 90 * (int)(game->laid[i].rot % jcz_tile_turns(game->laid[i].kind)));
    for (size_t i = 0; i < json_array_size(placed); i++) {
        const json_t *tile = json_array_get(placed, i);
        const char *id = json_string_value(json_array_get(tile, 0));
        int kind = jcz_tile_find(id ? id : "", game->tile_sets);
        int turns = kind < 0 ? 4 : (int)jcz_tile_turns((aude_kind)kind);
        snprintf(add_line(&check->theirs), LINE_MAX_BYTES, "%s at %d,%d turned %d",
                 jcz__word(id ? id : "?"),
                 (int)json_integer_value(json_array_get(tile, 1)),
                 (int)json_integer_value(json_array_get(tile, 2)),
                 (int)json_integer_value(json_array_get(tile, 3)) % (90 * turns));
    }
    sort_lines(&check->ours, false);
    sort_lines(&check->theirs, false);
    return compare_sides(check, "", "placed tiles");
}

static bool compare_discards(struct check *check)
{
    const json_t *gone = json_object_get(check->oracle, "discardedTiles");

    if (!json_is_array(gone)) return true;
    check->theirs.n = 0;
    for (size_t i = 0; i < json_array_size(gone); i++) {
        const char *id = json_string_value(json_array_get(gone, i));
        snprintf(add_line(&check->theirs), LINE_MAX_BYTES, "%s",
                 jcz__word(id ? id : "?"));
    }
    copy_lines(&check->ours, &check->discards);
    sort_lines(&check->ours, false);
    sort_lines(&check->theirs, false);
    return compare_sides(check, "", "discarded tiles [BASE-15]");
}

/* -- Assertions ------------------------------------------------------------------------- */

/* What follows the player's name at the start of the text; his seat in `seat`, or NULL. */
static const char *after_name(const struct check *check, const char *text, int *seat)
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

static bool has_line(const struct lines *lines, const char *line)
{
    for (int i = 0; i < lines->n; i++)
        if (!strcmp(lines->line[i], line)) return true;
    return false;
}

/* "scored FEATURE for N points": at any time. */
static bool has_scored(const struct check *check, int seat, const char *feature,
                       int points)
{
    char line[LINE_MAX_BYTES];

    snprintf(line, sizeof line, "player %d got %d for a %s", seat, points, feature);
    if (has_line(&check->scores, line)) return true;
    snprintf(line, sizeof line, "player %d got %d for a %s at the end", seat, points,
             feature);
    return has_line(&check->scores, line);
}

static bool can_pass(const struct check *check)
{
    int n = jcz_legal(check->walk, check->legal, AUDE_ACTIONS_MAX);

    for (int i = 0; i < n && i < AUDE_ACTIONS_MAX; i++)
        if (check->legal[i].type == JCZ_PASS) return true;
    return false;
}

/* 1 it holds, 0 it does not, -1 it is not understood. */
static int assertion_holds(const struct check *check, const char *text)
{
    int seat = 0, points, end = 0;
    char feature[JCZ_WORD_MAX];
    const char *rest = after_name(check, text, &seat);

    if (rest && sscanf(rest, "has %d points%n", &points, &end) == 1 && end && !rest[end])
        return check->walk->game.player[seat].points == points;
    if (rest &&
        sscanf(rest, "scored %31s for %d points%n", feature, &points, &end) == 2 && end &&
        !rest[end] && points)
        return has_scored(check, seat, feature, points);
    if (!strcmp(text, "Player can pass")) return can_pass(check);
    if (!strcmp(text, "Player can't pass")) return !can_pass(check);
    if (!strncmp(text, "phase is ", 9))
        return !strcmp(text + 9, jcz_phase_name(jcz_walk_phase(check->walk)));
    return -1;
}

/* What the client's own tests say of the end. */
static bool compare_assertions(struct check *check)
{
    const json_t *list =
        json_object_get(json_object_get(check->save->root, "test"), "assertions");

    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        int holds = text ? assertion_holds(check, text) : -1;
        if (!holds) {
            say(check, "at the end: \"%s\" does not hold", jcz__word(text));
            return false;
        }
        if (holds > 0) check->report->n_assertions++;
    }
    return true;
}

static bool compare_end(struct check *check)
{
    const json_t *points = json_object_get(check->oracle, "finalScores");

    if (!compare_placed(check) || !compare_discards(check)) return false;
    if (json_is_array(points) && !aude_game_over(&check->walk->game)) {
        say(check, "at the end: JCloisterZone has final scores, but for aude the game is "
                   "not over [BASE-51]");
        return false;
    }
    if (!compare_scores(check) || !compare_points(check, points, "")) return false;
    check->report->points = json_is_array(points);
    return compare_assertions(check);
}

/* -- The whole -------------------------------------------------------------------------- */

static bool run(struct check *check, const json_t *lists, struct jcz_error *error)
{
    struct jcz_walk *walk = check->walk;

    if (!jcz_walk_init(walk, check->save, note_played, check, error)) return false;
    if (lists && json_array_size(lists) != (size_t)check->save->n_messages) {
        say(check, "there are %zu legal lists for %d messages", json_array_size(lists),
            check->save->n_messages);
        return true;
    }
    while (!jcz_walk_done(walk)) {
        size_t at = (size_t)check->save->step[walk->next];
        if (lists && !compare_entry(check, json_array_get(lists, at))) return true;
        if (lists) check->report->n_legal++;
        if (!jcz_walk_step(walk, error)) return false;
    }
    check->oracle = json_object_get(check->save->root, "oracle");
    compare_end(check);
    return true;
}

static void free_check(struct check *check)
{
    free(check->walk);
    free(check->legal);
    free(check->ours.line);
    free(check->theirs.line);
    free(check->scores.line);
    free(check->discards.line);
}

bool jcz_verify(const struct jcz_save *save, const char *legal, size_t n_legal,
                struct jcz_report *report, struct jcz_error *error)
{
    struct check check = {.save = save,
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
        ok = run(&check, lists, error);
    if (check.ours.failed || check.theirs.failed || check.scores.failed)
        ok = jcz__fail(error, 0, "memory ran out");
    json_decref(lists);
    free_check(&check);
    return ok;
}
