/* told_throw.c -- the real catapult: its outcome is told, and a throw of the game is found that ends so. */
#include "told.h"

static bool told_throws_now(const struct aude_game *game)
{
    struct aude_range range;

    return aude_game_range(game, &range) && range.kind == AUDE_THROW;
}

static int64_t told_throw_far(struct aude_point a, struct aude_point b)
{
    int64_t x = a.x - b.x, y = a.y - b.y;

    return x * x + y * y;
}

/* How far from `at` the token of this throw lies; with `middle` what counts is the middle of its way over the ground. */
static int64_t told_throw_miss(const struct aude_game *game, struct aude_action throw,
                               struct aude_point at, bool middle)
{
    struct aude_point land, rest;

    aude_catapult_flight(game, throw.arg, (unsigned) throw.x, (unsigned) throw.y, &land,
                         &rest);
    if (middle) rest = (struct aude_point){(land.x + rest.x) / 2, (land.y + rest.y) / 2};
    return told_throw_far(rest, at);
}

/* The best throw from one stand: a coarse grid, then ever finer steps around the best of it. */
static struct aude_action told_throw_aim(const struct aude_game *game, unsigned stand,
                                         struct aude_point at, bool middle, int64_t *miss)
{
    struct aude_action best = {.kind = AUDE_THROW, .arg = (uint8_t)stand};

    *miss = INT64_MAX;
    for (int aim = 0; aim < AUDE_CAT_TURN; aim += 64)
        for (int power = 0; power <= AUDE_CAT_POWER_MAX; power += 64) {
            struct aude_action one = {.kind = AUDE_THROW,
                                      .arg = (uint8_t)stand,
                                      .x = (int16_t)aim,
                                      .y = (int16_t)power};
            int64_t off = told_throw_miss(game, one, at, middle);
            if (off < *miss) *miss = off, best = one;
        }
    for (int step = 32; step; step /= 2)
        for (int i = 0; i < 9; i++) {
            struct aude_action one = best;
            one.x =
                (int16_t)((one.x + step * (i % 3 - 1) + AUDE_CAT_TURN) % AUDE_CAT_TURN);
            one.y = (int16_t)(one.y + step * (i / 3 - 1));
            if (one.y < 0 || one.y > AUDE_CAT_POWER_MAX) continue;
            int64_t off = told_throw_miss(game, one, at, middle);
            if (off < *miss) *miss = off, best = one, i = -1;
        }
    return best;
}

bool told_throw_at(const struct aude_game *game, struct aude_point at,
                   struct aude_action *out)
{
    int64_t best = INT64_MAX, miss;

    if (!told_throws_now(game)) return false;
    for (unsigned stand = 0; stand < AUDE_CAT_STANDS; stand++) {
        struct aude_action one = told_throw_aim(game, stand, at, false, &miss);
        if (miss < best) best = miss, *out = one;
    }
    return true;
}

/* -- Whom it hit ------------------------------------------------------------------------ */

/* Followers as bits by their place: two of a kind and seat on one segment are alike, so places are compared. */
struct told_hits {
    int n;
    struct aude_event at[AUDE_FIGURES_MAX];
};

static bool told_throw_same_place(const struct aude_event *a, const struct aude_event *b)
{
    return a->seat == b->seat && a->figure == b->figure && a->x == b->x && a->y == b->y &&
           a->segment == b->segment;
}

/* How many followers are in one list and not in the other. */
static int told_throw_differ(const struct aude_event *a, int n,
                             const struct aude_event *b, int m)
{
    bool used[AUDE_FIGURES_MAX] = {false};
    int same = 0;

    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            if (!used[k] && told_throw_same_place(&a[i], &b[k])) {
                used[k] = true;
                same++;
                break;
            }
    return n + m - 2 * same;
}

int told_throw_hit_list(struct told_work *work, const struct aude_game *game,
                        struct aude_action throw)
{
    struct aude_events events = {.list = work->event, .max = AUDE_EVENTS_MAX};
    struct aude_action still = {.kind = AUDE_SCATTER};
    int n = 0;

    aude_game_copy(&work->trial, game);
    if (aude_game_play(&work->trial, throw, NULL)) return -1;
    if (aude_game_play(&work->trial, still, &events)) return -1;
    for (int i = 0; i < events.n && i < AUDE_EVENTS_MAX; i++)
        if (work->event[i].kind == AUDE_EV_HIT) work->event[n++] = work->event[i];
    return n;
}

static struct aude_event told_throw_place(const struct aude_game *game, unsigned figure)
{
    const struct aude_figure *fig = &game->figure[figure];
    bool tower = fig->where == AUDE_AT_TOWER;
    const struct aude_laid *laid =
        &game->laid[tower ? fig->at : aude_tile_of(game, fig->at)];

    return (struct aude_event){.seat = fig->seat,
                               .figure = fig->kind,
                               .x = laid->x,
                               .y = laid->y,
                               .segment = tower ? AUDE_ON_TOWER
                                                : (uint8_t)(fig->at - laid->first)};
}

/* Try throws from every stand towards `aim_at` and a little beside it. True: one hits just the wanted ones. */
static bool told_throw_try_around(struct told_work *work, const struct aude_game *game,
                                  struct aude_point aim_at, const struct told_hits *want,
                                  struct aude_action *best, int *wrong)
{
    static const int beside[] = {0, -120, 120, -220, 220};
    int64_t miss;

    for (unsigned stand = 0; stand < AUDE_CAT_STANDS; stand++)
        for (unsigned i = 0; i < 25; i++) {
            struct aude_point at = {aim_at.x + beside[i % 5], aim_at.y + beside[i / 5]};
            struct aude_action one = told_throw_aim(game, stand, at, true, &miss);
            int n = told_throw_hit_list(work, game, one);
            int off = n < 0 ? AUDE_FIGURES_MAX
                            : told_throw_differ(work->event, n, want->at, want->n);
            if (off < *wrong) *wrong = off, *best = one;
            if (!off) return true;
        }
    return false;
}

/* A miss: the token flies over all tiles, as far as it can from every stand. */
static bool told_throw_miss_all(struct told_work *work, const struct aude_game *game,
                                struct aude_action *out)
{
    for (unsigned stand = 0; stand < AUDE_CAT_STANDS; stand++) {
        *out = (struct aude_action){.kind = AUDE_THROW,
                                    .arg = (uint8_t)stand,
                                    .x = (int16_t)((3072 + 512 * stand) % AUDE_CAT_TURN)};
        if (told_throw_hit_list(work, game, *out) == 0) return true;
    }
    return false;
}

bool told_throw_hits(struct told_work *work, const struct aude_game *game,
                     const uint8_t *figure, int n, struct aude_action *out, int *wrong)
{
    struct told_hits want = {.n = 0};
    struct aude_point centre, sum = {0, 0};

    *wrong = AUDE_FIGURES_MAX;
    if (!told_throws_now(game)) return false;
    for (int i = 0; i < n && want.n < AUDE_FIGURES_MAX; i++) {
        if (!aude_catapult_figure(game, figure[i], &centre)) return false;
        sum.x += centre.x;
        sum.y += centre.y;
        want.at[want.n++] = told_throw_place(game, figure[i]);
    }
    if (!want.n) {
        *wrong = 0;
        return told_throw_miss_all(work, game, out);
    }
    if (told_throw_try_around(work, game, (struct aude_point){sum.x / n, sum.y / n},
                              &want, out, wrong))
        return true;
    for (int i = 0; i < n && *wrong; i++) {
        aude_catapult_figure(game, figure[i], &centre);
        told_throw_try_around(work, game, centre, &want, out, wrong);
    }
    return !*wrong;
}

/* -- A catch ---------------------------------------------------------------------------- */

/* The rule of the lane lies at 512 (CAT-14): power 560 goes to 700, beyond it, power 300 to 375, short of it. Hands
 * at the token catch it, hands 200 beside it touch it (CAT-27). */
const char *told_throw_catch_name(unsigned outcome)
{
    static const char *const name[TOLD_CATCHES] = {[TOLD_CAUGHT] = "caught",
                                                   [TOLD_TOUCHED] = "touched",
                                                   [TOLD_MISSED_FAR] = "far",
                                                   [TOLD_MISSED_SHORT] = "short"};

    return outcome < TOLD_CATCHES ? name[outcome] : "";
}

void told_throw_toss(enum told_catch outcome, struct aude_action *toss,
                     struct aude_action *hands)
{
    bool hold = outcome == TOLD_CAUGHT || outcome == TOLD_TOUCHED;

    *toss = (struct aude_action){.kind = AUDE_TOSS,
                                 .y = outcome == TOLD_MISSED_SHORT ? 300 : 560};
    *hands = (struct aude_action){.kind = AUDE_HANDS, .arg = hold};
    if (hold) hands->x = outcome == TOLD_CAUGHT ? 700 : 900;
}
