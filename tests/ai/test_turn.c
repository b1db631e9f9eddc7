/* test_turn.c -- lines of a turn: what is kept from one to the next changes no value. */
#include "ai/eval_internal.h"
#include "ai/turn.h"

#include "play.h"
#include "test.h"

static struct aude_game game, view, after;
static struct turn turn, plain;
static struct turn_line line[64], all[1000];

enum {
    TOWERS = 1 << AUDE_SET_INNS | 1 << AUDE_SET_TOWER,
    DRAGONS = 1 << AUDE_SET_INNS | 1 << AUDE_SET_DRAGON,
    MANY = TOWERS | DRAGONS | 1 << AUDE_SET_TRADERS | 1 << AUDE_SET_ABBEY |
           1 << AUDE_SET_COUNT
};

/* The position after so many turns of a random game, with a tile in hand, as a seat sees it. */
static void some_position(struct play_rng *rng, aude_sets expansions, unsigned turns)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_BIGBOX_RO);
    setup.expansions = expansions;
    setup.n_seats = 3;
    setup.seed = aude_seed(play_below(rng, 100000));
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    while (game.turn.number < turns || game.turn.phase != AUDE_PHASE_TILE)
        aude_game_play(&game, play_random_action(rng, &game), NULL);
    aude_game_view(&view, &game, game.turn.actor);
}

/* The line's value with the help of the board before the turn alone. */
static float plain_value(const struct turn_line *one)
{
    enum aude_action_kind kind = one->action[0].kind;
    struct eval_touched touched = {0};
    float points[AUDE_SEATS_MAX];

    if (kind == AUDE_LAY || kind == AUDE_ABBEY_TILE)
        eval_touch(&view, one->action[0], &touched);
    aude_game_copy(&after, &view);
    CHECK(ai_turn_play(&after, one));
    eval_points(&plain.eval, &after, &plain.board, &touched, points);
    return eval_lead(view.n_seats, points, view.turn.actor);
}

TEST(a_line_is_worth_the_same_however_it_was_found)
{
    static const aude_sets sets[] = {0, TOWERS, DRAGONS, MANY};
    struct play_rng rng = {22};
    struct ai_rng chance;
    turn_flag halt = false;

    ai_rng_init(&chance, 22);
    for (int i = 0; i < test_amount(24, 400); i++) {
        some_position(&rng, sets[i % 4], 6 + play_below(&rng, 40));
        ai_turn_init(&turn, &view, NULL, &halt);
        ai_turn_init(&plain, &view, NULL, &halt);
        eval_board(&plain.eval, &view, &plain.board);
        int n = ai_turn_lines(&turn, &view, 1000, &chance, line, 64);
        CHECK(n > 0);
        for (int k = 0; k < n; k++) {
            float value = plain_value(&line[k]);
            CHECK(!(line[k].value < value) && !(line[k].value > value));
        }
    }
}

/* Whom towers and dragon reach after a line, from what was known before it. */
static void check_reach(const struct turn_line *one)
{
    struct eval_reach since, anew;

    plain_value(one); /* leaves in plain.eval what has happened since the board */
    if (aude_game_over(&after)) return;
    eval_danger_reach(&plain.eval, &after, &since);
    eval_danger_look(&after, &anew);
    for (unsigned seat = 0; seat < after.n_seats; seat++) {
        CHECK_EQ(since.tower[seat], anew.tower[seat]);
        CHECK_EQ(since.dragon[seat], anew.dragon[seat]);
    }
}

TEST(whom_towers_and_dragon_reach_is_the_same_since_a_board_and_anew)
{
    static const aude_sets sets[] = {TOWERS, DRAGONS, MANY};
    struct play_rng rng = {23};
    struct ai_rng chance;
    turn_flag halt = false;

    ai_rng_init(&chance, 23);
    for (int i = 0; i < test_amount(60, 600); i++) {
        some_position(&rng, sets[i % 3], 6 + play_below(&rng, 40));
        ai_turn_init(&turn, &view, NULL, &halt);
        ai_turn_init(&plain, &view, NULL, &halt);
        eval_board(&plain.eval, &view, &plain.board);
        int n = ai_turn_lines(&turn, &view, 1000, &chance, all, 1000);
        for (int k = 0; k < n; k++) check_reach(&all[k]);
    }
}

/* Chances that are kept are those of the weights: whoever changes these says so. */
TEST(other_weights_are_other_chances)
{
    static struct eval kept, anew;
    struct eval_weights weights = eval_weights;
    float before[AUDE_SEATS_MAX], is[AUDE_SEATS_MAX], should[AUDE_SEATS_MAX];
    struct play_rng rng = {24};

    some_position(&rng, 0, 30);
    eval_init(&kept, &view, &weights);
    eval_points(&kept, &view, NULL, NULL, before);
    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++) weights.keep[kind][0] -= 5;
    weights.done[0][0] += 1;
    weights.done[1][0] += 1;
    weights.cell[0] += 1;
    eval_weights_changed(&kept);
    eval_points(&kept, &view, NULL, NULL, is);
    eval_init(&anew, &view, &weights);
    eval_points(&anew, &view, NULL, NULL, should);
    for (unsigned seat = 0; seat < view.n_seats; seat++) {
        CHECK(!(is[seat] < should[seat]) && !(is[seat] > should[seat]));
        CHECK(is[seat] < before[seat] || is[seat] > before[seat]);
    }
}

/* Round the field, counted anew. */
static void count_cities(const struct aude_feature *f, unsigned n[4])
{
    bool seen[AUDE_HANDLES_MAX] = {false};

    for (unsigned i = 0, h = f->head; i < f->size; i++, h = aude_next(&after, h)) {
        const struct aude_laid *laid = aude_laid_of(&after, h);
        unsigned cities = aude_tiles[laid->kind].segment[h - laid->first].cities;
        for (unsigned s = 0; cities >> s; s++) {
            unsigned city = after.label[laid->first + s];
            int open = after.feature[city].open;
            if (cities >> s & 1 && !seen[city]) n[open < 3 ? open : 3]++;
            seen[city] |= cities >> s & 1;
        }
    }
}

/* The list was made when the search began; fields and cities have become one since. */
TEST(cities_of_a_field_are_the_same_by_the_list_and_round_the_field)
{
    static const aude_sets sets[] = {0, TOWERS, DRAGONS, MANY};
    struct play_rng rng = {31};
    int many = 0;

    /* A short run goes on until there were fields with many cities. */
    for (int i = 0; i < test_amount(40, 400) || (many <= 20 && i < 400); i++) {
        some_position(&rng, sets[i % 4], 2 + play_below(&rng, 50));
        eval_init(&turn.eval, &view, NULL);
        aude_game_copy(&after, &game);
        for (unsigned k = play_below(&rng, 30); k && !aude_game_over(&after); k--)
            aude_game_play(&after, play_random_action(&rng, &after), NULL);
        for (unsigned id = 0; id < after.n_features; id++) {
            const struct aude_feature *f = &after.feature[id];
            unsigned listed[4] = {0}, walked[4] = {0};
            if (f->kind != AUDE_FIELD || !f->size) continue;
            eval_cities_beside(&turn.eval, &after, f, listed);
            count_cities(f, walked);
            for (int open = 0; open < 4; open++) CHECK_EQ(listed[open], walked[open]);
            many += walked[0] + walked[1] + walked[2] + walked[3] > 4;
        }
    }
    CHECK(many > 20);
}
