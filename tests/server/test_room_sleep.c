/* test_room_sleep.c -- tables that nobody watches: after a restart, asleep, forgotten; and how many there may be. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_test.h"
#include "server/hub/hub_internal.h"

/* -- After a restart ------------------------------------------------------------------- */

TEST(clocks_run_on_after_a_restart_though_nobody_is_there)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{}],'options':{'clock':{'kind':'move','seconds':30}}", id);
    pass(10000);
    if (!restart(3600000)) return;
    CHECK_EQ(hub_counts(hub)->rooms, 0); /* its clock is known without it */
    pass(12000);
    if (!restart(86400000)) return; /* a second time in one decision */
    pass(7000);
    CHECK_EQ(hub_counts(hub)->moves, 0); /* of the thirty seconds one is left */
    pass(1000);
    CHECK_EQ(hub_counts(hub)->moves, 2);
    close_hub();
}

TEST(a_pause_keeps_what_was_spent_before_a_restart)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{}],'options':{'clock':{'kind':'budget','seconds':60}}", id);
    pass(10000);
    if (!restart(500000)) return;
    pass(5000);
    ann = join("ann");
    says(ann, "{'type':'watch','id':3,'table':'%s'}", id);
    says(ann, "{'type':'ask','id':4,'table':'%s','what':'pause'}", id);
    hub_flush(hub);
    CHECK(strstr(hears(ann), "\"type\":\"pause\",\"by\":") != NULL);
    pass(7000);
    if (!restart(900000)) return;
    pass(8000);
    ann = join("ann");
    says(ann, "{'type':'watch','id':3,'table':'%s'}", id);
    CHECK(strstr(hears(ann), "45000") != NULL);
    says(ann, "{'type':'ask','id':4,'table':'%s','what':'resume'}", id);
    hub_flush(hub);
    pass(2000);
    if (!restart(900000)) return;
    ann = join("ann");
    says(ann, "{'type':'watch','id':3,'table':'%s'}", id);
    CHECK(strstr(hears(ann), "43000") != NULL);
    close_hub();
}

/* A store that fails for a moment takes back the round, not the time. */
TEST(a_round_that_was_not_stored_gives_no_time)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{}],'options':{'clock':{'kind':'budget','seconds':60}}", id);
    hears(ann);
    pass(10000);
    broken = true;
    says(ann, "{'type':'chat','id':3,'table':'%s','text':'x'}", id);
    hub_flush(hub);
    broken = false;
    CHECK(strstr(hears(ann), "\"STORE\"") != NULL);
    says(ann, "{'type':'watch','id':4,'table':'%s'}", id);
    CHECK(strstr(hears(ann), "50000") != NULL);
    close_hub();
}

static char woken[400];

static void note_woken(const char *text)
{
    char id[TABLE_ID_MAX];

    if (sscanf(text, "store: read %15s", id) == 1)
        snprintf(woken + strlen(woken), sizeof woken - strlen(woken), "%s ", id);
}

/* Whatever the order in which they fell asleep: each wakes when its clock has run out, not a millisecond later. */
TEST(sleepers_wake_in_the_order_of_their_clocks)
{
    enum { MANY = 23 };
    char id[TABLE_ID_MAX], wanted[400];

    for (int step = 1; step < MANY; step++) { /* each step another order */
        if (!open_hub()) return;
        for (int i = 0; i < MANY; i++) {
            snprintf(id, sizeof id, "t%02d", i * step % MANY);
            CHECK(hub__sleep_until(hub, id, now + 10 * (i * step % MANY + 1)));
        }
        noted = note_woken;
        calls_noted = true;
        wanted[0] = 0;
        woken[0] = 0;
        for (int i = 0; i < MANY; i++) {
            hub_time(hub, now += 9);
            hub__sleep_wake(hub);
            CHECK_STR(woken, wanted);
            hub_time(hub, now += 1);
            hub__sleep_wake(hub);
            snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), "t%02d ",
                     i);
            CHECK_STR(woken, wanted);
        }
        noted = NULL;
        calls_noted = false;
        close_hub();
    }
}

/* A move may take days: the table leaves memory, its clock does not. */
TEST(a_table_with_a_long_clock_sleeps_and_wakes_in_time)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{}],'options':{'clock':{'kind':'move','seconds':3600}}", id);
    says(ann, "{'type':'leave','id':3,'table':'%s'}", id);
    pass(HUB_ROOM_MS + 1000);
    CHECK_EQ(hub_counts(hub)->rooms, 0);
    pass(1000000 - HUB_ROOM_MS - 1000);
    struct conn *again = join("ann");
    says(again, "{'type':'watch','id':4,'table':'%s'}", id);
    CHECK(strstr(hears(again), "2600000") != NULL); /* left on the clock */
    hub_leave(again);
    pass(HUB_ROOM_MS + 1000);
    CHECK_EQ(hub_counts(hub)->rooms, 0);
    pass(2600000 - HUB_ROOM_MS - 1000 - 1);
    CHECK_EQ(hub_counts(hub)->rooms, 0);
    CHECK_EQ(hub_counts(hub)->moves, 0);
    pass(1);
    CHECK_EQ(hub_counts(hub)->rooms, 1);
    CHECK(hub_counts(hub)->moves > 0);
    close_hub();
}

TEST(so_many_may_watch_a_table_and_no_more)
{
    char id[TABLE_ID_MAX];

    conns_max = HUB_WATCH_MAX + 10;
    if (!open_hub()) return;
    struct conn *ann = join("ann"), *eve = NULL;
    create(ann, "[{},{'kind':'link'}]", id);
    for (int i = 0; i < HUB_WATCH_MAX; i++) {
        if (eve) CHECK(strstr(hears(eve), "\"BUSY\"") == NULL);
        eve = join("eve");
        says(eve, "{'type':'watch','id':2,'table':'%s'}", id);
    }
    CHECK(strstr(hears(eve), "\"BUSY\"") != NULL);
    struct conn *again = join("ann"); /* whoever has a seat is always let in */
    says(again, "{'type':'watch','id':2,'table':'%s'}", id);
    CHECK(strstr(hears(again), "\"ok\"") != NULL);
    conns_max = 50;
    close_hub();
}

TEST(a_full_server_says_so)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann[3] = {join("ann"), join("bob"), join("cat")};
    for (int i = 0; i < 50; i++) {
        create(ann[i / 20], "[{},{}]", id);
        says(ann[i / 20], "{'type':'leave','id':3,'table':'%s'}", id);
    }
    says(ann[2], "{'type':'create','id':9," GROW ",'seats':[{},{}]}");
    CHECK(strstr(hears(ann[2]), "\"BUSY\"") != NULL);
    says(ann[0], "{'type':'create','id':9," GROW ",'seats':[{},{}]}");
    CHECK(strstr(hears(ann[0]), "\"RATE\"") != NULL);
    int n = 3;
    while (hub_join(hub, NULL, "eve")) n++;
    CHECK_EQ(n, 50);
    close_hub();
}

TEST(who_looked_in_hears_nothing_of_a_private_game)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *bob = join("bob"), *eve = join("eve");
    create(ann, "[{},{'kind':'link'}],'options':{'watch':false}", id);
    says(bob, "{'type':'watch','id':3,'table':'%s'}", id);
    says(eve, "{'type':'watch','id':3,'table':'%s'}", id);
    says(bob, "{'type':'sit','id':4,'table':'%s','seat':1,'name':'Bob'}", id);
    hub_flush(hub);
    CHECK(strstr(hears(eve), "\"Bob\"") != NULL); /* a seat was still to be had */
    hears(bob);
    says(ann, "{'type':'start','id':5,'table':'%s'}", id);
    hub_flush(hub);
    CHECK(strstr(hears(bob), "\"type\":\"start\"") != NULL);
    const char *told = hears(eve);
    CHECK(strstr(told, "\"OFF\"") != NULL);
    CHECK(strstr(told, "\"start\"") == NULL);
    CHECK_EQ(hub_counts(hub)->subs, 2);
    close_hub();
}

/* What the store has forgotten is not gone on with from memory. */
TEST(a_forgotten_table_leaves_memory)
{
    char id[TABLE_ID_MAX], other[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *bob = join("bob");
    create(ann, "[{},{'kind':'link'}]", id);
    pass(5000);
    create(bob, "[{},{'kind':'link'}]", other);
    CHECK_EQ(asked_to_forget(hub, now - 1000), 1);
    CHECK_EQ(hub_counts(hub)->rooms, 1);
    says(ann, "{'type':'chat','id':3,'table':'%s','text':'x'}", id);
    hub_flush(hub);
    CHECK(strstr(hears(ann), "\"NO_TABLE\"") != NULL);
    says(bob, "{'type':'chat','id':3,'table':'%s','text':'x'}", other);
    hub_flush(hub);
    CHECK(strstr(hears(bob), "\"ok\"") != NULL);
    close_hub();
}

/* Tables that somebody only looked at make room for those that are wanted. */
TEST(idle_tables_make_room)
{
    char id[120][TABLE_ID_MAX];
    struct conn *ann = NULL;

    if (!open_hub()) return;
    one_address = true;
    for (int i = 0; i < 120; i++) {
        if (i % 15 == 0) ann = join("ann");
        create(ann,
               "[{},{'kind':'link'}],'options':{'clock':{'kind':'move','seconds':3600}}",
               id[i]);
        says(ann, "{'type':'leave','id':3,'table':'%s'}", id[i]);
        pass(10);
    }
    CHECK_EQ(hub_counts(hub)->rooms, 50);
    for (int i = 0; i < 120; i++) {
        if (i % 10 == 0) ann = join("ann");
        says(ann, "{'type':'look','id':4,'table':'%s'}", id[i]);
        if (!CHECK(strstr(hears(ann), "\"status\":\"open\"") != NULL)) break;
        pass(10);
    }
    CHECK_EQ(hub_counts(hub)->rooms, 50);
    char *health = hub_metrics_health(hub);
    CHECK(strstr(health, "\"ok\":true") != NULL); /* they can go */
    free(health);
    struct conn *bob = NULL;
    for (int i = 0; i < 50; i++) {
        if (i % 10 == 0) bob = join("bob");
        says(bob, "{'type':'watch','id':4,'table':'%s'}", id[i]);
        CHECK(strstr(hears(bob), "\"BUSY\"") == NULL);
        pass(10);
    }
    struct conn *cat = join("cat"); /* all are watched: now it is full */
    says(cat, "{'type':'watch','id':4,'table':'%s'}", id[50]);
    CHECK(strstr(hears(cat), "\"BUSY\"") != NULL);
    health = hub_metrics_health(hub);
    CHECK(strstr(health, "\"ok\":false") != NULL);
    free(health);
    close_hub();
}

/* A server began while its store could not note how long none was there: it waits until that is noted. Otherwise clocks
 * would be stored that count with a pause of which the next server does not know. */
TEST(a_pause_that_could_not_be_noted_is_noted_before_anything_else)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    CHECK(store_begin(store, &now));
    struct conn *ann = join("ann");
    create(ann, "[{},{}],'options':{'clock':{'kind':'move','seconds':7200}}", id);
    store_hours_alive(store, now);
    hub_free(hub);
    now += 100000;
    broken = true;
    CHECK(!store_begin(store, &now));
    if (!start_hub()) return;
    hub_ask_wake_tables(hub);
    CHECK(hub_waits_for_store(hub));
    ann = join("ann");
    says(ann, "{'type':'chat','id':3,'table':'%s','text':'x'}", id);
    CHECK(strstr(hears(ann), "\"STORE\"") != NULL);
    broken = false;
    pass(2000);
    CHECK(!hub_waits_for_store(hub));
    says(ann, "{'type':'chat','id':4,'table':'%s','text':'x'}", id);
    hub_flush(hub);
    CHECK(strstr(hears(ann), "\"ok\",\"id\":4") != NULL);
    if (!restart(1000)) return;
    ann = join("ann");
    says(ann, "{'type':'watch','id':5,'table':'%s'}", id);
    CHECK(strstr(hears(ann), "7200000") != NULL); /* left on the clock */
    close_hub();
}

TEST(health_tells_of_a_store_that_fails)
{
    char id[TABLE_ID_MAX], *text;

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{'kind':'link'}]", id);
    broken = true;
    says(ann, "{'type':'chat','id':3,'table':'%s','text':'x'}", id);
    hub_flush(hub);
    CHECK(strstr(text = hub_metrics_health(hub), "\"ok\":false") != NULL);
    free(text);
    broken = false;
    says(ann, "{'type':'chat','id':3,'table':'%s','text':'x'}", id);
    hub_flush(hub);
    CHECK(strstr(text = hub_metrics_health(hub), "\"ok\":true") != NULL);
    free(text);
    close_hub();
}

TEST(a_private_table_shows_its_record_only_to_those_who_play)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *eve = join("eve");
    create(ann, "[{},{}],'options':{'watch':false}", id);
    says(eve, "{'type':'watch','id':2,'table':'%s'}", id);
    CHECK(strstr(hears(eve), "\"OFF\"") != NULL);
    CHECK(asked_record(hub, id, "eve") == NULL);
    char *record = asked_record(hub, id, "ann");
    CHECK(record && strstr(record, "seed hidden"));
    free(record);
    close_hub();
}
