/* think.c -- computer players and analysis. They get a view of their own, and run without the
 * interpreter's lock. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    PyThreadState *saved; /* while the interpreter's lock is not held */
    clock_t asked;        /* when Python was last asked for signals */
    bool broken_off;      /* by Ctrl-C: an exception is set */
    int n;
    struct ai_candidate list[CANDIDATES_MAX];
};

/* The arguments that all of them have. */
struct effort {
    struct ext_u64 seed, playouts;
    struct ext_int threads;
};

static const struct effort unread = {{"seed", 0}, {"playouts", 0}, {"threads", 0}};

/* Ctrl-C is felt between two positions, not at the end of the search: a few times a second the
 * lock is taken and Python is asked. The players ask in the thread that called them only. */
static bool ext_think_stop(void *context)
{
    struct thinking *t = context;

    if (t->broken_off || clock() - t->asked < CLOCKS_PER_SEC / 10) return t->broken_off;
    PyEval_RestoreThread(t->saved);
    t->broken_off = PyErr_CheckSignals() != 0;
    t->saved = PyEval_SaveThread();
    t->asked = clock();
    return t->broken_off;
}

static void ext_think_let_go(struct thinking *t)
{
    t->asked = clock();
    t->saved = PyEval_SaveThread();
}

/* False, with an exception, if the search was broken off; then `t` is freed. */
static bool ext_think_take_back(struct thinking *t)
{
    PyEval_RestoreThread(t->saved);
    bool whole = !t->broken_off;
    if (!whole) free(t);
    return whole;
}

/* What a player may be asked: a view of the seat that decides. NULL with an exception. */
static struct thinking *ext_think_begin(PyObject *self, const struct effort *effort)
{
    struct held *held = ext_game_held(self);
    int threads = effort->threads.value;

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
    t->limits.playouts = effort->playouts.value;
    t->limits.threads = (unsigned)threads;
    t->limits.stop = ext_think_stop;
    t->limits.context = t;
    ai_rng_init(&t->rng, effort->seed.value);
    return t;
}

static PyObject *ext_think_choose(PyObject *self, PyObject *args)
{
    const char *name;
    struct effort e = unread;

    if (!PyArg_ParseTuple(args, "sO&O&O&", &name, ext_integer_u64, &e.seed,
                          ext_integer_u64, &e.playouts, ext_integer, &e.threads))
        return NULL;
    const struct ai_player *player = ai_find(name);
    if (!player)
        return PyErr_Format(PyExc_ValueError,
                            "there is no player \"%.80s\": aude.PLAYERS", name);
    struct thinking *t = ext_think_begin(self, &e);
    if (!t) return NULL;
    /* With a way to stop, some levels would think until they are stopped. */
    if (!t->limits.playouts) t->limits.playouts = ai_budget(player);
    ext_think_let_go(t);
    t->action = ai_choose(player, &t->view, &t->limits, &t->rng);
    if (!ext_think_take_back(t)) return NULL;
    struct aude_action action = t->action;
    free(t);
    if (!action.kind) return PyErr_Format(ext_error, "nobody has to decide now");
    return ext_action_new(action);
}

static PyObject *ext_think_seats(const double *values, unsigned n)
{
    PyObject *out = PyTuple_New((Py_ssize_t)n);

    for (unsigned i = 0; out && i < n; i++)
        PyTuple_SetItem(out, (Py_ssize_t)i, PyFloat_FromDouble(values[i]));
    return out;
}

static PyObject *ext_think_candidate(const struct ai_candidate *c, unsigned n)
{
    PyObject *then = c->then.kind ? ext_action_new(c->then) : Py_BuildValue("");

    return Py_BuildValue("(NNKNNN)", ext_action_new(c->action), then,
                         (unsigned long long)c->playouts, ext_think_seats(c->points, n),
                         ext_think_seats(c->difference, n), ext_think_seats(c->win, n));
}

static PyObject *ext_think_candidates(const struct thinking *t)
{
    int n = t->n < CANDIDATES_MAX ? t->n : CANDIDATES_MAX;
    PyObject *out = PyList_New(n);

    for (int i = 0; out && i < n; i++) {
        PyObject *one = ext_think_candidate(&t->list[i], t->view.n_seats);
        if (!one || PyList_SetItem(out, i, one) < 0) {
            Py_DECREF(out);
            return NULL;
        }
    }
    return out;
}

static PyObject *ext_think_analyse(PyObject *self, PyObject *args)
{
    struct effort e = unread;

    if (!PyArg_ParseTuple(args, "O&O&O&", ext_integer_u64, &e.seed, ext_integer_u64,
                          &e.playouts, ext_integer, &e.threads))
        return NULL;
    struct thinking *t = ext_think_begin(self, &e);
    if (!t) return NULL;
    ext_think_let_go(t);
    t->n = ai_analyse(&t->view, &t->limits, &t->rng, t->list, CANDIDATES_MAX);
    if (!ext_think_take_back(t)) return NULL;
    PyObject *out = ext_think_candidates(t);
    free(t);
    return out;
}

static PyObject *ext_think_chance(PyObject *self, PyObject *args)
{
    struct effort e = unread;
    struct ext_int seat = {"seat", 0};

    if (!PyArg_ParseTuple(args, "O&O&O&O&", ext_integer, &seat, ext_integer_u64, &e.seed,
                          ext_integer_u64, &e.playouts, ext_integer, &e.threads))
        return NULL;
    struct thinking *t = ext_think_begin(self, &e);
    if (!t) return NULL;
    if (seat.value < 0 || seat.value >= t->view.n_seats) {
        free(t);
        return PyErr_Format(PyExc_ValueError, "there is no seat %d", seat.value);
    }
    ext_think_let_go(t);
    t->win = ai_win_probability(&t->view, (unsigned)seat.value, &t->limits, &t->rng);
    if (!ext_think_take_back(t)) return NULL;
    double win = t->win;
    free(t);
    return PyFloat_FromDouble(win);
}

PyMethodDef ext_think_methods[] = {{"_choose", ext_think_choose, METH_VARARGS, NULL},
                                   {"_analyse", ext_think_analyse, METH_VARARGS, NULL},
                                   {"_chance", ext_think_chance, METH_VARARGS, NULL},
                                   {NULL, NULL, 0, NULL}};
