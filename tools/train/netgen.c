/* netgen.c -- games for the network to learn from.
 *
 *     netgen SECONDS SEED THREADS FOLDER [NET [MIX]]
 *
 * Games of level 3 against itself, now and then with any of the best six lines or of the best 32. At some decisions the best
 * line, one of the best ten and one of the best 32 are played on to the end, against the same draws. What is
 * written of each: the position after the line, as rows (ai/eval_rows.c), and what the seat led
 * by in the end; of the way there the positions two and six decisions later, and one
 * anywhere as any seat sees it. NET is a file of weights (struct net) to play with, `-`: none.
 * MIX is what is played: `base` (two seats), a set (with two seats), or `sets`: any, with any
 * number of seats. FOLDER gets two files a thread, one line of numbers a position and
 * the rows of all of them; tools/train/net_train.py reads them. */
#include "ai/eval_internal.h"
#include "ai/turn.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    THREADS_MAX = 64,
    LINES = 32,
    FEW = 10,
    BRANCHES = 3,
    EVERY = 14, /* decisions between two that are played on */
    ROOM = 1 << 20,
    STEPS_MAX = 4000
};

/* One position; global numbers and rows follow it. */
struct record {
    uint32_t game, group;
    uint8_t branch, when; /* when: 0 the line itself, 1 and 2 later, 3 anywhere */
    uint8_t n_seats, left;
    int16_t final;         /* what the seat led by */
    uint16_t sets, n_rows; /* the first 16 sets */
    uint8_t win;           /* twice: 0 lost, 1 shared, 2 won */
    uint8_t seat;
    float lead; /* by the formulas */
    uint32_t zero;
};

struct lab {
    struct net net;
    bool has_net;
    const char *mix;
    struct turn turn;
    struct aude_game game, view, branch, look;
    struct eval_rows rows;
    struct ai_rng rng;
    uint64_t seed;
    double until;
    uint32_t game_id, group_id;
    long records;
    uint8_t *room; /* the records of a branch, until its end is known */
    size_t used;
    FILE *heads, *rows_file;
    pthread_t thread;
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* -- Records ------------------------------------------------------------------------------ */

static void note(struct lab *lab, unsigned seat, unsigned branch, unsigned when)
{
    struct eval_rows *rows = &lab->rows;
    int left = aude_game_left_total(&lab->look);
    struct record r = {.game = lab->game_id,
                       .group = lab->group_id,
                       .branch = (uint8_t)branch,
                       .when = (uint8_t)when,
                       .n_seats = lab->look.n_seats,
                       .left = (uint8_t)(left < 255 ? left : 255),
                       .sets = (uint16_t)lab->look.sets,
                       .seat = (uint8_t)seat};

    eval_rows(&lab->turn.eval, &lab->look, seat, rows);
    if (lab->used + sizeof r + NET_GLOBAL + (size_t)rows->n * (NET_ROW + 1) > ROOM)
        return;
    r.lead = rows->lead;
    r.n_rows = (uint16_t)rows->n;
    memcpy(lab->room + lab->used, &r, sizeof r);
    lab->used += sizeof r;
    memcpy(lab->room + lab->used, rows->global, NET_GLOBAL);
    lab->used += NET_GLOBAL;
    for (int i = 0; i < rows->n; i++) {
        lab->room[lab->used++] = rows->kind[i];
        memcpy(lab->room + lab->used, rows->row[i], NET_ROW);
        lab->used += NET_ROW;
    }
}

static void put(const void *what, size_t size, FILE *file)
{
    if (fwrite(what, 1, size, file) != size) {
        perror("netgen");
        exit(1);
    }
}

/* The branch is over: say how it ended, and write it down. */
static void settle(struct lab *lab)
{
    float points[AUDE_SEATS_MAX];

    for (unsigned s = 0; s < AUDE_SEATS_MAX; s++)
        points[s] = (float)lab->branch.player[s].points;
    for (size_t at = 0; at < lab->used;) {
        struct record r;
        memcpy(&r, lab->room + at, sizeof r);
        float lead = eval_lead(lab->branch.n_seats, points, r.seat);
        r.final = (int16_t)lead;
        r.win = lead > 0 ? 2 : lead < 0 ? 0 : 1;
        put(&r, sizeof r, lab->heads);
        at += sizeof r;
        put(lab->room + at, NET_GLOBAL, lab->heads);
        at += NET_GLOBAL;
        put(lab->room + at, (size_t)r.n_rows * (NET_ROW + 1), lab->rows_file);
        at += (size_t)r.n_rows * (NET_ROW + 1);
        lab->records++;
    }
    lab->used = 0;
}

/* -- Games -------------------------------------------------------------------------------- */

static aude_sets all_sets(void)
{
    aude_sets all = 0;

    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (aude_set_playable(set)) all |= (aude_sets)1 << set;
    return all;
}

static aude_sets one_set(struct ai_rng *rng)
{
    static const uint8_t more[] = {AUDE_SET_TOWER, AUDE_SET_ABBEY, AUDE_SET_DRAGON};
    aude_sets set = 0;

    if (ai_rng_below(rng, 2)) return (aude_sets)1 << more[ai_rng_below(rng, 3)];
    while (!set)
        set = (aude_sets)1 << (AUDE_SET_INNS +
                               ai_rng_below(rng, AUDE_SETS - AUDE_SET_INNS)) &
              all_sets();
    return set;
}

/* Whole games of every set are slow: few of them. */
static void choose_setup(struct lab *lab, struct aude_setup *setup)
{
    struct ai_rng *rng = &lab->rng;
    unsigned kind = ai_rng_below(rng, 100);

    setup->n_seats = 2;
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++) {
        if (!strstr(lab->mix, aude_set_name(set))) continue;
        setup->expansions = 1u << set;
        return;
    }
    if (!strcmp(lab->mix, "base")) return;
    bool some = kind >= 20, more = kind >= 70;
    if (some) setup->expansions = one_set(rng);
    for (unsigned i = 0; more && i < 3; i++) setup->expansions |= one_set(rng);
    if (kind < 20 || kind % 10 < 2) setup->n_seats = (uint8_t)(3 + ai_rng_below(rng, 4));
    if (kind == 99) setup->expansions = all_sets();
}

static void begin(struct lab *lab)
{
    struct aude_setup setup;

    do {
        aude_setup_preset(&setup, AUDE_PRESET_GROW);
        setup.seed = aude_seed(ai_rng_next(&lab->rng));
        setup.first = 0;
        choose_setup(lab, &setup);
    } while (aude_game_init(&lab->game, &setup, NULL));
}

/* The view and the odds of whoever decides now. */
static void face(struct lab *lab, const struct aude_game *game)
{
    static turn_flag never;

    aude_game_view(&lab->view, game, game->turn.actor);
    turn_init(&lab->turn, &lab->view, NULL, &never);
    if (lab->has_net) lab->turn.eval.net = &lab->net;
}

static int lines(struct lab *lab, const struct aude_game *game, int most,
                 struct turn_line *out, int max)
{
    face(lab, game);
    return turn_lines(&lab->turn, &lab->view, most, &lab->rng, out, max);
}

/* The position after the line, before the next draw; false if that is not what comes next. */
static bool look_after(struct lab *lab, const struct turn_line *line)
{
    aude_game_copy(&lab->look, &lab->view);
    return turn_play(&lab->look, line) && !aude_game_over(&lab->look) &&
           lab->look.turn.actor == AUDE_SEAT_NONE;
}

/* To the end by level 3, with the draws as they are. */
static void play_on(struct lab *lab, unsigned seat, unsigned branch)
{
    unsigned when = 1, left = (unsigned)aude_game_left_total(&lab->branch);
    int any = (int)ai_rng_below(&lab->rng, left ? left : 1);
    struct turn_line best;

    for (int step = 1; !aude_game_over(&lab->branch) && step < STEPS_MAX; step++) {
        if (lines(lab, &lab->branch, TURN_QUICK, &best, 1) < 1) exit(1);
        if (when < 3 && step >= (when == 1 ? 2 : 6) && look_after(lab, &best))
            note(lab, seat, branch, when++);
        else if (any >= 0 && step >= any && look_after(lab, &best)) {
            note(lab, ai_rng_below(&lab->rng, lab->look.n_seats), branch, 3);
            any = -1;
        }
        if (!turn_play(&lab->branch, &best)) exit(1);
    }
}

static void grow(struct lab *lab, const struct turn_line *list, int n)
{
    int pick[BRANCHES] = {0};
    unsigned seat = lab->game.turn.actor;
    struct ai_rng rng = lab->rng;

    pick[1] = 1 + (int)ai_rng_below(&rng, (uint32_t)(n < FEW ? n : FEW) - 1);
    pick[2] = 1 + (int)ai_rng_below(&rng, (uint32_t)n - 1);
    if (pick[2] == pick[1]) pick[2] = 0;
    uint64_t luck = ai_rng_next(&rng);
    for (int b = 0; b < BRANCHES && (!b || pick[b]); b++) {
        face(lab, &lab->game);
        if (!look_after(lab, &list[pick[b]])) continue;
        note(lab, seat, (unsigned)b, 0);
        lab->rng.state = luck;
        aude_game_copy(&lab->branch, &lab->game);
        if (!turn_play(&lab->branch, &list[pick[b]])) exit(1);
        play_on(lab, seat, (unsigned)b);
        settle(lab);
    }
    lab->rng = rng;
    lab->group_id++;
}

static void play(struct lab *lab)
{
    struct turn_line list[LINES];

    begin(lab);
    for (int step = 0; !aude_game_over(&lab->game) && step < STEPS_MAX; step++) {
        int n = lines(lab, &lab->game, 1000, list, LINES);
        if (n < 1) exit(1);
        if (n > 1 && !ai_rng_below(&lab->rng, EVERY)) grow(lab, list, n);
        int take = 0;
        uint32_t chance = ai_rng_below(&lab->rng, 24);
        if (chance < 5)
            take = (int)ai_rng_below(&lab->rng, (uint32_t)(chance && n > 6 ? 6 : n));
        if (!turn_play(&lab->game, &list[take])) exit(1);
    }
    lab->game_id++;
}

static void *share(void *context)
{
    struct lab *lab = context;

    while (now() < lab->until) {
        ai_rng_init(&lab->rng, lab->seed++ * 0xd1342543de82ef95u);
        play(lab);
    }
    return NULL;
}

static void load(struct lab *lab, const char *path)
{
    FILE *file = fopen(path, "rb");

    lab->has_net = file && fread(&lab->net, sizeof lab->net, 1, file) == 1;
    if (!lab->has_net) {
        fprintf(stderr, "netgen: %s is no file of weights\n", path);
        exit(1);
    }
    fclose(file);
}

static FILE *create(const char *folder, int t, const char *name)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/%02d.%s", folder, t, name);
    if (!(file = fopen(path, "wb"))) {
        perror(path);
        exit(1);
    }
    return file;
}

static struct lab *start(int t, int argc, char **argv)
{
    struct lab *lab = calloc(1, sizeof *lab);

    if (!lab || !(lab->room = malloc(ROOM))) exit(1);
    if (argc > 5 && strcmp(argv[5], "-") != 0) load(lab, argv[5]);
    lab->mix = argc > 6 ? argv[6] : "sets";
    lab->seed = ((uint64_t)atoll(argv[2]) << 32) + ((uint64_t)t << 24);
    lab->until = now() + atof(argv[1]);
    lab->game_id = lab->group_id = (uint32_t)t << 24;
    lab->heads = create(argv[4], t, "heads");
    lab->rows_file = create(argv[4], t, "rows");
    if (pthread_create(&lab->thread, NULL, share, lab)) exit(1);
    return lab;
}

int main(int argc, char **argv)
{
    static struct lab *lab[THREADS_MAX];
    int threads = argc > 3 ? atoi(argv[3]) : 0;
    long records = 0, games = 0, groups = 0;

    if (argc < 5 || threads < 1 || threads > THREADS_MAX) {
        fprintf(stderr, "netgen SECONDS SEED THREADS FOLDER [NET [MIX]]\n");
        return 2;
    }
    for (int t = 0; t < threads; t++) lab[t] = start(t, argc, argv);
    for (int t = 0; t < threads; t++) {
        pthread_join(lab[t]->thread, NULL);
        if (fclose(lab[t]->heads) || fclose(lab[t]->rows_file)) return 1;
        records += lab[t]->records;
        games += (long)(lab[t]->game_id & 0xffffff);
        groups += (long)(lab[t]->group_id & 0xffffff);
    }
    printf("%ld games, %ld groups, %ld records\n", games, groups, records);
    return 0;
}
