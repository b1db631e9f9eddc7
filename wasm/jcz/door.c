/* door.c -- JCloisterZone's saves in the browser: a record becomes a save, or a save a record. One call for
 * each instance of this module: nothing is freed (jansson.h). */
#include <stdlib.h>
#include <string.h>

#include "jcz.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

static char *text; /* what goes in */
static const char *answer = "";
static struct jcz_error error;

/* Room for so many bytes of text. */
char *EXPORT(door_in)(size_t n);
char *door_in(size_t n)
{
    text = calloc(1, n + 1);
    return text;
}

static int door_answer(bool done, const char *made)
{
    answer = done ? made : error.text;
    return done;
}

/* 1: the answer is the save; 0: why there is none. */
int EXPORT(door_export)(size_t n);
int door_export(size_t n)
{
    char *save;

    return door_answer(jcz_export(text, n, &save, &error), save);
}

/* 1: the answer is the record; 0: why there is none. */
int EXPORT(door_import)(size_t n);
int door_import(size_t n)
{
    char *record;

    return door_answer(jcz_import(text, n, &record, &error), record);
}

const char *EXPORT(door_out)(void);
const char *door_out(void)
{
    return answer;
}

size_t EXPORT(door_out_n)(void);
size_t door_out_n(void)
{
    return strlen(answer);
}
