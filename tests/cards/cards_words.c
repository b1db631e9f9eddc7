/* cards_words.c -- the words of a card: numbers, cells, tiles, places, actions. */
#include "cards_internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* -- Words --------------------------------------------------------------------------- */

bool card_fail(struct run *run, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(run->message, sizeof run->message, format, args);
    va_end(args);
    return false;
}

bool card_is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static void add_word(struct words *words, const char *from, size_t n)
{
    if (words->n == WORDS_MAX || n >= WORD_BYTES) return;
    memcpy(words->word[words->n], from, n);
    words->word[words->n++][n] = 0;
}

void card_split(const char *text, struct words *words)
{
    *words = (struct words){.text = text};
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, " \t");
        bool colon = n > 1 && p[n - 1] == ':';
        if (n) add_word(words, p, colon ? n - 1 : n);
        if (colon) add_word(words, ":", 1);
        p += n;
        p += strspn(p, " \t");
    }
}

void card_drop_first(struct words *words, int n)
{
    memmove(words->word, words->word + n, (size_t)(words->n - n) * sizeof words->word[0]);
    words->n -= n;
}

bool card_parse_int(const char *word, int *out)
{
    char *end;
    long n = strtol(word, &end, 10);

    if (end == word || *end || n < -10000 || n > 10000) return false;
    *out = (int)n;
    return true;
}

bool card_parse_cell(const char *word, int *x, int *y)
{
    int used = 0;

    return sscanf(word, "%d,%d%n", x, y, &used) == 2 && !word[used];
}

bool card_parse_rotation(struct run *run, const char *word, int *rot)
{
    int degrees;

    if (!card_parse_int(word, &degrees) || degrees < 0 || degrees % 90 || degrees > 270)
        return card_fail(run, "\"%s\" is no turn: 0, 90, 180 or 270", word);
    *rot = degrees / 90;
    return true;
}

int card_seat_named(const struct run *run, const char *word)
{
    for (int i = 0; i < AUDE_SEATS_MAX; i++)
        if (run->seat[i][0] && card_is(run->seat[i], word)) return i;
    return -1;
}

bool card_parse_seat(struct run *run, const char *word, int *seat)
{
    *seat = card_seat_named(run, word);
    return *seat >= 0 || card_fail(run, "nobody called \"%s\" plays here", word);
}

/* A tile by rulebook letter, by name, or by set and name. Sets in play come first. */
static int tile_named(const struct run *run, const char *word)
{
    char id[2 * WORD_BYTES];

    if (word[0] && !word[1])
        for (int kind = 0; kind < aude_tiles_count; kind++)
            if (aude_tiles[kind].letter == word[0] && aude_tiles[kind].count) return kind;
    if (strchr(word, '/')) return aude_tile_find(word);
    for (unsigned set = 0; set < AUDE_SETS; set++) {
        if (!(aude_setup_sets(&run->setup) >> set & 1)) continue;
        snprintf(id, sizeof id, "%s/%s", aude_set_name(set), word);
        if (aude_tile_find(id) >= 0) return aude_tile_find(id);
    }
    return -1;
}

bool card_parse_tile(struct run *run, const char *word, aude_kind *kind)
{
    int found = tile_named(run, word);

    *kind = (aude_kind)found;
    return found >= 0 || card_fail(run, "no tile of this game is called \"%s\"", word);
}

const char *card_tile_name(aude_kind kind)
{
    return kind < aude_tiles_count ? aude_tiles[kind].id : "no tile";
}

/* -- Segments and actions ------------------------------------------------------------ */

static bool is_reach(const char *word)
{
    static const char *const all[] = {"N",  "E",  "S",  "W",  "NL", "NR",   "EL",
                                      "ER", "SL", "SR", "WL", "WR", "inner"};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (card_is(all[i], word)) return true;
    return false;
}

static int feature_kind(const char *word)
{
    for (unsigned kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        if (card_is(aude_feature_name(kind), word)) return (int)kind;
    return -1;
}

/* What points come from: a feature, or goods. */
int card_source_kind(const char *word)
{
    for (unsigned kind = 0; kind < AUDE_SOURCES; kind++)
        if (card_is(aude_feature_name(kind), word)) return (int)kind;
    return -1;
}

/* Does the segment, as the tile lies, reach all of these sides or half sides? */
static bool reaches(const struct aude_laid *laid, int segment, const struct words *words,
                    int from, int to)
{
    char text[64];
    struct words has;

    aude_segment_text(laid->kind, laid->rot, (unsigned)segment, text, sizeof text);
    card_split(text, &has);
    for (int i = from; i < to; i++) {
        bool found = false;
        for (int j = 1; j < has.n; j++) found |= card_is(words->word[i], has.word[j]);
        if (!found) return false;
    }
    return true;
}

/* The segment that words from..to name by kind and sides. How many do: 0, 1 or more. */
static int find_segment(const struct aude_laid *laid, int kind, const struct words *words,
                        int from, int to, int *segment)
{
    int found = 0;

    for (int i = 0; i < aude_tiles[laid->kind].n_segments; i++) {
        if (aude_tiles[laid->kind].segment[i].kind != kind) continue;
        if (!reaches(laid, i, words, from, to)) continue;
        if (!found++) *segment = i;
    }
    return found;
}

/* "0,-1 city S": a laid tile and one of its segments. Moves *at behind it. */
bool card_parse_place(struct run *run, const struct words *words, int *at, int *tile,
                      int *segment)
{
    int x, y, from = *at;

    if (from + 1 >= words->n || !card_parse_cell(words->word[from], &x, &y))
        return card_fail(run, "a place is written as cell, feature, sides: 0,-1 city S");
    *tile = aude_game_tile_at(&run->game, x, y);
    if (*tile < 0) return card_fail(run, "no tile lies at %d,%d", x, y);
    int kind = feature_kind(words->word[from + 1]);
    if (kind < 0) return card_fail(run, "\"%s\" is no feature", words->word[from + 1]);
    *at = from += 2;
    while (*at < words->n && is_reach(words->word[*at])) ++*at;
    int n = find_segment(&run->game.laid[*tile], kind, words, from, *at, segment);
    if (n == 1) return true;
    return card_fail(run, "the tile at %d,%d has %s such %s", x, y,
                     n ? "more than one" : "no", aude_feature_name((unsigned)kind));
}

/* The figure and feature that a role means; "abbot" and "small" name the feature too. */
static bool parse_role(const struct words *words, int *at, int *figure, int *kind)
{
    static const struct {
        const char *name;
        int kind;
    } roles[] = {{"thief", AUDE_ROAD},
                 {"knight", AUDE_CITY},
                 {"monk", AUDE_MONASTERY},
                 {"farmer", AUDE_FIELD}};

    for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++)
        if (card_is(words->word[*at], roles[i].name)) {
            *figure = AUDE_SMALL;
            *kind = roles[i].kind;
            ++*at;
            return true;
        }
    for (*figure = 0; *figure < AUDE_FIGURE_KINDS; ++*figure)
        if (card_is(words->word[*at], aude_figure_name((unsigned)*figure))) break;
    if (*figure == AUDE_FIGURE_KINDS || *at + 1 >= words->n) return false;
    *kind = feature_kind(words->word[*at + 1]);
    *at += 2;
    return *kind >= 0;
}

bool card_is_role(const char *word)
{
    struct words words = {.n = 2};
    int at = 0, figure, kind;

    strcpy(words.word[0], word);
    strcpy(words.word[1], "city");
    return parse_role(&words, &at, &figure, &kind);
}

/* "small tower 1,0": the top of a tower. */
static bool is_top(const struct words *words, int at)
{
    return at + 1 < words->n && card_is(words->word[at + 1], "tower");
}

int card_figure_named(const char *word)
{
    int figure = 0;

    while (figure < AUDE_FIGURE_KINDS &&
           !card_is(word, aude_figure_name((unsigned)figure)))
        figure++;
    return figure;
}

static bool parse_top(struct run *run, const struct words *words, int *at,
                      struct aude_action *out)
{
    int x, y, figure = card_figure_named(words->word[*at]);

    *at += 3;
    if (figure == AUDE_FIGURE_KINDS || *at > words->n ||
        !card_parse_cell(words->word[*at - 1], &x, &y))
        return card_fail(run, "the top of a tower is: small tower 1,0");
    *out = (struct aude_action){.kind = AUDE_PUT,
                                .figure = (uint8_t)figure,
                                .segment = AUDE_ON_TOWER,
                                .x = (int16_t)x,
                                .y = (int16_t)y};
    return true;
}

/* "knight S", "farmer 0,0 ER", "abbot garden": on the tile just laid, or in that cell.
 * A segment that does not exist gets a number that no tile has, for `refuse` to see. */
static bool parse_put(struct run *run, const struct words *words, int *at,
                      struct aude_action *out)
{
    const struct aude_laid *laid = &run->game.laid[run->game.turn.laid];
    int figure, kind, segment, x, y;

    if (is_top(words, *at)) return parse_top(run, words, at, out);
    if (!parse_role(words, at, &figure, &kind))
        return card_fail(run, "\"%s\" needs a feature", words->word[*at]);
    if (*at < words->n && card_parse_cell(words->word[*at], &x, &y)) {
        int tile = aude_game_tile_at(&run->game, x, y);
        if (tile < 0) return card_fail(run, "no tile lies at %d,%d", x, y);
        laid = &run->game.laid[tile];
        ++*at;
    }
    int from = *at;
    while (*at < words->n && is_reach(words->word[*at])) ++*at;
    int n = find_segment(laid, kind, words, from, *at, &segment);
    if (n > 1)
        return card_fail(run, "%s has more than one such %s: name the sides",
                         card_tile_name(laid->kind), aude_feature_name((unsigned)kind));
    *out = (struct aude_action){.kind = AUDE_PUT,
                                .figure = (uint8_t)figure,
                                .segment = n ? (uint8_t)segment : AUDE_SEGMENTS_MAX,
                                .x = laid->x,
                                .y = laid->y};
    return true;
}

bool card_parse_lay(struct run *run, const struct words *words, int *at,
                    struct aude_action *out)
{
    int x, y, rot = 0;

    if (*at + 1 >= words->n || !card_parse_cell(words->word[*at], &x, &y))
        return card_fail(run, "a tile is laid at a cell and with a turn: 0,-1 180");
    if (!card_parse_rotation(run, words->word[*at + 1], &rot)) return false;
    *at += 2;
    *out = (struct aude_action){
        .kind = AUDE_LAY, .arg = (uint8_t)rot, .x = (int16_t)x, .y = (int16_t)y};
    return true;
}

/* A word that is an action by itself. */
int card_bare_action(const char *word)
{
    static const struct {
        const char *word;
        int kind;
    } all[] = {{"pass", AUDE_PASS},
               {"second", AUDE_SECOND},
               {"decline", AUDE_DECLINE},
               {"pile", AUDE_FROM_PILE},
               {"home", AUDE_GO_HOME}};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (card_is(word, all[i].word)) return all[i].kind;
    return AUDE_NO_ACTION;
}

/* "knight 0,-1 S", "blue small tower 1,0": a figure on the map, whose it is first; without
 * a player the active one's. */
static bool parse_target(struct run *run, const struct words *words, int *at,
                         struct aude_action *out)
{
    int seat = *at < words->n ? card_seat_named(run, words->word[*at]) : -1;
    int kind = out->kind;

    if (seat >= 0) ++*at;
    if (!card_parse_inside(run, words, at, out) &&
        (*at >= words->n || !parse_put(run, words, at, out)))
        return card_fail(run, "a figure on the map is: blue knight 0,-1 S");
    out->kind = (uint8_t)kind;
    out->arg = seat >= 0 ? (uint8_t)seat : run->game.turn.seat;
    return true;
}

static bool parse_step(struct run *run, const struct words *words, int *at,
                       struct aude_action *out)
{
    static const char sides[] = "NESW";
    const char *side = *at < words->n && words->word[*at][0] && !words->word[*at][1]
                           ? strchr(sides, words->word[*at][0])
                           : NULL;

    if (!side) return card_fail(run, "a step goes N, E, S or W");
    ++*at;
    out->arg = (uint8_t)(side - sides);
    return true;
}

/* "swap large", "ransom small from blue". */
static bool parse_prisoner(struct run *run, const struct words *words, int *at,
                           struct aude_action *out)
{
    bool ransom = out->kind == AUDE_RANSOM;
    int figure = *at < words->n ? card_figure_named(words->word[*at]) : AUDE_FIGURE_KINDS;
    int seat = 0;

    if (figure == AUDE_FIGURE_KINDS ||
        (ransom && (*at + 2 >= words->n || !card_is(words->word[*at + 1], "from"))))
        return card_fail(run, "swap large, or ransom large from blue");
    if (ransom && !card_parse_seat(run, words->word[*at + 2], &seat)) return false;
    *at += ransom ? 3 : 1;
    out->figure = (uint8_t)figure;
    out->arg = (uint8_t)seat;
    return true;
}

/* "move wagon road 1,0 E": onto a segment of any tile. */
static bool parse_move(struct run *run, const struct words *words, int *at,
                       struct aude_action *out)
{
    if (*at >= words->n || !parse_put(run, words, at, out))
        return card_fail(run, "a wagon moves so: move wagon road 1,0 E");
    out->kind = AUDE_MOVE;
    return true;
}

/* "recall 1,0", "tower 1,0", "abbey 1,1", "barn 1,1". */
static bool parse_at_cell(struct run *run, const struct words *words, int *at,
                          struct aude_action *out)
{
    int x, y;

    if (*at >= words->n || !card_parse_cell(words->word[*at], &x, &y))
        return card_fail(run, "%s needs a cell", words->word[*at - 1]);
    ++*at;
    out->x = (int16_t)x;
    out->y = (int16_t)y;
    return true;
}

/* "catapult knock-out" */
static bool parse_catapult(struct run *run, const struct words *words, int *at,
                           struct aude_action *out)
{
    unsigned kind = 0;

    while (*at < words->n && kind < AUDE_CATAPULT_KINDS &&
           !card_is(words->word[*at], aude_catapult_name(kind)))
        kind++;
    if (*at >= words->n || kind == AUDE_CATAPULT_KINDS)
        return card_fail(run, "catapult knock-out, seduction, target or catch");
    ++*at;
    out->arg = (uint8_t)kind;
    return true;
}

/* "throw 0 1024 512": stand, aim, power; "toss -20 700": lateral, power. */
static bool parse_throw(struct run *run, const struct words *words, int *at,
                        struct aude_action *out)
{
    int number[3] = {0}, n = out->kind == AUDE_THROW ? 3 : 2;

    for (int i = 3 - n; i < 3; i++, ++*at)
        if (*at >= words->n || !card_parse_int(words->word[*at], &number[i]))
            return card_fail(run, "throw 0 1024 512, or toss -20 700");
    out->arg = (uint8_t)number[0];
    out->x = (int16_t)number[1];
    out->y = (int16_t)number[2];
    return true;
}

/* "hands off", "hands 700,-20" */
static bool parse_hands(struct run *run, const struct words *words, int *at,
                        struct aude_action *out)
{
    if (*at < words->n && card_is(words->word[*at], "off")) {
        ++*at;
        return true;
    }
    out->arg = 1;
    return parse_at_cell(run, words, at, out);
}

/* "replace large" from the supply, "replace thief 1,0 E W" from the map. */
static bool parse_replace(struct run *run, const struct words *words, int *at,
                          struct aude_action *out)
{
    int figure = *at < words->n ? card_figure_named(words->word[*at]) : AUDE_FIGURE_KINDS;
    const char *next = *at + 1 < words->n ? words->word[*at + 1] : "";
    int kind = card_source_kind(next);

    if (figure < AUDE_FIGURE_KINDS && !card_is(next, "tower") &&
        (kind < 0 || kind >= AUDE_FEATURE_KINDS)) {
        out->figure = (uint8_t)figure;
        out->segment = AUDE_IN_SUPPLY;
        ++*at;
        return true;
    }
    if (!parse_target(run, words, at, out)) return false;
    out->arg = run->game.turn.actor;
    return true;
}

/* The actions that begin with their own word, and how they go on. */
static const struct verb {
    const char *word;
    uint8_t kind;
    bool (*parse)(struct run *run, const struct words *words, int *at,
                  struct aude_action *out);
} verbs[] = {
    {"lay", AUDE_LAY, card_parse_lay},
    {"recall", AUDE_RECALL, parse_at_cell},
    {"fairy", AUDE_FAIRY, parse_target},
    {"remove", AUDE_REMOVE, parse_target},
    {"step", AUDE_STEP, parse_step},
    {"tower", AUDE_TOWER, parse_at_cell},
    {"capture", AUDE_CAPTURE, parse_target},
    {"swap", AUDE_SWAP, parse_prisoner},
    {"ransom", AUDE_RANSOM, parse_prisoner},
    {"abbey", AUDE_ABBEY_TILE, parse_at_cell},
    {"barn", AUDE_BARN_AT, parse_at_cell},
    {"move", AUDE_MOVE, parse_move},
    {"enter", AUDE_ENTER, card_parse_enter},
    {"send", AUDE_SEND, card_parse_send},
    {"count", AUDE_COUNT_TO, card_parse_quarter},
    {"catapult", AUDE_CATAPULT, parse_catapult},
    {"throw", AUDE_THROW, parse_throw},
    {"toss", AUDE_TOSS, parse_throw},
    {"hands", AUDE_HANDS, parse_hands},
    {"pick", AUDE_PICK, parse_target},
    {"replace", AUDE_REPLACE, parse_replace},
};

static const struct verb *find_verb(const char *word)
{
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (card_is(verbs[i].word, word)) return &verbs[i];
    return NULL;
}

bool card_is_verb(const char *word)
{
    return find_verb(word) != NULL;
}

/* One action: "lay 0,-1 180", "knight S", "recall 1,0", "pass", "second", "decline". */
bool card_parse_action(struct run *run, const struct words *words, int *at,
                       struct aude_action *out)
{
    if (*at >= words->n) return card_fail(run, "an action is missing");
    const char *word = words->word[*at];
    if (!find_verb(word) && card_is_role(word)) return parse_put(run, words, at, out);
    ++*at;
    *out = (struct aude_action){.kind = (uint8_t)card_bare_action(word)};
    if (out->kind) return true;
    const struct verb *verb = find_verb(word);
    if (!verb) return card_fail(run, "\"%s\" is no action", word);
    out->kind = verb->kind;
    return verb->parse(run, words, at, out);
}

const char *card_action_text(const struct run *run, struct aude_action action, char *out,
                             size_t size)
{
    aude_action_text(&run->game, action, out, size);
    return out;
}

bool card_same_action(struct aude_action a, struct aude_action b)
{
    return a.kind == b.kind && a.figure == b.figure && a.segment == b.segment &&
           a.arg == b.arg && a.x == b.x && a.y == b.y;
}

/* How often the action stands in the list of what may be done now. */
int card_listed(struct run *run, struct aude_action action)
{
    int n = aude_game_actions(&run->game, run->action, AUDE_ACTIONS_MAX), times = 0;
    struct aude_range range;

    for (int i = 0; i < n; i++) times += card_same_action(run->action[i], action);
    /* Of a range only a few are listed, and all of them possible. */
    if (aude_game_range(&run->game, &range) && range.kind == action.kind && !times)
        return !aude_game_why(&run->game, action);
    return times;
}
