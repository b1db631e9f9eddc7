/* push_seal.c -- see push_seal.h. By OpenSSL. */
#include "push_seal.h"

#include <openssl/hmac.h>
#include <sodium.h>
#include <string.h>

enum { HASH = 32, CEK = 16, NONCE = 12, RECORD_SIZE = 4096, MARK = 2 };

static bool push_seal_hmac(const unsigned char *key, size_t key_n,
                           const unsigned char *bytes, size_t n, unsigned char out[HASH])
{
    unsigned length = 0;

    return HMAC(EVP_sha256(), key, (int)key_n, bytes, n, out, &length) && length == HASH;
}

/* What only the two of them can know. */
static bool push_seal_shared_secret(EVP_PKEY *own, const unsigned char point[PUSH_POINT],
                                    unsigned char out[HASH])
{
    EVP_PKEY *other = push_key_point(point);
    EVP_PKEY_CTX *context = other ? EVP_PKEY_CTX_new(own, NULL) : NULL;
    size_t n = HASH;
    bool ok = context && EVP_PKEY_derive_init(context) == 1 &&
              EVP_PKEY_derive_set_peer(context, other) == 1 &&
              EVP_PKEY_derive(context, out, &n) == 1 && n == HASH;

    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(other);
    return ok;
}

/* RFC 8291, 3.4: the secret, the browser's second secret and both public keys. */
static bool push_seal_key_material(const struct push_reader *reader, EVP_PKEY *own,
                                   const unsigned char own_point[PUSH_POINT],
                                   unsigned char out[HASH])
{
    static const char what[] = "WebPush: info";
    unsigned char secret[HASH], key[HASH], info[sizeof what + 2 * PUSH_POINT + 1];

    memcpy(info, what, sizeof what);
    memcpy(info + sizeof what, reader->point, PUSH_POINT);
    memcpy(info + sizeof what + PUSH_POINT, own_point, PUSH_POINT);
    info[sizeof info - 1] = 1;
    bool ok = push_seal_shared_secret(own, reader->point, secret) &&
              push_seal_hmac(reader->auth, PUSH_AUTH, secret, sizeof secret, key) &&
              push_seal_hmac(key, sizeof key, info, sizeof info, out);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(key, sizeof key);
    return ok;
}

/* RFC 8188, 2.2 and 2.3: the key and the nonce of the only record. */
static bool push_seal_expand(const unsigned char material[HASH],
                             const unsigned char salt[PUSH_SALT], unsigned char cek[HASH],
                             unsigned char nonce[HASH])
{
    static const unsigned char for_cek[] = "Content-Encoding: aes128gcm\0\1",
                               for_nonce[] = "Content-Encoding: nonce\0\1";
    unsigned char key[HASH];
    bool ok = push_seal_hmac(salt, PUSH_SALT, material, HASH, key) &&
              push_seal_hmac(key, sizeof key, for_cek, sizeof for_cek - 1, cek) &&
              push_seal_hmac(key, sizeof key, for_nonce, sizeof for_nonce - 1, nonce);

    sodium_memzero(key, sizeof key);
    return ok;
}

/* In place; the tag comes after it. */
static bool push_seal_encrypt(const unsigned char *cek, const unsigned char *nonce,
                              unsigned char *bytes, size_t n)
{
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int done = 0, more = 0;
    bool ok =
        context &&
        EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, cek, nonce) == 1 &&
        EVP_EncryptUpdate(context, bytes, &done, bytes, (int)n) == 1 &&
        EVP_EncryptFinal_ex(context, bytes + done, &more) == 1 &&
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, PUSH_TAG, bytes + n) == 1;

    EVP_CIPHER_CTX_free(context);
    return ok && (size_t)(done + more) == n;
}

size_t push_seal_with(const struct push_reader *reader, EVP_PKEY *own,
                      const unsigned char salt[PUSH_SALT], const char *text, size_t n,
                      size_t record, unsigned char *out)
{
    unsigned char material[HASH], cek[HASH], nonce[HASH];
    unsigned char *body = out + PUSH_HEAD, *point = out + PUSH_HEAD - PUSH_POINT;

    if (n >= record || record + PUSH_TAG > RECORD_SIZE || !push_key_public(own, point))
        return 0;
    memcpy(out, salt, PUSH_SALT);
    memcpy(out + PUSH_SALT, "\0\0\x10\0\x41", 5); /* records of 4096, a key of 65 */
    memset(body, 0, record);
    memcpy(body, text, n);
    body[n] = MARK; /* the last record */
    bool ok = push_seal_key_material(reader, own, point, material) &&
              push_seal_expand(material, salt, cek, nonce) &&
              push_seal_encrypt(cek, nonce, body, record);
    sodium_memzero(material, sizeof material);
    sodium_memzero(cek, sizeof cek);
    return ok ? PUSH_HEAD + record + PUSH_TAG : 0;
}

bool push_seal(const struct push_reader *reader, const char *text, size_t n,
               unsigned char out[PUSH_SEALED])
{
    unsigned char salt[PUSH_SALT];
    EVP_PKEY *own = push_key_new();

    randombytes_buf(salt, sizeof salt);
    bool ok = own &&
              push_seal_with(reader, own, salt, text, n, PUSH_RECORD, out) == PUSH_SEALED;
    EVP_PKEY_free(own);
    return ok;
}
