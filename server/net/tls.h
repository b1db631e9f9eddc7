/* tls.h -- OpenSSL, as much of it as is needed: TLS 1.2 and later, HTTP/1.1 inside. */
#ifndef TLS_H
#define TLS_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>

/* A server's, from two PEM files. NULL: `problem` says why. */
SSL_CTX *tls_server(const char *cert, const char *key, char *problem, size_t size);
/* A client's, which believes whom this system believes. */
SSL_CTX *tls_client(char *problem, size_t size);
/* One connection; NULL: no memory. A client says to whom, a name or an address. */
SSL *tls_accept(SSL_CTX *context, int fd);
SSL *tls_connect(SSL_CTX *context, int fd, const char *host);
/* Why there is no connection, in OpenSSL's words. */
const char *tls_why(const SSL *ssl);

#endif
