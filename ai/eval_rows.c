/* eval_rows.c -- one feature as a row of numbers for the network.
 *
 * As one seat sees it: who stands there, what the formulas say of it, how it may be completed, and
 * which other features it may become one with. */
#include "eval_net_internal.h"

#include <string.h>

/* Numbers of a row. What a kind of row does not have stays zero; all kinds have weights of
 * their own, so one place may hold different things. */
enum {
    OWN,
    OWN_MORE, /* more than one */
    RIVAL,    /* the strongest of them */
    RIVAL_MORE,
    ALONE, /* owners: this seat, it and others, others */
    SHARED,
    LOST,
    OWN_FIGURES,
    RIVAL_FIGURES,
    WORTH,
    WORTH_OWN,
    WORTH_LOST,
    HOME,
    FAR,
    NEAR,
    OPEN,
    TILES,   /* roads, cities; the segments of a field; empty cells of a monastery */
    SHIELDS, /* ... cities of a field that are closed */
    CELLS_1, /* ... with one, two, more open sides */
    CELLS_2,
    CELLS_MORE,
    ENDS,
    ENDS_WORST,
    FITS,
    FITS_WORST,
    NEXT,     /* chance that the next tile ends it */
    JOIN_OWN, /* with the seat's followers elsewhere: how likely, and how many */
    JOIN_OWN_MORE,
    JOIN_RIVAL,
    JOIN_RIVAL_MORE,
    JOIN_FREE,
    RICH, /* inn, cathedral, herd */
    SPECIALS,
    GOODS,
    HOLES, /* cells that no tile fits */
    TAGGED,
    EVEN, /* as many followers as the strongest rival */
    SEATS,
    TOWER_OWN, /* followers that may be taken away, and who is safe from the dragon */
    TOWER_RIVAL,
    DRAGON_OWN,
    DRAGON_RIVAL,
    FAIRY_OWN,
    FAIRY_RIVAL,
    IN_TOWER, /* sets in play */
    IN_DRAGON,
    IN_ABBEY,
    IN_MORE,
    ROW_N
};

_Static_assert((int)ROW_N <= (int)NET_ROW, "a row has room");

struct eval_maker eval_rows_maker_of(struct eval *eval, const struct aude_game *game,
                                     unsigned seat)
{
    int depth = eval_row(eval, game);

    return (struct eval_maker){.eval = eval,
                               .game = game,
                               .seat = seat,
                               .p = eval->p[depth],
                               .logp = eval->logp[depth]};
}

/* -- Who ---------------------------------------------------------------------------------- */

static void eval_rows_owners(const struct eval_maker *m, const struct eval_feature *f)
{
    unsigned own = eval_of(f->strengths, m->seat), rival = 0, figures = 0;
    unsigned others = f->owners & ~(1u << m->seat);
    bool mine = f->owners >> m->seat & 1;
    int8_t *row = m->row;

    for (unsigned s = 0; s < m->game->n_seats; s++) {
        if (s == m->seat) continue;
        if (eval_of(f->strengths, s) > rival) rival = eval_of(f->strengths, s);
        figures += eval_of(f->followers, s);
    }
    row[OWN] = own ? NET_UNIT : 0;
    row[OWN_MORE] = eval_part((float)(own > 1 ? own - 1 : 0));
    row[RIVAL] = rival ? NET_UNIT : 0;
    row[RIVAL_MORE] = eval_part((float)(rival > 1 ? rival - 1 : 0));
    row[ALONE] = mine && !others ? NET_UNIT : 0;
    row[SHARED] = mine && others ? NET_UNIT : 0;
    row[LOST] = !mine && others ? NET_UNIT : 0;
    row[EVEN] = own && own == rival ? NET_UNIT : 0;
    row[OWN_FIGURES] = eval_part((float)eval_of(f->followers, m->seat) / 2);
    row[RIVAL_FIGURES] = eval_part((float)figures / 2);
    row[WORTH] = eval_part(f->worth / 8);
    row[WORTH_OWN] = mine ? row[WORTH] : 0;
    row[WORTH_LOST] = others ? row[WORTH] : 0;
    row[HOME] = eval_part(f->home);
}

static void eval_rows_danger(const struct eval_maker *m, const struct eval_danger *d)
{
    unsigned seat = m->seat, tower = 0, dragon = 0, fairy = 0;
    aude_sets sets = m->game->sets,
              three = 1u << AUDE_SET_TOWER | 1u << AUDE_SET_DRAGON | 1u << AUDE_SET_ABBEY;
    int8_t *row = m->row;

    if (!eval_is_special(sets)) return;
    for (unsigned s = 0; s < m->game->n_seats; s++) {
        tower += d->tower[s];
        dragon += d->dragon[s];
        fairy += d->fairy[s];
    }
    row[TOWER_OWN] = eval_part((float)d->tower[seat] / 2);
    row[TOWER_RIVAL] = eval_part((float)(tower - d->tower[seat]) / 2);
    row[DRAGON_OWN] = eval_part((float)d->dragon[seat] / 8);
    row[DRAGON_RIVAL] = eval_part((float)(dragon - d->dragon[seat]) / 8);
    row[FAIRY_OWN] = eval_part((float)d->fairy[seat]);
    row[FAIRY_RIVAL] = eval_part((float)(fairy - d->fairy[seat]));
    row[IN_TOWER] = sets >> AUDE_SET_TOWER & 1 ? NET_UNIT : 0;
    row[IN_DRAGON] = sets >> AUDE_SET_DRAGON & 1 ? NET_UNIT : 0;
    row[IN_ABBEY] = sets >> AUDE_SET_ABBEY & 1 ? NET_UNIT : 0;
    row[IN_MORE] = eval_is_special(sets & ~three) ? NET_UNIT : 0;
}

static void eval_rows_time(const struct eval_maker *m)
{
    float near, far;

    eval_hand_time(m->eval, m->game, &near, &far);
    m->row[FAR] = eval_part(far);
    m->row[NEAR] = eval_part(near);
    m->row[SEATS] = eval_part((float)(m->game->n_seats - 2) / 2);
}

/* -- Whom it may be joined with ------------------------------------------------------------ */

/* The feature `label` meets the one of the row at a cell that is filled with chance `p`. */
static void eval_rows_join(struct eval_maker *m, unsigned id, unsigned label, float p)
{
    const struct aude_feature *other = &m->game->feature[label];
    uint64_t followers = aude_followers(other);
    unsigned own = eval_of(followers, m->seat), rival = 0;

    if (label == id) return;
    m->links |= eval_bit(label);
    for (unsigned s = 0; s < m->game->n_seats; s++) {
        unsigned n = eval_of(followers, s);
        if (s != m->seat && n > rival) rival = n;
    }
    int8_t chance = eval_part(p), *row = m->row;
    if (own && chance > row[JOIN_OWN]) row[JOIN_OWN] = chance;
    if (own > 1 && chance > row[JOIN_OWN_MORE]) row[JOIN_OWN_MORE] = chance;
    if (rival && chance > row[JOIN_RIVAL]) row[JOIN_RIVAL] = chance;
    if (rival > 1 && chance > row[JOIN_RIVAL_MORE]) row[JOIN_RIVAL_MORE] = chance;
    if (!own && !rival && chance > row[JOIN_FREE]) row[JOIN_FREE] = chance;
}

/* Everything of the kind that runs into the cell, seen from there over `side`. */
static void eval_rows_joined_over(struct eval_maker *m, unsigned id, uint16_t key,
                                  unsigned side, float p)
{
    unsigned what = aude_cell_what(m->game, aude_key_beside(key, side));
    unsigned kind = m->game->feature[id].kind, last = AUDE_KIND_NONE;

    if (!what || what >= AUDE_CELL_FRONTIER) return;
    const struct aude_laid *laid = &m->game->laid[what - 1];
    const struct aude_tile *tile = &aude_tiles[laid->kind];
    const uint8_t *port = &tile->port[3 * ((side + 2 - laid->rot) & 3)];
    for (unsigned i = 0; i < 3; i++) {
        unsigned seg = port[i];
        if (seg == AUDE_KIND_NONE || seg == last || tile->segment[seg].kind != kind)
            continue;
        eval_rows_join(m, id, m->game->label[laid->first + seg], p);
        last = seg;
    }
}

/* Can anything of the kind come in over this side of the cell? A free side has no tile; over the edge of a road or a city
 * comes nothing else of those two, and over its own side only itself. */
static bool eval_rows_may_join(unsigned kind, const struct eval_cells *cells, int i,
                               unsigned side)
{
    unsigned demand = cells->demand[i] >> 4 * side & 15;

    if (kind == AUDE_FIELD) return demand != 15;
    return side != cells->side[i] &&
           demand == 1u << (kind == AUDE_CITY ? AUDE_EDGE_CITY : AUDE_EDGE_ROAD);
}

static void eval_rows_cells(struct eval_maker *m, unsigned id,
                            const struct eval_cells *cells)
{
    unsigned kind = m->game->feature[id].kind;
    float fits = 0, worst = 0;
    int holes = 0;

    for (int i = 0; i < cells->n; i++) {
        unsigned n = eval_fits(m->eval, cells->demand[i]);
        fits += m->logp[n];
        worst = m->logp[n] < worst ? m->logp[n] : worst;
        holes += !n;
        m->spots |= eval_bit(cells->key[i]);
        if (cells->demand[i] == (0xffff & ~(15u << 4 * cells->side[i])))
            continue; /* no other tile lies at that cell: nothing to join */
        for (unsigned side = 0; side < 4; side++)
            if (eval_rows_may_join(kind, cells, i, side))
                eval_rows_joined_over(m, id, cells->key[i], side, m->p[n]);
    }
    m->row[FITS] = eval_part(fits / 4);
    m->row[FITS_WORST] = eval_part(worst / 2);
    m->row[HOLES] = eval_part((float)holes);
    m->row[OPEN] = eval_part((float)cells->n / 2);
}

static unsigned eval_rows_goods(const struct aude_game *game,
                                const struct aude_feature *feature)
{
    unsigned goods[3];

    if (!(game->tile_sets >> AUDE_SET_TRADERS & 1)) return 0;
    aude_feature_goods(game, feature, goods);
    return goods[0] + goods[1] + goods[2];
}

/* -- Rows --------------------------------------------------------------------------------- */

static void eval_rows_way(struct eval_maker *m, const struct eval_feature *f)
{
    const struct aude_feature *feature = &m->game->feature[f->id];
    unsigned rich = f->kind == AUDE_CITY ? AUDE_TAG_CATHEDRAL : AUDE_TAG_INN;
    struct eval_cells *cells = &m->eval->cells;
    float ends = 0, worst = 0;
    int8_t *row = m->row;

    if (!m->valued) eval_feature_open_cells(m->game, feature, cells);
    eval_rows_cells(m, f->id, cells);
    for (int i = 0; i < cells->n; i++) {
        unsigned n = eval_ends(m->eval, cells->side[i], cells->demand[i]);
        float e = m->logp[n], left = (float)eval_left(m->game);
        ends += e;
        worst = e < worst ? e : worst;
        if (cells->n == 1 && left > 0) row[NEXT] = eval_part(4 * (float)n / left);
    }
    row[ENDS] = eval_part(ends / 4);
    row[ENDS_WORST] = eval_part(worst / 2);
    row[TILES] = eval_part((float)feature->tiles / 4);
    row[SHIELDS] = eval_part((float)feature->shields / 2);
    row[CELLS_1] = cells->n == 1 ? NET_UNIT : 0;
    row[CELLS_2] = cells->n == 2 ? NET_UNIT : 0;
    row[CELLS_MORE] = cells->n > 2 ? NET_UNIT : 0;
    row[RICH] = aude_feature_tags(feature) & rich ? NET_UNIT : 0;
    row[SPECIALS] = eval_part((float)feature->specials);
    row[GOODS] = eval_part((float)eval_rows_goods(m->game, feature) / 2);
}

static void eval_rows_monastery(struct eval_maker *m, const struct eval_feature *f)
{
    const struct aude_feature *feature = &m->game->feature[f->id];

    m->row[OPEN] = eval_part((float)feature->open / 4);
    m->row[CELLS_1] = feature->open == 1 ? NET_UNIT : 0;
    m->row[CELLS_2] = feature->open == 2 ? NET_UNIT : 0;
    m->row[CELLS_MORE] = feature->open == 3 ? NET_UNIT : 0;
    m->row[TAGGED] = aude_feature_has(feature, AUDE_MONASTERY, AUDE_TAG_SHRINE) ? NET_UNIT
                     : aude_feature_has(feature, AUDE_MONASTERY, AUDE_TAG_ABBEY)
                         ? 2 * NET_UNIT
                         : 0;
    m->row[RICH] = feature->kind == AUDE_GARDEN ? NET_UNIT : 0;
}

/* The empty cells a field runs into. */
static void eval_rows_field_cells(const struct aude_game *game,
                                  const struct aude_feature *f, struct eval_cells *out)
{
    out->n = 0;
    for (unsigned i = 0, h = f->head; i < f->size && out->n < EVAL_OPEN_MAX;
         i++, h = aude_next(game, h)) {
        const struct aude_laid *laid = aude_laid_of(game, h);
        unsigned halves = aude_tiles[laid->kind].segment[h - laid->first].halves;
        for (unsigned side = 0; side < 4; side++)
            if (halves >> 2 * ((side - laid->rot) & 3) & 3)
                eval_feature_add_cell(game, out,
                                      aude_key_beside(aude_key(laid->x, laid->y), side),
                                      (side + 2) & 3);
    }
}

static void eval_rows_field(struct eval_maker *m, const struct eval_feature *f)
{
    const struct aude_feature *feature = &m->game->feature[f->id];
    struct eval_cells cells;
    float x[EVAL_FIELD_N];
    uint64_t labels = 0;

    eval_rows_field_cells(m->game, feature, &cells);
    eval_rows_cells(m, f->id, &cells);
    eval_feature_field_x(m->eval, m->game, feature, &labels, x);
    m->row[SHIELDS] = eval_part(x[EVAL_FIELD_DONE] / 4);
    m->row[CELLS_1] = eval_part(x[EVAL_FIELD_OPEN_1] / 2);
    m->row[CELLS_2] = eval_part(x[EVAL_FIELD_OPEN_2] / 2);
    m->row[CELLS_MORE] = eval_part(x[EVAL_FIELD_OPEN_MORE] / 2);
    m->row[TILES] = eval_part((float)feature->size / 16);
    m->row[RICH] = aude_feature_has(feature, AUDE_FIELD, AUDE_TAG_HERD) ? NET_UNIT : 0;
    m->row[TAGGED] =
        aude_feature_has(feature, AUDE_FIELD, AUDE_TAG_CARCASSONNE) ? NET_UNIT : 0;
    m->row[SPECIALS] = eval_part((float)feature->specials);
}

enum net_kind eval_rows_make(struct eval_maker *m, const struct eval_feature *f,
                             int8_t row[NET_ROW])
{
    m->spots = m->links = 0;
    m->row = row;
    memset(row, 0, NET_ROW);
    eval_rows_time(m);
    eval_rows_owners(m, f);
    eval_rows_danger(m, &f->danger);
    switch (f->kind) {
    case AUDE_ROAD:
    case AUDE_CITY:
        eval_rows_way(m, f);
        return f->kind == AUDE_CITY ? NET_CITY : NET_ROAD;
    case AUDE_FIELD:
        eval_rows_field(m, f);
        return NET_FIELD;
    default:
        eval_rows_monastery(m, f);
        return NET_MONASTERY;
    }
}

/* -- Free features ------------------------------------------------------------------------- */

bool eval_rows_is_free(const struct aude_game *game, unsigned id)
{
    const struct aude_feature *f = &game->feature[id];

    return f->size && !aude_followers(f) && f->open > 0 &&
           (f->kind == AUDE_ROAD || f->kind == AUDE_CITY);
}

/* A free feature gets a row like any other, with no followers in it. */
enum net_kind eval_rows_make_free(struct eval_maker *m, unsigned id, int8_t row[NET_ROW])
{
    struct eval_feature f = {.id = (uint16_t)id, .kind = m->game->feature[id].kind};

    eval_feature_value(m->eval, m->game, &f);
    m->valued = true;
    eval_rows_make(m, &f, row);
    m->valued = false;
    return f.kind == AUDE_CITY ? NET_FREE_CITY : NET_FREE_ROAD;
}
