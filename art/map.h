/* map.h -- the illuminated map: what its painters share.
 *
 * The ground is painted at once: meadow, crops, water, roads, city floors, shadows.
 * Everything that stands up goes into one list of items, which is drawn from north to
 * south at the end, so that nearer things hide farther ones. Badges have the greatest
 * key. */
#ifndef ART_MAP_H
#define ART_MAP_H

#include "grid.h"
#include "herb.h"
#include "palette.h"
#include "sprite.h"
#include "svg.h"

enum {
    MAP_ITEMS = 320,
    MAP_DISCS = 192,
    MAP_CROPS = 8,
    MAP_BADGES = 4,
    WALL_HEIGHT = 58
};

struct map;

struct item {
    int key; /* y of its foot: the list is sorted by it */
    void (*draw)(struct map *m, const struct item *item);
    int x, y, a, b;
};

struct disc {
    double x, y, r;
};

struct map {
    struct svg *s;
    const struct plan *plan;
    const struct grid *grid;
    struct rng rng;
    unsigned copy;
    bool quiet; /* few pixels: most of what grows and half of the roofs are left out */
    int trees, roofs; /* asked for so far */
    uint64_t *used;   /* a bit per sprite */
    int next_id;
    struct herbs herbs;
    int n_items, n_discs, n_crops, n_badges;
    struct point badge[MAP_BADGES];
    struct item item[MAP_ITEMS];
    struct disc disc[MAP_DISCS]; /* ground that is already used */
    struct line crop[MAP_CROPS]; /* outlines of farms */
};

/* map.c */
void map_item(struct map *m, int key, void (*draw)(struct map *, const struct item *),
              int x, int y, int a, int b);
void map_sprite(struct map *m, int key, enum sprite sprite, struct point at, int percent);
void map_use(struct map *m, enum sprite sprite, struct point at, int percent);
void map_take(struct map *m, struct point at, double r);
bool map_free(const struct map *m, struct point at, double r);
bool map_in_crop(const struct map *m, struct point p, double margin);
/* A group that is painted several times: begin it, write paths, end it; then refer to
 * it. */
int map_begin_group(struct map *m);
void map_end_group(struct map *m);
void map_use_group(struct map *m, int id);
/* The free cell of `label` with the most room, up to `r`; false if there is none good
 * enough. */
bool map_spot(const struct map *m, unsigned label, double r, struct point *at);
bool map_is_field(const struct map *m, unsigned label);

/* Each in a file of its own. */
void paint_farms(struct map *m);
void paint_herd_sheep(struct map *m, struct point at, unsigned field);
void paint_herd_pigs(struct map *m, unsigned field);
void paint_trees(struct map *m);
void paint_borders(struct map *m);
void paint_tree_belts(struct map *m);
void paint_river(struct map *m);
void paint_roads(struct map *m, int upper);
void paint_city_ground(struct map *m);
void paint_walls(struct map *m);
void paint_gates(struct map *m);
void paint_city_houses(struct map *m);
void paint_quarters(struct map *m);
void paint_streets(struct map *m, const struct city *c, const struct point *landmark);
void paint_bridges(struct map *m);
void building_reserve_all(struct map *m);
void paint_buildings(struct map *m);
void badge_place_all(struct map *m);

/* wall.c: the towers of all walls; the colour of a wall by its direction. */
int wall_towers(const struct map *m, struct point *out, int max);
void wall_mix_colour(char out[8], unsigned a, unsigned b, double t);

/* ribbon.c: the outline of a road or river with worn edges, exact at the sides. */
void paint_ribbon(struct map *m, const struct line *l, unsigned from, unsigned to,
                  double half, double wear, int step);
/* Path data that rounds the corners between ways that meet in the middle of the tile. */
void paint_ribbon_fillets(struct map *m, unsigned sides, double half, double r);

#endif
