/* push_send.h -- threads in which push messages are sent: a few, so that a receiver that is slow or
 * hostile costs nobody's game anything.
 *
 * Never more than a third of them work for one site, or for one address that subscribed. */
#ifndef PUSH_SEND_H
#define PUSH_SEND_H

#include "push_post.h"

enum { PUSH_THREADS = 6, PUSH_SAME_MAX = 2 };

struct push_job {
    int64_t row, turn; /* the subscription, and the turn that it is about */
    int64_t origin;    /* whose it is, as the store says; 0: not counted */
    int tries;         /* before this one */
    struct push_message message;
    struct push_result result;
};

struct push_senders;

/* `sender` must live until push_send_stop(); `sent` is called in a thread when something can be
 * taken. Takes over the write end of sender->stop_fd. NULL: no memory or no threads. */
struct push_senders *push_send_start(const struct push_sender *sender, int stop_write,
                                     void (*sent)(void *context), void *context);
/* Take over the job, unless all are busy, or too many with that site or that origin. It is held until
 * push_send_go(). */
bool push_send_give(struct push_senders *senders, struct push_job *job);
/* Send what was given since the last call, or forget it. */
void push_send_go(struct push_senders *senders, bool yes);
/* One that is done, to be freed; NULL: none. */
struct push_job *push_send_take(struct push_senders *senders);
/* True: every thread has ended. False: one still waits for the system's resolver; it touches nothing
 * of ours but `sender`, which must then stay. */
bool push_send_stop(struct push_senders *senders);

#endif
