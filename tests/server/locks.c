/* locks.c -- every lock that the server takes and gives back, watched in the C tests: the linker leads the calls here first (--wrap).
 *
 * A thread that forgets to take a lock is hardly ever caught by what goes wrong: the others would have to come in the same microsecond. But it
 * gives back later what it never took, and that is seen every time. Likewise one that waits without the lock, and a lock that was never made.
 * The first such thing ends the program with a line that says what it was. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "clock_test.h"
#include "locks.h"

void (*locks_given_back)(void);

#ifdef AUDE_WRAPPED

enum { LOCKS_MAX = 256 };

/* The thread that has it; only whoever has the lock writes here, and who has it not finds another's name, or nobody's. */
struct watched {
    _Atomic(const pthread_mutex_t *) at; /* NULL: a free place */
    pthread_t owner;
    bool held;
};

static struct watched watched[LOCKS_MAX];
static pthread_t tester; /* the thread of the tests */

__attribute__((constructor)) static void note_tester(void)
{
    tester = pthread_self();
}

int __real_pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *how);
int __real_pthread_mutex_lock(pthread_mutex_t *lock);
int __real_pthread_mutex_unlock(pthread_mutex_t *lock);
int __real_pthread_mutex_destroy(pthread_mutex_t *lock);
int __real_pthread_cond_wait(pthread_cond_t *word, pthread_mutex_t *lock);
int __real_pthread_cond_timedwait(pthread_cond_t *word, pthread_mutex_t *lock,
                                  const struct timespec *until);
int __wrap_pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *how);
int __wrap_pthread_mutex_lock(pthread_mutex_t *lock);
int __wrap_pthread_mutex_unlock(pthread_mutex_t *lock);
int __wrap_pthread_mutex_destroy(pthread_mutex_t *lock);
int __wrap_pthread_cond_wait(pthread_cond_t *word, pthread_mutex_t *lock);
int __wrap_pthread_cond_timedwait(pthread_cond_t *word, pthread_mutex_t *lock,
                                  const struct timespec *until);

static void complain(const char *what)
{
    fprintf(stderr, "locks.c: %s\n", what);
    abort();
}

/* Its place; without one a new place where `make` says so. Locks are made and destroyed by the thread of the test alone. */
static struct watched *place_of(const pthread_mutex_t *lock, bool make)
{
    struct watched *free_one = NULL;

    for (int i = 0; i < LOCKS_MAX; i++) {
        if (watched[i].at == lock) return &watched[i];
        if (!watched[i].at && !free_one) free_one = &watched[i];
    }
    if (!make) complain("a lock is used that was never made");
    if (!free_one) complain("more locks than there are places for");
    return free_one;
}

static struct watched *mine(const pthread_mutex_t *lock, const char *what)
{
    struct watched *one = place_of(lock, false);

    if (!one->held || !pthread_equal(one->owner, pthread_self())) complain(what);
    return one;
}

static void take(struct watched *one)
{
    if (one->held) complain("a lock that somebody has was given to another");
    one->owner = pthread_self();
    one->held = true;
}

int __wrap_pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *how)
{
    struct watched *one = place_of(lock, true);

    one->held = false; /* memory may be used again */
    one->at = lock;
    return __real_pthread_mutex_init(lock, how);
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *lock)
{
    struct watched *one = place_of(lock, false);
    int error = __real_pthread_mutex_lock(lock);

    if (!error) take(one);
    return error;
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *lock)
{
    struct watched *one = mine(lock, "a lock is given back that was not taken");

    if (locks_given_back && pthread_equal(pthread_self(), tester)) locks_given_back();
    one->held = false;
    return __real_pthread_mutex_unlock(lock);
}

int __wrap_pthread_mutex_destroy(pthread_mutex_t *lock)
{
    struct watched *one = place_of(lock, false);

    if (one->held) complain("a lock is destroyed that somebody has");
    one->at = NULL;
    return __real_pthread_mutex_destroy(lock);
}

int __wrap_pthread_cond_wait(pthread_cond_t *word, pthread_mutex_t *lock)
{
    struct watched *one = mine(lock, "somebody waits without the lock");

    one->held = false;
    int error = __real_pthread_cond_wait(word, lock);
    take(one);
    return error;
}

int __wrap_pthread_cond_timedwait(pthread_cond_t *word, pthread_mutex_t *lock,
                                  const struct timespec *until)
{
    struct watched *one = mine(lock, "somebody waits without the lock");

    struct timespec truly;

    clock_test_truly(until, &truly); /* a test may have set the clocks */
    one->held = false;
    int error = __real_pthread_cond_timedwait(word, lock, &truly);
    take(one);
    return error;
}
#endif
