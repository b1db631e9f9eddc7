/* push_post.c -- see push_post.h. */
#include "push_post.h"

#include "push_answer.h"
#include "net/tls.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TOKEN_S = 12 * 3600, HEAD_MAX = 4096 };

/* One message under way. */
struct post {
    const struct push_sender *sender;
    struct push_address to;
    struct push_result *result;
    int64_t until; /* ms of the steady clock */
    int fd;
    SSL *ssl;
};

static bool push_post_end(struct post *post, enum push_outcome outcome,
                          const char *format, ...) __attribute__((format(printf, 3, 4)));

/* False, so that it can be returned. */
static bool push_post_end(struct post *post, enum push_outcome outcome,
                          const char *format, ...)
{
    va_list values;

    post->result->outcome = outcome;
    va_start(values, format);
    vsnprintf(post->result->why, sizeof post->result->why, format, values);
    va_end(values);
    return false;
}

static int64_t push_post_milliseconds(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return (int64_t)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

/* Until the socket is ready for `events`; false: the time is over, or the server stops. */
static bool push_post_wait_for(struct post *post, short events)
{
    for (;;) {
        struct pollfd fds[2] = {{post->fd, events, 0},
                                {post->sender->stop_fd, POLLIN, 0}};
        int64_t left = post->until - push_post_milliseconds();
        int n = left > 0 ? poll(fds, 2, (int)left) : 0;
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return push_post_end(post, PUSH_LATER, "it took too long");
        if (fds[1].revents) return push_post_end(post, PUSH_LATER, "the server stops");
        return true;
    }
}

/* -- Where to --------------------------------------------------------------------------- */

static struct addrinfo *push_post_resolve(const struct post *post)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
    struct addrinfo *all = NULL;
    char port[8];

    snprintf(port, sizeof port, "%d", post->to.port);
    if ((all = push_test_resolve(post->sender->test, post->to.host, port))) return all;
    return getaddrinfo(post->to.host, port, &hints, &all) ? NULL : all;
}

/* Every address that the name leads to: with a single one that is not public nothing is sent. */
static bool push_post_all_public(struct post *post, const struct addrinfo *all)
{
    for (; all; all = all->ai_next)
        if (!push_address_is_public(all->ai_addr) &&
            !push_test_allows(post->sender->test, all->ai_addr))
            return push_post_end(post, PUSH_FAILED,
                                 "the name leads to an address that is not public");
    return true;
}

static bool push_post_connect_to(struct post *post, const struct addrinfo *at)
{
    int problem = 0;
    socklen_t n = sizeof problem;

    post->fd = socket(at->ai_family, SOCK_STREAM, 0);
    if (post->fd < 0)
        return push_post_end(post, PUSH_LATER, "no socket: %s", strerror(errno));
    fcntl(post->fd, F_SETFD, FD_CLOEXEC);
    fcntl(post->fd, F_SETFL, O_NONBLOCK);
    if (connect(post->fd, at->ai_addr, at->ai_addrlen) && errno != EINPROGRESS)
        return push_post_end(post, PUSH_LATER, "no connection: %s", strerror(errno));
    if (!push_post_wait_for(post, POLLOUT)) return false;
    if (getsockopt(post->fd, SOL_SOCKET, SO_ERROR, &problem, &n) || problem)
        return push_post_end(post, PUSH_LATER, "no connection: %s", strerror(problem));
    return true;
}

/* The addresses that were judged are the ones that are tried: the name is not asked for again. */
static bool push_post_reach(struct post *post)
{
    struct addrinfo *all = push_post_resolve(post);
    bool ok = all ? push_post_all_public(post, all)
                  : push_post_end(post, PUSH_LATER, "the name is unknown");

    for (const struct addrinfo *at = ok ? all : NULL; at; at = at->ai_next) {
        if ((ok = push_post_connect_to(post, at))) break;
        if (post->fd >= 0) close(post->fd);
        post->fd = -1;
    }
    if (all) freeaddrinfo(all);
    return ok;
}

/* -- TLS -------------------------------------------------------------------------------- */

/* After a call of OpenSSL that gave `rc`: wait for what it wants. False: it has failed. */
static bool push_post_may_go_on(struct post *post, int rc)
{
    switch (SSL_get_error(post->ssl, rc)) {
    case SSL_ERROR_WANT_READ:
        return push_post_wait_for(post, POLLIN);
    case SSL_ERROR_WANT_WRITE:
        return push_post_wait_for(post, POLLOUT);
    case SSL_ERROR_SSL:
        return push_post_end(post, PUSH_FAILED, "TLS: %s", tls_why(post->ssl));
    default:
        return push_post_end(post, PUSH_LATER, "the connection broke");
    }
}

static bool push_post_shake_hands(struct post *post)
{
    int rc;

    post->ssl = tls_connect(post->sender->tls, post->fd, post->to.host);
    if (!post->ssl) return push_post_end(post, PUSH_LATER, "out of memory");
    while ((rc = SSL_do_handshake(post->ssl)) != 1)
        if (!push_post_may_go_on(post, rc)) return false;
    return true;
}

static bool push_post_send_all(struct post *post, const void *bytes, size_t n)
{
    const char *at = bytes;

    while (n) {
        size_t written = 0;
        int rc = SSL_write_ex(post->ssl, at, n, &written);
        if (rc != 1 && !push_post_may_go_on(post, rc)) return false;
        at += written;
        n -= written;
    }
    return true;
}

/* -- The request ------------------------------------------------------------------------ */

/* "https://host", with the port where it is not the usual one. */
static void push_post_origin_of(const struct push_address *to, char *out, size_t size)
{
    if (to->port == PUSH_HTTPS)
        snprintf(out, size, "https://%s", to->host);
    else
        snprintf(out, size, "https://%s:%d", to->host, to->port);
}

static bool push_post_head_of(struct post *post, const struct push_message *message,
                              char out[HEAD_MAX])
{
    char origin[PUSH_HOST_MAX + 16], token[PUSH_TOKEN_MAX];
    const struct push_sender *sender = post->sender;

    push_post_origin_of(&post->to, origin, sizeof origin);
    if (!push_key_token(sender->key, origin, sender->contact, time(NULL) + TOKEN_S,
                        token))
        return push_post_end(post, PUSH_FAILED, "the token cannot be signed");
    int n = snprintf(
        out, HEAD_MAX,
        "POST %s%s HTTP/1.1\r\nHost: %s\r\n"
        "Authorization: vapid t=%s, k=%s\r\nContent-Encoding: aes128gcm\r\n"
        "Content-Type: application/octet-stream\r\nContent-Length: %d\r\n"
        "TTL: %d\r\nUrgency: normal\r\nTopic: %s\r\nConnection: close\r\n\r\n",
        post->to.path[0] == '/' ? "" : "/", post->to.path, origin + strlen("https://"),
        token, sender->key_text, PUSH_SEALED, message->ttl_s, message->topic);
    return n > 0 && n < HEAD_MAX
               ? true
               : push_post_end(post, PUSH_FAILED, "the head is too long");
}

static bool push_post_ask(struct post *post, const struct push_message *message)
{
    unsigned char sealed[PUSH_SEALED];
    char head[HEAD_MAX];

    if (!push_seal(&message->reader, message->text, message->n, sealed))
        return push_post_end(post, PUSH_FAILED, "the message cannot be sealed");
    return push_post_head_of(post, message, head) &&
           push_post_send_all(post, head, strlen(head)) &&
           push_post_send_all(post, sealed, sizeof sealed);
}

/* -- The answer ------------------------------------------------------------------------- */

/* A redirection is not followed: 3xx is a failure like any other. */
static void push_post_judge(struct post *post, struct push_answer answer)
{
    int status = answer.status;

    post->result->wait_s = answer.wait_s;
    if (status >= 200 && status < 300)
        push_post_end(post, PUSH_DONE, "%d", status);
    else if (status == 404 || status == 410)
        push_post_end(post, PUSH_GONE, "%d", status);
    else if (status == 429 || status >= 500)
        push_post_end(post, PUSH_LATER, "%d", status);
    else if (status)
        push_post_end(post, PUSH_FAILED, "%d", status);
    else
        push_post_end(post, PUSH_LATER, "what it says is no answer");
}

/* At most PUSH_ANSWER_MAX bytes, up to the end of the head; all but two numbers is thrown away. */
static void push_post_hear(struct post *post)
{
    char bytes[PUSH_ANSWER_MAX];
    size_t n = 0, more;

    while (!push_answer_is_whole(bytes, n)) {
        int rc = SSL_read_ex(post->ssl, bytes + n, sizeof bytes - n, &more);
        if (rc == 1)
            n += more;
        else if (SSL_get_error(post->ssl, rc) == SSL_ERROR_ZERO_RETURN)
            break;
        else if (!push_post_may_go_on(post, rc))
            return;
    }
    push_post_judge(post, push_answer_read(bytes, n));
}

void push_post(const struct push_sender *sender, const struct push_message *message,
               struct push_result *result)
{
    int64_t patience = sender->test ? sender->test->patience_ms : 0;
    struct post post = {.sender = sender, .result = result, .fd = -1};

    memset(result, 0, sizeof *result);
    post.until = push_post_milliseconds() + (patience ? patience : PUSH_PATIENCE_MS);
    const char *wrong = push_address_read(message->endpoint, &sender->ports, &post.to);
    if (wrong)
        push_post_end(&post, PUSH_FAILED, "%s", wrong);
    else if (push_post_reach(&post) && push_post_shake_hands(&post) &&
             push_post_ask(&post, message))
        push_post_hear(&post);
    SSL_free(post.ssl);
    if (post.fd >= 0) close(post.fd);
}
