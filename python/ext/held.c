/* held.c -- a game with its log; records and .jcz, in and out. */
#include <stdlib.h>
#include <string.h>

#include "aude_ext.h"
#ifdef AUDE_JCZ
#include "jcz.h"
#endif

enum { PIECE_MAX = 4 * AUDE_LINE_MAX, HEAD_MAX = 64 << 10 };

/* -- Memory ----------------------------------------------------------------------------- */

struct held *held_new(void)
{
    struct held *held = calloc(1, sizeof *held);

    if (!held) PyErr_NoMemory();
    return held;
}

void held_free(struct held *held)
{
    if (held) free(held->log);
    free(held);
}

bool held_log(struct held *held, struct aude_action action)
{
    if (held->n == held->max) {
        int max = held->max ? 2 * held->max : 64;
        struct aude_action *log = realloc(held->log, (size_t)max * sizeof *log);
        if (!log) {
            PyErr_NoMemory();
            return false;
        }
        held->log = log;
        held->max = max;
    }
    held->log[held->n++] = action;
    return true;
}

struct held *held_copy(const struct held *from)
{
    struct held *held = malloc(sizeof *held);

    if (!held) {
        PyErr_NoMemory();
        return NULL;
    }
    aude_game_copy(&held->game, &from->game);
    held->head = from->head;
    held->frame = from->frame;
    held->view = from->view;
    held->n = held->max = from->n;
    held->log = from->n ? malloc((size_t)from->n * sizeof *held->log) : NULL;
    if (from->n && !held->log) {
        free(held);
        PyErr_NoMemory();
        return NULL;
    }
    if (from->n) memcpy(held->log, from->log, (size_t)from->n * sizeof *held->log);
    return held;
}

struct held *held_view(const struct held *from, unsigned seat)
{
    struct held *held = held_new();

    if (!held) return NULL;
    aude_game_view(&held->game, &from->game, seat);
    held->head = from->head;
    held->head.setup.hidden = 1;
    held->head.setup.seed = aude_seed(0);
    held->head.setup.n_order = 0;
    held->frame = from->frame;
    held->view = true;
    return held;
}

/* -- Reading ---------------------------------------------------------------------------- */

/* The record's reader, with the number of the line in the text at hand. */
struct reading {
    struct aude_reader *reader;
    int line;
};

static void complain(const struct reading *r, enum aude_err err)
{
    char where[160];

    PyOS_snprintf(where, sizeof where, "line %d: %s", r->line, r->reader->at);
    ext_refuse(ext_error, err, where);
}

static bool feed(struct reading *r, const char *text, size_t n)
{
    enum aude_err err = aude_reader_line(r->reader, text, n, NULL);

    if (err) complain(r, err);
    return !err;
}

static bool reading_begin(struct reading *r)
{
    *r = (struct reading){.reader = calloc(1, sizeof *r->reader)};
    if (!r->reader) PyErr_NoMemory();
    return r->reader != NULL;
}

static bool is_play(const char *line, size_t n)
{
    while (n && (line[n - 1] == '\r' || line[n - 1] == ' ')) n--;
    return n == 4 && !memcmp(line, "play", 4);
}

static struct held *begin(const struct aude_head *head)
{
    struct held *held = held_new();
    enum aude_err err;

    if (!held) return NULL;
    held->head = *head;
    for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
        if (!held->head.name[seat][0])
            PyOS_snprintf(held->head.name[seat], AUDE_NAME_MAX, "Player %u", seat + 1);
    err = aude_game_init(&held->game, &held->head.setup, NULL);
    if (!err) return held;
    held_free(held);
    ext_refuse(ext_error, err, "setup");
    return NULL;
}

/* The lines up to `play`; false with an exception. `*used` is how much of the text that was. */
static bool read_head(struct reading *r, const char *text, size_t n, size_t *used)
{
    for (*used = 0; *used < n;) {
        const char *line = text + *used, *end = memchr(line, '\n', n - *used);
        size_t length = end ? (size_t)(end - line) : n - *used;
        *used += length + (end != NULL);
        r->line++;
        if (is_play(line, length)) return true;
        if (!feed(r, line, length)) return false;
    }
    return true;
}

struct held *held_from_setup(const char *text, Py_ssize_t n)
{
    struct reading r;
    struct held *held = NULL;
    size_t used;

    if (!reading_begin(&r)) return NULL;
    if (read_head(&r, text, (size_t)n, &used)) held = begin(&r.reader->head);
    free(r.reader);
    return held;
}

/* One statement: played by the reader, which checks it, and put into the log. */
static bool read_statement(struct reading *r, struct held *held, const char *text,
                           size_t n)
{
    struct aude_action action;
    bool log = aude_record_action(&r->reader->game, text, n, &action);

    return feed(r, text, n) && (!log || held_log(held, action));
}

static bool read_turn(struct reading *r, struct held *held, const char *line, size_t n)
{
    size_t at = 0, length;
    const char *words;

    if (aude_record_is_last(line, n)) return feed(r, line, n);
    while (aude_record_statement(line, n, &at, &words, &length))
        if (!read_statement(r, held, words, length)) return false;
    return true;
}

static bool read_turns(struct reading *r, struct held *held, const char *text, size_t n)
{
    for (size_t at = 0; at < n;) {
        const char *line = text + at, *end = memchr(line, '\n', n - at);
        size_t length = end ? (size_t)(end - line) : n - at;
        at += length + (end != NULL);
        r->line++;
        if (!read_turn(r, held, line, length)) return false;
    }
    enum aude_err err = aude_reader_end(r->reader);
    if (err) complain(r, err);
    return !err;
}

/* Playing the log must give the same game that the reader has. */
static bool replay(struct held *held, uint64_t hash)
{
    enum aude_err err = AUDE_ERR_OK;

    for (int i = 0; !err && i < held->n; i++)
        err = aude_game_play(&held->game, held->log[i], NULL);
    if (!err && aude_game_hash(&held->game) != hash) err = AUDE_ERR_HASH;
    if (err) ext_refuse(ext_error, err, "the record, played again");
    frame_follow(&held->frame, &held->game);
    return !err;
}

struct held *held_from_record(const char *text, Py_ssize_t n)
{
    struct reading r;
    struct held *held = NULL;
    size_t used;

    if (!reading_begin(&r)) return NULL;
    bool ok = read_head(&r, text, (size_t)n, &used) && feed(&r, "play", 4) &&
              (held = begin(&r.reader->head)) &&
              read_turns(&r, held, text + used, (size_t)n - used) &&
              replay(held, aude_game_hash(&r.reader->game));
    free(r.reader);
    if (ok) return held;
    held_free(held);
    return NULL;
}

/* -- Writing ---------------------------------------------------------------------------- */

struct text {
    char *data;
    size_t n, max;
    bool failed;
};

/* Room for PIECE_MAX more bytes. */
static char *text_room(struct text *text, size_t room)
{
    if (text->max - text->n < room) {
        size_t max = 2 * text->max + room;
        char *data = realloc(text->data, max);
        if (!data) {
            text->failed = true;
            return NULL;
        }
        text->data = data;
        text->max = max;
    }
    return text->data + text->n;
}

static void text_step(struct text *text, const struct aude_game *game, const char *words,
                      const struct aude_events *events)
{
    char *out = text_room(text, PIECE_MAX);

    if (out) text->n += aude_record_step(game, words, events, out, PIECE_MAX);
}

/* Play the log again and write what happens. */
static bool write_all(const struct held *held, bool secret, struct aude_game *game,
                      struct aude_event *list, struct text *text)
{
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    char words[160], *out = text_room(text, HEAD_MAX);

    if (!out || aude_game_init(game, &held->head.setup, &events)) return false;
    text->n += aude_record_head(&held->head, secret, out, HEAD_MAX);
    text_step(text, game, "", &events);
    for (int i = 0; i < held->n; i++) {
        aude_action_text(game, held->log[i], words, sizeof words);
        events.n = 0;
        if (aude_game_play(game, held->log[i], &events)) return false;
        text_step(text, game, words, &events);
    }
    if ((out = text_room(text, PIECE_MAX)))
        text->n += aude_record_end(game, out, PIECE_MAX);
    return !text->failed;
}

PyObject *held_record(const struct held *held, bool secret)
{
    struct text text = {0};
    PyObject *result = NULL;

    if (held->view)
        return PyErr_Format(ext_error, "a view has no record of its own: it began in the "
                                       "middle of a game");
    struct aude_game *game = malloc(sizeof *game);
    struct aude_event *list = malloc(AUDE_EVENTS_MAX * sizeof *list);
    if (game && list && write_all(held, secret, game, list, &text))
        result = PyUnicode_FromStringAndSize(text.data, (Py_ssize_t)text.n);
    else
        PyErr_NoMemory();
    free(game);
    free(list);
    free(text.data);
    return result;
}

/* -- JCloisterZone ---------------------------------------------------------------------- */

#ifdef AUDE_JCZ

struct held *held_from_jcz(const char *bytes, Py_ssize_t n)
{
    struct jcz_error error = {0};
    char *record;

    if (n > JCZ_IMPORT_MAX) {
        PyErr_Format(ext_error, "a save of %zd bytes is too large: %d are taken", n,
                     JCZ_IMPORT_MAX);
        return NULL;
    }
    if (!jcz_import(bytes, (size_t)n, &record, &error)) {
        PyErr_SetString(ext_error, error.text);
        return NULL;
    }
    struct held *held = held_from_record(record, (Py_ssize_t)strlen(record));
    free(record);
    return held;
}

PyObject *held_to_jcz(const struct held *held)
{
    struct jcz_writer *writer = calloc(1, sizeof *writer);
    struct jcz_error error = {0};
    char *text = NULL;

    if (!writer) return PyErr_NoMemory();
    if (held->view) {
        free(writer);
        return PyErr_Format(ext_error, "a view has no record of its own");
    }
    if (jcz_writer_init(writer, &held->head, &error)) {
        for (int i = 0; i < held->n; i++) jcz_writer_action(writer, held->log[i]);
        text = jcz_writer_end(writer, &error);
    }
    free(writer);
    if (!text) return PyErr_Format(ext_error, "%s", error.text);
    PyObject *result = PyUnicode_FromString(text);
    free(text);
    return result;
}

#else

struct held *held_from_jcz(const char *bytes, Py_ssize_t n)
{
    (void)bytes, (void)n;
    PyErr_SetString(ext_error, "this package was built without jansson: no .jcz");
    return NULL;
}

PyObject *held_to_jcz(const struct held *held)
{
    (void)held;
    return PyErr_Format(ext_error, "this package was built without jansson: no .jcz");
}

#endif
