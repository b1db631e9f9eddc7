/* words_action.c -- what a player may do, in words for a person: a table of rows, one for
 * each kind of action. The rows of the catapult are in words_catapult.c. */
#include "words.h"

/* "city to the north at 2,-1" */
static void action_place_words(struct cli_text *out, const struct aude_game *game,
                               struct aude_action action)
{
    int tile = aude_game_tile_at(game, action.x, action.y);

    if (tile >= 0)
        words_segment(out, game->laid[tile].kind, game->laid[tile].rot, action.segment);
    cli_text_add(out, " at %d,%d", action.x, action.y);
}

/* "the wagon", with its place where several of its owner wait for a decision. */
static void action_wagon_words(struct cli_text *out, const struct aude_game *game)
{
    unsigned wagon = game->abbeys.wagon;

    cli_text_str(out, "the wagon");
    if (game->turn.phase != AUDE_PHASE_WAGON || wagon >= game->n_figures) return;
    const struct aude_figure *fig = &game->figure[wagon];
    const struct aude_laid *laid = &game->laid[game->tile_of[fig->at]];
    uint64_t resting = game->player[fig->seat].at[AUDE_AT_REST];
    if (resting & (resting - 1)) cli_text_add(out, " at %d,%d", laid->x, laid->y);
}

/* -- Rows ------------------------------------------------------------------------------- */

static void action_put_words(struct cli_text *out, const struct aude_game *game,
                             struct aude_action action)
{
    int tile = aude_game_tile_at(game, action.x, action.y);
    struct aude_feature_view feature;

    if (tile < 0) return;
    if (action.segment == AUDE_ON_TOWER) {
        cli_text_add(out, "%s follower on the tower at %d,%d",
                     aude_figure_name(action.figure), action.x, action.y);
        return;
    }
    aude_game_feature(game, tile, action.segment, &feature);
    cli_text_add(out, "%s: ", words_role(action.figure, feature.kind));
    words_segment(out, game->laid[tile].kind, game->laid[tile].rot, action.segment);
    cli_text_str(out, " (");
    words_feature(out, &feature);
    cli_text_str(out, ")");
    if (tile != game->turn.laid) cli_text_add(out, " at %d,%d", action.x, action.y);
}

static void action_recall_words(struct cli_text *out, const struct aude_game *game,
                                struct aude_action action)
{
    (void)game;
    cli_text_add(out, "take your abbot home from %d,%d and score it", action.x, action.y);
}

static void action_second_words(struct cli_text *out, const struct aude_game *game,
                                struct aude_action action)
{
    (void)game;
    (void)action;
    cli_text_str(out, "draw a second tile, which your builder earned");
}

static void action_fairy_words(struct cli_text *out, const struct aude_game *game,
                               struct aude_action action)
{
    cli_text_str(out, "the fairy beside ");
    words_target(out, game, action);
}

static void action_remove_words(struct cli_text *out, const struct aude_game *game,
                                struct aude_action action)
{
    cli_text_str(out, "the princess sends home ");
    words_target(out, game, action);
}

static void action_step_words(struct cli_text *out, const struct aude_game *game,
                              struct aude_action action)
{
    (void)game;
    cli_text_str(out, words_side(action.arg));
}

static void action_tower_words(struct cli_text *out, const struct aude_game *game,
                               struct aude_action action)
{
    (void)game;
    cli_text_add(out, "a tower piece at %d,%d", action.x, action.y);
}

static void action_capture_words(struct cli_text *out, const struct aude_game *game,
                                 struct aude_action action)
{
    cli_text_str(out, "take prisoner ");
    words_target(out, game, action);
}

static void action_swap_words(struct cli_text *out, const struct aude_game *game,
                              struct aude_action action)
{
    (void)game;
    cli_text_add(out, "your %s follower comes back", aude_figure_name(action.figure));
}

static void action_ransom_words(struct cli_text *out, const struct aude_game *game,
                                struct aude_action action)
{
    cli_text_add(out, "buy your %s follower back from player %d for %d points",
                 aude_figure_name(action.figure), action.arg + 1,
                 aude_action_about(game, action).points);
}

static void action_abbey_words(struct cli_text *out, const struct aude_game *game,
                               struct aude_action action)
{
    (void)game;
    cli_text_add(out, "your abbey into the hole at %d,%d", action.x, action.y);
}

static void action_from_pile_words(struct cli_text *out, const struct aude_game *game,
                                   struct aude_action action)
{
    (void)action;
    cli_text_str(out, aude_game_left_total(game) ? "draw a tile" : "keep your abbey");
}

static void action_barn_words(struct cli_text *out, const struct aude_game *game,
                              struct aude_action action)
{
    (void)game;
    cli_text_add(out, "your barn on the north-west corner of %d,%d", action.x, action.y);
}

static void action_move_words(struct cli_text *out, const struct aude_game *game,
                              struct aude_action action)
{
    action_wagon_words(out, game);
    cli_text_str(out, " moves on to the ");
    action_place_words(out, game, action);
}

static void action_go_home_words(struct cli_text *out, const struct aude_game *game,
                                 struct aude_action action)
{
    (void)action;
    action_wagon_words(out, game);
    cli_text_str(out, " comes home");
}

static void action_send_words(struct cli_text *out, const struct aude_game *game,
                              struct aude_action action)
{
    cli_text_add(out, "your %s from the %s to the ", words_figure(action.figure),
                 aude_quarters[action.arg & 3].name);
    action_place_words(out, game, action);
}

static void action_enter_words(struct cli_text *out, const struct aude_game *game,
                               struct aude_action action)
{
    (void)game;
    cli_text_add(out, "your %s into the %s", words_figure(action.figure),
                 aude_quarters[action.arg & 3].name);
}

static void action_count_words(struct cli_text *out, const struct aude_game *game,
                               struct aude_action action)
{
    (void)game;
    cli_text_add(out, "the count goes to the %s", aude_quarters[action.arg & 3].name);
}

/* -- The table -------------------------------------------------------------------------- */

/* ORDER ACTION: enum aude_action_kind. Without a row an action has the words of a record. */
static words_of_action *const rows[AUDE_ACTION_KINDS] = {
    [AUDE_PUT] = action_put_words,
    [AUDE_RECALL] = action_recall_words,
    [AUDE_SECOND] = action_second_words,
    [AUDE_FAIRY] = action_fairy_words,
    [AUDE_REMOVE] = action_remove_words,
    [AUDE_STEP] = action_step_words,
    [AUDE_TOWER] = action_tower_words,
    [AUDE_CAPTURE] = action_capture_words,
    [AUDE_SWAP] = action_swap_words,
    [AUDE_RANSOM] = action_ransom_words,
    [AUDE_ABBEY_TILE] = action_abbey_words,
    [AUDE_FROM_PILE] = action_from_pile_words,
    [AUDE_BARN_AT] = action_barn_words,
    [AUDE_MOVE] = action_move_words,
    [AUDE_GO_HOME] = action_go_home_words,
    [AUDE_SEND] = action_send_words,
    [AUDE_ENTER] = action_enter_words,
    [AUDE_COUNT_TO] = action_count_words,
    [AUDE_CATAPULT] = words_catapult_round_action,
    [AUDE_THROW] = words_catapult_throw_action,
    [AUDE_TOSS] = words_catapult_toss_action,
    [AUDE_HANDS] = words_catapult_hands_action,
    [AUDE_PICK] = words_target,
    [AUDE_REPLACE] = words_catapult_replace_action,
};

void words_action(struct cli_text *out, const struct aude_game *game,
                  struct aude_action action)
{
    char text[128];

    if (action.kind < AUDE_ACTION_KINDS && rows[action.kind]) {
        rows[action.kind](out, game, action);
        return;
    }
    aude_action_text(game, action, text, sizeof text);
    cli_text_str(out, text);
}
