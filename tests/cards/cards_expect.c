/* cards_expect.c -- the statements of a card that say what must be so. */
#include "cards_internal.h"

#include <string.h>

/* -- Expectations: points and figures ------------------------------------------------ */

/* "red 8 city (3 tiles x 2 + 1 shield x 2)" against a score event. */
static bool matches(const struct aude_event *ev, int seat, int points, int kind,
                    const char *sum)
{
    char text[128];

    if (ev->kind != AUDE_EV_SCORE || ev->seat != seat || ev->points != points ||
        ev->feature != kind)
        return false;
    if (!*sum) return true;
    aude_event_sum(ev, text, sizeof text);
    char *equals = strstr(text, " =");
    if (equals) *equals = 0;
    return card_is(text, sum);
}

/* Cut "(...)" out of the clause into `sum`. */
static void cut_sum(char *clause, char *sum, size_t size)
{
    char *open = strchr(clause, '('), *close = strchr(clause, ')');

    *sum = 0;
    if (!open || !close || close < open) return;
    snprintf(sum, size, "%.*s", (int)(close - open - 1), open + 1);
    *open = 0;
}

static bool expect_score(struct run *run, char *clause, bool final)
{
    struct words words;
    char sum[128], got[160] = "nothing";
    int seat, points, kind;

    cut_sum(clause, sum, sizeof sum);
    card_split(clause, &words);
    if (words.n != 3 || !card_parse_int(words.word[1], &points) ||
        (kind = card_source_kind(words.word[2])) < 0)
        return card_fail(run,
                         "a score is written as player, points, feature: red 4 city");
    if (!card_parse_seat(run, words.word[0], &seat)) return false;
    for (int i = 0; i < run->events.n; i++) {
        const struct aude_event *ev = &run->event[i];
        if (run->told[i] || (ev->final != 0) != final) continue;
        if (matches(ev, seat, points, kind, sum)) {
            run->told[i] = true;
            run->checks++;
            return true;
        }
        if (ev->kind != AUDE_EV_SCORE || ev->seat != seat) continue;
        snprintf(got, sizeof got, "a %s: ", aude_feature_name(ev->feature));
        aude_event_sum(ev, got + strlen(got), sizeof got - strlen(got));
    }
    return card_fail(run, "%s should score %d (%s%s%s) and got %s", words.word[0], points,
                     words.word[2], *sum ? ": " : "", sum, got);
}

/* The line behind its first word(s), cut at ", ". */
static bool expect_scores(struct run *run, const char *text, bool final)
{
    char line[LINE_BYTES];
    char *clause = line;

    snprintf(line, sizeof line, "%s", text);
    run->checks--; /* each clause counts itself */
    while (clause) {
        char *next = strstr(clause, ", ");
        if (next) *next = 0;
        if (!expect_score(run, clause, final)) return false;
        clause = next ? next + 2 : NULL;
    }
    return true;
}

bool card_do_scores(struct run *run, struct words *words)
{
    return expect_scores(run, strstr(words->text, "scores") + strlen("scores"), false);
}

bool card_do_at(struct run *run, struct words *words)
{
    const char *end = strstr(words->text, "at the end");

    if (!end) return card_fail(run, "\"at\" must go on with \"the end\"");
    if (!aude_game_over(&run->game)) return card_fail(run, "the game is not over");
    return expect_scores(run, end + strlen("at the end"), true);
}

/* "nobody scores", "nobody earns", "nobody captures", "nobody on 0,-1". */
bool card_do_nobody(struct run *run, struct words *words)
{
    int x, y;

    if (words->n == 1 && card_is(words->word[0], "earns"))
        return !card_has_event(run, AUDE_EV_EARN, -1, -1) ||
               card_fail(run, "a second part was earned");
    if (words->n == 1 && card_is(words->word[0], "captures"))
        return !card_has_event(run, AUDE_EV_CAPTURE, -1, -1) ||
               card_fail(run, "a prisoner was taken");
    if (words->n == 1 && card_is(words->word[0], "scores")) {
        for (int i = 0; i < run->events.n; i++)
            if (run->event[i].kind == AUDE_EV_SCORE && !run->event[i].final)
                return card_fail(run, "%s scored %d",
                                 card_seat_name(run, run->event[i].seat),
                                 run->event[i].points);
        return true;
    }
    if (words->n != 2 || !card_is(words->word[0], "on") ||
        !card_parse_cell(words->word[1], &x, &y))
        return card_fail(run, "nobody scores, or nobody on a cell");
    for (unsigned i = 0; i < run->game.n_figures; i++) {
        const struct aude_figure *fig = &run->game.figure[i];
        int tile = fig->where == AUDE_AT_SEGMENT ? (int)aude_tile_of(&run->game, fig->at)
                   : fig->where == AUDE_AT_TOWER ? fig->at
                                                 : -1;
        if (tile >= 0 && tile == aude_game_tile_at(&run->game, x, y))
            return card_fail(run, "a figure of %s stands on %d,%d",
                             card_seat_name(run, fig->seat), x, y);
    }
    return true;
}

/* "red 4 blue 0": one number per player, compared with value(run, seat). */
static bool expect_pairs(struct run *run, const struct words *words, const char *what,
                         int (*value)(const struct run *, int seat))
{
    int seat, wanted;

    if (!words->n || words->n % 2)
        return card_fail(run, "%s: player and number, in turn", what);
    for (int i = 0; i < words->n; i += 2) {
        if (!card_parse_seat(run, words->word[i], &seat)) return false;
        if (!card_parse_int(words->word[i + 1], &wanted))
            return card_fail(run, "\"%s\" is no number", words->word[i + 1]);
        if (value(run, seat) != wanted)
            return card_fail(run, "%s of %s: expected %d, got %d", what, words->word[i],
                             wanted, value(run, seat));
    }
    run->checks += words->n / 2 - 1;
    return true;
}

static int points_of(const struct run *run, int seat)
{
    return run->game.player[seat].points;
}

static int final_of(const struct run *run, int seat)
{
    int32_t points[AUDE_SEATS_MAX];

    aude_game_projection(&run->game, points);
    return points[seat];
}

static int supply_of(const struct run *run, int seat)
{
    return run->game.player[seat].supply[AUDE_SMALL];
}

static int abbots_of(const struct run *run, int seat)
{
    return run->game.player[seat].supply[AUDE_ABBOT];
}

static int large_of(const struct run *run, int seat)
{
    return run->game.player[seat].supply[AUDE_LARGE];
}

static int builders_of(const struct run *run, int seat)
{
    return run->game.player[seat].supply[AUDE_BUILDER];
}

static int pigs_of(const struct run *run, int seat)
{
    return run->game.player[seat].supply[AUDE_PIG];
}

static int wagons_of(const struct run *run, int seat)
{
    return run->game.player[seat].supply[AUDE_WAGON];
}

static int mayors_of(const struct run *run, int seat)
{
    return run->game.player[seat].supply[AUDE_MAYOR];
}

static int barns_of(const struct run *run, int seat)
{
    return run->game.player[seat].supply[AUDE_BARN];
}

static int abbeys_of(const struct run *run, int seat)
{
    return run->game.abbeys.left[seat];
}

static int laid_of(const struct run *run, int seat)
{
    return run->laid[seat];
}

bool card_do_points(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "points", points_of);
}

bool card_do_final(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "final points", final_of);
}

bool card_do_supply(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "followers in the supply", supply_of);
}

bool card_do_abbots(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "abbots in the supply", abbots_of);
}

bool card_do_large(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "large followers in the supply", large_of);
}

bool card_do_builders(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "builders in the supply", builders_of);
}

bool card_do_pigs(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "pigs in the supply", pigs_of);
}

bool card_do_wagons(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "wagons in the supply", wagons_of);
}

bool card_do_mayors(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "mayors in the supply", mayors_of);
}

bool card_do_barns(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "barns in the supply", barns_of);
}

bool card_do_abbeys(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "abbeys in hand", abbeys_of);
}

/* "king red", "robber nobody". */
static bool expect_holder(struct run *run, const struct words *words, unsigned holder)
{
    int seat = AUDE_SEAT_NONE;

    if (words->n != 1) return card_fail(run, "king red, or king nobody");
    if (!card_is(words->word[0], "nobody") &&
        !card_parse_seat(run, words->word[0], &seat))
        return false;
    return (int)holder == seat || card_fail(run, "%s has it, not %s",
                                            card_seat_name(run, holder), words->word[0]);
}

bool card_do_king(struct run *run, struct words *words)
{
    return expect_holder(run, words, run->game.awards.holder[0]);
}

bool card_do_robber(struct run *run, struct words *words)
{
    return expect_holder(run, words, run->game.awards.holder[1]);
}

/* Do all seats and a watcher see these tokens? They lie open (TB-31). */
static bool sees_goods(struct run *run, int seat, const int wanted[3])
{
    for (unsigned who = 0; who <= run->setup.n_seats; who++) {
        unsigned eye = who < run->setup.n_seats ? who : AUDE_SEAT_NONE;
        aude_game_view(&run->copy, &run->game, eye);
        for (int i = 0; i < 3; i++)
            if (run->copy.traders.goods[seat][i] != wanted[i])
                return card_fail(run, "%s sees other goods", card_seat_name(run, eye));
    }
    return true;
}

/* "goods red wine 2 cloth 1": these tokens and no others. */
bool card_do_goods(struct run *run, struct words *words)
{
    int seat, n, wanted[3] = {0};

    if (!words->n || !card_parse_seat(run, words->word[0], &seat)) return false;
    for (int i = 1; i < words->n; i += 2) {
        int goods = AUDE_WINE;
        while (goods <= AUDE_CLOTH &&
               !card_is(words->word[i], aude_goods_name((unsigned)goods)))
            goods++;
        if (goods > AUDE_CLOTH || i + 1 == words->n ||
            !card_parse_int(words->word[i + 1], &n))
            return card_fail(run, "goods: player, then kind and number in turn");
        wanted[goods - AUDE_WINE] = n;
    }
    for (int i = 0; i < 3; i++)
        if (run->game.traders.goods[seat][i] != wanted[i])
            return card_fail(run, "%s of %s: expected %d, got %d",
                             aude_goods_name((unsigned)(i + AUDE_WINE)), words->word[0],
                             wanted[i], run->game.traders.goods[seat][i]);
    return sees_goods(run, seat, wanted);
}

/* "earns red": a second part, by the tile just laid. */
bool card_do_earns(struct run *run, struct words *words)
{
    int seat;

    if (words->n != 1) return card_fail(run, "earns needs a player");
    if (!card_parse_seat(run, words->word[0], &seat)) return false;
    for (int i = 0; i < run->events.n; i++)
        if (run->event[i].kind == AUDE_EV_EARN && run->event[i].seat == seat) return true;
    return card_fail(run, "%s did not earn a second part", words->word[0]);
}

/* "part 2": of the turn in progress. */
bool card_do_part(struct run *run, struct words *words)
{
    int wanted;

    if (words->n != 1 || !card_parse_int(words->word[0], &wanted))
        return card_fail(run, "part 1 or part 2?");
    return run->game.turn.part == wanted ||
           card_fail(run, "this is part %d", run->game.turn.part);
}

bool card_do_laid(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "tiles laid", laid_of);
}

/* -- Dragon, fairy, towers -------------------------------------------------------------- */

/* "dragon 1,0", "fairy nowhere". */
static bool expect_cell(struct run *run, const struct words *words, const char *who,
                        unsigned tile)
{
    bool nowhere = tile == AUDE_NOWHERE;
    int x = 0, y = 0;

    if (words->n == 1 && card_is(words->word[0], "nowhere"))
        return nowhere || card_fail(run, "the %s is on the map", who);
    if (words->n != 1 || !card_parse_cell(words->word[0], &x, &y))
        return card_fail(run, "%s 1,0 or %s nowhere", who, who);
    if (nowhere) return card_fail(run, "the %s is not on the map", who);
    const struct aude_laid *laid = &run->game.laid[tile];
    return (laid->x == x && laid->y == y) ||
           card_fail(run, "the %s is at %d,%d", who, laid->x, laid->y);
}

bool card_do_dragon(struct run *run, struct words *words)
{
    return expect_cell(run, words, "dragon", run->game.dragon.at);
}

bool card_do_fairy(struct run *run, struct words *words)
{
    return expect_cell(run, words, "fairy", run->game.dragon.fairy);
}

/* "waiting 2": dragon tiles laid aside; everybody sees them. */
bool card_do_waiting(struct run *run, struct words *words)
{
    int wanted;

    if (words->n != 1 || !card_parse_int(words->word[0], &wanted))
        return card_fail(run, "waiting needs a number");
    aude_game_view(&run->copy, &run->game, AUDE_SEAT_NONE);
    if (run->copy.dragon.n_aside != run->game.dragon.n_aside)
        return card_fail(run, "a watcher sees %d tiles aside", run->copy.dragon.n_aside);
    return run->game.dragon.n_aside == wanted ||
           card_fail(run, "%d tiles lie aside", run->game.dragon.n_aside);
}

static int pieces_of(const struct run *run, int seat)
{
    return run->game.towers.pieces[seat];
}

bool card_do_pieces(struct run *run, struct words *words)
{
    return expect_pairs(run, words, "tower pieces", pieces_of);
}

/* "height 1,0 2": pieces of the tower there. */
bool card_do_height(struct run *run, struct words *words)
{
    int x, y, wanted;

    if (words->n != 2 || !card_parse_cell(words->word[0], &x, &y) ||
        !card_parse_int(words->word[1], &wanted))
        return card_fail(run, "height needs a cell and a number");
    int tile = aude_game_tile_at(&run->game, x, y);
    if (tile < 0) return card_fail(run, "no tile lies at %d,%d", x, y);
    return run->game.laid[tile].height == wanted ||
           card_fail(run, "the tower is %d high", run->game.laid[tile].height);
}

static int prisoners(const struct run *run, int holder, int seat, int kind)
{
    int n = 0;

    for (unsigned i = 0; i < run->game.n_figures; i++) {
        const struct aude_figure *fig = &run->game.figure[i];
        n += fig->where == AUDE_AT_PRISON && fig->at == holder && fig->seat == seat &&
             fig->kind == kind;
    }
    return n;
}

/* "holds blue red small 1 large 1": blue's prisoners of red, these and no others. */
bool card_do_holds(struct run *run, struct words *words)
{
    int holder, seat, wanted[AUDE_FIGURE_KINDS] = {0};

    if (words->n < 2 || words->n % 2)
        return card_fail(run, "holds: holder, whose, then kind and number in turn");
    if (!card_parse_seat(run, words->word[0], &holder) ||
        !card_parse_seat(run, words->word[1], &seat))
        return false;
    for (int i = 2; i < words->n; i += 2) {
        int kind = 0;
        while (kind < AUDE_FIGURE_KINDS &&
               !card_is(words->word[i], aude_figure_name((unsigned)kind)))
            kind++;
        if (kind == AUDE_FIGURE_KINDS ||
            !card_parse_int(words->word[i + 1], &wanted[kind]))
            return card_fail(run, "\"%s\" is no figure and number", words->word[i]);
    }
    for (int kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
        if (prisoners(run, holder, seat, kind) != wanted[kind])
            return card_fail(run, "%s holds %d %s of %s, not %d", words->word[0],
                             prisoners(run, holder, seat, kind),
                             aude_figure_name((unsigned)kind), words->word[1],
                             wanted[kind]);
    return true;
}

/* "stands red 1,0 tower": on top of it. */
static bool stands_on_tower(struct run *run, int seat, const char *cell)
{
    int x, y;

    if (!card_parse_cell(cell, &x, &y)) return card_fail(run, "\"%s\" is no cell", cell);
    for (unsigned i = 0; i < run->game.n_figures; i++) {
        const struct aude_figure *fig = &run->game.figure[i];
        if (fig->where == AUDE_AT_TOWER && fig->seat == seat &&
            fig->at == aude_game_tile_at(&run->game, x, y))
            return true;
    }
    return card_fail(run, "no figure of %s stands on that tower",
                     card_seat_name(run, (unsigned)seat));
}

/* "stands red 0,-1 city N": a figure of red. */
bool card_do_stands(struct run *run, struct words *words)
{
    int seat, tile, segment, at = 1;

    if (!words->n || !card_parse_seat(run, words->word[0], &seat)) return false;
    if (words->n == 3 && card_is(words->word[2], "tower"))
        return stands_on_tower(run, seat, words->word[1]);
    if (!card_parse_place(run, words, &at, &tile, &segment)) return false;
    for (unsigned i = 0; i < run->game.n_figures; i++) {
        const struct aude_figure *fig = &run->game.figure[i];
        if (fig->where == AUDE_AT_SEGMENT && fig->seat == seat &&
            fig->at == run->game.laid[tile].first + segment)
            return true;
    }
    return card_fail(run, "no figure of %s stands there", words->word[0]);
}

/* -- Expectations: what may be done -------------------------------------------------- */

static bool expect_offer(struct run *run, const struct words *words, int *at)
{
    struct aude_action action;
    char text[96];

    if (!card_parse_action(run, words, at, &action)) return false;
    if (card_listed(run, action) != 1 || aude_game_why(&run->game, action))
        return card_fail(run, "\"%s\" is not offered",
                         card_action_text(run, action, text, sizeof text));
    run->checks++;
    return true;
}

static bool not_named(struct run *run, const struct words *words, const bool *named)
{
    char text[96];
    int n = aude_game_actions(&run->game, run->action, AUDE_ACTIONS_MAX);

    (void)words;
    for (int i = 0; i < n; i++)
        if (!named[i])
            return card_fail(run, "\"%s\" is offered too",
                             card_action_text(run, run->action[i], text, sizeof text));
    return true;
}

/* "offers knight N", "offers only thief E W, pass". */
bool card_do_offers(struct run *run, struct words *words)
{
    static bool named[AUDE_ACTIONS_MAX];
    struct aude_action action;
    bool only = words->n && card_is(words->word[0], "only");
    int at = only;

    for (int i = 0; i < words->n; i++) {
        char *word = words->word[i];
        if (word[strlen(word) - 1] == ',') word[strlen(word) - 1] = 0;
    }
    memset(named, 0, sizeof named);
    run->checks--;
    while (at < words->n) {
        int from = at;
        if (!expect_offer(run, words, &at)) return false;
        if (!card_parse_action(run, words, &from, &action)) return false;
        int n = aude_game_actions(&run->game, run->action, AUDE_ACTIONS_MAX);
        for (int i = 0; i < n; i++) named[i] |= card_same_action(run->action[i], action);
    }
    return !only || not_named(run, words, named);
}

static bool refuse_start(struct run *run, const char *rule)
{
    enum aude_err err;

    if (run->started) return card_fail(run, "the game has started long ago");
    err = aude_game_init(&run->game, &run->setup, NULL);
    if (!err) return card_fail(run, "the game starts, which %s forbids", rule);
    run->refused = true;
    return card_is(aude_err_rule(err), rule) ||
           card_fail(run, "the setup is refused by %s (%s), not by %s",
                     aude_err_rule(err), aude_err_sentence(err), rule);
}

/* "refuse lay 3,3 0 BASE-10": not listed, refused by that rule, nothing changed. */
bool card_do_refuse(struct run *run, struct words *words)
{
    struct aude_action action;
    char text[96];
    int at = 0;

    if (words->n < 2) return card_fail(run, "refuse needs an action and a rule");
    const char *rule = words->word[--words->n];
    if (card_is(words->word[0], "start")) return refuse_start(run, rule);
    if (!card_start(run) || !card_parse_action(run, words, &at, &action)) return false;
    if (at < words->n)
        return card_fail(run, "\"%s\" is not understood here", words->word[at]);
    card_action_text(run, action, text, sizeof text);
    if (card_listed(run, action)) return card_fail(run, "\"%s\" is offered", text);
    uint64_t hash = aude_game_hash(&run->game);
    memcpy(&run->copy, &run->game, sizeof run->game);
    enum aude_err why = aude_game_why(&run->game, action);
    enum aude_err err = aude_game_play(&run->game, action, NULL);
    if (!err) return card_fail(run, "\"%s\" is accepted, which %s forbids", text, rule);
    if (why != err || aude_game_hash(&run->game) != hash ||
        memcmp(&run->copy, &run->game, sizeof run->game) != 0)
        return card_fail(run, "the refused \"%s\" changed the game", text);
    return card_is(aude_err_rule(err), rule) ||
           card_fail(run, "\"%s\" is refused by %s (%s), not by %s", text,
                     aude_err_rule(err), aude_err_sentence(err), rule);
}

/* "fits nothing 0,-1": no tile of any set in play. */
static bool fits_nothing(struct run *run, const char *cell)
{
    int x, y;

    if (!card_parse_cell(cell, &x, &y)) return card_fail(run, "\"%s\" is no cell", cell);
    for (int kind = 0; kind < aude_tiles_count; kind++)
        if (run->game.sets >> aude_tiles[kind].set & 1 &&
            aude_game_fits(&run->game, (aude_kind)kind, x, y))
            return card_fail(run, "%s fits there", aude_tiles[kind].id);
    return true;
}

/* "fits C nowhere", "fits E 0,-1 180": exactly these turns. */
bool card_do_fits(struct run *run, struct words *words)
{
    aude_kind kind;
    unsigned wanted = 0, got;
    int x, y, rot = 0;

    if (words->n < 2) return card_fail(run, "fits needs a tile and a cell");
    if (card_is(words->word[0], "nothing")) return fits_nothing(run, words->word[1]);
    if (!card_parse_tile(run, words->word[0], &kind)) return false;
    if (card_is(words->word[1], "nowhere"))
        return !card_places_of(&run->game, kind) ||
               card_fail(run, "%s fits in %d cells", card_tile_name(kind),
                         card_places_of(&run->game, kind));
    if (!card_parse_cell(words->word[1], &x, &y))
        return card_fail(run, "\"%s\" is no cell", words->word[1]);
    for (int i = 2; i < words->n; i++) {
        if (card_is(words->word[i], "not")) continue;
        if (!card_parse_rotation(run, words->word[i], &rot)) return false;
        wanted |= 1u << rot;
    }
    got = aude_game_fits(&run->game, kind, x, y);
    return got == wanted ||
           card_fail(run, "%s fits there with turns %s%s%s%s%s", words->word[0],
                     got ? "" : "none", got & 1 ? "0 " : "", got & 2 ? "90 " : "",
                     got & 4 ? "180 " : "", got & 8 ? "270" : "");
}

/* -- Expectations: features ---------------------------------------------------------- */

static bool expect_number(struct run *run, const struct words *words, int *at, int got)
{
    const char *what = words->word[*at];
    int wanted;

    if (*at + 1 >= words->n || !card_parse_int(words->word[*at + 1], &wanted))
        return card_fail(run, "%s needs a number", what);
    *at += 2;
    run->checks++;
    return got == wanted || card_fail(run, "%s: expected %d, got %d", what, wanted, got);
}

static bool expect_owners(struct run *run, const struct words *words, int *at,
                          const struct aude_feature_view *view)
{
    unsigned wanted = 0;

    for (++*at; *at < words->n && card_seat_named(run, words->word[*at]) >= 0; ++*at)
        wanted |= 1u << card_seat_named(run, words->word[*at]);
    run->checks++;
    return view->owners == wanted ||
           card_fail(run, "the owners are others (seats %#x, not %#x)", view->owners,
                     wanted);
}

static bool expect_strength(struct run *run, const struct words *words, int *at,
                            const struct aude_feature_view *view)
{
    int seat;

    for (++*at; *at < words->n && (seat = card_seat_named(run, words->word[*at])) >= 0;)
        if (!expect_number(run, words, at, view->strength[seat])) return false;
    return true;
}

/* One property of "feature 0,-1 city S: tiles 2 shields 0 complete owners red". */
static bool expect_property(struct run *run, const struct words *words, int *at,
                            const struct aude_feature_view *view)
{
    const char *what = words->word[*at];

    if (card_is(what, "tiles")) return expect_number(run, words, at, view->tiles);
    if (card_is(what, "shields")) return expect_number(run, words, at, view->shields);
    if (card_is(what, "open")) return expect_number(run, words, at, view->open);
    if (card_is(what, "points")) return expect_number(run, words, at, view->points);
    if (card_is(what, "owners")) return expect_owners(run, words, at, view);
    if (card_is(what, "strength")) return expect_strength(run, words, at, view);
    ++*at;
    run->checks++;
    if (card_is(what, "free")) return !view->owners || card_fail(run, "it is occupied");
    if (card_is(what, "complete"))
        return view->complete || card_fail(run, "it is not complete");
    if (card_is(what, "incomplete"))
        return !view->complete || card_fail(run, "it is complete");
    return card_fail(run, "\"%s\" is nothing a feature has", what);
}

bool card_do_feature(struct run *run, struct words *words)
{
    struct aude_feature_view view;
    int at = 0, tile, segment;

    if (!card_parse_place(run, words, &at, &tile, &segment)) return false;
    if (at >= words->n || !card_is(words->word[at], ":"))
        return card_fail(run, "a colon is missing behind the place");
    aude_game_feature(&run->game, tile, segment, &view);
    run->checks--;
    for (at++; at < words->n;)
        if (!expect_property(run, words, &at, &view)) return false;
    return true;
}

/* Two places, divided by a word. */
static bool two_features(struct run *run, struct words *words, uint16_t id[2])
{
    struct aude_feature_view view;
    int at = 0, tile, segment;

    for (int i = 0; i < 2; i++) {
        if (!card_parse_place(run, words, &at, &tile, &segment)) return false;
        aude_game_feature(&run->game, tile, segment, &view);
        id[i] = view.id;
        at++; /* "with", "from" */
    }
    return true;
}

bool card_do_joined(struct run *run, struct words *words)
{
    uint16_t id[2];

    if (!two_features(run, words, id)) return false;
    return id[0] == id[1] || card_fail(run, "they are two features");
}

bool card_do_apart(struct run *run, struct words *words)
{
    uint16_t id[2];

    if (!two_features(run, words, id)) return false;
    return id[0] != id[1] || card_fail(run, "they are one feature");
}

/* -- Expectations: the game ---------------------------------------------------------- */

/* "left 70", "left E 4": tiles still to be drawn, the one in hand not counted. */
bool card_do_left(struct run *run, struct words *words)
{
    aude_kind kind;
    int wanted, got;

    if (!words->n || !card_parse_int(words->word[words->n - 1], &wanted))
        return card_fail(run, "left needs a number");
    if (words->n == 2 && !card_parse_tile(run, words->word[0], &kind)) return false;
    got = words->n == 2 ? aude_game_left(&run->game, kind)
                        : aude_game_left_total(&run->game);
    return got == wanted || card_fail(run, "%d are left, not %d", got, wanted);
}

bool card_do_over(struct run *run, struct words *words)
{
    (void)words;
    return aude_game_over(&run->game) || card_fail(run, "the game goes on");
}

bool card_do_goes(struct run *run, struct words *words)
{
    (void)words;
    return !aude_game_over(&run->game) || card_fail(run, "the game is over");
}

/* "turn blue": who must decide now. */
bool card_do_turn_of(struct run *run, struct words *words)
{
    if (words->n != 1) return card_fail(run, "turn needs a player");
    return card_on_turn(run, words->word[0]);
}

bool card_do_winners(struct run *run, struct words *words)
{
    unsigned wanted = 0;
    int seat;

    for (int i = 0; i < words->n; i++) {
        if (!card_parse_seat(run, words->word[i], &seat)) return false;
        wanted |= 1u << seat;
    }
    return wanted == aude_game_winners(&run->game) ||
           card_fail(run, "the winners are others (seats %#x, not %#x)",
                     aude_game_winners(&run->game), wanted);
}

/* "is small_city HALF": how a switch stands in this game. */
bool card_do_is(struct run *run, struct words *words)
{
    enum aude_switch sw =
        words->n == 2 ? aude_switch_find(words->word[0]) : AUDE_SWITCHES;
    char got[32] = "?";

    if (sw == AUDE_SWITCHES) return card_fail(run, "is needs a switch and a value");
    aude_switch_value(sw, run->game.sw[sw], got, sizeof got);
    return card_is(got, words->word[1]) ||
           card_fail(run, "%s is %s", words->word[0], got);
}

/* "everybody sees E": the tile drawn is in the view of every seat and of a watcher. */
bool card_do_everybody(struct run *run, struct words *words)
{
    aude_kind kind;

    if (words->n != 2 || !card_is(words->word[0], "sees"))
        return card_fail(run, "everybody sees what?");
    if (!card_parse_tile(run, words->word[1], &kind)) return false;
    for (unsigned seat = 0; seat <= run->setup.n_seats; seat++) {
        unsigned who = seat < run->setup.n_seats ? seat : AUDE_SEAT_NONE;
        aude_game_view(&run->copy, &run->game, who);
        if (run->copy.turn.tile != kind)
            return card_fail(run, "%s sees %s", card_seat_name(run, who),
                             card_tile_name(run->copy.turn.tile));
    }
    return true;
}
