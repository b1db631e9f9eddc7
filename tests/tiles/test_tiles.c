/* test_tiles.c -- the tile tables: complete, sound, and what the boxes hold.
 *
 * tilec checks a good part of this while it compiles. The checks here are written from
 * the segments alone, so that a slip in the compiler shows as well as one in the text. */
#include "aude.h"
#include "test.h"
#include "tile_internal.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The checks of test.h, which also say on which tile they failed. */
#define CHECK_ON(t, cond)    (CHECK(cond) ? (void)0 : FAIL("this was %s", (t)->id))
#define CHECK_EQ_ON(t, a, b) (CHECK_EQ(a, b) ? (void)0 : FAIL("this was %s", (t)->id))

enum { NOTHING = AUDE_KIND_NONE, WALL = 254, SPACING = 288 };

static int bits(unsigned mask)
{
    int n = 0;

    for (; mask; mask &= mask - 1) n++;
    return n;
}

static const struct aude_tile *tiles_end(void)
{
    return aude_tiles + aude_tiles_count;
}

static const struct aude_segment *segments_end(const struct aude_tile *t)
{
    return t->segment + t->n_segments;
}

static bool is_abbey(const struct aude_tile *t)
{
    return t->edge[0] == AUDE_EDGE_ABBEY;
}

static bool has_kind(const struct aude_tile *t, int kind)
{
    for (const struct aude_segment *s = t->segment; s < segments_end(t); s++)
        if (s->kind == kind) return true;
    return false;
}

/* The segment at a half side, WALL or NOTHING; counts how many claim it. */
static int half_owner(const struct aude_tile *t, int half, int *claims)
{
    int owner = NOTHING;

    *claims = 0;
    if (t->walls >> half & 1) owner = WALL, ++*claims;
    for (int i = 0; i < t->n_segments; i++) {
        const struct aude_segment *s = &t->segment[i];
        bool city = s->kind == AUDE_CITY && (s->sides >> half / 2 & 1);
        bool field = s->kind == AUDE_FIELD && (s->halves >> half & 1);

        if (city || field) owner = i, ++*claims;
    }
    return owner;
}

/* The kind of the segment that owns something, or NOTHING when it is no segment. */
static int kind_of(const struct aude_tile *t, int owner)
{
    return owner < t->n_segments ? t->segment[owner].kind : NOTHING;
}

static int road_at_side(const struct aude_tile *t, int side)
{
    for (int i = 0; i < t->n_segments; i++)
        if (t->segment[i].kind == AUDE_ROAD && (t->segment[i].sides >> side & 1))
            return i;
    return NOTHING;
}

/* ---- what is in the boxes ---- */

/* ORDER SET. Kinds, tiles of the classic and the revised edition, gardens in that one. */
static const struct {
    const char *name;
    int kinds, classic, revised, gardens;
} boxes[AUDE_SETS] = {
    {"base", 32, 72, 72, 8},
    {"river-1", 13, 12, 12, 1},
    {"river-2", 13, 12, 12, 1},
    {"abbot", 0, 0, 0, 0},
    {"inns-cathedrals", 19, 18, 18, 2},
    {"traders-builders", 26, 24, 24, 2},
    {"princess-dragon", 31, 30, 30, 2},
    {"tower", 19, 18, 18, 2},
    {"abbey-mayor", 14, 18, 18, 1},
    {"count", 12, 12, 12, 0},
    {"king-robber", 6, 5, 5, 1},
    {"cult", 6, 5, 5, 0},
    {"catapult", 12, 12, 12, 0},
#ifdef AUDE_TINY_SET
    {"milestones", 3, 3, 3, 0},
#endif
};

/* The name of a set in the table above, or "": a set that was added has no row yet. */
static const char *box_name(unsigned set)
{
    if (!boxes[set].name)
        FAIL("set %u (%s) has no row in boxes[]", set, aude_set_name((enum aude_set)set));
    return boxes[set].name ? boxes[set].name : "";
}

TEST(tiles_fill_the_boxes)
{
    for (int set = 0; set < AUDE_SETS; set++) {
        box_name((unsigned)set);
        int kinds = 0, classic = 0, revised = 0, gardens = 0, classic_gardens = 0;

        for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
            if (t->set != set) continue;
            kinds++;
            classic += t->count;
            revised += t->revised;
            if (!has_kind(t, AUDE_GARDEN)) continue;
            gardens += t->revised;
            classic_gardens += t->count;
        }
        CHECK_EQ(kinds, boxes[set].kinds);
        CHECK_EQ(classic, boxes[set].classic);
        CHECK_EQ(revised, boxes[set].revised);
        CHECK_EQ(gardens, boxes[set].gardens);
        CHECK_EQ(classic_gardens, 0);
    }
    int all = 0;
    for (int set = 0; set < AUDE_SETS; set++) all += boxes[set].kinds;
    CHECK_EQ(aude_tiles_count, all);
}

/* BASE-2 */
TEST(base_letters)
{
    static const int copies[24] = {2, 4, 1, 4, 5, 2, 1, 3, 2, 3, 3, 3,
                                   2, 3, 2, 3, 1, 3, 2, 1, 8, 9, 4, 1};

    for (int i = 0; i < 24; i++) {
        int classic = 0, revised = 0;

        for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
            if (t->letter != "ABCDEFGHIJKLMNOPQRSTUVWX"[i]) continue;
            CHECK_EQ_ON(t, t->set, AUDE_SET_BASE);
            classic += t->count;
            revised += t->revised;
        }
        CHECK_EQ(classic, copies[i]);
        CHECK_EQ(revised, copies[i]);
    }
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++)
        CHECK_EQ_ON(t, t->letter != 0, t->set == AUDE_SET_BASE);
}

/* Kinds are stored in games by number, so their order is a promise. */
TEST(kinds_are_named_and_in_order)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        const char *name = box_name(t->set);
        size_t n = strlen(name);

        CHECK_ON(t, n && strncmp(t->id, name, n) == 0 && t->id[n] == '/');
        if (t > aude_tiles) CHECK_ON(t, t[-1].set <= t->set);
        CHECK_ON(t, t->jcz && t->remarks);
        for (const struct aude_tile *other = aude_tiles; other < tiles_end(); other++) {
            if (other == t) continue;
            CHECK_ON(t, strcmp(t->id, other->id) != 0);
            /* The springs of both rivers are the same tile to JCloisterZone. */
            if (t->jcz[0] && strcmp(t->jcz, "RI/s") != 0)
                CHECK_ON(t, strcmp(t->jcz, other->jcz));
        }
    }
}

static int count_shields(const struct aude_tile *t)
{
    int n = 0;

    for (const struct aude_segment *s = t->segment; s < segments_end(t); s++)
        n += s->shields;
    return n;
}

/* Copies of segments in a set that have all of `tags`, these goods (0: any) and marks. */
static int count_symbols(int set, int tag, int goods, int mark)
{
    int n = 0;

    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        if (t->set != set) continue;
        if (mark) n += t->marks & mark ? t->count : 0;
        for (const struct aude_segment *s = t->segment; s < segments_end(t); s++) {
            if (tag) n += s->tags & tag ? t->count : 0;
            if (goods) n += s->goods == goods ? t->count : 0;
        }
    }
    return n;
}

TEST(symbols_of_each_set)
{
    int shields = 0, herds = 0;

    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        if (t->set == AUDE_SET_BASE) shields += t->count * count_shields(t);
        for (const struct aude_segment *s = t->segment; s < segments_end(t); s++)
            herds += s->tags & AUDE_TAG_HERD ? t->count : 0;
    }
    CHECK_EQ(shields, 10);
    CHECK_EQ(herds, 1);
    CHECK_EQ(count_symbols(AUDE_SET_INNS, AUDE_TAG_INN, 0, 0), 6);
    CHECK_EQ(count_symbols(AUDE_SET_INNS, AUDE_TAG_CATHEDRAL, 0, 0), 2);
    CHECK_EQ(count_symbols(AUDE_SET_TRADERS, 0, AUDE_WINE, 0), 9);
    CHECK_EQ(count_symbols(AUDE_SET_TRADERS, 0, AUDE_GRAIN, 0), 6);
    CHECK_EQ(count_symbols(AUDE_SET_TRADERS, 0, AUDE_CLOTH, 0), 5);
    CHECK_EQ(count_symbols(AUDE_SET_DRAGON, 0, 0, AUDE_MARK_VOLCANO), 6);
    CHECK_EQ(count_symbols(AUDE_SET_DRAGON, 0, 0, AUDE_MARK_DRAGON), 12);
    CHECK_EQ(count_symbols(AUDE_SET_DRAGON, 0, 0, AUDE_MARK_PORTAL), 6);
    CHECK_EQ(count_symbols(AUDE_SET_DRAGON, AUDE_TAG_PRINCESS, 0, 0), 6);
    CHECK_EQ(count_symbols(AUDE_SET_TOWER, 0, 0, AUDE_MARK_TOWER), 18);
    CHECK_EQ(count_symbols(AUDE_SET_ABBEY, AUDE_TAG_ABBEY, 0, 0), 6);
    CHECK_EQ(count_symbols(AUDE_SET_CULT, AUDE_TAG_SHRINE, 0, 0), 5);
    CHECK_EQ(count_symbols(AUDE_SET_CATAPULT, 0, 0, AUDE_MARK_FAIR), 12);
}

/* Each tile of Princess & Dragon carries one symbol of that set. */
TEST(dragon_symbols_come_singly)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        int n =
            bits(t->marks & (AUDE_MARK_VOLCANO | AUDE_MARK_DRAGON | AUDE_MARK_PORTAL));

        if (t->set != AUDE_SET_DRAGON) continue;
        for (const struct aude_segment *s = t->segment; s < segments_end(t); s++)
            n += bits(s->tags & AUDE_TAG_PRINCESS);
        CHECK_EQ_ON(t, n, 1);
    }
}

TEST(tiles_that_play_starts_from)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        bool start = t->set == AUDE_SET_COUNT || t->river_role == AUDE_RIVER_SPRING ||
                     strcmp(t->id, "base/city-road-straight") == 0;

        CHECK_EQ_ON(t, (t->marks & AUDE_MARK_START) != 0, start);
    }
}

/* ---- sound rows ---- */

static void check_segment(const struct aude_tile *t, const struct aude_segment *s)
{
    /* ORDER FEATURE */
#ifdef AUDE_TINY_SET
    enum { ON_ROADS = AUDE_TAG_INN | AUDE_TAG_MILESTONE };
#else
    enum { ON_ROADS = AUDE_TAG_INN };
#endif
    static const int tags[AUDE_FEATURE_KINDS] = {
        ON_ROADS, AUDE_TAG_CATHEDRAL | AUDE_TAG_PRINCESS,
        AUDE_TAG_SHRINE | AUDE_TAG_ABBEY, 0, AUDE_TAG_HERD | AUDE_TAG_CARCASSONNE};
    bool way = s->kind == AUDE_ROAD || s->kind == AUDE_CITY;

    CHECK_ON(t, s->kind < AUDE_FEATURE_KINDS);
    CHECK_EQ_ON(t, s->tags & ~tags[s->kind], 0);
    CHECK_EQ_ON(t, s->sides != 0, way);
    CHECK_ON(t, s->sides < 16);
    if (s->kind != AUDE_FIELD) CHECK_EQ_ON(t, s->halves + s->cities, 0);
    if (s->kind != AUDE_CITY) CHECK_EQ_ON(t, s->shields + s->goods, 0);
    CHECK_ON(t, s->shields <= 2 && s->goods <= AUDE_CLOTH);
    CHECK_ON(t, s->cities >> t->n_segments == 0);
    for (int i = 0; i < t->n_segments; i++)
        if (s->cities >> i & 1) CHECK_EQ_ON(t, t->segment[i].kind, AUDE_CITY);
}

TEST(segments_are_sound)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        CHECK_ON(t, t->n_segments <= AUDE_SEGMENTS_MAX);
        for (const struct aude_segment *s = t->segment; s < segments_end(t); s++) {
            int same = 0;

            check_segment(t, s);
            if (s > t->segment) CHECK_ON(t, s[-1].kind <= s->kind);
            for (const struct aude_segment *other = t->segment; other < segments_end(t);
                 other++)
                same += other->kind == s->kind;
            if (s->kind == AUDE_MONASTERY || s->kind == AUDE_GARDEN)
                CHECK_EQ_ON(t, same, 1);
        }
    }
}

static bool is_an_abbey(const struct aude_tile *t)
{
    return t->n_segments == 1 && t->segment[0].tags & AUDE_TAG_ABBEY;
}

TEST(what_a_pile_asks_is_what_the_tiles_say)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        const struct aude__dealt *dealt = &aude__dealt[t - aude_tiles];
        bool own = t->river_role || t->set == AUDE_SET_COUNT || is_an_abbey(t);
        int cloisters = 0;

        for (const struct aude_segment *s = t->segment; s < segments_end(t); s++)
            cloisters += s->kind == AUDE_MONASTERY || s->kind == AUDE_GARDEN;
        CHECK_EQ_ON(t, dealt->set, t->set);
        CHECK_EQ_ON(t, dealt->count, t->count);
        CHECK_EQ_ON(t, dealt->revised, t->revised);
        CHECK_EQ_ON(t, dealt->river_role, t->river_role);
        CHECK_EQ_ON(t, dealt->n_segments, t->n_segments);
        CHECK_EQ_ON(t, dealt->n_cloisters, cloisters);
        CHECK_EQ_ON(t, !(dealt->is & AUDE__DEALT_COMMON), own);
        CHECK_EQ_ON(t, !(dealt->is & AUDE__DEALT_DRAGON), !(t->marks & AUDE_MARK_DRAGON));
        CHECK_EQ_ON(t, !(dealt->is & AUDE__DEALT_START), !(t->marks & AUDE_MARK_START));
        CHECK_EQ_ON(t, !(dealt->is & AUDE__DEALT_ABBEY), !is_an_abbey(t));
    }
}

TEST(every_half_side_has_one_owner)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        for (int half = 0; half < 8; half++) {
            int claims;

            half_owner(t, half, &claims);
            CHECK_EQ_ON(t, claims, is_abbey(t) ? 0 : 1);
        }
        for (int side = 0; side < 4; side++) {
            int claims = t->river >> side & 1;

            for (const struct aude_segment *s = t->segment; s < segments_end(t); s++)
                claims += s->sides >> side & 1;
            CHECK_ON(t, claims <= 1);
        }
    }
}

static int expected_edge(const struct aude_tile *t, int side)
{
    int claims, left = half_owner(t, 2 * side, &claims);
    int right = half_owner(t, 2 * side + 1, &claims);

    if (t->n_segments == 1 && (t->segment[0].tags & AUDE_TAG_ABBEY))
        return AUDE_EDGE_ABBEY;
    if (t->river >> side & 1) return AUDE_EDGE_RIVER;
    if (road_at_side(t, side) != NOTHING) return AUDE_EDGE_ROAD;
    if (left == WALL || right == WALL) return AUDE_EDGE_WALL;
    return kind_of(t, left) == AUDE_CITY ? AUDE_EDGE_CITY : AUDE_EDGE_FIELD;
}

TEST(edges_follow_from_the_segments)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++)
        for (int side = 0; side < 4; side++)
            CHECK_EQ_ON(t, t->edge[side], expected_edge(t, side));
}

/* What may stand at the three ports of a side, by its edge; the catapult's split field is
 * the one field side with two owners. */
static void check_ports(const struct aude_tile *t, int side)
{
    int claims, left = half_owner(t, 2 * side, &claims);
    int right = half_owner(t, 2 * side + 1, &claims), middle = NOTHING;
    const uint8_t *port = &t->port[3 * side];

    switch (t->edge[side]) {
    case AUDE_EDGE_FIELD:
        CHECK_ON(t, kind_of(t, left) == AUDE_FIELD && kind_of(t, right) == AUDE_FIELD);
        if (left == right) middle = left;
        CHECK_EQ_ON(t, left != right,
                    strcmp(t->id, "catapult/monastery-split-field") == 0 &&
                        side % 2 == 1);
        break;
    case AUDE_EDGE_ROAD:
        middle = road_at_side(t, side);
        CHECK_ON(t, kind_of(t, left) == AUDE_FIELD && kind_of(t, right) == AUDE_FIELD);
        break;
    case AUDE_EDGE_RIVER:
        CHECK_ON(t, kind_of(t, left) == AUDE_FIELD && kind_of(t, right) == AUDE_FIELD);
        break;
    case AUDE_EDGE_CITY:
        middle = left;
        CHECK_ON(t, left == right && kind_of(t, left) == AUDE_CITY);
        break;
    default:
        break;
    }
    CHECK_EQ_ON(t, port[0], left == WALL ? NOTHING : left);
    CHECK_EQ_ON(t, port[1], middle);
    CHECK_EQ_ON(t, port[2], right == WALL ? NOTHING : right);
}

TEST(ports_follow_from_the_segments)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++)
        for (int side = 0; side < 4; side++) {
            if (!is_abbey(t)) check_ports(t, side);
            for (int k = 0; k < 3 && is_abbey(t); k++)
                CHECK_EQ_ON(t, t->port[3 * side + k], NOTHING);
        }
}

static int kind_at_port(const struct aude_tile *t, int port)
{
    return kind_of(t, t->port[port]);
}

/* Laid side by side, sides with the same edge join like with like: my left port faces
 * your right one. Walls are left to the count's block, where alone they meet. */
TEST(facing_sides_join_like_with_like)
{
    for (int i = 0; i < aude_tiles_count * 4; i++)
        for (int j = 0; j < aude_tiles_count * 4; j++) {
            const struct aude_tile *a = &aude_tiles[i / 4], *b = &aude_tiles[j / 4];

            if (a->edge[i % 4] != b->edge[j % 4] || a->edge[i % 4] == AUDE_EDGE_WALL)
                continue;
            for (int k = 0; k < 3; k++) {
                int here = kind_at_port(a, i % 4 * 3 + k);
                int there = kind_at_port(b, j % 4 * 3 + 2 - k);

                /* Both halves of a split field side are field all the same. */
                if (k == 1 && a->edge[i % 4] == AUDE_EDGE_FIELD) continue;
                if (here != there) FAIL("%s and %s", a->id, b->id);
            }
        }
    CHECK(aude_tiles_count > 0);
}

/* The twelve points a segment owns on the tile's rim, clockwise, three to a side. */
static unsigned rim(const struct aude_segment *s)
{
    unsigned points = 0;

    for (int side = 0; side < 4; side++)
        if (s->sides >> side & 1) points |= (s->kind == AUDE_CITY ? 7u : 2u) << 3 * side;
    for (int half = 0; half < 8; half++)
        if (s->halves >> half & 1) points |= 1u << (3 * (half / 2) + 2 * (half % 2));
    return points;
}

/* Two sets of points on a circle cross if, going round, they alternate more than once. */
static bool rims_cross(unsigned a, unsigned b)
{
    int changes = 0, first = 0, last = 0;

    for (int i = 0; i < 12; i++) {
        int here = a >> i & 1 ? 1 : b >> i & 1 ? 2 : 0;

        if (!here) continue;
        if (!first) first = here;
        changes += last && here != last;
        last = here;
    }
    return changes + (first != last) > 2;
}

static bool crossing_declared(const struct aude_tile *t, int a, int b)
{
    for (int i = 0; i < t->n_crossings; i++) {
        const struct aude_crossing *c = &t->crossing[i];

        if ((c->upper == a && c->lower == b) || (c->upper == b && c->lower == a))
            return true;
    }
    return false;
}

static unsigned river_rim(const struct aude_tile *t)
{
    unsigned points = 0;

    for (int side = 0; side < 4; side++)
        if (t->river >> side & 1) points |= 2u << 3 * side;
    return points;
}

TEST(nothing_crosses_without_bridge_or_tunnel)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++)
        for (int i = 0; i < t->n_segments; i++) {
            unsigned mine = rim(&t->segment[i]);

            if (rims_cross(mine, river_rim(t)))
                CHECK_ON(t, crossing_declared(t, i, AUDE_OVER_RIVER));
            for (int j = 0; j < i; j++)
                if (rims_cross(mine, rim(&t->segment[j])))
                    CHECK_ON(t, crossing_declared(t, i, j));
        }
}

TEST(crossings_name_segments)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        CHECK_ON(t, t->n_crossings <= AUDE_CROSSINGS_MAX);
        for (int i = 0; i < t->n_crossings; i++) {
            const struct aude_crossing *c = &t->crossing[i];

            CHECK_ON(t,
                     c->tunnel <= 1 && c->upper < t->n_segments && c->upper != c->lower);
            CHECK_ON(t, c->lower == AUDE_OVER_RIVER ? t->river != 0
                                                    : c->lower < t->n_segments);
        }
    }
}

TEST(wagon_groups_name_what_a_wagon_enters)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        CHECK_ON(t, t->n_wagon <= AUDE_WAGON_GROUPS_MAX);
        for (int i = 0; i < t->n_wagon; i++) {
            CHECK_ON(t, bits(t->wagon[i]) >= 2);
            CHECK_EQ_ON(t, t->wagon[i] >> t->n_segments, 0);
            for (int k = 0; k < t->n_segments; k++)
                if (t->wagon[i] >> k & 1)
                    CHECK_ON(t, t->segment[k].kind <= AUDE_MONASTERY);
        }
    }
}

TEST(river_reaches_the_sides_of_its_role)
{
    static const int sides[] = {0, 1, 2, 3, 1, 1, 1}; /* ORDER of enum aude_river_role */

    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        CHECK_ON(t, t->river_role <= AUDE_RIVER_CITY_LAKE);
        CHECK_EQ_ON(t, bits(t->river), sides[t->river_role]);
        CHECK_EQ_ON(t, t->river_role != AUDE_RIVER_NONE,
                    t->set == AUDE_SET_RIVER_1 || t->set == AUDE_SET_RIVER_2);
    }
}

/* ---- fields and their cities ---- */

TEST(inner_fields_are_the_known_ones)
{
    static const struct {
        const char *id;
        int fields;
    } known[] = {
        {"inns-cathedrals/city-x4-separate", 1},
        {"inns-cathedrals/city-x4-separate-garden", 1},
        {"traders-builders/city2-through-cloth-city", 1},
        {"traders-builders/city2-through-wine-city", 1},
        {"traders-builders/city2-corner-cloth-city-city", 1},
        {"traders-builders/city2-corner-wine-city2-corner", 1},
        {"princess-dragon/city-princess-city2-corner-shield", 1},
        {"tower/city3-shield-city", 1},
        {"abbey-mayor/city2-shield-bridge-city2", 2},
        {"abbey-mayor/city-shield-bridge-city2", 1},
        {"king-robber/city2-bridge-city2", 2},
    };
    int all = 0, listed = 0;

    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        int inner = 0;

        for (const struct aude_segment *s = t->segment; s < segments_end(t); s++)
            if (s->kind == AUDE_FIELD && !s->halves) {
                inner++;
                CHECK_ON(t, s->cities != 0);
            }
        all += inner;
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            if (strcmp(known[i].id, t->id) == 0) {
                CHECK_EQ_ON(t, inner, known[i].fields);
                listed += inner;
            }
    }
    CHECK_EQ(all, 13);
    CHECK_EQ(listed, all);
}

/* On one tile a field meets a city at the corner and yet does not border it: the other
 * city's wall runs into that corner. */
static bool wall_in_between(const struct aude_tile *t, int field, int city)
{
    return strcmp(t->id, "princess-dragon/city-princess-city2-corner-shield") == 0 &&
           t->segment[field].halves == 0xc0 && t->segment[city].sides == 6;
}

TEST(fields_border_the_cities_they_meet_at_corners)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++)
        for (int half = 1; half < 8 && !is_abbey(t); half += 2) {
            int claims, a = half_owner(t, half, &claims);
            int b = half_owner(t, (half + 1) % 8, &claims);
            int field = a, city = b;

            if (a == WALL || b == WALL) continue;
            if (kind_of(t, a) == AUDE_CITY) field = b, city = a;
            if (kind_of(t, field) != AUDE_FIELD || kind_of(t, city) != AUDE_CITY)
                continue;
            CHECK_EQ_ON(t, t->segment[field].cities >> city & 1,
                        !wall_in_between(t, field, city));
        }
}

/* ---- gardens ---- */

static bool same_but_anchor(const struct aude_segment *a, const struct aude_segment *b)
{
    return a->kind == b->kind && a->sides == b->sides && a->halves == b->halves &&
           a->shields == b->shields && a->goods == b->goods && a->tags == b->tags &&
           a->cities == b->cities;
}

static int garden_of(const struct aude_tile *t)
{
    int i = 0;

    while (i < t->n_segments && t->segment[i].kind != AUDE_GARDEN) i++;
    return i;
}

/* A segment's index once the garden is dug over. */
static int plain_index(int segment, int garden)
{
    return segment < AUDE_SEGMENTS_MAX && segment > garden ? segment - 1 : segment;
}

static void check_like_plain(const struct aude_tile *t, const struct aude_tile *plain)
{
    int garden = garden_of(t);

    CHECK_EQ_ON(t, t->n_segments, plain->n_segments + 1);
    for (int i = 0; i < plain->n_segments; i++)
        CHECK_ON(
            t, same_but_anchor(&t->segment[i < garden ? i : i + 1], &plain->segment[i]));
    for (int i = 0; i < 12; i++)
        CHECK_EQ_ON(t, plain_index(t->port[i], garden), plain->port[i]);
    CHECK_ON(t, memcmp(t->edge, plain->edge, sizeof t->edge) == 0);
    CHECK_EQ_ON(t, t->set, plain->set);
    CHECK_EQ_ON(t, t->letter, plain->letter);
    CHECK_EQ_ON(t, t->marks, plain->marks);
    CHECK_EQ_ON(t, t->river_role, plain->river_role);
    CHECK_EQ_ON(t, t->river, plain->river);
    CHECK_EQ_ON(t, t->n_crossings, plain->n_crossings);
    CHECK_EQ_ON(t, t->n_wagon, plain->n_wagon);
    /* What a wagon enters comes before the garden, so the bits are the same. */
    CHECK_ON(t, memcmp(t->wagon, plain->wagon, sizeof t->wagon) == 0);
}

TEST(gardens_are_like_their_plain_tile)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        const struct aude_tile *plain;

        CHECK_EQ_ON(t, has_kind(t, AUDE_GARDEN), t->variant_of != AUDE_KIND_NONE);
        if (t->variant_of >= aude_tiles_count) continue;
        plain = &aude_tiles[t->variant_of];
        CHECK_ON(t,
                 t->variant_of < aude_tiles_count && plain->variant_of == AUDE_KIND_NONE);
        check_like_plain(t, plain);
        /* It takes the place of copies one for one. */
        CHECK_EQ_ON(t, t->count, 0);
        CHECK_EQ_ON(t, plain->revised + t->revised, plain->count);
    }
}

/* ---- the count's block ---- */

static const struct aude_tile *at_place(int col, int row)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++)
        if (t->set == AUDE_SET_COUNT && t->col == col && t->row == row) return t;
    return NULL;
}

/* Half side `half` of `t` and the one it faces on `other` are both inside the walls or
 * neither; on the block's rim nothing is. */
static void check_walls(const struct aude_tile *t, const struct aude_tile *other,
                        int half)
{
    int facing = (half + (half % 2 ? 3 : 5)) % 8;

    CHECK_EQ_ON(t, t->walls >> half & 1, other ? other->walls >> facing & 1 : 0);
}

TEST(count_tiles_make_a_walled_block)
{
    static const int step[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

    for (int place = 0; place < 12; place++) {
        const struct aude_tile *t = at_place(place % 4, place / 4);

        CHECK(t != NULL);
        if (!t) continue;
        for (int half = 0; half < 8; half++) {
            const int *d = step[half / 2];

            check_walls(t, at_place(t->col + d[0], t->row + d[1]), half);
        }
        for (const struct aude_segment *s = t->segment; s < segments_end(t); s++)
            if (s->kind == AUDE_FIELD) CHECK_ON(t, s->tags & AUDE_TAG_CARCASSONNE);
    }
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        CHECK_EQ_ON(t, t->set == AUDE_SET_COUNT, t->col >= 0 && t->row >= 0);
        CHECK_ON(t, t->set == AUDE_SET_COUNT || t->walls == 0);
    }
}

/* A quarter lies inside the walls: the tile below its point has some. */
TEST(quarters_lie_in_carcassonne)
{
    /* ORDER QUARTER, both. */
    static const char *const names[4] = {"castle", "market", "blacksmith", "cathedral"};
    static const int serves[4] = {AUDE_CITY, AUDE_FIELD, AUDE_ROAD, AUDE_MONASTERY};

    for (int i = 0; i < 4; i++) {
        const struct aude_quarter *q = &aude_quarters[i];
        const struct aude_tile *t = at_place(q->x / 1024, q->y / 1024);

        CHECK(strcmp(q->name, names[i]) == 0);
        CHECK_EQ(q->serves, serves[i]);
        CHECK(q->x >= 0 && q->y >= 0 && t && t->walls);
    }
}

/* ---- where followers stand ---- */

struct point {
    int x, y;
};

/* All anchors of a tile: its segments' and, last, that of its tower. */
static int anchors(const struct aude_tile *t, struct point *out)
{
    int n = 0;

    for (const struct aude_segment *s = t->segment; s < segments_end(t); s++)
        out[n++] = (struct point){s->x, s->y};
    if (t->marks & AUDE_MARK_TOWER) out[n++] = (struct point){t->tower_x, t->tower_y};
    return n;
}

static bool on_tile(struct point p)
{
    return p.x >= 0 && p.x < 1024 && p.y >= 0 && p.y < 1024;
}

TEST(anchors_lie_on_the_tile)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        struct point p[AUDE_SEGMENTS_MAX + 1];
        int n = anchors(t, p);

        for (int i = 0; i < n; i++) CHECK_ON(t, on_tile(p[i]));
        if (t->marks & AUDE_MARK_TOWER) continue;
        CHECK_EQ_ON(t, t->tower_x, -1);
        CHECK_EQ_ON(t, t->tower_y, -1);
    }
}

static int distance_squared(struct point a, struct point b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* CAT-18. No tile is too crowded for it. */
TEST(anchors_keep_apart)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++) {
        struct point p[AUDE_SEGMENTS_MAX + 1];
        int n = anchors(t, p);

        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                CHECK_ON(t, distance_squared(p[i], p[j]) >= SPACING * SPACING);
    }
}

/* Turns a point anticlockwise by `times` quarters, so that side `times` becomes north. */
static struct point turned_back(struct point p, int times)
{
    while (times-- > 0) p = (struct point){p.y, 1023 - p.x};
    return p;
}

/* A city of one side is drawn less than 290 deep: further in one stands in a field. */
static void check_city_anchor(const struct aude_tile *t, const struct aude_segment *s,
                              int side)
{
    struct point p = turned_back((struct point){s->x, s->y}, side);

    if (s->sides == 1u << side) CHECK_ON(t, p.y < 256 && abs(p.x - 512) < 256);
}

/* A road that ends on the tile stays on its own side's half, near the middle. */
static void check_road_anchor(const struct aude_tile *t, const struct aude_segment *s,
                              int side)
{
    struct point p = turned_back((struct point){s->x, s->y}, side);

    if (s->sides == 1u << side) CHECK_ON(t, p.y < 600 && abs(p.x - 512) < 220);
}

TEST(anchors_of_roads_and_cities_lie_on_their_side)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++)
        for (const struct aude_segment *s = t->segment; s < segments_end(t); s++)
            for (int side = 0; side < 4; side++) {
                if (s->kind == AUDE_CITY) check_city_anchor(t, s, side);
                if (s->kind == AUDE_ROAD) check_road_anchor(t, s, side);
            }
}

/* Does a road or the river of the tile join exactly these two sides? */
static bool way_between(const struct aude_tile *t, unsigned sides)
{
    for (const struct aude_segment *s = t->segment; s < segments_end(t); s++)
        if (s->kind == AUDE_ROAD && s->sides == sides) return true;
    return t->river == sides;
}

/* With side `north` turned north, does the field reach a half side in the east? */
static bool reaches_east(const struct aude_segment *s, int north)
{
    for (int half = 2 * north + 1; half <= 2 * north + 4; half++)
        if (s->halves >> half % 8 & 1) return true;
    return false;
}

/* The mistake to fear: the farmer on the wrong side of the road. A field that lies wholly
 * on one side of a way across the tile has its anchor there. */
TEST(farmers_stand_on_the_right_side_of_the_way)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++)
        for (const struct aude_segment *s = t->segment; s < segments_end(t); s++)
            for (int north = 0; north < 2 && s->kind == AUDE_FIELD && s->halves;
                 north++) {
                struct point p = turned_back((struct point){s->x, s->y}, north);
                bool east = reaches_east(s, north), west = reaches_east(s, north + 2);

                if (!way_between(t, 5u << north)) continue;
                if (east && !west) CHECK_ON(t, p.x > 512 + 60);
                if (west && !east) CHECK_ON(t, p.x < 512 - 60);
            }
}

/* In the corner that a bend cuts off. */
TEST(farmers_stand_inside_the_bend)
{
    for (const struct aude_tile *t = aude_tiles; t < tiles_end(); t++)
        for (const struct aude_segment *s = t->segment; s < segments_end(t); s++)
            for (int side = 0; side < 4; side++) {
                unsigned bend = (1u << side) | (1u << (side + 1) % 4);
                unsigned corner = (1u << (2 * side + 1)) | (1u << (2 * side + 2) % 8);
                struct point p = turned_back((struct point){s->x, s->y}, side);
                bool inside = p.x > 620 && p.y < 404;

                if (s->kind != AUDE_FIELD || !way_between(t, bend)) continue;
                if (s->halves == corner) CHECK_ON(t, inside);
                if (s->halves && !(s->halves & corner))
                    CHECK_ON(t,
                             p.x - p.y < 360); /* beyond the bend, seen from the corner */
            }
}
