/* words.c -- features, figures and events in the words of a person. */
#include "words.h"

#include <string.h>

const char *cli_words_tile(aude_kind kind)
{
    const char *id = kind < aude_tiles_count ? aude_tiles[kind].id : "?";
    const char *slash = strchr(id, '/');

    return slash ? slash + 1 : id;
}

const char *words_role(enum aude_figure_kind figure, enum aude_feature_kind feature)
{
    static const char *const roles[] = {"highwayman", "knight", "monk", "gardener",
                                        "farmer"};
    static const char *const large[] = {"large highwayman", "large knight", "large monk",
                                        "large gardener", "large farmer"};

    if (feature >= AUDE_FEATURE_KINDS) return "?";
    if (figure == AUDE_SMALL) return roles[feature];
    if (figure == AUDE_LARGE) return large[feature];
    return aude_figure_name(figure);
}

/* -- Segments --------------------------------------------------------------------------- */

static const char *const compass[] = {"north", "east", "south", "west"};

static void sides_words(struct cli_text *out, unsigned sides, bool road)
{
    int n = 0;

    if (sides == 15) {
        cli_text_str(out, " on all sides");
        return;
    }
    for (unsigned side = 0; side < 4; side++)
        if (sides >> side & 1)
            cli_text_add(out, "%s%s",
                         n++                             ? road ? " to " : " and "
                         : road && (sides & (sides - 1)) ? " from "
                                                         : " to the ",
                         compass[side]);
}

/* Where on the tile the anchor is: "in the north-west". */
static void anchor_words(struct cli_text *out, const struct aude_segment *segment,
                         unsigned rot)
{
    int x = segment->x - 512, y = segment->y - 512;

    for (; rot; rot--) {
        int was = x;
        x = -y;
        y = was;
    }
    bool ns = 5 * (y < 0 ? -y : y) > 2 * (x < 0 ? -x : x);
    bool ew = 5 * (x < 0 ? -x : x) > 2 * (y < 0 ? -y : y);
    if (x * x + y * y < 100 * 100) {
        cli_text_str(out, " in the middle");
        return;
    }
    cli_text_add(out, " in the %s%s%s", ns ? y < 0 ? "north" : "south" : "",
                 ns && ew ? "-" : "", ew ? x < 0 ? "west" : "east" : "");
}

void words_segment(struct cli_text *out, aude_kind kind, unsigned rot, unsigned segment)
{
    const struct aude_segment *seg = &aude_tiles[kind].segment[segment];

    cli_text_str(out, aude_feature_name(seg->kind));
    if (seg->kind == AUDE_ROAD || seg->kind == AUDE_CITY)
        sides_words(out, aude_turn_sides(seg->sides, rot), seg->kind == AUDE_ROAD);
    else if (seg->kind == AUDE_FIELD && seg->halves != 255)
        anchor_words(out, seg, rot);
}

/* -- Features --------------------------------------------------------------------------- */

static void counted(struct cli_text *out, int n, const char *one, const char *many)
{
    cli_text_add(out, "%d %s", n, n == 1 ? one : many);
}

void words_feature(struct cli_text *out, const struct aude_feature_view *feature)
{
    if (feature->kind != AUDE_FIELD) {
        counted(out, feature->tiles, "tile", "tiles");
        cli_text_str(out, ", ");
    }
    if (feature->shields) {
        counted(out, feature->shields, "shield", "shields");
        cli_text_str(out, ", ");
    }
    if (feature->complete) {
        cli_text_str(out, "complete, ");
    } else if (feature->kind == AUDE_ROAD || feature->kind == AUDE_CITY) {
        counted(out, feature->open, "open end", "open ends");
        cli_text_str(out, ", ");
    } else if (feature->kind != AUDE_FIELD) {
        counted(out, feature->open, "cell to fill", "cells to fill");
        cli_text_str(out, ", ");
    }
    counted(out, feature->points, "point", "points");
    cli_text_str(out, feature->complete             ? " at once"
                      : feature->kind == AUDE_FIELD ? " at the end"
                                                    : " so far");
}

/* -- Events ----------------------------------------------------------------------------- */

static const char *name_of(const struct aude_head *head, unsigned seat)
{
    return seat < AUDE_SEATS_MAX ? head->name[seat] : "?";
}

void words_who_does(struct cli_text *out, const struct aude_head *head, unsigned seat,
                    const char *verb)
{
    const char *name = name_of(head, seat);

    cli_text_add(out, "%s %s%s", name, verb, strcmp(name, "You") != 0 ? "s" : "");
}

static void lay_words(struct cli_text *out, const struct aude_head *head,
                      const struct aude_event *event)
{
    words_who_does(out, head, event->seat, "lay");
    cli_text_add(out, " %s at %d,%d", cli_words_tile(event->tile), event->x, event->y);
}

static void put_words(struct cli_text *out, const struct aude_head *head,
                      const struct aude_game *game, const struct aude_event *event)
{
    int tile = aude_game_tile_at(game, event->x, event->y);

    if (tile < 0) return;
    const struct aude_laid *laid = &game->laid[tile];
    words_who_does(out, head, event->seat, "put");
    if (event->segment == AUDE_ON_TOWER) {
        cli_text_add(out, " a %s follower on the tower", aude_figure_name(event->figure));
        return;
    }
    unsigned kind = aude_tiles[laid->kind].segment[event->segment].kind;
    cli_text_add(out, " %s %s %s the ", event->figure > AUDE_LARGE ? "the" : "a",
                 words_role(event->figure, kind), kind == AUDE_ROAD ? "on" : "in");
    words_segment(out, laid->kind, laid->rot, event->segment);
}

static void score_words(struct cli_text *out, const struct aude_head *head,
                        const struct aude_event *event)
{
    char sum[128];

    aude_event_sum(event, sum, sizeof sum);
    words_who_does(out, head, event->seat, event->points ? "score" : "get");
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

/* -- Expansions III and IV -------------------------------------------------------------- */

void words_target(struct cli_text *out, const struct aude_game *game,
                  struct aude_action action)
{
    int tile = aude_game_tile_at(game, action.x, action.y);
    const char *role = "follower on the tower";

    if (action.segment >= AUDE_IN_QUARTER &&
        action.segment < AUDE_IN_QUARTER + AUDE_QUARTERS)
        role = "follower in Carcassonne";
    else if (tile >= 0 && action.segment != AUDE_ON_TOWER)
        role = words_role(action.figure,
                          aude_tiles[game->laid[tile].kind].segment[action.segment].kind);
    if (action.arg == game->turn.actor)
        cli_text_add(out, "your %s at %d,%d", role, action.x, action.y);
    else
        cli_text_add(out, "the %s of player %d at %d,%d", role, action.arg + 1, action.x,
                     action.y);
}

static const char *figure_words(unsigned figure)
{
    if (figure == AUDE_SMALL) return "small follower";
    return figure == AUDE_LARGE ? "large follower" : aude_figure_name(figure);
}

/* ORDER QUARTER */
static const char *const quarters[AUDE_QUARTERS] = {"castle", "market", "blacksmith",
                                                    "cathedral"};

/* "city to the north at 2,-1" */
static void place_words(struct cli_text *out, const struct aude_game *game,
                        struct aude_action action)
{
    int tile = aude_game_tile_at(game, action.x, action.y);

    if (tile >= 0)
        words_segment(out, game->laid[tile].kind, game->laid[tile].rot, action.segment);
    cli_text_add(out, " at %d,%d", action.x, action.y);
}

/* "the wagon", with its place where several of its owner wait for a decision. */
static void words_wagon(struct cli_text *out, const struct aude_game *game)
{
    unsigned wagon = game->abbeys.wagon;

    cli_text_str(out, "the wagon");
    if (game->turn.phase != AUDE_PHASE_WAGON || wagon >= game->n_figures) return;
    const struct aude_figure *fig = &game->figure[wagon];
    const struct aude_laid *laid = &game->laid[game->tile_of[fig->at]];
    uint64_t resting = game->player[fig->seat].at[AUDE_AT_REST];
    if (resting & (resting - 1)) cli_text_add(out, " at %d,%d", laid->x, laid->y);
}

bool words_other_action(struct cli_text *out, const struct aude_game *game,
                        struct aude_action action)
{
    static const char *const sides[] = {"north", "east", "south", "west"};

    switch (action.kind) {
    case AUDE_FAIRY:
        cli_text_str(out, "the fairy beside ");
        words_target(out, game, action);
        return true;
    case AUDE_REMOVE:
        cli_text_str(out, "the princess sends home ");
        words_target(out, game, action);
        return true;
    case AUDE_CAPTURE:
        cli_text_str(out, "take prisoner ");
        words_target(out, game, action);
        return true;
    case AUDE_STEP:
        cli_text_add(out, "%s", sides[action.arg & 3]);
        return true;
    case AUDE_TOWER:
        cli_text_add(out, "a tower piece at %d,%d", action.x, action.y);
        return true;
    case AUDE_PUT:
        if (action.segment != AUDE_ON_TOWER) return false;
        cli_text_add(out, "%s follower on the tower at %d,%d",
                     aude_figure_name(action.figure), action.x, action.y);
        return true;
    case AUDE_ABBEY_TILE:
        cli_text_add(out, "your abbey into the hole at %d,%d", action.x, action.y);
        return true;
    case AUDE_FROM_PILE:
        cli_text_str(out, aude_game_left_total(game) ? "draw a tile" : "keep your abbey");
        return true;
    case AUDE_BARN_AT:
        cli_text_add(out, "your barn on the north-west corner of %d,%d", action.x,
                     action.y);
        return true;
    case AUDE_GO_HOME:
        words_wagon(out, game);
        cli_text_str(out, " comes home");
        return true;
    case AUDE_MOVE:
        words_wagon(out, game);
        cli_text_str(out, " moves on to the ");
        place_words(out, game, action);
        return true;
    case AUDE_ENTER:
        cli_text_add(out, "your %s into the %s", figure_words(action.figure),
                     quarters[action.arg & 3]);
        return true;
    case AUDE_SEND:
        cli_text_add(out, "your %s from the %s to the ", figure_words(action.figure),
                     quarters[action.arg & 3]);
        place_words(out, game, action);
        return true;
    case AUDE_COUNT_TO:
        cli_text_add(out, "the count goes to the %s", quarters[action.arg & 3]);
        return true;
    case AUDE_SWAP:
        cli_text_add(out, "your %s follower comes back", aude_figure_name(action.figure));
        return true;
    case AUDE_RANSOM:
        cli_text_add(out, "buy your %s follower back from player %d for 3 points",
                     aude_figure_name(action.figure), action.arg + 1);
        return true;
    default:
        return words_catapult_action(out, game, action);
    }
}

/* Events around the city of Carcassonne; false if it is another. */
static bool count_event(struct cli_text *out, const struct aude_head *head,
                        const struct aude_event *event)
{
    switch (event->kind) {
    case AUDE_EV_ENTER:
        words_who_does(out, head, event->seat, "put");
        cli_text_add(out, " a %s into the %s of Carcassonne", figure_words(event->figure),
                     quarters[event->other & 3]);
        return true;
    case AUDE_EV_SEND:
        words_who_does(out, head, event->seat, "send");
        cli_text_add(out, " a %s from the %s to a %s at %d,%d",
                     figure_words(event->figure), quarters[event->other & 3],
                     aude_feature_name(event->feature), event->x, event->y);
        return true;
    case AUDE_EV_COUNT:
        words_who_does(out, head, event->seat, "move");
        cli_text_add(out, " the count to the %s", quarters[event->other & 3]);
        return true;
    default:
        return false;
    }
}

/* Events of III to VII; false if it is another. */
static bool other_event(struct cli_text *out, const struct aude_head *head,
                        const struct aude_event *event)
{
    switch (event->kind) {
    case AUDE_EV_ASIDE:
        words_who_does(out, head, event->seat, "draw");
        cli_text_add(out, " %s too early: it is laid aside [PD-22]",
                     cli_words_tile(event->tile));
        return true;
    case AUDE_EV_BACK:
        cli_text_add(out, "%d dragon tiles are shuffled back [PD-23]", event->points);
        return true;
    case AUDE_EV_DRAGON:
        words_who_does(out, head, event->seat, "move");
        cli_text_add(out, " the dragon to %d,%d", event->x, event->y);
        return true;
    case AUDE_EV_FAIRY:
        words_who_does(out, head, event->seat, "put");
        cli_text_add(out, " the fairy to %d,%d", event->x, event->y);
        return true;
    case AUDE_EV_TOWER:
        words_who_does(out, head, event->seat, "raise");
        cli_text_add(out, " the tower at %d,%d to %d", event->x, event->y, event->points);
        return true;
    case AUDE_EV_CAPTURE:
        words_who_does(out, head, event->seat, "take");
        cli_text_add(out, " a %s follower of %s prisoner",
                     aude_figure_name(event->figure), head->name[event->other]);
        return true;
    case AUDE_EV_FREED:
        words_who_does(out, head, event->seat, "get");
        cli_text_add(out, " a %s follower back", aude_figure_name(event->figure));
        return true;
    case AUDE_EV_MOVE:
        words_who_does(out, head, event->seat, "move");
        cli_text_add(out, " the wagon on to a %s at %d,%d",
                     aude_feature_name(event->feature), event->x, event->y);
        return true;
    case AUDE_EV_BARN:
        words_who_does(out, head, event->seat, "build");
        cli_text_add(out, " the barn at a corner of %d,%d", event->x, event->y);
        return true;
    case AUDE_EV_AWARD:
        words_who_does(out, head, event->seat, "take");
        cli_text_add(out, " the %s with a %s of %d tiles",
                     event->feature == AUDE_CITY ? "king" : "robber baron",
                     aude_feature_name(event->feature), event->points);
        return true;
    case AUDE_EV_LOSE:
        words_who_does(out, head, event->seat, "lose");
        cli_text_add(out, " the challenge at %d,%d: no points for the %s [CULT-7]",
                     event->x, event->y, words_role(event->figure, event->feature));
        return true;
    case AUDE_EV_RANSOM:
        words_who_does(out, head, event->seat, "pay");
        cli_text_add(out, " %d points to %s for a %s follower", event->points,
                     head->name[event->other], aude_figure_name(event->figure));
        return true;
    default:
        return count_event(out, head, event) || words_catapult_event(out, head, event);
    }
}

bool words_event(struct cli_text *out, const struct aude_head *head,
                 const struct aude_game *game, const struct aude_event *event)
{
    switch (event->kind) {
    case AUDE_EV_LAY:
        lay_words(out, head, event);
        return true;
    case AUDE_EV_PUT:
        put_words(out, head, game, event);
        return true;
    case AUDE_EV_SCORE:
        score_words(out, head, event);
        return true;
    case AUDE_EV_RECALL:
        words_who_does(out, head, event->seat, "take");
        cli_text_add(out, " the abbot home from %d,%d", event->x, event->y);
        return true;
    case AUDE_EV_EARN:
        words_who_does(out, head, event->seat, "earn");
        cli_text_str(out, " a second tile through the builder [TB-9]");
        return true;
    case AUDE_EV_GOODS:
        words_who_does(out, head, event->seat, "take");
        cli_text_add(out, " %d %s", event->points, aude_goods_name(event->goods));
        return true;
    case AUDE_EV_DISCARD:
        words_who_does(out, head, event->seat, "draw");
        cli_text_add(out, " %s, which fits nowhere and leaves the game [BASE-15]",
                     cli_words_tile(event->tile));
        return true;
    case AUDE_EV_RESHUFFLE:
        cli_text_add(out, "%s fits nowhere: the river is shuffled again [RIV-8]",
                     cli_words_tile(event->tile));
        return true;
    case AUDE_EV_RIVER_END:
        cli_text_add(out, "the river ends early, %d tiles leave the game [RIV-8]",
                     event->points);
        return true;
    default:
        return other_event(out, head, event);
    }
}
