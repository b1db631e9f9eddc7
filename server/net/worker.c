/* worker.c -- computer players think in threads of their own, on views. */
#include "worker.h"

#include "ai.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WORKERS_MAX = 64 };

struct worker {
    struct workers *all;
    pthread_t thread;
    struct hub_job *job;       /* under way, or NULL; guarded by the lock */
    uint64_t done;             /* number of the job that is answered, or 0 */
    struct aude_action action; /* its answer */
    atomic_bool stop;
    int64_t until; /* ms of the monotonic clock */
};

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t work;
    int n;
    bool stopping;
    void (*answered)(void *context);
    void *context;
    struct worker worker[WORKERS_MAX];
};

static int64_t worker_ms(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return (int64_t)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

/* -- Players ---------------------------------------------------------------------------- */

/* A player calls this now and then. True: stop, the time is over or the answer is not wanted. */
static bool worker_must_stop(void *context)
{
    struct worker *worker = context;

    return atomic_load(&worker->stop) || worker_ms() >= worker->until;
}

/* The one place that knows how a player is asked. */
static struct aude_action worker_choose(struct worker *worker, const struct hub_job *job)
{
    const struct ai_player *player = ai_find(job->level);
    struct ai_limits limits = {.stop = worker_must_stop, .context = worker};
    struct ai_rng rng;

    ai_rng_init(&rng, job->chance);
    return ai_choose(player ? player : &ai_greedy, &job->view, &limits, &rng);
}

/* -- Threads ---------------------------------------------------------------------------- */

static void *worker_main(void *context)
{
    struct worker *worker = context;
    struct workers *all = worker->all;

    pthread_mutex_lock(&all->lock);
    while (!all->stopping) {
        if (!worker->job || worker->done) {
            pthread_cond_wait(&all->work, &all->lock);
            continue;
        }
        struct hub_job *job = worker->job;
        pthread_mutex_unlock(&all->lock);
        struct aude_action action = worker_choose(worker, job);
        pthread_mutex_lock(&all->lock);
        worker->action = action;
        worker->done = job->number;
        all->answered(all->context);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

struct workers *workers_start(int threads, void (*answered)(void *context), void *context)
{
    struct workers *all = calloc(1, sizeof *all);

    if (!all) return NULL;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->work, NULL);
    all->answered = answered;
    all->context = context;
    for (int i = 0; i < threads && i < WORKERS_MAX; i++) {
        struct worker *worker = &all->worker[i];
        worker->all = all;
        if (pthread_create(&worker->thread, NULL, worker_main, worker)) break;
        all->n++;
    }
    return all;
}

bool workers_give(struct workers *all, struct hub_job *job)
{
    bool given = false;

    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < all->n && !given; i++) {
        struct worker *worker = &all->worker[i];
        if (worker->job) continue;
        worker->until = worker_ms() + job->limit_ms;
        atomic_store(&worker->stop, false);
        worker->job = job;
        given = true;
    }
    if (given) pthread_cond_broadcast(&all->work);
    pthread_mutex_unlock(&all->lock);
    return given;
}

void workers_forget(struct workers *all, uint64_t number)
{
    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < all->n; i++)
        if (all->worker[i].job && all->worker[i].job->number == number)
            atomic_store(&all->worker[i].stop, true);
    pthread_mutex_unlock(&all->lock);
}

bool workers_take(struct workers *all, uint64_t *number, struct aude_action *action)
{
    bool taken = false;

    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < all->n && !taken; i++) {
        struct worker *worker = &all->worker[i];
        if (!worker->done) continue;
        *number = worker->done;
        *action = worker->action;
        free(worker->job);
        worker->job = NULL;
        worker->done = 0;
        taken = true;
    }
    pthread_mutex_unlock(&all->lock);
    return taken;
}

void workers_stop(struct workers *all)
{
    if (!all) return;
    pthread_mutex_lock(&all->lock);
    all->stopping = true;
    for (int i = 0; i < all->n; i++) atomic_store(&all->worker[i].stop, true);
    pthread_cond_broadcast(&all->work);
    pthread_mutex_unlock(&all->lock);
    for (int i = 0; i < all->n; i++) {
        pthread_join(all->worker[i].thread, NULL);
        free(all->worker[i].job);
    }
    pthread_cond_destroy(&all->work);
    pthread_mutex_destroy(&all->lock);
    free(all);
}
