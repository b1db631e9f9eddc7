/* default.c -- what is played for a seat whose clock ran out. */
#include "action_internal.h"

static bool default_reads_before(struct aude_action a, struct aude_action b)
{
    if (a.y != b.y) return a.y < b.y;
    return a.x != b.x ? a.x < b.x : a.arg < b.arg;
}

static struct aude_action default_place(const struct aude_action *list, int n)
{
    struct aude_action first = list[0];

    for (int i = 1; i < n; i++)
        if (list[i].kind == AUDE_LAY && default_reads_before(list[i], first))
            first = list[i];
    return first;
}

/* INT-55: the action that changes least; the first of the list where none of these is in it. */
static struct aude_action default_mildest(const struct aude_action *list, int n)
{
    static const uint8_t mild[] = {AUDE_PASS, AUDE_GO_HOME, AUDE_SECOND, AUDE_DECLINE,
                                   AUDE_FROM_PILE};

    for (size_t k = 0; k < sizeof mild; k++)
        for (int i = 0; i < n; i++)
            if (list[i].kind == mild[k]) return list[i];
    return list[0];
}

/* CAT-19: a toss of middle strength to the catcher; a throw at half power, straight across the
 * board from the stand in the north. */
enum { TOSS_POWER = 700, THROW_POWER = 512, AIM_SOUTH = AUDE_CAT_TURN / 4 };

struct aude_action aude_game_default(const struct aude_game *game)
{
    struct aude_action list[AUDE_ACTIONS_MAX];
    bool toss = game->catapult.kind == AUDE_CATCH;
    int n;

    if (aude_game_over(game) || game->turn.actor == AUDE_SEAT_NONE)
        return (struct aude_action){.kind = AUDE_NO_ACTION};
    switch (game->turn.phase) {
    case AUDE_PHASE_CATAPULT: /* nobody loses a follower to a clock */
        return (struct aude_action){.kind = AUDE_CATAPULT, .arg = AUDE_TARGET};
    case AUDE_PHASE_THROW: /* CAT-19 */
        return toss ? (struct aude_action){.kind = AUDE_TOSS, .y = TOSS_POWER}
                    : (struct aude_action){
                          .kind = AUDE_THROW, .x = AIM_SOUTH, .y = THROW_POWER};
    case AUDE_PHASE_CATCH:
        return aude__catapult_list_hands_default(game);
    default:
        n = aude_game_actions(game, list, AUDE_ACTIONS_MAX);
        return game->turn.phase == AUDE_PHASE_TILE ? default_place(list, n)
                                                   : default_mildest(list, n);
    }
}
