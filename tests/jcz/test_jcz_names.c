/* test_jcz_names.c -- what JCloisterZone calls tiles, places on them, turns and figures. */
#include "jcz_saves.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(every_tile_has_one_name)
{
    int without = 0;

    for (int kind = 0; kind < aude_tiles_count; kind++) {
        const struct aude_tile *tile = &aude_tiles[kind];
        if (tile->jcz[0])
            CHECK_EQ(jcz_name_tile_find(tile->jcz, 1u << tile->set), kind);
        else if (jcz_saves_known(tile->set))
            without++;
    }
    CHECK_EQ(without, 2); /* river tiles of 2021; sets that they do not have count not */
    CHECK_EQ(jcz_name_tile_find("", ~0u), -1);
    CHECK_EQ(jcz_name_tile_find("BA/RCr", 1u << AUDE_SET_INNS), -1);
    CHECK_STR(aude_tiles[jcz_name_tile_find("RI/s", 1u << AUDE_SET_RIVER_1)].id,
              "river-1/spring");
    CHECK_STR(aude_tiles[jcz_name_tile_find("RI/s", 1u << AUDE_SET_RIVER_2)].id,
              "river-2/spring");
}

static const char *location(const char *id, unsigned rot, unsigned segment)
{
    static char name[JCZ_WORD_MAX];

    jcz_name_location((aude_kind)aude_tile_find(id), rot, segment, name);
    return name;
}

TEST(locations_are_those_of_the_format)
{
    CHECK_STR(location("base/city-road-straight", 0, 0), "WE");
    CHECK_STR(location("base/city-road-straight", 1, 0), "NS");
    CHECK_STR(location("base/city-road-straight", 1, 1), "E");
    CHECK_STR(location("base/city-road-straight", 0, 2), "EL.WR");
    CHECK_STR(location("base/city-road-straight", 3, 2), "NL.SR");
    CHECK_STR(location("base/city-road-straight", 2, 3), "NL.NR.EL.WR");
    CHECK_STR(location("base/city4-shield", 2, 0), "NWSE");
    CHECK_STR(location("base/city3", 0, 0), "_S");
    CHECK_STR(location("base/city3", 3, 0), "_E");
    CHECK_STR(location("base/monastery", 3, 0), "I");
    CHECK_STR(location("king-robber/city2-bridge-city2", 1, 2), "I");
    CHECK_STR(location("king-robber/city2-bridge-city2", 1, 3), "II");
}

/* The letters of a location after a turn: each side moves on by one, L and R stay. */
static void turn_names(const char *name, char out[JCZ_WORD_MAX])
{
    static const char sides[] = "NESW";
    size_t n = 0;

    for (; *name; name++) {
        const char *side = strchr(sides, *name);
        out[n++] = side ? sides[(side - sides + 1) % 4] : *name;
    }
    out[n] = 0;
}

/* The same parts in any order: "NL.WR" is "WR.NL", "WE" is "EW". */
static bool same_parts(const char *a, const char *b)
{
    int seen[2] = {0, 0};
    const char *names[2] = {a, b};

    if (a[0] == '_' || b[0] == '_' || a[0] == 'I') return !strcmp(a, b);
    for (int i = 0; i < 2; i++)
        for (const char *p = names[i]; *p; p++) {
            const char *side = strchr("NESW", *p);
            if (!side) continue;
            int half = p[1] == 'L' ? 1 : p[1] == 'R' ? 2 : 0;
            seen[i] |= 1 << (3 * (side - "NESW") + half);
        }
    return seen[0] == seen[1];
}

TEST(locations_turn_with_the_tile)
{
    char before[JCZ_WORD_MAX], after[JCZ_WORD_MAX], turned[JCZ_WORD_MAX];

    for (int kind = 0; kind < aude_tiles_count; kind++)
        for (unsigned rot = 0; rot < 4; rot++)
            for (unsigned s = 0; s < aude_tiles[kind].n_segments; s++) {
                const char *feature = jcz_name_feature(aude_tiles[kind].segment[s].kind);
                jcz_name_location((aude_kind)kind, rot, s, before);
                CHECK_EQ(jcz_name_segment_find((aude_kind)kind, rot, feature, before), s);
                jcz_name_location((aude_kind)kind, (rot + 1) % 4, s, after);
                turn_names(before, turned);
                if (!CHECK(same_parts(turned, after)))
                    FAIL("%s: %s turned is %s", aude_tiles[kind].id, before, after);
            }
    CHECK_EQ(jcz_name_segment_find(0, 0, "City", "I"), -1);
}

TEST(rotations_and_figures_both_ways)
{
    for (unsigned rot = 0; rot < 4; rot++)
        CHECK_EQ(jcz_name_rotation_find(jcz_name_rotation(rot)), rot);
    CHECK_STR(jcz_name_rotation(3), "R270");
    CHECK_EQ(jcz_name_rotation_find("R45"), -1);
    for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
        CHECK_EQ(
            jcz_name_figure_find(jcz_name_figure(kind), strlen(jcz_name_figure(kind))),
            kind);
    CHECK_STR(jcz_name_figure(AUDE_LARGE), "big");
    CHECK_EQ(jcz_name_figure_find("phantom", 7), AUDE_FIGURE_KINDS);
    CHECK_EQ(jcz_name_tile_turns((aude_kind)aude_tile_find("base/city4-shield")), 1);
    CHECK_EQ(jcz_name_tile_turns((aude_kind)aude_tile_find("base/monastery")), 1);
    CHECK_EQ(jcz_name_tile_turns((aude_kind)aude_tile_find("base/road-straight")), 2);
    CHECK_EQ(jcz_name_tile_turns((aude_kind)aude_tile_find("base/road-curve")), 4);
    CHECK_EQ(jcz_name_tile_turns((aude_kind)aude_tile_find("base/monastery-road")), 4);
}

TEST(figure_ids)
{
    static const char *const bad[] = {
        "",           "0",        "0.small",    "0.small.",   "0.small.0",
        "6.small.1",  "0.smal.1", "0.small.01", "00.big.1",   "0.big.100",
        "0.small.1x", "-1.big.1", ".small.1",   "0.phantom.1"};
    enum aude_figure_kind kind;
    unsigned player, number;

    CHECK(jcz_name_figure_parse("5.big.12", &player, &kind, &number));
    CHECK_EQ(player, 5);
    CHECK_EQ(kind, AUDE_LARGE);
    CHECK_EQ(number, 12);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (!CHECK(!jcz_name_figure_parse(bad[i], &player, &kind, &number)))
            FAIL("\"%s\" is taken for a figure", bad[i]);
}
