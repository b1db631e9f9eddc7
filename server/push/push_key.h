/* push_key.h -- the keys of push messages, on the curve P-256: our own, by which a push service knows
 * us (RFC 8292), and those that a browser hands in. */
#ifndef PUSH_KEY_H
#define PUSH_KEY_H

#include <openssl/evp.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    PUSH_POINT = 65,                      /* bytes of a public key, uncompressed */
    PUSH_SCALAR = 32,                     /* of a private one */
    PUSH_PAIR = PUSH_SCALAR + PUSH_POINT, /* as it is stored */
    PUSH_POINT_TEXT = 88,                 /* in base64url, with the end */
    PUSH_CONTACT_MAX = 200,               /* bytes of the operator's contact */
    PUSH_TOKEN_MAX = 1024
};

/* All are freed with EVP_PKEY_free(); NULL: it cannot be made. */
EVP_PKEY *push_key_new(void);
EVP_PKEY *push_key_pair(const unsigned char bytes[PUSH_PAIR]);
/* NULL too if that is no point of the curve. */
EVP_PKEY *push_key_point(const unsigned char bytes[PUSH_POINT]);

bool push_key_public(const EVP_PKEY *key, unsigned char out[PUSH_POINT]);
bool push_key_bytes(const EVP_PKEY *key, unsigned char out[PUSH_PAIR]);
/* In base64url. */
bool push_key_text(const EVP_PKEY *key, char out[PUSH_POINT_TEXT]);

/* May it be told to push services? "mailto:..." or "https://...", plain characters. */
bool push_key_contact_ok(const char *contact);
/* The signed token of RFC 8292: who we are (`contact`), for whom ("https://host"), until when
 * (seconds since 1970). */
bool push_key_token(EVP_PKEY *key, const char *audience, const char *contact,
                    int64_t expires, char out[PUSH_TOKEN_MAX]);
/* A name for a conversation that tells nothing of it to whoever lacks the key: 24 letters. */
bool push_key_topic(const EVP_PKEY *key, const char *of, char out[25]);

#endif
