/* play_ask.c -- what a person is asked, and what the answers mean.
 *
 * Every answer either decides, or puts a sentence under the board and the question is asked
 * again. */
#include "play.h"
#include "words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES_MAX = AUDE_FRONTIER_MAX, OPTIONS_MAX = 1024 };

enum answer {
    ANSWER_AGAIN,   /* ask again */
    ANSWER_DECIDED, /* the game went on */
    ANSWER_LEAVE
};

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
    "followers at hand.\n";

static void say(struct play *play, const char *format, ...) CLI_PRINTF(2, 3);

static void say(struct play *play, const char *format, ...)
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

/* -- Places ----------------------------------------------------------------------------- */

struct places {
    struct board_place list[PLACES_MAX];
    int n;
};

static int before(const void *a, const void *b)
{
    const struct board_place *one = a, *other = b;

    return one->y != other->y ? one->y - other->y : one->x - other->x;
}

/* Turns in which the tile looks as it does in an earlier legal one are no choice. */
static unsigned different(aude_kind kind, unsigned turns)
{
    struct picture picture[4];
    unsigned shown = 0;

    for (unsigned rot = 0; rot < 4; rot++) {
        picture_draw(&picture[rot], kind, rot, PICTURE_W_MAX, PICTURE_H_MAX);
        bool seen = false;
        for (unsigned earlier = 0; earlier < rot; earlier++)
            seen = seen || (shown >> earlier & 1 &&
                            picture_same(&picture[earlier], &picture[rot]));
        if (turns >> rot & 1 && !seen) shown |= 1u << rot;
    }
    return shown;
}

/* The legal cells, numbered from north to south and west to east. */
static void find_places(const struct aude_game *game, struct places *places)
{
    struct aude_action list[AUDE_ACTIONS_MAX];
    int n = aude_game_actions(game, list, AUDE_ACTIONS_MAX);

    places->n = 0;
    for (int i = 0; i < n; i++) {
        int k = 0;
        if (list[i].kind != AUDE_LAY) continue;
        while (k < places->n &&
               (places->list[k].x != list[i].x || places->list[k].y != list[i].y))
            k++;
        if (k == places->n)
            places->list[places->n++] =
                (struct board_place){.x = list[i].x, .y = list[i].y};
        places->list[k].turns |= 1u << list[i].arg;
    }
    for (int k = 0; k < places->n; k++)
        places->list[k].shown = different(game->turn.tile, places->list[k].turns);
    qsort(places->list, (size_t)places->n, sizeof places->list[0], before);
}

static int place_at(const struct places *places, int x, int y)
{
    for (int i = 0; i < places->n; i++)
        if (places->list[i].x == x && places->list[i].y == y) return i;
    return -1;
}

static unsigned first_turn(unsigned turns)
{
    unsigned rot = 0;

    while (rot < 3 && !(turns >> rot & 1)) rot++;
    return rot;
}

/* -- Words at any time ------------------------------------------------------------------ */

/* "2,-1 b" or "2,-1": -1 for a turn that is not said. */
static bool parse_cell(const char *text, int *x, int *y, int *rot)
{
    char turn = 0, rest = 0;
    int n = sscanf(text, " %d , %d %c %c", x, y, &turn, &rest);

    *rot = -1;
    if (n < 2 || n > 3) return false;
    if (n == 2) return abs(*x) < 1000 && abs(*y) < 1000;
    *rot = tolower((unsigned char)turn) - 'a';
    return *rot >= 0 && *rot < 4 && abs(*x) < 1000 && abs(*y) < 1000;
}

static enum aude_err why_lay(const struct play *play, int x, int y, int rot)
{
    struct aude_action lay = {
        .kind = AUDE_LAY, .arg = (uint8_t)rot, .x = (int16_t)x, .y = (int16_t)y};

    return aude_game_why(&play->game, lay);
}

static void why_turn(struct play *play, int x, int y, int rot)
{
    enum aude_err err = why_lay(play, x, y, rot);

    if (err)
        say(play, "%d,%d turned %c: %s [%s].", x, y, 'a' + rot, aude_err_sentence(err),
            aude_err_rule(err));
    else
        say(play, "%d,%d turned %c: that is allowed.", x, y, 'a' + rot);
}

/* All four turns; once if the answer is the same. */
static void why_cell(struct play *play, int x, int y)
{
    enum aude_err err = why_lay(play, x, y, 0);
    bool same = err;

    for (int rot = 1; rot < 4; rot++) same = same && why_lay(play, x, y, rot) == err;
    if (same)
        say(play, "%d,%d: %s [%s].", x, y, aude_err_sentence(err), aude_err_rule(err));
    for (int rot = 0; rot < 4 && !same; rot++) why_turn(play, x, y, rot);
}

static void why_tile(struct play *play, const char *rest)
{
    int x, y, rot;

    if (!parse_cell(rest, &x, &y, &rot))
        say(play,
            "Ask with column, row and turn: w 2,-1 b (the numbers along the edge).");
    else if (rot < 0)
        why_cell(play, x, y);
    else
        why_turn(play, x, y, rot);
}

static void why_segment(struct play *play, unsigned segment, unsigned figure)
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
        say(play, "No %s on the %s: %s [%s].", words_role(figure, feature), words.data,
            aude_err_sentence(err), aude_err_rule(err));
    cli_text_free(&words);
}

/* Why is a part of the tile not in the list? */
static void why_follower(struct play *play)
{
    const struct aude_laid *laid = &play->game.laid[play->game.turn.laid];
    unsigned seat = play->game.turn.actor;
    size_t silent = play->message.n;

    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++)
        for (unsigned figure = 0; figure < AUDE_FIGURE_KINDS; figure++)
            if (figure == AUDE_SMALL || play->game.player[seat].supply[figure])
                why_segment(play, s, figure);
    if (play->message.n == silent) say(play, "Every part of this tile is free to you.");
}

static void show_log(struct play *play)
{
    struct cli_text out = {0};
    int from =
        play->tty && play->log.n > play->lines - 4 ? play->log.n - (play->lines - 4) : 0;

    if (!play->log.n) cli_text_str(&out, "Nothing has happened yet.\n");
    for (int i = from < 0 ? 0 : from; i < play->log.n; i++)
        cli_text_add(&out, "%s\n", play->log.line[i]);
    screen_page(play, out.data);
    cli_text_free(&out);
}

static void show_scores(struct play *play)
{
    struct cli_text out = {0};

    play_table(play, &out);
    screen_page(play, out.data);
    cli_text_free(&out);
}

enum { LEFT_W = 7, LEFT_H = 3, LEFT_COLUMN = 10 };

static void left_row(const struct play *play, const aude_kind *kind, int n,
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

static void show_tiles(struct play *play)
{
    int across = (play->columns - 2) / LEFT_COLUMN, n = 0;
    struct cli_text out = {0};
    aude_kind row[128];

    if (across > 128) across = 128;
    cli_text_add(&out, "Still to come: %d tiles.\n\n", aude_game_left_total(&play->game));
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        if (aude_game_left(&play->game, (aude_kind)kind)) row[n++] = (aude_kind)kind;
        if (n == across) left_row(play, row, n, &out), n = 0;
    }
    if (n) left_row(play, row, n, &out);
    screen_page(play, out.data);
    cli_text_free(&out);
}

static void show_rule(struct play *play, const char *word)
{
    struct cli_text out = {0};

    if (!*word)
        say(play, "Which rule? r BASE-31, or a word: r farmer.");
    else if (cli_rule_text(word, &out) || cli_rules_with(word, &out))
        screen_page(play, out.data);
    else
        say(play, "No rule has that id, and none speaks of \"%s\".", word);
    cli_text_free(&out);
}

/* "4,2", or the number of a place. */
static void move_window(struct play *play, const char *rest, const struct places *places)
{
    int rot, number;
    char more;

    play->look = false;
    if (!*rest) return;
    play->look = true;
    if (sscanf(rest, "%d %c", &number, &more) == 1 && number > 0 && number <= places->n) {
        play->look_x = places->list[number - 1].x;
        play->look_y = places->list[number - 1].y;
    } else if (!parse_cell(rest, &play->look_x, &play->look_y, &rot)) {
        play->look = false;
        say(play, "Say column and row, v 4,2, or the number of a place, v 3.");
    }
}

static void hint(struct play *play, const struct places *places)
{
    static struct aude_game view;
    struct aude_action action;
    struct cli_text words = {0};

    aude_game_view(&view, &play->game, play->game.turn.actor);
    action = ai_choose(&ai_greedy, &view, NULL, &play->rng);
    if (action.kind == AUDE_LAY) {
        say(play, "The greedy player would lay it at %d%c (column %d, row %d).",
            place_at(places, action.x, action.y) + 1, 'a' + action.arg, action.x,
            action.y);
    } else if (action.kind == AUDE_PUT) {
        const struct aude_laid *laid = &play->game.laid[play->game.turn.laid];
        unsigned kind = aude_tiles[laid->kind].segment[action.segment].kind;
        words_segment(&words, laid->kind, laid->rot, action.segment);
        say(play, "The greedy player would put a %s on the %s.",
            words_role(action.figure, kind), words.data);
    } else if (words_other_action(&words, &play->game, action)) {
        say(play, "The greedy player would choose this: %s.", words.data);
    } else {
        say(play, action.kind == AUDE_RECALL
                      ? "The greedy player would take the abbot home."
                      : "The greedy player would keep its followers.");
    }
    cli_text_free(&words);
}

static void undo(struct play *play)
{
    if (play->can_undo) {
        play_undo(play);
        say(play, "The tile is back in your hand.");
    } else {
        say(play,
            "There is nothing to take back: the tile in your hand was drawn after your "
            "last move [BASE-9].");
    }
}

/* The words that work everywhere. Returns false if `line` is none of them. */
static bool anytime(struct play *play, const char *line, const struct places *places,
                    enum answer *answer)
{
    const char *rest = line + 1 + strspn(line + 1, " ");
    bool alone = !line[1] || line[1] == ' ';

    *answer = ANSWER_AGAIN;
    if (!strcmp(line, "help")) line = "?", alone = true;
    if (!strcmp(line, "quit") || !strcmp(line, "exit")) line = "q", alone = true;
    if (!alone) return false;
    switch (tolower((unsigned char)line[0])) {
    case '?':
        screen_page(play, help_text);
        return true;
    case 'u':
        undo(play);
        *answer =
            play->game.turn.phase == AUDE_PHASE_TILE ? ANSWER_DECIDED : ANSWER_AGAIN;
        return true;
    case 'w':
        if (play->game.turn.phase == AUDE_PHASE_TILE)
            why_tile(play, rest);
        else
            why_follower(play);
        return true;
    case 'h':
        hint(play, places);
        return true;
    case 's':
        show_scores(play);
        return true;
    case 't':
        show_tiles(play);
        return true;
    case 'l':
        show_log(play);
        return true;
    case 'r':
        show_rule(play, rest);
        return true;
    case 'v':
        move_window(play, rest, places);
        return true;
    case 'q':
        *answer = ANSWER_LEAVE;
        return true;
    default:
        return false;
    }
}

/* -- The tile --------------------------------------------------------------------------- */

static enum answer lay(struct play *play, const struct board_place *place, unsigned rot)
{
    play->look = false;
    play_act(play, (struct aude_action){.kind = AUDE_LAY,
                                        .arg = (uint8_t)rot,
                                        .x = (int16_t)place->x,
                                        .y = (int16_t)place->y});
    return ANSWER_DECIDED;
}

/* Place known; the turn is known, the only one, or has to be asked for. */
static enum answer choose(struct play *play, const struct places *places, int place,
                          int rot, int *pending)
{
    const struct board_place *at = &places->list[place];

    if (rot < 0 && at->shown == 1u << first_turn(at->turns))
        rot = (int)first_turn(at->turns);
    if (rot >= 0 && at->turns >> rot & 1) return lay(play, at, (unsigned)rot);
    *pending = place;
    if (rot >= 0) why_turn(play, at->x, at->y, rot);
    return ANSWER_AGAIN;
}

/* "12", "12b", "12 b" */
static bool parse_place(const char *line, int *number, int *rot)
{
    char turn = 0, rest = 0;
    int n = sscanf(line, "%d %c %c", number, &turn, &rest);

    *rot = -1;
    if (n == 1) return true;
    *rot = tolower((unsigned char)turn) - 'a';
    return n == 2 && *rot >= 0 && *rot < 4;
}

static enum answer tile_answer(struct play *play, const struct places *places,
                               const char *line, int *pending)
{
    int number, rot, x, y;
    enum answer answer;

    if (*pending >= 0 && line[0] && !line[1] && tolower((unsigned char)line[0]) >= 'a' &&
        tolower((unsigned char)line[0]) <= 'd')
        return choose(play, places, *pending, tolower((unsigned char)line[0]) - 'a',
                      pending);
    if (parse_cell(line, &x, &y, &rot)) {
        number = place_at(places, x, y);
        if (number >= 0) return choose(play, places, number, rot, pending);
        if (rot < 0)
            why_cell(play, x, y);
        else
            why_turn(play, x, y, rot);
    } else if (parse_place(line, &number, &rot)) {
        if (number >= 1 && number <= places->n)
            return choose(play, places, number - 1, rot, pending);
        say(play, "There are the places 1 to %d.", places->n);
    } else if (*line && anytime(play, line, places, &answer)) {
        return answer;
    } else {
        say(play, "Type a place and a turn, such as %d%c; ? explains everything.", 1,
            'a' + (int)first_turn(places->list[0].turns));
    }
    return ANSWER_AGAIN;
}

static void tile_question(const struct play *play, const struct places *places,
                          int pending, struct cli_text *out)
{
    const char *name = play->setup.head.name[play->game.turn.actor];
    unsigned turns;

    if (pending < 0) {
        cli_text_add(out,
                     "%s, where does the tile go? (%s%d and a turn a-d; ? for help) ",
                     name, places->n > 1 ? "1-" : "", places->n);
        return;
    }
    turns = places->list[pending].shown;
    cli_text_add(out, "%s, place %d: which turn?", name, pending + 1);
    for (unsigned rot = 0; rot < 4; rot++)
        if (turns >> rot & 1) cli_text_add(out, " %c", 'a' + (int)rot);
    cli_text_str(out, " (or another place) ");
}

static enum answer ask_tile(struct play *play)
{
    struct places *places = cli_alloc(sizeof *places);
    enum answer answer = ANSWER_AGAIN;
    struct cli_text question = {0};
    int pending = -1;
    char line[128];

    find_places(&play->game, places);
    while (answer == ANSWER_AGAIN) {
        struct board_view view = screen_view(play);
        view.places = places->list;
        view.n_places = places->n;
        view.ghost = pending;
        if (pending >= 0) view.ghost_rot = first_turn(places->list[pending].turns);
        cli_text_clear(&question);
        tile_question(play, places, pending, &question);
        screen_show(play, view, NULL, question.data);
        answer = screen_read(play, line, sizeof line)
                     ? tile_answer(play, places, line + strspn(line, " "), &pending)
                     : ANSWER_LEAVE;
    }
    cli_text_free(&question);
    free(places);
    return answer;
}

/* -- The follower ----------------------------------------------------------------------- */

struct options {
    struct aude_action list[OPTIONS_MAX], pass;
    int n;
};

static void find_options(const struct aude_game *game, struct options *options)
{
    struct aude_action list[AUDE_ACTIONS_MAX];
    int n = aude_game_actions(game, list, AUDE_ACTIONS_MAX);

    *options = (struct options){0};
    for (int i = 0; i < n; i++) {
        if (list[i].kind == AUDE_PASS || list[i].kind == AUDE_DECLINE)
            options->pass = list[i];
        else if (options->n < OPTIONS_MAX)
            options->list[options->n++] = list[i];
    }
}

static void option_words(const struct aude_game *game, struct aude_action action,
                         struct cli_text *out)
{
    int tile = aude_game_tile_at(game, action.x, action.y);
    struct aude_feature_view feature;

    if (action.kind == AUDE_RECALL) {
        cli_text_add(out, "take your abbot home from %d,%d and score it", action.x,
                     action.y);
        return;
    }
    if (action.kind == AUDE_SECOND) {
        cli_text_str(out, "draw a second tile, which your builder earned");
        return;
    }
    if (words_other_action(out, game, action)) return;
    if (action.kind != AUDE_PUT || tile < 0) {
        char text[128];
        aude_action_text(game, action, text, sizeof text);
        cli_text_str(out, text);
        return;
    }
    aude_game_feature(game, tile, action.segment, &feature);
    cli_text_add(out, "%s: ", words_role(action.figure, feature.kind));
    words_segment(out, game->laid[tile].kind, game->laid[tile].rot, action.segment);
    cli_text_str(out, " (");
    words_feature(out, &feature);
    cli_text_str(out, ")");
    if (tile != game->turn.laid) cli_text_add(out, " at %d,%d", action.x, action.y);
}

static void list_options(const struct play *play, const struct options *options,
                         struct cli_text *out)
{
    for (int i = 0; i < options->n; i++) {
        char number[16];
        snprintf(number, sizeof number, "%3d ", i + 1);
        canvas_ink(out, play->style, CANVAS_MARK, number);
        option_words(&play->game, options->list[i], out);
        cli_text_str(out, "\n");
    }
    if (options->pass.kind == AUDE_NO_ACTION) return;
    canvas_ink(out, play->style, CANVAS_MARK, "  0 ");
    if (play->game.turn.phase == AUDE_PHASE_SEDUCE)
        cli_text_str(out, "leave it there\n");
    else if (options->pass.kind == AUDE_DECLINE)
        cli_text_str(out, "end the turn without it\n");
    else
        cli_text_str(out, options->n ? "no figure\n"
                                     : "no figure can be placed here (w tells why)\n");
}

static enum answer act(struct play *play, struct aude_action action)
{
    play->news_from[play->game.turn.actor] = play->log.n;
    play_act(play, action);
    return ANSWER_DECIDED;
}

/* "2 2048 512" or "-20 700": a throw of one's own instead of a listed one. */
static bool own_numbers(const struct play *play, const char *line,
                        struct aude_action *out)
{
    struct aude_range range;
    int arg, x, y;
    char rest;

    if (!aude_game_range(&play->game, &range)) return false;
    arg = range.arg_lo;
    if (range.kind == AUDE_THROW ? sscanf(line, "%d %d %d %c", &arg, &x, &y, &rest) != 3
                                 : sscanf(line, "%d %d %c", &x, &y, &rest) != 2)
        return false;
    if (arg < 0 || arg > UINT8_MAX || abs(x) > INT16_MAX || abs(y) > INT16_MAX)
        return false;
    *out = (struct aude_action){
        .kind = range.kind, .arg = (uint8_t)arg, .x = (int16_t)x, .y = (int16_t)y};
    return true;
}

/* The numbers may be out of range: say so and ask again. */
static enum answer own_answer(struct play *play, struct aude_action action)
{
    enum aude_err err = aude_game_why(&play->game, action);

    if (!err) return act(play, action);
    say(play, "%s [%s].", aude_err_sentence(err), aude_err_rule(err));
    return ANSWER_AGAIN;
}

static enum answer action_answer(struct play *play, const struct options *options,
                                 const char *line)
{
    struct aude_action own;

    static const struct places nowhere;
    enum answer answer;
    int number;
    char rest;

    if (own_numbers(play, line, &own)) return own_answer(play, own);
    if (sscanf(line, "%d %c", &number, &rest) == 1) {
        if (number == 0 && options->pass.kind != AUDE_NO_ACTION)
            return act(play, options->pass);
        if (number >= 1 && number <= options->n)
            return act(play, options->list[number - 1]);
        say(play, "There are the numbers %d to %d.",
            options->pass.kind == AUDE_NO_ACTION ? 1 : 0, options->n);
    } else if (!*line && !options->n) {
        return act(play, options->pass);
    } else if (*line && anytime(play, line, &nowhere, &answer)) {
        return answer;
    } else {
        say(play, "Type the number of a figure, or 0 for none; u takes the tile back, ? "
                  "explains everything.");
    }
    return ANSWER_AGAIN;
}

/* What is to be decided, in a few words. */
static const char *what_question(const struct aude_game *game,
                                 const struct options *options)
{
    switch (options->list[0].kind) {
    case AUDE_STEP:
        return "where does the dragon go?";
    case AUDE_CAPTURE:
        return "a prisoner?";
    case AUDE_FROM_PILE:
        return "an abbey, or a tile?";
    case AUDE_GO_HOME:
        return "where does the wagon go?";
    case AUDE_SWAP:
        return "who comes back?";
    case AUDE_CATAPULT:
        return "the catapult: what for?";
    case AUDE_THROW:
        return "which throw, or stand 0-7, aim 0-4095, power 0-1023?";
    case AUDE_TOSS:
        return "which throw, or lateral -512 to 511 and power 0-1023?";
    case AUDE_HANDS:
        return "your hands, or where: 0-1280 along and -512 to 511 across?";
    case AUDE_PICK:
        return "which of them?";
    default:
        if (game->turn.phase == AUDE_PHASE_SEDUCE) return "who takes the place?";
        if (options->pass.kind == AUDE_DECLINE) return "a second tile?";
        return options->n ? "a figure?" : "Enter ends your turn";
    }
}

static enum answer ask_action(struct play *play)
{
    enum answer answer = ANSWER_AGAIN;
    struct cli_text words = {0}, question = {0};
    struct options options;
    char line[128];

    find_options(&play->game, &options);
    list_options(play, &options, &words);
    cli_text_add(&question, "%s, %s %s", play->setup.head.name[play->game.turn.actor],
                 what_question(&play->game, &options),
                 play->can_undo ? "(u takes the tile back) " : "");
    while (answer == ANSWER_AGAIN) {
        struct board_view view = screen_view(play);
        view.spots = options.list;
        view.n_spots = options.n < 9 ? options.n : 9;
        screen_show(play, view, words.data, question.data);
        answer = screen_read(play, line, sizeof line)
                     ? action_answer(play, &options, line + strspn(line, " "))
                     : ANSWER_LEAVE;
    }
    cli_text_free(&words);
    cli_text_free(&question);
    return answer;
}

bool play_ask(struct play *play)
{
    enum answer answer =
        play->game.turn.phase == AUDE_PHASE_TILE ? ask_tile(play) : ask_action(play);

    return answer != ANSWER_LEAVE;
}
