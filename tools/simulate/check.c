/* check.c -- what must hold when nothing goes wrong any more, and for every entry that is stored. */
#include "world_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int simulate_check_table_number(const char *id)
{
    for (int t = 0; t < world.n_tables; t++)
        if (!strcmp(world.id[t], id)) return t;
    return -1;
}

static int64_t simulate_check_number_after(const char *text, const char *word)
{
    const char *at = strstr(text, word);

    return at ? strtoll(at + strlen(word), NULL, 10) : -1;
}

/* A person was charged for his step at most the time since the step before, less the time in which nobody had
 * the table, as far as that was longer than a lease. */
static void simulate_check_charge(int t, const struct store_entry *entry)
{
    const struct model_table *log = model_find(&world.model, entry->table);
    int64_t charged = simulate_check_number_after(entry->text, "\"ms\":"),
            before = entry->seq - 1;

    if (world.far || !strstr(entry->text, "\"type\":\"step\"") ||
        !strstr(entry->text, "\"by\":\"human\""))
        return;
    while (before > 0 && !strstr(log->text[before - 1], "\"type\":\"step\"") &&
           !strstr(log->text[before - 1], "\"type\":\"start\""))
        before--;
    if (before < 1) return;
    int64_t since = simulate_check_number_after(log->text[before - 1], "\"at\":");
    int64_t passed = entry->at - since, alone = servers_outage(t, since, entry->at);
    if (charged <= passed - alone + 1000) return;
    fprintf(stderr,
            "table %s entry %d: charged %d of %d ms, %d of them without an owner\n",
            entry->table, (int)entry->seq, (int)charged, (int)passed, (int)alone);
    world_fail("somebody is charged for time in which nobody had the table");
}

/* Words are stored once, however often something broke. */
static void simulate_check_words(const struct store_entry *entry)
{
    const struct model_table *log = model_find(&world.model, entry->table);
    const char *at = strstr(entry->text, "\"words ");
    char words[40];

    if (!at || sscanf(at, "%39[^,}]", words) != 1) return;
    for (int64_t i = 0; i < entry->seq - 1; i++)
        if (strstr(log->text[i], words))
            world_fail("something said once is stored twice");
}

void simulate_check_entry(const struct store_entry *entry)
{
    int t = simulate_check_table_number(entry->table);

    if (t < 0) return;
    simulate_check_charge(t, entry);
    simulate_check_words(entry);
}

/* -- In the end ------------------------------------------------------------------------- */

static struct table *simulate_check_folded(const struct server *server,
                                           const struct model_table *log)
{
    struct table *table = table_new(log->id);

    for (int64_t i = 0; i < log->n; i++)
        if (!table_fold(table, log->text[i], log->secret[i]))
            world_fail("a log does not fold");
    table_outbox_clear(table);
    table_play_set_back(table, log->updated);
    table_play_skip(table, store_hours_down_with(&server->store.store, log->gaps,
                                                 log->n_gaps, table->sitting.since));
    return table;
}

static void simulate_check_room(const struct server *server, const struct room *room)
{
    const struct model_table *log = model_find(&world.model, room->table->id);

    if (!log) world_fail("a table in memory is not stored");
    struct table *again = simulate_check_folded(server, log);
    char *a = table_look_dump(room->table), *b = table_look_dump(again);
    if (strcmp(a, b) != 0) {
        fprintf(stderr, "memory %s\nfold   %s\n", a, b);
        world_fail("memory is not the fold of the log");
    }
    free(a);
    free(b);
    table_free(again);
}

static void simulate_check_memory(void)
{
    for (int i = 0; i < WORLD_NODES; i++) {
        struct server *server = &world.server[i];
        for (struct room *room = server->hub->rooms; room; room = room->after)
            if (!hub__room_is_foreign(server->hub, room))
                simulate_check_room(server, room);
    }
}

/* A moment in which nothing fails: everybody comes back and is told, every computer answers. */
static void simulate_check_good_round(bool people, bool computers)
{
    servers_step(200);
    for (int i = 0; i < WORLD_PEOPLE; i++)
        if (people && world.person[i].back <= world.now) people_again(&world.person[i]);
    for (int i = 0; computers && i < WORLD_NODES; i++)
        for (unsigned k = 0; k < WORLD_THINKERS; k++)
            people_computer_answer(&world.server[i], k + 4 * world_chance());
    servers_flush();
    people_hear();
}

static void simulate_check_fail_untold(int who, int t, int64_t seen, int64_t n)
{
    fprintf(stderr, "person %d at node%d has %d of %d entries of %s\n", who,
            world.person[who].at, (int)seen, (int)n, world.id[t]);
    world_fail("one who watches was not told");
}

/* What is stored now must be known to all who watch within a second. */
static void simulate_check_people(void)
{
    int64_t n[WORLD_TABLES];

    for (int t = 0; t < world.n_tables; t++)
        n[t] = model_find(&world.model, world.id[t])->n;
    for (int i = 0; i < 5; i++) simulate_check_good_round(true, false);
    for (int i = 0; i < WORLD_PEOPLE; i++)
        for (int t = 0; t < world.n_tables; t++) {
            const struct person *one = &world.person[i];
            const struct model_table *log = model_find(&world.model, world.id[t]);
            if (!one->conn) world_fail("one who came back is not here");
            if (one->seen[t] > log->n) world_fail("something that was seen is gone");
            if (one->watches[t] && one->seen[t] < n[t])
                simulate_check_fail_untold(i, t, one->seen[t], n[t]);
        }
}

static bool simulate_check_anybody_watches(int t)
{
    for (int i = 0; i < WORLD_PEOPLE; i++)
        if (world.person[i].watches[t]) return true;
    return false;
}

static void simulate_check_computers(void)
{
    int64_t before[WORLD_TABLES];
    bool due[WORLD_TABLES];
    struct room *room;

    for (int t = 0; t < world.n_tables; t++) {
        const struct server *server = servers_of(world.id[t], &room);
        due[t] = simulate_check_anybody_watches(t) && server && room->subs &&
                 table_look_computer(room->table);
        before[t] = model_find(&world.model, world.id[t])->n;
        if (simulate_check_anybody_watches(t) && !server)
            world_fail("nobody has a table that is watched");
    }
    for (int i = 0; i < 6; i++) simulate_check_good_round(true, true);
    for (int t = 0; t < world.n_tables; t++)
        if (due[t] && model_find(&world.model, world.id[t])->n == before[t])
            world_fail("a computer does not move");
}

/* When its clock runs out; INT64_MAX: it does not run. */
static int64_t simulate_check_clock_ends(const struct server *server,
                                         const struct model_table *log)
{
    struct table *table = simulate_check_folded(server, log);
    int64_t ends = table->stage == TABLE_PLAY && table->options.clock &&
                           !table->sitting.paused && !table_look_computer(table)
                       ? table_play_deadline(table)
                       : INT64_MAX;

    table_free(table);
    return ends;
}

/* In some worlds one server is gone for good: others find its tables when their clocks have run out. The time until
 * then is nobody's, so it takes twice as long. */
static int64_t simulate_check_lose_a_server(void)
{
    struct server *server = &world.server[world_chance() % WORLD_NODES];

    if (!world_luck(4)) return 6000;
    servers_kill(server, false);
    server->until = INT64_MAX;
    return 24000;
}

/* Though nobody is there. */
static void simulate_check_clocks(void)
{
    int64_t before[WORLD_TABLES], last = world.now + 15000, patience;
    bool due[WORLD_TABLES];

    for (int i = 0; i < WORLD_PEOPLE; i++) people_go(&world.person[i]);
    servers_step(200);
    patience = simulate_check_lose_a_server();
    for (int t = 0; t < world.n_tables; t++) {
        const struct model_table *log = model_find(&world.model, world.id[t]);
        due[t] = true; /* whatever each of them knows of pauses */
        for (int i = 0; i < WORLD_NODES; i++)
            if (world.server[i].up)
                due[t] &= simulate_check_clock_ends(&world.server[i], log) < last;
        before[t] = log->n;
    }
    while (world.now < last + patience) simulate_check_good_round(false, false);
    for (int t = 0; t < world.n_tables; t++)
        if (due[t] && model_find(&world.model, world.id[t])->n == before[t])
            world_fail("a clock ran out and nothing happened");
}

void simulate_check_all(void)
{
    while (world.now % 200) world.now++;
    for (int i = 0; i < 50; i++) simulate_check_good_round(true, true);
    simulate_check_people();
    simulate_check_computers();
    for (int i = 0; i < 3; i++) simulate_check_good_round(true, false);
    simulate_check_people();
    simulate_check_memory();
    simulate_check_clocks();
}
