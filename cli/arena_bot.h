/* arena_bot.h -- an outside program that plays: start it, ask it, end it. */
#ifndef ARENA_BOT_H
#define ARENA_BOT_H

#include "cli.h"

#include <sys/types.h>

enum { ARENA_WHY_MAX = 200, ARENA_NAME_MAX = 64 };

/* A running program that speaks docs/bot-protocol.md. */
struct arena_bot {
    pid_t pid; /* 0: not running */
    int to, from;
    char line[1024];
    char held[4096]; /* read, but not yet a whole line */
    size_t n_held;
    char name[ARENA_NAME_MAX];
    char why[ARENA_WHY_MAX]; /* what went wrong, one sentence */
};

/* Start it and greet it. False: why says what went wrong. */
bool arena_bot_start(struct arena_bot *bot, const char *command, long timeout_ms);
/* Ask it for an action in `view`; `record` is the open record of the game. */
bool arena_bot_ask(struct arena_bot *bot, const struct aude_game *view,
                   const struct cli_text *record, long ms, uint64_t playouts,
                   long grace_ms, struct aude_action *out);
void arena_bot_end(struct arena_bot *bot);

#endif
