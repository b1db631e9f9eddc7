/* play_ask.c -- the questions to a person, and what the answers mean.
 *
 * An answer either decides, or a sentence appears under the board and the question is
 * asked again. */
#include "play.h"
#include "words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MAX = 1024 };

/* -- Places ----------------------------------------------------------------------------- */

static int play_ask_before(const void *a, const void *b)
{
    const struct board_place *one = a, *other = b;

    return one->y != other->y ? one->y - other->y : one->x - other->x;
}

/* Of the legal rotations that look alike, only the first is a choice. */
static unsigned play_ask_different(aude_kind kind, unsigned turns)
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
static void play_ask_find_places(const struct aude_game *game, struct play_places *places)
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
        places->list[k].shown =
            play_ask_different(game->turn.tile, places->list[k].turns);
    qsort(places->list, (size_t)places->n, sizeof places->list[0], play_ask_before);
}

static unsigned play_ask_first_turn(unsigned turns)
{
    unsigned rot = 0;

    while (rot < 3 && !(turns >> rot & 1)) rot++;
    return rot;
}

/* -- The tile --------------------------------------------------------------------------- */

static enum play_answer play_ask_lay(struct play *play, const struct board_place *place,
                                     unsigned rot)
{
    play->look = false;
    play_act(play, (struct aude_action){.kind = AUDE_LAY,
                                        .arg = (uint8_t)rot,
                                        .x = (int16_t)place->x,
                                        .y = (int16_t)place->y});
    return ANSWER_DECIDED;
}

/* The place is known. Use the given rotation or the only one; otherwise ask for it. */
static enum play_answer play_ask_choose(struct play *play,
                                        const struct play_places *places, int place,
                                        int rot, int *pending)
{
    const struct board_place *at = &places->list[place];

    if (rot < 0 && at->shown == 1u << play_ask_first_turn(at->turns))
        rot = (int)play_ask_first_turn(at->turns);
    if (rot >= 0 && at->turns >> rot & 1) return play_ask_lay(play, at, (unsigned)rot);
    *pending = place;
    if (rot >= 0) play_words_why_turn(play, at->x, at->y, rot);
    return ANSWER_AGAIN;
}

/* "12", "12b", "12 b" */
static bool play_ask_parse_place(const char *line, int *number, int *rot)
{
    char turn = 0, rest = 0;
    int n = sscanf(line, "%d %c %c", number, &turn, &rest);

    *rot = -1;
    if (n == 1) return true;
    *rot = tolower((unsigned char)turn) - 'a';
    return n == 2 && *rot >= 0 && *rot < 4;
}

static enum play_answer play_ask_tile_answer(struct play *play,
                                             const struct play_places *places,
                                             const char *line, int *pending)
{
    int number, rot, x, y;
    enum play_answer answer;

    if (*pending >= 0 && line[0] && !line[1] && tolower((unsigned char)line[0]) >= 'a' &&
        tolower((unsigned char)line[0]) <= 'd')
        return play_ask_choose(play, places, *pending,
                               tolower((unsigned char)line[0]) - 'a', pending);
    if (play_words_parse_cell(line, &x, &y, &rot)) {
        number = play_words_place_at(places, x, y);
        if (number >= 0) return play_ask_choose(play, places, number, rot, pending);
        if (rot < 0)
            play_words_why_cell(play, x, y);
        else
            play_words_why_turn(play, x, y, rot);
    } else if (play_ask_parse_place(line, &number, &rot)) {
        if (number >= 1 && number <= places->n)
            return play_ask_choose(play, places, number - 1, rot, pending);
        play_words_say(play, "There are the places 1 to %d.", places->n);
    } else if (*line && play_words_anytime(play, line, places, &answer)) {
        return answer;
    } else {
        play_words_say(play,
                       "Type a place and a turn, such as %d%c; ? explains everything.", 1,
                       'a' + (int)play_ask_first_turn(places->list[0].turns));
    }
    return ANSWER_AGAIN;
}

static void play_ask_tile_question(const struct play *play,
                                   const struct play_places *places, int pending,
                                   struct cli_text *out)
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

static enum play_answer play_ask_tile(struct play *play)
{
    struct play_places *places = cli_alloc(sizeof *places);
    enum play_answer answer = ANSWER_AGAIN;
    struct cli_text question = {0};
    int pending = -1;
    char line[128];

    play_ask_find_places(&play->game, places);
    while (answer == ANSWER_AGAIN) {
        struct board_view view = play_screen_view(play);
        view.places = places->list;
        view.n_places = places->n;
        view.ghost = pending;
        if (pending >= 0)
            view.ghost_rot = play_ask_first_turn(places->list[pending].turns);
        cli_text_clear(&question);
        play_ask_tile_question(play, places, pending, &question);
        play_screen_show(play, view, NULL, question.data);
        answer =
            play_screen_read(play, line, sizeof line)
                ? play_ask_tile_answer(play, places, line + strspn(line, " "), &pending)
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

static void play_ask_find_options(const struct aude_game *game, struct options *options)
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

/* A throw that must be caught has other numbers (CAT-25). */
static bool play_ask_catching(const struct aude_game *game)
{
    struct aude_range range;

    return aude_game_range(game, &range) && range.kind == AUDE_TOSS;
}

/* The question of this phase. */
static const char *play_ask_question_words(const struct aude_game *game, int n)
{
    switch (game->turn.phase) {
    case AUDE_PHASE_SECOND:
        return "a second tile?";
    case AUDE_PHASE_DRAGON:
    case AUDE_PHASE_DRAGON_LATE:
        return "where does the dragon go?";
    case AUDE_PHASE_CAPTURE:
        return "a prisoner?";
    case AUDE_PHASE_SOURCE:
        return aude_game_left_total(game) ? "an abbey, or a tile?" : "your abbey?";
    case AUDE_PHASE_WAGON:
        return "where does the wagon go?";
    case AUDE_PHASE_SWAP:
        return "who comes back?";
    case AUDE_PHASE_CONFIRM:
        return "a ransom before the scoring?";
    case AUDE_PHASE_QUARTERS:
        return "who comes out of Carcassonne?";
    case AUDE_PHASE_MARKET:
        return "who leaves the market for the fields?";
    case AUDE_PHASE_ENTER:
        return "a follower into Carcassonne?";
    case AUDE_PHASE_COUNT:
        return "where does the count go?";
    case AUDE_PHASE_CATAPULT:
        return "the catapult: what for?";
    case AUDE_PHASE_THROW:
        return play_ask_catching(game)
                   ? "which throw, or lateral -512 to 511 and power 0-1023?"
                   : "which throw, or stand 0-7, aim 0-4095, power 0-1023?";
    case AUDE_PHASE_CATCH:
        return "your hands, or where: 0-1280 along and -512 to 511 across?";
    case AUDE_PHASE_SEDUCE:
        return game->catapult.chosen == AUDE_NOWHERE ? "which of them?"
                                                     : "who takes the place?";
    default:
        return n ? "a figure?" : "Enter ends your turn";
    }
}

static void play_ask_list_options(const struct play *play, const struct options *options,
                                  struct cli_text *out)
{
    for (int i = 0; i < options->n; i++) {
        char number[16];
        snprintf(number, sizeof number, "%3d ", i + 1);
        canvas_ink(out, play->style, CANVAS_MARK, number);
        words_action(out, &play->game, options->list[i]);
        cli_text_str(out, "\n");
    }
    if (options->pass.kind == AUDE_NO_ACTION) return;
    canvas_ink(out, play->style, CANVAS_MARK, "  0 ");
    cli_text_add(out, "%s\n", play_words_pass(&play->game, options->n));
}

static enum play_answer play_ask_act(struct play *play, struct aude_action action)
{
    play->news_from[play->game.turn.actor] = play->log.n;
    play_act(play, action);
    return ANSWER_DECIDED;
}

/* "2 2048 512" or "-20 700": a throw with other numbers than the listed ones. */
static bool play_ask_own_numbers(const struct play *play, const char *line,
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

/* Numbers that are out of range: say so and ask again. */
static enum play_answer play_ask_own_answer(struct play *play, struct aude_action action)
{
    enum aude_err err = aude_game_why(&play->game, action);

    if (!err) return play_ask_act(play, action);
    play_words_say(play, "%s [%s].", aude_err_sentence(err), aude_err_rule(err));
    return ANSWER_AGAIN;
}

static enum play_answer
play_ask_action_answer(struct play *play, const struct options *options, const char *line)
{
    struct aude_action own;
    static const struct play_places nowhere;
    enum play_answer answer;
    int number;
    char rest;

    if (play_ask_own_numbers(play, line, &own)) return play_ask_own_answer(play, own);
    if (sscanf(line, "%d %c", &number, &rest) == 1) {
        if (number == 0 && options->pass.kind != AUDE_NO_ACTION)
            return play_ask_act(play, options->pass);
        if (number >= 1 && number <= options->n)
            return play_ask_act(play, options->list[number - 1]);
        if (options->n)
            play_words_say(play, "There are the numbers %d to %d.",
                           options->pass.kind == AUDE_NO_ACTION ? 1 : 0, options->n);
        else
            play_words_say(play, "There is nothing to choose: Enter ends your turn.");
    } else if (!*line && !options->n) {
        return play_ask_act(play, options->pass);
    } else if (*line && play_words_anytime(play, line, &nowhere, &answer)) {
        return answer;
    } else {
        play_words_say(play, "Type a number of the list%s; %s? explains everything.",
                       options->pass.kind == AUDE_NO_ACTION ? "" : ", or 0 for none",
                       play->can_undo ? "u takes the tile back, " : "");
    }
    return ANSWER_AGAIN;
}

static enum play_answer play_ask_action(struct play *play)
{
    enum play_answer answer = ANSWER_AGAIN;
    struct cli_text words = {0}, question = {0};
    struct options options;
    char line[128];

    play_ask_find_options(&play->game, &options);
    play_ask_list_options(play, &options, &words);
    cli_text_add(&question, "%s, %s %s", play->setup.head.name[play->game.turn.actor],
                 play_ask_question_words(&play->game, options.n),
                 play->can_undo ? "(u takes the tile back) " : "");
    while (answer == ANSWER_AGAIN) {
        struct board_view view = play_screen_view(play);
        view.spots = options.list;
        view.n_spots = options.n < 9 ? options.n : 9;
        play_screen_show(play, view, words.data, question.data);
        answer = play_screen_read(play, line, sizeof line)
                     ? play_ask_action_answer(play, &options, line + strspn(line, " "))
                     : ANSWER_LEAVE;
    }
    cli_text_free(&words);
    cli_text_free(&question);
    return answer;
}

bool play_ask(struct play *play)
{
    enum play_answer answer = play->game.turn.phase == AUDE_PHASE_TILE
                                  ? play_ask_tile(play)
                                  : play_ask_action(play);

    return answer != ANSWER_LEAVE;
}
