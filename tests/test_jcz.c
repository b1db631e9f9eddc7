/* test_jcz.c -- JCloisterZone's saves: names, reading, playing, writing, and the judgement of
 * its own engine on 24 games (see samples below). */
#include "jcz.h"
#include "play.h"
#include "test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Names ------------------------------------------------------------------------------ */

TEST(every_tile_has_one_name)
{
    int without = 0;

    CHECK_EQ(aude_tiles_count, 203);
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        const struct aude_tile *tile = &aude_tiles[kind];
        if (tile->jcz[0])
            CHECK_EQ(jcz_tile_find(tile->jcz, 1u << tile->set), kind);
        else
            without++;
    }
    CHECK_EQ(without, 14); /* the catapult's twelve, and two river tiles of 2021 */
    CHECK_EQ(jcz_tile_find("", ~0u), -1);
    CHECK_EQ(jcz_tile_find("BA/RCr", 1u << AUDE_SET_INNS), -1);
    CHECK_STR(aude_tiles[jcz_tile_find("RI/s", 1u << AUDE_SET_RIVER_1)].id,
              "river-1/spring");
    CHECK_STR(aude_tiles[jcz_tile_find("RI/s", 1u << AUDE_SET_RIVER_2)].id,
              "river-2/spring");
}

static const char *location(const char *id, unsigned rot, unsigned segment)
{
    static char name[JCZ_WORD_MAX];

    jcz_location((aude_kind)aude_tile_find(id), rot, segment, name);
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
                const char *feature = jcz_feature(aude_tiles[kind].segment[s].kind);
                jcz_location((aude_kind)kind, rot, s, before);
                CHECK_EQ(jcz_segment_find((aude_kind)kind, rot, feature, before), s);
                jcz_location((aude_kind)kind, (rot + 1) % 4, s, after);
                turn_names(before, turned);
                if (!CHECK(same_parts(turned, after)))
                    FAIL("%s: %s turned is %s", aude_tiles[kind].id, before, after);
            }
    CHECK_EQ(jcz_segment_find(0, 0, "City", "I"), -1);
}

TEST(rotations_and_figures_both_ways)
{
    for (unsigned rot = 0; rot < 4; rot++)
        CHECK_EQ(jcz_rotation_find(jcz_rotation(rot)), rot);
    CHECK_STR(jcz_rotation(3), "R270");
    CHECK_EQ(jcz_rotation_find("R45"), -1);
    for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
        CHECK_EQ(jcz_figure_find(jcz_figure(kind), strlen(jcz_figure(kind))), kind);
    CHECK_STR(jcz_figure(AUDE_LARGE), "big");
    CHECK_EQ(jcz_figure_find("phantom", 7), AUDE_FIGURE_KINDS);
    CHECK_EQ(jcz_tile_turns((aude_kind)aude_tile_find("base/city4-shield")), 1);
    CHECK_EQ(jcz_tile_turns((aude_kind)aude_tile_find("base/monastery")), 1);
    CHECK_EQ(jcz_tile_turns((aude_kind)aude_tile_find("base/road-straight")), 2);
    CHECK_EQ(jcz_tile_turns((aude_kind)aude_tile_find("base/road-curve")), 4);
    CHECK_EQ(jcz_tile_turns((aude_kind)aude_tile_find("base/monastery-road")), 4);
}

TEST(figure_ids)
{
    static const char *const bad[] = {
        "",           "0",        "0.small",    "0.small.",   "0.small.0",
        "6.small.1",  "0.smal.1", "0.small.01", "00.big.1",   "0.big.100",
        "0.small.1x", "-1.big.1", ".small.1",   "0.phantom.1"};
    enum aude_figure_kind kind;
    unsigned player, number;

    CHECK(jcz_meeple_parse("5.big.12", &player, &kind, &number));
    CHECK_EQ(player, 5);
    CHECK_EQ(kind, AUDE_LARGE);
    CHECK_EQ(number, 12);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (!CHECK(!jcz_meeple_parse(bad[i], &player, &kind, &number)))
            FAIL("\"%s\" is taken for a figure", bad[i]);
}

/* -- Small saves ------------------------------------------------------------------------ */

/* The parts of a save; NULL stands for the usual. */
struct parts {
    const char *sets, *elements, *rules, *start, *players, *replay, *notes, *more;
};

static const char * or (const char *given, const char *usual)
{
    return given ? given : usual;
}

static const char *text_of(const struct parts *p)
{
    static char text[1 << 16];

    snprintf(text, sizeof text,
             "{\"setup\":{\"sets\":%s,\"elements\":%s,\"rules\":%s,\"start\":%s},"
             "\"players\":%s,\"replay\":[%s],\"gameAnnotations\":%s%s}",
             or (p->sets, "{\"basic:1\":1}"),
             or (p->elements, "{\"small-follower\":7,\"farmers\":true}"),
             or (p->rules, "{}"),
             or (p->start, "[{\"tile\":\"BA/RCr\",\"x\":0,\"y\":0,\"rotation\":0}]"),
             or (p->players, "[{\"name\":\"A\"},{\"name\":\"B\"}]"), or (p->replay, ""),
             or (p->notes, "{}"), or (p->more, ""));
    return text;
}

static struct jcz_save save;
static struct jcz_walk walk;
static struct jcz_error error;

/* Read and play it to its end; NULL, or the error. What was read is in save and walk. */
static const char *play_text(const char *text)
{
    if (!jcz_read(&save, text, strlen(text), &error)) return error.text;
    bool ok = jcz_walk_init(&walk, &save, NULL, NULL, &error);
    while (ok && !jcz_walk_done(&walk)) ok = jcz_walk_step(&walk, &error);
    if (ok && aude_game_check(&walk.game)) FAIL("%s", aude_game_check(&walk.game));
    jcz_free(&save);
    return ok ? NULL : error.text;
}

static bool plays(const struct parts *p)
{
    const char *wrong = play_text(text_of(p));

    if (wrong) FAIL("%s", wrong);
    return CHECK(!wrong);
}

#define PLACE(tile, rot, x, y)                                                           \
    "{\"type\":\"PLACE_TILE\",\"payload\":{\"tileId\":\"" tile "\",\"rotation\":\"" rot  \
    "\",\"position\":[" #x "," #y "]}}"
#define DEPLOY(id, feature, place, x, y)                                                 \
    "{\"type\":\"DEPLOY_MEEPLE\",\"payload\":{\"meepleId\":\"" id                        \
    "\",\"pointer\":{\"position\":[" #x "," #y "],\"location\":\"" place                 \
    "\",\"feature\":\"" feature "\"}}}"
#define RECALL(id, feature, x, y)                                                        \
    "{\"type\":\"RETURN_MEEPLE\",\"payload\":{\"source\":\"ABBOT_RETURN\",\"pointer\":{" \
    "\"meepleId\":\"" id "\",\"featurePointer\":{\"position\":[" #x "," #y               \
    "],\"location\":\"I\",\"feature\":\"" feature "\"}}}}"
#define PASS   "{\"type\":\"PASS\",\"payload\":{}}"
#define COMMIT "{\"type\":\"COMMIT\",\"payload\":{\"random\":0.0}}"
#define UNDO   "{\"type\":\"UNDO\",\"payload\":{}}"

/* Two turns: a road is continued and claimed, then closed by a city cap above the start. */
#define TURN_1                                                                           \
    PLACE("BA/RCr", "R0", 1, 0) "," DEPLOY("0.small.1", "Road", "WE", 1, 0) "," COMMIT
#define TURN_2                                                                           \
    PLACE("BA/C", "R180", 0, -1) "," DEPLOY("1.small.1", "City", "S", 0, -1) "," COMMIT

TEST(a_small_save_is_played)
{
    struct parts p = {.replay = TURN_1 "," TURN_2};

    if (!plays(&p)) return;
    CHECK_EQ(walk.game.n_laid, 3);
    CHECK_EQ(walk.game.player[0].points, 0);
    CHECK_EQ(walk.game.player[1].points, 4);
    CHECK_EQ(walk.game.player[0].supply[AUDE_SMALL], 6);
    CHECK_EQ(walk.game.player[1].supply[AUDE_SMALL], 7);
    CHECK_EQ(jcz_walk_phase(&walk), JCZ_PHASE_TILE);
    CHECK(!aude_game_over(&walk.game));
}

TEST(an_action_waits_for_its_commit)
{
    struct parts p = {.replay = TURN_1 "," PLACE("BA/C", "R180", 0, -1) "," DEPLOY(
                          "1.small.1", "City", "S", 0, -1)};

    if (!plays(&p)) return;
    CHECK_EQ(jcz_walk_phase(&walk), JCZ_PHASE_COMMIT);
    CHECK_EQ(walk.game.player[1].points, 0);
    CHECK_EQ(walk.game.player[1].supply[AUDE_SMALL], 7);
}

TEST(undo_takes_back)
{
    struct parts p = {.replay = PLACE("BA/RCr", "R0", -1, 0) "," DEPLOY(
                          "0.small.1", "City", "N", -1, 0) "," UNDO "," UNDO "," TURN_1
                                                           "," TURN_2};

    if (plays(&p)) CHECK_EQ(aude_game_tile_at(&walk.game, -1, 0), -1);
    p.replay = TURN_1 "," UNDO;
    CHECK(strstr(or (play_text(text_of(&p)), ""), "message 4: UNDO: a COMMIT cannot"));
    p.replay = UNDO;
    CHECK(strstr(or (play_text(text_of(&p)), ""), "message 1: UNDO: there is nothing"));
}

TEST(any_figure_of_a_kind_may_be_taken)
{
    struct parts p = {.replay = PLACE("BA/RCr", "R0", 1, 0) "," DEPLOY(
                          "0.small.5", "Road", "WE", 1, 0) "," COMMIT "," TURN_2};
    static struct jcz_message list[AUDE_ACTIONS_MAX];
    char text[JCZ_TEXT_MAX];
    bool offered = false;

    p.replay = PLACE("BA/RCr", "R0", 1, 0) "," DEPLOY("0.small.5", "Road", "WE", 1,
                                                      0) "," COMMIT "," TURN_2
                                                         "," PLACE("BA/L", "R0", 0, 1);
    const char *src = text_of(&p);
    if (!CHECK(jcz_read(&save, src, strlen(src), &error))) return;
    CHECK(jcz_walk_init(&walk, &save, NULL, NULL, &error));
    while (!jcz_walk_done(&walk) && CHECK(jcz_walk_step(&walk, &error))) {
    }
    int n = jcz_legal(&walk, list, AUDE_ACTIONS_MAX);
    for (int i = 0; i < n; i++) {
        jcz_message_text(&list[i], text);
        offered |= !strcmp(text, "DEPLOY_MEEPLE 0.small.1 Monastery I at 0,1");
        CHECK(!strstr(text, "small.5"));
    }
    CHECK(offered);
    jcz_free(&save);
    p.replay = TURN_1
        "," TURN_2
        "," PLACE("BA/L", "R0", 0, 1) "," DEPLOY("0.small.1", "Monastery", "I", 0, 1);
    CHECK(strstr(or (play_text(text_of(&p)), ""), "[BASE-34]"));
}

TEST(no_prompt_where_nothing_can_be_done)
{
    struct parts p = {.elements = "{\"small-follower\":1}",
                      .replay =
                          TURN_1 "," TURN_2 "," PLACE("BA/L", "R0", 0, 1) "," COMMIT};

    if (plays(&p)) CHECK_EQ(walk.game.turn.number, 4);
    p.replay = TURN_1 "," TURN_2 "," PLACE("BA/L", "R0", 0, 1) "," PASS;
    CHECK(
        strstr(or (play_text(text_of(&p)), ""), "PASS does not belong into the Commit"));
}

/* -- Setups ----------------------------------------------------------------------------- */

#define FOLLOWERS "\"small-follower\":7,\"farmers\":true"

TEST(setups_become_switches)
{
    struct parts p = {0};
    const uint8_t *sw = save.head.setup.sw;

    if (plays(&p)) {
        CHECK_EQ(sw[AUDE_SWITCH_SMALL_CITY], AUDE_SMALL_CITY_NORMAL);
        CHECK_EQ(sw[AUDE_SWITCH_FARMERS], AUDE_FARMERS_ON);
        CHECK_EQ(sw[AUDE_SWITCH_FARM_RULE], AUDE_FARM_FIELD);
        CHECK_EQ(sw[AUDE_SWITCH_TILE_SET], AUDE_TILES_CLASSIC);
        CHECK_EQ(sw[AUDE_SWITCH_RIVER_UTURN], AUDE_UTURN_CLEARANCE);
        CHECK_EQ(sw[AUDE_SWITCH_RIVER_STUCK], AUDE_STUCK_DISCARD);
        CHECK_EQ(sw[AUDE_SWITCH_RIVER_START_TILE], AUDE_RIVER_START_SHUFFLE);
        CHECK_EQ(aude_setup_sets(&save.head.setup), 1u << AUDE_SET_BASE);
    }
    p = (struct parts){.sets = "{\"basic:2\":1,\"river/1:2\":1}",
                       .elements = "{\"small-follower\":7,\"abbot\":2,\"garden\":true,"
                                   "\"farmers\":null}",
                       .rules = "{\"tiny-city-scoring\":\"2\"}",
                       .start = "[{\"tile\":\"RI/s\",\"x\":0,\"y\":0,\"rotation\":0}]"};
    if (plays(&p)) {
        CHECK_EQ(sw[AUDE_SWITCH_SMALL_CITY], AUDE_SMALL_CITY_HALF);
        CHECK_EQ(sw[AUDE_SWITCH_FARMERS], AUDE_FARMERS_OFF);
        CHECK_EQ(sw[AUDE_SWITCH_TILE_SET], AUDE_TILES_REVISED);
        CHECK_EQ(sw[AUDE_SWITCH_RIVER], AUDE_RIVER_I);
        CHECK_EQ(sw[AUDE_SWITCH_ABBOT], AUDE_ABBOT_ON);
        CHECK_EQ(walk.game.player[0].supply[AUDE_ABBOT], 2);
        CHECK_EQ(save.head.setup.n_start, 0);
    }
    p = (struct parts){.sets = "{\"basic\":1}", .rules = "{\"tiny-city-scoring\":2}"};
    if (plays(&p)) CHECK_EQ(sw[AUDE_SWITCH_SMALL_CITY], AUDE_SMALL_CITY_HALF);
}

static const char *value_of(const char *name)
{
    static char value[32];
    enum aude_switch sw = aude_switch_find(name);

    if (sw == AUDE_SWITCHES ||
        !aude_switch_value(sw, save.head.setup.sw[sw], value, sizeof value))
        return "none";
    return value;
}

TEST(setups_of_the_expansions)
{
    struct parts p = {.sets = "{\"basic:1\":1,\"cult/6\":1,\"king-and-robber:1\":1}",
                      .elements =
                          "{" FOLLOWERS ",\"shrine\":1,\"king\":true,\"robber\":true}",
                      .rules = "{\"king-and-robber-scoring\":\"15/40\"}"};

    if (plays(&p)) {
        CHECK_STR(value_of("cult_tiles"), "6");
        CHECK_STR(value_of("king_robber"), "FLAT15_40");
        CHECK_EQ(aude_game_left_total(&walk.game), 71 + 6 + 5);
    }
    p = (struct parts){
        .sets = "{\"basic:1\":1,\"princess-and-dragon:1\":1,\"tower:1\":1}",
        .elements = "{" FOLLOWERS ",\"dragon\":1,\"fairy\":1,\"princess\":true,"
                    "\"portal\":true,\"tower\":1}",
        .rules = "{\"princess-action\":\"must\",\"dragon-move\":\"after-scoring\"}"};
    if (plays(&p)) {
        CHECK_STR(value_of("princess"), "MUST");
        CHECK_STR(value_of("dragon_timing"), "AFTER_SCORING");
        CHECK_STR(value_of("fairy_binding"), "FOLLOWER");
        CHECK_STR(value_of("volcano_specials"), "FORBID");
        CHECK_STR(value_of("tower_top_dragon"), "ALLOW");
        CHECK_STR(value_of("ransom_window"), "ANY_PROMPT");
    }
    p.rules = "{\"fairy-placement\":\"on-tile\"}";
    CHECK(strstr(or (play_text(text_of(&p)), ""), "fairy-placement = on-tile"));
    p.elements = "{" FOLLOWERS ",\"dragon\":1,\"princess\":true,\"portal\":true}";
    CHECK(strstr(or (play_text(text_of(&p)), ""), "without the element fairy"));
    /* the herd of River II counts with the element, not with the expansion */
    p = (struct parts){
        .sets = "{\"basic:1\":1,\"traders-and-builders:1\":1,\"river/2:1\":1}",
        .elements = "{" FOLLOWERS ",\"builder\":1,\"pig\":1,\"traders\":true,"
                    "\"pig-herd\":true}",
        .start = "[{\"tile\":\"RI/s\",\"x\":0,\"y\":0,\"rotation\":0}]"};
    if (plays(&p)) CHECK_STR(value_of("volcano_lake_turn"), "NONE");
    p.elements = "{" FOLLOWERS ",\"builder\":1,\"pig\":1,\"traders\":true}";
    const char *why = play_text(text_of(&p));
    if (aude_switch_find("pig_herd") == AUDE_SWITCHES)
        CHECK(why && strstr(why, "pig_herd = off"));
    else
        CHECK_STR(value_of("pig_herd"), "OFF");
}

TEST(setups_beyond_the_box)
{
    struct parts p = {.sets = "{\"basic:1\":2,\"river/1:1\":0}",
                      .elements = "{\"small-follower\":9}"};

    if (plays(&p)) {
        CHECK_EQ(aude_game_left_total(&walk.game), 143);
        CHECK_EQ(walk.game.player[1].supply[AUDE_SMALL], 9);
    }
    /* tiles without their rules, whether the engine plays the set or not */
    p = (struct parts){.sets =
                           "{\"basic:1\":1,\"inns-and-cathedrals:1\":1,\"tower:1\":1}"};
    if (plays(&p)) {
        CHECK_EQ(walk.game.sets, 1u << AUDE_SET_BASE);
        CHECK_EQ(aude_game_left_total(&walk.game), 71 + 18 + 18);
    }
    if (aude_set_playable(AUDE_SET_INNS)) { /* rules without their tiles */
        p = (struct parts){.elements =
                               "{" FOLLOWERS
                               ",\"big-follower\":2,\"inn\":true,\"cathedral\":1}"};
        if (plays(&p)) {
            CHECK_EQ(aude_game_left_total(&walk.game), 71);
            CHECK_EQ(walk.game.player[0].supply[AUDE_LARGE], 2);
        }
        p.elements = "{" FOLLOWERS ",\"big-follower\":1,\"inn\":true}";
        CHECK(strstr(or (play_text(text_of(&p)), ""), "without the element cathedral"));
    }
    p = (struct parts){.start = "[{\"tile\":\"BA/L\",\"x\":3,\"y\":1,\"rotation\":90},"
                                "{\"tile\":\"BA/L\",\"x\":4,\"y\":1,\"rotation\":0}]"};
    if (plays(&p)) {
        CHECK_EQ(walk.game.n_start, 2);
        CHECK_EQ(aude_game_left_total(&walk.game), 70);
        CHECK(aude_game_tile_at(&walk.game, 4, 1) >= 0);
    }
}

/* What is wrong, and words of the sentence that says so. */
static const struct {
    struct parts parts;
    const char *words;
} refused[] = {
    {{.sets = "7"}, "names no sets"},
    {{.sets = "{\"basic:3\":1}"}, "no set \"basic:3\""},
    {{.sets = "{\"basic:1\":1,\"hills-and-sheep:1\":1}"}, "\"hills-and-sheep:1\""},
    {{.sets = "{\"basic:\":1}"}, "no set \"basic:\""},
    {{.sets = "{\"basic:1\":-1}"}, "0 to 99 times"},
    {{.sets = "{\"basic:1\":99}"}, "more tiles than"},
    {{.sets = "{\"basic:1\":1,\"basic:2\":1}"}, "in two kinds"},
    {{.sets = "{\"basic:1\":1,\"river/1:2\":1}"}, "both editions"},
    {{.elements = "[]"}, "names no elements"},
    {{.elements = "{\"small-follower\":7,\"phantom\":1}"}, "no element \"phantom\""},
    {{.elements = "{\"small-follower\":true}"}, "small-follower must be a number"},
    {{.elements = "{\"farmers\":true}"}, "[BASE-3]"},
    {{.sets = "{\"basic:2\":1}", .elements = "{\"small-follower\":7,\"abbot\":1}"},
     "without the element garden"},
    {{.sets = "{\"basic:1\":1,\"count\":1}"}, "Count of Carcassonne"},
    {{.rules = "{\"moon-phase\":1}"}, "no rule \"moon-phase\""},
    {{.rules = "{\"tiny-city-scoring\":\"3\"}"}, "rule tiny-city-scoring has a value"},
    {{.rules = "{\"wagon-move\":\"C7\"}"}, "rule wagon-move has a value"},
    {{.start = "[]"}, "no start tile"},
    {{.start = "[{\"tile\":\"BA/RCr\",\"x\":0,\"y\":0,\"rotation\":45}]"},
     "start tile is"},
    {{.start = "[{\"tile\":\"IC/RrC.i\",\"x\":0,\"y\":0,\"rotation\":0}]"},
     "none of the sets"},
    {{.start = "[{\"tile\":\"BA/L\",\"x\":0,\"y\":0,\"rotation\":0},"
               "{\"tile\":\"BA/L\",\"x\":5,\"y\":0,\"rotation\":0}]"},
     "does not hold together"},
    {{.start = "[{\"tile\":\"BA/RRRR\",\"x\":0,\"y\":0,\"rotation\":0},"
               "{\"tile\":\"BA/RRRR\",\"x\":1,\"y\":0,\"rotation\":0}]"},
     "start tile BA/RRRR is there more often than it exists"},
    {{.players = "[{\"name\":\"A\"}]"}, "not with 1"},
    {{.players = "{}"}, "not with 0"},
    {{.notes = "{\"endTurn\":0}"}, "endTurn must be"},
    {{.notes = "{\"drawOrder\":[\"BA/RCr\",5]}"}, "entry 2 of drawOrder"},
    {{.notes = "{\"drawOrder\":[\"TO/L\"]}"}, "TO/L, which is in none"},
    {{.notes = "{\"drawOrder\":[\"BA/RRRR\",\"BA/RRRR\"]}"}, "more often than it exists"},
    {{.replay = "5"}, "message 1: it has no type"},
    {{.replay = "{\"type\":\"BAZAAR_BID\"}"},
     "message 1: BAZAAR_BID: aude does not know"},
    {{.replay = "{\"type\":\"PLACE_TILE\"}"}, "message 1: PLACE_TILE: its tileId"},
    {{.replay = PLACE("BA/RCr", "R1", 1, 0)}, "its rotation is not"},
    {{.replay = "{\"type\":\"PLACE_TILE\",\"payload\":{\"tileId\":\"BA/C\",\"rotation\":"
                "\"R0\",\"position\":[1]}}"},
     "its position"},
    {{.replay = "{\"type\":\"PASS\",\"player\":2}"}, "no such player"},
    {{.replay = COMMIT}, "message 1: COMMIT does not belong into the TilePhase"},
    {{.replay = PLACE("TO/L", "R0", 1, 0)}, "TO/L is in none of the sets"},
    {{.replay = PLACE("BA/RCr", "R0", 9, 9)}, "[BASE-10]"},
    {{.replay = PLACE("BA/RCr", "R90", 1, 0)}, "[BASE-11]"},
    {{.replay = PLACE("BA/RCr", "R0", 1, 0), .notes = "{\"drawOrder\":[\"BA/L\"]}"},
     "BA/RCr is placed, but BA/L was drawn"},
    {{.replay = TURN_1
      "," PLACE("BA/C", "R180", 0, -1) "," DEPLOY("0.small.2", "City", "S", 0, -1)},
     "0.small.2 is not of player 1"},
    {{.replay = PLACE("BA/RCr", "R0", 1, 0) "," DEPLOY("0.small.1", "Road", "N", 1, 0)},
     "message 2: DEPLOY_MEEPLE: there is no Road N at 1,0"},
    {{.replay = PLACE("BA/RCr", "R0", 1, 0) "," DEPLOY("0.small.1", "City", "N", 0, 0)},
     "[BASE-29]"},
    {{.replay = TURN_1
      "," PLACE("BA/RCr", "R0", 2, 0) "," DEPLOY("1.small.1", "Road", "WE", 2, 0)},
     "[BASE-31]"},
    {{.replay = PLACE("BA/RCr", "R0", 1, 0) "," DEPLOY("0.big.1", "Road", "WE", 1, 0)},
     "no figure 0.big.1"},
    {{.replay = PLACE("BA/RCr", "R0", 1, 0) "," RECALL("0.abbot.1", "Monastery", 1, 0)},
     "no figure 0.abbot.1"},
    {{.replay = PLACE("BA/RCr", "R0", 1, 0) ",{\"type\":\"PAY_RANSOM\",\"payload\":{"
                                            "\"meepleId\":\"0.small.1\"}}"},
     "PAY_RANSOM"},
    {{.replay = TURN_1 ",{\"type\":\"PASS\",\"player\":0}"}, "message 4"},
    {{.replay = PLACE("BA/RCr", "R0", 1, 0) ",{\"type\":\"PASS\",\"player\":1}"},
     "PASS by player 1, but it is player 0's turn"},
    {{.replay = PLACE("BA/a-name-that-is-longer-than-any-tile-could-have", "R0", 1, 0)},
     "its tileId is not understood"},
    {{.notes = "{\"endTurn\":1}", .replay = TURN_1 "," TURN_2}, "[BASE-51]"},
    {{.more = ",\"replay\":[]"}, "not JSON"},
};

TEST(what_is_refused_is_named)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const char *why = or (play_text(text_of(&refused[i].parts)), "nothing");
        if (!CHECK(strstr(why, refused[i].words)))
            FAIL("\"%s\" where \"%s\" was to come", why, refused[i].words);
        CHECK(!strchr(why, '\n'));
    }
}

TEST(files_that_are_no_saves)
{
    static const char *const texts[] = {"",
                                        "{",
                                        "[]",
                                        "5",
                                        "{}",
                                        "{\"setup\":5}",
                                        "\xff",
                                        "{\"setup\":{}}",
                                        "aude 1\nrules grow\n"};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (!CHECK(play_text(texts[i]) != NULL)) FAIL("\"%s\" is a save", texts[i]);
    char *bytes;
    size_t n;
    CHECK(!jcz_load("/nonexistent/game.jcz", &bytes, &n, &error));
    CHECK_STR(error.text, "No such file or directory");
}

/* A set the engine does not play is refused by its name, whatever else is in the save. */
TEST(sets_not_played_are_named)
{
    static const struct {
        enum aude_set set;
        const char *sets, *elements;
    } all[] = {
        {AUDE_SET_INNS, "inns-and-cathedrals:1",
         "\"big-follower\":1,\"inn\":true,\"cathedral\":true"},
        {AUDE_SET_TRADERS, "traders-and-builders:1",
         "\"builder\":1,\"pig\":1,\"traders\":true"},
        {AUDE_SET_DRAGON, "princess-and-dragon:1",
         "\"dragon\":1,\"fairy\":1,\"princess\":true,\"portal\":true"},
        {AUDE_SET_TOWER, "tower:1", "\"tower\":1"},
        {AUDE_SET_ABBEY, "abbey-and-mayor:1",
         "\"abbey\":1,\"barn\":1,\"mayor\":1,\"wagon\":1"},
        {AUDE_SET_KING, "king-and-robber:1", "\"king\":true,\"robber\":true"},
        {AUDE_SET_CULT, "cult/5", "\"shrine\":true"},
    };

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char sets[200], elements[200];
        struct parts p = {.sets = sets, .elements = elements};
        snprintf(sets, sizeof sets, "{\"basic:1\":1,\"%s\":1}", all[i].sets);
        snprintf(elements, sizeof elements, "{" FOLLOWERS ",%s}", all[i].elements);
        const char *why = play_text(text_of(&p));
        if (aude_set_playable(all[i].set)) {
            if (!CHECK(!why)) FAIL("%s", why);
        } else {
            CHECK(why && strstr(why, aude_set_title(all[i].set)));
        }
    }
}

/* -- The Count of Carcassonne ----------------------------------------------------------- */

#define COUNT_START                                                                      \
    "[{\"tile\":\"CO/1\",\"x\":-2,\"y\":-1,\"rotation\":0},"                             \
    "{\"tile\":\"CO/2\",\"x\":-1,\"y\":-1,\"rotation\":0},"                              \
    "{\"tile\":\"CO/3\",\"x\":0,\"y\":-1,\"rotation\":0},"                               \
    "{\"tile\":\"CO/4\",\"x\":1,\"y\":-1,\"rotation\":0},"                               \
    "{\"tile\":\"CO/5\",\"x\":-2,\"y\":0,\"rotation\":0},"                               \
    "{\"tile\":\"CO/6\",\"x\":-1,\"y\":0,\"rotation\":0},"                               \
    "{\"tile\":\"CO/7\",\"x\":0,\"y\":0,\"rotation\":0},"                                \
    "{\"tile\":\"CO/8\",\"x\":1,\"y\":0,\"rotation\":0},"                                \
    "{\"tile\":\"CO/9\",\"x\":-2,\"y\":1,\"rotation\":0},"                               \
    "{\"tile\":\"CO/10\",\"x\":-1,\"y\":1,\"rotation\":0},"                              \
    "{\"tile\":\"CO/11\",\"x\":0,\"y\":1,\"rotation\":0},"                               \
    "{\"tile\":\"CO/12\",\"x\":1,\"y\":1,\"rotation\":0}]"

#define QUARTER(name)                                                                    \
    "{\"position\":[0,0],\"location\":\"QUARTER_" name "\",\"feature\":\"Quarter\"}"
#define ENTER(id, name)                                                                  \
    "{\"type\":\"DEPLOY_MEEPLE\",\"payload\":{\"pointer\":" QUARTER(                     \
        name) ",\"meepleId\":\"" id "\"}}"
#define COUNT_TO(name)                                                                   \
    "{\"type\":\"MOVE_NEUTRAL_FIGURE\",\"payload\":{\"figureId\":\"count.1\","           \
    "\"to\":" QUARTER(name) "}}"

/* Player 0's city of two tiles, the first at x,-2, completed by player 1. */
#define SMALL_CITY(id, x)                                                                \
    PLACE("BA/C", "R0", x, -2)                                                           \
    "," DEPLOY(id, "City", "N", x, -2) "," COMMIT "," PLACE("BA/C", "R180", x,           \
                                                            -3) "," PASS "," COMMIT

static int count_messages(enum jcz_type type)
{
    static struct jcz_message list[AUDE_ACTIONS_MAX];
    int n = jcz_legal(&walk, list, AUDE_ACTIONS_MAX), found = 0;

    for (int i = 0; i < n; i++) found += list[i].type == type;
    return found;
}

/* Into the castle (COC-6), the count moves (COC-9), out again into a city (COC-12). */
TEST(followers_go_into_carcassonne_and_out)
{
    static const char in[] = SMALL_CITY("0.small.1", -1);
    static char replay[6000];
    struct parts p = {.sets = "{\"basic:1\":1,\"count\":1}",
                      .elements = "{" FOLLOWERS ",\"count\":1}",
                      .start = COUNT_START,
                      .replay = in};

    if (!plays(&p)) return;
    CHECK_EQ(walk.game.n_start, 12);
    CHECK_EQ(walk.save->head.setup.n_start, 0); /* as we begin, too */
    CHECK_STR(jcz_phase_name(jcz_walk_phase(&walk)), "CocFollowerPhase");
    CHECK_EQ(jcz_walk_player(&walk), 1);
    CHECK_EQ(count_messages(JCZ_DEPLOY_MEEPLE), 4);
    CHECK_EQ(count_messages(JCZ_PASS), 1);
    p.replay = replay;
    snprintf(replay, sizeof replay, "%s,%s", in, ENTER("1.small.3", "CASTLE"));
    if (!plays(&p)) return;
    CHECK_STR(jcz_phase_name(jcz_walk_phase(&walk)), "CocCountPhase");
    CHECK_EQ(count_messages(JCZ_MOVE_NEUTRAL_FIGURE), 3);
    snprintf(replay, sizeof replay, "%s,%s,%s,%s", in, ENTER("1.small.3", "CASTLE"),
             COUNT_TO("MARKET"), SMALL_CITY("0.small.1", -2));
    if (!plays(&p)) return;
    CHECK_STR(jcz_phase_name(jcz_walk_phase(&walk)), "CocScoringPhase");
    CHECK_EQ(jcz_walk_player(&walk), 1);
    CHECK_EQ(count_messages(JCZ_DEPLOY_MEEPLE), 2); /* one for each tile of the city */
    size_t n = strlen(replay);
    snprintf(replay + n, sizeof replay - n, ",%s",
             DEPLOY("1.small.3", "City", "S", -2, -3));
    if (!plays(&p)) return;
    CHECK_STR(jcz_phase_name(jcz_walk_phase(&walk)), "CocScoringPhase");
    CHECK_EQ(count_messages(JCZ_COMMIT), 1);
    CHECK_EQ(walk.game.player[1].points, 0);
    n = strlen(replay);
    snprintf(replay + n, sizeof replay - n, "," COMMIT);
    if (!plays(&p)) return;
    CHECK_EQ(walk.game.player[0].points, 8);
    CHECK_EQ(walk.game.player[1].points, 4);
    CHECK_STR(jcz_phase_name(jcz_walk_phase(&walk)), "TilePhase");
}

TEST(what_the_count_refuses_is_named)
{
    static const struct {
        const char *message, *words;
    } refused_there[] = {
        {ENTER("0.small.1", "CASTLE"), "0.small.1 is not of player 1"},
        {ENTER("1.small.1", "BAKERY"), "there is no Quarter QUARTER_BAKERY at 0,0"},
        {DEPLOY("1.small.1", "City", "S", -1, -3), "[COC-5]"},
        {DEPLOY("1.small.1", "Quarter", "QUARTER_CASTLE", 1, 0), "there is no Quarter"},
        {COUNT_TO("MARKET"), "MOVE_NEUTRAL_FIGURE"},
        {COMMIT, "COMMIT does not belong into the CocFollowerPhase"},
        {ENTER("1.small.1", "CASTLE") "," COUNT_TO("CASTLE"), "[COC-5]"},
        {ENTER("1.small.1", "CASTLE") "," ENTER("1.small.2", "CASTLE"), "DEPLOY_MEEPLE"},
        {PASS "," PLACE("BA/C", "R0", -2, -2) "," ENTER("0.small.1", "CASTLE"),
         "DEPLOY_MEEPLE"},
    };
    static char replay[6000];
    struct parts p = {.sets = "{\"basic:1\":1,\"count\":1}",
                      .elements = "{" FOLLOWERS ",\"count\":1}",
                      .start = COUNT_START,
                      .replay = replay};

    for (size_t i = 0; i < sizeof refused_there / sizeof refused_there[0]; i++) {
        snprintf(replay, sizeof replay, "%s,%s", SMALL_CITY("0.small.1", -1),
                 refused_there[i].message);
        const char *why = or (play_text(text_of(&p)), "nothing");
        if (!CHECK(strstr(why, refused_there[i].words)))
            FAIL("\"%s\" where \"%s\" was to come", why, refused_there[i].words);
    }
    replay[0] = 0;
    p.start = NULL;
    const char *why = or (play_text(text_of(&p)), "nothing");
    CHECK_STR(why,
              "the twelve tiles of VI The Count of Carcassonne must lie in their block, "
              "CO/7 at 0,0");
}

/* -- Draws ------------------------------------------------------------------------------ */

TEST(draws_come_from_the_list_and_then_from_the_tiles)
{
    struct parts p = {.notes = "{\"drawOrder\":[\"BA/RCr\",\"BA/C\",\"BA/RRRR\"]}",
                      .replay = TURN_1 "," TURN_2};

    if (plays(&p)) CHECK_STR(aude_tiles[walk.game.turn.tile].jcz, "BA/RRRR");
    p.replay =
        TURN_1 "," TURN_2 "," PLACE("BA/RRRR", "R0", 2, 0) "," PASS "," COMMIT
                                                           "," PLACE("BA/L", "R0", 0, 1);
    if (plays(&p)) CHECK_EQ(walk.game.n_laid, 5);
    p.notes = "{\"drawOrder\":[\"BA/RCr\",\"BA/C\",\"#END\"]}";
    p.replay = TURN_1 "," TURN_2;
    if (plays(&p)) CHECK(aude_game_over(&walk.game));
    p.notes = "{\"drawOrder\":[],\"endTurn\":2}";
    if (plays(&p)) CHECK(aude_game_over(&walk.game));
    p.notes =
        "{\"tilePack\":{\"className\":\"com.jcloisterzone.debug.ForcedDrawTilePack\","
        "\"params\":{\"drawOrder\":[\"BA/RCr\"],\"drawLimit\":2}}}";
    if (plays(&p)) CHECK(aude_game_over(&walk.game));
}

/* Tiles left, by id: what JCloisterZone's index counts through. */
static double random_for(const char *next, const char *const *gone, int n_gone)
{
    const char *ids[80];
    int n = 0, first = -1;

    for (int kind = 0; kind < aude_tiles_count; kind++)
        for (int k = 0;
             aude_tiles[kind].set == AUDE_SET_BASE && k < aude_tiles[kind].count; k++)
            ids[n++] = aude_tiles[kind].jcz;
    for (int i = 0; i < n_gone; i++)
        for (int k = 0; k < n; k++)
            if (!strcmp(ids[k], gone[i])) {
                ids[k] = ids[--n];
                break;
            }
    for (int i = 1; i < n; i++)
        for (int k = i; k && strcmp(ids[k - 1], ids[k]) > 0; k--) {
            const char *swap = ids[k];
            ids[k] = ids[k - 1];
            ids[k - 1] = swap;
        }
    for (int i = 0; i < n && first < 0; i++)
        if (!strcmp(ids[i], next)) first = i;
    return (first + 0.5) / n;
}

/* BASE-15: a city on all sides has no place once the start tile's city is closed. The same
 * random number, over the tiles that are left then, tells the tile that is placed. */
TEST(random_numbers_tell_discarded_tiles)
{
    static const char *const gone[] = {"BA/RCr", "BA/C", "BA/Cccc+"};
    double first = random_for("BA/C", gone, 1), second = random_for("BA/Cccc+", gone, 2);
    char replay[4000], more[100];
    struct parts p = {.replay = replay, .more = more};

    snprintf(more, sizeof more, ",\"initialRandom\":%.17g", first);
    snprintf(replay, sizeof replay,
             PLACE("BA/C", "R180", 0,
                   -1) "," PASS ",{\"type\":\"COMMIT\",\"payload\":{\"random\":%.17g}}",
             second);
    if (!plays(&p)) return;
    CHECK_EQ(walk.foretold, 1);
    CHECK_EQ(walk.game.n_discarded, 1);
    CHECK_EQ(walk.game.turn.number, 2);
    int hand = walk.game.turn.tile;
    if (!CHECK(hand != AUDE_KIND_NONE)) return;
    int index = (int)(second * 69);
    CHECK(index >= (int)(random_for(aude_tiles[hand].jcz, gone, 3) * 69));
    CHECK(index <
          (int)(random_for(aude_tiles[hand].jcz, gone, 3) * 69) + aude_tiles[hand].count);
    /* The same once more, with the tile that is placed after the discard. */
    struct jcz_message lay;
    CHECK(jcz_legal(&walk, &lay, 1) > 0);
    size_t n = strlen(replay);
    snprintf(
        replay + n, sizeof replay - n,
        ",{\"type\":\"PLACE_TILE\",\"payload\":{\"tileId\":\"%s\",\"rotation\":\"%s\","
        "\"position\":[%d,%d]}}",
        lay.tile, jcz_rotation(lay.rot), lay.x, lay.y);
    if (!plays(&p)) return;
    CHECK_EQ(walk.game.n_discarded, 1);
    CHECK_EQ(walk.game.n_laid, 3);
    CHECK_EQ(walk.foretold, 2);
}

TEST(random_numbers_that_were_wrong_once_are_not_believed)
{
    struct parts p = {.replay = TURN_1 "," TURN_2 "," PLACE("BA/RRRR", "R0", 2, 0),
                      .more = ",\"initialRandom\":0.0"};

    if (!plays(&p)) return;
    CHECK(walk.foretold < 0);
    CHECK_EQ(walk.game.n_discarded, 0);
}

/* -- Comparing -------------------------------------------------------------------------- */

static const char *verify_text(const char *text, const char *lists)
{
    static struct jcz_report report;

    if (!jcz_read(&save, text, strlen(text), &error)) return error.text;
    bool ok = jcz_verify(&save, lists, lists ? strlen(lists) : 0, &report, &error);
    jcz_free(&save);
    return !ok ? error.text : report.same ? "same" : report.difference;
}

#define ORACLE(points, events)                                                           \
    ",\"oracle\":{\"finalScores\":" points ",\"scoreEvents\":" events "}"
#define TWO_TURNS .replay = TURN_1 "," TURN_2, .notes = "{\"endTurn\":2}"
#define EVENTS                                                                           \
    "[[2,1,4,\"city\",{}],[\"final\",0,3,\"road.incomplete\",{}],"                       \
    "[\"final\",0,0,\"field\",{}]]"

TEST(differences_are_found_and_their_rule_is_named)
{
    struct parts p = {TWO_TURNS, .more = ORACLE("[2,4]", EVENTS)};
    struct parts q = {.replay = PLACE("BA/RCr", "R0", 1, 0), .notes = "{}"};
    const char *said;

    said = verify_text(text_of(&p), NULL);
    CHECK(strstr(said, "player 0 got 3 for a road at the end"));
    CHECK(strstr(said, "player 0 got 2 for a road at the end"));
    CHECK(strstr(said, "BASE-53"));
    p.more =
        ORACLE("[2,4]", "[[2,1,4,\"city\",{}],[\"final\",0,2,\"road.incomplete\",{}]]");
    CHECK_STR(verify_text(text_of(&p), NULL), "same");
    p.more = ORACLE("[2,5]", "null");
    CHECK(strstr(verify_text(text_of(&p), NULL), "player 1 has 4 points here"));
    p.notes = "{}";
    CHECK(strstr(verify_text(text_of(&p), NULL), "not over [BASE-51]"));
    p.more = ",\"oracle\":{\"discardedTiles\":[\"BA/L\"]}";
    CHECK(strstr(verify_text(text_of(&p), NULL), "only JCloisterZone: BA/L"));
    p.more = ",\"oracle\":{\"placedTiles\":[[\"BA/RCr\",0,0,0]]}";
    CHECK(strstr(verify_text(text_of(&p), NULL), "only aude: BA/C at 0,-1 turned 180"));
    /* legal lists: one that is ours too, one that is not, one that is missing */
    said = verify_text(text_of(&q), "[{\"phase\":\"TilePhase\",\"player\":0,\"moves\":[["
                                    "\"PLACE_TILE\",{\"tileId\":\"BA/RCr\",\"rotation\":"
                                    "\"R90\",\"position\":[1,0]}]]}]");
    CHECK(strstr(said, "message 1 (turn 1, TilePhase, player 0): legal messages differ"));
    CHECK(strstr(said, "only JCloisterZone: PLACE_TILE BA/RCr at 1,0 R90"));
    CHECK(strstr(said, "[BASE-11]"));
    CHECK(strstr(said, "only aude: PLACE_TILE BA/RCr at "));
    said =
        verify_text(text_of(&q), "[{\"phase\":\"TilePhase\",\"player\":0,\"moves\":[]}]");
    CHECK(strstr(said, "decided by BASE-11"));
    said = verify_text(text_of(&q), "[{\"phase\":\"ActionPhase\",\"player\":0}]");
    CHECK(strstr(said, "JCloisterZone is in the ActionPhase here"));
    said = verify_text(text_of(&q), "[{\"phase\":\"TilePhase\",\"player\":1}]");
    CHECK(strstr(said, "player 1 decides"));
    said = verify_text(text_of(&q), "[{\"phase\":\"TilePhase\",\"player\":0,\"points\":"
                                    "[1,0],\"moves\":[]}]");
    CHECK(strstr(said, "player 0 has 0 points here, in JCloisterZone 1"));
    CHECK(strstr(verify_text(text_of(&q), "[]"), "0 legal lists for 1 messages"));
    CHECK(strstr(verify_text(text_of(&q), "{}"), "not a list"));
    said = verify_text(text_of(&q),
                       "[{\"phase\":\"TilePhase\",\"player\":0,\"moves\":[5]}]");
    CHECK(strstr(said, "entry 1 of the legal list"));
}

TEST(assertions_of_the_clients_tests)
{
    static const struct {
        const char *words;
        bool holds;
    } all[] = {{"B has 4 points", true},
               {"B has 3 points", false},
               {"A scored road for 2 points", true},
               {"B scored city for 4 points", true},
               {"B scored road for 2 points", false},
               {"phase is GameOverPhase", true},
               {"phase is TilePhase", false},
               {"Player can't pass", true},
               {"Player can pass", false},
               {"The moon is round", true}};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char more[200];
        struct parts p = {TWO_TURNS, .more = more};
        snprintf(more, sizeof more, ",\"test\":{\"assertions\":[\"%s\"]}", all[i].words);
        const char *said = verify_text(text_of(&p), NULL);
        if (!CHECK_EQ(!strcmp(said, "same"), all[i].holds))
            FAIL("%s: %s", all[i].words, said);
    }
}

/* A monastery looks the same however it is turned: one turn in the list is enough. */
TEST(turns_that_look_the_same_are_one)
{
    static struct jcz_message list[AUDE_ACTIONS_MAX];
    static char lists[1 << 16];
    struct parts p = {.notes = "{\"drawOrder\":[\"BA/L\"]}"};
    size_t n = 0;

    if (!plays(&p)) return;
    int moves = jcz_legal(&walk, list, AUDE_ACTIONS_MAX);
    n += (size_t)sprintf(lists, "[{\"phase\":\"TilePhase\",\"player\":0,\"moves\":[");
    for (int i = 0, said = 0; i < moves; i++)
        if (!list[i].rot)
            n += (size_t)sprintf(lists + n,
                                 "%s[\"PLACE_TILE\",{\"tileId\":\"BA/L\",\"rotation\":"
                                 "\"R0\",\"position\":[%d,%d]}]",
                                 said++ ? "," : "", list[i].x, list[i].y);
    sprintf(lists + n, "]}]");
    p.replay = PLACE("BA/L", "R0", 0, 1);
    CHECK_STR(verify_text(text_of(&p), lists), "same");
}

/* -- The samples ------------------------------------------------------------------------ */

enum { SAMPLES_MAX = 1000 };

static const char *samples_folder(void)
{
    const char *given = getenv("AUDE_JCZ_SAMPLES");

    return given && *given ? given : "../shared/jcz/samples";
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of the saves in the folder, without the end; how many. */
static int list_samples(char **names)
{
    DIR *folder = opendir(samples_folder());
    struct dirent *entry;
    int n = 0;

    if (!folder) return 0;
    while ((entry = readdir(folder)) && n < SAMPLES_MAX) {
        size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 4, ".jcz") != 0) continue;
        names[n] = calloc(1, length + 1);
        if (names[n]) memcpy(names[n++], entry->d_name, length - 4);
    }
    closedir(folder);
    qsort(names, (size_t)n, sizeof *names, by_name);
    return n;
}

/* Are all sets of this save played? Read off the text, not by the code under test. */
static bool sets_are_played(const char *text)
{
    static const struct {
        const char *name;
        enum aude_set set;
    } sets[] = {{"\"inns-and-cathedrals:", AUDE_SET_INNS},
                {"\"traders-and-builders:", AUDE_SET_TRADERS},
                {"\"princess-and-dragon:", AUDE_SET_DRAGON},
                {"\"tower:", AUDE_SET_TOWER},
                {"\"abbey-and-mayor:", AUDE_SET_ABBEY},
                {"\"count\":", AUDE_SET_COUNT},
                {"\"king-and-robber:", AUDE_SET_KING},
                {"\"cult/", AUDE_SET_CULT},
                {"\"river/1:", AUDE_SET_RIVER_1},
                {"\"river/2:", AUDE_SET_RIVER_2}};

    const char *begin = strstr(text, "\"sets\""),
               *end = begin ? strchr(begin, '}') : NULL;

    for (size_t i = 0; end && i < sizeof sets / sizeof sets[0]; i++) {
        const char *at = strstr(begin, sets[i].name);
        if (at && at < end && !aude_set_playable(sets[i].set)) return false;
    }
    return end;
}

static char *load_sample(const char *name, const char *end, size_t *n)
{
    char path[1000], *bytes = NULL;

    snprintf(path, sizeof path, "%s/%s%s", samples_folder(), name, end);
    if (!jcz_load(path, &bytes, n, &error)) return NULL;
    char *text = realloc(bytes, *n + 1);
    if (text) text[*n] = 0;
    return text;
}

static void judge(const char *name, const char *text, size_t n)
{
    struct jcz_report report;
    size_t n_lists = 0;
    char *lists = load_sample(name, ".legal.json.gz", &n_lists);

    if (!jcz_read(&save, text, n, &error)) {
        FAIL("%s: %s", name, error.text);
        free(lists);
        return;
    }
    if (!jcz_verify(&save, lists, n_lists, &report, &error))
        FAIL("%s: %s", name, error.text);
    else if (!report.same)
        FAIL("%s: %s", name, report.difference);
    else {
        CHECK(lists && report.n_legal == report.n_messages);
        CHECK(report.points && report.n_scores >= 0);
    }
    jcz_free(&save);
    free(lists);
}

/* Every game of theirs whose sets we play: legal lists, points and score events are equal. */
TEST(samples_are_played_alike)
{
    static char *names[SAMPLES_MAX];
    int n = list_samples(names), played = 0, waiting = 0;

    CHECK(true);
    if (!n) {
        printf("skipped: no samples at %s\n", samples_folder());
        return;
    }
    for (int i = 0; i < n; i++) {
        size_t length = 0;
        char *text = load_sample(names[i], ".jcz", &length);
        if (!CHECK(text)) continue;
        if (sets_are_played(text)) {
            judge(names[i], text, length);
            played++;
        } else {
            printf("%s%s", waiting++ ? ", " : "waiting for their sets: ", names[i]);
            CHECK(!jcz_read(&save, text, length, &error));
            CHECK(strstr(error.text, "does not play"));
        }
        free(text);
        free(names[i]);
    }
    printf("%s%d samples played alike, %d waiting\n", waiting ? "\n" : "", played,
           waiting);
}

/* A sample without its draw order is told the same tiles by its messages. */
TEST(samples_without_their_draw_order)
{
    static char *names[SAMPLES_MAX];
    int n = list_samples(names);

    CHECK(true);
    for (int i = 0; i < n; i++) {
        size_t length = 0;
        char *text = load_sample(names[i], ".jcz", &length);
        char *order = text ? strstr(text, "\"drawOrder\"") : NULL;
        bool discards = text && !strstr(text, "\"discardedTiles\": []");
        if (order && sets_are_played(text) && !discards) {
            memcpy(order, "\"drawRodre\"", 11);
            judge(names[i], text, length);
        }
        free(text);
        free(names[i]);
    }
}

/* -- There and back --------------------------------------------------------------------- */

static struct jcz_writer writer;
static struct aude_game game;

/* A random game, at most `moves` actions of it, as a save. NULL, or the error. */
static char *random_save(struct play_rng *rng, const struct aude_setup *setup, int moves)
{
    struct aude_head head = {.setup = *setup};

    for (unsigned seat = 0; seat < setup->n_seats; seat++)
        snprintf(head.name[seat], AUDE_NAME_MAX, "Seat %u é", seat);
    if (aude_game_init(&game, setup, NULL)) {
        FAIL("the setup cannot be played");
        return NULL;
    }
    if (!jcz_writer_init(&writer, &head, &error)) return NULL;
    while (!aude_game_over(&game) && moves--) {
        struct aude_action action = play_random_action(rng, &game);
        if (action.kind == AUDE_DECLINE) action.kind = AUDE_SECOND;
        aude_game_play(&game, action, NULL);
        jcz_writer_action(&writer, action);
    }
    return jcz_writer_end(&writer, &error);
}

static int figures_out(const struct aude_game *g, unsigned seat)
{
    int n = 0;

    for (unsigned i = 0; i < g->n_figures; i++)
        n += g->figure[i].seat == seat && g->figure[i].where != AUDE_AT_HOME;
    return n;
}

/* Same tiles, same points, as many figures out, with the seats turned. */
static void same_game(unsigned first)
{
    const struct aude_game *back = &walk.game;

    CHECK_EQ(back->n_laid, game.n_laid);
    CHECK_EQ(aude_game_over(back), aude_game_over(&game));
    for (unsigned i = 0; i < game.n_laid && i < back->n_laid; i++) {
        CHECK_EQ(back->laid[i].kind, game.laid[i].kind);
        CHECK_EQ(back->laid[i].x, game.laid[i].x);
        CHECK_EQ(back->laid[i].y, game.laid[i].y);
        CHECK_EQ(back->laid[i].rot, game.laid[i].rot);
    }
    for (unsigned seat = 0; seat < game.n_seats; seat++) {
        unsigned player = (seat + game.n_seats - first) % game.n_seats;
        CHECK_EQ(back->player[player].points, game.player[seat].points);
        CHECK_EQ(figures_out(back, player), figures_out(&game, seat));
    }
}

/* Rules of JCloisterZone in a setup that is otherwise any: what it does not know is as it
 * plays it, what it lets choose is chosen. */
static void their_rules(struct play_rng *rng, struct aude_setup *setup)
{
    static const char *const fixed[][2] = {{"farm_rule", "FIELD"},
                                           {"farm_city_points", "3"},
                                           {"river_uturn", "CLEARANCE"},
                                           {"river_stuck", "DISCARD"},
                                           {"half_cathedral", "2"},
                                           {"fairy_binding", "FOLLOWER"},
                                           {"volcano_specials", "FORBID"},
                                           {"volcano_lake_turn", "NONE"},
                                           {"volcano_lake_follower", "AS_VOLCANO"},
                                           {"abbey_endgame", "REPEAT"},
                                           {"wagon_from_abbey", "NONE"},
                                           {"loser_wagon", "MOVES"},
                                           {"barn_without_farmers", "YES"},
                                           {"count_start_tile", "SHUFFLE"},
                                           {"count_with_river", "ALLOW"},
                                           {"coc_gain", "FEATURES"},
                                           {"coc_stand", "TILE"},
                                           {"coc_final_order", "ONE_EACH"},
                                           {"coc_market_barn", "YES"},
                                           {"fairy_quarter", "YES"},
                                           {"tower_reaches_quarter", "YES"}};
    static const char *const chosen[] = {"small_city",  "farmers",     "dragon_timing",
                                         "princess",    "second_part", "ransom_window",
                                         "king_robber", "cult_tiles",  "wagon_move",
                                         "barn_second", "coc_final",   "count_move"};

    play_random_setup(rng, setup);
    for (unsigned sw = AUDE_SWITCH_RIVER_STUCK; sw < AUDE_SWITCHES; sw++)
        setup->sw[sw] = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        enum aude_switch sw = aude_switch_find(fixed[i][0]);
        if (CHECK(sw < AUDE_SWITCHES))
            setup->sw[sw] = (uint8_t)aude_switch_parse(sw, fixed[i][1]);
    }
    for (size_t i = 0; i < sizeof chosen / sizeof chosen[0]; i++) {
        enum aude_switch sw = aude_switch_find(chosen[i]);
        if (CHECK(sw < AUDE_SWITCHES)) setup->sw[sw] = (uint8_t)play_below(rng, 2);
    }
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (!(setup->tiles_only >> set & 1) && !play_below(rng, 3) &&
            set != AUDE_SET_CATAPULT && aude_set_playable(set))
            setup->expansions |= (uint16_t)(1u << set);
}

TEST(games_go_there_and_back)
{
    struct play_rng rng = {3};
    int n = test_amount(60, 2000);

    for (int i = 0; i < n && !test_failures(); i++) {
        struct aude_setup setup;
        their_rules(&rng, &setup);
        int moves = play_below(&rng, 4) ? 10000 : (int)play_below(&rng, 150);
        char *text = random_save(&rng, &setup, moves);
        if (!CHECK(text)) {
            FAIL("game %d: %s", i, error.text);
            return;
        }
        const char *wrong = play_text(text);
        if (!CHECK(!wrong)) FAIL("game %d: %s", i, wrong);
        same_game(writer.first);
        free(text);
    }
}

/* A game by rules that JCloisterZone does not have is refused, or came out the same. */
TEST(games_by_other_rules)
{
    struct play_rng rng = {4};
    int n = test_amount(60, 1000), written = 0;

    for (int i = 0; i < n && !test_failures(); i++) {
        struct aude_setup setup;
        play_random_setup(&rng, &setup);
        char *text = random_save(&rng, &setup, 10000);
        CHECK(text || error.text[0]);
        if (!text) continue;
        written++;
        CHECK(!play_text(text));
        same_game(writer.first);
        free(text);
    }
    CHECK(written > 0);
}

TEST(what_cannot_be_written_is_named)
{
    struct play_rng rng = {5};
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_DEVIR_PT);
    CHECK(!random_save(&rng, &setup, 1));
    CHECK_STR(error.text, "JCloisterZone plays only with farm_rule = FIELD [EDN-2]");
    setup.sw[AUDE_SWITCH_FARMERS] = AUDE_FARMERS_OFF;
    free(random_save(&rng, &setup, 1));
    CHECK_STR(error.text, "");
    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.tiles_only = 1u << AUDE_SET_CATAPULT;
    CHECK(!random_save(&rng, &setup, 1));
    CHECK(strstr(error.text, "JCloisterZone has no VII The Catapult"));
}
