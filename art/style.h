/* style.h -- what each style of drawing offers; tile.c, board.c and sheet.c choose
 * one. */
#ifndef ART_STYLE_H
#define ART_STYLE_H

#include "art.h"
#include "grid.h"
#include "svg.h"

/* The body of a tile, not clipped. map_tile() adds a bit to `used` for every sprite it
 * uses. */
void plain_tile(struct svg *s, const struct plan *plan, const struct grid *grid);
void map_tile(struct svg *s, const struct plan *plan, const struct grid *grid,
              unsigned copy, bool quiet, uint64_t *used);

/* <style> and <defs>; of the map only the sprites in `used`. */
void plain_defs(struct svg *s);
void map_defs(struct svg *s, uint64_t used);

/* tile.c: draw a tile or its definitions in a style; returns the sprites used. */
uint64_t art_tile_body(struct svg *s, aude_kind kind, unsigned rot, unsigned copy,
                       enum art_style style);
void art_tile_defs(struct svg *s, enum art_style style, uint64_t used);

#endif
