/* module.c -- the module aude._aude: exceptions and tables. */
#include <string.h>

#include "ai.h"
#include "art.h"
#include "aude_ext.h"
#include "summary.h"

PyObject *ext_error, *ext_illegal;

PyObject *ext_module_refuse(PyObject *exception, enum aude_err err, const char *where)
{
    const char *rule = aude_err_rule(err);
    PyObject *text = PyUnicode_FromFormat("%s%s%s%s%s%s", where, *where ? ": " : "",
                                          aude_err_sentence(err), *rule ? " (" : "", rule,
                                          *rule ? ")" : "");
    PyObject *value = text ? PyObject_CallFunction(exception, "(O)", text) : NULL;

    if (value) {
        PyObject *code = PyUnicode_FromString(aude_err_name(err));
        PyObject *id = PyUnicode_FromString(rule);
        if (code) PyObject_SetAttrString(value, "code", code);
        if (id) PyObject_SetAttrString(value, "rule", id);
        Py_XDECREF(code);
        Py_XDECREF(id);
        PyErr_SetObject(exception, value);
    }
    Py_XDECREF(value);
    Py_XDECREF(text);
    return NULL;
}

const struct spec *ext_module_spec(const char *name)
{
    for (int i = 0; i < SPECS; i++)
        if (!strcmp(specs[i].name, name)) return &specs[i];
    PyErr_Format(PyExc_ValueError, "there is no spec \"%.80s\": base or everything",
                 name);
    return NULL;
}

/* -- Tables ----------------------------------------------------------------------------- */

typedef const char *name_of(const struct spec *spec, int i, char *out, size_t size);

static const char *module_plane_name(const struct spec *spec, int i, char *out,
                                     size_t size)
{
    (void)out, (void)size;
    return planes_name(spec, i);
}

static const char *module_number_name(const struct spec *spec, int i, char *out,
                                      size_t size)
{
    (void)spec;
    return summary_name(i, out, size);
}

/* A list of all names, up to the first that is none. */
static PyObject *module_name_list(const struct spec *spec, name_of *name)
{
    PyObject *out = PyList_New(0);
    char words[96];
    const char *text;

    for (int i = 0; out && (text = name(spec, i, words, sizeof words)); i++) {
        PyObject *one = PyUnicode_FromString(text);
        if (one) PyList_Append(out, one);
        Py_XDECREF(one);
    }
    return out;
}

static PyObject *module_spec_facts(PyObject *module, PyObject *args)
{
    const char *name;

    (void)module;
    if (!PyArg_ParseTuple(args, "s", &name)) return NULL;
    const struct spec *spec = ext_module_spec(name);
    if (!spec) return NULL;
    return Py_BuildValue("(iiiNNNi)", SPEC_VERSION, spec->window, spec->numbers,
                         module_name_list(spec, module_plane_name),
                         module_name_list(spec, planes_vector_name),
                         module_name_list(spec, module_number_name), spec->first_spill);
}

static PyObject *module_tile_svg(PyObject *module, PyObject *args)
{
    const char *name;
    struct ext_int degrees = {"degrees", 0};
    int plain;
    static char text[ART_TILE_BYTES_MAX];

    (void)module;
    if (!PyArg_ParseTuple(args, "sO&p", &name, ext_integer, &degrees, &plain))
        return NULL;
    int kind = aude_tile_find(name);
    if (kind < 0)
        return PyErr_Format(PyExc_ValueError, "there is no tile \"%.80s\"", name);
    if (degrees.value % 90 || degrees.value < 0 || degrees.value > 270)
        return PyErr_Format(PyExc_ValueError,
                            "a tile is turned by 0, 90, 180 or 270 degrees");
    size_t n = art_tile_svg((aude_kind)kind, (unsigned)degrees.value / 90, 0,
                            plain ? ART_PLAIN : ART_MAP, text, sizeof text);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)n);
}

static int module_add_names(PyObject *module, const char *name, int n,
                            const char *(*of)(int))
{
    PyObject *tuple = PyTuple_New(n);

    for (int i = 0; tuple && i < n; i++)
        PyTuple_SetItem(tuple, i, PyUnicode_FromString(of(i)));
    return tuple ? PyModule_AddObject(module, name, tuple) : -1;
}

static const char *module_figure_name(int i)
{
    return aude_figure_name((enum aude_figure_kind)i);
}
static const char *module_preset_name(int i)
{
    return aude_preset_name((enum aude_preset)i);
}
static const char *module_set_name(int i)
{
    return aude_set_name((enum aude_set)i);
}
static const char *module_switch_name(int i)
{
    return aude_switch_name((enum aude_switch)i);
}
static const char *module_tile_name(int i)
{
    return aude_tiles[i].id;
}
static const char *module_player_name(int i)
{
    return ai_players[i]->name;
}

static PyObject *module_switch_values(PyObject *module, PyObject *args)
{
    const char *name;
    char value[32];

    (void)module;
    if (!PyArg_ParseTuple(args, "s", &name)) return NULL;
    enum aude_switch sw = aude_switch_find(name);
    if (sw == AUDE_SWITCHES)
        return PyErr_Format(PyExc_ValueError, "there is no switch \"%.80s\"", name);
    PyObject *out = PyList_New(0);
    for (int i = 0; out && aude_switch_value(sw, i, value, sizeof value); i++) {
        PyObject *one = PyUnicode_FromString(value);
        if (one) PyList_Append(out, one);
        Py_XDECREF(one);
    }
    return out;
}

static PyMethodDef methods[] = {{"spec", module_spec_facts, METH_VARARGS, NULL},
                                {"tile_svg", module_tile_svg, METH_VARARGS, NULL},
                                {"read_setup", ext_setup_read, METH_VARARGS, NULL},
                                {"switch_values", module_switch_values, METH_VARARGS,
                                 "What a switch of aude.SWITCHES can be set to."},
                                {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                        "_aude",
                                        "The rules of Carcassonne, in C.",
                                        -1,
                                        methods,
                                        NULL,
                                        NULL,
                                        NULL,
                                        NULL};

static int module_fill(PyObject *module)
{
    int players = 0;

    ext_error = PyErr_NewExceptionWithDoc("aude.Error",
                                          "What was given cannot be played or read. "
                                          "`code` names the reason and `rule` the rule, "
                                          "\"\" where there is none; `line` is the line "
                                          "of a record, None where it is not about one.",
                                          PyExc_ValueError, NULL);
    ext_illegal = !ext_error
                      ? NULL
                      : PyErr_NewExceptionWithDoc(
                            "aude.IllegalAction",
                            "The action is not legal now; the game stays as it was.",
                            ext_error, NULL);
    if (!ext_illegal) return -1;
    Py_INCREF(ext_error);
    Py_INCREF(ext_illegal);
    planes_init();
    while (ai_players[players]) players++;
    if (aude_tiles_count != specs[SPEC_EVERYTHING].kinds) {
        PyErr_SetString(PyExc_ImportError, "the tiles have changed: spec \"everything\"");
        return -1;
    }
    if (PyModule_AddObject(module, "Error", ext_error) ||
        PyModule_AddObject(module, "IllegalAction", ext_illegal) ||
        module_add_names(module, "FIGURES", AUDE_FIGURE_KINDS, module_figure_name) ||
        module_add_names(module, "PRESETS", AUDE_PRESETS, module_preset_name) ||
        module_add_names(module, "SETS", AUDE_SETS, module_set_name) ||
        module_add_names(module, "SWITCHES", AUDE_SWITCHES, module_switch_name) ||
        module_add_names(module, "TILES", aude_tiles_count, module_tile_name) ||
        module_add_names(module, "PLAYERS", players, module_player_name))
        return -1;
    return PyModule_AddStringConstant(module, "__version__", aude_version()) ||
           ext_action_add(module) || ext_game_add(module) || ext_batch_add(module);
}

PyMODINIT_FUNC PyInit__aude(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module && module_fill(module)) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
