/* match.c -- engine and model side by side (match.h). */
#include "match.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    for (unsigned set = 0; set < AUDE_SETS; set++) {
        if (t->setup.expansions >> set & 1) printf(" +%s", aude_set_name(set));
        if (t->setup.tiles_only >> set & 1) printf(" tiles:%s", aude_set_name(set));
        if (t->setup.rules_only >> set & 1) printf(" rules:%s", aude_set_name(set));
        if (t->setup.copies[set])
            printf(" %s*%d", aude_set_name(set), t->setup.copies[set]);
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

static int by_action(const void *a, const void *b)
{
    struct fact p = action_fact(*(const struct aude_action *)a),
                q = action_fact(*(const struct aude_action *)b);

    return by_numbers(&p, &q);
}

/* A follower sent to a feature stands nowhere in it (COC-14): the name of the feature is its
 * first segment, whichever segment the engine names. */
static struct aude_action canonical(const struct match *t, struct aude_action a)
{
    int tile = model_tile_at(&t->model, a.x, a.y);
    struct model_feature f;

    if (a.kind != AUDE_SEND || t->setup.sw[AUDE_SWITCH_COC_STAND] != 0 || tile < 0)
        return a;
    if (a.segment >= aude_tiles[t->model.tile[tile].kind].n_segments) return a;
    model_feature(&t->model, tile, a.segment, &f);
    a.x = (int16_t)t->model.tile[f.id / AUDE_SEGMENTS_MAX].x;
    a.y = (int16_t)t->model.tile[f.id / AUDE_SEGMENTS_MAX].y;
    a.segment = (uint8_t)(f.id % AUDE_SEGMENTS_MAX);
    return a;
}

/* The engine's list is left in `list` to choose from, sorted: which game is played must
 * not depend on its order. */
static int compare_actions(struct match *t, struct aude_action *list)
{
    static struct aude_action own[AUDE_ACTIONS_MAX];
    static struct facts engine, model;
    int n = aude_game_actions(&t->game, list, AUDE_ACTIONS_MAX);
    int n_own = model_actions(&t->model, own, AUDE_ACTIONS_MAX);

    engine.n = model.n = 0;
    for (int i = 0; i < n; i++) add_fact(&engine, action_fact(canonical(t, list[i])));
    for (int i = 0; i < n_own; i++) add_fact(&model, action_fact(own[i]));
    same_facts(t, "the possible actions differ", "kind figure segment rot x y", &engine,
               &model);
    qsort(list, (size_t)n, sizeof list[0], by_action);
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
    same(t, "actor", turn->actor, m->actor);
    same(t, "part", turn->part, m->part);
    if (m->part == 1) same(t, "second part earned", turn->earned, m->earned);
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

    switch (it->where) {
    case AUDE_AT_SEGMENT:
        laid = &game->laid[game->tile_of[it->at]];
        return (struct fact){{it->seat, it->kind, it->where, laid->x, laid->y,
                              it->at - laid->first, it->guest}};
    case AUDE_AT_TOWER:
        laid = &game->laid[it->at];
        return (struct fact){{it->seat, it->kind, it->where, laid->x, laid->y}};
    case AUDE_AT_PRISON:
    case AUDE_AT_QUARTER:
        return (struct fact){{it->seat, it->kind, it->where, it->at}};
    default:
        return (struct fact){{it->seat, it->kind, it->where}};
    }
}

static struct fact model_figure(const struct model *m, int i)
{
    const struct model_figure *it = &m->figure[i];
    int seat = it->seat, kind = (int)it->kind, where = (int)it->where;

    switch (it->where) {
    case AUDE_AT_SEGMENT:
        return (struct fact){{seat, kind, where, m->tile[it->tile].x, m->tile[it->tile].y,
                              it->segment, it->guest}};
    case AUDE_AT_TOWER:
        return (struct fact){
            {seat, kind, where, m->tile[it->tile].x, m->tile[it->tile].y}};
    case AUDE_AT_PRISON:
    case AUDE_AT_QUARTER:
        return (struct fact){{seat, kind, where, it->holder}};
    default:
        return (struct fact){{seat, kind, where}};
    }
}

static void compare_figures(struct match *t)
{
    static struct facts engine, model;

    engine.n = model.n = 0;
    for (int i = 0; i < t->game.n_figures; i++)
        add_fact(&engine, engine_figure(&t->game, i));
    for (int i = 0; i < t->model.n_figures; i++)
        add_fact(&model, model_figure(&t->model, i));
    same_facts(t, "the figures differ", "seat figure where x y segment guest", &engine,
               &model);
}

static void compare_seats(struct match *t)
{
    for (int seat = 0; seat < t->model.n_seats; seat++) {
        same(t, "points", t->game.player[seat].points, t->model.points[seat]);
        for (int kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
            same(t, "supply", t->game.player[seat].supply[kind],
                 model_supply(&t->model, seat, (enum aude_figure_kind)kind));
        for (int goods = AUDE_WINE; goods <= AUDE_CLOTH; goods++)
            same(t, aude_goods_name((enum aude_goods)goods),
                 t->game.traders.goods[seat][goods - AUDE_WINE],
                 t->model.goods[seat][goods]);
    }
}

/* Where something stands: the tile's number, or none of either side. */
static int engine_place(unsigned tile)
{
    return tile == AUDE_NOWHERE ? MODEL_NOTHING : (int)tile;
}

static void compare_dragon(struct match *t)
{
    const struct aude_dragon *engine = &t->game.dragon;
    const struct model *m = &t->model;
    int aside[MODEL_KINDS_MAX] = {0};

    if (!(t->game.sets >> AUDE_SET_DRAGON & 1)) return;
    same(t, "tile of the dragon", engine_place(engine->at), m->dragon);
    same(t, "tile of the fairy", engine_place(engine->fairy), m->fairy);
    if (t->setup.sw[AUDE_SWITCH_FAIRY_BINDING] == AUDE_FAIRY_BY_FOLLOWER) {
        struct fact no_one = {{MODEL_NOTHING}};
        struct fact a = engine->bound == AUDE_NOWHERE
                            ? no_one
                            : engine_figure(&t->game, engine->bound);
        struct fact b = m->bound < 0 ? no_one : model_figure(m, m->bound);

        same(t, "the fairy's follower", by_numbers(&a, &b), 0);
    }
    for (int i = 0; i < engine->n_aside; i++) aside[engine->aside[i]]++;
    for (int kind = 0; kind < aude_tiles_count; kind++)
        same(t, "tiles laid aside", aside[kind], m->aside[kind]);
}

static void compare_towers(struct match *t)
{
    if (!(t->game.sets >> AUDE_SET_TOWER & 1)) return;
    for (int seat = 0; seat < t->model.n_seats; seat++)
        same(t, "tower pieces", t->game.towers.pieces[seat], t->model.pieces[seat]);
    for (int tile = 0; tile < t->model.n_tiles; tile++)
        same(t, "height of a tower", t->game.towers.height[tile], t->model.height[tile]);
}

static void compare_abbeys(struct match *t)
{
    if (!(t->game.sets >> AUDE_SET_ABBEY & 1)) return;
    for (int seat = 0; seat < t->model.n_seats; seat++)
        same(t, "abbeys", t->game.abbeys.left[seat], t->model.abbeys[seat]);
}

static void compare_count(struct match *t)
{
    if (!(t->game.sets >> AUDE_SET_COUNT & 1)) return;
    same(t, "quarter of the count", t->game.count.at, t->model.count);
}

static void compare_awards(struct match *t)
{
    if (!(t->game.sets >> AUDE_SET_KING & 1)) return;
    for (int which = 0; which < 2; which++) {
        same(t, "holder of king or robber", t->game.awards.holder[which],
             t->model.holder[which]);
        same(t, "size of the largest", t->game.awards.size[which],
             t->model.largest[which]);
    }
}

static int builders_in(const struct match *t, const struct model_feature *f)
{
    int n = 0;

    for (int i = 0; i < t->model.n_figures; i++) {
        const struct model_figure *it = &t->model.figure[i];

        if (it->kind == AUDE_BUILDER && it->where == AUDE_AT_SEGMENT)
            n += f->has[it->tile][it->segment];
    }
    return n;
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
    t->tally->shared += builders_in(t, f) > 1;
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
    int newest = t->model.n_tiles - 1, other = match_below(&t->lens, t->model.n_tiles);

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

    if (t->model.phase != AUDE_PHASE_TILE && t->model.phase != AUDE_PHASE_SECOND) return;
    if (!match_percent(&t->lens, 8)) return;
    end = t->model;
    model_score_finally(&end);
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
    compare_dragon(t);
    compare_towers(t);
    compare_awards(t);
    compare_abbeys(t);
    compare_count(t);
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
                                .rot = e->rot,
                                .goods = e->goods,
                                .other = e->other};
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
    case AUDE_EV_EARN:
    case AUDE_EV_PART:
        return (struct fact){{what, e->seat}};
    case AUDE_EV_GOODS:
        return (struct fact){{what, e->seat, e->goods}};
    case AUDE_EV_BACK:
        return (struct fact){{what, e->points}};
    case AUDE_EV_BARN:
    case AUDE_EV_DRAGON:
    case AUDE_EV_FAIRY:
        return (struct fact){{what, e->seat, e->x, e->y}};
    case AUDE_EV_TOWER:
        return (struct fact){{what, e->seat, e->x, e->y, e->points}};
    case AUDE_EV_COUNT:
        return (struct fact){{what, e->other}};
    case AUDE_EV_ENTER:
        return (struct fact){{what, e->seat, e->figure, e->other}};
    case AUDE_EV_SEND:
        return (struct fact){
            {what, e->seat, e->figure, e->other, e->segment, e->x, e->y}};
    case AUDE_EV_AWARD:
        return (struct fact){{what, e->seat, e->feature, e->points}};
    case AUDE_EV_CAPTURE:
    case AUDE_EV_FREED:
    case AUDE_EV_RANSOM:
        return (struct fact){{what, e->seat, e->figure, e->other}};
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
           what == AUDE_EV_RESHUFFLE || what == AUDE_EV_RIVER_END ||
           what == AUDE_EV_ASIDE;
}

/* The draw is followed elsewhere; a score of nothing may be told or not; and goods are
 * compared token by token, told together or not. */
static void add_entry(struct facts *list, struct model_entry e)
{
    int n = e.what == AUDE_EV_GOODS ? e.points : 1;

    if (is_of_draw(e.what)) return;
    if (e.what == AUDE_EV_SCORE && e.points == 0) return;
    for (int i = 0; i < n; i++) add_fact(list, entry_fact(&e));
}

/* Of several cities by one tile the largest takes the King (KR-4): the engine tells each
 * that is larger than those before it. */
static bool is_surpassed(const struct match *t, int award)
{
    const struct aude_event *e = &t->event[award];

    for (int i = award + 1; i < t->events.n; i++)
        if (e->kind == AUDE_EV_AWARD && t->event[i].kind == AUDE_EV_AWARD &&
            t->event[i].feature == e->feature)
            return true;
    return false;
}

static void compare_events(struct match *t)
{
    static struct facts engine, model;

    engine.n = model.n = 0;
    for (int i = 0; i < t->events.n; i++)
        if (!is_surpassed(t, i)) add_entry(&engine, entry_of(&t->event[i]));
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

/* Terms of the score that are worth this much each. */
static bool has_term(const struct aude_event *e, enum aude_term_kind kind, int each)
{
    for (int i = 0; i < e->n_terms; i++)
        if (e->term[i].kind == kind && e->term[i].each == each && e->term[i].count > 0)
            return true;
    return false;
}

static void tally_score(struct match *t, const struct aude_event *e)
{
    int rule = t->setup.sw[AUDE_SWITCH_FARM_RULE];
    struct match_tally *n = t->tally;

    n->by_kind[e->feature] += !e->final || e->feature >= AUDE_FIELD;
    n->inns += e->feature == AUDE_ROAD && has_term(e, AUDE_TERM_TILES, 2);
    n->cathedrals += e->feature == AUDE_CITY && has_term(e, AUDE_TERM_TILES, 3);
    n->pigs[rule] += has_term(e, AUDE_TERM_PIG, 1);
    n->herds[rule] += has_term(e, AUDE_TERM_HERD, 1);
}

/* How many are paid for each kind of goods. */
static void tally_goods(struct match *t)
{
    for (int goods = AUDE_WINE; goods <= AUDE_CLOTH; goods++) {
        int most = 0, seats = 0;

        for (int seat = 0; seat < t->model.n_seats; seat++) {
            int held = t->model.goods[seat][goods];

            if (held > most) most = held, seats = 0;
            seats += held > 0 && held == most;
        }
        t->tally->goods_alone += seats == 1;
        t->tally->goods_shared += seats > 1;
    }
}

/* What the model wrote down about expansions III and IV. */
static void tally_figures(struct match *t, struct aude_action action, int steps)
{
    struct match_tally *n = t->tally;
    int freed = 0, walked = t->model.n_walk - 1;
    bool step = action.kind == AUDE_STEP;

    n->did[action.kind]++;
    for (int i = 0; i < t->model.n_log; i++) {
        const struct model_entry *e = &t->model.log[i];
        bool special = e->figure == AUDE_BUILDER || e->figure == AUDE_PIG;

        n->happened[e->what]++;
        freed += e->what == AUDE_EV_FREED;
        if (e->what == AUDE_EV_SCORE && e->feature == AUDE_FROM_FAIRY)
            n->fairy[e->final ? 2 : e->points == 3]++;
        if (e->what == AUDE_EV_SCORE && e->feature >= AUDE_FROM_KING)
            n->kings[t->setup.sw[AUDE_SWITCH_KING_ROBBER]]++;
        if (e->what == AUDE_EV_SCORE && e->feature == AUDE_FIELD && !e->final) n->barns++;
        if (e->what == AUDE_EV_RETURN && step) n->eaten++;
        if (e->what == AUDE_EV_RETURN && special &&
            (step || action.kind == AUDE_CAPTURE || action.kind == AUDE_REMOVE))
            n->lonely++;
    }
    n->exchanges += action.kind == AUDE_CAPTURE && freed > 0;
    n->starved += step && t->model.phase < AUDE_PHASE_DRAGON && walked < steps;
    n->tops += action.kind == AUDE_PUT && action.segment == AUDE_ON_TOWER;
}

/* What the model wrote down about expansions I and II. */
static void tally_log(struct match *t)
{
    struct match_tally *n = t->tally;
    int cities = 0;
    bool home = false;

    for (int i = 0; i < t->model.n_log; i++) {
        const struct model_entry *e = &t->model.log[i];

        cities += e->what == AUDE_EV_GOODS;
        home |= e->what == AUDE_EV_RETURN && e->figure == AUDE_BUILDER;
        n->earned += e->what == AUDE_EV_EARN;
        n->parts += e->what == AUDE_EV_PART;
        n->spoilt += e->what == AUDE_EV_SCORE && e->final && e->points == 0 &&
                     e->feature <= AUDE_CITY;
        if (e->what == AUDE_EV_PUT) n->puts[e->figure]++;
        if (e->what == AUDE_EV_FINAL) tally_goods(t);
    }
    n->goods += cities > 0;
    n->goods_several += cities > 1;
    n->completing += home && t->model.phase == AUDE_PHASE_SECOND;
}

static void tally_event(struct match *t, int i)
{
    const struct aude_event *e = &t->event[i];
    struct match_tally *n = t->tally;
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
    tally_score(t, e);
}

static void object(struct match *t, const char *objection, const struct aude_event *e)
{
    if (!objection) return;
    differ(t, objection);
    if (!e) same(t, "phase", t->game.turn.phase, t->model.phase);
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
    tally_log(t);
}

/* ---- asking for what is not listed ------------------------------------------------- */

/* Which fields an action uses (aude.h); the others are 0. */
enum { HAS_FIGURE = 1, HAS_SEGMENT = 2, HAS_ARG = 4, HAS_CELL = 8, HAS_ALL = 15 };

static unsigned fields_of(int kind)
{
    switch (kind) {
    case AUDE_LAY:
        return HAS_ARG | HAS_CELL;
    case AUDE_PUT:
    case AUDE_MOVE:
        return HAS_FIGURE | HAS_SEGMENT | HAS_CELL;
    case AUDE_FAIRY:
    case AUDE_REMOVE:
    case AUDE_CAPTURE:
    case AUDE_SEND:
        return HAS_ALL;
    case AUDE_RECALL:
    case AUDE_TOWER:
    case AUDE_ABBEY_TILE:
    case AUDE_BARN_AT:
        return HAS_CELL;
    case AUDE_SWAP:
        return HAS_FIGURE;
    case AUDE_RANSOM:
    case AUDE_ENTER:
        return HAS_FIGURE | HAS_ARG;
    case AUDE_STEP:
    case AUDE_COUNT_TO:
        return HAS_ARG;
    default:
        return 0;
    }
}

/* A cell on the table or beside it, often the newest. */
static void any_cell(struct match *t, struct aude_action *a)
{
    bool newest = match_percent(&t->lens, 50);
    int i = newest ? t->model.n_tiles - 1 : match_below(&t->lens, t->model.n_tiles);
    bool off =
        a->kind == AUDE_LAY || a->kind == AUDE_BARN_AT || a->kind == AUDE_ABBEY_TILE;

    a->x = (int16_t)(t->model.tile[i].x + (off ? match_below(&t->lens, 3) - 1 : 0));
    a->y = (int16_t)(t->model.tile[i].y + (off ? match_below(&t->lens, 3) - 1 : 0));
}

/* Some figure of somebody on the map, as a target. */
static void any_target(struct match *t, struct aude_action *a)
{
    const struct model_figure *it =
        &t->model.figure[match_below(&t->lens, t->model.n_figures)];

    if (it->where == AUDE_AT_QUARTER)
        a->segment = (uint8_t)(AUDE_IN_QUARTER + it->holder);
    if (it->where != AUDE_AT_SEGMENT && it->where != AUDE_AT_TOWER) return;
    a->figure = (uint8_t)it->kind;
    a->arg = (uint8_t)it->seat;
    a->segment = (uint8_t)(it->where == AUDE_AT_TOWER ? AUDE_ON_TOWER : it->segment);
    a->x = (int16_t)t->model.tile[it->tile].x;
    a->y = (int16_t)t->model.tile[it->tile].y;
}

static struct aude_action any_action(struct match *t, int kind)
{
    struct aude_action a = {.kind = (uint8_t)kind};
    unsigned has = fields_of(kind);

    if (has & HAS_FIGURE) a.figure = (uint8_t)match_below(&t->lens, AUDE_FIGURE_KINDS);
    if (has & HAS_SEGMENT) a.segment = (uint8_t)match_below(&t->lens, AUDE_SEGMENTS_MAX);
    if (has & HAS_ARG) a.arg = (uint8_t)match_below(&t->lens, 4);
    if (has & HAS_CELL) any_cell(t, &a);
    if (kind == AUDE_PUT && match_percent(&t->lens, 10)) a.segment = AUDE_ON_TOWER;
    if (kind == AUDE_FAIRY || kind == AUDE_REMOVE || kind == AUDE_CAPTURE)
        any_target(t, &a);
    return a;
}

/* aude_game_why() must allow exactly what the list holds. */
static void compare_why(struct match *t, const struct aude_action *list, int n)
{
    struct fact fact;

    for (int i = 0; i < 4; i++) {
        struct aude_action asked =
            any_action(t, AUDE_LAY + match_below(&t->lens, AUDE_COUNT_TO));
        bool listed = false;

        for (int j = 0; j < n; j++)
            if (memcmp(&list[j], &asked, sizeof asked) == 0) listed = true;
        same(t, "an action asked for is possible",
             aude_game_why(&t->game, asked) == AUDE_ERR_OK, listed);
        if (!t->differs) continue;
        fact = action_fact(asked);
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
    if (t->differs) return;
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
    bool due;
    int n = compare_actions(t, list);

    compare_why(t, list, n);
    if (t->differs) return;
    action = match_choose(t, list, n);
    say_action(t, action);
    t->events.n = 0;
    err = aude_game_play(&t->game, action, &t->events);
    if (err != AUDE_ERR_OK) {
        differ(t, aude_err_sentence(err));
        return;
    }
    due = t->model.phase == AUDE_PHASE_ACTION && t->model.part == 1 && t->model.earned;
    t->tally->market += action.kind == AUDE_SEND && t->model.phase == AUDE_PHASE_MARKET;
    t->tally->guided += (action.kind == AUDE_MOVE || action.kind == AUDE_GO_HOME) &&
                        t->model.actor != t->model.seat;
    t->tally->late += action.kind == AUDE_ABBEY_TILE && t->model.round;
    t->tally->dry += action.kind == AUDE_FROM_PILE && !t->model.round &&
                     model_left_total(&t->model) == 0;
    t->tally->through +=
        action.kind == AUDE_PUT && action.segment != AUDE_ON_TOWER &&
        model_tile_at(&t->model, action.x, action.y) != t->model.n_tiles - 1;
    model_play(&t->model, action);
    t->tally->again += action.kind == AUDE_LAY && t->model.again;
    t->tally->skipped += due && t->model.phase != AUDE_PHASE_SECOND && t->model.part == 1;
    t->tally->declined += action.kind == AUDE_DECLINE;
    follow_draws(t);
    if (t->differs) return;
    tally_figures(t, action, 6);
    compare_events(t);
    compare_position(t);
    t->tally->actions++;
}

bool match_play(struct match *t)
{
    begin(t);
    while (!t->differs && t->model.phase != AUDE_PHASE_OVER &&
           t->model.n_tiles < t->tiles_max)
        step(t);
    t->tally->games++;
    t->tally->lost += t->model.lost;
    t->tally->six += t->setup.n_seats == 6;
    return !t->differs;
}
