/* throw.c -- the catapult: what to throw, from where, at whom.
 *
 * A throw is worth the mean of what comes of it: it is thrown a few times in a copy of the
 * view, each time with another error of the hand and another scatter, and the positions that
 * come out are valued. All throws that are compared meet the same errors. First every follower
 * of a rival is aimed at from the stand nearest to it, a few times; the best of these are then
 * thrown more often, and from other stands too, where others stand in the way.
 *
 * Which kind of round is best is found by holding it: everybody throws once as well as it
 * can. Target and catch are even games and count nothing; so the choice falls on the
 * seat that has more to lose. */
#include "throw.h"

#include <math.h>

#include "hand.h"

enum {
    TARGETS_MAX = 64,
    FINALISTS = 4,
    STANDS = 3 /* of a finalist; the nearer the stand, the less it scatters */
};

/* How often to throw. The careful figures are for decisions, the quick ones for playouts:
 * some 250 and 20 positions valued a throw. Not tuned by matches. */
struct effort {
    int targets, first, finalists, stands, last, rounds;
};
static const struct effort careful_effort = {TARGETS_MAX, 3, FINALISTS, STANDS, 16, 3};
static const struct effort quick_effort = {12, 1, 2, 1, 4, 1};

/* A throw and what it should come to. */
struct shot {
    struct aude_action action;
    float lead; /* of the thrower */
    float points[AUDE_SEATS_MAX];
};

bool throw_decides(const struct aude_game *game)
{
    return game->turn.phase == AUDE_PHASE_CATAPULT ||
           game->turn.phase == AUDE_PHASE_THROW || game->turn.phase == AUDE_PHASE_CATCH;
}

/* -- Aiming ----------------------------------------------------------------------------- */

static float throw_apart(struct aude_point a, struct aude_point b)
{
    return hypotf((float)(b.x - a.x), (float)(b.y - a.y));
}

struct aude_action throw_aimed(const struct aude_game *game, unsigned stand,
                               struct aude_point at)
{
    struct aude_point from = aude_catapult_stand(game, stand);
    struct aude_point nw = aude_catapult_stand(game, 7),
                      se = aude_catapult_stand(game, 3);
    float across = hypotf((float)(se.x - nw.x - 2 * AUDE_CAT_MARGIN),
                          (float)(se.y - nw.y - 2 * AUDE_CAT_MARGIN));
    float slide = game->catapult.kind == AUDE_KNOCK_OUT ? 0.5f : 1;
    float range = throw_apart(from, at) / (1 + slide / AUDE_CAT_SLIDE_DIV);
    float power = (range - AUDE_CAT_D_MIN) * AUDE_CAT_POWER_MAX /
                  (across + AUDE_CAT_D_EXTRA - AUDE_CAT_D_MIN);
    float turn = atan2f((float)(at.y - from.y), (float)(at.x - from.x)) / 6.2831853f;
    long aim = lroundf(turn * AUDE_CAT_TURN), most = AUDE_CAT_POWER_MAX;

    long p = lroundf(power);
    return (struct aude_action){.kind = AUDE_THROW,
                                .arg = (uint8_t)stand,
                                .x = (int16_t)(aim & (AUDE_CAT_TURN - 1)),
                                .y = (int16_t)(p < 0      ? 0
                                               : p > most ? most
                                                          : p)};
}

/* The stands by their distance to `at`; those it is too near to come last. */
static void throw_sort_stands(const struct aude_game *game, struct aude_point at,
                              unsigned stand[AUDE_CAT_STANDS])
{
    float far[AUDE_CAT_STANDS];

    for (unsigned s = 0; s < AUDE_CAT_STANDS; s++) {
        float d = throw_apart(aude_catapult_stand(game, s), at);
        if (d < AUDE_CAT_D_MIN) d += 1e6f;
        unsigned i = s;
        for (; i && far[i - 1] > d; i--) {
            far[i] = far[i - 1];
            stand[i] = stand[i - 1];
        }
        far[i] = d;
        stand[i] = s;
    }
}

/* Out of the board, where nobody is hit: straight north from the northern stand. */
static struct aude_action throw_away(void)
{
    return (struct aude_action){.kind = AUDE_THROW, .x = 3 * AUDE_CAT_TURN / 4};
}

static struct aude_action throw_at_fair(const struct aude_game *game)
{
    const struct aude_laid *fair = &game->laid[game->catapult.fair[0]];
    struct aude_point middle = {fair->x * AUDE_CAT_TILE + AUDE_CAT_TILE / 2,
                                fair->y * AUDE_CAT_TILE + AUDE_CAT_TILE / 2};
    unsigned stand[AUDE_CAT_STANDS];

    throw_sort_stands(game, middle, stand);
    return throw_aimed(game, stand[0], middle);
}

/* -- What comes of a throw -------------------------------------------------------------- */

static void throw_value(struct turn *turn, const struct aude_game *game,
                        float points[AUDE_SEATS_MAX])
{
    static const struct eval_touched nothing;

    turn->looked++;
    eval_points(&turn->eval, game, &turn->board, &nothing, points);
}

/* CAT-22: the thrower takes whatever is best for it, or declines. */
static void throw_value_seduction(struct turn *turn, const struct aude_game *game,
                                  float points[AUDE_SEATS_MAX])
{
    unsigned seat = game->turn.actor;
    struct aude_action *list = turn->list[0];
    int n = aude_game_actions(game, list, AUDE_ACTIONS_MAX);
    float best = -1e9f, got[AUDE_SEATS_MAX];

    for (int i = 0; i < n && i < 16; i++) {
        aude_game_copy(&turn->game[0], game);
        if (aude_game_play(&turn->game[0], list[i], NULL)) continue;
        throw_value(turn, &turn->game[0], got);
        float lead = eval_lead(game->n_seats, got, seat);
        if (lead <= best) continue;
        best = lead;
        for (unsigned s = 0; s < AUDE_SEATS_MAX; s++) points[s] = got[s];
    }
}

/* Throw once, by `rng`; the position that comes of it is turn->shot[1]. */
static bool throw_fly(struct turn *turn, const struct aude_game *game,
                      struct aude_action meant, struct ai_rng *rng)
{
    struct aude_game *after = &turn->shot[1];
    struct aude_range range;

    aude_game_copy(after, game);
    meant = hand_err(meant, hand_of(game, turn->hand), rng);
    if (aude_game_play(after, meant, NULL) || !aude_game_range(after, &range))
        return false;
    struct aude_action scatter = {.kind = AUDE_SCATTER,
                                  .figure = (uint8_t)hand_tri(rng, range.hand_aim),
                                  .segment = (uint8_t)hand_tri(rng, range.hand_power),
                                  .x = (int16_t)hand_tri(rng, range.x_hi),
                                  .y = (int16_t)hand_tri(rng, range.y_hi)};
    return !aude_game_play(after, scatter, NULL);
}

/* The mean of `n` throws. */
static void throw_try_shot(struct turn *turn, const struct aude_game *game, int n,
                           uint64_t seed, struct shot *shot)
{
    float sum[AUDE_SEATS_MAX] = {0}, got[AUDE_SEATS_MAX] = {0};
    struct ai_rng rng;
    unsigned seat = game->turn.actor;

    ai_rng_init(&rng, seed);
    shot->lead = 0;
    for (int i = 0; i < n; i++) {
        if (!throw_fly(turn, game, shot->action, &rng)) continue;
        if (turn->shot[1].turn.phase == AUDE_PHASE_SEDUCE)
            throw_value_seduction(turn, &turn->shot[1], got);
        else
            throw_value(turn, &turn->shot[1], got);
        shot->lead += eval_lead(game->n_seats, got, seat) / (float)n;
        for (unsigned s = 0; s < game->n_seats; s++) sum[s] += got[s] / (float)n;
    }
    for (unsigned s = 0; s < AUDE_SEATS_MAX; s++) shot->points[s] = sum[s];
}

/* -- At whom ---------------------------------------------------------------------------- */

/* The rivals' followers that stand where a token can go, at most `max`, by chance. */
static int throw_find_targets(const struct aude_game *game, int max, struct ai_rng *rng,
                              struct aude_point *at)
{
    int n = 0, seen = 0;

    for (unsigned i = 0; i < game->n_figures; i++) {
        struct aude_point centre;
        if (game->figure[i].seat == game->turn.actor ||
            !aude_catapult_figure(game, i, &centre))
            continue;
        seen++;
        int slot = n < max ? n++ : (int)ai_rng_below(rng, (uint32_t)seen);
        if (slot < max) at[slot] = centre;
    }
    return n;
}

/* Keep the best few, the best first. */
static void throw_keep(struct shot *best, struct aude_point *where, int *n, int max,
                       const struct shot *shot, struct aude_point at)
{
    int i = *n < max ? (*n)++ : max;

    for (; i && best[i - 1].lead < shot->lead; i--)
        if (i < max) {
            best[i] = best[i - 1];
            where[i] = where[i - 1];
        }
    if (i == max) return;
    best[i] = *shot;
    where[i] = at;
}

static void throw_try_finalist(struct turn *turn, const struct aude_game *game,
                               const struct effort *effort, struct aude_point at,
                               uint64_t seed, struct shot *best)
{
    unsigned stand[AUDE_CAT_STANDS];

    throw_sort_stands(game, at, stand);
    for (int i = 0; i < effort->stands && !ai_turn_stopped(turn); i++) {
        struct shot shot = {.action = throw_aimed(game, stand[i], at)};
        throw_try_shot(turn, game, effort->last, seed, &shot);
        if (shot.lead > best->lead) *best = shot;
    }
}

/* The best knock-out or seduction of the seat that throws. turn->board is that of `game`. */
static void throw_best_shot(struct turn *turn, const struct aude_game *game,
                            const struct effort *effort, struct ai_rng *rng,
                            struct shot *best)
{
    struct aude_point at[TARGETS_MAX], where[FINALISTS];
    struct shot top[FINALISTS];
    unsigned stand[AUDE_CAT_STANDS];
    uint64_t seed = ai_rng_next(rng), again = ai_rng_next(rng);
    int targets = throw_find_targets(game, effort->targets, rng, at), n = 0;

    *best = (struct shot){.action = throw_away()};
    throw_value(turn, game, best->points);
    best->lead = eval_lead(game->n_seats, best->points, game->turn.actor);
    for (int i = 0; i < targets && !(i && ai_turn_stopped(turn)); i++) {
        throw_sort_stands(game, at[i], stand);
        struct shot shot = {.action = throw_aimed(game, stand[0], at[i])};
        throw_try_shot(turn, game, effort->first, seed, &shot);
        throw_keep(top, where, &n, effort->finalists, &shot, at[i]);
    }
    if (n && ai_turn_stopped(turn)) *best = top[0];
    for (int i = 0; i < n && !ai_turn_stopped(turn); i++)
        throw_try_finalist(turn, game, effort, where[i], again, best);
}

/* -- What to throw ---------------------------------------------------------------------- */

/* By how much a round of this kind should change everybody's points: each throws as well as it
 * can, and what its throw should bring is added up. turn->shot[0] is where the round begins. */
static void throw_hold_round(struct turn *turn, const struct effort *effort,
                             struct ai_rng *rng, float change[AUDE_SEATS_MAX])
{
    struct aude_game *game = &turn->shot[0];
    unsigned n_seats = game->n_seats;

    for (unsigned i = 0; i < n_seats && game->turn.phase == AUDE_PHASE_THROW; i++) {
        float before[AUDE_SEATS_MAX];
        struct shot shot;
        if (ai_turn_stopped(turn)) return;
        eval_board(&turn->eval, game, &turn->board);
        throw_value(turn, game, before);
        throw_best_shot(turn, game, effort, rng, &shot);
        for (unsigned s = 0; s < n_seats; s++) change[s] += shot.points[s] - before[s];
        if (!throw_fly(turn, game, shot.action, rng)) return;
        if (turn->shot[1].turn.phase == AUDE_PHASE_SEDUCE)
            aude_game_play(&turn->shot[1], aude_game_default(&turn->shot[1]), NULL);
        aude_game_copy(game, &turn->shot[1]);
    }
}

static float throw_value_kind(struct turn *turn, const struct aude_game *game,
                              unsigned kind, const struct effort *effort,
                              struct ai_rng *rng)
{
    struct aude_action action = {.kind = AUDE_CATAPULT, .arg = (uint8_t)kind};
    float points[AUDE_SEATS_MAX], change[AUDE_SEATS_MAX] = {0};

    eval_board(&turn->eval, game, &turn->board);
    throw_value(turn, game, points);
    for (int round = 0; kind < AUDE_TARGET && round < effort->rounds; round++) {
        aude_game_copy(&turn->shot[0], game);
        if (aude_game_play(&turn->shot[0], action, NULL)) break;
        throw_hold_round(turn, &quick_effort, rng, change);
    }
    for (unsigned s = 0; s < game->n_seats; s++)
        points[s] += change[s] / (float)effort->rounds;
    return eval_lead(game->n_seats, points, game->turn.actor);
}

/* Target and catch, which cost nothing to value, come first, in any order. */
static void throw_best_kind(struct turn *turn, const struct aude_game *game,
                            const struct effort *effort, struct ai_rng *rng,
                            struct turn_line *out)
{
    unsigned flip = ai_rng_below(rng, 2);

    out->value = -1e9f;
    for (unsigned i = 0; i < AUDE_CATAPULT_KINDS; i++) {
        unsigned kind = (AUDE_TARGET + i) & 3;
        if (kind >= AUDE_TARGET) kind ^= flip;
        float worth = throw_value_kind(turn, game, kind, effort, rng);
        if (i && ai_turn_stopped(turn))
            return; /* a round that was broken off says nothing */
        if (worth <= out->value) continue;
        out->value = worth;
        out->action[0] =
            (struct aude_action){.kind = AUDE_CATAPULT, .arg = (uint8_t)kind};
    }
}

int throw_lines(struct turn *turn, const struct aude_game *game, bool careful,
                struct ai_rng *rng, struct turn_line *out)
{
    const struct effort *effort = careful ? &careful_effort : &quick_effort;
    float points[AUDE_SEATS_MAX];
    struct shot shot;

    *out = (struct turn_line){.n = 1};
    if (game->turn.phase == AUDE_PHASE_CATAPULT) {
        throw_best_kind(turn, game, effort, rng, out);
        return 1;
    }
    eval_board(&turn->eval, game, &turn->board);
    throw_value(turn, game, points);
    out->value = eval_lead(game->n_seats, points, game->turn.actor);
    if (game->turn.phase == AUDE_PHASE_CATCH)
        out->action[0] = toss_catch(game, rng);
    else if (game->catapult.kind == AUDE_CATCH)
        out->action[0] = toss_throw(game, rng);
    else if (game->catapult.kind == AUDE_TARGET)
        out->action[0] = throw_at_fair(game);
    else {
        throw_best_shot(turn, game, effort, rng, &shot);
        out->action[0] = shot.action;
        out->value = shot.lead;
    }
    return 1;
}
