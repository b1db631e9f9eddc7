/* held.c -- a game with its log; records and .jcz, in and out. */
#include <stdlib.h>
#include <string.h>

#include "aude_ext.h"
#include "sitting.h"
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
    held->no_record = from->no_record;
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
    held->no_record = "a view has no record of its own: it began in the middle of a game";
    return held;
}

/* -- Reading ---------------------------------------------------------------------------- */

/* The record's reader, with the number of the line in the text at hand. */
struct reading {
    struct aude_reader *reader;
    int line;
};

/* The exception that was just raised says the line as a number, too. */
static void held_add_line(int number)
{
    PyObject *type, *value, *trace, *line = PyLong_FromLong(number);

    PyErr_Fetch(&type, &value, &trace);
    if (value && line) PyObject_SetAttrString(value, "line", line);
    Py_XDECREF(line);
    PyErr_Restore(type, value, trace);
}

static void held_complain(const struct reading *r, enum aude_err err)
{
    char where[160];

    PyOS_snprintf(where, sizeof where, "line %d%s%s", r->line,
                  r->reader->at[0] ? ": " : "", r->reader->at);
    ext_module_refuse(ext_error, err, where);
    held_add_line(r->line);
}

static bool held_feed(struct reading *r, const char *text, size_t n)
{
    enum aude_err err = aude_reader_line(r->reader, text, n, NULL);

    if (err) held_complain(r, err);
    return !err;
}

static bool held_reading_begin(struct reading *r)
{
    *r = (struct reading){.reader = calloc(1, sizeof *r->reader)};
    if (!r->reader) PyErr_NoMemory();
    return r->reader != NULL;
}

static bool held_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Without its comment and the blanks around it. */
static bool held_is_play(const char *line, size_t n)
{
    const char *comment = memchr(line, '#', n);

    if (comment) n = (size_t)(comment - line);
    while (n && held_is_blank(line[n - 1])) n--;
    while (n && held_is_blank(*line)) line++, n--;
    return n == 4 && !memcmp(line, "play", 4);
}

static struct held *held_begin(const struct aude_head *head)
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
    ext_module_refuse(ext_error, err, "setup");
    return NULL;
}

/* Is there a first line, and one that says the rules? The reader knows the others' defaults. */
static bool held_head_begun(const struct reading *r)
{
    if (r->reader->seen) return true;
    enum aude_err err = aude_reader_end(r->reader);
    if (err != AUDE_ERR_HEADER) {
        err = AUDE_ERR_SETUP_MISSING;
        PyOS_snprintf(r->reader->at, sizeof r->reader->at, "missing: rules");
    }
    held_complain(r, err);
    return false;
}

/* The lines up to `play`; false with an exception. `*used` is how much of the text that was. */
static bool held_read_head(struct reading *r, const char *text, size_t n, size_t *used)
{
    for (*used = 0; *used < n;) {
        const char *line = text + *used, *end = memchr(line, '\n', n - *used);
        size_t length = end ? (size_t)(end - line) : n - *used;
        *used += length + (end != NULL);
        r->line++;
        if (held_is_play(line, length)) return held_head_begun(r);
        if (!held_feed(r, line, length)) return false;
    }
    return held_head_begun(r);
}

struct aude_reader *held_read_setup(const char *text, Py_ssize_t n)
{
    struct reading r;
    size_t used;

    if (!held_reading_begin(&r)) return NULL;
    if (held_read_head(&r, text, (size_t)n, &used)) return r.reader;
    free(r.reader);
    return NULL;
}

struct held *held_from_setup(const char *text, Py_ssize_t n)
{
    struct aude_reader *reader = held_read_setup(text, n);
    struct held *held = reader ? held_begin(&reader->head) : NULL;

    free(reader);
    return held;
}

/* One statement: played by the reader, which checks it, and put into the log. */
static bool held_read_statement(struct reading *r, struct held *held, const char *text,
                                size_t n)
{
    struct aude_action action;
    bool log = aude_record_action(&r->reader->game, text, n, &action);

    return held_feed(r, text, n) && (!log || held_log(held, action));
}

static bool held_read_turn(struct reading *r, struct held *held, const char *line,
                           size_t n)
{
    size_t at = 0, length;
    const char *words;

    if (aude_record_is_last(line, n)) return held_feed(r, line, n);
    while (aude_record_statement(line, n, &at, &words, &length))
        if (!held_read_statement(r, held, words, length)) return false;
    return true;
}

static bool held_read_turns(struct reading *r, struct held *held, const char *text,
                            size_t n)
{
    for (size_t at = 0; at < n;) {
        const char *line = text + at, *end = memchr(line, '\n', n - at);
        size_t length = end ? (size_t)(end - line) : n - at;
        at += length + (end != NULL);
        r->line++;
        if (!held_read_turn(r, held, line, length)) return false;
    }
    enum aude_err err = aude_reader_end(r->reader);
    if (err) held_complain(r, err);
    return !err;
}

/* Playing the log must give the same game that the reader has. */
static bool held_replay(struct held *held, uint64_t hash)
{
    enum aude_err err = AUDE_ERR_OK;

    for (int i = 0; !err && i < held->n; i++)
        err = aude_game_play(&held->game, held->log[i], NULL);
    if (!err && aude_game_hash(&held->game) != hash) err = AUDE_ERR_HASH;
    if (err) ext_module_refuse(ext_error, err, "the record, played again");
    numbers_frame_follow(&held->frame, &held->game);
    return !err;
}

struct held *held_from_record(const char *text, Py_ssize_t n)
{
    struct reading r;
    struct held *held = NULL;
    size_t used;

    if (!held_reading_begin(&r)) return NULL;
    bool ok = held_read_head(&r, text, (size_t)n, &used) && held_feed(&r, "play", 4) &&
              (held = held_begin(&r.reader->head)) &&
              held_read_turns(&r, held, text + used, (size_t)n - used) &&
              held_replay(held, aude_game_hash(&r.reader->game));
    free(r.reader);
    if (ok) return held;
    held_free(held);
    return NULL;
}

/* -- Writing ---------------------------------------------------------------------------- */

struct text {
    char *data;
    size_t n, max;
};

/* Room for so many more bytes; NULL if memory runs out. */
static char *held_text_room(struct text *text, size_t room)
{
    if (text->max - text->n < room) {
        size_t max = 2 * text->max + room;
        char *data = realloc(text->data, max);
        if (!data) return NULL;
        text->data = data;
        text->max = max;
    }
    return text->data + text->n;
}

/* The game once more from its beginning, as it is written. */
struct writing {
    struct aude_game game;
    struct aude_event list[AUDE_EVENTS_MAX];
    struct sitting_work work; /* for what others hear */
    struct text text;
};

static bool held_text_took(struct text *text, size_t n)
{
    if (n >= PIECE_MAX) return false;
    text->n += n;
    return true;
}

static bool held_write_opening(struct writing *w, const struct held *held, bool secret)
{
    struct aude_events events = {.list = w->list, .max = AUDE_EVENTS_MAX};
    char *out = held_text_room(&w->text, HEAD_MAX);

    if (!out || aude_game_init(&w->game, &held->head.setup, &events)) return false;
    w->text.n += aude_record_head(&held->head, secret, out, HEAD_MAX);
    out = held_text_room(&w->text, PIECE_MAX);
    return out && held_text_took(&w->text,
                                 aude_record_step(&w->game, "", &events, out, PIECE_MAX));
}

/* Play one action again and write what happens; with `heard` as others hear it. */
static bool held_write_step(struct writing *w, struct aude_action action, bool heard)
{
    struct aude_events events = {.list = w->list, .max = AUDE_EVENTS_MAX};
    char words[SITTING_WORDS_MAX], *out = held_text_room(&w->text, PIECE_MAX);

    if (!out) return false;
    aude_action_text(&w->game, action, words, sizeof words);
    if (heard) aude_game_copy(&w->work.before, &w->game);
    if (aude_game_play(&w->game, action, &events)) return false;
    if (!heard)
        return held_text_took(&w->text,
                              aude_record_step(&w->game, words, &events, out, PIECE_MAX));
    size_t n = sitting_public_step(&w->work, &w->work.before, action, &events, words, out,
                                   PIECE_MAX);
    return n && held_text_took(&w->text, n);
}

/* Which steps are written as others hear them. A hidden game heard everything itself; only a
 * toss that was made in it stays unknown to others until somebody reacts (CAT-26). */
static bool held_is_heard(const struct held *held, int i)
{
    if (!held->head.setup.hidden) return true;
    if (held->game.turn.phase != AUDE_PHASE_CATCH || held->log[i].kind != AUDE_TOSS)
        return false;
    while (++i < held->n)
        if (held->log[i].kind == AUDE_TOSS) return false;
    return true;
}

static bool held_write_all(struct writing *w, const struct held *held, bool secret)
{
    if (!held_write_opening(w, held, secret)) return false;
    for (int i = 0; i < held->n; i++)
        if (!held_write_step(w, held->log[i], !secret && held_is_heard(held, i)))
            return false;
    char *out = held_text_room(&w->text, PIECE_MAX);
    return out && held_text_took(&w->text, aude_record_end(&w->game, out, PIECE_MAX));
}

PyObject *held_record(const struct held *held, bool secret)
{
    PyObject *result = NULL;

    if (held->no_record) return PyErr_Format(ext_error, "%s", held->no_record);
    struct writing *w = calloc(1, sizeof *w);
    if (w && held_write_all(w, held, secret))
        result = PyUnicode_FromStringAndSize(w->text.data, (Py_ssize_t)w->text.n);
    else
        PyErr_NoMemory();
    if (w) free(w->text.data);
    free(w);
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
    if (held->no_record) {
        free(writer);
        return PyErr_Format(ext_error, "%s", held->no_record);
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
