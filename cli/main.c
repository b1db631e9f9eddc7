/* main.c -- the program: finds the command, or prints help. */
#include "cli.h"

#include <string.h>

static const struct cli_command *const commands[] = {
    &cli_serve,  &cli_play,  &cli_replay, &cli_review, &cli_convert,
    &cli_render, &cli_tiles, &cli_rules,  &cli_sim,    &cli_arena,
    &cli_bot,    &cli_bench, &cli_commit,
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const struct cli_command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(commands[i]->name, name)) return commands[i];
    return NULL;
}

static int overview(void)
{
    puts("aude -- the tile-laying game of Carcassonne\n\n"
         "usage: aude [COMMAND] [OPTIONS]\n");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-8s %s\n", commands[i]->name, commands[i]->summary);
    puts(
        "  help     this list; `aude help COMMAND` explains one\n\n"
        "`aude` alone begins a game in the browser: it serves the page on this machine,\n"
        "prints its link and opens it.\n\n"
        "examples:\n"
        "  aude                              play, here and now\n"
        "  aude serve --store sqlite:aude.db host games for others\n"
        "  aude play --tty                   play in the terminal\n"
        "  aude replay game.aude             what happened in a recorded game, and why\n"
        "  aude rules farmer                 the rules that speak of farmers");
    return CLI_DONE;
}

static int unknown(const char *name)
{
    return cli_misused("there is no command \"%s\"; `aude help` lists them", name);
}

static int help(int argc, char **argv)
{
    if (argc < 2) return overview();
    const struct cli_command *command = find(argv[1]);
    if (!command) return unknown(argv[1]);
    fputs(command->help, stdout);
    return CLI_DONE;
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return true;
    return false;
}

static int run(int argc, char **argv)
{
    const struct cli_command *command = find(argv[0]);

    if (!command) return unknown(argv[0]);
    if (!asks_for_help(argc, argv)) return command->run(argc, argv);
    fputs(command->help, stdout);
    return CLI_DONE;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) return cli_alone_seen() ? cli_alone() : overview();
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) return overview();
    if (!strcmp(argv[1], "help")) return help(argc - 1, argv + 1);
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
        puts("aude " AUDE_PROGRAM_VERSION);
        return CLI_DONE;
    }
    if (argv[1][0] == '-')
        return cli_misused("there is no option %s; see `aude help`", argv[1]);
    return run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    int status = dispatch(argc, argv);

    if (fflush(stdout) && !status) return cli_fail("the output could not be written");
    return status;
}
