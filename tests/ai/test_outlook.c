/* test_outlook.c -- what people are told of a feature's future: sound everywhere, and true on average. */
#include "ai/ai.h"
#include "ai/outlook.h"

#include <math.h>

#include "play.h"
#include "test.h"

static struct aude_game game, view;

static struct ai_outlook at(int x, int y, unsigned segment)
{
    struct ai_outlook out = {-2, -2};
    int tile = aude_game_tile_at(&game, x, y);

    CHECK(tile >= 0);
    CHECK(ai_outlook(&game, tile, segment, &out));
    return out;
}

/* The segment of a kind on a laid tile. */
static unsigned segment_of(int x, int y, unsigned kind)
{
    const struct aude_laid *laid = &game.laid[aude_game_tile_at(&game, x, y)];
    const struct aude_tile *tile = &aude_tiles[laid->kind];

    for (unsigned i = 0; i < tile->n_segments; i++)
        if (tile->segment[i].kind == kind) return i;
    CHECK(false);
    return 0;
}

TEST(a_city_of_one_open_side_is_likely_and_worth_more_than_it_is_now)
{
    struct ai_outlook early, closed;
    unsigned city;

    CHECK_EQ(play_told_game(&game, 2), AUDE_ERR_OK);
    city = segment_of(0, 0, AUDE_CITY);
    early = at(0, 0, city);
    CHECK(early.completed > 0.5 && early.completed < 1);
    CHECK(early.points > 1 && early.points < 20);
    CHECK_EQ(play_words(&game, "draw base/city"), AUDE_ERR_OK);
    CHECK_EQ(play_words(&game, "lay 0,-1 180"), AUDE_ERR_OK);
    closed = at(0, 0, city);
    CHECK(closed.completed == 1);
    CHECK(closed.points == 4);
}

TEST(a_field_is_never_completed)
{
    CHECK_EQ(play_told_game(&game, 2), AUDE_ERR_OK);
    struct ai_outlook field = at(0, 0, segment_of(0, 0, AUDE_FIELD));

    CHECK(field.completed < 0);
    CHECK(field.points >= 0);
}

/* Chances are chances, and at the end there is nothing left to hope for. */
TEST(every_feature_of_any_game_has_an_outlook)
{
    struct play_rng rng = {77};
    struct aude_setup setup;
    int looked = 0;

    for (int n = 0; n < 30; n++) {
        play_random_setup(&rng, &setup);
        aude_game_init(&game, &setup, NULL);
        for (uint32_t skip = play_below(&rng, 300); skip && !aude_game_over(&game);
             skip--)
            aude_game_play(&game, play_random_action(&rng, &game), NULL);
        aude_game_view(&view, &game, AUDE_SEAT_NONE);
        for (int tile = 0; tile < view.n_laid; tile++)
            for (unsigned i = 0; i < aude_tiles[view.laid[tile].kind].n_segments; i++) {
                struct ai_outlook out;
                struct aude_feature_view what;
                CHECK(ai_outlook(&view, tile, i, &out));
                aude_game_feature(&view, tile, (int)i, &what);
                CHECK(what.kind == AUDE_FIELD ? out.completed < 0
                                              : out.completed >= 0 && out.completed <= 1);
                CHECK(isfinite(out.points));
                if (aude_game_over(&view)) CHECK(out.points == what.points);
                looked++;
            }
    }
    CHECK(looked > 1000);
}

enum { BINS = 4 };

struct sample {
    int tile;
    unsigned segment;
    double chance;
};

/* Roads and cities with followers in the middle of the game, with what was said of them. */
static int look_around(struct sample *list)
{
    int n = 0;

    aude_game_view(&view, &game, AUDE_SEAT_NONE);
    for (int tile = 0; tile < view.n_laid; tile++)
        for (unsigned i = 0; i < aude_tiles[view.laid[tile].kind].n_segments; i++) {
            struct aude_feature_view what;
            struct ai_outlook out;
            aude_game_feature(&view, tile, (int)i, &what);
            if (what.complete || !what.owners ||
                (what.kind != AUDE_ROAD && what.kind != AUDE_CITY) || n == 64 ||
                view.feature[what.id].head != view.laid[tile].first + i)
                continue; /* each once, at the head of its ring */
            CHECK(ai_outlook(&view, tile, i, &out));
            list[n++] = (struct sample){tile, i, out.completed};
        }
    return n;
}

/* Of what is said to be completed with a chance of about p, about p of them are: in games of
 * the players the weights were fitted to. */
TEST(chances_come_true)
{
    double said[BINS] = {0}, done[BINS] = {0};
    int count[BINS] = {0};
    struct ai_rng rng;
    struct aude_setup setup;
    const int all = 150, games = test_amount(all, all);

    ai_rng_init(&rng, 5);
    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.n_seats = 2;
    for (int n = 0; n < games; n++) {
        struct sample list[64];
        int found = 0;
        setup.seed = aude_seed((uint64_t)n + 1);
        aude_game_init(&game, &setup, NULL);
        while (!aude_game_over(&game)) {
            aude_game_view(&view, &game, game.turn.actor);
            aude_game_play(&game, ai_choose(ai_find("level-3"), &view, NULL, &rng), NULL);
            if (game.n_laid == 30 && !found) found = look_around(list);
        }
        for (int i = 0; i < found; i++) {
            struct aude_feature_view what;
            int bin = (int)(list[i].chance * BINS);
            bin = bin < BINS ? bin : BINS - 1;
            aude_game_feature(&game, list[i].tile, (int)list[i].segment, &what);
            said[bin] += list[i].chance;
            done[bin] += what.complete;
            count[bin]++;
        }
    }
    CHECK(count[0] + count[1] + count[2] + count[3] > games * 4 / 3);
    if (games < all) return; /* few games show no chance: they are for the sanitizers */
    for (int bin = 0; bin < BINS; bin++) {
        if (count[bin] < 40) continue;
        CHECK(fabs(said[bin] - done[bin]) / count[bin] < 0.18);
    }
}
