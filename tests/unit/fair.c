/* fair.c -- a game at the fair, played by words (fair.h). */
#include "fair.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "test.h"

struct aude_game game;
struct aude_events events;
struct aude_event heard[AUDE_EVENTS_MAX];

enum aude_err act(struct aude_action action)
{
    events = (struct aude_events){.list = heard, .max = AUDE_EVENTS_MAX};
    return aude_game_play(&game, action, &events);
}

void say(const char *words)
{
    struct aude_action action;
    enum aude_err err = aude_action_parse(&game, words, &action);

    if (!err) err = act(action);
    if (err)
        FAIL("\"%s\" is refused in phase %s: %s", words, aude_phase_name(game.turn.phase),
             aude_err_sentence(err));
    const char *wrong = aude_game_check(&game);
    if (wrong) FAIL("after \"%s\": %s", words, wrong);
}

/* Several, separated by semicolons. */
void say_all(const char *words)
{
    char copy[400];

    snprintf(copy, sizeof copy, "%s", words);
    for (char *p = strtok(copy, ";"); p; p = strtok(NULL, ";")) say(p);
}

enum aude_err fair_refusal(const char *words)
{
    struct aude_action action;
    enum aude_err err = aude_action_parse(&game, words, &action);

    return err ? err : aude_game_why(&game, action);
}

void begin_with(struct aude_setup *setup, unsigned sets, unsigned seats)
{
    aude_setup_preset(setup, AUDE_PRESET_GROW);
    setup->n_seats = (uint8_t)seats;
    setup->first = 0;
    setup->expansions = (aude_sets)(FAIRS | sets);
    setup->hidden = 1;
}

void begin(unsigned sets, unsigned seats)
{
    struct aude_setup setup;

    begin_with(&setup, sets, seats);
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
}

const struct aude_event *find_event(enum aude_event_kind kind, int nth)
{
    for (int i = 0; i < events.n; i++)
        if (heard[i].kind == kind && !nth--) return &heard[i];
    return NULL;
}

int count_events(enum aude_event_kind kind)
{
    int n = 0;

    while (find_event(kind, n)) n++;
    return n;
}

static double apart(struct aude_point a, struct aude_point b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/* The throw from a stand whose token lands nearest to a point if nothing scatters. */
struct aude_action aimed(unsigned stand, struct aude_point at)
{
    struct aude_point from = aude_catapult_stand(&game, stand), landing, rest;
    double angle = atan2(at.y - from.y, at.x - from.x), best = 1e9;
    unsigned aim = (unsigned)lround(angle / (2 * acos(-1)) * 4096) & 4095, power = 0;

    for (unsigned p = 0; p <= AUDE_CAT_POWER_MAX; p++) {
        aude_catapult_flight(&game, stand, aim, p, &landing, &rest);
        if (apart(landing, at) >= best) continue;
        best = apart(landing, at);
        power = p;
    }
    return (struct aude_action){.kind = AUDE_THROW,
                                .arg = (uint8_t)stand,
                                .x = (int16_t)aim,
                                .y = (int16_t)power};
}

/* Throw so, and nothing scatters. */
void throw_still(struct aude_action action)
{
    CHECK_EQ(act(action), AUDE_ERR_OK);
    CHECK_EQ(game.turn.actor, AUDE_SEAT_NONE);
    say("scatter 0 0");
}

void throw_at(unsigned stand, int32_t x, int32_t y)
{
    throw_still(aimed(stand, (struct aude_point){x, y}));
}

/* South of everything and away from it. */
void throw_away(void)
{
    throw_still((struct aude_action){.kind = AUDE_THROW, .arg = 4, .x = 1024, .y = 1023});
}

/* The followers on the tile at x,y. */
int standing(int x, int y)
{
    int tile = aude_game_tile_at(&game, x, y), n = 0;

    for (unsigned i = 0; i < game.n_figures; i++)
        n += aude__figure_tile(&game, i) == (unsigned)tile;
    return n;
}

/* A round of that kind for a fair field south of the start tile, on which a farmer of the
 * active player stands; the others have seats but no figures on the map yet. */
void fair_round(const char *kind, unsigned sets, unsigned seats)
{
    begin(sets, seats);
    say_all("draw catapult/field; lay 0,1 0; put small field NL NR EL ER SL SR WL WR");
    CHECK_EQ(game.turn.phase, AUDE_PHASE_CATAPULT);
    char words[40];
    snprintf(words, sizeof words, "catapult %s", kind);
    say(words);
}

/* A thief of seat 0 at 1,0, a monk of seat 1 at 0,2; seat 0 laid the fair at 0,3. */
void seduction(unsigned sets)
{
    begin(sets, 2);
    say_all("draw base/road-straight; lay 1,0 0; put small road E W;"
            "draw base/monastery; lay 0,1 0; pass;"
            "draw base/road-straight; lay 2,0 0; pass;"
            "draw base/monastery; lay 0,2 0; put small monastery;"
            "draw catapult/field; lay 0,3 0; pass; catapult seduction");
}

void authority(struct aude_game *out, unsigned kind)
{
    struct aude_setup setup;

    begin_with(&setup, 0, 3);
    setup.hidden = 0;
    setup.seed = aude_seed(77);
    setup.order[setup.n_order++] = (aude_kind)aude_tile_find("catapult/field");
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    say_all("lay 0,1 0; pass");
    CHECK_EQ(act((struct aude_action){.kind = AUDE_CATAPULT, .arg = (uint8_t)kind}),
             AUDE_ERR_OK);
    aude_game_copy(out, &game);
}
