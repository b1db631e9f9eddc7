/* guest.c -- purses and connections by address. See guest.h. */
#include "guest.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { WAYS = 8, SETS = 2048 }; /* 16,384 addresses, and as many people with seats */
enum part { LIGHT, DEAR, PARTS };

struct purse {
    unsigned char key[16];
    int64_t at;          /* when it was last counted */
    int32_t left[PARTS]; /* tenths of a call */
    int32_t open;        /* connections */
    int32_t rate;        /* calls a second, of both parts */
    bool used;
    struct purse *wide; /* where its connections are counted too, while it has some */
};

struct guests {
    int rate, open_max;
    unsigned char chance
        [crypto_shorthash_KEYBYTES]; /* random: nobody can choose which set of the table an address falls into */
    struct purse purse[SETS][WAYS], own[SETS][WAYS];
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

static bool guest_is_ipv4(const unsigned char address[16])
{
    return !memcmp(address, mapped, sizeof mapped);
}

static void guest_set_ipv4(unsigned char out[16], const void *four)
{
    memcpy(out, mapped, sizeof mapped);
    memcpy(out + sizeof mapped, four, 4);
}

/* Without brackets, and without a port. */
static size_t guest_strip_port(const char **text, size_t n)
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
    n = guest_strip_port(&text, n);
    if (!n || n >= sizeof word) return false;
    memcpy(word, text, n);
    word[n] = 0;
    if (inet_pton(AF_INET6, word, out) == 1) return true;
    if (inet_pton(AF_INET, word, &four) != 1) return false;
    guest_set_ipv4(out, &four);
    return true;
}

bool guest_peer(int fd, unsigned char out[16])
{
    struct sockaddr_storage at;
    socklen_t n = sizeof at;

    if (getpeername(fd, (struct sockaddr *)&at, &n)) return false;
    if (at.ss_family == AF_INET) {
        guest_set_ipv4(out, &((struct sockaddr_in *)&at)->sin_addr);
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

/* 127.0.0.1 and ::1: programs on this machine, or a proxy that was not named by --proxy. */
static bool guest_is_local(const unsigned char address[16])
{
    static const unsigned char four[16] = {0, 0, 0,    0,    0,   0, 0, 0,
                                           0, 0, 0xff, 0xff, 127, 0, 0, 1};
    static const unsigned char six[16] = {[15] = 1};

    return !memcmp(address, four, 16) || !memcmp(address, six, 16);
}

/* A provider gives each customer a whole IPv6 network, so the network counts as one address. */
static void guest_set_key(struct guest *out, const unsigned char address[16])
{
    memcpy(out->key, address, 16);
    if (!guest_is_ipv4(address)) memset(out->key + 8, 0, 8);
}

/* Reads the list from its end: only what our own proxy has added can be trusted. A word that is no
 * address is a person whom the proxy could not name; all of those together count as one guest. */
void guest_find(const struct guest_proxies *proxies, const unsigned char peer[16],
                const char *forwarded, struct guest *out)
{
    unsigned char address[16], found[16];
    size_t end = forwarded && guest_is_proxy(proxies, peer) ? strlen(forwarded) : 0;

    memcpy(found, peer, 16);
    out->counted = end || !guest_is_local(peer);
    while (end) {
        size_t begin = end;
        while (begin && forwarded[begin - 1] != ',') begin--;
        if (!guest_parse(forwarded + begin, end - begin, address)) break;
        memcpy(found, address, 16);
        if (!begin || !guest_is_proxy(proxies, address)) break;
        end = begin - 1;
    }
    memcpy(out->address, found, 16);
    guest_set_key(out, found);
}

uint64_t guest_number(const struct guest *guest)
{
    uint64_t half[2];

    if (!guest->counted) return 0;
    memcpy(half, guest->key, sizeof half);
    return half[0] * 31 + half[1];
}

/* -- The table -------------------------------------------------------------------------- */

static int32_t guest_purse_full(const struct purse *purse, enum part part)
{
    return purse->rate * 10 * (part == LIGHT ? GUEST_LIGHT_S : GUEST_SAVED_S);
}

static struct purse *guest_purse_set(struct guests *guests,
                                     struct purse table[SETS][WAYS],
                                     const unsigned char key[16])
{
    unsigned char hash[crypto_shorthash_BYTES];
    uint64_t n;

    crypto_shorthash(hash, key, 16, guests->chance);
    memcpy(&n, hash, sizeof n);
    return table[n % SETS];
}

/* Adds to both parts what was earned since the last time; fractions of a tenth are kept. */
static void guest_purse_earn(struct purse *purse, int64_t now)
{
    int64_t more = (now - purse->at) * purse->rate / 100;
    bool rich = true;

    if (more <= 0) return;
    for (unsigned i = 0; i < PARTS; i++) {
        int32_t most = guest_purse_full(purse, i);
        bool enough = purse->left[i] + more >= most;
        purse->left[i] = enough ? most : purse->left[i] + (int32_t)more;
        rich &= enough;
    }
    purse->at = rich ? now : purse->at + more * 100 / purse->rate;
}

static struct purse *guest_purse_find(struct purse *set, const unsigned char key[16],
                                      int64_t now)
{
    for (int i = 0; i < WAYS; i++)
        if (set[i].used && !memcmp(set[i].key, key, 16)) {
            guest_purse_earn(&set[i], now);
            return &set[i];
        }
    return NULL;
}

/* How much of it is spent. The purse with the least spent is the first to be given up. */
static int64_t guest_purse_spent(const struct purse *purse)
{
    return (int64_t)guest_purse_full(purse, LIGHT) - purse->left[LIGHT] +
           guest_purse_full(purse, DEAR) - purse->left[DEAR];
}

/* The purse with that key; a new one takes the place of the fullest that has no connection.
 * NULL: there is none. */
static struct purse *guest_purse_find_or_new(struct purse *set,
                                             const unsigned char key[16], int rate,
                                             int64_t now)
{
    struct purse *found = guest_purse_find(set, key, now), *best = NULL;

    if (found) return found;
    for (int i = 0; i < WAYS; i++) {
        struct purse *one = &set[i];
        if (one->used && one->open) continue;
        if (one->used) guest_purse_earn(one, now);
        if (!best || !one->used ||
            (best->used && guest_purse_spent(one) < guest_purse_spent(best)))
            best = one;
    }
    if (!best) return NULL;
    *best = (struct purse){.at = now, .rate = rate, .used = true};
    for (unsigned i = 0; i < PARTS; i++) best->left[i] = guest_purse_full(best, i);
    memcpy(best->key, key, 16);
    return best;
}

/* The purses that pay for a guest: its own and, of IPv6, that of the wider network. */
struct pair {
    struct purse *purse[2];
};

static struct pair guest_purses(struct guests *guests, const struct guest *guest,
                                int64_t now)
{
    struct pair pair = {{NULL, NULL}};
    unsigned char wide[16] = {
        [15] = 48}; /* no address ends like that: theirs end in zeros */

    if (!guest->counted || (!guests->rate && !guests->open_max)) return pair;
    int rate = guests->rate ? guests->rate : 1;
    pair.purse[0] = guest_purse_find_or_new(
        guest_purse_set(guests, guests->purse, guest->key), guest->key, rate, now);
    if (guest_is_ipv4(guest->key)) return pair;
    memcpy(wide, guest->key, 6);
    pair.purse[1] = guest_purse_find_or_new(guest_purse_set(guests, guests->purse, wide),
                                            wide, GUEST_WIDE * rate, now);
    /* The second purse was given the place of the first one, which is gone. */
    if (pair.purse[1] == pair.purse[0]) pair.purse[0] = NULL;
    return pair;
}

/* -- Paying ----------------------------------------------------------------------------- */

static enum part guest_purse_part(int price)
{
    return price <= GUEST_CALL ? LIGHT : DEAR;
}

/* The price, but at most what that purse can hold: otherwise it could never be paid. */
static int32_t guest_purse_price(const struct purse *purse, int price)
{
    int32_t most = guest_purse_full(purse, guest_purse_part(price));

    return price > most ? most : price;
}

static bool guest_purse_has(const struct purse *purse, int price, int *wait)
{
    if (!purse || purse->left[guest_purse_part(price)] >= guest_purse_price(purse, price))
        return true;
    int32_t missing =
        guest_purse_price(purse, price) - purse->left[guest_purse_part(price)];
    if (wait) *wait = 1 + (missing - 1) / (purse->rate * 10);
    return false;
}

static void guest_purse_take(struct purse *purse, int price)
{
    if (purse) purse->left[guest_purse_part(price)] -= guest_purse_price(purse, price);
}

bool guests_pay(struct guests *guests, const struct guest *guest, int price, int64_t now,
                int *wait)
{
    if (!guests->rate) return true;
    struct pair pair = guest_purses(guests, guest, now);

    if (!guest_purse_has(pair.purse[0], price, wait) ||
        !guest_purse_has(pair.purse[1], price, wait))
        return false;
    guest_purse_take(pair.purse[0], price);
    guest_purse_take(pair.purse[1], price);
    return true;
}

void guests_owe(struct guests *guests, const struct guest *guest, int price, int64_t now)
{
    if (!guests->rate) return;
    struct pair pair = guest_purses(guests, guest, now);

    for (int i = 0; i < 2; i++) {
        struct purse *purse = pair.purse[i];
        if (!purse) continue;
        purse->left[DEAR] -= guest_purse_price(purse, price);
        if (purse->left[DEAR] < -guest_purse_full(purse, DEAR))
            purse->left[DEAR] = -guest_purse_full(purse, DEAR);
    }
}

bool guests_knock(struct guests *guests, const struct guest *guest, int64_t now)
{
    if (!guests->rate) return true;
    struct pair pair = guest_purses(guests, guest, now);

    for (int i = 0; i < 2; i++)
        if (pair.purse[i] && pair.purse[i]->left[LIGHT] - GUEST_CONNECT <
                                 -guest_purse_full(pair.purse[i], DEAR))
            return false;
    guest_purse_take(pair.purse[0], GUEST_CONNECT);
    guest_purse_take(pair.purse[1], GUEST_CONNECT);
    return true;
}

/* -- People with seats ------------------------------------------------------------------ */

static void guest_person_key(const char *who, unsigned char key[16])
{
    memset(key, 0, 16);
    memcpy(key, who, strnlen(who, 16)); /* of a hash: the beginning is as good as all */
}

void guests_seat(struct guests *guests, const char *who, int64_t now)
{
    unsigned char key[16];

    if (!who[0]) return;
    guest_person_key(who, key);
    guest_purse_find_or_new(guest_purse_set(guests, guests->own, key), key,
                            GUEST_OWN_RATE, now);
}

/* The purse of a person with a seat: it has one part, and holds little. */
bool guests_pay_own(struct guests *guests, const char *who, int price, int64_t now)
{
    unsigned char key[16];

    if (!who[0]) return false;
    guest_person_key(who, key);
    struct purse *purse =
        guest_purse_find(guest_purse_set(guests, guests->own, key), key, now);
    int32_t most = GUEST_OWN_RATE * 10 * GUEST_OWN_S;
    if (!purse) return false;
    if (purse->left[LIGHT] > most) purse->left[LIGHT] = most;
    if (purse->left[LIGHT] < price) return false;
    purse->left[LIGHT] -= price;
    return true;
}

bool guests_pay_or_own(struct guests *guests, const struct guest *guest, const char *who,
                       int price, int64_t now, int *wait)
{
    return guests_pay(guests, guest, price, now, wait) ||
           guests_pay_own(guests, who, price, now);
}

/* -- Connections ------------------------------------------------------------------------ */

struct purse *guests_enter(struct guests *guests, const struct guest *guest, int64_t now,
                           bool *full_house)
{
    *full_house = false;
    if (!guests->open_max) return NULL;
    struct pair pair = guest_purses(guests, guest, now);
    struct purse *purse = pair.purse[0];

    if (!purse) return NULL;
    if (!purse->open) purse->wide = pair.purse[1];
    *full_house = purse->open >= guests->open_max ||
                  (purse->wide && purse->wide->open >= GUEST_WIDE * guests->open_max);
    if (*full_house) return NULL;
    purse->open++;
    if (purse->wide) purse->wide->open++;
    return purse;
}

void guests_leave(struct purse *purse)
{
    if (!purse) return;
    purse->open--;
    if (purse->wide) purse->wide->open--;
}
