/* fuzz_relay.c -- any bytes on a link between nodes.
 *
 * The first byte says who sends them: `g` a node that has proved its key, for people there at a table here; `e` one that
 * has the table, for somebody here who watches it; any other a stranger who called. In the rest, TTTTTTTTTTTT stands for
 * the name of our table. A # cuts what comes into two pieces. What must hold:
 *
 *   a stranger         opens nothing, brings nobody in, and little is kept for him
 *   a node             brings in at most those it has opened; what it is told are whole frames of a known kind; all
 *                      of its people are gone when the link is
 *   somebody here      is told what a node that has proved its key says, as it is; but answers and entries of logs,
 *                      which our node must understand, are JSON */
#include <stdio.h>
#include <string.h>

#include "memory.h"
#include "other_end.h"
#include "server/hub/hub_internal.h"
#include "server/hub/secret.h"
#include "server/node/node_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const unsigned char key[RELAY_KEY] = "one key";
static const char name_of_table[] = "TTTTTTTTTTTT";
static struct memory memory;
static struct hub *hub;
static struct node *node;
static struct node_link *called; /* the link that our node has asked for */
static char *sent;               /* by our node, on the only link */
static size_t n_sent, sent_max;
static char table[TABLE_ID_MAX];
static int64_t now;

static void must(bool yes, const char *what)
{
    if (yes) return;
    fprintf(stderr, "fuzz_relay: %s\n", what);
    abort();
}

/* -- The store: every table that is not ours is another's -------------------------------- */

static void owners_take(struct store *store, const char *id, const char *me, int64_t when,
                        int64_t lease, store_each_owner *each, store_done *done,
                        void *context)
{
    struct store_owner owner = {id, !strcmp(id, "elsewhere") ? "b:2" : me, 1,
                                when + lease};

    (void)store;
    each(context, &owner);
    done(context, &(struct store_answer){.how = STORE_DONE});
}

static bool owners_tell(void *context, const struct store_owner *owner)
{
    (void)context;
    (void)owner;
    return true;
}

static void owners_renew(struct store *store, const char *me, int64_t when, int64_t least,
                         int64_t until, store_each_owner *each, store_done *done,
                         void *context)
{
    struct store_owner owner = {table, me, 1, until};

    (void)store;
    (void)when;
    (void)least;
    (each ? each : owners_tell)(context, &owner);
    done(context, &(struct store_answer){.how = STORE_DONE});
}

static void owners_hand_back(struct store *store, const char *id, const char *me,
                             int64_t epoch, int64_t when, store_done *done, void *context)
{
    (void)store;
    (void)id;
    (void)me;
    (void)epoch;
    (void)when;
    done(context, &(struct store_answer){.how = STORE_DONE});
}

static void owners_orphans(struct store *store, int64_t when, int max,
                           store_each_row *each, store_done *done, void *context)
{
    (void)store;
    (void)when;
    (void)max;
    (void)each;
    done(context, &(struct store_answer){.how = STORE_DONE});
}

static const struct store_owners owners = {.take = owners_take,
                                           .renew = owners_renew,
                                           .hand_back = owners_hand_back,
                                           .orphans = owners_orphans};

/* -- The node's surroundings -------------------------------------------------------------- */

static void on_connect(void *context, struct node_link *link, const char *name)
{
    (void)context;
    (void)name;
    called = link;
}

static void on_send(void *context, struct node_link *link, const void *bytes, size_t n)
{
    (void)context;
    (void)link;
    if (n_sent + n > sent_max) {
        sent_max = 2 * (n_sent + n);
        sent = realloc(sent, sent_max);
        must(sent != NULL, "memory");
    }
    memcpy(sent + n_sent, bytes, n);
    n_sent += n;
}

static bool was_cut; /* the link of this run: it is freed in the next tick */

static void on_cut(void *context, struct node_link *link)
{
    (void)context;
    (void)link;
    was_cut = true;
}

static void on_wake(void *context, struct conn *conn)
{
    (void)context;
    if (hub_node_is_elsewhere(conn)) node_guest_wake(node, conn);
}

static bool on_think(void *context, struct hub_job *job)
{
    (void)context;
    (void)job;
    return false; /* all are busy */
}

static void say(struct conn *conn, const char *text)
{
    char frame[300];
    size_t n = (size_t)snprintf(frame, sizeof frame, "%s", text);

    for (char *p = frame; *p; p++)
        if (*p == '\'') *p = '"';
    node_edge_receive(node, conn, frame, n);
}

static bool is_of(const struct hub_message *message, const char *type)
{
    char with[32];
    size_t n = (size_t)snprintf(with, sizeof with, "{\"type\":\"%s\"", type);

    return message->n >= n && !memcmp(message->data, with, n);
}

/* Everything that waits for him; the name of a new table is taken from it. */
static void hear(struct conn *conn)
{
    struct hub_message *message;

    while ((message = hub_send_next(conn))) {
        json_t *json = json_loadb(message->data, message->n, 0, NULL);
        const char *id = json_string_value(json_object_get(json, "table"));
        bool passed_on = called && !is_of(message, "ok") && !is_of(message, "log");
        must(passed_on || json_is_object(json), "somebody here is told what is no JSON");
        if (id && !table[0] && strlen(id) < sizeof table)
            memcpy(table, id, strlen(id) + 1);
        json_decref(json);
        hub_send_went_out(conn);
    }
}

static void round_ends(void)
{
    hub_flush(hub);
    node_guest_flush(node);
}

static struct conn *begin(void)
{
    static const struct hub_options plain = {.version = "fuzz",
                                             .conns_max = 8,
                                             .rooms_max = 8,
                                             .idle_ms = INT32_MAX,
                                             .think_ms = 10,
                                             .wake = on_wake,
                                             .think = on_think};
    struct node_options options = {.name = "a:1",
                                   .store = &memory.store,
                                   .key = key,
                                   .connect = on_connect,
                                   .send = on_send,
                                   .cut = on_cut};
    struct hub_options hub_options = plain;

    memory_begin();
    secret_init();
    memory_open(&memory);
    memory.store.owners = &owners;
    memory.store.shared = true;
    now = 1800000000000;
    node = node_new(&options);
    hub_options.store = &memory.store;
    hub_options.owner = node_owner(node);
    hub = hub_new(&hub_options);
    hub_time(hub, now);
    node_begin(node, hub);
    table[0] = 0;
    n_sent = 0;
    was_cut = false;
    called = NULL;
    struct conn *ann = hub_join(hub, NULL, "ann");
    say(ann, "{'type':'hello','id':1,'v':1}");
    say(ann, "{'type':'create','id':2,'head':'aude 1\\nrules grow\\ndraws 6','seats':"
             "[{'kind':'here'},{'kind':'here'}],'options':{'watch':true}}");
    round_ends();
    hear(ann);
    must(table[0], "a table");
    return ann;
}

static void end(struct conn *ann)
{
    node_edge_leave(node, ann);
    hub_leave(ann);
    node_end(node);
    hub_free(hub);
    node_free(node);
    memory_close(&memory.store);
}

/* -- The other end -------------------------------------------------------------------------- */

/* It has the key, and proves it. */
static void prove(struct node_link *link, bool came)
{
    struct relay_door door = {.key = key, .name = "b:2", .came = came};
    char hello[RELAY_NONCE + RELAY_NAME_MAX];
    unsigned char proof[RELAY_MAC];
    struct relay_frame theirs;

    must(relay_read(sent, n_sent, &theirs) > 0, "our greeting");
    must(relay_greet(&door, &theirs, proof), "our greeting is taken");
    other_end_say(link, RELAY_HELLO, hello, relay_hello(&door, hello));
    other_end_say(link, RELAY_PROOF, proof, sizeof proof);
    must(link->up, "the key opens");
    n_sent = 0;
}

/* The bytes, in pieces; a link that was cut gets no more. */
static void feed(struct node_link *link, struct conn *ann, char *bytes, size_t n)
{
    size_t word = strlen(name_of_table);

    for (size_t i = 0; i + word <= n; i++)
        if (!memcmp(bytes + i, name_of_table, word))
            memcpy(bytes + i, table, strlen(table) < word ? strlen(table) : word);
    for (size_t at = 0; at < n && !link->cut;) {
        const char *cut = memchr(bytes + at, '#', n - at);
        size_t part = cut && link->up ? (size_t)(cut - bytes) - at + 1 : n - at;
        node_link_receive(link, bytes + at, part);
        at += part;
        round_ends();
        hear(ann);
    }
}

/* What our node said on the link: whole frames, and only of the kinds that this end has. */
static int frames_sent(bool to_guests)
{
    struct relay_frame frame;
    size_t at = 0;
    long took;
    int n = 0;

    while ((took = relay_read(sent + at, n_sent - at, &frame)) > 0) {
        at += (size_t)took;
        n++;
        if (frame.kind == RELAY_TEXT && to_guests) {
            json_t *json = json_loadb(frame.text, frame.n, 0, NULL);
            must(json_is_object(json), "a guest is told what is no JSON");
            json_decref(json);
        }
        must(frame.kind == RELAY_TEXT || frame.kind == RELAY_CLOSE ||
                 frame.kind == RELAY_PING || (!to_guests && frame.kind != RELAY_HELLO),
             "a frame that this end does not send");
    }
    must(at == n_sent, "half a frame is sent");
    return n;
}

/* -- Who sends ------------------------------------------------------------------------------ */

static void by_a_stranger(struct conn *ann, char *bytes, size_t n)
{
    struct node_link *link = node_link_accept(node, NULL);
    int conns = hub_counts(hub)->conns;

    node_link_up(link);
    feed(link, ann, bytes, n);
    must(!link->up && !node_counts(node)->links, "a stranger has the key");
    must(!node_counts(node)->guests && hub_counts(hub)->conns == conns,
         "a stranger brings somebody in");
    must(link->cut || link->n_in <= RELAY_HEAD + RELAY_NONCE + RELAY_NAME_MAX,
         "much is kept for a stranger");
}

static void by_guests(struct conn *ann, char *bytes, size_t n)
{
    struct node_link *link = node_link_accept(node, NULL);

    node_link_up(link);
    prove(link, false);
    feed(link, ann, bytes, n);
    frames_sent(true);
    must(hub_counts(hub)->conns == 1 + node_counts(node)->guests,
         "a guest is no connection, or a connection no guest");
    hub_time(hub, now += 100);
    hub_tick(hub);
    node_tick(node);
    round_ends();
    if (!was_cut) node_link_down(link);
    must(!node_counts(node)->guests && hub_counts(hub)->conns == 1,
         "a guest outlives his link");
}

static void by_the_owner(struct conn *ann, char *bytes, size_t n)
{
    say(ann, "{'type':'watch','id':3,'table':'elsewhere','since':0}");
    round_ends();
    must(called != NULL, "the node that has the table is called");
    node_link_up(called);
    prove(called, true);
    feed(called, ann, bytes, n);
    frames_sent(false);
    if (!called->cut) node_link_down(called);
    hub_time(hub, now += NODE_SEEK_MS + 1);
    hub_tick(hub);
    node_tick(node);
    round_ends();
    hear(ann);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size) return 0;
    char *bytes = malloc(size);
    struct conn *ann = begin();

    memcpy(bytes, data + 1, size - 1);
    if (data[0] == 'g')
        by_guests(ann, bytes, size - 1);
    else if (data[0] == 'e')
        by_the_owner(ann, bytes, size - 1);
    else
        by_a_stranger(ann, bytes, size - 1);
    end(ann);
    free(bytes);
    return 0;
}
