/* store_wait.c -- see store_wait.h. */
#include "store_wait.h"

#include <poll.h>
#include <stdio.h>
#include <time.h>

enum { REST_MS = 50 };

struct waited {
    struct store_answer answer;
    bool done;
    void *context; /* of the caller, for each(), */
    union {        /* which is one of these */
        store_each_entry *entry;
        store_each_row *row;
        store_each_push *push;
        store_each_cells *cells;
        store_each_name *name;
        store_each_credential *credential;
        store_each_session *session;
        store_each_result *result;
        store_each_owner *owner;
    } each;
};

static void store_wait_done(void *context, const struct store_answer *answer)
{
    struct waited *waited = context;

    waited->answer = *answer;
    waited->done = true;
}

static int64_t store_wait_steady_ms(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return (int64_t)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

void store_wait_rest(struct store *store, int ms)
{
    struct store_fd fds[STORE_FDS_MAX];
    struct pollfd polled[STORE_FDS_MAX];
    int n = store->fds ? store->fds(store, fds) : 0;

    for (int i = 0; i < n; i++)
        polled[i] = (struct pollfd){
            .fd = fds[i].fd,
            .events = (short)((fds[i].read ? POLLIN : 0) | (fds[i].write ? POLLOUT : 0))};
    poll(polled, (nfds_t)n, ms);
    if (store->turn) store->turn(store, store_wait_steady_ms());
}

static bool store_wait_until_done(struct store *store, struct waited *waited)
{
    while (!waited->done) store_wait_rest(store, REST_MS);
    return waited->answer.how == STORE_DONE;
}

/* -- Who is called for each, with the caller's own context ------------------------------ */

static bool store_wait_each_entry(void *context, int64_t seq, const char *text,
                                  const char *secret)
{
    const struct waited *waited = context;

    return waited->each.entry(waited->context, seq, text, secret);
}

static bool store_wait_each_row(void *context, const struct store_row *row)
{
    const struct waited *waited = context;

    return waited->each.row(waited->context, row);
}

static bool store_wait_each_push(void *context, const struct store_push *push)
{
    const struct waited *waited = context;

    return waited->each.push(waited->context, push);
}

static bool store_wait_each_owner(void *context, const struct store_owner *owner)
{
    const struct waited *waited = context;

    return waited->each.owner(waited->context, owner);
}

static bool store_wait_each_cells(void *context, const struct store_cells *row)
{
    const struct waited *waited = context;

    return waited->each.cells(waited->context, row);
}

static bool store_wait_each_result(void *context, const struct store_result *result)
{
    const struct waited *waited = context;

    return waited->each.result(waited->context, result);
}

/* -- The calls -------------------------------------------------------------------------- */

bool store_wait_append(struct store *store, const struct store_batch *batch)
{
    struct waited waited = {.done = false};

    store->append(store, batch, store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_read(struct store *store, const char *table, int64_t since, int max,
                     store_each_entry *each, void *context)
{
    struct waited waited = {.context = context, .each = {.entry = each}};

    store->read(store, table, since, max, store_wait_each_entry, store_wait_done,
                &waited);
    return store_wait_until_done(store, &waited);
}

static bool store_wait_skip_entry(void *context, int64_t seq, const char *text,
                                  const char *secret)
{
    (void)context;
    (void)seq;
    (void)text;
    (void)secret;
    return false;
}

int64_t store_wait_updated(struct store *store, const char *table)
{
    struct waited waited = {.each = {.entry = store_wait_skip_entry}};

    store->read(store, table, 0, 1, store_wait_each_entry, store_wait_done, &waited);
    return store_wait_until_done(store, &waited) ? waited.answer.updated : INT64_MAX;
}

bool store_wait_list(struct store *store, bool awake, int max, store_each_row *each,
                     void *context)
{
    struct waited waited = {.context = context, .each = {.row = each}};

    store->list(store, awake, max, store_wait_each_row, store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}

int store_wait_forget(struct store *store, int64_t before)
{
    struct waited waited = {.done = false};

    store->forget(store, before, store_wait_done, &waited);
    return store_wait_until_done(store, &waited) ? waited.answer.n : -1;
}

bool store_wait_hours(struct store *store, struct store_hours *out)
{
    struct waited waited = {.done = false};

    store->hours(store, out, store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_note_pause(struct store *store, struct store_pause pause, int64_t drop)
{
    struct waited waited = {.done = false};

    store->note_pause(store, pause, drop, store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_set_back(struct store *store, int64_t now)
{
    struct waited waited = {.done = false};

    store->set_back(store, now, store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}

/* -- Subscriptions ---------------------------------------------------------------------- */

enum store_added store_wait_add_push(struct store *store, const struct store_push *push)
{
    struct waited waited = {.done = false};

    store->push->add(store, push, store_wait_done, &waited);
    return store_wait_until_done(store, &waited) ? (enum store_added)waited.answer.n
                                                 : STORE_ADD_FAILED;
}

bool store_wait_drop_push(struct store *store, const char *table, const char *who,
                          const char *endpoint)
{
    struct waited waited = {.done = false};

    store->push->drop(store, table, who, endpoint, store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_has_push(struct store *store, const char *table, const char *who,
                         const char *endpoint)
{
    struct waited waited = {.done = false};

    store->push->has(store, table, who, endpoint, store_wait_done, &waited);
    return store_wait_until_done(store, &waited) && waited.answer.n;
}

bool store_wait_due(struct store *store, int64_t now, int max, store_each_push *each,
                    void *context)
{
    struct waited waited = {.context = context, .each = {.push = each}};

    store->push->due(store, now, max, store_wait_each_push, store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_change(struct store *store, const struct store_push_change *changes,
                       int n)
{
    struct waited waited = {.done = false};

    store->push->change(store, changes, n, store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_key(struct store *store, void *bytes, size_t n)
{
    struct waited waited = {.done = false};

    store->push->key(store, bytes, n, store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}

/* -- Owners ----------------------------------------------------------------------------- */

static bool store_wait_keep_owner(void *context, const struct store_owner *owner)
{
    struct store_owned *out = context;

    snprintf(out->node, sizeof out->node, "%s", owner->node);
    out->epoch = owner->epoch;
    out->until = owner->until;
    return true;
}

bool store_wait_take(struct store *store, const char *table, const char *node,
                     int64_t now, int64_t lease, struct store_owned *out)
{
    struct waited waited = {.context = out, .each = {.owner = store_wait_keep_owner}};

    *out = (struct store_owned){.node = ""};
    store->owners->take(store, table, node, now, lease, store_wait_each_owner,
                        store_wait_done, &waited);
    return store_wait_until_done(store, &waited) && out->node[0];
}

bool store_wait_renew(struct store *store, const char *node, int64_t now, int64_t least,
                      int64_t until, store_each_owner *each, void *context)
{
    struct waited waited = {.context = context, .each = {.owner = each}};

    store->owners->renew(store, node, now, least, until, store_wait_each_owner,
                         store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_hand_back(struct store *store, const char *table, const char *node,
                          int64_t epoch, int64_t now)
{
    struct waited waited = {.done = false};

    store->owners->hand_back(store, table, node, epoch, now, store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_orphans(struct store *store, int64_t now, int max, store_each_row *each,
                        void *context)
{
    struct waited waited = {.context = context, .each = {.row = each}};

    store->owners->orphans(store, now, max, store_wait_each_row, store_wait_done,
                           &waited);
    return store_wait_until_done(store, &waited);
}

/* -- Everything ------------------------------------------------------------------------- */

bool store_wait_dump(struct store *store, enum store_part part, const char *table,
                     const char *after, int max, store_each_cells *each, void *context)
{
    struct waited waited = {.context = context, .each = {.cells = each}};

    store->dump(store, part, table, after, max, store_wait_each_cells, store_wait_done,
                &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_put(struct store *store, const struct store_cells *rows, int n)
{
    struct waited waited = {.done = false};

    store->put(store, rows, n, store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}

/* -- Names ------------------------------------------------------------------------------ */

static bool store_wait_each_name(void *context, const struct store_name *name)
{
    const struct waited *waited = context;

    return waited->each.name(waited->context, name);
}

static bool store_wait_each_credential(void *context, const struct store_credential *one)
{
    const struct waited *waited = context;

    return waited->each.credential(waited->context, one);
}

static bool store_wait_each_session(void *context, const struct store_session *one)
{
    const struct waited *waited = context;

    return waited->each.session(waited->context, one);
}

bool store_wait_find_name(struct store *store, enum store_name_by by, const char *key,
                          int64_t now, store_each_name *each, void *context)
{
    struct waited waited = {.context = context, .each.name = each};

    store->names->find(store, by, key, now, store_wait_each_name, store_wait_done,
                       &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_alike(struct store *store, const struct store_name *name,
                      store_each_name *each, void *context)
{
    struct waited waited = {.context = context, .each.name = each};

    store->names->alike(store, name, store_wait_each_name, store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_credentials(struct store *store, int64_t name, const char *id,
                            store_each_credential *each, void *context)
{
    struct waited waited = {.context = context, .each.credential = each};

    store->names->credentials(store, name, id, store_wait_each_credential,
                              store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_sessions(struct store *store, int64_t name, store_each_session *each,
                         void *context)
{
    struct waited waited = {.context = context, .each.session = each};

    store->names->sessions(store, name, store_wait_each_session, store_wait_done,
                           &waited);
    return store_wait_until_done(store, &waited);
}

enum store_outcome store_wait_change_names(struct store *store,
                                           const struct store_name_change *changes, int n)
{
    struct waited waited = {0};

    store->names->change(store, changes, n, store_wait_done, &waited);
    store_wait_until_done(store, &waited);
    return waited.answer.how;
}
bool store_wait_search(struct store *store, const struct store_search *search,
                       store_each_result *each, void *context)
{
    struct waited waited = {.context = context, .each = {.result = each}};

    store->results->search(store, search, store_wait_each_result, store_wait_done,
                           &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_rated(struct store *store, int64_t after, int max,
                      store_each_result *each, void *context)
{
    struct waited waited = {.context = context, .each = {.result = each}};

    store->results->rated(store, after, max, store_wait_each_result, store_wait_done,
                          &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_missing(struct store *store, const char *after, int max,
                        store_each_row *each, void *context)
{
    struct waited waited = {.context = context, .each = {.row = each}};

    store->results->missing(store, after, max, store_wait_each_row, store_wait_done,
                            &waited);
    return store_wait_until_done(store, &waited);
}

bool store_wait_add_results(struct store *store, const struct store_result *results,
                            int n)
{
    struct waited waited = {.done = false};

    store->results->add(store, results, n, store_wait_done, &waited);
    return store_wait_until_done(store, &waited);
}
