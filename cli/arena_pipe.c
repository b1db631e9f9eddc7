/* arena_pipe.c -- a child process and its lines (arena_pipe.h).
 *
 * The child can never block us: every read and write has a deadline, and a signal that
 * stops the program ends the waiting too. */
#include "arena_pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SLICE_MS = 200 }; /* a signal to stop is noticed after this time at the latest */

double arena_pipe_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static bool arena_pipe_fail(struct arena_pipe *pipe, enum arena_trouble trouble)
{
    pipe->trouble = trouble;
    return false;
}

/* -- Starting and ending ---------------------------------------------------------------- */

static void arena_pipe_become(const char *command, const int in[2], const int out[2])
{
    setpgid(0, 0);
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    for (int fd = 3; fd < 1024; fd++) close(fd);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

bool arena_pipe_open(struct arena_pipe *p, const char *command)
{
    int in[2], out[2];

    memset(p, 0, sizeof *p);
    if (pipe(in)) return arena_pipe_fail(p, PIPE_NONE);
    if (pipe(out)) {
        close(in[0]);
        close(in[1]);
        return arena_pipe_fail(p, PIPE_NONE);
    }
    p->pid = fork();
    if (!p->pid) arena_pipe_become(command, in, out);
    close(in[0]);
    close(out[1]);
    p->to = in[1];
    p->from = out[0];
    if (p->pid > 0) {
        setpgid(p->pid, p->pid); /* in the parent too: either of the two may run first */
        fcntl(p->to, F_SETFL, O_NONBLOCK);
        return true;
    }
    close(p->to);
    close(p->from);
    p->pid = 0;
    return arena_pipe_fail(p, PIPE_NONE);
}

/* Has it ended? WNOWAIT: it stays a zombie, so its number is not given to another
 * process. */
static bool arena_pipe_has_ended(const struct arena_pipe *pipe, siginfo_t *info)
{
    memset(info, 0, sizeof *info);
    return !waitid(P_PID, (id_t)pipe->pid, info, WEXITED | WNOHANG | WNOWAIT) &&
           info->si_pid == pipe->pid;
}

int arena_pipe_status(const struct arena_pipe *pipe)
{
    double deadline = arena_pipe_now() + SLICE_MS;
    siginfo_t info;

    while (!arena_pipe_has_ended(pipe, &info)) {
        if (arena_pipe_now() > deadline) return -1;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
}

/* Read and drop what it still writes while it ends. */
static void arena_pipe_wait_for_end(struct arena_pipe *pipe, double deadline)
{
    struct pollfd p = {.fd = pipe->from, .events = POLLIN};
    siginfo_t info;

    while (!arena_pipe_has_ended(pipe, &info) && arena_pipe_now() < deadline) {
        if (poll(&p, 1, 5) <= 0) continue;
        if (read(pipe->from, pipe->held, sizeof pipe->held) > 0) continue;
        p.fd = -1; /* its output is closed: it will end soon */
    }
}

void arena_pipe_close(struct arena_pipe *pipe, long ms)
{
    if (pipe->pid <= 0) return;
    close(pipe->to);
    if (ms) arena_pipe_wait_for_end(pipe, arena_pipe_now() + (double)ms);
    close(pipe->from);
    kill(-pipe->pid, SIGKILL);
    kill(pipe->pid, SIGKILL);
    while (waitpid(pipe->pid, NULL, 0) < 0 && errno == EINTR) continue;
    pipe->pid = 0;
}

/* -- Lines ------------------------------------------------------------------------------ */

/* Wait until the descriptor is ready, or the deadline is over. */
static bool arena_pipe_ready(int fd, short events, double deadline)
{
    struct pollfd p = {.fd = fd, .events = events};

    for (;;) {
        double left = deadline - arena_pipe_now();
        int slice = left < 0 ? 0 : left < SLICE_MS ? (int)left + 1 : SLICE_MS;
        int n = poll(&p, 1, slice);
        if (n > 0) return true;
        if (n < 0 && errno != EINTR) return false;
        if (left < 0 || cli_stop_signal()) return false;
    }
}

bool arena_pipe_say(struct arena_pipe *pipe, const char *text, size_t n, double deadline)
{
    while (n) {
        if (!arena_pipe_ready(pipe->to, POLLOUT, deadline))
            return arena_pipe_fail(pipe, PIPE_DEAF);
        ssize_t sent = write(pipe->to, text, n);
        if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (sent <= 0) return arena_pipe_fail(pipe, PIPE_ENDED);
        text += sent;
        n -= (size_t)sent;
    }
    return true;
}

/* Copy the line that ends at `end` to pipe->line. */
static void arena_pipe_take_line(struct arena_pipe *pipe, char *end)
{
    size_t n = (size_t)(end - pipe->held);
    size_t keep = n < sizeof pipe->line ? n : sizeof pipe->line - 1;

    memcpy(pipe->line, pipe->held, keep);
    if (keep && pipe->line[keep - 1] == '\r') keep--;
    pipe->line[keep] = 0;
    pipe->n_held -= n + 1;
    memmove(pipe->held, end + 1, pipe->n_held);
}

bool arena_pipe_hear(struct arena_pipe *pipe, double deadline)
{
    for (;;) {
        char *end = memchr(pipe->held, '\n', pipe->n_held);
        if (end) {
            arena_pipe_take_line(pipe, end);
            return true;
        }
        if (pipe->n_held == sizeof pipe->held) return arena_pipe_fail(pipe, PIPE_LONG);
        if (!arena_pipe_ready(pipe->from, POLLIN, deadline))
            return arena_pipe_fail(pipe, PIPE_LATE);
        ssize_t got =
            read(pipe->from, pipe->held + pipe->n_held, sizeof pipe->held - pipe->n_held);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return arena_pipe_fail(pipe, PIPE_ENDED);
        pipe->n_held += (size_t)got;
    }
}
