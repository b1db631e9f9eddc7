/* puzzles_find.c -- `aude puzzles find`: puzzles in games between computers, or in records.
 *
 * A piece of the work is one game. What is found in it depends on its number and the seed alone, and the pieces are
 * written in their order: so the file is the same however many threads look. */
#include "puzzles.h"

#include <stdlib.h>
#include <string.h>

enum { RECORDS_MAX = 4096, APART = 4 /* turns between two puzzles of one game */ };

/* A game that is looked through. */
struct search_game {
    struct cli_lead lead;
    struct aude_action list[AUDE_ACTIONS_MAX];
    struct cli_text play, puzzles;
    int actions, found, last_turn;
    uint64_t seed;
    const struct finder *finder;
    struct aude_reader reader;
};

struct finder {
    struct cli_setup setup;
    struct puzzle_demand demand;
    const struct ai_player *player[2];
    const char **record;
    long games, jobs, most, n_records;
    const char *output;
    struct cli_text *piece; /* what each game gave */
    int status;             /* of a record that could not be read */
};

/* -- One game --------------------------------------------------------------------------- */

static void cli_puzzles_find_add_choice(struct search_game *g, const struct ai_line *line,
                                        int i)
{
    char words[512];

    puzzle_position_line_text(&g->lead.view, line, words, sizeof words);
    cli_text_add(&g->puzzles, "%s %.1f %.2f ", i ? "next" : "best", line->lead,
                 line->error);
    if (line->win < 0)
        cli_text_str(&g->puzzles, "- ");
    else
        cli_text_add(&g->puzzles, "%.0f ", 100 * line->win);
    cli_text_add(&g->puzzles, "%s\n", words);
}

static void cli_puzzles_find_add_puzzle(struct search_game *g,
                                        const struct puzzle_proof *proof)
{
    char tags[PUZZLE_TAGS_MAX];
    uint64_t hash = aude_game_hash(&g->lead.view);

    puzzle_facts_tags(&g->lead.view, &proof->line[0], proof->exact, tags, sizeof tags);
    cli_text_add(&g->puzzles, "puzzle %08lx %d %d %s\n", (unsigned long)(hash >> 32),
                 g->actions, proof->grade, tags);
    for (int i = 0; i < proof->n; i++) cli_puzzles_find_add_choice(g, &proof->line[i], i);
    g->found++;
    g->last_turn = g->lead.view.turn.number;
}

/* Before each action of the hidden game: is this a puzzle? Then the action is noted. */
static void cli_puzzles_find_step(void *context, const struct aude_action *list, int n,
                                  int i)
{
    struct search_game *g = context;
    const struct finder *f = g->finder;
    const struct aude_game *view = &g->lead.view;
    struct puzzle_proof proof;
    char words[160];

    (void)n;
    if (cli_stop_signal()) return;
    if (view->turn.actor != AUDE_SEAT_NONE && g->found < f->most &&
        (!g->found || view->turn.number >= g->last_turn + APART) &&
        puzzle_find_prove(view, &f->demand, g->seed + (uint64_t)g->actions, &proof))
        cli_puzzles_find_add_puzzle(g, &proof);
    puzzle_position_action_text(view, list[i], g->list, words, sizeof words);
    cli_text_add(&g->play, "%s%s", g->actions ? " " : "", words);
    g->actions++;
}

/* Computers play; the hidden game follows. */
static void cli_puzzles_find_play_game(struct search_game *g, long number)
{
    const struct finder *f = g->finder;
    struct aude_setup *setup = &g->reader.head.setup;
    struct ai_rng rng;
    enum aude_err err;

    g->reader.head = f->setup.head;
    ai_rng_init(&rng, g->seed);
    setup->seed.lo = ai_rng_next(&rng);
    setup->seed.hi = ai_rng_next(&rng);
    setup->first = (uint8_t)(number % 2);
    err = cli_lead_begin(&g->lead, setup);
    while (!err && !g->lead.trouble && !aude_game_over(&g->lead.game) &&
           !cli_stop_signal()) {
        unsigned seat = g->lead.game.turn.actor;
        struct aude_game *view = &g->lead.before; /* free until the next action */
        aude_game_view(view, &g->lead.game, seat);
        err = cli_lead_play(
            &g->lead,
            ai_choose(f->player[(seat + (unsigned)number / 2) % 2], view, NULL, &rng));
    }
}

/* What the game gave, as lines of the file. */
static void cli_puzzles_find_write(const struct search_game *g, struct cli_text *out)
{
    char setup[AUDE_LINE_MAX];
    struct aude_head head = g->reader.head;

    if (!g->found) return;
    head.setup.hidden = 1;
    puzzle_position_setup_text(&head, setup, sizeof setup);
    cli_text_add(out, "game %s\nplay %s\n%s", setup, g->play.data, g->puzzles.data);
}

static enum cli_piece cli_puzzles_find_look(void *context, long member, long number)
{
    struct finder *f = context;
    struct search_game *g = cli_alloc(sizeof *g);
    int status = CLI_DONE;

    (void)member;
    g->finder = f;
    g->seed = f->setup.head.setup.seed.lo + (uint64_t)number * 0x9e3779b97f4a7c15u;
    g->lead.each = cli_puzzles_find_step;
    g->lead.context = g;
    if (f->n_records)
        status = cli_lead_record(&g->lead, f->record[number], &g->reader, f->output);
    else
        cli_puzzles_find_play_game(g, number);
    if (!status && g->lead.trouble)
        status = cli_fail("game %ld cannot be followed: %s", number + 1, g->lead.trouble);
    if (!status && !cli_stop_signal()) cli_puzzles_find_write(g, &f->piece[number]);
    cli_text_free(&g->play);
    cli_text_free(&g->puzzles);
    free(g);
    if (status) f->status = status;
    return status              ? CLI_PIECE_FAILED
           : cli_stop_signal() ? CLI_PIECE_DROPPED
                               : CLI_PIECE_DONE;
}

/* -- The subcommand --------------------------------------------------------------------- */

static int cli_puzzles_find_take_players(struct finder *f, const char *value)
{
    char name[32];
    int n = 0;

    for (; cli_args_name(&value, name, sizeof name); n++) {
        if (n == 2) return cli_fail_misused("a puzzle's game has two players");
        f->player[n] = ai_find(name);
        if (!f->player[n])
            return cli_fail_misused("there is no computer player \"%s\"", name);
    }
    return n == 2 ? CLI_DONE
                  : cli_fail_misused("--players wants two, e.g. level-5,level-4");
}

static bool cli_puzzles_find_margin(const char *value, double *out)
{
    char *end;
    double margin = strtod(value, &end);

    if (end == value || *end || !(margin >= 0.5 && margin <= 100)) {
        cli_fail_misused("--margin must be a number from 0.5 to 100, not \"%s\"", value);
        return false;
    }
    *out = margin;
    return true;
}

static int cli_puzzles_find_take_number(struct finder *f, int id, const char *value)
{
    long number;
    bool good = true;

    switch (id) {
    case PUZZLES_GAMES:
        good = cli_args_number("--games", value, 1, 1000000, &f->games);
        break;
    case PUZZLES_JOBS:
        good = cli_args_number("--jobs", value, 1, 256, &f->jobs);
        break;
    case PUZZLES_MOST:
        good = cli_args_number("--most", value, 1, 100, &f->most);
        break;
    case PUZZLES_MARGIN:
        good = cli_puzzles_find_margin(value, &f->demand.margin);
        break;
    default:
        good = cli_args_number("--playouts", value, 100, 100000000, &number);
        if (good) f->demand.playouts = (uint64_t)number;
    }
    return good ? CLI_DONE : CLI_MISUSED;
}

/* --seed is the games' here: the number of that option. */
static int cli_puzzles_find_seed_option(void)
{
    const struct cli_option *o = cli_setup_options;

    while (o->name && strcmp(o->name, "seed") != 0) o++;
    return o->id;
}

static int cli_puzzles_find_take(struct finder *f, int id, const char *value)
{
    switch (id) {
    case CLI_OPERAND:
        if (f->n_records == RECORDS_MAX)
            return cli_fail_misused("at most %d records at a time", RECORDS_MAX);
        f->record[f->n_records++] = value;
        return CLI_DONE;
    case PUZZLES_PLAYERS:
        return cli_puzzles_find_take_players(f, value);
    case PUZZLES_ENDS:
        f->demand.ends = true;
        return CLI_DONE;
    case PUZZLES_OUTPUT:
        f->output = value;
        return CLI_DONE;
    case PUZZLES_GAMES:
    case PUZZLES_JOBS:
    case PUZZLES_MOST:
    case PUZZLES_MARGIN:
    case PUZZLES_PLAYOUTS:
        return cli_puzzles_find_take_number(f, id, value);
    case PUZZLES_JSON:
    case PUZZLES_FILE:
    case PUZZLES_SAMPLE:
    case PUZZLES_MS:
    case PUZZLES_ANSWER:
        return cli_fail_misused(
            "`aude puzzles find` looks for puzzles: --json, --file, --sample, "
            "--ms and --answer belong to the others");
    case PUZZLES_SEED:
        return cli_setup_take(&f->setup, cli_puzzles_find_seed_option(), value);
    default:
        return cli_setup_take(&f->setup, id, value);
    }
}

static bool cli_puzzles_find_stop(void *context)
{
    (void)context;
    return cli_stop_signal() != 0;
}

static int cli_puzzles_find_prepare(struct finder *f, int argc, char **argv)
{
    struct cli_args args = {
        .argc = argc, .argv = argv, .own = puzzles_options, .shared = cli_setup_options};
    int id, status = CLI_DONE;

    f->games = 10;
    f->most = 4;
    f->jobs = cli_crew_cores();
    f->demand = puzzle_usual;
    f->demand.stop = cli_puzzles_find_stop;
    f->player[0] = ai_find("level-5");
    f->player[1] = ai_find("level-4");
    f->record = cli_alloc(RECORDS_MAX * sizeof *f->record);
    cli_setup_init(&f->setup);
    f->setup.head.setup.seed = aude_seed(1);
    while (!status && (id = cli_args_next(&args)) != CLI_END)
        status = id == CLI_BAD ? CLI_MISUSED : cli_puzzles_find_take(f, id, args.value);
    if (!status) status = cli_setup_finish(&f->setup);
    if (!status && f->setup.head.setup.n_seats != 2)
        status = cli_fail_misused("a puzzle's game has two players");
    return status;
}

static int cli_puzzles_find_finish(const struct finder *f, long n, long done)
{
    struct cli_text out = {0};
    int stopped =
        done < n && cli_stop_signal() ? CLI_STOPPED + cli_stop_signal() : CLI_DONE;

    cli_text_add(&out, "aude-puzzles %d\n", PUZZLES_VERSION);
    for (long i = 0; i < n; i++)
        if (f->piece[i].n) cli_text_bytes(&out, f->piece[i].data, f->piece[i].n);
    int status = cli_text_write(f->output, &out);
    cli_text_free(&out);
    return status ? status : stopped;
}

int cli_puzzles_find(int argc, char **argv)
{
    struct finder *f = cli_alloc(sizeof *f);
    int status = cli_puzzles_find_prepare(f, argc, argv);

    if (!status) {
        struct cli_crew crew = {.n = f->n_records ? f->n_records : f->games,
                                .jobs = f->jobs,
                                .what = "games",
                                .work = cli_puzzles_find_look,
                                .context = f};
        f->piece = cli_alloc((size_t)crew.n * sizeof *f->piece);
        cli_stop_watch();
        cli_crew(&crew);
        status = crew.failed ? f->status : cli_puzzles_find_finish(f, crew.n, crew.done);
        for (long i = 0; i < crew.n; i++) cli_text_free(&f->piece[i]);
        free(f->piece);
    }
    free(f->record);
    free(f);
    return status;
}
