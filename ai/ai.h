/* ai.h -- ask a computer player for its next action, or what a position is worth.
 *
 *     aude_game_view(&view, &game, seat);
 *     action = ai_choose(ai_find("level-3"), &view, NULL, &rng);
 *
 * A player sees a view: what its seat may know. The order of the pile is not in it, so a
 * player cannot peek. Players read no clock and keep nothing between calls but what the caller keeps
 * for them (`thoughts`): with one thread the same view, thoughts, budget and random numbers
 * give the same answer, bit for bit. A caller with a clock stops a player by `stop`. Calls from several threads at once do
 * not meet. A call may allocate up to AI_MEMORY_MAX bytes and frees them; where there is no
 * memory it answers worse, never not at all. */
#ifndef AI_H
#define AI_H

#include "aude.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __wasm__
enum { AI_MEMORY_MAX = 16 << 20 };
#else
enum { AI_MEMORY_MAX = 64 << 20 };
#endif

/* Random numbers for choices, apart from the game's own. */
struct ai_rng {
    uint64_t state;
};

AUDE_API void ai_rng_init(struct ai_rng *rng, uint64_t seed);
AUDE_API uint64_t ai_rng_next(struct ai_rng *rng);
/* Uniform in 0..n-1, n > 0. */
AUDE_API uint32_t ai_rng_below(struct ai_rng *rng, uint32_t n);

/* How far a search has come. */
struct ai_info {
    uint64_t playouts;
    struct aude_action best;
    double difference; /* expected final points of the seat less its best rival's */
    double win;        /* its chance to win, 0..1; a shared victory counts half */
};

/* What a player meant to do next when it chose: a follower after its tile. All zero at first; one for a seat or for a
 * whole table, in which each has its turn. Its answer is at once then, so a clock may give the tile nearly all. */
enum { AI_THOUGHTS_MAX = 3 };

struct ai_thoughts {
    uint64_t position[AI_THOUGHTS_MAX]; /* where each was meant; 0: none */
    struct aude_action action[AI_THOUGHTS_MAX];
};

/* How long to think. All zero, or no limits at all: the level's own budget. */
struct ai_limits {
    uint64_t playouts;           /* 0: the level's own budget */
    bool (*stop)(void *context); /* asked often; true: answer at once. NULL: never */
    void *context;
    unsigned threads; /* 0 or 1: one, and bit-reproducible */
    void (*info)(void *context, const struct ai_info *info); /* progress; may be NULL */
    uint64_t *looked; /* grows by the positions that were valued; may be NULL */
    struct ai_thoughts *thoughts; /* kept from one decision to the next; may be NULL */
};

/* How steadily a player throws the catapult where people stop a meter (CAT-32). */
enum ai_hand { AI_HAND_EASY, AI_HAND_NORMAL, AI_HAND_HARD, AI_HANDS };

struct search_plan;

struct ai_player {
    const char *name;               /* as in options: "greedy" */
    const char *title;              /* for a person: "Mason" */
    const char *sentence;           /* how it plays */
    int level;                      /* of one of the seven levels 1..7, else 0 */
    const struct search_plan *plan; /* what it looks at: inside ai/ only */
    enum ai_hand hand;
    /* Called only when the seat of `view->turn.actor` has at least one action. */
    struct aude_action (*choose)(const struct ai_player *player,
                                 const struct aude_game *view,
                                 const struct ai_limits *limits, struct ai_rng *rng);
};

AUDE_API extern const struct ai_player ai_random, ai_greedy, ai_levels[7];
/* "builder", "thief", "farmer": as strong as each other, about level 5. */
AUDE_API extern const struct ai_player ai_styles[3];
/* Players of before, for matches alone: "level-4@0.1", "level-5@0.1". */
extern const struct ai_player ai_before[2];

/* Every player, the weakest first, NULL at the end; the styles stand after level 5. */
AUDE_API extern const struct ai_player *const ai_players[];

/* By name: "random", "greedy", "level-1" .. "level-7", "builder", "thief", "farmer";
 * "search:level=4" is "level-4" and "search" the strongest; those of ai_before too. NULL if there is none of that name. */
AUDE_API const struct ai_player *ai_find(const char *name);

/* How many playouts the player makes without limits; 0 if it makes none. With a `stop` some levels
 * think until they are stopped: a caller who wants neither more nor less gives this number. */
AUDE_API uint64_t ai_budget(const struct ai_player *player);

/* Does the player use `thoughts`? */
AUDE_API bool ai_keeps_thoughts(const struct ai_player *player);

/* What `player` does now, the error of its hand included where it throws. AUDE_NO_ACTION if
 * nobody has to decide. `limits` may be NULL. */
AUDE_API struct aude_action ai_choose(const struct ai_player *player,
                                      const struct aude_game *view,
                                      const struct ai_limits *limits, struct ai_rng *rng);

/* -- Analysis --------------------------------------------------------------------------- */

/* One thing that could be done now, with the best that could follow it in the same turn. */
struct ai_candidate {
    struct aude_action action, then; /* `then` is AUDE_NO_ACTION where nothing follows */
    uint64_t playouts;
    double points[AUDE_SEATS_MAX];     /* expected at the end of the game */
    double difference[AUDE_SEATS_MAX]; /* a seat's less its best rival's */
    double win[AUDE_SEATS_MAX];        /* chance to win; they sum to 1 */
};

/* What could be done in `view`, the best first: up to `max` of them, and how many. The
 * playouts of `limits` are for all together. 0 if nobody has to decide. */
AUDE_API int ai_analyse(const struct aude_game *view, const struct ai_limits *limits,
                        struct ai_rng *rng, struct ai_candidate out[], int max);

/* The chance of `seat` to win from here, no matter which seat decides, also before a draw: the
 * height of a review's curve. Exact where the game is over. */
AUDE_API double ai_win_probability(const struct aude_game *view, unsigned seat,
                                   const struct ai_limits *limits, struct ai_rng *rng);

/* -- Which library this is -------------------------------------------------------------- */

#define AI_ABI_STRUCTS(X) X(candidate) X(info) X(limits) X(player) X(rng) X(thoughts)

struct ai_abi {
#define X(name) size_t name;
    AI_ABI_STRUCTS(X)
#undef X
};

AUDE_API const char *ai_abi_compare(const struct ai_abi *mine);

/* aude_abi_differs() (aude_api.h), and the structs of this header. */
static inline const char *ai_abi_differs(void)
{
    const struct ai_abi mine = {
#define X(name) sizeof(struct ai_##name),
        AI_ABI_STRUCTS(X)
#undef X
    };

    return aude_abi_differs() ? aude_abi_differs() : ai_abi_compare(&mine);
}

#ifdef __cplusplus
}
#endif

#endif
