/* tiles.c -- `aude tiles`: the sets, the tiles of a set, everything about one tile. */
#include "canvas.h"
#include "cli.h"

#include "art/art.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ACROSS = 3, COLUMN = 26, WIDE = 11, HIGH = 5 };

/* -- Counting --------------------------------------------------------------------------- */

struct tally {
    int kinds, classic, revised;
};

static struct tally tiles_tally(unsigned set)
{
    struct tally tally = {0};

    for (int kind = 0; kind < aude_tiles_count; kind++) {
        if (aude_tiles[kind].set != set) continue;
        tally.kinds++;
        tally.classic += aude_tiles[kind].count;
        tally.revised += aude_tiles[kind].revised;
    }
    return tally;
}

static void tiles_list_sets(struct cli_text *out)
{
    cli_text_add(out, "  %-18s %5s %6s  %s\n", "set", "kinds", "tiles", "");
    for (unsigned set = 0; set < AUDE_SETS; set++) {
        struct tally tally = tiles_tally(set);
        cli_text_add(out, "  %-18s %5d %6d  %s%s", aude_set_name(set), tally.kinds,
                     tally.classic, aude_set_title(set),
                     aude_set_playable(set) ? "" : " (tiles only, not yet playable)");
        if (tally.revised != tally.classic)
            cli_text_add(out, " (revised edition: %d tiles)", tally.revised);
        cli_text_str(out, "\n");
    }
    cli_text_str(
        out, "\n`aude tiles SET` draws a set, `aude tiles ID` tells all of one tile.\n");
}

/* -- Pictures --------------------------------------------------------------------------- */

/* How much of a name is on the first line: all, or the part up to a dash. */
static int tiles_first_part(const char *name)
{
    int n = (int)strlen(name);

    if (n < COLUMN) return n;
    for (n = COLUMN - 1; n && name[n - 1] != '-'; n--) {
    }
    return n;
}

static void tiles_caption(struct cli_text *out, aude_kind kind, bool second)
{
    const struct aude_tile *tile = &aude_tiles[kind];
    const char *name = cli_words_tile(kind);
    int part = tiles_first_part(name);
    struct cli_text text = {0};

    if (!second)
        cli_text_add(&text, "%.*s", part, name);
    else if (name[part])
        cli_text_add(&text, "%s, ", name + part);
    if (second && tile->letter) cli_text_add(&text, "%c ", tile->letter);
    if (second) cli_text_add(&text, "x%d", tile->count);
    if (second && tile->count != tile->revised)
        cli_text_add(&text, " (revised x%d)", tile->revised);
    cli_text_add(out, "%-*s", COLUMN, text.data);
    cli_text_free(&text);
}

static void tiles_draw_row(struct cli_text *out, const aude_kind *kind, int n,
                           struct canvas_style style)
{
    struct canvas canvas;

    canvas_init(&canvas, ACROSS * COLUMN, HIGH);
    for (int i = 0; i < n; i++) {
        struct picture picture;
        picture_draw(&picture, kind[i], 0, WIDE, HIGH);
        canvas_tile(&canvas, i * COLUMN, 0, &picture, true, style);
    }
    canvas_print(&canvas, style, 2, out);
    canvas_free(&canvas);
    for (int second = 0; second < 2; second++) {
        cli_text_str(out, "  ");
        for (int i = 0; i < n; i++) tiles_caption(out, kind[i], second);
        while (out->n && out->data[out->n - 1] == ' ') out->n--;
        cli_text_str(out, "\n");
    }
    cli_text_str(out, "\n");
}

static void tiles_list(struct cli_text *out, unsigned set, struct canvas_style style)
{
    struct tally tally = tiles_tally(set);
    aude_kind row[ACROSS];
    int n = 0;

    cli_text_add(out, "%s: %s, %d kinds, %d tiles\n\n", aude_set_name(set),
                 aude_set_title(set), tally.kinds, tally.classic);
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        if (aude_tiles[kind].set == set) row[n++] = (aude_kind)kind;
        if (n == ACROSS) tiles_draw_row(out, row, n, style), n = 0;
    }
    if (n) tiles_draw_row(out, row, n, style);
}

/* -- One tile --------------------------------------------------------------------------- */

static void tiles_add_bits(struct cli_text *out, const char *before, unsigned mask,
                           const char *(*name)(unsigned))
{
    if (!mask) return;
    cli_text_str(out, before);
    for (unsigned i = 0; mask >> i; i++)
        if (mask >> i & 1) cli_text_add(out, " %s", name(i));
}

static void tiles_show_segment(struct cli_text *out, aude_kind kind, unsigned s)
{
    const struct aude_segment *segment = &aude_tiles[kind].segment[s];
    char text[64];

    aude_segment_text(kind, 0, s, text, sizeof text);
    cli_text_add(out, "  %u  %-32s", s, text);
    if (segment->shields) cli_text_add(out, " shields %d", segment->shields);
    if (segment->goods) cli_text_add(out, " %s", aude_goods_name(segment->goods));
    tiles_add_bits(out, "", segment->tags, aude_tag_name);
    for (unsigned city = 0; segment->cities >> city; city++)
        if (segment->cities >> city & 1) cli_text_add(out, " beside city %u", city);
    while (out->data[out->n - 1] == ' ') out->n--;
    cli_text_str(out, "\n");
}

static void tiles_show(struct cli_text *out, aude_kind kind, struct canvas_style style)
{
    const struct aude_tile *tile = &aude_tiles[kind];
    struct picture picture;
    struct canvas canvas;

    canvas_init(&canvas, PICTURE_W_MAX, PICTURE_H_MAX);
    picture_draw(&picture, kind, 0, PICTURE_W_MAX, PICTURE_H_MAX);
    canvas_tile(&canvas, 0, 0, &picture, true, style);
    canvas_print(&canvas, style, 2, out);
    canvas_free(&canvas);
    cli_text_add(out, "\n%s", tile->id);
    if (tile->letter) cli_text_add(out, ", letter %c", tile->letter);
    cli_text_add(out, "\n%d in the classic box, %d in the revised one\n", tile->count,
                 tile->revised);
    cli_text_add(out, "sides: north %s, east %s, south %s, west %s\n",
                 aude_edge_name(tile->edge[0]), aude_edge_name(tile->edge[1]),
                 aude_edge_name(tile->edge[2]), aude_edge_name(tile->edge[3]));
    if (tile->marks)
        tiles_add_bits(out, "marks:", tile->marks, aude_mark_name),
            cli_text_str(out, "\n");
    if (tile->river_role)
        cli_text_add(out, "river: %s\n", aude_river_name(tile->river_role));
    if (tile->variant_of != AUDE_KIND_NONE)
        cli_text_add(out, "takes the place of %s in the revised edition\n",
                     aude_tiles[tile->variant_of].id);
    if (tile->remarks[0]) cli_text_add(out, "%s\n", tile->remarks);
    cli_text_str(out, "\nsegments:\n");
    for (unsigned s = 0; s < tile->n_segments; s++) tiles_show_segment(out, kind, s);
}

/* -- JSON ------------------------------------------------------------------------------- */

static void tiles_json_segment(struct cli_json *json, aude_kind kind, unsigned s)
{
    const struct aude_segment *segment = &aude_tiles[kind].segment[s];
    char text[64];

    aude_segment_text(kind, 0, s, text, sizeof text);
    cli_json_object(json, NULL);
    cli_json_string(json, "kind", aude_feature_name(segment->kind));
    cli_json_string(json, "name", text);
    cli_json_bits(json, "sides", segment->sides, aude_side_name);
    cli_json_bits(json, "halves", segment->halves, aude_half_name);
    cli_json_int(json, "shields", segment->shields);
    cli_json_string(json, "goods", segment->goods ? aude_goods_name(segment->goods) : "");
    cli_json_bits(json, "tags", segment->tags, aude_tag_name);
    cli_json_list(json, "cities");
    for (unsigned city = 0; segment->cities >> city; city++)
        if (segment->cities >> city & 1) cli_json_int(json, NULL, city);
    cli_json_close(json);
    cli_json_int(json, "x", segment->x);
    cli_json_int(json, "y", segment->y);
    cli_json_close(json);
}

static void tiles_json_meetings(struct cli_json *json, const struct aude_tile *tile)
{
    cli_json_list(json, "wagon");
    for (unsigned i = 0; i < tile->n_wagon; i++) {
        cli_json_list(json, NULL);
        for (unsigned s = 0; tile->wagon[i] >> s; s++)
            if (tile->wagon[i] >> s & 1) cli_json_int(json, NULL, s);
        cli_json_close(json);
    }
    cli_json_close(json);
    cli_json_list(json, "crossings");
    for (unsigned i = 0; i < tile->n_crossings; i++) {
        const struct aude_crossing *crossing = &tile->crossing[i];
        cli_json_object(json, NULL);
        cli_json_string(json, "kind", crossing->tunnel ? "tunnel" : "bridge");
        cli_json_int(json, "upper", crossing->upper);
        if (crossing->lower == AUDE_OVER_RIVER)
            cli_json_string(json, "lower", "river");
        else
            cli_json_int(json, "lower", crossing->lower);
        cli_json_close(json);
    }
    cli_json_close(json);
}

static void tiles_json_ports(struct cli_json *json, const struct aude_tile *tile)
{
    cli_json_list(json, "edges");
    for (int side = 0; side < 4; side++)
        cli_json_string(json, NULL, aude_edge_name(tile->edge[side]));
    cli_json_close(json);
    cli_json_list(json, "ports");
    for (int port = 0; port < 12; port++)
        cli_json_int(json, NULL,
                     tile->port[port] == AUDE_KIND_NONE ? -1 : tile->port[port]);
    cli_json_close(json);
}

static void tiles_json_tile(struct cli_json *json, aude_kind kind)
{
    const struct aude_tile *tile = &aude_tiles[kind];
    char letter[2] = {tile->letter, 0};

    cli_json_object(json, NULL);
    cli_json_int(json, "kind", kind);
    cli_json_string(json, "id", tile->id);
    cli_json_string(json, "set", aude_set_name(tile->set));
    cli_json_string(json, "letter", letter);
    cli_json_string(json, "jcz", tile->jcz);
    cli_json_string(json, "remarks", tile->remarks);
    cli_json_int(json, "count", tile->count);
    cli_json_int(json, "revised", tile->revised);
    tiles_json_ports(json, tile);
    cli_json_bits(json, "marks", tile->marks, aude_mark_name);
    cli_json_string(json, "river_role", aude_river_name(tile->river_role));
    cli_json_bits(json, "river", tile->river, aude_side_name);
    cli_json_bits(json, "walls", tile->walls, aude_half_name);
    cli_json_int(json, "col", tile->col);
    cli_json_int(json, "row", tile->row);
    cli_json_string(json, "variant_of",
                    tile->variant_of == AUDE_KIND_NONE ? ""
                                                       : aude_tiles[tile->variant_of].id);
    cli_json_int(json, "tower_x", tile->tower_x);
    cli_json_int(json, "tower_y", tile->tower_y);
    tiles_json_meetings(json, tile);
    cli_json_list(json, "segments");
    for (unsigned s = 0; s < tile->n_segments; s++) tiles_json_segment(json, kind, s);
    cli_json_close(json);
    cli_json_close(json);
}

static void tiles_json_sets(struct cli_json *json, int only)
{
    cli_json_list(json, "sets");
    for (unsigned set = 0; set < AUDE_SETS; set++) {
        struct tally tally = tiles_tally(set);
        if (only >= 0 && set != (unsigned)only) continue;
        cli_json_object(json, NULL);
        cli_json_string(json, "name", aude_set_name(set));
        cli_json_string(json, "title", aude_set_title(set));
        cli_json_bool(json, "playable", aude_set_playable(set));
        cli_json_int(json, "kinds", tally.kinds);
        cli_json_int(json, "tiles", tally.classic);
        cli_json_int(json, "revised", tally.revised);
        cli_json_close(json);
    }
    cli_json_close(json);
}

static void tiles_json_quarters(struct cli_json *json)
{
    cli_json_list(json, "quarters");
    for (int i = 0; i < 4; i++) {
        cli_json_object(json, NULL);
        cli_json_string(json, "name", aude_quarters[i].name);
        cli_json_string(json, "serves", aude_feature_name(aude_quarters[i].serves));
        cli_json_int(json, "x", aude_quarters[i].x);
        cli_json_int(json, "y", aude_quarters[i].y);
        cli_json_close(json);
    }
    cli_json_close(json);
}

/* All tiles, one set (`set` >= 0), or one tile (`only` >= 0). */
static void tiles_print_json(struct cli_text *out, int set, int only)
{
    struct cli_json json = {.out = out};

    cli_json_object(&json, NULL);
    if (only < 0) tiles_json_sets(&json, set);
    cli_json_list(&json, "tiles");
    for (int kind = 0; kind < aude_tiles_count; kind++)
        if ((only < 0 || kind == only) && (set < 0 || aude_tiles[kind].set == set))
            tiles_json_tile(&json, (aude_kind)kind);
    cli_json_close(&json);
    if (only < 0 && (set < 0 || set == AUDE_SET_COUNT)) tiles_json_quarters(&json);
    cli_json_close(&json);
}

/* -- The sheet -------------------------------------------------------------------------- */

static int tiles_write_sheet(unsigned set, enum art_style style, const char *path)
{
    struct art_options options = art_defaults();

    options.flags |= ART_NAMES;
    options.style = style;
    size_t n = art_sheet_svg(set, &options, NULL, 0);
    char *svg = cli_alloc(n + 1);
    art_sheet_svg(set, &options, svg, n + 1);
    struct cli_text text = {.data = svg, .n = n, .size = n + 1};
    int status = cli_text_write(path, &text);
    free(svg);
    return status;
}

/* -- The command ------------------------------------------------------------------------ */

enum { JSON = 1, SHEET, STYLE, OUT };

static const struct cli_option options_table[] = {
    {"json", 0, false, JSON},   {"sheet", 0, true, SHEET}, {"style", 0, true, STYLE},
    {"output", 'o', true, OUT}, {NULL, 0, false, 0},
};

struct wish {
    const char *what[2], *sheet, *style, *output;
    int n, set, tile;
    bool json;
};

/* "base/crossing4", "crossing4", or the letter of a tile of the base set. */
static int tiles_find(const char *name)
{
    int kind = aude_tile_find(name);

    for (int i = 0; kind < 0 && i < aude_tiles_count; i++)
        if (!strcmp(cli_words_tile((aude_kind)i), name) ||
            (!name[1] && aude_tiles[i].letter == name[0] &&
             aude_tiles[i].variant_of == AUDE_KIND_NONE))
            kind = i;
    return kind;
}

static int tiles_understand(struct wish *wish)
{
    wish->set = wish->tile = -1;
    for (int i = 0; i < wish->n; i++) {
        enum aude_set set = aude_set_find(wish->what[i]);
        int tile = set == AUDE_SETS ? tiles_find(wish->what[i]) : -1;
        if (set < AUDE_SETS)
            wish->set = (int)set;
        else if (tile >= 0)
            wish->tile = tile;
        else
            return cli_fail(
                "there is no set and no tile \"%s\"; `aude tiles` lists the sets",
                wish->what[i]);
    }
    if (wish->set >= 0 && wish->tile >= 0 && aude_tiles[wish->tile].set != wish->set)
        return cli_fail("%s is not in the set %s", aude_tiles[wish->tile].id,
                        aude_set_name((enum aude_set)wish->set));
    return CLI_DONE;
}

static int tiles_sheet(const struct wish *wish)
{
    enum aude_set set = aude_set_find(wish->sheet);
    bool plain;

    if (set == AUDE_SETS)
        return cli_fail("there is no set \"%s\"; `aude tiles` lists them", wish->sheet);
    if (!cli_args_style(wish->style ? wish->style : "map", &plain)) return CLI_MISUSED;
    return tiles_write_sheet(set, plain ? ART_PLAIN : ART_MAP,
                             wish->output ? wish->output : "-");
}

static int tiles_print(const struct wish *wish)
{
    struct canvas_style style = canvas_style(!wish->output && isatty(STDOUT_FILENO));
    struct cli_text out = {0};

    if (wish->json)
        tiles_print_json(&out, wish->set, wish->tile);
    else if (wish->tile >= 0)
        tiles_show(&out, (aude_kind)wish->tile, style);
    else if (wish->set >= 0)
        tiles_list(&out, (unsigned)wish->set, style);
    else
        tiles_list_sets(&out);
    int status = cli_text_write(wish->output, &out);
    cli_text_free(&out);
    return status;
}

static int tiles_run(int argc, char **argv)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = options_table};
    struct wish wish = {0};
    int id;

    while ((id = cli_args_next(&args)) != CLI_END) {
        if (id == CLI_BAD) return CLI_MISUSED;
        if (id == JSON) wish.json = true;
        if (id == SHEET) wish.sheet = args.value;
        if (id == STYLE) wish.style = args.value;
        if (id == OUT) wish.output = args.value;
        if (id != CLI_OPERAND) continue;
        if (wish.n == 2)
            return cli_fail_misused("a set and a tile, not also \"%s\"", args.value);
        wish.what[wish.n++] = args.value;
    }
    if (wish.sheet) return tiles_sheet(&wish);
    if (wish.style) return cli_fail_misused("--style belongs to --sheet SET");
    int status = tiles_understand(&wish);
    return status ? status : tiles_print(&wish);
}

const struct cli_command cli_tiles = {
    .name = "tiles",
    .summary = "the tile sets, drawn; everything about a tile",
    .help =
        "usage: aude tiles [SET] [ID] [--json] [-o FILE]\n"
        "       aude tiles --sheet SET [--style map|plain] [-o F.svg]\n\n"
        "Lists the sets, draws the tiles of one, or tells all about one tile. A tile is\n"
        "named by its id, its id without the set, or its letter in the base game.\n\n"
        "  --json               every fact of the tables\n"
        "  --sheet SET          a picture of the whole set, as SVG\n"
        "  --style NAME         map (default), or plain, on white for print\n"
        "  -o, --output FILE    where to write it (stdout)\n\n"
        "examples:\n"
        "  aude tiles                        the sets and how many tiles they have\n"
        "  aude tiles base                   the base game's tiles\n"
        "  aude tiles base/city3-road        one tile; so do `city3-road` and `T`\n"
        "  aude tiles --sheet river-1 -o river.svg\n",
    .run = tiles_run,
    .own = options_table,
};
