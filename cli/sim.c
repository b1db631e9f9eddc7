/* sim.c -- `aude sim`: many games between computer players, and how they ended. */
#include "cli.h"
#include "ai/ai.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct tally {
    long long points;
    long wins, draws; /* a shared first place is a draw */
};

struct sim {
    struct cli_setup setup;
    const struct ai_player *player[AUDE_SEATS_MAX];
    long games;
    bool json, check;
    const char *records; /* a folder, or NULL */
    struct tally tally[AUDE_SEATS_MAX];
    long long turns, actions, discarded;
    struct aude_game game, view;
    struct aude_event list[AUDE_EVENTS_MAX];
};

/* -- One game --------------------------------------------------------------------------- */

/* The game's own seed: game `number` of seed S is the same, however many are played. */
static struct aude_seed seed_of(struct aude_seed seed, long number)
{
    struct ai_rng rng;

    ai_rng_init(&rng, seed.lo ^ (uint64_t)number * 0xd1342543de82ef95u);
    seed.lo = ai_rng_next(&rng);
    seed.hi ^= ai_rng_next(&rng);
    return seed;
}

static int broken(const struct sim *sim, const char *what)
{
    return cli_fail("the game with seed %016llx%016llx went wrong in turn %d: %s",
                    (unsigned long long)sim->game.seed.hi,
                    (unsigned long long)sim->game.seed.lo, sim->game.turn.number, what);
}

static int step(struct sim *sim, struct ai_rng *rng, struct cli_text *record)
{
    struct aude_events events = {.list = sim->list, .max = AUDE_EVENTS_MAX};
    unsigned seat = sim->game.turn.actor;
    char words[128];

    aude_game_view(&sim->view, &sim->game, seat);
    struct aude_action action = ai_choose(sim->player[seat], &sim->view, NULL, rng);
    aude_action_text(&sim->game, action, words, sizeof words);
    enum aude_err err = aude_game_play(&sim->game, action, &events);
    if (err) return broken(sim, aude_err_sentence(err));
    if (sim->records) cli_record_step(record, &sim->game, words, &events);
    const char *problem = sim->check ? aude_game_check(&sim->game) : NULL;
    return problem ? broken(sim, problem) : CLI_DONE;
}

static int save(const struct sim *sim, const struct cli_text *record, long number)
{
    struct cli_text path = {0};

    cli_text_add(&path, "%s/game-%06ld.aude", sim->records, number);
    const char *problem = cli_record_save(record, &sim->game, path.data);
    if (problem) cli_fail("%s: %s", path.data, problem);
    cli_text_free(&path);
    return problem ? CLI_FAILED : CLI_DONE;
}

static void count(struct sim *sim)
{
    unsigned winners = aude_game_winners(&sim->game);
    bool alone = !(winners & (winners - 1));

    for (unsigned seat = 0; seat < sim->game.n_seats; seat++) {
        sim->tally[seat].points += sim->game.player[seat].points;
        if (winners >> seat & 1)
            *(alone ? &sim->tally[seat].wins : &sim->tally[seat].draws) += 1;
    }
    sim->turns += sim->game.turn.number;
    sim->discarded += sim->game.n_discarded;
}

static int play(struct sim *sim, long number)
{
    struct aude_events events = {.list = sim->list, .max = AUDE_EVENTS_MAX};
    struct aude_head head = sim->setup.head;
    struct cli_text record = {0};
    struct ai_rng rng;
    int status = CLI_DONE;

    head.setup.seed = seed_of(head.setup.seed, number);
    if (head.setup.first == AUDE_SEAT_NONE &&
        head.setup.sw[AUDE_SWITCH_STARTER] != AUDE_STARTER_FIXED)
        head.setup.first = (uint8_t)(number % head.setup.n_seats);
    ai_rng_init(&rng, head.setup.seed.lo);
    enum aude_err err = aude_game_init(&sim->game, &head.setup, &events);
    if (err) return cli_fail("%s [%s]", aude_err_sentence(err), aude_err_rule(err));
    if (sim->records) cli_record_begin(&record, &head, &sim->game, &events);
    while (!status && !aude_game_over(&sim->game)) {
        status = step(sim, &rng, &record);
        sim->actions++;
    }
    if (!status && sim->records) status = save(sim, &record, number);
    if (!status) count(sim);
    cli_text_free(&record);
    return status;
}

/* -- The report ------------------------------------------------------------------------- */

static double per_game(const struct sim *sim, long long n)
{
    return (double)n / (double)sim->games;
}

static void report_json(const struct sim *sim, struct cli_text *out)
{
    struct cli_json json = {.out = out};

    cli_json_object(&json, NULL);
    cli_json_int(&json, "games", sim->games);
    cli_json_setup(&json, "setup", &sim->setup.head);
    cli_json_real(&json, "turns", per_game(sim, sim->turns), 3);
    cli_json_real(&json, "actions", per_game(sim, sim->actions), 3);
    cli_json_real(&json, "discarded", per_game(sim, sim->discarded), 4);
    cli_json_list(&json, "players");
    for (unsigned seat = 0; seat < sim->setup.head.setup.n_seats; seat++) {
        cli_json_object(&json, NULL);
        cli_json_string(&json, "name", sim->setup.head.name[seat]);
        cli_json_string(&json, "player", sim->player[seat]->name);
        cli_json_real(&json, "mean_points", per_game(sim, sim->tally[seat].points), 3);
        cli_json_int(&json, "wins", sim->tally[seat].wins);
        cli_json_int(&json, "draws", sim->tally[seat].draws);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_close(&json);
}

static void report(const struct sim *sim, struct cli_text *out)
{
    const struct aude_head *head = &sim->setup.head;

    cli_text_add(out, "%ld %s, %s rules, %.2f turns each, %.3f tiles discarded\n\n",
                 sim->games, sim->games == 1 ? "game" : "games",
                 aude_preset_name(head->setup.preset), per_game(sim, sim->turns),
                 per_game(sim, sim->discarded));
    cli_text_add(out, "  %-4s  %-20s  %11s  %8s  %6s  %8s\n", "seat", "player",
                 "mean points", "wins", "draws", "win rate");
    for (unsigned seat = 0; seat < head->setup.n_seats; seat++)
        cli_text_add(out, "  %-4u  %-20s  %11.2f  %8ld  %6ld  %7.1f%%\n", seat,
                     head->name[seat], per_game(sim, sim->tally[seat].points),
                     sim->tally[seat].wins, sim->tally[seat].draws,
                     100 * per_game(sim, sim->tally[seat].wins));
    if (sim->records) cli_text_add(out, "\nThe records are in %s.\n", sim->records);
}

/* -- The command ------------------------------------------------------------------------ */

enum { GAMES = 1, JSON, RECORDS, CHECK, PLAYERS };

static const struct cli_option options[] = {
    {"games", 'n', true, GAMES},     {"json", 0, false, JSON},
    {"records", 0, true, RECORDS},   {"check", 0, false, CHECK},
    {"players", 'p', true, PLAYERS}, {NULL, 0, false, 0},
};

static int take_players(struct sim *sim, const char *value)
{
    unsigned n = 0;
    char name[32];

    while (cli_next_name(&value, name, sizeof name)) {
        if (n == AUDE_SEATS_MAX)
            return cli_misused("at most %d can play", AUDE_SEATS_MAX);
        sim->player[n] = ai_find(name);
        if (!sim->player[n++])
            return cli_misused(
                "there is no computer player \"%s\"; there are random, greedy, "
                "level-1 to level-5",
                name);
    }
    sim->setup.head.setup.n_seats = (uint8_t)n;
    sim->setup.seats_given = true;
    return n < 2 ? cli_misused("--players wants two or more, e.g. random,greedy")
                 : CLI_DONE;
}

static int take(struct sim *sim, int id, const char *value)
{
    switch (id) {
    case GAMES:
        return cli_number("--games", value, 1, 1000000000, &sim->games) ? CLI_DONE
                                                                        : CLI_MISUSED;
    case JSON:
        sim->json = true;
        return CLI_DONE;
    case RECORDS:
        sim->records = value;
        return CLI_DONE;
    case CHECK:
        sim->check = true;
        return CLI_DONE;
    case PLAYERS:
        return take_players(sim, value);
    case CLI_OPERAND:
        return cli_misused("`aude sim` takes no \"%s\"", value);
    default:
        return cli_setup_take(&sim->setup, id, value);
    }
}

static int prepare(struct sim *sim, int argc, char **argv)
{
    struct cli_args args = {
        .argc = argc, .argv = argv, .own = options, .shared = cli_setup_options};
    int id, status = CLI_DONE;

    sim->games = 100;
    sim->player[0] = &ai_random;
    sim->player[1] = &ai_greedy;
    cli_setup_init(&sim->setup);
    sim->setup.head.setup.seed = aude_seed(1);
    while (!status && (id = cli_args_next(&args)) != CLI_END)
        status = id == CLI_BAD ? CLI_MISUSED : take(sim, id, args.value);
    if (status) return status;
    for (unsigned seat = 0; seat < sim->setup.head.setup.n_seats; seat++)
        if (sim->player[seat] && !sim->setup.named)
            cli_name_seat(&sim->setup.head, seat, sim->player[seat]->name);
    status = cli_setup_finish(&sim->setup);
    if (!status && sim->records && mkdir(sim->records, 0777) && errno != EEXIST)
        return cli_fail("%s: %s", sim->records, strerror(errno));
    return status;
}

static int run(int argc, char **argv)
{
    struct sim *sim = cli_alloc(sizeof *sim);
    struct cli_text out = {0};
    int status = prepare(sim, argc, argv);

    for (long i = 0; !status && i < sim->games; i++) status = play(sim, i);
    if (!status) {
        (sim->json ? report_json : report)(sim, &out);
        status = cli_text_print(&out, stdout);
    }
    cli_text_free(&out);
    free(sim);
    return status;
}

const struct cli_command cli_sim = {
    .name = "sim",
    .summary = "many games between computer players",
    .help =
        "usage: aude sim [OPTIONS]\n\n"
        "Plays games between computer players and prints how they ended. Who begins\n"
        "goes round the table, unless --first or starter=fixed says who; the same seed\n"
        "gives the same games.\n\n"
        "  --games N            how many (100)\n"
        "  --players A,B        who sits where: random, greedy, level-1 .. level-5\n"
        "  --records DIR        write every game there as a record\n"
        "  --check              re-derive the whole state after each action (slow)\n"
        "  --json               for programs\n"
        "  --rules, --rulings, --switch, --river, --abbot, --expansion, --names, "
        "--seed,\n"
        "  --first, --order     the game, as in `aude help play`; the seed is 1 if not "
        "given\n\n"
        "examples:\n"
        "  aude sim --games 200 --players random,greedy\n"
        "  aude sim --games 50 --players greedy,greedy,random --rules devir_es --json\n"
        "  aude sim --games 10 --river --abbot --rules grow_revised --records games\n",
    .run = run,
};
