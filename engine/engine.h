/* engine.h -- what the files of the engine share and nobody else sees.
 *
 * `aude__` names are internal. The game value and everything a player may ask are in
 * include/aude.h; here is the machinery: the board, features, figures, the pile, the hook
 * table of the sets. */
#ifndef AUDE_ENGINE_H
#define AUDE_ENGINE_H

#include <assert.h>
#include <string.h>

#include "aude.h"

enum {
    AUDE__NONE = 0xffff, /* no handle, no feature, no tile */
    AUDE__EVERY = 0xfffe /* all of them */
};

/* -- Sides ------------------------------------------------------------------------------ */

/* N E S W; y grows south. */
static inline int aude__dx(unsigned side)
{
    return (int)(0x0121u >> 4 * side & 15) - 1;
}

static inline int aude__dy(unsigned side)
{
    return (int)(0x1210u >> 4 * side & 15) - 1;
}

static inline unsigned aude__opposite(unsigned side)
{
    return (side + 2) & 3;
}

/* A tile's side bits as it lies after `rot` quarter turns clockwise: N goes to E. */
static inline unsigned aude__turn_sides(unsigned sides, unsigned rot)
{
    return ((sides << rot) | (sides >> (4 - rot))) & 15;
}

/* Likewise for the eight half sides, two to a quarter turn. */
static inline unsigned aude__turn_halves(unsigned halves, unsigned rot)
{
    return ((halves << (2 * rot)) | (halves >> (8 - 2 * rot))) & 255;
}

/* -- Sinks ------------------------------------------------------------------------------ */

/* Where legal actions are listed; counts on when the caller's array is full. */
struct aude__sink {
    struct aude_action *out;
    int max, n;
    /* In P3, worked out once for all kinds of figure: sets that lead elsewhere than to the
     * tile just laid, one bit each; whether any has something to say about that tile; and
     * aude__kept_tile(). */
    unsigned leads, asks, kept;
    /* Which kind of figure was listed first, and where: one that stands where it does, on the
     * same terms, has the same list. */
    unsigned first_put;
    int puts_from, puts_to;
};

static inline void aude__sink_add(struct aude__sink *sink, struct aude_action action)
{
    if (sink->n < sink->max) sink->out[sink->n] = action;
    sink->n++;
}

/* Likewise if `wanted`, where that cannot be predicted. */
static inline void aude__sink_add_if(struct aude__sink *sink, struct aude_action action,
                                     bool wanted)
{
    if (sink->n < sink->max) sink->out[sink->n] = action;
    sink->n += wanted;
}

/* Two actions as a vector of words; compilers would move the structs field by field. */
typedef uint64_t aude__two __attribute__((vector_size(2 * sizeof(uint64_t))));

/* Write four actions for the tile given. */
static inline void aude__write_four(struct aude_action *out,
                                    const struct aude_action four[4],
                                    const struct aude_laid *laid)
{
    struct aude_action at = {.x = laid->x, .y = laid->y};
    uint64_t place;
    aude__two head, tail;

    memcpy(&place, &at, sizeof place);
    memcpy(&head, four, sizeof head);
    memcpy(&tail, four + 2, sizeof tail);
    head |= place;
    tail |= place;
    memcpy(out, &head, sizeof head);
    memcpy(out + 2, &tail, sizeof tail);
}

/* Append an event; with no room or no list it goes to `spare`, so callers need not ask. */
static inline struct aude_event *aude__event(struct aude_events *events,
                                             struct aude_event *spare,
                                             enum aude_event_kind kind, unsigned seat)
{
    struct aude_event *ev = spare;

    if (events) {
        if (events->n < events->max) ev = &events->list[events->n];
        events->n++;
    }
    *ev = (struct aude_event){
        .kind = (uint8_t)kind, .seat = (uint8_t)seat, .tile = AUDE_KIND_NONE};
    return ev;
}

/* Append `event` as it is given; the tile of an event without one is AUDE_KIND_NONE. */
static inline void aude__say(struct aude_events *events, struct aude_event event)
{
    if (!events) return;
    if (events->n < events->max) events->list[events->n] = event;
    events->n++;
}

/* -- Eight at a time -------------------------------------------------------------------- */

/* Whatever the compiler makes of a loop, these become the 16-byte vectors that every
 * processor of today has. So many demands follow the last one of the frontier. */
enum { AUDE__EIGHT = 8 };
typedef uint16_t aude__eight __attribute__((vector_size(AUDE__EIGHT * sizeof(uint16_t))));
typedef uint8_t aude__eight_bytes __attribute__((vector_size(AUDE__EIGHT)));

/* One bit for each of eight numbers below 128 that is not 0, the first lowest: adding 127
 * lifts their top bits, and the product brings those together. */
static inline unsigned aude__which(aude__eight numbers)
{
    aude__eight_bytes bytes = __builtin_convertvector(numbers, aude__eight_bytes);
    uint64_t word;

    memcpy(&word, &bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    word = (word + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101;
    return (unsigned)(word * 0x0102040810204080 >> 56);
}

/* -- board.c: the grid, the frontier, what fits where ----------------------------------- */

struct aude_cell *aude__cell(struct aude_game *game, uint16_t key);
const struct aude_cell *aude__cell_find(const struct aude_game *game, uint16_t key);
int aude__tile_at_key(const struct aude_game *game, uint16_t key);

/* The frontier slot of a cell next to the board, or AUDE__NONE. */
unsigned aude__board_slot(const struct aude_game *game, int x, int y);

/* Lay a tile without asking whether it fits; joins features, fills turn.completed. */
void aude__board_lay(struct aude_game *game, aude_kind kind, int x, int y, unsigned rot);

/* Is x,y an empty cell with four laid neighbours, which the sets allow for this kind? */
bool aude__board_is_hole(const struct aude_game *game, aude_kind kind, int x, int y);
/* The first such frontier slot from `slot` on, or -1. */
int aude__board_next_hole(const struct aude_game *game, aude_kind kind, unsigned slot);

/* Is the cell free, on the frontier, and do the sides match? */
enum aude_err aude__board_sides_match(const struct aude_game *game, aude_kind kind, int x,
                                      int y, unsigned rot);

/* May the tile be laid so, the limits of the sets considered too? */
enum aude_err aude__board_may_lay(const struct aude_game *game, aude_kind kind, int x,
                                  int y, unsigned rot);
bool aude__board_fits_anywhere(const struct aude_game *game, aude_kind kind);
void aude__board_list(const struct aude_game *game, aude_kind kind,
                      struct aude__sink *sink);

/* Of the eight cloisters from `i` on: those at x,y or beside it, one bit each. */
static inline unsigned aude__cloisters_near(const struct aude_cloisters *c, unsigned i,
                                            int x, int y)
{
    aude__eight dx, dy;

    memcpy(&dx, c->x + i, sizeof dx);
    memcpy(&dy, c->y + i, sizeof dy);
    dx -= (uint16_t)(x - 1);
    dy -= (uint16_t)(y - 1);
    unsigned near = aude__which((aude__eight)(dx <= 2) & (aude__eight)(dy <= 2) & 1);
    return c->n - i < AUDE__EIGHT ? near & ((1u << (c->n - i)) - 1) : near;
}

/* -- feature.c: connected segments ------------------------------------------------------ */

/* Segment `seg` of the tile being laid touches `neighbour`, which was there before, over the
 * `first` side of the tile that meets any. */
void aude__feature_attach(struct aude_game *game, unsigned handle,
                          const struct aude_segment *seg, unsigned neighbour, bool first);
/* When all sides have met: segments that met nobody become features of their own, and
 * turn.free is known. Bit s is set where the feature of segment s has nothing open; monasteries
 * too, whose surroundings are the board's business. */
unsigned aude__features_settle(struct aude_game *game, const struct aude_laid *laid);
bool aude__feature_complete(const struct aude_feature *f);
/* Somebody left the laid tile's features before P3 was over: turn.free and own again. */
void aude__look_again(struct aude_game *game);

static inline const struct aude_segment *aude__segment(const struct aude_game *game,
                                                       unsigned handle)
{
    const struct aude_laid *laid = &game->laid[game->tile_of[handle]];

    return &aude_tiles[laid->kind].segment[handle - laid->first];
}

/* -- figure.c: hands, and where each figure stands -------------------------------------- */

/* Of a seat's figures those of that kind in that kind of place, one bit each. */
static inline uint64_t aude__figures(const struct aude_game *game, unsigned seat,
                                     enum aude_figure_kind kind, enum aude_where where)
{
    return game->player[seat].at[where] & game->kinds[kind];
}

/* Its figures on tiles, and its followers among them. */
static inline uint64_t aude__on_tiles(const struct aude_game *game, unsigned seat)
{
    return game->player[seat].at[AUDE_AT_SEGMENT] | game->player[seat].at[AUDE_AT_TOWER];
}

static inline uint64_t aude__followers_out(const struct aude_game *game, unsigned seat)
{
    return aude__on_tiles(game, seat) & game->followers;
}

/* PD-30, TOW-9: whom the princess and the tower may take, bits as in struct aude_player. */
static inline uint64_t aude__victims(const struct aude_game *game)
{
    return game->sw[AUDE_SWITCH_SPECIAL_VICTIMS] == AUDE_VICTIMS_ALL
               ? game->followers
               : game->kinds[AUDE_SMALL] | game->kinds[AUDE_LARGE];
}

/* The first figure of such a set, which is not empty. */
static inline unsigned aude__first_of(const struct aude_game *game, unsigned seat,
                                      uint64_t figures)
{
    return game->player[seat].first + (unsigned)__builtin_ctzll(figures);
}

/* A figure of that kind in the seat's supply, or -1. */
int aude__figure_home(const struct aude_game *game, unsigned seat, unsigned kind);
bool aude__figure_is_follower(unsigned kind);
void aude__figure_stand(struct aude_game *game, unsigned figure, unsigned handle);
/* From the supply, or from the map, to a place that is no segment. */
void aude__figure_place(struct aude_game *game, unsigned figure, enum aude_where where,
                        unsigned at);
void aude__figure_take(struct aude_game *game, unsigned figure, enum aude_where where,
                       unsigned at);
/* Take it back into the supply, with an event. */
void aude__figure_return(struct aude_game *game, unsigned figure,
                         struct aude_events *events);
void aude__figure_deal(struct aude_game *game, unsigned seat, unsigned kind, unsigned n);

/* -- score.c: points -------------------------------------------------------------------- */

/* A sum being built: hooks may add terms or change what each is worth. */
struct aude__sum {
    unsigned n;
    struct aude_term term[AUDE_TERMS_MAX];
};

void aude__sum_add(struct aude__sum *sum, enum aude_term_kind kind, unsigned count,
                   int each);
int aude__sum_points(const struct aude__sum *sum);

void aude__feature_sum(const struct aude_game *game, const struct aude_feature *f,
                       struct aude__sum *sum);
/* Strength of every seat in the feature; the seats with the most, one bit each. */

/* The majority of a field is paid `each` a completed city, and what its seats share. */
void aude__score_field(struct aude_game *game, unsigned field, int each, bool final,
                       struct aude_events *events);
int aude__city_points(const struct aude_game *game); /* for farmers: 3, or 4 (EDN-3) */

/* Points of a field for each of its owners (switch FIELD): completed cities it borders. */
unsigned aude__field_cities(const struct aude_game *game, unsigned feature);

/* `source`: a kind of feature, or an enum aude_source. */
void aude__score_award(struct aude_game *game, unsigned seat, unsigned handle,
                       unsigned source, const struct aude__sum *sum, bool final,
                       struct aude_events *events);
bool aude__completed_now(const struct aude_game *game, unsigned feature);
void aude__score_completed(struct aude_game *game, struct aude_events *events);
void aude__score_final(struct aude_game *game, struct aude_events *events);

/* -- pile.c: random numbers and draws --------------------------------------------------- */

enum aude__stream { AUDE__STREAM_DRAW, AUDE__STREAM_CATAPULT, AUDE__STREAM_STARTER };

/* One stream of a seed, block by block (docs/record.md describes it). */
struct aude__rng {
    struct aude_seed seed;
    uint32_t stream, block;
    unsigned used;
    uint32_t word[16];
};

void aude__rng_init(struct aude__rng *rng, struct aude_seed seed,
                    enum aude__stream stream, uint32_t block);
uint32_t aude__rng_below(struct aude__rng *rng, uint32_t n);
void aude__shuffle(struct aude_game *game, aude_kind *kind, unsigned n);
void aude__sort_kinds(aude_kind *kind, unsigned n);

unsigned aude__copies(const struct aude_game *game, aude_kind kind);
/* Take one tile of that kind out of the common pile, if it is there. */
bool aude__pile_remove(struct aude_game *game, aude_kind kind);
void aude__pile_remove_start(struct aude_game *game);
/* Lay the setup's own start layout, tiles taken from the pile where it has them. */
enum aude_err aude__lay_start(struct aude_game *game, const struct aude_setup *setup);
enum aude_err aude__pile_build(struct aude_game *game, const struct aude_setup *setup);
/* Where the next tile comes from: the river's pile while it flows, else the common one. */
struct aude__source {
    aude_kind *kind;
    unsigned n; /* tiles from kind[0] on, the next one first */
};
struct aude__source aude__pile_source(struct aude_game *game);
unsigned aude__pile_left(const struct aude_game *game);
/* Take a tile out of the source: the next one, or in a hidden game the one told. */
void aude__pile_take(struct aude_game *game, aude_kind kind);

/* -- setup.c ---------------------------------------------------------------------------- */

enum aude_err aude__setup_check(const struct aude_setup *setup);
unsigned aude__first_seat(const struct aude_setup *setup); /* game.c */

/* -- set.c: what each set adds ---------------------------------------------------------- */

/* ORDER HOOK: where a set may take part; the second name is its place in struct aude__set. */
#define AUDE__HOOK_LIST(X)                                                               \
    X(START, start)         /* the start area; only the last set's counts (INT-15) */    \
    X(FITS, fits)           /* limits of tile placement */                               \
    X(LAID, laid)           /* a tile was laid */                                        \
    X(STUCK, stuck)         /* the drawn tile fits nowhere */                            \
    X(BEGIN, begin)         /* P0: a turn begins */                                      \
    X(DRAWN, drawn)         /* a tile was drawn: may it stay in the hand? */             \
    X(SOURCE, source)       /* tiles that come from elsewhere than the pile */           \
    X(OWED, owed)           /* there is no tile to draw: what is held even so? */        \
    X(MORE, more)           /* the pile is empty: another turn all the same? */          \
    X(LIST, list)           /* actions of P3 */                                          \
    X(MUST, must)           /* P3 leaves no choice */                                    \
    X(ANYTIME, anytime)     /* actions whenever somebody is asked */                     \
    X(STAND, stand)         /* may a figure stand there? */                              \
    X(REACH, reach)         /* may a figure go onto a tile that was not just laid? */    \
    X(SPOT, spot)           /* places on a tile that are no segments */                  \
    X(NEAR, near)           /* the tile of a figure that stands on none */               \
    X(LEFT, left)           /* a figure left the map */                                  \
    X(RELEASED, released)   /* a scored figure may go home: does it? */                  \
    X(PAID, paid)           /* a seat got points */                                      \
    X(SCORED, scored)       /* the owners of a feature were paid */                      \
    X(SUM, sum)             /* worth of a feature */                                     \
    X(SHARE, share)         /* what one owner gets more */                               \
    X(COMPLETED, completed) /* a feature was completed and scored */                     \
    X(FIELDS, fields)       /* fields scored in play */                                  \
    X(FARMERS, farmers)     /* what a city is worth to farmers at the end */             \
    X(BARNS, barns)         /* points at the end with the fields, after the farmers */   \
    X(FINAL, final)         /* points at the end beyond features */

enum aude__hook {
#define X(id, member) AUDE__HOOK_##id,
    AUDE__HOOK_LIST(X)
#undef X
        AUDE__HOOKS
};
static_assert((int)AUDE__HOOKS <= (int)AUDE_HOOKS_MAX, "a mask for each hook");

/* A set of frontier cells. */
struct aude__slots {
    uint64_t bit[AUDE_FRONTIER_MAX / 64 + 1];
};

/* What a set made of a tile that fits nowhere. */
enum aude__stuck { AUDE__STUCK_DISCARD, AUDE__STUCK_HANDLED };

/* One set. Hooks left NULL keep what is already there. */
struct aude__set {
    const char *name, *title;
    uint8_t playable;
    uint8_t figures[AUDE_FIGURE_KINDS]; /* per seat, added to the supply */
    enum aude_err (*start)(struct aude_game *game, const struct aude_setup *setup);
    enum aude_err (*fits)(const struct aude_game *game, aude_kind kind, int x, int y,
                          unsigned rot);
    bool (*concerns)(aude_kind kind); /* does `fits` limit this kind? NULL: every kind */
    /* Goes with `fits` where that is the same for every rotation: all frontier cells at which
     * it refuses the kind, which is known to concern it. NULL: they are asked one by one. */
    void (*bar)(const struct aude_game *game, aude_kind kind, struct aude__slots *barred);
    void (*laid)(struct aude_game *game, unsigned tile, struct aude_events *events);
    enum aude__stuck (*stuck)(struct aude_game *game, aude_kind kind,
                              struct aude_events *events);
    uint64_t phases; /* phases this set adds: AUDE__IN(...) | ... */
    void (*setup)(struct aude_game *game);
    void (*begin)(struct aude_game *game, struct aude_events *events);
    bool (*drawn)(struct aude_game *game, aude_kind tile, struct aude_events *events);
    /* `handle` is a segment, or AUDE__NONE for the top of the tile's tower. */
    enum aude_err (*stand)(const struct aude_game *game, unsigned figure, unsigned tile,
                           unsigned handle);
    /* Goes with `stand`: the only tile it has something to say about now, AUDE__NONE, or
     * AUDE__EVERY tile. Of other tiles than the one just laid, features where builders, pigs
     * or barns stand are asked about in any case. */
    unsigned (*keeps)(const struct aude_game *game);
    enum aude_err (*reach)(const struct aude_game *game, unsigned figure, unsigned tile,
                           unsigned handle);
    /* Goes with `reach`: does it lead elsewhere than to the tile just laid now? */
    bool (*leads)(const struct aude_game *game);
    /* And list where else a figure of that kind may be put. */
    void (*reach_list)(const struct aude_game *game, unsigned figure,
                       struct aude__sink *sink);
    /* `segment` is none of the tile's: may a figure of that kind go there, and then it does. */
    enum aude_err (*spot)(const struct aude_game *game, unsigned kind, unsigned tile,
                          unsigned segment);
    void (*spot_take)(struct aude_game *game, unsigned figure, unsigned tile);
    /* The tile a figure counts as being on, or AUDE__NONE. */
    unsigned (*near)(const struct aude_game *game, unsigned figure);
    void (*left)(struct aude_game *game, unsigned figure);
    /* True if the set keeps the figure and it does not go home. */
    bool (*released)(struct aude_game *game, unsigned figure);
    void (*paid)(struct aude_game *game, unsigned seat, unsigned source, int points);
    void (*scored)(struct aude_game *game, unsigned feature, bool final,
                   struct aude_events *events);
    bool (*source)(const struct aude_game *game, unsigned seat);
    /* The phase that a turn without a tile has to go through, or AUDE_PHASES (INT-52). */
    unsigned (*owed)(const struct aude_game *game);
    /* True if somebody has another turn; sets turn.phase. */
    bool (*more)(struct aude_game *game, struct aude_events *events);
    /* What is said of `action` while the set insists on another; else AUDE_ERR_OK. */
    enum aude_err (*must)(const struct aude_game *game, struct aude_action action);
    void (*anytime)(const struct aude_game *game, struct aude__sink *sink);
    void (*list)(const struct aude_game *game, struct aude__sink *sink);
    void (*sum)(const struct aude_game *game, const struct aude_feature *f,
                struct aude__sum *sum);
    /* `seat` owns these fields and is paid for `cities` of them by `sum`. */
    void (*share)(const struct aude_game *game, unsigned seat, const uint16_t *fields,
                  unsigned n, unsigned cities, struct aude__sum *sum);
    void (*completed)(struct aude_game *game, unsigned feature,
                      struct aude_events *events);
    void (*barns)(struct aude_game *game, struct aude_events *events);
    void (*final)(struct aude_game *game, struct aude_events *events);
    /* After the completed features, before figures go home: fields with barns (INT-6). */
    void (*fields)(struct aude_game *game, struct aude_events *events);
    /* For this field, where it is not the usual; else 0. */
    int (*farmers)(const struct aude_game *game, unsigned field);
};

extern const struct aude__set *const aude__sets[AUDE_SETS];
extern const struct aude__set aude__set_base, aude__set_river_1, aude__set_abbot,
    aude__set_inns, aude__set_traders, aude__set_dragon, aude__set_tower,
    aude__set_river_2, aude__set_king, aude__set_cult, aude__set_abbey, aude__set_count,
    aude__set_catapult;

void aude__hooks_init(struct aude_game *game);

/* Are the rules of that set in play? */
static inline bool aude__plays(const struct aude_game *game, enum aude_set set)
{
    return game->sets >> set & 1;
}

/* First and last set of a mask: `for (m = mask; m; m &= m - 1)` visits them in order. */
static inline unsigned aude__lowest(unsigned mask)
{
    return (unsigned)__builtin_ctz(mask);
}

static inline unsigned aude__highest(unsigned mask)
{
    return 31u - (unsigned)__builtin_clz(mask);
}

/* -- turn.c: phases --------------------------------------------------------------------- */

/* One phase as a bit of a set of phases. */
#define AUDE__IN(phase) ((uint64_t)1 << AUDE_PHASE_##phase)
static_assert((int)AUDE_PHASES <= 64, "a set of phases is one word");

/* A phase that waits to be called: it is stepped over unless it is due. */
static inline void aude__phase_due(struct aude_game *game, enum aude_phase phase,
                                   bool due)
{
    game->phases = (game->phases & ~((uint64_t)1 << phase)) | (uint64_t)due << phase;
}

/* Go on from turn.phase until somebody must decide. */
void aude__turn_advance(struct aude_game *game, struct aude_events *events);
/* What may be done in this phase. */
void aude__turn_list(const struct aude_game *game, struct aude__sink *sink);
/* Take `tile` from the pile into the hand; one that fits nowhere leaves the game (BASE-15). */
void aude__turn_draw(struct aude_game *game, aude_kind tile, struct aude_events *events);
/* The player who was asked passes: what the row of the phase says. */
void aude__turn_pass(struct aude_game *game);
/* Is there a tile for this seat to lay, from the pile or from elsewhere? */
bool aude__tile_to_come(const struct aude_game *game, unsigned seat);

/* -- put.c: where a figure may be put --------------------------------------------------- */

/* What a kind of figure may stand on, and what is said otherwise. */
struct aude__figure_row {
    const char *name;
    uint8_t strength;
    uint8_t follower;
    uint8_t features; /* bit per enum aude_feature_kind */
    enum aude_err refusal;
    /* Strength in this feature, where it is not always the same. */
    unsigned (*counts)(const struct aude_feature *f);
    /* It joins followers of its own seat: may it here? NULL: a follower, which needs a free
     * feature (BASE-31). */
    enum aude_err (*joins)(const struct aude_game *game, const struct aude_feature *f);
};

extern const struct aude__figure_row aude__figure_rows[AUDE_FIGURE_KINDS];

/* PUT for figures that claim a free feature; sets list theirs with it. */
void aude__put_list(const struct aude_game *game, unsigned figure,
                    struct aude__sink *sink);
void aude__put_prepare(const struct aude_game *game, struct aude__sink *sink);
/* Kinds of feature that a figure may claim in this game, one bit each. */
unsigned aude__claims(const struct aude_game *game, unsigned figure);

/* A figure given as a target (aude_play.h), or -1. */
int aude__target(const struct aude_game *game, struct aude_action action);
/* Two of the same kind and seat in the same place; is this the first of them? */
bool aude__alike(const struct aude_game *game, unsigned a, unsigned b);
bool aude__first_alike(const struct aude_game *game, unsigned figure);
/* The laid tile a figure stands on, or AUDE__NONE. */
static inline unsigned aude__figure_tile(const struct aude_game *game, unsigned figure)
{
    return game->figure[figure].tile;
}
/* The same or, in a quarter, the seventh tile of the Count's block. */
unsigned aude__figure_inside(const struct aude_game *game, unsigned figure);
/* The followers of a seat in quarters that lie on the map: a start layout of one's own may
 * be without Carcassonne, and then nothing reaches them. */
uint64_t aude__inside(const struct aude_game *game, unsigned seat);
static inline unsigned aude__figure_near(const struct aude_game *game, unsigned figure)
{
    unsigned tile = aude__figure_tile(game, figure);

    return tile != AUDE__NONE ? tile : aude__figure_inside(game, figure);
}
/* Does it stand on a segment of that feature? */
static inline bool aude__stands_in(const struct aude_game *game, unsigned figure,
                                   unsigned feature)
{
    return game->label[game->figure[figure].at] == feature;
}
/* Where on a tile, whose first handle is given. */
static inline unsigned aude__figure_segment(const struct aude_figure *fig, unsigned first)
{
    unsigned segment = (uint8_t)(fig->at - first);

    segment = fig->where == AUDE_AT_TOWER ? (unsigned)AUDE_ON_TOWER : segment;
    return fig->where == AUDE_AT_QUARTER ? (unsigned)AUDE_IN_QUARTER + fig->at : segment;
}
/* An action that names the figure by where it is. */
static inline struct aude_action
aude__as_target(const struct aude_game *game, unsigned figure, enum aude_action_kind kind)
{
    const struct aude_figure *fig = &game->figure[figure];
    const struct aude_laid *laid = &game->laid[aude__figure_near(game, figure)];

    return (struct aude_action){.kind = (uint8_t)kind,
                                .figure = fig->kind,
                                .segment =
                                    (uint8_t)aude__figure_segment(fig, laid->first),
                                .arg = fig->seat,
                                .x = laid->x,
                                .y = laid->y};
}
/* The only tile for which aude__stand_allowed() has to be asked, AUDE__NONE or AUDE__EVERY;
 * does that mean this one? (Elsewhere than on the tile just laid: or where specials are.) */
unsigned aude__kept_tile(const struct aude_game *game);
static inline bool aude__is_kept(unsigned kept, unsigned tile)
{
    return (kept == tile) | (kept == AUDE__EVERY);
}
/* Does any set forbid that? */
enum aude_err aude__stand_allowed(const struct aude_game *game, unsigned figure,
                                  unsigned tile, unsigned handle);

/* dragon.c */
/* PD-32 as NO_FIGURE_TURN: the princess removed a knight in this turn. */
bool aude__after_princess(const struct aude_game *game);

/* abbey.c */
bool aude__has_barn(const struct aude_game *game, unsigned field);
bool aude__barn_is_new(const struct aude_game *game, unsigned field);
/* The field of a barn that came in this part as its field's first, or AUDE__NONE. */
unsigned aude__new_barn_field(const struct aude_game *game);
unsigned aude__mayor_counts(const struct aude_feature *f);

/* count.c */
/* May this kind of figure be in that quarter (COC-5)? */
bool aude__may_enter(const struct aude_game *game, unsigned figure, unsigned quarter);

/* sine.c, catapult_physics.c */
extern const int16_t aude__sine_quarter[1025];
int32_t aude__sine(int32_t angle); /* 16384 is one */
uint32_t aude__isqrt(uint64_t n);

/* What chance adds to a throw: range and angle, of a toss along and across the lane; before
 * it the hand errors of DIRECT mode (CAT-15, CAT-16). */
struct aude__scatter {
    int32_t hand_aim, hand_power, x, y;
};

struct aude__flight {
    struct aude_point stand, landing, rest;
    struct aude_point u; /* direction, of length 16384 */
    int32_t slide;       /* from landing to rest */
};

struct aude__disc { /* a follower seen from above */
    struct aude_point at;
    int32_t r;
};

struct aude__hit {
    uint8_t disc, level; /* 0: by the token itself */
};

struct aude__flight aude__fly(const struct aude_game *game, unsigned stand, int32_t aim,
                              int32_t power, struct aude__scatter by);
/* Followers of the seat on tiles or in quarters: aude_catapult_figure() knows the others are
 * out of reach. */
uint64_t aude__exposed(const struct aude_game *game, unsigned seat);
bool aude__near_segment(struct aude_point c, struct aude_point a, struct aude_point b,
                        int32_t length, int32_t reach);
bool aude__touches_tile(const struct aude_game *game, struct aude_point rest);
unsigned aude__measure(const struct aude_game *game, struct aude_point rest,
                       unsigned tile);
unsigned aude__nearest(const struct aude_game *game, struct aude_point rest,
                       bool nearest[AUDE_FIGURES_MAX]);
enum aude_catch aude__catch(struct aude_point hands, struct aude_point token);
unsigned aude__knock(const struct aude__disc *discs, unsigned n,
                     const struct aude__flight *flight, struct aude__hit *hit);

/* catapult.c */
void aude__catapult_view(struct aude_game *view);
struct aude_action aude__glimpse_of(struct aude_action toss);
struct aude_action aude__hands_default(const struct aude_game *game);

/* river.c */
enum aude_err aude__river_start(struct aude_game *game, const struct aude_setup *setup);
enum aude_err aude__river_fits(const struct aude_game *game, aude_kind kind, int x, int y,
                               unsigned rot);
void aude__river_laid(struct aude_game *game, unsigned tile, struct aude_events *events);
enum aude__stuck aude__river_stuck(struct aude_game *game, aude_kind kind,
                                   struct aude_events *events);
unsigned aude__river_keeps(const struct aude_game *game);
enum aude_err aude__river_stand(const struct aude_game *game, unsigned figure,
                                unsigned tile, unsigned handle);

/* tower.c */

/* traders.c */
/* Does a herd of pigs on that field count (RIV2-11), and what does it add? */
bool aude__has_herd(const struct aude_game *game, unsigned field);
void aude__herd_share(const struct aude_game *game, const uint16_t *fields, unsigned n,
                      unsigned cities, struct aude__sum *sum);
/* INT-9: builders and pigs whose owner has no follower left beside them go home. */
void aude__lonely_home(struct aude_game *game, struct aude_events *events);
enum aude_err aude__builder_joins(const struct aude_game *game,
                                  const struct aude_feature *f);
enum aude_err aude__pig_joins(const struct aude_game *game, const struct aude_feature *f);

/* abbot.c */

#endif
