/* eval_net.c -- what the network is given, and what becomes of its answer.
 *
 * A row is one feature as one seat sees it: who stands there, what the formulas say of it, how it
 * may be closed, and whom it may be joined with. Rows of features that a line leaves alone
 * are taken from the position before it, so a line costs the rows it changes. */
#include "eval_parts.h"

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
    ROW_N
};

_Static_assert((int)ROW_N <= (int)NET_ROW, "a row has room");

/* A number as the network takes it. */
static int8_t part(float x)
{
    x *= NET_UNIT;
    if (x > 127) x = 127;
    if (x < -127) x = -127;
    return (int8_t)(int)(x < 0 ? x - 0.5f : x + 0.5f);
}

/* What a row is made with. */
struct maker {
    struct eval *eval;
    const struct aude_game *game;
    unsigned seat;
    const float *p, *logp;
    uint64_t spots, links; /* what the row depends on */
    int8_t *row;
};

static struct maker maker_of(struct eval *eval, const struct aude_game *game,
                             unsigned seat)
{
    int depth = eval_row(eval, game);

    return (struct maker){.eval = eval,
                          .game = game,
                          .seat = seat,
                          .p = eval->p[depth],
                          .logp = eval->logp[depth]};
}

/* -- Who ---------------------------------------------------------------------------------- */

static void row_owners(const struct maker *m, const struct eval_feature *f)
{
    unsigned own = f->strength[m->seat], rival = 0, figures = 0;
    unsigned others = f->owners & ~(1u << m->seat);
    bool mine = f->owners >> m->seat & 1;
    int8_t *row = m->row;

    for (unsigned s = 0; s < m->game->n_seats; s++) {
        if (s == m->seat) continue;
        if (f->strength[s] > rival) rival = f->strength[s];
        figures += f->n_figures[s];
    }
    row[OWN] = own ? NET_UNIT : 0;
    row[OWN_MORE] = part((float)(own > 1 ? own - 1 : 0));
    row[RIVAL] = rival ? NET_UNIT : 0;
    row[RIVAL_MORE] = part((float)(rival > 1 ? rival - 1 : 0));
    row[ALONE] = mine && !others ? NET_UNIT : 0;
    row[SHARED] = mine && others ? NET_UNIT : 0;
    row[LOST] = !mine && others ? NET_UNIT : 0;
    row[EVEN] = own && own == rival ? NET_UNIT : 0;
    row[OWN_FIGURES] = part((float)f->n_figures[m->seat] / 2);
    row[RIVAL_FIGURES] = part((float)figures / 2);
    row[WORTH] = part(f->worth / 8);
    row[WORTH_OWN] = mine ? row[WORTH] : 0;
    row[WORTH_LOST] = others ? row[WORTH] : 0;
    row[HOME] = part(f->home);
}

static void row_time(const struct maker *m)
{
    float near, far;

    eval_hand_time(m->eval, m->game, &near, &far);
    m->row[FAR] = part(far);
    m->row[NEAR] = part(near);
    m->row[SEATS] = part((float)(m->game->n_seats - 2) / 2);
}

/* -- Whom it may be joined with ------------------------------------------------------------ */

/* The feature `label` meets the one of the row at a cell that is filled with chance `p`. */
static void row_join(struct maker *m, unsigned id, unsigned label, float p)
{
    const struct aude_feature *other = &m->game->feature[label];
    unsigned own = other->followers >> 8 * m->seat & 255, rival = 0;

    if (label == id) return;
    m->links |= eval_bit(label);
    for (unsigned s = 0; s < m->game->n_seats; s++) {
        unsigned n = other->followers >> 8 * s & 255;
        if (s != m->seat && n > rival) rival = n;
    }
    int8_t chance = part(p), *row = m->row;
    if (own && chance > row[JOIN_OWN]) row[JOIN_OWN] = chance;
    if (own > 1 && chance > row[JOIN_OWN_MORE]) row[JOIN_OWN_MORE] = chance;
    if (rival && chance > row[JOIN_RIVAL]) row[JOIN_RIVAL] = chance;
    if (rival > 1 && chance > row[JOIN_RIVAL_MORE]) row[JOIN_RIVAL_MORE] = chance;
    if (!own && !rival && chance > row[JOIN_FREE]) row[JOIN_FREE] = chance;
}

/* Everything of the kind that runs into the cell, seen from there over `side`. */
static void join_over(struct maker *m, unsigned id, uint16_t key, unsigned side, float p)
{
    unsigned what = eval_what(m->game, (uint16_t)(key + eval_step[side]));
    unsigned kind = m->game->feature[id].kind, last = AUDE_KIND_NONE;

    if (!what || what >= AUDE_CELL_FRONTIER) return;
    const struct aude_laid *laid = &m->game->laid[what - 1];
    const struct aude_tile *tile = &aude_tiles[laid->kind];
    const uint8_t *port = &tile->port[3 * ((side + 2 - laid->rot) & 3)];
    for (unsigned i = 0; i < 3; i++) {
        unsigned seg = port[i];
        if (seg == AUDE_KIND_NONE || seg == last || tile->segment[seg].kind != kind)
            continue;
        row_join(m, id, m->game->label[laid->first + seg], p);
        last = seg;
    }
}

static void row_cells(struct maker *m, unsigned id, const struct eval_cells *cells)
{
    float fits = 0, worst = 0;
    int holes = 0;

    for (int i = 0; i < cells->n; i++) {
        unsigned n = eval_fits(m->eval, cells->demand[i]);
        fits += m->logp[n];
        worst = m->logp[n] < worst ? m->logp[n] : worst;
        holes += !n;
        m->spots |= eval_bit(cells->key[i]);
        if (cells->demand[i] == (0xffff & ~(15u << 4 * cells->side[i])))
            continue; /* nobody else is there */
        for (unsigned side = 0; side < 4; side++)
            join_over(m, id, cells->key[i], side, m->p[n]);
    }
    m->row[FITS] = part(fits / 4);
    m->row[FITS_WORST] = part(worst / 2);
    m->row[HOLES] = part((float)holes);
    m->row[OPEN] = part((float)cells->n / 2);
}

/* -- Rows --------------------------------------------------------------------------------- */

static void row_way(struct maker *m, const struct eval_feature *f)
{
    const struct aude_feature *feature = &m->game->feature[f->id];
    unsigned rich = f->kind == AUDE_CITY ? AUDE_TAG_CATHEDRAL : AUDE_TAG_INN;
    struct eval_cells cells;
    float ends = 0, worst = 0;
    int8_t *row = m->row;

    eval_open_cells(m->game, feature, &cells);
    row_cells(m, f->id, &cells);
    for (int i = 0; i < cells.n; i++) {
        unsigned n = eval_ends(m->eval, cells.side[i], cells.demand[i]);
        float e = m->logp[n], left = (float)eval_left(m->game);
        ends += e;
        worst = e < worst ? e : worst;
        if (cells.n == 1 && left > 0) row[NEXT] = part(4 * (float)n / left);
    }
    row[ENDS] = part(ends / 4);
    row[ENDS_WORST] = part(worst / 2);
    row[TILES] = part((float)feature->tiles / 4);
    row[SHIELDS] = part((float)feature->shields / 2);
    row[CELLS_1] = cells.n == 1 ? NET_UNIT : 0;
    row[CELLS_2] = cells.n == 2 ? NET_UNIT : 0;
    row[CELLS_MORE] = cells.n > 2 ? NET_UNIT : 0;
    row[RICH] = feature->tags & rich ? NET_UNIT : 0;
    row[SPECIALS] = part((float)feature->specials);
    row[GOODS] = part((float)((feature->goods & 255) + (feature->goods >> 8 & 255) +
                              (feature->goods >> 16 & 255)) /
                      2);
}

static void row_monastery(struct maker *m, const struct eval_feature *f)
{
    const struct aude_feature *feature = &m->game->feature[f->id];

    m->row[OPEN] = part((float)feature->open / 4);
    m->row[CELLS_1] = feature->open == 1 ? NET_UNIT : 0;
    m->row[CELLS_2] = feature->open == 2 ? NET_UNIT : 0;
    m->row[CELLS_MORE] = feature->open == 3 ? NET_UNIT : 0;
    m->row[TAGGED] = feature->tags & AUDE_TAG_SHRINE  ? NET_UNIT
                     : feature->tags & AUDE_TAG_ABBEY ? 2 * NET_UNIT
                                                      : 0;
    m->row[RICH] = feature->kind == AUDE_GARDEN ? NET_UNIT : 0;
}

/* The empty cells a field runs into. */
static void field_cells(const struct aude_game *game, const struct aude_feature *f,
                        struct eval_cells *out)
{
    out->n = 0;
    for (unsigned i = 0, h = f->head; i < f->size && out->n < EVAL_OPEN_MAX;
         i++, h = game->next[h]) {
        const struct aude_laid *laid = &game->laid[game->tile_of[h]];
        unsigned halves = aude_tiles[laid->kind].segment[h - laid->first].halves;
        for (unsigned side = 0; side < 4; side++)
            if (halves >> 2 * ((side - laid->rot) & 3) & 3)
                eval_add_cell(game, out,
                              (uint16_t)(eval_key(laid->x, laid->y) + eval_step[side]),
                              (side + 2) & 3);
    }
}

static void row_field(struct maker *m, const struct eval_feature *f)
{
    const struct aude_feature *feature = &m->game->feature[f->id];
    struct eval_cells cells;
    float x[EVAL_FIELD_N];
    uint64_t labels = 0;

    field_cells(m->game, feature, &cells);
    row_cells(m, f->id, &cells);
    eval_field_x(m->eval, m->game, feature, &labels, x);
    m->row[SHIELDS] = part(x[0] / 4);
    m->row[CELLS_1] = part(x[1] / 2);
    m->row[CELLS_2] = part(x[2] / 2);
    m->row[CELLS_MORE] = part(x[3] / 2);
    m->row[TILES] = part((float)feature->size / 16);
    m->row[RICH] = feature->tags & AUDE_TAG_HERD ? NET_UNIT : 0;
    m->row[TAGGED] = feature->tags & AUDE_TAG_CARCASSONNE ? NET_UNIT : 0;
    m->row[SPECIALS] = part((float)feature->specials);
}

static enum net_kind make_row(struct maker *m, const struct eval_feature *f,
                              int8_t row[NET_ROW])
{
    m->spots = m->links = 0;
    m->row = row;
    memset(row, 0, NET_ROW);
    row_time(m);
    row_owners(m, f);
    switch (f->kind) {
    case AUDE_ROAD:
    case AUDE_CITY:
        row_way(m, f);
        return f->kind == AUDE_CITY ? NET_CITY : NET_ROAD;
    case AUDE_FIELD:
        row_field(m, f);
        return NET_FIELD;
    default:
        row_monastery(m, f);
        return NET_MONASTERY;
    }
}

/* -- Free features ------------------------------------------------------------------------- */

static bool is_free(const struct aude_game *game, unsigned id)
{
    const struct aude_feature *f = &game->feature[id];

    return f->size && !f->followers && f->open > 0 &&
           (f->kind == AUDE_ROAD || f->kind == AUDE_CITY);
}

/* As if it were somebody's, but nobody's. */
static enum net_kind make_free(struct maker *m, unsigned id, int8_t row[NET_ROW])
{
    struct eval_feature f = {.id = (uint16_t)id, .kind = m->game->feature[id].kind};

    eval_feature_value(m->eval, m->game, &f);
    make_row(m, &f, row);
    return f.kind == AUDE_CITY ? NET_FREE_CITY : NET_FREE_ROAD;
}

static void see_free(struct maker *m, unsigned id, struct eval_free *out)
{
    int8_t row[NET_ROW];
    enum net_kind kind = make_free(m, id, row);

    out->id = (uint16_t)id;
    out->was = m->game->feature[id];
    out->cells = m->spots;
    out->links = m->links;
    net_row(m->eval->net, kind, row, out->row);
}

static void see(struct maker *m, struct eval_feature *f)
{
    int8_t row[NET_ROW];
    enum net_kind kind = make_row(m, f, row);

    f->spots = m->spots;
    f->links = m->links;
    net_row(m->eval->net, kind, row, f->row);
}

static void add(int32_t sum[NET_OUT], const int16_t row[NET_OUT])
{
    for (int i = 0; i < NET_OUT; i++) sum[i] += row[i];
}

static void subtract(int32_t sum[NET_OUT], const int16_t row[NET_OUT])
{
    for (int i = 0; i < NET_OUT; i++) sum[i] -= row[i];
}

void eval_see(struct eval *eval, const struct aude_game *game, struct eval_board *board,
              unsigned seat)
{
    struct maker m = maker_of(eval, game, seat);

    board->seat = seat;
    board->n_laid = game->n_laid;
    board->left = eval_left(game);
    board->n_free = 0;
    memset(board->sum, 0, sizeof board->sum);
    for (int i = 0; i < board->n; i++) {
        see(&m, &board->list[i]);
        add(board->sum, board->list[i].row);
    }
    for (unsigned id = 0; id < game->n_features; id++) {
        if (!is_free(game, id) || board->n_free == EVAL_FREE_MAX) continue;
        struct eval_free *u = &board->free[board->n_free++];
        see_free(&m, id, u);
        add(board->sum, u->row);
    }
}

/* -- What a line changes ------------------------------------------------------------------- */

struct change {
    struct maker m;
    const struct eval_board *board;
    const struct eval_touched *touched;
    int32_t *sum;
    int n_fresh;
    uint16_t fresh[EVAL_FREE_MAX]; /* free features that were added */
};

static bool listed(const struct eval_board *board, unsigned id)
{
    for (int i = 0; i < board->n; i++)
        if (board->list[i].id == id) return true;
    return false;
}

uint64_t eval_moved(const struct aude_game *game, const struct eval_board *board,
                    const struct eval_board *now, const struct eval_touched *touched)
{
    uint64_t moved = touched->labels;

    for (int i = 0; i < board->n; i++)
        if (game->feature[board->list[i].id].followers != board->list[i].was.followers)
            moved |= eval_bit(board->list[i].id);
    for (int i = 0; i < now->n; i++)
        if (!listed(board, now->list[i].id)) moved |= eval_bit(now->list[i].id);
    return moved;
}

static void change_owned(struct change *c, struct eval_board *now)
{
    bool kept[AUDE_FIGURES_MAX] = {false};

    for (int i = 0; i < now->n; i++) {
        struct eval_feature *f = &now->list[i];
        const struct eval_feature *old = f->from < 0 ? NULL : &c->board->list[f->from];
        if (old && !(old->spots & c->touched->cells) &&
            !(old->links & c->m.eval->moved) &&
            !memcmp(old->n_figures, f->n_figures, sizeof f->n_figures)) {
            kept[f->from] = true;
            continue;
        }
        see(&c->m, f);
        add(c->sum, f->row);
    }
    for (int i = 0; i < c->board->n; i++)
        if (!kept[i]) subtract(c->sum, c->board->list[i].row);
}

static void add_free(struct change *c, unsigned id)
{
    struct eval_free u;

    if (!is_free(c->m.game, id) || c->n_fresh == EVAL_FREE_MAX) return;
    for (int i = 0; i < c->n_fresh; i++)
        if (c->fresh[i] == id) return;
    c->fresh[c->n_fresh++] = (uint16_t)id;
    see_free(&c->m, id, &u);
    add(c->sum, u.row);
}

static void change_free(struct change *c)
{
    const struct aude_game *game = c->m.game;

    for (int i = 0; i < c->board->n_free; i++) {
        const struct eval_free *u = &c->board->free[i];
        if (!(u->cells & c->touched->cells) && !(u->links & c->m.eval->moved) &&
            eval_same(&u->was, &game->feature[u->id]))
            continue;
        subtract(c->sum, u->row);
        add_free(c, game->label[u->was.head]);
    }
    for (unsigned t = c->board->n_laid; t < game->n_laid; t++)
        for (unsigned s = 0; s < aude_tiles[game->laid[t].kind].n_segments; s++)
            add_free(c, game->label[game->laid[t].first + s]);
    for (int i = 0; i < c->board->n; i++) /* whose followers went away */
        add_free(c, game->label[c->board->list[i].was.head]);
}

static void change(struct eval *eval, const struct aude_game *game,
                   const struct eval_board *board, const struct eval_touched *touched,
                   int32_t sum[NET_OUT])
{
    struct change c = {.m = maker_of(eval, game, board->seat),
                       .board = board,
                       .touched = touched,
                       .sum = sum,
                       .n_fresh = 0};

    memcpy(sum, board->sum, sizeof board->sum);
    change_owned(&c, &eval->now);
    change_free(&c);
}

/* -- The position as a whole --------------------------------------------------------------- */

enum {
    SCORE,
    LEAD,
    G_FAR,
    G_NEAR,
    LEFT,
    HAND,
    HAND_RIVAL,
    HAND_0, /* none, one, two */
    HAND_RIVAL_0 = HAND_0 + 3,
    SEATS_2 = HAND_RIVAL_0 + 3, /* two, three or four, more */
    WAIT = SEATS_2 + 3,         /* turns until this seat draws */
    NEXT_OWN,
    HOLES_0, /* empty cells by the number of tiles that fit */
    BAG = HOLES_0 + 5,
    HOMES = BAG + EVAL_BAG_N,
    HOMES_RIVAL,
    SECOND, /* by how much the best rival leads the next */
    RIVER,
    SETS_BIT,
    SETS_OWN = 48,
    SETS_RIVAL = SETS_OWN + EVAL_SETS_N,
    GLOBAL_N = SETS_RIVAL + EVAL_SETS_N
};

_Static_assert(SETS_BIT + AUDE_SETS <= SETS_OWN && (int)GLOBAL_N <= (int)NET_GLOBAL,
               "there is room");

/* What is left, of all tiles: how many have a monastery, how many sides are city and road, how many
 * shields, how many are a city's end, a crossing, an end of a road. */
void eval_see_bag(struct eval *eval)
{
    float n[EVAL_BAG_N] = {0}, all = 0;

    for (int i = 0; i < eval->n_bag; i++) {
        const struct aude_tile *tile = &aude_tiles[eval->bag[i].kind];
        float count = (float)eval->bag[i].n, cities = 0, roads = 0, shields = 0;
        for (unsigned s = 0; s < 4; s++) {
            cities += tile->edge[s] == AUDE_EDGE_CITY;
            roads += tile->edge[s] == AUDE_EDGE_ROAD;
        }
        for (unsigned s = 0; s < tile->n_segments; s++) {
            shields += (float)tile->segment[s].shields;
            unsigned sides = tile->segment[s].sides;
            bool one = sides && !(sides & (sides - 1));
            n[4] += one && tile->segment[s].kind == AUDE_CITY ? count : 0;
            n[6] += one && tile->segment[s].kind == AUDE_ROAD ? count : 0;
        }
        all += count;
        n[0] += tile->of[AUDE_MONASTERY] ? 4 * count : 0;
        n[1] += cities * count / 2;
        n[2] += roads * count / 2;
        n[3] += shields * count * 2;
        n[5] += roads > 2 ? 2 * count : 0;
    }
    for (int i = 0; i < EVAL_BAG_N; i++) eval->bag_x[i] = part(all > 0 ? n[i] / all : 0);
}

static void see_frontier(struct eval *eval, const struct aude_game *game, int8_t *out)
{
    unsigned n[5] = {0};

    for (unsigned i = 0; i < game->frontier.n; i++) {
        unsigned fits = eval_fits(eval, game->frontier.demand[i]);
        n[fits == 0 ? 0 : fits < 3 ? 1 : fits < 6 ? 2 : fits < 12 ? 3 : 4]++;
    }
    for (int i = 0; i < 5; i++) out[i] = part((float)n[i] / 8);
}

static unsigned rival_of(unsigned n_seats, const float points[AUDE_SEATS_MAX],
                         unsigned seat, float *second)
{
    unsigned rival = seat ? 0 : 1;

    *second = -1e9f;
    for (unsigned s = 0; s < n_seats; s++)
        if (s != seat && points[s] > points[rival]) rival = s;
    for (unsigned s = 0; s < n_seats; s++)
        if (s != seat && s != rival && points[s] > *second) *second = points[s];
    return rival;
}

static void see_hands(const struct aude_game *game, const struct eval_board *now,
                      unsigned seat, unsigned rival, int8_t *out)
{
    unsigned own = eval_hand(game, seat), his = eval_hand(game, rival);
    float homes[2] = {0};

    for (int i = 0; i < now->n; i++) {
        homes[0] += now->list[i].home * (float)now->list[i].n_figures[seat];
        homes[1] += now->list[i].home * (float)now->list[i].n_figures[rival];
    }
    out[HAND] = part((float)own / 4);
    out[HAND_RIVAL] = part((float)his / 4);
    if (own < 3) out[HAND_0 + own] = NET_UNIT;
    if (his < 3) out[HAND_RIVAL_0 + his] = NET_UNIT;
    out[HOMES] = part(homes[0] / 2);
    out[HOMES_RIVAL] = part(homes[1] / 2);
}

/* Numbers of eval_sets.c that are points rather than counts. */
static bool large(int i)
{
    return i == EVAL_GOODS || i == EVAL_AWARD || i == EVAL_DRAGON_STAKE ||
           i == EVAL_TOWER_STAKE || i == EVAL_TOWER_TOP || i == EVAL_TOWER_PREY ||
           i == EVAL_MAYOR_WAITS || i == EVAL_FIELD_BARN || i == EVAL_FIELD_OWN_BARN ||
           i == EVAL_BARN_CITIES || i == EVAL_PIG_FIELD;
}

static void see_sets(const struct eval *eval, const struct aude_game *game, unsigned seat,
                     unsigned rival, int8_t *out)
{
    for (unsigned s = 0; s < AUDE_SETS; s++)
        out[SETS_BIT + s] = game->sets >> s & 1 ? NET_UNIT : 0;
    if (!(game->sets & EVAL_SPECIAL_SETS)) return;
    for (int i = 0; i < EVAL_SETS_N; i++) {
        float scale = large(i) ? 1.0f / 8 : 1.0f / 2;
        out[SETS_OWN + i] = part(scale * eval->sets_x[seat][i]);
        out[SETS_RIVAL + i] = part(scale * eval->sets_x[rival][i]);
    }
}

/* `eval->now` and `points` are of this position. */
static void see_global(struct eval *eval, const struct aude_game *game, unsigned seat,
                       const float points[AUDE_SEATS_MAX], int8_t out[NET_GLOBAL])
{
    unsigned n = game->n_seats, next = game->turn.seat;
    float near, far, second;
    unsigned rival = rival_of(n, points, seat, &second);

    memset(out, 0, NET_GLOBAL);
    eval_hand_time(eval, game, &near, &far);
    out[SCORE] =
        part((float)(game->player[seat].points - game->player[rival].points) / 16);
    out[LEAD] = part((points[seat] - points[rival]) / 16);
    out[G_FAR] = part(far);
    out[G_NEAR] = part(near);
    out[LEFT] = part((float)eval_left(game) / 32);
    see_hands(game, &eval->now, seat, rival, out);
    out[SEATS_2 + (n == 2 ? 0 : n < 5 ? 1 : 2)] = NET_UNIT;
    out[WAIT] = part((float)((seat + n - next) % n) / 2);
    out[NEXT_OWN] = seat == next ? NET_UNIT : 0;
    see_frontier(eval, game, out + HOLES_0);
    memcpy(out + BAG, eval->bag_x, EVAL_BAG_N);
    out[SECOND] = n > 2 ? part((points[rival] - second) / 8) : 0;
    out[RIVER] = game->river.flowing ? NET_UNIT : 0;
    see_sets(eval, game, seat, rival, out);
}

/* -- The answer ---------------------------------------------------------------------------- */

void eval_seen(struct eval *eval, const struct aude_game *game,
               const struct eval_board *board, const struct eval_touched *touched,
               unsigned seat, float points[AUDE_SEATS_MAX])
{
    int32_t sum[NET_OUT], result[2];
    int8_t global[NET_GLOBAL];

    /* Dragon tiles laid aside may come back to the pile: then every chance is another. */
    if (board && eval->net && board->left != eval_left(game)) board = NULL;
    eval_points(eval, game, board, touched, points);
    if (!eval->net || aude_game_over(game) || eval_left(game) <= EVAL_LAST) return;
    if (board) {
        change(eval, game, board, touched, sum);
    } else {
        eval_see(eval, game, &eval->now, seat);
        memcpy(sum, eval->now.sum, sizeof sum);
    }
    see_global(eval, game, seat, points, global);
    net_head(eval->net, sum, global, result);
    float half = (float)result[0] / (2 * NET_RESULT);
    for (unsigned s = 0; s < game->n_seats; s++) points[s] += s == seat ? half : -half;
}

void eval_rows(struct eval *eval, const struct aude_game *game, unsigned seat,
               struct eval_rows *out)
{
    struct maker m = maker_of(eval, game, seat);
    float points[AUDE_SEATS_MAX];

    eval_points(eval, game, NULL, NULL, points);
    out->lead = eval_lead(game->n_seats, points, seat);
    out->n = 0;
    see_global(eval, game, seat, points, out->global);
    for (int i = 0; i < eval->now.n; i++, out->n++)
        out->kind[out->n] = (uint8_t)make_row(&m, &eval->now.list[i], out->row[out->n]);
    for (unsigned id = 0; id < game->n_features; id++) {
        if (!is_free(game, id) || out->n == EVAL_ROWS_MAX) continue;
        out->kind[out->n] = (uint8_t)make_free(&m, id, out->row[out->n]);
        out->n++;
    }
}
