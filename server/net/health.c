/* health.c -- how the server is: /livez (the loop goes round), /readyz (people may be sent here), /metrics.
 *
 * A hub that has nothing to store does not notice that its store is gone. So the store is asked a small
 * question once a second, and tries itself whether it could write (store.h: stuck): whoever asks /readyz then gets an answer at
 * once, and a true one. */
#include "server_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASK_MS = 1000 };

/* -- Does the store answer? ------------------------------------------------------------- */

static bool health_each(void *context, int64_t seq, const char *text, const char *secret)
{
    (void)context;
    (void)seq;
    (void)text;
    (void)secret;
    return false;
}

static void health_answered(void *context, const struct store_answer *answer)
{
    struct health *health = context;

    health->asking = false;
    health->failed = answer->how != STORE_DONE;
}

/* The entries of a table that no table can be: its name is empty. */
void health_tick(struct server *server)
{
    struct health *health = &server->health;
    int64_t now = server_now();

    if (health->asking || now - health->asked < ASK_MS) return;
    health->asking = true;
    health->asked = now;
    server->store->read(server->store, "", 0, 1, health_each, health_answered, health);
}

static bool health_store_answers(const struct server *server)
{
    const struct health *health = &server->health;
    int64_t stuck = server->store->stuck;

    if (stuck && server_now() - stuck > HUB_AWAY_MS) return false;
    /* After a failure only an answer helps, not the next question. */
    return !health->failed &&
           (!health->asking || server_now() - health->asked <= HUB_AWAY_MS);
}

const char *health_readiness(const struct server *server)
{
    return hub_metrics_readiness(server->hub, server->stopping,
                                 health_store_answers(server));
}

/* A line in the log when the store goes and when it comes back. */
void health_tell(struct server *server)
{
    struct health *health = &server->health;
    bool away = hub_waits_for_store(server->hub) || !health_store_answers(server);
    int64_t now = server_now();

    if (away == health->told_away) return;
    health->told_away = away;
    if (away)
        server_log("warning", "away",
                   json_pack("{s:s}", "text", "the store does not answer"));
    else
        server_log("info", "back",
                   json_pack("{s:s, s:I}", "text", "the store answers again", "ms",
                             (json_int_t)(now - health->away_since)));
    health->away_since = now;
}

/* -- Numbers ---------------------------------------------------------------------------- */

void health_count(struct server *server, enum turned_away why)
{
    server->health.turned[why]++;
}

static void health_number(FILE *out, const char *name, const char *kind, const char *help,
                          uint64_t value)
{
    fprintf(out, "# HELP aude_%s %s\n# TYPE aude_%s %s\naude_%s %llu\n", name, help, name,
            kind, name, (unsigned long long)value);
}

/* Where several servers share a store; one alone has none of them. */
static void health_node(FILE *out, const struct node *node)
{
    static const struct node_counts no_counts;
    const struct node_counts *c = node ? node_counts(node) : &no_counts;

    health_number(out, "tables_owned", "gauge", "tables that this server has now",
                  (uint64_t)c->tables);
    health_number(out, "links", "gauge", "links to other servers that are up",
                  (uint64_t)c->links);
    health_number(out, "guests", "gauge", "people of other servers at tables here",
                  (uint64_t)c->guests);
    health_number(out, "tables_taken_total", "counter", "tables that this server took",
                  c->taken);
    health_number(out, "tables_lost_total", "counter", "tables that another took from it",
                  c->lost);
    health_number(out, "links_cut_total", "counter", "links that were up and ended",
                  c->links_cut);
    health_number(out, "links_failed_total", "counter",
                  "links that ended before the other end had proved the key",
                  c->links_failed);
}

char *health_metrics(struct server *server)
{
    static const char *const words[TURNED_WHYS] = {
        [TURNED_RATE] = "rate", [TURNED_FULL] = "full", [TURNED_BANNED] = "banned"};
    char *hub = hub_metrics(server->hub), *text = NULL;
    size_t n = 0;
    FILE *out = hub ? open_memstream(&text, &n) : NULL;

    if (!out) {
        free(hub);
        return NULL;
    }
    fputs(hub, out);
    free(hub);
    fprintf(out,
            "# HELP aude_turned_away_total connections and calls refused at the door\n"
            "# TYPE aude_turned_away_total counter\n");
    for (int i = 0; i < TURNED_WHYS; i++)
        fprintf(out, "aude_turned_away_total{reason=\"%s\"} %llu\n", words[i],
                (unsigned long long)server->health.turned[i]);
    fprintf(out,
            "# HELP aude_ready 1: people may be sent here\n# TYPE aude_ready gauge\n"
            "aude_ready %d\n",
            !strcmp(health_readiness(server), "ready"));
    health_node(out, server->node);
    if (!fclose(out)) return text;
    free(text);
    return NULL;
}
