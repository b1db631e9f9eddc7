/* hub_metrics.c -- how the hub is: for a health check, and as numbers for those
 * who watch over it. */
#include "hub_internal.h"

#include <stdio.h>
#include <stdlib.h>

static int metrics_gauge(char *at, const char *name, const char *kind, const char *help,
                         unsigned long long value)
{
    return sprintf(at, "# HELP aude_%s %s\n# TYPE aude_%s %s\naude_%s %llu\n", name, help,
                   name, kind, name, value);
}

char *hub_metrics(struct hub *hub)
{
    const struct hub_counts *c = &hub->counts;
    char *text = malloc(8192), *at = text;

    if (!text) return NULL;
    at +=
        metrics_gauge(at, "connections", "gauge", "open WebSockets", (unsigned)c->conns);
    at += metrics_gauge(at, "tables", "gauge", "tables in memory", (unsigned)c->rooms);
    at += metrics_gauge(at, "watches", "gauge", "tables watched", (unsigned)c->subs);
    at += metrics_gauge(at, "joined_total", "counter", "WebSockets opened", c->joined);
    at += metrics_gauge(at, "messages_total", "counter", "requests read", c->messages);
    at += metrics_gauge(at, "refused_total", "counter", "requests refused", c->refused);
    at += metrics_gauge(at, "moves_total", "counter", "steps played", c->moves);
    at += metrics_gauge(at, "entries_total", "counter", "log entries stored", c->entries);
    at += metrics_gauge(at, "commits_total", "counter", "transactions of the store",
                        c->commits);
    at += metrics_gauge(at, "commit_microseconds_total", "counter", "time spent in them",
                        c->commit_us);
    at += metrics_gauge(at, "commit_microseconds_max", "gauge", "the longest of them",
                        c->commit_us_max);
    at += metrics_gauge(at, "store_failures_total", "counter", "transactions that failed",
                        c->failures);
    at += metrics_gauge(at, "dropped_total", "counter",
                        "connections given up (slow or flooding)", c->dropped);
    at += metrics_gauge(at, "thoughts_total", "counter", "decisions of computer players",
                        c->thoughts);
    at += metrics_gauge(at, "sent_bytes_total", "counter", "bytes sent on WebSockets",
                        c->bytes_out);
    at += metrics_gauge(at, "pushes_total", "counter",
                        "push messages that a service took", c->pushes);
    at += metrics_gauge(at, "pushes_failed_total", "counter",
                        "push messages that were given up", c->pushes_failed);
    return text;
}

char *hub_health(struct hub *hub)
{
    json_t *json = json_pack(
        "{s:b, s:s, s:i, s:i, s:I}", "ok", (int)(!hub__is_full(hub) && !hub->away),
        "version", hub->options.version, "connections", hub->counts.conns, "tables",
        hub->counts.rooms, "uptime_ms", (json_int_t)(hub->now - hub->started));
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

    json_decref(json);
    return text;
}
