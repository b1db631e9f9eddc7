/* clock_test.c -- see clock_test.h. */
#include "clock_test.h"

#include <stdatomic.h>
#include <time.h>

#ifdef AUDE_WRAPPED

enum { BILLION = 1000000000 };

/* Nanoseconds: how far the clocks are before the true ones, and where the steady one stands (0: it goes). */
static atomic_llong before, stands;
static atomic_llong asked;

int __real_clock_gettime(clockid_t clock, struct timespec *at);
int __wrap_clock_gettime(clockid_t clock, struct timespec *at);
time_t __wrap_time(time_t *at);

static long long really(clockid_t clock)
{
    struct timespec at;

    __real_clock_gettime(clock, &at);
    return (long long)at.tv_sec * BILLION + at.tv_nsec;
}

static long long steady(void)
{
    long long still = atomic_load(&stands);

    return still ? still : really(CLOCK_MONOTONIC) + atomic_load(&before);
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *at)
{
    static atomic_llong between; /* of the time of day and the steady clock */

    atomic_fetch_add(&asked, 1);
    if (clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME)
        return __real_clock_gettime(clock, at);
    if (!atomic_load(&between))
        atomic_store(&between, really(CLOCK_REALTIME) - really(CLOCK_MONOTONIC));
    long long now = steady() + (clock == CLOCK_REALTIME ? atomic_load(&between) : 0);
    at->tv_sec = (time_t)(now / BILLION);
    at->tv_nsec = (long)(now % BILLION);
    return 0;
}

time_t __wrap_time(time_t *at)
{
    struct timespec now;

    __wrap_clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}

/* At a whole millisecond, so that what passes is seen to the millisecond. */
void clock_test_stop(void)
{
    atomic_store(&stands, steady() / 1000000 * 1000000 + 1000000);
}

void clock_test_pass(int64_t ms)
{
    if (atomic_load(&stands))
        atomic_fetch_add(&stands, ms * 1000000);
    else
        atomic_fetch_add(&before, ms * 1000000);
}

void clock_test_go(void)
{
    atomic_store(&before, steady() - really(CLOCK_MONOTONIC));
    atomic_store(&stands, 0);
}

long long clock_test_asked(void)
{
    return atomic_load(&asked);
}

void clock_test_truly(const struct timespec *at, struct timespec *out)
{
    struct timespec now;

    __wrap_clock_gettime(CLOCK_REALTIME, &now);
    long long left =
        ((long long)at->tv_sec - now.tv_sec) * BILLION + at->tv_nsec - now.tv_nsec;
    long long when = really(CLOCK_REALTIME) + left;
    out->tv_sec = (time_t)(when / BILLION);
    out->tv_nsec = (long)(when % BILLION);
}

#else

void clock_test_stop(void) {}
void clock_test_pass(int64_t ms)
{
    (void)ms;
}
void clock_test_go(void) {}
long long clock_test_asked(void)
{
    return 0;
}

#endif
