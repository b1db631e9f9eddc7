/* test_told.c -- a game beside a real box: tiles by their sides, everything told again after something was put right,
 * the outcome of a real throw. */
#include <stdlib.h>
#include <string.h>

#include "../play.h"
#include "../test.h"
#include "told.h"

static struct aude_game game, other, before;
static struct told_work work;
static struct told_kind kinds[256];

enum { LINES_MAX = 4096 };
static struct told_line lines[LINES_MAX], again[LINES_MAX];
static int n_lines, n_again;

/* -- Tiles by their sides --------------------------------------------------------------- */

static int by_sides(const char *sides)
{
    uint8_t side[4];

    for (int s = 0; s < 4; s++)
        side[s] = sides[s] == 'C'   ? AUDE_EDGE_CITY
                  : sides[s] == 'R' ? AUDE_EDGE_ROAD
                  : sides[s] == 'F' ? AUDE_EDGE_FIELD
                                    : TOLD_ANY;
    return told_kinds(&game, side, kinds, 256);
}

static const struct told_kind *found(const char *id)
{
    for (int i = 0; i < 256 && kinds[i].left; i++)
        if (!strcmp(aude_tiles[kinds[i].kind].id, id)) return &kinds[i];
    return NULL;
}

/* Counted by hand from the list of tiles. */
TEST(sides_leave_the_kinds_that_have_them)
{
    CHECK_EQ(play_told_game(&game, 2), AUDE_ERR_OK);
    CHECK_EQ(by_sides("CCCC"), 1);
    CHECK_STR(aude_tiles[kinds[0].kind].id, "base/city4-shield");
    CHECK_EQ(kinds[0].left, 1);
    CHECK_EQ(kinds[0].turns, 15); /* looks the same in every rotation */
    memset(kinds, 0, sizeof kinds);
    CHECK_EQ(by_sides("CR??"), 7);
    CHECK(found("base/city-road-straight") && found("base/city3-road"));
    CHECK_EQ(found("base/city-road-straight")->left,
             3); /* one of four lies there from the start */
    CHECK_EQ(found("base/city-road-straight")->turns, 1);
    CHECK_EQ(found("base/city3-road")->turns,
             1u << 3); /* CCRC: turned three times CRCC */
    CHECK(!found(
        "base/city-road-curve-left")); /* its road is on the other hand of the city */
    CHECK_EQ(by_sides("????"), 24);
    CHECK_EQ(by_sides("CCCR"), 2);
    CHECK_EQ(by_sides("RCRC"), 0);
}

TEST(a_kind_that_is_used_up_is_not_offered)
{
    CHECK_EQ(play_told_game(&game, 2), AUDE_ERR_OK);
    CHECK_EQ(by_sides("RRRR"), 1);
    CHECK_EQ(play_words(&game, "draw base/crossing4"), AUDE_ERR_OK);
    CHECK_EQ(by_sides("????"), 0); /* a tile is in hand: nothing is drawn */
    CHECK_EQ(play_words(&game, "lay 1,0 0"), AUDE_ERR_OK);
    CHECK_EQ(play_words(&game, "pass"), AUDE_ERR_OK);
    CHECK_EQ(by_sides("RRRR"), 0);
    CHECK_EQ(by_sides("????"), 23);
}

/* In any game: each kind offered has the sides in the rotations named and in no other, and all that may be told and
 * have them are offered. */
TEST(sides_agree_with_the_turned_tile)
{
    struct play_rng rng = {5};
    struct aude_setup setup;
    uint8_t side[4];

    for (int i = 0; i < test_amount(40, 400); i++) {
        play_random_setup(&rng, &setup);
        setup.hidden = 1;
        setup.first = 0;
        if (aude_game_init(&game, &setup, NULL) || game.turn.actor != AUDE_SEAT_NONE)
            continue;
        for (int s = 0; s < 4; s++)
            side[s] = play_below(&rng, 2) ? TOLD_ANY : (uint8_t)play_below(&rng, 4);
        int n = told_kinds(&game, side, kinds, 256), all = 0;
        for (int kind = 0; kind < aude_tiles_count; kind++) {
            struct aude_action tell = {.kind = AUDE_TELL, .arg = (uint8_t)kind};
            unsigned turns = 0;
            uint8_t edge[4], turned[4];
            memcpy(edge, aude_tiles[kind].edge, 4);
            for (unsigned rot = 0; rot < 4; rot++) {
                bool same = true;
                for (int s = 0; s < 4; s++)
                    same &= side[s] == TOLD_ANY || side[s] == edge[s];
                if (same) turns |= 1u << rot;
                for (int s = 0; s < 4; s++) turned[(s + 1) & 3] = edge[s];
                memcpy(edge, turned, 4);
            }
            if (aude_game_why(&game, tell) || !turns) continue;
            all++;
            for (int k = 0; k < n; k++)
                if (kinds[k].kind == kind) CHECK_EQ(kinds[k].turns, turns);
        }
        CHECK_EQ(n, all);
    }
}

/* -- Told again ------------------------------------------------------------------------- */

static void remember(void *context, const struct told_line *line,
                     const struct aude_events *events)
{
    (void)context;
    CHECK(events->n >= 0);
    if (n_again < LINES_MAX) again[n_again++] = *line;
}

/* A base game for two, told by these words; who told what is noted in `lines`. */
static void tell(const char *words)
{
    char word[SITTING_WORDS_MAX];

    CHECK_EQ(play_told_game(&game, 2), AUDE_ERR_OK);
    for (n_lines = 0; *words; words += strcspn(words, ";"), words += *words == ';') {
        words += strspn(words, " ");
        size_t n = strcspn(words, ";");
        memcpy(word, words, n);
        word[n] = 0;
        lines[n_lines] = told_moment(&game);
        memcpy(lines[n_lines++].words, word, n + 1);
        CHECK_EQ(play_words(&game, word), AUDE_ERR_OK);
    }
}

/* Everything again from the beginning, with other words in line `at`. */
static int with_change(int at, const char *words)
{
    strcpy(lines[at].words, words);
    CHECK_EQ(play_told_game(&other, 2), AUDE_ERR_OK);
    work.played = remember;
    n_again = 0;
    return told_again(&work, &other, lines, n_lines);
}

static const char road_game[] = "draw base/road-straight; lay 1,0 0; pass;"
                                "draw base/road-straight; lay 2,0 0; put small road E W;"
                                "draw base/city; lay 0,-1 180; pass;"
                                "draw base/road-curve; lay 3,0 90; pass";

TEST(what_was_told_can_be_told_again)
{
    tell(road_game);
    CHECK_EQ(with_change(2, "pass"), n_lines);
    CHECK_EQ(work.n_notes, 0);
    CHECK_EQ(aude_game_hash(&other), aude_game_hash(&game));
    CHECK_EQ(n_again, n_lines);
    CHECK_STR(again[5].words, "put small road E W");
    CHECK_EQ(again[5].seat, 1);
    CHECK_EQ(again[5].turn, 2);
}

/* A follower was forgotten: the road is taken, so the one that stood there later cannot. */
TEST(a_forgotten_follower_sends_a_later_one_away)
{
    tell(road_game);
    CHECK_EQ(with_change(2, "put small road E W"), n_lines);
    CHECK_EQ(work.n_notes, 1);
    CHECK_EQ(work.note[0].line, 5);
    CHECK_EQ(work.note[0].what, TOLD_LEFT_OUT);
    CHECK_EQ(work.note[0].err, AUDE_ERR_FEATURE_TAKEN);
    CHECK_EQ(work.note[0].reason, TOLD_RULE);
    CHECK_EQ(other.turn.number, game.turn.number);
    CHECK_EQ(other.n_laid, game.n_laid);
    CHECK_EQ(other.player[1].supply[AUDE_SMALL], game.player[1].supply[AUDE_SMALL] + 1);
    CHECK_STR(again[5].words, "pass"); /* the turn went on without it */
}

/* The wrong tile was noted: it does not lie where it was laid, and the game waits there. */
TEST(another_tile_that_does_not_fit_stops_there)
{
    tell(road_game);
    CHECK_EQ(with_change(3, "draw base/monastery"), 4);
    CHECK_EQ(work.n_notes, 1);
    CHECK_EQ(work.note[0].line, 4);
    CHECK_EQ(work.note[0].what, TOLD_STOPS);
    CHECK_EQ(work.note[0].err, AUDE_ERR_NO_FIT);
    CHECK_EQ(other.turn.number, 2);
    CHECK_EQ(other.turn.phase, AUDE_PHASE_TILE);
    /* laid elsewhere by hand: the rest goes on */
    CHECK_EQ(play_words(&other, "lay 0,-1 0"), AUDE_ERR_NO_FIT);
    CHECK_EQ(play_words(&other, "lay 0,1 0"), AUDE_ERR_OK);
    CHECK_EQ(play_words(&other, "put small monastery"), AUDE_ERR_OK);
    CHECK_EQ(told_again(&work, &other, lines + 6, n_lines - 6), 4);
    CHECK_EQ(work.note[0].err, AUDE_ERR_DETACHED); /* 3,0 now hangs in the air */
}

/* Another tile was noted that is then missing when it really came. */
TEST(a_tile_told_once_too_often_stops_there)
{
    tell("draw base/crossing3; lay 1,0 0; pass;"
         "draw base/crossing4; lay 2,0 0; pass");
    CHECK_EQ(with_change(0, "draw base/crossing4"), 3);
    CHECK_EQ(work.note[0].what, TOLD_STOPS);
    CHECK_EQ(work.note[0].err, AUDE_ERR_NOT_IN_PILE);
}

/* A game with one expansion, told by these words. */
static void tell_with(struct aude_setup *setup, unsigned set, const char *words)
{
    aude_setup_preset(setup, AUDE_PRESET_GROW);
    setup->n_seats = 2;
    setup->first = 0;
    setup->hidden = 1;
    setup->expansions = 1u << set;
    CHECK_EQ(aude_game_init(&game, setup, NULL), AUDE_ERR_OK);
    n_lines = 0;
    for (const char *at = words; *at; at += strcspn(at, ";"), at += *at == ';') {
        at += strspn(at, " ");
        size_t n = strcspn(at, ";");
        struct told_line line = told_moment(&game);
        memcpy(line.words, at, n);
        if (play_words(&game, line.words)) FAIL("%s", line.words);
        lines[n_lines++] = line;
    }
}

static void tell_builders(struct aude_setup *setup, const char *words)
{
    tell_with(setup, AUDE_SET_TRADERS, words);
}

#define UNTIL_EARNED                                                                     \
    "draw base/road-straight; lay 1,0 0; put small road E W;"                            \
    "draw base/monastery; lay 0,1 0; pass;"                                              \
    "draw base/road-straight; lay 2,0 0; put builder road E W;"                          \
    "draw base/monastery; lay 1,1 0; pass;"                                              \
    "draw base/road-straight; lay 3,0 0; pass;"

/* Lines for a moment that the game no longer has. */
TEST(a_second_part_that_is_not_earned_is_gone)
{
    struct aude_setup setup;

    tell_builders(&setup, UNTIL_EARNED "second; draw base/road-straight; lay 4,0 0; pass;"
                                       "draw base/monastery; lay 2,1 0; pass");
    strcpy(lines[8].words, "pass"); /* the builder was never there */
    CHECK_EQ(aude_game_init(&other, &setup, NULL), AUDE_ERR_OK);
    work.played = NULL;
    CHECK_EQ(told_again(&work, &other, lines, n_lines), n_lines);
    CHECK_EQ(work.n_notes,
             3); /* second, its tile, its place; that nobody was placed is no loss */
    CHECK_EQ(work.note[0].line, 15);
    for (int i = 0; i < work.n_notes; i++) {
        CHECK_EQ(work.note[i].what, TOLD_GONE);
        CHECK_EQ(work.note[i].reason, TOLD_PAST);
    }
    CHECK_EQ(other.n_laid, game.n_laid - 1);
    CHECK_EQ(other.turn.number, game.turn.number);
}

/* What was declined is no loss where it is not offered any more. */
TEST(a_declined_second_part_is_no_loss)
{
    struct aude_setup setup;

    tell_builders(&setup, UNTIL_EARNED "decline; draw base/monastery; lay 2,1 0; pass");
    strcpy(lines[8].words, "pass");
    CHECK_EQ(aude_game_init(&other, &setup, NULL), AUDE_ERR_OK);
    CHECK_EQ(told_again(&work, &other, lines, n_lines), n_lines);
    CHECK_EQ(work.n_notes, 0);
    CHECK_EQ(other.turn.number, game.turn.number);
}

/* A second part that nobody took, because nobody knew of it: it is declined. */
TEST(a_second_part_nobody_was_asked_about_is_declined)
{
    struct aude_setup setup;

    tell_builders(&setup, UNTIL_EARNED "decline; draw base/monastery; lay 2,1 0; pass");
    memmove(&lines[15], &lines[16], sizeof *lines * (size_t)(n_lines - 16));
    CHECK_EQ(aude_game_init(&other, &setup, NULL), AUDE_ERR_OK);
    CHECK_EQ(told_again(&work, &other, lines, n_lines - 1), n_lines - 1);
    CHECK_EQ(work.n_notes, 0);
    CHECK_EQ(aude_game_hash(&other), aude_game_hash(&game));
}

/* A second part that cannot be declined: its tile has to be told before anything later. */
TEST(a_second_part_that_must_be_taken_is_asked_first)
{
    struct aude_setup setup;

    tell_builders(&setup, UNTIL_EARNED "decline; draw base/monastery; lay 2,1 0; pass");
    setup.sw[AUDE_SWITCH_SECOND_PART] = AUDE_SECOND_MUST;
    memmove(&lines[15], &lines[16], sizeof *lines * (size_t)(n_lines - 16));
    CHECK_EQ(aude_game_init(&other, &setup, NULL), AUDE_ERR_OK);
    CHECK_EQ(told_again(&work, &other, lines, n_lines - 1), 15);
    CHECK_EQ(work.n_notes, 1);
    CHECK_EQ(work.note[0].what, TOLD_STOPS);
    CHECK_EQ(work.note[0].reason, TOLD_FIRST);
    CHECK_EQ(work.note[0].turn, 5);
    CHECK_EQ(work.note[0].part, 2);
    CHECK_EQ(work.note[0].seat, 0);
}

/* The tile with the dragon was another one: nobody moves the dragon there, and the turn after it holds. */
TEST(steps_of_a_dragon_that_does_not_move_are_past)
{
    struct aude_setup setup;

    tell_with(&setup, AUDE_SET_DRAGON,
              "draw princess-dragon/road-straight-volcano; lay 1,0 0; pass;"
              "draw princess-dragon/road-straight-dragon; lay 2,0 0; pass; step W;"
              "draw base/monastery; lay 0,1 0; pass");
    strcpy(lines[3].words, "draw base/road-straight");
    CHECK_EQ(aude_game_init(&other, &setup, NULL), AUDE_ERR_OK);
    CHECK_EQ(told_again(&work, &other, lines, n_lines), n_lines);
    CHECK_EQ(work.n_notes, 1);
    CHECK_EQ(work.note[0].line, 6);
    CHECK_EQ(work.note[0].what, TOLD_GONE);
    CHECK_EQ(work.note[0].reason, TOLD_PAST);
    CHECK_EQ(other.n_laid, game.n_laid);
}

/* The other way round: the dragon has to be moved, and whoever moves it is named. */
TEST(a_dragon_that_has_to_move_is_asked_first)
{
    struct aude_setup setup;

    tell_with(&setup, AUDE_SET_DRAGON,
              "draw princess-dragon/road-straight-volcano; lay 1,0 0; pass;"
              "draw base/road-straight; lay 2,0 0; pass;"
              "draw base/monastery; lay 0,1 0; pass");
    strcpy(lines[3].words, "draw princess-dragon/road-straight-dragon");
    CHECK_EQ(aude_game_init(&other, &setup, NULL), AUDE_ERR_OK);
    CHECK_EQ(told_again(&work, &other, lines, n_lines), 6);
    CHECK_EQ(work.n_notes, 1);
    CHECK_EQ(work.note[0].what, TOLD_STOPS);
    CHECK_EQ(work.note[0].reason, TOLD_FIRST);
    CHECK_EQ(work.note[0].turn, 2);
    CHECK_EQ(work.note[0].seat, 1);
}

/* A whole random game, told; its lines. */
static void random_told(struct play_rng *rng, struct aude_setup *setup)
{
    do {
        play_random_setup(rng, setup);
        setup->hidden = 1;
        setup->first = 0;
        setup->n_order = 0;
    } while (aude_game_init(&game, setup, NULL));
    for (n_lines = 0; n_lines < LINES_MAX && !aude_game_over(&game);) {
        struct aude_action action = play_random_action(rng, &game);
        lines[n_lines] = told_moment(&game);
        aude_action_text(&game, action, lines[n_lines].words, SITTING_WORDS_MAX);
        CHECK_EQ(aude_game_play(&game, action, NULL), AUDE_ERR_OK);
        n_lines++;
    }
}

/* Every set and switch: the same words give the same game. With a line left out the game stays whole, and what was
 * played then can be told again as it is. */
TEST(any_game_told_again_is_the_same_game)
{
    struct play_rng rng = {77};
    struct aude_setup setup;

    for (int i = 0; i < test_amount(24, 400); i++) {
        random_told(&rng, &setup);
        aude_game_init(&other, &setup, NULL);
        work.played = NULL;
        CHECK_EQ(told_again(&work, &other, lines, n_lines), n_lines);
        CHECK_EQ(work.n_notes, 0);
        CHECK_EQ(aude_game_hash(&other), aude_game_hash(&game));

        int out = (int)play_below(&rng, (uint32_t)n_lines);
        memmove(&lines[out], &lines[out + 1],
                sizeof *lines * (size_t)(n_lines - 1 - out));
        aude_game_init(&other, &setup, NULL);
        work.played = remember;
        n_again = 0;
        int used = told_again(&work, &other, lines, n_lines - 1);
        CHECK(used <= n_lines - 1);
        CHECK(!aude_game_check(&other));
        for (int k = 1; k < work.n_notes; k++)
            CHECK(work.note[k - 1].line < work.note[k].line);
        if (used < n_lines - 1) CHECK_EQ(work.note[work.n_notes - 1].what, TOLD_STOPS);
        aude_game_init(&before, &setup, NULL);
        work.played = NULL;
        CHECK_EQ(told_again(&work, &before, again, n_again), n_again);
        CHECK_EQ(work.n_notes, 0);
        CHECK_EQ(aude_game_hash(&before), aude_game_hash(&other));
        if (test_failures()) return;
    }
}

/* -- The real catapult ------------------------------------------------------------------ */

static struct aude_event list[AUDE_EVENTS_MAX];
static struct aude_events events;

static void play_throw(struct aude_action throw)
{
    struct aude_action still = {.kind = AUDE_SCATTER};

    events = (struct aude_events){.list = list, .max = AUDE_EVENTS_MAX};
    aude_game_copy(&other, &game);
    CHECK_EQ(aude_game_play(&other, throw, NULL), AUDE_ERR_OK);
    CHECK_EQ(aude_game_play(&other, still, &events), AUDE_ERR_OK);
}

static const struct aude_event *event_of(enum aude_event_kind kind)
{
    for (int i = 0; i < events.n; i++)
        if (list[i].kind == kind) return &list[i];
    return NULL;
}

static int count_of(enum aude_event_kind kind)
{
    int n = 0;

    for (int i = 0; i < events.n; i++) n += list[i].kind == kind;
    return n;
}

/* A round for two with three followers on the map. */
static void fair(const char *kind)
{
    static const char *const words[] = {
        "draw base/road-straight", "lay 1,0 0",    "put small road E W",
        "draw base/monastery",     "lay 0,1 0",    "put small monastery",
        "draw base/city",          "lay 0,-1 180", "put small city S",
        "draw catapult/field",     "lay 1,1 0",    "pass"};
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.n_seats = 2;
    setup.first = 0;
    setup.hidden = 1;
    setup.expansions = 1u << AUDE_SET_CATAPULT;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (play_words(&game, words[i])) FAIL("%s", words[i]);
    char choice[40] = "catapult ";
    strcat(choice, kind);
    CHECK_EQ(play_words(&game, choice), AUDE_ERR_OK);
}

static int followers(uint8_t figure[AUDE_FIGURES_MAX])
{
    struct aude_point centre;
    int n = 0;

    for (unsigned i = 0; i < game.n_figures; i++)
        if (aude_catapult_figure(&game, i, &centre)) figure[n++] = (uint8_t)i;
    return n;
}

/* Whoever was hit, one or nobody: just that one goes home. */
TEST(a_throw_that_hits_just_the_told_one)
{
    uint8_t figure[AUDE_FIGURES_MAX];
    struct aude_action throw;
    int wrong;

    fair("knock-out");
    int n = followers(figure);
    CHECK_EQ(n, 2); /* the city of two tiles was finished: its knight is home */
    for (int i = 0; i < n; i++) {
        CHECK(told_throw_hits(&work, &game, &figure[i], 1, &throw, &wrong));
        CHECK_EQ(wrong, 0);
        play_throw(throw);
        CHECK_EQ(count_of(AUDE_EV_HIT), 1);
        CHECK_EQ(other.figure[figure[i]].where, AUDE_AT_HOME);
    }
    CHECK(told_throw_hits(&work, &game, figure, 0, &throw, &wrong));
    play_throw(throw);
    CHECK_EQ(count_of(AUDE_EV_HIT), 0);
}

/* Where the token fell: within a measure of the target (CAT-24). */
TEST(a_throw_that_rests_where_it_was_told)
{
    struct aude_action throw;

    fair("target");
    for (int x = -512; x <= 2560; x += 300)
        for (int y = -900; y <= 2560; y += 310) {
            CHECK(told_throw_at(&game, (struct aude_point){x, y}, &throw));
            play_throw(throw);
            const struct aude_event *rest = event_of(AUDE_EV_REST);
            CHECK(rest && abs(rest->at.x - x) <= AUDE_CAT_RULER &&
                  abs(rest->at.y - y) <= AUDE_CAT_RULER);
            if (test_failures()) return;
        }
}

TEST(a_seduction_falls_beside_the_told_follower)
{
    uint8_t figure[AUDE_FIGURES_MAX];
    struct aude_point centre;
    struct aude_action throw;

    fair("seduction");
    int n = followers(figure);
    for (int i = 0; i < n; i++) {
        CHECK(aude_catapult_figure(&game, figure[i], &centre));
        CHECK(told_throw_at(&game, centre, &throw));
        play_throw(throw);
        const struct aude_event *nearest = event_of(AUDE_EV_NEAREST);
        CHECK(nearest && nearest->seat == game.figure[figure[i]].seat);
    }
}

/* CAT-29: caught, and missed short of the rule, are the catcher's; touched, and missed beyond it, the thrower's. */
TEST(a_toss_ends_as_it_was_told)
{
    static const int thrower[] = {[TOLD_CAUGHT] = 0,
                                  [TOLD_TOUCHED] = 5,
                                  [TOLD_MISSED_FAR] = 5,
                                  [TOLD_MISSED_SHORT] = 0};
    struct aude_action toss, hands, still = {.kind = AUDE_SCATTER};

    for (int outcome = TOLD_CAUGHT; outcome <= TOLD_MISSED_SHORT; outcome++) {
        fair("catch");
        unsigned who = game.turn.actor;
        int32_t points = game.player[who].points;
        told_throw_toss((enum told_catch)outcome, &toss, &hands);
        CHECK_EQ(aude_game_play(&game, toss, NULL), AUDE_ERR_OK);
        CHECK_EQ(aude_game_play(&game, hands, NULL), AUDE_ERR_OK);
        events = (struct aude_events){.list = list, .max = AUDE_EVENTS_MAX};
        CHECK_EQ(aude_game_play(&game, still, &events), AUDE_ERR_OK);
        CHECK_EQ(game.player[who].points - points, thrower[outcome]);
        CHECK(event_of(AUDE_EV_CATCH));
    }
}

/* In many random games: when a throw for one follower is found, it hits him and nobody else. */
TEST(throws_of_random_games_hit_whom_they_should)
{
    struct play_rng rng = {31};
    struct aude_setup setup;
    uint8_t figure[AUDE_FIGURES_MAX];
    struct aude_action throw;
    int asked = 0, exact = 0, wrong;

    for (int i = 0; i < test_amount(12, 200); i++) {
        do {
            play_random_setup(&rng, &setup);
            setup.hidden = 1;
            setup.first = 0;
            setup.n_order = 0;
            setup.expansions |= 1u << AUDE_SET_CATAPULT;
            setup.sw[AUDE_SWITCH_CATAPULT_MODE] = AUDE_CATAPULT_METER;
        } while (aude_game_init(&game, &setup, NULL));
        for (int moves = 0; moves < 400 && !aude_game_over(&game); moves++) {
            if (game.turn.phase == AUDE_PHASE_THROW &&
                game.catapult.kind == AUDE_KNOCK_OUT)
                break;
            aude_game_play(&game, play_random_action(&rng, &game), NULL);
        }
        if (game.turn.phase != AUDE_PHASE_THROW) continue;
        int n = followers(figure);
        for (int k = 0; k < n && k < 6; k++, asked++) {
            bool hit = told_throw_hits(&work, &game, &figure[k], 1, &throw, &wrong);
            CHECK_EQ(hit, wrong == 0);
            if (!hit) continue;
            exact++;
            play_throw(throw);
            CHECK_EQ(count_of(AUDE_EV_HIT), 1);
            CHECK_EQ(event_of(AUDE_EV_HIT)->seat, game.figure[figure[k]].seat);
        }
    }
    CHECK(asked > 0);
    CHECK(exact * 10 >= asked * 8); /* the rest stands too near to others for any throw */
}
