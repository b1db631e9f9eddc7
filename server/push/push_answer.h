/* push_answer.h -- what a push service answers: its status, and how long to wait. Of the rest nothing
 * is looked at. */
#ifndef PUSH_ANSWER_H
#define PUSH_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

enum {
    PUSH_ANSWER_MAX = 4096,  /* bytes that are read of an answer */
    PUSH_WAIT_MAX = 6 * 3600 /* seconds: a longer wait is not obeyed */
};

struct push_answer {
    int status; /* 0: that is no answer */
    int wait_s; /* Retry-After, in seconds; 0: nothing was said */
};

/* Is the head whole, or can it become none any more? */
bool push_answer_is_whole(const char *bytes, size_t n);
struct push_answer push_answer_read(const char *bytes, size_t n);

#endif
