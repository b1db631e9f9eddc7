/* badge.c -- shields, goods and the other signs with a golden ring: what scores or acts.
 *
 * They are drawn on top of everything, so they are put where nothing important is below:
 * away from towers, gates, buildings and the sides. */
#include "map.h"

enum { BADGE_KEY = 4000, TOWERS_MAX = 24 };

static double badge_badness(const struct map *m, struct point p,
                            const struct point *tower, int n)
{
    double bad = (p.x * 0.02 + p.y * 0.03), edge = edge_distance(p);

    if (edge < 160) bad += (160 - edge) * 1.4;
    if (edge < 116) bad += 500 + (116 - edge) * 10; /* keep away from the side */
    for (int i = 0; i < n; i++) {
        double d = dist(p, pt(tower[i].x, tower[i].y - 60));
        if (d < 150) bad += (150 - d) * 3;
    }
    for (int i = 0; i < m->plan->n_gates; i++) {
        double d = dist(p, pt(m->plan->gate[i].at.x, m->plan->gate[i].at.y - 40));
        if (d < 230) bad += (230 - d) * 2;
    }
    if (!map_free(m, p, 88)) bad += 500;
    return bad;
}

/* A city that passes over another one shows its street and parapets there: no badge. */
static bool badge_on_bridge(const struct map *m, unsigned label, struct point p)
{
    for (int i = 0; i < m->plan->n_cities; i++)
        if (m->plan->city[i].upper && m->plan->city[i].segment == label)
            return dist(p, pt(500, 500)) < 300;
    return false;
}

/* The best place in segment `label`; returns its value, more is better. */
static double badge_place(const struct map *m, unsigned label, struct point *best)
{
    struct point tower[TOWERS_MAX];
    int n = wall_towers(m, tower, TOWERS_MAX);
    double most = -1e9;

    *best = pt(500, 500);

    for (int y = 7; y < GRID - 7; y++)
        for (int x = 7; x < GRID - 7; x++) {
            struct point p = grid_cell_middle(x, y);
            double room = m->grid->room[y][x], v;

            if (m->grid->label[y][x] != label) continue;
            v = 1.4 * (room < 150 ? room : 150) - badge_badness(m, p, tower, n);
            if (badge_on_bridge(m, label, p)) v -= 500;
            if (v <= most) continue;
            most = v;
            *best = p;
        }
    return most;
}

static void badge_put(struct map *m, unsigned label, enum sprite sprite, int percent)
{
    struct point at;

    bool cramped = badge_place(m, label, &at) < -60;
    if (cramped) percent = percent * 4 / 5;
    map_sprite(m, BADGE_KEY, sprite, at, percent);
    if (m->n_badges < MAP_BADGES) m->badge[m->n_badges++] = at;
    map_take(m, pt(at.x, at.y + 8), 98);
}

/* The dragon's sign belongs to the tile: it goes where it covers least, preferably a
 * field. */
static void badge_put_dragon(struct map *m)
{
    const struct aude_tile *t = m->plan->tile;
    unsigned best = 0;
    double most = -1e9;

    for (unsigned i = 0; i < t->n_segments; i++) {
        struct point at;
        double v = badge_place(m, i, &at) - (t->segment[i].kind == AUDE_FIELD ? 0 : 120);

        if (t->segment[i].kind != AUDE_FIELD && t->segment[i].kind != AUDE_CITY) continue;
        if (v <= most) continue;
        most = v;
        best = i;
    }
    badge_put(m, best, SP_DRAGON, 132);
}

void badge_place_all(struct map *m)
{
    static const enum sprite goods[] = {SP_SHIELD, SP_WINE, SP_GRAIN, SP_CLOTH};
    const struct aude_tile *t = m->plan->tile;

    for (unsigned i = 0; i < t->n_segments; i++) {
        const struct aude_segment *s = &t->segment[i];

        if (s->tags & AUDE_TAG_CATHEDRAL) map_take(m, pt(500, 470), 235);
        for (int k = 0; k < s->shields; k++) badge_put(m, i, SP_SHIELD, 138);
        if (s->goods) badge_put(m, i, goods[s->goods], 138);
        if (s->tags & AUDE_TAG_PRINCESS) badge_put(m, i, SP_PRINCESS, 138);
    }
    if (t->marks & AUDE_MARK_DRAGON) badge_put_dragon(m);
}
