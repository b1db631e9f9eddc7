/* netgen.c -- games for the network to learn from.
 *
 *     netgen SECONDS SEED THREADS FOLDER [NET [MIX [TURNS [ROUNDS]]]]
 *
 * Games of own-turn players, now and then with any of the best six lines or of the best 32. At some decisions
 * the best lines and some of the others are weighed by the search: each is played out for TURNS turns
 * against ROUNDS times the same draws. What is written of each is the position after the line, as rows
 * (ai/eval_rows.c), and the lead it came to on the mean, which has far less luck in it than a
 * result. Of the way of the game itself some positions are written with what the seat led by in the end.
 * NET is a file of weights (struct net) to play and to weigh with, `-`: none.
 * MIX is what is played: `base`, names of sets, `all`, or `sets`: any; with two seats, or as many
 * as are said behind a colon, `any` of three to six. FOLDER gets two files a thread, one line of numbers a position and
 * the rows of all of them; tools/train/net_train.py reads them. */
#include "ai/eval_internal.h"
#include "ai/search.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    THREADS_MAX = 64,
    LINES = 32,
    WEIGHED = 10, /* lines of a decision, */
    BEST = 5,     /* the first of which are the best */
    EVERY = 5,    /* decisions between two that are weighed, */
    NOTED = 4,    /* and between two whose game's end is noted */
    ROOM = 1 << 22,
    STEPS_MAX = 4000
};

/* One position; global numbers and rows follow it. */
struct record {
    uint32_t game, group;
    uint8_t branch, when; /* when: 0 weighed, 3 on the way of the game */
    uint8_t n_seats, left;
    int16_t final;         /* what the seat led by */
    uint16_t sets, n_rows; /* the first 16 sets */
    uint8_t win;           /* twice: 0 lost, 1 shared, 2 won */
    uint8_t seat;
    float lead;    /* by the formulas */
    float weighed; /* by the search */
};

struct lab {
    struct net net;
    bool has_net;
    const char *mix;
    int turns, rounds;
    struct turn turn;
    struct aude_game game, view, look;
    struct search_candidate weighed[WEIGHED];
    struct eval_rows rows;
    struct ai_rng rng;
    uint64_t seed;
    double until;
    uint32_t game_id, group_id;
    long records;
    uint8_t *room; /* the records of a game, until its end is known */
    size_t used;
    FILE *heads, *rows_file;
    pthread_t thread;
};

static double netgen_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* -- Records ------------------------------------------------------------------------------ */

static void netgen_note(struct lab *lab, unsigned seat, unsigned branch, unsigned when,
                        double weighed)
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
                       .seat = (uint8_t)seat,
                       .weighed = (float)weighed};

    eval_net_rows(&lab->turn.eval, &lab->look, seat, rows);
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

static void netgen_put(const void *what, size_t size, FILE *file)
{
    if (fwrite(what, 1, size, file) != size) {
        perror("netgen");
        exit(1);
    }
}

/* The game is over: say how it ended, and write it down. */
static void netgen_settle(struct lab *lab)
{
    float points[AUDE_SEATS_MAX];

    for (unsigned s = 0; s < AUDE_SEATS_MAX; s++)
        points[s] = (float)lab->game.player[s].points;
    for (size_t at = 0; at < lab->used;) {
        struct record r;
        memcpy(&r, lab->room + at, sizeof r);
        float lead = eval_lead(lab->game.n_seats, points, r.seat);
        r.final = (int16_t)lead;
        r.win = lead > 0 ? 2 : lead < 0 ? 0 : 1;
        netgen_put(&r, sizeof r, lab->heads);
        at += sizeof r;
        netgen_put(lab->room + at, NET_GLOBAL, lab->heads);
        at += NET_GLOBAL;
        netgen_put(lab->room + at, (size_t)r.n_rows * (NET_ROW + 1), lab->rows_file);
        at += (size_t)r.n_rows * (NET_ROW + 1);
        lab->records++;
    }
    lab->used = 0;
}

/* -- Games -------------------------------------------------------------------------------- */

static aude_sets netgen_all_sets(void)
{
    aude_sets all = 0;

    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (aude_set_playable(set)) all |= (aude_sets)1 << set;
    return all;
}

static aude_sets netgen_one_set(struct ai_rng *rng)
{
    static const uint8_t more[] = {AUDE_SET_TOWER, AUDE_SET_ABBEY, AUDE_SET_DRAGON};
    aude_sets set = 0;

    if (ai_rng_below(rng, 2)) return (aude_sets)1 << more[ai_rng_below(rng, 3)];
    while (!set)
        set = (aude_sets)1 << (AUDE_SET_INNS +
                               ai_rng_below(rng, AUDE_SETS - AUDE_SET_INNS)) &
              netgen_all_sets();
    return set;
}

static void netgen_choose_setup(struct lab *lab, struct aude_setup *setup)
{
    struct ai_rng *rng = &lab->rng;
    const char *seats = strchr(lab->mix, ':');

    setup->n_seats = 2;
    if (seats)
        setup->n_seats = (uint8_t)(seats[1] == 'a' ? 3 + ai_rng_below(rng, 4)
                                                   : (uint32_t)atoi(seats + 1));
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (strstr(lab->mix, aude_set_name(set))) setup->expansions |= 1u << set;
    if (!strncmp(lab->mix, "all", 3)) setup->expansions = netgen_all_sets();
    if (strncmp(lab->mix, "sets", 4) != 0) return;
    setup->expansions = netgen_one_set(rng);
    for (uint32_t i = ai_rng_below(rng, 6); i > 2; i--)
        setup->expansions |= netgen_one_set(rng);
}

static void netgen_begin(struct lab *lab)
{
    struct aude_setup setup;

    do {
        aude_setup_preset(&setup, AUDE_PRESET_GROW);
        setup.seed = aude_seed(ai_rng_next(&lab->rng));
        setup.first = 0;
        netgen_choose_setup(lab, &setup);
    } while (aude_game_init(&lab->game, &setup, NULL));
}

/* The view and the odds of whoever decides now. */
static void netgen_face(struct lab *lab, const struct aude_game *game)
{
    static turn_flag never;

    aude_game_view(&lab->view, game, game->turn.actor);
    ai_turn_init(&lab->turn, &lab->view, NULL, &never);
    if (lab->has_net) lab->turn.eval.net = &lab->net;
}

static int netgen_lines(struct lab *lab, const struct aude_game *game, int most,
                        struct turn_line *out, int max)
{
    netgen_face(lab, game);
    return ai_turn_lines(&lab->turn, &lab->view, most, &lab->rng, out, max);
}

/* The position after the line. */
static bool netgen_look_after(struct lab *lab, const struct turn_line *line)
{
    aude_game_copy(&lab->look, &lab->view);
    return ai_turn_play(&lab->look, line) && !aude_game_over(&lab->look);
}

/* The best lines, and any of the others. */
static int netgen_pick(struct lab *lab, const struct turn_line *list, int n)
{
    int picked = n < WEIGHED ? n : WEIGHED, at = BEST;

    for (int i = 0; i < picked; i++) {
        if (i >= BEST && n > WEIGHED)
            at += 1 + (int)ai_rng_below(&lab->rng, (uint32_t)(n - at - (picked - i) + 1));
        else
            at = i + 1;
        lab->weighed[i] = (struct search_candidate){.line = list[at - 1]};
    }
    return picked;
}

/* Weigh some lines against each other. */
static void netgen_weigh(struct lab *lab, const struct turn_line *list, int n)
{
    int picked = netgen_pick(lab, list, n);
    struct search_plan plan = {.candidates = picked,
                               .plies = lab->turns,
                               .whole = true,
                               .hand = AI_HAND_HARD,
                               .net = lab->has_net ? &lab->net : NULL};
    struct ai_limits limits = {.playouts = (uint64_t)(picked * lab->rounds)};

    search_weigh(&lab->view, &plan, &limits, &lab->rng, 1e9, lab->weighed, picked);
    for (int i = 0; i < picked; i++) {
        const struct search_candidate *c = &lab->weighed[i];
        if (c->n && netgen_look_after(lab, &c->line))
            netgen_note(lab, lab->view.turn.actor, (unsigned)i, 0,
                        c->lead / (double)c->n);
    }
    lab->group_id++;
}

static void netgen_play(struct lab *lab)
{
    struct turn_line list[LINES];

    netgen_begin(lab);
    for (int step = 0; !aude_game_over(&lab->game) && step < STEPS_MAX; step++) {
        int n = netgen_lines(lab, &lab->game, 1000, list, LINES), take = 0;
        if (n < 1) exit(1);
        if (n > 1 && !ai_rng_below(&lab->rng, EVERY)) netgen_weigh(lab, list, n);
        uint32_t chance = ai_rng_below(&lab->rng, 24);
        if (chance < 5)
            take = (int)ai_rng_below(&lab->rng, (uint32_t)(chance && n > 6 ? 6 : n));
        if (!ai_rng_below(&lab->rng, NOTED) && netgen_look_after(lab, &list[take]))
            netgen_note(lab,
                        ai_rng_below(&lab->rng, 4)
                            ? lab->game.turn.actor
                            : ai_rng_below(&lab->rng, lab->game.n_seats),
                        0, 3, 0);
        if (!ai_turn_play(&lab->game, &list[take])) exit(1);
    }
    netgen_settle(lab);
    lab->game_id++;
}

static void *netgen_share(void *context)
{
    struct lab *lab = context;

    while (netgen_now() < lab->until) {
        ai_rng_init(&lab->rng, lab->seed++ * 0xd1342543de82ef95u);
        netgen_play(lab);
    }
    return NULL;
}

static void netgen_load(struct lab *lab, const char *path)
{
    FILE *file = fopen(path, "rb");

    lab->has_net = file && fread(&lab->net, sizeof lab->net, 1, file) == 1;
    if (!lab->has_net) {
        fprintf(stderr, "netgen: %s is no file of weights\n", path);
        exit(1);
    }
    fclose(file);
}

static FILE *netgen_create(const char *folder, int t, const char *name)
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

static struct lab *netgen_start(int t, int argc, char **argv)
{
    struct lab *lab = calloc(1, sizeof *lab);

    if (!lab || !(lab->room = malloc(ROOM))) exit(1);
    if (argc > 5 && strcmp(argv[5], "-") != 0) netgen_load(lab, argv[5]);
    lab->mix = argc > 6 ? argv[6] : "sets";
    lab->turns = argc > 7 ? atoi(argv[7]) : 4;
    lab->rounds = argc > 8 ? atoi(argv[8]) : 16;
    lab->seed = ((uint64_t)atoll(argv[2]) << 32) + ((uint64_t)t << 24);
    lab->until = netgen_now() + atof(argv[1]);
    lab->game_id = lab->group_id = (uint32_t)t << 24;
    lab->heads = netgen_create(argv[4], t, "heads");
    lab->rows_file = netgen_create(argv[4], t, "rows");
    if (pthread_create(&lab->thread, NULL, netgen_share, lab)) exit(1);
    return lab;
}

int main(int argc, char **argv)
{
    static struct lab *lab[THREADS_MAX];
    int threads = argc > 3 ? atoi(argv[3]) : 0;
    long records = 0, games = 0, groups = 0;

    if (argc < 5 || threads < 1 || threads > THREADS_MAX) {
        fprintf(stderr,
                "netgen SECONDS SEED THREADS FOLDER [NET [MIX [TURNS [ROUNDS]]]]\n");
        return 2;
    }
    for (int t = 0; t < threads; t++) lab[t] = netgen_start(t, argc, argv);
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
