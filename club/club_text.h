/* club_text.h -- text into the caller's memory; names and whether they can be shown. */
#ifndef CLUB_TEXT_H
#define CLUB_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Begins as {memory, size, 0}. `used` is what all of it needs, as snprintf() counts: more than size - 1 means
 * that the end is missing. */
struct club_text {
    char *at;
    size_t size, used;
};

__attribute__((format(printf, 2, 3))) void club_text_add(struct club_text *text,
                                                         const char *format, ...);
/* A string of JSON, with its quotes. */
void club_text_json(struct club_text *text, const char *s);
/* A field of CSV with words of somebody: quoted where it must be, and never a formula. */
void club_text_csv(struct club_text *text, const char *s);
/* "3.5" for 7 halves. */
void club_text_halves(struct club_text *text, int halves);

/* Why a name cannot be one, as the end of a sentence that begins "a name "; NULL: it can. */
const char *club_text_bad_name(const char *name, size_t longest);

#endif
