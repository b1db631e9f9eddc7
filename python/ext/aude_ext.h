/* aude_ext.h -- the extension module aude._aude, on Python's stable ABI (3.9 and later).
 *
 *     spec.h, numbers.c, planes.c   a game as numbers; knows no Python
 *     array.c                       the caller's arrays: NumPy, PyTorch, whatever has DLPack
 *     action.c, game*.c, think.c    Action, Game; records and .jcz; computer players
 *     batch.c                       many games at once
 *     setup.c                       setup lines, for Setup
 *     integer.c                     whole numbers among the arguments
 *     module.c                      the module, its exceptions and its tables
 *
 * Every call checks all of its arguments before it changes anything. */
#ifndef AUDE_EXT_H
#define AUDE_EXT_H

#define Py_LIMITED_API 0x03090000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "spec.h"

/* -- The module ------------------------------------------------------------------------- */

extern PyObject *ext_error, *ext_illegal;             /* exceptions */
extern PyTypeObject *ext_action_type, *ext_game_type; /* types */

/* Raise an exception: a sentence and its rule; `where` may be "". Returns NULL. */
PyObject *ext_module_refuse(PyObject *exception, enum aude_err err, const char *where);

int ext_action_add(PyObject *module);
int ext_game_add(PyObject *module);
int ext_batch_add(PyObject *module);

/* Whole numbers among the arguments: `what` is named if one is none or does not fit. For "O&". */
struct ext_int {
    const char *what;
    int value;
};
struct ext_u64 {
    const char *what;
    unsigned long long value;
};
int ext_integer(PyObject *object, void *out);
int ext_integer_u64(PyObject *object, void *out);

/* The setup lines of a record as what Setup takes: {"preset": ..., ...}. */
PyObject *ext_setup_read(PyObject *module, PyObject *args);

/* The spec of that name, or NULL with an exception. */
const struct spec *ext_module_spec(const char *name);

/* -- Actions ---------------------------------------------------------------------------- */

PyObject *ext_action_new(struct aude_action action);
/* Words as in a record, `text` a str. AUDE_ERR_COUNT with an exception if it is no text. */
enum aude_err ext_action_words(PyObject *text, const struct aude_game *game,
                               struct aude_action *out);
/* An Action, or words as in a record. False with an exception. */
bool ext_action_of(PyObject *object, const struct aude_game *game,
                   struct aude_action *out);

/* -- Games ------------------------------------------------------------------------------ */

/* A game, the head of its record and every action since. */
struct held {
    struct aude_game game;
    struct aude_head head;
    struct frame frame;
    const char *no_record; /* why there is no record, a sentence; NULL: there is one */
    int n, max;
    struct aude_action *log;
};

struct ext_game {
    PyObject_HEAD struct held *held;
};

struct held *held_new(void);
void held_free(struct held *held);
struct held *held_copy(const struct held *held);
/* Append to the log; false if memory runs out. */
bool held_log(struct held *held, struct aude_action action);

PyObject *ext_game_wrap(PyTypeObject *type, struct held *held);
struct held *ext_game_held(PyObject *self);

/* A reader that has read the setup lines of a record; the caller frees it. NULL with an
 * exception that says line and reason. */
struct aude_reader *held_read_setup(const char *text, Py_ssize_t n);
/* From the setup lines of a record; from a whole record; back to a record. */
struct held *held_from_setup(const char *text, Py_ssize_t n);
struct held *held_from_record(const char *text, Py_ssize_t n);
PyObject *held_record(const struct held *held, bool secret);
struct held *held_from_jcz(const char *bytes, Py_ssize_t n);
PyObject *held_to_jcz(const struct held *held);
/* What others may know; NULL with an exception. */
struct held *held_view(const struct held *held, unsigned seat);

/* Events as a list of tuples. */
PyObject *ext_look_events(const struct aude_events *events);

extern PyMethodDef ext_look_methods[], ext_think_methods[], ext_number_methods[];

/* -- The caller's arrays ---------------------------------------------------------------- */

enum array_type { ARRAY_INT32, ARRAY_INT16, ARRAY_UINT8, ARRAY_INT64, ARRAY_TYPES };

struct array {
    void *data;
    PyObject *keeps; /* the object that must live as long as `data` is used */
};

/* Take `object` as memory of exactly this type and shape, in C order. False with an
 * exception that says what was wanted and what came. */
bool array_take(struct array *array, PyObject *object, const char *name,
                enum array_type type, int n_shape, const Py_ssize_t *shape, bool write);
void array_drop(struct array *array);

#endif
