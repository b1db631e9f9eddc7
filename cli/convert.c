/* convert.c -- `aude convert`: a record into a JCloisterZone save, and back. */
#include "cli.h"

#include "jcz.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* -- Converting ------------------------------------------------------------------------- */

static int convert_record(const char *in, const char *out, const char *bytes, size_t n)
{
    struct cli_text text = {0};
    struct jcz_error error;
    char *record;

    if (!jcz_import(bytes, n, &record, &error)) return cli_fail("%s: %s", in, error.text);
    if (error.text[0]) fprintf(stderr, "aude: %s\n", error.text);
    cli_text_str(&text, record);
    free(record);
    int status = cli_text_write(out, &text);
    cli_text_free(&text);
    return status;
}

static int convert_to_aude(const char *in, const char *out)
{
    struct jcz_error error;
    char *bytes;
    size_t n;

    cli_input(in);
    if (!jcz_file_read(strcmp(in, "-") ? in : "/dev/stdin", &bytes, &n, &error))
        return cli_fail("%s: %s", in, error.text);
    int status = convert_record(in, out, bytes, n);
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
static void convert_actions(struct jcz_writer *writer, const char *line)
{
    struct aude_action action;
    const char *words;
    size_t at = 0, n;

    while (aude_record_statement(line, strlen(line), &at, &words, &n))
        if (aude_record_action(&writer->game, words, n, &action))
            jcz_writer_action(writer, action);
}

static bool convert_line(void *context, const struct aude_reader *reader,
                         const struct aude_events *events, const char *line)
{
    struct writing *writing = context;

    if (!writing->begun && events->n) {
        writing->begun = true;
        writing->refused =
            !jcz_writer_init(&writing->writer, &reader->head, &writing->error);
    } else if (writing->begun && !writing->refused) {
        convert_actions(&writing->writer, line);
    }
    return !writing->refused;
}

static int convert_to_jcz(const char *in, const char *out)
{
    struct aude_reader *reader = cli_alloc(sizeof *reader);
    struct writing *writing = cli_alloc(sizeof *writing);
    int status = cli_record_read(in, reader, convert_line, writing);
    char *text = NULL;

    if (writing->begun && !writing->refused)
        text = jcz_writer_end(&writing->writer, &writing->error);
    if (!status && !text) status = cli_fail("%s: %s", in, writing->error.text);
    if (!status) {
        struct cli_text file = {0};
        cli_text_add(&file, "%s\n", text);
        status = cli_text_write(out, &file);
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

static int convert_file(const char *in, const char *out, bool force)
{
    bool from_stdin = !strcmp(in, "-"), to_stdout = !strcmp(out, "-");
    bool from_jcz = cli_jcz_is(in), to_save = cli_args_ends(out, ".jcz");

    if (from_stdin && to_stdout)
        return cli_fail_misused(
            "one of the two must be a name that ends with .aude or .jcz");
    if (from_stdin) from_jcz = !to_save; /* of the other kind */
    if (to_stdout) to_save = !from_jcz;
    if (!to_stdout && !to_save && !cli_args_ends(out, ".aude"))
        return cli_fail_misused("%s: the new file must end with .aude or .jcz", out);
    if (from_jcz == to_save)
        return cli_fail_misused("%s and %s are of one kind: there is nothing to convert",
                                in, out);
    if (!force && !to_stdout && !access(out, F_OK))
        return cli_fail("%s is there already; --force writes over it", out);
    return from_jcz ? convert_to_aude(in, out) : convert_to_jcz(in, out);
}

static int convert_run(int argc, char **argv)
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
            return cli_fail_misused("two files at a time, not also \"%s\"", args.value);
        *(in ? &out : &in) = args.value;
    }
    if (!in || !out)
        return cli_fail_misused(
            "from what to what? e.g. aude convert game.jcz game.aude");
    return convert_file(in, out, force);
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
        "sentence that names it, status 1, and nothing is written. - is stdin or "
        "stdout,\n"
        "and of the kind that the other name is not.\n\n"
        "  -o, --output FILE    the same as OUT\n"
        "  -f, --force          write over OUT if it is there\n\n"
        "examples:\n"
        "  aude convert game.jcz game.aude\n"
        "  aude convert game.aude game.jcz\n"
        "  aude replay game.jcz --verify\n",
    .run = convert_run,
    .own = options,
};
