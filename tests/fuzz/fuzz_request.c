/* fuzz_request.c -- frames from anybody: nothing breaks, and a table that was changed by them is
 * still the fold of its log.
 *
 * The input is lines; the first byte of each says who sends it, the rest is the frame. "$T" in
 * it becomes the name of a table that is there. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub.h"
#include "server/secret.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char table[TABLE_ID_MAX];

static void wake(void *context, struct conn *conn)
{
    (void)context;
    (void)conn;
}

static bool think(void *context, struct hub_job *job)
{
    (void)context;
    free(job);
    return true;
}

static void forget(void *context, uint64_t number)
{
    (void)context;
    (void)number;
}

/* The beginning of a message as a string. */
static const char *begins(const struct hub_message *message)
{
    static char text[512];
    size_t n = message->n < sizeof text - 1 ? message->n : sizeof text - 1;

    memcpy(text, message->data, n);
    text[n] = 0;
    return text;
}

/* Take everything; remember the first table that is named. */
static void drain(struct conn *conn)
{
    struct hub_message *message;

    while ((message = hub_next(conn))) {
        const char *at = strstr(begins(message), "\"table\":\"");
        if (at && !table[0]) sscanf(at + 9, "%15[a-z0-9]", table);
        hub_sent(conn);
    }
}

static void send_frame(struct conn *conn, const char *text, size_t n)
{
    char frame[4096];
    size_t m = 0;

    for (size_t i = 0; i < n && m + TABLE_ID_MAX < sizeof frame; i++) {
        if (i + 1 < n && text[i] == '$' && text[i + 1] == 'T') {
            memcpy(frame + m, table, strlen(table));
            m += strlen(table);
            i++;
        } else {
            frame[m++] = text[i];
        }
    }
    hub_receive(conn, frame, m);
}

static void say(struct conn *conn, const char *text)
{
    send_frame(conn, text, strlen(text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const who[] = {"ann", "bob", "", "ann"};
    char problem[200];
    struct conn *conn[4];
    int64_t now = 1000000;

    secret_init();
    struct store *store = store_open("sqlite::memory:", problem, sizeof problem);
    struct hub_options options = {.store = store,
                                  .version = "fuzz",
                                  .conns_max = 8,
                                  .rooms_max = 8,
                                  .idle_ms = 1000000,
                                  .think_ms = 10,
                                  .wake = wake,
                                  .think = think,
                                  .forget = forget};
    struct hub *hub = hub_new(&options);
    hub_time(hub, now);
    table[0] = 0;
    for (int i = 0; i < 4; i++) {
        conn[i] = hub_join(hub, NULL, who[i]);
        say(conn[i], "{\"type\":\"hello\",\"id\":1,\"v\":1}");
    }
    say(conn[0],
        "{\"type\":\"create\",\"id\":2,\"head\":\"aude 1\\nrules grow\",\"seats\":"
        "[{},{\"kind\":\"link\"}]}");
    hub_flush(hub);
    drain(conn[0]);
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t n = end ? (size_t)(end - data) - at : size - at;
        if (n > 1) send_frame(conn[data[at] & 3], (const char *)data + at + 1, n - 1);
        hub_time(hub, now += 200);
        hub_tick(hub);
        hub_flush(hub);
        for (int i = 0; i < 4; i++) drain(conn[i]);
        at += n + 1;
    }
    if (table[0]) free(hub_record(hub, table, "ann"));
    hub_free(hub);
    /* A second hub on the same store rebuilds the table, or the log was wrong. */
    hub = hub_new(&options);
    hub_time(hub, now);
    struct conn *late = hub_join(hub, NULL, "eve");
    say(late, "{\"type\":\"hello\",\"id\":1,\"v\":1}");
    drain(late);
    if (table[0]) {
        say(late, "{\"type\":\"watch\",\"id\":2,\"table\":\"$T\"}");
        struct hub_message *message = hub_next(late);
        if (!message || strstr(begins(message), "NO_TABLE")) abort();
    }
    hub_free(hub);
    store->close(store);
    return 0;
}
