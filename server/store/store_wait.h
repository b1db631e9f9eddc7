/* store_wait.h -- calls of a store that wait until they are done: for the start, for `aude store`, for
 * tests. Never from the main loop. */
#ifndef STORE_WAIT_H
#define STORE_WAIT_H

#include "store.h"

/* Waits at most so long for something to happen, then lets the store go on. */
void store_wait_rest(struct store *store, int ms);

/* A row of an owner, kept. */
struct store_owned {
    char node[STORE_NODE_MAX];
    int64_t epoch, until;
};

/* True: done. */
bool store_wait_append(struct store *store, const struct store_batch *batch);
bool store_wait_read(struct store *store, const char *table, int64_t since, int max,
                     store_each_entry *each, void *context);
/* The table's `updated`; INT64_MAX: nobody knows. */
int64_t store_wait_updated(struct store *store, const char *table);
bool store_wait_list(struct store *store, bool awake, int max, store_each_row *each,
                     void *context);
/* How many, or -1. */
int store_wait_forget(struct store *store, int64_t before);
bool store_wait_hours(struct store *store, struct store_hours *out);
bool store_wait_note_pause(struct store *store, struct store_pause pause, int64_t drop);
bool store_wait_set_back(struct store *store, int64_t now);
enum store_added store_wait_add_push(struct store *store, const struct store_push *push);
bool store_wait_drop_push(struct store *store, const char *table, const char *who,
                          const char *endpoint);
bool store_wait_has_push(struct store *store, const char *table, const char *who,
                         const char *endpoint);
bool store_wait_due(struct store *store, int64_t now, int max, store_each_push *each,
                    void *context);
bool store_wait_change(struct store *store, const struct store_push_change *changes,
                       int n);
bool store_wait_find_name(struct store *store, enum store_name_by by, const char *key,
                          int64_t now, store_each_name *each, void *context);
bool store_wait_alike(struct store *store, const struct store_name *name,
                      store_each_name *each, void *context);
bool store_wait_credentials(struct store *store, int64_t name, const char *id,
                            store_each_credential *each, void *context);
bool store_wait_sessions(struct store *store, int64_t name, store_each_session *each,
                         void *context);
enum store_outcome store_wait_change_names(struct store *store,
                                           const struct store_name_change *changes,
                                           int n);
bool store_wait_key(struct store *store, void *bytes, size_t n);
bool store_wait_search(struct store *store, const struct store_search *search,
                       store_each_result *each, void *context);
bool store_wait_rated(struct store *store, int64_t after, int max,
                      store_each_result *each, void *context);
bool store_wait_missing(struct store *store, const char *after, int max,
                        store_each_row *each, void *context);
bool store_wait_add_results(struct store *store, const struct store_result *results,
                            int n);
/* `out`: who has it then; false: nobody, or it failed. */
bool store_wait_take(struct store *store, const char *table, const char *node,
                     int64_t now, int64_t lease, struct store_owned *out);
bool store_wait_renew(struct store *store, const char *node, int64_t now, int64_t least,
                      int64_t until, store_each_owner *each, void *context);
bool store_wait_hand_back(struct store *store, const char *table, const char *node,
                          int64_t epoch, int64_t now);
bool store_wait_orphans(struct store *store, int64_t now, int max, store_each_row *each,
                        void *context);
bool store_wait_dump(struct store *store, enum store_part part, const char *table,
                     const char *after, int max, store_each_cells *each, void *context);
bool store_wait_put(struct store *store, const struct store_cells *rows, int n);

#endif
