/* convert.c -- `aude convert`, and JCloisterZone's saves for `aude replay`. */
#include "cli.h"

#include "jcz.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* -- Reading a save --------------------------------------------------------------------- */

static bool ends_with(const char *path, const char *end)
{
    size_t n = strlen(path), m = strlen(end);

    return n >= m && !strcasecmp(path + n - m, end);
}

/* By the end of its name; otherwise by the first character in the file. */
bool cli_is_jcz(const char *path)
{
    FILE *file;
    int c;

    if (ends_with(path, ".jcz")) return true;
    if (ends_with(path, ".aude") || !strcmp(path, "-")) return false;
    if (!(file = fopen(path, "rb"))) return false;
    do c = getc(file);
    while (c == ' ' || c == '\n' || c == '\r' || c == '\t');
    fclose(file);
    return c == '{';
}

static int refuse(const char *path, const struct jcz_error *error)
{
    return cli_fail("%s: %s", path, error->text);
}

static int load(const char *path, struct jcz_save *save)
{
    struct jcz_error error;
    char *bytes;
    size_t n;

    if (!jcz_read_file(path, &bytes, &n, &error)) return refuse(path, &error);
    bool ok = jcz_read(save, bytes, n, &error);
    free(bytes);
    return ok ? CLI_DONE : refuse(path, &error);
}

/* Like the reader of a record, but filled from a save. */
struct reading {
    struct aude_reader *reader;
    cli_record_line *each;
    void *context;
};

static void take_step(void *context, const struct aude_game *after, const char *action,
                      const struct aude_events *events)
{
    struct reading *reading = context;

    aude_game_copy(&reading->reader->game, after);
    if (reading->each) reading->each(reading->context, reading->reader, events, action);
}

static int walk_to_end(const char *path, const struct jcz_save *save, jcz_played *played,
                       void *context, struct jcz_walk *walk)
{
    struct jcz_error error;
    bool ok = jcz_walk_init(walk, save, played, context, &error);

    while (ok && !jcz_walk_done(walk)) ok = jcz_walk_step(walk, &error);
    if (ok && jcz_walk_left_out(walk))
        fprintf(stderr, "aude: the last action is not committed and is left out\n");
    return ok ? CLI_DONE : refuse(path, &error);
}

int cli_jcz_read(const char *path, struct aude_reader *reader, cli_record_line *each,
                 void *context)
{
    struct reading reading = {reader, each, context};
    struct jcz_walk *walk = cli_alloc(sizeof *walk);
    struct jcz_save save;
    int status = load(path, &save);

    aude_reader_init(reader);
    if (!status) {
        reader->head = save.head;
        status = walk_to_end(path, &save, take_step, &reading, walk);
        reader->finished = !status && aude_game_over(&walk->game);
        jcz_free(&save);
    }
    free(walk);
    return status;
}

/* -- Verifying one ---------------------------------------------------------------------- */

/* The legal lists of NAME.jcz are in NAME.legal.json.gz, if there are any. */
static bool load_lists(const char *path, char **bytes, size_t *n)
{
    struct cli_text name = {0};
    struct jcz_error error;
    size_t stem = ends_with(path, ".jcz") ? strlen(path) - 4 : strlen(path);

    cli_text_add(&name, "%.*s.legal.json.gz", (int)stem, path);
    bool ok = !access(name.data, R_OK) && jcz_read_file(name.data, bytes, n, &error);
    cli_text_free(&name);
    return ok;
}

static void add_report(const char *path, const struct jcz_report *report,
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
static void json_count(struct cli_json *json, const char *key, int n)
{
    if (n >= 0)
        cli_json_int(json, key, n);
    else
        cli_json_null(json, key);
}

static void json_report(const struct jcz_report *report, struct cli_text *out)
{
    struct cli_json json = {.out = out};

    cli_json_object(&json, NULL);
    cli_json_bool(&json, "same", report->same);
    cli_json_int(&json, "messages", report->n_messages);
    json_count(&json, "legal_lists", report->n_legal);
    cli_json_bool(&json, "points", report->points);
    json_count(&json, "score_events", report->n_scores);
    cli_json_int(&json, "assertions", report->n_assertions);
    if (!report->same) cli_json_string(&json, "difference", report->difference);
    cli_json_close(&json);
}

static int print_report(const char *path, const struct jcz_report *report, bool json,
                        const char *output)
{
    struct cli_text out = {0};

    if (json)
        json_report(report, &out);
    else
        add_report(path, report, &out);
    int status = cli_write_file(output, &out);
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
    int status = load(path, &save);

    if (status) return status;
    load_lists(path, &lists, &n);
    if (jcz_verify(&save, lists, n, &report, &error))
        status = print_report(path, &report, json, output);
    else
        status = refuse(path, &error);
    free(lists);
    jcz_free(&save);
    return status;
}

/* -- Converting ------------------------------------------------------------------------- */

static int write_record(const char *in, const char *out, const char *bytes, size_t n)
{
    struct cli_text text = {0};
    struct jcz_error error;
    char *record;

    if (!jcz_import(bytes, n, &record, &error)) return refuse(in, &error);
    if (error.text[0]) fprintf(stderr, "aude: %s\n", error.text);
    cli_text_str(&text, record);
    free(record);
    int status = cli_write_file(out, &text);
    cli_text_free(&text);
    return status;
}

static int to_aude(const char *in, const char *out)
{
    struct jcz_error error;
    char *bytes;
    size_t n;

    if (!jcz_read_file(in, &bytes, &n, &error)) return refuse(in, &error);
    int status = write_record(in, out, bytes, n);
    free(bytes);
    return status;
}

/* Set up at the first line with events: then the head is known. */
struct writing {
    struct jcz_writer writer;
    bool begun, refused;
    struct jcz_error error;
};

/* The reader has checked the line; play those of its statements that are actions. */
static void write_actions(struct jcz_writer *writer, const char *line)
{
    char words[AUDE_LINE_MAX];
    size_t end = strcspn(line, "#");
    struct aude_action action;

    for (size_t at = 0, n; at < end; at += n + 1) {
        at += strspn(line + at, " \t;:");
        if (at >= end) return;
        n = strcspn(line + at, ";:#");
        while (n && strchr(" \t\r", line[at + n - 1])) n--;
        snprintf(words, sizeof words, "%.*s", (int)n, line + at);
        if (aude_action_parse(&writer->game, words, &action)) continue;
        if (action.kind != AUDE_TELL || writer->game.hidden)
            jcz_writer_action(writer, action);
    }
}

static bool write_line(void *context, const struct aude_reader *reader,
                       const struct aude_events *events, const char *line)
{
    struct writing *writing = context;

    if (!writing->begun && events->n) {
        writing->begun = true;
        writing->refused =
            !jcz_writer_init(&writing->writer, &reader->head, &writing->error);
    } else if (writing->begun && !writing->refused) {
        write_actions(&writing->writer, line);
    }
    return !writing->refused;
}

static int to_jcz(const char *in, const char *out)
{
    struct aude_reader *reader = cli_alloc(sizeof *reader);
    struct writing *writing = cli_alloc(sizeof *writing);
    int status = cli_record_read(in, reader, write_line, writing);
    char *text = NULL;

    if (writing->begun && !writing->refused)
        text = jcz_writer_end(&writing->writer, &writing->error);
    if (!status && !text) status = refuse(in, &writing->error);
    if (!status) {
        struct cli_text file = {0};
        cli_text_add(&file, "%s\n", text);
        status = cli_write_file(out, &file);
        cli_text_free(&file);
    }
    free(text);
    free(writing);
    free(reader);
    return status;
}

enum { FORCE = 1, OUTPUT };

static const struct cli_option options[] = {
    {"force", 'f', false, FORCE},
    {"output", 'o', true, OUTPUT},
    {NULL, 0, false, 0},
};

static int convert(const char *in, const char *out, bool force)
{
    bool from_jcz = cli_is_jcz(in), to_save = ends_with(out, ".jcz");

    if (!to_save && !ends_with(out, ".aude"))
        return cli_misused("%s: the new file must end with .aude or .jcz", out);
    if (from_jcz == to_save)
        return cli_misused("%s and %s are of one kind: there is nothing to convert", in,
                           out);
    if (!force && !access(out, F_OK))
        return cli_fail("%s is there already; --force writes over it", out);
    return from_jcz ? to_aude(in, out) : to_jcz(in, out);
}

static int run(int argc, char **argv)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = options};
    const char *in = NULL, *out = NULL;
    bool force = false;
    int id;

    while ((id = cli_args_next(&args)) != CLI_END) {
        if (id == CLI_BAD) return CLI_MISUSED;
        if (id == FORCE) force = true;
        if (id == OUTPUT) out = args.value;
        if (id != CLI_OPERAND) continue;
        if (in && out)
            return cli_misused("two files at a time, not also \"%s\"", args.value);
        *(in ? &out : &in) = args.value;
    }
    if (!in || !out)
        return cli_misused("from what to what? e.g. aude convert game.jcz game.aude");
    return convert(in, out, force);
}

const struct cli_command cli_convert = {
    .name = "convert",
    .summary = "turn a save of JCloisterZone into a record, or back",
    .help =
        "usage: aude convert IN OUT [--force]\n"
        "       aude convert IN -o OUT [--force]\n\n"
        "Reads a game from IN and writes it to OUT: a save of JCloisterZone (.jcz) as a\n"
        "record (.aude), or a record as a save. The whole game is played on the way; "
        "what\n"
        "the other program does not know or would score otherwise is refused in one\n"
        "sentence that names it, status 1, and nothing is written.\n\n"
        "  -o, --output FILE    the same as OUT\n"
        "  -f, --force          write over OUT if it is there\n\n"
        "examples:\n"
        "  aude convert game.jcz game.aude\n"
        "  aude convert game.aude game.jcz\n"
        "  aude replay game.jcz --verify\n",
    .run = run,
    .own = options,
};
