/* test_store_pg.c -- what only a database does: its clock, other servers that say that they run, and being opened by somebody who changes nothing.
 * tests/server/store_postgres.py runs it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/store/store_hours.h"
#include "server/store/store_wait.h"
#include "store_test.h"
#include "test.h"

#ifdef AUDE_PG
#include <libpq-fe.h>

static char problem[400];

static bool is_here(void)
{
    if (store_test_elsewhere()) return true;
    puts("without PostgreSQL: tests/server/store_postgres.py runs this");
    CHECK(!getenv("AUDE_TEST_STORE"));
    return false;
}

/* It says that it runs; true: the database has answered. */
static bool says_alive(struct store *store, int64_t at)
{
    store->clock = 0;
    store_hours_alive(store, at);
    for (int i = 0; i < 100 && !store->clock; i++) store_wait_rest(store, 5);
    return store->clock != 0;
}

TEST(others_are_known_by_what_they_say)
{
    int64_t now = (int64_t)time(NULL) * 1000;

    if (!is_here()) return;
    struct store *one = store_test_open(),
                 *two = store_open(getenv("AUDE_TEST_STORE"), problem, sizeof problem);
    if (!CHECK(one && two)) return;
    CHECK(says_alive(one, now));
    CHECK(one->clock > now - 5000 && one->clock < now + 60000);
    CHECK_EQ(one->others, 0);
    CHECK_EQ(one->ahead, 0);
    CHECK(!says_alive(one, now + 999)); /* once a second is enough */
    CHECK(says_alive(one, now + 1000));
    CHECK_EQ(one->others, 0);
    for (int i = 1; i <= 3; i++) { /* another is there, too */
        CHECK(says_alive(two, now + 1500 + 2000 * i));
        CHECK(says_alive(one, now + 2500 + 2000 * i));
        CHECK_EQ(one->others, i);
    }
    CHECK(says_alive(one, now + 20000)); /* and has gone */
    CHECK_EQ(one->others, 0);
    CHECK(says_alive(one, now + 300000)); /* our clock is ahead */
    CHECK(one->ahead > 200000 && one->ahead <= 300000);
    CHECK_EQ(one->ahead, now + 300000 - one->clock);
    CHECK(says_alive(one, now - 9000)); /* it was set back */
    CHECK_EQ(one->ahead, 0);
    two->close(two);
    one->close(one);
}

/* The last word counts, also if it was not yet time for it. */
TEST(a_server_that_ends_says_when)
{
    int64_t now = (int64_t)time(NULL) * 1000;

    if (!is_here()) return;
    struct store *one = store_test_open();
    if (!one) return;
    CHECK(says_alive(one, now));
    CHECK(!says_alive(one, now + 500));
    one->close(one);
    one = store_open(getenv("AUDE_TEST_STORE"), problem, sizeof problem);
    if (!CHECK(one != NULL)) return;
    int64_t begins = now + 4500;
    CHECK(store_begin(one, &begins));
    CHECK_EQ(store_hours_down(one, 0), 4000);
    one->close(one);
}

enum { TURNS_MOST = 60 };

static int n_turns;
static void (*really_turn)(struct store *store, int64_t at);

/* A database that does not answer, for a while. */
static void count_turns(struct store *store, int64_t at)
{
    if (++n_turns > TURNS_MOST) really_turn(store, at);
}

/* Its last word is waited for, if there is one, and not without end. */
TEST(a_server_that_ends_waits_half_a_second_at_most)
{
    if (!is_here()) return;
    for (int said = 0; said < 2; said++) {
        struct store *one = store_test_open();
        if (!one) return;
        really_turn = one->turn;
        one->turn = count_turns;
        n_turns = 0;
        if (said) store_hours_alive(one, (int64_t)time(NULL) * 1000);
        one->close(one);
        CHECK_EQ(n_turns, said ? 25 : 0);
    }
}

static void run(const char *sql)
{
    PGconn *conn = PQconnectdb(getenv("AUDE_TEST_STORE"));
    PGresult *result = PQexec(conn, sql);

    CHECK(PQresultStatus(result) == PGRES_COMMAND_OK);
    PQclear(result);
    PQfinish(conn);
}

/* Whoever looks on changes nothing: no tables are made, none are brought to another version. */
TEST(a_database_is_looked_at_as_it_is)
{
    const char *name = getenv("AUDE_TEST_STORE");

    if (!is_here()) return;
    store_test_empty(name);
    for (int i = 0; i < 2; i++) { /* the first left nothing behind */
        CHECK(!store_open_as_it_is(name, problem, sizeof problem));
        CHECK(strstr(problem, "this database holds no games of aude") != NULL);
        CHECK(!store_open_beside(name, problem, sizeof problem));
    }
    struct store *one = store_test_open();
    if (!one) return;
    one->close(one);
    one = store_open_as_it_is(name, problem, sizeof problem);
    CHECK(one != NULL);
    if (one) one->close(one);
    run("UPDATE aude_schema SET number = number - 1");
    CHECK(!store_open_as_it_is(name, problem, sizeof problem));
    CHECK(strstr(problem, "it is of an older version of aude") != NULL);
    run("UPDATE aude_schema SET number = number + 2");
    CHECK(!store_open_as_it_is(name, problem, sizeof problem));
    CHECK(!strstr(problem, "older") && problem[0]);
    CHECK(!store_open(name, problem, sizeof problem));
    store_test_empty(name);
    CHECK(!store_open("postgresql://nobody@127.0.0.1:1/none", problem, sizeof problem));
    CHECK(problem[0] != 0);
}
#endif
