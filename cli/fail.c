/* fail.c -- what went wrong, in one sentence on stderr. */
#include "cli.h"

/* Options and file names come from outside, so control characters are removed. */
static void cli_fail_print(const char *format, va_list list)
{
    struct cli_text raw = {0}, clean = {0};

    cli_text_add_list(&raw, format, list);
    cli_text_clean(&clean, raw.data ? raw.data : "");
    fflush(stdout);
    fprintf(stderr, "aude: %s\n", clean.data);
    cli_text_free(&raw);
    cli_text_free(&clean);
}

int cli_fail(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    cli_fail_print(format, list);
    va_end(list);
    return CLI_FAILED;
}

int cli_fail_misused(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    cli_fail_print(format, list);
    va_end(list);
    return CLI_MISUSED;
}
