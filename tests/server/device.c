/* device.c -- see device.h. */
#include "device.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <string.h>

enum { ES256 = -7, EDDSA = -8 };

bool device_open(struct device *device, int algorithm, int number)
{
    *device = (struct device){.algorithm = algorithm, .counter = 1, .flags = 5};
    memset(device->id, number, sizeof device->id);
    device->pkey = algorithm == ES256   ? EVP_EC_gen("P-256")
                   : algorithm == EDDSA ? EVP_PKEY_Q_keygen(NULL, NULL, "ED25519")
                                        : EVP_RSA_gen(2048);
    return device->pkey != NULL;
}

void device_close(struct device *device)
{
    EVP_PKEY_free(device->pkey);
}

static void put(struct device_said *said, const void *bytes, size_t n)
{
    memcpy(said->data + said->n_data, bytes, n);
    said->n_data += n;
}

static void put_byte(struct device_said *said, unsigned byte)
{
    unsigned char one = (unsigned char)byte;

    put(said, &one, 1);
}

static void put_number(struct device_said *said, const EVP_PKEY *pkey, const char *name,
                       int n)
{
    BIGNUM *number = NULL;
    unsigned char bytes[256];

    EVP_PKEY_get_bn_param(pkey, name, &number);
    BN_bn2binpad(number, bytes, n);
    BN_free(number);
    put(said, bytes, (size_t)n);
}

/* A map of CBOR: 1 kty, 3 alg, -1 crv or n, -2 x or e, -3 y. */
static void put_key(struct device_said *said, const struct device *device)
{
    static const unsigned char es[] = {0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32},
                               ed[] = {0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32},
                               rs[] = {0xa4, 1, 3, 3, 0x39, 1, 0, 0x20, 0x59, 1, 0};
    unsigned char raw[32];
    size_t n = sizeof raw;

    if (device->algorithm == ES256) {
        put(said, es, sizeof es);
        put_number(said, device->pkey, OSSL_PKEY_PARAM_EC_PUB_X, 32);
        put(said, "\x22\x58\x20", 3);
        put_number(said, device->pkey, OSSL_PKEY_PARAM_EC_PUB_Y, 32);
    } else if (device->algorithm == EDDSA) {
        put(said, ed, sizeof ed);
        EVP_PKEY_get_raw_public_key(device->pkey, raw, &n);
        put(said, raw, n);
    } else {
        put(said, rs, sizeof rs);
        put_number(said, device->pkey, OSSL_PKEY_PARAM_RSA_N, 256);
        put(said, "\x21\x43", 2);
        put_number(said, device->pkey, OSSL_PKEY_PARAM_RSA_E, 3);
    }
}

static void say_head(const struct device *device, const char *type, const char *origin,
                     const char *rp, const char *challenge, unsigned flags,
                     struct device_said *said)
{
    unsigned char hash[SHA256_DIGEST_LENGTH];

    *said = (struct device_said){0};
    said->n_client = (size_t)snprintf(said->client, sizeof said->client,
                                      "{\"type\":\"%s\",\"challenge\":\"%s\",\"origin\":"
                                      "\"%s\",\"crossOrigin\":false}",
                                      type, challenge, origin);
    SHA256((const unsigned char *)rp, strlen(rp), hash);
    put(said, hash, sizeof hash);
    put_byte(said, flags);
    for (int shift = 24; shift >= 0; shift -= 8)
        put_byte(said, device->counter >> shift & 0xff);
}

void device_make(struct device *device, const char *origin, const char *rp,
                 const char *challenge, struct device_said *said)
{
    say_head(device, "webauthn.create", origin, rp, challenge, device->flags | 64u, said);
    for (int i = 0; i < 16; i++) put_byte(said, 0); /* of no particular make */
    put_byte(said, 0);
    put_byte(said, sizeof device->id);
    put(said, device->id, sizeof device->id);
    put_key(said, device);
}

void device_sign_again(struct device *device, struct device_said *said)
{
    unsigned char text[sizeof said->data + SHA256_DIGEST_LENGTH];
    EVP_MD_CTX *md = EVP_MD_CTX_new();

    memcpy(text, said->data, said->n_data);
    SHA256((const unsigned char *)said->client, said->n_client, text + said->n_data);
    said->n_signature = sizeof said->signature;
    EVP_DigestSignInit(md, NULL, device->algorithm == EDDSA ? NULL : EVP_sha256(), NULL,
                       device->pkey);
    EVP_DigestSign(md, said->signature, &said->n_signature, text,
                   said->n_data + SHA256_DIGEST_LENGTH);
    EVP_MD_CTX_free(md);
}

void device_sign(struct device *device, const char *origin, const char *rp,
                 const char *challenge, struct device_said *said)
{
    say_head(device, "webauthn.get", origin, rp, challenge, device->flags, said);
    device_sign_again(device, said);
}

struct passkey_bytes device_client(const struct device_said *said)
{
    return (struct passkey_bytes){(const unsigned char *)said->client, said->n_client};
}

struct passkey_bytes device_data(const struct device_said *said)
{
    return (struct passkey_bytes){said->data, said->n_data};
}

struct passkey_bytes device_signature(const struct device_said *said)
{
    return (struct passkey_bytes){said->signature, said->n_signature};
}
