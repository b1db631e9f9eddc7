/* thread_test.c -- see thread_test.h. */
#include "thread_test.h"

#include <errno.h>
#include <pthread.h>

#ifdef AUDE_WRAPPED

static int allowed = THREADS_ALL;

void thread_test_allow(int threads)
{
    allowed = threads;
}

int thread_test_left(void)
{
    return allowed;
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *how,
                          void *(*work)(void *context), void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how,
                          void *(*work)(void *context), void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how,
                          void *(*work)(void *context), void *context)
{
    if (!allowed) return EAGAIN;
    if (allowed > 0) allowed--;
    return __real_pthread_create(thread, how, work, context);
}

#else

void thread_test_allow(int threads)
{
    (void)threads;
}

int thread_test_left(void)
{
    return THREADS_ALL;
}

#endif
