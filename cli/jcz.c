/* jcz.c -- JCloisterZone's saves: read as records are, and verified. */
#include "cli.h"

#include "jcz.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* -- Reading a save --------------------------------------------------------------------- */

/* By the end of its name; otherwise by the first character in the file. */
bool cli_jcz_is(const char *path)
{
    FILE *file;
    int c;

    if (cli_args_ends(path, ".jcz")) return true;
    if (cli_args_ends(path, ".aude") || !strcmp(path, "-")) return false;
    if (!(file = fopen(path, "rb"))) return false;
    do c = getc(file);
    while (c == ' ' || c == '\n' || c == '\r' || c == '\t');
    fclose(file);
    return c == '{';
}

static int cli_jcz_refuse(const char *path, const struct jcz_error *error)
{
    return cli_fail("%s: %s", path, error->text);
}

static int cli_jcz_load(const char *path, struct jcz_save *save)
{
    struct jcz_error error;
    char *bytes;
    size_t n;

    cli_input(path);
    if (!jcz_file_read(path, &bytes, &n, &error)) return cli_jcz_refuse(path, &error);
    bool ok = jcz_read(save, bytes, n, &error);
    free(bytes);
    return ok ? CLI_DONE : cli_jcz_refuse(path, &error);
}

/* Like the reader of a record, but filled from a save. */
struct reading {
    struct aude_reader *reader;
    cli_record_line *each;
    void *context;
};

static void cli_jcz_take_step(void *context, const struct aude_game *after,
                              const char *action, const struct aude_events *events)
{
    struct reading *reading = context;

    aude_game_copy(&reading->reader->game, after);
    if (reading->each) reading->each(reading->context, reading->reader, events, action);
}

static int cli_jcz_walk_to_end(const char *path, const struct jcz_save *save,
                               jcz_played *played, void *context, struct jcz_walk *walk)
{
    struct jcz_error error;
    bool ok = jcz_walk_init(walk, save, played, context, &error);

    while (ok && !jcz_walk_done(walk)) ok = jcz_walk_step(walk, &error);
    if (ok && jcz_walk_left_out(walk))
        fprintf(stderr, "aude: the last action is not committed and is left out\n");
    return ok ? CLI_DONE : cli_jcz_refuse(path, &error);
}

int cli_jcz_read(const char *path, struct aude_reader *reader, cli_record_line *each,
                 void *context)
{
    struct reading reading = {reader, each, context};
    struct jcz_walk *walk = cli_alloc(sizeof *walk);
    struct jcz_save save;
    int status = cli_jcz_load(path, &save);

    aude_reader_init(reader);
    if (!status) {
        reader->head = save.head;
        status = cli_jcz_walk_to_end(path, &save, cli_jcz_take_step, &reading, walk);
        reader->finished = !status && aude_game_over(&walk->game);
        jcz_read_free(&save);
    }
    free(walk);
    return status;
}

/* -- Verifying one ---------------------------------------------------------------------- */

/* The legal lists of NAME.jcz are in NAME.legal.json.gz, if there are any. */
static bool cli_jcz_load_lists(const char *path, char **bytes, size_t *n)
{
    struct cli_text name = {0};
    struct jcz_error error;
    size_t stem = cli_args_ends(path, ".jcz") ? strlen(path) - 4 : strlen(path);

    cli_text_add(&name, "%.*s.legal.json.gz", (int)stem, path);
    cli_input(name.data);
    bool ok = !access(name.data, R_OK) && jcz_file_read(name.data, bytes, n, &error);
    cli_text_free(&name);
    return ok;
}

static void cli_jcz_add_report(const char *path, const struct jcz_report *report,
                               struct cli_text *out)
{
    if (!report->same) {
        cli_text_add(out, "%s: %s\n", path, report->difference);
        return;
    }
    cli_text_add(out, "%d messages", report->n_messages);
    if (report->n_legal >= 0)
        cli_text_add(out, ", %d legal lists equal", report->n_legal);
    else
        cli_text_str(out, ", no legal lists to compare");
    cli_text_str(out, report->points ? ", points equal" : ", no points to compare");
    if (report->n_scores >= 0)
        cli_text_add(out, ", %d score events equal", report->n_scores);
    if (report->n_assertions && !report->points)
        cli_text_add(out, ", %d assertions hold", report->n_assertions);
    cli_text_str(out, "\n");
}

/* The number of things that were compared, or null if there were none. */
static void cli_jcz_json_count(struct cli_json *json, const char *key, int n)
{
    if (n >= 0)
        cli_json_int(json, key, n);
    else
        cli_json_null(json, key);
}

static void cli_jcz_json_report(const struct jcz_report *report, struct cli_text *out)
{
    struct cli_json json = {.out = out};

    cli_json_object(&json, NULL);
    cli_json_bool(&json, "same", report->same);
    cli_json_int(&json, "messages", report->n_messages);
    cli_jcz_json_count(&json, "legal_lists", report->n_legal);
    cli_json_bool(&json, "points", report->points);
    cli_jcz_json_count(&json, "score_events", report->n_scores);
    cli_json_int(&json, "assertions", report->n_assertions);
    if (!report->same) cli_json_string(&json, "difference", report->difference);
    cli_json_close(&json);
}

static int cli_jcz_print_report(const char *path, const struct jcz_report *report,
                                bool json, const char *output)
{
    struct cli_text out = {0};

    if (json)
        cli_jcz_json_report(report, &out);
    else
        cli_jcz_add_report(path, report, &out);
    int status = cli_text_write(output, &out);
    cli_text_free(&out);
    return status ? status : report->same ? CLI_DONE : CLI_FAILED;
}

int cli_jcz_verify(const char *path, bool json, const char *output)
{
    struct jcz_report report;
    struct jcz_error error;
    struct jcz_save save;
    char *lists = NULL;
    size_t n = 0;
    int status = cli_jcz_load(path, &save);

    if (status) return status;
    cli_jcz_load_lists(path, &lists, &n);
    if (jcz_verify(&save, lists, n, &report, &error))
        status = cli_jcz_print_report(path, &report, json, output);
    else
        status = cli_jcz_refuse(path, &error);
    free(lists);
    jcz_read_free(&save);
    return status;
}
