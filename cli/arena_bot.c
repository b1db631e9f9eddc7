/* arena_bot.c -- an outside program at the table (docs/bot-protocol.md).
 *
 * A program can never block the arena: every question has a deadline. A program that is
 * late, has ended or answers nonsense is stopped and forfeits the game, with a sentence
 * that says why. */
#include "arena_bot.h"

#include <stdlib.h>
#include <string.h>

enum { QUIT_MS = 1000, SHORT_MS = 500, ERRORS_SHOWN = 20 };

static bool arena_bot_failed(struct arena_bot *bot, const char *what)
{
    snprintf(bot->why, sizeof bot->why, "%.60s %.250s", bot->name, what);
    return false;
}

/* The program cannot be used any more: write the reason. `when` is a part of the
 * sentence. */
static bool arena_bot_lost(struct arena_bot *bot, const char *when)
{
    static const char *const words[] = {
        [PIPE_FINE] = "did nothing wrong",
        [PIPE_NONE] = "could not be started: no process is left",
        [PIPE_LATE] = "did not answer in time",
        [PIPE_ENDED] = "has ended",
        [PIPE_LONG] = "wrote a line that is too long",
        [PIPE_DEAF] = "does not read what it is told",
    };
    struct cli_text what = {0};
    bool ended = bot->pipe.trouble == PIPE_ENDED;
    int status = ended ? arena_pipe_status(&bot->pipe) : -1;

    bot->lost = !cli_stop_signal(); /* after a signal it may still be told */
    cli_text_str(&what, words[bot->pipe.trouble]);
    if (status >= 0) cli_text_add(&what, " with status %d", status);
    if (ended) cli_text_add(&what, " %s", when);
    if (bot->said[0]) cli_text_add(&what, "; it said: %s", bot->said);
    arena_bot_failed(bot, what.data);
    cli_text_free(&what);
    return false;
}

/* -- Lines ------------------------------------------------------------------------------ */

/* The rest of the line after `word`, or NULL if the line does not begin with it. */
static const char *arena_bot_after_word(const char *line, const char *word)
{
    size_t n = strlen(word);

    if (strncmp(line, word, n) != 0 || (line[n] && line[n] != ' ')) return NULL;
    return line + n + (line[n] == ' ');
}

/* A name has at most 31 bytes and is not cut inside a character. */
static void arena_bot_take_name(struct arena_bot *bot, const char *text)
{
    struct cli_text clean = {0};
    size_t n = 0;

    cli_text_clean(&clean, text + strspn(text, " "));
    while (clean.data && clean.data[n]) {
        size_t letter = cli_text_utf8(clean.data + n);
        if (n + (letter ? letter : 1) >= AUDE_NAME_MAX) break;
        n += letter ? letter : 1;
    }
    while (n && clean.data[n - 1] == ' ') n--;
    if (n) snprintf(bot->name, sizeof bot->name, "%.*s", (int)n, clean.data);
    bot->named |= n > 0;
    cli_text_free(&clean);
}

/* Errors are shown, and the last is kept: it may be the only explanation we get. */
static void arena_bot_take_error(struct arena_bot *bot, const char *text)
{
    struct cli_text clean = {0};

    cli_text_clean(&clean, text);
    snprintf(bot->said, sizeof bot->said, "%s", clean.data ? clean.data : "");
    if (bot->errors++ < ERRORS_SHOWN)
        fprintf(stderr, "aude: %s says: error %s%s\n", bot->name, bot->said,
                bot->errors == ERRORS_SHOWN ? " (its further errors are not shown)" : "");
    cli_text_free(&clean);
}

/* Skip lines until one begins with `word`; return the rest of that line. */
static const char *arena_bot_hear_word(struct arena_bot *bot, const char *word,
                                       double deadline)
{
    while (arena_pipe_hear(&bot->pipe, deadline)) {
        const char *line = bot->pipe.line, *rest = arena_bot_after_word(line, word);
        if (rest) return rest;
        if ((rest = arena_bot_after_word(line, "error"))) arena_bot_take_error(bot, rest);
    }
    return NULL;
}

/* -- The protocol ----------------------------------------------------------------------- */

/* Read lines up to `ok`. A program that answers `hello 2` with an error knows only `hello
 * 1`. */
static bool arena_bot_hear_ok(struct arena_bot *bot, bool first, double deadline)
{
    int spoken = 1;

    while (arena_pipe_hear(&bot->pipe, deadline)) {
        const char *line = bot->pipe.line, *rest;
        if (arena_bot_after_word(line, "ok")) {
            if (spoken < bot->version) bot->version = spoken;
            return true;
        }
        if ((rest = arena_bot_after_word(line, "name"))) arena_bot_take_name(bot, rest);
        if ((rest = arena_bot_after_word(line, "protocol")))
            spoken = atoi(rest) > 1 ? atoi(rest) : 1;
        if (arena_bot_after_word(line, "keep")) bot->keep = bot->version > 1;
        if (!(rest = arena_bot_after_word(line, "error"))) continue;
        if (first) return false;
        arena_bot_take_error(bot, rest);
    }
    return arena_bot_lost(bot, "before it said ok");
}

static bool arena_bot_greet(struct arena_bot *bot, const char *command, int version,
                            bool first, long timeout_ms)
{
    double deadline = arena_pipe_now() + (double)timeout_ms;
    char hello[32];

    memset(bot, 0, sizeof *bot);
    bot->version = version;
    snprintf(bot->name, sizeof bot->name, "the program \"%.32s\"", command);
    if (!arena_pipe_open(&bot->pipe, command)) return arena_bot_lost(bot, "");
    int n = snprintf(hello, sizeof hello, "hello %d\n", version);
    if (!arena_pipe_say(&bot->pipe, hello, (size_t)n, deadline))
        return arena_bot_lost(bot, "before it said ok");
    return arena_bot_hear_ok(bot, first, deadline);
}

bool arena_bot_start(struct arena_bot *bot, const char *command, int version,
                     long timeout_ms)
{
    if (arena_bot_greet(bot, command, version ? version : ARENA_PROTOCOL, !version,
                        timeout_ms))
        return true;
    /* The program may know `hello 1` only: start it again. */
    bool again = !version && bot->pipe.trouble != PIPE_ENDED && !cli_stop_signal();
    arena_bot_end(bot);
    if (again && arena_bot_greet(bot, command, 1, false, timeout_ms)) return true;
    if (again) arena_bot_end(bot);
    return false;
}

bool arena_bot_running(const struct arena_bot *bot)
{
    return bot->pipe.pid > 0 && !bot->lost;
}

bool arena_bot_new(struct arena_bot *bot, unsigned seat, long timeout_ms)
{
    double deadline = arena_pipe_now() + (double)timeout_ms;
    char text[32];

    bot->errors = 0;
    bot->said[0] = 0;
    if (bot->version < 2) return true;
    int n = snprintf(text, sizeof text, "new %u\nping\n", seat);
    return (arena_pipe_say(&bot->pipe, text, (size_t)n, deadline) &&
            arena_bot_hear_word(bot, "pong", deadline)) ||
           arena_bot_lost(bot, "between two games");
}

static void arena_bot_describe(const struct arena_bot *bot, const struct aude_game *view,
                               const struct cli_text *record, long ms, uint64_t playouts,
                               struct cli_text *out)
{
    struct aude_action *list = cli_alloc(AUDE_ACTIONS_MAX * sizeof *list);
    int n = aude_game_actions(view, list, AUDE_ACTIONS_MAX);
    char words[256];

    if (n > AUDE_ACTIONS_MAX) n = AUDE_ACTIONS_MAX;
    cli_text_str(out, "position\n");
    if (bot->version < 2)
        cli_text_str(out, record->data);
    else
        cli_record_short(record->data, out);
    aude_record_end(view, words, sizeof words);
    if (out->data[out->n - 1] != '\n') cli_text_str(out, "\n");
    cli_text_add(out, "%send\nactions %d\n", words, n);
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

/* Turn its answer into a legal action, or write a sentence why that fails. */
static bool arena_bot_understand(struct arena_bot *bot, const struct aude_game *view,
                                 const char *words, struct aude_action *out)
{
    struct cli_text what = {0};
    enum aude_err err = aude_action_parse(view, words, out);

    if (!err) err = aude_game_why(view, *out);
    if (!err) return true;
    cli_text_str(&what, "wanted \"");
    cli_text_clean(&what, words);
    if (what.n > 80) what.n = 80;
    while ((what.data[what.n] & 0xc0) == 0x80) what.n--; /* not inside a character */
    cli_text_add(&what, "\": %s", aude_err_sentence(err));
    arena_bot_failed(bot, what.data);
    cli_text_free(&what);
    return false;
}

bool arena_bot_ask(struct arena_bot *bot, const struct aude_game *view,
                   const struct cli_text *record, long ms, uint64_t playouts,
                   long limit_ms, struct aude_action *out)
{
    struct cli_text text = {0};
    double deadline = arena_pipe_now() + (double)limit_ms;

    arena_bot_describe(bot, view, record, ms, playouts, &text);
    bot->said[0] = 0;
    bool ok = arena_pipe_say(&bot->pipe, text.data, text.n, deadline);
    cli_text_free(&text);
    const char *words = ok ? arena_bot_hear_word(bot, "bestmove", deadline) : NULL;
    if (!words) return arena_bot_lost(bot, "in the middle of a game");
    return arena_bot_understand(bot, view, words, out);
}

void arena_bot_result(struct arena_bot *bot, const int32_t *points, unsigned n_seats,
                      int forfeit)
{
    struct cli_text text = {0};

    if (!arena_bot_running(bot) || bot->version < 2) return;
    cli_text_str(&text, "result");
    for (unsigned seat = 0; seat < n_seats; seat++)
        cli_text_add(&text, " %d", (int)points[seat]);
    if (forfeit >= 0) cli_text_add(&text, " forfeit %d", forfeit);
    cli_text_str(&text, "\n");
    bot->lost =
        !arena_pipe_say(&bot->pipe, text.data, text.n, arena_pipe_now() + SHORT_MS);
    cli_text_free(&text);
}

void arena_bot_end(struct arena_bot *bot)
{
    bool polite = arena_bot_running(bot) &&
                  arena_pipe_say(&bot->pipe, "quit\n", 5, arena_pipe_now() + SHORT_MS);

    arena_pipe_close(&bot->pipe, polite ? QUIT_MS : 0);
}
