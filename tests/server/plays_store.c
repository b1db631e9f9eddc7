/* plays_store.c -- what plays tell of the store: all of it, copies, checks, and what a host does to it. */
#include "plays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_test.h"
#include "server/store/store_copy.h"
#include "server/store/store_duty.h"

enum {
    NAMES = 40,
    LINE = 1 << 16,
    LONG_LOG = 30
}; /* of longer logs the beginning is told */

static char tables[NAMES][TABLE_ID_MAX];
static int n_tables;

static bool tell_row(void *context, const struct store_cells *row)
{
    char line[LINE];
    size_t n = (size_t)snprintf(line, sizeof line, "%d:", (int)row->part);

    (void)context;
    if (row->part == STORE_LOG && atoi(row->cell[1].bytes) > LONG_LOG) return true;
    for (int i = 0; i < row->n && n < sizeof line - 8; i++) {
        const struct store_cell *cell = &row->cell[i];
        n += (size_t)snprintf(line + n, sizeof line - n, " %.*s",
                              cell->bytes ? (int)cell->n : 1,
                              cell->bytes ? cell->bytes : "-");
    }
    for (char *p = line; *p; p++) /* keys are bytes */
        if ((unsigned char)*p < ' ' || (unsigned char)*p > '~')
            *p = *p == '\n' ? '|' : '?';
    plays_tell("", line);
    if ((row->part == STORE_GAMES || row->part == STORE_TOURNAMENTS) && n_tables < NAMES)
        snprintf(tables[n_tables++], TABLE_ID_MAX, "%.*s", (int)row->cell[0].n,
                 row->cell[0].bytes);
    return true;
}

/* The lines of an act have the names of those who asked, the list of people their secrets' hashes: `people` tells those, too. */
void plays_on_store(const char *words)
{
    bool people = !strcmp(words, "people");

    n_tables = 0;
    for (int part = 0; part < STORE_SUMMARIES; part++) {
        bool of_one = part == STORE_LOG || part == STORE_PUSHES || part == STORE_SEATS ||
                      part == STORE_GAPS || part == STORE_LINES;
        if (part == STORE_KEYS || (part == STORE_PEOPLE && !people)) continue;
        for (int i = 0; i < (of_one ? n_tables : 1); i++)
            store_wait_dump(store, (enum store_part)part, of_one ? tables[i] : "", "",
                            1000, tell_row, NULL);
    }
}

static void tell_counts(const char *what, const struct store_counts *c)
{
    char line[400];

    snprintf(
        line, sizeof line,
        "%s: %ld tables, %ld entries, %ld people, %ld pauses, %ld pushes, %ld names, "
        "%ld results, %ld tournaments, %ld copied, %ld same, %ld broken",
        what, c->tables, c->entries, c->people, c->pauses, c->pushes, c->names,
        c->results, c->tournaments, c->copied, c->same, c->broken);
    plays_tell("", line);
}

static bool tell_table(void *context, const char *table, int64_t seq, const char *why)
{
    char line[400];

    (void)context;
    snprintf(line, sizeof line, "%s %d: %s", table, (int)seq, why ? why : "well");
    plays_tell("", line);
    return true;
}

void plays_on_copy(const char *words)
{
    struct store_counts first = {0}, second = {0}, third = {0}, sum = {0};
    char problem[400] = "";
    struct store *copy = store_open("sqlite::memory:", problem, sizeof problem);

    (void)words;
    if (!CHECK(copy != NULL)) return;
    bool ok = store_copy(store, copy, &first, tell_table, NULL, problem, sizeof problem);
    if (ok) tell_counts("copied", &first);
    ok =
        ok && store_copy(store, copy, &second, tell_table, NULL, problem, sizeof problem);
    if (ok) tell_counts("again", &second);
    ok = ok && store_copy_sum(store, &sum) && store_copy_sum(copy, &third);
    if (ok) {
        tell_counts("summed up", &third);
        CHECK_STR(sum.sum, third.sum);
        CHECK_STR(first.sum, third.sum);
        if (problem[0]) plays_tell("", problem);
    } else
        plays_tell("", "it fails"); /* with all memory nobody hears that */
    copy->close(copy);
}

void plays_on_check(const char *words)
{
    struct store_counts counts = {0};

    (void)words;
    if (store_check(store, &counts, tell_table, NULL))
        tell_counts("checked", &counts);
    else
        plays_tell("", "it fails");
}

void plays_on_duty(const char *words)
{
    struct duty_act act = {.at = now, .by = "host", .reason = "a reason"};
    char what[16] = "", name[80] = "";
    long long until = 0;
    bool ok = false;

    sscanf(words, "%15s %79s %lld", what, name, &until);
    if (!strcmp(what, "ban")) ok = store_duty_ban(store, name, until, &act);
    if (!strcmp(what, "unban")) ok = store_duty_unban(store, name, &act);
    if (!strcmp(what, "silence")) ok = store_duty_silence(store, name, until, &act);
    if (!strcmp(what, "unsilence")) ok = store_duty_unsilence(store, name, &act);
    if (!strcmp(what, "delete"))
        ok = store_duty_delete(store, name, &act) && hub_duty_reread(hub, name);
    plays_tell("", ok ? "done" : "not done");
}

static void tell_visitors_table(void *context, const char *table, bool alone)
{
    char line[80];

    (void)context;
    snprintf(line, sizeof line, "%s%s", table, alone ? ", alone" : "");
    plays_tell("", line);
    hub_duty_reread(hub, table);
}

void plays_on_visitor(const char *words)
{
    struct duty_act act = {.at = now, .by = "host", .reason = "asked for"};
    struct duty_visitor found = {0};
    char who[TABLE_WHO_MAX] = "", erase[8] = "", line[200];

    int n = sscanf(words, "%47s %7s", who, erase);
    if (!store_duty_visitor(store, who, n == 2 ? &act : NULL, &found, tell_visitors_table,
                            NULL)) {
        plays_tell("", "it fails");
        return;
    }
    snprintf(line, sizeof line,
             "known %d, created %d, seen %d, tables %d, alone %d, said %d, pushes %d",
             found.known, (int)found.created, (int)found.seen, found.tables, found.alone,
             found.said, found.pushes);
    plays_tell("", line);
}

/* Finished games of two who keep the names 5001 and 5002, at tables that are forgotten: each has won some. */
void plays_on_results(const char *words)
{
    static const struct store_result_seat ann = {
        .name = 5001, .who = "ann", .label = "Ann", .key = "ann", .level = ""};
    static const struct store_result_seat bob = {
        .name = 5002, .who = "bob", .label = "Bob", .key = "bob", .level = ""};
    int n = atoi(words);

    for (int i = 0; i < n; i++) {
        char table[TABLE_ID_MAX];
        struct store_result one = {.table = table,
                                   .began = 4000000 + i,
                                   .ended = 4000000 + 1000 * (i / 2),
                                   .pool = i % 9 == 8,
                                   .rated = i % 5 != 4,
                                   .open = i % 7 != 6,
                                   .gone = true,
                                   .why = (enum store_end)(i % 11 == 10),
                                   .turns = 60 + i % 20,
                                   .sets = i % 3 ? 1 : 3,
                                   .rules = "grow",
                                   .n_seats = 2,
                                   .seat = {ann, bob}};
        snprintf(table, sizeof table, "old%d", i);
        for (int s = 0; s < 2; s++) {
            one.seat[s].points = 50 + (i * 7 + s * 31) % 40;
            one.seat[s].place = i % 13 == 12 ? 1 : (i % 3 != 0) == (s == 0) ? 1 : 2;
        }
        CHECK(store_wait_add_results(store, &one, 1));
    }
}
