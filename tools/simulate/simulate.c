/* simulate.c -- servers in worlds of their own, again and again. Time is simulated, and one number decides everything.
 *
 *     build/simulate --seed S --runs N --json        {"runs","findings","games_per_s","ended"}
 *
 * A run is a world of three servers on one store (world.h says what goes wrong and what must hold); with --alone it is one
 * server, as tests/fuzz/fuzz_hub.c has it. A finding is printed with the line that repeats
 * it, and the exit status is 1; --trace tells everything that happens. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/mutant.h"
#include "world.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern long fuzz_hub_tables;  /* that were made, */
extern long fuzz_hub_results; /* and those that ended */

enum { INPUT = 240 };

static uint64_t seed = 1, chance;
static long runs = 1000, done, games; /* games of worlds of three */
static double began;                  /* seconds of the processor */
static int json, alone;
static const char *program = "build/simulate", *mutant_word;

static uint8_t simulate_next_byte(void)
{
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return (uint8_t)(chance >> 56);
}

/* Half of the worlds are rather quiet, so that games get somewhere. */
static void simulate_make_input(uint8_t *input, uint64_t of)
{
    chance = of * 0x9e3779b97f4a7c15u + 1;
    for (int i = 0; i < 8; i++) simulate_next_byte();
    int quiet = simulate_next_byte() & 1;
    for (int i = 0; i < INPUT; i += 2) {
        input[i] = simulate_next_byte();
        input[i + 1] = simulate_next_byte();
        if (quiet && (input[i] % 16 == 9 || input[i] % 16 == 10) &&
            simulate_next_byte() & 3)
            input[i] = (uint8_t)((input[i] & 0x70) | 4); /* a move instead of trouble */
    }
}

/* Of the processor: others may use this machine, too. */
static double simulate_now_s(void)
{
    struct timespec at;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static double simulate_rate(void)
{
    return (double)(games + fuzz_hub_tables) / (simulate_now_s() - began);
}

/* The fuzz target says what it found, then aborts. */
static void simulate_on_finding(int signal)
{
    char line[160];
    int n =
        snprintf(line, sizeof line, "replay: %s --seed %llu --runs 1%s%s%s\n", program,
                 (unsigned long long)(seed + (uint64_t)done), alone ? " --alone" : "",
                 mutant_word ? " --mutant " : "", mutant_word ? mutant_word : "");

    (void)signal;
    if (write(STDERR_FILENO, line, (size_t)n) < 0) _exit(1);
    if (json) {
        n = snprintf(line, sizeof line,
                     "{\"runs\":%ld,\"findings\":1,\"games_per_s\":%.1f,\"seed\":%llu}\n",
                     done + 1, simulate_rate(),
                     (unsigned long long)(seed + (uint64_t)done));
        if (write(STDOUT_FILENO, line, (size_t)n) < 0) _exit(1);
    }
    _exit(1);
}

static int simulate_misused(const char *word)
{
    fprintf(stderr,
            "simulate: %s?\nusage: build/simulate [--seed S] [--runs N] [--json] "
            "[--alone] [--trace]\n",
            word);
    return 2;
}

/* A number that is one to its last letter. */
static int simulate_number(const char *word, uint64_t max, uint64_t *out)
{
    char *end;

    errno = 0;
    if (!isdigit((unsigned char)word[0])) return 0;
    *out = strtoull(word, &end, 10);
    return !*end && !errno && *out <= max;
}

int main(int argc, char **argv)
{
    uint8_t input[INPUT];
    uint64_t n = 0;

    program = argv[0];
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json"))
            json = 1;
        else if (!strcmp(argv[i], "--seed") && i + 1 < argc &&
                 simulate_number(argv[i + 1], UINT64_MAX, &seed))
            i++;
        else if (!strcmp(argv[i], "--runs") && i + 1 < argc &&
                 simulate_number(argv[i + 1], LONG_MAX, &n) && n > 0) {
            runs = (long)n;
            i++;
        } else if (!strcmp(argv[i], "--alone"))
            alone = 1;
        else if (!strcmp(argv[i], "--trace"))
            world_traced = true;
        else if (!strcmp(argv[i], "--mutant") && i + 1 < argc &&
                 mutant_choose(argv[i + 1]))
            mutant_word = argv[++i];
        else
            return simulate_misused(argv[i]);
    }
    signal(SIGABRT, simulate_on_finding);
    signal(SIGSEGV, simulate_on_finding);
    began = simulate_now_s();
    for (done = 0; done < runs; done++) {
        if (!alone) games += world_run(seed + (uint64_t)done);
        if (!alone) continue;
        simulate_make_input(input, seed + (uint64_t)done);
        LLVMFuzzerTestOneInput(input, sizeof input);
    }
    if (json)
        printf("{\"runs\":%ld,\"findings\":0,\"games_per_s\":%.1f,\"ended\":%ld}\n", runs,
               simulate_rate(), world_ended + fuzz_hub_results);
    else
        printf("%ld runs, nothing found; %.1f games a second, %ld ended\n", runs,
               simulate_rate(), world_ended + fuzz_hub_results);
    if (!fflush(stdout) && !ferror(stdout)) return 0;
    perror("simulate: the answer could not be written");
    return 2;
}
