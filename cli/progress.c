/* progress.c -- how far long work is: one line on stderr. */
#include "cli.h"

#include <time.h>
#include <unistd.h>

static double progress_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void cli_progress(struct cli_progress *progress, const char *what, long done, long total)
{
    enum { BAR = 30 };
    static const char hashes[] = "##############################";
    double at = progress_now();

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
