/* test_deal.c -- the same tiles at every table; promise, comparison, the deal of the day. */
#include "test.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club/deal.h"
#include "play.h"

/* -- The same tiles ---------------------------------------------------------------------------------- */

struct draws {
    int n, aside; /* aside: fitted nowhere */
    aude_kind kind[2 * AUDE_TILES_MAX];
};

static struct aude_game game;

static void note(struct draws *draws, const struct aude_events *events)
{
    for (int i = 0; i < events->n; i++) {
        if (events->list[i].kind == AUDE_EV_DRAW && draws->n < 2 * AUDE_TILES_MAX)
            draws->kind[draws->n++] = events->list[i].tile;
        draws->aside += events->list[i].kind == AUDE_EV_DISCARD;
    }
}

/* A game of chance, and the tiles that were drawn. */
static void draws_of(const struct aude_setup *setup, uint64_t seed, struct draws *draws)
{
    static struct aude_event list[AUDE_EVENTS_MAX];
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    struct play_rng rng = {seed};

    draws->n = draws->aside = 0;
    if (aude_game_init(&game, setup, &events)) FAIL("no game");
    note(draws, &events);
    while (game.turn.actor != AUDE_SEAT_NONE) {
        events.n = 0;
        if (aude_game_play(&game, play_random_action(&rng, &game), &events)) break;
        note(draws, &events);
    }
}

static bool same_draws(const struct draws *a, const struct draws *b)
{
    int n = a->n < b->n ? a->n : b->n;

    return !memcmp(a->kind, b->kind, (size_t)n * sizeof a->kind[0]);
}

TEST(the_draws_are_the_same_at_every_table)
{
    struct play_rng rng = {11};
    struct aude_setup setup;
    struct draws a, b;
    int games = 0, aside = 0, others = 0;

    for (int i = 0; i < 600; i++) {
        play_random_setup(&rng, &setup);
        setup.n_seats = 2;
        setup.hidden = 0;
        if (aude_game_init(&game, &setup, NULL)) continue;
        bool dealt = !club_deal_refusal(&setup);
        draws_of(&setup, (uint64_t)(2 * i), &a);
        draws_of(&setup, (uint64_t)(2 * i + 1), &b);
        if (dealt && !same_draws(&a, &b)) FAIL("game %d: other draws", i);
        games += dealt;
        aside += dealt && a.aside != b.aside;
        others += !dealt && !same_draws(&a, &b);
    }
    printf("  %d deals the same, in %d of them a tile was laid aside at one table only; "
           "%d refused games differed\n",
           games, aside, others);
    CHECK(games > 40);
    CHECK(aside > 0);
    CHECK(others > 0); /* the refusals have a reason */
}

TEST(what_cannot_be_dealt_is_refused)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW_REVISED);
    CHECK(club_deal_refusal(&setup) == NULL);
    setup.n_seats = 3;
    CHECK_STR(club_deal_refusal(&setup), "the same tiles are dealt to two at a table");
    setup.n_seats = 2;
    setup.expansions = (aude_sets)(1u << AUDE_SET_DRAGON);
    CHECK_STR(club_deal_refusal(&setup),
              "with the dragon the draws depend on when a volcano comes");
}

/* -- The promise -------------------------------------------------------------------------------------------- */

static void sha256(unsigned char out[32], const unsigned char *text, size_t n)
{
    crypto_hash_sha256(out, text, n);
}

TEST(a_promise_is_kept_or_not)
{
    static char text[CLUB_DEAL_TEXT_MAX];
    char promise[CLUB_PROMISE_MAX];
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW_REVISED);
    setup.seed = aude_seed(42);
    CHECK(club_deal_promise(&setup, sha256, text, promise));
    /* aude commit --rules grow_revised --seed 42 */
    CHECK_STR(promise,
              "sha256:5866c839556a21be543e6c8fe406f2a4502a18c24e48c4a5a7f74b2de3c36205");
    CHECK(club_deal_kept(text, promise, sha256));
    text[strlen(text) / 2] ^= 1;
    CHECK(!club_deal_kept(text, promise, sha256));
    setup.n_seats = 4;
    CHECK(!club_deal_promise(&setup, sha256, text, promise));
}

TEST(watchers_see_what_all_tables_have_passed)
{
    const int drawn[] = {14, 9, 30};

    CHECK_EQ(club_deal_open_to(drawn, 3), 9);
    CHECK_EQ(club_deal_open_to(drawn, 0), 0);
}

/* -- The comparison ------------------------------------------------------------------------------------------- */

TEST(tables_are_compared)
{
    /* Ahead by 10, 2, 2, -20: the mean is -1.5. */
    const struct club_deal_table table[] = {{90, 80}, {70, 68}, {61, 59}, {50, 70}};
    struct club_deal_score score[4];

    club_deal_compare(table, 4, score);
    CHECK_EQ(score[0].top, 6);
    CHECK_EQ(score[0].matchpoints, 6);
    CHECK_EQ(score[1].matchpoints, 3);
    CHECK_EQ(score[2].matchpoints, 3);
    CHECK_EQ(score[3].matchpoints, 0);
    CHECK_EQ(score[0].above_mean, 1150);
    CHECK_EQ(score[3].above_mean, -1850);
    club_deal_compare(table, 1, score);
    CHECK_EQ(score[0].top, 0);
    CHECK_EQ(score[0].above_mean, 0);
}

/* -- The deal of the day ------------------------------------------------------------------------------------------ */

TEST(the_deal_changes_at_noon)
{
    static char deal[CLUB_DEAL_TEXT_MAX];
    char promise[CLUB_PROMISE_MAX];
    json_t *all = json_load_file("tests/club/deals.json", 0, NULL), *one;
    size_t i;

    CHECK(json_array_size(json_object_get(all, "deals")) > 5);
    json_array_foreach(json_object_get(all, "deals"), i, one)
    {
        int64_t now = json_integer_value(json_object_get(one, "now"));
        struct club_date date = club_deal_date(now);
        struct aude_setup setup;
        char text[40];
        snprintf(text, sizeof text, "%04d-%02d-%02d", date.year, date.month, date.day);
        CHECK_STR(text, json_string_value(json_object_get(one, "date")));
        club_deal_of_day(date, &setup);
        snprintf(text, sizeof text, "%llu", (unsigned long long)setup.seed.lo);
        CHECK_STR(text, json_string_value(json_object_get(one, "seed")));
        CHECK_EQ(club_deal_next(now), json_integer_value(json_object_get(one, "next")));
        CHECK(club_deal_promise(&setup, sha256, deal, promise));
        CHECK_STR(promise, json_string_value(json_object_get(one, "promise")));
    }
    json_decref(all);
}
