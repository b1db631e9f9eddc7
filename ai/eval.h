/* eval.h -- what a position is worth: the points every seat should end with.
 *
 * Inside ai/ only. A struct eval belongs to one search: it knows which tiles were left when
 * the search began, and how likely that makes it that an empty cell is filled. */
#ifndef AI_EVAL_H
#define AI_EVAL_H

#include "ai.h"
#include "net.h"

enum {
    EVAL_DEPTH = 48,      /* draws below the root with a row of odds of their own */
    EVAL_FITS_MAX = 64,   /* counts of tiles end here: more are taken as this many */
    EVAL_OPEN_MAX = 8,    /* open cells of a feature that are looked at */
    EVAL_TOWERS_MAX = 64, /* towers that are looked at */
    EVAL_FREE_MAX = 256,  /* open roads and cities without followers */
    EVAL_LAST =
        2, /* tiles to come from which the formulas know better than the network */
    EVAL_BAG_N = 7,     /* numbers of the tiles that are left, */
    EVAL_BAG_MARKS = 3, /* and of those with a mark */
    EVAL_UNKNOWN = 255  /* a count not yet made */
};

/* What is asked of a feature, as numbers for the weights. ONE is the number that is always 1;
 * FAR is how much of the game is left, FAR_2 its square. */

/* Will a road or a city be completed? */
enum {
    EVAL_CLOSE_ONE,
    EVAL_CLOSE_ENDS,  /* log odds that every open cell gets a tile that ends it, */
    EVAL_CLOSE_WORST, /* and of the worst cell alone */
    EVAL_CLOSE_CELLS_1,
    EVAL_CLOSE_CELLS_2,
    EVAL_CLOSE_CELLS_3,
    EVAL_CLOSE_FAR,
    EVAL_CLOSE_SHARED, /* has it several owners? */
    EVAL_CLOSE_FITS,   /* log odds that every open cell gets any tile */
    EVAL_CLOSE_TILES,
    EVAL_CLOSE_FAR_2,
    EVAL_CLOSE_CELLS,
    EVAL_CLOSE_N
};

/* By how much will it grow? */
enum {
    EVAL_GROW_ONE,
    EVAL_GROW_OPEN,
    EVAL_GROW_FAR,
    EVAL_GROW_OPEN_FAR,
    EVAL_GROW_TILES,
    EVAL_GROW_TILES_FAR,
    EVAL_GROW_N
};

/* Will its owner still be its owner? */
enum {
    EVAL_KEEP_ONE,
    EVAL_KEEP_FAR,
    EVAL_KEEP_TILES,
    EVAL_KEEP_EVEN,  /* the strongest two are as strong as each other, */
    EVAL_KEEP_AHEAD, /* or more than one apart; */
    EVAL_KEEP_RIVAL, /* there is a second one at all */
    EVAL_KEEP_N
};

/* Will it become one with another feature at that cell? */
enum {
    EVAL_JOIN_ONE,
    EVAL_JOIN_FITS,
    EVAL_JOIN_FAR,
    EVAL_JOIN_FAR_2,
    EVAL_JOIN_FITS_FAR,
    EVAL_JOIN_N
};

/* Will this cell beside a monastery be filled? */
enum {
    EVAL_CELL_ONE,
    EVAL_CELL_FITS,
    EVAL_CELL_ALONE, /* no tile lies beside the cell yet */
    EVAL_CELL_FAR,
    EVAL_CELL_EMPTY, /* empty cells around the monastery */
    EVAL_CELL_FAR_2,
    EVAL_CELL_N
};

/* How many completed cities will a field have? */
enum {
    EVAL_FIELD_DONE, /* its cities without, with one, with two, with more open sides */
    EVAL_FIELD_OPEN_1,
    EVAL_FIELD_OPEN_2,
    EVAL_FIELD_OPEN_MORE,
    EVAL_FIELD_FAR,
    EVAL_FIELD_SIZE_FAR,
    EVAL_FIELD_ONE,
    EVAL_FIELD_FAR_2,
    EVAL_FIELD_DONE_FAR,
    EVAL_FIELD_N
};

/* What will followers at hand, and those that come home, still earn? */
enum {
    EVAL_HAND_MAX = 7, /* the first, the second ... the seventh follower at hand */
    EVAL_HAND_NTH = 0,
    EVAL_HAND_NTH_FAR = EVAL_HAND_NTH + EVAL_HAND_MAX,
    EVAL_HAND_HOME = EVAL_HAND_NTH_FAR + EVAL_HAND_MAX, /* followers that come home, */
    EVAL_HAND_HOME_FEW, /* the more the fewer are at hand */
    EVAL_HAND_HOME_FAR,
    EVAL_HAND_ONE,
    EVAL_HAND_FAR,
    EVAL_HAND_FAR_2,
    EVAL_HAND_N
};

/* Numbers of a seat that stand outside features (eval_sets.c). */
enum {
    EVAL_TO_DRAW, /* the next tile is this seat's */
    EVAL_BUILDER_HOME,
    EVAL_BUILDER_LAID,
    EVAL_PIG_HOME,
    EVAL_PIG_FIELD,
    EVAL_BARN_HOME,
    EVAL_BARN_CITIES,
    EVAL_BIG_HOME, /* large followers, abbots */
    EVAL_GOODS,
    EVAL_AWARD,
    EVAL_AWARD_EARLY,
    EVAL_FAIRY,
    EVAL_DRAGON_COUNT, /* followers in the dragon's reach, and what they hold */
    EVAL_DRAGON_STAKE,
    EVAL_TOWER_PIECES,
    EVAL_TOWER_COUNT, /* followers in reach of a tower that can grow, and what they hold */
    EVAL_TOWER_STAKE,
    EVAL_ON_TOWER,
    EVAL_PRISONER_LOST,
    EVAL_PRISONER_HELD,
    EVAL_ABBEYS,
    EVAL_QUARTER,
    EVAL_HAND_MORE,  /* followers at hand beyond the seventh */
    EVAL_HOLE,       /* an abbey at hand and a place for it */
    EVAL_HOLE_NEXT,  /* ... and this seat is next */
    EVAL_ABBEY_LATE, /* an abbey at hand, the less is left the more */
    EVAL_WAGON_HOME,
    EVAL_WAGON_LAID, /* chance that it may go on */
    EVAL_MAYOR_HOME,
    EVAL_MAYOR_WAITS, /* what a city without shields would bring the mayor in it */
    EVAL_FIELD_BARN,  /* what fields bring that somebody else's barn may still take */
    EVAL_FIELD_OWN_BARN,
    EVAL_BARN_FAR,
    EVAL_TOWER_TOP,     /* the most the next player can take from this seat, */
    EVAL_TOWER_ANY,     /* whether it can take anybody, */
    EVAL_TOWER_PREY,    /* and the most this seat can take in its next turn */
    EVAL_PRISONER_NEED, /* a follower taken prisoner, and none left at hand */
    EVAL_PIECES_NONE,
    EVAL_SETS_N
};

struct eval_weights {
    float close[2][EVAL_CLOSE_N]; /* road, city: log odds of completion */
    float done[2][EVAL_GROW_N];   /* points it gains until it is completed */
    float left[2][EVAL_GROW_N];   /* points it gains if it never is */
    float cell[EVAL_CELL_N];      /* log odds that a cell by a monastery is filled */
    float field[EVAL_FIELD_N];    /* cities a field will have at the end */
    float keep[AUDE_FEATURE_KINDS][EVAL_KEEP_N]; /* log odds that the owner is paid */
    float join[2][EVAL_JOIN_N]; /* log odds that two features at one cell become one */
    float scale[AUDE_FEATURE_KINDS]; /* of what features bring, against points at hand */
    float hand[EVAL_HAND_N];         /* points still to come, by followers at hand */
    float sets[EVAL_SETS_N];         /* points, one for each number of eval_sets.c */
    float win; /* how sure a lead is: log odds a point, times the root of tiles left */
    float win_sets; /* the same with expansions */
};

/* By which players decide. */
extern const struct eval_weights eval_weights;
/* Weights of features, fitted to how features ended in games: the chances that people are told come from these. */
extern const struct eval_weights eval_fitted;

/* Followers of each seat on a feature that may be taken away: in reach of a tower that can grow, near the
 * dragon (the nearer the more), and those beside the fairy, whom the dragon spares. */
struct eval_danger {
    uint8_t tower[AUDE_SEATS_MAX], dragon[AUDE_SEATS_MAX], fairy[AUDE_SEATS_MAX];
};

/* Tiles of towers that can still grow (TOW-4), and how far they will reach then (TOW-8). */
struct eval_towers {
    int n;
    uint16_t tile[EVAL_TOWERS_MAX + 8]; /* and room to look at eight at a time */
    int16_t x[EVAL_TOWERS_MAX + 8], y[EVAL_TOWERS_MAX + 8], reach[EVAL_TOWERS_MAX + 8];
};

/* Followers in reach of a tower that can grow, or of the dragon: bits as in aude_player.at. And what tells whether that
 * is still so: followers on towers, dragon and fairy. `still`: followers where they were on the turn's `first` board. */
struct eval_reach {
    uint64_t tower[AUDE_SEATS_MAX], dragon[AUDE_SEATS_MAX], tops[AUDE_SEATS_MAX];
    uint64_t still[AUDE_SEATS_MAX];
    const struct eval_board *first;
    bool added; /* since that one towers came at most, none was closed and none grew */
    struct aude_towers
        built; /* pieces at hand, and how many towers, those that cannot grow too */
    uint16_t dragon_at, fairy;
    struct eval_towers towers;
};

/* A feature with followers on it. What is asked of each of them in each position stands first. */
struct eval_feature {
    uint16_t id;
    uint8_t first;        /* the first figure that stands in it */
    uint8_t kind, owners; /* owners: one bit a seat */
    uint8_t alone; /* the seat whose followers alone stand there, or AUDE_SEAT_NONE */
    uint64_t bit;  /* eval_bit() of its id */
    uint64_t cells, labels; /* what the value depends on, as sets of hashes */
    uint64_t near;      /* labels of what was looked at for `join`, as a set of hashes */
    uint64_t followers; /* of each seat, eight bits a seat; */
    uint64_t strengths; /* the same, large followers and mayors counting more */
    uint16_t join;      /* a feature it may become one with, or AUDE_NOWHERE */
    float joined;       /* chance of that */
    float home;         /* chance that its followers come home */
    float worth;        /* expected points of an owner, */
    float homes; /* and `home` times the number of followers, if all are of one seat; */
    float stake; /* its worth for each of those */
    struct aude_feature was;      /* as it was when it was valued */
    uint64_t who[AUDE_SEATS_MAX]; /* its followers: bits as in aude_player.at */
    int from;              /* its place in the board its value was taken from, or -1 */
    uint64_t spots, links; /* cells and labels that its row depends on besides */
    struct eval_danger danger; /* for the network only */
    int16_t row[NET_OUT];      /* what the network makes of it */
};

/* The features with followers of a position, in the order of their first figures: in this order their points are
 * added up. They may belong to the board of another position, where nothing has happened to them. */
struct eval_held {
    int n;
    const struct eval_feature *list[AUDE_FIGURES_MAX];
    /* Where each follower stands; only with sets that ask for it (eval_is_placed()). WHERE MOST STAND: a position of a line has
     * the list of the board that it follows, and of the followers in `other` the features that are not as they were there:
     * to copy the list was a fiftieth of a search. eval_held_of() asks. */
    const struct eval_feature *const *of;
    uint64_t other[AUDE_SEATS_MAX];
    const struct eval_feature *fresh;
    uint64_t ids, near; /* of a board: all ids and all `near`, as sets of hashes */
    bool joins;         /* may any become one with another? */
};

/* An open road or city without followers: for the network only. */
struct eval_free {
    uint16_t id;
    struct aude_feature was;
    uint64_t cells, links;
    int16_t row[NET_OUT];
};

/* Every feature with followers of a position; with a network, as `seat` sees it, also the free
 * ones and the sum of all rows. */
struct eval_board {
    int n;
    struct eval_feature list[AUDE_FIGURES_MAX];
    struct eval_held
        held; /* all of `list`; after a tile also those of the board before */
    const struct eval_feature *of[AUDE_FIGURES_MAX]; /* for `held` */
    struct aude_figure figure[AUDE_FIGURES_MAX];     /* where all figures were, */
    uint16_t n_moves;                                /* after how many moves of them, */
    struct eval_reach reach;                         /* and who was in danger */
    unsigned seat, n_laid;
    int left; /* tiles to come */
    int n_free;
    struct eval_free free[EVAL_FREE_MAX];
    int32_t sum[NET_OUT];
};

/* The style of a player: what it values more, or less, than it is worth. */
struct eval_taste {
    float own[AUDE_FEATURE_KINDS]; /* its own features: 1 is as they are worth */
    float rival;                   /* those of others */
};

/* Empty cells that a feature runs into: what they demand, and the side that faces it. */
struct eval_cells {
    int n;
    uint16_t key[EVAL_OPEN_MAX], demand[EVAL_OPEN_MAX];
    uint8_t side[EVAL_OPEN_MAX];
};

/* Chances that depend on a few whole numbers and on how much of the game is left, for one row of the odds. They are worked
 * out when they are asked for and kept: a tenth of the instructions of a base game's position. NaN: not asked for yet. */
enum { EVAL_KEPT_TILES = 20, EVAL_GROWN_TILES = 16 };

struct eval_chances {
    /* A single seat's feature stays its own: by kind, one or more followers, tiles. */
    float kept[AUDE_FEATURE_KINDS][2][EVAL_KEPT_TILES + 1];
    /* A cell by a monastery is filled: by empty cells, whether it is reached, tiles that fit. */
    float filled[9][2][EVAL_FITS_MAX + 1];
    float joined[2][EVAL_FITS_MAX + 1]; /* two become one: road or city, tiles that fit */
    /* Points a road or city gains: by open cells and tiles, completed and not. */
    float grown[2][EVAL_OPEN_MAX + 1][EVAL_GROWN_TILES][2];
};

/* What the features of a board add up to, for lines in which no figure moves: a tower grows, the fairy goes elsewhere. */
struct eval_sums {
    const struct eval_held *held; /* NULL: nothing is known */
    float before[AUDE_SEATS_MAX]; /* points at hand */
    float points[AUDE_SEATS_MAX], home[AUDE_SEATS_MAX];
};

/* The fields of the position that a search begins with, and the cities that each touches (eval_cities.c): one segment of
 * each field, one of each city. Field `i` has those from end[i - 1] up to end[i]. */
enum { EVAL_FIELDS_MAX = 192, EVAL_BESIDE_MAX = 768 };

struct eval_fields {
    int n, n_cities;
    unsigned n_laid; /* tiles of that position */
    uint16_t segment[EVAL_FIELDS_MAX], end[EVAL_FIELDS_MAX];
    uint16_t city[EVAL_BESIDE_MAX];
    uint16_t now,
        seen[AUDE_HANDLES_MAX]; /* labels that were counted have the number `now` */
};

/* What depends on how much of the game is left, and on followers at hand. */
enum { EVAL_EACH_MAX = 15 };

struct eval_time {
    float near, far; /* see eval_time_of() */
    float
        hand[EVAL_HAND_MAX + 1]; /* what followers at hand are worth, by their number, */
    float each[EVAL_EACH_MAX + 1]; /* and each that comes home to so many */
};

struct eval {
    const struct eval_weights *w;
    const struct eval_taste *taste; /* NULL: none */
    unsigned taster;                /* the seat that has this taste */
    const struct net *net;          /* NULL: by the formulas alone */
    unsigned n_seats;
    int left; /* tiles to come at the root */
    int n_bag;
    struct {
        aude_kind kind;
        uint8_t n;
    } bag[256];
    bool filled[EVAL_DEPTH];                   /* of p and logp */
    float p[EVAL_DEPTH][EVAL_FITS_MAX + 1];    /* one of n tiles comes to a given seat */
    float logp[EVAL_DEPTH][EVAL_FITS_MAX + 1]; /* its logarithm, not below -6 */
    uint8_t fits[1 << 16];                     /* tiles of the bag that meet a demand */
    uint8_t ends[4][1 << 16]; /* ... and end the road or city that comes in by a side */
    struct eval_board now;    /* of the position last valued */
    struct eval_cells cells;  /* of the road or city last valued */
    struct net_memory rows;   /* what the network made of rows */
    struct eval_time time[EVAL_DEPTH];
    struct eval_sums sums;
    const struct eval_board *since; /* the board that the position follows, or NULL, */
    uint64_t moved_figures[AUDE_SEATS_MAX]; /* and who moved: bits as in aude_player.at */
    const struct eval_board *first; /* the board of the turn before its tile, or NULL; */
    uint64_t
        next_known; /* for which of its towers the next line is filled, one bit each: */
    uint64_t next[EVAL_TOWERS_MAX]
                 [AUDE_SEATS_MAX]; /* who is in reach once it has grown */
    bool only_known;               /* is this one? */
    uint64_t only[EVAL_TOWERS_MAX][AUDE_SEATS_MAX]; /* whom no other tower reaches */
    float sets_x[AUDE_SEATS_MAX][EVAL_SETS_N];      /* of the position last valued */
    uint8_t sets[EVAL_SETS_N]; /* which of them the sets in play fill */
    unsigned n_sets;
    int8_t bag_x[EVAL_BAG_N], bag_marks[EVAL_BAG_MARKS];
    uint64_t moved; /* labels that a line changed, by its tile or by followers */
    struct eval_fields fields;
    bool begun[EVAL_DEPTH]; /* of chances */
    struct eval_chances chances[EVAL_DEPTH];
};

/* `weights` NULL: eval_weights. `eval->net` is NULL then: the caller sets one. */
void eval_init(struct eval *eval, const struct aude_game *view,
               const struct eval_weights *weights);

/* Somebody changed the weights: what was kept of them is worked out again. */
void eval_weights_changed(struct eval *eval);

/* Forget which tiles have been laid: those that are left are thought to be mixed as all tiles of
 * the game were. */
void eval_forget(struct eval *eval, const struct aude_game *view);

/* Expected points of every seat at the end. `board`, if given, is the position before the
 * last tile was laid, as eval_board() left it, and `touched` what that tile changed: values
 * that cannot have changed are taken from there. */
struct eval_touched {
    uint64_t cells, labels; /* cells: the tile's own and its four neighbours */
    uint64_t around;        /* ... and the four at its corners */
};

void eval_board(struct eval *eval, const struct aude_game *game, struct eval_board *out);
/* The same for the position after a tile was laid, with what `board` before it has: for many actions
 * that may follow the tile. `out` points into `board` where the tile changed nothing. */
void eval_board_next(struct eval *eval, const struct aude_game *game,
                     const struct eval_board *board, const struct eval_touched *touched,
                     struct eval_board *out);
void eval_touch(const struct aude_game *before, struct aude_action lay,
                struct eval_touched *out);
void eval_points(struct eval *eval, const struct aude_game *game,
                 const struct eval_board *board, const struct eval_touched *touched,
                 float points[AUDE_SEATS_MAX]);

/* As above, corrected by the network as `seat` sees the position; without a network the same as
 * above. `board` must come from eval_net_see_board() for this seat. */
void eval_net_value(struct eval *eval, const struct aude_game *game,
                    const struct eval_board *board, const struct eval_touched *touched,
                    unsigned seat, float points[AUDE_SEATS_MAX]);
/* Complete what eval_board() left with the rows of the network. */
void eval_net_see_board(struct eval *eval, const struct aude_game *game,
                        struct eval_board *board, unsigned seat);

/* A seat's points less those of its best rival. */
float eval_lead(unsigned n_seats, const float points[AUDE_SEATS_MAX], unsigned seat);

/* -- For tools/train/fit.c: the same numbers the evaluation multiplies -------------------------- */

void eval_feature_open_cells(const struct aude_game *game, const struct aude_feature *f,
                             struct eval_cells *out);
void eval_feature_close_x(struct eval *eval, const struct aude_game *game,
                          const struct eval_feature *f, const struct eval_cells *cells,
                          float x[EVAL_CLOSE_N]);
void eval_feature_grow_x(const struct eval *eval, const struct aude_game *game,
                         const struct eval_feature *f, int open, float x[EVAL_GROW_N]);
void eval_feature_keep_x(const struct eval *eval, const struct aude_game *game,
                         const struct eval_feature *f, float x[EVAL_KEEP_N]);
void eval_feature_cell_x(struct eval *eval, const struct aude_game *game, int x, int y,
                         int empty, float out[EVAL_CELL_N]);
void eval_feature_field_x(struct eval *eval, const struct aude_game *game,
                          const struct aude_feature *f, uint64_t *labels,
                          float x[EVAL_FIELD_N]);
void eval_feature_hand_x(const struct eval *eval, const struct aude_game *game,
                         const struct eval_board *board, unsigned seat,
                         float x[EVAL_HAND_N]);
void eval_sets_x(struct eval *eval, const struct aude_game *game,
                 const struct eval_held *held, float x[AUDE_SEATS_MAX][EVAL_SETS_N]);
/* The cell of `cells` at which it would most likely join a feature with other owners, and that
 * feature's id; -1 if there is none. Adds to `near` the labels that were looked at. */
int eval_feature_find_join(struct eval *eval, const struct aude_game *game,
                           const struct eval_feature *f, const struct eval_cells *cells,
                           unsigned *id, uint64_t *near);
void eval_feature_join_x(struct eval *eval, const struct aude_game *game, unsigned demand,
                         float x[EVAL_JOIN_N]);

/* -- For tools/train/netgen.c: what the network is given ----------------------------------------- */

enum { EVAL_ROWS_MAX = AUDE_FIGURES_MAX + EVAL_FREE_MAX };

struct eval_rows {
    int n;
    uint8_t kind[EVAL_ROWS_MAX]; /* enum net_kind */
    int8_t row[EVAL_ROWS_MAX][NET_ROW];
    int8_t global[NET_GLOBAL];
    float lead; /* as the formulas say */
};

void eval_net_rows(struct eval *eval, const struct aude_game *game, unsigned seat,
                   struct eval_rows *out);

#endif
