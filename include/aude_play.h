/* aude_play.h -- what goes into a game and comes out of it: setup, actions, events. */
#ifndef AUDE_PLAY_H
#define AUDE_PLAY_H

#include <stdint.h>

#include "aude_rules.h"

enum {
    AUDE_SEATS_MAX = 6,
    AUDE_TILES_MAX = 320,                        /* on the board; every set once is 239 */
    AUDE_HANDLES_MAX = 1280,                     /* segments of all tiles of a game */
    AUDE_FRONTIER_MAX = 2 * AUDE_TILES_MAX + 16, /* whole vectors of eight */
    AUDE_CELLS_MAX = 1024, /* slots of the cell table, a power of two */
    AUDE_FIGURES_MAX = 240,
    AUDE_START_MAX = 16, /* tiles of a start layout */
    AUDE_ACTIONS_MAX = 8192,
    AUDE_EVENTS_MAX = 1024,  /* one action never causes more */
    AUDE_COMPLETED_MAX = 20, /* features one tile can complete */
    AUDE_CLOISTERS_MAX = 128,
    AUDE_RIVER_MAX = 96,
    AUDE_ASIDE_MAX = 64, /* dragon tiles that may wait (PD-22) */
    AUDE_HOOKS_MAX = 40, /* places where a set can take part (engine/engine.h) */
    AUDE_SEAT_NONE = 255
};

/* -- Setup ------------------------------------------------------------------------------ */

/* 128 bits from which everything random in a game follows (docs/record.md). */
struct aude_seed {
    uint64_t hi, lo;
};

/* ORDER FIGURE: `grep 'ORDER FIGURE'` finds the tables that follow it. */
enum aude_figure_kind {
    AUDE_SMALL,
    AUDE_LARGE,
    AUDE_ABBOT,
    AUDE_WAGON,
    AUDE_MAYOR,
    AUDE_BUILDER,
    AUDE_PIG,
    AUDE_BARN,
    AUDE_FIGURE_KINDS
};

/* A tile that lies on the table before the first turn. */
struct aude_start {
    int16_t x, y;
    aude_kind kind;
    uint8_t rot;
};

enum { AUDE_BY_SETS = 255 }; /* as many figures as the sets in play deal */

struct aude_setup {
    uint8_t preset; /* enum aude_preset the switches came from */
    uint8_t n_seats;
    uint8_t first;  /* seat that begins; AUDE_SEAT_NONE: as `starter` says (EDN-5) */
    uint8_t hidden; /* the draw order is not known here: tiles are told by AUDE_TELL */
    aude_sets expansions; /* from AUDE_SET_INNS on (EDN-13) */
    uint8_t sw[AUDE_SWITCHES];
    struct aude_seed seed;

    /* What a table may change beyond the rulebooks; all zero or AUDE_BY_SETS normally. */
    aude_sets tiles_only;      /* sets whose tiles are used without their rules */
    aude_sets rules_only;      /* sets in play whose tiles stay in the box */
    uint8_t copies[AUDE_SETS]; /* of the set's tiles; 0 is one */
    uint8_t figures[AUDE_FIGURE_KINDS]; /* per seat, of kinds that a set in play has */
    uint16_t draws_max; /* the game ends after this many draws; 0: no limit */
    uint8_t n_start;    /* a start layout instead of the sets' own */
    struct aude_start start[AUDE_START_MAX];

    uint16_t n_order; /* tiles of a fixed draw order; the rest follows in seed order */
    aude_kind order[AUDE_TILES_MAX];
};

/* -- Actions ---------------------------------------------------------------------------- */

/* ORDER ACTION: `grep 'ORDER ACTION'` finds the tables that follow it. A new kind comes last: the numbers are part of the library. */
enum aude_action_kind {
    AUDE_NO_ACTION,
    AUDE_LAY,     /* the tile in hand at x,y, turned rot times by 90 degrees clockwise */
    AUDE_PUT,     /* a figure from the supply onto segment `segment` of the tile at x,y */
    AUDE_PASS,    /* no figure this time */
    AUDE_RECALL,  /* the own abbot from x,y (ABB-6) */
    AUDE_SECOND,  /* take the second part the builder earned (TB-10) */
    AUDE_DECLINE, /* or end the turn instead (TB-12) */
    AUDE_FAIRY,   /* the fairy beside an own follower: the target below (PD-5) */
    AUDE_REMOVE,  /* the princess removes a knight: the target below (PD-29) */
    AUDE_STEP,    /* the dragon goes N E S W: arg 0..3 (PD-15) */
    AUDE_TOWER,   /* a tower piece onto x,y (TOW-4) */
    AUDE_CAPTURE, /* take a follower prisoner: the target below (TOW-7) */
    AUDE_SWAP,    /* which own prisoner comes back: `figure` (TOW-16) */
    AUDE_RANSOM,  /* buy `figure` back from seat `arg` (TOW-17) */
    AUDE_ABBEY_TILE, /* the own abbey into the hole at x,y (AM-3) */
    AUDE_FROM_PILE,  /* no abbey: draw as usual */
    AUDE_BARN_AT,    /* the barn on the north-west corner of the tile at x,y (AM-15) */
    AUDE_MOVE,       /* the scored wagon moves on to `segment` of x,y (AM-31) */
    AUDE_GO_HOME,    /* or comes home */
    AUDE_SEND,     /* `figure` from quarter `arg` to `segment` of x,y (COC-12, COC-18) */
    AUDE_ENTER,    /* `figure` into quarter `arg` (COC-6) */
    AUDE_COUNT_TO, /* the count to quarter `arg` (COC-9) */
    AUDE_TELL,     /* a hidden game learns which tile was drawn; `tile` is its kind */
    AUDE_CATAPULT, /* what the round is about: arg is an enum aude_catapult_kind (CAT-3) */
    AUDE_THROW,    /* from stand `arg` with aim x and power y (CAT-12) */
    AUDE_TOSS,     /* to the left neighbour, with lateral x and power y (CAT-25) */
    AUDE_HANDS,    /* to catch: arg 0 hands off, 1 hands at x,y of the lane (CAT-27) */
    AUDE_PICK,     /* which of several nearest followers: the target below (CAT-21) */
    AUDE_REPLACE,  /* by an own `figure`: AUDE_IN_SUPPLY, or the target below (CAT-22) */
    AUDE_GLIMPSE,  /* a hidden game learns the cell x,y of a toss, no more (CAT-26) */
    AUDE_REVEAL,   /* and after the reaction its lateral x and power y */
    AUDE_SCATTER,  /* and how a throw scattered: x,y, and in DIRECT mode the hand errors
                    * as signed bytes in `figure` and `segment` (CAT-15, CAT-16) */
    AUDE_SET_POINTS, /* by hand, in a game that is told: seat `arg` has x points; y 1: x more */
    AUDE_SET_TURN,       /* it is the turn of seat `arg` */
    AUDE_SET_FIGURE,     /* a figure of seat `arg` onto the target's place */
    AUDE_TAKE_FIGURE,    /* the target goes home */
    AUDE_HAND_DRAGON,    /* by hand: the dragon is on the tile at x,y */
    AUDE_HAND_FAIRY,     /* the fairy is beside the target */
    AUDE_HAND_TOWER,     /* a tower piece of seat `arg` onto x,y */
    AUDE_HAND_TOWER_OFF, /* one from there back to seat `arg` */
    AUDE_HAND_PRISONER,  /* a `figure` of seat `arg` is a prisoner of seat x */
    AUDE_HAND_FREE,      /* and is free again */
    AUDE_HAND_GOODS,  /* seat `arg` has x tokens of goods `figure`, an enum aude_goods */
    AUDE_HAND_KING,   /* seat `arg` has the king */
    AUDE_HAND_ROBBER, /* seat `arg` has the robber */
    AUDE_HAND_COUNT,  /* the count is in quarter `arg` */
    AUDE_HAND_BARN,   /* the barn of seat `arg` on the north-west corner of x,y */
    AUDE_ACTION_KINDS
};

/* A figure on the map as a target: `figure` of seat `arg` on `segment` of the tile at x,y;
 * AUDE_ON_TOWER as segment is the top of the tile's tower; AUDE_IN_QUARTER and the three
 * after it are the quarters of Carcassonne, on the seventh tile of its block. Two of the same
 * kind and seat on one segment are alike. */
enum { AUDE_IN_QUARTER = 250, AUDE_ON_TOWER = 254, AUDE_IN_SUPPLY = 255 };

/* Eight bytes, compared as a whole; fields an action does not use are 0. */
struct aude_action {
    uint8_t kind;    /* enum aude_action_kind */
    uint8_t figure;  /* enum aude_figure_kind */
    uint8_t segment; /* index on the tile */
    uint8_t arg;  /* LAY: rotation 0..3; TELL: tile kind; STEP: side; a target's seat */
    int16_t x, y; /* x grows east, y grows south; the start tile lies at 0,0 */
};

/* -- Events ----------------------------------------------------------------------------- */

/* ORDER EVENT: `grep 'ORDER EVENT'` finds the tables that follow it. docs/record.md
 * describes them. */
enum aude_event_kind {
    AUDE_EV_TURN,      /* seat begins turn number `points` */
    AUDE_EV_DRAW,      /* seat drew `tile` */
    AUDE_EV_DISCARD,   /* `tile` fits nowhere and leaves the game (BASE-15) */
    AUDE_EV_LAY,       /* seat laid `tile` at x,y, `rot` */
    AUDE_EV_PUT,       /* seat put `figure` on `segment` of x,y */
    AUDE_EV_SCORE,     /* seat got `points`; the terms spell out the sum */
    AUDE_EV_RETURN,    /* seat's `figure` came home from `segment` of x,y */
    AUDE_EV_RECALL,    /* seat took its abbot back from x,y */
    AUDE_EV_RESHUFFLE, /* `tile` fits nowhere, the river pile is shuffled again (RIV-8) */
    AUDE_EV_EARN,      /* the builder of seat earned a second part (TB-9) */
    AUDE_EV_PART,      /* seat begins its second part */
    AUDE_EV_GOODS,     /* seat took `points` tokens of `goods` (TB-27) */
    AUDE_EV_RIVER_END, /* the river ends early; `points` tiles leave the game (RIV-8) */
    AUDE_EV_ASIDE,     /* a dragon `tile` came too early and is laid aside (PD-22) */
    AUDE_EV_BACK,      /* `points` tiles laid aside are shuffled back (PD-23) */
    AUDE_EV_DRAGON, /* the dragon is now at x,y; moved by seat. The next `points` events are those
                        * of figures that it sends home */
    AUDE_EV_FAIRY,   /* seat put the fairy to x,y */
    AUDE_EV_TOWER,   /* seat raised the tower at x,y to `points` */
    AUDE_EV_CAPTURE, /* seat took a `figure` of `other` prisoner */
    AUDE_EV_FREED,   /* a `figure` of seat is free again, from `other` */
    AUDE_EV_RANSOM,  /* seat paid `points` to `other` for a `figure` */
    AUDE_EV_AWARD, /* seat takes the king (feature CITY) or the robber (ROAD); size `points` */
    AUDE_EV_MOVE,  /* the wagon of seat moved on to `segment` of x,y */
    AUDE_EV_BARN,  /* seat put the barn on the north-west corner of x,y */
    AUDE_EV_ENTER, /* seat put a `figure` into quarter `other` */
    AUDE_EV_SEND,  /* seat sent a `figure` from quarter `other` to x,y, `segment` */
    AUDE_EV_COUNT, /* the count is now in quarter `other` */
    AUDE_EV_LOSE, /* seat's `figure` on `segment` of x,y lost a challenge: nothing (CULT-7) */
    AUDE_EV_ROUND, /* a catapult round of kind `other` for the fair at x,y; chosen by seat */
    AUDE_EV_THROW,   /* seat throws from stand `other` at `at`: aim x, power y */
    AUDE_EV_TOSS,    /* seat throws to `other`; the catcher glimpses cell x,y (CAT-26) */
    AUDE_EV_HANDS,   /* seat holds its hands at x,y of the lane; `points` 0: off */
    AUDE_EV_REVEAL,  /* seat had thrown with lateral x and power y */
    AUDE_EV_SCATTER, /* it scattered by x,y; hand errors in `at` (CAT-15, CAT-16) */
    AUDE_EV_LAND,    /* the token touches the ground at `at` */
    AUDE_EV_REST,    /* and comes to rest at `at`; of a toss the true point in the lane */
    AUDE_EV_HIT,     /* it hits seat's `figure` on `segment` of x,y, whose centre is `at`;
                      * `points` 0 directly, 1 to 3 in that step of the chain (CAT-20) */
    AUDE_EV_NEAREST, /* seat's `figure` on `segment` of x,y is the nearest (CAT-21) */
    AUDE_EV_REPLACE, /* seat's `figure` takes its place there (CAT-22) */
    AUDE_EV_MEASURE, /* seat's token lies `points` measures from the fair (CAT-24) */
    AUDE_EV_CATCH, /* seat's hands and the token of `other`: `points` is an enum aude_catch */
    AUDE_EV_FINAL,   /* final scoring begins */
    AUDE_EV_OVER,    /* the game is over */
    AUDE_EV_BY_HAND, /* seat has `points` more, or less, because somebody set them */
    AUDE_EVENT_KINDS
};

/* ORDER TERM: `grep 'ORDER TERM'` finds the tables that follow it. What a score is the sum of: `count` things
 * worth `each`. */
enum aude_term_kind {
    AUDE_TERM_TILES,
    AUDE_TERM_SHIELDS,
    AUDE_TERM_NEIGHBOURS, /* the tile itself and the laid ones around it */
    AUDE_TERM_CITIES,
    AUDE_TERM_PIG,  /* cities once more, for the own pig (TB-24) */
    AUDE_TERM_HERD, /* and for the pig herd (TB-25) */
    AUDE_TERM_GOODS, /* kinds of goods of which this seat has the most, alone or shared (TB-32) */
    AUDE_TERM_FAIRY, /* the fairy (PD-7, PD-8) */
    AUDE_TERM_AWARD, /* the king or the robber baron, at a flat price (KR-5) */
    AUDE_TERM_ROADS, /* completed roads (KR-7) */
    AUDE_TERM_THROW, /* a throw of the catapult (CAT-8, CAT-29) */
    AUDE_TERM_KINDS
};

/* ORDER SOURCE: `grep 'ORDER SOURCE'` finds the tables that follow it. What points come from: a kind of feature, or one of
 * these. */
enum aude_source {
    AUDE_FROM_GOODS = AUDE_FEATURE_KINDS,
    AUDE_FROM_FAIRY,
    AUDE_FROM_KING,
    AUDE_FROM_ROBBER,
    AUDE_FROM_KING_AND_ROBBER,
    AUDE_FROM_TARGET,
    AUDE_FROM_CATCH,
    AUDE_SOURCES
};

enum { AUDE_TERMS_MAX = 4 };

struct aude_term {
    uint8_t kind; /* enum aude_term_kind */
    uint8_t count;
    int8_t each;
};

/* A point of the catapult's ground: 1024 units a tile, the tile at 0,0 begins at 0,0, x grows
 * east and y south (CAT-13). A point of the lane of a catch: along it, and across. */
struct aude_point {
    int32_t x, y;
};

struct aude_event {
    uint8_t kind; /* enum aude_event_kind */
    uint8_t seat;
    uint8_t feature; /* enum aude_feature_kind, or of a score enum aude_source */
    uint8_t figure;  /* enum aude_figure_kind */
    uint8_t goods;   /* enum aude_goods */
    uint8_t other;   /* another seat */
    aude_kind tile;
    uint8_t rot;
    uint8_t segment;
    uint8_t final; /* scored at the end of the game */
    int16_t x, y;
    int16_t points;
    uint8_t n_terms;
    struct aude_term term[AUDE_TERMS_MAX];
    struct aude_point at; /* catapult only */
};

/* Which fields of an event (aude_event_fields) or of an action (aude_action_fields) mean
 * something; the others are 0. Where the names differ, the action's field stands after the
 * slash. `seat` of an event always means something, where there is one. */
enum aude_field {
    AUDE_HAS_CELL = 1 << 0,     /* x, y: a tile */
    AUDE_HAS_FIGURE = 1 << 1,   /* figure */
    AUDE_HAS_SEGMENT = 1 << 2,  /* segment */
    AUDE_HAS_TILE = 1 << 3,     /* tile / arg */
    AUDE_HAS_ROT = 1 << 4,      /* rot / arg */
    AUDE_HAS_FEATURE = 1 << 5,  /* feature: a kind, or where points come from */
    AUDE_HAS_POINTS = 1 << 6,   /* points, or another number: the event says which */
    AUDE_HAS_SUM = 1 << 7,      /* final, and the terms of the points */
    AUDE_HAS_GOODS = 1 << 8,    /* goods / figure */
    AUDE_HAS_OTHER = 1 << 9,    /* other / arg: another seat */
    AUDE_HAS_QUARTER = 1 << 10, /* other / arg: a quarter of Carcassonne */
    AUDE_HAS_ROUND = 1 << 11,   /* other / arg: an enum aude_catapult_kind */
    AUDE_HAS_STAND = 1 << 12,   /* other / arg: a stand of the catapult */
    AUDE_HAS_NUMBERS = 1 << 13, /* x, y: aim and power, a glimpse, hands, a scatter */
    AUDE_HAS_POINT = 1 << 14,   /* at */
    AUDE_HAS_SIDE = 1 << 15,    /* - / arg: 0 north, clockwise */
    AUDE_HAS_HANDS = 1 << 16,   /* - / arg: 1 hands at x, y; 0 hands off */
    AUDE_HAS_ERRORS = 1 << 17   /* - / figure, segment: hand errors, signed bytes */
};

/* What an action is about besides its own fields, as the position has it: the tile that is
 * laid, the figure that only this kind of action moves, where a step leads, what a ransom
 * costs. */
struct aude_about {
    uint32_t fields; /* enum aude_field: which of these mean something */
    int16_t x, y, points;
    aude_kind tile;
    uint8_t rot, figure;
};

/* What the words of an action say by themselves, without the position they belong to: "put
 * small city N at 3,-1" names a figure, a feature and a cell, "put small city N" no cell. */
struct aude_glance {
    uint32_t
        fields; /* enum aude_field: CELL, FIGURE, FEATURE, TILE, ROT where they are said */
    int16_t x, y;
    uint8_t kind; /* enum aude_action_kind */
    uint8_t figure, feature, rot;
    aude_kind tile;
};

/* The caller's array. `n` counts every event, also those for which there was no room. */
struct aude_events {
    struct aude_event *list;
    int max, n;
};

#endif
