/* tls.c -- see tls.h. */
#include "tls.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>

static const char *tls_last_problem(void)
{
    unsigned long error = ERR_peek_last_error();
    const char *reason = error ? ERR_reason_error_string(error) : NULL;

    ERR_clear_error();
    return reason ? reason : "TLS failed";
}

const char *tls_why(const SSL *ssl)
{
    long result = SSL_get_verify_result(ssl);

    return result == X509_V_OK ? tls_last_problem()
                               : X509_verify_cert_error_string(result);
}

/* Idle connections give their buffers back; nobody may ask for another handshake. */
static SSL_CTX *tls_new_context(const SSL_METHOD *method)
{
    SSL_CTX *context = SSL_CTX_new(method);

    if (!context) return NULL;
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    return context;
}

/* HTTP/1.1 is all that is spoken here; who offers nothing gets it too. */
static int tls_choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *n,
                               const unsigned char *in, unsigned n_in, void *context)
{
    static const unsigned char ours[] = "\x08http/1.1";
    unsigned char *chosen;

    (void)ssl;
    (void)context;
    if (SSL_select_next_proto(&chosen, n, ours, sizeof ours - 1, in, n_in) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_NOACK;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

SSL_CTX *tls_server(const char *cert, const char *key, char *problem, size_t size)
{
    SSL_CTX *context = tls_new_context(TLS_server_method());

    if (context && SSL_CTX_use_certificate_chain_file(context, cert) == 1 &&
        SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 &&
        SSL_CTX_check_private_key(context) == 1) {
        SSL_CTX_set_alpn_select_cb(context, tls_choose_protocol, NULL);
        SSL_CTX_set_options(context, SSL_OP_CIPHER_SERVER_PREFERENCE);
        return context;
    }
    snprintf(problem, size, "%s and %s cannot be used: %s", cert, key,
             tls_last_problem());
    SSL_CTX_free(context);
    return NULL;
}

SSL_CTX *tls_client(char *problem, size_t size)
{
    SSL_CTX *context = tls_new_context(TLS_client_method());

    if (context && SSL_CTX_set_default_verify_paths(context) == 1) {
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
        return context;
    }
    snprintf(problem, size, "%s", tls_last_problem());
    SSL_CTX_free(context);
    return NULL;
}

SSL *tls_accept(SSL_CTX *context, int fd)
{
    SSL *ssl = SSL_new(context);

    if (ssl && SSL_set_fd(ssl, fd) == 1) {
        SSL_set_accept_state(ssl);
        return ssl;
    }
    SSL_free(ssl);
    return NULL;
}

static bool tls_expect_name(SSL *ssl, const char *host)
{
    unsigned char address[16];
    char name[256]; /* a copy: OpenSSL's macro takes no const */

    if (inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1;
    snprintf(name, sizeof name, "%s", host);
    return SSL_set_tlsext_host_name(ssl, name) == 1 && SSL_set1_host(ssl, host) == 1;
}

SSL *tls_connect(SSL_CTX *context, int fd, const char *host)
{
    SSL *ssl = SSL_new(context);

    if (ssl && SSL_set_fd(ssl, fd) == 1 && tls_expect_name(ssl, host)) {
        SSL_set_connect_state(ssl);
        return ssl;
    }
    SSL_free(ssl);
    return NULL;
}
