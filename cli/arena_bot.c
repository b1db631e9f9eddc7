/* arena_bot.c -- an outside program at the table (docs/bot-protocol.md).
 *
 * Nothing it does may hold up the arena: it is asked with a deadline, and one that is late,
 * gone or talks nonsense is ended and forfeits the game, with a sentence that says why. */
#include "arena_bot.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static bool failed(struct arena_bot *bot, const char *what)
{
    snprintf(bot->why, sizeof bot->why, "%.60s %.130s", bot->name, what);
    return false;
}

/* -- Starting and ending ---------------------------------------------------------------- */

static void become(const char *command, const int in[2], const int out[2])
{
    setpgid(0, 0);
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    for (int fd = 3; fd < 1024; fd++) close(fd);
    signal(SIGPIPE, SIG_DFL);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static bool launch(struct arena_bot *bot, const char *command)
{
    int in[2], out[2];

    if (pipe(in)) return failed(bot, "could not be started: no pipes are left");
    if (pipe(out)) {
        close(in[0]);
        close(in[1]);
        return failed(bot, "could not be started: no pipes are left");
    }
    bot->pid = fork();
    if (!bot->pid) become(command, in, out);
    close(in[0]);
    close(out[1]);
    bot->to = in[1];
    bot->from = out[0];
    if (bot->pid > 0) {
        setpgid(bot->pid, bot->pid); /* here too, so that it holds whoever is first */
        fcntl(bot->to, F_SETFL, O_NONBLOCK);
        return true;
    }
    close(bot->to);
    close(bot->from);
    bot->pid = 0;
    return failed(bot, "could not be started: no process is left");
}

void arena_bot_end(struct arena_bot *bot)
{
    if (bot->pid <= 0) return;
    close(bot->to);
    close(bot->from);
    kill(-bot->pid, SIGKILL);
    kill(bot->pid, SIGKILL);
    while (waitpid(bot->pid, NULL, 0) < 0 && errno == EINTR) continue;
    bot->pid = 0;
}

/* -- Lines ------------------------------------------------------------------------------ */

/* Is the descriptor ready before the deadline? */
static bool ready(int fd, short events, double deadline)
{
    struct pollfd p = {.fd = fd, .events = events};

    for (;;) {
        double left = deadline - now_ms();
        if (left < 0) return false;
        int n = poll(&p, 1, (int)left + 1);
        if (n > 0) return true;
        if (n < 0 && errno != EINTR) return false;
    }
}

static bool say(struct arena_bot *bot, const char *text, size_t n, double deadline)
{
    while (n) {
        if (!ready(bot->to, POLLOUT, deadline))
            return failed(bot, "does not read what it is told");
        ssize_t sent = write(bot->to, text, n);
        if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (sent <= 0) return failed(bot, "has ended in the middle of a game");
        text += sent;
        n -= (size_t)sent;
    }
    return true;
}

/* The next whole line into bot->line. */
static bool hear(struct arena_bot *bot, double deadline)
{
    for (;;) {
        char *end = memchr(bot->held, '\n', bot->n_held);
        if (end) {
            size_t n = (size_t)(end - bot->held);
            size_t keep = n < sizeof bot->line ? n : sizeof bot->line - 1;
            memcpy(bot->line, bot->held, keep);
            if (keep && bot->line[keep - 1] == '\r') keep--;
            bot->line[keep] = 0;
            bot->n_held -= n + 1;
            memmove(bot->held, end + 1, bot->n_held);
            return true;
        }
        if (bot->n_held == sizeof bot->held)
            return failed(bot, "wrote a line that is too long");
        if (!ready(bot->from, POLLIN, deadline))
            return failed(bot, "did not answer in time");
        ssize_t got =
            read(bot->from, bot->held + bot->n_held, sizeof bot->held - bot->n_held);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return failed(bot, "has ended in the middle of a game");
        bot->n_held += (size_t)got;
    }
}

/* Past everything else to a line that begins with `word`; what follows the word. */
static const char *hear_word(struct arena_bot *bot, const char *word, double deadline)
{
    size_t n = strlen(word);

    while (hear(bot, deadline)) {
        if (!strncmp(bot->line, word, n) && (!bot->line[n] || bot->line[n] == ' '))
            return bot->line + n + (bot->line[n] == ' ');
        if (!strncmp(bot->line, "name ", 5))
            snprintf(bot->name, sizeof bot->name, "%.31s", bot->line + 5);
    }
    return NULL;
}

/* -- The protocol ----------------------------------------------------------------------- */

bool arena_bot_start(struct arena_bot *bot, const char *command, long timeout_ms)
{
    static const char hello[] = "hello 1\n";
    double deadline = now_ms() + (double)timeout_ms;

    memset(bot, 0, sizeof *bot);
    snprintf(bot->name, sizeof bot->name, "the program \"%.32s\"", command);
    if (!launch(bot, command)) return false;
    if (!say(bot, hello, sizeof hello - 1, deadline)) return false;
    return hear_word(bot, "ok", deadline) != NULL;
}

static void describe(const struct aude_game *view, const struct cli_text *record, long ms,
                     uint64_t playouts, struct cli_text *out)
{
    struct aude_action *list = cli_alloc(AUDE_ACTIONS_MAX * sizeof *list);
    int n = aude_game_actions(view, list, AUDE_ACTIONS_MAX);
    char words[256];

    if (n > AUDE_ACTIONS_MAX) n = AUDE_ACTIONS_MAX;
    cli_text_str(out, "position\n");
    cli_text_str(out, record->data);
    aude_record_end(view, words, sizeof words);
    cli_text_add(out, "\n%send\nactions %d\n", words, n);
    for (int i = 0; i < n; i++) {
        aude_action_text(view, list[i], words, sizeof words);
        cli_text_add(out, "%s\n", words);
    }
    cli_text_str(out, "go");
    if (ms) cli_text_add(out, " ms %ld", ms);
    if (playouts) cli_text_add(out, " playouts %llu", (unsigned long long)playouts);
    cli_text_str(out, "\n");
    free(list);
}

bool arena_bot_ask(struct arena_bot *bot, const struct aude_game *view,
                   const struct cli_text *record, long ms, uint64_t playouts,
                   long grace_ms, struct aude_action *out)
{
    struct cli_text text = {0};
    double deadline = now_ms() + (double)(ms + grace_ms);
    char why[ARENA_WHY_MAX];

    describe(view, record, ms, playouts, &text);
    bool ok = say(bot, text.data, text.n, deadline);
    cli_text_free(&text);
    const char *words = ok ? hear_word(bot, "bestmove", deadline) : NULL;
    if (!words) return false;
    enum aude_err err = aude_action_parse(view, words, out);
    if (!err) err = aude_game_why(view, *out);
    if (!err) return true;
    struct cli_text clean = {0};
    cli_text_clean(&clean, words);
    snprintf(why, sizeof why, "wanted \"%.60s\": %s", clean.data ? clean.data : "",
             aude_err_sentence(err));
    cli_text_free(&clean);
    return failed(bot, why);
}
