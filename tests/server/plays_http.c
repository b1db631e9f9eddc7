/* plays_http.c -- calls over HTTP in plays (test_plays.c says what they are): the bytes of a request go in, those of the answer come
 * out, without a socket. Before the hub stands a server whose options are a line of the play. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "hub_test.h"
#include "plays.h"
#include "server/net/server_internal.h"
#include "server/store/store_duty.h"

enum { TEXT_MAX = 1 << 21, TOO_OFTEN = 2000 };

static struct server_options options;
static struct server server;
static struct visit *visit; /* the last call's; the next may come on it */
static char url[2][200];
static char *text; /* what was heard, or is to be said */

/* -- The server ------------------------------------------------------------------------- */

void plays_http_hang_up(void)
{
    if (!visit) return;
    ws_gone(visit);
    http_later_gone(visit);
    door_left(visit);
    wire_free(visit->wire);
    free(visit);
    visit = NULL;
}

void plays_http_end(void)
{
    plays_http_hang_up();
    guests_free(server.guests);
    boxes_free(server.boxes);
    page_plain_free(server.plain);
    front_free(server.front);
    names_memory_close(server.names);
    duty_close(&server);
    free(text);
    text = NULL;
    memset(&server, 0, sizeof server);
}

static void take_word(const char *word)
{
    const char *value = strchr(word, '=');

    value = value ? value + 1 : "";
    if (!strcmp(word, "local")) options.local = true;
    if (!strcmp(word, "tls")) options.cert = "cert";
    if (!strncmp(word, "rate=", 5)) options.rate = atoi(value);
    if (!strncmp(word, "open=", 5)) options.per_address = atoi(value);
    if (!strncmp(word, "public=", 7)) {
        snprintf(url[0], sizeof url[0], "%s", value);
        options.public_url = url[0];
    }
    if (!strncmp(word, "origin=", 7)) {
        snprintf(url[1], sizeof url[1], "%s", value);
        options.origins[options.n_origins++] = url[1];
    }
    if (!strncmp(word, "proxy=", 6))
        CHECK(guest_parse(value, strlen(value),
                          options.proxies.address[options.proxies.n++]));
}

/* site WORD...: a server with these options, before the hub that is there. */
void plays_on_site(const char *words)
{
    struct passkey_site site;
    char word[200];
    int n;

    plays_http_end();
    options = (struct server_options){.version = "test", .conns_max = 50};
    for (; sscanf(words, "%199s%n", word, &n) == 1; words += n) take_word(word);
    server = (struct server){.options = &options,
                             .hub = hub,
                             .store = store,
                             .guests = guests_new(options.rate, options.per_address),
                             .boxes = boxes_new(),
                             .front = front_new(options.public_url)};
    if (!server.guests) /* memory may run out, once */
        server.guests = guests_new(options.rate, options.per_address);
    if (!server.boxes) server.boxes = boxes_new();
    text = calloc(1, TEXT_MAX);
    server.secure =
        options.cert || (options.public_url && !strncmp(options.public_url, "https:", 6));
    if (options.public_url && passkey_client_site_of(options.public_url, &site))
        server.names = names_memory_open(store, &site, NAMES_NEW);
    server_log_quiet(true);
    CHECK(server.guests && server.boxes && text && duty_open(&server));
}

/* -- Answers ---------------------------------------------------------------------------- */

/* What every answer says is not told; that it is not said is. */
static const char *const always[] = {
    "x-content-type-options: nosniff\n",
    "referrer-policy: no-referrer\n",
    "cross-origin-resource-policy: same-origin\n",
    "cross-origin-opener-policy: same-origin\n",
    "permissions-policy: camera=(), microphone=(), geolocation=(), payment=(), usb=(), "
    "serial=(), midi=()\n",
    "content-security-policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' "
    "blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\n",
    "cache-control: no-store\n"};

static void cut(char *from, const char *to)
{
    memmove(from, to, strlen(to) + 1);
}

static void leave_out(char *head, const char *line)
{
    char *at = strstr(head, line);

    if (at)
        cut(at, at + strlen(line));
    else if (strstr(head, "HTTP/1.1 101") == NULL)
        plays_tell("without ", line);
}

/* Of long lines the beginning. */
static void tell_short(char *all)
{
    for (char *line = all, *end; *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        if (end - line > 700) {
            cut(line + 400, end);
            end = line + 400;
        }
    }
    plays_tell("< ", all);
}

/* Numbers that are others every time. */
static void hide_numbers(char *all, const char *before)
{
    for (char *at = all; (at = strstr(at, before));) {
        at += strlen(before);
        cut(at, at + strspn(at, "0123456789"));
    }
}

/* Secrets of 43 letters are others every time. */
static void hide_secret(char *all, const char *before)
{
    char *at = strstr(all, before);

    if (!at) return;
    at += strlen(before);
    size_t n = strcspn(at, ".;\n");
    if (n == 43 && strspn(at, "A") < 42) {
        memcpy(at, "SECRET", 6);
        cut(at + 6, at + n);
    }
}

/* What a WebSocket says, frame by frame: the first byte, and the text. */
static void tell_frames(const char *all, size_t n)
{
    for (size_t at = 0; at + 2 <= n;) {
        unsigned char first = (unsigned char)all[at], second = (unsigned char)all[at + 1];
        size_t length = second, head = 2;
        if (second == 126) {
            length = (size_t)(unsigned char)all[at + 2] << 8 | (unsigned char)all[at + 3];
            head = 4;
        }
        char *line = calloc(1, length + 40);
        int code = first == 0x88 && length >= 2
                       ? (unsigned char)all[at + 2] << 8 | (unsigned char)all[at + 3]
                       : 0;
        if (code)
            snprintf(line, length + 40, "close %d %.*s", code, (int)length - 2,
                     all + at + 4);
        else
            snprintf(line, length + 40, "frame %02x %.*s", first, (int)length,
                     all + at + head);
        tell_short(line);
        free(line);
        at += head + length;
    }
}

static void tell_answer(char *all, size_t n)
{
    if (strncmp(all, "HTTP", 4) != 0) {
        tell_frames(all, n);
        return;
    }
    size_t to = 0;

    for (size_t i = 0; i < n;
         i++) /* as text; what a socket says begins with a byte above 127 */
        if (all[i] != '\r') all[to++] = all[i] ? all[i] : '0';
    all[to] = 0;
    for (size_t i = 0; i < sizeof always / sizeof always[0] && !strncmp(all, "HTTP", 4);
         i++)
        leave_out(all, always[i]);
    char *date = strstr(all, "date: ");
    if (date) cut(date, strchr(date, '\n') + 1);
    hide_secret(all, "set-cookie: aude=");
    hide_secret(all, "set-cookie: __Host-aude=");
    hide_numbers(all, "\"version\":");
    char *body = strstr(all, "\n\n");
    if (body) cut(body, body + 1);
    hide_numbers(all, "\"uptime_ms\":");
    if (strstr(all, "# HELP")) { /* the numbers have tests of their own */
        char *door = strstr(all, "aude_turned_away_total{");
        char *end = strstr(all, "\n# HELP aude_tables_owned");
        char *length = strstr(all, "content-length: ");
        if (CHECK(door && end && length)) {
            *end = 0;
            hide_numbers(length, "content-length: ");
            door = strstr(all, "aude_turned_away_total{");
            cut(strstr(all, "# HELP"), door);
        }
    }
    char *tag = strstr(all, "etag: ");
    if (tag) { /* a file of the page: how long depends on how it was built */
        cut(tag + 6, tag + strcspn(tag, "\n"));
        hide_numbers(all, "content-length: ");
    }
    char *packed = strstr(all, "\n\x1f\x8b");
    if (packed) packed[1] = 0;
    char *html = strstr(all, "<!doctype html>");
    if (html && strlen(html) > 60) { /* with a picture, if the page was built */
        hide_numbers(all, "content-length: ");
        html[tag ? 15 : 60] = 0;
    }
    hide_numbers(all, "retry-after: ");
    hide_numbers(all, "please wait ");
    if (strstr(all, "please wait ")) hide_numbers(all, "content-length: ");
    tell_short(all);
}

static void hear_all(bool tells)
{
    size_t n = 0, more;

    hub_flush(hub);
    while ((more = wire_send(visit->wire, 0, text + n, TEXT_MAX - 1 - n))) {
        n += more;
        wire_sent(visit->wire, 0);
    }
    text[n] = 0;
    if (!tells) return;
    tell_answer(text, n);
    if (wire_state(visit->wire) != WIRE_OPEN) plays_tell("< ", "(the end)");
}

/* -- Calls ------------------------------------------------------------------------------ */

static void meet(const char *address)
{
    visit = calloc(1, sizeof *visit);
    visit->server = &server;
    CHECK(guest_parse(address, strlen(address), visit->peer));
    while (!visit->wire) /* memory may run out, once */
        visit->wire = wire_server(&http_wire_calls, visit, HUB_FRAME_MAX, 0);
}

static bool connected(const char *address)
{
    plays_http_hang_up();
    meet(address);
    return door_open(visit);
}

static size_t read_file(const char *path, char *into)
{
    FILE *file = fopen(path, "rb");
    size_t n = file ? fread(into, 1, TEXT_MAX / 2, file) : 0;

    CHECK(n > 0);
    if (file) fclose(file);
    return n;
}

/* "METHOD PATH | Field: value | ... << BODY", as bytes of a request. A body *N is so many letters, @PATH a file. */
static size_t write_request(const char *words, char *into)
{
    static char line[20000];
    char *field;
    const char *body = strstr(words, " << ");
    size_t n = 0, length = body ? strlen(body + 4) : 0;
    bool host = false, counted = false;

    snprintf(line, sizeof line, "%.*s", body ? (int)(body - words) : (int)sizeof line - 1,
             words);
    field = strstr(line, " | ");
    if (field) *field = 0;
    if (body && body[4] == '*') length = (size_t)atoi(body + 5);
    if (body && body[4] == '@') length = read_file(body + 5, into + sizeof line);
    n += (size_t)sprintf(into, "%s HTTP/1.1\r\n", line);
    while (field) {
        char *begin = field + 3;
        field = strstr(begin, " | ");
        if (field) *field = 0;
        host |= !strncmp(begin, "Host:", 5);
        counted |=
            !strncmp(begin, "Transfer", 8) || !strncmp(begin, "Content-Length", 14);
        if (strcmp(begin, "Host: -") != 0)
            n += (size_t)sprintf(into + n, "%s\r\n", begin);
    }
    if (!host) n += (size_t)sprintf(into + n, "Host: localhost\r\n");
    if (body && !counted)
        n += (size_t)sprintf(into + n, "Content-Length: %d\r\n", (int)length);
    n += (size_t)sprintf(into + n, "\r\n");
    if (body && body[4] == '*')
        memset(into + n, 'x', length);
    else if (body && body[4] == '@')
        memmove(into + n, into + sizeof line, length);
    else if (body)
        memcpy(into + n, body + 4, length);
    return n + length;
}

static void say(const char *bytes, size_t n)
{
    while (n) { /* as a socket would hand it in */
        size_t some = n < WIRE_READ_MAX ? n : WIRE_READ_MAX;
        wire_receive(visit->wire, 0, bytes, some);
        bytes += some;
        n -= some;
    }
}

/* more METHOD PATH ...: on the connection that is there. */
void plays_on_more(const char *words)
{
    char *bytes = malloc(TEXT_MAX);

    if (CHECK(visit && bytes)) say(bytes, write_request(words, bytes));
    hear_all(true);
    free(bytes);
}

/* call ADDRESS METHOD PATH ...: somebody connects from there, and asks. */
void plays_on_call(const char *words)
{
    char address[64];
    int n = 0;

    sscanf(words, "%63s %n", address, &n);
    if (connected(address))
        plays_on_more(words + n);
    else
        plays_tell("< ", "(not let in)");
}

/* bytes TEXT: just these; \r, \n, and \xNN are meant. */
void plays_on_bytes(const char *words)
{
    size_t n = 0;
    char *bytes = malloc(strlen(words) + 1);

    for (; *words; words++) {
        unsigned code;
        if (words[0] == '\\' && words[1] == 'x' && sscanf(words + 2, "%2x", &code) == 1) {
            bytes[n++] = (char)code;
            words += 3;
        } else if (words[0] == '\\' && words[1]) {
            bytes[n++] = *++words == 'r' ? '\r' : '\n';
        } else
            bytes[n++] = *words;
    }
    if (CHECK(visit != NULL)) say(bytes, n);
    hear_all(true);
    free(bytes);
}

/* A tenth of a call is earned in a tenth of a second, so a slow machine lets in some more: what matters is which price it is. */
static int rounded(int n)
{
    static const int prices[] = {300, 60, 7, 3, 1};

    for (size_t i = 0; i < sizeof prices / sizeof prices[0]; i++)
        if (n >= prices[i]) return n < TOO_OFTEN ? prices[i] : n;
    return n;
}

/* afford ADDRESS METHOD PATH ...: how often before it is too much; each time on a connection of its own. */
void plays_on_afford(const char *words)
{
    char address[64], line[80], *bytes = malloc(TEXT_MAX);
    int at = 0, n = 0;

    sscanf(words, "%63s %n", address, &at);
    do {
        plays_http_hang_up();
        meet(address);
        say(bytes, write_request(words + at, bytes));
        hear_all(false);
    } while (strncmp(text, "HTTP/1.1 429", 12) != 0 && ++n < TOO_OFTEN);
    snprintf(line, sizeof line, "%d", rounded(n));
    plays_tell("", line);
    tell_answer(text, strlen(text));
    free(bytes);
}

/* look: the server asks its store whom the host has shut out. */
void plays_on_look(const char *words)
{
    (void)words;
    duty_close(&server);
    CHECK(duty_open(&server));
    duty_tick(&server);
    hub_flush(hub);
}
