/* test_place.c -- which tables a node has, as its store tells it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_test.h"
#include "server/hub/hub_internal.h"
#include "server/node/node_internal.h"
#include "server/store/store_wait.h"

static struct node *node;
static struct store_owners owners; /* of the store, with what is below */
static const struct store_owners *really;
static bool mute;        /* renewals are not answered any more, */
static store_done *late; /* or not before the end */
static void *late_context;
static store_each_owner *late_each;
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
    late_each = each;
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

/* -- To the millisecond ---------------------------------------------------------------------- */

static int n_renewed, n_orphans;

static void count_renew(struct store *s, const char *name, int64_t at, int64_t least,
                        int64_t until, store_each_owner *each, store_done *done,
                        void *context)
{
    n_renewed++;
    CHECK_EQ(until, at + NODE_LEASE_MS);
    maybe_renew(s, name, at, least, until, each, done, context);
}

static void count_orphans(struct store *s, int64_t at, int max, store_each_row *each,
                          store_done *done, void *context)
{
    n_orphans++;
    CHECK_EQ(max, NODE_ORPHANS);
    really->orphans(s, at, max, each, done, context);
}

TEST(leases_are_renewed_once_a_second)
{
    char id[TABLE_ID_MAX];

    if (!open_node(id)) return;
    owners.renew = count_renew;
    owners.orphans = count_orphans;
    n_renewed = n_orphans = 0;
    node_pass(NODE_RENEW_MS);
    CHECK(n_renewed == 1 && n_orphans == 1);
    node_pass(NODE_RENEW_MS - 1);
    CHECK(n_renewed == 1 && n_orphans == 1);
    node_pass(1);
    CHECK(n_renewed == 2 && n_orphans == 2);
    mute = true; /* one at a time */
    node_pass(NODE_RENEW_MS);
    CHECK_EQ(n_renewed, 3);
    node_pass(NODE_RENEW_MS);
    CHECK_EQ(n_renewed, 3);
    CHECK_EQ(n_orphans, 4);
    node_drain(node); /* who ends takes nothing more */
    node_pass(NODE_RENEW_MS);
    CHECK_EQ(n_orphans, 4);
    close_node();
}

TEST(a_lease_ends_when_it_ends)
{
    char id[TABLE_ID_MAX];

    if (!open_node(id)) return;
    mute = true; /* no renewal is answered */
    node_pass(1);
    node_pass(NODE_LEASE_MS - 2);
    const struct place *place = node__place(node, id);
    CHECK(place && place->state == PLACE_MINE);
    CHECK_EQ(node_counts(node)->lost, 0);
    node_pass(1);
    CHECK(!node__place(node, id));
    CHECK_EQ(node_counts(node)->lost, 1);
    CHECK_EQ(node_counts(node)->tables, 0);
    close_node();
}

/* A table that nobody needs is kept for a second. */
TEST(a_table_is_kept_for_a_second)
{
    char id[TABLE_ID_MAX];

    if (!open_node(id)) return;
    node->tried = node->renewed = now; /* a renewal was answered just now */
    node_pass(NODE_RENEW_MS - 1);
    CHECK_EQ(handed_back, 0);
    node->tried = node->renewed = now;
    node_pass(1);
    CHECK_EQ(handed_back, 0);
    node_pass(1);
    CHECK_EQ(handed_back, 1);
    close_node();
}

/* Asked for twice before the store has answered: who wants it woken is not forgotten. */
static store_done *asked_done;
static void *asked_context;
static store_each_owner *asked_each;

static void take_later(struct store *s, const char *table, const char *name, int64_t at,
                       int64_t lease, store_each_owner *each, store_done *done,
                       void *context)
{
    (void)s, (void)table, (void)name, (void)at, (void)lease;
    CHECK(!asked_done); /* once */
    asked_each = each;
    asked_done = done;
    asked_context = context;
}

TEST(a_table_that_is_asked_for_is_asked_for_once)
{
    char id[TABLE_ID_MAX];

    if (!open_node(id)) return;
    node_pass(NODE_RENEW_MS);
    node_pass(NODE_RENEW_MS); /* handed back */
    CHECK(!node__place(node, id));
    owners.take = take_later;
    asked_done = NULL;
    node__place_ask(node, id, false);
    CHECK(asked_done != NULL && node__place(node, id)->state == PLACE_ASKING);
    CHECK(!node__place(node, id)->wakes);
    node__place_ask(node, id, true);
    CHECK(node__place(node, id)->wakes);
    node__place_ask(node, id, false);
    CHECK(node__place(node, id)->wakes);
    CHECK(!node_idle(node));
    node_drain(node); /* it is ours, but we end: it goes back */
    handed_back = 0;
    struct store_owner mine = {
        .table = id, .node = "a:1", .epoch = 2, .until = now + 3000};
    asked_each(asked_context, &mine);
    asked_done(asked_context, &(struct store_answer){.how = STORE_DONE});
    CHECK_EQ(handed_back, 1);
    CHECK(!node__place(node, id) && node_idle(node));
    node__place_ask(node, id, false); /* and nothing more is asked for */
    CHECK(!node__place(node, id));
    close_node();
}

/* Nobody has it, or the store does not say: then nothing is known of it. */
TEST(a_table_of_nobody_has_no_place)
{
    char id[TABLE_ID_MAX];

    for (int how = 0; how < 3; how++) {
        if (!open_node(id)) return;
        node_pass(NODE_RENEW_MS);
        node_pass(NODE_RENEW_MS);
        owners.take = take_later;
        asked_done = NULL;
        node__place_ask(node, id, false);
        struct store_owner theirs = {
            .table = id, .node = "b:2", .epoch = 2, .until = now + (how == 2 ? 100 : 0)};
        if (how) asked_each(asked_context, &theirs);
        asked_done(asked_context,
                   &(struct store_answer){.how = how == 1 ? STORE_FAILED : STORE_DONE});
        const struct place *place = node__place(node, id);
        CHECK_EQ(place != NULL, how == 2);
        if (place) { /* it is not asked about again at once, though his lease is short */
            CHECK_EQ(place->until, now + NODE_SEEK_MS);
            CHECK_STR(place->owner, "b:2");
            node_pass(NODE_SEEK_MS - 1);
            CHECK(node__place(node, id) != NULL);
            node_pass(1);
            CHECK(!node__place(node, id));
        }
        close_node();
    }
}

/* The renewal is answered: what we had before it began and the store did not name is another's now. What we took since is not in the answer, and what we made
 * may not be stored yet. */
TEST(what_a_renewal_does_not_name_is_lost)
{
    char id[TABLE_ID_MAX];

    for (int what = 0; what < 8; what++) {
        bool before = what & 1, fresh = what & 2, named = what & 4;
        if (!open_node(id)) return;
        mute = true;
        node_pass(NODE_RENEW_MS / 2);
        if (!CHECK(late != NULL)) return;
        struct place *place = node__place(node, id);
        place->since = now - before;
        place->fresh = fresh;
        place->renewed = named;
        place->until = 7;
        store_done *done = late;
        late = NULL;
        done(late_context, &(struct store_answer){.how = STORE_DONE});
        bool lost = before && !fresh && !named;
        CHECK_EQ(place->state, lost ? PLACE_LOSING : PLACE_MINE);
        CHECK_EQ(place->until, named ? now + NODE_LEASE_MS : 7);
        CHECK_EQ(place->fresh, fresh && !named);
        CHECK(!place->renewed);
        CHECK_EQ(node->renewed, now);
        close_node();
    }
}

/* Of a table that is another's, or that nobody has asked for, it has no epoch. */
TEST(only_a_table_of_ours_has_an_epoch)
{
    char id[TABLE_ID_MAX];

    if (!open_node(id)) return;
    const struct hub_owner *owner = node_owner(node);
    if (CHECK(owner != NULL)) {
        CHECK_EQ(owner->epoch(owner->context, id), 1);
        CHECK_EQ(owner->epoch(owner->context, "nobody"), 0);
        node__place(node, id)->state = PLACE_THEIRS;
        CHECK_EQ(owner->epoch(owner->context, id), 0);
    }
    close_node();
}

/* What the store names counts only with our epoch and for the whole lease. */
TEST(a_renewal_counts_if_it_is_ours_and_long_enough)
{
    char id[TABLE_ID_MAX];
    static const struct {
        int64_t epoch, until;
        bool counts;
    } all[] = {{0, 0, true}, {1, 0, false}, {-1, 0, false}, {0, -1, false}, {0, 1, true}};

    if (!open_node(id)) return;
    owners.renew = maybe_renew;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        mute = true;
        late = NULL;
        node->tried = 0;
        node_pass(1);
        struct place *place = node__place(node, id);
        if (!CHECK(late && place)) break;
        struct store_owner owner = {.table = id,
                                    .node = "a:1",
                                    .epoch = place->epoch + all[i].epoch,
                                    .until = now + NODE_LEASE_MS + all[i].until};
        late_each(late_context, &owner);
        if (!CHECK_EQ(place->renewed, all[i].counts)) printf("renewal %d\n", (int)i);
        place->renewed = true; /* it stays */
        store_done *done = late;
        late = NULL;
        done(late_context, &(struct store_answer){.how = STORE_DONE});
    }
    close_node();
}

/* Requests that wait take memory: there is a bound for what those of one connection may take together. */
TEST(requests_that_wait_are_bounded_by_what_they_take)
{
    enum { LONG = 60000 };
    char id[TABLE_ID_MAX], *frame = malloc(LONG + 200);

    if (!open_node(id) || !CHECK(frame != NULL)) return;
    node_pass(NODE_RENEW_MS);
    node_pass(NODE_RENEW_MS);
    owners.take = take_later;
    asked_done = NULL;
    struct conn *bob = join("bob");
    for (int i = 0; i < 3;
         i++) { /* of 60, 60 and 60 thousand bytes; 128 KiB are allowed */
        int n = sprintf(frame, "{\"type\":\"look\",\"id\":%d,\"table\":\"%s\",\"x\":\"",
                        i, id);
        memset(frame + n, 'x', LONG);
        strcpy(frame + n + LONG, "\"}");
        node_edge_receive(node, bob, frame, strlen(frame));
        const char *told = hears(bob);
        CHECK_EQ(strstr(told, "too many of your requests wait") != NULL, i == 2);
        CHECK_EQ(told[0] == 0, i < 2);
    }
    node_edge_leave(node, bob);
    CHECK_EQ(hub->parked_bytes, 0);
    free(frame);
    asked_done(asked_context, &(struct store_answer){.how = STORE_FAILED});
    close_node();
}
