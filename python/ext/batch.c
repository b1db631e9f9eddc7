/* batch.c -- aude._aude.Batch: many games at once, without the interpreter's lock.
 *
 * Every call takes its arrays, then runs one function for each game, in as many threads
 * as wanted. A game has its own random numbers and seeds, so the number of threads
 * changes nothing. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "after.h"
#include "ai.h"
#include "aude_ext.h"
#include "summary.h"

enum { GAMES_MAX = 1 << 20, THREADS_MAX = 256 };

/* What the actions of one game lead to: the number of the action, a summary. */
struct rows {
    int n, max;
    bool failed; /* no memory */
    int32_t *action;
    int16_t *summary;
};

struct slot {
    struct aude_game game;
    struct frame frame;
    struct ai_rng rng;
    struct aude_action pending; /* the action that step() will play */
    uint64_t episode, seed;     /* how many games it has begun; the seed of this one */
    struct rows rows;
};

struct batch {
    PyObject_HEAD struct slot *slots;
    struct aude_head head;
    const struct spec *spec;
    uint64_t seed;
    int n, threads;
    bool again; /* a game that is over begins again */
    bool busy;  /* a call is running */
};

/* What one call does to every game. */
struct job {
    struct batch *batch;
    void (*work)(struct job *job, int i);
    int32_t *numbers, *points, *seats;
    int32_t *projection, *which;
    int16_t *summary;
    const int32_t *first_row; /* by game */
    bool whole;
    uint8_t *done, *mask, *planes;
    int16_t *vector;
    int bad; /* the first game with an action that is not legal, or n */
};

struct part {
    struct job *job;
    int from, to, bad;
};

/* -- Threads ---------------------------------------------------------------------------- */

static void *batch_run_part(void *context)
{
    struct part *part = context;
    struct job job = *part->job;

    for (int i = part->from; i < part->to; i++) job.work(&job, i);
    part->bad = job.bad;
    return NULL;
}

static void batch_run(struct job *job)
{
    struct batch *batch = job->batch;
    struct part part[THREADS_MAX];
    pthread_t thread[THREADS_MAX];
    bool started[THREADS_MAX] = {false};
    int n = batch->threads < batch->n ? batch->threads : batch->n;

    job->bad = batch->n;
    for (int k = 0; k < n; k++) {
        part[k] = (struct part){job, (int)((long long)batch->n * k / n),
                                (int)((long long)batch->n * (k + 1) / n), batch->n};
        if (k) started[k] = !pthread_create(&thread[k], NULL, batch_run_part, &part[k]);
    }
    for (int k = 0; k < n; k++) /* games for which no thread could be started */
        if (!started[k]) batch_run_part(&part[k]);
    for (int k = 0; k < n; k++) {
        if (started[k]) pthread_join(thread[k], NULL);
        if (part[k].bad < job->bad) job->bad = part[k].bad;
    }
}

static void batch_run_unlocked(struct job *job)
{
    PyThreadState *saved = PyEval_SaveThread();

    batch_run(job);
    PyEval_RestoreThread(saved);
}

/* -- What is done to a game ------------------------------------------------------------- */

static void batch_begin(struct job *job, int i)
{
    struct slot *slot = &job->batch->slots[i];
    struct aude_setup setup = job->batch->head.setup;

    slot->seed = job->batch->seed + slot->episode * (uint64_t)job->batch->n + (uint64_t)i;
    setup.seed = aude_seed(slot->seed);
    slot->episode++;
    aude_game_init(&slot->game, &setup, NULL);
    slot->frame = (struct frame){0};
    numbers_frame_follow(&slot->frame, &slot->game);
}

static void batch_sample_one(struct job *job, int i)
{
    struct slot *slot = &job->batch->slots[i];
    struct aude_action list[AUDE_ACTIONS_MAX];
    int n = aude_game_actions(&slot->game, list, AUDE_ACTIONS_MAX);

    job->numbers[i] = -1;
    if (n > AUDE_ACTIONS_MAX) n = AUDE_ACTIONS_MAX;
    /* Almost never more than once: only when the spill is full. */
    while (n > 0 && job->numbers[i] < 0)
        job->numbers[i] = numbers_of(job->batch->spec, &slot->game, &slot->frame, list,
                                     (int)ai_rng_below(&slot->rng, (uint32_t)n));
}

static void batch_look_up(struct job *job, int i)
{
    struct slot *slot = &job->batch->slots[i];
    struct aude_action list[AUDE_ACTIONS_MAX];
    bool over = aude_game_over(&slot->game);

    slot->pending = (struct aude_action){0};
    if (!over)
        slot->pending = numbers_action(job->batch->spec, &slot->game, &slot->frame,
                                       job->numbers[i], list);
    if ((over ? job->numbers[i] != -1 : !slot->pending.kind) && i < job->bad)
        job->bad = i;
}

static void batch_play(struct job *job, int i)
{
    struct slot *slot = &job->batch->slots[i];
    unsigned seats = slot->game.n_seats;

    if (slot->pending.kind) aude_game_play(&slot->game, slot->pending, NULL);
    numbers_frame_follow(&slot->frame, &slot->game);
    bool over = aude_game_over(&slot->game);
    if (job->done) job->done[i] = over;
    for (unsigned s = 0; job->points && s < seats; s++)
        job->points[(unsigned)i * seats + s] = slot->game.player[s].points;
    if (over && job->batch->again) batch_begin(job, i);
}

static void batch_project(struct job *job, int i)
{
    const struct aude_game *game = &job->batch->slots[i].game;
    int32_t points[AUDE_SEATS_MAX];

    aude_game_projection(game, points);
    memcpy(job->projection + (size_t)i * game->n_seats, points,
           game->n_seats * sizeof *points);
}

/* -- What actions lead to --------------------------------------------------------------- */

static bool batch_rows_grow(struct rows *rows)
{
    int max = rows->max ? 2 * rows->max : 64;
    int32_t *action = realloc(rows->action, (size_t)max * sizeof *action);
    if (action) rows->action = action;
    int16_t *summary = realloc(rows->summary, (size_t)max * SUMMARY * sizeof *summary);
    if (summary) rows->summary = summary;
    if (action && summary) rows->max = max;
    return action && summary;
}

struct sums {
    struct rows *rows;
    struct summary_fits fits;
};

static void batch_sum_up(struct after *after, const struct aude_game *game, int action)
{
    struct sums *sums = after->context;
    struct rows *rows = sums->rows;

    if (rows->n == rows->max && !batch_rows_grow(rows)) {
        rows->failed = true;
        return;
    }
    rows->action[rows->n] = action;
    summary_write(&sums->fits, game, after->seat, rows->summary + rows->n * SUMMARY);
    rows->n++;
}

static void batch_look_ahead(struct job *job, int i)
{
    struct slot *slot = &job->batch->slots[i];
    struct sums sums = {.rows = &slot->rows};
    struct after after;
    struct aude_action list[AUDE_ACTIONS_MAX];
    int32_t number[AUDE_ACTIONS_MAX];

    slot->rows.n = 0;
    slot->rows.failed = false;
    if (aude_game_over(&slot->game)) return;
    after.whole = job->whole;
    after.row = batch_sum_up;
    after.context = &sums;
    summary_begin(&sums.fits, &slot->game);
    after_walk(&after, &slot->game);
    int n = aude_game_actions(&slot->game, list, AUDE_ACTIONS_MAX);
    if (n > AUDE_ACTIONS_MAX) n = AUDE_ACTIONS_MAX;
    numbers_list(job->batch->spec, &slot->game, &slot->frame, list, n, number);
    for (int k = 0; k < slot->rows.n; k++)
        slot->rows.action[k] = number[slot->rows.action[k]];
}

/* From the games' own rows to the caller's. */
static void batch_hand_out(struct job *job, int i)
{
    const struct rows *rows = &job->batch->slots[i].rows;
    size_t at = (size_t)job->first_row[i], n = (size_t)rows->n;

    for (size_t k = 0; k < n; k++) job->which[at + k] = i;
    if (!n) return;
    memcpy(job->numbers + at, rows->action, n * sizeof *rows->action);
    memcpy(job->summary + at * SUMMARY, rows->summary,
           n * SUMMARY * sizeof *rows->summary);
}

/* -- What is seen of a game ------------------------------------------------------------- */

static void batch_show_one(struct job *job, int i)
{
    struct slot *slot = &job->batch->slots[i];
    const struct spec *spec = job->batch->spec;
    bool over = aude_game_over(&slot->game);
    unsigned seat = over ? 0 : slot->game.turn.actor;
    size_t cells = (size_t)(spec->planes * spec->window * spec->window);

    if (job->seats) job->seats[i] = over ? -1 : (int32_t)seat;
    if (job->planes)
        planes_draw(spec, &slot->game, &slot->frame, seat,
                    job->planes + (size_t)i * cells);
    if (job->vector)
        planes_vector(spec, &slot->game, &slot->frame, seat,
                      job->vector + (size_t)i * (size_t)spec->vector);
    if (!job->mask) return;

    struct aude_action list[AUDE_ACTIONS_MAX];
    int32_t number[AUDE_ACTIONS_MAX];
    uint8_t *mask = job->mask + (size_t)i * (size_t)spec->numbers;
    int n = aude_game_actions(&slot->game, list, AUDE_ACTIONS_MAX);
    if (n > AUDE_ACTIONS_MAX) n = AUDE_ACTIONS_MAX;
    memset(mask, 0, (size_t)spec->numbers);
    numbers_list(spec, &slot->game, &slot->frame, list, n, number);
    for (int k = 0; k < n; k++)
        if (number[k] >= 0) mask[number[k]] = 1;
}

/* -- The type --------------------------------------------------------------------------- */

static void batch_start_all(struct batch *batch)
{
    struct job job = {.batch = batch, .work = batch_begin};

    for (int i = 0; i < batch->n; i++) {
        batch->slots[i].episode = 0;
        ai_rng_init(&batch->slots[i].rng,
                    batch->seed * 0x9e3779b97f4a7c15u + (uint64_t)i);
    }
    batch_run_unlocked(&job);
}

/* Checks all arguments; returns the setup. */
static struct held *batch_checked(const char *text, Py_ssize_t length, int n, int threads,
                                  const struct spec *spec)
{
    if (n < 1 || n > GAMES_MAX || threads < 1 || threads > THREADS_MAX) {
        PyErr_Format(PyExc_ValueError,
                     "a batch has 1 to %d games and 1 to %d threads, not %d and %d",
                     GAMES_MAX, THREADS_MAX, n, threads);
        return NULL;
    }
    struct held *held = held_from_setup(text, length);
    if (!held) return NULL;
    if (held->head.setup.hidden || !numbers_suits(spec, held->game.sets)) {
        PyErr_Format(PyExc_ValueError,
                     held->head.setup.hidden
                         ? "a batch draws by itself: the setup must not be hidden"
                         : "spec \"%s\" does not suit the sets of this setup",
                     spec->name);
        held_free(held);
        return NULL;
    }
    return held;
}

static PyObject *batch_make(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    const char *text, *name;
    Py_ssize_t length;
    struct ext_int games = {"n", 0}, workers = {"threads", 0};
    struct ext_u64 seed = {"seed", 0};
    int again;

    (void)keywords;
    if (!PyArg_ParseTuple(args, "s#O&sO&O&p", &text, &length, ext_integer, &games, &name,
                          ext_integer, &workers, ext_integer_u64, &seed, &again))
        return NULL;
    int n = games.value, threads = workers.value;
    const struct spec *spec = ext_module_spec(name);
    struct held *held = spec ? batch_checked(text, length, n, threads, spec) : NULL;
    if (!held) return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    struct batch *self = (struct batch *)allocate(type, 0);
    if (self) {
        self->head = held->head;
        self->spec = spec;
        self->seed = seed.value;
        self->n = n;
        self->threads = threads;
        self->again = again != 0;
        self->slots = calloc((size_t)n, sizeof *self->slots);
        if (self->slots) batch_start_all(self);
    }
    held_free(held);
    if (!self || self->slots) return (PyObject *)self;
    Py_DECREF(self);
    return PyErr_Format(PyExc_MemoryError, "no memory for %d games of %zd bytes each", n,
                        (Py_ssize_t)sizeof(struct slot));
}

static void batch_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);

    struct batch *batch = (struct batch *)self;
    for (int i = 0; batch->slots && i < batch->n; i++) {
        free(batch->slots[i].rows.action);
        free(batch->slots[i].rows.summary);
    }
    free(batch->slots);
    release(self);
    Py_DECREF(type);
}

/* Reserve the batch for one call; NULL with an exception while another thread uses it. */
static struct batch *batch_enter(PyObject *self)
{
    struct batch *batch = (struct batch *)self;

    if (!batch->busy) return batch;
    PyErr_SetString(PyExc_RuntimeError, "another thread is using this batch");
    return NULL;
}

static void batch_work(struct batch *batch, struct job *job)
{
    batch->busy = true;
    batch_run_unlocked(job);
    batch->busy = false;
}

/* Take an array of the call; None is allowed. `at` gets its address. */
static bool batch_take(struct array *array, PyObject *object, const char *name,
                       enum array_type type, int n, const Py_ssize_t *shape, void *at)
{
    void *data = NULL;

    array->keeps = NULL;
    if (object != Py_None) {
        if (!array_take(array, object, name, type, n, shape, true)) return false;
        data = array->data;
    }
    memcpy(at, &data, sizeof data);
    return true;
}

static PyObject *batch_finish(struct array *arrays, int n, bool ok)
{
    for (int i = 0; i < n; i++) array_drop(&arrays[i]);
    return ok ? Py_BuildValue("") : NULL;
}

static PyObject *batch_sample(PyObject *self, PyObject *object)
{
    struct batch *batch = batch_enter(self);
    struct job job = {.batch = batch, .work = batch_sample_one};
    struct array array = {0};

    if (!batch) return NULL;
    Py_ssize_t shape[1] = {batch->n};
    bool ok = array_take(&array, object, "actions", ARRAY_INT32, 1, shape, true);
    job.numbers = array.data;
    if (ok) batch_work(batch, &job);
    return batch_finish(&array, 1, ok);
}

static bool batch_refuse(const struct batch *batch, const struct job *job)
{
    const struct slot *slot = &batch->slots[job->bad];

    PyErr_Format(
        ext_illegal,
        "actions[%d] = %d is no legal action of game %d (turn %d, %s); no game was "
        "changed",
        job->bad, (int)job->numbers[job->bad], job->bad, slot->game.turn.number,
        aude_phase_name((enum aude_phase)slot->game.turn.phase));
    return false;
}

static PyObject *batch_step(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_enter(self);
    struct job job = {.batch = batch, .work = batch_look_up};
    struct array array[3] = {0};
    PyObject *actions, *done, *points;

    if (!batch || !PyArg_ParseTuple(args, "OOO", &actions, &done, &points)) return NULL;
    Py_ssize_t shape[2] = {batch->n, batch->head.setup.n_seats};
    bool ok = array_take(&array[0], actions, "actions", ARRAY_INT32, 1, shape, false) &&
              batch_take(&array[1], done, "done", ARRAY_UINT8, 1, shape, &job.done) &&
              batch_take(&array[2], points, "points", ARRAY_INT32, 2, shape, &job.points);
    job.numbers = array[0].data;
    if (ok) batch_work(batch, &job);
    if (ok && job.bad < batch->n) ok = batch_refuse(batch, &job);
    job.work = batch_play;
    if (ok) batch_work(batch, &job);
    return batch_finish(array, 3, ok);
}

static PyObject *batch_show(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_enter(self);
    struct job job = {.batch = batch, .work = batch_show_one};
    struct array array[4] = {0};
    PyObject *planes, *vector, *mask, *seats;

    if (!batch || !PyArg_ParseTuple(args, "OOOO", &planes, &vector, &mask, &seats))
        return NULL;
    const struct spec *spec = batch->spec;
    Py_ssize_t window[4] = {batch->n, spec->window, spec->window, spec->planes};
    Py_ssize_t length[2] = {batch->n, spec->vector}, all[2] = {batch->n, spec->numbers};
    bool ok =
        batch_take(&array[0], planes, "planes", ARRAY_UINT8, 4, window, &job.planes) &&
        batch_take(&array[1], vector, "vector", ARRAY_INT16, 2, length, &job.vector) &&
        batch_take(&array[2], mask, "mask", ARRAY_UINT8, 2, all, &job.mask) &&
        batch_take(&array[3], seats, "seats", ARRAY_INT32, 1, all, &job.seats);
    if (ok) batch_work(batch, &job);
    return batch_finish(array, 4, ok);
}

static PyObject *batch_projection(PyObject *self, PyObject *object)
{
    struct batch *batch = batch_enter(self);
    struct job job = {.batch = batch, .work = batch_project};
    struct array array = {0};

    if (!batch) return NULL;
    Py_ssize_t shape[2] = {batch->n, batch->head.setup.n_seats};
    bool ok = array_take(&array, object, "projection", ARRAY_INT32, 2, shape, true);
    job.projection = array.data;
    if (ok) batch_work(batch, &job);
    return batch_finish(&array, 1, ok);
}

/* Look ahead; how many rows there are, or -1 with an exception. */
static PyObject *batch_ahead(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_enter(self);
    struct job job = {.batch = batch, .work = batch_look_ahead};
    int whole;
    long n = 0;

    if (!batch || !PyArg_ParseTuple(args, "p", &whole)) return NULL;
    job.whole = whole != 0;
    batch_work(batch, &job);
    for (int i = 0; i < batch->n; i++) {
        if (batch->slots[i].rows.failed) return PyErr_NoMemory();
        n += batch->slots[i].rows.n;
    }
    return PyLong_FromLong(n);
}

/* The rows that were found, into arrays of just as many. */
static PyObject *batch_rows(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_enter(self);
    struct job job = {.batch = batch, .work = batch_hand_out};
    struct array array[3] = {0};
    PyObject *which, *actions, *summary;

    if (!batch || !PyArg_ParseTuple(args, "OOO", &which, &actions, &summary)) return NULL;
    int32_t *first = malloc((size_t)batch->n * sizeof *first);
    if (!first) return PyErr_NoMemory();
    int32_t n = 0;
    for (int i = 0; i < batch->n; i++) {
        first[i] = n;
        n += batch->slots[i].rows.n;
    }
    Py_ssize_t shape[2] = {n, SUMMARY};
    bool ok = array_take(&array[0], which, "game", ARRAY_INT32, 1, shape, true) &&
              array_take(&array[1], actions, "action", ARRAY_INT32, 1, shape, true) &&
              array_take(&array[2], summary, "summary", ARRAY_INT16, 2, shape, true);
    job.which = array[0].data;
    job.numbers = array[1].data;
    job.summary = array[2].data;
    job.first_row = first;
    if (ok) batch_work(batch, &job);
    free(first);
    return batch_finish(array, 3, ok);
}

static PyObject *batch_reset(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_enter(self);
    struct ext_u64 seed = {"seed", 0};

    if (!batch || !PyArg_ParseTuple(args, "O&", ext_integer_u64, &seed)) return NULL;
    batch->seed = seed.value;
    batch->busy = true;
    batch_start_all(batch);
    batch->busy = false;
    Py_RETURN_NONE;
}

/* A copy of one game of the batch as a Game, to look at it. */
static PyObject *batch_game(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_enter(self);
    PyObject *type;
    struct ext_int which = {"the index of a game", 0};

    if (!batch || !PyArg_ParseTuple(args, "OO&", &type, ext_integer, &which)) return NULL;
    int i = which.value;
    if (i < 0 || i >= batch->n)
        return PyErr_Format(PyExc_IndexError, "there is no game %d: 0 to %d", i,
                            batch->n - 1);
    if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, ext_game_type))
        return PyErr_Format(PyExc_TypeError, "a game becomes a Game");
    struct held *held = held_new();
    if (!held) return NULL;
    aude_game_copy(&held->game, &batch->slots[i].game);
    held->head = batch->head;
    held->head.setup.seed = aude_seed(batch->slots[i].seed);
    held->head.commit[0] = 0; /* that was of another seed */
    held->frame = batch->slots[i].frame;
    held->no_record = "a game of a batch has no record: a batch keeps no history";
    return ext_game_wrap((PyTypeObject *)type, held);
}

static PyMethodDef methods[] = {{"_sample", batch_sample, METH_O, NULL},
                                {"_step", batch_step, METH_VARARGS, NULL},
                                {"_show", batch_show, METH_VARARGS, NULL},
                                {"_projection", batch_projection, METH_O, NULL},
                                {"_ahead", batch_ahead, METH_VARARGS, NULL},
                                {"_rows", batch_rows, METH_VARARGS, NULL},
                                {"_reset", batch_reset, METH_VARARGS, NULL},
                                {"_game", batch_game, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {{Py_tp_new, (void *)batch_make},
                              {Py_tp_dealloc, (void *)batch_dealloc},
                              {Py_tp_methods, methods},
                              {0, NULL}};

static PyType_Spec type_spec = {"aude._aude.Batch", sizeof(struct batch), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

int ext_batch_add(PyObject *module)
{
    PyObject *type = PyType_FromSpec(&type_spec);

    return type ? PyModule_AddObject(module, "Batch", type) : -1;
}
