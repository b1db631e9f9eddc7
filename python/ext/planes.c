/* planes.c -- what a seat sees, as planes and a vector. Nothing here looks at the order of the
 * pile or at the numbers of a toss: a view of the game gives the same planes. */
#include <stdio.h>
#include <string.h>

#include "spec.h"

enum {
    PLANE_LAID,
    PLANE_KIND,
    PLANE_ROTATION,
    PLANE_JUST_LAID,
    PLANE_EDGE,
    PLANE_OWNERS = PLANE_EDGE + 4,
    PLANE_OPEN = PLANE_OWNERS + 4,
    PLANE_FARMERS = PLANE_OPEN + 4,
    PLANE_CLOISTER = PLANE_FARMERS + 8,
    PLANE_MONKS,
    PLANE_SHIELDS,
    PLANE_FRONTIER,
    PLANE_BASE_END,

    PLANE_MINE = PLANE_BASE_END, /* figures on the tile */
    PLANE_THEIRS,
    PLANE_SPECIALS,
    PLANE_SPECIALS_THEIRS,
    PLANE_DRAGON,
    PLANE_FAIRY,
    PLANE_TOWER,
    PLANE_CLOSED,
    PLANE_TAGS,
    PLANE_MARKS,
    PLANE_RIVER,
    PLANE_GOODS,
    PLANES
};

static const char *const names[] = {"laid",
                                    "kind + 1",
                                    "quarter turns",
                                    "laid in this turn",
                                    "edge N",
                                    "edge E",
                                    "edge S",
                                    "edge W",
                                    "owners N",
                                    "owners E",
                                    "owners S",
                                    "owners W",
                                    "open N",
                                    "open E",
                                    "open S",
                                    "open W",
                                    "farmers NL",
                                    "farmers NR",
                                    "farmers EL",
                                    "farmers ER",
                                    "farmers SL",
                                    "farmers SR",
                                    "farmers WL",
                                    "farmers WR",
                                    "monastery or garden",
                                    "monks",
                                    "shields",
                                    "empty cell beside a tile",
                                    "own figures",
                                    "others' figures",
                                    "own builders and pigs",
                                    "others' builders and pigs",
                                    "dragon",
                                    "fairy",
                                    "tower height",
                                    "tower closed",
                                    "tags",
                                    "marks",
                                    "river",
                                    "goods"};

_Static_assert(sizeof names / sizeof names[0] == PLANES, "every plane has a name");

const char *planes_name(const struct spec *spec, int plane)
{
    return plane >= 0 && plane < spec->planes ? names[plane] : NULL;
}

/* What does not change when a tile lies: its cell without followers, and the sides and
 * half sides of each segment, for every kind and rotation. */
struct lying {
    uint8_t cell[PLANE_BASE_END];
    uint8_t n, cloister; /* segments; the monastery or garden, or 255 */
    uint8_t kind[AUDE_SEGMENTS_MAX];
    uint8_t sides[AUDE_SEGMENTS_MAX]; /* of a field: half sides */
};

static struct lying lying[256][4];

static void planes_lay_out(struct lying *l, const struct aude_tile *tile, unsigned kind,
                           unsigned rot)
{
    l->cell[PLANE_LAID] = 1;
    l->cell[PLANE_KIND] = (uint8_t)(kind + 1);
    l->cell[PLANE_ROTATION] = (uint8_t)rot;
    for (unsigned side = 0; side < 4; side++)
        l->cell[PLANE_EDGE + side] = (uint8_t)(tile->edge[(side - rot) & 3] + 1);
    l->n = tile->n_segments;
    l->cloister = 255;
    for (unsigned s = 0; s < tile->n_segments; s++) {
        const struct aude_segment *segment = &tile->segment[s];
        unsigned sides = segment->sides, halves = segment->halves;
        bool field = segment->kind == AUDE_FIELD;
        l->kind[s] = segment->kind;
        l->sides[s] =
            (uint8_t)(field ? (halves << 2 * rot | halves >> (8 - 2 * rot)) & 255
                            : aude_turn_sides(sides, rot));
        l->cell[PLANE_SHIELDS] = (uint8_t)(l->cell[PLANE_SHIELDS] + segment->shields);
        if (segment->kind != AUDE_MONASTERY && segment->kind != AUDE_GARDEN) continue;
        l->cell[PLANE_CLOISTER] = segment->kind == AUDE_MONASTERY ? 1 : 2;
        l->cloister = (uint8_t)s;
    }
}

void planes_init(void)
{
    for (int kind = 0; kind < aude_tiles_count; kind++)
        for (unsigned rot = 0; rot < 4; rot++)
            planes_lay_out(&lying[kind][rot], &aude_tiles[kind], (unsigned)kind, rot);
}

struct canvas {
    const struct aude_game *game;
    uint8_t *out;
    size_t planes;
    unsigned shift; /* of my eight bits in the followers of a feature */
};

/* Bit 0: nobody has more there than I have; bit 1: nobody has more than one of the
 * others. */
static unsigned planes_owners(const struct canvas *c, uint64_t followers)
{
    unsigned mine = (unsigned)(followers >> c->shift & 255), best = 0;

    followers &= ~(UINT64_C(255) << c->shift);
    for (; followers; followers >>= 8)
        if ((followers & 255) > best) best = (unsigned)(followers & 255);
    return (mine && mine >= best) | (unsigned)(best && best >= mine) << 1;
}

static void planes_mark(uint8_t *planes, unsigned sides, unsigned value)
{
    for (; sides; sides &= sides - 1) planes[__builtin_ctz(sides)] = (uint8_t)value;
}

static void planes_draw_segment(const struct canvas *c,
                                const struct aude_feature *feature, unsigned kind,
                                unsigned sides, uint8_t *cell)
{
    uint64_t followers = aude_followers(feature);

    if (kind == AUDE_FIELD) {
        if (followers)
            planes_mark(cell + PLANE_FARMERS, sides, planes_owners(c, followers));
    } else if (kind == AUDE_ROAD || kind == AUDE_CITY) {
        if (feature->open > 0)
            planes_mark(cell + PLANE_OPEN, sides, (unsigned)feature->open);
        if (followers)
            planes_mark(cell + PLANE_OWNERS, sides, planes_owners(c, followers));
    } else if (followers) {
        cell[PLANE_MONKS] = (uint8_t)planes_owners(c, followers);
    }
}

static void planes_draw_tile(const struct canvas *c, const struct aude_laid *laid,
                             uint8_t *cell)
{
    const struct lying *l = &lying[laid->kind][laid->rot & 3];
    const uint16_t *label = &c->game->label[laid->first];

    memcpy(cell, l->cell, sizeof l->cell);
    for (unsigned s = 0; s < l->n; s++)
        planes_draw_segment(c, &c->game->feature[label[s]], l->kind[s], l->sides[s],
                            cell);
}

/* -- Everything ------------------------------------------------------------------------- */

static void planes_draw_sets(const struct canvas *c, unsigned t, uint8_t *cell)
{
    const struct aude_game *game = c->game;
    const struct aude_tile *tile = &aude_tiles[game->laid[t].kind];
    unsigned goods = 0;

    for (unsigned s = 0; s < tile->n_segments; s++)
        if (tile->segment[s].goods) goods = tile->segment[s].goods;
    bool dragon = game->sets >> AUDE_SET_DRAGON & 1;
    cell[PLANE_DRAGON] = dragon && game->dragon.at == t;
    cell[PLANE_FAIRY] = dragon && game->dragon.fairy == t;
    cell[PLANE_TOWER] = game->laid[t].height;
    cell[PLANE_CLOSED] = game->laid[t].closed;
    _Static_assert((int)AUDE_TAGS <= 8 && (int)AUDE_MARKS <= 8,
                   "a plane is a byte a cell");
    cell[PLANE_TAGS] = (uint8_t)tile->tags;
    cell[PLANE_MARKS] = (uint8_t)tile->marks;
    cell[PLANE_RIVER] = tile->river;
    cell[PLANE_GOODS] = (uint8_t)goods;
}

static void planes_draw_figures(const struct canvas *c, unsigned seat,
                                const uint32_t *cell_of)
{
    for (unsigned f = 0; f < c->game->n_figures; f++) {
        const struct aude_figure *figure = &c->game->figure[f];
        if (figure->tile >= c->game->n_laid || cell_of[figure->tile] == UINT32_MAX)
            continue;
        bool special = figure->kind == AUDE_BUILDER || figure->kind == AUDE_PIG;
        int plane = (special ? PLANE_SPECIALS : PLANE_MINE) + (figure->seat != seat);
        uint8_t *at = c->out + cell_of[figure->tile] * c->planes + plane;
        if (*at < 255) ++*at;
    }
}

/* -- All of it -------------------------------------------------------------------------- */

static void planes_draw_frontier(const struct canvas *c, const struct spec *spec, int x,
                                 int y)
{
    const struct aude_frontier *frontier = &c->game->frontier;
    int w = spec->window;

    for (unsigned i = 0; i < frontier->n; i++) {
        int col = frontier->place[i].x - x, row = frontier->place[i].y - y;
        if (col >= 0 && row >= 0 && col < w && row < w)
            c->out[(size_t)(row * w + col) * c->planes + PLANE_FRONTIER] = 1;
    }
}

void planes_draw(const struct spec *spec, const struct aude_game *game,
                 const struct frame *frame, unsigned seat, uint8_t *out)
{
    int w = spec->window, x, y;
    struct canvas c = {
        .game = game, .out = out, .planes = (size_t)spec->planes, .shift = 8 * seat};
    uint32_t cell_of[AUDE_TILES_MAX];
    bool all = spec->planes > PLANE_BASE_END;

    memset(out, 0, (size_t)(w * w) * c.planes);
    numbers_frame_origin(frame, spec, &x, &y);
    for (unsigned t = 0; t < game->n_laid; t++) {
        int col = game->laid[t].x - x, row = game->laid[t].y - y;
        cell_of[t] = UINT32_MAX;
        if (col < 0 || row < 0 || col >= w || row >= w) continue;
        cell_of[t] = (uint32_t)(row * w + col);
        planes_draw_tile(&c, &game->laid[t], out + cell_of[t] * c.planes);
        if (all) planes_draw_sets(&c, t, out + cell_of[t] * c.planes);
    }
    if (game->turn.laid < game->n_laid && cell_of[game->turn.laid] != UINT32_MAX &&
        game->turn.phase > AUDE_PHASE_TILE && game->turn.phase < AUDE_PHASE_NEXT)
        out[cell_of[game->turn.laid] * c.planes + PLANE_JUST_LAID] = 1;
    planes_draw_frontier(&c, spec, x, y);
    if (all) planes_draw_figures(&c, seat, cell_of);
}

/* -- The vector ------------------------------------------------------------------------- */

enum {
    AT_PHASE,
    AT_TURN,
    AT_TILE,
    AT_LEFT,
    AT_SEATS,
    AT_ACTIVE,
    AT_X,
    AT_Y,
    AT_SEAT,
    PER_SEAT = 1 + AUDE_FIGURE_KINDS,
    AT_KINDS = AT_SEAT + AUDE_SEATS_MAX * PER_SEAT,
    MORE_PER_SEAT = 5
};

static void planes_count_left(const struct aude_game *game, int kinds, int16_t *left)
{
    const struct aude_pile *pile = &game->pile;
    const struct aude_river *river = &game->river;

    for (unsigned i = pile->next; i < pile->n; i++)
        if (pile->kind[i] < kinds) left[pile->kind[i]]++;
    for (unsigned i = river->next; river->flowing && i < river->n; i++)
        if (river->kind[i] < kinds) left[river->kind[i]]++;
}

/* The seat as seen from `seat`, from 1; 0 if it is no seat. */
static int16_t planes_relative(const struct aude_game *game, unsigned seat,
                               unsigned other)
{
    if (other >= game->n_seats) return 0;
    return (int16_t)(1 + (other + game->n_seats - seat) % game->n_seats);
}

static void planes_tell_sets(const struct aude_game *game, unsigned seat, int16_t *out)
{
    for (unsigned i = 0; i < game->n_seats; i++) {
        unsigned s = (seat + i) % game->n_seats;
        int16_t *own = out + i * MORE_PER_SEAT;
        for (unsigned g = 0; g < 3; g++) own[g] = game->traders.goods[s][g];
        own[3] = game->towers.pieces[s];
        own[4] = game->abbeys.left[s];
    }
    out += AUDE_SEATS_MAX * MORE_PER_SEAT;
    if (game->sets >> AUDE_SET_KING & 1) {
        out[0] = planes_relative(game, seat, game->awards.holder[0]);
        out[1] = planes_relative(game, seat, game->awards.holder[1]);
    }
    if (game->sets >> AUDE_SET_COUNT & 1) out[2] = (int16_t)(1 + game->count.at);
    out[3] = game->dragon.steps;
}

void planes_vector(const struct spec *spec, const struct aude_game *game,
                   const struct frame *frame, unsigned seat, int16_t *out)
{
    int x, y;

    memset(out, 0, (size_t)spec->vector * sizeof *out);
    numbers_frame_origin(frame, spec, &x, &y);
    out[AT_PHASE] = game->turn.phase;
    out[AT_TURN] = (int16_t)game->turn.number;
    out[AT_TILE] = game->turn.tile == AUDE_KIND_NONE ? 0 : (int16_t)(game->turn.tile + 1);
    out[AT_LEFT] = (int16_t)aude_game_left_total(game);
    out[AT_SEATS] = game->n_seats;
    out[AT_ACTIVE] = planes_relative(game, seat, game->turn.seat);
    out[AT_X] = (int16_t)x;
    out[AT_Y] = (int16_t)y;
    for (unsigned i = 0; i < game->n_seats; i++) {
        unsigned s = (seat + i) % game->n_seats;
        int16_t *own = out + AT_SEAT + i * PER_SEAT;
        own[0] = (int16_t)game->player[s].points;
        for (unsigned k = 0; k < AUDE_FIGURE_KINDS; k++)
            own[1 + k] = game->player[s].supply[k];
    }
    planes_count_left(game, spec->kinds, out + AT_KINDS);
    if (spec->vector > AT_KINDS + spec->kinds)
        planes_tell_sets(game, seat, out + AT_KINDS + spec->kinds);
}

const char *planes_vector_name(const struct spec *spec, int i, char *out, size_t size)
{
    static const char *const first[] = {"phase",
                                        "turn",
                                        "tile in hand: kind + 1",
                                        "tiles left",
                                        "seats",
                                        "active seat + 1",
                                        "window's west column",
                                        "window's north row"};
    static const char *const more[MORE_PER_SEAT] = {"wine", "grain", "cloth",
                                                    "tower pieces", "abbeys"};
    static const char *const last[] = {"king's seat + 1", "robber's seat + 1",
                                       "count's quarter + 1", "dragon's steps"};
    int per = AUDE_SEATS_MAX * MORE_PER_SEAT, k = i - AT_KINDS - spec->kinds;

    if (i < 0 || i >= spec->vector) return NULL;
    if (i < AT_SEAT) return first[i];
    if (i < AT_KINDS) {
        int field = (i - AT_SEAT) % PER_SEAT, seat = (i - AT_SEAT) / PER_SEAT;
        snprintf(out, size, "seat +%d: %s", seat,
                 field ? aude_figure_name((enum aude_figure_kind)(field - 1)) : "points");
        return out;
    }
    if (k < 0)
        snprintf(out, size, "left: %s", aude_tiles[i - AT_KINDS].id);
    else if (k < per)
        snprintf(out, size, "seat +%d: %s", k / MORE_PER_SEAT, more[k % MORE_PER_SEAT]);
    else
        snprintf(out, size, "%s", last[k - per]);
    return out;
}
