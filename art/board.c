/* board.c -- a whole position: background, tiles, figures, the last move. */
#include "figure.h"
#include "palette.h"
#include "sprite.h"
#include "style.h"

enum { MARGIN = 250, FIGURE_PERCENT = 120 };

struct frame {
    int x0, y0, x1, y1; /* the cells that are shown */
};

struct art_options art_defaults(void)
{
    return (struct art_options){
        .style = ART_MAP, .tile_px = 128, .flags = ART_FIGURES | ART_LAST};
}

static struct frame art_board_frame(const struct aude_game *game)
{
    struct frame f = {0, 0, 0, 0};

    for (int i = 0; i < game->n_laid; i++) {
        const struct aude_laid *l = &game->laid[i];
        if (i == 0) f = (struct frame){l->x, l->y, l->x, l->y};
        if (l->x < f.x0) f.x0 = l->x;
        if (l->y < f.y0) f.y0 = l->y;
        if (l->x > f.x1) f.x1 = l->x;
        if (l->y > f.y1) f.y1 = l->y;
    }
    return f;
}

static void art_board_open(struct svg *s, const struct frame *f, unsigned px)
{
    int w = (f->x1 - f->x0 + 1) * ART_UNITS + 2 * MARGIN,
        h = (f->y1 - f->y0 + 1) * ART_UNITS + 2 * MARGIN;

    svg_print(s,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
              "viewBox=\"%d %d %d %d\">",
              (int)((unsigned)w * px / ART_UNITS), (int)((unsigned)h * px / ART_UNITS),
              f->x0 * ART_UNITS - MARGIN, f->y0 * ART_UNITS - MARGIN, w, h);
    svg_print(s,
              "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"" TABLE "\"/>",
              f->x0 * ART_UNITS - MARGIN, f->y0 * ART_UNITS - MARGIN, w, h);
}

static void art_board_grid_lines(struct svg *s, const struct frame *f)
{
    int left = f->x0 * ART_UNITS - MARGIN, top = f->y0 * ART_UNITS - MARGIN;
    int right = (f->x1 + 1) * ART_UNITS + MARGIN,
        bottom = (f->y1 + 1) * ART_UNITS + MARGIN;

    svg_print(s, "<path stroke=\"" TABLE_LINE "\" stroke-width=\"14\" d=\"");
    for (int x = f->x0; x <= f->x1 + 1; x++)
        svg_print(s, "M%d %dV%d", x * ART_UNITS, top, bottom);
    for (int y = f->y0; y <= f->y1 + 1; y++)
        svg_print(s, "M%d %dH%d", left, y * ART_UNITS, right);
    svg_print(s, "\"/>");
}

static bool art_board_same_picture(const struct aude_laid *a, const struct aude_laid *b)
{
    return a->kind == b->kind && a->rot == b->rot &&
           art_copy_at(a->x, a->y) == art_copy_at(b->x, b->y);
}

/* The first use of a picture draws it, later uses refer to it. */
static void art_board_laid_tile(struct svg *s, const struct aude_game *game, int i,
                                enum art_style style)
{
    const struct aude_laid *l = &game->laid[i];
    int first = 0;

    while (!art_board_same_picture(&game->laid[first], l)) first++;
    if (first == i) {
        svg_print(s,
                  "<g transform=\"translate(%d %d)\"><g id=\"aut%d\" "
                  "clip-path=\"url(#auclip)\">",
                  l->x * ART_UNITS, l->y * ART_UNITS, i);
        art_tile_body(s, l->kind, l->rot, art_copy_at(l->x, l->y), style);
        svg_print(s, "</g></g>");
    } else
        svg_print(s, "<use href=\"#aut%d\" x=\"%d\" y=\"%d\"/>", first, l->x * ART_UNITS,
                  l->y * ART_UNITS);
}

static void art_board_tile_shadows(struct svg *s, const struct aude_game *game)
{
    svg_print(s, "<path fill=\"" INK "\" opacity=\".35\" d=\"");
    for (int i = 0; i < game->n_laid; i++)
        svg_print(s, "M%d %dh1000v1000h-1000z", game->laid[i].x * ART_UNITS + 30,
                  game->laid[i].y * ART_UNITS + 42);
    svg_print(s, "\"/>");
}

static void art_board_corner_towers(struct svg *s, const struct aude_game *game,
                                    const struct frame *f)
{
    for (int y = f->y0; y <= f->y1 + 1; y++)
        for (int x = f->x0; x <= f->x1 + 1; x++)
            if (art_corner_tower(game, x, y))
                svg_print(s, "<use href=\"#%s\" x=\"%d\" y=\"%d\"/>",
                          sprite_id(SP_CORNER), x * ART_UNITS, y * ART_UNITS + 10);
}

/* -- Figures ---------------------------------------------------------------------------- */

struct placed {
    int x, y;
    enum art_figure figure;
    enum art_pose pose;
    unsigned seat, height;
    int lift; /* drawn this much higher than it stands: on a tower */
};

enum { PLACED_MAX = AUDE_FIGURES_MAX + 96 };

static struct placed art_board_place_figure(const struct aude_game *game,
                                            const struct aude_figure *f, int nth)
{
    const struct aude_laid *l = aude_laid_of(game, f->at);
    unsigned segment = f->at - l->first;
    bool field = aude_tiles[l->kind].segment[segment].kind == AUDE_FIELD;
    struct placed p = {.figure = (enum art_figure)f->kind, .seat = f->seat, .height = 1};

    art_segment_foot(l->kind, l->rot, segment, &p.x, &p.y);
    p.pose = field && f->kind <= AUDE_LARGE ? ART_LYING : ART_STANDING;
    p.x += l->x * ART_UNITS + nth * 90;
    p.y += l->y * ART_UNITS + nth * 20;
    return p;
}

static struct placed art_board_place_piece(const struct art_piece *piece)
{
    return (struct placed){.x = piece->x * ART_UNITS + piece->px,
                           .y = piece->y * ART_UNITS + piece->py,
                           .figure = piece->figure,
                           .pose = piece->pose,
                           .seat = piece->seat,
                           .height = piece->height};
}

/* Insert into the list, which is sorted from north to south. */
static void art_board_insert(struct placed *list, int *n, struct placed p)
{
    int k = *n;

    if (*n >= PLACED_MAX) return;
    for (; k > 0 && list[k - 1].y > p.y; k--) list[k] = list[k - 1];
    list[k] = p;
    ++*n;
}

/* How many earlier figures stand on the same segment. */
static int art_board_nth_there(const struct aude_game *game, int figure)
{
    int nth = 0;

    for (int i = 0; i < figure; i++)
        nth += game->figure[i].where == AUDE_AT_SEGMENT &&
               game->figure[i].at == game->figure[figure].at;
    return nth;
}

/* Towers with their height, and the follower on top of each. */
static void art_board_insert_towers(const struct aude_game *game, struct placed *list,
                                    int *n)
{
    enum { FLOOR = 66 }; /* units that a floor adds, at the scale of figures */

    for (int i = 0; i < game->n_laid; i++) {
        const struct aude_laid *l = &game->laid[i];
        struct placed p = {.figure = ART_TOWER_FLOOR, .height = game->laid[i].height};
        if (!p.height || !art_tower_foot(l->kind, l->rot, &p.x, &p.y)) continue;
        p.x += l->x * ART_UNITS;
        p.y += l->y * ART_UNITS;
        art_board_insert(list, n, p);
        for (int k = 0; k < game->n_figures; k++)
            if (game->figure[k].where == AUDE_AT_TOWER && game->figure[k].at == i) {
                p.y += 1; /* drawn after its tower, then raised */
                p.lift = (int)p.height * FLOOR * FIGURE_PERCENT / 100;
                p.figure = (enum art_figure)game->figure[k].kind;
                p.seat = game->figure[k].seat;
                p.height = 1;
                art_board_insert(list, n, p);
            }
    }
}

/* Dragon and fairy stand in the middle of their tile, a little apart. */
static void art_board_insert_neutral(const struct aude_game *game, struct placed *list,
                                     int *n)
{
    const unsigned at[2] = {game->dragon.at, game->dragon.fairy};

    if (!(game->sets >> AUDE_SET_DRAGON & 1)) return;
    for (int i = 0; i < 2; i++)
        if (at[i] != AUDE_NOWHERE) {
            const struct aude_laid *l = &game->laid[at[i]];
            art_board_insert(list, n,
                             (struct placed){.figure = i ? ART_FAIRY : ART_DRAGON,
                                             .height = 1,
                                             .x = l->x * ART_UNITS + (i ? 640 : 460),
                                             .y = l->y * ART_UNITS + (i ? 420 : 640)});
        }
}

static void art_board_figures(struct svg *s, const struct aude_game *game,
                              const struct art_options *o)
{
    struct placed list[PLACED_MAX];
    int n = 0;

    for (int i = 0; i < game->n_figures; i++)
        if (game->figure[i].where == AUDE_AT_SEGMENT)
            art_board_insert(list, &n,
                             art_board_place_figure(game, &game->figure[i],
                                                    art_board_nth_there(game, i)));
    art_board_insert_towers(game, list, &n);
    art_board_insert_neutral(game, list, &n);
    for (int i = 0; i < o->n_pieces; i++)
        art_board_insert(list, &n, art_board_place_piece(&o->piece[i]));
    for (int i = 0; i < n; i++) {
        svg_print(s, "<g transform=\"translate(%d %d)scale(%h)\">", list[i].x,
                  list[i].y - list[i].lift, FIGURE_PERCENT);
        art_figure_draw(s, list[i].figure, list[i].seat, list[i].pose, list[i].height);
        svg_print(s, "</g>");
    }
}

static void art_board_last_move(struct svg *s, const struct aude_game *game)
{
    const struct aude_laid *l = &game->laid[game->n_laid - 1];

    svg_print(s,
              "<rect x=\"%d\" y=\"%d\" width=\"968\" height=\"968\" rx=\"20\" "
              "fill=\"none\" stroke=\"" FIGINK
              "\" stroke-width=\"46\"/><rect x=\"%d\" y=\"%d\" width=\"968\" "
              "height=\"968\" rx=\"20\" fill=\"none\" stroke=\"" GOLD_LIGHT
              "\" stroke-width=\"26\"/>",
              l->x * ART_UNITS + 16, l->y * ART_UNITS + 16, l->x * ART_UNITS + 16,
              l->y * ART_UNITS + 16);
}

static void art_board_coordinates(struct svg *s, const struct frame *f)
{
    svg_print(s, "<g font-family=\"serif\" font-size=\"120\" fill=\"" INK
                 "\" text-anchor=\"middle\">");
    for (int x = f->x0; x <= f->x1; x++)
        svg_print(s, "<text x=\"%d\" y=\"%d\">%d</text>", x * ART_UNITS + 500,
                  f->y0 * ART_UNITS - 80, x);
    for (int y = f->y0; y <= f->y1; y++)
        svg_print(s, "<text x=\"%d\" y=\"%d\">%d</text>", f->x0 * ART_UNITS - 120,
                  y * ART_UNITS + 540, y);
    svg_print(s, "</g>");
}

/* -- The frame of a map ----------------------------------------------------------------- */

/* Bars of a quarter tile between two lines, dark and light in turn, as on old maps. */
static void art_board_neatline(struct svg *s, const struct frame *f)
{
    int x = f->x0 * ART_UNITS - MARGIN + 40, y = f->y0 * ART_UNITS - MARGIN + 40;
    int w = (f->x1 - f->x0 + 1) * ART_UNITS + 2 * MARGIN - 80;
    int h = (f->y1 - f->y0 + 1) * ART_UNITS + 2 * MARGIN - 80;

    svg_print(
        s,
        "<g fill=\"none\" stroke=\"" INK "\"><rect x=\"%d\" y=\"%d\" width=\"%d\" "
        "height=\"%d\" stroke-width=\"52\"/><rect x=\"%d\" y=\"%d\" width=\"%d\" "
        "height=\"%d\" stroke=\"" PARCHMENT
        "\" stroke-width=\"34\" stroke-dasharray=\"250 250\"/>"
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" stroke-width=\"10\"/></g>",
        x, y, w, h, x, y, w, h, x + 52, y + 52, w - 104, h - 104);
}

static const char rose[] =
    "<circle r=\"330\" fill=\"" TABLE "\" stroke=\"" INK2 "\" stroke-width=\"10\"/>"
    "<circle r=\"230\" fill=\"none\" stroke=\"" INK2
    "\" stroke-width=\"8\" stroke-dasharray=\"26 19\"/>"
    "<g stroke=\"" INK "\" stroke-width=\"9\" stroke-linejoin=\"round\">"
    "<path d=\"M0 0L190-190L96-30zM0 0L190 190L30 96zM0 0L-190 190L-96 30z"
    "M0 0L-190-190L-30-96z\" fill=\"" ROOF1 "\"/>"
    "<path d=\"M0 0L190-190L30-96zM0 0L190 190L96 30zM0 0L-190 190L-30 96z"
    "M0 0L-190-190L-96-30z\" fill=\"" PARCHMENT "\"/>"
    "<path d=\"M0 0V-300L-62-62zM0 0H300L62-62zM0 0V300L62 62zM0 0H-300L-62 62z\" "
    "fill=\"" AZURE
    "\"/><path d=\"M0 0V-300L62-62zM0 0H300L62 62zM0 0V300L-62 62zM0 0H-300L-62-62z\" "
    "fill=\"" PARCHMENT "\"/></g>"
    "<path d=\"M-34-350V-430L34-350V-430\" fill=\"none\" stroke=\"" RED
    "\" stroke-width=\"20\"/>";

/* A compass rose in the first corner cell without a tile. */
static void art_board_compass_rose(struct svg *s, const struct aude_game *game,
                                   const struct frame *f)
{
    const int x[4] = {f->x1, f->x0, f->x1, f->x0}, y[4] = {f->y1, f->y1, f->y0, f->y0};

    for (int i = 0; i < 4; i++)
        if (aude_game_tile_at(game, x[i], y[i]) < 0) {
            svg_print(s, "<g transform=\"translate(%d %d)\">%s</g>",
                      x[i] * ART_UNITS + 500, y[i] * ART_UNITS + 540, rose);
            return;
        }
}

size_t art_board_svg(const struct aude_game *game, const struct art_options *options,
                     char *out, size_t size)
{
    struct frame f = art_board_frame(game);
    struct svg s;

    svg_begin(&s, out, size);
    art_board_open(&s, &f, options->tile_px ? options->tile_px : 128);
    art_tile_defs(&s, options->style, ~(uint64_t)0);
    if (options->flags & ART_GRID) art_board_grid_lines(&s, &f);
    if (options->flags & ART_FRAME) {
        art_board_neatline(&s, &f);
        art_board_compass_rose(&s, game, &f);
    }
    art_board_tile_shadows(&s, game);
    for (int i = 0; i < game->n_laid; i++)
        art_board_laid_tile(&s, game, i, options->style);
    if (options->style != ART_PLAIN) art_board_corner_towers(&s, game, &f);
    if (options->flags & ART_LAST && game->n_laid) art_board_last_move(&s, game);
    if (options->flags & ART_FIGURES) art_board_figures(&s, game, options);
    if (options->flags & ART_COORDS) art_board_coordinates(&s, &f);
    svg_print(&s, "</svg>");
    return svg_end(&s);
}
