/* words_event.c -- what happened, in words for a person: a table of rows, one for each kind of
 * event. The rows of the catapult are in words_catapult.c. */
#include "words.h"

#include <string.h>

static const char *words_event_name_of(const struct aude_head *head, unsigned seat)
{
    return seat < AUDE_SEATS_MAX ? head->name[seat] : "?";
}

void words_event_who(struct cli_text *out, const struct aude_head *head, unsigned seat,
                     const char *verb)
{
    const char *name = words_event_name_of(head, seat);

    cli_text_add(out, "%s %s%s", name, verb, strcmp(name, "You") != 0 ? "s" : "");
}

/* -- Rows ------------------------------------------------------------------------------- */

static void words_event_lay(struct cli_text *out, const struct aude_head *head,
                            const struct aude_game *game, const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "lay");
    cli_text_add(out, " %s at %d,%d", cli_words_tile(event->tile), event->x, event->y);
}

static void words_event_discard(struct cli_text *out, const struct aude_head *head,
                                const struct aude_game *game,
                                const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "draw");
    cli_text_add(out, " %s, which fits nowhere and leaves the game [BASE-15]",
                 cli_words_tile(event->tile));
}

static void words_event_recall(struct cli_text *out, const struct aude_head *head,
                               const struct aude_game *game,
                               const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "take");
    cli_text_add(out, " the abbot home from %d,%d", event->x, event->y);
}

static void words_event_reshuffle(struct cli_text *out, const struct aude_head *head,
                                  const struct aude_game *game,
                                  const struct aude_event *event)
{
    (void)head;
    (void)game;
    cli_text_add(out, "%s fits nowhere: the river is shuffled again [RIV-8]",
                 cli_words_tile(event->tile));
}

static void words_event_earn(struct cli_text *out, const struct aude_head *head,
                             const struct aude_game *game, const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "earn");
    cli_text_str(out, " a second tile through the builder [TB-9]");
}

static void words_event_goods(struct cli_text *out, const struct aude_head *head,
                              const struct aude_game *game,
                              const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "take");
    cli_text_add(out, " %d %s", event->points, aude_goods_name(event->goods));
}

static void words_event_river_end(struct cli_text *out, const struct aude_head *head,
                                  const struct aude_game *game,
                                  const struct aude_event *event)
{
    (void)head;
    (void)game;
    cli_text_add(out, "the river ends early, %d tiles leave the game [RIV-8]",
                 event->points);
}

static void words_event_aside(struct cli_text *out, const struct aude_head *head,
                              const struct aude_game *game,
                              const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "draw");
    cli_text_add(out, " %s too early: it is laid aside [PD-22]",
                 cli_words_tile(event->tile));
}

static void words_event_back(struct cli_text *out, const struct aude_head *head,
                             const struct aude_game *game, const struct aude_event *event)
{
    (void)head;
    (void)game;
    cli_text_add(out, "%d dragon tiles are shuffled back [PD-23]", event->points);
}

static void words_event_dragon(struct cli_text *out, const struct aude_head *head,
                               const struct aude_game *game,
                               const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "move");
    cli_text_add(out, " the dragon to %d,%d", event->x, event->y);
}

static void words_event_fairy(struct cli_text *out, const struct aude_head *head,
                              const struct aude_game *game,
                              const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "put");
    cli_text_add(out, " the fairy to %d,%d", event->x, event->y);
}

static void words_event_tower(struct cli_text *out, const struct aude_head *head,
                              const struct aude_game *game,
                              const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "raise");
    cli_text_add(out, " the tower at %d,%d to %d", event->x, event->y, event->points);
}

static void words_event_capture(struct cli_text *out, const struct aude_head *head,
                                const struct aude_game *game,
                                const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "take");
    cli_text_add(out, " a %s follower of %s prisoner", aude_figure_name(event->figure),
                 head->name[event->other]);
}

static void words_event_freed(struct cli_text *out, const struct aude_head *head,
                              const struct aude_game *game,
                              const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "get");
    cli_text_add(out, " a %s follower back", aude_figure_name(event->figure));
}

static void words_event_ransom(struct cli_text *out, const struct aude_head *head,
                               const struct aude_game *game,
                               const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "pay");
    cli_text_add(out, " %d points to %s for a %s follower", event->points,
                 head->name[event->other], aude_figure_name(event->figure));
}

static void words_event_award(struct cli_text *out, const struct aude_head *head,
                              const struct aude_game *game,
                              const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "take");
    cli_text_add(out, " the %s with a %s of %d tiles",
                 event->feature == AUDE_CITY ? "king" : "robber baron",
                 aude_feature_name(event->feature), event->points);
}

static void words_event_move(struct cli_text *out, const struct aude_head *head,
                             const struct aude_game *game, const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "move");
    cli_text_add(out, " the wagon on to a %s at %d,%d", aude_feature_name(event->feature),
                 event->x, event->y);
}

static void words_event_barn(struct cli_text *out, const struct aude_head *head,
                             const struct aude_game *game, const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "build");
    cli_text_add(out, " the barn at a corner of %d,%d", event->x, event->y);
}

static void words_event_enter(struct cli_text *out, const struct aude_head *head,
                              const struct aude_game *game,
                              const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "put");
    cli_text_add(out, " a %s into the %s of Carcassonne", words_figure(event->figure),
                 aude_quarters[event->other & 3].name);
}

static void words_event_send(struct cli_text *out, const struct aude_head *head,
                             const struct aude_game *game, const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "send");
    cli_text_add(out, " a %s from the %s to a %s at %d,%d", words_figure(event->figure),
                 aude_quarters[event->other & 3].name, aude_feature_name(event->feature),
                 event->x, event->y);
}

static void words_event_count(struct cli_text *out, const struct aude_head *head,
                              const struct aude_game *game,
                              const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "move");
    cli_text_add(out, " the count to the %s", aude_quarters[event->other & 3].name);
}

static void words_event_lose(struct cli_text *out, const struct aude_head *head,
                             const struct aude_game *game, const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "lose");
    cli_text_add(out, " the challenge at %d,%d: no points for the %s [CULT-7]", event->x,
                 event->y, words_role(event->figure, event->feature));
}

static void words_event_put(struct cli_text *out, const struct aude_head *head,
                            const struct aude_game *game, const struct aude_event *event)
{
    int tile = aude_game_tile_at(game, event->x, event->y);

    if (tile < 0) return;
    const struct aude_laid *laid = &game->laid[tile];
    words_event_who(out, head, event->seat, "put");
    if (event->segment == AUDE_ON_TOWER) {
        cli_text_add(out, " a %s follower on the tower", aude_figure_name(event->figure));
        return;
    }
    unsigned kind = aude_tiles[laid->kind].segment[event->segment].kind;
    cli_text_add(out, " %s %s %s the ", event->figure > AUDE_LARGE ? "the" : "a",
                 words_role(event->figure, kind), kind == AUDE_ROAD ? "on" : "in");
    words_segment(out, laid->kind, laid->rot, event->segment);
}

static void words_event_score(struct cli_text *out, const struct aude_head *head,
                              const struct aude_game *game,
                              const struct aude_event *event)
{
    char sum[128];

    (void)game;
    aude_event_sum(event, sum, sizeof sum);
    words_event_who(out, head, event->seat, event->points ? "score" : "get");
    if (!event->points) {
        cli_text_add(out, " nothing for a %s", aude_feature_name(event->feature));
        return;
    }
    const char *article =
        event->final && event->feature != AUDE_FIELD ? "an unfinished " : "a ";
    if (event->feature >= AUDE_FEATURE_KINDS)
        article = event->feature == AUDE_FROM_GOODS ? "" : "the ";
    cli_text_add(out, " %d for %s%s: %s", event->points, article,
                 aude_feature_name(event->feature), sum);
}

static void words_event_by_hand(struct cli_text *out, const struct aude_head *head,
                                const struct aude_game *game,
                                const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "get");
    cli_text_add(out, " %+d by hand", event->points);
}

/* -- The table -------------------------------------------------------------------------- */

/* ORDER EVENT: enum aude_event_kind. Without a row there is nothing to say. */
static words_of_event *const rows[AUDE_EVENT_KINDS] = {
    [AUDE_EV_LAY] = words_event_lay,
    [AUDE_EV_DISCARD] = words_event_discard,
    [AUDE_EV_PUT] = words_event_put,
    [AUDE_EV_SCORE] = words_event_score,
    [AUDE_EV_BY_HAND] = words_event_by_hand,
    [AUDE_EV_RECALL] = words_event_recall,
    [AUDE_EV_RESHUFFLE] = words_event_reshuffle,
    [AUDE_EV_EARN] = words_event_earn,
    [AUDE_EV_GOODS] = words_event_goods,
    [AUDE_EV_RIVER_END] = words_event_river_end,
    [AUDE_EV_ASIDE] = words_event_aside,
    [AUDE_EV_BACK] = words_event_back,
    [AUDE_EV_DRAGON] = words_event_dragon,
    [AUDE_EV_FAIRY] = words_event_fairy,
    [AUDE_EV_TOWER] = words_event_tower,
    [AUDE_EV_CAPTURE] = words_event_capture,
    [AUDE_EV_FREED] = words_event_freed,
    [AUDE_EV_RANSOM] = words_event_ransom,
    [AUDE_EV_AWARD] = words_event_award,
    [AUDE_EV_MOVE] = words_event_move,
    [AUDE_EV_BARN] = words_event_barn,
    [AUDE_EV_ENTER] = words_event_enter,
    [AUDE_EV_SEND] = words_event_send,
    [AUDE_EV_COUNT] = words_event_count,
    [AUDE_EV_LOSE] = words_event_lose,
    [AUDE_EV_ROUND] = words_catapult_round_event,
    [AUDE_EV_THROW] = words_catapult_throw_event,
    [AUDE_EV_TOSS] = words_catapult_toss_event,
    [AUDE_EV_LAND] = words_catapult_land_event,
    [AUDE_EV_HIT] = words_catapult_hit_event,
    [AUDE_EV_NEAREST] = words_catapult_nearest,
    [AUDE_EV_REPLACE] = words_catapult_replace_event,
    [AUDE_EV_MEASURE] = words_catapult_measure_event,
    [AUDE_EV_CATCH] = words_catapult_catch_event,
};

bool words_event(struct cli_text *out, const struct aude_head *head,
                 const struct aude_game *game, const struct aude_event *event)
{
    if (event->kind >= AUDE_EVENT_KINDS || !rows[event->kind]) return false;
    rows[event->kind](out, head, game, event);
    return true;
}
