/* test_jcz_verify.c -- comparing with what JCloisterZone itself did: made-up differences, and its
 * own judgement on 24 games (see samples below). */
#include "jcz_saves.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *verify_text(const char *text, const char *lists)
{
    static struct jcz_report report;

    if (!jcz_read(&save, text, strlen(text), &error)) return error.text;
    bool ok = jcz_verify(&save, lists, lists ? strlen(lists) : 0, &report, &error);
    jcz_read_free(&save);
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
    jcz_read_free(&save);
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
