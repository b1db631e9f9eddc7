/* admin_table.c -- `aude admin`: one table, who has its seats, and its record. */
#include "admin.h"

#include "server/store/store_wait.h"
#include "server/table/table.h"

#include <stdlib.h>

static bool admin_table_each(void *context, int64_t seq, const char *text,
                             const char *secret)
{
    (void)seq;
    return table_fold(context, text, secret);
}

/* Played again from its log. NULL: what is wrong was said. */
static struct table *admin_table_load(struct admin *admin)
{
    struct table *table = table_new(admin->target);

    if (!table) {
        cli_fail("out of memory");
        return NULL;
    }
    if (!store_wait_read(admin->store, admin->target, 0, INT32_MAX, admin_table_each,
                         table))
        admin_list_failed(admin);
    else if (table->stage == TABLE_EMPTY)
        cli_fail("there is no table \"%s\"", admin->target);
    else
        return table;
    table_free(table);
    return NULL;
}

static void admin_table_seat(struct admin *admin, const struct table *table, unsigned s)
{
    const struct table_seat *seat = &table->seat[s];

    if (!admin->as_json) {
        cli_text_add(&admin->out, "%u  ", s);
        cli_text_clean(&admin->out, seat->name[0] ? seat->name : "-");
        cli_text_add(&admin->out, "  %s\n", seat->who[0] ? seat->who : "nobody");
        return;
    }
    cli_json_object(&admin->json, NULL);
    cli_json_int(&admin->json, "seat", s);
    cli_json_string(&admin->json, "name", seat->name);
    if (seat->who[0])
        cli_json_string(&admin->json, "visitor", seat->who);
    else
        cli_json_null(&admin->json, "visitor");
    cli_json_close(&admin->json);
}

int admin_table(struct admin *admin)
{
    struct table *table = admin_table_load(admin);

    if (!table) return CLI_FAILED;
    if (admin->as_json) {
        cli_json_object(&admin->json, NULL);
        cli_json_string(&admin->json, "table", table->id);
        cli_json_string(&admin->json, "host", table->host);
        cli_json_list(&admin->json, "seats");
    }
    for (unsigned s = 0; s < table->head.setup.n_seats; s++)
        admin_table_seat(admin, table, s);
    if (admin->as_json) {
        cli_json_close(&admin->json);
        cli_json_close(&admin->json);
    }
    table_free(table);
    return CLI_DONE;
}

int admin_table_export(struct admin *admin)
{
    struct table *table = admin_table_load(admin);
    char *record = table ? table_look_record(table) : NULL;

    if (table && !record) cli_fail("the game at \"%s\" has not begun", admin->target);
    if (record && admin->as_json) {
        cli_json_object(&admin->json, NULL);
        cli_json_string(&admin->json, "table", table->id);
        cli_json_string(&admin->json, "record", record);
        cli_json_close(&admin->json);
    } else if (record)
        cli_text_str(&admin->out, record);
    int status = record ? CLI_DONE : CLI_FAILED;
    free(record);
    table_free(table);
    return status;
}
