/* push_send.c -- see push_send.h. */
#include "push_send.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { STOP_MS = 300 };

struct slot {
    struct push_job *job; /* under way or done, or NULL */
    bool held;            /* nobody may begin with it yet */
    bool taken, done;     /* a thread has it; it is sent */
};

struct push_senders {
    const struct push_sender *sender;
    pthread_mutex_t lock;
    pthread_cond_t work, ended;
    int threads; /* that run */
    bool stopping;
    int stop_write;
    void (*sent)(void *context);
    void *context;
    struct slot slot[PUSH_THREADS];
};

/* -- Threads ---------------------------------------------------------------------------- */

static struct slot *push_send_sender_next(struct push_senders *all)
{
    for (int i = 0; i < PUSH_THREADS; i++)
        if (all->slot[i].job && !all->slot[i].held && !all->slot[i].taken)
            return &all->slot[i];
    return NULL;
}

static void *push_send_sender_work(void *context)
{
    struct push_senders *all = context;
    struct slot *slot;

    pthread_mutex_lock(&all->lock);
    while (!all->stopping) {
        if (!(slot = push_send_sender_next(all))) {
            pthread_cond_wait(&all->work, &all->lock);
            continue;
        }
        struct push_job *job = slot->job;
        slot->taken = true;
        pthread_mutex_unlock(&all->lock);
        push_post(all->sender, &job->message, &job->result);
        pthread_mutex_lock(&all->lock);
        slot->done = true;
        if (!all->stopping) all->sent(all->context);
    }
    all->threads--;
    pthread_cond_signal(&all->ended);
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

static bool push_send_sender_start(struct push_senders *all)
{
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    bool ok = !pthread_create(&thread, &attributes, push_send_sender_work, all);
    pthread_attr_destroy(&attributes);
    if (ok) all->threads++;
    return ok;
}

struct push_senders *push_send_start(const struct push_sender *sender, int stop_write,
                                     void (*sent)(void *context), void *context)
{
    struct push_senders *all = calloc(1, sizeof *all);

    if (!all) return NULL;
    all->sender = sender;
    all->stop_write = stop_write;
    all->sent = sent;
    all->context = context;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->work, NULL);
    pthread_cond_init(&all->ended, NULL);
    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < PUSH_THREADS && push_send_sender_start(all); i++) continue;
    bool any = all->threads > 0;
    pthread_mutex_unlock(&all->lock);
    if (any) return all;
    free(all);
    return NULL;
}

/* -- In and out ------------------------------------------------------------------------- */

static void push_send_sender_site(const char *endpoint, char out[PUSH_HOST_MAX])
{
    struct push_address to = {.host = ""};

    push_address_read(endpoint, NULL, &to);
    strcpy(out, push_address_site(to.host));
}

/* The number of messages under way to that site, or of that origin: whichever is more. */
static int push_send_sender_busy_with(const struct push_senders *all, const char *site,
                                      int64_t origin)
{
    int sites = 0, origins = 0;

    for (int i = 0; i < PUSH_THREADS; i++) {
        char other[PUSH_HOST_MAX];
        if (!all->slot[i].job) continue;
        push_send_sender_site(all->slot[i].job->message.endpoint, other);
        sites += !strcmp(site, other);
        origins += origin && all->slot[i].job->origin == origin;
    }
    return sites > origins ? sites : origins;
}

bool push_send_give(struct push_senders *all, struct push_job *job)
{
    char site[PUSH_HOST_MAX];
    bool given = false;

    push_send_sender_site(job->message.endpoint, site);
    pthread_mutex_lock(&all->lock);
    bool many = push_send_sender_busy_with(all, site, job->origin) >= PUSH_SAME_MAX;
    for (int i = 0; i < PUSH_THREADS && !given && !many; i++) {
        if (all->slot[i].job) continue;
        all->slot[i] = (struct slot){.job = job, .held = true};
        given = true;
    }
    pthread_mutex_unlock(&all->lock);
    return given;
}

void push_send_go(struct push_senders *all, bool yes)
{
    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < PUSH_THREADS; i++) {
        struct slot *slot = &all->slot[i];
        if (!slot->held) continue;
        slot->held = false;
        if (yes) continue;
        free(slot->job);
        *slot = (struct slot){0};
    }
    pthread_cond_broadcast(&all->work);
    pthread_mutex_unlock(&all->lock);
}

struct push_job *push_send_take(struct push_senders *all)
{
    struct push_job *job = NULL;

    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < PUSH_THREADS && !job; i++) {
        if (!all->slot[i].done) continue;
        job = all->slot[i].job;
        all->slot[i] = (struct slot){0};
    }
    pthread_mutex_unlock(&all->lock);
    return job;
}

/* -- The end ---------------------------------------------------------------------------- */

/* Until all threads have ended, but not for long. */
static bool push_send_senders_wait(struct push_senders *all)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += STOP_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    while (all->threads)
        if (pthread_cond_timedwait(&all->ended, &all->lock, &until)) break;
    return !all->threads;
}

bool push_send_stop(struct push_senders *all)
{
    if (!all) return true;
    close(all->stop_write); /* all that wait for a socket wake */
    pthread_mutex_lock(&all->lock);
    all->stopping = true;
    pthread_cond_broadcast(&all->work);
    bool ended = push_send_senders_wait(all);
    pthread_mutex_unlock(&all->lock);
    if (!ended) return false; /* what the thread still uses goes with the process */
    for (int i = 0; i < PUSH_THREADS; i++) free(all->slot[i].job);
    free(all);
    return true;
}
