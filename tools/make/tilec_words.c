/* tilec_words.c -- the words of the tile files, and what they stand for in C. */
#include "tilec.h"

/* ORDER SET */
const struct set_word sets[AUDE_SETS] = {
    {"base", "AUDE_SET_BASE"},
    {"river-1", "AUDE_SET_RIVER_1"},
    {"river-2", "AUDE_SET_RIVER_2"},
    {"abbot", "AUDE_SET_ABBOT"},
    {"inns-cathedrals", "AUDE_SET_INNS"},
    {"traders-builders", "AUDE_SET_TRADERS"},
    {"princess-dragon", "AUDE_SET_DRAGON"},
    {"tower", "AUDE_SET_TOWER"},
    {"abbey-mayor", "AUDE_SET_ABBEY"},
    {"count", "AUDE_SET_COUNT"},
    {"king-robber", "AUDE_SET_KING"},
    {"cult", "AUDE_SET_CULT"},
    {"catapult", "AUDE_SET_CATAPULT"},
#ifdef AUDE_TINY_SET
    {"milestones", "AUDE_SET_MILESTONES"},
#endif
};

/* ORDER FEATURE */
const struct word kind_words[] = {
    {"road", AUDE_ROAD, "AUDE_ROAD"},
    {"city", AUDE_CITY, "AUDE_CITY"},
    {"monastery", AUDE_MONASTERY, "AUDE_MONASTERY"},
    {"garden", AUDE_GARDEN, "AUDE_GARDEN"},
    {"field", AUDE_FIELD, "AUDE_FIELD"},
    {NULL, 0, NULL},
};

/* ORDER GOODS */
const struct word goods_words[] = {
    {"wine", AUDE_WINE, "AUDE_WINE"},
    {"grain", AUDE_GRAIN, "AUDE_GRAIN"},
    {"cloth", AUDE_CLOTH, "AUDE_CLOTH"},
    {NULL, 0, NULL},
};

/* ORDER MARK */
const struct word mark_words[] = {
    {"start", AUDE_MARK_START, "AUDE_MARK_START"},
    {"volcano", AUDE_MARK_VOLCANO, "AUDE_MARK_VOLCANO"},
    {"dragon", AUDE_MARK_DRAGON, "AUDE_MARK_DRAGON"},
    {"portal", AUDE_MARK_PORTAL, "AUDE_MARK_PORTAL"},
    {"fair", AUDE_MARK_FAIR, "AUDE_MARK_FAIR"},
    {NULL, AUDE_MARK_TOWER, "AUDE_MARK_TOWER"}, /* has a statement of its own */
};

/* ORDER RIVER */
const struct word role_words[] = {
    {"spring", AUDE_RIVER_SPRING, "AUDE_RIVER_SPRING"},
    {"segment", AUDE_RIVER_SEGMENT, "AUDE_RIVER_SEGMENT"},
    {"fork", AUDE_RIVER_FORK, "AUDE_RIVER_FORK"},
    {"lake", AUDE_RIVER_LAKE, "AUDE_RIVER_LAKE"},
    {"volcano-lake", AUDE_RIVER_VOLCANO_LAKE, "AUDE_RIVER_VOLCANO_LAKE"},
    {"city-lake", AUDE_RIVER_CITY_LAKE, "AUDE_RIVER_CITY_LAKE"},
    {NULL, 0, NULL},
};

/* ORDER TAG */
const struct tag_word tag_words[TAG_WORDS] = {
    {"inn", AUDE_ROAD, AUDE_TAG_INN, "AUDE_TAG_INN"},
    {"cathedral", AUDE_CITY, AUDE_TAG_CATHEDRAL, "AUDE_TAG_CATHEDRAL"},
    {"princess", AUDE_CITY, AUDE_TAG_PRINCESS, "AUDE_TAG_PRINCESS"},
    {"herd", AUDE_FIELD, AUDE_TAG_HERD, "AUDE_TAG_HERD"},
    /* These are set by "beside carcassonne" and by the statements of their name. */
    {NULL, AUDE_FIELD, AUDE_TAG_CARCASSONNE, "AUDE_TAG_CARCASSONNE"},
    {NULL, AUDE_MONASTERY, AUDE_TAG_SHRINE, "AUDE_TAG_SHRINE"},
    {NULL, AUDE_MONASTERY, AUDE_TAG_ABBEY, "AUDE_TAG_ABBEY"},
#ifdef AUDE_TINY_SET
    {"milestone", AUDE_ROAD, AUDE_TAG_MILESTONE, "AUDE_TAG_MILESTONE"},
#endif
};

const char *const side_names[4] = {"N", "E", "S", "W"};
const char *const half_names[8] = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};
/* ORDER EDGE, both. */
const char edge_letters[] = "FRCWXA";
const char *const edge_constants[] = {"AUDE_EDGE_FIELD", "AUDE_EDGE_ROAD",
                                      "AUDE_EDGE_CITY",  "AUDE_EDGE_RIVER",
                                      "AUDE_EDGE_WALL",  "AUDE_EDGE_ABBEY"};

/* ORDER QUARTER: as aude_quarters promises it. */
const char *const quarter_names[4] = {"castle", "market", "blacksmith", "cathedral"};
