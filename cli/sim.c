/* sim.c -- `aude sim`: many games between computer players, and their results. */
#include "cli.h"
#include "ai/ai.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct tally {
    long long points;
    long wins, draws; /* a shared first place is a draw */
};

/* Sums over all games, or over the games of one thread. */
struct sums {
    struct tally tally[AUDE_SEATS_MAX];
    long long turns, actions, discarded;
};

/* What each thread has of its own. */
struct sim_thread {
    struct sums sums;
    struct aude_game game, view;
    struct aude_event list[AUDE_EVENTS_MAX];
};

struct sim {
    struct cli_setup setup;
    const struct ai_player *player[AUDE_SEATS_MAX];
    long games, jobs;
    bool json, check;
    const char *records, *output; /* a folder, a file, or NULL */
    struct sim_thread *thread;    /* one for each job */
    pthread_mutex_t lock;         /* for `told`: only the first failure is printed */
    bool told;
    struct sums sums;
    long played;
};

/* -- One game --------------------------------------------------------------------------- */

/* The seed of game `number`: it does not depend on how many games are played. */
static struct aude_seed sim_seed(struct aude_seed seed, long number)
{
    struct ai_rng rng;

    ai_rng_init(&rng, seed.lo ^ (uint64_t)number * 0xd1342543de82ef95u);
    seed.lo = ai_rng_next(&rng);
    seed.hi ^= ai_rng_next(&rng);
    return seed;
}

/* Print only the first failure. */
static void sim_tell_once(struct sim *sim, const char *what)
{
    pthread_mutex_lock(&sim->lock);
    if (!sim->told) cli_fail("%s", what);
    sim->told = true;
    pthread_mutex_unlock(&sim->lock);
}

static bool sim_broken(struct sim *sim, const struct sim_thread *t, const char *what)
{
    struct cli_text text = {0};

    cli_text_add(&text, "the game with seed %016llx%016llx went wrong in turn %d: %s",
                 (unsigned long long)t->game.seed.hi, (unsigned long long)t->game.seed.lo,
                 t->game.turn.number, what);
    sim_tell_once(sim, text.data);
    cli_text_free(&text);
    return false;
}

static bool sim_step(struct sim *sim, struct sim_thread *t, struct ai_rng *rng,
                     struct cli_text *record)
{
    struct aude_events events = {.list = t->list, .max = AUDE_EVENTS_MAX};
    unsigned seat = t->game.turn.actor;
    char words[128];

    aude_game_view(&t->view, &t->game, seat);
    struct aude_action action = ai_choose(sim->player[seat], &t->view, NULL, rng);
    aude_action_text(&t->game, action, words, sizeof words);
    enum aude_err err = aude_game_play(&t->game, action, &events);
    if (err) return sim_broken(sim, t, aude_err_sentence(err));
    if (sim->records) cli_record_step(record, &t->game, words, &events);
    const char *problem = sim->check ? aude_game_check(&t->game) : NULL;
    return !problem || sim_broken(sim, t, problem);
}

static bool sim_save(struct sim *sim, const struct sim_thread *t,
                     const struct cli_text *record, long number)
{
    struct cli_text path = {0};

    cli_text_add(&path, "%s/game-%06ld.aude", sim->records, number);
    const char *problem = cli_record_save(record, &t->game, path.data);
    if (problem) {
        cli_text_add(&path, ": %s", problem);
        sim_tell_once(sim, path.data);
    }
    cli_text_free(&path);
    return !problem;
}

static void sim_count(struct sim_thread *t, long long actions)
{
    unsigned winners = aude_game_winners(&t->game);
    bool alone = !(winners & (winners - 1));
    struct sums *sums = &t->sums;

    for (unsigned seat = 0; seat < t->game.n_seats; seat++) {
        sums->tally[seat].points += t->game.player[seat].points;
        if (winners >> seat & 1)
            *(alone ? &sums->tally[seat].wins : &sums->tally[seat].draws) += 1;
    }
    sums->turns += t->game.turn.number;
    sums->discarded += t->game.n_discarded;
    sums->actions += actions;
}

/* A game that a signal interrupts does not count. */
static enum cli_piece sim_play_on(struct sim *sim, struct sim_thread *t,
                                  struct ai_rng *rng, struct cli_text *record,
                                  long number)
{
    long long actions = 0;

    for (; !aude_game_over(&t->game); actions++) {
        if (!sim_step(sim, t, rng, record)) return CLI_PIECE_FAILED;
        if (cli_stop_signal()) return CLI_PIECE_DROPPED;
    }
    if (sim->records && !sim_save(sim, t, record, number)) return CLI_PIECE_FAILED;
    sim_count(t, actions);
    return CLI_PIECE_DONE;
}

static enum cli_piece sim_play(void *context, long member, long number)
{
    struct sim *sim = context;
    struct sim_thread *t = &sim->thread[member];
    struct aude_events events = {.list = t->list, .max = AUDE_EVENTS_MAX};
    struct aude_head head = sim->setup.head;
    struct cli_text record = {0};
    struct ai_rng rng;

    head.setup.seed = sim_seed(head.setup.seed, number);
    if (head.setup.first == AUDE_SEAT_NONE &&
        head.setup.sw[AUDE_SWITCH_STARTER] != AUDE_STARTER_FIXED)
        head.setup.first = (uint8_t)(number % head.setup.n_seats);
    ai_rng_init(&rng, head.setup.seed.lo);
    enum aude_err err = aude_game_init(&t->game, &head.setup, &events);
    if (err) {
        cli_text_add(&record, "%s [%s]", aude_err_sentence(err), aude_err_rule(err));
        sim_tell_once(sim, record.data);
        cli_text_free(&record);
        return CLI_PIECE_FAILED;
    }
    if (sim->records) cli_record_begin(&record, &head, &t->game, &events);
    enum cli_piece piece = sim_play_on(sim, t, &rng, &record, number);
    cli_text_free(&record);
    return piece;
}

static void sim_add_up(struct sim *sim)
{
    for (long i = 0; i < sim->jobs; i++) {
        const struct sums *from = &sim->thread[i].sums;
        for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++) {
            sim->sums.tally[seat].points += from->tally[seat].points;
            sim->sums.tally[seat].wins += from->tally[seat].wins;
            sim->sums.tally[seat].draws += from->tally[seat].draws;
        }
        sim->sums.turns += from->turns;
        sim->sums.actions += from->actions;
        sim->sums.discarded += from->discarded;
    }
}

/* -- The report ------------------------------------------------------------------------- */

static double sim_per_game(const struct sim *sim, long long n)
{
    return (double)n / (double)sim->played;
}

static void sim_report_json(const struct sim *sim, struct cli_text *out)
{
    struct cli_json json = {.out = out};

    cli_json_object(&json, NULL);
    cli_json_int(&json, "games", sim->played);
    cli_setup_json(&json, "setup", &sim->setup.head);
    cli_json_real(&json, "turns", sim_per_game(sim, sim->sums.turns), 3);
    cli_json_real(&json, "actions", sim_per_game(sim, sim->sums.actions), 3);
    cli_json_real(&json, "discarded", sim_per_game(sim, sim->sums.discarded), 4);
    cli_json_list(&json, "players");
    for (unsigned seat = 0; seat < sim->setup.head.setup.n_seats; seat++) {
        cli_json_object(&json, NULL);
        cli_json_string(&json, "name", sim->setup.head.name[seat]);
        cli_json_string(&json, "player", sim->player[seat]->name);
        cli_json_real(&json, "mean_points",
                      sim_per_game(sim, sim->sums.tally[seat].points), 3);
        cli_json_int(&json, "wins", sim->sums.tally[seat].wins);
        cli_json_int(&json, "draws", sim->sums.tally[seat].draws);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_int(&json, "planned", sim->games);
    cli_json_bool(&json, "stopped", sim->played < sim->games);
    cli_json_close(&json);
}

static void sim_report(const struct sim *sim, struct cli_text *out)
{
    const struct aude_head *head = &sim->setup.head;

    if (sim->played < sim->games)
        cli_text_add(out, "Stopped by a signal after %ld of %ld games.\n\n", sim->played,
                     sim->games);
    cli_text_add(out, "%ld %s, %s rules, %.2f turns each, %.3f tiles discarded\n\n",
                 sim->played, sim->played == 1 ? "game" : "games",
                 aude_preset_name(head->setup.preset), sim_per_game(sim, sim->sums.turns),
                 sim_per_game(sim, sim->sums.discarded));
    cli_text_add(out, "  %-4s  %-20s  %11s  %8s  %6s  %8s\n", "seat", "player",
                 "mean points", "wins", "draws", "win rate");
    for (unsigned seat = 0; seat < head->setup.n_seats; seat++)
        cli_text_add(out, "  %-4u  %-20s  %11.2f  %8ld  %6ld  %7.1f%%\n", seat,
                     head->name[seat], sim_per_game(sim, sim->sums.tally[seat].points),
                     sim->sums.tally[seat].wins, sim->sums.tally[seat].draws,
                     100 * sim_per_game(sim, sim->sums.tally[seat].wins));
    if (sim->records) cli_text_add(out, "\nThe records are in %s.\n", sim->records);
}

/* -- The command ------------------------------------------------------------------------ */

enum { GAMES = 1, JSON, RECORDS, CHECK, PLAYERS, JOBS, OUTPUT };

static const struct cli_option options[] = {
    {"games", 'n', true, GAMES},     {"json", 0, false, JSON},
    {"records", 0, true, RECORDS},   {"check", 0, false, CHECK},
    {"players", 'p', true, PLAYERS}, {"jobs", 'j', true, JOBS},
    {"output", 'o', true, OUTPUT},   {NULL, 0, false, 0},
};

static int sim_take_players(struct sim *sim, const char *value)
{
    unsigned n = 0;
    char name[32];

    while (cli_args_name(&value, name, sizeof name)) {
        if (n == AUDE_SEATS_MAX)
            return cli_fail_misused("at most %d can play", AUDE_SEATS_MAX);
        sim->player[n] = ai_find(name);
        if (!sim->player[n++])
            return cli_fail_misused(
                "there is no computer player \"%s\"; there are random, greedy, "
                "level-1 to level-7, builder, thief, farmer",
                name);
    }
    sim->setup.head.setup.n_seats = (uint8_t)n;
    sim->setup.seats_given = true;
    return n < 1 ? cli_fail_misused("--players wants one or more, e.g. random,greedy")
                 : CLI_DONE;
}

static int sim_take(struct sim *sim, int id, const char *value)
{
    switch (id) {
    case GAMES:
        return cli_args_number("--games", value, 1, 1000000000, &sim->games)
                   ? CLI_DONE
                   : CLI_MISUSED;
    case JOBS:
        return cli_args_number("--jobs", value, 1, 256, &sim->jobs) ? CLI_DONE
                                                                    : CLI_MISUSED;
    case OUTPUT:
        sim->output = value;
        return CLI_DONE;
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
        return sim_take_players(sim, value);
    case CLI_OPERAND:
        return cli_fail_misused("`aude sim` takes no \"%s\"", value);
    default:
        return cli_setup_take(&sim->setup, id, value);
    }
}

static int sim_prepare(struct sim *sim, int argc, char **argv)
{
    struct cli_args args = {
        .argc = argc, .argv = argv, .own = options, .shared = cli_setup_options};
    int id, status = CLI_DONE;

    sim->games = 100;
    sim->jobs = cli_crew_cores();
    sim->player[0] = &ai_random;
    sim->player[1] = &ai_greedy;
    cli_setup_init(&sim->setup);
    sim->setup.head.setup.seed = aude_seed(1);
    while (!status && (id = cli_args_next(&args)) != CLI_END)
        status = id == CLI_BAD ? CLI_MISUSED : sim_take(sim, id, args.value);
    if (status) return status;
    for (unsigned seat = 0; seat < sim->setup.head.setup.n_seats; seat++)
        if (!sim->player[seat])
            return cli_fail_misused("nobody plays seat %u: name a player for each seat",
                                    seat + 1);
    for (unsigned seat = 0; seat < sim->setup.head.setup.n_seats; seat++)
        if (!sim->setup.named)
            cli_setup_name(&sim->setup.head, seat, sim->player[seat]->name);
    status = cli_setup_finish(&sim->setup);
    if (!status && sim->records && mkdir(sim->records, 0777) && errno != EEXIST)
        return cli_fail("%s: %s", sim->records, strerror(errno));
    return status;
}

static int sim_finish(struct sim *sim)
{
    struct cli_text out = {0};
    int stopped = cli_stop_signal() && sim->played < sim->games
                      ? CLI_STOPPED + cli_stop_signal()
                      : CLI_DONE;

    if (!sim->played) {
        cli_fail("stopped before a game was over");
        return stopped;
    }
    sim_add_up(sim);
    (sim->json ? sim_report_json : sim_report)(sim, &out);
    int status = cli_text_write(sim->output, &out);
    cli_text_free(&out);
    return status ? status : stopped;
}

static int sim_run(int argc, char **argv)
{
    struct sim *sim = cli_alloc(sizeof *sim);
    int status = sim_prepare(sim, argc, argv);

    if (!status) {
        sim->thread = cli_alloc((size_t)sim->jobs * sizeof *sim->thread);
        pthread_mutex_init(&sim->lock, NULL);
        struct cli_crew crew = {.n = sim->games,
                                .jobs = sim->jobs,
                                .what = "games",
                                .work = sim_play,
                                .context = sim};
        cli_stop_watch();
        cli_crew(&crew);
        sim->played = crew.done;
        status = crew.failed ? CLI_FAILED : sim_finish(sim);
        pthread_mutex_destroy(&sim->lock);
        free(sim->thread);
    }
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
        "gives the same games. Ctrl+C ends it with a report of what was played.\n\n"
        "  -n, --games N        how many (100)\n"
        "  -p, --players A,B    who sits where: random, greedy, level-1 .. level-7,\n"
        "                       builder, thief, farmer\n"
        "  --records DIR        write every game there as a record\n"
        "  --check              re-derive the whole state after each action (slow)\n"
        "  -j, --jobs N         games at a time (as many as there are cores); the\n"
        "                       result is the same\n"
        "  --json               for programs\n"
        "  -o, --output FILE    where to write the report (stdout)\n"
        "{setup}; the seed is 1 if none\n\n"
        "examples:\n"
        "  aude sim --games 200 --players random,greedy\n"
        "  aude sim --games 50 --players greedy,greedy,random --rules devir_es --json\n"
        "  aude sim --games 10 --river --abbot --rules grow_revised --records games\n",
    .run = sim_run,
    .own = options,
    .shared = cli_setup_options,
};
