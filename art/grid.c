/* grid.c -- paint the plan into cells, flood-fill the fields, measure the room. */
#include "course.h"
#include "grid.h"

#include <string.h>

struct point grid_cell_middle(int x, int y)
{
    return pt((x + 0.5) * CELL, (y + 0.5) * CELL);
}

static bool grid_in_tile(struct point p)
{
    return p.x >= 0 && p.y >= 0 && p.x < 1000 && p.y < 1000;
}

unsigned grid_at(const struct grid *g, struct point p)
{
    return grid_in_tile(p) ? g->label[(int)p.y / CELL][(int)p.x / CELL] : LABEL_NONE;
}

double grid_room(const struct grid *g, struct point p)
{
    return grid_in_tile(p) ? g->room[(int)p.y / CELL][(int)p.x / CELL] : 0;
}

static void grid_paint_disc(struct grid *g, struct point c, double r, unsigned label)
{
    int x0 = (int)((c.x - r) / CELL) - 1, x1 = (int)((c.x + r) / CELL) + 1;
    int y0 = (int)((c.y - r) / CELL) - 1, y1 = (int)((c.y + r) / CELL) + 1;

    for (int y = y0 < 0 ? 0 : y0; y <= y1 && y < GRID; y++)
        for (int x = x0 < 0 ? 0 : x0; x <= x1 && x < GRID; x++)
            if (dist(grid_cell_middle(x, y), c) <= r) g->label[y][x] = (uint8_t)label;
}

static void grid_paint_line(struct grid *g, const struct line *l, double r,
                            unsigned label)
{
    double len = art_line_length(l);

    for (double at = 0; at < len; at += 8)
        grid_paint_disc(g, art_line_at(l, at), r, label);
    grid_paint_disc(g, l->p[l->n - 1], r, label);
}

/* The first and the last cell that can contain points between lo and hi. */
static void grid_cell_range(double lo, double hi, int *first, int *last)
{
    *first = lo < 0 ? 0 : (int)(lo / CELL);
    *last = hi >= GRID * CELL ? GRID - 1 : (int)(hi / CELL);
}

static void grid_paint_polygon(struct grid *g, const struct line *outline, unsigned label)
{
    struct point lo = outline->p[0], hi = lo;
    int x0, x1, y0, y1;

    for (int i = 1; i < outline->n; i++) {
        struct point p = outline->p[i];
        lo = pt(p.x < lo.x ? p.x : lo.x, p.y < lo.y ? p.y : lo.y);
        hi = pt(p.x > hi.x ? p.x : hi.x, p.y > hi.y ? p.y : hi.y);
    }
    grid_cell_range(lo.x, hi.x, &x0, &x1);
    grid_cell_range(lo.y, hi.y, &y0, &y1);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++)
            if (art_line_holds(grid_cell_middle(x, y), outline))
                g->label[y][x] = (uint8_t)label;
}

static void grid_paint_fork(struct grid *g, unsigned sides, double half, double r,
                            unsigned label)
{
    struct line l;

    for (unsigned a = 0; a < 4; a++)
        if (course_fillet(&l, sides, a, half, r)) grid_paint_polygon(g, &l, label);
}

/* A short piece of road that nobody can claim is part of its village. */
static unsigned grid_road_label(const struct road *r)
{
    return r->segment == NOBODY ? LABEL_PLACE : r->segment;
}

static void grid_paint_ways(struct grid *g, const struct plan *plan)
{
    for (int i = 0; i < plan->n_rivers; i++)
        grid_paint_line(g, &plan->river[i], RIVER_HALF + 14, LABEL_RIVER);
    if (plan->pool.n) grid_paint_polygon(g, &plan->pool, LABEL_RIVER);
    grid_paint_fork(g, plan->river_fork, RIVER_HALF + 14, RIVER_FILLET, LABEL_RIVER);
    for (int i = 0; i < plan->n_belts; i++)
        grid_paint_line(g, &plan->belt[i], 32, LABEL_BELT);
    for (int upper = 0; upper < 2; upper++)
        for (int i = 0; i < plan->n_roads; i++)
            if (plan->road[i].upper == upper)
                grid_paint_line(g, &plan->road[i].line, ROAD_HALF + 9,
                                grid_road_label(&plan->road[i]));
    if (plan->road_fork)
        grid_paint_fork(g, plan->road_fork, ROAD_HALF + 9, ROAD_FILLET,
                        plan_spot(plan, SPOT_WELL)->segment);
}

static void grid_paint_spot(struct grid *g, const struct spot *s)
{
    switch (s->kind) {
    case SPOT_VILLAGE:
        grid_paint_disc(g, s->at, 108, LABEL_PLACE);
        break;
    case SPOT_FARM:
        grid_paint_disc(g, s->at, 70, LABEL_PLACE);
        break;
    case SPOT_TOWER:
        grid_paint_disc(g, s->at, s->r, LABEL_PLACE);
        break;
    case SPOT_WELL:
        grid_paint_disc(g, s->at, 70, s->segment);
        break;
    case SPOT_RING:
        grid_paint_disc(g, s->at, s->r + 50, s->segment);
        break;
    case SPOT_GARDEN:
        grid_paint_disc(g, s->at, s->r, s->segment);
        break;
    case SPOT_MONASTERY:
    case SPOT_SHRINE:
        grid_paint_disc(g, s->at, 200 * s->r, s->segment);
        break;
    default:
        break;
    }
}

static void grid_paint_cities(struct grid *g, const struct plan *plan)
{
    for (int upper = 0; upper < 2; upper++)
        for (int i = 0; i < plan->n_cities; i++)
            if (plan->city[i].upper == upper)
                grid_paint_polygon(g, &plan->city[i].outline,
                                   plan_city_label(&plan->city[i]));
    for (int i = 0; i < plan->n_roads; i++)
        if (plan->road[i].over_city)
            grid_paint_line(g, &plan->road[i].line, ROAD_HALF + 9, plan->road[i].segment);
}

/* Name one field: give the label to every cell that is connected with x,y. */
static int grid_flood(struct grid *g, int x, int y, unsigned label)
{
    uint16_t stack[GRID * GRID / 2];
    int n = 0, count = 0;

    if (g->label[y][x] != LABEL_NONE) return 0;
    g->label[y][x] = (uint8_t)label;
    stack[n++] = (uint16_t)(y * GRID + x);
    while (n) {
        static const int dx[4] = {1, -1, 0, 0}, dy[4] = {0, 0, 1, -1};
        int cx = stack[--n] % GRID, cy = stack[n] / GRID;

        count++;
        for (int k = 0; k < 4; k++) {
            int ax = cx + dx[k], ay = cy + dy[k];
            if (ax < 0 || ay < 0 || ax >= GRID || ay >= GRID) continue;
            if (g->label[ay][ax] != LABEL_NONE || n >= GRID * GRID / 2) continue;
            g->label[ay][ax] = (uint8_t)label;
            stack[n++] = (uint16_t)(ay * GRID + ax);
        }
    }
    return count;
}

/* The point at which half side h is looked up, not turned: a quarter of the way along its
 * side. */
static struct point grid_half_point(unsigned h)
{
    static const struct point at[2] = {{250, 15}, {750, 15}};

    return turned(at[h & 1], h / 2);
}

static void grid_name_fields(struct grid *g, const struct plan *plan)
{
    const struct aude_tile *t = plan->tile;

    for (unsigned i = 0; i < t->n_segments; i++) {
        const struct aude_segment *s = &t->segment[i];
        struct point at = plan_anchor(plan, i);

        if (s->kind != AUDE_FIELD) continue;
        grid_flood(g, (int)at.x / CELL, (int)at.y / CELL, i);
        for (unsigned h = 0; h < 8; h++) {
            struct point p = turned(grid_half_point(h), plan->rot);
            if (s->halves >> h & 1) grid_flood(g, (int)p.x / CELL, (int)p.y / CELL, i);
        }
    }
}

/* Small pieces of field that touch no half side: they get the label of the nearest field,
 * or none. */
static void grid_name_rest(struct grid *g)
{
    for (int y = 0; y < GRID; y++)
        for (int x = 0; x < GRID; x++)
            if (g->label[y][x] == LABEL_NONE) grid_flood(g, x, y, LABEL_PLACE);
}

/* A wall is seen up to its height: the cells it hides count as city. Fields are named
 * before that, so that a wall does not cut a field in two. */
static void grid_raise_wall(struct grid *g, const struct plan *plan, const struct city *c,
                            const struct line *wall)
{
    double len = art_line_length(wall), slope = c->segment == NOBODY ? 0 : 0.16;

    for (double at = 0; at < len; at += 4) {
        struct point p = art_line_at(wall, at);
        double nearest = at < len - at ? at : len - at;
        double height = slope > 0 && nearest * slope < 40 ? nearest * slope : 40;

        for (double up = 0; up <= height; up += 5) {
            struct point q = pt(p.x, p.y - up);
            unsigned label = grid_at(g, q);
            if (label < plan->tile->n_segments &&
                plan->tile->segment[label].kind == AUDE_FIELD)
                g->label[(int)q.y / CELL][(int)q.x / CELL] = (uint8_t)plan_city_label(c);
        }
    }
}

static void grid_raise_walls(struct grid *g, const struct plan *plan)
{
    for (int i = 0; i < plan->n_cities; i++)
        for (int w = 0; w < plan->city[i].n_walls; w++)
            grid_raise_wall(g, plan, &plan->city[i], &plan->city[i].wall[w]);
}

static int grid_least(int a, int b)
{
    return a < b ? a : b;
}

/* Distances in two passes, 10 for a step and 14 for a diagonal step. */
static void grid_measure(struct grid *g)
{
    for (int y = 0; y < GRID; y++)
        for (int x = 0; x < GRID; x++) {
            unsigned me = g->label[y][x];
            bool border = (x && g->label[y][x - 1] != me) ||
                          (y && g->label[y - 1][x] != me) ||
                          (x < GRID - 1 && g->label[y][x + 1] != me) ||
                          (y < GRID - 1 && g->label[y + 1][x] != me);
            g->room[y][x] = border ? 5 : 9999;
        }
    for (int y = 0; y < GRID; y++)
        for (int x = 0; x < GRID; x++) {
            int v = g->room[y][x];
            if (x) v = grid_least(v, g->room[y][x - 1] + 10);
            if (y) v = grid_least(v, g->room[y - 1][x] + 10);
            if (x && y) v = grid_least(v, g->room[y - 1][x - 1] + 14);
            if (x < GRID - 1 && y) v = grid_least(v, g->room[y - 1][x + 1] + 14);
            g->room[y][x] = (uint16_t)v;
        }
    for (int y = GRID - 1; y >= 0; y--)
        for (int x = GRID - 1; x >= 0; x--) {
            int v = g->room[y][x];
            if (x < GRID - 1) v = grid_least(v, g->room[y][x + 1] + 10);
            if (y < GRID - 1) v = grid_least(v, g->room[y + 1][x] + 10);
            if (x < GRID - 1 && y < GRID - 1)
                v = grid_least(v, g->room[y + 1][x + 1] + 14);
            if (x && y < GRID - 1) v = grid_least(v, g->room[y + 1][x - 1] + 14);
            g->room[y][x] = (uint16_t)v;
        }
}

void grid_make(struct grid *g, const struct plan *plan)
{
    memset(g->label, LABEL_NONE, sizeof g->label);
    if (plan_spot(plan, SPOT_ABBEY))
        memset(g->label, plan_spot(plan, SPOT_ABBEY)->segment, sizeof g->label);
    grid_paint_ways(g, plan);
    for (int i = 0; i < plan->n_spots; i++)
        if (plan->spot[i].kind < SPOT_MONASTERY) grid_paint_spot(g, &plan->spot[i]);
    grid_paint_cities(g, plan);
    for (int i = 0; i < plan->n_spots; i++)
        if (plan->spot[i].kind >= SPOT_MONASTERY) grid_paint_spot(g, &plan->spot[i]);
    grid_name_fields(g, plan);
    grid_name_rest(g);
    grid_raise_walls(g, plan);
    grid_measure(g);
}

int grid_area(const struct grid *g, unsigned label)
{
    int n = 0;

    for (int y = 0; y < GRID; y++)
        for (int x = 0; x < GRID; x++) n += g->label[y][x] == label;
    return n;
}
