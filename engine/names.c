/* names.c -- what everything is called: one table for each enum, in the enum's own words.
 *
 * Records, the terminal, the page and other programs all read these; web/src/engine/names.ts is
 * made of them (tools/make/names.c). */
#include "action_internal.h"

#define NAME(table, i) ((i) < sizeof(table) / sizeof *(table) ? (table)[i] : "?")

/* -- Refusals --------------------------------------------------------------------------- */

static const struct {
    const char *name, *rule, *sentence;
} errors[AUDE_ERR_COUNT] = {
#define X(name, rule, text) {#name, rule, text},
    AUDE_ERRORS(X)
#undef X
};

/* ORDER ERROR */
const char *aude_err_name(enum aude_err err)
{
    return err < AUDE_ERR_COUNT ? errors[err].name : "?";
}

const char *aude_err_rule(enum aude_err err)
{
    return err < AUDE_ERR_COUNT ? errors[err].rule : "";
}

const char *aude_err_sentence(enum aude_err err)
{
    return err < AUDE_ERR_COUNT ? errors[err].sentence : "?";
}

/* -- Tiles ------------------------------------------------------------------------------ */

const char *aude_side_name(unsigned side)
{
    static const char *const names[4] = {"N", "E", "S", "W"};

    return NAME(names, side);
}

const char *aude_half_name(unsigned half)
{
    static const char *const names[8] = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};

    return NAME(names, half);
}

/* ORDER EDGE */
const char *aude_edge_name(enum aude_edge edge)
{
    static const char *const names[] = {
        [AUDE_EDGE_FIELD] = "field", [AUDE_EDGE_ROAD] = "road",
        [AUDE_EDGE_CITY] = "city",   [AUDE_EDGE_RIVER] = "river",
        [AUDE_EDGE_WALL] = "wall",   [AUDE_EDGE_ABBEY] = "abbey"};

    return NAME(names, edge);
}

/* ORDER TAG */
const char *aude_tag_name(unsigned bit)
{
    static const char *const names[AUDE_TAGS] = {
        "inn",       "cathedral", "princess", "herd", "carcassonne", "shrine", "abbey",
#ifdef AUDE_TINY_SET
        "milestone",
#endif
    };

    static_assert(sizeof names / sizeof *names == AUDE_TAGS, "one name each");
    return NAME(names, bit);
}

/* ORDER MARK */
const char *aude_mark_name(unsigned bit)
{
    static const char *const names[AUDE_MARKS] = {"start",  "volcano", "dragon",
                                                  "portal", "tower",   "fair"};

    static_assert(1 << (AUDE_MARKS - 1) == AUDE_MARK_FAIR, "one name each");
    return NAME(names, bit);
}

/* ORDER RIVER */
const char *aude_river_name(enum aude_river_role role)
{
    static const char *const names[] = {[AUDE_RIVER_NONE] = "",
                                        [AUDE_RIVER_SPRING] = "spring",
                                        [AUDE_RIVER_SEGMENT] = "segment",
                                        [AUDE_RIVER_FORK] = "fork",
                                        [AUDE_RIVER_LAKE] = "lake",
                                        [AUDE_RIVER_VOLCANO_LAKE] = "volcano-lake",
                                        [AUDE_RIVER_CITY_LAKE] = "city-lake"};

    return NAME(names, role);
}

/* ORDER GOODS */
const char *aude_goods_name(enum aude_goods goods)
{
    static const char *const names[] = {[AUDE_GOODS_NONE] = "none",
                                        [AUDE_WINE] = "wine",
                                        [AUDE_GRAIN] = "grain",
                                        [AUDE_CLOTH] = "cloth"};

    return NAME(names, goods);
}

/* -- Play ------------------------------------------------------------------------------- */

/* ORDER FEATURE, then ORDER SOURCE */
const char *aude_feature_name(unsigned kind)
{
    static const char *const names[] = {
        [AUDE_ROAD] = "road",           [AUDE_CITY] = "city",
        [AUDE_MONASTERY] = "monastery", [AUDE_GARDEN] = "garden",
        [AUDE_FIELD] = "field",         [AUDE_FROM_GOODS] = "goods",
        [AUDE_FROM_FAIRY] = "fairy",    [AUDE_FROM_KING] = "king",
        [AUDE_FROM_ROBBER] = "robber",  [AUDE_FROM_KING_AND_ROBBER] = "king and robber",
        [AUDE_FROM_TARGET] = "target",  [AUDE_FROM_CATCH] = "catch"};

    static_assert(sizeof names / sizeof *names == AUDE_SOURCES, "one name each");
    return NAME(names, kind);
}

/* ORDER CATAPULT */
const char *aude_catapult_name(enum aude_catapult_kind kind)
{
    static const char *const names[] = {[AUDE_KNOCK_OUT] = "knock-out",
                                        [AUDE_SEDUCTION] = "seduction",
                                        [AUDE_TARGET] = "target",
                                        [AUDE_CATCH] = "catch"};

    static_assert(sizeof names / sizeof *names == AUDE_CATAPULT_KINDS, "one name each");
    return NAME(names, kind);
}

/* ORDER TERM */
const char *aude_term_name(enum aude_term_kind kind)
{
    static const char *const names[] = {[AUDE_TERM_TILES] = "tiles",
                                        [AUDE_TERM_SHIELDS] = "shields",
                                        [AUDE_TERM_NEIGHBOURS] = "tiles around",
                                        [AUDE_TERM_CITIES] = "cities",
                                        [AUDE_TERM_PIG] = "pig bonuses",
                                        [AUDE_TERM_HERD] = "herd bonuses",
                                        [AUDE_TERM_GOODS] = "majorities",
                                        [AUDE_TERM_FAIRY] = "fairy",
                                        [AUDE_TERM_AWARD] = "award",
                                        [AUDE_TERM_ROADS] = "roads",
                                        [AUDE_TERM_THROW] = "throws"};

    static_assert(sizeof names / sizeof *names == AUDE_TERM_KINDS, "one name each");
    return NAME(names, kind);
}
