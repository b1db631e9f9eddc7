/* style.h -- what a style of drawing must offer; tile.c, board.c and sheet.c choose one. */
#ifndef ART_STYLE_H
#define ART_STYLE_H

#include "art.h"
#include "grid.h"
#include "svg.h"

/* The body of a tile, unclipped. The map's `used` collects a bit per sprite it refers to. */
void plain_tile(struct svg *s, const struct plan *plan, const struct grid *grid);
void map_tile(struct svg *s, const struct plan *plan, const struct grid *grid,
              unsigned copy, uint64_t *used);

/* <style> and <defs>, as far as `used` asks for them. */
void plain_defs(struct svg *s);
void map_defs(struct svg *s, uint64_t used);

/* tile.c: what the others draw a tile and its definitions with; returns the sprites used. */
uint64_t tile_body(struct svg *s, aude_kind kind, unsigned rot, unsigned copy,
                   enum art_style style);
void style_defs(struct svg *s, enum art_style style, uint64_t used);

#endif
