/* tilec_read.c -- a tile file: its set, the line with which a tile begins, the quarters. */
#include "tilec.h"

#include <string.h>

struct entry entries[KINDS_MAX];
int n_entries;
bool tile_open;

struct aude_quarter quarters[4];
int n_quarters;

/* ---- the tile line ---- */

static void tilec_read_check_name(const char *name)
{
    if (name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-")])
        fail("the name \"%s\" may only have small letters, digits and hyphens", name);
}

/* The kind called `name` in the set being read, or -1. */
static int tilec_read_kind_named(const char *name)
{
    const char *set = sets[in.set].name;
    size_t n = strlen(set);

    for (int i = 0; i < n_entries; i++)
        if (!strncmp(entries[i].id, set, n) && entries[i].id[n] == '/' &&
            !strcmp(entries[i].id + n + 1, name))
            return i;
    return -1;
}

static int tilec_read_copies(const char *w)
{
    int n = w[0] == 'x' ? tilec_line_number(w + 1, COPIES_MAX) : -1;

    if (n < 0) fail("\"%s\" is not a number of tiles; write it like x4", w);
    return n;
}

static void tilec_read_letter(struct entry *e)
{
    const char *w = tilec_line_need_word("a letter");

    if (w[0] < 'A' || w[0] > 'X' || w[1]) fail("the letters are A to X, not \"%s\"", w);
    e->tile.letter = w[0];
}

static void tilec_read_edges(struct entry *e)
{
    const char *w = tilec_line_need_word("the edges");

    if (strlen(w) != 4 || w[strspn(w, edge_letters)])
        fail("\"%s\" are no edges; write four of the letters %s", w, edge_letters);
    strcpy(e->edges, w);
}

static void tilec_read_jcz(struct entry *e)
{
    const char *w = tilec_line_need_word("a JCloisterZone name");

    if (strlen(w) > JCZ_CHARS_MAX) fail("\"%s\" is too long", w);
    strcpy(e->jcz, w);
}

static void tilec_read_replaces(struct entry *e)
{
    const char *w = tilec_line_need_word("the name of the plain tile");
    int kind = tilec_read_kind_named(w);

    if (kind < 0 || kind == n_entries - 1)
        fail("no tile \"%s\" stands above this one", w);
    e->tile.variant_of = (aude_kind)kind;
}

static void tilec_read_tile_word(struct entry *e, const char *w)
{
    int mark = tilec_words_look_up(aude_mark_name, 0, AUDE_MARKS, w);

    if (strcmp(w, "edges") == 0)
        tilec_read_edges(e);
    else if (strcmp(w, "letter") == 0)
        tilec_read_letter(e);
    else if (strcmp(w, "revised") == 0)
        e->tile.revised =
            (uint8_t)tilec_read_copies(tilec_line_need_word("a number of tiles"));
    else if (strcmp(w, "replaces") == 0)
        tilec_read_replaces(e);
    else if (strcmp(w, "jcz") == 0)
        tilec_read_jcz(e);
    else if (mark >= 0 && 1 << mark != AUDE_MARK_TOWER) /* has a statement of its own */
        e->tile.marks = (uint16_t)(e->tile.marks | 1u << mark);
    else
        fail("a tile cannot have \"%s\"", w);
}

static struct entry *tilec_read_new_entry(const char *name)
{
    struct entry *e;

    tilec_read_check_name(name);
    if (strlen(sets[in.set].name) + 1 + strlen(name) > ID_CHARS_MAX)
        fail("the name \"%s\" is too long", name);
    if (tilec_read_kind_named(name) >= 0) fail("there is already a tile \"%s\"", name);
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

static void tilec_read_tile(void)
{
    struct entry *e = tilec_read_new_entry(tilec_line_need_word("the name of the tile"));

    tile_open = true;
    for (const char *w; (w = tilec_line_next_word());) {
        if (w[0] == 'x' && tilec_line_is_digit(w[1])) {
            if (e->counted) fail("the number of tiles is given twice");
            /* "revised" comes after and says where the two editions differ. */
            e->tile.count = e->tile.revised = (uint8_t)tilec_read_copies(w);
            e->counted = true;
        } else {
            if (strcmp(w, "revised") == 0 && !e->counted)
                fail("the classic number, like x4, comes before \"revised\"");
            tilec_read_tile_word(e, w);
        }
    }
}

/* ---- files ---- */

static void tilec_read_quarter(void)
{
    struct aude_quarter *q = &quarters[n_quarters];
    const char *w = tilec_line_need_word("the name of the quarter");
    int kind;

    if (in.set != AUDE_SET_COUNT) fail("only the count has quarters");
    if (n_quarters == 4 || strcmp(w, quarter_names[n_quarters]) != 0)
        fail("the quarters are castle, market, blacksmith, cathedral, in that order");
    tilec_line_need_exactly("serves");
    kind = tilec_words_look_up(aude_feature_name, 0, AUDE_FEATURE_KINDS,
                               tilec_line_need_word("a kind of feature"));
    if (kind < 0 || kind == AUDE_GARDEN)
        fail("a quarter serves road, city, monastery or field");
    tilec_line_need_exactly("at");
    tilec_line_read_point(&q->x, &q->y, COLUMNS * 1024 - 1, ROWS * 1024 - 1);
    tilec_line_need_end();
    q->name = quarter_names[n_quarters++];
    q->serves = (uint8_t)kind;
}

static void tilec_read_set(void)
{
    const char *w = tilec_line_need_word("the name of the set");
    static int previous = -1;

    if (in.set >= 0) fail("a file holds one set");
    for (int i = 0; i < AUDE_SETS; i++)
        if (strcmp(sets[i].name, w) == 0) in.set = i;
    if (in.set < 0) fail("there is no set \"%s\"", w);
    if (in.set <= previous)
        fail("the set %s must come before %s", w, sets[previous].name);
    tilec_line_need_end();
    previous = in.set;
}

static void tilec_read_statement(void)
{
    const char *word = tilec_line_next_word();

    if (!word) return;
    if (strcmp(word, "set") == 0) {
        tilec_read_set();
    } else if (in.set < 0) {
        fail("the file must begin with its set, like: set base");
    } else if (strcmp(word, "tile") == 0) {
        tilec_check_finish_tile();
        tilec_read_tile();
    } else if (strcmp(word, "quarter") == 0) {
        tilec_read_quarter();
    } else {
        tilec_parts_read_inside_tile(word);
    }
}

void tilec_read_file(const char *path)
{
    FILE *f = fopen(path, "rb");

    in.file = path;
    in.number = 0;
    in.set = -1;
    if (!f) fail("the file cannot be opened");
    while (tilec_line_read(f)) {
        tilec_line_split();
        tilec_read_statement();
    }
    if (ferror(f)) fail("the file cannot be read");
    fclose(f);
    if (in.set < 0) fail("the file does not name its set");
    tilec_check_finish_tile();
    if (in.set == AUDE_SET_COUNT && n_quarters < 4) fail("a quarter is missing");
}
