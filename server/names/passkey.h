/* passkey.h -- WebAuthn: is that key new and fit to be kept; did that key sign? Pure functions of bytes.
 *
 * A browser makes a pair of keys for one site and shows the public one (passkey_fido_made()); later it signs
 * a challenge with the other (passkey_fido_signed()). Signatures and keys are judged by libfido2; what a
 * browser says of the page, and what only a server can know (challenge, counter), is judged here. No
 * attestation is asked for: which device somebody uses is nobody's business. */
#ifndef PASSKEY_H
#define PASSKEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PASSKEY_ID_MAX = 255,    /* bytes by which a device knows a key */
    PASSKEY_KEY_MAX = 259,   /* of a public key: RSA's is the longest */
    PASSKEY_DATA_MAX = 2048, /* of what a device says */
    PASSKEY_CLIENT_MAX = 2048,
    PASSKEY_CHALLENGE_MAX = 44, /* as base64url, with the end */
    PASSKEY_SITE_MAX = 256
};

/* The site that keys are for: both compared byte by byte. */
struct passkey_site {
    char origin[PASSKEY_SITE_MAX]; /* https://play.example.org */
    char rp[PASSKEY_SITE_MAX];     /* play.example.org */
};

enum passkey_why {
    PASSKEY_GOOD,
    PASSKEY_CLIENT, /* what the browser says cannot be read, or is about something else */
    PASSKEY_CHALLENGE, /* it answers another challenge */
    PASSKEY_ORIGIN,    /* it comes from another page, or from within another page */
    PASSKEY_DATA,      /* what the device says cannot be read */
    PASSKEY_SITE,      /* it is for another site */
    PASSKEY_ABSENT,    /* nobody was there */
    PASSKEY_ALGORITHM, /* a kind of key that is not asked for, or a key that is none */
    PASSKEY_SIGNATURE, /* the key did not sign that */
    PASSKEY_COUNTER,   /* its counter went back: there may be a copy */
    PASSKEY_WHYS
};

struct passkey_bytes {
    const unsigned char *bytes;
    size_t n;
};

struct passkey {
    int algorithm; /* -7, -8 or -257 */
    unsigned char id[PASSKEY_ID_MAX], key[PASSKEY_KEY_MAX];
    size_t n_id, n_key;
    uint32_t counter;
};

/* Kinds of keys, the dearest first; 0 ends them. */
extern const int passkey_algorithms[];

/* Can this program judge keys at all? */
bool passkey_fido_here(void);
/* The site of a page's address; false: browsers keep no keys for it (no https, a number as its name). */
bool passkey_client_site_of(const char *url, struct passkey_site *site);
/* A key was made: `data` is the authenticator data. */
enum passkey_why passkey_fido_made(const struct passkey_site *site, const char *challenge,
                                   struct passkey_bytes client, struct passkey_bytes data,
                                   struct passkey *out);
/* `key` signed. Its new counter stands in *counter. */
enum passkey_why passkey_fido_signed(const struct passkey_site *site,
                                     const char *challenge, const struct passkey *key,
                                     struct passkey_bytes client,
                                     struct passkey_bytes data,
                                     struct passkey_bytes signature, uint32_t *counter);
/* A sentence. */
const char *passkey_client_text(enum passkey_why why);

#endif
