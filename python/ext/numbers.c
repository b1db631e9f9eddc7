/* numbers.c -- every action one number, and back. */
#include <string.h>

#include "spec.h"

/* Numbers without a cell, counted from the end of the layers. */
enum {
    NUMBER_PASS,
    NUMBER_PUT, /* base: a small follower; everything: one block for each kind of figure */
    BASE_FIXED = NUMBER_PUT + PLACES,

    NUMBER_RECALL = NUMBER_PUT + AUDE_FIGURE_KINDS * PLACES,
    NUMBER_SECOND,
    NUMBER_DECLINE,
    NUMBER_PILE,
    NUMBER_HOME,
    NUMBER_HANDS_OFF,
    NUMBER_STEP,
    NUMBER_COUNT = NUMBER_STEP + 4,
    NUMBER_CATAPULT = NUMBER_COUNT + AUDE_QUARTERS,
    NUMBER_SWAP = NUMBER_CATAPULT + AUDE_CATAPULT_KINDS,
    NUMBER_REPLACE = NUMBER_SWAP + AUDE_FIGURE_KINDS,
    NUMBER_RANSOM = NUMBER_REPLACE + AUDE_FIGURE_KINDS,
    NUMBER_ENTER = NUMBER_RANSOM + AUDE_FIGURE_KINDS * AUDE_SEATS_MAX,
    FIXED = NUMBER_ENTER + AUDE_FIGURE_KINDS * AUDE_QUARTERS
};

enum { BASE_WINDOW = 25, WINDOW = 41, BASE_SPILL = 64, SPILL = 2048, BASE_KINDS = 32 };
enum { BASE_CELLS = 4 * BASE_WINDOW * BASE_WINDOW, CELLS = LAYERS * WINDOW * WINDOW };

const struct spec specs[SPECS] = {
    {"base", BASE_WINDOW, 4, 28, 62 + BASE_KINDS, BASE_KINDS, BASE_SPILL, BASE_CELLS,
     BASE_CELLS + BASE_FIXED, BASE_CELLS + BASE_FIXED + BASE_SPILL},
    {"everything", WINDOW, LAYERS, 40, 62 + 203 + 34, 203, SPILL, CELLS, CELLS + FIXED,
     CELLS + FIXED + SPILL},
};

bool numbers_suits(const struct spec *spec, unsigned sets)
{
    return spec != &specs[SPEC_BASE] || sets == 1u << AUDE_SET_BASE;
}

/* -- The window ------------------------------------------------------------------------- */

void numbers_frame_follow(struct frame *frame, const struct aude_game *game)
{
    if (game->n_laid < frame->n) *frame = (struct frame){0};
    for (; frame->n < game->n_laid; frame->n++) {
        const struct aude_laid *tile = &game->laid[frame->n];
        if (!frame->n) {
            frame->west = frame->east = tile->x;
            frame->north = frame->south = tile->y;
        }
        if (tile->x < frame->west) frame->west = tile->x;
        if (tile->x > frame->east) frame->east = tile->x;
        if (tile->y < frame->north) frame->north = tile->y;
        if (tile->y > frame->south) frame->south = tile->y;
    }
}

/* Half of it, rounded down also below zero. */
static int numbers_half(int sum)
{
    return (sum - (sum & 1)) / 2;
}

void numbers_frame_origin(const struct frame *frame, const struct spec *spec, int *x,
                          int *y)
{
    *x = numbers_half(frame->west + frame->east) - spec->window / 2;
    *y = numbers_half(frame->north + frame->south) - spec->window / 2;
}

/* -- From actions to numbers ------------------------------------------------------------ */

static int numbers_lowest(unsigned bits)
{
    return bits ? __builtin_ctz(bits) : -1;
}

/* The PLACE_... of a segment on the turned tile, or -1. */
static int numbers_place_of(const struct aude_laid *laid, unsigned segment)
{
    const struct aude_tile *tile = &aude_tiles[laid->kind];
    unsigned rot = laid->rot, sides, halves;
    int at;

    if (segment >= tile->n_segments) return -1;
    const struct aude_segment *s = &tile->segment[segment];
    switch (s->kind) {
    case AUDE_ROAD:
    case AUDE_CITY:
        sides = s->sides;
        at = numbers_lowest(aude_turn_sides(sides, rot));
        if (at < 0) return -1;
        return (s->kind == AUDE_CITY ? PLACE_CITY : PLACE_ROAD) + at;
    case AUDE_MONASTERY:
        return PLACE_MONASTERY;
    case AUDE_GARDEN:
        return PLACE_GARDEN;
    default:
        halves = s->halves;
        at = numbers_lowest((halves << 2 * rot | halves >> (8 - 2 * rot)) & 255);
        return at < 0 ? -1 : PLACE_FIELD + at;
    }
}

/* Where the numbers are counted from. */
struct origin {
    int x, y;
};

static int32_t numbers_in_layer(const struct spec *spec, struct origin at, int layer,
                                struct aude_action a)
{
    int x = a.x - at.x, y = a.y - at.y;

    if (layer >= spec->layers) return -1;
    if (x < 0 || y < 0 || x >= spec->window || y >= spec->window) return -1;
    return (layer * spec->window + y) * spec->window + x;
}

static int32_t numbers_put(const struct spec *spec, const struct aude_game *game,
                           struct origin at, struct aude_action a)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];

    if (a.segment == AUDE_ON_TOWER) return numbers_in_layer(spec, at, LAYER_TOP, a);
    if (game->turn.laid >= game->n_laid || laid->x != a.x || laid->y != a.y)
        return a.segment < AUDE_SEGMENTS_MAX
                   ? numbers_in_layer(spec, at, LAYER_SEGMENT + a.segment, a)
                   : -1;
    int place = numbers_place_of(laid, a.segment);
    if (place < 0 || (spec == &specs[SPEC_BASE] && a.figure != AUDE_SMALL)) return -1;
    return spec->first_put + NUMBER_PUT + a.figure * PLACES + place;
}

static int32_t numbers_target(const struct spec *spec, struct origin at,
                              struct aude_action a)
{
    switch (a.kind) {
    case AUDE_FAIRY:
        return numbers_in_layer(spec, at, LAYER_FAIRY, a);
    case AUDE_REMOVE:
        return numbers_in_layer(spec, at, LAYER_REMOVE, a);
    case AUDE_CAPTURE:
    case AUDE_PICK:
        return numbers_in_layer(spec, at, LAYER_TARGET, a);
    case AUDE_REPLACE:
        if (a.segment == AUDE_IN_SUPPLY)
            return spec->first_put + NUMBER_REPLACE + a.figure;
        return numbers_in_layer(spec, at, LAYER_TARGET, a);
    case AUDE_MOVE:
    case AUDE_SEND:
        if (a.segment >= AUDE_SEGMENTS_MAX) return -1;
        return numbers_in_layer(spec, at, LAYER_SEGMENT + a.segment, a);
    default:
        return -1;
    }
}

/* Numbers of actions without a cell, from spec->first_put on; -1 if it has none of its
 * own. */
static int numbers_fixed(const struct aude_game *game, struct aude_action a)
{
    static const int16_t alone[AUDE_ACTION_KINDS] = {
        [AUDE_RECALL] = NUMBER_RECALL,   [AUDE_SECOND] = NUMBER_SECOND,
        [AUDE_DECLINE] = NUMBER_DECLINE, [AUDE_FROM_PILE] = NUMBER_PILE,
        [AUDE_GO_HOME] = NUMBER_HOME,
    };

    switch (a.kind) {
    case AUDE_STEP:
        return NUMBER_STEP + (a.arg & 3);
    case AUDE_COUNT_TO:
        return NUMBER_COUNT + (a.arg & 3);
    case AUDE_CATAPULT:
        return NUMBER_CATAPULT + (a.arg & 3);
    case AUDE_SWAP:
        return NUMBER_SWAP + a.figure;
    case AUDE_RANSOM:
        return NUMBER_RANSOM + a.figure * AUDE_SEATS_MAX +
               (a.arg + game->n_seats - game->turn.actor) % game->n_seats;
    case AUDE_ENTER:
        return NUMBER_ENTER + a.figure * AUDE_QUARTERS + (a.arg & 3);
    case AUDE_HANDS:
        return a.arg ? -1 : NUMBER_HANDS_OFF;
    default:
        return alone[a.kind] ? alone[a.kind] : -1;
    }
}

/* Its own number, which another action may have too; -1 if it has none. */
static int32_t numbers_own(const struct spec *spec, const struct aude_game *game,
                           struct origin at, struct aude_action a)
{
    int fixed;

    switch (a.kind) {
    case AUDE_LAY:
        return numbers_in_layer(spec, at, LAYER_LAY + (a.arg & 3), a);
    case AUDE_PUT:
        return numbers_put(spec, game, at, a);
    case AUDE_PASS:
        return spec->first_put + NUMBER_PASS;
    case AUDE_ABBEY_TILE:
        return numbers_in_layer(spec, at, LAYER_ABBEY, a);
    case AUDE_TOWER:
        return numbers_in_layer(spec, at, LAYER_TOWER, a);
    case AUDE_BARN_AT:
        return numbers_in_layer(spec, at, LAYER_BARN, a);
    default:
        if (spec == &specs[SPEC_BASE]) return -1;
        fixed = numbers_fixed(game, a);
        return fixed >= 0 ? spec->first_put + fixed : numbers_target(spec, at, a);
    }
}

/* Only targets can share a number: two figures on one tile, two kinds of figure for one
 * segment. */
static bool numbers_may_share(const struct spec *spec, int32_t number)
{
    return spec->layers > LAYER_FAIRY && number < spec->first_put &&
           number >= LAYER_FAIRY * spec->window * spec->window;
}

/* The first of the actions that share a number gets it; the others go to the spill. A
 * large list has hundreds of them, so the numbers that were used are in a table. */
void numbers_list(const struct spec *spec, const struct aude_game *game,
                  const struct frame *frame, const struct aude_action *list, int n,
                  int32_t *out)
{
    enum { SLOTS = 2 * AUDE_ACTIONS_MAX };
    int32_t met[SLOTS];
    int spilt = 0;
    bool cleared = false;
    struct origin at;

    numbers_frame_origin(frame, spec, &at.x, &at.y);
    for (int i = 0; i < n; i++) {
        int32_t number = numbers_own(spec, game, at, list[i]);
        if (number >= 0 && numbers_may_share(spec, number)) {
            if (!cleared) memset(met, 0xff, sizeof met);
            cleared = true;
            unsigned slot = (unsigned)number * 2654435761u % SLOTS;
            while (met[slot] >= 0 && met[slot] != number) slot = (slot + 1) % SLOTS;
            if (met[slot] == number)
                number = -1;
            else
                met[slot] = number;
        }
        if (number < 0 && spilt < spec->spill) number = spec->first_spill + spilt++;
        out[i] = number;
    }
}

int32_t numbers_of(const struct spec *spec, const struct aude_game *game,
                   const struct frame *frame, const struct aude_action *list, int i)
{
    struct origin at;
    int32_t all[AUDE_ACTIONS_MAX];

    numbers_frame_origin(frame, spec, &at.x, &at.y);
    int32_t number = numbers_own(spec, game, at, list[i]);
    if (number >= 0 && !numbers_may_share(spec, number)) return number;
    numbers_list(spec, game, frame, list, i + 1, all);
    return all[i];
}

/* -- And back --------------------------------------------------------------------------- */

static struct aude_action numbers_lay_action(const struct spec *spec,
                                             const struct frame *frame, int32_t number)
{
    int cells = spec->window * spec->window, x, y;

    numbers_frame_origin(frame, spec, &x, &y);
    return (struct aude_action){.kind = AUDE_LAY,
                                .arg = (uint8_t)(number / cells),
                                .x = (int16_t)(x + number % cells % spec->window),
                                .y = (int16_t)(y + number % cells / spec->window)};
}

static struct aude_action numbers_put_action(const struct aude_game *game, int number)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];
    struct aude_action a = {.kind = AUDE_PUT, .figure = (uint8_t)(number / PLACES)};

    if (game->turn.laid >= game->n_laid) return (struct aude_action){0};
    a.x = laid->x;
    a.y = laid->y;
    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++)
        if (numbers_place_of(laid, s) == number % PLACES) {
            a.segment = (uint8_t)s;
            return a;
        }
    return (struct aude_action){0};
}

static struct aude_action numbers_look_up(const struct spec *spec,
                                          const struct aude_game *game,
                                          const struct frame *frame, int32_t number,
                                          struct aude_action *list)
{
    int n = aude_game_actions(game, list, AUDE_ACTIONS_MAX);
    int32_t all[AUDE_ACTIONS_MAX];

    if (n > AUDE_ACTIONS_MAX) n = AUDE_ACTIONS_MAX;
    numbers_list(spec, game, frame, list, n, all);
    for (int i = 0; i < n; i++)
        if (all[i] == number) return list[i];
    return (struct aude_action){0};
}

struct aude_action numbers_action(const struct spec *spec, const struct aude_game *game,
                                  const struct frame *frame, int32_t number,
                                  struct aude_action *list)
{
    struct aude_action a;
    int puts = spec == &specs[SPEC_BASE] ? PLACES : AUDE_FIGURE_KINDS * PLACES;

    if (number < 0 || number >= spec->numbers || game->turn.actor == AUDE_SEAT_NONE)
        return (struct aude_action){0};
    if (number < LAYER_ABBEY * spec->window * spec->window)
        a = numbers_lay_action(spec, frame, number);
    else if (number == spec->first_put + NUMBER_PASS)
        a = (struct aude_action){.kind = AUDE_PASS};
    else if (number >= spec->first_put + NUMBER_PUT &&
             number < spec->first_put + NUMBER_PUT + puts)
        a = numbers_put_action(game, number - spec->first_put - NUMBER_PUT);
    else
        return numbers_look_up(spec, game, frame, number, list);
    if (!a.kind || aude_game_why(game, a)) a = (struct aude_action){0};
    return a;
}
