/* bot.c -- `aude bot`: a computer player that speaks lines (docs/bot-protocol.md).
 *
 * The other side says hello, gives positions as records and asks with `bot_go`. The answer is
 * one `bestmove` line, with `bot_info` lines before it. While the player thinks, stdin is
 * watched: `bot_stop` makes it answer at once; other lines wait until it has answered. */
#include "bot.h"
#include "join.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double bot_now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

void bot_reply(const char *text)
{
    puts(text);
    fflush(stdout);
}

/* -- Lines ------------------------------------------------------------------------------ */

/* Read what is available; false at the end of the input. */
static bool bot_take_in(struct bot *bot)
{
    ssize_t n;

    do n = read(STDIN_FILENO, bot->held + bot->n_held, BOT_HELD_MAX - bot->n_held);
    while (n < 0 && errno == EINTR);
    if (n <= 0) bot->ended = true;
    if (n > 0) bot->n_held += (size_t)n;
    return n > 0;
}

/* Leave out what is held of a line that was too long; it ends at `end`, or not yet (NULL). */
static void bot_skip(struct bot *bot, const char *end)
{
    size_t gone = end ? (size_t)(end - bot->held) + 1 : bot->n_held;

    bot->n_held -= gone;
    memmove(bot->held, bot->held + gone, bot->n_held);
    bot->skipping = !end;
}

/* The next line into bot->line; of a line that is too long only its beginning. */
bool bot_line(struct bot *bot)
{
    for (;;) {
        char *end = memchr(bot->held, '\n', bot->n_held);
        if (bot->skipping) {
            bot_skip(bot, end);
            if (bot->skipping && (bot->ended || !bot_take_in(bot))) return false;
            continue;
        }
        size_t n = end ? (size_t)(end - bot->held) : bot->n_held;
        if (end || n == BOT_HELD_MAX || (bot->ended && n)) {
            size_t keep = n < AUDE_LINE_MAX ? n : AUDE_LINE_MAX;
            memcpy(bot->line, bot->held, keep);
            if (keep && bot->line[keep - 1] == '\r') keep--;
            bot->line[keep] = 0;
            bot->skipping = !end && n == BOT_HELD_MAX;
            bot->n_held -= n + (end != NULL);
            memmove(bot->held, bot->held + n + (end != NULL), bot->n_held);
            return true;
        }
        if (bot->ended || !bot_take_in(bot)) {
            if (!bot->n_held) return false;
        }
    }
}

/* Is there a line "stop" or "quit" among the lines that wait, or has the input ended? */
static bool bot_told_to_stop(struct bot *bot)
{
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};

    if (bot->n_held < BOT_HELD_MAX && !bot->ended && poll(&p, 1, 0) > 0) bot_take_in(bot);
    if (bot->ended && !bot->n_held) return true;
    for (size_t i = 0; i + 4 <= bot->n_held; i++)
        if ((!i || bot->held[i - 1] == '\n') &&
            (!memcmp(bot->held + i, "stop", 4) || !memcmp(bot->held + i, "quit", 4)))
            return true;
    return false;
}

/* -- Thinking --------------------------------------------------------------------------- */

static bool bot_stop(void *context)
{
    struct bot *bot = context;

    if (!bot->stop && bot->deadline > 0) bot->stop = bot_now_ms() >= bot->deadline;
    if (!bot->stop) bot->stop = bot_told_to_stop(bot);
    return bot->stop;
}

static void bot_info(void *context, const struct ai_info *now)
{
    struct bot *bot = context;
    char words[128];

    if (bot_now_ms() < bot->told + 100) return;
    bot->told = bot_now_ms();
    aude_action_text(&bot->view, now->best, words, sizeof words);
    printf("info playouts %llu lead %.1f win %.3f best %s\n",
           (unsigned long long)now->playouts, now->difference, now->win, words);
    fflush(stdout);
}

/* What `go` asks for. */
struct bot_wish {
    unsigned long long ms, playouts;
    bool clock; /* `ms` was said */
};

/* "ms 100 playouts 50", in any order; words that are not known are skipped. False if a number is
 * missing or is none. */
static bool bot_read_wish(const char *rest, struct bot_wish *wish)
{
    char word[32];
    int used, more;

    *wish = (struct bot_wish){0};
    for (; sscanf(rest, " %31s%n", word, &used) == 1; rest += used) {
        bool ms = !strcmp(word, "ms");
        if (!ms && strcmp(word, "playouts") != 0) continue;
        const char *number = rest + used + strspn(rest + used, " ");
        if (*number < '0' || *number > '9' ||
            sscanf(number, "%llu%n", ms ? &wish->ms : &wish->playouts, &more) != 1 ||
            !strchr(" ", number[more]))
            return false;
        wish->clock |= ms;
        used = (int)(number - rest) + more;
    }
    return true;
}

static void bot_go(struct bot *bot, const char *rest)
{
    struct ai_limits limits = {.stop = bot_stop,
                               .context = bot,
                               .info = bot_info,
                               .threads = bot->threads,
                               .thoughts = &bot->thoughts};
    struct bot_wish wish;
    char words[128];

    if (!bot->has_position) {
        bot_reply("error there is no position yet");
        return;
    }
    if (!bot_read_wish(rest, &wish)) {
        bot_reply("error after `ms` and `playouts` comes a whole number, 0 or more");
        return;
    }
    bot->stop = false;
    bot->told = bot_now_ms();
    bot->deadline = wish.clock ? bot_now_ms() + (double)wish.ms * 0.98 : 0;
    limits.playouts = wish.playouts;
    struct aude_action action = ai_choose(bot->player, &bot->view, &limits, &bot->rng);
    if (action.kind == AUDE_NO_ACTION) {
        bot_reply("error nobody has to decide in this position");
        return;
    }
    aude_action_text(&bot->view, action, words, sizeof words);
    printf("bestmove %s\n", words);
    fflush(stdout);
}

/* -- The loop --------------------------------------------------------------------------- */

/* A program that greets in an older version gets answers of that version only. */
static void bot_hello(struct bot *bot, const char *rest)
{
    printf("name aude %s\nversion " AUDE_PROGRAM_VERSION "\n", bot->player->name);
    if (atoi(rest) >= 2) puts("protocol 2\nkeep");
    bot_reply("ok");
}

/* Another game: forget the search of the last one, and begin with the same random
 * numbers. */
static void bot_new_game(struct bot *bot)
{
    bot->has_position = false;
    ai_rng_init(&bot->rng, bot->seed);
}

static void bot_set_option(struct bot *bot, const char *rest)
{
    unsigned long long n;

    if (sscanf(rest, " seed %llu", &n) == 1)
        ai_rng_init(&bot->rng, bot->seed = n);
    else if (sscanf(rest, " threads %llu", &n) == 1 && n <= 256)
        bot->threads = (unsigned)n;
    else
        bot_reply("error there are the options seed and threads, each with a number");
}

/* The rest of the line after `word`, or NULL if the line does not begin with it. */
static const char *bot_after(const char *line, const char *word)
{
    size_t n = strlen(word);

    return !strncmp(line, word, n) && (!line[n] || line[n] == ' ') ? line + n : NULL;
}

static bool bot_obey(struct bot *bot)
{
    const char *line = bot->line, *rest;

    if (!*line || *line == '#' || bot_after(line, "stop")) return true;
    if (bot_after(line, "quit")) return false;
    if ((rest = bot_after(line, "hello")))
        bot_hello(bot, rest);
    else if (bot_after(line, "new"))
        bot_new_game(bot);
    else if (bot_after(line, "ping"))
        bot_reply("pong");
    else if (bot_after(line, "position"))
        bot_rules_position(bot);
    else if ((rest = bot_after(line, "actions")) && *rest)
        bot_rules_skip_actions(bot, rest);
    else if (rest)
        bot_rules_list_actions(bot);
    else if ((rest = bot_after(line, "play")))
        bot_rules_play(bot, rest);
    else if (bot_after(line, "score"))
        bot_rules_score(bot);
    else if ((rest = bot_after(line, "segments")))
        bot_rules_segments(rest);
    else if ((rest = bot_after(line, "option")))
        bot_set_option(bot, rest);
    else if ((rest = bot_after(line, "go")))
        bot_go(bot, rest);
    else if (!bot_after(line, "result"))
        bot_reply("error this word is not known; docs/bot-protocol.md has them all");
    return true;
}

/* -- The command ------------------------------------------------------------------------ */

enum { JOIN = 1, BOT, NAME, KEY, SEAT, MS, TRIES, STAY, JSON, POOL, RATED };

static const struct cli_option options[] = {
    {"join", 0, true, JOIN},  {"bot", 0, true, BOT},      {"name", 0, true, NAME},
    {"seat", 0, true, SEAT},  {"ms", 0, true, MS},        {"tries", 0, true, TRIES},
    {"stay", 0, false, STAY}, {"json", 0, false, JSON},   {"key", 0, true, KEY},
    {"pool", 0, true, POOL},  {"rated", 0, false, RATED}, {NULL, 0, false, 0},
};

static int bot_take(struct join_options *join, int id, const char **name,
                    const char *value)
{
    switch (id) {
    case JOIN:
        join->link = value;
        return CLI_DONE;
    case BOT:
        join->command = value;
        return CLI_DONE;
    case NAME:
        join->name = value;
        return CLI_DONE;
    case KEY:
        join->key_file = value;
        return CLI_DONE;
    case SEAT:
        return cli_args_number("--seat", value, 1, AUDE_SEATS_MAX, &join->seat)
                   ? CLI_DONE
                   : CLI_MISUSED;
    case MS:
        return cli_args_number("--ms", value, 1, 3600000, &join->ms) ? CLI_DONE
                                                                     : CLI_MISUSED;
    case TRIES:
        return cli_args_number("--tries", value, 1, 1000000, &join->tries) ? CLI_DONE
                                                                           : CLI_MISUSED;
    case STAY:
        join->stay = true;
        return CLI_DONE;
    case POOL:
        join->pool = value;
        return CLI_DONE;
    case RATED:
        join->rated = true;
        return CLI_DONE;
    case JSON:
        join->json = true;
        return CLI_DONE;
    default:
        *name = value;
        return CLI_DONE;
    }
}

/* The key that `aude name bot` wrote. It comes from a file, since everybody on this machine sees the words of a command. */
static bool bot_read_key(struct join_options *join)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    FILE *file = fopen(join->key_file, "r");
    bool ok = file && fgets(join->key, sizeof join->key, file);

    if (file) fclose(file);
    if (!ok) join->key[0] = 0;
    join->key[strcspn(join->key, "\r\n")] = 0;
    return join->key[0] && join->key[strspn(join->key, letters)] == 0;
}

/* Join a table of a server. Without --bot the player is this program itself. */
static int bot_run_join(struct join_options *join, const char *name)
{
    struct cli_text self = {0};
    char path[512];

    if (join->pool && strcmp(join->pool, "two") != 0 &&
        strcmp(join->pool, "two_sets") != 0)
        return cli_fail_misused("--pool is two or two_sets, not \"%s\"", join->pool);
    if (join->rated && (!join->pool || !join->key_file))
        return cli_fail_misused("--rated is for --pool, with the --key of a kept name");
    if (join->key_file && !bot_read_key(join))
        return cli_fail("%s holds no key, as `aude name bot` writes one", join->key_file);
    if (!join->command && !cli_self(path, sizeof path))
        return cli_fail("this program does not find itself; please give --bot");
    if (!join->command) {
        cli_text_add(&self, "exec '%s' bot %s", path, name);
        join->command = self.data;
    }
    signal(SIGPIPE, SIG_IGN);
    int status = join_run(join);
    cli_text_free(&self);
    return status;
}

static int bot_run_lines(const struct ai_player *player)
{
    struct bot *bot = cli_alloc(sizeof *bot);

    bot->player = player;
    ai_rng_init(&bot->rng, bot->seed = 1);
    while (bot_line(bot) && bot_obey(bot)) continue;
    free(bot);
    return CLI_DONE;
}

static int bot_run(int argc, char **argv)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = options};
    struct join_options join = {.ms = 1000, .tries = 10};
    const char *name = "level-7";
    int id, status = CLI_DONE;

    while (!status && (id = cli_args_next(&args)) != CLI_END)
        status = id == CLI_BAD ? CLI_MISUSED : bot_take(&join, id, &name, args.value);
    if (status) return status;
    const struct ai_player *player = ai_find(name);
    if (!player)
        return cli_fail_misused(
            "there is no computer player \"%s\"; there are random, greedy, "
            "level-1 to level-7, builder, thief, farmer",
            name);
    if (join.link) return bot_run_join(&join, name);
    if (join.command) return cli_fail_misused("--bot is for --join; see `aude help bot`");
    if (join.seat || join.name || join.stay || join.key_file || join.pool || join.rated)
        return cli_fail_misused(
            "--seat, --name, --key, --pool, --rated and --stay are for "
            "--join; see `aude help bot`");
    if (join.json) return cli_fail_misused("--json is for --join; see `aude help bot`");
    return bot_run_lines(player);
}

const struct cli_command cli_bot = {
    .name = "bot",
    .summary = "a computer player that speaks lines, for other programs",
    .help =
        "usage: aude bot [NAME]\n"
        "       aude bot [NAME] --join LINK [OPTIONS]\n\n"
        "A computer player on stdin and stdout (level-7 if no other is named), in the\n"
        "protocol of docs/bot-protocol.md: positions are records, `go ms 100` asks for\n"
        "an action, `bestmove ...` is the answer.\n\n"
        "With --join it takes a seat at a table of a server instead, by the link that "
        "the\n"
        "page shows, and plays there until the game is over.\n\n"
        "  --join LINK          http://HOST:PORT/#/t/TABLE\n"
        "  --bot \"COMMAND\"      another program that speaks the protocol, instead of "
        "NAME\n"
        "  --name NAME          at the table (what the program calls itself)\n"
        "  --key FILE           sit in a kept name, by the key that `aude name bot` "
        "wrote\n"
        "  --seat N             which seat, from 1 (the first that is free)\n"
        "  --ms N               milliseconds a decision (1000), less on a short clock\n"
        "  --tries N            to connect, before it gives up (10)\n"
        "  --pool NAME          look for games: two, or two_sets. LINK is then\n"
        "                       http://HOST:PORT/; other programs are found, and people\n"
        "                       who want one\n"
        "  --rated              only games with other programs, which count\n"
        "  --stay               stay for a rematch; of a pool: for the next game\n"
        "  --json               say what happens as JSON, one object a line: "
        "{\"event\":\n"
        "                       \"seat\"}, \"over\", \"rematch\"\n\n"
        "examples:\n"
        "  aude bot level-5\n"
        "  aude bot level-6 --join http://127.0.0.1:7474/#/t/k0hmgf0cr770\n"
        "  aude arena --players greedy --bot \"aude bot level-5\" --games 20 --ms 100\n",
    .run = bot_run,
    .own = options,
};
