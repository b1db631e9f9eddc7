/* test_actions.c -- the row of a kind of action says which fields it has: no other is set, each
 * is set somewhere, and its words read back as the same action. */
#include "play.h"
#include "test.h"

#include <string.h>

static struct aude_action list[AUDE_ACTIONS_MAX];
static unsigned seen[AUDE_ACTION_KINDS]; /* fields that were not zero, per kind */
static int times[AUDE_ACTION_KINDS];
static int compared[AUDE_ACTION_KINDS]; /* what it is about was compared */

/* What each byte of an action can be. */
enum {
    IN_FIGURE = AUDE_HAS_FIGURE | AUDE_HAS_ERRORS,
    IN_SEGMENT = AUDE_HAS_SEGMENT | AUDE_HAS_ERRORS,
    IN_ARG = AUDE_HAS_TILE | AUDE_HAS_ROT | AUDE_HAS_OTHER | AUDE_HAS_QUARTER |
             AUDE_HAS_ROUND | AUDE_HAS_STAND | AUDE_HAS_SIDE | AUDE_HAS_HANDS,
    IN_CELL = AUDE_HAS_CELL | AUDE_HAS_NUMBERS
};

/* Those fields of the kind that a byte which is not zero can be; a field the kind does not
 * have, if there is none. */
static unsigned fields_in(unsigned has, int byte, unsigned can_be)
{
    if (!byte) return 0;
    return has & can_be ? has & can_be : can_be;
}

/* The feature of the segment that the action names; -1: it names none. */
static int feature_of(const struct aude_game *game, struct aude_action action)
{
    int tile = aude_game_tile_at(game, action.x, action.y);

    if (!(aude_action_fields(action.kind) & AUDE_HAS_SEGMENT) || tile < 0) return -1;
    const struct aude_tile *kind = &aude_tiles[game->laid[tile].kind];
    return action.segment < kind->n_segments ? kind->segment[action.segment].kind : -1;
}

/* Without the position the words say the same, as far as they do. */
static void look_glance(const struct aude_game *game, struct aude_action action,
                        const char *text)
{
    unsigned has = aude_action_fields(action.kind);
    int feature = feature_of(game, action);
    struct aude_glance said;

    if (!CHECK(aude_action_glance(text, &said))) return;
    CHECK_EQ(said.kind, action.kind);
    CHECK_EQ(!!(said.fields & AUDE_HAS_FIGURE), !!(has & AUDE_HAS_FIGURE));
    CHECK_EQ(!!(said.fields & AUDE_HAS_TILE), !!(has & AUDE_HAS_TILE));
    CHECK_EQ(!!(said.fields & AUDE_HAS_ROT), !!(has & AUDE_HAS_ROT));
    CHECK_EQ(!!(said.fields & AUDE_HAS_FEATURE), feature >= 0);
    if (said.fields & AUDE_HAS_FIGURE) CHECK_EQ(said.figure, action.figure);
    if (said.fields & AUDE_HAS_TILE) CHECK_EQ(said.tile, action.arg);
    if (said.fields & AUDE_HAS_ROT) CHECK_EQ(said.rot, action.arg);
    if (said.fields & AUDE_HAS_FEATURE) CHECK_EQ(said.feature, feature);
    if (said.fields & AUDE_HAS_CELL) CHECK_EQ(said.x, action.x);
    if (said.fields & AUDE_HAS_CELL) CHECK_EQ(said.y, action.y);
    if (action.kind == AUDE_LAY) CHECK(said.fields & AUDE_HAS_CELL);
}

static void look_at(const struct aude_game *game, struct aude_action action)
{
    unsigned has = aude_action_fields(action.kind);
    char text[160];
    struct aude_action again;

    times[action.kind]++;
    seen[action.kind] |= fields_in(has, action.figure, IN_FIGURE) |
                         fields_in(has, action.segment, IN_SEGMENT) |
                         fields_in(has, action.arg, IN_ARG) |
                         fields_in(has, action.x | action.y, IN_CELL);
    aude_action_text(game, action, text, sizeof text);
    if (!CHECK_EQ(aude_action_parse(game, text, &again), AUDE_ERR_OK) ||
        memcmp(&again, &action, sizeof action) != 0)
        FAIL("\"%s\" reads back as another action", text);
    look_glance(game, action, text);
}

TEST(words_that_begin_with_no_kind_of_action_say_nothing)
{
    struct aude_glance said;

    CHECK(!aude_action_glance("", &said));
    CHECK(!aude_action_glance("lie 1,0 90", &said));
    CHECK(aude_action_glance("lay somewhere", &said));
    CHECK_EQ(said.fields, 0);
    CHECK(aude_action_glance("put dog city N at 3,-1", &said));
    CHECK_EQ(said.fields, AUDE_HAS_FEATURE | AUDE_HAS_CELL);
}

/* What an action is about is what its event says when it is done. */
static void look_about(const struct aude_game *game, struct aude_action action)
{
    static const uint8_t says[AUDE_ACTION_KINDS] = {
        [AUDE_LAY] = AUDE_EV_LAY,       [AUDE_ABBEY_TILE] = AUDE_EV_LAY,
        [AUDE_RECALL] = AUDE_EV_RECALL, [AUDE_BARN_AT] = AUDE_EV_BARN,
        [AUDE_STEP] = AUDE_EV_DRAGON,   [AUDE_RANSOM] = AUDE_EV_RANSOM};
    static struct aude_game copy;
    static struct aude_event heard[AUDE_EVENTS_MAX];
    struct aude_events events = {.list = heard, .max = AUDE_EVENTS_MAX};
    struct aude_about about = aude_action_about(game, action);
    const struct aude_event *ev = heard;

    if (!says[action.kind]) {
        CHECK_EQ(about.fields, 0);
        return;
    }
    copy = *game;
    if (!CHECK_EQ(aude_game_play(&copy, action, &events), AUDE_ERR_OK)) return;
    while (ev < heard + events.n && ev->kind != says[action.kind]) ev++;
    if (!CHECK(ev < heard + events.n) || !CHECK(about.fields)) return;
    if (about.fields & AUDE_HAS_CELL) CHECK(about.x == ev->x && about.y == ev->y);
    if (about.fields & AUDE_HAS_TILE) CHECK_EQ(about.tile, ev->tile);
    if (about.fields & AUDE_HAS_ROT) CHECK_EQ(about.rot, ev->rot);
    if (about.fields & AUDE_HAS_FIGURE) CHECK_EQ(about.figure, ev->figure);
    if (about.fields & AUDE_HAS_POINTS) CHECK_EQ(about.points, ev->points);
    compared[action.kind]++;
}

static void look_at_all(const struct aude_game *game)
{
    int n = aude_game_actions(game, list, AUDE_ACTIONS_MAX);

    /* Alike except for the cell: a few of a long list are enough. */
    for (int i = 0; i < n; i += 1 + n / 64) look_at(game, list[i]);
    for (int i = 0; i < n; i += 1 + n / 4) look_about(game, list[i]);
}

/* A whole hidden game of all sets; looks at every list. */
static void play_whole(unsigned seed)
{
    static struct aude_game game;
    struct aude_setup setup;
    struct play_rng rng = {seed};

    aude_setup_preset(&setup, AUDE_PRESET_BIGBOX_RO);
    setup.n_seats = (uint8_t)(2 + seed % 3);
    setup.hidden = 1;
    setup.sw[AUDE_SWITCH_ABBOT] = AUDE_ABBOT_ON;
    setup.sw[AUDE_SWITCH_CATAPULT_MODE] =
        seed & 2 ? AUDE_CATAPULT_DIRECT : AUDE_CATAPULT_METER;
    setup.sw[AUDE_SWITCH_COUNT_WITH_RIVER] = 1;
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        setup.expansions |= 1u << set;
    if (!CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK)) return;
    while (!aude_game_over(&game)) {
        look_at_all(&game);
        struct aude_action action = play_random_action(&rng, &game);
        if (!CHECK_EQ(aude_game_play(&game, action, NULL), AUDE_ERR_OK)) return;
    }
}

/* What the others are told of an action: glimpse, reveal and scatter stand in no list. */
static void look_at_told(const struct aude_game *before, struct aude_action action,
                         const struct aude_events *events)
{
    struct aude_action told[64];
    int n = aude_game_tell(before, action, events, told, 64);

    for (int i = 0; i < n; i++) look_at(before, told[i]);
}

/* The catapult alone, as the authority plays it. */
static void play_catapult(unsigned seed)
{
    static struct aude_game game, before;
    static struct aude_event event[AUDE_EVENTS_MAX];
    struct aude_setup setup;
    struct play_rng rng = {seed};

    aude_setup_preset(&setup, AUDE_PRESET_BIGBOX_RO);
    setup.expansions = 1u << AUDE_SET_CATAPULT;
    setup.sw[AUDE_SWITCH_CATAPULT_MODE] = AUDE_CATAPULT_DIRECT;
    setup.seed = (struct aude_seed){seed, 78};
    if (!CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK)) return;
    while (!aude_game_over(&game)) {
        struct aude_events events = {.list = event, .max = AUDE_EVENTS_MAX};
        struct aude_action action = play_random_action(&rng, &game);
        look_at_all(&game);
        aude_game_copy(&before, &game);
        if (!CHECK_EQ(aude_game_play(&game, action, &events), AUDE_ERR_OK)) return;
        look_at_told(&before, action, &events);
    }
}

TEST(an_action_has_the_fields_its_row_says)
{
    for (unsigned seed = 1; seed <= 90; seed++) play_whole(seed);
    for (unsigned seed = 1; seed <= 20; seed++) play_catapult(seed);
    for (unsigned kind = 1; kind < AUDE_ACTION_KINDS; kind++) {
        unsigned has = aude_action_fields(kind);
        if (kind == AUDE_PICK) continue;       /* two that are equally near: too rare */
        if (kind >= AUDE_SET_POINTS) continue; /* by hand, never listed: test_by_hand.c */
        if (!times[kind]) FAIL("\"%s\" was never possible", aude_action_name(kind));
        if (!CHECK_EQ(seen[kind] & ~has, 0))
            FAIL("%s has other fields too", aude_action_name(kind));
        if (!CHECK_EQ(has & ~seen[kind], 0))
            FAIL("%s never sets a field of its row", aude_action_name(kind));
    }
    CHECK_EQ(aude_action_fields(AUDE_ACTION_KINDS), 0);
    CHECK(compared[AUDE_LAY] && compared[AUDE_ABBEY_TILE] && compared[AUDE_RECALL] &&
          compared[AUDE_BARN_AT] && compared[AUDE_STEP] && compared[AUDE_RANSOM]);
}
