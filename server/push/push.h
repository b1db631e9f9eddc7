/* push.h -- push messages: who is due is told, by Web Push (RFC 8030, 8291, 8292).
 *
 * The store is the queue: hub_push.c notes there whose turn it is and when that is to be told. Here
 * those that are due are handed to threads that send (push_send.h), a few at a time, and what came
 * of it is noted. So messages outlive a restart, and there are never more than subscriptions.
 *
 * Read hub/hub_push.c first (who subscribed, whose turn it is), then push.c, push_send.c (threads) and
 * push_post.c (one message). push_address.c and push_answer.c read what strangers chose; they and
 * push_seal.c are pure. push_key.c has keys and tokens, push_test.c what only tests may ask for. */
#ifndef PUSH_H
#define PUSH_H

#include "hub/hub.h"
#include "push_address.h"

struct push_options {
    const char
        *contact; /* whom push services may ask: mailto: or https:; NULL: none is sent */
    struct push_ports ports; /* besides 443 */
    int after_s;             /* so long it must be somebody's turn */
    const char *test;        /* for tests only: push_test.h */
};

struct push;

/* Reads the key, or makes it. NULL: `problem` says why. `sent` is called in another thread when
 * push_round() has something to do. */
struct push *push_start(const struct push_options *options, struct store *store,
                        void (*sent)(void *context), void *context, char *problem,
                        size_t size);
/* The public key, for browsers; the ports that an endpoint may have. */
const char *push_public_key(const struct push *push);
const struct push_ports *push_allowed_ports(const struct push *push);
/* Note what was sent, send what is due. At every round of the loop; mostly it does nothing. */
void push_round(struct push *push, struct hub *hub, int64_t now);
/* What failed since this was last asked, in words for the log, and how often; 0: nothing. */
int push_failures(struct push *push, const char **why);
void push_stop(struct push *push);

#endif
