/* crew.c -- many pieces of work in as many threads as there are cores.
 *
 * Pieces are begun in order. After a signal, or after a piece that failed, no other piece
 * is begun. */
#include "cli.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct crew {
    struct cli_crew *job;
    pthread_mutex_t lock;
    struct cli_progress progress;
    long next;
};

struct member {
    struct crew *crew;
    long number;
    pthread_t thread;
};

/* The number of the next piece, or -1. `done` and `failed` report on the piece before
 * it. */
static long crew_step(struct crew *crew, bool done, bool failed)
{
    struct cli_crew *job = crew->job;

    pthread_mutex_lock(&crew->lock);
    job->done += done;
    job->failed |= failed;
    bool end = crew->next >= job->n || job->failed || cli_stop_signal();
    long i = end ? -1 : crew->next++;
    cli_progress(&crew->progress, job->what, job->done, job->n);
    pthread_mutex_unlock(&crew->lock);
    return i;
}

static void *crew_serve(void *context)
{
    struct member *member = context;
    struct cli_crew *job = member->crew->job;

    for (long i = crew_step(member->crew, false, false); i >= 0;) {
        enum cli_piece piece = job->work(job->context, member->number, i);
        i = crew_step(member->crew, piece == CLI_PIECE_DONE, piece == CLI_PIECE_FAILED);
    }
    return NULL;
}

void cli_crew(struct cli_crew *job)
{
    struct crew crew = {.job = job, .lock = PTHREAD_MUTEX_INITIALIZER};
    struct member *member = cli_alloc((size_t)job->jobs * sizeof *member);
    long n = 0;

    for (long i = 0; i < job->jobs; i++)
        member[i] = (struct member){.crew = &crew, .number = i};
    while (n + 1 < job->jobs && n + 1 < job->n &&
           !pthread_create(&member[n + 1].thread, NULL, crew_serve, &member[n + 1]))
        n++;
    crew_serve(&member[0]);
    for (long i = 1; i <= n; i++) pthread_join(member[i].thread, NULL);
    cli_progress(&crew.progress, job->what, job->n, job->n);
    pthread_mutex_destroy(&crew.lock);
    free(member);
}

long cli_crew_cores(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n > 0 ? n : 1;
}
