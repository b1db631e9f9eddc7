/* test_node_plays.c -- plays of several servers that share a store: what people say at each of them, every frame between
 * them, what they ask the store about owners, and every word that everybody hears.
 *
 * tests/server/node_plays/NAME.play, as the plays of one server (test_plays.c):
 *
 *     start NODE               a server of that name
 *     join NAME NODE [WHO]     a connection at that server, of the person WHO (as NAME), that has said hello
 *     connect NAME NODE [WHO]  one that has said nothing yet
 *     name NUMBER SHOWN WHO    the store keeps a name for that person; `bot`: for a program
 *     session NAME WHO         the connection is signed in with it
 *     NAME {...}               a request, with ' for "; one without an id gets the next one
 *     leave NAME               the connection ends
 *     pass MS                  time passes, and a round
 *     play TABLE N             N decisions, by whoever has to make them, chosen by a seed of the play
 *     kill NODE, drain NODE    the server ends at once; it hands back all it has, and ends
 *     still NODE 0|1           nothing happens in it, nothing is cut
 *     stall FROM TO 0|1        what FROM sends to TO is on its way, and does not arrive
 *     cut FROM TO              the link that FROM began is cut
 *     pieces N                 bytes arrive in pieces of so many; 0: whole
 *     set WHAT 0|1             broken, unread, lying, slow, sluggish: the store (hub_test.h); away: it does not say who has what; late: only
 *     answer N                 when so many of these calls are to be answered
 *     land N                   a slow store answers so many calls
 *     dear N                   what nobody can afford (enum hub_price), -1: nothing is
 *     deaf NAME 0|1            the connection takes nothing; it does again
 *     raw FROM TO KIND CONN TEXT   a frame as no server would say it, on the link that FROM began
 *     chats NAME TABLE N       N long lines of talk, two seconds each: only how much is said and heard is told
 *     duty WHAT NAME           what a host does
 *     counts NODE              what the server has counted
 *
 * $1, $2 and so on are the names of tables, in the order in which they were heard. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_test.h"
#include "memory.h"
#include "play.h"
#include "plays.h"
#include "server/hub/hub_internal.h"
#include "server/node/node_internal.h"

enum { NODES = 3, PEOPLE = 8, STREAMS = 40, CALLS = 64, NAME = 16 };

struct server {
    char name[NAME];
    struct hub *hub;
    struct node *node;
    struct hub_job *job;
    bool still;
    char stalled[NODES][NAME]; /* what it sends to these does not arrive */
};

/* Two ends of a link: who called, who was called. */
struct stream {
    struct server *end[2];
    struct node_link *link[2];
    struct {
        char *bytes;
        size_t n, told; /* on its way; of these, told in the play */
        bool closed;
    } to[2];
    bool used, opens;
};

static struct server server[NODES];
static struct stream stream[STREAMS];
static struct person {
    char name[NAME];
    struct conn *conn;
    struct server *at;
    bool deaf, woken;
} person[PEOPLE];
static int n_people, n_requests, piece;
static bool away,
    late; /* the store says nothing about owners; it says it when `answer` asks for it */
static struct play_rng rng;
static struct store_owners owners;
static const struct store_owners *really;

static struct server *server_of(const char *name)
{
    for (int i = 0; i < NODES; i++)
        if (!strcmp(server[i].name, name)) return &server[i];
    return NULL;
}

static bool quiet; /* only how much is said is told, in the end */
static struct {
    size_t sent[NODES], heard[PEOPLE];
} much;

static void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void tell(const char *format, ...)
{
    static char line[PLAYS_LINE];
    va_list args;

    if (quiet) return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    plays_tell("", line);
}

/* -- Links ------------------------------------------------------------------------------ */

static void link_connect(void *context, struct node_link *link, const char *name)
{
    struct server *from = context;
    struct stream *one = stream;

    while (one < stream + STREAMS - 1 && one->used) one++;
    tell("%s calls %s", from->name, name);
    *one = (struct stream){.used = true,
                           .opens = true,
                           .end = {from, server_of(name)},
                           .link = {link, NULL}};
    node_link_set_peer(link, one);
}

static void tell_frame(const struct stream *one, int to, const struct relay_frame *frame)
{
    static const char *const kinds[] = {"?",     "hello", "proof", "open",
                                        "close", "text",  "taken", "ping"};
    int skip = frame->kind == RELAY_HELLO ? RELAY_NONCE : 0;
    uint64_t number = 0;

    if (frame->kind == RELAY_PROOF ||
        (frame->kind == RELAY_TAKEN && relay_get(frame, &number)))
        tell("%s > %s %s %d %d", one->end[!to]->name, one->end[to]->name,
             kinds[frame->kind], (int)frame->conn, (int)number);
    else
        tell("%s > %s %s %d %.*s", one->end[!to]->name, one->end[to]->name,
             kinds[frame->kind], (int)frame->conn,
             (int)frame->n - skip > 3000 ? 300 : (int)frame->n - skip,
             frame->text + skip);
}

static void link_send(void *context, struct node_link *link, const void *bytes, size_t n)
{
    struct stream *one = node_link_peer(link);
    struct relay_frame frame;
    long took;

    (void)context;
    if (!one) return;
    int to = one->link[0] == link ? 1 : 0;
    much.sent[one->end[!to] - server] += n;
    one->to[to].bytes = realloc(one->to[to].bytes, one->to[to].n + n + 1);
    memcpy(one->to[to].bytes + one->to[to].n, bytes, n);
    one->to[to].n += n;
    while ((took = relay_read(one->to[to].bytes + one->to[to].told,
                              one->to[to].n - one->to[to].told, &frame)) > 0) {
        tell_frame(one, to, &frame);
        one->to[to].told += (size_t)took;
    }
}

static void link_cut(void *context, struct node_link *link)
{
    const struct server *from = context;
    struct stream *one = node_link_peer(link);

    if (!one) return;
    int end = one->link[0] == link ? 0 : 1;
    tell("%s cuts the link with %s", from->name,
         one->end[!end] ? one->end[!end]->name : "nobody");
    one->link[end] = NULL;
    one->opens = false;
    one->to[!end].closed = true;
}

/* Whoever was called takes the call, or is not there. */
static void stream_open(struct stream *one)
{
    struct server *called = one->end[1];

    if (called && called->hub && called->still) return;
    one->opens = false;
    if (!called || !called->hub) {
        one->to[0].closed = true;
        return;
    }
    while (!one->link[1])
        one->link[1] = node_link_accept(called->node, one); /* memory may run out, once */
    node_link_up(one->link[0]);
    node_link_up(one->link[1]);
}

static bool is_stalled(const struct stream *one, int to)
{
    if (!one->end[to] || one->end[to]->still || !one->end[!to]) return true;
    for (int i = 0; i < NODES; i++)
        if (!strcmp(one->end[!to]->stalled[i], one->end[to]->name)) return true;
    return false;
}

/* Did anything arrive? */
static bool stream_deliver(struct stream *one, int to)
{
    char *bytes = one->to[to].bytes;
    size_t n = one->to[to].n, most = piece ? (size_t)piece : n;

    if (!one->link[to] || (one->end[!to] && is_stalled(one, to))) return false;
    if (!n && !one->to[to].closed) return false;
    one->to[to].bytes = NULL;
    one->to[to].n = one->to[to].told = 0;
    for (size_t at = 0; at < n && one->link[to]; at += most)
        node_link_receive(one->link[to], bytes + at, n - at < most ? n - at : most);
    free(bytes);
    if (one->to[to].closed && one->link[to]) {
        node_link_down(one->link[to]);
        one->link[to] = NULL;
    }
    return true;
}

static bool streams_move(void)
{
    bool moved = false;

    for (struct stream *one = stream; one < stream + STREAMS; one++) {
        if (!one->used) continue;
        if (one->opens && !one->end[0]->still) {
            stream_open(one);
            moved |= !one->opens;
        }
        for (int to = 0; to < 2; to++) moved |= stream_deliver(one, to);
        if (one->link[0] || one->link[1] || one->opens) continue;
        for (int to = 0; to < 2; to++) free(one->to[to].bytes);
        *one = (struct stream){0};
    }
    return moved;
}

/* -- The store tells who has what --------------------------------------------------------- */

/* A call about owners; its answer is told, and passed on. */
struct call {
    enum { CALL_TAKE, CALL_RENEW, CALL_HAND_BACK, CALL_ORPHANS } what;
    char table[TABLE_ID_MAX], node[NAME];
    int64_t at, first, second; /* the numbers of the call, in their order */
    store_each_owner *each;
    store_each_row *each_row;
    store_done *done;
    void *context;
    struct store_answer answer;
};

static struct call waiting[CALLS];
static int n_waiting;

static bool tell_owner(void *context, const struct store_owner *owner)
{
    const struct call *call = context;

    tell("  %s of %s, epoch %d, until %d", owner->table, owner->node, (int)owner->epoch,
         (int)owner->until);
    return call->each(call->context, owner);
}

static bool tell_orphan(void *context, const struct store_row *row)
{
    const struct call *call = context;

    tell("  %s", row->table);
    return call->each_row(call->context, row);
}

static void keep_answer(void *context, const struct store_answer *says)
{
    ((struct call *)context)->answer = *says;
}

static void carry_out(struct call *call)
{
    const char *table = call->table[0] ? call->table : NULL;

    call->answer = (struct store_answer){.how = STORE_FAILED};
    if (!away && call->what == CALL_TAKE)
        really->take(store, table, call->node, call->at, call->first, tell_owner,
                     keep_answer, call);
    if (!away && call->what == CALL_RENEW)
        really->renew(store, call->node, call->at, call->first, call->second, tell_owner,
                      keep_answer, call);
    if (!away && call->what == CALL_HAND_BACK)
        really->hand_back(store, table, call->node, call->first, call->at, keep_answer,
                          call);
    if (!away && call->what == CALL_ORPHANS)
        really->orphans(store, call->at, (int)call->first, tell_orphan, keep_answer,
                        call);
    call->done(call->context, &call->answer);
}

static void begin_call(const struct call *call, const char *table, const char *node)
{
    static const char *const words[] = {"takes", "renews", "hands back", "orphans"};
    struct call mine = *call;

    snprintf(mine.table, sizeof mine.table, "%s", table ? table : "");
    snprintf(mine.node, sizeof mine.node, "%s", node);
    tell("%s %s %s at %d, %d %d", mine.node, words[mine.what], mine.table, (int)mine.at,
         (int)mine.first, (int)mine.second);
    if (!late)
        carry_out(&mine);
    else if (CHECK(n_waiting < CALLS))
        waiting[n_waiting++] = mine;
}

static void told_take(struct store *s, const char *table, const char *node, int64_t at,
                      int64_t lease, store_each_owner *each, store_done *done,
                      void *context)
{
    (void)s;
    begin_call(&(struct call){.what = CALL_TAKE,
                              .at = at,
                              .first = lease,
                              .each = each,
                              .done = done,
                              .context = context},
               table, node);
}

static void told_renew(struct store *s, const char *node, int64_t at, int64_t least,
                       int64_t until, store_each_owner *each, store_done *done,
                       void *context)
{
    (void)s;
    begin_call(&(struct call){.what = CALL_RENEW,
                              .at = at,
                              .first = least,
                              .second = until,
                              .each = each,
                              .done = done,
                              .context = context},
               NULL, node);
}

static void told_hand_back(struct store *s, const char *table, const char *node,
                           int64_t epoch, int64_t at, store_done *done, void *context)
{
    (void)s;
    begin_call(&(struct call){.what = CALL_HAND_BACK,
                              .at = at,
                              .first = epoch,
                              .done = done,
                              .context = context},
               table, node);
}

static void told_orphans(struct store *s, int64_t at, int max, store_each_row *each,
                         store_done *done, void *context)
{
    (void)s;
    begin_call(&(struct call){.what = CALL_ORPHANS,
                              .at = at,
                              .first = max,
                              .each_row = each,
                              .done = done,
                              .context = context},
               NULL, "");
}

/* -- People --------------------------------------------------------------------------------- */

static int person_number(const char *name)
{
    for (int i = 0; i < n_people; i++)
        if (!strcmp(person[i].name, name)) return i;
    return -1;
}

static void person_goes(int i)
{
    if (!person[i].conn) return;
    node_edge_leave(person[i].at->node, person[i].conn);
    hub_leave(person[i].conn);
    person[i].conn = NULL;
}

static void person_says(int i, const char *text)
{
    node_edge_receive(person[i].at->node, person[i].conn, text, strlen(text));
}

static bool people_hear(void)
{
    char who[32];
    bool heard = false;

    for (int i = 0; i < n_people; i++) {
        if (!person[i].conn || !person[i].woken || person[i].deaf || person[i].at->still)
            continue;
        person[i].woken = false;
        snprintf(who, sizeof who, "%.*s < ", NAME - 1, person[i].name);
        const char *text = hears(person[i].conn);
        heard |= text[0] != 0;
        much.heard[i] += strlen(text);
        if (!quiet) plays_tell(who, text);
        if (!hub_send_done(person[i].conn)) continue;
        plays_tell(person[i].name, " is let go");
        person_goes(i);
    }
    return heard;
}

/* Until nothing is on its way any more. */
static void settle_down(void)
{
    bool moved = true;

    for (int round = 0; moved && CHECK(round < 200); round++) {
        for (int i = 0; i < NODES; i++)
            if (server[i].hub && !server[i].still) {
                hub_flush(server[i].hub);
                node_guest_flush(server[i].node);
            }
        moved = streams_move();
        moved |= people_hear();
    }
}

/* -- Servers -------------------------------------------------------------------------------- */

static void hub_wakes(void *context, struct conn *conn)
{
    const struct server *one = context;

    if (hub_node_is_elsewhere(conn))
        node_guest_wake(one->node, conn);
    else
        ((struct person *)hub_peer(conn))->woken = true;
}

static bool hub_thinks(void *context, struct hub_job *given)
{
    struct server *one = context;

    if (one->job) return false;
    one->job = given;
    return true;
}

static void hub_forgets(void *context, uint64_t number)
{
    (void)context;
    (void)number;
}

static bool hub_affords(void *context, struct conn *conn, enum hub_price what)
{
    (void)context;
    (void)conn;
    return (int)what != too_dear;
}

static void hub_seats(void *context, struct conn *conn)
{
    const struct server *one = context;

    tell("%s: %s has a seat", one->name, hub_who(conn));
}

static void on_start(const char *words)
{
    static const unsigned char key[RELAY_KEY] = "the same in all servers";
    struct server *one = server;

    while (one < server + NODES - 1 && one->hub) one++;
    *one = (struct server){0};
    sscanf(words, "%15s", one->name);
    struct node_options own = {.name = one->name,
                               .store = store,
                               .key = key,
                               .context = one,
                               .connect = link_connect,
                               .send = link_send,
                               .cut = link_cut};
    while (!one->node) one->node = node_new(&own); /* memory may run out, once */
    struct hub_options options = {.store = store,
                                  .version = "test",
                                  .away_ms = TABLE_AWAY_MS,
                                  .conns_max = conns_max,
                                  .rooms_max = rooms_max,
                                  .idle_ms = INT32_MAX,
                                  .think_ms = 1000,
                                  .context = one,
                                  .wake = hub_wakes,
                                  .think = hub_thinks,
                                  .forget = hub_forgets,
                                  .afford = hub_affords,
                                  .seated = hub_seats,
                                  .owner = node_owner(one->node)};
    while (!one->hub) one->hub = hub_new(&options);
    hub_time(one->hub, now);
    node_begin(one->node, one->hub);
}

static void stop(struct server *one)
{
    for (int i = 0; i < n_people; i++)
        if (person[i].conn && person[i].at == one) person[i].deaf = true;
    for (struct stream *s = stream; s < stream + STREAMS; s++)
        for (int end = 0; s->used && end < 2; end++)
            if (s->link[end] && s->end[end] == one) {
                node_link_set_peer(s->link[end], NULL);
                s->link[end] = NULL;
                s->opens = false;
                s->to[!end].closed = true;
            }
    node_end(one->node);
    for (int i = 0; i < n_people; i++)
        if (person[i].conn && person[i].at == one) {
            hub_leave(person[i].conn);
            person[i].conn = NULL;
        }
    hub_free(one->hub);
    node_free(one->node);
    free(one->job);
    one->hub = NULL;
    one->node = NULL;
    one->job = NULL;
    for (struct stream *s = stream; s < stream + STREAMS; s++)
        for (int end = 0; s->used && end < 2; end++)
            if (s->end[end] == one) s->end[end] = NULL;
}

static void on_kill(const char *words)
{
    struct server *one = server_of(words);

    if (CHECK(one && one->hub)) stop(one);
}

static void on_drain(const char *words)
{
    struct server *one = server_of(words);

    if (!CHECK(one && one->hub)) return;
    hub_flush(one->hub);
    node_drain(one->node);
    tell("%s is %s", one->name, node_idle(one->node) ? "idle" : "busy");
    settle_down();
}

static void on_still(const char *words)
{
    char name[NAME] = "";
    int still = 0;

    sscanf(words, "%15s %d", name, &still);
    if (CHECK(server_of(name) != NULL)) server_of(name)->still = still != 0;
}

static void on_counts(const char *words)
{
    const struct server *one = server_of(words);

    if (!CHECK(one && one->hub)) return;
    const struct node_counts *n = node_counts(one->node);
    const struct hub_counts *h = hub_counts(one->hub);
    tell("taken %d, lost %d, cut %d, failed %d; now %d tables, %d links, %d guests",
         (int)n->taken, (int)n->lost, (int)n->links_cut, (int)n->links_failed, n->tables,
         n->links, n->guests);
    tell("relayed %d, takeovers %d, messages %d, refused %d; now %d connections, %d "
         "tables, "
         "%d watch",
         (int)h->relayed, (int)h->takeovers, (int)h->messages, (int)h->refused, h->conns,
         h->rooms, h->subs);
}

/* -- What happens --------------------------------------------------------------------------- */

static void on_connect(const char *words)
{
    char name[NAME] = "", node[NAME] = "", who[TABLE_WHO_MAX] = "";
    int n = sscanf(words, "%15s %15s %47s", name, node, who), i = person_number(name);
    struct server *at = server_of(node);

    if (n < 3) snprintf(who, sizeof who, "%s", name);
    if (!strcmp(who, "-")) who[0] = 0;
    if (i < 0 && CHECK(n_people < PEOPLE)) {
        i = n_people++;
        memcpy(person[i].name, name, sizeof name);
    }
    if (!CHECK(at && at->hub)) return;
    person[i].at = at;
    person[i].deaf = false;
    person[i].conn = hub_join(at->hub, &person[i], who);
    if (!person[i].conn) plays_tell(name, " finds no place");
}

static void on_join(const char *words)
{
    char name[NAME] = "";

    on_connect(words);
    sscanf(words, "%15s", name);
    int i = person_number(name);
    if (i < 0 || !person[i].conn) return;
    person_says(i, "{\"type\":\"hello\",\"id\":1,\"v\":1}");
    hears(person[i].conn);
}

static void on_session(const char *words)
{
    char name[NAME] = "", who[TABLE_WHO_MAX] = "";

    sscanf(words, "%15s %47s", name, who);
    if (CHECK(person_number(name) >= 0 && person[person_number(name)].conn))
        hub_names_session(person[person_number(name)].conn, who);
}

static void on_leave(const char *words)
{
    if (CHECK(person_number(words) >= 0)) person_goes(person_number(words));
}

static void on_deaf(const char *words)
{
    char name[NAME] = "";
    int deaf = 0;

    sscanf(words, "%15s %d", name, &deaf);
    if (CHECK(person_number(name) >= 0)) person[person_number(name)].deaf = deaf != 0;
}

static void on_pass(const char *words)
{
    now += atoll(words);
    for (int i = 0; i < NODES; i++)
        if (server[i].hub && !server[i].still) {
            hub_time(server[i].hub, now);
            hub_tick(server[i].hub);
            node_tick(server[i].node);
        }
}

/* The server that has the table. */
static struct server *server_with(const char *table)
{
    for (int i = 0; i < NODES; i++)
        if (server[i].hub && hub__room_find(server[i].hub, table)) return &server[i];
    return NULL;
}

static bool decide(struct server *at, const struct table *table)
{
    const struct aude_game *game = table->sitting.game;
    const char *who = table->seat[table_look_actor(table)].who;
    char action[96], text[300];

    if (at->job) {
        struct hub_job *mine = at->job;
        at->job = NULL;
        hub_think_answer(at->hub, mine->number, play_random_action(&rng, &mine->view));
        free(mine);
        return true;
    }
    for (int i = 0; i < n_people; i++) {
        if (!person[i].conn || strcmp(hub_who(person[i].conn), who) != 0) continue;
        aude_action_text(game, play_random_action(&rng, game), action, sizeof action);
        snprintf(
            text, sizeof text,
            "{\"type\":\"act\",\"id\":77,\"table\":\"%s\",\"at\":%d,\"action\":\"%s\"}",
            table->id, table->sitting.n_steps, action);
        person_says(i, text);
        return true;
    }
    return false;
}

static void on_play(const char *words)
{
    char table[TABLE_ID_MAX] = "";
    int n = 0;

    sscanf(words, "%15s %d", table, &n);
    for (; n > 0; n--) {
        struct server *at = server_with(table);
        if (!CHECK(at != NULL)) return;
        const struct table *one = hub__room_find(at->hub, table)->table;
        if (one->stage != TABLE_PLAY || !CHECK(decide(at, one))) return;
        settle_down();
        on_pass("100");
        settle_down();
    }
}

static void tell_how_much(void)
{
    for (int i = 0; i < NODES; i++)
        if (server[i].hub)
            tell("%s has sent %d bytes", server[i].name, (int)much.sent[i]);
    for (int i = 0; i < n_people; i++)
        tell("%s has heard %d bytes", person[i].name, (int)much.heard[i]);
}

static void on_chats(const char *words)
{
    char name[NAME] = "", table[TABLE_ID_MAX] = "", long_text[1000] = "", text[1200];
    int n = 0;

    sscanf(words, "%15s %15s %d", name, table, &n);
    for (int i = 0; i < 300; i++) strcat(long_text, "\u20ac");
    memset(&much, 0, sizeof much);
    quiet = true;
    for (int i = 0; i < n && CHECK(person_number(name) >= 0); i++) {
        snprintf(text, sizeof text,
                 "{\"type\":\"chat\",\"id\":%d,\"table\":\"%s\",\"text\":\"%s\"}", i,
                 table, long_text);
        person_says(person_number(name), text);
        on_pass("2000");
        settle_down();
    }
    quiet = false;
    tell_how_much();
}

static void on_stall(const char *words)
{
    char from[NAME] = "", to[NAME] = "";
    int stalls = 0;

    sscanf(words, "%15s %15s %d", from, to, &stalls);
    struct server *one = server_of(from);
    if (!CHECK(one && server_of(to))) return;
    memcpy(one->stalled[server_of(to) - server], stalls ? to : "", stalls ? NAME : 1);
}

static struct stream *stream_from(const char *from, const char *to)
{
    for (struct stream *one = stream; one < stream + STREAMS; one++)
        if (one->used && one->link[0] && one->end[0] == server_of(from) &&
            one->end[1] == server_of(to))
            return one;
    return NULL;
}

static void on_cut(const char *words)
{
    char from[NAME] = "", to[NAME] = "";

    sscanf(words, "%15s %15s", from, to);
    struct stream *one = stream_from(from, to);
    if (!CHECK(one != NULL)) return;
    for (int end = 0; end < 2; end++) one->to[end].closed = true;
}

static void on_raw(const char *words)
{
    char from[NAME] = "", to[NAME] = "";
    unsigned char head[RELAY_HEAD];
    int kind = 0, conn = 0, n = 0;

    sscanf(words, "%15s %15s %d %d %n", from, to, &kind, &conn, &n);
    struct stream *one = stream_from(from, to);
    bool back = !one;
    if (back) one = stream_from(to, from);
    if (!CHECK(one && one->link[!back])) return;
    struct relay_frame frame = {(enum relay_kind)kind, (uint32_t)conn, words + n,
                                strlen(words + n)};
    relay_head(head, &frame);
    node_link_receive(one->link[!back], (const char *)head, sizeof head);
    if (one->link[!back] && frame.n)
        node_link_receive(one->link[!back], frame.text, frame.n);
}

static void on_pieces(const char *words)
{
    piece = atoi(words);
}

static void on_set(const char *words)
{
    static const struct {
        const char *name;
        bool *is;
    } all[] = {{"broken", &broken},    {"unread", &unread}, {"lying", &lying},
               {"slow", &slow},        {"away", &away},     {"late", &late},
               {"sluggish", &sluggish}};
    char name[16] = "";
    int value = 0;

    sscanf(words, "%15s %d", name, &value);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!strcmp(all[i].name, name)) *all[i].is = value != 0;
}

static void on_land(const char *words)
{
    land(atoi(words));
}

static void on_answer(const char *words)
{
    int n = atoi(words);

    for (; n > 0 && n_waiting; n--) {
        struct call first = waiting[0];
        memmove(waiting, waiting + 1, (size_t)--n_waiting * sizeof waiting[0]);
        carry_out(&first);
    }
}

static void on_duty(const char *words)
{
    for (int i = 0; i < NODES && !hub; i++) hub = server[i].hub;
    plays_on_duty(words);
    hub = NULL;
}

static void on_dear(const char *words)
{
    too_dear = atoi(words);
}

static const struct {
    const char *word;
    void (*act)(const char *words);
} acts[] = {{"start", on_start},     {"join", on_join},     {"connect", on_connect},
            {"name", plays_on_name}, {"bot", plays_on_bot}, {"session", on_session},
            {"leave", on_leave},     {"pass", on_pass},     {"play", on_play},
            {"kill", on_kill},       {"drain", on_drain},   {"still", on_still},
            {"stall", on_stall},     {"cut", on_cut},       {"pieces", on_pieces},
            {"set", on_set},         {"land", on_land},     {"answer", on_answer},
            {"dear", on_dear},       {"deaf", on_deaf},     {"raw", on_raw},
            {"counts", on_counts},   {"chats", on_chats},   {"store", plays_on_store},
            {"duty", on_duty}};

static void request(int i, const char *text)
{
    static char whole[PLAYS_LINE + 40];

    if (text[0] == '{' && text[1] == '"' && !strstr(text, "\"id\":"))
        snprintf(whole, sizeof whole, "{\"id\":%d,%s", ++n_requests, text + 1);
    else
        snprintf(whole, sizeof whole, "%s", text);
    person_says(i, whole);
}

static void happens(const char *text)
{
    char word[16] = "";
    int n = 0;

    sscanf(text, "%15s %n", word, &n);
    int i = person_number(word);
    bool known = false;
    for (size_t k = 0; k < sizeof acts / sizeof acts[0] && !known; k++)
        if (!strcmp(acts[k].word, word)) {
            acts[k].act(text + n);
            known = true;
        }
    if (!known && i >= 0 && person[i].conn)
        request(i, text + n);
    else if (!known)
        FAIL("what is this in a play: %s", text);
    settle_down();
}

static bool begin(void)
{
    n_people = n_requests = piece = n_waiting = 0;
    away = late = false;
    rng.state = 1;
    if (!open_hub()) return false;
    hub_free(hub); /* the servers have hubs of their own */
    hub = NULL;
    really = store->owners;
    owners = (struct store_owners){.take = told_take,
                                   .renew = told_renew,
                                   .hand_back = told_hand_back,
                                   .orphans = told_orphans};
    store->owners = &owners;
    return true;
}

static void finish(void)
{
    for (int i = 0; i < NODES; i++)
        if (server[i].hub) stop(&server[i]);
    while (n_waiting) on_answer("1");
    for (struct stream *one = stream; one < stream + STREAMS; one++) {
        for (int to = 0; to < 2; to++) free(one->to[to].bytes);
        *one = (struct stream){0};
    }
    memset(server, 0, sizeof server);
    store->owners = really;
    close_hub();
}

const struct plays plays_of_many = {"tests/server/node_plays", begin, happens, NULL,
                                    finish};

TEST(every_play_of_several_servers_goes_as_it_is_written)
{
    plays_go(&plays_of_many);
}
