/* search.h -- the search behind the levels and the analysis. Inside ai/ only. */
#ifndef AI_SEARCH_H
#define AI_SEARCH_H

#include "turn.h"

enum {
    SEARCH_CANDIDATES_MAX = 48,
    SEARCH_THREADS_MAX = 16,
    SEARCH_ENDGAME =
        6,             /* tiles to come from which all draws may be followed to the end */
    SEARCH_WIDTHS = 6, /* steps by which that is widened */
    SEARCH_STAGES = 3
};

struct search_plan {
    int candidates; /* lines of the root that are played out */
    int plies;      /* turns of a playout after the line, */
    bool whole;     /* with all that others decide in them (a dragon's steps ...) */
    int stages;     /* longer and longer playouts, SEARCH_STAGES at most; 0: as above */
    uint64_t playouts; /* where the caller sets no budget */
    bool all_time;     /* with a clock, as many as it allows */
    float noise;       /* standard error of the first look, in points, */
    float overlook;    /* chance that a place far from the last tile is not seen, */
    bool forgets;      /* and which tiles were laid is forgotten */
    const struct eval_taste *taste; /* its style; NULL: none */
    enum ai_hand hand;              /* with which it throws */
    const struct net *net;          /* NULL: by the formulas alone */
    int keep; /* this many of the best are never dropped: an analysis tells their errors */
    int endgame; /* tiles to come from which it solves, at most SEARCH_ENDGAME */
};

/* A line of the root and what its playouts came to. */
struct search_candidate {
    struct turn_line line;
    uint64_t n;
    double trust;  /* the value of the line counts as this many playouts; 0: not at all */
    double lead;   /* sum of the leads */
    double behind; /* sum of the differences to the first candidate, */
    double squares;                /* and of their squares */
    double lead_squares;           /* sum of the squares of the leads */
    double points[AUDE_SEATS_MAX]; /* sums */
    double win[AUDE_SEATS_MAX];
    bool dropped;
    bool solved; /* followed to the end of the game: `lead` is what it comes to */
};

/* Search `view`, whose seat must decide. Candidates, the best first, into `out`; how many. */
int search_run(const struct aude_game *view, const struct search_plan *plan,
               const struct ai_limits *limits, struct ai_rng *rng,
               struct search_candidate out[SEARCH_CANDIDATES_MAX]);

/* Weigh the lines of `list` against the first of them, with draws of their own. A line is dropped when
 * it is behind the first by more than `sure` standard errors; the first never is. Ends when all
 * others are dropped, or with the budget. The order stays. */
void search_weigh(const struct aude_game *view, const struct search_plan *plan,
                  const struct ai_limits *limits, struct ai_rng *rng, double sure,
                  struct search_candidate *list, int n);

/* The standard error of the mean of `values` numbers, from their sum and the sum of their squares; 0 for fewer
 * than two. */
double search_error_of_mean(uint64_t values, double sum, double squares);
/* The standard error of a line's distance to the first one. */
double search_error(const struct search_candidate *c);

/* Play on from any position without a choice at the root; sums in `out`. */
void search_watch(const struct aude_game *view, const struct search_plan *plan,
                  const struct ai_limits *limits, struct ai_rng *rng,
                  struct search_candidate *out);

/* Follow every draw to the end of the game (endgame.c), at most SEARCH_ENDGAME of them. Fills
 * each candidate that is not dropped as one playout would. False if it was stopped: then
 * nothing has changed. */
bool endgame_solve(struct turn *turn, const struct aude_game *view, struct ai_rng *rng,
                   struct search_candidate *list, int n, int step);
/* The same with every line of every turn. False if anything had to be estimated or left out, or if it was
 * stopped: then the values mean nothing. */
bool endgame_exact(struct turn *turn, const struct aude_game *view, struct ai_rng *rng,
                   struct search_candidate *list, int n);
/* The turns that may take: a playout of two is two of them. */
uint64_t endgame_cost(const struct aude_game *view, int candidates, int step);

/* Chance of every seat to win, from the points they should end with. */
void search_win(const struct aude_game *game, const float points[AUDE_SEATS_MAX],
                double win[AUDE_SEATS_MAX]);

#endif
