/* test_room_tournament.c -- tournaments on a server: held, entered, played at tables, corrected; the same end whatever
 * dies in the middle. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club/standing.h"
#include "contest_test.h"

/* The numbers of all who sit at a table, added up. */
static int sum_of_entrants(const char *text)
{
    json_t *json = json_loads(text, 0, NULL), *table;
    size_t i;
    int sum = 0;

    json_array_foreach(json_object_get(json_object_get(json, "state"), "tables"), i,
                       table) sum +=
        (int)(json_integer_value(json_object_get(table, "first")) +
              json_integer_value(json_object_get(table, "second")));
    json_decref(json);
    return sum;
}

/* -- The whole of it --------------------------------------------------------------------- */

TEST(four_people_play_a_swiss_tournament)
{
    char ids[PEOPLE_MAX][TABLE_ID_MAX];

    if (!open_for(4)) return;
    hold("'kind':'swiss','rounds':2,'rated':true");
    all_enter();
    wish(1, "pair", "");
    CHECK(said(person[1], "NOT_HOST"));
    wish(0, "pair", "");
    CHECK(said(person[0], "\"ok\""));
    settle();
    CHECK(said(person[0], "\"called\""));
    CHECK_EQ(tables_now(ids), 2);
    const struct table *table = hub__room_find(hub, ids[0])->table;
    CHECK_STR(table->place.tournament, contest);
    CHECK_EQ(table->place.round, 1);
    CHECK_EQ(table->place.game, 1);
    CHECK(table->options.rated && table->head.setup.first == 0);
    CHECK(memcmp(&table->head.setup.seed,
                 &hub__room_find(hub, ids[1])->table->head.setup.seed,
                 sizeof table->head.setup.seed) != 0);
    wish(0, "pair", "");
    CHECK(said(person[0], "not over yet"));
    CHECK(strstr(ask_of(hub_contest_ask, ""),
                 "\"rooms\":[{\"number\":1,\"board\":1,\"game\":1,\"table\":\"") != NULL);
    for (int i = 0; i < 2; i++) play_table(ids[i]);
    settle();
    CHECK(strstr(ask_of(hub_contest_ask, ""), "\"round\":1") != NULL);
    CHECK_EQ(sum_of_entrants(question.text), 1 + 2 + 3 + 4);
    wish(0, "pair", "");
    CHECK(said(person[0], "\"ok\""));
    settle();
    CHECK_EQ(tables_now(ids), 2);
    for (int i = 0; i < 2; i++) play_table(ids[i]);
    settle();
    CHECK(strstr(ask_of(hub_contest_ask, "ann"), "\"finished\":true") != NULL);
    CHECK(strstr(question.text, "\"place\":1,\"entrant\":1,\"name\":\"Ann\"") != NULL);
    /* The log is one that `aude tournament` reads, and gives the same standing. */
    struct club_tournament *t = calloc(1, sizeof *t);
    struct club_refusal refusal = {0};
    if (!CHECK(club_tournament_read_all(t, ask_of(hub_contest_ask_log, ""), &refusal)))
        fprintf(stderr, "%s\n%s\n", refusal.text, question.text);
    CHECK(t->finished && t->n_games == 4);
    CHECK_EQ(club_tournament_score(t, 0), 4);
    free(t);
    CHECK(strstr(ask_of(hub_contest_ask_csv, ""), "1,Ann,") != NULL);
    CHECK(strstr(ask_of(hub_contest_ask_list, ""), "\"over\":true") != NULL);
    forget_question();
    close_hub();
}

TEST(two_are_too_few_for_one_to_rest)
{
    if (!open_for(3)) return;
    hold("'kind':'swiss','rounds':2");
    for (int i = 0; i < 2; i++) {
        wish(i, "enter", "");
        CHECK(said(person[i], "\"ok\""));
    }
    wish(1, "rest", ",'round':1");
    CHECK(said(person[1], "needs two who play"));
    wish(2, "enter", "");
    wish(1, "rest", ",'round':1");
    CHECK(said(person[1], "\"ok\""));
    close_hub();
}

/* Plays a tournament of five; the server is killed, or its store fails, at the step `when`. What the log
 * comes to is put into `out`. */
enum fault { NO_FAULT, KILLED, BROKEN, LYING };

static int step;

static void fault_at(enum fault fault, int when)
{
    if (step++ != when) return;
    if (fault == KILLED && CHECK(restart(1000)))
        come_back();
    else {
        broken = fault == BROKEN;
        lying = fault == LYING;
    }
}

static void mend(void)
{
    broken = lying = false;
    for (int i = 0; i < 12; i++) {
        pass(1000);
        for (int k = 0; k < people; k++) hears(person[k]);
    }
}

/* Asked again until it is done, as a person would; a second time it may be done already. */
static void insist_on(int who, const char *type, const char *more, enum fault fault,
                      int when)
{
    fault_at(fault, when);
    wish(who, type, more);
    const char *text = hears(person[who]);
    if (strstr(text, "\"ok\"")) return;
    mend();
    wish(who, type, more);
}

static void insist(int who, const char *type, enum fault fault, int when)
{
    insist_on(who, type, "", fault, when);
}

static void play_round(enum fault fault, int when)
{
    char ids[PEOPLE_MAX][TABLE_ID_MAX];

    fault_at(fault, when);
    settle();
    mend();
    int n = tables_now(ids);
    CHECK_EQ(n, 2);
    for (int i = 0; i < n; i++) {
        fault_at(fault, when);
        play_table(ids[i]);
        fault_at(fault, when);
        mend();
        struct room *room = hub__room_find(hub, ids[i]);
        if (!room || room->table->stage != TABLE_OVER) play_table(ids[i]);
        fault_at(fault, when);
    }
    settle();
    mend();
}

/* What the log comes to: who met whom in which round, and how it ended. How many points were made depends on the
 * tiles, and the order of results on who was faster. */
static void end_of(const char *log, char *out)
{
    struct club_tournament *t = calloc(1, sizeof *t);
    struct club_standing list[PEOPLE_MAX];
    struct club_refusal refusal = {0};

    if (!CHECK(club_tournament_read_all(t, log, &refusal)))
        fprintf(stderr, "%s\n%s", refusal.text, log);
    out += sprintf(out, "round %d games %d finished %d\n", t->round, t->n_games,
                   t->finished);
    for (int i = 0; i < t->n_tables; i++)
        out += sprintf(out, "%d:%d ", t->table[i].first, t->table[i].second);
    for (int i = 0; i < club_standings(t, list); i++)
        out += sprintf(out, "\n%s %d %d %d", t->entrant[list[i].entrant].name,
                       list[i].of[CLUB_SCORE], list[i].of[CLUB_BUCHHOLZ],
                       list[i].of[CLUB_SONNEBORN]);
    free(t);
}

static void log_of_five(enum fault fault, int when, char *out)
{
    out[0] = 0;
    if (!open_for(5)) return;
    step = 0;
    hold_even("'kind':'swiss','rounds':2");
    for (int i = 0; i < people; i++) insist(i, "enter", fault, when);
    for (int r = 1; r <= 2; r++) {
        insist(0, "pair", fault, when);
        play_round(fault, when);
    }
    fault_at(fault, when);
    settle();
    mend();
    end_of(ask_of(hub_contest_ask_log, ""), out);
    forget_question();
    close_hub();
}

/* "enter" or "rest ROUND" or "": what the server lets him do now. */
static const char *may(int i)
{
    static char out[20];
    const char *mine = strstr(ask_of(hub_contest_ask, whos[i]), "\"mine\":");
    const char *rest = mine ? strstr(mine, "\"rest\":") : NULL;
    int round = 0;

    out[0] = 0;
    if (!CHECK(rest != NULL) || sscanf(rest + 7, "%d", &round) != 1) return "nothing";
    if (!strncmp(strstr(mine, "\"enter\":") + 8, "true", 4)) strcpy(out, "enter");
    if (round) snprintf(out, sizeof out, "rest %d", round);
    return out;
}

TEST(the_server_says_who_may_enter_and_who_may_sit_out)
{
    if (!open_for(4)) return;
    hold("'kind':'swiss','rounds':3,'late':1");
    CHECK_STR(may(3), "enter");
    for (int i = 0; i < 3; i++) wish(i, "enter", "");
    CHECK_STR(may(0), "rest 1");
    CHECK_STR(may(3), "enter");
    wish(0, "rest", ",'round':1");
    CHECK(said(person[0], "\"ok\""));
    CHECK_STR(may(0), ""); /* once is all */
    CHECK_STR(may(1), ""); /* two must play */
    wish(0, "pair", "");
    settle();
    CHECK_STR(may(1), "rest 2");
    CHECK_STR(may(3), ""); /* too late */
    forget_question();
    close_hub();
}

TEST(a_server_that_dies_at_any_moment_ends_the_tournament_all_the_same)
{
    char whole[2000], other[2000];

    log_of_five(NO_FAULT, -1, whole);
    int steps = step;
    CHECK(!strncmp(whole, "round 2 games 4 finished 1\n", 27));
    CHECK(steps > 15);
    for (int when = 0; when < steps; when++)
        for (int fault = KILLED; fault <= LYING; fault++) {
            log_of_five((enum fault)fault, when, other);
            if (!CHECK_STR(other, whole))
                fprintf(stderr, "fault %d at step %d\n", fault, when);
        }
}

/* -- Rules that only a server has ---------------------------------------------------------- */

TEST(who_keeps_no_name_takes_no_part_and_nobody_fills_the_store)
{
    char first[TABLE_ID_MAX];

    if (!open_for(2)) return;
    struct conn *guest = join("guest");
    says(guest, "{'type':'hold','id':2,'name':'X','kind':'swiss','rounds':2,'pool':'two',"
                "'pace':'quick'}");
    CHECK(said(guest, "\"NAME\""));
    hold("'kind':'robin'");
    memcpy(first, contest, sizeof first);
    wish(1, "enter", "");
    CHECK(said(person[1], "\"ok\""));
    says(guest, "{'type':'enter','id':2,'tournament':'%s'}", contest);
    CHECK(said(guest, "\"NAME\""));
    wish(1, "enter", "");
    CHECK(said(person[1], "entered already"));
    wish(1, "close", "");
    CHECK(said(person[1], "NOT_HOST"));
    says(person[1], "{'type':'enter','id':2,'tournament':'nosuchthing'}");
    CHECK(said(person[1], "NO_TOURNAMENT"));
    says(person[0], "{'type':'hold','id':2,'name':'A\\nB','kind':'robin','pool':'two',"
                    "'pace':'quick'}");
    CHECK(said(person[0], "\"TOURNAMENT\""));
    says(person[0], "{'type':'hold','id':2,'name':'X','kind':'swiss','pool':'two',"
                    "'pace':'quick'}");
    CHECK(said(person[0], "how many rounds"));
    says(person[0], "{'type':'hold','id':2,'name':'X','kind':'swiss','pool':'more',"
                    "'pace':'quick','rounds':3}");
    CHECK(said(person[0], "two play at a table"));
    hold("'kind':'robin'");
    says(person[0], "{'type':'hold','id':2,'name':'X','kind':'robin','pool':'two',"
                    "'pace':'quick'}");
    CHECK(said(person[0], "that are not over"));
    wish(0, "close", ""); /* it never was */
    CHECK(said(person[0], "\"ok\""));
    ask_of(hub_contest_ask, "");
    CHECK_EQ(question.why, REFUSED_NO_TOURNAMENT);
    CHECK(strstr(ask_of(hub_contest_ask_list, ""), first) != NULL);
    CHECK(!strstr(question.text, contest));
    forget_question();
    close_hub();
}

/* Everybody else goes to his table of these two, and more than two minutes pass. */
static void dan_does_not_come(char ids[][TABLE_ID_MAX])
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            says(person[i], "{'type':'look','id':3,'table':'%s'}", ids[k]);
            if (strstr(hears(person[i]), "\"seats\":[]")) continue;
            says(person[i], "{'type':'watch','id':4,'table':'%s'}", ids[k]);
        }
    for (int i = 0; i < 130; i++) {
        pass(1000);
        for (int k = 0; k < people; k++) hears(person[k]);
    }
}

TEST(who_does_not_come_loses_and_who_leaves_loses_the_match)
{
    char ids[PEOPLE_MAX][TABLE_ID_MAX];

    if (!open_for(4)) return;
    hold_even("'kind':'swiss','rounds':3,'noshow':120,'late':3");
    all_enter();
    for (int i = 0; i < 60; i++) pass(1000); /* a server that has just begun is patient */
    wish(0, "pair", "");
    settle();
    CHECK_EQ(tables_now(ids), 2);
    dan_does_not_come(ids); /* he meets Bob */
    const char *log = ask_of(hub_contest_ask_log, "");
    CHECK(strstr(log, "came 1 1\n") && strstr(log, "noshow 1 2 4\n"));
    CHECK(!strstr(log, "noshow 1 2 2") && !strstr(log, "noshow 1 1"));
    CHECK_EQ(tables_now(ids), 1); /* Dan's table is closed */
    wish(2, "withdraw", "");      /* Cat, who meets Ann */
    CHECK(said(person[2], "\"ok\""));
    settle();
    CHECK_EQ(tables_now(ids), 0);
    wish(2, "withdraw", "");
    CHECK(said(person[2], "withdrawn"));
    wish(1, "correct", ",'round':1,'number':1,'first':3,'second':2,'reason':'I say so'");
    CHECK(said(person[1], "NOT_HOST"));
    wish(
        0, "correct",
        ",'round':1,'number':2,'first':30,'second':42,'reason':'They played at the bar'");
    CHECK(said(person[0], "\"ok\""));
    CHECK(strstr(ask_of(hub_contest_ask, ""), "They played at the bar") != NULL);
    wish(1, "rest", ",'round':2");
    CHECK(said(person[1], "\"ok\""));
    wish(0, "pair", "");
    CHECK(said(person[0], "\"ok\""));
    settle();
    log = ask_of(hub_contest_ask_log, "");
    CHECK(strstr(log, "bye 2 2\n") && strstr(log, "round 2 "));
    wish(0, "absent", ",'number':1,'entrant':4");
    CHECK(said(person[0], "\"ok\""));
    forget_question();
    close_hub();
}

static void hold_at(int64_t begins)
{
    says(person[0],
         "{'type':'hold','id':2,'name':'T','pool':'two','pace':'quick','kind':'robin',"
         "'begins':%lld}",
         (long long)begins);
}

/* It is most likely a slip, and the first round would begin at once. Clocks may differ by a minute. */
TEST(a_tournament_does_not_begin_in_the_past)
{
    if (!open_for(2)) return;
    hold_at(now - 60001);
    CHECK(said(person[0], "\"why\":\"PAST\""));
    hold_at(1);
    CHECK(said(person[0], "the time at which it begins is over"));
    hold_at(now - 60000);
    CHECK(said(person[0], "\"ok\""));
    hold_at(0);
    CHECK(said(person[0], "\"ok\""));
    close_hub();
}

TEST(a_tournament_by_the_clock_runs_by_itself)
{
    char rules[100], ids[PEOPLE_MAX][TABLE_ID_MAX];

    if (!open_for(3)) return;
    snprintf(rules, sizeof rules, "'kind':'robin','begins':%lld,'pause':30",
             (long long)now + 60000);
    hold(rules);
    for (int i = 0; i < 3; i++) wish(i, "enter", "");
    pass(30000);
    CHECK_EQ(tables_now(ids), 0);
    CHECK(restart(60000)); /* it should have begun while nobody was there */
    come_back();
    for (int round = 1; round <= 3; round++) {
        settle();
        CHECK_EQ(tables_now(ids), 1);
        play_table(ids[0]);
        settle();
        for (int i = 0; i < 31; i++) {
            pass(1000);
            for (int k = 0; k < people; k++) hears(person[k]);
        }
    }
    settle();
    CHECK(strstr(ask_of(hub_contest_ask, ""), "\"finished\":true") != NULL);
    forget_question();
    close_hub();
}

/* The times of all lines but the first, which has none: none is before the one above it. How many lines. */
static int dated_in_order(const char *log)
{
    long long last = 0, at;
    int n = 0;

    for (const char *line = strchr(log, '\n'); line && line[1];
         line = strchr(line + 1, '\n')) {
        if (!CHECK(sscanf(line + 1, "%lld ", &at) == 1 && at >= last))
            fprintf(stderr, "%s\n", log);
        last = at;
        n++;
    }
    return n;
}

/* A server looks at the system's clock when it starts, and no more. It is set back by an hour in the middle of a round, and later
 * forward by a day: the rounds are played all the same, time never goes back, and what is due meanwhile comes at once. */
TEST(a_clock_that_is_changed_during_the_event_is_settled)
{
    char rules[100], ids[PEOPLE_MAX][TABLE_ID_MAX];

    if (!open_for(4)) return;
    snprintf(rules, sizeof rules, "'kind':'swiss','rounds':2,'begins':%lld,'pause':30",
             (long long)now + 60000);
    hold(rules);
    for (int i = 0; i < 4; i++) wish(i, "enter", "");
    pass(61000);
    come_back(); /* who says nothing for a minute is let go */
    settle();
    CHECK_EQ(tables_now(ids), 2);
    play_table(ids[0]);
    int64_t before = now;
    CHECK(restart(-3600000));
    CHECK(now >= before);
    come_back();
    mend();
    play_table(ids[1]);
    mend();
    const char *log = ask_of(hub_contest_ask_log, "");
    CHECK(strstr(log, " result 1 1 ") && strstr(log, " result 1 2 "));
    CHECK_EQ(dated_in_order(log), 8);
    CHECK_EQ(tables_now(ids), 0); /* the pause has not passed */
    CHECK(restart(86400000));
    come_back();
    mend();
    CHECK_EQ(tables_now(ids), 2);
    for (int i = 0; i < 2; i++) play_table(ids[i]);
    mend();
    CHECK(strstr(ask_of(hub_contest_ask, ""), "\"finished\":true") != NULL);
    CHECK_EQ(dated_in_order(ask_of(hub_contest_ask_log, "")), 12);
    CHECK(restart(1000)); /* and it is read again */
    come_back();
    CHECK(strstr(ask_of(hub_contest_ask, ""), "\"finished\":true") != NULL);
    forget_question();
    close_hub();
}

/* The same tiles at every table: nobody who may still play them learns anything, whatever is asked. */
TEST(the_same_tiles_are_sealed_until_all_have_played_them)
{
    char ids[PEOPLE_MAX][TABLE_ID_MAX];

    if (!open_for(4)) return;
    hold("'kind':'swiss','rounds':2,'same':true");
    for (int i = 0; i < 4; i++) wish(i, "enter", "");
    wish(0, "pair", "");
    settle();
    CHECK_EQ(tables_now(ids), 2);
    const struct table *a = hub__room_find(hub, ids[0])->table,
                       *b = hub__room_find(hub, ids[1])->table;
    CHECK(!memcmp(&a->head.setup.seed, &b->head.setup.seed, sizeof a->head.setup.seed));
    CHECK_STR(a->head.commit, b->head.commit);
    char *before = strdup(ask_of(hub_contest_ask, ""));
    CHECK(strstr(before, "\"deals\":[]") != NULL);
    play_table(ids[0]);
    settle();
    hears(person[0]);
    for (int i = 0; i < 4; i++) {
        bool plays = false;
        for (unsigned s = 0; s < 2; s++) plays |= !strcmp(a->seat[s].who, whos[i]);
        if (plays) continue;
        says(person[i], "{'type':'watch','id':3,'table':'%s'}", ids[0]);
        CHECK(said(person[i], "\"OFF\""));
        says(person[i], "{'type':'look','id':3,'table':'%s'}", ids[0]);
        CHECK(said(person[i], "\"OFF\""));
    }
    CHECK(hub_ask_shown(hub, ids[0], "") == NULL); /* nor its record, nor its picture */
    const char *state = strstr(ask_of(hub_contest_ask, ""), "\"state\"");
    CHECK(state && strstr(before, "\"state\"") &&
          !strcmp(state, strstr(before, "\"state\"")));
    CHECK(strstr(question.text, "\"sealed\":true") != NULL);
    CHECK(!strstr(ask_of(hub_contest_ask_log, ""), "result "));
    CHECK(!strstr(ask_of(hub_contest_ask_csv, ""), ",1,"));
    CHECK(restart(1000)); /* and not after a start either */
    come_back();
    settle();
    state = strstr(ask_of(hub_contest_ask, ""), "\"state\"");
    CHECK(state && !strcmp(state, strstr(before, "\"state\"")));
    play_table(ids[1]);
    settle();
    CHECK(strstr(ask_of(hub_contest_ask, ""), "\"sealed\":false") != NULL);
    /* Two tables: together they have all matchpoints, and the same distance from the mean. */
    json_t *about = json_loads(question.text, 0, NULL),
           *deals = json_object_get(about, "deals");
    CHECK_EQ(json_array_size(deals), 2);
    int sum = 0, top = 0;
    long above = 0;
    for (size_t i = 0; i < 2; i++) {
        json_t *one = json_array_get(deals, i);
        sum += (int)json_integer_value(json_object_get(one, "matchpoints"));
        top = (int)json_integer_value(json_object_get(one, "top"));
        above += (long)json_integer_value(json_object_get(one, "above"));
    }
    CHECK(sum == 2 && top == 2 && above == 0);
    json_decref(about);
    CHECK_EQ(strstr(ask_of(hub_contest_ask_log, ""), "result ") != NULL, 1);
    free(before);
    forget_question();
    close_hub();
}

/* A name that is given up stands in no standing any more. */
TEST(a_name_that_is_given_up_is_taken_out_of_tournaments)
{
    if (!open_for(3)) return;
    hold("'kind':'robin'");
    for (int i = 0; i < 3; i++) wish(i, "enter", "");
    CHECK(strstr(ask_of(hub_contest_ask, ""), "\"Bob\"") != NULL);
    struct store_name_change end = {.act = STORE_NAME_END, .id = 5002, .now = now};
    CHECK_EQ(store_wait_change_names(store, &end, 1), STORE_DONE);
    hub_names_end(hub, "bob");
    CHECK(!strstr(ask_of(hub_contest_ask, ""), "\"Bob\""));
    CHECK(strstr(question.text, "\"Player 4\"") != NULL); /* his line is the fourth */
    forget_question();
    close_hub();
}

TEST(best_of_three_turns_the_seats)
{
    char ids[PEOPLE_MAX][TABLE_ID_MAX], first[TABLE_ID_MAX];

    if (!open_for(2)) return;
    hold("'kind':'knockout','best':3");
    for (int i = 0; i < 2; i++) wish(i, "enter", "");
    wish(0, "pair", "");
    settle();
    CHECK_EQ(tables_now(ids), 1);
    memcpy(first, ids[0], sizeof first);
    char began[AUDE_NAME_MAX];
    memcpy(began, hub__room_find(hub, first)->table->seat[0].name, sizeof began);
    play_table(first);
    settle();
    CHECK_EQ(tables_now(ids), 1);
    CHECK(strcmp(first, ids[0]) != 0);
    CHECK(strcmp(began, hub__room_find(hub, ids[0])->table->seat[0].name) != 0);
    play_table(ids[0]);
    settle();
    const char *log = ask_of(hub_contest_ask_log, "");
    CHECK(strstr(log, "finished") && strstr(log, "result 1 1 1 2 "));
    /* Ann wins both, whichever seat she had. */
    CHECK(strstr(ask_of(hub_contest_ask, ""), "\"place\":1,\"entrant\":1,") != NULL);
    forget_question();
    close_hub();
}

/* -- Teams ---------------------------------------------------------------------------------- */

/* Ann and Bob are team 1, Cat and Dan team 2, Eve and Fay team 3. */
TEST(every_reason_has_its_word)
{
    for (int why = 0; why < CLUB_WHYS; why++)
        CHECK(words_tournament_why.word[why] != NULL);
    CHECK(words_tournament_why.word[CLUB_WHYS] == NULL);
    CHECK_STR(words_tournament_why.word[CLUB_WHY_CODE], "TEAM_CODE");
    CHECK_STR(words_tournament_why.word[CLUB_WHY_MANY], "MANY");
}

static void team_of(int who, char *more, size_t size, bool joins)
{
    static const char *const name[] = {"Blue", "Green", "Red", "Grey"};
    char code[TABLE_ID_MAX];
    int team = who / 2 + 1;

    if (!joins) {
        snprintf(more, size, ",'team':'%s'", name[team - 1]);
        return;
    }
    ask_of(hub_contest_ask, ""); /* it is in memory */
    hub__contest_do_team_code(hub__contest_find(hub, contest), team, code);
    snprintf(more, size, ",'entrant':%d,'code':'%s'", team, code);
}

static void teams_enter(enum fault fault, int when)
{
    char more[100];

    for (int i = 0; i < people; i += 2) {
        team_of(i, more, sizeof more, false);
        insist_on(i, "enter", more, fault, when);
    }
    for (int i = 1; i < people; i += 2) {
        team_of(i, more, sizeof more, true);
        insist_on(i, "join", more, fault, when);
    }
}

/* A code has twelve letters of 32: 60 bits. Whoever tries them all at one connection has 20 a second, and each that is wrong
 * costs what a change costs. */
TEST(who_has_left_is_told_his_number)
{
    if (!open_for(4)) return;
    hold("'kind':'swiss','rounds':2,'late':2");
    all_enter();
    wish(0, "pair", "");
    CHECK(said(person[0], "\"ok\""));
    wish(3, "withdraw", "");
    CHECK(said(person[3], "\"ok\""));
    CHECK(strstr(ask_of(hub_contest_ask, "dan"), "\"mine\":{\"entrant\":4,") != NULL);
    CHECK(strstr(ask_of(hub_contest_ask, "eve"), "\"mine\":{\"entrant\":0,") != NULL);
    forget_question();
    close_hub();
}

TEST(whoever_guesses_the_code_of_a_team_is_slow)
{
    char other[TABLE_ID_MAX], code[TABLE_ID_MAX];
    int guesses = 0;

    if (!open_for(2)) return;
    hold("'kind':'swiss','rounds':2,'boards':2");
    wish(0, "enter", ",'team':'Blue'");
    const struct contest *one = hub__contest_find(hub, contest);
    hub__contest_do_team_code(one, 1, code);
    hub__contest_do_team_code(one, 2, other);
    CHECK(strlen(code) == 12 && strspn(code, "abcdefghjkmnpqrstuvwxyz023456789") == 12);
    CHECK(strcmp(code, other) != 0);
    hears(person[1]);
    pass((int64_t)HUB_RATE_BURST * HUB_RATE_MS);
    for (int second = 0; second < 2; second++) {
        for (int i = 0; i < 3 * HUB_RATE_BURST; i++) {
            wish(1, "join", ",'entrant':1,'code':'abcdefghjkmn'");
            guesses += strstr(hears(person[1]), "\"why\":\"TEAM_CODE\"") != NULL;
        }
        pass(1000);
    }
    CHECK_EQ(guesses, HUB_RATE_BURST + 1000 / HUB_RATE_MS);
    pass(1000);
    too_dear = HUB_CHANGE;
    wish(1, "join", ",'entrant':1,'code':'abcdefghjkmn'");
    CHECK(said(person[1], "\"RATE\""));
    too_dear = -1;
    close_hub();
}

TEST(teams_enter_board_by_board_and_only_whole_ones_play)
{
    char more[100], ids[PEOPLE_MAX][TABLE_ID_MAX];

    if (!open_for(6)) return;
    hold("'kind':'swiss','rounds':2,'boards':2,'late':2");
    wish(0, "enter", "");
    CHECK(said(person[0], "\"FIELD\"")); /* a team has a name */
    wish(0, "enter", ",'team':'A / B'");
    CHECK(said(person[0], "\"why\":\"BAD_NAME\""));
    wish(0, "enter", ",'team':'Blue','board':3");
    CHECK(said(person[0], "\"why\":\"BOARD\""));
    wish(0, "enter", ",'team':'Blue','board':2");
    CHECK(said(person[0], "\"entrant\":1"));
    wish(0, "enter", ",'team':'Other'");
    CHECK(said(person[0], "\"why\":\"ENTERED\""));
    wish(1, "enter", ",'team':'Blue'");
    CHECK(said(person[1], "\"why\":\"ENTERED\"")); /* another team is called so */
    wish(1, "enter", ",'team':'B1UE'");
    CHECK(said(person[1], "\"why\":\"ENTERED\"")); /* it looks like that */
    wish(1, "enter", ",'team':'A\u202eB'");
    CHECK(said(person[1], "\"why\":\"BAD_NAME\"")); /* writing turned round */
    wish(1, "join", ",'entrant':1,'code':'guessed'");
    CHECK(said(person[1], "\"why\":\"TEAM_CODE\""));
    wish(1, "join", ",'entrant':9,'code':'guessed'");
    CHECK(said(person[1], "\"why\":\"TEAM_CODE\""));
    team_of(1, more, sizeof more, true);
    strcat(more, ",'board':2");
    wish(1, "join", more);
    CHECK(said(person[1], "\"why\":\"BOARD\"")); /* Ann is there */
    CHECK(strstr(ask_of(hub_contest_ask, ""), "\"members\":[\"\",\"Ann\"]") != NULL);
    CHECK(strstr(question.text, "\"code\":null") != NULL); /* only the team knows it */
    CHECK(!strstr(ask_of(hub_contest_ask, "ann"), "\"code\":null"));
    team_of(1, more, sizeof more, true);
    wish(1, "join", more); /* the first free board is 1 */
    CHECK(said(person[1], "\"ok\""));
    wish(2, "join", more);
    CHECK(said(person[2], "\"why\":\"BOARD\"")); /* it is whole */
    wish(2, "enter", ",'team':'Green'");
    wish(4, "enter", ",'team':'Red'");
    wish(0, "pair", "");
    CHECK(said(person[0], "\"why\":\"TWO\"")); /* one whole team */
    team_of(3, more, sizeof more, true);
    wish(3, "join", more);
    wish(3, "withdraw", ""); /* Dan leaves again, and comes back */
    CHECK(strstr(ask_of(hub_contest_ask, ""), "\"members\":[\"Cat\",\"\"]") != NULL);
    wish(3, "join", more);
    wish(0, "pair", "");
    CHECK(said(person[0], "\"ok\""));
    settle();
    CHECK_EQ(tables_now(ids), 2);
    for (int i = 0; i < 2; i++) {
        const struct table *table = hub__room_find(hub, ids[i])->table;
        /* Bob is at board 1, Ann at board 2; the other team begins there. */
        int b = table->place.board;
        bool ours = !strcmp(table->seat[0].name, b == 1 ? "Bob" : "Ann") ||
                    !strcmp(table->seat[1].name, b == 1 ? "Bob" : "Ann");
        CHECK(ours && (b == 1 || b == 2));
    }
    wish(0, "withdraw", "");
    CHECK(said(person[0], "\"why\":\"MEMBER\"")); /* Bob decides */
    for (int i = 0; i < 2; i++) play_table(ids[i]);
    settle();
    team_of(5, more, sizeof more, true);
    wish(5, "join", more); /* late, but in time for round 2 */
    CHECK(said(person[5], "\"ok\""));
    wish(0, "pair", "");
    settle();
    const char *log = ask_of(hub_contest_ask_log, "");
    CHECK(strstr(log, "member 3 2 name Fay\n") && strstr(log, "round 2 "));
    CHECK(strstr(log, "left 2 2\n") != NULL);
    forget_question();
    close_hub();
}

TEST(a_board_at_which_nobody_comes_is_lost_and_not_the_match)
{
    char ids[PEOPLE_MAX][TABLE_ID_MAX];

    if (!open_for(4)) return;
    hold("'kind':'robin','boards':2,'noshow':120");
    teams_enter(NO_FAULT, -1);
    for (int i = 0; i < 60; i++) pass(1000); /* a server that has just begun is patient */
    wish(0, "pair", "");
    settle();
    CHECK_EQ(tables_now(ids), 2);
    dan_does_not_come(ids); /* he is at board 2 of the second team */
    const char *log = ask_of(hub_contest_ask_log, "");
    CHECK(strstr(log, "result 1 1 2 1 0:0 won ") != NULL);
    CHECK(!strstr(log, "noshow 1 ") && !strstr(log, "result 1 1 1 "));
    CHECK(strstr(log, "came 1 1\n") && strstr(log, "came 1 2\n"));
    CHECK_EQ(tables_now(ids), 1); /* Ann and Cat play on; Dan's table is closed */
    play_table(ids[0]);
    settle();
    CHECK(strstr(ask_of(hub_contest_ask, ""), "\"finished\":true") != NULL);
    CHECK(strstr(question.text, "\"place\":1,\"entrant\":1,\"name\":\"Blue\"") != NULL);
    wish(
        0, "correct",
        ",'round':1,'number':1,'board':2,'first':10,'second':20,'reason':'He was there'");
    CHECK(said(person[0], "\"ok\""));
    forget_question();
    close_hub();
}

static void log_of_teams(enum fault fault, int when, char *out)
{
    out[0] = 0;
    if (!open_for(6)) return;
    step = 0;
    hold_even("'kind':'swiss','rounds':2,'boards':2");
    teams_enter(fault, when);
    for (int r = 1; r <= 2; r++) {
        insist(0, "pair", fault, when);
        play_round(fault, when);
    }
    fault_at(fault, when);
    settle();
    mend();
    end_of(ask_of(hub_contest_ask_log, ""), out);
    forget_question();
    close_hub();
}

TEST(a_server_that_dies_ends_a_tournament_of_teams_all_the_same)
{
    char whole[2000], other[2000];

    log_of_teams(NO_FAULT, -1, whole);
    int steps = step;
    CHECK(!strncmp(whole, "round 2 games 4 finished 1\n", 27));
    CHECK(strstr(whole, "Blue / Ann / Bob 4 ") != NULL);
    CHECK(steps > 15);
    for (int when = 0; when < steps; when++)
        for (int fault = KILLED; fault <= LYING; fault++) {
            log_of_teams((enum fault)fault, when, other);
            if (!CHECK_STR(other, whole))
                fprintf(stderr, "fault %d at step %d\n", fault, when);
        }
}

/* -- What is told of one game ------------------------------------------------------------------ */

static const char *record_of(int round, int number, int board, int game)
{
    free(question.text);
    question = (struct hub_ask){.told = told, .game = {round, number, board, game}};
    memcpy(question.id, contest, sizeof contest);
    hub_contest_ask_record(hub, &question);
    return question.text ? question.text : "";
}

TEST(records_of_the_same_tiles_are_told_when_the_round_is_over)
{
    char ids[PEOPLE_MAX][TABLE_ID_MAX];

    if (!open_for(4)) return;
    hold("'kind':'swiss','rounds':1,'same':true");
    for (int i = 0; i < 4; i++) wish(i, "enter", "");
    wish(0, "pair", "");
    settle();
    CHECK_EQ(tables_now(ids), 2);
    int first = hub__room_find(hub, ids[0])->table->place.number;
    play_table(ids[0]);
    settle();
    CHECK_STR(record_of(1, first, 1, 1), "");
    CHECK_EQ(question.why, REFUSED_NO_TABLE);
    play_table(ids[1]);
    settle();
    for (int number = 1; number <= 2; number++) {
        CHECK(strstr(record_of(1, number, 1, 1), "\nseed ") != NULL);
        CHECK(!strstr(question.text, "seed hidden"));
    }
    CHECK_STR(record_of(1, 3, 1, 1), "");
    CHECK_STR(record_of(2, 1, 1, 1), "");
    CHECK_STR(record_of(1, 1, 2, 1), "");
    CHECK_STR(record_of(1, 1, 1, 2), "");
    CHECK_STR(record_of(0, 0, 0, 0), "");
    forget_question();
    close_hub();
}

static void store_done_nothing(void *context, const struct store_answer *answer)
{
    (void)context;
    CHECK_EQ(answer->how, STORE_DONE);
}

/* Of several servers each may add a line: who asks another one hears of it within a second. */
TEST(lines_of_another_server_are_read)
{
    if (!open_for(2)) return;
    hold("'kind':'robin'");
    wish(0, "enter", "");
    CHECK(strstr(ask_of(hub_contest_ask, ""), "\"Ann\"") != NULL);
    struct store_tournament row = {
        .id = contest, .seq = 4, .updated = now, .summary = "{}"};
    struct store_tournament_line line = {.seq = 4,
                                         .at = now,
                                         .line = "5000 entered 2 name",
                                         .name = 5002,
                                         .who = "bob",
                                         .label = "Bob",
                                         .secret = ""};
    store->shared = true;
    store_tournament_append(store, &row, 3, &line, 1, store_done_nothing, NULL);
    CHECK(!strstr(ask_of(hub_contest_ask, ""), "\"Bob\"")); /* it was just read */
    pass(1500);
    CHECK(strstr(ask_of(hub_contest_ask, ""), "\"Bob\"") != NULL);
    wish(1, "enter", "");
    CHECK(said(person[1], "\"why\":\"ENTERED\""));
    store->shared = false;
    forget_question();
    close_hub();
}

/* One row that is damaged takes only itself out of the list. */
TEST(a_damaged_tournament_leaves_the_list_to_others)
{
    char first[TABLE_ID_MAX];

    if (!open_for(2)) return;
    hold("'kind':'robin'");
    snprintf(first, sizeof first, "%s", contest);
    hold("'kind':'robin'");
    CHECK(strstr(ask_of(hub_contest_ask_list, ""), first) != NULL);
    CHECK(strstr(question.text, contest) != NULL);
    struct store_tournament row = {
        .id = contest, .seq = 3, .updated = now, .summary = "{broken"};
    struct store_tournament_line line = {.seq = 3, .at = now, .line = "5000 finished"};
    store_tournament_append(store, &row, 2, &line, 1, store_done_nothing, NULL);
    CHECK(strstr(ask_of(hub_contest_ask_list, ""), first) != NULL);
    CHECK(!strstr(question.text, contest));
    forget_question();
    close_hub();
}

/* Another server calls it off: who asks this one hears within a second that there is none. */
TEST(a_tournament_that_another_server_called_off_is_gone)
{
    if (!open_for(2)) return;
    hold("'kind':'robin'");
    wish(0, "enter", "");
    CHECK(strstr(ask_of(hub_contest_ask, ""), "\"Ann\"") != NULL);
    store->shared = true;
    pass(1500);
    CHECK(strstr(ask_of(hub_contest_ask, ""), "\"Ann\"") != NULL); /* still there */
    store_tournament_drop(store, contest, 3, store_done_nothing, NULL);
    pass(1500);
    CHECK_STR(ask_of(hub_contest_ask, ""), "");
    CHECK_EQ(question.why, REFUSED_NO_TOURNAMENT);
    wish(1, "enter", "");
    CHECK(said(person[1], "\"NO_TOURNAMENT\""));
    store->shared = false;
    forget_question();
    close_hub();
}

/* A tournament with these first two lines in the store. */
static void put_lines(const char *id, const char *secret)
{
    struct store_tournament row = {.id = id,
                                   .seq = 2,
                                   .created = now,
                                   .updated = now,
                                   .name = 5001,
                                   .summary = "{}"};
    struct store_tournament_line line[] = {
        {.seq = 1,
         .at = now,
         .line = CLUB_TOURNAMENT_HEAD,
         .name = 5001,
         .who = "ann",
         .label = "Ann",
         .secret = secret},
        {.seq = 2,
         .at = now,
         .line =
             "5000 created swiss rounds 3 late 2 missed 1 lot 7 begins 0 name Thursday",
         .who = "",
         .label = "",
         .secret = ""}};

    store_tournament_append(store, &row, 0, line, 2, store_done_nothing, NULL);
    snprintf(contest, sizeof contest, "%s", id);
}

/* What a server keeps of a tournament for itself was damaged: it is not half read. */
TEST(a_tournament_with_a_damaged_secret_is_not_read)
{
    static char longest[SECRET_TEXT_MAX + 1], most[200], too_long[200];
    const struct {
        const char *secret;
        bool reads;
    } all[] = {{"{\"key\":\"k\",\"pool\":1,\"pace\":1}", true},
               {"{\"key\":\"k\",\"pool\":2,\"pace\":0}", false},
               {"{\"key\":\"k\",\"pool\":0,\"pace\":2}", false},
               {"{\"key\":\"k\",\"pool\":-1,\"pace\":0}", false},
               {"{\"key\":7,\"pool\":0,\"pace\":0}", false},
               {"{\"pool\":0,\"pace\":0}", false},
               {"{}", false},
               {"nonsense", false},
               {"", false},
               {most, true},
               {too_long, false}};

    memset(longest, 'x', sizeof longest - 1);
    snprintf(too_long, sizeof too_long, "{\"key\":\"%s\"}", longest);
    longest[sizeof longest - 2] = 0;
    snprintf(most, sizeof most, "{\"key\":\"%s\"}", longest);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char id[16];
        if (!open_for(1)) return;
        snprintf(id, sizeof id, "t%d", (int)i);
        put_lines(id, all[i].secret);
        bool reads = strstr(ask_of(hub_contest_ask, ""), "Thursday") != NULL;
        if (!CHECK_EQ(reads, all[i].reads)) printf("secret %s\n", all[i].secret);
        forget_question();
        close_hub();
    }
}

/* Its log cannot be read any more when one of its games ends: the game ends nevertheless. */
TEST(a_game_ends_though_its_tournament_cannot_be_read)
{
    char ids[4][TABLE_ID_MAX];
    struct store_tournament_line line = {
        .at = now, .line = "nonsense", .who = "", .label = "", .secret = ""};

    if (!open_for(2)) return;
    hold("'kind':'robin'");
    wish(0, "enter", "");
    wish(1, "enter", "");
    wish(0, "pair", "");
    settle();
    if (!CHECK_EQ(tables_now(ids), 1)) return;
    const char *at = strstr(ask_of(hub_contest_ask, ""), "\"seq\":");
    struct store_tournament row = {.id = contest, .updated = now, .summary = "{}"};
    if (CHECK(at != NULL)) row.seq = line.seq = strtol(at + 6, NULL, 10) + 1;
    store_tournament_append(store, &row, row.seq - 1, &line, 1, store_done_nothing, NULL);
    CHECK(restart(1000));
    come_back();
    play_table(ids[0]);
    CHECK(hub__room_find(hub, ids[0])->table->stage == TABLE_OVER);
    CHECK_STR(ask_of(hub_contest_ask, ""), "");
    forget_question();
    close_hub();
}

/* When it begins is a number, and not long over; what else it may be is refused in words. */
TEST(a_tournament_begins_at_a_time)
{
    static const struct {
        const char *begins, *code;
    } all[] = {{"'soon'", "FIELD"}, {"-1", "FIELD"}, {"1.5", "FIELD"},  {"true", "FIELD"},
               {"1", "TOURNAMENT"}, {"0", "\"ok\""}, {"null", "\"ok\""}};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (!open_for(1)) return;
        says(person[0],
             "{'type':'hold','id':2,'name':'Thursday','pool':'two','pace':'quick',"
             "'kind':'robin','begins':%s}",
             all[i].begins);
        hub_flush(hub);
        if (!CHECK(said(person[0], all[i].code))) printf("begins %s\n", all[i].begins);
        close_hub();
    }
}
