/* test_catapult.c -- expansion VII: its numbers, flight, knock-out and target. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fair.h"
#include "play.h"
#include "test.h"

/* -- Numbers -------------------------------------------------------------------------- */

/* CAT-13: the table is what the formula says, and the four quarters are its mirror images. */
TEST(sines_are_rounded_from_the_formula)
{
    double turn = 2 * acos(-1);

    for (int k = 0; k <= 1024; k++)
        CHECK_EQ(aude__catapult_sine_quarter[k], lround(16384 * sin(turn * k / 4096)));
    for (int k = -5000; k < 10000; k++)
        CHECK_EQ(aude__physics_sine(k), lround(16384 * sin(turn * k / 4096)));
    CHECK_EQ(aude__physics_sine(0), 0);
    CHECK_EQ(aude__physics_sine(1024), 16384);
    CHECK_EQ(aude__physics_sine(3072), -16384);
}

TEST(square_roots_are_rounded_down)
{
    for (uint64_t n = 0; n < 70000; n++) {
        uint64_t root = aude__physics_root(n);
        if (root * root > n || (root + 1) * (root + 1) <= n)
            FAIL("isqrt(%d) is %d", (int)n, (int)root);
    }
    for (uint64_t root = 1; root < UINT32_MAX / 3 * 2; root = root * 3 + 1) {
        CHECK_EQ(aude__physics_root(root * root), root);
        CHECK_EQ(aude__physics_root(root * root - 1), root - 1);
    }
    CHECK_EQ(aude__physics_root(UINT64_MAX), UINT32_MAX);
}

/* CAT-14: the table of the rules, once more. */
TEST(constants_are_those_of_the_rules)
{
    static const int said[][2] = {
        {AUDE_CAT_MARGIN, 1536},   {AUDE_CAT_D_MIN, 1024},    {AUDE_CAT_D_EXTRA, 4096},
        {AUDE_CAT_S_R, 96},        {AUDE_CAT_S_A, 40},        {AUDE_CAT_SLIDE_DIV, 16},
        {AUDE_CAT_R_TOK, 160},     {AUDE_CAT_R_SMALL, 112},   {AUDE_CAT_R_BIG, 144},
        {AUDE_CAT_PUSH1, 256},     {AUDE_CAT_PUSH2, 192},     {AUDE_CAT_PUSH3, 128},
        {AUDE_CAT_RULER, 32},      {AUDE_CAT_HAND_A, 24},     {AUDE_CAT_HAND_P, 40},
        {AUDE_CAT_LANE_MAX, 1280}, {AUDE_CAT_LANE_RULE, 512}, {AUDE_CAT_LANE_S, 82},
        {AUDE_CAT_GLIMPSE, 256},   {AUDE_CAT_R_CATCH, 150},   {AUDE_CAT_R_TOUCH, 240},
        {AUDE_CAT_LANE, 1024},     {AUDE_CAT_PRIZE, 5}};

    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++)
        CHECK_EQ(said[i][0], said[i][1]);
    CHECK_EQ(aude_catapult_radius(AUDE_SMALL), 112);
    CHECK_EQ(aude_catapult_radius(AUDE_ABBOT), 112);
    CHECK_EQ(aude_catapult_radius(AUDE_LARGE), 144);
    CHECK_EQ(aude_catapult_radius(AUDE_MAYOR), 144);
    CHECK_EQ(aude_catapult_radius(AUDE_WAGON), 144);
}

/* CAT-17: eight stands round a board of one tile, and flights computed by hand. */
TEST(a_token_flies_and_slides)
{
    static const int32_t stands[8][2] = {{512, -1536}, {2560, -1536}, {2560, 512},
                                         {2560, 2560}, {512, 2560},   {-1536, 2560},
                                         {-1536, 512}, {-1536, -1536}};
    struct aude_point landing, rest;

    begin(0, 2);
    for (unsigned stand = 0; stand < 8; stand++) {
        CHECK_EQ(aude_catapult_stand(&game, stand).x, stands[stand][0]);
        CHECK_EQ(aude_catapult_stand(&game, stand).y, stands[stand][1]);
    }
    /* diagonal 1448: 1024 at no power, 5544 at full power, 3286 at 512 */
    aude_catapult_flight(&game, 0, 1024, 0, &landing, &rest);
    CHECK_EQ(landing.x, 512);
    CHECK_EQ(landing.y, -1536 + 1024);
    CHECK_EQ(rest.y, -1536 + 1024 + 64);
    aude_catapult_flight(&game, 0, 1024, 1023, &landing, &rest);
    CHECK_EQ(landing.y, -1536 + 5544);
    CHECK_EQ(rest.y, -1536 + 5544 + 346);
    aude_catapult_flight(&game, 2, 2048, 512, &landing, &rest);
    CHECK_EQ(landing.x, 2560 - 3286);
    CHECK_EQ(landing.y, 512);
    CHECK_EQ(rest.x, 2560 - 3286 - 205);
    /* half-way between east and south the table says 11585 */
    aude_catapult_flight(&game, 7, 512, 0, &landing, &rest);
    CHECK_EQ(landing.x, -1536 + 1024 * 11585 / 16384);
    CHECK_EQ(landing.y, landing.x);
}

/* CAT-17: scatter lengthens and turns; the slide goes with the range. */
TEST(scatter_changes_range_and_angle)
{
    begin(0, 2);
    struct aude__scatter by = {.x = 96, .y = 0};
    struct aude__flight flight = aude__physics_fly(&game, 0, 1024, 0, by);
    CHECK_EQ(flight.landing.y, -1536 + 1024 + 96);
    CHECK_EQ(flight.slide, 70);
    by = (struct aude__scatter){.x = -96, .y = 40};
    flight = aude__physics_fly(&game, 0, 4090, 0, by); /* the angle goes round */
    CHECK_EQ(flight.u.x, aude__physics_sine(1024 + 34));
    CHECK_EQ(flight.u.y, aude__physics_sine(34));
    CHECK_EQ(flight.slide, 58);
    /* CAT-15: hand errors come first, the power stays in its bounds */
    by = (struct aude__scatter){.hand_aim = -24, .hand_power = 40};
    flight = aude__physics_fly(&game, 0, 1024, 1000, by);
    CHECK_EQ(flight.u.y, aude__physics_sine(1000));
    CHECK_EQ(flight.slide, 346);
    by.hand_power = -40;
    CHECK_EQ(aude__physics_fly(&game, 0, 1024, 30, by).slide, 64);
}

/* CAT-18: a follower stands on the anchor of its slot, which turns with the tile. */
TEST(followers_stand_on_the_anchors_of_their_slots)
{
    static const int32_t turned[4][2] = {{512, 123}, {901, 512}, {512, 901}, {123, 512}};
    struct aude_point centre;

    for (unsigned rot = 0; rot < 4; rot++) {
        begin(0, 2);
        int city = aude_tile_find("base/city");
        CHECK_EQ(aude_tiles[city].segment[0].x, 512);
        CHECK_EQ(aude_tiles[city].segment[0].y, 123);
        aude__board_lay(&game, (aude_kind)city, 3, -2, rot);
        aude__figure_stand(&game, 0, game.laid[1].first);
        CHECK(aude_catapult_figure(&game, 0, &centre));
        CHECK_EQ(centre.x, 3 * 1024 + turned[rot][0]);
        CHECK_EQ(centre.y, -2 * 1024 + turned[rot][1]);
    }
    CHECK(!aude_catapult_figure(&game, 1, &centre)); /* at home */
}

/* -- Knock-out ------------------------------------------------------------------------ */

static bool touched(int32_t x, int32_t y, int32_t r)
{
    return aude__physics_near_segment(
        (struct aude_point){x, y}, (struct aude_point){0, 0}, (struct aude_point){512, 0},
        512, AUDE_CAT_R_TOK + r);
}

/* CAT-20, the first check of the rules: from 0,0 to 512,0. */
TEST(a_sliding_token_touches_within_both_radii)
{
    CHECK(touched(256, 272, AUDE_CAT_R_SMALL));
    CHECK(!touched(256, 273, AUDE_CAT_R_SMALL));
    CHECK(touched(784, 0, AUDE_CAT_R_SMALL));
    CHECK(!touched(785, 0, AUDE_CAT_R_SMALL));
    CHECK(touched(-272, 0, AUDE_CAT_R_SMALL));
    CHECK(!touched(-273, 0, AUDE_CAT_R_SMALL));
    CHECK(touched(256, -304, AUDE_CAT_R_BIG));
    CHECK(!touched(256, -305, AUDE_CAT_R_BIG));
    CHECK(!touched(704, 200, AUDE_CAT_R_SMALL)); /* off the round end */
    CHECK(touched(704, 190, AUDE_CAT_R_SMALL));
}

/* Against real numbers, for segments in every direction. */
TEST(touching_agrees_with_real_geometry)
{
    struct play_rng rng = {71};

    for (int i = 0; i < test_amount(40000, 400000); i++) {
        struct aude_point a = {(int32_t)play_below(&rng, 9000) - 4500,
                               (int32_t)play_below(&rng, 9000) - 4500};
        struct aude_point b = {a.x + (int32_t)play_below(&rng, 1200) - 600,
                               a.y + (int32_t)play_below(&rng, 1200) - 600};
        struct aude_point c = {a.x + (int32_t)play_below(&rng, 2400) - 1200,
                               a.y + (int32_t)play_below(&rng, 2400) - 1200};
        double vx = b.x - a.x, vy = b.y - a.y, length = hypot(vx, vy);
        double t =
            length > 0 ? ((c.x - a.x) * vx + (c.y - a.y) * vy) / (length * length) : 0;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        double far = hypot(a.x + t * vx - c.x, a.y + t * vy - c.y);
        bool near = aude__physics_near_segment(c, a, b, (int32_t)ceil(length), 272);
        if (fabs(far - 272) > 1e-6) CHECK_EQ(near, far < 272);
    }
}

static unsigned knock(const struct aude__disc *discs, unsigned n, struct aude__hit *hit)
{
    struct aude__flight flight = {.rest = {512, 0}, .u = {16384, 0}, .slide = 512};

    return aude__physics_knock(discs, n, &flight, hit);
}

/* CAT-20, the second check: the one hit is shifted by 256 and meets another. */
TEST(a_shifted_follower_hits_others)
{
    struct aude__disc two[] = {{{600, 0}, 112}, {{1080, 0}, 112}};
    struct aude__hit hit[8];

    CHECK_EQ(knock(two, 2, hit), 2);
    CHECK_EQ(hit[0].disc, 0);
    CHECK_EQ(hit[0].level, 0);
    CHECK_EQ(hit[1].disc, 1);
    CHECK_EQ(hit[1].level, 1);
    two[1].at.x = 1081;
    CHECK_EQ(knock(two, 2, hit), 1);
}

/* CAT-20: shifts of 256, 192, 128, and there it ends; each level by ascending figure. */
TEST(a_chain_has_three_steps)
{
    struct aude__disc row[] = {{{2300, 0}, 112},  /* 5: out of reach of the chain */
                               {{600, 0}, 112},   /* 1: hit by the token */
                               {{1080, 0}, 112},  /* 2: 856 + 224 */
                               {{1496, 0}, 112},  /* 3: 1080 + 192 + 224 */
                               {{1848, 0}, 112},  /* 4: 1496 + 128 + 224 */
                               {{560, 260}, 112}, /* also hit directly */
                               {{1850, 0}, 144}}; /* a large one is reached too */
    static const uint8_t order[][2] = {{1, 0}, {5, 0}, {2, 1}, {3, 2}, {4, 3}, {6, 3}};
    struct aude__hit hit[8];

    CHECK_EQ(knock(row, 7, hit), 6);
    for (int i = 0; i < 6; i++) {
        CHECK_EQ(hit[i].disc, order[i][0]);
        CHECK_EQ(hit[i].level, order[i][1]);
    }
    row[4].at.x = 1849; /* one unit too far */
    row[6].at.x = 1881;
    CHECK_EQ(knock(row, 7, hit), 4);
}

/* A chain of large followers in a row, each as far from the last as can be: its end is on a tile
 * that may be hit, and one unit farther on one that is not looked at. */
TEST(the_longest_chain_ends_where_hits_end)
{
    struct aude__flight flight = {.u = {16384, 0}, .slide = 100};
    struct aude_laid tile = {.x = 2};
    struct aude__disc disc[4];
    struct aude__hit hit[4];
    static const int far[] = {100 + 160, 256 + 144, 192 + 144, 128 + 144};

    flight.landing.x = 204;
    flight.rest.x = flight.landing.x + flight.slide;
    for (int i = 0, x = flight.landing.x; i < 4; i++)
        disc[i] = (struct aude__disc){{x += far[i] + 144, 0}, 144};
    CHECK_EQ(disc[3].at.x, 2 * 1024);
    CHECK_EQ(aude__physics_knock(disc, 4, &flight, hit), 4);
    CHECK(aude__physics_may_hit(&flight, &tile, true));
    flight.landing.x--;
    CHECK(!aude__physics_may_hit(&flight, &tile, true));
    flight.landing = (struct aude_point){2560, 1024 + 1844}; /* from the south */
    CHECK(aude__physics_may_hit(&flight, &tile, true));
    flight.landing.y++;
    CHECK(!aude__physics_may_hit(&flight, &tile, true));
    /* By the token alone: its slide, its radius and a large follower's. */
    flight.landing.y = 1024 + 404;
    CHECK(aude__physics_may_hit(&flight, &tile, false));
    flight.landing.y++;
    CHECK(!aude__physics_may_hit(&flight, &tile, false));
}

/* CAT-6: touched is enough, the own one too; it goes home, and nothing is scored. */
TEST(a_touched_follower_goes_home)
{
    fair_round("knock-out", 0, 2);
    CHECK_EQ(game.player[0].supply[AUDE_SMALL], 6);
    throw_at(0, 512, 1024 + 369);
    CHECK_EQ(game.player[0].supply[AUDE_SMALL], 7);
    CHECK_EQ(standing(0, 1), 0);
    const struct aude_event *hit = find_event(AUDE_EV_HIT, 0);
    if (!CHECK(hit != NULL)) return;
    CHECK_EQ(hit->seat, 0);
    CHECK_EQ(hit->points, 0);
    CHECK_EQ(hit->at.x, 512);
    CHECK_EQ(hit->at.y, 1024 + 369);
    CHECK_EQ(count_events(AUDE_EV_RETURN), 1);
    CHECK_EQ(count_events(AUDE_EV_SCORE), 0); /* CAT-11: removal scores nothing */
    CHECK_EQ(game.player[0].points, 0);
}

TEST(a_token_that_falls_elsewhere_moves_nobody)
{
    fair_round("knock-out", 0, 2);
    throw_at(0, 512, 0);
    CHECK_EQ(standing(0, 1), 1);
    CHECK_EQ(count_events(AUDE_EV_HIT), 0);
    throw_away();
    CHECK_EQ(standing(0, 1), 1);
    CHECK_EQ(game.player[0].supply[AUDE_SMALL], 6);
}

/* CAT-5: the first throw has its effect before the second is thrown. */
TEST(a_knock_out_is_over_before_the_next_throws)
{
    fair_round("knock-out", 0, 3);
    throw_at(0, 512, 1024 + 369);
    CHECK_EQ(game.turn.actor, 1);
    CHECK_EQ(game.player[0].supply[AUDE_SMALL], 7);
    throw_at(0, 512, 1024 + 369); /* nobody is left there */
    CHECK_EQ(count_events(AUDE_EV_HIT), 0);
}

/* CAT-9: builder, pig and barn are not hit; CAT-11, INT-9: alone they go home. */
TEST(builders_and_pigs_are_not_hit_but_go_home_alone)
{
    begin(1u << AUDE_SET_TRADERS, 2);
    say_all("draw base/road-straight; lay 1,0 0; put small road E W;"
            "draw base/monastery; lay 0,1 0; put small monastery;"
            "draw base/road-straight; lay 2,0 0; put builder road E W;"
            "draw catapult/field; lay 0,2 0; pass");
    say("catapult knock-out");
    CHECK_EQ(game.turn.actor, 1);
    throw_at(2, 2 * 1024 + 512, 512); /* the builder's tile */
    CHECK_EQ(count_events(AUDE_EV_HIT), 0);
    CHECK_EQ(game.player[0].supply[AUDE_BUILDER], 0);
    throw_at(0, 1024 + 512, 512); /* its follower */
    CHECK_EQ(count_events(AUDE_EV_HIT), 1);
    CHECK_EQ(count_events(AUDE_EV_RETURN), 2);
    CHECK_EQ(game.player[0].supply[AUDE_SMALL], 7);
    CHECK_EQ(game.player[0].supply[AUDE_BUILDER], 1);
    CHECK_EQ(standing(0, 1), 1); /* the monk was far away */
}

TEST(a_pig_without_farmers_goes_home)
{
    begin(1u << AUDE_SET_TRADERS, 2);
    say_all("draw base/monastery; lay 0,1 0; put small field NL NR EL ER SL SR WL WR;"
            "draw base/monastery; lay 0,2 0; pass;"
            "draw base/monastery; lay 0,3 0; put pig field NL NR EL ER SL SR WL WR;"
            "draw catapult/field; lay 0,4 0; pass");
    say("catapult knock-out");
    throw_at(2, 799, 3 * 1024 + 184); /* onto the pig */
    CHECK_EQ(game.player[0].supply[AUDE_PIG], 0);
    throw_at(2, 799, 1024 + 184);
    CHECK_EQ(game.player[0].supply[AUDE_SMALL], 7);
    CHECK_EQ(game.player[0].supply[AUDE_PIG], 1);
}

/* CAT-9: also on a tower, which is open again afterwards. */
TEST(a_follower_on_a_tower_is_knocked_off)
{
    begin(1u << AUDE_SET_TOWER, 2);
    say_all("draw tower/field; lay 0,1 0; tower 0,1;"
            "draw base/monastery; lay 0,2 0; put small tower at 0,1;"
            "draw catapult/field; lay 0,3 0; pass");
    CHECK_EQ(game.laid[1].closed, 1);
    const struct aude_tile *tile = &aude_tiles[game.laid[1].kind];
    say("catapult knock-out");
    throw_at(0, tile->tower_x, 1024 + tile->tower_y);
    CHECK_EQ(count_events(AUDE_EV_HIT), 1);
    CHECK_EQ(heard[0].kind, AUDE_EV_SCATTER);
    CHECK_EQ(find_event(AUDE_EV_HIT, 0)->segment, AUDE_ON_TOWER);
    CHECK_EQ(game.player[1].supply[AUDE_SMALL], 7);
    CHECK_EQ(game.laid[1].closed, 0);
    CHECK_EQ(game.laid[1].height, 1); /* pieces stay */
}

/* CAT-9, COC-21: followers in Carcassonne are out of reach, unless the switch says else. */
TEST(quarters_are_out_of_reach_unless_exposed)
{
    struct aude_point centre;

    begin(1u << AUDE_SET_COUNT, 2);
    aude__figure_place(&game, 0, AUDE_AT_QUARTER, AUDE_CATHEDRAL);
    CHECK(!aude_catapult_figure(&game, 0, &centre));
    game.sw[AUDE_SWITCH_COC_EXPOSED] = 1;
    CHECK(aude_catapult_figure(&game, 0, &centre));
    int corner = -1;
    for (unsigned i = 0; i < game.n_laid; i++)
        if (aude_tiles[game.laid[i].kind].col == 0 && !aude_tiles[game.laid[i].kind].row)
            corner = (int)i;
    if (!CHECK(corner >= 0)) return;
    CHECK_EQ(centre.x, game.laid[corner].x * 1024 + aude_quarters[AUDE_CATHEDRAL].x);
    CHECK_EQ(centre.y, game.laid[corner].y * 1024 + aude_quarters[AUDE_CATHEDRAL].y);
}

/* INT-23: the fairy guards against the dragon, not against the catapult. */
TEST(the_fairy_does_not_shield_and_stays)
{
    begin(1u << AUDE_SET_DRAGON, 2);
    say_all("draw base/monastery; lay 0,1 0; put small monastery;"
            "draw base/monastery; lay 0,2 0; pass;"
            "draw base/monastery; lay 0,3 0; fairy 0 small monastery at 0,1;"
            "draw catapult/field; lay 0,4 0; pass");
    CHECK_EQ(game.dragon.fairy, 1);
    say("catapult knock-out");
    throw_at(0, 522, 1024 + 522);
    CHECK_EQ(game.player[0].supply[AUDE_SMALL], 7);
    CHECK_EQ(game.dragon.fairy, 1);
    throw_away();
    CHECK_EQ(game.turn.seat, 0);
    CHECK_EQ(count_events(AUDE_EV_SCORE), 0); /* INT-36: P0 looks at the board now */
}

/* -- Target --------------------------------------------------------------------------- */

static unsigned measure(int32_t dx, int32_t dy)
{
    return aude__physics_measure(&game, (struct aude_point){512 + dx, 1024 + 512 + dy},
                                 1);
}

/* CAT-24 with its check: distances 95, 96, 127 are 2, 3, 3 measures. CAT-23: on the board or
 * off it. */
TEST(distances_are_measured_in_whole_rulers)
{
    fair_round("target", 0, 3);
    CHECK_EQ(measure(95, 0), 2);
    CHECK_EQ(measure(0, -96), 3);
    CHECK_EQ(measure(-127, 0), 3);
    CHECK_EQ(measure(128, 0), 4);
    CHECK_EQ(measure(0, 0), 0);
    CHECK_EQ(measure(-30000, 40000), 50000 / 32); /* far outside */
    game.sw[AUDE_SWITCH_CAT_TARGET_METRIC] = AUDE_TARGET_GAP;
    CHECK_EQ(measure(512, 512), 0);
    CHECK_EQ(measure(512 + 160 + 31, 0), 0);
    CHECK_EQ(measure(512 + 160 + 32, 0), 1);
    CHECK_EQ(measure(-512 - 300, 512 + 400), (500 - 160) / 32);
}

static void end_target(unsigned first, unsigned second)
{
    fair_round("target", 0, 3);
    throw_away();
    CHECK_EQ(count_events(AUDE_EV_MEASURE), 1);
    throw_away();
    CHECK_EQ(count_events(AUDE_EV_SCORE), 0);
    game.catapult.measure[0] = (uint16_t)first;
    game.catapult.measure[1] = (uint16_t)second;
    throw_away();
}

/* CAT-8: five points for the nearest, for each of them if tied; CAT-5: after the last throw. */
TEST(the_nearest_to_the_fair_scores_five)
{
    end_target(2, 3);
    CHECK_EQ(game.player[0].points, 5);
    CHECK_EQ(game.player[1].points, 0);
    CHECK_EQ(game.player[2].points, 0);
    const struct aude_event *score = find_event(AUDE_EV_SCORE, 0);
    if (!CHECK(score != NULL)) return;
    CHECK_EQ(score->feature, AUDE_FROM_TARGET);
    CHECK_EQ(score->term[0].kind, AUDE_TERM_THROW);
    CHECK_EQ(score->x, 0);
    CHECK_EQ(score->y, 1);
    end_target(3, 3);
    CHECK_EQ(game.player[0].points, 5);
    CHECK_EQ(game.player[1].points, 5);
    CHECK_EQ(game.player[2].points, 0);
}

/* A whole round of throws that are aimed: the first at the fair, the second beside it. */
TEST(a_well_aimed_token_wins_the_target)
{
    fair_round("target", 0, 2);
    throw_at(0, 512, 1024 + 512);
    int near = find_event(AUDE_EV_MEASURE, 0)->points;
    throw_at(0, 512, 0);
    int far = find_event(AUDE_EV_MEASURE, 0)->points;
    CHECK(near < 10);
    CHECK(far > 30);
    CHECK_EQ(game.player[0].points, 5);
    CHECK_EQ(game.player[1].points, 0);
    CHECK_EQ(game.figure[0].where, AUDE_AT_SEGMENT); /* a target hits nobody */
}
