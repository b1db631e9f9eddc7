/* engine.h -- what all files of the engine share: board, features, figures, points, pile, turn.
 *
 * Names with aude__ are internal; a function begins with the name of its file. The game value
 * and all that a player may ask are in include/. Further headers: set_internal.h (hooks),
 * action_internal.h (rows of the tables of actions and phases), text_internal.h. */
#ifndef AUDE_ENGINE_H
#define AUDE_ENGINE_H

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "aude.h"
#include "set_internal.h"

enum {
    AUDE__NONE = 0xffff, /* no handle, no feature, no tile */
    AUDE__EVERY = 0xfffe /* all of them */
};

/* For a function that is seldom called, from one that often is: joined with it, its variables
 * would make the caller save and restore registers every time. */
#define AUDE__APART __attribute__((noinline))
/* The same for one that most games never call: its code lies apart from the others', so do the lines that call it. */
#define AUDE__SELDOM __attribute__((noinline, cold))
/* Joined with its callers, but not where the program only has to be small. */
#ifdef __OPTIMIZE_SIZE__
#define AUDE__QUICK AUDE__APART
#else
#define AUDE__QUICK
#endif

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

/* Segments to which a figure may go through a portal, on other tiles than the one just laid. */
struct aude__goals {
    uint8_t kinds; /* of feature, one bit each; 0: not yet looked for */
    uint8_t
        counted; /* n_of[] holds how many there are for followers, by kind of feature */
    uint16_t n;
    uint16_t n_of[AUDE_FEATURE_KINDS];
    uint16_t handle[AUDE_HANDLES_MAX];
};

/* LANES: the segments of the tile just laid onto which figures may be put, of all kinds in one word. A kind of figure has
 * AUDE_SEGMENTS_MAX bits, its lane, and the lanes lie in the order in which the kinds are listed. A barn has none. */
#define AUDE__LANE_LIST(X)                                                               \
    X(SMALL, 0)                                                                          \
    X(ABBOT, 1)                                                                          \
    X(LARGE, 2)                                                                          \
    X(BUILDER, 3)                                                                        \
    X(PIG, 4)                                                                            \
    X(WAGON, 5)                                                                          \
    X(MAYOR, 6)
enum {
#define X(ID, number) AUDE__LANE_##ID = (number) * (int)AUDE_SEGMENTS_MAX,
    AUDE__LANE_LIST(X)
#undef X
        AUDE__LANES_END = 7 * (int)AUDE_SEGMENTS_MAX
};
static_assert((int)AUDE__LANES_END <= 63, "all lanes are one word, and a bit is left");
/* All bits of a lane. */
enum { AUDE__LANE_BITS = (1 << AUDE_SEGMENTS_MAX) - 1 };
#define AUDE__LANE(ID) ((uint64_t)AUDE__LANE_BITS << AUDE__LANE_##ID)
/* The first bit of each lane, and the kind of figure of each. */
extern const uint8_t aude__lane[AUDE_FIGURE_KINDS], aude__lane_figure[AUDE_FIGURE_KINDS];

/* The list of legal actions that is being made; `n` counts on when `out` is full. */
struct aude__sink {
    struct aude_action *out;
    int max, n;
    /* In P3, worked out once for all kinds of figure (aude__put_prepare): the sets whose
     * reach_now() holds, one bit each; aude__put_stand_tile(); and whether the tile just laid
     * has to be asked about at all. */
    unsigned reaching, stand_tile, asks;
    /* The kind of figure that was listed first, and where in `out`: the list of a kind with
     * the same features is copied from it. */
    unsigned first_put;
    int puts_from, puts_to;
    struct aude__goals *goals; /* of the kind that was listed first; P3 has the memory */
    /* Where kinds need not be looked at one by one: the lanes of all of them, and those lanes that are not yet offered; the highest
     * bit, which is no lane's, says that it is so. */
    uint64_t puts, puts_left;
    /* OFFERS: where this is not NULL, one action of all is wanted. Then whole groups of actions are
     * noted here as offers, and out of these only that one action is ever made; others go to `out`. */
    struct aude_choices *choices;
    int n_offered; /* how many actions are in offers */
};

/* How an offer says which actions they are. */
enum aude__offer {
    AUDE__OFFER_SEGMENTS, /* of the tile just laid, `which` has lanes */
    AUDE__OFFER_TARGETS,  /* figures of the active player, bits as in aude_player.at */
    AUDE__OFFER_OF_SET    /* its hook pick() knows */
};

/* An offer of nothing is noted, too: where the next one stands must not wait for a number that has to be counted first. */
static inline void aude__sink_offer(struct aude__sink *sink, struct aude_offer offer)
{
    struct aude_choices *choices = sink->choices;

    assert(choices->n_offers < AUDE_OFFERS_MAX);
    offer.after = (uint16_t)sink->n;
    choices->offer[choices->n_offers++] = offer;
    sink->n_offered += offer.n;
}

static inline void aude__sink_add(struct aude__sink *sink, struct aude_action action)
{
    if (sink->n < sink->max) sink->out[sink->n] = action;
    sink->n++;
}

/* The same if `wanted`, branch-free: for conditions that hold as often as not. */
static inline void aude__sink_add_if(struct aude__sink *sink, struct aude_action action,
                                     bool wanted)
{
    if (sink->n < sink->max) sink->out[sink->n] = action;
    sink->n += wanted;
}

/* ACTIONS AS WORDS: the action with the cell of that tile, put together in a register. As a struct it is
 * written byte by byte, and who reads it as a word soon after has to wait. */
static inline uint64_t aude__action_word(const struct aude_laid *laid, unsigned kind,
                                         unsigned figure, unsigned segment, unsigned arg)
{
    static_assert(offsetof(struct aude_laid, y) == sizeof(int16_t) &&
                      offsetof(struct aude_action, x) == sizeof(uint32_t) &&
                      offsetof(struct aude_action, y) ==
                          offsetof(struct aude_action, x) + sizeof(int16_t),
                  "a cell is half a word");
    uint32_t cell;

    memcpy(&cell, laid, sizeof cell);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return (uint64_t)(kind << 24 | figure << 16 | segment << 8 | arg) << 32 | cell;
#else
    return (kind | figure << 8 | segment << 16 | arg << 24) | (uint64_t)cell << 32;
#endif
}

/* Such a word to the list, if `wanted`: branch-free. */
static inline void aude__sink_word_if(struct aude__sink *sink, uint64_t word, bool wanted)
{
    if (sink->n < sink->max) memcpy(sink->out + sink->n, &word, sizeof word);
    sink->n += wanted;
}

/* How many bits are set: not every processor has an instruction for it, but WebAssembly does. */
static inline unsigned aude__count_bits(uint64_t bits)
{
#ifdef __wasm__
    return (unsigned)__builtin_popcountll(bits);
#else
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (unsigned)(bits * 0x0101010101010101 >> 56);
#endif
}

/* 1 in each byte of a word: the product of a word with it has in each of them the sum of all bytes up to there. */
static const uint64_t AUDE__BYTES = 0x0101010101010101;

/* `up_to` has a sum in each `width` bits, from the first up to each. Where is the first that is larger than the number? Its lowest
 * bit; `*number` counts on from the sum before it. `ones`: the lowest bit of each. */
static inline unsigned aude__find_sum(uint64_t up_to, uint64_t ones, unsigned width,
                                      unsigned *number)
{
    uint64_t tops = ones << (width - 1);
    uint64_t beyond = ((up_to | tops) - (*number + 1) * ones) & tops;
    unsigned at = (unsigned)__builtin_ctzll(beyond) + 1 - width;

    *number -= (unsigned)(up_to << width >> at & ((1u << width) - 1));
    return at;
}

/* The bit with that number among those that are set, without a branch: first which byte, then which of its eight bits. */
static inline unsigned aude__bit_number(uint64_t bits, unsigned number)
{
    uint64_t pairs = bits - (bits >> 1 & 0x5555555555555555);
    uint64_t fours = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333);
    uint64_t bytes = (fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0f;
    unsigned from = aude__find_sum(bytes * AUDE__BYTES, AUDE__BYTES, 8, &number);
    /* Each bit of the byte in a byte of its own: 1 or 0. */
    uint64_t apart = (bits >> from & 255) * AUDE__BYTES & 0x8040201008040201;
    apart = (apart + 0x7f7f7f7f7f7f7f7f) >> 7 & AUDE__BYTES;
    return from + aude__find_sum(apart * AUDE__BYTES, AUDE__BYTES, 8, &number) / 8;
}

/* Two actions as a vector of words: compilers would copy the structs field by field. */
typedef uint64_t aude__two __attribute__((vector_size(2 * sizeof(uint64_t))));

/* The same as four halves: kind, figure, segment and argument are the first, x and y the second. */
typedef uint32_t aude__four_words __attribute__((vector_size(2 * sizeof(uint64_t))));

/* Writes the four actions with the cell of that tile. */
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

/* Appends an event and returns it to be filled in; `spare` where the list is full. What `spare` holds then is not to be read. */
AUDE__SELDOM struct aude_event *aude__event_add(struct aude_events *events,
                                                struct aude_event *spare,
                                                enum aude_event_kind kind, unsigned seat);

/* The same where there may be no list: that is `spare`, too, so that callers need not ask. NOBODY LISTENS: players who
 * try games out want no events, so what they pay for them is one question, and the code lies elsewhere. */
static inline struct aude_event *aude__event(struct aude_events *events,
                                             struct aude_event *spare,
                                             enum aude_event_kind kind, unsigned seat)
{
    return events ? aude__event_add(events, spare, kind, seat) : spare;
}

/* Append `event` as it is given; the tile of an event without one is AUDE_KIND_NONE. */
static inline void aude__say(struct aude_events *events, struct aude_event event)
{
    if (!events) return;
    if (events->n < events->max) events->list[events->n] = event;
    events->n++;
}

/* -- Calls by tables -------------------------------------------------------------------- */

/* fn(...), where `fn` stands in a table and is one of the six most of the time. Processors
 * guess by themselves where such a call goes. WebAssembly looks at the bounds of the table and at
 * the signature each time and inlines nothing, so there the usual ones are called by their names,
 * those of I to IV only where it is built for speed: an eighth more random games a second. Natively
 * that would cost three in a hundred. */
#ifdef __wasm__
#ifdef __OPTIMIZE_SIZE__
#define AUDE__CALL_MORE(fn, d, e, f, ...) ((fn)(__VA_ARGS__))
#else
#define AUDE__CALL_MORE(fn, d, e, f, ...)                                                \
    ((fn) == (d)   ? (d)(__VA_ARGS__)                                                    \
     : (fn) == (e) ? (e)(__VA_ARGS__)                                                    \
     : (fn) == (f) ? (f)(__VA_ARGS__)                                                    \
                   : (fn)(__VA_ARGS__))
#endif
#define AUDE__CALL(fn, a, b, c, d, e, f, ...)                                            \
    ((fn) == (a)   ? (a)(__VA_ARGS__)                                                    \
     : (fn) == (b) ? (b)(__VA_ARGS__)                                                    \
     : (fn) == (c) ? (c)(__VA_ARGS__)                                                    \
                   : AUDE__CALL_MORE(fn, d, e, f, __VA_ARGS__))
#else
#define AUDE__CALL(fn, a, b, c, d, e, f, ...) ((fn)(__VA_ARGS__))
#endif

/* -- Eight at a time -------------------------------------------------------------------- */

/* Vectors of 16 bytes, which every processor of today has; a loop may or may not become one.
 * frontier.demand[] is padded by AUDE__SIXTEEN entries that no tile meets, so that the last vector may be read. */
enum { AUDE__EIGHT = 8, AUDE__SIXTEEN = 16 };
typedef uint16_t aude__eight __attribute__((vector_size(AUDE__EIGHT * sizeof(uint16_t))));
typedef uint8_t aude__eight_bytes __attribute__((vector_size(AUDE__EIGHT)));

/* The bits of each of eight numbers, counted as in aude__count_bits(). */
static inline aude__eight aude__count_bits_of_eight(aude__eight numbers)
{
    numbers -= numbers >> 1 & 0x5555;
    numbers = (numbers & 0x3333) + (numbers >> 2 & 0x3333);
    numbers = (numbers + (numbers >> 4)) & 0x0f0f;
    return (numbers + (numbers >> 8)) & 0xff;
}

/* One bit for each byte of the word that is not 0, bit 0 for the lowest; all are below 128. Adding 127 sets
 * the top bit of each such byte, and the product gathers the eight top bits. */
static inline unsigned aude__which_bytes(uint64_t word)
{
    word = (word + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101;
    return (unsigned)(word * 0x0102040810204080 >> 56);
}

/* The same for eight bytes in memory, bit 0 for the first. */
static inline unsigned aude__which_in_memory(const uint8_t bytes[AUDE__EIGHT])
{
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return aude__which_bytes(word);
}

/* The same for eight numbers below 128, bit 0 for the first. */
static inline unsigned aude__which(aude__eight numbers)
{
#if defined __SSE2__
    typedef short sse_words __attribute__((vector_size(16)));
    typedef char sse_bytes __attribute__((vector_size(16)));
    sse_words is = (sse_words)numbers > 0;
    return (unsigned)__builtin_ia32_pmovmskb128(
        (sse_bytes)__builtin_ia32_packsswb128(is, (sse_words){0}));
#elif defined __wasm_simd128__
    typedef short wasm_words __attribute__((vector_size(16)));
    return (unsigned)__builtin_wasm_bitmask_i16x8((wasm_words)(numbers != 0));
#else
    aude__eight_bytes bytes = __builtin_convertvector(numbers, aude__eight_bytes);
    uint64_t word;

    memcpy(&word, &bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return aude__which_bytes(word);
#endif
}

/* Sixteen bytes, and one bit for each that is not 0. Processors with vectors have one
 * instruction for it, which no vector of the language stands for. */
typedef uint8_t aude__sixteen __attribute__((vector_size(16)));

/* Of two such, one after the other: the bytes with even and with odd numbers. */
#define AUDE__EVEN_BYTES(a, b)                                                           \
    __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, \
                            30)
#define AUDE__ODD_BYTES(a, b)                                                            \
    __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, \
                            31)

static inline unsigned aude__which_of_sixteen(aude__sixteen bytes)
{
#if defined __SSE2__
    typedef char sse_bytes __attribute__((vector_size(16)));
    return (unsigned)__builtin_ia32_pmovmskb128((sse_bytes)(bytes != 0));
#elif defined __wasm_simd128__
    typedef signed char wasm_bytes __attribute__((vector_size(16)));
    return (unsigned)__builtin_wasm_bitmask_i8x16((wasm_bytes)(bytes != 0));
#else
    unsigned which = 0;
    for (unsigned i = 0; i < 16; i++) which |= (unsigned)(bytes[i] != 0) << i;
    return which;
#endif
}

/* -- board.c: the grid, the frontier, laying a tile ------------------------------------- */

/* The lowest bit of each of a demand's four sides. */
enum { AUDE__ALL_SIDES = 0x1111 };

/* From now on the cell is that laid tile or slot of the frontier: as aude_cell_what() says it. */
void aude__board_enter_cell(struct aude_game *game, uint16_t key, unsigned what);
/* aude_game_tile_at(). x and y are compared, so the key need not be. */
static inline int aude__board_tile_at(const struct aude_game *game, int x, int y)
{
    uint16_t key = aude_key(x, y);
    unsigned what = game->cells_strayed
                        ? aude_cell_what(game, key)
                        : game->cell[key & AUDE_CELL_WHAT] & AUDE_CELL_WHAT;

    if (what - 1 >= AUDE_CELL_FRONTIER - 1u) return -1;
    const struct aude_laid *laid = &game->laid[what - 1];
    return laid->x == x && laid->y == y ? (int)what - 1 : -1;
}
int aude__board_tile_at_key(const struct aude_game *game, uint16_t key);

/* The frontier slot of a cell, or AUDE__NONE if it is not beside a laid tile. */
unsigned aude__board_slot(const struct aude_game *game, uint16_t key);

/* The steps from a cell to the eight around it, row by row from the north-west. */
extern const uint16_t aude__eight_around[8];

/* Lays a tile without asking whether it fits; joins features, fills turn.completed. */
void aude__board_lay(struct aude_game *game, aude_kind kind, int x, int y, unsigned rot);

/* The frontier slot of x,y, which may come from outside: -1 if it is none. */
int aude__board_slot_at(const struct aude_game *game, int x, int y);

/* Of the eight cloisters from number `i` on: those at x,y or beside it, one bit each. */
static inline unsigned aude__cloisters_near(const struct aude_cloisters *c, unsigned i,
                                            int x, int y)
{
    aude__eight dx, dy;

    memcpy(&dx, c->x + i, sizeof dx);
    memcpy(&dy, c->y + i, sizeof dy);
    dx -= (uint16_t)(x - 1);
    dy -= (uint16_t)(y - 1);
    unsigned near = aude__which((aude__eight)(dx <= 2) & (aude__eight)(dy <= 2) & 1);
    unsigned left = c->n - i;
    return near & ((1u << (left < AUDE__EIGHT ? left : (unsigned)AUDE__EIGHT)) - 1);
}

/* -- lay.c: where a tile may be laid ------------------------------------------------------ */

/* Is x,y an empty cell with four laid neighbours, which the sets allow for this kind? */
bool aude__lay_is_hole(const struct aude_game *game, aude_kind kind, int x, int y);
/* The first such frontier slot from `slot` on, or -1. */
int aude__lay_next_hole(const struct aude_game *game, aude_kind kind, unsigned slot);

/* Is the cell free, on the frontier, and do the sides match? */
enum aude_err aude__lay_sides_match(const struct aude_game *game, aude_kind kind, int x,
                                    int y, unsigned rot);

/* The same, and what the sets forbid. */
enum aude_err aude__lay_allowed(const struct aude_game *game, aude_kind kind, int x,
                                int y, unsigned rot);
bool aude__lay_anywhere(const struct aude_game *game, aude_kind kind);
void aude__lay_list(const struct aude_game *game, aude_kind kind,
                    struct aude__sink *sink);
/* The same without a list: how many places there are for the tile in hand, and the one with that number. */
void aude__lay_count(const struct aude_game *game, struct aude_choices *choices);
struct aude_action aude__lay_choice(const struct aude_game *game,
                                    const struct aude_choices *choices, unsigned number);

/* -- feature.c: connected segments ------------------------------------------------------ */

/* Joins a segment of the tile that is being laid to the feature of `neighbour`, a segment of a
 * laid tile. `first`: no other side of the new tile has met a neighbour yet. `opened`: sides more
 * that are open then, or fewer. */
void aude__feature_attach(struct aude_game *game, unsigned handle,
                          const struct aude_segment *seg, unsigned neighbour, bool first,
                          int opened);
/* Call it when all sides of the tile have met their neighbours: segments that met none become
 * features of their own, and turn.free and turn.own are filled. Returns the segments, one bit
 * each, whose feature has nothing open; those of monasteries count as such here, because the
 * cells around them are the board's business. */
unsigned aude__features_settle(struct aude_game *game, const struct aude_laid *laid);
bool aude__feature_complete(const struct aude_feature *f);
/* So many followers of the seat come, or go where `n` is negative. */
void aude__feature_followers(struct aude_feature *f, unsigned seat, int n);
/* So many sides or cells more are open, or fewer; returns how many there are. */
int aude__feature_open(struct aude_feature *f, int n);
/* Fills turn.free and turn.own again, after a figure left the tile's features before P3. */
void aude__feature_look_again(struct aude_game *game);

static inline const struct aude_segment *aude__segment(const struct aude_game *game,
                                                       unsigned handle)
{
    const struct aude_laid *laid = aude_laid_of(game, handle);

    return &aude_tiles[laid->kind].segment[handle - laid->first];
}

/* -- figure.c: hands, and where each figure stands -------------------------------------- */

/* A seat's figures of that kind in that kind of place: bits as in aude_player.at. */
static inline uint64_t aude__figures(const struct aude_game *game, unsigned seat,
                                     enum aude_figure_kind kind, enum aude_where where)
{
    return game->player[seat].at[where] & game->kinds[kind];
}

/* A seat's figures on tiles. */
static inline uint64_t aude__on_tiles(const struct aude_game *game, unsigned seat)
{
    return game->player[seat].at[AUDE_AT_SEGMENT] | game->player[seat].at[AUDE_AT_TOWER];
}

/* Its followers among them. */
static inline uint64_t aude__followers_out(const struct aude_game *game, unsigned seat)
{
    return aude__on_tiles(game, seat) & game->followers;
}

/* FIGURES BY TILE: of a seat's figures those on that tile, bits as in aude_player.at. All of them are compared, eight at a time: how
 * many a seat has is always the same, and how many of them are on tiles nobody can guess. */
static inline uint64_t aude__figures_on(const struct aude_game *game, unsigned seat,
                                        unsigned tile)
{
    const struct aude_player *player = &game->player[seat];
    const struct aude_figure *f = &game->figure[player->first];
    uint64_t found = 0;

    for (unsigned i = 0; i < player->n_figures; i += AUDE__EIGHT, f += AUDE__EIGHT) {
        aude__eight tiles = {f[0].tile, f[1].tile, f[2].tile, f[3].tile,
                             f[4].tile, f[5].tile, f[6].tile, f[7].tile};
        tiles = (aude__eight)(tiles == (uint16_t)tile) & 1;
        found |= (uint64_t)aude__which(tiles) << i;
    }
    return found & (((uint64_t)1 << player->n_figures) - 1);
}

/* PD-30, TOW-9: kinds of figure that the princess and the tower may take, as figures of any
 * seat: bits as in aude_player.at. */
static inline uint64_t aude__victims(const struct aude_game *game)
{
    return game->sw[AUDE_SWITCH_SPECIAL_VICTIMS] == AUDE_VICTIMS_ALL
               ? game->followers
               : game->kinds[AUDE_SMALL] | game->kinds[AUDE_LARGE];
}

/* The first figure of such bits; there has to be one. */
static inline unsigned aude__first_of(const struct aude_game *game, unsigned seat,
                                      uint64_t figures)
{
    return game->player[seat].first + (unsigned)__builtin_ctzll(figures);
}

/* A figure of that kind in the seat's supply; -1 if there is none. */
int aude__figure_home(const struct aude_game *game, unsigned seat, unsigned kind);
bool aude__figure_is_follower(unsigned kind);
void aude__figure_stand(struct aude_game *game, unsigned figure, unsigned handle);
/* From the supply to a place that is no segment. */
void aude__figure_place(struct aude_game *game, unsigned figure, enum aude_where where,
                        unsigned at);
/* From the map to a place that is no segment. */
void aude__figure_take(struct aude_game *game, unsigned figure, enum aude_where where,
                       unsigned at);
/* From anywhere back into the supply, with an event. */
void aude__figure_return(struct aude_game *game, unsigned figure,
                         struct aude_events *events);
/* The figure is again where it was, as far as its feature and its tile are concerned: for
 * aude_game_take_back(), which does the rest. */
void aude__figure_take_back(struct aude_game *game, unsigned figure,
                            const struct aude_figure *was);
/* So many of a kind to the first seat; and to another the same as to the first. */
void aude__figure_deal(struct aude_game *game, unsigned kind, unsigned n);
void aude__figure_deal_alike(struct aude_game *game, unsigned seat);

/* ORDER FIGURE: one kind of figure; the table is in figure.c. */
struct aude__figure_row {
    const char *name;
    uint8_t strength;      /* in a majority */
    uint8_t follower;      /* else a builder, pig or barn */
    uint8_t features;      /* what it stands on: bit per enum aude_feature_kind */
    enum aude_err refusal; /* what is said of another feature */
    /* Strength in this feature, where it is not always the same; else NULL. */
    unsigned (*counts)(const struct aude_feature *f);
    /* For a figure that joins followers of its own seat: returns what forbids it here. NULL: a
     * follower, which needs a feature without followers (BASE-31). */
    enum aude_err (*joins)(const struct aude_game *game, const struct aude_feature *f);
};

extern const struct aude__figure_row aude__figure_rows[AUDE_FIGURE_KINDS];

/* The figure that an action names as its target (aude_play.h); -1 if there is none. */
int aude__figure_target(const struct aude_game *game, struct aude_action action);
/* Are they of the same kind and seat in the same place? Is it the first of those? */
bool aude__figure_alike(const struct aude_game *game, unsigned a, unsigned b);
bool aude__figure_first_alike(const struct aude_game *game, unsigned figure);
/* The laid tile that a figure stands on, or AUDE__NONE. */
static inline unsigned aude__figure_tile(const struct aude_game *game, unsigned figure)
{
    return game->figure[figure].tile;
}
/* The tile that a figure in a quarter counts as being on, or AUDE__NONE. */
unsigned aude__figure_inside(const struct aude_game *game, unsigned figure);
/* The followers of a seat in quarters of Carcassonne. None where the city does not lie on the
 * map, as with a start layout of the table's own: then nothing reaches them. */
uint64_t aude__figure_all_inside(const struct aude_game *game, unsigned seat);
/* The tile that it stands on, or counts as being on, or AUDE__NONE. */
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
/* `segment` as a target names it; `first` is the first handle of the figure's tile. Branch-free: whether it
 * stands on a tower cannot be guessed. */
static inline unsigned aude__figure_segment(const struct aude_figure *fig, unsigned first)
{
    unsigned segment = (uint8_t)(fig->at - first);
    unsigned tower = 0u - (fig->where == AUDE_AT_TOWER);
    unsigned quarter = 0u - (fig->where == AUDE_AT_QUARTER);

    return (segment & ~(tower | quarter)) | (tower & (unsigned)AUDE_ON_TOWER) |
           (quarter & ((unsigned)AUDE_IN_QUARTER + fig->at));
}
/* An action of that kind with the figure as its target, which is on that tile or counts so, as a
 * word. */
static inline uint64_t aude__figure_target_word(const struct aude_game *game,
                                                unsigned figure, unsigned tile,
                                                enum aude_action_kind kind)
{
    const struct aude_figure *fig = &game->figure[figure];
    const struct aude_laid *laid = &game->laid[tile];

    return aude__action_word(laid, kind, fig->kind,
                             aude__figure_segment(fig, laid->first), fig->seat);
}
/* The same, wherever it is, as an action. */
static inline struct aude_action aude__figure_as_target(const struct aude_game *game,
                                                        unsigned figure,
                                                        enum aude_action_kind kind)
{
    uint64_t word =
        aude__figure_target_word(game, figure, aude__figure_near(game, figure), kind);
    struct aude_action action;

    memcpy(&action, &word, sizeof action);
    return action;
}
/* And to the list. */
static inline void aude__figure_list_target(const struct aude_game *game, unsigned figure,
                                            enum aude_action_kind kind,
                                            struct aude__sink *sink)
{
    aude__sink_word_if(
        sink,
        aude__figure_target_word(game, figure, aude__figure_near(game, figure), kind),
        true);
}

/* -- score.c: points -------------------------------------------------------------------- */

/* A sum being built: hooks may add terms or change what each is worth. */
struct aude__sum {
    unsigned n;
    struct aude_term term[AUDE_TERMS_MAX];
};

void aude__score_sum_add(struct aude__sum *sum, enum aude_term_kind kind, unsigned count,
                         int each);
int aude__score_sum_points(const struct aude__sum *sum);

/* What a feature is worth as it stands. */
void aude__score_sum(const struct aude_game *game, const struct aude_feature *f,
                     struct aude__sum *sum);

/* Pays the majority of a field `each` points for a completed city, and what hooks add. */
void aude__score_field(struct aude_game *game, unsigned field, int each, bool final,
                       struct aude_events *events);
/* Points a city for farmers: 3, or 4 (EDN-3). */
int aude__score_city_points(const struct aude_game *game);

/* How many completed cities a field borders. */
unsigned aude__score_field_cities(const struct aude_game *game, unsigned feature);

/* Gives the points of `sum` to a seat, with an event at `handle`. `source`: a kind of feature,
 * or an enum aude_source. */
void aude__score_award(struct aude_game *game, unsigned seat, unsigned handle,
                       unsigned source, const struct aude__sum *sum, bool final,
                       struct aude_events *events);
/* Did the tile of this part complete it (INT-40)? */
bool aude__score_completed_now(const struct aude_game *game, unsigned feature);
void aude__score_completed(struct aude_game *game, struct aude_events *events);
void aude__score_final(struct aude_game *game, struct aude_events *events);

/* -- rng.c: random numbers --------------------------------------------------------------- */

enum aude__stream { AUDE__STREAM_DRAW, AUDE__STREAM_CATAPULT, AUDE__STREAM_STARTER };

/* Random numbers of one stream of a seed (docs/record.md). `block` counts the blocks of which a word was used. */
enum { AUDE__RNG_WORDS = 16 };
struct aude__rng {
    struct aude_seed seed;
    uint32_t stream, block;
    unsigned used;
    uint32_t word[AUDE__RNG_WORDS];
};

void aude__rng_init(struct aude__rng *rng, struct aude_seed seed,
                    enum aude__stream stream, uint32_t block);
uint32_t aude__rng_below(struct aude__rng *rng, uint32_t n);

/* -- pile.c: draws ---------------------------------------------------------------------- */

void aude__pile_shuffle(struct aude_game *game, aude_kind *kind, unsigned n);
void aude__pile_sort(aude_kind *kind, unsigned n);

unsigned aude__pile_copies(const struct aude_game *game, aude_kind kind);
/* Takes one tile of that kind out of the common pile; false if there is none. */
bool aude__pile_remove(struct aude_game *game, aude_kind kind);
void aude__pile_remove_start(struct aude_game *game);
/* Lays the start layout of the setup; its tiles come out of the pile where it has them. */
enum aude_err aude__pile_lay_start(struct aude_game *game,
                                   const struct aude_setup *setup);
enum aude_err aude__pile_build(struct aude_game *game, const struct aude_setup *setup);
/* The pile of the next tile: the river's while it flows, else the common one. */
struct aude__source {
    aude_kind *kind;
    unsigned n; /* tiles from kind[0] on, the next one first */
};
struct aude__source aude__pile_source(struct aude_game *game);
unsigned aude__pile_left(const struct aude_game *game);
/* Takes a tile out of that pile: the next one, or in a hidden game the one that was told. */
void aude__pile_take_next(struct aude_game *game);
void aude__pile_take(struct aude_game *game, aude_kind kind);

/* -- setup.c ---------------------------------------------------------------------------- */

enum aude_err aude__setup_check(const struct aude_setup *setup);
/* switch.c: does the switch have so many values? Every game asks, so they are not counted. */
bool aude__switch_has(enum aude_switch sw, int value);
unsigned aude__game_first_seat(const struct aude_setup *setup); /* game.c */

/* -- turn.c: phases --------------------------------------------------------------------- */

/* One phase as a bit of a set of phases. */
#define AUDE__IN(phase) ((uint64_t)1 << AUDE_PHASE_##phase)
static_assert((int)AUDE_PHASES <= 64, "a set of phases is one word");

/* For a phase that comes only when something happened: until it is due, it is stepped over. */
static inline void aude__turn_phase_due(struct aude_game *game, enum aude_phase phase,
                                        bool due)
{
    game->phases = (game->phases & ~((uint64_t)1 << phase)) | (uint64_t)due << phase;
}

/* Something is to be scored in P6. Before that, in P5, followers may come out of Carcassonne for it. */
static inline void aude__turn_score_due(struct aude_game *game)
{
    game->phases |= AUDE__IN(SCORE) | (uint64_t)(game->sets >> AUDE_SET_COUNT & 1)
                                          << AUDE_PHASE_QUARTERS;
}

/* Goes on from turn.phase until a player must decide. */
void aude__turn_advance(struct aude_game *game, struct aude_events *events);
/* Lists what may be done now. */
void aude__turn_list(const struct aude_game *game, struct aude__sink *sink);
/* Takes `tile` from the pile into the hand; one that fits nowhere leaves the game (BASE-15). */
void aude__turn_draw(struct aude_game *game, aude_kind tile, struct aude_events *events);
/* The player who was asked passes: what the row of the phase says. */
void aude__turn_pass(struct aude_game *game);
/* Is there a tile for this seat to lay, from the pile or from elsewhere? */
bool aude__turn_tile_to_come(const struct aude_game *game, unsigned seat);

/* -- put.c: where a figure may be put --------------------------------------------------- */

/* Of these lanes. */
static inline void aude__put_offer(uint64_t puts, struct aude__sink *sink)
{
    aude__sink_offer(sink, (struct aude_offer){.which = puts,
                                               .n = (uint16_t)aude__count_bits(puts),
                                               .how = AUDE__OFFER_SEGMENTS});
}
void aude__put_list_one(const struct aude_game *game, unsigned figure,
                        struct aude__sink *sink);
/* The lanes that are offered together with that of the figure: kinds that are listed one after the other. After an abbot's places
 * comes his recall. */
static inline uint64_t aude__put_row(const struct aude_game *game, unsigned figure)
{
    const uint64_t first = AUDE__LANE(SMALL) | AUDE__LANE(ABBOT),
                   second = AUDE__LANE(LARGE) | AUDE__LANE(BUILDER) | AUDE__LANE(PIG);

    if (figure == AUDE_WAGON || figure == AUDE_MAYOR)
        return AUDE__LANE(WAGON) | AUDE__LANE(MAYOR);
    if (figure != AUDE_SMALL && figure != AUDE_ABBOT) return second;
    return game->kinds[AUDE_ABBOT] ? first : first | second;
}
/* Lists where a kind of figure may be put; sets list their figures with it, in the order of the lanes. The first call
 * for a list is aude__put_prepare(). Where all kinds were looked at at once, the first kind of a row offers all of it. */
AUDE__QUICK static inline void aude__put_list(const struct aude_game *game,
                                              unsigned figure, struct aude__sink *sink)
{
    if (!sink->puts_left) {
        aude__put_list_one(game, figure, sink);
        return;
    }
    uint64_t lanes = aude__put_row(game, figure) & sink->puts_left;
    sink->puts_left &= ~lanes;
    if (lanes) aude__put_offer(sink->puts & lanes, sink);
}
void aude__put_prepare(const struct aude_game *game, struct aude__sink *sink);
/* Kinds of feature that a figure may claim in this game, one bit each. */
unsigned aude__put_claims(const struct aude_game *game, unsigned figure);

/* A place that is no segment: what forbids it, and going there. */
enum aude_err aude__put_spot_check(const struct aude_game *game, unsigned figure,
                                   unsigned tile, unsigned segment);
void aude__put_spot_take(struct aude_game *game, unsigned figure, unsigned tile,
                         unsigned segment);
/* What a set forbids about a figure there; AUDE__NONE as handle is the top of the tower. */
enum aude_err aude__put_stand_allowed(const struct aude_game *game, unsigned figure,
                                      unsigned tile, unsigned handle);
/* The only tile for which that can be anything but AUDE_ERR_OK; AUDE__NONE, or AUDE__EVERY.
 * On other tiles than the one just laid, features with specials have to be asked too. */
unsigned aude__put_stand_tile(const struct aude_game *game);
/* Is `tile` the one, or one of them? */
static inline bool aude__put_asks(unsigned stand_tile, unsigned tile)
{
    return (stand_tile == tile) | (stand_tile == AUDE__EVERY);
}

/* -- sets/: what one set needs of another ----------------------------------------------- */

/* dragon.c */
/* PD-32 as NO_FIGURE_TURN: the princess removed a knight in this turn. */
bool aude__dragon_after_princess(const struct aude_game *game);

/* abbey.c */
bool aude__abbey_has_barn(const struct aude_game *game, unsigned field);
bool aude__abbey_barn_is_new(const struct aude_game *game, unsigned field);
/* The field whose first barn was placed in this part of the turn, or AUDE__NONE. */
unsigned aude__abbey_new_barn_field(const struct aude_game *game);
unsigned aude__abbey_mayor_counts(const struct aude_feature *f);
/* The wagon leaves its place and waits for P7, which is due now. */
void aude__abbey_wagon_rests(struct aude_game *game, unsigned figure);

/* cult.c */
/* Notes the rivals of a tile just laid; an abbey is one, too. */
void aude__cult_laid(struct aude_game *game, unsigned tile, struct aude_events *events);
/* Has this tile a shrine beside a monastery, or the other way round? Looked for. */
bool aude__cult_has_rival(const struct aude_game *game, unsigned tile);

/* count.c */
/* May this kind of figure be in that quarter (COC-5)? */
/* May it be set into that quarter by hand? `tile` has to be the one that stands for all. */
enum aude_err aude__count_hand_enter(const struct aude_game *game, unsigned figure,
                                     unsigned tile, unsigned quarter);
bool aude__count_may_enter(const struct aude_game *game, unsigned figure,
                           unsigned quarter);

/* catapult.c */
void aude__catapult_view(struct aude_game *view);
/* Is what the catapult knows of the board still so? For aude__check(). */
bool aude__physics_extent_holds(const struct aude_game *game);
struct aude_action aude__catapult_list_glimpse_of(struct aude_action toss);
struct aude_action aude__catapult_list_hands_default(const struct aude_game *game);

/* river.c */
enum aude_err aude__river_start(struct aude_game *game, const struct aude_setup *setup);
enum aude_err aude__river_fits(const struct aude_game *game, aude_kind kind, int x, int y,
                               unsigned rot);
bool aude__river_fits_bar(const struct aude_game *game, aude_kind kind,
                          struct aude__slots *barred);
void aude__river_laid(struct aude_game *game, unsigned tile, struct aude_events *events);
enum aude__stuck aude__river_stuck(struct aude_game *game, aude_kind kind,
                                   struct aude_events *events);
unsigned aude__river_stand_tile(const struct aude_game *game);
enum aude_err aude__river_stand(const struct aude_game *game, unsigned figure,
                                unsigned tile, unsigned handle);

/* traders.c */
/* Does a herd of pigs on that field count (RIV2-11), and what does it add? */
bool aude__traders_has_herd(const struct aude_game *game, unsigned field);
void aude__traders_herd_share(const struct aude_game *game, const uint16_t *fields,
                              unsigned n, unsigned cities, struct aude__sum *sum);
/* INT-9: builders and pigs whose owner has no follower left beside them go home. */
void aude__traders_lonely_home(struct aude_game *game, struct aude_events *events);
enum aude_err aude__traders_builder_joins(const struct aude_game *game,
                                          const struct aude_feature *f);
enum aude_err aude__traders_pig_joins(const struct aude_game *game,
                                      const struct aude_feature *f);

#endif
