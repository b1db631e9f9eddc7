/* club.c -- `aude club`: the results and ratings of a server's store. */
#include "cli.h"

#include "server/hub/hub_result.h"
#include "server/hub/ratings.h"
#include "server/store/store_wait.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { JSON = 1, OUTPUT };
enum { PAGE = 500, BEST = 10000, ID_MAX = 64 };

static const struct cli_option options[] = {
    {"json", 0, false, JSON}, {"output", 'o', true, OUTPUT}, {NULL, 0, false, 0}};

struct work {
    const char *what, *from, *output;
    bool as_json;
    struct store *store;
    struct cli_text out;
    struct cli_progress progress;
    long done, broken;
    struct ratings *ratings;
    struct store_search search; /* where the next page begins */
    int n_page;
    char (*names)[ID_MAX]; /* tables without a result */
};

/* -- Results that are missing ----------------------------------------------------------- */

static bool club_note_name(void *context, const struct store_row *row)
{
    struct work *work = context;

    snprintf(work->names[work->n_page++], ID_MAX, "%s", row->table);
    return true;
}

static bool club_fold_entry(void *context, int64_t seq, const char *text,
                            const char *secret)
{
    struct table *table = context;

    return table_fold(table, text, secret) && table->seq == seq;
}

/* The result of a log from before there were any. False: the store failed. */
static bool club_fill_one(struct work *work, const char *name)
{
    struct table *table = table_new(name);
    struct store_result result;
    char keys[STORE_SEATS_MAX][STORE_LETTERS_MAX];
    bool ok = table != NULL;

    if (table) table_fold_begin(table);
    ok = ok && store_wait_read(work->store, name, 0, INT32_MAX, club_fold_entry, table);
    if (table) table_fold_end(table);
    if (ok && hub_result(table, &result, keys)) {
        ok = store_wait_add_results(work->store, &result, 1);
        work->done += ok;
    } else if (ok)
        work->broken++;
    table_free(table);
    return ok;
}

static int club_fill(struct work *work)
{
    char after[ID_MAX] = "";
    bool ok = true;

    work->names = cli_alloc(PAGE * sizeof *work->names);
    do {
        work->n_page = 0;
        ok = store_wait_missing(work->store, after, PAGE, club_note_name, work);
        for (int i = 0; ok && i < work->n_page && !cli_stop_signal(); i++) {
            ok = club_fill_one(work, work->names[i]);
            cli_progress(&work->progress, "games", work->done, work->done + 1);
        }
        if (work->n_page) memcpy(after, work->names[work->n_page - 1], sizeof after);
    } while (ok && work->n_page == PAGE && !cli_stop_signal());
    free(work->names);
    cli_progress(&work->progress, "games", 1, 1);
    if (!ok) return cli_fail("the store failed: %s", work->store->problem(work->store));
    if (work->as_json)
        cli_text_add(&work->out, "{\"filled\":%ld,\"broken\":%ld}\n", work->done,
                     work->broken);
    else
        cli_text_add(&work->out,
                     "%ld games were given their result; %ld logs are broken.\n",
                     work->done, work->broken);
    return CLI_DONE;
}

/* -- Ratings ---------------------------------------------------------------------------- */

static bool club_fold_result(void *context, const struct store_result *result)
{
    struct work *work = context;

    work->n_page++;
    work->done++;
    return ratings_add(work->ratings, result);
}

static bool club_fold(struct work *work)
{
    bool ok = (work->ratings = ratings_new()) != NULL;

    do {
        work->n_page = 0;
        ok = ok && store_wait_rated(work->store, ratings_last(work->ratings), PAGE,
                                    club_fold_result, work);
        cli_progress(&work->progress, "games", work->done, work->done + 1);
    } while (ok && work->n_page == PAGE && !cli_stop_signal());
    cli_progress(&work->progress, "games", 1, 1);
    return ok;
}

static bool club_keep_shown(void *context, const struct store_name *name)
{
    cli_text_clear(context);
    cli_text_clean(context, name->shown);
    return false;
}

static void club_rating_line(struct work *work, struct cli_json *json, int pool,
                             const struct rating_row *row, int64_t now)
{
    struct cli_text shown = {0};
    char id[24];
    int error = (int)lrint(2 * club_glicko_deviation(row->rating, now));

    snprintf(id, sizeof id, "%" PRId64, row->name);
    store_wait_find_name(work->store, STORE_NAME_ID, id, now, club_keep_shown, &shown);
    if (json) {
        cli_json_object(json, NULL);
        cli_json_string(json, "pool", club_glicko_pool_name((enum club_pool)pool));
        cli_json_string(json, "name", shown.data ? shown.data : "");
        cli_json_int(json, "person", row->name);
        cli_json_int(json, "value", lrint(row->rating->value));
        cli_json_int(json, "error", error);
        cli_json_int(json, "games", row->rating->games);
        cli_json_close(json);
    } else
        cli_text_add(&work->out, "%-9s %5ld +-%-4d %6u games  %s\n",
                     club_glicko_pool_name((enum club_pool)pool),
                     lrint(row->rating->value), error, row->rating->games,
                     shown.data && shown.n ? shown.data : "(given up)");
    cli_text_free(&shown);
}

/* Time stands at the last game: the same store gives the same report. */
static void club_report_ratings(struct work *work, int64_t now)
{
    struct rating_row *row = cli_alloc(BEST * sizeof *row);
    struct cli_json json = {.out = &work->out};
    char hash[20];

    snprintf(hash, sizeof hash, "%016" PRIx64, ratings_hash(work->ratings));
    if (work->as_json) {
        cli_json_object(&json, NULL);
        cli_json_int(&json, "results", work->done);
        cli_json_string(&json, "hash", hash);
        cli_json_list(&json, "ratings");
    }
    for (int pool = 0; pool < CLUB_POOLS; pool++) {
        int n = ratings_best(work->ratings, (enum club_pool)pool, now, BEST, row);
        for (int i = 0; i < n; i++)
            club_rating_line(work, work->as_json ? &json : NULL, pool, &row[i], now);
    }
    if (work->as_json) {
        cli_json_close(&json);
        cli_json_close(&json);
        cli_text_str(&work->out, "\n");
    } else
        cli_text_add(&work->out, "%ld rated games; all ratings together: %s\n",
                     work->done, hash);
    free(row);
}

static bool club_note_time(void *context, const struct store_result *result)
{
    *(int64_t *)context = result->ended;
    return false;
}

static int club_ratings(struct work *work)
{
    struct store_search last = {.pool = -1, .why = -1, .all = true, .max = 1};
    int64_t now = 0;
    bool ok =
        club_fold(work) && store_wait_search(work->store, &last, club_note_time, &now);

    if (ok) club_report_ratings(work, now);
    ratings_free(work->ratings);
    return ok ? CLI_DONE
              : cli_fail("the store cannot be read: %s",
                         work->store->problem(work->store));
}

/* -- Games as open data ----------------------------------------------------------------- */

static json_t *club_seats(const struct store_result *result)
{
    json_t *seats = json_array();

    for (int i = 0; i < result->n_seats; i++)
        json_array_append_new(seats, json_pack("{s:s, s:s, s:I, s:i}", "name",
                                               result->seat[i].label, "level",
                                               result->seat[i].level, "points",
                                               (json_int_t)result->seat[i].points,
                                               "place", result->seat[i].place));
    return seats;
}

static bool club_game(void *context, const struct store_result *result)
{
    struct work *work = context;
    json_t *game =
        json_pack("{s:s, s:I, s:I, s:s, s:b, s:s, s:i, s:s, s:o}", "table", result->table,
                  "began", (json_int_t)result->began, "ended", (json_int_t)result->ended,
                  "pool", club_glicko_pool_name((enum club_pool)result->pool), "rated",
                  (int)result->rated, "why", words_end.word[result->why], "turns",
                  result->turns, "rules", result->rules, "seats", club_seats(result));
    char *line = game ? json_dumps(game, JSON_COMPACT) : NULL;

    work->n_page++;
    work->search.before_ended = result->ended;
    work->search.before_seq = result->seq;
    if (line) cli_text_add(&work->out, "%s\n", line);
    json_decref(game);
    free(line);
    return true;
}

/* One line of JSON for each game that others may see, the latest first. */
static int club_games(struct work *work)
{
    bool ok;

    work->search = (struct store_search){.pool = -1, .why = -1, .max = STORE_FOUND_MAX};
    do {
        work->n_page = 0;
        ok = store_wait_search(work->store, &work->search, club_game, work);
        work->done += work->n_page;
        cli_progress(&work->progress, "games", work->done, work->done + 1);
    } while (ok && work->n_page == STORE_FOUND_MAX && !cli_stop_signal());
    cli_progress(&work->progress, "games", 1, 1);
    return ok ? CLI_DONE
              : cli_fail("the store cannot be read: %s",
                         work->store->problem(work->store));
}

/* -- The command ------------------------------------------------------------------------ */

static const struct {
    const char *name;
    int (*run)(struct work *work);
} verbs[] = {{"ratings", club_ratings}, {"games", club_games}, {"fill", club_fill}};

static int club_do(struct work *work)
{
    int status = CLI_MISUSED;

    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(verbs[i].name, work->what) != 0) continue;
        if (!work->from) return cli_fail_misused("which store?");
        status = cli_store_judge(work->from);
        if (status) return status;
        work->store = cli_store_open(work->from);
        if (!work->store) return CLI_FAILED;
        cli_stop_watch();
        status = verbs[i].run(work);
        work->store->close(work->store);
        if (!status) status = cli_text_write(work->output, &work->out);
        return cli_stop_signal() ? CLI_STOPPED + cli_stop_signal() : status;
    }
    return cli_fail_misused("a club has ratings and games, and is filled, not \"%s\"",
                            work->what);
}

static int club_run(int argc, char **argv)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = options};
    struct work work = {.done = 0};
    int id, status = CLI_DONE;

    while (!status && (id = cli_args_next(&args)) != CLI_END) {
        if (id == CLI_BAD)
            status = CLI_MISUSED;
        else if (id == CLI_OPERAND && !work.what)
            work.what = args.value;
        else if (id == CLI_OPERAND && !work.from)
            work.from = args.value;
        else if (id == CLI_OPERAND)
            status = cli_fail_misused("`aude club` takes no \"%s\"", args.value);
        else if (id == JSON)
            work.as_json = true;
        else
            work.output = args.value;
    }
    if (!status && !work.what)
        status = cli_fail_misused("what is wanted: ratings, games or fill?");
    if (!status) status = club_do(&work);
    cli_text_free(&work.out);
    return status;
}

const struct cli_command cli_club = {
    .name = "club",
    .summary = "ratings and finished games of a server",
    .verbs = "ratings games fill",
    .help =
        "usage: aude club ratings STORE\n"
        "       aude club games STORE\n"
        "       aude club fill STORE\n\n"
        "A store is where a server keeps its games: sqlite:PATH, or postgresql://... .\n"
        "Stop the server first. ratings counts all rated results anew, in the order in\n"
        "which the games ended; the number at the end has all bits of all ratings in it\n"
        "and is the one that the server tells (/api/club). games lists the finished\n"
        "games that everybody may see, one line of JSON each, the latest first. fill\n"
        "gives finished games from before results were kept their own.\n\n"
        "  --json               for programs\n"
        "  -o, --output FILE    where to write (stdout)\n\n"
        "exit status: 0 done; 1 it failed; 2 called wrongly.\n\n"
        "examples:\n"
        "  aude club ratings sqlite:aude.db\n"
        "  aude club games sqlite:aude.db -o games.jsonl\n",
    .run = club_run,
    .own = options,
};
