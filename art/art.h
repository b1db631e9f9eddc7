/* art.h -- tiles, figures and boards as SVG text.
 *
 * The picture is drawn from the tile table alone: walls, roads and water follow a tile's
 * segments, so what one sees is what the rules know. Two styles share one ground plan:
 * the illuminated map, and a flat plain one for print and for those who prefer it.
 *
 *     char svg[ART_TILE_BYTES_MAX];
 *     size_t n = art_tile_svg(kind, rot, 0, ART_MAP, svg, sizeof svg);
 *
 * Every writer returns the length the whole text has, as snprintf does: if it is less than
 * `size` the text is complete and ends with a zero byte, else it is cut short. With size 0
 * `out` may be NULL. The same arguments give the same bytes on every machine.
 * Nothing here allocates, keeps state, reads files or prints. A call needs up to
 * ART_STACK_BYTES of stack. A tile is a square of 1000 units, its drawing is always upright:
 * the tile is turned first and then drawn, so light, houses and crosses never turn. */
#ifndef ART_H
#define ART_H

#include <stdbool.h>
#include <stddef.h>

#include "aude.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ART_UNITS = 1000,               /* a tile's side */
    ART_CELLS = 100,                /* cells a side, for clicks */
    ART_COPIES = 4,                 /* different drawings of one kind and rotation */
    ART_TILE_BYTES_MAX = 24 * 1024, /* no standalone tile is longer */
    ART_STACK_BYTES = 128 * 1024
};

/* ART_QUIET is the map for tiles of few pixels: fewer trees and roofs, no furrows, hedges and
 * flowers; what is left stands where the map has it. */
enum art_style { ART_MAP, ART_PLAIN, ART_QUIET, ART_STYLES };

enum art_flag {
    ART_FIGURES = 1, /* followers and other figures */
    ART_LAST = 2,    /* a frame round the tile laid last */
    ART_GRID = 4,    /* faint lines of the empty cells */
    ART_NAMES = 8,   /* sheets: kind and number of copies under each tile */
    ART_COORDS = 16, /* column and row numbers in the margin */
    ART_FRAME = 32   /* a map's border, and a compass rose where a corner is empty */
};

/* ORDER FIGURE: the first eight are enum aude_figure_kind. */
enum art_figure {
    ART_SMALL,
    ART_LARGE,
    ART_ABBOT,
    ART_WAGON,
    ART_MAYOR,
    ART_BUILDER,
    ART_PIG,
    ART_BARN,
    ART_TOWER_FLOOR, /* one floor; `height` of art_figure_svg stacks them */
    ART_DRAGON,      /* from here on nobody's: the seat is not used */
    ART_FAIRY,
    ART_COUNT,
    ART_KING,
    ART_ROBBER,
    ART_CATAPULT,
    ART_TOKEN_KNOCK, /* the four tokens of the catapult */
    ART_TOKEN_CATCH,
    ART_TOKEN_SWAP,
    ART_TOKEN_TARGET,
    ART_FIGURE_KINDS
};

enum art_pose { ART_STANDING, ART_LYING };

/* A dragon, a fairy, a tower ...: a figure at a point of the board. */
struct art_piece {
    enum art_figure figure;
    enum art_pose pose;
    uint8_t seat, height; /* height: floors of a tower, else 1 */
    int16_t x, y;         /* the tile it stands on */
    int16_t px, py;       /* its feet there, 0..1000 */
};

struct art_options {
    enum art_style style;
    unsigned tile_px; /* width of a tile in the picture; 0 means 128 */
    unsigned flags;   /* enum art_flag */
    int n_pieces;     /* boards: what stands there besides the figures in game->figure */
    const struct art_piece *piece;
};

/* The map style, 128 pixels a tile, figures and the last move shown. */
AUDE_API struct art_options art_defaults(void);

/* Which of the ART_COPIES drawings belongs at x,y of a board. Things on a border look the
 * same in both neighbours. They alternate from cell to cell, so that no pattern is seen.
 * Tiles therefore join without a seam only if each is drawn with the copy of its cell. */
AUDE_API unsigned art_copy_at(int x, int y);

/* One tile as a complete SVG document, viewBox 0 0 1000 1000. */
AUDE_API size_t art_tile_svg(aude_kind kind, unsigned rot, unsigned copy,
                             enum art_style style, char *out, size_t size);

/* The same as a <g> of 1000 x 1000 units, for a page that holds art_defs() once. */
AUDE_API size_t art_tile_group(aude_kind kind, unsigned rot, unsigned copy,
                               enum art_style style, char *out, size_t size);

/* <style> and <defs> that groups of this style refer to. Ids and classes begin with "au". */
AUDE_API size_t art_defs(enum art_style style, char *out, size_t size);

/* One figure as a complete SVG document, viewBox -200 -320 400 400, feet at 0,0. `height`
 * counts the floors of a tower (more than four make the box larger), 1 otherwise. */
AUDE_API size_t art_figure_svg(enum art_figure figure, unsigned seat, enum art_pose pose,
                               unsigned height, char *out, size_t size);

/* The same as a <g> with its feet at 0,0. On a board figures are scaled by 120 %. */
AUDE_API size_t art_figure_group(enum art_figure figure, unsigned seat,
                                 enum art_pose pose, unsigned height, char *out,
                                 size_t size);

/* "dragon": a figure's name. */
AUDE_API const char *art_figure_name(unsigned figure);

/* The name of a seat's colour ("red"), the colour itself ("#b8322a"), and the seat's
 * emblem ("chevron"). */
AUDE_API const char *art_seat_name(unsigned seat);
AUDE_API const char *art_seat_colour(unsigned seat);
AUDE_API const char *art_seat_emblem(unsigned seat);

/* Does the board show a tower at the north-west corner of cell x,y? It does where a wall
 * ends between tiles; a single tile cannot know that. */
AUDE_API bool art_corner_tower(const struct aude_game *game, int x, int y);

/* A position: every laid tile, and by the options figures, last move and grid. */
AUDE_API size_t art_board_svg(const struct aude_game *game,
                              const struct art_options *options, char *out, size_t size);

/* Every kind of a set with its name and number of copies. */
AUDE_API size_t art_sheet_svg(enum aude_set set, const struct art_options *options,
                              char *out, size_t size);

/* The segment that is drawn at the point x,y (0..999), or AUDE_KIND_NONE: water, a
 * village and a tower foundation belong to no segment. */
AUDE_API unsigned art_segment_at(aude_kind kind, unsigned rot, int x, int y);

/* The same for the whole tile: ART_CELLS x ART_CELLS cells, row by row from the top left. */
AUDE_API void art_segment_cells(aude_kind kind, unsigned rot,
                                uint8_t cell[ART_CELLS * ART_CELLS]);

/* The outline of a segment as SVG path data ("M..."), in tile units; "" if the drawing
 * does not show the segment. Holes are wound so that both fill rules leave them out. */
AUDE_API size_t art_segment_path(aude_kind kind, unsigned rot, unsigned segment,
                                 char *out, size_t size);

/* Where the feet of a figure on that segment belong, in tile units of the turned tile. */
AUDE_API void art_segment_foot(aude_kind kind, unsigned rot, unsigned segment, int *x,
                               int *y);

/* Where a tower stands on the tile's foundation; false if it has none. */
AUDE_API bool art_tower_foot(aude_kind kind, unsigned rot, int *x, int *y);

/* -- Which library this is -------------------------------------------------------------- */

#define ART_ABI_STRUCTS(X) X(options) X(piece)

struct art_abi {
#define X(name) size_t name;
    ART_ABI_STRUCTS(X)
#undef X
};

AUDE_API const char *art_abi_compare(const struct art_abi *mine);

/* aude_abi_differs() (aude_api.h), and the structs of this header. */
static inline const char *art_abi_differs(void)
{
    const struct art_abi mine = {
#define X(name) sizeof(struct art_##name),
        ART_ABI_STRUCTS(X)
#undef X
    };

    return aude_abi_differs() ? aude_abi_differs() : art_abi_compare(&mine);
}

#ifdef __cplusplus
}
#endif

#endif
