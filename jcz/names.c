/* names.c -- what JCloisterZone calls tiles, turns, places on a tile, and figures. */
#include "jcz_internal.h"

#include <ctype.h>

/* -- Tiles ------------------------------------------------------------------------------ */

int jcz_name_tile_find(const char *id, unsigned sets)
{
    for (int kind = 0; kind < aude_tiles_count; kind++)
        if (*id && (sets >> aude_tiles[kind].set & 1) &&
            !strcmp(aude_tiles[kind].jcz, id))
            return kind;
    return -1;
}

/* Would the tile, turned, have a segment like this one? */
static bool jcz_name_has_twin(const struct aude_tile *tile, const struct aude_segment *s,
                              unsigned rot)
{
    for (unsigned i = 0; i < tile->n_segments; i++) {
        const struct aude_segment *t = &tile->segment[i];
        if (t->kind == s->kind && t->sides == aude_turn_sides(s->sides, rot) &&
            t->halves == aude_turn_halves(s->halves, rot) && t->shields == s->shields &&
            t->goods == s->goods && t->tags == s->tags)
            return true;
    }
    return false;
}

static bool jcz_name_turn_looks_the_same(const struct aude_tile *tile, unsigned rot)
{
    if (aude_turn_sides(tile->river, rot) != tile->river) return false;
    for (unsigned side = 0; side < 4; side++)
        if (tile->edge[side] != tile->edge[(side + rot) & 3]) return false;
    for (unsigned i = 0; i < tile->n_segments; i++)
        if (!jcz_name_has_twin(tile, &tile->segment[i], rot)) return false;
    return true;
}

unsigned jcz_name_tile_turns(aude_kind kind)
{
    if (jcz_name_turn_looks_the_same(&aude_tiles[kind], 1)) return 1;
    return jcz_name_turn_looks_the_same(&aude_tiles[kind], 2) ? 2 : 4;
}

static const char *const rotations[4] = {"R0", "R90", "R180", "R270"};

const char *jcz_name_rotation(unsigned rot)
{
    return rotations[rot & 3];
}

int jcz_name_rotation_find(const char *name)
{
    for (int rot = 0; rot < 4; rot++)
        if (!strcmp(rotations[rot], name)) return rot;
    return -1;
}

/* -- Places on a tile ------------------------------------------------------------------- */

/* By a set of sides, bit 0 N to bit 3 W. Three sides are named by the missing one. */
static const char *const side_names[16] = {
    "",  "N",  "E",  "NE", "S",  "NS", "SE", "_W", /* 0 .. N E S */
    "W", "NW", "WE", "_S", "SW", "_E", "_N", "NWSE"};

/* ORDER FEATURE */
static const char *const features[AUDE_FEATURE_KINDS] = {"Road", "City", "Monastery",
                                                         "Garden", "Field"};

const char *jcz_name_feature(enum aude_feature_kind kind)
{
    return kind < AUDE_FEATURE_KINDS ? features[kind] : "?";
}

/* A field that reaches no side is "I"; a second one is "II". */
static const char *jcz_name_of_inner(const struct aude_tile *tile, unsigned segment)
{
    for (unsigned i = 0; i < segment; i++)
        if (tile->segment[i].kind == AUDE_FIELD && !tile->segment[i].halves) return "II";
    return "I";
}

static void jcz_name_of_halves(unsigned halves, char out[JCZ_WORD_MAX])
{
    size_t n = 0;

    for (unsigned half = 0; half < 8; half++)
        if (halves >> half & 1)
            n += (size_t)snprintf(out + n, JCZ_WORD_MAX - n, "%s%s", n ? "." : "",
                                  aude_half_name(half));
}

void jcz_name_location(aude_kind kind, unsigned rot, unsigned segment,
                       char out[JCZ_WORD_MAX])
{
    const struct aude_tile *tile = &aude_tiles[kind];
    const struct aude_segment *s = &tile->segment[segment];

    if (s->kind == AUDE_ROAD || s->kind == AUDE_CITY)
        snprintf(out, JCZ_WORD_MAX, "%s", side_names[aude_turn_sides(s->sides, rot)]);
    else if (s->kind == AUDE_FIELD && s->halves)
        jcz_name_of_halves(aude_turn_halves(s->halves, rot), out);
    else
        snprintf(out, JCZ_WORD_MAX, "%s",
                 s->kind == AUDE_FIELD ? jcz_name_of_inner(tile, segment) : "I");
}

int jcz_name_segment_find(aude_kind kind, unsigned rot, const char *feature,
                          const char *location)
{
    char name[JCZ_WORD_MAX];

    for (unsigned i = 0; i < aude_tiles[kind].n_segments; i++) {
        jcz_name_location(kind, rot, i, name);
        if (!strcmp(name, location) &&
            !strcmp(jcz_name_feature(aude_tiles[kind].segment[i].kind), feature))
            return (int)i;
    }
    return -1;
}

/* -- Quarters --------------------------------------------------------------------------- */

/* ORDER QUARTER */
static const char *const quarters[AUDE_QUARTERS] = {
    "QUARTER_CASTLE", "QUARTER_MARKET", "QUARTER_BLACKSMITH", "QUARTER_CATHEDRAL"};

const char *jcz__name_quarter(unsigned quarter)
{
    return quarters[quarter & 3];
}

int jcz__name_quarter_find(const char *location)
{
    for (int quarter = 0; quarter < AUDE_QUARTERS; quarter++)
        if (!strcmp(quarters[quarter], location)) return quarter;
    return -1;
}

/* -- Figures ---------------------------------------------------------------------------- */

/* ORDER FIGURE */
static const char *const figures[AUDE_FIGURE_KINDS] = {
    "small", "big", "abbot", "wagon", "mayor", "builder", "pig", "barn"};

const char *jcz_name_figure(enum aude_figure_kind kind)
{
    return kind < AUDE_FIGURE_KINDS ? figures[kind] : "?";
}

enum aude_figure_kind jcz_name_figure_find(const char *name, size_t length)
{
    unsigned kind = 0;

    while (kind < AUDE_FIGURE_KINDS &&
           !(strlen(figures[kind]) == length && !strncmp(figures[kind], name, length)))
        kind++;
    return kind;
}

/* One or two digits without a leading zero; "0" is allowed. */
static bool jcz_name_small_number(const char **at, unsigned *out)
{
    const char *start = *at;

    *out = 0;
    while (isdigit((unsigned char)**at) && *at - start < 3)
        *out = *out * 10 + (unsigned)(*(*at)++ - '0');
    return *at - start == 1 || (*at - start == 2 && *start != '0');
}

bool jcz_name_figure_parse(const char *id, unsigned *player, enum aude_figure_kind *kind,
                           unsigned *number)
{
    const char *name;

    if (!jcz_name_small_number(&id, player) || *id++ != '.') return false;
    name = id;
    id += strcspn(id, ".");
    *kind = jcz_name_figure_find(name, (size_t)(id - name));
    if (*kind == AUDE_FIGURE_KINDS || *id++ != '.') return false;
    return jcz_name_small_number(&id, number) && *number && !*id &&
           *player < AUDE_SEATS_MAX;
}

/* -- Scores ----------------------------------------------------------------------------- */

/* A shrine is a kind of monastery for us. */
const char *jcz_name_score(const struct aude_game *game, const struct aude_event *event)
{
    int tile = aude_game_tile_at(game, event->x, event->y);

    if (event->feature == AUDE_MONASTERY && game->sets >> AUDE_SET_CULT & 1 &&
        tile >= 0 &&
        aude_tiles[game->laid[tile].kind].segment[event->segment].tags & AUDE_TAG_SHRINE)
        return "shrine";
    if (event->feature == AUDE_FROM_GOODS) return "trade-goods";
    if (event->feature == AUDE_FROM_KING_AND_ROBBER) return "king+robber";
    return aude_feature_name(event->feature);
}
