/* store_sqlite_keys.c -- see store_sqlite_keys.h. */
#include "store_sqlite_keys.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLOTS =
        4096, /* of two tables at play with the same slot one is asked for: of 250 that is one in 17 */
    KEYS_NAME = 16, /* bytes of a name with its end; longer ones are asked for */
};

struct slot {
    char name[KEYS_NAME];
    int64_t key;
    uint64_t proved; /* in which transaction */
};

struct sqlite_keys {
    sqlite3_stmt *find;
    uint64_t transaction;
    struct slot slot[SLOTS];
};

struct sqlite_keys *sqlite_keys_open(sqlite3 *db)
{
    struct sqlite_keys *keys = calloc(1, sizeof *keys);

    if (keys && !sqlite3_prepare_v3(db, "SELECT key FROM game WHERE name = ?1", -1,
                                    SQLITE_PREPARE_PERSISTENT, &keys->find, NULL))
        return keys;
    free(keys);
    return NULL;
}

void sqlite_keys_close(struct sqlite_keys *keys)
{
    if (keys) sqlite3_finalize(keys->find);
    free(keys);
}

void sqlite_keys_begin(struct sqlite_keys *keys)
{
    keys->transaction++;
}

/* The slot that this name has or would have. */
static const struct slot *keys_slot(const struct sqlite_keys *keys, const char *table)
{
    uint32_t hash = 2166136261u;

    for (const char *p = table; *p; p++) hash = (hash ^ (unsigned char)*p) * 16777619u;
    return &keys->slot[(hash ^ hash >> 16) % SLOTS];
}

int64_t sqlite_keys_guess(const struct sqlite_keys *keys, const char *table)
{
    const struct slot *slot = keys_slot(keys, table);

    return strcmp(slot->name, table) ? 0 : slot->key;
}

void sqlite_keys_prove(struct sqlite_keys *keys, const char *table, int64_t key)
{
    struct slot *slot = &keys->slot[keys_slot(keys, table) - keys->slot];
    size_t n = strlen(table);

    if (n >= KEYS_NAME) return;
    memcpy(slot->name, table, n + 1);
    slot->key = key;
    slot->proved = keys->transaction;
}

int64_t sqlite_keys_find(struct sqlite_keys *keys, const char *table)
{
    const struct slot *slot = keys_slot(keys, table);
    int64_t key = 0;

    if (slot->proved == keys->transaction && !strcmp(slot->name, table)) return slot->key;
    sqlite3_bind_text(keys->find, 1, table, -1, SQLITE_STATIC);
    if (sqlite3_step(keys->find) == SQLITE_ROW) {
        key = sqlite3_column_int64(keys->find, 0);
        sqlite_keys_prove(keys, table, key);
    }
    sqlite3_reset(keys->find);
    return key;
}
