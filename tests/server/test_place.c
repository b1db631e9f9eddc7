/* test_place.c -- which tables a node has, as its store tells it. */
#include <stdio.h>

#include "hub_test.h"
#include "server/node/node_internal.h"
#include "server/store/store_wait.h"

static struct node *node;
static struct store_owners owners; /* of the store, with what is below */
static const struct store_owners *really;
static bool mute;        /* renewals are not answered any more, */
static store_done *late; /* or not before the end */
static void *late_context;
static int handed_back;

static void maybe_renew(struct store *s, const char *name, int64_t at, int64_t least,
                        int64_t until, store_each_owner *each, store_done *done,
                        void *context)
{
    if (!mute) {
        really->renew(s, name, at, least, until, each, done, context);
        return;
    }
    late = done;
    late_context = context;
}

static void count_hand_back(struct store *s, const char *table, const char *name,
                            int64_t epoch, int64_t at, store_done *done, void *context)
{
    handed_back++;
    really->hand_back(s, table, name, epoch, at, done, context);
}

/* A node that has a table which nobody keeps in memory. */
static bool open_node(char id[TABLE_ID_MAX])
{
    static const unsigned char key[RELAY_KEY] = "one key";

    if (!open_hub()) return false;
    struct node_options options = {.name = "a:1", .key = key, .store = store};
    create(join("ann"), "[{},{}]", id);
    hub_free(hub);
    if (!start_hub() || !CHECK((node = node_new(&options)) != NULL)) return false;
    really = store->owners;
    owners = *really;
    owners.renew = maybe_renew;
    owners.hand_back = count_hand_back;
    store->owners = &owners;
    mute = false;
    late = NULL;
    handed_back = 0;
    node_begin(node, hub);
    node__place_ask(node, id, false);
    const struct place *place = node__place(node, id);
    return CHECK(place && place->state == PLACE_MINE);
}

/* -- The map is looked through from its first slot to its last ------------------------------- */

/* A name whose slot is that one, of those that begin so. */
static void name_in_slot(char letter, uint32_t slot, char id[TABLE_ID_MAX])
{
    for (unsigned i = 0;; i++) {
        uint32_t h = 2166136261u; /* as node_place.c has it */
        snprintf(id, TABLE_ID_MAX, "%c%011u", letter, i);
        for (const char *p = id; *p; p++) h = (h ^ (unsigned char)*p) * 16777619u;
        if (h % PLACE_SLOTS == slot) return;
    }
}

static bool no_owner(void *context, const struct store_owner *owner)
{
    (void)context;
    (void)owner;
    return true;
}

static void keep(void *context, const struct store_answer *answer)
{
    *(struct store_answer *)context = *answer;
}

static void store_table(const char *id)
{
    struct store_entry entry = {.table = id, .seq = 1, .at = now, .text = "{}"};
    struct store_row row = {.table = id, .created = now, .updated = now, .summary = "{}"};
    struct store_batch batch = {
        .entries = &entry, .n_entries = 1, .rows = &row, .n_rows = 1, .now = now};

    CHECK(store_wait_append(store, &batch));
}

static void close_node(void)
{
    store->owners = really;
    if (late) late(late_context, &(struct store_answer){.how = STORE_FAILED});
    node_end(node);
    node_free(node);
    close_hub();
}

static void node_pass(int64_t ms)
{
    now += ms;
    hub_time(hub, now);
    node__place_tick(node);
}

TEST(a_table_that_nobody_needs_is_handed_back)
{
    char id[TABLE_ID_MAX];

    if (!open_node(id)) return;
    node_pass(NODE_RENEW_MS / 2);
    CHECK_EQ(handed_back, 0);
    node_pass(NODE_RENEW_MS);
    node_pass(NODE_RENEW_MS / 2);
    CHECK_EQ(handed_back, 1);
    CHECK(!node__place(node, id));
    close_node();
}

/* It would be handed back when the store answers again, and then nobody would know that it could not be played. */
TEST(nothing_is_handed_back_to_a_store_that_does_not_answer)
{
    char id[TABLE_ID_MAX];

    if (!open_node(id)) return;
    mute = true;
    for (int i = 0; i < 10; i++) node_pass(NODE_RENEW_MS / 2);
    CHECK_EQ(handed_back, 0);
    CHECK(!node__place(node, id)); /* the lease has run out */
    close_node();
}

/* Two tables in the first slot, two in the last: all are renewed, handed back, lost and forgotten like others. */
TEST(every_slot_is_looked_after)
{
    char id[TABLE_ID_MAX], four[4][TABLE_ID_MAX];

    if (!open_node(id)) return;
    for (int i = 0; i < 4; i++) {
        name_in_slot((char)('a' + i), i < 2 ? 0 : PLACE_SLOTS - 1, four[i]);
        store_table(four[i]);
    }
    for (int i = 0; i < 4; i++) {
        node__place_ask(node, four[i], false);
        CHECK(node__place(node, four[i]) &&
              node__place(node, four[i])->state == PLACE_MINE);
    }
    CHECK_EQ(node_counts(node)->tables, 5);
    node_pass(NODE_RENEW_MS); /* renewed, and nobody needs them */
    for (int i = 0; i < 4; i++) {
        const struct place *place = node__place(node, four[i]);
        CHECK(place && place->until == now + NODE_LEASE_MS);
    }
    node_pass(NODE_RENEW_MS);
    CHECK_EQ(handed_back, 5);
    CHECK_EQ(node_counts(node)->tables, 0);
    for (int i = 0; i < 4; i++) CHECK(!node__place(node, four[i]));
    for (int i = 0; i < 4; i++) { /* another has them now */
        struct store_answer answer;
        really->take(store, four[i], "b:2", now, NODE_LEASE_MS, no_owner, keep, &answer);
        node__place_ask(node, four[i], false);
        CHECK(node__place(node, four[i]) &&
              node__place(node, four[i])->state == PLACE_THEIRS);
    }
    node__place_forget_owner(node, "c:3");
    for (int i = 0; i < 4; i++) CHECK(node__place(node, four[i]) != NULL);
    node__place_forget_owner(node, "b:2");
    for (int i = 0; i < 4; i++) CHECK(!node__place(node, four[i]));
    now += NODE_LEASE_MS + 1;
    hub_time(hub, now);
    for (int i = 0; i < 4; i++) node__place_ask(node, four[i], false);
    CHECK_EQ(node_counts(node)->tables, 4);
    node_drain(node); /* all are given up */
    CHECK_EQ(node_counts(node)->tables, 0);
    CHECK_EQ(node_counts(node)->lost, 4);
    for (int i = 0; i < 4; i++) CHECK(!node__place(node, four[i]));
    close_node();
}

/* It was another's, whom nobody can reach: no link is up. Asked again too soon the answer would be the same. */
TEST(who_cannot_be_reached_is_asked_about_again_when_his_lease_has_run_out)
{
    char id[TABLE_ID_MAX];
    struct store_owned owned;

    if (!open_node(id)) return;
    node_pass(NODE_RENEW_MS);
    node_pass(NODE_RENEW_MS); /* handed back */
    CHECK(store_wait_take(store, id, "b:2", now, NODE_LEASE_MS, &owned));
    node__place_ask(node, id, false);
    const struct place *place = node__place(node, id);
    CHECK(place && place->state == PLACE_THEIRS);
    node_pass(NODE_LEASE_MS - 1);
    CHECK(node__place(node, id) != NULL);
    node_pass(1);
    CHECK(!node__place(node, id));
    node__place_ask(node, id, false);
    place = node__place(node, id);
    CHECK(place && place->state == PLACE_MINE);
    close_node();
}
