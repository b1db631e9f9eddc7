/* picture.c -- a tile as a small raster, drawn from its segments.
 *
 * All measures are thousandths of the tile's side. A city on one side is a cap: the
 * points nearest to that side, up to a third deep. A city on two neighbouring sides is
 * the triangle between them; on more sides it is everything except the caps of the other
 * sides. Roads and the river run from their sides to the middle. The rest is field; each
 * part of it belongs to the segment whose half side it touches. */
#include "picture.h"

#include <stdlib.h>
#include <string.h>

enum { CAP_DEPTH = 340, WALL = 100, DIAGONAL = 960 };

struct tile {
    const struct aude_tile *facts;
    unsigned rot;
    uint8_t city[4]; /* segment at each side of the turned tile, or PICTURE_NO_SEGMENT */
};

static unsigned picture_sides(const struct tile *tile, unsigned segment)
{
    return aude_turn_sides(tile->facts->segment[segment].sides, tile->rot);
}

static void picture_prepare(struct tile *tile, aude_kind kind, unsigned rot)
{
    tile->facts = &aude_tiles[kind];
    tile->rot = rot & 3;
    memset(tile->city, PICTURE_NO_SEGMENT, sizeof tile->city);
    for (unsigned s = 0; s < tile->facts->n_segments; s++)
        for (unsigned side = 0; side < 4; side++)
            if (tile->facts->segment[s].kind == AUDE_CITY &&
                picture_sides(tile, s) >> side & 1)
                tile->city[side] = (uint8_t)s;
}

/* -- Cities ----------------------------------------------------------------------------- */

static unsigned picture_nearest_side(const int depth[4])
{
    unsigned nearest = 0;

    for (unsigned side = 1; side < 4; side++)
        if (depth[side] < depth[nearest]) nearest = side;
    return nearest;
}

/* Two cities of one tile are separated by a wall along the diagonal of the corner. */
static bool picture_on_wall(const struct tile *tile, const int depth[4])
{
    for (unsigned a = 0; a < 4; a++) {
        unsigned b = (a + 1) & 3;
        if (tile->city[a] == PICTURE_NO_SEGMENT || tile->city[b] == PICTURE_NO_SEGMENT ||
            tile->city[a] == tile->city[b])
            continue;
        if (depth[a] < 400 && depth[b] < 400 && abs(depth[a] - depth[b]) < WALL)
            return true;
    }
    return false;
}

static bool picture_in_city(unsigned sides, const int depth[4])
{
    unsigned nearest = picture_nearest_side(depth);
    bool cap = depth[nearest] <= CAP_DEPTH;

    for (unsigned side = 0; side < 4; side++)
        if (sides == (1u << side | 1u << ((side + 1) & 3)))
            return depth[side] + depth[(side + 1) & 3] < DIAGONAL;
    if (!(sides & (sides - 1))) return cap && sides >> nearest & 1;
    return !cap || sides >> nearest & 1;
}

static void picture_cities(struct picture *picture, const struct tile *tile)
{
    for (int y = 0; y < picture->h; y++)
        for (int x = 0; x < picture->w; x++) {
            int u = 500 * (2 * x + 1) / picture->w, v = 500 * (2 * y + 1) / picture->h;
            int depth[4] = {v, 1000 - u, 1000 - v, u};
            if (picture_on_wall(tile, depth)) continue;
            for (unsigned s = 0; s < tile->facts->n_segments; s++)
                if (tile->facts->segment[s].kind == AUDE_CITY && picture_sides(tile, s) &&
                    picture_in_city(picture_sides(tile, s), depth))
                    picture->cell[y][x] = (struct picture_cell){.what = PICTURE_CITY,
                                                                .segment = (uint8_t)s};
        }
}

/* -- Roads and river -------------------------------------------------------------------- */

/* From the middle (not drawn itself) to the end of `side`. */
static void picture_arm(struct picture *picture, unsigned side, enum picture_what what,
                        unsigned segment)
{
    int x = picture->w / 2 + aude_side_x[side], y = picture->h / 2 + aude_side_y[side];

    for (; x >= 0 && x < picture->w && y >= 0 && y < picture->h;
         x += aude_side_x[side], y += aude_side_y[side])
        if (picture->cell[y][x].what != PICTURE_CITY)
            picture->cell[y][x] = (struct picture_cell){.what = (uint8_t)what,
                                                        .links = side & 1 ? 10 : 5,
                                                        .segment = (uint8_t)segment};
}

static void picture_middle(struct picture *picture, enum picture_what what,
                           unsigned links, unsigned segment)
{
    struct picture_cell *middle = &picture->cell[picture->h / 2][picture->w / 2];

    if (middle->what == PICTURE_CITY) return;
    *middle = (struct picture_cell){
        .what = (uint8_t)what, .links = (uint8_t)links, .segment = (uint8_t)segment};
}

static void picture_river(struct picture *picture, const struct tile *tile)
{
    unsigned sides = aude_turn_sides(tile->facts->river, tile->rot);

    if (!sides) return;
    for (unsigned side = 0; side < 4; side++)
        if (sides >> side & 1)
            picture_arm(picture, side, PICTURE_RIVER, PICTURE_NO_SEGMENT);
    picture_middle(picture, PICTURE_RIVER, sides, PICTURE_NO_SEGMENT);
}

/* A road from side to side bends in the middle; roads that end there meet in a
 * village. */
static void picture_roads(struct picture *picture, const struct tile *tile)
{
    unsigned links = 0, through = PICTURE_NO_SEGMENT, ending = 0, end_side = 0;
    bool over_river = tile->facts->river != 0;

    for (unsigned s = 0; s < tile->facts->n_segments; s++) {
        unsigned sides = picture_sides(tile, s);
        if (tile->facts->segment[s].kind != AUDE_ROAD) continue;
        for (unsigned side = 0; side < 4; side++)
            if (sides >> side & 1) picture_arm(picture, side, PICTURE_ROAD, s);
        if (sides & (sides - 1)) {
            through = s;
            links |= sides;
        } else {
            ending++;
            end_side = sides;
        }
    }
    if (through != PICTURE_NO_SEGMENT)
        picture_middle(picture, PICTURE_ROAD, links, through);
    else if (ending == 1 && over_river) /* a bridge to the building on the other bank */
        picture_middle(picture, PICTURE_ROAD, end_side & 5 ? 5 : 10, PICTURE_NO_SEGMENT);
    else if (ending)
        picture_middle(picture, PICTURE_VILLAGE, 0, PICTURE_NO_SEGMENT);
}

/* -- Fields ----------------------------------------------------------------------------- */

/* The half side that a character of the border is at; -1 inside and in the middle of a
 * side. */
static int picture_half_at(const struct picture *picture, int x, int y)
{
    int w = picture->w, h = picture->h;

    if (y == 0 && x != w / 2) return x < w / 2 ? 0 : 1;
    if (y == h - 1 && x != w / 2) return x > w / 2 ? 4 : 5;
    if (x == w - 1 && y != h / 2) return y < h / 2 ? 2 : 3;
    if (x == 0 && y != h / 2) return y > h / 2 ? 6 : 7;
    return -1;
}

/* A corner lies at two half sides; the one that is field counts. */
static unsigned picture_field_at(const struct tile *tile, const struct picture *picture,
                                 int x, int y)
{
    int half = picture_half_at(picture, x, y);
    bool corner = (x == 0 || x == picture->w - 1) && (y == 0 || y == picture->h - 1);
    int other = !corner ? half : half == 0 ? 7 : half == 1 ? 2 : half == 4 ? 3 : 6;

    for (unsigned s = 0; half >= 0 && s < tile->facts->n_segments; s++) {
        unsigned halves = tile->facts->segment[s].halves, by = 2 * tile->rot;
        halves = (halves << by | halves >> (8 - by)) & 255;
        if (tile->facts->segment[s].kind == AUDE_FIELD &&
            (halves >> half & 1 || halves >> other & 1))
            return s;
    }
    return PICTURE_NO_SEGMENT;
}

static bool picture_spread(struct picture *picture, int x, int y)
{
    struct picture_cell *cell = &picture->cell[y][x];

    if (cell->what != PICTURE_FIELD || cell->segment != PICTURE_NO_SEGMENT) return false;
    for (unsigned side = 0; side < 4; side++) {
        int i = x + aude_side_x[side], j = y + aude_side_y[side];
        if (i < 0 || i >= picture->w || j < 0 || j >= picture->h) continue;
        const struct picture_cell *from = &picture->cell[j][i];
        if (from->what != PICTURE_FIELD || from->segment == PICTURE_NO_SEGMENT) continue;
        cell->segment = from->segment;
        return true;
    }
    return false;
}

static void picture_fields(struct picture *picture, const struct tile *tile)
{
    bool more = true;

    for (int y = 0; y < picture->h; y++)
        for (int x = 0; x < picture->w; x++)
            if (picture->cell[y][x].what == PICTURE_FIELD)
                picture->cell[y][x].segment =
                    (uint8_t)picture_field_at(tile, picture, x, y);
    while (more) {
        more = false;
        for (int y = 0; y < picture->h; y++)
            for (int x = 0; x < picture->w; x++) more |= picture_spread(picture, x, y);
    }
}

/* -- What stands on them ---------------------------------------------------------------- */

static void picture_anchor(const struct picture *picture, const struct tile *tile,
                           unsigned segment, int *x, int *y)
{
    int u = tile->facts->segment[segment].x, v = tile->facts->segment[segment].y;

    for (unsigned r = tile->rot; r; r--) {
        int was = u;
        u = 1023 - v;
        v = was;
    }
    *x = u * picture->w / 1024;
    *y = v * picture->h / 1024;
}

static void picture_monastery(struct picture *picture, int x, int y, unsigned segment)
{
    struct picture_cell *row = picture->cell[y];
    bool room = x > 0 && x + 1 < picture->w && row[x - 1].what == PICTURE_FIELD &&
                row[x + 1].what == PICTURE_FIELD;

    row[x] =
        (struct picture_cell){.what = PICTURE_MONASTERY, .segment = (uint8_t)segment};
    if (!room) return;
    row[x - 1].what = PICTURE_MONASTERY_LEFT;
    row[x + 1].what = PICTURE_MONASTERY_RIGHT;
    row[x - 1].segment = row[x + 1].segment = (uint8_t)segment;
}

/* On the first character of the city that is not the knight's place. */
static void picture_shield(struct picture *picture, int knight_x, int knight_y,
                           unsigned segment)
{
    for (int y = 0; y < picture->h; y++)
        for (int x = 0; x < picture->w; x++) {
            struct picture_cell *cell = &picture->cell[y][x];
            if (cell->what != PICTURE_CITY || cell->segment != segment) continue;
            if (y == knight_y && abs(x - knight_x) < 2) continue;
            cell->what = PICTURE_SHIELD;
            return;
        }
}

static void picture_symbols(struct picture *picture, const struct tile *tile,
                            aude_kind kind)
{
    for (unsigned s = 0; s < tile->facts->n_segments; s++) {
        const struct aude_segment *segment = &tile->facts->segment[s];
        int x, y;
        picture_anchor(picture, tile, s, &x, &y);
        if (segment->kind == AUDE_MONASTERY) picture_monastery(picture, x, y, s);
        if (segment->kind == AUDE_GARDEN)
            picture->cell[y][x] =
                (struct picture_cell){.what = PICTURE_GARDEN, .segment = (uint8_t)s};
        if (segment->kind != AUDE_CITY || !segment->shields) continue;
        picture_spot(picture, kind, tile->rot, s, &x, &y);
        picture_shield(picture, x, y, s);
    }
}

void picture_draw(struct picture *picture, aude_kind kind, unsigned rot, int w, int h)
{
    struct tile tile;

    picture_prepare(&tile, kind, rot);
    memset(picture, 0, sizeof *picture);
    picture->w = w;
    picture->h = h;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) picture->cell[y][x].segment = PICTURE_NO_SEGMENT;
    picture_cities(picture, &tile);
    picture_river(picture, &tile);
    picture_roads(picture, &tile);
    picture_fields(picture, &tile);
    picture_symbols(picture, &tile, kind);
}

bool picture_same(const struct picture *a, const struct picture *b)
{
    for (int y = 0; y < a->h; y++)
        for (int x = 0; x < a->w; x++)
            if (a->cell[y][x].what != b->cell[y][x].what ||
                a->cell[y][x].links != b->cell[y][x].links)
                return false;
    return a->w == b->w && a->h == b->h;
}

void picture_spot(const struct picture *picture, aude_kind kind, unsigned rot,
                  unsigned segment, int *x, int *y)
{
    struct tile tile;
    int want_x, want_y, best = 1 << 20;

    picture_prepare(&tile, kind, rot);
    picture_anchor(picture, &tile, segment, &want_x, &want_y);
    *x = want_x;
    *y = want_y;
    for (int j = 0; j < picture->h; j++)
        for (int i = 0; i < picture->w; i++) {
            int far = abs(i - want_x) + 2 * abs(j - want_y);
            if (picture->cell[j][i].segment != segment || far >= best) continue;
            best = far;
            *x = i;
            *y = j;
        }
}
