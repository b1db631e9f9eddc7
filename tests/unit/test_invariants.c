/* test_invariants.c -- what can never be so, whatever is played: random games of all sets and
 * switches, looked at after every action. */
#include <stdio.h>
#include <stdlib.h>

#include "play.h"
#include "test.h"

enum { GAMES_FEW = 500, GAMES_MANY = 20000, KINDS_MAX = 256 };

/* What must be the same from the first action to the last. */
struct stock {
    int figures[AUDE_SEATS_MAX][AUDE_FIGURE_KINDS];
    int tiles[KINDS_MAX];
    int all_tiles, pieces, abbeys;
};

static struct aude_game game;
static struct aude_setup setup;
static struct stock stock;
static int gone[KINDS_MAX], washed; /* thrown away; left the game with the river */

static bool plays(enum aude_set set)
{
    return game.sets >> set & 1;
}

static const struct aude_tile *print_of(int tile)
{
    return &aude_tiles[game.laid[tile].kind];
}

static bool is_follower(int kind)
{
    return kind != AUDE_BUILDER && kind != AUDE_PIG && kind != AUDE_BARN;
}

/* The tile on which a figure stands, or -1. */
static int tile_of(const struct aude_figure *it)
{
    if (it->where == AUDE_AT_SEGMENT) return (int)aude_tile_of(&game, it->at);
    return it->where == AUDE_AT_TOWER ? it->at : -1;
}

static const struct aude_segment *segment_of(const struct aude_figure *it)
{
    int tile = (int)aude_tile_of(&game, it->at);

    return &print_of(tile)->segment[it->at - game.laid[tile].first];
}

static const struct aude_feature *feature_of(const struct aude_figure *it)
{
    return &game.feature[game.label[it->at]];
}

/* Between two parts nothing is on its way. */
static bool is_quiet(void)
{
    return game.turn.phase == AUDE_PHASE_TILE || game.turn.phase == AUDE_PHASE_SOURCE;
}

/* ---- conserved --------------------------------------------------------------------- */

static int copies_now(int kind)
{
    int n =
        gone[kind] + aude_game_left(&game, (aude_kind)kind) + (game.turn.tile == kind);

    for (int i = 0; i < game.n_laid; i++) n += game.laid[i].kind == kind;
    for (int i = 0; i < game.dragon.n_aside; i++) n += game.dragon.aside[i] == kind;
    return n;
}

static struct stock take_stock(void)
{
    struct stock s = {0};

    for (int i = 0; i < game.n_figures; i++)
        s.figures[game.figure[i].seat][game.figure[i].kind]++;
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        bool abbey = aude_tiles[kind].edge[0] == AUDE_EDGE_ABBEY;

        s.tiles[kind] = abbey ? 0 : copies_now(kind);
        s.all_tiles += s.tiles[kind];
        if (abbey) s.abbeys = copies_now(kind) - aude_game_left(&game, (aude_kind)kind);
    }
    for (int seat = 0; seat < game.n_seats; seat++) {
        s.pieces += game.towers.pieces[seat];
        s.abbeys += game.abbeys.left[seat];
    }
    for (int i = 0; i < game.n_laid; i++) s.pieces += game.laid[i].height;
    return s;
}

static const char *tiles_wrong(const struct stock *now)
{
    if (now->all_tiles + washed != stock.all_tiles) return "tiles come or go";
    for (int kind = 0; kind < aude_tiles_count; kind++)
        if (now->tiles[kind] != stock.tiles[kind] &&
            !(washed && aude_tiles[kind].river_role))
            return "tiles of one kind come or go";
    return NULL;
}

static const char *stock_wrong(void)
{
    struct stock now = take_stock();

    for (int seat = 0; seat < game.n_seats; seat++)
        for (int kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
            if (now.figures[seat][kind] != stock.figures[seat][kind])
                return "figures come or go";
    if (now.pieces != stock.pieces) return "tower pieces come or go";
    if (now.abbeys != stock.abbeys) return "abbeys come or go";
    return tiles_wrong(&now);
}

/* The supply is the figures at home; a scored wagon is on its way. */
static const char *supply_wrong(void)
{
    int home[AUDE_SEATS_MAX][AUDE_FIGURE_KINDS] = {{0}};

    for (int i = 0; i < game.n_figures; i++)
        home[game.figure[i].seat][game.figure[i].kind] +=
            game.figure[i].where == AUDE_AT_HOME;
    for (int seat = 0; seat < game.n_seats; seat++)
        for (int kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
            if (home[seat][kind] != game.player[seat].supply[kind])
                return "the supply is not the figures at home";
    return NULL;
}

/* TB-27, TB-33: what the completed cities show is what is held. */
static const char *goods_wrong(void)
{
    for (int goods = 0; goods < 3; goods++) {
        int shown = 0, held = 0;

        for (int i = 0; i < game.n_features; i++) {
            const struct aude_feature *f = &game.feature[i];

            unsigned signs[3];

            if (!f->size || f->kind != AUDE_CITY || f->open) continue;
            aude_feature_goods(&game, f, signs);
            shown += (int)signs[goods];
        }
        for (int seat = 0; seat < game.n_seats; seat++)
            held += game.traders.goods[seat][goods];
        if (held > shown) return "goods out of nowhere";
        if (plays(AUDE_SET_TRADERS) && is_quiet() && !setup.sw[AUDE_SWITCH_GOODS] &&
            held != shown)
            return "goods of a completed city are not taken";
    }
    return NULL;
}

/* ---- figures ----------------------------------------------------------------------- */

static bool may_stand_in(int kind, int feature)
{
    switch (kind) {
    case AUDE_SMALL:
    case AUDE_LARGE:
        return feature != AUDE_GARDEN;
    case AUDE_ABBOT:
        return feature == AUDE_MONASTERY || feature == AUDE_GARDEN;
    case AUDE_WAGON:
        return feature == AUDE_ROAD || feature == AUDE_CITY || feature == AUDE_MONASTERY;
    case AUDE_MAYOR:
        return feature == AUDE_CITY;
    case AUDE_BUILDER:
        return feature == AUDE_ROAD || feature == AUDE_CITY;
    default:
        return feature == AUDE_FIELD;
    }
}

/* COC-5. */
static bool may_be_in_quarter(int kind, int quarter)
{
    if (kind == AUDE_MAYOR) return quarter == AUDE_CASTLE;
    if (kind == AUDE_WAGON) return quarter != AUDE_MARKET;
    return kind == AUDE_SMALL || kind == AUDE_LARGE;
}

/* BASE-30, ABB-3, TB-5, TB-22, TOW-13, AM-11, AM-15, AM-29, COC-5 */
static const char *place_wrong(const struct aude_figure *it)
{
    switch (it->where) {
    case AUDE_AT_SEGMENT:
        return may_stand_in(it->kind, segment_of(it)->kind)
                   ? NULL
                   : "a figure where none such may be";
    case AUDE_AT_TOWER:
        if (it->kind > AUDE_LARGE) return "neither small nor large on a tower";
        return game.laid[it->at].height ? NULL : "a figure on a tower of no height";
    case AUDE_AT_PRISON:
        if (!is_follower(it->kind)) return "a prisoner who is no follower";
        return it->at != it->seat && it->at < game.n_seats ? NULL
                                                           : "a prisoner of nobody";
    case AUDE_AT_REST:
        return it->kind == AUDE_WAGON && game.turn.phase == AUDE_PHASE_WAGON
                   ? NULL
                   : "a figure on its way";
    case AUDE_AT_QUARTER:
        return may_be_in_quarter(it->kind, it->at) ? NULL : "a figure in a wrong quarter";
    default:
        return NULL;
    }
}

/* COC-14: from a quarter only to a scoring, and with it home or on. */
static const char *guest_wrong(const struct aude_figure *it)
{
    unsigned phase = game.turn.phase;

    if (!it->guest || it->where == AUDE_AT_REST) return NULL;
    if (it->where != AUDE_AT_SEGMENT) return "a guest who is nowhere";
    return phase == AUDE_PHASE_QUARTERS || phase >= AUDE_PHASE_MARKET
               ? NULL
               : "a guest after the scoring";
}

/* INT-9 */
static const char *lonely(const struct aude_figure *it)
{
    if (it->where != AUDE_AT_SEGMENT || game.turn.phase == AUDE_PHASE_OVER) return NULL;
    if (it->kind != AUDE_BUILDER && it->kind != AUDE_PIG) return NULL;
    for (int i = 0; i < game.n_figures; i++) {
        const struct aude_figure *other = &game.figure[i];

        if (other->seat == it->seat && is_follower(other->kind) &&
            other->where == AUDE_AT_SEGMENT && feature_of(other) == feature_of(it))
            return NULL;
    }
    return "a builder or pig without a follower of its owner";
}

/* BASE-47: all figures of a completed feature have gone home. */
static const char *overdue(const struct aude_figure *it)
{
    if (!is_quiet() || it->where != AUDE_AT_SEGMENT) return NULL;
    if (feature_of(it)->kind == AUDE_FIELD || feature_of(it)->open > 0) return NULL;
    return "a figure in a completed feature";
}

/* PD-13; INT-37: nor does a swap after a throw put one there. */
static const char *with_dragon(const struct aude_figure *it)
{
    bool top = it->where == AUDE_AT_TOWER && setup.sw[AUDE_SWITCH_TOWER_TOP_DRAGON];

    if (!plays(AUDE_SET_DRAGON) || game.dragon.at == AUDE_NOWHERE) return NULL;
    if (!is_follower(it->kind) || it->guest || top) return NULL;
    return tile_of(it) == game.dragon.at ? "a follower beside the dragon" : NULL;
}

/* AM-15: on a corner where four tiles meet, the north-west one of its tile. */
static const char *barn_off_corner(const struct aude_figure *it)
{
    const struct aude_laid *laid;

    if (it->kind != AUDE_BARN || it->where != AUDE_AT_SEGMENT) return NULL;
    laid = aude_laid_of(&game, it->at);
    for (int dy = -1; dy <= 0; dy++)
        for (int dx = -1; dx <= 0; dx++)
            if (aude_game_tile_at(&game, laid->x + dx, laid->y + dy) < 0)
                return "a barn where fewer than four tiles meet";
    return NULL;
}

/* AM-22: farmers and barns never stay together. */
static const char *barn_and_farmer(const struct aude_figure *it)
{
    if (it->kind != AUDE_BARN || it->where != AUDE_AT_SEGMENT || !is_quiet()) return NULL;
    return aude_followers(feature_of(it)) ? "a farmer in the field of a barn" : NULL;
}

/* BASE-31: on one-tile features only one, but for guests. */
static const char *crowded(const struct aude_figure *it)
{
    int kind;

    if (it->where != AUDE_AT_SEGMENT || !is_quiet()) return NULL;
    kind = segment_of(it)->kind;
    if (kind != AUDE_MONASTERY && kind != AUDE_GARDEN) return NULL;
    for (int i = 0; i < game.n_figures; i++)
        if (&game.figure[i] != it && game.figure[i].where == AUDE_AT_SEGMENT &&
            game.figure[i].at == it->at)
            return "two monks in one place";
    return NULL;
}

static const char *figures_wrong(void)
{
    static const char *(*const rule[])(const struct aude_figure *) = {
        place_wrong, guest_wrong,     lonely,          overdue,
        with_dragon, barn_off_corner, barn_and_farmer, crowded};

    for (int i = 0; i < game.n_figures; i++)
        for (size_t k = 0; k < sizeof rule / sizeof rule[0]; k++) {
            const char *wrong = rule[k](&game.figure[i]);

            if (wrong) return wrong;
        }
    return NULL;
}

/* TOW-16; while an exchange waits for its choice, one prisoner is on his way back. */
static const char *prisoners_wrong(void)
{
    bool holds[AUDE_SEATS_MAX][AUDE_SEATS_MAX] = {{false}};

    if (game.turn.phase == AUDE_PHASE_SWAP) return NULL;
    for (int i = 0; i < game.n_figures; i++)
        if (game.figure[i].where == AUDE_AT_PRISON)
            holds[game.figure[i].at][game.figure[i].seat] = true;
    for (int a = 0; a < game.n_seats; a++)
        for (int b = 0; b < a; b++)
            if (holds[a][b] && holds[b][a]) return "prisoners of each other";
    return NULL;
}

/* ---- the neutral ones, towers, abbeys, shrines ------------------------------------- */

static const char *dragon_wrong(void)
{
    const struct aude_dragon *d = &game.dragon;

    if (!plays(AUDE_SET_DRAGON)) return NULL;
    if (d->at != AUDE_NOWHERE && d->at >= game.n_laid) return "a dragon on no tile";
    if (d->fairy != AUDE_NOWHERE && d->fairy >= game.n_laid) return "a fairy on no tile";
    if (d->at != AUDE_NOWHERE && d->n_aside)
        return "tiles wait for a dragon that is there";
    if (d->at != AUDE_NOWHERE && d->at == d->fairy &&
        !setup.sw[AUDE_SWITCH_TOWER_TOP_DRAGON])
        return "dragon and fairy on one tile";
    if (d->at != AUDE_NOWHERE && !print_of(d->at)->n_segments)
        return "the dragon inside Carcassonne";
    if (game.count.at >= AUDE_QUARTERS) return "the count is nowhere";
    return NULL;
}

/* TOW-4, TOW-6 */
static const char *towers_wrong(void)
{
    int tops[AUDE_TILES_MAX] = {0};

    for (int i = 0; i < game.n_laid; i++)
        if (game.laid[i].height && !(print_of(i)->marks & AUDE_MARK_TOWER))
            return "a tower without a foundation";
    for (int i = 0; i < game.n_figures; i++)
        if (game.figure[i].where == AUDE_AT_TOWER && tops[game.figure[i].at]++)
            return "two figures on a tower";
    return NULL;
}

/* AM-4, CULT-4: an abbey in a hole, no cloister kind beside two of the other kind. */
static int neighbours(int tile, bool corners, bool (*which)(int, int))
{
    int n = 0;

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int next =
                aude_game_tile_at(&game, game.laid[tile].x + dx, game.laid[tile].y + dy);

            if (next < 0 || next == tile || (dx && dy && !corners)) continue;
            n += which(tile, next);
        }
    return n;
}

static bool any(int tile, int next)
{
    (void)tile;
    (void)next;
    return true;
}

/* 0 none, 1 cloister or abbey, 2 shrine */
static int cloister_kind(int tile)
{
    for (int i = 0; i < print_of(tile)->n_segments; i++)
        if (print_of(tile)->segment[i].kind == AUDE_MONASTERY)
            return print_of(tile)->segment[i].tags & AUDE_TAG_SHRINE ? 2 : 1;
    return 0;
}

static bool opposite(int tile, int next)
{
    return cloister_kind(tile) + cloister_kind(next) == 3 && cloister_kind(tile) &&
           cloister_kind(next);
}

static bool opposite_before(int tile, int next)
{
    return next < tile && opposite(tile, next);
}

/* CULT-3, CULT-4; by the letter only what lay there when the tile came, and no abbey. */
static bool too_many_opposites(int tile)
{
    if (game.sw[AUDE_SWITCH_CULT_LIMIT] == AUDE_CULT_BOTH_TILES)
        return neighbours(tile, true, opposite) > 1;
    return print_of(tile)->edge[0] != AUDE_EDGE_ABBEY &&
           neighbours(tile, true, opposite_before) > 1;
}

static const char *board_wrong(void)
{
    for (int tile = game.n_start; tile < game.n_laid; tile++) {
        if (print_of(tile)->edge[0] == AUDE_EDGE_ABBEY &&
            neighbours(tile, false, any) != 4)
            return "an abbey that is not between four tiles";
        if (plays(AUDE_SET_CULT) && too_many_opposites(tile))
            return "a shrine between two cloisters, or a cloister between two shrines";
    }
    return NULL;
}

/* ---- the games --------------------------------------------------------------------- */

/* TOW-17: nobody owes anything unless the switch says so. */
static const char *points_wrong(void)
{
    for (int seat = 0; seat < game.n_seats; seat++)
        if (game.player[seat].points < 0 && !setup.sw[AUDE_SWITCH_RANSOM_DEBT])
            return "less than no points";
    return NULL;
}

static const char *whats_wrong(void)
{
    static const char *(*const rule[])(void) = {
        stock_wrong,  supply_wrong, goods_wrong, figures_wrong, prisoners_wrong,
        dragon_wrong, towers_wrong, board_wrong, points_wrong};

    for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++) {
        const char *wrong = rule[i]();

        if (wrong) return wrong;
    }
    return NULL;
}

/* Play on at random, and keep a book of what left the game. */
static void play_on(struct play_rng *rng)
{
    static struct aude_event list[AUDE_EVENTS_MAX];
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};

    aude_game_play(&game, play_random_action(rng, &game), &events);
    for (int i = 0; i < events.n; i++) {
        if (list[i].kind == AUDE_EV_DISCARD) gone[list[i].tile]++;
        if (list[i].kind == AUDE_EV_RIVER_END) washed += list[i].points;
    }
}

static void begin(void)
{
    for (int kind = 0; kind < KINDS_MAX; kind++) gone[kind] = 0;
    washed = 0;
    stock = take_stock();
}

static void describe(int number, const char *wrong)
{
    FAIL("%s: game %d, turn %d, phase %s, preset %s, %d seats, seed %llx %llx", wrong,
         number, game.turn.number, aude_phase_name((enum aude_phase)game.turn.phase),
         aude_preset_name((enum aude_preset)setup.preset), setup.n_seats,
         (unsigned long long)setup.seed.hi, (unsigned long long)setup.seed.lo);
}

TEST(nothing_impossible_happens)
{
    struct play_rng rng = {11};
    int games = test_amount(GAMES_FEW, GAMES_MANY), positions = 0;

    for (int i = 0; i < games; i++) {
        const char *wrong = NULL;

        play_random_setup(&rng, &setup);
        if (!CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK)) return;
        begin();
        for (; !wrong; play_on(&rng), positions++) {
            wrong = whats_wrong();
            if (wrong || aude_game_over(&game)) break;
        }
        if (wrong) describe(i, wrong);
        if (test_failures() > 2) return;
    }
    if (getenv("AUDE_LONG")) printf("%d games, %d actions\n", games, positions);
    CHECK(positions > 100 * games);
}
