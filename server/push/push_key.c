/* push_key.c -- see push_key.h. By OpenSSL. */
#include "push_key.h"

#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { TOPIC_BYTES = 18, SIGNATURE = 64 };

static bool push_key_base64url(const unsigned char *bytes, size_t n, char *out,
                               size_t size)
{
    if (size < sodium_base64_ENCODED_LEN(n, sodium_base64_VARIANT_URLSAFE_NO_PADDING))
        return false;
    sodium_bin2base64(out, size, bytes, n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return true;
}

/* -- Making ----------------------------------------------------------------------------- */

EVP_PKEY *push_key_new(void)
{
    return EVP_EC_gen("P-256");
}

/* `scalar` may be NULL: a public key. */
static OSSL_PARAM *push_key_describe(const unsigned char *scalar,
                                     const unsigned char *point, BIGNUM **number)
{
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    OSSL_PARAM *all = NULL;
    bool ok = build &&
              OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME,
                                              "prime256v1", 0) &&
              OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point,
                                               PUSH_POINT);

    if (ok && scalar)
        ok = (*number = BN_bin2bn(scalar, PUSH_SCALAR, NULL)) &&
             OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, *number);
    if (ok) all = OSSL_PARAM_BLD_to_param(build);
    OSSL_PARAM_BLD_free(build);
    return all;
}

static EVP_PKEY *push_key_make(const unsigned char *scalar, const unsigned char *point)
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    BIGNUM *number = NULL;
    OSSL_PARAM *all = context ? push_key_describe(scalar, point, &number) : NULL;
    EVP_PKEY *key = NULL;

    if (all && EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &key, scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY,
                          all) != 1)
        key = NULL;
    OSSL_PARAM_free(all);
    BN_clear_free(number);
    EVP_PKEY_CTX_free(context);
    return key;
}

EVP_PKEY *push_key_pair(const unsigned char bytes[PUSH_PAIR])
{
    return push_key_make(bytes, bytes + PUSH_SCALAR);
}

EVP_PKEY *push_key_point(const unsigned char bytes[PUSH_POINT])
{
    return bytes[0] == 4 ? push_key_make(NULL, bytes) : NULL;
}

/* -- Reading ---------------------------------------------------------------------------- */

bool push_key_public(const EVP_PKEY *key, unsigned char out[PUSH_POINT])
{
    size_t n = 0;

    return EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, out, PUSH_POINT,
                                           &n) == 1 &&
           n == PUSH_POINT;
}

bool push_key_bytes(const EVP_PKEY *key, unsigned char out[PUSH_PAIR])
{
    BIGNUM *number = NULL;
    bool ok = EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 &&
              BN_bn2binpad(number, out, PUSH_SCALAR) == PUSH_SCALAR &&
              push_key_public(key, out + PUSH_SCALAR);

    BN_clear_free(number);
    return ok;
}

bool push_key_text(const EVP_PKEY *key, char out[PUSH_POINT_TEXT])
{
    unsigned char point[PUSH_POINT];

    return push_key_public(key, point) &&
           push_key_base64url(point, sizeof point, out, PUSH_POINT_TEXT);
}

bool push_key_topic(const EVP_PKEY *key, const char *of, char out[25])
{
    unsigned char pair[PUSH_PAIR], hash[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    bool ok = push_key_bytes(key, pair) &&
              HMAC(EVP_sha256(), pair, PUSH_SCALAR, (const unsigned char *)of, strlen(of),
                   hash, &n) &&
              push_key_base64url(hash, TOPIC_BYTES, out, 25);

    sodium_memzero(pair, sizeof pair);
    return ok;
}

/* -- The token -------------------------------------------------------------------------- */

bool push_key_contact_ok(const char *contact)
{
    size_t n = strlen(contact);

    if (n > PUSH_CONTACT_MAX) return false;
    for (size_t i = 0; i < n; i++)
        if (contact[i] <= ' ' || contact[i] > '~' || contact[i] == '"' ||
            contact[i] == '\\')
            return false;
    return (!strncmp(contact, "mailto:", 7) && strchr(contact + 7, '@')) ||
           (!strncmp(contact, "https://", 8) && contact[8]);
}

/* OpenSSL gives two numbers in DER, a token has them one after the other. */
static bool push_key_plain_signature(const unsigned char *der, size_t n,
                                     unsigned char out[SIGNATURE])
{
    ECDSA_SIG *both = d2i_ECDSA_SIG(NULL, &der, (long)n);
    bool ok =
        both && BN_bn2binpad(ECDSA_SIG_get0_r(both), out, SIGNATURE / 2) > 0 &&
        BN_bn2binpad(ECDSA_SIG_get0_s(both), out + SIGNATURE / 2, SIGNATURE / 2) > 0;

    ECDSA_SIG_free(both);
    return ok;
}

static bool push_key_sign(EVP_PKEY *key, const char *text, size_t n,
                          unsigned char out[SIGNATURE])
{
    unsigned char der[128];
    size_t length = sizeof der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool ok = context &&
              EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
              EVP_DigestSign(context, der, &length, (const unsigned char *)text, n) == 1;

    EVP_MD_CTX_free(context);
    return ok && push_key_plain_signature(der, length, out);
}

bool push_key_token(EVP_PKEY *key, const char *audience, const char *contact,
                    int64_t expires, char out[PUSH_TOKEN_MAX])
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    unsigned char signature[SIGNATURE];
    char claims[640];
    int length =
        snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}",
                 audience, (long long)expires, contact);

    if (length < 0 || (size_t)length >= sizeof claims) return false;
    push_key_base64url((const unsigned char *)head, sizeof head - 1, out, PUSH_TOKEN_MAX);
    size_t n = strlen(out);
    out[n++] = '.';
    if (!push_key_base64url((const unsigned char *)claims, (size_t)length, out + n,
                            PUSH_TOKEN_MAX - n))
        return false;
    n += strlen(out + n);
    if (!push_key_sign(key, out, n, signature)) return false;
    out[n++] = '.';
    return push_key_base64url(signature, sizeof signature, out + n, PUSH_TOKEN_MAX - n);
}
