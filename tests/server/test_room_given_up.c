/* test_room_given_up.c -- names that are deleted or erased while they stand in a tournament: its organiser's, and those of
 * who plays in it. */
#include "contest_test.h"
#include "server/store/store_duty.h"

static void give_up(int who)
{
    struct store_name_change end = {.act = STORE_NAME_END, .id = 5001 + who, .now = now};

    CHECK_EQ(store_wait_change_names(store, &end, 1), STORE_DONE);
    hub_names_end(hub, whos[who]);
    person[who] = join("somebody"); /* who sits there is a new guest */
}

static void play_all(void)
{
    char ids[PEOPLE_MAX][TABLE_ID_MAX];

    for (int n = tables_now(ids); n--;) play_table(ids[n]);
    settle();
}

static const char *told_to(const char *who)
{
    return ask_of(hub_contest_ask, who);
}

static void end(void)
{
    forget_question();
    close_hub();
}

TEST(a_tournament_that_has_not_begun_is_called_off)
{
    if (!open_for(3)) return;
    hold("'kind':'swiss','rounds':2");
    all_enter();
    give_up(0);
    pass(1500); /* nobody asks for it */
    CHECK(strstr(ask_of(hub_contest_ask_list, ""), "\"tournaments\":[]") != NULL);
    CHECK_STR(told_to("bob"), "");
    CHECK_EQ(question.why, REFUSED_NO_TOURNAMENT);
    end();
}

/* Also if no server ran just then, and if the store failed at first. */
TEST(it_is_called_off_whenever_that_is_possible)
{
    struct store_name_change over = {.act = STORE_NAME_END, .id = 5001, .now = now};

    if (!open_for(3)) return;
    hold("'kind':'swiss','rounds':2");
    all_enter();
    over.now = now;
    CHECK_EQ(store_wait_change_names(store, &over, 1), STORE_DONE);
    CHECK(restart(1000));
    broken = true;
    pass(1500);
    broken = false;
    pass(5000);
    CHECK(strstr(ask_of(hub_contest_ask_list, ""), "\"tournaments\":[]") != NULL);
    end();
}

/* Rounds were begun by hand; now there is nobody to do it. */
TEST(a_tournament_that_runs_goes_on_without_its_organiser)
{
    if (!open_for(4)) return;
    hold_even("'kind':'swiss','rounds':2");
    all_enter();
    wish(0, "pair", "");
    settle();
    give_up(0);
    settle();
    CHECK(strstr(told_to("bob"), "\"organiser\":\"\"") != NULL);
    CHECK(strstr(question.text, "Player 1\"") == NULL); /* one label for one person */
    CHECK(strstr(question.text, "\"name\":\"Player 3\",\"members\":[],\"rating\":0,"
                                "\"here\":false") != NULL);
    CHECK(strstr(ask_of(hub_contest_ask_list, ""), "\"organiser\":\"\"") != NULL);
    CHECK(strstr(ask_of(hub_contest_ask_log, ""), " withdrawn 1\n") != NULL);
    play_all();
    CHECK(strstr(told_to("bob"), "\"round\":1,") != NULL);
    pass(240 * 1000); /* people have a moment */
    settle();
    CHECK(strstr(told_to("bob"), "\"round\":1,") != NULL);
    pass(60 * 1000);
    settle();
    CHECK(strstr(told_to("bob"), "\"round\":2,") != NULL);
    come_back();
    play_all();
    settle();
    CHECK(strstr(told_to("bob"), "\"finished\":true") != NULL);
    end();
}

/* The same where the host has him erased while the server runs, and nobody tells it. */
TEST(somebody_who_is_erased_is_not_here)
{
    struct duty_visitor about;
    struct duty_act act = {.at = now, .by = "host", .reason = "asked for it"};

    if (!open_for(3)) return;
    hold("'kind':'robin'");
    all_enter();
    settle();
    CHECK(store_duty_visitor(store, "cat", &act, &about, NULL, NULL));
    pass(1500);
    CHECK(strstr(ask_of(hub_contest_ask_log, ""), " withdrawn 3\n") != NULL);
    wish(0, "pair", "");
    CHECK(said(person[0], "\"ok\"")); /* Ann and Bob */
    settle();
    act.at = now;
    CHECK(store_duty_visitor(store, "ann", &act, &about, NULL, NULL));
    pass(1500);
    CHECK(strstr(told_to("bob"), "\"organiser\":\"\"") != NULL);
    CHECK(strstr(told_to("bob"), "\"finished\":true") != NULL); /* one is left */
    end();
}

static bool count_due(void *context, const struct store_tournament *one)
{
    (void)one;
    ++*(int *)context;
    return true;
}

static void no_matter(void *context, const struct store_answer *answer)
{
    (void)context;
    CHECK_EQ(answer->how, STORE_DONE);
}

static int due_now(void)
{
    int n = 0;

    store_tournament_due(store, now, 8, count_due, no_matter, &n);
    return n;
}

/* If there was nothing to do, the store does not call for it for ever: it calls for a few at a time. */
TEST(a_name_that_had_left_before_changes_nothing)
{
    if (!open_for(3)) return;
    hold("'kind':'robin'");
    all_enter();
    wish(2, "withdraw", "");
    CHECK(said(person[2], "\"ok\""));
    give_up(2);
    CHECK_EQ(due_now(), 1);
    pass(1500);
    settle();
    CHECK_EQ(due_now(), 0);
    CHECK(strstr(told_to("ann"), "\"organiser\":\"Ann\"") != NULL);
    end();
}

static void joins(int who, int entrant, const char *code)
{
    char more[80];

    snprintf(more, sizeof more, ",'entrant':%d,'code':'%s'", entrant, code);
    wish(who, "join", more);
    CHECK(said(person[who], "\"ok\""));
}

static void found_team(int who, const char *team, int other)
{
    char more[80], code[TABLE_ID_MAX] = "";
    int entrant = 0;

    snprintf(more, sizeof more, ",'team':'%s'", team);
    wish(who, "enter", more);
    const char *heard = hears(person[who]), *at = strstr(heard, "\"code\":\"");
    if (!CHECK(at != NULL)) return;
    sscanf(at + 8, "%15[a-z0-9]", code);
    sscanf(strstr(heard, "\"entrant\":") + 10, "%d", &entrant);
    joins(other, entrant, code);
}

/* Before the first game the board is free for another; of those that have played the others go on. */
TEST(boards_of_a_team_become_free)
{
    if (!open_for(6)) return;
    hold_even("'kind':'robin','boards':2,'noshow':120");
    found_team(1, "Blue", 2);
    found_team(3, "Red", 4);
    give_up(2);
    pass(1500);
    CHECK(strstr(ask_of(hub_contest_ask_log, ""), " left 1 2\n") != NULL);
    CHECK(strstr(told_to(""), "\"members\":[\"Bob\",\"\"]") != NULL);
    struct contest *one = hub__contest_find(hub, contest);
    char code[TABLE_ID_MAX];
    if (!CHECK(one != NULL)) return;
    hub__contest_do_team_code(one, 1, code);
    joins(5, 1, code);
    wish(0, "pair", "");
    CHECK(said(person[0], "\"ok\""));
    settle();
    give_up(4);
    settle();
    CHECK(strstr(ask_of(hub_contest_ask_log, ""), "left 2 2") == NULL);
    give_up(3);
    settle();
    CHECK(strstr(ask_of(hub_contest_ask_log, ""), " withdrawn 2\n") != NULL);
    end();
}
