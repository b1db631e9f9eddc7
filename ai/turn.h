/* turn.h -- one seat's decisions from now until a tile is drawn or another decides.
 *
 * Inside ai/ only. Laying the tile and placing a follower are two actions but one thought:
 * a line is what a seat does in a row. */
#ifndef AI_TURN_H
#define AI_TURN_H

#include "eval.h"

enum {
    TURN_DEPTH = 4
}; /* actions of a line that are tried out; more are left to later */

struct turn_line {
    struct aude_action action[TURN_DEPTH];
    int n;
    float value; /* expected lead of the seat at the end of the game */
};

/* Room for trying out lines; one per search and thread. */
struct turn {
    struct eval eval;
    struct eval_board board;
    struct aude_game game[TURN_DEPTH];
    struct aude_action list[TURN_DEPTH][AUDE_ACTIONS_MAX];
    uint64_t looked; /* positions valued, in all */
    /* Limits of the search */
    const struct ai_limits *limits;
    bool stopped;
};

/* Look at every line of the seat that decides; keep the best `max`, the best first, and
 * return how many. At most `width` actions are tried at each step, by chance. */
int turn_lines(struct turn *turn, const struct aude_game *game, int width,
               struct ai_rng *rng, struct turn_line *out, int max);

/* Play what a line says. False if it no longer can be. */
bool turn_play(struct aude_game *game, const struct turn_line *line);

/* Draw for a hidden game until somebody decides or the game ends. */
void turn_draw(struct aude_game *game, struct ai_rng *rng);

#endif
