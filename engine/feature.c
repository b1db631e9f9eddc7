/* feature.c -- roads, cities, fields: connected segments under one label.
 *
 * Every segment of a laid tile has a handle; label[handle] names its feature, so a find is
 * one load. The handles of a feature form a ring, aude_next(). When a tile joins two old
 * features the smaller ring is walked and relabelled, which happens a few times a game.
 *
 * What adds up is added; the one thing that does not is the number of tiles, because both
 * features may already own a segment of the same tile (BASE-19). The walk counts those. */
#include "engine.h"

bool aude__feature_complete(const struct aude_feature *f)
{
    return f->kind != AUDE_FIELD && f->open == 0;
}

/* FEATURES AS WORDS: a feature is written and added up by two words of eight and four bytes, of which the bits are
 * several counts. One addition is then what takes three or four. */
struct words {
    uint64_t held;   /* followers, open, specials */
    uint16_t head;   /* and tags: not added up */
    uint32_t counts; /* size, kind, tiles, shields */
};

enum { HEAD_AT = 8, COUNTS_AT = 10 };
static_assert(offsetof(struct aude_feature, specials) + 1 == HEAD_AT &&
                  sizeof(struct aude_feature) == COUNTS_AT + sizeof(uint32_t),
              "a word, the head, and another word");
static_assert((int)AUDE_HANDLES_MAX <= 1 << AUDE_RING_BITS &&
                  (int)AUDE_TILES_MAX < 1 << 9,
              "head, size and tiles have room enough");

static inline struct words feature_words(const struct aude_feature *f)
{
    struct words words;

    memcpy(&words.held, f, sizeof words.held);
    memcpy(&words.head, (const char *)f + HEAD_AT, sizeof words.head);
    memcpy(&words.counts, (const char *)f + COUNTS_AT, sizeof words.counts);
    return words;
}

static inline void feature_put_words(struct aude_feature *f, struct words words)
{
    memcpy(f, &words.held, sizeof words.held);
    memcpy((char *)f + HEAD_AT, &words.head, sizeof words.head);
    memcpy((char *)f + COUNTS_AT, &words.counts, sizeof words.counts);
}

/* Where followers and open sides are in the first word, and the head in the next two bytes. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define HELD_SEATS(held) ((held) >> 16)
#define HELD_LANES(held) ((held) >> 16)
#define HELD_OPEN(held)  ((held) >> 8 & 255)
#define SEAT_ONE         ((uint64_t)1 << 16)
#define HEAD_ONE         (1u << AUDE_FEATURE_TAGS)
#define OPEN_ONE         ((uint64_t)1 << 8)
#else
#define HELD_SEATS(held) ((held) << 16) /* nothing else */
#define HELD_LANES(held) (held)         /* from its lowest bit on */
#define HELD_OPEN(held)  ((held) >> 48 & 255)
#define SEAT_ONE         ((uint64_t)1)
#define HEAD_ONE         1u
#define OPEN_ONE         ((uint64_t)1 << 48)
#endif

/* What one of each count is in the last word: known when this is compiled. */
#define ONE(member) (feature_words(&(struct aude_feature){.member = 1}).counts)

void aude__feature_followers(struct aude_feature *f, unsigned seat, int n)
{
    uint64_t held = feature_words(f).held;

    held += ((uint64_t)(int64_t)n * SEAT_ONE) << 8 * seat;
    memcpy(f, &held, sizeof held);
}

/* A whole word is added, for it is read as a whole soon after. */
int aude__feature_open(struct aude_feature *f, int n)
{
    uint64_t held = feature_words(f).held + (uint64_t)(int64_t)n * OPEN_ONE;

    memcpy(f, &held, sizeof held);
    return f->open;
}

/* A segment of so many sides has as many open while it is alone. */
#define OPEN(n) [n] = (uint64_t)__builtin_popcount(n) * OPEN_ONE
static const uint64_t sides_open[16] = {
    OPEN(0), OPEN(1), OPEN(2),  OPEN(3),  OPEN(4),  OPEN(5),  OPEN(6),  OPEN(7),
    OPEN(8), OPEN(9), OPEN(10), OPEN(11), OPEN(12), OPEN(13), OPEN(14), OPEN(15)};
#undef OPEN

/* What a segment adds to the counts of a feature. */
static inline uint32_t feature_counts(const struct aude_segment *seg, unsigned tiles)
{
    return ONE(size) + tiles * ONE(tiles) + seg->shields * ONE(shields);
}

/* Its kind and its shields, as they stand in the counts. They are side by side in a segment as they are there, so
 * that it is one load and one shift. */
static inline uint32_t feature_alike(const struct aude_segment *seg)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return seg->kind * ONE(kind) + seg->shields * ONE(shields);
#else
    enum { ALIKE_AT = offsetof(struct aude_segment, sides) - 1 };
    return ((const uint8_t *)seg)[ALIKE_AT] * ONE(kind);
#endif
}

static inline void feature_write(struct aude_feature *f, unsigned handle,
                                 const struct aude_segment *seg)
{
    feature_put_words(
        f, (struct words){.held = sides_open[seg->sides],
                          .head = (uint16_t)(handle * HEAD_ONE),
                          .counts = feature_alike(seg) + ONE(size) + ONE(tiles)});
}

/* Few tiles have tags: those of a tile come last, to all its features, old or new. */
AUDE__APART static void features_tag(struct aude_game *game, const struct aude_laid *laid)
{
    const struct aude_tile *tile = &aude_tiles[laid->kind];

    for (unsigned s = 0; s < tile->n_segments; s++) {
        struct aude_feature *f = &game->feature[game->label[laid->first + s]];
        unsigned tags = tile->segment[s].tags;
        for (unsigned i = 0; tags && i < AUDE_FEATURE_TAGS; i++)
            if (tags & aude_feature_tag(f->kind, i))
                f->tags = (f->tags | 1u << i) & ((1u << AUDE_FEATURE_TAGS) - 1);
    }
}

/* Are there figures that join followers of their own seat? */
static bool features_are_joined(const struct aude_game *game)
{
    return (game->kinds[AUDE_BUILDER] | game->kinds[AUDE_PIG]) != 0;
}

/* All bits, if a feature with that first word has followers of the seat. */
static unsigned feature_is_of(uint64_t held, unsigned seat)
{
    return 0u - ((HELD_LANES(held) >> 8 * seat & 255) != 0);
}

/* For P3, too: the segments of the laid tile whose feature has no followers, and where builders or pigs are in play
 * (`joined`) those with followers of the active player. A new feature is written for every segment and counts only if
 * the segment met no neighbour: branch-free. */
static inline unsigned features_settle(struct aude_game *game,
                                       const struct aude_laid *laid, bool joined)
{
    const struct aude_tile *tile = &aude_tiles[laid->kind];
    const struct aude_segment *seg = tile->segment, *end = seg + tile->n_segments;
    uint16_t *label = game->label + laid->first;
    unsigned handle = laid->first, id = game->n_features, closed = 0, free = 0, own = 0;
    unsigned seat = game->turn.seat;
    struct aude_feature *new = &game->feature[id];

    for (unsigned bit = 1; seg < end; seg++, handle++, label++, bit <<= 1) {
        int fresh = (int16_t)*label >> 15; /* all bits, or none */
        unsigned is = *label ^ ((*label ^ id) & (unsigned)fresh);
        feature_write(new, handle, seg);
        uint64_t held = feature_words(&game->feature[is]).held;
        *label = (uint16_t)is;
        closed |= bit & (0 - (unsigned)(HELD_OPEN(held) < 1));
        free |= bit & (unsigned)((int64_t)(HELD_SEATS(held) - 1) >> 63);
        if (joined) own |= bit & feature_is_of(held, seat);
        id -= (unsigned)fresh;
        new = (struct aude_feature *)((char *)new + ((size_t)fresh & sizeof *new));
    }
    game->n_features = (uint16_t)id;
    game->turn.free = (uint16_t)free;
    game->turn.own = (uint16_t)own;
    if (tile->tags) features_tag(game, laid);
    return closed & ~(unsigned)tile->of[AUDE_FIELD];
}

/* Two functions of one, so that games without such figures do not ask at each segment. */
AUDE__APART static unsigned features_settle_joined(struct aude_game *game,
                                                   const struct aude_laid *laid)
{
    return features_settle(game, laid, true);
}

unsigned aude__features_settle(struct aude_game *game, const struct aude_laid *laid)
{
    return features_are_joined(game) ? features_settle_joined(game, laid)
                                     : features_settle(game, laid, false);
}

void aude__feature_look_again(struct aude_game *game)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];
    unsigned free = 0, own = 0;

    for (unsigned s = aude_tiles[laid->kind].n_segments; s--;) {
        uint64_t held = feature_words(&game->feature[game->label[laid->first + s]]).held;
        free = 2 * free + !HELD_SEATS(held);
        own = 2 * own + (feature_is_of(held, game->turn.seat) & 1);
    }
    game->turn.free = (uint16_t)free;
    game->turn.own = (uint16_t)(features_are_joined(game) ? own : 0);
}

/* Does another segment of the tile than that one carry this label already? It would be of the same kind, and mostly
 * there is none. */
static bool feature_on_tile(const struct aude_game *game, const struct aude_laid *laid,
                            unsigned handle, unsigned label)
{
    const struct aude_tile *tile = &aude_tiles[laid->kind];
    unsigned own = handle - laid->first;
    unsigned others = tile->of[tile->segment[own].kind] & ~(1u << own);

    for (unsigned m = others; m; m &= m - 1)
        if (game->label[laid->first + aude__lowest(m)] == label) return true;
    return false;
}

/* The new tile was counted with that segment; not if it was counted with another already (BASE-19). Apart and
 * last, so that nothing has to be saved for it. */
AUDE__APART static void feature_tile_once(struct aude_game *game, struct aude_feature *f,
                                          unsigned handle)
{
    const struct aude_laid *laid = &game->laid[game->n_laid - 1];

    f->tiles -= feature_on_tile(game, laid, handle, game->label[handle]);
}

/* The rings of both become one: what follows them is exchanged, the bits of their tiles stay. */
static inline void feature_link(struct aude_game *game, unsigned a, unsigned b)
{
    unsigned other = (game->ring[a] ^ game->ring[b]) & ((1u << AUDE_RING_BITS) - 1);

    game->ring[a] ^= (uint16_t)other;
    game->ring[b] ^= (uint16_t)other;
}

/* A segment of the new tile enters a feature. `first`: no other side of the tile has met
 * a neighbour yet, so none of its segments can be in the feature already. */
static inline void feature_extend(struct aude_game *game, unsigned handle,
                                  const struct aude_segment *seg, unsigned label,
                                  bool first, int opened)
{
    struct aude_feature *f = &game->feature[label];
    struct words sum = feature_words(f);
    bool field = seg->kind == AUDE_FIELD;

    sum.held += sides_open[seg->sides] + (uint64_t)(int64_t)opened * OPEN_ONE;
    sum.counts += feature_counts(seg, !field);
    feature_put_words(f, sum);
    game->label[handle] = (uint16_t)label;
    feature_link(game, handle, f->head);
    if (!first && !field) feature_tile_once(game, f, handle);
}

/* Tiles on which both features have a segment: counted at the tile's first segment of
 * `small`, since that may have several there too. */
static unsigned features_share_tiles(const struct aude_game *game, unsigned small,
                                     unsigned big)
{
    unsigned shared = 0, handle = game->feature[small].head;

    for (unsigned i = 0; i < game->feature[small].size;
         i++, handle = aude_next(game, handle)) {
        const struct aude_laid *laid = aude_laid_of(game, handle);
        unsigned n = aude_tiles[laid->kind].n_segments, first = AUDE__NONE;
        for (unsigned s = n; s--;)
            if (game->label[laid->first + s] == small) first = laid->first + s;
        if (first == handle && feature_on_tile(game, laid, handle, big)) shared++;
    }
    return shared;
}

/* Both together in the first of them; the other is no feature any more. */
static inline void feature_add(struct aude_feature *to, struct aude_feature *from,
                               unsigned shared_tiles)
{
    struct words sum = feature_words(to), more = feature_words(from);

    sum.held += more.held;
    sum.counts += more.counts - from->kind * ONE(kind) - shared_tiles * ONE(tiles);
    feature_put_words(to, sum);
    if (from->tags) to->tags = (to->tags | from->tags) & ((1u << AUDE_FEATURE_TAGS) - 1);
    *from = (struct aude_feature){.size = 0};
}

AUDE__APART static void feature_merge(struct aude_game *game, unsigned a, unsigned b,
                                      int opened)
{
    unsigned big = game->feature[a].size >= game->feature[b].size ? a : b;
    unsigned small = big == a ? b : a;
    struct aude_feature *to = &game->feature[big], *from = &game->feature[small];

    unsigned shared =
        to->kind != AUDE_FIELD ? features_share_tiles(game, small, big) : from->tiles;
    for (unsigned i = 0, h = from->head; i < from->size; i++, h = aude_next(game, h))
        game->label[h] = (uint16_t)big;
    feature_link(game, to->head, from->head);
    feature_add(to, from, shared);
    aude__feature_open(to, opened);
}

void aude__feature_attach(struct aude_game *game, unsigned handle,
                          const struct aude_segment *seg, unsigned neighbour, bool first,
                          int opened)
{
    unsigned label = game->label[neighbour], own = game->label[handle];

    if (own == AUDE__NONE)
        feature_extend(game, handle, seg, label, first, opened);
    else if (own != label)
        feature_merge(game, own, label, opened);
    else
        aude__feature_open(&game->feature[label], opened);
}
