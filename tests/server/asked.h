/* asked.h -- questions to a hub whose store answers at once: for tests and fuzz targets. */
#ifndef AUDE_ASKED_H
#define AUDE_ASKED_H

#include <stdbool.h>
#include <stdio.h>

#include "server/hub/hub.h"

/* Why the last question had no answer. */
static enum message_error asked_why;
static bool asked_told;

static inline void asked_on_told(struct hub_ask *ask)
{
    asked_why = ask->why;
    asked_told = true;
}

static inline struct hub_ask asked_about(const char *id, const char *who)
{
    struct hub_ask ask = {.told = asked_on_told};

    asked_told = false;
    snprintf(ask.id, sizeof ask.id, "%s", id);
    snprintf(ask.who, sizeof ask.who, "%s", who);
    return ask;
}

static inline char *asked_list(struct hub *hub)
{
    struct hub_ask ask = asked_about("", "");

    hub_ask_list(hub, &ask);
    if (!asked_told) hub_ask_no_more(&ask);
    return ask.text;
}

static inline int64_t asked_length(struct hub *hub, const char *id)
{
    struct hub_ask ask = asked_about(id, "");

    hub_ask_table(hub, &ask);
    if (!asked_told) hub_ask_no_more(&ask);
    return ask.length;
}

static inline char *asked_record(struct hub *hub, const char *id, const char *who)
{
    struct hub_ask ask = asked_about(id, who);

    hub_ask_table(hub, &ask);
    if (!asked_told || asked_why) {
        hub_ask_no_more(&ask);
        return NULL;
    }
    asked_told = false;
    hub_ask_record(hub, &ask);
    if (!asked_told) hub_ask_no_more(&ask);
    return ask.text;
}

static inline int asked_to_forget(struct hub *hub, int64_t before)
{
    uint64_t n = hub_counts(hub)->forgotten;

    hub_forget(hub, before);
    return (int)(hub_counts(hub)->forgotten - n);
}

#endif
