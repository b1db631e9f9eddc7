/* think.c -- computer players and analysis. They get a view of their own, and run without the
 * interpreter's lock. */
#include <stdlib.h>
#include <string.h>

#include "ai.h"
#include "aude_ext.h"

enum { CANDIDATES_MAX = 1024 };

struct thinking {
    struct aude_game view;
    struct ai_limits limits;
    struct ai_rng rng;
    unsigned seat;
    const struct ai_player *player;
    struct aude_action action;
    double win;
    int n;
    struct ai_candidate list[CANDIDATES_MAX];
};

/* What a player may be asked: a view of the seat that decides. NULL with an exception. */
static struct thinking *begin(PyObject *self, unsigned long long seed,
                              unsigned long long playouts, int threads)
{
    struct held *held = ext_game_held(self);

    if (threads < 1 || threads > 256) {
        PyErr_Format(PyExc_ValueError, "threads must be 1 to 256, not %d", threads);
        return NULL;
    }
    struct thinking *t = calloc(1, sizeof *t);
    if (!t) {
        PyErr_NoMemory();
        return NULL;
    }
    aude_game_view(&t->view, &held->game, held->game.turn.actor);
    t->limits.playouts = playouts;
    t->limits.threads = (unsigned)threads;
    ai_rng_init(&t->rng, seed);
    return t;
}

static PyObject *choose(PyObject *self, PyObject *args)
{
    const char *name;
    unsigned long long seed, playouts;
    int threads;

    if (!PyArg_ParseTuple(args, "sKKi", &name, &seed, &playouts, &threads)) return NULL;
    const struct ai_player *player = ai_find(name);
    if (!player)
        return PyErr_Format(PyExc_ValueError, "there is no player \"%s\": aude.PLAYERS",
                            name);
    struct thinking *t = begin(self, seed, playouts, threads);
    if (!t) return NULL;
    PyThreadState *saved = PyEval_SaveThread();
    t->action = ai_choose(player, &t->view, &t->limits, &t->rng);
    PyEval_RestoreThread(saved);
    struct aude_action action = t->action;
    free(t);
    if (!action.kind) return PyErr_Format(ext_error, "nobody has to decide now");
    return ext_action_new(action);
}

static PyObject *seats(const double *values, unsigned n)
{
    PyObject *out = PyTuple_New((Py_ssize_t)n);

    for (unsigned i = 0; out && i < n; i++)
        PyTuple_SetItem(out, (Py_ssize_t)i, PyFloat_FromDouble(values[i]));
    return out;
}

static PyObject *candidate(const struct ai_candidate *c, unsigned n)
{
    PyObject *then = c->then.kind ? ext_action_new(c->then) : Py_BuildValue("");

    return Py_BuildValue("(NNKNNN)", ext_action_new(c->action), then,
                         (unsigned long long)c->playouts, seats(c->points, n),
                         seats(c->difference, n), seats(c->win, n));
}

static PyObject *candidates(const struct thinking *t)
{
    int n = t->n < CANDIDATES_MAX ? t->n : CANDIDATES_MAX;
    PyObject *out = PyList_New(n);

    for (int i = 0; out && i < n; i++) {
        PyObject *one = candidate(&t->list[i], t->view.n_seats);
        if (!one || PyList_SetItem(out, i, one) < 0) {
            Py_DECREF(out);
            return NULL;
        }
    }
    return out;
}

static PyObject *analyse(PyObject *self, PyObject *args)
{
    unsigned long long seed, playouts;
    int threads;

    if (!PyArg_ParseTuple(args, "KKi", &seed, &playouts, &threads)) return NULL;
    struct thinking *t = begin(self, seed, playouts, threads);
    if (!t) return NULL;
    PyThreadState *saved = PyEval_SaveThread();
    t->n = ai_analyse(&t->view, &t->limits, &t->rng, t->list, CANDIDATES_MAX);
    PyEval_RestoreThread(saved);
    PyObject *out = candidates(t);
    free(t);
    return out;
}

static PyObject *chance(PyObject *self, PyObject *args)
{
    unsigned long long seed, playouts;
    int threads, seat;

    if (!PyArg_ParseTuple(args, "iKKi", &seat, &seed, &playouts, &threads)) return NULL;
    struct thinking *t = begin(self, seed, playouts, threads);
    if (!t) return NULL;
    if (seat < 0 || seat >= t->view.n_seats) {
        free(t);
        return PyErr_Format(PyExc_ValueError, "there is no seat %d", seat);
    }
    PyThreadState *saved = PyEval_SaveThread();
    t->win = ai_win_probability(&t->view, (unsigned)seat, &t->limits, &t->rng);
    PyEval_RestoreThread(saved);
    double win = t->win;
    free(t);
    return PyFloat_FromDouble(win);
}

PyMethodDef ext_think_methods[] = {{"_choose", choose, METH_VARARGS, NULL},
                                   {"_analyse", analyse, METH_VARARGS, NULL},
                                   {"_chance", chance, METH_VARARGS, NULL},
                                   {NULL, NULL, 0, NULL}};
