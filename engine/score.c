/* score.c -- points: what a feature is worth, who owns it, and when it is paid.
 *
 * A feature's worth is a sum of terms (3 tiles x 2, 1 shield x 2); sets that change the
 * worth change the terms, so the explanation is always the calculation itself. */
#include "engine.h"

void aude__score_sum_add(struct aude__sum *sum, enum aude_term_kind kind, unsigned count,
                         int each)
{
    if (!count) return;
    assert(sum->n < AUDE_TERMS_MAX);
    sum->term[sum->n++] = (struct aude_term){
        .kind = (uint8_t)kind, .count = (uint8_t)count, .each = (int8_t)each};
}

int aude__score_sum_points(const struct aude__sum *sum)
{
    int points = 0;

    for (unsigned i = 0; i < sum->n; i++)
        points += sum->term[i].count * sum->term[i].each;
    return points;
}

/* -- Worth ------------------------------------------------------------------------------ */

/* BASE-39, BASE-54, EDN-1: a finished city of exactly two tiles may count half. */
static int score_city_each(const struct aude_game *game, const struct aude_feature *f)
{
    if (f->open) return 1;
    return f->tiles == 2 && game->sw[AUDE_SWITCH_SMALL_CITY] == AUDE_SMALL_CITY_HALF ? 1
                                                                                     : 2;
}

/* EDN-1: of a city of one tile the tile stays at two, its shields may count half. */
static int score_shield_each(const struct aude_game *game, const struct aude_feature *f)
{
    bool half = f->tiles == 1 &&
                game->sw[AUDE_SWITCH_SMALL_CITY] == AUDE_SMALL_CITY_HALF &&
                game->sw[AUDE_SWITCH_SINGLE_CITY] == AUDE_SINGLE_CITY_HALF;

    return half ? 1 : score_city_each(game, f);
}

int aude__score_city_points(const struct aude_game *game)
{
    return 3 + game->sw[AUDE_SWITCH_FARM_CITY_POINTS];
}

static void score_base_sum(const struct aude_game *game, const struct aude_feature *f,
                           struct aude__sum *sum)
{
    switch (f->kind) {
    case AUDE_ROAD: /* BASE-38, BASE-53 */
        aude__score_sum_add(sum, AUDE_TERM_TILES, f->tiles, 1);
        break;
    case AUDE_CITY:
        aude__score_sum_add(sum, AUDE_TERM_TILES, f->tiles, score_city_each(game, f));
        aude__score_sum_add(sum, AUDE_TERM_SHIELDS, f->shields,
                            score_shield_each(game, f));
        break;
    case AUDE_MONASTERY: /* BASE-40, BASE-55 */
    case AUDE_GARDEN:    /* ABB-5, ABB-10 */
        aude__score_sum_add(sum, AUDE_TERM_NEIGHBOURS, (unsigned)(9 - f->open), 1);
        break;
    case AUDE_FIELD: /* BASE-57 */
        aude__score_sum_add(sum, AUDE_TERM_CITIES,
                            aude__score_field_cities(game, (unsigned)(f - game->feature)),
                            aude__score_city_points(game));
        break;
    default:
        assert(0);
    }
}

void aude__score_sum(const struct aude_game *game, const struct aude_feature *f,
                     struct aude__sum *sum)
{
    sum->n = 0;
    score_base_sum(game, f, sum);
    AUDE__ASK_ALL(game->hooks[AUDE__HOOK_SUM], sum, game, f, sum)
}

/* -- Owners ----------------------------------------------------------------------------- */

/* `strength` counted every follower as 1: corrects it for large followers (2) and mayors
 * (shields). */
static unsigned score_uneven_strength(const struct aude_game *game, unsigned feature,
                                      unsigned seat, unsigned strength)
{
    for (uint64_t m = game->player[seat].at[AUDE_AT_SEGMENT] & game->uneven; m;
         m &= m - 1) {
        unsigned i = aude__first_of(game, seat, m);
        const struct aude__figure_row *row = &aude__figure_rows[game->figure[i].kind];
        if (!aude__stands_in(game, i, feature)) continue;
        strength += row->counts ? row->counts(&game->feature[feature]) : row->strength;
        strength--;
    }
    return strength;
}

void aude_game_strength(const struct aude_game *game, unsigned feature,
                        unsigned strength[AUDE_SEATS_MAX])
{
    uint64_t followers = aude_followers(&game->feature[feature]);

    for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
        strength[seat] = followers >> 8 * seat & 255;
    if (!game->uneven) return;
    for (unsigned m = aude__which_bytes(followers); m; m &= m - 1) {
        unsigned seat = aude__lowest(m);
        strength[seat] = score_uneven_strength(game, feature, seat, strength[seat]);
    }
}

/* BASE-42: the seats with the greatest strength, all of them in a tie; none if it is 0. Who is stronger cannot be
 * foreseen, so it is no branch. */
unsigned aude_owners(const unsigned strength[AUDE_SEATS_MAX])
{
    unsigned most = 1, owners = 0;

    for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
        most = strength[seat] > most ? strength[seat] : most;
    for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
        owners |= (unsigned)(strength[seat] == most) << seat;
    return owners;
}

/* The same of a feature. ALONE: mostly only one seat has followers there, who are not to be counted then. But where a seat has
 * some that count otherwise than as one, these may be worth nothing. */
static unsigned score_owners(const struct aude_game *game, unsigned feature)
{
    unsigned seats = aude__which_bytes(aude_followers(&game->feature[feature]));
    unsigned strength[AUDE_SEATS_MAX];

    if (!seats) return 0;
    uint64_t uneven =
        game->player[aude__lowest(seats)].at[AUDE_AT_SEGMENT] & game->uneven;
    if (!(seats & (seats - 1)) && !uneven) return seats;
    aude_game_strength(game, feature, strength);
    return aude_owners(strength);
}

/* -- Paying ----------------------------------------------------------------------------- */

void aude__score_award(struct aude_game *game, unsigned seat, unsigned handle,
                       unsigned source, const struct aude__sum *sum, bool final,
                       struct aude_events *events)
{
    int points = aude__score_sum_points(sum);

    game->player[seat].points += points;
    AUDE__ASK_ALL(game->hooks[AUDE__HOOK_PAID], paid, game, seat, source, points)
    if (!events) return;
    struct aude_event spare;
    const struct aude_laid *laid = aude_laid_of(game, handle);
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_SCORE, seat);
    ev->feature = (uint8_t)source;
    ev->final = final;
    ev->points = (int16_t)points;
    ev->x = laid->x;
    ev->y = laid->y;
    ev->segment = (uint8_t)(handle - laid->first);
    ev->n_terms = (uint8_t)sum->n;
    memcpy(ev->term, sum->term, sizeof ev->term);
}

/* What `seat` gets for its fields in addition to what every owner gets. */
static void score_add_share(const struct aude_game *game, unsigned seat,
                            const uint16_t *fields, unsigned n, unsigned cities,
                            struct aude__sum *sum)
{
    for (unsigned m = game->hooks[AUDE__HOOK_SHARE]; m; m &= m - 1)
        aude__sets[aude__lowest(m)]->share(game, seat, fields, n, cities, sum);
}

static void score_say(struct aude_game *game, unsigned feature, bool final,
                      struct aude_events *events)
{
    AUDE__ASK_ALL(game->hooks[AUDE__HOOK_SCORED], scored, game, feature, final, events)
}

static void score_pay_sum(struct aude_game *game, unsigned feature, struct aude__sum sum,
                          bool final, struct aude_events *events)
{
    const struct aude_feature *f = &game->feature[feature];

    for (unsigned m = score_owners(game, feature); m; m &= m - 1) {
        struct aude__sum own = sum;
        uint16_t field = (uint16_t)feature;
        if (f->kind == AUDE_FIELD && sum.n)
            score_add_share(game, aude__lowest(m), &field, 1, sum.term[0].count, &own);
        aude__score_award(game, aude__lowest(m), f->head, f->kind, &own, final, events);
    }
    score_say(game, feature, final, events);
}

static void score_pay_owners(struct aude_game *game, unsigned feature, bool final,
                             struct aude_events *events)
{
    struct aude__sum sum = {0};

    aude__score_sum(game, &game->feature[feature], &sum);
    score_pay_sum(game, feature, sum, final, events);
}

void aude__score_field(struct aude_game *game, unsigned field, int each, bool final,
                       struct aude_events *events)
{
    struct aude__sum sum = {0};

    aude__score_sum_add(&sum, AUDE_TERM_CITIES, aude__score_field_cities(game, field),
                        each);
    score_pay_sum(game, field, sum, final, events);
}

/* The points a city that a set pays the farmers of this field at the end; 0: the usual
 * ones. */
static int score_farmers_each(const struct aude_game *game, unsigned field)
{
    for (unsigned m = game->hooks[AUDE__HOOK_FARMERS]; m; m &= m - 1) {
        int each = aude__sets[aude__lowest(m)]->farmers(game, field);
        if (each) return each;
    }
    return 0;
}

/* -- Completed features (P6) ------------------------------------------------------------ */

/* BASE-44: roads, cities, monasteries, gardens, fields, each by id. The order changes no
 * points. SORTED BY COUNTING: the place of each is how many come before it, which no branch has to
 * decide; moving them one by one cost 30 wrong guesses a game. */
static void score_sort_features(const struct aude_game *game, uint16_t *list, unsigned n)
{
    int32_t key[AUDE_FIGURES_MAX];

    if (n < 2) return;
    for (unsigned i = 0; i < n; i++)
        key[i] = (int32_t)game->feature[list[i]].kind << 16 | list[i];
    for (unsigned i = 0; i < n; i++) {
        unsigned before = 0;
        for (unsigned j = 0; j < n; j++) before += key[j] < key[i];
        list[before] = (uint16_t)key[i];
    }
}

/* Did the tile of this part complete it (INT-40)? */
bool aude__score_completed_now(const struct aude_game *game, unsigned feature)
{
    for (unsigned i = 0; i < game->turn.n_completed; i++)
        if (game->turn.completed[i] == feature) return true;
    return false;
}

static bool score_is_kept(struct aude_game *game, unsigned figure)
{
#define THEN(set, call)                                                                  \
    if (call) return true;
    AUDE__ASK_EACH(game->hooks[AUDE__HOOK_HOLDS], THEN, holds, game, figure)
#undef THEN
    return false;
}

/* Of a seat's figures those in a feature: branch-free, nobody can guess who is. */
static uint64_t score_figures_in(const struct aude_game *game, unsigned seat,
                                 unsigned feature)
{
    const struct aude_figure *figure = &game->figure[game->player[seat].first];
    uint64_t found = 0;

    for (uint64_t m = game->player[seat].at[AUDE_AT_SEGMENT]; m; m &= m - 1) {
        unsigned is = game->label[figure[__builtin_ctzll(m)].at] == feature;
        found |= m & -m & (0 - (uint64_t)is);
    }
    return found;
}

static void score_return_seat(struct aude_game *game, unsigned seat,
                              struct aude_events *events)
{
    uint64_t home = 0;

    for (unsigned i = 0; i < game->turn.n_completed; i++)
        home |= score_figures_in(game, seat, game->turn.completed[i]);
    for (; home; home &= home - 1) {
        unsigned i = aude__first_of(game, seat, home);
        if (!score_is_kept(game, i)) aude__figure_return(game, i, events);
    }
}

/* BASE-47: the figures in the scored features go home, after all awards (BASE-44). A seat
 * without followers there has no builder or pig there either (INT-9). */
static void score_return_completed(struct aude_game *game, struct aude_events *events)
{
    uint64_t followers = 0;

    for (unsigned i = 0; i < game->turn.n_completed; i++)
        followers |= aude_followers(&game->feature[game->turn.completed[i]]);
    for (unsigned m = aude__which_bytes(followers); m; m &= m - 1)
        score_return_seat(game, aude__lowest(m), events);
}

void aude__score_completed(struct aude_game *game, struct aude_events *events)
{
    bool scored = false;

    if (!game->turn.n_completed) {
        AUDE__ASK_ALL(game->hooks[AUDE__HOOK_FIELDS], fields, game, events)
        return;
    }
    score_sort_features(game, game->turn.completed, game->turn.n_completed);
    for (unsigned i = 0; i < game->turn.n_completed; i++) {
        if (!aude_followers(&game->feature[game->turn.completed[i]])) continue;
        score_pay_owners(game, game->turn.completed[i], false, events);
        scored = true;
    }
    AUDE__ASK_ALL(game->hooks[AUDE__HOOK_FIELDS], fields, game, events)
#define THEN(set, call)                                                                  \
    for (unsigned i = 0; i < game->turn.n_completed; i++) call;
    AUDE__ASK_EACH(game->hooks[AUDE__HOOK_COMPLETED], THEN, completed, game,
                   game->turn.completed[i], events)
#undef THEN
    if (scored) score_return_completed(game, events);
}

/* -- Fields at the end ------------------------------------------------------------------ */

/* A set of features. */
struct marks {
    uint32_t bit[AUDE_HANDLES_MAX / 32];
};

/* Marks it; returns true if it was not marked before. */
static bool score_mark(struct marks *marks, unsigned feature)
{
    uint32_t bit = (uint32_t)1 << (feature & 31);

    if (marks->bit[feature >> 5] & bit) return false;
    marks->bit[feature >> 5] |= bit;
    return true;
}

/* COC-3: the fields at the walls of Carcassonne border a completed city, unless the
 * switch says otherwise. */
static bool score_at_carcassonne(const struct aude_game *game,
                                 const struct aude_feature *f)
{
    return aude_feature_has(f, AUDE_FIELD, AUDE_TAG_CARCASSONNE) &&
           !game->sw[AUDE_SWITCH_CARCASSONNE_CITY];
}

/* BASE-28, BASE-57, BASE-59: different completed cities that touch the field on some tile. Most
 * segments of a field touch none or one: to be branch-free, one is always looked at, and where there
 * is none it is the segment itself, which does not count. */
unsigned aude__score_field_cities(const struct aude_game *game, unsigned feature)
{
    const struct aude_feature *f = &game->feature[feature];
    struct marks seen = {{0}};
    unsigned cities = 0, h = f->head;

    do {
        const struct aude_laid *laid = aude_laid_of(game, h);
        unsigned own = h - laid->first, m = aude_tiles[laid->kind].segment[own].cities;
        do {
            unsigned none = !m;
            unsigned city = game->label[laid->first + aude__lowest(m | none << own)];
            bool counts = !(none | (unsigned)game->feature[city].open);
            uint32_t bit = (uint32_t)counts << city % 32;
            cities += (bit & ~seen.bit[city / 32]) != 0;
            seen.bit[city / 32] |= bit;
        } while (m &= m - 1);
        h = aude_next(game, h);
    } while (h != f->head);
    return cities + score_at_carcassonne(game, f);
}

/* The different fields with farmers that border the city. */
static unsigned score_fields_of_city(const struct aude_game *game, unsigned city,
                                     uint16_t fields[AUDE_FIGURES_MAX])
{
    const struct aude_feature *f = &game->feature[city];
    struct marks seen = {{0}};
    unsigned n = 0;

    for (unsigned i = 0, h = f->head; i < f->size; i++, h = aude_next(game, h)) {
        const struct aude_laid *laid = aude_laid_of(game, h);
        const struct aude_tile *tile = &aude_tiles[laid->kind];
        for (unsigned s = 0; s < tile->n_segments; s++) {
            if (!(tile->segment[s].cities >> (h - laid->first) & 1)) continue;
            unsigned field = game->label[laid->first + s];
            if (aude_followers(&game->feature[field]) && score_mark(&seen, field) &&
                !score_farmers_each(game, field)) /* EDN-17 */
                fields[n++] = (uint16_t)field;
        }
    }
    return n;
}

/* COC-3: Carcassonne is a completed city, too, though no feature. */
static unsigned score_fields_of_carcassonne(const struct aude_game *game,
                                            uint16_t fields[AUDE_FIGURES_MAX])
{
    unsigned n = 0;

    for (unsigned field = 0; field < game->n_features; field++) {
        const struct aude_feature *f = &game->feature[field];
        if (f->size && score_at_carcassonne(game, f) && aude_followers(f) &&
            !score_farmers_each(game, field))
            fields[n++] = (uint16_t)field;
    }
    return n;
}

/* Fields around one city, and how each seat stands in them. */
struct supply {
    unsigned n;
    uint16_t field[AUDE_FIGURES_MAX];
    unsigned strength[AUDE_FIGURES_MAX][AUDE_SEATS_MAX];
};

static void score_look_around(const struct aude_game *game, unsigned city,
                              struct supply *supply)
{
    supply->n = city == AUDE__NONE ? score_fields_of_carcassonne(game, supply->field)
                                   : score_fields_of_city(game, city, supply->field);
    for (unsigned i = 0; i < supply->n; i++)
        aude_game_strength(game, supply->field[i], supply->strength[i]);
}

/* EDN-17: the farmers around the city are counted together and the majority is paid.
 * EDN-18: every owner of a field at the city is paid, once. */
static unsigned score_paid_for_city(const struct supply *supply, bool pooled)
{
    unsigned sum[AUDE_SEATS_MAX] = {0}, owners = 0;

    for (unsigned i = 0; i < supply->n; i++) {
        owners |= aude_owners(supply->strength[i]);
        for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
            sum[seat] += supply->strength[i][seat];
    }
    return pooled ? aude_owners(sum) : owners;
}

/* The fields in which a seat's pig counts: pooled, those with a farmer of its own; else
 * those it owns. */
static unsigned score_fields_of_seat(const struct supply *supply, bool pooled,
                                     unsigned seat, uint16_t fields[AUDE_FIGURES_MAX])
{
    unsigned n = 0;

    for (unsigned i = 0; i < supply->n; i++)
        if (pooled ? supply->strength[i][seat]
                   : aude_owners(supply->strength[i]) >> seat & 1)
            fields[n++] = supply->field[i];
    return n;
}

/* `city` is AUDE__NONE for Carcassonne. */
static void score_city_for_farmers(struct aude_game *game, unsigned city, bool pooled,
                                   struct aude_events *events)
{
    struct supply supply;
    uint16_t fields[AUDE_FIGURES_MAX];

    score_look_around(game, city, &supply);
    for (unsigned m = score_paid_for_city(&supply, pooled); m; m &= m - 1) {
        struct aude__sum sum = {0};
        unsigned seat = aude__lowest(m);
        unsigned n = score_fields_of_seat(&supply, pooled, seat, fields);
        aude__score_sum_add(&sum, AUDE_TERM_CITIES, 1, aude__score_city_points(game));
        score_add_share(game, seat, fields, n, 1, &sum);
        unsigned named = city == AUDE__NONE ? supply.field[0] : city;
        aude__score_award(game, seat, game->feature[named].head, AUDE_FIELD, &sum, true,
                          events);
    }
}

static void score_fields_by_city(struct aude_game *game, struct aude_events *events)
{
    bool pooled = game->sw[AUDE_SWITCH_FARM_RULE] == AUDE_FARM_CITY_POOLED;

    for (unsigned city = 0; city < game->n_features; city++) {
        const struct aude_feature *f = &game->feature[city];
        if (f->size && f->kind == AUDE_CITY && !f->open)
            score_city_for_farmers(game, city, pooled, events);
    }
    score_city_for_farmers(game, AUDE__NONE, pooled, events);
}

/* -- The end (BASE-52) ------------------------------------------------------------------ */

/* Marks the features with followers. Which figures are in one that is marked already nobody can guess: no branch. */
static void score_mark_occupied(const struct aude_game *game, struct marks *marks)
{
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m = game->player[seat].at[AUDE_AT_SEGMENT]; m; m &= m - 1) {
            unsigned at = game->figure[aude__first_of(game, seat, m)].at;
            unsigned feature = game->label[at];
            unsigned counts = aude_followers(&game->feature[feature]) != 0;
            marks->bit[feature / 32] |= (uint32_t)counts << feature % 32;
        }
}

/* The features with followers, once each, roads first and fields last, each kind by id. SORTED BY MARKS: their marks
 * are in the order of the ids, and then each kind has its place after those before it. */
static unsigned score_occupied(const struct aude_game *game,
                               uint16_t list[AUDE_FIGURES_MAX])
{
    struct marks marks = {{0}};
    uint16_t by_id[AUDE_FIGURES_MAX];
    unsigned n = 0, after[AUDE_FEATURE_KINDS + 1] = {0};

    score_mark_occupied(game, &marks);
    for (unsigned i = 0; 32 * i < game->n_features; i++)
        for (unsigned m = marks.bit[i]; m; m &= m - 1) {
            by_id[n] = (uint16_t)(32 * i + aude__lowest(m));
            after[game->feature[by_id[n++]].kind + 1]++;
        }
    for (unsigned kind = 1; kind < AUDE_FEATURE_KINDS; kind++)
        after[kind] += after[kind - 1];
    for (unsigned i = 0; i < n; i++)
        list[after[game->feature[by_id[i]].kind]++] = by_id[i];
    return n;
}

/* Pays the fields with farmers, by the farm rule in use, except those that a set pays
 * otherwise. */
static void score_fields(struct aude_game *game, const uint16_t *list, unsigned n,
                         struct aude_events *events)
{
    bool by_city = game->sw[AUDE_SWITCH_FARM_RULE] != AUDE_FARM_FIELD;

    if (by_city) score_fields_by_city(game, events);
    for (unsigned i = 0; i < n; i++) {
        int each = score_farmers_each(game, list[i]);
        if (each)
            aude__score_field(game, list[i], each, true, events);
        else if (by_city)
            score_say(game, list[i], true, events); /* INT-48 */
        else
            score_pay_owners(game, list[i], true, events);
    }
}

/* Who is a farmer cannot be guessed, so the others are collected first. */
static void score_return_from_all_but_fields(struct aude_game *game,
                                             struct aude_events *events)
{
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t at = game->player[seat].at[AUDE_AT_SEGMENT], home = 0;
        for (uint64_t m = at; m; m &= m - 1) {
            unsigned feature =
                game->label[game->figure[aude__first_of(game, seat, m)].at];
            home |= (uint64_t)(game->feature[feature].kind != AUDE_FIELD)
                    << __builtin_ctzll(m);
        }
        for (; home; home &= home - 1)
            aude__figure_return(game, aude__first_of(game, seat, home), events);
    }
}

void aude__score_final(struct aude_game *game, struct aude_events *events)
{
    struct aude_event spare;
    uint16_t list[AUDE_FIGURES_MAX];
    unsigned n, i = 0;

    aude__event(events, &spare, AUDE_EV_FINAL, AUDE_SEAT_NONE);
    n = score_occupied(game, list);
    while (i < n && game->feature[list[i]].kind != AUDE_FIELD)
        score_pay_owners(game, list[i++], true, events);
    score_return_from_all_but_fields(game, events);
    score_fields(game, list + i, n - i, events);
    for (unsigned m = game->hooks[AUDE__HOOK_BARNS]; m; m &= m - 1)
        aude__sets[aude__lowest(m)]->barns(game, events);
    for (unsigned m = game->hooks[AUDE__HOOK_FINAL]; m; m &= m - 1)
        aude__sets[aude__lowest(m)]->final(game, events);
}
