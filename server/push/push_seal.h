/* push_seal.h -- a push message, encrypted for the browser that asked for it: RFC 8291, that is one
 * record of aes128gcm (RFC 8188). The push service between sees only its length, so all have the
 * same. */
#ifndef PUSH_SEAL_H
#define PUSH_SEAL_H

#include "push_key.h"

enum {
    PUSH_AUTH = 16, /* bytes of the secret that a browser hands in */
    PUSH_SALT = 16,
    PUSH_TAG = 16,
    PUSH_HEAD = PUSH_SALT + 4 + 1 + PUSH_POINT,
    PUSH_RECORD = 512, /* bytes that are encrypted: the text, a mark, zeros */
    PUSH_TEXT_MAX = PUSH_RECORD - 1,
    PUSH_SEALED = PUSH_HEAD + PUSH_RECORD + PUSH_TAG
};

struct push_reader { /* the browser's keys */
    unsigned char point[PUSH_POINT], auth[PUSH_AUTH];
};

/* PUSH_SEALED bytes, with keys that are used this once. */
bool push_seal(const struct push_reader *reader, const char *text, size_t n,
               unsigned char out[PUSH_SEALED]);
/* The same with a given pair and salt, filled up to `record` bytes: for tests with known results.
 * How many bytes; 0: it cannot be done. */
size_t push_seal_with(const struct push_reader *reader, EVP_PKEY *own,
                      const unsigned char salt[PUSH_SALT], const char *text, size_t n,
                      size_t record, unsigned char *out);

#endif
