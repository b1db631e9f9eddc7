/* canvas.h -- characters with colours on a rectangle, and how they reach a terminal. */
#ifndef CANVAS_H
#define CANVAS_H

#include "picture.h"

/* ORDER COLOUR: `grep 'ORDER COLOUR'` finds the tables that follow it. */
enum canvas_colour {
    CANVAS_PLAIN, /* the terminal's own colour */
    CANVAS_FIELD,
    CANVAS_FIELD_2, /* the other shade: neighbouring tiles alternate, as on a chessboard */
    CANVAS_GRASS,
    CANVAS_CITY,
    CANVAS_CITY_2,
    CANVAS_STONE,
    CANVAS_SHIELD,
    CANVAS_ROAD,
    CANVAS_RIVER,
    CANVAS_WAVE,
    CANVAS_DARK,
    CANVAS_LIGHT,
    CANVAS_DIM,
    CANVAS_MARK,
    CANVAS_SEAT_0, /* one for each seat, beginning here */
    CANVAS_COLOURS = CANVAS_SEAT_0 + AUDE_SEATS_MAX
};

struct canvas_glyph {
    uint32_t code; /* Unicode; 0 is a blank */
    uint8_t ink, paper;
    bool bold;
};

struct canvas {
    int w, h;
    struct canvas_glyph *glyph;
};

/* What the terminal can do. */
struct canvas_style {
    bool colour, colour256, unicode;
};

/* From the environment: NO_COLOR, TERM, LC_ALL, LANG; no colours unless `tty`. */
struct canvas_style canvas_style(bool tty);

void canvas_init(struct canvas *canvas, int w, int h);
void canvas_free(struct canvas *canvas);
/* NULL outside. */
struct canvas_glyph *canvas_at(struct canvas *canvas, int x, int y);
void canvas_put(struct canvas *canvas, int x, int y, uint32_t code,
                enum canvas_colour ink, enum canvas_colour paper);
void canvas_text(struct canvas *canvas, int x, int y, const char *text,
                 enum canvas_colour ink);
/* A tile with its upper left corner at x,y; `shade` is the chessboard's. */
void canvas_tile(struct canvas *canvas, int x, int y, const struct picture *picture,
                 bool shade, struct canvas_style style);

/* One row without a line feed: `width` characters, or, if that is 0, up to the last one
 * used. */
void canvas_row(const struct canvas *canvas, int y, int width, struct canvas_style style,
                struct cli_text *out);
/* All rows, each after `indent` blanks. */
void canvas_print(const struct canvas *canvas, struct canvas_style style, int indent,
                  struct cli_text *out);
/* The ink that can be read on the colour of a seat. */
enum canvas_colour canvas_seat_ink(unsigned seat);
/* Text in the colours of a seat, for lines that are not on a canvas. */
void canvas_seat_text(struct cli_text *out, struct canvas_style style, unsigned seat,
                      const char *text);
void canvas_ink(struct cli_text *out, struct canvas_style style, enum canvas_colour ink,
                const char *text);

#endif
