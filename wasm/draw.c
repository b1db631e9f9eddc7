/* draw.c -- pictures for the page: tiles, figures, outlines, and what is at a point. */
#include "bridge.h"
#include "sprite.h"
#include "svg.h"

#include <string.h>

enum { SVG_MAX = 64 * 1024, CORNER_BOX = 280 };

static void draw_took(size_t n)
{
    if (n < SVG_MAX) json_took(&out, n);
}

void EXPORT(bridge_draw_tile)(unsigned kind, unsigned rot, unsigned copy, unsigned style);
void bridge_draw_tile(unsigned kind, unsigned rot, unsigned copy, unsigned style)
{
    json_clear(&out);
    char *text = json_room(&out, SVG_MAX);
    if (text && kind < (unsigned)aude_tiles_count)
        draw_took(art_tile_svg((aude_kind)kind, rot & 3, copy % ART_COPIES,
                               (enum art_style)(style % ART_STYLES), text, SVG_MAX));
}

void EXPORT(bridge_draw_figure)(unsigned figure, unsigned seat, unsigned lying,
                                unsigned height);
void bridge_draw_figure(unsigned figure, unsigned seat, unsigned lying, unsigned height)
{
    json_clear(&out);
    char *text = json_room(&out, SVG_MAX);
    if (text && figure < ART_FIGURE_KINDS)
        draw_took(art_figure_svg(figure, seat, lying ? ART_LYING : ART_STANDING, height,
                                 text, SVG_MAX));
}

/* The outline of a segment: SVG path data, 1000 units for a tile. */
void EXPORT(bridge_draw_path)(unsigned kind, unsigned rot, unsigned segment);
void bridge_draw_path(unsigned kind, unsigned rot, unsigned segment)
{
    json_clear(&out);
    char *text = json_room(&out, SVG_MAX);
    if (text && kind < (unsigned)aude_tiles_count &&
        segment < aude_tiles[kind].n_segments)
        draw_took(art_segment_path((aude_kind)kind, rot & 3, segment, text, SVG_MAX));
}

/* The segment at each of 100 x 100 cells of a turned tile, 255 for none. All at once,
 * because one point costs as much as all. */
const uint8_t *EXPORT(bridge_draw_cells)(unsigned kind, unsigned rot);
const uint8_t *bridge_draw_cells(unsigned kind, unsigned rot)
{
    static uint8_t cell[ART_CELLS * ART_CELLS];

    if (kind >= (unsigned)aude_tiles_count) return NULL;
    art_segment_cells((aude_kind)kind, rot & 3, cell);
    return cell;
}

/* x in the upper 16 bits, y in the lower. Segment -1 is the tower; -1 if there is
 * none. */
int EXPORT(bridge_draw_foot)(unsigned kind, unsigned rot, int segment);
int bridge_draw_foot(unsigned kind, unsigned rot, int segment)
{
    int x = 500, y = 500;

    if (kind >= (unsigned)aude_tiles_count) return -1;
    if (segment < 0) {
        if (!art_tower_foot((aude_kind)kind, rot & 3, &x, &y)) return -1;
    } else if (segment < aude_tiles[kind].n_segments) {
        art_segment_foot((aude_kind)kind, rot & 3, (unsigned)segment, &x, &y);
    }
    return x << 16 | (y & 0xffff);
}

int EXPORT(bridge_draw_copy)(int x, int y);
int bridge_draw_copy(int x, int y)
{
    return (int)art_copy_at(x, y);
}

/* -- Where walls end between tiles ------------------------------------------------------ */

/* The corners (north-west of a cell) at which the board shows a tower: [x, y, x, y
 * ...] */
void EXPORT(bridge_draw_corners)(const struct game *game);
void bridge_draw_corners(const struct game *game)
{
    const struct aude_game *position = &game->reader.game;

    json_clear(&out);
    json_list(&out, NULL);
    for (unsigned i = 0; i < position->n_laid; i++)
        for (unsigned k = 0; k < 4; k++) {
            int x = position->laid[i].x + (k == 1 || k == 2),
                y = position->laid[i].y + (k >= 2);
            if (!art_corner_tower(position, x, y)) continue;
            json_int(&out, NULL, x);
            json_int(&out, NULL, y);
        }
    json_end(&out, ']');
}

/* This tower as SVG, its foot at 0,0, in a box of -140 -140 280 280. */
void EXPORT(bridge_draw_corner)(void);
void bridge_draw_corner(void)
{
    static const char open[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                               "viewBox=\"-140 -140 280 280\">";
    static const char use[] = "\"/></svg>";

    json_clear(&out);
    json_raw(&out, open, sizeof open - 1);
    char *text = json_room(&out, SVG_MAX);
    if (!text) return;
    draw_took(art_defs(ART_MAP, text, SVG_MAX));
    json_raw(&out, "<use href=\"#", 12);
    json_raw(&out, sprite_id(SP_CORNER), strlen(sprite_id(SP_CORNER)));
    json_raw(&out, use, sizeof use - 1);
}
