/* wire_host.c -- see wire_host.h. */
#include "wire_host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static void hear(struct host *host, const char *what, const char *more)
{
    size_t n = strlen(host->heard);

    snprintf(host->heard + n, sizeof host->heard - n, "%s%s%s%s", n ? "," : "", what,
             more[0] ? " " : "", more);
}

void answer(struct host *host)
{
    static const char head[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";

    CHECK(wire_answer(host->wire, head, sizeof head - 1, "ok", 2, NULL));
}

static void on_head(void *context, const struct wire_request *request)
{
    struct host *host = context;

    hear(host, request->method, request->path);
    if (request->websocket)
        CHECK(wire_accept(host->wire, request, "aude-1"));
    else if (!strcmp(request->path, "/body") && request->length >= 0)
        wire_want_body(host->wire, 10);
    else if (!host->late)
        answer(host);
}

static void on_body(void *context, enum wire_whole how, const char *bytes, size_t n)
{
    static const char *const words[] = {"whole", "too long", "busy"};

    CHECK_EQ(strlen(bytes), n);
    hear(context, words[how], bytes);
    if (!((struct host *)context)->late) answer(context);
}

static void on_refused(void *context, int status)
{
    char word[16];

    snprintf(word, sizeof word, "%d", status);
    hear(context, "refused", word);
    answer(context);
}

static void on_message(void *context, const char *text, size_t n)
{
    struct host *host = context;

    CHECK_EQ(strlen(text), n);
    hear(host, "message", n < 40 ? text : "long");
    host->n_message = n;
    if (n < sizeof host->message) memcpy(host->message, text, n);
}

static void on_unfit(void *context, enum wire_unfit why)
{
    static const char *const words[] = {"long", "pieces", "binary", "busy"};

    CHECK(!((struct host *)context)->wire->text); /* what came of it is not kept */
    hear(context, "unfit", words[why]);
}

static const char *on_next(void *context, size_t *n)
{
    struct host *host = context;

    if (host->next) *n = strlen(host->next);
    return host->next;
}

static void on_sent(void *context)
{
    ((struct host *)context)->next = NULL;
}

static bool on_done(void *context)
{
    return ((struct host *)context)->done;
}

static bool on_hold(void *context, enum wire_held what, size_t n)
{
    struct host *host = context;

    (void)what;
    if (!host->full) host->held += n;
    return !host->full;
}

static void on_let_go(void *context, enum wire_held what, size_t n)
{
    (void)what;
    ((struct host *)context)->held -= n;
}

static void on_up(void *context)
{
    hear(context, "up", "");
}

const struct wire_calls wire_host_calls = {on_head,  on_body,   on_refused, on_message,
                                           on_unfit, on_next,   on_sent,    on_done,
                                           on_hold,  on_let_go, on_up};

struct host *open_host(void)
{
    struct host *host = calloc(1, sizeof *host);

    if (host) host->wire = wire_server(&wire_host_calls, host, 100, 0);
    return host;
}

void close_host(struct host *host)
{
    wire_free(host->wire);
    CHECK_EQ(host->held, 0);
    free(host);
}

void drain(struct host *host, int64_t now)
{
    size_t n;

    while ((n = wire_send(host->wire, now, host->out + host->n_out,
                          sizeof host->out - host->n_out))) {
        host->n_out += n;
        wire_sent(host->wire, now);
    }
}

void give(struct host *host, int64_t now, const char *bytes, size_t n)
{
    wire_receive(host->wire, now, bytes, n);
    drain(host, now);
}

void give_text(struct host *host, int64_t now, const char *text)
{
    give(host, now, text, strlen(text));
}

struct host *open_socket(void)
{
    struct host *host = open_host();

    give_text(host, 0, UPGRADE);
    host->heard[0] = 0;
    host->n_out = 0;
    return host;
}
