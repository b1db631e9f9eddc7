/* secret.c -- random names and the hashes of secrets, by libsodium. */
#include "secret.h"

#include <sodium.h>
#include <string.h>

enum { SECRET_BYTES = 32 };

bool secret_init(void)
{
    return sodium_init() >= 0;
}

static void secret_base64(const unsigned char *bytes, size_t n, char *out, size_t size)
{
    sodium_bin2base64(out, size, bytes, n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void secret_new(char out[SECRET_TEXT_MAX])
{
    unsigned char bytes[SECRET_BYTES];

    randombytes_buf(bytes, sizeof bytes);
    secret_base64(bytes, sizeof bytes, out, SECRET_TEXT_MAX);
    sodium_memzero(bytes, sizeof bytes);
}

/* Hashed with a key of our own, so that the same secret has other hashes elsewhere. */
bool secret_hash(const char *secret, char out[SECRET_HASH_MAX])
{
    unsigned char bytes[SECRET_BYTES], hash[crypto_generichash_BYTES];
    static const char key[] = "aude seat secret, version one";
    size_t n;

    if (sodium_base642bin(bytes, sizeof bytes, secret, strlen(secret), NULL, &n, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) ||
        n != sizeof bytes)
        return false;
    crypto_generichash(hash, sizeof hash, bytes, sizeof bytes, (const unsigned char *)key,
                       sizeof key);
    secret_base64(hash, sizeof hash, out, SECRET_HASH_MAX);
    sodium_memzero(bytes, sizeof bytes);
    return true;
}

static const char letters[] = "abcdefghjkmnpqrstuvwxyz023456789";

static void secret_derive(const char *secret, const char *text, unsigned char out[32])
{
    crypto_generichash(out, 32, (const unsigned char *)text, strlen(text),
                       (const unsigned char *)secret, strlen(secret));
}

void secret_table_id_of(const char *secret, const char *text, char *out, size_t size)
{
    unsigned char bytes[32];
    size_t n = size > 13 ? 12 : size - 1;

    secret_derive(secret, text, bytes);
    for (size_t i = 0; i < n; i++) out[i] = letters[bytes[i] % (sizeof letters - 1)];
    out[n] = 0;
}

struct aude_seed secret_seed_of(const char *secret, const char *text)
{
    unsigned char bytes[32];
    struct aude_seed seed;

    secret_derive(secret, text, bytes);
    memcpy(&seed, bytes, sizeof seed);
    return seed;
}

void secret_table_id(char *out, size_t size)
{
    size_t n = size > 13 ? 12 : size - 1;

    for (size_t i = 0; i < n; i++)
        out[i] = letters[randombytes_uniform(sizeof letters - 1)];
    out[n] = 0;
}

struct aude_seed secret_seed(void)
{
    struct aude_seed seed;

    randombytes_buf(&seed, sizeof seed);
    return seed;
}

uint64_t secret_number(void)
{
    uint64_t n;

    randombytes_buf(&n, sizeof n);
    return n;
}

uint64_t secret_mix(const uint64_t key[2], uint64_t n)
{
    unsigned char bytes[crypto_shorthash_KEYBYTES], hash[crypto_shorthash_BYTES];
    uint64_t mixed;

    memcpy(bytes, key, sizeof bytes);
    crypto_shorthash(hash, (const unsigned char *)&n, sizeof n, bytes);
    memcpy(&mixed, hash, sizeof mixed);
    return mixed ? mixed : 1;
}

void secret_etag(const void *bytes, size_t n, char out[20])
{
    unsigned char hash[crypto_generichash_BYTES];

    crypto_generichash(hash, sizeof hash, bytes, n, NULL, 0);
    sodium_bin2hex(out, 17, hash, 8);
}
