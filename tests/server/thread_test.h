/* thread_test.h -- threads that cannot be had: the system lets the server start only so many more. Where the linker does not know --wrap it lets it start all. */
#ifndef THREAD_TEST_H
#define THREAD_TEST_H

enum { THREADS_ALL = -1 };

/* From now on so many can be started, and then none; THREADS_ALL: as many as the system has. */
void thread_test_allow(int threads);

/* How many of those can still be started. */
int thread_test_left(void);

#endif
