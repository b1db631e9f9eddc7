/* sheet.c -- a contact sheet: every kind of a set, its name, and its number of copies. */
#include "palette.h"
#include "style.h"

#include <string.h>

enum { GAP = 80, CAPTION = 210, TITLE = 260, LINE_LETTERS = 25 };

static int sheet_kinds(enum aude_set set)
{
    int n = 0;

    for (int i = 0; i < aude_tiles_count; i++) n += aude_tiles[i].set == set;
    return n;
}

static int sheet_columns(int n)
{
    int columns = 1;

    while (columns * columns * 2 < n * 3) columns++;
    return columns;
}

/* A long name is broken at a hyphen. */
static void sheet_name_lines(struct svg *s, const char *name, int x, int y)
{
    size_t len = strlen(name), cut = len;

    if (len > LINE_LETTERS)
        for (cut = LINE_LETTERS; cut > 1 && name[cut - 1] != '-'; cut--) continue;
    svg_print(s, "<text x=\"%d\" y=\"%d\">", x, y);
    for (size_t i = 0; i < cut; i++) svg_print(s, "%c", name[i]);
    svg_print(s, "</text>");
    if (cut < len)
        svg_print(s, "<text x=\"%d\" y=\"%d\">%s</text>", x, y + 66, name + cut);
}

static void sheet_caption(struct svg *s, const struct aude_tile *t, int x, int y)
{
    const char *name = strchr(t->id, '/');

    svg_print(s, "<g font-family=\"serif\" font-size=\"60\" fill=\"" INK "\">");
    sheet_name_lines(s, name ? name + 1 : t->id, x, y + ART_UNITS + 70);
    if (t->count == t->revised)
        svg_print(s,
                  "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" "
                  "font-weight=\"bold\">%d&#215;</text>",
                  x + ART_UNITS, y + ART_UNITS + 70, t->count);
    else
        svg_print(s,
                  "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" "
                  "font-weight=\"bold\">%d/%d&#215;</text>",
                  x + ART_UNITS, y + ART_UNITS + 70, t->count, t->revised);
    svg_print(s, "</g>");
}

static void sheet_tile(struct svg *s, int kind, int x, int y, const struct art_options *o)
{
    const struct aude_tile *t = &aude_tiles[kind];
    /* the count's tiles join; the others are shown one by one */
    unsigned copy = t->col >= 0 ? art_copy_at(t->col, t->row) : 0;

    svg_print(s, "<g transform=\"translate(%d %d)\"><g clip-path=\"url(#auclip)\">", x,
              y);
    art_tile_body(s, (aude_kind)kind, 0, copy, o->style);
    svg_print(s, "</g></g>");
    if (o->flags & ART_NAMES) sheet_caption(s, t, x, y);
}

/* The count's tiles lie in their block, others in reading order. */
static void sheet_place(int kind, int nth, int columns, int cell, int *x, int *y)
{
    const struct aude_tile *t = &aude_tiles[kind];

    if (t->col >= 0) {
        *x = GAP + t->col * ART_UNITS;
        *y = GAP + TITLE + t->row * ART_UNITS;
    } else {
        *x = GAP + nth % columns * (ART_UNITS + GAP);
        *y = GAP + TITLE + nth / columns * cell;
    }
}

size_t art_sheet_svg(enum aude_set set, const struct art_options *options, char *out,
                     size_t size)
{
    struct art_options o = *options;
    int n = sheet_kinds(set),
        columns = set == AUDE_SET_COUNT ? 4 : sheet_columns(n ? n : 1);
    int cell, w, h, nth = 0;
    unsigned px = o.tile_px ? o.tile_px : 128;
    struct svg s;

    if (set == AUDE_SET_COUNT) o.flags &= ~(unsigned)ART_NAMES;
    cell = ART_UNITS + (o.flags & ART_NAMES ? CAPTION : GAP);
    w = set == AUDE_SET_COUNT ? 2 * GAP + 4 * ART_UNITS
                              : GAP + columns * (ART_UNITS + GAP);
    h = set == AUDE_SET_COUNT ? 2 * GAP + TITLE + 3 * ART_UNITS
                              : GAP + TITLE + (n + columns - 1) / columns * cell;
    svg_begin(&s, out, size);
    svg_print(&s,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
              "viewBox=\"0 0 %d %d\">",
              (int)((unsigned)w * px / ART_UNITS), (int)((unsigned)h * px / ART_UNITS), w,
              h);
    art_tile_defs(&s, o.style, ~(uint64_t)0);
    svg_print(&s,
              "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/><text x=\"%d\" y=\"210\" "
              "font-family=\"serif\" "
              "font-size=\"170\" fill=\"" INK "\">",
              w, h, o.style == ART_PLAIN ? "#fff" : TABLE, GAP);
    svg_escaped(&s, aude_set_title(set));
    svg_print(&s, "</text>");
    for (int i = 0; i < aude_tiles_count; i++) {
        int x, y;
        if (aude_tiles[i].set != set) continue;
        sheet_place(i, nth++, columns, cell, &x, &y);
        sheet_tile(&s, i, x, y, &o);
    }
    svg_print(&s, "</svg>");
    return svg_end(&s);
}
