/* tilec.c -- compiles the tile files to C tables.
 *
 *     tilec data/tiles/base.tiles data/tiles/river-1.tiles ... > tiles.c
 *
 * Files come in the order of enum aude_set, since a tile's kind is its place in the
 * table. The form of a file is explained at the top of each. A file may say a thing twice
 * (the edges follow from the parts, a garden tile repeats its plain one): what follows
 * from something else is checked against it. The first mistake ends the run with its
 * file, line and a sentence, before anything is written. */
#include "aude_tile.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_CHARS_MAX = 300,
    WORDS_MAX = 40,
    KINDS_MAX = AUDE_KIND_NONE, /* that number itself means "none" */
    ID_CHARS_MAX = 80,
    JCZ_CHARS_MAX = 30,
    ANCHOR_MAX = 1023,
    COPIES_MAX = 99,
    COLUMNS = 4,
    ROWS = 3
};

/* Who owns a side's middle or a half side: a segment's index, or one of these. */
enum { NOBODY = 255, RIVER = 254, WALL = 253 };

/* A tile while it is read: the row to be written, and what is only needed to check it. */
struct entry {
    struct aude_tile tile;
    char id[ID_CHARS_MAX + 1];
    char jcz[JCZ_CHARS_MAX + 1];
    char note[LINE_CHARS_MAX + 1];
    char edges[5]; /* as the file claims them, or empty */
    int line;      /* of its tile statement */
    bool counted, placed;
    uint8_t middle[4], half[8]; /* owners */
};

static struct entry entries[KINDS_MAX];
static int n_entries;
static bool tile_open; /* the last entry still takes statements */

static struct aude_quarter quarters[4];
static int n_quarters;

/* The line being read. */
static struct {
    const char *file;
    int number, set; /* line number; enum aude_set, or -1 before the set statement */
    char text[LINE_CHARS_MAX + 1]; /* as it stands */
    char cut[LINE_CHARS_MAX + 1];  /* the same, words ended by zeros */
    char *word[WORDS_MAX];
    int n, next; /* words in all; index of the next one to look at */
} in;

/* ORDER SET */
static const struct {
    const char *name, *constant;
} sets[AUDE_SETS] = {
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
};

/* A word of the files, the value it stands for and, where needed, the constant's name. */
struct word {
    const char *text;
    int value;
    const char *constant;
};

static const struct word kind_words[] = {
    {"road", AUDE_ROAD, "AUDE_ROAD"},
    {"city", AUDE_CITY, "AUDE_CITY"},
    {"monastery", AUDE_MONASTERY, "AUDE_MONASTERY"},
    {"garden", AUDE_GARDEN, "AUDE_GARDEN"},
    {"field", AUDE_FIELD, "AUDE_FIELD"},
    {NULL, 0, NULL},
};

static const struct word goods_words[] = {
    {"wine", AUDE_WINE, "AUDE_WINE"},
    {"grain", AUDE_GRAIN, "AUDE_GRAIN"},
    {"cloth", AUDE_CLOTH, "AUDE_CLOTH"},
    {NULL, 0, NULL},
};

static const struct word mark_words[] = {
    {"start", AUDE_MARK_START, "AUDE_MARK_START"},
    {"volcano", AUDE_MARK_VOLCANO, "AUDE_MARK_VOLCANO"},
    {"dragon", AUDE_MARK_DRAGON, "AUDE_MARK_DRAGON"},
    {"portal", AUDE_MARK_PORTAL, "AUDE_MARK_PORTAL"},
    {"fair", AUDE_MARK_FAIR, "AUDE_MARK_FAIR"},
    {NULL, AUDE_MARK_TOWER, "AUDE_MARK_TOWER"}, /* has a statement of its own */
};

static const struct word role_words[] = {
    {"spring", AUDE_RIVER_SPRING, "AUDE_RIVER_SPRING"},
    {"segment", AUDE_RIVER_SEGMENT, "AUDE_RIVER_SEGMENT"},
    {"fork", AUDE_RIVER_FORK, "AUDE_RIVER_FORK"},
    {"lake", AUDE_RIVER_LAKE, "AUDE_RIVER_LAKE"},
    {"volcano-lake", AUDE_RIVER_VOLCANO_LAKE, "AUDE_RIVER_VOLCANO_LAKE"},
    {"city-lake", AUDE_RIVER_CITY_LAKE, "AUDE_RIVER_CITY_LAKE"},
    {NULL, 0, NULL},
};

/* Words after a part of the tile that give it a tag, and the kind of part they suit. */
static const struct {
    const char *text;
    int kind, tag;
    const char *constant;
} tag_words[] = {
    {"inn", AUDE_ROAD, AUDE_TAG_INN, "AUDE_TAG_INN"},
    {"cathedral", AUDE_CITY, AUDE_TAG_CATHEDRAL, "AUDE_TAG_CATHEDRAL"},
    {"princess", AUDE_CITY, AUDE_TAG_PRINCESS, "AUDE_TAG_PRINCESS"},
    {"herd", AUDE_FIELD, AUDE_TAG_HERD, "AUDE_TAG_HERD"},
    /* These are set by "beside carcassonne" and by the statements of their name. */
    {NULL, AUDE_FIELD, AUDE_TAG_CARCASSONNE, "AUDE_TAG_CARCASSONNE"},
    {NULL, AUDE_MONASTERY, AUDE_TAG_SHRINE, "AUDE_TAG_SHRINE"},
    {NULL, AUDE_MONASTERY, AUDE_TAG_ABBEY, "AUDE_TAG_ABBEY"},
};
enum { TAG_WORDS = sizeof tag_words / sizeof tag_words[0] };

static const char *const side_names[4] = {"N", "E", "S", "W"};
static const char *const half_names[8] = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};
static const char edge_letters[] = "FRCWXA"; /* ORDER of enum aude_edge */
static const char *const edge_constants[] = {"AUDE_EDGE_FIELD", "AUDE_EDGE_ROAD",
                                             "AUDE_EDGE_CITY",  "AUDE_EDGE_RIVER",
                                             "AUDE_EDGE_WALL",  "AUDE_EDGE_ABBEY"};

/* ---- mistakes ---- */

static _Noreturn void fail_at(int line, const char *sentence, ...)
{
    va_list args;

    fprintf(stderr, "%s:%d: ", in.file, line);
    va_start(args, sentence);
    vfprintf(stderr, sentence, args);
    va_end(args);
    fputc('\n', stderr);
    exit(1);
}

#define fail(...) fail_at(in.number, __VA_ARGS__)

/* ---- words ---- */

static const char *peek_word(void)
{
    return in.next < in.n ? in.word[in.next] : NULL;
}

static const char *next_word(void)
{
    return in.next < in.n ? in.word[in.next++] : NULL;
}

static const char *need_word(const char *what)
{
    const char *w = next_word();

    if (!w) fail("here the line ends, but %s should follow", what);
    return w;
}

static void need_exactly(const char *text)
{
    const char *w = next_word();

    if (!w || strcmp(w, text) != 0) fail("the word \"%s\" is missing here", text);
}

static void need_end_of_line(void)
{
    if (peek_word()) fail("\"%s\" does not belong on this line", peek_word());
}

/* The value of `w` in a table that ends with a NULL text, or -1. */
static int look_up(const struct word *table, const char *w)
{
    for (; table->text; table++)
        if (strcmp(table->text, w) == 0) return table->value;
    return -1;
}

static int index_of(const char *const *names, int n, const char *w)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], w) == 0) return i;
    return -1;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The number that the text from `s` up to `end` spells, or -1 when it spells none or one
 * above `max`. No number of ours has more than four digits. */
static int number_between(const char *s, const char *end, int max)
{
    int value = 0;

    if (end == s || end - s > 4) return -1;
    for (; s < end; s++) {
        if (!is_digit(*s)) return -1;
        value = value * 10 + (*s - '0');
    }
    return value <= max ? value : -1;
}

static int number(const char *s, int max)
{
    return number_between(s, s + strlen(s), max);
}

/* Reads "120,455". */
static void read_point(int16_t *x, int16_t *y, int x_max, int y_max)
{
    const char *w = need_word("a point like 512,300");
    const char *comma = strchr(w, ',');
    int px, py;

    if (!comma) fail("\"%s\" is not a point; write it like 512,300", w);
    px = number_between(w, comma, x_max);
    py = number(comma + 1, y_max);
    if (px < 0 || py < 0)
        fail("the point \"%s\" is not within 0,0 and %d,%d", w, x_max, y_max);
    *x = (int16_t)px;
    *y = (int16_t)py;
}

/* ---- the parts of a tile ---- */

static const char *kind_name(int kind)
{
    return kind_words[kind].text;
}

static struct aude_segment *last_segment(struct entry *e)
{
    return &e->tile.segment[e->tile.n_segments - 1];
}

/* The index of the tile's `nth` segment of `kind`, or -1. */
static int nth_segment(const struct aude_tile *t, int kind, int nth)
{
    for (int i = 0; i < t->n_segments; i++)
        if (t->segment[i].kind == kind && nth-- == 0) return i;
    return -1;
}

/* The index of the segment that a word like "city0" or "monastery" names. */
static int segment_named(const struct aude_tile *t, const char *w)
{
    int found = -1;

    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++) {
        size_t n = strlen(kind_name(kind));
        bool single = kind == AUDE_MONASTERY || kind == AUDE_GARDEN;

        if (strncmp(w, kind_name(kind), n) != 0) continue;
        if (single && w[n] == '\0') found = nth_segment(t, kind, 0);
        if (!single && number(w + n, 9) >= 0)
            found = nth_segment(t, kind, number(w + n, 9));
    }
    if (found < 0) fail("there is no \"%s\" among the parts listed so far", w);
    return found;
}

static void claim_half(struct entry *e, int half, uint8_t owner)
{
    if (e->half[half] != NOBODY) fail("half side %s is claimed twice", half_names[half]);
    e->half[half] = owner;
}

/* A city takes the whole side; a road or river leaves the halves to the fields. */
static void claim_side(struct entry *e, int side, uint8_t owner, bool whole)
{
    if (e->middle[side] != NOBODY) fail("side %s is claimed twice", side_names[side]);
    e->middle[side] = owner;
    if (!whole) return;
    claim_half(e, 2 * side, owner);
    claim_half(e, 2 * side + 1, owner);
}

static struct aude_segment *add_segment(struct entry *e, int kind)
{
    struct aude_tile *t = &e->tile;

    if (t->n_segments == AUDE_SEGMENTS_MAX)
        fail("a tile has at most %d parts", AUDE_SEGMENTS_MAX);
    if (t->n_segments > 0 && last_segment(e)->kind > kind)
        fail("a %s must be listed before the %s", kind_name(kind),
             kind_name(last_segment(e)->kind));
    if ((kind == AUDE_MONASTERY || kind == AUDE_GARDEN) && nth_segment(t, kind, 0) >= 0)
        fail("a tile has at most one %s", kind_name(kind));
    t->n_segments++;
    last_segment(e)->kind = (uint8_t)kind;
    last_segment(e)->x = last_segment(e)->y = -1;
    return last_segment(e);
}

static void read_anchor(struct aude_segment *s)
{
    if (s->x >= 0) fail("\"at\" stands here twice");
    read_point(&s->x, &s->y, ANCHOR_MAX, ANCHOR_MAX);
}

static void read_beside(struct entry *e, struct aude_segment *s)
{
    int before = s->cities + (s->tags & AUDE_TAG_CARCASSONNE);

    for (const char *w; (w = peek_word()); next_word()) {
        if (strcmp(w, "carcassonne") == 0)
            s->tags |= AUDE_TAG_CARCASSONNE;
        else if (strncmp(w, "city", 4) == 0)
            s->cities = (uint16_t)(s->cities | 1u << segment_named(&e->tile, w));
        else
            break;
    }
    if (s->cities + (s->tags & AUDE_TAG_CARCASSONNE) == before)
        fail("after \"beside\" a new city must follow, like city0");
}

/* Takes `w` as a side or half side that the segment reaches, if it is one. */
static bool take_reach(struct entry *e, struct aude_segment *s, const char *w)
{
    uint8_t owner = (uint8_t)(e->tile.n_segments - 1);
    int side = index_of(side_names, 4, w), half = index_of(half_names, 8, w);

    if (side >= 0 && (s->kind == AUDE_ROAD || s->kind == AUDE_CITY)) {
        claim_side(e, side, owner, s->kind == AUDE_CITY);
        s->sides = (uint8_t)(s->sides | 1u << side);
        return true;
    }
    if (half >= 0 && s->kind == AUDE_FIELD) {
        claim_half(e, half, owner);
        s->halves = (uint8_t)(s->halves | 1u << half);
        return true;
    }
    return false;
}

static void set_shields(struct aude_segment *s, int n)
{
    if (n < 1 || n > 2) fail("a city has one shield or two");
    if (s->shields) fail("the shields of this city are given twice");
    s->shields = (uint8_t)n;
}

static bool take_city_word(struct aude_segment *s, const char *w)
{
    int goods = look_up(goods_words, w);

    if (s->kind != AUDE_CITY) return false;
    if (strcmp(w, "shield") == 0) {
        set_shields(s, 1);
    } else if (strcmp(w, "shields") == 0) {
        set_shields(s, number(need_word("their number"), 9));
    } else if (goods >= 0) {
        if (s->goods) fail("a city has one kind of goods at most");
        s->goods = (uint8_t)goods;
    } else {
        return false;
    }
    return true;
}

static bool take_tag(struct aude_segment *s, const char *w)
{
    for (int i = 0; i < TAG_WORDS; i++)
        if (tag_words[i].text && strcmp(tag_words[i].text, w) == 0 &&
            tag_words[i].kind == s->kind) {
            s->tags = (uint8_t)(s->tags | tag_words[i].tag);
            return true;
        }
    return false;
}

/* What must hold of a segment once its line is read. */
static void check_segment(const struct aude_segment *s, bool inside)
{
    if (s->x < 0) fail("the %s lacks its point: at x,y", kind_name(s->kind));
    if ((s->kind == AUDE_ROAD || s->kind == AUDE_CITY) && !s->sides)
        fail("the %s reaches no side", kind_name(s->kind));
    if (s->kind != AUDE_FIELD) return;
    if (!s->halves && !inside)
        fail("the field reaches no half side; if that is right, write \"inside\"");
    if (s->halves && inside) fail("a field that reaches a half side is not \"inside\"");
    if (inside && !s->cities) fail("a field inside the tile must lie beside a city");
}

static struct aude_segment *read_segment(struct entry *e, int kind)
{
    struct aude_segment *s = add_segment(e, kind);
    bool inside = false;

    for (const char *w; (w = next_word());) {
        if (strcmp(w, "at") == 0)
            read_anchor(s);
        else if (kind == AUDE_FIELD && strcmp(w, "beside") == 0)
            read_beside(e, s);
        else if (kind == AUDE_FIELD && strcmp(w, "inside") == 0)
            inside = true;
        else if (!take_reach(e, s, w) && !take_city_word(s, w) && !take_tag(s, w))
            fail("a %s cannot have \"%s\"", kind_name(kind), w);
    }
    check_segment(s, inside);
    return s;
}

/* ---- statements inside a tile ---- */

static void read_road(struct entry *e)
{
    read_segment(e, AUDE_ROAD);
}

static void read_city(struct entry *e)
{
    read_segment(e, AUDE_CITY);
}

static void read_field(struct entry *e)
{
    read_segment(e, AUDE_FIELD);
}

static void read_garden(struct entry *e)
{
    read_segment(e, AUDE_GARDEN);
}

static void read_monastery(struct entry *e)
{
    read_segment(e, AUDE_MONASTERY);
}

static void read_shrine(struct entry *e)
{
    read_segment(e, AUDE_MONASTERY)->tags = AUDE_TAG_SHRINE;
}

static void read_abbey(struct entry *e)
{
    read_segment(e, AUDE_MONASTERY)->tags = AUDE_TAG_ABBEY;
}

static void read_tower(struct entry *e)
{
    if (e->tile.marks & AUDE_MARK_TOWER) fail("a tile has at most one tower");
    need_exactly("at");
    read_point(&e->tile.tower_x, &e->tile.tower_y, ANCHOR_MAX, ANCHOR_MAX);
    need_end_of_line();
    e->tile.marks |= AUDE_MARK_TOWER;
}

static void read_river(struct entry *e)
{
    struct aude_tile *t = &e->tile;

    if (t->river_role) fail("a tile has at most one river");
    for (const char *w; (w = next_word());) {
        int side = index_of(side_names, 4, w), role = look_up(role_words, w);

        if (side >= 0) {
            claim_side(e, side, RIVER, false);
            t->river = (uint8_t)(t->river | 1u << side);
        } else if (role >= 0 && !t->river_role) {
            t->river_role = (uint8_t)role;
        } else {
            fail("a river cannot have \"%s\"", w);
        }
    }
    if (!t->river_role) fail("the river lacks its role, such as segment or lake");
}

static void read_walls(struct entry *e)
{
    need_word("a half side");
    in.next--;
    for (const char *w; (w = next_word());) {
        int half = index_of(half_names, 8, w);

        if (half < 0) fail("\"%s\" is not a half side", w);
        claim_half(e, half, WALL);
        e->tile.walls = (uint8_t)(e->tile.walls | 1u << half);
    }
}

static void read_place(struct entry *e)
{
    int col, row;

    if (in.set != AUDE_SET_COUNT) fail("only the tiles of the count have a place");
    if (e->placed) fail("the place is given twice");
    need_exactly("column");
    col = number(need_word("a column"), COLUMNS - 1);
    need_exactly("row");
    row = number(need_word("a row"), ROWS - 1);
    if (col < 0 || row < 0)
        fail("columns are numbered 0 to %d, rows 0 to %d", COLUMNS - 1, ROWS - 1);
    need_end_of_line();
    e->placed = true;
    e->tile.col = (int8_t)col;
    e->tile.row = (int8_t)row;
}

static void read_meet(struct entry *e)
{
    struct aude_tile *t = &e->tile;
    unsigned group = 0;
    int n = 0;

    if (t->n_wagon == AUDE_WAGON_GROUPS_MAX)
        fail("a tile has at most %d meeting points", AUDE_WAGON_GROUPS_MAX);
    for (const char *w; (w = next_word()); n++) {
        int i = segment_named(t, w);

        if (t->segment[i].kind > AUDE_MONASTERY) fail("a wagon cannot enter a %s", w);
        if (group >> i & 1) fail("\"%s\" stands here twice", w);
        group |= 1u << i;
    }
    if (n < 2) fail("at least two parts must meet");
    t->wagon[t->n_wagon++] = (uint16_t)group;
}

static uint8_t read_crosser(const struct aude_tile *t)
{
    const char *w = need_word("what it crosses");

    if (strcmp(w, "river") != 0) return (uint8_t)segment_named(t, w);
    if (!t->river_role) fail("there is no \"river\" among the parts listed so far");
    return AUDE_OVER_RIVER;
}

/* "bridge road0 over river" and "tunnel road0 under city0": each says first what a
 * traveller would name first. */
static void read_crossing(struct entry *e, bool tunnel)
{
    struct aude_tile *t = &e->tile;
    struct aude_crossing c = {.tunnel = tunnel};
    uint8_t first, second;

    if (t->n_crossings == AUDE_CROSSINGS_MAX)
        fail("a tile has at most %d bridges and tunnels", AUDE_CROSSINGS_MAX);
    first = read_crosser(t);
    need_exactly(tunnel ? "under" : "over");
    second = read_crosser(t);
    need_end_of_line();
    if (first == second) fail("nothing can cross itself");
    c.upper = tunnel ? second : first;
    c.lower = tunnel ? first : second;
    if (c.upper == AUDE_OVER_RIVER) fail("a river cannot pass over anything");
    t->crossing[t->n_crossings++] = c;
}

static void read_bridge(struct entry *e)
{
    read_crossing(e, false);
}

static void read_tunnel(struct entry *e)
{
    read_crossing(e, true);
}

/* The rest of the line as it stands, a # included. */
static void read_note(struct entry *e)
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
    {"road", read_road},     {"city", read_city},     {"monastery", read_monastery},
    {"shrine", read_shrine}, {"abbey", read_abbey},   {"garden", read_garden},
    {"field", read_field},   {"tower", read_tower},   {"river", read_river},
    {"walls", read_walls},   {"place", read_place},   {"meet", read_meet},
    {"bridge", read_bridge}, {"tunnel", read_tunnel}, {"note", read_note},
};
enum { TILE_STATEMENTS = sizeof tile_statements / sizeof tile_statements[0] };

/* ---- a finished tile ---- */

static bool is_segment(uint8_t owner)
{
    return owner < WALL;
}

static bool is_field(const struct entry *e, uint8_t owner)
{
    return is_segment(owner) && e->tile.segment[owner].kind == AUDE_FIELD;
}

static bool is_abbey(const struct aude_tile *t)
{
    return t->n_segments > 0 && (t->segment[0].tags & AUDE_TAG_ABBEY);
}

static uint8_t edge_of_side(const struct entry *e, int side)
{
    uint8_t middle = e->middle[side];

    if (is_abbey(&e->tile)) return AUDE_EDGE_ABBEY;
    if (middle == RIVER) return AUDE_EDGE_RIVER;
    if (is_segment(middle))
        return e->tile.segment[middle].kind == AUDE_CITY ? AUDE_EDGE_CITY
                                                         : AUDE_EDGE_ROAD;
    if (e->half[2 * side] == WALL || e->half[2 * side + 1] == WALL) return AUDE_EDGE_WALL;
    return AUDE_EDGE_FIELD;
}

static uint8_t port_of(uint8_t owner)
{
    return is_segment(owner) ? owner : AUDE_KIND_NONE;
}

/* Left, middle and right as seen from the centre. A field side whose halves belong to two
 * fields has nothing in the middle: neither of them crosses it there. */
static void fill_ports(struct entry *e, int side)
{
    uint8_t left = e->half[2 * side], right = e->half[2 * side + 1];
    uint8_t *port = &e->tile.port[3 * side];

    port[0] = port_of(left);
    port[1] = port_of(e->middle[side]);
    port[2] = port_of(right);
    if (e->tile.edge[side] == AUDE_EDGE_FIELD && left == right) port[1] = port[0];
}

static void check_side(const struct entry *e, int side)
{
    uint8_t edge = e->tile.edge[side];

    if (edge == AUDE_EDGE_ABBEY) return;
    for (int half = 2 * side; half < 2 * side + 2; half++) {
        if (e->half[half] == NOBODY)
            fail_at(e->line, "half side %s belongs to nobody", half_names[half]);
        if ((edge == AUDE_EDGE_ROAD || edge == AUDE_EDGE_RIVER) &&
            !is_field(e, e->half[half]))
            fail_at(e->line, "half side %s, beside a %s, must be a field",
                    half_names[half], edge == AUDE_EDGE_ROAD ? "road" : "river");
    }
}

static void check_edges(const struct entry *e)
{
    char made[5] = "";

    for (int side = 0; side < 4; side++) made[side] = edge_letters[e->tile.edge[side]];
    if (e->edges[0] && strcmp(e->edges, made) != 0)
        fail_at(e->line, "the edges are given as %s, but the parts make %s", e->edges,
                made);
}

static int bits(unsigned mask)
{
    int n = 0;

    for (; mask; mask &= mask - 1) n++;
    return n;
}

static void check_river(const struct entry *e)
{
    const struct aude_tile *t = &e->tile;
    int want = t->river_role == AUDE_RIVER_NONE      ? 0
               : t->river_role == AUDE_RIVER_SEGMENT ? 2
               : t->river_role == AUDE_RIVER_FORK    ? 3
                                                     : 1;

    if (bits(t->river) != want)
        fail_at(e->line, "a river of this role reaches %d sides, not %d", want,
                bits(t->river));
}

static void check_abbey(const struct entry *e)
{
    const struct aude_tile *t = &e->tile;

    for (int i = 0; i < t->n_segments; i++)
        if ((t->segment[i].tags & AUDE_TAG_ABBEY) &&
            (t->n_segments > 1 || t->river || t->walls))
            fail_at(e->line, "an abbey stands alone on its tile");
}

static bool same_segment(const struct aude_segment *a, const struct aude_segment *b)
{
    return a->kind == b->kind && a->sides == b->sides && a->halves == b->halves &&
           a->shields == b->shields && a->goods == b->goods && a->tags == b->tags &&
           a->cities == b->cities;
}

/* Segment indexes of a garden tile, without the garden. */
static uint8_t without_garden(uint8_t segment, int garden)
{
    return (uint8_t)(segment < WALL && segment > garden ? segment - 1 : segment);
}

static bool same_crossings(const struct aude_tile *t, const struct aude_tile *plain,
                           int garden)
{
    if (t->n_crossings != plain->n_crossings) return false;
    for (int i = 0; i < t->n_crossings; i++)
        if (t->crossing[i].tunnel != plain->crossing[i].tunnel ||
            without_garden(t->crossing[i].upper, garden) != plain->crossing[i].upper ||
            without_garden(t->crossing[i].lower, garden) != plain->crossing[i].lower)
            return false;
    return true;
}

static bool same_but_garden(const struct aude_tile *t, const struct aude_tile *plain,
                            int garden)
{
    if (t->n_segments != plain->n_segments + 1) return false;
    for (int i = 0; i < plain->n_segments; i++)
        if (!same_segment(&t->segment[i < garden ? i : i + 1], &plain->segment[i]))
            return false;
    return t->marks == plain->marks && t->river == plain->river &&
           t->river_role == plain->river_role && t->letter == plain->letter &&
           memcmp(t->edge, plain->edge, sizeof t->edge) == 0 &&
           t->n_wagon == plain->n_wagon &&
           memcmp(t->wagon, plain->wagon, sizeof t->wagon) == 0 &&
           same_crossings(t, plain, garden);
}

static void check_variant(const struct entry *e)
{
    const struct aude_tile *t = &e->tile;
    int garden = nth_segment(t, AUDE_GARDEN, 0);

    if (garden < 0 && t->variant_of == AUDE_KIND_NONE) return;
    if (garden < 0) fail_at(e->line, "a tile that replaces another must have a garden");
    if (t->variant_of == AUDE_KIND_NONE)
        fail_at(e->line, "a tile with a garden must say which tile it replaces");
    if (!same_but_garden(t, &entries[t->variant_of].tile, garden))
        fail_at(e->line, "apart from its garden this tile must be like %s",
                entries[t->variant_of].id);
}

static void finish_tile(void)
{
    struct entry *e;

    if (!tile_open) return;
    tile_open = false;
    e = &entries[n_entries - 1];
    if (!e->counted)
        fail_at(e->line, "the tile does not say how many there are, like x4");
    if (in.set == AUDE_SET_COUNT && !e->placed)
        fail_at(e->line, "a tile of the count must have a place");
    if (e->tile.walls && !e->placed)
        fail_at(e->line, "only tiles of the count have walls");
    check_abbey(e);
    for (int side = 0; side < 4; side++) {
        e->tile.edge[side] = edge_of_side(e, side);
        check_side(e, side);
        fill_ports(e, side);
    }
    check_edges(e);
    check_river(e);
    check_variant(e);
}

/* ---- the tile line ---- */

static void check_name(const char *name)
{
    if (name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-")])
        fail("the name \"%s\" may only have small letters, digits and hyphens", name);
}

/* The kind called `name` in the set being read, or -1. */
static int kind_named(const char *name)
{
    const char *set = sets[in.set].name;
    size_t n = strlen(set);

    for (int i = 0; i < n_entries; i++)
        if (!strncmp(entries[i].id, set, n) && entries[i].id[n] == '/' &&
            !strcmp(entries[i].id + n + 1, name))
            return i;
    return -1;
}

static int read_copies(const char *w)
{
    int n = w[0] == 'x' ? number(w + 1, COPIES_MAX) : -1;

    if (n < 0) fail("\"%s\" is not a number of tiles; write it like x4", w);
    return n;
}

static void read_letter(struct entry *e)
{
    const char *w = need_word("a letter");

    if (w[0] < 'A' || w[0] > 'X' || w[1]) fail("the letters are A to X, not \"%s\"", w);
    e->tile.letter = w[0];
}

static void read_edges(struct entry *e)
{
    const char *w = need_word("the edges");

    if (strlen(w) != 4 || w[strspn(w, edge_letters)])
        fail("\"%s\" are no edges; write four of the letters %s", w, edge_letters);
    strcpy(e->edges, w);
}

static void read_jcz(struct entry *e)
{
    const char *w = need_word("a JCloisterZone name");

    if (strlen(w) > JCZ_CHARS_MAX) fail("\"%s\" is too long", w);
    strcpy(e->jcz, w);
}

static void read_replaces(struct entry *e)
{
    const char *w = need_word("the name of the plain tile");
    int kind = kind_named(w);

    if (kind < 0 || kind == n_entries - 1)
        fail("no tile \"%s\" stands above this one", w);
    e->tile.variant_of = (aude_kind)kind;
}

static void read_tile_word(struct entry *e, const char *w)
{
    int mark = look_up(mark_words, w);

    if (strcmp(w, "edges") == 0)
        read_edges(e);
    else if (strcmp(w, "letter") == 0)
        read_letter(e);
    else if (strcmp(w, "revised") == 0)
        e->tile.revised = (uint8_t)read_copies(need_word("a number of tiles"));
    else if (strcmp(w, "replaces") == 0)
        read_replaces(e);
    else if (strcmp(w, "jcz") == 0)
        read_jcz(e);
    else if (mark >= 0)
        e->tile.marks = (uint8_t)(e->tile.marks | mark);
    else
        fail("a tile cannot have \"%s\"", w);
}

static struct entry *new_entry(const char *name)
{
    struct entry *e;

    check_name(name);
    if (strlen(sets[in.set].name) + 1 + strlen(name) > ID_CHARS_MAX)
        fail("the name \"%s\" is too long", name);
    if (kind_named(name) >= 0) fail("there is already a tile \"%s\"", name);
    if (n_entries == KINDS_MAX) fail("there are at most %d kinds of tiles", KINDS_MAX);
    e = &entries[n_entries++];
    memset(e->middle, NOBODY, sizeof e->middle);
    memset(e->half, NOBODY, sizeof e->half);
    snprintf(e->id, sizeof e->id, "%s/%s", sets[in.set].name, name);
    e->line = in.number;
    e->tile.set = (uint8_t)in.set;
    e->tile.variant_of = AUDE_KIND_NONE;
    e->tile.col = e->tile.row = -1;
    e->tile.tower_x = e->tile.tower_y = -1;
    return e;
}

static void read_tile(void)
{
    struct entry *e = new_entry(need_word("the name of the tile"));

    tile_open = true;
    for (const char *w; (w = next_word());) {
        if (w[0] == 'x' && is_digit(w[1])) {
            if (e->counted) fail("the number of tiles is given twice");
            /* "revised" comes after and says where the two editions differ. */
            e->tile.count = e->tile.revised = (uint8_t)read_copies(w);
            e->counted = true;
        } else {
            if (strcmp(w, "revised") == 0 && !e->counted)
                fail("the classic number, like x4, comes before \"revised\"");
            read_tile_word(e, w);
        }
    }
}

/* ---- files ---- */

/* ORDER as aude_quarters promises it. */
static const char *const quarter_names[4] = {"castle", "market", "blacksmith",
                                             "cathedral"};

static void read_quarter(void)
{
    struct aude_quarter *q = &quarters[n_quarters];
    const char *w = need_word("the name of the quarter");
    int kind;

    if (in.set != AUDE_SET_COUNT) fail("only the count has quarters");
    if (n_quarters == 4 || strcmp(w, quarter_names[n_quarters]) != 0)
        fail("the quarters are castle, market, blacksmith, cathedral, in that order");
    need_exactly("serves");
    kind = look_up(kind_words, need_word("a kind of feature"));
    if (kind < 0 || kind == AUDE_GARDEN)
        fail("a quarter serves road, city, monastery or field");
    need_exactly("at");
    read_point(&q->x, &q->y, COLUMNS * 1024 - 1, ROWS * 1024 - 1);
    need_end_of_line();
    q->name = quarter_names[n_quarters++];
    q->serves = (uint8_t)kind;
}

static void read_set(void)
{
    const char *w = need_word("the name of the set");
    static int previous = -1;

    if (in.set >= 0) fail("a file holds one set");
    for (int i = 0; i < AUDE_SETS; i++)
        if (strcmp(sets[i].name, w) == 0) in.set = i;
    if (in.set < 0) fail("there is no set \"%s\"", w);
    if (in.set <= previous)
        fail("the set %s must come before %s", w, sets[previous].name);
    need_end_of_line();
    previous = in.set;
}

static void read_inside_tile(const char *word)
{
    for (int i = 0; i < TILE_STATEMENTS; i++) {
        if (strcmp(tile_statements[i].word, word) != 0) continue;
        if (!tile_open) fail("\"%s\" must stand inside a tile", word);
        tile_statements[i].read(&entries[n_entries - 1]);
        return;
    }
    fail("no line starts with \"%s\"", word);
}

static void read_statement(void)
{
    const char *word = next_word();

    if (!word) return;
    if (strcmp(word, "set") == 0) {
        read_set();
    } else if (in.set < 0) {
        fail("the file must begin with its set, like: set base");
    } else if (strcmp(word, "tile") == 0) {
        finish_tile();
        read_tile();
    } else if (strcmp(word, "quarter") == 0) {
        read_quarter();
    } else {
        read_inside_tile(word);
    }
}

/* Words are parted by blanks; one that begins with # ends the line. */
static void split_line(void)
{
    char *at = in.cut;

    strcpy(in.cut, in.text);
    in.n = in.next = 0;
    for (;;) {
        at += strspn(at, " \t\r");
        if (*at == '\0' || *at == '#') return;
        /* A note is prose: only its first word matters here. */
        if (in.n == WORDS_MAX && strcmp(in.word[0], "note") == 0) return;
        if (in.n == WORDS_MAX) fail("a line has at most %d words", WORDS_MAX);
        in.word[in.n++] = at;
        at += strcspn(at, " \t\r");
        if (*at) *at++ = '\0';
    }
}

/* Reads a line into in.text; false at the end of the file. */
static bool read_line(FILE *f)
{
    int n = 0, c;

    in.number++;
    while ((c = getc(f)) != EOF && c != '\n') {
        if ((c < ' ' && c != '\t' && c != '\r') || c == 127)
            fail("the line has a character that is not text (code %d)", c);
        if (n == LINE_CHARS_MAX)
            fail("the line is longer than %d characters", LINE_CHARS_MAX);
        in.text[n++] = (char)c;
    }
    in.text[n] = '\0';
    return n > 0 || c != EOF;
}

static void read_file(const char *path)
{
    FILE *f = fopen(path, "rb");

    in.file = path;
    in.number = 0;
    in.set = -1;
    if (!f) fail("the file cannot be opened");
    while (read_line(f)) {
        split_line();
        read_statement();
    }
    if (ferror(f)) fail("the file cannot be read");
    fclose(f);
    if (in.set < 0) fail("the file does not name its set");
    finish_tile();
    if (in.set == AUDE_SET_COUNT && n_quarters < 4) fail("a quarter is missing");
}

/* ---- writing ---- */

/* A C string: plain ASCII, everything else in octal, and no trigraph by accident. */
static void put_string(const char *s)
{
    putchar('"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;

        if (c == '"' || c == '\\' || c == '?')
            printf("\\%c", c);
        else if (c < ' ' || c > '~')
            printf("\\%03o", c);
        else
            putchar(c);
    }
    putchar('"');
}

/* `mask` as the names of its bits joined by |. */
static void put_marks(unsigned mask)
{
    const char *between = "";
    const struct word *w = mark_words;

    for (bool last = false; !last; w++) {
        last = !w->text;
        if (!(mask & (unsigned)w->value)) continue;
        printf("%s%s", between, w->constant);
        between = " | ";
    }
}

static void put_tags(unsigned mask)
{
    const char *between = "";

    for (int i = 0; i < TAG_WORDS; i++) {
        if (!(mask & (unsigned)tag_words[i].tag)) continue;
        printf("%s%s", between, tag_words[i].constant);
        between = " | ";
    }
}

static void put_segment(const struct aude_segment *s)
{
    printf("            { .kind = %s", kind_words[s->kind].constant);
    if (s->sides) printf(", .sides = 0x%x", (unsigned)s->sides);
    if (s->halves) printf(", .halves = 0x%02x", (unsigned)s->halves);
    if (s->shields) printf(", .shields = %d", s->shields);
    if (s->goods) printf(", .goods = %s", goods_words[s->goods - 1].constant);
    if (s->tags) {
        printf(", .tags = ");
        put_tags(s->tags);
    }
    if (s->cities) printf(", .cities = 0x%x", (unsigned)s->cities);
    printf(", .x = %d, .y = %d },\n", s->x, s->y);
}

static void put_names(const struct entry *e)
{
    printf("        .id = ");
    put_string(e->id);
    printf(", .jcz = ");
    put_string(e->jcz);
    printf(",\n        .remarks = ");
    put_string(e->note);
    printf(",\n");
}

/* One bit a side, four bits apart: what the frontier's demands are compared with. Walls and
 * abbeys ask for nothing, so they have no bit. */
static void print_sides(const struct aude_tile *t)
{
    printf("        .sides = {");
    for (int rot = 0; rot < 4; rot++) {
        unsigned sides = 0;
        for (int side = 0; side < 4; side++)
            sides |= (1u << t->edge[side] & 15) << 4 * ((side + rot) & 3);
        printf("%s 0x%04x", rot ? "," : "", sides);
    }
    puts(" },");
}

static void put_tile_facts(const struct aude_tile *t)
{
    printf("        .set = %s, .count = %d, .revised = %d,\n", sets[t->set].constant,
           t->count, t->revised);
    if (t->letter) printf("        .letter = '%c',\n", t->letter);
    printf("        .edge = { %s, %s, %s, %s },\n", edge_constants[t->edge[0]],
           edge_constants[t->edge[1]], edge_constants[t->edge[2]],
           edge_constants[t->edge[3]]);
    print_sides(t);
    if (t->marks) {
        printf("        .marks = ");
        put_marks(t->marks);
        printf(",\n");
    }
    if (t->river_role)
        printf("        .river_role = %s, .river = 0x%x,\n",
               role_words[t->river_role - 1].constant, (unsigned)t->river);
    if (t->walls) printf("        .walls = 0x%02x,\n", (unsigned)t->walls);
    printf("        .col = %d, .row = %d, .variant_of = %d,\n", t->col, t->row,
           t->variant_of);
    printf("        .tower_x = %d, .tower_y = %d,\n", t->tower_x, t->tower_y);
}

/* What all segments come to: where figures may stand is asked by kind. */
static void put_summary(const struct aude_tile *t)
{
    unsigned of[AUDE_FEATURE_KINDS] = {0}, tags = 0;

    for (int i = 0; i < t->n_segments; i++) {
        of[t->segment[i].kind] |= 1u << i;
        tags |= t->segment[i].tags;
    }
    if (tags) {
        printf("        .tags = ");
        put_tags(tags);
        puts(",");
    }
    printf("        .of = {");
    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        printf("%s 0x%x", kind ? "," : "", of[kind]);
    puts(" },");
}

static void put_ports(const struct aude_tile *t)
{
    printf("        .port = { ");
    for (int i = 0; i < 12; i++) printf("%d%s", t->port[i], i < 11 ? ", " : " },\n");
}

static void put_meetings(const struct aude_tile *t)
{
    if (t->n_wagon) {
        printf("        .n_wagon = %d, .wagon = { ", t->n_wagon);
        for (int i = 0; i < t->n_wagon; i++)
            printf("0x%x%s", (unsigned)t->wagon[i], i < t->n_wagon - 1 ? ", " : " },\n");
    }
    if (t->n_crossings) {
        printf("        .n_crossings = %d, .crossing = { ", t->n_crossings);
        for (int i = 0; i < t->n_crossings; i++)
            printf("{ .tunnel = %d, .upper = %d, .lower = %d }%s", t->crossing[i].tunnel,
                   t->crossing[i].upper, t->crossing[i].lower,
                   i < t->n_crossings - 1 ? ", " : " },\n");
    }
}

static void put_tile(int kind)
{
    const struct entry *e = &entries[kind];

    printf("    [%d] = {\n", kind);
    put_names(e);
    put_tile_facts(&e->tile);
    put_ports(&e->tile);
    put_meetings(&e->tile);
    printf("        .n_segments = %d,\n", e->tile.n_segments);
    if (e->tile.n_segments) {
        printf("        .segment = {\n");
        for (int i = 0; i < e->tile.n_segments; i++) put_segment(&e->tile.segment[i]);
        printf("        },\n");
        put_summary(&e->tile);
    }
    printf("    },\n");
}

static void put_quarters(void)
{
    printf("\nconst struct aude_quarter aude_quarters[4] = {\n");
    for (int i = 0; i < 4; i++)
        printf("    { .name = \"%s\", .serves = %s, .x = %d, .y = %d },\n",
               quarter_names[i], kind_words[quarters[i].serves].constant, quarters[i].x,
               quarters[i].y);
    printf("};\n");
}

static void put_tables(void)
{
    printf("/* Made by tools/tilec.c from data/tiles/; change those files, not this one. "
           "*/\n"
           "#include \"aude_tile.h\"\n\n"
           "const int aude_tiles_count = %d;\n\n"
           "const struct aude_tile aude_tiles[] = {\n",
           n_entries);
    for (int kind = 0; kind < n_entries; kind++) put_tile(kind);
    printf("};\n");
    put_quarters();
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: tilec FILE.tiles ... > tiles.c   (files in set order)\n");
        return 2;
    }
    for (int i = 1; i < argc; i++) read_file(argv[i]);
    if (n_entries == 0) fail("there is no tile at all");
    put_tables();
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "tilec: the table cannot be written\n");
        return 1;
    }
    return 0;
}
