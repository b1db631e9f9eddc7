/* push_test.h -- FOR TESTS ONLY: a receiver of our own on this machine. `aude serve` takes the file
 * of --push-test-only, and only where it listens for this machine alone.
 *
 *     ca PATH                      believe certificates of this file, instead of the system's
 *     resolve NAME ADDRESS...      NAME leads there; the addresses are judged like all others
 *     allow ADDRESS PORT           except this one, on this port
 *     patience MS                  so long a receiver may take
 *     again MS                     so long until a message is tried again
 *
 * Without the file none of this can happen. */
#ifndef PUSH_TEST_H
#define PUSH_TEST_H

#include "push_address.h"

#include <netdb.h>
#include <stdint.h>

enum { PUSH_TEST_NAMES = 16, PUSH_TEST_ADDRESSES = 4 };

struct push_test {
    char ca[512];
    struct {
        char name[PUSH_HOST_MAX];
        char address[PUSH_TEST_ADDRESSES][64];
        int n;
    } resolve[PUSH_TEST_NAMES];
    struct {
        char address[64];
        int port;
    } allow[PUSH_TEST_NAMES];
    int n_resolve, n_allow;
    int64_t patience_ms, again_ms; /* 0: as usual */
};

/* False: `problem` says why. */
bool push_test_read(const char *path, struct push_test *out, char *problem, size_t size);
/* The addresses of the name, to be freed with freeaddrinfo(); NULL: the file does not say. */
struct addrinfo *push_test_resolve(const struct push_test *test, const char *host,
                                   const char *port);
bool push_test_allows(const struct push_test *test, const struct sockaddr *address);

#endif
