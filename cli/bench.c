/* bench.c -- `aude bench`: how fast the rules are, on one core, through the public calls.
 *
 * A game is complete and uniformly random: in each step one of all legal actions is chosen
 * (aude_game_choices) and played; at the end everything is scored. games_per_s comes only from this loop.
 * The cost of a list and of an action is measured with recorded games: they are begun,
 * played without listing, and played with listing; the differences are the costs. */
#include "bench.h"

#include "ai/ai.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 64, STEPS_MAX = 8 * AUDE_TILES_MAX, SIGNATURE_GAMES = 1000 };

struct scenario {
    const char *name;
    enum aude_preset preset;
    uint8_t seats, river, abbot;
    aude_sets expansions;
};

enum {
    ONE_AND_TWO = 1 << AUDE_SET_INNS | 1 << AUDE_SET_TRADERS,
    ONE_TO_FOUR = ONE_AND_TWO | 1 << AUDE_SET_DRAGON | 1 << AUDE_SET_TOWER,
    ONE_TO_SIX = ONE_TO_FOUR | 1 << AUDE_SET_ABBEY | 1 << AUDE_SET_KING |
                 1 << AUDE_SET_CULT | 1 << AUDE_SET_COUNT,
    ONE_TO_SEVEN = ONE_TO_SIX | 1 << AUDE_SET_CATAPULT
};

static const struct scenario scenarios[] = {
    {"base_2p_random", AUDE_PRESET_GROW, 2, AUDE_RIVER_OFF, AUDE_ABBOT_OFF, 0},
    {"base_5p_random", AUDE_PRESET_GROW, 5, AUDE_RIVER_OFF, AUDE_ABBOT_OFF, 0},
    {"river_abbot_2p_random", AUDE_PRESET_GROW_REVISED, 2, AUDE_RIVER_I, AUDE_ABBOT_ON,
     0},
    {"one_and_two_2p_random", AUDE_PRESET_BIGBOX_RO, 2, AUDE_RIVER_OFF, AUDE_ABBOT_OFF,
     ONE_AND_TWO},
    {"one_to_four_6p_random", AUDE_PRESET_BIGBOX_RO, 6, AUDE_RIVER_OFF, AUDE_ABBOT_OFF,
     ONE_TO_FOUR},
    {"one_to_six_6p_random", AUDE_PRESET_BIGBOX_RO, 6, AUDE_RIVER_OFF, AUDE_ABBOT_OFF,
     ONE_TO_SIX},
    {"all_sets_6p_random", AUDE_PRESET_BIGBOX_RO, 6, AUDE_RIVER_BOTH, AUDE_ABBOT_ON,
     ONE_TO_SEVEN},
};

enum { SCENARIOS = sizeof scenarios / sizeof scenarios[0] };

struct result {
    double games_per_s, actions_per_s, ns_per_list, ns_per_play;
    size_t bytes_per_game;
    uint64_t signature;
};

/* A game that was played, to be played again. */
struct recorded {
    struct aude_setup setup;
    int n;
    struct aude_action action[STEPS_MAX];
};

double bench_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void bench_keep_readings(struct aude_setup *setup)
{
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++)
        if (aude_switch_is_ruling(sw)) setup->sw[sw] = 0;
}

static struct aude_setup bench_setup(const struct scenario *scenario)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, scenario->preset);
    bench_keep_readings(&setup);
    setup.n_seats = scenario->seats;
    setup.sw[AUDE_SWITCH_RIVER] = scenario->river;
    setup.sw[AUDE_SWITCH_ABBOT] = scenario->abbot;
    setup.expansions = scenario->expansions;
    setup.sw[AUDE_SWITCH_COUNT_WITH_RIVER] =
        scenario->river && scenario->expansions >> AUDE_SET_COUNT & 1;
    return setup;
}

/* -- Whole games ------------------------------------------------------------------------ */

/* Returns the number of actions; -1 if the engine refused one. */
static int bench_play_random(struct aude_game *game, const struct aude_setup *setup,
                             struct ai_rng *rng, struct recorded *record)
{
    struct aude_choices choices;
    int steps = 0;

    if (aude_game_init(game, setup, NULL)) return -1;
    while (!aude_game_over(game)) {
        int n = aude_game_choices(game, &choices);
        int i = (int)ai_rng_below(rng, (uint32_t)n);
        struct aude_action action = aude_game_choice(game, &choices, i);
        if (n < 1 || aude_game_play(game, action, NULL)) return -1;
        if (record && steps < STEPS_MAX) record->action[steps] = action;
        steps++;
    }
    return steps;
}

static bool bench_measure_games(struct aude_setup setup, double seconds,
                                struct result *result)
{
    struct aude_game game;
    struct ai_rng rng;
    long long games = 0, actions = 0;
    double start = bench_now(), spent;

    ai_rng_init(&rng, 1);
    do {
        for (int i = 0; i < BATCH; i++, games++) {
            setup.seed = aude_seed((uint64_t)games);
            int n = bench_play_random(&game, &setup, &rng, NULL);
            if (n < 0) return false;
            actions += n;
        }
    } while ((spent = bench_now() - start) < seconds && !cli_stop_signal());
    result->games_per_s = (double)games / spent;
    result->actions_per_s = (double)actions / spent;
    return true;
}

/* One number for the results of a thousand games: it changes when a rule changes. */
static bool bench_sign(struct aude_setup setup, struct result *result)
{
    struct aude_game game;
    struct ai_rng rng;
    unsigned long long bytes = 0;
    uint64_t sum = 0;

    ai_rng_init(&rng, 2);
    for (int i = 0; i < SIGNATURE_GAMES; i++) {
        setup.seed = aude_seed((uint64_t)i);
        if (bench_play_random(&game, &setup, &rng, NULL) < 0) return false;
        sum = (sum ^ aude_game_hash(&game)) * 0x100000001b3u;
        bytes += aude_game_bytes(&game);
    }
    result->signature = sum ^ sum >> 32;
    result->bytes_per_game = (size_t)(bytes / SIGNATURE_GAMES);
    return true;
}

/* -- Listing and playing, apart --------------------------------------------------------- */

static bool bench_record_games(struct recorded *records, struct aude_setup setup,
                               struct ai_rng *rng, uint64_t *seed)
{
    struct aude_game game;

    for (int i = 0; i < BATCH; i++) {
        setup.seed = aude_seed((*seed)++);
        records[i].setup = setup;
        records[i].n = bench_play_random(&game, &setup, rng, &records[i]);
        if (records[i].n < 0 || records[i].n > STEPS_MAX) return false;
    }
    return true;
}

/* The time to begin the recorded games and, if asked, to play them and to list. */
static double bench_replay(const struct recorded *records, bool playing, bool listing,
                           long *sink)
{
    struct aude_action list[AUDE_ACTIONS_MAX];
    struct aude_game game;
    double start = bench_now();

    for (int i = 0; i < BATCH; i++) {
        aude_game_init(&game, &records[i].setup, NULL);
        for (int k = 0; playing && k < records[i].n; k++) {
            if (listing) *sink += aude_game_actions(&game, list, AUDE_ACTIONS_MAX);
            *sink += (long)aude_game_play(&game, records[i].action[k], NULL);
        }
        *sink += game.n_laid;
    }
    return bench_now() - start;
}

static bool bench_measure_parts(struct aude_setup setup, double seconds,
                                struct result *result)
{
    struct recorded *records = cli_alloc(BATCH * sizeof *records);
    struct ai_rng rng;
    double start = bench_now(), begun = 0, played = 0, listed = 0;
    uint64_t seed = 0;
    long long actions = 0;
    long sink = 0;
    bool ok;

    ai_rng_init(&rng, 3);
    do {
        ok = bench_record_games(records, setup, &rng, &seed);
        if (!ok) break;
        begun += bench_replay(records, false, false, &sink);
        played += bench_replay(records, true, false, &sink);
        listed += bench_replay(records, true, true, &sink);
        for (int i = 0; i < BATCH; i++) actions += records[i].n;
    } while (bench_now() - start < seconds && !cli_stop_signal());
    free(records);
    result->ns_per_play = 1e9 * (played - begun) / (double)actions;
    result->ns_per_list = 1e9 * (listed - played) / (double)actions;
    return ok && sink;
}

/* -- The report ------------------------------------------------------------------------- */

void bench_machine(char *out, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];

    snprintf(out, size, "unknown processor");
    while (file && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        colon[strcspn(colon, "\n")] = 0;
        snprintf(out, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
        break;
    }
    if (file) fclose(file);
}

static void bench_report_json(const struct result *results, int n, struct cli_text *out)
{
    struct cli_json json = {.out = out};
    char name[256], signature[20];

    bench_machine(name, sizeof name);
    cli_json_object(&json, NULL);
    for (int i = 0; i < n; i++) {
        const struct result *r = &results[i];
        cli_json_object(&json, scenarios[i].name);
        cli_json_real(&json, "games_per_s", r->games_per_s, 1);
        cli_json_real(&json, "actions_per_s", r->actions_per_s, 1);
        cli_json_real(&json, "ns_per_list", r->ns_per_list, 2);
        cli_json_real(&json, "ns_per_play", r->ns_per_play, 2);
        cli_json_int(&json, "bytes_per_game", (long long)r->bytes_per_game);
        snprintf(signature, sizeof signature, "%016llx",
                 (unsigned long long)r->signature);
        cli_json_string(&json, "signature", signature);
        cli_json_string(&json, "machine", name);
        cli_json_close(&json);
    }
    if (cli_stop_signal()) cli_json_bool(&json, "stopped", true);
    cli_json_close(&json);
}

static void bench_report(const struct result *results, int n, struct cli_text *out)
{
    char name[256];
    uint64_t all = 0;

    bench_machine(name, sizeof name);
    if (cli_stop_signal())
        cli_text_add(out,
                     "Stopped by a signal: this is about %d of %d kinds of game, the "
                     "last in less time.\n\n",
                     n, (int)SCENARIOS);
    cli_text_add(out, "Complete random games on one core of: %s\n\n", name);
    cli_text_add(out, "  %-22s %9s %11s %8s %8s %9s\n", "", "games/s", "actions/s",
                 "ns/list", "ns/play", "bytes");
    for (int i = 0; i < n; i++) {
        const struct result *r = &results[i];
        cli_text_add(out, "  %-22s %9.0f %11.0f %8.1f %8.1f %9zu\n", scenarios[i].name,
                     r->games_per_s, r->actions_per_s, r->ns_per_list, r->ns_per_play,
                     r->bytes_per_game);
        all = (all ^ r->signature) * 0x100000001b3u;
    }
    if (n == SCENARIOS)
        cli_text_add(out, "\nsignature %016llx\n", (unsigned long long)all);
}

/* -- The command ------------------------------------------------------------------------ */

enum { JSON = 1, SECONDS, OUTPUT, PLAYERS };

static const struct cli_option options[] = {
    {"json", 0, false, JSON},      {"seconds", 's', true, SECONDS},
    {"output", 'o', true, OUTPUT}, {"players", 0, false, PLAYERS},
    {NULL, 0, false, 0},
};

static bool bench_take_seconds(const char *value, double *seconds)
{
    char *end;

    *seconds = strtod(value, &end);
    if (*value && !*end && *seconds >= 0.01 && *seconds <= 3600) return true;
    cli_fail_misused("--seconds must be from 0.01 to 3600, not \"%s\"", value);
    return false;
}

/* `*n`: how many were measured, at least one. A signal shortens the one it comes into. */
static int bench_measure(double seconds, struct result *results, int *n)
{
    struct cli_progress progress = {0};

    cli_stop_watch();
    for (*n = 0; *n < SCENARIOS && !(*n && cli_stop_signal()); ++*n) {
        struct aude_setup setup = bench_setup(&scenarios[*n]);
        cli_progress(&progress, "kinds of game", *n, SCENARIOS);
        if (!bench_sign(setup, &results[*n]) ||
            !bench_measure_games(setup, seconds, &results[*n]) ||
            !bench_measure_parts(setup, seconds, &results[*n]))
            return cli_fail("the engine refused a game of %s", scenarios[*n].name);
    }
    cli_progress(&progress, "kinds of game", 1, 1);
    return CLI_DONE;
}

static int bench_rules(double seconds, bool json, struct cli_text *out)
{
    struct result results[SCENARIOS] = {0};
    int n, status = bench_measure(seconds, results, &n);

    if (!status) (json ? bench_report_json : bench_report)(results, n, out);
    return status;
}

static int bench_run(int argc, char **argv)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = options};
    struct cli_text out = {0};
    const char *output = NULL;
    double seconds = 1;
    bool json = false, players = false;
    int id;

    while ((id = cli_args_next(&args)) != CLI_END) {
        if (id == CLI_BAD) return CLI_MISUSED;
        if (id == CLI_OPERAND)
            return cli_fail_misused("`aude bench` takes no \"%s\"", args.value);
        if (id == JSON) json = true;
        if (id == PLAYERS) players = true;
        if (id == OUTPUT) output = args.value;
        if (id == SECONDS && !bench_take_seconds(args.value, &seconds))
            return CLI_MISUSED;
    }
    int status = (players ? bench_players : bench_rules)(seconds, json, &out);
    if (!status) status = cli_text_write(output, &out);
    cli_text_free(&out);
    return status || !cli_stop_signal() ? status : CLI_STOPPED + cli_stop_signal();
}

const struct cli_command cli_bench = {
    .name = "bench",
    .summary = "how fast rules and computer players are on this machine",
    .help =
        "usage: aude bench [OPTIONS]\n\n"
        "Plays complete random games on one core: everything legal is listed at each\n"
        "step, one action is chosen, and at the end all is scored. The signature is a\n"
        "hash over the results of fixed games: it changes only when a rule changes.\n"
        "Ctrl+C ends it with what is known by then.\n\n"
        "  -s, --seconds S      processor time for each of the measurements (1)\n"
        "  --players            instead: positions that computer players value a "
        "second,\n"
        "                       in all lines of one turn, and in searches by the "
        "formulas\n"
        "                       alone and with the network\n"
        "  --json               for programs\n"
        "  -o, --output FILE    where to write it (stdout)\n\n"
        "examples:\n"
        "  aude bench\n"
        "  aude bench --players\n"
        "  aude bench --seconds 5 --json\n",
    .run = bench_run,
    .own = options,
};
