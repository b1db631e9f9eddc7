/* turn.h -- one seat's decisions from now until a tile is drawn or another decides.
 *
 * Inside ai/ only. Laying the tile and placing a follower are two actions but one thought:
 * a line is what a seat does in a row. */
#ifndef AI_TURN_H
#define AI_TURN_H

#include "eval.h"

#ifdef AI_THREADS
#include <stdatomic.h>
typedef atomic_bool turn_flag;
#else
typedef bool turn_flag;
#endif

enum {
    TURN_DEPTH = 4,  /* actions of a line that are tried out; more are left to later */
    TURN_QUICK = 128 /* lines up to which it has to be quick: in a playout */
};

struct turn_line {
    struct aude_action action[TURN_DEPTH];
    int n;
    float value; /* expected lead of the seat at the end of the game */
};

/* Room for trying out lines; one per thread. */
struct turn {
    struct eval eval;
    struct eval_board board; /* as it is valued before the turn, */
    struct eval_board laid;  /* and after its tile, where many actions may follow */
    struct aude_game
        game[TURN_DEPTH + 1]; /* the first before any tile, each other after one */
    struct aude_game
        kept[TURN_DEPTH]; /* what is taken back to, for each action of a line */
    struct aude_action list[TURN_DEPTH][AUDE_ACTIONS_MAX];
    struct aude_game shot[2]; /* for throws: the game before and after */
    enum ai_hand hand;        /* with which everybody throws */
    float
        points[AUDE_SEATS_MAX]; /* what the best line came to, as the network sees it, */
    bool pointed;               /* if it looked */
    uint64_t looked;            /* positions valued, in all */
    bool cut;                   /* lines were left out because there were too many */
    const struct ai_limits *limits; /* NULL in a thread that must not ask */
    turn_flag *halt;                /* set when the search is told to stop */
};

void ai_turn_init(struct turn *turn, const struct aude_game *view,
                  const struct ai_limits *limits, turn_flag *halt);

/* Is it time to answer? */
bool ai_turn_stopped(struct turn *turn);

/* Look at the lines of the seat that decides; keep the best `max`, the best first, and
 * return how many. At most about `most` lines are tried: where there are more, a random
 * choice of the later actions. Stopped, it still returns one, if there is any. */
int ai_turn_lines(struct turn *turn, const struct aude_game *game, int most,
                  struct ai_rng *rng, struct turn_line *out, int max);

/* Play a line. False if that is not possible any more. */
bool ai_turn_play(struct aude_game *game, const struct turn_line *line);

/* Draw for a hidden game until somebody decides or the game ends. The first tile is `wish`
 * if it can be; AUDE_KIND_NONE: any. */
void ai_turn_draw(struct aude_game *game, aude_kind wish, struct ai_rng *rng);

#endif
