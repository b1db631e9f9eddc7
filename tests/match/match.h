/* match.h -- one game of the engine against the oracle (model.h), action by action.
 *
 * Before every action both must list the same actions; after it they must agree on the
 * position, on what was scored and returned, and on every feature of the new tile. A
 * difference prints the game's number, its setup, the turn, the action and both sides,
 * and stops that game. match_choose.c decides what is played. */
#ifndef AUDE_MATCH_H
#define AUDE_MATCH_H

#include "aude.h"
#include "model.h"

/* How a game is played: random, with leanings. */
struct match_style {
    int closing; /* percent of tiles laid to close roads and cities */
    int compact; /* percent of tiles laid where most others lie */
    int build;   /* percent of tiles laid to extend the own builder's feature */
    int curl;    /* percent of river tiles bent towards the spring */
    int act[AUDE_ACTION_KINDS];     /* how gladly each kind of thing is done */
    int weight[AUDE_FEATURE_KINDS]; /* how gladly a figure goes to each */
    int figure[AUDE_FIGURE_KINDS];  /* how gladly which figure goes */
    int top;                        /* how gladly onto a tower */
    int crowd;                      /* how gladly figures go where others stand */
    int hunger;                     /* how gladly the dragon goes where figures are */
};

/* What the games came across, so that a test can tell whether it tested anything. */
struct match_tally {
    int games, actions, scores, ties, recalls, discards, unplaceable_ends;
    int by_kind[AUDE_SOURCES]; /* scored during the game; fields and goods at its end */
    int loops;                 /* complete roads without ends */
    int doubles;               /* roads and cities that meet a tile twice */
    int reshuffles, river_discards, river_ends;
    int six;                       /* games of six */
    int puts[AUDE_FIGURE_KINDS];   /* figures placed */
    int inns, cathedrals;          /* completed features that had one */
    int spoilt;                    /* worth nothing at the end for them */
    int earned, parts, declined;   /* second parts */
    int skipped;                   /* second parts without a tile left */
    int completing;                /* builders that came home with a second part earned */
    int shared;                    /* features with builders of two seats */
    int pigs[3], herds[3];         /* scores with them, by farm rule */
    int goods, goods_several;      /* cities with goods; two such by one tile */
    int goods_shared, goods_alone; /* kinds paid at the end, by how many */
    int did[AUDE_ACTION_KINDS];    /* actions by kind */
    int happened[AUDE_EVENT_KINDS];
    int through; /* figures put through a portal */
    int eaten, lonely,
        starved;         /* by the dragon; builders and pigs with them; dead ends */
    int fairy[3];        /* her points: at a start, in play, at the end */
    int tops, exchanges; /* followers on towers; prisoners for each other */
    int late, dry;   /* abbeys after the last tile; second parts without tile or abbey */
    int barns;       /* scores of farmers whom a barn met */
    int market;      /* followers sent at the end of the game */
    int guided;      /* wagons that others than the active seat moved */
    int again, lost; /* turns after the volcano lake; challenges */
    int rounds[AUDE_CATAPULT_KINDS]; /* catapult rounds */
    int chain[4];                    /* hit directly, and in which step of a chain */
    int alone, exposed; /* builders and pigs a throw sent home; in quarters */
    int shared_prize;   /* targets with several winners */
    int catches[3];
    int from_board, on_top;       /* replacements */
    int dry_round;                /* after a second part without a tile (INT-52) */
    int second_round, last_round; /* of a turn; without a tile left */
    int kings[4];                 /* points of King and Robber, by variant */
    int early[2]; /* fields that a barn paid at once: joined, around a new one */
    int far;      /* barns beside which the newest tile is not */
    int after[2]; /* after the princess: the fairy, a tower piece */
    int barred;   /* tiles laid in a second part after her */
    int wagons;   /* wagons asked about after another of the same seat */
};

struct match {
    const char *name;
    uint64_t number;
    uint64_t dice; /* for the game itself */
    uint64_t lens; /* for what to look at */
    int tiles_max; /* stop when this many are laid */
    struct match_style style;
    struct aude_setup setup;
    struct aude_game game;
    struct model model;
    struct aude_event event[AUDE_EVENTS_MAX];
    struct aude_events events;
    struct match_tally *tally;
    char action[128]; /* the last one: turn, seat, words */
    int asked;        /* whose wagon it was, or MODEL_NOTHING */
    bool differs;
};

/* Prepare the match of that number; then one of the setups completes it. */
void match_prepare(struct match *t, const char *name, uint64_t number,
                   struct match_tally *tally);
void match_as_preset(struct match *t);
void match_with_river_and_abbot(struct match *t);
void match_anything(struct match *t);
void match_huddled(struct match *t);
void match_curling(struct match *t);
void match_with_inns(struct match *t);
void match_with_traders(struct match *t);
void match_with_one_and_two(struct match *t);
void match_with_dragon(struct match *t);
void match_with_princesses(struct match *t);
void match_with_tower(struct match *t);
void match_with_one_to_four(struct match *t);
void match_with_second_river(struct match *t);
void match_curling_arms(struct match *t);
void match_with_king_and_cult(struct match *t);
void match_with_abbey(struct match *t);
void match_with_many_figures(struct match *t);
void match_with_barns(struct match *t);
void match_with_count(struct match *t);
void match_with_court(struct match *t);
void match_with_all_but_the_count(struct match *t);
void match_with_all(struct match *t);
void match_with_catapult(struct match *t);
void match_with_fair_after_fair(struct match *t);
void match_crowded_fair(struct match *t);
void match_with_exposed_court(struct match *t);
void match_with_dry_second_part(struct match *t);
void match_with_all_and_catapult(struct match *t);
void match_with_late_abbeys(struct match *t);
void match_hard_tiles_last(struct match *t);
void match_late_volcanoes(struct match *t);

void match_say_tally(const char *name, const struct match_tally *n);

/* Play a prepared match to its end. Did engine and model agree? */
bool match_play(struct match *t);

/* One of the listed actions. */
struct aude_action match_choose(struct match *t, const struct aude_action *list, int n);

/* Chance: a game follows from its number alone. */
uint64_t match_roll(uint64_t *dice);
int match_below(uint64_t *dice, int n);
bool match_percent(uint64_t *dice, int chance);

#endif
