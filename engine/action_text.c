/* action_text.c -- the words of every kind of action, as they stand in a record: written and
 * read back. The rows of action.c name these functions. */
#include "action_internal.h"

/* -- Writing: what follows the name of the action --------------------------------------- */

static void action_text_write_word(struct aude__text *text, const char *word)
{
    aude__text_char(text, ' ');
    aude__text_str(text, word);
}

static void action_text_write_int(struct aude__text *text, int number)
{
    aude__text_char(text, ' ');
    aude__text_int(text, number);
}

/* " aim 2048" */
static void action_text_write_number(struct aude__text *text, const char *word,
                                     int number)
{
    action_text_write_word(text, word);
    action_text_write_int(text, number);
}

/* " 3,-1" */
static void action_text_write_cell(struct aude__text *text, struct aude_action action)
{
    action_text_write_int(text, action.x);
    aude__text_char(text, ',');
    aude__text_int(text, action.y);
}

/* " small city N", or "tower" for its top; "?" for what is not there. */
static void action_text_write_place(struct aude__text *text, const struct aude_game *game,
                                    struct aude_action action)
{
    int tile = aude_game_tile_at(game, action.x, action.y);
    unsigned quarter = action.segment - (unsigned)AUDE_IN_QUARTER;
    char segment[64] = "?";

    action_text_write_word(text, aude_figure_name(action.figure));
    if (tile >= 0 && action.segment < aude_tiles[game->laid[tile].kind].n_segments)
        aude_segment_text(game->laid[tile].kind, game->laid[tile].rot, action.segment,
                          segment, sizeof segment);
    action_text_write_word(text, action.segment == AUDE_ON_TOWER ? "tower"
                                 : quarter < AUDE_QUARTERS ? aude_quarters[quarter].name
                                                           : segment);
}

/* " small city N at 3,-1" */
static void action_text_write_place_at(struct aude__text *text,
                                       const struct aude_game *game,
                                       struct aude_action action)
{
    action_text_write_place(text, game, action);
    aude__text_str(text, " at");
    action_text_write_cell(text, action);
}

/* "lay 1,0 90" */
void aude__action_text_write_lay(struct aude__text *text, const struct aude_game *game,
                                 struct aude_action action)
{
    (void)game;
    action_text_write_cell(text, action);
    action_text_write_int(text, 90 * action.arg);
}

/* "put small city N"; onto another tile than the one just laid: "... at 3,-1". */
void aude__action_text_write_put(struct aude__text *text, const struct aude_game *game,
                                 struct aude_action action)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];
    bool here = action.x == laid->x && action.y == laid->y;

    if (here && action.segment != AUDE_ON_TOWER)
        action_text_write_place(text, game, action);
    else
        action_text_write_place_at(text, game, action);
}

/* "move wagon city N at 3,-1" */
void aude__action_text_write_move(struct aude__text *text, const struct aude_game *game,
                                  struct aude_action action)
{
    action_text_write_place_at(text, game, action);
}

/* "fairy 0 small city N at 3,-1": seat, figure, place. */
void aude__action_text_write_target(struct aude__text *text, const struct aude_game *game,
                                    struct aude_action action)
{
    action_text_write_int(text, action.arg);
    action_text_write_place_at(text, game, action);
}

/* "set-points 1 34", "set-points 1 by -3" */
void aude__action_text_write_points(struct aude__text *text, const struct aude_game *game,
                                    struct aude_action action)
{
    (void)game;
    action_text_write_int(text, action.arg);
    if (action.y == 1) aude__text_str(text, " by");
    action_text_write_int(text, action.x);
}

/* "set-turn 1" */
void aude__action_text_write_seat(struct aude__text *text, const struct aude_game *game,
                                  struct aude_action action)
{
    (void)game;
    action_text_write_int(text, action.arg);
}

/* "set-tower 0 3,-1" */
void aude__action_text_write_seat_cell(struct aude__text *text,
                                       const struct aude_game *game,
                                       struct aude_action action)
{
    (void)game;
    action_text_write_int(text, action.arg);
    action_text_write_cell(text, action);
}

/* "set-prisoner 0 small by 1" */
void aude__action_text_write_prisoner(struct aude__text *text,
                                      const struct aude_game *game,
                                      struct aude_action action)
{
    (void)game;
    action_text_write_int(text, action.arg);
    action_text_write_word(text, aude_figure_name(action.figure));
    action_text_write_number(text, "by", action.x);
}

/* "set-goods 0 wine 3" */
void aude__action_text_write_goods(struct aude__text *text, const struct aude_game *game,
                                   struct aude_action action)
{
    (void)game;
    action_text_write_int(text, action.arg);
    action_text_write_number(text, aude_goods_name(action.figure), action.x);
}

/* "tower 3,-1" */
void aude__action_text_write_cell(struct aude__text *text, const struct aude_game *game,
                                  struct aude_action action)
{
    (void)game;
    action_text_write_cell(text, action);
}

/* "step N" */
void aude__action_text_write_step(struct aude__text *text, const struct aude_game *game,
                                  struct aude_action action)
{
    (void)game;
    action_text_write_word(text, aude_side_name(action.arg & 3));
}

/* "count market" */
void aude__action_text_write_quarter(struct aude__text *text,
                                     const struct aude_game *game,
                                     struct aude_action action)
{
    (void)game;
    action_text_write_word(text, aude_quarters[action.arg & 3].name);
}

/* "enter castle small" */
void aude__action_text_write_enter(struct aude__text *text, const struct aude_game *game,
                                   struct aude_action action)
{
    aude__action_text_write_quarter(text, game, action);
    action_text_write_word(text, aude_figure_name(action.figure));
}

/* "send castle small city N at 1,0" */
void aude__action_text_write_send(struct aude__text *text, const struct aude_game *game,
                                  struct aude_action action)
{
    aude__action_text_write_quarter(text, game, action);
    action_text_write_place_at(text, game, action);
}

/* "swap small" */
void aude__action_text_write_figure(struct aude__text *text, const struct aude_game *game,
                                    struct aude_action action)
{
    (void)game;
    action_text_write_word(text, aude_figure_name(action.figure));
}

/* "ransom small from 1" */
void aude__action_text_write_ransom(struct aude__text *text, const struct aude_game *game,
                                    struct aude_action action)
{
    aude__action_text_write_figure(text, game, action);
    action_text_write_number(text, "from", action.arg);
}

/* "draw base/city-road-straight" */
void aude__action_text_write_tile(struct aude__text *text, const struct aude_game *game,
                                  struct aude_action action)
{
    (void)game;
    action_text_write_word(text, action.arg < aude_tiles_count ? aude_tiles[action.arg].id
                                                               : "?");
}

/* "catapult knock-out" */
void aude__action_text_write_round(struct aude__text *text, const struct aude_game *game,
                                   struct aude_action action)
{
    (void)game;
    action_text_write_word(text, aude_catapult_name(action.arg));
}

/* "throw stand 2 aim 2048 power 512" */
void aude__action_text_write_throw(struct aude__text *text, const struct aude_game *game,
                                   struct aude_action action)
{
    (void)game;
    action_text_write_number(text, "stand", action.arg);
    action_text_write_number(text, "aim", action.x);
    action_text_write_number(text, "power", action.y);
}

/* "toss lateral -12 power 700" */
void aude__action_text_write_toss(struct aude__text *text, const struct aude_game *game,
                                  struct aude_action action)
{
    (void)game;
    action_text_write_number(text, "lateral", action.x);
    action_text_write_number(text, "power", action.y);
}

/* "hands off", "hands 700,-10" */
void aude__action_text_write_hands(struct aude__text *text, const struct aude_game *game,
                                   struct aude_action action)
{
    (void)game;
    if (action.arg)
        action_text_write_cell(text, action);
    else
        action_text_write_word(text, "off");
}

/* "replace large" from the supply, "replace small city N at 3,-1" from the map. */
void aude__action_text_write_replace(struct aude__text *text,
                                     const struct aude_game *game,
                                     struct aude_action action)
{
    if (action.segment == AUDE_IN_SUPPLY)
        action_text_write_word(text, aude_figure_name(action.figure));
    else
        action_text_write_place_at(text, game, action);
}

/* "scatter 12 -3", in DIRECT mode "scatter 12 -3 hand 5 -20". */
void aude__action_text_write_scatter(struct aude__text *text,
                                     const struct aude_game *game,
                                     struct aude_action action)
{
    (void)game;
    action_text_write_int(text, action.x);
    action_text_write_int(text, action.y);
    if (!action.figure && !action.segment) return;
    action_text_write_number(text, "hand", (int8_t)action.figure);
    action_text_write_int(text, (int8_t)action.segment);
}

size_t aude_action_text(const struct aude_game *game, struct aude_action action,
                        char *out, size_t size)
{
    struct aude__text text = {.out = out, .size = size};
    bool known = action.kind != AUDE_NO_ACTION && action.kind < AUDE_ACTION_KINDS;

    aude__text_str(&text, aude_action_name(action.kind));
    if (known && aude__actions[action.kind].write)
        aude__actions[action.kind].write(&text, game, action);
    return aude__text_end(&text);
}

/* -- Reading: single words -------------------------------------------------------------- */

static enum aude_err action_text_parse_ok_if(bool fine)
{
    return fine ? AUDE_ERR_OK : AUDE_ERR_WORD;
}

static bool action_text_parse_figure(const char *word, struct aude_action *out)
{
    unsigned figure = 0;

    while (figure < AUDE_FIGURE_KINDS && strcmp(word, aude_figure_name(figure)) != 0)
        figure++;
    out->figure = (uint8_t)figure;
    return figure < AUDE_FIGURE_KINDS;
}

static bool action_text_parse_quarter(const char *word, struct aude_action *out)
{
    unsigned quarter = 0;

    while (quarter < AUDE_QUARTERS && strcmp(word, aude_quarters[quarter].name) != 0)
        quarter++;
    out->arg = (uint8_t)quarter;
    return quarter < AUDE_QUARTERS;
}

static bool action_text_parse_seat(const char *word, struct aude_action *out)
{
    long seat;

    if (!aude__text_read_int(word, 0, AUDE_SEATS_MAX - 1, &seat)) return false;
    out->arg = (uint8_t)seat;
    return true;
}

/* "stand 2" at word `at`. Whether the number is in range is for the game to say. */
static bool action_text_parse_number(const struct aude__words *words, int at,
                                     const char *name, long *out)
{
    return words->n > at + 1 && !strcmp(words->word[at], name) &&
           aude__text_read_int(words->word[at + 1], INT16_MIN, INT16_MAX, out);
}

/* -- Reading: segments ------------------------------------------------------------------ */

/* Is `word` one of the words of `text`? */
static bool action_text_has_word(const char *text, const char *word)
{
    size_t n = strlen(word);

    for (const char *p = text; *p; p += *p == ' ') {
        size_t length = strcspn(p, " ");
        if (length == n && !memcmp(p, word, n)) return true;
        p += length;
    }
    return false;
}

static bool action_text_has_words(const struct aude__words *words, int from, int to,
                                  const char *word, size_t length)
{
    for (int i = from; i < to; i++)
        if (strlen(words->word[i]) == length && !memcmp(words->word[i], word, length))
            return true;
    return false;
}

/* Are the words [from, to) the segment's name? Its kind comes first; its sides are a set,
 * so their order does not matter, but none may be missing. */
static bool action_text_words_are_segment(const struct aude__words *words, int from,
                                          int to, const char *name)
{
    size_t kind = strcspn(name, " ");

    if (strlen(words->word[from]) != kind || memcmp(words->word[from], name, kind) != 0)
        return false;
    for (int i = from + 1; i < to; i++)
        if (!action_text_has_word(name + kind, words->word[i])) return false;
    for (const char *p = name + kind; *p;) {
        size_t length = strcspn(++p, " ");
        if (!action_text_has_words(words, from + 1, to, p, length)) return false;
        p += length;
    }
    return true;
}

/* The words [from, to) as a segment of that tile, the top of its tower, or a quarter. */
static enum aude_err action_text_parse_segment(const struct aude_game *game, int tile,
                                               const struct aude__words *words, int from,
                                               int to, struct aude_action *out)
{
    const struct aude_laid *laid = &game->laid[tile];
    const char *first = words->word[from];
    bool alone = to == from + 1;
    char name[64];

    out->x = laid->x;
    out->y = laid->y;
    out->segment = AUDE_ON_TOWER;
    if (alone && !strcmp(first, "tower")) return AUDE_ERR_OK;
    for (unsigned quarter = 0; quarter < AUDE_QUARTERS; quarter++) {
        out->segment = (uint8_t)(AUDE_IN_QUARTER + quarter);
        if (alone && !strcmp(aude_quarters[quarter].name, first)) return AUDE_ERR_OK;
    }
    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++) {
        aude_segment_text(laid->kind, laid->rot, s, name, sizeof name);
        out->segment = (uint8_t)s;
        if (action_text_words_are_segment(words, from, to, name)) return AUDE_ERR_OK;
    }
    return AUDE_ERR_NO_SEGMENT;
}

/* "small city N", perhaps "at 3,-1", from word `at` to the last. */
static enum aude_err action_text_parse_place(const struct aude_game *game,
                                             struct aude__words *words, int at,
                                             struct aude_action *out)
{
    int tile = game->turn.laid, end = words->n;

    if (words->n < at + 2 || !action_text_parse_figure(words->word[at], out))
        return AUDE_ERR_WORD;
    if (words->n >= at + 4 && !strcmp(words->word[words->n - 2], "at")) {
        if (!aude__text_read_cell(words->word[words->n - 1], out)) return AUDE_ERR_WORD;
        tile = aude_game_tile_at(game, out->x, out->y);
        end = words->n - 2;
    }
    if (tile < 0) return end < words->n ? AUDE_ERR_HAND_TILE : AUDE_ERR_NOT_LAID_TILE;
    return action_text_parse_segment(game, tile, words, at + 1, end, out);
}

/* -- Reading: actions; word[0] is the name and out->kind the kind ------------------------ */

/* Nothing but the name. */
enum aude_err aude__action_text_parse_name(const struct aude_game *game,
                                           struct aude__words *words,
                                           struct aude_action *out)
{
    (void)game;
    (void)out;
    return action_text_parse_ok_if(words->n == 1);
}

enum aude_err aude__action_text_parse_lay(const struct aude_game *game,
                                          struct aude__words *words,
                                          struct aude_action *out)
{
    long degrees;

    (void)game;
    if (words->n != 3 || !aude__text_read_cell(words->word[1], out)) return AUDE_ERR_WORD;
    if (!aude__text_read_int(words->word[2], 0, 270, &degrees) || degrees % 90)
        return AUDE_ERR_ROTATION;
    out->arg = (uint8_t)(degrees / 90);
    return AUDE_ERR_OK;
}

enum aude_err aude__action_text_parse_place(const struct aude_game *game,
                                            struct aude__words *words,
                                            struct aude_action *out)
{
    return action_text_parse_place(game, words, 1, out);
}

enum aude_err aude__action_text_parse_target(const struct aude_game *game,
                                             struct aude__words *words,
                                             struct aude_action *out)
{
    if (words->n < 4 || !action_text_parse_seat(words->word[1], out))
        return AUDE_ERR_WORD;
    return action_text_parse_place(game, words, 2, out);
}

enum aude_err aude__action_text_parse_cell(const struct aude_game *game,
                                           struct aude__words *words,
                                           struct aude_action *out)
{
    (void)game;
    return action_text_parse_ok_if(words->n == 2 &&
                                   aude__text_read_cell(words->word[1], out));
}

enum aude_err aude__action_text_parse_step(const struct aude_game *game,
                                           struct aude__words *words,
                                           struct aude_action *out)
{
    (void)game;
    if (words->n != 2) return AUDE_ERR_WORD;
    while (out->arg < 4 && strcmp(words->word[1], aude_side_name(out->arg)) != 0)
        out->arg++;
    return action_text_parse_ok_if(out->arg < 4);
}

enum aude_err aude__action_text_parse_quarter(const struct aude_game *game,
                                              struct aude__words *words,
                                              struct aude_action *out)
{
    (void)game;
    return action_text_parse_ok_if(words->n == 2 &&
                                   action_text_parse_quarter(words->word[1], out));
}

enum aude_err aude__action_text_parse_enter(const struct aude_game *game,
                                            struct aude__words *words,
                                            struct aude_action *out)
{
    (void)game;
    return action_text_parse_ok_if(words->n == 3 &&
                                   action_text_parse_quarter(words->word[1], out) &&
                                   action_text_parse_figure(words->word[2], out));
}

enum aude_err aude__action_text_parse_send(const struct aude_game *game,
                                           struct aude__words *words,
                                           struct aude_action *out)
{
    if (words->n < 2 || !action_text_parse_quarter(words->word[1], out))
        return AUDE_ERR_WORD;
    return action_text_parse_place(game, words, 2, out);
}

enum aude_err aude__action_text_parse_figure(const struct aude_game *game,
                                             struct aude__words *words,
                                             struct aude_action *out)
{
    (void)game;
    return action_text_parse_ok_if(words->n == 2 &&
                                   action_text_parse_figure(words->word[1], out));
}

enum aude_err aude__action_text_parse_points(const struct aude_game *game,
                                             struct aude__words *words,
                                             struct aude_action *out)
{
    long points = 0;

    (void)game;
    out->y = words->n == 4 && !strcmp(words->word[2], "by");
    if (words->n != 3 + out->y || !action_text_parse_seat(words->word[1], out) ||
        !aude__text_read_int(words->word[2 + out->y], INT16_MIN, INT16_MAX, &points))
        return AUDE_ERR_WORD;
    out->x = (int16_t)points;
    return AUDE_ERR_OK;
}

enum aude_err aude__action_text_parse_seat(const struct aude_game *game,
                                           struct aude__words *words,
                                           struct aude_action *out)
{
    (void)game;
    return action_text_parse_ok_if(words->n == 2 &&
                                   action_text_parse_seat(words->word[1], out));
}

enum aude_err aude__action_text_parse_seat_cell(const struct aude_game *game,
                                                struct aude__words *words,
                                                struct aude_action *out)
{
    (void)game;
    return action_text_parse_ok_if(words->n == 3 &&
                                   action_text_parse_seat(words->word[1], out) &&
                                   aude__text_read_cell(words->word[2], out));
}

enum aude_err aude__action_text_parse_prisoner(const struct aude_game *game,
                                               struct aude__words *words,
                                               struct aude_action *out)
{
    long holder;

    (void)game;
    if (words->n != 5 || !action_text_parse_seat(words->word[1], out) ||
        !action_text_parse_figure(words->word[2], out) ||
        !action_text_parse_number(words, 3, "by", &holder))
        return AUDE_ERR_WORD;
    out->x = (int16_t)holder;
    return AUDE_ERR_OK;
}

enum aude_err aude__action_text_parse_goods(const struct aude_game *game,
                                            struct aude__words *words,
                                            struct aude_action *out)
{
    unsigned goods = AUDE_WINE;
    long n;

    (void)game;
    if (words->n != 4 || !action_text_parse_seat(words->word[1], out))
        return AUDE_ERR_WORD;
    while (goods <= AUDE_CLOTH && strcmp(words->word[2], aude_goods_name(goods)) != 0)
        goods++;
    if (goods > AUDE_CLOTH || !aude__text_read_int(words->word[3], 0, INT16_MAX, &n))
        return AUDE_ERR_WORD;
    out->figure = (uint8_t)goods;
    out->x = (int16_t)n;
    return AUDE_ERR_OK;
}

enum aude_err aude__action_text_parse_ransom(const struct aude_game *game,
                                             struct aude__words *words,
                                             struct aude_action *out)
{
    (void)game;
    return action_text_parse_ok_if(
        words->n == 4 && action_text_parse_figure(words->word[1], out) &&
        !strcmp(words->word[2], "from") && action_text_parse_seat(words->word[3], out));
}

enum aude_err aude__action_text_parse_tile(const struct aude_game *game,
                                           struct aude__words *words,
                                           struct aude_action *out)
{
    int kind = words->n == 2 ? aude_tile_find(words->word[1]) : -1;

    (void)game;
    if (kind >= 0) out->arg = (uint8_t)kind;
    return action_text_parse_ok_if(kind >= 0);
}

enum aude_err aude__action_text_parse_round(const struct aude_game *game,
                                            struct aude__words *words,
                                            struct aude_action *out)
{
    (void)game;
    if (words->n != 2) return AUDE_ERR_WORD;
    while (out->arg < AUDE_CATAPULT_KINDS &&
           strcmp(words->word[1], aude_catapult_name(out->arg)) != 0)
        out->arg++;
    return out->arg < AUDE_CATAPULT_KINDS ? AUDE_ERR_OK : AUDE_ERR_CATAPULT_KIND;
}

/* "aim 2048 power 512" from word `at` to the last. */
static bool action_text_parse_throw(const struct aude__words *words, int at,
                                    const char *first, struct aude_action *out)
{
    long x, y;

    if (words->n != at + 4 || !action_text_parse_number(words, at, first, &x) ||
        !action_text_parse_number(words, at + 2, "power", &y))
        return false;
    out->x = (int16_t)x;
    out->y = (int16_t)y;
    return true;
}

enum aude_err aude__action_text_parse_throw(const struct aude_game *game,
                                            struct aude__words *words,
                                            struct aude_action *out)
{
    long stand;

    (void)game;
    if (!action_text_parse_number(words, 1, "stand", &stand) ||
        !action_text_parse_throw(words, 3, "aim", out))
        return AUDE_ERR_WORD;
    if (stand < 0 || stand > UINT8_MAX) return AUDE_ERR_THROW;
    out->arg = (uint8_t)stand;
    return AUDE_ERR_OK;
}

enum aude_err aude__action_text_parse_toss(const struct aude_game *game,
                                           struct aude__words *words,
                                           struct aude_action *out)
{
    (void)game;
    return action_text_parse_ok_if(action_text_parse_throw(words, 1, "lateral", out));
}

/* "3,1": any two numbers, of the lane and not of the board. */
enum aude_err aude__action_text_parse_glimpse(const struct aude_game *game,
                                              struct aude__words *words,
                                              struct aude_action *out)
{
    long x, y;

    (void)game;
    if (words->n != 2 || !aude__text_read_pair(words->word[1], INT16_MAX, &x, &y))
        return AUDE_ERR_WORD;
    out->x = (int16_t)x;
    out->y = (int16_t)y;
    return AUDE_ERR_OK;
}

enum aude_err aude__action_text_parse_hands(const struct aude_game *game,
                                            struct aude__words *words,
                                            struct aude_action *out)
{
    if (words->n == 2 && !strcmp(words->word[1], "off")) return AUDE_ERR_OK;
    out->arg = 1;
    return aude__action_text_parse_glimpse(game, words, out);
}

/* "replace large", "replace small city N at 3,-1": always a figure of the player's own. */
enum aude_err aude__action_text_parse_replace(const struct aude_game *game,
                                              struct aude__words *words,
                                              struct aude_action *out)
{
    if (words->n == 2) {
        out->segment = AUDE_IN_SUPPLY;
        return aude__action_text_parse_figure(game, words, out);
    }
    out->arg = game->turn.actor;
    return action_text_parse_place(game, words, 1, out);
}

/* "scatter 12 -3", perhaps "hand 5 -20" */
enum aude_err aude__action_text_parse_scatter(const struct aude_game *game,
                                              struct aude__words *words,
                                              struct aude_action *out)
{
    bool hand = words->n == 6;
    long x, y, aim = 0, power = 0;

    (void)game;
    if ((words->n != 3 && !hand) ||
        !aude__text_read_int(words->word[1], INT16_MIN, INT16_MAX, &x) ||
        !aude__text_read_int(words->word[2], INT16_MIN, INT16_MAX, &y))
        return AUDE_ERR_WORD;
    if (hand && (strcmp(words->word[3], "hand") != 0 ||
                 !aude__text_read_int(words->word[4], INT8_MIN, INT8_MAX, &aim) ||
                 !aude__text_read_int(words->word[5], INT8_MIN, INT8_MAX, &power)))
        return AUDE_ERR_WORD;
    out->figure = (uint8_t)aim;
    out->segment = (uint8_t)power;
    out->x = (int16_t)x;
    out->y = (int16_t)y;
    return AUDE_ERR_OK;
}

/* The kind whose name is the first word; AUDE_ACTION_KINDS: there is none. */
static unsigned action_text_parse_kind(const struct aude__words *words)
{
    unsigned kind = 1;

    while (kind < AUDE_ACTION_KINDS &&
           strcmp(words->word[0], aude__actions[kind].name) != 0)
        kind++;
    return kind;
}

enum aude_err aude_action_parse(const struct aude_game *game, const char *text,
                                struct aude_action *out)
{
    struct aude__words words;

    *out = (struct aude_action){0};
    if (!aude__text_split(text, &words)) return AUDE_ERR_WORD;
    unsigned kind = action_text_parse_kind(&words);
    if (kind == AUDE_ACTION_KINDS) return AUDE_ERR_WORD;
    out->kind = (uint8_t)kind;
    return aude__actions[kind].parse(game, &words, out);
}

/* -- Reading: what the words say without a position -------------------------------------- */

static unsigned action_text_parse_feature(const char *word)
{
    unsigned feature = 0;

    while (feature < AUDE_FEATURE_KINDS && strcmp(word, aude_feature_name(feature)) != 0)
        feature++;
    return feature;
}

/* Takes what one word says, if this kind of action `has` such a field. */
static void action_text_glance_word(char *word, unsigned has, struct aude_glance *out)
{
    struct aude_action action = {0};
    int tile = has & AUDE_HAS_TILE ? aude_tile_find(word) : -1;
    unsigned feature = action_text_parse_feature(word);
    long degrees;

    if (tile >= 0) {
        out->tile = (aude_kind)tile;
        out->fields |= AUDE_HAS_TILE;
    } else if (has & AUDE_HAS_FIGURE && action_text_parse_figure(word, &action)) {
        out->figure = action.figure;
        out->fields |= AUDE_HAS_FIGURE;
    } else if (has & AUDE_HAS_SEGMENT && feature < AUDE_FEATURE_KINDS) {
        out->feature = (uint8_t)feature;
        out->fields |= AUDE_HAS_FEATURE;
    } else if (has & AUDE_HAS_CELL && aude__text_read_cell(word, &action)) {
        out->x = action.x;
        out->y = action.y;
        out->fields |= AUDE_HAS_CELL;
    } else if (has & AUDE_HAS_ROT && aude__text_read_int(word, 0, 270, &degrees)) {
        out->rot = (uint8_t)(degrees / 90);
        out->fields |= AUDE_HAS_ROT;
    }
}

bool aude_action_glance(const char *text, struct aude_glance *out)
{
    struct aude__words words;

    *out = (struct aude_glance){0};
    if (!aude__text_split(text, &words)) return false;
    unsigned kind = action_text_parse_kind(&words);
    if (kind == AUDE_ACTION_KINDS) return false;
    out->kind = (uint8_t)kind;
    for (int i = 1; i < words.n; i++)
        action_text_glance_word(words.word[i], aude__actions[kind].fields, out);
    return true;
}
