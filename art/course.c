/* course.c -- how roads and rivers run from side to side, and around obstacles. */
#include "course.h"

bool course_opposite(unsigned a, unsigned b)
{
    return ((a ^ b) & 3) == 2;
}

void course_straight(struct line *l, unsigned a, unsigned b, double sway)
{
    struct point from = plan_side_middle(a), to = plan_side_middle(b);
    struct point d = unit(from, to), n = pt(-d.y, d.x);
    struct point p = shift(shift(from, d, 250), n, sway);
    struct point q = shift(shift(to, d, -250), n, -sway);

    art_line_bezier(l, from, shift(from, d, 110), shift(p, d, -90), p, 6);
    art_line_bezier(l, p, shift(p, d, 110), shift(q, d, -110), q, 8);
    art_line_bezier(l, q, shift(q, d, 90), shift(to, d, -110), to, 6);
}

void course_bowed(struct line *l, unsigned a, unsigned b, struct point mid)
{
    struct point from = plan_side_middle(a), to = plan_side_middle(b), d = unit(from, to);

    art_line_bezier(l, from, shift(from, d, 240), shift(mid, d, -170), mid, 10);
    art_line_bezier(l, mid, shift(mid, d, 170), shift(to, d, -240), to, 10);
}

void course_curve(struct line *l, unsigned a, unsigned b, double arm)
{
    struct point from = plan_side_middle(a), to = plan_side_middle(b);

    art_line_bezier(l, from, shift(from, plan_side_inward(a), arm),
                    shift(to, plan_side_inward(b), arm), to, 18);
}

void course_lead(struct line *l, unsigned side, struct point to, struct point arrive)
{
    struct point from = plan_side_middle(side);
    double len = dist(from, to);

    art_line_bezier(l, from, shift(from, plan_side_inward(side), len * 0.45),
                    shift(to, arrive, len * 0.24), to, 14);
}

void course_lead_straight(struct line *l, unsigned side, struct point to)
{
    course_lead(l, side, to, unit(to, plan_side_middle(side)));
}

/* From one neighbouring side of the city to the other, along the foot of its wall. */
static void course_brush_past(struct line *l, unsigned a, unsigned b, struct point foot)
{
    struct point from = plan_side_middle(a), to = plan_side_middle(b), d = unit(from, to);
    struct point p = shift(foot, d, -130), q = shift(foot, d, 130);

    art_line_bezier(l, from, shift(from, d, 170), shift(p, d, -150), p, 8);
    art_line_bezier(l, p, shift(p, d, 80), shift(q, d, -80), q, 4);
    art_line_bezier(l, q, shift(q, d, 150), shift(to, d, -170), to, 8);
}

/* From the side opposite the city to its wall, and then to a neighbouring side. */
static void course_brush_and_turn(struct line *l, unsigned beside, unsigned opposite,
                                  struct point foot)
{
    struct point from = plan_side_middle(beside), to = plan_side_middle(opposite);
    struct point in = plan_side_inward(beside), down = plan_side_inward(opposite + 2);
    struct point p = shift(foot, in, -70), turn = shift(CENTRE, down, 40);

    art_line_bezier(l, from, shift(from, in, 230), shift(p, in, -140), p, 8);
    art_line_bezier(l, p, shift(p, in, 72), shift(CENTRE, down, -60), turn, 6);
    art_line_bezier(l, turn, shift(CENTRE, down, 200), shift(to, down, -150), to, 6);
}

void course_brush(struct line *l, unsigned a, unsigned b, const struct city *c)
{
    unsigned side = 0;
    struct point foot = lerp(c->wall[0].p[2], c->wall[0].p[3], 0.5);

    while (!(c->sides >> side & 1)) side++;
    foot = shift(foot, plan_side_inward(side), ROAD_HALF + 14);
    if (course_opposite(a, b))
        course_brush_past(l, a, b, foot);
    else if (course_opposite(a, side))
        course_brush_and_turn(l, b, a, foot);
    else
        course_brush_and_turn(l, a, b, foot);
}

bool course_fillet(struct line *l, unsigned sides, unsigned a, double half, double r)
{
    unsigned b = (a + 1) & 3;
    struct point to_a = plan_side_inward(a ^ 2), to_b = plan_side_inward(b ^ 2), corner,
                 p, q;

    if (!(sides >> a & 1) || !(sides >> b & 1)) return false;
    corner = shift(shift(pt(500, 500), to_a, half), to_b, half);
    p = shift(corner, to_a, r);
    q = shift(corner, to_b, r);
    l->n = 0;
    art_line_add(l, pt(500, 500));
    art_line_add(l, p);
    for (int i = 1; i < 6; i++) {
        double t = i / 6.0;
        art_line_add(l, lerp(lerp(p, corner, t), lerp(corner, q, t), t));
    }
    art_line_add(l, q);
    return true;
}
