/* gate.c -- gatehouses: a roofed block in the wall between two towers.
 *
 * The block is a real box, so one drawing is right for walls of every direction. Only
 * faces that look south are seen; the arch is on the front or the back of the gate. In a
 * wall that runs from north to south neither is seen, and an opening is drawn at the
 * foot. */
#include "map.h"

struct box {
    struct point at, u, v; /* u along the wall, v into the city */
};

static struct box gate_box(const struct gate *g)
{
    return (struct box){g->at, g->along, pt(-g->along.y, g->along.x)};
}

static struct point gate_in_box(const struct box *b, double u, double v, double z)
{
    return pt(b->at.x + b->u.x * u + b->v.x * v, b->at.y + b->u.y * u + b->v.y * v - z);
}

static void gate_quad(struct map *m, struct point a, struct point b, struct point c,
                      struct point d, const char *fill)
{
    svg_print(m->s, "<path fill=\"%s\" d=\"", fill);
    svg_move(m->s, a);
    svg_line_to(m->s, b);
    svg_line_to(m->s, c);
    if (dist(c, d) > 0.5) svg_line_to(m->s, d);
    svg_print(m->s, "z\"/>");
}

enum { HALF = 54, OUT = -14, IN = 50, HIGH = 90, RIDGE = 138, EAVES = 8 };

/* The four faces by their direction: out, in, along the wall, against it. */
static void gate_faces(struct map *m, const struct box *b)
{
    const double corner_u[5] = {-HALF, HALF, HALF, -HALF, -HALF};
    const double corner_v[5] = {OUT, OUT, IN, IN, OUT};
    const struct point normal[4] = {pt(-b->v.x, -b->v.y), b->u, b->v,
                                    pt(-b->u.x, -b->u.y)};

    for (int i = 0; i < 4; i++) {
        char fill[8];

        if (normal[i].y < 0.08) continue;
        wall_mix_colour(fill, 0xf1e6ca, 0xa08a66, 0.08 + 0.34 * (1 + normal[i].x));
        gate_quad(m, gate_in_box(b, corner_u[i], corner_v[i], 0),
                  gate_in_box(b, corner_u[i], corner_v[i], HIGH),
                  gate_in_box(b, corner_u[i + 1], corner_v[i + 1], HIGH),
                  gate_in_box(b, corner_u[i + 1], corner_v[i + 1], 0), fill);
    }
}

/* A slope of the roof is lighter if it looks more to the north-west. */
static void gate_slope(struct map *m, const struct box *b, int i)
{
    const double u[4][4] = {{-HALF, HALF, 30, -30},
                            {HALF, HALF, 30, 30},
                            {HALF, -HALF, -30, 30},
                            {-HALF, -HALF, -30, -30}};
    const double v[4][2] = {{OUT, OUT}, {OUT, IN}, {IN, IN}, {IN, OUT}};
    const struct point normal[4] = {pt(-b->v.x, -b->v.y), b->u, b->v,
                                    pt(-b->u.x, -b->u.y)};
    double eu0 = u[i][0] + (u[i][0] > 0 ? EAVES : -EAVES),
           eu1 = u[i][1] + (u[i][1] > 0 ? EAVES : -EAVES);
    double ev0 = v[i][0] + (v[i][0] > 0 ? EAVES : -EAVES),
           ev1 = v[i][1] + (v[i][1] > 0 ? EAVES : -EAVES);
    double light = 0.5 + (normal[i].x + normal[i].y) * 0.36;
    char fill[8];

    wall_mix_colour(fill, 0xe39262, 0xa04a2b, light < 0 ? 0 : light > 1 ? 1 : light);
    gate_quad(m, gate_in_box(b, eu0, ev0, HIGH), gate_in_box(b, eu1, ev1, HIGH),
              gate_in_box(b, u[i][2], 18, RIDGE), gate_in_box(b, u[i][3], 18, RIDGE),
              fill);
}

/* Draws the slopes that look north first. */
static void gate_roof(struct map *m, const struct box *b)
{
    const double y[4] = {-b->v.y, b->u.y, b->v.y, -b->u.y};
    int order[4] = {0, 1, 2, 3};

    for (int i = 1; i < 4; i++)
        for (int k = i; k > 0 && y[order[k]] < y[order[k - 1]]; k--) {
            int swap = order[k];
            order[k] = order[k - 1];
            order[k - 1] = swap;
        }
    for (int i = 0; i < 4; i++) gate_slope(m, b, order[i]);
}

static void gate_arch(struct map *m, const struct box *b, double v)
{
    svg_print(m->s,
              "<path fill=\"#2e2018\" stroke=\"" STONE_DEEP "\" stroke-width=\"5\" d=\"");
    svg_move(m->s, gate_in_box(b, -28, v, 0));
    svg_line_to(m->s, gate_in_box(b, -28, v, 36));
    svg_quad_to(m->s, gate_in_box(b, -22, v, 62), gate_in_box(b, 0, v, 66));
    svg_quad_to(m->s, gate_in_box(b, 22, v, 62), gate_in_box(b, 28, v, 36));
    svg_line_to(m->s, gate_in_box(b, 28, v, 0));
    svg_print(m->s, "z\"/>");
    if (v > 0) return;
    svg_print(m->s, "<path fill=\"none\" stroke=\"" INK2 "\" stroke-width=\"4\" d=\"");
    for (int u = -14; u <= 14; u += 14) {
        svg_move(m->s, gate_in_box(b, u, v, 16));
        svg_line_to(m->s, gate_in_box(b, u, v, u ? 54 : 62));
    }
    svg_print(m->s, "\"/>");
}

/* A gate that is seen from its end shows a stone step before a dark opening. */
static void gate_mouth(struct map *m, const struct box *b)
{
    for (int pass = 0; pass < 2; pass++) {
        double half = pass ? 30 : 44, out = pass ? OUT - 20 : OUT - 32;

        svg_print(m->s, "<path fill=\"%s\" d=\"", pass ? "#2e2018" : STONE_TOP);
        svg_move(m->s, gate_in_box(b, -half, OUT + 6, 0));
        svg_quad_to(m->s, gate_in_box(b, -half, out, 4), gate_in_box(b, 0, out - 2, 8));
        svg_quad_to(m->s, gate_in_box(b, half, out, 12),
                    gate_in_box(b, half, OUT + 6, 14));
        svg_print(m->s, "z\"/>");
    }
}

static void gate_draw(struct map *m, const struct item *item)
{
    struct box b = gate_box(&m->plan->gate[item->a]);
    double out_y = -b.v.y;

    svg_print(m->s,
              "<g stroke=\"" INK "\" stroke-width=\"6\" stroke-linejoin=\"round\">");
    if (out_y > -0.3 && out_y < 0.3) gate_mouth(m, &b);
    gate_faces(m, &b);
    if (out_y >= 0.3) gate_arch(m, &b, OUT);
    if (out_y <= -0.3) gate_arch(m, &b, IN);
    gate_roof(m, &b);
    svg_print(m->s, "</g>");
}

/* The drawing order of the wall around the gate: the gate must be drawn after it. */
static double gate_wall_key(const struct plan *plan, const struct gate *g)
{
    const struct city *c = &plan->city[g->city];
    double key = g->at.y;

    for (int w = 0; w < c->n_walls; w++)
        for (int i = 0; i + 1 < c->wall[w].n; i++) {
            double y = (c->wall[w].p[i].y + c->wall[w].p[i + 1].y) / 2;
            if (art_line_segment_distance(g->at, c->wall[w].p[i], c->wall[w].p[i + 1]) <
                    2 &&
                y > key)
                key = y;
        }
    return key;
}

void paint_gates(struct map *m)
{
    for (int i = 0; i < m->plan->n_gates; i++) {
        const struct gate *g = &m->plan->gate[i];
        struct box b = gate_box(g);
        int key = (int)gate_wall_key(m->plan, g) + 12;
        bool end_on = b.v.y > -0.3 && b.v.y < 0.3;
        double apart = end_on ? 92 : 84;
        /* A flat tower hides nothing of the gate. */
        enum sprite tower = end_on ? SP_TOWER_FLAT : SP_TOWER_CONE;
        struct point p = gate_in_box(&b, -apart, 16, -6),
                     q = gate_in_box(&b, apart, 16, -6);

        map_sprite(m,
                   p.y < q.y - 30   ? key - 1
                   : p.y > q.y + 30 ? key + 2
                                    : key + 1,
                   tower, p, end_on ? 100 : 88);
        map_item(m, key, gate_draw, 0, 0, i, 0);
        map_sprite(m,
                   q.y < p.y - 30   ? key - 1
                   : q.y > p.y + 30 ? key + 2
                                    : key + 1,
                   tower, q, end_on ? 100 : 88);
        map_take(m, gate_in_box(&b, 0, 20, 20), 92);
    }
}
