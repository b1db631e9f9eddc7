/* jansson.c -- values of JSON: made, read from text, written as text (jansson.h). */
#include "jansson.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { OBJECT, ARRAY, STRING, INTEGER, REAL, TRUE, FALSE, NONE };

struct json_t {
    enum kind kind;
    size_t n, size;   /* values of an object or array; bytes of a string */
    char **key;       /* of an object */
    json_t **value;   /* of an object or array */
    char *text;       /* of a string, ended by a zero */
    json_int_t whole; /* of an integer */
    double real;
};

/* -- Memory: it is never given back ------------------------------------------------------ */

static void *json_room(size_t size)
{
    void *room = calloc(1, size);

    if (!room) abort(); /* the page hears that the module has stopped */
    return room;
}

static json_t *json_new(enum kind kind)
{
    json_t *json = json_room(sizeof *json);

    json->kind = kind;
    return json;
}

static char *json_copy(const char *text, size_t n)
{
    char *copy = json_room(n + 1);

    memcpy(copy, text, n);
    return copy;
}

void json_decref(json_t *json)
{
    (void)json;
}

/* -- Making values ---------------------------------------------------------------------- */

json_t *json_object(void)
{
    return json_new(OBJECT);
}

json_t *json_array(void)
{
    return json_new(ARRAY);
}

static json_t *json_text(const char *text, size_t n)
{
    json_t *json = json_new(STRING);

    json->text = json_copy(text, n);
    json->n = n;
    return json;
}

json_t *json_string(const char *text)
{
    return json_text(text, strlen(text));
}

json_t *json_integer(json_int_t value)
{
    json_t *json = json_new(INTEGER);

    json->whole = value;
    return json;
}

static json_t *json_real(double value)
{
    json_t *json = json_new(REAL);

    json->real = value;
    return json;
}

json_t *json_true(void)
{
    return json_new(TRUE);
}

/* -- What is it? ------------------------------------------------------------------------- */

static bool json_is(const json_t *json, enum kind kind)
{
    return json && json->kind == kind;
}

bool json_is_object(const json_t *json)
{
    return json_is(json, OBJECT);
}

bool json_is_array(const json_t *json)
{
    return json_is(json, ARRAY);
}

bool json_is_string(const json_t *json)
{
    return json_is(json, STRING);
}

bool json_is_integer(const json_t *json)
{
    return json_is(json, INTEGER);
}

bool json_is_number(const json_t *json)
{
    return json_is(json, INTEGER) || json_is(json, REAL);
}

bool json_is_null(const json_t *json)
{
    return json_is(json, NONE);
}

bool json_is_true(const json_t *json)
{
    return json_is(json, TRUE);
}

const char *json_string_value(const json_t *json)
{
    return json_is_string(json) ? json->text : NULL;
}

size_t json_string_length(const json_t *json)
{
    return json_is_string(json) ? json->n : 0;
}

json_int_t json_integer_value(const json_t *json)
{
    return json_is_integer(json) ? json->whole : 0;
}

double json_number_value(const json_t *json)
{
    return json_is_integer(json) ? (double)json->whole
           : json_is(json, REAL) ? json->real
                                 : 0;
}

/* -- Objects and arrays ------------------------------------------------------------------ */

static void json_grow(json_t *json)
{
    if (json->n < json->size) return;
    size_t size = 2 * json->size + 4;
    json_t **value = json_room(size * sizeof *value);
    if (json->n) memcpy(value, json->value, json->n * sizeof *value);
    json->value = value;
    if (json->kind == OBJECT) {
        char **key = json_room(size * sizeof *key);
        if (json->n) memcpy(key, json->key, json->n * sizeof *key);
        json->key = key;
    }
    json->size = size;
}

/* Where the key is, or n. */
static size_t json_find(const json_t *json, const char *key)
{
    size_t i = 0;

    while (i < json->n && strcmp(json->key[i], key) != 0) i++;
    return i;
}

size_t json_object_size(const json_t *json)
{
    return json_is_object(json) ? json->n : 0;
}

json_t *json_object_get(const json_t *json, const char *key)
{
    size_t i = json_is_object(json) ? json_find(json, key) : 0;

    return i < json_object_size(json) ? json->value[i] : NULL;
}

int json_object_set_new(json_t *json, const char *key, json_t *value)
{
    size_t i = json_find(json, key);

    if (i == json->n) {
        json_grow(json);
        json->key[i] = json_copy(key, strlen(key));
        json->n++;
    }
    json->value[i] = value;
    return 0;
}

const char *json_object_key_after(const json_t *json, const char *key)
{
    size_t i = key ? json_find(json, key) + 1 : 0;

    return i < json_object_size(json) ? json->key[i] : NULL;
}

size_t json_array_size(const json_t *json)
{
    return json_is_array(json) ? json->n : 0;
}

json_t *json_array_get(const json_t *json, size_t at)
{
    return at < json_array_size(json) ? json->value[at] : NULL;
}

int json_array_insert_new(json_t *json, size_t at, json_t *value)
{
    if (at > json_array_size(json)) return -1;
    json_grow(json);
    memmove(json->value + at + 1, json->value + at, (json->n - at) * sizeof *json->value);
    json->value[at] = value;
    json->n++;
    return 0;
}

int json_array_append_new(json_t *json, json_t *value)
{
    return json_array_insert_new(json, json->n, value);
}

int json_array_remove(json_t *json, size_t at)
{
    if (at >= json_array_size(json)) return -1;
    json->n--;
    memmove(json->value + at, json->value + at + 1, (json->n - at) * sizeof *json->value);
    return 0;
}

/* -- Packing ----------------------------------------------------------------------------- */

struct packing {
    const char *format;
    va_list args;
};

static char pack_next(struct packing *p)
{
    while (*p->format == ' ' || *p->format == ',' || *p->format == ':') p->format++;
    return *p->format ? *p->format++ : '\0';
}

static json_t *pack_value(struct packing *p, char what);

static json_t *pack_object(struct packing *p)
{
    json_t *json = json_object();

    while (pack_next(p) == 's') {
        const char *key = va_arg(p->args, const char *);
        json_object_set_new(json, key, pack_value(p, pack_next(p)));
    }
    return json;
}

static json_t *pack_array(struct packing *p)
{
    json_t *json = json_array();

    for (char what; (what = pack_next(p)) != ']';)
        json_array_append_new(json, pack_value(p, what));
    return json;
}

static json_t *pack_value(struct packing *p, char what)
{
    switch (what) {
    case '{':
        return pack_object(p);
    case '[':
        return pack_array(p);
    case 's':
        return json_string(va_arg(p->args, const char *));
    case 'i':
        return json_integer(va_arg(p->args, int));
    case 'f':
        return json_real(va_arg(p->args, double));
    case 'o':
    case 'O':
        return va_arg(p->args, json_t *);
    default:
        return json_new(NONE);
    }
}

json_t *json_pack(const char *format, ...)
{
    struct packing p = {.format = format};

    va_start(p.args, format);
    json_t *json = pack_value(&p, pack_next(&p));
    va_end(p.args);
    return json;
}

/* -- Reading ----------------------------------------------------------------------------- */

enum { DEPTH_MAX = 200 };

struct reading {
    const char *at, *end;
    json_error_t *error;
    int depth;
};

static json_t *read_fail(struct reading *r, const char *why)
{
    if (!r->error->text[0]) snprintf(r->error->text, sizeof r->error->text, "%s", why);
    return NULL;
}

/* The next byte that is no blank; 0 at the end. */
static char read_peek(struct reading *r)
{
    while (r->at < r->end &&
           (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n'))
        r->error->line += *r->at++ == '\n';
    return r->at < r->end ? *r->at : '\0';
}

static bool read_word(struct reading *r, const char *word)
{
    size_t n = strlen(word);

    if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0) return false;
    r->at += n;
    return true;
}

/* The number of the four hexadecimal digits after a backslash and u; -1: they are none. */
static int read_hex(struct reading *r)
{
    int code = 0;

    for (int i = 0; i < 4; i++) {
        char c = r->at < r->end ? *r->at++ : '\0';
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) return -1;
        code = 16 * code + digit;
    }
    return code;
}

static size_t write_utf8(char *out, int code)
{
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char first[4] = {0, 0xc0, 0xe0, 0xf0};

    out[0] = (char)(first[more] | code >> 6 * more);
    for (int i = 1; i <= more; i++)
        out[i] = (char)(0x80 | (code >> 6 * (more - i) & 0x3f));
    return (size_t)more + 1;
}

/* What follows \u; two halves of a pair are one letter. */
static bool read_unicode(struct reading *r, char *out, size_t *n)
{
    int code = read_hex(r);

    if (code >= 0xd800 && code < 0xdc00) {
        int low = read_word(r, "\\u") ? read_hex(r) : -1;
        if (low < 0xdc00 || low > 0xdfff) return false;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code <= 0 || (code >= 0xdc00 && code <= 0xdfff)) return false;
    *n += write_utf8(out + *n, code);
    return true;
}

static bool read_escape(struct reading *r, char *out, size_t *n)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = r->at < r->end ? *r->at++ : '\0';
    const char *found = c ? strchr(from, c) : NULL;

    if (c == 'u') return read_unicode(r, out, n);
    if (!found) return false;
    out[(*n)++] = to[found - from];
    return true;
}

/* How many bytes the letter at `at` has in UTF-8: the shortest way to write it, no half of a pair. 0: it is none. */
static size_t utf8_length(const unsigned char *at, const unsigned char *end)
{
    size_t n = at[0] < 0x80   ? 1
               : at[0] < 0xc2 ? 0
               : at[0] < 0xe0 ? 2
               : at[0] < 0xf0 ? 3
               : at[0] < 0xf5 ? 4
                              : 0;
    unsigned second = n > 1 && end - at > 1 ? at[1] : 0;

    if ((size_t)(end - at) < n) return 0;
    for (size_t i = 1; i < n; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    bool longer = (at[0] == 0xe0 && second < 0xa0) || (at[0] == 0xf0 && second < 0x90);
    bool beyond = (at[0] == 0xed && second > 0x9f) || (at[0] == 0xf4 && second > 0x8f);
    return longer || beyond ? 0 : n;
}

static bool utf8_holds(const char *text, size_t n)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + n;

    for (size_t length; at < end; at += length)
        if (!(length = utf8_length(at, end))) return false;
    return true;
}

/* After the first quotation mark; NULL if it does not end, or holds what no text may. */
static json_t *read_string(struct reading *r)
{
    const char *end = ++r->at;

    while (end < r->end && *end != '"') end += *end == '\\' ? 2 : 1;
    if (end >= r->end) return read_fail(r, "a text that does not end");
    if (!utf8_holds(r->at, (size_t)(end - r->at)))
        return read_fail(r, "a text that is not UTF-8");
    char *text = json_room((size_t)(end - r->at) + 1);
    size_t n = 0;
    while (*r->at != '"') {
        char c = *r->at++;
        if ((unsigned char)c < 0x20) return read_fail(r, "a control character in a text");
        if (c != '\\')
            text[n++] = c;
        else if (!read_escape(r, text, &n))
            return read_fail(r, "a backslash that means nothing");
    }
    r->at++;
    return json_text(text, n);
}

static bool read_digits(struct reading *r)
{
    const char *from = r->at;

    while (r->at < r->end && *r->at >= '0' && *r->at <= '9') r->at++;
    return r->at > from;
}

/* A number to its end: no zero before other digits, a digit on both sides of a point. */
static bool read_figures(struct reading *r, bool *whole)
{
    read_word(r, "-");
    if (!read_word(r, "0") && !read_digits(r)) return false;
    bool point = read_word(r, ".");
    if (point && !read_digits(r)) return false;
    bool power = read_word(r, "e") || read_word(r, "E");
    if (power && !read_word(r, "+")) read_word(r, "-");
    *whole = !point && !power;
    return !power || read_digits(r);
}

static json_t *read_number(struct reading *r)
{
    const char *from = r->at;
    bool whole;

    if (!read_figures(r, &whole)) return read_fail(r, "this is no value");
    char *text = json_copy(from, (size_t)(r->at - from));
    errno = 0;
    json_t *json =
        whole ? json_integer(strtoll(text, NULL, 10)) : json_real(strtod(text, NULL));
    if (errno == ERANGE && (whole || isinf(json->real)))
        return read_fail(r, "a number that is too large");
    return json;
}

static json_t *read_value(struct reading *r);

static json_t *read_member(struct reading *r, json_t *json)
{
    json_t *key =
        read_peek(r) == '"' ? read_string(r) : read_fail(r, "a name is missing");

    if (!key) return NULL;
    if (strlen(key->text) != key->n) return read_fail(r, "a zero in a name");
    if (json_object_get(json, key->text)) return read_fail(r, "a name stands twice");
    if (read_peek(r) != ':') return read_fail(r, "a colon is missing");
    r->at++;
    json_t *value = read_value(r);
    if (value) json_object_set_new(json, key->text, value);
    return value;
}

/* After the bracket that begins it. */
static json_t *read_list(struct reading *r, json_t *json, char last)
{
    r->at++;
    if (read_peek(r) == last) {
        r->at++;
        return json;
    }
    for (;;) {
        json_t *value = last == '}' ? read_member(r, json) : read_value(r);
        if (!value) return NULL;
        if (last == ']') json_array_append_new(json, value);
        char c = read_peek(r);
        if (c != ',' && c != last) return read_fail(r, "a comma or bracket is missing");
        r->at++;
        if (c == last) return json;
    }
}

static json_t *read_value(struct reading *r)
{
    char c = read_peek(r);

    if (c == '"') return read_string(r);
    if (c == '{' || c == '[') {
        if (++r->depth > DEPTH_MAX)
            return read_fail(r, "too many brackets in each other");
        json_t *json =
            c == '{' ? read_list(r, json_object(), '}') : read_list(r, json_array(), ']');
        r->depth--;
        return json;
    }
    if (read_word(r, "true")) return json_true();
    if (read_word(r, "false")) return json_new(FALSE);
    if (read_word(r, "null")) return json_new(NONE);
    return read_number(r);
}

json_t *json_loadb(const char *bytes, size_t n, size_t flags, json_error_t *error)
{
    struct reading r = {.at = bytes, .end = bytes + n, .error = error};
    json_t *json;

    (void)flags;
    *error = (json_error_t){.line = 1};
    json = read_value(&r);
    if (json && !json_is_object(json) && !json_is_array(json))
        return read_fail(&r, "it begins with no bracket");
    if (!json) return NULL;
    read_peek(&r);
    return r.at < r.end ? read_fail(&r, "something follows its end") : json;
}

/* -- Writing ----------------------------------------------------------------------------- */

struct writing {
    char *text;
    size_t n, size;
};

static void write_bytes(struct writing *w, const char *bytes, size_t n)
{
    if (w->n + n + 1 > w->size) {
        w->size = 2 * (w->n + n + 1);
        w->text = realloc(w->text, w->size);
        if (!w->text) abort();
    }
    memcpy(w->text + w->n, bytes, n);
    w->n += n;
    w->text[w->n] = '\0';
}

static void write_text(struct writing *w, const char *text)
{
    write_bytes(w, text, strlen(text));
}

static void write_letter(struct writing *w, char c)
{
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    const char *found = c ? strchr(from, c) : NULL;
    char escaped[8];

    if (found)
        snprintf(escaped, sizeof escaped, "\\%c", to[found - from]);
    else if ((unsigned char)c < 0x20)
        snprintf(escaped, sizeof escaped, "\\u%04X", (unsigned)c);
    else
        snprintf(escaped, sizeof escaped, "%c", c);
    write_text(w, escaped);
}

static void write_string(struct writing *w, const char *text)
{
    write_text(w, "\"");
    for (; *text; text++) write_letter(w, *text);
    write_text(w, "\"");
}

static void write_line(struct writing *w, int level)
{
    write_text(w, "\n");
    while (level-- > 0) write_text(w, " ");
}

static void write_value(struct writing *w, const json_t *json, int level);

static void write_list(struct writing *w, const json_t *json, int level)
{
    bool object = json->kind == OBJECT;

    write_text(w, object ? "{" : "[");
    for (size_t i = 0; i < json->n; i++) {
        if (i) write_text(w, ",");
        write_line(w, level + 1);
        if (object) {
            write_string(w, json->key[i]);
            write_text(w, ": ");
        }
        write_value(w, json->value[i], level + 1);
    }
    if (json->n) write_line(w, level);
    write_text(w, object ? "}" : "]");
}

/* A save of ours has no fractions but 0.0. */
static void write_value(struct writing *w, const json_t *json, int level)
{
    char number[32];

    switch (json->kind) {
    case OBJECT:
    case ARRAY:
        write_list(w, json, level);
        return;
    case STRING:
        write_string(w, json->text);
        return;
    case INTEGER:
    case REAL:
        snprintf(number, sizeof number, json->kind == REAL ? "%lld.0" : "%lld",
                 json->kind == REAL ? (json_int_t)json->real : json->whole);
        write_text(w, number);
        return;
    case TRUE:
    case FALSE:
        write_text(w, json->kind == TRUE ? "true" : "false");
        return;
    case NONE:
        write_text(w, "null");
    }
}

char *json_dumps(const json_t *json, size_t flags)
{
    struct writing w = {0};

    (void)flags;
    write_value(&w, json, 0);
    return w.text;
}
