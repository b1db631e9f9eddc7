/* bridge.c -- what passes over something else: roads over water, roads or a city; cities
 * over water or another city. */
#include "map.h"

enum { DECK_HALF = 62, VIADUCT_KEY = 1500 };

struct span {
    struct point c, d, n; /* middle, along, across */
    double half;
};

static struct point paint_bridge_on_span(const struct span *s, double along,
                                         double across, double down)
{
    return pt(s->c.x + s->d.x * along + s->n.x * across,
              s->c.y + s->d.y * along + s->n.y * across + down);
}

static void paint_bridge_deck(struct map *m, const struct span *s, double across,
                              double down, const char *how)
{
    struct line l = {0};

    art_line_add(&l, paint_bridge_on_span(s, -s->half, -across, down));
    art_line_add(&l, paint_bridge_on_span(s, s->half, -across, down));
    art_line_add(&l, paint_bridge_on_span(s, s->half, across, down + (down > 0 ? 6 : 0)));
    art_line_add(&l,
                 paint_bridge_on_span(s, -s->half, across, down + (down > 0 ? 6 : 0)));
    svg_print(m->s, "<path %s d=\"", how);
    svg_poly(m->s, &l, 1);
    svg_print(m->s, "\"/>");
}

/* The south side of a bridge from east to west: a wall with arches. */
static void paint_bridge_side_face(struct map *m, const struct line *rail, int arches,
                                   const char *below)
{
    struct line l = *rail;
    int high = arches > 2 ? 62 : 38;

    for (int i = rail->n - 1; i >= 0; i--)
        art_line_add(&l, pt(rail->p[i].x, rail->p[i].y + high));
    svg_print(m->s, "<path fill=\"" STONE_SHADE "\" stroke=\"" INK
                    "\" stroke-width=\"6\" stroke-linejoin=\"round\" d=\"");
    svg_poly(m->s, &l, 1);
    svg_print(m->s, "\"/><path fill=\"%s\" d=\"", below);
    for (int i = 0; i < arches; i++) {
        struct point p = lerp(rail->p[1], rail->p[2], (i + 0.5) / arches);
        int w = (int)(dist(rail->p[1], rail->p[2]) / arches / 2 * 0.8);
        svg_print(m->s, "M%d %dq%d-%d %d 0z", round_int(p.x) - w,
                  round_int(p.y) + high + 2, w, high > 40 ? 86 : 58, 2 * w);
    }
    svg_print(m->s, "\"/>");
}

static void paint_bridge_rail(struct map *m, const struct span *s, int side, int arches,
                              const char *below)
{
    struct line l = {0};
    bool faces_south = s->d.x * s->d.x > 0.25 && side * s->n.y > 0;

    art_line_add(&l, paint_bridge_on_span(s, -s->half - 14, side * DECK_HALF * 1.22, 0));
    art_line_add(&l, paint_bridge_on_span(s, -s->half + 30, side * DECK_HALF, 0));
    art_line_add(&l, paint_bridge_on_span(s, s->half - 30, side * DECK_HALF, 0));
    art_line_add(&l, paint_bridge_on_span(s, s->half + 14, side * DECK_HALF * 1.22, 0));
    if (faces_south) paint_bridge_side_face(m, &l, arches, below);
    for (int pass = 0; pass < 3; pass++) {
        static const char *const how[3] = {
            "stroke=\"" INK "\" stroke-width=\"32\" stroke-linecap=\"round\"",
            "stroke=\"" STONE_TOP "\" stroke-width=\"20\" stroke-linecap=\"round\"",
            "stroke=\"" STONE_DEEP "\" stroke-width=\"20\" stroke-dasharray=\"4 26\""};
        svg_print(m->s, "<path fill=\"none\" stroke-linejoin=\"round\" %s d=\"",
                  how[pass]);
        svg_poly(m->s, &l, 0);
        svg_print(m->s, "\"/>");
    }
}

/* Where the road crosses the other line; false if it does not. */
static bool paint_bridge_crossing(const struct line *road, const struct line *other,
                                  struct span *s)
{
    double best = 40;
    int at = -1;

    for (int i = 1; i + 1 < road->n; i++)
        if (art_line_distance(road->p[i], other) < best) {
            best = art_line_distance(road->p[i], other);
            at = i;
        }
    if (at < 0) return false;
    s->c = road->p[at];
    s->d = unit(road->p[at > 1 ? at - 2 : 0],
                road->p[at + 2 < road->n ? at + 2 : road->n - 1]);
    s->n = pt(-s->d.y, s->d.x);
    return true;
}

static bool paint_bridge_span(const struct map *m, const struct road *r, struct span *s)
{
    for (int i = 0; i < m->plan->n_rivers; i++)
        if (paint_bridge_crossing(&r->line, &m->plan->river[i], s)) {
            s->half = 125;
            return true;
        }
    for (int i = 0; i < m->plan->n_roads; i++)
        if (m->plan->road[i].segment != r->segment && !m->plan->road[i].upper &&
            paint_bridge_crossing(&r->line, &m->plan->road[i].line, s)) {
            s->half = 100;
            return true;
        }
    *s = (struct span){.c = pt(500, 500),
                       .d = unit(r->line.p[0], r->line.p[r->line.n - 1]),
                       .half = 290};
    s->n = pt(-s->d.y, s->d.x);
    return r->over_city;
}

static void paint_bridge_draw(struct map *m, const struct item *item)
{
    const struct road *r = &m->plan->road[item->a];
    struct span s;
    const char *below = m->plan->n_rivers ? WATER_EDGE : "#3a2a20";
    int arches = r->over_city ? 4 : 2;
    bool found = paint_bridge_span(m, r, &s);

    if (found)
        paint_bridge_deck(m, &s, DECK_HALF, r->over_city ? 60 : 36,
                          "fill=\"" SHADE "\" opacity=\".32\"");
    if (found)
        paint_bridge_deck(m, &s, DECK_HALF + 4, 0,
                          "fill=\"" STONE_SHADE "\" stroke=\"" INK
                          "\" stroke-width=\"6\"");
    paint_roads(m, 1);
    if (found) {
        int north = s.n.y > 0 ? -1 : 1;
        paint_bridge_rail(m, &s, north, arches, below);
        paint_bridge_rail(m, &s, -north, arches, below);
    }
}

/* -- Arches below a city ---------------------------------------------------------------- */

struct arch {
    struct point at, d; /* foot of the wall; its direction, with the city on the right */
};

/* An arch on a wall that looks south; otherwise only the shadow of an opening. */
static void paint_bridge_arch(struct map *m, const struct arch *a, double half,
                              double high, const char *fill)
{
    struct point out = pt(a->d.y, -a->d.x), p = shift(a->at, a->d, -half),
                 q = shift(a->at, a->d, half);

    if (out.y < -0.3) return;
    svg_print(m->s, "<path fill=\"%s\" stroke=\"" INK "\" stroke-width=\"5\" d=\"", fill);
    svg_move(m->s, p);
    if (out.y > 0.3) {
        svg_quad_to(m->s, pt(p.x, p.y - high), pt(a->at.x, a->at.y - high));
        svg_quad_to(m->s, pt(q.x, q.y - high), q);
    } else {
        svg_quad_to(m->s, shift(p, out, 20), shift(a->at, out, 22));
        svg_quad_to(m->s, shift(q, out, 20), q);
    }
    svg_print(m->s, "z\"/>");
}

static void paint_bridge_water_arches(struct map *m, const struct item *item)
{
    const struct line *l = &m->plan->city[item->a].wall[item->b];
    struct arch a = {.at = lerp(l->p[2], l->p[3], 0.5), .d = unit(l->p[2], l->p[3])};
    struct point middle = a.at;

    for (int side = -1; side <= 1; side += 2) {
        a.at = shift(middle, a.d, 118 * side);
        paint_bridge_arch(m, &a, 30, 40, TREE_DARK);
    }
    a.at = middle;
    paint_bridge_arch(m, &a, 82, 52, WATER_EDGE);
    paint_bridge_arch(m, &a, 66, 40, WATER_DEEP);
}

static void paint_bridge_city_arches(struct map *m, const struct item *item)
{
    const struct line *l = &m->plan->city[item->a].wall[item->b / 16];
    int i = item->b % 16;
    struct arch a = {.at = lerp(l->p[i], l->p[i + 1], 0.5),
                     .d = unit(l->p[i], l->p[i + 1])};

    if (a.d.x * a.d.x > 0.5)
        a.at.x = 500;
    else
        a.at.y = 500;
    paint_bridge_arch(m, &a, 58, 60, STONE_TOP);
    paint_bridge_arch(m, &a, 42, 48, "#3a2a20");
}

/* The parts of an upper city's walls that stand over the lower city. */
static void paint_bridge_city_viaduct(struct map *m, int upper)
{
    const struct city *c = &m->plan->city[upper];

    for (int w = 0; w < c->n_walls; w++)
        for (int i = 1; i + 2 < c->wall[w].n; i++) {
            struct point mid = lerp(c->wall[w].p[i], c->wall[w].p[i + 1], 0.5),
                         d = unit(c->wall[w].p[i], c->wall[w].p[i + 1]);
            unsigned label = grid_at(m->grid, shift(mid, pt(d.y, -d.x), 40));

            if (d.x * d.x * d.y * d.y < 0.02 && label < m->plan->tile->n_segments &&
                m->plan->tile->segment[label].kind == AUDE_CITY && label != c->segment)
                map_item(m, (int)((c->wall[w].p[i].y + c->wall[w].p[i + 1].y) / 2) + 2,
                         paint_bridge_city_arches, 0, 0, upper, w * 16 + i);
        }
}

static bool paint_bridge_over_river(const struct map *m, unsigned segment)
{
    const struct aude_tile *t = m->plan->tile;

    for (int i = 0; i < t->n_crossings; i++)
        if (!t->crossing[i].tunnel && t->crossing[i].upper == segment &&
            t->crossing[i].lower == AUDE_OVER_RIVER)
            return true;
    return false;
}

void paint_bridges(struct map *m)
{
    for (int i = 0; i < m->plan->n_roads; i++) {
        const struct road *r = &m->plan->road[i];
        struct item item = {.a = i};

        if (!r->upper) continue;
        if (r->over_city)
            map_item(m, VIADUCT_KEY, paint_bridge_draw, 0, 0, i, 0);
        else
            paint_bridge_draw(m, &item);
    }
    for (int i = 0; i < m->plan->n_cities; i++) {
        const struct city *c = &m->plan->city[i];

        if (c->upper) paint_bridge_city_viaduct(m, i);
        if (c->segment != NOBODY && paint_bridge_over_river(m, c->segment))
            for (int w = 0; w < c->n_walls; w++)
                map_item(m, (int)c->wall[w].p[2].y + 3, paint_bridge_water_arches, 0, 0,
                         i, w);
    }
}
