/* wire_head.c -- heads of HTTP: where one ends, and what it says. Nothing is guessed: a head that
 * two programs could read in two ways is refused. */
#include "wire_internal.h"

#include <openssl/evp.h>
#include <string.h>
#include <strings.h>

enum { BAD = 400, TOO_LARGE = 431, OTHER_VERSION = 505, NEEDS_13 = 426, OK = 0 };
enum { METHOD_MAX = 16, DIGITS_MAX = 18, KEY_LENGTH = 24 };

/* -- Letters ---------------------------------------------------------------------------- */

static bool wire_head_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool wire_head_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Of a field's name. */
static bool wire_head_is_token(char c)
{
    return c && (wire_head_is_letter(c) || wire_head_is_digit(c) ||
                 strchr("!#$%&'*+-.^_`|~", c));
}

/* Of a Host: what cannot be mistaken for the end of it. */
static bool wire_head_is_host_character(char c)
{
    return c && (wire_head_is_letter(c) || wire_head_is_digit(c) ||
                 strchr("-._~:[]%!$&'()*+,;=", c));
}

static bool wire_head_is_visible(char c)
{
    return c > ' ' && c < 0x7f;
}

static bool wire_head_is_base64(char c)
{
    return wire_head_is_letter(c) || wire_head_is_digit(c) || c == '+' || c == '/';
}

static bool wire_head_all_are(const char *text, bool (*kind)(char))
{
    while (*text)
        if (!kind(*text++)) return false;
    return true;
}

/* -- The end of a head ------------------------------------------------------------------ */

/* May the byte stand there? Lines end with CR LF and with nothing else. */
static bool wire_head_byte_may_stand(const char *bytes, size_t at)
{
    unsigned char c = (unsigned char)bytes[at];
    bool after_return = at && bytes[at - 1] == '\r';

    if (after_return || c == '\n') return after_return && c == '\n';
    return c == '\r' || c == '\t' || (c >= 0x20 && c != 0x7f);
}

/* Its length; 0: it has not come yet, or `status` says what is wrong with it. */
static size_t wire_head_find_end(struct wire *wire, const char *bytes, size_t n,
                                 int *status)
{
    size_t end = n < WIRE_HEAD_MAX ? n : WIRE_HEAD_MAX;

    *status = OK;
    for (size_t i = wire->looked; i < end; i++) {
        if (!wire_head_byte_may_stand(bytes, i)) {
            *status = BAD;
            return 0;
        }
        /* An empty line; before each LF there is a CR. */
        if (bytes[i] == '\n' && i >= 2 && bytes[i - 2] == '\n') return i + 1;
    }
    wire->looked = end;
    if (end == WIRE_HEAD_MAX) *status = TOO_LARGE;
    return 0;
}

/* -- Lines ------------------------------------------------------------------------------ */

/* The line at `*at`, without its end; then the next one. */
static char *wire_head_next_line(char **at)
{
    char *line = *at, *end = strstr(line, "\r\n");

    *end = 0;
    *at = end + 2;
    return line;
}

static int wire_head_add_field(struct wire_request *out, char *line)
{
    char *colon = strchr(line, ':'), *value, *end;

    if (!colon || colon == line || out->n_fields == WIRE_FIELDS_MAX)
        return out->n_fields == WIRE_FIELDS_MAX ? TOO_LARGE : BAD;
    *colon = 0;
    if (!wire_head_all_are(line, wire_head_is_token))
        return BAD; /* a blank before the colon, a folded line */
    for (char *p = line; *p; p++)
        if (*p >= 'A' && *p <= 'Z') *p = (char)(*p + 'a' - 'A');
    value = colon + 1 + strspn(colon + 1, " \t");
    end = value + strlen(value);
    while (end > value && (end[-1] == ' ' || end[-1] == '\t')) *--end = 0;
    out->field[out->n_fields++] = (struct wire_field){line, value};
    return OK;
}

static int wire_head_read_fields(char *at, struct wire_request *out)
{
    while (strncmp(at, "\r\n", 2) != 0) {
        int status = wire_head_add_field(out, wire_head_next_line(&at));
        if (status) return status;
    }
    return OK;
}

const char *wire_head_field(const struct wire_request *request, const char *name, int *at)
{
    for (int i = at ? *at : 0; i < request->n_fields; i++)
        if (!strcmp(request->field[i].name, name)) {
            if (at) *at = i + 1;
            return request->field[i].value;
        }
    return NULL;
}

bool wire_head_lists(const struct wire_request *request, const char *name,
                     const char *word)
{
    const char *value;
    size_t n = strlen(word);

    for (int at = 0; (value = wire_head_field(request, name, &at));)
        while (*value) {
            size_t length;
            value += strspn(value, ", \t");
            length = strcspn(value, ", \t");
            if (length == n && !strncasecmp(value, word, n)) return true;
            value += length;
        }
    return false;
}

/* -- What must hold --------------------------------------------------------------------- */

static bool wire_head_said_twice(const struct wire_request *request, const char *name)
{
    int at = 0;

    return wire_head_field(request, name, &at) && wire_head_field(request, name, &at);
}

static int wire_head_check_once(const struct wire_request *request)
{
    static const char *const once[] = {"host",
                                       "origin",
                                       "content-length",
                                       "transfer-encoding",
                                       "sec-websocket-key",
                                       "sec-websocket-version",
                                       "sec-websocket-accept"};

    for (size_t i = 0; i < sizeof once / sizeof once[0]; i++)
        if (wire_head_said_twice(request, once[i])) return BAD;
    return OK;
}

static int wire_head_read_length(struct wire_request *out)
{
    const char *length = wire_head_field(out, "content-length", NULL);
    bool pieces = wire_head_field(out, "transfer-encoding", NULL) != NULL;

    out->length = pieces ? WIRE_CHUNKED : WIRE_NO_LENGTH;
    if (!length) return OK;
    size_t n = strlen(length);
    if (pieces || !n || n > DIGITS_MAX || !wire_head_all_are(length, wire_head_is_digit))
        return BAD;
    out->length = 0;
    while (*length) out->length = out->length * 10 + (*length++ - '0');
    return OK;
}

/* Does it want to be a WebSocket, and can it? Any other upgrade is passed over, as HTTP allows. */
static int wire_head_read_upgrade(struct wire_request *out, bool new_version)
{
    const char *version = wire_head_field(out, "sec-websocket-version", NULL);

    if (!wire_head_lists(out, "upgrade", "websocket") ||
        !wire_head_lists(out, "connection", "upgrade"))
        return OK;
    out->key = wire_head_field(out, "sec-websocket-key", NULL);
    if (!new_version || strcmp(out->method, "GET") != 0 || !out->key || !version)
        return BAD;
    if (out->length != WIRE_NO_LENGTH && out->length != 0) return BAD;
    if (strcmp(version, "13") != 0) return NEEDS_13;
    size_t n = strlen(out->key), letters = 0;
    while (wire_head_is_base64(out->key[letters])) letters++;
    if (n != KEY_LENGTH || letters != n - 2 || strcmp(out->key + n - 2, "==") != 0)
        return BAD;
    out->websocket = true;
    return OK;
}

/* `named`: the host that the target names, or NULL. It counts, whatever the field says. */
static int wire_head_read_host(struct wire_request *request, const char *named,
                               bool new_version)
{
    const char *host = wire_head_field(request, "host", NULL);

    for (int i = 0; named && i < request->n_fields; i++)
        if (!strcmp(request->field[i].name, "host")) request->field[i].value = named;
    if (!host) return new_version ? BAD : OK;
    return wire_head_all_are(host, wire_head_is_host_character) ? OK : BAD;
}

/* -- The first line --------------------------------------------------------------------- */

/* 0 with `newer`: 1.1; without: 1.0. */
static int wire_head_read_version(const char *word, bool *newer)
{
    *newer = !strcmp(word, "HTTP/1.1");
    if (*newer || !strcmp(word, "HTTP/1.0")) return OK;
    bool other = !strncmp(word, "HTTP/", 5) && wire_head_is_digit(word[5]) &&
                 word[6] == '.' && wire_head_is_digit(word[7]) && !word[8];
    return other ? OTHER_VERSION : BAD;
}

/* "http://host/path", as one asks a proxy: the host is cut off and given to `named`. */
static int wire_head_read_target(char *target, struct wire_request *out,
                                 const char **named)
{
    size_t scheme = !strncasecmp(target, "http://", 7)    ? 7
                    : !strncasecmp(target, "https://", 8) ? 8
                                                          : 0;
    size_t n = strcspn(target + scheme, "/?");

    *named = NULL;
    if (!wire_head_all_are(target, wire_head_is_visible)) return BAD;
    if (scheme) {
        memmove(target, target + scheme, n);
        target[n] = 0;
        if (!n || !wire_head_all_are(target, wire_head_is_host_character)) return BAD;
        *named = target;
        target += scheme + n;
    }
    out->path = scheme && target[0] != '/' ? "/" : target;
    if (out->path[0] != '/') return BAD;
    size_t path = strcspn(target, "?");
    out->query = target[path] ? target + path + 1 : "";
    target[path] = 0;
    return OK;
}

static int wire_head_read_first_line(char *line, struct wire_request *out,
                                     const char **named, bool *newer)
{
    char *target = strchr(line, ' '), *version = target ? strchr(target + 1, ' ') : NULL;

    if (!version) return BAD;
    *target++ = 0;
    *version++ = 0;
    out->method = line;
    if (!line[0] || strlen(line) > METHOD_MAX ||
        !wire_head_all_are(line, wire_head_is_letter))
        return BAD;
    int status = wire_head_read_target(target, out, named);
    return status ? status : wire_head_read_version(version, newer);
}

/* One empty line before a request is passed over, as HTTP asks for. */
static char *wire_head_after_empty_line(char *text)
{
    return strncmp(text, "\r\n", 2) ? text : text + 2;
}

int wire__head_parse_request(char *text, size_t n, struct wire_request *out)
{
    char *at = wire_head_after_empty_line(text);
    const char *named;
    bool newer;
    int status;

    text[n] = 0;
    *out = (struct wire_request){.length = WIRE_NO_LENGTH};
    if ((status =
             wire_head_read_first_line(wire_head_next_line(&at), out, &named, &newer)))
        return status;
    if ((status = wire_head_read_fields(at, out)) || (status = wire_head_check_once(out)))
        return status;
    if ((status = wire_head_read_host(out, named, newer)) ||
        (status = wire_head_read_length(out)))
        return status;
    if (!newer && out->length == WIRE_CHUNKED) return BAD; /* 1.0 knows no pieces */
    out->may_stay = newer && !wire_head_lists(out, "connection", "close");
    out->expect = newer && wire_head_lists(out, "expect", "100-continue");
    return wire_head_read_upgrade(out, newer);
}

/* A client's: "HTTP/1.1 101 Switching Protocols" and fields. */
int wire__head_parse_answer(char *text, size_t n, struct wire_request *out)
{
    char *at = text, *line;
    int status;

    text[n] = 0;
    *out = (struct wire_request){
        .length = WIRE_NO_LENGTH, .method = "", .path = "", .query = ""};
    line = wire_head_next_line(&at);
    if (strncmp(line, "HTTP/1.1 ", 9) != 0 && strncmp(line, "HTTP/1.0 ", 9) != 0)
        return BAD;
    for (int i = 9; i < 12; i++) {
        if (!wire_head_is_digit(line[i])) return BAD;
        out->status = out->status * 10 + (line[i] - '0');
    }
    if (line[12] && line[12] != ' ') return BAD;
    if ((status = wire_head_read_fields(at, out))) return status;
    return wire_head_check_once(out);
}

void wire__head_accept_key(const char *key, char out[32])
{
    char text[KEY_LENGTH + 37];
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned n = 0;

    size_t length = strlen(key) < KEY_LENGTH ? strlen(key) : KEY_LENGTH;
    memcpy(text, key, length);
    memcpy(text + length, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", 36);
    EVP_Digest(text, length + 36, hash, &n, EVP_sha1(), NULL);
    EVP_EncodeBlock((unsigned char *)out, hash, 20);
}

/* -- Taking it -------------------------------------------------------------------------- */

/* Does the head ask for no body, whatever else it says? */
static bool wire_head_asks_for_head(const char *bytes, size_t n)
{
    bool empty_line = n >= 2 && !memcmp(bytes, "\r\n", 2);

    if (empty_line) bytes += 2, n -= 2;
    return n >= 5 && !memcmp(bytes, "HEAD ", 5);
}

static void wire_head_refuse(struct wire *wire, int status, bool no_body)
{
    wire->last = wire->asked = true;
    wire->no_body = no_body;
    wire__become(wire, WIRE__ANSWER);
    wire->calls->refused(wire->context, status);
}

static void wire_head_take_request(struct wire *wire, char *text, size_t n)
{
    struct wire_request request;
    bool no_body = wire_head_asks_for_head(text, n);
    int status = wire__head_parse_request(text, n, &request);

    if (status) {
        wire_head_refuse(wire, status, no_body);
        return;
    }
    /* What follows a body is not read: a body where none is wanted cannot be told from it. */
    wire->last =
        !request.may_stay || (request.length != WIRE_NO_LENGTH && request.length != 0);
    wire->no_body = no_body;
    wire->body_left = request.length > 0 ? (uint64_t)request.length : 0;
    wire->asked = true;
    wire__become(wire, WIRE__ANSWER);
    wire->calls->head(wire->context, &request);
    if (wire->phase == WIRE__BODY && request.expect && wire->body_left) {
        static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
        wire__put(wire, go_on, sizeof go_on - 1, NULL);
    }
}

static void wire_head_take_answer(struct wire *wire, char *text, size_t n)
{
    struct wire_request answer;
    char wanted[32];

    if (wire__head_parse_answer(text, n, &answer)) {
        wire__give_up(wire, "it does not speak HTTP/1.1");
        return;
    }
    if (answer.status != 101) {
        wire__give_up(wire, answer.status == 429   ? "it is asked too often"
                            : answer.status == 403 ? "it lets nobody in from here"
                                                   : "it offers no table there");
        return;
    }
    wire__head_accept_key(wire->key, wanted);
    const char *accept = wire_head_field(&answer, "sec-websocket-accept", NULL);
    if (!accept || strcmp(accept, wanted) != 0 ||
        !wire_head_lists(&answer, "upgrade", "websocket") ||
        !wire_head_lists(&answer, "connection", "upgrade")) {
        wire__give_up(wire, "it opens no WebSocket");
        return;
    }
    wire__become(wire, WIRE__FRAMES);
    wire->calls->up(wire->context);
}

size_t wire__head_take(struct wire *wire, const char *bytes, size_t n)
{
    char text[WIRE_HEAD_MAX + 1];
    int status;

    if (!wire->looked && n) wire->since = wire->now; /* its first byte */
    size_t end = wire_head_find_end(wire, bytes, n, &status);
    if (status) {
        wire->looked = 0;
        if (wire->client)
            wire__give_up(wire, "it does not speak HTTP/1.1");
        else
            wire_head_refuse(wire, status, wire_head_asks_for_head(bytes, n));
        return n;
    }
    if (!end) return 0;
    wire->looked = 0;
    memcpy(text, bytes, end);
    if (wire->client)
        wire_head_take_answer(wire, text, end);
    else
        wire_head_take_request(wire, text, end);
    return end;
}
