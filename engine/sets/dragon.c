/* dragon.c -- expansion III, The Princess & the Dragon.
 *
 *   fairy     beside an own follower, as the action; 1 point a turn, 3 with a scored
 *             feature, and the dragon keeps off her tile           PD-5 to PD-10
 *   volcano   the dragon comes; no follower on its tile            PD-11, PD-12, PD-13
 *   dragon    six steps, each seat in turn; eats what it meets     PD-14 to PD-21
 *             its tiles wait aside until it is there               PD-22 to PD-24
 *   portal    a follower onto any tile (dragon_portal.c)           PD-25 to PD-28
 *   princess  removes a knight of the city she continues           PD-29 to PD-33 */
#include "action_internal.h"
#include "dragon_internal.h"

static unsigned dragon_steps_max(const struct aude_game *game)
{
    char value[8];
    long n = 6;

    if (aude_switch_value(AUDE_SWITCH_DRAGON_STEPS, game->sw[AUDE_SWITCH_DRAGON_STEPS],
                          value, sizeof value))
        aude__text_read_int(value, 1, 12, &n);
    return (unsigned)n;
}

static void dragon_setup(struct aude_game *game)
{
    game->dragon.at = game->dragon.fairy = game->dragon.bound = AUDE_NOWHERE;
    game->dragon.longest = (uint8_t)dragon_steps_max(game);
    aude__set_hook(game, AUDE_SET_DRAGON, AUDE__HOOK_MUST,
                   game->sw[AUDE_SWITCH_PRINCESS] == AUDE_PRINCESS_MUST);
}

/* -- The fairy -------------------------------------------------------------------------- */

static bool dragon_fairy_by_follower(const struct aude_game *game)
{
    return game->sw[AUDE_SWITCH_FAIRY_BINDING] == AUDE_FAIRY_BY_FOLLOWER;
}

/* Is the fairy with this figure on that tile already? */
static bool dragon_fairy_is_joined(const struct aude_game *game, unsigned figure,
                                   unsigned tile)
{
    return dragon_fairy_by_follower(game) ? game->dragon.bound == figure
                                          : game->dragon.fairy == tile;
}

/* The seat's followers that the fairy may go to: on tiles, in a quarter by the switch. */
static uint64_t dragon_fairy_choice(const struct aude_game *game)
{
    bool quarter = game->sw[AUDE_SWITCH_FAIRY_QUARTER] && dragon_fairy_by_follower(game);
    uint64_t inside = quarter ? aude__figure_all_inside(game, game->turn.seat) : 0;

    return game->sw[AUDE_SWITCH_FAIRY]
               ? 0
               : aude__followers_out(game, game->turn.seat) | inside;
}

/* PD-5: may the fairy go to this follower? Not where she is already. */
static bool dragon_fairy_may_join(const struct aude_game *game, unsigned figure)
{
    const struct aude_player *player = &game->player[game->turn.seat];

    return game->figure[figure].seat == game->turn.seat &&
           dragon_fairy_choice(game) >> (figure - player->first) & 1 &&
           !dragon_fairy_is_joined(game, figure, aude__figure_near(game, figure));
}

/* A follower in the same place as that one, whom she may join; or -1. */
AUDE__APART static int dragon_fairy_alike(const struct aude_game *game, unsigned figure)
{
    const struct aude_figure *fig = &game->figure[figure];

    for (uint64_t m = aude__figures(game, fig->seat, fig->kind, fig->where); m;
         m &= m - 1) {
        unsigned i = aude__first_of(game, fig->seat, m);
        if (game->figure[i].at == fig->at && dragon_fairy_may_join(game, i))
            return (int)i;
    }
    return -1;
}

/* The follower that the action means; of two alike, one that she is not bound to yet. */
static int dragon_fairy_target(const struct aude_game *game, struct aude_action action)
{
    int first =
        aude__plays(game, AUDE_SET_DRAGON) ? aude__figure_target(game, action) : -1;

    return first < 0 || dragon_fairy_may_join(game, (unsigned)first)
               ? first
               : dragon_fairy_alike(game, (unsigned)first);
}

enum aude_err aude__dragon_fairy_check(const struct aude_game *game,
                                       struct aude_action action)
{
    return dragon_fairy_target(game, action) < 0 ? AUDE_ERR_FAIRY_TARGET : AUDE_ERR_OK;
}

/* The fairy goes to this figure. */
static void dragon_fairy_go(struct aude_game *game, unsigned figure,
                            struct aude_events *events)
{
    game->dragon.fairy = (uint16_t)aude__figure_near(game, figure);
    game->dragon.bound = (uint16_t)figure;
    if (!events) return;
    struct aude_event spare;
    struct aude_action at = aude__figure_as_target(game, figure, AUDE_FAIRY);
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_FAIRY, at.arg);
    ev->figure = at.figure;
    ev->segment = at.segment;
    ev->x = at.x;
    ev->y = at.y;
}

enum aude_err aude__dragon_fairy_play(struct aude_game *game, struct aude_action action,
                                      struct aude_events *events)
{
    int figure = dragon_fairy_target(game, action);

    if (figure < 0) return AUDE_ERR_FAIRY_TARGET;
    dragon_fairy_go(game, (unsigned)figure, events);
    game->turn.phase++;
    return AUDE_ERR_OK;
}

/* Was a figure in the same place listed before it? */
AUDE__APART static bool dragon_fairy_listed_alike(const struct aude_game *game,
                                                  uint64_t choice, unsigned figure)
{
    for (uint64_t m = choice;; m &= m - 1) {
        unsigned i = aude__first_of(game, game->turn.seat, m);
        if (i == figure) return false;
        if (aude__figure_alike(game, i, figure) && dragon_fairy_may_join(game, i))
            return true;
    }
}

/* Every follower of these once, of several alike on one segment the first. Where the fairy is
 * bound to a tile, two followers on it are one choice. */
AUDE__APART static void dragon_list_fairy_inside(const struct aude_game *game,
                                                 struct aude__sink *sink)
{
    uint64_t choice = dragon_fairy_choice(game);

    for (uint64_t m = choice; m; m &= m - 1) {
        unsigned i = aude__first_of(game, game->turn.seat, m);
        if (!dragon_fairy_is_joined(game, i, aude__figure_near(game, i)) &&
            !dragon_fairy_listed_alike(game, choice, i))
            aude__figure_list_target(game, i, AUDE_FAIRY, sink);
    }
}

/* The same where all of them are on tiles, as they mostly are. `seen` holds the places listed so
 * far, so that not every pair has to be compared. */
static void dragon_list_fairy_out(const struct aude_game *game, uint64_t choice,
                                  struct aude__sink *sink)
{
    unsigned seat = game->turn.seat, by_follower = dragon_fairy_by_follower(game);
    unsigned taken = by_follower ? game->dragon.bound : game->dragon.fairy;
    unsigned first = game->player[seat].first;
    uint64_t seen = 0;
    struct aude__sink to = *sink; /* writing to the list cannot change it */

    for (uint64_t m = choice; m; m &= m - 1) {
        unsigned i = first + (unsigned)__builtin_ctzll(m);
        const struct aude_figure *fig = &game->figure[i];
        const struct aude_laid *laid = &game->laid[fig->tile];
        unsigned tower = 0u - (fig->where == AUDE_AT_TOWER), place = fig->at % 64;
        unsigned segment = ((fig->at - laid->first) | tower) & (255 ^ (tower & 1));
        bool may = (by_follower ? i : fig->tile) != taken;
        if (seen >> place & 1 && dragon_fairy_listed_alike(game, choice, i)) continue;
        aude__sink_word_if(
            &to, aude__action_word(laid, AUDE_FAIRY, fig->kind, segment, seat), may);
        seen |= (uint64_t)may << place;
    }
    sink->n = to.n;
}

static_assert((int)AUDE_ON_TOWER == (255 ^ 1), "the segment of those on a tower");

/* Is this figure with the fairy? */
static bool dragon_with_fairy(const struct aude_game *game, unsigned figure)
{
    if (dragon_fairy_by_follower(game)) return game->dragon.bound == figure;
    return game->dragon.fairy != AUDE_NOWHERE &&
           aude__figure_tile(game, figure) == game->dragon.fairy &&
           aude__figure_is_follower(game->figure[figure].kind) &&
           !game->figure[figure].guest;
}

/* Points of the fairy count for the place where she stands. */
static void dragon_award_fairy(struct aude_game *game, unsigned seat, int points,
                               bool final, struct aude_events *events)
{
    struct aude__sum sum = {0};

    aude__score_sum_add(&sum, AUDE_TERM_FAIRY, 1, points);
    aude__score_award(game, seat, game->laid[game->dragon.fairy].first, AUDE_FROM_FAIRY,
                      &sum, final, events);
}

/* Is the figure to whom she was sent the only one that can be with her? Mostly it is. */
static bool dragon_fairy_has_one(const struct aude_game *game)
{
    const struct aude_dragon *dragon = &game->dragon;

    return dragon_fairy_by_follower(game) ||
           (game->crowd[dragon->fairy] == 1 && dragon->bound != AUDE_NOWHERE);
}

/* The seat's figures that are with the fairy, one bit each. */
static uint64_t dragon_fairy_companions(const struct aude_game *game, unsigned seat)
{
    const struct aude_dragon *dragon = &game->dragon;
    unsigned first = game->player[seat].first;
    uint64_t found = 0;

    if (dragon->fairy == AUDE_NOWHERE) return 0;
    if (dragon_fairy_has_one(game)) {
        bool own = dragon->bound != AUDE_NOWHERE &&
                   game->figure[dragon->bound].seat == seat &&
                   dragon_with_fairy(game, dragon->bound);
        return own ? (uint64_t)1 << (dragon->bound - first) : 0;
    }
    if (!game->crowd[dragon->fairy]) return 0;
    for (uint64_t m = aude__followers_out(game, seat); m; m &= m - 1)
        if (dragon_with_fairy(game, aude__first_of(game, seat, m))) found |= m & -m;
    return found;
}

/* Followers of the active player on tiles as an offer. No two of them are one choice: only guests stand where another
 * follower of their own seat stands, and guests come after P3 and have gone before the next (COC-14). */
static void dragon_offer_fairy(const struct aude_game *game, uint64_t choice,
                               struct aude__sink *sink)
{
    uint64_t may = choice & ~dragon_fairy_companions(game, game->turn.seat);

    aude__sink_offer(sink, (struct aude_offer){.which = may,
                                               .n = (uint16_t)aude__count_bits(may),
                                               .how = AUDE__OFFER_TARGETS,
                                               .kind = AUDE_FAIRY});
}

static void dragon_list_fairy(const struct aude_game *game, struct aude__sink *sink)
{
    uint64_t out = aude__followers_out(game, game->turn.seat);

    if (game->sw[AUDE_SWITCH_FAIRY]) return;
    if (game->sw[AUDE_SWITCH_FAIRY_QUARTER])
        dragon_list_fairy_inside(game, sink);
    else if (sink->choices)
        dragon_offer_fairy(game, out, sink);
    else
        dragon_list_fairy_out(game, out, sink);
}

/* PD-7: one point at the start of the turn, however many stand there. */
static void dragon_begin(struct aude_game *game, struct aude_events *events)
{
    if (game->turn.number == 1) aude__dragon_portal_count_start(game);
    if (dragon_fairy_companions(game, game->turn.seat))
        dragon_award_fairy(game, game->turn.seat, 1, false, events);
}

/* Has the tile of the fairy a segment of that feature? Branch-free. */
static bool dragon_fairy_is_at(const struct aude_game *game, unsigned feature)
{
    const struct aude_laid *laid = &game->laid[game->dragon.fairy];
    bool is = false;

    for (unsigned s = aude_tiles[laid->kind].n_segments; s--;)
        is |= game->label[laid->first + s] == feature;
    return is;
}

/* Can somebody with the fairy be in that feature? Mostly not: then no figure is looked at. */
static bool dragon_fairy_may_be_in(const struct aude_game *game, unsigned feature)
{
    unsigned bound = game->dragon.bound;

    if (game->dragon.fairy == AUDE_NOWHERE) return false;
    if (dragon_fairy_has_one(game))
        return bound != AUDE_NOWHERE && aude__stands_in(game, bound, feature);
    return game->crowd[game->dragon.fairy] && dragon_fairy_is_at(game, feature);
}

/* PD-8: three points to everybody whose follower is in the feature and with the fairy. */
static void dragon_scored(struct aude_game *game, unsigned feature, bool final,
                          struct aude_events *events)
{
    if (!dragon_fairy_may_be_in(game, feature)) return;
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m = dragon_fairy_companions(game, seat); m; m &= m - 1) {
            unsigned i = aude__first_of(game, seat, m);
            if (game->figure[i].where != AUDE_AT_SEGMENT ||
                !aude__stands_in(game, i, feature))
                continue;
            dragon_award_fairy(game, seat, 3, final, events);
            break;
        }
}

/* PD-6: when her follower leaves, the fairy stays on the tile, bound to no figure. */
static void dragon_leaves(struct aude_game *game, unsigned figure)
{
    if (game->dragon.bound == figure) game->dragon.bound = AUDE_NOWHERE;
}

/* -- Tiles that wait, and the volcano --------------------------------------------------- */

/* PD-22 */
static bool dragon_drawn(struct aude_game *game, aude_kind tile,
                         struct aude_events *events)
{
    struct aude_event spare;

    if (game->dragon.at != AUDE_NOWHERE || game->sw[AUDE_SWITCH_DRAGON] ||
        !(aude_tiles[tile].marks & AUDE_MARK_DRAGON))
        return true;
    game->dragon.aside[game->dragon.n_aside++] = tile;
    aude__event(events, &spare, AUDE_EV_ASIDE, game->turn.seat)->tile = tile;
    return false;
}

/* PD-23: the tiles laid aside go back, then the whole pile is shuffled. */
static void dragon_shuffle_back(struct aude_game *game, struct aude_events *events)
{
    struct aude_pile *pile = &game->pile;
    unsigned n = game->dragon.n_aside;
    struct aude_event spare;

    if (!n) return;
    pile->next = (uint16_t)(pile->next - n);
    memcpy(pile->kind + pile->next, game->dragon.aside, n);
    game->dragon.n_aside = 0;
    aude__event(events, &spare, AUDE_EV_BACK, game->turn.seat)->points = (int16_t)n;
    if (game->hidden)
        aude__pile_sort(pile->kind + pile->next, (unsigned)(pile->n - pile->next));
    else
        aude__pile_shuffle(game, pile->kind + pile->next,
                           (unsigned)(pile->n - pile->next));
}

static void dragon_say(struct aude_game *game, unsigned seat, struct aude_events *events)
{
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_DRAGON, seat);

    ev->x = game->laid[game->dragon.at].x;
    ev->y = game->laid[game->dragon.at].y;
}

/* PD-11: it comes to a volcano at once and eats nothing on the way. */
AUDE__APART static void dragon_come(struct aude_game *game, unsigned tile,
                                    struct aude_events *events)
{
    if (game->sw[AUDE_SWITCH_DRAGON]) return;
    game->dragon.at = (uint16_t)tile;
    dragon_say(game, game->turn.seat, events);
    dragon_shuffle_back(game, events);
}

/* PD-14: after its own tile it walks, before the scoring or after it. */
static void dragon_laid(struct aude_game *game, unsigned tile, struct aude_events *events)
{
    bool late = game->sw[AUDE_SWITCH_DRAGON_TIMING] == AUDE_DRAGON_AFTER;
    unsigned marks = aude_tiles[game->laid[tile].kind].marks;

    aude__turn_phase_due(game, late ? AUDE_PHASE_DRAGON_LATE : AUDE_PHASE_DRAGON,
                         marks & AUDE_MARK_DRAGON);
    if (marks & AUDE_MARK_PORTAL) aude__dragon_portal_count_tiles(game);
    if (marks & AUDE_MARK_VOLCANO) dragon_come(game, tile, events);
}

bool aude__dragon_after_princess(const struct aude_game *game)
{
    return game->dragon.freed == game->turn.number;
}

/* PD-32: no figure after the princess, but a scored wagon still moves on. PD-12, PD-13:
 * no follower where the dragon is; builder and pig may go onto the volcano just laid. */
static enum aude_err dragon_stand(const struct aude_game *game, unsigned figure,
                                  unsigned tile, unsigned handle)
{
    if (game->turn.phase == AUDE_PHASE_ACTION && aude__dragon_after_princess(game))
        return AUDE_ERR_PRINCESS_AFTER;
    if (game->dragon.at != tile) return AUDE_ERR_OK;
    if (handle == AUDE__NONE && game->sw[AUDE_SWITCH_TOWER_TOP_DRAGON])
        return AUDE_ERR_OK;
    if (aude__figure_is_follower(figure)) return AUDE_ERR_DRAGON_HERE;
    return game->sw[AUDE_SWITCH_VOLCANO_SPECIALS] == AUDE_VOLCANO_FORBID
               ? AUDE_ERR_VOLCANO
               : AUDE_ERR_OK;
}

static unsigned dragon_stand_tile(const struct aude_game *game)
{
    return aude__dragon_after_princess(game) ? (unsigned)AUDE__EVERY : game->dragon.at;
}

static_assert((int)AUDE_NOWHERE == (int)AUDE__NONE, "a dragon that is not there");

/* -- The dragon walks ------------------------------------------------------------------- */

/* Has this walk come to that tile before? Places not yet walked hold AUDE_NOWHERE. Where it is now is written down
 * after the ways on are known: to read words soon after a part of them was written is to wait. */
static bool dragon_visited(const struct aude_dragon *dragon, unsigned tile)
{
    aude__eight first, second;
    uint64_t words[2];

    memcpy(&first, dragon->visited, sizeof first);
    memcpy(&second, dragon->visited + AUDE__EIGHT, sizeof second);
    first =
        (aude__eight)(first == (uint16_t)tile) | (aude__eight)(second == (uint16_t)tile);
    memcpy(words, &first, sizeof words);
    return (words[0] | words[1]) != 0;
}

static_assert(sizeof((struct aude_dragon *)0)->visited == 2 * sizeof(aude__eight),
              "a walk is looked at as a whole");

/* The laid tile beyond `side`, or AUDE__NONE: branch-free, nobody can guess where tiles lie. */
static unsigned dragon_beyond(const struct aude_game *game, unsigned side)
{
    const struct aude_laid *from = &game->laid[game->dragon.at];
    uint16_t key = aude_key_beside(aude_key(from->x, from->y), side);
    unsigned tile = aude_cell_what(game, key) - 1u;

    return (tile | (0u - (tile >= game->n_laid))) & AUDE__NONE;
}

/* May the dragon go there (PD-16)? The inner tiles of Carcassonne are walls on all sides.
 * Branch-free. */
static bool dragon_may_step(const struct aude_game *game, unsigned tile)
{
    unsigned laid = 0u - (tile != AUDE__NONE);
    unsigned walls = aude_tiles[game->laid[tile & laid].kind].walls;

    return (laid & 1) & (tile != game->dragon.fairy) & (walls != 255) &
           !dragon_visited(&game->dragon, tile);
}

/* Sides through which it can go on, one bit each. */
static unsigned dragon_ways_on(const struct aude_game *game)
{
    unsigned ways = 0;

    for (unsigned side = 0; side < 4; side++)
        ways |= (unsigned)dragon_may_step(game, dragon_beyond(game, side)) << side;
    return ways;
}

/* Is a walk under way? */
static bool dragon_walking(const struct aude_game *game)
{
    return game->turn.walking;
}

enum aude__step aude__dragon_on_dragon(struct aude_game *game, struct aude_events *events)
{
    struct aude_dragon *dragon = &game->dragon;

    (void)events;
    if (!dragon_walking(game)) {
        if (!aude__dragon_placed_mark(game, AUDE_MARK_DRAGON) || game->turn.walked ||
            dragon->at == AUDE_NOWHERE)
            return AUDE__STEP_ON;
        dragon->steps = 0;
        memset(dragon->visited, 0xff, sizeof dragon->visited);
        game->turn.walking = 1;
        game->turn.actor = game->turn.seat;
    }
    dragon->ways = dragon->steps < dragon->longest ? (uint8_t)dragon_ways_on(game) : 0;
    dragon->visited[dragon->steps] = dragon->at;
    if (dragon->ways) return AUDE__STEP_WAIT;
    game->turn.walking = 0;
    game->turn.walked = 1;
    return AUDE__STEP_ON;
}

enum aude_err aude__dragon_step_check(const struct aude_game *game,
                                      struct aude_action action)
{
    return action.arg < 4 && game->dragon.ways >> action.arg & 1 ? AUDE_ERR_OK
                                                                 : AUDE_ERR_STEP;
}

/* PD-18: followers, builders and pigs go home, barns stay; then the lonely ones (PD-19). */
static void dragon_eat(struct aude_game *game, struct aude_events *events)
{
    int said = events ? events->n : 0;
    bool eaten = false;

    for (unsigned seat = 0; game->crowd[game->dragon.at] && seat < game->n_seats; seat++)
        for (uint64_t m =
                 aude__figures_on(game, seat, game->dragon.at) & ~game->kinds[AUDE_BARN];
             m; m &= m - 1) {
            aude__figure_return(game, aude__first_of(game, seat, m), events);
            eaten = true;
        }
    if (eaten) aude__traders_lonely_home(game, events);
    /* The dragon's own event is the last before these. */
    if (events && said <= events->max)
        events->list[said - 1].points = (int16_t)(events->n - said);
}

enum aude_err aude__dragon_step_play(struct aude_game *game, struct aude_action action,
                                     struct aude_events *events)
{
    struct aude_dragon *dragon = &game->dragon;
    unsigned actor = game->turn.actor;
    enum aude_err err = aude__dragon_step_check(game, action);

    if (err) return err;
    dragon->at = (uint16_t)dragon_beyond(game, action.arg);
    dragon->steps++;
    dragon_say(game, actor, events);
    dragon_eat(game, events);
    game->turn.actor = (uint8_t)(actor + 1 == game->n_seats ? 0 : actor + 1); /* PD-15 */
    return AUDE_ERR_OK;
}

void aude__dragon_about_step(const struct aude_game *game, struct aude_action action,
                             struct aude_about *about)
{
    const struct aude_laid *from = &game->laid[game->dragon.at];
    unsigned side = action.arg & 3;

    if (game->dragon.at >= game->n_laid) return;
    about->fields = AUDE_HAS_CELL;
    about->x = (int16_t)(from->x + aude_side_x[side]);
    about->y = (int16_t)(from->y + aude_side_y[side]);
}

void aude__dragon_list_steps(const struct aude_game *game, struct aude__sink *sink)
{
    for (unsigned m = game->dragon.ways; m; m &= m - 1)
        aude__sink_add(sink, (struct aude_action){.kind = AUDE_STEP,
                                                  .arg = (uint8_t)aude__lowest(m)});
}

/* -- By hand ---------------------------------------------------------------------------- */

static bool dragon_mark_lies(const struct aude_game *game, unsigned mark)
{
    for (unsigned i = 0; i < game->n_laid; i++)
        if (aude_tiles[game->laid[i].kind].marks & mark) return true;
    return false;
}

/* Would the dragon eat somebody there (PD-18)? */
static bool dragon_eats_on(const struct aude_game *game, unsigned tile)
{
    for (unsigned seat = 0; game->crowd[tile] && seat < game->n_seats; seat++)
        for (uint64_t m = aude__on_tiles(game, seat) & ~game->kinds[AUDE_BARN]; m;
             m &= m - 1)
            if (aude__figure_tile(game, aude__first_of(game, seat, m)) == tile)
                return true;
    return false;
}

/* Before a dragon tile lies, the dragon has not left its volcano. */
enum aude_err aude__dragon_hand_check(const struct aude_game *game,
                                      struct aude_action action)
{
    int tile = aude_game_tile_at(game, action.x, action.y);

    if (!game->hidden) return AUDE_ERR_BY_HAND;
    if (!aude__plays(game, AUDE_SET_DRAGON) || game->sw[AUDE_SWITCH_DRAGON])
        return AUDE_ERR_HAND_SET;
    if (tile < 0) return AUDE_ERR_HAND_TILE;
    const struct aude_tile *kind = &aude_tiles[game->laid[tile].kind];
    if (!(kind->marks & AUDE_MARK_VOLCANO) &&
        !(dragon_mark_lies(game, AUDE_MARK_VOLCANO) &&
          dragon_mark_lies(game, AUDE_MARK_DRAGON)))
        return AUDE_ERR_HAND_VOLCANO;
    return kind->walls == 255 || game->dragon.fairy == tile ||
                   dragon_eats_on(game, (unsigned)tile)
               ? AUDE_ERR_HAND_DRAGON
               : AUDE_ERR_OK;
}

void aude__dragon_hand_commit(struct aude_game *game, struct aude_action action,
                              struct aude_events *events)
{
    game->dragon.at = (uint16_t)aude_game_tile_at(game, action.x, action.y);
    dragon_say(game, game->turn.seat, events);
    dragon_shuffle_back(game, events);
}

/* The follower that the fairy is set beside, or -1. */
static int dragon_hand_target(const struct aude_game *game, struct aude_action action)
{
    int figure = action.arg < game->n_seats ? aude__figure_target(game, action) : -1;

    if (figure < 0 || !aude__figure_is_follower(action.figure)) return -1;
    return action.segment >= AUDE_IN_QUARTER && action.segment != AUDE_ON_TOWER &&
                   !(game->sw[AUDE_SWITCH_FAIRY_QUARTER] &&
                     dragon_fairy_by_follower(game))
               ? -1
               : figure;
}

enum aude_err aude__dragon_hand_fairy_check(const struct aude_game *game,
                                            struct aude_action action)
{
    enum aude_err err = aude__by_hand_seat_check(game, action);

    if (err) return err;
    if (!aude__plays(game, AUDE_SET_DRAGON) || game->sw[AUDE_SWITCH_FAIRY])
        return AUDE_ERR_HAND_SET;
    int figure = dragon_hand_target(game, action);
    if (figure < 0) return AUDE_ERR_HAND_NOBODY;
    return aude__figure_near(game, (unsigned)figure) == game->dragon.at
               ? AUDE_ERR_HAND_DRAGON
               : AUDE_ERR_OK;
}

void aude__dragon_hand_fairy_commit(struct aude_game *game, struct aude_action action,
                                    struct aude_events *events)
{
    dragon_fairy_go(game, (unsigned)dragon_hand_target(game, action), events);
}

/* -- The princess ----------------------------------------------------------------------- */

/* PD-29: the city that the tile's princess continues, or AUDE__NONE; also when she has
 * removed her knight. */
static unsigned dragon_princess_city(const struct aude_game *game)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];
    const struct aude_tile *tile = &aude_tiles[laid->kind];

    if (!(tile->tags & AUDE_TAG_PRINCESS) ||
        game->sw[AUDE_SWITCH_PRINCESS] == AUDE_PRINCESS_OFF ||
        (aude__dragon_after_princess(game) && game->dragon.freed_part == game->turn.part))
        return AUDE__NONE;
    unsigned s = 0;
    while (!(tile->segment[s].tags & AUDE_TAG_PRINCESS)) s++;
    return game->label[laid->first + s];
}

static bool dragon_princess_is_knight(const struct aude_game *game, unsigned figure,
                                      unsigned city)
{
    const struct aude_figure *fig = &game->figure[figure];

    return fig->where == AUDE_AT_SEGMENT && aude__figure_is_follower(fig->kind) &&
           game->label[fig->at] == city;
}

/* PD-30: the seat's knights in the city that she may remove, one bit each. */
static uint64_t dragon_princess_knights(const struct aude_game *game, unsigned seat,
                                        unsigned city)
{
    uint64_t found = 0;

    for (uint64_t m = game->player[seat].at[AUDE_AT_SEGMENT] & aude__victims(game); m;
         m &= m - 1)
        if (aude__stands_in(game, aude__first_of(game, seat, m), city)) found |= m & -m;
    return found;
}

static bool dragon_princess_must(const struct aude_game *game)
{
    unsigned city = game->sw[AUDE_SWITCH_PRINCESS] != AUDE_PRINCESS_MUST
                        ? (unsigned)AUDE__NONE
                        : dragon_princess_city(game);
    uint64_t found = 0;

    for (unsigned seat = 0; city != AUDE__NONE && seat < game->n_seats; seat++)
        found |= dragon_princess_knights(game, seat, city);
    return found != 0;
}

/* PD-29 as MUST; a ransom is no action of P3. */
static enum aude_err dragon_must(const struct aude_game *game, struct aude_action action)
{
    bool other = action.kind != AUDE_REMOVE && action.kind != AUDE_RANSOM;

    return other && dragon_princess_must(game) ? AUDE_ERR_PRINCESS_MUST : AUDE_ERR_OK;
}

enum aude_err aude__dragon_remove_check(const struct aude_game *game,
                                        struct aude_action action)
{
    unsigned city =
        aude__plays(game, AUDE_SET_DRAGON) ? dragon_princess_city(game) : AUDE__NONE;
    int figure = aude__figure_target(game, action);

    if (city == AUDE__NONE || figure < 0 ||
        !dragon_princess_is_knight(game, (unsigned)figure, city))
        return AUDE_ERR_PRINCESS;
    return aude__victims(game) >> (figure - game->player[action.arg].first) & 1
               ? AUDE_ERR_OK
               : AUDE_ERR_PRINCESS_KIND;
}

/* PD-32: the removal is the action of this part. By the switch it is not, but bars
 * figures for the rest of the turn; fairy or tower piece may follow. */
void aude__dragon_remove_commit(struct aude_game *game, struct aude_action action,
                                struct aude_events *events)
{
    aude__figure_return(game, (unsigned)aude__figure_target(game, action), events);
    aude__traders_lonely_home(game, events); /* PD-31 */
    if (game->sw[AUDE_SWITCH_PRINCESS_AFTER] == AUDE_PRINCESS_NO_FIGURE_TURN) {
        game->dragon.freed = game->turn.number;
        game->dragon.freed_part = game->turn.part;
        aude__feature_look_again(game);
    } else {
        game->turn.phase++;
    }
}

AUDE__APART static void dragon_list_princess(const struct aude_game *game,
                                             struct aude__sink *sink)
{
    unsigned city = dragon_princess_city(game);

    for (unsigned seat = 0; city != AUDE__NONE && seat < game->n_seats; seat++)
        for (uint64_t m = dragon_princess_knights(game, seat, city); m; m &= m - 1) {
            unsigned i = aude__first_of(game, seat, m);
            if (aude__figure_first_alike(game, i))
                aude__figure_list_target(game, i, AUDE_REMOVE, sink);
        }
}

static void dragon_list(const struct aude_game *game, struct aude__sink *sink)
{
    if (aude_tiles[game->laid[game->turn.laid].kind].tags & AUDE_TAG_PRINCESS) {
        dragon_list_princess(game, sink);
        if (dragon_princess_must(game)) return;
    }
    dragon_list_fairy(game, sink);
}

const struct aude__set aude__set_dragon = {
    .name = "princess-dragon",
    .title = "III The Princess & the Dragon",
    .playable = 1,
    .setup = dragon_setup,
    .begin = dragon_begin,
    .drawn = dragon_drawn,
    .laid = dragon_laid,
    .stand = dragon_stand,
    .stand_tile = dragon_stand_tile,
    .reach = aude__dragon_portal_reach,
    .reach_now = aude__dragon_portal_reach_now,
    .reach_list = aude__dragon_portal_reach_list,
    .leaves = dragon_leaves,
    .scored = dragon_scored,
    .completed = aude__dragon_portal_completed,
    .list = dragon_list,
    .pick = aude__dragon_portal_pick,
    .must = dragon_must,
};
