/* plays_fold.c -- what becomes of a table if an entry of its log is not as it was written: each field of each kind of entry is left
 * out, or has another value. It is broken, or another table, or the field does not matter. */
#include "memory.h"
#include "plays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_test.h"

enum { ENTRIES = 200, KINDS = 40, TOLD = 2 }; /* so many entries of a kind are changed */

static struct {
    json_t *text, *secret;
} entry[ENTRIES];
static int n_entries;

static bool take_entry(void *context, int64_t seq, const char *text, const char *secret)
{
    (void)context;
    (void)seq;
    if (!CHECK(n_entries < ENTRIES)) return false;
    entry[n_entries].text = json_loads(text, 0, NULL);
    entry[n_entries++].secret = secret ? json_loads(secret, 0, NULL) : NULL;
    return true;
}

static uint32_t sum_of(uint32_t sum, const char *text)
{
    for (; text && *text; text++) sum = (sum ^ (unsigned char)*text) * 16777619u;
    return sum;
}

static uint32_t sum_of_json(uint32_t sum, json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

    sum = sum_of(sum, text);
    free(text);
    json_decref(json);
    return sum;
}

/* All that can be seen of it. */
static uint32_t sum_of_table(struct table *table)
{
    static const char *const who[] = {"ann", "bob", "cat", "nobody"};
    char *summary = table_look_summary(table), *dump = table_look_dump(table);
    uint32_t sum = sum_of(2166136261u, summary);

    sum = sum_of(sum, dump);
    free(summary);
    free(dump);
    sum = sum_of_json(sum, table_look_clocks(table, table->updated + 1000));
    for (int i = 0; i < 4; i++) sum = sum_of_json(sum, table_look_mine(table, who[i]));
    char more[200];
    snprintf(more, sizeof more, "%d %d %d %lld %lld %s %s %u",
             (int)table_look_status(table), (int)table_look_actor(table),
             (int)table_look_awaits(table), (long long)table->updated,
             (long long)table_play_deadline(table), table->next, table->from,
             (unsigned)table->chats);
    return sum_of(sum, more);
}

/* Folds all of it. Which entry does not fit; 0: all do, and `sum` is of what entry `at` makes, and all. */
static int fold_all(int at, uint32_t *sum)
{
    static bool hasten;
    struct table *table = table_new("abcdefghjkmn");
    int bad = 0;

    *sum = 0;
    hasten = !hasten;
    if (hasten) table_fold_begin(table);
    for (int i = 0; i < n_entries && !bad; i++) {
        char *text = json_dumps(entry[i].text, JSON_COMPACT);
        char *secret = entry[i].secret ? json_dumps(entry[i].secret, JSON_COMPACT) : NULL;
        if (!table_fold(table, text, secret)) bad = i + 1;
        if (i + 1 == at && !bad) *sum = sum_of_table(table);
        free(text);
        free(secret);
    }
    table_fold_end(table);
    if (!bad) *sum = *sum * 31 + sum_of_table(table);
    table_free(table);
    return bad;
}

/* What the value becomes; NULL: there is no such change of it. */
static json_t *changed(const json_t *value, int way)
{
    if (way == 1) return json_null();
    if (json_is_integer(value)) {
        static const long long numbers[] = {0, 1, 2, -1, 7, 1LL << 40};
        if (way >= 2 && way < 8) return json_integer(numbers[way - 2]);
        if (way == 8) return json_integer(json_integer_value(value) + 1);
    }
    if (json_is_boolean(value) && way == 2) return json_boolean(!json_is_true(value));
    if (json_is_string(value)) {
        static const char *const texts[] = {
            "", "x", "end", "human",
            "a text that is longer than any word of an entry, a name or a secret is"};
        if (way >= 2 && way < 7) return json_string(texts[way - 2]);
    }
    if (json_is_array(value) && way == 2) return json_array();
    if (json_is_array(value) && way == 3) return json_pack("[i, i]", 1, 9);
    return NULL;
}

/* One field: left out, and with every other value. */
static void change_field(json_t *object, const char *key, const char *kind, int at,
                         uint32_t right)
{
    json_t *value = json_incref(json_object_get(object, key));
    char line[400];
    int n = snprintf(line, sizeof line, "%s %s:", kind, key);

    for (int way = 0; way < 9; way++) {
        json_t *other = way ? changed(value, way) : NULL;
        uint32_t sum = 0;
        if (way && !other) continue;
        if (way)
            json_object_set_new(object, key, other);
        else
            json_object_del(object, key);
        int bad = fold_all(at, &sum);
        if (bad)
            n += snprintf(line + n, sizeof line - (size_t)n, " broken%s%.0d",
                          bad == at ? "" : "+", bad == at ? 0 : bad - at);
        else if (sum == right)
            n += snprintf(line + n, sizeof line - (size_t)n, " same");
        else
            n += snprintf(line + n, sizeof line - (size_t)n, " %04x", sum & 0xffff);
    }
    json_object_set_new(object, key, value);
    plays_tell("", line);
}

static void change_object(json_t *object, const char *kind, int at, uint32_t right)
{
    const char *keys[40];
    int n = 0;
    const char *key;
    json_t *value;

    json_object_foreach(object, key, value) if (n < 40) keys[n++] = strdup(key);
    for (int i = 0; i < n; i++) {
        union {
            const char *read;
            void *own;
        } both = {keys[i]};
        value = json_object_get(object, keys[i]);
        if (json_is_object(value)) {
            char deeper[120];
            snprintf(deeper, sizeof deeper, "%s.%s", kind, keys[i]);
            change_object(value, deeper, at, right);
        }
        change_field(object, keys[i], kind, at, right);
        free(both.own);
    }
}

void plays_on_folds(const char *words)
{
    char kinds[KINDS][24];
    int times[KINDS] = {0}, n_kinds = 0;
    uint32_t right;

    n_entries = 0;
    CHECK(store_wait_read(store, words, 0, ENTRIES, take_entry, NULL));
    for (int i = 0; i < n_entries; i++) {
        const char *type = json_string_value(json_object_get(entry[i].text, "type"));
        char kind[64];
        int k = 0;
        while (k < n_kinds && strcmp(kinds[k], type) != 0) k++;
        if (k == n_kinds && n_kinds < KINDS)
            snprintf(kinds[n_kinds++], sizeof kinds[0], "%.23s", type);
        if (times[k]++ >= TOLD) continue;
        CHECK_EQ(fold_all(i + 1, &right), 0);
        snprintf(kind, sizeof kind, "%d %.23s", i + 1, type);
        change_object(entry[i].text, kind, i + 1, right);
        snprintf(kind, sizeof kind, "%d %.23s secret", i + 1, type);
        if (entry[i].secret) change_object(entry[i].secret, kind, i + 1, right);
    }
    for (int i = 0; i < n_entries; i++) {
        json_decref(entry[i].text);
        json_decref(entry[i].secret);
    }
}
