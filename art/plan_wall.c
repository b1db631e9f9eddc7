/* plan_wall.c -- the outline of a city from its sides.
 *
 * A wall closes a run of sides without city. It starts and ends exactly in tile corners,
 * at 40 degrees to the city's side, so that walls of neighbouring tiles meet. */
#include "plan_internal.h"

struct bend {
    unsigned from; /* the corner at which this wall starts */
    struct point via[4];
};

/* By the number of sides in the gap; for the rotation in which the wall starts at
 * `from`. */
static const struct bend bends[4] = {
    {0, {{0, 0}, {0, 0}, {0, 0}, {0, 0}}},
    {2, {{840, 810}, {635, 752}, {365, 752}, {160, 810}}},
    {1, {{810, 160}, {592, 352}, {352, 592}, {160, 810}}},
    {1, {{810, 160}, {628, 278}, {372, 278}, {190, 160}}},
};

/* Point i of the wall in `bends`, moved back into the city by `pull`; the wall of a
 * single side reaches `depth` further out. */
static struct point plan_wall_bent(const struct city *c, int gap, int i, double pull,
                                   double depth)
{
    struct point p = bends[gap].via[i];
    bool middle = i == 1 || i == 2;

    /* narrow fields between crossing cities, where followers need room */
    if (gap == 1) p.y -= middle ? pull : pull * (c->crossed ? 0.55 : 0.35);
    if (gap == 2 && middle) p = pt(p.x - pull * 0.7, p.y - pull * 0.7);
    if (gap == 3 && middle) p.y += depth;
    return p;
}

static void plan_wall_add(struct city *c, unsigned from, int gap, double pull,
                          double depth)
{
    struct line *wall = &c->wall[c->n_walls++];

    art_line_add(wall, plan_corner(from));
    for (int i = 0; i < 4; i++)
        art_line_add(wall, turned(plan_wall_bent(c, gap, i, pull, depth),
                                  from + 4 - bends[gap].from));
    art_line_add(wall, plan_corner(from + (unsigned)gap));
    for (int i = 1; i < 5; i++) art_line_add(&c->outline, wall->p[i]);
}

static bool plan_wall_has(unsigned sides, unsigned side)
{
    return sides >> (side & 3) & 1;
}

void plan_wall_city(struct city *c, double pull, double depth)
{
    c->outline.n = c->n_walls = 0;
    c->wall[0].n = c->wall[1].n = 0;
    if (c->sides == 15)
        for (unsigned i = 0; i < 4; i++) art_line_add(&c->outline, plan_corner(i));
    for (unsigned s = 0; s < 4; s++) {
        unsigned run = 0, gap = 0;

        if (c->sides == 15 || !plan_wall_has(c->sides, s) ||
            plan_wall_has(c->sides, s + 3))
            continue;
        while (plan_wall_has(c->sides, s + run)) run++;
        while (!plan_wall_has(c->sides, s + run + gap)) gap++;
        for (unsigned i = 0; i <= run; i++) art_line_add(&c->outline, plan_corner(s + i));
        plan_wall_add(c, s + run, (int)gap, pull, depth);
    }
}

/* A city that enters on one side, passes over another city and ends behind it. */
void plan_wall_over(struct city *c)
{
    static const struct point via[] = {{840, 120}, {616, 200}, {656, 400}, {656, 770},
                                       {344, 770}, {344, 400}, {384, 200}, {160, 120}};
    unsigned s = 0;

    while (!plan_wall_has(c->sides, s)) s++;
    c->outline.n = c->wall[0].n = c->wall[1].n = 0;
    c->n_walls = 1;
    art_line_add(&c->outline, plan_corner(s));
    art_line_add(&c->outline, plan_corner(s + 1));
    art_line_add(&c->wall[0], plan_corner(s + 1));
    for (int i = 0; i < 8; i++) {
        art_line_add(&c->outline, turned(via[i], s));
        art_line_add(&c->wall[0], turned(via[i], s));
    }
    art_line_add(&c->wall[0], plan_corner(s));
}

void plan_wall_carcassonne(struct city *c, struct point to)
{
    struct line *l = &c->wall[0];
    struct point from = l->p[0];
    bool straight = dist(from, to) > 900;

    c->n_walls = 1;
    l->n = 1;
    if (straight) {
        art_line_add(l, lerp(from, to, 0.2));
        art_line_add(l, lerp(from, to, 0.8));
    } else { /* parallel to the two sides, with a cut corner */
        struct point bend =
            from.x == 0 || from.x == 1000 ? pt(to.x, from.y) : pt(from.x, to.y);
        art_line_add(l, lerp(from, bend, 0.4));
        art_line_add(l, lerp(to, bend, 0.4));
    }
    art_line_add(l, to);
}
