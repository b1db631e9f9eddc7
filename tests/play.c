#include "play.h"

#include <stdio.h>
#include <string.h>

uint32_t play_below(struct play_rng *rng, uint32_t n)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u; /* splitmix64 */

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(((z ^ z >> 31) >> 32) * n >> 32);
}

/* Now and then a table of its own: other tiles, other numbers, another start. */
static void random_extras(struct play_rng *rng, struct aude_setup *setup)
{
    static const struct aude_start row[] = {{0, 0, 0, 0}, {1, 0, 0, 1}, {1, -1, 0, 2}};
    int city4 = aude_tile_find("base/city4-shield");

    if (!setup->expansions) setup->copies[AUDE_SET_BASE] = 2;
    if (!play_below(rng, 2))
        setup->tiles_only = 1u << AUDE_SET_INNS | 1u << AUDE_SET_TRADERS;
    if (!play_below(rng, 2))
        setup->figures[AUDE_SMALL] = (uint8_t)(1 + play_below(rng, 30));
    if (!play_below(rng, 2)) setup->draws_max = (uint16_t)(1 + play_below(rng, 60));
    if (setup->sw[AUDE_SWITCH_RIVER] || setup->expansions || play_below(rng, 2)) return;
    for (setup->n_start = 0; setup->n_start < 3; setup->n_start++) {
        setup->start[setup->n_start] = row[setup->n_start];
        setup->start[setup->n_start].kind = (aude_kind)city4;
    }
}

void play_random_setup(struct play_rng *rng, struct aude_setup *setup)
{
    aude_setup_preset(setup, play_below(rng, AUDE_PRESETS));
    if (play_below(rng, 2))
        for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++)
            setup->sw[sw] = (uint8_t)play_below(
                rng, (uint32_t)aude_switch_values((enum aude_switch)sw));
    setup->sw[AUDE_SWITCH_RIVER] = (uint8_t)play_below(rng, 4);
    setup->sw[AUDE_SWITCH_ABBOT] = (uint8_t)play_below(rng, 2);
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (aude_set_playable(set) && play_below(rng, 2)) setup->expansions |= 1u << set;
    setup->n_seats =
        (uint8_t)(1 + play_below(rng, 5u + setup->sw[AUDE_SWITCH_MAX_PLAYERS]));
    setup->seed = (struct aude_seed){.hi = play_below(rng, UINT32_MAX),
                                     .lo = play_below(rng, UINT32_MAX)};
    setup->sw[AUDE_SWITCH_COUNT_WITH_RIVER] = 1;
    if (!play_below(rng, 8)) random_extras(rng, setup);
}

static int between(struct play_rng *rng, int lo, int hi)
{
    return lo + (int)play_below(rng, (uint32_t)(hi - lo + 1));
}

/* Any throw, toss, hands ... of the range, or up to `more` beyond its ends. */
static struct aude_action random_in_range(struct play_rng *rng,
                                          const struct aude_range *range, int more)
{
    int aim = between(rng, -range->hand_aim, range->hand_aim),
        power = between(rng, -range->hand_power, range->hand_power);

    return (struct aude_action){
        .kind = range->kind,
        .figure = (uint8_t)aim,
        .segment = (uint8_t)power,
        .arg = (uint8_t)between(rng, range->arg_lo, range->arg_hi + more),
        .x = (int16_t)between(rng, range->x_lo - more, range->x_hi + more),
        .y = (int16_t)between(rng, range->y_lo - more, range->y_hi + more)};
}

struct aude_action play_random_action(struct play_rng *rng, const struct aude_game *game)
{
    static struct aude_choices choices;
    struct aude_range range;

    if (aude_game_range(game, &range) && play_below(rng, 2))
        return random_in_range(rng, &range, 0);
    int n = aude_game_choices(game, &choices);

    return aude_game_choice(game, &choices, (int)play_below(rng, (uint32_t)n));
}

struct aude_action play_random_nonsense(struct play_rng *rng,
                                        const struct aude_game *game)
{
    const struct aude_laid *near = &game->laid[play_below(rng, game->n_laid)];
    struct aude_action action = {
        .kind = (uint8_t)play_below(rng, play_below(rng, 8) ? AUDE_ACTION_KINDS : 256),
        .figure = (uint8_t)play_below(rng, play_below(rng, 8) ? AUDE_FIGURE_KINDS : 256),
        .segment = (uint8_t)play_below(rng, play_below(rng, 8) ? AUDE_SEGMENTS_MAX : 256),
        .arg = (uint8_t)play_below(rng, play_below(rng, 8) ? 4 : 256),
        .x = (int16_t)(near->x + (int)play_below(rng, 5) - 2),
        .y = (int16_t)(near->y + (int)play_below(rng, 5) - 2)};

    struct aude_range range;
    if (aude_game_range(game, &range) && play_below(rng, 4))
        return random_in_range(rng, &range, (int)play_below(rng, 50));
    if (!play_below(rng, 16)) action.segment = AUDE_ON_TOWER;
    if (!play_below(rng, 8)) action.segment = AUDE_IN_SUPPLY;
    if (!play_below(rng, 16)) action.x = (int16_t)play_below(rng, 65536);
    if (!play_below(rng, 16)) action.y = (int16_t)play_below(rng, 65536);
    return action;
}

/* Fields that an action does not use do not make it another action. */
static bool same(struct aude_action a, struct aude_action b)
{
    if (a.kind != b.kind) return false;
    switch (a.kind) {
    case AUDE_LAY:
        return a.x == b.x && a.y == b.y && a.arg == b.arg;
    case AUDE_PUT:
        return a.x == b.x && a.y == b.y && a.figure == b.figure && a.segment == b.segment;
    case AUDE_REPLACE:
        if (a.segment == AUDE_IN_SUPPLY)
            return b.segment == AUDE_IN_SUPPLY && a.figure == b.figure;
        /* fall through */
    case AUDE_PICK:
    case AUDE_FAIRY:
    case AUDE_REMOVE:
    case AUDE_CAPTURE:
        return a.x == b.x && a.y == b.y && a.figure == b.figure &&
               a.segment == b.segment && a.arg == b.arg;
    case AUDE_MOVE:
        return a.x == b.x && a.y == b.y && a.figure == b.figure && a.segment == b.segment;
    case AUDE_ABBEY_TILE:
    case AUDE_BARN_AT:
    case AUDE_RECALL:
    case AUDE_TOWER:
        return a.x == b.x && a.y == b.y;
    case AUDE_SWAP:
        return a.figure == b.figure;
    case AUDE_SEND:
        return a.x == b.x && a.y == b.y && a.figure == b.figure &&
               a.segment == b.segment && a.arg == b.arg;
    case AUDE_ENTER:
    case AUDE_RANSOM:
        return a.figure == b.figure && a.arg == b.arg;
    case AUDE_HANDS:
        return !a.arg == !b.arg && (!a.arg || (a.x == b.x && a.y == b.y));
    case AUDE_CATAPULT:
    case AUDE_COUNT_TO:
    case AUDE_STEP:
    case AUDE_TELL:
        return a.arg == b.arg;
    default:
        return true;
    }
}

static bool is_within(int n, int lo, int hi)
{
    return n >= lo && n <= hi;
}

static bool is_in_range(struct aude_action action, const struct aude_range *range)
{
    bool hand = action.kind == AUDE_SCATTER;

    return is_within(action.arg, range->arg_lo, range->arg_hi) &&
           is_within(action.x, range->x_lo, range->x_hi) &&
           is_within(action.y, range->y_lo, range->y_hi) &&
           (!hand ||
            (is_within((int8_t)action.figure, -range->hand_aim, range->hand_aim) &&
             is_within((int8_t)action.segment, -range->hand_power, range->hand_power)));
}

/* What a hidden game hears of another's toss is no choice of anybody's, so not listed. */
static bool is_glimpse(const struct aude_game *game, struct aude_action action)
{
    return action.kind == AUDE_GLIMPSE && game->hidden &&
           game->turn.phase == AUDE_PHASE_THROW && game->catapult.kind == AUDE_CATCH &&
           is_within(action.x, 0, 5) && is_within(action.y, 0, 3);
}

bool play_is_listed(const struct aude_game *game, struct aude_action action)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    struct aude_range range;

    if (is_glimpse(game, action)) return true;
    if (aude_game_range(game, &range) && action.kind == range.kind &&
        (action.kind != AUDE_HANDS || action.arg))
        return is_in_range(action, &range);
    int n = aude_game_actions(game, list, AUDE_ACTIONS_MAX);

    for (int i = 0; i < n; i++)
        if (same(list[i], action)) return true;
    return false;
}

void play_out(struct play_rng *rng, struct aude_game *game)
{
    while (!aude_game_over(game))
        aude_game_play(game, play_random_action(rng, game), NULL);
}

size_t play_record(struct play_rng *rng, const struct aude_setup *setup, bool secret,
                   struct aude_game *game, char *text, size_t size)
{
    static struct aude_event list[AUDE_EVENTS_MAX];
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    struct aude_head head = {.setup = *setup};
    char words[96];
    size_t n;

    for (unsigned seat = 0; seat < setup->n_seats; seat++)
        snprintf(head.name[seat], AUDE_NAME_MAX, "Player #%u é", seat);
    n = aude_record_head(&head, secret, text, size);
    aude_game_init(game, setup, &events);
    n += aude_record_step(game, "", &events, text + n, size - n);
    while (!aude_game_over(game)) {
        struct aude_action action = play_random_action(rng, game);
        aude_action_text(game, action, words, sizeof words);
        events.n = 0;
        aude_game_play(game, action, &events);
        n += aude_record_step(game, words, &events, text + n, size - n);
    }
    return n + aude_record_end(game, text + n, size - n);
}

enum aude_err play_read(struct aude_reader *reader, const char *text, size_t length,
                        struct aude_events *events)
{
    const char *end = text + length;

    aude_reader_init(reader);
    while (text < end) {
        const char *feed = memchr(text, '\n', (size_t)(end - text));
        size_t n = (size_t)((feed ? feed : end) - text);
        enum aude_err err = aude_reader_line(reader, text, n, events);
        if (err) return err;
        text += n + 1;
    }
    return aude_reader_end(reader);
}

enum aude_err play_told_game(struct aude_game *game, uint8_t seats)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.n_seats = seats;
    setup.first = 0;
    setup.hidden = 1;
    return aude_game_init(game, &setup, NULL);
}

enum aude_err play_words(struct aude_game *game, const char *words)
{
    struct aude_action action;
    enum aude_err err = aude_action_parse(game, words, &action);

    return err ? err : aude_game_play(game, action, NULL);
}

bool play_same_bytes(const struct aude_game *a, const struct aude_game *b)
{
    static struct aude_game x, y;

    memset(&x, 0, sizeof x);
    memset(&y, 0, sizeof y);
    aude_game_copy(&x, a);
    aude_game_copy(&y, b);
    return !memcmp(&x, &y, sizeof x);
}
