/* thoughts.c -- the rest of the line that a player chose, kept by the caller until its next decision.
 *
 * A tile and a follower are two decisions but one thought. Thinking anew about the follower would take time that the
 * tile can use, and, with less time than before, might choose worse than what was already found. */
#include "thoughts.h"

#include <stdlib.h>
#include <string.h>

static uint64_t thoughts_mix(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
    return sum ^ sum >> 29;
}

/* A number for a position: whose turn it is, what lies last, where figures stand, what was scored. Positions in which
 * a line goes on differ in these from all others that a player is asked about. */
static uint64_t thoughts_sign(const struct aude_game *game)
{
    const struct aude_laid *last = game->n_laid ? &game->laid[game->n_laid - 1] : NULL;
    uint64_t sum = thoughts_mix(game->n_laid, game->turn.number);

    sum = thoughts_mix(sum, (uint64_t)game->turn.actor << 16 |
                                (uint64_t)game->turn.phase << 8 | game->turn.tile);
    if (last)
        sum = thoughts_mix(sum, (uint64_t)aude_key(last->x, last->y) << 16 |
                                    (uint64_t)last->kind << 4 | last->rot);
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        sum = thoughts_mix(sum, (uint64_t)(uint32_t)game->player[seat].points);
    for (unsigned i = 0; i < game->n_figures; i++)
        sum = thoughts_mix(sum, (uint64_t)game->figure[i].where << 32 |
                                    (uint64_t)(uint32_t)game->figure[i].at);
    return sum | 1; /* 0 is no position */
}

void thoughts_keep(struct ai_thoughts *thoughts, const struct aude_game *view,
                   const struct turn_line *line)
{
    struct aude_game *game = malloc(sizeof *game);

    *thoughts = (struct ai_thoughts){.position = {0}};
    if (!game) return;
    aude_game_copy(game, view);
    for (int i = 0; i + 1 < line->n && i < AI_THOUGHTS_MAX; i++) {
        if (aude_game_play(game, line->action[i], NULL)) break;
        thoughts->position[i] = thoughts_sign(game);
        thoughts->action[i] = line->action[i + 1];
    }
    free(game);
}

bool thoughts_next(const struct ai_thoughts *thoughts, const struct aude_game *view,
                   struct aude_action *action)
{
    struct aude_game *game;
    uint64_t sign = thoughts_sign(view);
    int i = 0;

    while (i < AI_THOUGHTS_MAX && thoughts->position[i] != sign) i++;
    if (i == AI_THOUGHTS_MAX || !(game = malloc(sizeof *game))) return false;
    aude_game_copy(game, view);
    bool can = !aude_game_play(game, thoughts->action[i], NULL);
    free(game);
    if (can) *action = thoughts->action[i];
    return can;
}
