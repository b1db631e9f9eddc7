/* dragon_portal.c -- the portal of expansion III: where a follower may go from it, PD-25 to PD-28. Listed one by one, or counted
 * and found by a number. */
#include "dragon_internal.h"

bool aude__dragon_portal_reach_now(const struct aude_game *game)
{
    return aude__dragon_placed_mark(game, AUDE_MARK_PORTAL) &&
           !game->sw[AUDE_SWITCH_PORTAL];
}

/* PD-25 to PD-27: from a portal tile a follower may go to any tile, but to nothing
 * complete; on the tile just laid the usual rules hold, unless the switch says NEVER. */
enum aude_err aude__dragon_portal_reach(const struct aude_game *game, unsigned figure,
                                        unsigned tile, unsigned handle)
{
    bool here = tile == game->turn.laid;
    unsigned reading = game->sw[AUDE_SWITCH_PORTAL_JUST_COMPLETED];

    if (here && reading != AUDE_PORTAL_NEVER) return AUDE_ERR_OK;
    if (!here && !aude__figure_is_follower(figure)) return AUDE_ERR_PORTAL; /* PD-27 */
    unsigned label = game->label[handle];
    if (!aude__feature_complete(&game->feature[label])) return AUDE_ERR_OK;
    return reading == AUDE_PORTAL_ANY_UNSCORED && aude__score_completed_now(game, label)
               ? AUDE_ERR_OK
               : AUDE_ERR_PORTAL_COMPLETE;
}

/* Which features of these kinds are unoccupied and not complete: 1 for each, else 0. There are
 * hundreds, so this is branch-free. */
static void portal_features(const struct aude_game *game, unsigned kinds,
                            uint8_t goal[AUDE_HANDLES_MAX])
{
    unsigned fields = kinds & 1u << AUDE_FIELD; /* never complete */
    const struct aude_feature *f = game->feature, *end = f + game->n_features;

    for (; f < end; f++) {
        unsigned any = 0u - (f->open != 0);
        *goal++ = (uint8_t)(((kinds & any) | fields) >> f->kind & !aude_followers(f));
    }
}

/* Under ANY_UNSCORED those that the tile just laid completed count too. */
static void portal_add_completed(const struct aude_game *game, unsigned kinds,
                                 uint8_t goal[AUDE_HANDLES_MAX])
{
    for (unsigned i = 0; i < game->turn.n_completed; i++) {
        unsigned id = game->turn.completed[i];
        const struct aude_feature *f = &game->feature[id];
        goal[id] = (uint8_t)(kinds >> f->kind & !aude_followers(f));
    }
}

/* Where builders, pigs or barns stand, other sets may forbid followers. */
static void portal_ask(const struct aude_game *game, unsigned figure,
                       uint8_t goal[AUDE_HANDLES_MAX])
{
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m = game->player[seat].at[AUDE_AT_SEGMENT] & ~game->followers; m;
             m &= m - 1) {
            unsigned handle = game->figure[aude__first_of(game, seat, m)].at;
            unsigned id = game->label[handle];
            if (goal[id] &&
                aude__put_stand_allowed(game, figure, aude_tile_of(game, handle), handle))
                goal[id] = 0;
        }
}

/* The features of these kinds to which a follower may go, each as 1. */
static void portal_mark(const struct aude_game *game, unsigned figure, unsigned kinds,
                        uint8_t goal[AUDE_HANDLES_MAX])
{
    portal_features(game, kinds, goal);
    if (game->sw[AUDE_SWITCH_PORTAL_JUST_COMPLETED] == AUDE_PORTAL_ANY_UNSCORED)
        portal_add_completed(game, kinds, goal);
    portal_ask(game, figure, goal);
}

/* The segments of these features from handle `h` up to `end` are added to the goals: branch-free,
 * and four at a time. */
static void portal_segments(const struct aude_game *game, const uint8_t *goal, unsigned h,
                            unsigned end, struct aude__goals *goals)
{
    enum { FOUR = 4 };
    unsigned n = goals->n;

    for (; h + FOUR <= end; h += FOUR)
        for (unsigned k = h; k < h + FOUR; k++) {
            goals->handle[n] = (uint16_t)k;
            n += goal[game->label[k]];
        }
    for (; h < end; h++) {
        goals->handle[n] = (uint16_t)h;
        n += goal[game->label[h]];
    }
    goals->n = (uint16_t)n;
}

/* Takes out those, from number `i` on, that other sets forbid. */
static void portal_sift(const struct aude_game *game, unsigned figure, unsigned i,
                        struct aude__goals *goals)
{
    unsigned n = i;

    for (; i < goals->n; i++) {
        unsigned handle = goals->handle[i];
        goals->handle[n] = (uint16_t)handle;
        n += !aude__put_stand_allowed(game, figure, aude_tile_of(game, handle), handle);
    }
    goals->n = (uint16_t)n;
}

/* PD-25, PD-26: the goals of a figure on other tiles than the one just laid. `stand_tile`: the
 * tile, or AUDE__EVERY, about which other sets are to be asked. */
static void portal_find(const struct aude_game *game, unsigned figure,
                        unsigned stand_tile, struct aude__goals *goals)
{
    unsigned end = game->laid[game->turn.laid].first, from = end, to = end;
    uint8_t goal[AUDE_HANDLES_MAX]; /* by feature, of which there are fewer */

    portal_mark(game, figure, goals->kinds, goal);
    if (stand_tile < game->turn.laid) {
        from = game->laid[stand_tile].first;
        to = game->laid[stand_tile + 1].first;
    }
    goals->n = 0;
    portal_segments(game, goal, 0, from, goals);
    unsigned before = goals->n;
    portal_segments(game, goal, from, to, goals);
    portal_sift(game, figure, before, goals);
    portal_segments(game, goal, to, end, goals);
    if (stand_tile == AUDE__EVERY) portal_sift(game, figure, 0, goals);
}

/* Those of `all` that are of these kinds: branch-free. */
static void portal_pick(const struct aude_game *game, const struct aude__goals *all,
                        struct aude__goals *goals)
{
    unsigned n = 0, kinds = goals->kinds;

    for (unsigned i = 0; i < all->n; i++) {
        unsigned handle = all->handle[i];
        goals->handle[n] = (uint16_t)handle;
        n += kinds >> game->feature[game->label[handle]].kind & 1;
    }
    goals->n = (uint16_t)n;
}

/* PORTAL GOALS KEPT: those of the first kind of figure are kept for the kinds that come after it in
 * the same list; wagon and mayor pick theirs from the small follower's. Nobody treats followers of
 * different kinds differently but for the features that they may claim. */
static const struct aude__goals *portal_goals(const struct aude_game *game,
                                              unsigned figure,
                                              const struct aude__sink *sink,
                                              struct aude__goals *own)
{
    struct aude__goals *kept = sink->goals;
    unsigned kinds = aude__put_claims(game, figure);
    struct aude__goals *goals = kept->kinds ? own : kept;

    if (kinds == kept->kinds) return kept;
    bool within = !(kinds & ~(unsigned)kept->kinds);
    goals->kinds = (uint8_t)kinds;
    if (within)
        portal_pick(game, kept, goals);
    else
        portal_find(game, figure, sink->stand_tile, goals);
    return goals;
}

static void portal_list(const struct aude_game *game, unsigned figure,
                        struct aude__sink *sink)
{
    struct aude__goals own;
    struct aude__sink to = *sink; /* writing to the list cannot change it */

    const struct aude__goals *goals = portal_goals(game, figure, sink, &own);
    for (unsigned i = 0, n = goals->n; i < n; i++) {
        unsigned handle = goals->handle[i];
        const struct aude_laid *laid = aude_laid_of(game, handle);
        aude__sink_word_if(
            &to, aude__action_word(laid, AUDE_PUT, figure, handle - laid->first, 0),
            true);
    }
    sink->n = to.n;
}

/* -- Through the portal by a number ------------------------------------------------------ */

/* SEGMENTS COUNTED ALONG: how many segments of each kind of feature lie in features that are not complete, is known: each tile
 * adds its own, and a feature that is complete takes its away. What is taken by figures is found by the figures, which are few. To
 * look at all features for each portal took 2 % of the time of I to VI. */
enum { SUM_WIDTH = 12 };
static_assert(AUDE_HANDLES_MAX < 1 << SUM_WIDTH && SUM_WIDTH * AUDE_FEATURE_KINDS <= 64,
              "a sum for each kind of feature stands in one word");

void aude__dragon_portal_count_start(struct aude_game *game)
{
    struct aude_dragon *dragon = &game->dragon;

    memset(dragon->segments, 0, sizeof dragon->segments);
    for (unsigned h = 0; h < game->n_handles; h++) {
        const struct aude_feature *f = &game->feature[game->label[h]];
        dragon->segments[f->kind] =
            (uint16_t)(dragon->segments[f->kind] + !aude__feature_complete(f));
    }
    dragon->counted = game->n_laid;
}

/* Those that were laid since the last portal. */
void aude__dragon_portal_count_tiles(struct aude_game *game)
{
    static_assert(offsetof(struct aude_tile, of) + sizeof(aude__eight) <=
                      sizeof(struct aude_tile),
                  "eight masks of segments may be read, though there are fewer");
    struct aude_dragon *dragon = &game->dragon;
    aude__eight sum = {0}, of;

    for (unsigned i = dragon->counted; i < game->n_laid; i++) {
        const char *tile = (const char *)&aude_tiles[game->laid[i].kind];
        memcpy(&of, tile + offsetof(struct aude_tile, of), sizeof of);
        sum += aude__count_bits_of_eight(of);
    }
    for (unsigned kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        dragon->segments[kind] = (uint16_t)(dragon->segments[kind] + sum[kind]);
    dragon->counted = game->n_laid;
}

/* Its last tile may not be counted yet: then the number is below 0 until it is. */
void aude__dragon_portal_completed(struct aude_game *game, unsigned feature,
                                   struct aude_events *events)
{
    const struct aude_feature *f = &game->feature[feature];
    uint16_t *segments = &game->dragon.segments[f->kind];

    (void)events;
    *segments = (uint16_t)(*segments - f->size);
}

/* Under ANY_UNSCORED what the tile just laid completed is open, too. Otherwise branch-free: which features are open cannot be
 * guessed. */
static inline bool portal_is_open(const struct aude_game *game, unsigned id)
{
    const struct aude_feature *f = &game->feature[id];
    bool open = (f->open != 0) | (f->kind == AUDE_FIELD);

    if (game->sw[AUDE_SWITCH_PORTAL_JUST_COMPLETED] == AUDE_PORTAL_ANY_UNSCORED)
        open |= aude__score_completed_now(game, id);
    return open;
}

static bool portal_is_taken(const struct aude_choices *choices, unsigned id)
{
    return choices->taken[id / 64] >> id % 64 & 1;
}

/* `n` segments of that feature, in the place of its kind. */
static uint64_t portal_sum(const struct aude_feature *f, unsigned n)
{
    return (uint64_t)n << SUM_WIDTH * f->kind;
}

/* Marks the feature; returns its segments if it was not marked and is open. */
static uint64_t portal_take(const struct aude_game *game, unsigned id,
                            struct aude_choices *choices)
{
    const struct aude_feature *f = &game->feature[id];
    unsigned taken = portal_is_taken(choices, id), open = portal_is_open(game, id);

    choices->taken[id / 64] |= (uint64_t)1 << id % 64;
    return portal_sum(f, f->size & (0u - open) & (taken - 1));
}

/* The segments of what figures take: features with followers, and those where other sets forbid followers beside a builder, a pig
 * or a barn. */
static uint64_t portal_take_all(const struct aude_game *game, unsigned figure,
                                struct aude_choices *choices)
{
    uint64_t sums = 0;

    memset(choices->taken, 0, (game->n_features / 64 + 1u) * sizeof choices->taken[0]);
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m = game->player[seat].at[AUDE_AT_SEGMENT] & game->followers; m;
             m &= m - 1) {
            unsigned at = game->figure[aude__first_of(game, seat, m)].at;
            sums += portal_take(game, game->label[at], choices);
        }
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m = game->player[seat].at[AUDE_AT_SEGMENT] & ~game->followers; m;
             m &= m - 1) {
            unsigned at = game->figure[aude__first_of(game, seat, m)].at;
            if (aude__put_stand_allowed(game, figure, aude_tile_of(game, at), at))
                sums += portal_take(game, game->label[at], choices);
        }
    return sums;
}

/* May a follower go to that segment, as far as features and figures say? `kinds`: what it may claim. */
static bool portal_is_goal(const struct aude_game *game,
                           const struct aude_choices *choices, unsigned kinds,
                           unsigned handle)
{
    unsigned id = game->label[handle];

    return (kinds >> game->feature[id].kind & 1) & !portal_is_taken(choices, id) &
           portal_is_open(game, id);
}

/* The segments of a tile that are goals and do not count: all, or those that other sets forbid. */
static uint64_t portal_on_tile(const struct aude_game *game, unsigned figure,
                               unsigned tile, bool all,
                               const struct aude_choices *choices)
{
    unsigned first = game->laid[tile].first, kinds = (1u << AUDE_FEATURE_KINDS) - 1;
    uint64_t sums = 0;

    for (unsigned h = first + aude_tiles[game->laid[tile].kind].n_segments; h-- > first;)
        if (portal_is_goal(game, choices, kinds, h) &&
            (all || aude__put_stand_allowed(game, figure, tile, h)))
            sums += portal_sum(&game->feature[game->label[h]], 1);
    return sums;
}

/* How many goals there are for followers, by kind of feature. */
static void portal_count(const struct aude_game *game, unsigned figure,
                         unsigned stand_tile, struct aude_choices *choices,
                         struct aude__goals *goals)
{
    const struct aude_turn *turn = &game->turn;
    uint64_t sums = 0;

    for (unsigned kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        sums += (uint64_t)game->dragon.segments[kind] << SUM_WIDTH * kind;
    for (unsigned i = 0; i < turn->n_completed; i++)
        if (!portal_is_open(game, turn->completed[i])) {
            const struct aude_feature *f = &game->feature[turn->completed[i]];
            sums -= portal_sum(f, f->size);
        }
    sums -= portal_take_all(game, figure, choices);
    sums -= portal_on_tile(game, figure, turn->laid, true, choices);
    if (stand_tile < turn->laid)
        sums -= portal_on_tile(game, figure, stand_tile, false, choices);
    for (unsigned kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        goals->n_of[kind] =
            (uint16_t)(sums >> SUM_WIDTH * kind & ((1u << SUM_WIDTH) - 1));
    goals->counted = 1;
}

static void portal_offer(const struct aude_game *game, unsigned figure,
                         struct aude__sink *sink)
{
    struct aude__goals *goals = sink->goals;
    unsigned n = 0;

    if (!goals->counted)
        portal_count(game, figure, sink->stand_tile, sink->choices, goals);
    for (unsigned m = aude__put_claims(game, figure); m; m &= m - 1)
        n += goals->n_of[aude__lowest(m)];
    aude__sink_offer(sink, (struct aude_offer){.which = sink->stand_tile,
                                               .n = (uint16_t)n,
                                               .how = AUDE__OFFER_OF_SET,
                                               .figure = (uint8_t)figure,
                                               .set = AUDE_SET_DRAGON});
}

/* The goal with that number, of all tiles but the one just laid; from behind where that is nearer. */
static unsigned portal_goal(const struct aude_game *game,
                            const struct aude_choices *choices,
                            const struct aude_offer *offer, unsigned number)
{
    unsigned end = game->laid[game->turn.laid].first, from = end, to = end;
    unsigned kinds = aude__put_claims(game, offer->figure), kept = (unsigned)offer->which;
    bool behind = 2 * number >= offer->n;
    unsigned h = behind ? end - 1 : 0, step = behind ? 0u - 1 : 1;

    if (behind) number = offer->n - 1u - number;
    if (kept < game->turn.laid) {
        from = game->laid[kept].first;
        to = game->laid[kept + 1].first;
    }
    for (;; h += step) {
        unsigned is = portal_is_goal(game, choices, kinds, h);
        if (h - from < to - from && is)
            is = !aude__put_stand_allowed(game, offer->figure, kept, h);
        if (is > number) return h;
        number -= is;
    }
}

struct aude_action aude__dragon_portal_pick(const struct aude_game *game,
                                            const struct aude_choices *choices,
                                            const struct aude_offer *offer,
                                            unsigned number)
{
    unsigned h = portal_goal(game, choices, offer, number);
    const struct aude_laid *laid = aude_laid_of(game, h);
    struct aude_action put;

    uint64_t word = aude__action_word(laid, AUDE_PUT, offer->figure, h - laid->first, 0);
    memcpy(&put, &word, sizeof put);
    return put;
}

void aude__dragon_portal_reach_list(const struct aude_game *game, unsigned figure,
                                    struct aude__sink *sink)
{
    if (!aude__figure_is_follower(figure)) return;
    if (sink->choices && sink->stand_tile != AUDE__EVERY)
        portal_offer(game, figure, sink);
    else
        portal_list(game, figure, sink);
}
