/* play_words.c -- what a person may type at any time: why not, hints, scores, rules. */
#include "play.h"
#include "words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char help_text[] =
    "Laying the tile\n"
    "  3b         lay it at place 3, turned as in picture b beside the board\n"
    "  3          at place 3; if it fits in several turns you see it and say which\n"
    "  2,-1 b     the same by column and row\n"
    "\n"
    "Placing a follower\n"
    "  1          the follower numbered 1 in the list and on the tile\n"
    "  0          none\n"
    "\n"
    "At any time\n"
    "  u          take back the tile, until the next one is drawn\n"
    "  w          why not? w 2,-1 b asks about your tile, w alone about followers\n"
    "  h          a hint: what the greedy computer player would do\n"
    "  s          scores: where they came from, and what they would be at the end\n"
    "  t          the tiles still to come\n"
    "  l          what happened so far\n"
    "  r BASE-31  the text of a rule; r farmer finds rules by a word\n"
    "  v 4,2      move the window to column 4, row 2; v 5 to place 5; v back again\n"
    "  q          save and leave\n"
    "\n"
    "On the map letters are followers, each in the colour of its player: capitals for\n"
    "knights, highwaymen, monks and abbots, small letters for farmers. The tile laid "
    "last has\n"
    "its corners marked. Beside the board: points now, points if the game ended now, "
    "and\n"
    "followers at hand; letters there are other figures: L large, a abbot, w wagon, m "
    "mayor,\n"
    "b builder, p pig, n barn; (50+13) are whole laps of the scoring track and the "
    "rest.\n"
    "A star marks the quarter of the count.\n";

void play_words_say(struct play *play, const char *format, ...)
{
    va_list list;
    char text[512];

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    cli_text_str(&play->message, "  ");
    cli_text_clean(&play->message, text);
    cli_text_str(&play->message, "\n");
}

int play_words_place_at(const struct play_places *places, int x, int y)
{
    for (int i = 0; i < places->n; i++)
        if (places->list[i].x == x && places->list[i].y == y) return i;
    return -1;
}

bool play_words_parse_cell(const char *text, int *x, int *y, int *rot)
{
    char turn = 0, rest = 0;
    int n = sscanf(text, " %d , %d %c %c", x, y, &turn, &rest);

    *rot = -1;
    if (n < 2 || n > 3) return false;
    if (n == 2) return abs(*x) < 1000 && abs(*y) < 1000;
    *rot = tolower((unsigned char)turn) - 'a';
    return *rot >= 0 && *rot < 4 && abs(*x) < 1000 && abs(*y) < 1000;
}

static enum aude_err play_words_why_lay(const struct play *play, int x, int y, int rot)
{
    struct aude_action lay = {
        .kind = AUDE_LAY, .arg = (uint8_t)rot, .x = (int16_t)x, .y = (int16_t)y};

    return aude_game_why(&play->game, lay);
}

void play_words_why_turn(struct play *play, int x, int y, int rot)
{
    enum aude_err err = play_words_why_lay(play, x, y, rot);

    if (err)
        play_words_say(play, "%d,%d turned %c: %s [%s].", x, y, 'a' + rot,
                       aude_err_sentence(err), aude_err_rule(err));
    else
        play_words_say(play, "%d,%d turned %c: that is allowed.", x, y, 'a' + rot);
}

/* Explain all four rotations; once if the reason is the same. */
void play_words_why_cell(struct play *play, int x, int y)
{
    enum aude_err err = play_words_why_lay(play, x, y, 0);
    bool same = err;

    for (int rot = 1; rot < 4; rot++)
        same = same && play_words_why_lay(play, x, y, rot) == err;
    if (same)
        play_words_say(play, "%d,%d: %s [%s].", x, y, aude_err_sentence(err),
                       aude_err_rule(err));
    for (int rot = 0; rot < 4 && !same; rot++) play_words_why_turn(play, x, y, rot);
}

static void play_words_why_tile(struct play *play, const char *rest)
{
    int x, y, rot;

    if (!play_words_parse_cell(rest, &x, &y, &rot))
        play_words_say(
            play,
            "Ask with column, row and turn: w 2,-1 b (the numbers along the edge).");
    else if (rot < 0)
        play_words_why_cell(play, x, y);
    else
        play_words_why_turn(play, x, y, rot);
}

static void play_words_why_segment(struct play *play, unsigned segment, unsigned figure)
{
    const struct aude_laid *laid = &play->game.laid[play->game.turn.laid];
    unsigned feature = aude_tiles[laid->kind].segment[segment].kind;
    struct aude_action put = {.kind = AUDE_PUT,
                              .figure = (uint8_t)figure,
                              .segment = (uint8_t)segment,
                              .x = laid->x,
                              .y = laid->y};
    enum aude_err err = aude_game_why(&play->game, put);
    struct cli_text words = {0};

    words_segment(&words, laid->kind, laid->rot, segment);
    if (err)
        play_words_say(play, "No %s on the %s: %s [%s].", words_role(figure, feature),
                       words.data, aude_err_sentence(err), aude_err_rule(err));
    cli_text_free(&words);
}

/* Why is a part of the tile not in the list? */
static void play_words_why_follower(struct play *play)
{
    const struct aude_laid *laid = &play->game.laid[play->game.turn.laid];
    unsigned seat = play->game.turn.actor;
    size_t silent = play->message.n;

    if (play->game.turn.phase != AUDE_PHASE_ACTION) {
        play_words_say(play, "No figure can be placed now: choose from the list.");
        return;
    }
    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++)
        for (unsigned figure = 0; figure < AUDE_FIGURE_KINDS; figure++)
            if (figure == AUDE_SMALL || play->game.player[seat].supply[figure])
                play_words_why_segment(play, s, figure);
    if (play->message.n == silent)
        play_words_say(play, "Every part of this tile is free to you.");
}

static void play_words_show_log(struct play *play)
{
    struct cli_text out = {0};
    int from =
        play->tty && play->log.n > play->lines - 4 ? play->log.n - (play->lines - 4) : 0;

    if (!play->log.n) cli_text_str(&out, "Nothing has happened yet.\n");
    for (int i = from < 0 ? 0 : from; i < play->log.n; i++)
        cli_text_add(&out, "%s\n", play->log.line[i]);
    play_screen_page(play, out.data);
    cli_text_free(&out);
}

static void play_words_show_scores(struct play *play)
{
    struct cli_text out = {0};

    play_log_table(play, &out);
    play_screen_page(play, out.data);
    cli_text_free(&out);
}

enum { LEFT_W = 7, LEFT_H = 3, LEFT_COLUMN = 10 };

static void play_words_left_row(const struct play *play, const aude_kind *kind, int n,
                                struct cli_text *out)
{
    struct canvas canvas;

    canvas_init(&canvas, n * LEFT_COLUMN, LEFT_H + 1);
    for (int i = 0; i < n; i++) {
        struct picture picture;
        char count[16];
        picture_draw(&picture, kind[i], 0, LEFT_W, LEFT_H);
        canvas_tile(&canvas, i * LEFT_COLUMN, 0, &picture, true, play->style);
        snprintf(count, sizeof count, "%d", aude_game_left(&play->game, kind[i]));
        canvas_text(&canvas, i * LEFT_COLUMN + LEFT_W / 2, LEFT_H, count, CANVAS_PLAIN);
    }
    canvas_print(&canvas, play->style, 2, out);
    canvas_free(&canvas);
}

static void play_words_show_tiles(struct play *play)
{
    int across = (play->columns - 2) / LEFT_COLUMN, n = 0;
    struct cli_text out = {0};
    aude_kind row[128];

    if (across > 128) across = 128;
    cli_text_add(&out, "Still to come: %d tiles.\n\n", aude_game_left_total(&play->game));
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        if (aude_game_left(&play->game, (aude_kind)kind)) row[n++] = (aude_kind)kind;
        if (n == across) play_words_left_row(play, row, n, &out), n = 0;
    }
    if (n) play_words_left_row(play, row, n, &out);
    play_screen_page(play, out.data);
    cli_text_free(&out);
}

static void play_words_show_rule(struct play *play, const char *word)
{
    struct cli_text out = {0};

    if (!*word)
        play_words_say(play, "Which rule? r BASE-31, or a word: r farmer.");
    else if (cli_rules_read(word, &out) || cli_rules_with(word, &out))
        play_screen_page(play, out.data);
    else
        play_words_say(play, "No rule has that id, and none speaks of \"%s\".", word);
    cli_text_free(&out);
}

/* "4,2", or the number of a place. */
static void play_words_move_window(struct play *play, const char *rest,
                                   const struct play_places *places)
{
    int rot, number;
    char more;

    play->look = false;
    if (!*rest) return;
    play->look = true;
    if (sscanf(rest, "%d %c", &number, &more) == 1 && number > 0 && number <= places->n) {
        play->look_x = places->list[number - 1].x;
        play->look_y = places->list[number - 1].y;
    } else if (!play_words_parse_cell(rest, &play->look_x, &play->look_y, &rot)) {
        play->look = false;
        play_words_say(play, "Say column and row, v 4,2, or the number of a place, v 3.");
    }
}

const char *play_words_pass(const struct aude_game *game, int n)
{
    switch (game->turn.phase) {
    case AUDE_PHASE_SECOND:
        return "end the turn without it";
    case AUDE_PHASE_CAPTURE:
        return "no prisoner";
    case AUDE_PHASE_CONFIRM:
        return "no ransom: on to the scoring";
    case AUDE_PHASE_QUARTERS:
    case AUDE_PHASE_MARKET:
        return "the others stay in Carcassonne";
    case AUDE_PHASE_ENTER:
        return "nobody goes in";
    case AUDE_PHASE_COUNT:
        return "the count stays where he is";
    case AUDE_PHASE_SEDUCE:
        return "leave it there";
    default:
        return n ? "no figure" : "no figure can be placed here (w tells why)";
    }
}

static void play_words_hint(struct play *play, const struct play_places *places)
{
    static struct aude_game view;
    struct aude_action action;
    struct cli_text words = {0};

    aude_game_view(&view, &play->game, play->game.turn.actor);
    action = ai_choose(&ai_greedy, &view, NULL, &play->rng);
    if (action.kind == AUDE_LAY) {
        play_words_say(play,
                       "The greedy player would lay it at %d%c (column %d, row %d).",
                       play_words_place_at(places, action.x, action.y) + 1,
                       'a' + action.arg, action.x, action.y);
    } else if (action.kind == AUDE_PUT) {
        const struct aude_laid *laid = &play->game.laid[play->game.turn.laid];
        unsigned kind = aude_tiles[laid->kind].segment[action.segment].kind;
        words_segment(&words, laid->kind, laid->rot, action.segment);
        play_words_say(play, "The greedy player would put a %s on the %s.",
                       words_role(action.figure, kind), words.data);
    } else if (action.kind == AUDE_PASS || action.kind == AUDE_DECLINE) {
        play_words_say(play, "The greedy player would choose 0: %s.",
                       play_words_pass(&play->game, 1));
    } else {
        words_action(&words, &play->game, action);
        play_words_say(play, "The greedy player would choose: %s.", words.data);
    }
    cli_text_free(&words);
}

static void play_words_do_undo(struct play *play)
{
    if (play->can_undo) {
        play_undo(play);
        play_words_say(play, "The tile is back in your hand.");
    } else {
        play_words_say(
            play,
            "There is nothing to take back: the tile in your hand was drawn after your "
            "last move [BASE-9].");
    }
}

bool play_words_anytime(struct play *play, const char *line,
                        const struct play_places *places, enum play_answer *answer)
{
    const char *rest = line + 1 + strspn(line + 1, " ");
    bool alone = !line[1] || line[1] == ' ';

    *answer = ANSWER_AGAIN;
    if (!strcmp(line, "help")) line = "?", alone = true;
    if (!strcmp(line, "quit") || !strcmp(line, "exit")) line = "q", alone = true;
    if (!alone) return false;
    switch (tolower((unsigned char)line[0])) {
    case '?':
        play_screen_page(play, help_text);
        return true;
    case 'u':
        play_words_do_undo(play);
        *answer =
            play->game.turn.phase == AUDE_PHASE_TILE ? ANSWER_DECIDED : ANSWER_AGAIN;
        return true;
    case 'w':
        if (play->game.turn.phase == AUDE_PHASE_TILE)
            play_words_why_tile(play, rest);
        else
            play_words_why_follower(play);
        return true;
    case 'h':
        play_words_hint(play, places);
        return true;
    case 's':
        play_words_show_scores(play);
        return true;
    case 't':
        play_words_show_tiles(play);
        return true;
    case 'l':
        play_words_show_log(play);
        return true;
    case 'r':
        play_words_show_rule(play, rest);
        return true;
    case 'v':
        play_words_move_window(play, rest, places);
        return true;
    case 'q':
        *answer = ANSWER_LEAVE;
        return true;
    default:
        return false;
    }
}
