/* map.c -- the order of painting, the list of standing things, and free places for
 * them. */
#include "map.h"

#include "style.h"

void map_item(struct map *m, int key, void (*draw)(struct map *, const struct item *),
              int x, int y, int a, int b)
{
    if (m->n_items >= MAP_ITEMS) return;
    m->item[m->n_items++] =
        (struct item){.key = key, .draw = draw, .x = x, .y = y, .a = a, .b = b};
}

/* Scale 100 needs no transform; a negative scale mirrors. */
static void map_draw_sprite(struct map *m, const struct item *item)
{
    *m->used |= (uint64_t)1 << item->a;
    svg_print(m->s, "<use href=\"#%s\"", sprite_id((enum sprite)item->a));
    if (item->b == 100)
        svg_print(m->s, " x=\"%d\" y=\"%d\"/>", item->x, item->y);
    else if (item->b > 0)
        svg_print(m->s, " transform=\"translate(%d %d)scale(%h)\"/>", item->x, item->y,
                  item->b);
    else
        svg_print(m->s, " transform=\"translate(%d %d)scale(%h %h)\"/>", item->x, item->y,
                  item->b, -item->b);
}

enum { QUIET_EDGE = 90 }; /* units from the edge that a larger house needs */

static bool map_is_tree(enum sprite sprite)
{
    return (sprite >= SP_OAK && sprite <= SP_PINE) || sprite == SP_REED;
}

static bool map_is_roof(enum sprite sprite)
{
    return sprite >= SP_HOUSE_1 && sprite <= SP_GABLE_3;
}

/* On a tile of few pixels a tree of three stands, and a house of two, larger. What reaches the
 * next tile is the same on both: nothing grows there, and its houses stay. */
static bool map_leaves_out(struct map *m, enum sprite sprite, struct point at,
                           int *percent)
{
    if (!m->quiet) return false;
    if (herb_is(sprite) || (sprite >= SP_GROWTH && sprite < SP_HOUSES)) return true;
    if (map_is_tree(sprite)) return m->trees++ % 3 != 0;
    if (!map_is_roof(sprite) || edge_distance(at) < QUIET_EDGE) return false;
    *percent = *percent * 5 / 4;
    return m->roofs++ % 2 != 0;
}

void map_sprite(struct map *m, int key, enum sprite sprite, struct point at, int percent)
{
    if (map_leaves_out(m, sprite, at, &percent)) return;
    if (herb_is(sprite))
        herbs_add(&m->herbs, sprite, at);
    else
        map_item(m, key, map_draw_sprite, round_int(at.x), round_int(at.y), (int)sprite,
                 percent);
}

void map_use(struct map *m, enum sprite sprite, struct point at, int percent)
{
    struct item item = {
        .x = round_int(at.x), .y = round_int(at.y), .a = (int)sprite, .b = percent};

    map_draw_sprite(m, &item);
}

void map_take(struct map *m, struct point at, double r)
{
    if (m->n_discs < MAP_DISCS) m->disc[m->n_discs++] = (struct disc){at.x, at.y, r};
}

bool map_free(const struct map *m, struct point at, double r)
{
    for (int i = 0; i < m->n_discs; i++) {
        double dx = m->disc[i].x - at.x, dy = m->disc[i].y - at.y, d = m->disc[i].r + r;
        if (dx * dx + dy * dy < d * d) return false;
    }
    return true;
}

bool map_in_crop(const struct map *m, struct point p, double margin)
{
    for (int i = 0; i < m->n_crops; i++)
        if (art_line_holds(p, &m->crop[i]) || art_line_distance(p, &m->crop[i]) < margin)
            return true;
    return false;
}

static void map_group_id(struct map *m, int id)
{
    svg_print(m->s, "au%d-%d%d%c", (int)(m->plan->tile - aude_tiles), (int)m->plan->rot,
              (int)m->copy, 'a' + id);
}

int map_begin_group(struct map *m)
{
    svg_print(m->s, "<defs><g id=\"");
    map_group_id(m, m->next_id);
    svg_print(m->s, "\">");
    return m->next_id++;
}

void map_end_group(struct map *m)
{
    svg_print(m->s, "</g></defs>");
}

void map_use_group(struct map *m, int id)
{
    svg_print(m->s, "<use href=\"#");
    map_group_id(m, id);
    svg_print(m->s, "\"/>");
}

bool map_is_field(const struct map *m, unsigned label)
{
    return label < m->plan->tile->n_segments &&
           m->plan->tile->segment[label].kind == AUDE_FIELD;
}

bool map_spot(const struct map *m, unsigned label, double r, struct point *at)
{
    double most = -1e9;

    *at = pt(500, 500);
    for (int y = 8; y < GRID - 8; y++)
        for (int x = 8; x < GRID - 8; x++) {
            struct point p = grid_cell_middle(x, y);
            double room = m->grid->room[y][x], edge = edge_distance(p), v;

            if (m->grid->label[y][x] != label) continue;
            v = room < edge ? room : edge;
            v = (v < r * 1.5 ? v : r * 1.5) - dist(p, pt(500, 500)) * 0.02;
            if (!map_free(m, p, r * 0.8)) v -= 300;
            if (v <= most) continue;
            most = v;
            *at = p;
        }
    return most > r * 0.5;
}

/* A stable sort: things with equal keys keep their order. */
static void map_sort_items(struct map *m)
{
    for (int i = 1; i < m->n_items; i++) {
        struct item item = m->item[i];
        int k = i;

        for (; k > 0 && m->item[k - 1].key > item.key; k--) m->item[k] = m->item[k - 1];
        m->item[k] = item;
    }
}

static void map_meadow(struct map *m)
{
    svg_print(m->s, "<path d=\"M-4-4H1004V1004H-4z\" fill=\"" MEADOW "\"/>");
    map_use(m, SP_WASH, pt(0, 0), 100);
}

void map_tile(struct svg *s, const struct plan *plan, const struct grid *grid,
              unsigned copy, bool quiet, uint64_t *used)
{
    struct map m = {
        .s = s, .plan = plan, .grid = grid, .copy = copy, .quiet = quiet, .used = used};

    m.rng = art_rng_seed(plan->tile->id, 16 + copy);
    building_reserve_all(&m);
    badge_place_all(&m);
    map_meadow(&m);
    paint_farms(&m);
    paint_river(&m);
    paint_roads(&m, 0);
    paint_city_ground(&m);
    paint_walls(&m);
    paint_gates(&m);
    paint_city_houses(&m);
    paint_bridges(&m);
    paint_buildings(&m);
    paint_tree_belts(&m);
    paint_borders(&m);
    paint_trees(&m);
    if (!quiet) herbs_draw(s, &m.herbs);
    map_sort_items(&m);
    for (int i = 0; i < m.n_items; i++) m.item[i].draw(&m, &m.item[i]);
}

void map_defs(struct svg *s, uint64_t used)
{
    sprite_defs(s, used);
}
