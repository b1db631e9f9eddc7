/* flat.c -- see flat.h. */
#include "flat.h"

#include <stdlib.h>
#include <string.h>

enum {
    NAME_BYTES = 31, /* bytes of a field's name; a longer one is not plain */
    DIGITS = 18,     /* of a number that fits whatever its sign */
    DEPTH = 8,
    SEEN = 16, /* names of fields that are compared one by one; more are looked up */
    GROW_FROM = 512
};

/* -- Plain letters ---------------------------------------------------------------------- */

#define EACH(byte) (0x0101010101010101u * (uint64_t)(byte))

/* Printable ASCII, but for the two that JSON writes with a backslash. */
static bool flat_is_plain(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

/* EIGHT AT A TIME: is one of these eight bytes not plain? Sums without a branch: where a byte is below ' ', is a quote or a backslash, or
 * is DEL or more, the highest bit of a byte is set in one of them. (A borrow or a carry comes only from a byte that is not plain itself.)
 * Byte by byte, reading and writing texts was 4,500 instructions a move; so it is 1,200. */
static bool flat_has_special(uint64_t eight)
{
    uint64_t quote = eight ^ EACH('"'), slash = eight ^ EACH('\\');
    uint64_t below = (eight - EACH(' ')) & ~eight;
    uint64_t equal = ((quote - EACH(1)) & ~quote) | ((slash - EACH(1)) & ~slash);

    return ((eight | (eight + EACH(1)) | below | equal) & EACH(0x80)) != 0;
}

/* How many of these `n` bytes are plain, up to the first that is not. */
static size_t flat_count_plain(const char *text, size_t n)
{
    size_t i = 0;
    uint64_t eight;

    for (; n - i >= sizeof eight; i += sizeof eight) {
        memcpy(&eight, text + i, sizeof eight);
        if (flat_has_special(eight)) break;
    }
    while (i < n && flat_is_plain(text[i])) i++;
    return i;
}

/* -- Reading ---------------------------------------------------------------------------- */

struct flat {
    const char *at, *end;
    struct {
        const char *text;
        size_t n;
    } seen[SEEN]; /* the first names of the object */
    int n_seen;
};

static void flat_skip_blanks(struct flat *in)
{
    while (in->at < in->end &&
           (*in->at == ' ' || *in->at == '\n' || *in->at == '\r' || *in->at == '\t'))
        in->at++;
}

/* Is that the next character? Then it is taken, and the blanks behind it. */
static bool flat_take(struct flat *in, char c)
{
    if (in->at == in->end || *in->at != c) return false;
    in->at++;
    flat_skip_blanks(in);
    return true;
}

/* A text of ASCII without escapes: where it begins and how long it is. */
static bool flat_take_text(struct flat *in, const char **text, size_t *n)
{
    const char *from = in->at + 1;

    if (in->at == in->end || *in->at != '"') return false;
    const char *to = from + flat_count_plain(from, (size_t)(in->end - from));
    if (to == in->end || *to != '"') return false;
    *text = from;
    *n = (size_t)(to - from);
    in->at = to + 1;
    flat_skip_blanks(in);
    return true;
}

static json_t *flat_take_number(struct flat *in)
{
    bool minus = *in->at == '-';
    const char *from = in->at + minus, *to = from;
    json_int_t value = 0;

    while (to < in->end && to - from < DIGITS && *to >= '0' && *to <= '9')
        value = 10 * value + (*to++ - '0');
    bool zeros = to - from > 1 && *from == '0';
    bool goes_on = to < in->end && strchr("0123456789.eE", *to) != NULL;
    if (to == from || zeros || goes_on || to == in->end) return NULL;
    in->at = to;
    flat_skip_blanks(in);
    return json_integer(minus ? -value : value);
}

static bool flat_take_word(struct flat *in, const char *word, size_t n)
{
    if ((size_t)(in->end - in->at) < n || memcmp(in->at, word, n) != 0) return false;
    in->at += n;
    flat_skip_blanks(in);
    return true;
}

/* NULL: it is not plain. */
static json_t *flat_take_value(struct flat *in)
{
    const char *text;
    size_t n;

    if (in->at == in->end) return NULL;
    if (flat_take_text(in, &text, &n)) return json_stringn_nocheck(text, n);
    if (flat_take_word(in, "true", 4)) return json_true();
    if (flat_take_word(in, "false", 5)) return json_false();
    if (flat_take_word(in, "null", 4)) return json_null();
    return flat_take_number(in);
}

/* Has the object a field of that name already? */
static bool flat_was_seen(struct flat *in, const json_t *object, const char *name,
                          const char *text, size_t n)
{
    for (int i = 0; i < in->n_seen; i++)
        if (in->seen[i].n == n && !memcmp(in->seen[i].text, text, n)) return true;
    if (in->n_seen == SEEN) return json_object_get(object, name) != NULL;
    in->seen[in->n_seen].text = text;
    in->seen[in->n_seen++].n = n;
    return false;
}

static bool flat_take_field(struct flat *in, json_t *object)
{
    char name[NAME_BYTES + 1];
    const char *text;
    size_t n;

    if (!flat_take_text(in, &text, &n) || n > NAME_BYTES || !flat_take(in, ':'))
        return false;
    memcpy(name, text, n);
    name[n] = 0;
    if (flat_was_seen(in, object, name, text, n))
        return false; /* twice: what then, jansson knows */
    json_t *value = flat_take_value(in);
    return value && !json_object_set_new_nocheck(object, name, value);
}

static bool flat_take_object(struct flat *in, json_t *object)
{
    flat_skip_blanks(in);
    if (!object || !flat_take(in, '{')) return false;
    if (flat_take(in, '}')) return in->at == in->end;
    do {
        if (!flat_take_field(in, object)) return false;
    } while (flat_take(in, ','));
    return flat_take(in, '}') && in->at == in->end;
}

json_t *flat_read(const char *text, size_t n, size_t flags)
{
    struct flat in; /* its list is filled as far as it is used */
    json_t *object = json_object();

    in.at = text;
    in.end = text + n;
    in.n_seen = 0;
    if (flat_take_object(&in, object)) return object;
    json_decref(object);
    return json_loadb(text, n, flags, NULL);
}

/* -- Writing ---------------------------------------------------------------------------- */

static bool flat_make_room(struct flat_writer *out, size_t n)
{
    if (out->size - out->n > n) return true;
    size_t size = 2 * out->size + n;
    char *more = realloc(out->text, size);
    if (!more) return false;
    out->text = more;
    out->size = size;
    return true;
}

static bool flat_put(struct flat_writer *out, const char *bytes, size_t n)
{
    if (!flat_make_room(out, n)) return false;
    memcpy(out->text + out->n, bytes, n);
    out->n += n;
    return true;
}

static bool flat_put_char(struct flat_writer *out, char c)
{
    return flat_put(out, &c, 1);
}

/* The letter behind the backslash; 0: the character is not plain. */
static char flat_escape(char c)
{
    switch (c) {
    case '"':
    case '\\':
        return c;
    case '\n':
        return 'n';
    case '\t':
        return 't';
    default:
        return 0;
    }
}

/* How many bytes the letter at `text` has that is not ASCII, of `n` that are left; 0: it is no UTF-8. */
static size_t flat_letter(const char *text, size_t n)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)text[0];
    size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0;
    uint32_t code = first & (0x7Fu >> size);

    if (!size || size > n || first > 0xF4) return 0;
    for (size_t i = 1; i < size; i++) {
        if (((unsigned char)text[i] & 0xC0) != 0x80) return 0;
        code = code << 6 | ((unsigned char)text[i] & 0x3F);
    }
    bool half = code >= 0xD800 && code <= 0xDFFF; /* of a pair, which UTF-8 has not */
    return code < least[size] || code > 0x10FFFF || half ? 0 : size;
}

bool flat_is_utf8(const char *text)
{
    size_t n = strlen(text), size = 1;

    for (; n && size; text += size, n -= size)
        size = (unsigned char)*text < 0x80 ? 1 : flat_letter(text, n);
    return !n;
}

/* A character that is not written as it is; how many bytes of the text it is, 0: it is not plain. */
static size_t flat_put_special(char **to, const char *text, size_t n)
{
    char escape = flat_escape(text[0]);
    size_t size = escape ? 1 : flat_letter(text, n);

    if (escape) {
        *(*to)++ = '\\';
        *(*to)++ = escape;
        return size;
    }
    memcpy(*to, text, size);
    *to += size;
    return size;
}

static bool flat_put_text(struct flat_writer *out, const char *text, size_t n)
{
    if (!flat_make_room(out, 2 * n + 2)) return false;
    char *to = out->text + out->n;
    *to++ = '"';
    for (size_t i = 0; i < n;) {
        size_t size = flat_count_plain(text + i, n - i);
        memcpy(to, text + i, size);
        to += size;
        i += size;
        if (i == n) break;
        size = flat_put_special(&to, text + i, n - i);
        if (!size) return false;
        i += size;
    }
    *to++ = '"';
    out->n = (size_t)(to - out->text);
    return true;
}

static bool flat_put_number(struct flat_writer *out, json_int_t value)
{
    char digits[24], *at = digits + sizeof digits;
    unsigned long long rest =
        value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;

    do *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0) *--at = '-';
    return flat_put(out, at, (size_t)(digits + sizeof digits - at));
}

static bool flat_put_value(struct flat_writer *out, const json_t *json, int depth);

static bool flat_put_array(struct flat_writer *out, const json_t *json, int depth)
{
    size_t n = json_array_size(json);

    if (!flat_put_char(out, '[')) return false;
    for (size_t i = 0; i < n; i++)
        if ((i && !flat_put_char(out, ',')) ||
            !flat_put_value(out, json_array_get(json, i), depth))
            return false;
    return flat_put_char(out, ']');
}

/* jansson lets everybody walk through an object, but only through one that may be changed. */
static json_t *flat_walked(const json_t *json)
{
    union {
        const json_t *read;
        json_t *walked;
    } both = {json};

    return both.walked;
}

static bool flat_put_object(struct flat_writer *out, json_t *json, int depth)
{
    char before = '{';

    for (void *at = json_object_iter(json); at; at = json_object_iter_next(json, at)) {
        const char *name = json_object_iter_key(at);
        if (!flat_put_char(out, before) || !flat_put_text(out, name, strlen(name)) ||
            !flat_put_char(out, ':') ||
            !flat_put_value(out, json_object_iter_value(at), depth))
            return false;
        before = ',';
    }
    return before == ',' ? flat_put_char(out, '}') : flat_put(out, "{}", 2);
}

/* False: it is not plain, or there is no memory. */
static bool flat_put_value(struct flat_writer *out, const json_t *json, int depth)
{
    if (!json || depth == DEPTH) return false;
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        return flat_put_object(out, flat_walked(json), depth + 1);
    case JSON_ARRAY:
        return flat_put_array(out, json, depth + 1);
    case JSON_STRING:
        return flat_put_text(out, json_string_value(json), json_string_length(json));
    case JSON_INTEGER:
        return flat_put_number(out, json_integer_value(json));
    case JSON_TRUE:
        return flat_put(out, "true", 4);
    case JSON_FALSE:
        return flat_put(out, "false", 5);
    case JSON_NULL:
        return flat_put(out, "null", 4);
    case JSON_REAL:
    default:
        return false;
    }
}

char *flat_write(const json_t *json, size_t *n)
{
    struct flat_writer out;
    bool nests = json_is_object(json) || json_is_array(json);

    flat_begin(&out);
    if (out.failed || !nests || !flat_put_value(&out, json, 0)) {
        free(out.text);
        out.text = json_dumps(json, JSON_COMPACT);
        out.n = out.text ? strlen(out.text) : 0;
    } else
        out.text[out.n] = 0; /* there is always room for it */
    if (n) *n = out.n;
    return out.text;
}

/* -- Field by field --------------------------------------------------------------------- */

void flat_begin(struct flat_writer *out)
{
    *out = (struct flat_writer){.text = malloc(GROW_FROM), .size = GROW_FROM};
    out->failed = !out->text;
}

/* What stands before a value: a comma, unless it is the first here, and its name, unless it stands in a list. */
static bool flat_add_name(struct flat_writer *out, const char *name)
{
    char last = out->n ? out->text[out->n - 1] : 0;
    bool first = last == '{' || last == '[';

    if (out->failed || (!first && !flat_put_char(out, last ? ',' : '{'))) return false;
    return !name || (flat_put_text(out, name, strlen(name)) && flat_put_char(out, ':'));
}

void flat_open(struct flat_writer *out, const char *name, char bracket)
{
    out->failed = !flat_add_name(out, name) || !flat_put_char(out, bracket);
}

void flat_close(struct flat_writer *out, char bracket)
{
    out->failed = out->failed || !flat_put_char(out, bracket);
}

void flat_add_text(struct flat_writer *out, const char *name, const char *value)
{
    out->failed = !flat_add_name(out, name) || !flat_put_text(out, value, strlen(value));
}

void flat_add_number(struct flat_writer *out, const char *name, int64_t value)
{
    out->failed = !flat_add_name(out, name) || !flat_put_number(out, value);
}

void flat_add_flag(struct flat_writer *out, const char *name, bool value)
{
    out->failed = !flat_add_name(out, name) ||
                  !flat_put(out, value ? "true" : "false", value ? 4 : 5);
}

void flat_add_null(struct flat_writer *out, const char *name)
{
    out->failed = !flat_add_name(out, name) || !flat_put(out, "null", 4);
}

char *flat_end(struct flat_writer *out)
{
    if (!out->failed && flat_put(out, out->n ? "}" : "{}", out->n ? 1 : 2)) {
        out->text[out->n] = 0;
        return out->text;
    }
    free(out->text);
    return NULL;
}

json_t *flat_end_json(struct flat_writer *out)
{
    char *text = flat_end(out);
    json_t *json = text ? flat_read(text, strlen(text), 0) : NULL;

    free(text);
    return json;
}
