#define AUDE_TEST_MEMORY_C
#include "memory.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef AUDE_WRAPPED
/* What the linker calls those that were meant (--wrap), and where the program begins. */
void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t n);
char *__real_strdup(const char *text);
void __real_free(void *old);
extern char __executable_start;
#else
#define __real_malloc      malloc
#define __real_calloc      calloc
#define __real_realloc     realloc
#define __real_strdup      strdup
#define __real_free        free
#define __executable_start (*(char *)NULL)
#endif

enum { PIECES = 1 << 17 };

static struct memory_report *noted;
static const void *failing;
static int failing_turn,
    any_turn; /* any_turn: calls until one of any site fails; 0: none does */
static bool held_back, ran_out;
static atomic_int texts;

/* Every piece that is not given back yet, and who asked for it. */
static struct {
    void *at;
    const void *site;
} piece[PIECES];

size_t memory_offset(const void *site)
{
    return (size_t)((const char *)site - &__executable_start);
}

int memory_texts(void)
{
    return atomic_load(&texts);
}

bool memory_can_run_out(void)
{
#ifdef AUDE_WRAPPED
    return true;
#else
    return false;
#endif
}

/* -- Pieces ----------------------------------------------------------------------------- */

static size_t piece_home(const void *at)
{
    return (((uint64_t)(uintptr_t)at >> 4) * 11400714819323198485u) >>
           47; /* the upper bits: 17 of them, for PIECES */
}

static size_t piece_find(const void *at)
{
    size_t i = piece_home(at);

    while (piece[i].at && piece[i].at != at) i = (i + 1) % PIECES;
    return i;
}

static void *piece_add(void *at, const void *site)
{
    if (!noted || !at) return at;
    size_t i = piece_find(at);
    piece[i].at = at;
    piece[i].site = site;
    return at;
}

/* Those behind it move up, so that none is looked for past an empty place. */
static void piece_remove(const void *at)
{
    size_t hole = piece_find(at);

    if (!noted || !piece[hole].at) return;
    for (size_t i = (hole + 1) % PIECES; piece[i].at; i = (i + 1) % PIECES) {
        size_t home = piece_home(piece[i].at);
        if ((i - home) % PIECES < (i - hole) % PIECES) continue;
        piece[hole] = piece[i];
        hole = i;
    }
    piece[hole].at = NULL;
}

/* -- Sites ------------------------------------------------------------------------------ */

#ifdef AUDE_WRAPPED
/* How often this site has asked, now once more. */
static int site_asks(const void *at)
{
    int i = 0;

    while (i < noted->n_sites && noted->sites[i].at != at) i++;
    if (i == MEMORY_SITES) return 0;
    if (i == noted->n_sites)
        noted->sites[noted->n_sites++] = (struct memory_site){.at = at};
    return ++noted->sites[i].times;
}

static bool site_fails(const void *at)
{
    if (!noted || held_back) return false;
    int turn = site_asks(at);
    bool now = any_turn && !--any_turn;
    if (!now && (at != failing || turn != failing_turn)) return false;
    return ran_out = true;
}
#endif

/* jansson's own pieces: they never fail below its calls. */
static void *jansson_malloc(size_t n)
{
    return piece_add(__real_malloc(n), NULL);
}

static void jansson_free(void *old)
{
    piece_remove(old);
    __real_free(old);
}

void memory_watch(struct memory_report *report, const void *fails, int turn)
{
    json_set_alloc_funcs(jansson_malloc, jansson_free);
    noted = report;
    failing = fails;
    failing_turn = turn;
    any_turn = 0;
    ran_out = false;
}

void memory_watch_any(struct memory_report *report, int turn)
{
    memory_watch(report, NULL, 0);
    any_turn = turn;
}

bool memory_ran_out(void)
{
    return ran_out;
}

void memory_hold(bool back)
{
    held_back = back;
}

void memory_is_enough(void)
{
    failing = NULL;
    any_turn = 0;
}

void memory_end(void)
{
    for (size_t i = 0; i < PIECES; i++)
        if (piece[i].at && noted->n_left++ < MEMORY_LEAKS)
            noted->left[noted->n_left - 1] = piece[i].site;
    noted = NULL;
    held_back = false;
    memset(piece, 0, sizeof piece);
}

/* -- For tests: never too little --------------------------------------------------------- */

void *memory_malloc(size_t n)
{
    return __real_malloc(n);
}

void *memory_calloc(size_t n, size_t size)
{
    return __real_calloc(n, size);
}

void *memory_realloc(void *old, size_t n)
{
    return __real_realloc(old, n);
}

char *memory_strdup(const char *text)
{
    return __real_strdup(text);
}

#ifdef AUDE_WRAPPED
/* -- For everybody else ------------------------------------------------------------------ */

#define SITE __builtin_return_address(0)

void *__wrap_malloc(size_t n);
void *__wrap_malloc(size_t n)
{
    return site_fails(SITE) ? NULL : piece_add(__real_malloc(n), SITE);
}

void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size)
{
    return site_fails(SITE) ? NULL : piece_add(__real_calloc(n, size), SITE);
}

void *__wrap_realloc(void *old, size_t n);
void *__wrap_realloc(void *old, size_t n)
{
    if (site_fails(SITE)) return NULL;
    piece_remove(old);
    return piece_add(__real_realloc(old, n), SITE);
}

char *__wrap_strdup(const char *text);
char *__wrap_strdup(const char *text)
{
    return site_fails(SITE) ? NULL : piece_add(__real_strdup(text), SITE);
}

void __wrap_free(void *old);
void __wrap_free(void *old)
{
    piece_remove(old);
    __real_free(old);
}

/* -- jansson ----------------------------------------------------------------------------- */

/* A call without a list of arguments of any length: what it gives, its name, its arguments as declared and as passed on. */
#define JANSSON(gives, name, declared, passed)                                           \
    gives __real_##name declared;                                                        \
    gives __wrap_##name declared;                                                        \
    gives __wrap_##name declared                                                         \
    {                                                                                    \
        if ((#name)[5] == 'l' || (#name)[5] == 'd') /* json_load, json_dump */           \
            atomic_fetch_add(&texts, 1);                                                 \
        return site_fails(SITE) ? NULL : __real_##name passed;                           \
    }

JANSSON(json_t *, json_object, (void), ())
JANSSON(json_t *, json_array, (void), ())
JANSSON(json_t *, json_string, (const char *text), (text))
JANSSON(json_t *, json_stringn, (const char *text, size_t n), (text, n))
JANSSON(json_t *, json_integer, (json_int_t value), (value))
JANSSON(char *, json_dumps, (const json_t *json, size_t flags), (json, flags))
JANSSON(json_t *, json_loads, (const char *text, size_t flags, json_error_t *why),
        (text, flags, why))
JANSSON(json_t *, json_loadb,
        (const char *text, size_t n, size_t flags, json_error_t *why),
        (text, n, flags, why))

json_t *__wrap_json_pack(const char *format, ...);
json_t *__wrap_json_pack(const char *format, ...)
{
    bool fails = site_fails(SITE);
    va_list args;

    va_start(args, format);
    json_t *made = json_vpack_ex(NULL, 0, format, args);
    va_end(args);
    if (!fails) return made;
    json_decref(made); /* what was handed over to it is gone then, too */
    return NULL;
}

/* The value is taken in any case. */
int __real_json_object_set_new(json_t *object, const char *key, json_t *value);
int __wrap_json_object_set_new(json_t *object, const char *key, json_t *value);
int __wrap_json_object_set_new(json_t *object, const char *key, json_t *value)
{
    if (!site_fails(SITE)) return __real_json_object_set_new(object, key, value);
    json_decref(value);
    return -1;
}

/* The same; what was built so far is given up then (server/table/whole.h). */
bool __real_whole_set(json_t **json, const char *field, json_t *value);
bool __wrap_whole_set(json_t **json, const char *field, json_t *value);
bool __wrap_whole_set(json_t **json, const char *field, json_t *value)
{
    if (!site_fails(SITE)) return __real_whole_set(json, field, value);
    json_decref(value);
    return __real_whole_set(json, field, NULL);
}

bool __real_whole_append(json_t **json, json_t *value);
bool __wrap_whole_append(json_t **json, json_t *value);
bool __wrap_whole_append(json_t **json, json_t *value)
{
    if (!site_fails(SITE)) return __real_whole_append(json, value);
    json_decref(value);
    return __real_whole_append(json, NULL);
}

bool __real_whole_join(json_t **json, json_t *more);
bool __wrap_whole_join(json_t **json, json_t *more);
bool __wrap_whole_join(json_t **json, json_t *more)
{
    if (!site_fails(SITE)) return __real_whole_join(json, more);
    json_decref(more);
    return __real_whole_join(json, NULL);
}

int __real_json_array_append_new(json_t *array, json_t *value);
int __wrap_json_array_append_new(json_t *array, json_t *value);
int __wrap_json_array_append_new(json_t *array, json_t *value)
{
    if (!site_fails(SITE)) return __real_json_array_append_new(array, value);
    json_decref(value);
    return -1;
}
#endif
