/* words.c -- tiles, segments, features and figures in words for a person. */
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
    /* ORDER FEATURE, both. */
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

const char *words_side(unsigned side)
{
    static const char *const compass[] = {"north", "east", "south", "west"};

    return compass[side & 3];
}

static void words_sides(struct cli_text *out, unsigned sides, bool road)
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
                         words_side(side));
}

/* Where on the tile the anchor is: "in the north-west". */
static void words_anchor(struct cli_text *out, const struct aude_segment *segment,
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
        words_sides(out, aude_turn_sides(seg->sides, rot), seg->kind == AUDE_ROAD);
    else if (seg->kind == AUDE_FIELD && seg->halves != 255)
        words_anchor(out, seg, rot);
}

/* -- Features --------------------------------------------------------------------------- */

static void words_counted(struct cli_text *out, int n, const char *one, const char *many)
{
    cli_text_add(out, "%d %s", n, n == 1 ? one : many);
}

void words_feature(struct cli_text *out, const struct aude_feature_view *feature)
{
    if (feature->kind != AUDE_FIELD) {
        words_counted(out, feature->tiles, "tile", "tiles");
        cli_text_str(out, ", ");
    }
    if (feature->shields) {
        words_counted(out, feature->shields, "shield", "shields");
        cli_text_str(out, ", ");
    }
    if (feature->complete) {
        cli_text_str(out, "complete, ");
    } else if (feature->kind == AUDE_ROAD || feature->kind == AUDE_CITY) {
        words_counted(out, feature->open, "open end", "open ends");
        cli_text_str(out, ", ");
    } else if (feature->kind != AUDE_FIELD) {
        words_counted(out, feature->open, "cell to fill", "cells to fill");
        cli_text_str(out, ", ");
    }
    words_counted(out, feature->points, "point", "points");
    cli_text_str(out, feature->complete             ? " at once"
                      : feature->kind == AUDE_FIELD ? " at the end"
                                                    : " so far");
}

/* -- Figures ---------------------------------------------------------------------------- */

const char *words_figure(enum aude_figure_kind figure)
{
    if (figure == AUDE_SMALL) return "small follower";
    return figure == AUDE_LARGE ? "large follower" : aude_figure_name(figure);
}

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
