/* arena.c -- `aude arena`: matches between computer players, with reliable statistics.
 *
 * Every order of tiles is played once from each seat, so that luck cancels. A game
 * depends only on its number and the seed. */
#include "arena.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
    TIMES,
    BOT_MS,
    GRACE,
    PROGRESS,
    QUIET,
    OUTPUT
};

static const struct cli_option options[] = {
    {"games", 'n', true, GAMES},   {"json", 0, false, JSON},
    {"records", 0, true, RECORDS}, {"players", 'p', true, PLAYERS},
    {"ms", 0, true, MS},           {"playouts", 0, true, PLAYOUTS},
    {"threads", 0, true, THREADS}, {"jobs", 'j', true, JOBS},
    {"sprt", 0, true, SPRT},       {"bot", 0, true, BOT},
    {"sets", 0, true, SETS},       {"each", 0, false, EACH},
    {"times", 0, false, TIMES},    {"bot-timeout", 0, true, BOT_MS},
    {"grace", 0, true, GRACE},     {"progress", 0, false, PROGRESS},
    {"quiet", 'q', false, QUIET},  {"output", 'o', true, OUTPUT},
    {NULL, 0, false, 0},
};

/* Setup options that make no sense here: players change seats and have their own names,
 * and there are many draws. */
static const char not_taken[] = "names first order";

static struct arena_player *arena_new_player(struct arena *arena, const char *name)
{
    if (arena->n_players == ARENA_PLAYERS_MAX) return NULL;
    struct arena_player *player = &arena->player[arena->n_players++];
    *player = (struct arena_player){.ms = -1};
    snprintf(player->name, sizeof player->name, "%s", name);
    return player;
}

/* "search:level=4", "level-3:ms=200", "greedy": a name and options for this player
 * only. */
static int arena_take_player(struct arena *arena, const char *text)
{
    char name[ARENA_NAME_MAX], *word, *rest = NULL;
    long level = 0, value;

    if (strpbrk(text, " /") || !strncmp(text, "bot:", 4))
        return cli_fail_misused(
            "\"%s\" is no player of ours; an outside program is given with "
            "--bot \"COMMAND\"",
            text);
    if (strlen(text) >= sizeof name)
        return cli_fail_misused("\"%s\" is too long a name", text);
    struct arena_player *player = arena_new_player(arena, text);
    if (!player) return cli_fail_misused("at most %d can play", ARENA_PLAYERS_MAX);
    strcpy(name, text);
    word = strtok_r(name, ":", &rest);
    const char *base = word ? word : "";
    while ((word = strtok_r(NULL, ":", &rest))) {
        char *is = strchr(word, '=');
        if (!is || !cli_args_number(word, is + 1, 1, 1000000000, &value))
            return is ? CLI_MISUSED
                      : cli_fail_misused("\"%s\" says nothing of the player", word);
        *is = 0;
        if (!strcmp(word, "level"))
            level = value;
        else if (!strcmp(word, "ms"))
            player->ms = value;
        else if (!strcmp(word, "playouts"))
            player->playouts = (uint64_t)value;
        else
            return cli_fail_misused("a player has level, ms and playouts, but no %s",
                                    word);
    }
    char full[ARENA_NAME_MAX];
    snprintf(full, sizeof full, level ? "%.20s:level=%ld" : "%.20s", base, level);
    player->ai = ai_find(full);
    return player->ai
               ? CLI_DONE
               : cli_fail_misused("there is no computer player \"%s\"; there are random, "
                                  "greedy, level-1 to level-7, builder, thief, farmer",
                                  full);
}

static int arena_take_players(struct arena *arena, const char *value)
{
    char name[ARENA_NAME_MAX];
    int status = CLI_DONE;

    while (!status && cli_args_name(&value, name, sizeof name))
        status = arena_take_player(arena, name);
    return status;
}

static int arena_setup_option(struct arena *arena, const char *option, const char *value)
{
    for (const struct cli_option *o = cli_setup_options; o->name; o++)
        if (!strcmp(o->name, option)) return cli_setup_take(&arena->setup, o->id, value);
    return CLI_MISUSED;
}

/* "inns-cathedrals,tower", or "all": every expansion this version plays. */
static int arena_take_sets(struct arena *arena, const char *value)
{
    char name[64];
    int status = CLI_DONE;

    if (!strcmp(value, "all")) {
        for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS && !status; set++)
            if (aude_set_playable(set))
                status = arena_setup_option(arena, "expansion", aude_set_name(set));
        return status;
    }
    while (!status && cli_args_name(&value, name, sizeof name))
        if (strcmp(name, "base") != 0)
            status = arena_setup_option(arena, "expansion", name);
    return status;
}

static int arena_take_sprt(struct arena *arena, const char *value)
{
    char *end;

    arena->sprt = true;
    arena->elo0 = strtod(value, &end);
    if (*end == ',') arena->elo1 = strtod(end + 1, &end);
    return *end || arena->elo1 <= arena->elo0
               ? cli_fail_misused("--sprt wants two numbers, the larger last, e.g. 0,20")
               : CLI_DONE;
}

/* The program tells its name later, in arena_meet(). */
static int arena_take_bot(struct arena *arena, const char *value)
{
    struct arena_player *player = arena_new_player(arena, "");
    if (!player) return cli_fail_misused("at most %d can play", ARENA_PLAYERS_MAX);
    player->command = value;
    return CLI_DONE;
}

static int arena_number(const char *option, const char *value, long lo, long *out)
{
    return cli_args_number(option, value, lo, 1000000000, out) ? CLI_DONE : CLI_MISUSED;
}

static int arena_take(struct arena *arena, int id, const char *value)
{
    switch (id) {
    case GAMES:
        return arena_number("--games", value, 1, &arena->games);
    case MS:
        return arena_number("--ms", value, 1, &arena->ms);
    case PLAYOUTS:
        return arena_number("--playouts", value, 1, &arena->playouts);
    case THREADS:
        return arena_number("--threads", value, 1, &arena->threads);
    case JOBS:
        return arena_number("--jobs", value, 1, &arena->jobs);
    case BOT_MS:
        return arena_number("--bot-timeout", value, 1, &arena->bot_ms);
    case GRACE:
        return arena_number("--grace", value, 0, &arena->grace);
    case SPRT:
        return arena_take_sprt(arena, value);
    case BOT:
        return arena_take_bot(arena, value);
    case SETS:
        return arena_take_sets(arena, value);
    case PLAYERS:
        return arena_take_players(arena, value);
    case RECORDS:
        arena->records = value;
        return CLI_DONE;
    case JSON:
        arena->json = true;
        return CLI_DONE;
    case TIMES:
        arena->times = true;
        return CLI_DONE;
    case EACH:
        arena->each = true;
        return CLI_DONE;
    case PROGRESS:
        arena->progress = true;
        return CLI_DONE;
    case QUIET:
        arena->quiet = true;
        return CLI_DONE;
    case OUTPUT:
        arena->output = value;
        return CLI_DONE;
    case CLI_OPERAND:
        return cli_fail_misused("`aude arena` takes no \"%s\"", value);
    default:
        return cli_setup_take(&arena->setup, id, value);
    }
}

/* Players of the same name get a number. A name is never longer than a record allows. */
static void arena_name_apart(struct arena *arena)
{
    for (int i = arena->n_players - 1; i > 0; i--) { /* names before i are unchanged */
        int same = 1;
        for (int j = 0; j < i; j++)
            same += !strcmp(arena->player[j].name, arena->player[i].name);
        char *name = arena->player[i].name;
        size_t n = strlen(name);
        if (same == 1) continue;
        while (n > AUDE_NAME_MAX - 4 || (n && (name[n] & 0xc0) == 0x80)) n--;
        snprintf(name + n, ARENA_NAME_MAX - n, " %d", same);
    }
}

/* A program that told no name is called by its command. */
static void arena_name_program(struct arena_player *player, const struct arena_bot *bot)
{
    struct cli_text name = {0};

    cli_text_clean(&name, bot->named ? bot->name : player->command);
    size_t n = name.n < AUDE_NAME_MAX ? name.n : AUDE_NAME_MAX - 1;
    while (n && (name.data[n] & 0xc0) == 0x80) n--;
    snprintf(player->name, sizeof player->name, "%.*s", (int)n, n ? name.data : "");
    if (!n) strcpy(player->name, "bot");
    cli_text_free(&name);
}

/* Starts every program once: a program that cannot start is reported before the match. */
int arena_meet(struct arena *arena)
{
    struct arena_bot *bot = cli_alloc(sizeof *bot);
    int status = CLI_DONE;

    for (int i = 0; i < arena->n_players && !status; i++) {
        struct arena_player *player = &arena->player[i];
        if (player->ai) continue;
        if (!arena_bot_start(bot, player->command, 0, arena->bot_ms)) {
            status = cli_stop_signal() ? CLI_STOPPED + cli_stop_signal()
                                       : cli_fail("%s", bot->why);
        } else {
            player->version = bot->version;
            player->keep = bot->keep;
            arena_name_program(player, bot);
        }
        arena_bot_end(bot);
    }
    free(bot);
    arena_name_apart(arena);
    return status;
}

static int arena_check(struct arena *arena)
{
    if (arena->n_players < 2)
        return cli_fail_misused("an arena wants two players or more, e.g. --players "
                                "search:level=4,greedy");
    if (!arena->each && arena->n_players > AUDE_SEATS_MAX)
        return cli_fail_misused(
            "at most %d sit at one table; --each lets every pair play", AUDE_SEATS_MAX);
    if (arena->progress && arena->quiet)
        return cli_fail_misused("--progress or --quiet, not both");
    if (arena->sprt && arena->n_players != 2)
        return cli_fail_misused("--sprt is for a match of two");
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

static int arena_prepare(struct arena *arena, int argc, char **argv)
{
    struct cli_args args = {.argc = argc,
                            .argv = argv,
                            .own = options,
                            .shared = cli_setup_options,
                            .without = not_taken};
    int id, status = CLI_DONE;

    arena->games = 100;
    arena->threads = 1;
    arena->bot_ms = 5000;
    arena->grace = 5000;
    arena->jobs = cli_crew_cores();
    cli_setup_init(&arena->setup);
    arena->setup.head.setup.seed = aude_seed(1);
    while (!status && (id = cli_args_next(&args)) != CLI_END)
        status = id == CLI_BAD ? CLI_MISUSED : arena_take(arena, id, args.value);
    return status ? status : arena_check(arena);
}

/* The report of all games that were played, also when a signal ended the match early. */
static int arena_print(const struct arena *arena, const struct arena_played *played)
{
    struct cli_text out = {0};
    int stopped = played->signal ? CLI_STOPPED + played->signal : CLI_DONE;

    if (!played->done) {
        cli_fail("stopped before a game was over");
        return stopped;
    }
    (arena->json ? arena_report_json : arena_report)(arena, played, &out);
    int status = cli_text_write(arena->output, &out);
    cli_text_free(&out);
    return status ? status : stopped;
}

static int arena_run(int argc, char **argv)
{
    struct arena *arena = cli_alloc(sizeof *arena);
    struct arena_played played = {0};
    int status = arena_prepare(arena, argc, argv);

    if (!status) {
        signal(SIGPIPE, SIG_IGN);
        cli_stop_watch();
        status = arena_meet(arena);
    }
    if (!status) status = arena_match(arena, &played);
    if (!status) status = arena_print(arena, &played);
    free(played.list);
    free(arena);
    return status;
}

const struct cli_command cli_arena = {
    .name = "arena",
    .summary = "matches between computer players, with figures to trust",
    .help =
        "usage: aude arena --players A,B [OPTIONS]\n\n"
        "Plays a match and prints win rates, points and Elo with 95 % intervals. Every\n"
        "draw of tiles is played once from each seat, so that luck cancels. Ctrl+C ends\n"
        "it with a report of what was played.\n\n"
        "  -p, --players A,B    random, greedy, level-1 .. level-7, builder,\n"
        "                       thief, farmer, or search:level=4;\n"
        "                       a player may have its own clock: level-7:ms=200,\n"
        "                       level-7:playouts=500\n"
        "  --bot \"COMMAND\"      an outside program as a further player; see\n"
        "                       docs/bot-protocol.md. One that hangs, ends or lies\n"
        "                       forfeits the game, which is counted apart\n"
        "  --bot-timeout MS     for a program to start, and for a decision without a\n"
        "                       clock (5000)\n"
        "  --grace MS           how late a program may be in a game, all its decisions\n"
        "                       together, before it forfeits (5000)\n"
        "  -n, --games N        how many (100)\n"
        "  --each               every pair plays N games, two at a table\n"
        "  --ms N               milliseconds a turn, all its decisions together\n"
        "  --playouts N         playouts a decision instead: the same on every machine;\n"
        "                       beside --ms whichever is reached first\n"
        "  --threads N          threads a player may use (1)\n"
        "  -j, --jobs N         games at a time (as many as there are cores)\n"
        "  --sets A,B or all    expansions in play\n"
        "  --sprt E0,E1         stop as soon as it is known whether the first player is\n"
        "                       E1 Elo stronger than the second rather than E0\n"
        "  --records DIR        write every game there as a record\n"
        "  --times              also milliseconds a decision: on the mean, at most, and\n"
        "                       by how much the clock was overrun; positions/s\n"
        "  --json               for programs\n"
        "  -o, --output FILE    where to write the report (stdout)\n"
        "  --progress           a line on stderr for every draw, as on a terminal\n"
        "  -q, --quiet          no such lines\n"
        "{setup}; the seed is 1 if none\n\n"
        "examples:\n"
        "  aude arena --players search:level=4,greedy --games 400 --ms 100\n"
        "  aude arena --players level-7,level-6 --sprt 0,30 --games 2000 --json\n"
        "  aude arena --players greedy --bot \"python3 mybot.py\" --games 20\n",
    .run = arena_run,
    .own = options,
    .shared = cli_setup_options,
    .without = not_taken,
};
