/* game.c -- aude._aude.Game: begin, play, copy, and back as text. */
#include <stdlib.h>
#include <string.h>

#include "aude_ext.h"

PyTypeObject *ext_game_type;

PyObject *ext_game_wrap(PyTypeObject *type, struct held *held)
{
    if (!held) return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    struct ext_game *self = (struct ext_game *)allocate(type, 0);

    if (self)
        self->held = held;
    else
        held_free(held);
    return (PyObject *)self;
}

struct held *ext_game_held(PyObject *self)
{
    return ((struct ext_game *)self)->held;
}

static void ext_game_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);

    held_free(((struct ext_game *)self)->held);
    release(self);
    Py_DECREF(type);
}

static PyObject *ext_game_make(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    const char *text;
    Py_ssize_t n;

    (void)keywords;
    if (!PyArg_ParseTuple(args, "s#", &text, &n)) return NULL;
    return ext_game_wrap(type, held_from_setup(text, n));
}

static PyObject *ext_game_from_record(PyObject *type, PyObject *args)
{
    const char *text;
    Py_ssize_t n;

    if (!PyArg_ParseTuple(args, "s#", &text, &n)) return NULL;
    return ext_game_wrap((PyTypeObject *)type, held_from_record(text, n));
}

static PyObject *ext_game_from_jcz(PyObject *type, PyObject *args)
{
    const char *bytes;
    Py_ssize_t n;

    if (!PyArg_ParseTuple(args, "s#", &bytes, &n)) return NULL;
    return ext_game_wrap((PyTypeObject *)type, held_from_jcz(bytes, n));
}

static PyObject *ext_game_copy(PyObject *self, PyObject *none)
{
    struct held *held = ext_game_held(self);

    (void)none;
    return ext_game_wrap(Py_TYPE(self), held_copy(held));
}

static PyObject *ext_game_view(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    struct ext_int seat = {"seat", 0};
    PyObject *who;

    if (!PyArg_ParseTuple(args, "O", &who)) return NULL;
    if (who == Py_None) /* anybody who watches */
        return ext_game_wrap(Py_TYPE(self), held_view(held, AUDE_SEAT_NONE));
    if (!ext_integer(who, &seat)) return NULL;
    if (seat.value < 0 || seat.value >= held->game.n_seats)
        return PyErr_Format(PyExc_ValueError, "there is no seat %d", seat.value);
    return ext_game_wrap(Py_TYPE(self), held_view(held, (unsigned)seat.value));
}

static PyObject *ext_game_record(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    int secret;

    if (!PyArg_ParseTuple(args, "p", &secret)) return NULL;
    return held_record(held, secret);
}

static PyObject *ext_game_jcz(PyObject *self, PyObject *none)
{
    struct held *held = ext_game_held(self);

    (void)none;
    return held_to_jcz(held);
}

static PyObject *ext_game_head(PyObject *self, PyObject *none)
{
    struct held *held = ext_game_held(self);
    static char text[64 << 10];

    (void)none;
    size_t n = aude_record_head(&held->head, true, text, sizeof text);
    if (n >= sizeof text) return PyErr_Format(ext_error, "the setup is too long");
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)n);
}

/* The commitment, and the text whose hash it is; None: it is not known here. */
static PyObject *ext_game_commitment(PyObject *self, PyObject *none)
{
    enum { TEXT_MAX = 64 << 10 };
    struct held *held = ext_game_held(self);

    (void)none;
    if (held->head.setup.hidden) return Py_BuildValue("(sz)", held->head.commit, NULL);
    char *words = malloc(TEXT_MAX);
    if (!words) return PyErr_NoMemory();
    size_t n = aude_commit_text(&held->head.setup, words, TEXT_MAX);
    PyObject *out = n < TEXT_MAX
                        ? Py_BuildValue("(ss#)", held->head.commit, words, (Py_ssize_t)n)
                        : PyErr_Format(ext_error, "the setup is too long");
    free(words);
    return out;
}

/* -- Actions ---------------------------------------------------------------------------- */

static PyObject *ext_game_actions(PyObject *self, PyObject *none)
{
    struct aude_action list[AUDE_ACTIONS_MAX];
    struct held *held = ext_game_held(self);

    (void)none;
    int n = aude_game_actions(&held->game, list, AUDE_ACTIONS_MAX);
    if (n > AUDE_ACTIONS_MAX) n = AUDE_ACTIONS_MAX;
    PyObject *out = PyList_New(n);
    for (int i = 0; out && i < n; i++) {
        PyObject *action = ext_action_new(list[i]);
        if (!action || PyList_SetItem(out, i, action) < 0) {
            Py_DECREF(out);
            return NULL;
        }
    }
    return out;
}

/* Log it first: once the game has moved, nothing may fail. */
static enum aude_err ext_game_play_logged(struct held *held, struct aude_action action,
                                          struct aude_events *events)
{
    if (!held_log(held, action)) return AUDE_ERR_COUNT;
    enum aude_err err = aude_game_play(&held->game, action, events);
    if (err)
        held->n--;
    else
        numbers_frame_follow(&held->frame, &held->game);
    return err;
}

static PyObject *ext_game_refuse_action(const struct held *held,
                                        struct aude_action action, enum aude_err err)
{
    char words[160] = "";

    if (err == AUDE_ERR_COUNT) return NULL; /* no memory: the exception is set */
    aude_action_text(&held->game, action, words, sizeof words);
    return ext_module_refuse(ext_illegal, err, words);
}

static PyObject *ext_game_play(PyObject *self, PyObject *object)
{
    struct held *held = ext_game_held(self);
    struct aude_action action;

    if (!ext_action_of(object, &held->game, &action)) return NULL;
    struct aude_event *list = malloc(AUDE_EVENTS_MAX * sizeof *list);
    if (!list) return PyErr_NoMemory();
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    enum aude_err err = ext_game_play_logged(held, action, &events);
    PyObject *out =
        err ? ext_game_refuse_action(held, action, err) : ext_look_events(&events);
    free(list);
    return out;
}

/* Without the events, for callers that do not need them. */
static PyObject *ext_game_push(PyObject *self, PyObject *object)
{
    struct held *held = ext_game_held(self);
    struct aude_action action;

    if (!ext_action_of(object, &held->game, &action)) return NULL;
    enum aude_err err = ext_game_play_logged(held, action, NULL);
    if (err) return ext_game_refuse_action(held, action, err);
    Py_INCREF(Py_None);
    return Py_None;
}

static PyObject *ext_game_why(PyObject *self, PyObject *object)
{
    struct held *held = ext_game_held(self);
    struct aude_action action;
    enum aude_err err;

    if (PyUnicode_Check(object)) {
        err = ext_action_words(object, &held->game, &action);
        if (err == AUDE_ERR_COUNT) return NULL;
    } else {
        if (!ext_action_of(object, &held->game, &action)) return NULL;
        err = AUDE_ERR_OK;
    }
    if (!err) err = aude_game_why(&held->game, action);
    if (!err) Py_RETURN_NONE;
    return Py_BuildValue("(sss)", aude_err_name(err), aude_err_rule(err),
                         aude_err_sentence(err));
}

static PyObject *ext_game_text(PyObject *self, PyObject *object)
{
    struct held *held = ext_game_held(self);
    struct aude_action action;
    char words[160];

    if (!ext_action_of(object, &held->game, &action)) return NULL;
    aude_action_text(&held->game, action, words, sizeof words);
    return PyUnicode_FromString(words);
}

static PyObject *ext_game_parse(PyObject *self, PyObject *object)
{
    struct held *held = ext_game_held(self);
    struct aude_action action;

    if (!ext_action_of(object, &held->game, &action)) return NULL;
    return ext_action_new(action);
}

static PyObject *ext_game_history(PyObject *self, PyObject *none)
{
    struct held *held = ext_game_held(self);

    (void)none;
    PyObject *out = PyList_New(held->n);
    for (int i = 0; out && i < held->n; i++) {
        PyObject *action = ext_action_new(held->log[i]);
        if (!action || PyList_SetItem(out, i, action) < 0) {
            Py_DECREF(out);
            return NULL;
        }
    }
    return out;
}

/* Words of an unknown kind come back as such; the others keep their documentation below. */
static PyMethodDef own_methods[] = {
    {"_from_record", ext_game_from_record, METH_VARARGS | METH_CLASS, NULL},
    {"_from_jcz", ext_game_from_jcz, METH_VARARGS | METH_CLASS, NULL},
    {"_view", ext_game_view, METH_VARARGS, NULL},
    {"_record", ext_game_record, METH_VARARGS, NULL},
    {"_jcz", ext_game_jcz, METH_NOARGS, NULL},
    {"_head", ext_game_head, METH_NOARGS, NULL},
    {"_commitment", ext_game_commitment, METH_NOARGS, NULL},
    {"_play", ext_game_play, METH_O, NULL},
    {"_why", ext_game_why, METH_O, NULL},
    {"copy", ext_game_copy, METH_NOARGS,
     "A game of its own that stands where this one does."},
    {"__copy__", ext_game_copy, METH_NOARGS, NULL},
    {"actions", ext_game_actions, METH_NOARGS,
     "What the seat that must decide may do now."},
    {"push", ext_game_push, METH_O,
     "Play an action, an Action or words, without asking for its events."},
    {"text", ext_game_text, METH_O,
     "An action in the words of a record: \"lay 1,0 90\"."},
    {"parse", ext_game_parse, METH_O, "The Action that words mean in this position."},
    {"history", ext_game_history, METH_NOARGS,
     "Every action since the game began, or the view."},
};

enum { METHODS_MAX = 64 };
static PyMethodDef methods[METHODS_MAX];

static int ext_game_gather(int n, const PyMethodDef *from)
{
    for (; from->ml_name && n < METHODS_MAX - 1; from++) methods[n++] = *from;
    return n;
}

static PyType_Slot slots[] = {{Py_tp_new, (void *)ext_game_make},
                              {Py_tp_dealloc, (void *)ext_game_dealloc},
                              {Py_tp_methods, methods},
                              {0, NULL}};

static PyType_Spec type_spec = {"aude._aude.Game", sizeof(struct ext_game), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

int ext_game_add(PyObject *module)
{
    int n = sizeof own_methods / sizeof own_methods[0];

    memcpy(methods, own_methods, sizeof own_methods);
    n = ext_game_gather(n, ext_look_methods);
    n = ext_game_gather(n, ext_think_methods);
    ext_game_gather(n, ext_number_methods);
    ext_game_type = (PyTypeObject *)PyType_FromSpec(&type_spec);
    if (!ext_game_type) return -1;
    Py_INCREF(ext_game_type);
    return PyModule_AddObject(module, "Game", (PyObject *)ext_game_type);
}
