/* world.c -- see world.h: the beginning, what goes wrong, the end. */
#include "world_internal.h"

#include "server/hub/secret.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 160 };

struct world world;
bool world_traced;
long world_ended;

void world_fail(const char *what)
{
    fprintf(stderr, "simulate: %s\n", what);
    abort();
}

void world_tell(const char *format, ...)
{
    va_list args;

    if (!world_traced) return;
    fprintf(stderr, "%lld ", (long long)world.now);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\n");
}

/* -- Chance: the same in every run ------------------------------------------------------ */

static uint64_t of_world, of_servers;

static uint32_t world_chance_next(uint64_t *chance)
{
    *chance = *chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*chance >> 33);
}

uint32_t world_chance(void)
{
    return world_chance_next(&of_world);
}

bool world_luck(unsigned n)
{
    return world_chance() % n == 0;
}

static uint32_t world_chance_of_servers(void)
{
    return world_chance_next(&of_servers);
}

/* The seed of a new table is the world's to choose. */
static void world_chance_fill(void *const out, const size_t n)
{
    if (n == sizeof world.seed && world.seeded) {
        memcpy(out, &world.seed, n);
        world.seeded = false;
        return;
    }
    for (size_t i = 0; i < n; i++)
        ((unsigned char *)out)[i] = (unsigned char)world_chance_of_servers();
}

static const char *world_chance_name(void)
{
    return "simulate";
}

static void world_chance_begin(uint64_t seed)
{
    static randombytes_implementation chance = {.implementation_name = world_chance_name,
                                                .random = world_chance_of_servers,
                                                .buf = world_chance_fill};

    randombytes_set_implementation(&chance);
    secret_init();
    of_world = seed * 0x9e3779b97f4a7c15u + 1;
    of_servers = ~of_world;
    for (int i = 0; i < 8; i++) world_chance();
}

/* -- What goes wrong -------------------------------------------------------------------- */

static void world_trouble_store(struct server *server)
{
    struct model_store *store = &server->store;

    store->away = world_luck(6);
    store->slow_ms = world_luck(2) ? (int)(world_chance() % 400) : 0;
    store->fail_in = world_luck(4) ? 4 : 0;
    store->lie_in = world_luck(4) ? 4 : 0;
    world.model.full = world_luck(12);
    world_tell("store of %s: away %d slow %d fail %d lie %d full %d", server->name,
               store->away, store->slow_ms, store->fail_in, store->lie_in,
               world.model.full);
}

static void world_trouble_stop(struct server *server)
{
    static const int rests[] = {500, 2000, 4000, 9000, 20000};

    if (!server->up || server->still) return;
    server->until = world.now + rests[world_chance() % 5];
    world_tell("trouble with %s", server->name);
    if (world_luck(3))
        server->still = true;
    else if (world_luck(4))
        servers_drain(server);
    else
        servers_kill(server, world_luck(3));
}

static void world_trouble_link(struct stream *stream)
{
    if (world_luck(2))
        stream->stalls = world.now + world_chance() % 4000;
    else
        servers_cut_stream(stream, world_luck(4));
}

static void world_trouble(void)
{
    struct server *server = &world.server[world_chance() % WORLD_NODES];
    unsigned what = world_chance() % 8;

    if (world.quiet && !world_luck(4)) return;
    if (what < 3 && server->up) world_trouble_store(server);
    if (what >= 3 && what < 6) world_trouble_stop(server);
    if (what >= 6) world_trouble_link(&world.stream[world_chance() % WORLD_LINKS]);
}

static void world_no_more_trouble(void)
{
    world.model.full = false;
    for (int i = 0; i < WORLD_NODES; i++) {
        struct server *server = &world.server[i];
        server->until = world.now;
        server->store.away = false;
        server->store.slow_ms = server->store.fail_in = server->store.lie_in = 0;
    }
    for (int i = 0; i < WORLD_LINKS; i++)
        if (world.stream[i].stalls < INT64_MAX) world.stream[i].stalls = 0;
}

/* -- A world ---------------------------------------------------------------------------- */

static void world_on_stored(const struct store_entry *entry, const char *summary)
{
    world_tell("stored %s %s", entry->table, entry->text);
    if ((strstr(entry->text, "\"type\":\"step\"") && strstr(entry->text, "draw ")) ||
        strstr(entry->text, "\"type\":\"over\""))
        tape_reveal();
    tape_add(summary, strlen(summary));
    simulate_check_entry(entry);
}

static void world_on_taken(const char *table, const char *node, int64_t epoch)
{
    world_tell("%s takes %s, epoch %d", node, table, (int)epoch);
    servers_on_taken(table);
}

static void world_begin(uint64_t seed, bool second)
{
    memset(&world, 0, sizeof world);
    world_chance_begin(seed);
    world.now = 1000000;
    world.model.stored = world_on_stored;
    world.model.taken = world_on_taken;
    world.model.renewed = servers_on_renewed;
    world.quiet = world_luck(2);
    world.twin = seed % 8 == 0;
    world.far = world_luck(6);
    tape_begin(second);
    people_begin();
    for (int i = 0; i < WORLD_NODES; i++) {
        snprintf(world.server[i].name, sizeof world.server[i].name, "node%c",
                 (char)('a' + i));
        servers_start(&world.server[i]);
    }
}

static int world_play(uint64_t seed, bool second)
{
    static const int steps[] = {10, 20, 50, 100, 250};

    world_begin(seed, second);
    for (int i = 0; i < STEPS; i++) {
        people_do();
        servers_flush();
        if (world_luck(2)) servers_step(steps[world_chance() % 5]);
        people_hear();
        if (world_luck(8)) world_trouble();
    }
    world_no_more_trouble();
    simulate_check_all();
    for (int i = 0; i < world.model.n; i++) world_ended += world.model.table[i].over;
    int created = world.created;
    servers_end();
    return created;
}

int world_run(uint64_t seed)
{
    int created = world_play(seed, false);

    if (seed % 8) return created;
    created += world_play(seed, true);
    tape_compare();
    return created;
}
