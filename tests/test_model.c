/* test_model.c -- the engine against the oracle (model.h), action by action.
 *
 * Random games are played through the public API. Before every action both must list
 * the same actions; after it they must agree on the position, on what was scored and
 * returned, and on every feature of the new tile. A difference prints the game's number,
 * its setup, the turn, the action and both sides, and stops that game.
 *
 *     AUDE_LONG=1            20 times as many games
 *     AUDE_QUICK=1           an eighth of them
 *     AUDE_MODEL_GAME=n      only the game of this number, as a difference prints it
 *     AUDE_MODEL_TALLY=1     say what the games came across
 */
#include "aude.h"
#include "model.h"
#include "test.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- chance ------------------------------------------------------------------------ */

/* splitmix64: a game follows from its number alone. */
static uint64_t roll(uint64_t *dice)
{
    uint64_t z = *dice += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int below(uint64_t *dice, int n)
{
    return (int)(roll(dice) % (uint64_t)n);
}

static bool percent(uint64_t *dice, int chance)
{
    return below(dice, 100) < chance;
}

/* ---- a match of engine and model --------------------------------------------------- */

/* How a game is played: random, with leanings. */
struct style {
    int closing; /* percent of tiles laid to close roads and cities */
    int compact; /* percent of tiles laid where most others lie */
    int curl;    /* percent of river tiles bent towards the spring */
    int follow;  /* percent of step twos with a figure, if one can go */
    int recall;  /* percent of possible recalls taken */
    int weight[AUDE_FEATURE_KINDS]; /* how gladly a figure goes to each */
};

/* What the games came across, so that a test can tell whether it tested anything. */
struct tally {
    int games, actions, scores, ties, recalls, discards, unplaceable_ends;
    int by_kind[AUDE_FEATURE_KINDS]; /* scored during the game; fields at its end */
    int loops;                       /* complete roads without ends */
    int doubles;                     /* roads and cities that meet a tile twice */
    int reshuffles, river_discards, river_ends;
};

struct match {
    const char *name;
    uint64_t number;
    uint64_t dice; /* for the game itself */
    uint64_t lens; /* for what to look at */
    int tiles_max; /* stop when so many are laid */
    struct style style;
    struct aude_setup setup;
    struct aude_game game;
    struct model model;
    struct aude_event event[AUDE_EVENTS_MAX];
    struct aude_events events;
    struct tally *tally;
    char action[128]; /* the last one: turn, seat, words */
    bool differs;
};

/* ---- saying what differs ----------------------------------------------------------- */

static void say_setup(const struct match *t)
{
    char value[32];

    printf("\n%s: AUDE_MODEL_GAME=%" PRIu64 "  preset %s  %d seats  seed %" PRIx64 "\n ",
           t->name, t->number, aude_preset_name((enum aude_preset)t->setup.preset),
           t->setup.n_seats, t->setup.seed.lo);
    for (int sw = 0; sw < AUDE_SWITCHES; sw++) {
        enum aude_switch which = (enum aude_switch)sw;

        if (t->setup.sw[sw] == 0) continue; /* the default */
        if (aude_switch_value(which, t->setup.sw[sw], value, sizeof value))
            printf(" %s=%s", aude_switch_name(which), value);
    }
    printf("\n  after %s\n", t->action);
}

/* Open a report; the game's circumstances only once. */
static void differ(struct match *t, const char *what)
{
    if (!t->differs) say_setup(t);
    t->differs = true;
    printf("  %s\n", what);
}

static void same(struct match *t, const char *what, long engine, long model)
{
    if (engine == model) return;
    differ(t, what);
    printf("    engine %ld, model %ld\n", engine, model);
}

/* Lists are compared as heaps of facts: rows of numbers without an order. */
enum { FACT_NUMBERS = 8, FACTS_MAX = AUDE_ACTIONS_MAX };

struct fact {
    int v[FACT_NUMBERS];
};

struct facts {
    int n;
    struct fact fact[FACTS_MAX];
};

static void add_fact(struct facts *list, struct fact fact)
{
    if (list->n < FACTS_MAX) list->fact[list->n++] = fact;
}

static int by_numbers(const void *a, const void *b)
{
    const struct fact *p = a, *q = b;

    for (int i = 0; i < FACT_NUMBERS; i++)
        if (p->v[i] != q->v[i]) return p->v[i] < q->v[i] ? -1 : 1;
    return 0;
}

static void say_fact(const char *side, const char *columns, const struct fact *fact)
{
    printf("    only the %s: (%s)", side, columns);
    for (int i = 0; i < FACT_NUMBERS; i++) printf(" %d", fact->v[i]);
    printf("\n");
}

static void same_facts(struct match *t, const char *what, const char *columns,
                       struct facts *engine, struct facts *model)
{
    int i = 0, j = 0;

    qsort(engine->fact, (size_t)engine->n, sizeof engine->fact[0], by_numbers);
    qsort(model->fact, (size_t)model->n, sizeof model->fact[0], by_numbers);
    while (i < engine->n || j < model->n) {
        int order = i == engine->n  ? 1
                    : j == model->n ? -1
                                    : by_numbers(&engine->fact[i], &model->fact[j]);

        if (order != 0) differ(t, what);
        if (order < 0) say_fact("engine", columns, &engine->fact[i]);
        if (order > 0) say_fact("model", columns, &model->fact[j]);
        if (order <= 0) i++;
        if (order >= 0) j++;
    }
}

/* ---- what is compared -------------------------------------------------------------- */

static struct fact action_fact(struct aude_action a)
{
    return (struct fact){{a.kind, a.figure, a.segment, a.arg, a.x, a.y}};
}

/* The engine's list is left in `list` to choose from. */
static int compare_actions(struct match *t, struct aude_action *list)
{
    static struct aude_action own[AUDE_ACTIONS_MAX];
    static struct facts engine, model;
    int n = aude_game_actions(&t->game, list, AUDE_ACTIONS_MAX);
    int n_own = model_actions(&t->model, own, AUDE_ACTIONS_MAX);

    engine.n = model.n = 0;
    for (int i = 0; i < n; i++) add_fact(&engine, action_fact(list[i]));
    for (int i = 0; i < n_own; i++) add_fact(&model, action_fact(own[i]));
    same_facts(t, "the possible actions differ", "kind figure segment rot x y", &engine,
               &model);
    return n;
}

static void compare_turn(struct match *t)
{
    const struct aude_turn *turn = &t->game.turn;
    const struct model *m = &t->model;
    bool over = m->phase == AUDE_PHASE_OVER;

    same(t, "over", aude_game_over(&t->game), over);
    same(t, "phase", turn->phase, m->phase);
    same(t, "tile in hand", turn->tile, m->hand);
    same(t, "tiles left", aude_game_left_total(&t->game), model_left_total(m));
    for (int kind = 0; kind < aude_tiles_count; kind++)
        same(t, aude_tiles[kind].id, aude_game_left(&t->game, (aude_kind)kind),
             model_left(m, (aude_kind)kind));
    if (over) {
        same(t, "winners", aude_game_winners(&t->game), model_winners(m));
        return;
    }
    same(t, "turn", turn->number, m->turn);
    same(t, "seat", turn->seat, m->seat);
    same(t, "actor", turn->actor, m->seat);
}

static void compare_tiles(struct match *t)
{
    same(t, "tiles laid", t->game.n_laid, t->model.n_tiles);
    for (int i = 0; i < t->model.n_tiles && i < t->game.n_laid; i++) {
        const struct aude_laid *laid = &t->game.laid[i];
        const struct model_tile *tile = &t->model.tile[i];

        same(t, "x of a tile", laid->x, tile->x);
        same(t, "y of a tile", laid->y, tile->y);
        same(t, "kind of a tile", laid->kind, tile->kind);
        same(t, "rotation of a tile", laid->rot, tile->rot);
    }
}

static struct fact engine_figure(const struct aude_game *game, int i)
{
    const struct aude_figure *it = &game->figure[i];
    const struct aude_laid *laid;

    if (it->where == AUDE_AT_HOME) return (struct fact){{it->seat, it->kind, 0}};
    laid = &game->laid[game->tile_of[it->at]];
    return (struct fact){{it->seat, it->kind, 1, laid->x, laid->y, it->at - laid->first}};
}

static struct fact model_figure(const struct model *m, int i)
{
    const struct model_figure *it = &m->figure[i];
    const struct model_tile *tile;

    if (it->tile == MODEL_HOME) return (struct fact){{it->seat, (int)it->kind, 0}};
    tile = &m->tile[it->tile];
    return (struct fact){{it->seat, (int)it->kind, 1, tile->x, tile->y, it->segment}};
}

static void compare_figures(struct match *t)
{
    static struct facts engine, model;

    engine.n = model.n = 0;
    for (int i = 0; i < t->game.n_figures; i++)
        add_fact(&engine, engine_figure(&t->game, i));
    for (int i = 0; i < t->model.n_figures; i++)
        add_fact(&model, model_figure(&t->model, i));
    same_facts(t, "the figures differ", "seat figure out x y segment", &engine, &model);
}

static void compare_seats(struct match *t)
{
    for (int seat = 0; seat < t->model.n_seats; seat++) {
        same(t, "points", t->game.player[seat].points, t->model.points[seat]);
        for (int kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
            same(t, "supply", t->game.player[seat].supply[kind],
                 model_supply(&t->model, seat, (enum aude_figure_kind)kind));
    }
}

/* On how many tiles does it lie with two segments? How many ends has it? */
static void tally_feature(struct match *t, const struct model_feature *f)
{
    int doubles = 0, ends = 0;

    if (f->kind != AUDE_ROAD && f->kind != AUDE_CITY) return;
    for (int tile = 0; tile < t->model.n_tiles; tile++) {
        int segments = 0;

        for (int i = 0; i < AUDE_SEGMENTS_MAX; i++) {
            unsigned sides = aude_tiles[t->model.tile[tile].kind].segment[i].sides;

            if (!f->has[tile][i]) continue;
            segments++;
            ends += (sides & (sides - 1)) == 0;
        }
        doubles += segments > 1;
    }
    t->tally->doubles += doubles > 0;
    t->tally->loops += f->kind == AUDE_ROAD && f->complete && ends == 0;
}

/* A field has no open sides to speak of, and its tiles are nobody's business. */
static void compare_feature(struct match *t, int tile, int segment)
{
    struct aude_feature_view view;
    struct model_feature f;
    bool field;

    aude_game_feature(&t->game, tile, segment, &view);
    model_feature(&t->model, tile, segment, &f);
    field = f.kind == AUDE_FIELD;
    same(t, "kind of a feature", view.kind, f.kind);
    same(t, "complete", view.complete, f.complete);
    same(t, "shields", view.shields, f.shields);
    same(t, "tags", view.tags, f.tags);
    if (!field) same(t, "tiles of a feature", view.tiles, f.tiles);
    if (!field) same(t, "open", view.open, f.open);
    for (int seat = 0; seat < AUDE_SEATS_MAX; seat++)
        same(t, "strength", view.strength[seat], f.strength[seat]);
    same(t, "owners", view.owners, f.owners);
    same(t, "points of a feature", view.points, model_points(&t->model, &f));
    if (t->differs)
        printf("    segment %d of the tile at %d,%d\n", segment, t->model.tile[tile].x,
               t->model.tile[tile].y);
    if (t->model.phase == AUDE_PHASE_ACTION) tally_feature(t, &f);
}

/* All features of the new tile, and one older tile's: nothing may have gone stale. */
static void compare_features(struct match *t)
{
    int newest = t->model.n_tiles - 1, other = below(&t->lens, t->model.n_tiles);

    for (int i = 0; i < aude_tiles[t->model.tile[newest].kind].n_segments; i++)
        if (!t->differs) compare_feature(t, newest, i);
    for (int i = 0; i < aude_tiles[t->model.tile[other].kind].n_segments; i++)
        if (!t->differs) compare_feature(t, other, i);
}

/* Before a tile is laid nothing complete is unscored, so "if the game ended now" means
 * the final scoring and no more. It is slow, hence only now and then. */
static void compare_projection(struct match *t)
{
    static struct model end;
    int32_t points[AUDE_SEATS_MAX] = {0};

    if (t->model.phase != AUDE_PHASE_TILE || !percent(&t->lens, 8)) return;
    end = t->model;
    end.phase = AUDE_PHASE_DRAW;
    memset(end.pile, 0, sizeof end.pile);
    memset(end.river, 0, sizeof end.river);
    model_settle(&end);
    aude_game_projection(&t->game, points);
    for (int seat = 0; seat < end.n_seats; seat++)
        same(t, "points if the game ended now", points[seat], end.points[seat]);
}

static void compare_position(struct match *t)
{
    compare_turn(t);
    compare_tiles(t);
    compare_seats(t);
    compare_figures(t);
    if (!t->differs) compare_features(t);
    if (!t->differs) compare_projection(t);
}

/* ---- events ------------------------------------------------------------------------ */

/* The engine's event as the model would have written it down. */
static struct model_entry entry_of(const struct aude_event *e)
{
    return (struct model_entry){.what = (enum aude_event_kind)e->kind,
                                .seat = e->seat,
                                .feature = e->feature,
                                .figure = e->figure,
                                .points = e->points,
                                .final = e->final,
                                .x = e->x,
                                .y = e->y,
                                .segment = e->segment,
                                .tile = e->tile,
                                .rot = e->rot};
}

/* What of it is compared: the fields that its kind has, as the header says. */
static struct fact entry_fact(const struct model_entry *e)
{
    int what = (int)e->what;

    switch (e->what) {
    case AUDE_EV_LAY:
        return (struct fact){{what, e->seat, e->tile, e->rot, e->x, e->y}};
    case AUDE_EV_SCORE:
        return (struct fact){{what, e->seat, e->points, e->feature, e->final}};
    case AUDE_EV_RECALL:
        return (struct fact){{what, e->seat, 0, 0, e->x, e->y}};
    case AUDE_EV_FINAL:
    case AUDE_EV_OVER:
        return (struct fact){{what}};
    default:
        return (struct fact){{what, e->seat, e->figure, e->segment, e->x, e->y}};
    }
}

static bool is_of_draw(enum aude_event_kind what)
{
    return what == AUDE_EV_TURN || what == AUDE_EV_DRAW || what == AUDE_EV_DISCARD ||
           what == AUDE_EV_RESHUFFLE || what == AUDE_EV_RIVER_END;
}

/* The draw is followed elsewhere; and a score of nothing may be told or not. */
static void add_entry(struct facts *list, struct model_entry e)
{
    if (is_of_draw(e.what)) return;
    if (e.what == AUDE_EV_SCORE && e.points == 0) return;
    add_fact(list, entry_fact(&e));
}

static void compare_events(struct match *t)
{
    static struct facts engine, model;

    engine.n = model.n = 0;
    for (int i = 0; i < t->events.n; i++) add_entry(&engine, entry_of(&t->event[i]));
    for (int i = 0; i < t->model.n_log; i++) add_entry(&model, t->model.log[i]);
    same_facts(t, "what happened differs",
               "event; 5 score: seat points feature final; else: seat figure segment x y",
               &engine, &model);
}

/* The terms of a score add up to it. */
static void check_sum(struct match *t, const struct aude_event *e)
{
    int sum = 0;

    if (e->kind != AUDE_EV_SCORE || e->n_terms == 0) return;
    for (int i = 0; i < e->n_terms; i++) sum += e->term[i].count * e->term[i].each;
    same(t, "the terms of a score (model: the score)", sum, e->points);
}

/* Two scores of one feature follow each other. */
static bool is_tie(const struct match *t, int i)
{
    const struct aude_event *e = &t->event[i], *last = e - 1;

    return i > 0 && last->kind == AUDE_EV_SCORE && last->seat != e->seat &&
           last->feature == e->feature && last->x == e->x && last->y == e->y &&
           last->segment == e->segment;
}

static void tally_event(struct match *t, int i)
{
    const struct aude_event *e = &t->event[i];
    struct tally *n = t->tally;
    bool river = e->kind == AUDE_EV_DISCARD && aude_tiles[e->tile].river != 0;

    n->recalls += e->kind == AUDE_EV_RECALL;
    n->discards += e->kind == AUDE_EV_DISCARD && !river;
    n->river_discards += river;
    n->reshuffles += e->kind == AUDE_EV_RESHUFFLE;
    n->river_ends += e->kind == AUDE_EV_RIVER_END;
    n->unplaceable_ends +=
        e->kind == AUDE_EV_FINAL && i > 0 && (e - 1)->kind == AUDE_EV_DISCARD;
    if (e->kind != AUDE_EV_SCORE || e->points == 0) return;
    n->scores++;
    n->ties += is_tie(t, i);
    n->by_kind[e->feature] += !e->final || e->feature == AUDE_FIELD;
}

static void object(struct match *t, const char *objection, const struct aude_event *e)
{
    if (!objection) return;
    differ(t, objection);
    if (!e) return;
    printf("    event %s, seat %d, tile %s, %d\n",
           aude_event_name((enum aude_event_kind)e->kind), e->seat,
           e->tile < aude_tiles_count ? aude_tiles[e->tile].id : "none", e->points);
}

static void follow_draws(struct match *t)
{
    if (t->events.n > t->events.max) differ(t, "more events than one action causes");
    for (int i = 0; i < t->events.n && !t->differs; i++) {
        const struct aude_event *e = &t->event[i];

        tally_event(t, i);
        check_sum(t, e);
        if (is_of_draw((enum aude_event_kind)e->kind))
            object(t, model_follow(&t->model, e), e);
    }
    if (t->differs) return;
    object(t, model_settle(&t->model), NULL);
}

/* ---- choosing ---------------------------------------------------------------------- */

static const int step_to[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

static int laid_around(const struct aude_game *game, struct aude_action a)
{
    int n = 0;

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (aude_game_tile_at(game, a.x + dx, a.y + dy) >= 0) n += dx && dy ? 1 : 3;
    return n;
}

/* How near the spring would the river's new end be? */
static int curled(const struct aude_game *game, struct aude_action a)
{
    unsigned river = aude_tiles[game->turn.tile].river;

    for (int side = 0; side < 4; side++) {
        int x = a.x + step_to[side][0], y = a.y + step_to[side][1];

        if ((river >> (side + 4 - a.arg) % 4 & 1) && aude_game_tile_at(game, x, y) < 0)
            return -(x * x + y * y);
    }
    return 0;
}

/* Roads and cities that the tile would close, less those it would leave open. */
static int closed(const struct aude_game *game, struct aude_action a)
{
    int n = 0;

    for (int side = 0; side < 4; side++) {
        int edge = aude_tiles[game->turn.tile].edge[(side + 4 - a.arg) % 4];
        int next =
            aude_game_tile_at(game, a.x + step_to[side][0], a.y + step_to[side][1]);

        if (edge == AUDE_EDGE_ROAD) n += next >= 0 ? 1 : -1;
        if (edge == AUDE_EDGE_CITY) n += next >= 0 ? 2 : -2;
    }
    return n;
}

/* What this tile is laid by. */
enum leaning { BY_CHANCE, TO_CURL, TO_CLOSE, TO_HUDDLE };

static enum leaning choose_leaning(struct match *t)
{
    bool river = aude_tiles[t->game.turn.tile].river != 0;

    if (river) return percent(&t->dice, t->style.curl) ? TO_CURL : BY_CHANCE;
    if (percent(&t->dice, t->style.closing)) return TO_CLOSE;
    return percent(&t->dice, t->style.compact) ? TO_HUDDLE : BY_CHANCE;
}

static int value_of(const struct match *t, enum leaning leaning, struct aude_action a)
{
    switch (leaning) {
    case TO_CURL:
        return curled(&t->game, a);
    case TO_CLOSE:
        return closed(&t->game, a);
    case TO_HUDDLE:
        return laid_around(&t->game, a);
    default:
        return 0;
    }
}

/* One of the best, by lot. */
static struct aude_action choose_place(struct match *t, const struct aude_action *list,
                                       int n)
{
    enum leaning leaning = choose_leaning(t);
    int best = 0, best_value = INT_MIN, ties = 0;

    for (int i = 0; i < n; i++) {
        int value = value_of(t, leaning, list[i]);

        if (value > best_value) best_value = value, ties = 0;
        if (value == best_value && below(&t->dice, ++ties) == 0) best = i;
    }
    return list[best];
}

static int weight_of(const struct match *t, struct aude_action a)
{
    int tile = t->game.n_laid - 1;

    if (a.kind != AUDE_PUT) return 0;
    return t->style.weight[aude_tiles[t->game.laid[tile].kind].segment[a.segment].kind];
}

static struct aude_action choose_figure(struct match *t, const struct aude_action *list,
                                        int n)
{
    int sum = 0, at;

    for (int i = 0; i < n; i++) {
        if (list[i].kind == AUDE_RECALL && percent(&t->dice, t->style.recall))
            return list[i];
        sum += weight_of(t, list[i]);
    }
    if (sum == 0 || !percent(&t->dice, t->style.follow))
        return (struct aude_action){.kind = AUDE_PASS};
    at = below(&t->dice, sum);
    for (int i = 0; i < n; i++)
        if ((at -= weight_of(t, list[i])) < 0) return list[i];
    return list[0];
}

static struct aude_action choose(struct match *t, const struct aude_action *list, int n)
{
    if (list[0].kind == AUDE_LAY) return choose_place(t, list, n);
    return choose_figure(t, list, n);
}

/* ---- asking for what is not listed ------------------------------------------------- */

static struct aude_action any_lay(struct match *t)
{
    const struct model_tile *tile = &t->model.tile[below(&t->lens, t->model.n_tiles)];

    return (struct aude_action){.kind = AUDE_LAY,
                                .arg = (uint8_t)below(&t->lens, 4),
                                .x = (int16_t)(tile->x + below(&t->lens, 3) - 1),
                                .y = (int16_t)(tile->y + below(&t->lens, 3) - 1)};
}

static struct aude_action any_put(struct match *t)
{
    bool old = percent(&t->lens, 20);
    int i = old ? below(&t->lens, t->model.n_tiles) : t->model.n_tiles - 1;

    return (struct aude_action){.kind = AUDE_PUT,
                                .figure = (uint8_t)below(&t->lens, AUDE_FIGURE_KINDS),
                                .segment = (uint8_t)below(&t->lens, AUDE_SEGMENTS_MAX),
                                .x = (int16_t)t->model.tile[i].x,
                                .y = (int16_t)t->model.tile[i].y};
}

static struct aude_action any_recall(struct match *t)
{
    const struct model_tile *tile = &t->model.tile[below(&t->lens, t->model.n_tiles)];

    return (struct aude_action){
        .kind = AUDE_RECALL, .x = (int16_t)tile->x, .y = (int16_t)tile->y};
}

/* aude_game_why() must allow exactly what the list holds. */
static void compare_why(struct match *t, const struct aude_action *list, int n)
{
    struct aude_action asked[3] = {any_lay(t), any_put(t), any_recall(t)};
    struct fact fact;

    for (int i = 0; i < 3; i++) {
        bool listed = false;

        for (int j = 0; j < n; j++)
            if (memcmp(&list[j], &asked[i], sizeof asked[i]) == 0) listed = true;
        same(t, "an action asked for is possible",
             aude_game_why(&t->game, asked[i]) == AUDE_ERR_OK, listed);
        if (!t->differs) continue;
        fact = action_fact(asked[i]);
        say_fact("question", "kind figure segment rot x y", &fact);
        return;
    }
}

/* ---- playing ----------------------------------------------------------------------- */

static void begin(struct match *t)
{
    enum aude_err err;

    t->events = (struct aude_events){t->event, AUDE_EVENTS_MAX, 0};
    strcpy(t->action, "the start");
    err = aude_game_init(&t->game, &t->setup, &t->events);
    if (err != AUDE_ERR_OK) {
        differ(t, aude_err_sentence(err));
        return;
    }
    if (t->setup.first != AUDE_SEAT_NONE)
        same(t, "the first seat", t->game.turn.seat, t->setup.first);
    model_init(&t->model, &t->setup, t->game.turn.seat);
    follow_draws(t);
    compare_events(t);
    compare_position(t);
}

static void say_action(struct match *t, struct aude_action action)
{
    char words[96];

    aude_action_text(&t->game, action, words, sizeof words);
    snprintf(t->action, sizeof t->action, "turn %d, seat %d: %s", t->model.turn,
             t->model.seat, words);
}

static void step(struct match *t)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    struct aude_action action;
    enum aude_err err;
    int n = compare_actions(t, list);

    compare_why(t, list, n);
    if (t->differs) return;
    action = choose(t, list, n);
    say_action(t, action);
    t->events.n = 0;
    err = aude_game_play(&t->game, action, &t->events);
    if (err != AUDE_ERR_OK) {
        differ(t, aude_err_sentence(err));
        return;
    }
    model_play(&t->model, action);
    follow_draws(t);
    compare_events(t);
    compare_position(t);
    t->tally->actions++;
}

static bool play_match(struct match *t)
{
    begin(t);
    while (!t->differs && t->model.phase != AUDE_PHASE_OVER &&
           t->model.n_tiles < t->tiles_max)
        step(t);
    t->tally->games++;
    return !t->differs;
}

/* ---- setups and styles ------------------------------------------------------------- */

static void choose_style(struct match *t)
{
    static const int liking[4] = {0, 1, 3, 9};

    t->style.closing = below(&t->dice, 3) * 15;
    t->style.compact = below(&t->dice, 3) * 45;
    t->style.curl = below(&t->dice, 3) * 50;
    t->style.follow = 40 + below(&t->dice, 4) * 20;
    t->style.recall = below(&t->dice, 3) * 20;
    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        t->style.weight[kind] = liking[below(&t->dice, 4)];
    t->style.weight[AUDE_FIELD] = 1 + below(&t->dice, 2); /* farmers do not come home */
}

static void choose_seats(struct match *t, int max)
{
    t->setup.n_seats = (uint8_t)(2 + below(&t->dice, max - 1));
    t->setup.first = AUDE_SEAT_NONE;
    if (percent(&t->dice, 50))
        t->setup.first = (uint8_t)below(&t->dice, t->setup.n_seats);
}

static void toss(struct match *t, enum aude_switch sw, int values)
{
    t->setup.sw[sw] = (uint8_t)below(&t->dice, values);
}

static void prepare(struct match *t, const char *name, uint64_t number,
                    struct tally *tally)
{
    t->name = name;
    t->number = number;
    t->dice = t->lens = number;
    t->tiles_max = AUDE_TILES_MAX;
    t->differs = false;
    t->tally = tally;
    aude_setup_preset(&t->setup, (enum aude_preset)below(&t->dice, AUDE_PRESETS));
    t->setup.seed = aude_seed(roll(&t->dice));
    choose_style(t);
    choose_seats(t, 5);
}

static void as_preset(struct match *t)
{
    (void)t;
}

static void with_river_and_abbot(struct match *t)
{
    toss(t, AUDE_SWITCH_RIVER_UTURN, 3);
    toss(t, AUDE_SWITCH_RIVER_STUCK, 2);
    toss(t, AUDE_SWITCH_RIVER_START_TILE, 2);
    toss(t, AUDE_SWITCH_TILE_SET, 2);
    t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_I;
    t->setup.sw[AUDE_SWITCH_ABBOT] = AUDE_ABBOT_ON;
}

static void anything(struct match *t)
{
    with_river_and_abbot(t);
    toss(t, AUDE_SWITCH_RIVER, 2);
    toss(t, AUDE_SWITCH_ABBOT, 2);
    toss(t, AUDE_SWITCH_SMALL_CITY, 2);
    toss(t, AUDE_SWITCH_FARM_RULE, 3);
    toss(t, AUDE_SWITCH_FARM_CITY_POINTS, 2);
    if (percent(&t->dice, 20)) t->setup.sw[AUDE_SWITCH_FARMERS] = AUDE_FARMERS_OFF;
    toss(t, AUDE_SWITCH_STARTER, 4);
    toss(t, AUDE_SWITCH_MAX_PLAYERS, 2);
    choose_seats(t, 5 + t->setup.sw[AUDE_SWITCH_MAX_PLAYERS]);
}

/* Everything close together and every figure out: holes, loops, full surrounds, ties. */
static void huddled(struct match *t)
{
    anything(t);
    t->style.closing = 0;
    t->style.compact = t->style.curl = 100;
    t->style.follow = 95;
}

/* A river that curls up until it has no room, and a few tiles more (RIV-5 to RIV-8). */
static void curling(struct match *t)
{
    with_river_and_abbot(t);
    t->setup.sw[AUDE_SWITCH_RIVER_UTURN] = (uint8_t)percent(&t->dice, 20);
    t->style.curl = 60 + below(&t->dice, 41);
    t->tiles_max = 16;
}

/* Roads or cities on all four sides: it fits only where one is open. */
static bool is_hard(aude_kind kind)
{
    const uint8_t *edge = aude_tiles[kind].edge;

    return edge[0] != AUDE_EDGE_FIELD && edge[0] == edge[1] && edge[0] == edge[2] &&
           edge[0] == edge[3];
}

/* Add all hard tiles of the pile, or all others, to the draw order, each at a random
 * place among themselves. */
static void order_tiles(struct match *t, const struct model *m, bool hard)
{
    int from = t->setup.n_order;

    for (int kind = 0; kind < aude_tiles_count; kind++)
        for (int i = 0; i < m->pile[kind]; i++) {
            int n = t->setup.n_order, at = from + below(&t->dice, n - from + 1);

            if (is_hard((aude_kind)kind) != hard) break;
            t->setup.order[n] = t->setup.order[at];
            t->setup.order[at] = (aude_kind)kind;
            t->setup.n_order++;
        }
}

/* First all roads and cities are closed, then come the tiles that need one: they fit
 * nowhere, and the last of them ends the game (BASE-15, BASE-16). */
static void hard_tiles_last(struct match *t)
{
    static struct model pile;

    anything(t);
    t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
    t->style.closing = 100;
    model_init(&pile, &t->setup, 0);
    order_tiles(t, &pile, false);
    order_tiles(t, &pile, true);
}

/* ---- the tests --------------------------------------------------------------------- */

static void say_tally(const char *name, const struct tally *n)
{
    printf("%s: %d games, %d actions, %d scores, %d ties\n"
           "  scored: %d roads, %d cities, %d monasteries, %d gardens, %d fields\n"
           "  %d recalls, %d ring roads, %d tiles met twice, %d tiles thrown away, "
           "%d games that end so\n"
           "  river: %d times shuffled again, %d tiles thrown away, %d early ends\n",
           name, n->games, n->actions, n->scores, n->ties, n->by_kind[AUDE_ROAD],
           n->by_kind[AUDE_CITY], n->by_kind[AUDE_MONASTERY], n->by_kind[AUDE_GARDEN],
           n->by_kind[AUDE_FIELD], n->recalls, n->loops, n->doubles, n->discards,
           n->unplaceable_ends, n->reshuffles, n->river_discards, n->river_ends);
}

/* Play `games` games whose setups `vary` completes. Returns in how many the two differed;
 * a few are enough to print. */
static int play_matches(const char *name, int games, void (*vary)(struct match *),
                        struct tally *tally)
{
    static struct match match;
    const char *only = getenv("AUDE_MODEL_GAME");
    int different = 0;

    games = only ? 1 : test_amount(games, 20 * games);
    for (int i = 0; i < games && different < 3; i++) {
        uint64_t number = only ? (uint64_t)strtoull(only, NULL, 10) : (uint64_t)i;

        prepare(&match, name, number, tally);
        vary(&match);
        if (!play_match(&match)) different++;
    }
    if (getenv("AUDE_MODEL_TALLY")) say_tally(name, tally);
    return different;
}

/* A run of all games must come across what it is for; a shortened one need not. */
static bool reached(int n)
{
    return n > 0 || getenv("AUDE_QUICK") || getenv("AUDE_MODEL_GAME");
}

TEST(model_agrees_base)
{
    struct tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_base", 60, as_preset, &tally), 0);
    CHECK(reached(tally.ties));
    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        CHECK(kind == AUDE_GARDEN || reached(tally.by_kind[kind]));
}

TEST(model_agrees_river_and_abbot)
{
    struct tally tally = {0};

    CHECK_EQ(
        play_matches("model_agrees_river_and_abbot", 60, with_river_and_abbot, &tally),
        0);
    CHECK(reached(tally.by_kind[AUDE_GARDEN]));
    CHECK(reached(tally.recalls));
}

TEST(model_agrees_any_setup)
{
    struct tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_any_setup", 100, anything, &tally), 0);
}

TEST(model_agrees_compact)
{
    struct tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_compact", 80, huddled, &tally), 0);
    CHECK(reached(tally.loops));
    CHECK(reached(tally.doubles));
}

TEST(model_agrees_curling_river)
{
    struct tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_curling_river", 1500, curling, &tally), 0);
    CHECK(reached(tally.reshuffles));
    CHECK(reached(tally.river_discards));
    CHECK(reached(tally.river_ends));
}

TEST(model_agrees_hard_tiles_last)
{
    struct tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_hard_tiles_last", 60, hard_tiles_last, &tally),
             0);
    CHECK(reached(tally.discards));
    CHECK(reached(tally.unplaceable_ends));
}
