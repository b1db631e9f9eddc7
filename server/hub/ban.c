/* ban.c -- see ban.h. */
#include "ban.h"

#include "guest.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FOUR = 96 }; /* bits before those of an IPv4 address */

enum { WIDE_FOUR = 12, WIDE_SIX = 20 }; /* see ban_is_wide() */

static bool ban_is_four(const unsigned char address[16])
{
    static const unsigned char begin[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

    return !memcmp(address, begin, sizeof begin);
}

static void ban_cut(struct ban *ban)
{
    for (int i = 0; i < 16; i++) {
        int kept = ban->bits - 8 * i;
        if (kept <= 0)
            ban->address[i] = 0;
        else if (kept < 8)
            ban->address[i] &= (unsigned char)(0xff << (8 - kept));
    }
}

/* The bits after the slash; all of them, if there is none. -1: that is no number. */
static int ban_read_bits(const char *text, int most)
{
    char *end;

    if (!text) return most;
    if (!text[0] || strspn(text, "0123456789") != strlen(text) || strlen(text) > 3)
        return -1;
    long bits = strtol(text, &end, 10);
    return bits <= most ? (int)bits : -1;
}

bool ban_parse(const char *text, struct ban *out)
{
    const char *slash = strchr(text, '/');
    size_t n = slash ? (size_t)(slash - text) : strlen(text);

    *out = (struct ban){.bits = -1};
    /* A port, brackets or blanks are no part of a range. */
    if (!n || n != strspn(text, "0123456789abcdefABCDEF:.")) return false;
    const char *colon = memchr(text, ':', n);
    if (colon && !memchr(colon + 1, ':', n - (size_t)(colon + 1 - text))) return false;
    if (!guest_parse(text, n, out->address)) return false;
    bool four = !colon;
    int bits = ban_read_bits(slash ? slash + 1 : NULL, four ? 128 - FOUR : 128);
    if (bits < 0) return false;
    out->bits = four ? bits + FOUR : bits;
    ban_cut(out);
    return true;
}

void ban_write(const struct ban *ban, char out[BAN_TEXT_MAX])
{
    bool four = ban->bits >= FOUR && ban_is_four(ban->address);
    char address[INET6_ADDRSTRLEN] = "";

    inet_ntop(four ? AF_INET : AF_INET6, four ? ban->address + 12 : ban->address, address,
              sizeof address);
    snprintf(out, BAN_TEXT_MAX, "%s/%d", address, four ? ban->bits - FOUR : ban->bits);
}

static bool ban_has(const struct ban *ban, const unsigned char address[16])
{
    int whole = ban->bits / 8, rest = ban->bits % 8;

    if (memcmp(ban->address, address, (size_t)whole) != 0) return false;
    return !rest || !((ban->address[whole] ^ address[whole]) >> (8 - rest));
}

bool ban_is_wide(const struct ban *ban)
{
    static const unsigned char any_four[16] = {[10] = 0xff, [11] = 0xff};

    if (ban->bits < FOUR) return ban->bits < WIDE_SIX || ban_has(ban, any_four);
    return ban_is_four(ban->address) && ban->bits < FOUR + WIDE_FOUR;
}

bool bans_have(const struct bans *bans, const unsigned char address[16], int64_t now)
{
    for (int i = 0; i < bans->n; i++) {
        const struct ban *ban = &bans->ban[i];
        if ((!ban->until || now < ban->until) && ban_has(ban, address)) return true;
    }
    return false;
}
