/* relay.h -- what two nodes say to each other: frames on an ordered stream of bytes, and how each end knows the
 * other. Pure: bytes in, bytes out.
 *
 * A link goes from the node where people are connected to the one that has their table. Many connections share it, so each
 * frame begins with the number of one. TEXT holds what docs/protocol.md says, as it is, and two messages between nodes, in
 * their place among the others: {"type":"moved","table"}, of that table he hears no more here;
 * {"type":"not_mine","request"}, the request was not carried out, its table is another's. A message begins with its
 * type and has no blanks between its values: that is how those are told apart that only go on. A link may be
 * cut at any byte; what was on it is lost then, never changed, doubled or out of order: TCP sees to that. */
#ifndef RELAY_H
#define RELAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum relay_kind {
    RELAY_HELLO = 1, /* a number to be answered, and who speaks */
    RELAY_PROOF,     /* the answer: both have the same key */
    RELAY_OPEN, /* somebody comes, {"who","name","shown"}: the hash of his secret, his name */
    RELAY_CLOSE, /* he goes; or, from the other end: he is seen off */
    RELAY_TEXT,  /* a request, or a message for him */
    RELAY_TAKEN, /* so many bytes of messages were taken: more may come */
    RELAY_PING,  /* is anybody there? Each end says so now and then */
    RELAY_KINDS /* this and above: of a later version, left unread once each end knows the other */
};

enum {
    RELAY_HEAD = 9, /* bytes before the text: its length, the kind, the connection */
    RELAY_TEXT_MAX = 512 * 1024,
    RELAY_KEY = 32,
    RELAY_NONCE = 32,
    RELAY_MAC = 32,
    RELAY_NAME_MAX = 80 /* of a node, with the end */
};

struct relay_frame {
    enum relay_kind kind;
    uint32_t conn; /* 0: of the link itself */
    const char *text;
    size_t n;
};

/* The head of a frame; its text follows. */
void relay_head(unsigned char out[RELAY_HEAD], const struct relay_frame *frame);
/* Reads one frame. How many bytes it has; 0: it is not whole yet; -1: that is none. */
long relay_read(const char *bytes, size_t n, struct relay_frame *out);

/* A number of up to 8 bytes, as the text of a frame. */
void relay_put(unsigned char out[8], uint64_t number);
bool relay_get(const struct relay_frame *frame, uint64_t *number);

/* -- Each end knows the other ------------------------------------------------------------ */

/* One end of a link before anything is said on it. Nothing secret goes over the wire. */
struct relay_door {
    const unsigned char *key; /* RELAY_KEY bytes, the same at both ends */
    const char *name;         /* ours */
    bool came;                /* the other end has begun */
    bool greeted, open;
    unsigned char ours[RELAY_NONCE], theirs[RELAY_NONCE];
    char other[RELAY_NAME_MAX];
};

/* The text of our HELLO; its length. `ours` must hold random bytes. */
size_t relay_hello(const struct relay_door *door, char out[RELAY_NONCE + RELAY_NAME_MAX]);
/* Takes a HELLO, and makes our PROOF. False: that is none. */
bool relay_greet(struct relay_door *door, const struct relay_frame *hello,
                 unsigned char proof[RELAY_MAC]);
/* Takes a PROOF. False: it has another key. */
bool relay_believe(struct relay_door *door, const struct relay_frame *proof);

#endif
