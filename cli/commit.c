/* commit.c -- `aude commit`: a promise about the draws, published before a game. */
#include "cli.h"

#include <stdlib.h>

enum { JSON = 1, OUTPUT };

static const struct cli_option options[] = {
    {"json", 0, false, JSON}, {"output", 'o', true, OUTPUT}, {NULL, 0, false, 0}};

static void commit_report(const struct aude_head *head, const char *secret, bool as_json,
                          struct cli_text *out)
{
    struct cli_json json = {.out = out};

    if (!as_json) {
        cli_text_add(out,
                     "%s\n\nPublish the line above before the game. Keep what follows "
                     "until it is over:\n\n%s",
                     head->commit, secret);
        return;
    }
    cli_json_object(&json, NULL);
    cli_json_string(&json, "commit", head->commit);
    cli_setup_json(&json, "setup", head);
    cli_json_string(&json, "secret", secret);
    cli_json_close(&json);
}

static int commit_print(struct aude_head *head, bool json, const char *output)
{
    struct cli_text out = {0};
    size_t n = aude_commit_text(&head->setup, NULL, 0);
    char *secret = cli_alloc(n + 1);
    int status = CLI_FAILED;

    aude_commit_text(&head->setup, secret, n + 1);
    if (!n || !cli_record_commitment(&head->setup, head->commit)) {
        cli_fail("no commitment could be made");
    } else {
        commit_report(head, secret, json, &out);
        status = cli_text_write(output, &out);
    }
    cli_text_free(&out);
    free(secret);
    return status;
}

static int commit_run(int argc, char **argv)
{
    struct cli_args args = {
        .argc = argc, .argv = argv, .own = options, .shared = cli_setup_options};
    struct cli_setup *setup = cli_alloc(sizeof *setup);
    const char *output = NULL;
    bool json = false;
    int id, status = CLI_DONE;

    cli_setup_init(setup);
    while (!status && (id = cli_args_next(&args)) != CLI_END) {
        if (id == CLI_BAD)
            status = CLI_MISUSED;
        else if (id == CLI_OPERAND)
            status = cli_fail_misused("`aude commit` takes no \"%s\"", args.value);
        else if (id == JSON)
            json = true;
        else if (id == OUTPUT)
            output = args.value;
        else
            status = cli_setup_take(setup, id, args.value);
    }
    if (!status) status = cli_setup_finish(setup);
    if (!status && !setup->seeded && !cli_setup_seed(&setup->head.setup.seed))
        status = cli_fail("the system gives no random numbers");
    if (!status) status = commit_print(&setup->head, json, output);
    free(setup);
    return status;
}

const struct cli_command cli_commit = {
    .name = "commit",
    .summary = "promise the draws of a game before it is played",
    .help =
        "usage: aude commit [OPTIONS]\n\n"
        "Prints a commitment, the SHA-256 of seed and whole draw order, and the secret\n"
        "text it is the hash of. Publish the commitment before the game, the record\n"
        "after it: `aude replay` then proves that nobody chose the draws on the way.\n"
        "Anybody can check the hash by hand: the secret text goes through sha256sum as\n"
        "it is.\n\n"
        "{setup}; a fresh seed if none\n"
        "  --json               for programs\n"
        "  -o, --output FILE    where to write it (stdout)\n\n"
        "examples:\n"
        "  aude commit\n"
        "  aude commit --rules grow_revised --river --seed 42\n"
        "  aude commit --seed 42 | tail -n +5 | sha256sum\n",
    .run = commit_run,
    .own = options,
    .shared = cli_setup_options,
};
