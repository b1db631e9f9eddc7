/* push_address.h -- where a push message goes: an https address that a browser handed in, which means
 * that a stranger chose it.
 *
 * Only the port of https is allowed, unless the operator names more. The host is a name, never a
 * number, and every address that the name leads to must belong to the public internet: a server
 * must not be sent to its own machine or network. */
#ifndef PUSH_ADDRESS_H
#define PUSH_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

enum {
    PUSH_ENDPOINT_MAX = 1024, /* bytes of an address */
    PUSH_HOST_MAX = 254,      /* of a host's name, with the end */
    PUSH_PORTS_MAX = 8,
    PUSH_HTTPS = 443
};

struct push_ports { /* besides 443 */
    int port[PUSH_PORTS_MAX];
    int n;
};

struct push_address {
    char host[PUSH_HOST_MAX]; /* in small letters */
    int port;
    const char *path; /* inside the text that was read; "" stands for "/" */
};

/* NULL: it may be used, as far as can be seen without asking for the name. Else one sentence. */
const char *push_address_read(const char *text, const struct push_ports *more,
                              struct push_address *out);
/* Does the address belong to the public internet? */
bool push_address_is_public(const struct sockaddr *address);
/* The last two parts of a host's name: what is probably one owner's. */
const char *push_address_site(const char *host);

#endif
