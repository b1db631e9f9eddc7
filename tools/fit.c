/* fit.c -- fit the weights of the evaluation to games of our own.
 *
 *     fit GAMES ROUNDS [SEED] > ai/weights.h
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
#include "ai/eval_parts.h"
#include "ai/turn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_MAX = 24, LINES = 12, INCOME_AT = 17, INCOME_N = 3, DIFF_N = 22 };

/* -- Regressions ------------------------------------------------------------------------ */

/* Rows of n numbers and what came of them. */
struct table {
    const char *name;
    int n;
    long rows, room;
    float *x, *y;
};

static void *must(void *memory)
{
    if (memory) return memory;
    fprintf(stderr, "fit: out of memory\n");
    exit(1);
}

static void add_row(struct table *t, const float *x, double y)
{
    if (t->rows == t->room) {
        t->room = t->room ? 2 * t->room : 4096;
        t->x = must(realloc(t->x, (size_t)(t->room * t->n) * sizeof *t->x));
        t->y = must(realloc(t->y, (size_t)t->room * sizeof *t->y));
    }
    memcpy(t->x + t->rows * t->n, x, (size_t)t->n * sizeof *x);
    t->y[t->rows++] = (float)y;
}

/* Solve a b = g for b by elimination; `a` is symmetric and positive. */
static void solve(int n, double a[N_MAX][N_MAX], double g[N_MAX], double b[N_MAX])
{
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double f = a[j][i] / a[i][i];
            for (int k = i; k < n; k++) a[j][k] -= f * a[i][k];
            g[j] -= f * g[i];
        }
    for (int i = n - 1; i >= 0; i--) {
        b[i] = g[i];
        for (int k = i + 1; k < n; k++) b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
}

/* One step of Newton's method; for amounts one step is the answer. */
static void newton(const struct table *t, bool chance, float *w)
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
        g[i] -= ridge * (double)w[i];
    }
    solve(t->n, a, g, b);
    for (int i = 0; i < t->n; i++) w[i] = (float)((double)w[i] + b[i]);
}

static double error_of(const struct table *t, bool chance, const float *w)
{
    double sum = 0;

    for (long r = 0; r < t->rows; r++) {
        double z = eval_dot(w, t->x + r * t->n, t->n), p = chance ? 1 / (1 + exp(-z)) : z;
        sum += ((double)t->y[r] - p) * ((double)t->y[r] - p);
    }
    return sqrt(sum / (double)(t->rows ? t->rows : 1));
}

static double spread_of(const struct table *t)
{
    double sum = 0, squares = 0, n = (double)(t->rows ? t->rows : 1);

    for (long r = 0; r < t->rows; r++) {
        sum += (double)t->y[r];
        squares += (double)t->y[r] * (double)t->y[r];
    }
    return sqrt(squares / n - sum / n * (sum / n));
}

static void fit(struct table *t, bool chance, float *w)
{
    if (t->rows >= 200) {
        if (chance) memset(w, 0, (size_t)t->n * sizeof *w);
        for (int i = 0; i < (chance ? 12 : 1); i++) newton(t, chance, w);
    }
    fprintf(stderr, "  %-10s %8ld rows, spread %.3f, error %.3f\n", t->name, t->rows,
            spread_of(t), error_of(t, chance, w));
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

struct lab {
    struct eval_weights weights;
    struct turn turn;
    struct aude_game game, view;
    struct table close[2], done[2], left[2], join[2], cell, field,
        keep[AUDE_FEATURE_KINDS], hand, income, win;
    struct note note[NOTES_MAX];
    int n_notes;
    struct {
        uint16_t handle;
        uint8_t seat;
    } paid[PAID_MAX]; /* every award for a feature */
    int n_paid;
};

static struct note *note(struct lab *lab, struct table *table)
{
    if (lab->n_notes == NOTES_MAX) lab->n_notes--;
    struct note *n = &lab->note[lab->n_notes++];
    n->table = table;
    return n;
}

static void note_way(struct lab *lab, const struct eval_feature *f)
{
    struct aude_game *game = &lab->view;
    struct eval *eval = &lab->turn.eval;
    const struct aude_feature *feature = &game->feature[f->id];
    bool city = f->kind == AUDE_CITY;
    struct eval_cells cells;

    eval_open_cells(game, feature, &cells);
    struct note *n = note(lab, &lab->close[city]);
    eval_close_x(eval, game, f, &cells, n->row);
    n->handle = feature->head;
    n = note(lab, &lab->done[city]);
    eval_grow_x(eval, game, f, cells.n, n->row);
    n->handle = feature->head;
    n->size = (float)(feature->tiles + feature->shields);
    unsigned other;
    int cell = eval_find_join(eval, game, f, &cells, &other);
    if (cell >= 0) {
        n = note(lab, &lab->join[city]);
        eval_join_x(eval, game, cells.demand[cell], n->row);
        n->handle = feature->head;
        n->x = (int16_t)game->feature[other].head;
    }
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        if (!(f->owners >> seat & 1)) continue;
        n = note(lab, &lab->keep[f->kind]);
        eval_keep_x(eval, game, f, n->row);
        n->handle = feature->head;
        n->seat = (uint8_t)seat;
    }
}

static void note_around(struct lab *lab, const struct eval_feature *f)
{
    struct aude_game *game = &lab->view;
    const struct aude_feature *feature = &game->feature[f->id];
    const struct aude_laid *laid = &game->laid[game->tile_of[feature->head]];

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if (aude_game_tile_at(game, laid->x + dx, laid->y + dy) >= 0) continue;
            struct note *n = note(lab, &lab->cell);
            n->x = (int16_t)(laid->x + dx);
            n->y = (int16_t)(laid->y + dy);
            eval_cell_x(&lab->turn.eval, game, n->x, n->y, feature->open, n->row);
        }
}

static void note_field(struct lab *lab, const struct eval_feature *f)
{
    struct aude_game *game = &lab->view;
    const struct aude_feature *feature = &game->feature[f->id];
    uint64_t labels = 0;

    struct note *n = note(lab, &lab->field);
    eval_field_x(&lab->turn.eval, game, feature, &labels, n->row);
    n->handle = feature->head;
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        if (!(f->owners >> seat & 1)) continue;
        n = note(lab, &lab->keep[AUDE_FIELD]);
        eval_keep_x(&lab->turn.eval, game, f, n->row);
        n->handle = feature->head;
        n->seat = (uint8_t)seat;
    }
}

/* Both seats have the same time left, so only the difference between two hands says what a
 * follower at hand is worth; the sum of both says how much a turn brings. */
static void note_hands(struct lab *lab, const struct eval_board *board,
                       float worth[AUDE_SEATS_MAX][AUDE_FEATURE_KINDS])
{
    const struct aude_game *game = &lab->view;
    struct note *diff = note(lab, &lab->hand), *sum = note(lab, &lab->income);
    float x[2][EVAL_HAND_N];

    diff->size = sum->size = 0;
    for (unsigned seat = 0; seat < 2; seat++) {
        eval_hand_x(&lab->turn.eval, game, board, seat, x[seat]);
        float now = (float)game->player[seat].points;
        diff->size += seat ? -now : now;
        sum->size += now + eval_dot(lab->weights.hand, x[seat], INCOME_AT) +
                     eval_dot(lab->weights.scale, worth[seat], AUDE_FEATURE_KINDS);
    }
    for (int i = 0; i < INCOME_AT; i++) diff->row[i] = x[0][i] - x[1][i];
    for (int i = 0; i < AUDE_FEATURE_KINDS; i++)
        diff->row[INCOME_AT + i] = worth[0][i] - worth[1][i];
    for (int i = 0; i < INCOME_N; i++) sum->row[i] = 2 * x[0][INCOME_AT + i];
}

/* A turn is over: note everything that stands on the board of lab->view. */
static void note_turn(struct lab *lab)
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
            note_field(lab, f);
        else if (f->kind <= AUDE_CITY)
            note_way(lab, f);
        else
            note_around(lab, f);
    }
    note_hands(lab, board, worth);
    eval_points(&lab->turn.eval, game, NULL, NULL, points);
    note(lab, &lab->win)->row[0] =
        (points[0] - points[1]) / sqrtf((float)aude_game_left_total(game) + 1);
}

/* -- The end of a game ------------------------------------------------------------------ */

static void note_paid(struct lab *lab, const struct aude_events *events)
{
    for (int i = 0; i < events->n && i < events->max; i++) {
        const struct aude_event *ev = &events->list[i];
        if (ev->kind != AUDE_EV_SCORE || ev->feature >= AUDE_FEATURE_KINDS ||
            lab->n_paid == PAID_MAX)
            continue;
        int tile = aude_game_tile_at(&lab->game, ev->x, ev->y);
        lab->paid[lab->n_paid].handle =
            (uint16_t)(lab->game.laid[tile].first + ev->segment);
        lab->paid[lab->n_paid++].seat = ev->seat;
    }
}

/* Was the seat paid for the feature? -1 if nobody was. */
static int was_paid(const struct lab *lab, unsigned handle, unsigned seat)
{
    unsigned id = lab->game.label[handle];
    int paid = -1;

    for (int i = 0; i < lab->n_paid; i++)
        if (lab->game.label[lab->paid[i].handle] == id)
            paid = paid == 1 || lab->paid[i].seat == seat;
    return paid;
}

static void settle_way(struct lab *lab, const struct note *n, bool city)
{
    const struct aude_feature *f = &lab->game.feature[lab->game.label[n->handle]];

    if (n->table == &lab->close[city]) add_row(n->table, n->row, !f->open);
    if (n->table == &lab->done[city])
        add_row(f->open ? &lab->left[city] : &lab->done[city], n->row,
                (double)((float)(f->tiles + f->shields) - n->size));
}

static void settle(struct lab *lab)
{
    const struct aude_game *game = &lab->game;

    for (int i = 0; i < lab->n_notes; i++) {
        const struct note *n = &lab->note[i];
        settle_way(lab, n, false);
        settle_way(lab, n, true);
        if (n->table == &lab->join[0] || n->table == &lab->join[1])
            add_row(n->table, n->row,
                    game->label[n->handle] == game->label[(uint16_t)n->x]);
        if (n->table == &lab->cell)
            add_row(n->table, n->row, aude_game_tile_at(game, n->x, n->y) >= 0);
        if (n->table == &lab->field) {
            float x[EVAL_FIELD_N];
            uint64_t labels = 0;
            eval_field_x(&lab->turn.eval, game, &game->feature[game->label[n->handle]],
                         &labels, x);
            add_row(n->table, n->row, (double)x[0]);
        }
        if (n->table == &lab->hand)
            add_row(n->table, n->row,
                    game->player[0].points - game->player[1].points - (double)n->size);
        int ahead = game->player[0].points - game->player[1].points;
        if (n->table == &lab->win)
            add_row(n->table, n->row, ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5);
        if (n->table == &lab->income)
            add_row(n->table, n->row,
                    game->player[0].points + game->player[1].points - (double)n->size);
        if (n->table >= lab->keep && n->table < lab->keep + AUDE_FEATURE_KINDS) {
            int paid = was_paid(lab, n->handle, n->seat);
            if (paid >= 0) add_row(n->table, n->row, paid);
        }
    }
}

/* -- Playing ---------------------------------------------------------------------------- */

static float noise(struct ai_rng *rng, float size)
{
    float sum = 0;

    for (int i = 0; i < 4; i++) sum += (float)(ai_rng_next(rng) >> 40) / (float)(1 << 24);
    return (sum - 2) * 1.7f * size;
}

static struct aude_action decide(struct lab *lab, struct ai_rng *rng)
{
    static turn_flag halt;
    struct turn_line line[LINES];
    int best = 0;

    aude_game_view(&lab->view, &lab->game, lab->game.turn.actor);
    turn_init(&lab->turn, &lab->view, NULL, &halt);
    eval_init(&lab->turn.eval, &lab->view, &lab->weights);
    int n = turn_lines(&lab->turn, &lab->view, 256, rng, line, LINES);
    for (int i = 0; i < n; i++) {
        line[i].value += noise(rng, 2.0f);
        if (line[i].value > line[best].value) best = i;
    }
    return line[best].action[0];
}

static void play(struct lab *lab, const struct aude_setup *setup, struct ai_rng *rng)
{
    static struct aude_event list[AUDE_EVENTS_MAX];

    lab->n_notes = lab->n_paid = 0;
    if (aude_game_init(&lab->game, setup, NULL)) exit(1);
    while (!aude_game_over(&lab->game)) {
        struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
        struct aude_action action = decide(lab, rng);
        if (aude_game_play(&lab->game, action, &events)) exit(1);
        note_paid(lab, &events);
        aude_game_play(&lab->view, action, NULL);
        if (lab->view.turn.actor == AUDE_SEAT_NONE) note_turn(lab);
    }
    settle(lab);
}

/* Followers at hand and the scale of everything that stands on the board, together. */
static void fit_hand(struct lab *lab)
{
    struct eval_weights *w = &lab->weights;
    float both[DIFF_N];

    memcpy(both, w->hand, INCOME_AT * sizeof *both);
    memcpy(both + INCOME_AT, w->scale, sizeof w->scale);
    fit(&lab->hand, false, both);
    memcpy(w->hand, both, INCOME_AT * sizeof *both);
    for (int i = 0; i < AUDE_FEATURE_KINDS; i++)
        if (i != AUDE_GARDEN) w->scale[i] = both[INCOME_AT + i];
}

static void round_of(struct lab *lab, long games, uint64_t seed)
{
    struct aude_setup setup;
    struct ai_rng rng;
    struct eval_weights *w = &lab->weights;

    ai_rng_init(&rng, seed);
    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    for (long i = 0; i < games; i++) {
        setup.seed = aude_seed(ai_rng_next(&rng));
        play(lab, &setup, &rng);
    }
    for (int city = 0; city < 2; city++) {
        fit(&lab->close[city], true, w->close[city]);
        fit(&lab->done[city], false, w->done[city]);
        fit(&lab->left[city], false, w->left[city]);
        fit(&lab->join[city], true, w->join[city]);
    }
    fit(&lab->cell, true, w->cell);
    fit(&lab->field, false, w->field);
    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        if (kind < AUDE_MONASTERY || kind == AUDE_FIELD)
            fit(&lab->keep[kind], true, w->keep[kind]);
    fit_hand(lab);
    fit(&lab->income, false, w->hand + INCOME_AT);
    fit(&lab->win, true, &w->win);
}

/* -- The table -------------------------------------------------------------------------- */

static void print_row(const char *name, const float *w, int n)
{
    printf("        %s{", name);
    for (int i = 0; i < n; i++) printf("%s%.4ff", i ? ", " : "", (double)w[i]);
    printf("}, \\\n");
}

static void print_weights(const struct eval_weights *w)
{
    printf("#define EVAL_WEIGHTS \\\n    { \\\n        .close = { \\\n");
    for (int i = 0; i < 2; i++) print_row("", w->close[i], EVAL_CLOSE_N);
    printf("        }, \\\n        .done = { \\\n");
    for (int i = 0; i < 2; i++) print_row("", w->done[i], EVAL_GROW_N);
    printf("        }, \\\n        .left = { \\\n");
    for (int i = 0; i < 2; i++) print_row("", w->left[i], EVAL_GROW_N);
    printf("        }, \\\n");
    print_row(".cell = ", w->cell, EVAL_CELL_N);
    print_row(".field = ", w->field, EVAL_FIELD_N);
    printf("        .keep = { \\\n");
    for (int i = 0; i < AUDE_FEATURE_KINDS; i++) print_row("", w->keep[i], EVAL_KEEP_N);
    printf("        }, \\\n        .join = { \\\n");
    for (int i = 0; i < 2; i++) print_row("", w->join[i], EVAL_JOIN_N);
    printf("        }, \\\n");
    print_row(".scale = ", w->scale, AUDE_FEATURE_KINDS);
    print_row(".hand = ", w->hand, EVAL_HAND_N);
    printf("        .win = %.4ff, \\\n", (double)w->win);
    printf("    }\n");
}

static void name_tables(struct lab *lab)
{
    for (int i = 0; i < 2; i++) {
        lab->close[i] = (struct table){.name = i ? "city" : "road", .n = EVAL_CLOSE_N};
        lab->done[i] = (struct table){.name = " completed", .n = EVAL_GROW_N};
        lab->left[i] = (struct table){.name = " left", .n = EVAL_GROW_N};
        lab->join[i] = (struct table){.name = " join", .n = EVAL_JOIN_N};
    }
    lab->cell = (struct table){.name = "cell", .n = EVAL_CELL_N};
    lab->field = (struct table){.name = "field", .n = EVAL_FIELD_N};
    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        lab->keep[kind] = (struct table){.name = "keep", .n = EVAL_KEEP_N};
    lab->hand = (struct table){.name = "hand", .n = DIFF_N};
    lab->win = (struct table){.name = "win", .n = 1};
    lab->income = (struct table){.name = "income", .n = INCOME_N};
}

int main(int argc, char **argv)
{
    long games = argc > 1 ? atol(argv[1]) : 1000, rounds = argc > 2 ? atol(argv[2]) : 3;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 0) : 1;
    struct lab *lab = must(calloc(1, sizeof *lab));

    lab->weights = eval_weights;
    name_tables(lab);
    for (long i = 0; i < rounds; i++) {
        fprintf(stderr, "round %ld of %ld, %ld games\n", i + 1, rounds, games);
        round_of(lab, games, seed + (uint64_t)i);
    }
    printf("/* weights.h -- the numbers of the evaluation. Made by `fit %ld %ld %llu`\n"
           " * (tools/fit.c), laid out by clang-format; do not edit. */\n",
           games, rounds, (unsigned long long)seed);
    print_weights(&lab->weights);
    free(lab);
    return 0;
}
