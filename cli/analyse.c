/* analyse.c -- `aude analyse`: what could be done at a moment of a recorded game, and what
 * each of it is worth. */
#include "cli.h"
#include "choices.h"
#include "tree.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINES_MAX = 48 };

struct analyse {
    const char *path, *output, *moment;
    long turn; /* -1: none was asked for */
    long ms, max, seed, jobs;
    bool for_program, tree_wanted;
    struct tree *tree;
    int node;
    struct aude_game view;
    struct ai_choice line[LINES_MAX];
    int n;
    long long began, used;
    struct cli_progress progress;
};

/* -- Which moment ----------------------------------------------------------------------- */

/* Does somebody decide at `node`? */
static bool cli_analyse_decides(struct analyse *a, int node)
{
    tree_go(a->tree, node);
    return a->tree->game.turn.actor != AUDE_SEAT_NONE && !aude_game_over(&a->tree->game);
}

/* The first decision of that turn on the main line. */
static int cli_analyse_find_turn(struct analyse *a, long turn)
{
    const struct tree_node *list = a->tree->memory.node;

    for (int node = 0; node != TREE_NONE; node = list[node].child)
        if (cli_analyse_decides(a, node) && a->tree->game.turn.number == turn)
            return node;
    return TREE_NONE;
}

/* Where a record ends; if its game is over there, the first decision of its last turn. */
static int cli_analyse_find_last(struct analyse *a)
{
    int end = tree_last(a->tree, 0), node = end;

    tree_go(a->tree, end);
    if (!aude_game_over(&a->tree->game)) return end;
    while (node != TREE_NONE && !cli_analyse_decides(a, node))
        node = a->tree->memory.node[node].parent;
    return node == TREE_NONE ? end : cli_analyse_find_turn(a, a->tree->game.turn.number);
}

static int cli_analyse_find(struct analyse *a)
{
    const char *name = a->path;
    int last = tree_last(a->tree, 0);

    if (a->moment) {
        a->node = tree_read_find(a->tree, a->moment);
        if (a->node == TREE_NONE)
            return cli_fail("%s has no moment %s (`--tree` lists them)", name, a->moment);
    } else if (a->turn >= 0) {
        a->node = cli_analyse_find_turn(a, a->turn);
        if (a->node == TREE_NONE)
            return cli_fail("%s has nothing to decide in turn %ld; its last turn is %d",
                            name, a->turn, a->tree->memory.node[last].turn);
    } else {
        a->node = cli_analyse_find_last(a);
    }
    tree_go(a->tree, a->node);
    if (aude_game_over(&a->tree->game))
        return cli_fail("%s: the game is over there; type --at N for a turn, 1 to %d",
                        name, a->tree->memory.node[last].turn);
    return CLI_DONE;
}

/* -- Thinking --------------------------------------------------------------------------- */

static long long cli_analyse_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool cli_analyse_stop(void *context)
{
    struct analyse *a = context;

    a->used = cli_analyse_now() - a->began;
    cli_progress(&a->progress, "ms", (long)(a->used < a->ms ? a->used : a->ms), a->ms);
    return a->used >= a->ms || cli_stop_signal();
}

static void cli_analyse_think(struct analyse *a)
{
    struct ai_limits limits = {
        .stop = cli_analyse_stop, .context = a, .threads = (unsigned)a->jobs};
    struct ai_rng rng;

    tree_go(a->tree, a->node);
    /* A view: nobody knows what comes next. */
    aude_game_view(&a->view, &a->tree->game, a->tree->game.turn.actor);
    cli_stop_watch();
    ai_rng_init(&rng, (uint64_t)a->seed);
    a->began = cli_analyse_now();
    a->n = ai_choices(&a->view, &limits, &rng, a->line, (int)a->max);
    a->used = cli_analyse_now() - a->began;
    cli_progress(&a->progress, "ms", a->ms, a->ms);
}

static unsigned long long cli_analyse_playouts(const struct analyse *a)
{
    unsigned long long sum = 0;

    for (int i = 0; i < a->n; i++) sum += a->line[i].playouts;
    return sum;
}

/* "lay 1,0 90; put small city N": the words of each action in its own position. */
static void cli_analyse_add_line(const struct analyse *a, const struct ai_choice *line,
                                 struct cli_text *out)
{
    struct aude_game *game = cli_alloc(sizeof *game);
    char words[TREE_WORDS_MAX];

    aude_game_copy(game, &a->view);
    for (int i = 0; i < line->n; i++) {
        aude_action_text(game, line->action[i], words, sizeof words);
        cli_text_add(out, "%s%s", i ? "; " : "", words);
        if (aude_game_play(game, line->action[i], NULL)) break;
    }
    free(game);
}

/* -- Draws ------------------------------------------------------------------------------ */

/* What may be drawn next, where that is what comes: how many kinds; `total` tiles in all. */
static int cli_analyse_draws(const struct analyse *a, struct aude_action list[],
                             int *total)
{
    int n = 0, all = 0;

    *total = 0;
    if (a->view.turn.phase != AUDE_PHASE_DRAW) return 0;
    all = aude_game_actions(&a->view, list, AUDE_ACTIONS_MAX);
    for (int i = 0; i < all && i < AUDE_ACTIONS_MAX; i++) {
        if (list[i].kind != AUDE_TELL) continue;
        *total += aude_game_left(&a->view, list[i].arg);
        list[n++] = list[i];
    }
    return n;
}

static void cli_analyse_json_draws(const struct analyse *a, struct cli_json *json)
{
    struct aude_action *list = cli_alloc(AUDE_ACTIONS_MAX * sizeof *list);
    int total, n = cli_analyse_draws(a, list, &total);

    cli_json_list(json, "draws");
    for (int i = 0; i < n; i++) {
        int left = aude_game_left(&a->view, list[i].arg);
        cli_json_object(json, NULL);
        cli_json_string(json, "tile", aude_tiles[list[i].arg].id);
        cli_json_int(json, "left", left);
        cli_json_real(json, "chance", total ? (double)left / total : 0, 4);
        cli_json_close(json);
    }
    cli_json_close(json);
    free(list);
}

static void cli_analyse_add_draws(const struct analyse *a, struct cli_text *out)
{
    struct aude_action *list = cli_alloc(AUDE_ACTIONS_MAX * sizeof *list);
    int total, n = cli_analyse_draws(a, list, &total);

    if (n) cli_text_str(out, "A tile is drawn. What may come:\n");
    for (int i = 0; i < n; i++) {
        int left = aude_game_left(&a->view, list[i].arg);
        cli_text_add(out, "  %5.1f %%  %2d  %s\n", total ? 100.0 * left / total : 0, left,
                     aude_tiles[list[i].arg].id);
    }
    free(list);
}

/* -- What is printed -------------------------------------------------------------------- */

static void cli_analyse_json_line(const struct analyse *a, struct cli_json *json,
                                  const struct ai_choice *line)
{
    struct cli_text words = {0};

    cli_analyse_add_line(a, line, &words);
    cli_json_object(json, NULL);
    cli_json_string(json, "line", words.data ? words.data : "");
    cli_json_real(json, "difference", line->difference, 3);
    if (line->error < 0)
        cli_json_null(json, "error");
    else
        cli_json_real(json, "error", line->error, 3);
    cli_json_real(json, "win", line->win, 4);
    cli_json_int(json, "playouts", (long long)line->playouts);
    cli_json_bool(json, "exact", line->exact);
    cli_json_close(json);
    cli_text_free(&words);
}

static void cli_analyse_add_object(const struct analyse *a, struct cli_text *out)
{
    struct cli_json json = {.out = out};
    const struct tree_node *node = &a->tree->memory.node[a->node];
    int32_t points[AUDE_SEATS_MAX];

    aude_game_projection(&a->view, points);
    cli_json_object(&json, NULL);
    cli_json_int(&json, "turn", a->view.turn.number);
    struct cli_text name = {0};
    cli_text_add(&name, node->line ? "%d.%d" : "%.0d%d", node->line, node->step);
    cli_json_string(&json, "moment", name.data);
    cli_text_free(&name);
    if (a->view.turn.actor != AUDE_SEAT_NONE) {
        cli_json_int(&json, "seat", a->view.turn.actor);
        cli_json_string(&json, "name", a->tree->head.name[a->view.turn.actor]);
    }
    if (a->view.turn.tile != AUDE_KIND_NONE)
        cli_json_string(&json, "tile", aude_tiles[a->view.turn.tile].id);
    cli_json_list(&json, "candidates");
    for (int i = 0; i < a->n; i++) cli_analyse_json_line(a, &json, &a->line[i]);
    cli_json_close(&json);
    cli_analyse_json_draws(a, &json);
    cli_json_list(&json, "projected");
    for (unsigned seat = 0; seat < a->view.n_seats; seat++)
        cli_json_int(&json, NULL, points[seat]);
    cli_json_close(&json);
    cli_json_int(&json, "ms", a->used);
    cli_json_int(&json, "playouts", (long long)cli_analyse_playouts(a));
    cli_json_bool(&json, "stopped", cli_stop_signal() != 0);
    cli_json_close(&json);
}

static void cli_analyse_add_report(const struct analyse *a, struct cli_text *out)
{
    const struct aude_turn *turn = &a->view.turn;

    cli_text_add(out, "Turn %d", turn->number);
    if (turn->actor != AUDE_SEAT_NONE)
        cli_text_add(out, ", %s decides", a->tree->head.name[turn->actor]);
    if (turn->tile != AUDE_KIND_NONE)
        cli_text_add(out, ", %s in hand", cli_words_tile(turn->tile));
    cli_text_add(out, ".\n");
    for (int i = 0; i < a->n; i++) {
        const struct ai_choice *line = &a->line[i];
        cli_text_add(out, "%3d.  %+6.1f ", i + 1, line->difference);
        if (line->error < 0)
            cli_text_str(out, "          ");
        else
            cli_text_add(out, "+- %-5.1f  ", 2 * line->error);
        cli_text_add(out, "%3.0f %%  ", 100 * line->win);
        cli_analyse_add_line(a, line, out);
        cli_text_str(out, "\n");
    }
    cli_analyse_add_draws(a, out);
    if (a->n)
        cli_text_add(out,
                     "Expected lead at the end, with two standard errors; chance to win; "
                     "%llu playouts in %.1f s.\n",
                     cli_analyse_playouts(a), (double)a->used / 1000);
}

/* -- The tree --------------------------------------------------------------------------- */

static void cli_analyse_add_moment(const struct analyse *a, struct cli_text *out,
                                   int node)
{
    const struct tree_node *it = &a->tree->memory.node[node];

    if (it->line)
        cli_text_add(out, "%d.%d", it->line, it->step);
    else
        cli_text_add(out, "%d", it->step);
}

/* Every moment by its name, in the order of the lines. */
static void cli_analyse_add_tree(const struct analyse *a, struct cli_text *out)
{
    const struct tree_node *list = a->tree->memory.node;

    for (int i = 0; i < a->tree->n; i++) {
        cli_analyse_add_moment(a, out, i);
        if (list[i].step == 1 && list[i].line) {
            cli_text_str(out, " (at ");
            cli_analyse_add_moment(a, out, list[i].parent);
            cli_text_str(out, ")");
        }
        if (i) cli_text_add(out, "  turn %d  %s", list[i].turn, tree_words(a->tree, i));
        cli_text_str(out, "\n");
        for (const char *note = tree_note(a->tree, i); *note;) {
            size_t n = strcspn(note, "\n");
            cli_text_add(out, "        %.*s\n", (int)n, note);
            note += n + (note[n] != 0);
        }
    }
}

static void cli_analyse_add_tree_object(const struct analyse *a, struct cli_text *out)
{
    const struct tree_node *list = a->tree->memory.node;
    struct cli_json json = {.out = out};

    cli_json_object(&json, NULL);
    cli_json_list(&json, "moments");
    for (int i = 0; i < a->tree->n; i++) {
        struct cli_text name = {0}, parent = {0};
        cli_analyse_add_moment(a, &name, i);
        if (i) cli_analyse_add_moment(a, &parent, list[i].parent);
        cli_json_object(&json, NULL);
        cli_json_string(&json, "moment", name.data);
        if (i) cli_json_string(&json, "after", parent.data);
        if (i) cli_json_int(&json, "turn", list[i].turn);
        if (list[i].seat != AUDE_SEAT_NONE) cli_json_int(&json, "seat", list[i].seat);
        if (i) cli_json_string(&json, "action", tree_words(a->tree, i));
        if (list[i].note) cli_json_string(&json, "note", tree_note(a->tree, i));
        cli_json_close(&json);
        cli_text_free(&name);
        cli_text_free(&parent);
    }
    cli_json_close(&json);
    cli_json_close(&json);
}

/* -- The command ------------------------------------------------------------------------ */

enum { JSON = 1, AT, MOMENT, MS, MAX, SEED, JOBS, TREE, OUTPUT };

static const struct cli_option options[] = {
    {"at", 0, true, AT},     {"moment", 0, true, MOMENT}, {"ms", 0, true, MS},
    {"max", 0, true, MAX},   {"tree", 0, false, TREE},    {"json", 0, false, JSON},
    {"seed", 0, true, SEED}, {"jobs", 'j', true, JOBS},   {"output", 'o', true, OUTPUT},
    {NULL, 0, false, 0},
};

static bool cli_analyse_take_number(struct analyse *a, int id, const char *value)
{
    switch (id) {
    case AT:
        return cli_args_number("--at", value, 0, 100000, &a->turn);
    case MS:
        return cli_args_number("--ms", value, 1, 86400000, &a->ms);
    case MAX:
        return cli_args_number("--max", value, 1, LINES_MAX, &a->max);
    case SEED:
        return cli_args_number("--seed", value, 0, 2147483647, &a->seed);
    case JOBS:
        return cli_args_number("--jobs", value, 1, 16, &a->jobs);
    default:
        return true;
    }
}

static int cli_analyse_prepare(struct analyse *a, int argc, char **argv)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = options};
    long cores = cli_crew_cores();
    int id;

    a->turn = -1;
    a->ms = 2000;
    a->max = 10;
    a->seed = 1;
    a->jobs = cores < 16 ? cores : 16;
    while ((id = cli_args_next(&args)) != CLI_END) {
        if (id == CLI_BAD || !cli_analyse_take_number(a, id, args.value))
            return CLI_MISUSED;
        if (id == JSON) a->for_program = true;
        if (id == TREE) a->tree_wanted = true;
        if (id == MOMENT) a->moment = args.value;
        if (id == OUTPUT) a->output = args.value;
        if (id != CLI_OPERAND) continue;
        if (a->path)
            return cli_fail_misused("one record at a time, not also \"%s\"", args.value);
        a->path = args.value;
    }
    if (a->moment && a->turn >= 0)
        return cli_fail_misused(
            "--at names a turn, --moment a moment: one of them will do");
    return a->path ? CLI_DONE
                   : cli_fail_misused("which record? e.g. aude analyse game.aude");
}

static int cli_analyse_print(const struct analyse *a)
{
    struct cli_text out = {0};

    if (a->tree_wanted)
        (a->for_program ? cli_analyse_add_tree_object : cli_analyse_add_tree)(a, &out);
    else
        (a->for_program ? cli_analyse_add_object : cli_analyse_add_report)(a, &out);
    int status = cli_text_write(a->output, &out);
    cli_text_free(&out);
    if (status || a->tree_wanted || !cli_stop_signal()) return status;
    return CLI_STOPPED + cli_stop_signal();
}

static int cli_analyse_run(int argc, char **argv)
{
    struct analyse *a = cli_alloc(sizeof *a);
    int status = cli_analyse_prepare(a, argc, argv);

    if (!status) status = cli_tree_read(a->path, &a->tree);
    if (!status) status = cli_input_spared(a->output);
    if (!status && !a->tree_wanted) {
        status = cli_analyse_find(a);
        if (!status) cli_analyse_think(a);
    }
    if (!status) status = cli_analyse_print(a);
    cli_tree_free(a->tree);
    free(a);
    return status;
}

const struct cli_command cli_analyse = {
    .name = "analyse",
    .summary = "what could be done at a moment of a game, and what it is worth",
    .help =
        "usage: aude analyse FILE [--at N] [OPTIONS]\n\n"
        "Reads a record (.aude; - reads stdin) or a save of JCloisterZone (.jcz) and\n"
        "lists what whoever decides could do there, the best first: whole lines (the\n"
        "tile, the figure, what else belongs to the decision), the expected difference\n"
        "to the best rival at the end with its error, and the chance to win. Where a\n"
        "tile is to be drawn it lists what may come. All cores think; Ctrl+C ends it "
        "with\n"
        "what is known by then. Records with variations are read whole\n"
        "(docs/record.md).\n\n"
        "  --at N             turn N, its first decision (default: the end of the "
        "record,\n"
        "                     or the last turn of a game that is over)\n"
        "  --moment NAME      a moment as the record names it: 37 of the main line, 2.5\n"
        "                     of variation 2\n"
        "  --ms M             time to think, in milliseconds (2000)\n"
        "  --max N            at most so many lines, 1 to 48 (10)\n"
        "  --seed N           of the random numbers (1)\n"
        "  -j, --jobs N       threads (as many as there are cores, at most 16); with "
        "one\n"
        "                     and no hurry the answer is always the same\n"
        "  --tree             only list the moments of main line and variations\n"
        "  -o, --output FILE  where to write it (stdout)\n"
        "  --json             {\"turn\", \"moment\", \"seat\", \"name\", \"tile\",\n"
        "                     \"candidates\": [{\"line\", \"difference\", \"error\", "
        "\"win\",\n"
        "                     \"playouts\", \"exact\"}], \"draws\": [{\"tile\", "
        "\"left\",\n"
        "                     \"chance\"}], \"projected\", \"ms\", \"playouts\", "
        "\"stopped\"};\n"
        "                     the error is one standard error, null if nothing was "
        "played\n"
        "                     out. With --tree {\"moments\": [{\"moment\", \"after\", "
        "\"turn\",\n"
        "                     \"seat\", \"action\", \"note\"}]}\n\n"
        "examples:\n"
        "  aude analyse game.aude --at 41\n"
        "  aude analyse game.aude --at 41 --ms 10000 --json\n"
        "  aude analyse game.aude --tree\n",
    .run = cli_analyse_run,
    .own = options,
};
