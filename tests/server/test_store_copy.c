/* test_store_copy.c -- copies that would lose something are refused with its name, copies that do not come to their end say why, and a check finds what is
 * wrong with a log. Both stores are SQLite in memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "hub_test.h"
#include "server/hub/secret.h"
#include "server/store/store_copy.h"
#include "server/store/store_duty.h"
#include "server/store/store_tournament.h"
#include "store_test.h"

static char problem[400];

static struct store *open_one(void)
{
    struct store *one = store_open("sqlite::memory:", problem, sizeof problem);

    CHECK(secret_init() && one);
    return one;
}

/* -- What the second store holds and the first does not ----------------------------------- */

enum {
    TABLE,
    VISITOR,
    PAUSE,
    KEY,
    NAME,
    DEVICE,
    SESSION,
    RESULT,
    BAN,
    SILENCE,
    ACT,
    TOURNAMENT,
    KINDS
};

static const char *const words[KINDS] = {"a table, or entries of one,",
                                         "a visitor",
                                         "a pause",
                                         "a key",
                                         "a kept name",
                                         "a device",
                                         "a session",
                                         "a result",
                                         "a ban",
                                         "a silence",
                                         "an act of the host",
                                         "a tournament, or lines of one,"};

static void put_name(struct store *to, int kind, const char *mark)
{
    struct store_name name = {.id = mark[0],
                              .shown = mark,
                              .letters = mark,
                              .form = mark,
                              .near = mark,
                              .who = mark,
                              .recovery = ""};
    struct store_credential key = {.id = mark, .name = 'a', .key = "K", .label = ""};
    struct store_session session = {
        .hash = mark, .name = 'a', .credential = "", .label = "", .ends = 100};
    struct store_name_change change = {.act = kind == NAME     ? STORE_NAME_ADD
                                              : kind == DEVICE ? STORE_CREDENTIAL_ADD
                                                               : STORE_SESSION_ADD,
                                       .name = &name,
                                       .credential = &key,
                                       .session = &session};

    CHECK_EQ(store_wait_change_names(to, &change, 1), STORE_DONE);
}

static void sum_done(void *context, const struct store_answer *answer)
{
    *(bool *)context = answer->how == STORE_DONE;
}

static void put_tournament(struct store *to, const char *mark)
{
    struct store_tournament row = {.id = mark, .seq = 1, .summary = "{}"};
    struct store_tournament_line line = {.seq = 1, .at = 5, .line = "x", .label = ""};
    bool done = false;

    store_tournament_append(to, &row, 0, &line, 1, sum_done, &done);
    CHECK(done);
}

/* An act alone: a row with a number of its own. */
static void put_act(struct store *to, const char *mark)
{
    struct store_cells row = {.part = STORE_ACTS,
                              .n = 6,
                              .cell = {{mark[0] == 'a' ? "1" : "2", 1},
                                       {"77", 2},
                                       {"x", 1},
                                       {"y", 1},
                                       {"z", 1},
                                       {"w", 1}}};

    CHECK(store_wait_put(to, &row, 1));
}

/* One thing of that kind; another one for another letter. */
static void put(struct store *to, int kind, const char *mark)
{
    struct store_row row = {.table = mark, .created = 1, .updated = 5, .summary = "{}"};
    struct store_batch people = {.people = &mark, .n_people = 1, .now = 9};
    struct store_result result = {
        .table = mark,
        .ended = 7,
        .rules = "",
        .n_seats = 2,
        .seat = {{.who = "", .label = "", .key = "", .level = ""},
                 {.who = "", .label = "", .key = "", .level = ""}}};
    struct store_cells ban = {.part = kind == BAN ? STORE_BANS : STORE_SILENCES,
                              .n = 3,
                              .cell = {{mark, 1}, {"77", 2}, {"0", 1}}};
    char bytes[4] = "one";

    bytes[0] = mark[0];
    switch (kind) {
    case TABLE:
        CHECK(store_test_add(to, mark, 1, 2, &row));
        break;
    case VISITOR:
        CHECK(store_wait_append(to, &people));
        break;
    case PAUSE:
        CHECK(store_wait_note_pause(to, (struct store_pause){mark[0], 200}, INT64_MIN));
        break;
    case KEY:
        CHECK(store_wait_key(to, bytes, sizeof bytes));
        break;
    case NAME:
    case DEVICE:
    case SESSION:
        put_name(to, kind, mark);
        break;
    case RESULT:
        CHECK(store_wait_add_results(to, &result, 1));
        break;
    case BAN:
    case SILENCE:
        CHECK(store_wait_put(to, &ban, 1));
        break;
    case ACT:
        put_act(to, mark);
        break;
    default:
        put_tournament(to, mark);
    }
}

static bool copies(struct store *from, struct store *to, struct store_counts *counts)
{
    return store_copy(from, to, counts, store_test_copied, NULL, problem, sizeof problem);
}

/* Is it refused, with these words? */
static void check_refused(struct store *from, struct store *to, const char *what)
{
    struct store_counts counts;
    char text[200];

    snprintf(text, sizeof text, "the second store holds %s that the first one does not",
             what);
    if (!CHECK(!copies(from, to, &counts)) ||
        !CHECK(!strncmp(problem, text, strlen(text))))
        printf("%s: %s\n", what, problem);
    CHECK(!counts.copied && !counts.same);
}

TEST(what_only_the_second_store_holds_is_never_lost)
{
    struct store_counts counts;

    for (int kind = 0; kind < KINDS; kind++) {
        struct store *from = open_one(), *to = open_one();
        if (!from || !to) return;
        put(to, NAME, "a"); /* whose devices and sessions they are */
        put(from, NAME, "a");
        put(to, kind, "b");
        check_refused(from, to, words[kind]); /* the first has nothing of that kind */
        if (kind != KEY && kind != NAME) put(from, kind, "a");
        if (kind != NAME) check_refused(from, to, words[kind]); /* it has another one */
        if (kind != KEY && kind != RESULT) { /* the same, too; results are numbered */
            put(from, kind, "b");
            if (!CHECK(copies(from, to, &counts))) puts(words[kind]);
            CHECK_STR(problem, "");
        }
        from->close(from);
        to->close(to);
    }
}

/* All kinds of rows, there and back: into the store that is tested, and from it. Subscriptions have bytes that are no text. */
TEST(everything_is_copied_there_and_back)
{
    struct store *from = open_one(), *to = store_test_open(), *back = open_one();
    struct store_counts first, second, third;
    unsigned char bytes[STORE_PUSH_POINT];

    if (!from || !to || !back) return;
    for (int kind = 0; kind < KINDS; kind++)
        if (kind != DEVICE && kind != SESSION) put(from, kind, "a");
    put(from, DEVICE, "a");
    put(from, SESSION, "a");
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i * 37);
    struct store_push push = {.table = "a",
                              .who = "ann",
                              .endpoint = "https://push.example.org/x",
                              .point = bytes,
                              .auth = bytes + 1,
                              .turn = 3};
    CHECK_EQ(store_wait_add_push(from, &push), STORE_ADDED);
    if (!CHECK(copies(from, to, &first)) || !CHECK(copies(to, back, &second)))
        puts(problem);
    CHECK(store_copy_sum(back, &third));
    CHECK_STR(first.sum, second.sum);
    CHECK_STR(first.sum, third.sum);
    CHECK(third.tables == 1 && third.entries == 2 && third.people >= 1 &&
          third.pauses == 1 && third.pushes == 1 && third.names == 1 &&
          third.results == 1 && third.tournaments == 1);
    from->close(from);
    to->close(to);
    back->close(back);
}

/* More rows than there is room for at first; the last of them, too, is looked up. */
TEST(many_rows_are_looked_up)
{
    enum { MANY = 1500 };
    static char names[MANY][16];
    static const char *people[MANY];
    struct store *from = open_one(), *to = open_one();
    struct store_counts counts;

    if (!from || !to) return;
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "p%d", i);
        people[i] = names[i];
    }
    struct store_batch most = {.people = people, .n_people = MANY - 1, .now = 9},
                       all = {.people = people, .n_people = MANY, .now = 9};
    CHECK(store_wait_append(from, &all) && store_wait_append(to, &most));
    CHECK(copies(from, to, &counts));
    CHECK_EQ(counts.people, MANY);
    CHECK(copies(from, to, &counts));
    put(to, VISITOR, "x");
    check_refused(from, to, "a visitor");
    from->close(from);
    to->close(to);
}

/* A log that is longer, or another, in the second. */
TEST(logs_of_the_second_store_are_beginnings_of_those_of_the_first)
{
    struct store *from = open_one(), *to = open_one();
    struct store_row row = {.table = "t", .created = 1, .updated = 5, .summary = "{}"};
    struct store_counts counts;

    if (!from || !to) return;
    CHECK(store_test_add(from, "t", 1, 3, &row) && store_test_add(to, "t", 1, 2, &row));
    CHECK(copies(from, to, &counts));
    CHECK_EQ(counts.copied, 1);
    CHECK_EQ(counts.same, 0);
    CHECK_EQ(counts.entries, 3);
    CHECK(copies(from, to, &counts));
    CHECK_EQ(counts.copied, 0);
    CHECK_EQ(counts.same, 1);
    CHECK(store_test_add(to, "t", 4, 1, &row));
    check_refused(from, to, words[TABLE]);
    from->close(from);
    to->close(to);
}

/* -- Copies that do not come to their end ---------------------------------------------------- */

static struct store *first_store;
static int n_tables;

static bool stop_at_second(void *context, const char *table, int64_t seq, const char *why)
{
    (void)context, (void)table, (void)seq, (void)why;
    return ++n_tables < 2;
}

static bool write_meanwhile(void *context, const char *table, int64_t seq,
                            const char *why)
{
    (void)context, (void)table, (void)seq, (void)why;
    if (++n_tables == 3) put(first_store, TABLE, "0"); /* before those that were copied */
    return true;
}

static void put_nothing(struct store *s, const struct store_cells *rows, int n,
                        store_done *done, void *context)
{
    (void)s, (void)rows, (void)n;
    done(context, &(struct store_answer){.how = STORE_FAILED});
}

static const char *no_problem(struct store *s)
{
    (void)s;
    return "";
}

static const char *a_problem(struct store *s)
{
    (void)s;
    return "the disk is full";
}

TEST(a_copy_says_why_it_stopped)
{
    struct store *from = open_one(), *to = open_one();
    struct store_counts counts;

    if (!from || !to) return;
    first_store = from;
    for (int i = 0; i < 3; i++) put(from, TABLE, i == 0 ? "a" : i == 1 ? "b" : "c");
    n_tables = 0;
    CHECK(!store_copy(from, to, &counts, stop_at_second, NULL, problem, sizeof problem));
    CHECK_STR(problem, "stopped: the same command goes on from here");
    CHECK_EQ(counts.copied, 2);
    n_tables = 0;
    CHECK(!store_copy(from, to, &counts, write_meanwhile, NULL, problem, sizeof problem));
    CHECK(!strncmp(problem, "the two differ after the copy", 29));
    CHECK(copies(from, to, &counts)); /* and then it goes on */
    CHECK_EQ(counts.tables, 4);
    CHECK_EQ(counts.copied, 1);
    CHECK_EQ(counts.same, 3);
    const char *(*really)(struct store *) = from->problem;
    put(from, TABLE, "z");
    to->put = put_nothing;
    from->problem = no_problem;
    to->problem = a_problem;
    CHECK(!copies(from, to, &counts));
    CHECK_STR(problem, "the disk is full");
    from->problem = a_problem;
    to->problem = no_problem;
    CHECK(!copies(from, to, &counts));
    CHECK_STR(problem, "the disk is full");
    from->problem = to->problem = really;
    from->close(from);
    to->close(to);
}

/* -- Checks ------------------------------------------------------------------------------- */

static void (*really_read)(struct store *s, const char *table, int64_t since, int max,
                           store_each_entry *each, store_done *done, void *context);
static void (*really_dump)(struct store *s, enum store_part part, const char *table,
                           const char *after, int max, store_each_cells *each,
                           store_done *done, void *context);
static int64_t left_out, changed; /* entries */
static bool called_over, is_faulty;
static store_each_entry *told;
static void *told_context;
static store_each_cells *told_row;

static bool tell_entry(void *context, int64_t seq, const char *text, const char *secret)
{
    char *copy, *at = NULL;
    bool more = true;

    (void)context;
    if (seq == left_out) return true;
    copy = strdup(text);
    for (char *p = copy; (p = strstr(p, "; hash ")); p++) at = p;
    if (seq == changed && CHECK(at != NULL)) at[7] = at[7] == '0' ? '1' : '0';
    more = told(told_context, seq, copy, secret);
    free(copy);
    return more;
}

static void read_changed(struct store *s, const char *table, int64_t since, int max,
                         store_each_entry *each, store_done *done, void *context)
{
    told = each;
    told_context = context;
    really_read(s, table, since, max, tell_entry, done, context);
}

static bool tell_game(void *context, const struct store_cells *row)
{
    struct store_cells copy = *row;

    if (row->part == STORE_GAMES)
        copy.cell[4] = (struct store_cell){called_over ? "1" : "0", 1};
    return told_row(context, &copy);
}

static void dump_changed(struct store *s, enum store_part part, const char *table,
                         const char *after, int max, store_each_cells *each,
                         store_done *done, void *context)
{
    struct store_cells fault = {
        .part = STORE_FAULTS, .n = 1, .cell = {{"a page is gone", 14}}};

    told_row = each;
    if (part == STORE_FAULTS && is_faulty) {
        each(context, &fault);
        each(context, &fault);
        done(context, &(struct store_answer){.how = STORE_DONE});
    } else
        really_dump(s, part, table, after, max, tell_game, done, context);
}

static char found[400];

static bool note_found(void *context, const char *table, int64_t seq, const char *why)
{
    (void)context;
    snprintf(found, sizeof found, "%s%d %s", table ? "" : "store ", (int)seq,
             why ? why : "well");
    return true;
}

/* What is found; of the counts: tables, broken ones, entries, faults. */
static void check_found(const char *wanted, long tables, long bad, long entries,
                        long faults)
{
    struct store_counts counts;

    found[0] = 0;
    CHECK(store_check(store, &counts, note_found, NULL));
    CHECK_STR(found, wanted);
    CHECK_EQ(counts.tables, tables);
    CHECK_EQ(counts.broken, bad);
    CHECK_EQ(counts.entries, entries);
    CHECK_EQ(counts.faults, faults);
    CHECK_EQ(counts.sum[0] == 0, faults > 0);
}

TEST(a_check_finds_what_is_wrong_with_a_log)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{'name':'Ann'},{'name':'Al'}]", id);
    hears(ann);
    really_read = store->read;
    really_dump = store->dump;
    store->read = read_changed;
    store->dump = dump_changed;
    left_out = changed = 0;
    called_over = is_faulty = false;
    struct store_counts counts;
    CHECK(store_check(store, &counts, note_found, NULL));
    long n = counts.entries;
    char wanted[100];
    snprintf(wanted, sizeof wanted, "%ld well", n);
    check_found(wanted, 1, 0, n, 0);
    called_over = true;
    snprintf(wanted, sizeof wanted, "%ld the game is over, but the log lacks its end", n);
    check_found(wanted, 1, 1, n, 0);
    called_over = false;
    changed = n;
    snprintf(wanted, sizeof wanted, "%ld the hash of a turn is not the game's", n);
    check_found(wanted, 1, 1, n, 0);
    changed = 0;
    says(ann, "{'type':'resign','id':7,'table':'%s','seat':0}", id);
    hub_flush(hub);
    CHECK(store_check(store, &counts, note_found, NULL));
    CHECK(counts.entries > n);
    n = counts.entries;
    snprintf(wanted, sizeof wanted,
             "%ld the log is at its end, but the table is not called over", n);
    check_found(wanted, 1, 1, n, 0);
    called_over = true;
    snprintf(wanted, sizeof wanted, "%ld well", n);
    check_found(wanted, 1, 0, n, 0);
    left_out = 1;
    check_found("2 an entry is missing", 1, 1, 1, 0);
    left_out = 2;
    check_found("3 an entry is missing", 1, 1, 2, 0);
    left_out = 0;
    is_faulty = true;
    check_found(wanted, 1, 0, n, 2); /* the log can still be read */
    store->read = really_read;
    store->dump = really_dump;
    close_hub();
}

/* As many tables as are read at once, and one more. */
TEST(a_check_goes_through_all_tables)
{
    struct store *one = open_one();
    struct store_counts counts;
    char name[16];

    if (!one) return;
    struct store_row row = {.table = name, .created = 1, .updated = 5, .summary = "{}"};
    for (int i = 0; i < 501; i++) {
        snprintf(name, sizeof name, "t%d", i);
        CHECK(store_test_add(one, name, 1, 1, &row));
        if (i < 499) continue;
        CHECK(store_check(one, &counts, note_found, NULL));
        CHECK_EQ(counts.tables, i + 1);
        CHECK_EQ(counts.broken, i + 1);
        CHECK_STR(found, "1 an entry does not fit those before it");
    }
    one->close(one);
}

/* -- A store that cannot be read ------------------------------------------------------------- */

static int dumps_left; /* and the next one fails */

static void dump_once_not(struct store *s, enum store_part part, const char *table,
                          const char *after, int max, store_each_cells *each,
                          store_done *done, void *context)
{
    if (dumps_left-- == 0)
        done(context, &(struct store_answer){.how = STORE_FAILED});
    else
        really_dump(s, part, table, after, max, each, done, context);
}

/* Whichever part of either store cannot be read, once: the copy says that it failed, and why. */
static void check_unreadable(struct store *from, struct store *to, struct store *bad)
{
    const char *(*really)(struct store *) = bad->problem;
    struct store_counts counts;
    bool ok = false;

    really_dump = bad->dump;
    bad->dump = dump_once_not;
    bad->problem = a_problem;
    for (int n = 0; !ok && n < 500; n++) {
        dumps_left = n;
        ok = copies(from, to, &counts);
        CHECK_EQ(ok, dumps_left >= 0); /* it was not asked so often */
        if (!ok) CHECK_STR(problem, "the disk is full");
    }
    CHECK(ok);
    bad->dump = really_dump;
    bad->problem = really;
}

TEST(a_copy_fails_where_a_store_cannot_be_read)
{
    struct store *from = open_one(), *to = open_one();

    if (!from || !to) return;
    for (int kind = 0; kind < KINDS; kind++) put(from, kind, "a");
    check_unreadable(from, to, from);
    check_unreadable(from, to, to);
    from->close(from);
    to->close(to);
}

/* -- What a value is ---------------------------------------------------------------------------- */

/* "table.column:kinds " of each column that has values. */
static void kinds_of_values(const char *path, char *out, size_t size)
{
    sqlite3 *db;
    sqlite3_stmt *columns, *kinds;
    char sql[300];

    out[0] = 0;
    CHECK_EQ(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    CHECK(!sqlite3_prepare_v2(db,
                              "SELECT m.name, p.name FROM sqlite_master m, "
                              "pragma_table_info(m.name) p WHERE m.type = 'table' "
                              "ORDER BY 1, 2",
                              -1, &columns, NULL));
    while (sqlite3_step(columns) == SQLITE_ROW) {
        const char *table = (const char *)sqlite3_column_text(columns, 0),
                   *column = (const char *)sqlite3_column_text(columns, 1);
        snprintf(sql, sizeof sql,
                 "SELECT group_concat(kind) FROM (SELECT DISTINCT typeof(\"%s\") AS kind "
                 "FROM \"%s\" ORDER BY 1)",
                 column, table);
        CHECK(!sqlite3_prepare_v2(db, sql, -1, &kinds, NULL));
        if (sqlite3_step(kinds) == SQLITE_ROW && sqlite3_column_text(kinds, 0))
            snprintf(out + strlen(out), size - strlen(out), "%s.%s:%s\n", table, column,
                     (const char *)sqlite3_column_text(kinds, 0));
        sqlite3_finalize(kinds);
    }
    sqlite3_finalize(columns);
    CHECK_EQ(sqlite3_close(db), SQLITE_OK);
}

/* Bytes stay bytes, and numbers numbers: SQLite finds no bytes where a text is looked for. */
TEST(a_copy_holds_the_same_kinds_of_values)
{
    static char kinds[2][6000], path[2][60];
    struct store *both[2];
    struct store_counts counts;
    unsigned char bytes[STORE_PUSH_POINT] = {4, 0, 200};

    for (int i = 0; i < 2; i++) {
        char name[140];
        snprintf(path[i], sizeof path[i], "/tmp/aude-kinds-%d-%d.db", (int)getpid(), i);
        snprintf(name, sizeof name, "sqlite:%s", path[i]);
        both[i] = store_open(name, problem, sizeof problem);
        if (!CHECK(both[i] != NULL)) return;
    }
    for (int kind = 0; kind < KINDS; kind++) put(both[0], kind, "a");
    struct store_push push = {.table = "a",
                              .who = "ann",
                              .endpoint = "https://push.example.org/x",
                              .point = bytes,
                              .auth = bytes + 1,
                              .turn = 3};
    CHECK_EQ(store_wait_add_push(both[0], &push), STORE_ADDED);
    if (!CHECK(copies(both[0], both[1], &counts))) puts(problem);
    CHECK_EQ(store_wait_add_push(both[1], &push), STORE_ADDED); /* it is there already */
    for (int i = 0; i < 2; i++) {
        both[i]->close(both[i]);
        kinds_of_values(path[i], kinds[i], sizeof kinds[i]);
        static const char *const rest[] = {"", "-wal", "-shm", ".lock"};
        for (int k = 0; k < 4; k++) {
            char file[140];
            snprintf(file, sizeof file, "%s%s", path[i], rest[k]);
            unlink(file);
        }
    }
    CHECK(strstr(kinds[0], "push.point:blob\n") != NULL);
    CHECK_STR(kinds[0], kinds[1]);
}
