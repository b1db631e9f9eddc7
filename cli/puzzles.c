/* puzzles.c -- `aude puzzles`: positions with one best turn. Its subcommands, and the file they read. */
#include "puzzles.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct cli_option puzzles_options[] = {
    {"json", 0, false, PUZZLES_JSON},
    {"file", 0, true, PUZZLES_FILE},
    {"sample", 0, true, PUZZLES_SAMPLE},
    {"ms", 0, true, PUZZLES_MS},
    {"seed", 0, true, PUZZLES_SEED},
    {"answer", 0, false, PUZZLES_ANSWER},
    {"games", 'n', true, PUZZLES_GAMES},
    {"players", 'p', true, PUZZLES_PLAYERS},
    {"ends", 0, false, PUZZLES_ENDS},
    {"margin", 0, true, PUZZLES_MARGIN},
    {"playouts", 0, true, PUZZLES_PLAYOUTS},
    {"most", 0, true, PUZZLES_MOST},
    {"jobs", 'j', true, PUZZLES_JOBS},
    {"output", 'o', true, PUZZLES_OUTPUT},
    {NULL, 0, false, 0},
};

/* -- The file --------------------------------------------------------------------------- */

enum { FILE_MAX = 64 << 20 }; /* bytes; a device may have no end */

static int cli_puzzles_read_file(const char *path, struct cli_text *out)
{
    char piece[4096];
    bool is_stdin = !strcmp(path, "-");
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    size_t n;

    cli_input(path);
    if (!file) return cli_fail("%s: %s", path, strerror(errno));
    while (out->n <= FILE_MAX && (n = fread(piece, 1, sizeof piece, file)) > 0)
        cli_text_bytes(out, piece, n);
    bool failed = ferror(file);
    if (!is_stdin) fclose(file);
    if (out->n > FILE_MAX)
        return cli_fail("%s: more than %d MB are no file of puzzles", path,
                        FILE_MAX >> 20);
    return failed ? cli_fail("%s: %s", path, strerror(errno)) : CLI_DONE;
}

static void cli_puzzles_add(struct puzzles_asked *asked, const struct puzzle *one)
{
    if (!(asked->n & (asked->n - 1))) { /* grows by doubling */
        struct puzzle *more =
            cli_alloc((size_t)(asked->n ? 2 * asked->n : 1) * sizeof *more);
        if (asked->n) memcpy(more, asked->puzzle, (size_t)asked->n * sizeof *more);
        free(asked->puzzle);
        asked->puzzle = more;
    }
    asked->puzzle[asked->n++] = *one;
}

static int cli_puzzles_read(struct puzzles_asked *asked)
{
    const char *name = asked->path ? asked->path : "the shipped puzzles";
    const char *text = asked->path ? asked->text.data : puzzles_text;
    size_t n = asked->path ? asked->text.n : strlen(puzzles_text);
    struct puzzles_reader reader;
    struct puzzle one;

    puzzle_read_begin(&reader, text ? text : "", n);
    while (puzzle_read_next(&reader, &one)) cli_puzzles_add(asked, &one);
    return reader.trouble ? cli_fail("%s: line %d: %s", name, reader.line, reader.trouble)
                          : CLI_DONE;
}

/* -- What is asked ---------------------------------------------------------------------- */

static bool cli_puzzles_takes(const int *takes, int id)
{
    while (*takes && *takes != id) takes++;
    return *takes;
}

static const char *cli_puzzles_name(int id)
{
    const struct cli_option *option = puzzles_options;

    while (option->id != id) option++;
    return option->name;
}

static int cli_puzzles_take(struct puzzles_asked *asked, const char *name, int id,
                            const char *value)
{
    bool good = true;

    if (id == PUZZLES_JSON) asked->json = true;
    if (id == PUZZLES_ANSWER) asked->answer = true;
    if (id == PUZZLES_FILE) asked->path = value;
    if (id == PUZZLES_OUTPUT) asked->output = value;
    if (id == PUZZLES_SAMPLE)
        good = cli_args_number("--sample", value, 1, 1000000, &asked->sample);
    if (id == PUZZLES_MS) good = cli_args_number("--ms", value, 1, 3600000, &asked->ms);
    if (id == PUZZLES_SEED)
        good = cli_args_number("--seed", value, 0, 2147483647, &asked->seed);
    if (id == PUZZLES_JOBS) good = cli_args_number("--jobs", value, 1, 256, &asked->jobs);
    if (id == CLI_OPERAND) {
        if (strcmp(name, "show") != 0 || asked->id)
            return cli_fail_misused("`aude puzzles %s` takes no \"%s\"", name, value);
        asked->id = value;
    }
    return good ? CLI_DONE : CLI_MISUSED;
}

int cli_puzzles_open(struct puzzles_asked *asked, const char *name, const int *takes,
                     int argc, char **argv)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = puzzles_options};
    int id, status = CLI_DONE;

    *asked = (struct puzzles_asked){
        .sample = 40, .ms = 10000, .seed = 1, .jobs = cli_crew_cores()};
    while (!status && (id = cli_args_next(&args)) != CLI_END) {
        if (id == CLI_BAD) return CLI_MISUSED;
        if (id != CLI_OPERAND && !cli_puzzles_takes(takes, id))
            return cli_fail_misused("`aude puzzles %s` takes no --%s", name,
                                    cli_puzzles_name(id));
        status = cli_puzzles_take(asked, name, id, args.value);
    }
    if (!status && asked->path) status = cli_puzzles_read_file(asked->path, &asked->text);
    if (!status) status = cli_input_spared(asked->output);
    return status ? status : cli_puzzles_read(asked);
}

void cli_puzzles_close(struct puzzles_asked *asked)
{
    cli_text_free(&asked->text);
    free(asked->puzzle);
}

/* -- The command ------------------------------------------------------------------------ */

static int cli_puzzles_run(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } parts[] = {{"find", cli_puzzles_find},
                 {"list", puzzles_list},
                 {"check", puzzles_check},
                 {"show", puzzles_list_show}};

    for (size_t i = 0; argc > 1 && i < sizeof parts / sizeof *parts; i++)
        if (!strcmp(argv[1], parts[i].name)) {
            argv[1] = argv[0]; /* a wrong option is refused by `aude puzzles` */
            return parts[i].run(argc - 1, argv + 1);
        }
    if (argc > 1 && argv[1][0] == '-') {
        struct cli_args args = {.argc = argc,
                                .argv = argv,
                                .own = puzzles_options,
                                .shared = cli_setup_options};
        if (cli_args_next(&args) == CLI_BAD) return CLI_MISUSED;
    } else if (argc > 1) {
        return cli_fail_misused(
            "there is no `aude puzzles %s`; there are find, list, check and show",
            argv[1]);
    }
    return cli_fail_misused(
        "which of find, list, check and show? e.g. aude puzzles list");
}

const struct cli_command cli_puzzles = {
    .name = "puzzles",
    .summary = "positions with one best turn: find, list, check, show",
    .verbs = "find list check show",
    .help =
        "usage: aude puzzles find [RECORD...] [OPTIONS]\n"
        "       aude puzzles list [--json] [--file FILE] [-o FILE]\n"
        "       aude puzzles check [--sample N] [--ms N] [--seed N] [--json] [OPTIONS]\n"
        "       aude puzzles show ID [--answer] [--file FILE] [-o FILE]\n\n"
        "A puzzle is a position, the tile in hand and one best turn, which is ahead of\n"
        "every other by a margin that two searches with other draws confirm, and which\n"
        "some computer player misses (docs/puzzles.md).\n\n"
        "find looks for puzzles in games between computers, or in records. The same "
        "seed\n"
        "gives the same puzzles, whatever --jobs says; Ctrl+C writes those of the games\n"
        "that were finished.\n"
        "  -n, --games N        games to play (10); two at a table\n"
        "  -p, --players A,B    who plays them (level-5,level-4)\n"
        "  --ends               the last tiles only, which are solved exactly\n"
        "  --margin N           points by which the best turn must be ahead,\n"
        "                       0.5 to 100 (1.5)\n"
        "  --playouts N         of each of the two searches (12000)\n"
        "  --most N             puzzles of one game (4)\n"
        "  -j, --jobs N         games, or puzzles, at a time (as many as there are "
        "cores)\n"
        "  -o, --output FILE    where to write (stdout)\n"
        "{setup}; the seed is 1 if none\n\n"
        "list tells of every puzzle: its name, grade, tags and sets.\n"
        "  --json               [{\"id\", \"sets\", \"grade\", \"tags\", \"answer\"}]\n"
        "  --file FILE          other puzzles than the shipped ones (- reads stdin)\n\n"
        "check searches some puzzles anew. One holds if its answer is the best or "
        "behind\n"
        "by no more than its stated error; exit status 1 if one does not.\n"
        "  --sample N           so many, drawn by the seed (40)\n"
        "  --ms N               milliseconds for each (10000)\n"
        "  --seed N             of the draw and of the searches (1)\n"
        "  --json               {\"total\", \"checked\", \"held\", \"failed\", "
        "\"stopped\"}\n\n"
        "show draws the position of one puzzle.\n"
        "  --answer             also what the turns are worth\n\n"
        "examples:\n"
        "  aude puzzles list --json\n"
        "  aude puzzles find --games 20 --expansion tower -o mine.txt\n"
        "  aude puzzles find ours.aude\n"
        "  aude puzzles check --sample 40 --ms 10000 --seed 1\n",
    .run = cli_puzzles_run,
    .own = puzzles_options,
    .shared = cli_setup_options,
};
