/* test_art.c -- the picture: well-formed, bounded, the same every time, and true to the data.
 *
 * The seams between tiles are looked at by tests/art/seam.py. */
#include "art.h"
#include "grid.h"
#include "test.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 16 << 20, DEPTH = 32, IDS = 20000, ATTRIBUTES = 16, NAME = 32 };

/* -- A small strict reader of XML ------------------------------------------------------- */

struct ids {
    int n;
    char name[IDS][NAME];
};

struct xml {
    const char *at;
    const char *wrong; /* the first thing that is wrong, or NULL */
    char open[DEPTH][NAME];
    int depth, roots;
    struct ids *defined, *wanted;
};

static void wrong(struct xml *x, const char *what)
{
    if (!x->wrong) x->wrong = what;
}

static void keep(struct xml *x, struct ids *ids, const char *from, size_t n)
{
    if (ids->n >= IDS || n == 0 || n >= NAME) {
        wrong(x, "too many ids, or a bad one");
        return;
    }
    memcpy(ids->name[ids->n], from, n);
    ids->name[ids->n++][n] = 0;
}

static size_t name_at(const char *p)
{
    size_t n = 0;

    while (isalnum((unsigned char)p[n]) || (n && (p[n] == '-' || p[n] == ':'))) n++;
    return n < NAME ? n : 0;
}

/* "&amp;" and "&#215;" are the only kinds of reference that are understood without a DTD. */
static const char *reference(struct xml *x, const char *p)
{
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    const char *q = p + 2;

    for (int i = 0; i < 4; i++)
        if (!strncmp(p, known[i], strlen(known[i]))) return p + strlen(known[i]);
    if (p[1] != '#' || !isdigit((unsigned char)*q)) wrong(x, "a bare ampersand");
    while (isdigit((unsigned char)*q)) q++;
    if (*q != ';') wrong(x, "an unfinished reference");
    return q;
}

static bool is_name(const char *name, size_t n, const char *what)
{
    return strlen(what) == n && !strncmp(name, what, n);
}

/* Numbers and commands only: a stray letter is a broken conversion or a "nan". */
static void check_path(struct xml *x, const char *v, size_t n)
{
    if (n && *v != 'M') wrong(x, "a path that does not begin with M");
    for (size_t i = 0; i < n; i++)
        if (!strchr("MLHVCSQTAZmlhvcsqtaz0123456789 .-", v[i]))
            wrong(x, "a path with a stray byte");
}

static void check_value(struct xml *x, const char *name, size_t n, const char *v,
                        size_t len)
{
    const char *url = NULL;

    for (size_t i = 0; i + 4 < len; i++)
        if (!strncmp(v + i, "url(", 4)) url = v + i + 4;
    if (is_name(name, n, "id")) keep(x, x->defined, v, len);
    if (is_name(name, n, "d")) check_path(x, v, len);
    if (is_name(name, n, "href")) {
        if (*v != '#')
            wrong(x, "an external reference");
        else
            keep(x, x->wanted, v + 1, len - 1);
    }
    if (url) {
        if (*url != '#' || !memchr(url, ')', (size_t)(v + len - url)))
            wrong(x, "an external url()");
        else
            keep(x, x->wanted, url + 1,
                 (size_t)((const char *)memchr(url, ')', (size_t)(v + len - url)) - url -
                          1));
    }
    if (len > 4 && !strncmp(v, "http", 4) && !is_name(name, n, "xmlns"))
        wrong(x, "an address");
    if (memchr(name, ':', n)) wrong(x, "a foreign namespace");
}

/* The end of a value, NULL where it has none. Not strchr(): ASan looks at the whole rest of the text each time it is called. */
static const char *value_end(const char *v)
{
    while (*v && *v != '"') v++;
    return *v ? v : NULL;
}

static void attributes(struct xml *x)
{
    const char *seen[ATTRIBUTES];
    size_t length[ATTRIBUTES];
    int n_seen = 0;

    while (*x->at == ' ') {
        size_t n = name_at(++x->at);
        const char *name = x->at, *v = name + n + 2, *end;

        if (!n || name[n] != '=' || name[n + 1] != '"' || !(end = value_end(v))) {
            wrong(x, "a bad attribute");
            return;
        }
        for (int i = 0; i < n_seen; i++)
            if (length[i] == n && !strncmp(seen[i], name, n))
                wrong(x, "an attribute twice");
        if (n_seen < ATTRIBUTES) {
            seen[n_seen] = name;
            length[n_seen++] = n;
        }
        for (const char *p = v; p < end; p++) {
            if (*p == '<') wrong(x, "< in an attribute");
            if (*p == '&') p = reference(x, p) - 1;
        }
        check_value(x, name, n, v, (size_t)(end - v));
        x->at = end + 1;
    }
}

static void element(struct xml *x)
{
    static const char *const banned[] = {"script", "image", "foreignObject", "iframe",
                                         "a"};
    size_t n = name_at(++x->at);

    for (int i = 0; i < 5; i++)
        if (is_name(x->at, n, banned[i])) wrong(x, "an element that has no place here");
    if (!n || x->depth >= DEPTH) {
        wrong(x, "a bad or too deep element");
        return;
    }
    if (!x->depth) x->roots++;
    memcpy(x->open[x->depth], x->at, n);
    x->open[x->depth++][n] = 0;
    x->at += n;
    attributes(x);
    if (x->at[0] == '/' && x->at[1] == '>') {
        x->depth--;
        x->at += 2;
    } else if (*x->at == '>')
        x->at++;
    else
        wrong(x, "an element that does not end");
}

static void closing(struct xml *x)
{
    size_t n = name_at(x->at += 2);

    if (!x->depth || !is_name(x->at, n, x->open[x->depth - 1]))
        wrong(x, "elements that cross");
    else
        x->depth--;
    x->at += n;
    if (*x->at++ != '>') wrong(x, "a closing tag that does not close");
}

static void characters(struct xml *x)
{
    bool in_style = x->depth && !strcmp(x->open[x->depth - 1], "style");

    while (*x->at && *x->at != '<') {
        if (!x->depth && *x->at != '\n') wrong(x, "text outside the root");
        if (in_style && (!strncmp(x->at, "url(", 4) || *x->at == '@'))
            wrong(x, "a style that reaches out");
        if ((unsigned char)*x->at < 32 && *x->at != '\n') wrong(x, "a control byte");
        x->at = *x->at == '&' ? reference(x, x->at) : x->at + 1;
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Every id once, and every id that is referred to there; `outside` is the text of the page
 * that is known to define some as well. */
static void check_ids(struct xml *x, const char *outside)
{
    struct ids *d = x->defined;

    qsort(d->name, (size_t)d->n, sizeof d->name[0], by_name);
    for (int i = 0; i + 1 < d->n; i++)
        if (!strcmp(d->name[i], d->name[i + 1])) wrong(x, "an id twice");
    for (int i = 0; i < x->wanted->n; i++) {
        char quoted[NAME + 8];
        const char *name = x->wanted->name[i];

        if (bsearch(name, d->name, (size_t)d->n, sizeof d->name[0], by_name)) continue;
        snprintf(quoted, sizeof quoted, "id=\"%s\"", name);
        if (!outside || !strstr(outside, quoted)) wrong(x, "a reference to nothing");
    }
}

/* NULL if `text` is a sound SVG document, else what is wrong with it. */
static const char *unsound(const char *text, const char *outside)
{
    static struct ids defined, wanted;
    struct xml x = {.at = text, .defined = &defined, .wanted = &wanted};

    defined.n = wanted.n = 0;
    while (*x.at && !x.wrong) {
        if (*x.at != '<')
            characters(&x);
        else if (x.at[1] == '/')
            closing(&x);
        else
            element(&x);
    }
    if (x.depth || x.roots != 1) wrong(&x, "not one root");
    check_ids(&x, outside);
    return x.wrong;
}

TEST(the_reader_of_xml_is_strict)
{
    static const char *const bad[] = {
        "<a b=\"1\" b=\"2\"/>",
        "<g><g></g>",
        "<g></p>",
        "<g/><g/>",
        "<g id=\"x\"><g id=\"x\"/></g>",
        "<use href=\"#y\"/>",
        "<use href=\"http://x\"/>",
        "<g>a & b</g>",
        "<g a=1/>",
        "<path d=\"Mnan 1\"/>",
        "<g fill=\"url(x.svg#y)\"/>",
        "<script/>",
        "<g",
        "text",
        "<style>@import x;</style>",
        "<g a=\"<\"/>",
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (!CHECK(unsound(bad[i], NULL))) FAIL("%s passed", bad[i]);
    CHECK(!unsound(
        "<svg xmlns=\"http://x\"><g id=\"k\"/><use href=\"#k\"/>a &amp; b</svg>", NULL));
    CHECK(!unsound("<use href=\"#k\"/>", "<g id=\"k\"/>"));
}

/* -- Tiles ------------------------------------------------------------------------------ */

static char *buffer(void)
{
    static char out[BYTES];

    return out;
}

/* Where the machine code is slow each tile is drawn lying in one way, and every fourth is asked what is seen where: a sanitizer
 * minds how a picture is made, and the release build compares all of them. */
static bool in_a_hurry(void)
{
    return getenv("AUDE_QUICK") != NULL;
}

static void each_tile(void (*look)(aude_kind kind, unsigned rot, unsigned copy,
                                   enum art_style style))
{
    int copies = test_amount(1, ART_COPIES);

    for (int kind = 0; kind < aude_tiles_count; kind++)
        for (unsigned rot = in_a_hurry() ? (unsigned)kind % 4 : 0; rot < 4;
             rot += in_a_hurry() ? 4 : 1)
            for (int copy = 0; copy < (copies ? copies : 1); copy++)
                for (int style = 0; style < ART_STYLES; style++)
                    look((aude_kind)kind, rot,
                         ((unsigned)copy + rot + (unsigned)kind) % ART_COPIES,
                         (enum art_style)style);
}

static void look_sound(aude_kind kind, unsigned rot, unsigned copy, enum art_style style)
{
    char *out = buffer();
    size_t n = art_tile_svg(kind, rot, copy, style, out, ART_TILE_BYTES_MAX);
    const char *why = n < ART_TILE_BYTES_MAX ? unsound(out, NULL) : "it is too long";

    CHECK(n > 200 && strlen(out) == n);
    if (!CHECK(!why))
        FAIL("%s rot %u copy %u style %d: %s (%zu bytes)", aude_tiles[kind].id, rot, copy,
             (int)style, why, n);
}

TEST(every_tile_is_sound_svg_of_at_most_24_KiB)
{
    each_tile(look_sound);
}

static void look_group(aude_kind kind, unsigned rot, unsigned copy, enum art_style style)
{
    static char defs[ART_STYLES][64 << 10];
    const char *why;

    if (!defs[style][0])
        CHECK(art_defs(style, defs[style], sizeof defs[style]) < sizeof defs[style]);
    if ((kind + rot) % 3) return;
    CHECK(art_tile_group(kind, rot, copy, style, buffer(), BYTES) < BYTES);
    why = unsound(buffer(), defs[style]);
    if (!CHECK(!why)) FAIL("%s rot %u: %s", aude_tiles[kind].id, rot, why);
}

TEST(groups_need_nothing_but_the_shared_definitions)
{
    each_tile(look_group);
}

static int count(const char *text, const char *word)
{
    int n = 0;

    while ((text = strstr(text, word))) n++, text += strlen(word);
    return n;
}

/* For tiles of few pixels: the walls and ways of the map, and less of what is only to look at. */
TEST(a_quiet_tile_is_the_map_with_less_on_it)
{
    static char map[ART_TILE_BYTES_MAX], quiet[ART_TILE_BYTES_MAX];
    long all = 0, left = 0;

    for (int kind = 0; kind < aude_tiles_count; kind++) {
        art_tile_svg((aude_kind)kind, 0, 0, ART_MAP, map, sizeof map);
        art_tile_svg((aude_kind)kind, 0, 0, ART_QUIET, quiet, sizeof quiet);
        CHECK_EQ(count(quiet, "\"auwa\""), count(map, "\"auwa\"")); /* walls */
        CHECK_EQ(count(quiet, "\"aucr"), 0);                        /* furrows */
        CHECK_EQ(count(quiet, "\"auhg\""), 0);                      /* hedges */
        if (!CHECK(count(quiet, "<use") <= count(map, "<use")))
            FAIL("%s has more on it when it is quiet", aude_tiles[kind].id);
        all += count(map, "<use");
        left += count(quiet, "<use");
    }
    if (!CHECK(left * 3 < all * 2)) FAIL("%ld things of %ld are left", left, all);
}

static void look_twice(aude_kind kind, unsigned rot, unsigned copy, enum art_style style)
{
    static char first[ART_TILE_BYTES_MAX], second[ART_TILE_BYTES_MAX];

    if ((kind + rot) % 4) return;
    memset(first, 1, sizeof first);
    memset(second, 2, sizeof second);
    art_tile_svg(kind, rot, copy, style, first, sizeof first);
    art_tile_svg((aude_kind)(kind ? kind - 1 : 1), rot, copy, style, second,
                 sizeof second);
    art_tile_svg(kind, rot, copy, style, second, sizeof second);
    CHECK(!strcmp(first, second));
}

TEST(the_same_tile_is_the_same_bytes)
{
    each_tile(look_twice);
}

/* The first strip of a farm in a drawing: what neither border nor ids could make differ. */
static const char *first_farm(aude_kind kind, unsigned rot, unsigned copy, char *out)
{
    const char *at;

    CHECK(art_tile_svg(kind, rot, copy, ART_MAP, out, ART_TILE_BYTES_MAX) <
          ART_TILE_BYTES_MAX);
    at = strstr(out, "class=\"aust\"");
    return at ? at : "none";
}

TEST(copies_and_turns_differ)
{
    static char a[ART_TILE_BYTES_MAX], b[ART_TILE_BYTES_MAX];
    int kind = aude_tile_find("base/road-straight");

    CHECK(kind >= 0);
    for (unsigned copy = 1; copy < ART_COPIES; copy++)
        CHECK(strncmp(first_farm((aude_kind)kind, 0, 0, a),
                      first_farm((aude_kind)kind, 0, copy, b), 60));
    CHECK(strncmp(first_farm((aude_kind)kind, 0, 0, a),
                  first_farm((aude_kind)kind, 1, 0, b), 60));
    CHECK_EQ(art_copy_at(0, 0), 0);
    CHECK_EQ(art_copy_at(-1, 2), 1);
    CHECK_EQ(art_copy_at(4, -3), 2);
    CHECK(art_copy_at(-7, -5) < ART_COPIES);
}

TEST(a_short_buffer_is_filled_and_not_overrun)
{
    static char whole[ART_TILE_BYTES_MAX], part[ART_TILE_BYTES_MAX];
    size_t n = art_tile_svg(0, 0, 0, ART_PLAIN, whole, sizeof whole);

    CHECK_EQ(art_tile_svg(0, 0, 0, ART_PLAIN, NULL, 0), n);
    for (size_t size = 1; size <= n + 1; size += size < 40 ? 1 : 37) {
        memset(part, '?', sizeof part);
        CHECK_EQ(art_tile_svg(0, 0, 0, ART_PLAIN, part, size), n);
        CHECK(!strncmp(part, whole, size - 1) && part[size - 1] == 0 &&
              part[size] == '?');
    }
}

/* -- What is seen is what the rules know ------------------------------------------------ */

struct scene {
    struct plan plan;
    struct grid grid;
};

static void each_scene(void (*look)(const struct scene *scene, aude_kind kind,
                                    unsigned rot))
{
    static struct scene scene;

    for (int kind = 0; kind < aude_tiles_count; kind += in_a_hurry() ? 4 : 1)
        for (unsigned rot = 0; rot < 4; rot++) {
            plan_make(&scene.plan, (aude_kind)kind, rot);
            grid_make(&scene.grid, &scene.plan);
            look(&scene, (aude_kind)kind, rot);
        }
}

static void look_anchors(const struct scene *scene, aude_kind kind, unsigned rot)
{
    for (unsigned i = 0; i < aude_tiles[kind].n_segments; i++) {
        struct point p = plan_anchor(&scene->plan, i);
        unsigned seen = grid_at(&scene->grid, p);

        if (!CHECK(seen == i))
            FAIL("%s rot %u: where a follower on segment %u stands one sees %u",
                 aude_tiles[kind].id, rot, i, seen);
        if (rot == kind % 4u) CHECK_EQ(art_segment_at(kind, rot, (int)p.x, (int)p.y), i);
    }
}

TEST(followers_stand_in_what_they_claim)
{
    each_scene(look_anchors);
}

/* A quarter along each side, a little inside: half side h of the tile as it lies. */
static struct point half_point(unsigned h)
{
    static const int x[8] = {250, 750, 985, 985, 750, 250, 15, 15},
                     y[8] = {15, 15, 250, 750, 985, 985, 750, 250};

    return pt(x[h & 7], y[h & 7]);
}

static void look_halves(const struct scene *scene, aude_kind kind, unsigned rot)
{
    const struct aude_tile *t = &aude_tiles[kind];

    for (unsigned i = 0; i < t->n_segments; i++)
        for (unsigned h = 0; h < 8; h++) {
            unsigned seen = grid_at(&scene->grid, half_point(h + 2 * rot));
            bool has = t->segment[i].kind == AUDE_FIELD && t->segment[i].halves >> h & 1;

            if (!CHECK((seen == i && t->segment[i].kind == AUDE_FIELD) == has))
                FAIL("%s rot %u: half side %u, segment %u: one sees %u", t->id, rot, h, i,
                     seen);
        }
}

TEST(the_drawn_fields_are_those_of_the_data)
{
    each_scene(look_halves);
}

static void look_sides(const struct scene *scene, aude_kind kind, unsigned rot)
{
    const struct aude_tile *t = &aude_tiles[kind];

    for (unsigned i = 0; i < t->n_segments; i++)
        for (unsigned s = 0; s < 4; s++) {
            struct point in = plan_side_inward(s + rot),
                         p = shift(plan_side_middle((s + rot) & 3), in, 8);
            bool way = t->segment[i].kind == AUDE_ROAD || t->segment[i].kind == AUDE_CITY;

            if (way && t->segment[i].sides >> s & 1)
                CHECK_EQ(grid_at(&scene->grid, p), i);
        }
}

TEST(roads_and_cities_reach_their_sides)
{
    each_scene(look_sides);
}

/* The parts a field falls into on the drawing; slivers of less than 30 cells not counted. */
static int parts_of(const struct grid *g, unsigned label)
{
    static uint8_t seen[GRID][GRID];
    static uint16_t stack[GRID * GRID];
    int parts = 0;

    memset(seen, 0, sizeof seen);
    for (int start = 0; start < GRID * GRID; start++) {
        int n = 0, size = 0;

        if (g->label[start / GRID][start % GRID] != label ||
            seen[start / GRID][start % GRID])
            continue;
        stack[n++] = (uint16_t)start;
        seen[start / GRID][start % GRID] = 1;
        for (; n; size++) {
            int at = stack[--n], x = at % GRID, y = at / GRID;
            int next[4] = {x ? at - 1 : at, x < GRID - 1 ? at + 1 : at,
                           y ? at - GRID : at, y < GRID - 1 ? at + GRID : at};
            for (int k = 0; k < 4; k++) {
                if (g->label[next[k] / GRID][next[k] % GRID] != label ||
                    seen[next[k] / GRID][next[k] % GRID])
                    continue;
                seen[next[k] / GRID][next[k] % GRID] = 1;
                stack[n++] = (uint16_t)next[k];
            }
        }
        parts += size >= 30;
    }
    return parts;
}

/* A field hangs together, unless something passes over it: a city on arches. */
static void look_whole(const struct scene *scene, aude_kind kind, unsigned rot)
{
    const struct aude_tile *t = &aude_tiles[kind];

    for (unsigned i = 0; i < t->n_segments; i++) {
        bool bridged = false;

        for (int k = 0; k < t->n_crossings; k++)
            bridged |= t->crossing[k].upper < t->n_segments &&
                       t->segment[t->crossing[k].upper].kind == AUDE_CITY;
        if (t->segment[i].kind != AUDE_FIELD || rot) continue;
        if (!CHECK(parts_of(&scene->grid, i) == 1 || bridged))
            FAIL("%s: field %u is drawn in %d parts", t->id, i,
                 parts_of(&scene->grid, i));
    }
}

TEST(a_field_hangs_together)
{
    each_scene(look_whole);
}

/* Walls are seen standing, whichever way the tile is turned, and hide a strip of field to
 * their north: that alone may differ. */
static bool same_place(const struct aude_tile *t, unsigned a, unsigned b)
{
    bool city_a =
        a == LABEL_WALLED || (a < t->n_segments && t->segment[a].kind == AUDE_CITY);
    bool city_b =
        b == LABEL_WALLED || (b < t->n_segments && t->segment[b].kind == AUDE_CITY);
    bool field_a = a < t->n_segments && t->segment[a].kind == AUDE_FIELD;
    bool field_b = b < t->n_segments && t->segment[b].kind == AUDE_FIELD;

    return a == b || (city_a && field_b) || (field_a && city_b);
}

static void look_turned(const struct scene *scene, aude_kind kind, unsigned rot)
{
    static uint8_t north[GRID][GRID];
    int differ = 0;

    if (rot == 0) memcpy(north, scene->grid.label, sizeof north);
    for (int y = 0; y < GRID; y++)
        for (int x = 0; x < GRID; x++)
            differ += !same_place(
                &aude_tiles[kind],
                grid_at(&scene->grid, turned(grid_cell_middle(x, y), rot)), north[y][x]);
    if (!CHECK(differ <= 3 * GRID / 2))
        FAIL("%s rot %u: %d cells are not those of the unturned tile",
             aude_tiles[kind].id, rot, differ);
}

TEST(a_turned_tile_shows_the_same_place)
{
    each_scene(look_turned);
}

/* Twice the area inside path data of M, l, h, v and z, with a sign for its direction. */
static long area_of(const char *p)
{
    long x = 0, y = 0, x0 = 0, y0 = 0, sum = 0;
    char command = 0, *end;

    while (*p) {
        long px = x, py = y;

        if (isalpha((unsigned char)*p)) command = *p++;
        if (command == 'z') {
            sum += x * y0 - x0 * y;
            x = x0;
            y = y0;
            continue;
        }
        if (command != 'v') x = strtol(p, &end, 10) + (command == 'M' ? 0 : px), p = end;
        if (command != 'h') y = strtol(p, &end, 10) + (command == 'M' ? 0 : py), p = end;
        if (command == 'M')
            x0 = x, y0 = y;
        else
            sum += px * y - x * py;
    }
    return sum;
}

static void look_outlines(const struct scene *scene, aude_kind kind, unsigned rot)
{
    if ((kind + rot) % 4) return;
    for (unsigned i = 0; i < aude_tiles[kind].n_segments; i++) {
        long cells = 0, area;

        for (int y = 0; y < GRID; y++)
            for (int x = 0; x < GRID; x++) cells += scene->grid.label[y][x] == i;
        CHECK(art_segment_path(kind, rot, i, buffer(), BYTES) < 16 << 10);
        area = area_of(buffer()) / 2 - cells * CELL * CELL;
        if (!CHECK(labs(area) <= 1500 + cells * CELL * CELL / 40))
            FAIL("%s rot %u segment %u: the outline is off by %ld", aude_tiles[kind].id,
                 rot, i, area);
    }
}

TEST(the_outline_of_a_segment_holds_its_cells)
{
    each_scene(look_outlines);
}

TEST(cells_are_what_points_show)
{
    static uint8_t cell[ART_CELLS * ART_CELLS];

    for (int kind = 0; kind < aude_tiles_count; kind += 23) {
        art_segment_cells((aude_kind)kind, 1, cell);
        for (int i = 7; i < ART_CELLS * ART_CELLS; i += 997)
            CHECK_EQ(cell[i], art_segment_at((aude_kind)kind, 1, i % ART_CELLS * CELL + 5,
                                             i / ART_CELLS * CELL + 5));
    }
}

TEST(a_tower_stands_on_its_foundation)
{
    int x, y;

    for (int kind = 0; kind < aude_tiles_count; kind++) {
        bool has = art_tower_foot((aude_kind)kind, 2, &x, &y);
        CHECK_EQ(has, (aude_tiles[kind].marks & AUDE_MARK_TOWER) != 0);
        if (has) CHECK_EQ(art_segment_at((aude_kind)kind, 2, x, y), AUDE_KIND_NONE);
    }
}

TEST(water_and_villages_belong_to_no_segment)
{
    CHECK_EQ(art_segment_at((aude_kind)0, 0, -5, 20), AUDE_KIND_NONE);
    CHECK_EQ(art_segment_at((aude_kind)0, 0, 20, 1000), AUDE_KIND_NONE);
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        if (!strcmp(aude_tiles[kind].id, "base/crossing4"))
            CHECK_EQ(art_segment_at((aude_kind)kind, 0, 500, 500), AUDE_KIND_NONE);
        if (!strcmp(aude_tiles[kind].id, "river-1/river-straight"))
            CHECK_EQ(art_segment_at((aude_kind)kind, 0, 500, 500), AUDE_KIND_NONE);
    }
}

/* Where three ways meet their corners are rounded: what is drawn there is hit there. */
TEST(the_rounded_corners_of_a_fork_belong_to_it)
{
    int fork = aude_tile_find("river-2/fork"),
        ends = aude_tile_find("abbey-mayor/road-three-ends");
    int corners[2] = {0, 0};

    for (unsigned rot = 0; rot < 4; rot++)
        for (int dx = -1; dx <= 1; dx += 2)
            for (int dy = -1; dy <= 1; dy += 2) {
                unsigned at =
                    art_segment_at((aude_kind)ends, rot, 500 + dx * 62, 500 + dy * 62);

                corners[0] += art_segment_at((aude_kind)fork, rot, 500 + dx * 104,
                                             500 + dy * 104) == AUDE_KIND_NONE;
                corners[1] += at < AUDE_SEGMENTS_MAX &&
                              aude_tiles[ends].segment[at].kind == AUDE_ROAD;
            }
    CHECK_EQ(corners[0], 8);
    CHECK_EQ(corners[1], 8);
}

/* -- Figures, sheets, boards ------------------------------------------------------------ */

TEST(every_figure_is_sound_svg)
{
    for (int figure = 0; figure < ART_FIGURE_KINDS; figure++)
        for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
            for (int pose = 0; pose < 2; pose++)
                for (unsigned height = 1; height < 12; height += 5) {
                    size_t n =
                        art_figure_svg((enum art_figure)figure, seat, (enum art_pose)pose,
                                       height, buffer(), BYTES);
                    const char *why = unsound(buffer(), NULL);

                    CHECK(n > 300 && n < 16 << 10);
                    if (!CHECK(!why)) FAIL("figure %d: %s", figure, why);
                }
}

TEST(every_seat_has_its_own_colour_and_emblem)
{
    for (unsigned a = 0; a < AUDE_SEATS_MAX; a++)
        for (unsigned b = 0; b < a; b++) {
            CHECK(strcmp(art_seat_colour(a), art_seat_colour(b)));
            CHECK(strcmp(art_seat_emblem(a), art_seat_emblem(b)));
        }
}

TEST(every_sheet_is_sound_svg)
{
    struct art_options o = art_defaults();

    o.flags |= ART_NAMES;
    for (int set = 0; set < AUDE_SETS; set++)
        for (int style = 0; style < ART_STYLES; style++) {
            const char *why;

            o.style = (enum art_style)style;
            CHECK(art_sheet_svg((enum aude_set)set, &o, buffer(), BYTES) < 1 << 20);
            why = unsound(buffer(), NULL);
            if (!CHECK(!why)) FAIL("set %d: %s", set, why);
        }
}

/* A game in which seat after seat does what the dice say. */
static void play(struct aude_game *game, unsigned dice, int actions)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.seed = aude_seed(dice);
    setup.n_seats = 5;
    setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_I;
    CHECK_EQ(aude_game_init(game, &setup, NULL), AUDE_ERR_OK);
    for (; actions && !aude_game_over(game); actions--) {
        int n = aude_game_actions(game, list, AUDE_ACTIONS_MAX);
        dice = dice * 1664525u + 1013904223u;
        CHECK_EQ(aude_game_play(game, list[(dice >> 8) % (unsigned)n], NULL),
                 AUDE_ERR_OK);
    }
}

TEST(boards_are_sound_svg)
{
    static struct aude_game game;

    for (int style = 0; style < ART_STYLES; style++)
        for (int actions = 0; actions < 200; actions = actions * 3 + 1) {
            struct art_options o = {.style = (enum art_style)style,
                                    .tile_px = 96,
                                    .flags = ART_FIGURES | ART_LAST | ART_GRID |
                                             ART_COORDS | ART_FRAME};
            const char *why;

            play(&game, 7, actions);
            CHECK(art_board_svg(&game, &o, buffer(), BYTES) < 4 << 20);
            why = unsound(buffer(), NULL);
            if (!CHECK(!why)) FAIL("after %d actions: %s", actions, why);
        }
}

static int occurrences(const char *text, const char *what)
{
    int n = 0;

    for (; (text = strstr(text, what)); text++) n++;
    return n;
}

/* A picture is drawn once and used again, but only for the same kind, turn and copy. */
TEST(a_board_draws_each_picture_once)
{
    static struct aude_game game;
    struct art_options o = {.style = ART_PLAIN, .tile_px = 64};
    int different = 0;

    play(&game, 5, 400);
    for (int i = 0; i < game.n_laid; i++) {
        bool seen = false;
        for (int k = 0; k < i; k++)
            seen |= game.laid[k].kind == game.laid[i].kind &&
                    game.laid[k].rot == game.laid[i].rot &&
                    art_copy_at(game.laid[k].x, game.laid[k].y) ==
                        art_copy_at(game.laid[i].x, game.laid[i].y);
        different += !seen;
    }
    art_board_svg(&game, &o, buffer(), BYTES);
    CHECK(different > 20 && different < game.n_laid);
    CHECK_EQ(occurrences(buffer(), "<g id=\"aut"), different);
    CHECK_EQ(occurrences(buffer(), "<use href=\"#aut"), game.n_laid - different);
}

TEST(a_board_shows_every_figure_on_it)
{
    static struct aude_game game;
    struct art_options o = {.style = ART_PLAIN, .tile_px = 64, .flags = ART_FIGURES};
    struct art_piece dragon = {.figure = ART_DRAGON, .height = 1, .px = 500, .py = 600};
    int on_board = 0;

    play(&game, 11, 120);
    for (int i = 0; i < game.n_figures; i++)
        on_board += game.figure[i].where == AUDE_AT_SEGMENT;
    CHECK(on_board > 3);
    o.piece = &dragon;
    o.n_pieces = 1;
    on_board++;
    art_board_svg(&game, &o, buffer(), BYTES);
    CHECK_EQ(occurrences(buffer(), "scale(1.2)\">"), on_board);
}
