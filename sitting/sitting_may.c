/* sitting_may.c -- what may be wished of a table, and why not. Each code is one of the protocol's
 * errors (server/table/messages.def); tests/table/test_situations.c holds them against each other. */
#include "sitting.h"

/* clang-format off */
enum why { WHY_OVER, WHY_PAUSED, WHY_RUNS, WHY_NOT_YOURS, WHY_NO_TURN, WHY_LENT, WHY_NOTHING, WHY_REVEALED,
           WHY_NOT_PLAYED, WHY_NO_PERSON, WHY_NOT_LENT, WHY_RESIGNED, WHY_N };

static const struct sitting_refusal reasons[WHY_N] = {
    [WHY_OVER]       = {"OVER", "the game is over", ""},
    [WHY_PAUSED]     = {"PAUSED", "the game is paused", ""},
    [WHY_RUNS]       = {"FIELD", "the game is not paused", ""},
    [WHY_NOT_YOURS]  = {"NOT_YOUR_SEAT", "that seat is not yours", ""},
    [WHY_NO_TURN]    = {"NOT_YOUR_TURN", "somebody else has to decide now", ""},
    [WHY_LENT]       = {"NOT_YOUR_TURN", "a computer plays for this seat; take it back", ""},
    [WHY_NOTHING]    = {"NO_UNDO", "there is nothing of yours to undo in this turn", ""},
    [WHY_REVEALED]   = {"NO_UNDO", "something hidden has been revealed since", "BASE-9"},
    [WHY_NOT_PLAYED] = {"NO_UNDO", "you have not played yet", ""},
    [WHY_NO_PERSON]  = {"NO_SEAT", "no person plays that seat", ""},
    [WHY_NOT_LENT]   = {"NO_SEAT", "no computer plays for that seat", ""},
    [WHY_RESIGNED]   = {"OVER", "that seat has resigned already", ""},
};
/* clang-format on */

const struct sitting_refusal *sitting_may_why(unsigned i)
{
    return i < WHY_N ? &reasons[i] : NULL;
}

static const struct sitting_refusal *sitting_may_no(enum why why)
{
    return &reasons[why];
}

static const struct sitting_refusal *
sitting_may_refuses_act(const struct sitting *sitting, unsigned mine)
{
    unsigned actor = sitting_actor(sitting);

    if (actor >= sitting->game->n_seats || !(mine >> actor & 1))
        return sitting_may_no(WHY_NO_TURN);
    return sitting_computer_decides(sitting) ? sitting_may_no(WHY_LENT) : NULL;
}

static const struct sitting_refusal *
sitting_may_refuses_undo(const struct sitting *sitting, unsigned mine)
{
    switch (sitting_undo_is_open(sitting, mine)) {
    case SITTING_UNDO_OK:
        return NULL;
    case SITTING_UNDO_REVEALED:
        return sitting_may_no(WHY_REVEALED);
    default:
        return sitting_may_no(WHY_NOTHING);
    }
}

/* What is wished for one seat. */
static const struct sitting_refusal *
sitting_may_refuses_seat(const struct sitting *sitting, enum sitting_wish wish,
                         unsigned seat)
{
    const struct sitting_seat *of = &sitting->seat[seat];

    if (wish == SITTING_WISH_TAKEBACK)
        return sitting_takeback_to(sitting, seat) < 0 ? sitting_may_no(WHY_NOT_PLAYED)
                                                      : NULL;
    if (wish == SITTING_WISH_RESIGN)
        return of->resigned ? sitting_may_no(WHY_RESIGNED) : NULL;
    if (wish == SITTING_WISH_BACK)
        return of->resigned || !of->substituted ? sitting_may_no(WHY_NOT_LENT) : NULL;
    return of->computer || of->substituted ? sitting_may_no(WHY_NO_PERSON) : NULL;
}

const struct sitting_refusal *sitting_may_refuse(const struct sitting *sitting,
                                                 enum sitting_wish wish, unsigned seat,
                                                 unsigned mine)
{
    /* A computer may be wished for and somebody may resign or return during a pause, too. */
    bool during_pause = wish >= SITTING_WISH_RESUME;
    bool for_seat = wish == SITTING_WISH_TAKEBACK || wish > SITTING_WISH_RESUME;

    if (sitting->over) return sitting_may_no(WHY_OVER);
    if (!during_pause && sitting->paused) return sitting_may_no(WHY_PAUSED);
    if (wish == SITTING_WISH_RESUME)
        return sitting->paused ? NULL : sitting_may_no(WHY_RUNS);
    if (wish == SITTING_WISH_ACT) return sitting_may_refuses_act(sitting, mine);
    if (wish == SITTING_WISH_UNDO) return sitting_may_refuses_undo(sitting, mine);
    if (!for_seat) return NULL;
    if (seat >= sitting->game->n_seats) return sitting_may_no(WHY_NO_PERSON);
    if (wish != SITTING_WISH_COMPUTER && !(mine >> seat & 1))
        return sitting_may_no(WHY_NOT_YOURS);
    return sitting_may_refuses_seat(sitting, wish, seat);
}
