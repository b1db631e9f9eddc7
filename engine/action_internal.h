/* action_internal.h -- the rows of the two tables that play a turn: kinds of action
 * (action.c) and phases (turn.c), and the functions that stand in them, listed by the file in
 * which they are. */
#ifndef AUDE_ACTION_INTERNAL_H
#define AUDE_ACTION_INTERNAL_H

#include "engine.h"
#include "text_internal.h"

/* -- Kinds of action -------------------------------------------------------------------- */

/* Why the action is not possible now; it changes nothing. That the phase is right and that no
 * set insists on another action is known. */
typedef enum aude_err aude__check(const struct aude_game *game,
                                  struct aude_action action);
/* Does what the check allowed; it never fails. Sets turn.phase to where the turn goes on. */
typedef void aude__commit(struct aude_game *game, struct aude_action action,
                          struct aude_events *events);
/* Check and commit in one: does the action, or says why not. ONE CALL: what the check found need not be looked for
 * again, and the processor has to guess once where the call goes, not twice. */
typedef enum aude_err aude__play(struct aude_game *game, struct aude_action action,
                                 struct aude_events *events);
/* Writes what follows the action's name in a record. */
typedef void aude__write(struct aude__text *text, const struct aude_game *game,
                         struct aude_action action);
/* Reads it back. word[0] is the name, out->kind is set, the other fields are 0. */
typedef enum aude_err aude__parse(const struct aude_game *game, struct aude__words *words,
                                  struct aude_action *out);

/* Says what the action is about besides its fields; `about` is all 0. The action is legal. */
typedef void aude__about(const struct aude_game *game, struct aude_action action,
                         struct aude_about *about);

struct aude__action_row {
    const char *name;     /* its first word in a record */
    uint64_t phases;      /* in which it may be done: one bit per enum aude_phase */
    aude__check *check;   /* NULL: nothing is to be checked */
    aude__commit *commit; /* NULL: only `play` does it */
    aude__play *play;     /* aude__action_play: one after the other */
    aude__write *write;   /* NULL: the name is all */
    aude__parse *parse;
    unsigned fields;    /* enum aude_field: which fields of the action mean something */
    aude__about *about; /* NULL: its fields are all */
};

extern const struct aude__action_row aude__actions[AUDE_ACTION_KINDS];

/* action.c */
aude__check aude__action_lay_check, aude__action_tell_check;
aude__commit aude__action_tell_commit;
aude__play aude__action_play, aude__action_lay_play, aude__action_pass_play;
aude__about aude__action_about_tile;
/* put.c */
aude__check aude__put_check;
aude__play aude__put_play;
/* by_hand.c */
aude__check aude__by_hand_points_check, aude__by_hand_turn_check,
    aude__by_hand_figure_check, aude__by_hand_take_check;
aude__commit aude__by_hand_points_commit, aude__by_hand_turn_commit,
    aude__by_hand_figure_commit, aude__by_hand_take_commit;
/* The game is told, and its seat `arg` is in play. */
aude__check aude__by_hand_seat_check;
/* The same, in the files of the sets. */
aude__check aude__dragon_hand_check, aude__dragon_hand_fairy_check,
    aude__tower_hand_check, aude__tower_hand_take_check, aude__tower_hand_prison_check,
    aude__tower_hand_free_check, aude__traders_hand_goods_check, aude__king_hand_check,
    aude__king_hand_robber_check, aude__count_hand_check, aude__abbey_hand_barn_check;
aude__commit aude__dragon_hand_commit, aude__dragon_hand_fairy_commit,
    aude__tower_hand_commit, aude__tower_hand_take_commit, aude__tower_hand_prison_commit,
    aude__tower_hand_free_commit, aude__traders_hand_goods_commit, aude__king_hand_commit,
    aude__king_hand_robber_commit, aude__count_hand_commit, aude__abbey_hand_barn_commit;
/* sets/abbot.c, traders.c, dragon.c, tower.c, abbey.c, count.c */
aude__check aude__abbot_recall_check;
aude__commit aude__abbot_recall_commit, aude__traders_second_commit;
aude__about aude__abbot_about_recall, aude__dragon_about_step, aude__tower_about_ransom,
    aude__abbey_about_tile, aude__abbey_about_barn;
aude__check aude__dragon_fairy_check, aude__dragon_remove_check, aude__dragon_step_check;
aude__commit aude__dragon_remove_commit;
aude__play aude__dragon_fairy_play, aude__dragon_step_play;
aude__check aude__tower_check, aude__tower_capture_check, aude__tower_swap_check,
    aude__tower_ransom_check;
aude__commit aude__tower_swap_commit, aude__tower_ransom_commit;
aude__play aude__tower_play, aude__tower_capture_play;
aude__check aude__abbey_check, aude__abbey_barn_check, aude__abbey_move_check;
aude__commit aude__abbey_commit, aude__abbey_from_pile_commit, aude__abbey_barn_commit,
    aude__abbey_move_commit, aude__abbey_go_home_commit;
aude__check aude__count_send_check, aude__count_enter_check, aude__count_check;
aude__commit aude__count_send_commit, aude__count_enter_commit, aude__count_commit;
/* sets/catapult.c, catapult_seduce.c */
aude__check aude__catapult_check, aude__catapult_throw_check, aude__catapult_toss_check,
    aude__catapult_hands_check, aude__catapult_glimpse_check, aude__catapult_reveal_check,
    aude__catapult_scatter_check;
aude__commit aude__catapult_commit, aude__catapult_throw_commit,
    aude__catapult_toss_commit, aude__catapult_hands_commit,
    aude__catapult_glimpse_commit, aude__catapult_reveal_commit,
    aude__catapult_scatter_commit;
aude__check aude__catapult_seduce_pick_check, aude__catapult_seduce_replace_check;
aude__commit aude__catapult_seduce_pick_commit, aude__catapult_seduce_replace_commit;

/* action_text.c */
aude__write aude__action_text_write_points, aude__action_text_write_seat,
    aude__action_text_write_cell, aude__action_text_write_seat_cell,
    aude__action_text_write_prisoner, aude__action_text_write_goods,
    aude__action_text_write_enter, aude__action_text_write_figure,
    aude__action_text_write_hands, aude__action_text_write_lay,
    aude__action_text_write_move, aude__action_text_write_put,
    aude__action_text_write_quarter, aude__action_text_write_ransom,
    aude__action_text_write_replace, aude__action_text_write_round,
    aude__action_text_write_scatter, aude__action_text_write_send,
    aude__action_text_write_step, aude__action_text_write_target,
    aude__action_text_write_throw, aude__action_text_write_tile,
    aude__action_text_write_toss;
aude__parse aude__action_text_parse_points, aude__action_text_parse_seat,
    aude__action_text_parse_cell, aude__action_text_parse_seat_cell,
    aude__action_text_parse_prisoner, aude__action_text_parse_goods,
    aude__action_text_parse_enter, aude__action_text_parse_figure,
    aude__action_text_parse_glimpse, aude__action_text_parse_hands,
    aude__action_text_parse_lay, aude__action_text_parse_name,
    aude__action_text_parse_place, aude__action_text_parse_quarter,
    aude__action_text_parse_ransom, aude__action_text_parse_replace,
    aude__action_text_parse_round, aude__action_text_parse_scatter,
    aude__action_text_parse_send, aude__action_text_parse_step,
    aude__action_text_parse_target, aude__action_text_parse_throw,
    aude__action_text_parse_tile, aude__action_text_parse_toss;

/* -- Phases ----------------------------------------------------------------------------- */

/* What came of entering a phase. */
enum aude__step {
    AUDE__STEP_WAIT, /* somebody must decide; turn.actor says who */
    AUDE__STEP_ON,   /* nothing to do here: the next row */
    AUDE__STEP_TO    /* the function set turn.phase itself */
};

/* Runs when the turn enters the phase; may change anything in the game. */
typedef enum aude__step aude__on(struct aude_game *game, struct aude_events *events);
/* Lists what may be done while the phase waits. */
typedef void aude__list(const struct aude_game *game, struct aude__sink *sink);

/* sets/traders.c, dragon.c, tower.c, abbey.c, count.c */
aude__on aude__traders_on_second;
aude__list aude__traders_list_second;
aude__on aude__dragon_on_dragon;
aude__list aude__dragon_list_steps;
aude__on aude__tower_on_capture, aude__tower_on_swap, aude__tower_on_confirm;
aude__list aude__tower_list_captures, aude__tower_list_swaps, aude__tower_list_confirm;
aude__on aude__abbey_on_source, aude__abbey_on_wagon;
aude__list aude__abbey_list_sources, aude__abbey_list_wagon;
aude__on aude__count_on_quarters, aude__count_on_enter, aude__count_on_count,
    aude__count_on_market;
aude__list aude__count_list_sends, aude__count_list_enters, aude__count_list;
void aude__count_pass(struct aude_game *game);
/* sets/catapult.c, catapult_list.c */
aude__on aude__catapult_on_fair, aude__catapult_on_catapult, aude__catapult_on_throw,
    aude__catapult_on_catch, aude__catapult_on_scatter, aude__catapult_seduce_on,
    aude__catapult_on_thrown;
aude__list aude__catapult_list;

#endif
