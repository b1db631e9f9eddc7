/* puzzles.h -- what the files of `aude puzzles` share. */
#ifndef CLI_PUZZLES_H
#define CLI_PUZZLES_H

#include "cli.h"
#include "puzzles/puzzles.h"

/* The options of all subcommands: their numbers. */
enum {
    PUZZLES_JSON = 1,
    PUZZLES_FILE,
    PUZZLES_SAMPLE,
    PUZZLES_MS,
    PUZZLES_ANSWER,
    PUZZLES_GAMES,
    PUZZLES_PLAYERS,
    PUZZLES_ENDS,
    PUZZLES_MARGIN,
    PUZZLES_PLAYOUTS,
    PUZZLES_MOST,
    PUZZLES_JOBS,
    PUZZLES_OUTPUT,
    PUZZLES_SEED
};
extern const struct cli_option puzzles_options[];

int cli_puzzles_find(int argc, char **argv);
int puzzles_list(int argc, char **argv);
int puzzles_check(int argc, char **argv);
int puzzles_list_show(int argc, char **argv);

extern const char puzzles_text[]; /* those that are shipped */

/* What list, check and show are asked, and the file they read. */
struct puzzles_asked {
    const char *path; /* NULL: the shipped ones */
    const char *id, *output;
    bool json, answer;
    long sample, ms, seed, jobs;
    struct cli_text text; /* the file */
    struct puzzle *puzzle;
    long n;
};
/* Take the options and read the file; `takes` are those that the subcommand has. An exit status. */
int cli_puzzles_open(struct puzzles_asked *asked, const char *name, const int *takes,
                     int argc, char **argv);
void cli_puzzles_close(struct puzzles_asked *asked);

#endif
