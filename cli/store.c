/* store.c -- `aude store`: a server's games copied, checked, brought up to date. */
#include "cli.h"

#include "server/store/store_copy.h"

#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JSON = 1, OUTPUT };

static const struct cli_option options[] = {
    {"json", 0, false, JSON}, {"output", 'o', true, OUTPUT}, {NULL, 0, false, 0}};

struct work {
    const char *what, *from, *to;
    bool as_json;
    const char *output;
    struct store_counts counts;
    struct cli_text broken; /* lines, or objects of a list */
    struct cli_json json;
    struct cli_progress progress;
    long done;
};

/* -- One table -------------------------------------------------------------------------- */

static void store_note_broken(struct work *work, const char *table, int64_t seq,
                              const char *why)
{
    struct cli_json json = {.out = &work->broken};

    if (!work->as_json && !table)
        cli_text_add(&work->broken, "the store: %s\n", why);
    else if (!work->as_json)
        cli_text_add(&work->broken, "%s: entry %lld: %s\n", table, (long long)seq, why);
    if (!work->as_json) return;
    if (work->broken.n) cli_text_str(&work->broken, ",");
    cli_json_object(&json, NULL);
    if (table) cli_json_string(&json, "table", table);
    if (table) cli_json_int(&json, "seq", seq);
    cli_json_string(&json, "text", why);
    cli_json_close(&json);
}

static bool store_each(void *context, const char *table, int64_t seq, const char *why)
{
    struct work *work = context;

    if (why) store_note_broken(work, table, seq, why);
    work->done += table != NULL;
    cli_progress(&work->progress, "tables", work->done, work->done + 1);
    return !cli_stop_signal();
}

/* -- The report ------------------------------------------------------------------------- */

static void store_add_json(struct work *work, struct cli_text *out, bool ok)
{
    const struct store_counts *c = &work->counts;
    struct cli_json json = {.out = out};

    cli_json_object(&json, NULL);
    cli_json_bool(&json, "ok", ok);
    cli_json_int(&json, "tables", c->tables);
    cli_json_int(&json, "entries", c->entries);
    if (!strcmp(work->what, "copy")) {
        cli_json_int(&json, "people", c->people);
        cli_json_int(&json, "pauses", c->pauses);
        cli_json_int(&json, "pushes", c->pushes);
        cli_json_int(&json, "copied", c->copied);
        cli_json_int(&json, "same", c->same);
        cli_json_string(&json, "sum", c->sum);
    } else {
        cli_json_int(&json, "broken", c->broken);
        if (c->sum[0]) cli_json_string(&json, "sum", c->sum);
        cli_text_add(out, ",\"faults\":[%s]", work->broken.n ? work->broken.data : "");
    }
    cli_json_close(&json);
}

static void store_add_words(const struct work *work, struct cli_text *out)
{
    const struct store_counts *c = &work->counts;

    if (work->broken.n) cli_text_str(out, work->broken.data);
    if (!strcmp(work->what, "copy"))
        cli_text_add(out,
                     "%ld tables with %ld entries, %ld people, %ld subscriptions, %ld "
                     "pauses: %ld tables copied, %ld were there.\nsha256 %s\n",
                     c->tables, c->entries, c->people, c->pushes, c->pauses, c->copied,
                     c->same, c->sum);
    else if (!strcmp(work->what, "check"))
        cli_text_add(out, "%ld tables with %ld entries, %ld of them broken.%s%s\n",
                     c->tables, c->entries, c->broken, c->sum[0] ? "\nsha256 " : "",
                     c->sum);
    else
        cli_text_str(out, "The store is of this version.\n");
}

static int store_report(struct work *work, bool ok)
{
    struct cli_text out = {0};

    cli_progress(&work->progress, "tables", 1, 1);
    if (work->as_json)
        store_add_json(work, &out, ok);
    else
        store_add_words(work, &out);
    int status = cli_text_write(work->output, &out);
    cli_text_free(&out);
    return status ? status : ok ? CLI_DONE : CLI_FAILED;
}

/* -- Which store ------------------------------------------------------------------------ */

static const char *store_path(const char *name)
{
    return strncmp(name, "sqlite:", 7) == 0 ? name + 7 : NULL;
}

static int store_judge_name(const char *name)
{
    const char *path = store_path(name);

    if (path && *path) return CLI_DONE;
    if (!strncmp(name, "postgresql:", 11) || !strncmp(name, "postgres:", 9))
        return CLI_DONE;
    return cli_fail_misused(
        "a store is called sqlite:PATH or postgresql://..., not \"%s\"", name);
}

int cli_store_judge(const char *name)
{
    const char *path = store_path(name);
    int status = store_judge_name(name);

    if (status || !path || access(path, F_OK) == 0) return status;
    return cli_fail("the store cannot be used: %s: %s", path, strerror(errno));
}

/* -- The work --------------------------------------------------------------------------- */

typedef struct store *store_opener(const char *name, char *problem, size_t size);

static struct store *store_reach(store_opener *opener, const char *name)
{
    char problem[400] = "the system gives no random numbers";

    signal(SIGXFSZ,
           SIG_IGN); /* a file that may not grow is a failed write, not the end */
    struct store *store =
        sodium_init() < 0 ? NULL : opener(name, problem, sizeof problem);

    if (!store) cli_fail("the store cannot be used: %s", problem);
    return store;
}

struct store *cli_store_open(const char *name)
{
    return store_reach(store_open, name);
}

static int store_do_copy(struct work *work, struct store *from)
{
    struct store *to = cli_store_open(work->to);
    char problem[400] = "";

    if (!to) return CLI_FAILED;
    bool ok =
        store_copy(from, to, &work->counts, store_each, work, problem, sizeof problem);
    to->close(to);
    if (ok) return store_report(work, true);
    cli_progress(&work->progress, "tables", 1, 1);
    cli_fail("%s", problem);
    return cli_stop_signal() ? CLI_STOPPED + cli_stop_signal() : CLI_FAILED;
}

static int store_do_check(struct work *work, struct store *store)
{
    bool read = store_check(store, &work->counts, store_each, work);

    if (!read && !cli_stop_signal())
        return cli_fail("the store cannot be read: %s", store->problem(store));
    int status = store_report(work, read && !work->counts.broken && !work->counts.faults);
    return cli_stop_signal() ? CLI_STOPPED + cli_stop_signal() : status;
}

static int store_do(struct work *work)
{
    bool migrates = !strcmp(work->what, "migrate");
    struct store *store =
        store_reach(migrates ? store_open : store_open_as_it_is, work->from);
    int status;

    if (!store) return CLI_FAILED;
    cli_stop_watch();
    if (!strcmp(work->what, "copy"))
        status = store_do_copy(work, store);
    else if (!strcmp(work->what, "check"))
        status = store_do_check(work, store);
    else
        status = store_report(work, true);
    store->close(store);
    return status;
}

static int store_judge(const struct work *work)
{
    bool copies = work->what && !strcmp(work->what, "copy");

    if (!work->what)
        return cli_fail_misused("what is to be done: copy, check or migrate?");
    if (!copies && strcmp(work->what, "check") != 0 && strcmp(work->what, "migrate") != 0)
        return cli_fail_misused("a store is copied, checked or migrated, not \"%s\"",
                                work->what);
    if (!work->from || (copies && !work->to))
        return cli_fail_misused("which store%s?", copies ? "s, from which to which" : "");
    if (!copies && work->to)
        return cli_fail_misused("one store, not also \"%s\"", work->to);
    if (copies && !strcmp(work->from, work->to))
        return cli_fail_misused("a store is not copied into itself");
    int status = copies ? store_judge_name(work->to) : CLI_DONE;
    return status ? status : cli_store_judge(work->from);
}

static int store_take_word(struct work *work, const char *word)
{
    const char **place = !work->what   ? &work->what
                         : !work->from ? &work->from
                         : !work->to   ? &work->to
                                       : NULL;

    if (!place) return cli_fail_misused("`aude store` takes no \"%s\"", word);
    *place = word;
    return CLI_DONE;
}

static int store_run(int argc, char **argv)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = options};
    struct work work = {.done = 0};
    int id, status = CLI_DONE;

    while (!status && (id = cli_args_next(&args)) != CLI_END) {
        if (id == CLI_BAD)
            status = CLI_MISUSED;
        else if (id == CLI_OPERAND)
            status = store_take_word(&work, args.value);
        else if (id == JSON)
            work.as_json = true;
        else
            work.output = args.value;
    }
    if (!status) status = store_judge(&work);
    if (!status) status = store_do(&work);
    cli_text_free(&work.broken);
    return status;
}

const struct cli_command cli_store = {
    .name = "store",
    .summary = "copy, check or migrate the games of a server",
    .verbs = "copy check migrate",
    .help =
        "usage: aude store copy FROM TO\n"
        "       aude store check STORE\n"
        "       aude store migrate STORE\n\n"
        "A store is where a server keeps its games: sqlite:PATH, or postgresql://... .\n"
        "Stop the server first. A copy holds everything: logs, people, subscriptions,\n"
        "keys. It goes on where it was stopped, and at the end compares the SHA-256 of\n"
        "all rows of both. Where TO holds anything that FROM does not have, nothing is\n"
        "done. A check plays every log and compares the hash of every turn, reads all\n"
        "the rest, and changes nothing. Neither makes or migrates the store it reads:\n"
        "migrate brings one up to this version, as a server does at its start.\n\n"
        "  --json               for programs\n"
        "  -o, --output FILE    where to write the report (stdout)\n\n"
        "exit status: 0 done; 1 it failed, or a log is broken; 2 called wrongly.\n\n"
        "examples:\n"
        "  aude store check sqlite:aude.db --json\n"
        "  aude store copy sqlite:aude.db postgresql:///aude\n",
    .run = store_run,
    .own = options,
};
