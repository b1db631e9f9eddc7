/* other_end.h -- the other end of a link between nodes, as tests play it. */
#ifndef OTHER_END_H
#define OTHER_END_H

#include <string.h>

#include "server/node/node.h"

/* A greeting or a proof comes from there. */
static inline void other_end_say(struct node_link *link, enum relay_kind kind,
                                 const void *text, size_t n)
{
    char bytes[RELAY_HEAD + RELAY_NONCE + RELAY_NAME_MAX];
    struct relay_frame frame = {kind, 0, text, n};

    relay_head((unsigned char *)bytes, &frame);
    memcpy(bytes + RELAY_HEAD, text, n);
    node_link_receive(link, bytes, RELAY_HEAD + n);
}

#endif
