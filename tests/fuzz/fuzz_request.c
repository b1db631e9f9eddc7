/* fuzz_request.c -- frames from anybody: nothing breaks, and a table that was changed by them is
 * still the fold of its log.
 *
 * The input is lines; the first byte of each says who sends it, the rest is the frame. "$T" in
 * it becomes the name of a table that is there. */
#include <stdio.h>

#include "memory.h"
#include "tests/server/asked.h"
#include "server/hub/hub.h"
#include "server/hub/secret.h"

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

    while ((message = hub_send_next(conn))) {
        const char *at = strstr(begins(message), "\"table\":\"");
        if (at && !table[0]) sscanf(at + 9, "%15[a-z0-9]", table);
        hub_send_went_out(conn);
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

/* -- A table that is there -------------------------------------------------------------- */

static struct memory memory;
static struct hub_options options = {.version = "fuzz",
                                     .conns_max = 8,
                                     .rooms_max = 8,
                                     .idle_ms = 1000000,
                                     .think_ms = 10,
                                     .wake = wake,
                                     .think = think,
                                     .forget = forget};
static const char *const who[] = {"ann", "bob", "", "ann"};
static struct conn *conn[4];

static struct hub *begin(int64_t now)
{
    options.store = &memory.store;
    struct hub *hub = hub_new(&options);

    hub_time(hub, now);
    for (int i = 0; i < 4; i++) {
        conn[i] = hub_join(hub, NULL, who[i]);
        say(conn[i], "{\"type\":\"hello\",\"id\":1,\"v\":1}");
        drain(conn[i]);
    }
    return hub;
}

/* Made once by a request; then it is in the store when a run begins. */
static void lay_table(void)
{
    static char *text, *secret;
    struct store_row row = {.table = table, .created = 1000000, .updated = 1000000};

    memory_open(&memory);
    if (!text) {
        struct hub *hub = begin(1000000);
        say(conn[0], "{\"type\":\"create\",\"id\":2,\"head\":\"aude 1\\nrules grow\","
                     "\"seats\":[{},{\"kind\":\"link\"}]}");
        hub_flush(hub);
        drain(conn[0]);
        text = memory_copy(memory.table[0].text[0]);
        secret = memory_copy(memory.table[0].secret[0]);
        hub_free(hub);
        memory.store.close(&memory.store);
        memory_open(&memory);
    }
    memory_set_row(&memory, &row);
    memory_put(&memory.table[0], text, secret);
}

/* A second hub on the same store rebuilds the table, or the log was wrong. */
static void look_again(int64_t now)
{
    struct hub *hub = begin(now);

    say(conn[1], "{\"type\":\"watch\",\"id\":2,\"table\":\"$T\"}");
    struct hub_message *message = hub_send_next(conn[1]);
    if (!message || strstr(begins(message), "NO_TABLE") ||
        strstr(begins(message), "BROKEN"))
        abort();
    hub_free(hub);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int64_t now = 1000000;

    memory_begin();
    secret_init();
    lay_table();
    struct hub *hub = begin(now);
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
    if (memory.table[0].n > 1) free(asked_record(hub, table, "ann"));
    hub_free(hub);
    if (memory.table[0].n > 1) look_again(now);
    memory.store.close(&memory.store);
    return 0;
}
