/* farm.c -- the farms on the meadow: strip fields with crops, and hedges.
 *
 * About half of a field is plain meadow. A farm is a round area that keeps clear of
 * everything, cut into one to three strips. Each field of a tile has its own pair of
 * crops, so that separate fields look different. */
#include "map.h"

enum crop { WHEAT_CROP, VINE_CROP, LAVENDER_CROP, PLOUGH_CROP, FALLOW_CROP, GROVE_CROP };

struct crop_look {
    const char *fill, *rows; /* rows: the class of the lines, or NULL for none */
    int spacing;
};

/* ORDER CROP */
static const struct crop_look looks[] = {
    {WHEAT, "aucw", 19},  {VINE, "aucv", 30}, {LAVENDER, "aucl", 27},
    {PLOUGH, "aucp", 21}, {FALLOW, NULL, 40}, {GROVE, NULL, 60},
};

static const enum crop pairs[][2] = {
    {WHEAT_CROP, VINE_CROP},   {VINE_CROP, FALLOW_CROP},  {LAVENDER_CROP, FALLOW_CROP},
    {PLOUGH_CROP, WHEAT_CROP}, {GROVE_CROP, FALLOW_CROP}, {WHEAT_CROP, FALLOW_CROP},
    {VINE_CROP, PLOUGH_CROP},
};
enum { PAIRS = sizeof pairs / sizeof *pairs, RAYS = 28, FARMS_MAX = 4 };

enum {                    /* in tile units */
       FARM_ROOM = 30,    /* from a farm to the next thing on the tile */
       FARM_EDGE = 62,    /* to a side of the tile */
       FARM_BETWEEN = 26, /* between two farms */
       FARM_REACH_MIN = 20,
       FARM_REACH_MAX = 270,
       FARM_REACH_STEP = 6,
       FARM_NARROW = 46, /* a farm with too many rays below this is not drawn */
       STRIP_GAP = 7,    /* from a strip to the middle of the path beside it */
       ONE_STRIP = 120,  /* a farm less wide than this has one strip, */
       TWO_STRIPS = 215, /* less wide than this two, else three */
       CUT_STRAY = 30,   /* how far from its middle a strip is cut in two */
       CENTRE_ROOM = 62, /* around the centre of a farm */
       CENTRE_EDGE = 105,
       CENTRES_APART = 330,
       CELLS_A_FARM = 2300 /* cells of a field for each farm */
};
enum { CUT_PERCENT = 35, SHEEP_PERCENT = 30 };

struct farm {
    struct point c;
    double angle; /* direction of the rows, in degrees */
    double rx, ry;
    unsigned field;
    const enum crop *crops;
    struct line outline;
};

/* -- The shape of a farm ---------------------------------------------------------------- */

static bool farm_may_grow(const struct map *m, const struct farm *f, struct point p,
                          const struct line *others)
{
    if (grid_at(m->grid, p) != f->field || grid_room(m->grid, p) < FARM_ROOM ||
        edge_distance(p) < FARM_EDGE)
        return false;
    for (int i = 0; i < others->n; i++)
        if (dist(others->p[i], f->c) > 1 &&
            dist(p, others->p[i]) < dist(p, f->c) + FARM_BETWEEN)
            return false;
    return map_free(m, p, 14);
}

/* How far the farm reaches in one direction, at most to a superellipse. */
static double farm_reach(const struct map *m, const struct farm *f, double angle,
                         const struct line *others)
{
    double a = art_sine_cos(angle - f->angle) / f->rx,
           b = art_sine(angle - f->angle) / f->ry, r = FARM_REACH_MIN;

    a *= a;
    b *= b;
    while (r < FARM_REACH_MAX && r * r * r * r * (a * a + b * b) < 1 &&
           farm_may_grow(
               m, f, pt(f->c.x + art_sine_cos(angle) * r, f->c.y + art_sine(angle) * r),
               others))
        r += FARM_REACH_STEP;
    return r;
}

static void farm_soften(double *r)
{
    double was[RAYS];

    for (int i = 0; i < RAYS; i++) was[i] = r[i];
    for (int i = 0; i < RAYS; i++) {
        double mean =
            (was[(i + RAYS - 1) % RAYS] + 2 * was[i] + was[(i + 1) % RAYS]) / 4 + 4;
        if (mean < r[i]) r[i] = mean;
    }
}

/* False if there is too little room for a farm. */
static bool farm_grow(const struct map *m, struct farm *f, const struct line *others)
{
    double r[RAYS];
    int narrow = 0;

    for (int i = 0; i < RAYS; i++) r[i] = farm_reach(m, f, i * 360.0 / RAYS, others);
    farm_soften(r);
    farm_soften(r);
    f->outline.n = 0;
    for (int i = 0; i < RAYS; i++) {
        double angle = i * 360.0 / RAYS;
        narrow += r[i] < FARM_NARROW;
        art_line_add(&f->outline, pt(f->c.x + art_sine_cos(angle) * r[i],
                                     f->c.y + art_sine(angle) * r[i]));
    }
    return narrow <= RAYS / 3;
}

/* -- Strips ----------------------------------------------------------------------------- */

struct rows {
    struct point d, n; /* along and across */
    double lo, hi;
};

static struct rows farm_rows(const struct line *l, struct point c, double angle)
{
    struct rows r = {pt(art_sine_cos(angle), art_sine(angle)),
                     pt(-art_sine(angle), art_sine_cos(angle)), 1e9, -1e9};

    for (int i = 0; i < l->n; i++) {
        double u = (l->p[i].x - c.x) * r.n.x + (l->p[i].y - c.y) * r.n.y;
        if (u < r.lo) r.lo = u;
        if (u > r.hi) r.hi = u;
    }
    return r;
}

/* Where the line through o along d crosses the outline: the first and the last point. */
static bool farm_chord(const struct line *l, struct point o, const struct rows *r,
                       double *t0, double *t1)
{
    *t0 = 1e9;
    *t1 = -1e9;
    for (int i = 0; i < l->n; i++) {
        struct point a = l->p[i], b = l->p[(i + 1) % l->n], q;
        double da = (a.x - o.x) * r->n.x + (a.y - o.y) * r->n.y;
        double db = (b.x - o.x) * r->n.x + (b.y - o.y) * r->n.y, t;

        if ((da > 0) == (db > 0)) continue;
        q = lerp(a, b, da / (da - db));
        t = (q.x - o.x) * r->d.x + (q.y - o.y) * r->d.y;
        if (t < *t0) *t0 = t;
        if (t > *t1) *t1 = t;
    }
    return *t1 - *t0 > 44;
}

static void farm_sow(struct map *m, enum crop crop, struct point a, struct point b,
                     enum sprite flower)
{
    double len = dist(a, b);
    int n = (int)(len / (crop == GROVE_CROP ? 60 : 46));

    for (int i = 0; i <= n; i++) {
        struct point p = lerp(a, b, n ? (double)i / n : 0.5);
        if (crop == GROVE_CROP)
            map_sprite(m, (int)p.y + 10, SP_OLIVE, pt(p.x, p.y + 14), 100);
        else if (art_rng_chance(&m->rng, 55)) {
            p = art_rng_near(&m->rng, p, 20, 14);
            herbs_add(&m->herbs, art_rng_chance(&m->rng, 66) ? flower : SP_TUFT, p);
        }
    }
}

static void farm_strip_rows(struct map *m, const struct line *l, struct point c,
                            double angle, enum crop crop)
{
    struct rows r = farm_rows(l, c, angle);
    int spacing = looks[crop].spacing, n = (int)((r.hi - r.lo - spacing * 0.7) / spacing);
    double first;
    enum sprite flower =
        SP_POPPY + (art_rng_chance(&m->rng, 50) ? art_rng_below(&m->rng, 3) : 0);

    if (n < 1) n = 1;
    first = r.lo + (r.hi - r.lo - n * spacing) / 2;
    if (looks[crop].rows && !m->quiet)
        svg_print(m->s, "<path class=\"aucr %s\" d=\"", looks[crop].rows);
    for (int k = 0; k <= n; k++) {
        struct point o = shift(c, r.n, first + k * spacing), a, b;
        double t0, t1;

        if (!farm_chord(l, o, &r, &t0, &t1)) continue;
        a = shift(o, r.d, t0 + art_rng_range(&m->rng, 15, 23));
        b = shift(o, r.d, t1 - art_rng_range(&m->rng, 15, 23));
        if (looks[crop].rows) {
            double bend = art_rng_range(&m->rng, -4, 4);

            if (m->quiet) continue;
            svg_move(m->s, a);
            svg_quad_to(m->s, shift(lerp(a, b, 0.5), r.n, bend), b);
        } else
            farm_sow(m, crop, a, b, flower);
    }
    if (looks[crop].rows && !m->quiet) svg_print(m->s, "\"/>");
}

static void farm_draw_strip(struct map *m, const struct line *l, double angle,
                            enum crop crop)
{
    struct line q = {0};
    struct point c = {0, 0};

    for (int i = 0; i < l->n; i++)
        if (!q.n || dist(l->p[i], q.p[q.n - 1]) > 14) art_line_add(&q, l->p[i]);
    if (q.n > 2 && dist(q.p[0], q.p[q.n - 1]) < 14) q.n--;
    art_line_simplify(&q, 6);
    if (q.n < 4) return;
    for (int i = 0; i < q.n; i++) c = pt(c.x + q.p[i].x / q.n, c.y + q.p[i].y / q.n);
    svg_print(m->s, "<path class=\"aust\" fill=\"%s\" d=\"", looks[crop].fill);
    svg_rounded(m->s, &q, 12);
    svg_print(m->s, "\"/>");
    farm_strip_rows(m, &q, c, angle, crop);
}

/* Strip k of a farm. With `may_cut` it is sometimes cut in two, each with its own crop. */
static void farm_strip(struct map *m, const struct farm *f, const struct line *l, int k,
                       bool may_cut)
{
    struct rows r = farm_rows(l, f->c, f->angle + 90);
    double cut = -(r.lo + r.hi) / 2 + art_rng_range(&m->rng, -CUT_STRAY, CUT_STRAY);
    struct line half;

    if (!may_cut || !art_rng_chance(&m->rng, CUT_PERCENT)) {
        farm_draw_strip(m, l, f->angle, f->crops[k % 2]);
        return;
    }
    r = farm_rows(l, f->c, f->angle);
    art_line_clip(l, f->c, r.d, cut - STRIP_GAP, -1, &half);
    farm_draw_strip(m, &half, f->angle + (art_rng_chance(&m->rng, 50) ? 90 : 0),
                    f->crops[0]);
    art_line_clip(l, f->c, r.d, cut + STRIP_GAP, 1, &half);
    farm_draw_strip(m, &half, f->angle, f->crops[1]);
}

/* A hedge along the south-east of the farm: three strokes of one path. */
static void farm_hedge(struct map *m, const struct farm *f)
{
    unsigned from = art_rng_below(&m->rng, 4), run = 8 + art_rng_below(&m->rng, 6);
    struct line l = {0};
    int id;

    if (m->quiet) return;
    id = map_begin_group(m);
    for (unsigned i = 0; i < run; i += i + 1 < run && run - i > 2 ? 2 : 1)
        art_line_add(&l, f->outline.p[(from + i) % RAYS]);
    svg_print(m->s, "<path d=\"");
    svg_smooth(m->s, &l, 0);
    svg_print(m->s, "\"/>");
    map_end_group(m);
    svg_print(m->s, "<g class=\"auhg\"><g class=\"auhs\" transform=\"translate(6 9)\">");
    map_use_group(m, id);
    svg_print(m->s, "</g><g class=\"auhd\">");
    map_use_group(m, id);
    svg_print(m->s, "</g><g class=\"auhl\" transform=\"translate(-2 -4)\">");
    map_use_group(m, id);
    svg_print(m->s, "</g></g>");
}

static void farm_draw(struct map *m, struct farm *f, const struct line *others)
{
    struct rows r;
    int strips;
    double from;

    f->angle = art_rng_range(&m->rng, -28, 28);
    if (art_rng_chance(&m->rng, 33)) f->angle += 90;
    f->rx = art_rng_range(&m->rng, 170, 255);
    f->ry = art_rng_range(&m->rng, 120, 185);
    if (!farm_grow(m, f, others) || m->n_crops >= MAP_CROPS) return;
    m->crop[m->n_crops++] = f->outline;
    r = farm_rows(&f->outline, f->c, f->angle);
    strips = r.hi - r.lo < ONE_STRIP ? 1 : r.hi - r.lo < TWO_STRIPS ? 2 : 3;
    from = r.lo - 1;
    for (int k = 0; k < strips; k++) {
        double to = k + 1 < strips
                        ? r.lo + (r.hi - r.lo) *
                                     (k + 1 + art_rng_range(&m->rng, -0.12, 0.12)) /
                                     strips
                        : r.hi + 8;
        struct line low, both;

        art_line_clip(&f->outline, f->c, r.n, from, 1, &low);
        art_line_clip(&low, f->c, r.n, to - STRIP_GAP, -1, &both);
        if (both.n >= 4) farm_strip(m, f, &both, k, strips < 3);
        from = to + STRIP_GAP;
    }
    farm_hedge(m, f);
}

/* -- All farms of a tile ---------------------------------------------------------------- */

/* Random points in the roomy parts of a field, not too near to each other. */
static void farm_centres(struct map *m, unsigned field, int want, struct line *centres)
{
    for (int n = 0; n < want; n++) {
        struct point best = {0, 0};
        double most = 0;

        for (int tries = 0; tries < 400; tries++) {
            int x = 10 + (int)art_rng_below(&m->rng, 80),
                y = 10 + (int)art_rng_below(&m->rng, 80);
            struct point p = grid_cell_middle(x, y);
            double v = m->grid->room[y][x];

            if (m->grid->label[y][x] != field || v < CENTRE_ROOM ||
                edge_distance(p) < CENTRE_EDGE || !map_free(m, p, 50))
                continue;
            v = (v < 130 ? v : 130) + art_rng_range(&m->rng, 0, 70);
            for (int i = 0; i < centres->n; i++)
                if (dist(p, centres->p[i]) < CENTRES_APART) v = 0;
            if (v <= most) continue;
            most = v;
            best = p;
        }
        if (most > 0) art_line_add(centres, best);
    }
}

static void farm_field(struct map *m, unsigned field, const enum crop *crops)
{
    struct line centres = {0};
    int want = (int)(grid_area(m->grid, field) / (double)CELLS_A_FARM +
                     art_rng_range(&m->rng, 0.2, 0.6));
    bool sheep = false;

    farm_centres(m, field, want < 1 ? 1 : want > FARMS_MAX ? FARMS_MAX : want, &centres);
    for (int i = 0; i < centres.n; i++) {
        struct farm f = {.c = centres.p[i], .field = field, .crops = crops};

        if (!sheep && art_rng_chance(&m->rng, SHEEP_PERCENT)) {
            sheep = true;
            paint_herd_sheep(m, centres.p[i], field);
        } else
            farm_draw(m, &f, &centres);
    }
}

void paint_farms(struct map *m)
{
    const struct aude_tile *t = m->plan->tile;
    unsigned pair = art_rng_below(&m->rng, PAIRS),
             step = 1 + art_rng_below(&m->rng, PAIRS - 1);

    for (unsigned i = 0; i < t->n_segments; i++) {
        if (t->segment[i].kind != AUDE_FIELD) continue;
        if (t->segment[i].tags & AUDE_TAG_HERD) paint_herd_pigs(m, i);
        farm_field(m, i, pairs[pair]);
        pair = (pair + step) % PAIRS; /* PAIRS is prime: all fields of a tile differ */
    }
}
