/* arena.c -- `aude arena`: matches between computer players, with figures one can trust.
 *
 * Every draw of tiles is played once from each seat, so that luck cancels. Games run in
 * processes of their own, as many as there are cores; the first process hands out numbers
 * and collects results. A game's course depends only on its number and the seed. */
#include "arena.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { JOBS_MAX = 256 };

/* -- Workers ---------------------------------------------------------------------------- */

struct worker {
    pid_t pid;
    int fd;
    bool busy;
};

struct match {
    const struct arena *arena;
    struct worker worker[JOBS_MAX];
    long n_workers, next, done, total;
    struct arena_result *list; /* by number; game < 0 where it has not been played */
    bool stopping;
    time_t shown;
};

static bool move_all(int fd, void *data, size_t n, bool sending)
{
    char *at = data;

    while (n) {
        ssize_t moved = sending ? write(fd, at, n) : read(fd, at, n);
        if (moved < 0 && errno == EINTR) continue;
        if (moved <= 0) return false;
        at += moved;
        n -= (size_t)moved;
    }
    return true;
}

static void work(const struct arena *arena, int fd)
{
    struct arena_result result;
    long game;

    while (move_all(fd, &game, sizeof game, false)) {
        arena_play(arena, game, &result);
        if (!move_all(fd, &result, sizeof result, true)) break;
    }
    _exit(0);
}

static bool start_worker(struct match *match)
{
    struct worker *w = &match->worker[match->n_workers];
    int pair[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return false;
    w->pid = fork();
    if (!w->pid) {
        for (long i = 0; i < match->n_workers; i++) close(match->worker[i].fd);
        close(pair[0]);
        work(match->arena, pair[1]);
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

static void hand_out(struct match *match, struct worker *w)
{
    w->busy = false;
    if (match->stopping || match->next >= match->total) return;
    long game = match->next++;
    w->busy = move_all(w->fd, &game, sizeof game, true);
}

static void end_workers(struct match *match)
{
    for (long i = 0; i < match->n_workers; i++) close(match->worker[i].fd);
    for (long i = 0; i < match->n_workers; i++)
        while (waitpid(match->worker[i].pid, NULL, 0) < 0 && errno == EINTR) continue;
}

/* -- The match -------------------------------------------------------------------------- */

static void show_progress(struct match *match)
{
    struct arena_pair pair;
    time_t now = time(NULL);

    if (!isatty(STDERR_FILENO) || (now == match->shown && match->done < match->total))
        return;
    match->shown = now;
    arena_pair_of(match->arena, match->list, match->total, 0, 1, &pair);
    int bar = (int)(30 * match->done / match->total);
    fprintf(stderr, "\r[%.*s%*s] %ld of %ld  %s %.1f %% ", bar,
            "##############################", 30 - bar, "", match->done, match->total,
            match->arena->player[0].name, 100 * pair.rate);
    if (match->done == match->total) fputc('\n', stderr);
}

static int take_result(struct match *match, struct worker *w)
{
    struct arena_result result;

    if (!move_all(w->fd, &result, sizeof result, false))
        return cli_fail("a game ended the process it ran in; the match is given up");
    if (result.broken) return cli_fail("game %ld: %s", result.game, result.why);
    if (result.forfeit >= 0)
        fprintf(stderr, "aude: game %ld is forfeit: %s\n", result.game, result.why);
    match->list[result.game] = result;
    match->done++;
    show_progress(match);
    if (match->arena->sprt && !match->stopping) {
        struct arena_pair pair;
        arena_pair_of(match->arena, match->list, match->total, 0, 1, &pair);
        match->stopping = arena_sprt(match->arena, &pair) != 0;
    }
    hand_out(match, w);
    return CLI_DONE;
}

static bool any_busy(const struct match *match)
{
    for (long i = 0; i < match->n_workers; i++)
        if (match->worker[i].busy) return true;
    return false;
}

static int collect(struct match *match)
{
    struct pollfd fds[JOBS_MAX];
    int status = CLI_DONE;

    while (!status && any_busy(match)) {
        for (long i = 0; i < match->n_workers; i++)
            fds[i] = (struct pollfd){
                .fd = match->worker[i].busy ? match->worker[i].fd : -1, .events = POLLIN};
        if (poll(fds, (nfds_t)match->n_workers, -1) < 0 && errno != EINTR)
            return cli_fail("%s", strerror(errno));
        for (long i = 0; i < match->n_workers && !status; i++)
            if (fds[i].revents) status = take_result(match, &match->worker[i]);
    }
    return status;
}

static int run_match(struct match *match)
{
    long jobs = match->arena->jobs < match->total ? match->arena->jobs : match->total;

    for (long i = 0; i < match->total; i++) match->list[i].game = -1;
    for (long i = 0; i < jobs && i < JOBS_MAX; i++)
        if (!start_worker(match)) break;
    if (!match->n_workers) return cli_fail("no process could be started");
    for (long i = 0; i < match->n_workers; i++) hand_out(match, &match->worker[i]);
    int status = collect(match);
    if (status)
        for (long i = 0; i < match->n_workers; i++) kill(match->worker[i].pid, SIGTERM);
    end_workers(match);
    return status;
}

/* -- The report ------------------------------------------------------------------------- */

static void json_pair(struct cli_json *json, const struct arena *arena,
                      const struct arena_pair *pair)
{
    static const char *const verdicts[] = {"rejected", "undecided", "accepted"};

    cli_json_object(json, NULL);
    cli_json_string(json, "a", arena->player[pair->a].name);
    cli_json_string(json, "b", arena->player[pair->b].name);
    cli_json_int(json, "games", pair->games);
    cli_json_int(json, "wins", pair->wins);
    cli_json_int(json, "draws", pair->draws);
    cli_json_int(json, "losses", pair->losses);
    cli_json_real(json, "win_rate", pair->rate, 4);
    cli_json_real(json, "win_rate_error", pair->rate_error, 4);
    cli_json_real(json, "difference", pair->difference, 2);
    cli_json_real(json, "difference_error", pair->difference_error, 2);
    cli_json_real(json, "elo", pair->elo, 1);
    cli_json_real(json, "elo_error", pair->elo_error, 1);
    if (arena->sprt) {
        cli_json_real(json, "llr", pair->llr, 3);
        cli_json_string(json, "sprt", verdicts[1 + arena_sprt(arena, pair)]);
    }
    cli_json_close(json);
}

static void report_json(const struct match *match, struct cli_text *out)
{
    const struct arena *arena = match->arena;
    struct arena_score score[ARENA_PLAYERS_MAX];
    struct cli_json json = {.out = out};
    struct arena_pair pair;

    arena_scores(arena, match->list, match->total, score);
    cli_json_object(&json, NULL);
    cli_json_list(&json, "players");
    for (int p = 0; p < arena->n_players; p++) {
        cli_json_object(&json, NULL);
        cli_json_string(&json, "name", arena->player[p].name);
        cli_json_int(&json, "wins", score[p].wins);
        cli_json_int(&json, "draws", score[p].draws);
        cli_json_int(&json, "losses", score[p].losses);
        cli_json_real(&json, "mean_points", score[p].points, 2);
        cli_json_real(&json, "elo", score[p].elo, 1);
        cli_json_real(&json, "elo_error", score[p].elo_error, 1);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_list(&json, "pairs");
    for (int a = 0; a < arena->n_players; a++)
        for (int b = a + 1; b < arena->n_players; b++) {
            arena_pair_of(arena, match->list, match->total, a, b, &pair);
            json_pair(&json, arena, &pair);
        }
    cli_json_close(&json);
    cli_json_close(&json);
}

static void report(const struct match *match, struct cli_text *out)
{
    const struct arena *arena = match->arena;
    struct arena_score score[ARENA_PLAYERS_MAX];
    struct arena_pair pair;

    arena_scores(arena, match->list, match->total, score);
    cli_text_add(out, "%ld games; every draw from %d seats; intervals hold 95 %%\n\n",
                 match->done, arena->n_seats);
    cli_text_add(out, "  %-24s %6s %6s %6s %15s %13s\n", "player", "wins", "draws",
                 "losses", "mean points", "Elo");
    for (int p = 0; p < arena->n_players; p++)
        cli_text_add(out, "  %-24s %6ld %6ld %6ld %8.2f +-%5.2f %+6.0f +-%4.0f\n",
                     arena->player[p].name, score[p].wins, score[p].draws,
                     score[p].losses, score[p].points, score[p].points_error,
                     score[p].elo, score[p].elo_error);
    cli_text_str(out, "\n");
    for (int a = 0; a < arena->n_players; a++)
        for (int b = a + 1; b < arena->n_players; b++) {
            arena_pair_of(arena, match->list, match->total, a, b, &pair);
            cli_text_add(out,
                         "  %s against %s: %.1f %% +-%.1f, %+.1f points +-%.1f, "
                         "Elo %+.0f +-%.0f\n",
                         arena->player[a].name, arena->player[b].name, 100 * pair.rate,
                         100 * pair.rate_error, pair.difference, pair.difference_error,
                         pair.elo, pair.elo_error);
            if (arena->sprt)
                cli_text_add(out, "  SPRT: %s, log likelihood ratio %.2f\n",
                             arena_sprt(arena, &pair) > 0   ? "stronger"
                             : arena_sprt(arena, &pair) < 0 ? "not stronger"
                                                            : "undecided",
                             pair.llr);
        }
    if (arena->records) cli_text_add(out, "\nThe records are in %s.\n", arena->records);
}

/* -- The command ------------------------------------------------------------------------ */

enum {
    GAMES = 1,
    JSON,
    RECORDS,
    PLAYERS,
    MS,
    PLAYOUTS,
    THREADS,
    JOBS,
    SPRT,
    BOT,
    SETS,
    EACH,
    BOT_MS
};

static const struct cli_option options[] = {
    {"games", 'n', true, GAMES},
    {"json", 0, false, JSON},
    {"records", 0, true, RECORDS},
    {"players", 'p', true, PLAYERS},
    {"ms", 0, true, MS},
    {"playouts", 0, true, PLAYOUTS},
    {"threads", 0, true, THREADS},
    {"jobs", 'j', true, JOBS},
    {"sprt", 0, true, SPRT},
    {"bot", 0, true, BOT},
    {"sets", 0, true, SETS},
    {"each", 0, false, EACH},
    {"bot-timeout", 0, true, BOT_MS},
    {NULL, 0, false, 0},
};

static struct arena_player *new_player(struct arena *arena, const char *name)
{
    if (arena->n_players == ARENA_PLAYERS_MAX) return NULL;
    struct arena_player *player = &arena->player[arena->n_players++];
    *player = (struct arena_player){.ms = -1};
    snprintf(player->name, sizeof player->name, "%s", name);
    return player;
}

/* "search:level=4", "level-3:ms=200", "greedy": a name and what is set for it alone. */
static int take_player(struct arena *arena, const char *text)
{
    char name[ARENA_NAME_MAX], *word, *rest = NULL;
    long level = 0, value;

    if (strlen(text) >= sizeof name)
        return cli_misused("\"%s\" is too long a name", text);
    struct arena_player *player = new_player(arena, text);
    if (!player) return cli_misused("at most %d can play", ARENA_PLAYERS_MAX);
    strcpy(name, text);
    word = strtok_r(name, ":", &rest);
    const char *base = word ? word : "";
    while ((word = strtok_r(NULL, ":", &rest))) {
        char *is = strchr(word, '=');
        if (!is || !cli_number(word, is + 1, 1, 1000000000, &value))
            return is ? CLI_MISUSED
                      : cli_misused("\"%s\" says nothing of the player", word);
        *is = 0;
        if (!strcmp(word, "level"))
            level = value;
        else if (!strcmp(word, "ms"))
            player->ms = value;
        else if (!strcmp(word, "playouts"))
            player->playouts = (uint64_t)value;
        else
            return cli_misused("a player has level, ms and playouts, but no %s", word);
    }
    char full[ARENA_NAME_MAX];
    snprintf(full, sizeof full, level ? "%.20s:level=%ld" : "%.20s", base, level);
    player->ai = ai_find(full);
    return player->ai
               ? CLI_DONE
               : cli_misused("there is no computer player \"%s\"; there are random, "
                             "greedy, level-1 to level-5",
                             full);
}

static int take_players(struct arena *arena, const char *value)
{
    char name[ARENA_NAME_MAX];
    int status = CLI_DONE;

    for (; !status; value++) {
        size_t n = strcspn(value, ",");
        snprintf(name, sizeof name, "%.*s", (int)n, value);
        status = take_player(arena, name);
        value += n;
        if (!*value) break;
    }
    return status;
}

static int setup_option(struct arena *arena, const char *option, const char *value)
{
    for (const struct cli_option *o = cli_setup_options; o->name; o++)
        if (!strcmp(o->name, option)) return cli_setup_take(&arena->setup, o->id, value);
    return CLI_MISUSED;
}

/* "inns-cathedrals,tower", or "all": every expansion this version plays. */
static int take_sets(struct arena *arena, const char *value)
{
    char name[64];
    int status = CLI_DONE;

    if (!strcmp(value, "all")) {
        for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS && !status; set++)
            if (aude_set_playable(set))
                status = setup_option(arena, "expansion", aude_set_name(set));
        return status;
    }
    for (; !status; value++) {
        size_t n = strcspn(value, ",");
        snprintf(name, sizeof name, "%.*s", (int)n, value);
        if (strcmp(name, "base") != 0) status = setup_option(arena, "expansion", name);
        value += n;
        if (!*value) break;
    }
    return status;
}

static int take_sprt(struct arena *arena, const char *value)
{
    char *end;

    arena->sprt = true;
    arena->elo0 = strtod(value, &end);
    if (*end == ',') arena->elo1 = strtod(end + 1, &end);
    return *end || arena->elo1 <= arena->elo0
               ? cli_misused("--sprt wants two numbers, the larger last, e.g. 0,20")
               : CLI_DONE;
}

static int take_bot(struct arena *arena, const char *value)
{
    struct cli_text name = {0};

    cli_text_clean(&name, value);
    struct arena_player *player = new_player(arena, name.data ? name.data : "bot");
    cli_text_free(&name);
    if (!player) return cli_misused("at most %d can play", ARENA_PLAYERS_MAX);
    player->command = value;
    return CLI_DONE;
}

static int number(const char *option, const char *value, long lo, long *out)
{
    return cli_number(option, value, lo, 1000000000, out) ? CLI_DONE : CLI_MISUSED;
}

static int take(struct arena *arena, int id, const char *value)
{
    switch (id) {
    case GAMES:
        return number("--games", value, 1, &arena->games);
    case MS:
        return number("--ms", value, 1, &arena->ms);
    case PLAYOUTS:
        return number("--playouts", value, 1, &arena->playouts);
    case THREADS:
        return number("--threads", value, 1, &arena->threads);
    case JOBS:
        return number("--jobs", value, 1, &arena->jobs);
    case BOT_MS:
        return number("--bot-timeout", value, 1, &arena->bot_ms);
    case SPRT:
        return take_sprt(arena, value);
    case BOT:
        return take_bot(arena, value);
    case SETS:
        return take_sets(arena, value);
    case PLAYERS:
        return take_players(arena, value);
    case RECORDS:
        arena->records = value;
        return CLI_DONE;
    case JSON:
        arena->json = true;
        return CLI_DONE;
    case EACH:
        arena->each = true;
        return CLI_DONE;
    case CLI_OPERAND:
        return cli_misused("`aude arena` takes no \"%s\"", value);
    default:
        return cli_setup_take(&arena->setup, id, value);
    }
}

/* Two of the same name are told apart by a number. */
static void name_apart(struct arena *arena)
{
    for (int i = arena->n_players - 1; i > 0; i--) { /* those before keep theirs as yet */
        int same = 1;
        for (int j = 0; j < i; j++)
            same += !strcmp(arena->player[j].name, arena->player[i].name);
        size_t n = strlen(arena->player[i].name);
        if (same > 1 && n < ARENA_NAME_MAX - 16)
            snprintf(arena->player[i].name + n, 16, " %d", same);
    }
}

static int check(struct arena *arena)
{
    if (arena->n_players < 2)
        return cli_misused("an arena wants two players or more, e.g. --players "
                           "search:level=4,greedy");
    if (!arena->each && arena->n_players > AUDE_SEATS_MAX)
        return cli_misused("at most %d sit at one table; --each lets every pair play",
                           AUDE_SEATS_MAX);
    if (arena->sprt && arena->n_players != 2)
        return cli_misused("--sprt is for a match of two");
    name_apart(arena);
    arena->n_seats = arena->each ? 2 : arena->n_players;
    if (arena->each) arena->games += arena->games % 2;
    for (int i = 0; i < arena->n_players; i++) {
        if (arena->player[i].ms < 0) arena->player[i].ms = arena->ms;
        if (!arena->player[i].playouts)
            arena->player[i].playouts = (uint64_t)arena->playouts;
    }
    arena->setup.head.setup.n_seats = (uint8_t)arena->n_seats;
    arena->setup.seats_given = true;
    int status = cli_setup_finish(&arena->setup);
    if (!status && arena->records && mkdir(arena->records, 0777) && errno != EEXIST)
        return cli_fail("%s: %s", arena->records, strerror(errno));
    return status;
}

static int prepare(struct arena *arena, int argc, char **argv)
{
    struct cli_args args = {
        .argc = argc, .argv = argv, .own = options, .shared = cli_setup_options};
    int id, status = CLI_DONE;

    arena->games = 100;
    arena->threads = 1;
    arena->bot_ms = 5000;
    arena->jobs = sysconf(_SC_NPROCESSORS_ONLN) > 0 ? sysconf(_SC_NPROCESSORS_ONLN) : 1;
    cli_setup_init(&arena->setup);
    arena->setup.head.setup.seed = aude_seed(1);
    while (!status && (id = cli_args_next(&args)) != CLI_END)
        status = id == CLI_BAD ? CLI_MISUSED : take(arena, id, args.value);
    return status ? status : check(arena);
}

static int run(int argc, char **argv)
{
    struct arena *arena = cli_alloc(sizeof *arena);
    struct match *match = cli_alloc(sizeof *match);
    struct cli_text out = {0};
    int status = prepare(arena, argc, argv);

    if (!status) {
        signal(SIGPIPE, SIG_IGN);
        match->arena = arena;
        match->total = arena_games(arena);
        match->list = cli_alloc((size_t)match->total * sizeof *match->list);
        status = run_match(match);
    }
    if (!status) {
        (arena->json ? report_json : report)(match, &out);
        status = cli_text_print(&out, stdout);
    }
    cli_text_free(&out);
    free(match->list);
    free(match);
    free(arena);
    return status;
}

const struct cli_command cli_arena = {
    .name = "arena",
    .summary = "matches between computer players, with figures to trust",
    .help =
        "usage: aude arena --players A,B [OPTIONS]\n\n"
        "Plays a match and prints win rates, points and Elo with 95 % intervals. Every\n"
        "draw of tiles is played once from each seat, so that luck cancels.\n\n"
        "  --players A,B,...    random, greedy, level-1 .. level-5, or search:level=4;\n"
        "                       a player may have its own clock: level-5:ms=200,\n"
        "                       level-3:playouts=500\n"
        "  --bot \"COMMAND\"      an outside program as a further player; see\n"
        "                       docs/bot-protocol.md. One that hangs, ends or lies\n"
        "                       forfeits the game\n"
        "  --bot-timeout MS     how much longer than --ms a program may take (5000)\n"
        "  --games N            how many (100)\n"
        "  --each               every pair plays N games, two at a table\n"
        "  --ms N               milliseconds a turn, all its decisions together\n"
        "  --playouts N         playouts a decision instead: the same on every machine\n"
        "  --threads N          threads a player may use (1)\n"
        "  --jobs N             games at a time (as many as there are cores)\n"
        "  --sets A,B or all    expansions in play\n"
        "  --sprt E0,E1         stop as soon as it is known whether the first player is\n"
        "                       E1 Elo stronger than the second rather than E0\n"
        "  --records DIR        write every game there as a record\n"
        "  --json               for programs\n"
        "  --rules, --switch, --river, --abbot, --expansion, --seed\n"
        "                       the game, as in `aude help play`; the seed is 1 if not "
        "given\n\n"
        "examples:\n"
        "  aude arena --players search:level=4,greedy --games 400 --ms 100\n"
        "  aude arena --players level-5,level-4 --sprt 0,30 --games 2000 --json\n"
        "  aude arena --players greedy --bot \"python3 mybot.py\" --games 20\n",
    .run = run,
};
