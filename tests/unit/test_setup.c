/* test_setup.c -- presets and switches against the table of editions.md, and draws. */
#include <string.h>

#include "engine.h"
#include "play.h"
#include "test.h"

static struct aude_game game;

static const char *value_of(enum aude_preset preset, const char *name)
{
    static char out[32];
    struct aude_setup setup;
    enum aude_switch sw = aude_switch_find(name);

    aude_setup_preset(&setup, preset);
    if (!aude_switch_value(sw, setup.sw[sw], out, sizeof out)) strcpy(out, "?");
    return out;
}

/* EDN-1 to EDN-15, section 2, one line per switch: the five rulebooks in order. */
TEST(presets_are_the_rulebooks)
{
    static const char *const table[][6] = {
        {"tile_set", "CLASSIC72", "REVISED72", "CLASSIC72", "CLASSIC72", "CLASSIC72"},
        {"small_city", "NORMAL", "NORMAL", "HALF", "HALF", "NORMAL"},
        {"farmers", "ON", "ON", "ON", "ON", "ON"},
        {"farm_rule", "FIELD", "FIELD", "CITY_POOLED", "CITY_POOLED", "FIELD"},
        {"farm_city_points", "3", "3", "3", "3", "3"},
        {"road_loop", "ON", "ON", "ON", "ON", "ON"},
        {"starter", "YOUNGEST_CHOOSES", "YOUNGEST", "YOUNGEST_CHOOSES",
         "YOUNGEST_CHOOSES", "YOUNGEST_CHOOSES"},
        {"river", "OFF", "OFF", "OFF", "OFF", "OFF"},
        {"abbot", "OFF", "OFF", "OFF", "OFF", "OFF"},
        {"lap_mark", "LAY_DOWN", "LAY_DOWN", "NONE", "NONE", "TILE_50_100"},
        {"unplaceable", "REDRAW", "REDRAW", "REDRAW", "REDRAW", "REDRAW"},
        {"max_players", "5", "5", "5", "5", "5"},
        {"tie", "SHARED", "SHARED", "SHARED", "SHARED", "SHARED"},
    };

    for (size_t row = 0; row < sizeof table / sizeof table[0]; row++)
        for (unsigned preset = 0; preset <= AUDE_PRESET_BIGBOX_RO; preset++)
            CHECK_STR(value_of(preset, table[row][0]), table[row][1 + preset]);
    CHECK_EQ(aude_preset_find("devir_es"), AUDE_PRESET_DEVIR_ES);
    CHECK_EQ(aude_preset_find("house"), AUDE_PRESETS);
    CHECK_STR(aude_preset_name(AUDE_PRESET_BIGBOX_RO), "bigbox_ro");
    CHECK_STR(aude_preset_name(AUDE_PRESETS), "?");
    CHECK_STR(aude_preset_title(AUDE_PRESETS), "?");
}

TEST(switches_are_found_in_any_case)
{
    char out[4];

    CHECK_EQ(aude_switch_find("FARM_rule"), AUDE_SWITCH_FARM_RULE);
    CHECK_EQ(aude_switch_find("farm_rul"), AUDE_SWITCHES);
    CHECK_EQ(aude_switch_find("farm_rules"), AUDE_SWITCHES);
    CHECK_EQ(aude_switch_parse(AUDE_SWITCH_FARM_RULE, "city_pooled"),
             AUDE_FARM_CITY_POOLED);
    CHECK_EQ(aude_switch_parse(AUDE_SWITCH_FARM_RULE, "field"), AUDE_FARM_FIELD);
    CHECK_EQ(aude_switch_parse(AUDE_SWITCH_FARM_RULE, "FIELD_CITY"), -1);
    CHECK_EQ(aude_switch_parse(AUDE_SWITCH_FARM_CITY_POINTS, "4"), 1);
    CHECK_EQ(aude_switch_values(AUDE_SWITCH_FARM_RULE), 3);
    CHECK_EQ(aude_switch_values(AUDE_SWITCHES), 0);
    CHECK(!aude_switch_value(AUDE_SWITCH_FARM_RULE, 3, out, sizeof out));
    CHECK(!aude_switch_value(AUDE_SWITCH_FARM_RULE, -1, out, sizeof out));
    CHECK(!aude_switch_value(AUDE_SWITCH_FARM_RULE, 0, out, sizeof out)); /* no room */
    CHECK(!aude_switch_value(AUDE_SWITCHES, 0, out, sizeof out));
    CHECK_STR(aude_switch_name(AUDE_SWITCHES), "?");
    CHECK_STR(aude_switch_rule(AUDE_SWITCH_SMALL_CITY), "EDN-1");
    CHECK_STR(aude_switch_rule(AUDE_SWITCHES), "");
}

static enum aude_err begin(void (*change)(struct aude_setup *))
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    change(&setup);
    return aude_game_init(&game, &setup, NULL);
}

static void no_seat(struct aude_setup *setup)
{
    setup->n_seats = 0;
}
static void one_seat(struct aude_setup *setup)
{
    setup->n_seats = 1;
}
static void six_seats(struct aude_setup *setup)
{
    setup->n_seats = 6;
}
static void six_allowed(struct aude_setup *setup)
{
    setup->n_seats = 6;
    setup->sw[AUDE_SWITCH_MAX_PLAYERS] = 1;
}
static void seven_seats(struct aude_setup *setup)
{
    six_allowed(setup);
    setup->n_seats = 7;
}
static void third_begins(struct aude_setup *setup)
{
    setup->first = 2;
}
static void no_preset(struct aude_setup *setup)
{
    setup->preset = 9;
}
static void odd_value(struct aude_setup *setup)
{
    setup->sw[AUDE_SWITCH_ROAD_LOOP] = 1;
}
static void no_set(struct aude_setup *setup)
{
    setup->expansions = 1u << AUDE_SETS;
}
static void count_city(struct aude_setup *setup)
{
    setup->expansions = 1u << AUDE_SET_COUNT;
}
static void long_order(struct aude_setup *setup)
{
    setup->n_order = AUDE_TILES_MAX + 1;
}
static void odd_order(struct aude_setup *setup)
{
    setup->n_order = 1;
    setup->order[0] = 250;
}

/* BASE-1, BASE-6, EDN-12, EDN-13 */
TEST(impossible_setups_are_refused)
{
    CHECK_EQ(begin(one_seat), AUDE_ERR_OK);
    CHECK_EQ(begin(no_seat), AUDE_ERR_SEATS);
    CHECK_EQ(begin(six_seats), AUDE_ERR_SEATS);
    CHECK_EQ(begin(six_allowed), AUDE_ERR_OK);
    CHECK_EQ(begin(seven_seats), AUDE_ERR_SEATS);
    CHECK_EQ(begin(third_begins), AUDE_ERR_FIRST);
    CHECK_EQ(begin(no_preset), AUDE_ERR_PRESET);
    CHECK_EQ(begin(odd_value), AUDE_ERR_SWITCH_VALUE);
    CHECK_EQ(begin(no_set), AUDE_ERR_SET_MISSING);
    CHECK_EQ(begin(count_city), AUDE_ERR_OK);
    CHECK_EQ(begin(long_order), AUDE_ERR_TOO_MANY_TILES);
    CHECK_EQ(begin(odd_order), AUDE_ERR_ORDER_TILE);
}

/* The tiles that can come to lie on the board. */
static unsigned tiles_of(const struct aude_game *of)
{
    unsigned n = of->n_laid + (unsigned)aude_game_left_total(of) +
                 (of->turn.tile != AUDE_KIND_NONE);

    for (unsigned seat = 0; seat < of->n_seats; seat++) n += of->abbeys.left[seat];
    return n;
}

/* Rivers and the Count's city count, too: a record with too many tiles stopped the program. */
TEST(no_setup_has_more_tiles_than_a_board)
{
    unsigned accepted = 0, refused = 0, largest = 0;

    for (unsigned i = 0; i < 4 * 5 * 4 * 4 * 4; i++) {
        struct aude_setup setup;
        aude_setup_preset(&setup, AUDE_PRESET_GROW);
        setup.sw[AUDE_SWITCH_RIVER] = (uint8_t)(i % 4);
        setup.copies[AUDE_SET_BASE] = (uint8_t)(i / 4 % 5);
        setup.copies[AUDE_SET_RIVER_1] = (uint8_t)(i / 20 % 4);
        setup.copies[AUDE_SET_RIVER_2] = (uint8_t)(i / 80 % 4);
        setup.expansions = (aude_sets)(i / 320 % 2) << AUDE_SET_COUNT |
                           (aude_sets)(i / 640 % 2) << AUDE_SET_ABBEY;
        setup.sw[AUDE_SWITCH_COUNT_WITH_RIVER] = 1;
        enum aude_err err = aude_game_init(&game, &setup, NULL);
        accepted += !err;
        refused += err == AUDE_ERR_TOO_MANY_TILES;
        if (err) continue;
        if (!CHECK(tiles_of(&game) <= AUDE_TILES_MAX)) return;
        if (tiles_of(&game) > largest) largest = tiles_of(&game);
    }
    CHECK(accepted > 300 && refused > 50);
    CHECK(largest > 305); /* four base games and both rivers */
}

/* BASE-5: a draw is a uniformly random remaining tile. Over many seeds every kind comes
 * first as often as its copies say, within four standard deviations. */
TEST(the_first_draw_is_uniform)
{
    enum { DEALS = 20000 };
    int seen[256] = {0};
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    for (int i = 0; i < DEALS; i++) {
        setup.seed = (struct aude_seed){.hi = (uint64_t)i * 77, .lo = (uint64_t)i};
        aude_game_init(&game, &setup, NULL);
        seen[game.turn.tile]++;
    }
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        if (aude_tiles[kind].set != AUDE_SET_BASE) continue;
        int copies = aude_tiles[kind].count - (aude_tiles[kind].marks & AUDE_MARK_START);
        int off = seen[kind] * 71 - DEALS * copies; /* 71 times the deviation */
        CHECK((int64_t)off * off <= (int64_t)16 * DEALS * copies * (71 - copies));
    }
}

/* EDN-5: RANDOM takes the starter from the seed, and both seats get their share. */
TEST(the_starter_is_drawn_or_chosen)
{
    int first[3] = {0};
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.n_seats = 3;
    for (uint64_t i = 0; i < 3000; i++) {
        setup.seed = aude_seed(i);
        aude_game_init(&game, &setup, NULL);
        first[game.turn.seat]++;
    }
    for (int seat = 0; seat < 3; seat++) CHECK(first[seat] > 850 && first[seat] < 1150);
    setup.first = 2;
    aude_game_init(&game, &setup, NULL);
    CHECK_EQ(game.turn.seat, 2);
}

/* The generator is part of the record format: it must never change. With seed 0, stream 0
 * and block 0 it is ChaCha8 with a 128-bit key of zeros, whose keystream is published
 * (ECRYPT: e28a5fa4 a67f8c5d efed3e6f ...). */
TEST(the_generator_is_as_documented)
{
    struct aude__rng rng, other;

    aude__rng_init(&rng, aude_seed(0), AUDE__STREAM_DRAW, 0);
    aude__rng_below(&rng, 1);
    CHECK_EQ(rng.word[0], 0xa45f8ae2);
    CHECK_EQ(rng.word[1], 0x5d8c7fa6);
    CHECK_EQ(rng.word[2], 0x6f3eedef);
    aude__rng_init(&other, aude_seed(0), AUDE__STREAM_CATAPULT, 0);
    aude__rng_below(&other, 1);
    CHECK(memcmp(rng.word, other.word, sizeof rng.word) != 0);
}

TEST(a_fixed_order_is_drawn_in_that_order)
{
    struct aude_setup setup;
    int monastery = aude_tile_find("base/monastery"),
        curve = aude_tile_find("base/road-curve");

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.order[0] = (aude_kind)monastery;
    setup.order[1] = (aude_kind)curve;
    setup.order[2] = (aude_kind)monastery;
    setup.n_order = 3;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    CHECK_EQ(game.turn.tile, monastery);
    CHECK_EQ(game.pile.kind[1], curve);
    CHECK_EQ(game.pile.kind[2], monastery);
    CHECK_EQ(aude_game_left(&game, (aude_kind)monastery), 3);
    CHECK_EQ(aude_game_left_total(&game), 70);
}

TEST(names_are_there_for_everything)
{
    for (unsigned err = 0; err < AUDE_ERR_COUNT; err++) {
        CHECK(aude_err_name(err)[0] != 0);
        CHECK(strlen(aude_err_sentence(err)) > 5);
    }
    CHECK_STR(aude_err_name(AUDE_ERR_COUNT), "?");
    CHECK_STR(aude_err_rule(AUDE_ERR_COUNT), "");
    CHECK_STR(aude_err_sentence(AUDE_ERR_COUNT), "?");
    for (unsigned kind = 0; kind <= AUDE_EVENT_KINDS; kind++)
        CHECK((aude_event_name(kind)[0] == '?') == (kind == AUDE_EVENT_KINDS));
    for (unsigned kind = 0; kind <= AUDE_TERM_KINDS; kind++)
        CHECK((aude_term_name(kind)[0] == '?') == (kind == AUDE_TERM_KINDS));
    for (unsigned kind = 0; kind <= AUDE_SOURCES; kind++)
        CHECK((aude_feature_name(kind)[0] == '?') == (kind == AUDE_SOURCES));
    CHECK_STR(aude_goods_name(AUDE_GRAIN), "grain");
    for (unsigned kind = 0; kind <= AUDE_FIGURE_KINDS; kind++)
        CHECK((aude_figure_name(kind)[0] == '?') == (kind == AUDE_FIGURE_KINDS));
    for (unsigned phase = 0; phase <= AUDE_PHASES; phase++)
        CHECK((aude_phase_name(phase)[0] == '?') == (phase == AUDE_PHASES));
    for (unsigned set = 0; set < AUDE_SETS; set++) {
        CHECK_EQ(aude_set_find(aude_set_name(set)), set);
        CHECK(strlen(aude_set_title(set)) > 3);
    }
    CHECK_STR(aude_set_name(AUDE_SETS), "?");
    CHECK_STR(aude_set_title(AUDE_SETS), "?");
    CHECK(!aude_set_playable(AUDE_SETS));
    CHECK_EQ(aude_set_find("moon"), AUDE_SETS);
    CHECK_EQ(aude_tile_find("base/nothing"), -1);
}

/* EDN-21: what a book's letter and other programs make of a switch is all that the usual
 * rulings change, on top of any preset. */
TEST(usual_rulings_are_what_other_programs_play)
{
    struct aude_setup book, usual, jcz;
    unsigned changed = 0;

    aude_setup_preset(&jcz, AUDE_PRESET_JCZ);
    for (unsigned preset = 0; preset < AUDE_PRESETS; preset++) {
        aude_setup_preset(&book, preset);
        usual = book;
        aude_setup_usual(&usual);
        for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++) {
            bool ruling = aude_switch_is_ruling(sw);
            CHECK_EQ(usual.sw[sw], ruling ? jcz.sw[sw] : book.sw[sw]);
            changed += usual.sw[sw] != book.sw[sw];
        }
        memcpy(usual.sw, book.sw, sizeof usual.sw);
        CHECK(!memcmp(&usual, &book, sizeof usual)); /* nothing but switches */
    }
    CHECK_EQ(changed, 21); /* 3 3 4 4 7 0, by preset */
    CHECK(aude_switch_is_ruling(AUDE_SWITCH_FARM_RULE));
    CHECK(aude_switch_is_ruling(AUDE_SWITCH_SINGLE_CITY));
    CHECK(!aude_switch_is_ruling(AUDE_SWITCH_SMALL_CITY));
    CHECK(!aude_switch_is_ruling(AUDE_SWITCHES));
}

/* EDN-22, COC-23 */
TEST(a_setup_is_advised_against_but_played)
{
    struct aude_setup setup;
    struct aude_advice advice = {"", ""};

    aude_setup_preset(&setup, AUDE_PRESET_BIGBOX_RO);
    setup.expansions = 1u << AUDE_SET_COUNT;
    CHECK(!aude_setup_advice(&setup, 0, &advice));
    for (unsigned river = AUDE_RIVER_I; river <= AUDE_RIVER_BOTH; river++) {
        setup.sw[AUDE_SWITCH_RIVER] = (uint8_t)river;
        CHECK(aude_setup_advice(&setup, 0, &advice));
        CHECK_STR(advice.rule, "COC-23");
        CHECK(strstr(advice.sentence, "advises against") != NULL);
        CHECK(!aude_setup_advice(&setup, 1, &advice));
        CHECK(!aude_setup_advice(&setup, -1, &advice));
        CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    }
    setup.expansions = 0;
    CHECK(!aude_setup_advice(&setup, 0, &advice));
}

/* EDN-5: the host's word goes before all; then the first seat if that is fixed; else the lot,
 * also where the youngest should say, whom nobody knows. */
TEST(who_begins)
{
    struct aude_setup setup;

    for (unsigned starter = 0; starter < 4; starter++) {
        unsigned began = 0;
        aude_setup_preset(&setup, AUDE_PRESET_GROW);
        setup.sw[AUDE_SWITCH_STARTER] = (uint8_t)starter;
        setup.n_seats = 3;
        for (unsigned seed = 0; seed < 40; seed++) {
            setup.seed = aude_seed(seed);
            CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
            began |= 1u << game.turn.seat;
        }
        CHECK_EQ(began, starter == AUDE_STARTER_FIXED ? 1 : 7);
        setup.first = 2;
        CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
        CHECK_EQ(game.turn.seat, 2);
    }
}

/* EDN-10 */
TEST(laps_are_written_as_the_rulebook_marks_them)
{
    static const struct {
        int points;
        const char *text[3];
    } rows[] = {{0, {"0", "0", "0"}},
                {49, {"49", "49", "49"}},
                {50, {"50", "50+0", "50+0"}},
                {63, {"63", "50+13", "50+13"}},
                {100, {"100", "100+0", "100+0"}},
                {163, {"163", "150+13", "100+50+13"}},
                {249, {"249", "200+49", "100+100+49"}},
                {-3, {"-3", "-3", "-3"}}};
    char out[64];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (unsigned mark = 0; mark < 3; mark++) {
            game.sw[AUDE_SWITCH_LAP_MARK] = (uint8_t)mark;
            aude_points_text(&game, rows[i].points, out, sizeof out);
            CHECK_STR(out, rows[i].text[mark]);
        }
}

TEST(every_switch_has_a_meaning)
{
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++) {
        const char *meaning = aude_switch_meaning(sw);
        size_t n = strlen(meaning);
        if (n < 10 || n > 100 || meaning[n - 1] == '.')
            FAIL("%s: \"%s\"", aude_switch_name(sw), meaning);
    }
    CHECK_STR(aude_switch_meaning(AUDE_SWITCHES), "");
}
