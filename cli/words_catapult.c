/* words_catapult.c -- throws, hands and their results, in words for a person. */
#include "words.h"

#include <string.h>

static const char *const stands[] = {"north", "north-east", "east", "south-east",
                                     "south", "south-west", "west", "north-west"};

/* The cell of a point: rounded down, also for negative numbers. */
static int words_catapult_cell(int32_t at)
{
    return (int)(at < 0 ? -((AUDE_CAT_TILE - 1 - at) / AUDE_CAT_TILE)
                        : at / AUDE_CAT_TILE);
}

void words_catapult_throw_action(struct cli_text *out, const struct aude_game *game,
                                 struct aude_action action)
{
    struct aude_point landing, rest;

    aude_catapult_flight(game, action.arg, (unsigned)action.x, (unsigned)action.y,
                         &landing, &rest);
    cli_text_add(out, "from the %s, aim %d, power %d: towards %d,%d",
                 stands[action.arg & 7], action.x, action.y, words_catapult_cell(rest.x),
                 words_catapult_cell(rest.y));
}

/* "long, to the left": where in the lane, as thrower and catcher both see it. */
static void words_catapult_lane(struct cli_text *out, int along, int across)
{
    cli_text_add(out, "%d along the lane, %d to the %s", along,
                 across < 0 ? -across : across, across < 0 ? "left" : "right");
}

void words_catapult_round_action(struct cli_text *out, const struct aude_game *game,
                                 struct aude_action action)
{
    /* ORDER CATAPULT */
    static const char *const kinds[] = {
        "knock-out: whoever is touched goes home",
        "seduction: replace the follower nearest to your token",
        "target: 5 points for the token nearest to the fair",
        "catch: 5 points to the thrower or to the left neighbour"};

    (void)game;
    cli_text_str(out, kinds[action.arg % AUDE_CATAPULT_KINDS]);
}

void words_catapult_toss_action(struct cli_text *out, const struct aude_game *game,
                                struct aude_action action)
{
    (void)game;
    words_catapult_lane(out, action.y * AUDE_CAT_LANE_MAX / AUDE_CAT_POWER_MAX, action.x);
    cli_text_add(out, " (lateral %d, power %d)", action.x, action.y);
}

void words_catapult_hands_action(struct cli_text *out, const struct aude_game *game,
                                 struct aude_action action)
{
    (void)game;
    if (action.arg)
        words_catapult_lane(out, action.x, action.y);
    else
        cli_text_str(out, "hands off");
}

void words_catapult_replace_action(struct cli_text *out, const struct aude_game *game,
                                   struct aude_action action)
{
    cli_text_str(out, "replace it by ");
    if (action.segment == AUDE_IN_SUPPLY)
        cli_text_add(out, "your %s follower", aude_figure_name(action.figure));
    else
        words_target(out, game, action);
}

/* -- Events ----------------------------------------------------------------------------- */

void words_catapult_catch_event(struct cli_text *out, const struct aude_head *head,
                                const struct aude_game *game,
                                const struct aude_event *event)
{
    static const char *const others[] = {"misses", "touches", "catches"};
    static const char *const you[] = {"miss", "touch", "catch"};
    const char *name = head->name[event->seat];

    (void)game;
    cli_text_add(out, "%s %s the token of %s", name,
                 (strcmp(name, "You") ? others : you)[event->points % 3],
                 head->name[event->other]);
}

static void words_catapult_point(struct cli_text *out, const struct aude_event *event)
{
    cli_text_add(out, "%d,%d (point %d,%d)", words_catapult_cell(event->at.x),
                 words_catapult_cell(event->at.y), (int)event->at.x, (int)event->at.y);
}

void words_catapult_throw_event(struct cli_text *out, const struct aude_head *head,
                                const struct aude_game *game,
                                const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "throw");
    cli_text_add(out, " from the %s with aim %d and power %d", stands[event->other & 7],
                 event->x, event->y);
}

void words_catapult_round_event(struct cli_text *out, const struct aude_head *head,
                                const struct aude_game *game,
                                const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "choose");
    cli_text_add(out, " %s for the fair at %d,%d [CAT-3]",
                 aude_catapult_name(event->other), event->x, event->y);
}

void words_catapult_toss_event(struct cli_text *out, const struct aude_head *head,
                               const struct aude_game *game,
                               const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "throw");
    cli_text_add(out, " to %s, seen between %d and %d along the lane, %d and %d across",
                 head->name[event->other], event->x * AUDE_CAT_GLIMPSE,
                 (event->x + 1) * AUDE_CAT_GLIMPSE - 1,
                 event->y * AUDE_CAT_GLIMPSE - AUDE_CAT_LANE_SIDE,
                 (event->y + 1) * AUDE_CAT_GLIMPSE - AUDE_CAT_LANE_SIDE - 1);
}

void words_catapult_land_event(struct cli_text *out, const struct aude_head *head,
                               const struct aude_game *game,
                               const struct aude_event *event)
{
    (void)head;
    (void)game;
    cli_text_str(out, "the token lands at ");
    words_catapult_point(out, event);
}

void words_catapult_hit_event(struct cli_text *out, const struct aude_head *head,
                              const struct aude_game *game,
                              const struct aude_event *event)
{
    (void)game;
    cli_text_add(out, "it %s the %s follower of %s at %d,%d",
                 event->points ? "drives its victims into" : "hits",
                 aude_figure_name(event->figure), head->name[event->seat], event->x,
                 event->y);
}

void words_catapult_nearest(struct cli_text *out, const struct aude_head *head,
                            const struct aude_game *game, const struct aude_event *event)
{
    (void)game;
    cli_text_add(out, "the %s follower of %s at %d,%d is the nearest",
                 aude_figure_name(event->figure), head->name[event->seat], event->x,
                 event->y);
}

void words_catapult_replace_event(struct cli_text *out, const struct aude_head *head,
                                  const struct aude_game *game,
                                  const struct aude_event *event)
{
    (void)game;
    words_event_who(out, head, event->seat, "put");
    cli_text_add(out, " a %s follower in its place", aude_figure_name(event->figure));
}

void words_catapult_measure_event(struct cli_text *out, const struct aude_head *head,
                                  const struct aude_game *game,
                                  const struct aude_event *event)
{
    (void)game;
    cli_text_add(out, "the token of %s lies %d measures from the fair",
                 head->name[event->seat], event->points);
}
