/* hash.c -- a fingerprint of everything public in a game.
 *
 * It is written into records once a turn, so its definition is part of the record format:
 * changing what goes in, or the order, is a new record version. Hidden things (seed, order
 * of the pile) stay out, so that a view and the authority agree. */
#include "engine.h"

static uint64_t hash_mix(uint64_t hash, uint64_t value)
{
    hash ^= value;
    hash *= 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t hash_river(uint64_t hash, const struct aude_river *river)
{
    hash = hash_mix(hash, (uint64_t)(river->n - river->next) << 8 | river->n_ends);
    for (unsigned i = 0; i < river->n_ends; i++)
        hash = hash_mix(hash, (uint64_t)(uint16_t)river->end_x[i] << 32 |
                                  (uint64_t)(uint16_t)river->end_y[i] << 16 |
                                  river->heading[i]);
    return hash;
}

static uint64_t hash_dragon(uint64_t hash, const struct aude_game *game)
{
    const struct aude_dragon *dragon = &game->dragon;

    hash = hash_mix(hash, (uint64_t)dragon->at << 32 | (uint64_t)dragon->fairy << 16 |
                              (uint64_t)dragon->n_aside << 8 | game->turn.walking);
    if (game->sw[AUDE_SWITCH_FAIRY_BINDING] == AUDE_FAIRY_BY_FOLLOWER)
        hash = hash_mix(hash, dragon->bound);
    for (unsigned i = 0; game->turn.walking && i <= dragon->steps; i++)
        hash = hash_mix(hash, dragon->visited[i]);
    if (aude__dragon_after_princess(game)) hash = hash_mix(hash, dragon->freed_part);
    return hash;
}

static uint64_t hash_towers(uint64_t hash, const struct aude_game *game)
{
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        hash = hash_mix(hash, game->towers.pieces[seat]);
    for (unsigned tile = 0; tile < game->n_laid; tile++)
        if (game->laid[tile].height)
            hash = hash_mix(hash, (uint64_t)tile << 16 |
                                      (uint64_t)game->laid[tile].height << 8 |
                                      game->laid[tile].closed);
    return hash_mix(hash, (uint64_t)game->towers.asked << 32 |
                              (uint64_t)game->towers.last << 16 |
                              (uint64_t)game->towers.victim << 8 | game->towers.ransomed);
}

static uint64_t hash_awards(uint64_t hash, const struct aude_awards *awards)
{
    for (int i = 0; i < 2; i++)
        hash = hash_mix(hash, (uint64_t)awards->holder[i] << 32 |
                                  (uint64_t)awards->size[i] << 16 | awards->count[i]);
    return hash;
}

/* The numbers of a toss stay out while they are a secret (CAT-26). */
static uint64_t hash_catapult(uint64_t hash, const struct aude_game *game)
{
    const struct aude_catapult *cat = &game->catapult;

    hash = hash_mix(hash, (uint64_t)cat->due << 40 | (uint64_t)cat->kind << 32 |
                              (uint64_t)cat->thrown << 24 | (uint64_t)cat->reacted << 16 |
                              (uint64_t)cat->glimpse[0] << 8 | cat->glimpse[1]);
    hash = hash_mix(hash, (uint64_t)cat->fair[0] << 32 | (uint64_t)cat->fair[1] << 16 |
                              cat->throws);
    hash = hash_mix(hash, (uint64_t)(uint16_t)cat->hands[0] << 32 |
                              (uint64_t)(uint16_t)cat->hands[1] << 16 | cat->chosen);
    hash = hash_mix(hash, (uint64_t)(uint32_t)cat->rest.x << 32 | (uint32_t)cat->rest.y);
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        hash = hash_mix(hash, cat->measure[seat]);
    if (game->turn.phase != AUDE_PHASE_CATCH)
        hash =
            hash_mix(hash, (uint64_t)cat->known << 40 | (uint64_t)cat->stand << 32 |
                               (uint64_t)(uint16_t)cat->aim << 16 | (uint16_t)cat->power);
    return hash;
}

/* A switch that came after the first version counts only where it is not at its first
 * value: records from before it stay valid. */
static uint64_t hash_switches(uint64_t hash, const uint8_t sw[AUDE_SWITCHES])
{
    for (unsigned i = 0; i < AUDE_SWITCHES; i++)
        if (i <= AUDE_SWITCH_PIG_HERD)
            hash = hash_mix(hash, sw[i]);
        else if (sw[i])
            hash = hash_mix(hash, (uint64_t)i << 8 | sw[i]);
    return hash;
}

/* ORDER PHASE: a phase keeps its number here, wherever it stands in the enum: records
 * contain the hash. */
static const uint8_t phase_number[AUDE_PHASES] = {
    [AUDE_PHASE_START] = 0,    [AUDE_PHASE_SOURCE] = 1,       [AUDE_PHASE_DRAW] = 2,
    [AUDE_PHASE_TILE] = 3,     [AUDE_PHASE_ACTION] = 4,       [AUDE_PHASE_CAPTURE] = 5,
    [AUDE_PHASE_SWAP] = 6,     [AUDE_PHASE_DRAGON] = 7,       [AUDE_PHASE_QUARTERS] = 8,
    [AUDE_PHASE_SCORE] = 9,    [AUDE_PHASE_WAGON] = 10,       [AUDE_PHASE_ENTER] = 11,
    [AUDE_PHASE_COUNT] = 12,   [AUDE_PHASE_DRAGON_LATE] = 13, [AUDE_PHASE_SECOND] = 14,
    [AUDE_PHASE_NEXT] = 15,    [AUDE_PHASE_MARKET] = 16,      [AUDE_PHASE_OVER] = 17,
    [AUDE_PHASE_CONFIRM] = 18, [AUDE_PHASE_FAIR] = 19,        [AUDE_PHASE_CATAPULT] = 20,
    [AUDE_PHASE_THROW] = 21,   [AUDE_PHASE_CATCH] = 22,       [AUDE_PHASE_SCATTER] = 23,
    [AUDE_PHASE_SEDUCE] = 24,  [AUDE_PHASE_THROWN] = 25};

uint64_t aude_game_hash(const struct aude_game *game)
{
    const struct aude_turn *turn = &game->turn;
    uint64_t hash = hash_mix(0x61756465, game->sets); /* "aude" */

    hash = hash_mix(hash, game->tile_sets);
    hash = hash_switches(hash, game->sw);
    hash = hash_mix(hash, (uint64_t)turn->number << 32 | (uint64_t)turn->seat << 24 |
                              (uint64_t)turn->actor << 16 |
                              (uint64_t)phase_number[turn->phase] << 8 | turn->tile);
    hash = hash_mix(hash, (uint64_t)turn->part << 16 | (uint64_t)turn->again << 8 |
                              turn->earned);
    hash = hash_mix(hash, (uint64_t)aude__pile_left(game) << 16 | game->n_discarded);
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        hash = hash_mix(hash, (uint64_t)game->player[seat].points);
        for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
            hash = hash_mix(hash, game->player[seat].supply[kind]);
        for (unsigned goods = 0; goods < 3; goods++)
            hash = hash_mix(hash, game->traders.goods[seat][goods]);
    }
    for (unsigned i = 0; i < game->n_laid; i++) {
        const struct aude_laid *laid = &game->laid[i];
        hash = hash_mix(hash, (uint64_t)(uint16_t)laid->x << 32 |
                                  (uint64_t)(uint16_t)laid->y << 16 |
                                  (uint64_t)laid->kind << 8 | laid->rot);
    }
    for (unsigned i = 0; i < game->n_figures; i++)
        hash = hash_mix(hash, (uint64_t)game->figure[i].where << 16 | game->figure[i].at);
    if (aude__plays(game, AUDE_SET_DRAGON)) hash = hash_dragon(hash, game);
    if (aude__plays(game, AUDE_SET_TOWER)) hash = hash_towers(hash, game);
    if (aude__plays(game, AUDE_SET_ABBEY)) {
        for (unsigned seat = 0; seat < game->n_seats; seat++)
            hash = hash_mix(hash, game->abbeys.left[seat]);
        hash = hash_mix(hash, (uint64_t)game->abbeys.endgame << 16 |
                                  (uint64_t)game->abbeys.wagon << 8 |
                                  (game->abbeys.barn != 0));
    }
    if (aude__plays(game, AUDE_SET_COUNT))
        hash = hash_mix(hash, (uint64_t)game->count.at << 32 |
                                  (uint64_t)game->count.gained << 24 |
                                  (uint64_t)game->count.entered << 16 |
                                  (uint64_t)game->count.asked << 8 | game->count.quarter);
    if (game->count.early) hash = hash_mix(hash, game->count.early);
    if (aude__plays(game, AUDE_SET_CATAPULT)) hash = hash_catapult(hash, game);
    if (aude__plays(game, AUDE_SET_KING)) hash = hash_awards(hash, &game->awards);
    return game->river.flowing ? hash_river(hash, &game->river) : hash;
}
