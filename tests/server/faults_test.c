/* faults_test.c -- see faults_test.h. And no file is closed twice: between the two another thread may have opened one of the same number. */
#include "faults_test.h"

#include <errno.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_int left, came;

void faults_test_openssl(int turn)
{
    atomic_store(&left, turn);
    atomic_store(&came, 0);
}

int faults_test_came(void)
{
    return atomic_load(&came);
}

#ifdef AUDE_WRAPPED

static int fails(void)
{
    if (!atomic_load(&left) || atomic_fetch_sub(&left, 1) != 1) return 0;
    atomic_store(&came, 1);
    return 1;
}

/* A call that gives 1 when all went well: its name, its arguments as declared and as passed on. */
#define OPENSSL(name, declared, passed)                                                  \
    int __real_##name declared;                                                          \
    int __wrap_##name declared;                                                          \
    int __wrap_##name declared                                                           \
    {                                                                                    \
        int result = __real_##name passed;                                               \
        return fails() ? 0 : result;                                                     \
    }

OPENSSL(EVP_EncryptInit_ex,
        (EVP_CIPHER_CTX * context, const EVP_CIPHER *type, ENGINE *engine,
         const unsigned char *key, const unsigned char *iv),
        (context, type, engine, key, iv))
OPENSSL(EVP_EncryptUpdate,
        (EVP_CIPHER_CTX * context, unsigned char *out, int *n, const unsigned char *in,
         int length),
        (context, out, n, in, length))
OPENSSL(EVP_EncryptFinal_ex, (EVP_CIPHER_CTX * context, unsigned char *out, int *n),
        (context, out, n))
OPENSSL(EVP_CIPHER_CTX_ctrl, (EVP_CIPHER_CTX * context, int what, int n, void *more),
        (context, what, n, more))
OPENSSL(EVP_PKEY_derive_init, (EVP_PKEY_CTX * context), (context))
OPENSSL(EVP_PKEY_derive_set_peer, (EVP_PKEY_CTX * context, EVP_PKEY *peer),
        (context, peer))
OPENSSL(EVP_PKEY_derive, (EVP_PKEY_CTX * context, unsigned char *out, size_t *n),
        (context, out, n))
OPENSSL(EVP_DigestSignInit,
        (EVP_MD_CTX * context, EVP_PKEY_CTX **key, const EVP_MD *type, ENGINE *engine,
         EVP_PKEY *pair),
        (context, key, type, engine, pair))
OPENSSL(EVP_DigestSign,
        (EVP_MD_CTX * context, unsigned char *out, size_t *n, const unsigned char *text,
         size_t length),
        (context, out, n, text, length))

/* This one gives a pointer. */
SSL *__real_SSL_new(SSL_CTX *context);
SSL *__wrap_SSL_new(SSL_CTX *context);
SSL *__wrap_SSL_new(SSL_CTX *context)
{
    return fails() ? NULL : __real_SSL_new(context);
}

int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd)
{
    int error = __real_close(fd);

    if (!error || errno != EBADF) return error;
    fprintf(stderr, "faults_test.c: %d is closed, which is not open\n", fd);
    abort();
}
#endif
