/* think.c -- computer players for the page, in the module of its worker: a call takes long. */
#include "ai.h"
#include "bridge.h"
#include "choices.h"
#include "net.h"

#include <string.h>
#include <time.h>

static struct aude_game view;

static double bridge_think_now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1000 + (double)t.tv_nsec / 1e6;
}

static bool bridge_think_late(void *context)
{
    return bridge_think_now_ms() >= *(const double *)context;
}

static struct aude_action bridge_think_answer(const struct ai_player *player, double ms,
                                              struct ai_rng *rng)
{
    double end = bridge_think_now_ms() + ms;
    static struct ai_thoughts thoughts; /* its follower comes at once after its tile */
    struct ai_limits limits = {.stop = ms > 0 ? bridge_think_late : NULL,
                               .context = &end,
                               .thoughts = &thoughts};

    return ai_choose(player, &view, &limits, rng);
}

static void bridge_think_show_candidate(const struct ai_candidate *c, unsigned seat)
{
    char text[160];

    json_object(&out, NULL);
    aude_action_text(&view, c->action, text, sizeof text);
    json_text(&out, "action", text);
    if (c->then.kind != AUDE_NO_ACTION) {
        static struct aude_game after; /* what follows is named in its position */
        aude_game_copy(&after, &view);
        if (!aude_game_play(&after, c->action, NULL)) {
            aude_action_text(&after, c->then, text, sizeof text);
            json_text(&out, "then", text);
        }
    }
    json_real(&out, "win", c->win[seat]);
    json_real(&out, "difference", c->difference[seat]);
    json_int(&out, "playouts", (long)c->playouts);
    json_end(&out, '}');
}

/* -- The network ---------------------------------------------------------------------------- */

struct net net_built_in;

/* Takes the weights in `in`, `n` bytes (scripts/wasm writes them as aude.net); 0 if they
 * do not fit this program. */
int THINKING(bridge_think_net)(size_t n);
int bridge_think_net(size_t n)
{
    if (n != sizeof net_built_in) return 0;
    memcpy(&net_built_in, in, n);
    return 1;
}

void THINKING(bridge_think_analyse)(const struct game *game, double ms, int max,
                                    double seed);
void bridge_think_analyse(const struct game *game, double ms, int max, double seed)
{
    enum { MAX = 64 };
    static struct ai_candidate list[MAX];
    double end = bridge_think_now_ms() + ms;
    struct ai_limits limits = {.stop = ms > 0 ? bridge_think_late : NULL,
                               .context = &end};
    struct ai_rng rng;

    ai_rng_init(&rng, (uint64_t)seed);
    aude_game_view(&view, &game->reader.game, game->reader.game.turn.actor);
    int n = ai_analyse(&view, &limits, &rng, list, max < MAX ? max : MAX);
    json_clear(&out);
    json_list(&out, NULL);
    for (int i = 0; i < n && i < max && i < MAX; i++)
        bridge_think_show_candidate(&list[i], view.turn.actor);
    json_end(&out, ']');
}

static void bridge_think_show_line(const struct ai_choice *line)
{
    static struct aude_game after; /* every action is named in its own position */
    char text[160];

    json_object(&out, NULL);
    json_list(&out, "line");
    aude_game_copy(&after, &view);
    for (int i = 0; i < line->n; i++) {
        aude_action_text(&after, line->action[i], text, sizeof text);
        json_text(&out, NULL, text);
        if (aude_game_play(&after, line->action[i], NULL)) break;
    }
    json_end(&out, ']');
    json_real(&out, "win", line->win);
    json_real(&out, "difference", line->difference);
    json_real(&out, "error", line->error);
    json_int(&out, "playouts", (long)line->playouts);
    json_bool(&out, "exact", line->exact);
    json_end(&out, '}');
}

/* Whole lines of the decision, each with its error; -1: not known. */
void THINKING(bridge_think_lines)(const struct game *game, double ms, int max,
                                  double seed);
void bridge_think_lines(const struct game *game, double ms, int max, double seed)
{
    enum { MAX = 48 };
    static struct ai_choice list[MAX];
    double end = bridge_think_now_ms() + ms;
    struct ai_limits limits = {.stop = bridge_think_late, .context = &end};
    struct ai_rng rng;

    ai_rng_init(&rng, (uint64_t)seed);
    aude_game_view(&view, &game->reader.game, game->reader.game.turn.actor);
    int n = ai_choices(&view, &limits, &rng, list, max < MAX ? max : MAX);
    json_clear(&out);
    json_list(&out, NULL);
    for (int i = 0; i < n; i++) bridge_think_show_line(&list[i]);
    json_end(&out, ']');
}

double THINKING(bridge_think_win)(const struct game *game, unsigned seat, double ms,
                                  double seed);
double bridge_think_win(const struct game *game, unsigned seat, double ms, double seed)
{
    double end = bridge_think_now_ms() + ms;
    struct ai_limits limits = {.stop = ms > 0 ? bridge_think_late : NULL,
                               .context = &end};
    struct ai_rng rng;

    if (seat >= game->reader.game.n_seats) return 0;
    ai_rng_init(&rng, (uint64_t)seed);
    aude_game_view(&view, &game->reader.game, seat);
    return ai_win_probability(&view, seat, &limits, &rng);
}

/* What the player named in `in` would do now: the words of an action, "" if nobody
 * decides. */
void THINKING(bridge_think_choose)(const struct game *game, double ms, double seed);
void bridge_think_choose(const struct game *game, double ms, double seed)
{
    const struct ai_player *player = ai_find(in);
    struct ai_rng rng;

    json_clear(&out);
    if (!player) return;
    ai_rng_init(&rng, (uint64_t)seed);
    aude_game_view(&view, &game->reader.game, game->reader.game.turn.actor);
    struct aude_action action = bridge_think_answer(player, ms, &rng);
    if (action.kind == AUDE_NO_ACTION) return;
    char *text = json_room(&out, 160);
    if (text) json_took(&out, aude_action_text(&view, action, text, 160));
}
