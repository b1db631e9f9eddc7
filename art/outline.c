/* outline.c -- the border of a segment in the label grid, as path data.
 *
 * Every cell side between the segment and something else is walked once, the segment on the
 * right: outer borders come out clockwise and holes the other way round. */
#include "art.h"

#include "grid.h"
#include "svg.h"

#include <string.h>

struct trace {
    struct plan plan;
    struct grid grid;
    uint8_t walked[GRID][GRID]; /* a bit per side of a cell: N E S W */
    unsigned segment;
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

static struct point start_of(int x, int y, int side)
{
    static const int cx[4] = {0, 1, 1, 0}, cy[4] = {0, 0, 1, 1};

    return pt((x + cx[side]) * CELL, (y + cy[side]) * CELL);
}

static void walk(struct trace *t, struct svg *s, int x, int y, int side)
{
    int last = -1;

    svg_move(s, start_of(x, y, side));
    while (!(t->walked[y][x] >> side & 1)) {
        if (last != side && last >= 0) svg_line_to(s, start_of(x, y, side));
        last = side;
        t->walked[y][x] |= (uint8_t)(1 << side);
        step(t, &x, &y, &side);
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
                if (border(&t, x, y, side) && !(t.walked[y][x] >> side & 1))
                    walk(&t, &s, x, y, side);
    return svg_end(&s);
}
