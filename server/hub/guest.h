/* guest.h -- how much one address may ask for: a purse of time, and a number of connections.
 *
 *     guest_find(proxies, peer, forwarded, &guest);
 *     if (!guests_pay(guests, &guest, GUEST_RECORD, now, &wait)) answer 429, Retry-After: wait
 *     purse = guests_enter(guests, &guest, now, &full_house); ... guests_leave(purse);
 *
 * A purse has two parts. What costs next to nothing (up to GUEST_CALL) is paid from the one, so
 * that a class of pupils can open the page at once; what is dear from the other, so that it cannot
 * use up the first. Many people share an address: a person with a seat has a small purse of his
 * own besides, from which others can take nothing (guests_pay_or_own). Of IPv6 a network of 64
 * bits is an address; all of one with the same first 48 bits have a common purse of eight.
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
    GUEST_LOAD =
        12, /* a table that is not in memory; and as for a record by its length */
    GUEST_LIST = 20,
    GUEST_BOX = 20, /* the record of a game beside a real box is told */
    GUEST_RECORD = 50,
    GUEST_ENTRIES = 20, /* of a log that are read for a record: a tenth of a call more */
    GUEST_SUBSCRIBE = 50,
    GUEST_TABLE = 100,
    GUEST_IMPORT = 200,

    GUEST_LIGHT_S =
        60, /* seconds' worth of calls that a purse holds for what is cheap, */
    GUEST_SAVED_S = 15, /* and for what is dear */
    GUEST_WIDE = 8,     /* addresses' worth for all of one network of 48 bits */
    GUEST_OWN_RATE =
        1, /* calls a second of one with a seat, if his address has none left */
    GUEST_OWN_S = 20,
    GUEST_PROXIES_MAX = 8
};

struct guest {
    unsigned char key[16];     /* IPv4 as ::ffff:a.b.c.d; of IPv6 the network, 64 bits */
    unsigned char address[16]; /* all of it */
    bool counted;              /* false: this machine itself, which nobody limits */
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
/* A number by which an address is told from others; 0: it is not counted. */
uint64_t guest_number(const struct guest *guest);

/* Take the price. False: too little is left; `wait`, unless NULL, says how many seconds to. */
bool guests_pay(struct guests *guests, const struct guest *guest, int price, int64_t now,
                int *wait);
/* Take the price even if the purse goes below zero: the work has been done already. */
void guests_owe(struct guests *guests, const struct guest *guest, int price, int64_t now);
/* `who` has a seat: from now on there is a purse for him. */
void guests_seat(struct guests *guests, const char *who, int64_t now);
/* From his own purse, where `who` has one. */
bool guests_pay_own(struct guests *guests, const char *who, int price, int64_t now);
/* From the purse of the address or, if that is empty, from his own. */
bool guests_pay_or_own(struct guests *guests, const struct guest *guest, const char *who,
                       int price, int64_t now, int *wait);
/* A connection begins. It may be paid for on credit, up to what a purse holds, so that a guest
 * with an empty purse can still be told why he is refused. */
bool guests_knock(struct guests *guests, const struct guest *guest, int64_t now);
/* One connection more: what it leaves with, NULL if it is not counted. `full_house`: the
 * address has as many as it may, and this one did not enter. */
struct purse *guests_enter(struct guests *guests, const struct guest *guest, int64_t now,
                           bool *full_house);
void guests_leave(struct purse *purse);

#endif
