/* review.c -- `aude review`: a recorded game looked at afterwards, luck and skill apart.
 *
 * A hidden game is led along the record (lead.c), so that what is asked of ai/review.c never holds
 * what came later. First the steps are collected, then looked at in as many threads as there are cores, each with random
 * numbers of its own, then counted in their order: the review is the same however many look. */
#include "cli.h"
#include "ai/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COSTLIEST = 3 };

/* The sums of a seat: luck of its own tiles, loss of its own decisions. */
struct sums {
    double luck, luck_points, luck_square, loss, loss_points, loss_square;
    long draws, moves; /* of how many; without one there is no figure */
};

/* A decision that cost something. */
struct costly {
    int turn;
    unsigned seat;
    double loss, points, error;
    char played[96], best[96], then[96];
};

/* A draw or a decision, and what was found out about it. */
struct step {
    struct aude_game *view; /* before it */
    bool is_draw, known, chosen;
    aude_kind kind;            /* drawn */
    struct aude_action action; /* done */
    struct ai_review_draw draw;
    struct ai_review_move move;
};

struct review {
    struct aude_reader reader; /* the record, verified */
    struct cli_lead lead;
    struct ai_limits limits;
    long seed, jobs;
    bool for_program;
    const char *output;
    struct step *step;
    long n_steps, steps_size, known;
    struct sums sums[AUDE_SEATS_MAX];
    struct costly costly[AUDE_SEATS_MAX][COSTLIEST];
    struct cli_text turns;
    struct cli_json json;
};

/* -- Counting --------------------------------------------------------------------------- */

static void cli_review_rank(struct review *r, const struct costly *one)
{
    struct costly *list = r->costly[one->seat];
    int i = COSTLIEST;

    while (i > 0 && list[i - 1].loss < one->loss) i--;
    if (i == COSTLIEST) return;
    memmove(&list[i + 1], &list[i], (size_t)(COSTLIEST - 1 - i) * sizeof *list);
    list[i] = *one;
}

static void cli_review_name_line(const struct aude_game *view,
                                 const struct ai_candidate *c, struct costly *one)
{
    struct aude_game *after = cli_alloc(sizeof *after);

    aude_action_text(view, c->action, one->best, sizeof one->best);
    aude_game_copy(after, view);
    if (c->then.kind != AUDE_NO_ACTION && !aude_game_play(after, c->action, NULL))
        aude_action_text(after, c->then, one->then, sizeof one->then);
    free(after);
}

static void cli_review_json_chances(struct review *r, const char *key, const double *win)
{
    cli_json_list(&r->json, key);
    for (unsigned seat = 0; seat < r->lead.view.n_seats; seat++)
        cli_json_real(&r->json, NULL, win[seat], 4);
    cli_json_close(&r->json);
}

/* -- The two kinds of step -------------------------------------------------------------- */

static void cli_review_json_draw(struct review *r, const struct step *step)
{
    const struct ai_review_draw *draw = &step->draw;
    struct cli_json *json = &r->json;

    cli_json_object(json, NULL);
    cli_json_string(json, "what", "draw");
    cli_json_int(json, "turn", step->view->turn.number);
    cli_json_int(json, "seat", step->view->turn.seat);
    cli_json_string(json, "tile", aude_tiles[step->kind].id);
    cli_json_int(json, "kinds", draw->kinds);
    cli_review_json_chances(r, "before", draw->win);
    cli_review_json_chances(r, "after", draw->after);
    cli_review_json_chances(r, "luck", draw->luck);
    cli_review_json_chances(r, "luck_points", draw->points);
    cli_json_real(json, "luck_error", draw->error, 4);
    cli_json_real(json, "luck_points_error", draw->points_error, 3);
    cli_json_close(json);
}

static void cli_review_count_draw(struct review *r, const struct step *step)
{
    const struct ai_review_draw *draw = &step->draw;
    unsigned seat = step->view->turn.seat;
    struct sums *sums = &r->sums[seat];

    if (!draw->kinds) return;
    sums->draws++;
    sums->luck += draw->luck[seat];
    sums->luck_points += draw->points[seat];
    sums->luck_square += draw->points_error * draw->points_error;
    if (r->for_program) cli_review_json_draw(r, step);
}

static void cli_review_json_move(struct review *r, const struct costly *one,
                                 const struct ai_review_move *move)
{
    struct cli_json *json = &r->json;

    cli_json_object(json, NULL);
    cli_json_string(json, "what", "move");
    cli_json_int(json, "turn", one->turn);
    cli_json_int(json, "seat", one->seat);
    cli_json_string(json, "played", one->played);
    cli_json_string(json, "best", one->best);
    if (one->then[0]) cli_json_string(json, "then", one->then);
    cli_review_json_chances(r, "before", move->best.win);
    cli_review_json_chances(r, "after", move->played.win);
    cli_json_real(json, "loss", move->loss, 4);
    cli_json_real(json, "loss_error", move->error, 4);
    cli_json_real(json, "loss_points", move->points, 3);
    cli_json_real(json, "loss_points_error", move->points_error, 3);
    cli_json_close(json);
}

static void cli_review_count_move(struct review *r, const struct step *step)
{
    const struct ai_review_move *move = &step->move;
    struct costly one = {.turn = step->view->turn.number, .seat = step->view->turn.actor};
    struct sums *sums = &r->sums[one.seat];

    if (!step->chosen) return;
    aude_action_text(step->view, step->action, one.played, sizeof one.played);
    cli_review_name_line(step->view, &move->best, &one);
    one.loss = move->loss;
    one.points = move->points;
    one.error = move->error;
    sums->moves++;
    sums->loss += move->loss;
    sums->loss_points += move->points;
    sums->loss_square += move->points_error * move->points_error;
    if (!move->same) cli_review_rank(r, &one);
    if (r->for_program) cli_review_json_move(r, &one, move);
}

/* -- Looking at all of them ------------------------------------------------------------- */

static struct step *cli_review_new_step(struct review *r)
{
    if (r->n_steps == r->steps_size) {
        r->steps_size = r->steps_size ? 2 * r->steps_size : 256;
        struct step *more = cli_alloc((size_t)r->steps_size * sizeof *more);
        if (r->n_steps) memcpy(more, r->step, (size_t)r->n_steps * sizeof *more);
        free(r->step);
        r->step = more;
    }
    struct step *step = &r->step[r->n_steps++];
    step->view = cli_alloc(sizeof *step->view);
    aude_game_copy(step->view, &r->lead.view);
    return step;
}

static bool cli_review_stop(void *context)
{
    (void)context;
    return cli_stop_signal() != 0;
}

/* What a signal broke off is not known. */
static enum cli_piece cli_review_look(void *context, long member, long number)
{
    struct review *r = context;
    struct step *step = &r->step[number];
    struct ai_limits limits = r->limits;
    struct ai_rng rng;

    (void)member;
    limits.stop = cli_review_stop;
    ai_rng_init(&rng, (uint64_t)r->seed * 0xd1342543de82ef95u + (uint64_t)number);
    if (step->is_draw)
        ai_review_draw(step->view, step->kind, &limits, &rng, &step->draw);
    else
        step->chosen =
            ai_review_move(step->view, step->action, &limits, &rng, &step->move);
    step->known = !cli_stop_signal();
    return step->known ? CLI_PIECE_DONE : CLI_PIECE_DROPPED;
}

static void cli_review_look_at_all(struct review *r)
{
    struct cli_crew crew = {.n = r->n_steps,
                            .jobs = r->jobs,
                            .what = "steps",
                            .work = cli_review_look,
                            .context = r};

    cli_stop_watch();
    cli_crew(&crew);
    r->known = crew.done;
    for (long i = 0; i < r->n_steps; i++)
        if (r->step[i].known)
            (r->step[i].is_draw ? cli_review_count_draw
                                : cli_review_count_move)(r, &r->step[i]);
}

/* -- Leading the view along the record --------------------------------------------------- */

/* The tile that is laid in the end: those before it fit nowhere. */
static aude_kind cli_review_laid_tile(const struct review *r,
                                      const struct aude_action *list, int n)
{
    struct aude_game *copy = cli_alloc(sizeof *copy);

    aude_game_copy(copy, &r->lead.view);
    for (int i = 0; i < n && copy->turn.actor == AUDE_SEAT_NONE; i++)
        if (aude_game_play(copy, list[i], NULL)) break;
    aude_kind kind = copy->turn.tile;
    free(copy);
    return kind;
}

static aude_kind *cli_review_new_draw(struct review *r)
{
    struct step *step = cli_review_new_step(r);

    step->is_draw = true;
    return &step->kind;
}

/* Before the view plays list[i]: a decision or a draw is a step. */
static void cli_review_lead(void *context, const struct aude_action *list, int n, int i)
{
    struct review *r = context;

    if (r->lead.view.turn.actor != AUDE_SEAT_NONE) {
        cli_review_new_step(r)->action = list[i];
    } else if (list[i].kind == AUDE_TELL && (!i || list[i - 1].kind != AUDE_TELL)) {
        aude_kind kind = cli_review_laid_tile(r, list + i, n - i);
        if (kind != AUDE_KIND_NONE) *cli_review_new_draw(r) = kind;
    }
}

/* -- What is printed -------------------------------------------------------------------- */

static void cli_review_add_person(const struct review *r, struct cli_text *out,
                                  unsigned seat)
{
    const struct sums *s = &r->sums[seat];

    cli_text_add(out, "%s\n", r->reader.head.name[seat]);
    if (s->draws)
        cli_text_add(out,
                     "  luck   the tiles were worth %+.1f points (+- %.1f) against the "
                     "average draw\n",
                     s->luck_points, 2 * sqrt(s->luck_square));
    else
        cli_text_str(out, "  luck   nothing is known: no draw was looked at\n");
    if (s->moves)
        cli_text_add(out,
                     "  skill  the moves gave away %.1f points (+- %.1f) against the "
                     "best that was found\n",
                     s->loss_points, 2 * sqrt(s->loss_square));
    else
        cli_text_str(out, "  skill  nothing is known: no move was looked at\n");
    for (int i = 0; i < COSTLIEST && r->costly[seat][i].loss > 0; i++) {
        const struct costly *one = &r->costly[seat][i];
        cli_text_add(out, "  %d. turn %d, -%.0f %%: played %s; better %s%s%s\n", i + 1,
                     one->turn, 100 * one->loss, one->played, one->best,
                     one->then[0] ? ", then " : "", one->then);
    }
}

static void cli_review_json_costliest(const struct review *r, struct cli_json *json,
                                      unsigned seat)
{
    cli_json_list(json, "costliest");
    for (int i = 0; i < COSTLIEST && r->costly[seat][i].loss > 0; i++) {
        const struct costly *one = &r->costly[seat][i];
        cli_json_object(json, NULL);
        cli_json_int(json, "turn", one->turn);
        cli_json_string(json, "played", one->played);
        cli_json_string(json, "best", one->best);
        if (one->then[0]) cli_json_string(json, "then", one->then);
        cli_json_real(json, "loss", one->loss, 4);
        cli_json_real(json, "loss_error", one->error, 4);
        cli_json_real(json, "loss_points", one->points, 3);
        cli_json_close(json);
    }
    cli_json_close(json);
}

/* A sum over `n` steps; of none it is null. */
static void cli_review_json_sum(struct cli_json *json, const char *key, long n,
                                double sum, int digits)
{
    if (n)
        cli_json_real(json, key, sum, digits);
    else
        cli_json_null(json, key);
}

static void cli_review_add_object(const struct review *r, struct cli_text *out)
{
    struct cli_json json = {.out = out};

    cli_json_object(&json, NULL);
    cli_json_bool(&json, "finished", r->reader.finished);
    cli_json_int(&json, "playouts", (long long)r->limits.playouts);
    cli_json_list(&json, "players");
    for (unsigned seat = 0; seat < r->lead.view.n_seats; seat++) {
        const struct sums *s = &r->sums[seat];
        cli_json_object(&json, NULL);
        cli_json_string(&json, "name", r->reader.head.name[seat]);
        cli_json_int(&json, "points", r->reader.game.player[seat].points);
        cli_review_json_sum(&json, "luck", s->draws, s->luck, 4);
        cli_review_json_sum(&json, "luck_points", s->draws, s->luck_points, 3);
        cli_review_json_sum(&json, "luck_points_error", s->draws, sqrt(s->luck_square),
                            3);
        cli_review_json_sum(&json, "loss", s->moves, s->loss, 4);
        cli_review_json_sum(&json, "loss_points", s->moves, s->loss_points, 3);
        cli_review_json_sum(&json, "loss_points_error", s->moves, sqrt(s->loss_square),
                            3);
        cli_review_json_costliest(r, &json, seat);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_list(&json, "steps");
    if (r->turns.n) cli_text_bytes(out, r->turns.data, r->turns.n);
    cli_json_close(&json);
    cli_json_int(&json, "planned", r->n_steps);
    cli_json_bool(&json, "stopped", r->known < r->n_steps);
    cli_json_close(&json);
}

/* -- The command ------------------------------------------------------------------------ */

enum { JSON = 1, PLAYOUTS, SEED, JOBS, OUTPUT };

static const struct cli_option options[] = {
    {"json", 0, false, JSON},  {"playouts", 0, true, PLAYOUTS}, {"seed", 0, true, SEED},
    {"jobs", 'j', true, JOBS}, {"output", 'o', true, OUTPUT},   {NULL, 0, false, 0},
};

static int cli_review_prepare(struct review *r, int argc, char **argv, const char **path)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = options};
    long playouts = 400;
    int id;

    r->seed = 1;
    r->jobs = cli_crew_cores();
    while ((id = cli_args_next(&args)) != CLI_END) {
        if (id == CLI_BAD) return CLI_MISUSED;
        if (id == JSON) r->for_program = true;
        if (id == OUTPUT) r->output = args.value;
        if ((id == PLAYOUTS &&
             !cli_args_number("--playouts", args.value, 1, 1000000, &playouts)) ||
            (id == SEED &&
             !cli_args_number("--seed", args.value, 0, 2147483647, &r->seed)) ||
            (id == JOBS && !cli_args_number("--jobs", args.value, 1, 256, &r->jobs)))
            return CLI_MISUSED;
        if (id != CLI_OPERAND) continue;
        if (*path)
            return cli_fail_misused("one record at a time, not also \"%s\"", args.value);
        *path = args.value;
    }
    r->limits.playouts = (uint64_t)playouts;
    /* The steps are written apart: inside of two brackets, as they will stand. */
    r->json = (struct cli_json){.out = &r->turns, .depth = 2};
    return *path ? CLI_DONE
                 : cli_fail_misused("which record? e.g. aude review game.aude");
}

/* What was found out, be it all or as far as a signal let it come. */
static int cli_review_report(const struct review *r)
{
    struct cli_text out = {0};
    bool stopped = r->known < r->n_steps;
    int after = stopped ? CLI_STOPPED + cli_stop_signal() : CLI_DONE;

    if (stopped && !r->known) {
        cli_fail("stopped before anything was known");
        return after;
    }
    if (r->for_program) cli_review_add_object(r, &out);
    if (stopped && !r->for_program)
        cli_text_add(&out, "Stopped by a signal: this is about %ld of %ld steps.\n\n",
                     r->known, r->n_steps);
    for (unsigned seat = 0; !r->for_program && seat < r->lead.view.n_seats; seat++)
        cli_review_add_person(r, &out, seat);
    int status = cli_text_write(r->output, &out);
    cli_text_free(&out);
    return status ? status : after;
}

static int cli_review_file(struct review *r, const char *path)
{
    r->lead.each = cli_review_lead;
    r->lead.context = r;
    int status = cli_lead_record(&r->lead, path, &r->reader, r->output);
    if (!status && r->lead.trouble)
        status = cli_fail("turn %d cannot be reviewed: %s", r->lead.view.turn.number,
                          r->lead.trouble);
    if (!status) {
        cli_review_look_at_all(r);
        status = cli_review_report(r);
    }
    return status;
}

static int cli_review_run(int argc, char **argv)
{
    struct review *r = cli_alloc(sizeof *r);
    const char *path = NULL;
    int status = cli_review_prepare(r, argc, argv, &path);

    if (!status) status = cli_review_file(r, path);
    for (long i = 0; i < r->n_steps; i++) free(r->step[i].view);
    free(r->step);
    cli_text_free(&r->turns);
    free(r);
    return status;
}

const struct cli_command cli_review = {
    .name = "review",
    .summary = "a recorded game afterwards: luck, skill, the costliest moves",
    .help =
        "usage: aude review FILE [OPTIONS]\n\n"
        "Goes through a record (.aude; - reads stdin) and says for each player what the\n"
        "tiles were worth against the average draw (luck), what the moves gave away\n"
        "against the best that was found (skill), each with its margin of error, and "
        "the\n"
        "three costliest moves with what was better. The same record, budget and seed\n"
        "give the same review. Ctrl+C ends it with what is known by then; a sum of "
        "which\n"
        "nothing is known is null in JSON.\n\n"
        "  --playouts N       for each draw and each decision (400)\n"
        "  --seed N           of the review's own random numbers (1)\n"
        "  -j, --jobs N       steps at a time (as many as there are cores); the result "
        "is\n"
        "                     the same\n"
        "  -o, --output FILE  where to write it (stdout)\n"
        "  --json             {\"finished\", \"playouts\", \"players\", \"steps\",\n"
        "                     \"planned\", \"stopped\"}; a step is a \"draw\" (tile, "
        "chances\n"
        "                     before and after, luck of every seat) or a \"move\" "
        "(played,\n"
        "                     best, chances with the best and with what was played, "
        "loss)\n\n"
        "examples:\n"
        "  aude review game.aude\n"
        "  aude review game.aude --json --playouts 2000\n",
    .run = cli_review_run,
    .own = options,
};
