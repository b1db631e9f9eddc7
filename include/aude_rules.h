/* aude_rules.h -- the words of the rules: refusals, switches, presets, sets. */
#ifndef AUDE_RULES_H
#define AUDE_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "aude_tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -- Errors ----------------------------------------------------------------------------- */

/* ORDER ERROR: `grep 'ORDER ERROR'` finds what follows it; a new one comes last.
 * One line per way a request can fail: code, the rule that says so ("" where no rule does),
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
    X(SEATS, "BASE-1", "one to five may play, six only with expansion I")                \
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
    X(UNFINISHED, "", "record and game differ: one is over, the other is not")           \
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
      "the Count and a river go together only with the switch count_with_river=ALLOW")   \
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
    X(SCATTER, "CAT-16", "no throw scatters so far")                                     \
    X(CULT_SECOND, "CULT-4",                                                             \
      "its neighbour would have a second of the other kind beside it")                   \
    X(CAPTURE_KIND, "TOW-9", "a tower does not take a figure of that kind")              \
    X(PRINCESS_KIND, "PD-30", "the princess does not remove a figure of that kind")      \
    X(PRINCESS_AFTER, "PD-32",                                                           \
      "no figure is placed in a turn in which the princess removed one")                 \
    X(FIGURE_AGAIN, "BASE-29", "there is no figure to be placed now")                    \
    X(BY_HAND, "BASE-5", "only a game whose draws are told can be changed by hand")      \
    X(HAND_SEAT, "BASE-6", "there is no such seat in this game")                         \
    X(HAND_POINTS, "", "points are between -999 and 9999")                               \
    X(HAND_TILE, "BASE-30", "no tile lies there")                                        \
    X(HAND_TAKEN, "BASE-31", "a figure is on that part of the tile already")             \
    X(HAND_CROWD, "BASE-29", "a tile gets one figure, when it is laid")                  \
    X(HAND_COMPLETE, "BASE-47", "that is complete: it was scored, and all went home")    \
    X(HAND_NOBODY, "", "no such figure is there")                                        \
    X(HAND_SET, "", "this game is played without it")                                    \
    X(HAND_VOLCANO, "PD-11",                                                             \
      "the dragon comes with a volcano, and leaves it with a dragon tile")               \
    X(HAND_DRAGON, "PD-16",                                                              \
      "the dragon is never where a figure or the fairy is, nor inside Carcassonne")      \
    X(HAND_PIECE, "TOW-1", "that seat has all its tower pieces")                         \
    X(HAND_PRISON, "TOW-16", "of two players at most one holds the other's men")         \
    X(HAND_GOODS, "TB-27", "there are no more goods than completed cities have given")   \
    X(HAND_AWARD, "KR-3", "nothing of that kind is complete yet")                        \
    X(HAND_BARN, "AM-21", "the farmers of that field went home when its barn came")      \
    X(HAND_DEBT, "TOW-17", "nobody has fewer than 0 points where no ransom makes debts")

/* ORDER ERROR: made of the list above. */
enum aude_err {
#define X(name, rule, text) AUDE_ERR_##name,
    AUDE_ERRORS(X)
#undef X
        AUDE_ERR_COUNT
};

AUDE_API const char *aude_err_name(enum aude_err err); /* "NO_FIT" */
AUDE_API const char *aude_err_rule(enum aude_err err); /* "BASE-11", or "" */
AUDE_API const char *
aude_err_sentence(enum aude_err err); /* "a side does not match its neighbour" */

/* -- Switches and presets --------------------------------------------------------------- */

/* The switch of the set that only tests have (tests/tiny). */
#ifdef AUDE_TINY_SET
#define AUDE_TINY_SWITCHES(X)                                                            \
    X(MILESTONE, "milestone", "TINY-1", "ON OFF", "milestones are in play, or only drawn")
#else
#define AUDE_TINY_SWITCHES(X)
#endif

/* Every difference between the rulebooks: name, rule, values (the first is the default), and
 * what they mean, in the order of the values. Compared without regard to case.
 * ORDER SWITCH: the preset table follows this order. */
#define AUDE_SWITCH_LIST(X)                                                              \
    X(SMALL_CITY, "small_city", "EDN-1", "NORMAL HALF",                                  \
      "a completed city of two tiles counts as any other, or half")                      \
    X(FARM_RULE, "farm_rule", "EDN-2", "FIELD CITY_POOLED FIELD_CITY_ONCE",              \
      "fields are paid one by one, a city by all farmers together, or one by one but a " \
      "city once")                                                                       \
    X(FARM_CITY_POINTS, "farm_city_points", "EDN-3", "3 4",                              \
      "points of a completed city for farmers")                                          \
    X(FARMERS, "farmers", "EDN-4", "ON OFF", "fields are used, or not")                  \
    X(STARTER, "starter", "EDN-5", "RANDOM FIXED YOUNGEST YOUNGEST_CHOOSES",             \
      "who begins if the host names nobody: the first seat where fixed, else by lot")    \
    X(TILE_SET, "tile_set", "EDN-6", "CLASSIC72 REVISED72",                              \
      "the base tiles are those without gardens, or those with")                         \
    X(RIVER, "river", "EDN-7", "OFF RIVER_I RIVER_II RIVER_BOTH",                        \
      "which river the game begins with")                                                \
    X(ABBOT, "abbot", "EDN-8", "OFF ON", "abbots are in play, or not")                   \
    X(ROAD_LOOP, "road_loop", "EDN-9", "ON", "a ring road is complete")                  \
    X(LAP_MARK, "lap_mark", "EDN-10", "NONE LAY_DOWN TILE_50_100",                       \
      "only for show: how whole laps of the scoring track are written")                  \
    X(UNPLACEABLE, "unplaceable", "EDN-11", "REDRAW",                                    \
      "a tile that fits nowhere leaves the game and another is drawn")                   \
    X(MAX_PLAYERS, "max_players", "EDN-12", "5 6",                                       \
      "how many may play without expansion I")                                           \
    X(TIE, "tie", "EDN-14", "SHARED", "who are level at the end share the victory")      \
    X(RIVER_START_TILE, "river_start_tile", "RIV-2", "REMOVE SHUFFLE",                   \
      "with a river the start tile stays in the box, or is shuffled in")                 \
    X(RIVER_UTURN, "river_uturn", "RIV-6", "IMMEDIATE ANY CLEARANCE",                    \
      "the river may not turn back at once, may not bend twice to one side, or needs "   \
      "room ahead")                                                                      \
    X(RIVER_STUCK, "river_stuck", "RIV-8", "RESHUFFLE DISCARD",                          \
      "a river tile that fits nowhere is shuffled back, or thrown away")                 \
    X(HALF_CATHEDRAL, "half_cathedral", "IC-9", "3 2",                                   \
      "points a tile and shield of a two-tile city with a cathedral, where small "       \
      "cities count half")                                                               \
    X(SECOND_PART, "second_part", "TB-12", "MAY MUST",                                   \
      "the second part that the builder earned may be taken, or must")                   \
    X(FAIRY_BINDING, "fairy_binding", "PD-6", "TILE FOLLOWER",                           \
      "the fairy belongs to a tile, or to one follower")                                 \
    X(DRAGON_TIMING, "dragon_timing", "PD-14", "BEFORE_SCORING AFTER_SCORING",           \
      "the dragon walks before the scoring, or after it")                                \
    X(DRAGON_STEPS, "dragon_steps", "PD-17", "6 1 2 3 4 5 7 8 9 10 11 12",               \
      "how many steps the dragon walks")                                                 \
    X(VOLCANO_SPECIALS, "volcano_specials", "PD-12", "ALLOW FORBID",                     \
      "builder and pig may go onto a volcano tile just laid, or may not")                \
    X(PORTAL_JUST_COMPLETED, "portal_just_completed", "PD-26",                           \
      "PLACED_TILE ANY_UNSCORED NEVER",                                                  \
      "a portal leads to what its tile completed on that tile only, anywhere, or never") \
    X(PRINCESS, "princess", "PD-29", "MAY MUST OFF",                                     \
      "the princess may remove a knight, has to, or does nothing")                       \
    X(RANSOM_WINDOW, "ransom_window", "TOW-18", "UNTIL_ACTION ANY_PROMPT",               \
      "a ransom is paid in the own turn until the action, or at any question")           \
    X(RANSOM_LIMIT, "ransom_limit", "TOW-18", "1 UNLIMITED", "how many ransoms a turn")  \
    X(RANSOM_DEBT, "ransom_debt", "TOW-17", "NO YES",                                    \
      "a ransom needs three points, or may be paid without them")                        \
    X(TOWER_REOPENS, "tower_reopens", "TOW-15", "YES NO",                                \
      "a tower is open again when its follower has left, or finished for good")          \
    X(TOWER_TOP_DRAGON, "tower_top_dragon", "TOW-13", "FORBID ALLOW",                    \
      "no follower goes onto a tower beside the dragon, or one may")                     \
    X(VOLCANO_LAKE_TURN, "volcano_lake_turn", "RIV2-10", "EXTRA NONE",                   \
      "who lays the volcano lake has another turn, or not")                              \
    X(VOLCANO_LAKE_FOLLOWER, "volcano_lake_follower", "RIV2-10", "NEVER AS_VOLCANO",     \
      "no follower goes onto the volcano lake, or it is like any volcano")               \
    X(KING_ROBBER, "king_robber", "KR-5", "PER_FEATURE FLAT10 FLAT15_40 CONTINUOUS",     \
      "King and Robber are worth one a city or road, 10 each, 15 or 40 for both, or "    \
      "one at each completion")                                                          \
    X(CULT_TILES, "cult_tiles", "CULT-1", "5 6", "how many tiles the Cult has")          \
    X(ABBEY_ENDGAME, "abbey_endgame", "AM-10", "NONE ROUND REPEAT",                      \
      "after the last tile no abbeys come, one round of them, or as long as anybody "    \
      "can")                                                                             \
    X(BARN_SECOND, "barn_second", "AM-19", "FORBID ALLOW",                               \
      "no barn comes to a field that has one, or it may")                                \
    X(PIG_ON_BARN, "pig_on_barn", "AM-22", "ALLOW FORBID",                               \
      "a pig may join a farmer whom the tile has just joined to a barn, or may not")     \
    X(WAGON_MOVE, "wagon_move", "AM-33", "TOUCHING NEARBY",                              \
      "a scored wagon moves to what touches its feature, or to the tiles around it")     \
    X(WAGON_FROM_ABBEY, "wagon_from_abbey", "AM-33", "SIDES NONE",                       \
      "a wagon leaves an abbey over its four sides, or not at all")                      \
    X(LOSER_WAGON, "loser_wagon", "AM-35", "HOME MOVES",                                 \
      "a wagon that loses a challenge of the Cult comes home, or moves on")              \
    X(HERD_BARN, "herd_barn", "AM-26", "NO YES",                                         \
      "a pig herd adds nothing to a barn, or one point a city")                          \
    X(BARN_WITHOUT_FARMERS, "barn_without_farmers", "INT-49", "NO YES",                  \
      "where farmers are off there are no barns, or there are")                          \
    X(COUNT_WITH_RIVER, "count_with_river", "COC-23", "REFUSE ALLOW",                    \
      "the Count and a river together are refused, or allowed")                          \
    X(COUNT_START_TILE, "count_start_tile", "COC-1", "REMOVE SHUFFLE",                   \
      "with the Count the start tile stays in the box, or is shuffled in")               \
    X(COC_UNOCCUPIED, "coc_unoccupied", "COC-12", "YES NO",                              \
      "followers leave a quarter for a completed feature where nobody stands, too, or "  \
      "not")                                                                             \
    X(COC_DEPLOY_RATE, "coc_deploy_rate", "COC-8", "PER_PART PER_TURN",                  \
      "a follower may enter a quarter in each part, or once a turn")                     \
    X(COC_MARKET_BARN, "coc_market_barn", "COC-17", "NO YES",                            \
      "followers leave the market at the end only, or also when a barn pays a field")    \
    X(COC_FINAL, "coc_final", "COC-18", "MARKET_ONLY ANY_QUARTER",                       \
      "at the end followers leave the market, or every quarter")                         \
    X(COC_FINAL_ORDER, "coc_final_order", "COC-18", "ONE_PASS ONE_EACH",                 \
      "at the end each player sends all followers in turn, or one each, round and "      \
      "round")                                                                           \
    X(COUNT_MOVE, "count_move", "COC-9", "FREE CLOCKWISE FOLLOW_FOLLOWER",               \
      "the count goes where the player likes, clockwise, or after the follower")         \
    X(COC_GAIN, "coc_gain", "COC-6", "ALL FEATURES",                                     \
      "what keeps a player from a quarter: all points of the scoring, or those of "      \
      "features")                                                                        \
    X(COC_STAND, "coc_stand", "COC-14", "NOWHERE TILE",                                  \
      "a follower from a quarter stands on no tile, or on one of the feature")           \
    X(TOWER_REACHES_QUARTER, "tower_reaches_quarter", "COC-21", "NO YES",                \
      "towers take nobody out of a quarter, or they may")                                \
    X(FAIRY_QUARTER, "fairy_quarter", "PD-5", "NO YES",                                  \
      "the fairy does not go to a follower in a quarter, or she may")                    \
    X(PIG_HERD, "pig_herd", "RIV2-11", "WITH_II ON OFF",                                 \
      "the pig herd counts with expansion II, always, or never")                         \
    X(INN, "inn", "IC-7", "ON OFF", "inns are in play, or only drawn")                   \
    X(CATHEDRAL, "cathedral", "IC-9", "ON OFF", "cathedrals are in play, or only drawn") \
    X(GOODS, "goods", "TB-27", "ON OFF", "trade goods are in play, or only drawn")       \
    X(DRAGON, "dragon", "PD-11", "ON OFF", "the dragon is in play, or only drawn")       \
    X(FAIRY, "fairy", "PD-5", "ON OFF", "the fairy is in play, or not")                  \
    X(PORTAL, "portal", "PD-25", "ON OFF", "portals are in play, or only drawn")         \
    X(ABBEY, "abbey", "AM-3", "ON OFF", "abbeys are in play, or not")                    \
    X(KING, "king", "KR-3", "ON OFF", "the King is in play, or not")                     \
    X(ROBBER, "robber", "KR-6", "ON OFF", "the Robber is in play, or not")               \
    X(GARDEN, "garden", "ABB-3", "ON OFF", "gardens are in play, or only drawn")         \
    X(CATAPULT_MODE, "catapult_mode", "CAT-15", "METER DIRECT OFF",                      \
      "throws scatter, are disturbed by a hand as well, or there are none")              \
    X(CATAPULT_TIMING, "catapult_timing", "CAT-2", "TURN_END PART_END",                  \
      "a round of the catapult comes at the end of the turn, or of the part")            \
    X(CAT_TARGET_METRIC, "cat_target_metric", "CAT-24", "CENTRE GAP",                    \
      "the target is measured from centre to centre, or across the gap")                 \
    X(COC_EXPOSED, "coc_exposed", "COC-21", "NO YES",                                    \
      "the catapult does not hit followers in quarters, or it does")                     \
    X(BARN_TIMING, "barn_timing", "AM-23", "WITH_SCORING AT_ONCE",                       \
      "farmers at a barn are paid in the scoring of the part, or at once, before "       \
      "capture and dragon")                                                              \
    X(CULT_LIMIT, "cult_limit", "CULT-4", "BOTH_TILES LAID_TILE",                        \
      "shrine and cloister bear one rival each, or only the tile that is laid is "       \
      "limited")                                                                         \
    X(PRINCESS_AFTER, "princess_after", "PD-32", "NOTHING_PART NO_FIGURE_TURN",          \
      "who removed a knight does nothing more in this part, or places no figure in the " \
      "whole turn")                                                                      \
    X(CARCASSONNE_CITY, "carcassonne_city", "COC-3", "YES NO",                           \
      "the city of Carcassonne counts for farmers, barns and the King, or not")          \
    X(SPECIAL_VICTIMS, "special_victims", "PD-30", "ALL SMALL_LARGE",                    \
      "princess and tower take every follower, or small and large ones only")            \
    X(BARN_TILE, "barn_tile", "AM-16", "LAID ANY",                                       \
      "a barn stands at a corner of the tile just laid, or at any corner of four "       \
      "fields")                                                                          \
    X(SINGLE_CITY, "single_city", "EDN-1", "NORMAL HALF",                                \
      "a completed city of one tile counts as any other, or its shields half where "     \
      "small cities do")                                                                 \
    AUDE_TINY_SWITCHES(X)

/* ORDER SWITCH: made of the list above. */
enum aude_switch {
#define X(id, name, rule, values, meaning) AUDE_SWITCH_##id,
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
enum { AUDE_LAP_NONE, AUDE_LAP_LAY_DOWN, AUDE_LAP_TILES };
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
enum { AUDE_BARN_WITH_SCORING, AUDE_BARN_AT_ONCE };
enum { AUDE_CULT_BOTH_TILES, AUDE_CULT_LAID_TILE };
enum { AUDE_PRINCESS_NOTHING_PART, AUDE_PRINCESS_NO_FIGURE_TURN };
enum { AUDE_CARCASSONNE_YES, AUDE_CARCASSONNE_NO };
enum { AUDE_VICTIMS_ALL, AUDE_VICTIMS_SMALL_LARGE };
enum { AUDE_BARN_ON_LAID, AUDE_BARN_ON_ANY };
enum { AUDE_SINGLE_CITY_NORMAL, AUDE_SINGLE_CITY_HALF };
enum {
    AUDE_KING_PER_FEATURE,
    AUDE_KING_FLAT10,
    AUDE_KING_FLAT15_40,
    AUDE_KING_CONTINUOUS
};

/* ORDER PRESET: `grep 'ORDER PRESET'` finds the tables that follow it. A new one comes last:
 * the numbers are part of the library. */
enum aude_preset {
    AUDE_PRESET_GROW,
    AUDE_PRESET_GROW_REVISED,
    AUDE_PRESET_DEVIR_PT,
    AUDE_PRESET_DEVIR_ES,
    AUDE_PRESET_BIGBOX_RO,
    AUDE_PRESET_JCZ, /* as JCloisterZone plays it (docs/jcz.md) */
    AUDE_PRESETS
};

AUDE_API const char *aude_switch_name(enum aude_switch sw);
AUDE_API const char *aude_switch_rule(enum aude_switch sw);
AUDE_API const char *aude_switch_meaning(enum aude_switch sw); /* one line for a person */
AUDE_API int aude_switch_values(enum aude_switch sw);
/* The `value`th value's name, copied to `out` with its end; false if there is none. */
AUDE_API bool aude_switch_value(enum aude_switch sw, int value, char *out, size_t size);
/* The switch of that name, AUDE_SWITCHES if there is none; a value of it, or -1. */
AUDE_API enum aude_switch aude_switch_find(const char *name);
AUDE_API int aude_switch_parse(enum aude_switch sw, const char *value);

AUDE_API const char *aude_preset_name(enum aude_preset preset);  /* "devir_pt" */
AUDE_API const char *aude_preset_title(enum aude_preset preset); /* for a person */
/* AUDE_PRESETS if there is none. */
AUDE_API enum aude_preset aude_preset_find(const char *name);

/* -- Sets ------------------------------------------------------------------------------- */

AUDE_API const char *aude_set_name(enum aude_set set); /* "river-1" */
AUDE_API const char *aude_set_title(enum aude_set set);
AUDE_API bool aude_set_playable(enum aude_set set); /* its rules are in this version */
AUDE_API enum aude_set aude_set_find(const char *name); /* AUDE_SETS if there is none */
AUDE_API int aude_tile_find(const char *id);            /* a kind, or -1 */

#ifdef __cplusplus
}
#endif

#endif
