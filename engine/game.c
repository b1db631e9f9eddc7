/* game.c -- a game's life: begin, list, play, look, end. */
#include "action_internal.h"

static_assert(sizeof(struct aude_game) <= 64 * 1024, "a whole game fits in 64 KiB");
static_assert(sizeof(struct aude_action) == 8,
              "actions are compared and copied as one word");

/* -- Beginning -------------------------------------------------------------------------- */

/* Everything up to the arrays of the map; those are only valid below their counts. */
static void game_clear(struct aude_game *game)
{
    memset(game, 0, offsetof(struct aude_game, pile.kind));
    game->frontier.n = 0;
    memset(game->frontier.demand, 0, AUDE__SIXTEEN * sizeof game->frontier.demand[0]);
    memset(game->cell, 0, sizeof game->cell);
}

/* Laid tiles and frontier of n tiles are at most 3n + 2 cells. */
static_assert((int)AUDE_CELLS_MAX > 3 * (int)AUDE_TILES_MAX + 2,
              "the cell table of the largest board has unused slots: every search ends");
static_assert((int)AUDE_CELL_FRONTIER + (int)AUDE_FRONTIER_MAX <= (int)AUDE_CELLS_MAX,
              "ten bits say what lies in a cell");

enum { FIGURES_PER_SEAT = AUDE_FIGURES_MAX / AUDE_SEATS_MAX };
static_assert(FIGURES_PER_SEAT < 64, "a seat's figures are bits of one word");
static_assert(FIGURES_PER_SEAT % AUDE__EIGHT == 0, "they may be read eight at a time");

/* How many figures of a kind a seat gets: as the table says, where a set in play has any. A
 * number for a kind that no set in play has deals none: earlier records may have such a line. */
static unsigned game_setup_figures(const struct aude_setup *setup, unsigned kind)
{
    unsigned n = 0;

    for (unsigned m = aude_setup_sets(setup); m; m &= m - 1)
        n += aude__sets[aude__lowest(m)]->figures[kind];
    return n && setup->figures[kind] != AUDE_BY_SETS ? setup->figures[kind] : n;
}

static enum aude_err game_deal_figures(struct aude_game *game,
                                       const struct aude_setup *setup)
{
    unsigned n[AUDE_FIGURE_KINDS], sum = 0;

    for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
        sum += n[kind] = game_setup_figures(setup, kind);
    if (sum > FIGURES_PER_SEAT || !n[AUDE_SMALL]) return AUDE_ERR_FIGURES;
    for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
        aude__figure_deal(game, kind, n[kind]);
    for (unsigned seat = 1; seat < game->n_seats; seat++)
        aude__figure_deal_alike(game, seat);
    return AUDE_ERR_OK;
}

/* EDN-5: the host says who begins; otherwise the first seat where that is fixed, else the
 * seed. */
unsigned aude__game_first_seat(const struct aude_setup *setup)
{
    struct aude__rng rng;

    if (setup->first != AUDE_SEAT_NONE) return setup->first;
    if (setup->sw[AUDE_SWITCH_STARTER] == AUDE_STARTER_FIXED) return 0;
    aude__rng_init(&rng, setup->seed, AUDE__STREAM_STARTER, 0);
    return aude__rng_below(&rng, setup->n_seats);
}

enum aude_err aude_game_init(struct aude_game *game, const struct aude_setup *setup,
                             struct aude_events *events)
{
    enum aude_err err = aude__setup_check(setup);

    if (err) return err;
    game_clear(game);
    game->sets = aude_setup_sets(setup);
    game->tile_sets = (game->sets | setup->tiles_only) & ~setup->rules_only;
    game->n_seats = setup->n_seats;
    game->hidden = setup->hidden != 0;
    game->draws_left = setup->draws_max ? setup->draws_max : UINT16_MAX;
    memcpy(game->sw, setup->sw, sizeof game->sw);
    memcpy(game->copies, setup->copies, sizeof game->copies);
    if (!game->hidden) game->seed = setup->seed;
    aude__set_hooks(game);
    for (unsigned m = game->sets; m; m &= m - 1)
        if (aude__sets[aude__lowest(m)]->setup) aude__sets[aude__lowest(m)]->setup(game);
    if ((err = game_deal_figures(game, setup))) return err;
    if ((err = aude__pile_build(game, setup))) return err;
    game->n_start = game->n_laid;
    game->turn.number = 1;
    game->turn.part = 1;
    game->turn.seat = (uint8_t)aude__game_first_seat(setup);
    game->turn.tile = AUDE_KIND_NONE;
    game->turn.n_completed = 0;
    aude__turn_advance(game, events);
    return AUDE_ERR_OK;
}

/* What a game holds, for copies: members from one up to another that are always in use; those
 * that belong to sets, and are all 0 without them; and arrays that are in use up to their counts: the
 * rest of them is never looked at, though cloisters and demands are read eight at a time. */
#define FIXED_PARTS(X)                                                                   \
    X(sets, hooks)                                                                       \
    X(phases, turn.completed)                                                            \
    X(n_figures, figure)                                                                 \
    X(n_laid, crowd)                                                                     \
    X(pile, pile.kind)

enum {
    BEFORE_TOWERS = 1 << AUDE_SET_RIVER_1 | 1 << AUDE_SET_RIVER_2 |
                    1 << AUDE_SET_TRADERS | 1 << AUDE_SET_DRAGON,
    TOWERS = 1 << AUDE_SET_TOWER,
    AFTER_TOWERS = 1 << AUDE_SET_KING | 1 << AUDE_SET_ABBEY | 1 << AUDE_SET_COUNT |
                   1 << AUDE_SET_CATAPULT | 1 << AUDE_SET_CULT
};

/* With tiles of a river only while it flows, with the dragon's way only while it walks. */
#define SET_PARTS(X)                                                                     \
    X(BEFORE_TOWERS, river, river.kind)                                                  \
    X(BEFORE_TOWERS, traders, dragon.visited)                                            \
    X(TOWERS, towers, awards)                                                            \
    X(AFTER_TOWERS, awards, n_laid)

#define SET_ARRAYS(X, game)                                                              \
    X(river.kind, (game)->river.flowing ? (game)->river.n : 0u)                          \
    X(dragon.visited, (game)->turn.walking ? AUDE_VISITED_MAX : 0u)                      \
    X(dragon.aside, (game)->dragon.n_aside)

/* What only tiles that are laid and figures that move change, and what the last tile completed. */
#define MAP_ARRAYS(X, game)                                                              \
    X(turn.completed, (game)->turn.n_completed)                                          \
    X(crowd, (game)->n_laid)                                                             \
    X(feature, (game)->n_features)                                                       \
    X(cloisters.x, (game)->cloisters.n)                                                  \
    X(cloisters.y, (game)->cloisters.n)                                                  \
    X(cloisters.feature, (game)->cloisters.n)                                            \
    X(frontier.demand, (game)->frontier.n)                                               \
    X(frontier.place, (game)->frontier.n)                                                \
    X(cell, AUDE_CELLS_MAX)                                                              \
    X(laid, (game)->n_laid)                                                              \
    X(tower, (game)->towers.n)                                                           \
    X(label, (game)->n_handles)                                                          \
    X(ring, (game)->n_handles)                                                           \
    X(tile_near, ((game)->n_handles + AUDE_NEAR - 1u) / AUDE_NEAR)

#define PART_BYTES(first, after)                                                         \
    (offsetof(struct aude_game, after) - offsetof(struct aude_game, first))
#define COPY_PART(first, after)                                                          \
    memcpy((char *)to + offsetof(struct aude_game, first),                               \
           (const char *)from + offsetof(struct aude_game, first),                       \
           PART_BYTES(first, after));
#define CLEAR_PART(first, after)                                                         \
    memset((char *)to + offsetof(struct aude_game, first), 0, PART_BYTES(first, after));
#define COPY_ARRAY(array, n) memcpy(to->array, from->array, (n) * sizeof from->array[0]);
/* Of one that is nearly always empty. */
#define COPY_ANY(array, n)                                                               \
    if ((n) != 0) memcpy(to->array, from->array, (n) * sizeof from->array[0]);

/* Of the pile, the tiles that are still to come. */
static unsigned game_pile_bytes(const struct aude_game *game)
{
    return (unsigned)(game->pile.n - game->pile.next);
}

static void game_copy_pile(struct aude_game *to, const struct aude_game *from)
{
    memcpy(to->pile.kind + from->pile.next, from->pile.kind + from->pile.next,
           game_pile_bytes(from));
}

/* Seats that nobody has are all 0. */
static void game_copy_players(struct aude_game *to, const struct aude_game *from)
{
    COPY_ARRAY(player, from->n_seats)
    memset(to->player + from->n_seats, 0,
           (AUDE_SEATS_MAX - from->n_seats) * sizeof to->player[0]);
}

/* What no set in play has is written, but not read: in the base game a twelfth of the copy. */
static void game_copy_sets(struct aude_game *to, const struct aude_game *from)
{
#define X(owners, first, after)                                                          \
    if (from->sets & (owners)) {                                                         \
        COPY_PART(first, after)                                                          \
    } else {                                                                             \
        CLEAR_PART(first, after)                                                         \
    }
    SET_PARTS(X)
#undef X
    if (from->sets & BEFORE_TOWERS) {
        SET_ARRAYS(COPY_ANY, from)
    }
}

static void game_copy_map(struct aude_game *to, const struct aude_game *from)
{
    to->cloisters.n = from->cloisters.n;
    to->frontier.n = from->frontier.n;
    MAP_ARRAYS(COPY_ARRAY, from)
    memset(to->frontier.demand + from->frontier.n, 0,
           AUDE__SIXTEEN * sizeof to->frontier.demand[0]);
}

void aude_game_copy(struct aude_game *to, const struct aude_game *from)
{
    FIXED_PARTS(COPY_PART)
    COPY_ARRAY(hooks, AUDE__HOOKS)
    game_copy_players(to, from);
    COPY_ARRAY(figure, from->n_figures)
    game_copy_sets(to, from);
    game_copy_pile(to, from);
    game_copy_map(to, from);
}

/* The towers and what belongs to them: their number is fixed, as long as no tile is laid. */
static void game_copy_towers(struct aude_game *to, const struct aude_game *from)
{
    COPY_PART(towers, awards)
    for (unsigned i = 0; i < from->towers.n; i++)
        to->laid[from->tower[i]] = from->laid[from->tower[i]];
}

/* What actions that lay no tile may change, but for figures, features and crowds. What belongs to a set changes only in
 * its games. */
static void game_copy_played(struct aude_game *to, const struct aude_game *from)
{
    COPY_ARRAY(hooks, AUDE__HOOKS)
    COPY_PART(phases, player)
    COPY_ARRAY(player, from->n_seats)
    COPY_PART(n_figures, kinds)
    if (from->sets & BEFORE_TOWERS) {
        COPY_PART(river, river.kind)
        COPY_PART(traders, dragon.visited)
        SET_ARRAYS(COPY_ANY, from)
    }
    if (from->sets & TOWERS) game_copy_towers(to, from);
    if (from->sets & AFTER_TOWERS) {
        COPY_PART(awards, n_laid)
    }
    COPY_PART(n_laid, crowd)
    COPY_PART(pile, pile.kind)
}

void aude_game_keep(struct aude_game *kept, const struct aude_game *game)
{
    const struct aude_game *from = game;
    struct aude_game *to = kept;

    to->sets = from->sets;
    to->n_seats = from->n_seats;
    COPY_ARRAY(figure, from->n_figures)
    COPY_ARRAY(tower, from->towers.n)
    game_copy_played(to, from);
    game_copy_pile(to, from);
}

static uint64_t game_figure_word(const struct aude_figure *figure)
{
    static_assert(sizeof *figure == sizeof(uint64_t), "compared as one word");
    uint64_t word;

    memcpy(&word, figure, sizeof word);
    return word;
}

static void game_take_back_figure(struct aude_game *game, const struct aude_game *kept,
                                  unsigned i)
{
    if (game_figure_word(&game->figure[i]) == game_figure_word(&kept->figure[i])) return;
    aude__figure_take_back(game, i, &kept->figure[i]);
    game->figure[i] = kept->figure[i];
}

/* Without a tile, features and crowds change only with the figures that come or go (figure.c), so they are
 * corrected by those and not copied: a copy of all features took as long as the rest together. WHO MOVED: mostly the last few
 * that went anywhere are all that went, and to look at all of them was a fiftieth of a search. */
static void game_take_back_figures(struct aude_game *game, const struct aude_game *kept)
{
    unsigned moves = (uint16_t)(game->n_moves - kept->n_moves);

    if (moves <= AUDE_MOVERS)
        for (unsigned i = 0; i < moves; i++)
            game_take_back_figure(game, kept,
                                  game->mover[(kept->n_moves + i) % AUDE_MOVERS]);
    else
        for (unsigned i = 0; i < kept->n_figures; i++)
            game_take_back_figure(game, kept, i);
}

void aude_game_take_back(struct aude_game *game, const struct aude_game *kept)
{
    bool drawn = game->pile.next != kept->pile.next || game->pile.n != kept->pile.n;

    game_take_back_figures(game, kept);
    game_copy_played(game, kept);
    if (drawn) game_copy_pile(game, kept);
}

size_t aude_game_bytes(const struct aude_game *game)
{
    size_t bytes =
        sizeof game->cloisters.n + sizeof game->frontier.n + game_pile_bytes(game);

#define X(array, n) bytes += (n) * sizeof game->array[0];
    X(hooks, AUDE__HOOKS)
    X(player, game->n_seats)
    X(figure, game->n_figures)
    MAP_ARRAYS(X, game)
    SET_ARRAYS(X, game)
#undef X
#define X(first, after) bytes += PART_BYTES(first, after);
    FIXED_PARTS(X)
#undef X
#define X(owners, first, after)                                                          \
    if (game->sets & (owners)) bytes += PART_BYTES(first, after);
    SET_PARTS(X)
#undef X
    return bytes;
}

/* -- Listing and playing ---------------------------------------------------------------- */

int aude_game_actions(const struct aude_game *game, struct aude_action *out, int max)
{
    struct aude__sink sink = {.out = out, .max = max};

    aude__turn_list(game, &sink);
    return sink.n;
}

/* An action in memory, or as hooks return it, as a word (ACTIONS AS WORDS). */
static inline uint64_t game_word_of(struct aude_action action)
{
    uint64_t word;

    memcpy(&word, &action, sizeof word);
    return word;
}

static inline struct aude_action game_action_of(uint64_t word)
{
    struct aude_action action;

    memcpy(&action, &word, sizeof action);
    return action;
}

/* The action with that number among those of the offer. */
static inline uint64_t game_pick(const struct aude_game *game,
                                 const struct aude_choices *choices,
                                 const struct aude_offer *offer, unsigned number)
{
    unsigned seat = game->turn.seat;

    if (offer->how == AUDE__OFFER_OF_SET)
        return game_word_of(aude__sets[offer->set]->pick(game, choices, offer, number));
    unsigned bit = aude__bit_number(offer->which, number);
    if (offer->how == AUDE__OFFER_TARGETS) {
        unsigned figure = game->player[seat].first + bit;
        return aude__figure_target_word(game, figure, aude__figure_near(game, figure),
                                        offer->kind);
    }
    return aude__action_word(&game->laid[game->turn.laid], AUDE_PUT,
                             aude__lane_figure[bit / AUDE_SEGMENTS_MAX],
                             bit % AUDE_SEGMENTS_MAX, 0);
}

/* Neither a place for a tile nor, without offers, anything that was not written out. */
AUDE__APART static uint64_t game_choice_of_offers(const struct aude_game *game,
                                                  const struct aude_choices *choices,
                                                  unsigned number)
{
    for (unsigned i = 0; i < choices->n_offers; i++) {
        const struct aude_offer *offer = &choices->offer[i];
        if (number < offer->after) break;
        if (number - offer->after < offer->n)
            return game_pick(game, choices, offer, number - offer->after);
        number -= offer->n;
    }
    return game_word_of(choices->list[number]);
}

struct aude_action aude_game_choice(const struct aude_game *game,
                                    const struct aude_choices *choices, int i)
{
    unsigned number = (unsigned)i, lays = (unsigned)choices->n_lays;

    if (number < lays) return aude__lay_choice(game, choices, number);
    if (number >= (unsigned)choices->n)
        return (struct aude_action){.kind = AUDE_NO_ACTION};
    return game_action_of(choices->n_offers ? game_choice_of_offers(game, choices, number)
                                            : game_word_of(choices->list[number - lays]));
}

/* Does a set insist on another action in P3? */
AUDE__APART static enum aude_err game_insists(const struct aude_game *game,
                                              struct aude_action action)
{
    enum aude_err err = AUDE_ERR_OK;

    if (game->turn.phase != AUDE_PHASE_ACTION) return AUDE_ERR_OK;
    for (unsigned m = game->hooks[AUDE__HOOK_MUST]; m; m &= m - 1)
        if (!err) err = aude__sets[aude__lowest(m)]->must(game, action);
    return err;
}

/* Why nothing of that kind may be done now. */
static inline enum aude_err game_refusal(const struct aude_game *game,
                                         struct aude_action action)
{
    if (action.kind - 1u >= AUDE_ACTION_KINDS - 1u) return AUDE_ERR_ACTION;
    if (game->turn.phase == AUDE_PHASE_OVER) return AUDE_ERR_OVER;
    if (!(aude__actions[action.kind].phases >> game->turn.phase & 1))
        return AUDE_ERR_PHASE;
    return game->hooks[AUDE__HOOK_MUST] ? game_insists(game, action) : AUDE_ERR_OK;
}

enum aude_err aude_game_why(const struct aude_game *game, struct aude_action action)
{
    enum aude_err err = game_refusal(game, action);

    if (err || !aude__actions[action.kind].check) return err;
    return aude__actions[action.kind].check(game, action);
}

enum aude_err aude_game_play(struct aude_game *game, struct aude_action action,
                             struct aude_events *events)
{
    enum aude_err err = game_refusal(game, action);

    if (err) return err;
    err = AUDE__CALL(aude__actions[action.kind].play, aude__action_lay_play,
                     aude__put_play, aude__action_pass_play, aude__dragon_fairy_play,
                     aude__dragon_step_play, aude__tower_play, game, action, events);
    if (err) return err;
    aude__turn_advance(game, events);
    return AUDE_ERR_OK;
}

bool aude_game_over(const struct aude_game *game)
{
    return game->turn.phase == AUDE_PHASE_OVER;
}

/* -- Looking ---------------------------------------------------------------------------- */

void aude_game_view(struct aude_game *view, const struct aude_game *game, unsigned seat)
{
    struct aude_river *river = &view->river;

    (void)seat; /* every seat knows the same; a thrower needs no reminder of its toss */
    if (view != game) aude_game_copy(view, game);
    view->hidden = 1;
    view->seed = aude_seed(0);
    view->draw_block = 0;
    aude__catapult_view(view);
    aude__pile_sort(view->pile.kind + view->pile.next,
                    (unsigned)(view->pile.n - view->pile.next));
    /* Drawn tiles lie on the table for all to see; their order of drawing says nothing new. */
    if (river->n > river->next)
        aude__pile_sort(river->kind + river->next,
                        (unsigned)(river->n - river->next - 1));
}

void aude_game_feature(const struct aude_game *game, int tile, int segment,
                       struct aude_feature_view *out)
{
    unsigned id = game->label[game->laid[tile].first + segment];
    const struct aude_feature *f = &game->feature[id];
    bool around = f->kind == AUDE_MONASTERY || f->kind == AUDE_GARDEN;
    unsigned strength[AUDE_SEATS_MAX];
    struct aude__sum sum = {0};

    aude_game_strength(game, id, strength);
    aude__score_sum(game, f, &sum);
    *out = (struct aude_feature_view){
        .id = (uint16_t)id,
        .kind = f->kind,
        .complete = aude__feature_complete(f),
        .shields = (uint8_t)f->shields,
        .tags = (uint16_t)aude_feature_tags(f),
        .tiles = around ? (uint16_t)(9 - f->open) : f->tiles,
        .open = f->open,
        .owners = (uint8_t)aude_owners(strength),
        .cities = f->kind == AUDE_FIELD && sum.n ? (uint8_t)sum.term[0].count : 0,
        .points = (int16_t)aude__score_sum_points(&sum)};
    for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
        out->strength[seat] = (uint8_t)strength[seat];
}

void aude_game_projection(const struct aude_game *game, int32_t points[AUDE_SEATS_MAX])
{
    struct aude_game end;

    aude_game_copy(&end, game);
    if (!aude_game_over(game)) aude__score_final(&end, NULL);
    for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
        points[seat] = end.player[seat].points;
}

void aude_game_final(const struct aude_game *game, struct aude_events *events)
{
    struct aude_game end;

    if (aude_game_over(game)) return;
    aude_game_copy(&end, game);
    aude__score_final(&end, events);
}

/* BASE-61: most points; those who are tied share the victory. */
unsigned aude_game_winners(const struct aude_game *game)
{
    unsigned winners = 0;
    int32_t most = INT32_MIN;

    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        if (game->player[seat].points > most) {
            most = game->player[seat].points;
            winners = 0;
        }
        if (game->player[seat].points == most) winners |= 1u << seat;
    }
    return winners;
}
