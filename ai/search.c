/* search.c -- the searching player. */
#include "turn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CANDIDATES_MAX = 32 };

struct candidate {
    struct turn_line line;
    double sum, squares; /* of the leads its playouts came to */
    uint32_t n;
    bool dropped;
};

struct search {
    struct turn turn;
    const struct aude_game *view;
    const struct ai_limits *limits;
    struct ai_rng rng;
    unsigned seat;
    int plies, width;
    int n;
    struct candidate candidate[CANDIDATES_MAX];
    aude_kind order[AUDE_TILES_MAX]; /* first draws, every tile that is left once */
    int n_order;
    uint64_t playouts;
    struct aude_game game;
};
static int env(const char *name, int def)
{
    const char *s = getenv(name);
    return s ? atoi(s) : def;
}

static void fill_order(struct search *s)
{
    const struct aude_pile *pile = &s->view->pile;
    const struct aude_river *river = &s->view->river;

    s->n_order = 0;
    if (!river->flowing)
        for (unsigned i = pile->next; i < pile->n; i++)
            s->order[s->n_order++] = pile->kind[i];
    for (int i = s->n_order - 1; i > 0; i--) {
        int j = (int)ai_rng_below(&s->rng, (uint32_t)i + 1);
        aude_kind swap = s->order[i];
        s->order[i] = s->order[j];
        s->order[j] = swap;
    }
}

/* One playout: the candidate's line, then `plies` draws with the best static reply. */
static double playout(struct search *s, const struct candidate *c, uint64_t r,
                      uint64_t seed)
{
    struct ai_rng rng;
    struct aude_game *game = &s->game;
    float points[AUDE_SEATS_MAX];
    bool first = true;

    ai_rng_init(&rng, seed);
    aude_game_copy(game, s->view);
    turn_play(game, &c->line);
    for (int ply = 0; ply < s->plies && !aude_game_over(game);) {
        struct turn_line line;
        if (game->turn.actor == AUDE_SEAT_NONE) {
            struct aude_action tell = {.kind = AUDE_TELL};
            if (first && s->n_order) {
                tell.arg = s->order[r % (unsigned)s->n_order];
                first = false;
                if (aude_game_play(game, tell, NULL)) turn_draw(game, &rng);
            } else
                turn_draw(game, &rng);
            if (aude_game_over(game) || game->turn.actor == AUDE_SEAT_NONE) continue;
        }
        int n = turn_lines(&s->turn, game, s->width, &rng, &line, 1);
        if (!n || !turn_play(game, &line)) break;
        ply++;
    }
    eval_points(&s->turn.eval, game, NULL, NULL, points);
    return (double)eval_lead(game->n_seats, points, s->seat);
}

static void drop(struct search *s)
{
    int best = -1;

    for (int i = 0; i < s->n; i++)
        if (!s->candidate[i].dropped &&
            (best < 0 || s->candidate[i].sum > s->candidate[best].sum))
            best = i;
    double n = s->candidate[best].n;
    double m = s->candidate[best].sum / n;
    for (int i = 0; i < s->n; i++) {
        struct candidate *c = &s->candidate[i];
        double mean = c->sum / n, var = c->squares / n - mean * mean;
        if (!c->dropped && mean + 2 * sqrt(var / n) < m) c->dropped = true;
    }
}

static int best_of(const struct search *s)
{
    int best = 0;

    for (int i = 0; i < s->n; i++)
        if (!s->candidate[i].dropped &&
            (s->candidate[best].dropped || s->candidate[i].sum > s->candidate[best].sum))
            best = i;
    return best;
}

static void think(struct search *s, uint64_t budget)
{
    uint64_t base = ai_rng_next(&s->rng);

    for (uint64_t r = 0; s->playouts < budget && !s->turn.stopped; r++) {
        if (s->limits->stop && s->limits->stop(s->limits->context)) break;
        double got[CANDIDATES_MAX] = {0};
        for (int i = 0; i < s->n && !s->turn.stopped; i++)
            if (!s->candidate[i].dropped)
                got[i] = playout(s, &s->candidate[i], r, base + r);
        if (s->turn.stopped) break;
        int live = 0;
        for (int i = 0; i < s->n; i++)
            if (!s->candidate[i].dropped) {
                struct candidate *c = &s->candidate[i];
                c->n++;
                c->sum += got[i];
                c->squares += (got[i] - got[0]) * (got[i] - got[0]);
                s->playouts++;
                live++;
            }
        if (r % 8 == 7 && r > 14) drop(s);
        if (live < 2) break;
    }
}

static struct aude_action choose(const struct ai_player *player,
                                 const struct aude_game *view,
                                 const struct ai_limits *limits, struct ai_rng *rng)
{
    struct search *s = malloc(sizeof *s);
    struct turn_line line[CANDIDATES_MAX];
    uint64_t budget = limits->playouts;
    int k = player->level < 3 ? 1 : player->level == 5 ? env("SK5", 12) : env("SK", 12);

    s->turn.looked = 0;
    s->turn.limits = limits;
    s->turn.stopped = false;
    s->view = view;
    s->limits = limits;
    s->rng = *rng;
    ai_rng_next(rng);
    s->seat = view->turn.actor;
    s->width = AUDE_ACTIONS_MAX;
    s->playouts = 0;
    s->plies = env("SD", 1);
    if (player->level == 4) s->plies = env("SD4", 1);
    if (player->level == 5) s->plies = env("SD5", 1);
    if (!budget) budget = (uint64_t)env("SB", 800);
    eval_init(&s->turn.eval, view, NULL);
    s->n = turn_lines(&s->turn, view, AUDE_ACTIONS_MAX, rng, line, k);
    for (int i = 0; i < s->n; i++) s->candidate[i] = (struct candidate){.line = line[i]};
    fill_order(s);
    if (s->n > 1) think(s, budget);
    struct aude_action a = s->n ? s->candidate[best_of(s)].line.action[0]
                                : (struct aude_action){.kind = AUDE_NO_ACTION};
    free(s);
    return a;
}
const struct ai_player ai_levels[5] = {
    {.name = "level-1",
     .title = "Apprentice",
     .sentence = "Knows the rules, looks at what is in front of it and often errs.",
     .level = 1,
     .choose = choose},
    {.name = "level-2",
     .title = "Journeyman",
     .sentence = "Counts the points of a turn well, and now and then overlooks one.",
     .level = 2,
     .choose = choose},
    {.name = "level-3",
     .title = "Mason",
     .sentence = "Counts the tiles that are left and knows what can still be finished.",
     .level = 3,
     .choose = choose},
    {.name = "level-4",
     .title = "Master",
     .sentence = "Also thinks of what you will do next with the tiles to come.",
     .level = 4,
     .choose = choose},
    {.name = "level-5",
     .title = "Grand Master",
     .sentence = "Thinks as long and as far ahead as the clock lets it.",
     .level = 5,
     .choose = choose},
};
