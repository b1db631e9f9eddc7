/* arena_pipe.h -- a child process: lines to it and from it, each with a deadline. */
#ifndef ARENA_PIPE_H
#define ARENA_PIPE_H

#include "cli.h"

#include <sys/types.h>

/* What went wrong with the last line. */
enum arena_trouble { PIPE_FINE, PIPE_NONE, PIPE_LATE, PIPE_ENDED, PIPE_LONG, PIPE_DEAF };

struct arena_pipe {
    pid_t pid; /* 0: not running */
    int to, from;
    char line[1024];
    char held[4096]; /* bytes that were read and are not a whole line yet */
    size_t n_held;
    enum arena_trouble trouble;
};

/* A clock that only goes forward, in ms. */
double arena_pipe_now(void);

/* Start `command` in a process group of its own. */
bool arena_pipe_open(struct arena_pipe *pipe, const char *command);
bool arena_pipe_say(struct arena_pipe *pipe, const char *text, size_t n, double deadline);
/* Read the next whole line into pipe->line. */
bool arena_pipe_hear(struct arena_pipe *pipe, double deadline);
/* The exit status of a program that has ended, 128 + N for signal N; -1: it still
 * runs. */
int arena_pipe_status(const struct arena_pipe *pipe);
/* Close its input and wait `ms` for its end; then kill it and everything it started. */
void arena_pipe_close(struct arena_pipe *pipe, long ms);

#endif
