/* netfuzz.c -- strangers without manners, by the thousand, against a running `aude serve`.
 *
 *     netfuzz --port 7474 [--tls] [--seconds 30] [--count N] [--seed 1] [--first 0]
 *
 * Each connection says something made from the seeds and words of tests/fuzz (wire/, wire.dict):
 * heads, requests in a row, bodies, upgrades, frames, messages; whole or broken, in pieces, with or
 * without waiting for an answer. With --tls half of them speak TLS, the others only try.
 *
 * What connection number N says depends on --seed and N alone. After every batch the server must
 * still answer GET /api/health: a hang is a finding, and so is a crash. Then the numbers of the batch
 * are printed, and the exit status is 1. To see it again: the same --seed, --first and --count. */
#include <arpa/inet.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum {
    TALKS = 48, /* at once */
    BATCH = 1000,
    BYTES_MAX = 96 * 1024,
    SEEDS_MAX = 256,
    WORDS_MAX = 256,
    PATIENCE_S = 20
};

static struct {
    int port, seconds;
    bool tls;
    uint64_t count, seed, first;
} opt = {.port = 7474, .seconds = 30, .count = UINT64_MAX, .seed = 1};

struct text {
    char *bytes;
    size_t n;
};

static struct text seeds[SEEDS_MAX], words[WORDS_MAX];
static int n_seeds, n_words;
static uint64_t connections, units;

static int64_t netfuzz_now_us(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return (int64_t)at.tv_sec * 1000000 + at.tv_nsec / 1000;
}

/* -- Chance ----------------------------------------------------------------------------- */

struct chance {
    uint64_t state;
};

static uint32_t netfuzz_below(struct chance *chance, uint32_t n)
{
    uint64_t z = chance->state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return n ? (uint32_t)((z ^ z >> 31) >> 32) % n : 0;
}

static bool netfuzz_one_in(struct chance *chance, uint32_t n)
{
    return !netfuzz_below(chance, n);
}

/* -- What there is to say --------------------------------------------------------------- */

static const char upgrade[] =
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Protocol: aude-1\r\n"
    "Cookie: aude=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n\r\n";

static const char *const messages[] = {
    "{\"type\":\"hello\",\"id\":1,\"v\":1}",
    "{\"type\":\"ping\",\"id\":2}",
    "{\"type\":\"create\",\"id\":3,\"head\":\"aude 1\\nrules grow\\ndraws "
    "9\\n\",\"seats\":"
    "[{\"kind\":\"here\"},{\"kind\":\"computer\",\"level\":\"greedy\"}]}",
    "{\"type\":\"watch\",\"id\":4,\"table\":\"zzzzzzzzzzzz\",\"since\":0}",
    "{\"type\":\"act\",\"id\":5,\"table\":\"zzzzzzzzzzzz\",\"at\":0,\"action\":\"pass\"}",
    "{\"type\":\"look\",\"id\":6,\"table\":\"k0hmgf0cr770\"}",
    "{\"type\":\"join\",\"id\":7,\"tournament\":\"k0hmgf0cr770\",\"entrant\":1,"
    "\"code\":\"k0hmgf0cr770\"}",
    "{\"type\":\"hold\",\"id\":8,\"name\":\"T\",\"kind\":\"swiss\",\"rounds\":3,"
    "\"boards\":2}",
    "[[[[[[[[",
    "\"\\ud800\"",
    "",
    "{}"};

static const char *const requests[] = {
    "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /api/me HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /api/tables HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n",
    "GET /api/tables/k0hmgf0cr770/record HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /g/k0hmgf0cr770/12 HTTP/1.1\r\nHost: x\r\nAccept-Language: ro,en\r\n\r\n",
    "GET /metrics HTTP/1.0\r\n\r\n",
    "GET /api/hall?person=5001 HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /api/tournaments/k0hmgf0cr770/record/1/1/1/1 HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /api/tournaments/k0hmgf0cr770?since=1 HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /api/deals HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /api/deals/2026-11-16/record/k0hmgf0cr770 HTTP/1.1\r\nHost: x\r\n\r\n",
    "HEAD /api/health HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /api/box/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA HTTP/1.1\r\nHost: "
    "x\r\nContent-Length: 18\r\n\r\naude 1\nrules grow\n",
    "POST /api/export HTTP/1.1\r\nHost: x\r\nContent-Length: 13\r\n\r\naude 1\nrules\n",
    "POST /api/import HTTP/1.1\r\nHost: x\r\nContent-Length: 13\r\n\r\naude 1\nrules\n",
    "POST /api/import HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: "
    "100-continue\r\n\r\n{}",
    "POST /y HTTP/1.1\r\nHost: x\r\nContent-Length: "
    "30\r\n\r\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "GET /api/me HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: foo\r\n\r\n",
    "DELETE / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: "
    "chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"};

/* The beginning of a handshake, for who only tries. */
static const char client_hello[] =
    "\x16\x03\x01\x00\x41\x01\x00\x00\x3d\x03\x03"
    "0123456789abcdef0123456789abcdef"
    "\x00\x00\x04\x13\x01\x13\x02\x01\x00\x00\x10\x00\x2b\x00\x03\x02\x03\x04\x00\x0a\x00"
    "\x04\x00\x02\x00\x1d";

struct speech {
    char bytes[BYTES_MAX];
    size_t n;
};

static void netfuzz_say(struct speech *speech, const void *bytes, size_t n)
{
    if (n > sizeof speech->bytes - speech->n) n = sizeof speech->bytes - speech->n;
    memcpy(speech->bytes + speech->n, bytes, n);
    speech->n += n;
}

/* -- Breaking it ------------------------------------------------------------------------ */

static void netfuzz_cut(struct speech *speech, size_t from, size_t n)
{
    if (from + n > speech->n) n = speech->n - from;
    memmove(speech->bytes + from, speech->bytes + from + n, speech->n - from - n);
    speech->n -= n;
}

static void netfuzz_insert(struct speech *speech, size_t at, const char *bytes, size_t n)
{
    if (n > sizeof speech->bytes - speech->n) return;
    memmove(speech->bytes + at + n, speech->bytes + at, speech->n - at);
    memcpy(speech->bytes + at, bytes, n);
    speech->n += n;
}

/* One change somewhere after `from`. */
static void netfuzz_change(struct chance *chance, struct speech *speech, size_t from)
{
    size_t n = speech->n - from;
    char copy[256];

    if (!n) return;
    size_t at = from + netfuzz_below(chance, (uint32_t)n);
    size_t some = 1 + netfuzz_below(chance, netfuzz_one_in(chance, 4) ? 200 : 8);
    if (at + some > speech->n) some = speech->n - at;
    const struct text *word =
        n_words ? &words[netfuzz_below(chance, (uint32_t)n_words)] : NULL;
    switch (netfuzz_below(chance, 8)) {
    case 0:
        speech->bytes[at] =
            (char)(speech->bytes[at] ^ (char)(1 << netfuzz_below(chance, 8)));
        break;
    case 1:
        speech->bytes[at] = (char)netfuzz_below(chance, 256);
        break;
    case 2:
        netfuzz_cut(speech, at, some);
        break;
    case 3:
        memcpy(copy, speech->bytes + at, some);
        netfuzz_insert(speech, from + netfuzz_below(chance, (uint32_t)n), copy, some);
        break;
    case 4:
    case 5:
        if (word) netfuzz_insert(speech, at, word->bytes, word->n);
        break;
    case 6:
        if (word && at + word->n <= speech->n)
            memcpy(speech->bytes + at, word->bytes, word->n);
        break;
    default:
        speech->n = at;
    }
}

/* -- Speeches --------------------------------------------------------------------------- */

static void netfuzz_say_frame(struct chance *chance, struct speech *speech,
                              const char *text, size_t n)
{
    unsigned char head[14], mask[4];
    size_t at = 2;
    int opcode = netfuzz_one_in(chance, 8) ? (int)netfuzz_below(chance, 16) : 1;

    head[0] = (unsigned char)((netfuzz_one_in(chance, 12) ? 0 : 0x80) | opcode);
    if (netfuzz_one_in(chance, 40)) head[0] |= 0x40;
    bool masked = !netfuzz_one_in(chance, 40);
    if (n < 126 && !netfuzz_one_in(chance, 60)) {
        head[1] = (unsigned char)n;
    } else if (n < 65536 && !netfuzz_one_in(chance, 60)) {
        head[1] = 126;
        head[at++] = (unsigned char)(n >> 8);
        head[at++] = (unsigned char)n;
    } else {
        head[1] = 127;
        for (int i = 7; i >= 0; i--) head[at++] = (unsigned char)((uint64_t)n >> 8 * i);
    }
    if (masked) head[1] |= 0x80;
    for (int i = 0; i < 4; i++) mask[i] = (unsigned char)netfuzz_below(chance, 256);
    if (masked) memcpy(head + at, mask, 4), at += 4;
    netfuzz_say(speech, head, at);
    size_t from = speech->n;
    netfuzz_say(speech, text, n);
    for (size_t i = from; masked && i < speech->n; i++)
        speech->bytes[i] = (char)(speech->bytes[i] ^ (char)mask[(i - from) & 3]);
}

static void netfuzz_say_messages(struct chance *chance, struct speech *speech)
{
    static const uint32_t kinds = sizeof messages / sizeof messages[0];
    int n = 1 + (int)netfuzz_below(chance, netfuzz_one_in(chance, 10) ? 120 : 12);

    netfuzz_say(speech, upgrade, sizeof upgrade - 1);
    for (int i = 0; i < n; i++) {
        static struct speech one;
        const char *text =
            messages[i || netfuzz_one_in(chance, 8) ? netfuzz_below(chance, kinds) : 0];
        one.n = 0;
        netfuzz_say(&one, text, strlen(text));
        while (netfuzz_one_in(chance, 3)) netfuzz_change(chance, &one, 0);
        if (netfuzz_one_in(chance, 200))
            memset(one.bytes, 'a', one.n = 66000); /* too long */
        netfuzz_say_frame(chance, speech, one.bytes, one.n);
        units++;
    }
}

static void netfuzz_say_part(struct chance *chance, struct speech *speech)
{
    size_t from = speech->n;

    if (netfuzz_one_in(chance, 3) && n_seeds) {
        const struct text *seed = &seeds[netfuzz_below(chance, (uint32_t)n_seeds)];
        netfuzz_say(speech, seed->bytes, seed->n);
    } else if (netfuzz_one_in(chance, 3)) {
        netfuzz_say_messages(chance, speech);
    } else {
        const char *text =
            requests[netfuzz_below(chance, sizeof requests / sizeof requests[0])];
        netfuzz_say(speech, text, strlen(text));
    }
    units++;
    if (netfuzz_one_in(chance, 4)) return; /* as it is */
    do netfuzz_change(chance, speech, from);
    while (!netfuzz_one_in(chance, 3));
}

/* What connection number `number` says. */
static struct chance netfuzz_make_speech(uint64_t number, struct speech *speech)
{
    struct chance chance = {opt.seed * 0x9e3779b97f4a7c15u ^
                            number * 0xd1342543de82ef95u};
    int parts = 1 + (int)netfuzz_below(&chance, 4);

    speech->n = 0;
    while (parts--) netfuzz_say_part(&chance, speech);
    return chance;
}

/* -- Connections ------------------------------------------------------------------------ */

static void netfuzz_die(const char *what)
{
    fprintf(stderr, "netfuzz: %s: %s\n", what, strerror(errno));
    exit(2);
}

static int netfuzz_dial(bool waits)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)opt.port)};
    int yes = 1, fd = socket(AF_INET, SOCK_STREAM, 0);

    if (fd < 0) netfuzz_die("socket");
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (!waits) fcntl(fd, F_SETFL, O_NONBLOCK);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(fd, (struct sockaddr *)&at, sizeof at) && errno != EINPROGRESS) {
        close(fd);
        return -1;
    }
    return fd;
}

static void netfuzz_set_patience(int fd, int ms)
{
    struct timeval wait = {ms / 1000, ms % 1000 * 1000};

    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
}

/* Some go without a word: the other end gets a reset. */
static void netfuzz_hang_up(struct chance *chance, int fd)
{
    struct linger at_once = {1, 0};

    if (netfuzz_one_in(chance, 5))
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(fd);
}

static SSL_CTX *tls;

static bool netfuzz_ask_health(int fd, char *answer, size_t size)
{
    static const char call[] =
        "GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    int n = -1;

    netfuzz_set_patience(fd, PATIENCE_S * 1000);
    if (!opt.tls) {
        if (send(fd, call, sizeof call - 1, MSG_NOSIGNAL) > 0)
            n = (int)recv(fd, answer, size - 1, 0);
    } else {
        SSL *ssl = SSL_new(tls);
        SSL_set_fd(ssl, fd);
        if (SSL_connect(ssl) == 1 && SSL_write(ssl, call, sizeof call - 1) > 0)
            n = SSL_read(ssl, answer, (int)size - 1);
        SSL_free(ssl);
    }
    answer[n > 0 ? n : 0] = 0;
    return n > 0;
}

static bool netfuzz_is_well(void)
{
    char answer[4096];
    int fd = netfuzz_dial(true);

    if (fd < 0) return false;
    bool said = netfuzz_ask_health(fd, answer, sizeof answer);
    close(fd);
    return said && !strncmp(answer, "HTTP/1.1 200", 12);
}

/* -- Plain ------------------------------------------------------------------------------ */

struct talk {
    int fd; /* -1: nobody */
    struct speech *speech;
    struct chance chance;
    size_t at;
    int64_t until; /* so long it listens when all is said, and speaks at all */
};

static struct talk talks[TALKS];

static void netfuzz_begin(struct talk *talk, uint64_t number)
{
    talk->chance = netfuzz_make_speech(number, talk->speech);
    talk->at = 0;
    talk->until =
        netfuzz_now_us() + (talk->speech->n ? (int64_t)PATIENCE_S * 1000000 : 2000);
    talk->fd = netfuzz_dial(false);
    connections++;
}

static void netfuzz_end(struct talk *talk)
{
    netfuzz_hang_up(&talk->chance, talk->fd);
    talk->fd = -1;
}

static void netfuzz_speak(struct talk *talk)
{
    size_t n = talk->speech->n - talk->at;

    if (n && netfuzz_one_in(&talk->chance, 2))
        n = 1 + netfuzz_below(&talk->chance, (uint32_t)n);
    ssize_t sent = send(talk->fd, talk->speech->bytes + talk->at, n, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) {
        netfuzz_end(talk);
        return;
    }
    if (sent > 0) talk->at += (size_t)sent;
    if (talk->at < talk->speech->n) return;
    if (netfuzz_one_in(&talk->chance, 4)) shutdown(talk->fd, SHUT_WR);
    talk->until =
        netfuzz_now_us() +
        netfuzz_below(&talk->chance, netfuzz_one_in(&talk->chance, 8) ? 50000 : 4000);
}

static void netfuzz_listen_to(struct talk *talk)
{
    char bytes[65536];
    ssize_t n = recv(talk->fd, bytes, sizeof bytes, 0);

    if (!n || (n < 0 && errno != EAGAIN && errno != EINTR)) netfuzz_end(talk);
}

/* A round of all; false: nobody is there any more. */
static bool netfuzz_turn(void)
{
    struct pollfd polls[TALKS];
    struct talk *who[TALKS];
    int n = 0;

    for (int i = 0; i < TALKS; i++) {
        struct talk *talk = &talks[i];
        if (talk->fd >= 0 && netfuzz_now_us() >= talk->until) netfuzz_end(talk);
        if (talk->fd < 0) continue;
        bool speaks = talk->at < talk->speech->n;
        polls[n] = (struct pollfd){talk->fd, (short)(POLLIN | (speaks ? POLLOUT : 0)), 0};
        who[n++] = talk;
    }
    if (!n) return false;
    poll(polls, (nfds_t)n, 2);
    for (int i = 0; i < n; i++) {
        if (polls[i].revents & (POLLIN | POLLERR | POLLHUP)) netfuzz_listen_to(who[i]);
        if (who[i]->fd >= 0 && polls[i].revents & POLLOUT) netfuzz_speak(who[i]);
    }
    return true;
}

static void netfuzz_plain_batch(uint64_t first, uint64_t n)
{
    uint64_t next = first;

    do {
        for (int i = 0; i < TALKS && next < first + n; i++)
            if (talks[i].fd < 0) netfuzz_begin(&talks[i], next++);
    } while (netfuzz_turn() || next < first + n);
}

/* -- TLS -------------------------------------------------------------------------------- */

static void netfuzz_talk_tls(struct chance *chance, const struct speech *speech, int fd)
{
    SSL *ssl = SSL_new(tls);
    char bytes[16384];
    size_t at = 0;

    SSL_set_fd(ssl, fd);
    netfuzz_set_patience(fd, 5000);
    if (SSL_connect(ssl) == 1) {
        while (at < speech->n) {
            size_t n = speech->n - at;
            if (netfuzz_one_in(chance, 2)) n = 1 + netfuzz_below(chance, (uint32_t)n);
            int sent = SSL_write(ssl, speech->bytes + at, (int)n);
            if (sent <= 0) break;
            at += (size_t)sent;
        }
        netfuzz_set_patience(fd, 1 + (int)netfuzz_below(chance, 4));
        while (SSL_read(ssl, bytes, sizeof bytes) > 0) {
        }
        if (netfuzz_one_in(chance, 2)) SSL_shutdown(ssl);
    }
    SSL_free(ssl);
}

static void netfuzz_try_tls(struct chance *chance, struct speech *speech, int fd)
{
    if (netfuzz_one_in(chance, 2)) {
        speech->n = 0;
        netfuzz_say(speech, client_hello, sizeof client_hello - 1);
        while (!netfuzz_one_in(chance, 3)) netfuzz_change(chance, speech, 0);
    }
    if (send(fd, speech->bytes, speech->n, MSG_NOSIGNAL) < 0) return;
    netfuzz_set_patience(fd, 1);
    recv(fd, speech->bytes, 100, 0);
}

static void netfuzz_tls_batch(uint64_t first, uint64_t n)
{
    struct speech *speech = talks[0].speech;

    for (uint64_t i = first; i < first + n; i++) {
        struct chance chance = netfuzz_make_speech(i, speech);
        int fd = netfuzz_dial(true);
        connections++;
        if (fd < 0) continue;
        if (netfuzz_one_in(&chance, 2))
            netfuzz_talk_tls(&chance, speech, fd);
        else
            netfuzz_try_tls(&chance, speech, fd);
        netfuzz_hang_up(&chance, fd);
    }
}

/* -- Seeds and words -------------------------------------------------------------------- */

static struct text netfuzz_read_file(const char *folder, const char *name)
{
    char path[512], bytes[16384];
    struct text text = {NULL, 0};

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) return text;
    text.n = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    text.bytes = malloc(sizeof upgrade + text.n);
    if (!text.bytes) exit(2);
    /* The first byte of a seed may say how fuzz_wire is to use it. */
    size_t at = 0, skip = text.n && strchr("=<>?", bytes[0]) ? 1 : 0;
    if (skip && bytes[0] == '=') {
        memcpy(text.bytes, upgrade, sizeof upgrade - 1);
        at = sizeof upgrade - 1;
    }
    memcpy(text.bytes + at, bytes + skip, text.n - skip);
    text.n += at - skip;
    return text;
}

static int netfuzz_by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void netfuzz_read_seeds(const char *folder)
{
    struct dirent **list;
    int n = scandir(folder, &list, NULL, netfuzz_by_name);

    for (int i = 0; i < n; i++) {
        if (list[i]->d_name[0] != '.' && n_seeds < SEEDS_MAX) {
            seeds[n_seeds] = netfuzz_read_file(folder, list[i]->d_name);
            n_seeds += seeds[n_seeds].n > 0;
        }
        free(list[i]);
    }
    if (n > 0) free(list);
}

/* A line of libFuzzer's dictionaries: "a\x0d". */
static void netfuzz_read_word(const char *line)
{
    char word[256];
    size_t n = 0;

    for (const char *p = line + 1; *p && *p != '"' && n < sizeof word; p++) {
        unsigned byte;
        if (p[0] == '\\' && p[1] == 'x' && sscanf(p + 2, "%2x", &byte) == 1) {
            word[n++] = (char)byte;
            p += 3;
        } else if (p[0] == '\\' && p[1]) {
            word[n++] = *++p;
        } else {
            word[n++] = *p;
        }
    }
    if (!n || n_words == WORDS_MAX) return;
    words[n_words].bytes = malloc(n);
    if (!words[n_words].bytes) exit(2);
    memcpy(words[n_words].bytes, word, n);
    words[n_words++].n = n;
}

static void netfuzz_read_words(const char *path)
{
    char line[1024];
    FILE *file = fopen(path, "r");

    while (file && fgets(line, sizeof line, file))
        if (line[0] == '"') netfuzz_read_word(line);
    if (file) fclose(file);
}

/* -- The run ---------------------------------------------------------------------------- */

static bool netfuzz_option(const char *name, const char *value)
{
    if (!strcmp(name, "--port"))
        opt.port = atoi(value);
    else if (!strcmp(name, "--seconds"))
        opt.seconds = atoi(value);
    else if (!strcmp(name, "--count"))
        opt.count = strtoull(value, NULL, 10);
    else if (!strcmp(name, "--seed"))
        opt.seed = strtoull(value, NULL, 10);
    else if (!strcmp(name, "--first"))
        opt.first = strtoull(value, NULL, 10);
    else
        return false;
    return true;
}

static bool netfuzz_take_options(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--tls"))
            opt.tls = true;
        else if (i + 1 == argc || !netfuzz_option(argv[i], argv[i + 1]))
            return false;
        else
            i++;
    }
    return true;
}

static void netfuzz_set_up(void)
{
    signal(SIGPIPE, SIG_IGN);
    netfuzz_read_seeds("tests/fuzz/wire");
    netfuzz_read_words("tests/fuzz/wire.dict");
    if (!n_seeds || !n_words) {
        fprintf(stderr,
                "netfuzz: run it from the root of the tree: no tests/fuzz/wire\n");
        exit(2);
    }
    for (int i = 0; i < TALKS; i++) {
        talks[i].fd = -1;
        talks[i].speech = malloc(sizeof *talks[i].speech);
        if (!talks[i].speech) exit(2);
    }
    if (opt.tls && !(tls = SSL_CTX_new(TLS_client_method()))) exit(2);
}

int main(int argc, char **argv)
{
    if (!netfuzz_take_options(argc, argv)) {
        fprintf(stderr, "usage: netfuzz --port PORT [--tls] [--seconds N] [--count N] "
                        "[--seed N] [--first N]\n");
        return 2;
    }
    netfuzz_set_up();
    int64_t until = netfuzz_now_us() + (int64_t)opt.seconds * 1000000;
    uint64_t at = opt.first,
             end_at = opt.count < UINT64_MAX ? at + opt.count : UINT64_MAX;
    while (at < end_at && (opt.count < UINT64_MAX || netfuzz_now_us() < until)) {
        uint64_t n = opt.tls ? BATCH / 10 : BATCH;
        if (n > end_at - at) n = end_at - at;
        if (opt.tls)
            netfuzz_tls_batch(at, n);
        else
            netfuzz_plain_batch(at, n);
        if (!netfuzz_is_well()) {
            printf(
                "FOUND: no answer to /api/health after --seed %llu --first %llu --count "
                "%llu%s\n",
                (unsigned long long)opt.seed, (unsigned long long)at,
                (unsigned long long)n, opt.tls ? " --tls" : "");
            return 1;
        }
        at += n;
    }
    printf("%llu connections, %llu requests and messages, the last number %llu, nothing "
           "found\n",
           (unsigned long long)connections, (unsigned long long)units,
           (unsigned long long)at);
    return 0;
}
