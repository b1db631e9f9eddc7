/* test_push_tls.c -- push messages up to their end: a receiver of the test's own with a certificate of its own, what it is sent, and what
 * becomes of its answers. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "certificate.h"
#include "server/net/tls.h"
#include "server/push/push_answer.h"
#include "server/push/push_post.h"
#include "test.h"

static char problem[400];

/* -- The receiver ----------------------------------------------------------------------- */

enum how_it_ends { SAYS_GOODBYE, BREAKS_OFF, SAYS_NO_MORE };

static struct {
    SSL_CTX *tls;
    int fd, port;
    pthread_t thread;
    const char *answer;
    enum how_it_ends how;
    char heard[20000];
    size_t n;
} receiver;

/* All of a request: its head, and as many bytes as it says. */
static void hear_request(SSL *ssl)
{
    size_t whole = sizeof receiver.heard - 1;

    receiver.n = 0;
    while (receiver.n < whole) {
        int more = SSL_read(ssl, receiver.heard + receiver.n,
                            (int)(sizeof receiver.heard - 1 - receiver.n));
        if (more <= 0) return;
        receiver.n += (size_t)more;
        receiver.heard[receiver.n] = 0;
        const char *end = strstr(receiver.heard, "\r\n\r\n"),
                   *length = strstr(receiver.heard, "Content-Length: ");
        if (end && length)
            whole = (size_t)(end + 4 - receiver.heard) + (size_t)atoi(length + 16);
    }
}

static void *receive_one(void *context)
{
    int fd = accept(receiver.fd, NULL, NULL);
    SSL *ssl = fd >= 0 ? tls_accept(receiver.tls, fd) : NULL;

    (void)context;
    if (ssl && SSL_accept(ssl) == 1) {
        hear_request(ssl);
        for (const char *at = receiver.answer; *at; at++) /* a byte at a time */
            if (SSL_write(ssl, at, 1) != 1) break;
        if (receiver.how == SAYS_GOODBYE) SSL_shutdown(ssl);
        if (receiver.how == SAYS_NO_MORE) poll(NULL, 0, 300);
    }
    SSL_free(ssl);
    if (fd >= 0) close(fd);
    return NULL;
}

static bool open_receiver(const char *name)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t n = sizeof at;

    signal(SIGPIPE, SIG_IGN); /* who sends may have gone */
    if (!certificate_make(name)) return false;
    receiver.tls =
        tls_server(certificate_path, certificate_key_path, problem, sizeof problem);
    receiver.fd = socket(AF_INET, SOCK_STREAM, 0);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(!bind(receiver.fd, (struct sockaddr *)&at, sizeof at));
    CHECK(!listen(receiver.fd, 8));
    CHECK(!getsockname(receiver.fd, (struct sockaddr *)&at, &n));
    receiver.port = ntohs(at.sin_port);
    return CHECK(receiver.tls != NULL);
}

static void close_receiver(void)
{
    SSL_CTX_free(receiver.tls);
    close(receiver.fd);
    certificate_remove();
}

/* -- The sender ------------------------------------------------------------------------- */

static struct push_test test;
static struct push_sender sender;
static struct push_message message;
static int stop[2];

static void open_sender(bool knows)
{
    memset(&test, 0, sizeof test);
    test.n_resolve = test.resolve[0].n = test.n_allow = 1;
    snprintf(test.resolve[0].name, sizeof test.resolve[0].name, "p.example.org");
    snprintf(test.resolve[0].address[0], 64, "127.0.0.1");
    snprintf(test.allow[0].address, 64, "127.0.0.1");
    test.allow[0].port = receiver.port;
    CHECK(!pipe(stop));
    sender = (struct push_sender){.key = push_key_new(),
                                  .contact = "mailto:a@example.org",
                                  .ports = {{receiver.port}, 1},
                                  .test = &test,
                                  .tls = tls_client(problem, sizeof problem),
                                  .stop_fd = stop[0]};
    CHECK(push_key_text(sender.key, sender.key_text));
    if (knows)
        CHECK_EQ(SSL_CTX_load_verify_locations(sender.tls, certificate_path, NULL), 1);
    memset(&message, 0, sizeof message);
    EVP_PKEY *reader = push_key_new();
    CHECK(push_key_public(reader, message.reader.point));
    EVP_PKEY_free(reader);
    message.ttl_s = 77;
    snprintf(message.topic, sizeof message.topic, "a-topic");
    message.n = 5;
    memcpy(message.text, "hello", 5);
    snprintf(message.endpoint, sizeof message.endpoint, "https://p.example.org:%d/to/x?y",
             receiver.port);
}

static void close_sender(void)
{
    EVP_PKEY_free(sender.key);
    SSL_CTX_free(sender.tls);
    close(stop[0]);
    close(stop[1]);
}

static struct push_result sent(const char *answer, enum how_it_ends how)
{
    struct push_result result;

    receiver.n = 0;
    receiver.answer = answer;
    receiver.how = how;
    CHECK(!pthread_create(&receiver.thread, NULL, receive_one, NULL));
    push_post(&sender, &message, &result);
    pthread_join(receiver.thread, NULL);
    return result;
}

static void check_sent(const char *answer, enum how_it_ends how,
                       enum push_outcome outcome, const char *why, int wait)
{
    struct push_result result = sent(answer, how);

    if (!CHECK(result.outcome == outcome && !strncmp(result.why, why, strlen(why)) &&
               result.wait_s == wait))
        fprintf(stderr, "%s: %d %s %d\n", answer, (int)result.outcome, result.why,
                result.wait_s);
}

/* -- Tests ------------------------------------------------------------------------------ */

TEST(an_answer_decides_what_becomes_of_a_message)
{
    static const struct {
        const char *status;
        enum push_outcome outcome;
    } answers[] = {{"200", PUSH_DONE},   {"201", PUSH_DONE},   {"299", PUSH_DONE},
                   {"199", PUSH_FAILED}, {"300", PUSH_FAILED}, {"400", PUSH_FAILED},
                   {"403", PUSH_FAILED}, {"404", PUSH_GONE},   {"405", PUSH_FAILED},
                   {"410", PUSH_GONE},   {"411", PUSH_FAILED}, {"429", PUSH_LATER},
                   {"499", PUSH_FAILED}, {"500", PUSH_LATER},  {"503", PUSH_LATER}};
    char text[100];

    if (!open_receiver("p.example.org")) return;
    open_sender(true);
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        snprintf(text, sizeof text, "HTTP/1.1 %s x\r\n\r\n", answers[i].status);
        check_sent(text, SAYS_GOODBYE, answers[i].outcome, answers[i].status, 0);
    }
    check_sent("HTTP/1.1 503 x\r\nRetry-After: 120\r\n\r\n", BREAKS_OFF, PUSH_LATER,
               "503", 120);
    check_sent("SSH-2.0-x\r\n\r\n", SAYS_GOODBYE, PUSH_LATER, "what it says is no answer",
               0);
    check_sent("HTTP/1.1 201 x\r\nA: b", SAYS_GOODBYE, PUSH_DONE, "201", 0);
    check_sent("", SAYS_GOODBYE, PUSH_LATER, "what it says is no answer", 0);
    check_sent("HTTP/1.1 201 x\r\n", BREAKS_OFF, PUSH_FAILED, "TLS: ", 0);
    test.patience_ms = 100;
    check_sent("HTTP/1.1 201 x\r\n", SAYS_NO_MORE, PUSH_LATER, "it took too long", 0);
    close_sender();
    close_receiver();
}

/* -- While it is sent ------------------------------------------------------------------- */

enum { REFUSALS = 3, PIECE = 100 };
static int refusals; /* how often the way is blocked before each piece */

/* The way to the socket: blocked for a while, then a piece goes through. */
static int block_write(BIO *bio, const char *bytes, int n)
{
    BIO_clear_retry_flags(bio);
    if (refusals++ % (REFUSALS + 1) != REFUSALS) {
        BIO_set_retry_write(bio);
        return -1;
    }
    return BIO_write(BIO_next(bio), bytes, n < PIECE ? n : PIECE);
}

static long block_ctrl(BIO *bio, int what, long number, void *at)
{
    return BIO_ctrl(BIO_next(bio), what, number, at);
}

static BIO_METHOD *block;

static void on_handshake_block(const SSL *ssl, int where, int value)
{
    SSL *open = (SSL *)(void *)(size_t)ssl; /* it is ours */

    (void)value;
    if (!(where & SSL_CB_HANDSHAKE_DONE) || SSL_get_wbio(ssl) != SSL_get_rbio(ssl))
        return;
    BIO *way = BIO_new(block), *socket = SSL_get_wbio(ssl);
    BIO_up_ref(socket);
    BIO_set_init(way, 1);
    SSL_set0_wbio(open, BIO_push(way, socket));
}

/* Nothing can be sent any more, though all was well until then. */
static void on_handshake_cut(const SSL *ssl, int where, int value)
{
    (void)value;
    if (where & SSL_CB_HANDSHAKE_DONE) shutdown(SSL_get_fd(ssl), SHUT_WR);
}

/* It arrives whole, however often the way is blocked. */
TEST(a_message_waits_for_its_way)
{
    if (!open_receiver("p.example.org")) return;
    open_sender(true);
    block = BIO_meth_new(BIO_TYPE_FILTER | BIO_get_new_index(), "blocked");
    CHECK(BIO_meth_set_write(block, block_write) && BIO_meth_set_ctrl(block, block_ctrl));
    refusals = 0;
    SSL_CTX_set_info_callback(sender.tls, on_handshake_block);
    check_sent("HTTP/1.1 201 x\r\n\r\n", SAYS_GOODBYE, PUSH_DONE, "201", 0);
    CHECK(refusals > 7 * REFUSALS); /* it was blocked, and went in pieces */
    const char *body = strstr(receiver.heard, "\r\n\r\n");
    CHECK(body && (size_t)(body + 4 - receiver.heard) + PUSH_SEALED == receiver.n);
    close_sender();
    BIO_meth_free(block);
    close_receiver();
}

TEST(a_message_that_breaks_off_is_tried_later)
{
    if (!open_receiver("p.example.org")) return;
    open_sender(true);
    SSL_CTX_set_info_callback(sender.tls, on_handshake_cut);
    check_sent("HTTP/1.1 201 x\r\n\r\n", SAYS_GOODBYE, PUSH_LATER, "the connection broke",
               0);
    CHECK_EQ(receiver.n, 0);
    close_sender();
    close_receiver();
}

/* Of an answer that never ends only the beginning is read. */
TEST(an_endless_answer_has_an_end)
{
    static char much[3 * PUSH_ANSWER_MAX];

    if (!open_receiver("p.example.org")) return;
    open_sender(true);
    memset(much, 'x', sizeof much - 1);
    memcpy(much, "HTTP/1.1 201 x\r\nA: ", 19);
    check_sent(much, SAYS_GOODBYE, PUSH_DONE, "201", 0);
    close_sender();
    close_receiver();
}

/* The value of a field of the request that came. */
static const char *field(const char *name)
{
    static char value[1000];
    const char *at = strstr(receiver.heard, name);

    value[0] = 0;
    if (CHECK(at != NULL)) sscanf(at + strlen(name), ": %999[^\r]", value);
    return value;
}

TEST(a_request_says_all_that_a_service_wants_to_know)
{
    char text[200], token[PUSH_TOKEN_MAX], *dot, claims[640];
    size_t n = 0;
    long long expires = 0;

    if (!open_receiver("p.example.org")) return;
    open_sender(true);
    check_sent("HTTP/1.1 201 x\r\n\r\n", SAYS_GOODBYE, PUSH_DONE, "201", 0);
    CHECK(!strncmp(receiver.heard, "POST /to/x?y HTTP/1.1\r\n", 23));
    snprintf(text, sizeof text, "p.example.org:%d", receiver.port);
    CHECK_STR(field("Host"), text);
    CHECK_STR(field("TTL"), "77");
    CHECK_STR(field("Topic"), "a-topic");
    CHECK_STR(field("Urgency"), "normal");
    CHECK_STR(field("Content-Encoding"), "aes128gcm");
    CHECK_STR(field("Connection"), "close");
    CHECK_EQ(atoi(field("Content-Length")), PUSH_SEALED);
    const char *body = strstr(receiver.heard, "\r\n\r\n");
    CHECK_EQ((size_t)(body + 4 - receiver.heard) + PUSH_SEALED, receiver.n);
    CHECK(!memcmp(body + 4 + PUSH_SALT, "\0\0\x10\0\x41\4", 6));
    CHECK_EQ(sscanf(field("Authorization"), "vapid t=%[^,], k=%199s", token, text), 2);
    CHECK_STR(text, sender.key_text);
    dot = strchr(token, '.') + 1;
    CHECK_EQ(sodium_base642bin((unsigned char *)claims, sizeof claims - 1, dot,
                               strcspn(dot, "."), NULL, &n, NULL,
                               sodium_base64_VARIANT_URLSAFE_NO_PADDING),
             0);
    claims[n] = 0;
    snprintf(text, sizeof text, "{\"aud\":\"https://p.example.org:%d\",\"exp\":%%lld,",
             receiver.port);
    CHECK_EQ(sscanf(claims, text, &expires), 1);
    CHECK(expires > time(NULL) + 11 * 3600 && expires <= time(NULL) + 12 * 3600);
    /* Without a path there is one still. */
    snprintf(message.endpoint, sizeof message.endpoint, "https://p.example.org:%d?y",
             receiver.port);
    check_sent("HTTP/1.1 201 x\r\n\r\n", SAYS_GOODBYE, PUSH_DONE, "201", 0);
    CHECK(!strncmp(receiver.heard, "POST /?y HTTP/1.1\r\n", 19));
    close_sender();
    close_receiver();
}

/* A certificate that nobody knows, and one of another name. */
TEST(only_who_he_says_he_is_gets_a_message)
{
    if (!open_receiver("p.example.org")) return;
    open_sender(false);
    check_sent("HTTP/1.1 201 x\r\n\r\n", SAYS_GOODBYE, PUSH_FAILED, "TLS: ", 0);
    CHECK_EQ(receiver.n, 0);
    close_sender();
    close_receiver();
    if (!open_receiver("q.example.org")) return;
    open_sender(true);
    check_sent("HTTP/1.1 201 x\r\n\r\n", SAYS_GOODBYE, PUSH_FAILED,
               "TLS: hostname mismatch", 0);
    close_sender();
    close_receiver();
}

TEST(what_cannot_be_sealed_is_not_sent)
{
    if (!open_receiver("p.example.org")) return;
    open_sender(true);
    memset(message.reader.point, 0, sizeof message.reader.point);
    check_sent("", SAYS_GOODBYE, PUSH_FAILED, "the message cannot be sealed", 0);
    close_sender();
    close_receiver();
}

/* A certificate is for addresses, too. */
TEST(a_certificate_may_be_for_a_number)
{
    int ends[2];
    SSL_CTX *tls = tls_client(problem, sizeof problem);

    if (!CHECK(tls != NULL) || !CHECK(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends))) return;
    static const char *const names[] = {"127.0.0.1", "::1", "p.example.org"};
    for (int i = 0; i < 3; i++) {
        SSL *ssl = tls_connect(tls, ends[0], names[i]);
        if (!CHECK(ssl != NULL)) continue;
        const char *host = X509_VERIFY_PARAM_get0_host(SSL_get0_param(ssl), 0);
        char *ip = X509_VERIFY_PARAM_get1_ip_asc(SSL_get0_param(ssl));
        CHECK_EQ(ip != NULL, i < 2);
        CHECK_EQ(host != NULL, i == 2);
        CHECK_EQ(SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name) != NULL, i == 2);
        OPENSSL_free(ip);
        SSL_free(ssl);
    }
    SSL_CTX_free(tls);
    close(ends[0]);
    close(ends[1]);
}

TEST(a_certificate_that_is_none_is_refused_in_words)
{
    if (!certificate_make("p.example.org")) return;
    CHECK(!tls_server("/no/such/file", certificate_key_path, problem, sizeof problem));
    CHECK(strstr(problem, "/no/such/file") != NULL);
    CHECK(!tls_server(certificate_path, "/no/such/file", problem, sizeof problem));
    CHECK(strstr(problem, "/no/such/file") != NULL);
    CHECK(
        !tls_server(certificate_key_path, certificate_key_path, problem, sizeof problem));
    char other[100];
    snprintf(other, sizeof other, "%s", certificate_path);
    rename(certificate_path, "/tmp/aude-cert-other");
    CHECK(certificate_make("q.example.org"));
    CHECK(!tls_server("/tmp/aude-cert-other", certificate_key_path, problem,
                      sizeof problem));
    CHECK(problem[0] != 0);
    SSL_CTX *tls =
        tls_server(certificate_path, certificate_key_path, problem, sizeof problem);
    CHECK(tls != NULL);
    SSL_CTX_free(tls);
    unlink("/tmp/aude-cert-other");
    certificate_remove();
}
