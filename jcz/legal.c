/* legal.c -- our legal actions as JCloisterZone's messages. */
#include "jcz_internal.h"

static void legal_name_meeple(char out[JCZ_WORD_MAX], unsigned seat, unsigned kind,
                              unsigned number)
{
    snprintf(out, JCZ_WORD_MAX, "%u.%s.%u", seat, jcz_name_figure(kind), number);
}

/* For them towers and quarters are features too. */
static void legal_point_at(const struct aude_game *game, int x, int y, unsigned segment,
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
                 jcz__name_quarter(segment - AUDE_IN_QUARTER));
        feature = "Quarter";
    } else {
        jcz_name_location(laid->kind, laid->rot, segment, out->location);
        feature = jcz_name_feature(aude_tiles[laid->kind].segment[segment].kind);
    }
    snprintf(out->feature, sizeof out->feature, "%s", feature);
}

static void legal_point_at_quarter(const struct aude_game *game, unsigned quarter,
                                   struct jcz_message *out)
{
    int tile = jcz__figures_quarters_tile(game);

    if (tile >= 0)
        legal_point_at(game, game->laid[tile].x, game->laid[tile].y,
                       AUDE_IN_QUARTER + quarter, out);
}

/* ORDER ACTION. Their message; an action without a row has none. */
static const struct {
    uint8_t type,
        targets; /* enum jcz_type; does it name a figure on the map or in prison? */
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

/* One message for each figure that the action may mean. Of prisoners, and of figures that
 * leave a quarter, only the one that came first. */
static int legal_translate_target(const struct aude_game *game,
                                  const struct jcz_figures *figures,
                                  struct aude_action action, struct jcz_message *out,
                                  int max)
{
    bool sent = action.kind == AUDE_SEND;
    bool first = sent || action.kind == AUDE_RANSOM || action.kind == AUDE_SWAP;
    struct jcz_message plain = *out;
    unsigned segment, captured = UINT16_MAX;
    int n = 0, tile;

    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        if (!jcz__figures_is_meant(game, i, action)) continue;
        if (first && figures->captured[i] > captured) continue;
        if (first) n = 0;
        captured = figures->captured[i];
        if (n < max) {
            struct jcz_message *message = &out[n];
            *message = plain;
            legal_name_meeple(action.kind == AUDE_FAIRY ? message->beside
                                                        : message->figure,
                              fig->seat, fig->kind, figures->number[i]);
            if (sent)
                legal_point_at(game, action.x, action.y, action.segment, message);
            else if (jcz__figures_place(game, i, &tile, &segment))
                legal_point_at(game, game->laid[tile].x, game->laid[tile].y, segment,
                               message);
        }
        n++;
    }
    return n;
}

unsigned jcz__legal_corner_field(const struct aude_game *game, int x, int y)
{
    const struct aude_laid *laid = &game->laid[aude_game_tile_at(game, x, y)];
    const struct aude_tile *tile = &aude_tiles[laid->kind];
    unsigned half = (8u - 2u * laid->rot) & 7; /* the half side at NL when turned */

    for (unsigned s = 0; s < tile->n_segments; s++)
        if (tile->segment[s].kind == AUDE_FIELD && tile->segment[s].halves >> half & 1)
            return s;
    return AUDE_KIND_NONE;
}

static void legal_step_to(const struct aude_game *game, unsigned side,
                          struct jcz_message *out)
{
    const struct aude_laid *from = &game->laid[game->dragon.at];

    out->at_cell = 1;
    out->x = (int16_t)(from->x + aude_side_x[side & 3]);
    out->y = (int16_t)(from->y + aude_side_y[side & 3]);
}

int jcz_legal_messages(const struct aude_game *game, const struct jcz_figures *figures,
                       struct aude_action action, struct jcz_message *out, int max)
{
    unsigned seat = game->turn.seat, kind = action.kind;

    if (kind >= AUDE_ACTION_KINDS || !theirs[kind].word) return 0;
    if (max < 1) return 1;
    *out = (struct jcz_message){
        .type = theirs[kind].type, .player = (int8_t)game->turn.actor, .random = -1};
    snprintf(out->word, sizeof out->word, "%s", theirs[kind].word);
    snprintf(out->figure, sizeof out->figure, "%s", theirs[kind].figure);
    if (theirs[kind].targets)
        return legal_translate_target(game, figures, action, out, max);
    if (kind == AUDE_LAY || kind == AUDE_ABBEY_TILE) {
        out->at_cell = 1;
        out->x = action.x;
        out->y = action.y;
        out->rot = action.arg;
        snprintf(out->tile, sizeof out->tile, "%s",
                 kind == AUDE_LAY ? aude_tiles[game->turn.tile].jcz : JCZ__ABBEY);
    }
    if (kind == AUDE_BARN_AT) {
        legal_name_meeple(out->figure, seat, AUDE_BARN,
                          jcz__figures_offered(game, figures, seat, AUDE_BARN));
        legal_point_at(game, action.x, action.y,
                       jcz__legal_corner_field(game, action.x, action.y), out);
    }
    if (kind == AUDE_MOVE) {
        unsigned wagon = game->abbeys.wagon;
        legal_name_meeple(out->figure, game->figure[wagon].seat, AUDE_WAGON,
                          figures->number[wagon]);
        legal_point_at(game, action.x, action.y, action.segment, out);
    }
    if (kind == AUDE_PUT || kind == AUDE_ENTER)
        legal_name_meeple(out->figure, seat, action.figure,
                          jcz__figures_offered(game, figures, seat, action.figure));
    if (kind == AUDE_PUT) legal_point_at(game, action.x, action.y, action.segment, out);
    if (kind == AUDE_ENTER || kind == AUDE_COUNT_TO)
        legal_point_at_quarter(game, action.arg, out);
    if (kind == AUDE_TOWER) legal_point_at(game, action.x, action.y, AUDE_ON_TOWER, out);
    if (kind == AUDE_STEP) legal_step_to(game, action.arg, out);
    return 1;
}

/* -- Lists ------------------------------------------------------------------------------ */

int jcz_legal(const struct jcz_walk *walk, struct jcz_message *out, int max)
{
    static _Thread_local struct aude_action list[AUDE_ACTIONS_MAX];
    const struct aude_game *game = &walk->game;
    int n = 0;

    /* A hidden game that waits for a draw lists draws; these are no messages. */
    if (aude_game_over(game) || game->turn.phase == AUDE_PHASE_DRAW) return 0;
    int actions = aude_game_actions(game, list, AUDE_ACTIONS_MAX);
    if (actions > AUDE_ACTIONS_MAX) actions = AUDE_ACTIONS_MAX;
    /* At another player's prompt JCloisterZone does not list ransoms, but accepts
     * them. */
    bool others = jcz_walk_player(walk) != game->turn.seat;
    bool confirm = game->turn.phase == AUDE_PHASE_CONFIRM;
    if (walk->committing && n++ < max)
        *out =
            (struct jcz_message){.type = JCZ_COMMIT, .player = (int8_t)game->turn.seat};
    if (walk->committing && !confirm) return n;
    for (int i = 0; i < actions; i++)
        if (list[i].kind == AUDE_RANSOM ? !others : !confirm)
            n += jcz_legal_messages(game, &walk->figures, list[i],
                                    out + (n < max ? n : max), n < max ? max - n : 0);
    return n;
}
