/* legal.c -- our legal actions as messages of theirs. */
#include "private.h"

/* -- Figures ---------------------------------------------------------------------------- */

void jcz_figures_init(struct jcz_figures *figures, const struct aude_game *game)
{
    memset(figures, 0, sizeof *figures);
    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        bool same = i && fig[-1].seat == fig->seat && fig[-1].kind == fig->kind;
        figures->number[i] = same ? (uint8_t)(figures->number[i - 1] + 1) : 1;
    }
}

int jcz__figure_named(const struct aude_game *game, const struct jcz_figures *figures,
                      const char *id)
{
    enum aude_figure_kind kind;
    unsigned seat, number;

    if (!jcz_meeple_parse(id, &seat, &kind, &number)) return -1;
    for (unsigned i = 0; i < game->n_figures; i++)
        if (game->figure[i].seat == seat && game->figure[i].kind == kind &&
            figures->number[i] == number)
            return (int)i;
    return -1;
}

static void swap_names(struct jcz_figures *figures, unsigned a, unsigned b)
{
    uint8_t number = figures->number[a];
    uint16_t captured = figures->captured[a];

    figures->number[a] = figures->number[b];
    figures->captured[a] = figures->captured[b];
    figures->number[b] = number;
    figures->captured[b] = captured;
}

void jcz__rename_first(struct jcz_figures *figures, const struct aude_game *game,
                       struct aude_action action, const char *id)
{
    int named = jcz__figure_named(game, figures, id);

    if (named < 0 || !jcz__is_meant(game, (unsigned)named, action)) return;
    for (unsigned i = 0; i < game->n_figures; i++)
        if (jcz__is_meant(game, i, action)) {
            swap_names(figures, i, (unsigned)named);
            return;
        }
}

/* An exchange that nobody was asked about frees the one that was captured first. */
static void free_first(struct jcz_figures *figures, const struct aude_game *game,
                       unsigned freed)
{
    unsigned first = freed;

    for (unsigned i = 0; i < game->n_figures; i++)
        if (game->figure[i].where == AUDE_AT_PRISON &&
            game->figure[i].seat == game->figure[freed].seat &&
            game->figure[i].kind == game->figure[freed].kind &&
            game->figure[i].at == figures->holder[freed] && figures->captured[i] &&
            figures->captured[i] < figures->captured[first])
            first = i;
    swap_names(figures, freed, first);
}

void jcz__note_prisoners(struct jcz_figures *figures, const struct aude_game *game,
                         struct aude_action action)
{
    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        bool quarter = fig->where == AUDE_AT_QUARTER;
        bool away = quarter || fig->where == AUDE_AT_PRISON;
        unsigned holder = fig->at + (quarter ? AUDE_SEATS_MAX : 0u);
        if (figures->captured[i] && !(away && holder == figures->holder[i])) {
            if (action.kind == AUDE_CAPTURE && figures->holder[i] < AUDE_SEATS_MAX)
                free_first(figures, game, i);
            figures->captured[i] = 0;
        }
        if (!away || figures->captured[i]) continue;
        figures->captured[i] = ++figures->n_captured;
        figures->holder[i] = (uint8_t)holder;
    }
}

/* The lowest number at home, which is the one JCloisterZone offers. */
static unsigned number_offered(const struct aude_game *game,
                               const struct jcz_figures *figures, unsigned seat,
                               unsigned kind)
{
    unsigned lowest = 255;

    for (unsigned i = 0; i < game->n_figures; i++)
        if (game->figure[i].seat == seat && game->figure[i].kind == kind &&
            game->figure[i].where == AUDE_AT_HOME && figures->number[i] < lowest)
            lowest = figures->number[i];
    return lowest;
}

/* -- Actions ---------------------------------------------------------------------------- */

static void name_meeple(char out[JCZ_WORD_MAX], unsigned seat, unsigned kind,
                        unsigned number)
{
    snprintf(out, JCZ_WORD_MAX, "%u.%s.%u", seat, jcz_figure(kind), number);
}

/* ORDER QUARTER */
static const char *const quarters[AUDE_QUARTERS] = {
    "QUARTER_CASTLE", "QUARTER_MARKET", "QUARTER_BLACKSMITH", "QUARTER_CATHEDRAL"};

int jcz__quarter_find(const char *location)
{
    for (int quarter = 0; quarter < AUDE_QUARTERS; quarter++)
        if (!strcmp(quarters[quarter], location)) return quarter;
    return -1;
}

int jcz__quarters_tile(const struct aude_game *game)
{
    for (unsigned i = 0; i < game->n_laid; i++)
        if (!strcmp(aude_tiles[game->laid[i].kind].jcz, JCZ__QUARTERS)) return (int)i;
    return -1;
}

/* Towers and quarters are features of theirs, not of ours. */
static void point_at(const struct aude_game *game, int x, int y, unsigned segment,
                     struct jcz_message *out)
{
    const struct aude_laid *laid = &game->laid[aude_game_tile_at(game, x, y)];
    const char *feature = "Tower";

    out->at_cell = 1;
    out->x = (int16_t)x;
    out->y = (int16_t)y;
    if (segment == AUDE_ON_TOWER) {
        snprintf(out->location, sizeof out->location, "I");
    } else if (segment >= AUDE_IN_QUARTER) {
        snprintf(out->location, sizeof out->location, "%s",
                 quarters[(segment - AUDE_IN_QUARTER) & 3]);
        feature = "Quarter";
    } else {
        jcz_location(laid->kind, laid->rot, segment, out->location);
        feature = jcz_feature(aude_tiles[laid->kind].segment[segment].kind);
    }
    snprintf(out->feature, sizeof out->feature, "%s", feature);
}

static void point_at_quarter(const struct aude_game *game, unsigned quarter,
                             struct jcz_message *out)
{
    int tile = jcz__quarters_tile(game);

    if (tile >= 0)
        point_at(game, game->laid[tile].x, game->laid[tile].y, AUDE_IN_QUARTER + quarter,
                 out);
}

/* Where a figure stands: its tile and segment; false if it is not on the map. */
static bool place_of(const struct aude_game *game, unsigned figure, int *tile,
                     unsigned *segment)
{
    const struct aude_figure *fig = &game->figure[figure];

    if (fig->where == AUDE_AT_QUARTER) {
        *tile = jcz__quarters_tile(game);
        *segment = AUDE_IN_QUARTER + fig->at;
        return *tile >= 0;
    }
    if (fig->where != AUDE_AT_SEGMENT && fig->where != AUDE_AT_TOWER) return false;
    *tile = fig->where == AUDE_AT_TOWER ? fig->at : game->tile_of[fig->at];
    *segment = fig->where == AUDE_AT_TOWER
                   ? (unsigned)AUDE_ON_TOWER
                   : (unsigned)(fig->at - game->laid[*tile].first);
    return true;
}

bool jcz__is_meant(const struct aude_game *game, unsigned figure,
                   struct aude_action action)
{
    const struct aude_figure *fig = &game->figure[figure];
    bool prisoner = action.kind == AUDE_RANSOM || action.kind == AUDE_SWAP;
    unsigned segment;
    int tile;

    if (action.kind == AUDE_RECALL)
        action.figure = AUDE_ABBOT, action.arg = game->turn.seat;
    if (fig->kind != action.figure) return false;
    if (action.kind == AUDE_PUT || action.kind == AUDE_ENTER)
        return fig->seat == game->turn.seat && fig->where == AUDE_AT_HOME;
    if (action.kind == AUDE_SEND)
        return fig->seat == game->turn.actor && fig->where == AUDE_AT_QUARTER &&
               fig->at == action.arg;
    if (prisoner)
        return fig->seat == game->turn.actor && fig->where == AUDE_AT_PRISON &&
               fig->at == (action.kind == AUDE_SWAP ? game->towers.victim : action.arg);
    if (action.kind == AUDE_FAIRY && game->dragon.bound == figure &&
        game->sets >> AUDE_SET_DRAGON & 1)
        return false;
    return fig->seat == action.arg && place_of(game, figure, &tile, &segment) &&
           game->laid[tile].x == action.x && game->laid[tile].y == action.y &&
           (action.kind == AUDE_RECALL || segment == action.segment);
}

/* ORDER ACTION. What they call it; an action without a name is none of theirs. */
static const struct {
    uint8_t type, targets; /* enum jcz_type; it means a figure on the map or in prison */
    const char *word, *figure;
} theirs[AUDE_ACTION_KINDS] = {
    [AUDE_LAY] = {JCZ_PLACE_TILE, 0, "", ""},
    [AUDE_PUT] = {JCZ_DEPLOY_MEEPLE, 0, "", ""},
    [AUDE_PASS] = {JCZ_PASS, 0, "", ""},
    [AUDE_RECALL] = {JCZ_RETURN_MEEPLE, 1, "ABBOT_RETURN", ""},
    [AUDE_FAIRY] = {JCZ_MOVE_NEUTRAL_FIGURE, 1, "", "fairy.1"},
    [AUDE_REMOVE] = {JCZ_RETURN_MEEPLE, 1, "PRINCESS", ""},
    [AUDE_STEP] = {JCZ_MOVE_NEUTRAL_FIGURE, 0, "", "dragon.1"},
    [AUDE_TOWER] = {JCZ_PLACE_TOKEN, 0, "TOWER_PIECE", ""},
    [AUDE_CAPTURE] = {JCZ_CAPTURE_FOLLOWER, 1, "", ""},
    [AUDE_SWAP] = {JCZ_EXCHANGE_FOLLOWER, 1, "", ""},
    [AUDE_RANSOM] = {JCZ_PAY_RANSOM, 1, "", ""},
    [AUDE_ABBEY_TILE] = {JCZ_PLACE_TILE, 0, "", ""},
    [AUDE_FROM_PILE] = {JCZ_PASS, 0, "", ""},
    [AUDE_BARN_AT] = {JCZ_DEPLOY_MEEPLE, 0, "", ""},
    [AUDE_MOVE] = {JCZ_DEPLOY_MEEPLE, 0, "", ""},
    [AUDE_GO_HOME] = {JCZ_PASS, 0, "", ""},
    [AUDE_SEND] = {JCZ_DEPLOY_MEEPLE, 1, "", ""},
    [AUDE_ENTER] = {JCZ_DEPLOY_MEEPLE, 0, "", ""},
    [AUDE_COUNT_TO] = {JCZ_MOVE_NEUTRAL_FIGURE, 0, "", "count.1"},
};

/* One message for each figure the action may mean; of prisoners, and of those in a quarter
 * that is left, only the first that came there. */
static int translate_target(const struct aude_game *game,
                            const struct jcz_figures *figures, struct aude_action action,
                            struct jcz_message *out, int max)
{
    bool sent = action.kind == AUDE_SEND;
    bool first = sent || action.kind == AUDE_RANSOM || action.kind == AUDE_SWAP;
    struct jcz_message plain = *out;
    unsigned segment, captured = UINT16_MAX;
    int n = 0, tile;

    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        if (!jcz__is_meant(game, i, action)) continue;
        if (first && figures->captured[i] > captured) continue;
        if (first) n = 0;
        captured = figures->captured[i];
        if (n < max) {
            struct jcz_message *message = &out[n];
            *message = plain;
            name_meeple(action.kind == AUDE_FAIRY ? message->beside : message->figure,
                        fig->seat, fig->kind, figures->number[i]);
            if (sent)
                point_at(game, action.x, action.y, action.segment, message);
            else if (place_of(game, i, &tile, &segment))
                point_at(game, game->laid[tile].x, game->laid[tile].y, segment, message);
        }
        n++;
    }
    return n;
}

unsigned jcz__corner_field(const struct aude_game *game, int x, int y)
{
    const struct aude_laid *laid = &game->laid[aude_game_tile_at(game, x, y)];
    const struct aude_tile *tile = &aude_tiles[laid->kind];
    unsigned half = (8u - 2u * laid->rot) & 7; /* what lies at NL now */

    for (unsigned s = 0; s < tile->n_segments; s++)
        if (tile->segment[s].kind == AUDE_FIELD && tile->segment[s].halves >> half & 1)
            return s;
    return AUDE_KIND_NONE;
}

static void step_to(const struct aude_game *game, unsigned side, struct jcz_message *out)
{
    const struct aude_laid *from = &game->laid[game->dragon.at];

    out->at_cell = 1;
    out->x = (int16_t)(from->x + aude_side_x[side & 3]);
    out->y = (int16_t)(from->y + aude_side_y[side & 3]);
}

int jcz_translate(const struct aude_game *game, const struct jcz_figures *figures,
                  struct aude_action action, struct jcz_message *out, int max)
{
    unsigned seat = game->turn.seat, kind = action.kind;

    if (kind >= AUDE_ACTION_KINDS || !theirs[kind].word) return 0;
    if (max < 1) return 1;
    *out = (struct jcz_message){
        .type = theirs[kind].type, .player = (int8_t)game->turn.actor, .random = -1};
    snprintf(out->word, sizeof out->word, "%s", theirs[kind].word);
    snprintf(out->figure, sizeof out->figure, "%s", theirs[kind].figure);
    if (theirs[kind].targets) return translate_target(game, figures, action, out, max);
    if (kind == AUDE_LAY || kind == AUDE_ABBEY_TILE) {
        out->at_cell = 1;
        out->x = action.x;
        out->y = action.y;
        out->rot = action.arg;
        snprintf(out->tile, sizeof out->tile, "%s",
                 kind == AUDE_LAY ? aude_tiles[game->turn.tile].jcz : JCZ__ABBEY);
    }
    if (kind == AUDE_BARN_AT) {
        name_meeple(out->figure, seat, AUDE_BARN,
                    number_offered(game, figures, seat, AUDE_BARN));
        point_at(game, action.x, action.y, jcz__corner_field(game, action.x, action.y),
                 out);
    }
    if (kind == AUDE_MOVE) {
        unsigned wagon = game->abbeys.wagon;
        name_meeple(out->figure, game->figure[wagon].seat, AUDE_WAGON,
                    figures->number[wagon]);
        point_at(game, action.x, action.y, action.segment, out);
    }
    if (kind == AUDE_PUT || kind == AUDE_ENTER)
        name_meeple(out->figure, seat, action.figure,
                    number_offered(game, figures, seat, action.figure));
    if (kind == AUDE_PUT) point_at(game, action.x, action.y, action.segment, out);
    if (kind == AUDE_ENTER || kind == AUDE_COUNT_TO)
        point_at_quarter(game, action.arg, out);
    if (kind == AUDE_TOWER) point_at(game, action.x, action.y, AUDE_ON_TOWER, out);
    if (kind == AUDE_STEP) step_to(game, action.arg, out);
    return 1;
}

/* -- Lists ------------------------------------------------------------------------------ */

int jcz_legal(const struct jcz_walk *walk, struct jcz_message *out, int max)
{
    static _Thread_local struct aude_action list[AUDE_ACTIONS_MAX];
    const struct aude_game *game = &walk->game;
    int n = 0;

    /* A hidden game that waits for a draw lists draws, and those are nobody's messages. */
    if (aude_game_over(game) || game->turn.phase == AUDE_PHASE_DRAW) return 0;
    int actions = aude_game_actions(game, list, AUDE_ACTIONS_MAX);
    if (actions > AUDE_ACTIONS_MAX) actions = AUDE_ACTIONS_MAX;
    /* At another's prompt the lists of JCloisterZone show no ransoms, though it takes them. */
    bool others = jcz_walk_player(walk) != game->turn.seat;
    bool confirm = game->turn.phase == AUDE_PHASE_CONFIRM;
    if (walk->committing && n++ < max)
        *out =
            (struct jcz_message){.type = JCZ_COMMIT, .player = (int8_t)game->turn.seat};
    if (walk->committing && !confirm) return n;
    for (int i = 0; i < actions; i++)
        if (list[i].kind == AUDE_RANSOM ? !others : !confirm)
            n += jcz_translate(game, &walk->figures, list[i], out + (n < max ? n : max),
                               n < max ? max - n : 0);
    return n;
}
