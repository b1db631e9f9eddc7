/* words.h -- features, figures, actions and events in words for a person. */
#ifndef WORDS_H
#define WORDS_H

#include "cli.h"

/* "knight", "highwayman", "monk", "farmer", "abbot". */
const char *words_role(enum aude_figure_kind figure, enum aude_feature_kind feature);

/* "city to the north", "road from east to west", "field in the south": a segment of a tile
 * as it lies. */
void words_segment(struct cli_text *out, aude_kind kind, unsigned rot, unsigned segment);

/* "3 tiles, 1 shield, 2 open sides, 4 points so far": what a player wants to know. */
void words_feature(struct cli_text *out, const struct aude_feature_view *feature);

/* What happened, as a sentence without its full stop; false if there is nothing to say.
 * `game` may be any later state. */
bool words_event(struct cli_text *out, const struct aude_head *head,
                 const struct aude_game *game, const struct aude_event *event);

/* "Ana lays", but "You lay": `verb` without its s. */
void words_event_who(struct cli_text *out, const struct aude_head *head, unsigned seat,
                     const char *verb);

/* "your knight at 3,-1", "the monk of player 2 at 0,1": a figure on the map. */
void words_target(struct cli_text *out, const struct aude_game *game,
                  struct aude_action action);

/* "small follower", "wagon" */
const char *words_figure(enum aude_figure_kind figure);
/* "north" */
const char *words_side(unsigned side);

/* What a player may do, as a line of a menu. */
void words_action(struct cli_text *out, const struct aude_game *game,
                  struct aude_action action);

/* A row of the tables in words_action.c and words_event.c. */
typedef void words_of_action(struct cli_text *out, const struct aude_game *game,
                             struct aude_action action);
typedef void words_of_event(struct cli_text *out, const struct aude_head *head,
                            const struct aude_game *game, const struct aude_event *event);

/* words_catapult.c */
words_of_action words_catapult_round_action, words_catapult_throw_action,
    words_catapult_toss_action, words_catapult_hands_action,
    words_catapult_replace_action;
words_of_event words_catapult_round_event, words_catapult_throw_event,
    words_catapult_toss_event, words_catapult_land_event, words_catapult_hit_event,
    words_catapult_nearest, words_catapult_replace_event, words_catapult_measure_event,
    words_catapult_catch_event;

#endif
