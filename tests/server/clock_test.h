/* clock_test.h -- the clocks as the server's code asks for them. A test may let them stand still, so that a time that must pass passes exactly. Where the
 * linker does not know --wrap they go as they go. */
#ifndef CLOCK_TEST_H
#define CLOCK_TEST_H

#include <stdint.h>

/* All clocks stand still; so much passes at once; they go on from there. Those of libraries (libuv, OpenSSL, SQLite) go as always. */
void clock_test_stop(void);
void clock_test_pass(int64_t ms);
void clock_test_go(void);

/* How often they were asked until now, by all threads. */
long long clock_test_asked(void);

struct timespec;
/* When that time of day comes on the true clock, if these went on from now. */
void clock_test_truly(const struct timespec *at, struct timespec *out);

#endif
