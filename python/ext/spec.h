/* spec.h -- a game as numbers: every action one number, every position planes and a vector.
 *
 * Two layouts, both fixed: `base` for the base game, `everything` for whatever the engine
 * plays. docs/python.md describes them for people who train on them. If you change what a
 * number means, raise SPEC_VERSION.
 *
 * A board has no edge, a plane has: it is a window of W x W cells around the middle of what
 * is laid. Actions on cells are numbered layer by layer, row by row; then come those without
 * a cell; then the spill: whatever has no number of its own (a cell outside the window, a
 * second figure on the same cell), in the order of aude_game_actions(). So nothing that is
 * legal is out of reach, up to SPILL actions at once. Seats count from the one that looks. */
#ifndef SPEC_H
#define SPEC_H

#include <aude.h>

enum { SPEC_VERSION = 1 };

/* Layers of the cells. The base game has the first four. */
enum {
    LAYER_LAY, /* and the three after it: turned by 0, 90, 180, 270 degrees */
    LAYER_ABBEY = 4,
    LAYER_TOWER,
    LAYER_BARN,
    LAYER_FAIRY,
    LAYER_REMOVE,
    LAYER_TARGET, /* capture, pick, replace: whom */
    LAYER_TOP,    /* a figure on top of a tower */
    LAYER_SEGMENT,
    LAYERS = LAYER_SEGMENT + AUDE_SEGMENTS_MAX
};

/* Where a figure goes on the tile just laid, as the tile lies. */
enum {
    PLACE_ROAD,
    PLACE_CITY = 4,
    PLACE_MONASTERY = 8,
    PLACE_GARDEN,
    PLACE_FIELD,
    PLACES = 18
};

struct spec {
    const char *name;
    int window, layers, planes, vector;
    int kinds; /* kinds of tiles whose remaining number is told */
    int spill; /* numbers of the spill */
    int first_put, first_spill, numbers;
};

enum { SPEC_BASE, SPEC_EVERYTHING, SPECS };

extern const struct spec specs[SPECS];

/* Can this spec describe a game of these sets? */
bool numbers_suits(const struct spec *spec, unsigned sets);

/* The box around the laid tiles, updated as the game goes on; {0} at its start. */
struct frame {
    uint16_t n;
    int16_t west, east, north, south;
};

void numbers_frame_follow(struct frame *frame, const struct aude_game *game);
/* The column and the row of the board at the window's upper left corner. */
void numbers_frame_origin(const struct frame *frame, const struct spec *spec, int *x,
                          int *y);

/* The numbers of the `n` listed actions; -1 if the spill has no room. */
void numbers_list(const struct spec *spec, const struct aude_game *game,
                  const struct frame *frame, const struct aude_action *list, int n,
                  int32_t *out);

/* The number of list[i] alone. */
int32_t numbers_of(const struct spec *spec, const struct aude_game *game,
                   const struct frame *frame, const struct aude_action *list, int i);

/* The action of a number if it is legal now; else AUDE_NO_ACTION. `list` is scratch space
 * for AUDE_ACTIONS_MAX actions. */
struct aude_action numbers_action(const struct spec *spec, const struct aude_game *game,
                                  const struct frame *frame, int32_t number,
                                  struct aude_action *list);

/* Once, before anything is drawn. */
void planes_init(void);

/* What `seat` sees: window * window cells of spec->planes bytes, spec->vector numbers. */
void planes_draw(const struct spec *spec, const struct aude_game *game,
                 const struct frame *frame, unsigned seat, uint8_t *out);
void planes_vector(const struct spec *spec, const struct aude_game *game,
                   const struct frame *frame, unsigned seat, int16_t *out);

/* The names of the planes and of the vector's numbers; NULL past the end. */
const char *planes_name(const struct spec *spec, int plane);
const char *planes_vector_name(const struct spec *spec, int i, char *out, size_t size);

#endif
