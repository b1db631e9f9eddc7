/* guest.c -- purses and connections by address. See guest.h. */
#include "guest.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { WAYS = 8, SETS = 2048 }; /* 16,384 addresses, 40 bytes each */

struct purse {
    unsigned char key[16];
    int64_t at;   /* when it was last counted */
    int32_t left; /* tenths of a call */
    int32_t open; /* connections */
    bool used;
};

struct guests {
    int rate, open_max;
    unsigned char chance[crypto_shorthash_KEYBYTES]; /* nobody can aim at a set */
    struct purse purse[SETS][WAYS];
};

struct guests *guests_new(int rate, int open)
{
    struct guests *guests = calloc(1, sizeof *guests);

    if (!guests) return NULL;
    guests->rate = rate;
    guests->open_max = open;
    randombytes_buf(guests->chance, sizeof guests->chance);
    return guests;
}

void guests_free(struct guests *guests)
{
    free(guests);
}

/* -- Addresses -------------------------------------------------------------------------- */

static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

static bool is_four(const unsigned char address[16])
{
    return !memcmp(address, mapped, sizeof mapped);
}

static void set_four(unsigned char out[16], const void *four)
{
    memcpy(out, mapped, sizeof mapped);
    memcpy(out + sizeof mapped, four, 4);
}

/* Without brackets, and without a port. */
static size_t strip(const char **text, size_t n)
{
    const char *colon = memchr(*text, ':', n), *end;

    if (n && **text == '[') {
        ++*text;
        end = memchr(*text, ']', n - 1);
        return end ? (size_t)(end - *text) : 0;
    }
    bool one = colon && !memchr(colon + 1, ':', n - (size_t)(colon + 1 - *text));
    return one ? (size_t)(colon - *text) : n;
}

bool guest_parse(const char *text, size_t n, unsigned char out[16])
{
    char word[INET6_ADDRSTRLEN];
    struct in_addr four;

    while (n && (*text == ' ' || *text == '\t')) text++, n--;
    while (n && (text[n - 1] == ' ' || text[n - 1] == '\t')) n--;
    n = strip(&text, n);
    if (!n || n >= sizeof word) return false;
    memcpy(word, text, n);
    word[n] = 0;
    if (inet_pton(AF_INET6, word, out) == 1) return true;
    if (inet_pton(AF_INET, word, &four) != 1) return false;
    set_four(out, &four);
    return true;
}

bool guest_peer(int fd, unsigned char out[16])
{
    struct sockaddr_storage at;
    socklen_t n = sizeof at;

    if (getpeername(fd, (struct sockaddr *)&at, &n)) return false;
    if (at.ss_family == AF_INET) {
        set_four(out, &((struct sockaddr_in *)&at)->sin_addr);
        return true;
    }
    if (at.ss_family != AF_INET6) return false;
    memcpy(out, &((struct sockaddr_in6 *)&at)->sin6_addr, 16);
    return true;
}

bool guest_is_proxy(const struct guest_proxies *proxies, const unsigned char address[16])
{
    for (int i = 0; i < proxies->n; i++)
        if (!memcmp(proxies->address[i], address, 16)) return true;
    return false;
}

/* 127.0.0.1 and ::1: one's own programs, or a proxy of which nobody told us. */
static bool is_home(const unsigned char address[16])
{
    static const unsigned char four[16] = {0, 0, 0,    0,    0,   0, 0, 0,
                                           0, 0, 0xff, 0xff, 127, 0, 0, 1};
    static const unsigned char six[16] = {[15] = 1};

    return !memcmp(address, four, 16) || !memcmp(address, six, 16);
}

/* A provider gives everybody a whole network of IPv6: who owns one has no more than others. */
static void set_key(struct guest *out, const unsigned char address[16])
{
    memcpy(out->key, address, 16);
    if (!is_four(address)) memset(out->key + 8, 0, 8);
}

/* From the end, since only what a proxy of ours has added is true. A word that is no address
 * stands for whoever the proxy could not name: all of them together are one guest. */
void guest_find(const struct guest_proxies *proxies, const unsigned char peer[16],
                const char *forwarded, struct guest *out)
{
    unsigned char address[16], found[16];
    size_t end = forwarded && guest_is_proxy(proxies, peer) ? strlen(forwarded) : 0;

    memcpy(found, peer, 16);
    out->counted = end || !is_home(peer);
    while (end) {
        size_t begin = end;
        while (begin && forwarded[begin - 1] != ',') begin--;
        if (!guest_parse(forwarded + begin, end - begin, address)) break;
        memcpy(found, address, 16);
        if (!begin || !guest_is_proxy(proxies, address)) break;
        end = begin - 1;
    }
    set_key(out, found);
}

/* -- The table -------------------------------------------------------------------------- */

static int full(const struct guests *guests)
{
    return guests->rate * 10 * GUEST_SAVED_S;
}

static struct purse *set_of(struct guests *guests, const struct guest *guest)
{
    unsigned char hash[crypto_shorthash_BYTES];
    uint64_t n;

    crypto_shorthash(hash, guest->key, sizeof guest->key, guests->chance);
    memcpy(&n, hash, sizeof n);
    return guests->purse[n % SETS];
}

static void earn(const struct guests *guests, struct purse *purse, int64_t now)
{
    int64_t most = full(guests), more = (now - purse->at) * guests->rate / 100;

    if (more <= 0) return;
    bool rich = purse->left + more >= most;
    purse->left = (int32_t)(rich ? most : purse->left + more);
    purse->at = rich ? now : purse->at + more * 100 / guests->rate; /* no part is lost */
}

/* The purse of the guest; a new one takes the place of the fullest that has no connection.
 * NULL: there is none. */
static struct purse *purse_of(struct guests *guests, const struct guest *guest,
                              int64_t now)
{
    struct purse *set = set_of(guests, guest), *best = NULL;

    for (int i = 0; i < WAYS; i++)
        if (set[i].used && !memcmp(set[i].key, guest->key, sizeof guest->key)) {
            earn(guests, &set[i], now);
            return &set[i];
        }
    for (int i = 0; i < WAYS; i++) {
        struct purse *one = &set[i];
        if (one->used && one->open) continue;
        if (one->used) earn(guests, one, now);
        if (!best || !one->used || (best->used && one->left > best->left)) best = one;
    }
    if (!best) return NULL;
    *best = (struct purse){.at = now, .left = full(guests), .used = true};
    memcpy(best->key, guest->key, sizeof best->key);
    return best;
}

bool guests_pay(struct guests *guests, const struct guest *guest, int price, int64_t now,
                int *wait)
{
    struct purse *purse =
        guests->rate && guest->counted ? purse_of(guests, guest, now) : NULL;

    if (!purse) return true;
    if (price > full(guests)) price = full(guests);
    if (purse->left >= price) {
        purse->left -= price;
        return true;
    }
    if (wait) *wait = 1 + (price - purse->left - 1) / (guests->rate * 10);
    return false;
}

bool guests_knock(struct guests *guests, const struct guest *guest, int64_t now)
{
    struct purse *purse =
        guests->rate && guest->counted ? purse_of(guests, guest, now) : NULL;

    if (!purse) return true;
    if (purse->left - GUEST_CONNECT < -full(guests)) return false;
    purse->left -= GUEST_CONNECT;
    return true;
}

struct purse *guests_enter(struct guests *guests, const struct guest *guest, int64_t now,
                           bool *full_house)
{
    struct purse *purse =
        guests->open_max && guest->counted ? purse_of(guests, guest, now) : NULL;

    *full_house = purse && purse->open >= guests->open_max;
    if (!purse || *full_house) return NULL;
    purse->open++;
    return purse;
}

void guests_leave(struct purse *purse)
{
    if (purse) purse->open--;
}
