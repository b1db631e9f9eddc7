/* tilec_words.c -- the words of the tile files, and what they stand for in C. Names are those
 * of engine/names.c, which is compiled into this program. */
#include "tilec.h"

#include <string.h>

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

/* ORDER TAG. Of the last ones carcassonne is set by "beside carcassonne", the others by the
 * statements of their name. */
const struct tag_row tag_rows[AUDE_TAGS] = {
    {AUDE_ROAD, true},       /* inn */
    {AUDE_CITY, true},       /* cathedral */
    {AUDE_CITY, true},       /* princess */
    {AUDE_FIELD, true},      /* herd */
    {AUDE_FIELD, false},     /* carcassonne */
    {AUDE_MONASTERY, false}, /* shrine */
    {AUDE_MONASTERY, false}, /* abbey */
#ifdef AUDE_TINY_SET
    {AUDE_ROAD, true}, /* milestone */
#endif
};

/* ORDER EDGE */
const char edge_letters[] = "FRCWXA";

/* ORDER QUARTER: as aude_quarters promises it. */
const char *const quarter_names[4] = {"castle", "market", "blacksmith", "cathedral"};

const char *tilec_words_goods_name(unsigned goods)
{
    return aude_goods_name(goods);
}

const char *tilec_words_role_name(unsigned role)
{
    return aude_river_name(role);
}

const char *tilec_words_edge_name(unsigned edge)
{
    return aude_edge_name(edge);
}

int tilec_words_look_up(name_of *name, unsigned from, unsigned to, const char *w)
{
    for (unsigned i = from; i < to; i++)
        if (strcmp(name(i), w) == 0) return (int)i;
    return -1;
}
