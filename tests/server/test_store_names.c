/* test_store_names.c -- names in a store: what went in comes out, once, and all of a change or nothing. Run on
 * SQLite, and by tests/server/store_postgres.py on PostgreSQL. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/names/names.h"
#include "server/store/store_copy.h"
#include "server/store/store_wait.h"
#include "store_test.h"
#include "test.h"

static char seen[2000], problem[400];

static void say(const char *text)
{
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s", text);
}

static bool note_name(void *context, const struct store_name *name)
{
    char line[300];

    (void)context;
    snprintf(line, sizeof line, "%lld %s/%s/%s/%s %s%s %lld %lld %lld %s;",
             (long long)name->id, name->shown, name->letters, name->form, name->near,
             name->who, name->bot ? " bot" : "", (long long)name->created,
             (long long)name->seen, (long long)name->ended, name->recovery);
    say(line);
    return true;
}

static bool note_credential(void *context, const struct store_credential *one)
{
    char line[300];

    (void)context;
    snprintf(line, sizeof line, "%s %lld %d %s %lld %s %lld %lld;", one->id,
             (long long)one->name, one->algorithm, one->key, (long long)one->counter,
             one->label, (long long)one->created, (long long)one->seen);
    say(line);
    return true;
}

static bool note_session(void *context, const struct store_session *one)
{
    char line[300];

    (void)context;
    snprintf(line, sizeof line, "%s %lld %s %s %lld %lld %lld;", one->hash,
             (long long)one->name, one->credential, one->label, (long long)one->created,
             (long long)one->seen, (long long)one->ends);
    say(line);
    return true;
}

static const char *found(struct store *store, enum store_name_by by, const char *key,
                         int64_t now)
{
    seen[0] = 0;
    CHECK(store_wait_find_name(store, by, key, now, note_name, NULL));
    return seen;
}

static const char *devices(struct store *store, int64_t name, const char *id)
{
    seen[0] = 0;
    CHECK(store_wait_credentials(store, name, id, note_credential, NULL));
    return seen;
}

static const char *sessions(struct store *store, int64_t name)
{
    seen[0] = 0;
    CHECK(store_wait_sessions(store, name, note_session, NULL));
    return seen;
}

static const struct store_name ana = {.id = 7,
                                      .shown = "Ana",
                                      .letters = "ana",
                                      .form = "ana",
                                      .near = "ana",
                                      .who = "w1",
                                      .created = 10,
                                      .seen = 10,
                                      .recovery = "r1"};
static const struct store_credential key = {.id = "c1",
                                            .name = 7,
                                            .algorithm = -7,
                                            .key = "K",
                                            .counter = 1,
                                            .label = "laptop",
                                            .created = 10,
                                            .seen = 10};
static const struct store_session session = {.hash = "s1",
                                             .name = 7,
                                             .credential = "c1",
                                             .label = "laptop",
                                             .created = 10,
                                             .seen = 10,
                                             .ends = 100};

static enum store_outcome claim(struct store *store)
{
    const struct store_name_change all[] = {
        {.act = STORE_NAME_ADD, .name = &ana},
        {.act = STORE_CREDENTIAL_ADD, .credential = &key},
        {.act = STORE_SESSION_ADD, .session = &session}};

    return store_wait_change_names(store, all, 3);
}

static enum store_outcome act(struct store *store, struct store_name_change change)
{
    return store_wait_change_names(store, &change, 1);
}

TEST(a_name_is_found_by_everything_that_is_its_own)
{
    struct store *store = store_test_open();
    static const char whole[] = "7 Ana/ana/ana/ana w1 10 10 0 r1;";

    if (!store) return;
    CHECK_EQ(claim(store), STORE_DONE);
    CHECK_STR(found(store, STORE_NAME_ID, "7", 20), whole);
    CHECK_STR(found(store, STORE_NAME_SHOWN, "Ana", 20), whole);
    CHECK_STR(found(store, STORE_NAME_WHO, "w1", 20), whole);
    CHECK_STR(found(store, STORE_NAME_SESSION, "s1", 20), whole);
    CHECK_STR(found(store, STORE_NAME_SESSION, "s1", 100), ""); /* it has ended */
    CHECK_STR(found(store, STORE_NAME_CREDENTIAL, "c1", 20), whole);
    CHECK_STR(found(store, STORE_NAME_RECOVERY, "r1", 20), whole);
    CHECK_STR(found(store, STORE_NAME_RECOVERY, "", 20), "");
    CHECK_STR(found(store, STORE_NAME_WHO, "w2", 20), "");
    CHECK_STR(devices(store, 7, NULL), "c1 7 -7 K 1 laptop 10 10;");
    CHECK_STR(devices(store, 0, "c1"), "c1 7 -7 K 1 laptop 10 10;");
    CHECK_STR(devices(store, 8, NULL), "");
    CHECK_STR(sessions(store, 7), "s1 7 c1 laptop 10 10 100;");
    store->close(store);
}

TEST(what_looks_like_a_name_that_is_kept_is_taken)
{
    struct store *store = store_test_open();
    struct store_name other = {
        .id = 8, .shown = "ANA", .letters = "ana", .form = "x", .near = "y", .who = "w2"};
    struct store_credential new_key = {.id = "c2", .name = 8, .key = "K", .label = ""};
    struct store_name_change all[] = {
        {.act = STORE_CREDENTIAL_ADD, .credential = &new_key},
        {.act = STORE_NAME_ADD, .name = &other}};

    if (!store) return;
    CHECK_EQ(claim(store), STORE_DONE);
    CHECK_EQ(store_wait_change_names(store, all, 2), STORE_CONFLICT);
    CHECK_STR(devices(store, 8, NULL), ""); /* nothing of it was done */
    other.letters = "z";
    other.form = "ana";
    CHECK_EQ(store_wait_change_names(store, all, 2), STORE_CONFLICT);
    other.form = "x";
    other.near = "ana";
    seen[0] = 0;
    CHECK(store_wait_alike(store, &other, note_name, NULL));
    CHECK_STR(seen, "7 Ana/ana/ana/ana w1 10 10 0 r1;");
    CHECK_EQ(store_wait_change_names(store, all, 2), STORE_CONFLICT);
    other.near = "y";
    other.who = "w1"; /* somebody's browser has a name already */
    CHECK_EQ(store_wait_change_names(store, all, 2), STORE_CONFLICT);
    other.who = "w2";
    CHECK_EQ(store_wait_change_names(store, all, 2), STORE_DONE);
    CHECK_STR(found(store, STORE_NAME_ID, "8", 0), "8 ANA/z/x/y w2 0 0 0 ;");
    CHECK_EQ(act(store, (struct store_name_change){.act = STORE_CREDENTIAL_ADD,
                                                   .credential = &new_key}),
             STORE_CONFLICT); /* a device's key belongs to one name */
    store->close(store);
}

TEST(a_counter_and_a_recovery_code_are_used_once)
{
    struct store *store = store_test_open();
    struct store_name_change used = {
        .act = STORE_CREDENTIAL_USED, .text = "c1", .before = 1, .counter = 5, .now = 30};
    struct store_name_change recover = {
        .act = STORE_NAME_RECOVER, .id = 7, .old = "r1", .text = "r2"};
    struct store_name_change both[] = {used, recover};

    if (!store) return;
    CHECK_EQ(claim(store), STORE_DONE);
    CHECK_EQ(act(store, used), STORE_DONE);
    CHECK_EQ(act(store, used), STORE_CONFLICT);
    CHECK_STR(devices(store, 7, NULL), "c1 7 -7 K 5 laptop 10 30;");
    CHECK_EQ(store_wait_change_names(store, both, 2), STORE_CONFLICT);
    CHECK_STR(found(store, STORE_NAME_RECOVERY, "r2", 0), ""); /* all or nothing */
    CHECK_EQ(act(store, recover), STORE_DONE);
    CHECK_EQ(act(store, recover), STORE_CONFLICT);
    CHECK_STR(found(store, STORE_NAME_RECOVERY, "r1", 0), "");
    CHECK(found(store, STORE_NAME_RECOVERY, "r2", 0)[0] == '7');
    store->close(store);
}

TEST(sessions_go_alone_with_their_device_or_all_together)
{
    struct store *store = store_test_open();
    struct store_session more = session;

    if (!store) return;
    CHECK_EQ(claim(store), STORE_DONE);
    more.hash = "s2";
    more.credential = "";
    more.ends = 50;
    CHECK_EQ(act(store,
                 (struct store_name_change){.act = STORE_SESSION_ADD, .session = &more}),
             STORE_DONE);
    CHECK_EQ(
        act(store,
            (struct store_name_change){.act = STORE_SESSION_DROP, .text = "s2", .id = 8}),
        STORE_CONFLICT); /* somebody else's */
    CHECK_EQ(act(store,
                 (struct store_name_change){
                     .act = STORE_SESSION_SEEN, .text = "s2", .now = 40, .before = 60}),
             STORE_DONE);
    CHECK_STR(sessions(store, 7), "s1 7 c1 laptop 10 10 100;s2 7  laptop 10 40 60;");
    CHECK_EQ(act(store, (struct store_name_change){.act = STORE_CREDENTIAL_DROP,
                                                   .text = "c1",
                                                   .id = 7}),
             STORE_DONE);
    CHECK_STR(sessions(store, 7), "s2 7  laptop 10 40 60;");
    more.hash = "s3";
    more.created = 70; /* s2 ended at 60: it goes when another comes */
    more.ends = 90;
    CHECK_EQ(act(store,
                 (struct store_name_change){.act = STORE_SESSION_ADD, .session = &more}),
             STORE_DONE);
    CHECK_STR(sessions(store, 7), "s3 7  laptop 70 10 90;");
    CHECK_EQ(act(store, (struct store_name_change){.act = STORE_SESSION_DROP_ALL,
                                                   .text = "",
                                                   .id = 7}),
             STORE_DONE);
    CHECK_STR(sessions(store, 7), "");
    store->close(store);
}

TEST(a_name_that_is_given_up_rests_and_is_free_again)
{
    struct store *store = store_test_open();
    struct store_name again = ana;
    struct store_name_change add = {.act = STORE_NAME_ADD, .name = &again};

    if (!store) return;
    CHECK_EQ(claim(store), STORE_DONE);
    CHECK_EQ(
        act(store, (struct store_name_change){.act = STORE_NAME_END, .id = 7, .now = 50}),
        STORE_DONE);
    CHECK_EQ(
        act(store, (struct store_name_change){.act = STORE_NAME_END, .id = 7, .now = 50}),
        STORE_CONFLICT);
    CHECK_STR(found(store, STORE_NAME_ID, "7", 0), "7 /ana/ana/ana ended 7 10 10 50 ;");
    CHECK_STR(found(store, STORE_NAME_WHO, "w1", 0), "");
    CHECK_STR(found(store, STORE_NAME_SESSION, "s1", 0), "");
    CHECK_STR(devices(store, 7, NULL), "");
    again.id = 9;
    again.recovery = "";
    add.before = 50;
    CHECK_EQ(act(store, add), STORE_CONFLICT); /* it rests */
    add.before = 51;
    CHECK_EQ(act(store, add), STORE_DONE);
    CHECK_STR(found(store, STORE_NAME_SHOWN, "Ana", 0), "9 Ana/ana/ana/ana w1 10 10 0 ;");
    store->close(store);
}

struct told {
    int64_t id;
    int n;
};

static void on_told(void *context, enum store_outcome how,
                    const struct names_person *person)
{
    struct told *told = context;

    CHECK_EQ(how, STORE_DONE);
    told->id = person->id;
    told->n++;
}

TEST(who_that_is_is_told_once)
{
    struct store *store = store_test_open();
    struct told told = {0};

    if (!store) return;
    CHECK_EQ(claim(store), STORE_DONE);
    name_of_session(store, "s1", 20, on_told, &told);
    while (!told.n) store_wait_rest(store, 50);
    CHECK_EQ(told.id, 7);
    name_of_who(store, "nobody", 20, on_told, &told);
    while (told.n < 2) store_wait_rest(store, 50);
    CHECK_EQ(told.id, 0);
    CHECK_EQ(told.n, 2);
    store->close(store);
}

static bool go_on(void *context, const char *table, int64_t seq, const char *why)
{
    (void)context;
    (void)table;
    (void)seq;
    (void)why;
    return true;
}

TEST(a_copy_has_the_names_too)
{
    struct store *store = store_test_open();
    struct store *to = store_open("sqlite::memory:", problem, sizeof problem);
    struct store_counts counts;

    if (!store || !CHECK(to != NULL)) return;
    CHECK_EQ(claim(store), STORE_DONE);
    if (!CHECK(store_copy(store, to, &counts, go_on, NULL, problem, sizeof problem)))
        fprintf(stderr, "%s\n", problem);
    CHECK_EQ(counts.names, 1);
    CHECK_STR(found(to, STORE_NAME_SESSION, "s1", 20),
              "7 Ana/ana/ana/ana w1 10 10 0 r1;");
    CHECK_STR(devices(to, 7, NULL), "c1 7 -7 K 1 laptop 10 10;");
    store->close(store);
    to->close(to);
}
