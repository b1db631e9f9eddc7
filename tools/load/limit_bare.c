/* limit_bare.c -- nothing but complete, uniformly random base games of two seats, as fast as we know how.
 *
 * In each turn every legal placement is listed, one is chosen evenly; then every place for a
 * follower and "none", one is chosen evenly. Fields, majorities, final scoring: all rules of the
 * preset that `aude bench` plays. limit.c lets the engine play the same games and compares.
 *
 * What makes it fast, each marked below by its name: LISTING BY LOOKUP, LABELS, THE FRONTIER KNOWS ITS
 * NEIGHBOURS, FEATURES THAT ADD (limit.h), DUMMIES, ONLY WHAT WAS TOUCHED. */
#include "limit.h"

#include <stdlib.h>
#include <string.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#define ALWAYS        LIMIT_ALWAYS
#define SELDOM(truth) __builtin_expect(!!(truth), 0)

enum {
    ROW =
        160, /* cells: 71 tiles in one line, their neighbours, and those of monasteries */
    CELLS = ROW * ROW,
    MIDDLE = ROW / 2 * ROW + ROW / 2,
    SLOTS = 256,
    NONE = 255, /* of a cell: nothing there */
    TILE = 254, /* a tile; as a slot of the frontier it is a dummy */
    DUMMY =
        255, /* DUMMIES: a handle and a feature that nobody looks at, so that nothing has to be asked */
    BLOCK = 64, /* slots that are listed at once; a frontier has 146 cells at most */
    BLOCKS = 3,
    FOLLOWERS = 7,
    FARM_POINTS = 3,
    MONASTERIES = 8
};

typedef uint32_t words4 __attribute__((vector_size(16)));

static const int step[4] = {-ROW, 1, ROW, -1}; /* north, east, south, west */

struct cell {
    uint8_t slot; /* of the frontier, or NONE, or TILE */
    uint8_t near; /* monks that wait for a tile here, a bit each */
};

struct limit_bare {
    /* The frontier: empty cells with a neighbour. A demand has two bits a side, 0: anything; slots that are
     * not in use have 0 everywhere, which no cell of the frontier has. */
    alignas(64) uint8_t demand[SLOTS];
    /* LABELS: handle -> feature. */
    uint8_t label[256 + LIMIT_SEGMENTS];
    uint32_t feature[256 + LIMIT_SEGMENTS];
    uint16_t cell_of[SLOTS];
    /* THE FRONTIER KNOWS ITS NEIGHBOURS: handles over each side: left, middle, right as that tile sees
     * them, nothing. Only sides with a demand mean something. */
    bytes16 meets[SLOTS];
    uint16_t pair[2 * LIMIT_DRAWS +
                  4]; /* handles: a field, and in the high byte a city beside it */
    uint32_t
        several[LIMIT_DRAWS + 1]; /* tiles with several roads or cities: their handles */
    uint8_t placed[LIMIT_DRAWS + 1]; /* handles that followers were put on */
    uint16_t laid[LIMIT_DRAWS + 1];  /* cells, by how many tiles there were to draw */
    uint16_t monk_cell[MONASTERIES];
    uint8_t monk_tiles[MONASTERIES], monk_seat[MONASTERIES];
    uint8_t pile[LIMIT_DRAWS];
    struct limit_kinds kinds;
    struct cell cell[CELLS];
};

/* Numbers of the game that is played: small enough for registers. */
struct now {
    size_t n_slots, n_handles, n_pairs, n_several, n_placed, n_monks;
    unsigned hand[2];
    int points[2];
};

/* Of a turn. */
struct turn {
    const struct limit_kind *kind;
    size_t slot, rot, cell, base, seat;
    unsigned free,
        done; /* segments of the tile whose feature has no follower, is complete */
};

/* -- Chance ----------------------------------------------------------------------------- */

/* The number of the bit that has `k` bits below it. */
ALWAYS unsigned bare_bit(uint64_t bits, unsigned k)
{
#ifdef __BMI2__
    return (unsigned)__builtin_ctzll(_pdep_u64((uint64_t)1 << k, bits));
#else
    for (; k; k--) bits &= bits - 1;
    return (unsigned)__builtin_ctzll(bits);
#endif
}

/* -- Listing ---------------------------------------------------------------------------- */

/* LISTING BY LOOKUP: for 64 cells of the frontier and each rotation a bit, whether the tile fits. */
ALWAYS void bare_fits(const uint8_t *demand, const struct limit_kind *kind,
                      uint64_t fits[4])
{
    for (int rot = 0; rot < 4; rot++) fits[rot] = 0;
#ifdef __AVX2__
    const __m256i low = _mm256_set1_epi8(15), zero = _mm256_setzero_si256();
    const __m256i first =
        _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)kind->first));
    const __m256i second =
        _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)kind->second));
    for (int i = 0; i < 64; i += 32) {
        __m256i d = _mm256_load_si256((const __m256i *)(demand + i));
        __m256i one = _mm256_shuffle_epi8(first, _mm256_and_si256(d, low));
        __m256i two =
            _mm256_shuffle_epi8(second, _mm256_and_si256(_mm256_srli_epi16(d, 4), low));
        __m256i rots =
            _mm256_andnot_si256(_mm256_cmpeq_epi8(d, zero), _mm256_and_si256(one, two));
        for (int rot = 3; rot >= 0; rot--) { /* the highest bit of each byte is taken */
            fits[rot] |= (uint64_t)(uint32_t)_mm256_movemask_epi8(rots) << i;
            rots = _mm256_add_epi8(rots, rots);
        }
    }
#else
    for (unsigned i = 0; i < 64; i++) {
        unsigned d = demand[i], rots = d ? kind->first[d & 15] & kind->second[d >> 4] : 0;
        for (unsigned rot = 0; rot < 4; rot++)
            fits[rot] |= (uint64_t)(rots >> (4 + rot) & 1) << i;
    }
#endif
}

/* The same in a frontier of more than one block, which is seldom so long. */
static __attribute__((noinline)) unsigned
bare_choose_wide(const struct limit_bare *bare, uint32_t dice, struct turn *turn)
{
    uint64_t fits[4 * BLOCKS];
    unsigned n = 0, i = 0, k;

    for (; i < BLOCKS; i++) bare_fits(bare->demand + BLOCK * i, turn->kind, fits + 4 * i);
    for (i = 0; i < 4 * BLOCKS; i++) n += (unsigned)__builtin_popcountll(fits[i]);
    if (!n) return 0;
    for (i = 0, k = limit_below(&dice, n);; i++) {
        unsigned here = (unsigned)__builtin_popcountll(fits[i]);
        if (k < here) break;
        k -= here;
    }
    turn->rot = i % 4;
    turn->slot = i / 4 * BLOCK + bare_bit(fits[i], k);
    return n;
}

/* Lists all placements and chooses one; returns how many there are. */
ALWAYS unsigned bare_choose(const struct limit_bare *bare, size_t n_slots, uint32_t dice,
                            struct turn *turn)
{
    uint64_t fits[4];
    size_t rot = 0;
    unsigned to[4]; /* how many there are up to this rotation */

    if (SELDOM(n_slots > BLOCK)) return bare_choose_wide(bare, dice, turn);
    bare_fits(bare->demand, turn->kind, fits);
    to[0] = (unsigned)__builtin_popcountll(fits[0]);
    for (int i = 1; i < 4; i++)
        to[i] = to[i - 1] + (unsigned)__builtin_popcountll(fits[i]);
    if (SELDOM(!to[3])) return 0;
    unsigned k = limit_below(&dice, to[3]);
    for (int i = 0; i < 3; i++) rot += k >= to[i];
    turn->rot = rot;
    /* Counted from the last bit on, so that no sum before the first is needed. */
    turn->slot = bare_bit(fits[rot], to[rot] - 1 - k);
    return to[3];
}

/* -- Laying ----------------------------------------------------------------------------- */

/* Two features that both existed become one. A tile that has a segment in each counts once from
 * now on (BASE-19). */
static __attribute__((noinline)) void
bare_unite(struct limit_bare *bare, size_t n_several, uint8_t from, uint8_t to)
{
    unsigned twice = 0;
    bool field = (bare->feature[from] & 0xffff) <
                 LIMIT_WORTH - 4; /* 4 joined sides may be taken off */

    for (size_t i = 0; i < n_several && !field; i++) {
        unsigned in_from = 0, in_to = 0;
        for (uint32_t m = bare->several[i], j = 0; j < 4; j++, m >>= 8) {
            in_from |= bare->label[m & 255] == from;
            in_to |= bare->label[m & 255] == to;
        }
        twice += in_from & in_to;
    }
    bare->feature[to] += bare->feature[from] - LIMIT_WORTH * twice;
    bare->feature[from] = 0;
    for (unsigned h = 0; h < 256; h++)
        bare->label[h] = bare->label[h] == from ? to : bare->label[h];
}

/* Our segment `mine` meets `theirs`; returns the feature. Only if ours has met another before, two old features
 * may become one. Where nothing meets, DUMMY meets itself. */
ALWAYS size_t bare_meet(struct limit_bare *bare, size_t n_several, size_t base,
                        size_t mine, size_t theirs)
{
    uint8_t ours = bare->label[mine], feature = bare->label[theirs];

    if (SELDOM(ours < base) && ours != feature)
        bare_unite(bare, n_several, ours, feature);
    bare->label[mine] = feature;
    return feature;
}

ALWAYS void bare_join(struct limit_bare *bare, const struct now *now,
                      const struct turn *turn, const uint8_t mine[16])
{
    const uint8_t *theirs = (const uint8_t *)&bare->meets[turn->slot];
    size_t base = turn->base;
    unsigned demand = bare->demand[turn->slot];

    for (unsigned m = (demand | demand >> 1) & 0x55; m; m &= m - 1) {
        unsigned at = 2 * (unsigned)__builtin_ctz(m);
        bare_meet(bare, now->n_several, base, mine[at], theirs[at + 2]);
        bare_meet(bare, now->n_several, base, mine[at + 2], theirs[at]);
        size_t met = bare_meet(bare, now->n_several, base, mine[at + 1], theirs[at + 1]);
        bare->feature[met] -= 2 * LIMIT_OPEN;
    }
}

/* The last slot takes the place of the one that is no longer empty. */
ALWAYS void bare_leave(struct limit_bare *bare, struct now *now, const struct turn *turn)
{
    size_t last = --now->n_slots, slot = turn->slot;

    bare->demand[slot] = bare->demand[last];
    bare->demand[last] = 0;
    bare->meets[slot] = bare->meets[last];
    bare->cell[bare->cell_of[slot] = bare->cell_of[last]].slot = (uint8_t)slot;
    bare->cell[turn->cell].slot = TILE;
}

/* Beyond each side: the cell demands more, or is new in the frontier. A tile there is a slot, too: a dummy. */
ALWAYS void bare_grow(struct limit_bare *bare, struct now *now, const struct turn *turn,
                      bytes16 mine, uint32_t demands)
{
    struct cell *here = bare->cell + turn->cell;

    for (unsigned side = 0; side < 4; side++) {
        size_t slot = here[step[side]].slot, fresh = (slot + 1) / (NONE + 1);
        slot = fresh ? now->n_slots : slot;
        now->n_slots += fresh;
        here[step[side]].slot = (uint8_t)slot;
        bare->cell_of[slot] = (uint16_t)((int)turn->cell + step[side]);
        bare->demand[slot] |= (uint8_t)(demands >> 8 * side);
        uint32_t handles = ((words4)mine)[side];
        memcpy((char *)&bare->meets[slot] + 4 * (side ^ 2), &handles, sizeof handles);
    }
}

/* Adds four of the new segments to their features. */
ALWAYS void bare_add(struct limit_bare *bare, const struct turn *turn, unsigned from)
{
    for (unsigned s = from; s < from + 4; s++)
        bare->feature[bare->label[turn->base + s]] += turn->kind->value[s];
}

/* And looks at what came of them. */
ALWAYS void bare_look(const struct limit_bare *bare, struct turn *turn, unsigned from)
{
    const uint8_t *label = bare->label + turn->base + from;
    words4 all = {bare->feature[label[0]], bare->feature[label[1]],
                  bare->feature[label[2]], bare->feature[label[3]]};
#ifdef __AVX2__
    const __m128i zero = _mm_setzero_si128();
    __m128i nobody = _mm_cmpeq_epi32((__m128i)(all & LIMIT_FOLLOWERS), zero);
    __m128i closed = _mm_cmpeq_epi32((__m128i)(all & 255), zero);
    turn->free |= (unsigned)_mm_movemask_ps((__m128)nobody) << from;
    turn->done |= (unsigned)_mm_movemask_ps((__m128)closed) << from;
#else
    for (unsigned s = 0; s < 4; s++) {
        turn->free |= (unsigned)!(all[s] & LIMIT_FOLLOWERS) << (from + s);
        turn->done |= (unsigned)!(all[s] & 255) << (from + s);
    }
#endif
}

/* A tile with several roads or cities is one tile of a feature, even if two of its segments belong to it. Such a
 * tile may have more than four segments. */
ALWAYS void bare_add_several(struct limit_bare *bare, struct now *now, struct turn *turn)
{
    uint32_t alike =
        (turn->kind->alike + (uint32_t)turn->base * 0x01010101u) | turn->kind->no_more;
    uint8_t label[4];

    bare->several[now->n_several++] = alike;
    for (int i = 0; i < 4; i++) label[i] = bare->label[alike >> 8 * i & 255];
    unsigned again_1 = label[1] == label[0];
    unsigned again_2 = (label[2] == label[0]) | (label[2] == label[1]);
    unsigned again_3 =
        (label[3] == label[0]) | (label[3] == label[1]) | (label[3] == label[2]);
    bare->feature[label[1]] -= LIMIT_WORTH * again_1;
    bare->feature[label[2]] -= LIMIT_WORTH * again_2;
    bare->feature[label[3]] -= LIMIT_WORTH * again_3;
    bare_add(bare, turn, 4);
    bare_look(bare, turn, 4);
}

ALWAYS void bare_lay(struct limit_bare *bare, struct now *now, struct turn *turn)
{
    const struct limit_kind *kind = turn->kind;
    const struct limit_turned *turned = &kind->turned[turn->rot];
    size_t base = turn->base = now->n_handles;
    uint64_t own = 0x0706050403020100u + base * 0x0101010101010101u;
    bytes16 mine = (turned->port + (uint8_t)base) | (bytes16)((signs16)turned->port < 0);
    uint8_t handles[16];

    now->n_handles += kind->n_segments;
    memcpy(bare->label + base, &own, sizeof own); /* each a feature of its own at first */
    memcpy(handles, &mine, sizeof handles);
    turn->cell = bare->cell_of[turn->slot];
    bare_join(bare, now, turn, handles);
    bare_leave(bare, now, turn);
    bare_grow(bare, now, turn, mine, turned->demands);
    uint32_t pairs = kind->pairs + (uint32_t)base * 0x01010101u;
    memcpy(bare->pair + now->n_pairs, &pairs, sizeof pairs);
    now->n_pairs += kind->n_pairs;
    turn->free = turn->done = 0;
    bare_add(bare, turn, 0);
    if (SELDOM(kind->several)) bare_add_several(bare, now, turn);
    bare_look(bare, turn, 0);
}

/* -- Followers and points --------------------------------------------------------------- */

/* Points for who has most followers there; all of them go home. */
ALWAYS void bare_pay(struct now *now, uint32_t feature, unsigned points)
{
    unsigned one = feature >> 16 & 15, two = feature >> 20 & 15;

    now->points[0] += one >= two ? (int)points : 0;
    now->points[1] += two >= one ? (int)points : 0;
    now->hand[0] += one;
    now->hand[1] += two;
}

/* A monk: from now on he counts the tiles around him, his own last (bare_score_monks). */
static __attribute__((noinline)) void bare_kneel(struct limit_bare *bare, size_t monk,
                                                 size_t cell, size_t seat)
{
    unsigned tiles = 0;

    bare->monk_cell[monk] = (uint16_t)cell;
    bare->monk_seat[monk] = (uint8_t)seat;
    for (int y = -ROW; y <= ROW; y += ROW)
        for (int x = -1; x <= 1; x++) {
            struct cell *beside = &bare->cell[(int)cell + y + x];
            tiles += beside->slot == TILE;
            beside->near |= (uint8_t)(1u << monk);
        }
    bare->monk_tiles[monk] = (uint8_t)(tiles - 1);
}

/* Lists the places for a follower and chooses; returns how many there are, "none" included. `*chosen`:
 * 0 for none, else the segment + 1. */
ALWAYS unsigned bare_put(struct limit_bare *bare, struct now *now, struct turn *turn,
                         uint32_t dice, unsigned *chosen)
{
    size_t seat = turn->seat;
    unsigned can = turn->free | 1u << LIMIT_MONASTERY;
    unsigned has =
        (unsigned)(-(int)now->hand[seat] >> 31); /* no branch: all bits, or none */
    unsigned options = 2 * (turn->kind->options & can & has) + 1;
    unsigned n = (unsigned)__builtin_popcount(options);
    unsigned bit = *chosen = bare_bit(options, limit_below(&dice, n)), put = bit != 0;

    now->hand[seat] -= put;
    if (SELDOM(bit == LIMIT_MONASTERY + 1)) {
        bare_kneel(bare, now->n_monks++, turn->cell, seat);
        return n;
    }
    size_t handle = ((turn->base + bit - 1) | (put - 1u)) & DUMMY;
    bare->feature[bare->label[handle]] += (uint32_t)LIMIT_SEAT_0 << 4 * seat;
    bare->placed[now->n_placed] = (uint8_t)handle;
    now->n_placed += put;
    turn->free &= ~(put << (bit - put));
    return n;
}

/* What the tile has completed. */
ALWAYS void bare_score(struct limit_bare *bare, struct now *now, const struct turn *turn)
{
    const struct limit_kind *kind = turn->kind;

    for (unsigned m = turn->done & ~turn->free & kind->options; m; m &= m - 1) {
        unsigned s = (unsigned)__builtin_ctz(m), at = bare->label[turn->base + s];
        uint32_t feature = bare->feature[at];
        if (!(feature & LIMIT_FOLLOWERS)) continue; /* another segment of it was paid */
        bare_pay(now, feature, (feature >> 8 & 255) << (kind->cities >> s & 1));
        bare->feature[at] = feature & ~(uint32_t)LIMIT_FOLLOWERS;
    }
}

/* The monks who see a new tile. */
static __attribute__((noinline)) void bare_score_monks(struct limit_bare *bare,
                                                       struct now *now, unsigned monks)
{
    for (; monks; monks &= monks - 1) {
        unsigned monk = (unsigned)__builtin_ctz(monks), seat = bare->monk_seat[monk];
        if (++bare->monk_tiles[monk] < 9) continue;
        now->points[seat] += 9;
        now->hand[seat]++;
    }
}

/* -- The end ---------------------------------------------------------------------------- */

/* For each field with farmers, how many different completed cities are beside it (BASE-57). */
static void bare_feed(const struct limit_bare *bare, size_t n_pairs,
                      const uint16_t farmed[256], uint8_t cities[256])
{
    uint16_t seen[256] = {0};

    for (size_t i = 0; i < n_pairs; i++) {
        unsigned field = bare->label[bare->pair[i] & 255],
                 city = bare->label[bare->pair[i] >> 8];
        unsigned complete = (bare->feature[city] & 255) == 0;
        unsigned fresh = farmed[field] & ~seen[city] & -complete;
        seen[city] |= (uint16_t)fresh;
        cities[field] = (uint8_t)(cities[field] + (fresh != 0));
    }
}

/* Everything that is not complete. Of the features with followers each is paid once: where it is met last. */
static void bare_score_final(struct limit_bare *bare, struct now *now)
{
    uint16_t last[256] = {0};
    uint8_t cities[256] = {0}, live[LIMIT_DRAWS + 1];
    unsigned n = 0;

    for (size_t i = 0; i < now->n_placed; i++) {
        live[n] = bare->label[bare->placed[i]];
        n += (bare->feature[live[n]] & LIMIT_FOLLOWERS) != 0;
    }
    for (unsigned i = 0; i < n; i++) last[live[i]] = (uint16_t)(1u << i);
    bare_feed(bare, now->n_pairs, last, cities);
    for (unsigned i = 0; i < n; i++) {
        uint32_t feature = bare->feature[live[i]];
        unsigned points = (feature >> 8 & 255) + FARM_POINTS * (unsigned)cities[live[i]];
        bare_pay(now, feature, last[live[i]] == 1u << i ? points : 0);
    }
    for (size_t i = 0; i < now->n_monks; i++)
        now->points[bare->monk_seat[i]] +=
            bare->monk_tiles[i] < 9 ? bare->monk_tiles[i] : 0;
}

/* ONLY WHAT WAS TOUCHED is made ready for the next game. */
static void bare_tidy(struct limit_bare *bare, const struct now *now)
{
    for (unsigned i = 0; i <= LIMIT_DRAWS; i++) bare->cell[bare->laid[i]].slot = NONE;
    for (size_t i = 0; i < now->n_slots; i++) bare->cell[bare->cell_of[i]].slot = NONE;
    for (size_t i = 0; i < now->n_monks; i++)
        for (int y = -ROW; y <= ROW; y += ROW)
            for (int x = -1; x <= 1; x++) bare->cell[bare->monk_cell[i] + y + x].near = 0;
    memset(bare->demand, 0, BLOCK * BLOCKS);
    memset(bare->feature, 0, sizeof bare->feature);
}

/* -- A game ----------------------------------------------------------------------------- */

ALWAYS void bare_begin(struct limit_bare *bare, struct now *now)
{
    struct turn start = {.kind = &bare->kinds.kind[bare->kinds.start]};

    *now = (struct now){.n_slots = 1, .hand = {FOLLOWERS, FOLLOWERS}};
    memcpy(bare->pile, bare->kinds.pile, sizeof bare->pile);
    bare->cell_of[0] = MIDDLE;
    bare->cell[MIDDLE].slot = 0;
    bare->laid[0] = MIDDLE;
    bare_lay(bare, now, &start);
}

ALWAYS void bare_note(struct limit_record *record, const struct turn *turn,
                      unsigned chosen, unsigned placements, unsigned options)
{
    struct limit_move *move = &record->move[record->n_moves++];

    move->kind = turn->kind->kind;
    move->rot = (uint8_t)turn->rot;
    move->segment = chosen ? turn->kind->segment[chosen - 1] : LIMIT_NOBODY;
    move->placements = (uint16_t)placements;
    move->options = (uint8_t)options;
    move->x = (int)turn->cell % ROW - ROW / 2;
    move->y = (int)turn->cell / ROW - ROW / 2;
}

/* `record` is NULL where it is compiled to be fast. */
ALWAYS void bare_game(struct limit_bare *bare, uint64_t state, int points[2],
                      struct limit_record *record)
{
    struct now now;
    struct turn turn = {0};

    bare_begin(bare, &now);
    for (unsigned left = LIMIT_DRAWS; left; left--) {
        uint64_t random = limit_random(&state);
        uint32_t one = (uint32_t)random, two = (uint32_t)(random >> 32);
        unsigned drawn = limit_below(&one, left), chosen;
        turn.kind = &bare->kinds.kind[bare->pile[drawn]];
        bare->pile[drawn] = bare->pile[left - 1];
        bare->laid[left] = MIDDLE;
        if (record) record->draw[record->n_draws++] = turn.kind->kind;
        unsigned placements = bare_choose(bare, now.n_slots, two, &turn);
        if (SELDOM(!placements)) continue; /* BASE-15: the same seat draws again */
        bare_lay(bare, &now, &turn);
        bare->laid[left] = (uint16_t)turn.cell;
        unsigned options = bare_put(bare, &now, &turn, one, &chosen);
        unsigned monks = bare->cell[turn.cell].near;
        bare_score(bare, &now, &turn);
        if (SELDOM(monks)) bare_score_monks(bare, &now, monks);
        if (record) bare_note(record, &turn, chosen, placements, options);
        turn.seat ^= 1;
    }
    bare_score_final(bare, &now);
    bare_tidy(bare, &now);
    points[0] = now.points[0];
    points[1] = now.points[1];
}

void limit_bare_play(struct limit_bare *bare, uint64_t seed, int points[2])
{
    bare_game(bare, seed, points, NULL);
#ifdef __AVX2__
    /* CLEAN UPPER HALVES: gcc 12 leaves the wide registers' upper halves in use here, and code for 16 bytes, which the engine is,
     * takes a tenth longer until somebody empties them. */
    _mm256_zeroupper();
#endif
}

void limit_bare_record(struct limit_bare *bare, uint64_t seed, int points[2],
                       struct limit_record *record)
{
    memset(record, 0, sizeof *record);
    bare_game(bare, seed, points, record);
}

bool limit_bare_is_wide(void)
{
#ifdef __AVX2__
    return true;
#else
    return false;
#endif
}

bool limit_bare_runs_here(void)
{
#ifdef __AVX2__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#else
    return true;
#endif
}

struct limit_bare *limit_bare_new(void)
{
    struct limit_bare *bare = aligned_alloc(64, (sizeof *bare + 63) / 64 * 64);

    if (!bare) return NULL;
    memset(bare, 0, sizeof *bare);
    bare->label[DUMMY] = DUMMY;
    for (unsigned i = 0; i < CELLS; i++) bare->cell[i].slot = NONE;
    if (limit_kinds_fill(&bare->kinds)) return bare;
    free(bare);
    return NULL;
}
