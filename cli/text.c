/* text.c -- text that grows; written to files. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void cli_text_reserve(struct cli_text *text, size_t more)
{
    size_t size = text->size ? text->size : 256;

    if (text->n + more < text->size) return;
    while (size <= text->n + more) size *= 2;
    char *data = realloc(text->data, size);
    if (!data) {
        fputs("aude: there is not enough memory\n", stderr);
        exit(CLI_FAILED);
    }
    text->data = data;
    text->size = size;
}

void cli_text_bytes(struct cli_text *text, const char *bytes, size_t n)
{
    cli_text_reserve(text, n);
    if (n) memcpy(text->data + text->n, bytes, n);
    text->n += n;
    text->data[text->n] = 0;
}

void cli_text_str(struct cli_text *text, const char *s)
{
    cli_text_bytes(text, s, strlen(s));
}

void cli_text_add_list(struct cli_text *text, const char *format, va_list list)
{
    va_list again;

    va_copy(again, list);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (n < 0) return;
    cli_text_reserve(text, (size_t)n);
    vsnprintf(text->data + text->n, (size_t)n + 1, format, list);
    text->n += (size_t)n;
}

void cli_text_add(struct cli_text *text, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    cli_text_add_list(text, format, list);
    va_end(list);
}

size_t cli_text_utf8(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

    if (s[0] > 0xf4 || (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    for (size_t i = 1; i < n; i++)
        if (s[i] >> 6 != 2) return 0;
    return n;
}

bool cli_text_is_utf8(const char *text)
{
    size_t n = 1;

    for (; *text && n; text += n) n = cli_text_utf8(text);
    return n > 0;
}

void cli_text_clean(struct cli_text *text, const char *s)
{
    while (*s) {
        const unsigned char *c = (const unsigned char *)s;
        size_t n = cli_text_utf8(s);
        bool control = c[0] < 32 || c[0] == 127 || (c[0] == 0xc2 && c[1] < 0xa0);

        cli_text_bytes(text, n && !control ? s : "?", n && !control ? n : 1);
        s += n ? n : 1;
    }
}

void cli_text_clear(struct cli_text *text)
{
    text->n = 0;
    if (text->data) text->data[0] = 0;
}

void cli_text_free(struct cli_text *text)
{
    free(text->data);
    *text = (struct cli_text){0};
}

int cli_text_print(const struct cli_text *text, FILE *to)
{
    if (text->n && fwrite(text->data, 1, text->n, to) != text->n)
        return cli_fail("the output could not be written: %s", strerror(errno));
    if (fflush(to))
        return cli_fail("the output could not be written: %s", strerror(errno));
    return CLI_DONE;
}

/* Only a new or an ordinary file can be replaced; a device, a pipe or a link is written
 * to directly. */
static bool cli_text_may_replace(const char *path)
{
    struct stat is;

    return lstat(path, &is) ? errno == ENOENT : S_ISREG(is.st_mode);
}

int cli_text_write(const char *path, const struct cli_text *text)
{
    struct cli_text part = {0};

    if (!path || !strcmp(path, "-")) return cli_text_print(text, stdout);
    int spared = cli_input_spared(path);
    if (spared) return spared;
    bool whole = cli_text_may_replace(path);
    cli_text_add(&part, whole ? "%s" CLI_PART : "%s", path);
    FILE *file = fopen(part.data, "wb");
    bool ok = file && fwrite(text->data, 1, text->n, file) == text->n;
    if (file) ok = !fclose(file) && ok;
    if (whole && ok) ok = !rename(part.data, path);
    int status = ok ? CLI_DONE : cli_fail("%s: %s", path, strerror(errno));
    if (whole && file && !ok) remove(part.data);
    cli_text_free(&part);
    return status;
}
