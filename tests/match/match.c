/* match.c -- engine and model side by side (match.h). */
#include "match_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- saying what differs ----------------------------------------------------------- */

static void say_setup(const struct match *t)
{
    char value[32];

    printf("\n%s: AUDE_MODEL_GAME=%" PRIu64 "  preset %s  %d seats  seed %" PRIx64 "\n ",
           t->name, t->number, aude_preset_name((enum aude_preset)t->setup.preset),
           t->setup.n_seats, t->setup.seed.lo);
    for (int sw = 0; sw < AUDE_SWITCHES; sw++) {
        enum aude_switch which = (enum aude_switch)sw;

        if (t->setup.sw[sw] == 0) continue; /* the default */
        if (aude_switch_value(which, t->setup.sw[sw], value, sizeof value))
            printf(" %s=%s", aude_switch_name(which), value);
    }
    for (unsigned set = 0; set < AUDE_SETS; set++) {
        if (t->setup.expansions >> set & 1) printf(" +%s", aude_set_name(set));
        if (t->setup.tiles_only >> set & 1) printf(" tiles:%s", aude_set_name(set));
        if (t->setup.rules_only >> set & 1) printf(" rules:%s", aude_set_name(set));
        if (t->setup.copies[set])
            printf(" %s*%d", aude_set_name(set), t->setup.copies[set]);
    }
    printf("\n  after %s\n", t->action);
}

/* Open a report; the game's circumstances only once. */
void match_differ(struct match *t, const char *what)
{
    if (!t->differs) say_setup(t);
    t->differs = true;
    printf("  %s\n", what);
}

void match_same(struct match *t, const char *what, long engine, long model)
{
    if (engine == model) return;
    match_differ(t, what);
    printf("    engine %ld, model %ld\n", engine, model);
}

void match_add_fact(struct match_facts *list, struct match_fact fact)
{
    if (list->n < FACTS_MAX) list->fact[list->n++] = fact;
}

int match_by_numbers(const void *a, const void *b)
{
    const struct match_fact *p = a, *q = b;

    for (int i = 0; i < FACT_NUMBERS; i++)
        if (p->v[i] != q->v[i]) return p->v[i] < q->v[i] ? -1 : 1;
    return 0;
}

void match_say_fact(const char *side, const char *columns, const struct match_fact *fact)
{
    printf("    only the %s: (%s)", side, columns);
    for (int i = 0; i < FACT_NUMBERS; i++) printf(" %d", fact->v[i]);
    printf("\n");
}

void match_same_facts(struct match *t, const char *what, const char *columns,
                      struct match_facts *engine, struct match_facts *model)
{
    int i = 0, j = 0;

    qsort(engine->fact, (size_t)engine->n, sizeof engine->fact[0], match_by_numbers);
    qsort(model->fact, (size_t)model->n, sizeof model->fact[0], match_by_numbers);
    while (i < engine->n || j < model->n) {
        int order = i == engine->n  ? 1
                    : j == model->n ? -1
                                    : match_by_numbers(&engine->fact[i], &model->fact[j]);

        if (order != 0) match_differ(t, what);
        if (order < 0) match_say_fact("engine", columns, &engine->fact[i]);
        if (order > 0) match_say_fact("model", columns, &model->fact[j]);
        if (order <= 0) i++;
        if (order >= 0) j++;
    }
}

/* ---- what is compared -------------------------------------------------------------- */

static struct match_fact match_action_fact(struct aude_action a)
{
    return (struct match_fact){{a.kind, a.figure, a.segment, a.arg, a.x, a.y}};
}

static int by_action(const void *a, const void *b)
{
    struct match_fact p = match_action_fact(*(const struct aude_action *)a),
                      q = match_action_fact(*(const struct aude_action *)b);

    return match_by_numbers(&p, &q);
}

/* A follower sent to a feature stands nowhere in it (COC-14): the name of the feature is its
 * first segment, whichever segment the engine names. */
static struct aude_action canonical(const struct match *t, struct aude_action a)
{
    int tile = model_tile_at(&t->model, a.x, a.y);
    struct model_feature f;

    if (a.kind != AUDE_SEND || t->setup.sw[AUDE_SWITCH_COC_STAND] != 0 || tile < 0)
        return a;
    if (a.segment >= aude_tiles[t->model.tile[tile].kind].n_segments) return a;
    model_feature(&t->model, tile, a.segment, &f);
    a.x = (int16_t)t->model.tile[f.id / AUDE_SEGMENTS_MAX].x;
    a.y = (int16_t)t->model.tile[f.id / AUDE_SEGMENTS_MAX].y;
    a.segment = (uint8_t)(f.id % AUDE_SEGMENTS_MAX);
    return a;
}

/* Throws and hands: the same bounds, and some of what is within is listed. */
static void compare_ranges(struct match *t, const struct aude_action *list, int n)
{
    struct aude_range a = {0}, b;
    bool some = false;

    match_same(t, "is there a range", aude_game_range(&t->game, &a),
               model_range(&t->model, &b));
    match_same(t, "kind of the range", a.kind, b.kind);
    match_same(t, "least arg", a.arg_lo, b.arg_lo);
    match_same(t, "largest arg", a.arg_hi, b.arg_hi);
    match_same(t, "least x", a.x_lo, b.x_lo);
    match_same(t, "largest x", a.x_hi, b.x_hi);
    match_same(t, "least y", a.y_lo, b.y_lo);
    match_same(t, "largest y", a.y_hi, b.y_hi);
    for (int i = 0; i < n; i++) some |= model_in_range(&t->model, list[i]);
    match_same(t, "something in the range is listed", some, b.kind != AUDE_NO_ACTION);
}

/* The engine's list is left in `list` to choose from, sorted: which game is played must
 * not depend on its order. */
static int compare_actions(struct match *t, struct aude_action *list)
{
    static struct aude_action own[AUDE_ACTIONS_MAX];
    static struct match_facts engine, model;
    int n = aude_game_actions(&t->game, list, AUDE_ACTIONS_MAX);
    int n_own = model_actions(&t->model, own, AUDE_ACTIONS_MAX);

    engine.n = model.n = 0;
    compare_ranges(t, list, n);
    for (int i = 0; i < n; i++)
        if (!model_in_range(&t->model, list[i]))
            match_add_fact(&engine, match_action_fact(canonical(t, list[i])));
    for (int i = 0; i < n_own; i++) match_add_fact(&model, match_action_fact(own[i]));
    match_same_facts(t, "the possible actions differ", "kind figure segment rot x y",
                     &engine, &model);
    qsort(list, (size_t)n, sizeof list[0], by_action);
    return n;
}

/* ---- asking for what is not listed ------------------------------------------------- */

/* Which fields an action uses (aude_play.h); the others are 0. */
enum { HAS_FIGURE = 1, HAS_SEGMENT = 2, HAS_ARG = 4, HAS_CELL = 8, HAS_ALL = 15 };

static unsigned fields_of(int kind)
{
    switch (kind) {
    case AUDE_LAY:
        return HAS_ARG | HAS_CELL;
    case AUDE_PUT:
    case AUDE_MOVE:
        return HAS_FIGURE | HAS_SEGMENT | HAS_CELL;
    case AUDE_FAIRY:
    case AUDE_REMOVE:
    case AUDE_CAPTURE:
    case AUDE_SEND:
    case AUDE_PICK:
    case AUDE_REPLACE:
        return HAS_ALL;
    case AUDE_RECALL:
    case AUDE_TOWER:
    case AUDE_ABBEY_TILE:
    case AUDE_BARN_AT:
        return HAS_CELL;
    case AUDE_SWAP:
        return HAS_FIGURE;
    case AUDE_RANSOM:
    case AUDE_ENTER:
        return HAS_FIGURE | HAS_ARG;
    case AUDE_STEP:
    case AUDE_COUNT_TO:
    case AUDE_CATAPULT:
        return HAS_ARG;
    default:
        return 0;
    }
}

/* A cell on the table or beside it, often the newest. */
static void any_cell(struct match *t, struct aude_action *a)
{
    bool newest = match_percent(&t->lens, 50);
    int i = newest ? t->model.n_tiles - 1 : match_below(&t->lens, t->model.n_tiles);
    bool off =
        a->kind == AUDE_LAY || a->kind == AUDE_BARN_AT || a->kind == AUDE_ABBEY_TILE;

    a->x = (int16_t)(t->model.tile[i].x + (off ? match_below(&t->lens, 3) - 1 : 0));
    a->y = (int16_t)(t->model.tile[i].y + (off ? match_below(&t->lens, 3) - 1 : 0));
}

/* Some figure of somebody on the map, as a target. */
static void any_target(struct match *t, struct aude_action *a)
{
    const struct model_figure *it =
        &t->model.figure[match_below(&t->lens, t->model.n_figures)];

    if (it->where == AUDE_AT_QUARTER)
        a->segment = (uint8_t)(AUDE_IN_QUARTER + it->holder);
    if (it->where != AUDE_AT_SEGMENT && it->where != AUDE_AT_TOWER) return;
    a->figure = (uint8_t)it->kind;
    a->arg = (uint8_t)it->seat;
    a->segment = (uint8_t)(it->where == AUDE_AT_TOWER ? AUDE_ON_TOWER : it->segment);
    a->x = (int16_t)t->model.tile[it->tile].x;
    a->y = (int16_t)t->model.tile[it->tile].y;
}

/* A throw, a toss or hands, within the bounds or just beyond. */
static struct aude_action any_throw(struct match *t, int kind)
{
    static const int edge[] = {-513, -512, -1,   0,    7,    511, 512,
                               1023, 1024, 1280, 1281, 4095, 4096};

    if (kind == AUDE_HANDS && match_percent(&t->lens, 10))
        return (struct aude_action){.kind = (uint8_t)kind};
    return (struct aude_action){
        .kind = (uint8_t)kind,
        .arg = (uint8_t)(match_below(&t->lens, 8) + (kind == AUDE_HANDS)),
        .x = (int16_t)edge[match_below(&t->lens, 13)],
        .y = (int16_t)edge[match_below(&t->lens, 13)]};
}

static struct aude_action any_action(struct match *t, int kind)
{
    struct aude_action a = {.kind = (uint8_t)kind};
    unsigned has = fields_of(kind);

    if (has & HAS_FIGURE) a.figure = (uint8_t)match_below(&t->lens, AUDE_FIGURE_KINDS);
    if (has & HAS_SEGMENT) a.segment = (uint8_t)match_below(&t->lens, AUDE_SEGMENTS_MAX);
    if (has & HAS_ARG) a.arg = (uint8_t)match_below(&t->lens, 4);
    if (has & HAS_CELL) any_cell(t, &a);
    if (kind >= AUDE_THROW && kind <= AUDE_HANDS) return any_throw(t, kind);
    if (kind == AUDE_PUT && match_percent(&t->lens, 10)) a.segment = AUDE_ON_TOWER;
    if (kind == AUDE_FAIRY || kind == AUDE_REMOVE || kind == AUDE_CAPTURE ||
        kind == AUDE_PICK || kind == AUDE_REPLACE)
        any_target(t, &a);
    return a;
}

/* What is not only told, by lot; of a catapult round more often what belongs to it. */
static int any_kind(struct match *t)
{
    bool round =
        t->model.phase >= AUDE_PHASE_CATAPULT && t->model.phase <= AUDE_PHASE_THROWN;

    if (match_percent(&t->lens, round ? 70 : 10))
        return AUDE_CATAPULT + match_below(&t->lens, AUDE_REPLACE - AUDE_CATAPULT + 1);
    return AUDE_LAY + match_below(&t->lens, AUDE_COUNT_TO);
}

/* aude_game_why() must allow exactly what the list holds. */
static void compare_why(struct match *t, const struct aude_action *list, int n)
{
    struct match_fact fact;

    for (int i = 0; i < 4; i++) {
        struct aude_action asked = any_action(t, any_kind(t));
        bool listed = model_in_range(&t->model, asked);

        for (int j = 0; j < n; j++)
            if (memcmp(&list[j], &asked, sizeof asked) == 0) listed = true;
        match_same(t, "an action asked for is possible",
                   aude_game_why(&t->game, asked) == AUDE_ERR_OK, listed);
        if (!t->differs) continue;
        fact = match_action_fact(asked);
        match_say_fact("question", "kind figure segment rot x y", &fact);
        return;
    }
}

/* ---- following the draw ------------------------------------------------------------ */

static void object(struct match *t, const char *objection, const struct aude_event *e)
{
    if (!objection) return;
    match_differ(t, objection);
    if (!e) match_same(t, "phase", t->game.turn.phase, t->model.phase);
    if (!e) return;
    printf("    event %s, seat %d, tile %s, %d\n",
           aude_event_name((enum aude_event_kind)e->kind), e->seat,
           e->tile < aude_tiles_count ? aude_tiles[e->tile].id : "none", e->points);
}

static void follow_draws(struct match *t)
{
    if (t->events.n > t->events.max)
        match_differ(t, "more events than one action causes");
    for (int i = 0; i < t->events.n && !t->differs; i++) {
        const struct aude_event *e = &t->event[i];

        match_tally_event(t, i);
        match_check_sum(t, e);
        if (match_is_of_draw((enum aude_event_kind)e->kind))
            object(t, model_follow(&t->model, e), e);
    }
    if (t->differs) return;
    object(t, model_settle(&t->model), NULL);
    match_tally_log(t);
}

/* ---- playing ----------------------------------------------------------------------- */

static void begin(struct match *t)
{
    enum aude_err err;

    t->events = (struct aude_events){t->event, AUDE_EVENTS_MAX, 0};
    strcpy(t->action, "the start");
    err = aude_game_init(&t->game, &t->setup, &t->events);
    if (err != AUDE_ERR_OK) {
        match_differ(t, aude_err_sentence(err));
        return;
    }
    if (t->setup.first != AUDE_SEAT_NONE)
        match_same(t, "the first seat", t->game.turn.seat, t->setup.first);
    model_init(&t->model, &t->setup, t->game.turn.seat);
    follow_draws(t);
    if (t->differs) return;
    match_compare_events(t);
    match_compare_position(t);
}

static void say_action(struct match *t, struct aude_action action)
{
    char words[96];

    aude_action_text(&t->game, action, words, sizeof words);
    snprintf(t->action, sizeof t->action, "turn %d, seat %d: %s", t->model.turn,
             t->model.seat, words);
}

static void step(struct match *t)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    struct aude_action action;
    enum aude_err err;
    bool due;
    int n = compare_actions(t, list);

    compare_why(t, list, n);
    if (t->differs) return;
    action = match_choose(t, list, n);
    say_action(t, action);
    t->events.n = 0;
    err = aude_game_play(&t->game, action, &t->events);
    if (err != AUDE_ERR_OK) {
        match_differ(t, aude_err_sentence(err));
        return;
    }
    due = t->model.phase == AUDE_PHASE_ACTION && t->model.part == 1 && t->model.earned;
    t->tally->market += action.kind == AUDE_SEND && t->model.phase == AUDE_PHASE_MARKET;
    t->tally->guided += (action.kind == AUDE_MOVE || action.kind == AUDE_GO_HOME) &&
                        t->model.actor != t->model.seat;
    t->tally->late += action.kind == AUDE_ABBEY_TILE && t->model.round;
    t->tally->dry += action.kind == AUDE_FROM_PILE && !t->model.round &&
                     model_left_total(&t->model) == 0;
    t->tally->through +=
        action.kind == AUDE_PUT && action.segment != AUDE_ON_TOWER &&
        model_tile_at(&t->model, action.x, action.y) != t->model.n_tiles - 1;
    match_tally_before(t, action);
    model_play(&t->model, action);
    t->tally->again += action.kind == AUDE_LAY && t->model.again;
    t->tally->skipped += due && t->model.phase != AUDE_PHASE_SECOND && t->model.part == 1;
    t->tally->declined += action.kind == AUDE_DECLINE;
    follow_draws(t);
    if (t->differs) return;
    match_tally_action(t, action, 6);
    match_compare_events(t);
    match_compare_position(t);
    t->tally->actions++;
}

bool match_play(struct match *t)
{
    begin(t);
    while (!t->differs && t->model.phase != AUDE_PHASE_OVER &&
           t->model.n_tiles < t->tiles_max)
        step(t);
    t->tally->games++;
    t->tally->lost += t->model.lost;
    t->tally->six += t->setup.n_seats == 6;
    return !t->differs;
}
