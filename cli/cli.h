/* cli.h -- what the commands of the program share: options, setups, text, JSON, records.
 *
 * A command is one file with one struct cli_command in it; main.c has the table. A
 * command reports an error in one sentence on stderr and returns its exit status:
 * CLI_FAILED if the work failed, CLI_MISUSED if it was called in a wrong way. */
#ifndef CLI_H
#define CLI_H

#include "aude.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifndef AUDE_PROGRAM_VERSION
#define AUDE_PROGRAM_VERSION "dev"
#endif

#if defined(__GNUC__)
#define CLI_PRINTF(nth, first) __attribute__((format(printf, nth, first)))
#else
#define CLI_PRINTF(nth, first)
#endif

enum { CLI_DONE = 0, CLI_FAILED = 1, CLI_MISUSED = 2 };

struct cli_option;

struct cli_command {
    const char *name;
    const char *summary; /* one line of `aude help` */
    /* Usage, options, examples; "{setup}" stands for the options of `shared`. */
    const char *help;
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
    /* The options that its parser takes: tests/program/help.py compares the help with these. */
    const struct cli_option *own, *shared;
    const char *without; /* options of `shared` that it does not take, by blanks */
    /* The words that may follow its name, by blanks, where one must: for completion in a shell. */
    const char *verbs;
};

extern const struct cli_command cli_play, cli_sim, cli_bench, cli_replay, cli_render,
    cli_tiles, cli_rules, cli_commit, cli_convert, cli_arena, cli_bot, cli_review,
    cli_puzzles, cli_analyse, cli_tournament, cli_store, cli_name, cli_admin, cli_club;

/* Print "aude: ..." on stderr; return CLI_FAILED or CLI_MISUSED. */
int cli_fail(const char *format, ...) CLI_PRINTF(1, 2);
int cli_fail_misused(const char *format, ...) CLI_PRINTF(1, 2);

/* Is that the name of a store, and is its file there? What is only looked at must not be made by
 * the look. CLI_DONE, or it says what is wrong (store.c). */
int cli_store_judge(const char *name);

/* The program without a command: a server for oneself, and its page (serve.c). */
extern const struct cli_command cli_serve;
int cli_serve_alone(void);
/* Can anybody see its link: is there a terminal or a screen? */
bool cli_serve_seen(void);

/* -- Long work -------------------------------------------------------------------------- */

/* From here on SIGINT and SIGTERM are only noted, so that the program can report what it
 * has done so far; the same signal again, half a second later or more, ends it. The exit status is CLI_STOPPED + signal. */
enum { CLI_STOPPED = 128 };
void cli_stop_watch(void);
/* The signal that came, or 0. */
int cli_stop_signal(void);

/* Progress on stderr, if that is a terminal: one line that is overwritten, at most five
 * times a second. With `done` == `total` the line is removed. */
struct cli_progress {
    double shown;
};
void cli_progress(struct cli_progress *progress, const char *what, long done, long total);

/* The number of cores of this machine. */
long cli_crew_cores(void);

/* The result of a piece of work; dropped: a signal came while it was done. */
enum cli_piece { CLI_PIECE_DONE, CLI_PIECE_DROPPED, CLI_PIECE_FAILED };

/* Pieces 0 .. n-1, begun in order, by `jobs` threads. `work` is called by several threads
 * at once, with the number of the thread, 0 .. jobs-1. */
struct cli_crew {
    long n, jobs;
    const char *what; /* what the pieces are, for the progress line: "games" */
    enum cli_piece (*work)(void *context, long member, long piece);
    void *context;
    long done; /* how many pieces were done */
    bool failed;
};
void cli_crew(struct cli_crew *job);

/* -- Text that grows -------------------------------------------------------------------- */

/* Begins as {0}; cli_text_free() ends it. The program ends if there is no more memory. */
struct cli_text {
    char *data; /* NULL, or ended by a zero */
    size_t n, size;
};

void cli_text_add(struct cli_text *text, const char *format, ...) CLI_PRINTF(2, 3);
void cli_text_add_list(struct cli_text *text, const char *format, va_list list);
void cli_text_bytes(struct cli_text *text, const char *bytes, size_t n);
void cli_text_str(struct cli_text *text, const char *s);
/* Words from outside, for a message: control characters become '?'. */
void cli_text_clean(struct cli_text *text, const char *s);
/* Length of the valid UTF-8 character at `text`; 0 if there is none. */
size_t cli_text_utf8(const char *text);
/* Is all of it so? Arguments are the system's bytes. */
bool cli_text_is_utf8(const char *text);
void cli_text_clear(struct cli_text *text);
void cli_text_free(struct cli_text *text);
/* Print all of it, or report why that fails. */
int cli_text_print(const struct cli_text *text, FILE *to);

void *cli_alloc(size_t size);

struct store;

/* The store of a server that does not run, brought up to this version. NULL: why not was said. */
struct store *cli_store_open(const char *name);

/* The path of this program, if the system knows it. */
bool cli_self(char *path, size_t size);

/* The name of a file that is being written has this at its end, until it is whole. */
#define CLI_PART ".new"

/* This file is read ("-": stdin). cli_text_write() refuses to write over it. */
void cli_input(const char *path);
/* The same refusal, before long work: CLI_DONE if `path` may be written. */
int cli_input_spared(const char *path);

/* Write to a file, or to stdout if `path` is "-" or NULL. An existing file is replaced
 * only when everything was written, and never one that was read. Returns an exit status. */
int cli_text_write(const char *path, const struct cli_text *text);

/* -- JSON ------------------------------------------------------------------------------- */

enum { CLI_JSON_DEPTH_MAX = 16 };

/* Knows where commas and brackets belong. `key` is NULL in a list. */
struct cli_json {
    struct cli_text *out;
    int depth;
    char closing[CLI_JSON_DEPTH_MAX];
    bool filled[CLI_JSON_DEPTH_MAX];
};

void cli_json_object(struct cli_json *json, const char *key);
void cli_json_list(struct cli_json *json, const char *key);
void cli_json_close(struct cli_json *json);
void cli_json_string(struct cli_json *json, const char *key, const char *value);
void cli_json_int(struct cli_json *json, const char *key, long long value);
void cli_json_real(struct cli_json *json, const char *key, double value, int decimals);
void cli_json_bool(struct cli_json *json, const char *key, bool value);
/* "values": the words that an option of that command takes, where they are a list. */
void cli_values_json(struct cli_json *json, const char *command, const char *option);
void cli_json_null(struct cli_json *json, const char *key);
/* The names of the bits set in `mask`. */
void cli_json_bits(struct cli_json *json, const char *key, unsigned mask,
                   const char *(*name)(unsigned));

/* -- Options ---------------------------------------------------------------------------- */

struct cli_option {
    const char *name; /* without the dashes; NULL ends a table */
    char letter;      /* 0: none */
    bool takes_value;
    int id; /* > 0, and below CLI_SETUP_OPTIONS for a command's own */
};

enum { CLI_END = 0, CLI_OPERAND = -1, CLI_BAD = -2, CLI_SETUP_OPTIONS = 1000 };

/* Goes through the words of a command line. */
struct cli_args {
    int argc, at;
    char **argv;
    const struct cli_option *own, *shared; /* `shared` may be NULL */
    const char *without;                   /* options of `shared` that are not taken */
    const char *value;                     /* value of the option, or the operand */
    bool rest_operands;                    /* "--" was seen */
    bool (*is_operand)(const char *word);  /* NULL, or: this word is no option, even if
                                            * it begins with "-" */
};

/* The id of the next option, CLI_OPERAND, CLI_END, or CLI_BAD with the reason printed. */
int cli_args_next(struct cli_args *args);

/* Does a command that takes `shared` except `without` take this option? */
bool cli_args_shared(const struct cli_option *option, const char *without);

/* A whole number within bounds; otherwise false, with a message on stderr. */
bool cli_args_number(const char *option, const char *value, long lo, long hi, long *out);

/* The next name of a list with commas, cut to `size`. `list` moves on and is NULL after
 * the last name; then the result is false. */
bool cli_args_name(const char **list, char *name, size_t size);

/* Does a file's name end so, in small or capital letters? */
bool cli_args_ends(const char *path, const char *end);

/* The style of a picture: map or plain; false with the reason printed. */
bool cli_args_style(const char *name, bool *plain);

/* -- The setup of a game ---------------------------------------------------------------- */

extern const struct cli_option cli_setup_options[];

struct cli_setup {
    struct aude_head head;
    int preset;
    int sw[AUDE_SWITCHES]; /* -1: as the preset says */
    bool seeded, named, seats_given;
    bool usual; /* the usual rulings in addition to the preset (EDN-21) */
};

void cli_setup_init(struct cli_setup *setup);
/* Take one option of cli_setup_options; an exit status. */
int cli_setup_take(struct cli_setup *setup, int id, const char *value);
/* After the last option: can this game be played? Returns an exit status. */
int cli_setup_finish(struct cli_setup *setup);
/* A random seed. */
bool cli_setup_seed(struct aude_seed *seed);
/* Name a seat that has no name: "greedy", "greedy 2" ... */
void cli_setup_name(struct aude_head *head, unsigned seat, const char *name);

/* The setup as an object: rules, sets, switches, seed, players. */
void cli_setup_json(struct cli_json *json, const char *key, const struct aude_head *head);

/* -- Records ---------------------------------------------------------------------------- */

/* The commitment of a setup, "sha256:..." (docs/record.md); false if it cannot be played. */
bool cli_record_commitment(const struct aude_setup *setup, char out[AUDE_COMMIT_MAX]);

/* The record of a running game, without its last line. */
void cli_record_begin(struct cli_text *record, const struct aude_head *head,
                      const struct aude_game *game, const struct aude_events *events);
void cli_record_step(struct cli_text *record, const struct aude_game *after,
                     const char *action, const struct aude_events *events);
/* Write the record and its last line to `path` through a temporary file. NULL, or the
 * name of what failed. */
const char *cli_record_save(const struct cli_text *record, const struct aude_game *game,
                            const char *path);

/* `record` without the switches that only repeat its preset. */
void cli_record_short(const char *record, struct cli_text *out);

/* Called for every line of a record after it was checked. Return false to stop. */
typedef bool cli_record_line(void *context, const struct aude_reader *reader,
                             const struct aude_events *events, const char *line);

/* Read and verify the record at `path` ("-": stdin). The reader stays at its end. On an
 * error one sentence is printed and the exit status returned. `each` may be NULL. Only the main
 * line is read: a sentence on stderr says how many variations and notes were skipped. */
int cli_record_read(const char *path, struct aude_reader *reader, cli_record_line *each,
                    void *context);

/* A hidden game led along another one, as a player without the seed saw it (lead.c). */
struct cli_lead {
    struct aude_game game, view; /* the authority, where there is one; what is seen */
    struct aude_game before;
    struct aude_event list[AUDE_EVENTS_MAX];
    bool hidden; /* there is no authority: the draws are told */
    /* Called before list[i] of the n actions in `list` is played in `view`. */
    void (*each)(void *context, const struct aude_action *list, int n, int i);
    void *context;
    const char *trouble; /* why the view could not be led on */
};
enum aude_err cli_lead_begin(struct cli_lead *lead, const struct aude_setup *setup);
/* The next action of the authority. */
enum aude_err cli_lead_play(struct cli_lead *lead, struct aude_action action);
/* Along the whole record at `path`, once it is verified. Returns an exit status; what goes wrong
 * later is in `trouble`. `output`: what will be written, which must not be the record itself. */
int cli_lead_record(struct cli_lead *lead, const char *path, struct aude_reader *reader,
                    const char *output);

/* How many variations and notes a record has. */
struct cli_marks {
    int variations, notes;
};
void cli_record_count_mark(struct cli_marks *marks, const char *line);
/* The same for who reads them: nothing is said of them. */
int cli_record_read_marked(const char *path, struct aude_reader *reader,
                           cli_record_line *each, void *context, struct cli_marks *marks);

/* -- Records with variations ------------------------------------------------------------ */

struct tree;

/* The record or JCloisterZone save at `path` as a tree (tree.h); cli_tree_free() ends it. On
 * an error one sentence is printed and the exit status returned. */
int cli_tree_read(const char *path, struct tree **out);
void cli_tree_free(struct tree *tree);

/* -- JCloisterZone's saves -------------------------------------------------------------- */

/* Is the file at `path` a JCloisterZone save, not a record? */
bool cli_jcz_is(const char *path);
/* As cli_record_read(): `each` gets every action that the messages of the save become. */
int cli_jcz_read(const char *path, struct aude_reader *reader, cli_record_line *each,
                 void *context);
/* Compare a save with the results that JCloisterZone wrote beside it; report to
 * `output`. */
int cli_jcz_verify(const char *path, bool json, const char *output);

/* -- Words ------------------------------------------------------------------------------ */

/* "city-road-straight": a tile's id without its set. */
const char *cli_words_tile(aude_kind kind);
/* The text of a rule into `out`; false if there is none. */
bool cli_rules_read(const char *id, struct cli_text *out);
/* Print all switches; or one by its name, with its rule; false if there is none
 * (switches.c). */
void cli_switches_list(struct cli_text *out);
bool cli_switches_text(const char *name, struct cli_text *out);
/* The list "switches": the one of that name, or all for the word "switch". Returns how
 * many. */
int cli_switches_json(struct cli_json *json, const char *word);
/* The rules in which a word appears, one a line; false if there are none. */
bool cli_rules_with(const char *word, struct cli_text *out);

#endif
