/* outline.c -- the border of a segment in the label grid, as path data.
 *
 * Every cell side between the segment and something else is walked once, the segment on the
 * right: outer borders come out clockwise and holes the other way round. The middles of
 * the sides make the line, and what bends less than a third of a cell is drawn straight, so that
 * no stairs are seen. */
#include "art.h"

#include "grid.h"
#include "svg.h"

#include <string.h>

enum { TRACE_MAX = 6000, STRAIGHT_MAX = 60 };
#define STRAY 3.2 /* units the line may stray from the middles */

struct trace {
    struct plan plan;
    struct grid grid;
    uint8_t walked[GRID][GRID]; /* a bit per side of a cell: N E S W */
    unsigned segment;
    int n;
    struct {
        int16_t x, y;
    } middle[TRACE_MAX]; /* of the sides walked */
};

static bool mine(const struct trace *t, int x, int y)
{
    return x >= 0 && y >= 0 && x < GRID && y < GRID && t->grid.label[y][x] == t->segment;
}

static bool border(const struct trace *t, int x, int y, int side)
{
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};

    return mine(t, x, y) && !mine(t, x + dx[side], y + dy[side]);
}

/* From one border side to the next: turn outwards round a corner, go on, or turn inwards. */
static void step(const struct trace *t, int *x, int *y, int *side)
{
    static const int ax[4] = {1, 0, -1, 0}, ay[4] = {0, 1, 0, -1}; /* clockwise along */
    static const int ox[4] = {0, 1, 0, -1}, oy[4] = {-1, 0, 1, 0}; /* outwards */
    int nx = *x + ax[*side], ny = *y + ay[*side];

    if (!mine(t, nx, ny)) {
        *side = (*side + 1) & 3;
    } else if (mine(t, nx + ox[*side], ny + oy[*side])) {
        *x = nx + ox[*side];
        *y = ny + oy[*side];
        *side = (*side + 3) & 3;
    } else {
        *x = nx;
        *y = ny;
    }
}

static void walk(struct trace *t, int x, int y, int side)
{
    static const int cx[4] = {5, 10, 5, 0}, cy[4] = {0, 5, 10, 5};

    t->n = 0;
    while (!(t->walked[y][x] >> side & 1)) {
        t->walked[y][x] |= (uint8_t)(1 << side);
        if (t->n < TRACE_MAX) {
            t->middle[t->n].x = (int16_t)(x * CELL + cx[side]);
            t->middle[t->n++].y = (int16_t)(y * CELL + cy[side]);
        }
        step(t, &x, &y, &side);
    }
}

static struct point middle(const struct trace *t, int i)
{
    return pt(t->middle[i % t->n].x, t->middle[i % t->n].y);
}

static bool is_straight(const struct trace *t, int from, int to)
{
    for (int i = from + 1; i < to; i++)
        if (segment_distance(middle(t, i), middle(t, from), middle(t, to)) > STRAY)
            return false;
    return true;
}

static void write_loop(const struct trace *t, struct svg *s)
{
    svg_move(s, middle(t, 0));
    for (int at = 0; at < t->n;) {
        int to = at + 1;
        while (to < t->n && to - at < STRAIGHT_MAX && is_straight(t, at, to + 1)) to++;
        if (to < t->n) svg_line_to(s, middle(t, to));
        at = to;
    }
    svg_close(s);
}

size_t art_segment_path(aude_kind kind, unsigned rot, unsigned segment, char *out,
                        size_t size)
{
    struct trace t;
    struct svg s;

    plan_make(&t.plan, kind, rot);
    grid_make(&t.grid, &t.plan);
    memset(t.walked, 0, sizeof t.walked);
    t.segment = segment;
    svg_begin(&s, out, size);
    for (int y = 0; y < GRID; y++)
        for (int x = 0; x < GRID; x++)
            for (int side = 0; side < 4; side++)
                if (border(&t, x, y, side) && !(t.walked[y][x] >> side & 1)) {
                    walk(&t, x, y, side);
                    write_loop(&t, &s);
                }
    return svg_end(&s);
}
