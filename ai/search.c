/* search.c -- look at what follows: draws, replies, and the seat's own next turn.
 *
 * First every line of the root (tile, follower and what else the seat decides in a row) is
 * valued as it stands (turn.c, eval.c). The best few are candidates and are played out: a
 * tile is drawn, the seat whose turn it is takes its best line by the evaluation, and so on
 * for two turns, which ends with the seat's own next one; the position that comes out is
 * valued. A candidate is worth the mean of its playouts.
 *
 * How draws are treated. The order of the pile does not exist here: the view is hidden, and
 * every draw is told to it. All candidates are played out against the same draws, round by
 * round, so that they differ by what they are and not by luck. The first draw of the rounds
 * goes through the pile in a random order, every tile that is left once before any comes
 * again: after one pass the mean over the first draw is exact. So does the second draw, in
 * another order for each pass. Later draws are random. Candidates that fall behind by more
 * than chance explains are dropped, so that the time goes to those that may be best.
 *
 * The strongest player goes on in stages: what the first look said counts as a few playouts, so that where
 * there is time for few (towers, six seats) luck does not decide; who is left behind is dropped after every
 * second round at first; and when candidates are told apart, or two turns tell no more, those close to
 * the best are played out for four turns and then for eight, the stage before counting as some of these.
 *
 * What that was worth is in docs/ai.md. */
#include "search.h"

#include "eval_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef AI_THREADS
#include <pthread.h>
#endif

/* The first two follow from how many lines there are in games. BATCH, the two standard errors of
 * search_drop() and NEAR were chosen by hand and not varied in matches. */
enum {
    ROOT_LINES = 6000,        /* lines looked at in the root; more only with portals */
    REPLY_LINES = TURN_QUICK, /* and in a playout: nearly all of them without portals */
    BATCH = 8,                /* rounds between two looks at who falls behind, */
    BATCH_FIRST = 2,          /* and at first where the plan has stages */
    SURE_ROUNDS = 48,         /* rounds before a line that is weighed is dropped */
    ASIDE_MAX = 24,           /* decisions of a playout besides those of its turns */
    NEAR = 2                  /* steps from the last tile that are not overlooked */
};

/* Playouts of one stage after the other: turns, rounds after which the next begins, and for how many playouts
 * what was known before counts. The longer a playout, the more luck is in it and the less its end has to be
 * guessed; of 8 playouts of two, four, eight turns two lines differ by luck by 0.7, 1.0, 1.6 points. */
struct stage {
    int plies;
    uint64_t rounds;
    double trust;
};

static const struct stage stages[SEARCH_STAGES] = {
    {2, 64, 5}, {4, 256, 16}, {8, UINT64_MAX, 40}};
/* A candidate at most this many points behind the best is looked at again in the next stage. */
static const double CLOSE = 1.5;

/* Before any playout: the variance that is assumed, and as how many playouts that counts. */
static const double SPREAD = 6, SPREAD_COUNTS = 4;

struct search;

/* One thread's share of the work. */
struct worker {
    struct turn turn;
    struct search *search;
    struct aude_game game;
    uint64_t first, rounds; /* of the batch: every `threads`th round from the first */
    uint64_t done;
    struct search_candidate sum[SEARCH_CANDIDATES_MAX];
    /* The first reply to each candidate, by the tile that was drawn: it comes again. Which are known are bits of their own: to
     * empty half a megabyte for each search was a twelfth of the instructions of a short one. */
    uint64_t replied[SEARCH_CANDIDATES_MAX][256 / 64];
    struct turn_line reply[SEARCH_CANDIDATES_MAX][256];
#ifdef AI_THREADS
    pthread_t thread;
    bool running;
#endif
};

struct search {
    const struct aude_game *view;
    const struct search_plan *plan;
    const struct ai_limits *limits;
    unsigned seat; /* whose lead is counted */
    int n;
    struct search_candidate *candidate;
    turn_flag halt;
    uint64_t seed, playouts, rounds;
    int plies;       /* of a playout now */
    int stage;       /* of the plan's stages, */
    uint64_t staged; /* and the round it began with */
    double sure;     /* lines are weighed against the first; 0: the best is looked for */
    unsigned threads;
    int n_pile;
    aude_kind first[AUDE_TILES_MAX]; /* the pile in the order of the first draws */
    struct worker *worker[SEARCH_THREADS_MAX];
};

/* -- Draws ------------------------------------------------------------------------------ */

static void search_shuffle(aude_kind *list, int n, struct ai_rng *rng)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)ai_rng_below(rng, (uint32_t)i + 1);
        aude_kind swap = list[i];
        list[i] = list[j];
        list[j] = swap;
    }
}

/* All tiles of the pile in a random order. While a river flows the list stays empty, because its tiles come in
 * an order of their own: then every draw is random. */
static void search_fill_draws(struct search *s)
{
    const struct aude_pile *pile = &s->view->pile;
    struct ai_rng rng;

    s->n_pile = 0;
    if (s->view->river.flowing) return;
    for (unsigned i = pile->next; i < pile->n; i++) s->first[s->n_pile++] = pile->kind[i];
    ai_rng_init(&rng, s->seed);
    search_shuffle(s->first, s->n_pile, &rng);
}

/* The second draw of a round: the pile once through, each pass shifted against the first
 * draws by another step. */
static aude_kind search_second_draw(const struct search *s, uint64_t round)
{
    uint64_t n = (uint64_t)s->n_pile, pass = round / n;
    struct ai_rng rng;

    ai_rng_init(&rng, s->seed ^ (pass + 1) * 0x9e3779b97f4a7c15u);
    uint64_t shift = 1 + ai_rng_below(&rng, (uint32_t)(n > 1 ? n - 1 : 1));
    return s->first[(round + shift) % n];
}

/* Draws of one round are the same for all candidates. A wish that cannot be granted, because the
 * tile is laid already, is replaced by chance (ai_turn_draw). */
static aude_kind search_wish(const struct search *s, uint64_t round, int draw)
{
    struct ai_rng rng;

    if (!s->n_pile) return AUDE_KIND_NONE;
    if (draw < 2)
        return draw ? search_second_draw(s, round)
                    : s->first[round % (uint64_t)s->n_pile];
    ai_rng_init(&rng, s->seed ^ (round * 64 + (uint64_t)draw) * 0xd1342543de82ef95u);
    return s->first[ai_rng_below(&rng, (uint32_t)s->n_pile)];
}

/* -- Playouts --------------------------------------------------------------------------- */

/* The chance to win that a lead gives, by how many tiles are still to come; fitted by
 * tools/train/fit.c. */
void search_win(const struct aude_game *game, const float points[AUDE_SEATS_MAX],
                double win[AUDE_SEATS_MAX])
{
    double sure =
        (double)(eval_is_special(game->sets) ? eval_weights.win_sets : eval_weights.win);
    double left = aude_game_over(game) ? 0 : aude_game_left_total(game) + 1, sum = 0;

    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        double lead = (double)eval_lead(game->n_seats, points, seat);
        if (left > 0)
            win[seat] = 1 / (1 + eval_exp(-sure * lead / sqrt(left)));
        else
            win[seat] = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
        sum += win[seat];
    }
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        win[seat] = sum > 0 ? win[seat] / sum : 1.0 / game->n_seats;
}

/* The first reply: the same as the last time this tile came, if it did. */
static int search_first_reply(struct worker *w, int candidate, struct ai_rng *rng,
                              struct turn_line *out)
{
    const struct aude_game *game = &w->game;
    bool plain = w->turn.eval.net && game->turn.phase == AUDE_PHASE_TILE &&
                 game->turn.tile != AUDE_KIND_NONE;
    unsigned tile = plain ? game->turn.tile : 0;
    uint64_t *replied = &w->replied[candidate][tile / 64], bit = (uint64_t)1 << tile % 64;

    if (plain && *replied & bit) {
        *out = w->reply[candidate][tile];
        w->turn.pointed = false;
        return 1;
    }
    int n = ai_turn_lines(&w->turn, game, REPLY_LINES, rng, out, 1);
    if (plain && n && !ai_turn_stopped(&w->turn)) {
        w->reply[candidate][tile] = *out;
        *replied |= bit;
    }
    return n;
}

/* Is the playout not long enough yet? A step of the dragon is a decision, but no turn: where those counted,
 * the turns that a line leads to would not be seen. */
static bool search_goes_on(const struct worker *w, int ply)
{
    const struct search *s = w->search;
    int turns = w->game.turn.number - s->view->turn.number;

    if (aude_game_over(&w->game)) return false;
    return s->plan->whole ? turns <= s->plies && ply < s->plies + ASIDE_MAX
                          : ply < s->plies;
}

/* Play the candidate's line, if it has one, and then some turns by the evaluation. True: the last of
 * them was the searching seat's own and what it came to is in `turn.points`. */
static bool search_play_out(struct worker *w, int candidate, uint64_t round)
{
    const struct search *s = w->search;
    const struct turn_line *line = &s->candidate[candidate].line;
    struct ai_rng rng;
    struct turn_line reply;
    int draws = 0;
    bool own = false;

    ai_rng_init(&rng, s->seed + round);
    aude_game_copy(&w->game, s->view);
    ai_turn_play(&w->game, line);
    for (int ply = 0; search_goes_on(w, ply); ply++) {
        own = false;
        if (w->game.turn.actor == AUDE_SEAT_NONE)
            ai_turn_draw(&w->game, search_wish(s, round, draws++), &rng);
        if (aude_game_over(&w->game) || w->game.turn.actor == AUDE_SEAT_NONE) break;
        own = w->game.turn.actor == s->seat;
        if (!(ply ? ai_turn_lines(&w->turn, &w->game, REPLY_LINES, &rng, &reply, 1)
                  : search_first_reply(w, candidate, &rng, &reply)))
            break;
        ai_turn_play(&w->game, &reply);
        own = own && w->turn.pointed;
    }
    return own;
}

static double search_judge(struct worker *w, bool seen, struct search_candidate *sum)
{
    float points[AUDE_SEATS_MAX];
    double win[AUDE_SEATS_MAX] = {0};

    if (seen)
        memcpy(points, w->turn.points, sizeof points);
    else
        eval_net_value(&w->turn.eval, &w->game, NULL, NULL, w->search->seat, points);
    search_win(&w->game, points, win);
    double lead = (double)eval_lead(w->game.n_seats, points, w->search->seat);
    sum->n++;
    sum->lead += lead;
    sum->lead_squares += lead * lead;
    for (unsigned seat = 0; seat < w->game.n_seats; seat++) {
        sum->points[seat] += (double)points[seat];
        sum->win[seat] += win[seat];
    }
    return lead;
}

/* One round: every candidate against the same draws. A round that was broken off counts
 * for none of them. */
static bool search_play_round(struct worker *w, uint64_t round)
{
    const struct search *s = w->search;
    struct search_candidate fresh[SEARCH_CANDIDATES_MAX];
    double base = 0;
    bool any = false;

    for (int i = 0; i < s->n; i++) {
        if (s->candidate[i].dropped) continue;
        bool seen = search_play_out(w, i, round);
        if (ai_turn_stopped(&w->turn)) return false;
        fresh[i] = w->sum[i];
        double lead = search_judge(w, seen, &fresh[i]);
        if (!any) base = lead;
        any = true;
        fresh[i].behind += lead - base;
        fresh[i].squares += (lead - base) * (lead - base);
    }
    for (int i = 0; i < s->n; i++)
        if (!s->candidate[i].dropped) w->sum[i] = fresh[i];
    return true;
}

static void search_work(struct worker *w)
{
    w->done = 0;
    for (uint64_t r = 0; r < w->rounds; r++, w->done++)
        if (!search_play_round(w, w->first + r * w->search->threads)) return;
}

/* -- Threads ---------------------------------------------------------------------------- */

#ifdef AI_THREADS
static void *search_thread(void *context)
{
    search_work(context);
    return NULL;
}

/* The first worker is this thread; it alone asks whether to stop. */
static void search_work_all(struct search *s)
{
    for (unsigned t = 1; t < s->threads; t++)
        s->worker[t]->running =
            !pthread_create(&s->worker[t]->thread, NULL, search_thread, s->worker[t]);
    search_work(s->worker[0]);
    for (unsigned t = 1; t < s->threads; t++)
        if (s->worker[t]->running)
            pthread_join(s->worker[t]->thread, NULL);
        else
            search_work(s->worker[t]);
}
#else
static void search_work_all(struct search *s)
{
    search_work(s->worker[0]);
}
#endif

/* One that has done nothing; NULL: no memory. Its room for lines and games is filled when it is needed. */
static struct worker *search_new_worker(struct search *s)
{
    struct worker *w = malloc(sizeof *w);

    if (!w) return NULL;
    w->search = s;
    w->first = w->rounds = w->done = 0;
    memset(w->sum, 0, sizeof w->sum);
    memset(w->replied, 0, sizeof w->replied);
    return w;
}

static bool search_start_workers(struct search *s)
{
    unsigned wanted = s->limits->threads ? s->limits->threads : 1;

#ifndef AI_THREADS
    wanted = 1;
#endif
    if (wanted > SEARCH_THREADS_MAX) wanted = SEARCH_THREADS_MAX;
    for (s->threads = 0; s->threads < wanted; s->threads++) {
        struct worker *w = search_new_worker(s);
        if (!w) break;
        ai_turn_init(&w->turn, s->view, s->threads ? NULL : s->limits, &s->halt);
        w->turn.hand = s->plan->hand;
        w->turn.eval.net = s->plan->net;
        w->turn.eval.taste = s->plan->taste;
        w->turn.eval.taster = s->view->turn.actor;
        if (s->plan->forgets) eval_forget(&w->turn.eval, s->view);
        s->worker[s->threads] = w;
    }
    return s->threads;
}

static void search_end_workers(struct search *s)
{
    for (unsigned t = 0; t < s->threads; t++) {
        if (s->limits->looked) *s->limits->looked += s->worker[t]->turn.looked;
        free(s->worker[t]);
    }
}

/* -- The search ------------------------------------------------------------------------- */

static void search_add_sums(struct search_candidate *to,
                            const struct search_candidate *from)
{
    to->n += from->n;
    to->lead += from->lead;
    to->behind += from->behind;
    to->squares += from->squares;
    to->lead_squares += from->lead_squares;
    for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++) {
        to->points[seat] += from->points[seat];
        to->win[seat] += from->win[seat];
    }
}

/* For how many playouts of the first stage one counts in the budget. */
static uint64_t search_length(const struct search *s)
{
    return (uint64_t)(stages[s->stage].plies / stages[0].plies);
}

static void search_gather(struct search *s)
{
    for (unsigned t = 0; t < s->threads; t++) {
        struct worker *w = s->worker[t];
        for (int i = 0; i < s->n; i++) {
            search_add_sums(&s->candidate[i], &w->sum[i]);
            s->playouts += w->sum[i].n * search_length(s);
        }
        memset(w->sum, 0, sizeof w->sum);
        s->rounds += w->done;
    }
}

/* What a candidate is worth; one that was not played out is behind all that were. */
static double search_worth(const struct search_candidate *c)
{
    if (!c->n) return (double)c->line.value - 1e6;
    return (c->lead + c->trust * (double)c->line.value) / ((double)c->n + c->trust);
}

static int search_best(const struct search *s)
{
    int best = 0;

    for (int i = 1; i < s->n; i++)
        if (!s->candidate[i].dropped &&
            (s->candidate[best].dropped ||
             search_worth(&s->candidate[i]) > search_worth(&s->candidate[best])))
            best = i;
    return best;
}

/* Is it one of the best that are played out to the end of the budget? */
static bool search_keeps(const struct search *s, const struct search_candidate *c)
{
    int better = 0;

    for (int i = 0; i < s->n && better < s->plan->keep; i++)
        better +=
            !s->candidate[i].dropped && search_worth(&s->candidate[i]) > search_worth(c);
    return better < s->plan->keep;
}

/* How wrong its distance to others may be, also after few playouts. */
static double search_doubt(const struct search_candidate *c)
{
    double n = (double)c->n;
    double spread = c->n ? c->squares - c->behind * c->behind / n : 0;

    return sqrt((SPREAD_COUNTS * SPREAD + spread) / (SPREAD_COUNTS + n) / (n + c->trust));
}

/* The same as below for a plan with stages: after every few rounds. */
static int search_drop_early(struct search *s)
{
    double best = search_worth(&s->candidate[search_best(s)]);
    int stay = 0;

    for (int i = 0; i < s->n; i++) {
        struct search_candidate *c = &s->candidate[i];
        if (c->dropped) continue;
        if (s->rounds > s->staged && search_worth(c) + 2 * search_doubt(c) < best)
            c->dropped = true;
        stay += !c->dropped;
    }
    return stay;
}

/* Drop who is behind by more than two standard errors of the difference; how many stay. */
static int search_drop(struct search *s)
{
    double best = search_worth(&s->candidate[search_best(s)]);
    int stay = 0;

    for (int i = 0; i < s->n; i++) {
        struct search_candidate *c = &s->candidate[i];
        if (c->dropped) continue;
        double error = sqrt(c->squares) / (double)(c->n ? c->n : 1);
        if (s->rounds >= 2 * BATCH && search_worth(c) + 2 * error < best &&
            !search_keeps(s, c))
            c->dropped = true;
        stay += !c->dropped;
    }
    return stay;
}

double search_error_of_mean(uint64_t values, double sum, double squares)
{
    double n = (double)values;

    if (values < 2) return 0;
    double variance = (squares - sum * sum / n) / (n - 1);
    return variance > 0 ? sqrt(variance / n) : 0;
}

double search_error(const struct search_candidate *c)
{
    return search_error_of_mean(c->n, c->behind, c->squares);
}

/* Drop who is surely behind the first; how many stay. */
static int search_drop_surely(struct search *s)
{
    int stay = 1;

    for (int i = 1; i < s->n; i++) {
        struct search_candidate *c = &s->candidate[i];
        if (c->dropped) continue;
        if (s->rounds >= SURE_ROUNDS &&
            c->behind / (double)c->n + s->sure * search_error(c) < 0)
            c->dropped = true;
        stay += !c->dropped;
    }
    return stay;
}

static void search_tell(const struct search *s)
{
    const struct search_candidate *c = &s->candidate[search_best(s)];
    double n = (double)(c->n ? c->n : 1);
    struct ai_info info = {.playouts = s->playouts,
                           .best = c->line.action[0],
                           .difference = c->n ? search_worth(c) : (double)c->line.value,
                           .win = c->win[s->seat] / n};

    if (s->limits->info && c->n) s->limits->info(s->limits->context, &info);
}

/* One more batch, or less where the budget ends. */
static void search_next_batch(struct search *s, int live, uint64_t budget)
{
    uint64_t rest =
        (budget - s->playouts) / (uint64_t)live + 1; /* no overflow at the top */
    uint64_t each = rest / s->threads + 1;
    uint64_t batch = s->plan->stages && s->rounds < BATCH ? BATCH_FIRST : BATCH;

    for (unsigned t = 0; t < s->threads; t++) {
        s->worker[t]->first = s->rounds + t;
        s->worker[t]->rounds = each < batch ? each : batch;
    }
}

/* Is it time to follow the last tiles to the end? Where the clock decides, when as much has
 * been spent on playouts as that will take at first: half the time is lost at worst. */
static bool search_can_solve(const struct search *s, uint64_t budget, int live)
{
    int left = aude_game_left_total(s->view);

    if (!left || left > s->plan->endgame || s->view->river.flowing) return false;
    uint64_t cost = endgame_cost(s->view, live, 0) / (uint64_t)s->plan->plies;
    return budget == UINT64_MAX ? cost <= s->playouts
                                : s->playouts <= budget && cost <= budget - s->playouts;
}

/* Wider and wider while the budget or the clock allows it; false if nothing was finished. */
static bool search_solve_wider(struct search *s, uint64_t budget, int live,
                               struct ai_rng *rng)
{
    int step = 0, steps = aude_game_left_total(s->view) > 1 ? SEARCH_WIDTHS : 1;

    for (; step < steps; step++) {
        uint64_t cost = endgame_cost(s->view, live, step) / (uint64_t)s->plan->plies;
        if (budget - s->playouts < cost && budget != UINT64_MAX) break;
        if (!endgame_solve(&s->worker[0]->turn, s->view, rng, s->candidate, s->n, step))
            break;
        s->playouts += cost + 1;
        search_tell(s);
    }
    return step;
}

static bool search_stage_ends(const struct search *s, int live)
{
    return live < 2 ||
           (s->plan->stages && s->rounds - s->staged >= stages[s->stage].rounds);
}

/* Look at those that are close to the best again, in longer playouts; how many. Below two there is nothing
 * more to think about, and all stays as it is. */
static int search_next_stage(struct search *s)
{
    const struct stage *next = &stages[s->stage + 1];
    double best = search_worth(&s->candidate[search_best(s)]);
    int close = 0;

    if (s->stage + 1 >= s->plan->stages || aude_game_left_total(s->view) < next->plies)
        return 0;
    for (int i = 0; i < s->n; i++)
        close += search_worth(&s->candidate[i]) >= best - CLOSE;
    if (close < 2) return close;
    for (int i = 0; i < s->n; i++) {
        struct search_candidate *c = &s->candidate[i];
        double worth = search_worth(c);
        *c = (struct search_candidate){.line = c->line, .trust = next->trust};
        c->line.value = (float)worth;
        c->dropped = worth < best - CLOSE;
    }
    s->stage++;
    s->plies = next->plies;
    s->staged = s->rounds;
    return close;
}

/* `rng` NULL: there is nothing to choose between. */
static void search_think(struct search *s, uint64_t budget, struct ai_rng *rng)
{
    int live = s->n;

    while (s->playouts < budget && !ai_turn_stopped(&s->worker[0]->turn)) {
        uint64_t before = s->playouts;
        if (rng && s->sure <= 0 && search_can_solve(s, budget, live) &&
            search_solve_wider(s, budget, live, rng))
            return;
        search_next_batch(s, live, budget);
        search_work_all(s);
        search_gather(s);
        if (s->playouts > before) search_tell(s);
        if (!rng) continue;
        live = s->sure > 0       ? search_drop_surely(s)
               : s->plan->stages ? search_drop_early(s)
                                 : search_drop(s);
        if (search_stage_ends(s, live) && (live = search_next_stage(s)) < 2) break;
    }
}

static int search_better_first(const void *a, const void *b)
{
    const struct search_candidate *p = a, *q = b;
    double x = search_worth(p), y = search_worth(q);

    if (p->dropped != q->dropped) return p->dropped - q->dropped;
    return (x < y) - (x > y);
}

/* A gaussian number, nearly. */
static float search_gauss(struct ai_rng *rng)
{
    float sum = 0;

    for (int i = 0; i < 4; i++) sum += (float)(ai_rng_next(rng) >> 40) / (float)(1 << 24);
    return (sum - 2) * 1.732f;
}

/* Does the player miss the place of this line? What happens around the last tile catches the eye. */
static bool search_overlooks(const struct search *s, struct aude_action lay)
{
    const struct aude_game *view = s->view;
    const struct aude_laid *last = &view->laid[view->n_laid - 1];
    struct ai_rng rng;

    if (lay.kind != AUDE_LAY || s->plan->overlook <= 0) return false;
    if (abs(lay.x - last->x) + abs(lay.y - last->y) <= NEAR) return false;
    ai_rng_init(&rng, s->seed ^ aude_key(lay.x, lay.y));
    return (float)ai_rng_below(&rng, 1000) < 1000 * s->plan->overlook;
}

/* Take out the lines that are overlooked; if that would be all, none. */
static int search_take_out(const struct search *s, struct turn_line *line, int n)
{
    int stay = 0;

    for (int i = 0; i < n; i++)
        if (!search_overlooks(s, line[i].action[0])) line[stay++] = line[i];
    return stay ? stay : n;
}

static int search_first_lines(struct search *s, struct ai_rng *rng)
{
    struct turn_line *line = malloc(SEARCH_CANDIDATES_MAX * sizeof *line);
    bool errs = s->plan->noise > 0 || s->plan->overlook > 0;
    int keep = errs ? SEARCH_CANDIDATES_MAX : s->plan->candidates, n = 0;

    if (line)
        n = ai_turn_lines(&s->worker[0]->turn, s->view, ROOT_LINES, rng, line, keep);
    if (errs) n = search_take_out(s, line, n);
    for (int i = 0; i < n; i++) {
        if (s->plan->noise > 0) line[i].value += s->plan->noise * search_gauss(rng);
        s->candidate[i] = (struct search_candidate){
            .line = line[i], .trust = s->plan->stages ? stages[0].trust : 0};
    }
    free(line);
    qsort(s->candidate, (size_t)n, sizeof *s->candidate, search_better_first);
    return n < s->plan->candidates ? n : s->plan->candidates;
}

/* Would another look tell more? Not where the lines end the game. */
static bool search_ends_the_game(struct search *s)
{
    struct worker *w = s->worker[0];

    aude_game_copy(&w->game, s->view);
    ai_turn_play(&w->game, &s->candidate[0].line);
    return aude_game_over(&w->game);
}

int search_run(const struct aude_game *view, const struct search_plan *plan,
               const struct ai_limits *limits, struct ai_rng *rng,
               struct search_candidate out[SEARCH_CANDIDATES_MAX])
{
    struct search *s = calloc(1, sizeof *s);
    uint64_t budget = limits->playouts ? limits->playouts : plan->playouts;

    if (!s) return 0;
    s->view = view;
    s->plan = plan;
    s->limits = limits;
    s->seat = view->turn.actor;
    s->candidate = out;
    s->plies = plan->plies;
    s->seed = ai_rng_next(rng);
    search_fill_draws(s);
    int n = 0;
    if (search_start_workers(s)) {
        n = s->n = search_first_lines(s, rng);
        if (n > 1 && plan->plies && !search_ends_the_game(s))
            search_think(s, budget, rng);
        qsort(out, (size_t)n, sizeof *out, search_better_first);
    }
    search_end_workers(s);
    free(s);
    return n;
}

void search_weigh(const struct aude_game *view, const struct search_plan *plan,
                  const struct ai_limits *limits, struct ai_rng *rng, double sure,
                  struct search_candidate *list, int n)
{
    struct search *s = calloc(1, sizeof *s);

    for (int i = 0; i < n; i++) list[i] = (struct search_candidate){.line = list[i].line};
    if (!s) return;
    s->view = view;
    s->plan = plan;
    s->limits = limits;
    s->seat = view->turn.actor;
    s->candidate = list;
    s->n = n;
    s->sure = sure;
    s->plies = plan->plies;
    s->seed = ai_rng_next(rng);
    search_fill_draws(s);
    if (search_start_workers(s))
        search_think(s, limits->playouts ? limits->playouts : plan->playouts, rng);
    search_end_workers(s);
    free(s);
}

void search_watch(const struct aude_game *view, const struct search_plan *plan,
                  const struct ai_limits *limits, struct ai_rng *rng,
                  struct search_candidate *out)
{
    struct search *s = calloc(1, sizeof *s);

    *out = (struct search_candidate){.line = {.n = 0}};
    if (!s) return;
    s->view = view;
    s->plan = plan;
    s->limits = limits;
    s->candidate = out;
    s->n = 1;
    s->plies = plan->plies;
    s->seed = ai_rng_next(rng);
    search_fill_draws(s);
    if (search_start_workers(s))
        search_think(s, limits->playouts ? limits->playouts : plan->playouts, NULL);
    search_end_workers(s);
    free(s);
}
