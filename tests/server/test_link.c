/* test_link.c -- links between nodes: what a stranger who reaches the port can hold there, and for how long. */
#include <stdio.h>
#include <string.h>

#include "hub_test.h"
#include "other_end.h"
#include "server/node/node_internal.h"

static const unsigned char key[RELAY_KEY] = "one key";
static struct node *node;
static bool was_cut[NODE_STRANGERS + 2]; /* the stream of that number was closed */
static char sent[256];                   /* since the last call */
static size_t n_sent;

static void note_cut(void *context, struct node_link *link)
{
    (void)context;
    *(bool *)node_link_peer(link) = true;
}

static void note_sent(void *context, struct node_link *link, const void *bytes, size_t n)
{
    (void)context;
    (void)link;
    if (CHECK(n_sent + n <= sizeof sent)) memcpy(sent + n_sent, bytes, n);
    n_sent += n;
}

static bool open_node(void)
{
    struct node_options options = {
        .name = "a:1", .key = key, .send = note_sent, .cut = note_cut};

    if (!open_hub() || !CHECK((node = node_new(&options)) != NULL)) return false;
    node_begin(node, hub);
    memset(was_cut, 0, sizeof was_cut);
    return true;
}

static void close_node(void)
{
    node_end(node);
    node_free(node);
    close_hub();
}

static struct node_link *call(int i)
{
    struct node_link *link = node_link_accept(node, &was_cut[i]);

    n_sent = 0;
    if (CHECK(link != NULL)) node_link_up(link);
    return link;
}

/* The other end has the key, and proves it. */
static void prove(struct node_link *link)
{
    struct relay_door door = {.key = key, .name = "b:2", .ours = "chance"};
    char hello[RELAY_NONCE + RELAY_NAME_MAX];
    unsigned char proof[RELAY_MAC];
    struct relay_frame theirs;

    CHECK(relay_read(sent, n_sent, &theirs) > 0);
    other_end_say(link, RELAY_HELLO, hello, relay_hello(&door, hello));
    CHECK(relay_greet(&door, &theirs, proof));
    other_end_say(link, RELAY_PROOF, proof, sizeof proof);
    CHECK(link->up);
}

/* Time passes, and each second a byte comes: the beginning of a frame. */
static void drip(struct node_link *link, const bool *cut, int64_t ms)
{
    for (int64_t until = now + ms; now < until && !*cut;) {
        now += 1000;
        hub_time(hub, now);
        node_link_receive(link, "", 1);
        node__link_tick(node);
    }
}

TEST(who_does_not_prove_the_key_is_cut_though_he_talks)
{
    if (!open_node()) return;
    struct node_link *stranger = call(0), *one_of_us;
    drip(stranger, &was_cut[0], NODE_PROVE_MS - 1000);
    CHECK(!was_cut[0]);
    drip(stranger, &was_cut[0], 2000);
    CHECK(was_cut[0]);
    one_of_us = call(1);
    prove(one_of_us);
    for (int i = 0; i < 20; i++) { /* he pings, and stays */
        now += 500;
        hub_time(hub, now);
        other_end_say(one_of_us, RELAY_PING, "", 0);
        n_sent = 0;
        node__link_tick(node);
    }
    CHECK(!was_cut[1]);
    close_node();
}

TEST(nothing_long_is_kept_for_a_stranger)
{
    static char much[4096];
    unsigned char head[RELAY_HEAD];
    struct relay_frame frame = {RELAY_HELLO, 0, much, 100000};

    if (!open_node()) return;
    struct node_link *link = call(0);
    relay_head(head, &frame);
    node_link_receive(link, (char *)head, sizeof head);
    CHECK(!was_cut[0]);
    node_link_receive(link, much, sizeof much);
    CHECK(was_cut[0]);
    link = call(1); /* one of us may send long frames, in pieces */
    prove(link);
    frame.kind = RELAY_PING;
    relay_head(head, &frame);
    node_link_receive(link, (char *)head, sizeof head);
    for (int i = 0; i < 4; i++) node_link_receive(link, much, sizeof much);
    CHECK(!was_cut[1]);
    close_node();
}

/* The longest greeting there is may come in two pieces. */
TEST(a_greeting_is_waited_for)
{
    char hello[RELAY_HEAD + RELAY_NONCE + RELAY_NAME_MAX] = "";
    struct relay_frame frame = {RELAY_HELLO, 0, hello, RELAY_NONCE + RELAY_NAME_MAX};

    if (!open_node()) return;
    relay_head((unsigned char *)hello, &frame);
    node_link_receive(call(0), hello, sizeof hello - 1);
    CHECK(!was_cut[0]);
    close_node();
}

TEST(a_wrong_proof_ends_the_link)
{
    struct relay_door door = {.key = key, .name = "b:2", .ours = "chance"};
    char hello[RELAY_NONCE + RELAY_NAME_MAX];
    unsigned char proof[RELAY_MAC] = "guessed";

    if (!open_node()) return;
    struct node_link *link = call(0);
    other_end_say(link, RELAY_HELLO, hello, relay_hello(&door, hello));
    other_end_say(link, RELAY_PROOF, proof, sizeof proof);
    CHECK(was_cut[0]);
    close_node();
}

TEST(of_many_strangers_the_oldest_makes_room)
{
    if (!open_node()) return;
    prove(call(0));
    for (int i = 1; i <= NODE_STRANGERS; i++) call(i);
    CHECK(!was_cut[1]);
    call(NODE_STRANGERS + 1);
    CHECK(was_cut[1] && !was_cut[2]);
    CHECK(!was_cut[0]); /* he is no stranger */
    CHECK_EQ(node_counts(node)->links_cut, 0);
    CHECK_EQ(node_counts(node)->links_failed, 1);
    close_node();
}

/* Frames come as the net brings them: several in one piece, and one in several. */
TEST(frames_are_read_however_they_come)
{
    char hello[RELAY_NONCE + RELAY_NAME_MAX], bytes[4][400];
    unsigned char proof[RELAY_MAC];
    struct relay_frame theirs;

    for (int cut = 0; cut < 4; cut++) {
        struct relay_door door = {.key = key, .name = "b:2", .ours = "chance"};
        if (!open_node()) return;
        struct node_link *link = call(0);
        CHECK(relay_read(sent, n_sent, &theirs) > 0);
        size_t n = 0, more = relay_hello(&door, hello);
        struct relay_frame all[] = {{RELAY_HELLO, 0, hello, more},
                                    {RELAY_PROOF, 0, (char *)proof, sizeof proof},
                                    {RELAY_PING, 0, "", 0}};
        CHECK(relay_greet(&door, &theirs, proof));
        for (int i = 0; i < 3; i++) {
            relay_head((unsigned char *)bytes[cut] + n, &all[i]);
            memcpy(bytes[cut] + n + RELAY_HEAD, all[i].text, all[i].n);
            n += RELAY_HEAD + all[i].n;
        }
        size_t first = cut == 0   ? n
                       : cut == 1 ? 1
                       : cut == 2 ? RELAY_HEAD + more + 3
                                  : n - 1;
        node_link_receive(link, bytes[cut], first);
        if (first < n) node_link_receive(link, bytes[cut] + first, n - first);
        CHECK(link->up && !was_cut[0]);
        CHECK_EQ(link->n_in, 0);
        close_node();
    }
}

/* So long and no longer, to the millisecond and to the byte. */
static void wait_ms(int64_t ms)
{
    now += ms;
    hub_time(hub, now);
    n_sent = 0;
    node__link_tick(node);
}

TEST(a_link_that_is_silent_is_cut_in_time)
{
    if (!open_node()) return;
    prove(call(0));
    wait_ms(NODE_SILENCE_MS);
    CHECK(!was_cut[0]);
    wait_ms(1);
    CHECK(was_cut[0]);
    CHECK_EQ(node_counts(node)->links, 0);
    CHECK_EQ(node_counts(node)->links_cut, 1);
    CHECK_EQ(node_counts(node)->links_failed, 0);
    close_node();
}

TEST(a_stranger_has_so_long_to_prove_himself)
{
    if (!open_node()) return;
    struct node_link *link = call(0);
    for (int i = 0; i < NODE_PROVE_MS / 1000; i++) {
        node_link_receive(link, "", 1);
        wait_ms(1000);
    }
    CHECK(!was_cut[0]);
    wait_ms(1);
    CHECK(was_cut[0]);
    close_node();
}

TEST(a_link_is_pinged_twice_a_second)
{
    if (!open_node()) return;
    struct node_link *link = call(0);
    prove(link);
    wait_ms(0); /* the first */
    CHECK(n_sent > 0);
    wait_ms(NODE_PING_MS - 1);
    CHECK_EQ(n_sent, 0);
    wait_ms(1);
    CHECK_EQ(n_sent, RELAY_HEAD);
    wait_ms(0);
    CHECK_EQ(n_sent, 0);
    close_node();
}

TEST(so_much_is_kept_for_a_stranger)
{
    static char much[RELAY_NONCE + RELAY_NAME_MAX];
    unsigned char head[RELAY_HEAD];
    struct relay_frame frame = {RELAY_HELLO, 0, much, sizeof much + 100};

    if (!open_node()) return;
    struct node_link *link = call(0);
    relay_head(head, &frame);
    node_link_receive(link, (char *)head, sizeof head);
    node_link_receive(link, much, sizeof much);
    CHECK(!was_cut[0]);
    node_link_receive(link, much, 1);
    CHECK(was_cut[0]);
    close_node();
}

/* What no other end of ours would say before it has proved the key. */
TEST(a_wrong_greeting_ends_the_link)
{
    char hello[RELAY_NONCE + RELAY_NAME_MAX] = "chance", longest[sizeof hello];
    struct {
        enum relay_kind kind;
        const char *text;
        size_t n;
        bool cut;
    } all[] = {{RELAY_HELLO, hello, RELAY_NONCE, true}, /* nobody has no name */
               {RELAY_HELLO, hello, RELAY_NONCE - 1, true},
               {RELAY_HELLO, hello, RELAY_NONCE + 3, true},  /* an end within the name */
               {RELAY_HELLO, longest, sizeof longest, true}, /* no room for its end */
               {RELAY_HELLO, longest, sizeof longest - 1, false},
               {RELAY_HELLO, longest, RELAY_NONCE + 1, false},
               {RELAY_TEXT, longest, RELAY_NONCE + 3, true},
               {RELAY_PING, "", 0, true},
               {RELAY_PROOF, longest, RELAY_MAC, true}};

    memset(longest, 'x', sizeof longest);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (!open_node()) return;
        struct node_link *link = call(0);
        other_end_say(link, all[i].kind, all[i].text, all[i].n);
        if (!CHECK_EQ(was_cut[0], all[i].cut)) printf("greeting %d\n", (int)i);
        CHECK(!link->up);
        if (!was_cut[0]) { /* and it is said once */
            other_end_say(link, all[i].kind, all[i].text, all[i].n);
            CHECK(was_cut[0]);
        }
        close_node();
    }
}

static void connect_nowhere(void *context, struct node_link *link, const char *name)
{
    (void)context, (void)name;
    node_link_set_peer(link, &was_cut[0]);
}

/* Whoever called wants to be where he wanted to be, and to know why he is not. */
TEST(a_node_of_another_name_is_not_whom_we_called)
{
    static const char *const names[] = {"b:2", "c:3"};
    struct node_options options = {.name = "a:1",
                                   .key = key,
                                   .connect = connect_nowhere,
                                   .send = note_sent,
                                   .cut = note_cut};
    char hello[RELAY_NONCE + RELAY_NAME_MAX], long_name[RELAY_NAME_MAX + 1];
    const char *name;

    memset(long_name, 'x', sizeof long_name);
    long_name[RELAY_NAME_MAX] = 0;
    for (int i = 0; i < 2; i++) {
        struct relay_door door = {.key = key, .name = names[i], .ours = "chance"};
        if (!open_hub() || !CHECK((node = node_new(&options)) != NULL)) return;
        node_begin(node, hub);
        was_cut[0] = false;
        n_sent = 0;
        struct node_link *link = node__link_to(node, "b:2");
        CHECK(node__link_to(node, "b:2") == link && !node__link_is_up(node, "b:2"));
        CHECK(!node__link_to(node, long_name));
        node_link_up(link);
        other_end_say(link, RELAY_HELLO, hello, relay_hello(&door, hello));
        CHECK_EQ(was_cut[0], i == 1);
        const char *why = node_link_mistaken(link, &name);
        CHECK_STR(name, "b:2");
        CHECK_STR(why ? why : "", i ? "it has another name" : "");
        if (!i) { /* it has our name for it, but not our key */
            other_end_say(link, RELAY_PROOF, long_name, RELAY_MAC);
            CHECK(was_cut[0]);
            CHECK_STR(node_link_mistaken(link, &name), "it has another key");
        }
        struct node_link *next = node__link_to(node, "b:2"); /* one that is cut is none */
        CHECK(next && next != link);
        close_node();
    }
}
