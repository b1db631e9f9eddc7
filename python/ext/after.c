/* after.c -- every action on a copy of a view. A view waits for the next draw to be told, so
 * nothing is seen of it. */
#include "after.h"

void after_walk(struct after *a, const struct aude_game *game)
{
    struct aude_action list[AUDE_ACTIONS_MAX], next[AUDE_ACTIONS_MAX];

    a->seat = game->turn.actor;
    aude_game_view(&a->view, game, a->seat);
    int n = aude_game_actions(&a->view, list, AUDE_ACTIONS_MAX);
    for (int i = 0; i < n && i < AUDE_ACTIONS_MAX; i++) {
        aude_game_copy(&a->first, &a->view);
        aude_game_play(&a->first, list[i], NULL);
        bool more = a->whole && !aude_game_over(&a->first) &&
                    a->first.turn.actor == a->seat &&
                    a->first.turn.number == a->view.turn.number;
        int m = more ? aude_game_actions(&a->first, next, AUDE_ACTIONS_MAX) : 0;
        if (m < 1) a->row(a, &a->first, i);
        for (int k = 0; k < m && k < AUDE_ACTIONS_MAX; k++) {
            aude_game_copy(&a->then, &a->first);
            aude_game_play(&a->then, next[k], NULL);
            a->row(a, &a->then, i);
        }
    }
}
