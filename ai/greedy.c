/* greedy.c -- a player that looks one turn ahead and takes what is worth most.
 *
 * Every place for the tile and every action after it is played on a copy, and the position
 * that comes out is weighed, in hundredths of a point:
 *
 *     points if the game ended now, of every seat
 *   + what unfinished features will still grow by, for those who hold them
 *   + followers in the supply, the first ones worth more than the last
 *
 * The seat's own sum less that of the strongest rival is the value of the action. */
#include "ai.h"

/* Tiles still to come for each seat: how long anything has to grow. */
static int greedy_turns_left(const struct aude_game *game)
{
    return aude_game_left_total(game) / game->n_seats;
}

/* The numbers below were found by matches of this player against itself, one number at a
 * time, 400 games a trial; together they win 89 % of 500 games against the first guess.
 * What mattered most: followers at hand are worth a lot, and fields little until cities
 * stand by them. */
enum {
    HORIZON = 16, /* turns after which an open side has had its chance */
    HOLDING = 12, /* turns before the end from which spare followers lose their worth */
    RETURN_CENTS = 200, /* a follower that comes home */
    SECOND_CENTS = 300, /* a second part: another tile to lay (TB-10) */
    CITY_TURN = 8,      /* what an unfinished city grows by, a turn */
    FIELD_TURN = 1
};

/* Chance in percent that a feature with this many open sides is closed in the turns left. */
static int greedy_closing_chance(int open, int turns)
{
    static const int chance[] = {100, 60, 35, 22, 10};
    int base = open > 4 ? 4 : chance[open];

    return turns >= HORIZON ? base : base * turns / HORIZON;
}

/* What the feature will bring its owners beyond what it brings as it stands. */
static int greedy_growth(const struct aude_feature_view *feature, int turns)
{
    int open = feature->open < 0 ? 0 : feature->open;

    switch (feature->kind) {
    case AUDE_CITY: /* finished, it counts twice */
        return greedy_closing_chance(open, turns) * feature->points +
               CITY_TURN * (turns < HORIZON ? turns : HORIZON);
    case AUDE_MONASTERY:
    case AUDE_GARDEN: /* cells fill by themselves, each for a point */
        return open * greedy_closing_chance(open > 4 ? 2 : 1, turns);
    case AUDE_FIELD:
        return FIELD_TURN * turns;
    default:
        return 0;
    }
}

/* Worth of having `n` followers at hand: without one, no tile earns anything. */
static int greedy_supply_worth(int n, int turns)
{
    static const int each[] = {700, 420, 290, 200, 130, 90, 55};
    int worth = 0;

    for (int i = 0; i < n; i++) worth += i < 7 ? each[i] : 30;
    return turns >= HOLDING ? worth : worth * turns / HOLDING;
}

/* A follower in an open feature will come home and earn again, perhaps. */
static int greedy_return_worth(const struct aude_feature_view *feature, int turns)
{
    if (feature->kind == AUDE_FIELD) return 0;
    return greedy_closing_chance(feature->open < 0 ? 0 : feature->open, turns) *
           RETURN_CENTS / 100;
}

static void greedy_weigh_figures(const struct aude_game *game, int turns,
                                 int worth[AUDE_SEATS_MAX])
{
    uint32_t seen[AUDE_HANDLES_MAX / 32] = {0};

    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *figure = &game->figure[i];
        if (figure->where != AUDE_AT_SEGMENT) continue;

        struct aude_feature_view feature;
        int tile = (int)aude_tile_of(game, figure->at);
        aude_game_feature(game, tile, figure->at - game->laid[tile].first, &feature);
        worth[figure->seat] += greedy_return_worth(&feature, turns);
        if (seen[feature.id / 32] >> feature.id % 32 & 1) continue;
        seen[feature.id / 32] |= 1u << feature.id % 32;
        int more = greedy_growth(&feature, turns);
        for (unsigned seat = 0; seat < game->n_seats; seat++)
            if (feature.owners >> seat & 1) worth[seat] += more;
    }
}

/* What the position is worth to `seat`, against its strongest rival. */
static int greedy_weigh(const struct aude_game *game, unsigned seat)
{
    int worth[AUDE_SEATS_MAX] = {0}, rival = -1000000, turns = greedy_turns_left(game);
    int32_t points[AUDE_SEATS_MAX];

    aude_game_projection(game, points);
    if (!aude_game_over(game)) greedy_weigh_figures(game, turns, worth);
    for (unsigned s = 0; s < game->n_seats; s++) {
        int n = 0;
        for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
            n += game->player[s].supply[kind];
        worth[s] += 100 * points[s] + greedy_supply_worth(n, turns);
        if (s != seat && worth[s] > rival) rival = worth[s];
    }
    return worth[seat] - rival;
}

/* Whose turn it is, and whether time is over: with every set there are thousands of ways to
 * lay a tile and go on. */
struct look {
    const struct ai_limits *limits;
    unsigned seat;
    bool stopped;
};

static bool greedy_stopped(struct look *look)
{
    const struct ai_limits *limits = look->limits;

    if (!look->stopped && limits->stop) look->stopped = limits->stop(limits->context);
    return look->stopped;
}

static int greedy_best_after(const struct aude_game *game, struct aude_action action,
                             struct look *look);

/* The best of what the seat may do in `game`, or of what there was time to look at; its value
 * in *value. */
static struct aude_action greedy_best(const struct aude_game *game, struct look *look,
                                      struct ai_rng *rng, int *value)
{
    struct aude_action list[AUDE_ACTIONS_MAX], chosen = {.kind = AUDE_NO_ACTION};
    int n = aude_game_actions(game, list, AUDE_ACTIONS_MAX), equal = 0;

    for (int i = 0; i < n && i < AUDE_ACTIONS_MAX && !(i && greedy_stopped(look)); i++) {
        int v = greedy_best_after(game, list[i], look);
        if (equal && v < *value) continue;
        if (!equal || v > *value) equal = 0;
        *value = v;
        equal++;
        /* Among equals each has the same chance. */
        if (equal == 1 || (rng && !ai_rng_below(rng, (uint32_t)equal))) chosen = list[i];
    }
    return chosen;
}

/* The turn goes on as long as the same seat has to decide, no tile is drawn and no round of
 * the catapult begins: what that brings is chance. */
static int greedy_best_after(const struct aude_game *game, struct aude_action action,
                             struct look *look)
{
    struct aude_game after;
    int value = -1000000;
    unsigned seat = look->seat;

    aude_game_copy(&after, game);
    if (aude_game_play(&after, action, NULL)) return value;
    if (aude_game_over(&after) || after.turn.actor != seat ||
        after.turn.phase == AUDE_PHASE_TILE || after.turn.phase == AUDE_PHASE_CATAPULT) {
        if (look->limits->looked) ++*look->limits->looked;
        bool again = after.turn.seat == seat && after.turn.part > game->turn.part;
        return greedy_weigh(&after, seat) + (again ? SECOND_CENTS : 0);
    }
    greedy_best(&after, look, NULL, &value);
    return value;
}

static struct aude_action greedy_choose(const struct ai_player *player,
                                        const struct aude_game *view,
                                        const struct ai_limits *limits,
                                        struct ai_rng *rng)
{
    struct look look = {.limits = limits, .seat = view->turn.actor};
    int value;

    (void)player;
    return greedy_best(view, &look, rng, &value);
}

const struct ai_player ai_greedy = {
    .name = "greedy",
    .title = "Greedy",
    .sentence = "Looks one turn ahead and takes what is worth most.",
    .hand = AI_HAND_NORMAL,
    .choose = greedy_choose,
};
