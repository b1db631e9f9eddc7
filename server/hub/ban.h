/* ban.h -- address ranges that a host has shut out: read, written, looked up. Pure.
 *
 *     if (ban_parse("203.0.113.0/24", &range)) ...
 *     bans_have(&bans, address, now)             is the address in one of them, now?
 *
 * IPv4 is kept as ::ffff:a.b.c.d, so that both kinds are 16 bytes and a number of bits. */
#ifndef BAN_H
#define BAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BANS_MAX = 10000, BAN_TEXT_MAX = 64 };

struct ban {
    unsigned char address[16]; /* bits behind the range are 0 */
    int bits;
    int64_t until; /* ms since 1970; 0: for ever */
};

struct bans {
    struct ban *ban;
    int n;
};

/* "203.0.113.7", "203.0.113.0/24", "2001:db8::/32". False: that is no range. */
bool ban_parse(const char *text, struct ban *out);
/* As it is stored: the first address of the range, and its bits. */
void ban_write(const struct ban *ban, char out[BAN_TEXT_MAX]);
/* Is it so wide that it is rather a slip of the hand? Wider than a /12 of IPv4 (a million addresses) or a /20 of IPv6, which no provider has
 * more of; and what has all of IPv4 in it. */
bool ban_is_wide(const struct ban *ban);
bool bans_have(const struct bans *bans, const unsigned char address[16], int64_t now);

#endif
