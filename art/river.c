/* river.c -- water: banks, depth, lines of the flow; springs and lakes. */
#include "map.h"

static void art_river_outlines(struct map *m, double half, double wear, int step)
{
    for (int i = 0; i < m->plan->n_rivers; i++)
        paint_ribbon(m, &m->plan->river[i], m->plan->river_side[i][0],
                     m->plan->river_side[i][1], half, wear, step);
    if (m->plan->n_rivers > 1) {
        int r = (int)half;
        svg_print(m->s, "M%d 500a%d %d 0 1 0 %d 0a%d %d 0 1 0-%d 0z", 500 - r, r, r,
                  2 * r, r, r, 2 * r);
    }
}

/* The pool, scaled, for the bands of depth. It ends the current path and begins its own:
 * two outlines in one path could cancel each other. */
static void art_river_pool(struct map *m, double scale, const char *fill)
{
    struct line l = m->plan->pool;

    for (int i = 0; i < l.n; i++) l.p[i] = lerp(m->plan->pool_at, l.p[i], scale);
    svg_print(m->s, "\"/><path");
    if (*fill) svg_print(m->s, " fill=\"%s\"", fill);
    svg_print(m->s, " d=\"");
    svg_smooth(m->s, &l, 1);
}

/* Where three rivers meet: the corners between them, as a path of its own like the
 * pool. */
static void art_river_fork_path(struct map *m, double half, const char *fill)
{
    svg_print(m->s, "\"/><path");
    if (*fill) svg_print(m->s, " fill=\"%s\"", fill);
    svg_print(m->s, " d=\"");
    paint_ribbon_fillets(m, m->plan->river_fork, half, RIVER_FILLET);
}

static void art_river_body(struct map *m)
{
    int id = map_begin_group(m);

    svg_print(m->s, "<path d=\"");
    art_river_outlines(m, RIVER_HALF, 9, 2);
    if (m->plan->pool.n) art_river_pool(m, 1, "");
    if (m->plan->n_rivers > 1) art_river_fork_path(m, RIVER_HALF, "");
    svg_print(m->s, "\"/>");
    map_end_group(m);
    svg_print(m->s, "<g fill=\"" BANK "\" stroke=\"" BANK
                    "\" stroke-width=\"26\" stroke-linejoin=\"round\">");
    map_use_group(m, id);
    svg_print(m->s, "</g><g fill=\"" WATER_EDGE "\" stroke=\"" WATER_EDGE
                    "\" stroke-width=\"13\" stroke-linejoin=\"round\">");
    map_use_group(m, id);
    svg_print(m->s, "</g><g fill=\"" WATER_DEEP "\">");
    map_use_group(m, id);
    svg_print(m->s, "</g>");
}

/* Two lighter bands, moved south-east, so that the north-west bank looks steep. */
static void art_river_bands(struct map *m)
{
    static const struct {
        int half;
        double pool;
        const char *colour;
    } band[] = {{70, 0.9, WATER}, {40, 0.6, WATER_MID}};

    for (int i = 0; i < 2; i++) {
        svg_print(m->s, "<path transform=\"translate(5 7)\" fill=\"%s\" d=\"",
                  band[i].colour);
        art_river_outlines(m, band[i].half, 8, 3);
        if (m->plan->pool.n) art_river_pool(m, band[i].pool, band[i].colour);
        if (m->plan->n_rivers > 1) art_river_fork_path(m, band[i].half, band[i].colour);
        svg_print(m->s, "\"/>");
    }
}

/* The lines of the flow end before the sides: in the next tile they would be on the other
 * side of the stream. */
static void art_river_clear_of_sides(struct line *l, const uint8_t side[2])
{
    if (side[0] != NOBODY)
        l->p[0] = shift(plan_side_middle(side[0]), plan_side_inward(side[0]), 44);
    if (side[1] != NOBODY)
        l->p[l->n - 1] = shift(plan_side_middle(side[1]), plan_side_inward(side[1]), 44);
}

static void art_river_flow(struct map *m, double a, double b, const char *how)
{
    svg_print(m->s, "<path fill=\"none\" stroke-linecap=\"round\" %s d=\"", how);
    for (int i = 0; i < m->plan->n_rivers; i++) {
        struct line thin, l;

        art_line_thin(&m->plan->river[i], 3, &thin);
        art_river_clear_of_sides(&thin, m->plan->river_side[i]);
        while (m->plan->n_rivers > 1 && thin.n > 2 &&
               dist(thin.p[thin.n - 1], pt(500, 500)) < 120)
            thin.n--; /* the lines do not cross where rivers meet */
        art_line_offset(&thin, a, &l);
        svg_smooth(m->s, &l, 0);
        art_line_offset(&thin, b, &l);
        svg_smooth(m->s, &l, 0);
    }
    svg_print(m->s, "\"/>");
}

static void art_river_lake(struct map *m)
{
    struct point c = m->plan->pool_at;
    double r = dist(c, m->plan->pool.p[0]);

    svg_print(m->s, "<path fill=\"none\" stroke=\"" WATER_LIGHT
                    "\" stroke-width=\"6\" stroke-linecap=\"round\" d=\"");
    for (int i = 0; i < 4; i++) {
        double w = art_rng_range(&m->rng, 60, 110);
        svg_move(m->s, pt(c.x - r * 0.3 + (i % 2 ? 50 : -30) - w / 2,
                          c.y + (i - 1.5) * r * 0.35));
        svg_print(m->s, "q%d-12 %d 0t%d 0", (int)(w / 4), (int)(w / 2), (int)(w / 2));
    }
    svg_print(m->s, "\"/>");
    if (r > 150)
        map_sprite(m, (int)c.y + 30, SP_BOAT, pt(c.x + 40, c.y + 20), r > 190 ? 100 : 75);
}

/* Rings on the water, and the rocks behind the pool. */
static void art_river_spring(struct map *m)
{
    static const struct {
        int x, y, percent;
    } rocks[] = {
        {-74, -46, 130}, {-22, -74, 160}, {46, -66, 130}, {-112, 2, 100}, {92, -40, 90}};
    struct point c = m->plan->pool_at;

    svg_print(m->s,
              "<g fill=\"none\" stroke=\"" WATER_LIGHT
              "\" stroke-width=\"6\"><circle cx=\"%d\" cy=\"%d\" r=\"26\"/><circle "
              "cx=\"%d\" cy=\"%d\" r=\"52\" opacity=\".8\"/></g>",
              round_int(c.x), round_int(c.y), round_int(c.x), round_int(c.y));
    for (int i = 0; i < 5; i++) {
        struct point p = pt(c.x + rocks[i].x, c.y + rocks[i].y);
        bool in_river = false;

        for (int k = 0; k < m->plan->n_rivers; k++)
            in_river |= art_line_distance(p, &m->plan->river[k]) < 70;
        if (!in_river) map_sprite(m, (int)p.y, SP_ROCK, p, rocks[i].percent);
    }
}

static void art_river_reeds(struct map *m)
{
    for (int i = 0; i < m->plan->n_rivers; i++) {
        const struct line *l = &m->plan->river[i];
        for (int k = 0; k < 4; k++) {
            int at = 2 + (int)art_rng_below(&m->rng, (unsigned)(l->n - 4));
            struct point p = shift(l->p[at], art_line_normal(l, at),
                                   art_rng_chance(&m->rng, 50) ? 92 : -92);
            unsigned label = grid_at(m->grid, p);

            if (edge_distance(p) > 70 && (map_is_field(m, label) || label == LABEL_RIVER))
                map_sprite(m, (int)p.y + 14, SP_REED, pt(p.x, p.y + 14), 100);
        }
    }
}

void paint_river(struct map *m)
{
    unsigned role = m->plan->tile->river_role;

    if (!m->plan->n_rivers) return;
    art_river_body(m);
    art_river_bands(m);
    art_river_flow(m, -18, 50,
                   "stroke=\"" WATER_LIGHT
                   "\" stroke-width=\"6\" stroke-dasharray=\"70 46 34 60\"");
    art_river_flow(
        m, -48, 20,
        "stroke=\"" WATER_DEEP
        "\" stroke-width=\"5\" stroke-dasharray=\"40 70 90 50\" opacity=\".8\"");
    if (role == AUDE_RIVER_SPRING)
        art_river_spring(m);
    else if (m->plan->pool.n)
        art_river_lake(m);
    art_river_reeds(m);
}
