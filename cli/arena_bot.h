/* arena_bot.h -- an outside program that plays (docs/bot-protocol.md): start it, tell it
 * about games, ask it, end it. */
#ifndef ARENA_BOT_H
#define ARENA_BOT_H

#include "arena_pipe.h"
#include "cli.h"

enum { ARENA_WHY_MAX = 320, ARENA_NAME_MAX = 64, ARENA_PROTOCOL = 2 };

struct arena_bot {
    struct arena_pipe pipe;
    int version; /* version of the protocol that it speaks */
    bool keep;   /* one process plays many games */
    bool named;  /* it told its name */
    bool lost;   /* late, ended or confused: it is not talked to any more */
    int errors;  /* number of its `error` lines that were shown */
    char name[ARENA_NAME_MAX];
    char said[128];          /* its last `error` since the last question */
    char why[ARENA_WHY_MAX]; /* what went wrong, one sentence */
};

/* Start it and greet it in that version of the protocol (0: the latest that it speaks).
 * On false, `why` says what went wrong. */
bool arena_bot_start(struct arena_bot *bot, const char *command, int version,
                     long timeout_ms);
bool arena_bot_running(const struct arena_bot *bot);
/* Begin a game in which it has `seat`; wait until it is ready. */
bool arena_bot_new(struct arena_bot *bot, unsigned seat, long timeout_ms);
/* Ask it for an action in `view`; `record` is the open record of the game. It is told
 * that it has `ms`, and we wait for `limit_ms`. */
bool arena_bot_ask(struct arena_bot *bot, const struct aude_game *view,
                   const struct cli_text *record, long ms, uint64_t playouts,
                   long limit_ms, struct aude_action *out);
/* The game is over; `forfeit` is the seat that forfeited it, or -1. */
void arena_bot_result(struct arena_bot *bot, const int32_t *points, unsigned n_seats,
                      int forfeit);
/* Say `quit`, wait a second, then kill it and everything it started. */
void arena_bot_end(struct arena_bot *bot);

#endif
