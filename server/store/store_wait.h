/* store_wait.h -- calls of a store that wait until they are done: for the start, for `aude store`, for
 * tests. Never from the main loop. */
#ifndef STORE_WAIT_H
#define STORE_WAIT_H

#include "store.h"

/* Waits at most so long for something to happen, then lets the store go on. */
void store_rest(struct store *store, int ms);

/* A row of an owner, kept. */
struct store_owned {
    char node[STORE_NODE_MAX];
    int64_t epoch, until;
};

/* True: done. */
bool store_append_now(struct store *store, const struct store_batch *batch);
bool store_read_now(struct store *store, const char *table, int64_t since, int max,
                    store_each_entry *each, void *context);
/* The table's `updated`; INT64_MAX: nobody knows. */
int64_t store_updated_now(struct store *store, const char *table);
bool store_list_now(struct store *store, bool awake, int max, store_each_row *each,
                    void *context);
/* How many, or -1. */
int store_forget_now(struct store *store, int64_t before);
bool store_hours_now(struct store *store, struct store_hours *out);
bool store_note_pause_now(struct store *store, struct store_pause pause, int64_t drop);
bool store_set_back_now(struct store *store, int64_t now);
enum store_added store_add_push_now(struct store *store, const struct store_push *push);
bool store_drop_push_now(struct store *store, const char *table, const char *who,
                         const char *endpoint);
bool store_has_push_now(struct store *store, const char *table, const char *who,
                        const char *endpoint);
bool store_due_now(struct store *store, int64_t now, int max, store_each_push *each,
                   void *context);
bool store_change_now(struct store *store, const struct store_push_change *changes,
                      int n);
bool store_find_name_now(struct store *store, enum store_name_by by, const char *key,
                         int64_t now, store_each_name *each, void *context);
bool store_alike_now(struct store *store, const struct store_name *name,
                     store_each_name *each, void *context);
bool store_credentials_now(struct store *store, int64_t name, const char *id,
                           store_each_credential *each, void *context);
bool store_sessions_now(struct store *store, int64_t name, store_each_session *each,
                        void *context);
enum store_outcome store_change_names_now(struct store *store,
                                          const struct store_name_change *changes, int n);
bool store_key_now(struct store *store, void *bytes, size_t n);
bool store_search_now(struct store *store, const struct store_search *search,
                      store_each_result *each, void *context);
bool store_rated_now(struct store *store, int64_t after, int max, store_each_result *each,
                     void *context);
bool store_missing_now(struct store *store, const char *after, int max,
                       store_each_row *each, void *context);
bool store_add_results_now(struct store *store, const struct store_result *results,
                           int n);
/* `out`: who has it then; false: nobody, or it failed. */
bool store_take_now(struct store *store, const char *table, const char *node, int64_t now,
                    int64_t lease, struct store_owned *out);
bool store_renew_now(struct store *store, const char *node, int64_t now, int64_t until,
                     store_each_owner *each, void *context);
bool store_hand_back_now(struct store *store, const char *table, const char *node,
                         int64_t epoch, int64_t now);
bool store_orphans_now(struct store *store, int64_t now, int max, store_each_row *each,
                       void *context);
bool store_dump_now(struct store *store, enum store_part part, const char *table,
                    const char *after, int max, store_each_cells *each, void *context);
bool store_put_now(struct store *store, const struct store_cells *rows, int n);

#endif
