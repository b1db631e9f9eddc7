/* cards_play.c -- the statements of a card that set up a game and play it. */
#include "cards_internal.h"

#include <string.h>

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
        if (!at)
            return card_fail(run, "%s is not in the pile", card_tile_name(run->last[i]));
        memmove(&setup->order[at - 1], &setup->order[at], setup->n_order - at);
        setup->order[setup->n_order - 1] = run->last[i];
    }
    return true;
}

bool card_start(struct run *run)
{
    if (run->started) return true;
    if (run->n_last && !order_last(run)) return false;
    clear_events(run);
    enum aude_err err = aude_game_init(&run->game, &run->setup, &run->events);
    if (err)
        return card_fail(run, "the game does not start: %s %s", aude_err_rule(err),
                         aude_err_sentence(err));
    run->started = true;
    return true;
}

const char *card_seat_name(const struct run *run, unsigned seat)
{
    return seat < AUDE_SEATS_MAX ? run->seat[seat] : "nobody";
}

/* -- Setup statements ---------------------------------------------------------------- */

bool card_do_rules(struct run *run, struct words *words)
{
    struct aude_setup old = run->setup;
    enum aude_preset preset =
        words->n == 1 ? aude_preset_find(words->word[0]) : AUDE_PRESETS;

    if (preset == AUDE_PRESETS)
        return card_fail(run, "rules needs a preset: grow, devir_pt ...");
    aude_setup_preset(&run->setup, preset);
    run->setup.n_seats = old.n_seats;
    run->setup.first = old.first;
    run->setup.n_order = old.n_order;
    memcpy(run->setup.order, old.order, sizeof old.order);
    return true;
}

bool card_set_switch(struct run *run, const char *name, const char *value)
{
    enum aude_switch sw = aude_switch_find(name);
    int n = sw < AUDE_SWITCHES ? aude_switch_parse(sw, value) : -1;

    if (sw == AUDE_SWITCHES) return card_fail(run, "there is no switch %s", name);
    if (n < 0) return card_fail(run, "%s has no value %s", name, value);
    run->setup.sw[sw] = (uint8_t)n;
    return true;
}

bool card_do_switch(struct run *run, struct words *words)
{
    if (words->n != 2) return card_fail(run, "a switch has a name and a value");
    return card_set_switch(run, words->word[0], words->word[1]);
}

bool card_do_players(struct run *run, struct words *words)
{
    int n = 0;

    for (int i = 0; i < AUDE_SEATS_MAX; i++) run->seat[i][0] = 0;
    /* A number too large or too small is for `refuse start`. */
    if (words->n == 1 && card_parse_int(words->word[0], &n)) {
        run->setup.n_seats = (uint8_t)n;
        return true;
    }
    if (!words->n || words->n > AUDE_SEATS_MAX)
        return card_fail(run, "name 1 to 6 players");
    for (int i = 0; i < words->n; i++) strcpy(run->seat[i], words->word[i]);
    run->setup.n_seats = (uint8_t)words->n;
    return true;
}

bool card_do_first(struct run *run, struct words *words)
{
    int seat;

    if (words->n == 2 && card_is(words->word[0], "by") &&
        card_is(words->word[1], "lot")) {
        run->setup.first = AUDE_SEAT_NONE;
        return true;
    }
    if (words->n == 2 && card_is(words->word[0], "seat") &&
        card_parse_int(words->word[1], &seat)) {
        run->setup.first = (uint8_t)seat;
        return true;
    }
    if (words->n != 1) return card_fail(run, "first needs a player, or \"by lot\"");
    if (!card_parse_seat(run, words->word[0], &seat)) return false;
    run->setup.first = (uint8_t)seat;
    return true;
}

bool card_do_seed(struct run *run, struct words *words)
{
    int seed;

    if (words->n != 1 || !card_parse_int(words->word[0], &seed) || seed < 0)
        return card_fail(run, "seed needs a number");
    run->setup.seed = aude_seed((uint64_t)seed);
    return true;
}

bool card_do_expansion(struct run *run, struct words *words)
{
    for (int i = 0; i < words->n; i++) {
        enum aude_set set = aude_set_find(words->word[i]);
        if (set == AUDE_SETS) return card_fail(run, "there is no set %s", words->word[i]);
        run->setup.expansions |= 1u << set;
    }
    return true;
}

/* "tiles inns-cathedrals": a set's tiles without its rules. */
bool card_do_tiles(struct run *run, struct words *words)
{
    for (int i = 0; i < words->n; i++) {
        enum aude_set set = aude_set_find(words->word[i]);
        if (set == AUDE_SETS) return card_fail(run, "there is no set %s", words->word[i]);
        run->setup.tiles_only |= 1u << set;
    }
    return true;
}

/* "table river-2/river-curve-pig-herd 0,0 90": it lies there instead of the start tile. */
bool card_do_table(struct run *run, struct words *words)
{
    struct aude_start *tile = &run->setup.start[run->setup.n_start];
    int x, y, rot = 0;

    if (words->n != 3 || !card_parse_cell(words->word[1], &x, &y))
        return card_fail(run, "table needs a tile, a cell and a turn");
    if (run->setup.n_start == AUDE_START_MAX) return card_fail(run, "the table is full");
    if (!card_parse_tile(run, words->word[0], &tile->kind)) return false;
    if (!card_parse_rotation(run, words->word[2], &rot)) return false;
    tile->x = (int16_t)x;
    tile->y = (int16_t)y;
    tile->rot = (uint8_t)rot;
    run->setup.n_start++;
    return true;
}

/* The first pass has read it; `deal` and `last` only have to be words of the language. */
/* "figures small 1": how many of a kind every seat has. */
bool card_do_figures(struct run *run, struct words *words)
{
    int n, kind = words->n ? card_figure_named(words->word[0]) : AUDE_FIGURE_KINDS;

    if (words->n != 2 || kind == AUDE_FIGURE_KINDS ||
        !card_parse_int(words->word[1], &n) || n < 0 || n >= AUDE_BY_SETS)
        return card_fail(run, "figures needs a kind and a number");
    run->setup.figures[kind] = (uint8_t)n;
    return true;
}

bool card_do_nothing(struct run *run, struct words *words)
{
    (void)run;
    (void)words;
    return true;
}

/* -- Playing ------------------------------------------------------------------------- */

/* Points that the turn just over brought and the card did not mention. */
bool card_all_told(struct run *run)
{
    for (int i = 0; i < run->events.n; i++) {
        const struct aude_event *ev = &run->event[i];
        if (ev->kind == AUDE_EV_SCORE && !ev->final && !run->told[i])
            return card_fail(
                run, "before this line %s scored %d (%s), which the card does not say",
                card_seat_name(run, ev->seat), ev->points,
                aude_feature_name(ev->feature));
    }
    return true;
}

static bool play(struct run *run, struct aude_action action)
{
    char text[96];
    int times = card_listed(run, action);
    int seen = run->events.n;
    struct aude_action again = {0};
    card_action_text(run, action, text, sizeof text);
    bool readable =
        !aude_action_parse(&run->game, text, &again) && card_same_action(again, action);
    enum aude_err err = aude_game_play(&run->game, action, &run->events);

    if (err)
        return card_fail(run, "\"%s\" is refused: %s %s", text, aude_err_rule(err),
                         aude_err_sentence(err));
    if (!readable) return card_fail(run, "\"%s\" is not read as what was played", text);
    if (times != 1)
        return card_fail(run, "the action was accepted but stands in the list %d times",
                         times);
    if (run->events.n > run->events.max)
        return card_fail(run, "too many events in one turn");
    const char *wrong = aude_game_check(&run->game);
    if (wrong) return card_fail(run, "after this the game is not sound: %s", wrong);
    for (int i = seen; i < run->events.n; i++)
        if (run->event[i].kind == AUDE_EV_LAY) run->laid[run->event[i].seat]++;
    return true;
}

bool card_on_turn(struct run *run, const char *name)
{
    int seat;

    if (!card_parse_seat(run, name, &seat)) return false;
    if (aude_game_over(&run->game)) return card_fail(run, "the game is over");
    return seat == run->game.turn.actor ||
           card_fail(run, "it is not %s's turn but %s's", name,
                     card_seat_name(run, run->game.turn.actor));
}

static bool in_hand(struct run *run, const char *name)
{
    aude_kind kind;

    if (!card_parse_tile(run, name, &kind)) return false;
    return kind == run->game.turn.tile ||
           card_fail(run, "the tile drawn is %s, not %s",
                     card_tile_name(run->game.turn.tile), card_tile_name(kind));
}

static const struct aude_action passing = {.kind = AUDE_PASS},
                                declining = {.kind = AUDE_DECLINE},
                                drawing = {.kind = AUDE_FROM_PILE},
                                going_home = {.kind = AUDE_GO_HOME};

/* Who names a tile where an abbey could be placed wants to draw it. */
static bool draw_if_asked(struct run *run)
{
    return run->game.turn.phase != AUDE_PHASE_SOURCE || play(run, drawing);
}

/* Step 1 of "red: abbey 1,1 monk". */
static bool lay_abbey(struct run *run, struct words *words, int *at)
{
    struct aude_action action;

    if (!card_all_told(run)) return false;
    clear_events(run);
    return card_parse_action(run, words, at, &action) && play(run, action);
}

/* Step 1 of "red: E 0,-1 180 knight S". */
static bool lay_named(struct run *run, struct words *words, int *at)
{
    struct aude_action action;

    if (!card_all_told(run) || !draw_if_asked(run)) return false;
    if (run->game.turn.phase != AUDE_PHASE_TILE)
        return card_fail(run, "the turn before is still open: it ended with ...");
    if (!card_is(words->word[*at], "lay") && !in_hand(run, words->word[*at]))
        return false;
    ++*at;
    clear_events(run);
    return card_parse_lay(run, words, at, &action) && play(run, action);
}

bool card_is_first_step(const char *word)
{
    return card_is(word, "lay") ||
           (!card_is_role(word) && !card_bare_action(word) && !card_is_verb(word));
}

/* "red: second", perhaps with what he does in it. */
static bool take_second(struct run *run, int *at)
{
    ++*at;
    return play(run, (struct aude_action){.kind = AUDE_SECOND});
}

/* "red: ..." A line is a whole part of a turn, unless it ends with "...". */
bool card_do_turn(struct run *run, struct words *words)
{
    struct aude_action action = {.kind = AUDE_PASS};
    bool open = card_is(words->word[words->n - 1], "...");
    int at = 2;

    if (open) words->n--;
    if (words->n < 3) return card_fail(run, "what does %s do?", words->word[0]);
    if (!card_on_turn(run, words->word[0])) return false;
    bool second = card_is(words->word[at], "second");
    if (second && !take_second(run, &at)) return false;
    if (at == words->n && second) return true;
    if (card_is(words->word[at], "abbey")     ? !lay_abbey(run, words, &at)
        : card_is_first_step(words->word[at]) ? !lay_named(run, words, &at)
                                              : false)
        return false;
    if (at == words->n && open) return true;
    if (at < words->n && !card_parse_action(run, words, &at, &action)) return false;
    if (at < words->n)
        return card_fail(run, "\"%s\" is not understood here", words->word[at]);
    return play(run, action);
}

bool card_do_draws(struct run *run, struct words *words)
{
    return card_on_turn(run, words->word[0]) && in_hand(run, words->word[2]);
}

bool card_has_event(const struct run *run, enum aude_event_kind what, int tile,
                    int points)
{
    for (int i = 0; i < run->events.n; i++)
        if (run->event[i].kind == what && (tile < 0 || run->event[i].tile == tile) &&
            (points < 0 || run->event[i].points == points))
            return true;
    return false;
}

bool card_do_removed(struct run *run, struct words *words)
{
    aude_kind kind;

    if (words->n != 1) return card_fail(run, "removed needs a tile");
    if (!card_parse_tile(run, words->word[0], &kind)) return false;
    return card_has_event(run, AUDE_EV_DISCARD, kind, -1) ||
           card_fail(run, "%s was not removed from the game", card_tile_name(kind));
}

/* "aside city-dragon": it came too early (PD-22). */
bool card_do_aside(struct run *run, struct words *words)
{
    aude_kind kind;

    if (words->n != 1) return card_fail(run, "aside needs a tile");
    if (!card_parse_tile(run, words->word[0], &kind)) return false;
    return card_has_event(run, AUDE_EV_ASIDE, kind, -1) ||
           card_fail(run, "%s was not laid aside", card_tile_name(kind));
}

/* "walk N W W": steps of the dragon, by whoever must take them. */
bool card_do_walk(struct run *run, struct words *words)
{
    struct aude_action action;

    for (int at = 0; at < words->n;) {
        struct words step = {.n = 2};
        int from = 0;
        strcpy(step.word[0], "step");
        strcpy(step.word[1], words->word[at++]);
        if (!card_parse_action(run, &step, &from, &action) || !play(run, action))
            return false;
    }
    return true;
}

bool card_do_returned(struct run *run, struct words *words)
{
    aude_kind kind;

    if (words->n != 1) return card_fail(run, "returned needs a tile");
    if (!card_parse_tile(run, words->word[0], &kind)) return false;
    return card_has_event(run, AUDE_EV_RESHUFFLE, kind, -1) ||
           card_fail(run, "%s was not put back into the river pile",
                     card_tile_name(kind));
}

/* "river ends 4": it ends early and four tiles leave the game. */
bool card_do_river(struct run *run, struct words *words)
{
    int n;

    if (words->n != 2 || !card_is(words->word[0], "ends") ||
        !card_parse_int(words->word[1], &n))
        return card_fail(run, "river ends needs the number of tiles that leave");
    return card_has_event(run, AUDE_EV_RIVER_END, -1, n) ||
           card_fail(run, "the river did not end with %d tiles leaving the game", n);
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
int card_places_of(const struct aude_game *game, aude_kind kind)
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
    int places = 0;

    aude_game_copy(&run->copy, &run->game);
    if (aude_game_play(&run->copy, lay, NULL)) return -1;
    for (int i = 0; i < n_last; i++) places += card_places_of(&run->copy, run->last[i]);
    do
        if (aude_game_play(&run->copy, passing, NULL)) return -1;
    while (run->copy.turn.phase == AUDE_PHASE_QUARTERS);
    return same_points(run, before, &run->copy) ? places : -1;
}

/* Which of two equally good places `finish` takes must not depend on the list's order. */
static bool comes_first(struct aude_action a, struct aude_action b)
{
    if (a.y != b.y) return a.y < b.y;
    return a.x != b.x ? a.x < b.x : a.arg < b.arg;
}

/* A fair's round in which everybody throws away from the table (CAT-3). */
static bool throw_quietly(struct run *run)
{
    static const struct aude_action kind = {.kind = AUDE_CATAPULT, .arg = AUDE_KNOCK_OUT},
                                    away = {.kind = AUDE_THROW,
                                            .arg = 4,
                                            .x = 1024,
                                            .y = AUDE_CAT_POWER_MAX};

    if (!play(run, kind)) return false;
    while (run->game.turn.phase == AUDE_PHASE_THROW)
        if (!play(run, away)) return false;
    return true;
}

/* One tile of `finish`, where it changes nobody's points and, if it can be helped, leaves
 * no room for the first n_last tiles named by `last`. */
static bool lay_quietly(struct run *run, int n_last)
{
    struct aude_action best = {.kind = AUDE_NO_ACTION};
    int32_t before[AUDE_SEATS_MAX];
    int least = 0;

    if (!draw_if_asked(run)) return false;
    /* Nothing fits (BASE-16), but a round may be due (INT-52). */
    if (run->game.turn.phase == AUDE_PHASE_CATAPULT) return throw_quietly(run);
    if (run->game.turn.phase != AUDE_PHASE_TILE) return true;
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
        return card_fail(run, "finish finds no quiet place for %s",
                         card_tile_name(run->game.turn.tile));
    clear_events(run);
    if (!play(run, best) || !play(run, passing)) return false;
    while (run->game.turn.phase == AUDE_PHASE_QUARTERS)
        if (!play(run, passing)) return false;
    while (run->game.turn.phase == AUDE_PHASE_WAGON)
        if (!play(run, going_home)) return false;
    if (run->game.turn.phase == AUDE_PHASE_SECOND && !play(run, declining)) return false;
    return run->game.turn.phase != AUDE_PHASE_CATAPULT || throw_quietly(run);
}

/* Tiles in the pile and in hand; before an abbey is declined nothing is in hand. */
static int still_to_lay(const struct aude_game *game)
{
    return aude_game_left_total(game) + (game->turn.phase != AUDE_PHASE_SOURCE);
}

/* "finish", "finish but 1": that many tiles are left, the one in hand counted. */
bool card_do_finish(struct run *run, struct words *words)
{
    int but = 0;

    if (words->n && (words->n != 2 || !card_is(words->word[0], "but") ||
                     !card_parse_int(words->word[1], &but)))
        return card_fail(run, "finish, or finish but 1");
    if (!card_all_told(run)) return false;
    while (!aude_game_over(&run->game) && run->game.turn.phase != AUDE_PHASE_MARKET &&
           still_to_lay(&run->game) > but)
        if (!lay_quietly(run, but ? 0 : run->n_last)) return false;
    return true;
}
