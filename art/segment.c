/* segment.c -- where a segment of a drawn tile is: at a point, its foot, its outline.
 *
 * The outline is the border of the segment in the label grid. Every cell side between the segment and something else is walked once, with the segment
 * on the right: outer borders are clockwise, holes the other way. The line goes through
 * the middles of these sides; bends of less than a third of a cell are made straight, so
 * that no stairs are seen. */
#include "art.h"

#include "grid.h"
#include "svg.h"

#include <string.h>

unsigned art_segment_at(aude_kind kind, unsigned rot, int x, int y)
{
    struct plan plan;
    struct grid grid;

    plan_make(&plan, kind, rot);
    grid_make(&grid, &plan);
    unsigned label = grid_at(&grid, pt(x, y));
    return label < AUDE_SEGMENTS_MAX ? label : AUDE_KIND_NONE;
}

void art_segment_cells(aude_kind kind, unsigned rot, uint8_t cell[ART_CELLS * ART_CELLS])
{
    struct plan plan;
    struct grid grid;

    plan_make(&plan, kind, rot);
    grid_make(&grid, &plan);
    for (int i = 0; i < ART_CELLS * ART_CELLS; i++) {
        unsigned label = grid.label[i / GRID][i % GRID];
        cell[i] = label < AUDE_SEGMENTS_MAX ? (uint8_t)label : AUDE_KIND_NONE;
    }
}

void art_segment_foot(aude_kind kind, unsigned rot, unsigned segment, int *x, int *y)
{
    const struct aude_segment *s = &aude_tiles[kind].segment[segment];
    struct point p = turned(pt(s->x * 1000.0 / 1024, s->y * 1000.0 / 1024), rot);

    *x = round_int(p.x);
    *y = round_int(p.y) + (s->kind == AUDE_FIELD ? 40 : 80);
}

/* -- The outline ------------------------------------------------------------------------ */

enum { TRACE_MAX = 6000, STRAIGHT_MAX = 60 };
#define STRAY 3.2 /* units by which the line may differ from the middles */

struct trace {
    struct plan plan;
    struct grid grid;
    uint8_t walked[GRID][GRID]; /* a bit for each side of a cell: N E S W */
    unsigned segment;
    int n;
    struct {
        int16_t x, y;
    } middle[TRACE_MAX]; /* the middles of the sides that were walked */
};

static bool segment_is_mine(const struct trace *t, int x, int y)
{
    return x >= 0 && y >= 0 && x < GRID && y < GRID && t->grid.label[y][x] == t->segment;
}

static bool segment_border(const struct trace *t, int x, int y, int side)
{
    return segment_is_mine(t, x, y) &&
           !segment_is_mine(t, x + aude_side_x[side], y + aude_side_y[side]);
}

/* From one border side to the next: turn outwards around a corner, go straight, or turn
 * inwards. */
static void segment_step(const struct trace *t, int *x, int *y, int *side)
{
    int along = (*side + 1) & 3; /* the side to which one walks, clockwise */
    int out_x = aude_side_x[*side], out_y = aude_side_y[*side];
    int nx = *x + aude_side_x[along], ny = *y + aude_side_y[along];

    if (!segment_is_mine(t, nx, ny)) {
        *side = along;
    } else if (segment_is_mine(t, nx + out_x, ny + out_y)) {
        *x = nx + out_x;
        *y = ny + out_y;
        *side = (*side + 3) & 3;
    } else {
        *x = nx;
        *y = ny;
    }
}

static void segment_walk(struct trace *t, int x, int y, int side)
{
    static const int cx[4] = {5, 10, 5, 0}, cy[4] = {0, 5, 10, 5};

    t->n = 0;
    while (!(t->walked[y][x] >> side & 1)) {
        t->walked[y][x] |= (uint8_t)(1 << side);
        if (t->n < TRACE_MAX) {
            t->middle[t->n].x = (int16_t)(x * CELL + cx[side]);
            t->middle[t->n++].y = (int16_t)(y * CELL + cy[side]);
        }
        segment_step(t, &x, &y, &side);
    }
}

static struct point segment_middle(const struct trace *t, int i)
{
    return pt(t->middle[i % t->n].x, t->middle[i % t->n].y);
}

static bool segment_is_straight(const struct trace *t, int from, int to)
{
    for (int i = from + 1; i < to; i++)
        if (art_line_segment_distance(segment_middle(t, i), segment_middle(t, from),
                                      segment_middle(t, to)) > STRAY)
            return false;
    return true;
}

static void segment_write_loop(const struct trace *t, struct svg *s)
{
    svg_move(s, segment_middle(t, 0));
    for (int at = 0; at < t->n;) {
        int to = at + 1;
        while (to < t->n && to - at < STRAIGHT_MAX && segment_is_straight(t, at, to + 1))
            to++;
        if (to < t->n) svg_line_to(s, segment_middle(t, to));
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
                if (segment_border(&t, x, y, side) && !(t.walked[y][x] >> side & 1)) {
                    segment_walk(&t, x, y, side);
                    segment_write_loop(&t, &s);
                }
    return svg_end(&s);
}
