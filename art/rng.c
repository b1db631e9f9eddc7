/* rng.c -- a small random generator. */
#include "rng.h"

struct rng art_rng_seed(const char *text, unsigned number)
{
    struct rng r = {0xcbf29ce484222325u};

    for (; *text; text++) r.s = (r.s ^ (unsigned char)*text) * 0x100000001b3u;
    r.s = (r.s ^ (number + 1)) * 0x9e3779b97f4a7c15u;
    r.s ^= r.s >> 29;
    if (!r.s) r.s = 1;
    for (int i = 0; i < 4; i++) art_rng_below(&r, 2);
    return r;
}

unsigned art_rng_below(struct rng *r, unsigned n)
{
    r->s ^= r->s >> 12;
    r->s ^= r->s << 25;
    r->s ^= r->s >> 27;
    return (unsigned)((r->s * 0x2545f4914f6cdd1du >> 33) % n);
}

double art_rng_range(struct rng *r, double lo, double hi)
{
    return lo + (hi - lo) * art_rng_below(r, 10001) / 10000;
}

bool art_rng_chance(struct rng *r, int percent)
{
    return (int)art_rng_below(r, 100) < percent;
}

int art_rng_sign(struct rng *r)
{
    return art_rng_below(r, 2) ? 1 : -1;
}

struct point art_rng_near(struct rng *r, struct point p, double dx, double dy)
{
    p.x += art_rng_range(r, -dx, dx);
    p.y += art_rng_range(r, -dy, dy);
    return p;
}
