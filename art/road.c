/* road.c -- roads with worn edges and ruts; grass on the verge. */
#include "map.h"

static bool road_is_in(const struct map *m, int upper)
{
    for (int i = 0; i < m->plan->n_roads; i++)
        if (m->plan->road[i].upper == upper) return true;
    return false;
}

/* Where roads end in one point a disc closes the joint. */
static void road_joint(struct map *m)
{
    const struct spot *ring = plan_spot(m->plan, SPOT_RING);

    if (ring)
        svg_print(m->s, "M304 500a196 196 0 1 0 392 0a196 196 0 1 0-392 0zM392 500a108 "
                        "108 0 1 1 216 0a108 108 0 1 1-216 0z");
    else if (plan_spot(m->plan, SPOT_WELL)) {
        svg_print(m->s, "M428 500a72 72 0 1 0 144 0a72 72 0 1 0-144 0z\"/><path d=\"");
        paint_ribbon_fillets(m, m->plan->road_fork, ROAD_HALF, ROAD_FILLET);
    }
}

static void road_outlines(struct map *m, int upper)
{
    svg_print(m->s, "<path d=\"");
    for (int i = 0; i < m->plan->n_roads; i++) {
        const struct road *r = &m->plan->road[i];
        if (r->upper == upper) paint_ribbon(m, &r->line, r->from, r->to, ROAD_HALF, 6, 2);
    }
    if (!upper) road_joint(m);
    svg_print(m->s, "\"/>");
}

/* The dashes of a rut begin with the road. Where the road ends at a side one more dash is
 * added, so that ruts continue in the next tile. */
static void road_rut_end(struct map *m, unsigned side, double offset)
{
    struct point in = plan_side_inward(side),
                 p = shift(plan_side_middle(side), pt(-in.y, in.x), offset);

    svg_move(m->s, shift(p, in, -8));
    svg_line_to(m->s, shift(p, in, 30));
}

static void road_ruts(struct map *m, int upper)
{
    svg_print(m->s, "<path fill=\"none\" stroke=\"" RUT
                    "\" stroke-width=\"5\" stroke-dasharray=\"46 18 70 12\" "
                    "stroke-linecap=\"round\" d=\"");
    for (int i = 0; i < m->plan->n_roads; i++) {
        struct line thin, rut;

        if (m->plan->road[i].upper != upper) continue;
        art_line_thin(&m->plan->road[i].line, 3, &thin);
        for (int k = -15; k <= 15; k += 30) {
            art_line_offset(&thin, k, &rut);
            svg_smooth(m->s, &rut, 0);
            if (m->plan->road[i].from != NOBODY)
                road_rut_end(m, m->plan->road[i].from, k);
            if (m->plan->road[i].to != NOBODY) road_rut_end(m, m->plan->road[i].to, k);
        }
    }
    svg_print(m->s, "\"/>");
}

static void road_verge(struct map *m)
{
    for (int i = 0; i < m->plan->n_roads; i++) {
        const struct line *l = &m->plan->road[i].line;
        for (int k = 0; k < 3; k++) {
            int at = 2 + (int)art_rng_below(&m->rng, (unsigned)(l->n - 4));
            struct point p = shift(l->p[at], art_line_normal(l, at),
                                   art_rng_chance(&m->rng, 50) ? 57 : -57);
            unsigned label = grid_at(m->grid, shift(p, art_line_normal(l, at), 0));

            if (edge_distance(p) > 60 &&
                (map_is_field(m, label) || label == m->plan->road[i].segment))
                map_sprite(m, (int)p.y + 8, SP_TUFT, pt(p.x, p.y + 8), 100);
        }
    }
}

/* Outer line, edge and surface, each for all roads before the next, so that joints
 * merge. */
void paint_roads(struct map *m, int upper)
{
    int id;

    if (!road_is_in(m, upper)) return;
    id = map_begin_group(m);
    road_outlines(m, upper);
    map_end_group(m);
    svg_print(m->s, "<g fill=\"" ROAD_EDGE "\" stroke=\"" INK2
                    "\" stroke-width=\"15\" stroke-linejoin=\"round\">");
    map_use_group(m, id);
    svg_print(m->s, "</g><g fill=\"" ROAD "\" stroke=\"" ROAD_EDGE
                    "\" stroke-width=\"7\" stroke-linejoin=\"round\">");
    map_use_group(m, id);
    svg_print(m->s, "</g><g fill=\"" ROAD "\">");
    map_use_group(m, id);
    svg_print(m->s, "</g>");
    road_ruts(m, upper);
    if (!upper) road_verge(m);
}
