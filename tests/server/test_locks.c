/* test_locks.c -- locks.c sees what a thread does wrong with a lock, and nothing else. */
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

#ifdef AUDE_WRAPPED
static pthread_mutex_t lock, other;
static pthread_cond_t word;

static void nothing_wrong(void)
{
    struct timespec until = {0};

    pthread_mutex_lock(&lock);
    pthread_cond_timedwait(&word, &lock, &until);
    pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&lock);
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

static void not_taken(void)
{
    pthread_mutex_unlock(&lock);
}

static void given_back_twice(void)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
}

static void never_made(void)
{
    pthread_mutex_lock(&other);
}

static void waits_without(void)
{
    pthread_cond_wait(&word, &lock);
}

static void waits_a_while_without(void)
{
    struct timespec until = {0};

    pthread_cond_timedwait(&word, &lock, &until);
}

static void destroyed_while_held(void)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_destroy(&lock);
}

static void *unlock_it(void *context)
{
    pthread_mutex_unlock(context);
    return NULL;
}

static void another_gives_it_back(void)
{
    pthread_t thread;

    pthread_mutex_lock(&lock);
    if (!pthread_create(&thread, NULL, unlock_it, &lock)) pthread_join(thread, NULL);
}

/* Is the program ended when it does that? */
static bool is_seen(void (*what)(void))
{
    int status = 0;
    pid_t child = fork();

    if (!child) {
        signal(SIGABRT, SIG_DFL);
        close(2); /* what it complains of is meant */
        what();
        _exit(0);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status);
}

TEST(what_is_wrong_with_a_lock_is_seen)
{
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&word, NULL);
    CHECK(!is_seen(nothing_wrong));
    CHECK(is_seen(not_taken));
    CHECK(is_seen(given_back_twice));
    CHECK(is_seen(never_made));
    CHECK(is_seen(waits_without));
    CHECK(is_seen(waits_a_while_without));
    CHECK(is_seen(destroyed_while_held));
    CHECK(is_seen(another_gives_it_back));
    pthread_mutex_destroy(&lock);
    pthread_cond_destroy(&word);
}
#endif
