/* main.c -- the program: finds the command, or prints help. */
#include "cli.h"

#include <string.h>

static const struct cli_command *const commands[] = {
    &cli_serve,      &cli_play,    &cli_replay, &cli_review, &cli_analyse,
    &cli_puzzles,    &cli_convert, &cli_render, &cli_tiles,  &cli_rules,
    &cli_sim,        &cli_arena,   &cli_bot,    &cli_bench,  &cli_commit,
    &cli_tournament, &cli_store,   &cli_name,   &cli_admin,  &cli_club,
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const struct cli_command *main_find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(commands[i]->name, name)) return commands[i];
    return NULL;
}

/* Does the command take this shared option? Its own options of the same name come
 * first. */
static bool main_takes_shared(const struct cli_command *command,
                              const struct cli_option *o)
{
    for (const struct cli_option *p = command->own; p->name; p++)
        if (!strcmp(p->name, o->name)) return false;
    return cli_args_shared(o, command->without);
}

/* The setup options that a command takes, and where they are explained. */
static void main_add_setup(const struct cli_command *command, struct cli_text *out)
{
    size_t column = 0;

    for (const struct cli_option *o = command->shared; o->name; o++) {
        size_t n = strlen(o->name);
        if (!main_takes_shared(command, o)) continue;
        bool wraps = column + n > 74;
        cli_text_add(out, "%s--%s", !column ? "  " : wraps ? ",\n  " : ", ", o->name);
        column = (!column || wraps ? 0 : column) + n + 4;
    }
    cli_text_add(out, "\n%23sthe game (see `aude help play`)", "");
}

static int main_print_help(const struct cli_command *command)
{
    static const char mark[] = "{setup}";
    const char *at = strstr(command->help, mark);
    struct cli_text out = {0};

    if (at) {
        cli_text_bytes(&out, command->help, (size_t)(at - command->help));
        main_add_setup(command, &out);
    }
    cli_text_str(&out, at ? at + sizeof mark - 1 : command->help);
    int status = cli_text_print(&out, stdout);
    cli_text_free(&out);
    return status;
}

static void main_json_option(struct cli_json *json, const char *command,
                             const struct cli_option *o)
{
    char letter[2] = {o->letter, 0};

    cli_json_object(json, NULL);
    cli_json_string(json, "name", o->name);
    if (o->letter) cli_json_string(json, "letter", letter);
    cli_json_bool(json, "value", o->takes_value);
    cli_values_json(json, command, o->name);
    cli_json_close(json);
}

static void main_json_verbs(struct cli_json *json, const char *verbs)
{
    char verb[16];

    if (!verbs) return;
    cli_json_list(json, "verbs");
    while (sscanf(verbs, "%15s", verb) == 1) {
        cli_json_string(json, NULL, verb);
        verbs += strspn(verbs, " ");
        verbs += strcspn(verbs, " ");
    }
    cli_json_close(json);
}

/* Every command and its options, for shell completions and a test. */
static int main_help_json(void)
{
    struct cli_text out = {0};
    struct cli_json json = {.out = &out};

    cli_json_object(&json, NULL);
    cli_json_list(&json, "commands");
    for (int i = 0; i < COMMANDS; i++) {
        const struct cli_command *command = commands[i];
        cli_json_object(&json, NULL);
        cli_json_string(&json, "name", command->name);
        cli_json_string(&json, "summary", command->summary);
        main_json_verbs(&json, command->verbs);
        cli_json_list(&json, "options");
        for (const struct cli_option *o = command->own; o->name; o++)
            main_json_option(&json, command->name, o);
        for (const struct cli_option *o = command->shared; o && o->name; o++)
            if (main_takes_shared(command, o)) main_json_option(&json, command->name, o);
        cli_json_close(&json);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_close(&json);
    int status = cli_text_print(&out, stdout);
    cli_text_free(&out);
    return status;
}

static int main_overview(void)
{
    puts("aude -- the tile-laying game of Carcassonne\n\n"
         "usage: aude [COMMAND] [OPTIONS]\n");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-10s %s\n", commands[i]->name, commands[i]->summary);
    puts(
        "  help       this list; `aude help COMMAND` explains one; --json, for "
        "programs\n\n"
        "`aude` alone begins a game in the browser: it serves the page on this machine,\n"
        "prints its link and opens it.\n\n"
        "examples:\n"
        "  aude                              play, here and now\n"
        "  aude serve --store sqlite:aude.db host games for others\n"
        "  aude play --tty                   play in the terminal\n"
        "  aude replay game.aude             what happened in a recorded game, and why\n"
        "  aude rules farmer                 the rules that speak of farmers\n\n"
        "exit status: 0 done; 1 it failed, and one sentence on stderr says why; 2 "
        "called\n"
        "wrongly; 130 or 143 stopped by Ctrl+C or SIGTERM, after a report of what was "
        "done\n"
        "(docs/cli.md)");
    return CLI_DONE;
}

static int main_unknown(const char *name)
{
    return cli_fail_misused("there is no command \"%s\"; `aude help` lists them", name);
}

static int main_help(int argc, char **argv)
{
    if (argc < 2) return main_overview();
    if (argc > 2)
        return cli_fail_misused("help for one command, not also \"%s\"", argv[2]);
    if (!strcmp(argv[1], "--json")) return main_help_json();
    if (!strcmp(argv[1], "help")) return main_overview();
    const struct cli_command *command = main_find_command(argv[1]);
    return command ? main_print_help(command) : main_unknown(argv[1]);
}

static bool main_asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return true;
    return false;
}

static int main_run(int argc, char **argv)
{
    const struct cli_command *command = main_find_command(argv[0]);

    if (!command) return main_unknown(argv[0]);
    return main_asks_for_help(argc, argv) ? main_print_help(command)
                                          : command->run(argc, argv);
}

static int main_dispatch(int argc, char **argv)
{
    if (argc < 2) return cli_serve_seen() ? cli_serve_alone() : main_overview();
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) return main_overview();
    if (!strcmp(argv[1], "help")) return main_help(argc - 1, argv + 1);
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
        puts("aude " AUDE_PROGRAM_VERSION);
        return CLI_DONE;
    }
    if (argv[1][0] == '-')
        return cli_fail_misused("there is no option %s; see `aude help`", argv[1]);
    return main_run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    int status = main_dispatch(argc, argv);

    if (fflush(stdout) && !status) return cli_fail("the output could not be written");
    return status;
}
