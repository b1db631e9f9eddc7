/* env.c -- one game as an environment: numbers, mask, planes, into the caller's arrays. */
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

PyMethodDef ext_number_methods[] = {{"_mask", mask, METH_VARARGS, NULL},
                                    {"_observe", observe, METH_VARARGS, NULL},
                                    {"_number", number, METH_VARARGS, NULL},
                                    {"_action", action, METH_VARARGS, NULL},
                                    {NULL, NULL, 0, NULL}};
