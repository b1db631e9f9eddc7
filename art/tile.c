/* tile.c -- one tile: plan, grid, and the style that paints them; clicks and outlines. */
#include "style.h"

struct scene {
    struct plan plan;
    struct grid grid;
};

static void scene_make(struct scene *scene, aude_kind kind, unsigned rot)
{
    plan_make(&scene->plan, kind, rot);
    grid_make(&scene->grid, &scene->plan);
}

uint64_t tile_body(struct svg *s, aude_kind kind, unsigned rot, unsigned copy,
                   enum art_style style)
{
    struct scene scene;
    uint64_t used = 0;

    scene_make(&scene, kind, rot);
    if (style == ART_PLAIN)
        plain_tile(s, &scene.plan, &scene.grid);
    else
        map_tile(s, &scene.plan, &scene.grid, copy % ART_COPIES, &used);
    return used;
}

void style_defs(struct svg *s, enum art_style style, uint64_t used)
{
    if (style == ART_PLAIN)
        plain_defs(s);
    else
        map_defs(s, used);
}

unsigned art_copy_at(int x, int y)
{
    return ((unsigned)x & 1) | ((unsigned)y & 1) << 1;
}

size_t art_defs(enum art_style style, char *out, size_t size)
{
    struct svg s;

    svg_begin(&s, out, size);
    style_defs(&s, style, ~(uint64_t)0);
    return svg_end(&s);
}

size_t art_tile_group(aude_kind kind, unsigned rot, unsigned copy, enum art_style style,
                      char *out, size_t size)
{
    struct svg s;

    svg_begin(&s, out, size);
    svg_print(&s, "<g clip-path=\"url(#auclip)\">");
    tile_body(&s, kind, rot, copy, style);
    svg_print(&s, "</g>");
    return svg_end(&s);
}

size_t art_tile_svg(aude_kind kind, unsigned rot, unsigned copy, enum art_style style,
                    char *out, size_t size)
{
    struct svg s;
    uint64_t used;

    /* the sprites it needs are known when it is drawn, so they stand behind it */
    svg_begin(&s, out, size);
    svg_print(&s, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 1000\">");
    used = tile_body(&s, kind, rot, copy, style);
    if (style == ART_MAP) style_defs(&s, style, used);
    svg_print(&s, "</svg>");
    return svg_end(&s);
}

unsigned art_segment_at(aude_kind kind, unsigned rot, int x, int y)
{
    struct scene scene;
    unsigned label;

    scene_make(&scene, kind, rot);
    label = grid_at(&scene.grid, pt(x, y));
    return label < AUDE_SEGMENTS_MAX ? label : AUDE_KIND_NONE;
}

void art_segment_cells(aude_kind kind, unsigned rot, uint8_t cell[ART_CELLS * ART_CELLS])
{
    struct scene scene;

    scene_make(&scene, kind, rot);
    for (int i = 0; i < ART_CELLS * ART_CELLS; i++) {
        unsigned label = scene.grid.label[i / GRID][i % GRID];
        cell[i] = label < AUDE_SEGMENTS_MAX ? (uint8_t)label : AUDE_KIND_NONE;
    }
}

void art_segment_foot(aude_kind kind, unsigned rot, unsigned segment, int *x, int *y)
{
    const struct aude_segment *s = &aude_tiles[kind].segment[segment];
    struct point p = turned(pt(s->x * 1000.0 / 1024, s->y * 1000.0 / 1024), rot);

    *x = round_int(p.x);
    *y = round_int(p.y) + (s->kind == AUDE_FIELD ? 40 : 80);
}

bool art_tower_foot(aude_kind kind, unsigned rot, int *x, int *y)
{
    const struct aude_tile *t = &aude_tiles[kind];
    struct point p =
        turned(pt(t->tower_x * 1000.0 / 1024, t->tower_y * 1000.0 / 1024), rot);

    *x = round_int(p.x);
    *y = round_int(p.y) + 8;
    return t->tower_x >= 0;
}
