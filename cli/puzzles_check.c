/* puzzles_check.c -- `aude puzzles check`: some puzzles are searched anew. */
#include "puzzles.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum verdict { CHECK_OPEN, CHECK_HELD, CHECK_FAILED };

struct check {
    struct puzzles_asked asked;
    long *drawn; /* which puzzles, all different */
    long n;
    enum verdict *verdict;
    const char **trouble;
};

struct check_clock {
    double end;
};

static double puzzles_check_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1000 + (double)t.tv_nsec / 1e6;
}

static bool puzzles_check_late(void *context)
{
    return cli_stop_signal() ||
           puzzles_check_now() >= ((const struct check_clock *)context)->end;
}

/* The first of a shuffled row. */
static void puzzles_check_draw(struct check *check)
{
    long n = check->asked.n;
    struct ai_rng rng;

    check->n = check->asked.sample < n ? check->asked.sample : n;
    check->drawn = cli_alloc((size_t)n * sizeof *check->drawn + 1);
    for (long i = 0; i < n; i++) check->drawn[i] = i;
    ai_rng_init(&rng, (uint64_t)check->asked.seed);
    for (long i = 0; i < check->n; i++) {
        long j = i + (long)ai_rng_below(&rng, (uint32_t)(n - i)), swap = check->drawn[i];
        check->drawn[i] = check->drawn[j];
        check->drawn[j] = swap;
    }
}

static enum cli_piece puzzles_check_look(void *context, long member, long number)
{
    struct check *check = context;
    const struct puzzle *puzzle = &check->asked.puzzle[check->drawn[number]];
    struct puzzle_room *room = cli_alloc(sizeof *room);
    struct check_clock clock = {puzzles_check_now() + (double)check->asked.ms};
    struct ai_limits limits = {.stop = puzzles_check_late, .context = &clock};
    uint64_t seed = (uint64_t)check->asked.seed * 0x9e3779b97f4a7c15u + (uint64_t)number;

    (void)member;
    check->trouble[number] = puzzle_position(puzzle, room);
    bool held = !check->trouble[number] &&
                puzzle_find_holds(puzzle, &room->reader.game, &limits, seed);
    free(room);
    if (cli_stop_signal()) return CLI_PIECE_DROPPED;
    check->verdict[number] = held ? CHECK_HELD : CHECK_FAILED;
    return CLI_PIECE_DONE;
}

/* -- What is printed -------------------------------------------------------------------- */

static long puzzles_check_count(const struct check *check, enum verdict verdict)
{
    long n = 0;

    for (long i = 0; i < check->n; i++) n += check->verdict[i] == verdict;
    return n;
}

static void puzzles_check_json(const struct check *check, struct cli_text *out)
{
    struct cli_json json = {.out = out};
    long held = puzzles_check_count(check, CHECK_HELD),
         failed = puzzles_check_count(check, CHECK_FAILED);

    cli_json_object(&json, NULL);
    cli_json_int(&json, "total", check->asked.n);
    cli_json_int(&json, "checked", held + failed);
    cli_json_int(&json, "held", held);
    cli_json_list(&json, "failed");
    for (long i = 0; i < check->n; i++)
        if (check->verdict[i] == CHECK_FAILED)
            cli_json_string(&json, NULL, check->asked.puzzle[check->drawn[i]].id);
    cli_json_close(&json);
    cli_json_bool(&json, "stopped", held + failed < check->n);
    cli_json_close(&json);
}

static void puzzles_check_report(const struct check *check, struct cli_text *out)
{
    long held = puzzles_check_count(check, CHECK_HELD),
         failed = puzzles_check_count(check, CHECK_FAILED);

    cli_text_add(out, "%ld of %ld puzzles searched anew for %ld ms each: %ld hold.\n",
                 held + failed, check->asked.n, check->asked.ms, held);
    for (long i = 0; i < check->n; i++) {
        const struct puzzle *puzzle = &check->asked.puzzle[check->drawn[i]];
        if (check->verdict[i] != CHECK_FAILED) continue;
        cli_text_add(out, "%s (line %d) does not: %s\n", puzzle->id, puzzle->line,
                     check->trouble[i] ? check->trouble[i] : "another turn is better");
    }
}

static int puzzles_check_finish(const struct check *check)
{
    struct cli_text out = {0};
    long failed = puzzles_check_count(check, CHECK_FAILED);
    bool stopped = puzzles_check_count(check, CHECK_OPEN) > 0;

    (check->asked.json ? puzzles_check_json : puzzles_check_report)(check, &out);
    int status = cli_text_write(check->asked.output, &out);
    cli_text_free(&out);
    if (status) return status;
    return stopped ? CLI_STOPPED + cli_stop_signal() : failed ? CLI_FAILED : CLI_DONE;
}

int puzzles_check(int argc, char **argv)
{
    static const int takes[] = {
        PUZZLES_SAMPLE, PUZZLES_MS,   PUZZLES_SEED,   PUZZLES_JSON,
        PUZZLES_FILE,   PUZZLES_JOBS, PUZZLES_OUTPUT, 0};
    struct check *check = cli_alloc(sizeof *check);
    int status = cli_puzzles_open(&check->asked, "check", takes, argc, argv);

    if (!status && !check->asked.n) status = cli_fail("there is no puzzle to check");
    if (!status) {
        puzzles_check_draw(check);
        check->verdict = cli_alloc((size_t)check->n * sizeof *check->verdict);
        check->trouble = cli_alloc((size_t)check->n * sizeof *check->trouble);
        struct cli_crew crew = {.n = check->n,
                                .jobs = check->asked.jobs,
                                .what = "puzzles",
                                .work = puzzles_check_look,
                                .context = check};
        cli_stop_watch();
        cli_crew(&crew);
        status = puzzles_check_finish(check);
    }
    cli_puzzles_close(&check->asked);
    free(check->drawn);
    free(check->verdict);
    free(check->trouble);
    free(check);
    return status;
}
