/* inputs.c -- which files were read: none of them is written over by the same command. */
#include "cli.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INPUTS_MAX = 8 }; /* no command reads more than three */

static struct {
    dev_t device;
    ino_t file;
} inputs[INPUTS_MAX];
static int n_inputs;

void cli_input(const char *path)
{
    struct stat is;
    int failed = strcmp(path, "-") ? stat(path, &is) : fstat(STDIN_FILENO, &is);

    if (failed || !S_ISREG(is.st_mode) || n_inputs == INPUTS_MAX) return;
    inputs[n_inputs].device = is.st_dev;
    inputs[n_inputs++].file = is.st_ino;
}

static bool input_is(const char *path)
{
    struct stat is;

    if (stat(path, &is)) return false;
    for (int i = 0; i < n_inputs; i++)
        if (inputs[i].device == is.st_dev && inputs[i].file == is.st_ino) return true;
    return false;
}

int cli_input_spared(const char *path)
{
    struct cli_text part = {0};

    if (!path || !strcmp(path, "-")) return CLI_DONE;
    cli_text_add(&part, "%s" CLI_PART, path);
    bool same = input_is(path) || input_is(part.data);
    cli_text_free(&part);
    if (!same) return CLI_DONE;
    return cli_fail_misused("%s: that would write over the file that is read; "
                            "-o needs another name",
                            path);
}
