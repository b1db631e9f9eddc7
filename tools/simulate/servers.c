/* servers.c -- simulated servers, their links and computers. */
#include "world_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Links ------------------------------------------------------------------------------ */

static void servers_stream_send(struct stream *stream, int to, const void *bytes,
                                size_t n)
{
    struct chunk **at = &stream->to[to], *chunk = malloc(sizeof *chunk + n);
    int64_t when =
        world.now + 1 + (stream->delay ? world_chance() % (uint32_t)stream->delay : 0);

    if (when < stream->last[to]) when = stream->last[to];
    if (when < stream->opens) when = stream->opens;
    stream->last[to] = when;
    chunk->next = NULL;
    chunk->at = when;
    chunk->n = n;
    if (n) memcpy(chunk->bytes, bytes, n);
    while (*at) at = &(*at)->next;
    *at = chunk;
}

static void servers_stream_empty(struct stream *stream, int to)
{
    while (stream->to[to]) {
        struct chunk *chunk = stream->to[to];
        stream->to[to] = chunk->next;
        free(chunk);
    }
}

static int servers_named(const char *name)
{
    for (int i = 0; i < WORLD_NODES; i++)
        if (!strcmp(world.server[i].name, name)) return i;
    return -1;
}

static void servers_link_connect(void *context, struct node_link *link, const char *name)
{
    const struct server *server = context;
    struct stream *stream = world.stream;

    while (stream < world.stream + WORLD_LINKS && stream->used) stream++;
    if (stream == world.stream + WORLD_LINKS) return; /* it is silent, and cut */
    *stream = (struct stream){.used = true,
                              .end = {(int)(server - world.server), servers_named(name)},
                              .link = {link, NULL},
                              .opens = world.now + 1 + world_chance() % 20,
                              .delay = world_luck(4) ? 60 : 5};
    node_link_set_peer(link, stream);
}

static void servers_link_send(void *context, struct node_link *link, const void *bytes,
                              size_t n)
{
    struct stream *stream = node_link_peer(link);

    (void)context;
    if (!stream) return;
    int from = stream->link[0] == link ? 0 : 1;
    tape_add(bytes, n);
    servers_stream_send(stream, !from, bytes, n);
}

static void servers_link_cut(void *context, struct node_link *link)
{
    struct stream *stream = node_link_peer(link);

    (void)context;
    if (!stream) return;
    int from = stream->link[0] == link ? 0 : 1;
    stream->link[from] = NULL;
    servers_stream_empty(stream, from);
    servers_stream_send(stream, !from, NULL, 0);
}

/* Cut in the middle: what is on its way is lost, or (`silent`) nothing ever comes again. */
void servers_cut_stream(struct stream *stream, bool silent)
{
    if (!stream->used) return;
    if (silent) {
        stream->stalls = INT64_MAX;
        return;
    }
    for (int to = 0; to < 2; to++) {
        for (struct chunk *chunk = stream->to[to]; chunk; chunk = chunk->next)
            if (chunk->n > 1 && world_luck(3)) {
                chunk->n = 1 + world_chance() % chunk->n; /* a part of it */
                while (chunk->next) {
                    struct chunk *rest = chunk->next;
                    chunk->next = rest->next;
                    free(rest);
                }
            }
        servers_stream_send(stream, to, NULL, 0);
    }
}

static bool servers_acts(int i)
{
    return i >= 0 && world.server[i].up && !world.server[i].still;
}

/* Whoever was called takes the call. */
static void servers_stream_open(struct stream *stream)
{
    struct server *server = stream->end[1] >= 0 ? &world.server[stream->end[1]] : NULL;

    if (stream->opens > world.now || !stream->opens) return;
    if (!server || !server->up) { /* refused */
        stream->opens = 0;
        servers_stream_send(stream, 0, NULL, 0);
        return;
    }
    if (server->still || !servers_acts(stream->end[0])) return;
    stream->opens = 0;
    if (!stream->link[0]) return;
    stream->link[1] = node_link_accept(server->node, stream);
    node_link_up(stream->link[0]);
    node_link_up(stream->link[1]);
}

static void servers_stream_deliver(struct stream *stream, int to)
{
    while (stream->to[to] && stream->to[to]->at <= world.now &&
           stream->stalls <= world.now && servers_acts(stream->end[to])) {
        struct chunk *chunk = stream->to[to];
        stream->to[to] = chunk->next;
        if (stream->link[to] && chunk->n)
            node_link_receive(stream->link[to], chunk->bytes, chunk->n);
        else if (stream->link[to]) {
            node_link_down(stream->link[to]);
            stream->link[to] = NULL;
        }
        free(chunk);
    }
}

static void servers_streams_step(void)
{
    for (struct stream *one = world.stream; one < world.stream + WORLD_LINKS; one++) {
        if (!one->used) continue;
        servers_stream_open(one);
        for (int to = 0; to < 2; to++) servers_stream_deliver(one, to);
        if (one->link[0] || one->link[1] || one->opens) continue;
        for (int to = 0; to < 2; to++) servers_stream_empty(one, to);
        one->used = false;
    }
}

/* -- What the hub wants ----------------------------------------------------------------- */

static void servers_hub_wakes(void *context, struct conn *conn)
{
    struct server *server = context;

    if (hub_node_is_elsewhere(conn)) node_guest_wake(server->node, conn);
}

static bool servers_hub_thinks(void *context, struct hub_job *job)
{
    struct server *server = context;

    for (int i = 0; i < WORLD_THINKERS; i++)
        if (!server->job[i]) {
            server->job[i] = job;
            return true;
        }
    return false;
}

static void servers_hub_forgets(void *context, uint64_t number)
{
    (void)context;
    (void)number; /* the answer comes all the same, and is of no use */
}

static void servers_hub_complains(void *context, const char *table, int64_t seq)
{
    (void)context;
    (void)table;
    (void)seq;
    world_fail("a log is broken");
}

/* -- Starting and stopping -------------------------------------------------------------- */

void servers_start(struct server *server)
{
    static const unsigned char key[RELAY_KEY] = "the same in all servers";
    struct node_options own = {.name = server->name,
                               .store = &server->store.store,
                               .key = key,
                               .context = server,
                               .connect = servers_link_connect,
                               .send = servers_link_send,
                               .cut = servers_link_cut};
    int64_t now;

    model_open(&server->store, &world.model, world_chance);
    server->store.now = world.now;
    server->skew = world_chance() % 200;
    if (world.far && world_luck(3)) server->skew += world_chance() % 6000;
    now = world.now + server->skew;
    store_begin(&server->store.store, &now);
    server->skew = now - world.now;
    server->node = node_new(&own);
    struct hub_options options = {.store = &server->store.store,
                                  .version = "simulated",
                                  .conns_max = 100,
                                  .rooms_max = 20,
                                  .idle_ms = INT32_MAX,
                                  .think_ms = 10,
                                  .context = server,
                                  .wake = servers_hub_wakes,
                                  .think = servers_hub_thinks,
                                  .forget = servers_hub_forgets,
                                  .complain = servers_hub_complains,
                                  .owner = node_owner(server->node)};
    server->hub = hub_new(&options);
    hub_time(server->hub, now);
    node_begin(server->node, server->hub);
    server->up = true;
    server->still = false;
    world_tell("%s starts, ahead by %d", server->name, (int)server->skew);
}

/* Nothing more happens in it; its connections and links are cut, or (`silent`) just say nothing. */
void servers_kill(struct server *server, bool silent)
{
    int me = (int)(server - world.server);

    if (!server->up) return;
    world_tell("%s is killed", server->name);
    for (int i = 0; i < WORLD_PEOPLE; i++)
        if (world.person[i].conn && world.person[i].at == me) people_go(&world.person[i]);
    for (struct stream *one = world.stream; one < world.stream + WORLD_LINKS; one++)
        for (int end = 0; one->used && end < 2; end++)
            if (one->link[end] && one->end[end] == me) {
                node_link_set_peer(one->link[end], NULL);
                one->link[end] = NULL;
                if (!silent) servers_stream_send(one, !end, NULL, 0);
            }
    if (world_luck(2)) model_before_crash(&server->store);
    node_end(server->node);
    hub_free(server->hub);
    node_free(server->node);
    model_crash(&server->store);
    for (int i = 0; i < WORLD_THINKERS; i++) {
        free(server->job[i]);
        server->job[i] = NULL;
    }
    server->up = server->still = false;
}

void servers_drain(struct server *server)
{
    if (!servers_acts((int)(server - world.server))) return;
    hub_flush(server->hub);
    server->store.away = false;
    server->store.slow_ms = 0;
    for (int i = 0; i < 10 && hub_flush_busy(server->hub); i++) {
        model_turn(&server->store, world.now + i * 500);
        hub_flush(server->hub);
    }
    node_drain(server->node);
    node_guest_flush(server->node);
    model_turn(&server->store, world.now + 10000);
    people_hear();
    servers_kill(server, false);
}

/* -- Time ------------------------------------------------------------------------------- */

static void servers_step_one(struct server *server)
{
    int64_t now = world.now + server->skew;

    hub_time(server->hub, now);
    model_turn(&server->store, world.now);
    if (world.now - server->ticked < 100) return;
    server->ticked = world.now;
    if (!hub_waits_for_store(server->hub)) store_hours_alive(&server->store.store, now);
    hub_tick(server->hub);
    node_tick(server->node);
}

void servers_flush(void)
{
    for (int i = 0; i < WORLD_NODES; i++)
        if (servers_acts(i)) {
            hub_flush(world.server[i].hub);
            node_guest_flush(world.server[i].node);
        }
}

static void servers_wait_over(struct server *server)
{
    if (server->until > world.now) return;
    if (!server->up)
        servers_start(server);
    else
        server->still = false;
}

struct server *servers_of(const char *table, struct room **room)
{
    for (int i = 0; i < WORLD_NODES; i++) {
        struct server *server = &world.server[i];
        if (!server->up) continue;
        const struct place *place = node__place(server->node, table);
        *room = hub__room_find(server->hub, table);
        if (place && place->state == PLACE_MINE && *room) return server;
    }
    *room = NULL;
    return NULL;
}

/* Does somebody see to its clock? Or need nobody? */
static bool servers_table_is_served(const char *id)
{
    const struct model_table *table = model_find(&world.model, id);

    if (!table || !table->epoch || !table->until) return true;
    for (int i = 0; i < WORLD_NODES; i++) {
        const struct server *server = &world.server[i];
        if (!servers_acts(i) || hub_waits_for_store(server->hub)) continue;
        const struct place *place = node__place(server->node, id);
        if (place && place->state == PLACE_MINE && place->epoch == table->epoch)
            return true;
    }
    return false;
}

/* That nobody has it is noticed after a lease; a server that stands still for less just goes on. */
static struct store_pause servers_outage_now(const struct outages *all)
{
    int64_t begin = all->since + NODE_LEASE_MS + 500;

    if (!all->since || begin > world.now) begin = world.now;
    return (struct store_pause){begin, world.now};
}

static void servers_end_outage(struct outages *all)
{
    struct store_pause spell = servers_outage_now(all);

    if (spell.back > spell.gone && all->n < WORLD_OUTAGES) all->spell[all->n++] = spell;
    all->since = 0;
}

static void servers_note_outage(int t)
{
    struct outages *all = &world.outages[t];

    if (!servers_table_is_served(world.id[t])) {
        if (!all->since) all->since = world.now;
        return;
    }
    servers_end_outage(all);
}

/* Somebody has it from now on, though he may stand still at once: the time before was nobody's, and a new lease begins. */
void servers_on_taken(const char *id)
{
    for (int t = 0; t < world.n_tables; t++)
        if (!strcmp(world.id[t], id)) servers_end_outage(&world.outages[t]);
}

/* Whoever has it has renewed his lease in time: until then it was his, though he stood still or could not store. */
void servers_on_renewed(const char *id, const char *node)
{
    for (int i = 0; i < WORLD_NODES; i++) {
        const struct server *server = &world.server[i];
        if (!server->up || strcmp(server->name, node) != 0) continue;
        const struct place *place = node__place(server->node, id);
        for (int t = 0; place && place->state == PLACE_MINE && t < world.n_tables; t++)
            if (!strcmp(world.id[t], id)) servers_end_outage(&world.outages[t]);
    }
}

static int64_t servers_outage_within(struct store_pause spell, int64_t from, int64_t to)
{
    int64_t begin = spell.gone > from ? spell.gone : from;
    int64_t end = spell.back < to ? spell.back : to;

    return end > begin ? end - begin : 0;
}

int64_t servers_outage(int t, int64_t from, int64_t to)
{
    const struct outages *all = &world.outages[t];
    int64_t sum = servers_outage_within(servers_outage_now(all), from, to);

    for (int i = 0; i < all->n; i++)
        sum += servers_outage_within(all->spell[i], from, to);
    return sum;
}

void servers_step(int64_t ms)
{
    for (int t = 0; t < world.n_tables; t++) servers_note_outage(t);
    world.now += ms;
    for (int i = 0; i < WORLD_NODES; i++) {
        if (!servers_acts(i)) servers_wait_over(&world.server[i]);
        if (servers_acts(i)) servers_step_one(&world.server[i]);
    }
    servers_streams_step();
    servers_flush();
    for (int i = 0; i < WORLD_NODES; i++)
        if (servers_acts(i)) model_turn(&world.server[i].store, world.now);
    servers_flush();
}

void servers_end(void)
{
    for (int i = 0; i < WORLD_NODES; i++) servers_kill(&world.server[i], false);
    for (struct stream *one = world.stream; one < world.stream + WORLD_LINKS; one++)
        for (int to = 0; to < 2; to++) servers_stream_empty(one, to);
    model_clear(&world.model);
}
