/* show.c -- a position, what may be done in it and what happened, as JSON. */
#include "bridge.h"

#include <stdlib.h>
#include <string.h>

/* -- Places ----------------------------------------------------------------------------- */

static void show_point(const char *key, int x, int y)
{
    json_object(&out, key);
    json_int(&out, "x", x);
    json_int(&out, "y", y);
    json_end(&out, '}');
}

const char *show_feature_at(const struct aude_game *game, int x, int y, unsigned segment)
{
    int tile = aude_game_tile_at(game, x, y);

    if (tile < 0 || segment >= aude_tiles[game->laid[tile].kind].n_segments) return NULL;
    return aude_feature_name(aude_tiles[game->laid[tile].kind].segment[segment].kind);
}

bool show_count_corner(const struct aude_game *game, int *x, int *y)
{
    for (unsigned i = 0; i < game->n_laid; i++) {
        const struct aude_tile *tile = &aude_tiles[game->laid[i].kind];
        if (tile->set != AUDE_SET_COUNT || tile->col < 0) continue;
        *x = game->laid[i].x - tile->col;
        *y = game->laid[i].y - tile->row;
        return true;
    }
    return false;
}

/* -- Errors ----------------------------------------------------------------------------- */

void show_error_words(enum aude_err err)
{
    json_text(&out, "code", aude_err_name(err));
    json_text(&out, "rule", aude_err_rule(err));
    json_text(&out, "text", aude_err_sentence(err));
}

void show_error(const char *key, enum aude_err err, const struct aude_reader *reader)
{
    json_object(&out, key);
    show_error_words(err);
    if (reader) {
        json_int(&out, "line", reader->line);
        json_text(&out, "at", reader->at);
    }
    json_end(&out, '}');
}

/* -- Figures ---------------------------------------------------------------------------- */

/* Several on one spot stand side by side, as art/board.c draws them. */
static int show_nth_there(const struct aude_game *game, unsigned figure)
{
    int nth = 0;

    for (unsigned i = 0; i < figure; i++)
        nth += game->figure[i].where == game->figure[figure].where &&
               game->figure[i].at == game->figure[figure].at;
    return nth;
}

struct spot {
    const char *where;
    int x, y, px, py, segment, feature;
    bool lying;
};

static struct spot show_spot_on_segment(const struct aude_game *game,
                                        const struct aude_figure *fig)
{
    const struct aude_laid *laid = aude_laid_of(game, fig->at);
    unsigned segment = fig->at - laid->first;
    bool field = aude_tiles[laid->kind].segment[segment].kind == AUDE_FIELD;
    struct spot spot = {.where = "segment",
                        .x = laid->x,
                        .y = laid->y,
                        .segment = (int)segment,
                        .feature = game->label[fig->at],
                        .lying = field && fig->kind <= AUDE_LARGE};

    art_segment_foot(laid->kind, laid->rot, segment, &spot.px, &spot.py);
    if (fig->kind == AUDE_BARN) {
        spot.where = "corner"; /* the north-west one of that tile (AM-15) */
        spot.px = spot.py = 0;
    }
    return spot;
}

static struct spot show_spot_on_tower(const struct aude_game *game,
                                      const struct aude_figure *fig)
{
    const struct aude_laid *laid = &game->laid[fig->at];
    struct spot spot = {
        .where = "tower", .x = laid->x, .y = laid->y, .segment = -1, .feature = -1};

    if (!art_tower_foot(laid->kind, laid->rot, &spot.px, &spot.py))
        spot.px = spot.py = 500;
    return spot;
}

static struct spot show_spot_in_quarter(const struct aude_game *game,
                                        const struct aude_figure *fig)
{
    const struct aude_quarter *quarter = &aude_quarters[fig->at & 3];
    struct spot spot = {.where = "quarter", .segment = fig->at & 3, .feature = -1};
    int x = 0, y = 0;

    show_count_corner(game, &x, &y);
    spot.x = x + quarter->x / 1024;
    spot.y = y + quarter->y / 1024;
    spot.px = quarter->x % 1024 * 1000 / 1024;
    spot.py = quarter->y % 1024 * 1000 / 1024;
    return spot;
}

static void show_figure(const struct aude_game *game, unsigned i)
{
    const struct aude_figure *fig = &game->figure[i];
    int nth = show_nth_there(game, i);
    struct spot spot = fig->where == AUDE_AT_TOWER     ? show_spot_on_tower(game, fig)
                       : fig->where == AUDE_AT_QUARTER ? show_spot_in_quarter(game, fig)
                                                       : show_spot_on_segment(game, fig);

    json_object(&out, NULL);
    json_int(&out, "seat", fig->seat);
    json_text(&out, "kind", aude_figure_name(fig->kind));
    json_text(&out, "where", spot.where);
    json_int(&out, "x", spot.x);
    json_int(&out, "y", spot.y);
    json_int(&out, "segment", spot.segment);
    json_int(&out, "px", spot.px + 90 * nth);
    json_int(&out, "py", spot.py + 20 * nth);
    json_bool(&out, "lying", spot.lying);
    json_int(&out, "feature", spot.feature);
    json_end(&out, '}');
}

static void show_figures(const struct aude_game *game)
{
    json_list(&out, "figures");
    for (unsigned i = 0; i < game->n_figures; i++)
        if (game->figure[i].where == AUDE_AT_SEGMENT ||
            game->figure[i].where == AUDE_AT_TOWER ||
            game->figure[i].where == AUDE_AT_QUARTER ||
            game->figure[i].where == AUDE_AT_REST)
            show_figure(game, i);
    json_end(&out, ']');
    json_list(&out, "prisoners");
    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        if (fig->where != AUDE_AT_PRISON) continue;
        json_object(&out, NULL);
        json_int(&out, "seat", fig->seat);
        json_text(&out, "kind", aude_figure_name(fig->kind));
        json_int(&out, "held", fig->at);
        json_end(&out, '}');
    }
    json_end(&out, ']');
}

/* -- Seats ------------------------------------------------------------------------------ */

static bool show_plays(const struct aude_game *game, enum aude_set set)
{
    return game->sets >> set & 1;
}

static void show_supply(const struct aude_game *game, unsigned seat)
{
    const struct aude_player *player = &game->player[seat];
    unsigned dealt = 0;

    for (unsigned i = 0; i < player->n_figures; i++)
        dealt |= 1u << game->figure[player->first + i].kind;
    json_object(&out, "supply");
    for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
        if (dealt >> kind & 1)
            json_int(&out, aude_figure_name(kind), player->supply[kind]);
    json_end(&out, '}');
}

/* "50+13" as a list: the marks of whole laps, then the place on the track (EDN-10). */
static void show_laps(const char *laps)
{
    json_list(&out, "laps");
    for (const char *at = laps; *at; at += *at == '+') {
        size_t n = strcspn(at, "+");
        json_text_n(&out, NULL, at, n);
        at += n;
    }
    json_end(&out, ']');
}

static void show_seat(const struct aude_game *game, unsigned seat, int32_t projected)
{
    char laps[128];

    json_object(&out, NULL);
    json_int(&out, "points", game->player[seat].points);
    aude_points_text(game, game->player[seat].points, laps, sizeof laps);
    show_laps(laps);
    json_int(&out, "projected", projected);
    show_supply(game, seat);
    if (show_plays(game, AUDE_SET_TRADERS)) {
        json_object(&out, "goods");
        for (unsigned goods = AUDE_WINE; goods <= AUDE_CLOTH; goods++)
            json_int(&out, aude_goods_name(goods), game->traders.goods[seat][goods - 1]);
        json_end(&out, '}');
    }
    if (show_plays(game, AUDE_SET_TOWER))
        json_int(&out, "towerPieces", game->towers.pieces[seat]);
    if (show_plays(game, AUDE_SET_ABBEY))
        json_int(&out, "abbeys", game->abbeys.left[seat]);
    json_end(&out, '}');
}

static void show_seats(const struct aude_game *game)
{
    int32_t projected[AUDE_SEATS_MAX];

    aude_game_projection(game, projected);
    json_list(&out, "seats");
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        show_seat(game, seat, projected[seat]);
    json_end(&out, ']');
}

/* -- What the sets put on the table ----------------------------------------------------- */

static void show_at(const char *key, const struct aude_game *game, unsigned tile)
{
    if (show_plays(game, AUDE_SET_DRAGON) && tile < game->n_laid)
        show_point(key, game->laid[tile].x, game->laid[tile].y);
    else
        json_null(&out, key);
}

static void show_walk(const struct aude_game *game)
{
    char text[8] = "6";

    if (!show_plays(game, AUDE_SET_DRAGON) || !game->turn.walking) {
        json_null(&out, "walk");
        return;
    }
    aude_switch_value(AUDE_SWITCH_DRAGON_STEPS, game->sw[AUDE_SWITCH_DRAGON_STEPS], text,
                      sizeof text);
    long of = strtol(text, NULL, 10);
    json_object(&out, "walk");
    json_int(&out, "steps", game->dragon.steps);
    json_int(&out, "of", of);
    json_list(&out, "order"); /* whose step it is (PD-15) */
    for (long i = 0; i < of; i++)
        json_int(&out, NULL, (game->turn.seat + i) % game->n_seats);
    json_end(&out, ']');
    json_list(&out, "visited");
    for (unsigned i = 0; i <= game->dragon.steps && i < 16; i++) {
        const struct aude_laid *laid = &game->laid[game->dragon.visited[i]];
        show_point(NULL, laid->x, laid->y);
    }
    json_end(&out, ']');
    json_end(&out, '}');
}

static void show_towers(const struct aude_game *game)
{
    json_list(&out, "towers");
    for (unsigned i = 0; i < game->n_laid && show_plays(game, AUDE_SET_TOWER); i++) {
        const struct aude_laid *laid = &game->laid[i];
        int px, py;
        if (!game->laid[i].height || !art_tower_foot(laid->kind, laid->rot, &px, &py))
            continue;
        json_object(&out, NULL);
        json_int(&out, "x", laid->x);
        json_int(&out, "y", laid->y);
        json_int(&out, "height", game->laid[i].height);
        json_bool(&out, "closed", game->laid[i].closed);
        json_int(&out, "px", px);
        json_int(&out, "py", py);
        json_end(&out, '}');
    }
    json_end(&out, ']');
}

/* Where the wagon stood whose owner decides now: he may have several (AM-32). */
static void show_wagon(const struct aude_game *game)
{
    if (game->turn.phase == AUDE_PHASE_WAGON) {
        unsigned at = game->figure[game->abbeys.wagon].at;
        const struct aude_laid *laid = aude_laid_of(game, at);
        show_point("wagon", laid->x, laid->y);
    } else {
        json_null(&out, "wagon");
    }
}

static void show_count(const struct aude_game *game)
{
    int x, y;

    if (!show_plays(game, AUDE_SET_COUNT) || !show_count_corner(game, &x, &y)) {
        json_null(&out, "count");
        return;
    }
    json_object(&out, "count");
    json_int(&out, "quarter", game->count.at);
    json_int(&out, "x", x);
    json_int(&out, "y", y);
    json_end(&out, '}');
}

static void show_seat_or_null(const char *key, unsigned seat)
{
    if (seat < AUDE_SEATS_MAX)
        json_int(&out, key, (long)seat);
    else
        json_null(&out, key);
}

/* -- The position ----------------------------------------------------------------------- */

static void show_laid(const struct aude_game *game)
{
    json_list(&out, "laid");
    for (unsigned i = 0; i < game->n_laid; i++) {
        const struct aude_laid *laid = &game->laid[i];
        json_object(&out, NULL);
        json_int(&out, "x", laid->x);
        json_int(&out, "y", laid->y);
        json_int(&out, "kind", laid->kind);
        json_int(&out, "rot", laid->rot);
        json_int(&out, "copy", art_copy_at(laid->x, laid->y));
        json_end(&out, '}');
    }
    json_end(&out, ']');
    if (game->n_laid > game->n_start)
        json_int(&out, "lastLaid", game->n_laid - 1);
    else
        json_null(&out, "lastLaid");
}

static void show_turn(const struct aude_game *game)
{
    const struct aude_turn *turn = &game->turn;
    bool over = aude_game_over(game);
    unsigned winners = over ? aude_game_winners(game) : 0;

    json_int(&out, "turn", turn->number);
    json_int(&out, "part", turn->part == 2 ? 2 : 1);
    json_int(&out, "seat", turn->seat);
    show_seat_or_null("actor", over ? AUDE_SEAT_NONE : turn->actor);
    json_text(&out, "phase", aude_phase_name(turn->phase));
    json_bool(&out, "over", over);
    json_list(&out, "winners");
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        if (winners >> seat & 1) json_int(&out, NULL, (long)seat);
    json_end(&out, ']');
    if (turn->tile != AUDE_KIND_NONE && turn->phase == AUDE_PHASE_TILE)
        json_int(&out, "hand", turn->tile);
    else
        json_null(&out, "hand");
    json_int(&out, "left", aude_game_left_total(game));
    json_bool(&out, "secondEarned", turn->earned);
}

void show_state(const char *key, const struct aude_game *game, const struct round *round)
{
    bool king = show_plays(game, AUDE_SET_KING);

    json_object(&out, key);
    show_turn(game);
    show_laid(game);
    show_figures(game);
    show_seats(game);
    show_at("dragon", game, game->dragon.at);
    show_at("fairy", game, game->dragon.fairy);
    json_bool(&out, "hasFairy",
              show_plays(game, AUDE_SET_DRAGON) &&
                  !game->sw[AUDE_SWITCH_FAIRY]); /* 0: ON */
    show_walk(game);
    show_towers(game);
    show_wagon(game);
    show_count(game);
    show_seat_or_null("king", king ? game->awards.holder[0] : AUDE_SEAT_NONE);
    show_seat_or_null("robber", king ? game->awards.holder[1] : AUDE_SEAT_NONE);
    bridge_catapult_show(game, round);
    json_list(&out, "sets");
    for (unsigned set = 0; set < AUDE_SETS; set++)
        if (game->sets >> set & 1) json_text(&out, NULL, aude_set_name(set));
    json_end(&out, ']');
    json_hex(&out, "hash", aude_game_hash(game));
    json_end(&out, '}');
}

/* -- Actions ---------------------------------------------------------------------------- */

/* The nearest of the eight winds; 2/5 is near enough to the tangent of half a wind. */
static const char *show_wind_name(int dx, int dy)
{
    static const char *const names[3][3] = {
        {"NW", "N", "NE"}, {"W", "middle", "E"}, {"SW", "S", "SE"}};
    int wide = 5 * abs(dx) > 2 * abs(dy), tall = 5 * abs(dy) > 2 * abs(dx);

    return names[1 + tall * ((dy > 0) - (dy < 0))][1 + wide * ((dx > 0) - (dx < 0))];
}

/* On which side of its tile a segment lies, from the sides and halves of sides that it meets:
 * "N", "NE" ..., "middle" where they lie all round; nothing where it meets none. A half lies
 * off the middle of its side, to the left or right of one who looks out of the tile. */
static void show_wind(const struct aude_game *game, int x, int y, unsigned segment)
{
    int tile = aude_game_tile_at(game, x, y), dx = 0, dy = 0;

    if (tile < 0 || segment >= aude_tiles[game->laid[tile].kind].n_segments) return;
    const struct aude_laid *laid = &game->laid[tile];
    const struct aude_segment *seg = &aude_tiles[laid->kind].segment[segment];
    for (unsigned i = 0; i < 4; i++) {
        unsigned side = (i + laid->rot) & 3, halves = seg->halves >> 2 * i & 3;
        int whole = seg->sides >> i & 1, n = whole + (halves & 1) + (halves >> 1);
        int off = (int)(halves >> 1) - (int)(halves & 1);
        dx += 2 * n * aude_side_x[side] - off * aude_side_y[side];
        dy += 2 * n * aude_side_y[side] + off * aude_side_x[side];
    }
    if (seg->sides | seg->halves) json_text(&out, "wind", show_wind_name(dx, dy));
}

/* A segment, the top of a tower, or a quarter. */
static void show_place(const struct aude_game *game, struct aude_action action)
{
    const char *feature = show_feature_at(game, action.x, action.y, action.segment);

    if (action.segment == AUDE_ON_TOWER) {
        json_bool(&out, "onTower", true);
    } else if (action.segment >= AUDE_IN_QUARTER) {
        json_int(&out, "quarter", action.segment - AUDE_IN_QUARTER);
    } else {
        json_int(&out, "segment", action.segment);
        if (feature) json_text(&out, "feature", feature);
        show_wind(game, action.x, action.y, action.segment);
    }
}

/* What the action is about besides its own fields. */
static void show_about(const struct aude_game *game, struct aude_action action)
{
    struct aude_about about = aude_action_about(game, action);

    if (about.fields & AUDE_HAS_CELL) json_int(&out, "x", about.x);
    if (about.fields & AUDE_HAS_CELL) json_int(&out, "y", about.y);
    if (about.fields & AUDE_HAS_FIGURE)
        json_text(&out, "figure", aude_figure_name(about.figure));
    if (about.fields & AUDE_HAS_TILE) json_int(&out, "tile", about.tile);
    if (about.fields & AUDE_HAS_ROT) json_int(&out, "rot", about.rot);
    if (about.fields & AUDE_HAS_POINTS) json_int(&out, "points", about.points);
}

static void show_side(unsigned side)
{
    json_text(&out, "side", aude_side_name(side & 3));
    json_text(&out, "wind", aude_side_name(side & 3));
}

/* The fields that mean something: of a figure in the supply not its place, of hands that are
 * held back not where. */
static unsigned show_action_fields(struct aude_action action)
{
    unsigned has = aude_action_fields(action.kind);

    if (has & AUDE_HAS_SEGMENT && action.segment == AUDE_IN_SUPPLY)
        has &= AUDE_HAS_FIGURE;
    return has & AUDE_HAS_HANDS && !action.arg ? 0 : has;
}

void show_action(const struct aude_game *game, struct aude_action action)
{
    unsigned has = show_action_fields(action);
    char text[160];

    aude_action_text(game, action, text, sizeof text);
    json_object(&out, NULL);
    json_text(&out, "text", text);
    json_text(&out, "kind", aude_action_name(action.kind));
    if (has & AUDE_HAS_CELL) json_int(&out, "x", action.x);
    if (has & AUDE_HAS_CELL) json_int(&out, "y", action.y);
    if (has & AUDE_HAS_FIGURE) json_text(&out, "figure", aude_figure_name(action.figure));
    if (has & AUDE_HAS_SEGMENT) show_place(game, action);
    if (has & AUDE_HAS_OTHER) json_int(&out, "seat", action.arg);
    if (has & AUDE_HAS_QUARTER) json_int(&out, "quarter", action.arg);
    if (has & AUDE_HAS_ROT) json_int(&out, "rot", action.arg);
    if (has & AUDE_HAS_TILE) json_int(&out, "tile", action.arg);
    if (has & AUDE_HAS_ROUND) json_text(&out, "round", aude_catapult_name(action.arg));
    if (has & AUDE_HAS_STAND) json_int(&out, "stand", action.arg);
    if (has & AUDE_HAS_NUMBERS) json_int(&out, "aim", action.x);
    if (has & AUDE_HAS_NUMBERS) json_int(&out, "power", action.y);
    if (has & AUDE_HAS_SIDE) show_side(action.arg);
    show_about(game, action);
    json_end(&out, '}');
}

void show_glance(const char *words)
{
    struct aude_glance said;

    if (!aude_action_glance(words, &said)) return;
    json_text(&out, "kind", aude_action_name(said.kind));
    if (said.fields & AUDE_HAS_CELL) json_int(&out, "x", said.x);
    if (said.fields & AUDE_HAS_CELL) json_int(&out, "y", said.y);
    if (said.fields & AUDE_HAS_ROT) json_int(&out, "rot", said.rot);
    if (said.fields & AUDE_HAS_TILE) json_int(&out, "tile", said.tile);
    if (said.fields & AUDE_HAS_FIGURE)
        json_text(&out, "figure", aude_figure_name(said.figure));
    if (said.fields & AUDE_HAS_FEATURE)
        json_text(&out, "feature", aude_feature_name(said.feature));
}

/* {kind, ...} for the words in `in`; {} if they begin with no kind of action. */
void EXPORT(bridge_glance)(void);
void bridge_glance(void)
{
    json_clear(&out);
    json_object(&out, NULL);
    show_glance(in);
    json_end(&out, '}');
}

void show_actions(const struct aude_game *game)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    int n = aude_game_actions(game, list, AUDE_ACTIONS_MAX);

    json_list(&out, NULL);
    for (int i = 0; i < n && i < AUDE_ACTIONS_MAX; i++) show_action(game, list[i]);
    json_end(&out, ']');
}

/* -- Events ----------------------------------------------------------------------------- */

static void show_event_terms(const struct aude_event *event)
{
    char sum[256];

    json_bool(&out, "final", event->final);
    json_list(&out, "terms");
    for (unsigned i = 0; i < event->n_terms; i++) {
        json_object(&out, NULL);
        json_text(&out, "kind", aude_term_name(event->term[i].kind));
        json_int(&out, "count", event->term[i].count);
        json_int(&out, "each", event->term[i].each);
        json_end(&out, '}');
    }
    json_end(&out, ']');
    aude_event_sum(event, sum, sizeof sum);
    json_text(&out, "sum", sum);
}

static void show_event_numbers(const struct aude_event *event)
{
    json_list(&out, "numbers");
    json_int(&out, NULL, event->x);
    json_int(&out, NULL, event->y);
    json_end(&out, ']');
}

static void show_event(const struct aude_event *event)
{
    unsigned has = aude_event_fields(event->kind);
    const unsigned other = AUDE_HAS_OTHER | AUDE_HAS_QUARTER | AUDE_HAS_STAND;

    json_object(&out, NULL);
    json_text(&out, "kind", aude_event_name(event->kind));
    if (aude_event_rule(event->kind)[0])
        json_text(&out, "rule", aude_event_rule(event->kind));
    json_int(&out, "seat", event->seat < AUDE_SEATS_MAX ? event->seat : -1);
    if (has & other) json_int(&out, "other", event->other);
    if (has & AUDE_HAS_ROUND) json_text(&out, "round", aude_catapult_name(event->other));
    if (has & AUDE_HAS_FIGURE) json_text(&out, "figure", aude_figure_name(event->figure));
    if (has & AUDE_HAS_GOODS) json_text(&out, "goods", aude_goods_name(event->goods));
    if (has & AUDE_HAS_TILE) json_int(&out, "tile", event->tile);
    if (has & AUDE_HAS_ROT) json_int(&out, "rot", event->rot);
    if (has & AUDE_HAS_CELL) json_int(&out, "x", event->x);
    if (has & AUDE_HAS_CELL) json_int(&out, "y", event->y);
    if (has & AUDE_HAS_SEGMENT) json_int(&out, "segment", event->segment);
    if (has & AUDE_HAS_FEATURE)
        json_text(&out, "feature", aude_feature_name(event->feature));
    if (has & AUDE_HAS_POINTS) json_int(&out, "points", event->points);
    if (has & AUDE_HAS_SUM) show_event_terms(event);
    if (has & AUDE_HAS_NUMBERS) show_event_numbers(event);
    if (has & AUDE_HAS_POINT) show_point("at", event->at.x, event->at.y);
    json_end(&out, '}');
}

void show_events(const char *key, const struct aude_events *events)
{
    json_list(&out, key);
    for (int i = 0; i < events->n && i < events->max; i++) show_event(&events->list[i]);
    json_end(&out, ']');
}
