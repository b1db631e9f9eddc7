/* sitting_time.c -- clocks: whose time runs, and when it is over. */
#include "sitting.h"

int64_t sitting_time_spent(const struct sitting *sitting, int64_t now)
{
    int64_t running = sitting->paused || now < sitting->since ? 0 : now - sitting->since;

    return sitting->spent + running;
}

int64_t sitting_time_left(const struct sitting *sitting, unsigned seat, int64_t now)
{
    int64_t ms = sitting->left[seat];

    if (seat == sitting_actor(sitting) && !sitting_computer_decides(sitting))
        ms -= sitting_time_spent(sitting, now);
    return ms > 0 ? ms : 0;
}

bool sitting_time_clock_runs(const struct sitting *sitting)
{
    return sitting->rules.clock && !sitting->paused &&
           sitting_actor(sitting) < sitting->game->n_seats &&
           !sitting_computer_decides(sitting);
}

int64_t sitting_time_deadline(const struct sitting *sitting)
{
    if (!sitting_time_clock_runs(sitting)) return INT64_MAX;
    return sitting->since + sitting->left[sitting_actor(sitting)] - sitting->spent;
}

enum sitting_late_act sitting_time_late_does(const struct sitting *sitting, bool seen)
{
    if (sitting->rules.late == SITTING_LATE_COMPUTER) return SITTING_LATE_SUBSTITUTES;
    if (sitting->rules.late == SITTING_LATE_LOSE) return SITTING_LATE_ENDS;
    bool deserted = sitting->alone >= (seen ? SITTING_ALONE_SEEN : SITTING_ALONE);
    return deserted ? SITTING_LATE_PAUSES : SITTING_LATE_PLAYS;
}

void sitting_time_pause(struct sitting *sitting, int64_t spent, int64_t now)
{
    sitting->spent = spent;
    sitting->since = now;
    sitting->paused = true;
    sitting->alone = 0;
}

void sitting_time_resume(struct sitting *sitting, int64_t now)
{
    sitting->since = now;
    sitting->paused = false;
    sitting->alone = 0;
}

void sitting_time_skip(struct sitting *sitting, int64_t ms)
{
    sitting->since += ms;
}
