/* text.c -- actions and sums as text, and back, without stdio. */
#include "engine.h"

enum { TRACK = 50 }; /* places of the scoring track (BASE-50) */

/* -- Building --------------------------------------------------------------------------- */

void aude__text_char(struct aude__text *text, char c)
{
    if (text->n + 1 < text->size) text->out[text->n] = c;
    text->n++;
}

void aude__text_str(struct aude__text *text, const char *s)
{
    while (*s) aude__text_char(text, *s++);
}

void aude__text_int(struct aude__text *text, long n)
{
    char digits[24];
    int i = 0;
    unsigned long left = n < 0 ? 0ul - (unsigned long)n : (unsigned long)n;

    if (n < 0) aude__text_char(text, '-');
    do digits[i++] = (char)('0' + left % 10);
    while (left /= 10);
    while (i) aude__text_char(text, digits[--i]);
}

void aude__text_hex(struct aude__text *text, uint64_t n, int digits)
{
    while (digits--) aude__text_char(text, "0123456789abcdef"[n >> 4 * digits & 15]);
}

/* Close the text, cut where the room ended; the length it would have had. */
size_t aude__text_end(struct aude__text *text)
{
    if (text->size) text->out[text->n < text->size ? text->n : text->size - 1] = 0;
    return text->n;
}

/* -- Sums ------------------------------------------------------------------------------- */

static const char *term_single(unsigned kind)
{
    static const char *const names[] = {"tile",      "shield",     "tile around", "city",
                                        "pig bonus", "herd bonus", "majority",    "fairy",
                                        "award",     "road",       "throw"};

    static_assert(sizeof names / sizeof *names == AUDE_TERM_KINDS, "one name each");
    return names[kind];
}

size_t aude_event_sum(const struct aude_event *event, char *out, size_t size)
{
    struct aude__text text = {.out = out, .size = size};

    for (unsigned i = 0; i < event->n_terms; i++) {
        const struct aude_term *term = &event->term[i];
        if (i) aude__text_str(&text, " + ");
        aude__text_int(&text, term->count);
        aude__text_char(&text, ' ');
        aude__text_str(&text, term->count == 1 ? term_single(term->kind)
                                               : aude_term_name(term->kind));
        aude__text_str(&text, " x ");
        aude__text_int(&text, term->each);
    }
    if (!event->n_terms) aude__text_str(&text, "nothing");
    aude__text_str(&text, " = ");
    aude__text_int(&text, event->points);
    return aude__text_end(&text);
}

/* One term of a lap mark, and what is left of the points. */
static int put_lap(struct aude__text *text, int points, int laps)
{
    aude__text_int(text, laps);
    aude__text_char(text, '+');
    return points - laps;
}

size_t aude_points_text(const struct aude_game *game, int points, char *out, size_t size)
{
    struct aude__text text = {.out = out, .size = size};

    if (game->sw[AUDE_SWITCH_LAP_MARK] == AUDE_LAP_LAY_DOWN && points >= TRACK)
        points = put_lap(&text, points, points - points % TRACK);
    if (game->sw[AUDE_SWITCH_LAP_MARK] == AUDE_LAP_TILES) {
        while (points >= 2 * TRACK) points = put_lap(&text, points, 2 * TRACK);
        if (points >= TRACK) points = put_lap(&text, points, TRACK);
    }
    aude__text_int(&text, points);
    return aude__text_end(&text);
}

/* -- Segments --------------------------------------------------------------------------- */

/* The inner fields of a tile reach no side: they are told apart by number. */
static void inner_name(struct aude__text *text, const struct aude_tile *tile,
                       unsigned segment)
{
    int number = 1;

    aude__text_str(text, " inner");
    for (unsigned s = 0; s < segment; s++)
        if (tile->segment[s].kind == AUDE_FIELD && !tile->segment[s].halves) number++;
    if (number > 1) aude__text_int(text, number);
}

size_t aude_segment_text(aude_kind kind, unsigned rot, unsigned segment, char *out,
                         size_t size)
{
    static const char *const side[] = {"N", "E", "S", "W"};
    static const char *const half[] = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};
    struct aude__text text = {.out = out, .size = size};
    const struct aude_segment *seg = &aude_tiles[kind].segment[segment];
    unsigned sides = aude__turn_sides(seg->sides, rot & 3);
    unsigned halves = aude__turn_halves(seg->halves, rot & 3);

    aude__text_str(&text, aude_feature_name(seg->kind));
    for (unsigned i = 0; i < 8; i++) {
        const char *name = i < 4 && sides >> i & 1 ? side[i] : NULL;
        if (halves >> i & 1) name = half[i];
        if (!name) continue;
        aude__text_char(&text, ' ');
        aude__text_str(&text, name);
    }
    if (seg->kind == AUDE_FIELD && !halves) inner_name(&text, &aude_tiles[kind], segment);
    return aude__text_end(&text);
}

/* -- Actions ---------------------------------------------------------------------------- */

static void cell_text(struct aude__text *text, struct aude_action action)
{
    aude__text_char(text, ' ');
    aude__text_int(text, action.x);
    aude__text_char(text, ',');
    aude__text_int(text, action.y);
}

/* "city N", or "tower" for its top; "?" for what is not there. */
static void place_text(struct aude__text *text, const struct aude_game *game,
                       struct aude_action action)
{
    int tile = aude_game_tile_at(game, action.x, action.y);
    char segment[64];

    aude__text_char(text, ' ');
    aude__text_str(text, aude_figure_name(action.figure));
    aude__text_char(text, ' ');
    if (action.segment == AUDE_ON_TOWER) {
        aude__text_str(text, "tower");
    } else if (action.segment >= AUDE_IN_QUARTER &&
               action.segment < AUDE_IN_QUARTER + AUDE_QUARTERS) {
        aude__text_str(text, aude_quarters[action.segment - AUDE_IN_QUARTER].name);
    } else if (tile < 0 ||
               action.segment >= aude_tiles[game->laid[tile].kind].n_segments) {
        aude__text_char(text, '?');
    } else {
        aude_segment_text(game->laid[tile].kind, game->laid[tile].rot, action.segment,
                          segment, sizeof segment);
        aude__text_str(text, segment);
    }
}

/* "put small city N"; onto another tile than the one just laid: "... at 3,-1". */
static void put_text(struct aude__text *text, const struct aude_game *game,
                     struct aude_action action)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];

    place_text(text, game, action);
    if (action.segment != AUDE_ON_TOWER && action.x == laid->x && action.y == laid->y)
        return;
    aude__text_str(text, " at");
    cell_text(text, action);
}

/* "fairy 0 small city N at 3,-1": seat, figure, place. */
static void target_text(struct aude__text *text, const struct aude_game *game,
                        struct aude_action action)
{
    aude__text_char(text, ' ');
    aude__text_int(text, action.arg);
    place_text(text, game, action);
    aude__text_str(text, " at");
    cell_text(text, action);
}

static void number_text(struct aude__text *text, const char *word, int number)
{
    aude__text_char(text, ' ');
    aude__text_str(text, word);
    aude__text_char(text, ' ');
    aude__text_int(text, number);
}

/* "scatter 12 -3", in DIRECT mode "scatter 12 -3 hand 5 -20". */
static void scatter_text(struct aude__text *text, struct aude_action action)
{
    aude__text_char(text, ' ');
    aude__text_int(text, action.x);
    aude__text_char(text, ' ');
    aude__text_int(text, action.y);
    if (!action.figure && !action.segment) return;
    number_text(text, "hand", (int8_t)action.figure);
    aude__text_char(text, ' ');
    aude__text_int(text, (int8_t)action.segment);
}

/* "replace large" from the supply, "replace small city N at 3,-1" from the map. */
static void replace_text(struct aude__text *text, const struct aude_game *game,
                         struct aude_action action)
{
    if (action.segment == AUDE_IN_SUPPLY) {
        aude__text_char(text, ' ');
        aude__text_str(text, aude_figure_name(action.figure));
        return;
    }
    place_text(text, game, action);
    aude__text_str(text, " at");
    cell_text(text, action);
}

/* The words of the catapult. */
static void catapult_text(struct aude__text *text, const struct aude_game *game,
                          struct aude_action action)
{
    switch (action.kind) {
    case AUDE_CATAPULT:
        aude__text_char(text, ' ');
        aude__text_str(text, aude_catapult_name(action.arg));
        break;
    case AUDE_THROW:
        number_text(text, "stand", action.arg);
        number_text(text, "aim", action.x);
        number_text(text, "power", action.y);
        break;
    case AUDE_TOSS:
    case AUDE_REVEAL:
        number_text(text, "lateral", action.x);
        number_text(text, "power", action.y);
        break;
    case AUDE_HANDS:
        if (action.arg)
            cell_text(text, action);
        else
            aude__text_str(text, " off");
        break;
    case AUDE_GLIMPSE:
        cell_text(text, action);
        break;
    case AUDE_PICK:
        target_text(text, game, action);
        break;
    case AUDE_REPLACE:
        replace_text(text, game, action);
        break;
    case AUDE_SCATTER:
        scatter_text(text, action);
        break;
    default:
        break;
    }
}

static void words_text(struct aude__text *text, const struct aude_game *game,
                       struct aude_action action)
{
    switch (action.kind) {
    case AUDE_LAY:
        cell_text(text, action);
        aude__text_char(text, ' ');
        aude__text_int(text, 90 * action.arg);
        break;
    case AUDE_PUT:
        put_text(text, game, action);
        break;
    case AUDE_FAIRY:
    case AUDE_REMOVE:
    case AUDE_CAPTURE:
        target_text(text, game, action);
        break;
    case AUDE_RECALL:
    case AUDE_TOWER:
    case AUDE_ABBEY_TILE:
    case AUDE_BARN_AT:
        cell_text(text, action);
        break;
    case AUDE_MOVE:
        place_text(text, game, action);
        aude__text_str(text, " at");
        cell_text(text, action);
        break;
    case AUDE_STEP:
        aude__text_char(text, ' ');
        aude__text_char(text, "NESW"[action.arg & 3]);
        break;
    case AUDE_SEND:
        aude__text_char(text, ' ');
        aude__text_str(text, aude_quarters[action.arg & 3].name);
        place_text(text, game, action);
        aude__text_str(text, " at");
        cell_text(text, action);
        break;
    case AUDE_ENTER:
        aude__text_char(text, ' ');
        aude__text_str(text, aude_quarters[action.arg & 3].name);
        aude__text_char(text, ' ');
        aude__text_str(text, aude_figure_name(action.figure));
        break;
    case AUDE_COUNT_TO:
        aude__text_char(text, ' ');
        aude__text_str(text, aude_quarters[action.arg & 3].name);
        break;
    case AUDE_SWAP:
    case AUDE_RANSOM:
        aude__text_char(text, ' ');
        aude__text_str(text, aude_figure_name(action.figure));
        if (action.kind == AUDE_SWAP) break;
        aude__text_str(text, " from ");
        aude__text_int(text, action.arg);
        break;
    case AUDE_TELL:
        aude__text_char(text, ' ');
        aude__text_str(text,
                       action.arg < aude_tiles_count ? aude_tiles[action.arg].id : "?");
        break;
    default:
        catapult_text(text, game, action);
        break;
    }
}

size_t aude_action_text(const struct aude_game *game, struct aude_action action,
                        char *out, size_t size)
{
    struct aude__text text = {.out = out, .size = size};
    bool known = action.kind != AUDE_NO_ACTION && action.kind < AUDE_ACTION_KINDS;

    aude__text_str(&text, known ? aude__actions[action.kind].name : "?");
    if (known) words_text(&text, game, action);
    return aude__text_end(&text);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool aude__same_word(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (lower(a[i]) != lower(b[i])) return false;
    return true;
}

bool aude__parse_int(const char *word, long lo, long hi, long *out)
{
    bool minus = *word == '-';
    long n = 0;

    if (minus) word++;
    if (!*word) return false;
    for (; *word; word++) {
        if (*word < '0' || *word > '9' || n > 1000000000) return false;
        n = 10 * n + (*word - '0');
    }
    *out = minus ? -n : n;
    return *out >= lo && *out <= hi;
}

/* Words of an action: split in place of `buffer`. */
enum { WORDS_MAX = 16 };

struct words {
    char buffer[128];
    char *word[WORDS_MAX];
    int n;
};

static bool split(const char *text, struct words *words)
{
    size_t length = strlen(text);

    words->n = 0;
    if (length >= sizeof words->buffer) return false;
    memcpy(words->buffer, text, length + 1);
    for (char *p = words->buffer; *p;) {
        while (*p == ' ' || *p == '\t') *p++ = 0;
        if (!*p) break;
        if (words->n == WORDS_MAX) return false;
        words->word[words->n++] = p;
        while (*p && *p != ' ' && *p != '\t') p++;
    }
    return words->n > 0;
}

bool aude__parse_pair(char *word, long most, long *x, long *y)
{
    char *comma = strchr(word, ',');

    if (!comma) return false;
    *comma = 0;
    bool ok = aude__parse_int(word, -most, most, x) &&
              aude__parse_int(comma + 1, -most, most, y);
    *comma = ',';
    return ok;
}

bool aude__parse_cell(char *word, struct aude_action *out)
{
    long x, y;

    if (!aude__parse_pair(word, AUDE_TILES_MAX, &x, &y)) return false;
    out->x = (int16_t)x;
    out->y = (int16_t)y;
    return true;
}

static enum aude_err parse_lay(struct words *words, struct aude_action *out)
{
    long degrees;

    if (words->n != 3 || !aude__parse_cell(words->word[1], out)) return AUDE_ERR_WORD;
    if (!aude__parse_int(words->word[2], 0, 270, &degrees) || degrees % 90)
        return AUDE_ERR_ROTATION;
    out->arg = (uint8_t)(degrees / 90);
    return AUDE_ERR_OK;
}

static bool parse_figure(const char *word, struct aude_action *out)
{
    unsigned figure = 0;

    while (figure < AUDE_FIGURE_KINDS && strcmp(word, aude_figure_name(figure)) != 0)
        figure++;
    out->figure = (uint8_t)figure;
    return figure < AUDE_FIGURE_KINDS;
}

/* Is `word` one of the words of `text`? */
static bool has_word(const char *text, const char *word)
{
    size_t n = strlen(word);

    for (const char *p = text; *p; p += *p == ' ') {
        size_t length = strcspn(p, " ");
        if (length == n && !memcmp(p, word, n)) return true;
        p += length;
    }
    return false;
}

static bool has_words(const struct words *words, int from, int to, const char *word,
                      size_t length)
{
    for (int i = from; i < to; i++)
        if (strlen(words->word[i]) == length && !memcmp(words->word[i], word, length))
            return true;
    return false;
}

/* Are the words [from, to) the segment's name? Its kind comes first; its sides are a set,
 * so their order does not matter, but none may be missing. */
static bool same_segment(const struct words *words, int from, int to, const char *name)
{
    size_t kind = strcspn(name, " ");

    if (strlen(words->word[from]) != kind || memcmp(words->word[from], name, kind) != 0)
        return false;
    for (int i = from + 1; i < to; i++)
        if (!has_word(name + kind, words->word[i])) return false;
    for (const char *p = name + kind; *p;) {
        size_t length = strcspn(++p, " ");
        if (!has_words(words, from + 1, to, p, length)) return false;
        p += length;
    }
    return true;
}

/* The words [from, to) as a segment of that tile, or the top of its tower. */
static enum aude_err parse_segment(const struct aude_game *game, int tile,
                                   const struct words *words, int from, int to,
                                   struct aude_action *out)
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
        if (same_segment(words, from, to, name)) return AUDE_ERR_OK;
    }
    return AUDE_ERR_NO_SEGMENT;
}

/* "small city N", perhaps "at 3,-1", from word `at` on. */
static enum aude_err parse_place(const struct aude_game *game, struct words *words,
                                 int at, struct aude_action *out)
{
    int tile = game->turn.laid, end = words->n;

    if (words->n < at + 2 || !parse_figure(words->word[at], out)) return AUDE_ERR_WORD;
    if (words->n >= at + 4 && !strcmp(words->word[words->n - 2], "at")) {
        if (!aude__parse_cell(words->word[words->n - 1], out)) return AUDE_ERR_WORD;
        tile = aude_game_tile_at(game, out->x, out->y);
        end = words->n - 2;
    }
    if (tile < 0) return AUDE_ERR_NOT_LAID_TILE;
    return parse_segment(game, tile, words, at + 1, end, out);
}

static bool parse_seat(const char *word, struct aude_action *out)
{
    long seat;

    if (!aude__parse_int(word, 0, AUDE_SEATS_MAX - 1, &seat)) return false;
    out->arg = (uint8_t)seat;
    return true;
}

static enum aude_err parse_target(const struct aude_game *game, struct words *words,
                                  struct aude_action *out)
{
    if (words->n < 4 || !parse_seat(words->word[1], out)) return AUDE_ERR_WORD;
    return parse_place(game, words, 2, out);
}

static enum aude_err parse_step(struct words *words, struct aude_action *out)
{
    const char *side =
        words->n == 2 && !words->word[1][1] ? strchr("NESW", *words->word[1]) : NULL;

    if (!side) return AUDE_ERR_WORD;
    out->arg = (uint8_t)(strlen("NESW") - strlen(side));
    return AUDE_ERR_OK;
}

/* "swap small", "ransom small from 1" */
static enum aude_err parse_prisoner(struct words *words, struct aude_action *out)
{
    int n = out->kind == AUDE_SWAP ? 2 : 4;

    if (words->n != n || !parse_figure(words->word[1], out)) return AUDE_ERR_WORD;
    if (n == 2) return AUDE_ERR_OK;
    if (strcmp(words->word[2], "from") != 0 || !parse_seat(words->word[3], out))
        return AUDE_ERR_WORD;
    return AUDE_ERR_OK;
}

static bool parse_quarter(const char *word, struct aude_action *out)
{
    unsigned quarter = 0;

    while (quarter < AUDE_QUARTERS && strcmp(word, aude_quarters[quarter].name) != 0)
        quarter++;
    out->arg = (uint8_t)quarter;
    return quarter < AUDE_QUARTERS;
}

/* "send castle small city N at 1,0", "enter castle small", "count market" */
static enum aude_err parse_count(const struct aude_game *game, struct words *words,
                                 struct aude_action *out)
{
    if (words->n < 2 || !parse_quarter(words->word[1], out)) return AUDE_ERR_WORD;
    if (out->kind == AUDE_SEND) return parse_place(game, words, 2, out);
    if (out->kind == AUDE_COUNT_TO) return words->n == 2 ? AUDE_ERR_OK : AUDE_ERR_WORD;
    return words->n == 3 && parse_figure(words->word[2], out) ? AUDE_ERR_OK
                                                              : AUDE_ERR_WORD;
}

/* -- Words of the catapult; whether the numbers are in range is for the game to say ------- */

/* "stand 2" at word `at`. */
static bool parse_number(const struct words *words, int at, const char *name, long *out)
{
    return words->n > at + 1 && !strcmp(words->word[at], name) &&
           aude__parse_int(words->word[at + 1], INT16_MIN, INT16_MAX, out);
}

/* "stand 2 aim 2048 power 512", "lateral -12 power 700" */
static enum aude_err parse_throw(struct words *words, struct aude_action *out)
{
    bool stands = out->kind == AUDE_THROW;
    int at = stands ? 3 : 1;
    long stand = 0, x, y;

    if (words->n != at + 4 || (stands && !parse_number(words, 1, "stand", &stand)) ||
        !parse_number(words, at, stands ? "aim" : "lateral", &x) ||
        !parse_number(words, at + 2, "power", &y))
        return AUDE_ERR_WORD;
    if (stand < 0 || stand > UINT8_MAX) return AUDE_ERR_THROW;
    out->arg = (uint8_t)stand;
    out->x = (int16_t)x;
    out->y = (int16_t)y;
    return AUDE_ERR_OK;
}

/* "hands off", "hands 700,-10", "glimpse 3,1" */
static enum aude_err parse_lane(struct words *words, struct aude_action *out)
{
    long x, y;

    if (words->n != 2) return AUDE_ERR_WORD;
    if (out->kind == AUDE_HANDS && !strcmp(words->word[1], "off")) return AUDE_ERR_OK;
    if (!aude__parse_pair(words->word[1], INT16_MAX, &x, &y)) return AUDE_ERR_WORD;
    out->arg = out->kind == AUDE_HANDS;
    out->x = (int16_t)x;
    out->y = (int16_t)y;
    return AUDE_ERR_OK;
}

/* "scatter 12 -3", perhaps "hand 5 -20" */
static enum aude_err parse_scatter(struct words *words, struct aude_action *out)
{
    bool hand = words->n == 6;
    long x, y, aim = 0, power = 0;

    if ((words->n != 3 && !hand) ||
        !aude__parse_int(words->word[1], INT16_MIN, INT16_MAX, &x) ||
        !aude__parse_int(words->word[2], INT16_MIN, INT16_MAX, &y))
        return AUDE_ERR_WORD;
    if (hand && (strcmp(words->word[3], "hand") != 0 ||
                 !aude__parse_int(words->word[4], INT8_MIN, INT8_MAX, &aim) ||
                 !aude__parse_int(words->word[5], INT8_MIN, INT8_MAX, &power)))
        return AUDE_ERR_WORD;
    out->figure = (uint8_t)aim;
    out->segment = (uint8_t)power;
    out->x = (int16_t)x;
    out->y = (int16_t)y;
    return AUDE_ERR_OK;
}

/* "replace large", "replace small city N at 3,-1": always the own. */
static enum aude_err parse_replace(const struct aude_game *game, struct words *words,
                                   struct aude_action *out)
{
    if (words->n == 2) {
        out->segment = AUDE_IN_SUPPLY;
        return parse_figure(words->word[1], out) ? AUDE_ERR_OK : AUDE_ERR_WORD;
    }
    out->arg = game->turn.actor;
    return parse_place(game, words, 1, out);
}

/* "catapult knock-out" */
static enum aude_err parse_kind(struct words *words, struct aude_action *out)
{
    if (words->n != 2) return AUDE_ERR_WORD;
    while (out->arg < AUDE_CATAPULT_KINDS &&
           strcmp(words->word[1], aude_catapult_name(out->arg)) != 0)
        out->arg++;
    return out->arg < AUDE_CATAPULT_KINDS ? AUDE_ERR_OK : AUDE_ERR_CATAPULT_KIND;
}

static enum aude_err parse_tell(struct words *words, struct aude_action *out)
{
    int kind = words->n == 2 ? aude_tile_find(words->word[1]) : -1;

    if (kind < 0) return AUDE_ERR_WORD;
    out->arg = (uint8_t)kind;
    return AUDE_ERR_OK;
}

enum aude_err aude_action_parse(const struct aude_game *game, const char *text,
                                struct aude_action *out)
{
    struct words words;
    unsigned kind = 1;

    *out = (struct aude_action){0};
    if (!split(text, &words)) return AUDE_ERR_WORD;
    while (kind < AUDE_ACTION_KINDS &&
           strcmp(words.word[0], aude__actions[kind].name) != 0)
        kind++;
    if (kind == AUDE_ACTION_KINDS) return AUDE_ERR_WORD;
    out->kind = (uint8_t)kind;
    switch (kind) {
    case AUDE_LAY:
        return parse_lay(&words, out);
    case AUDE_PUT:
    case AUDE_MOVE:
        return parse_place(game, &words, 1, out);
    case AUDE_FAIRY:
    case AUDE_REMOVE:
    case AUDE_CAPTURE:
        return parse_target(game, &words, out);
    case AUDE_SEND:
    case AUDE_ENTER:
    case AUDE_COUNT_TO:
        return parse_count(game, &words, out);
    case AUDE_STEP:
        return parse_step(&words, out);
    case AUDE_SWAP:
    case AUDE_RANSOM:
        return parse_prisoner(&words, out);
    case AUDE_TOWER:
    case AUDE_ABBEY_TILE:
    case AUDE_BARN_AT:
    case AUDE_RECALL:
        return words.n == 2 && aude__parse_cell(words.word[1], out) ? AUDE_ERR_OK
                                                                    : AUDE_ERR_WORD;
    case AUDE_TELL:
        return parse_tell(&words, out);
    case AUDE_CATAPULT:
        return parse_kind(&words, out);
    case AUDE_THROW:
    case AUDE_TOSS:
    case AUDE_REVEAL:
        return parse_throw(&words, out);
    case AUDE_HANDS:
    case AUDE_GLIMPSE:
        return parse_lane(&words, out);
    case AUDE_PICK:
        return parse_target(game, &words, out);
    case AUDE_REPLACE:
        return parse_replace(game, &words, out);
    case AUDE_SCATTER:
        return parse_scatter(&words, out);
    default:
        return words.n == 1 ? AUDE_ERR_OK : AUDE_ERR_WORD;
    }
}
