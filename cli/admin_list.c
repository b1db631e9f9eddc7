/* admin_list.c -- `aude admin`: the lists of tables, visitors, ranges, silences and acts. */
#include "admin.h"

#include "server/store/store_wait.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAGE = 500 };

void admin_list_time_text(int64_t ms, char out[32])
{
    time_t at = (time_t)(ms / 1000);
    struct tm utc;

    if (!ms || !gmtime_r(&at, &utc) || !strftime(out, 32, "%Y-%m-%dT%H:%M:%SZ", &utc))
        snprintf(out, 32, "for ever");
}

int admin_list_failed(const struct admin *admin)
{
    return cli_fail("the store failed: %s", admin->store->problem(admin->store));
}

/* -- Every row of a part ------------------------------------------------------------------ */

typedef void admin_row(struct admin *admin, const struct store_cells *row);

struct listing {
    struct admin *admin;
    admin_row *row;
    int n;
    char after[80];
};

static bool admin_list_each(void *context, const struct store_cells *row)
{
    struct listing *list = context;

    list->n++;
    snprintf(list->after, sizeof list->after, "%s", row->cell[0].bytes);
    list->row(list->admin, row);
    return !cli_stop_signal();
}

/* The store is asked page by page, so that a running server is held up by none of them. */
static int admin_list_all(struct admin *admin, enum store_part part, const char *key,
                          admin_row *row)
{
    struct listing list = {.admin = admin, .row = row};
    bool ok = true;

    cli_stop_watch();
    if (admin->as_json) cli_json_object(&admin->json, NULL);
    if (admin->as_json) cli_json_list(&admin->json, key);
    do {
        char after[sizeof list.after];
        memcpy(after, list.after, sizeof after);
        list.n = 0;
        ok = store_wait_dump(admin->store, part, NULL, after[0] ? after : NULL, PAGE,
                             admin_list_each, &list);
    } while (ok && list.n == PAGE && !cli_stop_signal());
    if (admin->as_json) cli_json_close(&admin->json);
    if (admin->as_json) cli_json_close(&admin->json);
    if (!ok) return admin_list_failed(admin);
    return cli_stop_signal() ? CLI_STOPPED + cli_stop_signal() : CLI_DONE;
}

/* -- One row ------------------------------------------------------------------------------ */

static const char *admin_list_text(const struct store_cells *row, int n)
{
    return row->cell[n].bytes ? row->cell[n].bytes : "";
}

static int64_t admin_list_number(const struct store_cells *row, int n)
{
    return strtoll(admin_list_text(row, n), NULL, 10);
}

/* A field in JSON, or a word and a blank. */
static void admin_list_word(struct admin *admin, const char *key, const char *text)
{
    if (admin->as_json) {
        cli_json_string(&admin->json, key, text);
        return;
    }
    cli_text_clean(&admin->out, text);
    cli_text_str(&admin->out, "  ");
}

static void admin_list_time(struct admin *admin, const char *key, int64_t ms)
{
    char text[32];

    admin_list_time_text(ms, text);
    if (admin->as_json && !ms)
        cli_json_null(&admin->json, key);
    else
        admin_list_word(admin, key, text);
}

static void admin_list_begin(struct admin *admin)
{
    if (admin->as_json) cli_json_object(&admin->json, NULL);
}

static void admin_list_end(struct admin *admin)
{
    if (admin->as_json)
        cli_json_close(&admin->json);
    else
        cli_text_str(&admin->out, "\n");
}

/* Names of the seats, one after the other. */
static void admin_list_names(struct admin *admin, const json_t *seats)
{
    struct cli_text all = {0};

    for (size_t i = 0; i < json_array_size(seats); i++) {
        const char *name =
            json_string_value(json_object_get(json_array_get(seats, i), "name"));
        cli_text_add(&all, "%s%s", i ? ", " : "", name && name[0] ? name : "-");
    }
    admin_list_word(admin, "names", all.data ? all.data : "");
    cli_text_free(&all);
}

static void admin_list_table(struct admin *admin, const struct store_cells *row)
{
    json_t *summary = json_loads(admin_list_text(row, 6), 0, NULL);
    const char *title = json_string_value(json_object_get(summary, "title"));
    const char *status = json_string_value(json_object_get(summary, "status"));

    admin_list_begin(admin);
    admin_list_word(admin, "table", admin_list_text(row, 0));
    admin_list_time(admin, "created", admin_list_number(row, 1));
    admin_list_time(admin, "updated", admin_list_number(row, 2));
    admin_list_word(admin, "status", status ? status : "");
    admin_list_word(admin, "listed", admin_list_number(row, 3) ? "listed" : "private");
    admin_list_names(admin, json_object_get(summary, "seats"));
    admin_list_word(admin, "title", title ? title : "");
    admin_list_end(admin);
    json_decref(summary);
}

static void admin_list_visitor(struct admin *admin, const struct store_cells *row)
{
    admin_list_begin(admin);
    admin_list_word(admin, "visitor", admin_list_text(row, 0));
    admin_list_time(admin, "created", admin_list_number(row, 1));
    admin_list_time(admin, "seen", admin_list_number(row, 2));
    admin_list_end(admin);
}

/* Ranges and silences look the same. */
static void admin_list_until(struct admin *admin, const struct store_cells *row)
{
    admin_list_begin(admin);
    admin_list_word(admin, row->part == STORE_BANS ? "range" : "name",
                    admin_list_text(row, 0));
    admin_list_time(admin, "made", admin_list_number(row, 1));
    admin_list_time(admin, "until", admin_list_number(row, 2));
    admin_list_end(admin);
}

static void admin_list_act(struct admin *admin, const struct store_cells *row)
{
    admin_list_begin(admin);
    if (admin->as_json) cli_json_int(&admin->json, "number", admin_list_number(row, 0));
    admin_list_time(admin, "at", admin_list_number(row, 1));
    admin_list_word(admin, "what", admin_list_text(row, 2));
    admin_list_word(admin, "target", admin_list_text(row, 3));
    admin_list_word(admin, "by", admin_list_text(row, 4));
    admin_list_word(admin, "reason", admin_list_text(row, 5));
    admin_list_end(admin);
}

int admin_list_tables(struct admin *admin)
{
    return admin_list_all(admin, STORE_GAMES, "tables", admin_list_table);
}

int admin_list_visitors(struct admin *admin)
{
    return admin_list_all(admin, STORE_PEOPLE, "visitors", admin_list_visitor);
}

int admin_list_bans(struct admin *admin)
{
    return admin_list_all(admin, STORE_BANS, "bans", admin_list_until);
}

int admin_list_silences(struct admin *admin)
{
    return admin_list_all(admin, STORE_SILENCES, "silences", admin_list_until);
}

int admin_list_log(struct admin *admin)
{
    return admin_list_all(admin, STORE_ACTS, "acts", admin_list_act);
}
