/* summary.c -- a position in about a hundred numbers, for learners that have no use for planes.
 *
 * Facts only: how many, how large, how open. What they are worth is for the learner to find
 * out. Like the planes it looks at nothing that a view does not show. */
#include <stdio.h>
#include <string.h>

#include "summary.h"

enum { OWN, THEIRS, BOTH, OWNERS };            /* who has the majority */
enum { STUCK, ONE, TWO, THREE, MORE, WIDTHS }; /* open sides; STUCK: no tile fits */
enum { COUNT, POINTS, MEASURES }; /* how many; their points if the game ended now */
enum { HOME, ON_ROAD, ON_CITY, ON_CLOISTER, ON_FIELD, ON_STUCK, PLACES_OF };

enum {
    AT_LEFT,
    AT_LEAD,
    AT_PROJECTED,
    AT_FOLLOWERS,
    AT_AREAS = AT_FOLLOWERS + 2 * PLACES_OF,
    AT_ROOM = AT_AREAS + 2 * OWNERS * WIDTHS * MEASURES,
    AT_CLOISTERS = AT_ROOM + 2 * OWNERS,
    AT_FIELDS = AT_CLOISTERS + 2 * 2,
    AT_FREE = AT_FIELDS + OWNERS * 3,
    AT_END = AT_FREE + 2 * 2 * MEASURES
};
_Static_assert((int)AT_END == SUMMARY, "summary.h says how many numbers there are");

struct looker {
    const struct aude_game *game;
    struct summary_fits *fits;
    unsigned seat;
    int16_t *out;
};

/* -- Which tiles fit -------------------------------------------------------------------- */

static int summary_count_fits(const struct looker *l, int x, int y)
{
    int n = 0;

    for (int kind = 0; kind < l->fits->n_kinds; kind++) {
        aude_kind k = l->fits->kind[kind];
        if (aude_game_fits(l->game, k, x, y)) n += l->fits->left[kind];
    }
    return n;
}

/* In the base game what fits a cell depends on its sides alone: counted once for each. */
static int summary_fits_cell(const struct looker *l, int x, int y)
{
    const struct aude_frontier *frontier = &l->game->frontier;
    struct summary_fits *fits = l->fits;
    unsigned i = 0;

    while (i < frontier->n && (frontier->place[i].x != x || frontier->place[i].y != y))
        i++;
    if (i == frontier->n || !fits->plain) return summary_count_fits(l, x, y);
    unsigned demand = frontier->demand[i], at = demand * 40503u >> 4 & (FITS_MEMO - 1);
    for (unsigned tries = 0; tries < 8; tries++, at = (at + 1) & (FITS_MEMO - 1)) {
        if (fits->memo[at].known && fits->memo[at].demand == demand)
            return fits->memo[at].n;
        if (fits->memo[at].known) continue;
        fits->memo[at].known = 1;
        fits->memo[at].demand = (uint16_t)demand;
        return fits->memo[at].n = (uint16_t)summary_count_fits(l, x, y);
    }
    return summary_count_fits(l, x, y);
}

void summary_begin(struct summary_fits *fits, const struct aude_game *game)
{
    memset(fits, 0, sizeof *fits);
    fits->plain = game->sets == 1u << AUDE_SET_BASE;
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        int left = aude_game_left(game, (aude_kind)kind);
        if (!left) continue;
        fits->kind[fits->n_kinds] = (aude_kind)kind;
        fits->left[fits->n_kinds++] = (uint16_t)left;
    }
}

/* Of the tiles left, how many fit the open cell of a road or city that fewest fit. */
static int summary_hardest(const struct looker *l, const struct aude_feature *feature)
{
    const struct aude_game *game = l->game;
    unsigned h = feature->head;
    int least = aude_game_left_total(game);

    do {
        const struct aude_laid *t = aude_laid_of(game, h);
        const struct aude_segment *s = &aude_tiles[t->kind].segment[h - t->first];
        unsigned sides = aude_turn_sides(s->sides, t->rot);
        for (; sides; sides &= sides - 1) {
            unsigned side = (unsigned)__builtin_ctz(sides);
            int x = t->x + aude_side_x[side], y = t->y + aude_side_y[side];
            if (aude_game_tile_at(game, x, y) >= 0) continue;
            int n = summary_fits_cell(l, x, y);
            if (n < least) least = n;
        }
        h = aude_next(game, h);
    } while (h != feature->head && least);
    return least;
}

/* -- Features --------------------------------------------------------------------------- */

static void summary_add(struct looker *l, int at, int n)
{
    int sum = l->out[at] + n;

    l->out[at] = (int16_t)(sum > INT16_MAX   ? INT16_MAX
                           : sum < INT16_MIN ? INT16_MIN
                                             : sum);
}

static int summary_owner(const struct looker *l, const struct aude_feature_view *view)
{
    unsigned own = view->owners >> l->seat & 1, others = view->owners & ~(1u << l->seat);

    return own && others ? BOTH : own ? OWN : THEIRS;
}

/* Followers of that feature, own and others'. */
static void summary_count_followers(struct looker *l,
                                    const struct aude_feature_view *view, int place)
{
    for (unsigned s = 0; s < l->game->n_seats; s++)
        summary_add(l, AT_FOLLOWERS + (s == l->seat ? 0 : PLACES_OF) + place,
                    view->strength[s]);
}

static int summary_width(int open, int least)
{
    return least == 0 ? STUCK : open >= MORE ? MORE : open;
}

static void summary_add_area(struct looker *l, const struct aude_feature *feature,
                             const struct aude_feature_view *view)
{
    int city = view->kind == AUDE_CITY, left = l->out[AT_LEFT];

    if (view->open <= 0) return;
    if (!view->owners) {
        int at = AT_FREE + (city * 2 + (view->open > 1)) * MEASURES;
        summary_add(l, at + COUNT, 1);
        summary_add(l, at + POINTS, view->points);
        return;
    }
    int least = summary_hardest(l, feature), who = summary_owner(l, view),
        w = summary_width(view->open, least);
    int at = AT_AREAS + ((city * OWNERS + who) * WIDTHS + w) * MEASURES;
    summary_add(l, at + COUNT, 1);
    summary_add(l, at + POINTS, view->points);
    summary_add(l, AT_ROOM + city * OWNERS + who,
                left ? view->points * least * 64 / left : 0);
    summary_count_followers(l, view, city ? ON_CITY : ON_ROAD);
    if (w == STUCK) summary_count_followers(l, view, ON_STUCK);
}

/* The cities that a field borders and that are not finished. */
static int summary_open_cities(const struct aude_game *game,
                               const struct aude_feature *field)
{
    uint16_t seen[64];
    int n = 0;
    unsigned h = field->head;

    do {
        const struct aude_laid *t = aude_laid_of(game, h);
        unsigned cities = aude_tiles[t->kind].segment[h - t->first].cities;
        for (; cities; cities &= cities - 1) {
            uint16_t id = game->label[t->first + __builtin_ctz(cities)];
            int i = 0;
            while (i < n && seen[i] != id) i++;
            if (i == n && n < 64 && game->feature[id].open > 0) seen[n++] = id;
        }
        h = aude_next(game, h);
    } while (h != field->head);
    return n;
}

static void summary_add_field(struct looker *l, const struct aude_feature *feature,
                              const struct aude_feature_view *view)
{
    if (!view->owners) return;
    int at = AT_FIELDS + 3 * summary_owner(l, view);
    summary_add(l, at, 1);
    summary_add(l, at + 1, view->cities);
    summary_add(l, at + 2, summary_open_cities(l->game, feature));
    summary_count_followers(l, view, ON_FIELD);
}

static void summary_add_cloister(struct looker *l, const struct aude_feature_view *view)
{
    if (!view->owners || view->open <= 0) return;
    int at = AT_CLOISTERS + 2 * (summary_owner(l, view) == THEIRS);
    summary_add(l, at, 1);
    summary_add(l, at + 1, view->open);
    summary_count_followers(l, view, ON_CLOISTER);
}

static void summary_add_feature(struct looker *l, const struct aude_feature *feature)
{
    struct aude_feature_view view;
    unsigned tile = aude_tile_of(l->game, feature->head);

    if (!aude_followers(feature) && (feature->kind == AUDE_FIELD || feature->open <= 0))
        return;
    aude_game_feature(l->game, (int)tile, feature->head - l->game->laid[tile].first,
                      &view);
    if (feature->kind == AUDE_FIELD)
        summary_add_field(l, feature, &view);
    else if (feature->kind == AUDE_ROAD || feature->kind == AUDE_CITY)
        summary_add_area(l, feature, &view);
    else
        summary_add_cloister(l, &view);
}

/* Own points less those of the best of the others. */
static int summary_lead(const struct aude_game *game, unsigned seat,
                        const int32_t *points)
{
    int best = INT16_MIN;

    for (unsigned s = 0; s < game->n_seats; s++)
        if (s != seat && points[s] > best) best = points[s];
    return points[seat] - best;
}

void summary_write(struct summary_fits *fits, const struct aude_game *game, unsigned seat,
                   int16_t out[SUMMARY])
{
    struct looker l = {game, fits, seat, out};
    int32_t points[AUDE_SEATS_MAX];

    memset(out, 0, SUMMARY * sizeof *out);
    out[AT_LEFT] = (int16_t)aude_game_left_total(game);
    for (unsigned s = 0; s < game->n_seats; s++) points[s] = game->player[s].points;
    summary_add(&l, AT_LEAD, summary_lead(game, seat, points));
    aude_game_projection(game, points);
    summary_add(&l, AT_PROJECTED, summary_lead(game, seat, points));
    for (unsigned s = 0; s < game->n_seats; s++)
        summary_add(&l, AT_FOLLOWERS + (s == seat ? 0 : PLACES_OF) + HOME,
                    game->player[s].supply[AUDE_SMALL]);
    for (unsigned id = 0; id < game->n_features; id++)
        if (game->feature[id].size && game->label[game->feature[id].head] == id)
            summary_add_feature(&l, &game->feature[id]);
}

/* -- Names ------------------------------------------------------------------------------ */

static const char *const owner_names[] = {"own", "others'", "shared"};
static const char *const area_names[] = {"roads", "cities"};
static const char *const measure_names[] = {"how many", "points"};

static const char *summary_area_name(int i, char *out, size_t size)
{
    static const char *const widths[] = {"that no tile completes", "with 1 open side",
                                         "with 2 open sides", "with 3 open sides",
                                         "with 4 open sides or more"};
    int measure = i % MEASURES, w = i / MEASURES % WIDTHS;
    int who = i / MEASURES / WIDTHS % OWNERS, city = i / MEASURES / WIDTHS / OWNERS;

    snprintf(out, size, "%s %s %s: %s", owner_names[who], area_names[city], widths[w],
             measure_names[measure]);
    return out;
}

const char *summary_name(int i, char *out, size_t size)
{
    static const char *const first[] = {"tiles left", "lead",
                                        "lead if the game ended now"};
    static const char *const places[] = {"at home",        "on open roads",
                                         "in open cities", "in open monasteries",
                                         "in fields",      "where no tile completes"};
    static const char *const fields[] = {"how many", "finished cities",
                                         "unfinished cities"};
    int k;

    if (i < 0 || i >= AT_END) return NULL;
    if (i < AT_FOLLOWERS) return first[i];
    if (i < AT_AREAS) {
        k = i - AT_FOLLOWERS;
        snprintf(out, size, "%s followers %s", owner_names[k / PLACES_OF],
                 places[k % PLACES_OF]);
    } else if (i < AT_ROOM) {
        return summary_area_name(i - AT_AREAS, out, size);
    } else if (i < AT_CLOISTERS) {
        k = i - AT_ROOM;
        snprintf(out, size, "%s %s: points x 64ths of the tiles left that fit",
                 owner_names[k % OWNERS], area_names[k / OWNERS]);
    } else if (i < AT_FIELDS) {
        k = i - AT_CLOISTERS;
        snprintf(out, size, "%s monasteries: %s", owner_names[k / 2],
                 k % 2 ? "empty cells" : "how many");
    } else if (i < AT_FREE) {
        k = i - AT_FIELDS;
        snprintf(out, size, "%s fields: %s", owner_names[k / 3], fields[k % 3]);
    } else {
        k = i - AT_FREE;
        snprintf(out, size, "nobody's %s with %s: %s", area_names[k / 4],
                 k / 2 % 2 ? "more open sides" : "1 open side", measure_names[k % 2]);
    }
    return out;
}
