/* arena_match.c -- all games of a match, in as many processes as there are cores.
 *
 * Each game runs in a worker process; the first process hands out numbers and collects
 * results. A game that crashes its process ends the match, but the results so far are
 * kept. */
#include "arena.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { JOBS_MAX = 256 };

/* -- Workers ---------------------------------------------------------------------------- */

struct worker {
    pid_t pid;
    int fd;
    bool busy;
};

/* A match that is being played. */
struct match {
    const struct arena *arena;
    struct arena_played *out;
    struct worker worker[JOBS_MAX];
    long n_workers, next;
    bool stopping;
};

static bool arena_match_move_all(int fd, void *data, size_t n, bool sending)
{
    char *at = data;

    while (n) {
        ssize_t moved = sending ? write(fd, at, n) : read(fd, at, n);
        if (moved < 0 && errno == EINTR && !(cli_stop_signal() && at == data)) continue;
        if (moved <= 0) return false;
        at += moved;
        n -= (size_t)moved;
    }
    return true;
}

/* Play games until the parent sends no more numbers, or a signal comes. */
static void arena_match_worker(const struct arena *arena, int fd)
{
    struct arena_bots *bots = cli_alloc(sizeof *bots);
    struct arena_result result;
    long game;

    while (!cli_stop_signal() && arena_match_move_all(fd, &game, sizeof game, false)) {
        arena_game_play(arena, game, bots, &result);
        if (result.stopped || !arena_match_move_all(fd, &result, sizeof result, true))
            break;
    }
    arena_game_end_bots(bots);
    _exit(0);
}

static bool arena_match_start_worker(struct match *match)
{
    struct worker *w = &match->worker[match->n_workers];
    int pair[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return false;
    w->pid = fork();
    if (!w->pid) {
        for (long i = 0; i < match->n_workers; i++) close(match->worker[i].fd);
        close(pair[0]);
        arena_match_worker(match->arena, pair[1]);
    }
    close(pair[1]);
    w->fd = pair[0];
    if (w->pid < 0) {
        close(pair[0]);
        return false;
    }
    match->n_workers++;
    return true;
}

static void arena_match_hand_out(struct match *match, struct worker *w)
{
    w->busy = false;
    if (match->stopping || match->next >= match->out->total) return;
    long game = match->next++;
    w->busy = arena_match_move_all(w->fd, &game, sizeof game, true);
}

static void arena_match_end_workers(struct match *match)
{
    for (long i = 0; i < match->n_workers; i++) close(match->worker[i].fd);
    for (long i = 0; i < match->n_workers; i++)
        while (waitpid(match->worker[i].pid, NULL, 0) < 0 && errno == EINTR) continue;
}

/* -- The match -------------------------------------------------------------------------- */

/* Has every game of the draw that `game` belongs to been played? */
static bool arena_match_draw_done(const struct match *match, long game)
{
    long seats = match->arena->n_seats, first = game / seats * seats;

    for (long i = first; i < first + seats && i < match->out->total; i++)
        if (match->out->list[i].game < 0) return false;
    return true;
}

/* One line for every finished draw, if stderr is a terminal. */
static void arena_match_show_progress(const struct match *match,
                                      const struct arena_result *result)
{
    const struct arena *arena = match->arena;
    struct cli_text line = {0};
    struct arena_pair pair;
    int a = result->table.player[0], b = result->table.player[1];

    if (arena->quiet || !(arena->progress || isatty(STDERR_FILENO))) return;
    if (!arena_match_draw_done(match, result->game)) return;
    arena_stats_pair_of(arena, match->out->list, match->out->total, a < b ? a : b,
                        a < b ? b : a, &pair);
    arena_report_pair(arena, &pair, &line);
    fprintf(stderr, "%ld of %ld games: %s\n", match->out->done, match->out->total,
            line.data);
    cli_text_free(&line);
}

static int arena_match_take_result(struct match *match, struct worker *w)
{
    struct arena_result result;

    if (!arena_match_move_all(w->fd, &result, sizeof result, false)) {
        w->busy = false;
        if (cli_stop_signal()) return CLI_DONE; /* it was told to stop */
        return cli_fail("a game ended the process it ran in; the match is given up");
    }
    if (result.broken) return cli_fail("game %ld: %s", result.game, result.why);
    if (result.forfeit >= 0)
        fprintf(stderr, "aude: game %ld is forfeit: %s\n", result.game, result.why);
    match->out->list[result.game] = result;
    match->out->done++;
    match->out->forfeits += result.forfeit >= 0;
    arena_match_show_progress(match, &result);
    if (match->arena->sprt && !match->stopping) {
        struct arena_pair pair;
        arena_stats_pair_of(match->arena, match->out->list, match->out->total, 0, 1,
                            &pair);
        match->stopping = arena_stats_sprt(match->arena, &pair) != 0;
    }
    arena_match_hand_out(match, w);
    return CLI_DONE;
}

static bool arena_match_any_busy(const struct match *match)
{
    for (long i = 0; i < match->n_workers; i++)
        if (match->worker[i].busy) return true;
    return false;
}

/* Nobody begins another game; games that are being played are broken off. */
static void arena_match_stop(struct match *match)
{
    match->out->signal = cli_stop_signal();
    match->stopping = true;
    for (long i = 0; i < match->n_workers; i++) kill(match->worker[i].pid, SIGTERM);
}

static int arena_match_collect(struct match *match)
{
    struct pollfd fds[JOBS_MAX];
    int status = CLI_DONE;

    while (!status && arena_match_any_busy(match)) {
        for (long i = 0; i < match->n_workers; i++)
            fds[i] = (struct pollfd){
                .fd = match->worker[i].busy ? match->worker[i].fd : -1, .events = POLLIN};
        if (cli_stop_signal() && !match->out->signal) arena_match_stop(match);
        int n = poll(fds, (nfds_t)match->n_workers, 500);
        if (n < 0 && errno != EINTR) return cli_fail("%s", strerror(errno));
        for (long i = 0; n > 0 && i < match->n_workers && !status; i++)
            if (fds[i].revents)
                status = arena_match_take_result(match, &match->worker[i]);
    }
    if (cli_stop_signal()) match->out->signal = cli_stop_signal();
    return status;
}

static int arena_match_run(struct match *match)
{
    long total = match->out->total;
    long jobs = match->arena->jobs < total ? match->arena->jobs : total;

    for (long i = 0; i < total; i++) match->out->list[i].game = -1;
    for (long i = 0; i < jobs && i < JOBS_MAX; i++)
        if (!arena_match_start_worker(match)) break;
    if (!match->n_workers) return cli_fail("no process could be started");
    for (long i = 0; i < match->n_workers; i++)
        arena_match_hand_out(match, &match->worker[i]);
    int status = arena_match_collect(match);
    if (status)
        for (long i = 0; i < match->n_workers; i++) kill(match->worker[i].pid, SIGTERM);
    arena_match_end_workers(match);
    return status;
}

int arena_match(const struct arena *arena, struct arena_played *out)
{
    struct match *match = cli_alloc(sizeof *match);

    match->arena = arena;
    match->out = out;
    out->total = arena_game_count(arena);
    out->list = cli_alloc((size_t)out->total * sizeof *out->list);
    int status = arena_match_run(match);
    free(match);
    return status;
}
