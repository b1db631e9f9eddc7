/* bot.h -- what the files of `aude bot` share: the player and its position. */
#ifndef BOT_H
#define BOT_H

#include "ai/ai.h"
#include "cli.h"

enum { BOT_HELD_MAX = 64 * 1024 };

struct bot {
    const struct ai_player *player;
    struct aude_reader reader;
    struct aude_game view;
    bool has_position;
    struct ai_rng rng;
    struct ai_thoughts thoughts;
    uint64_t seed; /* of rng, used again at the start of every game */
    unsigned threads;
    char held[BOT_HELD_MAX]; /* read from stdin, not yet handled */
    size_t n_held;
    bool ended, stop;
    bool skipping;   /* the rest of a line that was too long */
    double deadline; /* in ms of the clock; 0: none */
    double told;     /* when the last info line was written */
    char line[AUDE_LINE_MAX + 1];
};

/* The next line into bot->line; false at the end of the input. */
bool bot_line(struct bot *bot);
void bot_reply(const char *text);

/* -- The rules, for programs that have none (bot_rules.c) -------------------------------- */

void bot_rules_position(struct bot *bot);
void bot_rules_skip_actions(struct bot *bot, const char *rest);
void bot_rules_list_actions(struct bot *bot);
void bot_rules_play(struct bot *bot, const char *rest);
void bot_rules_score(struct bot *bot);
void bot_rules_segments(const char *rest);

#endif
