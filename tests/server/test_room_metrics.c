/* test_room_metrics.c -- what a host is told of his server: numbers, and whether people may be sent
 * there. */
#include "hub_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Is there such a line? */
static bool metric(const char *line)
{
    char *text = hub_metrics(hub), whole[200];
    bool found = false;

    if (CHECK(text != NULL)) {
        snprintf(whole, sizeof whole, "\n%s\n", line);
        found = strstr(text, whole) != NULL;
    }
    free(text);
    return found;
}

static void talk(struct conn *conn, const char *id, int n)
{
    for (int i = 0; i < n; i++) {
        says(conn, "{'type':'chat','id':%d,'table':'%s','text':'x'}", 50 + i, id);
        pass(2500);
    }
    hears(conn);
}

/* A time that is just the bound of a slot belongs to it; the last slot has everything. */
TEST(times_of_the_store_are_a_histogram)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    took_us = 1000;
    create(ann, "[{},{'kind':'link'}]", id);
    took_us = 1001;
    talk(ann, id, 1);
    took_us = 500;
    talk(ann, id, 1);
    took_us = 20000000;
    talk(ann, id, 2);
    took_us = 0;
    CHECK(metric("aude_store_seconds_bucket{le=\"0.0005\"} 1"));
    CHECK(metric("aude_store_seconds_bucket{le=\"0.001\"} 2"));
    CHECK(metric("aude_store_seconds_bucket{le=\"0.0025\"} 3"));
    CHECK(metric("aude_store_seconds_bucket{le=\"10\"} 3"));
    CHECK(metric("aude_store_seconds_bucket{le=\"+Inf\"} 5"));
    CHECK(metric("aude_store_seconds_count 5"));
    CHECK(metric("aude_store_seconds_sum 40.002501"));
    CHECK(metric("aude_commits_total 5"));
    CHECK(metric("aude_commit_microseconds_total 40002501"));
    CHECK(metric("aude_commit_microseconds_max 20000000"));
    close_hub();
}

TEST(refusals_are_counted_by_their_reason)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *bob = join("bob");
    create(ann, "[{},{'kind':'link'}]", id);
    CHECK(!metric("aude_refused_total{reason=\"NO_TABLE\"} 0"));
    says(bob, "{'type':'watch','id':4,'table':'nothing'}");
    says(bob, "{'type':'watch','id':5,'table':'nothing'}");
    says(bob, "{'type':'start','id':6,'table':'%s'}", id);
    hub_flush(hub);
    CHECK(metric("aude_refused_total{reason=\"NO_TABLE\"} 2"));
    CHECK(metric("aude_refused_total{reason=\"NOT_HOST\"} 1"));
    CHECK(hub_counts(hub)->refused == 3);
    hub_flood(bob); /* is told; the second is not, and counts as much */
    hub_flood(bob);
    CHECK(metric("aude_refused_total{reason=\"RATE\"} 2"));
    CHECK(hub_counts(hub)->refused == 5);
    close_hub();
}

/* Every number that a host may watch, after a few things happened. */
TEST(numbers_are_those_of_what_happened)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *bob = join("bob");
    create(ann, "[{},{'kind':'computer','level':'random'}]", id);
    says(ann, "{'type':'start','id':4,'table':'%s'}", id);
    pass(100);
    CHECK(metric("aude_connections 2") && metric("aude_joined_total 2"));
    CHECK(metric("aude_tables 1") && metric("aude_watches 1"));
    CHECK(metric("aude_messages_total 4")); /* two of them are hello */
    CHECK(metric("aude_thoughts_total 0"));
    CHECK(metric("aude_store_failures_total 0") && metric("aude_dropped_total 0"));
    CHECK(metric("aude_relayed_frames_total 0") && metric("aude_takeovers_total 0"));
    hub_push_answered(hub, true);
    hub_push_answered(hub, false);
    hub_push_answered(hub, false);
    CHECK(metric("aude_pushes_total 1") && metric("aude_pushes_failed_total 2"));
    hub_leave(bob);
    CHECK(metric("aude_connections 1") && metric("aude_joined_total 2"));
    broken = true;
    says(ann, "{'type':'chat','id':5,'table':'%s','text':'x'}", id);
    hub_flush(hub);
    broken = false;
    CHECK(metric("aude_store_failures_total 1"));
    hears(ann);
    uint64_t before = hub_counts(hub)->bytes_out;
    says(ann, "{'type':'ping','id':6}");
    size_t n = strlen(hears(ann)) - 1; /* hears() ends every message with a line feed */
    CHECK(n > 10 && hub_counts(hub)->bytes_out == before + n);
    close_hub();
}

TEST(people_are_sent_only_to_a_server_that_can_take_them)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{'kind':'link'}]", id);
    CHECK(!strcmp(hub_metrics_readiness(hub, false, true), "ready"));
    CHECK(!strcmp(hub_metrics_readiness(hub, true, true), "draining"));
    CHECK(!strcmp(hub_metrics_readiness(hub, false, false), "store"));
    CHECK(!strcmp(hub_metrics_readiness(hub, true, false), "draining"));
    broken = true;
    says(ann, "{'type':'chat','id':5,'table':'%s','text':'x'}", id);
    pass(100);
    CHECK(!strcmp(hub_metrics_readiness(hub, false, true), "store"));
    broken = false;
    pass(500);
    CHECK(!strcmp(hub_metrics_readiness(hub, false, true), "ready"));
    close_hub();
}

/* Every number has a head that says what it is. */
TEST(every_number_has_a_head)
{
    if (!open_hub()) return;
    char *text = hub_metrics(hub), *end;
    char head[100] = "";

    if (!CHECK(text != NULL)) return;
    for (char *line = text; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) *end++ = 0;
        char name[100] = "", kind[20] = "";
        if (sscanf(line, "# TYPE %99s %19s", name, kind) == 2) {
            snprintf(head, sizeof head, "%s", name);
            CHECK(!strcmp(kind, "gauge") || !strcmp(kind, "counter") ||
                  !strcmp(kind, "histogram"));
        } else if (line[0] != '#') {
            CHECK(head[0] && !strncmp(line, head, strlen(head)));
        }
    }
    free(text);
    close_hub();
}
