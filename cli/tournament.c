/* tournament.c -- `aude tournament`: a club's tournament in one file, without a server.
 *
 * The file is the tournament's log (docs/club.md), and every command adds a line to it or shows what the lines
 * say. The file is locked while that happens; a last line without its end was cut off by a crash, and counts as not
 * written. */
#include "cli.h"
#include "club/standing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    KIND = 1,
    ROUNDS,
    BEST,
    BOARDS,
    LATE,
    MISSED,
    THIRD,
    LOT,
    NAME,
    RATING,
    BOARD,
    GAME,
    WON,
    REASON,
    AT,
    SUMS,
    CSV,
    JSON,
    OUTPUT
};
enum { LOG_MAX = 16 << 20, LINE = 16 * 1024, WORDS_MAX = 5 };

static const struct cli_option options[] = {
    {"kind", 0, true, KIND},       {"rounds", 0, true, ROUNDS},
    {"best", 0, true, BEST},       {"boards", 0, true, BOARDS},
    {"late", 0, true, LATE},       {"missed", 0, true, MISSED},
    {"third", 0, false, THIRD},    {"lot", 0, true, LOT},
    {"name", 0, true, NAME},       {"rating", 0, true, RATING},
    {"board", 0, true, BOARD},     {"game", 0, true, GAME},
    {"won", 0, true, WON},         {"reason", 0, true, REASON},
    {"at", 0, true, AT},           {"sums", 0, false, SUMS},
    {"csv", 0, false, CSV},        {"json", 0, false, JSON},
    {"output", 'o', true, OUTPUT}, {NULL, 0, false, 0}};

/* What was asked for, and the tournament in its file. */
struct desk {
    const char *word[WORDS_MAX]; /* verb, file, what belongs to the verb */
    int n;
    const char *kind, *name, *won, *reason, *output;
    long rounds, best, boards, late, missed, lot, rating, board, game, at;
    bool third, sums, csv, json;
    int fd;
    struct club_tournament t;
};

/* -- The file ----------------------------------------------------------------------------------------- */

static int cli_tournament_desk_trouble(const struct desk *d)
{
    return cli_fail("%s: %s", d->word[1], strerror(errno));
}

static char *cli_tournament_desk_read_bytes(const struct desk *d, size_t *n)
{
    char *log = cli_alloc(LOG_MAX);
    ssize_t got;

    *n = 0;
    while ((got = read(d->fd, log + *n, LOG_MAX - 1 - *n)) > 0) *n += (size_t)got;
    log[*n] = 0;
    if (got == 0 && *n < LOG_MAX - 1 && strlen(log) == *n) return log;
    if (got == 0) errno = *n < LOG_MAX - 1 ? EINVAL : EFBIG;
    free(log);
    return NULL;
}

/* What a crash left of a line is dropped. */
static int cli_tournament_desk_mend(const struct desk *d, char *log, size_t n)
{
    const char *end = strrchr(log, '\n');
    size_t keep = end ? (size_t)(end - log) + 1 : 0;

    if (keep == n) return CLI_DONE;
    if (!keep) return cli_fail("%s: no line of a tournament is in it", d->word[1]);
    fprintf(stderr, "aude: note: the last line of %s was cut off; it does not count\n",
            d->word[1]);
    log[keep] = 0;
    return CLI_DONE;
}

/* Opens, locks and reads the log. */
static int cli_tournament_desk_open(struct desk *d, bool writes)
{
    struct club_refusal refusal;
    char *log;
    size_t n;

    d->fd = open(d->word[1], (writes ? O_RDWR : O_RDONLY) | O_CLOEXEC);
    if (d->fd < 0) return cli_tournament_desk_trouble(d);
    if (flock(d->fd, writes ? LOCK_EX : LOCK_SH)) return cli_tournament_desk_trouble(d);
    if (!(log = cli_tournament_desk_read_bytes(d, &n)))
        return cli_tournament_desk_trouble(d);
    int status = cli_tournament_desk_mend(d, log, n);
    club_tournament_begin(&d->t);
    if (!status && !club_tournament_read_all(&d->t, log, &refusal))
        status = cli_fail("%s: %s", d->word[1], refusal.text);
    if (!status && writes && strlen(log) < n && ftruncate(d->fd, (off_t)strlen(log)))
        status = cli_tournament_desk_trouble(d);
    free(log);
    return status;
}

/* A line goes to the tournament first, and to the file if that takes it. */
static int cli_tournament_desk_write(struct desk *d, const char *line)
{
    struct club_refusal refusal;
    struct cli_text text = {0};

    if (!club_tournament_read(&d->t, line, &refusal)) return cli_fail("%s", refusal.text);
    cli_text_add(&text, "%s\n", line);
    off_t end = lseek(d->fd, 0, SEEK_END);
    ssize_t n = write(d->fd, text.data, text.n);
    bool whole = n == (ssize_t)text.n && !fsync(d->fd);
    int status = whole ? CLI_DONE : cli_tournament_desk_trouble(d);
    if (!whole && ftruncate(d->fd, end)) status = cli_tournament_desk_trouble(d);
    cli_text_free(&text);
    return status;
}

static long long cli_tournament_desk_now(const struct desk *d)
{
    return d->at >= 0 ? d->at : (long long)time(NULL);
}

/* -- Showing -------------------------------------------------------------------------------------------- */

/* A name with blanks up to a width; a letter may be several bytes. */
static void cli_tournament_show_name(struct cli_text *out, const char *name, int width)
{
    int letters = 0;

    for (const char *s = name; *s; s++) letters += ((unsigned char)*s & 0xc0) != 0x80;
    cli_text_str(out, name);
    cli_text_add(out, "%*s", letters < width ? width - letters : 0, "");
}

static void cli_tournament_show_table(const struct club_tournament *t,
                                      const struct club_table *table,
                                      struct cli_text *out)
{
    cli_text_add(out, "%5d  ", table->number);
    cli_tournament_show_name(out, t->entrant[table->first].name, 24);
    if (table->second == CLUB_NOBODY) {
        cli_text_str(out, "  has a bye\n");
        return;
    }
    cli_text_str(out, "  ");
    cli_tournament_show_name(out, t->entrant[table->second].name, 24);
    if (table->absent)
        cli_text_str(out, table->absent == 3   ? "  neither came"
                          : table->absent == 1 ? "  the first is absent"
                                               : "  the second is absent");
    for (int g = table->game; g >= 0; g = t->game[g].next)
        cli_text_add(out, "  %d:%d%s", t->game[g].points[0], t->game[g].points[1],
                     t->game[g].winner == CLUB_FIRST &&
                             t->game[g].points[0] <= t->game[g].points[1]
                         ? " (first won)"
                     : t->game[g].winner == CLUB_SECOND &&
                             t->game[g].points[1] <= t->game[g].points[0]
                         ? " (second won)"
                         : "");
    cli_text_str(out, "\n");
}

static void cli_tournament_show_tables(const struct club_tournament *t,
                                       struct cli_text *out)
{
    if (!t->round) {
        cli_text_str(out, "No round has begun yet.\n");
        return;
    }
    cli_text_add(out, "Round %d of %d\ntable  first seat                second seat\n",
                 t->round, club_tournament_rounds(t));
    for (int i = t->begin[t->round]; i < t->n_tables; i++)
        cli_tournament_show_table(t, &t->table[i], out);
}

static void cli_tournament_show_column(const struct club_standing *one,
                                       enum club_column column, struct cli_text *out)
{
    char value[32];
    struct club_text text = {value, sizeof value, 0};

    club_standing_column_value(&text, column, one->of[column]);
    cli_text_add(out, "%9s", value);
}

static void cli_tournament_show_sums(const struct club_tournament *t, int entrant,
                                     struct cli_text *out)
{
    char sum[4096];

    for (int c = CLUB_SCORE; c < CLUB_COLUMNS; c++) {
        struct club_text text = {sum, sizeof sum, 0};
        if (c == CLUB_GAMES && t->rules.best * t->rules.boards == 1) continue;
        club_standing_column_sum(t, entrant, (enum club_column)c, &text);
        cli_text_add(out, "         %s: %s\n",
                     club_standing_column_name((enum club_column)c), sum);
    }
}

static void cli_tournament_show_standings(const struct club_tournament *t,
                                          const struct club_standing *list, bool sums,
                                          struct cli_text *out)
{
    cli_text_add(out, "%s: after round %d of %d%s\n", t->rules.name, t->round,
                 club_tournament_rounds(t), t->finished ? ", finished" : "");
    cli_text_str(out, "place  name                        score    games   rivals  "
                      "sonneb.   points\n");
    for (int i = 0; i < t->n_entrants; i++) {
        char score[32];
        struct club_text text = {score, sizeof score, 0};
        club_text_halves(&text, list[i].score);
        cli_text_add(out, "%5d  ", list[i].place);
        cli_tournament_show_name(out, t->entrant[list[i].entrant].name, 24);
        cli_text_add(out, "%9s", score);
        for (int c = CLUB_GAMES; c < CLUB_COLUMNS; c++)
            cli_tournament_show_column(&list[i], (enum club_column)c, out);
        cli_text_str(out, club_tournament_here(t, list[i].entrant) ? "\n" : "  left\n");
        if (sums) cli_tournament_show_sums(t, list[i].entrant, out);
    }
    cli_text_str(
        out, "Equal scores are parted by games, rivals (Buchholz), Sonneborn-Berger and "
             "points, in this order.\n");
    for (int i = 0; i < t->n_corrections; i++)
        cli_text_add(out, "Corrected: round %d, table %d: %s\n",
                     t->table[t->correction[i].table].round,
                     t->table[t->correction[i].table].number, t->correction[i].reason);
}

/* CSV and JSON of club/ go into memory of their own size. */
static void
tournament_show_made(const struct club_tournament *t, const struct club_standing *list,
                     void (*make)(const struct club_tournament *,
                                  const struct club_standing *, struct club_text *),
                     struct cli_text *out)
{
    struct club_text count = {NULL, 0, 0};

    make(t, list, &count);
    char *memory = cli_alloc(count.used + 1);
    struct club_text text = {memory, count.used + 1, 0};
    make(t, list, &text);
    cli_text_bytes(out, memory, text.used);
    free(memory);
}

static int cli_tournament_desk_show(const struct desk *d, const char *said, bool tables)
{
    struct club_standing *list = cli_alloc(sizeof *list * CLUB_ENTRANTS_MAX);
    struct cli_text out = {0};

    club_standings(&d->t, list);
    if (d->json)
        tournament_show_made(&d->t, list, club_standings_json, &out);
    else if (d->csv)
        tournament_show_made(&d->t, list, club_standings_csv, &out);
    else if (tables)
        cli_tournament_show_tables(&d->t, &out);
    else if (said)
        cli_text_str(&out, said);
    else
        cli_tournament_show_standings(&d->t, list, d->sums, &out);
    int status = cli_text_write(d->output, &out);
    cli_text_free(&out);
    free(list);
    return status;
}

/* -- The verbs ---------------------------------------------------------------------------------------------- */

/* An entrant by number or name, from 1; 0 with the reason printed. */
static int cli_tournament_desk_who(const struct desk *d, const char *who)
{
    char *end;
    long number = strtol(who, &end, 10);

    for (int i = 0; i < d->t.n_entrants; i++)
        if (!strcmp(d->t.entrant[i].name, who)) return i + 1;
    if (*who && !*end && number >= 1 && number <= d->t.n_entrants) return (int)number;
    cli_fail("nobody here is called \"%s\", nor has that number", who);
    return 0;
}

static int cli_tournament_verb_new(struct desk *d)
{
    struct club_refusal refusal;
    struct cli_text line = {0}, log = {0};

    cli_text_add(&line, "%lld created %s", cli_tournament_desk_now(d),
                 d->kind ? d->kind : "swiss");
    if (d->rounds) cli_text_add(&line, " rounds %ld", d->rounds);
    cli_text_add(&line, " best %ld boards %ld late %ld missed %ld", d->best, d->boards,
                 d->late, d->missed);
    if (d->third) cli_text_str(&line, " third 1");
    cli_text_add(&line, " lot %ld name %s", d->lot, d->name ? d->name : "Tournament");
    club_tournament_begin(&d->t);
    club_tournament_read(&d->t, CLUB_TOURNAMENT_HEAD, &refusal);
    int status = club_tournament_read(&d->t, line.data, &refusal)
                     ? CLI_DONE
                     : cli_fail("%s", refusal.text);
    if (!status) { /* never over one that is there */
        cli_text_add(&log, "%s\n%s\n", CLUB_TOURNAMENT_HEAD, line.data);
        d->fd = open(d->word[1], O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (d->fd < 0 || write(d->fd, log.data, log.n) != (ssize_t)log.n)
            status = cli_tournament_desk_trouble(d);
    }
    cli_text_free(&line);
    cli_text_free(&log);
    return status ? status
                  : cli_tournament_desk_show(d, "The tournament is open: who plays?\n",
                                             false);
}

static int cli_tournament_verb_enter(struct desk *d)
{
    struct cli_text line = {0}, said = {0};

    cli_text_add(&line, "%lld entered %d", cli_tournament_desk_now(d),
                 d->t.n_entrants + 1);
    if (d->rating) cli_text_add(&line, " rating %ld", d->rating);
    cli_text_add(&line, " name %s", d->word[2]);
    int status = cli_tournament_desk_write(d, line.data);
    if (!status) {
        cli_text_add(&said, "%s is number %d.\n", d->word[2], d->t.n_entrants);
        status = cli_tournament_desk_show(d, said.data, false);
    }
    cli_text_free(&line);
    cli_text_free(&said);
    return status;
}

static int cli_tournament_verb_line(struct desk *d, const char *line, bool tables)
{
    int status = cli_tournament_desk_write(d, line);

    return status ? status : cli_tournament_desk_show(d, "Written down.\n", tables);
}

static int cli_tournament_verb_withdraw(struct desk *d)
{
    int who = cli_tournament_desk_who(d, d->word[2]);
    char line[100];

    if (!who) return CLI_FAILED;
    snprintf(line, sizeof line, "%lld withdrawn %d", cli_tournament_desk_now(d), who);
    return cli_tournament_verb_line(d, line, false);
}

static int cli_tournament_verb_bye(struct desk *d)
{
    int who = cli_tournament_desk_who(d, d->word[3]);
    long round;
    char line[100];

    if (!cli_args_number("the round", d->word[2], 1, CLUB_ROUNDS_MAX, &round))
        return CLI_MISUSED;
    if (!who) return CLI_FAILED;
    snprintf(line, sizeof line, "%lld bye %ld %d", cli_tournament_desk_now(d), round,
             who);
    return cli_tournament_verb_line(d, line, false);
}

static int cli_tournament_verb_pair(struct desk *d)
{
    struct club_due due = {.what = CLUB_START_ROUND};
    char *line = cli_alloc(LINE);
    struct club_refusal refusal;
    void *room = cli_alloc(club_tournament_due_room(&d->t));
    size_t n = club_tournament_due_entry(&d->t, &due, cli_tournament_desk_now(d), room,
                                         line, LINE, &refusal);
    int status = n && n < LINE ? cli_tournament_verb_line(d, line, true)
                               : cli_fail("%s", refusal.text);

    free(room);
    free(line);
    return status;
}

/* The next game of a board at a table of this round. */
static long cli_tournament_desk_next_game(const struct desk *d, long table)
{
    int at = d->t.begin[d->t.round] + (int)table - 1;
    long n = 1;

    if (!d->t.round || at >= d->t.n_tables) return 1;
    for (int g = d->t.table[at].game; g >= 0; g = d->t.game[g].next)
        n += d->t.game[g].board == d->board;
    return n;
}

static int cli_tournament_verb_result(struct desk *d)
{
    char line[200];
    long table;

    if (!cli_args_number("the table", d->word[2], 1, CLUB_ENTRANTS_MAX, &table))
        return CLI_MISUSED;
    snprintf(line, sizeof line, "%lld result %d %ld %ld %ld %.20s%s%.10s",
             cli_tournament_desk_now(d), d->t.round, table, d->board,
             d->game ? d->game : cli_tournament_desk_next_game(d, table), d->word[3],
             d->won ? " won " : "", d->won ? d->won : "");
    return cli_tournament_verb_line(d, line, true);
}

static int cli_tournament_verb_correct(struct desk *d)
{
    char line[400];
    long round, table;

    if (!d->reason) return cli_fail_misused("a correction needs --reason \"WHY\"");
    if (!cli_args_number("the round", d->word[2], 1, CLUB_ROUNDS_MAX, &round) ||
        !cli_args_number("the table", d->word[3], 1, CLUB_ENTRANTS_MAX, &table))
        return CLI_MISUSED;
    int n = snprintf(
        line, sizeof line, "%lld corrected %ld %ld %ld %ld %.20s%s%.10s reason %s",
        cli_tournament_desk_now(d), round, table, d->board, d->game ? d->game : 1,
        d->word[4], d->won ? " won " : "", d->won ? d->won : "", d->reason);
    if (n >= (int)sizeof line) return cli_fail("a reason is not that long");
    return cli_tournament_verb_line(d, line, false);
}

static int cli_tournament_verb_noshow(struct desk *d)
{
    int who = cli_tournament_desk_who(d, d->word[3]);
    char line[100];
    long table;

    if (!cli_args_number("the table", d->word[2], 1, CLUB_ENTRANTS_MAX, &table))
        return CLI_MISUSED;
    if (!who) return CLI_FAILED;
    snprintf(line, sizeof line, "%lld noshow %d %ld %d", cli_tournament_desk_now(d),
             d->t.round, table, who);
    return cli_tournament_verb_line(d, line, true);
}

static int cli_tournament_verb_finish(struct desk *d)
{
    char line[100];

    snprintf(line, sizeof line, "%lld finished", cli_tournament_desk_now(d));
    int status = cli_tournament_desk_write(d, line);
    return status ? status : cli_tournament_desk_show(d, NULL, false);
}

static int cli_tournament_verb_tables(struct desk *d)
{
    return cli_tournament_desk_show(d, NULL, true);
}

static int cli_tournament_verb_standings(struct desk *d)
{
    return cli_tournament_desk_show(d, NULL, false);
}

/* -- The command ------------------------------------------------------------------------------------------------ */

static const struct {
    const char *name, *wants; /* what follows the file */
    int words;
    bool writes, begins;
    int (*run)(struct desk *d);
} verbs[] = {
    {"new", "FILE", 2, true, true, cli_tournament_verb_new},
    {"enter", "FILE NAME", 3, true, false, cli_tournament_verb_enter},
    {"withdraw", "FILE WHO", 3, true, false, cli_tournament_verb_withdraw},
    {"bye", "FILE ROUND WHO", 4, true, false, cli_tournament_verb_bye},
    {"pair", "FILE", 2, true, false, cli_tournament_verb_pair},
    {"result", "FILE TABLE POINTS", 4, true, false, cli_tournament_verb_result},
    {"correct", "FILE ROUND TABLE POINTS", 5, true, false, cli_tournament_verb_correct},
    {"noshow", "FILE TABLE WHO", 4, true, false, cli_tournament_verb_noshow},
    {"finish", "FILE", 2, true, false, cli_tournament_verb_finish},
    {"tables", "FILE", 2, false, false, cli_tournament_verb_tables},
    {"standings", "FILE", 2, false, false, cli_tournament_verb_standings},
};

static int cli_tournament_desk_run(struct desk *d)
{
    if (!d->n)
        return cli_fail_misused(
            "what about a tournament? `aude help tournament` lists it");
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(d->word[0], verbs[i].name) != 0) continue;
        if (d->n != verbs[i].words)
            return cli_fail_misused("it is `aude tournament %s %s`", verbs[i].name,
                                    verbs[i].wants);
        int status =
            verbs[i].begins ? CLI_DONE : cli_tournament_desk_open(d, verbs[i].writes);
        if (!status) status = verbs[i].run(d);
        if (d->fd >= 0) close(d->fd);
        return status;
    }
    return cli_fail_misused(
        "a tournament knows no \"%s\"; `aude help tournament` lists what it "
        "knows",
        d->word[0]);
}

static bool cli_tournament_desk_number(struct desk *d, int id, const char *value)
{
    switch (id) {
    case ROUNDS:
        return cli_args_number("--rounds", value, 1, CLUB_ROUNDS_MAX, &d->rounds);
    case BEST:
        return cli_args_number("--best", value, 1, CLUB_BEST_MAX, &d->best);
    case BOARDS:
        return cli_args_number("--boards", value, 1, CLUB_BOARDS_MAX, &d->boards);
    case LATE:
        return cli_args_number("--late", value, 0, CLUB_ROUNDS_MAX, &d->late);
    case MISSED:
        return cli_args_number("--missed", value, 0, 1, &d->missed);
    case LOT:
        return cli_args_number("--lot", value, 0, UINT32_MAX, &d->lot);
    case RATING:
        return cli_args_number("--rating", value, 1, 9999, &d->rating);
    case BOARD:
        return cli_args_number("--board", value, 1, CLUB_BOARDS_MAX, &d->board);
    case GAME:
        return cli_args_number("--game", value, 1, 99, &d->game);
    case AT:
        return cli_args_number("--at", value, 0, 999999999999, &d->at);
    default:
        return true;
    }
}

static int cli_tournament_desk_take(struct desk *d, int id, const char *value)
{
    if (id == CLI_BAD || !cli_tournament_desk_number(d, id, value)) return CLI_MISUSED;
    if (id == CLI_OPERAND && d->n == WORDS_MAX)
        return cli_fail_misused("\"%s\" is one word too many", value);
    if (id == CLI_OPERAND) d->word[d->n++] = value;
    if (id == KIND) d->kind = value;
    if (id == NAME) d->name = value;
    if (id == WON) d->won = value;
    if (id == REASON) d->reason = value;
    if (id == OUTPUT) d->output = value;
    if (id == THIRD) d->third = true;
    if (id == SUMS) d->sums = true;
    if (id == CSV) d->csv = true;
    if (id == JSON) d->json = true;
    return CLI_DONE;
}

static int cli_tournament_run(int argc, char **argv)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = options};
    struct desk *d = cli_alloc(sizeof *d);
    int id, status = CLI_DONE;

    memset(d, 0, sizeof *d);
    d->best = d->boards = d->late = d->board = 1;
    d->at = d->fd = -1;
    while (!status && (id = cli_args_next(&args)) != CLI_END)
        status = cli_tournament_desk_take(d, id, args.value);
    if (!status) status = cli_tournament_desk_run(d);
    free(d);
    return status;
}

const struct cli_command cli_tournament = {
    .name = "tournament",
    .summary = "a club's tournament in a file: pairing, results, standings",
    .verbs = "new enter withdraw bye pair result correct noshow finish tables standings",
    .help =
        "usage: aude tournament new FILE [--kind swiss|robin|knockout] [OPTIONS]\n"
        "       aude tournament enter FILE NAME [--rating N]\n"
        "       aude tournament pair FILE\n"
        "       aude tournament result FILE TABLE POINTS\n"
        "       aude tournament standings FILE [--sums] [--csv] [--json] [-o FILE]\n"
        "       aude tournament tables FILE\n"
        "       aude tournament withdraw FILE WHO\n"
        "       aude tournament bye FILE ROUND WHO\n"
        "       aude tournament noshow FILE TABLE WHO\n"
        "       aude tournament correct FILE ROUND TABLE POINTS --reason TEXT\n"
        "       aude tournament finish FILE\n\n"
        "Runs a tournament from a laptop, for games on a table or anywhere. The file\n"
        "is its log: every command adds a line, what contradicts the lines before it is\n"
        "refused, and nothing is ever rewritten (docs/club.md). Points are written as\n"
        "93:91, those of the first seat first. WHO is a number or a name.\n\n"
        "  --kind NAME          swiss (default), robin or knockout\n"
        "  --name TEXT          what the tournament is called\n"
        "  --rounds N           of a Swiss tournament; others have as many as they need\n"
        "  --best N             games of a match, 1 to 9 (1)\n"
        "  --boards N           people in a team, 1 to 8 (1: no teams); a team enters "
        "as\n"
        "                       \"Blue / Ana / Bruno\"\n"
        "  --late N             the last round before which one may enter (1)\n"
        "  --missed N           half points for each round missed by a late one, 0 or 1\n"
        "  --third              a match for the third place of a knock-out\n"
        "  --lot N              who is first at table 1; the order of a round robin (0)\n"
        "  --rating N           of who enters; without one they stand last\n"
        "  --board N            of a team's match (1)\n"
        "  --game N             of a match of several (the next; to correct, the first)\n"
        "  --won NAME           first or second, if points do not decide: a resignation\n"
        "  --reason TEXT        why a result is corrected; everybody can read it\n"
        "  --at N               the time of the line, in seconds since 1970 (now)\n"
        "  --sums               every tie-break with the sum that it is\n"
        "  --csv                standings for a spreadsheet\n"
        "  --json               everything, for programs; with any of these commands\n"
        "  -o, --output FILE    where to write it (stdout)\n\n"
        "examples:\n"
        "  aude tournament new thursday.log --rounds 5 --name \"Thursday evening\"\n"
        "  aude tournament enter thursday.log Ana --rating 1650\n"
        "  aude tournament pair thursday.log\n"
        "  aude tournament result thursday.log 1 93:91\n"
        "  aude tournament standings thursday.log --csv -o thursday.csv\n",
    .run = cli_tournament_run,
    .own = options,
};
