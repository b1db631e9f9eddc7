/* test_throws.c -- every throw of many random games, computed again with real numbers from
 * the words of the rules: where it lands, whom it hits, who is nearest, how far it lies. Where
 * real numbers come within two units of a bound they leave the verdict to the engine. */
#include <math.h>
#include <string.h>

#include "sets/catapult_internal.h"
#include "play.h"
#include "test.h"

static struct aude_game game, before;
static struct aude_event list[AUDE_EVENTS_MAX];
static struct aude_events events;
static int judged[AUDE_CATAPULT_KINDS], hits, undecided;

struct spot {
    double x, y;
};

static const struct aude_event *event_of(enum aude_event_kind kind, int nth)
{
    for (int i = 0; i < events.n; i++)
        if (list[i].kind == kind && !nth--) return &list[i];
    return NULL;
}

static double far(struct spot a, struct spot b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

static struct spot spot_of(struct aude_point point)
{
    return (struct spot){point.x, point.y};
}

/* Distance from `c` to the segment from `a` to `b`. */
static double off_segment(struct spot c, struct spot a, struct spot b)
{
    double vx = b.x - a.x, vy = b.y - a.y, square = vx * vx + vy * vy, t = 0;

    if (square > 0) t = ((c.x - a.x) * vx + (c.y - a.y) * vy) / square;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return far(c, (struct spot){a.x + t * vx, a.y + t * vy});
}

static bool within(double distance, double reach)
{
    undecided += fabs(distance - reach) < 2;
    return distance <= reach;
}

/* The anchor in tile data, turned about the middle of the tile. */
static struct spot turned(const struct aude_laid *laid, double x, double y)
{
    double angle = laid->rot * acos(0), dx = x - 512, dy = y - 512;

    return (struct spot){laid->x * 1024 + 512 + dx * cos(angle) - dy * sin(angle),
                         laid->y * 1024 + 512 + dx * sin(angle) + dy * cos(angle)};
}

static bool is_follower(unsigned kind)
{
    return kind != AUDE_BUILDER && kind != AUDE_PIG && kind != AUDE_BARN;
}

/* CAT-9, CAT-18. Quarters are left out: their switch has a test of its own. */
static bool centre_of(const struct aude_game *g, unsigned figure, struct spot *out)
{
    const struct aude_figure *fig = &g->figure[figure];
    bool segment = fig->where == AUDE_AT_SEGMENT;

    if (!is_follower(fig->kind) || (!segment && fig->where != AUDE_AT_TOWER))
        return false;
    const struct aude_laid *laid = &g->laid[segment ? aude_tile_of(g, fig->at) : fig->at];
    const struct aude_tile *tile = &aude_tiles[laid->kind];
    if (segment)
        *out = turned(laid, tile->segment[fig->at - laid->first].x,
                      tile->segment[fig->at - laid->first].y);
    else
        *out = turned(laid, tile->tower_x, tile->tower_y);
    return true;
}

static double radius_of(unsigned figure)
{
    unsigned kind = before.figure[figure].kind;

    return kind == AUDE_SMALL || kind == AUDE_ABBOT ? 112 : 144;
}

/* -- Flight ----------------------------------------------------------------------------- */

/* CAT-15, CAT-17 */
static double check_flight(const struct aude_event *thrown, struct spot *landing,
                           struct spot *rest)
{
    static const int dx[] = {0, 1, 1, 1, 0, -1, -1, -1},
                     dy[] = {-1, -1, 0, 1, 1, 1, 0, -1};
    const struct aude_event *scatter = event_of(AUDE_EV_SCATTER, 0);
    double x0 = 1e9, x1 = -1e9, y0 = 1e9, y1 = -1e9, power = thrown->y + scatter->at.y;

    for (unsigned i = 0; i < before.n_laid; i++) {
        x0 = fmin(x0, before.laid[i].x * 1024);
        x1 = fmax(x1, before.laid[i].x * 1024 + 1024);
        y0 = fmin(y0, before.laid[i].y * 1024);
        y1 = fmax(y1, before.laid[i].y * 1024 + 1024);
    }
    struct spot stand = {(x0 + x1) / 2 + dx[thrown->other] * ((x1 - x0) / 2 + 1536),
                         (y0 + y1) / 2 + dy[thrown->other] * ((y1 - y0) / 2 + 1536)};
    CHECK(far(stand, spot_of(thrown->at)) < 0.5);
    power = fmin(fmax(power, 0), 1023);
    double range = 1024 + (hypot(x1 - x0, y1 - y0) + 4096 - 1024) * power / 1023;
    range += range * scatter->x / 1024;
    double angle = (thrown->x + scatter->at.x + scatter->y) / 4096.0 * 4 * acos(0);
    struct spot there = {stand.x + range * cos(angle), stand.y + range * sin(angle)};
    *landing = spot_of(event_of(AUDE_EV_LAND, 0)->at);
    *rest = spot_of(event_of(AUDE_EV_REST, 0)->at);
    CHECK(far(there, *landing) < 6); /* sines have four digits */
    there.x = landing->x + range / 16 * cos(angle);
    there.y = landing->y + range / 16 * sin(angle);
    CHECK(far(there, *rest) < 4);
    return angle;
}

/* -- The kinds -------------------------------------------------------------------------- */

/* Followers seen from above, and in which step of the chain each is hit; -1 is never. */
struct crowd {
    unsigned n;
    struct spot at[AUDE_FIGURES_MAX];
    double r[AUDE_FIGURES_MAX];
    uint8_t figure[AUDE_FIGURES_MAX];
    int step[AUDE_FIGURES_MAX];
};

/* Does any of the step before, pushed along, reach this one? */
static bool is_reached(const struct crowd *crowd, unsigned i, int step, double angle)
{
    static const double push[] = {256, 192, 128};

    for (unsigned k = 0; k < crowd->n; k++) {
        if (crowd->step[k] != step - 1) continue;
        struct spot by = crowd->at[k];
        struct spot end = {by.x + push[step - 1] * cos(angle),
                           by.y + push[step - 1] * sin(angle)};
        if (within(off_segment(crowd->at[i], by, end), crowd->r[k] + crowd->r[i]))
            return true;
    }
    return false;
}

/* CAT-20 */
static void knock(struct crowd *crowd, struct spot landing, struct spot rest,
                  double angle)
{
    for (unsigned i = 0; i < crowd->n; i++)
        crowd->step[i] =
            within(off_segment(crowd->at[i], landing, rest), 160 + crowd->r[i]) ? 0 : -1;
    for (int step = 1; step <= 3; step++)
        for (unsigned i = 0; i < crowd->n; i++)
            if (crowd->step[i] < 0 && is_reached(crowd, i, step, angle))
                crowd->step[i] = step;
}

/* CAT-6: these and no others, step by step, by ascending figure. */
static void check_hits(const struct crowd *crowd)
{
    int nth = 0;

    for (int step = 0; step <= 3; step++)
        for (unsigned i = 0; i < crowd->n; i++) {
            if (crowd->step[i] != step) continue;
            const struct aude_figure *fig = &before.figure[crowd->figure[i]];
            const struct aude_event *hit = event_of(AUDE_EV_HIT, nth++);
            if (!CHECK(hit != NULL)) return;
            CHECK_EQ(hit->points, step);
            CHECK_EQ(hit->seat, fig->seat);
            CHECK_EQ(hit->figure, fig->kind);
            CHECK_EQ(game.figure[crowd->figure[i]].where, AUDE_AT_HOME);
            hits++;
        }
    CHECK(event_of(AUDE_EV_HIT, nth) == NULL);
}

/* Those not hit stand where they stood; only builders and pigs may have been left alone. */
static void check_knock_out(struct spot landing, struct spot rest, double angle)
{
    static struct crowd crowd;

    crowd.n = 0;
    for (unsigned i = 0; i < before.n_figures; i++)
        if (centre_of(&before, i, &crowd.at[crowd.n])) {
            crowd.r[crowd.n] = radius_of(i);
            crowd.figure[crowd.n++] = (uint8_t)i;
        }
    knock(&crowd, landing, rest, angle);
    if (undecided) return;
    check_hits(&crowd);
    for (unsigned i = 0; i < crowd.n && !aude_game_over(&game); i++)
        if (crowd.step[i] < 0)
            CHECK(!memcmp(&before.figure[crowd.figure[i]], &game.figure[crowd.figure[i]],
                          sizeof before.figure[0]));
}

static double off_tile(struct spot at, const struct aude_laid *laid)
{
    double dx = fmax(fabs(at.x - laid->x * 1024 - 512) - 512, 0);
    double dy = fmax(fabs(at.y - laid->y * 1024 - 512) - 512, 0);

    return hypot(dx, dy);
}

/* CAT-21: is the one that was named the nearest? */
static void check_seduction(struct spot rest)
{
    const struct aude_event *nearest = event_of(AUDE_EV_NEAREST, 0);
    double least = 1e9, gap = 1e9, second = 1e9;
    struct spot at;

    for (unsigned i = 0; i < before.n_laid; i++)
        gap = fmin(gap, off_tile(rest, &before.laid[i]));
    for (unsigned i = 0; i < before.n_figures; i++) {
        if (!centre_of(&before, i, &at)) continue;
        second = fmin(second, fmax(least, far(at, rest)));
        least = fmin(least, far(at, rest));
    }
    bool acts = within(gap, 160) && least < 1e8;
    if (undecided || (acts && second - least < 2)) return;
    CHECK_EQ(nearest != NULL, acts);
    if (nearest) CHECK(fabs(far(spot_of(nearest->at), rest) - least) < 0.01);
}

/* CAT-24 */
static void check_measure(struct spot rest)
{
    const struct aude_laid *fair = &before.laid[before.catapult.fair[0]];
    const struct aude_event *measure = event_of(AUDE_EV_MEASURE, 0);
    struct spot middle = {fair->x * 1024 + 512, fair->y * 1024 + 512};
    bool gap = before.sw[AUDE_SWITCH_CAT_TARGET_METRIC] == AUDE_TARGET_GAP;
    double distance = gap ? fmax(0, off_tile(rest, fair) - 160) : far(rest, middle);

    if (!CHECK(measure != NULL)) return;
    CHECK(distance / 32 >= measure->points - 0.05);
    CHECK(distance / 32 < measure->points + 1.05);
}

static void check_throw(const struct aude_event *thrown)
{
    unsigned kind = before.catapult.kind;
    struct spot landing, rest;
    double angle = check_flight(thrown, &landing, &rest);

    undecided = 0;
    if (kind == AUDE_KNOCK_OUT) check_knock_out(landing, rest, angle);
    if (kind == AUDE_SEDUCTION) check_seduction(rest);
    if (kind == AUDE_TARGET) check_measure(rest);
    judged[kind] += !undecided;
}

/* CAT-25, CAT-27, CAT-29, once the hands are there. */
static void check_catch(const struct aude_event *hands)
{
    const struct aude_event *scatter = event_of(AUDE_EV_SCATTER, 0),
                            *score = event_of(AUDE_EV_SCORE, 0),
                            *reveal = event_of(AUDE_EV_REVEAL, 0);
    double power = fmin(fmax(reveal->y + scatter->at.y, 0), 1023),
           lateral = fmin(fmax(reveal->x + scatter->at.x, -512), 511);
    struct spot token = {floor(power * 1280 / 1023) + scatter->x, lateral + scatter->y};

    CHECK(far(token, spot_of(event_of(AUDE_EV_REST, 0)->at)) < 0.01);
    double q = hands->points ? far(token, (struct spot){hands->x, hands->y}) : 1e9;
    bool catcher = q <= 150 || (q > 240 && token.x < 512);
    if (!CHECK(score != NULL)) return;
    CHECK_EQ(score->points, 5);
    CHECK_EQ(score->seat, catcher ? hands->seat : reveal->seat);
    judged[AUDE_CATCH]++;
}

/* -- Games ------------------------------------------------------------------------------ */

/* Half the throws are aimed at a follower, so that something happens. */
static struct aude_action some_action(struct play_rng *rng)
{
    struct aude_action action = play_random_action(rng, &game);
    unsigned figure = play_below(rng, game.n_figures), stand = play_below(rng, 8);
    struct aude_point from = aude_catapult_stand(&game, stand), landing, rest;
    double least = 1e9;
    struct spot at;

    for (unsigned i = 0; i < game.n_figures && !centre_of(&game, figure, &at); i++)
        figure = (figure + 1) % game.n_figures;
    if (action.kind != AUDE_THROW || play_below(rng, 2) || !centre_of(&game, figure, &at))
        return action;
    long aim = lround(atan2(at.y - from.y, at.x - from.x) / (4 * acos(0)) * 4096) & 4095;
    for (unsigned power = 0; power < 1024; power += 4) {
        aude_catapult_flight(&game, stand, (unsigned)aim, power, &landing, &rest);
        if (far(spot_of(landing), at) > least) continue;
        least = far(spot_of(landing), at);
        action.y = (int16_t)power;
    }
    action.arg = (uint8_t)stand;
    action.x = (int16_t)aim;
    return action;
}

static void random_game(struct play_rng *rng)
{
    struct aude_setup setup;

    play_random_setup(rng, &setup);
    setup.expansions |= 1u << AUDE_SET_CATAPULT;
    setup.sw[AUDE_SWITCH_COC_EXPOSED] = 0;
    if (play_below(rng, 2)) setup.figures[AUDE_SMALL] = 30; /* a crowd, for chains */
    setup.sw[AUDE_SWITCH_CATAPULT_MODE] = (uint8_t)play_below(rng, 2);
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    while (!aude_game_over(&game) && !test_failures()) {
        struct aude_action action = some_action(rng);
        events = (struct aude_events){.list = list, .max = AUDE_EVENTS_MAX};
        aude_game_copy(&before, &game);
        CHECK_EQ(aude_game_play(&game, action, &events), AUDE_ERR_OK);
        if (action.kind == AUDE_THROW) check_throw(event_of(AUDE_EV_THROW, 0));
        if (action.kind == AUDE_HANDS) check_catch(event_of(AUDE_EV_HANDS, 0));
    }
}

TEST(throws_agree_with_real_geometry)
{
    struct play_rng rng = {91};
    int n = test_amount(300, 6000);

    for (int i = 0; i < n && !test_failures(); i++) random_game(&rng);
    for (unsigned kind = 0; kind < AUDE_CATAPULT_KINDS; kind++)
        CHECK(judged[kind] > 2 * n); /* enough of each was judged */
    CHECK(hits > n);
}

/* On a board chains are rare, so here is a square crowded with followers. */
TEST(chains_agree_with_real_geometry)
{
    static struct crowd crowd;
    struct aude__disc discs[60];
    struct aude__hit hit[60];
    struct play_rng rng = {92};
    int steps[4] = {0}, rounds = test_amount(4000, 40000);

    for (int round = 0; round < rounds && !test_failures(); round++) {
        int aim = (int)play_below(&rng, 4096);
        struct aude__flight flight = {
            .slide = 300, .u = {aude__physics_sine(aim + 1024), aude__physics_sine(aim)}};
        flight.rest.x = 300 * flight.u.x / 16384;
        flight.rest.y = 300 * flight.u.y / 16384;
        crowd.n = 30;
        for (unsigned i = 0; i < crowd.n; i++) {
            discs[i].at.x = (int32_t)play_below(&rng, 3000) - 1500;
            discs[i].at.y = (int32_t)play_below(&rng, 3000) - 1500;
            discs[i].r = play_below(&rng, 4) ? 112 : 144;
            crowd.at[i] = spot_of(discs[i].at);
            crowd.r[i] = discs[i].r;
        }
        undecided = 0;
        knock(&crowd, (struct spot){0, 0}, spot_of(flight.rest),
              aim / 4096.0 * 4 * acos(0));
        if (undecided) continue;
        unsigned n = aude__physics_knock(discs, crowd.n, &flight, hit), expected = 0;
        for (unsigned i = 0; i < crowd.n; i++) expected += crowd.step[i] >= 0;
        CHECK_EQ(n, expected);
        for (unsigned i = 0; i < n; i++) {
            CHECK_EQ(hit[i].level, crowd.step[hit[i].disc]);
            steps[hit[i].level]++;
        }
    }
    for (int step = 0; step < 4; step++) CHECK(steps[step] > rounds / 50);
}
