/* words_action.c -- what a player may do, in words for a person: a table of rows, one for
 * each kind of action. The rows of the catapult are in words_catapult.c. */
#include "words.h"

/* "city to the north at 2,-1" */
static void words_action_place(struct cli_text *out, const struct aude_game *game,
                               struct aude_action action)
{
    int tile = aude_game_tile_at(game, action.x, action.y);

    if (tile >= 0)
        words_segment(out, game->laid[tile].kind, game->laid[tile].rot, action.segment);
    cli_text_add(out, " at %d,%d", action.x, action.y);
}

/* "the wagon", with its place where several of its owner wait for a decision. */
static void words_action_wagon(struct cli_text *out, const struct aude_game *game)
{
    unsigned wagon = game->abbeys.wagon;

    cli_text_str(out, "the wagon");
    if (game->turn.phase != AUDE_PHASE_WAGON || wagon >= game->n_figures) return;
    const struct aude_figure *fig = &game->figure[wagon];
    const struct aude_laid *laid = aude_laid_of(game, fig->at);
    uint64_t resting = game->player[fig->seat].at[AUDE_AT_REST];
    if (resting & (resting - 1)) cli_text_add(out, " at %d,%d", laid->x, laid->y);
}

/* -- Rows ------------------------------------------------------------------------------- */

static void words_action_put(struct cli_text *out, const struct aude_game *game,
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

static void words_action_recall(struct cli_text *out, const struct aude_game *game,
                                struct aude_action action)
{
    (void)game;
    cli_text_add(out, "take your abbot home from %d,%d and score it", action.x, action.y);
}

static void words_action_second(struct cli_text *out, const struct aude_game *game,
                                struct aude_action action)
{
    (void)game;
    (void)action;
    cli_text_str(out, "draw a second tile, which your builder earned");
}

static void words_action_fairy(struct cli_text *out, const struct aude_game *game,
                               struct aude_action action)
{
    cli_text_str(out, "the fairy beside ");
    words_target(out, game, action);
}

static void words_action_remove(struct cli_text *out, const struct aude_game *game,
                                struct aude_action action)
{
    cli_text_str(out, "the princess sends home ");
    words_target(out, game, action);
}

static void words_action_step(struct cli_text *out, const struct aude_game *game,
                              struct aude_action action)
{
    (void)game;
    cli_text_str(out, words_side(action.arg));
}

static void words_action_tower(struct cli_text *out, const struct aude_game *game,
                               struct aude_action action)
{
    (void)game;
    cli_text_add(out, "a tower piece at %d,%d", action.x, action.y);
}

static void words_action_capture(struct cli_text *out, const struct aude_game *game,
                                 struct aude_action action)
{
    cli_text_str(out, "take prisoner ");
    words_target(out, game, action);
}

static void words_action_swap(struct cli_text *out, const struct aude_game *game,
                              struct aude_action action)
{
    (void)game;
    cli_text_add(out, "your %s follower comes back", aude_figure_name(action.figure));
}

static void words_action_ransom(struct cli_text *out, const struct aude_game *game,
                                struct aude_action action)
{
    cli_text_add(out, "buy your %s follower back from player %d for %d points",
                 aude_figure_name(action.figure), action.arg + 1,
                 aude_action_about(game, action).points);
}

static void words_action_abbey(struct cli_text *out, const struct aude_game *game,
                               struct aude_action action)
{
    (void)game;
    cli_text_add(out, "your abbey into the hole at %d,%d", action.x, action.y);
}

static void words_action_from_pile(struct cli_text *out, const struct aude_game *game,
                                   struct aude_action action)
{
    (void)action;
    cli_text_str(out, aude_game_left_total(game) ? "draw a tile" : "keep your abbey");
}

static void words_action_barn(struct cli_text *out, const struct aude_game *game,
                              struct aude_action action)
{
    (void)game;
    cli_text_add(out, "your barn on the north-west corner of %d,%d", action.x, action.y);
}

static void words_action_move(struct cli_text *out, const struct aude_game *game,
                              struct aude_action action)
{
    words_action_wagon(out, game);
    cli_text_str(out, " moves on to the ");
    words_action_place(out, game, action);
}

static void words_action_go_home(struct cli_text *out, const struct aude_game *game,
                                 struct aude_action action)
{
    (void)action;
    words_action_wagon(out, game);
    cli_text_str(out, " comes home");
}

static void words_action_send(struct cli_text *out, const struct aude_game *game,
                              struct aude_action action)
{
    cli_text_add(out, "your %s from the %s to the ", words_figure(action.figure),
                 aude_quarters[action.arg & 3].name);
    words_action_place(out, game, action);
}

static void words_action_enter(struct cli_text *out, const struct aude_game *game,
                               struct aude_action action)
{
    (void)game;
    cli_text_add(out, "your %s into the %s", words_figure(action.figure),
                 aude_quarters[action.arg & 3].name);
}

static void words_action_count(struct cli_text *out, const struct aude_game *game,
                               struct aude_action action)
{
    (void)game;
    cli_text_add(out, "the count goes to the %s", aude_quarters[action.arg & 3].name);
}

/* -- The table -------------------------------------------------------------------------- */

/* ORDER ACTION: enum aude_action_kind. Without a row an action has the words of a record. */
static words_of_action *const rows[AUDE_ACTION_KINDS] = {
    [AUDE_PUT] = words_action_put,
    [AUDE_RECALL] = words_action_recall,
    [AUDE_SECOND] = words_action_second,
    [AUDE_FAIRY] = words_action_fairy,
    [AUDE_REMOVE] = words_action_remove,
    [AUDE_STEP] = words_action_step,
    [AUDE_TOWER] = words_action_tower,
    [AUDE_CAPTURE] = words_action_capture,
    [AUDE_SWAP] = words_action_swap,
    [AUDE_RANSOM] = words_action_ransom,
    [AUDE_ABBEY_TILE] = words_action_abbey,
    [AUDE_FROM_PILE] = words_action_from_pile,
    [AUDE_BARN_AT] = words_action_barn,
    [AUDE_MOVE] = words_action_move,
    [AUDE_GO_HOME] = words_action_go_home,
    [AUDE_SEND] = words_action_send,
    [AUDE_ENTER] = words_action_enter,
    [AUDE_COUNT_TO] = words_action_count,
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
