/* test_net.c -- the network: the same by any way of adding up, and as its definition says. */
#include "ai/eval.h"
#include "ai/turn.h"

#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "test.h"

static struct aude_game game, view, after;
static struct net net;
static struct eval eval, again;
static struct eval_board board;

/* Weights large enough that every layer bends. */
static void any_net(struct play_rng *rng)
{
    int16_t *w = (int16_t *)&net;

    for (size_t i = 0; i < sizeof net / sizeof *w; i++)
        w[i] = (int16_t)((int)play_below(rng, 401) - 190);
}

static bool some_position(struct play_rng *rng)
{
    struct aude_setup setup;

    play_random_setup(rng, &setup);
    if (aude_game_init(&game, &setup, NULL)) return false;
    for (uint32_t skip = play_below(rng, 400); skip && !aude_game_over(&game); skip--)
        aude_game_play(&game, play_random_action(rng, &game), NULL);
    if (aude_game_over(&game) || aude_game_left_total(&game) < 8) return false;
    aude_game_view(&view, &game, game.turn.actor);
    return true;
}

/* -- Row by row ----------------------------------------------------------------------------- */

/* Play one action of the view in `after`; what that changed is added to `touched`. */
static bool step(struct play_rng *rng, struct eval_touched *touched)
{
    struct aude_action action = play_random_action(rng, &after);
    struct eval_touched lay;

    if (action.kind == AUDE_LAY || action.kind == AUDE_ABBEY_TILE) {
        eval_touch(&after, action, &lay);
        touched->cells |= lay.cells;
        touched->labels |= lay.labels;
        touched->around |= lay.around;
    }
    return !aude_game_play(&after, action, NULL);
}

static void compare_after(struct play_rng *rng, unsigned seat)
{
    struct eval_touched touched = {0};
    float fast[AUDE_SEATS_MAX], slow[AUDE_SEATS_MAX];

    after = view;
    for (int i = 0; i < 3; i++) {
        if (after.turn.actor != view.turn.actor || aude_game_over(&after) ||
            (i && after.turn.phase == AUDE_PHASE_TILE) || !step(rng, &touched))
            return;
        eval_net_value(&eval, &after, &board, &touched, seat, fast);
        eval_net_value(&again, &after, NULL, NULL, seat, slow);
        float a = eval_lead(after.n_seats, fast, seat),
              b = eval_lead(after.n_seats, slow, seat);
        if (!CHECK(!memcmp(fast, slow, view.n_seats * sizeof *fast)))
            FAIL("sets %x, %d seats, action %d: %f, made anew %f", view.sets,
                 view.n_seats, i, (double)a, (double)b);
    }
}

TEST(what_a_line_changes_is_all_that_changes)
{
    struct play_rng rng = {3};

    any_net(&rng);
    for (int i = 0; i < test_amount(300, 20000) && test_failures() < 5; i++) {
        if (!some_position(&rng)) continue;
        unsigned seat = play_below(&rng, view.n_seats);
        eval_init(&eval, &view, NULL);
        eval_init(&again, &view, NULL);
        eval.net = again.net = &net;
        eval_board(&eval, &view, &board);
        eval_net_see_board(&eval, &view, &board, seat);
        for (int k = 0; k < 12; k++) compare_after(&rng, seat);
    }
}

/* Rows that are alike but for one number, more of them than are remembered, asked for in any order; then of another network. */
TEST(a_row_that_is_remembered_is_what_it_would_be_anew)
{
    static struct net_memory memory;
    static struct net other;
    struct play_rng rng = {12};
    int8_t row[NET_ROW] = {0};
    int16_t anew[NET_OUT];

    any_net(&rng);
    other = net;
    any_net(&rng);
    for (int i = 0; i < 4000; i++) {
        const struct net *which = i < 3000 ? &net : &other;
        enum net_kind kind = play_below(&rng, NET_KINDS);
        row[play_below(&rng, 3)] = (int8_t)play_below(&rng, 12);
        ai_net_row(which, kind, row, anew);
        const int16_t *known = ai_net_recall(which, &memory, kind, row);
        if (!CHECK(!memcmp(known, anew, sizeof anew))) return;
    }
}

/* -- The definition, slowly ----------------------------------------------------------------- */

static struct eval_rows rows;

/* 0 to NET_MOST, rounded, of a sum in units 2^shift times as small. */
static long bend(long sum, int shift)
{
    long x = sum <= 0 ? 0 : (sum + (1L << (shift - 1))) / (1L << shift);

    return x < NET_MOST ? x : NET_MOST;
}

/* Input i of output o, as the pairs lie. */
static long weight(const int16_t *layer, int i, int o)
{
    return layer[(i / 2 * NET_OUT + o) * 2 + i % 2];
}

static void slow_layer(const int16_t *layer, const int16_t *bias, long unit,
                       const long *in, int n, int shift, long out[NET_OUT])
{
    for (int o = 0; o < NET_OUT; o++) {
        long sum = bias[o] * unit;
        for (int i = 0; i < n; i++) sum += weight(layer, i, o) * in[i];
        out[o] = bend(sum, shift);
    }
}

static void slow_net(const struct net *n, const struct eval_rows *in, long result[2])
{
    long x[NET_OUT + NET_GLOBAL], a[NET_OUT], b[NET_OUT], sum[NET_OUT] = {0};

    for (int r = 0; r < in->n; r++) {
        for (int i = 0; i < NET_ROW; i++) x[i] = in->row[r][i];
        slow_layer(&n->row1[in->kind[r]][0][0][0], n->row1_bias[in->kind[r]], NET_UNIT, x,
                   NET_ROW, 6, a);
        slow_layer(&n->row2[0][0][0], n->row2_bias, 128, a, NET_HIDDEN, 8, b);
        for (int o = 0; o < NET_OUT; o++) sum[o] += b[o];
    }
    for (int o = 0; o < NET_OUT; o++) x[o] = sum[o] / 4 < 32767 ? sum[o] / 4 : 32767;
    for (int i = 0; i < NET_GLOBAL; i++) x[NET_OUT + i] = in->global[i];
    slow_layer(&n->head1[0][0][0], n->head1_bias, NET_UNIT, x, NET_OUT + NET_GLOBAL, 6,
               a);
    slow_layer(&n->head2[0][0][0], n->head2_bias, 128, a, NET_HEAD, 8, b);
    for (int r = 0; r < 2; r++) {
        result[r] = n->last_bias[r] * 128;
        for (int o = 0; o < NET_HEAD; o++) result[r] += n->last[r][o] * b[o];
    }
}

/* What the network adds to a seat's lead is what its definition says, in every set. */
TEST(the_network_is_what_its_definition_says)
{
    struct play_rng rng = {5};
    long result[2];
    int n = 0;

    any_net(&rng);
    while (n < test_amount(100, 3000)) {
        const struct net *which = n % 2 ? &net : &net_built_in;
        float plain[AUDE_SEATS_MAX], seen[AUDE_SEATS_MAX];
        if (!some_position(&rng)) continue;
        unsigned seat = play_below(&rng, view.n_seats);
        eval_init(&eval, &view, NULL);
        eval_points(&eval, &view, NULL, NULL, plain);
        eval_net_rows(&eval, &view, seat, &rows);
        slow_net(which, &rows, result);
        eval.net = which;
        eval_net_value(&eval, &view, NULL, NULL, seat, seen);
        float half = (float)result[0] / (2 * NET_RESULT);
        for (unsigned s = 0; s < view.n_seats; s++)
            CHECK(seen[s] == plain[s] + (s == seat ? half : -half));
        n++;
    }
}

/* -- The same everywhere -------------------------------------------------------------------- */

/* Numbers the whole way from a seed: tiles, odds, rows, network. They were written down by a gcc
 * build on x86-64; clang, the sanitizers and WebAssembly (web/tests) must come to them too. */
TEST(a_position_is_seen_the_same_on_every_machine)
{
    static const int32_t expected[] = {-815295, -1033809, -127762, -1926717,
                                       -95052,  -854005,  205305,  556087,
                                       -132312, 587638,   -324388, -61160};
    struct aude_setup setup;
    int32_t lead;

    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct play_rng rng = {i};
        float points[AUDE_SEATS_MAX];
        aude_setup_preset(&setup, AUDE_PRESET_GROW);
        setup.seed = aude_seed(i);
        setup.n_seats = (uint8_t)(2 + i % 3);
        if (i > 3) setup.expansions = 1u << (AUDE_SET_INNS + i - 4);
        CHECK(!aude_game_init(&game, &setup, NULL));
        for (int skip = 0; skip < 50 && !aude_game_over(&game); skip++)
            aude_game_play(&game, play_random_action(&rng, &game), NULL);
        aude_game_view(&view, &game, game.turn.actor);
        eval_init(&eval, &view, NULL);
        eval.net = &net_built_in;
        eval_net_value(&eval, &view, NULL, NULL, 0, points);
        lead = (int32_t)(eval_lead(view.n_seats, points, 0) * 65536);
        if (!CHECK_EQ(lead, expected[i])) FAIL("position %u", i);
    }
}
