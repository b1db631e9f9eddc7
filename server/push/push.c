/* push.c -- see push.h. */
#include "push.h"

#include "push_answer.h"
#include "push_send.h"
#include "store/store_wait.h"
#include "net/tls.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LOOK_MS = 500,        /* so often the store is asked who is due */
    AT_ONCE = 32,         /* rows that are looked at */
    TRIES = 3,            /* of one message */
    AGAIN_MS = 60 * 1000, /* until the second try; four times as long until the third */
    BUSY_MS = 2000,       /* those for whom no thread is free are looked at again */
    TTL_MIN_S = 60,
    TTL_MAX_S = 14 * 86400,
    TTL_USUAL_S = 86400
};

struct push {
    struct push_sender sender;
    struct push_test test;
    char contact[PUSH_CONTACT_MAX + 1];
    struct push_senders *senders;
    struct store *store;
    int64_t looked;
    atomic_bool sent; /* something can be taken */
    void (*tell)(void *context);
    void *context;
    struct store_push_change change[AT_ONCE + PUSH_THREADS];
    int n_changes;
    bool busy; /* the store is asked: a round is under way */
    bool gone; /* and nobody waits for it any more */
    int64_t now;
    int failures;
    char why[PUSH_WHY_MAX];
};

/* -- Start and stop --------------------------------------------------------------------- */

/* In a sender's thread. */
static void push_on_sent(void *context)
{
    struct push *push = context;

    atomic_store(&push->sent, true);
    push->tell(push->context);
}

/* The store's, or a new one that the store has from now on. */
static EVP_PKEY *push_own_key(struct store *store)
{
    unsigned char bytes[PUSH_PAIR];
    EVP_PKEY *fresh = push_key_new(), *key = NULL;

    if (fresh && push_key_bytes(fresh, bytes) &&
        store_wait_key(store, bytes, sizeof bytes))
        key = push_key_pair(bytes);
    EVP_PKEY_free(fresh);
    OPENSSL_cleanse(bytes, sizeof bytes);
    return key;
}

static bool push_read_test(struct push *push, const char *path, char *problem,
                           size_t size)
{
    struct push_ports *ports = &push->sender.ports;

    if (!push_test_read(path, &push->test, problem, size)) return false;
    for (int i = 0; i < push->test.n_allow && ports->n < PUSH_PORTS_MAX; i++)
        ports->port[ports->n++] = push->test.allow[i].port;
    push->sender.test = &push->test;
    return true;
}

static bool push_open_tls(struct push *push, char *problem, size_t size)
{
    push->sender.tls = tls_client(problem, size);
    if (!push->sender.tls || !push->test.ca[0]) return push->sender.tls != NULL;
    if (SSL_CTX_load_verify_locations(push->sender.tls, push->test.ca, NULL) == 1)
        return true;
    snprintf(problem, size, "%s cannot be read", push->test.ca);
    return false;
}

static bool push_start_senders(struct push *push)
{
    int ends[2];

    if (pipe(ends)) return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    push->sender.stop_fd = ends[0];
    push->senders = push_send_start(&push->sender, ends[1], push_on_sent, push);
    if (!push->senders) close(ends[1]);
    return push->senders != NULL;
}

static bool push_start_all(struct push *push, const struct push_options *options,
                           char *problem, size_t size)
{
    snprintf(problem, size, "this store keeps no subscriptions");
    if (!push->store->push) return false;
    snprintf(problem, size, "the server's key cannot be made or read");
    push->sender.key = push_own_key(push->store);
    if (!push->sender.key || !push_key_text(push->sender.key, push->sender.key_text))
        return false;
    if (options->test && !push_read_test(push, options->test, problem, size))
        return false;
    if (!push_open_tls(push, problem, size)) return false;
    snprintf(problem, size, "there are no threads to send in");
    return push_start_senders(push);
}

struct push *push_start(const struct push_options *options, struct store *store,
                        void (*sent)(void *context), void *context, char *problem,
                        size_t size)
{
    struct push *push = calloc(1, sizeof *push);

    snprintf(problem, size, "out of memory");
    if (!push) return NULL;
    push->store = store;
    push->tell = sent;
    push->context = context;
    push->sender.stop_fd = -1;
    push->sender.ports = options->ports;
    snprintf(push->contact, sizeof push->contact, "%s", options->contact);
    push->sender.contact = push->contact;
    if (push_start_all(push, options, problem, size)) return push;
    push_stop(push);
    return NULL;
}

void push_stop(struct push *push)
{
    if (!push || !push_send_stop(push->senders)) return;
    if (push->sender.stop_fd >= 0) close(push->sender.stop_fd);
    SSL_CTX_free(push->sender.tls);
    EVP_PKEY_free(push->sender.key);
    push->gone = true;
    if (!push->busy) free(push);
}

const char *push_public_key(const struct push *push)
{
    return push->sender.key_text;
}

const struct push_ports *push_allowed_ports(const struct push *push)
{
    return &push->sender.ports;
}

/* -- What is said ----------------------------------------------------------------------- */

/* Which table and which seat, and their names: what everybody at the table knows. */
static json_t *push_words(const struct store_push *row, bool named)
{
    json_t *summary = named ? json_loads(row->summary, 0, NULL) : NULL;
    json_t *seat = json_array_get(json_object_get(summary, "seats"), (size_t)row->seat);
    const char *title = json_string_value(json_object_get(summary, "title"));
    const char *name = json_string_value(json_object_get(seat, "name"));
    json_t *words =
        json_pack("{s:s, s:i, s:s, s:s}", "table", row->table, "seat", row->seat, "title",
                  title ? title : "", "name", name ? name : "");

    json_decref(summary);
    return words;
}

/* Names that would make it too long are left out. */
static bool push_write(const struct store_push *row, bool named,
                       struct push_message *message)
{
    json_t *words = push_words(row, named);
    size_t n =
        words ? json_dumpb(words, message->text, sizeof message->text, JSON_COMPACT) : 0;

    json_decref(words);
    message->n = n;
    return n && n <= sizeof message->text;
}

/* A message is worth something until the clock runs out. */
static int push_ttl(const struct store_push *row, int64_t now)
{
    int64_t left = row->deadline ? (row->deadline - now) / 1000 : TTL_USUAL_S;

    if (left < TTL_MIN_S) return TTL_MIN_S;
    return left < TTL_MAX_S ? (int)left : TTL_MAX_S;
}

static struct push_job *push_job_of(const struct push *push, const struct store_push *row)
{
    struct push_job *job = calloc(1, sizeof *job);
    struct push_message *message = job ? &job->message : NULL;

    if (!job || strlen(row->endpoint) > PUSH_ENDPOINT_MAX ||
        !push_key_topic(push->sender.key, row->table, message->topic) ||
        (!push_write(row, true, message) && !push_write(row, false, message))) {
        free(job);
        return NULL;
    }
    job->row = row->key;
    job->turn = row->turn;
    job->origin = row->origin;
    job->tries = row->tries;
    memcpy(message->endpoint, row->endpoint, strlen(row->endpoint) + 1);
    memcpy(message->reader.point, row->point, PUSH_POINT);
    memcpy(message->reader.auth, row->auth, PUSH_AUTH);
    message->ttl_s = push_ttl(row, push->now);
    return job;
}

/* -- What came of it -------------------------------------------------------------------- */

static void push_note(struct push *push, int64_t row, int64_t turn,
                      enum store_push_fate fate, int64_t due)
{
    push->change[push->n_changes++] =
        (struct store_push_change){.key = row, .turn = turn, .due = due, .fate = fate};
}

static int64_t push_next_try(const struct push *push, const struct push_job *job)
{
    int64_t wait = push->test.again_ms ? push->test.again_ms : AGAIN_MS;

    if (job->tries) wait *= 4;
    if (job->result.wait_s * 1000LL > wait) wait = job->result.wait_s * 1000LL;
    return push->now + wait;
}

static void push_note_failure(struct push *push, const struct push_job *job)
{
    push->failures++;
    memcpy(push->why, job->result.why, sizeof push->why);
}

static void push_settle(struct push *push, struct hub *hub, const struct push_job *job)
{
    enum push_outcome outcome = job->result.outcome;

    if (outcome == PUSH_LATER && job->tries + 1 < TRIES) {
        push_note(push, job->row, job->turn, STORE_PUSH_AGAIN, push_next_try(push, job));
        return;
    }
    hub_push_answered(hub, outcome == PUSH_DONE);
    if (outcome == PUSH_DONE)
        push_note(push, job->row, job->turn, STORE_PUSH_DONE, 0);
    else if (outcome == PUSH_GONE)
        push_note(push, job->row, job->turn, STORE_PUSH_GONE, 0);
    else {
        push_note(push, job->row, job->turn, STORE_PUSH_LOST, 0);
        push_note_failure(push, job);
    }
}

static void push_take_sent(struct push *push, struct hub *hub)
{
    struct push_job *job;

    if (!atomic_exchange(&push->sent, false)) return;
    while ((job = push_send_take(push->senders))) {
        push_settle(push, hub, job);
        free(job);
    }
}

/* -- Who is due ------------------------------------------------------------------------- */

static bool push_give(void *context, const struct store_push *row)
{
    struct push *push = context;
    if (push->gone) return false;
    struct push_job *job = push_job_of(push, row);
    bool given = job && push_send_give(push->senders, job);

    if (given || !job) /* one that cannot be written can never be sent */
        push_note(push, row->key, row->turn, STORE_PUSH_SENDING, 0);
    else
        push_note(push, row->key, row->turn, STORE_PUSH_WAITS, push->now + BUSY_MS);
    if (!given) free(job);
    return true;
}

static void push_on_changed(void *context, const struct store_answer *answer)
{
    struct push *push = context;

    push->busy = false;
    if (push->gone)
        free(push);
    else
        push_send_go(push->senders, answer->how == STORE_DONE);
}

/* First the store notes that a message is sent, then it is: after a crash one may be missing, but
 * none comes twice. */
static void push_store_changes(struct push *push)
{
    push->busy = push->n_changes > 0;
    if (push->busy)
        push->store->push->change(push->store, push->change, push->n_changes,
                                  push_on_changed, push);
}

static void push_on_due(void *context, const struct store_answer *answer)
{
    struct push *push = context;

    (void)answer; /* what was read before it failed is good */
    push->busy = false;
    if (push->gone)
        free(push);
    else
        push_store_changes(push);
}

void push_round(struct push *push, struct hub *hub, int64_t now)
{
    if (push->busy) return;
    push->now = now;
    push->n_changes = 0;
    push_take_sent(push, hub);
    if (now - push->looked < LOOK_MS) {
        push_store_changes(push);
        return;
    }
    push->looked = now;
    push->busy = true;
    push->store->push->due(push->store, now, AT_ONCE, push_give, push_on_due, push);
}

int push_failures(struct push *push, const char **why)
{
    int n = push->failures;

    push->failures = 0;
    *why = push->why;
    return n;
}
