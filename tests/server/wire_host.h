/* wire_host.h -- a server's or a client's end of a wire without a socket: what it has heard, as words, and what it says. */
#ifndef WIRE_HOST_H
#define WIRE_HOST_H

#include "server/net/wire_internal.h"

#define HOST "Host: x\r\n"
#define UPGRADE                                                                          \
    "GET /ws HTTP/1.1\r\n" HOST "Upgrade: websocket\r\nConnection: Upgrade\r\n"          \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
#define MASK         "\0\0\0\0"
#define FRAME(bytes) bytes, sizeof bytes - 1

struct host {
    struct wire *wire;
    char heard[4096], out[70000];
    char message[6000]; /* the last one */
    size_t n_out, held, n_message;
    const char *next;
    bool late; /* answers come later */
    bool full; /* there is room for nothing */
    bool done; /* all is said */
};

extern const struct wire_calls wire_host_calls;

struct host *open_host(void);
/* A WebSocket that is open. */
struct host *open_socket(void);
/* All that was held must have been let go. */
void close_host(struct host *host);
void answer(struct host *host);
/* Everything that is to be sent, and the other end has it at once. */
void drain(struct host *host, int64_t now);
void give(struct host *host, int64_t now, const char *bytes, size_t n);
void give_text(struct host *host, int64_t now, const char *text);

#endif
