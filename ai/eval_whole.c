/* eval_whole.c -- the position as a whole as numbers for the network: points, hands, tiles that
 * are left, empty cells, and what the expansions count. */
#include "eval_net_internal.h"

#include <string.h>

enum {
    SCORE,
    LEAD,
    G_FAR,
    G_NEAR,
    LEFT,
    HAND,
    HAND_RIVAL,
    HAND_0, /* none, one, two */
    HAND_RIVAL_0 = HAND_0 + 3,
    SEATS_2 = HAND_RIVAL_0 + 3, /* two, three or four, more */
    WAIT = SEATS_2 + 3,         /* turns until this seat draws */
    NEXT_OWN,
    HOLES_0, /* empty cells by the number of tiles that fit */
    BAG = HOLES_0 + 5,
    HOMES = BAG + EVAL_BAG_N,
    HOMES_RIVAL,
    SECOND, /* by how much the best rival leads the next */
    RIVER,
    SETS_BIT,
    SETS_OWN = 48,
    SETS_RIVAL = SETS_OWN + EVAL_SETS_N,
    BAG_MARKS = SETS_RIVAL + EVAL_SETS_N, /* dragons, volcanoes, towers that are left */
    WALKING = BAG_MARKS + EVAL_BAG_MARKS, /* steps that the dragon still has to go */
    GLOBAL_N
};

enum { DRAGON_STEPS = 7 }; /* one more than it goes (PD-17) */

_Static_assert(SETS_OWN - SETS_BIT == (int)EVAL_NET_SETS, "test_limits.c prints it");
_Static_assert((int)GLOBAL_N <= (int)NET_GLOBAL, "there is room");

/* What is left in the bag, each as a share of all its tiles. */
enum {
    BAG_MONASTERIES,
    BAG_CITY_SIDES,
    BAG_ROAD_SIDES,
    BAG_SHIELDS,
    BAG_CITY_ENDS, /* a city with one side */
    BAG_CROSSINGS,
    BAG_ROAD_ENDS,
    BAG_N
};

_Static_assert((int)BAG_N == (int)EVAL_BAG_N, "eval.h keeps as many");

static const uint16_t bag_marks[EVAL_BAG_MARKS] = {AUDE_MARK_DRAGON, AUDE_MARK_VOLCANO,
                                                   AUDE_MARK_TOWER};

/* Of marks it is the number of tiles that counts, not their share. */
static void eval_whole_see_marks(struct eval *eval)
{
    for (int k = 0; k < EVAL_BAG_MARKS; k++) {
        unsigned n = 0;
        for (int i = 0; i < eval->n_bag; i++)
            if (aude_tiles[eval->bag[i].kind].marks & bag_marks[k]) n += eval->bag[i].n;
        eval->bag_marks[k] = eval_part((float)n / 8);
    }
}

void eval_whole_see_bag(struct eval *eval)
{
    float n[EVAL_BAG_N] = {0}, all = 0;

    for (int i = 0; i < eval->n_bag; i++) {
        const struct aude_tile *tile = &aude_tiles[eval->bag[i].kind];
        float count = (float)eval->bag[i].n, cities = 0, roads = 0, shields = 0;
        for (unsigned s = 0; s < 4; s++) {
            cities += tile->edge[s] == AUDE_EDGE_CITY;
            roads += tile->edge[s] == AUDE_EDGE_ROAD;
        }
        for (unsigned s = 0; s < tile->n_segments; s++) {
            shields += (float)tile->segment[s].shields;
            unsigned sides = tile->segment[s].sides;
            bool one = sides && !(sides & (sides - 1));
            n[BAG_CITY_ENDS] += one && tile->segment[s].kind == AUDE_CITY ? count : 0;
            n[BAG_ROAD_ENDS] += one && tile->segment[s].kind == AUDE_ROAD ? count : 0;
        }
        all += count;
        n[BAG_MONASTERIES] += tile->of[AUDE_MONASTERY] ? 4 * count : 0;
        n[BAG_CITY_SIDES] += cities * count / 2;
        n[BAG_ROAD_SIDES] += roads * count / 2;
        n[BAG_SHIELDS] += shields * count * 2;
        n[BAG_CROSSINGS] += roads > 2 ? 2 * count : 0;
    }
    for (int i = 0; i < EVAL_BAG_N; i++)
        eval->bag_x[i] = eval_part(all > 0 ? n[i] / all : 0);
    eval_whole_see_marks(eval);
}

static void eval_whole_see_frontier(struct eval *eval, const struct aude_game *game,
                                    int8_t *out)
{
    unsigned n[5] = {0};

    for (unsigned i = 0; i < game->frontier.n; i++) {
        unsigned fits = eval_fits(eval, game->frontier.demand[i]);
        n[fits == 0 ? 0 : fits < 3 ? 1 : fits < 6 ? 2 : fits < 12 ? 3 : 4]++;
    }
    for (int i = 0; i < 5; i++) out[i] = eval_part((float)n[i] / 8);
}

static unsigned eval_whole_rival(unsigned n_seats, const float points[AUDE_SEATS_MAX],
                                 unsigned seat, float *second)
{
    unsigned rival = seat ? 0 : 1;

    *second = -1e9f;
    for (unsigned s = 0; s < n_seats; s++)
        if (s != seat && points[s] > points[rival]) rival = s;
    for (unsigned s = 0; s < n_seats; s++)
        if (s != seat && s != rival && points[s] > *second) *second = points[s];
    return rival;
}

static void eval_whole_see_hands(const struct aude_game *game,
                                 const struct eval_board *now, unsigned seat,
                                 unsigned rival, int8_t *out)
{
    unsigned own = eval_hand(game, seat), his = eval_hand(game, rival);
    float homes[2] = {0};

    for (int i = 0; i < now->n; i++) {
        homes[0] += now->list[i].home * (float)eval_of(now->list[i].followers, seat);
        homes[1] += now->list[i].home * (float)eval_of(now->list[i].followers, rival);
    }
    out[HAND] = eval_part((float)own / 4);
    out[HAND_RIVAL] = eval_part((float)his / 4);
    if (own < 3) out[HAND_0 + own] = NET_UNIT;
    if (his < 3) out[HAND_RIVAL_0 + his] = NET_UNIT;
    out[HOMES] = eval_part(homes[0] / 2);
    out[HOMES_RIVAL] = eval_part(homes[1] / 2);
}

/* Numbers of eval_sets.c that are points rather than counts. */
static bool eval_whole_is_points(int i)
{
    return i == EVAL_GOODS || i == EVAL_AWARD || i == EVAL_DRAGON_STAKE ||
           i == EVAL_TOWER_STAKE || i == EVAL_TOWER_TOP || i == EVAL_TOWER_PREY ||
           i == EVAL_MAYOR_WAITS || i == EVAL_FIELD_BARN || i == EVAL_FIELD_OWN_BARN ||
           i == EVAL_BARN_CITIES || i == EVAL_PIG_FIELD;
}

static void eval_whole_see_sets(const struct eval *eval, const struct aude_game *game,
                                unsigned seat, unsigned rival, int8_t *out)
{
    for (unsigned s = 0; s < AUDE_SETS && s < EVAL_NET_SETS; s++)
        out[SETS_BIT + s] = game->sets >> s & 1 ? NET_UNIT : 0;
    if (!eval_is_special(game->sets)) return;
    for (int i = 0; i < EVAL_SETS_N; i++) {
        float scale = eval_whole_is_points(i) ? 1.0f / 8 : 1.0f / 2;
        out[SETS_OWN + i] = eval_part(scale * eval->sets_x[seat][i]);
        out[SETS_RIVAL + i] = eval_part(scale * eval->sets_x[rival][i]);
    }
    memcpy(out + BAG_MARKS, eval->bag_marks, EVAL_BAG_MARKS);
    if (game->turn.phase == AUDE_PHASE_DRAGON ||
        game->turn.phase == AUDE_PHASE_DRAGON_LATE)
        out[WALKING] = eval_part((float)(DRAGON_STEPS - game->dragon.steps) / 4);
}

void eval_whole(struct eval *eval, const struct aude_game *game, unsigned seat,
                const float points[AUDE_SEATS_MAX], int8_t out[NET_GLOBAL])
{
    unsigned n = game->n_seats, next = game->turn.seat;
    float near, far, second;
    unsigned rival = eval_whole_rival(n, points, seat, &second);

    memset(out, 0, NET_GLOBAL);
    eval_hand_time(eval, game, &near, &far);
    out[SCORE] =
        eval_part((float)(game->player[seat].points - game->player[rival].points) / 16);
    out[LEAD] = eval_part((points[seat] - points[rival]) / 16);
    out[G_FAR] = eval_part(far);
    out[G_NEAR] = eval_part(near);
    out[LEFT] = eval_part((float)eval_left(game) / 32);
    eval_whole_see_hands(game, &eval->now, seat, rival, out);
    out[SEATS_2 + (n == 2 ? 0 : n < 5 ? 1 : 2)] = NET_UNIT;
    out[WAIT] = eval_part((float)((seat + n - next) % n) / 2);
    out[NEXT_OWN] = seat == next ? NET_UNIT : 0;
    eval_whole_see_frontier(eval, game, out + HOLES_0);
    memcpy(out + BAG, eval->bag_x, EVAL_BAG_N);
    out[SECOND] = n > 2 ? eval_part((points[rival] - second) / 8) : 0;
    out[RIVER] = game->river.flowing ? NET_UNIT : 0;
    eval_whole_see_sets(eval, game, seat, rival, out);
}
