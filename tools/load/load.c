/* load.c -- many people at once, for measuring `aude serve` and for killing it under load.
 *
 *     load --port 7474 --games 250 --seats 4 --idle 0 --seconds 30 --pace 1000 [--acks FILE]
 *
 * Every seat is a connection of its own with a cookie of its own. Games are real: what the
 * server tells is fed to the engine, a random legal action is chosen, and the time from sending
 * it to its acknowledgement is taken. --pace is the mean time a player thinks, in ms. With
 * --acks every acknowledged move is written down as "TABLE N ACTION", and the program ends
 * quietly when the server goes away. One thread, epoll. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "aude.h"

enum { SEATS_MAX = 6, LATENCIES_MAX = 4000000, OPENING_MAX = 64 };

struct game {
    char table[16];
    int first, seated; /* connection of seat 0; seats taken so far */
    bool begun, over;
    int steps;
    int64_t due; /* when the one who must decide does */
    struct aude_reader reader;
};

struct person {
    int fd;
    struct game *game;
    int seat;
    bool up, failed;
    char *in;
    size_t n_in, in_max;
    int ids, act_id, sit_id, at;
    int64_t sent_us;
    char action[96];
};

static struct {
    int port, games, seats, idle, seconds, pace, draws;
    const char *acks;
} opt = {.port = 7474, .games = 10, .seats = 2, .seconds = 10, .pace = 1000};

static struct person *people;
static struct game *games;
static int n_people, ep, opening, n_up, n_lost;
static uint32_t *latency;
static int n_latency;
static long refused, finished;
static FILE *acks;
static uint64_t chance = 88172645463325252u;

static int64_t load_now_us(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return (int64_t)at.tv_sec * 1000000 + at.tv_nsec / 1000;
}

static uint32_t load_below(uint32_t n)
{
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (uint32_t)((chance >> 32) * n >> 32);
}

/* -- Frames ----------------------------------------------------------------------------- */

static void load_lose(struct person *p)
{
    if (p->fd < 0) return;
    close(p->fd);
    p->fd = -1;
    n_lost++;
    if (!p->up) opening--;
    p->up = false;
}

static void load_send_all(struct person *p, const char *bytes, size_t n)
{
    while (n && p->fd >= 0) {
        ssize_t sent = send(p->fd, bytes, n, MSG_NOSIGNAL);
        if (sent < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (sent <= 0) {
            load_lose(p);
            return;
        }
        bytes += sent;
        n -= (size_t)sent;
    }
}

/* Masked with zeros, which is a mask like any other. */
static void load_say(struct person *p, const char *text)
{
    char frame[8192];
    size_t n = strlen(text), at = 2;

    if (n > 8000) return;
    frame[0] = (char)0x81;
    if (n < 126) {
        frame[1] = (char)(0x80 | n);
    } else {
        frame[1] = (char)(0x80 | 126);
        frame[at++] = (char)(n >> 8);
        frame[at++] = (char)(n & 255);
    }
    memset(frame + at, 0, 4);
    memcpy(frame + at + 4, text, n);
    load_send_all(p, frame, at + 4 + n);
}

/* -- Playing ---------------------------------------------------------------------------- */

static void load_plan(struct game *game)
{
    game->due =
        load_now_us() + (opt.pace ? (int64_t)load_below(2000u * (uint32_t)opt.pace) : 0);
}

static void load_feed(struct game *game, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        if (n && aude_reader_line(&game->reader, text, n, NULL)) {
            fprintf(stderr, "load: the server told what cannot be: %.*s\n", (int)n, text);
            exit(1);
        }
        text += n + (text[n] == '\n');
    }
}

static void load_on_entry(struct game *game, json_t *entry)
{
    const char *type = json_string_value(json_object_get(entry, "type"));
    const char *head = json_string_value(json_object_get(entry, "head"));
    const char *text = json_string_value(json_object_get(entry, "text"));

    if (!strcmp(type, "start")) {
        aude_reader_init(&game->reader);
        load_feed(game, head);
        load_feed(game, text);
        game->begun = true;
        game->steps = 0;
        load_plan(game);
    } else if (!strcmp(type, "step")) {
        load_feed(game, text);
        game->steps = (int)json_integer_value(json_object_get(entry, "n"));
        load_plan(game);
    } else if (!strcmp(type, "over")) {
        game->over = true;
        finished++;
    }
}

static void load_act(struct game *game)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    unsigned seat = game->reader.game.turn.actor;
    int n = aude_game_actions(&game->reader.game, list, AUDE_ACTIONS_MAX);
    char text[256];

    if (seat >= (unsigned)opt.seats || n < 1) return;
    struct person *p = &people[game->first + (int)seat];
    if (p->act_id || !p->up) return;
    aude_action_text(&game->reader.game, list[load_below((uint32_t)n)], p->action,
                     sizeof p->action);
    p->act_id = ++p->ids;
    snprintf(text, sizeof text,
             "{\"type\":\"act\",\"id\":%d,\"table\":\"%s\",\"at\":%d,\"action\":\"%s\"}",
             p->act_id, game->table, game->steps, p->action);
    p->sent_us = load_now_us();
    p->at = game->steps;
    game->due = INT64_MAX;
    load_say(p, text);
}

/* -- Sitting down ----------------------------------------------------------------------- */

static void load_create(struct person *p)
{
    char text[1024], seats[512] = "{\"kind\":\"here\",\"name\":\"P0\"}";

    for (int s = 1; s < opt.seats; s++) strcat(seats, ",{\"kind\":\"link\"}");
    snprintf(text, sizeof text,
             "{\"type\":\"create\",\"id\":%d,\"head\":\"aude 1\\nrules "
             "grow\\n%s\",\"seats\":[%s]}",
             ++p->ids, opt.draws ? "draws 9\\n" : "", seats);
    load_say(p, text);
}

static void load_sit(struct person *p)
{
    char text[256];

    snprintf(text, sizeof text,
             "{\"type\":\"watch\",\"id\":%d,\"table\":\"%s\",\"since\":0}", ++p->ids,
             p->game->table);
    load_say(p, text);
    snprintf(text, sizeof text,
             "{\"type\":\"sit\",\"id\":%d,\"table\":\"%s\",\"seat\":%d,\"name\":\"P%d\"}",
             ++p->ids, p->game->table, p->seat, p->seat);
    p->sit_id = p->ids;
    load_say(p, text);
}

static void load_start(struct game *game)
{
    struct person *host = &people[game->first];
    char text[128];

    snprintf(text, sizeof text, "{\"type\":\"start\",\"id\":%d,\"table\":\"%s\"}",
             ++host->ids, game->table);
    load_say(host, text);
}

static void load_leave(struct person *p)
{
    char text[128];

    snprintf(text, sizeof text, "{\"type\":\"leave\",\"id\":%d,\"table\":\"%s\"}",
             ++p->ids, p->game->table);
    load_say(p, text);
}

/* A new table for the same people, once their game is over. They leave the old one: who goes on watching keeps it in memory. */
static void load_begin_again(struct game *game)
{
    for (int s = 0; s < opt.seats; s++) load_leave(&people[game->first + s]);
    game->begun = game->over = false;
    game->table[0] = 0;
    game->seated = 1;
    game->steps = 0;
    load_create(&people[game->first]);
}

static void load_on_ok(struct person *p, json_t *message)
{
    const char *table = json_string_value(json_object_get(message, "table"));
    int id = (int)json_integer_value(json_object_get(message, "id"));
    struct game *game = p->game;

    if (!game) return;
    if (id == p->act_id && id) {
        p->act_id = 0;
        if (n_latency < LATENCIES_MAX)
            latency[n_latency++] = (uint32_t)(load_now_us() - p->sent_us);
        if (acks) fprintf(acks, "%s %d %s\n", game->table, p->at + 1, p->action);
    } else if (p->seat == 0 && table && !game->table[0]) {
        snprintf(game->table, sizeof game->table, "%s", table);
        for (int s = 1; s < opt.seats; s++) load_sit(&people[game->first + s]);
    } else if (id == p->sit_id && ++game->seated == opt.seats) {
        load_start(game);
    }
}

static void load_on_message(struct person *p, const char *text, size_t n)
{
    json_t *message = json_loadb(text, n, 0, NULL), *entry;
    const char *type = json_string_value(json_object_get(message, "type"));
    size_t i;

    if (type && !strcmp(type, "ok")) load_on_ok(p, message);
    if (type && !strcmp(type, "error")) {
        refused++;
        if (!acks) fprintf(stderr, "load: %.*s\n", (int)n, text);
        p->act_id = 0;
    }
    if (type && !strcmp(type, "log") && p->game && !p->seat)
        json_array_foreach(json_object_get(message, "entries"), i, entry)
            load_on_entry(p->game, entry);
    json_decref(message);
}

/* -- Connections ------------------------------------------------------------------------ */

static void load_handshake(struct person *p)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char cookie[44], text[512];

    for (int i = 0; i < 43; i++) cookie[i] = letters[load_below(64)];
    cookie[42] = 'A'; /* the last digit has only four bits to say */
    cookie[43] = 0;
    snprintf(text, sizeof text,
             "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
             "Sec-WebSocket-Protocol: aude-1\r\nCookie: aude=%s\r\n\r\n",
             opt.port, cookie);
    load_send_all(p, text, strlen(text));
}

static void load_open_one(struct person *p)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)opt.port)};
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = p};
    int yes = 1;

    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    p->fd = socket(AF_INET, SOCK_STREAM, 0);
    opening++;
    if (p->fd < 0 || connect(p->fd, (struct sockaddr *)&at, sizeof at)) {
        load_lose(p);
        return;
    }
    setsockopt(p->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(p->fd, F_SETFL, O_NONBLOCK);
    epoll_ctl(ep, EPOLL_CTL_ADD, p->fd, &event);
    load_handshake(p);
}

static void load_on_up(struct person *p)
{
    char text[64];

    p->up = true;
    opening--;
    n_up++;
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"id\":%d,\"v\":1}", ++p->ids);
    load_say(p, text);
}

/* One whole frame at the front of the buffer? Its length with the head, else 0. */
static size_t load_whole_frame(const struct person *p, size_t *head, size_t *n)
{
    const unsigned char *b = (const unsigned char *)p->in;

    if (p->n_in < 2) return 0;
    *n = b[1] & 0x7f;
    *head = 2;
    if (*n == 126 && p->n_in >= 4) {
        *n = (size_t)b[2] << 8 | b[3];
        *head = 4;
    } else if (*n == 127 && p->n_in >= 10) {
        *n = 0;
        for (int i = 2; i < 10; i++) *n = *n << 8 | b[i];
        *head = 10;
    } else if (*n >= 126) {
        return 0;
    }
    return p->n_in >= *head + *n ? *head + *n : 0;
}

static void load_cut(struct person *p, size_t n)
{
    memmove(p->in, p->in + n, p->n_in - n);
    p->n_in -= n;
}

static void load_on_bytes(struct person *p)
{
    size_t head, n, all;

    if (!p->up) {
        char *end = p->n_in ? memmem(p->in, p->n_in, "\r\n\r\n", 4) : NULL;
        if (!end) return;
        if (strncmp(p->in, "HTTP/1.1 101", 12) != 0) {
            load_lose(p);
            return;
        }
        load_cut(p, (size_t)(end + 4 - p->in));
        load_on_up(p);
    }
    while (p->fd >= 0 && (all = load_whole_frame(p, &head, &n))) {
        int opcode = p->in[0] & 15;
        if (opcode == 1) load_on_message(p, p->in + head, n);
        if (opcode == 9) load_send_all(p, "\x8a\x80\0\0\0", 6);
        if (opcode == 8) load_lose(p);
        load_cut(p, all);
    }
}

static void load_on_readable(struct person *p)
{
    char bytes[65536];
    ssize_t n = recv(p->fd, bytes, sizeof bytes, 0);

    if (n <= 0) {
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
        load_lose(p);
        return;
    }
    if (p->n_in + (size_t)n > p->in_max) {
        p->in_max = 2 * (p->n_in + (size_t)n);
        p->in = realloc(p->in, p->in_max);
        if (!p->in) exit(1);
    }
    memcpy(p->in + p->n_in, bytes, (size_t)n);
    p->n_in += (size_t)n;
    load_on_bytes(p);
    if (!p->n_in && p->in_max > 4096) { /* idle ones hold nothing */
        free(p->in);
        p->in = NULL;
        p->in_max = 0;
    }
}

/* -- The run ---------------------------------------------------------------------------- */

static int load_turn_of_loop(int wait_ms)
{
    struct epoll_event events[256];
    int n = epoll_wait(ep, events, 256, wait_ms);

    for (int i = 0; i < n; i++) {
        struct person *p = events[i].data.ptr;
        if (p->fd >= 0) load_on_readable(p);
    }
    return n;
}

static void load_open_all(void)
{
    int next = 0;

    while (next < n_people || opening) {
        while (next < n_people && opening < OPENING_MAX) load_open_one(&people[next++]);
        load_turn_of_loop(100);
        if (n_lost > n_people / 2) return;
    }
}

static void load_play(void)
{
    int64_t until = load_now_us() + (int64_t)opt.seconds * 1000000;

    for (int i = 0; i < opt.games; i++) load_create(&people[games[i].first]);
    while (load_now_us() < until && n_lost < n_people) {
        int64_t now = load_now_us();
        for (int i = 0; i < opt.games; i++) {
            if (games[i].over) load_begin_again(&games[i]);
            if (games[i].begun && !games[i].over && games[i].due <= now)
                load_act(&games[i]);
        }
        load_turn_of_loop(1);
    }
}

static int load_by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static void load_report(double seconds)
{
    qsort(latency, (size_t)n_latency, sizeof latency[0], load_by_size);
    printf("%d connections up, %d lost, %d games, %ld finished, %ld refused\n", n_up,
           n_lost, opt.games, finished, refused);
    if (!n_latency) return;
    printf("%d moves acknowledged, %.0f a second\n", n_latency, n_latency / seconds);
    printf("sent to acknowledged: p50 %.2f ms, p90 %.2f ms, p99 %.2f ms, max %.2f ms\n",
           latency[n_latency / 2] / 1e3, latency[(long)n_latency * 9 / 10] / 1e3,
           latency[(long)n_latency * 99 / 100] / 1e3, latency[n_latency - 1] / 1e3);
}

static void load_set_up(void)
{
    n_people = opt.games * opt.seats + opt.idle;
    people = calloc((size_t)n_people + 1, sizeof *people);
    games = calloc((size_t)opt.games + 1, sizeof *games);
    latency = malloc(LATENCIES_MAX * sizeof *latency);
    ep = epoll_create1(0);
    if (!people || !games || !latency || ep < 0) exit(1);
    for (int i = 0; i < opt.games; i++) {
        games[i].first = i * opt.seats;
        games[i].seated = 1;
        for (int s = 0; s < opt.seats; s++) {
            people[i * opt.seats + s].game = &games[i];
            people[i * opt.seats + s].seat = s;
        }
    }
}

static bool load_option(const char *name, const char *value)
{
    const struct {
        const char *name;
        int *number;
    } numbers[] = {{"--port", &opt.port},       {"--games", &opt.games},
                   {"--seats", &opt.seats},     {"--idle", &opt.idle},
                   {"--seconds", &opt.seconds}, {"--pace", &opt.pace},
                   {"--short", &opt.draws}};

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (!strcmp(numbers[i].name, name)) {
            *numbers[i].number = atoi(value);
            return true;
        }
    if (!strcmp(name, "--acks")) opt.acks = value;
    return !strcmp(name, "--acks");
}

int main(int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i += 2)
        if (!load_option(argv[i], argv[i + 1])) {
            fprintf(stderr,
                    "load: there is no option %s; see the top of tools/load/load.c\n",
                    argv[i]);
            return 2;
        }
    chance ^= (uint64_t)load_now_us() * 2654435761u ^ (uint64_t)getpid() << 40;
    if (opt.seats < 2 || opt.seats > SEATS_MAX) return 2;
    if (opt.acks && !(acks = fopen(opt.acks, "w"))) return 1;
    load_set_up();
    int64_t began = load_now_us();
    load_open_all();
    printf("%d connections in %.1f s\n", n_up, (double)(load_now_us() - began) / 1e6);
    fflush(stdout);
    began = load_now_us();
    load_play();
    load_report((double)(load_now_us() - began) / 1e6);
    if (acks) fclose(acks);
    return 0;
}
