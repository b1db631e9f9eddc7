/* tilec_parts.c -- the statements inside a tile: its segments and what is printed besides. */
#include "tilec.h"

#include <string.h>

/* ---- the parts of a tile ---- */

static const char *tilec_parts_kind_name(int kind)
{
    return aude_feature_name((unsigned)kind);
}

static struct aude_segment *tilec_parts_last_segment(struct entry *e)
{
    return &e->tile.segment[e->tile.n_segments - 1];
}

/* The index of the tile's `nth` segment of `kind`, or -1. */
int tilec_parts_nth_segment(const struct aude_tile *t, int kind, int nth)
{
    for (int i = 0; i < t->n_segments; i++)
        if (t->segment[i].kind == kind && nth-- == 0) return i;
    return -1;
}

/* The index of the segment that a word like "city0" or "monastery" names. */
static int tilec_parts_segment_named(const struct aude_tile *t, const char *w)
{
    int found = -1;

    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++) {
        size_t n = strlen(tilec_parts_kind_name(kind));
        bool single = kind == AUDE_MONASTERY || kind == AUDE_GARDEN;

        if (strncmp(w, tilec_parts_kind_name(kind), n) != 0) continue;
        if (single && w[n] == '\0') found = tilec_parts_nth_segment(t, kind, 0);
        if (!single && tilec_line_number(w + n, 9) >= 0)
            found = tilec_parts_nth_segment(t, kind, tilec_line_number(w + n, 9));
    }
    if (found < 0) fail("there is no \"%s\" among the parts listed so far", w);
    return found;
}

static void tilec_parts_claim_half(struct entry *e, int half, uint8_t owner)
{
    if (e->half[half] != NOBODY)
        fail("half side %s is claimed twice", aude_half_name((unsigned)half));
    e->half[half] = owner;
}

/* A city takes the whole side; a road or river leaves the halves to the fields. */
static void tilec_parts_claim_side(struct entry *e, int side, uint8_t owner, bool whole)
{
    if (e->middle[side] != NOBODY)
        fail("side %s is claimed twice", aude_side_name((unsigned)side));
    e->middle[side] = owner;
    if (!whole) return;
    tilec_parts_claim_half(e, 2 * side, owner);
    tilec_parts_claim_half(e, 2 * side + 1, owner);
}

static struct aude_segment *tilec_parts_add_segment(struct entry *e, int kind)
{
    struct aude_tile *t = &e->tile;

    if (t->n_segments == AUDE_SEGMENTS_MAX)
        fail("a tile has at most %d parts", AUDE_SEGMENTS_MAX);
    if (t->n_segments > 0 && tilec_parts_last_segment(e)->kind > kind)
        fail("a %s must be listed before the %s", tilec_parts_kind_name(kind),
             tilec_parts_kind_name(tilec_parts_last_segment(e)->kind));
    if ((kind == AUDE_MONASTERY || kind == AUDE_GARDEN) &&
        tilec_parts_nth_segment(t, kind, 0) >= 0)
        fail("a tile has at most one %s", tilec_parts_kind_name(kind));
    t->n_segments++;
    tilec_parts_last_segment(e)->kind = (unsigned)kind & 7;
    tilec_parts_last_segment(e)->x = tilec_parts_last_segment(e)->y = -1;
    return tilec_parts_last_segment(e);
}

static void tilec_parts_read_anchor(struct aude_segment *s)
{
    if (s->x >= 0) fail("\"at\" stands here twice");
    tilec_line_read_point(&s->x, &s->y, ANCHOR_MAX, ANCHOR_MAX);
}

static void tilec_parts_read_beside(struct entry *e, struct aude_segment *s)
{
    int before = s->cities + (s->tags & AUDE_TAG_CARCASSONNE);

    for (const char *w; (w = tilec_line_peek_word()); tilec_line_next_word()) {
        if (strcmp(w, "carcassonne") == 0)
            s->tags |= AUDE_TAG_CARCASSONNE;
        else if (strncmp(w, "city", 4) == 0)
            s->cities =
                (uint16_t)(s->cities | 1u << tilec_parts_segment_named(&e->tile, w));
        else
            break;
    }
    if (s->cities + (s->tags & AUDE_TAG_CARCASSONNE) == before)
        fail("after \"beside\" a new city must follow, like city0");
}

/* Takes `w` as a side or half side that the segment reaches, if it is one. */
static bool tilec_parts_take_reach(struct entry *e, struct aude_segment *s, const char *w)
{
    uint8_t owner = (uint8_t)(e->tile.n_segments - 1);
    int side = tilec_words_look_up(aude_side_name, 0, 4, w),
        half = tilec_words_look_up(aude_half_name, 0, 8, w);

    if (side >= 0 && (s->kind == AUDE_ROAD || s->kind == AUDE_CITY)) {
        tilec_parts_claim_side(e, side, owner, s->kind == AUDE_CITY);
        s->sides = (uint8_t)(s->sides | 1u << side);
        return true;
    }
    if (half >= 0 && s->kind == AUDE_FIELD) {
        tilec_parts_claim_half(e, half, owner);
        s->halves = (uint8_t)(s->halves | 1u << half);
        return true;
    }
    return false;
}

static void tilec_parts_set_shields(struct aude_segment *s, int n)
{
    if (n < 1 || n > 2) fail("a city has one shield or two");
    if (s->shields) fail("the shields of this city are given twice");
    s->shields = (unsigned)n & 31;
}

static bool tilec_parts_take_city_word(struct aude_segment *s, const char *w)
{
    int goods = tilec_words_look_up(tilec_words_goods_name, AUDE_WINE, AUDE_CLOTH + 1, w);

    if (s->kind != AUDE_CITY) return false;
    if (strcmp(w, "shield") == 0) {
        tilec_parts_set_shields(s, 1);
    } else if (strcmp(w, "shields") == 0) {
        tilec_parts_set_shields(
            s, tilec_line_number(tilec_line_need_word("their number"), 9));
    } else if (goods >= 0) {
        if (s->goods) fail("a city has one kind of goods at most");
        s->goods = (uint8_t)goods;
    } else {
        return false;
    }
    return true;
}

static bool tilec_parts_take_tag(struct aude_segment *s, const char *w)
{
    int tag = tilec_words_look_up(aude_tag_name, 0, AUDE_TAGS, w);

    if (tag < 0 || !tag_rows[tag].written || tag_rows[tag].kind != s->kind) return false;
    s->tags = (uint16_t)(s->tags | 1u << tag);
    return true;
}

/* What must hold of a segment once its line is read. */
static void tilec_parts_check_segment(const struct aude_segment *s, bool inside)
{
    if (s->x < 0) fail("the %s lacks its point: at x,y", tilec_parts_kind_name(s->kind));
    if ((s->kind == AUDE_ROAD || s->kind == AUDE_CITY) && !s->sides)
        fail("the %s reaches no side", tilec_parts_kind_name(s->kind));
    if (s->kind != AUDE_FIELD) return;
    if (!s->halves && !inside)
        fail("the field reaches no half side; if that is right, write \"inside\"");
    if (s->halves && inside) fail("a field that reaches a half side is not \"inside\"");
    if (inside && !s->cities) fail("a field inside the tile must lie beside a city");
}

static struct aude_segment *tilec_parts_read_segment(struct entry *e, int kind)
{
    struct aude_segment *s = tilec_parts_add_segment(e, kind);
    bool inside = false;

    for (const char *w; (w = tilec_line_next_word());) {
        if (strcmp(w, "at") == 0)
            tilec_parts_read_anchor(s);
        else if (kind == AUDE_FIELD && strcmp(w, "beside") == 0)
            tilec_parts_read_beside(e, s);
        else if (kind == AUDE_FIELD && strcmp(w, "inside") == 0)
            inside = true;
        else if (!tilec_parts_take_reach(e, s, w) && !tilec_parts_take_city_word(s, w) &&
                 !tilec_parts_take_tag(s, w))
            fail("a %s cannot have \"%s\"", tilec_parts_kind_name(kind), w);
    }
    tilec_parts_check_segment(s, inside);
    return s;
}

/* ---- statements inside a tile ---- */

static void tilec_parts_read_road(struct entry *e)
{
    tilec_parts_read_segment(e, AUDE_ROAD);
}

static void tilec_parts_read_city(struct entry *e)
{
    tilec_parts_read_segment(e, AUDE_CITY);
}

static void tilec_parts_read_field(struct entry *e)
{
    tilec_parts_read_segment(e, AUDE_FIELD);
}

static void tilec_parts_read_garden(struct entry *e)
{
    tilec_parts_read_segment(e, AUDE_GARDEN);
}

static void tilec_parts_read_monastery(struct entry *e)
{
    tilec_parts_read_segment(e, AUDE_MONASTERY);
}

static void tilec_parts_read_shrine(struct entry *e)
{
    tilec_parts_read_segment(e, AUDE_MONASTERY)->tags = AUDE_TAG_SHRINE;
}

static void tilec_parts_read_abbey(struct entry *e)
{
    tilec_parts_read_segment(e, AUDE_MONASTERY)->tags = AUDE_TAG_ABBEY;
}

static void tilec_parts_read_tower(struct entry *e)
{
    if (e->tile.marks & AUDE_MARK_TOWER) fail("a tile has at most one tower");
    tilec_line_need_exactly("at");
    tilec_line_read_point(&e->tile.tower_x, &e->tile.tower_y, ANCHOR_MAX, ANCHOR_MAX);
    tilec_line_need_end();
    e->tile.marks |= AUDE_MARK_TOWER;
}

static void tilec_parts_read_river(struct entry *e)
{
    struct aude_tile *t = &e->tile;

    if (t->river_role) fail("a tile has at most one river");
    for (const char *w; (w = tilec_line_next_word());) {
        int side = tilec_words_look_up(aude_side_name, 0, 4, w),
            role = tilec_words_look_up(tilec_words_role_name, AUDE_RIVER_SPRING,
                                       AUDE_RIVER_CITY_LAKE + 1, w);

        if (side >= 0) {
            tilec_parts_claim_side(e, side, RIVER, false);
            t->river = (uint8_t)(t->river | 1u << side);
        } else if (role >= 0 && !t->river_role) {
            t->river_role = (uint8_t)role;
        } else {
            fail("a river cannot have \"%s\"", w);
        }
    }
    if (!t->river_role) fail("the river lacks its role, such as segment or lake");
}

static void tilec_parts_read_walls(struct entry *e)
{
    tilec_line_need_word("a half side");
    in.next--;
    for (const char *w; (w = tilec_line_next_word());) {
        int half = tilec_words_look_up(aude_half_name, 0, 8, w);

        if (half < 0) fail("\"%s\" is not a half side", w);
        tilec_parts_claim_half(e, half, WALL);
        e->tile.walls = (uint8_t)(e->tile.walls | 1u << half);
    }
}

static void tilec_parts_read_place(struct entry *e)
{
    int col, row;

    if (in.set != AUDE_SET_COUNT) fail("only the tiles of the count have a place");
    if (e->placed) fail("the place is given twice");
    tilec_line_need_exactly("column");
    col = tilec_line_number(tilec_line_need_word("a column"), COLUMNS - 1);
    tilec_line_need_exactly("row");
    row = tilec_line_number(tilec_line_need_word("a row"), ROWS - 1);
    if (col < 0 || row < 0)
        fail("columns are numbered 0 to %d, rows 0 to %d", COLUMNS - 1, ROWS - 1);
    tilec_line_need_end();
    e->placed = true;
    e->tile.col = (int8_t)col;
    e->tile.row = (int8_t)row;
}

static void tilec_parts_read_meet(struct entry *e)
{
    struct aude_tile *t = &e->tile;
    unsigned group = 0;
    int n = 0;

    if (t->n_wagon == AUDE_WAGON_GROUPS_MAX)
        fail("a tile has at most %d meeting points", AUDE_WAGON_GROUPS_MAX);
    for (const char *w; (w = tilec_line_next_word()); n++) {
        int i = tilec_parts_segment_named(t, w);

        if (t->segment[i].kind > AUDE_MONASTERY) fail("a wagon cannot enter a %s", w);
        if (group >> i & 1) fail("\"%s\" stands here twice", w);
        group |= 1u << i;
    }
    if (n < 2) fail("at least two parts must meet");
    t->wagon[t->n_wagon++] = (uint16_t)group;
}

static uint8_t tilec_parts_read_crosser(const struct aude_tile *t)
{
    const char *w = tilec_line_need_word("what it crosses");

    if (strcmp(w, "river") != 0) return (uint8_t)tilec_parts_segment_named(t, w);
    if (!t->river_role) fail("there is no \"river\" among the parts listed so far");
    return AUDE_OVER_RIVER;
}

/* "bridge road0 over river" and "tunnel road0 under city0": each says first what a
 * traveller would name first. */
static void tilec_parts_read_crossing(struct entry *e, bool tunnel)
{
    struct aude_tile *t = &e->tile;
    struct aude_crossing c = {.tunnel = tunnel};
    uint8_t first, second;

    if (t->n_crossings == AUDE_CROSSINGS_MAX)
        fail("a tile has at most %d bridges and tunnels", AUDE_CROSSINGS_MAX);
    first = tilec_parts_read_crosser(t);
    tilec_line_need_exactly(tunnel ? "under" : "over");
    second = tilec_parts_read_crosser(t);
    tilec_line_need_end();
    if (first == second) fail("nothing can cross itself");
    c.upper = tunnel ? second : first;
    c.lower = tunnel ? first : second;
    if (c.upper == AUDE_OVER_RIVER) fail("a river cannot pass over anything");
    t->crossing[t->n_crossings++] = c;
}

static void tilec_parts_read_bridge(struct entry *e)
{
    tilec_parts_read_crossing(e, false);
}

static void tilec_parts_read_tunnel(struct entry *e)
{
    tilec_parts_read_crossing(e, true);
}

/* The rest of the line as it stands, a # included. */
static void tilec_parts_read_note(struct entry *e)
{
    const char *text = in.text + (in.word[0] - in.cut) + strlen("note");
    size_t n;

    if (e->note[0]) fail("a tile has at most one note");
    text += strspn(text, " \t\r");
    n = strlen(text);
    while (n > 0 && strchr(" \t\r", text[n - 1])) n--;
    if (n == 0) fail("the note is empty");
    memcpy(e->note, text, n);
    e->note[n] = '\0';
}

static const struct {
    const char *word;
    void (*read)(struct entry *);
} tile_statements[] = {
    {"road", tilec_parts_read_road},           {"city", tilec_parts_read_city},
    {"monastery", tilec_parts_read_monastery}, {"shrine", tilec_parts_read_shrine},
    {"abbey", tilec_parts_read_abbey},         {"garden", tilec_parts_read_garden},
    {"field", tilec_parts_read_field},         {"tower", tilec_parts_read_tower},
    {"river", tilec_parts_read_river},         {"walls", tilec_parts_read_walls},
    {"place", tilec_parts_read_place},         {"meet", tilec_parts_read_meet},
    {"bridge", tilec_parts_read_bridge},       {"tunnel", tilec_parts_read_tunnel},
    {"note", tilec_parts_read_note},
};
enum { TILE_STATEMENTS = sizeof tile_statements / sizeof tile_statements[0] };

void tilec_parts_read_inside_tile(const char *word)
{
    for (int i = 0; i < TILE_STATEMENTS; i++) {
        if (strcmp(tile_statements[i].word, word) != 0) continue;
        if (!tile_open) fail("\"%s\" must stand inside a tile", word);
        tile_statements[i].read(&entries[n_entries - 1]);
        return;
    }
    fail("no line starts with \"%s\"", word);
}
