/* look.c -- looking at a game: its state, its events, its picture. */
#include <stdlib.h>
#include <string.h>

#include "art.h"
#include "aude_ext.h"

/* -- Events ----------------------------------------------------------------------------- */

static PyObject *ext_look_terms(const struct aude_event *ev)
{
    PyObject *out = PyTuple_New(ev->n_terms);

    for (Py_ssize_t i = 0; out && i < ev->n_terms; i++) {
        const struct aude_term *t = &ev->term[i];
        PyObject *term = Py_BuildValue("(iis)", t->count, t->each,
                                       aude_term_name((enum aude_term_kind)t->kind));
        if (!term || PyTuple_SetItem(out, i, term) < 0) {
            Py_DECREF(out);
            return NULL;
        }
    }
    return out;
}

/* A field that the kind of an event has, or None. */
static PyObject *ext_look_number(bool has, int value)
{
    return has ? PyLong_FromLong(value) : Py_BuildValue("");
}

static PyObject *ext_look_name(bool has, const char *word)
{
    return Py_BuildValue("z", has ? word : NULL);
}

static PyObject *ext_look_event_sum(const struct aude_event *ev, bool has)
{
    char sum[256] = "";

    if (has) aude_event_sum(ev, sum, sizeof sum);
    return ext_look_name(has, sum);
}

static PyObject *ext_look_event_goods(const struct aude_event *ev, bool has)
{
    return ext_look_name(has, has ? aude_goods_name((enum aude_goods)ev->goods) : NULL);
}

static PyObject *ext_look_event_figure(const struct aude_event *ev, bool has)
{
    has = has && ev->figure < AUDE_FIGURE_KINDS;
    return ext_look_name(has, has ? aude_figure_name((enum aude_figure_kind)ev->figure)
                                  : NULL);
}

/* In the order of aude.Event. */
static PyObject *ext_look_event(const struct aude_event *ev)
{
    enum aude_event_kind kind = (enum aude_event_kind)ev->kind;
    unsigned has = aude_event_fields(kind);
    bool sum = has & AUDE_HAS_SUM, feature = sum || has & AUDE_HAS_FEATURE;
    bool cell = sum || has & (AUDE_HAS_CELL | AUDE_HAS_NUMBERS);
    bool other =
        has & (AUDE_HAS_OTHER | AUDE_HAS_QUARTER | AUDE_HAS_ROUND | AUDE_HAS_STAND);
    bool tile = has & AUDE_HAS_TILE;
    PyObject *at = has & AUDE_HAS_POINT
                       ? Py_BuildValue("(ii)", (int)ev->at.x, (int)ev->at.y)
                       : Py_BuildValue("");

    return Py_BuildValue(
        "(sNNNNNNNNNNNNNN)", aude_event_name(kind),
        ext_look_number(ev->seat != AUDE_SEAT_NONE, ev->seat),
        ext_look_name(tile, tile ? aude_tiles[ev->tile].id : NULL),
        ext_look_name(feature, feature ? aude_feature_name(ev->feature) : NULL),
        ext_look_event_figure(ev, has & AUDE_HAS_FIGURE),
        ext_look_event_goods(ev, has & AUDE_HAS_GOODS),
        ext_look_number(sum || has & AUDE_HAS_POINTS, ev->points),
        ext_look_number(cell, ev->x), ext_look_number(cell, ev->y),
        ext_look_number(has & AUDE_HAS_ROT, ev->rot),
        ext_look_number(has & AUDE_HAS_SEGMENT, ev->segment),
        ext_look_number(other, ev->other), ext_look_terms(ev),
        ext_look_event_sum(ev, sum), at);
}

PyObject *ext_look_events(const struct aude_events *events)
{
    int n = events->n < events->max ? events->n : events->max;
    PyObject *out = PyList_New(n);

    for (int i = 0; out && i < n; i++) {
        PyObject *one = ext_look_event(&events->list[i]);
        if (!one || PyList_SetItem(out, i, one) < 0) {
            Py_DECREF(out);
            return NULL;
        }
    }
    return out;
}

/* -- The state -------------------------------------------------------------------------- */

static PyObject *ext_look_numbers(const int32_t *values, unsigned n)
{
    PyObject *out = PyTuple_New((Py_ssize_t)n);

    for (unsigned i = 0; out && i < n; i++)
        PyTuple_SetItem(out, (Py_ssize_t)i, PyLong_FromLong(values[i]));
    return out;
}

static PyObject *ext_look_points(const struct aude_game *game)
{
    int32_t p[AUDE_SEATS_MAX];

    for (unsigned s = 0; s < game->n_seats; s++) p[s] = game->player[s].points;
    return ext_look_numbers(p, game->n_seats);
}

static PyObject *ext_look_state(PyObject *self, PyObject *name)
{
    struct held *held = ext_game_held(self);
    PyObject *bytes = PyUnicode_AsUTF8String(name);

    if (!bytes) return NULL;
    const struct aude_game *game = &held->game;
    const char *word = PyBytes_AsString(bytes);
    PyObject *out = NULL;
    if (!strcmp(word, "over"))
        out = PyBool_FromLong(aude_game_over(game));
    else if (!strcmp(word, "seat"))
        out = game->turn.actor == AUDE_SEAT_NONE || aude_game_over(game)
                  ? Py_BuildValue("")
                  : PyLong_FromLong(game->turn.actor);
    else if (!strcmp(word, "active"))
        out = PyLong_FromLong(game->turn.seat);
    else if (!strcmp(word, "seats"))
        out = PyLong_FromLong(game->n_seats);
    else if (!strcmp(word, "turn"))
        out = PyLong_FromLong(game->turn.number);
    else if (!strcmp(word, "phase"))
        out = PyUnicode_FromString(aude_phase_name((enum aude_phase)game->turn.phase));
    else if (!strcmp(word, "tile"))
        out = Py_BuildValue("z", game->turn.tile == AUDE_KIND_NONE
                                     ? NULL
                                     : aude_tiles[game->turn.tile].id);
    else if (!strcmp(word, "points"))
        out = ext_look_points(game);
    else if (!strcmp(word, "hash"))
        out = PyLong_FromUnsignedLongLong(aude_game_hash(game));
    else if (!strcmp(word, "hidden"))
        out = PyBool_FromLong(game->hidden);
    else if (!strcmp(word, "left"))
        out = PyLong_FromLong(aude_game_left_total(game));
    else if (!strcmp(word, "sets"))
        out = PyLong_FromLong(game->sets);
    else
        PyErr_SetString(PyExc_KeyError, word);
    Py_DECREF(bytes);
    return out;
}

static PyObject *ext_look_winners(PyObject *self, PyObject *none)
{
    struct held *held = ext_game_held(self);
    int32_t seats[AUDE_SEATS_MAX];
    unsigned n = 0;

    (void)none;
    unsigned bits = aude_game_winners(&held->game);
    for (unsigned s = 0; s < held->game.n_seats; s++)
        if (bits >> s & 1) seats[n++] = (int32_t)s;
    return ext_look_numbers(seats, n);
}

static PyObject *ext_look_projection(PyObject *self, PyObject *none)
{
    struct held *held = ext_game_held(self);
    int32_t p[AUDE_SEATS_MAX];

    (void)none;
    aude_game_projection(&held->game, p);
    return ext_look_numbers(p, held->game.n_seats);
}

static PyObject *ext_look_final(PyObject *self, PyObject *none)
{
    struct held *held = ext_game_held(self);

    (void)none;
    struct aude_event *list = malloc(AUDE_EVENTS_MAX * sizeof *list);
    if (!list) return PyErr_NoMemory();
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    aude_game_final(&held->game, &events);
    PyObject *out = ext_look_events(&events);
    free(list);
    return out;
}

/* [(x, y, tile, degrees)], in the order in which they were laid. */
static PyObject *ext_look_board(PyObject *self, PyObject *none)
{
    struct held *held = ext_game_held(self);

    (void)none;
    PyObject *out = PyList_New(held->game.n_laid);
    for (int i = 0; out && i < held->game.n_laid; i++) {
        const struct aude_laid *t = &held->game.laid[i];
        PyObject *row =
            Py_BuildValue("(iisi)", t->x, t->y, aude_tiles[t->kind].id, 90 * t->rot);
        if (!row || PyList_SetItem(out, i, row) < 0) {
            Py_DECREF(out);
            return NULL;
        }
    }
    return out;
}

static PyObject *ext_look_figure(const struct aude_game *game,
                                 const struct aude_figure *f)
{
    char words[80] = "tower";
    const struct aude_laid *t = &game->laid[f->tile];

    if (f->where == AUDE_AT_SEGMENT)
        aude_segment_text(t->kind, t->rot, (unsigned)(f->at - t->first), words,
                          sizeof words);
    return Py_BuildValue("(isiis)", f->seat,
                         aude_figure_name((enum aude_figure_kind)f->kind), t->x, t->y,
                         words);
}

/* [(seat, figure, x, y, where)] of the figures that stand on tiles. */
static PyObject *ext_look_figures(PyObject *self, PyObject *none)
{
    struct held *held = ext_game_held(self);
    PyObject *out = PyList_New(0);

    (void)none;
    for (unsigned i = 0; out && i < held->game.n_figures; i++) {
        const struct aude_figure *f = &held->game.figure[i];
        if (f->tile >= held->game.n_laid) continue;
        PyObject *row = ext_look_figure(&held->game, f);
        if (!row || PyList_Append(out, row) < 0) {
            Py_XDECREF(row);
            Py_DECREF(out);
            return NULL;
        }
        Py_DECREF(row);
    }
    return out;
}

/* {figure: how many at home} of a seat. */
static PyObject *ext_look_supply(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    struct ext_int seat = {"seat", 0};

    if (!PyArg_ParseTuple(args, "O&", ext_integer, &seat)) return NULL;
    if (seat.value < 0 || seat.value >= held->game.n_seats)
        return PyErr_Format(PyExc_ValueError, "there is no seat %d", seat.value);
    PyObject *out = PyDict_New();
    for (unsigned k = 0; out && k < AUDE_FIGURE_KINDS; k++) {
        int n = held->game.player[seat.value].supply[k];
        PyObject *number = n ? PyLong_FromLong(n) : NULL;
        if (number)
            PyDict_SetItemString(out, aude_figure_name((enum aude_figure_kind)k), number);
        Py_XDECREF(number);
    }
    return out;
}

/* {tile: how many are still to be drawn}. */
static PyObject *ext_look_pile(PyObject *self, PyObject *none)
{
    struct held *held = ext_game_held(self);
    PyObject *out = PyDict_New();

    (void)none;
    for (int kind = 0; out && kind < aude_tiles_count; kind++) {
        int n = aude_game_left(&held->game, (aude_kind)kind);
        PyObject *number = n ? PyLong_FromLong(n) : NULL;
        if (number) PyDict_SetItemString(out, aude_tiles[kind].id, number);
        Py_XDECREF(number);
    }
    return out;
}

static PyObject *ext_look_range(PyObject *self, PyObject *none)
{
    struct held *held = ext_game_held(self);
    struct aude_range r;

    (void)none;
    if (!aude_game_range(&held->game, &r)) Py_RETURN_NONE;
    PyObject *kind = ext_action_new((struct aude_action){.kind = r.kind});
    if (!kind) return NULL;
    PyObject *name = PyObject_GetAttrString(kind, "kind");
    Py_DECREF(kind);
    return Py_BuildValue("{s:N,s:(ii),s:(ii),s:(ii)}", "kind", name, "arg", r.arg_lo,
                         r.arg_hi, "x", r.x_lo, r.x_hi, "y", r.y_lo, r.y_hi);
}

static PyObject *ext_look_check(PyObject *self, PyObject *none)
{
    struct held *held = ext_game_held(self);

    (void)none;
    return Py_BuildValue("z", aude_game_check(&held->game));
}

/* -- Pictures --------------------------------------------------------------------------- */

static PyObject *ext_look_svg(PyObject *self, PyObject *args)
{
    struct held *held = ext_game_held(self);
    struct art_options options = art_defaults();
    struct ext_int size = {"tile_px", 0};
    int plain;

    if (!PyArg_ParseTuple(args, "pO&", &plain, ext_integer, &size)) return NULL;
    if (size.value < 8 || size.value > 2000)
        return PyErr_Format(PyExc_ValueError, "a tile has 8 to 2000 pixels, not %d",
                            size.value);
    options.style = plain ? ART_PLAIN : ART_MAP;
    options.tile_px = (unsigned)size.value;
    size_t n = art_board_svg(&held->game, &options, NULL, 0);
    char *text = malloc(n + 1);
    if (!text) return PyErr_NoMemory();
    art_board_svg(&held->game, &options, text, n + 1);
    PyObject *out = PyUnicode_FromStringAndSize(text, (Py_ssize_t)n);
    free(text);
    return out;
}

PyMethodDef ext_look_methods[] = {
    {"_state", ext_look_state, METH_O, NULL},
    {"_final", ext_look_final, METH_NOARGS, NULL},
    {"_svg", ext_look_svg, METH_VARARGS, NULL},
    {"winners", ext_look_winners, METH_NOARGS, "The seats with the most points."},
    {"projection", ext_look_projection, METH_NOARGS,
     "Points per seat if the game ended now."},
    {"board", ext_look_board, METH_NOARGS,
     "[(x, y, tile, degrees)] of the laid tiles, in their order."},
    {"figures", ext_look_figures, METH_NOARGS,
     "[(seat, figure, x, y, where)] of the figures that stand on tiles."},
    {"supply", ext_look_supply, METH_VARARGS, "{figure: how many at home} of a seat."},
    {"pile", ext_look_pile, METH_NOARGS, "{tile: how many are still to be drawn}."},
    {"range", ext_look_range, METH_NOARGS,
     "Where a throw is not a choice from a list: its kind and the bounds of arg, x and "
     "y; "
     "else None."},
    {"check", ext_look_check, METH_NOARGS,
     "Everything that is cached, derived again: None, or what does not agree."},
    {NULL, NULL, 0, NULL}};
