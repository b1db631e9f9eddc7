/* test_room_slow.c -- a store that answers late, or not at all for a while: who waits, who is told, and what
 * clocks do. */
#include <stdio.h>
#include <string.h>

#include "hub_test.h"
#include "memory.h"

#define CLOCK "'options':{'clock':{'kind':'budget','seconds':60}}"

/* Does the connection hear that? It hears all of it either way. */
static bool told(struct conn *conn, const char *what)
{
    return strstr(hears(conn), what) != NULL;
}

static struct conn *ann, *bob;
static char id[TABLE_ID_MAX];

/* A table of ann's, at which bob watches. */
static bool sit_down(const char *options)
{
    char seats[200];

    if (!open_hub()) return false;
    ann = join("ann");
    bob = join("bob");
    snprintf(seats, sizeof seats, "[{},{}],%s", options);
    create(ann, seats, id);
    says(bob, "{'type':'watch','id':2,'table':'%s'}", id);
    hears(ann);
    return told(bob, "\"seq\":1");
}

static void chat(struct conn *conn, int number, const char *text)
{
    says(conn, "{'type':'chat','id':%d,'table':'%s','text':'%s'}", number, id, text);
    hub_flush(hub);
}

TEST(nothing_is_acknowledged_or_told_before_it_is_stored)
{
    if (!sit_down(CLOCK)) return;
    slow = true;
    chat(ann, 3, "early");
    CHECK_STR(hears(ann), "");
    CHECK_STR(hears(bob), "");
    CHECK(hub_flush_busy(hub));
    CHECK_EQ(land(1), 1);
    const char *heard = hears(ann);
    CHECK(strstr(heard, "\"ok\",\"id\":3") && strstr(heard, "early"));
    CHECK(told(bob, "early"));
    CHECK(!hub_flush_busy(hub));
    close_hub();
}

/* What is not stored yet is not seen by looking either, and nobody builds on it. */
TEST(requests_about_a_table_wait_in_order)
{
    if (!sit_down(CLOCK)) return;
    slow = true;
    says(ann, "{'type':'resign','id':3,'table':'%s','seat':0}", id);
    hub_flush(hub);
    says(bob, "{'type':'look','id':4,'table':'%s'}", id);
    chat(ann, 5, "second");
    CHECK_EQ(land(5), 1); /* the first batch alone; it makes way for the others */
    CHECK(told(bob, "\"status\":\"over\""));
    const char *heard = hears(ann);
    CHECK(strstr(heard, "\"ok\",\"id\":3") && !strstr(heard, "\"id\":5"));
    hub_flush(hub);
    CHECK_EQ(land(5), 1);
    CHECK(told(ann, "\"ok\",\"id\":5"));
    CHECK(told(bob, "second"));
    close_hub();
}

/* A request of nearly a whole frame. */
static void look_at_length(struct conn *conn, int number)
{
    static char frame[HUB_FRAME_MAX], text[HUB_FRAME_MAX - 4096];

    memset(text, 'x', sizeof text - 1);
    int n = snprintf(frame, sizeof frame,
                     "{\"type\":\"look\",\"id\":%d,\"table\":\"%s\",\"x\":\"%s\"}",
                     number, id, text);
    hub_receive(conn, frame, (size_t)n);
}

/* What waits is in memory: of one connection as much as two whole frames. */
TEST(requests_that_wait_weigh_so_much_and_no_more)
{
    if (!sit_down(CLOCK)) return;
    for (int again = 0; again < 2; again++) {
        slow = true;
        chat(ann, 3, "first");
        look_at_length(bob, 4);
        look_at_length(bob, 5);
        CHECK_STR(hears(bob), "");
        look_at_length(bob, 6);
        CHECK(told(bob, "\"code\":\"BUSY\""));
        land(5);
        const char *heard = hears(bob); /* and their weight is given back */
        CHECK(strstr(heard, "\"id\":4") && strstr(heard, "\"id\":5"));
        hears(ann);
    }
    close_hub();
}

/* Questions over HTTP about tables that have to be read: each is answered when its own table is there. */
TEST(questions_about_tables_wait_each_for_its_own)
{
    char first[TABLE_ID_MAX], second[TABLE_ID_MAX];

    if (!open_hub()) return;
    ann = join("ann");
    create(ann, "[{},{}]", first);
    create(ann, "[{},{}]", second);
    if (!CHECK(restart(1000))) return;
    slow = true;
    struct hub_ask one = asked_about(first, ""), two = asked_about(second, ""),
                   three = asked_about(first, "");
    hub_ask_table(hub, &one);
    hub_ask_table(hub, &two);
    hub_ask_table(hub, &three);
    CHECK(!asked_told && one.waits && two.waits && three.waits);
    CHECK_EQ(land(1), 1);
    CHECK(asked_told && !asked_why && one.length && three.length && !two.length);
    CHECK(!one.waits && !three.waits && two.waits);
    asked_told = false;
    land(5);
    CHECK(asked_told && two.length && !two.waits);
    close_hub();
}

TEST(a_batch_that_fails_late_never_happened)
{
    if (!sit_down(CLOCK)) return;
    slow = true;
    chat(ann, 3, "lost");
    chat(ann, 4, "waits");
    broken = true;
    slow = false;
    CHECK_EQ(land(5), 1);
    const char *heard = hears(ann);
    CHECK(strstr(heard, "\"STORE\"") && strstr(heard, "\"id\":3") &&
          !strstr(heard, "lost"));
    CHECK(strstr(heard, "\"id\":4") != NULL); /* refused: the store is away */
    broken = false;
    chat(ann, 5, "there");
    CHECK(told(ann, "\"ok\",\"id\":5"));
    heard = hears(bob);
    CHECK(strstr(heard, "there") && !strstr(heard, "lost") && !strstr(heard, "waits"));
    close_hub();
}

/* Who has asked is answered at once; others who watch are told only when it lasts. */
TEST(a_store_that_fails_for_a_moment_is_not_told_to_everybody)
{
    if (!sit_down(CLOCK)) return;
    broken = true;
    chat(ann, 3, "lost");
    CHECK(told(ann, "\"STORE\""));
    pass(100);
    CHECK(!told(bob, "\"STORE\""));
    for (int64_t ms = 0; ms <= HUB_AWAY_MS; ms += 1000) pass(1000);
    CHECK(told(bob, "clocks stand still"));
    close_hub();
}

/* Who goes while the store works is not spoken to, and the table stays whole. */
TEST(one_may_leave_while_the_store_works)
{
    if (!sit_down(CLOCK)) return;
    slow = true;
    chat(ann, 3, "bye");
    chat(bob, 4, "waits");
    hub_leave(ann);
    hub_leave(bob);
    CHECK_EQ(land(5), 1);
    slow = false;
    ann = join("ann");
    says(ann, "{'type':'watch','id':2,'table':'%s'}", id);
    const char *heard = hears(ann);
    CHECK(strstr(heard, "bye") && !strstr(heard, "waits"));
    close_hub();
}

/* His request waits behind what he said before; that the store goes away meanwhile does not keep him. */
TEST(one_may_leave_a_table_though_the_store_has_gone)
{
    if (!sit_down(CLOCK)) return;
    int subs = (int)hub_counts(hub)->subs;
    slow = true;
    chat(ann, 3, "bye");
    says(ann, "{'type':'leave','id':4,'table':'%s'}", id);
    CHECK(!told(ann, "\"id\":4"));
    pass(HUB_AWAY_MS + 1000);
    CHECK(hub_waits_for_store(hub));
    CHECK(told(ann, "\"ok\",\"id\":4"));
    CHECK_EQ(hub_counts(hub)->subs, subs - 1);
    slow = false;
    land(5);
    close_hub();
}

/* Two ask for a table that is not in memory: it is read once, and both are served. */
TEST(a_table_is_read_once_for_all_who_wait)
{
    if (!sit_down(CLOCK) || !restart(1000)) return;
    ann = join("ann");
    bob = join("bob");
    slow = true;
    owed = 0;
    says(ann, "{'type':'watch','id':2,'table':'%s'}", id);
    says(bob, "{'type':'look','id':3,'table':'%s'}", id);
    says(ann, "{'type':'leave','id':4,'table':'%s'}", id);
    CHECK_STR(hears(ann), "");
    CHECK_EQ(land(1), 1);
    CHECK(told(bob, "\"ok\",\"id\":3"));
    const char *heard = hears(ann);
    CHECK(strstr(heard, "\"id\":2") && strstr(heard, "\"id\":4"));
    CHECK_EQ(hub_counts(hub)->rooms, 1);
    CHECK_EQ(hub_counts(hub)->subs, 0);        /* ann left after she came */
    CHECK_EQ(owed, 2 * asked_length(hub, id)); /* read once, and told her once */
    close_hub();
}

TEST(a_table_that_cannot_be_read_is_refused_to_all_who_wait)
{
    if (!sit_down(CLOCK) || !restart(1000)) return;
    ann = join("ann");
    slow = true;
    says(ann, "{'type':'watch','id':2,'table':'%s'}", id);
    says(ann, "{'type':'look','id':3,'table':'%s'}", id);
    unread = true;
    CHECK_EQ(land(5), 1);
    const char *heard = hears(ann);
    CHECK(strstr(heard, "\"STORE\"") && strstr(heard, "\"id\":2") &&
          strstr(heard, "\"id\":3"));
    says(ann, "{'type':'look','id':4,'table':'nowhere'}");
    unread = false;
    CHECK_EQ(land(5), 1);
    CHECK(told(ann, "\"NO_TABLE\""));
    close_hub();
}

/* -- A store that is away --------------------------------------------------------------- */

/* What is left to whoever decides: the other seat has all of it. */
static int left_to_ann(void)
{
    int one = -1, two = -1;

    says(ann, "{'type':'watch','id':9,'table':'%s'}", id);
    const char *at = strstr(hears(ann), "\"left\":[");
    CHECK(at && sscanf(at, "\"left\":[%d,%d", &one, &two) == 2);
    return one < two ? one : two;
}

/* People are told, clocks stand still, and all goes on when it is back. */
TEST(clocks_stand_while_the_store_is_away)
{
    if (!sit_down(CLOCK)) return;
    pass(1000);
    hears(ann);
    hears(bob);
    slow = true;
    chat(ann, 3, "when?");
    pass(1000);
    CHECK(!hub_waits_for_store(hub));
    CHECK_STR(hears(bob), "");
    chat(bob, 4, "waits");
    pass(1000);
    CHECK(!hub_waits_for_store(hub));
    pass(1000);
    CHECK(hub_waits_for_store(hub));
    const char *heard = hears(ann);
    CHECK(strstr(heard, "clocks stand still") && !strstr(heard, "\"ok\""));
    heard = hears(bob);
    CHECK(strstr(heard, "\"id\":4") && strstr(heard, "clocks stand still"));
    for (int i = 0; i < 60; i++) pass(1000);
    CHECK_STR(hears(bob), ""); /* once is enough */
    says(bob, "{'type':'create','id':6," GROW ",'seats':[{},{}]}");
    CHECK(told(bob, "\"STORE\""));
    char *health = hub_metrics_health(hub);
    CHECK(health && strstr(health, "\"ok\":false"));
    free(health);
    land(5);
    pass(10);
    slow = false;
    land(5);
    CHECK(!hub_waits_for_store(hub));
    CHECK(told(ann, "\"ok\",\"id\":3")); /* it was stored after all */
    CHECK(told(bob, "when?"));
    pass(1000);
    int left = left_to_ann();
    CHECK_EQ(left / 100, 579);  /* of 60: a second before, none while it was away */
    if (!restart(5000)) return; /* what is read from the store says the same */
    ann = join("ann");
    int again = left_to_ann();
    CHECK_EQ(again, left);
    close_hub();
}

/* A clock that nobody watches stands still as well. */
TEST(sleeping_clocks_stand_while_the_store_is_away)
{
    char other[TABLE_ID_MAX];

    if (!sit_down(CLOCK)) return;
    hears(bob);
    create(bob, "[{},{'kind':'link'}]", other);
    hub_leave(ann);
    says(bob, "{'type':'leave','id':3,'table':'%s'}", id);
    for (int i = 0; i < 40; i++) {
        pass(1000);
        hears(bob);
    }
    CHECK_EQ(hub_counts(hub)->rooms, 1);
    broken = true;
    says(bob, "{'type':'chat','id':4,'table':'%s','text':'x'}", other);
    hub_flush(hub);
    hears(bob);
    for (int i = 0; i < 3; i++) pass(1000);
    CHECK(told(bob, "clocks stand still"));
    for (int i = 0; i < 97; i++) pass(1000);
    broken = false;
    uint64_t before = hub_counts(hub)->entries;
    for (int i = 0; i < 15; i++) pass(1000);
    CHECK_EQ(hub_counts(hub)->entries, before); /* 55 of 60 seconds are gone */
    for (int i = 0; i < 10; i++) pass(1000);
    CHECK(hub_counts(hub)->entries > before);
    close_hub();
}

/* One table that does not fit what is stored is no fault of the others in its batch. */
/* A sleeping table whose clock runs out is read once, though the store takes its time. */
TEST(a_table_is_woken_by_a_slow_store)
{
    if (!open_hub()) return;
    ann = join("ann");
    create(ann, "[{},{}],'options':{'clock':{'kind':'move','seconds':3600}}", id);
    says(ann, "{'type':'leave','id':3,'table':'%s'}", id);
    pass(HUB_ROOM_MS + 1000);
    CHECK_EQ(hub_counts(hub)->rooms, 0);
    slow = true;
    pass(3600000);
    pass(10);
    CHECK_EQ(land(5), 1);
    slow = false;
    pass(10);
    CHECK_EQ(hub_counts(hub)->rooms, 1);
    CHECK(hub_counts(hub)->moves > 0);
    close_hub();
}

TEST(a_conflict_is_one_tables_own)
{
    char other[TABLE_ID_MAX];

    if (!sit_down(CLOCK)) return;
    pass(5000);
    hears(bob);
    create(bob, "[{},{'kind':'link'}]", other);
    hears(bob);
    CHECK_EQ(store_wait_forget(store, now), 1); /* ann's table, behind the hub's back */
    says(ann, "{'type':'chat','id':3,'table':'%s','text':'x'}", id);
    says(bob, "{'type':'chat','id':4,'table':'%s','text':'y'}", other);
    hub_flush(hub);
    const char *heard = hears(ann);
    CHECK(strstr(heard, "\"STORE\"") && strstr(heard, "\"NO_TABLE\""));
    heard = hears(bob);
    CHECK(strstr(heard, "\"ok\",\"id\":4") != NULL);
    CHECK(!hub_waits_for_store(hub));
    CHECK_EQ(hub_counts(hub)->rooms, 1);
    close_hub();
}

/* While the store is away nobody waits for it: what is asked is answered from memory, or refused, at once. */
TEST(questions_do_not_wait_for_a_store_that_is_away)
{
    static void (*const asks[])(struct hub *, struct hub_ask *) = {
        hub_games_ask_club,   hub_ask_list,           hub_hall_ask,
        hub_contest_ask_list, hub_contest_ask,        hub_contest_ask_log,
        hub_contest_ask_csv,  hub_contest_ask_record, hub_deal_ask,
        hub_deal_ask_record,  hub_ask_table,          hub_ask_record};

    if (!sit_down(CLOCK)) return;
    slow = true;
    chat(ann, 3, "when?");
    pass(HUB_AWAY_MS + 1000);
    CHECK(hub_waits_for_store(hub));
    for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
        struct hub_ask ask = asked_about("nosuchtable1", "");
        asks[i](hub, &ask);
        if (!CHECK(asked_told)) {
            printf("question %zu\n", i);
            hub_ask_no_more(&ask);
        } else
            free(ask.text);
    }
    slow = false;
    land(100);
    close_hub();
}

/* A conflict at one of two tables, and one who asks for memory meanwhile gets none. */
static void conflict_without(struct memory_report *report, const void *fails)
{
    char other[TABLE_ID_MAX];

    if (!sit_down(CLOCK)) return;
    pass(5000);
    hears(bob);
    create(bob, "[{},{'kind':'link'}]", other);
    hears(ann);
    hears(bob);
    CHECK_EQ(store_wait_forget(store, now), 1);
    says(bob, "{'type':'chat','id':4,'table':'%s','text':'y'}", other);
    says(ann, "{'type':'chat','id':3,'table':'%s','text':'x'}", id);
    memory_watch(report, fails, 1);
    memory_hold(false);
    hub_flush(hub);
    memory_end();
    for (int i = 0; i < 3; i++) pass(1000);
    /* Without memory even for the answer he is sent away. */
    CHECK(told(ann, "\"id\":3") || hub_send_done(ann));
    CHECK(told(bob, "\"id\":4") || hub_send_done(bob));
    CHECK(!hub_waits_for_store(hub) && !hub_flush_busy(hub));
    if (hub_send_done(bob)) bob = join("bob");
    says(bob, "{'type':'watch','id':5,'table':'%s'}", other);
    hub_flush(hub);
    CHECK(told(bob, "\"ok\",\"id\":5"));
    close_hub();
}

/* Whatever cannot be had then: both are answered, and the sound table goes on. */
TEST(a_conflict_is_borne_without_memory)
{
    static struct memory_report all, one;

    conflict_without(&all, NULL);
    CHECK(!memory_can_run_out() || all.n_sites > 5);
    for (int i = 0; i < all.n_sites; i++) {
        int before = test_failures();
        memset(&one, 0, sizeof one);
        conflict_without(&one, all.sites[i].at);
        if (test_failures() > before)
            fprintf(stderr, "no memory at %zx\n", memory_offset(all.sites[i].at));
    }
}

/* A rematch and the table it follows are stored together, or neither is. */
TEST(a_rematch_is_stored_with_its_table)
{
    if (!sit_down(CLOCK)) return;
    says(ann, "{'type':'resign','id':3,'table':'%s','seat':0}", id);
    hub_flush(hub);
    pass(5000);
    hears(ann);
    CHECK_EQ(store_wait_forget(store, now), 1);
    says(ann, "{'type':'rematch','id':4,'table':'%s'}", id);
    hub_flush(hub);
    CHECK(told(ann, "\"STORE\""));
    char *list = asked_list(hub);
    CHECK_EQ(hub_counts(hub)->rooms, 0);
    CHECK(list != NULL);
    free(list);
    close_hub();
}
