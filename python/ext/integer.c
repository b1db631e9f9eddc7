/* integer.c -- whole numbers among the arguments: what does not fit is named. */
#include <limits.h>

#include "aude_ext.h"

/* The object as a whole number, or NULL with an exception that says what it was for. */
static PyObject *integer_whole(PyObject *object, const char *what)
{
    PyObject *number = PyNumber_Index(object);

    if (!number && PyErr_ExceptionMatches(PyExc_TypeError))
        PyErr_Format(PyExc_TypeError, "%s must be a whole number", what);
    return number;
}

int ext_integer(PyObject *object, void *out)
{
    struct ext_int *to = out;
    PyObject *number = integer_whole(object, to->what);
    int too_far = 0;

    if (!number) return 0;
    long value = PyLong_AsLongAndOverflow(number, &too_far);
    Py_DECREF(number);
    if (too_far || value < INT_MIN || value > INT_MAX) {
        PyErr_Format(PyExc_ValueError, "%s is out of range: it must fit into 32 bits",
                     to->what);
        return 0;
    }
    to->value = (int)value;
    return 1;
}

int ext_integer_u64(PyObject *object, void *out)
{
    struct ext_u64 *to = out;
    PyObject *number = integer_whole(object, to->what);

    if (!number) return 0;
    to->value = PyLong_AsUnsignedLongLong(number);
    Py_DECREF(number);
    if (!PyErr_Occurred()) return 1;
    PyErr_Format(PyExc_ValueError,
                 "%s is out of range: it must fit into 64 bits and not be negative",
                 to->what);
    return 0;
}
