/* board.c -- a position as text.
 *
 * Tiles are drawn large (11 x 5 characters) if the whole board fits, else small (7 x 3).
 * If that does not fit either, only a window of the board is shown. */
#include "board.h"

#include <ctype.h>
#include <string.h>

enum { AXIS_W = 4, AXIS_H = 1 };

/* The window begins at cell x0,y0; a tile has w by h characters. */
struct window {
    int x0, y0, cols, rows, w, h;
    bool whole;
};

/* -- The window ------------------------------------------------------------------------- */

struct box {
    int x0, y0, x1, y1;
};

static void cli_board_include(struct box *box, int x, int y)
{
    if (x < box->x0) box->x0 = x;
    if (x > box->x1) box->x1 = x;
    if (y < box->y0) box->y0 = y;
    if (y > box->y1) box->y1 = y;
}

/* The box around all tiles and all places, or (roomy) all tiles and one more cell each
 * way. */
static struct box cli_board_extent(const struct board_view *view, bool roomy)
{
    struct box box = {0};
    int ring = roomy && !aude_game_over(view->game);

    for (int i = 0; i < view->game->n_laid; i++) {
        cli_board_include(&box, view->game->laid[i].x - ring,
                          view->game->laid[i].y - ring);
        cli_board_include(&box, view->game->laid[i].x + ring,
                          view->game->laid[i].y + ring);
    }
    for (int i = 0; i < view->n_places; i++)
        cli_board_include(&box, view->places[i].x, view->places[i].y);
    return box;
}

static int cli_board_clamp(int value, int lo, int hi)
{
    return value < lo ? lo : value > hi ? hi : value;
}

static void cli_board_focus(const struct board_view *view, int *x, int *y)
{
    const struct aude_game *game = view->game;
    int tile = view->last_tile >= 0 ? view->last_tile : game->n_laid - 1;

    *x = game->laid[tile].x;
    *y = game->laid[tile].y;
    if (view->ghost >= 0) {
        *x = view->places[view->ghost].x;
        *y = view->places[view->ghost].y;
    }
    if (view->look) {
        *x = view->look_x;
        *y = view->look_y;
    }
}

/* Try in this order: large and roomy, small and roomy, small and tight, a part of the
 * board. Roomy is better: the board does not move when a tile is laid. */
static struct window cli_board_window(const struct board_view *view)
{
    static const struct {
        int w, h;
        bool roomy;
    } sizes[] = {{11, 5, true}, {7, 3, true}, {7, 3, false}};
    struct window window = {0};
    struct box box = {0};
    int cols = 0, rows = 0, x, y;

    for (int i = 0; i < 3 && !window.whole; i++) {
        box = cli_board_extent(view, sizes[i].roomy);
        cols = box.x1 - box.x0 + 1;
        rows = box.y1 - box.y0 + 1;
        window.w = sizes[i].w;
        window.h = sizes[i].h;
        window.cols = (view->width - AXIS_W) / window.w;
        window.rows = (view->height - AXIS_H) / window.h;
        window.whole = cols <= window.cols && rows <= window.rows;
    }
    cli_board_focus(view, &x, &y);
    window.cols = cli_board_clamp(cols, 1, window.cols > 1 ? window.cols : 1);
    window.rows = cli_board_clamp(rows, 1, window.rows > 1 ? window.rows : 1);
    window.x0 = cli_board_clamp(x - window.cols / 2, box.x0, box.x1 - window.cols + 1);
    window.y0 = cli_board_clamp(y - window.rows / 2, box.y0, box.y1 - window.rows + 1);
    return window;
}

static int cli_board_left_of(const struct window *window, int x)
{
    return AXIS_W + (x - window->x0) * window->w;
}

static int cli_board_top_of(const struct window *window, int y)
{
    return AXIS_H + (y - window->y0) * window->h;
}

static bool cli_board_in_sight(const struct window *window, int x, int y)
{
    return x >= window->x0 && x < window->x0 + window->cols && y >= window->y0 &&
           y < window->y0 + window->rows;
}

/* -- What is on it ---------------------------------------------------------------------- */

static void cli_board_draw_axes(struct canvas *canvas, const struct window *window)
{
    char text[16];

    for (int i = 0; i < window->cols; i++) {
        snprintf(text, sizeof text, "%d", window->x0 + i);
        canvas_text(canvas, AXIS_W + i * window->w + window->w / 2 - (text[0] == '-'), 0,
                    text, CANVAS_DIM);
    }
    for (int i = 0; i < window->rows; i++) {
        snprintf(text, sizeof text, "%3d", window->y0 + i);
        canvas_text(canvas, 0, AXIS_H + i * window->h + window->h / 2, text, CANVAS_DIM);
    }
}

/* The corners have the colour of the seat that laid the tile. */
static void cli_board_draw_frame(struct canvas *canvas, int left, int top,
                                 const struct window *window, enum canvas_colour colour)
{
    static const uint32_t corner[4] = {0x250c, 0x2510, 0x2514, 0x2518};

    for (int i = 0; i < 4; i++) {
        struct canvas_glyph *glyph = canvas_at(canvas, left + (i & 1) * (window->w - 1),
                                               top + (i >> 1) * (window->h - 1));
        if (!glyph) continue;
        glyph->code = corner[i];
        glyph->ink = (uint8_t)canvas_seat_ink(colour - CANVAS_SEAT_0);
        glyph->paper = (uint8_t)colour;
        glyph->bold = true;
    }
}

static void cli_board_draw_tile(const struct board_view *view, struct canvas *canvas,
                                const struct window *window, int tile)
{
    const struct aude_laid *laid = &view->game->laid[tile];
    int left = cli_board_left_of(window, laid->x),
        top = cli_board_top_of(window, laid->y);
    struct picture picture;

    picture_draw(&picture, laid->kind, laid->rot, window->w, window->h);
    canvas_tile(canvas, left, top, &picture, (laid->x + laid->y) & 1, view->style);
    if (tile == view->last_tile && view->last_seat < AUDE_SEATS_MAX)
        cli_board_draw_frame(canvas, left, top, window, CANVAS_SEAT_0 + view->last_seat);
}

/* The character of a segment of a laid tile; false if it is outside the window. */
static bool cli_board_spot(const struct board_view *view, const struct window *window,
                           int tile, unsigned segment, int *x, int *y)
{
    const struct aude_laid *laid = &view->game->laid[tile];
    struct picture picture;

    if (!cli_board_in_sight(window, laid->x, laid->y)) return false;
    picture_draw(&picture, laid->kind, laid->rot, window->w, window->h);
    picture_spot(&picture, laid->kind, laid->rot, segment, x, y);
    *x += cli_board_left_of(window, laid->x);
    *y += cli_board_top_of(window, laid->y);
    return true;
}

/* A letter in the colour of the seat; small for farmers, because they lie down. */
static void cli_board_draw_figure(const struct board_view *view, struct canvas *canvas,
                                  const struct window *window,
                                  const struct aude_figure *figure)
{
    const struct aude_game *game = view->game;
    int tile = (int)aude_tile_of(game, figure->at), x, y;
    unsigned segment = figure->at - game->laid[tile].first;
    unsigned kind = aude_tiles[game->laid[tile].kind].segment[segment].kind;
    int letter = view->letters[figure->seat];

    if (!cli_board_spot(view, window, tile, segment, &x, &y)) return;
    if (kind == AUDE_FIELD) letter = tolower(letter);
    canvas_put(canvas, x, y, (uint32_t)letter, canvas_seat_ink(figure->seat),
               CANVAS_SEAT_0 + figure->seat);
    struct canvas_glyph *glyph = canvas_at(canvas, x, y);
    if (glyph) glyph->bold = true;
}

static void cli_board_draw_spot(const struct board_view *view, struct canvas *canvas,
                                const struct window *window, int number)
{
    const struct aude_action *action = &view->spots[number];
    int tile = aude_game_tile_at(view->game, action->x, action->y), x, y;

    if (action->kind != AUDE_PUT || tile < 0) return;
    for (int i = 0; i < number; i++) /* the same place, for another kind of figure */
        if (view->spots[i].kind == AUDE_PUT && view->spots[i].segment == action->segment)
            return;
    if (!cli_board_spot(view, window, tile, action->segment, &x, &y)) return;
    canvas_put(canvas, x, y, (uint32_t)('1' + number), CANVAS_DARK, CANVAS_MARK);
}

static void cli_board_draw_place(const struct board_view *view, struct canvas *canvas,
                                 const struct window *window, int number)
{
    const struct board_place *place = &view->places[number];
    int left = cli_board_left_of(window, place->x),
        top = cli_board_top_of(window, place->y), n = 0;
    char text[16], turns[8];

    if (!cli_board_in_sight(window, place->x, place->y)) return;
    for (unsigned rot = 0; rot < 4; rot++)
        if (place->shown >> rot & 1) turns[n++] = (char)('a' + rot);
    turns[n] = 0;
    int width = snprintf(text, sizeof text, "%d", number + 1);
    canvas_text(canvas, left + (window->w - width) / 2, top + window->h / 2, text,
                CANVAS_MARK);
    canvas_text(canvas, left + (window->w - n + 1) / 2, top + window->h / 2 + 1, turns,
                CANVAS_DIM);
    for (int i = 0; i < width; i++) {
        struct canvas_glyph *glyph =
            canvas_at(canvas, left + (window->w - width) / 2 + i, top + window->h / 2);
        if (glyph) glyph->bold = true;
    }
}

static void cli_board_draw_ghost(const struct board_view *view, struct canvas *canvas,
                                 const struct window *window)
{
    const struct board_place *place = &view->places[view->ghost];
    int left = cli_board_left_of(window, place->x),
        top = cli_board_top_of(window, place->y);
    struct picture picture;
    char text[16];

    if (!cli_board_in_sight(window, place->x, place->y)) return;
    picture_draw(&picture, view->game->turn.tile, view->ghost_rot, window->w, window->h);
    canvas_tile(canvas, left, top, &picture, (place->x + place->y) & 1, view->style);
    snprintf(text, sizeof text, "%d%c", view->ghost + 1, 'a' + (int)view->ghost_rot);
    for (int i = 0; text[i]; i++)
        canvas_put(canvas, left + i, top, (uint32_t)text[i], CANVAS_DARK, CANVAS_MARK);
}

bool cli_board_draw(const struct board_view *view, struct canvas *canvas,
                    struct cli_text *unseen)
{
    struct window window = cli_board_window(view);

    canvas_init(canvas, AXIS_W + window.cols * window.w, AXIS_H + window.rows * window.h);
    cli_board_draw_axes(canvas, &window);
    for (int i = 0; i < view->n_places; i++) {
        cli_board_draw_place(view, canvas, &window, i);
        if (!cli_board_in_sight(&window, view->places[i].x, view->places[i].y))
            cli_text_add(unseen, " %d", i + 1);
    }
    for (int i = 0; i < view->game->n_laid; i++)
        if (cli_board_in_sight(&window, view->game->laid[i].x, view->game->laid[i].y))
            cli_board_draw_tile(view, canvas, &window, i);
    for (unsigned i = 0; i < view->game->n_figures; i++)
        if (view->game->figure[i].where == AUDE_AT_SEGMENT)
            cli_board_draw_figure(view, canvas, &window, &view->game->figure[i]);
    for (int i = 0; i < view->n_spots; i++) cli_board_draw_spot(view, canvas, &window, i);
    if (view->ghost >= 0) cli_board_draw_ghost(view, canvas, &window);
    return window.whole;
}
