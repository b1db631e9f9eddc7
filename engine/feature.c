/* feature.c -- roads, cities, fields: connected segments under one label.
 *
 * Every segment of a laid tile has a handle; label[handle] names its feature, so a find is
 * one load. The handles of a feature form a ring through next[]. When a tile joins two old
 * features the smaller ring is walked and relabelled, which happens a few times a game.
 *
 * What adds up is added; the one thing that does not is the number of tiles, because both
 * features may already own a segment of the same tile (BASE-19). The walk counts those. */
#include "engine.h"

bool aude__feature_complete(const struct aude_feature *f)
{
    return f->kind != AUDE_FIELD && f->open == 0;
}

/* READY-MADE FEATURES: what the counts of a feature are while it has one segment, by the sides of that segment. One
 * word is copied, and what a segment and a feature have in common is another: a third of the work of
 * filling the fields one by one (2 % of a base game). */
struct counts {
    uint16_t head, size, tiles;
    int16_t open;
};
#define ALONE .size = 1, .tiles = 1, .open
static const struct counts alone[16] = {
    {ALONE = 0}, {ALONE = 1}, {ALONE = 1}, {ALONE = 2}, {ALONE = 1}, {ALONE = 2},
    {ALONE = 2}, {ALONE = 3}, {ALONE = 1}, {ALONE = 2}, {ALONE = 2}, {ALONE = 3},
    {ALONE = 2}, {ALONE = 3}, {ALONE = 3}, {ALONE = 4}};
#undef ALONE
static_assert(offsetof(struct aude_feature, open) - offsetof(struct aude_feature, head) ==
                  offsetof(struct counts, open),
              "they stand in the same order");

/* Only expansion II has goods, so that this branch is foreseen. */
static inline void feature_write(struct aude_feature *f, unsigned handle,
                                 const struct aude_segment *seg)
{
    enum { ALIKE = 4 }; /* bytes: tags, kind, shields */
    static_assert(offsetof(struct aude_segment, shields) == ALIKE - 1 &&
                      offsetof(struct aude_feature, shields) ==
                          offsetof(struct aude_feature, tags) + ALIKE - 1 &&
                      offsetof(struct aude_feature, specials) + ALIKE == sizeof *f,
                  "they stand in the same order, and specials and goods after them");

    f->followers = 0;
    memcpy((char *)f + offsetof(struct aude_feature, head), &alone[seg->sides],
           sizeof alone[0]);
    f->head = (uint16_t)handle;
    memcpy((char *)f + offsetof(struct aude_feature, tags), seg, ALIKE);
    memset((char *)f + offsetof(struct aude_feature, specials), 0, ALIKE);
    if (seg->goods) f->goods[seg->goods - AUDE_WINE] = 1;
}

/* The segments of the laid tile whose feature has followers of the active player. */
static unsigned features_own(const struct aude_game *game, const struct aude_laid *laid)
{
    const uint16_t *label = game->label + laid->first;
    unsigned own = 0;

    for (unsigned s = aude_tiles[laid->kind].n_segments; s--;) {
        uint64_t followers = game->feature[label[s]].followers;
        own = 2 * own + ((followers >> 8 * game->turn.seat & 255) != 0);
    }
    return own;
}

/* For P3: segments of the laid tile whose feature is without followers, and where builders or
 * pigs are in play those with followers of the active player. */
static void features_note(struct aude_game *game, const struct aude_laid *laid,
                          unsigned free)
{
    bool joined = (game->kinds[AUDE_BUILDER] | game->kinds[AUDE_PIG]) != 0;

    game->turn.free = (uint16_t)free;
    game->turn.own = (uint16_t)(joined ? features_own(game, laid) : 0);
}

/* A new feature is written for every segment and counts only if the segment met no
 * neighbour: branch-free. */
unsigned aude__features_settle(struct aude_game *game, const struct aude_laid *laid)
{
    const struct aude_tile *tile = &aude_tiles[laid->kind];
    const struct aude_segment *seg = tile->segment, *end = seg + tile->n_segments;
    uint16_t *label = game->label + laid->first;
    unsigned handle = laid->first, id = game->n_features, closed = 0, free = 0;

    for (unsigned bit = 1; seg < end; seg++, handle++, label++, bit <<= 1) {
        unsigned fresh = *label == AUDE__NONE, is = fresh ? id : *label;
        feature_write(&game->feature[id], handle, seg);
        *label = (uint16_t)is;
        id += fresh;
        closed |= bit & (0 - (unsigned)!game->feature[is].open);
        free |= bit & (0 - (unsigned)!game->feature[is].followers);
    }
    game->n_features = (uint16_t)id;
    features_note(game, laid, free);
    return closed & ~(unsigned)tile->of[AUDE_FIELD];
}

void aude__feature_look_again(struct aude_game *game)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];
    unsigned free = 0;

    for (unsigned s = aude_tiles[laid->kind].n_segments; s--;)
        free = 2 * free + !game->feature[game->label[laid->first + s]].followers;
    features_note(game, laid, free);
}

/* Does another segment of handle's tile carry this label already? */
static bool feature_on_tile(const struct aude_game *game, unsigned handle, unsigned label)
{
    const struct aude_laid *laid = &game->laid[game->tile_of[handle]];

    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++)
        if (laid->first + s != handle && game->label[laid->first + s] == label)
            return true;
    return false;
}

/* A segment of the new tile enters a feature. `first`: no other side of the tile has met
 * a neighbour yet, so none of its segments can be in the feature already. */
static void feature_extend(struct aude_game *game, unsigned handle,
                           const struct aude_segment *seg, unsigned label, bool first)
{
    struct aude_feature *f = &game->feature[label];
    bool counted =
        !first && seg->kind != AUDE_FIELD && feature_on_tile(game, handle, label);

    f->tiles = (uint16_t)(f->tiles + ((seg->kind != AUDE_FIELD) & !counted));
    game->label[handle] = (uint16_t)label;
    game->next[handle] = game->next[f->head];
    game->next[f->head] = (uint16_t)handle;
    f->size++;
    f->open = (int16_t)(f->open + alone[seg->sides].open);
    f->tags |= seg->tags;
    f->shields = (uint8_t)(f->shields + seg->shields);
    if (seg->goods) f->goods[seg->goods - 1]++;
}

/* Tiles on which both features have a segment: counted at the tile's first segment of
 * `small`, since that may have several there too. */
static unsigned features_share_tiles(const struct aude_game *game, unsigned small,
                                     unsigned big)
{
    unsigned shared = 0, handle = game->feature[small].head;

    for (unsigned i = 0; i < game->feature[small].size;
         i++, handle = game->next[handle]) {
        const struct aude_laid *laid = &game->laid[game->tile_of[handle]];
        unsigned n = aude_tiles[laid->kind].n_segments, first = AUDE__NONE;
        for (unsigned s = n; s--;)
            if (game->label[laid->first + s] == small) first = laid->first + s;
        if (first == handle && feature_on_tile(game, handle, big)) shared++;
    }
    return shared;
}

static void feature_merge(struct aude_game *game, unsigned a, unsigned b)
{
    unsigned big = game->feature[a].size >= game->feature[b].size ? a : b;
    unsigned small = big == a ? b : a;
    struct aude_feature *to = &game->feature[big], *from = &game->feature[small];

    if (to->kind != AUDE_FIELD)
        to->tiles =
            (uint16_t)(to->tiles + from->tiles - features_share_tiles(game, small, big));
    for (unsigned i = 0, h = from->head; i < from->size; i++, h = game->next[h])
        game->label[h] = (uint16_t)big;
    uint16_t after = game->next[to->head];
    game->next[to->head] = game->next[from->head];
    game->next[from->head] = after;
    to->followers += from->followers;
    to->size = (uint16_t)(to->size + from->size);
    to->open = (int16_t)(to->open + from->open);
    to->tags |= from->tags;
    to->shields = (uint8_t)(to->shields + from->shields);
    to->specials = (uint8_t)(to->specials + from->specials);
    for (unsigned i = 0; i < 3; i++)
        to->goods[i] = (uint8_t)(to->goods[i] + from->goods[i]);
    from->size = 0;
    from->followers = 0;
}

void aude__feature_attach(struct aude_game *game, unsigned handle,
                          const struct aude_segment *seg, unsigned neighbour, bool first)
{
    unsigned label = game->label[neighbour];

    if (game->label[handle] == AUDE__NONE)
        feature_extend(game, handle, seg, label, first);
    else if (game->label[handle] != label)
        feature_merge(game, game->label[handle], label);
}
