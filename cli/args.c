/* args.c -- the words of a command line: options with and without values, operands. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct cli_option *args_find(const struct cli_option *table,
                                          const char *name, size_t length, char letter)
{
    for (; table && table->name; table++) {
        if (letter && table->letter == letter) return table;
        if (name && strlen(table->name) == length && !strncmp(table->name, name, length))
            return table;
    }
    return NULL;
}

bool cli_args_shared(const struct cli_option *option, const char *without)
{
    size_t n = strlen(option->name);

    for (const char *p = without; p && *p; p += strcspn(p, " "), p += *p == ' ')
        if (strcspn(p, " ") == n && !strncmp(p, option->name, n)) return false;
    return true;
}

static const struct cli_option *args_find_word(const struct cli_args *args,
                                               const char *word)
{
    bool is_long = word[1] == '-';
    const char *name = is_long ? word + 2 : NULL;
    size_t length = is_long ? strcspn(name, "=") : 0;
    char letter = is_long ? 0 : word[1];
    const struct cli_option *option = args_find(args->own, name, length, letter);

    if (option) return option;
    option = args_find(args->shared, name, length, letter);
    return option && cli_args_shared(option, args->without) ? option : NULL;
}

/* "--name=value", "-ovalue", or the next word. */
static bool args_take_value(struct cli_args *args, const struct cli_option *option,
                            const char *word)
{
    const char *joined = word[1] == '-' ? strchr(word, '=') : word[2] ? word + 1 : NULL;

    if (!option->takes_value) {
        if (joined) cli_fail_misused("the option --%s takes no value", option->name);
        return !joined;
    }
    if (joined) {
        args->value = joined + 1;
        return true;
    }
    if (args->at + 1 >= args->argc) {
        cli_fail_misused("the option --%s needs a value; see `aude %s --help`",
                         option->name, args->argv[0]);
        return false;
    }
    args->value = args->argv[++args->at];
    return true;
}

int cli_args_next(struct cli_args *args)
{
    if (++args->at >= args->argc) return CLI_END;

    const char *word = args->argv[args->at];
    args->value = word;
    if (args->rest_operands || word[0] != '-' || !word[1]) return CLI_OPERAND;
    if (args->is_operand && args->is_operand(word)) return CLI_OPERAND;
    if (!strcmp(word, "--")) {
        args->rest_operands = true;
        return cli_args_next(args);
    }
    const struct cli_option *option = args_find_word(args, word);
    if (!option) {
        cli_fail_misused("`aude %s` has no option %s; see `aude %s --help`",
                         args->argv[0], word, args->argv[0]);
        return CLI_BAD;
    }
    return args_take_value(args, option, word) ? option->id : CLI_BAD;
}

bool cli_args_number(const char *option, const char *value, long lo, long hi, long *out)
{
    char *end;

    errno = 0;
    *out = strtol(value, &end, 10);
    if (!*value || *end || errno || *out < lo || *out > hi) {
        cli_fail_misused("%s must be a whole number from %ld to %ld, not \"%s\"", option,
                         lo, hi, value);
        return false;
    }
    return true;
}

bool cli_args_name(const char **list, char *name, size_t size)
{
    if (!*list) return false;
    size_t n = strcspn(*list, ",");
    snprintf(name, size, "%.*s", (int)n, *list);
    *list = (*list)[n] ? *list + n + 1 : NULL;
    return true;
}

bool cli_args_style(const char *name, bool *plain)
{
    *plain = !strcmp(name, "plain");
    if (*plain || !strcmp(name, "map")) return true;
    cli_fail_misused("there is no style \"%s\"; there are map and plain", name);
    return false;
}

bool cli_args_ends(const char *path, const char *end)
{
    size_t n = strlen(path), m = strlen(end);

    return n >= m && !strcasecmp(path + n - m, end);
}
