/* aude_state.h -- what a game holds. Anybody may read it; only the engine writes. */
#ifndef AUDE_STATE_H
#define AUDE_STATE_H

#include <string.h>

#include "aude_play.h"

/* ORDER PHASE: `grep 'ORDER PHASE'` finds the tables that follow it. The phases of a turn in their order; P0
 * to P11 are the numbers of INT-1. */
enum aude_phase {
    AUDE_PHASE_START,   /* P0: a turn begins */
    AUDE_PHASE_SOURCE,  /* P2: an abbey instead of a draw? */
    AUDE_PHASE_DRAW,    /* P2: a tile comes into the hand; a hidden game waits here */
    AUDE_PHASE_TILE,    /* P2: lay it */
    AUDE_PHASE_ACTION,  /* P3: one figure, or an alternative to it, or nothing */
    AUDE_PHASE_CAPTURE, /* P3: a tower piece may take a prisoner */
    AUDE_PHASE_SWAP,    /* P3: which own prisoner comes back for it */
    AUDE_PHASE_DRAGON,  /* P4: the dragon walks, before scoring */
    AUDE_PHASE_CONFIRM, /* P4: a ransom before the scoring, where ransom_window says so */
    AUDE_PHASE_QUARTERS,    /* P5: followers come out of Carcassonne */
    AUDE_PHASE_SCORE,       /* P6: what the tile completed */
    AUDE_PHASE_WAGON,       /* P7: scored wagons move on or come home */
    AUDE_PHASE_ENTER,       /* P8: a follower into Carcassonne */
    AUDE_PHASE_COUNT,       /* P8: then the count */
    AUDE_PHASE_DRAGON_LATE, /* P4 where dragon_timing is AFTER_SCORING */
    AUDE_PHASE_FAIR,        /* P10 where catapult_timing is PART_END begins here */
    AUDE_PHASE_SECOND,      /* P9: a second part, if the builder earned one */
    AUDE_PHASE_CATAPULT,    /* P10: a round for each fair; which kind? */
    AUDE_PHASE_THROW,       /* P10: each seat in turn throws */
    AUDE_PHASE_CATCH,       /* P10: the left neighbour tries to catch */
    AUDE_PHASE_SCATTER,     /* P10: the throw scatters; a hidden game waits to be told */
    AUDE_PHASE_SEDUCE,      /* P10: the nearest follower may be replaced */
    AUDE_PHASE_THROWN,      /* P10: the next seat, or the end of the round */
    AUDE_PHASE_NEXT,        /* P11: the next turn, or the end */
    AUDE_PHASE_MARKET, /* F2: from the market to the fields, before the final scoring */
    AUDE_PHASE_OVER,
    AUDE_PHASES
};

/* A tile on the board. */
struct aude_laid {
    int16_t x, y;
    aude_kind kind;
    uint8_t rot : 2;
    uint8_t closed : 1; /* its tower, by a follower on top (TOW-6) */
    uint8_t height : 5; /* of its tower */
    uint16_t first;     /* handle of its segment 0; the others follow */
};

/* A road, city, field ...: connected segments, in 14 bytes. Most numbers have the bits that the largest board
 * needs and no more; what few ask for is derived: aude_feature_tags(), aude_feature_goods(). */
struct aude_feature {
    uint16_t lanes[3];  /* aude_followers() */
    int8_t open;        /* road, city: open sides; monastery, garden: cells still empty */
    uint8_t specials;   /* builders, pigs and barns standing in it */
    uint16_t head : 11; /* one of its handles; aude_next() leads to the others */
    uint16_t tags : 5;  /* aude_feature_tags() */
    uint32_t size : 11; /* segments in the ring; 0: it became a part of another */
    uint32_t kind : 3;  /* enum aude_feature_kind */
    uint32_t shields : 9;
    uint32_t tiles : 9; /* different tiles (BASE-19); not kept for fields */
} AUDE_PACKED;

/* The monasteries and gardens that are not complete, so that laying a tile finds those nearby:
 * where each is, and its feature. */
struct aude_cloisters {
    uint16_t n;
    int16_t x[AUDE_CLOISTERS_MAX], y[AUDE_CLOISTERS_MAX];
    uint16_t feature[AUDE_CLOISTERS_MAX];
};

/* ORDER WHERE: aude_player.at[]. */
enum aude_where {
    AUDE_AT_HOME,
    AUDE_AT_SEGMENT,
    AUDE_AT_TOWER,
    AUDE_AT_PRISON,
    AUDE_AT_REST,
    AUDE_AT_QUARTER,
    AUDE_WHERES
};

enum { AUDE_NOWHERE = 0xffff }; /* on no tile */

struct aude_figure {
    uint8_t seat;
    uint8_t kind;  /* enum aude_figure_kind */
    uint8_t where; /* enum aude_where */
    uint8_t guest; /* came from a quarter and stands on no particular tile (COC-14) */
    uint16_t at;   /* SEGMENT: a handle; TOWER: a laid tile; PRISON: its holder's seat */
    uint16_t tile; /* SEGMENT, TOWER: the laid tile; else AUDE_NOWHERE */
};

struct aude_player {
    int32_t points;
    uint8_t supply[AUDE_FIGURE_KINDS];
    uint8_t first, n_figures; /* its figures in figure[] */
    /* Which of them are in each kind of place: one bit each, bit 0 is figure[first]. */
    uint64_t at[AUDE_WHERES];
};

/* Tiles still to come. While the order is known, the next is kind[next]; in a hidden game
 * kind[next..n-1] is sorted and says only what is left. */
struct aude_pile {
    uint16_t next, n;
    aude_kind kind[AUDE_TILES_MAX];
};

/* Cells are named by a 16-bit key, x + AUDE_KEY_ROW * y modulo 2^16. No two cells of one
 * connected board of 320 tiles share a key (tests/unit/test_board.c proves it), so a key is as
 * good as a pair and a neighbour is one addition away. The table maps keys to laid tiles
 * (index + 1) or frontier slots (AUDE_CELL_FRONTIER + slot). The number of a row is 33 modulo the
 * size of the table: a board of up to 33 columns and 31 rows is a grid in it, in which no two cells want the same slot.
 *
 * HALF A KEY: the ten lower bits of a slot say what lies there, the six upper ones are those of the key. The
 * other ten of the key are the number of the slot, as long as each cell is in the slot that it wants. Once one is not
 * (cells_strayed), it is in the next that was unused, and cells are compared by their x and y. */
enum {
    AUDE_KEY_ROW = 6177,
    AUDE_CELL_WHAT = AUDE_CELLS_MAX - 1, /* the bits of a slot that say what lies there */
    AUDE_CELL_FRONTIER = AUDE_TILES_MAX + 1
};

/* A cell of the board; in memory as the members x and y of an action, which listing makes use of. */
struct aude_place {
    int16_t x, y;
};

/* The empty cells with a laid neighbour. A demand has four bits a side, N lowest, one per
 * enum aude_edge up to the river: all set where the side is free. */
struct aude_frontier {
    struct aude_place place[AUDE_FRONTIER_MAX];
    uint16_t demand[AUDE_FRONTIER_MAX];
    uint16_t n;
};

struct aude_turn {
    uint16_t number; /* from 1 */
    uint8_t seat;    /* the active player */
    uint8_t actor; /* who must decide now; AUDE_SEAT_NONE: nobody, a draw is to be told */
    uint8_t phase; /* enum aude_phase */
    aude_kind tile;          /* in hand, else AUDE_KIND_NONE */
    uint8_t part;            /* 1, or 2 in the builder's second part */
    uint8_t again;           /* the same seat takes the next turn too (RIV2-10) */
    uint8_t walking, walked; /* the dragon's walk of this part: under way, done */
    uint8_t earned;          /* a second part was earned in the first (TB-9) */
    uint8_t n_completed;
    uint16_t laid; /* index of the tile laid in this part */
    /* One bit per segment of that tile. `free`: its feature had no followers when the tile
     * was laid. `own`: it had followers of the active player (filled only where builders or
     * pigs are in play). */
    uint16_t free, own;
    uint16_t completed[AUDE_COMPLETED_MAX]; /* features it completed (INT-40) */
};

/* River I and II. */
struct aude_river {
    uint8_t flowing; /* river tiles are still drawn */
    uint8_t n_ends;  /* open ends: one, two after a fork */
    uint8_t waived;  /* RIV-6 does not hold for this draw (RIV-8) */
    uint8_t fixed;   /* tiles of the pile whose place is known: a fork comes first */
    uint8_t n, next; /* the river pile; while hidden the last tile's place is known */
    int16_t end_x[2], end_y[2]; /* the cell each end flows into */
    uint8_t heading[2];         /* side through which it leaves its tile: 0 N .. 3 W */
    uint8_t entered[2];         /* heading with which it entered that tile */
    int8_t bend[2];             /* last bend of the arm: -1 left, +1 right, 0 none yet */
    aude_kind kind[AUDE_RIVER_MAX];
};

/* Traders & Builders. */
struct aude_traders {
    uint8_t goods[AUDE_SEATS_MAX][3]; /* tokens of wine, grain, cloth (TB-27) */
};

enum { AUDE_VISITED_MAX = 16 }; /* tiles of one movement of the dragon */

/* The Princess & the Dragon. Tiles are indexes into laid[], AUDE_NOWHERE before they come. */
struct aude_dragon {
    uint16_t at, fairy; /* tiles of the dragon and of the fairy */
    uint16_t bound;     /* figure the fairy belongs to, or AUDE_NOWHERE (PD-6) */
    uint8_t steps;      /* steps of the movement taken */
    uint8_t longest;    /* steps of a movement that meets no dead end (PD-15) */
    uint8_t ways;       /* sides through which it can go on now, one bit each */
    uint8_t n_aside;    /* dragon tiles that came too early */
    /* Turn and part in which a princess removed a knight last, where no figure is placed in
     * that turn any more (PD-32); 0 is never. */
    uint16_t freed;
    uint8_t freed_part;
    /* Segments in features that are not complete, by kind of feature, of as many laid tiles as are counted: what portals
     * lead to (dragon_portal.c). Features completed since P6 are still in it. */
    uint16_t counted, segments[AUDE_FEATURE_KINDS];
    uint16_t
        visited[AUDE_VISITED_MAX]; /* tiles of the movement, the first where it began */
    aude_kind aside[AUDE_ASIDE_MAX];
};

/* The Tower. How high each is stands in struct aude_laid. */
struct aude_towers {
    uint8_t pieces[AUDE_SEATS_MAX];
    uint16_t n;              /* laid tiles with a foundation: tower[] */
    uint16_t last;           /* tile of the piece just placed */
    uint16_t n_open, n_high; /* foundations and towers not closed; towers among them */
    uint64_t reach[AUDE_SEATS_MAX]; /* followers it may take, bits as in aude_player.at */
    uint8_t victim;                 /* seat whose follower was just taken */
    uint8_t ransomed;               /* ransoms paid in this turn */
    uint8_t asked; /* the player is asked once more before scoring (TOW-18) */
};

/* Abbey & Mayor. */
struct aude_abbeys {
    aude_kind kind; /* the abbey among the tiles */
    uint8_t left[AUDE_SEATS_MAX];
    uint8_t laid;    /* abbeys on the board */
    uint8_t endgame; /* the pile is empty, abbeys may still come (AM-10) */
    uint8_t last;    /* seat of the last usual turn */
    uint8_t wagon;   /* figure whose owner decides in P7 */
    uint8_t barn;    /* 1 + the figure of a barn placed in this part (AM-21), or 0 */
    uint8_t paying;  /* a barn pays at once, before P6 (AM-23) */
};

/* The Count. Quarters: 0 castle, 1 market, 2 blacksmith, 3 cathedral. */
/* ORDER QUARTER: `grep 'ORDER QUARTER'` finds the tables that follow it. */
enum { AUDE_CASTLE, AUDE_MARKET, AUDE_BLACKSMITH, AUDE_CATHEDRAL, AUDE_QUARTERS };

struct aude_count {
    uint8_t at;      /* quarter of the count */
    uint8_t gained;  /* seats that got points in P6 of this part, one bit each (COC-6) */
    uint8_t early;   /* the same by a barn that paid at once, before P6 (AM-28) */
    uint8_t entered; /* a follower went in: 1 in this part, 2 in this turn */
    uint8_t asked;   /* seats asked already in this P5 or F2 */
    uint8_t quarter; /* entered last, for the count that follows */
};

/* The Catapult: the round of P10 and the throw under way; nothing of it outlives them but
 * `throws`. The intended numbers of a toss (`aim` its lateral, `power`) are the thrower's
 * secret until the reaction is in; only the authority has them (CAT-26). */
/* ORDER CATAPULT: `grep 'ORDER CATAPULT'` finds the tables that follow it. */
enum aude_catapult_kind {
    AUDE_KNOCK_OUT,
    AUDE_SEDUCTION,
    AUDE_TARGET,
    AUDE_CATCH,
    AUDE_CATAPULT_KINDS
};

/* ORDER CATCH: `points` of the event CATCH. */
enum aude_catch { AUDE_MISSED, AUDE_TOUCHED, AUDE_CAUGHT };

/* CAT-14. Units of CAT-13. */
enum {
    AUDE_CAT_TILE = 1024,
    AUDE_CAT_TURN = 4096, /* angles of a full turn; 0 is east, 1024 south */
    AUDE_CAT_STANDS = 8,  /* clockwise from north */
    AUDE_CAT_POWER_MAX = 1023,
    AUDE_CAT_MARGIN = 1536,  /* stands lie this far outside the box of all tiles */
    AUDE_CAT_D_MIN = 1024,   /* range at power 0 */
    AUDE_CAT_D_EXTRA = 4096, /* added to the box's diagonal for the range at full power */
    AUDE_CAT_S_R = 96,       /* range scatter, 1024ths of the range */
    AUDE_CAT_S_A = 40,       /* angle scatter */
    AUDE_CAT_TRI = 1023,     /* the largest of the two numbers of tri() (CAT-16) */
    AUDE_CAT_SLIDE_DIV = 16, /* the token slides on for range / 16 */
    AUDE_CAT_R_TOK = 160,    /* radius of the token */
    AUDE_CAT_R_SMALL = 112,  /* of small followers and abbots */
    AUDE_CAT_R_BIG = 144,    /* of large ones, mayors and wagons */
    AUDE_CAT_PUSH1 = 256,    /* shift of a follower hit directly */
    AUDE_CAT_PUSH2 = 192,    /* in chain step 1 */
    AUDE_CAT_PUSH3 = 128,    /* in chain step 2 */
    AUDE_CAT_RULER = 32,     /* measure of the target */
    AUDE_CAT_HAND_A = 24,    /* hand error of aim or lateral in DIRECT mode */
    AUDE_CAT_HAND_P = 40,    /* of power */
    AUDE_CAT_LANE = 1024,    /* from thrower to catcher */
    AUDE_CAT_LANE_SIDE = 512, /* laterals are -512 to 511 */
    AUDE_CAT_LANE_MAX = 1280, /* longest toss */
    AUDE_CAT_LANE_RULE = 512, /* the measuring rule */
    AUDE_CAT_LANE_S = 82,     /* scatter of a toss, along and across */
    AUDE_CAT_GLIMPSE = 256,   /* a cell of the glimpse */
    AUDE_CAT_R_CATCH = 150,
    AUDE_CAT_R_TOUCH = 240,
    AUDE_CAT_PRIZE = 5
};

/* Where tiles lie, and how far a token flies at most. Worked out once for all throws of a round: it holds while `tiles` are laid. */
struct aude_extent {
    int16_t x_lo, y_lo, x_hi, y_hi; /* of the laid tiles */
    uint16_t tiles;
    uint32_t range; /* of a throw at full power (CAT-15) */
};

struct aude_catapult {
    uint8_t due;        /* rounds to be held, the one under way counted */
    uint8_t kind;       /* enum aude_catapult_kind of the round under way */
    uint8_t thrown;     /* throws made in it */
    uint8_t stand;      /* of the throw */
    uint8_t known;      /* this game knows the numbers of the toss */
    uint8_t reacted;    /* 0 not yet, 1 hands off, 2 hands at `hands` */
    uint8_t glimpse[2]; /* cell of the toss, along and across */
    int16_t aim, power;
    int16_t hands[2];
    uint16_t chosen;  /* the figure that may be replaced, or AUDE_NOWHERE */
    uint16_t throws;  /* made in the whole game: blocks used of the stream (CAT-16) */
    uint16_t fair[2]; /* laid tiles, the round under way first */
    uint16_t measure[AUDE_SEATS_MAX]; /* of the target, by seat (CAT-24) */
    struct aude_point rest;           /* of the token, for seduction */
    struct aude_extent extent;
};

/* The Cult: laid tiles whose shrine or monastery has a rival beside it (CULT-3), one bit each. */
struct aude_cult {
    uint32_t rival[AUDE_TILES_MAX / 32];
};

/* King & Robber: what the holders hold, index 0 the king with cities, 1 the robber, roads. */
struct aude_awards {
    uint8_t holder[2]; /* seat, or AUDE_SEAT_NONE */
    uint16_t size[2];  /* of the largest completed so far */
    uint16_t count[2]; /* completed on the board */
};

enum {
    AUDE_NEAR = 8,       /* handles that share a place of tile_near[] */
    AUDE_RING_BITS = 11, /* of ring[], for a handle; the others are for its tile */
    AUDE_MOVERS = 4      /* places of mover[] */
};

/* Read any field; change them only through aude_game_play(). */
struct aude_game {
    /* fixed at the start */
    aude_sets sets;      /* whose rules are in play */
    aude_sets tile_sets; /* whose tiles are in play */
    uint8_t n_seats;
    uint8_t hidden; /* the draw order is not known here */
    uint8_t sw[AUDE_SWITCHES];
    uint8_t cells_strayed;           /* a cell is not in the slot that it wants */
    aude_sets hooks[AUDE_HOOKS_MAX]; /* sets that take part in each hook (engine/) */
    uint64_t phases; /* one bit per enum aude_phase that is not to be stepped over */
    struct aude_seed seed; /* zero in a hidden game */
    uint32_t draw_block;   /* blocks used of the draw stream */
    uint16_t draws_left;   /* UINT16_MAX: as many as there are tiles */
    uint16_t n_start;      /* tiles that lay there before the first turn */
    uint8_t copies[AUDE_SETS];

    /* who and when */
    uint8_t
        beside; /* sides on which the tile laid last met others, one bit each; here it takes no room */
    struct aude_turn turn;
    struct aude_player player[AUDE_SEATS_MAX];
    uint8_t n_figures;
    /* How often a figure went from one place to another, and which went last: move number i is that of figure
     * mover[i % AUDE_MOVERS]. So who moved since an earlier position is known without a look at all of them. */
    uint16_t n_moves;
    uint8_t mover[AUDE_MOVERS];
    /* Every seat is dealt the same figures. Which of them are of each kind, which are followers,
     * and which followers have another strength than 1: bits as in aude_player.at. */
    uint64_t kinds[AUDE_FIGURE_KINDS], followers, uneven;
    struct aude_figure figure[AUDE_FIGURES_MAX];
    struct aude_river river;
    struct aude_traders traders;
    struct aude_dragon dragon;
    struct aude_towers towers;
    struct aude_awards awards;
    struct aude_abbeys abbeys;
    struct aude_count count;
    struct aude_catapult catapult;
    struct aude_cult cult;

    /* the map */
    uint16_t n_laid, n_handles, n_features, n_discarded;
    uint8_t crowd[AUDE_TILES_MAX]; /* figures on each laid tile, its tower counted too */
    struct aude_cloisters cloisters;
    struct aude_pile pile;
    uint16_t cell[AUDE_CELLS_MAX];
    struct aude_laid laid[AUDE_TILES_MAX];
    uint16_t tower[AUDE_TILES_MAX];   /* foundations: their tiles in ascending order */
    uint16_t label[AUDE_HANDLES_MAX]; /* handle -> feature */
    uint16_t ring[AUDE_HANDLES_MAX];  /* aude_next(), aude_tile_of() */
    uint16_t tile_near[AUDE_HANDLES_MAX / AUDE_NEAR + 2]; /* aude_tile_of() */
    struct aude_feature feature[AUDE_HANDLES_MAX];
    alignas(16) struct aude_frontier frontier; /* read in vectors */
};

/* -- Handles ---------------------------------------------------------------------------- */

/* The next handle of its feature, a ring. */
static inline unsigned aude_next(const struct aude_game *game, unsigned handle)
{
    return game->ring[handle] & ((1u << AUDE_RING_BITS) - 1);
}

/* The laid tile of a handle. THE TILE NEARBY: for the first of eight handles it is written down, and the others are on
 * one of the next tiles, for handles come in the order of tiles. The five bits of ring[] that no handle needs
 * say on which: the lowest of the number of the tile. */
static inline unsigned aude_tile_of(const struct aude_game *game, unsigned handle)
{
    enum { MASK = (1 << (16 - AUDE_RING_BITS)) - 1 };
    unsigned near = game->tile_near[handle / AUDE_NEAR];

    return near + ((((unsigned)game->ring[handle] >> AUDE_RING_BITS) - near) & MASK);
}

static inline const struct aude_laid *aude_laid_of(const struct aude_game *game,
                                                   unsigned handle)
{
    return &game->laid[aude_tile_of(game, handle)];
}

/* -- Features --------------------------------------------------------------------------- */

enum { AUDE_FEATURE_TAGS = 5 }; /* that one kind of feature can have */

/* Followers are counted per seat, eight bits each, so that joining two features is one addition. */
static inline uint64_t aude_followers(const struct aude_feature *f)
{
    uint64_t word;

    memcpy(&word, f, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return word >> 16;
#else
    return word & 0xffffffffffff;
#endif
}

/* ORDER FEATURE, TAGS BY KIND: which tag bit `i` of aude_feature.tags is, or 0. A kind of feature has few of the tags, so it need
 * not keep room for all. */
static inline unsigned aude_feature_tag(unsigned kind, unsigned i)
{
    static const uint16_t tags[AUDE_FEATURE_KINDS][AUDE_FEATURE_TAGS] = {
        {AUDE_TAG_INN, AUDE_TAG_MILESTONE},      /* of a road */
        {AUDE_TAG_CATHEDRAL, AUDE_TAG_PRINCESS}, /* of a city */
        {AUDE_TAG_SHRINE, AUDE_TAG_ABBEY},       /* of a monastery */
        {0},                                     /* of a garden */
        {AUDE_TAG_HERD, AUDE_TAG_CARCASSONNE}};  /* of a field */

    return tags[kind][i];
}

/* The tags of all its segments, enum aude_tag. */
static inline unsigned aude_feature_tags(const struct aude_feature *f)
{
    unsigned tags = 0;

    for (unsigned i = 0; f->tags >> i; i++)
        if (f->tags >> i & 1) tags |= aude_feature_tag(f->kind, i);
    return tags;
}

/* Is it of that kind, and has it the tag? Both are known where this is compiled, and so is the bit. */
static inline bool aude_feature_has(const struct aude_feature *f, unsigned kind,
                                    unsigned tag)
{
    unsigned bit = 0;

    for (unsigned i = 0; i < AUDE_FEATURE_TAGS; i++)
        bit |= (unsigned)(aude_feature_tag(kind, i) == tag) << i;
    return (f->kind == kind) & ((f->tags & bit) != 0);
}

/* The symbols of its segments: wine, grain, cloth. */
static inline void aude_feature_goods(const struct aude_game *game,
                                      const struct aude_feature *f, unsigned goods[3])
{
    goods[0] = goods[1] = goods[2] = 0;
    for (unsigned i = 0, h = f->head; i < f->size; i++, h = aude_next(game, h)) {
        const struct aude_laid *laid = aude_laid_of(game, h);
        unsigned shown = aude_tiles[laid->kind].segment[h - laid->first].goods;
        if (shown) goods[shown - AUDE_WINE]++;
    }
}

/* -- Cells ------------------------------------------------------------------------------ */

static inline uint16_t aude_key(int x, int y)
{
    return (uint16_t)(x + AUDE_KEY_ROW * y);
}

/* The cell over that side (N, E, S, W) of the cell. */
static inline uint16_t aude_key_beside(uint16_t key, unsigned side)
{
    static const uint16_t step[4] = {(uint16_t)-AUDE_KEY_ROW, 1, AUDE_KEY_ROW,
                                     (uint16_t)-1};

    return (uint16_t)(key + step[side & 3]);
}

/* Has the cell of what a slot says that lies there this key? */
static inline bool aude_cell_is(const struct aude_game *game, unsigned what, uint16_t key)
{
    if (what < AUDE_CELL_FRONTIER) {
        const struct aude_laid *laid = &game->laid[what - 1];
        return aude_key(laid->x, laid->y) == key;
    }
    const struct aude_place *place = &game->frontier.place[what - AUDE_CELL_FRONTIER];
    return aude_key(place->x, place->y) == key;
}

/* Where `key` is in a table with cells that are not in the slot that they want, or the unused slot
 * where it would be. Seldom called: joined with its callers, it would make each of them save registers. */
static AUDE_SELDOM unsigned aude_cell_search(const struct aude_game *game, uint16_t key)
{
    unsigned at = key & AUDE_CELL_WHAT;

    while (game->cell[at] && !aude_cell_is(game, game->cell[at] & AUDE_CELL_WHAT, key))
        at = (at + 1) & AUDE_CELL_WHAT;
    return at;
}

/* What lies there: 0, a laid tile + 1, or AUDE_CELL_FRONTIER + a slot of the frontier. */
static inline unsigned aude_cell_what(const struct aude_game *game, uint16_t key)
{
    unsigned cell = game->cell[key & AUDE_CELL_WHAT];

    if (game->cells_strayed)
        return game->cell[aude_cell_search(game, key)] & AUDE_CELL_WHAT;
    unsigned other =
        0u - ((cell ^ key) > AUDE_CELL_WHAT); /* the cell of another key: no branch */
    return cell & AUDE_CELL_WHAT & ~other;
}

#endif
