/* test_server_time.c -- what a whole server does once a second, a minute and an hour: not a millisecond too early, and then it does. Its clocks stand still
 * (clock_test.h), and its ticks are counted. */
#include "whole_server.h"

#ifdef AUDE_WRAPPED
#include <poll.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "clock_test.h"
#include "server/net/server_internal.h"
#include "server/store/store_duty.h"
#include "server/store/store_hours.h"
#include "store_test.h"
#include "test.h"

enum { MINUTE = 60000, HOUR = 60 * MINUTE };
static const int64_t DAY = 24 * (int64_t)HOUR;

static atomic_int ticks;
static atomic_llong database_clock, ahead; /* as the store says; 0: it says nothing */
static atomic_int others;

/* In the server's thread. */
static void on_turn(struct store *store, int64_t now)
{
    (void)now;
    store->clock = atomic_load(&database_clock);
    store->ahead = atomic_load(&ahead);
    store->others = atomic_load(&others);
    atomic_fetch_add(&ticks, 1);
}

/* What was told before is done: two ticks, and all between them. */
static void let_tick(void)
{
    int from = atomic_load(&ticks);

    for (int i = 0; i < WHOLE_WAIT_MS && atomic_load(&ticks) < from + 3; i++)
        poll(NULL, 0, 1);
    CHECK(atomic_load(&ticks) >= from + 3);
}

static bool open_still(void)
{
    atomic_store(&database_clock, 0);
    atomic_store(&ahead, 0);
    atomic_store(&others, 0);
    if (!whole_open()) return false;
    whole_on_turn = on_turn;
    clock_test_stop();
    return true;
}

/* 0: it was told to stop before; a second word could come when nobody hears it any more, and end the test. */
static void close_still_by(int how)
{
    whole_end(how);
    whole_on_turn = NULL;
    clock_test_go();
    whole_close();
}

static void close_still(void)
{
    close_still_by(SIGTERM);
}

/* So much passes, then one millisecond more: only then these words stand in the log once more. */
static void check_told_after(const char *words, int64_t ms)
{
    int before = whole_told_times(words);

    clock_test_pass(ms - 1);
    let_tick();
    CHECK_EQ(whole_told_times(words), before);
    clock_test_pass(1);
    let_tick();
    CHECK_EQ(whole_told_times(words), before + 1);
}

static void add_old_table(const char *id, int64_t age)
{
    struct store_row row = {
        .table = id, .created = 5, .updated = server_now() - age, .summary = "{}"};
    char problem[200];
    struct store *store = store_open_beside(whole_store_name, problem, sizeof problem);

    CHECK(store && store_test_add(store, id, 1, 1, &row));
    if (store) store->close(store);
}

/* A second server on the same database would be an error of the host: told, and told again every minute. */
TEST(others_on_the_database_are_told_once_a_minute)
{
    const char *line = "another server uses this database";

    if (!open_still() || !whole_begin()) return;
    atomic_store(&others, 2); /* the last words of one that was killed */
    let_tick();
    CHECK_EQ(whole_told_times(line), 0);
    atomic_store(&others, 3);
    let_tick();
    CHECK_EQ(whole_told_times(line), 1);
    check_told_after(line, MINUTE);
    check_told_after(line, MINUTE);
    close_still();
}

TEST(old_tables_are_looked_for_once_an_hour)
{
    const char *line = "\"event\":\"forgot\",\"tables\":1}";

    if (!open_still()) return;
    whole_options.keep_days = 30;
    struct store_row none = {
        .table = "aaaaaaaaaaaa", .created = 5, .updated = 5, .summary = "{}"};
    char problem[200];
    struct store *store = store_open(whole_store_name, problem, sizeof problem);
    CHECK(store && store_test_add(store, "aaaaaaaaaaaa", 1, 1, &none));
    store_hours_alive(store, server_now());
    store->close(store);
    if (!whole_begin()) return;
    whole_wait_for_log(line);
    add_old_table("bbbbbbbbbbbb", 30 * DAY + HOUR);
    add_old_table("cccccccccccc", 30 * DAY - 2 * HOUR); /* not old in an hour either */
    check_told_after(line, HOUR);
    add_old_table("dddddddddddd", 40 * DAY);
    check_told_after(line, HOUR);
    CHECK_EQ(whole_told_times("forgot"), 3);
    close_still();
}

TEST(memory_is_given_back_once_a_minute)
{
    if (!open_still()) return;
    clock_test_pass(MINUTE);
    if (!whole_begin()) return;
    let_tick();
    int before = atomic_load(&whole_trims);
    clock_test_pass(MINUTE - 1);
    let_tick();
    CHECK_EQ(atomic_load(&whole_trims), before);
    clock_test_pass(1);
    let_tick();
    CHECK_EQ(atomic_load(&whole_trims), before + 1);
    close_still();
}

static bool be_a_node(void)
{
    static char key[60];

    snprintf(key, sizeof key, "%s/key", whole_folder);
    FILE *file = fopen(key, "wb");
    if (!CHECK(file != NULL)) return false;
    fputs("a key that is long enough for several servers", file);
    fclose(file);
    whole_options.node = "127.0.0.1:9";
    whole_options.peer_listen = "127.0.0.1:0";
    whole_options.cluster_key = key;
    return true;
}

/* A machine that stood still takes the time of the database, if it is more than two seconds behind; one that is ahead is told of, once a minute. */
TEST(a_node_keeps_the_time_of_the_database)
{
    const char *stood =
        "\"this machine stood still: the database's time is taken\",\"ms\":2001}";
    const char *is_ahead =
        "\"this machine's clock is ahead of the database's\",\"ms\":2001}";

    if (!open_still() || !be_a_node() || !whole_begin()) return;
    int64_t at = server_now();
    atomic_store(&database_clock, at + 2000);
    let_tick();
    CHECK_EQ(whole_told_times("stood still"), 0);
    atomic_store(&database_clock, at + 2001);
    let_tick();
    CHECK_EQ(whole_told_times(stood), 1);
    CHECK_EQ(whole_told_times("stood still"), 1);
    CHECK_EQ(server_now(), at + 2001);
    atomic_store(&database_clock, 0);
    atomic_store(&ahead, 2000);
    clock_test_pass(MINUTE);
    let_tick();
    CHECK_EQ(whole_told_times("is ahead"), 0);
    atomic_store(&ahead, 2001);
    let_tick();
    CHECK_EQ(whole_told_times(is_ahead), 1);
    check_told_after("is ahead", MINUTE);
    atomic_store(&others, 9); /* nodes are meant to be several */
    let_tick();
    CHECK_EQ(whole_told_times("another server uses"), 0);
    close_still();
}

/* A server that is alone asks nobody for the time. */
TEST(a_server_alone_keeps_its_own_time)
{
    if (!open_still() || !whole_begin()) return;
    int64_t at = server_now();
    atomic_store(&database_clock, at + 100000);
    atomic_store(&ahead, 100000);
    let_tick();
    CHECK_EQ(server_now(), at);
    CHECK_EQ(whole_told_times("\"event\":\"time\""), 0);
    close_still();
}

/* The log is told of a store that fails once a second: it must not fill a disk that is full already. */
TEST(a_store_that_fails_is_told_once_a_second)
{
    const char *line = "\"level\":\"error\",\"event\":\"store\"";
    const char *create =
        "{'type':'create','id':3,'head':'aude 1\\nrules grow\\n','seats':[{},{}]}";

    if (!open_still() || !whole_begin()) return;
    int fd = whole_websocket("");
    whole_tell(fd, "{'type':'hello','id':1,'v':1}");
    clock_test_pass(MINUTE);
    whole_tell(fd, WHOLE_TABLE("{'name':'Ann'},{'name':'Al'}"));
    CHECK(strstr(whole_hear(fd, "\"mine\""), "\"mine\"") != NULL);
    for (int i = 0; i < 3; i++) { /* it fails and is there again, and time has passed */
        static const int ms[] = {0, 999, 1}, told[] = {1, 1, 2};
        clock_test_pass(ms[i]);
        atomic_store(&store_test_full, true);
        whole_tell(fd, create);
        CHECK(strstr(whole_hear(fd, "\"error\""), "\"error\"") != NULL);
        let_tick();
        CHECK_EQ(whole_told_times(line), told[i]);
        atomic_store(&store_test_full, false);
        let_tick();
        whole_tell(fd, create);
        CHECK(strstr(whole_hear(fd, "\"mine\""), "\"mine\"") != NULL);
    }
    clock_test_pass(1000); /* it is asked how it is */
    whole_wait_for_log("\"the store answers again\",\"ms\":2000}");
    close(fd);
    close_still();
}

/* The service manager is fed twice as often as it wants to be. */
TEST(the_watchdog_is_fed_in_half_its_time)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    char path[60], text[100];

    if (!open_still()) return;
    snprintf(path, sizeof path, "@aude-watchdog-%d", (int)getpid());
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    memcpy(at.sun_path + 1, path + 1, strlen(path) - 1);
    CHECK(!bind(fd, (struct sockaddr *)&at,
                (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path))));
    setenv("NOTIFY_SOCKET", path, 1);
    setenv("WATCHDOG_USEC", "20000000", 1);
    if (!whole_begin()) return;
    CHECK_EQ(recv(fd, text, sizeof text, 0), 7);  /* READY=1 */
    CHECK_EQ(recv(fd, text, sizeof text, 0), 10); /* WATCHDOG=1 */
    clock_test_pass(9999);
    let_tick();
    CHECK_EQ(recv(fd, text, sizeof text, MSG_DONTWAIT), -1);
    clock_test_pass(1);
    CHECK_EQ(recv(fd, text, sizeof text, 0), 10);
    let_tick();
    CHECK_EQ(recv(fd, text, sizeof text, MSG_DONTWAIT), -1);
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_USEC");
    close(fd);
    close_still();
}

/* Push messages that were given up are told once a minute, all of them together. */
TEST(push_messages_that_were_given_up_are_told_once_a_minute)
{
    const char *line = "\"event\":\"push\",\"text\":\"push messages were given up\"";

    if (!open_still()) return;
    whole_options.push.contact = "mailto:a@example.org";
    if (!whole_begin()) return;
    let_tick();
    CHECK_EQ(whole_told_times(line), 0); /* none was */
    atomic_store(&whole_failures, 3);
    let_tick();
    CHECK_EQ(whole_told_times(line), 1);
    CHECK_EQ(whole_told_times("given up\",\"count\":3,\"last\":\"a reason\"}"), 1);
    atomic_store(&whole_failures, 1);
    check_told_after(line, MINUTE);
    close_still();
}

/* A log that does not hold together is told with its place. */
TEST(a_broken_log_is_told)
{
    struct store_row row = {
        .table = "aaaaaaaaaaaa", .created = 5, .updated = 5, .summary = "{}"};
    char problem[200];

    if (!open_still()) return;
    struct store *store = store_open(whole_store_name, problem, sizeof problem);
    CHECK(store && store_test_add(store, "aaaaaaaaaaaa", 1, 2, &row));
    store->close(store);
    if (!whole_begin()) return;
    CHECK(strstr(whole_ask("/api/tables/aaaaaaaaaaaa/record", ""), "HTTP/1.1 503 ") !=
          NULL);
    CHECK(strstr(whole_log(), "\"level\":\"error\",\"event\":\"broken\",\"text\":\"a "
                              "log does not hold together\",\"table\":\"aaaaaaaaaaaa\","
                              "\"seq\":1}") != NULL);
    close_still();
}

/* An address of version 6 stands in brackets. */
TEST(a_server_says_where_it_is)
{
    char wanted[80];

    if (!open_still()) return;
    whole_options.address = "::1";
    int fd = socket(AF_INET6, SOCK_STREAM, 0);
    struct sockaddr_in6 here = {.sin6_family = AF_INET6, .sin6_addr = in6addr_loopback};
    if (fd < 0 || bind(fd, (struct sockaddr *)&here, sizeof here)) {
        puts("no IPv6 on this machine: an address of it is not tried");
        whole_options.address = "127.0.0.1";
    }
    if (fd >= 0) close(fd);
    if (!whole_begin()) return;
    snprintf(wanted, sizeof wanted, "http://%s:%d/",
             whole_options.address[0] == ':' ? "[::1]" : "127.0.0.1",
             atomic_load(&whole_port));
    CHECK_STR(whole_url, wanted);
    CHECK(strstr(whole_log(), wanted) != NULL);
    close_still();
}

/* A store that takes its time: what is to be stored waits for three ticks. */
static void (*really_append)(struct store *store, const struct store_batch *batch,
                             store_done *done, void *context);
static const struct store_batch *held_batch;
static store_done *held_done;
static void *held_context;
static atomic_int held_ticks; /* 0: nothing is held */

static void hold_append(struct store *store, const struct store_batch *batch,
                        store_done *done, void *context)
{
    (void)store;
    held_batch = batch;
    held_done = done;
    held_context = context;
    atomic_store(&held_ticks, 1);
}

static void on_slow_turn(struct store *store, int64_t now)
{
    on_turn(store, now);
    if (store->append != hold_append) {
        really_append = store->append;
        store->append = hold_append;
    }
    int n = atomic_load(&held_ticks);
    if (!n) return;
    atomic_store(&held_ticks, n < 6 ? n + 1 : 0);
    if (n == 6) really_append(store, held_batch, held_done, held_context);
}

/* What was on its way to the store when the server is told to stop is acknowledged before it goes. */
TEST(a_server_that_stops_waits_for_its_store)
{
    for (int node = 0; node < 2; node++) {
        if (!open_still() || (node && !be_a_node())) return;
        whole_on_turn = on_slow_turn;
        atomic_store(&held_ticks, 0);
        if (!whole_begin()) return;
        let_tick();
        int fd = whole_websocket("");
        whole_tell(fd, "{'type':'hello','id':1,'v':1}");
        whole_hear(fd, "\"push\"");
        for (int i = 0; i < 5; i++) let_tick(); /* that he was here is stored, too */
        CHECK_EQ(atomic_load(&held_ticks), 0);
        whole_tell(fd, WHOLE_TABLE("{'name':'Ann'},{'name':'Al'}"));
        for (int i = 0; i < WHOLE_WAIT_MS && !atomic_load(&held_ticks); i++)
            poll(NULL, 0, 1);
        CHECK(atomic_load(&held_ticks) > 0);
        kill(getpid(), SIGTERM);
        const char *heard = whole_hear(fd, "\"bye\"");
        CHECK(strstr(heard, "{\"type\":\"ok\",\"id\":2,\"table\":") != NULL);
        CHECK(strstr(heard, "\"bye\"") != NULL);
        CHECK_EQ(atomic_load(&held_ticks), 0);
        close(fd);
        close_still_by(0);
    }
}

static void ban(const char *range)
{
    struct duty_act act = {.at = 1, .by = "host", .reason = "a reason"};
    char problem[200];
    struct store *store = store_open_beside(whole_store_name, problem, sizeof problem);

    CHECK(store && store_duty_ban(store, range, 0, &act));
    if (store) store->close(store);
}

/* Of those who are here only who is shut out goes, and is counted. */
TEST(who_is_shut_out_is_let_go_and_counted)
{
    if (!open_still()) return;
    whole_options.proxies.n = 1;
    CHECK(guest_parse("127.0.0.1", 9, whole_options.proxies.address[0]));
    if (!whole_begin()) return;
    int one = whole_websocket("X-Forwarded-For: 198.51.100.1\r\n"),
        two = whole_websocket("X-Forwarded-For: 198.51.101.1\r\n"),
        three = whole_websocket("X-Forwarded-For: 198.51.102.1\r\n");
    ban("198.51.100.0/24");
    clock_test_pass(1500);
    whole_hear(one, NULL); /* until the end */
    CHECK(strstr(whole_ask("/metrics", "X-Forwarded-For: 198.51.101.1\r\n"),
                 "\naude_turned_away_total{reason=\"banned\"} 1\n") != NULL);
    for (int i = 0; i < 2; i++) { /* the others are still heard */
        whole_tell(i ? three : two, "{'type':'hello','id':1,'v':1}");
        CHECK(strstr(whole_hear(i ? three : two, "\"push\""), "\"ok\"") != NULL);
    }
    CHECK(strstr(whole_ask("/livez", "X-Forwarded-For: 198.51.100.9\r\n"), " 403 ") !=
          NULL);
    close(one);
    close(two);
    close(three);
    close_still();
}

/* With every tick all are looked after: who says nothing, who has been idle, and what the host has decided. */
TEST(a_tick_looks_after_everybody)
{
    char byte;

    if (!open_still()) return;
    whole_options.idle_s = 60;
    if (!whole_begin()) return;
    int silent = whole_call(), idle = whole_websocket("");
    whole_tell(idle, "{'type':'hello','id':1,'v':1}");
    whole_hear(idle, "\"push\"");
    clock_test_pass(9000);
    let_tick();
    CHECK_EQ(recv(silent, &byte, 1, MSG_DONTWAIT), -1);
    clock_test_pass(1000);
    CHECK_EQ(recv(silent, &byte, 1, 0), 0); /* he is sent away */
    CHECK(strstr(whole_ask("/livez", ""), " 200 OK") != NULL);
    for (int i = 0; i < 4; i++) { /* he answers pings, and says nothing */
        static const unsigned char pong[] = {0x8a, 0x80, 0, 0, 0, 0};
        clock_test_pass(20000);
        let_tick();
        if (send(idle, pong, sizeof pong, MSG_NOSIGNAL) < 0) break;
    }
    CHECK(strstr(whole_hear(idle, "\"bye\""), "\"idle\"") != NULL);
    ban("127.0.0.0/8");
    clock_test_pass(1500);
    let_tick();
    CHECK_STR(whole_ask("/livez", ""), "");
    close(silent);
    close(idle);
    close_still();
}

/* The name of a database may hold a password: the log has none of it. */
TEST(the_log_has_no_password)
{
    if (!open_still()) return;
    whole_instead = whole_store_name;
    whole_options.store = "postgresql://aude:secret@localhost/aude";
    if (!whole_begin()) return;
    CHECK(strstr(whole_log(), "\"store\":\"postgresql:\"}") != NULL);
    CHECK(!strstr(whole_log(), "secret"));
    whole_instead = NULL;
    close_still();
}
#endif
