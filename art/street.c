/* street.c -- the streets of a city: from every side of it and from its gates to one
 * point in its middle.
 *
 * A street always crosses a side at the same point, so that it continues in the next
 * tile; the lists of houses leave room for it. Streets give a large city a structure, and
 * where two cities cross they show which is above. */
#include "map.h"

enum { STREET = 58, TAKEN = 36, LEAD = 70 };

/* Where the street crosses a side: between two rows of houses on east and west. */
static struct point street_crossing(unsigned side)
{
    return side & 1 ? pt(side == 1 ? 1000 : 0, 492) : plan_side_middle(side);
}

/* No house stands on a street. */
static void street_take(struct map *m, const struct line *l)
{
    double len = art_line_length(l);

    for (double at = 20; at < len; at += 46) {
        struct point p = art_line_at(l, at);
        if (edge_distance(p) > 0) map_take(m, pt(p.x, p.y + 6), TAKEN);
    }
}

static void street_draw(struct map *m, const struct line *l)
{
    svg_smooth(m->s, l, 0);
    street_take(m, l);
}

/* Straight across the side, then with a bend to the hub. */
static void street_from_side(struct map *m, unsigned side, struct point hub)
{
    struct point at = street_crossing(side), in = plan_side_inward(side),
                 bend = shift(at, in, LEAD);
    double reach = (hub.x - at.x) * in.x + (hub.y - at.y) * in.y;
    struct line l = {0};

    art_line_add(&l, shift(at, in, -30));
    art_line_add(&l, at);
    art_line_add(&l, bend);
    if (reach > LEAD + 60) art_line_add(&l, shift(at, in, reach * 0.62));
    art_line_add(&l, hub);
    street_draw(m, &l);
}

static void street_from_gate(struct map *m, const struct gate *g, struct point hub)
{
    struct point in = pt(-g->along.y, g->along.x);
    struct line l = {0};

    art_line_add(&l, shift(g->at, in, -10));
    art_line_add(&l, shift(g->at, in, 60));
    if (dist(g->at, hub) > 200) art_line_add(&l, shift(g->at, in, 130));
    art_line_add(&l, hub);
    street_draw(m, &l);
}

/* -- Crossing cities -------------------------------------------------------------------- */

/* The lower city's street disappears below the bridge; the upper one's continues, into
 * the part behind it if the city ends there. */
static void street_across(struct map *m, const struct city *c)
{
    for (unsigned side = 0; side < 4; side++) {
        struct point at = street_crossing(side), in = plan_side_inward(side), p;
        struct line l = {0};
        double end = c->upper && !(c->sides >> ((side + 2) & 3) & 1) ? 700 : 500;

        if (!(c->sides >> side & 1)) continue;
        art_line_add(&l, shift(at, in, -30));
        for (double go = 0; go <= end; go += 20) {
            p = shift(at, in, go);
            if (go > 20 && grid_at(m->grid, p) != c->segment) break;
        }
        art_line_add(&l, p);
        street_draw(m, &l);
    }
}

/* -- Where they lead -------------------------------------------------------------------- */

static struct point street_middle(const struct city *c)
{
    struct point sum = pt(0, 0);
    int n = 0;

    for (unsigned side = 0; side < 4; side++)
        if (c->sides >> side & 1) {
            struct point p = shift(street_crossing(side), plan_side_inward(side), 170);
            sum = pt(sum.x + p.x, sum.y + p.y);
            n++;
        }
    return pt(sum.x / n, sum.y / n);
}

void paint_streets(struct map *m, const struct city *c, const struct point *landmark)
{
    struct point hub = landmark ? *landmark : street_middle(c);

    svg_print(m->s,
              "<path fill=\"none\" stroke=\"" SAND_LIGHT
              "\" stroke-width=\"%d\" stroke-linecap=\"round\" d=\"",
              STREET);
    if (c->crossed)
        street_across(m, c);
    else
        for (unsigned side = 0; side < 4; side++)
            if (c->sides >> side & 1) street_from_side(m, side, hub);
    for (int i = 0; i < m->plan->n_gates; i++)
        if (&m->plan->city[m->plan->gate[i].city] == c)
            street_from_gate(m, &m->plan->gate[i], hub);
    svg_print(m->s, "\"/>");
}
