/* aude.h -- the rules of Carcassonne, as a library.
 *
 * A game is one plain value. struct aude_game holds no pointers and owns no memory:
 * `copy = game` clones it, and the same setup, seed and actions give the same game, hash
 * for hash, on every machine. Nothing here allocates, prints, reads a clock or uses floats.
 *
 *     struct aude_setup setup;
 *     aude_setup_preset(&setup, AUDE_PRESET_GROW);
 *     setup.seed = aude_seed(42);
 *     aude_game_init(&game, &setup, NULL);
 *     while (!aude_game_over(&game)) {
 *         int n = aude_game_actions(&game, list, AUDE_ACTIONS_MAX);
 *         aude_game_play(&game, list[choose(n)], NULL);
 *     }
 *
 * One door: a game changes only through aude_game_play(), which checks everything first; an
 * illegal action returns an error that names its rule and changes nothing. One list:
 * aude_game_actions() is what the seat that must decide may do now. What happened comes
 * out as events, every point with its sum.
 *
 * Rule ids such as BASE-31 are those of `aude rules`. */
#ifndef AUDE_H
#define AUDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aude_tile.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    AUDE_SEATS_MAX = 6,
    AUDE_TILES_MAX = 320,                        /* on the board; every set once is 239 */
    AUDE_HANDLES_MAX = 1280,                     /* segments of all tiles of a game */
    AUDE_FRONTIER_MAX = 2 * AUDE_TILES_MAX + 16, /* whole vectors of eight */
    AUDE_CELLS_MAX = 2048, /* slots of the cell table, a power of two */
    AUDE_FIGURES_MAX = 240,
    AUDE_START_MAX = 16, /* tiles of a start layout */
    AUDE_ACTIONS_MAX = 8192,
    AUDE_EVENTS_MAX = 1024,  /* one action never causes more */
    AUDE_COMPLETED_MAX = 20, /* features one tile can complete */
    AUDE_CLOISTERS_MAX = 128,
    AUDE_RIVER_MAX = 96,
    AUDE_ASIDE_MAX = 64, /* dragon tiles that may wait (PD-22) */
    AUDE_SEAT_NONE = 255
};

/* -- Errors ----------------------------------------------------------------------------- */

/* One line per way a request can fail: code, the rule that says so ("" where no rule does),
 * the sentence a player reads. A line's place is its code on the wire: append. */
#define AUDE_ERRORS(X)                                                                   \
    X(OK, "", "all is well")                                                             \
    X(OVER, "BASE-51", "the game is over")                                               \
    X(PHASE, "BASE-7", "that is not what has to be decided now")                         \
    X(ACTION, "", "there is no such action")                                             \
    X(OCCUPIED, "BASE-10", "a tile already lies there")                                  \
    X(DETACHED, "BASE-10", "a tile must share a side with one already laid")             \
    X(NO_FIT, "BASE-11", "a side does not match its neighbour")                          \
    X(ROTATION, "BASE-10", "a tile is turned by 0, 90, 180 or 270 degrees")              \
    X(NO_FIGURE, "BASE-34", "no such figure is left in the supply")                      \
    X(NOT_LAID_TILE, "BASE-29", "a figure goes onto the tile just laid")                 \
    X(NO_SEGMENT, "BASE-30", "the tile has no such segment")                             \
    X(FEATURE_TAKEN, "BASE-31", "a follower already stands on that feature")             \
    X(FARMERS_OFF, "EDN-4", "farmers are not used in this game")                         \
    X(GARDEN, "ABB-3", "only the abbot may stand on a garden")                           \
    X(ABBOT_PLACE, "ABB-3", "the abbot stands only on a monastery or a garden")          \
    X(ABBOT_HOME, "ABB-6", "the abbot is not on the map")                                \
    X(ABBOT_COMPLETE, "ABB-8", "the abbot's feature is complete and will be scored")     \
    X(RIVER_APART, "RIV-5", "a river tile must continue the river")                      \
    X(RIVER_UTURN, "RIV-6", "the river may not turn back on itself")                     \
    X(RIVER_BLOCKED, "RIV-7", "the river would have no room to go on")                   \
    X(SEATS, "BASE-1", "two to five may play, six only with expansion I")                \
    X(FIRST, "BASE-6", "the starting seat does not exist")                               \
    X(PRESET, "EDN-15", "there is no such preset")                                       \
    X(SWITCH, "EDN-13", "there is no such switch")                                       \
    X(SWITCH_VALUE, "EDN-13", "the switch has no such value")                            \
    X(SET_MISSING, "EDN-13", "this version does not play that set")                      \
    X(ORDER_TILE, "BASE-5", "the draw order names a tile that is not in this game")      \
    X(ORDER_LONG, "BASE-5", "the draw order names a tile more often than it exists")     \
    X(TOO_MANY_TILES, "", "the game has more tiles than the engine holds")               \
    X(NOT_HIDDEN, "BASE-5", "the draw is known here and cannot be told again")           \
    X(NOT_IN_PILE, "BASE-5", "no such tile is left in the pile")                         \
    X(HEADER, "", "this is not an aude record")                                          \
    X(VERSION, "", "the record was written by a later version of aude")                  \
    X(LINE_LONG, "", "the line is too long")                                             \
    X(BYTES, "", "the line holds bytes that are not text")                               \
    X(WORD, "", "the word is not understood here")                                       \
    X(NAME, "", "a seat's name is missing, too long or malformed")                       \
    X(SEED, "", "the seed must be 1 to 32 hexadecimal digits")                           \
    X(TWICE, "", "the record says this twice")                                           \
    X(SAID, "", "the game went otherwise than the record says")                          \
    X(UNSAID, "", "the record leaves out what the game did here")                        \
    X(HASH, "", "the state differs from the recorded hash")                              \
    X(RESULT, "", "the final points differ from the recorded ones")                      \
    X(TRUNCATED, "", "the record breaks off before its end")                             \
    X(AFTER_END, "", "the record goes on after its end")                                 \
    X(SETUP_MISSING, "", "the setup is not complete when play begins")                   \
    X(UNFINISHED, "", "the record says the game ended, but it has not")                  \
    X(FIGURES, "BASE-3",                                                                 \
      "the engine holds 40 figures a seat, at least one of them small")                  \
    X(START, "BASE-4", "the start layout does not hold together")                        \
    X(BUILDER_PLACE, "TB-5", "the builder stands only on a road or in a city")           \
    X(BUILDER_ALONE, "TB-5", "the builder needs a follower of its own on that feature")  \
    X(BUILDER_COMPLETE, "TB-7",                                                          \
      "the feature is complete, the builder would have no use")                          \
    X(PIG_PLACE, "TB-22", "the pig lies only in a field")                                \
    X(PIG_ALONE, "TB-22", "the pig needs a farmer of its own in that field")             \
    X(DRAGON_HERE, "PD-13", "no follower may go where the dragon is")                    \
    X(VOLCANO, "PD-12", "nothing may be placed on the volcano")                          \
    X(FAIRY_TARGET, "PD-5",                                                              \
      "the fairy goes beside an own follower where she is not yet")                      \
    X(PORTAL, "PD-27", "only followers go through the portal")                           \
    X(PORTAL_COMPLETE, "PD-26", "the portal does not lead to a completed feature")       \
    X(PRINCESS, "PD-29", "the princess removes a knight of the city she continues")      \
    X(PRINCESS_MUST, "PD-29", "the princess has to remove a knight")                     \
    X(STEP, "PD-16", "the dragon cannot go there")                                       \
    X(TOWER_NONE, "TOW-4", "there is no tower or foundation")                            \
    X(TOWER_CLOSED, "TOW-6", "a follower closes that tower")                             \
    X(TOWER_PIECE, "TOW-4", "no tower piece is left")                                    \
    X(TOWER_TOP, "TOW-13", "a small or large follower stands only on an open tower")     \
    X(CAPTURE, "TOW-8", "no such follower is in reach of the tower")                     \
    X(EXCHANGE, "TOW-16", "no such prisoner can come back")                              \
    X(RANSOM, "TOW-17", "no such follower can be bought back")                           \
    X(RANSOM_USED, "TOW-18", "a ransom was paid in this turn already")                   \
    X(RANSOM_POINTS, "TOW-17", "a ransom costs three points")                            \
    X(VOLCANO_LAKE, "RIV2-10", "no follower may stand on the volcano lake")              \
    X(CULT_LIMIT, "CULT-3",                                                              \
      "a shrine and a monastery may each have one of the other kind beside them")        \
    X(ABBEY_NONE, "AM-3", "no abbey is left, or none may be placed now")                 \
    X(ABBEY_HOLE, "AM-4", "an abbey fills a hole between four tiles")                    \
    X(MAYOR_PLACE, "AM-11", "the mayor stands only in a city")                           \
    X(WAGON_PLACE, "AM-29", "the wagon never stands in a field or garden")               \
    X(WAGON_MOVE, "AM-31", "the wagon cannot move there")                                \
    X(BARN_CORNER, "AM-15", "the barn stands where four tiles show field at one corner") \
    X(BARN_TILE, "AM-16", "one of the four tiles must be the one just laid")             \
    X(BARN_SECOND, "AM-19", "that field has a barn already")                             \
    X(BARN_FIELD, "AM-22", "nobody may be placed in a field with a barn")                \
    X(COUNT_RIVER, "COC-23",                                                             \
      "the count and a river go together only by a switch of their own")                 \
    X(QUARTER, "COC-5", "that figure cannot enter that quarter")                         \
    X(COUNT_MOVE, "COC-9", "the count goes to another quarter, or stays")                \
    X(COUNT_HERE, "COC-15", "nobody leaves the quarter where the count is")              \
    X(SEND, "COC-11",                                                                    \
      "a quarter sends followers only to features of its kind that are scored")          \
    X(GARDEN_OFF, "ABB-3", "gardens are not used in this game")                          \
    X(SPECIAL_SECOND, "TB-5", "a builder or pig of its own is on that feature already")  \
    X(CATAPULT_KIND, "CAT-3",                                                            \
      "the catapult is used for knock-out, seduction, target or catch")                  \
    X(CATAPULT_ROUND, "CAT-10", "a throw to be caught is a toss, any other a throw")     \
    X(THROW, "CAT-12",                                                                   \
      "a throw has a stand 0 to 7, an aim 0 to 4095 and a power 0 to 1023")              \
    X(TOSS, "CAT-25", "a toss has a lateral -512 to 511 and a power 0 to 1023")          \
    X(HANDS, "CAT-27",                                                                   \
      "hands are off, or at 0 to 1280 along the lane and -512 to 511 across it")         \
    X(PICK, "CAT-21", "that is none of several followers equally near")                  \
    X(REPLACE, "CAT-22", "that follower cannot take the place of the nearest")           \
    X(GLIMPSE, "CAT-26", "the toss and what was seen of it do not agree")                \
    X(SCATTER, "CAT-16", "no throw scatters so far")

enum aude_err {
#define X(name, rule, text) AUDE_ERR_##name,
    AUDE_ERRORS(X)
#undef X
        AUDE_ERR_COUNT
};

const char *aude_err_name(enum aude_err err); /* "NO_FIT" */
const char *aude_err_rule(enum aude_err err); /* "BASE-11", or "" */
const char *
aude_err_sentence(enum aude_err err); /* "a side does not match its neighbour" */

/* -- Switches and presets --------------------------------------------------------------- */

/* Every difference between the rulebooks: name, rule, values (the first is the default).
 * ORDER SWITCH: the preset table follows this order. Compared without regard to case. */
#define AUDE_SWITCH_LIST(X)                                                              \
    X(SMALL_CITY, "small_city", "EDN-1", "NORMAL HALF")                                  \
    X(FARM_RULE, "farm_rule", "EDN-2", "FIELD CITY_POOLED FIELD_CITY_ONCE")              \
    X(FARM_CITY_POINTS, "farm_city_points", "EDN-3", "3 4")                              \
    X(FARMERS, "farmers", "EDN-4", "ON OFF")                                             \
    X(STARTER, "starter", "EDN-5", "RANDOM FIXED YOUNGEST YOUNGEST_CHOOSES")             \
    X(TILE_SET, "tile_set", "EDN-6", "CLASSIC72 REVISED72")                              \
    X(RIVER, "river", "EDN-7", "OFF RIVER_I RIVER_II RIVER_BOTH")                        \
    X(ABBOT, "abbot", "EDN-8", "OFF ON")                                                 \
    X(ROAD_LOOP, "road_loop", "EDN-9", "ON")                                             \
    X(LAP_MARK, "lap_mark", "EDN-10", "NONE LAY_DOWN TILE_50_100")                       \
    X(UNPLACEABLE, "unplaceable", "EDN-11", "REDRAW")                                    \
    X(MAX_PLAYERS, "max_players", "EDN-12", "5 6")                                       \
    X(TIE, "tie", "EDN-14", "SHARED")                                                    \
    X(RIVER_START_TILE, "river_start_tile", "RIV-2", "REMOVE SHUFFLE")                   \
    X(RIVER_UTURN, "river_uturn", "RIV-6", "IMMEDIATE ANY CLEARANCE")                    \
    X(RIVER_STUCK, "river_stuck", "RIV-8", "RESHUFFLE DISCARD")                          \
    X(HALF_CATHEDRAL, "half_cathedral", "IC-9", "3 2")                                   \
    X(SECOND_PART, "second_part", "TB-12", "MAY MUST")                                   \
    X(FAIRY_BINDING, "fairy_binding", "PD-6", "TILE FOLLOWER")                           \
    X(DRAGON_TIMING, "dragon_timing", "PD-14", "BEFORE_SCORING AFTER_SCORING")           \
    X(DRAGON_STEPS, "dragon_steps", "PD-17", "6 1 2 3 4 5 7 8 9 10 11 12")               \
    X(VOLCANO_SPECIALS, "volcano_specials", "PD-12", "ALLOW FORBID")                     \
    X(PORTAL_JUST_COMPLETED, "portal_just_completed", "PD-26",                           \
      "PLACED_TILE ANY_UNSCORED NEVER")                                                  \
    X(PRINCESS, "princess", "PD-29", "MAY MUST OFF")                                     \
    X(RANSOM_WINDOW, "ransom_window", "TOW-18", "UNTIL_ACTION ANY_PROMPT")               \
    X(RANSOM_LIMIT, "ransom_limit", "TOW-18", "1 UNLIMITED")                             \
    X(RANSOM_DEBT, "ransom_debt", "TOW-17", "NO YES")                                    \
    X(TOWER_REOPENS, "tower_reopens", "TOW-15", "YES NO")                                \
    X(TOWER_TOP_DRAGON, "tower_top_dragon", "TOW-13", "FORBID ALLOW")                    \
    X(VOLCANO_LAKE_TURN, "volcano_lake_turn", "RIV2-10", "EXTRA NONE")                   \
    X(VOLCANO_LAKE_FOLLOWER, "volcano_lake_follower", "RIV2-10", "NEVER AS_VOLCANO")     \
    X(KING_ROBBER, "king_robber", "KR-5", "PER_FEATURE FLAT10 FLAT15_40 CONTINUOUS")     \
    X(CULT_TILES, "cult_tiles", "CULT-1", "5 6")                                         \
    X(ABBEY_ENDGAME, "abbey_endgame", "AM-10", "NONE ROUND REPEAT")                      \
    X(BARN_SECOND, "barn_second", "AM-19", "FORBID ALLOW")                               \
    X(PIG_ON_BARN, "pig_on_barn", "AM-22", "ALLOW FORBID")                               \
    X(WAGON_MOVE, "wagon_move", "AM-33", "TOUCHING NEARBY")                              \
    X(WAGON_FROM_ABBEY, "wagon_from_abbey", "AM-33", "SIDES NONE")                       \
    X(LOSER_WAGON, "loser_wagon", "AM-35", "HOME MOVES")                                 \
    X(HERD_BARN, "herd_barn", "AM-26", "NO YES")                                         \
    X(BARN_WITHOUT_FARMERS, "barn_without_farmers", "INT-49", "NO YES")                  \
    X(COUNT_WITH_RIVER, "count_with_river", "COC-23", "REFUSE ALLOW")                    \
    X(COUNT_START_TILE, "count_start_tile", "COC-1", "REMOVE SHUFFLE")                   \
    X(COC_UNOCCUPIED, "coc_unoccupied", "COC-12", "YES NO")                              \
    X(COC_DEPLOY_RATE, "coc_deploy_rate", "COC-8", "PER_PART PER_TURN")                  \
    X(COC_MARKET_BARN, "coc_market_barn", "COC-17", "NO YES")                            \
    X(COC_FINAL, "coc_final", "COC-18", "MARKET_ONLY ANY_QUARTER")                       \
    X(COC_FINAL_ORDER, "coc_final_order", "COC-18", "ONE_PASS ONE_EACH")                 \
    X(COUNT_MOVE, "count_move", "COC-9", "FREE CLOCKWISE FOLLOW_FOLLOWER")               \
    X(COC_GAIN, "coc_gain", "COC-6", "ALL FEATURES")                                     \
    X(COC_STAND, "coc_stand", "COC-14", "NOWHERE TILE")                                  \
    X(TOWER_REACHES_QUARTER, "tower_reaches_quarter", "COC-21", "NO YES")                \
    X(FAIRY_QUARTER, "fairy_quarter", "PD-5", "NO YES")                                  \
    X(PIG_HERD, "pig_herd", "RIV2-11", "WITH_II ON OFF")                                 \
    X(INN, "inn", "IC-7", "ON OFF")                                                      \
    X(CATHEDRAL, "cathedral", "IC-9", "ON OFF")                                          \
    X(GOODS, "goods", "TB-27", "ON OFF")                                                 \
    X(DRAGON, "dragon", "PD-11", "ON OFF")                                               \
    X(FAIRY, "fairy", "PD-5", "ON OFF")                                                  \
    X(PORTAL, "portal", "PD-25", "ON OFF")                                               \
    X(ABBEY, "abbey", "AM-3", "ON OFF")                                                  \
    X(KING, "king", "KR-3", "ON OFF")                                                    \
    X(ROBBER, "robber", "KR-6", "ON OFF")                                                \
    X(GARDEN, "garden", "ABB-3", "ON OFF")                                               \
    X(CATAPULT_MODE, "catapult_mode", "CAT-15", "METER DIRECT OFF")                      \
    X(CATAPULT_TIMING, "catapult_timing", "CAT-2", "TURN_END PART_END")                  \
    X(CAT_TARGET_METRIC, "cat_target_metric", "CAT-24", "CENTRE GAP")                    \
    X(COC_EXPOSED, "coc_exposed", "COC-21", "NO YES")

enum aude_switch {
#define X(id, name, rule, values) AUDE_SWITCH_##id,
    AUDE_SWITCH_LIST(X)
#undef X
        AUDE_SWITCHES
};

enum { AUDE_SMALL_CITY_NORMAL, AUDE_SMALL_CITY_HALF };
enum { AUDE_FARM_FIELD, AUDE_FARM_CITY_POOLED, AUDE_FARM_FIELD_CITY_ONCE };
enum { AUDE_FARMERS_ON, AUDE_FARMERS_OFF };
enum {
    AUDE_STARTER_RANDOM,
    AUDE_STARTER_FIXED,
    AUDE_STARTER_YOUNGEST,
    AUDE_STARTER_CHOOSES
};
enum { AUDE_TILES_CLASSIC, AUDE_TILES_REVISED };
enum { AUDE_RIVER_OFF, AUDE_RIVER_I, AUDE_RIVER_II, AUDE_RIVER_BOTH };
enum { AUDE_ABBOT_OFF, AUDE_ABBOT_ON };
enum { AUDE_RIVER_START_REMOVE, AUDE_RIVER_START_SHUFFLE };
enum { AUDE_UTURN_IMMEDIATE, AUDE_UTURN_ANY, AUDE_UTURN_CLEARANCE };
enum { AUDE_STUCK_RESHUFFLE, AUDE_STUCK_DISCARD };
enum { AUDE_SECOND_MAY, AUDE_SECOND_MUST };
enum { AUDE_FAIRY_BY_TILE, AUDE_FAIRY_BY_FOLLOWER };
enum { AUDE_DRAGON_BEFORE, AUDE_DRAGON_AFTER };
enum { AUDE_VOLCANO_ALLOW, AUDE_VOLCANO_FORBID };
enum { AUDE_PORTAL_PLACED_TILE, AUDE_PORTAL_ANY_UNSCORED, AUDE_PORTAL_NEVER };
enum { AUDE_PRINCESS_MAY, AUDE_PRINCESS_MUST, AUDE_PRINCESS_OFF };
enum { AUDE_RANSOM_UNTIL_ACTION, AUDE_RANSOM_ANY_PROMPT };
enum { AUDE_ABBEY_NO_ROUND, AUDE_ABBEY_ROUND, AUDE_ABBEY_REPEAT };
enum { AUDE_WAGON_TOUCHING, AUDE_WAGON_NEARBY };
enum { AUDE_COUNT_FREE, AUDE_COUNT_CLOCKWISE, AUDE_COUNT_FOLLOW };
enum { AUDE_HERD_WITH_II, AUDE_HERD_ON, AUDE_HERD_OFF };
enum { AUDE_CATAPULT_METER, AUDE_CATAPULT_DIRECT, AUDE_CATAPULT_OFF };
enum { AUDE_CATAPULT_TURN_END, AUDE_CATAPULT_PART_END };
enum { AUDE_TARGET_CENTRE, AUDE_TARGET_GAP };
enum {
    AUDE_KING_PER_FEATURE,
    AUDE_KING_FLAT10,
    AUDE_KING_FLAT15_40,
    AUDE_KING_CONTINUOUS
};

enum aude_preset {
    AUDE_PRESET_GROW,
    AUDE_PRESET_GROW_REVISED,
    AUDE_PRESET_DEVIR_PT,
    AUDE_PRESET_DEVIR_ES,
    AUDE_PRESET_BIGBOX_RO,
    AUDE_PRESET_JCZ, /* as JCloisterZone plays it (docs/jcz.md) */
    AUDE_PRESETS
};

const char *aude_switch_name(enum aude_switch sw);
const char *aude_switch_rule(enum aude_switch sw);
int aude_switch_values(enum aude_switch sw);
/* The `value`th value's name, copied to `out` with its end; false if there is none. */
bool aude_switch_value(enum aude_switch sw, int value, char *out, size_t size);
/* The switch of that name, AUDE_SWITCHES if there is none; a value of it, or -1. */
enum aude_switch aude_switch_find(const char *name);
int aude_switch_parse(enum aude_switch sw, const char *value);

const char *aude_preset_name(enum aude_preset preset);  /* "devir_pt" */
const char *aude_preset_title(enum aude_preset preset); /* for a person */
enum aude_preset aude_preset_find(const char *name); /* AUDE_PRESETS if there is none */

/* -- Sets ------------------------------------------------------------------------------- */

const char *aude_set_name(enum aude_set set); /* "river-1" */
const char *aude_set_title(enum aude_set set);
bool aude_set_playable(enum aude_set set);     /* its rules are in this version */
enum aude_set aude_set_find(const char *name); /* AUDE_SETS if there is none */
int aude_tile_find(const char *id);            /* a kind, or -1 */

/* -- Setup ------------------------------------------------------------------------------ */

/* 128 bits from which everything random in a game follows (docs/record.md). */
struct aude_seed {
    uint64_t hi, lo;
};

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

enum { AUDE_BY_SETS = 255 }; /* as many figures as the sets in play give */

struct aude_setup {
    uint8_t preset; /* enum aude_preset the switches came from */
    uint8_t n_seats;
    uint8_t first;  /* seat that begins; AUDE_SEAT_NONE: by lot from the seed (EDN-5) */
    uint8_t hidden; /* the draw order is not known here: tiles are told by AUDE_TELL */
    uint16_t expansions; /* bit per enum aude_set from AUDE_SET_INNS on (EDN-13) */
    uint8_t sw[AUDE_SWITCHES];
    struct aude_seed seed;

    /* What a table may change beyond the rulebooks; all zero or AUDE_BY_SETS normally. */
    uint16_t tiles_only;       /* sets whose tiles are used without their rules */
    uint16_t rules_only;       /* sets in play whose tiles stay in the box */
    uint8_t copies[AUDE_SETS]; /* of the set's tiles; 0 is one */
    uint8_t figures[AUDE_FIGURE_KINDS]; /* per seat */
    uint16_t draws_max; /* the game ends after so many draws; 0 is never */
    uint8_t n_start;    /* a start layout instead of the sets' own */
    struct aude_start start[AUDE_START_MAX];

    uint16_t n_order; /* tiles of a fixed draw order; the rest follows in seed order */
    aude_kind order[AUDE_TILES_MAX];
};

struct aude_seed aude_seed(uint64_t lo);

/* Fill `setup` from a row of the preset table: two seats, seed 0, no expansions. */
void aude_setup_preset(struct aude_setup *setup, enum aude_preset preset);

/* Sets in play, one bit each: the base, the river and abbot switches, the expansions. */
uint16_t aude_setup_sets(const struct aude_setup *setup);

/* -- Actions ---------------------------------------------------------------------------- */

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
    AUDE_EV_DRAGON,    /* the dragon is now at x,y; moved by seat */
    AUDE_EV_FAIRY,     /* seat put the fairy to x,y */
    AUDE_EV_TOWER,     /* seat raised the tower at x,y to `points` */
    AUDE_EV_CAPTURE,   /* seat took a `figure` of `other` prisoner */
    AUDE_EV_FREED,     /* a `figure` of seat is free again, from `other` */
    AUDE_EV_RANSOM,    /* seat paid `points` to `other` for a `figure` */
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
    AUDE_EV_FINAL, /* final scoring begins */
    AUDE_EV_OVER,  /* the game is over */
    AUDE_EVENT_KINDS
};

/* What a score is the sum of: `count` things worth `each`. */
enum aude_term_kind {
    AUDE_TERM_TILES,
    AUDE_TERM_SHIELDS,
    AUDE_TERM_NEIGHBOURS, /* the tile itself and the laid ones around it */
    AUDE_TERM_CITIES,
    AUDE_TERM_PIG,   /* cities once more, for the own pig (TB-24) */
    AUDE_TERM_HERD,  /* and for the pig herd (TB-25) */
    AUDE_TERM_GOODS, /* kinds of goods of which nobody has more (TB-32) */
    AUDE_TERM_FAIRY, /* the fairy (PD-7, PD-8) */
    AUDE_TERM_AWARD, /* the king or the robber baron, at a flat price (KR-5) */
    AUDE_TERM_ROADS, /* completed roads (KR-7) */
    AUDE_TERM_THROW, /* a throw of the catapult (CAT-8, CAT-29) */
    AUDE_TERM_KINDS
};

/* What points come from: a kind of feature, or one of these. */
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

/* The caller's array. `n` counts every event, also those for which there was no room. */
struct aude_events {
    struct aude_event *list;
    int max, n;
};

/* -- The game --------------------------------------------------------------------------- */

/* The phases of a turn; the numbers are those of INT-1. */
enum aude_phase {
    AUDE_PHASE_START,   /* P0: a turn begins */
    AUDE_PHASE_SOURCE,  /* P2: an abbey instead of a draw? */
    AUDE_PHASE_DRAW,    /* P2: a tile comes into the hand; a hidden game waits here */
    AUDE_PHASE_TILE,    /* P2: lay it */
    AUDE_PHASE_ACTION,  /* P3: one figure, or an alternative to it, or nothing */
    AUDE_PHASE_CAPTURE, /* P3: a tower piece may take a prisoner */
    AUDE_PHASE_SWAP,    /* P3: which own prisoner comes back for it */
    AUDE_PHASE_DRAGON,  /* P4: the dragon walks, before scoring */
    AUDE_PHASE_CONFIRM, /* P4: a ransom before the scoring, where ransom_window says so */
    AUDE_PHASE_QUARTERS,    /* P5: followers come out of Carcassonne */
    AUDE_PHASE_SCORE,       /* P6: what the tile completed */
    AUDE_PHASE_WAGON,       /* P7: scored wagons move on or come home */
    AUDE_PHASE_ENTER,       /* P8: a follower into Carcassonne */
    AUDE_PHASE_COUNT,       /* P8: then the count */
    AUDE_PHASE_DRAGON_LATE, /* P4 where dragon_timing is AFTER_SCORING */
    AUDE_PHASE_FAIR,        /* P10 where catapult_timing is PART_END begins here */
    AUDE_PHASE_SECOND,      /* P9: a second part, if the builder earned one */
    AUDE_PHASE_CATAPULT,    /* P10: a round for each fair; which kind? */
    AUDE_PHASE_THROW,       /* P10: each seat in turn throws */
    AUDE_PHASE_CATCH,       /* P10: the left neighbour tries to catch */
    AUDE_PHASE_SCATTER,     /* P10: the throw scatters; a hidden game waits to be told */
    AUDE_PHASE_SEDUCE,      /* P10: the nearest follower may be replaced */
    AUDE_PHASE_THROWN,      /* P10: the next seat, or the end of the round */
    AUDE_PHASE_NEXT,        /* P11: the next turn, or the end */
    AUDE_PHASE_MARKET, /* F2: from the market to the fields, before the final scoring */
    AUDE_PHASE_OVER,
    AUDE_PHASES
};

/* A tile on the board. */
struct aude_laid {
    int16_t x, y;
    aude_kind kind;
    uint8_t rot;
    uint16_t first; /* handle of its segment 0; the others follow */
};

/* A road, city, field ...: connected segments. Followers are counted per seat, eight bits
 * each, so that joining two features is one addition. */
struct aude_feature {
    uint64_t followers;
    uint16_t head;  /* one of its handles; the ring next[] holds the others */
    uint16_t size;  /* segments in the ring */
    uint16_t tiles; /* different tiles (BASE-19); not kept for fields */
    int16_t open;   /* road, city: open sides; monastery, garden: cells still empty */
    uint8_t kind;   /* enum aude_feature_kind */
    uint8_t tags;   /* enum aude_tag */
    uint8_t shields;
    uint8_t specials; /* builders, pigs and barns standing in it */
    uint32_t goods;   /* eight bits each: wine, grain, cloth */
};

/* The monasteries and gardens that are not complete, so that laying a tile finds those nearby:
 * where each is, and its feature. */
struct aude_cloisters {
    uint16_t n;
    int16_t x[AUDE_CLOISTERS_MAX], y[AUDE_CLOISTERS_MAX];
    uint16_t feature[AUDE_CLOISTERS_MAX];
};

enum aude_where {
    AUDE_AT_HOME,
    AUDE_AT_SEGMENT,
    AUDE_AT_TOWER,
    AUDE_AT_PRISON,
    AUDE_AT_REST,
    AUDE_AT_QUARTER,
    AUDE_WHERES
};

enum { AUDE_NOWHERE = 0xffff }; /* on no tile */

struct aude_figure {
    uint8_t seat;
    uint8_t kind;  /* enum aude_figure_kind */
    uint8_t where; /* enum aude_where */
    uint8_t guest; /* came from a quarter and stands on no particular tile (COC-14) */
    uint16_t
        at; /* SEGMENT: a handle; TOWER: a laid tile; PRISON: the seat that holds it */
    uint16_t tile; /* SEGMENT, TOWER: the laid tile; else AUDE_NOWHERE */
};

struct aude_player {
    int32_t points;
    uint8_t supply[AUDE_FIGURE_KINDS];
    uint8_t first, n_figures; /* its figures in figure[] */
    /* Which of them are in each kind of place, one bit each, bit 0 the first: most figures
     * are not where one looks for them. */
    uint64_t at[AUDE_WHERES];
};

/* Tiles still to come. While the order is known, the next is kind[next]; in a hidden game
 * kind[next..n-1] is sorted and says only what is left. */
struct aude_pile {
    uint16_t next, n;
    aude_kind kind[AUDE_TILES_MAX];
};

/* Cells are named by a 16-bit key, x + AUDE_KEY_ROW * y modulo 2^16. No two cells of one
 * connected board of 320 tiles share a key (tests/test_board.c proves it), so a key is as
 * good as a pair and a neighbour is one addition away. The table maps keys to laid tiles
 * (index + 1) or frontier slots (AUDE_CELL_FRONTIER + slot) by open addressing. */
enum { AUDE_KEY_ROW = 1671, AUDE_CELL_FRONTIER = 0x8000 };

struct aude_cell {
    uint16_t key, what;
};

/* The empty cells with a laid neighbour. A demand has four bits a side, N lowest, one per
 * enum aude_edge up to the river: all set where the side is free. */
struct aude_frontier {
    struct aude_action
        lay[AUDE_FRONTIER_MAX]; /* a tile here, unturned; says where it is */
    uint16_t demand[AUDE_FRONTIER_MAX];
    uint16_t cell[AUDE_FRONTIER_MAX]; /* its place in the cell table */
    uint16_t n;
};

struct aude_turn {
    uint16_t number; /* from 1 */
    uint8_t seat;    /* the active player */
    uint8_t actor; /* who must decide now; AUDE_SEAT_NONE: nobody, a draw is to be told */
    uint8_t phase; /* enum aude_phase */
    aude_kind tile;          /* in hand, else AUDE_KIND_NONE */
    uint8_t part;            /* 1, or 2 in the builder's second part */
    uint8_t again;           /* the same seat takes the next turn too (RIV2-10) */
    uint8_t walking, walked; /* the dragon's walk of this part: under way, done */
    uint8_t earned;          /* a second part was earned in the first (TB-9) */
    uint8_t n_completed;
    uint16_t laid; /* index of the tile laid in this part */
    /* Its segments in features that had no followers then, bit 0 the first; and, where
     * builders or pigs could join them, in features with followers of the active player. */
    uint16_t free, own;
    uint16_t completed[AUDE_COMPLETED_MAX]; /* features it completed (INT-40) */
};

/* River I and II. */
struct aude_river {
    uint8_t flowing; /* river tiles are still drawn */
    uint8_t n_ends;  /* open ends: one, two after a fork */
    uint8_t waived;  /* RIV-6 does not hold for this draw (RIV-8) */
    uint8_t fixed;   /* tiles of the pile whose place is known: a fork comes first */
    uint8_t n, next; /* the river pile; while hidden the last tile's place is known */
    int16_t end_x[2], end_y[2]; /* the cell each end flows into */
    uint8_t heading[2];         /* side through which it leaves its tile: 0 N .. 3 W */
    uint8_t entered[2];         /* heading with which it entered that tile */
    int8_t bend[2];             /* last bend of the arm: -1 left, +1 right, 0 none yet */
    aude_kind kind[AUDE_RIVER_MAX];
};

/* Traders & Builders. */
struct aude_traders {
    uint8_t goods[AUDE_SEATS_MAX][3]; /* tokens of wine, grain, cloth (TB-27) */
};

/* The Princess & the Dragon. Tiles are indexes into laid[], AUDE_NOWHERE before they come. */
struct aude_dragon {
    uint16_t at, fairy;   /* tiles of the dragon and of the fairy */
    uint16_t bound;       /* figure the fairy belongs to, or AUDE_NOWHERE (PD-6) */
    uint8_t steps;        /* steps of the movement taken */
    uint8_t longest;      /* steps of a movement that meets no dead end (PD-15) */
    uint8_t ways;         /* sides through which it can go on now, one bit each */
    uint8_t n_aside;      /* dragon tiles that came too early */
    uint16_t visited[16]; /* tiles of the movement, the first where it began */
    aude_kind aside[AUDE_ASIDE_MAX];
};

/* The Tower. */
struct aude_towers {
    uint8_t pieces[AUDE_SEATS_MAX];
    uint8_t height[AUDE_TILES_MAX]; /* by laid tile */
    uint8_t closed[AUDE_TILES_MAX]; /* by a follower on top (TOW-6) */
    uint16_t n;                     /* laid tiles with a foundation: tower[] */
    uint16_t last;                  /* tile of the piece just placed */
    uint64_t
        reach[AUDE_SEATS_MAX]; /* followers it may take, bits as in struct aude_player */
    uint8_t victim;            /* seat whose follower was just taken */
    uint8_t ransomed;          /* ransoms paid in this turn */
    uint8_t asked;             /* one more prompt before the scoring is open (TOW-18) */
};

/* Abbey & Mayor. */
struct aude_abbeys {
    aude_kind kind; /* the abbey among the tiles */
    uint8_t left[AUDE_SEATS_MAX];
    uint8_t laid;    /* abbeys on the board */
    uint8_t endgame; /* the pile is empty, abbeys may still come (AM-10) */
    uint8_t last;    /* seat of the last usual turn */
    uint8_t wagon;   /* figure whose owner decides in P7 */
    uint8_t barn;    /* 1 + the figure of a barn placed in this part (AM-21), or 0 */
};

/* The Count. Quarters: 0 castle, 1 market, 2 blacksmith, 3 cathedral. */
enum { AUDE_CASTLE, AUDE_MARKET, AUDE_BLACKSMITH, AUDE_CATHEDRAL, AUDE_QUARTERS };

struct aude_count {
    uint8_t at; /* quarter of the count */
    uint8_t
        gained; /* seats that gained points in P6 of this part, one bit each (COC-6) */
    uint8_t entered; /* a follower went in: 1 in this part, 2 in this turn */
    uint8_t asked;   /* seats asked already in this P5 or F2 */
    uint8_t quarter; /* entered last, for the count that follows */
};

/* The Catapult: the round of P10 and the throw under way; nothing of it outlives them but
 * `throws`. The intended numbers of a toss (`aim` its lateral, `power`) are the thrower's
 * secret until the reaction is in; only the authority has them (CAT-26). */
enum aude_catapult_kind {
    AUDE_KNOCK_OUT,
    AUDE_SEDUCTION,
    AUDE_TARGET,
    AUDE_CATCH,
    AUDE_CATAPULT_KINDS
};

enum aude_catch { AUDE_MISSED, AUDE_TOUCHED, AUDE_CAUGHT };

/* CAT-14. Units of CAT-13. */
enum {
    AUDE_CAT_TILE = 1024,
    AUDE_CAT_TURN = 4096, /* angles of a full turn; 0 is east, 1024 south */
    AUDE_CAT_STANDS = 8,  /* clockwise from north */
    AUDE_CAT_POWER_MAX = 1023,
    AUDE_CAT_MARGIN = 1536,  /* stands lie this far outside the box of all tiles */
    AUDE_CAT_D_MIN = 1024,   /* range at power 0 */
    AUDE_CAT_D_EXTRA = 4096, /* added to the box's diagonal for the range at full power */
    AUDE_CAT_S_R = 96,       /* range scatter, 1024ths of the range */
    AUDE_CAT_S_A = 40,       /* angle scatter */
    AUDE_CAT_SLIDE_DIV = 16, /* the token slides on for range / 16 */
    AUDE_CAT_R_TOK = 160,    /* radius of the token */
    AUDE_CAT_R_SMALL = 112,  /* of small followers and abbots */
    AUDE_CAT_R_BIG = 144,    /* of large ones, mayors and wagons */
    AUDE_CAT_PUSH1 = 256,    /* shift of a follower hit directly */
    AUDE_CAT_PUSH2 = 192,    /* in chain step 1 */
    AUDE_CAT_PUSH3 = 128,    /* in chain step 2 */
    AUDE_CAT_RULER = 32,     /* measure of the target */
    AUDE_CAT_HAND_A = 24,    /* hand error of aim or lateral in DIRECT mode */
    AUDE_CAT_HAND_P = 40,    /* of power */
    AUDE_CAT_LANE = 1024,    /* from thrower to catcher */
    AUDE_CAT_LANE_SIDE = 512, /* laterals are -512 to 511 */
    AUDE_CAT_LANE_MAX = 1280, /* longest toss */
    AUDE_CAT_LANE_RULE = 512, /* the measuring rule */
    AUDE_CAT_LANE_S = 82,     /* scatter of a toss, along and across */
    AUDE_CAT_GLIMPSE = 256,   /* a cell of the glimpse */
    AUDE_CAT_R_CATCH = 150,
    AUDE_CAT_R_TOUCH = 240,
    AUDE_CAT_PRIZE = 5
};

struct aude_catapult {
    uint8_t due;        /* rounds to be held, the one under way counted */
    uint8_t kind;       /* enum aude_catapult_kind of the round under way */
    uint8_t thrown;     /* throws made in it */
    uint8_t stand;      /* of the throw */
    uint8_t known;      /* this game knows the numbers of the toss */
    uint8_t reacted;    /* 0 not yet, 1 hands off, 2 hands at `hands` */
    uint8_t glimpse[2]; /* cell of the toss, along and across */
    int16_t aim, power;
    int16_t hands[2];
    uint16_t chosen;  /* the figure that may be replaced, or AUDE_NOWHERE */
    uint16_t throws;  /* made in the whole game: blocks used of the stream (CAT-16) */
    uint16_t fair[2]; /* laid tiles, the round under way first */
    uint16_t measure[AUDE_SEATS_MAX]; /* of the target, by seat (CAT-24) */
    struct aude_point rest;           /* of the token, for seduction */
};

/* King & Robber: what the holders hold, index 0 the king with cities, 1 the robber, roads. */
struct aude_awards {
    uint8_t holder[2]; /* seat, or AUDE_SEAT_NONE */
    uint16_t size[2];  /* of the largest completed so far */
    uint16_t count[2]; /* completed on the board */
};

/* Read any field; change them only through aude_game_play(). */
struct aude_game {
    /* fixed at the start */
    uint16_t sets;      /* whose rules are in play: one bit per enum aude_set */
    uint16_t tile_sets; /* whose tiles are in play */
    uint8_t n_seats;
    uint8_t hidden; /* the draw order is not known here */
    uint8_t sw[AUDE_SWITCHES];
    uint16_t cell_mask; /* slots in use of cell[], less one */
    uint16_t hooks[32]; /* sets that take part in each hook (engine/engine.h) */
    uint32_t phases;    /* one bit per enum aude_phase that is not to be stepped over */
    struct aude_seed seed; /* zero in a hidden game */
    uint32_t draw_block;   /* blocks used of the draw stream */
    uint16_t draws_left;   /* UINT16_MAX: as many as there are tiles */
    uint16_t n_start;      /* tiles that lay there before the first turn */
    uint8_t copies[AUDE_SETS];

    /* who and when */
    struct aude_turn turn;
    struct aude_player player[AUDE_SEATS_MAX];
    uint8_t n_figures;
    /* Every seat is dealt the same: of its figures those of each kind, the followers, and the
     * followers that count otherwise than one for majority; bits as in struct aude_player. */
    uint64_t kinds[AUDE_FIGURE_KINDS], followers, uneven;
    struct aude_figure figure[AUDE_FIGURES_MAX];
    struct aude_river river;
    struct aude_traders traders;
    struct aude_dragon dragon;
    struct aude_towers towers;
    struct aude_awards awards;
    struct aude_abbeys abbeys;
    struct aude_count count;
    struct aude_catapult catapult;

    /* the map */
    uint16_t n_laid, n_handles, n_features, n_discarded;
    uint8_t crowd[AUDE_TILES_MAX]; /* figures on each laid tile, its tower counted too */
    struct aude_cloisters cloisters;
    struct aude_pile pile;
    struct aude_cell cell[AUDE_CELLS_MAX];
    struct aude_laid laid[AUDE_TILES_MAX];
    uint16_t tower[AUDE_TILES_MAX];     /* foundations: their tiles in ascending order */
    uint16_t label[AUDE_HANDLES_MAX];   /* handle -> feature */
    uint16_t next[AUDE_HANDLES_MAX];    /* handle -> next handle of its feature, a ring */
    uint16_t tile_of[AUDE_HANDLES_MAX]; /* handle -> laid tile */
    struct aude_feature feature[AUDE_HANDLES_MAX];
    struct aude_frontier frontier; /* read in vectors: features before it align it */
};

/* Begin a game. An impossible setup returns why and leaves `game` unusable. */
enum aude_err aude_game_init(struct aude_game *game, const struct aude_setup *setup,
                             struct aude_events *events);

/* Copy the parts in use: far less than sizeof *game for a small game. How many bytes. */
void aude_game_copy(struct aude_game *to, const struct aude_game *from);
size_t aude_game_bytes(const struct aude_game *game);

/* Write up to `max` legal actions to `out`; return how many there are in all. */
int aude_game_actions(const struct aude_game *game, struct aude_action *out, int max);

/* Throws, tosses, hands and what is told of them are ranges, not lists: aude_game_actions()
 * lists a spread of a few dozen, aude_game_play() accepts everything in the range. True if
 * that is what has to be decided now; `out` then says within which bounds, ends included.
 * Besides an AUDE_HANDS in range there is "hands off", arg 0. */
struct aude_range {
    uint8_t kind; /* AUDE_THROW, AUDE_TOSS, AUDE_HANDS, AUDE_REVEAL or AUDE_SCATTER */
    uint8_t arg_lo, arg_hi;
    int16_t x_lo, x_hi, y_lo, y_hi;
    int8_t hand_aim, hand_power; /* SCATTER in DIRECT mode: -+ this, in figure, segment */
};
bool aude_game_range(const struct aude_game *game, struct aude_range *out);

/* What happens when the clock of the seat that must decide runs out (CAT-19, INT-55): the
 * throw straight ahead, the hands where the glimpse was, else the first place, no figure, no
 * swap ... NO_ACTION when nobody has to decide. */
struct aude_action aude_game_default(const struct aude_game *game);

/* Play `action`. An illegal one returns why and leaves the game as it was. `events` may be
 * NULL; otherwise what happened is appended to it. */
enum aude_err aude_game_play(struct aude_game *game, struct aude_action action,
                             struct aude_events *events);

/* Why is `action` not possible now? AUDE_ERR_OK if it is. */
enum aude_err aude_game_why(const struct aude_game *game, struct aude_action action);

bool aude_game_over(const struct aude_game *game);

/* A fingerprint of everything public: equal games have equal hashes everywhere. */
uint64_t aude_game_hash(const struct aude_game *game);

/* What `seat` may know: the order of the pile and the seed are gone, what is left in the
 * pile stays. Seats that watch use AUDE_SEAT_NONE. The result plays on as a hidden game. */
void aude_game_view(struct aude_game *view, const struct aude_game *game, unsigned seat);

/* From what the authority played to what everybody else hears: the actions that a view of
 * `before` (any hidden game in step with it) has to play so that it stays in step. A toss
 * becomes the glimpse; draws, scatter and, after the reaction, the toss itself are told.
 * `events` are those of playing `action`; AUDE_NO_ACTION with those of aude_game_init() tells
 * the first draw. Writes up to `max`, returns how many there are in all. */
int aude_game_tell(const struct aude_game *before, struct aude_action action,
                   const struct aude_events *events, struct aude_action *out, int max);

/* Re-derive everything that is cached; NULL if all agrees, else what does not. Slow. */
const char *aude_game_check(const struct aude_game *game);

/* -- Looking at a game ------------------------------------------------------------------ */

/* The laid tile at x,y, or -1. */
int aude_game_tile_at(const struct aude_game *game, int x, int y);

/* Rotations (bit 0..3) in which a tile of this kind could be laid at x,y now, the sides and
 * the sets' own limits considered. */
unsigned aude_game_fits(const struct aude_game *game, aude_kind kind, int x, int y);

/* How many tiles of this kind are still to be drawn, the one in hand not counted. */
int aude_game_left(const struct aude_game *game, aude_kind kind);
int aude_game_left_total(const struct aude_game *game);

struct aude_feature_view {
    uint16_t id;
    uint8_t kind; /* enum aude_feature_kind */
    uint8_t complete;
    uint8_t shields, tags;
    uint16_t tiles; /* monastery, garden: itself and its laid neighbours */
    int16_t open;
    uint8_t strength[AUDE_SEATS_MAX];
    uint8_t owners; /* bit per seat with the majority */
    int16_t points; /* what an owner would get if it were scored as it stands */
};

/* The feature that segment `segment` of laid tile `tile` belongs to. */
void aude_game_feature(const struct aude_game *game, int tile, int segment,
                       struct aude_feature_view *out);

/* Points per seat if the game ended now. */
void aude_game_projection(const struct aude_game *game, int32_t points[AUDE_SEATS_MAX]);

/* Seats with the most points, one bit each (BASE-61). */
unsigned aude_game_winners(const struct aude_game *game);

/* -- The catapult's ground -------------------------------------------------------------- */

/* One of the eight stands (CAT-17), clockwise from north. */
struct aude_point aude_catapult_stand(const struct aude_game *game, unsigned stand);

/* Where a token would land and rest if nothing scattered: for aiming. */
void aude_catapult_flight(const struct aude_game *game, unsigned stand, unsigned aim,
                          unsigned power, struct aude_point *landing,
                          struct aude_point *rest);

/* The centre of a figure that a token can hit or seduce (CAT-9, CAT-18); false for others. */
bool aude_catapult_figure(const struct aude_game *game, unsigned figure,
                          struct aude_point *centre);
int aude_catapult_radius(enum aude_figure_kind figure);

/* -- Text ------------------------------------------------------------------------------- */

/* "lay 1,0 90", "put small city N" ...: what stands in a record. Writes at most `size`
 * bytes with the end; returns the length. */
size_t aude_action_text(const struct aude_game *game, struct aude_action action,
                        char *out, size_t size);
enum aude_err aude_action_parse(const struct aude_game *game, const char *text,
                                struct aude_action *out);

/* "city N", "field ER SL SR WL": a segment by what it reaches, as the tile lies. */
size_t aude_segment_text(aude_kind kind, unsigned rot, unsigned segment, char *out,
                         size_t size);

const char *aude_feature_name(unsigned kind); /* "city"; of a source: "goods" */
const char *aude_catapult_name(enum aude_catapult_kind kind); /* "knock-out" */
const char *aude_goods_name(enum aude_goods goods);           /* "wine" */
const char *aude_figure_name(enum aude_figure_kind kind);     /* "small" */
const char *aude_event_name(enum aude_event_kind kind);       /* "score" */
const char *aude_term_name(enum aude_term_kind kind);         /* "tiles" */
const char *aude_phase_name(enum aude_phase phase);           /* "tile" */

/* "3 tiles x 2 + 1 shield x 2 = 8": the sum of a score event. */
size_t aude_event_sum(const struct aude_event *event, char *out, size_t size);

/* -- Records ---------------------------------------------------------------------------- */

/* A record is text, one turn a line; docs/record.md describes it. The reader takes it line
 * by line and plays it; the writer produces it. Neither keeps the whole. */
enum {
    AUDE_RECORD_VERSION = 1,
    AUDE_NAME_MAX = 32,   /* bytes of a seat's name, with the end */
    AUDE_LINE_MAX = 8192, /* bytes of a record's line */
    AUDE_COMMIT_MAX = 96
};

struct aude_head {
    struct aude_setup setup;
    char name[AUDE_SEATS_MAX][AUDE_NAME_MAX];
    char commit[AUDE_COMMIT_MAX]; /* published before the game: "sha256:...", or "" */
};

/* Something the game said of itself that the record must say too. */
struct aude_note {
    uint8_t
        kind; /* enum aude_event_kind; AUDE_EVENT_KINDS stands for the hash of a turn */
    uint8_t seat;
    uint16_t number;      /* turn number, tile kind, or how many tiles */
    struct aude_point at; /* how a throw scattered, where it came to rest (CAT-35) */
};

enum { AUDE_NOTES_MAX = 2 * AUDE_TILES_MAX + 16 };

struct aude_reader {
    struct aude_head head;
    struct aude_game game;
    uint8_t stage;    /* nothing, setup, play, end */
    uint8_t finished; /* the record ends with the end of the game */
    uint32_t seen;    /* setup lines met, so that none comes twice */
    uint64_t seen_switches[2];
    uint16_t n_notes, next_note;
    struct aude_note note[AUDE_NOTES_MAX];
    int line;    /* number of the line last read, from 1 */
    char at[96]; /* on an error: the words it is about */
};

void aude_reader_init(struct aude_reader *reader);

/* Read one line, without its line feed. Events of the actions in it go to `events`. */
enum aude_err aude_reader_line(struct aude_reader *reader, const char *line,
                               size_t length, struct aude_events *events);

/* Was that the whole record? */
enum aude_err aude_reader_end(struct aude_reader *reader);

/* The setup lines of a record. Returns the length; nothing useful if it is >= size. With
 * `secret` false seed and order are left out and every drawn tile is told instead. */
size_t aude_record_head(const struct aude_head *head, bool secret, char *out,
                        size_t size);

/* The text to append for what just happened: the words of the action (aude_action_text
 * before it was played; "" for the opening of a game), then from its events the draws, and
 * for every new turn a new line with number, seat and hash. While a game is on, others get
 * the record of a view that plays what aude_game_tell() says: a toss is no secret here. */
size_t aude_record_step(const struct aude_game *after, const char *action,
                        const struct aude_events *events, char *out, size_t size);

/* The last line: the points of a finished game, or that it is still open. */
size_t aude_record_end(const struct aude_game *game, char *out, size_t size);

/* The text whose SHA-256 is a game's commitment: seed and whole draw order (docs/record.md).
 * Published before the game as a hash, revealed after it. */
size_t aude_commit_text(const struct aude_setup *setup, char *out, size_t size);

#ifdef __cplusplus
}
#endif

#endif
