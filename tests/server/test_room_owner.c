/* test_room_owner.c -- a hub that is one of several: a table that became its own while it was read may have been written to by another. */
#include <stdio.h>
#include <string.h>

#include "hub_test.h"

static int64_t epoch;

static int64_t epoch_of(void *context, const char *table)
{
    (void)context;
    (void)table;
    return epoch;
}

static void nothing(void *context, const char *table)
{
    (void)context;
    (void)table;
}

static void not_routed(void *context, struct conn *conn, json_t *request)
{
    (void)context;
    (void)conn;
    (void)request;
}

static void not_again(void *context, struct conn *conn, const char *table, int64_t seen)
{
    (void)context;
    (void)conn;
    (void)table;
    (void)seen;
}

static const struct hub_owner one = {.node = "one",
                                     .lease_ms = 1000000,
                                     .epoch = epoch_of,
                                     .made = nothing,
                                     .lost = nothing,
                                     .left = nothing,
                                     .route = not_routed,
                                     .again = not_again};

/* A slow store reads the table for somebody; meanwhile it is had with another epoch, or not. */
static const char *watches(struct conn *conn, const char *table, int64_t then)
{
    slow = true;
    says(conn, "{'type':'watch','id':5,'table':'%s'}", table);
    epoch = then;
    land(100);
    slow = false;
    land(100);
    hub_flush(hub);
    return hears(conn);
}

TEST(a_table_that_changed_hands_while_it_was_read_is_read_again)
{
    char id[TABLE_ID_MAX];

    epoch = 1;
    hub_owned_by = &one;
    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{'name':'Ann'},{'kind':'link'}]", id);
    restart(1000);
    struct conn *bob = join("bob");
    CHECK(strstr(watches(bob, id, 2), "\"code\":\"STORE\"") != NULL);
    CHECK(strstr(watches(bob, id, 2), "\"status\":\"open\"") != NULL);
    close_hub();
    hub_owned_by = NULL;
}
