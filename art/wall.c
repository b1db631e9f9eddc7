/* wall.c -- city walls with their towers and shadows.
 *
 * The line of the plan is the outer foot of a wall; its body stands inside the city.
 * Heights are drawn by moving up. At a corner of the tile the wall has no height, so that
 * it never reaches into the neighbour; it has its full height at the first tower. */
#include "map.h"

enum { THICK = 30, TOWERS = 24 };

void wall_mix_colour(char out[8], unsigned a, unsigned b, double t)
{
    static const char hex[] = "0123456789abcdef";

    out[0] = '#';
    for (int i = 0; i < 3; i++) {
        int ca = (int)(a >> (16 - 8 * i) & 255), cb = (int)(b >> (16 - 8 * i) & 255);
        int c = round_int(ca + (cb - ca) * t);
        out[1 + 2 * i] = hex[c >> 4 & 15];
        out[2 + 2 * i] = hex[c & 15];
    }
    out[7] = 0;
}

/* The part of a wall between two bends. */
struct stretch {
    struct point a, b, d, in; /* foot from a to b, direction, direction into the city */
    double ha, hb, stray;     /* heights; how much the line is bent, to look hand-made */
    bool start, end;          /* goes on beyond the tile's side */
};

/* The city that passes over this one, or NULL. */
static const struct city *wall_city_over(const struct map *m, const struct city *c)
{
    for (int i = 0; i < m->plan->n_cities; i++)
        if (m->plan->city[i].upper && &m->plan->city[i] != c) return &m->plan->city[i];
    return NULL;
}

/* The end of a wall that would be below the upper city is moved back to that city's
 * foot. */
static struct point wall_cut_back(const struct map *m, const struct city *c,
                                  struct point end, struct point from)
{
    const struct city *over = wall_city_over(m, c);

    if (!over) return end;
    for (double t = 0; t < 1; t += 0.02) {
        struct point p = lerp(end, from, t);
        if (!art_line_holds(p, &over->outline)) return p;
    }
    return end;
}

static struct stretch wall_stretch(const struct map *m, int city, int wall, int i)
{
    const struct city *c = &m->plan->city[city];
    const struct line *l = &c->wall[wall];
    struct rng r = art_rng_seed(m->plan->tile->id, (unsigned)(64 + wall * 16 + i));
    struct stretch s = {.start = i == 0, .end = i == l->n - 2};
    struct point a = wall_cut_back(m, c, l->p[i], l->p[i + 1]),
                 b = wall_cut_back(m, c, l->p[i + 1], l->p[i]);
    bool carcassonne = c->segment == NOBODY;

    s.d = unit(l->p[i], l->p[i + 1]);
    s.in = pt(-s.d.y, s.d.x);
    s.a = shift(a, s.in, THICK / 2 + 3);
    s.b = shift(b, s.in, THICK / 2 + 3);
    s.ha = s.start && !carcassonne ? 0 : WALL_HEIGHT;
    s.hb = s.end && !carcassonne ? 0 : WALL_HEIGHT;
    s.stray = s.start || s.end ? 0 : art_rng_range(&r, -4, 4);
    return s;
}

/* A line along the stretch, `in` units further inside, at the part `up` of its height. */
static struct line wall_along(const struct stretch *s, double in, double up)
{
    struct point a = pt(s->a.x + s->in.x * in, s->a.y + s->in.y * in - s->ha * up);
    struct point b = pt(s->b.x + s->in.x * in, s->b.y + s->in.y * in - s->hb * up);
    struct line l = {0};

    if (s->start) art_line_add(&l, shift(a, s->d, -60));
    art_line_add(&l, a);
    if (s->stray < -0.5 || s->stray > 0.5)
        art_line_add(&l, shift(lerp(a, b, 0.5), s->in, s->stray));
    art_line_add(&l, b);
    if (s->end) art_line_add(&l, shift(b, s->d, 60));
    return l;
}

static void wall_line(struct svg *s, const struct line *l, const char *class)
{
    svg_print(s, "<path class=\"%s\" d=\"", class);
    svg_poly(s, l, 0);
    svg_print(s, "\"/>");
}

/* Walls that look west are light, walls that look east are dark. */
static void wall_face_colour(char out[8], const struct stretch *s)
{
    double nx = -s->d.x > 0 ? s->d.y : -s->d.y;

    wall_mix_colour(out, 0xe9dcbd, 0xa08a66, 0.16 + 0.28 * (1 + nx));
}

static void wall_draw_stretch(struct map *m, const struct item *item)
{
    struct stretch s = wall_stretch(m, item->a, item->b / 16, item->b % 16);
    struct line foot = wall_along(&s, 0, 0), top = wall_along(&s, 0, 1), rim;
    char face[8];

    wall_face_colour(face, &s);
    svg_print(m->s, "<g class=\"auwa\">");
    for (int pass = 0; pass < 2; pass++) {
        if (pass)
            svg_print(m->s, "<path class=\"auwf\" color=\"%s\" d=\"", face);
        else
            svg_print(m->s, "<path class=\"auwi\" d=\"");
        rim = top;
        art_line_reverse(&rim);
        svg_poly(m->s, &foot, 0);
        for (int i = 0; i < rim.n; i++) svg_line_to(m->s, rim.p[i]);
        svg_print(m->s, "z\"/>");
    }
    if (s.d.x > 0.3 || s.d.x < -0.3) {
        rim = wall_along(&s, 0, 0.4);
        wall_line(m->s, &rim, "auwc");
    }
    wall_line(m->s, &top, "auwt");
    rim = wall_along(&s, THICK / 2 - 3, 1);
    wall_line(m->s, &rim, "auwl");
    rim = wall_along(&s, -THICK / 2 + 5, 1);
    wall_line(m->s, &rim, "auwd");
    wall_line(m->s, &rim, "auwm");
    svg_print(m->s, "</g>");
}

static double wall_gate_distance(const struct map *m, struct point p)
{
    double best = 1e9;

    for (int i = 0; i < m->plan->n_gates; i++)
        if (dist(p, m->plan->gate[i].at) < best) best = dist(p, m->plan->gate[i].at);
    return best;
}

static struct point wall_tower_foot(const struct line *l, int i)
{
    struct point d = unit(l->p[i - 1], l->p[i + 1]);

    return pt(l->p[i].x - d.y * 14, l->p[i].y + d.x * 14 + 8);
}

/* A city that passes over a river has arches where large towers would stand. */
static bool wall_bridges_river(const struct map *m, const struct city *c)
{
    const struct aude_tile *t = m->plan->tile;

    for (int i = 0; i < t->n_crossings; i++)
        if (t->crossing[i].lower == AUDE_OVER_RIVER && t->crossing[i].upper == c->segment)
            return true;
    return false;
}

/* Is this point of a lower city's wall below the city that passes over it? */
static bool wall_below_city(const struct map *m, const struct city *c, struct point p,
                            double margin)
{
    const struct city *over = wall_city_over(m, c);

    return over && (art_line_holds(p, &over->outline) ||
                    art_line_distance(p, &over->outline) < margin);
}

/* A tall roof beside a badge would be half hidden: a low tower stands there. */
static bool wall_beside_badge(const struct map *m, struct point foot)
{
    for (int i = 0; i < m->n_badges; i++)
        if (dist(m->badge[i], pt(foot.x, foot.y - 110)) < 145) return true;
    return false;
}

static void wall_add_towers(struct map *m, const struct city *c, const struct line *l)
{
    for (int i = 1; i + 1 < l->n; i++) {
        double gate = wall_gate_distance(m, l->p[i]);
        bool cone = i > 1 && i + 2 < l->n && gate >= 190 && !c->upper &&
                    !wall_beside_badge(m, l->p[i]);
        double before = (l->p[i - 1].y + l->p[i].y) / 2,
               after = (l->p[i + 1].y + l->p[i].y) / 2;
        double key = l->p[i].y + 6;

        if (gate < 96 || wall_below_city(m, c, l->p[i], 60)) continue;
        if (cone && wall_bridges_river(m, c)) continue;
        if (before + 1 > key) key = before + 1;
        if (after + 1 > key) key = after + 1;
        map_take(m, pt(l->p[i].x, l->p[i].y - 24), 34);
        map_sprite(m, (int)key, cone ? SP_TOWER_CONE : SP_TOWER_FLAT,
                   wall_tower_foot(l, i), 100);
    }
}

int wall_towers(const struct map *m, struct point *out, int max)
{
    int n = 0;

    for (int c = 0; c < m->plan->n_cities; c++)
        for (int w = 0; w < m->plan->city[c].n_walls; w++) {
            const struct line *l = &m->plan->city[c].wall[w];
            for (int i = 1; i + 1 < l->n && n < max; i++)
                out[n++] = wall_tower_foot(l, i);
        }
    return n;
}

static void wall_shadow(struct svg *s, const struct line *l)
{
    svg_poly(s, l, 0);
    for (int i = l->n - 2; i > 0; i--) svg_line_to(s, pt(l->p[i].x + 26, l->p[i].y + 30));
    svg_close(s);
}

/* A wall that passes below another city has two shadows, one on each side of it. */
static void wall_shadows(struct map *m, const struct city *c, const struct line *l)
{
    struct line part = {0};

    if (!wall_city_over(m, c)) {
        wall_shadow(m->s, l);
        return;
    }
    for (int i = 0; i < l->n; i++) {
        if (i && wall_below_city(m, c, lerp(l->p[i - 1], l->p[i], 0.5), 4)) {
            wall_shadow(m->s, &part);
            part.n = 0;
        }
        art_line_add(&part,
                     wall_below_city(m, c, l->p[i], 0)
                         ? wall_cut_back(m, c, l->p[i], l->p[part.n ? i - 1 : i + 1])
                         : l->p[i]);
    }
    wall_shadow(m->s, &part);
}

void paint_walls(struct map *m)
{
    const struct plan *plan = m->plan;

    svg_print(m->s, "<path fill=\"" SHADE "\" opacity=\".28\" d=\"");
    for (int c = 0; c < plan->n_cities; c++)
        for (int w = 0; w < plan->city[c].n_walls; w++)
            wall_shadows(m, &plan->city[c], &plan->city[c].wall[w]);
    svg_print(m->s, "\"/>");
    for (int c = 0; c < plan->n_cities; c++)
        for (int w = 0; w < plan->city[c].n_walls; w++) {
            const struct line *l = &plan->city[c].wall[w];
            for (int i = 0; i + 1 < l->n; i++)
                if (!wall_below_city(m, &plan->city[c], lerp(l->p[i], l->p[i + 1], 0.5),
                                     4))
                    map_item(m, (int)((l->p[i].y + l->p[i + 1].y) / 2), wall_draw_stretch,
                             0, 0, c, w * 16 + i);
            wall_add_towers(m, &plan->city[c], l);
        }
}
