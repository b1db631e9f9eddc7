/* tree.c -- records with variations as files (tree.h). */
#include "tree.h"
#include "cli.h"
#include "jcz.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 1 << 16, BYTES = 4 << 20, SPOTS = 32 };

struct planting {
    struct tree_reader reader;
    struct tree_memory memory;
    bool failed;
};

static struct tree *cli_tree_new(struct tree_memory *memory)
{
    *memory = (struct tree_memory){.node = cli_alloc(NODES * sizeof *memory->node),
                                   .nodes = NODES,
                                   .text = cli_alloc(BYTES),
                                   .bytes = BYTES,
                                   .spot = cli_alloc(SPOTS * sizeof *memory->spot),
                                   .spots = SPOTS};
    struct tree *tree = cli_alloc(sizeof *tree);
    tree->memory = *memory;
    return tree;
}

void cli_tree_free(struct tree *tree)
{
    if (!tree) return;
    free(tree->memory.node);
    free(tree->memory.text);
    free(tree->memory.spot);
    free(tree);
}

/* FILE:LINE: sentence (words) [RULE] */
static int cli_tree_report(const char *path, const struct tree_fault *fault)
{
    struct cli_text text = {0};

    cli_text_clean(&text, !strcmp(path, "-") ? "stdin" : path);
    cli_text_add(&text, ":%d: %s", fault->line, tree_refusal_sentence(fault));
    if (fault->at[0]) {
        cli_text_str(&text, " (");
        cli_text_clean(&text, fault->at);
        cli_text_str(&text, ")");
    }
    if (tree_refusal_rule(fault)[0])
        cli_text_add(&text, " [%s]", tree_refusal_rule(fault));
    fprintf(stderr, "%s\n", text.data);
    cli_text_free(&text);
    return CLI_FAILED;
}

static bool cli_tree_take_line(void *context, const struct aude_reader *reader,
                               const struct aude_events *events, const char *line)
{
    struct planting *planting = context;

    (void)reader;
    (void)events;
    planting->failed = !tree_read_line(&planting->reader, line, strlen(line));
    return !planting->failed;
}

/* The record is verified first, commitment and all; the tree hears each line after that. */
static int cli_tree_read_record(const char *path, struct planting *planting)
{
    struct aude_reader *reader = cli_alloc(sizeof *reader);
    struct cli_marks marks = {0};
    int status =
        cli_record_read_marked(path, reader, cli_tree_take_line, planting, &marks);

    free(reader);
    if (status) return status;
    if (planting->failed || !tree_read_end(&planting->reader))
        return cli_tree_report(path, &planting->reader.fault);
    return CLI_DONE;
}

/* A save becomes a record, and that a tree. */
static int cli_tree_read_save(const char *path, struct planting *planting)
{
    struct jcz_error error;
    char *bytes, *record;
    size_t n;

    cli_input(path);
    if (!jcz_file_read(path, &bytes, &n, &error))
        return cli_fail("%s: %s", path, error.text);
    bool ok = jcz_import(bytes, n, &record, &error);
    free(bytes);
    if (!ok) return cli_fail("%s: %s", path, error.text);
    for (char *line = record, *next; ok && *line; line = next) {
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] != 0);
        ok = tree_read_line(&planting->reader, line, length);
    }
    ok = ok && tree_read_end(&planting->reader);
    free(record);
    return ok ? CLI_DONE : cli_tree_report(path, &planting->reader.fault);
}

int cli_tree_read(const char *path, struct tree **out)
{
    struct planting *planting = cli_alloc(sizeof *planting);

    *out = cli_tree_new(&planting->memory);
    tree_read_begin(&planting->reader, *out, &planting->memory);
    int status =
        (cli_jcz_is(path) ? cli_tree_read_save : cli_tree_read_record)(path, planting);
    free(planting);
    return status;
}
