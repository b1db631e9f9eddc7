/* test_store_tournaments.c -- tournaments in every kind of store: lines in order, of two writers one, forgotten and counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/store_copy.h"
#include "server/store/store_tournament.h"
#include "server/store/store_wait.h"
#include "store_test.h"
#include "test.h"

static char seen[2000];

static void done(void *context, const struct store_answer *answer)
{
    *(int *)context = (int)answer->how;
}

/* What became of a call that was begun; a store that is not done at once is waited for. */
static int outcome(struct store *store, const int *how)
{
    for (int i = 0; i < 500 && *how < 0; i++) store_wait_rest(store, 20);
    return *how;
}

static int how;

static int add(struct store *store, const char *id, int64_t before, int n, bool over)
{
    struct store_tournament_line line[4];
    struct store_tournament row = {.id = id,
                                   .seq = before + n,
                                   .created = 100,
                                   .updated = 100 + before,
                                   .due = over ? 0 : 500 + before,
                                   .over = over,
                                   .name = 7,
                                   .summary = "{}"};

    for (int i = 0; i < n; i++)
        line[i] = (struct store_tournament_line){.seq = before + 1 + i,
                                                 .at = 9,
                                                 .line = "5 entered 1 name",
                                                 .name = 40 + before + i,
                                                 .who = "ann",
                                                 .label = "Ann",
                                                 .secret = ""};
    how = -1;
    store_tournament_append(store, &row, before, line, n, done, &how);
    return outcome(store, &how);
}

static bool note_line(void *context, const struct store_tournament_line *line)
{
    size_t n = strlen(seen);

    (void)context;
    snprintf(seen + n, sizeof seen - n, "%d %s/%s/%s ", (int)line->seq, line->line,
             line->label, line->who);
    return true;
}

static const char *lines(struct store *store, const char *id, int64_t since)
{
    seen[0] = 0;
    how = -1;
    store_tournament_read(store, id, since, note_line, done, &how);
    CHECK_EQ(outcome(store, &how), STORE_DONE);
    return seen;
}

static bool note_row(void *context, const struct store_tournament *one)
{
    size_t n = strlen(seen);

    (void)context;
    snprintf(seen + n, sizeof seen - n, "%s:%d%s ", one->id, (int)one->seq,
             one->over ? "!" : "");
    return true;
}

static const char *rows(struct store *store, int64_t due)
{
    seen[0] = 0;
    how = -1;
    if (due)
        store_tournament_due(store, due, 10, note_row, done, &how);
    else
        store_tournament_list(store, 10, note_row, done, &how);
    CHECK_EQ(outcome(store, &how), STORE_DONE);
    return seen;
}

static bool each_table(void *context, const char *table, int64_t seq, const char *why)
{
    (void)context;
    (void)table;
    (void)seq;
    (void)why;
    return true;
}

static void try_tournaments(struct store *store)
{
    CHECK_EQ(add(store, "one", 0, 2, false), STORE_DONE);
    CHECK_EQ(add(store, "one", 0, 2, false), STORE_CONFLICT);
    CHECK_EQ(add(store, "one", 1, 1, false), STORE_CONFLICT); /* another was faster */
    CHECK_EQ(add(store, "one", 2, 1, false), STORE_DONE);
    CHECK_EQ(add(store, "one", 3, 0, false), STORE_DONE); /* the row alone */
    CHECK_STR(lines(store, "one", 1),
              "2 5 entered 1 name/Ann/ann 3 5 entered 1 name/Ann/ann ");
    CHECK_EQ(add(store, "two", 0, 1, true), STORE_DONE);
    CHECK_EQ(add(store, "six", 0, 1, false), STORE_DONE);
    CHECK_STR(rows(store, 0), "one:3 six:1 two:1! ");
    CHECK_STR(rows(store, 502), "six:1 ");
    struct store_tournament_counts counts;
    how = -1;
    store_tournament_count(store, 7, 100, &counts, done, &how);
    CHECK_EQ(outcome(store, &how), STORE_DONE);
    CHECK(counts.open == 2 && counts.open_own == 2 && counts.made_own == 3);
    how = -1;
    store_tournament_drop(store, "six", 2, done, &how);
    CHECK_EQ(outcome(store, &how), STORE_CONFLICT);
    how = -1;
    store_tournament_drop(store, "six", 1, done, &how);
    CHECK_EQ(outcome(store, &how), STORE_DONE);
    CHECK_STR(lines(store, "six", 0), "");
    how = -1;
    store->forget(store, 102, done, &how); /* of these, two */
    CHECK_EQ(outcome(store, &how), STORE_DONE);
    CHECK_STR(rows(store, 0), "one:3 ");
    CHECK_STR(lines(store, "two", 0), "");
}

/* -- Every column ------------------------------------------------------------------------- */

static bool note_whole_row(void *context, const struct store_tournament *one)
{
    size_t n = strlen(seen);

    (void)context;
    snprintf(seen + n, sizeof seen - n,
             "%s %lld created %lld updated %lld due %lld over %d name %lld %s by %s;",
             one->id, (long long)one->seq, (long long)one->created,
             (long long)one->updated, (long long)one->due, one->over,
             (long long)one->name, one->summary, one->organiser);
    return true;
}

static bool note_whole_line(void *context, const struct store_tournament_line *line)
{
    size_t n = strlen(seen);

    (void)context;
    snprintf(seen + n, sizeof seen - n, "%lld at %lld %s name %lld who %s label %s %s;",
             (long long)line->seq, (long long)line->at, line->line, (long long)line->name,
             line->who, line->label, line->secret);
    return true;
}

static int write_row(struct store *store, const struct store_tournament *row,
                     int64_t before, const struct store_tournament_line *line)
{
    how = -1;
    store_tournament_append(store, row, before, line, 1, done, &how);
    return outcome(store, &how);
}

static void keep_organiser(struct store *store, int64_t id, const char *shown)
{
    struct store_name name = {.id = id,
                              .shown = shown,
                              .letters = shown,
                              .form = shown,
                              .near = shown,
                              .who = shown,
                              .recovery = shown};

    CHECK_EQ(
        store_wait_change_names(
            store, &(struct store_name_change){.act = STORE_NAME_ADD, .name = &name}, 1),
        STORE_DONE);
}

/* All of a list, or of what is due by then. */
static const char *whole_rows(struct store *store, int64_t due, int max)
{
    seen[0] = 0;
    how = -1;
    if (due)
        store_tournament_due(store, due, max, note_whole_row, done, &how);
    else
        store_tournament_list(store, max, note_whole_row, done, &how);
    CHECK_EQ(outcome(store, &how), STORE_DONE);
    return seen;
}

static const char *counted(struct store *store, int64_t name, int64_t since)
{
    struct store_tournament_counts counts;

    how = -1;
    store_tournament_count(store, name, since, &counts, done, &how);
    CHECK_EQ(outcome(store, &how), STORE_DONE);
    snprintf(seen, sizeof seen, "%d %d %d", (int)counts.open, (int)counts.open_own,
             (int)counts.made_own);
    return seen;
}

/* No two numbers are the same, so none can stand in another's place. */
TEST(every_column_of_a_tournament_comes_back)
{
    struct store *store = store_test_open();

    if (!store) return;
    keep_organiser(store, 7, "Olga");
    keep_organiser(store, 8, "Oskar");
    struct store_tournament one = {.id = "one",
                                   .seq = 1,
                                   .created = 11,
                                   .updated = 12,
                                   .due = 13,
                                   .name = 7,
                                   .summary = "{1}"},
                            two = {.id = "two",
                                   .seq = 1,
                                   .created = 21,
                                   .updated = 22,
                                   .due = 10,
                                   .name = 8,
                                   .summary = "{2}"};
    struct store_tournament_line first = {.seq = 1,
                                          .at = 31,
                                          .line = "1 made",
                                          .name = 32,
                                          .who = "w",
                                          .label = "l",
                                          .secret = "s"},
                                 second = {.seq = 2, .at = 41, .line = "2 over"};
    CHECK_EQ(write_row(store, &one, 0, &first), STORE_DONE);
    CHECK_EQ(write_row(store, &two, 0, &first), STORE_DONE);
    static const char row_one[] = "one 1 created 11 updated 12 due 13 over 0 name 7 {1} "
                                  "by Olga;",
                      row_two[] = "two 1 created 21 updated 22 due 10 over 0 name 8 {2} "
                                  "by Oskar;";
    char both[400];
    snprintf(both, sizeof both, "%s%s", row_two, row_one);
    CHECK_STR(whole_rows(store, 0, 10), both);
    CHECK_STR(whole_rows(store, 0, 1), row_two);
    CHECK_STR(whole_rows(store, 9, 10), "");
    CHECK_STR(whole_rows(store, 12, 10), row_two);
    CHECK_STR(whole_rows(store, 13, 10), both);
    CHECK_STR(whole_rows(store, 13, 1), row_two);
    CHECK_STR(counted(store, 7, 11), "2 1 1");
    CHECK_STR(counted(store, 7, 12), "2 1 0");
    CHECK_STR(counted(store, 7, 13), "1 0 0");
    CHECK_STR(counted(store, 8, 21), "1 1 1");
    CHECK_STR(counted(store, 8, 22), "1 1 0");
    CHECK_STR(counted(store, 8, 23), "0 0 0");
    CHECK_STR(counted(store, 9, 0), "2 0 0");
    /* What a change changes, and what it leaves. */
    two.seq = 2, two.created = 99, two.updated = 52, two.due = 0, two.over = true;
    two.name = 7, two.summary = "{3}";
    CHECK_EQ(write_row(store, &two, 1, &second), STORE_DONE);
    snprintf(both, sizeof both, "%s%s", row_one,
             "two 2 created 21 updated 52 due 0 over 1 name 8 {3} by Oskar;");
    CHECK_STR(whole_rows(store, 0, 10), both);
    CHECK_STR(whole_rows(store, 99, 10), row_one);
    CHECK_STR(counted(store, 8, 20), "0 0 1"); /* over, and made */
    seen[0] = 0;
    how = -1;
    store_tournament_read(store, "two", 0, note_whole_line, done, &how);
    CHECK_EQ(outcome(store, &how), STORE_DONE);
    CHECK_STR(seen, "1 at 31 1 made name 32 who w label l s;"
                    "2 at 41 2 over name 0 who  label  ;");
    store->close(store);
}

TEST(a_tournament_is_kept_line_by_line)
{
    struct store *store = store_test_open();
    char problem[400];

    if (!store) return;
    try_tournaments(store);
    /* A copy has all of it. */
    struct store *copy = store_open("sqlite::memory:", problem, sizeof problem);
    struct store_counts counts;
    CHECK(store_copy(store, copy, &counts, each_table, NULL, problem, sizeof problem));
    CHECK_EQ(counts.tournaments, 1);
    CHECK_STR(lines(copy, "one", 2), "3 5 entered 1 name/Ann/ann ");
    copy->close(copy);
    store->close(store);
}
