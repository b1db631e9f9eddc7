/* board.h -- a position as text: tiles, figures, numbered places, with a window that moves. */
#ifndef BOARD_H
#define BOARD_H

#include "canvas.h"

/* A number on an empty cell where the tile in hand fits, and the turns in which it does. */
struct board_place {
    int x, y;
    unsigned turns; /* bit per rotation that is legal */
    unsigned shown; /* those of them that look different */
};

struct board_view {
    const struct aude_game *game;
    struct canvas_style style;
    const char *letters;              /* one for each seat */
    int width, height;                /* room, in characters */
    const struct board_place *places; /* numbered from 1 */
    int n_places;
    int ghost; /* index of the place to show the tile at, or -1 */
    unsigned ghost_rot;
    const struct aude_action *spots; /* actions to number on the tile just laid */
    int n_spots;
    int last_tile; /* the tile to mark, or -1 */
    unsigned last_seat;
    bool look; /* the window is centred on look_x, look_y */
    int look_x, look_y;
};

/* Rows of text, at most view->height. Returns whether all of the board is in sight; the
 * numbers of places that are not go to `unseen`. */
bool board_draw(const struct board_view *view, struct canvas *canvas,
                struct cli_text *unseen);

#endif
