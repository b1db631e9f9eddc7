/* walk.c -- the messages of a save, one by one, as actions of ours.
 *
 *   theirs             ours
 *   PLACE_TILE         LAY; if nothing can be done with the tile, their action step is
 *                      skipped without a prompt, and ours is passed
 *   DEPLOY_MEEPLE ...  decided, but nothing happens before
 *   COMMIT             PUT, RECALL or PASS, then scoring and the next draw; or what is
 *                      confirmed by itself: see jcz__walk_is_confirmed()
 *
 * Draws. A save that lists them all is a game shuffled so. In any other each draw is told:
 * by the list as far as it goes, then by the tile that is placed next. Tiles without a place
 * are discarded and not in the replay; only the random number of the COMMIT before tells
 * them, as an index into the tiles left, sorted by id. It is believed as long as it has
 * always been right. */
#include "jcz_internal.h"

const char *jcz_walk_phase_name(enum jcz_phase phase)
{
    /* ORDER JCZ PHASE */
    static const char *const names[JCZ_PHASES] = {
        "AbbeyPhase",           "CommitAbbeyPassPhase", "TilePhase",
        "ActionPhase",          "TowerCapturePhase",    "DragonMovePhase",
        "CommitActionPhase",    "CocScoringPhase",      "WagonPhase",
        "CocFollowerPhase",     "CocCountPhase",        "AbbeyEndGamePhase",
        "CocFinalScoringPhase", "GameOverPhase"};

    return phase < JCZ_PHASES ? names[phase] : "?";
}

static enum jcz_phase walk_commit_phase(const struct jcz_walk *walk)
{
    if (walk->pending.kind == AUDE_FROM_PILE) return JCZ_PHASE_ABBEY_PASS;
    if (walk->pending.kind == AUDE_SEND) return JCZ_PHASE_QUARTERS;
    return walk->pending.kind == AUDE_MOVE ? JCZ_PHASE_WAGON : JCZ_PHASE_COMMIT;
}

enum jcz_phase jcz_walk_phase(const struct jcz_walk *walk)
{
    if (aude_game_over(&walk->game)) return JCZ_PHASE_OVER;
    if (walk->committing) return walk_commit_phase(walk);
    switch (walk->game.turn.phase) {
    case AUDE_PHASE_SOURCE:
        return walk->game.abbeys.endgame ? JCZ_PHASE_ABBEY_END : JCZ_PHASE_ABBEY;
    case AUDE_PHASE_ACTION:
        return JCZ_PHASE_ACTION;
    case AUDE_PHASE_CAPTURE:
    case AUDE_PHASE_SWAP:
        return JCZ_PHASE_CAPTURE;
    case AUDE_PHASE_DRAGON:
    case AUDE_PHASE_DRAGON_LATE:
        return JCZ_PHASE_DRAGON;
    case AUDE_PHASE_QUARTERS:
        return JCZ_PHASE_QUARTERS;
    case AUDE_PHASE_WAGON:
        return JCZ_PHASE_WAGON;
    case AUDE_PHASE_ENTER:
        return JCZ_PHASE_ENTER;
    case AUDE_PHASE_COUNT:
        return JCZ_PHASE_COUNT;
    case AUDE_PHASE_MARKET:
        return JCZ_PHASE_MARKET;
    default:
        return JCZ_PHASE_TILE;
    }
}

unsigned jcz_walk_player(const struct jcz_walk *walk)
{
    const struct aude_turn *turn = &walk->game.turn;
    bool own = walk->committing && walk->pending.kind != AUDE_MOVE &&
               walk->pending.kind != AUDE_SEND;

    return own || turn->actor == AUDE_SEAT_NONE ? turn->seat : turn->actor;
}

bool jcz_walk_done(const struct jcz_walk *walk)
{
    return walk->next == walk->save->n_steps;
}

bool jcz_walk_left_out(const struct jcz_walk *walk)
{
    return walk->committing && walk->game.turn.phase != AUDE_PHASE_CONFIRM;
}

/* The number of the current message, for errors. */
static int walk_here(const struct jcz_walk *walk)
{
    return jcz_walk_done(walk) ? 0 : walk->save->step[walk->next] + 1;
}

static bool walk_refuse(const struct jcz_walk *walk, const char *what, enum aude_err err,
                        struct jcz_error *error)
{
    const char *rule = aude_err_rule(err);

    return jcz__fail(error, walk_here(walk), "%s: %s%s%s%s", what, aude_err_sentence(err),
                     rule[0] ? " [" : "", rule, rule[0] ? "]" : "");
}

static bool walk_play(struct jcz_walk *walk, const char *what, struct aude_action action,
                      struct jcz_error *error)
{
    struct aude_events events = {.list = walk->event, .max = AUDE_EVENTS_MAX};
    char words[96] = "";

    aude_action_text(&walk->game, action, words, sizeof words);
    enum aude_err err = aude_game_play(&walk->game, action, &events);
    if (err) return walk_refuse(walk, what, err, error);
    jcz__figures_note(&walk->figures, &walk->game, action);
    if (walk->played) walk->played(walk->context, &walk->game, words, &events);
    return true;
}

/* -- Draws ------------------------------------------------------------------------------ */

/* JCloisterZone does not draw dragon tiles before the dragon is there; we lay them
 * aside. */
static bool walk_is_waiting(const struct aude_game *game, int kind)
{
    return game->sets >> AUDE_SET_DRAGON & 1 && !game->sw[AUDE_SWITCH_DRAGON] &&
           game->dragon.at == AUDE_NOWHERE && aude_tiles[kind].marks & AUDE_MARK_DRAGON;
}

static bool walk_has_place(const struct aude_game *game, int kind)
{
    if (walk_is_waiting(game, kind)) return false;
    for (unsigned i = 0; i < game->frontier.n; i++)
        if (aude_game_fits(game, (aude_kind)kind, game->frontier.place[i].x,
                           game->frontier.place[i].y))
            return true;
    return false;
}

/* The kinds that may be drawn now, sorted by their ids. */
static int walk_kinds_by_id(const struct aude_game *game, int *kinds)
{
    int n = 0;

    for (int kind = 0; kind < aude_tiles_count; kind++) {
        struct aude_action tell = {.kind = AUDE_TELL, .arg = (uint8_t)kind};
        int at = n;
        if (aude_game_why(game, tell)) continue;
        for (; at && strcmp(aude_tiles[kinds[at - 1]].jcz, aude_tiles[kind].jcz) > 0;
             at--)
            kinds[at] = kinds[at - 1];
        kinds[at] = kind;
        n++;
    }
    return n;
}

/* The kind that the random number foretells, or -1. */
static int walk_foretell(const struct jcz_walk *walk)
{
    int kinds[256], left = 0, n;

    if (walk->foretold < 0 || !(walk->random >= 0 && walk->random < 1)) return -1;
    n = walk_kinds_by_id(&walk->game, kinds);
    for (int i = 0; i < n; i++)
        if (!walk_is_waiting(&walk->game, kinds[i]))
            left += aude_game_left(&walk->game, (aude_kind)kinds[i]);
    int index = (int)(walk->random * left);
    for (int i = 0; i < n; i++) {
        if (walk_is_waiting(&walk->game, kinds[i])) continue;
        index -= aude_game_left(&walk->game, (aude_kind)kinds[i]);
        if (index < 0) return kinds[i];
    }
    return -1;
}

/* The tile that is placed next, or -1 if it cannot be drawn now. */
static int walk_tile_wanted(const struct jcz_walk *walk)
{
    struct jcz_error ignored;
    struct jcz_message message;

    if (jcz_walk_done(walk) ||
        !jcz__message(walk->save, walk->save->step[walk->next], &message, &ignored) ||
        message.type != JCZ_PLACE_TILE)
        return -1;
    int kind = jcz_name_tile_find(message.tile, walk->game.tile_sets);
    struct aude_action tell = {.kind = AUDE_TELL, .arg = (uint8_t)kind};
    return kind < 0 || aude_game_why(&walk->game, tell) ||
                   !walk_has_place(&walk->game, kind)
               ? -1
               : kind;
}

/* After the last message: if no tile of the pile has a place, all are discarded. */
static int walk_last_discard(const struct jcz_walk *walk)
{
    int kinds[256], n = walk_kinds_by_id(&walk->game, kinds);

    if (!jcz_walk_done(walk)) return -1;
    for (int i = 0; i < n; i++)
        if (walk_has_place(&walk->game, kinds[i])) return -1;
    return n ? kinds[0] : -1;
}

static int walk_next_draw(struct jcz_walk *walk)
{
    int wanted = walk_tile_wanted(walk), told;

    if (walk->n_drawn < walk->save->n_draws) return walk->save->draw[walk->n_drawn++];
    told = walk_foretell(walk);
    if (told >= 0 && told == wanted) {
        walk->foretold++;
        return told;
    }
    if (told >= 0 && walk->foretold > 0 && !walk_has_place(&walk->game, told))
        return told;
    if (wanted >= 0) {
        walk->foretold = -1;
        return wanted;
    }
    return told >= 0 && walk->foretold > 0 ? told : walk_last_discard(walk);
}

/* Tell draws until a tile is in hand, the game is over, or the draw is unknown. */
static bool walk_draw(struct jcz_walk *walk, struct jcz_error *error)
{
    while (walk->game.turn.phase == AUDE_PHASE_DRAW) {
        int kind = walk_next_draw(walk);
        struct aude_action tell = {.kind = AUDE_TELL, .arg = (uint8_t)kind};
        if (kind < 0) return true;
        if (!walk_play(walk, aude_tiles[kind].jcz, tell, error)) return false;
    }
    return true;
}

/* -- Messages --------------------------------------------------------------------------- */

bool jcz__walk_is_past_action(const struct aude_game *before,
                              const struct aude_game *after)
{
    return after->turn.phase < AUDE_PHASE_ACTION ||
           after->turn.phase >= AUDE_PHASE_QUARTERS ||
           after->turn.number != before->turn.number ||
           after->turn.part != before->turn.part;
}

static bool walk_leads_to_scoring(const struct aude_game *game, struct aude_action action)
{
    struct aude_game after;

    aude_game_copy(&after, game);
    return !aude_game_play(&after, action, NULL) &&
           jcz__walk_is_past_action(game, &after);
}

bool jcz__walk_is_confirmed(const struct aude_game *game, struct aude_action action)
{
    struct aude_game after;

    if (action.kind == AUDE_FROM_PILE) return !game->abbeys.endgame;
    if (action.kind != AUDE_SEND || game->turn.phase != AUDE_PHASE_QUARTERS)
        return action.kind == AUDE_MOVE;
    aude_game_copy(&after, game);
    if (aude_game_play(&after, action, NULL)) return false;
    return after.turn.phase != AUDE_PHASE_QUARTERS ||
           after.turn.actor != game->turn.actor ||
           after.turn.number != game->turn.number || after.turn.part != game->turn.part;
}

/* Play it at once; or, if scoring follows, at the COMMIT. */
static bool walk_decide(struct jcz_walk *walk, const struct jcz_message *message,
                        const char *named, struct aude_action action,
                        struct jcz_error *error)
{
    const char *what = jcz_message_type(message->type);
    enum aude_err err = aude_game_why(&walk->game, action);
    unsigned phase = walk->game.turn.phase;
    bool early = phase >= AUDE_PHASE_ACTION && phase < AUDE_PHASE_QUARTERS;

    if (err) return walk_refuse(walk, what, err, error);
    if (walk->committing || (!jcz__walk_is_confirmed(&walk->game, action) &&
                             !(early && walk_leads_to_scoring(&walk->game, action)))) {
        jcz__figures_rename_first(&walk->figures, &walk->game, action, named);
        if (!walk_play(walk, what, action, error)) return false;
        if (walk->game.turn.phase != AUDE_PHASE_CONFIRM) return true;
        named = ""; /* they too play it now, and a ransom can be paid after it */
        action = (struct aude_action){.kind = AUDE_PASS};
    }
    snprintf(walk->named, sizeof walk->named, "%s", named);
    walk->pending = action;
    walk->committing = 1;
    return true;
}

bool jcz__walk_is_skipped(const struct aude_game *game)
{
    static _Thread_local struct aude_action list[AUDE_ACTIONS_MAX];
    int n = aude_game_actions(game, list, AUDE_ACTIONS_MAX);

    if (game->turn.phase != AUDE_PHASE_ACTION) return false;
    for (int i = 0; i < n && i < AUDE_ACTIONS_MAX; i++)
        if (list[i].kind != AUDE_PASS && list[i].kind != AUDE_RANSOM) return false;
    return true;
}

static bool walk_skip_action(struct jcz_walk *walk, struct jcz_error *error)
{
    struct jcz_message pass = {.type = JCZ_PASS};

    if (!jcz__walk_is_skipped(&walk->game)) return true;
    return walk_decide(walk, &pass, "", (struct aude_action){.kind = AUDE_PASS}, error);
}

static bool walk_play_tile(struct jcz_walk *walk, const struct jcz_message *message,
                           struct jcz_error *error)
{
    struct aude_action lay = {
        .kind = AUDE_LAY, .arg = message->rot, .x = message->x, .y = message->y};
    int kind = jcz_name_tile_find(message->tile, walk->game.tile_sets);
    int hand = walk->game.turn.tile;

    if (walk->game.turn.phase == AUDE_PHASE_SOURCE) {
        lay = (struct aude_action){
            .kind = AUDE_ABBEY_TILE, .x = message->x, .y = message->y};
        if (strcmp(message->tile, JCZ__ABBEY) != 0)
            return jcz__fail(error, walk_here(walk),
                             "PLACE_TILE: %s before the abbey was declined [AM-3]",
                             jcz__fail_word(message->tile));
        return walk_decide(walk, message, "", lay, error) &&
               walk_skip_action(walk, error);
    }
    if (kind < 0)
        return jcz__fail(error, walk_here(walk), "PLACE_TILE: %s is in none of the sets",
                         jcz__fail_word(message->tile));
    if (hand == AUDE_KIND_NONE)
        return jcz__fail(error, walk_here(walk),
                         "PLACE_TILE: %s is not left in the pile, or has no place "
                         "[BASE-15]",
                         aude_tiles[kind].jcz);
    if (kind != hand)
        return jcz__fail(error, walk_here(walk),
                         "PLACE_TILE: %s is placed, but %s was drawn [BASE-14]",
                         aude_tiles[kind].jcz, aude_tiles[hand].jcz);
    return walk_play(walk, "PLACE_TILE", lay, error) && walk_skip_action(walk, error);
}

/* The segment that a pointer names; false with the reason. */
static bool walk_find_place(const struct jcz_walk *walk,
                            const struct jcz_message *message, uint8_t *segment,
                            struct jcz_error *error)
{
    int tile = aude_game_tile_at(&walk->game, message->x, message->y), s = -1;
    const struct aude_laid *laid = tile < 0 ? NULL : &walk->game.laid[tile];

    if (laid)
        s = jcz_name_segment_find(laid->kind, laid->rot, message->feature,
                                  message->location);
    if (laid && !strcmp(message->feature, "Tower") && !strcmp(message->location, "I") &&
        aude_tiles[laid->kind].marks & AUDE_MARK_TOWER)
        s = AUDE_ON_TOWER;
    int quarter = jcz__name_quarter_find(message->location);
    if (laid && !strcmp(message->feature, "Quarter") && quarter >= 0 &&
        tile == jcz__figures_quarters_tile(&walk->game))
        s = AUDE_IN_QUARTER + quarter;
    if (s < 0)
        return jcz__fail(error, walk_here(walk), "%s: there is no %s %s at %d,%d",
                         jcz_message_type(message->type),
                         jcz__fail_word(message->feature),
                         jcz__fail_word(message->location), message->x, message->y);
    *segment = (uint8_t)s;
    return true;
}

/* The figure of this id; false with the reason. */
static bool walk_find_figure(const struct jcz_walk *walk,
                             const struct jcz_message *message, const char *id,
                             int *figure, struct jcz_error *error)
{
    *figure = jcz__figures_find(&walk->game, &walk->figures, id);
    if (*figure >= 0) return true;
    return jcz__fail(error, walk_here(walk), "%s: there is no figure %s in this game",
                     jcz_message_type(message->type), jcz__fail_word(id));
}

/* Out of a quarter: the owner of the figure is asked, also in another player's turn. */
static bool walk_play_send(struct jcz_walk *walk, const struct jcz_message *message,
                           struct aude_action send, int figure, struct jcz_error *error)
{
    const struct aude_figure *fig = &walk->game.figure[figure];

    send.kind = AUDE_SEND;
    send.arg = (uint8_t)fig->at;
    if (!jcz__figures_is_meant(&walk->game, (unsigned)figure, send))
        return walk_refuse(walk, "DEPLOY_MEEPLE", AUDE_ERR_SEND, error);
    return walk_decide(walk, message, message->figure, send, error);
}

/* Into a quarter. */
static bool walk_play_enter(struct jcz_walk *walk, const struct jcz_message *message,
                            struct aude_action put, struct jcz_error *error)
{
    struct aude_action enter = {.kind = AUDE_ENTER, .figure = put.figure};

    if (put.segment < AUDE_IN_QUARTER || put.segment >= AUDE_IN_QUARTER + AUDE_QUARTERS)
        return walk_refuse(walk, "DEPLOY_MEEPLE", AUDE_ERR_QUARTER, error);
    enter.arg = (uint8_t)(put.segment - AUDE_IN_QUARTER);
    return walk_decide(walk, message, message->figure, enter, error);
}

static bool walk_play_deploy(struct jcz_walk *walk, const struct jcz_message *message,
                             struct jcz_error *error)
{
    unsigned phase = walk->game.turn.phase;
    struct aude_action put = {.kind = AUDE_PUT, .x = message->x, .y = message->y};
    int figure;

    if (!walk_find_figure(walk, message, message->figure, &figure, error) ||
        !walk_find_place(walk, message, &put.segment, error))
        return false;
    put.figure = walk->game.figure[figure].kind;
    if (phase == AUDE_PHASE_QUARTERS || phase == AUDE_PHASE_MARKET)
        return walk_play_send(walk, message, put, figure, error);
    if (phase == AUDE_PHASE_WAGON) {
        put.kind = AUDE_MOVE;
        if (figure != walk->game.abbeys.wagon)
            return walk_refuse(walk, "DEPLOY_MEEPLE", AUDE_ERR_WAGON_MOVE, error);
        return walk_decide(walk, message, "", put, error);
    }
    if (walk->game.figure[figure].seat != walk->game.turn.seat)
        return jcz__fail(error, walk_here(walk), "DEPLOY_MEEPLE: %s is not of player %d",
                         jcz__fail_word(message->figure), walk->game.turn.seat);
    if (walk->game.figure[figure].where != AUDE_AT_HOME)
        return walk_refuse(walk, "DEPLOY_MEEPLE", AUDE_ERR_NO_FIGURE, error);
    if (phase == AUDE_PHASE_ENTER) return walk_play_enter(walk, message, put, error);
    if (put.figure == AUDE_BARN) {
        if (put.segment != jcz__legal_corner_field(&walk->game, put.x, put.y))
            return walk_refuse(walk, "DEPLOY_MEEPLE", AUDE_ERR_BARN_CORNER, error);
        put = (struct aude_action){.kind = AUDE_BARN_AT, .x = put.x, .y = put.y};
    }
    return walk_decide(walk, message, message->figure, put, error);
}

/* An action on the figure at the place of the pointer. */
static bool walk_play_target(struct jcz_walk *walk, const struct jcz_message *message,
                             enum aude_action_kind kind, const char *id,
                             struct jcz_error *error)
{
    struct aude_action action = {.kind = (uint8_t)kind, .x = message->x, .y = message->y};
    int figure;

    if (!walk_find_figure(walk, message, id, &figure, error) ||
        !walk_find_place(walk, message, &action.segment, error))
        return false;
    const struct aude_figure *fig = &walk->game.figure[figure];
    action.figure = fig->kind;
    action.arg = fig->seat;
    if (!jcz__figures_is_meant(&walk->game, (unsigned)figure, action))
        return jcz__fail(error, walk_here(walk),
                         "%s: %s does not stand there or cannot be meant",
                         jcz_message_type(message->type), jcz__fail_word(id));
    if (kind == AUDE_RECALL)
        action =
            (struct aude_action){.kind = AUDE_RECALL, .x = message->x, .y = message->y};
    return walk_decide(walk, message, id, action, error);
}

static bool walk_play_return(struct jcz_walk *walk, const struct jcz_message *message,
                             struct jcz_error *error)
{
    if (!strcmp(message->word, "ABBOT_RETURN"))
        return walk_play_target(walk, message, AUDE_RECALL, message->figure, error);
    if (!strcmp(message->word, "PRINCESS"))
        return walk_play_target(walk, message, AUDE_REMOVE, message->figure, error);
    return jcz__fail(error, walk_here(walk), "RETURN_MEEPLE: aude does not play %s",
                     jcz__fail_word(message->word));
}

/* The side of the dragon's tile towards x,y, or 4 if it is no neighbour. */
static unsigned walk_side_towards(const struct aude_game *game, int x, int y)
{
    unsigned side = 0;

    if (!(game->sets >> AUDE_SET_DRAGON & 1) || game->dragon.at >= game->n_laid) return 4;
    const struct aude_laid *at = &game->laid[game->dragon.at];
    while (side < 4 && (at->x + aude_side_x[side] != x || at->y + aude_side_y[side] != y))
        side++;
    return side;
}

static bool walk_play_count(struct jcz_walk *walk, const struct jcz_message *message,
                            struct jcz_error *error)
{
    struct aude_action count = {.kind = AUDE_COUNT_TO};
    uint8_t segment;

    if (!walk_find_place(walk, message, &segment, error)) return false;
    if (segment < AUDE_IN_QUARTER || segment >= AUDE_IN_QUARTER + AUDE_QUARTERS)
        return walk_refuse(walk, "MOVE_NEUTRAL_FIGURE", AUDE_ERR_COUNT_MOVE, error);
    count.arg = (uint8_t)(segment - AUDE_IN_QUARTER);
    return walk_decide(walk, message, "", count, error);
}

static bool walk_play_neutral(struct jcz_walk *walk, const struct jcz_message *message,
                              struct jcz_error *error)
{
    unsigned side = walk_side_towards(&walk->game, message->x, message->y);
    struct aude_action step = {.kind = AUDE_STEP, .arg = (uint8_t)side};

    if (!strcmp(message->figure, "dragon.1") && !message->feature[0])
        return walk_decide(walk, message, "", step, error);
    if (!strcmp(message->figure, "fairy.1") && message->beside[0])
        return walk_play_target(walk, message, AUDE_FAIRY, message->beside, error);
    if (!strcmp(message->figure, "count.1") && message->feature[0] && !message->beside[0])
        return walk_play_count(walk, message, error);
    return jcz__fail(error, walk_here(walk),
                     "MOVE_NEUTRAL_FIGURE: aude does not play %s so",
                     jcz__fail_word(message->figure));
}

static bool walk_play_token(struct jcz_walk *walk, const struct jcz_message *message,
                            struct jcz_error *error)
{
    struct aude_action tower = {.kind = AUDE_TOWER, .x = message->x, .y = message->y};
    uint8_t segment;

    if (strcmp(message->word, "TOWER_PIECE") != 0)
        return jcz__fail(error, walk_here(walk), "PLACE_TOKEN: aude does not play %s",
                         jcz__fail_word(message->word));
    if (!walk_find_place(walk, message, &segment, error)) return false;
    if (segment != AUDE_ON_TOWER)
        return jcz__fail(error, walk_here(walk), "PLACE_TOKEN: a %s is no tower",
                         jcz__fail_word(message->feature));
    return walk_decide(walk, message, "", tower, error);
}

/* A prisoner comes back, in exchange or for a ransom. */
static bool walk_play_prisoner(struct jcz_walk *walk, const struct jcz_message *message,
                               enum aude_action_kind kind, struct jcz_error *error)
{
    struct aude_action action = {.kind = (uint8_t)kind};
    int figure;

    if (!walk_find_figure(walk, message, message->figure, &figure, error)) return false;
    const struct aude_figure *fig = &walk->game.figure[figure];
    action.figure = fig->kind;
    if (kind == AUDE_RANSOM && fig->where == AUDE_AT_PRISON)
        action.arg = (uint8_t)fig->at;
    if (!jcz__figures_is_meant(&walk->game, (unsigned)figure, action))
        return walk_refuse(walk, jcz_message_type(message->type),
                           kind == AUDE_RANSOM ? AUDE_ERR_RANSOM : AUDE_ERR_EXCHANGE,
                           error);
    return walk_decide(walk, message, message->figure, action, error);
}

static bool walk_play_commit(struct jcz_walk *walk, const struct jcz_message *message,
                             struct jcz_error *error)
{
    walk->committing = 0;
    walk->random = message->random;
    jcz__figures_rename_first(&walk->figures, &walk->game, walk->pending, walk->named);
    return walk_play(walk, "COMMIT", walk->pending, error);
}

/* Does this type belong to the current phase? The engine checks the rest. */
static bool walk_fits_phase(const struct jcz_walk *walk, enum jcz_type type)
{
    enum jcz_phase phase = jcz_walk_phase(walk);

    switch (type) {
    case JCZ_PLACE_TILE:
        return !walk->committing &&
               (phase == JCZ_PHASE_TILE || phase == JCZ_PHASE_ABBEY ||
                phase == JCZ_PHASE_ABBEY_END);
    case JCZ_COMMIT:
        return walk->committing;
    case JCZ_PAY_RANSOM:
        return true;
    default:
        return !walk->committing && phase != JCZ_PHASE_TILE;
    }
}

static bool walk_play_pass(struct jcz_walk *walk, const struct jcz_message *message,
                           struct jcz_error *error)
{
    unsigned phase = walk->game.turn.phase;
    struct aude_action pass = {.kind = AUDE_PASS};

    if (phase == AUDE_PHASE_SOURCE) pass.kind = AUDE_FROM_PILE;
    if (phase == AUDE_PHASE_WAGON) pass.kind = AUDE_GO_HOME;
    return walk_decide(walk, message, "", pass, error);
}

static bool walk_dispatch(struct jcz_walk *walk, const struct jcz_message *message,
                          struct jcz_error *error)
{
    switch (message->type) {
    case JCZ_PLACE_TILE:
        return walk_play_tile(walk, message, error);
    case JCZ_DEPLOY_MEEPLE:
        return walk_play_deploy(walk, message, error);
    case JCZ_PASS:
        return walk_play_pass(walk, message, error);
    case JCZ_COMMIT:
        return walk_play_commit(walk, message, error);
    case JCZ_MOVE_NEUTRAL_FIGURE:
        return walk_play_neutral(walk, message, error);
    case JCZ_RETURN_MEEPLE:
        return walk_play_return(walk, message, error);
    case JCZ_PLACE_TOKEN:
        return walk_play_token(walk, message, error);
    case JCZ_CAPTURE_FOLLOWER:
        return walk_play_target(walk, message, AUDE_CAPTURE, message->figure, error);
    case JCZ_EXCHANGE_FOLLOWER:
        return walk_play_prisoner(walk, message, AUDE_SWAP, error);
    case JCZ_PAY_RANSOM:
        return walk_play_prisoner(walk, message, AUDE_RANSOM, error);
    default:
        return jcz__fail(error, walk_here(walk), "aude does not play the message %s",
                         jcz_message_type(message->type));
    }
}

bool jcz__walk_play(struct jcz_walk *walk, const struct jcz_message *message,
                    struct jcz_error *error)
{
    enum jcz_phase phase = jcz_walk_phase(walk);

    if (phase == JCZ_PHASE_OVER)
        return walk_refuse(walk, jcz_message_type(message->type), AUDE_ERR_OVER, error);
    if (!walk_fits_phase(walk, message->type))
        return jcz__fail(error, walk_here(walk), "%s does not belong into the %s",
                         jcz_message_type(message->type), jcz_walk_phase_name(phase));
    return walk_dispatch(walk, message, error);
}

bool jcz_walk_step(struct jcz_walk *walk, struct jcz_error *error)
{
    struct jcz_message message;

    if (jcz_walk_done(walk))
        return jcz__fail(error, 0, "the save has no further message");
    if (!jcz__message(walk->save, walk->save->step[walk->next], &message, error))
        return false;
    if (message.player >= 0 && message.player != (int)jcz_walk_player(walk) &&
        !aude_game_over(&walk->game))
        return jcz__fail(
            error, walk_here(walk), "%s by player %d, but it is player %d's turn",
            jcz_message_type(message.type), message.player, (int)jcz_walk_player(walk));
    if (!jcz__walk_play(walk, &message, error)) return false;
    walk->next++;
    return walk_draw(walk, error);
}

bool jcz_walk_init(struct jcz_walk *walk, const struct jcz_save *save, jcz_played *played,
                   void *context, struct jcz_error *error)
{
    struct aude_events events = {.list = walk->event, .max = AUDE_EVENTS_MAX};

    *error = (struct jcz_error){0};
    walk->save = save;
    walk->next = walk->committing = 0;
    walk->n_drawn = 0;
    walk->random = save->random;
    walk->foretold = 0;
    walk->played = played;
    walk->context = context;
    enum aude_err err = aude_game_init(&walk->game, &save->head.setup, &events);
    if (err) return jcz__fail(error, 0, "%s", aude_err_sentence(err));
    jcz_figures_init(&walk->figures, &walk->game);
    if (played) played(context, &walk->game, "", &events);
    return walk_draw(walk, error);
}
