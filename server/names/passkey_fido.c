/* passkey_fido.c -- keys and signatures, judged by libfido2. The only file that knows it. */
#include "passkey_internal.h"

#ifdef AUDE_FIDO
#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>
#include <sodium.h>
#include <string.h>

enum {
    DATA_LEAST = 37, /* hash of the site, flags, counter */
    DATA_MAKER = 16, /* which kind of device, before the key's name and its length */
    FLAG_PRESENT = 1,
    FLAG_KEY = 64
};

bool passkey_fido_here(void)
{
    fido_init(0); /* nothing on stderr */
    return true;
}

/* The first 32 bytes name the site, then come flags. */
static enum passkey_why fido_head(const struct passkey_site *site,
                                  struct passkey_bytes data)
{
    unsigned char hash[crypto_hash_sha256_BYTES];

    if (data.n < DATA_LEAST || data.n > PASSKEY_DATA_MAX) return PASSKEY_DATA;
    crypto_hash_sha256(hash, (const unsigned char *)site->rp, strlen(site->rp));
    if (memcmp(hash, data.bytes, sizeof hash) != 0) return PASSKEY_SITE;
    return data.bytes[32] & FLAG_PRESENT ? PASSKEY_GOOD : PASSKEY_ABSENT;
}

/* What comes behind the head is CBOR; a new key has its maker and its name before it. Is it sound? */
static bool fido_tail_sound(struct passkey_bytes data, bool new_key)
{
    size_t at = DATA_LEAST;

    if (new_key) {
        at += DATA_MAKER + 2;
        if (data.n < at) return false;
        at += (size_t)data.bytes[at - 2] << 8 | data.bytes[at - 1];
    }
    return at <= data.n &&
           passkey_cbor_sound((struct passkey_bytes){data.bytes + at, data.n - at});
}

/* -- A new key -------------------------------------------------------------------------- */

/* libfido2 reads the key only if it is told of which kind it must be. */
static fido_cred_t *fido_read(int algorithm, struct passkey_bytes data)
{
    fido_cred_t *cred = fido_cred_new();

    if (cred && fido_cred_set_type(cred, algorithm) == FIDO_OK &&
        fido_cred_set_authdata_raw(cred, data.bytes, data.n) == FIDO_OK)
        return cred;
    fido_cred_free(&cred);
    return NULL;
}

/* Is it a point of the curve, a number that can be a modulus? */
static bool fido_key_ok(const struct passkey *key);

static bool fido_take(const fido_cred_t *cred, int algorithm, struct passkey *out)
{
    size_t n_id = fido_cred_id_len(cred), n_key = fido_cred_pubkey_len(cred);

    *out = (struct passkey){.algorithm = algorithm,
                            .n_id = n_id,
                            .n_key = n_key,
                            .counter = fido_cred_sigcount(cred)};
    if (!n_id || n_id > sizeof out->id || !n_key || n_key > sizeof out->key) return false;
    memcpy(out->id, fido_cred_id_ptr(cred), n_id);
    memcpy(out->key, fido_cred_pubkey_ptr(cred), n_key);
    return fido_key_ok(out);
}

enum passkey_why passkey_fido_made(const struct passkey_site *site, const char *challenge,
                                   struct passkey_bytes client, struct passkey_bytes data,
                                   struct passkey *out)
{
    enum passkey_why why = passkey__client(site, "webauthn.create", challenge, client);

    if (!why) why = fido_head(site, data);
    if (why) return why;
    if (!(data.bytes[32] & FLAG_KEY) || !fido_tail_sound(data, true)) return PASSKEY_DATA;
    for (int i = 0; passkey_algorithms[i]; i++) {
        fido_cred_t *cred = fido_read(passkey_algorithms[i], data);
        if (!cred) continue;
        bool ok = fido_take(cred, passkey_algorithms[i], out);
        fido_cred_free(&cred);
        return ok ? PASSKEY_GOOD : PASSKEY_ALGORITHM;
    }
    return PASSKEY_ALGORITHM;
}

/* -- A signature ------------------------------------------------------------------------ */

/* The key as libfido2 wants it, to be freed by fido_key_free(); NULL: it is none. */
static void *fido_key(const struct passkey *key)
{
    es256_pk_t *es = NULL;
    eddsa_pk_t *ed = NULL;
    rs256_pk_t *rs = NULL;

    switch (key->algorithm) {
    case COSE_ES256:
        es = es256_pk_new();
        if (es && es256_pk_from_ptr(es, key->key, key->n_key) == FIDO_OK) return es;
        es256_pk_free(&es);
        return NULL;
    case COSE_EDDSA:
        ed = eddsa_pk_new();
        if (ed && eddsa_pk_from_ptr(ed, key->key, key->n_key) == FIDO_OK) return ed;
        eddsa_pk_free(&ed);
        return NULL;
    case COSE_RS256:
        rs = rs256_pk_new();
        if (rs && rs256_pk_from_ptr(rs, key->key, key->n_key) == FIDO_OK) return rs;
        rs256_pk_free(&rs);
        return NULL;
    default:
        return NULL;
    }
}

static void fido_key_free(int algorithm, void *key)
{
    es256_pk_t *es = key;
    eddsa_pk_t *ed = key;
    rs256_pk_t *rs = key;

    if (algorithm == COSE_ES256) es256_pk_free(&es);
    if (algorithm == COSE_EDDSA) eddsa_pk_free(&ed);
    if (algorithm == COSE_RS256) rs256_pk_free(&rs);
}

static bool fido_key_ok(const struct passkey *key)
{
    void *pk = fido_key(key);

    if (pk) fido_key_free(key->algorithm, pk);
    return pk != NULL;
}

static bool fido_verify(const struct passkey_site *site, const struct passkey *key,
                        const unsigned char *client_hash, struct passkey_bytes data,
                        struct passkey_bytes signature, uint32_t *counter)
{
    fido_assert_t *assert = fido_assert_new();
    void *pk = assert ? fido_key(key) : NULL;
    bool ok = pk && fido_assert_set_rp(assert, site->rp) == FIDO_OK &&
              fido_assert_set_clientdata_hash(assert, client_hash,
                                              crypto_hash_sha256_BYTES) == FIDO_OK &&
              fido_assert_set_up(assert, FIDO_OPT_TRUE) == FIDO_OK &&
              fido_assert_set_count(assert, 1) == FIDO_OK &&
              fido_assert_set_authdata_raw(assert, 0, data.bytes, data.n) == FIDO_OK &&
              fido_assert_set_sig(assert, 0, signature.bytes, signature.n) == FIDO_OK &&
              fido_assert_verify(assert, 0, key->algorithm, pk) == FIDO_OK;

    if (ok) *counter = fido_assert_sigcount(assert, 0);
    if (pk) fido_key_free(key->algorithm, pk);
    fido_assert_free(&assert);
    return ok;
}

enum passkey_why passkey_fido_signed(const struct passkey_site *site,
                                     const char *challenge, const struct passkey *key,
                                     struct passkey_bytes client,
                                     struct passkey_bytes data,
                                     struct passkey_bytes signature, uint32_t *counter)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    enum passkey_why why = passkey__client(site, "webauthn.get", challenge, client);

    if (!why) why = fido_head(site, data);
    if (why) return why;
    if (!fido_tail_sound(data, data.bytes[32] & FLAG_KEY)) return PASSKEY_DATA;
    if (!signature.n || signature.n > PASSKEY_DATA_MAX) return PASSKEY_SIGNATURE;
    crypto_hash_sha256(hash, client.bytes, client.n);
    if (!fido_verify(site, key, hash, data, signature, counter)) return PASSKEY_SIGNATURE;
    /* Many devices do not count: theirs is always 0. */
    if ((*counter || key->counter) && *counter <= key->counter) return PASSKEY_COUNTER;
    return PASSKEY_GOOD;
}
#else

bool passkey_fido_here(void)
{
    return false;
}

enum passkey_why passkey_fido_made(const struct passkey_site *site, const char *challenge,
                                   struct passkey_bytes client, struct passkey_bytes data,
                                   struct passkey *out)
{
    (void)data;
    *out = (struct passkey){0};
    enum passkey_why why = passkey__client(site, "webauthn.create", challenge, client);
    return why ? why : PASSKEY_ALGORITHM;
}

enum passkey_why passkey_fido_signed(const struct passkey_site *site,
                                     const char *challenge, const struct passkey *key,
                                     struct passkey_bytes client,
                                     struct passkey_bytes data,
                                     struct passkey_bytes signature, uint32_t *counter)
{
    (void)data;
    (void)signature;
    *counter = key->counter;
    enum passkey_why why = passkey__client(site, "webauthn.get", challenge, client);
    return why ? why : PASSKEY_SIGNATURE;
}
#endif
