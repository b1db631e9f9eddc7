/* tables.c -- what a save can ask for: sets, elements, rules; and how JCloisterZone
 * reads rules that a save does not name. read.c uses these tables one way, write.c the
 * other. */
#include "jcz_internal.h"

#define SET(id) JCZ__SET(id)

const struct jcz__set jcz__sets[] = {
    {"basic", AUDE_SET_BASE, 1},
    {"inns-and-cathedrals", AUDE_SET_INNS, 1},
    {"traders-and-builders", AUDE_SET_TRADERS, 1},
    {"princess-and-dragon", AUDE_SET_DRAGON, 1},
    {"tower", AUDE_SET_TOWER, 1},
    {"abbey-and-mayor", AUDE_SET_ABBEY, 1},
    {"count", AUDE_SET_COUNT, 0},
    {"king-and-robber", AUDE_SET_KING, 1},
    {"cult/5", AUDE_SET_CULT, 0},
    {"cult/6", AUDE_SET_CULT, 0},
    {"river/1", AUDE_SET_RIVER_1, 1},
    {"river/2", AUDE_SET_RIVER_2, 1},
    {NULL, 0, 0},
};

const struct jcz__element jcz__elements[] = {
    {"small-follower", AUDE_SET_BASE, AUDE_SMALL, NULL},
    {"farmers", AUDE_SET_BASE, JCZ__RULE, NULL},
    {"garden", AUDE_SET_BASE, JCZ__RULE, NULL},
    {"abbot", AUDE_SET_ABBOT, AUDE_ABBOT, NULL},
    {"river", AUDE_SET_RIVER_1, JCZ__RULE, NULL}, /* comes with the tiles, never alone */
    {"pig-herd", AUDE_SET_RIVER_2, JCZ__RULE, NULL},
    {"big-follower", AUDE_SET_INNS, AUDE_LARGE, NULL},
    {"inn", AUDE_SET_INNS, JCZ__RULE, "inn"},
    {"cathedral", AUDE_SET_INNS, JCZ__RULE, "cathedral"},
    {"builder", AUDE_SET_TRADERS, AUDE_BUILDER, NULL},
    {"pig", AUDE_SET_TRADERS, AUDE_PIG, NULL},
    {"traders", AUDE_SET_TRADERS, JCZ__RULE, "goods"},
    {"dragon", AUDE_SET_DRAGON, JCZ__RULE_1, "dragon"},
    {"fairy", AUDE_SET_DRAGON, JCZ__RULE_1, "fairy"},
    {"princess", AUDE_SET_DRAGON, JCZ__RULE, "princess"},
    {"portal", AUDE_SET_DRAGON, JCZ__RULE, "portal"},
    {"tower", AUDE_SET_TOWER, JCZ__RULE_1, NULL},
    {"abbey", AUDE_SET_ABBEY, JCZ__RULE_1, "abbey"},
    {"barn", AUDE_SET_ABBEY, AUDE_BARN, NULL},
    {"mayor", AUDE_SET_ABBEY, AUDE_MAYOR, NULL},
    {"wagon", AUDE_SET_ABBEY, AUDE_WAGON, NULL},
    {"count", AUDE_SET_COUNT, JCZ__RULE_1, NULL},
    {"king", AUDE_SET_KING, JCZ__RULE, "king"},
    {"robber", AUDE_SET_KING, JCZ__RULE, "robber"},
    {"shrine", AUDE_SET_CULT, JCZ__RULE, NULL},
    {NULL, 0, 0, NULL},
};

const struct jcz__rule jcz__rules[] = {
    {"tiny-city-scoring", "4 2", AUDE_SET_BASE, "small_city", "NORMAL HALF"},
    {"princess-action", "may must", AUDE_SET_DRAGON, "princess", "may must"},
    {"fairy-placement", "next-follower on-tile", AUDE_SET_DRAGON, "fairy_binding",
     "follower -"},
    {"dragon-move", "before-scoring after-scoring", AUDE_SET_DRAGON, "dragon_timing",
     "before_scoring after_scoring"},
    {"barn-placement", "not-occupied occupied", AUDE_SET_ABBEY, "barn_second",
     "forbid allow"},
    {"wagon-move", "C2 C1", AUDE_SET_ABBEY, "wagon_move", "nearby touching"},
    {"king-and-robber-scoring", "default 10/20 15/40 continuously", AUDE_SET_KING,
     "king_robber", "per_feature flat10 flat15_40 continuous"},
    {"coc-final-scoring", "market-only any-district", AUDE_SET_COUNT, "coc_final",
     "market_only any_quarter"},
    {"count-move", "by-player clockwise follow-meeple", AUDE_SET_COUNT, "count_move",
     "free clockwise follow_follower"},
    {"espace-variant", "", 0, NULL, NULL},
    {"hill-tiebreaker", "", 0, NULL, NULL},
    {"bazaar-no-auction", "", 0, NULL, NULL},
    {"gq11-pig-herd", "", 0, NULL, NULL},
    {"tunnelize-other-expansions", "", 0, NULL, NULL},
    {"more-tunnel-tokens", "", 0, NULL, NULL},
    {"festival-return", "", 0, NULL, NULL},
    {"keep-monasteries", "", 0, NULL, NULL},
    {"labyrinth-variant", "", 0, NULL, NULL},
    {"little-buildings-scoring", "", 0, NULL, NULL},
    {NULL, NULL, 0, NULL, NULL},
};

const struct jcz__reading jcz__readings[] = {
    {"farm_rule", "FIELD", SET(BASE), 1},
    {"farm_city_points", "3", SET(BASE), 1},
    {"starter", "FIXED", SET(BASE), 0},
    {"unplaceable", "REDRAW", SET(BASE), 0},
    {"max_players", "6", SET(BASE), 0},
    {"lap_mark", "NONE", SET(BASE), 0},
    {"river_start_tile", "SHUFFLE", SET(BASE), 0},
    {"river_uturn", "CLEARANCE", SET(BASE), 0},
    {"river_stuck", "DISCARD", SET(BASE), 0},
    {"volcano_lake_turn", "none", SET(RIVER_2), 0},
    {"volcano_lake_follower", "as_volcano", SET(RIVER_2), 0},
    {"half_cathedral", "2", SET(INNS), 0},
    {"second_part", "must", SET(TRADERS), 0},
    {"volcano_specials", "forbid", SET(DRAGON), 0},
    {"fairy_quarter", "yes", SET(DRAGON) | SET(COUNT), 0},
    {"tower_top_dragon", "allow", SET(TOWER) | SET(DRAGON), 0},
    {"tower_reaches_quarter", "yes", SET(TOWER) | SET(COUNT), 0},
    {"ransom_window", "any_prompt", SET(TOWER), 0},
    {"barn_without_farmers", "yes", SET(ABBEY), 0},
    {"abbey_endgame", "repeat", SET(ABBEY), 0},
    {"wagon_from_abbey", "none", SET(ABBEY), 0},
    {"loser_wagon", "moves", SET(ABBEY) | SET(CULT), 0},
    {"count_start_tile", "SHUFFLE", SET(COUNT), 0},
    {"count_with_river", "allow", SET(COUNT), 0},
    {"coc_gain", "features", SET(COUNT), 0},
    {"coc_stand", "tile", SET(COUNT), 0},
    {"coc_final_order", "one_each", SET(COUNT), 0},
    {"barn_without_farmers", "yes", SET(COUNT), 0}, /* the market is closed then */
    {"coc_market_barn", "yes", SET(COUNT) | SET(ABBEY), 0},
    {NULL, NULL, 0, 0},
};

bool jcz__table_word(const char *list, int i, char out[JCZ_WORD_MAX])
{
    for (; *list; i--) {
        size_t n = strcspn(list, " ");
        if (!i) {
            snprintf(out, JCZ_WORD_MAX, "%.*s", (int)n, list);
            return true;
        }
        list += n + (list[n] == ' ');
    }
    return false;
}

unsigned jcz__table_tile_sets(const struct aude_setup *setup)
{
    return (aude_setup_sets(setup) | (unsigned)setup->tiles_only) &
           ~(unsigned)setup->rules_only;
}

bool jcz__table_switch_is(const struct aude_setup *setup, const char *name,
                          const char *value)
{
    enum aude_switch sw = aude_switch_find(name);

    return sw < AUDE_SWITCHES && aude_switch_parse(sw, value) == setup->sw[sw];
}
