/* stop.c -- long work: signals that stop it, and its progress. */
#include "cli.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static atomic_int stopped; /* threads read it too */

static void note(int signal)
{
    stopped = signal;
}

void cli_stop_watch(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    action.sa_flags = (int)SA_RESETHAND; /* a second signal ends the program */
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int cli_stop_signal(void)
{
    return stopped;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void cli_progress(struct cli_progress *progress, const char *what, long done, long total)
{
    enum { BAR = 30 };
    static const char hashes[] = "##############################";
    double at = now();

    if (!isatty(STDERR_FILENO)) return;
    if (done >= total) {
        if (progress->shown > 0) fputs("\r\033[K", stderr);
        progress->shown = 0;
        return;
    }
    if (at < progress->shown + 0.2) return;
    progress->shown = at;
    int bar = (int)(BAR * done / total);
    fprintf(stderr, "\r[%.*s%*s] %ld of %ld %s ", bar, hashes, BAR - bar, "", done, total,
            what);
    fflush(stderr);
}

long cli_cores(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n > 0 ? n : 1;
}
