/* test_tls.c -- what our ends of TLS insist on, and what they offer. */
#include <openssl/err.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "certificate.h"
#include "server/net/tls.h"
#include "test.h"

static char problem[300];
static SSL_CTX *server, *client;

static bool open_both(const char *name)
{
    if (!certificate_make(name)) return false;
    server = tls_server(certificate_path, certificate_key_path, problem, sizeof problem);
    client = tls_client(problem, sizeof problem);
    bool ok = CHECK(server && client) &&
              CHECK(SSL_CTX_load_verify_locations(client, certificate_path, NULL) == 1);
    certificate_remove();
    return ok;
}

static void close_both(void)
{
    SSL_CTX_free(server);
    SSL_CTX_free(client);
}

/* Both ends shake hands. "": they do; else why they do not, as the client says. */
static const char *shake(const char *host, const unsigned char *offers, unsigned n,
                         char chosen[20])
{
    int pair[2];
    const unsigned char *protocol;
    unsigned length;
    static char why[200];

    CHECK(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair));
    SSL *ours = tls_accept(server, pair[0]), *theirs = tls_connect(client, pair[1], host);
    if (!CHECK(ours && theirs)) return "none";
    if (offers) CHECK(!SSL_set_alpn_protos(theirs, offers, n));
    snprintf(why, sizeof why, "%s", "never");
    for (int i = 0; i < 50 && !strcmp(why, "never"); i++) {
        int done = SSL_do_handshake(theirs), how = SSL_get_error(theirs, done);
        if (done == 1 && SSL_do_handshake(ours) == 1) why[0] = 0;
        if (done != 1 && how != SSL_ERROR_WANT_READ && how != SSL_ERROR_WANT_WRITE)
            snprintf(why, sizeof why, "%s", tls_why(theirs));
        SSL_do_handshake(ours);
    }
    SSL_get0_alpn_selected(theirs, &protocol, &length);
    if (chosen)
        snprintf(chosen, 20, "%.*s", (int)length, length ? (const char *)protocol : "");
    SSL_free(ours);
    SSL_free(theirs);
    close(pair[0]);
    close(pair[1]);
    return why;
}

TEST(both_ends_insist_on_what_is_safe)
{
    if (!open_both("p.example.org")) return;
    SSL_CTX *both[] = {server, client};
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(SSL_CTX_get_min_proto_version(both[i]), TLS1_2_VERSION);
        CHECK(SSL_CTX_get_options(both[i]) & SSL_OP_NO_RENEGOTIATION);
        CHECK(SSL_CTX_get_options(both[i]) & SSL_OP_NO_COMPRESSION);
        CHECK(SSL_CTX_get_mode(both[i]) & SSL_MODE_RELEASE_BUFFERS);
        CHECK(SSL_CTX_get_mode(both[i]) & SSL_MODE_ENABLE_PARTIAL_WRITE);
        CHECK(SSL_CTX_get_mode(both[i]) & SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    }
    CHECK(SSL_CTX_get_options(server) & SSL_OP_CIPHER_SERVER_PREFERENCE);
    CHECK_EQ(SSL_CTX_get_verify_mode(client), SSL_VERIFY_PEER);
    CHECK_EQ(SSL_CTX_get_verify_mode(server), SSL_VERIFY_NONE);
    close_both();
}

/* Whoever offers HTTP/1.1, alone or among others, gets it; who offers other things alone gets none of them, and may go on. */
TEST(http_1_1_is_chosen)
{
    static const struct {
        const char *offers, *chosen;
    } all[] = {{"\x08http/1.1", "http/1.1"},
               {"\x02h2\x08http/1.1", "http/1.1"},
               {"\x02h2", ""},
               {NULL, ""}};
    char chosen[20];

    if (!open_both("p.example.org")) return;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const unsigned char *offers = (const unsigned char *)all[i].offers;
        CHECK_STR(shake("p.example.org", offers,
                        offers ? (unsigned)strlen(all[i].offers) : 0, chosen),
                  "");
        CHECK_STR(chosen, all[i].chosen);
    }
    close_both();
}

TEST(the_other_end_must_be_who_it_says)
{
    if (!open_both("p.example.org")) return;
    CHECK_STR(shake("p.example.org", NULL, 0, NULL), "");
    CHECK_STR(shake("q.example.org", NULL, 0, NULL), "hostname mismatch");
    CHECK_STR(shake("127.0.0.1", NULL, 0, NULL), "");
    CHECK_STR(shake("127.0.0.2", NULL, 0, NULL), "IP address mismatch");
    CHECK_STR(shake("::1", NULL, 0, NULL), "IP address mismatch");
    SSL_CTX_free(client);
    client =
        tls_client(problem, sizeof problem); /* which does not know the certificate */
    CHECK(strstr(shake("p.example.org", NULL, 0, NULL), "self") != NULL);
    close_both();
}

TEST(a_key_that_is_another_certificates_is_refused)
{
    char cert[sizeof certificate_path];

    if (!certificate_make("p.example.org")) return;
    memcpy(cert, certificate_path, sizeof cert);
    CHECK(!tls_server(certificate_path, "/no/such/file", problem, sizeof problem));
    CHECK(strstr(problem, cert) && strstr(problem, "/no/such/file cannot be used: "));
    CHECK(
        !tls_server(certificate_key_path, certificate_key_path, problem, sizeof problem));
    CHECK(!tls_server(certificate_path, certificate_path, problem, sizeof problem));
    CHECK_EQ((long long)ERR_peek_error(), 0); /* nothing is left for the next to find */
    certificate_remove();
}
