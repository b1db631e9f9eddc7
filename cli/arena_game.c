/* arena_game.c -- one game of the arena, between players of ours and outside programs. */
#include "arena.h"

#include "sitting.h"

#include <stdlib.h>
#include <string.h>

/* -- Who sits where --------------------------------------------------------------------- */

static long arena_game_pairs(const struct arena *arena)
{
    return (long)arena->n_players * (arena->n_players - 1) / 2;
}

/* With --each, every pair plays this many games. */
long arena_game_count(const struct arena *arena)
{
    return arena->each ? arena->games * arena_game_pairs(arena) : arena->games;
}

/* Every draw is played once from each seat: the players move on by one seat each game. */
struct arena_game_table arena_game_table(const struct arena *arena, long game)
{
    struct arena_game_table table = {.draw = game / arena->n_seats};
    int turn = (int)(game % arena->n_seats);

    if (arena->each) {
        long pair = game / arena->games, a = 0;
        while (pair >= arena->n_players - 1 - a) pair -= arena->n_players - 1 - a++;
        table.draw = game % arena->games / 2;
        turn = (int)(game % arena->games % 2);
        table.player[turn] = (int)a;
        table.player[!turn] = (int)(a + 1 + pair);
        return table;
    }
    for (int seat = 0; seat < arena->n_seats; seat++)
        table.player[seat] = (seat + turn) % arena->n_seats;
    return table;
}

/* -- Clocks ----------------------------------------------------------------------------- */

/* Our own players stop searching when their time is over or a signal came. */
static bool arena_game_is_late(void *context)
{
    return cli_stop_signal() || arena_pipe_now() >= *(double *)context;
}

/* -- The game --------------------------------------------------------------------------- */

struct arena_game {
    const struct arena *arena;
    struct arena_result *result;
    struct aude_head head;
    struct aude_game game, view;
    struct arena_bots *bots;
    struct cli_text secret, open; /* the whole record; and what programs may know of it */
    struct aude_event list[AUDE_EVENTS_MAX];
    struct sitting_work work;
    struct ai_rng rng;
    struct ai_thoughts thoughts;
    double spent; /* ms used so far by the seat whose turn it is */
    unsigned turn;
    double grace[AUDE_SEATS_MAX]; /* ms by which a program may still be late */
};

static const struct arena_player *arena_game_sits(const struct arena_game *t,
                                                  unsigned seat)
{
    return &t->arena->player[t->result->table.player[seat]];
}

static struct arena_bot *arena_game_bot(struct arena_game *t, unsigned seat)
{
    return &t->bots->bot[t->result->table.player[seat]];
}

/* The seat loses; `why` is a sentence. */
static void arena_game_forfeit(struct arena_game *t, unsigned seat, const char *why)
{
    t->result->forfeit = (int32_t)seat;
    snprintf(t->result->why, sizeof t->result->why, "%.*s", ARENA_WHY_MAX - 1, why);
}

/* The part of a turn's time that the tile gets. Who has the follower in mind with it needs no time for that; but
 * a builder may bring a second tile. */
static double arena_game_share_of_tile(const struct arena_game *t,
                                       const struct arena_player *player)
{
    bool second = t->game.sets >> AUDE_SET_TRADERS & 1;

    return player->ai && ai_keeps_thoughts(player->ai) && !second ? 0.95 : 0.75;
}

/* How much of the turn's time this decision gets: most of it for laying the tile, half of
 * the rest for each later decision, an eighth for a decision in somebody else's turn
 * (docs/bot-protocol.md). */
static double arena_game_allowance(struct arena_game *t,
                                   const struct arena_player *player)
{
    long ms = player->ms;

    if (t->turn != t->game.turn.number) t->spent = 0;
    t->turn = t->game.turn.number;
    double rest = (double)ms - t->spent;
    double part = t->game.turn.phase == AUDE_PHASE_TILE
                      ? arena_game_share_of_tile(t, player) * rest
                      : 0.5 * rest;
    if (t->game.turn.actor != t->game.turn.seat) part = (double)ms / 8;
    return part > 2 ? part : 2;
}

/* Note the time of a decision that began at `arena_game_begin` and had `given` ms (0: no limit). */
static void arena_game_note_time(struct arena_game *t, unsigned seat, double begin,
                                 double given)
{
    struct arena_time *time = &t->result->time[seat];
    double ms = arena_pipe_now() - begin;

    if (seat == t->game.turn.seat) t->spent += ms;
    time->decisions++;
    time->sum += ms;
    if (ms > time->most) time->most = ms;
    if (given > 0 && ms - given > time->late) time->late = ms - given;
    if (given > 0 && ms - given > ARENA_FREE_MS) t->grace[seat] -= ms - given;
}

static struct aude_action arena_game_ask_ours(struct arena_game *t, unsigned seat)
{
    const struct arena_player *player = arena_game_sits(t, seat);
    struct ai_limits limits = {.playouts = player->playouts,
                               .threads = (unsigned)t->arena->threads,
                               .thoughts = &t->thoughts,
                               .looked = &t->result->time[seat].looked};
    double begin = arena_pipe_now(), given = 0, end;

    if (player->ms) {
        given = arena_game_allowance(t, player);
        end = begin + given;
        limits.stop =
            arena_game_is_late; /* with a clock level-7 thinks until this stops it */
        limits.context = &end;
    }
    struct aude_action action = ai_choose(player->ai, &t->view, &limits, &t->rng);
    arena_game_note_time(t, seat, begin, given);
    return action;
}

/* A program with a clock may be late by the rest of its grace, not more. */
static bool arena_game_ask_program(struct arena_game *t, unsigned seat,
                                   struct aude_action *action)
{
    const struct arena_player *player = arena_game_sits(t, seat);
    struct arena_bot *bot = arena_game_bot(t, seat);
    long ms = player->ms ? (long)arena_game_allowance(t, player) : 0;
    long grace = t->grace[seat] > 0 ? (long)t->grace[seat] : 0;
    long limit = ms ? ms + ARENA_FREE_MS + grace : t->arena->bot_ms;
    double begin = arena_pipe_now();
    char why[2 * ARENA_WHY_MAX];

    bool ok = arena_bot_ask(bot, &t->view, &t->open, ms, player->playouts, limit, action);
    arena_game_note_time(t, seat, begin, (double)ms);
    if (ok) return true;
    bool late = bot->lost && bot->pipe.trouble == PIPE_LATE;
    if (late && ms)
        snprintf(why, sizeof why, "%s (%ld ms, %ld of grace were left)", bot->why, ms,
                 grace);
    else
        snprintf(why, sizeof why, "%s", bot->why);
    arena_game_forfeit(t, seat, why);
    return false;
}

static bool arena_game_ask(struct arena_game *t, unsigned seat,
                           struct aude_action *action)
{
    aude_game_view(&t->view, &t->game, seat);
    if (!arena_game_sits(t, seat)->ai) return arena_game_ask_program(t, seat, action);
    *action = arena_game_ask_ours(t, seat);
    return true;
}

/* Something that should never happen: no result, and the match ends. */
static bool arena_game_break(struct arena_game *t, const char *why)
{
    t->result->broken = 1;
    snprintf(t->result->why, sizeof t->result->why, "%s", why);
    return false;
}

/* A toss, for one, is told to programs only after the reaction (CAT-26): they get what a table of a
 * server would tell everybody. */
static bool arena_game_note_open(struct arena_game *t, struct aude_action action,
                                 const struct aude_events *events)
{
    char words[SITTING_WORDS_MAX], *text = cli_alloc(SITTING_TEXT_MAX);
    size_t n = sitting_public_step(&t->work, &t->work.before, action, events, words, text,
                                   SITTING_TEXT_MAX);

    if (n) cli_text_bytes(&t->open, text, n);
    free(text);
    return n || arena_game_break(t, "a step cannot be told to the programs");
}

static bool arena_game_step(struct arena_game *t)
{
    struct aude_events events = {.list = t->list, .max = AUDE_EVENTS_MAX};
    unsigned seat = t->game.turn.actor;
    struct aude_action action;
    char words[128], why[ARENA_WHY_MAX];

    if (!arena_game_ask(t, seat, &action) || cli_stop_signal()) return false;
    aude_action_text(&t->game, action, words, sizeof words);
    if (t->open.n) aude_game_copy(&t->work.before, &t->game);
    enum aude_err err = aude_game_play(&t->game, action, &events);
    if (err) {
        snprintf(why, sizeof why, "%s wanted \"%.60s\": %s",
                 arena_game_sits(t, seat)->name, words, aude_err_sentence(err));
        arena_game_forfeit(t, seat, why);
        return false;
    }
    if (t->arena->records) cli_record_step(&t->secret, &t->game, words, &events);
    return !t->open.n || arena_game_note_open(t, action, &events);
}

static bool arena_game_has_program(const struct arena_game *t)
{
    for (unsigned seat = 0; seat < t->game.n_seats; seat++)
        if (!arena_game_sits(t, seat)->ai) return true;
    return false;
}

/* The record that programs get: no seed, and every draw told. */
static void arena_game_begin_open(struct arena_game *t, const struct aude_events *events)
{
    char *piece = cli_alloc(64 * 1024);

    aude_record_head(&t->head, false, piece, 64 * 1024);
    cli_text_str(&t->open, piece);
    cli_record_step(&t->open, &t->game, "", events);
    free(piece);
}

static bool arena_game_begin(struct arena_game *t, long game)
{
    struct aude_events events = {.list = t->list, .max = AUDE_EVENTS_MAX};
    struct aude_setup *setup = &t->head.setup;

    t->head = t->arena->setup.head;
    ai_rng_init(&t->rng,
                setup->seed.lo ^ (uint64_t)t->result->table.draw * 0xd1342543de82ef95u);
    setup->seed.lo = ai_rng_next(&t->rng);
    setup->seed.hi ^= ai_rng_next(&t->rng);
    setup->n_seats = (uint8_t)t->arena->n_seats;
    setup->first = 0;
    t->rng.state += (uint64_t)game;
    memset(t->head.name, 0, sizeof t->head.name);
    for (unsigned seat = 0; seat < setup->n_seats; seat++)
        snprintf(t->head.name[seat], AUDE_NAME_MAX, "%.31s",
                 arena_game_sits(t, seat)->name);
    enum aude_err err = aude_game_init(&t->game, setup, &events);
    if (err) return arena_game_break(t, aude_err_sentence(err));
    if (t->arena->records) cli_record_begin(&t->secret, &t->head, &t->game, &events);
    if (arena_game_has_program(t)) arena_game_begin_open(t, &events);
    return true;
}

/* Take the process that was kept from an earlier game, or start a new one. */
static bool arena_game_seat_program(struct arena_game *t, unsigned seat)
{
    const struct arena_player *player = arena_game_sits(t, seat);
    struct arena_bot *bot = arena_game_bot(t, seat);
    long ms = t->arena->bot_ms;

    if (arena_bot_running(bot) && arena_bot_new(bot, seat, ms)) return true;
    arena_bot_end(bot);
    if (arena_bot_start(bot, player->command, player->version, ms) &&
        arena_bot_new(bot, seat, ms))
        return true;
    arena_game_forfeit(t, seat, bot->why);
    return false;
}

static bool arena_game_start_bots(struct arena_game *t)
{
    for (unsigned seat = 0; seat < t->game.n_seats; seat++) {
        t->grace[seat] = (double)t->arena->grace;
        if (!arena_game_sits(t, seat)->ai && !arena_game_seat_program(t, seat))
            return false;
    }
    return true;
}

/* Tell every program the result. End those that play one game only, and the lost ones. */
static void arena_game_dismiss_bots(struct arena_game *t)
{
    for (unsigned seat = 0; seat < t->game.n_seats; seat++) {
        struct arena_bot *bot = arena_game_bot(t, seat);
        if (arena_game_sits(t, seat)->ai) continue;
        if (!t->result->stopped)
            arena_bot_result(bot, t->result->points, t->game.n_seats, t->result->forfeit);
        if (!bot->keep || !arena_bot_running(bot)) arena_bot_end(bot);
    }
}

void arena_game_end_bots(struct arena_bots *bots)
{
    for (int p = 0; p < ARENA_PLAYERS_MAX; p++) arena_bot_end(&bots->bot[p]);
}

static void arena_game_save(struct arena_game *t, long game)
{
    struct cli_text path = {0};

    cli_text_add(&path, "%s/game-%06ld.aude", t->arena->records, game);
    const char *problem = cli_record_save(&t->secret, &t->game, path.data);
    if (problem) {
        t->result->broken = 1;
        snprintf(t->result->why, sizeof t->result->why, "%.100s: %.80s", path.data,
                 problem);
    }
    cli_text_free(&path);
}

void arena_game_play(const struct arena *arena, long game, struct arena_bots *bots,
                     struct arena_result *out)
{
    struct arena_game *t = cli_alloc(sizeof *t);

    memset(out, 0, sizeof *out);
    out->game = game;
    out->table = arena_game_table(arena, game);
    out->forfeit = -1;
    t->arena = arena;
    t->result = out;
    t->bots = bots;
    if (arena_game_begin(t, game) && arena_game_start_bots(t))
        while (!aude_game_over(&t->game) && arena_game_step(t)) continue;
    for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
        out->points[seat] = t->game.player[seat].points;
    out->turns = t->game.turn.number;
    out->stopped = cli_stop_signal() && !aude_game_over(&t->game);
    if (!out->broken) arena_game_dismiss_bots(t);
    if (arena->records && !out->broken && !out->stopped) arena_game_save(t, game);
    cli_text_free(&t->secret);
    cli_text_free(&t->open);
    free(t);
}
