/* stop.c -- signals that stop long work. */
#include "cli.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { ONE_STOP_MS = 500 };

static atomic_int stopped;      /* threads read it too */
static atomic_llong came_at[2]; /* ms: when SIGINT, SIGTERM first came */

static long long stop_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Who stops a whole group of processes, as `timeout` does, may send the signal twice: what comes
 * within half a second of the first is the same wish. The same signal later ends the program. */
static void stop_note(int number)
{
    atomic_llong *first = &came_at[number == SIGTERM];
    long long never = 0, now = stop_now();

    stopped = number;
    if (atomic_compare_exchange_strong(first, &never, now)) return;
    if (now - *first < ONE_STOP_MS) return;
    signal(number, SIG_DFL);
    raise(number);
}

void cli_stop_watch(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = stop_note;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int cli_stop_signal(void)
{
    return stopped;
}
