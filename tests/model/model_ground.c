/* model_ground.c -- the oracle's ground of the catapult: where everything is, how a token flies
 * and whom it hits (CAT-9, CAT-13 to CAT-20).
 *
 * Lengths are measured in doubles where only a limit is asked for, in whole numbers where the
 * rules round. Read it beside the rules: sections and rule ids are theirs. */
#include "model_internal.h"

#include <math.h>

enum { TILE = 1024, MARGIN = 1536, D_MIN = 1024, D_EXTRA = 4096, R_TOK = 160 };

/* ---- where everything is: CAT-9, CAT-13, CAT-17, CAT-18 ---------------------------- */

int64_t model_root(int64_t n)
{
    int64_t r = (int64_t)sqrt((double)n);

    while (r * r > n) r--;
    while ((r + 1) * (r + 1) <= n) r++;
    return r;
}

static struct model_place direction(int angle)
{
    double a = angle * (2 * acos(-1)) / 4096;

    return (struct model_place){(int)lround(16384 * cos(a)), (int)lround(16384 * sin(a))};
}

/* So far in that direction; division cuts off. */
static struct model_place ahead(struct model_place from, int64_t length,
                                struct model_place u)
{
    return (struct model_place){from.x + (int)(length * u.x / 16384),
                                from.y + (int)(length * u.y / 16384)};
}

struct box {
    int x0, y0, x1, y1;
};

static struct box table(const struct model *m)
{
    struct box b = {INT16_MAX * TILE, INT16_MAX * TILE, INT16_MIN * TILE,
                    INT16_MIN * TILE};

    for (int i = 0; i < m->n_tiles; i++) {
        int x = m->tile[i].x * TILE, y = m->tile[i].y * TILE;

        if (x < b.x0) b.x0 = x;
        if (y < b.y0) b.y0 = y;
        if (x + TILE > b.x1) b.x1 = x + TILE;
        if (y + TILE > b.y1) b.y1 = y + TILE;
    }
    return b;
}

struct model_place model_stand(const struct model *m, int stand)
{
    struct box b = table(m);
    int west = b.x0 - MARGIN, east = b.x1 + MARGIN, middle = (b.x0 + b.x1) / 2;
    int north = b.y0 - MARGIN, south = b.y1 + MARGIN, half = (b.y0 + b.y1) / 2;
    struct model_place at[8] = {{middle, north}, {east, north},   {east, half},
                                {east, south},   {middle, south}, {west, south},
                                {west, half},    {west, north}};

    return at[stand];
}

/* A point of an unturned tile, as the tile lies. */
static struct model_place on_tile(const struct model *m, int tile, int x, int y)
{
    for (int i = 0; i < m->tile[tile].rot; i++) {
        int old = x;

        x = TILE - y;
        y = old;
    }
    return (struct model_place){m->tile[tile].x * TILE + x, m->tile[tile].y * TILE + y};
}

static struct model_place in_quarter(const struct model *m, int quarter)
{
    const struct model_tile *seventh = &m->tile[model_quarters_tile(m)];

    return (struct model_place){(seventh->x - 2) * TILE + aude_quarters[quarter].x,
                                (seventh->y - 1) * TILE + aude_quarters[quarter].y};
}

/* CAT-9: can it be hit or chosen? */
bool model_is_exposed(const struct model *m, const struct model_figure *it)
{
    if (!model_is_follower(it->kind) || it->guest) return false;
    if (it->where == AUDE_AT_QUARTER) return m->sw[AUDE_SWITCH_COC_EXPOSED] == 1;
    return it->where == AUDE_AT_SEGMENT || it->where == AUDE_AT_TOWER;
}

struct model_place model_centre_of(const struct model *m, const struct model_figure *it)
{
    const struct aude_tile *print;

    if (it->where == AUDE_AT_QUARTER) return in_quarter(m, it->holder);
    print = model_print(m, it->tile);
    if (it->where == AUDE_AT_TOWER)
        return on_tile(m, it->tile, print->tower_x, print->tower_y);
    return on_tile(m, it->tile, print->segment[it->segment].x,
                   print->segment[it->segment].y);
}

bool model_centre(const struct model *m, int figure, int *x, int *y)
{
    struct model_place at;

    if (!model_is_exposed(m, &m->figure[figure])) return false;
    at = model_centre_of(m, &m->figure[figure]);
    *x = at.x;
    *y = at.y;
    return true;
}

static int radius_of(enum aude_figure_kind kind)
{
    return kind == AUDE_SMALL || kind == AUDE_ABBOT ? 112 : 144;
}

int64_t model_square(struct model_place a, struct model_place b)
{
    int64_t x = a.x - b.x, y = a.y - b.y;

    return x * x + y * y;
}

/* From a point to the nearest point of a tile. */
int64_t model_square_to_tile(const struct model *m, struct model_place p, int tile)
{
    struct model_place q = p;
    int x = m->tile[tile].x * TILE, y = m->tile[tile].y * TILE;

    if (q.x < x) q.x = x;
    if (q.x > x + TILE) q.x = x + TILE;
    if (q.y < y) q.y = y;
    if (q.y > y + TILE) q.y = y + TILE;
    return model_square(p, q);
}

/* ---- knock-out: CAT-20 ------------------------------------------------------------- */

/* From a point to the line between two others. */
static double distance(struct model_place p, struct model_place a, struct model_place b)
{
    double x = b.x - a.x, y = b.y - a.y, length = x * x + y * y;
    double t = length > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / length : 0;

    if (t < 0) t = 0;
    if (t > 1) t = 1;
    return hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

/* Touching counts; the least that two such lengths differ by is larger than this. */
static bool touches(double d, int radii)
{
    return d <= radii + 1e-10;
}

/* Something of that radius goes from a to b: whom does it hit, of those not hit before? */
static void sweep(const struct model *m, int step[AUDE_FIGURES_MAX], int now,
                  struct model_place a, struct model_place b, int radius)
{
    for (int i = 0; i < m->n_figures; i++) {
        const struct model_figure *it = &m->figure[i];
        struct model_place c;

        if (step[i] >= 0 || !model_is_exposed(m, it)) continue;
        c = model_centre_of(m, it);
        if (touches(distance(c, a, b), radius + radius_of(it->kind))) step[i] = now;
    }
}

/* In which step everybody is hit, -1 if not. Returns the last step in which somebody is. */
int model_find_hits(const struct model *m, struct model_flight f,
                    int step[AUDE_FIGURES_MAX])
{
    static const int push[3] = {256, 192, 128};
    int last = -1;

    for (int i = 0; i < m->n_figures; i++) step[i] = -1;
    sweep(m, step, 0, f.landing, f.rest, R_TOK);
    for (int now = 1; now <= 3; now++)
        for (int i = 0; i < m->n_figures; i++) {
            struct model_place c;

            if (step[i] != now - 1) continue;
            c = model_centre_of(m, &m->figure[i]);
            sweep(m, step, now, c, ahead(c, push[now - 1], f.u),
                  radius_of(m->figure[i].kind));
        }
    for (int i = 0; i < m->n_figures; i++)
        if (step[i] > last) last = step[i];
    return last;
}

/* ---- flight: CAT-17 ---------------------------------------------------------------- */

struct model_flight model_flight_of(const struct model *m, struct aude_action a,
                                    int range, int angle)
{
    struct box b = table(m);
    int64_t w = b.x1 - b.x0, h = b.y1 - b.y0;
    int64_t far = D_MIN + (model_root(w * w + h * h) + D_EXTRA - D_MIN) * a.y / 1023;
    int64_t d = far + far * range / 1024;
    struct model_place u = direction((a.x + angle + 2 * 4096) % 4096);
    struct model_place landing = ahead(model_stand(m, a.arg), d, u);

    return (struct model_flight){landing, ahead(landing, d / 16, u), u};
}

int model_chain(const struct model *m, struct aude_action action)
{
    int step[AUDE_FIGURES_MAX];

    return model_find_hits(m, model_flight_of(m, action, 0, 0), step);
}
