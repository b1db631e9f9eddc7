/* test_jcz_setup.c -- sets, elements and rules of a save as a setup of ours, and what is refused. */
#include "jcz_saves.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    CHECK(strstr(refusal(&p), "fairy-placement = on-tile"));
    /* the herd of River II counts with the element, not with the expansion */
    p = (struct parts){
        .sets = "{\"basic:1\":1,\"traders-and-builders:1\":1,\"river/2:1\":1}",
        .elements = "{" FOLLOWERS ",\"builder\":1,\"pig\":1,\"traders\":true,"
                    "\"pig-herd\":true}",
        .start = "[{\"tile\":\"RI/s\",\"x\":0,\"y\":0,\"rotation\":0}]"};
    if (plays(&p)) CHECK_STR(value_of("volcano_lake_turn"), "NONE");
    p.elements = "{" FOLLOWERS ",\"builder\":1,\"pig\":1,\"traders\":true}";
    if (plays(&p)) CHECK_STR(value_of("pig_herd"), "OFF");
    p.elements = "{" FOLLOWERS ",\"pig-herd\":true}";
    p.sets = "{\"basic:1\":1,\"river/2:1\":1}";
    if (plays(&p)) CHECK_STR(value_of("pig_herd"), "ON");
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
    }
    p = (struct parts){.start = "[{\"tile\":\"BA/L\",\"x\":3,\"y\":1,\"rotation\":90},"
                                "{\"tile\":\"BA/L\",\"x\":4,\"y\":1,\"rotation\":0}]"};
    if (plays(&p)) {
        CHECK_EQ(walk.game.n_start, 2);
        CHECK_EQ(aude_game_left_total(&walk.game), 70);
        CHECK(aude_game_tile_at(&walk.game, 4, 1) >= 0);
    }
}

/* Parts of a set: the elements that are there, and how our switches and figures follow.
 * Each is read with the set's tiles and without them. */
static const struct {
    const char *set, *elements;
    const char *off; /* switches that are OFF; the others of the set are not */
    uint8_t figures[AUDE_FIGURE_KINDS];
} parts_of_sets[] = {
    {"inns-and-cathedrals:1", "\"inn\":true", "cathedral", {[AUDE_LARGE] = 0}},
    {"inns-and-cathedrals:1", "\"cathedral\":true", "inn", {[AUDE_LARGE] = 0}},
    {"inns-and-cathedrals:1", "\"big-follower\":2", "inn cathedral", {[AUDE_LARGE] = 2}},
    {"traders-and-builders:1", "\"builder\":1", "goods", {[AUDE_BUILDER] = 1}},
    {"traders-and-builders:1", "\"pig\":1", "goods", {[AUDE_PIG] = 1}},
    {"traders-and-builders:1", "\"traders\":true", "", {0}},
    {"princess-and-dragon:1", "\"fairy\":1", "dragon princess portal", {0}},
    {"princess-and-dragon:1", "\"dragon\":1", "fairy princess portal", {0}},
    {"princess-and-dragon:1", "\"portal\":true", "fairy princess dragon", {0}},
    {"princess-and-dragon:1", "\"princess\":true", "fairy portal dragon", {0}},
    {"tower:1", "\"tower\":1", "", {0}},
    {"abbey-and-mayor:1", "\"abbey\":1", "", {0}},
    {"abbey-and-mayor:1", "\"wagon\":1", "abbey", {[AUDE_WAGON] = 1}},
    {"abbey-and-mayor:1", "\"mayor\":3", "abbey", {[AUDE_MAYOR] = 3}},
    {"abbey-and-mayor:1", "\"barn\":1", "abbey", {[AUDE_BARN] = 1}},
    {"king-and-robber:1", "\"king\":true", "robber", {0}},
    {"king-and-robber:1", "\"robber\":true", "king", {0}},
    {"cult/5", "\"shrine\":true", "", {0}},
};

static bool is_among(const char *list, const char *word)
{
    size_t n = strlen(word);

    for (const char *at = list; (at = strstr(at, word)); at += n)
        if ((at == list || at[-1] == ' ') && (!at[n] || at[n] == ' ')) return true;
    return false;
}

static void check_parts(size_t i)
{
    static const char *const switches[] = {"inn",      "cathedral", "goods", "dragon",
                                           "fairy",    "portal",    "abbey", "king",
                                           "princess", "robber"};

    for (size_t k = 0; k < sizeof switches / sizeof switches[0]; k++) {
        bool off = !strcmp(value_of(switches[k]), "OFF");
        if (!CHECK_EQ(off, is_among(parts_of_sets[i].off, switches[k])))
            FAIL("%s with %s: the switch %s", parts_of_sets[i].set,
                 parts_of_sets[i].elements, switches[k]);
    }
    for (unsigned kind = AUDE_LARGE; kind < AUDE_FIGURE_KINDS; kind++)
        CHECK_EQ(walk.game.player[1].supply[kind], parts_of_sets[i].figures[kind]);
}

TEST(parts_of_a_set)
{
    for (size_t i = 0; i < sizeof parts_of_sets / sizeof parts_of_sets[0]; i++) {
        char sets[100], elements[200];
        struct parts p = {.sets = sets, .elements = elements};
        snprintf(elements, sizeof elements, "{" FOLLOWERS ",%s}",
                 parts_of_sets[i].elements);
        snprintf(sets, sizeof sets, "{\"basic:1\":1,\"%s\":1}", parts_of_sets[i].set);
        if (plays(&p)) check_parts(i);
        int with = aude_game_left_total(&walk.game);
        snprintf(sets, sizeof sets, "{\"basic:1\":1}");
        if (plays(&p)) check_parts(i);
        CHECK_EQ(aude_game_left_total(&walk.game), 71);
        CHECK(with > 71);
    }
}

/* A rule about a part that is not there does not bring it back. */
TEST(rules_of_a_missing_part)
{
    struct parts p = {.sets = "{\"basic:1\":1,\"princess-and-dragon:1\":1}",
                      .elements = "{" FOLLOWERS ",\"fairy\":1}",
                      .rules = "{\"princess-action\":\"must\"}"};

    if (plays(&p)) CHECK_STR(value_of("princess"), "OFF");
    p = (struct parts){.sets = "{\"basic:2\":1}",
                       .elements = "{" FOLLOWERS ",\"abbot\":1}"};
    if (plays(&p)) CHECK_STR(value_of("garden"), "OFF");
    p.elements = "{" FOLLOWERS ",\"abbot\":1,\"garden\":false}"; /* the key counts */
    if (plays(&p)) CHECK_STR(value_of("garden"), "ON");
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
        const char *why = refusal(&refused[i].parts);
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
    CHECK(!jcz_file_read("/nonexistent/game.jcz", &bytes, &n, &error));
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
