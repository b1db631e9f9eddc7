/* match_compare.c -- the same position in engine and model? (match.h) */
#include "match_internal.h"

#include <stdio.h>

static void compare_turn(struct match *t)
{
    const struct aude_turn *turn = &t->game.turn;
    const struct model *m = &t->model;
    bool over = m->phase == AUDE_PHASE_OVER;

    match_same(t, "over", aude_game_over(&t->game), over);
    match_same(t, "phase", turn->phase, m->phase);
    match_same(t, "tile in hand", turn->tile, m->hand);
    match_same(t, "tiles left", aude_game_left_total(&t->game), model_left_total(m));
    for (int kind = 0; kind < aude_tiles_count; kind++)
        match_same(t, aude_tiles[kind].id, aude_game_left(&t->game, (aude_kind)kind),
                   model_left(m, (aude_kind)kind));
    if (over) {
        match_same(t, "winners", aude_game_winners(&t->game), model_winners(m));
        return;
    }
    match_same(t, "turn", turn->number, m->turn);
    match_same(t, "seat", turn->seat, m->seat);
    match_same(t, "actor", turn->actor, m->actor);
    match_same(t, "part", turn->part, m->part);
    if (m->part == 1) match_same(t, "second part earned", turn->earned, m->earned);
}

static void compare_tiles(struct match *t)
{
    match_same(t, "tiles laid", t->game.n_laid, t->model.n_tiles);
    for (int i = 0; i < t->model.n_tiles && i < t->game.n_laid; i++) {
        const struct aude_laid *laid = &t->game.laid[i];
        const struct model_tile *tile = &t->model.tile[i];

        match_same(t, "x of a tile", laid->x, tile->x);
        match_same(t, "y of a tile", laid->y, tile->y);
        match_same(t, "kind of a tile", laid->kind, tile->kind);
        match_same(t, "rotation of a tile", laid->rot, tile->rot);
    }
}

static struct match_fact engine_figure(const struct aude_game *game, int i)
{
    const struct aude_figure *it = &game->figure[i];
    const struct aude_laid *laid;

    switch (it->where) {
    case AUDE_AT_SEGMENT:
        laid = aude_laid_of(game, it->at);
        return (struct match_fact){{it->seat, it->kind, it->where, laid->x, laid->y,
                                    it->at - laid->first, it->guest}};
    case AUDE_AT_TOWER:
        laid = &game->laid[it->at];
        return (struct match_fact){{it->seat, it->kind, it->where, laid->x, laid->y}};
    case AUDE_AT_PRISON:
    case AUDE_AT_QUARTER:
        return (struct match_fact){{it->seat, it->kind, it->where, it->at}};
    default:
        return (struct match_fact){{it->seat, it->kind, it->where}};
    }
}

static struct match_fact model_figure(const struct model *m, int i)
{
    const struct model_figure *it = &m->figure[i];
    int seat = it->seat, kind = (int)it->kind, where = (int)it->where;

    switch (it->where) {
    case AUDE_AT_SEGMENT:
        return (struct match_fact){{seat, kind, where, m->tile[it->tile].x,
                                    m->tile[it->tile].y, it->segment, it->guest}};
    case AUDE_AT_TOWER:
        return (struct match_fact){
            {seat, kind, where, m->tile[it->tile].x, m->tile[it->tile].y}};
    case AUDE_AT_PRISON:
    case AUDE_AT_QUARTER:
        return (struct match_fact){{seat, kind, where, it->holder}};
    default:
        return (struct match_fact){{seat, kind, where}};
    }
}

static void compare_figures(struct match *t)
{
    static struct match_facts engine, model;

    engine.n = model.n = 0;
    for (int i = 0; i < t->game.n_figures; i++)
        match_add_fact(&engine, engine_figure(&t->game, i));
    for (int i = 0; i < t->model.n_figures; i++)
        match_add_fact(&model, model_figure(&t->model, i));
    match_same_facts(t, "the figures differ", "seat figure where x y segment guest",
                     &engine, &model);
}

static void compare_seats(struct match *t)
{
    for (int seat = 0; seat < t->model.n_seats; seat++) {
        match_same(t, "points", t->game.player[seat].points, t->model.points[seat]);
        for (int kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
            match_same(t, "supply", t->game.player[seat].supply[kind],
                       model_supply(&t->model, seat, (enum aude_figure_kind)kind));
        for (int goods = AUDE_WINE; goods <= AUDE_CLOTH; goods++)
            match_same(t, aude_goods_name((enum aude_goods)goods),
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
    match_same(t, "tile of the dragon", engine_place(engine->at), m->dragon);
    match_same(t, "tile of the fairy", engine_place(engine->fairy), m->fairy);
    if (t->setup.sw[AUDE_SWITCH_FAIRY_BINDING] == AUDE_FAIRY_BY_FOLLOWER) {
        struct match_fact no_one = {{MODEL_NOTHING}};
        struct match_fact a = engine->bound == AUDE_NOWHERE
                                  ? no_one
                                  : engine_figure(&t->game, engine->bound);
        struct match_fact b = m->bound < 0 ? no_one : model_figure(m, m->bound);

        match_same(t, "the fairy's follower", match_by_numbers(&a, &b), 0);
    }
    for (int i = 0; i < engine->n_aside; i++) aside[engine->aside[i]]++;
    for (int kind = 0; kind < aude_tiles_count; kind++)
        match_same(t, "tiles laid aside", aside[kind], m->aside[kind]);
}

static void compare_towers(struct match *t)
{
    if (!(t->game.sets >> AUDE_SET_TOWER & 1)) return;
    for (int seat = 0; seat < t->model.n_seats; seat++)
        match_same(t, "tower pieces", t->game.towers.pieces[seat], t->model.pieces[seat]);
    for (int tile = 0; tile < t->model.n_tiles; tile++)
        match_same(t, "height of a tower", t->game.laid[tile].height,
                   t->model.height[tile]);
}

static void compare_abbeys(struct match *t)
{
    if (!(t->game.sets >> AUDE_SET_ABBEY & 1)) return;
    for (int seat = 0; seat < t->model.n_seats; seat++)
        match_same(t, "abbeys", t->game.abbeys.left[seat], t->model.abbeys[seat]);
}

static void compare_count(struct match *t)
{
    if (!(t->game.sets >> AUDE_SET_COUNT & 1)) return;
    match_same(t, "quarter of the count", t->game.count.at, t->model.count);
}

static void compare_awards(struct match *t)
{
    if (!(t->game.sets >> AUDE_SET_KING & 1)) return;
    for (int which = 0; which < 2; which++) {
        match_same(t, "holder of king or robber", t->game.awards.holder[which],
                   t->model.holder[which]);
        match_same(t, "size of the largest", t->game.awards.size[which],
                   t->model.largest[which]);
    }
}

static void compare_catapult(struct match *t)
{
    int phase = (int)t->model.phase;

    if (!(t->game.sets >> AUDE_SET_CATAPULT & 1)) return;
    match_same(t, "rounds due", t->game.catapult.due, t->model.n_fairs);
    if (phase <= AUDE_PHASE_CATAPULT || phase > AUDE_PHASE_THROWN) return;
    match_same(t, "kind of the round", t->game.catapult.kind, t->model.thrown_kind);
    match_same(t, "throws made", t->game.catapult.thrown, t->model.thrown);
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
    match_same(t, "kind of a feature", view.kind, f.kind);
    match_same(t, "complete", view.complete, f.complete);
    match_same(t, "shields", view.shields, f.shields);
    match_same(t, "tags", view.tags, f.tags);
    if (!field) match_same(t, "tiles of a feature", view.tiles, f.tiles);
    if (!field) match_same(t, "open", view.open, f.open);
    for (int seat = 0; seat < AUDE_SEATS_MAX; seat++)
        match_same(t, "strength", view.strength[seat], f.strength[seat]);
    match_same(t, "owners", view.owners, f.owners);
    match_same(t, "points of a feature", view.points, model_points(&t->model, &f));
    if (t->differs)
        printf("    segment %d of the tile at %d,%d\n", segment, t->model.tile[tile].x,
               t->model.tile[tile].y);
    if (t->model.phase == AUDE_PHASE_ACTION) match_tally_feature(t, &f);
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
        match_same(t, "points if the game ended now", points[seat], end.points[seat]);
}

void match_compare_position(struct match *t)
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
    compare_catapult(t);
    if (!t->differs) compare_features(t);
    if (!t->differs) compare_projection(t);
}
