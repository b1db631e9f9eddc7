/* store_test.c -- what the tests of stores share. */
#include "store_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/store_push.h"
#include "server/store/store_wait.h"
#include "test.h"

#ifdef AUDE_PG
#include <libpq-fe.h>

void store_test_empty(const char *name)
{
    PGconn *conn = PQconnectdb(name);

    PQclear(PQexec(conn, "SET client_min_messages = warning"));

    PQclear(PQexec(conn,
                   "DROP TABLE IF EXISTS aude_schema, aude_game, aude_log, "
                   "aude_person, aude_pause, aude_alive, aude_push, aude_key, "
                   "aude_name, aude_credential, aude_session, aude_count, "
                   "aude_result, aude_result_seat, aude_ban, aude_silence, aude_act, "
                   "aude_owner, aude_gap, aude_tournament, "
                   "aude_tournament_line"));
    PQfinish(conn);
}
#else
void store_test_empty(const char *name)
{
    (void)name;
}
#endif

bool store_test_elsewhere(void)
{
    return getenv("AUDE_TEST_STORE") != NULL;
}

struct store *store_test_open(void)
{
    const char *name =
        store_test_elsewhere() ? getenv("AUDE_TEST_STORE") : "sqlite::memory:";
    char problem[400];

    if (store_test_elsewhere()) store_test_empty(name);
    struct store *store = store_open(name, problem, sizeof problem);

    if (!CHECK(store != NULL)) fprintf(stderr, "%s\n", problem);
    return store;
}

bool store_test_add(struct store *store, const char *table, int64_t seq, int n,
                    const struct store_row *row)
{
    struct store_entry entries[4];
    static const char *const text[] = {"a", "b", "c", "d"};

    for (int i = 0; i < n; i++)
        entries[i] = (struct store_entry){.table = table,
                                          .seq = seq + i,
                                          .at = 5,
                                          .text = text[i],
                                          .secret = i & 1 ? "hush" : NULL};
    struct store_batch batch = {
        .entries = entries, .n_entries = n, .rows = row, .n_rows = 1, .now = 9};
    return store_wait_append(store, &batch);
}

static char seen[400];

bool store_test_note(void *context, int64_t seq, const char *text, const char *secret)
{
    (void)context;
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%d:%s:%s ", (int)seq, text,
             secret ? secret : "-");
    return true;
}

const char *store_test_read(struct store *store, const char *table, int64_t since,
                            int max)
{
    seen[0] = 0;
    CHECK(store_wait_read(store, table, since, max, store_test_note, NULL));
    return seen;
}

enum store_added store_test_subscribe(struct store *store, const char *table,
                                      const char *who, const char *endpoint)
{
    static const unsigned char keys[STORE_PUSH_POINT];
    struct store_push push = {.table = table,
                              .who = who,
                              .endpoint = endpoint,
                              .point = keys,
                              .auth = keys,
                              .turn = -1};

    return store_wait_add_push(store, &push);
}

bool store_test_copied(void *context, const char *table, int64_t seq, const char *why)
{
    (void)context;
    (void)table;
    (void)seq;
    return why == NULL;
}
