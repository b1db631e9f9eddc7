/* fail.c -- the sentence for what is wrong with a save. */
#include "jcz_internal.h"

#include <stdarg.h>

bool jcz__fail(struct jcz_error *error, int message, const char *format, ...)
{
    int n = 0;
    va_list args;

    error->message = message;
    if (message) n = snprintf(error->text, sizeof error->text, "message %d: ", message);
    va_start(args, format);
    vsnprintf(error->text + n, sizeof error->text - (size_t)n, format, args);
    va_end(args);
    return false;
}

const char *jcz__fail_word(const char *text)
{
    static _Thread_local char words[4][44];
    static _Thread_local unsigned at;
    char *out = words[at++ & 3];
    size_t n = 0;

    for (; text[n] && n < 40; n++)
        out[n] =
            (char)((unsigned char)text[n] < 32 || (unsigned char)text[n] > 126 ? '?'
                                                                               : text[n]);
    strcpy(out + n, text[n] ? "..." : "");
    return out;
}
