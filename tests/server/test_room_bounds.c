/* test_room_bounds.c -- every limit of a connection at the very number at which it begins: one less is let
 * through, one more is not. */
#include "hub_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A request, and what is answered. */
static const char *asks(struct conn *conn, const char *request)
{
    says(conn, "%s", request);
    hub_flush(hub);
    return hears(conn);
}

static bool pings(struct conn *conn)
{
    const char *told = asks(conn, "{'type':'ping','id':9}");

    CHECK(!strstr(told, "RATE") != !strstr(told, "\"time\""));
    return !strstr(told, "RATE");
}

TEST(a_connection_asks_so_often_and_no_more)
{
    if (!open_hub()) return;
    struct conn *ann = join("ann"); /* the first of its requests was hello */
    for (int i = 1; i < HUB_RATE_BURST; i++)
        if (!CHECK(pings(ann))) break;
    CHECK(!pings(ann));
    pass(HUB_RATE_MS - 1);
    CHECK(!pings(ann));
    pass(1);
    CHECK(pings(ann) && !pings(ann));
    pass(3 * HUB_RATE_MS);
    CHECK(pings(ann) && pings(ann) && pings(ann) && !pings(ann));
    pass((int64_t)HUB_RATE_MS * 10 * HUB_RATE_BURST); /* more is not saved up */
    for (int i = 0; i < HUB_RATE_BURST; i++)
        if (!CHECK(pings(ann))) break;
    CHECK(!pings(ann));
    close_hub();
}

/* A ping with so many values beside it. */
static const char *pings_with(struct conn *conn, int more)
{
    static char frame[8 * HUB_PARTS_MAX];
    int n = snprintf(frame, sizeof frame, "{\"type\":\"ping\",\"id\":9,\"x\":[{}");

    for (int i = 1; i < more; i++)
        n += snprintf(frame + n, sizeof frame - (size_t)n, ",\"[,{\"");
    n += snprintf(frame + n, sizeof frame - (size_t)n, "]}");
    hub_receive(conn, frame, (size_t)n);
    return hears(conn);
}

/* jansson makes eighty bytes of one: what a stranger sends is counted before it is read. What stands in a text does not count. */
TEST(a_message_has_so_many_values_and_no_more)
{
    if (!open_hub()) return;
    struct conn *ann = join("ann");
    /* Besides: the message, its second and third member, its list, the object in it. */
    CHECK(strstr(pings_with(ann, HUB_PARTS_MAX - 5), "\"time\"") != NULL);
    CHECK(!hub_send_done(ann));
    CHECK(strstr(pings_with(ann, HUB_PARTS_MAX - 4), "\"SIZE\"") != NULL);
    CHECK(hub_send_done(ann));
    close_hub();
}

static bool creates(struct conn *conn)
{
    const char *told =
        asks(conn, "{'type':'create','id':2," GROW ",'seats':[{},{'kind':'link'}]}");
    bool ok = strstr(told, "\"type\":\"ok\"") != NULL;

    CHECK(ok != (strstr(told, "too many new tables") != NULL));
    return ok;
}

TEST(a_connection_makes_so_many_tables_and_no_more)
{
    one_address = true;
    if (!open_hub()) return;
    one_address = true;
    struct conn *ann = join("ann");
    for (int i = 0; i < HUB_CREATE_BURST; i++)
        if (!CHECK(creates(ann))) break;
    CHECK(!creates(ann));
    pass(HUB_CREATE_MS - 1);
    CHECK(!creates(ann));
    pass(1);
    CHECK(creates(ann) && !creates(ann));
    one_address = false;
    close_hub();
}

TEST(a_connection_watches_so_many_tables_and_no_more)
{
    char id[HUB_SUBS_MAX + 1][TABLE_ID_MAX];

    if (!open_hub()) return;
    one_address = true;
    struct conn *ann = join("ann"), *eve = join("eve");
    for (int i = 0; i <= HUB_SUBS_MAX; i++) {
        hears(ann); /* of the tables before */
        create(ann, "[{},{'kind':'link'}]", id[i]);
        pass(HUB_RATE_MS);
    }
    for (int i = 0; i < HUB_SUBS_MAX; i++) {
        says(eve, "{'type':'watch','id':5,'table':'%s'}", id[i]);
        if (!CHECK(strstr(hears(eve), "\"type\":\"ok\"") != NULL)) break;
    }
    says(eve, "{'type':'watch','id':6,'table':'%s'}", id[HUB_SUBS_MAX]);
    CHECK(strstr(hears(eve), "\"RATE\"") != NULL);
    says(eve, "{'type':'watch','id':7,'table':'%s'}", id[3]); /* one of them again */
    CHECK(strstr(hears(eve), "\"type\":\"ok\"") != NULL);
    says(eve, "{'type':'leave','id':8,'table':'%s'}", id[0]);
    CHECK(strstr(hears(eve), "\"type\":\"ok\"") != NULL);
    says(eve, "{'type':'watch','id':9,'table':'%s'}", id[HUB_SUBS_MAX]);
    CHECK(strstr(hears(eve), "\"type\":\"ok\"") != NULL);
    one_address = false;
    close_hub();
}

/* idle_ms of the test's hub is 600,000; connections are looked at once a second. */
TEST(who_says_nothing_goes_at_the_right_moment)
{
    if (!open_hub()) return;
    struct conn *ann = join("ann");
    struct conn *mute = hub_join(hub, NULL, "mute");
    pass(HUB_HELLO_MS);
    CHECK(!strstr(hears(mute), "bye"));
    pass(999); /* not looked at yet */
    CHECK(!strstr(hears(mute), "bye"));
    pass(1);
    CHECK(strstr(hears(mute), "\"bye\"") && strstr(hears(mute), "idle") == NULL);
    CHECK(hub_send_done(mute));
    for (int64_t at = HUB_HELLO_MS + 1000; at < 600000; at += 1000) pass(1000);
    CHECK(!strstr(hears(ann), "bye"));
    pass(1000);
    CHECK(strstr(hears(ann), "\"reason\":\"idle\"") != NULL);
    close_hub();
}

TEST(a_slow_reader_goes_at_the_right_moment)
{
    if (!open_hub()) return;
    struct conn *ann = join("ann");
    uint64_t dropped = hub_counts(hub)->dropped;
    says(ann, "{'type':'ping','id':9}"); /* the answer waits */
    pass(HUB_SLOW_MS);
    CHECK(hub_counts(hub)->dropped == dropped);
    pass(1000);
    CHECK(hub_counts(hub)->dropped == dropped + 1);
    CHECK(strstr(hears(ann), "\"reason\":\"slow\"") != NULL);
    close_hub();
}

/* A table that nobody watches stays for half a minute. */
TEST(a_table_leaves_memory_at_the_right_moment)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{'kind':'link'}]", id);
    pass(1000);
    says(ann, "{'type':'leave','id':3,'table':'%s'}", id);
    pass(HUB_ROOM_MS);
    CHECK_EQ(hub_counts(hub)->rooms, 1);
    pass(1);
    CHECK_EQ(hub_counts(hub)->rooms, 0);
    CHECK_EQ(hub_counts(hub)->subs, 0);
    close_hub();
}

/* Presence is told at once, and then at most twice a second. */
TEST(presence_is_told_so_often_and_no_more)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *bob = join("bob"), *eve = join("eve");
    create(ann, "[{},{'kind':'link'}]", id);
    pass(HUB_PRESENCE_MS);
    hears(ann);
    says(bob, "{'type':'watch','id':2,'table':'%s'}", id);
    pass(HUB_PRESENCE_MS - 1);
    CHECK(!strstr(hears(ann), "\"presence\""));
    says(eve, "{'type':'watch','id':2,'table':'%s'}", id);
    pass(1);
    CHECK(strstr(hears(ann), "\"watchers\":2") != NULL); /* both at once */
    pass(HUB_PRESENCE_MS);
    CHECK(!strstr(hears(ann), "\"presence\"")); /* nothing changed */
    close_hub();
}

/* Of several idle tables the one that was of no use for longest goes. */
TEST(the_longest_idle_table_makes_room)
{
    char id[4][TABLE_ID_MAX];

    rooms_max = 3;
    bool ok = open_hub();
    rooms_max = 50;
    if (!ok) return;
    struct conn *ann = join("ann");
    for (int i = 0; i < 3; i++) {
        hears(ann); /* of the tables before */
        create(ann, "[{},{'kind':'link'}]", id[i]);
        pass(10);
    }
    for (int i = 0; i < 3; i++) { /* 1 is left first, then 0, then 2 */
        says(ann, "{'type':'leave','id':3,'table':'%s'}",
             id[i == 0   ? 1
                : i == 1 ? 0
                         : 2]);
        pass(10);
    }
    CHECK_EQ(hub_counts(hub)->rooms, 3);
    hears(ann);
    create(ann, "[{},{'kind':'link'}]", id[3]);
    CHECK_EQ(hub_counts(hub)->rooms, 3);
    too_dear = HUB_LOAD_TABLE; /* so that only what is in memory can be seen */
    static const bool here[] = {true, false, true, true};
    for (int i = 0; i < 4; i++) {
        says(ann, "{'type':'look','id':4,'table':'%s'}", id[i]);
        CHECK((strstr(hears(ann), "\"type\":\"ok\"") != NULL) == here[i]);
    }
    too_dear = -1;
    close_hub();
}

/* What is told to one who looks: the status, who has to decide, which seats are his. */
TEST(a_look_shows_his_seats)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *eve = join("eve");
    create(ann, "[{},{'kind':'link'},{}]", id);
    says(ann, "{'type':'look','id':4,'table':'%s'}", id);
    CHECK(strstr(hears(ann), "\"status\":\"open\",\"actor\":null,\"seats\":[0,2]") !=
          NULL);
    says(eve, "{'type':'look','id':4,'table':'%s'}", id);
    CHECK(strstr(hears(eve), "\"actor\":null,\"seats\":[]") != NULL);
    CHECK_EQ(hub_counts(hub)->subs, 1); /* who looks does not watch */
    close_hub();
}
