/* cards.c -- reads rule cards and plays them.
 *
 * A card is run in two passes. The first only collects the tiles that its lines name, for
 * they are the draw order: a card tells what is drawn by telling who lays it where. The
 * second plays. Every statement is one row of the table near the end of this file. */
#include "cards.h"
#include "aude.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifndef AUDE_TESTS_DIR
#define AUDE_TESTS_DIR "tests"
#endif

enum {
    LINE_BYTES = 256,
    LINES_MAX = 1024,
    WORDS_MAX = 48,
    WORD_BYTES = 48,
    MESSAGE_BYTES = 400,
    LAST_MAX = 8
};

/* A line cut into words. A colon and a closing "..." are words of their own. */
struct words {
    char word[WORDS_MAX][WORD_BYTES];
    int n;
    const char *text; /* the whole line, without its comment */
};

struct source {
    char line[LINES_MAX][LINE_BYTES];
    int n;
};

struct card {
    const char *file;
    const struct source *source;
    int head, end; /* its lines: the title, and one past the last */
    const char *title;
    int title_length;
    bool gap; /* starred: known to fail */
};

/* One card being played, in one variant. */
struct run {
    const struct card *card;
    int line; /* being executed */
    const char *variant;
    int checks;

    struct aude_setup setup;
    bool started, refused; /* refused: the card is about a setup that cannot be played */
    char seat[AUDE_SEATS_MAX][WORD_BYTES];
    aude_kind last[LAST_MAX]; /* tiles that come at the very end */
    int n_last;

    struct aude_game game, copy;
    struct aude_events events; /* of the turn in progress or just played */
    struct aude_event event[AUDE_EVENTS_MAX];
    bool told[AUDE_EVENTS_MAX]; /* score events that the card has named */
    int laid[AUDE_SEATS_MAX];
    struct aude_action action[AUDE_ACTIONS_MAX];

    char message[MESSAGE_BYTES];
};

/* -- Words --------------------------------------------------------------------------- */

static bool fail(struct run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(struct run *run, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(run->message, sizeof run->message, format, args);
    va_end(args);
    return false;
}

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static void add_word(struct words *words, const char *from, size_t n)
{
    if (words->n == WORDS_MAX || n >= WORD_BYTES) return;
    memcpy(words->word[words->n], from, n);
    words->word[words->n++][n] = 0;
}

static void split(const char *text, struct words *words)
{
    *words = (struct words){.text = text};
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, " \t");
        bool colon = n > 1 && p[n - 1] == ':';
        if (n) add_word(words, p, colon ? n - 1 : n);
        if (colon) add_word(words, ":", 1);
        p += n;
        p += strspn(p, " \t");
    }
}

static void drop_first(struct words *words, int n)
{
    memmove(words->word, words->word + n, (size_t)(words->n - n) * sizeof words->word[0]);
    words->n -= n;
}

static bool parse_int(const char *word, int *out)
{
    char *end;
    long n = strtol(word, &end, 10);

    if (end == word || *end || n < -10000 || n > 10000) return false;
    *out = (int)n;
    return true;
}

static bool parse_cell(const char *word, int *x, int *y)
{
    int used = 0;

    return sscanf(word, "%d,%d%n", x, y, &used) == 2 && !word[used];
}

static bool parse_rotation(struct run *run, const char *word, int *rot)
{
    int degrees;

    if (!parse_int(word, &degrees) || degrees < 0 || degrees % 90 || degrees > 270)
        return fail(run, "\"%s\" is no turn: 0, 90, 180 or 270", word);
    *rot = degrees / 90;
    return true;
}

static int seat_named(const struct run *run, const char *word)
{
    for (int i = 0; i < AUDE_SEATS_MAX; i++)
        if (run->seat[i][0] && is(run->seat[i], word)) return i;
    return -1;
}

static bool parse_seat(struct run *run, const char *word, int *seat)
{
    *seat = seat_named(run, word);
    return *seat >= 0 || fail(run, "nobody called \"%s\" plays here", word);
}

/* A tile by rulebook letter, by name, or by set and name. Sets in play come first. */
static int tile_named(const struct run *run, const char *word)
{
    char id[2 * WORD_BYTES];

    if (word[0] && !word[1])
        for (int kind = 0; kind < aude_tiles_count; kind++)
            if (aude_tiles[kind].letter == word[0] && aude_tiles[kind].count) return kind;
    if (strchr(word, '/')) return aude_tile_find(word);
    for (unsigned set = 0; set < AUDE_SETS; set++) {
        if (!(aude_setup_sets(&run->setup) >> set & 1)) continue;
        snprintf(id, sizeof id, "%s/%s", aude_set_name(set), word);
        if (aude_tile_find(id) >= 0) return aude_tile_find(id);
    }
    return -1;
}

static bool parse_tile(struct run *run, const char *word, aude_kind *kind)
{
    int found = tile_named(run, word);

    *kind = (aude_kind)found;
    return found >= 0 || fail(run, "no tile of this game is called \"%s\"", word);
}

static const char *tile_name(aude_kind kind)
{
    return kind < aude_tiles_count ? aude_tiles[kind].id : "no tile";
}

/* -- Segments and actions ------------------------------------------------------------ */

static bool is_reach(const char *word)
{
    static const char *const all[] = {"N",  "E",  "S",  "W",  "NL", "NR",   "EL",
                                      "ER", "SL", "SR", "WL", "WR", "inner"};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (is(all[i], word)) return true;
    return false;
}

static int feature_kind(const char *word)
{
    for (unsigned kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        if (is(aude_feature_name(kind), word)) return (int)kind;
    return -1;
}

/* Does the segment, as the tile lies, reach all of these sides or half sides? */
static bool reaches(const struct aude_laid *laid, int segment, const struct words *words,
                    int from, int to)
{
    char text[64];
    struct words has;

    aude_segment_text(laid->kind, laid->rot, (unsigned)segment, text, sizeof text);
    split(text, &has);
    for (int i = from; i < to; i++) {
        bool found = false;
        for (int j = 1; j < has.n; j++) found |= is(words->word[i], has.word[j]);
        if (!found) return false;
    }
    return true;
}

/* The segment that words from..to name by kind and sides. How many do: 0, 1 or more. */
static int find_segment(const struct aude_laid *laid, int kind, const struct words *words,
                        int from, int to, int *segment)
{
    int found = 0;

    for (int i = 0; i < aude_tiles[laid->kind].n_segments; i++) {
        if (aude_tiles[laid->kind].segment[i].kind != kind) continue;
        if (!reaches(laid, i, words, from, to)) continue;
        if (!found++) *segment = i;
    }
    return found;
}

/* "0,-1 city S": a laid tile and one of its segments. Moves *at behind it. */
static bool parse_place(struct run *run, const struct words *words, int *at, int *tile,
                        int *segment)
{
    int x, y, from = *at;

    if (from + 1 >= words->n || !parse_cell(words->word[from], &x, &y))
        return fail(run, "a place is written as cell, feature, sides: 0,-1 city S");
    *tile = aude_game_tile_at(&run->game, x, y);
    if (*tile < 0) return fail(run, "no tile lies at %d,%d", x, y);
    int kind = feature_kind(words->word[from + 1]);
    if (kind < 0) return fail(run, "\"%s\" is no feature", words->word[from + 1]);
    *at = from += 2;
    while (*at < words->n && is_reach(words->word[*at])) ++*at;
    int n = find_segment(&run->game.laid[*tile], kind, words, from, *at, segment);
    if (n == 1) return true;
    return fail(run, "the tile at %d,%d has %s such %s", x, y, n ? "more than one" : "no",
                aude_feature_name((unsigned)kind));
}

/* The figure and feature that a role means; "abbot" and "small" name the feature too. */
static bool parse_role(const struct words *words, int *at, int *figure, int *kind)
{
    static const struct {
        const char *name;
        int kind;
    } roles[] = {{"thief", AUDE_ROAD},
                 {"knight", AUDE_CITY},
                 {"monk", AUDE_MONASTERY},
                 {"farmer", AUDE_FIELD}};

    for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++)
        if (is(words->word[*at], roles[i].name)) {
            *figure = AUDE_SMALL;
            *kind = roles[i].kind;
            ++*at;
            return true;
        }
    for (*figure = 0; *figure < AUDE_FIGURE_KINDS; ++*figure)
        if (is(words->word[*at], aude_figure_name((unsigned)*figure))) break;
    if (*figure == AUDE_FIGURE_KINDS || *at + 1 >= words->n) return false;
    *kind = feature_kind(words->word[*at + 1]);
    *at += 2;
    return *kind >= 0;
}

static bool is_role(const char *word)
{
    struct words words = {.n = 2};
    int at = 0, figure, kind;

    strcpy(words.word[0], word);
    strcpy(words.word[1], "city");
    return parse_role(&words, &at, &figure, &kind);
}

/* "knight S", "farmer 0,0 ER", "abbot garden": on the tile just laid, or in that cell.
 * A segment that does not exist gets a number that no tile has, for `refuse` to see. */
static bool parse_put(struct run *run, const struct words *words, int *at,
                      struct aude_action *out)
{
    const struct aude_laid *laid = &run->game.laid[run->game.turn.laid];
    int figure, kind, segment, x, y;

    if (!parse_role(words, at, &figure, &kind))
        return fail(run, "\"%s\" needs a feature", words->word[*at]);
    if (*at < words->n && parse_cell(words->word[*at], &x, &y)) {
        int tile = aude_game_tile_at(&run->game, x, y);
        if (tile < 0) return fail(run, "no tile lies at %d,%d", x, y);
        laid = &run->game.laid[tile];
        ++*at;
    }
    int from = *at;
    while (*at < words->n && is_reach(words->word[*at])) ++*at;
    int n = find_segment(laid, kind, words, from, *at, &segment);
    if (n > 1)
        return fail(run, "%s has more than one such %s: name the sides",
                    tile_name(laid->kind), aude_feature_name((unsigned)kind));
    *out = (struct aude_action){.kind = AUDE_PUT,
                                .figure = (uint8_t)figure,
                                .segment = n ? (uint8_t)segment : AUDE_SEGMENTS_MAX,
                                .x = laid->x,
                                .y = laid->y};
    return true;
}

static bool parse_lay(struct run *run, const struct words *words, int *at,
                      struct aude_action *out)
{
    int x, y, rot = 0;

    if (*at + 1 >= words->n || !parse_cell(words->word[*at], &x, &y))
        return fail(run, "a tile is laid at a cell and with a turn: 0,-1 180");
    if (!parse_rotation(run, words->word[*at + 1], &rot)) return false;
    *at += 2;
    *out = (struct aude_action){
        .kind = AUDE_LAY, .arg = (uint8_t)rot, .x = (int16_t)x, .y = (int16_t)y};
    return true;
}

/* One action: "lay 0,-1 180", "knight S", "recall 1,0", "pass". */
static bool parse_action(struct run *run, const struct words *words, int *at,
                         struct aude_action *out)
{
    int x, y;

    if (*at >= words->n) return fail(run, "an action is missing");
    const char *word = words->word[*at];
    if (is_role(word)) return parse_put(run, words, at, out);
    ++*at;
    if (is(word, "lay")) return parse_lay(run, words, at, out);
    if (is(word, "pass")) {
        *out = (struct aude_action){.kind = AUDE_PASS};
        return true;
    }
    if (!is(word, "recall")) return fail(run, "\"%s\" is no action", word);
    if (*at >= words->n || !parse_cell(words->word[*at], &x, &y))
        return fail(run, "recall needs the cell of the abbot");
    ++*at;
    *out = (struct aude_action){.kind = AUDE_RECALL, .x = (int16_t)x, .y = (int16_t)y};
    return true;
}

static const char *action_text(const struct run *run, struct aude_action action,
                               char *out, size_t size)
{
    aude_action_text(&run->game, action, out, size);
    return out;
}

static bool same_action(struct aude_action a, struct aude_action b)
{
    return a.kind == b.kind && a.figure == b.figure && a.segment == b.segment &&
           a.arg == b.arg && a.x == b.x && a.y == b.y;
}

/* How often the action stands in the list of what may be done now. */
static int listed(struct run *run, struct aude_action action)
{
    int n = aude_game_actions(&run->game, run->action, AUDE_ACTIONS_MAX), times = 0;

    for (int i = 0; i < n; i++) times += same_action(run->action[i], action);
    return times;
}

/* -- Starting ------------------------------------------------------------------------ */

static void clear_events(struct run *run)
{
    run->events = (struct aude_events){.list = run->event, .max = AUDE_EVENTS_MAX};
    memset(run->told, 0, sizeof run->told);
}

/* Move the tiles of `last` behind all others: the whole order is then fixed. */
static bool order_last(struct run *run)
{
    struct aude_setup *setup = &run->setup;
    const struct aude_pile *pile = &run->game.pile;

    if (aude_game_init(&run->game, setup, NULL)) return true; /* it will be told soon */
    setup->n_order = 0;
    for (unsigned i = 0; i < pile->n; i++) setup->order[setup->n_order++] = pile->kind[i];
    for (int i = 0; i < run->n_last; i++) {
        unsigned at = setup->n_order;
        while (at && setup->order[at - 1] != run->last[i]) at--;
        if (!at) return fail(run, "%s is not in the pile", tile_name(run->last[i]));
        memmove(&setup->order[at - 1], &setup->order[at], setup->n_order - at);
        setup->order[setup->n_order - 1] = run->last[i];
    }
    return true;
}

static bool start(struct run *run)
{
    if (run->started) return true;
    if (run->n_last && !order_last(run)) return false;
    clear_events(run);
    enum aude_err err = aude_game_init(&run->game, &run->setup, &run->events);
    if (err)
        return fail(run, "the game does not start: %s %s", aude_err_rule(err),
                    aude_err_sentence(err));
    run->started = true;
    return true;
}

static const char *seat_name(const struct run *run, unsigned seat)
{
    return seat < AUDE_SEATS_MAX ? run->seat[seat] : "nobody";
}

/* -- Setup statements ---------------------------------------------------------------- */

static bool do_rules(struct run *run, struct words *words)
{
    struct aude_setup old = run->setup;
    enum aude_preset preset =
        words->n == 1 ? aude_preset_find(words->word[0]) : AUDE_PRESETS;

    if (preset == AUDE_PRESETS)
        return fail(run, "rules needs a preset: grow, devir_pt ...");
    aude_setup_preset(&run->setup, preset);
    run->setup.n_seats = old.n_seats;
    run->setup.first = old.first;
    run->setup.n_order = old.n_order;
    memcpy(run->setup.order, old.order, sizeof old.order);
    return true;
}

static bool set_switch(struct run *run, const char *name, const char *value)
{
    enum aude_switch sw = aude_switch_find(name);
    int n = sw < AUDE_SWITCHES ? aude_switch_parse(sw, value) : -1;

    if (sw == AUDE_SWITCHES) return fail(run, "there is no switch %s", name);
    if (n < 0) return fail(run, "%s has no value %s", name, value);
    run->setup.sw[sw] = (uint8_t)n;
    return true;
}

static bool do_switch(struct run *run, struct words *words)
{
    if (words->n != 2) return fail(run, "a switch has a name and a value");
    return set_switch(run, words->word[0], words->word[1]);
}

static bool do_players(struct run *run, struct words *words)
{
    int n = 0;

    for (int i = 0; i < AUDE_SEATS_MAX; i++) run->seat[i][0] = 0;
    /* A number too large or too small is for `refuse start`. */
    if (words->n == 1 && parse_int(words->word[0], &n)) {
        run->setup.n_seats = (uint8_t)n;
        return true;
    }
    if (!words->n || words->n > AUDE_SEATS_MAX) return fail(run, "name 2 to 6 players");
    for (int i = 0; i < words->n; i++) strcpy(run->seat[i], words->word[i]);
    run->setup.n_seats = (uint8_t)words->n;
    return true;
}

static bool do_first(struct run *run, struct words *words)
{
    int seat;

    if (words->n == 2 && is(words->word[0], "by") && is(words->word[1], "lot")) {
        run->setup.first = AUDE_SEAT_NONE;
        return true;
    }
    if (words->n == 2 && is(words->word[0], "seat") && parse_int(words->word[1], &seat)) {
        run->setup.first = (uint8_t)seat;
        return true;
    }
    if (words->n != 1) return fail(run, "first needs a player, or \"by lot\"");
    if (!parse_seat(run, words->word[0], &seat)) return false;
    run->setup.first = (uint8_t)seat;
    return true;
}

static bool do_seed(struct run *run, struct words *words)
{
    int seed;

    if (words->n != 1 || !parse_int(words->word[0], &seed) || seed < 0)
        return fail(run, "seed needs a number");
    run->setup.seed = aude_seed((uint64_t)seed);
    return true;
}

static bool do_expansion(struct run *run, struct words *words)
{
    for (int i = 0; i < words->n; i++) {
        enum aude_set set = aude_set_find(words->word[i]);
        if (set == AUDE_SETS) return fail(run, "there is no set %s", words->word[i]);
        run->setup.expansions |= (uint16_t)(1u << set);
    }
    return true;
}

/* The first pass has read it; `deal` and `last` only have to be words of the language. */
static bool do_nothing(struct run *run, struct words *words)
{
    (void)run;
    (void)words;
    return true;
}

/* -- Playing ------------------------------------------------------------------------- */

/* Points that the turn just over brought and the card did not mention. */
static bool all_told(struct run *run)
{
    for (int i = 0; i < run->events.n; i++) {
        const struct aude_event *ev = &run->event[i];
        if (ev->kind == AUDE_EV_SCORE && !ev->final && !run->told[i])
            return fail(
                run, "before this line %s scored %d (%s), which the card does not say",
                seat_name(run, ev->seat), ev->points, aude_feature_name(ev->feature));
    }
    return true;
}

static bool play(struct run *run, struct aude_action action)
{
    char text[96];
    int times = listed(run, action);
    int seen = run->events.n;
    enum aude_err err = aude_game_play(&run->game, action, &run->events);

    if (err)
        return fail(run, "\"%s\" is refused: %s %s",
                    action_text(run, action, text, sizeof text), aude_err_rule(err),
                    aude_err_sentence(err));
    if (times != 1)
        return fail(run, "the action was accepted but stands in the list %d times",
                    times);
    if (run->events.n > run->events.max) return fail(run, "too many events in one turn");
    const char *wrong = aude_game_check(&run->game);
    if (wrong) return fail(run, "after this the game is not sound: %s", wrong);
    for (int i = seen; i < run->events.n; i++)
        if (run->event[i].kind == AUDE_EV_LAY) run->laid[run->event[i].seat]++;
    return true;
}

static bool on_turn(struct run *run, const char *name)
{
    int seat;

    if (!parse_seat(run, name, &seat)) return false;
    if (aude_game_over(&run->game)) return fail(run, "the game is over");
    return seat == run->game.turn.actor || fail(run, "it is not %s's turn but %s's", name,
                                                seat_name(run, run->game.turn.actor));
}

static bool in_hand(struct run *run, const char *name)
{
    aude_kind kind;

    if (!parse_tile(run, name, &kind)) return false;
    return kind == run->game.turn.tile ||
           fail(run, "the tile drawn is %s, not %s", tile_name(run->game.turn.tile),
                tile_name(kind));
}

/* Step 1 of "red: E 0,-1 180 knight S". */
static bool lay_named(struct run *run, struct words *words, int *at)
{
    struct aude_action action;

    if (!all_told(run)) return false;
    if (run->game.turn.phase != AUDE_PHASE_TILE)
        return fail(run, "the turn before is still open: it ended with ...");
    if (!is(words->word[*at], "lay") && !in_hand(run, words->word[*at])) return false;
    ++*at;
    clear_events(run);
    return parse_lay(run, words, at, &action) && play(run, action);
}

/* "red: ..." A line is a whole turn, unless it ends with "...". */
static bool do_turn(struct run *run, struct words *words)
{
    struct aude_action action = {.kind = AUDE_PASS};
    bool open = is(words->word[words->n - 1], "...");
    int at = 2;

    if (open) words->n--;
    if (words->n < 3) return fail(run, "what does %s do?", words->word[0]);
    if (!on_turn(run, words->word[0])) return false;
    const char *word = words->word[2];
    if (!is_role(word) && !is(word, "pass") && !is(word, "recall"))
        if (!lay_named(run, words, &at)) return false;
    if (at == words->n && open) return true;
    if (at < words->n && !parse_action(run, words, &at, &action)) return false;
    if (at < words->n) return fail(run, "\"%s\" is not understood here", words->word[at]);
    return play(run, action);
}

static bool do_draws(struct run *run, struct words *words)
{
    return on_turn(run, words->word[0]) && in_hand(run, words->word[2]);
}

static bool has_event(const struct run *run, enum aude_event_kind what, int tile,
                      int points)
{
    for (int i = 0; i < run->events.n; i++)
        if (run->event[i].kind == what && (tile < 0 || run->event[i].tile == tile) &&
            (points < 0 || run->event[i].points == points))
            return true;
    return false;
}

static bool do_removed(struct run *run, struct words *words)
{
    aude_kind kind;

    if (words->n != 1) return fail(run, "removed needs a tile");
    if (!parse_tile(run, words->word[0], &kind)) return false;
    return has_event(run, AUDE_EV_DISCARD, kind, -1) ||
           fail(run, "%s was not removed from the game", tile_name(kind));
}

static bool do_returned(struct run *run, struct words *words)
{
    aude_kind kind;

    if (words->n != 1) return fail(run, "returned needs a tile");
    if (!parse_tile(run, words->word[0], &kind)) return false;
    return has_event(run, AUDE_EV_RESHUFFLE, kind, -1) ||
           fail(run, "%s was not put back into the river pile", tile_name(kind));
}

/* "river ends 4": it ends early and four tiles leave the game. */
static bool do_river(struct run *run, struct words *words)
{
    int n;

    if (words->n != 2 || !is(words->word[0], "ends") || !parse_int(words->word[1], &n))
        return fail(run, "river ends needs the number of tiles that leave");
    return has_event(run, AUDE_EV_RIVER_END, -1, n) ||
           fail(run, "the river did not end with %d tiles leaving the game", n);
}

static bool same_points(const struct run *run, const int32_t *before,
                        const struct aude_game *after)
{
    int32_t points[AUDE_SEATS_MAX];

    aude_game_projection(after, points);
    for (int i = 0; i < run->setup.n_seats; i++)
        if (points[i] != before[i]) return false;
    return true;
}

/* In how many cells could such a tile be laid now? */
static int places_of(const struct aude_game *game, aude_kind kind)
{
    int west = 0, east = 0, north = 0, south = 0, n = 0;

    for (unsigned i = 0; i < game->n_laid; i++) {
        const struct aude_laid *laid = &game->laid[i];
        if (laid->x < west) west = laid->x;
        if (laid->x > east) east = laid->x;
        if (laid->y < north) north = laid->y;
        if (laid->y > south) south = laid->y;
    }
    for (int x = west - 1; x <= east + 1; x++)
        for (int y = north - 1; y <= south + 1; y++)
            n += aude_game_fits(game, kind, x, y) != 0;
    return n;
}

/* How good is laying there for `finish`? Less is better; -1: somebody's points change. */
static int rate_quiet(struct run *run, struct aude_action lay, const int32_t *before,
                      int n_last)
{
    struct aude_action pass = {.kind = AUDE_PASS};
    int places = 0;

    aude_game_copy(&run->copy, &run->game);
    if (aude_game_play(&run->copy, lay, NULL)) return -1;
    for (int i = 0; i < n_last; i++) places += places_of(&run->copy, run->last[i]);
    if (aude_game_play(&run->copy, pass, NULL)) return -1;
    return same_points(run, before, &run->copy) ? places : -1;
}

/* Which of two equally good places `finish` takes must not depend on the list's order. */
static bool comes_first(struct aude_action a, struct aude_action b)
{
    if (a.y != b.y) return a.y < b.y;
    return a.x != b.x ? a.x < b.x : a.arg < b.arg;
}

/* One tile of `finish`, where it changes nobody's points and, if it can be helped, leaves
 * no room for the first n_last tiles named by `last`. */
static bool lay_quietly(struct run *run, int n_last)
{
    struct aude_action best = {.kind = AUDE_NO_ACTION};
    int32_t before[AUDE_SEATS_MAX];
    int least = 0;
    int n = aude_game_actions(&run->game, run->action, AUDE_ACTIONS_MAX);

    aude_game_projection(&run->game, before);
    for (int i = 0; i < n; i++) {
        struct aude_action lay = run->action[i];
        int places = rate_quiet(run, lay, before, n_last);
        if (places < 0 || (best.kind && places > least)) continue;
        if (best.kind && places == least && !comes_first(lay, best)) continue;
        best = lay;
        least = places;
    }
    if (!best.kind)
        return fail(run, "finish finds no quiet place for %s",
                    tile_name(run->game.turn.tile));
    clear_events(run);
    return play(run, best) && play(run, (struct aude_action){.kind = AUDE_PASS});
}

/* "finish", "finish but 1": that many tiles are left, the one in hand counted. */
static bool do_finish(struct run *run, struct words *words)
{
    int but = 0;

    if (words->n &&
        (words->n != 2 || !is(words->word[0], "but") || !parse_int(words->word[1], &but)))
        return fail(run, "finish, or finish but 1");
    if (!all_told(run)) return false;
    while (!aude_game_over(&run->game) && aude_game_left_total(&run->game) + 1 > but)
        if (!lay_quietly(run, but ? 0 : run->n_last)) return false;
    return true;
}

/* -- Expectations: points and figures ------------------------------------------------ */

/* "red 8 city (3 tiles x 2 + 1 shield x 2)" against a score event. */
static bool matches(const struct aude_event *ev, int seat, int points, int kind,
                    const char *sum)
{
    char text[128];

    if (ev->kind != AUDE_EV_SCORE || ev->seat != seat || ev->points != points ||
        ev->feature != kind)
        return false;
    if (!*sum) return true;
    aude_event_sum(ev, text, sizeof text);
    char *equals = strstr(text, " =");
    if (equals) *equals = 0;
    return is(text, sum);
}

/* Cut "(...)" out of the clause into `sum`. */
static void cut_sum(char *clause, char *sum, size_t size)
{
    char *open = strchr(clause, '('), *close = strchr(clause, ')');

    *sum = 0;
    if (!open || !close || close < open) return;
    snprintf(sum, size, "%.*s", (int)(close - open - 1), open + 1);
    *open = 0;
}

static bool expect_score(struct run *run, char *clause, bool final)
{
    struct words words;
    char sum[128], got[160] = "nothing";
    int seat, points, kind;

    cut_sum(clause, sum, sizeof sum);
    split(clause, &words);
    if (words.n != 3 || !parse_int(words.word[1], &points) ||
        (kind = feature_kind(words.word[2])) < 0)
        return fail(run, "a score is written as player, points, feature: red 4 city");
    if (!parse_seat(run, words.word[0], &seat)) return false;
    for (int i = 0; i < run->events.n; i++) {
        const struct aude_event *ev = &run->event[i];
        if (run->told[i] || (ev->final != 0) != final) continue;
        if (matches(ev, seat, points, kind, sum)) {
            run->told[i] = true;
            run->checks++;
            return true;
        }
        if (ev->kind != AUDE_EV_SCORE || ev->seat != seat) continue;
        snprintf(got, sizeof got, "a %s: ", aude_feature_name(ev->feature));
        aude_event_sum(ev, got + strlen(got), sizeof got - strlen(got));
    }
    return fail(run, "%s should score %d (%s%s%s) and got %s", words.word[0], points,
                words.word[2], *sum ? ": " : "", sum, got);
}

/* The line behind its first word(s), cut at ", ". */
static bool expect_scores(struct run *run, const char *text, bool final)
{
    char line[LINE_BYTES];
    char *clause = line;

    snprintf(line, sizeof line, "%s", text);
    run->checks--; /* each clause counts itself */
    while (clause) {
        char *next = strstr(clause, ", ");
        if (next) *next = 0;
        if (!expect_score(run, clause, final)) return false;
        clause = next ? next + 2 : NULL;
    }
    return true;
}

static bool do_scores(struct run *run, struct words *words)
{
    return expect_scores(run, strstr(words->text, "scores") + strlen("scores"), false);
}

static bool do_at(struct run *run, struct words *words)
{
    const char *end = strstr(words->text, "at the end");

    if (!end) return fail(run, "\"at\" must go on with \"the end\"");
    if (!aude_game_over(&run->game)) return fail(run, "the game is not over");
    return expect_scores(run, end + strlen("at the end"), true);
}

/* "nobody scores", "nobody on 0,-1". */
static bool do_nobody(struct run *run, struct words *words)
{
    int x, y;

    if (words->n == 1 && is(words->word[0], "scores")) {
        for (int i = 0; i < run->events.n; i++)
            if (run->event[i].kind == AUDE_EV_SCORE && !run->event[i].final)
                return fail(run, "%s scored %d", seat_name(run, run->event[i].seat),
                            run->event[i].points);
        return true;
    }
    if (words->n != 2 || !is(words->word[0], "on") || !parse_cell(words->word[1], &x, &y))
        return fail(run, "nobody scores, or nobody on a cell");
    for (unsigned i = 0; i < run->game.n_figures; i++) {
        const struct aude_figure *fig = &run->game.figure[i];
        if (fig->where == AUDE_AT_SEGMENT &&
            run->game.tile_of[fig->at] == aude_game_tile_at(&run->game, x, y))
            return fail(run, "a figure of %s stands on %d,%d", seat_name(run, fig->seat),
                        x, y);
    }
    return true;
}

/* "red 4 blue 0": one number per player, compared with value(run, seat). */
static bool expect_pairs(struct run *run, const struct words *words, const char *what,
                         int (*value)(const struct run *, int seat))
{
    int seat, wanted;

    if (!words->n || words->n % 2)
        return fail(run, "%s: player and number, in turn", what);
    for (int i = 0; i < words->n; i += 2) {
        if (!parse_seat(run, words->word[i], &seat)) return false;
        if (!parse_int(words->word[i + 1], &wanted))
            return fail(run, "\"%s\" is no number", words->word[i + 1]);
        if (value(run, seat) != wanted)
            return fail(run, "%s of %s: expected %d, got %d", what, words->word[i],
                        wanted, value(run, seat));
    }
    run->checks += words->n / 2 - 1;
    return true;
}

static int points_of(const struct run *run, int seat)
{
    return run->game.player[seat].points;
}

static int final_of(const struct run *run, int seat)
{
    int32_t points[AUDE_SEATS_MAX];

    aude_game_projection(&run->game, points);
    return points[seat];
}

static int supply_of(const struct run *run, int seat)
{
    return run->game.player[seat].supply[AUDE_SMALL];
}

static int abbots_of(const struct run *run, int seat)
{
    return run->game.player[seat].supply[AUDE_ABBOT];
}

static int laid_of(const struct run *run, int seat)
{
    return run->laid[seat];
}

static bool do_points(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "points", points_of);
}

static bool do_final(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "final points", final_of);
}

static bool do_supply(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "followers in the supply", supply_of);
}

static bool do_abbots(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "abbots in the supply", abbots_of);
}

static bool do_laid(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "tiles laid", laid_of);
}

/* "stands red 0,-1 city N": a figure of red. */
static bool do_stands(struct run *run, struct words *words)
{
    int seat, tile, segment, at = 1;

    if (!words->n || !parse_seat(run, words->word[0], &seat)) return false;
    if (!parse_place(run, words, &at, &tile, &segment)) return false;
    for (unsigned i = 0; i < run->game.n_figures; i++) {
        const struct aude_figure *fig = &run->game.figure[i];
        if (fig->where == AUDE_AT_SEGMENT && fig->seat == seat &&
            fig->at == run->game.laid[tile].first + segment)
            return true;
    }
    return fail(run, "no figure of %s stands there", words->word[0]);
}

/* -- Expectations: what may be done -------------------------------------------------- */

static bool expect_offer(struct run *run, const struct words *words, int *at)
{
    struct aude_action action;
    char text[96];

    if (!parse_action(run, words, at, &action)) return false;
    if (listed(run, action) != 1 || aude_game_why(&run->game, action))
        return fail(run, "\"%s\" is not offered",
                    action_text(run, action, text, sizeof text));
    run->checks++;
    return true;
}

static bool not_named(struct run *run, const struct words *words, const bool *named)
{
    char text[96];
    int n = aude_game_actions(&run->game, run->action, AUDE_ACTIONS_MAX);

    (void)words;
    for (int i = 0; i < n; i++)
        if (!named[i])
            return fail(run, "\"%s\" is offered too",
                        action_text(run, run->action[i], text, sizeof text));
    return true;
}

/* "offers knight N", "offers only thief E W, pass". */
static bool do_offers(struct run *run, struct words *words)
{
    static bool named[AUDE_ACTIONS_MAX];
    struct aude_action action;
    bool only = words->n && is(words->word[0], "only");
    int at = only;

    for (int i = 0; i < words->n; i++) {
        char *word = words->word[i];
        if (word[strlen(word) - 1] == ',') word[strlen(word) - 1] = 0;
    }
    memset(named, 0, sizeof named);
    run->checks--;
    while (at < words->n) {
        int from = at;
        if (!expect_offer(run, words, &at)) return false;
        if (!parse_action(run, words, &from, &action)) return false;
        int n = aude_game_actions(&run->game, run->action, AUDE_ACTIONS_MAX);
        for (int i = 0; i < n; i++) named[i] |= same_action(run->action[i], action);
    }
    return !only || not_named(run, words, named);
}

static bool refuse_start(struct run *run, const char *rule)
{
    enum aude_err err;

    if (run->started) return fail(run, "the game has started long ago");
    err = aude_game_init(&run->game, &run->setup, NULL);
    if (!err) return fail(run, "the game starts, which %s forbids", rule);
    run->refused = true;
    return is(aude_err_rule(err), rule) ||
           fail(run, "the setup is refused by %s (%s), not by %s", aude_err_rule(err),
                aude_err_sentence(err), rule);
}

/* "refuse lay 3,3 0 BASE-10": not listed, refused by that rule, nothing changed. */
static bool do_refuse(struct run *run, struct words *words)
{
    struct aude_action action;
    char text[96];
    int at = 0;

    if (words->n < 2) return fail(run, "refuse needs an action and a rule");
    const char *rule = words->word[--words->n];
    if (is(words->word[0], "start")) return refuse_start(run, rule);
    if (!start(run) || !parse_action(run, words, &at, &action)) return false;
    if (at < words->n) return fail(run, "\"%s\" is not understood here", words->word[at]);
    action_text(run, action, text, sizeof text);
    if (listed(run, action)) return fail(run, "\"%s\" is offered", text);
    uint64_t hash = aude_game_hash(&run->game);
    memcpy(&run->copy, &run->game, sizeof run->game);
    enum aude_err why = aude_game_why(&run->game, action);
    enum aude_err err = aude_game_play(&run->game, action, NULL);
    if (!err) return fail(run, "\"%s\" is accepted, which %s forbids", text, rule);
    if (why != err || aude_game_hash(&run->game) != hash ||
        memcmp(&run->copy, &run->game, sizeof run->game) != 0)
        return fail(run, "the refused \"%s\" changed the game", text);
    return is(aude_err_rule(err), rule) ||
           fail(run, "\"%s\" is refused by %s (%s), not by %s", text, aude_err_rule(err),
                aude_err_sentence(err), rule);
}

/* "fits nothing 0,-1": no tile of any set in play. */
static bool fits_nothing(struct run *run, const char *cell)
{
    int x, y;

    if (!parse_cell(cell, &x, &y)) return fail(run, "\"%s\" is no cell", cell);
    for (int kind = 0; kind < aude_tiles_count; kind++)
        if (run->game.sets >> aude_tiles[kind].set & 1 &&
            aude_game_fits(&run->game, (aude_kind)kind, x, y))
            return fail(run, "%s fits there", aude_tiles[kind].id);
    return true;
}

/* "fits C nowhere", "fits E 0,-1 180": exactly these turns. */
static bool do_fits(struct run *run, struct words *words)
{
    aude_kind kind;
    unsigned wanted = 0, got;
    int x, y, rot = 0;

    if (words->n < 2) return fail(run, "fits needs a tile and a cell");
    if (is(words->word[0], "nothing")) return fits_nothing(run, words->word[1]);
    if (!parse_tile(run, words->word[0], &kind)) return false;
    if (is(words->word[1], "nowhere"))
        return !places_of(&run->game, kind) ||
               fail(run, "%s fits in %d cells", tile_name(kind),
                    places_of(&run->game, kind));
    if (!parse_cell(words->word[1], &x, &y))
        return fail(run, "\"%s\" is no cell", words->word[1]);
    for (int i = 2; i < words->n; i++) {
        if (is(words->word[i], "not")) continue;
        if (!parse_rotation(run, words->word[i], &rot)) return false;
        wanted |= 1u << rot;
    }
    got = aude_game_fits(&run->game, kind, x, y);
    return got == wanted ||
           fail(run, "%s fits there with turns %s%s%s%s%s", words->word[0],
                got ? "" : "none", got & 1 ? "0 " : "", got & 2 ? "90 " : "",
                got & 4 ? "180 " : "", got & 8 ? "270" : "");
}

/* -- Expectations: features ---------------------------------------------------------- */

static bool expect_number(struct run *run, const struct words *words, int *at, int got)
{
    const char *what = words->word[*at];
    int wanted;

    if (*at + 1 >= words->n || !parse_int(words->word[*at + 1], &wanted))
        return fail(run, "%s needs a number", what);
    *at += 2;
    run->checks++;
    return got == wanted || fail(run, "%s: expected %d, got %d", what, wanted, got);
}

static bool expect_owners(struct run *run, const struct words *words, int *at,
                          const struct aude_feature_view *view)
{
    unsigned wanted = 0;

    for (++*at; *at < words->n && seat_named(run, words->word[*at]) >= 0; ++*at)
        wanted |= 1u << seat_named(run, words->word[*at]);
    run->checks++;
    return view->owners == wanted ||
           fail(run, "the owners are others (seats %#x, not %#x)", view->owners, wanted);
}

static bool expect_strength(struct run *run, const struct words *words, int *at,
                            const struct aude_feature_view *view)
{
    int seat;

    for (++*at; *at < words->n && (seat = seat_named(run, words->word[*at])) >= 0;)
        if (!expect_number(run, words, at, view->strength[seat])) return false;
    return true;
}

/* One property of "feature 0,-1 city S: tiles 2 shields 0 complete owners red". */
static bool expect_property(struct run *run, const struct words *words, int *at,
                            const struct aude_feature_view *view)
{
    const char *what = words->word[*at];

    if (is(what, "tiles")) return expect_number(run, words, at, view->tiles);
    if (is(what, "shields")) return expect_number(run, words, at, view->shields);
    if (is(what, "open")) return expect_number(run, words, at, view->open);
    if (is(what, "points")) return expect_number(run, words, at, view->points);
    if (is(what, "owners")) return expect_owners(run, words, at, view);
    if (is(what, "strength")) return expect_strength(run, words, at, view);
    ++*at;
    run->checks++;
    if (is(what, "free")) return !view->owners || fail(run, "it is occupied");
    if (is(what, "complete")) return view->complete || fail(run, "it is not complete");
    if (is(what, "incomplete")) return !view->complete || fail(run, "it is complete");
    return fail(run, "\"%s\" is nothing a feature has", what);
}

static bool do_feature(struct run *run, struct words *words)
{
    struct aude_feature_view view;
    int at = 0, tile, segment;

    if (!parse_place(run, words, &at, &tile, &segment)) return false;
    if (at >= words->n || !is(words->word[at], ":"))
        return fail(run, "a colon is missing behind the place");
    aude_game_feature(&run->game, tile, segment, &view);
    run->checks--;
    for (at++; at < words->n;)
        if (!expect_property(run, words, &at, &view)) return false;
    return true;
}

/* Two places, divided by a word. */
static bool two_features(struct run *run, struct words *words, uint16_t id[2])
{
    struct aude_feature_view view;
    int at = 0, tile, segment;

    for (int i = 0; i < 2; i++) {
        if (!parse_place(run, words, &at, &tile, &segment)) return false;
        aude_game_feature(&run->game, tile, segment, &view);
        id[i] = view.id;
        at++; /* "with", "from" */
    }
    return true;
}

static bool do_joined(struct run *run, struct words *words)
{
    uint16_t id[2];

    if (!two_features(run, words, id)) return false;
    return id[0] == id[1] || fail(run, "they are two features");
}

static bool do_apart(struct run *run, struct words *words)
{
    uint16_t id[2];

    if (!two_features(run, words, id)) return false;
    return id[0] != id[1] || fail(run, "they are one feature");
}

/* -- Expectations: the game ---------------------------------------------------------- */

/* "left 70", "left E 4": tiles still to be drawn, the one in hand not counted. */
static bool do_left(struct run *run, struct words *words)
{
    aude_kind kind;
    int wanted, got;

    if (!words->n || !parse_int(words->word[words->n - 1], &wanted))
        return fail(run, "left needs a number");
    if (words->n == 2 && !parse_tile(run, words->word[0], &kind)) return false;
    got = words->n == 2 ? aude_game_left(&run->game, kind)
                        : aude_game_left_total(&run->game);
    return got == wanted || fail(run, "%d are left, not %d", got, wanted);
}

static bool do_over(struct run *run, struct words *words)
{
    (void)words;
    return aude_game_over(&run->game) || fail(run, "the game goes on");
}

static bool do_goes(struct run *run, struct words *words)
{
    (void)words;
    return !aude_game_over(&run->game) || fail(run, "the game is over");
}

/* "turn blue": who must decide now. */
static bool do_turn_of(struct run *run, struct words *words)
{
    if (words->n != 1) return fail(run, "turn needs a player");
    return on_turn(run, words->word[0]);
}

static bool do_winners(struct run *run, struct words *words)
{
    unsigned wanted = 0;
    int seat;

    for (int i = 0; i < words->n; i++) {
        if (!parse_seat(run, words->word[i], &seat)) return false;
        wanted |= 1u << seat;
    }
    return wanted == aude_game_winners(&run->game) ||
           fail(run, "the winners are others (seats %#x, not %#x)",
                aude_game_winners(&run->game), wanted);
}

/* "is small_city HALF": how a switch stands in this game. */
static bool do_is(struct run *run, struct words *words)
{
    enum aude_switch sw =
        words->n == 2 ? aude_switch_find(words->word[0]) : AUDE_SWITCHES;
    char got[32] = "?";

    if (sw == AUDE_SWITCHES) return fail(run, "is needs a switch and a value");
    aude_switch_value(sw, run->game.sw[sw], got, sizeof got);
    return is(got, words->word[1]) || fail(run, "%s is %s", words->word[0], got);
}

/* "everybody sees E": the tile drawn is in the view of every seat and of a watcher. */
static bool do_everybody(struct run *run, struct words *words)
{
    aude_kind kind;

    if (words->n != 2 || !is(words->word[0], "sees"))
        return fail(run, "everybody sees what?");
    if (!parse_tile(run, words->word[1], &kind)) return false;
    for (unsigned seat = 0; seat <= run->setup.n_seats; seat++) {
        unsigned who = seat < run->setup.n_seats ? seat : AUDE_SEAT_NONE;
        aude_game_view(&run->copy, &run->game, who);
        if (run->copy.turn.tile != kind)
            return fail(run, "%s sees %s", seat_name(run, who),
                        tile_name(run->copy.turn.tile));
    }
    return true;
}

/* -- The language -------------------------------------------------------------------- */

enum when { SETUP, TABLE, EXPECT, START };

static const struct statement {
    const char *word;
    enum when when; /* SETUP before the game; TABLE plays; EXPECT counts as a check */
    bool (*run)(struct run *run, struct words *words);
} statements[] = {
    {"rules", SETUP, do_rules},      {"switch", SETUP, do_switch},
    {"players", SETUP, do_players},  {"first", SETUP, do_first},
    {"seed", SETUP, do_seed},        {"expansion", SETUP, do_expansion},
    {"last", SETUP, do_nothing},     {"for", SETUP, do_nothing},
    {"deal", SETUP, do_nothing},

    {"finish", TABLE, do_finish},

    {"removed", EXPECT, do_removed}, {"returned", EXPECT, do_returned},
    {"river", EXPECT, do_river},     {"scores", EXPECT, do_scores},
    {"nobody", EXPECT, do_nobody},   {"at", EXPECT, do_at},
    {"points", EXPECT, do_points},   {"final", EXPECT, do_final},
    {"supply", EXPECT, do_supply},   {"abbots", EXPECT, do_abbots},
    {"laid", EXPECT, do_laid},       {"stands", EXPECT, do_stands},
    {"offers", EXPECT, do_offers},   {"fits", EXPECT, do_fits},
    {"feature", EXPECT, do_feature}, {"joined", EXPECT, do_joined},
    {"apart", EXPECT, do_apart},     {"left", EXPECT, do_left},
    {"over", EXPECT, do_over},       {"goes", EXPECT, do_goes},
    {"turn", EXPECT, do_turn_of},    {"winners", EXPECT, do_winners},
    {"is", EXPECT, do_is},           {"everybody", EXPECT, do_everybody},

    {"refuse", START, do_refuse}, /* also the start itself */
};

static const struct statement *find_statement(const char *word)
{
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++)
        if (is(statements[i].word, word)) return &statements[i];
    return NULL;
}

static bool is_turn(const struct words *words)
{
    return words->n > 1 && is(words->word[1], ":");
}

static bool is_draw(const struct words *words)
{
    return words->n == 3 && is(words->word[1], "draws");
}

/* Drop "if FIELD|CITY_POOLED" and say whether it holds. */
static bool holds(const struct run *run, struct words *words)
{
    char list[WORD_BYTES];
    bool found = false;

    if (words->n < 2 || !is(words->word[0], "if")) return true;
    strcpy(list, words->word[1]);
    for (char *word = strtok(list, "|"); word; word = strtok(NULL, "|"))
        found |= run->variant && is(word, run->variant);
    drop_first(words, 2);
    return found;
}

static bool execute(struct run *run, struct words *words)
{
    if (!holds(run, words) || !words->n) return true;
    if (is_turn(words)) return start(run) && do_turn(run, words);
    if (is_draw(words)) {
        run->checks++;
        return start(run) && do_draws(run, words);
    }
    const struct statement *statement = find_statement(words->word[0]);
    if (!statement) return fail(run, "\"%s\" is no word of a card", words->word[0]);
    if (statement->when == SETUP && run->started)
        return fail(run, "%s comes before the first turn", statement->word);
    if ((statement->when == TABLE || statement->when == EXPECT) && !start(run))
        return false;
    if (statement->when == EXPECT || statement->when == START) run->checks++;
    drop_first(words, 1);
    return statement->run(run, words);
}

/* -- Reading ------------------------------------------------------------------------- */

/* The line without comment and surrounding blanks. */
static void clean(const char *line, char *out)
{
    size_t n = strcspn(line, "#\n");

    while (n && isspace((unsigned char)line[n - 1])) n--;
    memcpy(out, line, n);
    out[n] = 0;
    size_t blank = strspn(out, " \t");
    memmove(out, out + blank, n - blank + 1);
}

/* The tile that this line brings into the game, or NULL. */
static const char *tile_in_line(const struct words *words)
{
    const char *word = words->n > 2 ? words->word[2] : "";

    if (is_draw(words)) return word;
    if (words->n == 2 &&
        (is(words->word[0], "removed") || is(words->word[0], "returned")))
        return words->word[1];
    if (!is_turn(words) || words->n < 3 || is_role(word)) return NULL;
    return is(word, "lay") || is(word, "pass") || is(word, "recall") ? NULL : word;
}

static bool add_order(struct run *run, const char *name)
{
    aude_kind kind;

    if (!parse_tile(run, name, &kind)) return false;
    run->setup.order[run->setup.n_order++] = kind;
    return true;
}

/* First pass: setup lines, and every tile the card names, in order. */
static bool collect(struct run *run, struct words *words)
{
    if (!holds(run, words) || !words->n) return true;
    const char *tile = tile_in_line(words);
    const struct statement *statement = find_statement(words->word[0]);

    if (tile) return add_order(run, tile);
    if (!statement || statement->when != SETUP || is_turn(words)) return true;
    bool last = is(words->word[0], "last"), deal = is(words->word[0], "deal");
    drop_first(words, 1);
    for (int i = 0; deal && i < words->n; i++)
        if (!add_order(run, words->word[i])) return false;
    for (int i = 0; last && i < words->n && run->n_last < LAST_MAX; i++)
        if (!parse_tile(run, words->word[i], &run->last[run->n_last++])) return false;
    return statement->run(run, words);
}

static bool each_line(struct run *run, bool (*what)(struct run *, struct words *))
{
    struct words words;
    char text[LINE_BYTES];

    for (run->line = run->card->head + 1; run->line < run->card->end; run->line++) {
        clean(run->card->source->line[run->line], text);
        split(text, &words);
        if (words.n && !what(run, &words)) return false;
    }
    return true;
}

/* A variant is a preset, a seed or a value of a switch. */
static bool set_variant(struct run *run, const char *what, const char *value)
{
    struct words words = {.n = 1};

    if (!what) return true;
    strcpy(words.word[0], value);
    if (is(what, "rules")) return do_rules(run, &words);
    if (is(what, "seed")) return do_seed(run, &words);
    return set_switch(run, what, value);
}

static bool run_variant(struct run *run, const char *what, const char *value)
{
    aude_setup_preset(&run->setup, AUDE_PRESET_GROW);
    run->setup.first = 0;
    run->variant = value;
    strcpy(run->seat[0], "red");
    strcpy(run->seat[1], "blue");
    run->line = run->card->head;
    if (what && is(what, "rules") && !set_variant(run, what, value)) return false;
    if (!each_line(run, collect)) return false;
    if (what && !is(what, "rules") && !set_variant(run, what, value)) return false;
    /* The second pass meets the setup lines again; what the variant set prevails. */
    struct aude_setup setup = run->setup;
    for (run->line = run->card->head + 1; run->line < run->card->end; run->line++) {
        struct words words;
        char text[LINE_BYTES];
        clean(run->card->source->line[run->line], text);
        split(text, &words);
        if (words.n && !execute(run, &words)) return false;
        if (!run->started) run->setup = setup;
    }
    return run->refused || (start(run) && all_told(run));
}

/* -- Cards --------------------------------------------------------------------------- */

/* The card's `for` line, or no words. */
static void find_variants(const struct card *card, struct words *out)
{
    static char text[LINE_BYTES];

    for (int i = card->head + 1; i < card->end; i++) {
        clean(card->source->line[i], text);
        split(text, out);
        if (out->n > 2 && is(out->word[0], "for")) return;
    }
    out->n = 0;
}

static void tell(FILE *log, const struct card *card, int line, const char *variant,
                 const char *message)
{
    fprintf(log, "%s:%d: %.*s%s%s: %s\n", card->file, line + 1, card->title_length,
            card->title, variant ? ", " : "", variant ? variant : "", message);
}

/* Run the card in all its variants. Did it hold? */
static bool run_card(const struct card *card, struct run *run,
                     struct cards_report *report, FILE *log)
{
    struct words variants;
    bool good = true;

    find_variants(card, &variants);
    for (int i = 2; i < variants.n || i == 2; i++) {
        bool varied = variants.n > 2;
        memset(run, 0, sizeof *run);
        run->card = card;
        bool held = run_variant(run, varied ? variants.word[1] : NULL,
                                varied ? variants.word[i] : NULL);
        report->expectations += run->checks;
        if (!held && !card->gap) tell(log, card, run->line, run->variant, run->message);
        good &= held;
    }
    return good;
}

static void judge(struct card *card, struct run *run, struct cards_report *report,
                  FILE *log)
{
    const char *head = card->source->line[card->head] + 1;

    head += strspn(head, " ");
    card->gap = *head == '*';
    if (card->gap) head += 1 + strspn(head + 1, " ");
    card->title = head;
    card->title_length = (int)strcspn(head, "[\n");
    while (card->title_length && head[card->title_length - 1] == ' ')
        card->title_length--;
    report->cards++;
    if (!strchr(head, '[') || !strchr(head, ']')) {
        tell(log, card, card->head, NULL, "the title cites no rule in brackets");
        report->failed++;
        return;
    }
    bool good = run_card(card, run, report, log);
    if (card->gap && good)
        tell(log, card, card->head, NULL, "holds now: take the star off its title");
    report->failed += good == card->gap;
    report->gaps += card->gap && !good;
}

static bool read_source(const char *path, struct source *source, FILE *log)
{
    FILE *file = fopen(path, "r");

    if (!file) {
        fprintf(log, "%s: cannot be read\n", path);
        return false;
    }
    source->n = 0;
    while (source->n < LINES_MAX && fgets(source->line[source->n], LINE_BYTES, file)) {
        const char *line = source->line[source->n++];
        if (strlen(line) == LINE_BYTES - 1)
            fprintf(log, "%s:%d: the line is too long\n", path, source->n);
    }
    bool whole = feof(file);
    fclose(file);
    if (!whole) fprintf(log, "%s: more than %d lines\n", path, LINES_MAX);
    return whole;
}

void cards_run(const char *path, struct cards_report *report, FILE *log)
{
    struct source *source = malloc(sizeof *source);
    struct run *run = malloc(sizeof *run);

    if (!source || !run || !read_source(path, source, log))
        report->failed++, report->cards++;
    else
        for (int i = 0; i < source->n;) {
            struct card card = {.file = path, .source = source, .head = i, .end = i + 1};
            while (card.end < source->n && source->line[card.end][0] != '%') card.end++;
            if (source->line[i][0] == '%') judge(&card, run, report, log);
            i = card.end;
        }
    free(source);
    free(run);
}

void cards_folder(char *out, size_t size)
{
    const char *tests = getenv("AUDE_TESTS");

    snprintf(out, size, "%s/rules", tests && *tests ? tests : AUDE_TESTS_DIR);
}
