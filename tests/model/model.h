/* model.h -- the oracle: the rules once more, slow and obvious.
 *
 * A list of laid tiles and a list of figures are the whole position. Every question is
 * answered from these two lists each time it is asked, by looking at every tile or by
 * walking from half side to half side. Nothing is merged, kept or counted along, so a
 * slip in the engine's bookkeeping has no counterpart here. It is written from the rules,
 * not from the engine; the two share only the tile tables and the public header.
 *
 * The model does not draw. model_follow() is told what was drawn, thrown away or shuffled
 * back and objects if the rules do not allow it:
 *
 *     model_init(&model, &setup, first);
 *     model_follow(&model, &event);          the draw events of the engine, one by one
 *     model_actions(&model, list, max);      what may be done now
 *     model_play(&model, list[i]);           one of them; then the draw events again
 *     model_settle(&model);                  no draw is open; perhaps the end of the game
 *
 * What an action brought about (tiles, figures, points) is in log[] till the next one. */
#ifndef AUDE_MODEL_H
#define AUDE_MODEL_H

#include "aude.h"

enum {
    MODEL_KINDS_MAX = 256,
    MODEL_LOG_MAX = 512,
    MODEL_NOTHING = -1, /* no tile, no figure, no side */
    MODEL_REACH = 200,  /* no tile lies farther from the middle */
    MODEL_STEPS_MAX = 12,
};

struct model_tile {
    int x, y;
    aude_kind kind;
    int rot;
    int seat; /* who laid it; AUDE_SEAT_NONE for the start tile */
};

/* Every figure of every seat is listed, at home or not: the supply is those at home. */
struct model_figure {
    int seat;
    enum aude_figure_kind kind;
    enum aude_where where;
    int tile, segment; /* AT_SEGMENT; of AT_TOWER the tile; elsewhere MODEL_NOTHING */
    int holder;        /* AT_PRISON: whose prisoner it is; AT_QUARTER: which */
    bool guest;        /* came from a quarter and stands on no tile (COC-14) */
};

/* Something that happened; the fields that `what` does not need are 0. */
struct model_entry {
    enum aude_event_kind what; /* none of those model_follow() takes */
    int seat, feature, figure, points, final;
    int x, y, segment, tile, rot, goods, other;
    int at_x, at_y; /* of the catapult's ground */
};

struct model {
    uint8_t sw[AUDE_SWITCHES];
    unsigned rules; /* sets whose rules are in play, a bit each */
    int n_seats;

    int n_tiles;
    struct model_tile tile[AUDE_TILES_MAX];
    int16_t grid[2 * MODEL_REACH]
                [2 * MODEL_REACH]; /* tile + 1 by y, x: a map to look at */
    int n_figures;
    struct model_figure figure[AUDE_FIGURES_MAX];
    int points[AUDE_SEATS_MAX];
    int goods[AUDE_SEATS_MAX][AUDE_CLOTH + 1]; /* tokens, by enum aude_goods (TB-27) */

    int pile[MODEL_KINDS_MAX];  /* copies of each kind still to be drawn */
    int river[MODEL_KINDS_MAX]; /* likewise the river tiles, the lake included */

    int turn;              /* from 1 */
    int seat;              /* the active player */
    int actor;             /* who must decide */
    bool fresh;            /* the next thing is a new turn */
    int part;              /* 1, or 2 (TB-10) */
    bool earned;           /* a second part, in the first (TB-9) */
    enum aude_phase phase; /* one of those that wait for a decision or a draw */
    aude_kind hand;        /* AUDE_KIND_NONE: no tile in hand */

    /* III The Princess & the Dragon: tiles, and a figure (PD-6) */
    int dragon, fairy, bound;
    int n_walk, walk[MODEL_STEPS_MAX + 1]; /* tiles of this walk, first where it began */
    int aside[MODEL_KINDS_MAX];            /* dragon tiles that came too early (PD-22) */
    int freed; /* tile of this turn whose princess removed a knight, by PD-32's letter */

    /* IV The Tower */
    int pieces[AUDE_SEATS_MAX];
    int height[AUDE_TILES_MAX];
    bool sealed[AUDE_TILES_MAX]; /* somebody stood on it, and it stays closed (TOW-15) */
    int tower;                   /* where a piece was placed in this part */
    int victim;                  /* whose follower it took, to be exchanged */
    int ransoms;                 /* paid in this turn */

    /* V Abbey & Mayor */
    int abbeys[AUDE_SEATS_MAX]; /* not yet laid */
    int barn;                   /* figure: a barn placed in this part */
    bool round;                 /* the pile is empty, abbeys may still come (AM-10) */
    int last;                   /* seat of the last usual turn */

    /* VI: River II; King & Robber, by cities and roads */
    bool again;                /* the same seat takes the next turn too (RIV2-10) */
    int holder[2], largest[2]; /* AUDE_SEAT_NONE: nobody yet */

    /* VI The Count */
    int count;       /* his quarter */
    unsigned gained; /* seats that gained points by scorings of this part (COC-6) */
    unsigned early;  /* of them those whom a barn paid at once (AM-23) */
    bool entered;    /* somebody went into a quarter in this turn */
    unsigned asked;  /* seats that have decided in this P5 or F2 (COC-13) */

    /* VII The Catapult */
    int n_fairs, fair[2];        /* rounds that are due, the first under way */
    int thrown_kind, thrown;     /* what it is about; throws made in it */
    int stand, aim, power;       /* of a toss the lateral and the power */
    int hands, hands_x, hands_y; /* off: 0 */
    int chosen, rest_x, rest_y;  /* a figure that may be replaced; the token */
    int measure[AUDE_SEATS_MAX];

    int lost; /* followers that lost a challenge so far (CULT-7) */

    int n_log;
    struct model_entry log[MODEL_LOG_MAX];
};

/* A feature, found by walking from one of its segments. */
struct model_feature {
    enum aude_feature_kind kind;
    bool has[AUDE_TILES_MAX][AUDE_SEGMENTS_MAX];
    int id;    /* the first segment it has: equal for equal features of one position */
    int tiles; /* different ones; monastery, garden: itself and those around it */
    int open;  /* open sides; monastery, garden: empty cells around it */
    int shields;
    int goods[AUDE_CLOTH + 1]; /* by enum aude_goods */
    unsigned tags;
    bool complete; /* never, for a field (BASE-25) */
    int strength[AUDE_SEATS_MAX];
    unsigned owners; /* a bit per seat with the majority */
    /* Its segments once more, in the order of the walk: who looks at all of them need not look at the whole table. */
    int n_segments;
    struct model_at {
        int tile, segment;
    } at[AUDE_TILES_MAX * AUDE_SEGMENTS_MAX];
};

/* The position before the first draw; the starting seat is the engine's lot (EDN-5). */
void model_init(struct model *m, const struct aude_setup *setup, int first);

/* Follow a TURN, DRAW, DISCARD, ASIDE, RESHUFFLE, RIVER_END or SCATTER. NULL if the rules agree,
 * else why they do not. */
const char *model_follow(struct model *m, const struct aude_event *event);

/* Write up to `max` legal actions to `out`; return how many there are in all. */
int model_actions(const struct model *m, struct aude_action *out, int max);

/* Throws and hands are not listed but have bounds; which, and is an action within? */
bool model_range(const struct model *m, struct aude_range *out);
bool model_in_range(const struct model *m, struct aude_action action);

/* How many steps a knock-out's chain would have if nothing scattered; -1: nobody is hit. */
int model_chain(const struct model *m, struct aude_action action);

/* Where on the catapult's ground a figure stands that can be hit; false for others. */
bool model_centre(const struct model *m, int figure, int *x, int *y);

/* Play a legal action, up to the next decision, draw or end. */
void model_play(struct model *m, struct aude_action action);

/* After the draw events: the tile in hand must fit, or nothing be left to draw. Then the
 * game ends with the final scoring (BASE-16, BASE-51). NULL, or why this cannot be. */
const char *model_settle(struct model *m);

/* Final scoring of the position as it stands. */
void model_score_finally(struct model *m);

/* The laid tile at x,y, or MODEL_NOTHING. */
int model_tile_at(const struct model *m, int x, int y);

/* May a tile of this kind be laid anywhere? `waived`: RIV-6 does not hold (RIV-8). */
bool model_fits_somewhere(const struct model *m, aude_kind kind, bool waived);

/* Does RIV-8 set RIV-6 aside for the tile in hand, or the one to be drawn? */
bool model_waived(const struct model *m);

/* Is a river tile to be drawn next? */
bool model_river_flows(const struct model *m);

/* The feature of a segment of a laid tile. */
void model_feature(const struct model *m, int tile, int segment, struct model_feature *f);

/* What each owner would get for it as it stands. For a field: the points of its complete
 * cities by EDN-16 without pigs, also where another rule divides them at the end. */
int model_points(const struct model *m, const struct model_feature *f);

int model_supply(const struct model *m, int seat, enum aude_figure_kind kind);

/* Tiles of this kind still to be drawn, and all of them. */
int model_left(const struct model *m, aude_kind kind);
int model_left_total(const struct model *m);

/* Seats with the most points (BASE-61). */
unsigned model_winners(const struct model *m);

#endif
