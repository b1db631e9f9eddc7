/* test_jcz_play.c -- a save's messages and draws, played by our engine. */
#include "jcz_saves.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    CHECK(strstr(refusal(&p), "message 4: UNDO: a COMMIT cannot"));
    p.replay = UNDO;
    CHECK(strstr(refusal(&p), "message 1: UNDO: there is nothing"));
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
    jcz_read_free(&save);
    p.replay = TURN_1
        "," TURN_2
        "," PLACE("BA/L", "R0", 0, 1) "," DEPLOY("0.small.1", "Monastery", "I", 0, 1);
    CHECK(strstr(refusal(&p), "[BASE-34]"));
}

TEST(no_prompt_where_nothing_can_be_done)
{
    struct parts p = {.elements = "{\"small-follower\":1}",
                      .replay =
                          TURN_1 "," TURN_2 "," PLACE("BA/L", "R0", 0, 1) "," COMMIT};

    if (plays(&p)) CHECK_EQ(walk.game.turn.number, 4);
    p.replay = TURN_1 "," TURN_2 "," PLACE("BA/L", "R0", 0, 1) "," PASS;
    CHECK(strstr(refusal(&p), "PASS does not belong into the Commit"));
}

/* Without the dragon its tiles are drawn like any other, also where the tiles tell the draw. */
TEST(dragon_tiles_without_the_dragon)
{
    struct parts p = {.sets = "{\"basic:1\":1,\"princess-and-dragon:1\":1}",
                      .elements = "{" FOLLOWERS ",\"fairy\":1}",
                      .replay = PLACE("DG/C.d", "R180", 0, -1)};

    if (plays(&p)) CHECK_EQ(walk.game.n_laid, 2);
    p.elements = "{" FOLLOWERS ",\"fairy\":1,\"dragon\":1}";
    CHECK(strstr(refusal(&p), "not left in the pile, or has no place"));
}

/* -- A ransom before the commit --------------------------------------------------------- */

#define RANSOM(id) "{\"type\":\"PAY_RANSOM\",\"payload\":{\"meepleId\":\"" id "\"}}"
#define RAISE(x, y)                                                                      \
    "{\"type\":\"PLACE_TOKEN\",\"payload\":{\"token\":\"TOWER_PIECE\",\"pointer\":{"     \
    "\"position\":[" #x "," #y "],\"location\":\"I\",\"feature\":\"Tower\"}}}"
#define CAPTURE(id, feature, place, x, y)                                                \
    "{\"type\":\"CAPTURE_FOLLOWER\",\"payload\":{\"pointer\":{\"meepleId\":\"" id        \
    "\",\"featurePointer\":{\"position\":[" #x "," #y "],\"location\":\"" place          \
    "\",\"feature\":\"" feature "\"}}}}"

static int count_messages(enum jcz_type type);

/* The points of the abbot just recalled may pay it; who has them already is not asked anew. */
TEST(a_recalled_abbot_pays_a_ransom)
{
    static const char before[] = PLACE("BA/L", "R0", 0, 1) "," DEPLOY(
        "0.abbot.1", "Monastery", "I", 0,
        1) "," COMMIT
           "," PLACE(
               "TO/F", "R0", 1,
               1) "," PASS "," COMMIT
                  "," PLACE("BA/RFr", "R0", 1, 0) "," DEPLOY(
                      "0.small.1", "Road", "WE", 1,
                      0) "," COMMIT
                         "," PLACE("BA/RFr", "R0", 2, 0) "," RAISE(1, 1) "," CAPTURE(
                             "0.small.1", "Road", "WE",
                             1, 0) "," COMMIT
                                   "," PLACE("BA/RFr", "R0", 3, 0) "," RECALL(
                                       "0.abbot.1", "Monastery", 0, 1);
    static char replay[6000];
    struct parts p = {.sets = "{\"basic:1\":1,\"tower:1\":1}",
                      .elements = "{" FOLLOWERS ",\"abbot\":1,\"tower\":1}",
                      .replay = before};

    if (!plays(&p)) return;
    CHECK_STR(jcz_walk_phase_name(jcz_walk_phase(&walk)), "CommitActionPhase");
    CHECK_EQ(jcz_walk_player(&walk), 0);
    CHECK_EQ(walk.game.player[0].points, 4);
    CHECK_EQ(count_messages(JCZ_PAY_RANSOM), 1);
    CHECK_EQ(count_messages(JCZ_COMMIT), 1);
    CHECK_EQ(count_messages(JCZ_PASS), 0);
    p.replay = replay;
    snprintf(replay, sizeof replay, "%s,%s,%s", before, RANSOM("0.small.1"), COMMIT);
    if (!plays(&p)) return;
    CHECK_EQ(walk.game.player[0].points, 1);
    CHECK_EQ(walk.game.player[1].points, 3);
    CHECK_EQ(walk.game.turn.seat, 1);
    snprintf(replay, sizeof replay, "%s,%s", before, COMMIT);
    if (plays(&p)) CHECK_EQ(walk.game.turn.seat, 1);
    snprintf(replay, sizeof replay, "%s,%s", before, PASS);
    CHECK(strstr(refusal(&p), "PASS does not belong into the CommitActionPhase"));
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
    CHECK_STR(jcz_walk_phase_name(jcz_walk_phase(&walk)), "CocFollowerPhase");
    CHECK_EQ(jcz_walk_player(&walk), 1);
    CHECK_EQ(count_messages(JCZ_DEPLOY_MEEPLE), 4);
    CHECK_EQ(count_messages(JCZ_PASS), 1);
    p.replay = replay;
    snprintf(replay, sizeof replay, "%s,%s", in, ENTER("1.small.3", "CASTLE"));
    if (!plays(&p)) return;
    CHECK_STR(jcz_walk_phase_name(jcz_walk_phase(&walk)), "CocCountPhase");
    CHECK_EQ(count_messages(JCZ_MOVE_NEUTRAL_FIGURE), 3);
    snprintf(replay, sizeof replay, "%s,%s,%s,%s", in, ENTER("1.small.3", "CASTLE"),
             COUNT_TO("MARKET"), SMALL_CITY("0.small.1", -2));
    if (!plays(&p)) return;
    CHECK_STR(jcz_walk_phase_name(jcz_walk_phase(&walk)), "CocScoringPhase");
    CHECK_EQ(jcz_walk_player(&walk), 1);
    CHECK_EQ(count_messages(JCZ_DEPLOY_MEEPLE), 2); /* one for each tile of the city */
    size_t n = strlen(replay);
    snprintf(replay + n, sizeof replay - n, ",%s",
             DEPLOY("1.small.3", "City", "S", -2, -3));
    if (!plays(&p)) return;
    CHECK_STR(jcz_walk_phase_name(jcz_walk_phase(&walk)), "CocScoringPhase");
    CHECK_EQ(count_messages(JCZ_COMMIT), 1);
    CHECK_EQ(walk.game.player[1].points, 0);
    n = strlen(replay);
    snprintf(replay + n, sizeof replay - n, "," COMMIT);
    if (!plays(&p)) return;
    CHECK_EQ(walk.game.player[0].points, 8);
    CHECK_EQ(walk.game.player[1].points, 4);
    CHECK_STR(jcz_walk_phase_name(jcz_walk_phase(&walk)), "TilePhase");
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
        {ENTER("1.small.1", "CASTLE") "," COUNT_TO("CASTLE"), "[COC-9]"},
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
        const char *why = refusal(&p);
        if (!CHECK(strstr(why, refused_there[i].words)))
            FAIL("\"%s\" where \"%s\" was to come", why, refused_there[i].words);
    }
    replay[0] = 0;
    p.start = NULL;
    const char *why = refusal(&p);
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
        lay.tile, jcz_name_rotation(lay.rot), lay.x, lay.y);
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
