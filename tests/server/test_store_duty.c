/* test_store_duty.c -- what a host does on a store: every kind of store passes the first tests
 * (tests/server/store_postgres.py); opening beside a server and the note of being alive are SQLite's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "server/hub/secret.h"
#include "server/store/store_duty.h"
#include "server/store/store_hours.h"
#include "server/store/store_wait.h"
#include "store_test.h"
#include "test.h"

static char problem[400], seen[1000];
static const struct duty_act act = {.at = 77, .by = "root", .reason = "because"};

static struct store *open_any(void)
{
    const char *name = getenv("AUDE_TEST_STORE");
    struct store *store =
        store_open(name ? name : "sqlite::memory:", problem, sizeof problem);

    CHECK(secret_init());
    if (!CHECK(store != NULL)) fprintf(stderr, "%s\n", problem);
    return store;
}

/* Without the tables that other tests have left in a database. */
static struct store *open_empty(void)
{
    const char *name = getenv("AUDE_TEST_STORE");

    if (name) store_test_empty(name);
    return open_any();
}

static bool note(void *context, const struct store_cells *row)
{
    int from = row->part == STORE_ACTS ? 1 : 0; /* numbers go on where others stopped */

    (void)context;
    for (int i = from; i < row->n; i++)
        snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s%s",
                 i > from ? "," : "", row->cell[i].bytes ? row->cell[i].bytes : "-");
    strcat(seen, ";");
    return true;
}

/* The rows of a part; of acts those after the number. */
static const char *rows(struct store *store, enum store_part part, const char *after)
{
    seen[0] = 0;
    CHECK(store_wait_dump(store, part, NULL, after, 100, note, NULL));
    return seen;
}

static bool last_number(void *context, const struct store_cells *row)
{
    snprintf(context, 24, "%s", row->cell[0].bytes);
    return true;
}

TEST(acts_are_written_with_what_they_do)
{
    struct store *store = open_any();
    char last[24] = "0";
    bool has = true;

    if (!store) return;
    CHECK(store_wait_dump(store, STORE_ACTS, NULL, NULL, 1000, last_number, last));
    CHECK(store_duty_ban(store, "203.0.113.0/24", 99, &act));
    CHECK(store_duty_ban(store, "2001:db8::/32", 0, &act));
    CHECK_STR(rows(store, STORE_BANS, NULL), "2001:db8::/32,77,0;203.0.113.0/24,77,99;");
    CHECK_STR(rows(store, STORE_BANS, "2001:db8::/32"), "203.0.113.0/24,77,99;");
    CHECK(store_duty_ban(store, "203.0.113.0/24", 111, &act)); /* longer */
    CHECK_STR(rows(store, STORE_BANS, "2001:db8::/32"), "203.0.113.0/24,77,111;");
    CHECK(store_duty_has(store, STORE_BANS, "203.0.113.0/24", &has) && has);
    CHECK(store_duty_unban(store, "203.0.113.0/24", &act));
    CHECK(store_duty_has(store, STORE_BANS, "203.0.113.0/24", &has) && !has);
    CHECK(store_duty_unban(store, "2001:db8::/32", &act));
    CHECK_STR(rows(store, STORE_BANS, NULL), "");
    CHECK(store_duty_silence(store, "ann", 5, &act));
    CHECK_STR(rows(store, STORE_SILENCES, NULL), "ann,77,5;");
    CHECK(store_duty_unsilence(store, "ann", &act));
    CHECK_STR(rows(store, STORE_SILENCES, NULL), "");
    CHECK_STR(rows(store, STORE_ACTS, last),
              "77,ban,203.0.113.0/24,root,because;77,ban,2001:db8::/32,root,because;"
              "77,ban,203.0.113.0/24,root,because;77,unban,203.0.113.0/24,root,because;"
              "77,unban,2001:db8::/32,root,because;77,silence,ann,root,because;"
              "77,unsilence,ann,root,because;");
    store->close(store);
}

/* An act is never written over: one with the number of another is refused, with all that comes with it. */
TEST(an_act_stays_as_it_is)
{
    struct store *store = open_any();
    char last[24] = "0";

    if (!store) return;
    CHECK(store_duty_silence(store, "bob", 1, &act));
    CHECK(store_wait_dump(store, STORE_ACTS, NULL, NULL, 1000, last_number, last));
    struct store_cells all[] = {
        {.part = STORE_SILENCES, .n = 3, .cell = {{"cat", 3}, {"1", 1}, {"2", 1}}},
        {.part = STORE_ACTS,
         .n = 6,
         .cell = {{last, strlen(last)},
                  {"77", 2},
                  {"ban", 3},
                  {"bob", 3},
                  {"x", 1},
                  {"y", 1}}}};
    CHECK(!store_wait_put(store, all, 2));
    CHECK_STR(rows(store, STORE_SILENCES, NULL), "bob,77,1;");
    all[1].cell[2] = (struct store_cell){"silence", 7};
    CHECK(
        store_wait_put(store, &all[1], 1)); /* the same one again: a copy that goes on */
    CHECK(store_duty_unsilence(store, "bob", &act));
    store->close(store);
}

/* More rows than are read at once: the last of them is found, too, and what is not there is not. */
TEST(a_row_is_found_among_many)
{
    enum { PAGE = 200, MANY = 2 * PAGE + 1 };
    static struct store_cells all[MANY];
    static char keys[MANY][12];
    struct store *store = open_empty();
    bool has;

    if (!store) return;
    for (int i = 0; i < MANY; i++) {
        int n = snprintf(keys[i], sizeof keys[i], "s%05d", i);
        all[i] =
            (struct store_cells){.part = STORE_SILENCES,
                                 .n = 3,
                                 .cell = {{keys[i], (size_t)n}, {"77", 2}, {"0", 1}}};
    }
    for (int n = PAGE; n <= MANY; n += n == PAGE ? 1 : MANY - PAGE - 1) {
        CHECK(store_wait_put(store, all, n));
        for (int i = 0; i < n; i += i < n - 3 ? 50 : 1)
            CHECK(store_duty_has(store, STORE_SILENCES, keys[i], &has) && has);
        CHECK(store_duty_has(store, STORE_SILENCES, keys[n - 1], &has) && has);
        CHECK(store_duty_has(store, STORE_SILENCES, "s99999", &has) && !has);
        if (n < MANY) CHECK(store_duty_has(store, STORE_SILENCES, keys[n], &has) && !has);
    }
    store->close(store);
}

/* -- Tables and people -------------------------------------------------------------------- */

static bool add_table(struct store *store, const char *name, const char *bob)
{
    char hidden[200], sits[100];
    struct store_row row = {.table = name,
                            .created = 1,
                            .updated = 2,
                            .over = true,
                            .summary =
                                "{\"seats\":[{\"name\":\"Ann\"},{\"name\":\"Bob\"}]}"};
    const char *people[] = {"ann", bob};

    snprintf(hidden, sizeof hidden, "{\"host\":\"ann\",\"owners\":[\"%s\",\"\"]}",
             strcmp(name, "alone") ? "ann" : bob);
    snprintf(sits, sizeof sits, "{\"who\":\"%s\"}", bob);
    struct store_entry entries[] = {
        {.table = name,
         .seq = 1,
         .at = 5,
         .text = "{\"type\":\"open\",\"seats\":[{\"name\":\"Ann\"},{\"name\":\"\"}]}",
         .secret = hidden},
        {.table = name,
         .seq = 2,
         .at = 6,
         .text = "{\"type\":\"seat\",\"seat\":1,\"name\":\"Bob\"}",
         .secret = sits},
        {.table = name,
         .seq = 3,
         .at = 7,
         .text = "{\"type\":\"chat\",\"by\":\"Bob\",\"seat\":1,\"text\":\"x\"}"}};
    struct store_batch batch = {.entries = entries,
                                .n_entries = 3,
                                .rows = &row,
                                .n_rows = 1,
                                .people = people,
                                .n_people = 2,
                                .now = 9};
    return store_wait_append(store, &batch);
}

static void note_table(void *context, const char *table, bool alone)
{
    (void)context;
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s%s;", table,
             alone ? " alone" : "");
}

static bool note_entry(void *context, int64_t seq, const char *text, const char *secret)
{
    (void)context;
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%d %s %s\n", (int)seq,
             text, secret && strstr(secret, "bob") ? "of bob" : "");
    return true;
}

static const char *log_of(struct store *store, const char *table)
{
    seen[0] = 0;
    CHECK(store_wait_read(store, table, 0, 100, note_entry, NULL));
    return seen;
}

TEST(a_visitor_is_shown_and_erased)
{
    struct store *store = open_empty();
    struct duty_visitor found;

    if (!store) return;
    CHECK(add_table(store, "alone", "bob") && add_table(store, "both", "bob") &&
          add_table(store, "others", "cat"));
    seen[0] = 0;
    CHECK(store_duty_visitor(store, "bob", NULL, &found, note_table, NULL));
    CHECK_STR(seen, "alone alone;both;");
    CHECK(found.known && found.seen == 9 && found.created == 9);
    CHECK(found.tables == 2 && found.alone == 1 && found.said == 2 && !found.pushes);
    CHECK(strstr(log_of(store, "both"), "of bob") && strstr(seen, "Bob"));

    CHECK(store_duty_visitor(store, "bob", &act, &found, NULL, NULL));
    CHECK(found.tables == 2);
    CHECK_STR(log_of(store, "alone"), "");
    CHECK(!strstr(log_of(store, "both"), "of bob") && !strstr(seen, "Bob"));
    CHECK(strstr(seen, "Ann") && strstr(seen, "\"name\":\"Seat 2\"") &&
          strstr(seen, "\"...\""));
    CHECK(strstr(log_of(store, "others"), "\"name\":\"Bob\"") != NULL);
    CHECK(strstr(rows(store, STORE_SUMMARIES, "alone"),
                 "both,2,{\"seats\":[{\"name\":\"Ann\"},{\"name\":\"Seat 2\"}]};") !=
          NULL);
    CHECK(strstr(rows(store, STORE_PEOPLE, NULL), "ann,") && !strstr(seen, "bob"));
    CHECK(store_duty_visitor(store, "bob", NULL, &found, NULL, NULL));
    CHECK(!found.known && !found.tables);
    CHECK(store_duty_delete(store, "others", &act));
    CHECK_STR(log_of(store, "others"), "");
    CHECK(store_duty_delete(store, "both", &act));
    CHECK_STR(rows(store, STORE_GAMES, NULL), "");
    store->close(store);
}

/* Of somebody who has no table any more: games that are over, the name that he keeps, that he is silenced. */
TEST(a_visitor_is_shown_with_name_and_results)
{
    enum { MANY = STORE_FOUND_MAX + 1 };
    struct store *store = open_empty();
    struct duty_visitor found;
    struct store_result results[MANY];
    char tables[MANY][16];
    const struct store_name name = {.id = 7,
                                    .shown = "Bob Ross",
                                    .letters = "bob",
                                    .form = "bob",
                                    .near = "bob",
                                    .who = "bob",
                                    .recovery = ""};
    const struct store_credential key = {
        .id = "c", .name = 7, .algorithm = -7, .key = "K", .label = "laptop"};
    const struct store_session session = {
        .hash = "s", .name = 7, .credential = "c", .label = "laptop", .ends = 100};
    const struct store_name_change all[] = {
        {.act = STORE_NAME_ADD, .name = &name},
        {.act = STORE_CREDENTIAL_ADD, .credential = &key},
        {.act = STORE_SESSION_ADD, .session = &session}};

    if (!store) return;
    CHECK(store_duty_visitor(store, "bob", NULL, &found, NULL, NULL));
    CHECK(!found.stored && !found.silenced && !found.name[0] && !found.results);
    for (int i = 0; i < MANY; i++) {
        snprintf(tables[i], sizeof tables[i], "t%d", i);
        results[i] = (struct store_result){
            .table = tables[i],
            .ended = 1 + i,
            .rules = "classic",
            .n_seats = 1,
            .seat = {{.who = "bob", .label = "Bob", .key = "bob", .level = ""}}};
    }
    CHECK(store_wait_add_results(store, results, MANY));
    CHECK(store_duty_visitor(store, "bob", NULL, &found, NULL, NULL));
    CHECK(found.stored && found.results == MANY && !found.devices && !found.sessions);
    CHECK_EQ(store_wait_change_names(store, all, 3), STORE_DONE);
    CHECK(store_duty_silence(store, "bob", 0, &act));
    CHECK(store_duty_visitor(store, "bob", NULL, &found, NULL, NULL));
    CHECK(found.stored && found.silenced && found.devices == 1 && found.sessions == 1);
    CHECK_STR(found.name, "Bob Ross");
    CHECK(store_duty_visitor(store, "bob", &act, &found, NULL, NULL));
    CHECK(store_duty_visitor(store, "bob", NULL, &found, NULL, NULL));
    CHECK(!found.stored && !found.silenced && !found.name[0] && !found.results);
    store->close(store);
}

/* More tables than are read at once. */
TEST(a_visitor_of_many_tables_is_shown_whole)
{
    struct store *store = open_empty();
    struct duty_visitor found;
    char name[20];

    if (!store) return;
    for (int i = 0; i < 405; i++) {
        snprintf(name, sizeof name, "t%03d", i);
        if (!CHECK(add_table(store, name, "bob"))) break;
    }
    CHECK(store_duty_visitor(store, "bob", NULL, &found, NULL, NULL));
    CHECK_EQ(found.tables, 405);
    store->close(store);
}

static int n_written, n_of_bob;

static bool count_words(void *context, int64_t seq, const char *text, const char *secret)
{
    (void)context, (void)seq, (void)secret;
    n_written += strstr(text, "chat") != NULL;
    n_of_bob += strstr(text, "Bob") != NULL || strstr(text, "hidden") != NULL;
    return true;
}

/* Somebody who has said much at one table: all of it becomes nobody's, and nothing is lost. And he wants to be told of his turn. */
TEST(a_visitor_who_said_much_is_erased_whole)
{
    enum { MANY = 70 };
    struct store *store = open_empty();
    struct store_entry entries[MANY];
    struct duty_visitor found;

    if (!store || !CHECK(add_table(store, "both", "bob"))) return;
    for (int i = 0; i < MANY; i++)
        entries[i] = (struct store_entry){
            .table = "both",
            .seq = 4 + i,
            .at = 8,
            .text = "{\"type\":\"chat\",\"by\":\"Bob\",\"seat\":1,\"text\":\"hidden\"}"};
    struct store_batch batch = {.entries = entries, .n_entries = MANY, .now = 9};
    CHECK(store_wait_append(store, &batch));
    CHECK_EQ(store_test_subscribe(store, "both", "bob", "x"), STORE_ADDED);
    CHECK_EQ(store_test_subscribe(store, "both", "bob", "y"), STORE_ADDED);
    CHECK_EQ(store_test_subscribe(store, "both", "ann", "z"), STORE_ADDED);
    CHECK(store_duty_visitor(store, "bob", NULL, &found, NULL, NULL));
    CHECK_EQ(found.said, MANY + 1);
    CHECK_EQ(found.pushes, 2);
    CHECK(store_duty_visitor(store, "bob", &act, &found, NULL, NULL));
    n_written = n_of_bob = 0;
    CHECK(store_wait_read(store, "both", 0, 1000, count_words, NULL));
    CHECK_EQ(n_written, MANY + 1);
    CHECK_EQ(n_of_bob, 0);
    store->close(store);
}

/* A table in short is only written where nobody has written since. */
#ifdef AUDE_WRAPPED
/* Bob is erased while that place in the code gets no memory at its `turn`th call. Of his table's log there is then all that was, or nothing of him. */
static void erase_without(const struct memory_site *site, int turn, const char *before)
{
    static struct memory_report report;
    struct store *store = open_empty();
    struct duty_visitor found;

    if (!store || !CHECK(add_table(store, "both", "bob"))) return;
    memset(&report, 0, sizeof report);
    memory_watch(&report, site->at, turn);
    bool ok = store_duty_visitor(store, "bob", &act, &found, NULL, NULL);
    memory_end();
    const char *after = log_of(store, "both");
    bool erased = !strstr(after, "Bob") && !strstr(after, "of bob") &&
                  strstr(after, "\"text\":\"...\"");
    if (!CHECK(erased || (!ok && !strcmp(after, before))) || !CHECK_EQ(report.n_left, 0))
        printf("no memory at %zx, call %d: %s\n%s", memory_offset(site->at), turn,
               ok ? "done" : "failed", after);
    store->close(store);
}

TEST(a_visitor_is_not_erased_by_half_without_memory)
{
    static struct memory_report with_all;
    struct duty_visitor found;
    char before[sizeof seen];

    if (store_test_elsewhere()) {
        CHECK(true);
        return;
    }
    struct store *store = open_empty();
    if (!store || !CHECK(add_table(store, "both", "bob"))) return;
    memcpy(before, log_of(store, "both"), sizeof before);
    memset(&with_all, 0, sizeof with_all);
    memory_watch(&with_all, NULL, 0);
    CHECK(store_duty_visitor(store, "bob", &act, &found, NULL, NULL));
    memory_end();
    store->close(store);
    CHECK(with_all.n_sites > 5);
    for (int i = 0; i < with_all.n_sites; i++)
        for (int turn = 1; turn <= with_all.sites[i].times; turn++)
            erase_without(&with_all.sites[i], turn, before);
}
#endif

TEST(a_summary_is_not_written_over_a_newer_one)
{
    struct store *store = open_empty();
    struct store_cells row = {
        .part = STORE_SUMMARIES, .n = 3, .cell = {{"t1", 2}, {"1", 1}, {"{}", 2}}};

    if (!store || !CHECK(add_table(store, "t1", "bob"))) return;
    CHECK(store_wait_put(store, &row, 1));
    CHECK(!strstr(rows(store, STORE_SUMMARIES, NULL), "{}"));
    row.cell[1] = (struct store_cell){"2", 1};
    CHECK(store_wait_put(store, &row, 1));
    CHECK_STR(rows(store, STORE_SUMMARIES, NULL), "t1,2,{};");
    CHECK(store_duty_delete(store, "t1", &act));
    store->close(store);
}

/* -- SQLite ------------------------------------------------------------------------------- */

TEST(a_host_may_open_the_store_of_a_running_server)
{
    char folder[] = "/tmp/aude-duty-XXXXXX", name[80], path[100];
    int64_t now = 1794000000000;

    if (!CHECK(mkdtemp(folder) != NULL)) return;
    snprintf(name, sizeof name, "sqlite:%s/games.db", folder);
    CHECK(store_open_beside(name, problem, sizeof problem) == NULL); /* none is made */
    struct store *server = store_open(name, problem, sizeof problem);
    struct store *host = server ? store_open_beside(name, problem, sizeof problem) : NULL;
    if (CHECK(server && host)) {
        CHECK(store_begin(server, &now));
        CHECK(store_duty_ban(host, "203.0.113.7/32", 0, &act));
        CHECK_STR(rows(server, STORE_BANS, NULL), "203.0.113.7/32,77,0;");
        store_hours_alive(server,
                          now + 5000); /* noted in the file beside it: see below */
    }
    if (host) host->close(host);
    if (server) server->close(server);
    server = store_open(name, problem, sizeof problem);
    now += 9000;
    if (CHECK(server != NULL)) {
        CHECK(store_begin(server, &now));
        CHECK_EQ(store_hours_down(server, 0), 4000);
        server->close(server);
    }
    snprintf(path, sizeof path, "%s/games.db", folder);
    unlink(path);
    strcat(path, ".lock");
    unlink(path);
    CHECK(!rmdir(folder));
}

/* How long the file is, and whether it holds these words; -1: there is none. */
static long length_of(const char *name, const char *words, bool *holds)
{
    FILE *file = fopen(name, "rb");
    static char bytes[1 << 20];
    size_t n = file ? fread(bytes, 1, sizeof bytes, file) : 0, letters = strlen(words);

    if (!file) return -1;
    fclose(file);
    for (size_t i = 0; i + letters <= n && !*holds; i++)
        *holds = !memcmp(bytes + i, words, letters);
    return (long)n;
}

/* What a host removes is gone from the files at once, also from the log of what was written last. */
TEST(what_is_removed_is_gone_from_the_files)
{
    char folder[] = "/tmp/aude-gone-XXXXXX", name[80], path[100], wal[110];
    struct store_row row = {
        .table = "t1", .created = 1, .updated = 2, .summary = "{\"x\":\"hidden words\"}"};
    bool holds = false;

    if (!CHECK(mkdtemp(folder) != NULL)) return;
    snprintf(name, sizeof name, "sqlite:%s/games.db", folder);
    snprintf(path, sizeof path, "%s/games.db", folder);
    snprintf(wal, sizeof wal, "%s-wal", path);
    struct store *store = store_open(name, problem, sizeof problem);
    if (!CHECK(store != NULL)) return;
    CHECK(store_test_add(store, "t1", 1, 1, &row));
    CHECK(length_of(wal, "hidden words", &holds) > 0 && holds);
    CHECK(store_duty_ban(store, "203.0.113.0/24", 0,
                         &act)); /* nothing is removed: it stays */
    CHECK(length_of(wal, "hidden words", &holds) > 0);
    CHECK(store_duty_delete(store, "t1", &act));
    holds = false;
    CHECK_EQ(length_of(wal, "hidden words", &holds), 0);
    CHECK(length_of(path, "hidden words", &holds) > 0 && !holds);
    store->close(store);
    unlink(path);
    unlink(wal);
    strcat(path, ".lock");
    unlink(path);
    CHECK(!rmdir(folder));
}
