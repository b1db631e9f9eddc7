/* test_room_many.c -- what is done by portions, and lists that grow, with more people than other tests have. */
#include "contest_test.h"

enum { MANY = 132, MATCHES = MANY / 2 };

/* Somebody comes who keeps a name that begins so. */
static struct conn *comes(int i, const char *rest)
{
    char who[8], name[40];

    snprintf(who, sizeof who, "p%03d", i % 1000);
    snprintf(name, sizeof name, "P%03d%s", i % 1000, rest);
    keep_name(6000 + i, name, who);
    return join_named(who);
}

/* Each comes, enters and leaves again. */
static void many_enter(void)
{
    for (int i = 1; i < MANY; i++) {
        struct conn *conn = comes(i, "");
        says(conn, "{'type':'enter','id':7,'tournament':'%s'}", contest);
        CHECK(said(conn, "\"ok\""));
        hub_leave(conn);
        pass(2000);
    }
}

/* How many tables of the round there are, as far as is told. */
static int tables_told(void)
{
    const char *at = strstr(ask_of(hub_contest_ask, "ann"), "\"rooms\":[");
    const char *end = at ? strstr(at, "\"deals\":") : NULL;
    int n = 0;

    for (; at && (at = strstr(at, "{\"number\":")) && at < end; at++) n++;
    return n;
}

/* A round of many matches begins: a few tables are opened, or looked for, each time. */
TEST(the_tables_of_a_large_round_are_opened_by_portions)
{
    static const int opened[] = {0, 16, 32, 48, 64, 66, 66}, found[] = {64, 66, 66};

    rooms_max = 200;
    if (!open_for(1)) return;
    hold("'kind':'swiss','rounds':3");
    wish(0, "enter", "");
    CHECK(said(person[0], "\"ok\""));
    many_enter();
    wish(0, "pair", "");
    hub_flush(hub);
    CHECK(said(person[0], "\"ok\""));
    CHECK_EQ(tables_told(), 0);
    for (size_t i = 0; i < sizeof opened / sizeof opened[0]; i++) {
        pass(1000);
        CHECK_EQ(tables_told(), opened[i]);
    }
    restart(1000);
    ask_of(hub_contest_ask, "ann"); /* it is read */
    for (size_t i = 0; i < sizeof found / sizeof found[0]; i++) {
        pass(1000);
        CHECK_EQ(tables_told(), found[i]);
    }
    forget_question();
    close_hub();
    rooms_max = 50;
}

enum { TEAMS = 16, BOARDS = 8 };

/* Teams with as many people and as long names as there can be: what is told of them is longer than was thought at first. */
TEST(the_state_of_large_teams_is_told_whole)
{
    if (!open_for(1)) return;
    hold("'kind':'swiss','rounds':3,'boards':8");
    for (int i = 0; i < TEAMS * BOARDS; i++) {
        static char code[TABLE_ID_MAX];
        struct conn *conn =
            comes(i, "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"");
        if (i % BOARDS == 0)
            says(conn, "{'type':'enter','id':7,'tournament':'%s','team':'Team %d'}",
                 contest, i / BOARDS);
        else
            says(conn,
                 "{'type':'join','id':7,'tournament':'%s','entrant':%d,'code':'%s'}",
                 contest, i / BOARDS + 1, code);
        const char *heard = hears(conn), *at = strstr(heard, "\"code\":\"");
        CHECK(strstr(heard, "\"ok\"") != NULL);
        if (at) sscanf(at + 8, "%15[a-z0-9]", code);
        hub_leave(conn);
        pass(2000);
    }
    json_t *told = json_loads(ask_of(hub_contest_ask, ""), 0, NULL), *state;
    state = json_object_get(told, "state");
    json_t *standings = json_object_get(state, "standings");
    CHECK_EQ(json_array_size(standings), TEAMS);
    json_t *last = json_array_get(standings, TEAMS - 1);
    CHECK_EQ(json_array_size(json_object_get(last, "members")), BOARDS);
    CHECK(json_is_array(json_object_get(state, "corrections")));
    json_decref(told);
    CHECK(strlen(ask_of(hub_contest_ask_csv, "")) > (size_t)TEAMS * 280);
    forget_question();
    close_hub();
}
