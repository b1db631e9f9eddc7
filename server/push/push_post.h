/* push_post.h -- one push message on its way: the name is resolved, the addresses are judged, one of
 * them is connected to, TLS, one POST (RFC 8030), and the answer's first line.
 *
 * It waits, so it runs in a thread of its own (push_send.c). It never waits longer than the
 * patience; only the system's resolver may. */
#ifndef PUSH_POST_H
#define PUSH_POST_H

#include "push_seal.h"
#include "push_test.h"

#include <openssl/ssl.h>

enum { PUSH_PATIENCE_MS = 10000, PUSH_WHY_MAX = 120, PUSH_TOPIC_MAX = 33 };

struct push_message {
    char endpoint[PUSH_ENDPOINT_MAX + 1];
    struct push_reader reader;
    char topic[PUSH_TOPIC_MAX]; /* a later message replaces one that waits */
    int ttl_s;                  /* so long it is worth something */
    size_t n;
    char text[PUSH_TEXT_MAX];
};

/* What came of it: the service has it; there is no such subscription any more; perhaps later; never. */
enum push_outcome { PUSH_DONE, PUSH_GONE, PUSH_LATER, PUSH_FAILED };

struct push_result {
    enum push_outcome outcome;
    int wait_s;             /* of PUSH_LATER: what the service asks for, or 0 */
    char why[PUSH_WHY_MAX]; /* for the operator's log */
};

/* What all messages share; not changed while threads run. */
struct push_sender {
    EVP_PKEY *key;
    char key_text[PUSH_POINT_TEXT];
    const char *contact;
    struct push_ports ports;
    SSL_CTX *tls;
    const struct push_test *test; /* NULL, except in tests */
    int stop_fd;                  /* becomes readable when all is to end */
};

void push_post(const struct push_sender *sender, const struct push_message *message,
               struct push_result *result);

#endif
