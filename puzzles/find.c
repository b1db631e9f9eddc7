/* find.c -- is a position a puzzle? Proved by two searches with other draws, graded by the computers that miss it. */
#include "puzzles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GLANCE = 240, /* playouts that sort out most positions */
    ANYWAY =
        4, /* one of so many positions is searched even if a first look finds nothing */
    TRIES = 5,      /* of each level */
    MOST_TRIES = 3, /* that many make it found */
    LINES_MAX =
        3000,      /* half of what a search tries, for turns of more than two actions */
    STEPS_MAX = 12 /* actions of a turn that a level may take */
};
static const double never =
    1e9; /* standard errors: no turn is dropped before the time is over */

const struct puzzle_demand puzzle_usual = {.margin = 1.5, .sure = 4, .playouts = 12000};

static uint64_t find_seed(uint64_t seed, uint64_t number)
{
    struct ai_rng rng;

    ai_rng_init(&rng, seed ^ (number + 1) * 0xd1342543de82ef95u);
    return ai_rng_next(&rng);
}

static bool find_stopped(const struct puzzle_demand *demand)
{
    return demand->stop && demand->stop(demand->context);
}

/* -- Levels ----------------------------------------------------------------------------- */

static uint64_t find_hash_after(const struct aude_game *view, const struct ai_line *line)
{
    struct aude_game *game = malloc(sizeof *game);
    uint64_t hash = 0;

    if (!game) return 0;
    aude_game_copy(game, view);
    if (ai_line_play(game, line, NULL)) hash = aude_game_hash(game);
    free(game);
    return hash;
}

/* Does the player come to that position by its own choices? */
static bool find_reaches(const struct ai_player *player, const struct aude_game *view,
                         uint64_t wanted, struct ai_rng *rng)
{
    struct aude_game *game = malloc(sizeof *game);
    bool found = false;

    if (!game) return false;
    aude_game_copy(game, view);
    for (int i = 0; i < STEPS_MAX && !found; i++) {
        if (aude_game_over(game) || game->turn.actor != view->turn.actor) break;
        if (aude_game_play(game, ai_choose(player, game, NULL, rng), NULL)) break;
        found = aude_game_hash(game) == wanted;
    }
    free(game);
    return found;
}

static bool find_is_found(const struct ai_player *player, const struct aude_game *view,
                          uint64_t wanted, uint64_t seed)
{
    int found = 0;

    for (int i = 0; i < TRIES; i++) {
        struct ai_rng rng;
        ai_rng_init(&rng, find_seed(seed, (uint64_t)i));
        found += find_reaches(player, view, wanted, &rng);
        if (found >= MOST_TRIES || found + TRIES - 1 - i < MOST_TRIES) break;
    }
    return found >= MOST_TRIES;
}

int puzzle_find_grade(const struct aude_game *view, const struct ai_line *best,
                      uint64_t seed)
{
    uint64_t wanted = find_hash_after(view, best);
    int grade = PUZZLE_GRADES;

    while (grade > 1 && find_is_found(&ai_levels[grade - 2], view, wanted, seed)) grade--;
    return grade;
}

/* -- The proof -------------------------------------------------------------------------- */

static bool find_same(const struct ai_line *a, const struct ai_line *b)
{
    return a->n == b->n &&
           !memcmp(a->action, b->action, (size_t)a->n * sizeof *a->action);
}

/* Is the first ahead of every other, by the margin and surely? */
static bool find_is_ahead(const struct ai_line *line, int n,
                          const struct puzzle_demand *demand)
{
    if (n < 4 || line[0].behind < 0) return false;
    for (int i = 1; i < n; i++)
        if (line[i].behind < demand->margin ||
            line[i].behind < demand->sure * line[i].error)
            return false;
    return true;
}

/* Does the network see a best turn without playing on? Where it does not, there seldom is one; but those are the
 * hardest puzzles, so some are looked at anyway. */
static bool find_is_promising(const struct aude_game *view,
                              const struct puzzle_demand *demand, uint64_t seed)
{
    struct ai_line line[8];
    struct ai_rng rng;

    ai_rng_init(&rng, seed);
    int n = ai_lines_glance(view, 0, &rng, line, 8);
    return n > 3 && (line[1].behind >= demand->margin * 2 / 3 || seed % ANYWAY == 0);
}

/* A look with a few playouts, which most positions do not pass. What the weakest computer finds is no puzzle. */
static bool find_glance(const struct aude_game *view, const struct puzzle_demand *demand,
                        uint64_t seed)
{
    struct ai_line line[8];
    struct ai_rng rng;

    if (!find_is_promising(view, demand, seed)) return false;
    ai_rng_init(&rng, seed);
    int n = ai_lines_glance(view, GLANCE, &rng, line, 8);
    return n > 3 && line[1].behind >= demand->margin && line[0].win > 0.04 &&
           line[0].win < 0.96 &&
           puzzle_find_grade(view, &line[0], find_seed(seed, 3)) > 1;
}

static int find_lines(const struct aude_game *view, const struct puzzle_demand *demand,
                      uint64_t playouts, uint64_t seed, struct ai_line *out)
{
    struct ai_limits limits = {
        .playouts = playouts, .stop = demand->stop, .context = demand->context};
    struct ai_rng rng;

    ai_rng_init(&rng, seed);
    int n = ai_lines(view, &limits, &rng, demand->sure, out, AI_LINES_MAX);
    return find_stopped(demand) ? 0 : n;
}

static int find_search(const struct aude_game *view, const struct puzzle_demand *demand,
                       uint64_t seed, struct ai_line *out)
{
    int n = find_lines(view, demand, demand->playouts, seed, out);

    return find_is_ahead(out, n, demand) ? n : 0;
}

/* The mean of two searches; a turn that the second did not look at keeps what the first says. */
static void find_merge(struct ai_line *line, int n, const struct ai_line *other, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (!find_same(&line[i], &other[j])) continue;
            line[i].lead = (line[i].lead + other[j].lead) / 2;
            line[i].behind = (line[i].behind + other[j].behind) / 2;
            line[i].win = (line[i].win + other[j].win) / 2;
            line[i].error =
                sqrt(line[i].error * line[i].error + other[j].error * other[j].error) / 2;
        }
}

static bool find_prove(const struct aude_game *view, const struct puzzle_demand *demand,
                       uint64_t seed, struct ai_line *line, struct ai_line *other,
                       struct puzzle_proof *out)
{
    int n = find_search(view, demand, find_seed(seed, 1), line);

    if (!n || line[0].action[0].kind != AUDE_LAY) return false; /* no ransom first */
    out->exact = !line[0].playouts;
    if (!out->exact) {
        int m = find_search(view, demand, find_seed(seed, 2), other);
        if (!m || find_hash_after(view, &line[0]) != find_hash_after(view, &other[0]))
            return false;
        find_merge(line, n, other, m);
    }
    line[0].behind = 0;
    line[0].error = line[1].error;
    out->n = n < PUZZLE_CHOICES ? n : PUZZLE_CHOICES;
    memcpy(out->line, line, (size_t)out->n * sizeof *line);
    out->grade = puzzle_find_grade(view, &line[0], find_seed(seed, 3));
    return out->grade > 1;
}

bool puzzle_find_is_wide(const struct aude_game *view)
{
    struct aude_action *list = malloc(AUDE_ACTIONS_MAX * sizeof *list);
    struct aude_game *after = malloc(sizeof *after);
    int n = list ? aude_game_actions(view, list, AUDE_ACTIONS_MAX) : 0, most = 0;

    for (int i = 0; after && i < n && i < AUDE_ACTIONS_MAX; i++) {
        aude_game_copy(after, view);
        if (aude_game_play(after, list[i], NULL)) continue;
        int more = aude_game_actions(after, NULL, 0);
        if (more > most && after->turn.actor == view->turn.actor) most = more;
    }
    free(after);
    free(list);
    return n * most > LINES_MAX;
}

/* Enough to choose from, and a tile in hand. */
static bool find_is_a_question(const struct aude_game *view,
                               const struct puzzle_demand *demand)
{
    struct aude_action few[6];
    int left = aude_game_left_total(view);

    if (aude_game_over(view) || view->turn.actor == AUDE_SEAT_NONE ||
        view->turn.phase != AUDE_PHASE_TILE || view->turn.part != 1)
        return false;
    if (demand->ends && left > AI_EXACT_LEFT) return false;
    return aude_game_actions(view, few, 6) >= 6 && !puzzle_find_is_wide(view);
}

bool puzzle_find_prove(const struct aude_game *view, const struct puzzle_demand *demand,
                       uint64_t seed, struct puzzle_proof *out)
{
    bool proved = false;

    if (!find_is_a_question(view, demand)) return false;
    if (aude_game_left_total(view) > AI_EXACT_LEFT &&
        !find_glance(view, demand, find_seed(seed, 0)))
        return false;
    struct ai_line *line = calloc(2 * AI_LINES_MAX, sizeof *line);
    if (line) proved = find_prove(view, demand, seed, line, line + AI_LINES_MAX, out);
    free(line);
    return proved;
}

bool puzzle_find_holds(const struct puzzle *puzzle, const struct aude_game *view,
                       const struct ai_limits *limits, uint64_t seed)
{
    struct ai_line *line = calloc(AI_LINES_MAX, sizeof *line), answer;
    struct ai_rng rng;
    bool holds = false;

    ai_rng_init(&rng, seed);
    if (line && puzzle_position_line(view, puzzle->choice[0].words, &answer)) {
        uint64_t wanted = find_hash_after(view, &answer);
        bool last = aude_game_left_total(view) <= AI_EXACT_LEFT;
        int n = ai_lines(view, last ? NULL : limits, &rng, never, line, AI_LINES_MAX);
        for (int i = 0; i < n && !holds; i++)
            holds = find_hash_after(view, &line[i]) == wanted &&
                    line[i].behind - line[0].behind <= puzzle->choice[0].error;
    }
    free(line);
    return holds;
}
