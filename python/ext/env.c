/* env.c -- one game as an environment: numbers, mask, planes, into the caller's arrays. */
#include <stdlib.h>
#include <string.h>

#include "after.h"
#include "aude_ext.h"
#include "summary.h"

static PyObject *env_mask(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    const char *name;
    PyObject *object;
    struct aude_action list[AUDE_ACTIONS_MAX];
    int32_t number[AUDE_ACTIONS_MAX];
    struct array out;

    if (!PyArg_ParseTuple(args, "sO", &name, &object)) return NULL;
    const struct spec *spec = ext_module_spec(name);
    if (!spec) return NULL;
    Py_ssize_t shape[1] = {spec->numbers};
    if (!array_take(&out, object, "mask", ARRAY_UINT8, 1, shape, true)) return NULL;
    int n = held->game.turn.actor == AUDE_SEAT_NONE
                ? 0
                : aude_game_actions(&held->game, list, AUDE_ACTIONS_MAX);
    numbers_frame_follow(&held->frame, &held->game);
    memset(out.data, 0, (size_t)spec->numbers);
    numbers_list(spec, &held->game, &held->frame, list, n, number);
    for (int i = 0; i < n; i++)
        if (number[i] >= 0) ((uint8_t *)out.data)[number[i]] = 1;
    array_drop(&out);
    return PyLong_FromLong(n);
}

static PyObject *env_observe(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    const char *name;
    struct ext_int seat = {"seat", 0};
    PyObject *planes, *vector;
    struct array p, v;

    if (!PyArg_ParseTuple(args, "sO&OO", &name, ext_integer, &seat, &planes, &vector))
        return NULL;
    const struct spec *spec = ext_module_spec(name);
    if (!spec) return NULL;
    if (seat.value < 0 || seat.value >= held->game.n_seats)
        return PyErr_Format(PyExc_ValueError, "there is no seat %d", seat.value);
    Py_ssize_t shape[3] = {spec->window, spec->window, spec->planes};
    Py_ssize_t length[1] = {spec->vector};
    if (!array_take(&p, planes, "planes", ARRAY_UINT8, 3, shape, true)) return NULL;
    if (!array_take(&v, vector, "vector", ARRAY_INT16, 1, length, true)) {
        array_drop(&p);
        return NULL;
    }
    numbers_frame_follow(&held->frame, &held->game);
    planes_draw(spec, &held->game, &held->frame, (unsigned)seat.value, p.data);
    planes_vector(spec, &held->game, &held->frame, (unsigned)seat.value, v.data);
    array_drop(&p);
    array_drop(&v);
    Py_RETURN_NONE;
}

static PyObject *env_number(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    const char *name;
    PyObject *object;
    struct aude_action action, list[AUDE_ACTIONS_MAX];

    if (!PyArg_ParseTuple(args, "sO", &name, &object)) return NULL;
    const struct spec *spec = ext_module_spec(name);
    if (!spec || !ext_action_of(object, &held->game, &action)) return NULL;
    int n = aude_game_actions(&held->game, list, AUDE_ACTIONS_MAX);
    numbers_frame_follow(&held->frame, &held->game);
    int i = 0;
    while (i < n && i < AUDE_ACTIONS_MAX && memcmp(&list[i], &action, sizeof action)) i++;
    if (i == n || i == AUDE_ACTIONS_MAX)
        return PyErr_Format(ext_illegal, "the action is not among those listed now");
    int32_t found = numbers_of(spec, &held->game, &held->frame, list, i);
    if (found < 0)
        return PyErr_Format(ext_error,
                            "the action has no number of \"%s\" now: the spill is full",
                            spec->name);
    return PyLong_FromLong(found);
}

static PyObject *env_action(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    const char *name;
    struct ext_int which = {"the number of an action", 0};
    struct aude_action list[AUDE_ACTIONS_MAX];

    if (!PyArg_ParseTuple(args, "sO&", &name, ext_integer, &which)) return NULL;
    const struct spec *spec = ext_module_spec(name);
    if (!spec) return NULL;
    numbers_frame_follow(&held->frame, &held->game);
    struct aude_action a =
        numbers_action(spec, &held->game, &held->frame, which.value, list);
    if (!a.kind)
        return PyErr_Format(ext_illegal, "number %d of \"%s\" is no legal action now",
                            which.value, spec->name);
    return ext_action_new(a);
}

/* -- What every action would lead to ---------------------------------------------------- */

struct rows {
    const struct spec *spec;
    struct frame frame;
    unsigned seats;
    int n, max; /* number of rows; rows that fit */
    int32_t *action;
    uint8_t *planes;
    int16_t *vector;
    int32_t *projection;
};

static void env_add_row(struct after *after, const struct aude_game *game, int action)
{
    struct rows *r = after->context;
    const struct spec *spec = r->spec;
    size_t cells = (size_t)(spec->planes * spec->window * spec->window);
    unsigned seats = game->n_seats;
    struct frame frame = r->frame;
    int32_t points[AUDE_SEATS_MAX];
    size_t i = (size_t)r->n++;

    if (r->n > r->max) return;
    numbers_frame_follow(&frame, game);
    r->action[i] = action;
    planes_draw(spec, game, &frame, after->seat, r->planes + i * cells);
    planes_vector(spec, game, &frame, after->seat, r->vector + i * (size_t)spec->vector);
    aude_game_projection(game, points);
    for (unsigned s = 0; s < seats; s++)
        r->projection[i * seats + s] = points[(after->seat + s) % seats];
}

/* The four arrays, of `rows` rows each. */
static bool env_take_rows(struct rows *a, PyObject *const *object, struct array *array,
                          Py_ssize_t rows)
{
    const struct spec *spec = a->spec;
    Py_ssize_t w = spec->window, planes[4] = {rows, w, w, spec->planes};
    Py_ssize_t vector[2] = {rows, spec->vector}, points[2] = {rows, a->seats};

    if (!array_take(&array[0], object[0], "action", ARRAY_INT32, 1, planes, true) ||
        !array_take(&array[1], object[1], "planes", ARRAY_UINT8, 4, planes, true) ||
        !array_take(&array[2], object[2], "vector", ARRAY_INT16, 2, vector, true) ||
        !array_take(&array[3], object[3], "projection", ARRAY_INT32, 2, points, true))
        return false;
    a->action = array[0].data;
    a->planes = array[1].data;
    a->vector = array[2].data;
    a->projection = array[3].data;
    a->max = (int)rows;
    return true;
}

/* Returns the number of rows; arrays with that many rows are filled. */
static PyObject *env_after(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    const char *name;
    int whole, rows;
    PyObject *object[4];
    struct array array[4] = {0};

    if (!PyArg_ParseTuple(args, "spiOOOO", &name, &whole, &rows, &object[0], &object[1],
                          &object[2], &object[3]))
        return NULL;
    const struct spec *spec = ext_module_spec(name);
    if (!spec) return NULL;
    if (aude_game_over(&held->game) || held->game.turn.actor == AUDE_SEAT_NONE)
        return PyErr_Format(ext_error, "nobody has to decide now");
    struct after *a = malloc(sizeof *a);
    if (!a) return PyErr_NoMemory();
    numbers_frame_follow(&held->frame, &held->game);
    struct rows r = {.spec = spec, .frame = held->frame, .seats = held->game.n_seats};
    bool ok = !rows || env_take_rows(&r, object, array, rows);
    a->whole = whole != 0;
    a->row = env_add_row;
    a->context = &r;
    if (ok) after_walk(a, &held->game);
    free(a);
    for (int i = 0; i < 4; i++) array_drop(&array[i]);
    return ok ? PyLong_FromLong(r.n) : NULL;
}

/* -- In few numbers --------------------------------------------------------------------- */

static PyObject *env_summary(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    struct summary_fits fits;
    struct array out;
    PyObject *object;
    struct ext_int seat = {"seat", 0};

    if (!PyArg_ParseTuple(args, "O&O", ext_integer, &seat, &object)) return NULL;
    if (seat.value < 0 || seat.value >= held->game.n_seats)
        return PyErr_Format(PyExc_ValueError, "there is no seat %d", seat.value);
    Py_ssize_t shape[1] = {SUMMARY};
    if (!array_take(&out, object, "summary", ARRAY_INT16, 1, shape, true)) return NULL;
    summary_begin(&fits, &held->game);
    summary_write(&fits, &held->game, (unsigned)seat.value, out.data);
    array_drop(&out);
    Py_RETURN_NONE;
}

PyMethodDef ext_number_methods[] = {{"_mask", env_mask, METH_VARARGS, NULL},
                                    {"_observe", env_observe, METH_VARARGS, NULL},
                                    {"_number", env_number, METH_VARARGS, NULL},
                                    {"_action", env_action, METH_VARARGS, NULL},
                                    {"_after", env_after, METH_VARARGS, NULL},
                                    {"_summary", env_summary, METH_VARARGS, NULL},
                                    {NULL, NULL, 0, NULL}};
