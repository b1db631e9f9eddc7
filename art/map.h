/* map.h -- the illuminated map: what its painters share.
 *
 * Ground is painted as it comes: meadow, crops, water, roads, city floors, shadows. All
 * that stands up goes into one list of items, which is drawn from north to south at the
 * end; that does all the hiding. Badges have the greatest key. */
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
    int key; /* ground y: the list is sorted by it */
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
    uint64_t *used; /* a bit per sprite */
    int next_id;
    struct herbs herbs;
    int n_items, n_discs, n_crops, n_badges;
    struct point badge[MAP_BADGES];
    struct item item[MAP_ITEMS];
    struct disc disc[MAP_DISCS]; /* ground that is spoken for */
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
/* A group that is painted several times: begin it, write paths, end it; then refer to it. */
int map_begin_group(struct map *m);
void map_end_group(struct map *m);
void map_use_group(struct map *m, int id);
/* The cell of `label` with most room, up to `r`, that is free; false if it is poor. */
bool map_spot(const struct map *m, unsigned label, double r, struct point *at);
bool map_is_field(const struct map *m, unsigned label);

/* One file each. */
void paint_meadow(struct map *m);
void paint_farms(struct map *m);
void paint_herd(struct map *m, unsigned segment);
void paint_trees(struct map *m);
void paint_borders(struct map *m);
void paint_belts(struct map *m);
void paint_river(struct map *m);
void paint_roads(struct map *m, int upper);
void paint_city_ground(struct map *m);
void paint_walls(struct map *m);
void paint_gates(struct map *m);
void paint_houses(struct map *m);
void paint_quarters(struct map *m);
void paint_streets(struct map *m, const struct city *c, const struct point *landmark);
void paint_bridges(struct map *m);
void reserve_buildings(struct map *m);
void paint_buildings(struct map *m);
void place_badges(struct map *m);

/* rampart.c: the towers of all walls; colours by the way a face looks. */
int wall_towers(const struct map *m, struct point *out, int max);
void mix_colour(char out[8], unsigned a, unsigned b, double t);

/* ribbon.c: the outline of a way with worn edges, exact where it meets a side. */
void paint_ribbon(struct map *m, const struct line *l, unsigned from, unsigned to,
                  double half, double wear, int step);
/* Path data that rounds the corners between ways which meet in the tile's middle. */
void paint_fillets(struct map *m, unsigned sides, double half, double r);

#endif
