/* cards_count.c -- the words of a card about the city of Carcassonne: its quarters, who is in
 * them, and the count. */
#include "cards_internal.h"

#include <string.h>

/* ORDER QUARTER */
static const char *const quarters[AUDE_QUARTERS] = {"castle", "market", "blacksmith",
                                                    "cathedral"};

static bool parse_quarter(struct run *run, const char *word, unsigned *quarter)
{
    for (*quarter = 0; *quarter < AUDE_QUARTERS; ++*quarter)
        if (card_is(quarters[*quarter], word)) return true;
    return card_fail(run, "\"%s\" is no quarter", word);
}

/* "count market" */
bool card_parse_quarter(struct run *run, const struct words *words, int *at,
                        struct aude_action *out)
{
    unsigned quarter;

    if (*at >= words->n) return card_fail(run, "which quarter?");
    if (!parse_quarter(run, words->word[(*at)++], &quarter)) return false;
    out->arg = (uint8_t)quarter;
    return true;
}

/* "enter large castle" */
bool card_parse_enter(struct run *run, const struct words *words, int *at,
                      struct aude_action *out)
{
    int figure = *at < words->n ? card_figure_named(words->word[*at]) : AUDE_FIGURE_KINDS;

    if (figure == AUDE_FIGURE_KINDS)
        return card_fail(run, "who goes where? enter small castle");
    ++*at;
    out->figure = (uint8_t)figure;
    return card_parse_quarter(run, words, at, out);
}

bool card_parse_inside(struct run *run, const struct words *words, int *at,
                       struct aude_action *out)
{
    struct aude_action inside = *out;
    int from = *at;

    if (from + 1 >= words->n || !card_parse_enter(run, words, &from, &inside))
        return false;
    for (unsigned i = 0; i < run->game.n_start; i++)
        if (card_is(card_tile_name(run->game.laid[i].kind), "count/07")) {
            inside.segment = (uint8_t)(AUDE_IN_QUARTER + inside.arg);
            inside.x = run->game.laid[i].x;
            inside.y = run->game.laid[i].y;
        }
    *out = inside;
    *at = from;
    return true;
}

/* "send small castle -2,2 city N". A follower who stands on no tile (COC-14) goes to the
 * feature, which has one name in the list; otherwise to that tile of it. */
bool card_parse_send(struct run *run, const struct words *words, int *at,
                     struct aude_action *out)
{
    int tile, segment;

    if (!card_parse_enter(run, words, at, out) ||
        !card_parse_place(run, words, at, &tile, &segment))
        return false;
    if (!run->game.sw[AUDE_SWITCH_COC_STAND]) {
        unsigned label = run->game.label[run->game.laid[tile].first + segment];
        unsigned head = run->game.feature[label].head;
        tile = (int)aude_tile_of(&run->game, head);
        segment = (int)head - run->game.laid[tile].first;
    }
    out->segment = (uint8_t)segment;
    out->x = run->game.laid[tile].x;
    out->y = run->game.laid[tile].y;
    return true;
}

static int followers_in(const struct run *run, unsigned quarter, int seat, int kind)
{
    int n = 0;

    for (unsigned i = 0; i < run->game.n_figures; i++) {
        const struct aude_figure *fig = &run->game.figure[i];
        n += fig->where == AUDE_AT_QUARTER && fig->at == quarter && fig->seat == seat &&
             fig->kind == kind;
    }
    return n;
}

/* "inside castle red small 1 blue large 1": these followers and no others. */
bool card_do_inside(struct run *run, struct words *words)
{
    int wanted[AUDE_SEATS_MAX][AUDE_FIGURE_KINDS] = {{0}}, seat;
    unsigned quarter;

    if (words->n % 3 != 1)
        return card_fail(run, "inside: a quarter, then player, figure, number in turn");
    if (!parse_quarter(run, words->word[0], &quarter)) return false;
    for (int i = 1; i < words->n; i += 3) {
        int kind = card_figure_named(words->word[i + 1]);
        if (!card_parse_seat(run, words->word[i], &seat)) return false;
        if (kind == AUDE_FIGURE_KINDS ||
            !card_parse_int(words->word[i + 2], &wanted[seat][kind]))
            return card_fail(run, "\"%s\" is no figure and number", words->word[i + 1]);
    }
    for (seat = 0; seat < AUDE_SEATS_MAX; seat++)
        for (int kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
            if (followers_in(run, quarter, seat, kind) != wanted[seat][kind])
                return card_fail(run, "%d %s of %s in the %s, not %d",
                                 followers_in(run, quarter, seat, kind),
                                 aude_figure_name((unsigned)kind),
                                 card_seat_name(run, (unsigned)seat), quarters[quarter],
                                 wanted[seat][kind]);
    return true;
}

/* "count castle": where he is. */
bool card_do_count(struct run *run, struct words *words)
{
    unsigned quarter;

    if (words->n != 1) return card_fail(run, "count needs a quarter");
    if (!parse_quarter(run, words->word[0], &quarter)) return false;
    return run->game.count.at == quarter ||
           card_fail(run, "the count is in the %s", quarters[run->game.count.at & 3]);
}
