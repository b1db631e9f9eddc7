/* array.c -- the caller's arrays: NumPy's by __array_interface__, PyTorch's and others' by DLPack.
 *
 * Python's own buffers are not in the stable ABI before 3.11; these two are plain attributes. */
#include <string.h>

#include "aude_ext.h"

enum { DIMENSIONS_MAX = 8 };

static const struct {
    const char *name;
    char letter;  /* the letter of a typestr */
    uint8_t code; /* DLPack's code: 0 signed, 1 unsigned, 6 bool */
    uint8_t size;
} types[ARRAY_TYPES] = {{"int32", 'i', 0, 4},
                        {"int16", 'i', 0, 2},
                        {"uint8", 'u', 1, 1},
                        {"int64", 'i', 0, 8}};

/* What an array says about itself. */
struct said {
    char *data;
    int n;
    Py_ssize_t shape[DIMENSIONS_MAX], stride[DIMENSIONS_MAX]; /* strides in bytes */
    bool strided, readonly;
    char type[24];
    bool fits; /* it has the wanted type */
};

/* -- DLPack ----------------------------------------------------------------------------- */

/* The layout of DLPack's specification. */
struct dl_tensor {
    void *data;
    struct {
        int32_t type, id;
    } device;
    int32_t n;
    struct {
        uint8_t code, bits;
        uint16_t lanes;
    } type;
    int64_t *shape, *stride; /* strides in elements; NULL: C order */
    uint64_t offset;
};

enum { DL_CPU = 1 };

/* Can the tensor be read at all? False with an exception. */
static bool array_dlpack_is_here(const struct dl_tensor *t, const char *name)
{
    if (t->device.type != DL_CPU) {
        PyErr_Format(PyExc_TypeError, "%s is not in the memory of the processor", name);
        return false;
    }
    if (t->n < 0 || t->n > DIMENSIONS_MAX || (t->n && !t->shape)) {
        PyErr_Format(PyExc_TypeError, "%s has no usable shape", name);
        return false;
    }
    return true;
}

static void array_dlpack_type(const struct dl_tensor *t, enum array_type want,
                              struct said *said)
{
    static const char *const codes[] = {"int",    "uint",    "float", "opaque",
                                        "bfloat", "complex", "bool"};
    const char *code = t->type.code < 7 ? codes[t->type.code] : "type";
    bool same = t->type.code == types[want].code ||
                (want == ARRAY_UINT8 && (t->type.code == 6 || t->type.code == 0));

    said->fits = same && t->type.bits / 8 == types[want].size && t->type.lanes == 1;
    if (t->type.lanes == 1)
        PyOS_snprintf(said->type, sizeof said->type, "%s%d", code, t->type.bits);
    else
        PyOS_snprintf(said->type, sizeof said->type, "%s%dx%d", code, t->type.bits,
                      t->type.lanes);
}

static bool array_dlpack_says(PyObject *capsule, const char *name, enum array_type want,
                              struct said *said)
{
    const struct dl_tensor *t = PyCapsule_GetPointer(capsule, "dltensor");

    if (!t || !array_dlpack_is_here(t, name)) return false;
    array_dlpack_type(t, want, said);
    int size = t->type.bits / 8;
    said->data = t->data ? (char *)t->data + t->offset : NULL;
    said->n = t->n;
    said->strided = t->stride != NULL;
    for (int i = 0; i < t->n; i++) {
        said->shape[i] = (Py_ssize_t)t->shape[i];
        if (t->stride) said->stride[i] = (Py_ssize_t)t->stride[i] * size;
    }
    return true;
}

/* -- __array_interface__ ---------------------------------------------------------------- */

static bool array_sizes_of(PyObject *tuple, Py_ssize_t *out, int *n)
{
    Py_ssize_t length = PyTuple_Check(tuple) ? PyTuple_Size(tuple) : -1;

    if (length < 0 || length > DIMENSIONS_MAX) {
        PyErr_SetString(PyExc_TypeError, "__array_interface__ has no usable shape");
        return false;
    }
    *n = (int)length;
    for (Py_ssize_t i = 0; i < length; i++) {
        out[i] = PyLong_AsSsize_t(PyTuple_GetItem(tuple, i));
        if (out[i] == -1 && PyErr_Occurred()) return false;
    }
    return true;
}

static bool array_type_says(PyObject *typestr, enum array_type want, struct said *said)
{
    PyObject *bytes = PyUnicode_Check(typestr) ? PyUnicode_AsUTF8String(typestr) : NULL;
    const char *s = bytes ? PyBytes_AsString(bytes) : NULL;

    if (!s || strlen(s) < 3) {
        Py_XDECREF(bytes);
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "__array_interface__ has no usable typestr");
        return false;
    }
    char size[8];
    PyOS_snprintf(size, sizeof size, "%d", types[want].size);
    bool letter = s[1] == types[want].letter ||
                  (want == ARRAY_UINT8 && (s[1] == 'b' || s[1] == 'i'));
    said->fits = letter && s[0] != '>' && !strcmp(s + 2, size);
    PyOS_snprintf(said->type, sizeof said->type, "%.16s", s);
    Py_DECREF(bytes);
    return true;
}

static bool array_interface_says(PyObject *dict, enum array_type want, struct said *said)
{
    PyObject *data, *shape, *type, *strides;
    int n;

    if (!PyDict_Check(dict) || !(data = PyDict_GetItemString(dict, "data")) ||
        !(shape = PyDict_GetItemString(dict, "shape")) ||
        !(type = PyDict_GetItemString(dict, "typestr")) || !PyTuple_Check(data) ||
        PyTuple_Size(data) != 2) {
        PyErr_SetString(PyExc_TypeError, "__array_interface__ is not whole");
        return false;
    }
    said->data = PyLong_AsVoidPtr(PyTuple_GetItem(data, 0));
    if (PyErr_Occurred()) return false;
    said->readonly = PyObject_IsTrue(PyTuple_GetItem(data, 1)) != 0;
    if (!array_sizes_of(shape, said->shape, &said->n) ||
        !array_type_says(type, want, said))
        return false;
    strides = PyDict_GetItemString(dict, "strides");
    said->strided = strides && strides != Py_None;
    return !said->strided || (array_sizes_of(strides, said->stride, &n) && n == said->n);
}

/* -- Taking one ------------------------------------------------------------------------- */

static void array_shape_text(const Py_ssize_t *shape, int n, char *out, size_t size)
{
    size_t at = 0;

    out[0] = 0;
    for (int i = 0; i < n && at < size; i++)
        at += (size_t)PyOS_snprintf(out + at, size - at, "%s%zd%s", i ? ", " : "",
                                    shape[i], n == 1 ? "," : "");
}

static bool array_in_order(const struct said *said, Py_ssize_t size)
{
    for (int i = said->n - 1; said->strided && i >= 0; i--) {
        if (said->shape[i] != 1 && said->stride[i] != size) return false;
        size *= said->shape[i];
    }
    return true;
}

static bool array_is_empty(const struct said *said)
{
    for (int i = 0; i < said->n; i++)
        if (!said->shape[i]) return true;
    return false;
}

static bool array_suits(const struct said *said, const char *name, enum array_type type,
                        int n, const Py_ssize_t *shape, bool write)
{
    char wanted[80], came[80];
    bool same = said->fits && said->n == n;

    for (int i = 0; same && i < n; i++) same = said->shape[i] == shape[i];
    if (!same) {
        array_shape_text(shape, n, wanted, sizeof wanted);
        array_shape_text(said->shape, said->n, came, sizeof came);
        PyErr_Format(PyExc_ValueError,
                     "%s must be %s of shape (%s), not %s of shape (%s)", name,
                     types[type].name, wanted, said->type, came);
        return false;
    }
    if (!array_in_order(said, types[type].size)) {
        PyErr_Format(PyExc_ValueError, "%s must be contiguous, in C order", name);
        return false;
    }
    if (!said->data && !array_is_empty(said)) {
        PyErr_Format(PyExc_ValueError, "%s has no memory: its address is 0", name);
        return false;
    }
    if (write && said->readonly) {
        PyErr_Format(PyExc_ValueError, "%s is read-only", name);
        return false;
    }
    return true;
}

bool array_take(struct array *array, PyObject *object, const char *name,
                enum array_type type, int n_shape, const Py_ssize_t *shape, bool write)
{
    struct said said = {0};
    bool ok = false;
    PyObject *way = PyObject_GetAttrString(object, "__array_interface__");

    array->keeps = NULL;
    if (way) {
        ok = array_interface_says(way, type, &said);
        Py_DECREF(way);
        Py_INCREF(object);
        array->keeps = object;
    } else {
        PyErr_Clear();
        array->keeps = PyObject_CallMethod(object, "__dlpack__", NULL);
        if (!array->keeps && PyErr_ExceptionMatches(PyExc_AttributeError))
            PyErr_Format(PyExc_TypeError,
                         "%s must be an array (NumPy, PyTorch: __array_interface__ or "
                         "__dlpack__)",
                         name);
        ok = array->keeps && array_dlpack_says(array->keeps, name, type, &said);
    }
    ok = ok && array_suits(&said, name, type, n_shape, shape, write);
    if (!ok) array_drop(array);
    array->data = said.data;
    return ok;
}

void array_drop(struct array *array)
{
    Py_XDECREF(array->keeps);
    array->keeps = NULL;
}
