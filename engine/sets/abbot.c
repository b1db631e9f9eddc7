/* abbot.c -- the abbot and the gardens.
 *
 *   placed     instead of a follower, on a free monastery or garden    ABB-2, ABB-3
 *   completed  9 points, and home, like a monk                         ABB-5
 *   recalled   instead of placing anything: home at once, with         ABB-6
 *              1 point for its tile and 1 for each tile around it
 *
 * Gardens are features of their own also without the abbot, but nobody can stand there
 * then (ABB-14). */
#include "action_internal.h"

/* An abbot of the seat on the tile at x,y; -1 if there is none. */
static int abbot_at(const struct aude_game *game, unsigned seat, int x, int y)
{
    for (uint64_t m = aude__figures(game, seat, AUDE_ABBOT, AUDE_AT_SEGMENT); m;
         m &= m - 1) {
        unsigned i = aude__first_of(game, seat, m);
        const struct aude_laid *laid = aude_laid_of(game, game->figure[i].at);
        if (laid->x == x && laid->y == y) return (int)i;
    }
    return -1;
}

enum aude_err aude__abbot_recall_check(const struct aude_game *game,
                                       struct aude_action action)
{
    int abbot = abbot_at(game, game->turn.seat, action.x, action.y);

    if (abbot < 0) return AUDE_ERR_ABBOT_HOME;
    /* ABB-8: a feature that this tile completed is scored in P6, not recalled from. */
    return game->feature[game->label[game->figure[abbot].at]].open
               ? AUDE_ERR_OK
               : AUDE_ERR_ABBOT_COMPLETE;
}

/* ABB-17: the abbot is scored, not the feature; the worth is the same. */
void aude__abbot_recall_commit(struct aude_game *game, struct aude_action action,
                               struct aude_events *events)
{
    unsigned seat = game->turn.seat;
    unsigned abbot = (unsigned)abbot_at(game, seat, action.x, action.y);
    unsigned at = game->figure[abbot].at;
    const struct aude_feature *f = &game->feature[game->label[at]];
    struct aude_event spare;
    struct aude__sum sum = {0};

    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_RECALL, seat);
    ev->figure = AUDE_ABBOT;
    ev->feature = f->kind;
    ev->x = action.x;
    ev->y = action.y;
    aude__score_sum_add(&sum, AUDE_TERM_NEIGHBOURS, (unsigned)(9 - f->open), 1);
    aude__score_award(game, seat, at, f->kind, &sum, false, events);
    aude__figure_return(game, abbot, events);
    game->turn.phase++;
}

void aude__abbot_about_recall(const struct aude_game *game, struct aude_action action,
                              struct aude_about *about)
{
    (void)game;
    (void)action;
    about->fields = AUDE_HAS_FIGURE;
    about->figure = AUDE_ABBOT;
}

static void abbot_list(const struct aude_game *game, struct aude__sink *sink)
{
    unsigned seat = game->turn.seat;

    aude__put_list(game, AUDE_ABBOT, sink);
    for (uint64_t m = aude__figures(game, seat, AUDE_ABBOT, AUDE_AT_SEGMENT); m;
         m &= m - 1) {
        unsigned i = aude__first_of(game, seat, m);
        const struct aude_laid *laid = aude_laid_of(game, game->figure[i].at);
        struct aude_action recall = {.kind = AUDE_RECALL, .x = laid->x, .y = laid->y};
        if (!aude__abbot_recall_check(game, recall)) aude__sink_add(sink, recall);
    }
}

/* Nobody is asked about gardens where they are open to all. */
static void abbot_setup(struct aude_game *game)
{
    aude__set_hook(game, AUDE_SET_ABBOT, AUDE__HOOK_STAND, game->sw[AUDE_SWITCH_GARDEN]);
}

/* ABB-3; with the switch OFF a garden is only a picture. */
static enum aude_err abbot_stand(const struct aude_game *game, unsigned figure,
                                 unsigned tile, unsigned handle)
{
    (void)figure;
    (void)tile;
    return handle != AUDE__NONE && game->sw[AUDE_SWITCH_GARDEN] &&
                   aude__segment(game, handle)->kind == AUDE_GARDEN
               ? AUDE_ERR_GARDEN_OFF
               : AUDE_ERR_OK;
}

static unsigned abbot_stand_tile(const struct aude_game *game)
{
    return game->sw[AUDE_SWITCH_GARDEN] ? AUDE__EVERY : AUDE__NONE;
}

const struct aude__set aude__set_abbot = {
    .name = "abbot",
    .title = "Abbot and gardens",
    .playable = 1,
    .figures = {[AUDE_ABBOT] = 1}, /* ABB-1, ABB-15: the sixth colour has one too */
    .setup = abbot_setup,
    .list = abbot_list,
    .stand = abbot_stand,
    .stand_tile = abbot_stand_tile,
};
