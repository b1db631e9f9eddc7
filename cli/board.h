/* board.h -- a position as text: tiles, figures, numbered places, in a movable window. */
#ifndef BOARD_H
#define BOARD_H

#include "canvas.h"

/* An empty cell where the tile in hand fits, and the rotations in which it fits. */
struct board_place {
    int x, y;
    unsigned turns; /* a bit for each legal rotation */
    unsigned shown; /* those of them that look different */
};

struct board_view {
    const struct aude_game *game;
    struct canvas_style style;
    const char *letters;              /* one letter for each seat */
    int width, height;                /* available size, in characters */
    const struct board_place *places; /* numbered from 1 */
    int n_places;
    int ghost; /* index of the place where the tile is shown, or -1 */
    unsigned ghost_rot;
    const struct aude_action *spots; /* actions that get a number on the tile just laid */
    int n_spots;
    int last_tile; /* the tile that is marked, or -1 */
    unsigned last_seat;
    bool look; /* the window is centred on look_x, look_y */
    int look_x, look_y;
};

/* Draw at most view->height rows. Returns whether the whole board is visible; the numbers
 * of the places that are not visible go to `unseen`. */
bool cli_board_draw(const struct board_view *view, struct canvas *canvas,
                    struct cli_text *unseen);

#endif
