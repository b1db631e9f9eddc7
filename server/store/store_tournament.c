/* store_tournament.c -- the statements for each call of store_tournament.h, and reading their rows. */
#include "store_tournament.h"

#include "store_names.h"

#include <stdlib.h>
#include <string.h>

const char store_tournament_schema[] =
    "CREATE TABLE aude_tournament(id TEXT PRIMARY KEY, seq BIGINT NOT NULL,"
    "  created BIGINT NOT NULL, updated BIGINT NOT NULL, due BIGINT NOT NULL,"
    "  over INTEGER NOT NULL, name BIGINT NOT NULL, summary TEXT NOT NULL);"
    "CREATE INDEX aude_tournament_list ON aude_tournament(over, updated);"
    "CREATE INDEX aude_tournament_due ON aude_tournament(due) WHERE due > 0;"
    "CREATE INDEX aude_tournament_name ON aude_tournament(name, created);"
    "CREATE TABLE aude_tournament_line(tournament TEXT NOT NULL, seq BIGINT NOT NULL,"
    "  at BIGINT NOT NULL, line TEXT NOT NULL, name BIGINT NOT NULL, who TEXT NOT NULL,"
    "  label TEXT NOT NULL, secret TEXT NOT NULL, PRIMARY KEY(tournament, seq));"
    "CREATE INDEX aude_tournament_line_name ON aude_tournament_line(name)"
    "  WHERE name <> 0;";

#define TEXT(t)   ((struct names_value){(t) ? (t) : "", 0})
#define NUMBER(n) ((struct names_value){NULL, n})

static struct names_step
store_tournament_step_line(const char *id, const struct store_tournament_line *line)
{
    return (struct names_step){NAMES_TOURNAMENT_LINE,
                               false,
                               8,
                               {TEXT(id), NUMBER(line->seq), NUMBER(line->at),
                                TEXT(line->line), NUMBER(line->name), TEXT(line->who),
                                TEXT(line->label), TEXT(line->secret)}};
}

static struct names_step store_tournament_step_row(const struct store_tournament *row,
                                                   int64_t before)
{
    if (!before)
        return (struct names_step){
            NAMES_TOURNAMENT_NEW,
            false,
            8,
            {TEXT(row->id), NUMBER(row->seq), NUMBER(row->created), NUMBER(row->updated),
             NUMBER(row->due), NUMBER(row->over), NUMBER(row->name), TEXT(row->summary)}};
    return (struct names_step){NAMES_TOURNAMENT_ROW,
                               true,
                               7,
                               {TEXT(row->id), NUMBER(before), NUMBER(row->seq),
                                NUMBER(row->updated), NUMBER(row->due), NUMBER(row->over),
                                TEXT(row->summary)}};
}

void store_tournament_append(struct store *store, const struct store_tournament *row,
                             int64_t before, const struct store_tournament_line *lines,
                             int n, store_done *done, void *context)
{
    struct names_step *steps = calloc((size_t)n + 1, sizeof *steps);

    if (!steps) {
        done(context, &(struct store_answer){.how = STORE_FAILED});
        return;
    }
    steps[0] = store_tournament_step_row(row, before);
    for (int i = 0; i < n; i++)
        steps[i + 1] = store_tournament_step_line(row->id, &lines[i]);
    store->statements->change(store, steps, n + 1, done, context);
    free(steps);
}

void store_tournament_drop(struct store *store, const char *id, int64_t seq,
                           store_done *done, void *context)
{
    struct names_step steps[] = {
        {NAMES_TOURNAMENT_DROP, true, 2, {TEXT(id), NUMBER(seq)}},
        {NAMES_TOURNAMENT_DROP_LINES, false, 1, {TEXT(id)}}};

    store->statements->change(store, steps, 2, done, context);
}

/* -- Reading ------------------------------------------------------------------------------- */

/* Whom to call with the rows of an answer. */
struct tournament_reading {
    store_each_tournament *each;
    store_each_tournament_line *each_line;
    store_each_deal_line *each_deal;
    struct store_tournament_counts *counts;
    store_done *done;
    void *context;
};

static int64_t store_tournament_cell_number(const struct store_cells *row, int i)
{
    return row->cell[i].bytes ? strtoll(row->cell[i].bytes, NULL, 10) : 0;
}

static const char *store_tournament_cell_text(const struct store_cells *row, int i)
{
    return row->cell[i].bytes ? row->cell[i].bytes : "";
}

static bool store_tournament_on_line(const struct tournament_reading *reading,
                                     const struct store_cells *row)
{
    struct store_tournament_line line = {.seq = store_tournament_cell_number(row, 0),
                                         .at = store_tournament_cell_number(row, 1),
                                         .line = store_tournament_cell_text(row, 2),
                                         .name = store_tournament_cell_number(row, 3),
                                         .who = store_tournament_cell_text(row, 4),
                                         .label = store_tournament_cell_text(row, 5),
                                         .secret = store_tournament_cell_text(row, 6)};

    return reading->each_line(reading->context, &line);
}

static bool store_tournament_on_row(const struct tournament_reading *reading,
                                    const struct store_cells *row)
{
    struct store_tournament one = {.id = store_tournament_cell_text(row, 0),
                                   .seq = store_tournament_cell_number(row, 1),
                                   .created = store_tournament_cell_number(row, 2),
                                   .updated = store_tournament_cell_number(row, 3),
                                   .due = store_tournament_cell_number(row, 4),
                                   .over = store_tournament_cell_number(row, 5) != 0,
                                   .name = store_tournament_cell_number(row, 6),
                                   .summary = store_tournament_cell_text(row, 7),
                                   .organiser = store_tournament_cell_text(row, 8)};

    return reading->each(reading->context, &one);
}

static bool store_tournament_on_deal(const struct tournament_reading *reading,
                                     const struct store_cells *row)
{
    struct store_deal_line line = {.seq = store_tournament_cell_number(row, 0),
                                   .who = store_tournament_cell_text(row, 1),
                                   .secret = store_tournament_cell_text(row, 2),
                                   .name = store_tournament_cell_number(row, 3),
                                   .shown = store_tournament_cell_text(row, 4),
                                   .bot = store_tournament_cell_number(row, 5) != 0,
                                   .ended = store_tournament_cell_number(row, 6),
                                   .why = (int)store_tournament_cell_number(row, 7),
                                   .points = {store_tournament_cell_number(row, 8),
                                              store_tournament_cell_number(row, 9)},
                                   .line = store_tournament_cell_text(row, 10)};

    return reading->each_deal(reading->context, &line);
}

static bool store_tournament_on_cells(void *context, const struct store_cells *row)
{
    const struct tournament_reading *reading = context;

    if (reading->each_line) return store_tournament_on_line(reading, row);
    if (reading->each_deal) return store_tournament_on_deal(reading, row);
    if (reading->each) return store_tournament_on_row(reading, row);
    *reading->counts = (struct store_tournament_counts){
        .open = store_tournament_cell_number(row, 0),
        .open_own = store_tournament_cell_number(row, 1),
        .made_own = store_tournament_cell_number(row, 2)};
    return true;
}

static void store_tournament_on_done(void *context, const struct store_answer *answer)
{
    struct tournament_reading *reading = context;
    struct tournament_reading of = *reading;

    free(reading);
    of.done(of.context, answer);
}

static void store_tournament_ask(struct store *store, struct names_step step,
                                 struct tournament_reading reading)
{
    struct tournament_reading *kept = malloc(sizeof *kept);

    if (!kept) {
        reading.done(reading.context, &(struct store_answer){.how = STORE_FAILED});
        return;
    }
    *kept = reading;
    store->statements->ask(store, &step, store_tournament_on_cells,
                           store_tournament_on_done, kept);
}

void store_tournament_read(struct store *store, const char *id, int64_t since,
                           store_each_tournament_line *each, store_done *done,
                           void *context)
{
    store_tournament_ask(
        store,
        (struct names_step){NAMES_TOURNAMENT_LINES, false, 2, {TEXT(id), NUMBER(since)}},
        (struct tournament_reading){.each_line = each, .done = done, .context = context});
}

void store_tournament_deal(struct store *store, const char *id,
                           store_each_deal_line *each, store_done *done, void *context)
{
    store_tournament_ask(
        store, (struct names_step){NAMES_DEAL_LINES, false, 1, {TEXT(id)}},
        (struct tournament_reading){.each_deal = each, .done = done, .context = context});
}

void store_tournament_list(struct store *store, int max, store_each_tournament *each,
                           store_done *done, void *context)
{
    store_tournament_ask(
        store, (struct names_step){NAMES_TOURNAMENT_LIST, false, 1, {NUMBER(max)}},
        (struct tournament_reading){.each = each, .done = done, .context = context});
}

void store_tournament_due(struct store *store, int64_t now, int max,
                          store_each_tournament *each, store_done *done, void *context)
{
    store_tournament_ask(
        store,
        (struct names_step){NAMES_TOURNAMENT_DUE, false, 2, {NUMBER(now), NUMBER(max)}},
        (struct tournament_reading){.each = each, .done = done, .context = context});
}

void store_tournament_count(struct store *store, int64_t name, int64_t since,
                            struct store_tournament_counts *of, store_done *done,
                            void *context)
{
    store_tournament_ask(
        store,
        (struct names_step){
            NAMES_TOURNAMENT_COUNT, false, 2, {NUMBER(name), NUMBER(since)}},
        (struct tournament_reading){.counts = of, .done = done, .context = context});
}
