/* test_tournament.c -- a tournament as the fold of its log: sums, refusals, running by itself, being killed. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chance.h"
#include "club/standing.h"

static struct club_tournament t;
static struct club_refusal refusal;

static bool add(const char *line)
{
    return club_tournament_read(&t, line, &refusal);
}

/* Lines that must be accepted, in one text. */
static void begin(const char *log)
{
    club_tournament_begin(&t);
    if (!club_tournament_read_all(&t, log, &refusal)) FAIL("%s", refusal.text);
}

static const char *sum(int number, enum club_column column)
{
    static char out[1000];
    struct club_text text = {out, sizeof out, 0};

    club_standing_column_sum(&t, number - 1, column, &text);
    return out;
}

static const char *csv(void)
{
    static char out[200000];
    static struct club_standing list[CLUB_ENTRANTS_MAX];
    struct club_text text = {out, sizeof out, 0};

    club_standings(&t, list);
    club_standings_csv(&t, list, &text);
    return out;
}

/* -- A small one, worked out by hand -------------------------------------------------------------- */

#define HEAD "aude tournament 1\n"
static const char five[] =
    HEAD "100 created swiss rounds 3 name Thursday\n"
         "101 entered 1 rating 1800 name Ana\n"
         "102 entered 2 rating 1700 name Bruno\n"
         "103 entered 3 rating 1600 name Carla\n"
         "104 entered 4 rating 1500 name Dinu\n"
         "105 entered 5 name Eva\n"
         "200 round 1 1:3 4:2 5:bye\n"
         "210 result 1 1 1 1 80:60\n" /* Ana beats Carla */
         "211 result 1 2 1 1 70:90\n" /* Bruno beats Dinu */
         "300 round 2 2:1 3:5 4:bye\n"
         "310 result 2 1 1 1 75:75\n"            /* Bruno and Ana draw */
         "311 result 2 2 1 1 50:51 won first\n"; /* Carla wins, Eva resigned */

TEST(a_swiss_of_five_by_hand)
{
    begin(five);
    /* Scores: Ana 1.5, Bruno 1.5, Carla 1, Dinu 1, Eva 1.
     * As met: Ana 1.5, Bruno 1.5, Carla 1, Dinu 0.5 (the bye counts as a draw), Eva 0.5. */
    CHECK_STR(sum(1, CLUB_SCORE), "Carla 1 + Bruno 0.5 = 1.5");
    CHECK_STR(sum(1, CLUB_BUCHHOLZ), "Carla 1 + Bruno 1.5 = 2.5");
    CHECK_STR(sum(2, CLUB_BUCHHOLZ), "Dinu 0.5 + Ana 1.5 = 2");
    CHECK_STR(sum(3, CLUB_BUCHHOLZ), "Ana 1.5 + Eva 0.5 = 2");
    /* Dinu's virtual opponent of round 2 had nothing before it, nothing in it. */
    CHECK_STR(sum(4, CLUB_BUCHHOLZ), "Bruno 1.5 + (no game, won) 0 = 1.5");
    /* Eva's of round 1: nothing, nothing, and a draw in round 2. */
    CHECK_STR(sum(5, CLUB_BUCHHOLZ), "(no game, won) 0.5 + Carla 1 = 1.5");
    CHECK_STR(sum(1, CLUB_SONNEBORN), "Carla 1 + Bruno 0.75 = 1.75");
    CHECK_STR(sum(5, CLUB_SONNEBORN), "(no game, won) 0.5 + Carla 0 = 0.5");
    CHECK_STR(sum(3, CLUB_DIFFERENCE), "Ana -20 + Eva -1 = -21");
    CHECK_STR(csv(), "place,name,rating,score,played,won,games,buchholz,sonneborn_berger,"
                     "difference\r\n"
                     "1,Ana,1800,1.5,2,1,0,2.5,1.75,20\r\n"
                     "2,Bruno,1700,1.5,2,1,0,2,1.25,20\r\n"
                     "3,Carla,1600,1,2,1,0,2,0.5,-21\r\n"
                     "4,Eva,0,1,1,0,0,1.5,0.5,1\r\n"
                     "5,Dinu,1500,1,1,0,0,1.5,0,-20\r\n");
}

/* What somebody calls himself is no formula in a spreadsheet; numbers stay numbers. */
TEST(names_in_csv_are_never_formulas)
{
    begin(HEAD "1 created swiss rounds 1 name T\n"
               "2 entered 1 name =1+2\n"
               "2 entered 2 name -Ana\n"
               "2 entered 3 name +cmd,\"x\"\n"
               "2 entered 4 name @Bruno\n"
               "2 entered 5 name Carla=1\n"
               "3 round 1 1:2 3:4 5:bye\n"
               "4 result 1 1 1 1 10:30\n");
    const char *list = csv();
    CHECK(strstr(list, ",'=1+2,0,0,1,0,0,") && strstr(list, ",-20\r\n"));
    CHECK(strstr(list, ",'-Ana,0,") && strstr(list, ",'@Bruno,0,"));
    CHECK(strstr(list, ",\"'+cmd,\"\"x\"\"\",0,") && strstr(list, ",Carla=1,0,"));
}

TEST(the_next_round_is_paired)
{
    struct club_due due = {.what = CLUB_START_ROUND};
    char line[200];
    void *room;

    begin(five);
    room = malloc(club_tournament_due_room(&t));
    /* Ana and Bruno have met, Eva and Dinu had a bye: it is Carla's turn. */
    CHECK(club_tournament_due_entry(&t, &due, 400, room, line, sizeof line, &refusal) >
          0);
    CHECK_STR(line, "400 round 3 1:4 5:2 3:bye");
    CHECK(add(line));
    CHECK_EQ(club_tournament_due_entry(&t, &due, 400, room, line, sizeof line, &refusal),
             0);
    CHECK_STR(refusal.text, "the round before is not over yet");
    free(room);
}

/* -- What is refused ------------------------------------------------------------------------------------ */

TEST(contradictions_are_refused_in_one_sentence)
{
    static const char *const table[][2] = {
        {"311 result 2 1 1 1 9:8",
         "game 1 of board 1 at table 1 has a result already: correct "
         "it with a reason"},
        {"400 result 2 3 1 1 9:8", "table 3 of round 2 is a bye for Dinu"},
        {"400 result 1 1 1 1 9:8", "the round is a number from 2 to 2, not \"1\""},
        {"400 result 2 9 1 1 9:8", "the table is a number from 1 to 3, not \"9\""},
        {"400 result 2 1 1 2 9:8", "the match at table 1 is over"},
        {"400 result 2 1 2 1 9:8", "the board is a number from 1 to 1, not \"2\""},
        {"400 result 2 1 1 1 nine:8", "points are written as 93:91, not \"nine:8\""},
        {"400 result 2 1 1 1 -9:8", "points are written as 93:91, not \"-9:8\""},
        {"400 created swiss rounds 3 name Again",
         "the tournament has been created already"},
        {"400 entered 7 name Fay", "the next entrant has the number 6, not 7"},
        {"400 entered 6 name Fay", "nobody can enter after round 2 has begun"},
        {"400 withdrawn 9", "the entrant's number is a number from 1 to 5, not \"9\""},
        {"400 round 2 1:2", "the next round is 3, not 2"},
        {"400 round 3 1:4 5:2", "Carla has no table in round 3"},
        {"400 round 3 1:4 1:2 3:bye", "Ana would sit at two tables"},
        {"400 round 3 1:4 2:bye 3:bye 5:bye",
         "only one can have the bye of a round, not 3"},
        {"400 round 3 1:1", "\"1:1\" is no pair of entrants"},
        {"400 round 3 1:9", "\"1:9\" is no pair of entrants"},
        {"400 round 3 1-4", "\"1-4\" is no pair of entrants"},
        {"400 bye 3 1", "nobody sits out the last round"},
        {"400 bye 2 1", "round 2 has begun already"},
        {"400 noshow 2 1 3", "Carla does not sit at table 1"},
        {"400 noshow 2 1 1", "table 1 has played: its result can be corrected"},
        {"400 corrected 1 1 1 1 60:80", "a reason is expected"},
        {"400 corrected 1 1 1 2 60:80 reason x",
         "game 2 of board 1 at table 1 has no result to correct"},
        {"400 came 1 1", "the round is a number from 2 to 2, not \"1\""},
        {"400 finished now", "nothing is expected after that, but \"now\" is there"},
        {"400 sang 3", "no line of a tournament is called \"sang\""},
        {"yesterday finished",
         "the time is a number from 0 to 999999999999, not \"yesterday\""},
        {"", "the time is missing"},
    };

    begin(five);
    struct club_tournament *before = malloc(sizeof t);
    *before = t;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        CHECK(!add(table[i][0]));
        CHECK_STR(refusal.text, table[i][1]);
        if (memcmp(before, &t, sizeof t) != 0)
            FAIL("\"%s\" changed something", table[i][0]);
    }
    free(before);
}

TEST(it_can_be_asked_whether_somebody_may_enter_or_sit_out)
{
    begin(HEAD "1 created swiss rounds 4 late 2 name X\n"
               "2 entered 1 name Ana\n2 entered 2 name Bruno\n2 entered 3 name Carla\n");
    CHECK_EQ(club_tournament_enter_why(&t), CLUB_WHY_NOT);
    CHECK_EQ(club_tournament_rest_why(&t, 1, 1), CLUB_WHY_NOT);
    CHECK_EQ(club_tournament_rest_why(&t, 1, 3), CLUB_WHY_NOT);
    CHECK_EQ(club_tournament_rest_why(&t, 1, 4), CLUB_WHY_REST_LAST);
    CHECK(add("3 bye 2 2") && add("4 round 1 1:2 3:bye"));
    CHECK_EQ(club_tournament_rest_why(&t, 0, 1), CLUB_WHY_REST_BEGUN);
    CHECK_EQ(club_tournament_rest_why(&t, 1, 3), CLUB_WHY_REST_ONCE);
    CHECK_EQ(club_tournament_enter_why(&t), CLUB_WHY_NOT);
    CHECK(add("5 result 1 1 1 1 50:40") && add("6 round 2 1:3"));
    CHECK_EQ(club_tournament_enter_why(&t), CLUB_WHY_LATE);
    CHECK(add("7 withdrawn 1"));
    CHECK_EQ(club_tournament_rest_why(&t, 0, 3), CLUB_WHY_WITHDRAWN);
    CHECK(add("8 finished"));
    CHECK_EQ(club_tournament_enter_why(&t), CLUB_WHY_FINISHED);
    begin(HEAD "1 created robin name X\n2 entered 1 name Ana\n2 entered 2 name Bruno\n");
    CHECK_EQ(club_tournament_rest_why(&t, 1, 1), CLUB_WHY_KIND);
    CHECK(add("3 round 1 1:2"));
    CHECK_EQ(club_tournament_enter_why(&t), CLUB_WHY_BEGUN);
}

/* Two of four leave a round robin: where each of the others would have met one of them, the round has byes alone, and
 * the one after it is played. It ran into its own refusal there, for ever. */
TEST(a_round_robin_goes_on_after_a_round_of_byes)
{
    char line[2000];
    bool byes = false, met = false;

    begin(HEAD "1 created robin begins 2 pause 1 lot 1 name X\n1 entered 1 name Ana\n"
               "1 entered 2 name Bruno\n1 entered 3 name Carla\n1 entered 4 name Dinu\n");
    void *room = malloc(club_tournament_due_room(&t));
    for (int64_t now = 10; now < 100 && !t.finished; now += 10) {
        struct club_due due = club_tournament_due(&t, now);
        if (!CHECK(due.what == CLUB_START_ROUND || due.what == CLUB_FINISH)) break;
        CHECK(club_tournament_due_entry(&t, &due, now, room, line, sizeof line,
                                        &refusal) > 0);
        if (!add(line)) FAIL("%s: %s", line, refusal.text);
        if (t.round == 1 &&
            !strstr(line, "finished")) { /* who sits at its first table leaves */
            int gone[2] = {t.table[0].first, t.table[0].second};
            for (int i = 0; i < 2; i++) {
                snprintf(line, sizeof line, "%d withdrawn %d", (int)now + 1, gone[i] + 1);
                CHECK(add(line));
            }
            snprintf(line, sizeof line, "%d result 1 2 1 1 50:40", (int)now + 2);
            CHECK(add(line));
            met = true;
            continue;
        }
        byes |= !t.finished && t.table[t.n_tables - 1].second == CLUB_NOBODY;
    }
    free(room);
    CHECK(met && byes);
    CHECK(t.finished);
    CHECK_EQ(t.round, 3);
}

TEST(a_beginning_that_makes_no_sense_is_refused)
{
    static const char *const table[][2] = {
        {"hello", "line 1: a tournament begins with the line \"aude tournament 1\""},
        {HEAD "1 entered 1 name Ana", "line 2: the tournament has not been created yet"},
        {HEAD "1 created draughts name X",
         "line 2: a tournament is swiss, robin or knockout"},
        {HEAD "1 created swiss name X",
         "line 2: a Swiss tournament says how many rounds it has"},
        {HEAD "1 created robin rounds 3 name X",
         "line 2: the rounds of a robin tournament follow from who enters"},
        {HEAD "1 created swiss rounds 3 third 1 name X",
         "line 2: only a knock-out has a match for the third place"},
        {HEAD "1 created swiss rounds 99 name X",
         "line 2: the number of rounds is a number from 1 to 40, not \"99\""},
        {HEAD "1 created swiss rounds 3 missed 2 name X",
         "line 2: the number of half points is a number from 0 to 1, not \"2\""},
        {HEAD "1 created knockout third 2 name X",
         "line 2: the match for the third place is a number from 0 to 1, not \"2\""},
        {HEAD "1 created swiss rounds 3 best 0 name X",
         "line 2: the number of games is a number from 1 to 9, not \"0\""},
        {HEAD "1 created swiss rounds 3 noshow 86401 name X",
         "line 2: the number of seconds is a number from 0 to 86400, not \"86401\""},
        {HEAD "1 created swiss colour 3 name X", "line 2: no rule is called \"colour\""},
        {HEAD "1 created swiss rounds 3 name \xe2\x80\xaeX",
         "line 2: a name has no characters that cannot be seen"},
        {HEAD "1 created swiss rounds 3 name X\n1 entered 1 name \xff",
         "line 3: a name is valid UTF-8"},
        {HEAD "1 created swiss rounds 3 name X\n1 entered 1 name  Ana",
         "line 3: a name neither begins nor ends with a blank"},
        {HEAD
         "1 created swiss rounds 3 name X\n1 entered 1 name Ana\n1 entered 2 name Ana",
         "line 4: Ana has entered already"},
        {HEAD "1 created swiss rounds 3 name X\n1 entered 1 name A / B",
         "line 3: only a team has members, and this tournament has no teams"},
        {HEAD "1 created swiss rounds 3 boards 2 name X\n1 entered 1 name Blue / B",
         "line 3: a team here has 2 members: name / one / two ..."},
        {HEAD "1 created swiss rounds 3 name X\n1 entered 1 name A\n1 round 1 1:bye",
         "line 4: a round needs two who play"},
        {HEAD "1 created swiss rounds 3 name X\n1 finished",
         "line 3: a tournament without a round has nothing to finish"},
        {HEAD "1 created swiss rounds 3 name X\n1 result 1 1 1 1 3:2",
         "line 3: no round has begun yet"},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        club_tournament_begin(&t);
        CHECK(!club_tournament_read_all(&t, table[i][0], &refusal));
        CHECK_STR(refusal.text, table[i][1]);
    }
}

/* Every number at its least and at its most is taken. */
TEST(rules_at_their_bounds_are_taken)
{
    static const char *const rules[] = {
        "swiss rounds 1 late 0 missed 0 noshow 0 pause 0 begins 0",
        "swiss rounds 40 late 40 missed 1 noshow 86400 pause 864000",
        "knockout third 0 best 1",
        "knockout third 1",
        "swiss rounds 3 lot 4294967295 begins 999999999999",
    };
    char log[200];

    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        snprintf(log, sizeof log, HEAD "1 created %s name X", rules[i]);
        club_tournament_begin(&t);
        if (!CHECK(club_tournament_read_all(&t, log, &refusal))) FAIL("%s", refusal.text);
    }
}

TEST(a_clock_that_goes_back_stands_still)
{
    begin(five);
    CHECK(add("7 withdrawn 5"));
    CHECK_EQ(t.last, 311);
}

/* -- Corrections, absences ------------------------------------------------------------------------------------ */

TEST(a_correction_has_a_reason_and_is_seen)
{
    static char out[100000];
    static struct club_standing list[CLUB_ENTRANTS_MAX];
    struct club_text text = {out, sizeof out, 0};

    begin(five);
    CHECK(add("400 corrected 1 1 1 1 60:80 reason points were swapped"));
    CHECK_STR(sum(1, CLUB_SCORE), "Carla 0 + Bruno 0.5 = 0.5");
    club_standings(&t, list);
    club_standings_json(&t, list, &text);
    CHECK(strstr(out, "\"corrections\":[{\"round\":1,\"table\":1,\"board\":1,\"game\":1,"
                      "\"before\":[80,60],\"after\":[60,80],\"winner\":2,"
                      "\"reason\":\"points were swapped\"}]") != NULL);
    CHECK(add("400 corrected 1 1 1 1 60:80 won first reason the clock had run out"));
    text.used = 0;
    club_standings(&t, list);
    club_standings_json(&t, list, &text);
    CHECK(strstr(out, "\"before\":[60,80],\"after\":[60,80],\"winner\":1,") != NULL);
}

TEST(an_absence_can_be_corrected_to_a_game)
{
    begin(HEAD "1 created swiss rounds 2 name X\n1 entered 1 name A\n1 entered 2 name B\n"
               "2 round 1 1:2\n3 noshow 1 1 2\n");
    CHECK_STR(sum(1, CLUB_SCORE), "(no game, won) 1 = 1");
    CHECK(!add("4 result 1 1 1 1 5:6"));
    CHECK_STR(refusal.text,
              "table 1 of round 1 was settled without a game: correct it with a reason");
    CHECK(add("4 corrected 1 1 1 1 5:6 reason came after all"));
    CHECK_STR(sum(1, CLUB_SCORE), "B 0 = 0");
    CHECK_STR(sum(2, CLUB_SCORE), "A 1 = 1");
}

TEST(a_correction_that_would_reopen_a_past_match_changes_nothing)
{
    begin(
        HEAD
        "1 created swiss rounds 3 best 3 name X\n1 entered 1 name A\n1 entered 2 name B\n"
        "1 entered 3 name C\n1 entered 4 name D\n2 round 1 1:2 3:4\n3 noshow 1 1 2\n"
        "3 result 1 2 1 1 5:6\n3 result 1 2 1 2 5:6\n4 round 2 1:3 2:4\n");
    struct club_tournament *before = malloc(sizeof t);
    *before = t;
    CHECK(!add("5 corrected 1 1 1 1 5:6 reason came after all"));
    CHECK_STR(refusal.text,
              "table 1 of round 1 would not be over, and what followed it is");
    CHECK(!memcmp(before, &t, sizeof t));
    CHECK(!add("5 corrected 1 2 1 1 6:5 reason swapped"));
    CHECK(!memcmp(before, &t, sizeof t));
    free(before);
}

TEST(who_leaves_in_the_middle_loses_the_match)
{
    begin(HEAD "1 created swiss rounds 2 name X\n1 entered 1 name A\n1 entered 2 name B\n"
               "2 round 1 1:2\n3 withdrawn 2\n");
    CHECK_STR(sum(1, CLUB_SCORE), "(no game, won) 1 = 1");
    CHECK_EQ(club_tournament_due(&t, 3).what, CLUB_FINISH);
}

/* -- Best of three, teams, knock-out ------------------------------------------------------------------------------- */

TEST(best_of_three)
{
    begin(
        HEAD
        "1 created swiss rounds 2 best 3 name X\n1 entered 1 name A\n1 entered 2 name B\n"
        "2 round 1 1:2\n3 result 1 1 1 1 9:5\n");
    CHECK(!club_tournament_round_over(&t));
    CHECK(!add("4 result 1 1 1 3 9:5"));
    CHECK_STR(refusal.text, "the next game of board 1 at table 1 is 2");
    CHECK(add("4 result 1 1 1 2 9:7"));
    CHECK(club_tournament_round_over(&t));
    CHECK(!add("5 result 1 1 1 3 9:5"));
    CHECK_STR(sum(1, CLUB_GAMES), "B 2 = 2");
    CHECK_STR(sum(2, CLUB_DIFFERENCE), "A -6 = -6");
    /* One game each after the correction: the third must be played. */
    CHECK(add("6 corrected 1 1 1 2 7:9 reason mixed up"));
    CHECK(!club_tournament_round_over(&t));
    CHECK(add("7 result 1 1 1 3 1:2"));
    CHECK_STR(sum(2, CLUB_SCORE), "A 1 = 1");
}

TEST(teams_of_two)
{
    begin(HEAD
          "1 created swiss rounds 2 boards 2 name X\n1 entered 1 name Blue / Ana / Bo\n"
          "1 entered 2 name Red / Cy / Di\n2 round 1 1:2\n3 result 1 1 1 1 90:50\n");
    CHECK(!club_tournament_round_over(&t));
    CHECK(add("3 result 1 1 2 1 60:61"));
    CHECK(club_tournament_round_over(&t));
    CHECK_STR(sum(1, CLUB_SCORE), "Red 0.5 = 0.5");
    CHECK_STR(sum(1, CLUB_DIFFERENCE), "Red 39 = 39");
}

TEST(a_level_knock_out_match_goes_on)
{
    char line[100];
    void *room;

    begin(HEAD
          "1 created knockout third 1 name X\n1 entered 1 rating 4 name A\n"
          "1 entered 2 rating 3 name B\n1 entered 3 rating 2 name C\n"
          "1 entered 4 rating 1 name D\n2 round 1 1:4 3:2\n3 result 1 1 1 1 50:50\n");
    CHECK(add("3 result 1 2 1 1 50:60"));
    CHECK(!club_tournament_round_over(&t));
    CHECK(add("3 result 1 1 1 2 50:51"));
    CHECK(club_tournament_round_over(&t));
    struct club_due due = {.what = CLUB_START_ROUND};
    room = malloc(club_tournament_due_room(&t));
    CHECK(club_tournament_due_entry(&t, &due, 4, room, line, sizeof line, &refusal) > 0);
    CHECK_STR(line, "4 round 2 4:2 1:3"); /* and the two who lost, for the third place */
    CHECK(!add("4 round 2 1:2"));
    CHECK_STR(refusal.text, "A does not play in round 2");
    CHECK(add(line));
    CHECK(!add("5 corrected 1 1 1 2 51:50 reason x"));
    CHECK_STR(refusal.text,
              "another winner of table 1 would have gone on, but round 2 has begun");
    CHECK(add("5 result 2 1 1 1 10:20"));
    CHECK(add("5 result 2 2 1 1 10:20"));
    CHECK_EQ(club_tournament_due(&t, 5).what, CLUB_FINISH);
    const char *list = csv();
    const char *b = strstr(list, "1,B,"), *d = strstr(list, "2,D,"),
               *c = strstr(list, "3,C,"), *a = strstr(list, "4,A,");
    CHECK(b && d && c && a);
    free(room);
}

/* -- By the clock ----------------------------------------------------------------------------------------------------- */

TEST(it_runs_by_the_clock)
{
    struct club_due due;

    begin(HEAD "1 created swiss rounds 2 noshow 300 pause 60 begins 1000 name X\n"
               "1 entered 1 name A\n1 entered 2 name B\n1 entered 3 name C\n1 entered 4 "
               "name D\n");
    due = club_tournament_due(&t, 900);
    CHECK(due.what == CLUB_WAIT && due.at == 1000);
    CHECK_EQ(club_tournament_due(&t, 1000).what, CLUB_START_ROUND);
    CHECK(add("1000 round 1 1:3 4:2"));
    due = club_tournament_due(&t, 1001);
    CHECK(due.what == CLUB_WAIT && due.at == 1300);
    CHECK(add("1010 came 1 1"));
    CHECK(add("1010 came 1 3"));
    CHECK(add("1020 came 1 4"));
    due = club_tournament_due(&t, 1300);
    CHECK(due.what == CLUB_FORFEIT && due.table == 2 && due.entrant == 2);
    CHECK(add("1300 noshow 1 2 2"));
    due = club_tournament_due(&t, 5000); /* table 1 plays */
    CHECK(due.what == CLUB_WAIT && due.at == INT64_MAX);
    CHECK(add("5000 result 1 1 1 1 5:3"));
    due = club_tournament_due(&t, 5001);
    CHECK(due.what == CLUB_WAIT && due.at == 5060);
    CHECK_EQ(club_tournament_due(&t, 5060).what, CLUB_START_ROUND);
}

TEST(a_tournament_of_one_waits)
{
    begin(HEAD "1 created swiss rounds 2 begins 10 name X\n1 entered 1 name A\n");
    struct club_due due = club_tournament_due(&t, 99);
    CHECK(due.what == CLUB_WAIT && due.at == INT64_MAX);
}

/* -- Whole tournaments, killed at every line ---------------------------------------------------------------------------- */

enum { LINES = 4000, LINE = 6000 };

/* What the world does is decided by the seed and the state alone, so a run after a kill meets the same world. */
static uint32_t world(uint64_t seed, int a, int b, int c)
{
    struct chance chance = {seed * 1000003 + (uint64_t)(a * 7919 + b * 104729 + c)};

    chance_next(&chance);
    return chance_next(&chance);
}

static bool world_table(uint64_t seed, const struct club_table *table, char *line)
{
    long long now = (long long)t.last + 1;
    uint32_t luck = world(seed, table->round, table->number, 0);

    if (club_tournament_table_outcome(&t, table).over) return false;
    if (luck % 9 == 0 && t.rules.noshow && table->game < 0)
        return false; /* nobody comes */
    for (int side = 0; side < 2; side++) {
        int who = side ? table->second : table->first;
        if (side && luck % 9 == 1 && t.rules.noshow && table->game < 0) return false;
        if (t.entrant[who].came == t.round) continue;
        sprintf(line, "%lld came %d %d", now, t.round, who + 1);
        return true;
    }
    for (int board = 1; board <= t.rules.boards; board++) {
        int game = 1;
        for (int g = table->game; g >= 0; g = t.game[g].next)
            game += t.game[g].board == board;
        if (club_tournament_board_over(&t, table, board) &&
            !(board == 1 && club_tournament_table_outcome(&t, table).level))
            continue;
        uint32_t points = world(seed, table->round, table->number, 10 * board + game);
        sprintf(line, "%lld result %d %d %d %d %u:%u", now, table->round, table->number,
                board, game, 50 + points % 16, 50 + (points >> 8) % 16);
        return true;
    }
    return false;
}

/* Late entries, withdrawals, corrections, rounds that somebody sits out. */
static bool world_people(uint64_t seed, int base, char *line)
{
    long long now = (long long)t.last + 1;
    int n = t.n_entrants, who = (int)(world(seed, t.round, 1, 99) % (uint32_t)n),
        gone = 0;

    if (t.rules.kind == CLUB_SWISS && t.round && t.round < t.rules.late &&
        n < base + t.round) {
        sprintf(line, "%lld entered %d rating %u name %s %d", now, n + 1,
                world(seed, n, 2, 3) % 2000, t.rules.boards > 1 ? "T / a / b" : "Late",
                n + 1);
        return true;
    }
    for (int i = 0; i < n; i++) gone += t.entrant[i].gone == t.round;
    if (t.round && t.round % 3 == 2 && !gone && club_tournament_here(&t, who)) {
        sprintf(line, "%lld withdrawn %d", now, who + 1);
        return true;
    }
    if (t.rules.kind == CLUB_SWISS && t.round && t.round + 1 < t.rules.rounds &&
        club_tournament_here(&t, who) && !t.entrant[who].bye) {
        sprintf(line, "%lld bye %d %d", now, t.round + 1, who + 1);
        return true;
    }
    return false;
}

static bool world_corrects(char *line)
{
    if (t.rules.kind == CLUB_KNOCKOUT || t.round < 2 || t.n_corrections >= t.round - 1)
        return false;
    for (int i = t.begin[t.round - 1]; i < t.begin[t.round]; i++)
        if (t.table[i].game >= 0 && !t.table[i].absent) {
            const struct club_game *game = &t.game[t.table[i].game];
            sprintf(line, "%lld corrected %d %d %d %d %d:%d reason counted again",
                    (long long)t.last + 1, t.table[i].round, t.table[i].number,
                    game->board, game->number, game->points[0] + 1, game->points[1]);
            return t.rules.best == 1; /* of three, it might reopen the match */
        }
    return false;
}

/* The next line of the world, or of the tournament itself; false: it is over. */
static bool next_line(uint64_t seed, int base, void *room, char *line)
{
    if (t.finished) return false;
    for (int i = t.round ? t.begin[t.round] : 0; i < t.n_tables; i++)
        if (world_table(seed, &t.table[i], line)) return true;
    if (world_people(seed, base, line) || world_corrects(line)) return true;
    struct club_due due = club_tournament_due(&t, t.last + 100000);
    if (due.what == CLUB_WAIT) return false;
    return club_tournament_due_entry(&t, &due, t.last + 100, room, line, LINE, &refusal) >
           0;
}

static void created(struct chance *chance, char *out)
{
    static const char *const kind[] = {"swiss rounds 5 late 3 missed 1", "swiss rounds 7",
                                       "robin", "knockout", "knockout third 1"};

    sprintf(out, "1 created %s best %d boards %d noshow %d begins 5 lot %u name Any",
            kind[chance_below(chance, 5)], chance_below(chance, 3) ? 1 : 3,
            chance_below(chance, 4) ? 1 : 2, chance_below(chance, 2) ? 0 : 300,
            chance_next(chance));
}

/* Lets it run to its end; the lines are kept. Returns how many. */
static int run(uint64_t seed, int base, char (*log)[LINE], int n)
{
    void *room = malloc(10 << 20);

    while (n < LINES && next_line(seed, base, room, log[n])) {
        if (!add(log[n])) {
            FAIL("seed %d: \"%s\": %s", (int)seed, log[n], refusal.text);
            break;
        }
        n++;
    }
    free(room);
    return n;
}

static int start(uint64_t seed, char (*log)[LINE], int *base)
{
    struct chance chance = {seed};
    int n = 0;

    *base = 2 + (int)chance_below(&chance, 14);
    strcpy(log[n++], "aude tournament 1");
    created(&chance, log[n++]);
    for (int i = 1; i <= *base; i++)
        sprintf(log[n++], "2 entered %d rating %u name Name %d%s", i,
                chance_below(&chance, 2000), i,
                strstr(log[1], "boards 2") ? " / one / two" : "");
    club_tournament_begin(&t);
    for (int i = 0; i < n; i++)
        if (!add(log[i])) FAIL("\"%s\": %s", log[i], refusal.text);
    return n;
}

static const char *json(void)
{
    static char out[1 << 20];
    static struct club_standing list[CLUB_ENTRANTS_MAX];
    struct club_text text = {out, sizeof out, 0};

    club_standings(&t, list);
    club_standings_json(&t, list, &text);
    return out;
}

TEST(killed_at_any_line_it_ends_the_same)
{
    char(*log)[LINE] = malloc((size_t)LINES * LINE);
    char *whole = malloc(1 << 20);
    int cuts = 0;

    for (uint64_t seed = 1; seed <= (uint64_t)test_amount(40, 400) && !test_failures();
         seed++) {
        int base, n = start(seed, log, &base);
        int all = run(seed, base, log, n);
        CHECK(t.finished);
        strcpy(whole, json());
        for (int cut = 1; cut < all && !test_failures(); cut++, cuts++) {
            club_tournament_begin(&t); /* what was in memory is gone */
            for (int i = 0; i < cut; i++)
                if (!add(log[i])) FAIL("\"%s\": %s", log[i], refusal.text);
            int again = cut < n ? cut : run(seed, base, log, cut);
            for (; again < n; again++) add(log[again]);
            if (cut < n) again = run(seed, base, log, n);
            CHECK_EQ(again, all);
            if (strcmp(whole, json()) != 0) FAIL("seed %d, cut %d", (int)seed, cut);
        }
    }
    printf("  %d kills\n", cuts);
    free(log);
    free(whole);
}

TEST(five_hundred_people_from_pairing_to_standings)
{
    char(*log)[LINE] = malloc((size_t)LINE * 8);
    void *room;
    double slowest = 0;
    static struct club_standing list[CLUB_ENTRANTS_MAX];

    club_tournament_begin(&t);
    add("aude tournament 1");
    add("1 created swiss rounds 9 begins 5 name Many");
    for (int i = 1; i <= 500; i++) {
        sprintf(log[0], "2 entered %d rating %u name Name %d", i,
                1000 + world(1, i, 0, 0) % 900, i);
        add(log[0]);
    }
    room = malloc(club_tournament_due_room(&t));
    while (!t.finished) {
        struct club_due due = club_tournament_due(&t, t.last + 1000);
        clock_t from = clock();
        CHECK(club_tournament_due_entry(&t, &due, t.last + 1, room, log[0], LINE,
                                        &refusal) > 0);
        if (!CHECK(add(log[0]))) break;
        club_standings(&t, list);
        double ms = 1000.0 * (double)(clock() - from) / CLOCKS_PER_SEC;
        if (ms > slowest) slowest = ms;
        for (int i = t.begin[t.round]; i < t.n_tables && !t.finished; i++) {
            sprintf(log[0], "%lld result %d %d 1 1 %u:%u", (long long)t.last, t.round,
                    i - t.begin[t.round] + 1, 50 + world(2, t.round, i, 0) % 40,
                    50 + world(3, t.round, i, 0) % 40);
            add(log[0]);
        }
    }
    printf("  nine rounds, pairing and standing: at most %.1f ms\n", slowest);
    CHECK_EQ(t.round, 9);
    free(room);
    free(log);
}

/* -- Teams that are made up board by board ------------------------------------------------------------- */

#define TEAMS                                                                            \
    "aude tournament 1\n1 created swiss rounds 3 boards 2 late 2 name X\n"               \
    "1 entered 1 name Blue / ? / ?\n1 entered 2 name Green / Cat / Dan\n"

static void refused(const char *line, enum club_why why)
{
    CHECK(!add(line));
    if (!CHECK_EQ(refusal.why, why)) fprintf(stderr, "%s: %s\n", line, refusal.text);
}

TEST(a_team_plays_when_every_board_has_somebody)
{
    begin(TEAMS);
    CHECK(!club_tournament_here(&t, 0) && club_tournament_here_or_open(&t, 0) &&
          club_tournament_here(&t, 1));
    refused("2 entered 3 name Blue / ? / ?", CLUB_WHY_ENTERED);
    refused("2 member 1 3 name Ann", CLUB_WHY_LINE);
    refused("2 member 3 1 name Ann", CLUB_WHY_LINE);
    refused("2 member 1 1 name ?", CLUB_WHY_NAME);
    refused("2 member 1 1 name A / B", CLUB_WHY_NAME);
    refused("2 member 1 1 name Cat", CLUB_WHY_ENTERED);
    refused("2 member 2 1 name Ann", CLUB_WHY_BOARD);
    refused("2 left 1 1", CLUB_WHY_BOARD);
    CHECK(add("2 member 1 2 rating 1700 name Bob"));
    CHECK_STR(t.entrant[0].name, "Blue / ? / Bob");
    CHECK_EQ(t.entrant[0].rating, 1700);
    refused("2 round 1 1:2", CLUB_WHY_TEAM);
    refused("2 round 1 2:bye", CLUB_WHY_TWO);
    CHECK(add("2 member 1 1 rating 1501 name Ann"));
    CHECK_STR(t.entrant[0].name, "Blue / Ann / Bob");
    CHECK_EQ(t.entrant[0].rating, 1601); /* the mean, rounded */
    CHECK(add("3 left 1 2"));
    CHECK_EQ(t.entrant[0].rating, 1501);
    CHECK(add("3 member 1 2 name Bob"));
    CHECK(add("4 round 1 1:2"));
    refused("5 left 1 2", CLUB_WHY_BEGUN);
    CHECK(add("5 entered 3 name Red / ? / ?")); /* late is 2 */
    CHECK(add("5 member 3 1 name Eve"));
    CHECK(add("6 result 1 1 1 1 50:40") && add("6 result 1 1 2 1 0:0 won second"));
    CHECK(add("6 member 3 2 name Fay"));
    CHECK_EQ(t.entrant[2].since, 2);
    CHECK_EQ(club_tournament_round_of(&t, 0, 1).halves, 1); /* a board each */
    CHECK(add("7 round 2 3:1 2:bye"));
    refused("8 entered 4 name Grey / ? / ?", CLUB_WHY_LATE);
}

TEST(a_team_that_is_never_whole_does_not_hold_up_the_others)
{
    begin(TEAMS "1 entered 3 name Red / Eve / Fay\n1 member 1 1 name Ann\n");
    CHECK(add("2 round 1 2:3"));
    CHECK(add("3 withdrawn 1"));
    refused("3 member 1 2 name Bob", CLUB_WHY_WITHDRAWN);
    CHECK(add("3 entered 4 name Grey / ? / ?") && add("3 member 4 1 name Ann"));
    CHECK_EQ(club_tournament_score(&t, 0), 0);
}
