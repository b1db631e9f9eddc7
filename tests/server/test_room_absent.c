/* test_room_absent.c -- who does not come to a game of a tournament: time in which nobody could come is not counted. */
#include "contest_test.h"

static const char rules[] = "'kind':'swiss','rounds':2,'noshow':300";

/* The first round has begun, at a server that runs for a minute already. Nobody is at a table. */
static bool round_begins(const char *more)
{
    if (!open_for(4)) return false;
    hold_even(more);
    all_enter();
    for (int i = 0; i < 60; i++) pass(1000);
    wish(0, "pair", "");
    CHECK(said(person[0], "\"ok\""));
    return true;
}

static void seconds_pass(int n)
{
    for (int i = 0; i < n; i++) {
        pass(1000);
        for (int k = 0; k < people; k++) hears(person[k]);
    }
}

static bool is_somebody_absent(void)
{
    return strstr(ask_of(hub_contest_ask_log, ""), " noshow 1 ") != NULL;
}

TEST(time_in_which_no_server_ran_is_nobodys_absence)
{
    if (!round_begins(rules)) return;
    seconds_pass(100);
    CHECK(restart(3600 * 1000));
    come_back();
    seconds_pass(190); /* 290 of 300 */
    CHECK(!is_somebody_absent());
    seconds_pass(20);
    CHECK(is_somebody_absent());
    forget_question();
    close_hub();
}

/* Ten kills, each shortly before somebody would be absent: people have a minute after the last. */
TEST(after_a_start_there_is_a_minute_to_come_back)
{
    if (!round_begins(rules)) return;
    seconds_pass(295);
    for (int i = 0; i < 10; i++) {
        CHECK(restart(1000));
        come_back();
        seconds_pass(50);
        CHECK(!is_somebody_absent());
    }
    seconds_pass(20);
    CHECK(is_somebody_absent());
    forget_question();
    close_hub();
}

TEST(time_in_which_the_store_was_away_is_nobodys_absence)
{
    if (!round_begins(rules)) return;
    seconds_pass(100);
    broken = true;
    wish(3, "withdraw", ""); /* it is noticed when something has to be stored */
    hub_flush(hub);
    CHECK(said(person[3], "\"STORE\""));
    seconds_pass(400);
    broken = false;
    seconds_pass(180);
    CHECK(!is_somebody_absent());
    seconds_pass(40);
    CHECK(is_somebody_absent());
    forget_question();
    close_hub();
}

static bool any_owner(void *context, const struct store_owner *owner)
{
    (void)context;
    (void)owner;
    return true;
}

static void taken(void *context, const struct store_answer *answer)
{
    *(bool *)context = answer->how == STORE_DONE;
}

static void take_all(char ids[][TABLE_ID_MAX], int n, const char *node)
{
    for (int i = 0; i < n; i++) {
        bool ok = false;
        store->owners->take(store, ids[i], node, now, 1000, any_owner, taken, &ok);
        CHECK(ok);
    }
}

/* Of several servers one dies, and another takes its tables just before the time is over. */
TEST(after_a_takeover_there_is_a_minute_to_come_back)
{
    char ids[PEOPLE_MAX][TABLE_ID_MAX];

    if (!round_begins(rules)) return;
    settle();
    int n = tables_now(ids);
    CHECK_EQ(n, 2);
    seconds_pass(270); /* nobody watches: the tables leave memory */
    take_all(ids, n, "one");
    seconds_pass(10);
    take_all(ids, n, "two");
    seconds_pass(50); /* 333 of 300 */
    CHECK(!is_somebody_absent());
    seconds_pass(20);
    CHECK(is_somebody_absent());
    forget_question();
    close_hub();
}

/* The gap took longer than that minute: it is not counted, either. */
TEST(time_in_which_nobody_had_the_table_is_nobodys_absence)
{
    char ids[PEOPLE_MAX][TABLE_ID_MAX];

    if (!round_begins(rules)) return;
    settle();
    int n = tables_now(ids);
    seconds_pass(40);
    take_all(ids, n, "one");
    seconds_pass(200);
    take_all(ids, n, "two"); /* 243 s, 200 of them a gap */
    seconds_pass(245);
    CHECK(!is_somebody_absent());
    seconds_pass(25);
    CHECK(is_somebody_absent());
    forget_question();
    close_hub();
}

TEST(boards_of_teams_are_counted_by_the_same_time)
{
    if (!open_for(4)) return;
    hold("'kind':'robin','boards':2,'noshow':300");
    for (int i = 0; i < 4; i += 2) {
        char more[80], code[40] = "";
        snprintf(more, sizeof more, ",'team':'Team %d'", i);
        wish(i, "enter", more);
        const char *at = strstr(hears(person[i]), "\"code\":\"");
        if (CHECK(at != NULL)) sscanf(at + 8, "%39[^\"]", code);
        snprintf(more, sizeof more, ",'entrant':%d,'code':'%s'", i / 2 + 1, code);
        wish(i + 1, "join", more);
        CHECK(said(person[i + 1], "\"ok\""));
    }
    wish(0, "pair", "");
    CHECK(said(person[0], "\"ok\""));
    seconds_pass(100);
    CHECK(restart(3600 * 1000));
    come_back();
    seconds_pass(190);
    CHECK(!strstr(ask_of(hub_contest_ask_log, ""), "result 1 1 "));
    seconds_pass(20);
    CHECK(strstr(ask_of(hub_contest_ask_log, ""), "result 1 1 ") != NULL);
    forget_question();
    close_hub();
}

/* The log after the one who has to move at the first table has taken `steps` steps, and then gives up. */
static const char *given_up_after(int steps, bool dies)
{
    char ids[PEOPLE_MAX][TABLE_ID_MAX];
    unsigned loser = 0;

    if (!round_begins("'kind':'swiss','rounds':2")) return "";
    settle();
    CHECK_EQ(tables_now(ids), 2);
    says(person[0], "{'type':'look','id':5,'table':'%s'}", ids[0]);
    struct room *room = hub__room_find(hub, ids[0]);
    if (!CHECK(room != NULL)) return "";
    loser = table_look_actor(room->table);
    for (int i = 0; i < steps; i++) move_at(room, ids[0], 0);
    CHECK_EQ(room->table->sitting.n_steps, steps);
    int who = 0;
    while (strcmp(whos[who], room->table->seat[loser].who) != 0) who++;
    if (dies) {
        CHECK(restart(1000));
        come_back();
    }
    says(person[who], "{'type':'resign','id':9,'table':'%s','seat':%u}", ids[0], loser);
    hub_flush(hub);
    settle();
    return ask_of(hub_contest_ask_log, "");
}

/* It is the moves that count, not how often the server died between them. */
TEST(who_gives_up_before_both_have_moved_has_not_come)
{
    for (int dies = 0; dies < 2; dies++) {
        const char *log = given_up_after(1, dies);
        CHECK(strstr(log, " noshow 1 1 ") && !strstr(log, " result 1 "));
        forget_question();
        close_hub();
        log = given_up_after(6, dies);
        CHECK(!strstr(log, " noshow 1 ") && strstr(log, " result 1 1 1 1 0:0 won "));
        forget_question();
        close_hub();
    }
}
