/* read.c -- a save as a setup of ours: sets, elements, rules, start, draws, players.
 *
 * Everything a save can ask for is a row of one of four tables. A row whose set the engine
 * does not play is there already, with the switch that will be needed: a save with that set
 * is refused by the set's name until the engine plays it, and by the switch's name if that
 * should then be missing. So a new set needs no change here. */
#include "private.h"

#include <errno.h>
#include <zlib.h>

enum { BIT = 1, COUNT_TILES = 12 };
#define SET(id) ((uint16_t)(BIT << AUDE_SET_##id))

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
    {"small-follower", AUDE_SET_BASE, AUDE_SMALL},
    {"farmers", AUDE_SET_BASE, JCZ__RULE},
    {"garden", AUDE_SET_BASE, JCZ__RULE},
    {"abbot", AUDE_SET_ABBOT, AUDE_ABBOT},
    {"river", AUDE_SET_RIVER_1, JCZ__RULE}, /* comes with the tiles, never by itself */
    {"pig-herd", AUDE_SET_RIVER_2, JCZ__RULE},
    {"big-follower", AUDE_SET_INNS, AUDE_LARGE},
    {"inn", AUDE_SET_INNS, JCZ__RULE},
    {"cathedral", AUDE_SET_INNS, JCZ__RULE},
    {"builder", AUDE_SET_TRADERS, AUDE_BUILDER},
    {"pig", AUDE_SET_TRADERS, AUDE_PIG},
    {"traders", AUDE_SET_TRADERS, JCZ__RULE},
    {"dragon", AUDE_SET_DRAGON, JCZ__RULE_1},
    {"fairy", AUDE_SET_DRAGON, JCZ__RULE_1},
    {"princess", AUDE_SET_DRAGON, JCZ__RULE},
    {"portal", AUDE_SET_DRAGON, JCZ__RULE},
    {"tower", AUDE_SET_TOWER, JCZ__RULE_1},
    {"abbey", AUDE_SET_ABBEY, JCZ__RULE_1},
    {"barn", AUDE_SET_ABBEY, AUDE_BARN},
    {"mayor", AUDE_SET_ABBEY, AUDE_MAYOR},
    {"wagon", AUDE_SET_ABBEY, AUDE_WAGON},
    {"count", AUDE_SET_COUNT, JCZ__RULE_1},
    {"king", AUDE_SET_KING, JCZ__RULE},
    {"robber", AUDE_SET_KING, JCZ__RULE},
    {"shrine", AUDE_SET_CULT, JCZ__RULE},
    {NULL, 0, 0},
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
    {"barn_without_farmers", "yes", SET(COUNT), 0}, /* then the market is closed */
    {"coc_market_barn", "yes", SET(COUNT) | SET(ABBEY), 0},
    {NULL, NULL, 0, 0},
};

struct reading {
    struct jcz_save *save;
    struct aude_setup *setup;
    const json_t *json; /* the save's "setup" */
    unsigned tiles;     /* sets whose tiles are in it */
    int edition;        /* 0: not said yet */
    bool cult_6;
    struct jcz_error *error;
};

bool jcz__nth_word(const char *list, int i, char out[JCZ_WORD_MAX])
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

unsigned jcz__tile_sets(const struct aude_setup *setup)
{
    return (aude_setup_sets(setup) | (unsigned)setup->tiles_only) &
           ~(unsigned)setup->rules_only;
}

/* A null counts as not there. */
static const json_t *element(const struct reading *r, const char *name)
{
    const json_t *json = json_object_get(json_object_get(r->json, "elements"), name);

    return json_is_null(json) ? NULL : json;
}

/* -- Sets ------------------------------------------------------------------------------- */

/* "basic:2" is the set "basic" in edition 2. Without the number, gardens tell. */
static const struct jcz__set *find_set(struct reading *r, const char *name, int *edition)
{
    for (const struct jcz__set *row = jcz__sets; row->name; row++) {
        size_t n = strlen(row->name);
        if (strncmp(name, row->name, n) != 0) continue;
        const char *rest = name + n;
        *edition = element(r, "garden") ? 2 : 1;
        if (!row->editions) *edition = 0;
        if (!*rest) return row;
        if (!row->editions || rest[0] != ':' || strlen(rest) != 2) continue;
        *edition = rest[1] - '0';
        if (*edition == 1 || *edition == 2) return row;
    }
    return NULL;
}

static bool read_set(struct reading *r, const char *name, const json_t *value)
{
    int edition = 0;
    long n;
    const struct jcz__set *row = find_set(r, name, &edition);

    if (!row) return jcz__fail(r->error, 0, "aude has no set \"%s\"", jcz__word(name));
    if (!jcz__int(value, 0, 99, &n))
        return jcz__fail(r->error, 0, "the set %s must be there 0 to 99 times",
                         jcz__word(name));
    if (!n) return true;
    if (r->tiles >> row->set & 1)
        return jcz__fail(r->error, 0, "the set %s is there in two kinds", row->name);
    if (edition && r->edition && edition != r->edition)
        return jcz__fail(r->error, 0,
                         "the sets are of both editions, with and without gardens");
    if (edition) r->edition = edition;
    if (!strcmp(row->name, "cult/6")) r->cult_6 = true;
    r->tiles |= 1u << row->set;
    if (n > 1) r->setup->copies[row->set] = (uint8_t)n;
    return true;
}

static bool read_sets(struct reading *r)
{
    json_t *sets = json_object_get(r->json, "sets");
    const char *name;
    json_t *value;

    if (!json_is_object(sets)) return jcz__fail(r->error, 0, "the save names no sets");
    json_object_foreach(sets, name, value) if (!read_set(r, name, value)) return false;
    return true;
}

/* -- Elements --------------------------------------------------------------------------- */

static bool read_figures(struct reading *r, const struct jcz__element *row)
{
    const json_t *json = element(r, row->name);
    bool in_play = aude_setup_sets(r->setup) >> row->set & 1;
    long n = 0, usual = !in_play ? 0 : row->figure == AUDE_SMALL ? 7 : 1;

    if (json && !jcz__int(json, 0, 40, &n))
        return jcz__fail(r->error, 0, "the element %s must be a number from 0 to 40",
                         row->name);
    if (n != usual) r->setup->figures[row->figure] = (uint8_t)n;
    return true;
}

static bool missing_rules(const struct reading *r, unsigned set, const char **first)
{
    for (const struct jcz__element *row = jcz__elements; row->name; row++)
        if (row->set == set && row->figure >= JCZ__RULE && !element(r, row->name)) {
            *first = row->name;
            return true;
        }
    return false;
}

static const char *first_element(const struct reading *r, unsigned set)
{
    for (const struct jcz__element *row = jcz__elements; row->name; row++)
        if (row->set == set && element(r, row->name)) return row->name;
    return NULL;
}

static bool refuse_set(struct reading *r, unsigned set, const char *why)
{
    return jcz__fail(r->error, 0, "this version of aude does not play %s%s%s%s",
                     aude_set_title(set), why ? " (element " : "", why ? why : "",
                     why ? ")" : "");
}

/* A set is in play whole, or as plain tiles, or with its rules but without its tiles. */
static bool decide_set(struct reading *r, unsigned set)
{
    const char *some = first_element(r, set), *none = NULL;
    bool tiles = r->tiles >> set & 1;

    if (!some && !tiles) return true;
    if (!some && set != AUDE_SET_COUNT) {
        r->setup->tiles_only |= (uint16_t)(1u << set);
        return true;
    }
    if (!aude_set_playable(set)) return refuse_set(r, set, some);
    if (!some)
        return jcz__fail(r->error, 0, "the tiles of %s without its rules",
                         aude_set_title(set));
    if (missing_rules(r, set, &none))
        return jcz__fail(r->error, 0,
                         "%s is there in part: the element %s without the element %s",
                         aude_set_title(set), some, none);
    r->setup->expansions |= (uint16_t)(1u << set);
    if (!tiles) r->setup->rules_only |= (uint16_t)(1u << set);
    return true;
}

static bool decide_river(struct reading *r)
{
    unsigned rivers = r->tiles & (SET(RIVER_1) | SET(RIVER_2));

    for (unsigned set = AUDE_SET_RIVER_1; set <= AUDE_SET_RIVER_2; set++)
        if ((rivers >> set & 1) && !aude_set_playable(set))
            return refuse_set(r, set, NULL);
    if (element(r, "pig-herd") && !aude_set_playable(AUDE_SET_RIVER_2))
        return refuse_set(r, AUDE_SET_RIVER_2, "pig-herd");
    r->setup->sw[AUDE_SWITCH_RIVER] = rivers == SET(RIVER_1)   ? AUDE_RIVER_I
                                      : rivers == SET(RIVER_2) ? AUDE_RIVER_II
                                      : rivers                 ? AUDE_RIVER_BOTH
                                                               : AUDE_RIVER_OFF;
    return true;
}

/* The base game, the abbot and the gardens: switches of ours. */
static bool decide_base(struct reading *r)
{
    bool revised = r->edition == 2, abbot = element(r, "abbot");

    if (!(r->tiles & SET(BASE))) r->setup->rules_only |= SET(BASE);
    r->setup->sw[AUDE_SWITCH_FARMERS] =
        element(r, "farmers") ? AUDE_FARMERS_ON : AUDE_FARMERS_OFF;
    r->setup->sw[AUDE_SWITCH_TILE_SET] =
        revised ? AUDE_TILES_REVISED : AUDE_TILES_CLASSIC;
    r->setup->sw[AUDE_SWITCH_ABBOT] = abbot ? AUDE_ABBOT_ON : AUDE_ABBOT_OFF;
    if (abbot && revised && !element(r, "garden"))
        return jcz__fail(r->error, 0,
                         "the abbot with garden tiles but without the element garden");
    return true;
}

static bool read_elements(struct reading *r)
{
    json_t *elements = json_object_get(r->json, "elements");
    const struct jcz__element *row;
    const char *name;
    json_t *value;

    if (!json_is_object(elements))
        return jcz__fail(r->error, 0, "the save names no elements");
    json_object_foreach(elements, name, value)
    {
        for (row = jcz__elements; row->name && strcmp(row->name, name) != 0;) row++;
        if (!row->name && !json_is_null(value))
            return jcz__fail(r->error, 0, "aude has no element \"%s\"", jcz__word(name));
    }
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (!decide_set(r, set)) return false;
    if (!decide_river(r) || !decide_base(r)) return false;
    for (row = jcz__elements; row->name; row++)
        if (row->figure < JCZ__RULE && !read_figures(r, row)) return false;
    return true;
}

/* -- Rules ------------------------------------------------------------------------------ */

static bool set_switch(struct reading *r, const char *name, const char *value)
{
    enum aude_switch sw = aude_switch_find(name);
    int n = sw < AUDE_SWITCHES ? aude_switch_parse(sw, value) : -1;

    if (n < 0)
        return jcz__fail(r->error, 0,
                         "JCloisterZone plays this with %s = %s, which this version of "
                         "aude cannot",
                         name, value);
    r->setup->sw[sw] = (uint8_t)n;
    return true;
}

bool jcz__switch_is(const struct aude_setup *setup, const char *name, const char *value)
{
    enum aude_switch sw = aude_switch_find(name);

    return sw < AUDE_SWITCHES && aude_switch_parse(sw, value) == setup->sw[sw];
}

/* Which of the rule's values? Numbers are also found as numbers. */
static int rule_value(const struct jcz__rule *rule, const json_t *json)
{
    char value[JCZ_WORD_MAX], word[JCZ_WORD_MAX];
    long number;

    if (!json || json_is_null(json)) return 0;
    if (jcz__int(json, 0, 99, &number))
        snprintf(value, sizeof value, "%ld", number);
    else if (!jcz__string(json, value))
        return -1;
    for (int i = 0; jcz__nth_word(rule->values, i, word); i++)
        if (!strcmp(word, value)) return i;
    return -1;
}

static bool read_rule(struct reading *r, const struct jcz__rule *rule, const json_t *json)
{
    char value[JCZ_WORD_MAX];
    int i = rule_value(rule, json);

    if (i < 0)
        return jcz__fail(r->error, 0, "the rule %s has a value that aude does not know",
                         rule->key);
    if (!(aude_setup_sets(r->setup) >> rule->set & 1)) return true;
    jcz__nth_word(rule->ours, i, value);
    if (!strcmp(value, "-")) {
        jcz__nth_word(rule->values, i, value);
        return jcz__fail(r->error, 0, "aude does not play the rule %s = %s", rule->key,
                         value);
    }
    return set_switch(r, rule->name, value);
}

/* The pig herd of River II counts with the element, for us with expansion II (RIV2-11). */
static bool read_herd(struct reading *r)
{
    bool theirs = element(r, "pig-herd"), ours = aude_setup_sets(r->setup) & SET(TRADERS);

    if (!(r->tiles & SET(RIVER_2)) || theirs == ours) return true;
    if (theirs) /* the engine counts herds with expansion II only */
        return jcz__fail(r->error, 0,
                         "aude does not play the element pig-herd without %s",
                         aude_set_title(AUDE_SET_TRADERS));
    return set_switch(r, "pig_herd", "off");
}

static bool read_rules(struct reading *r)
{
    json_t *rules = json_object_get(r->json, "rules");
    const struct jcz__rule *row;
    const char *key;
    json_t *value;

    json_object_foreach(rules, key, value)
    {
        for (row = jcz__rules; row->key && strcmp(row->key, key) != 0;) row++;
        if (!row->key)
            return jcz__fail(r->error, 0, "aude has no rule \"%s\"", jcz__word(key));
    }
    for (row = jcz__rules; row->name; row++)
        if (!read_rule(r, row, json_object_get(rules, row->key))) return false;
    unsigned sets = aude_setup_sets(r->setup);
    for (const struct jcz__reading *how = jcz__readings; how->name; how++)
        if ((sets & how->sets) == how->sets && !set_switch(r, how->name, how->value))
            return false;
    if (r->cult_6 && !set_switch(r, "cult_tiles", "6")) return false;
    return read_herd(r);
}

/* -- Players and start ------------------------------------------------------------------ */

/* A name as records want it: no controls, no blanks around it, cut between characters. */
static void take_name(char out[AUDE_NAME_MAX], const char *name, int seat)
{
    size_t n = 0;

    while (*name == ' ') name++;
    for (; *name && n + 1 < AUDE_NAME_MAX; name++)
        out[n++] = (char)((unsigned char)*name < 32 || *name == 127 ? '?' : *name);
    for (; n && ((unsigned char)*name & 0xc0) == 0x80; name--) n--;
    while (n && out[n - 1] == ' ') n--;
    out[n] = 0;
    if (!n) snprintf(out, AUDE_NAME_MAX, "Player %d", seat + 1);
}

static bool read_players(struct reading *r)
{
    const json_t *players = json_object_get(r->save->root, "players");
    size_t n = json_array_size(players);

    if (n < 2 || n > AUDE_SEATS_MAX)
        return jcz__fail(r->error, 0, "aude plays with 2 to 6 players, not with %zu", n);
    r->setup->n_seats = (uint8_t)n;
    r->setup->first = 0;
    for (size_t i = 0; i < n; i++) {
        const char *name =
            json_string_value(json_object_get(json_array_get(players, i), "name"));
        take_name(r->save->head.name[i], name ? name : "", (int)i);
    }
    return true;
}

static unsigned copies_of(const struct aude_setup *setup, aude_kind kind)
{
    bool revised = setup->sw[AUDE_SWITCH_TILE_SET] == AUDE_TILES_REVISED;

    return revised ? aude_tiles[kind].revised : aude_tiles[kind].count;
}

static bool read_start_tile(struct reading *r, const json_t *json, struct aude_start *out)
{
    char id[JCZ_WORD_MAX];
    long x, y, turn;

    if (!jcz__string(json_object_get(json, "tile"), id) ||
        !jcz__int(json_object_get(json, "x"), -64, 64, &x) ||
        !jcz__int(json_object_get(json, "y"), -64, 64, &y) ||
        !jcz__int(json_object_get(json, "rotation"), 0, 270, &turn) || turn % 90)
        return jcz__fail(r->error, 0, "a start tile is not understood");
    unsigned sets = jcz__tile_sets(r->setup);
    int kind = -1;
    if (sets & SET(RIVER_2))
        kind = jcz_tile_find(id, sets & ~(unsigned)SET(RIVER_1)); /* its spring */
    if (kind < 0) kind = jcz_tile_find(id, sets);
    if (kind < 0 || !copies_of(r->setup, (aude_kind)kind))
        return jcz__fail(r->error, 0, "the start tile %s is in none of the sets",
                         jcz__word(id));
    *out = (struct aude_start){(int16_t)x, (int16_t)y, (aude_kind)kind,
                               (uint8_t)(turn / 90)};
    return true;
}

/* COC-1: how many of the Count's tiles lie in their block, the seventh at 0,0? */
static unsigned in_count_block(const struct aude_setup *setup)
{
    unsigned n = 0;

    for (unsigned i = 0; i < setup->n_start; i++) {
        const struct aude_start *at = &setup->start[i];
        const struct aude_tile *tile = &aude_tiles[at->kind];
        n += tile->set == AUDE_SET_COUNT && !at->rot && at->x == tile->col - 2 &&
             at->y == tile->row - 1;
    }
    return n;
}

/* One tile at 0,0, unturned: the spring with a river, else the start tile; or the Count's. */
static bool is_usual_start(const struct aude_setup *setup)
{
    const struct aude_start *at = setup->start;
    bool river = setup->sw[AUDE_SWITCH_RIVER] != AUDE_RIVER_OFF;
    unsigned first = river ? AUDE_RIVER_SPRING : AUDE_RIVER_NONE;

    if (aude_setup_sets(setup) & SET(COUNT))
        return setup->n_start == COUNT_TILES && !river;
    return setup->n_start == 1 && !at->x && !at->y && !at->rot &&
           aude_tiles[at->kind].river_role == first &&
           (aude_tiles[at->kind].marks & AUDE_MARK_START) &&
           !(setup->rules_only & SET(BASE));
}

/* A start tile that lies there more often than it exists, or NULL. */
static const char *too_many(const struct aude_setup *setup)
{
    unsigned laid[256] = {0};

    for (unsigned i = 0; i < setup->n_start; i++) {
        aude_kind kind = setup->start[i].kind;
        unsigned times = setup->copies[aude_tiles[kind].set];
        if (++laid[kind] > copies_of(setup, kind) * (times ? times : 1))
            return aude_tiles[kind].jcz;
    }
    return NULL;
}

/* Any other block, or none, is more than JCloisterZone and we can play. */
static bool has_count_block(const struct aude_setup *setup)
{
    if (!(aude_setup_sets(setup) & SET(COUNT))) return true;
    return in_count_block(setup) == COUNT_TILES && setup->copies[AUDE_SET_COUNT] < 2;
}

static bool read_start(struct reading *r)
{
    const json_t *start = json_object_get(r->json, "start");
    size_t n = json_array_size(start);

    if (!n) return jcz__fail(r->error, 0, "the save has no start tile");
    if (n > AUDE_START_MAX)
        return jcz__fail(r->error, 0, "the save has more than %d start tiles",
                         AUDE_START_MAX);
    for (size_t i = 0; i < n; i++)
        if (!read_start_tile(r, json_array_get(start, i), &r->setup->start[i]))
            return false;
    r->setup->n_start = (uint8_t)n;
    if (too_many(r->setup))
        return jcz__fail(r->error, 0,
                         "the start tile %s is there more often than it exists",
                         too_many(r->setup));
    if (!has_count_block(r->setup))
        return jcz__fail(r->error, 0,
                         "the twelve tiles of %s must lie in their block, CO/7 at 0,0",
                         aude_set_title(AUDE_SET_COUNT));
    if (is_usual_start(r->setup)) {
        r->setup->n_start = 0;
        memset(r->setup->start, 0, sizeof r->setup->start);
    }
    return true;
}

/* -- Draws ------------------------------------------------------------------------------ */

static bool read_draw_list(struct reading *r, const json_t *list)
{
    struct jcz_save *save = r->save;
    size_t n = json_array_size(list);
    char id[JCZ_WORD_MAX];

    for (size_t i = 0; i < n; i++) {
        if (!jcz__string(json_array_get(list, i), id))
            return jcz__fail(r->error, 0, "entry %zu of drawOrder is no tile", i + 1);
        if (!strcmp(id, "#END") && i + 1 == n && i) {
            if (!r->setup->draws_max || r->setup->draws_max > i)
                r->setup->draws_max = (uint16_t)i;
            return true;
        }
        int kind = jcz_tile_find(id, jcz__tile_sets(r->setup));
        if (kind < 0)
            return jcz__fail(r->error, 0,
                             "drawOrder names %s, which is in none of the sets",
                             jcz__word(id));
        if (save->n_draws == AUDE_TILES_MAX)
            return jcz__fail(r->error, 0, "drawOrder is too long");
        save->draw[save->n_draws++] = (aude_kind)kind;
    }
    return true;
}

/* {"drawOrder", "endTurn"}, or the engine's own form of it. */
static bool read_draws(struct reading *r)
{
    const json_t *notes = json_object_get(r->save->root, "gameAnnotations");
    const json_t *params = json_object_get(json_object_get(notes, "tilePack"), "params");
    const json_t *list = json_object_get(params ? params : notes, "drawOrder");
    const json_t *end =
        json_object_get(params ? params : notes, params ? "drawLimit" : "endTurn");
    const json_t *random = json_object_get(r->save->root, "initialRandom");
    long n;

    r->save->random = json_is_number(random) ? json_number_value(random) : -1;
    if (end && !json_is_null(end)) {
        if (!jcz__int(end, 1, AUDE_TILES_MAX, &n))
            return jcz__fail(r->error, 0, "endTurn must be a number from 1 to %d",
                             AUDE_TILES_MAX);
        r->setup->draws_max = (uint16_t)n;
    }
    return read_draw_list(r, list);
}

/* Does the list name every draw of the game? Then the game is as if shuffled so. */
static bool knows_all_draws(struct reading *r, const struct aude_game *game, bool *all)
{
    int named[256] = {0}, left = aude_game_left_total(game);

    for (unsigned i = 0; i < r->save->n_draws; i++) named[r->save->draw[i]]++;
    for (int kind = 0; kind < aude_tiles_count; kind++)
        if (named[kind] > aude_game_left(game, (aude_kind)kind))
            return jcz__fail(r->error, 0, "drawOrder names %s more often than it exists",
                             aude_tiles[kind].jcz);
    *all = (int)r->save->n_draws >= left;
    return true;
}

/* Try the setup, as a game whose draws are told; if all are known, as a known one. */
static bool settle_draws(struct reading *r)
{
    struct aude_game *game = malloc(sizeof *game);
    enum aude_err err;
    bool all = false, ok = game;

    r->setup->hidden = 1;
    err = game ? aude_game_init(game, r->setup, NULL) : AUDE_ERR_TOO_MANY_TILES;
    if (err)
        ok = jcz__fail(r->error, 0, "%s%s%s%s", aude_err_sentence(err),
                       aude_err_rule(err)[0] ? " [" : "", aude_err_rule(err),
                       aude_err_rule(err)[0] ? "]" : "");
    ok = ok && knows_all_draws(r, game, &all);
    if (ok && all) {
        r->setup->hidden = 0;
        r->setup->n_order = (uint16_t)r->save->n_draws;
        memcpy(r->setup->order, r->save->draw, r->save->n_draws * sizeof(aude_kind));
        r->save->n_draws = 0;
    }
    free(game);
    return ok;
}

/* -- Messages --------------------------------------------------------------------------- */

/* UNDO takes back the message before it, never a COMMIT: what is left is what was played. */
static bool take_back(struct jcz_save *save, int index, struct jcz_error *error)
{
    struct jcz_message last;

    if (!save->n_steps)
        return jcz__fail(error, index + 1, "UNDO: there is nothing to take back");
    if (!jcz__message(save, save->step[save->n_steps - 1], &last, error)) return false;
    if (last.type == JCZ_COMMIT)
        return jcz__fail(error, index + 1, "UNDO: a COMMIT cannot be taken back");
    save->n_steps--;
    return true;
}

static bool read_replay(struct reading *r)
{
    struct jcz_save *save = r->save;
    const json_t *replay = json_object_get(save->root, "replay");
    struct jcz_message message;

    if (replay && !json_is_array(replay))
        return jcz__fail(r->error, 0, "its replay is not a list");
    save->n_messages = (int)json_array_size(replay);
    save->step = calloc((size_t)save->n_messages + 1, sizeof *save->step);
    if (!save->step) return jcz__fail(r->error, 0, "memory ran out");
    for (int i = 0; i < save->n_messages; i++) {
        if (!jcz__message(save, i, &message, r->error)) return false;
        if (message.type != JCZ_UNDO)
            save->step[save->n_steps++] = i;
        else if (!take_back(save, i, r->error))
            return false;
    }
    return true;
}

/* -- The whole -------------------------------------------------------------------------- */

static bool refuse_addons(struct reading *r)
{
    const json_t *addons = json_object_get(r->json, "addons");

    if (json_array_size(addons) || json_object_size(addons))
        return jcz__fail(r->error, 0, "the save uses addons, which aude does not have");
    return true;
}

static bool read_all(struct reading *r)
{
    enum aude_preset jcz = aude_preset_find("jcz"); /* where the engine has one */

    if (!json_is_object(r->save->root) || !json_is_object(r->json))
        return jcz__fail(r->error, 0, "this is not a save of JCloisterZone");
    aude_setup_preset(r->setup, jcz < AUDE_PRESETS ? jcz : AUDE_PRESET_GROW);
    return refuse_addons(r) && read_sets(r) && read_elements(r) && read_rules(r) &&
           read_players(r) && read_start(r) && read_draws(r) && settle_draws(r) &&
           read_replay(r);
}

bool jcz_read(struct jcz_save *save, const char *bytes, size_t n, struct jcz_error *error)
{
    json_error_t wrong;

    memset(save, 0, sizeof *save);
    *error = (struct jcz_error){0};
    save->root = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &wrong);
    if (!save->root)
        return jcz__fail(error, 0, "line %d is not JSON: %s", wrong.line,
                         jcz__word(wrong.text));
    struct reading reading = {.save = save,
                              .setup = &save->head.setup,
                              .json = json_object_get(save->root, "setup"),
                              .error = error};
    if (read_all(&reading)) return true;
    jcz_free(save);
    return false;
}

void jcz_free(struct jcz_save *save)
{
    json_decref(save->root);
    free(save->step);
    save->root = NULL;
    save->step = NULL;
}

/* -- Files ------------------------------------------------------------------------------ */

/* gzread() hands out a plain file as it is. */
static bool load(gzFile file, char **bytes, size_t *n, struct jcz_error *error)
{
    size_t size = 0;
    int got = 0;

    do {
        if (*n + (1 << 16) > size) {
            size = size ? 2 * size : 1 << 18;
            char *more = size > 2u * JCZ_FILE_MAX ? NULL : realloc(*bytes, size);
            if (!more) return jcz__fail(error, 0, "the file is too large");
            *bytes = more;
        }
        got = gzread(file, *bytes + *n, 1 << 16);
        if (got < 0) return jcz__fail(error, 0, "the file cannot be read");
        *n += (size_t)got;
    } while (got);
    return *n <= JCZ_FILE_MAX || jcz__fail(error, 0, "the file is too large");
}

bool jcz_load(const char *path, char **bytes, size_t *n, struct jcz_error *error)
{
    gzFile file = gzopen(path, "rb");
    bool ok;

    *bytes = NULL;
    *n = 0;
    *error = (struct jcz_error){0};
    if (!file) return jcz__fail(error, 0, "%s", strerror(errno));
    ok = load(file, bytes, n, error);
    gzclose(file);
    if (!ok) {
        free(*bytes);
        *bytes = NULL;
    }
    return ok;
}
