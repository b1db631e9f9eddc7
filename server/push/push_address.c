/* push_address.c -- see push_address.h. Pure: no name is asked for here, no socket is opened. */
#include "push_address.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_MAX = 63, PORT_DIGITS = 5 };

/* -- Names ------------------------------------------------------------------------------ */

static bool push_address_is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool push_address_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* One part of a name, between dots: letters, digits, hyphens inside. */
static bool push_address_label_ok(const char *label, size_t n)
{
    if (!n || n > LABEL_MAX || label[0] == '-' || label[n - 1] == '-') return false;
    for (size_t i = 0; i < n; i++)
        if (!push_address_is_letter(label[i]) && !push_address_is_digit(label[i]) &&
            label[i] != '-')
            return false;
    return true;
}

/* A name of two parts or more. Its last part begins with a letter, so that no way of writing a
 * number (127.1, 0x7f.0.0.1) is one. */
static bool push_address_name_ok(const char *host)
{
    int labels = 0;

    for (const char *p = host;; p++) {
        size_t n = strcspn(p, ".");
        if (!push_address_label_ok(p, n)) return false;
        labels++;
        if (!p[n]) return labels > 1 && push_address_is_letter(p[0]);
        p += n;
    }
}

/* Names that are never seen outside of one network. */
static bool push_address_is_local_name(const char *host)
{
    static const char *const local[] = {"localhost", "local", "localdomain", "internal",
                                        "intranet",  "lan",   "home",        "corp",
                                        "private",   "arpa",  "onion"};
    const char *last = strrchr(host, '.') + 1;

    for (size_t i = 0; i < sizeof local / sizeof local[0]; i++)
        if (!strcmp(last, local[i])) return true;
    return false;
}

const char *push_address_site(const char *host)
{
    const char *at = strrchr(host, '.');

    while (at && at > host && at[-1] != '.') at--;
    return at ? at : host;
}

/* -- The text --------------------------------------------------------------------------- */

/* What is seen, and nothing that an address may not hold: no blank, no control character. */
static bool push_address_characters_ok(const char *text)
{
    for (; *text; text++)
        if (*text <= ' ' || *text > '~' || strchr("\"<>\\^`{|}#", *text)) return false;
    return true;
}

static bool push_address_port_ok(int port, const struct push_ports *more)
{
    for (int i = 0; more && i < more->n; i++)
        if (more->port[i] == port) return true;
    return port == PUSH_HTTPS;
}

/* The digits after the colon; -1: that is no port. */
static int push_address_read_port(const char *text, size_t n)
{
    int port = 0;

    if (!n || n > PORT_DIGITS || text[0] == '0') return -1;
    for (size_t i = 0; i < n; i++) {
        if (!push_address_is_digit(text[i])) return -1;
        port = port * 10 + (text[i] - '0');
    }
    return port <= 65535 ? port : -1;
}

const char *push_address_read(const char *text, const struct push_ports *more,
                              struct push_address *out)
{
    static const char scheme[] = "https://";

    if (strlen(text) > PUSH_ENDPOINT_MAX) return "the address is too long";
    if (strncmp(text, scheme, sizeof scheme - 1) != 0)
        return "the address must begin with https://";
    if (!push_address_characters_ok(text))
        return "the address holds characters that it may not";
    text += sizeof scheme - 1;
    size_t whole = strcspn(text, "/?"), n = strcspn(text, ":/?@");
    if (memchr(text, '@', whole)) return "the address may hold no user";
    if (n >= sizeof out->host) return "the name in the address is too long";
    for (size_t i = 0; i < n; i++) out->host[i] = (char)tolower((unsigned char)text[i]);
    out->host[n] = 0;
    out->port =
        n < whole ? push_address_read_port(text + n + 1, whole - n - 1) : PUSH_HTTPS;
    out->path = text + whole;
    if (!push_address_name_ok(out->host) || push_address_is_local_name(out->host))
        return "the address must have the public name of a host";
    if (!push_address_port_ok(out->port, more))
        return "the address has a port that is not allowed";
    return NULL;
}

/* -- Numbers ---------------------------------------------------------------------------- */

/* What is not the public internet (IANA's registry of special addresses). */
static bool push_address_four_is_public(uint32_t a)
{
    static const struct {
        uint32_t net;
        int bits;
    } special[] = {
        {0x00000000, 8},  /* this network */
        {0x0a000000, 8},  /* private */
        {0x64400000, 10}, /* shared by a provider's customers */
        {0x7f000000, 8},  /* this machine */
        {0xa9fe0000, 16}, /* link-local */
        {0xac100000, 12}, /* private */
        {0xc0000000, 24}, /* protocols */
        {0xc0000200, 24}, /* examples */
        {0xc0586300, 24}, /* relays to IPv6 */
        {0xc0a80000, 16}, /* private */
        {0xc6120000, 15}, /* measurements */
        {0xc6336400, 24}, /* examples */
        {0xcb007100, 24}, /* examples */
        {0xe0000000, 4},  /* multicast */
        {0xf0000000, 4},  /* reserved, and everybody */
    };

    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
        if (!((a ^ special[i].net) >> (32 - special[i].bits))) return false;
    return true;
}

/* Only 2000::/3 is given out; of that, what leads elsewhere is left out: protocols and tunnels
 * (2001::/23), examples, 6to4. Addresses that hold one of IPv4 (::ffff:0:0/96, 64:ff9b::/96), this
 * machine, link-local, private and multicast ones all lie outside of 2000::/3. */
static bool push_address_six_is_public(const unsigned char a[16])
{
    unsigned first = (unsigned)a[0] << 8 | a[1], second = (unsigned)a[2] << 8 | a[3];

    if (first >> 13 != 1) return false;
    if (first == 0x2001 && (second < 0x200 || second == 0x0db8)) return false;
    if (first == 0x2002) return false;
    return !(first == 0x3fff && second < 0x1000);
}

bool push_address_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, address, sizeof four);
        return push_address_four_is_public(ntohl(four.sin_addr.s_addr));
    }
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, address, sizeof six);
        return !six.sin6_scope_id && push_address_six_is_public(six.sin6_addr.s6_addr);
    }
    return false;
}
