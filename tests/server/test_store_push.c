/* test_store_push.c -- subscriptions in a store: who is told, once, and when nobody is any more. */
#include <stdio.h>
#include <string.h>

#include "server/store/store_push.h"
#include "server/store/store_wait.h"
#include "store_test.h"
#include "test.h"

static char seen[400];

static int64_t due_key, due_turn;

static bool note_push(void *context, const struct store_push *push)
{
    (void)context;
    due_key = push->key;
    due_turn = push->turn;
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s:%d:%d ", push->endpoint,
             push->seat, push->tries);
    return true;
}

static const char *due_at(struct store *store, int64_t now)
{
    seen[0] = 0;
    CHECK(store_wait_due(store, now, 10, note_push, NULL));
    return seen;
}

/* It is now `who`'s turn, told at `due`. */
static bool turn(struct store *store, const char *who, int64_t number, int64_t due)
{
    struct store_turn one = {
        .table = "t1", .who = who, .seat = 1, .turn = number, .due = due};
    struct store_batch batch = {.turns = &one, .n_turns = 1};

    return store_wait_append(store, &batch);
}

static bool change(struct store *store, enum store_push_fate fate, int64_t due)
{
    struct store_push_change one = {
        .key = due_key, .turn = due_turn, .due = due, .fate = fate};

    return store_wait_change(store, &one, 1);
}

TEST(a_turn_is_told_once_to_who_subscribed)
{
    struct store *store = store_test_open();
    struct store_row row = {.table = "t1", .summary = "s"};

    CHECK_EQ(store_test_subscribe(store, "t1", "ann", "a"),
             STORE_ADD_FAILED); /* no such table */
    CHECK(store_test_add(store, "t1", 1, 1, &row));
    CHECK_EQ(store_test_subscribe(store, "t1", "ann", "a"), STORE_ADDED);
    CHECK_EQ(store_test_subscribe(store, "t1", "bob", "b"), STORE_ADDED);
    CHECK(turn(store, "ann", 3, 50));
    CHECK_STR(due_at(store, 49), "");
    CHECK_STR(due_at(store, 50), "a:1:0 ");
    CHECK(turn(store, "ann", 4, 90)); /* still hers: a builder's second turn */
    CHECK_STR(due_at(store, 50), "a:1:0 ");
    CHECK(change(store, STORE_PUSH_SENDING, 0));
    CHECK_STR(due_at(store, 500), "");
    CHECK(change(store, STORE_PUSH_AGAIN, 70)); /* the service is busy */
    CHECK_STR(due_at(store, 70), "a:1:1 ");
    CHECK(turn(store, "bob", 5, 80)); /* she did not wait for it */
    CHECK_STR(due_at(store, 500), "b:1:0 ");
    CHECK(turn(store, "ann", 3, 80)); /* taken back: that was told already */
    CHECK_STR(due_at(store, 500), "");
    CHECK(turn(store, "bob", 5, 80));
    CHECK_STR(due_at(store, 500), "");
    CHECK(turn(store, "", 5, 80));
    CHECK(turn(store, "bob", 7, 80));
    CHECK_STR(due_at(store, 500), "b:1:0 ");
    due_turn = 5;
    CHECK(change(store, STORE_PUSH_AGAIN, 400)); /* about a turn that is over */
    CHECK_STR(due_at(store, 399), "b:1:0 ");
    store->close(store);
}

TEST(a_subscription_ends_with_the_game_the_seat_and_the_browser)
{
    static const char *const owners[] = {"ann", ""};
    struct store *store = store_test_open();
    struct store_row row = {.table = "t1", .summary = "s"};
    struct store_turn left = {.table = "t1", .who = "", .owners = owners, .n_owners = 2};
    struct store_batch batch = {.turns = &left, .n_turns = 1};

    CHECK(store_test_add(store, "t1", 1, 1, &row));
    CHECK_EQ(store_test_subscribe(store, "t1", "ann", "a"), STORE_ADDED);
    CHECK_EQ(store_test_subscribe(store, "t1", "bob", "b"), STORE_ADDED);
    CHECK(store_wait_append(store, &batch));
    CHECK(store_wait_has_push(store, "t1", "ann", "a"));
    CHECK(!store_wait_has_push(store, "t1", "bob", "b"));
    CHECK(!store_wait_has_push(store, "t1", "bob", "a"));
    CHECK(turn(store, "ann", 3, 50));
    due_at(store, 50);
    for (int i = 1; i < STORE_PUSH_FAILED; i++) {
        CHECK(change(store, STORE_PUSH_LOST, 0));
        CHECK(store_wait_has_push(store, "t1", "ann", "a"));
    }
    CHECK(change(store, STORE_PUSH_DONE, 0)); /* one that arrives makes good */
    CHECK(change(store, STORE_PUSH_LOST, 0));
    CHECK(store_wait_has_push(store, "t1", "ann", "a"));
    CHECK(change(store, STORE_PUSH_GONE, 0));
    CHECK(!store_wait_has_push(store, "t1", "ann", "a"));
    CHECK_EQ(store_test_subscribe(store, "t1", "ann", "a"), STORE_ADDED);
    CHECK(turn(store, "ann", 4, 50));
    due_at(store, 50);
    for (int i = 0; i < STORE_PUSH_FAILED; i++) { /* so many one after the other */
        CHECK(store_wait_has_push(store, "t1", "ann", "a"));
        CHECK(change(store, STORE_PUSH_LOST, 0));
    }
    CHECK(!store_wait_has_push(store, "t1", "ann", "a"));
    CHECK_EQ(store_test_subscribe(store, "t1", "ann", "a"), STORE_ADDED);
    left.over = true;
    CHECK(store_wait_append(store, &batch));
    CHECK(!store_wait_has_push(store, "t1", "ann", "a"));
    CHECK_EQ(store_test_subscribe(store, "t1", "ann", "a"), STORE_ADDED);
    CHECK_EQ(store_wait_forget(store, 100), 1);
    CHECK(store_test_add(store, "t1", 1, 1, &row));
    CHECK(!store_wait_has_push(store, "t1", "ann", "a"));
    store->close(store);
}

TEST(a_person_has_four_browsers_at_a_table_and_no_more)
{
    struct store *store = store_test_open();
    struct store_row row = {.table = "t1", .summary = "s"},
                     other = {.table = "t2", .summary = "s"};
    char browser[16];

    CHECK(store_test_add(store, "t1", 1, 1, &row));
    CHECK(store_test_add(store, "t2", 1, 1, &other));
    for (int i = 0; i < STORE_PUSH_SEAT; i++) {
        snprintf(browser, sizeof browser, "a%d", i);
        CHECK_EQ(store_test_subscribe(store, "t1", "ann", browser), STORE_ADDED);
    }
    CHECK_EQ(store_test_subscribe(store, "t1", "ann", "a0"), STORE_ADDED); /* again */
    CHECK_EQ(store_test_subscribe(store, "t1", "ann", "more"), STORE_SEAT_FULL);
    CHECK_EQ(store_test_subscribe(store, "t1", "bob", "more"), STORE_ADDED);
    CHECK_EQ(store_test_subscribe(store, "t2", "ann", "more"), STORE_ADDED);
    store->close(store);
}

TEST(the_first_key_is_kept)
{
    struct store *store = store_test_open();
    char one[4] = "one", two[4] = "two", three[3] = "33";

    CHECK(store_wait_key(store, one, sizeof one));
    CHECK(store_wait_key(store, two, sizeof two));
    CHECK_STR(two, "one");
    CHECK(!store_wait_key(store, three, sizeof three));
    store->close(store);
}

static enum store_added subscribe_from(struct store *store, const char *table,
                                       const char *who, int64_t origin)
{
    static const unsigned char keys[STORE_PUSH_POINT];
    struct store_push push = {.table = table,
                              .who = who,
                              .endpoint = who,
                              .point = keys,
                              .auth = keys,
                              .origin = origin,
                              .turn = -1};

    return store_wait_add_push(store, &push);
}

/* Of one address so many; of another there is still room, and those that nobody counts have it always. */
TEST(an_address_has_so_many_subscriptions)
{
    struct store *store = store_test_open();
    struct store_row row = {.table = "t1", .summary = "s"};
    char who[16];

    CHECK(store_test_add(store, "t1", 1, 1, &row));
    for (int i = 0; i < STORE_PUSH_ORIGIN; i++) {
        snprintf(who, sizeof who, "p%d", i);
        CHECK_EQ(subscribe_from(store, "t1", who, 5), STORE_ADDED);
    }
    CHECK_EQ(subscribe_from(store, "t1", "more", 5), STORE_PUSH_FULL);
    CHECK(!store_wait_has_push(store, "t1", "more", "more"));
    CHECK_EQ(subscribe_from(store, "t1", "p0", 5), STORE_ADDED); /* he has it already */
    CHECK_EQ(subscribe_from(store, "t1", "more", 6), STORE_ADDED);
    CHECK_EQ(subscribe_from(store, "t1", "others", 0), STORE_ADDED);
    store->close(store);
}

/* A person has so many at all tables together. */
TEST(a_person_has_so_many_subscriptions)
{
    struct store *store = store_test_open();
    char table[16], browser[16];

    for (int i = 0; i <= STORE_PUSH_PERSON; i++) {
        struct store_row row = {.table = table, .summary = "s"};
        snprintf(table, sizeof table, "t%d", i / STORE_PUSH_SEAT);
        snprintf(browser, sizeof browser, "b%d", i);
        if (i % STORE_PUSH_SEAT == 0) CHECK(store_test_add(store, table, 1, 1, &row));
        CHECK_EQ(store_test_subscribe(store, table, "ann", browser),
                 i < STORE_PUSH_PERSON ? STORE_ADDED : STORE_PUSH_FULL);
    }
    CHECK_EQ(store_test_subscribe(store, table, "bob", "b"), STORE_ADDED);
    store->close(store);
}

/* One browser at one table, or at all of them; of other people and other browsers nothing goes. */
TEST(a_browser_wants_no_more_messages)
{
    struct store *store = store_test_open();
    static const char *const tables[] = {"t1", "t2"}, *const people[] = {"ann", "bob"},
                             *const browsers[] = {"x", "y"};

    for (int t = 0; t < 2; t++) {
        struct store_row row = {.table = tables[t], .summary = "s"};
        CHECK(store_test_add(store, tables[t], 1, 1, &row));
        for (int i = 0; i < 4; i++)
            CHECK_EQ(
                store_test_subscribe(store, tables[t], people[i / 2], browsers[i % 2]),
                STORE_ADDED);
    }
    CHECK(store_wait_drop_push(store, "t1", "ann", "x"));
    for (int i = 0; i < 8; i++)
        CHECK_EQ(
            store_wait_has_push(store, tables[i / 4], people[i / 2 % 2], browsers[i % 2]),
            i != 0);
    CHECK(store_wait_drop_push(store, NULL, "bob", "y"));
    for (int i = 0; i < 8; i++)
        CHECK_EQ(
            store_wait_has_push(store, tables[i / 4], people[i / 2 % 2], browsers[i % 2]),
            i != 0 && i % 4 != 3);
    store->close(store);
}
