/* test_http.c -- calls over HTTP, byte by byte and without a socket, while the clock stands still: what they cost to the tenth, cookies of browsers that were
 * given several, calls about names, answers that nobody waits for any more, and what is held in memory for bodies that come. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock_test.h"
#include "hub_test.h"
#include "server/hub/secret.h"
#include "server/net/http_internal.h"

static struct server server;
static struct server_options options;
static char heard[1 << 17];

#define SECRET_A "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
#define SECRET_B "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA"

static bool open_site(const char *public_url, int rate, int open)
{
    struct passkey_site site;

    if (!open_hub()) return false;
    options = (struct server_options){
        .version = "test", .conns_max = 50, .public_url = public_url, .rate = rate};
    server = (struct server){.options = &options,
                             .hub = hub,
                             .store = store,
                             .guests = guests_new(rate, open),
                             .boxes = boxes_new()};
    server.secure = public_url && !strncmp(public_url, "https:", 6);
    if (public_url && passkey_client_site_of(public_url, &site))
        server.names = names_memory_open(store, &site, NAMES_NEW);
    server_log_quiet(true);
    clock_test_stop();
    return CHECK(server.guests && server.boxes && duty_open(&server));
}

static void close_site(void)
{
    clock_test_go();
    guests_free(server.guests);
    boxes_free(server.boxes);
    page_plain_free(server.plain);
    names_memory_close(server.names);
    duty_close(&server);
    close_hub();
}

static struct visit *meet(const char *address)
{
    struct visit *visit = calloc(1, sizeof *visit);

    visit->server = &server;
    CHECK(guest_parse(address, strlen(address), visit->peer));
    visit->wire = wire_server(&http_wire_calls, visit, HUB_FRAME_MAX, 0);
    return visit;
}

static void part(struct visit *visit)
{
    ws_gone(visit);
    http_later_gone(visit);
    door_left(visit);
    wire_free(visit->wire);
    free(visit);
}

static const char *hear(struct visit *visit)
{
    size_t n = 0, more;

    hub_flush(hub);
    while ((more = wire_send(visit->wire, 0, heard + n, sizeof heard - 1 - n))) {
        n += more;
        wire_sent(visit->wire, 0);
    }
    heard[n] = 0;
    return heard;
}

static void say(struct visit *visit, const char *text)
{
    wire_receive(visit->wire, 0, text, strlen(text));
}

/* "GET /api/me" or so, with fields that each end with \r\n. */
static void asks(struct visit *visit, const char *call, const char *fields)
{
    char text[4000];

    snprintf(text, sizeof text, "%s HTTP/1.1\r\nHost: play.example.org\r\n%s\r\n", call,
             fields);
    say(visit, text);
}

static const char *answer(const char *address, const char *call, const char *fields)
{
    struct visit *visit = meet(address);

    asks(visit, call, fields);
    hear(visit);
    part(visit);
    return heard;
}

static bool has(const char *words)
{
    return strstr(heard, words) != NULL;
}

#ifdef AUDE_WRAPPED
/* Each from an address of its own, at a call a second: how often, and then how many seconds until the next. */
TEST(calls_cost_what_they_cost)
{
    static const struct {
        const char *call, *fields;
        int times, wait, ms;
    } all[] = {{"GET /api/me", "", 60, 1, 1000},
               {"GET /metrics", "", 60, 1, 1000},
               {"GET /api/box/x", "", 60, 1, 1000},
               {"GET /api/nothing", "", 60, 1, 1000},
               {"GET /livez", "", 300, 1, 200},
               {"GET /no.file", "", 300, 1, 200},
               {"GET /api/tables", "", 7, 1, 1000},
               {"GET /api/games", "", 7, 1, 1000},
               {"GET /api/club", "", 7, 1, 1000},
               {"GET /api/tournaments", "", 7, 1, 1000},
               {"GET /api/deals", "", 7, 1, 1000},
               {"GET /api/players/Ann", "", 7, 1, 1000},
               {"GET /api/tables/nothing/record", "", 3, 5, 5000},
               {"GET /g/nothing", "", 3, 5, 5000},
               {"GET /api/deals/2026-11-18/record/abc", "", 3, 5, 5000},
               {"POST /api/name/mine", "Content-Length: 2\r\n", 3, 5, 5000},
               {"POST /api/import", "Content-Length: 0\r\n", 1, 15, 15000},
               {"POST /api/box/x", "Content-Length: 0\r\n", 7, 1, 1000}};
    char address[40], words[60];

    if (!open_site("https://play.example.org", 1, 0)) return;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        int n = 0;
        snprintf(address, sizeof address, "198.18.0.%d", (int)i + 1);
        while (strncmp(answer(address, all[i].call, all[i].fields), "HTTP/1.1 429", 12) &&
               n < 1000)
            n++;
        if (!CHECK_EQ(n, all[i].times)) puts(all[i].call);
        snprintf(words, sizeof words, "\r\nretry-after: %d\r\n", all[i].wait);
        if (!CHECK(has(words))) puts(heard);
        snprintf(words, sizeof words, "please wait %d second%s\"", all[i].wait,
                 all[i].wait == 1 ? "" : "s");
        CHECK(has(words) && has("\r\nconnection: close\r\n"));
        CHECK_EQ(server.health.turned[TURNED_RATE], i + 1);
        clock_test_pass(all[i].ms - 1);
        CHECK(strncmp(answer(address, all[i].call, all[i].fields), "HTTP/1.1 429", 12) ==
              0);
        server.health.turned[TURNED_RATE]--;
        clock_test_pass(1);
        CHECK(strncmp(answer(address, all[i].call, all[i].fields), "HTTP/1.1 429", 12) !=
              0);
    }
    close_site();
}

/* Connections cost, too, on credit; and an address has only so many at a time. */
TEST(who_knocks_too_often_is_not_let_in)
{
    struct visit *three[3];
    int n = 0;

    if (!open_site(NULL, 1, 2)) return;
    for (;; n++) {
        struct visit *visit = meet("198.18.0.1");
        bool in = door_open(visit);
        part(visit);
        if (!in || n > 2000) break;
    }
    CHECK_EQ(n, 375); /* two tenths each, of 600, and of the 150 for what is dear */
    CHECK_EQ(server.health.turned[TURNED_RATE], 1);
    CHECK_EQ(server.health.turned[TURNED_FULL], 0);
    for (int i = 0; i < 3; i++) {
        three[i] = meet("198.18.0.2");
        CHECK_EQ(door_open(three[i]), i < 2);
    }
    CHECK_EQ(server.health.turned[TURNED_FULL], 1);
    CHECK_EQ(server.health.turned[TURNED_RATE], 1);
    for (int i = 0; i < 3; i++) part(three[i]);
    close_site();
}

/* Behind a proxy connections are counted by whom they are for, when they become WebSockets. */
TEST(behind_a_proxy_websockets_are_counted)
{
    const char *upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                          "Sec-WebSocket-Protocol: aude-1\r\n"
                          "X-Forwarded-For: 198.51.100.7\r\n";
    struct visit *three[3];

    if (!open_site(NULL, 0, 2)) return;
    options.proxies.n = 1;
    CHECK(guest_parse("192.0.2.1", 9, options.proxies.address[0]));
    for (int i = 0; i < 3; i++) {
        three[i] = meet("192.0.2.1");
        CHECK(door_open(three[i]));
        asks(three[i], "GET /ws", upgrade);
        hear(three[i]);
        CHECK(has("101 Switching"));
        CHECK_EQ(three[i]->conn != NULL, i < 2);
        CHECK_EQ(has("BUSY"), i == 2);
    }
    CHECK_EQ(server.health.turned[TURNED_FULL], 1);
    part(three[0]); /* now there is room */
    three[0] = meet("192.0.2.1");
    asks(three[0], "GET /ws", upgrade);
    CHECK(three[0]->conn != NULL);
    for (int i = 0; i < 3; i++) part(three[i]);
    close_site();
}

/* On a WebSocket each message costs: twelve of one address have one purse. */
TEST(a_flood_of_messages_is_refused)
{
    static const char empty[] = "\x81\x82\0\0\0\0{}";
    struct visit *all[12];
    int n = 0;

    if (!open_site(NULL, 1, 0)) return;
    for (int i = 0; i < 12; i++) {
        all[i] = meet("198.18.0.1");
        asks(all[i], "GET /ws",
             "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
             "Sec-WebSocket-Protocol: aude-1\r\n");
        CHECK(all[i]->conn && strstr(hear(all[i]), "101 Switching"));
    }
    for (; n < 1000; n++) {
        wire_receive(all[n % 12]->wire, 0, empty, sizeof empty - 1);
        if (strstr(hear(all[n % 12]), "RATE")) break;
    }
    CHECK_EQ(n, 480); /* the WebSockets themselves have cost ten each */
    for (int i = 0; i < 12; i++) part(all[i]);
    close_site();
}

/* The longer a log, the more a record costs. */
TEST(a_long_log_costs_more)
{
    char id[TABLE_ID_MAX], call[80];
    int n = 0;

    if (!open_site(NULL, 1, 0)) return;
    struct conn *ann = join("ann");
    create(ann, "[{'name':'Ann'},{'name':'Al'}]", id);
    for (int i = 0; i < 230; i++) {
        pass(2000);
        says(ann, "{'type':'chat','id':9,'table':'%s','text':'hello'}", id);
        hub_flush(hub);
        CHECK(strstr(hears(ann), "hello") != NULL);
    }
    snprintf(call, sizeof call, "GET /api/tables/%s/record", id);
    for (; n < 100; n++)
        if (!strncmp(answer("198.18.0.1", call, ""), "HTTP/1.1 429", 12)) break;
    CHECK_EQ(n, 2); /* at 50 tenths and 11, of 150 */
    CHECK(has("\r\nretry-after: 3\r\n"));
    snprintf(call, sizeof call, "GET /g/%s", id);
    for (n = 0; n < 100; n++)
        if (!strncmp(answer("198.18.0.2", call, ""), "HTTP/1.1 429", 12)) break;
    CHECK_EQ(n, 2);
    close_site();
}
#endif

/* A browser that got another secret since its first is still known as the browser it was. */
TEST(cookies_are_read_and_given)
{
    struct visit *visit;
    char first[SECRET_HASH_MAX], text[300];

    for (int safe = 0; safe < 2; safe++) {
        const char *name = safe ? "__Host-aude" : "aude";
        if (!open_site(safe ? "https://play.example.org" : NULL, 0, 0)) return;
        CHECK(secret_hash(SECRET_A, first));
        visit = meet("127.0.0.1");
        snprintf(text, sizeof text, "Cookie: %s=%s.%s\r\n", name, SECRET_B, first);
        asks(visit, "GET /api/me", text);
        CHECK(visit->known && !strcmp(visit->browser, first));
        hear(visit);
        CHECK(!has("set-cookie"));
        part(visit);
        /* Not a secret behind the dot; another sign than a dot; too short, too long by one. */
        static const char *const bad[] = {"." SECRET_A "A",
                                          "."
                                          "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA!A",
                                          "," SECRET_A,
                                          "."
                                          "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                                          "."};
        for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
            visit = meet("127.0.0.1");
            snprintf(text, sizeof text, "Cookie: %s=" SECRET_B "%s\r\n", name, bad[i]);
            asks(visit, "GET /api/me", text);
            if (!CHECK(!visit->known)) puts(bad[i]);
            hear(visit);
            snprintf(text, sizeof text, "\r\nset-cookie: %s=", name);
            CHECK(has(text) && has("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"));
            CHECK_EQ(has("SameSite=Lax; Secure\r\n"), safe);
            part(visit);
        }
        /* Its games belong to a name now: another secret, but the same browser. */
        visit = meet("127.0.0.1");
        visit->server = &server;
        memcpy(visit->browser, first, sizeof first);
        struct answer_head head = {.n = 0};
        http_cookie_set(&head, visit);
        snprintf(text, sizeof text, ".%s; Path=/", first);
        CHECK(strstr(head.text, text) != NULL);
        memcpy(visit->old_cookie, SECRET_A, sizeof SECRET_A); /* its first one */
        head.n = 0;
        http_cookie_set(&head, visit);
        snprintf(text, sizeof text, "set-cookie: %s=" SECRET_A "; Path=/", name);
        CHECK(strstr(head.text, text) != NULL);
        part(visit);
        close_site();
    }
}

/* -- Names ------------------------------------------------------------------------------ */

static const char name_fields[] = "Origin: https://play.example.org\r\n"
                                  "Content-Type: application/json\r\n"
                                  "Content-Length: 2\r\n";

/* A call about a name of which the head has come; the body has not. */
static struct visit *asks_for_name(const char *fields)
{
    struct visit *visit = meet("127.0.0.1");
    char text[1000];

    snprintf(text, sizeof text, "%s%s", name_fields, fields);
    asks(visit, "POST /api/name/mine", text);
    CHECK(visit->naming && !visit->asked);
    return visit;
}

TEST(a_browser_is_called_as_its_owner_knows_it)
{
    static const char *const all[][2] = {
        {"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
         "Firefox, Linux"},
        {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like "
         "Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
         "Edge, Windows"},
        {"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/140.0.0.0 Mobile Safari/537.36",
         "Chrome, Android"},
        {"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
         "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
         "Safari, iPhone"},
        {"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) OPR/1", "Opera, Mac"},
        {"FxiOS/1 iPad", "Firefox, iPad"},
        {"CriOS/1", "Chrome"},
        {"X11; CrOS x86_64", "ChromeOS"},
        {"EdgA/1 Linux; Android", "Edge, Android"},
        {"curl/8", ""}};
    char text[400];

    if (!open_site("https://play.example.org", 0, 0)) return;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        snprintf(text, sizeof text, "User-Agent: %s\r\n", all[i][0]);
        struct visit *visit = asks_for_name(text);
        CHECK_STR(visit->naming->label, all[i][1]);
        part(visit);
    }
    struct visit *visit = asks_for_name("Cookie: __Host-aude=" SECRET_A
                                        "; __Host-aude-name=" SECRET_B "\r\n");
    char hash[SECRET_HASH_MAX];
    CHECK_STR(visit->naming->label, "");
    CHECK(secret_hash(SECRET_A, hash) && !strcmp(visit->naming->guest, hash));
    CHECK(secret_hash(SECRET_B, hash) && !strcmp(visit->naming->session, hash));
    part(visit);
    close_site();
}

/* Of the secret that the answer gives; 0: none, or the old one. */
static int new_secret_length(void)
{
    const char *at = strstr(heard, "set-cookie: __Host-aude=");

    if (!at || strstr(heard, "=" SECRET_A)) return 0;
    return (int)strcspn(at + 24, ".;");
}

/* A guest whose games belong to a name now is a new guest from here on. */
TEST(a_guest_who_became_a_name_is_another_guest)
{
    char who[SECRET_HASH_MAX];

    for (int known = 0; known < 2; known++) {
        if (!open_site("https://play.example.org", 0, 0)) return;
        CHECK(secret_hash(SECRET_A, who));
        if (known) keep_name(7, "Ann", who);
        answer("127.0.0.1", "GET /api/me", "Cookie: aude=" SECRET_A "\r\n");
        CHECK_EQ(new_secret_length(), known ? 43 : 0);
        CHECK_EQ(has("set-cookie: __Host-aude=" SECRET_A ";"), !known); /* the new name */
        answer("127.0.0.1", "GET /api/me", "Cookie: __Host-aude=" SECRET_A "\r\n");
        CHECK_EQ(new_secret_length(), known ? 43 : 0);
        CHECK_EQ(has("set-cookie"), known);
        close_site();
    }
}

static struct names_call becomes; /* what the next call about a name comes to */
static void (*really_told)(struct names_call *call);

static void tell_that(struct names_call *call)
{
    free(call->text);
    call->why = becomes.why;
    call->text = strdup(becomes.text);
    call->wait = becomes.wait;
    memcpy(call->new_session, becomes.new_session, sizeof call->new_session);
    call->end_session = becomes.end_session;
    call->new_guest = becomes.new_guest;
    really_told(call);
}

/* What comes of it is told with a status, and with cookies. */
TEST(calls_about_names_are_answered)
{
    static const struct {
        enum message_error why;
        const char *status;
    } all[] = {{REFUSED_NOT, "200 OK"},           {REFUSED_RATE, "429 Too"},
               {REFUSED_STORE, "503 Service"},    {REFUSED_BUSY, "503 Service"},
               {REFUSED_OFF, "404 Not"},          {REFUSED_SIGNED_OUT, "403 Forbidden"},
               {REFUSED_COOKIE, "403 Forbidden"}, {REFUSED_CODE, "400 Bad"}};
    char words[60], text[] = "{\"x\":1}";

    if (!open_site("https://play.example.org", 0, 0)) return;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct visit *visit = asks_for_name("");
        becomes = (struct names_call){.why = all[i].why, .text = text};
        really_told = visit->naming->told;
        visit->naming->told = tell_that;
        say(visit, "{}");
        CHECK(!visit->naming);
        hear(visit);
        snprintf(words, sizeof words, "HTTP/1.1 %s", all[i].status);
        if (!CHECK(!strncmp(heard, words, strlen(words)))) puts(heard);
        CHECK(has("\r\n\r\n{\"x\":1}") && !has("aude-name"));
        CHECK(has("content-type: application/json\r\n"));
        part(visit);
    }
    for (int what = 0; what < 4; what++) {
        struct visit *visit = asks_for_name("Cookie: __Host-aude=" SECRET_A "\r\n");
        becomes = (struct names_call){.text = text,
                                      .wait = what == 0 ? 17 : 0,
                                      .end_session = what == 2,
                                      .new_guest = what == 3};
        if (what == 1) memcpy(becomes.new_session, SECRET_B, sizeof SECRET_B);
        really_told = visit->naming->told;
        visit->naming->told = tell_that;
        say(visit, "{}");
        hear(visit);
        CHECK_EQ(has("HTTP/1.1 429"), what == 0);
        CHECK_EQ(has("retry-after: 17\r\n"), what == 0);
        CHECK_EQ(has("too many tries from your address"), what == 0);
        CHECK_EQ(has("set-cookie: __Host-aude-name=" SECRET_B
                     "; Path=/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure\r\n"),
                 what == 1);
        CHECK_EQ(has("set-cookie: __Host-aude-name=; Path=/; Max-Age=0; HttpOnly; "
                     "SameSite=Strict; Secure\r\n"),
                 what == 2);
        CHECK_EQ(has("set-cookie: __Host-aude="), what == 3);
        CHECK(!visit->new_session[0] && !visit->end_session);
        part(visit);
    }
    /* Who came with a cookie of before gets another secret, too. */
    struct visit *visit = asks_for_name("Cookie: aude=" SECRET_A "\r\n");
    becomes = (struct names_call){.text = text, .new_guest = true};
    really_told = visit->naming->told;
    visit->naming->told = tell_that;
    say(visit, "{}");
    hear(visit);
    CHECK_EQ(new_secret_length(), 43);
    part(visit);
    close_site();
}

TEST(calls_about_names_come_from_our_page_and_are_short)
{
    static const struct {
        const char *fields, *status;
    } all[] = {
        {"Origin: https://play.example.org\r\nContent-Type: application/json\r\n"
         "Content-Length: 16385\r\n",
         "413"},
        {"Origin: https://play.example.org\r\nContent-Type: application/json\r\n", "411"},
        {"Origin: https://play.example.org\r\nContent-Type: text/plain\r\n"
         "Content-Length: 2\r\n",
         "403"},
        {"Origin: https://other.example.org\r\nContent-Type: application/json\r\n"
         "Content-Length: 2\r\n",
         "403"},
        {"Content-Type: application/json\r\nContent-Length: 2\r\n", "403"}};

    if (!open_site("https://play.example.org", 0, 0)) return;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        answer("127.0.0.1", "POST /api/name/mine", all[i].fields);
        if (!CHECK(!strncmp(heard + 9, all[i].status, 3))) puts(heard);
    }
    CHECK(!strncmp(answer("127.0.0.1", "POST /api/name/nothing", name_fields) + 9, "404",
                   3));
    struct visit *visit = meet("127.0.0.1"); /* as long as one may be */
    asks(visit, "POST /api/name/mine",
         "Origin: https://play.example.org\r\nContent-Type: application/json\r\n"
         "Content-Length: 16384\r\n");
    CHECK(visit->naming != NULL);
    part(visit);
    visit = asks_for_name("");
    part(visit);
    server.held[WIRE_HELD_BODY] = 68 << 20; /* of others: there is no room for the body */
    visit = meet("127.0.0.1");
    asks(visit, "POST /api/name/mine", name_fields);
    say(visit, "{}");
    CHECK(!visit->naming && !strncmp(hear(visit) + 9, "503", 3));
    server.held[WIRE_HELD_BODY] = 0;
    part(visit);
    close_site();
}

/* -- Answers for which the store is asked ------------------------------------------------- */

/* Nobody waits for it any more: the store answers, and nothing happens. */
TEST(who_goes_before_the_answer_is_forgotten)
{
    static const char *const calls[] = {"GET /api/tables/abc/record", "GET /api/games",
                                        "GET /api/me", "GET /api/players/Ann"};

    if (!open_site("https://play.example.org", 0, 0)) return;
    slow = sluggish = true;
    for (int i = 0; i < 4; i++)
        for (int signed_in = 0; signed_in < 2; signed_in++) {
            struct visit *visit = meet("127.0.0.1");
            asks(visit, calls[i],
                 signed_in ? "Cookie: __Host-aude-name=" SECRET_B "\r\n" : "");
            bool waits = i != 2 || signed_in; /* a new guest is told at once */
            CHECK_EQ(hear(visit)[0] == 0, waits);
            CHECK_EQ(visit->later != NULL, waits);
            part(visit);
            land(10);
        }
    struct visit *visit = meet("127.0.0.1"); /* and who waits gets it */
    asks(visit, calls[0], "Cookie: __Host-aude-name=" SECRET_B "\r\n");
    CHECK(visit->later && visit->later->naming);
    while (land(1)) continue;
    CHECK(!visit->later && !strncmp(hear(visit), "HTTP/1.1 404", 12));
    part(visit);
    slow = sluggish = false;
    close_site();
}

/* -- What is held -------------------------------------------------------------------------- */

/* Of bodies 64 MiB, of messages 32; calls about names have 4 more. */
TEST(so_much_is_held_and_no_more)
{
    static const size_t most[] = {
        [WIRE_HELD_BODY] = 64 << 20, [WIRE_HELD_MESSAGE] = 32 << 20};

    if (!open_site("https://play.example.org", 0, 0)) return;
    for (int what = 0; what < 2; what++)
        for (int name = 0; name < 2; name++) {
            struct visit *visit = name ? asks_for_name("") : meet("127.0.0.1");
            size_t all = most[what] + (name ? 4 << 20 : 0), before = server.held[what];
            server.held[what] = all - 10;
            CHECK(!http_wire_calls.hold(visit, (enum wire_held)what, 11));
            CHECK_EQ(server.held[what], all - 10);
            CHECK(http_wire_calls.hold(visit, (enum wire_held)what, 10));
            CHECK_EQ(server.held[what], all);
            http_wire_calls.let_go(visit, (enum wire_held)what, 10);
            CHECK_EQ(server.held[what], all - 10);
            server.held[what] = before;
            part(visit);
            CHECK_EQ(server.held[what], 0);
        }
    close_site();
}

/* -- Answers --------------------------------------------------------------------------------- */

TEST(a_line_that_does_not_fit_is_left_out)
{
    static struct answer_head head;

    head.n = sizeof head.text - 10;
    http_answer_line(&head, "%s", "12345678");
    CHECK_EQ(head.n, sizeof head.text - 10);
    http_answer_line(&head, "%s", "1234567");
    CHECK_EQ(head.n, sizeof head.text - 1);
    CHECK_STR(head.text + sizeof head.text - 10, "1234567\r\n");
}

TEST(odd_answers)
{
    if (!open_site(NULL, 0, 0)) return;
    for (int i = 0; i < 2; i++) {
        struct visit *visit = meet("127.0.0.1");
        slow = sluggish = true;
        asks(visit, "GET /api/games", ""); /* which is not answered yet */
        if (i)
            http_answer_folder(visit, "/a/docs");
        else
            http_answer_json(visit, 418, strdup("[]"));
        hear(visit);
        if (i) {
            CHECK(strstr(heard, "HTTP/1.1 301 Moved Permanently\r\n") == heard);
            CHECK(has("\r\nlocation: docs/\r\n") && has("\r\ncontent-length: 0\r\n"));
        } else
            CHECK(strstr(heard, "HTTP/1.1 418 Answer\r\n") == heard);
        part(visit);
        land(10);
        slow = sluggish = false;
    }
    close_site();
}

/* What is told of a game beside a real box is sent once to each who watches. */
TEST(a_box_is_told_once_in_each_version)
{
    char call[100], hash[SECRET_HASH_MAX];
    unsigned version = 0;

    if (!open_site(NULL, 0, 0)) return;
    CHECK(secret_hash(SECRET_A, hash));
    struct visit *visit = meet("127.0.0.1");
    asks(visit, "POST /api/box/" SECRET_A, "Content-Length: 18\r\n");
    say(visit, "aude 1\nrules grow\n");
    const char *at = strstr(hear(visit), "\"version\":");
    CHECK(at && sscanf(at, "\"version\":%u", &version) == 1);
    part(visit);
    snprintf(call, sizeof call, "GET /api/box/%s/%u", hash, version);
    answer("127.0.0.1", call, "");
    CHECK(has("200 OK") && has("{\"version\":") && !has("record"));
    snprintf(call, sizeof call, "GET /api/box/%s/%u", hash, version + 1);
    answer("127.0.0.1", call, "");
    CHECK(has("\"record\":\"aude 1\\nrules grow\\n\""));
    snprintf(call, sizeof call, "GET /api/box/%s/%u/", hash, version);
    CHECK(strstr(answer("127.0.0.1", call, ""), " 404 ") != NULL);
    close_site();
}

/* Whoever is told that the store has gone, or is back, finds the reason in the log at once. */
TEST(the_log_knows_before_who_asks_whether_we_are_ready)
{
    if (!open_site(NULL, 0, 0)) return;
    CHECK(strstr(answer("127.0.0.1", "GET /readyz", ""), " 200 ") && has("\r\nready\n"));
    CHECK(!server.health.told_away);
    unread = true;
    clock_test_pass(1000);
    health_tick(&server);
    CHECK(!server.health.told_away);
    CHECK(strstr(answer("127.0.0.1", "GET /readyz", ""), " 503 ") && has("\r\nstore\n"));
    CHECK(server.health.told_away);
    unread = false;
    clock_test_pass(1000);
    health_tick(&server);
    CHECK(server.health.told_away);
    CHECK(strstr(answer("127.0.0.1", "GET /readyz", ""), " 200 ") != NULL);
    CHECK(!server.health.told_away);
    close_site();
}

/* A short link to a moment of a game lies one folder deeper than one to the game. */
TEST(a_short_link_leads_up_to_the_page)
{
    char id[TABLE_ID_MAX], call[80], words[120];
    static const char *const turns[] = {"", "/0", "/1", "/12"};

    if (!open_site(NULL, 0, 0)) return;
    create(join("ann"), "[{'name':'Ann'},{'name':'Al'}]", id);
    for (int i = 0; i < 4; i++) {
        snprintf(call, sizeof call, "GET /g/%s%s", id, turns[i]);
        answer("127.0.0.1", call, "");
        snprintf(words, sizeof words, "0; url=%s#/t/%s%s\"", i ? "../../" : "../", id,
                 turns[i]);
        CHECK(has(words) && has("HTTP/1.1 200 OK\r\n"));
        CHECK_EQ(has("\"og:image\""), page_exact("/" CARD_PICTURE) != NULL);
    }
    close_site();
}
