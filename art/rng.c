/* rng.c -- a small random generator. */
#include "rng.h"

struct rng rng_seed(const char *text, unsigned number)
{
    struct rng r = {0xcbf29ce484222325u};

    for (; *text; text++) r.s = (r.s ^ (unsigned char)*text) * 0x100000001b3u;
    r.s = (r.s ^ (number + 1)) * 0x9e3779b97f4a7c15u;
    r.s ^= r.s >> 29;
    if (!r.s) r.s = 1;
    for (int i = 0; i < 4; i++) rng_below(&r, 2);
    return r;
}

unsigned rng_below(struct rng *r, unsigned n)
{
    r->s ^= r->s >> 12;
    r->s ^= r->s << 25;
    r->s ^= r->s >> 27;
    return (unsigned)((r->s * 0x2545f4914f6cdd1du >> 33) % n);
}

double rng_range(struct rng *r, double lo, double hi)
{
    return lo + (hi - lo) * rng_below(r, 10001) / 10000;
}

bool rng_chance(struct rng *r, int percent)
{
    return (int)rng_below(r, 100) < percent;
}

int rng_sign(struct rng *r)
{
    return rng_below(r, 2) ? 1 : -1;
}

struct point rng_near(struct rng *r, struct point p, double dx, double dy)
{
    p.x += rng_range(r, -dx, dx);
    p.y += rng_range(r, -dy, dy);
    return p;
}
