/* stop.c -- signals that stop long work. */
#include "cli.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int stopped; /* threads read it too */

static void stop_note(int signal)
{
    stopped = signal;
}

void cli_stop_watch(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = stop_note;
    action.sa_flags = (int)SA_RESETHAND; /* a second signal ends the program */
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int cli_stop_signal(void)
{
    return stopped;
}
