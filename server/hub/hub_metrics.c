/* hub_metrics.c -- how the hub is: for a health check, for a balancer, and as numbers for those
 * who watch over it (docs/operations.md says what each of them means). */
#include "hub_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Counting --------------------------------------------------------------------------- */

const uint32_t hub_slot_us[HUB_SLOTS - 1] = {500,     1000,    2500,    5000,   10000,
                                             25000,   50000,   100000,  250000, 500000,
                                             1000000, 2500000, 10000000};

void hub__metrics_count_commit(struct hub *hub, uint64_t took_us)
{
    int slot = 0;

    while (slot < HUB_SLOTS - 1 && took_us > hub_slot_us[slot]) slot++;
    hub->counts.commit_slot[slot]++;
    hub->counts.commits++;
    hub->counts.commit_us += took_us;
    if (took_us > hub->counts.commit_us_max) hub->counts.commit_us_max = took_us;
}

void hub__metrics_count_refused(struct hub *hub, enum message_error why)
{
    hub->counts.refused++;
    hub->counts.refused_why[why]++;
}

/* -- Prometheus text -------------------------------------------------------------------- */

static void metrics_head(FILE *out, const char *name, const char *kind, const char *help)
{
    fprintf(out, "# HELP aude_%s %s\n# TYPE aude_%s %s\n", name, help, name, kind);
}

static void metrics_now(FILE *out, const char *name, int value, const char *help)
{
    metrics_head(out, name, "gauge", help);
    fprintf(out, "aude_%s %d\n", name, value);
}

static void metrics_total(FILE *out, const char *name, uint64_t value, const char *help)
{
    metrics_head(out, name, "counter", help);
    fprintf(out, "aude_%s %llu\n", name, (unsigned long long)value);
}

/* Every slot counts those below it, too: that is what a histogram of Prometheus is. */
static void metrics_times(FILE *out, const struct hub_counts *c)
{
    uint64_t sum = 0;

    metrics_head(out, "store_seconds", "histogram",
                 "from handing a batch to the store to its answer");
    for (int i = 0; i < HUB_SLOTS - 1; i++) {
        sum += c->commit_slot[i];
        fprintf(out, "aude_store_seconds_bucket{le=\"%g\"} %llu\n", hub_slot_us[i] / 1e6,
                (unsigned long long)sum);
    }
    fprintf(out,
            "aude_store_seconds_bucket{le=\"+Inf\"} %llu\naude_store_seconds_sum %.6f\n"
            "aude_store_seconds_count %llu\n",
            (unsigned long long)c->commits, (double)c->commit_us / 1e6,
            (unsigned long long)c->commits);
}

/* Reasons that never came up are left out; all of them are in docs/protocol.md. */
static void metrics_refused(FILE *out, const struct hub_counts *c)
{
    metrics_head(out, "refused_total", "counter", "requests refused, by the reason");
    for (int i = REFUSED_NOT + 1; i < MESSAGE_ERRORS; i++)
        if (c->refused_why[i])
            fprintf(out, "aude_refused_total{reason=\"%s\"} %llu\n",
                    table_messages_error_code((enum message_error)i),
                    (unsigned long long)c->refused_why[i]);
}

static void metrics_all(FILE *out, const struct hub_counts *c)
{
    metrics_now(out, "connections", c->conns, "open WebSockets");
    metrics_now(out, "tables", c->rooms, "tables in memory");
    metrics_now(out, "watches", c->subs, "tables watched");
    metrics_total(out, "joined_total", c->joined, "WebSockets opened");
    metrics_total(out, "messages_total", c->messages, "requests read");
    metrics_refused(out, c);
    metrics_total(out, "moves_total", c->moves, "steps played");
    metrics_total(out, "entries_total", c->entries, "log entries stored");
    metrics_total(out, "commits_total", c->commits, "transactions of the store");
    metrics_total(out, "commit_microseconds_total", c->commit_us, "time spent in them");
    metrics_head(out, "commit_microseconds_max", "gauge", "the longest of them");
    fprintf(out, "aude_commit_microseconds_max %llu\n",
            (unsigned long long)c->commit_us_max);
    metrics_times(out, c);
    metrics_total(out, "store_failures_total", c->failures, "transactions that failed");
    metrics_total(out, "dropped_total", c->dropped,
                  "connections given up (slow or flooding)");
    metrics_total(out, "thoughts_total", c->thoughts, "decisions of computer players");
    metrics_total(out, "sent_bytes_total", c->bytes_out, "bytes sent on WebSockets");
    metrics_total(out, "pushes_total", c->pushes, "push messages that a service took");
    metrics_total(out, "pushes_failed_total", c->pushes_failed,
                  "push messages that were given up");
    metrics_total(out, "forgotten_total", c->forgotten,
                  "tables removed because nobody touched them");
    metrics_total(out, "relayed_frames_total", c->relayed,
                  "frames passed on between servers");
    metrics_total(out, "takeovers_total", c->takeovers,
                  "tables taken over from a server that is gone");
}

char *hub_metrics(struct hub *hub)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    if (!out) return NULL;
    metrics_all(out, &hub->counts);
    if (!fclose(out)) return text;
    free(text);
    return NULL;
}

/* -- Health ----------------------------------------------------------------------------- */

const char *hub_metrics_readiness(const struct hub *hub, bool draining,
                                  bool store_answers)
{
    if (draining) return "draining";
    return hub->away || !store_answers ? "store" : "ready";
}

char *hub_metrics_health(struct hub *hub)
{
    json_t *json = json_pack(
        "{s:b, s:s, s:i, s:i, s:I}", "ok", (int)(!hub__room_is_full(hub) && !hub->away),
        "version", hub->options.version, "connections", hub->counts.conns, "tables",
        hub->counts.rooms, "uptime_ms", (json_int_t)(hub->now - hub->started));
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

    json_decref(json);
    return text;
}
