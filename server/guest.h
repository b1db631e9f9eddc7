/* guest.h -- how much one address may ask for: a purse of time, and a number of connections.
 *
 *     guest_find(proxies, peer, forwarded, &guest);
 *     if (!guests_pay(guests, &guest, GUEST_RECORD, now, &wait)) answer 429, Retry-After: wait
 *     purse = guests_enter(guests, &guest, now, &full_house); ... guests_leave(purse);
 *
 * One table of a fixed size, made at the start; nothing is allocated for a request. An address
 * that is not in the table has a full purse, so what is forgotten is forgotten in its favour. */
#ifndef GUEST_H
#define GUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What things cost, in tenths of a call; an address earns `--rate` calls a second. */
enum {
    GUEST_MESSAGE = 1, /* on a WebSocket */
    GUEST_FILE = 2,    /* of the page: it comes from memory */
    GUEST_CONNECT = 2, /* before anything is said; with TLS it is the dearest part */
    GUEST_CHANGE = 4,  /* a message that may be stored, besides */
    GUEST_CALL = 10,   /* a WebSocket, too */
    GUEST_LIST = 20,
    GUEST_RECORD = 50,
    GUEST_ENTRIES = 20, /* of a log that are read for a record: a tenth of a call more */
    GUEST_TABLE = 100,
    GUEST_IMPORT = 200,

    GUEST_SAVED_S = 15, /* seconds' worth of calls that a purse holds */
    GUEST_PROXIES_MAX = 8
};

struct guest {
    unsigned char key[16]; /* IPv4 as ::ffff:a.b.c.d; of IPv6 the network, 64 bits */
    bool counted;          /* false: this machine itself, which nobody limits */
};

struct guest_proxies { /* those whose X-Forwarded-For is believed */
    unsigned char address[GUEST_PROXIES_MAX][16];
    int n;
};

struct guests;
struct purse;

/* `rate` calls a second and `open` connections for each address; 0: as many as they like.
 * NULL: no memory. */
struct guests *guests_new(int rate, int open);
void guests_free(struct guests *guests);

/* "192.0.2.1", "192.0.2.1:80", "2001:db8::1", "[2001:db8::1]:80" as 16 bytes. */
bool guest_parse(const char *text, size_t n, unsigned char out[16]);
/* The address at the other end of a socket. */
bool guest_peer(int fd, unsigned char out[16]);
bool guest_is_proxy(const struct guest_proxies *proxies, const unsigned char address[16]);
/* Whom a request comes from: the peer, or, if that is a proxy we know, the last address of
 * `forwarded` that is none. */
void guest_find(const struct guest_proxies *proxies, const unsigned char peer[16],
                const char *forwarded, struct guest *out);

/* Take the price. False: too little is left; `wait`, unless NULL, says how many seconds to. */
bool guests_pay(struct guests *guests, const struct guest *guest, int price, int64_t now,
                int *wait);
/* A connection begins. It is paid for on credit, as much as a purse holds, so that who has
 * nothing left still hears why. */
bool guests_knock(struct guests *guests, const struct guest *guest, int64_t now);
/* One connection more: what it leaves with, NULL if it is not counted. `full_house`: the
 * address has as many as it may, and this one did not enter. */
struct purse *guests_enter(struct guests *guests, const struct guest *guest, int64_t now,
                           bool *full_house);
void guests_leave(struct purse *purse);

#endif
