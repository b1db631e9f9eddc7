/* name.c -- `aude name bot`: a name for a program, with a key instead of a passkey. */
#include "cli.h"

#include "server/hub/secret.h"
#include "server/names/names_text.h"
#include "server/store/store_wait.h"

#include <string.h>
#include <time.h>

enum { JSON = 1, OUTPUT, STORE };

static const struct cli_option options[] = {{"json", 0, false, JSON},
                                            {"output", 'o', true, OUTPUT},
                                            {"store", 's', true, STORE},
                                            {NULL, 0, false, 0}};

struct work {
    const char *what, *name, *store, *output;
    bool as_json;
    int64_t id;
    char key[SECRET_TEXT_MAX];
};

static int cli_name_report(struct work *work)
{
    struct cli_text out = {0};
    struct cli_json json = {.out = &out};

    if (work->as_json) {
        cli_json_object(&json, NULL);
        cli_json_int(&json, "id", work->id);
        cli_json_string(&json, "name", work->name);
        cli_json_string(&json, "key", work->key);
        cli_json_close(&json);
    } else
        cli_text_add(&out, "%s\n", work->key);
    int status = cli_text_write(work->output, &out);
    cli_text_free(&out);
    return status;
}

/* A hundred years: a key is good until the name is deleted. */
static enum store_outcome cli_name_add(struct work *work, struct store *store)
{
    int64_t now = (int64_t)time(NULL) * 1000;
    char hash[SECRET_HASH_MAX], who[SECRET_HASH_MAX], secret[SECRET_TEXT_MAX];
    struct names_text_look look;

    names_text_look(work->name, &look);
    secret_new(work->key);
    secret_hash(work->key, hash);
    secret_new(secret);
    secret_hash(secret, who);
    work->id = (int64_t)(secret_number() & MESSAGE_ID_MAX);
    struct store_name name = {.id = work->id ? work->id : 1,
                              .shown = work->name,
                              .letters = look.letters,
                              .form = look.form,
                              .near = look.near,
                              .who = who,
                              .bot = true,
                              .created = now,
                              .seen = now};
    struct store_session session = {.hash = hash,
                                    .name = name.id,
                                    .label = "key",
                                    .created = now,
                                    .seen = now,
                                    .ends = now + 36500 * 86400000ll};
    struct store_name_change all[] = {{.act = STORE_NAME_ADD, .name = &name},
                                      {.act = STORE_SESSION_ADD, .session = &session}};
    work->id = name.id;
    return store_wait_change_names(store, all, 2);
}

static int cli_name_do(struct work *work)
{
    char problem[400];
    struct store *store = cli_store_open(work->store);

    if (!store) return CLI_FAILED;
    enum store_outcome how = store->names ? cli_name_add(work, store) : STORE_FAILED;
    snprintf(problem, sizeof problem, "%s", store->problem(store));
    store->close(store);
    if (how == STORE_CONFLICT)
        return cli_fail("somebody has the name %s, or one that looks like it",
                        work->name);
    if (how != STORE_DONE) return cli_fail("the name could not be stored: %s", problem);
    return cli_name_report(work);
}

static int cli_name_judge(const struct work *work)
{
    if (!work->what || strcmp(work->what, "bot") != 0)
        return cli_fail_misused("a name for whom? `aude name bot NAME --store STORE`");
    if (!work->name) return cli_fail_misused("which name?");
    if (!work->store) return cli_fail_misused("in which store? --store sqlite:PATH");
    if (!cli_text_is_utf8(work->name)) return cli_fail_misused("a name is text in UTF-8");
    enum name_why why = names_text_judge(work->name);
    return why ? cli_fail_misused("%s", names_text_why(why)) : CLI_DONE;
}

static int cli_name_take(struct work *work, int id, const char *value)
{
    if (id == CLI_BAD) return CLI_MISUSED;
    if (id == JSON) work->as_json = true;
    if (id == OUTPUT) work->output = value;
    if (id == STORE) work->store = value;
    if (id != CLI_OPERAND) return CLI_DONE;
    if (work->what && work->name)
        return cli_fail_misused("`aude name` takes no \"%s\"", value);
    *(work->what ? &work->name : &work->what) = value;
    return CLI_DONE;
}

static int cli_name_run(int argc, char **argv)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = options};
    struct work work = {0};
    int id, status = CLI_DONE;

    while (!status && (id = cli_args_next(&args)) != CLI_END)
        status = cli_name_take(&work, id, args.value);
    if (!status) status = cli_name_judge(&work);
    if (!status && !secret_init())
        status = cli_fail("the system gives no random numbers");
    return status ? status : cli_name_do(&work);
}

const struct cli_command cli_name = {
    .name = "name",
    .summary = "keep a name for a program that plays on a server",
    .verbs = "bot",
    .help =
        "usage: aude name bot NAME --store STORE\n\n"
        "Keeps a name for a program (a bot) and prints its key, once: whoever has the\n"
        "key plays under the name, which everybody sees with a mark. The program sends\n"
        "it with every call: Authorization: Bearer KEY. People keep names with the "
        "page.\n"
        "A store in SQLite has one user at a time: stop the server first.\n\n"
        "  -s, --store STORE    the server's store: sqlite:PATH, or postgresql://...\n"
        "  --json               for programs: the name's number, too\n"
        "  -o, --output FILE    where to write the key (stdout)\n\n"
        "exit status: 0 done; 1 it failed, or the name is taken; 2 called wrongly.\n\n"
        "examples:\n"
        "  aude name bot \"Clever Clogs\" --store sqlite:aude.db -o clogs.key\n",
    .run = cli_name_run,
    .own = options,
};
