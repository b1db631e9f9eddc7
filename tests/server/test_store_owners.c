/* test_store_owners.c -- who has which table, as the store keeps it for several servers; the time without one. */
#include <stdio.h>
#include <string.h>

#include "server/store/store_copy.h"
#include "server/store/store_hours.h"
#include "server/store/store_wait.h"
#include "store_test.h"
#include "test.h"

static char problem[400], seen[400];

static bool note_row(void *context, const struct store_row *row)
{
    (void)context;
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s:%s ", row->table,
             row->summary);
    return true;
}

enum { LEASE = 3000 };

static bool note_owner(void *context, const struct store_owner *owner)
{
    (void)context;
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s:%s:%d ", owner->table,
             owner->node, (int)owner->epoch);
    return true;
}

/* "node epoch until" of whoever has it after `node` has tried; "": nobody. */
static const char *taken(struct store *store, const char *table, const char *node,
                         int64_t now)
{
    struct store_owned owner;

    seen[0] = 0;
    if (store_wait_take(store, table, node, now, LEASE, &owner))
        snprintf(seen, sizeof seen, "%s %d %d", owner.node, (int)owner.epoch,
                 (int)owner.until);
    return seen;
}

static const char *renewed(struct store *store, const char *node, int64_t now)
{
    seen[0] = 0;
    CHECK(store_wait_renew(store, node, now, 0, now + LEASE, note_owner, NULL));
    return seen;
}

static struct store *open_with_table(const char *table)
{
    struct store *store = store_test_open();
    struct store_row row = {
        .table = table, .created = 1, .updated = 2, .summary = "{}", .awake = true};

    row.deadline = 5000;
    if (store) CHECK(store_test_add(store, table, 1, 1, &row));
    return store;
}

TEST(a_table_is_taken_by_one_node_at_a_time)
{
    struct store *store = open_with_table("t1");

    if (!store) return;
    CHECK_STR(taken(store, "t2", "a", 1000), ""); /* there is no such table */
    CHECK_STR(taken(store, "t1", "a", 1000), "a 1 4000");
    CHECK_STR(taken(store, "t1", "b", 3999), "a 1 4000");
    CHECK_STR(renewed(store, "a", 3000), "t1:a:1 ");
    CHECK_STR(renewed(store, "b", 3000), "");
    CHECK_STR(taken(store, "t1", "b", 5999), "a 1 6000");
    CHECK_STR(taken(store, "t1", "b", 6000), "b 2 9000"); /* it has run out */
    CHECK_STR(renewed(store, "a", 6001), "");
    CHECK(store_wait_hand_back(store, "t1", "b", 1, 6001)); /* that was another time */
    CHECK_STR(taken(store, "t1", "a", 6002), "b 2 9000");
    CHECK(store_wait_hand_back(store, "t1", "b", 2, 6003));
    CHECK_STR(renewed(store, "b", 6003), "");
    CHECK_STR(taken(store, "t1", "a", 6004), "a 3 9004");
    CHECK_STR(taken(store, "t1", "a", 6005), "a 4 9005"); /* as after a crash */
    CHECK(store_wait_hand_back(store, NULL, "a", 0, 6005));
    CHECK_STR(taken(store, "t1", "b", 6006), "b 5 9006");
    CHECK(store_wait_hand_back(store, "t1", "b", 5, 9006)); /* it has run out, and */
    CHECK(store_wait_hand_back(store, NULL, "b", 0, 9006)); /* stays so */
    CHECK_STR(taken(store, "t1", "a", 9005), "b 5 9006");
    CHECK_STR(taken(store, "t1", "a", 9006), "a 6 12006");
    store->close(store);
}

static void keep_outcome(void *context, const struct store_answer *answer)
{
    *(enum store_outcome *)context = answer->how;
}

/* Entry `seq` by a node that believes to have the table with that epoch. */
static enum store_outcome written(struct store *store, const char *table, int64_t seq,
                                  int64_t epoch, const char *node)
{
    enum store_outcome how = (enum store_outcome)99;
    struct store_row row = {.table = table, .created = 1, .updated = 2, .summary = "{}"};
    struct store_entry entry = {
        .table = table, .seq = seq, .at = 5, .text = "x", .epoch = epoch};
    struct store_batch batch = {.entries = &entry,
                                .n_entries = 1,
                                .rows = &row,
                                .n_rows = 1,
                                .node = node,
                                .until = 4000};

    store->append(store, &batch, keep_outcome, &how);
    while (how == (enum store_outcome)99) store_wait_rest(store, 50);
    return how;
}

TEST(whoever_has_lost_a_table_writes_nothing_there)
{
    struct store *store = open_with_table("t1");

    if (!store) return;
    taken(store, "t1", "a", 1000);
    CHECK_EQ(written(store, "t1", 2, 1, "a"), STORE_DONE);
    taken(store, "t1", "b", 5000);
    CHECK_EQ(written(store, "t1", 3, 1, "a"), STORE_CONFLICT);
    CHECK_EQ(written(store, "t1", 3, 2, "b"), STORE_DONE);
    CHECK_EQ(written(store, "t1", 3, 2, "b"), STORE_CONFLICT); /* the key decides, too */
    CHECK_EQ(written(store, "t1", 4, 0, NULL), STORE_DONE);    /* one server alone */
    CHECK_STR(store_test_read(store, "t1", 1, 10), "2:x:- 3:x:- 4:x:- ");
    CHECK_EQ(written(store, "t3", 1, 1, "c"), STORE_DONE); /* a new one is its maker's */
    CHECK_STR(taken(store, "t3", "a", 3999), "c 1 4000");
    store->close(store);
}

static struct store_pause gaps[STORE_GAPS_MAX];
static int n_gaps;

static void keep_gaps(void *context, const struct store_answer *answer)
{
    n_gaps = answer->n_gaps;
    for (int i = 0; i < n_gaps; i++) gaps[i] = answer->gaps[i];
    *(bool *)context = true;
}

static int read_gaps(struct store *store, const char *table)
{
    bool done = false;

    store->read(store, table, 0, 10, store_test_note, keep_gaps, &done);
    while (!done) store_wait_rest(store, 50);
    return n_gaps;
}

/* Only a new table, of a node, and with an epoch, has an owner from its first entry on. */
TEST(a_new_table_belongs_to_the_node_that_made_it)
{
    static const struct {
        const char *table, *node, *owner; /* of whoever has it when "z" asks */
        int64_t epoch;
    } all[] = {{"t1", "a", "a 1 4000", 1},
               {"t2", "a", "z 1 6000", 0},
               {"t3", NULL, "z 1 6000", 0}};
    struct store *store = store_test_open();

    if (!store) return;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        CHECK_EQ(written(store, all[i].table, 1, all[i].epoch, all[i].node), STORE_DONE);
        CHECK_STR(taken(store, all[i].table, "z", 3000), all[i].owner);
    }
    CHECK_EQ(written(store, "t4", 1, 1, NULL), STORE_CONFLICT); /* an epoch is a node's */
    CHECK_STR(taken(store, "t4", "z", 3000), "");
    store->close(store);
}

TEST(time_without_an_owner_is_noted_once)
{
    struct store *store = open_with_table("t1");

    if (!store) return;
    taken(store, "t1", "a", 1000); /* until 4000 */
    CHECK_EQ(read_gaps(store, "t1"), 0);
    taken(store, "t1", "b", 9000);
    taken(store, "t1", "c", 9001); /* too late */
    CHECK_EQ(read_gaps(store, "t1"), 1);
    CHECK(gaps[0].gone == 1000 && gaps[0].back == 9000);
    CHECK_EQ(store_hours_down_with(store, gaps, 1, 0), 8000);
    CHECK_EQ(store_hours_down_with(store, gaps, 1, 8500), 500);
    CHECK_EQ(store_hours_down_with(store, gaps, 1, 8999), 1);
    CHECK_EQ(store_hours_down_with(store, gaps, 1, 9000), 0);
    CHECK_EQ(store_hours_down_with(store, gaps, 1, 9500), 0);
    store_hours_add_pause(store, (struct store_pause){500, 2000}); /* counts once */
    store_hours_add_pause(store, (struct store_pause){8000, 9500});
    CHECK_EQ(store_hours_down_with(store, gaps, 1, 0), 9000);
    CHECK(store_wait_hand_back(store, "t1", "b", 2, 9500));
    taken(store, "t1", "c", 15000); /* handed back: its clock ran, nothing is noted */
    CHECK_EQ(read_gaps(store, "t1"), 1);
    store->close(store);
}

/* A server that begins again learns what it had, but the time in which it was not there is not lost. */
TEST(what_a_server_had_before_is_told_and_not_renewed)
{
    struct store *store = open_with_table("t1");

    if (!store) return;
    CHECK_STR(taken(store, "t1", "a", 1000), "a 1 4000");
    seen[0] = 0;
    CHECK(
        store_wait_renew(store, "a", 3000, 2500 + LEASE, 3000 + LEASE, note_owner, NULL));
    CHECK_STR(seen, "t1:a:1 ");
    CHECK_STR(taken(store, "t1", "b", 3999), "a 1 4000"); /* until when it was */
    CHECK_STR(taken(store, "t1", "a", 3500), "a 2 6500");
    CHECK_EQ(read_gaps(store, "t1"), 1);
    CHECK(gaps[0].gone == 1000 && gaps[0].back == 3500);
    seen[0] = 0;
    CHECK(
        store_wait_renew(store, "a", 4000, 2500 + LEASE, 4000 + LEASE, note_owner, NULL));
    CHECK_STR(seen, "t1:a:2 ");
    CHECK_STR(taken(store, "t1", "b", 6999), "a 2 7000");
    store->close(store);
}

/* A server whose clock is ahead notes a gap that ends in the future of the next one. What that one writes comes after the
 * gap, whatever its clock says. */
TEST(a_gap_ends_at_the_latest_when_the_table_is_taken_again)
{
    struct store *store = open_with_table("t1");

    if (!store) return;
    taken(store, "t1", "a", 1000);
    taken(store, "t1", "b", 9000); /* a gap until 9000; b's clock is ahead */
    taken(store, "t1", "c", 8500); /* too early: b has it */
    CHECK_EQ(read_gaps(store, "t1"), 1);
    CHECK(gaps[0].gone == 1000 && gaps[0].back == 9000);
    CHECK(store_wait_hand_back(store, "t1", "b", 2, 9500));
    taken(store, "t1", "c", 7000);
    CHECK_EQ(read_gaps(store, "t1"), 1);
    CHECK(gaps[0].gone == 1000 && gaps[0].back == 7000);
    CHECK(store_wait_hand_back(store, "t1", "c", 3, 7000));
    taken(store, "t1", "d",
          500); /* all of it is to come, by that clock: nothing is left */
    CHECK_EQ(read_gaps(store, "t1"), 1);
    CHECK_EQ(store_hours_down_with(store, gaps, 1, 0), 0);
    store->close(store);
}

TEST(a_copy_knows_the_time_without_an_owner)
{
    struct store *store = open_with_table("t1");
    struct store *copy = store_open("sqlite::memory:", problem, sizeof problem);
    struct store_counts counts = {0};

    if (!store || !CHECK(copy != NULL)) return;
    taken(store, "t1", "a", 1000);
    taken(store, "t1", "b", 9000);
    CHECK(store_copy(store, copy, &counts, store_test_copied, NULL, problem,
                     sizeof problem));
    CHECK_EQ(counts.copied, 1);
    CHECK_EQ(read_gaps(copy, "t1"), 1);
    CHECK(gaps[0].gone == 1000 && gaps[0].back == 9000);
    CHECK_STR(taken(copy, "t1", "c", 100), "c 1 3100"); /* and has no owner */
    CHECK(store_copy(store, copy, &counts, store_test_copied, NULL, problem,
                     sizeof problem));
    copy->close(copy);
    store->close(store);
}

TEST(clocks_that_ran_out_where_nobody_is_are_found)
{
    struct store *store = open_with_table("t1");

    if (!store) return;
    seen[0] = 0;
    CHECK(store_wait_orphans(store, 4999, 10, note_row, NULL));
    CHECK_STR(seen, "");
    CHECK(store_wait_orphans(store, 5000, 10, note_row, NULL));
    CHECK_STR(seen, "t1:{} ");
    taken(store, "t1", "a", 5000);
    seen[0] = 0;
    CHECK(store_wait_orphans(store, 7999, 10, note_row, NULL));
    CHECK_STR(seen, "");
    CHECK(store_wait_orphans(store, 8000, 10, note_row, NULL));
    CHECK_STR(seen, "t1:{} ");
    CHECK_EQ(store_wait_forget(store, 3), 1);
    CHECK_STR(taken(store, "t1", "a", 8000), ""); /* its owner goes with it */
    store->close(store);
}

TEST(a_deleted_table_has_no_owner)
{
    struct store *store = open_with_table("t1");
    struct store_cells gone = {
        .part = STORE_GAMES, .gone = true, .n = 1, .cell = {{"t1", 2}}};

    if (!store) return;
    CHECK_STR(taken(store, "t1", "a", 5000), "a 1 8000");
    CHECK(store_wait_put(store, &gone, 1));
    CHECK_STR(taken(store, "t1", "a", 9000), "");
    seen[0] = 0;
    CHECK(store_wait_renew(store, "a", 6000, 0, 9000, note_owner, NULL));
    CHECK_STR(seen, "");
    store->close(store);
}

/* Of very many gaps so many are told. */
TEST(a_table_has_so_many_gaps)
{
    struct store *store = open_with_table("t1");

    if (!store) return;
    for (int i = 0; i <= STORE_GAPS_MAX + 3; i++) {
        taken(store, "t1", i % 2 ? "b" : "a", 1000 + 10000 * i);
        CHECK_EQ(read_gaps(store, "t1"), i < STORE_GAPS_MAX ? i : STORE_GAPS_MAX);
    }
    store->close(store);
}
