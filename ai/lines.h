/* lines.h -- whole turns weighed against each other: what the best one is ahead, and how sure that is.
 *
 * ai_analyse() answers quickly what a position is worth. Here the question is which turn is the best, with a
 * proof: the best of a search is played out anew against draws of its own, because the winner of a search has
 * been lucky in it, and every other turn against the same draws. The last tiles are solved exactly. */
#ifndef AI_LINES_H
#define AI_LINES_H

#include "ai.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    AI_LINE_MAX = 4, /* actions of a turn that are weighed */
    AI_LINES_MAX = 400,
    AI_EXACT_LEFT =
        2 /* tiles to come from which a position is solved, if it is not too wide */
};

/* Everything one seat does in a row. */
struct ai_line {
    struct aude_action action[AI_LINE_MAX];
    int n;
    uint64_t playouts; /* 0: solved exactly */
    double lead;       /* points ahead of the best rival at the end of the game */
    double win;        /* chance to win; below 0 where it is not known */
    double behind;     /* points behind the first line, */
    double error;      /* and the standard error of that */
};

/* The turns that can be played in `view`, the best first: up to `max`, and how many. A turn that
 * is behind the first by more than `sure` standard errors is not looked at any longer; it ends when
 * this is so for all of them, or with the budget. 0 if nobody has to decide, or if the last tiles are
 * too many for a solution and too few for playouts. */
int ai_lines(const struct aude_game *view, const struct ai_limits *limits,
             struct ai_rng *rng, double sure, struct ai_line out[], int max);

/* The same as quickly as possible: about how far the best is ahead, for sorting out. Without playouts: as the network
 * sees it. */
int ai_lines_glance(const struct aude_game *view, uint64_t playouts, struct ai_rng *rng,
                    struct ai_line out[], int max);

/* Play the turn; false if it cannot be played. */
bool ai_line_play(struct aude_game *game, const struct ai_line *line,
                  struct aude_events *events);

#ifdef __cplusplus
}
#endif

#endif
