/* action.c -- the table of the kinds of action: when each is possible, how it is checked, done,
 * written and read. Laying a tile, being told of one, and passing are here; the other
 * functions of the table are in put.c and in the files of the sets. */
#include "action_internal.h"
#include "fields_internal.h"

/* -- Laying a tile ---------------------------------------------------------------------- */

enum aude_err aude__action_lay_check(const struct aude_game *game,
                                     struct aude_action action)
{
    return aude__lay_allowed(game, game->turn.tile, action.x, action.y, action.arg);
}

enum aude_err aude__action_lay_play(struct aude_game *game, struct aude_action action,
                                    struct aude_events *events)
{
    aude_kind tile = game->turn.tile;
    enum aude_err err = aude__action_lay_check(game, action);

    if (err) return err;
    aude__board_lay(game, tile, action.x, action.y, action.arg);
    game->turn.tile = AUDE_KIND_NONE;
    game->turn.walked = 0;
    if (events) {
        struct aude_event spare;
        struct aude_event *ev = aude__event(events, &spare, AUDE_EV_LAY, game->turn.seat);
        ev->tile = tile;
        ev->rot = action.arg;
        ev->x = action.x;
        ev->y = action.y;
    }
    AUDE__ASK_ALL(game->hooks[AUDE__HOOK_LAID], laid, game, game->turn.laid, events)
    game->turn.phase++;
    return AUDE_ERR_OK;
}

void aude__action_about_tile(const struct aude_game *game, struct aude_action action,
                             struct aude_about *about)
{
    (void)action;
    about->fields = AUDE_HAS_TILE;
    about->tile = game->turn.tile;
}

/* -- A hidden game is told which tile was drawn ------------------------------------------- */

enum aude_err aude__action_tell_check(const struct aude_game *game,
                                      struct aude_action action)
{
    struct aude__source source;

    if (!game->hidden) return AUDE_ERR_NOT_HIDDEN;
    source = aude__pile_source((struct aude_game *)(uintptr_t)game);
    for (unsigned i = 0; i < source.n; i++)
        if (source.kind[i] == action.arg) return AUDE_ERR_OK;
    return AUDE_ERR_NOT_IN_PILE;
}

void aude__action_tell_commit(struct aude_game *game, struct aude_action action,
                              struct aude_events *events)
{
    aude__turn_draw(game, action.arg, events);
}

/* -- Passing ---------------------------------------------------------------------------- */

enum aude_err aude__action_pass_play(struct aude_game *game, struct aude_action action,
                                     struct aude_events *events)
{
    (void)action;
    (void)events;
    aude__turn_pass(game);
    game->towers.asked = 0;
    return AUDE_ERR_OK;
}

/* -- The table -------------------------------------------------------------------------- */

enum aude_err aude__action_play(struct aude_game *game, struct aude_action action,
                                struct aude_events *events)
{
    const struct aude__action_row *row = &aude__actions[action.kind];
    enum aude_err err = row->check ? row->check(game, action) : AUDE_ERR_OK;

    if (!err) row->commit(game, action, events);
    return err;
}

/* A ransom may be paid whenever its payer is asked, where the switch says so (TOW-18), and an
 * abbey laid before the draw only (AM-3): their checks say more than the phase can. */
#define AT_PROMPTS (AUDE__IN(OVER) - 1)
#define PASSES                                                                           \
    (AUDE__IN(ACTION) | AUDE__IN(CAPTURE) | AUDE__IN(CONFIRM) | AUDE__IN(QUARTERS) |     \
     AUDE__IN(ENTER) | AUDE__IN(COUNT) | AUDE__IN(MARKET))
#define IN      AUDE__IN
#define BY_HAND (IN(DRAW) | IN(TILE) | IN(ACTION))

/* ORDER ACTION: enum aude_action_kind in aude_play.h. */
/* clang-format off */
const struct aude__action_row aude__actions[AUDE_ACTION_KINDS] = {
    /*                   name        phases                        check                         commit                         play                       write                       parse                       fields            about */
    [AUDE_LAY]        = {"lay",      IN(TILE),                     aude__action_lay_check,       NULL,                          aude__action_lay_play,     aude__action_text_write_lay,     aude__action_text_parse_lay,     CELL | ROT,       aude__action_about_tile},
    [AUDE_PUT]        = {"put",      IN(ACTION),                   aude__put_check,              NULL,                          aude__put_play,            aude__action_text_write_put,     aude__action_text_parse_place,   PLACE,            NULL},
    [AUDE_PASS]       = {"pass",     PASSES,                       NULL,                         NULL,                          aude__action_pass_play,    NULL,                       aude__action_text_parse_name,    0,                NULL},
    [AUDE_RECALL]     = {"recall",   IN(ACTION),                   aude__abbot_recall_check,     aude__abbot_recall_commit,     aude__action_play,         aude__action_text_write_cell,    aude__action_text_parse_cell,    CELL,             aude__abbot_about_recall},
    [AUDE_SECOND]     = {"second",   IN(SECOND),                   NULL,                         aude__traders_second_commit,   aude__action_play,         NULL,                       aude__action_text_parse_name,    0,                NULL},
    [AUDE_DECLINE]    = {"decline",  IN(SECOND) | IN(SEDUCE),      NULL,                         NULL,                          aude__action_pass_play,    NULL,                       aude__action_text_parse_name,    0,                NULL},
    [AUDE_FAIRY]      = {"fairy",    IN(ACTION),                   aude__dragon_fairy_check,     NULL,                          aude__dragon_fairy_play,   aude__action_text_write_target,  aude__action_text_parse_target,  TARGET,           NULL},
    [AUDE_REMOVE]     = {"remove",   IN(ACTION),                   aude__dragon_remove_check,    aude__dragon_remove_commit,    aude__action_play,         aude__action_text_write_target,  aude__action_text_parse_target,  TARGET,           NULL},
    [AUDE_STEP]       = {"step",     IN(DRAGON) | IN(DRAGON_LATE), aude__dragon_step_check,      NULL,                          aude__dragon_step_play,    aude__action_text_write_step,    aude__action_text_parse_step,    SIDE,             aude__dragon_about_step},
    [AUDE_TOWER]      = {"tower",    IN(ACTION),                   aude__tower_check,            NULL,                          aude__tower_play,          aude__action_text_write_cell,    aude__action_text_parse_cell,    CELL,             NULL},
    [AUDE_CAPTURE]    = {"capture",  IN(CAPTURE),                  aude__tower_capture_check,    NULL,                          aude__tower_capture_play,  aude__action_text_write_target,  aude__action_text_parse_target,  TARGET,           NULL},
    [AUDE_SWAP]       = {"swap",     IN(SWAP),                     aude__tower_swap_check,       aude__tower_swap_commit,       aude__action_play,         aude__action_text_write_figure,  aude__action_text_parse_figure,  FIGURE,           NULL},
    [AUDE_RANSOM]     = {"ransom",   AT_PROMPTS,                   aude__tower_ransom_check,     aude__tower_ransom_commit,     aude__action_play,         aude__action_text_write_ransom,  aude__action_text_parse_ransom,  FIGURE | SEAT,    aude__tower_about_ransom},
    [AUDE_ABBEY_TILE] = {"abbey",    IN(SOURCE) | IN(TILE),        aude__abbey_check,            aude__abbey_commit,            aude__action_play,         aude__action_text_write_cell,    aude__action_text_parse_cell,    CELL,             aude__abbey_about_tile},
    [AUDE_FROM_PILE]  = {"pile",     IN(SOURCE),                   NULL,                         aude__abbey_from_pile_commit,  aude__action_play,         NULL,                       aude__action_text_parse_name,    0,                NULL},
    [AUDE_BARN_AT]    = {"barn",     IN(ACTION),                   aude__abbey_barn_check,       aude__abbey_barn_commit,       aude__action_play,         aude__action_text_write_cell,    aude__action_text_parse_cell,    CELL,             aude__abbey_about_barn},
    [AUDE_MOVE]       = {"move",     IN(WAGON),                    aude__abbey_move_check,       aude__abbey_move_commit,       aude__action_play,         aude__action_text_write_move,    aude__action_text_parse_place,   PLACE,            NULL},
    [AUDE_GO_HOME]    = {"home",     IN(WAGON),                    NULL,                         aude__abbey_go_home_commit,    aude__action_play,         NULL,                       aude__action_text_parse_name,    0,                NULL},
    [AUDE_SEND]       = {"send",     IN(QUARTERS) | IN(MARKET),    aude__count_send_check,       aude__count_send_commit,       aude__action_play,         aude__action_text_write_send,    aude__action_text_parse_send,    QUARTER | PLACE,  NULL},
    [AUDE_ENTER]      = {"enter",    IN(ENTER),                    aude__count_enter_check,      aude__count_enter_commit,      aude__action_play,         aude__action_text_write_enter,   aude__action_text_parse_enter,   QUARTER | FIGURE, NULL},
    [AUDE_COUNT_TO]   = {"count",    IN(COUNT),                    aude__count_check,            aude__count_commit,            aude__action_play,         aude__action_text_write_quarter, aude__action_text_parse_quarter, QUARTER,          NULL},
    [AUDE_TELL]       = {"draw",     IN(DRAW),                     aude__action_tell_check,      aude__action_tell_commit,      aude__action_play,         aude__action_text_write_tile,    aude__action_text_parse_tile,    TILE,             NULL},
    [AUDE_CATAPULT]   = {"catapult", IN(CATAPULT),                 aude__catapult_check,         aude__catapult_commit,         aude__action_play,         aude__action_text_write_round,   aude__action_text_parse_round,   ROUND,            NULL},
    [AUDE_THROW]      = {"throw",    IN(THROW),                    aude__catapult_throw_check,   aude__catapult_throw_commit,   aude__action_play,         aude__action_text_write_throw,   aude__action_text_parse_throw,   STAND | NUMBERS,  NULL},
    [AUDE_TOSS]       = {"toss",     IN(THROW),                    aude__catapult_toss_check,    aude__catapult_toss_commit,    aude__action_play,         aude__action_text_write_toss,    aude__action_text_parse_toss,    NUMBERS,          NULL},
    [AUDE_HANDS]      = {"hands",    IN(CATCH),                    aude__catapult_hands_check,   aude__catapult_hands_commit,   aude__action_play,         aude__action_text_write_hands,   aude__action_text_parse_hands,   HANDS | NUMBERS,  NULL},
    [AUDE_PICK]       = {"pick",     IN(SEDUCE),                   aude__catapult_seduce_pick_check,    aude__catapult_seduce_pick_commit,aude__action_play,         aude__action_text_write_target,  aude__action_text_parse_target,  TARGET,           NULL},
    [AUDE_REPLACE]    = {"replace",  IN(SEDUCE),                   aude__catapult_seduce_replace_check, aude__catapult_seduce_replace_commit,aude__action_play,         aude__action_text_write_replace, aude__action_text_parse_replace, TARGET,           NULL},
    [AUDE_GLIMPSE]    = {"glimpse",  IN(THROW),                    aude__catapult_glimpse_check, aude__catapult_glimpse_commit, aude__action_play,         aude__action_text_write_cell,    aude__action_text_parse_glimpse, NUMBERS,          NULL},
    [AUDE_REVEAL]     = {"reveal",   IN(SCATTER),                  aude__catapult_reveal_check,  aude__catapult_reveal_commit,  aude__action_play,         aude__action_text_write_toss,    aude__action_text_parse_toss,    NUMBERS,          NULL},
    [AUDE_SCATTER]    = {"scatter",  IN(SCATTER),                  aude__catapult_scatter_check, aude__catapult_scatter_commit, aude__action_play,         aude__action_text_write_scatter, aude__action_text_parse_scatter, NUMBERS | ERRORS, NULL},
    [AUDE_SET_POINTS] = {"set-points", BY_HAND,                    aude__by_hand_points_check,      aude__by_hand_points_commit,   aude__action_play,         aude__action_text_write_points,  aude__action_text_parse_points,  SEAT | NUMBERS,   NULL},
    [AUDE_SET_TURN]   = {"set-turn", IN(DRAW),                     aude__by_hand_turn_check,        aude__by_hand_turn_commit,     aude__action_play,         aude__action_text_write_seat,    aude__action_text_parse_seat,    SEAT,             NULL},
    [AUDE_SET_FIGURE] = {"set-figure", BY_HAND,                    aude__by_hand_figure_check,      aude__by_hand_figure_commit,   aude__action_play,         aude__action_text_write_target,  aude__action_text_parse_target,  TARGET,           NULL},
    [AUDE_TAKE_FIGURE]= {"take-figure", BY_HAND | IN(THROW),       aude__by_hand_take_check,        aude__by_hand_take_commit,     aude__action_play,         aude__action_text_write_target,  aude__action_text_parse_target,  TARGET,           NULL},
    [AUDE_HAND_DRAGON] = {"set-dragon", BY_HAND,                    aude__dragon_hand_check,      aude__dragon_hand_commit,      aude__action_play,         aude__action_text_write_cell,    aude__action_text_parse_cell,    CELL,             NULL},
    [AUDE_HAND_FAIRY]  = {"set-fairy", BY_HAND,                     aude__dragon_hand_fairy_check, aude__dragon_hand_fairy_commit,aude__action_play,         aude__action_text_write_target, aude__action_text_parse_target, TARGET,           NULL},
    [AUDE_HAND_TOWER]  = {"set-tower", BY_HAND,                     aude__tower_hand_check,       aude__tower_hand_commit,       aude__action_play,         aude__action_text_write_seat_cell, aude__action_text_parse_seat_cell, SEAT | CELL,  NULL},
    [AUDE_HAND_TOWER_OFF] = {"take-tower", BY_HAND,                    aude__tower_hand_take_check,  aude__tower_hand_take_commit,  aude__action_play,         aude__action_text_write_seat_cell, aude__action_text_parse_seat_cell, SEAT | CELL,  NULL},
    [AUDE_HAND_PRISONER] = {"set-prisoner", BY_HAND,                aude__tower_hand_prison_check, aude__tower_hand_prison_commit,aude__action_play,         aude__action_text_write_prisoner, aude__action_text_parse_prisoner, SEAT | FIGURE | NUMBERS, NULL},
    [AUDE_HAND_FREE] = {"take-prisoner", BY_HAND,              aude__tower_hand_free_check,  aude__tower_hand_free_commit,  aude__action_play,         aude__action_text_write_prisoner, aude__action_text_parse_prisoner, SEAT | FIGURE | NUMBERS, NULL},
    [AUDE_HAND_GOODS]  = {"set-goods", BY_HAND,                     aude__traders_hand_goods_check, aude__traders_hand_goods_commit,aude__action_play,         aude__action_text_write_goods, aude__action_text_parse_goods, SEAT | GOODS | NUMBERS, NULL},
    [AUDE_HAND_KING]   = {"set-king", BY_HAND,                      aude__king_hand_check,        aude__king_hand_commit,        aude__action_play,         aude__action_text_write_seat,    aude__action_text_parse_seat,    SEAT,             NULL},
    [AUDE_HAND_ROBBER] = {"set-robber", BY_HAND,                    aude__king_hand_robber_check, aude__king_hand_robber_commit, aude__action_play,         aude__action_text_write_seat,    aude__action_text_parse_seat,    SEAT,             NULL},
    [AUDE_HAND_COUNT] = {"set-count", BY_HAND,                   aude__count_hand_check,       aude__count_hand_commit,       aude__action_play,         aude__action_text_write_quarter, aude__action_text_parse_quarter, QUARTER,          NULL},
    [AUDE_HAND_BARN]   = {"set-barn", BY_HAND,                      aude__abbey_hand_barn_check,  aude__abbey_hand_barn_commit,  aude__action_play,         aude__action_text_write_seat_cell, aude__action_text_parse_seat_cell, SEAT | CELL,  aude__abbey_about_barn},
};
/* clang-format on */
#undef IN
#undef BY_HAND

const char *aude_action_name(enum aude_action_kind kind)
{
    bool known = kind != AUDE_NO_ACTION && kind < AUDE_ACTION_KINDS;

    return known ? aude__actions[kind].name : "?";
}

unsigned aude_action_fields(enum aude_action_kind kind)
{
    return kind < AUDE_ACTION_KINDS ? aude__actions[kind].fields : 0;
}

struct aude_about aude_action_about(const struct aude_game *game,
                                    struct aude_action action)
{
    struct aude_about about = {0};

    if (action.kind < AUDE_ACTION_KINDS && aude__actions[action.kind].about)
        aude__actions[action.kind].about(game, action, &about);
    return about;
}
