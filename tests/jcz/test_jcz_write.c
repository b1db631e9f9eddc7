/* test_jcz_write.c -- games of ours as saves, and back. */
#include "jcz_saves.h"
#include "play.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct jcz_writer writer;
static struct aude_game game;

/* A random game, at most `moves` actions of it, as a save. NULL, or the error. */
static char *random_save(struct play_rng *rng, const struct aude_setup *setup, int moves)
{
    struct aude_head head = {.setup = *setup};

    for (unsigned seat = 0; seat < setup->n_seats; seat++)
        snprintf(head.name[seat], AUDE_NAME_MAX, "Seat %u é", seat);
    if (aude_game_init(&game, setup, NULL)) {
        FAIL("the setup cannot be played");
        return NULL;
    }
    if (!jcz_writer_init(&writer, &head, &error)) return NULL;
    while (!aude_game_over(&game) && moves--) {
        struct aude_action action = play_random_action(rng, &game);
        if (action.kind == AUDE_DECLINE) action.kind = AUDE_SECOND;
        aude_game_play(&game, action, NULL);
        jcz_writer_action(&writer, action);
    }
    return jcz_writer_end(&writer, &error);
}

static int figures_out(const struct aude_game *g, unsigned seat)
{
    int n = 0;

    for (unsigned i = 0; i < g->n_figures; i++)
        n += g->figure[i].seat == seat && g->figure[i].where != AUDE_AT_HOME;
    return n;
}

/* Same tiles, same points, as many figures out, with the seats turned. */
static void same_game(unsigned first)
{
    const struct aude_game *back = &walk.game;

    CHECK_EQ(back->n_laid, game.n_laid);
    CHECK_EQ(aude_game_over(back), aude_game_over(&game));
    for (unsigned i = 0; i < game.n_laid && i < back->n_laid; i++) {
        CHECK_EQ(back->laid[i].kind, game.laid[i].kind);
        CHECK_EQ(back->laid[i].x, game.laid[i].x);
        CHECK_EQ(back->laid[i].y, game.laid[i].y);
        CHECK_EQ(back->laid[i].rot, game.laid[i].rot);
    }
    for (unsigned seat = 0; seat < game.n_seats; seat++) {
        unsigned player = (seat + game.n_seats - first) % game.n_seats;
        CHECK_EQ(back->player[player].points, game.player[seat].points);
        CHECK_EQ(figures_out(back, player), figures_out(&game, seat));
    }
}

/* Now and then without a part of an expansion, or with other numbers of figures. */
static void their_parts(struct play_rng *rng, struct aude_setup *setup)
{
    static const char *const parts[] = {"inn",    "cathedral", "goods",   "dragon",
                                        "fairy",  "portal",    "abbey",   "king",
                                        "robber", "garden",    "princess"};
    static const uint8_t set_of[AUDE_FIGURE_KINDS] = {
        [AUDE_LARGE] = AUDE_SET_INNS,      [AUDE_ABBOT] = AUDE_SET_ABBOT,
        [AUDE_WAGON] = AUDE_SET_ABBEY,     [AUDE_MAYOR] = AUDE_SET_ABBEY,
        [AUDE_BUILDER] = AUDE_SET_TRADERS, [AUDE_PIG] = AUDE_SET_TRADERS,
        [AUDE_BARN] = AUDE_SET_ABBEY};

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        enum aude_switch sw = aude_switch_find(parts[i]);
        if (CHECK(sw < AUDE_SWITCHES) && !play_below(rng, 6))
            setup->sw[sw] = (uint8_t)aude_switch_parse(sw, "off");
    }
    for (unsigned kind = AUDE_LARGE; kind < AUDE_FIGURE_KINDS; kind++)
        if (aude_setup_sets(setup) >> set_of[kind] & 1 && !play_below(rng, 8))
            setup->figures[kind] = (uint8_t)play_below(rng, 3);
}

/* Rules of JCloisterZone in a setup that is otherwise any: what it does not know is as it
 * plays it, what it lets choose is chosen. */
static void their_rules(struct play_rng *rng, struct aude_setup *setup)
{
    static const char *const fixed[][2] = {{"farm_rule", "FIELD"},
                                           {"farm_city_points", "3"},
                                           {"river_uturn", "CLEARANCE"},
                                           {"river_stuck", "DISCARD"},
                                           {"half_cathedral", "2"},
                                           {"fairy_binding", "FOLLOWER"},
                                           {"volcano_specials", "FORBID"},
                                           {"volcano_lake_turn", "NONE"},
                                           {"volcano_lake_follower", "AS_VOLCANO"},
                                           {"abbey_endgame", "REPEAT"},
                                           {"wagon_from_abbey", "NONE"},
                                           {"loser_wagon", "MOVES"},
                                           {"barn_without_farmers", "YES"},
                                           {"count_start_tile", "SHUFFLE"},
                                           {"count_with_river", "ALLOW"},
                                           {"coc_gain", "FEATURES"},
                                           {"coc_stand", "TILE"},
                                           {"coc_final_order", "ONE_EACH"},
                                           {"coc_market_barn", "YES"},
                                           {"fairy_quarter", "YES"},
                                           {"tower_top_dragon", "ALLOW"},
                                           {"tower_reaches_quarter", "YES"}};
    static const char *const chosen[] = {"small_city",  "farmers",     "dragon_timing",
                                         "princess",    "second_part", "ransom_window",
                                         "king_robber", "cult_tiles",  "wagon_move",
                                         "barn_second", "coc_final",   "count_move"};

    play_random_setup(rng, setup);
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (!jcz_saves_known(set)) setup->expansions &= (aude_sets)(~(1u << set));
    for (unsigned sw = AUDE_SWITCH_RIVER_STUCK; sw < AUDE_SWITCHES; sw++)
        setup->sw[sw] = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        enum aude_switch sw = aude_switch_find(fixed[i][0]);
        if (CHECK(sw < AUDE_SWITCHES))
            setup->sw[sw] = (uint8_t)aude_switch_parse(sw, fixed[i][1]);
    }
    for (size_t i = 0; i < sizeof chosen / sizeof chosen[0]; i++) {
        enum aude_switch sw = aude_switch_find(chosen[i]);
        if (CHECK(sw < AUDE_SWITCHES)) setup->sw[sw] = (uint8_t)play_below(rng, 2);
    }
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (!(setup->tiles_only >> set & 1) && !play_below(rng, 3) &&
            jcz_saves_known(set) && aude_set_playable(set))
            setup->expansions |= 1u << set;
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (setup->expansions >> set & 1 && set != AUDE_SET_COUNT && !play_below(rng, 8))
            setup->rules_only |= 1u << set;
    their_parts(rng, setup);
}

TEST(games_go_there_and_back)
{
    struct play_rng rng = {3};
    int n = test_amount(60, 2000);

    for (int i = 0; i < n && !test_failures(); i++) {
        struct aude_setup setup;
        their_rules(&rng, &setup);
        int moves = play_below(&rng, 4) ? 10000 : (int)play_below(&rng, 150);
        char *text = random_save(&rng, &setup, moves);
        if (!CHECK(text)) {
            FAIL("game %d: %s", i, error.text);
            return;
        }
        const char *wrong = play_text(text);
        if (!CHECK(!wrong)) FAIL("game %d: %s", i, wrong);
        same_game(writer.first);
        free(text);
    }
}

/* A game by rules that JCloisterZone does not have is refused, or came out the same. */
TEST(games_by_other_rules)
{
    struct play_rng rng = {4};
    int n = test_amount(60, 1000), written = 0;

    for (int i = 0; i < n && !test_failures(); i++) {
        struct aude_setup setup;
        play_random_setup(&rng, &setup);
        char *text = random_save(&rng, &setup, 10000);
        CHECK(text || error.text[0]);
        if (!text) continue;
        written++;
        CHECK(!play_text(text));
        same_game(writer.first);
        free(text);
    }
    CHECK(written > 0);
}

TEST(what_cannot_be_written_is_named)
{
    struct play_rng rng = {5};
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_DEVIR_PT);
    CHECK(!random_save(&rng, &setup, 1));
    CHECK_STR(error.text, "JCloisterZone plays only with farm_rule = FIELD [EDN-2]");
    setup.sw[AUDE_SWITCH_FARMERS] = AUDE_FARMERS_OFF;
    free(random_save(&rng, &setup, 1));
    CHECK_STR(error.text, "");
    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.tiles_only = 1u << AUDE_SET_CATAPULT;
    CHECK(!random_save(&rng, &setup, 1));
    CHECK(strstr(error.text, "JCloisterZone has no VII The Catapult"));
}

/* -- Into memory ------------------------------------------------------------------------ */

static struct aude_reader reader;

/* What jcz_import() gives is a whole record, and the game the save was. */
static void check_import(const char *name, const char *text, size_t n)
{
    char *record;

    if (!jcz_import(text, n, &record, &error)) {
        FAIL("%s: %s", name, error.text);
        return;
    }
    CHECK_STR(error.text, "");
    if (!CHECK_EQ(play_read(&reader, record, strlen(record), NULL), AUDE_ERR_OK))
        FAIL("%s: line %d of its record", name, reader.line);
    free(record);
}

TEST(samples_are_imported)
{
    static char *names[SAMPLES_MAX];
    int n = list_samples(names);

    CHECK(true);
    if (!n) printf("skipped: no samples at %s\n", samples_folder());
    for (int i = 0; i < n; i++) {
        size_t length = 0;
        char *text = load_sample(names[i], ".jcz", &length);
        if (CHECK(text)) check_import(names[i], text, length);
        CHECK(reader.finished);
        free(text);
        free(names[i]);
    }
}

TEST(imports_from_memory)
{
    struct parts p = {.replay = TURN_1 "," TURN_2};
    char *record;

    check_import("two turns", text_of(&p), strlen(text_of(&p)));
    CHECK_EQ(reader.game.player[1].points, 4);
    CHECK(!reader.finished);
    p.replay = TURN_1
        "," PLACE("BA/C", "R180", 0, -1) "," DEPLOY("1.small.1", "City", "S", 0, -1);
    const char *text = text_of(&p);
    CHECK(jcz_import(text, strlen(text), &record, &error));
    CHECK_STR(error.text, "the last action is not committed and is left out");
    free(record);
    CHECK(!jcz_import(text, strlen(text) - 1, &record, &error));
    CHECK(!record && strstr(error.text, "not JSON"));
    CHECK(!jcz_import(text, (size_t)JCZ_IMPORT_MAX + 1, &record, &error));
    CHECK(!record && strstr(error.text, "too large"));
    static char brackets[JCZ_IMPORT_NODES_MAX + 2];
    memset(brackets, '[', sizeof brackets);
    CHECK(!jcz_import(brackets, sizeof brackets, &record, &error));
    CHECK(!record && strstr(error.text, "too large"));
    p.replay = TURN_1 "," TURN_1;
    text = text_of(&p);
    CHECK(!jcz_import(text, strlen(text), &record, &error));
    CHECK(!record && !strncmp(error.text, "message 4: ", 11));
}
