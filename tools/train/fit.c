/* fit.c -- fit the weights of the evaluation to games of our own.
 *
 *     fit GAMES ROUNDS [SEED [SETS [SEATS [THREADS]]]] > ai/weights.h
 *
 * SETS is base, all, any (every game other expansions, by chance) or names with commas between;
 * SEATS a number or any (two to six). With expansions only the numbers that stand outside
 * features are fitted, and printed one a line; what a feature is worth stays that of the base
 * game, of which there are far more games. Threads change nothing but the time it takes.
 *
 * The player that values a position (ai/eval.c) plays against itself, with a little noise so
 * that it sees more than its own habits. After every turn it notes the numbers it saw of each
 * feature; at the end of the game it is known what became of them: was the road completed, how
 * much did it grow, who was paid, was the cell by the monastery filled, how many cities did
 * the field have, how many points came from followers that were still at hand. Each of these
 * is a small regression of its own, logistic for chances and linear for amounts, with a touch
 * of ridge. The next round plays with the weights of the last, and all rounds stay in the
 * tables: fitted to the last round alone, the weights swing from one folly to the next (a
 * player that knows only good fields thinks every field good). */
#include "ai/eval_internal.h"
#include "ai/turn.h"
#include "linear.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    N_MAX = 48,
    LINES = 12,
    THREADS_MAX = 64,
    INCOME_AT = 17, /* of the numbers of a hand */
    INCOME_N = 3,
    DIFF_N = INCOME_AT + AUDE_FEATURE_KINDS
};

/* -- Regressions ------------------------------------------------------------------------ */

/* Rows of n numbers and what came of them. */
struct table {
    const char *name;
    int n;
    long rows, room;
    float *x, *y;
};

static void *fit_must(void *memory)
{
    if (memory) return memory;
    fprintf(stderr, "fit: out of memory\n");
    exit(1);
}

static void fit_add_row(struct table *t, const float *x, double y)
{
    if (t->rows == t->room) {
        t->room = t->room ? 2 * t->room : 4096;
        t->x = fit_must(realloc(t->x, (size_t)(t->room * t->n) * sizeof *t->x));
        t->y = fit_must(realloc(t->y, (size_t)t->room * sizeof *t->y));
    }
    memcpy(t->x + t->rows * t->n, x, (size_t)t->n * sizeof *x);
    t->y[t->rows++] = (float)y;
}

/* One step of Newton's method; for amounts one step is the answer. */
static void fit_newton(const struct table *t, bool chance, float *w)
{
    double a[N_MAX][N_MAX] = {{0}}, g[N_MAX] = {0}, b[N_MAX];
    double ridge = 1e-4 * (double)t->rows;

    for (long r = 0; r < t->rows; r++) {
        const float *x = t->x + r * t->n;
        double z = eval_dot(w, x, t->n), p = chance ? 1 / (1 + exp(-z)) : z;
        double weight = chance ? p * (1 - p) + 1e-6 : 1;
        for (int i = 0; i < t->n; i++) {
            g[i] += ((double)t->y[r] - p) * (double)x[i];
            for (int j = 0; j < t->n; j++)
                a[i][j] += weight * (double)x[i] * (double)x[j];
        }
    }
    for (int i = 0; i < t->n; i++) {
        a[i][i] += ridge;
        if (chance) g[i] -= ridge * (double)w[i]; /* amounts stay near what they were */
    }
    linear_solve(t->n, N_MAX, a[0], g, b);
    for (int i = 0; i < t->n; i++) w[i] = (float)((double)w[i] + b[i]);
}

static double fit_error_of(const struct table *t, bool chance, const float *w)
{
    double sum = 0;

    for (long r = 0; r < t->rows; r++) {
        double z = eval_dot(w, t->x + r * t->n, t->n), p = chance ? 1 / (1 + exp(-z)) : z;
        sum += ((double)t->y[r] - p) * ((double)t->y[r] - p);
    }
    return sqrt(sum / (double)(t->rows ? t->rows : 1));
}

static double fit_spread_of(const struct table *t)
{
    double sum = 0, squares = 0, n = (double)(t->rows ? t->rows : 1);

    for (long r = 0; r < t->rows; r++) {
        sum += (double)t->y[r];
        squares += (double)t->y[r] * (double)t->y[r];
    }
    return sqrt(squares / n - sum / n * (sum / n));
}

/* Move the rows of one table to the end of another. */
static void fit_move_rows(struct table *to, struct table *from)
{
    for (long r = 0; r < from->rows; r++)
        fit_add_row(to, from->x + r * from->n, (double)from->y[r]);
    from->rows = 0;
}

static void fit(struct table *t, bool chance, float *w)
{
    if (t->rows >= 200) {
        if (chance) memset(w, 0, (size_t)t->n * sizeof *w);
        for (int i = 0; i < (chance ? 12 : 1); i++) fit_newton(t, chance, w);
    }
    fprintf(stderr, "  %-10s %8ld rows, spread %.3f, error %.3f\n", t->name, t->rows,
            fit_spread_of(t), fit_error_of(t, chance, w));
}

/* -- What is noted in a game ------------------------------------------------------------ */

/* A row that waits for the end of its game. */
struct note {
    struct table *table;
    uint16_t handle; /* of the feature it speaks of */
    int16_t x, y;    /* or a cell */
    uint8_t seat;
    float size; /* tiles and shields, or points expected, at the time */
    float row[N_MAX];
};

enum { NOTES_MAX = 1 << 16, PAID_MAX = 4096 };

/* Nothing but tables, so that all of them can be walked through. */
struct tables {
    struct table close[2], done[2], left[2], join[2], cell, field,
        keep[AUDE_FEATURE_KINDS], hand, income, sets, win;
};

enum { TABLES = sizeof(struct tables) / sizeof(struct table) };

/* Where games are played and noted; one a thread. */
struct lab {
    struct eval_weights weights;
    struct turn turn;
    struct aude_game game, view;
    struct aude_event event[AUDE_EVENTS_MAX];
    struct tables rows;
    struct note note[NOTES_MAX];
    int n_notes;
    struct {
        uint16_t handle;
        uint8_t seat;
    } paid[PAID_MAX]; /* every award for a feature */
    int n_paid;
    const struct plan *plan;
    uint64_t seed; /* of the first game */
    long games;
    pthread_t thread;
};

/* What is played. */
struct plan {
    aude_sets expansions;
    bool any_sets, any_seats;
    uint8_t n_seats;
};

static struct note *fit_note(struct lab *lab, struct table *table)
{
    if (lab->n_notes == NOTES_MAX) lab->n_notes--;
    struct note *n = &lab->note[lab->n_notes++];
    n->table = table;
    return n;
}

static void fit_note_way(struct lab *lab, const struct eval_feature *f)
{
    struct aude_game *game = &lab->view;
    struct eval *eval = &lab->turn.eval;
    const struct aude_feature *feature = &game->feature[f->id];
    bool city = f->kind == AUDE_CITY;
    struct eval_cells cells;

    eval_feature_open_cells(game, feature, &cells);
    struct note *n = fit_note(lab, &lab->rows.close[city]);
    eval_feature_close_x(eval, game, f, &cells, n->row);
    n->handle = feature->head;
    n = fit_note(lab, &lab->rows.done[city]);
    eval_feature_grow_x(eval, game, f, cells.n, n->row);
    n->handle = feature->head;
    n->size = (float)(feature->tiles + feature->shields);
    unsigned other;
    uint64_t near = 0; /* not asked for */
    int cell = eval_feature_find_join(eval, game, f, &cells, &other, &near);
    if (cell >= 0) {
        n = fit_note(lab, &lab->rows.join[city]);
        eval_feature_join_x(eval, game, cells.demand[cell], n->row);
        n->handle = feature->head;
        n->x = (int16_t)game->feature[other].head;
    }
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        if (!(f->owners >> seat & 1)) continue;
        n = fit_note(lab, &lab->rows.keep[f->kind]);
        eval_feature_keep_x(eval, game, f, n->row);
        n->handle = feature->head;
        n->seat = (uint8_t)seat;
    }
}

static void fit_note_around(struct lab *lab, const struct eval_feature *f)
{
    struct aude_game *game = &lab->view;
    const struct aude_feature *feature = &game->feature[f->id];
    const struct aude_laid *laid = aude_laid_of(game, feature->head);

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if (aude_game_tile_at(game, laid->x + dx, laid->y + dy) >= 0) continue;
            struct note *n = fit_note(lab, &lab->rows.cell);
            n->x = (int16_t)(laid->x + dx);
            n->y = (int16_t)(laid->y + dy);
            eval_feature_cell_x(&lab->turn.eval, game, n->x, n->y, feature->open, n->row);
        }
}

static void fit_note_field(struct lab *lab, const struct eval_feature *f)
{
    struct aude_game *game = &lab->view;
    const struct aude_feature *feature = &game->feature[f->id];
    uint64_t labels = 0;

    struct note *n = fit_note(lab, &lab->rows.field);
    eval_feature_field_x(&lab->turn.eval, game, feature, &labels, n->row);
    n->handle = feature->head;
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        if (!(f->owners >> seat & 1)) continue;
        n = fit_note(lab, &lab->rows.keep[AUDE_FIELD]);
        eval_feature_keep_x(&lab->turn.eval, game, f, n->row);
        n->handle = feature->head;
        n->seat = (uint8_t)seat;
    }
}

/* What two seats differ by: both have the same time left, so only that says what a follower at
 * hand is worth. */
static void fit_note_difference(struct lab *lab, unsigned a, unsigned b,
                                float x[AUDE_SEATS_MAX][EVAL_HAND_N],
                                float worth[AUDE_SEATS_MAX][AUDE_FEATURE_KINDS])
{
    const struct aude_game *game = &lab->view;
    struct note *n = fit_note(lab, &lab->rows.hand);

    n->seat = (uint8_t)a;
    n->x = (int16_t)b;
    n->size = (float)(game->player[a].points - game->player[b].points);
    for (int i = 0; i < INCOME_AT; i++) n->row[i] = x[a][i] - x[b][i];
    for (int i = 0; i < AUDE_FEATURE_KINDS; i++)
        n->row[INCOME_AT + i] = worth[a][i] - worth[b][i];
}

/* The same for what stands outside features: `rest` is what is expected without it. */
static void fit_note_sets(struct lab *lab, unsigned a, unsigned b,
                          const float rest[AUDE_SEATS_MAX],
                          float sets[AUDE_SEATS_MAX][EVAL_SETS_N])
{
    struct note *n = fit_note(lab, &lab->rows.sets);

    n->seat = (uint8_t)a;
    n->x = (int16_t)b;
    n->size = rest[a] - rest[b];
    for (int i = 0; i < EVAL_SETS_N; i++) n->row[i] = sets[a][i] - sets[b][i];
}

/* The sum of all seats says how much a turn brings. */
static void fit_note_hands(struct lab *lab, const struct eval_board *board,
                           float worth[AUDE_SEATS_MAX][AUDE_FEATURE_KINDS])
{
    const struct aude_game *game = &lab->view;
    const struct eval_weights *w = &lab->weights;
    unsigned n_seats = game->n_seats;
    float x[AUDE_SEATS_MAX][EVAL_HAND_N], sets[AUDE_SEATS_MAX][EVAL_SETS_N];
    float rest[AUDE_SEATS_MAX];
    struct note *sum = fit_note(lab, &lab->rows.income);

    sum->size = 0;
    eval_sets_x(&lab->turn.eval, game, &board->held, sets);
    for (unsigned seat = 0; seat < n_seats; seat++) {
        eval_feature_hand_x(&lab->turn.eval, game, board, seat, x[seat]);
        rest[seat] = (float)game->player[seat].points +
                     eval_dot(w->hand, x[seat], INCOME_AT) +
                     eval_dot(w->scale, worth[seat], AUDE_FEATURE_KINDS);
        sum->size += rest[seat] + eval_dot(w->sets, sets[seat], EVAL_SETS_N);
    }
    for (int i = 0; i < INCOME_N; i++) sum->row[i] = (float)n_seats * x[0][INCOME_AT + i];
    for (unsigned seat = 0; seat + 1 < n_seats; seat++) {
        fit_note_difference(lab, seat, seat + 1, x, worth);
        fit_note_sets(lab, seat, seat + 1, rest, sets);
    }
}

/* A turn is over: note everything that stands on the board of lab->view. */
static void fit_note_turn(struct lab *lab)
{
    struct aude_game *game = &lab->view;
    struct eval_board *board = &lab->turn.board;
    float worth[AUDE_SEATS_MAX][AUDE_FEATURE_KINDS] = {{0}}, points[AUDE_SEATS_MAX];

    eval_board(&lab->turn.eval, game, board);
    for (int i = 0; i < board->n; i++) {
        const struct eval_feature *f = &board->list[i];
        for (unsigned seat = 0; seat < game->n_seats; seat++)
            if (f->owners >> seat & 1)
                worth[seat][f->kind] += f->worth / lab->weights.scale[f->kind];
        if (f->kind == AUDE_FIELD)
            fit_note_field(lab, f);
        else if (f->kind <= AUDE_CITY)
            fit_note_way(lab, f);
        else
            fit_note_around(lab, f);
    }
    fit_note_hands(lab, board, worth);
    eval_points(&lab->turn.eval, game, NULL, NULL, points);
    for (unsigned seat = 0; seat + 1 < game->n_seats; seat++) {
        struct note *n = fit_note(lab, &lab->rows.win);
        n->seat = (uint8_t)seat;
        n->row[0] = eval_lead(game->n_seats, points, seat) /
                    sqrtf((float)aude_game_left_total(game) + 1);
    }
}

/* -- The end of a game ------------------------------------------------------------------ */

static void fit_note_paid(struct lab *lab, const struct aude_events *events)
{
    for (int i = 0; i < events->n && i < events->max; i++) {
        const struct aude_event *ev = &events->list[i];
        if (ev->kind != AUDE_EV_SCORE || ev->feature >= AUDE_FEATURE_KINDS ||
            lab->n_paid == PAID_MAX)
            continue;
        int tile = aude_game_tile_at(&lab->game, ev->x, ev->y);
        if (tile < 0) continue;
        lab->paid[lab->n_paid].handle =
            (uint16_t)(lab->game.laid[tile].first + ev->segment);
        lab->paid[lab->n_paid++].seat = ev->seat;
    }
}

/* Was the seat paid for the feature? -1 if nobody was. */
static int fit_was_paid(const struct lab *lab, unsigned handle, unsigned seat)
{
    unsigned id = lab->game.label[handle];
    int paid = -1;

    for (int i = 0; i < lab->n_paid; i++)
        if (lab->game.label[lab->paid[i].handle] == id)
            paid = paid == 1 || lab->paid[i].seat == seat;
    return paid;
}

static void fit_settle_way(struct lab *lab, const struct note *n, bool city)
{
    const struct aude_feature *f = &lab->game.feature[lab->game.label[n->handle]];

    if (n->table == &lab->rows.close[city]) fit_add_row(n->table, n->row, !f->open);
    if (n->table == &lab->rows.done[city])
        fit_add_row(f->open ? &lab->rows.left[city] : &lab->rows.done[city], n->row,
                    (double)((float)(f->tiles + f->shields) - n->size));
}

static void fit_settle_points(struct lab *lab, const struct note *n)
{
    const struct aude_player *player = lab->game.player;
    float points[AUDE_SEATS_MAX] = {0};
    double sum = 0;

    for (unsigned seat = 0; seat < lab->game.n_seats; seat++) {
        points[seat] = (float)player[seat].points;
        sum += player[seat].points;
    }
    if (n->table == &lab->rows.hand || n->table == &lab->rows.sets)
        fit_add_row(n->table, n->row,
                    player[n->seat].points - player[n->x].points - (double)n->size);
    if (n->table == &lab->rows.income)
        fit_add_row(n->table, n->row, sum - (double)n->size);
    if (n->table != &lab->rows.win) return;
    float ahead = eval_lead(lab->game.n_seats, points, n->seat);
    fit_add_row(n->table, n->row, ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5);
}

static void fit_settle(struct lab *lab)
{
    const struct aude_game *game = &lab->game;

    for (int i = 0; i < lab->n_notes; i++) {
        const struct note *n = &lab->note[i];
        fit_settle_way(lab, n, false);
        fit_settle_way(lab, n, true);
        if (n->table == &lab->rows.join[0] || n->table == &lab->rows.join[1])
            fit_add_row(n->table, n->row,
                        game->label[n->handle] == game->label[(uint16_t)n->x]);
        if (n->table == &lab->rows.cell)
            fit_add_row(n->table, n->row, aude_game_tile_at(game, n->x, n->y) >= 0);
        if (n->table == &lab->rows.field) {
            float x[EVAL_FIELD_N];
            uint64_t labels = 0;
            eval_feature_field_x(&lab->turn.eval, game,
                                 &game->feature[game->label[n->handle]], &labels, x);
            fit_add_row(n->table, n->row, (double)x[0]);
        }
        fit_settle_points(lab, n);
        if (n->table >= lab->rows.keep &&
            n->table < lab->rows.keep + AUDE_FEATURE_KINDS) {
            int paid = fit_was_paid(lab, n->handle, n->seat);
            if (paid >= 0) fit_add_row(n->table, n->row, paid);
        }
    }
}

/* -- Playing ---------------------------------------------------------------------------- */

static float fit_noise(struct ai_rng *rng, float size)
{
    float sum = 0;

    for (int i = 0; i < 4; i++) sum += (float)(ai_rng_next(rng) >> 40) / (float)(1 << 24);
    return (sum - 2) * 1.7f * size;
}

static struct aude_action fit_decide(struct lab *lab, struct ai_rng *rng)
{
    turn_flag halt = false;
    struct turn_line line[LINES];
    int best = 0;

    aude_game_view(&lab->view, &lab->game, lab->game.turn.actor);
    ai_turn_init(&lab->turn, &lab->view, NULL, &halt);
    eval_init(&lab->turn.eval, &lab->view, &lab->weights);
    int n = ai_turn_lines(&lab->turn, &lab->view, 256, rng, line, LINES);
    for (int i = 0; i < n; i++) {
        line[i].value += fit_noise(rng, 2.0f);
        if (line[i].value > line[best].value) best = i;
    }
    return line[best].action[0];
}

/* The game that the plan and chance say; a few combinations are not allowed. */
static void fit_begin(struct lab *lab, struct ai_rng *rng)
{
    struct aude_setup setup;
    const struct plan *plan = lab->plan;

    do {
        aude_setup_preset(&setup, AUDE_PRESET_GROW);
        setup.seed = aude_seed(ai_rng_next(rng));
        setup.expansions = plan->expansions;
        if (plan->any_sets) setup.expansions &= (aude_sets)(ai_rng_next(rng) >> 32);
        setup.n_seats =
            plan->any_seats ? (uint8_t)(2 + ai_rng_below(rng, 5)) : plan->n_seats;
    } while (aude_game_init(&lab->game, &setup, NULL) ||
             (plan->any_sets && !setup.expansions));
}

static void fit_play(struct lab *lab, struct ai_rng *rng)
{
    lab->n_notes = lab->n_paid = 0;
    fit_begin(lab, rng);
    while (!aude_game_over(&lab->game)) {
        struct aude_events events = {.list = lab->event, .max = AUDE_EVENTS_MAX};
        struct aude_action action = fit_decide(lab, rng);
        if (aude_game_play(&lab->game, action, &events)) exit(1);
        fit_note_paid(lab, &events);
        aude_game_play(&lab->view, action, NULL);
        if (lab->view.turn.phase == AUDE_PHASE_DRAW) fit_note_turn(lab);
    }
    fit_settle(lab);
}

/* Every game has random numbers of its own, so that it is the same in any thread. */
static void *fit_play_share(void *context)
{
    struct lab *lab = context;
    struct ai_rng rng;

    for (long i = 0; i < lab->games; i++) {
        ai_rng_init(&rng, (lab->seed + (uint64_t)i) * 0xd1342543de82ef95u);
        fit_play(lab, &rng);
    }
    return NULL;
}

/* Followers at hand and the scale of everything that stands on the board, together. */
static void fit_hand(struct lab *lab)
{
    struct eval_weights *w = &lab->weights;
    float both[DIFF_N];

    memcpy(both, w->hand, INCOME_AT * sizeof *both);
    memcpy(both + INCOME_AT, w->scale, sizeof w->scale);
    fit(&lab->rows.hand, false, both);
    memcpy(w->hand, both, INCOME_AT * sizeof *both);
    for (int i = 0; i < AUDE_FEATURE_KINDS; i++)
        if (i != AUDE_GARDEN) w->scale[i] = both[INCOME_AT + i];
}

/* One round: the games in shares, the rows in the order of the games. */
static void fit_play_all(struct lab *all, struct lab *worker[], int threads, long games,
                         uint64_t seed)
{
    struct table *to = (struct table *)&all->rows;

    for (int t = 0; t < threads; t++) {
        long first = games * t / threads;
        worker[t]->weights = all->weights;
        worker[t]->plan = all->plan;
        worker[t]->games = games * (t + 1) / threads - first;
        worker[t]->seed = seed + (uint64_t)first;
        if (pthread_create(&worker[t]->thread, NULL, fit_play_share, worker[t])) exit(1);
    }
    for (int t = 0; t < threads; t++) {
        struct table *from = (struct table *)&worker[t]->rows;
        pthread_join(worker[t]->thread, NULL);
        for (int i = 0; i < TABLES; i++) fit_move_rows(&to[i], &from[i]);
    }
}

static void fit_all(struct lab *lab)
{
    struct eval_weights *w = &lab->weights;

    if (lab->plan->expansions) {
        fit(&lab->rows.sets, false, w->sets);
        fit(&lab->rows.win, true, &w->win_sets);
        return;
    }
    for (int city = 0; city < 2; city++) {
        fit(&lab->rows.close[city], true, w->close[city]);
        fit(&lab->rows.done[city], false, w->done[city]);
        fit(&lab->rows.left[city], false, w->left[city]);
        fit(&lab->rows.join[city], true, w->join[city]);
    }
    fit(&lab->rows.cell, true, w->cell);
    fit(&lab->rows.field, false, w->field);
    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        if (kind < AUDE_MONASTERY || kind == AUDE_FIELD)
            fit(&lab->rows.keep[kind], true, w->keep[kind]);
    fit_hand(lab);
    fit(&lab->rows.income, false, w->hand + INCOME_AT);
    fit(&lab->rows.win, true, &w->win);
}

/* -- The table -------------------------------------------------------------------------- */

static void fit_print_row(const char *name, const float *w, int n)
{
    printf("        %s{", name);
    for (int i = 0; i < n; i++) printf("%s%.4ff", i ? ", " : "", (double)w[i]);
    printf("}, \\\n");
}

static void fit_print_weights(const struct eval_weights *w)
{
    printf("#define EVAL_WEIGHTS \\\n        .close = { \\\n");
    for (int i = 0; i < 2; i++) fit_print_row("", w->close[i], EVAL_CLOSE_N);
    printf("        }, \\\n        .done = { \\\n");
    for (int i = 0; i < 2; i++) fit_print_row("", w->done[i], EVAL_GROW_N);
    printf("        }, \\\n        .left = { \\\n");
    for (int i = 0; i < 2; i++) fit_print_row("", w->left[i], EVAL_GROW_N);
    printf("        }, \\\n");
    fit_print_row(".cell = ", w->cell, EVAL_CELL_N);
    fit_print_row(".field = ", w->field, EVAL_FIELD_N);
    printf("        .keep = { \\\n");
    for (int i = 0; i < AUDE_FEATURE_KINDS; i++)
        fit_print_row("", w->keep[i], EVAL_KEEP_N);
    printf("        }, \\\n        .join = { \\\n");
    for (int i = 0; i < 2; i++) fit_print_row("", w->join[i], EVAL_JOIN_N);
    printf("        }, \\\n");
    fit_print_row(".scale = ", w->scale, AUDE_FEATURE_KINDS);
    fit_print_row(".hand = ", w->hand, EVAL_HAND_N);
    printf("        .win = %.4ff\n", (double)w->win);
}

static void fit_name_tables(struct lab *lab)
{
    for (int i = 0; i < 2; i++) {
        lab->rows.close[i] =
            (struct table){.name = i ? "city" : "road", .n = EVAL_CLOSE_N};
        lab->rows.done[i] = (struct table){.name = " completed", .n = EVAL_GROW_N};
        lab->rows.left[i] = (struct table){.name = " left", .n = EVAL_GROW_N};
        lab->rows.join[i] = (struct table){.name = " join", .n = EVAL_JOIN_N};
    }
    lab->rows.cell = (struct table){.name = "cell", .n = EVAL_CELL_N};
    lab->rows.field = (struct table){.name = "field", .n = EVAL_FIELD_N};
    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        lab->rows.keep[kind] = (struct table){.name = "keep", .n = EVAL_KEEP_N};
    lab->rows.hand = (struct table){.name = "hand", .n = DIFF_N};
    lab->rows.sets = (struct table){.name = "sets", .n = EVAL_SETS_N};
    lab->rows.win = (struct table){.name = "win", .n = 1};
    lab->rows.income = (struct table){.name = "income", .n = INCOME_N};
}

static struct lab *fit_new_lab(void)
{
    struct lab *lab = fit_must(calloc(1, sizeof *lab));

    fit_name_tables(lab);
    return lab;
}

static struct plan fit_read_plan(const char *sets, const char *seats)
{
    struct plan plan = {.any_sets = !strcmp(sets, "any"),
                        .any_seats = !strcmp(seats, "any")};
    bool all = plan.any_sets || !strcmp(sets, "all");

    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (aude_set_playable(set) && (all || strstr(sets, aude_set_name(set))))
            plan.expansions |= 1u << set;
    plan.n_seats = (uint8_t)atoi(seats);
    return plan;
}

int main(int argc, char **argv)
{
    static const char *usual[] = {"fit", "1000", "3", "1", "base", "2", "1"};
    const char *arg[7];
    struct lab *all = fit_new_lab(), *worker[THREADS_MAX];

    for (int i = 0; i < 7; i++) arg[i] = i < argc ? argv[i] : usual[i];
    long games = atol(arg[1]), rounds = atol(arg[2]);
    uint64_t seed = strtoull(arg[3], NULL, 0);
    struct plan plan = fit_read_plan(arg[4], arg[5]);
    int threads = atoi(arg[6]) < THREADS_MAX ? atoi(arg[6]) : THREADS_MAX;
    all->plan = &plan;
    all->weights = eval_weights;
    for (int t = 0; t < threads; t++) worker[t] = fit_new_lab();
    for (long i = 0; i < rounds; i++) {
        fprintf(stderr, "round %ld of %ld, %ld games\n", i + 1, rounds, games);
        fit_play_all(all, worker, threads, games, seed + (uint64_t)(i * games));
        fit_all(all);
    }
    if (plan.expansions) {
        for (int i = 0; i < EVAL_SETS_N; i++)
            printf("%2d %7.3f\n", i, (double)all->weights.sets[i]);
        printf("win %.4f\n", (double)all->weights.win_sets);
        return 0;
    }
    printf("/* weights.h -- the numbers of the evaluation. Made by `fit %s %s %s %s %s`\n"
           " * (tools/train/fit.c), laid out by clang-format; do not edit. */\n",
           arg[1], arg[2], arg[3], arg[4], arg[5]);
    fit_print_weights(&all->weights);
    return 0;
}
