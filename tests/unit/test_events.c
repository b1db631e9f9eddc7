/* test_events.c -- the table of an event's fields says what an event has: nothing else is set, and
 * what is said is somewhere set. */
#include "play.h"
#include "test.h"

#include <string.h>

enum { FEATURE = AUDE_HAS_FEATURE };

static struct aude_event list[AUDE_EVENTS_MAX];
static unsigned seen[AUDE_EVENT_KINDS]; /* fields that were not zero, per kind */
static int times[AUDE_EVENT_KINDS];

/* The fields of an event that are set, as the table names them. */
static unsigned set_in(const struct aude_event *e)
{
    unsigned has = aude_event_fields(e->kind), set = 0;
    unsigned other = AUDE_HAS_OTHER | AUDE_HAS_QUARTER | AUDE_HAS_ROUND | AUDE_HAS_STAND;
    unsigned pair = AUDE_HAS_CELL | AUDE_HAS_NUMBERS;

    if (e->x || e->y) set |= has & pair ? has & pair : AUDE_HAS_CELL;
    if (e->other) set |= has & other ? has & other : AUDE_HAS_OTHER;
    if (e->figure) set |= AUDE_HAS_FIGURE;
    if (e->segment) set |= AUDE_HAS_SEGMENT;
    if (e->tile != AUDE_KIND_NONE) set |= AUDE_HAS_TILE;
    if (e->rot) set |= AUDE_HAS_ROT;
    if (e->feature) set |= AUDE_HAS_FEATURE;
    if (e->points) set |= AUDE_HAS_POINTS;
    if (e->n_terms || e->final) set |= AUDE_HAS_SUM;
    if (e->goods) set |= AUDE_HAS_GOODS;
    if (e->at.x || e->at.y) set |= AUDE_HAS_POINT;
    return set;
}

static void look_at(const struct aude_events *events)
{
    for (int i = 0; i < events->n && i < events->max; i++) {
        const struct aude_event *e = &events->list[i];
        times[e->kind]++;
        seen[e->kind] |= set_in(e);
    }
}

static void play_whole(unsigned seed)
{
    static struct aude_game game;
    struct aude_setup setup;
    struct play_rng rng = {seed};

    aude_setup_preset(&setup, AUDE_PRESET_BIGBOX_RO);
    setup.n_seats = (uint8_t)(2 + seed % 3);
    setup.sw[AUDE_SWITCH_ABBOT] = AUDE_ABBOT_ON;
    setup.sw[AUDE_SWITCH_CATAPULT_MODE] =
        seed & 2 ? AUDE_CATAPULT_DIRECT : AUDE_CATAPULT_METER;
    setup.sw[AUDE_SWITCH_COUNT_WITH_RIVER] = 1;
    setup.sw[AUDE_SWITCH_RIVER] = seed & 1 ? AUDE_RIVER_II : AUDE_RIVER_I;
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        setup.expansions |= 1u << set;
    setup.seed = (struct aude_seed){seed, 77};
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    if (!CHECK_EQ(aude_game_init(&game, &setup, &events), AUDE_ERR_OK)) return;
    while (!aude_game_over(&game)) {
        look_at(&events);
        events.n = 0;
        struct aude_action action = play_random_action(&rng, &game);
        if (!CHECK_EQ(aude_game_play(&game, action, &events), AUDE_ERR_OK)) return;
    }
    look_at(&events);
}

TEST(an_event_has_the_fields_its_kind_says)
{
    for (unsigned seed = 1; seed <= 200; seed++) play_whole(seed);
    for (unsigned kind = 0; kind < AUDE_EVENT_KINDS; kind++) {
        unsigned has = aude_event_fields(kind);
        /* These carry the kind of feature too; on a tower there is none, so it is not promised. */
        if (has & (AUDE_HAS_FIGURE | AUDE_HAS_SEGMENT))
            seen[kind] &= ~(unsigned)FEATURE | has;
        if (!CHECK_EQ(seen[kind] & ~has, 0))
            FAIL("%s has other fields too", aude_event_name(kind));
        /* Rare ones may not have come; of those that came often, every field was set once. */
        if (times[kind] >= 200 && !CHECK_EQ(has & ~seen[kind], 0))
            FAIL("%s lacks a field", aude_event_name(kind));
    }
    CHECK(times[AUDE_EV_RANSOM] > 0 && times[AUDE_EV_HIT] > 0 && times[AUDE_EV_SEND] > 0);
}
