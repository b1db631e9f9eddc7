/* play_screen.c -- the screen: the board, beside it the seats and the tile in hand, below
 * it what happened and the question. */
#include "play.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PANEL_W = 25, PANEL_LINES_MAX = 48, HAND_W = 7, HAND_H = 3, NEWS_MAX = 6 };

/* -- The terminal ----------------------------------------------------------------------- */

static int play_screen_from_environment(const char *name, int otherwise)
{
    const char *value = getenv(name);
    long n = value ? strtol(value, NULL, 10) : 0;

    return n >= 20 && n < 1000 ? (int)n : otherwise;
}

static void play_screen_measure(struct play *play)
{
    struct winsize size = {0};

    play->columns = play_screen_from_environment("COLUMNS", 80);
    play->lines = play->tty ? play_screen_from_environment("LINES", 24) : 1000;
    if (!play->tty || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size)) return;
    if (size.ws_col >= 20) play->columns = size.ws_col;
    if (size.ws_row >= 10) play->lines = size.ws_row;
}

/* The initials of the players if they differ, else A, B, C. */
static void play_screen_choose_letters(struct play *play)
{
    unsigned n = play->setup.head.setup.n_seats;
    bool differ = true;

    for (unsigned seat = 0; seat < n; seat++) {
        unsigned char c = (unsigned char)play->setup.head.name[seat][0];
        play->letters[seat] = isalpha(c) && c < 128 ? (char)toupper(c) : '?';
        differ = differ && play->letters[seat] != '?';
        for (unsigned other = 0; other < seat; other++)
            differ = differ && play->letters[other] != play->letters[seat];
    }
    for (unsigned seat = 0; seat < n && !differ; seat++)
        play->letters[seat] = (char)('A' + seat);
}

void play_screen_init(struct play *play)
{
    play->tty = isatty(STDOUT_FILENO) && isatty(STDIN_FILENO);
    play->style = canvas_style(isatty(STDOUT_FILENO));
    play_screen_choose_letters(play);
    play_screen_measure(play);
}

struct board_view play_screen_view(const struct play *play)
{
    return (struct board_view){.game = &play->game,
                               .style = play->style,
                               .letters = play->letters,
                               .ghost = -1,
                               .last_tile = play->last_tile,
                               .last_seat = play->last_seat,
                               .look = play->look,
                               .look_x = play->look_x,
                               .look_y = play->look_y};
}

/* -- The panel beside the board --------------------------------------------------------- */

struct panel {
    struct cli_text line[PANEL_LINES_MAX];
    int n;
};

static struct cli_text *play_screen_panel_line(struct panel *panel)
{
    static struct cli_text spare;

    cli_text_clear(&spare);
    return panel->n < PANEL_LINES_MAX ? &panel->line[panel->n++] : &spare;
}

static void play_screen_panel_free(struct panel *panel)
{
    for (int i = 0; i < panel->n; i++) cli_text_free(&panel->line[i]);
}

/* ORDER FIGURE */
static const char figure_letters[] = "sLawmbpn";

static void play_screen_panel_seats(const struct play *play, struct panel *panel)
{
    const struct aude_game *game = &play->game;
    int32_t projected[AUDE_SEATS_MAX];

    aude_game_projection(game, projected);
    canvas_ink(play_screen_panel_line(panel), play->style, CANVAS_DIM,
               "            now end  men");
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        struct cli_text *line = play_screen_panel_line(panel);
        const uint8_t *supply = game->player[seat].supply;
        cli_text_str(line, game->turn.seat == seat && !aude_game_over(game) ? ">" : " ");
        canvas_seat_text(line, play->style, seat, (char[]){play->letters[seat], 0});
        cli_text_add(line, " %-8.8s %3d %3d  %2d", play->setup.head.name[seat],
                     (int)game->player[seat].points, (int)projected[seat],
                     supply[AUDE_SMALL]);
        for (unsigned kind = AUDE_LARGE; kind < AUDE_FIGURE_KINDS; kind++)
            if (supply[kind]) cli_text_add(line, "%c", figure_letters[kind]);
        play_log_add_laps(line, game, seat);
    }
}

static bool play_screen_plays(const struct aude_game *game, enum aude_set set)
{
    return game->sets >> set & 1;
}

static void play_screen_panel_at(const struct aude_game *game, const char *who,
                                 unsigned tile, struct panel *panel)
{
    if (tile < game->n_laid)
        cli_text_add(play_screen_panel_line(panel), " %s at %d,%d", who,
                     game->laid[tile].x, game->laid[tile].y);
}

static void play_screen_panel_towers(const struct play *play, struct panel *panel)
{
    const struct aude_game *game = &play->game;
    struct cli_text *line = play_screen_panel_line(panel);

    cli_text_str(line, " tower pieces");
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        cli_text_add(line, " %c%d", play->letters[seat], game->towers.pieces[seat]);
    for (unsigned tile = 0; tile < game->n_laid; tile++)
        if (game->laid[tile].height)
            cli_text_add(play_screen_panel_line(panel), " tower %d,%d: %d %s",
                         game->laid[tile].x, game->laid[tile].y, game->laid[tile].height,
                         game->laid[tile].closed ? "closed" : "high");
    for (unsigned i = 0; i < game->n_figures; i++)
        if (game->figure[i].where == AUDE_AT_PRISON)
            cli_text_add(play_screen_panel_line(panel), " %c holds a %s of %c",
                         play->letters[game->figure[i].at],
                         aude_figure_name(game->figure[i].kind),
                         play->letters[game->figure[i].seat]);
}

static void play_screen_panel_awards(const struct play *play, struct panel *panel)
{
    static const char *const names[] = {"king", "robber"};

    for (unsigned i = 0; i < 2; i++)
        if (play->game.awards.holder[i] != AUDE_SEAT_NONE)
            cli_text_add(play_screen_panel_line(panel), " %s: %c, %d tiles", names[i],
                         play->letters[play->game.awards.holder[i]],
                         play->game.awards.size[i]);
}

/* Who is in which quarter of Carcassonne; a star marks the count. */
static void play_screen_panel_quarters(const struct play *play, struct panel *panel)
{
    const struct aude_game *game = &play->game;

    for (unsigned quarter = 0; quarter < AUDE_QUARTERS; quarter++) {
        struct cli_text *line = play_screen_panel_line(panel);
        cli_text_add(line, "%c%s", game->count.at == quarter ? '*' : ' ',
                     aude_quarters[quarter].name);
        for (unsigned i = 0; i < game->n_figures; i++)
            if (game->figure[i].where == AUDE_AT_QUARTER && game->figure[i].at == quarter)
                cli_text_add(line, " %c%c", play->letters[game->figure[i].seat],
                             figure_letters[game->figure[i].kind]);
    }
}

static void play_screen_panel_goods(const struct play *play, struct panel *panel)
{
    for (unsigned seat = 0; seat < play->game.n_seats; seat++) {
        const uint8_t *goods = play->game.traders.goods[seat];
        if (goods[0] || goods[1] || goods[2])
            cli_text_add(play_screen_panel_line(panel), " %c wine %d grain %d cloth %d",
                         play->letters[seat], goods[0], goods[1], goods[2]);
    }
}

/* The things for which the text board has no picture. */
static void play_screen_panel_sets(const struct play *play, struct panel *panel)
{
    const struct aude_game *game = &play->game;

    if (play_screen_plays(game, AUDE_SET_DRAGON)) {
        play_screen_panel_at(game, "dragon", game->dragon.at, panel);
        play_screen_panel_at(game, "fairy", game->dragon.fairy, panel);
    }
    if (play_screen_plays(game, AUDE_SET_TRADERS)) play_screen_panel_goods(play, panel);
    if (play_screen_plays(game, AUDE_SET_KING)) play_screen_panel_awards(play, panel);
    if (play_screen_plays(game, AUDE_SET_COUNT)) play_screen_panel_quarters(play, panel);
    if (play_screen_plays(game, AUDE_SET_TOWER)) play_screen_panel_towers(play, panel);
}

static bool play_screen_fits_turn(const struct board_view *view, unsigned rot)
{
    for (int i = 0; i < view->n_places; i++)
        if (view->places[i].shown >> rot & 1) return true;
    return false;
}

/* The four rotations of the tile in hand, each with its letter. */
static void play_screen_panel_hand(const struct play *play, const struct board_view *view,
                                   struct panel *panel)
{
    struct canvas canvas;

    play_screen_panel_line(panel);
    cli_text_add(play_screen_panel_line(panel), " %.24s",
                 cli_words_tile(play->game.turn.tile));
    canvas_init(&canvas, 2 * HAND_W + 8, 2 * (HAND_H + 1));
    for (unsigned rot = 0; rot < 4; rot++) {
        int x = 3 + (int)(rot & 1) * (HAND_W + 4), y = (int)(rot >> 1) * (HAND_H + 1);
        struct picture picture;
        picture_draw(&picture, play->game.turn.tile, rot, HAND_W, HAND_H);
        canvas_tile(&canvas, x, y, &picture, true, play->style);
        canvas_text(&canvas, x - 2, y + 1, (char[]){(char)('a' + rot), 0},
                    play_screen_fits_turn(view, rot) ? CANVAS_MARK : CANVAS_DIM);
    }
    for (int y = 0; y < canvas.h - 1; y++)
        canvas_row(&canvas, y, 0, play->style, play_screen_panel_line(panel));
    canvas_free(&canvas);
}

/* -- The whole -------------------------------------------------------------------------- */

static int play_screen_count_lines(const char *text)
{
    int n = 0;

    for (; text && *text; text++) n += *text == '\n';
    return n;
}

/* What happened since this person was asked last. */
static void play_screen_add_news(const struct play *play, struct cli_text *out)
{
    unsigned seat = play->game.turn.actor;
    int from = seat < AUDE_SEATS_MAX ? play->news_from[seat] : 0;

    if (play->tty && play->log.n - from > NEWS_MAX) {
        from = play->log.n - NEWS_MAX;
        cli_text_str(out, "  ... (l shows all)\n");
    }
    for (; from < play->log.n; from++) cli_text_add(out, "  %s\n", play->log.line[from]);
}

static void play_screen_add_header(const struct play *play, struct cli_text *out)
{
    const struct aude_game *game = &play->game;
    int left = aude_game_left_total(game);

    cli_text_add(out, "Turn %d, %s. %d %s to come", game->turn.number,
                 aude_game_over(game) ? "the end"
                                      : play->setup.head.name[game->turn.seat],
                 left, left == 1 ? "tile" : "tiles");
    if (game->n_discarded) cli_text_add(out, ", %d out of the game", game->n_discarded);
    cli_text_str(out, ".\n");
}

static void play_screen_add_unseen(const struct play *play, const struct cli_text *unseen,
                                   struct cli_text *out)
{
    struct cli_text text = {0};

    if (unseen->n)
        cli_text_add(&text,
                     "Out of sight:%s. v and a place (or 3,-2) moves the window.\n",
                     unseen->data);
    else
        cli_text_str(&text, "The map goes on: v 3,-2 moves the window there.\n");
    canvas_ink(out, play->style, CANVAS_DIM, text.data);
    cli_text_free(&text);
}

static void play_screen_add_board(struct play *play, struct board_view *view, int below,
                                  struct cli_text *out)
{
    bool beside = play->columns >= 60;
    struct panel panel = {0};
    struct canvas canvas;
    struct cli_text unseen = {0};

    play_screen_panel_seats(play, &panel);
    if (play->game.turn.phase == AUDE_PHASE_TILE && view->n_places)
        play_screen_panel_hand(play, view, &panel);
    play_screen_panel_sets(play, &panel);
    view->width = play->columns - (beside ? PANEL_W + 1 : 0);
    view->height = play->lines - below - 1 - (beside ? 0 : panel.n);
    bool whole = cli_board_draw(view, &canvas, &unseen);
    for (int y = 0; y < canvas.h || (beside && y < panel.n); y++) {
        if (y < canvas.h)
            canvas_row(&canvas, y, beside ? view->width : 0, play->style, out);
        else
            cli_text_add(out, "%*s", view->width, "");
        if (beside && y < panel.n)
            cli_text_str(out, panel.line[y].data ? panel.line[y].data : "");
        while (out->n && out->data[out->n - 1] == ' ') out->data[--out->n] = 0;
        cli_text_str(out, "\n");
    }
    for (int i = 0; i < panel.n && !beside; i++)
        cli_text_add(out, "%s\n", panel.line[i].data ? panel.line[i].data : "");
    if (!whole && !aude_game_over(&play->game))
        play_screen_add_unseen(play, &unseen, out);
    cli_text_free(&unseen);
    canvas_free(&canvas);
    play_screen_panel_free(&panel);
}

void play_screen_show(struct play *play, struct board_view view, const char *options,
                      const char *question)
{
    struct cli_text out = {0}, below = {0};

    play_screen_measure(play);
    if (!options) play_screen_add_news(play, &below);
    if (options) cli_text_str(&below, options);
    if (play->message.n) cli_text_str(&below, play->message.data);
    cli_text_clear(&play->message);
    cli_text_str(&out, play->tty ? "\033[H\033[2J" : "\n");
    play_screen_add_header(play, &out);
    play_screen_add_board(play, &view, play_screen_count_lines(below.data) + 2, &out);
    if (below.n) cli_text_str(&out, below.data);
    cli_text_str(&out, question);
    cli_text_print(&out, stdout);
    cli_text_free(&out);
    cli_text_free(&below);
}

void play_screen_page(struct play *play, const char *text)
{
    printf("%s%s", play->tty ? "\033[H\033[2J" : "\n", text);
    if (!play->tty) return;
    fputs("\n(Enter goes back to the game) ", stdout);
    fflush(stdout);
    play_screen_read(play, play->typed, sizeof play->typed);
}

/* -- Input ------------------------------------------------------------------------------ */

/* A line that is longer than the buffer counts as an empty answer. */
bool play_screen_read(struct play *play, char *line, size_t size)
{
    size_t n = 0;
    int c;

    if (play->typed[0] && line != play->typed) { /* typed while a page was shown */
        snprintf(line, size, "%s", play->typed);
        play->typed[0] = 0;
        return true;
    }
    if (cli_stop_signal()) return false;
    while ((c = getchar()) != EOF && c != '\n')
        if (++n < size) line[n - 1] = (char)(c == '\t' || c == '\r' || !c ? ' ' : c);
    line[n < size ? n : 0] = 0;
    if ((c == EOF && !n) || cli_stop_signal()) return false;
    for (n = strlen(line); n && line[n - 1] == ' '; n--) line[n - 1] = 0;
    return true;
}
