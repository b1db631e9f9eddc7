/* action.c -- aude.Action: eight bytes that never change. */
#include <string.h>

#include "aude_ext.h"

PyTypeObject *ext_action_type;

struct ext_action {
    PyObject_HEAD struct aude_action action;
};

/* ORDER ACTION: as enum aude_action_kind. */
static const char *const kinds[] = {
    "none",         "lay",           "put",        "pass",      "recall",
    "second",       "decline",       "fairy",      "remove",    "step",
    "tower",        "capture",       "swap",       "ransom",    "abbey",
    "pile",         "barn",          "move",       "home",      "send",
    "enter",        "count",         "draw",       "catapult",  "throw",
    "toss",         "hands",         "pick",       "replace",   "glimpse",
    "reveal",       "scatter",       "set-points", "set-turn",  "set-figure",
    "take-figure",  "set-dragon",    "set-fairy",  "set-tower", "take-tower",
    "set-prisoner", "take-prisoner", "set-goods",  "set-king",  "set-robber",
    "set-count",    "set-barn"};

_Static_assert(sizeof kinds / sizeof kinds[0] == AUDE_ACTION_KINDS, "ORDER ACTION");

PyObject *ext_action_new(struct aude_action action)
{
    struct ext_action *self = PyObject_New(struct ext_action, ext_action_type);

    if (self) self->action = action;
    return (PyObject *)self;
}

/* The words of an error about an object that is no action. */
static void ext_action_name_of(PyObject *object, char *out, size_t size)
{
    PyObject *type = PyObject_GetAttrString((PyObject *)Py_TYPE(object), "__name__");
    PyObject *bytes = type ? PyUnicode_AsUTF8String(type) : NULL;

    PyOS_snprintf(out, size, "%s", bytes ? PyBytes_AsString(bytes) : "something else");
    Py_XDECREF(bytes);
    Py_XDECREF(type);
    PyErr_Clear();
}

enum aude_err ext_action_words(PyObject *text, const struct aude_game *game,
                               struct aude_action *out)
{
    PyObject *bytes = PyUnicode_AsUTF8String(text);

    if (!bytes) { /* half of a pair of code units: no text */
        PyErr_Clear();
        return AUDE_ERR_BYTES;
    }
    const char *words = PyBytes_AsString(bytes);
    enum aude_err err = strlen(words) == (size_t)PyBytes_Size(bytes)
                            ? aude_action_parse(game, words, out)
                            : AUDE_ERR_BYTES;
    Py_DECREF(bytes);
    return err;
}

/* Refuse words, of which no more than a line is shown. */
static void ext_action_refuse_words(PyObject *text, enum aude_err err)
{
    enum { SHOWN = 80 };
    bool all = PyUnicode_GetLength(text) <= SHOWN;
    PyObject *part = PyUnicode_Substring(text, 0, SHOWN);
    PyObject *shown = part ? PyUnicode_FromFormat("%U%s", part, all ? "" : "...") : NULL;
    PyObject *bytes = shown ? PyUnicode_AsUTF8String(shown) : NULL;

    if (!bytes) PyErr_Clear();
    ext_module_refuse(ext_illegal, err,
                      bytes ? PyBytes_AsString(bytes) : "the words of an action");
    Py_XDECREF(bytes);
    Py_XDECREF(shown);
    Py_XDECREF(part);
}

bool ext_action_of(PyObject *object, const struct aude_game *game,
                   struct aude_action *out)
{
    char name[64];

    if (PyObject_TypeCheck(object, ext_action_type)) {
        *out = ((struct ext_action *)object)->action;
        return true;
    }
    if (!PyUnicode_Check(object)) {
        ext_action_name_of(object, name, sizeof name);
        PyErr_Format(PyExc_TypeError, "an action is an Action or words, not %s", name);
        return false;
    }
    enum aude_err err = ext_action_words(object, game, out);
    if (err && err != AUDE_ERR_COUNT) ext_action_refuse_words(object, err);
    return !err;
}

static int ext_action_kind_find(const char *name)
{
    for (int i = 0; i < AUDE_ACTION_KINDS; i++)
        if (!strcmp(kinds[i], name)) return i;
    return -1;
}

static PyObject *ext_action_make(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"kind", "x", "y", "figure", "segment", "arg", NULL};
    const char *kind;
    struct ext_int at[5] = {
        {"x", 0}, {"y", 0}, {"figure", 0}, {"segment", 0}, {"arg", 0}};

    (void)type;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "s|O&O&O&O&O&", names, &kind,
                                     ext_integer, &at[0], ext_integer, &at[1],
                                     ext_integer, &at[2], ext_integer, &at[3],
                                     ext_integer, &at[4]))
        return NULL;
    int x = at[0].value, y = at[1].value, figure = at[2].value, segment = at[3].value,
        arg = at[4].value;
    int k = ext_action_kind_find(kind);
    if (k < 0)
        return PyErr_Format(PyExc_ValueError, "there is no action \"%.80s\"", kind);
    if (x != (int16_t)x || y != (int16_t)y || figure != (uint8_t)figure ||
        segment != (uint8_t)segment || arg != (uint8_t)arg)
        return PyErr_Format(PyExc_ValueError,
                            "x and y have 16 bits, figure, segment and arg 0 to 255");
    return ext_action_new((struct aude_action){(uint8_t)k, (uint8_t)figure,
                                               (uint8_t)segment, (uint8_t)arg, (int16_t)x,
                                               (int16_t)y});
}

static struct aude_action *ext_action_from(PyObject *self)
{
    return &((struct ext_action *)self)->action;
}

static void ext_action_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);

    PyObject_Free(self);
    Py_DECREF(type);
}

static const char *ext_action_kind_name(const struct aude_action *a)
{
    return a->kind < AUDE_ACTION_KINDS ? kinds[a->kind] : "none";
}

static PyObject *ext_action_repr(PyObject *self)
{
    const struct aude_action *a = ext_action_from(self);

    return PyUnicode_FromFormat("Action('%s', x=%d, y=%d, figure=%d, segment=%d, arg=%d)",
                                ext_action_kind_name(a), a->x, a->y, a->figure,
                                a->segment, a->arg);
}

static uint64_t ext_action_bits(const struct aude_action *a)
{
    uint64_t all;

    memcpy(&all, a, sizeof all);
    return all;
}

static Py_hash_t ext_action_hash(PyObject *self)
{
    Py_hash_t h =
        (Py_hash_t)(ext_action_bits(ext_action_from(self)) * 0x9e3779b97f4a7c15u >> 1);

    return h == -1 ? -2 : h;
}

static PyObject *ext_action_compare(PyObject *a, PyObject *b, int how)
{
    if (!PyObject_TypeCheck(b, ext_action_type) || (how != Py_EQ && how != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    return PyBool_FromLong((ext_action_bits(ext_action_from(a)) ==
                            ext_action_bits(ext_action_from(b))) == (how == Py_EQ));
}

static PyObject *ext_action_reduce(PyObject *self, PyObject *none)
{
    const struct aude_action *a = ext_action_from(self);

    (void)none;
    return Py_BuildValue("O(siiiii)", (PyObject *)ext_action_type,
                         ext_action_kind_name(a), a->x, a->y, a->figure, a->segment,
                         a->arg);
}

/* One getter for all attributes: the closure says which. */
static PyObject *ext_action_get(PyObject *self, void *which)
{
    const struct aude_action *a = ext_action_from(self);

    switch (*(const char *)which) {
    case 'k':
        return PyUnicode_FromString(ext_action_kind_name(a));
    case 'x':
        return PyLong_FromLong(a->x);
    case 'y':
        return PyLong_FromLong(a->y);
    case 'f':
        return PyLong_FromLong(a->figure);
    case 's':
        return PyLong_FromLong(a->segment);
    default:
        return PyLong_FromLong(a->arg);
    }
}

static PyGetSetDef fields[] = {
    {"kind", ext_action_get, NULL, "lay, put, pass ...: the word of a record", "k"},
    {"x", ext_action_get, NULL, "column; grows east", "x"},
    {"y", ext_action_get, NULL, "row; grows south", "y"},
    {"figure", ext_action_get, NULL, "index into aude.FIGURES", "f"},
    {"segment", ext_action_get, NULL, "index of the segment on its tile", "s"},
    {"arg", ext_action_get, NULL,
     "quarter turns of a lay; kind of a drawn tile; side of a step; seat", "a"},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef methods[] = {{"__reduce__", ext_action_reduce, METH_NOARGS, NULL},
                                {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {
    {Py_tp_new, (void *)ext_action_make},
    {Py_tp_dealloc, (void *)ext_action_dealloc},
    {Py_tp_repr, (void *)ext_action_repr},
    {Py_tp_hash, (void *)ext_action_hash},
    {Py_tp_richcompare, (void *)ext_action_compare},
    {Py_tp_getset, fields},
    {Py_tp_methods, methods},
    {Py_tp_doc, "Something that can be done in a game. Game.text() puts it in words."},
    {0, NULL}};

static PyType_Spec type_spec = {"aude._aude.Action", sizeof(struct ext_action), 0,
                                Py_TPFLAGS_DEFAULT, slots};

int ext_action_add(PyObject *module)
{
    ext_action_type = (PyTypeObject *)PyType_FromSpec(&type_spec);
    if (!ext_action_type) return -1;
    Py_INCREF(ext_action_type);
    return PyModule_AddObject(module, "Action", (PyObject *)ext_action_type);
}
