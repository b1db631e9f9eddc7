/* test_push_send.c -- push messages on their way, with a store of the test's own: what is noted before and after, how often it is
 * tried, how many go out at once. Nothing leaves this machine. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "hub_test.h"
#include "server/net/tls.h"
#include "server/push/push.h"
#include "server/push/push_send.h"
#include "thread_test.h"

enum { ROWS_MAX = 40, WAITS_MS = 20000 };

/* -- A store that keeps subscriptions --------------------------------------------------- */

static struct store_push row[ROWS_MAX];
static struct store_push_change change[ROWS_MAX];
static int n_rows, n_changes, asked, most;
static bool refuses, holds, keyless;
static unsigned char kept[PUSH_PAIR];
static bool has_key;
static store_done *held;
static void *held_context;

static void answer(store_done *done, void *context, bool yes)
{
    if (holds) {
        held = done;
        held_context = context;
    } else
        done(context, &(struct store_answer){.how = yes ? STORE_DONE : STORE_FAILED});
}

static void let_go(void)
{
    store_done *done = held;
    void *context = held_context;

    holds = false;
    held = NULL;
    held_context = NULL; /* what is lost then is seen to be lost */
    if (CHECK(done != NULL)) answer(done, context, true);
}

static void due(struct store *s, int64_t at, int max, store_each_push *each,
                store_done *done, void *context)
{
    int n = n_rows;

    (void)s, (void)at;
    asked++;
    most = max;
    n_rows = 0;
    for (int i = 0; i < n && i < max && each(context, &row[i]); i++) continue;
    answer(done, context, true);
}

static void changes(struct store *s, const struct store_push_change *all, int n,
                    store_done *done, void *context)
{
    (void)s;
    for (int i = 0; i < n && n_changes < ROWS_MAX; i++) change[n_changes++] = all[i];
    answer(done, context, !refuses);
}

static void key(struct store *s, void *bytes, size_t n, store_done *done, void *context)
{
    (void)s;
    CHECK_EQ(n, PUSH_PAIR);
    if (has_key) memcpy(bytes, kept, sizeof kept);
    memcpy(kept, bytes, sizeof kept);
    has_key = true;
    done(context, &(struct store_answer){.how = keyless ? STORE_FAILED : STORE_DONE});
}

static const struct store_pushes calls = {.due = due, .change = changes, .key = key};
static struct store kind = {.push = &calls};

/* A point of the curve, so that a message can be sealed for it. */
static unsigned char point[PUSH_POINT], auth[PUSH_AUTH];

static void subscribe(int64_t number, const char *endpoint)
{
    row[n_rows++] = (struct store_push){.key = number,
                                        .table = "k0hmgf0cr770",
                                        .who = "ann",
                                        .endpoint = endpoint,
                                        .point = point,
                                        .auth = auth,
                                        .turn = 10 * number,
                                        .summary = "{}"};
}

static void on_sent(void *context)
{
    (*(int *)context)++;
}

static int told;
static char problem[400];

static struct push *begin(const char *test)
{
    struct push_options options = {.contact = "mailto:a@example.org", .test = test};

    n_rows = n_changes = asked = told = 0;
    refuses = holds = keyless = false;
    return push_start(&options, &kind, on_sent, &told, problem, sizeof problem);
}

/* Rounds without the next look at the store, until so many changes are noted. */
static void wait_for_changes(struct push *push, int64_t at, int n)
{
    for (int i = 0; i < WAITS_MS && n_changes < n; i++) {
        push_round(push, hub, at);
        poll(NULL, 0, 1);
    }
    CHECK_EQ(n_changes, n);
}

static void check_change(int i, int64_t number, enum store_push_fate fate, int64_t at)
{
    CHECK(change[i].key == number && change[i].turn == 10 * number);
    if (!CHECK(change[i].fate == fate && change[i].due == at))
        fprintf(stderr, "change %d: %d due %lld\n", i, (int)change[i].fate,
                (long long)change[i].due);
}

/* -- Rounds ----------------------------------------------------------------------------- */

/* First the store notes that a message is sent, then it is, then the store notes what came of it. */
TEST(a_message_is_noted_before_it_is_sent_and_after)
{
    const char *why = NULL;

    if (!open_hub()) return;
    struct push *push = begin(NULL);
    if (!CHECK(push != NULL)) return;
    CHECK_EQ(strlen(push_public_key(push)), PUSH_POINT_TEXT - 1);
    CHECK_EQ(push_allowed_ports(push)->n, 0);
    CHECK_EQ(push_failures(push, &why), 0);
    subscribe(4, "https://router.local/x"); /* never leaves: the name is not public */
    holds = true;
    push_round(push, hub, 5000);
    CHECK(asked == 1 && most == 32 && n_changes == 0);
    push_round(push, hub, 9000); /* the store has not answered: nothing is asked */
    CHECK(asked == 1 && n_changes == 0);
    let_go();
    CHECK_EQ(n_changes, 1);
    check_change(0, 4, STORE_PUSH_SENDING, 0);
    wait_for_changes(push, 5001, 2);
    check_change(1, 4, STORE_PUSH_LOST, 0);
    CHECK_EQ(told, 1);
    CHECK_EQ(push_failures(push, &why), 1);
    CHECK_STR(why, "the address must have the public name of a host");
    CHECK_EQ(push_failures(push, &why), 0);
    CHECK(hub_counts(hub)->pushes == 0 && hub_counts(hub)->pushes_failed == 1);
    push_stop(push);
    close_hub();
}

/* The store is asked twice a second, and not in between. */
TEST(the_store_is_asked_twice_a_second)
{
    if (!open_hub()) return;
    struct push *push = begin(NULL);
    if (!CHECK(push != NULL)) return;
    push_round(push, hub, 5000);
    push_round(push, hub, 5001);
    push_round(push, hub, 5499);
    CHECK_EQ(asked, 1);
    push_round(push, hub, 5500);
    CHECK_EQ(asked, 2);
    CHECK_EQ(n_changes, 0);
    push_stop(push);
    close_hub();
}

/* What the store could not note is not sent: it is due again. */
TEST(what_is_not_noted_is_not_sent)
{
    if (!open_hub()) return;
    struct push *push = begin(NULL);
    if (!CHECK(push != NULL)) return;
    refuses = true;
    subscribe(1, "https://router.local/x");
    push_round(push, hub, 5000);
    CHECK_EQ(n_changes, 1);
    refuses = false;
    for (int i = 0; i < 30; i++) {
        push_round(push, hub, 5001);
        poll(NULL, 0, 1);
    }
    CHECK(n_changes == 1 && told == 0);
    subscribe(2, "https://router.local/x"); /* and its place is free again */
    subscribe(3, "https://router.local/x");
    push_round(push, hub, 6000);
    CHECK_EQ(n_changes, 3);
    check_change(1, 2, STORE_PUSH_SENDING, 0);
    check_change(2, 3, STORE_PUSH_SENDING, 0);
    wait_for_changes(push, 6001, 5);
    CHECK_EQ(told, 2);
    push_stop(push);
    close_hub();
}

/* Two at once for a site, six at all; the others are looked at again in two seconds. One that cannot be written is dropped. */
TEST(a_few_go_out_at_once)
{
    static const char *const to[] = {"https://a.one.local/x",  "https://b.one.local/x",
                                     "https://c.one.local/x",  "https://d.two.local/x",
                                     "https://two.local/x",    "https://e.six.local/x",
                                     "https://f.four.local/x", "https://g.five.local/x"};
    char much[PUSH_ENDPOINT_MAX + 20];

    if (!open_hub()) return;
    struct push *push = begin(NULL);
    if (!CHECK(push != NULL)) return;
    memset(much, 'x', sizeof much);
    much[sizeof much - 1] = 0;
    memcpy(much, "https://", 8);
    for (int i = 0; i < 8; i++) subscribe(i + 1, to[i]);
    subscribe(9, much);
    push_round(push, hub, 5000);
    CHECK_EQ(n_changes, 9);
    for (int i = 0; i < 7; i++)
        if (i == 2)
            check_change(i, i + 1, STORE_PUSH_WAITS, 7000);
        else
            check_change(i, i + 1, STORE_PUSH_SENDING, 0);
    check_change(7, 8, STORE_PUSH_WAITS, 7000);
    check_change(8, 9, STORE_PUSH_SENDING, 0);
    wait_for_changes(push, 5001, 15);
    push_stop(push);
    close_hub();
}

/* Two of one person's at once, whatever the site; those without an origin are not counted. */
TEST(one_origin_does_not_keep_others_waiting)
{
    static const char *const to[] = {"https://a.one.local/x", "https://b.two.local/x",
                                     "https://c.six.local/x", "https://d.ten.local/x",
                                     "https://e.few.local/x", "https://f.lot.local/x"};

    if (!open_hub()) return;
    struct push *push = begin(NULL);
    if (!CHECK(push != NULL)) return;
    for (int i = 0; i < 6; i++) subscribe(i + 1, to[i]);
    for (int i = 0; i < 3; i++) row[i].origin = 77;
    push_round(push, hub, 5000);
    for (int i = 0; i < 6; i++)
        check_change(i, i + 1, i == 2 ? STORE_PUSH_WAITS : STORE_PUSH_SENDING,
                     i == 2 ? 7000 : 0);
    wait_for_changes(push, 5001, 11);
    push_stop(push);
    close_hub();
}

/* A file for tests that leads names to this machine. */
static const char *test_file(const char *format, int port)
{
    static char path[200];

    snprintf(path, sizeof path, "/tmp/aude-push-%d", (int)getpid());
    FILE *file = fopen(path, "w");
    if (CHECK(file != NULL)) {
        fprintf(file, format, port);
        fclose(file);
    }
    return path;
}

/* A socket on this machine, that listens or does not. */
static int own_socket(bool listens, int *port)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t n = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(fd >= 0 && !bind(fd, (struct sockaddr *)&at, sizeof at));
    if (listens) CHECK(!listen(fd, 8));
    CHECK(!getsockname(fd, (struct sockaddr *)&at, &n));
    *port = ntohs(at.sin_port);
    return fd;
}

/* Where nobody listens: after a minute, after four more, and then never again. */
TEST(a_message_is_tried_three_times)
{
    char endpoint[60];
    const char *why;
    int port, fd = own_socket(false, &port);

    if (!open_hub()) return;
    struct push *push =
        begin(test_file("resolve p.example.org 127.0.0.1\n\nallow 127.0.0.1 %d\n", port));
    if (!CHECK(push != NULL)) fprintf(stderr, "%s\n", problem);
    if (!push) return;
    CHECK(push_allowed_ports(push)->n == 1 && push_allowed_ports(push)->port[0] == port);
    snprintf(endpoint, sizeof endpoint, "https://p.example.org:%d/x", port);
    for (int i = 0; i < 3; i++) {
        static const int64_t next[] = {60000, 240000};
        int64_t at = 5000 + 500 * i;
        n_changes = 0;
        subscribe(3, endpoint);
        row[0].tries = i;
        push_round(push, hub, at);
        check_change(0, 3, STORE_PUSH_SENDING, 0);
        wait_for_changes(push, at, 2);
        if (i < 2)
            check_change(1, 3, STORE_PUSH_AGAIN, at + next[i]);
        else
            check_change(1, 3, STORE_PUSH_LOST, 0);
        CHECK_EQ(push_failures(push, &why), i == 2);
    }
    CHECK(!strncmp(why, "no connection: ", 15));
    CHECK_EQ(hub_counts(hub)->pushes_failed, 1);
    push_stop(push);
    close(fd);
    close_hub();
    unlink(test_file("%d", 0));
}

/* It may stop while the store is asked: what comes then finds nobody, and harms nobody. */
TEST(it_may_stop_while_the_store_is_asked)
{
    if (!open_hub()) return;
    struct push *push = begin(NULL);
    if (!CHECK(push != NULL)) return;
    subscribe(1, "https://router.local/x");
    holds = true;
    push_round(push, hub, 5000);
    push_stop(push);
    let_go(); /* the search */
    CHECK_EQ(n_changes, 0);
    push = begin(NULL);
    subscribe(1, "https://router.local/x");
    push_round(push, hub, 5000);
    n_changes = 0;
    for (int i = 0; i < WAITS_MS && !told; i++) poll(NULL, 0, 1);
    holds = true;
    push_round(push, hub, 5001); /* the note of what came of it */
    CHECK_EQ(n_changes, 1);
    push_stop(push);
    let_go();
    push_stop(NULL);
    close_hub();
}

TEST(a_server_that_cannot_send_says_why)
{
    static const struct {
        const char *text, *why;
    } files[] = {
        {"nonsense 5\n", "not a file of a test"},
        {"ca\n", "not a file of a test"},
        {"ca /no/such/file\n", "/no/such/file cannot be read"},
    };

    int input = fcntl(0, F_GETFD);

    kind.push = NULL;
    CHECK(!begin(NULL));
    CHECK_STR(problem, "this store keeps no subscriptions");
    kind.push = &calls;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        CHECK(!begin(test_file(files[i].text, 0)));
        if (!CHECK(strstr(problem, files[i].why) != NULL))
            fprintf(stderr, "%s\n", problem);
    }
    unlink(test_file("%d", 0));
    CHECK(!begin("/no/such/file"));
    CHECK(strstr(problem, "/no/such/file: cannot be read") != NULL);
    CHECK_EQ(fcntl(0, F_GETFD), input); /* it closes only what it has opened */
}

/* All that was opened is closed, even if it has the number of the standard input, which a service may not have. */
TEST(what_was_opened_is_closed_whatever_its_number)
{
    int input = dup(0);

    if (!CHECK(input > 0) || !CHECK(!close(0))) return;
    struct push *push = begin(NULL);
    if (CHECK(push != NULL)) {
        CHECK(fcntl(0, F_GETFD) >= 0);
        push_stop(push);
        CHECK(fcntl(0, F_GETFD) < 0);
    }
    CHECK_EQ(dup2(input, 0), 0);
    close(input);
}

/* The key is made once: the store has it from then on. */
TEST(the_key_is_the_stores)
{
    char one[PUSH_POINT_TEXT];

    has_key = false;
    struct push *push = begin(NULL);
    if (!CHECK(push != NULL)) return;
    snprintf(one, sizeof one, "%s", push_public_key(push));
    push_stop(push);
    push = begin(NULL);
    CHECK_STR(push_public_key(push), one);
    push_stop(push);
    has_key = false;
    push = begin(NULL);
    CHECK(strcmp(push_public_key(push), one) != 0);
    push_stop(push);
}

/* -- One message ------------------------------------------------------------------------ */

static struct push_test test;
static int stop[2];

static struct push_sender sender_of(int port)
{
    struct push_sender sender = {.key = push_key_new(),
                                 .contact = "mailto:a@example.org",
                                 .ports = {{port}, 1},
                                 .test = &test,
                                 .tls = tls_client(problem, sizeof problem)};

    memset(&test, 0, sizeof test);
    test.n_resolve = test.resolve[0].n = test.n_allow = 1;
    snprintf(test.resolve[0].name, sizeof test.resolve[0].name, "p.example.org");
    snprintf(test.resolve[0].address[0], 64, "127.0.0.1");
    snprintf(test.allow[0].address, 64, "127.0.0.1");
    test.allow[0].port = port;
    CHECK(!pipe(stop));
    sender.stop_fd = stop[0];
    push_key_text(sender.key, sender.key_text);
    return sender;
}

static void end_of(struct push_sender *sender)
{
    EVP_PKEY_free(sender->key);
    SSL_CTX_free(sender->tls);
    close(stop[0]);
    if (stop[1] >= 0) close(stop[1]);
}

static struct push_result posted(const struct push_sender *sender, int port)
{
    static struct push_message message;
    struct push_result result;

    memset(&message, 0, sizeof message);
    snprintf(message.endpoint, sizeof message.endpoint, "https://p.example.org:%d/x",
             port);
    push_post(sender, &message, &result);
    return result;
}

static void check_result(struct push_result result, enum push_outcome outcome,
                         const char *why)
{
    CHECK_EQ(result.outcome, outcome);
    if (!CHECK(!strncmp(result.why, why, strlen(why))))
        fprintf(stderr, "%s\n", result.why);
}

/* Who does not answer in time is tried later; nor does anybody wait for him when the server stops. */
TEST(a_receiver_that_is_silent_costs_little_time)
{
    int port, fd = own_socket(true, &port);
    struct push_sender sender = sender_of(port);

    test.patience_ms = 60;
    check_result(posted(&sender, port), PUSH_LATER, "it took too long");
    test.patience_ms = 0;
    close(stop[1]);
    stop[1] = -1;
    check_result(posted(&sender, port), PUSH_LATER, "the server stops");
    end_of(&sender);
    close(fd);
}

TEST(a_receiver_that_is_not_there_is_tried_later)
{
    int port, fd = own_socket(false, &port);
    struct push_sender sender = sender_of(port);

    check_result(posted(&sender, port), PUSH_LATER, "no connection: ");
    snprintf(test.resolve[0].name, sizeof test.resolve[0].name, "other.example.org");
    sender.ports.n = 0;
    check_result(posted(&sender, port), PUSH_FAILED,
                 "the address has a port that is not allowed");
    end_of(&sender);
    close(fd);
}

/* One address that is not public is enough: nothing is sent to the others either. */
TEST(every_address_of_a_name_must_be_public)
{
    int port, fd = own_socket(true, &port);
    struct push_sender sender = sender_of(port);

    test.resolve[0].n = 2;
    snprintf(test.resolve[0].address[1], 64, "127.0.0.2");
    check_result(posted(&sender, port), PUSH_FAILED,
                 "the name leads to an address that is not public");
    test.n_allow = 2;
    snprintf(test.allow[1].address, 64, "127.0.0.2");
    test.allow[1].port = port + 1; /* allowed, but at another port */
    check_result(posted(&sender, port), PUSH_FAILED,
                 "the name leads to an address that is not public");
    end_of(&sender);
    close(fd);
}

/* The first address that takes the call is taken: here the second one. */
TEST(all_addresses_of_a_name_are_tried)
{
    int port, fd = own_socket(true, &port);
    struct push_sender sender = sender_of(port);

    test.resolve[0].n = test.n_allow = 2;
    snprintf(test.resolve[0].address[0], 64, "127.0.0.2");
    snprintf(test.resolve[0].address[1], 64, "127.0.0.1");
    test.allow[1] = test.allow[0];
    snprintf(test.allow[1].address, 64, "127.0.0.2");
    test.patience_ms = 60;
    check_result(posted(&sender, port), PUSH_LATER, "it took too long");
    end_of(&sender);
    close(fd);
}

/* -- The file for tests ----------------------------------------------------------------- */

TEST(the_file_of_a_test_is_read)
{
    struct push_test read;
    const char *path = test_file("resolve a.example 10.0.0.1 ::1\nresolve b.example\n"
                                 "allow 10.0.0.1 %d\nallow ::1 2\nallow x\n"
                                 "ca /a b\npatience 70\nagain 80\n",
                                 1);

    CHECK(push_test_read(path, &read, problem, sizeof problem));
    CHECK(read.n_resolve == 2 && read.resolve[0].n == 2 && read.resolve[1].n == 0);
    CHECK_STR(read.resolve[0].name, "a.example");
    CHECK_STR(read.resolve[0].address[0], "10.0.0.1");
    CHECK_STR(read.resolve[0].address[1], "::1");
    CHECK(read.n_allow == 2 && read.allow[0].port == 1 && read.allow[1].port == 2);
    CHECK_STR(read.allow[1].address, "::1");
    CHECK_STR(read.ca, "/a b");
    CHECK(read.patience_ms == 70 && read.again_ms == 80);
    struct addrinfo *all = push_test_resolve(&read, "a.example", "1");
    CHECK(all && all->ai_family == AF_INET && all->ai_next &&
          all->ai_next->ai_family == AF_INET6 && !all->ai_next->ai_next);
    CHECK(push_test_allows(&read, all->ai_addr));
    CHECK(!push_test_allows(&read, all->ai_next->ai_addr)); /* at port 2 only */
    CHECK(!push_test_allows(NULL, all->ai_addr));
    freeaddrinfo(all);
    all = push_test_resolve(&read, "a.example", "2");
    CHECK(all && !push_test_allows(&read, all->ai_addr) &&
          push_test_allows(&read, all->ai_next->ai_addr));
    freeaddrinfo(all);
    CHECK(!push_test_resolve(&read, "b.example", "1"));
    CHECK(!push_test_resolve(&read, "c.example", "1"));
    CHECK(!push_test_resolve(NULL, "a.example", "1"));
    unlink(path);
}

TEST(the_file_of_a_test_has_room_for_so_much)
{
    static struct push_test read;
    const char *path = test_file("%d", 0);
    FILE *file = fopen(path, "w");

    if (!CHECK(file != NULL)) return;
    for (int i = 0; i < PUSH_TEST_NAMES + 1; i++)
        fprintf(file,
                "resolve n%d 1.1.1.1 2.2.2.2 3.3.3.3 4.4.4.4 5.5.5.5\nallow a%d 5\n", i,
                i);
    fprintf(file, "again 9\n");
    fclose(file);
    CHECK(push_test_read(path, &read, problem, sizeof problem));
    CHECK(read.n_resolve == PUSH_TEST_NAMES && read.n_allow == PUSH_TEST_NAMES);
    CHECK_EQ(read.resolve[PUSH_TEST_NAMES - 1].n, PUSH_TEST_ADDRESSES);
    CHECK_STR(read.allow[PUSH_TEST_NAMES - 1].address, "a15");
    CHECK_EQ(read.again_ms, 9);
    unlink(path);
}

/* -- What comes of a message, whatever a service answers -------------------------------------- */

#ifdef AUDE_WRAPPED
static struct push_result answers; /* the next message is answered so, */
static bool is_answered;           /* if this is set; else it is sent */
static struct push_message last_posted;

void __real_push_post(const struct push_sender *sender,
                      const struct push_message *message, struct push_result *result);
void __wrap_push_post(const struct push_sender *sender,
                      const struct push_message *message, struct push_result *result);
void __wrap_push_post(const struct push_sender *sender,
                      const struct push_message *message, struct push_result *result)
{
    if (!is_answered) {
        __real_push_post(sender, message, result);
        return;
    }
    last_posted = *message; /* read when the change was noted, which is later */
    *result = answers;
}

/* One message at 5000: what is noted after it was sent. */
static const struct store_push_change *comes_to(struct push *push, int tries)
{
    n_changes = 0;
    subscribe(4, "https://push.example.org/x");
    row[0].tries = tries;
    push_round(push, hub, 5000);
    CHECK(n_changes == 1 && change[0].fate == STORE_PUSH_SENDING);
    wait_for_changes(push, 5001, 2);
    CHECK(change[1].key == 4 && change[1].turn == 40);
    return &change[1];
}

TEST(what_a_service_says_is_noted)
{
    static const struct {
        enum push_outcome outcome;
        int tries, wait_s;
        enum store_push_fate fate;
        int64_t due;
        int arrived, failed, failures;
    } all[] = {{PUSH_DONE, 0, 0, STORE_PUSH_DONE, 0, 1, 0, 0},
               {PUSH_DONE, 2, 9, STORE_PUSH_DONE, 0, 1, 0, 0},
               {PUSH_GONE, 0, 0, STORE_PUSH_GONE, 0, 0, 1, 0},
               {PUSH_FAILED, 0, 0, STORE_PUSH_LOST, 0, 0, 1, 1},
               {PUSH_LATER, 0, 0, STORE_PUSH_AGAIN, 5001 + 60000, 0, 0, 0},
               {PUSH_LATER, 1, 0, STORE_PUSH_AGAIN, 5001 + 240000, 0, 0, 0},
               {PUSH_LATER, 0, 60, STORE_PUSH_AGAIN, 5001 + 60000, 0, 0, 0},
               {PUSH_LATER, 0, 61, STORE_PUSH_AGAIN, 5001 + 61000, 0, 0, 0},
               {PUSH_LATER, 1, 239, STORE_PUSH_AGAIN, 5001 + 240000, 0, 0, 0},
               {PUSH_LATER, 1, 241, STORE_PUSH_AGAIN, 5001 + 241000, 0, 0, 0},
               {PUSH_LATER, 2, 0, STORE_PUSH_LOST, 0, 0, 1, 1}};

    is_answered = true;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const char *why = NULL;
        if (!open_hub()) break;
        struct push *push = begin(NULL);
        if (!CHECK(push != NULL)) break;
        answers = (struct push_result){
            .outcome = all[i].outcome, .wait_s = all[i].wait_s, .why = "so it is"};
        const struct store_push_change *is = comes_to(push, all[i].tries);
        if (!CHECK(is->fate == all[i].fate && is->due == all[i].due))
            printf("answer %d: %d due %lld\n", (int)i, (int)is->fate, (long long)is->due);
        CHECK_EQ(hub_counts(hub)->pushes, all[i].arrived);
        CHECK_EQ(hub_counts(hub)->pushes_failed, all[i].failed);
        CHECK_EQ(push_failures(push, &why), all[i].failures);
        CHECK_STR(why, all[i].failures ? "so it is" : "");
        push_stop(push);
        close_hub();
    }
    is_answered = false;
}

/* It goes to the browser that subscribed: sealed for its key and with its secret, and nobody else's. */
TEST(a_message_is_sealed_for_who_subscribed)
{
    if (!open_hub()) return;
    struct push *push = begin(NULL);
    if (!CHECK(push != NULL)) return;
    for (int i = 0; i < PUSH_POINT; i++) point[i] = (unsigned char)(i * 7 + 1);
    for (int i = 0; i < PUSH_AUTH; i++) auth[i] = (unsigned char)(i * 5 + 2);
    is_answered = true;
    answers = (struct push_result){.outcome = PUSH_DONE};
    memset(&last_posted, 0, sizeof last_posted);
    comes_to(push, 0);
    CHECK_STR(last_posted.endpoint, "https://push.example.org/x");
    CHECK(!memcmp(last_posted.reader.point, point, PUSH_POINT));
    CHECK(!memcmp(last_posted.reader.auth, auth, PUSH_AUTH));
    CHECK(strlen(last_posted.topic) > 0);
    is_answered = false;
    memset(point, 0, sizeof point);
    memset(auth, 0, sizeof auth);
    push_stop(push);
    close_hub();
}

/* Six threads send, and no more are begun. */
TEST(so_many_threads_send)
{
    if (!open_hub()) return;
    thread_test_allow(PUSH_THREADS + 3);
    struct push *push = begin(NULL);
    CHECK_EQ(thread_test_left(), 3);
    thread_test_allow(THREADS_ALL);
    CHECK(push != NULL);
    push_stop(push);
    close_hub();
}

/* A message is worth something for a minute at least, for two weeks at most, or until the clock of the table runs out. */
TEST(a_message_lasts_as_long_as_it_is_worth_something)
{
    enum { WEEKS = 14 * 86400 };
    static const struct {
        int64_t deadline; /* seconds from now; 0: there is none */
        int ttl;
    } all[] = {{0, 86400},
               {-5, 60},
               {1, 60},
               {59, 60},
               {60, 60},
               {61, 61},
               {WEEKS - 1, WEEKS - 1},
               {WEEKS, WEEKS},
               {WEEKS + 1, WEEKS}};

    if (!open_hub()) return;
    struct push *push = begin(NULL);
    if (!CHECK(push != NULL)) return;
    is_answered = true;
    answers = (struct push_result){.outcome = PUSH_DONE};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        int64_t at = 10000000 * (int64_t)(i + 1);
        n_changes = 0;
        subscribe(4, "https://push.example.org/x");
        row[0].deadline = all[i].deadline ? at + 1000 * all[i].deadline : 0;
        push_round(push, hub, at);
        wait_for_changes(push, at + 1, 2);
        if (!CHECK_EQ(last_posted.ttl_s, all[i].ttl)) printf("deadline %d\n", (int)i);
    }
    is_answered = false;
    push_stop(push);
    close_hub();
}

/* Table and seat, and their names where there is room. */
TEST(a_message_says_which_table_and_which_seat)
{
    static char long_title[PUSH_TEXT_MAX + 200];
    static const struct {
        int seat;
        const char *summary, *text;
    } all[] = {
        {1, "{\"title\":\"Evening\",\"seats\":[{\"name\":\"Ann\"},{\"name\":\"Bo\"}]}",
         "{\"table\":\"k0hmgf0cr770\",\"seat\":1,\"title\":\"Evening\",\"name\":\"Bo\"}"},
        {0, "{\"seats\":[{\"name\":\"Ann\"}]}",
         "{\"table\":\"k0hmgf0cr770\",\"seat\":0,\"title\":\"\",\"name\":\"Ann\"}"},
        {2, "nonsense",
         "{\"table\":\"k0hmgf0cr770\",\"seat\":2,\"title\":\"\",\"name\":\"\"}"},
        {0, long_title,
         "{\"table\":\"k0hmgf0cr770\",\"seat\":0,\"title\":\"\",\"name\":\"\"}"}};

    if (!open_hub()) return;
    struct push *push = begin(NULL);
    if (!CHECK(push != NULL)) return;
    is_answered = true;
    answers = (struct push_result){.outcome = PUSH_DONE};
    memset(long_title, 'x', PUSH_TEXT_MAX + 100);
    memcpy(long_title, "{\"title\":\"", 10);
    memcpy(long_title + PUSH_TEXT_MAX + 100, "\"}", 3);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        int64_t at = 10000 * (int64_t)(i + 1);
        n_changes = 0;
        subscribe(4, "https://push.example.org/x");
        row[0].summary = all[i].summary;
        row[0].seat = all[i].seat;
        push_round(push, hub, at);
        wait_for_changes(push, at + 1, 2);
        CHECK_EQ(last_posted.n, strlen(all[i].text));
        CHECK(!memcmp(last_posted.text, all[i].text, strlen(all[i].text)));
        CHECK_STR(last_posted.endpoint, "https://push.example.org/x");
        CHECK(!memcmp(last_posted.reader.point, point, PUSH_POINT));
    }
    is_answered = false;
    push_stop(push);
    close_hub();
}

/* One sender is enough to send all, one after the other; without any nothing is begun. */
TEST(a_few_senders_do_the_work_of_all)
{
    static const char *const to[] = {"https://a.one.org/x", "https://b.two.org/x",
                                     "https://c.six.org/x"};

    answers = (struct push_result){.outcome = PUSH_DONE};
    for (int threads = 0; threads <= 2; threads++) {
        if (!open_hub()) return;
        thread_test_allow(threads);
        struct push *push = begin(NULL);
        thread_test_allow(THREADS_ALL);
        CHECK_EQ(push != NULL, threads > 0);
        if (!push) CHECK_STR(problem, "there are no threads to send in");
        is_answered = true;
        for (int i = 0; push && i < 3; i++) subscribe(i + 1, to[i]);
        if (push) {
            push_round(push, hub, 5000);
            CHECK_EQ(n_changes, 3);
            wait_for_changes(push, 5001, 6);
            CHECK_EQ(hub_counts(hub)->pushes, 3);
        }
        push_stop(push);
        is_answered = false;
        close_hub();
    }
}
#endif
