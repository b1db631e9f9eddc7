/* bench_players.c -- `aude bench --players`: how many positions computer players value a second.
 *
 * The search of the strongest player, and the same kind of search without the network, think about a few positions of games
 * between reasonable players, with a budget of playouts and not of time: so they always value the same positions, and
 * the signature, a hash of what they chose and of how much they looked at, changes only when a value does. In the same
 * positions all lines of one turn are valued by the formulas, without any search: what the evaluation itself costs. The
 * hash of these values tells the last bit. */
#include "bench.h"

#include "ai/ai.h"
#include "ai/measure.h"

#include <stdlib.h>

enum { POSITIONS = 6, FIRST_TURN = 6, TURNS_BETWEEN = 10, PLAYOUTS = 200, TIMES = 8 };

static const struct {
    const char *name;
    enum aude_preset preset;
    aude_sets expansions;
} scenarios[] = {
    {"base_2p", AUDE_PRESET_GROW, 0},
    {"tower_2p", AUDE_PRESET_BIGBOX_RO, 1 << AUDE_SET_TOWER},
    {"dragon_2p", AUDE_PRESET_BIGBOX_RO, 1 << AUDE_SET_DRAGON}, /* and its portals */
    {"one_and_two_2p", AUDE_PRESET_BIGBOX_RO, 1 << AUDE_SET_INNS | 1 << AUDE_SET_TRADERS},
};

enum { SCENARIOS = sizeof scenarios / sizeof scenarios[0] };

/* Who plays the games, and who is measured. */
static const char *const reasonable = "level-5";
static const char *const measured[2] = {"level-5@0.1", "level-7"};

struct result {
    double turn_per_s; /* positions of all lines of one turn */
    double per_s[2];   /* positions of a search, without and with the network */
    uint64_t values, signature;
};

static struct aude_setup bench_players_setup(int scenario)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, scenarios[scenario].preset);
    bench_keep_readings(&setup);
    setup.n_seats = 2;
    setup.expansions = scenarios[scenario].expansions;
    setup.seed = aude_seed(22);
    return setup;
}

/* Views of one game, POSITIONS of them, each with a tile in hand. */
static bool bench_players_positions(int scenario, struct aude_game *game,
                                    struct aude_game view[POSITIONS])
{
    const struct ai_player *player = ai_find(reasonable);
    struct aude_setup setup = bench_players_setup(scenario);
    struct ai_rng rng;
    int n = 0;

    ai_rng_init(&rng, 22);
    if (aude_game_init(game, &setup, NULL)) return false;
    while (!aude_game_over(game) && n < POSITIONS) {
        aude_game_view(&view[n], game, game->turn.actor);
        struct aude_action action = ai_choose(player, &view[n], NULL, &rng);
        n += game->turn.phase == AUDE_PHASE_TILE &&
             game->turn.number >= FIRST_TURN + n * TURNS_BETWEEN;
        if (aude_game_play(game, action, NULL)) return false;
    }
    return n == POSITIONS;
}

/* Every position once; `looked` grows. The hash of what was chosen. */
static uint64_t bench_players_think(const struct ai_player *player,
                                    const struct aude_game view[POSITIONS],
                                    uint64_t *looked)
{
    struct ai_limits limits = {.playouts = PLAYOUTS, .looked = looked};
    uint64_t hash = 0, before = *looked;

    for (int i = 0; i < POSITIONS; i++) {
        struct ai_rng rng;
        ai_rng_init(&rng, 1);
        struct aude_action a = ai_choose(player, &view[i], &limits, &rng);
        uint64_t what = (uint64_t)a.kind << 56 | (uint64_t)(uint16_t)a.x << 40 |
                        (uint64_t)(uint16_t)a.y << 24 | (uint64_t)a.arg << 16;
        hash = (hash ^ what ^ (*looked - before)) * 0x100000001b3u;
    }
    return hash;
}

/* All lines of the turn in every position. The hash of their values. */
static uint64_t bench_players_turns(const struct aude_game view[POSITIONS],
                                    uint64_t *looked)
{
    uint64_t hash = 0;

    for (int i = 0; i < POSITIONS; i++)
        hash = (hash ^ ai_measure_turn(&view[i], TIMES, looked)) * 0x100000001b3u;
    return hash;
}

static void bench_players_measure_turns(const struct aude_game view[POSITIONS],
                                        double seconds, struct result *result)
{
    uint64_t looked = 0;
    double start = bench_now(), spent;

    do {
        result->values = bench_players_turns(view, &looked);
    } while ((spent = bench_now() - start) < seconds && !cli_stop_signal());
    result->turn_per_s = (double)looked / spent;
}

static bool bench_players_measure(int scenario, double seconds, struct result *result)
{
    struct aude_game *view = malloc((POSITIONS + 1) * sizeof *view);
    bool ok = view && bench_players_positions(scenario, &view[POSITIONS], view);

    result->signature = 0;
    if (ok) bench_players_measure_turns(view, seconds, result);
    for (int p = 0; p < 2 && ok; p++) {
        const struct ai_player *player = ai_find(measured[p]);
        uint64_t looked = 0, hash;
        double start = bench_now(), spent;
        do {
            hash = bench_players_think(player, view, &looked);
        } while ((spent = bench_now() - start) < seconds && !cli_stop_signal());
        result->per_s[p] = (double)looked / spent;
        result->signature = (result->signature ^ hash) * 0x100000001b3u;
    }
    free(view);
    return ok;
}

static void bench_players_json(const struct result *results, int n, struct cli_text *out)
{
    struct cli_json json = {.out = out};
    char name[256], hash[20];

    bench_machine(name, sizeof name);
    cli_json_object(&json, NULL);
    for (int i = 0; i < n; i++) {
        cli_json_object(&json, scenarios[i].name);
        cli_json_real(&json, "turn_per_s", results[i].turn_per_s, 1);
        cli_json_real(&json, "formulas_per_s", results[i].per_s[0], 1);
        cli_json_real(&json, "network_per_s", results[i].per_s[1], 1);
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)results[i].values);
        cli_json_string(&json, "values", hash);
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)results[i].signature);
        cli_json_string(&json, "signature", hash);
        cli_json_string(&json, "machine", name);
        cli_json_close(&json);
    }
    if (cli_stop_signal()) cli_json_bool(&json, "stopped", true);
    cli_json_close(&json);
}

static void bench_players_text(const struct result *results, int n, struct cli_text *out)
{
    char name[256];

    bench_machine(name, sizeof name);
    if (cli_stop_signal())
        cli_text_add(out,
                     "Stopped by a signal: this is about %d of %d kinds of game.\n\n", n,
                     (int)SCENARIOS);
    cli_text_add(out, "Positions valued a second on one core of: %s\n\n", name);
    cli_text_add(out, "  %-16s %12s %12s %12s  %-16s  %s\n", "", "one turn", measured[0],
                 measured[1], "values", "signature");
    for (int i = 0; i < n; i++)
        cli_text_add(out, "  %-16s %12.0f %12.0f %12.0f  %016llx  %016llx\n",
                     scenarios[i].name, results[i].turn_per_s, results[i].per_s[0],
                     results[i].per_s[1], (unsigned long long)results[i].values,
                     (unsigned long long)results[i].signature);
}

int bench_players(double seconds, bool json, struct cli_text *out)
{
    struct result results[SCENARIOS] = {0};
    struct cli_progress progress = {0};
    int n;

    cli_stop_watch();
    for (n = 0; n < SCENARIOS && !(n && cli_stop_signal()); n++) {
        cli_progress(&progress, "kinds of game", n, SCENARIOS);
        if (!bench_players_measure(n, seconds, &results[n]))
            return cli_fail("no game of %s could be played", scenarios[n].name);
    }
    cli_progress(&progress, "kinds of game", 1, 1);
    (json ? bench_players_json : bench_players_text)(results, n, out);
    return CLI_DONE;
}
