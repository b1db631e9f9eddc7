/* setup.c -- the setup lines of a record, read by the engine, as what aude.Setup takes. */
#include <stdlib.h>
#include <string.h>

#include "aude_ext.h"

/* Put a new object into the dictionary; false with an exception. */
static bool ext_setup_put(PyObject *out, const char *key, PyObject *value)
{
    bool ok = value && !PyDict_SetItemString(out, key, value);

    Py_XDECREF(value);
    return ok;
}

static bool ext_setup_add(PyObject *list, PyObject *value)
{
    bool ok = list && value && !PyList_Append(list, value);

    Py_XDECREF(value);
    return ok;
}

static PyObject *ext_setup_sets(aude_sets bits)
{
    PyObject *out = PyList_New(0);

    for (unsigned set = 0; out && set < AUDE_SETS; set++)
        if (bits >> set & 1)
            ext_setup_add(out, PyUnicode_FromString(aude_set_name((enum aude_set)set)));
    return out;
}

/* The names up to the last that is there; a seat before it without one is called as in a game. */
static PyObject *ext_setup_names(const struct aude_head *head)
{
    PyObject *out = PyList_New(0);
    unsigned n = AUDE_SEATS_MAX;

    while (n && !head->name[n - 1][0]) n--;
    for (unsigned seat = 0; out && seat < n; seat++)
        ext_setup_add(out, head->name[seat][0]
                               ? PyUnicode_FromString(head->name[seat])
                               : PyUnicode_FromFormat("Player %u", seat + 1));
    return out;
}

/* Those that a line names, and those that differ from the preset without one. */
static PyObject *ext_setup_switches(const struct aude_reader *reader)
{
    const struct aude_setup *setup = &reader->head.setup;
    struct aude_setup preset = {0};
    PyObject *out = PyDict_New();
    char value[32];

    aude_setup_preset(&preset, (enum aude_preset)setup->preset);
    for (unsigned sw = 0; out && sw < AUDE_SWITCHES; sw++) {
        bool named = reader->seen_switches[sw / 64] >> sw % 64 & 1;
        if (!named && setup->sw[sw] == preset.sw[sw]) continue;
        aude_switch_value((enum aude_switch)sw, setup->sw[sw], value, sizeof value);
        ext_setup_put(out, aude_switch_name((enum aude_switch)sw),
                      PyUnicode_FromString(value));
    }
    return out;
}

static PyObject *ext_setup_copies(const struct aude_setup *setup)
{
    PyObject *out = PyDict_New();

    for (unsigned set = 0; out && set < AUDE_SETS; set++)
        if (setup->copies[set])
            ext_setup_put(out, aude_set_name((enum aude_set)set),
                          PyLong_FromLong(setup->copies[set]));
    return out;
}

static PyObject *ext_setup_figures(const struct aude_setup *setup)
{
    PyObject *out = PyDict_New();

    for (unsigned kind = 0; out && kind < AUDE_FIGURE_KINDS; kind++)
        if (setup->figures[kind] != AUDE_BY_SETS)
            ext_setup_put(out, aude_figure_name((enum aude_figure_kind)kind),
                          PyLong_FromLong(setup->figures[kind]));
    return out;
}

static PyObject *ext_setup_start(const struct aude_setup *setup)
{
    PyObject *out = PyList_New(0);

    for (unsigned i = 0; out && i < setup->n_start; i++) {
        const struct aude_start *s = &setup->start[i];
        ext_setup_add(out, Py_BuildValue("(siii)", aude_tiles[s->kind].id, s->x, s->y,
                                         90 * s->rot));
    }
    return out;
}

static PyObject *ext_setup_order(const struct aude_setup *setup)
{
    PyObject *out = PyList_New(0);

    for (unsigned i = 0; out && i < setup->n_order; i++)
        ext_setup_add(out, PyUnicode_FromString(aude_tiles[setup->order[i]].id));
    return out;
}

static PyObject *ext_setup_seed(struct aude_seed seed)
{
    char hex[40];

    PyOS_snprintf(hex, sizeof hex, "%016llx%016llx", (unsigned long long)seed.hi,
                  (unsigned long long)seed.lo);
    return PyLong_FromString(hex, NULL, 16);
}

static bool ext_setup_fill(PyObject *out, const struct aude_reader *reader)
{
    const struct aude_head *head = &reader->head;
    const struct aude_setup *setup = &head->setup;
    const char *preset = aude_preset_name((enum aude_preset)setup->preset);

    return ext_setup_put(out, "preset", PyUnicode_FromString(preset)) &&
           ext_setup_put(out, "seats", PyLong_FromLong(setup->n_seats)) &&
           ext_setup_put(out, "seed", ext_setup_seed(setup->seed)) &&
           ext_setup_put(out, "hidden", PyBool_FromLong(setup->hidden)) &&
           (setup->first == AUDE_SEAT_NONE ||
            ext_setup_put(out, "first", PyLong_FromLong(setup->first))) &&
           ext_setup_put(out, "expansions", ext_setup_sets(setup->expansions)) &&
           ext_setup_put(out, "tiles_only", ext_setup_sets(setup->tiles_only)) &&
           ext_setup_put(out, "rules_only", ext_setup_sets(setup->rules_only)) &&
           ext_setup_put(out, "names", ext_setup_names(head)) &&
           ext_setup_put(out, "switches", ext_setup_switches(reader)) &&
           ext_setup_put(out, "copies", ext_setup_copies(setup)) &&
           ext_setup_put(out, "figures", ext_setup_figures(setup)) &&
           ext_setup_put(out, "draws", PyLong_FromLong(setup->draws_max)) &&
           ext_setup_put(out, "start", ext_setup_start(setup)) &&
           ext_setup_put(out, "order", ext_setup_order(setup)) &&
           ext_setup_put(out, "commit", PyUnicode_FromString(head->commit));
}

PyObject *ext_setup_read(PyObject *module, PyObject *args)
{
    const char *text;
    Py_ssize_t n;

    (void)module;
    if (!PyArg_ParseTuple(args, "s#", &text, &n)) return NULL;
    struct aude_reader *reader = held_read_setup(text, n);
    if (!reader) return NULL;
    PyObject *out = PyDict_New();
    if (out && (!ext_setup_fill(out, reader) || PyErr_Occurred())) {
        Py_DECREF(out);
        out = NULL;
    }
    free(reader);
    return out;
}
