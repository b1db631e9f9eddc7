/* env.c -- one game as an environment: numbers, mask, planes, into the caller's arrays. */
#include <stdlib.h>
#include <string.h>

#include "aude_ext.h"

static PyObject *mask(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    const char *name;
    PyObject *object;
    struct aude_action list[AUDE_ACTIONS_MAX];
    int32_t number[AUDE_ACTIONS_MAX];
    struct array out;

    if (!PyArg_ParseTuple(args, "sO", &name, &object)) return NULL;
    const struct spec *spec = ext_spec(name);
    if (!spec) return NULL;
    Py_ssize_t shape[1] = {spec->numbers};
    if (!array_take(&out, object, "mask", ARRAY_UINT8, 1, shape, true)) return NULL;
    int n = held->game.turn.actor == AUDE_SEAT_NONE
                ? 0
                : aude_game_actions(&held->game, list, AUDE_ACTIONS_MAX);
    frame_follow(&held->frame, &held->game);
    memset(out.data, 0, (size_t)spec->numbers);
    spec_numbers(spec, &held->game, &held->frame, list, n, number);
    for (int i = 0; i < n; i++)
        if (number[i] >= 0) ((uint8_t *)out.data)[number[i]] = 1;
    array_drop(&out);
    return PyLong_FromLong(n);
}

static PyObject *observe(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    const char *name;
    int seat;
    PyObject *planes, *vector;
    struct array p, v;

    if (!PyArg_ParseTuple(args, "siOO", &name, &seat, &planes, &vector)) return NULL;
    const struct spec *spec = ext_spec(name);
    if (!spec) return NULL;
    if (seat < 0 || seat >= held->game.n_seats)
        return PyErr_Format(PyExc_ValueError, "there is no seat %d", seat);
    Py_ssize_t shape[3] = {spec->window, spec->window, spec->planes};
    Py_ssize_t length[1] = {spec->vector};
    if (!array_take(&p, planes, "planes", ARRAY_UINT8, 3, shape, true)) return NULL;
    if (!array_take(&v, vector, "vector", ARRAY_INT16, 1, length, true)) {
        array_drop(&p);
        return NULL;
    }
    frame_follow(&held->frame, &held->game);
    spec_planes(spec, &held->game, &held->frame, (unsigned)seat, p.data);
    spec_vector(spec, &held->game, &held->frame, (unsigned)seat, v.data);
    array_drop(&p);
    array_drop(&v);
    Py_RETURN_NONE;
}

static PyObject *number(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    const char *name;
    PyObject *object;
    struct aude_action action, list[AUDE_ACTIONS_MAX];

    if (!PyArg_ParseTuple(args, "sO", &name, &object)) return NULL;
    const struct spec *spec = ext_spec(name);
    if (!spec || !ext_action_of(object, &held->game, &action)) return NULL;
    int n = aude_game_actions(&held->game, list, AUDE_ACTIONS_MAX);
    frame_follow(&held->frame, &held->game);
    for (int i = 0; i < n && i < AUDE_ACTIONS_MAX; i++)
        if (!memcmp(&list[i], &action, sizeof action))
            return PyLong_FromLong(spec_number(spec, &held->game, &held->frame, list, i));
    return PyErr_Format(ext_illegal, "the action is not among those listed now");
}

static PyObject *action(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    const char *name;
    int which;
    struct aude_action list[AUDE_ACTIONS_MAX];

    if (!PyArg_ParseTuple(args, "si", &name, &which)) return NULL;
    const struct spec *spec = ext_spec(name);
    if (!spec) return NULL;
    frame_follow(&held->frame, &held->game);
    struct aude_action a = spec_action(spec, &held->game, &held->frame, which, list);
    if (!a.kind)
        return PyErr_Format(ext_illegal, "number %d of \"%s\" is no legal action now",
                            which, spec->name);
    return ext_action_new(a);
}

/* -- What every action would lead to ---------------------------------------------------- */

struct after {
    const struct spec *spec;
    struct aude_game view, first, then;
    struct frame frame;
    unsigned seat;
    bool whole; /* to the end of the seat's decisions, two of them at most */
    int n, max; /* rows there are; rows there is room for */
    int32_t *action;
    uint8_t *planes;
    int16_t *vector;
    int32_t *projection;
};

static void add_row(struct after *a, const struct aude_game *game, int action)
{
    const struct spec *spec = a->spec;
    size_t cells = (size_t)(spec->planes * spec->window * spec->window);
    unsigned seats = game->n_seats;
    struct frame frame = a->frame;
    int32_t points[AUDE_SEATS_MAX];
    size_t i = (size_t)a->n++;

    if (a->n > a->max) return;
    frame_follow(&frame, game);
    a->action[i] = action;
    spec_planes(spec, game, &frame, a->seat, a->planes + i * cells);
    spec_vector(spec, game, &frame, a->seat, a->vector + i * (size_t)spec->vector);
    aude_game_projection(game, points);
    for (unsigned s = 0; s < seats; s++)
        a->projection[i * seats + s] = points[(a->seat + s) % seats];
}

/* A view waits for the next draw to be told: so nothing is seen of it. */
static void add_rows(struct after *a)
{
    struct aude_action list[AUDE_ACTIONS_MAX], next[AUDE_ACTIONS_MAX];
    int n = aude_game_actions(&a->view, list, AUDE_ACTIONS_MAX);

    for (int i = 0; i < n && i < AUDE_ACTIONS_MAX; i++) {
        aude_game_copy(&a->first, &a->view);
        aude_game_play(&a->first, list[i], NULL);
        bool more = a->whole && !aude_game_over(&a->first) &&
                    a->first.turn.actor == a->seat &&
                    a->first.turn.number == a->view.turn.number;
        int m = more ? aude_game_actions(&a->first, next, AUDE_ACTIONS_MAX) : 0;
        if (m < 1) add_row(a, &a->first, i);
        for (int k = 0; k < m && k < AUDE_ACTIONS_MAX; k++) {
            aude_game_copy(&a->then, &a->first);
            aude_game_play(&a->then, next[k], NULL);
            add_row(a, &a->then, i);
        }
    }
}

/* The four arrays, of `rows` rows each. */
static bool take_rows(struct after *a, PyObject *const *object, struct array *array,
                      Py_ssize_t rows)
{
    const struct spec *spec = a->spec;
    Py_ssize_t w = spec->window, planes[4] = {rows, w, w, spec->planes};
    Py_ssize_t vector[2] = {rows, spec->vector}, points[2] = {rows, a->view.n_seats};

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

/* How many rows there are; with arrays of that many rows they are written. */
static PyObject *after(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    const char *name;
    int whole, rows;
    PyObject *object[4];
    struct array array[4] = {0};

    if (!PyArg_ParseTuple(args, "spiOOOO", &name, &whole, &rows, &object[0], &object[1],
                          &object[2], &object[3]))
        return NULL;
    const struct spec *spec = ext_spec(name);
    if (!spec) return NULL;
    if (aude_game_over(&held->game) || held->game.turn.actor == AUDE_SEAT_NONE)
        return PyErr_Format(ext_error, "nobody has to decide now");
    struct after *a = calloc(1, sizeof *a);
    if (!a) return PyErr_NoMemory();
    frame_follow(&held->frame, &held->game);
    a->spec = spec;
    a->frame = held->frame;
    a->seat = held->game.turn.actor;
    a->whole = whole != 0;
    aude_game_view(&a->view, &held->game, a->seat);
    bool ok = !rows || take_rows(a, object, array, rows);
    if (ok) add_rows(a);
    int n = a->n;
    free(a);
    for (int i = 0; i < 4; i++) array_drop(&array[i]);
    return ok ? PyLong_FromLong(n) : NULL;
}

PyMethodDef ext_number_methods[] = {
    {"_mask", mask, METH_VARARGS, NULL},     {"_observe", observe, METH_VARARGS, NULL},
    {"_number", number, METH_VARARGS, NULL}, {"_action", action, METH_VARARGS, NULL},
    {"_after", after, METH_VARARGS, NULL},   {NULL, NULL, 0, NULL}};
