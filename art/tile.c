/* tile.c -- one tile: its plan and grid, painted in a style. */
#include "style.h"

uint64_t art_tile_body(struct svg *s, aude_kind kind, unsigned rot, unsigned copy,
                       enum art_style style)
{
    struct plan plan;
    struct grid grid;
    uint64_t used = 0;

    plan_make(&plan, kind, rot);
    grid_make(&grid, &plan);
    if (style == ART_PLAIN)
        plain_tile(s, &plan, &grid);
    else
        map_tile(s, &plan, &grid, copy % ART_COPIES, style == ART_QUIET, &used);
    return used;
}

void art_tile_defs(struct svg *s, enum art_style style, uint64_t used)
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
    art_tile_defs(&s, style, ~(uint64_t)0);
    return svg_end(&s);
}

size_t art_tile_group(aude_kind kind, unsigned rot, unsigned copy, enum art_style style,
                      char *out, size_t size)
{
    struct svg s;

    svg_begin(&s, out, size);
    svg_print(&s, "<g clip-path=\"url(#auclip)\">");
    art_tile_body(&s, kind, rot, copy, style);
    svg_print(&s, "</g>");
    return svg_end(&s);
}

size_t art_tile_svg(aude_kind kind, unsigned rot, unsigned copy, enum art_style style,
                    char *out, size_t size)
{
    struct svg s;
    uint64_t used;

    /* the sprites are known only after the drawing, so their definitions follow it */
    svg_begin(&s, out, size);
    svg_print(&s, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 1000\">");
    used = art_tile_body(&s, kind, rot, copy, style);
    if (style != ART_PLAIN) art_tile_defs(&s, style, used);
    svg_print(&s, "</svg>");
    return svg_end(&s);
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
