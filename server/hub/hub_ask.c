/* hub_ask.c -- what is asked over HTTP and read from the store: the list, how a table stands, records. And
 * after a start: which clocks run. The answer may come later. */
#include "hub_internal.h"

#include "deal.h"
#include "hub_contest.h"
#include "store/store_hours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Clocks that run although nobody watches -------------------------------------------- */

struct waking {
    struct hub_op op;
};

/* A clock does not run while no server runs: it ends later by that time. */
static bool hub_ask_wake_stored_table(void *context, const struct store_row *row)
{
    struct hub *hub = ((struct waking *)context)->op.hub;

    if (!hub) return false;
    if (hub__room_find(hub, row->table)) return true;
    return hub__sleep_until(hub, row->table,
                            row->deadline +
                                store_hours_down(hub->options.store, row->updated));
}

static void hub_ask_wake_on_listed(void *context, const struct store_answer *answer)
{
    struct waking *waking = context;
    struct hub *hub = waking->op.hub;

    hub__wait_op_end(&waking->op);
    free(waking);
    if (hub && answer->how != STORE_DONE) hub->wakes_missing = true;
}

/* Notes when their clocks run out; each is loaded then, not here. */
void hub_ask_wake_tables(struct hub *hub)
{
    struct store *store = hub->options.store;
    struct waking *waking = malloc(sizeof *waking);

    hub->wakes_missing = waking == NULL;
    if (!waking) return;
    hub__wait_op_begin(hub, &waking->op);
    store->list(store, true, INT32_MAX, hub_ask_wake_stored_table, hub_ask_wake_on_listed,
                waking);
}

/* -- Questions -------------------------------------------------------------------------- */

struct asking *hub__ask_new(struct hub_ask *ask)
{
    struct asking *asking = calloc(1, sizeof *asking);

    if (!asking) return NULL;
    asking->ask = ask;
    asking->pieces = json_array();
    ask->asking = asking;
    return asking;
}

void hub__ask_free(struct asking *asking)
{
    if (asking->ask) asking->ask->asking = NULL;
    json_decref(asking->pieces);
    json_decref(asking->about);
    free(asking->head);
    free(asking->end);
    free(asking);
}

void hub__ask_tell(struct hub_ask *ask, char *text, enum message_error why)
{
    ask->text = text;
    ask->why = why;
    ask->told(ask); /* who may free it */
}

static void hub_ask_unlink(struct hub_ask *ask)
{
    struct hub_ask **at = &ask->hub->asks;

    while (*at && *at != ask) at = &(*at)->next;
    if (*at) *at = ask->next;
    ask->waits = false;
}

void hub_ask_no_more(struct hub_ask *ask)
{
    if (ask->waits) hub_ask_unlink(ask);
    if (ask->asking) ask->asking->ask = NULL;
    ask->asking = NULL;
}

const char *hub_ask_why_text(enum message_error why)
{
    return hub__why_text(why);
}

/* -- The list --------------------------------------------------------------------------- */

bool hub__ask_is_unreadable(const json_error_t *why)
{
    enum json_error_code code = json_error_code(why);

    return code != json_error_unknown && code != json_error_out_of_memory;
}

json_t *hub__ask_summary(const char *stored, bool *unreadable)
{
    json_error_t why = {0};
    json_t *summary = json_loads(stored, 0, &why);

    *unreadable = !summary && hub__ask_is_unreadable(&why);
    return summary;
}

static bool hub_ask_list_stored_table(void *context, const struct store_row *row)
{
    struct asking *asking = context;

    if (!asking->ask) return false;
    if (hub__duty_is_silenced(asking->ask->hub, row->table)) return true;
    bool unreadable;
    json_t *table = hub__ask_summary(row->summary, &unreadable);
    if (unreadable) return true;
    hub__club_rate(asking->ask->hub, &table);
    return whole_append(&asking->pieces, table);
}

char *hub__ask_json_text(json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

    json_decref(json);
    return text;
}

static void hub_ask_tables_on_done(void *context, const struct store_answer *answer)
{
    struct asking *asking = context;
    struct hub_ask *ask = asking->ask;
    char *text = NULL;

    if (ask && answer->how == STORE_DONE)
        text = hub__ask_json_text(json_pack("{s:O}", asking->called, asking->pieces));
    hub__ask_free(asking);
    if (ask) hub__ask_tell(ask, text, text ? REFUSED_NOT : REFUSED_STORE);
}

void hub__ask_tables(struct hub *hub, struct hub_ask *ask, const char *called,
                     store_each_row *each)
{
    struct store *store = hub->options.store;
    struct asking *asking = hub__wait_store_is_here(hub) ? hub__ask_new(ask) : NULL;

    ask->hub = hub;
    if (!asking) {
        hub__ask_tell(ask, NULL, REFUSED_STORE);
        return;
    }
    asking->called = called;
    store->list(store, false, 100, each, hub_ask_tables_on_done, asking);
}

void hub_ask_list(struct hub *hub, struct hub_ask *ask)
{
    hub__ask_tables(hub, ask, "tables", hub_ask_list_stored_table);
}

/* -- A table ---------------------------------------------------------------------------- */

void hub__ask_wait(struct hub *hub, struct hub_ask *ask, hub_ask_go *again)
{
    struct hub_ask **at = &hub->asks;

    ask->again = again;

    while (*at) at = &(*at)->next;
    *at = ask;
    ask->next = NULL;
    ask->waits = true;
}

void hub_ask_table(struct hub *hub, struct hub_ask *ask)
{
    enum message_error why;

    ask->hub = hub;
    hub->waits = false;
    const struct room *room = hub__room(hub, ask->id, NULL, &why);
    ask->length = room ? hub__room_price(room, ask->who) : 0;
    /* What this round brought is not stored yet, so nobody may see it: the question waits for it. */
    if (room ? room->dirty : hub->waits)
        hub__ask_wait(hub, ask, hub_ask_table);
    else
        hub__ask_tell(ask, NULL, room ? REFUSED_NOT : why);
    hub->waits = false;
}

void hub__ask_again(struct hub *hub, const char *id, enum message_error why)
{
    struct hub_ask *all = hub->asks, *next;

    hub->asks = NULL;
    for (struct hub_ask *ask = all; ask; ask = next) {
        next = ask->next;
        ask->next = NULL;
        ask->waits = false;
        if (strcmp(ask->id, id) != 0)
            hub__ask_wait(hub, ask, ask->again);
        else if (why)
            hub__ask_tell(ask, NULL, why);
        else
            ask->again(hub, ask);
    }
}

static struct room *hub_ask_shown_room(struct hub *hub, const char *id, const char *who,
                                       enum message_error *why)
{
    struct room *room = hub__room_find(hub, id);

    *why = room && !room->lost ? REFUSED_NOT : REFUSED_NO_TABLE;
    if (*why || !room->table->sitting.game || room->dirty || hub__room_is_busy(room))
        return NULL;
    return table_look_may_watch(room->table, who) ? room : NULL;
}

const struct table *hub_ask_shown(struct hub *hub, const char *id, const char *who)
{
    enum message_error why;
    const struct room *room = hub_ask_shown_room(hub, id, who, &why);

    return room ? room->table : NULL;
}

/* -- A record --------------------------------------------------------------------------- */

/* The texts of the steps that were not taken back. */
static bool hub_ask_collect_step(void *context, int64_t seq, const char *text,
                                 const char *secret)
{
    struct asking *asking = context;
    json_t *entry = json_loads(text, 0, NULL);
    const char *word = json_string_value(json_object_get(entry, "type"));
    int type = word ? table_messages_find(MESSAGE_ENTRY, word) : -1;

    (void)seq;
    (void)secret;
    if (!entry || type == ENTRY_START || type == ENTRY_STEP)
        whole_append(&asking->pieces, json_incref(json_object_get(entry, "text")));
    if (type == ENTRY_REWIND) {
        size_t to = (size_t)json_integer_value(json_object_get(entry, "to"));
        while (json_array_size(asking->pieces) > to + 1)
            json_array_remove(asking->pieces, json_array_size(asking->pieces) - 1);
    }
    json_decref(entry);
    return asking->pieces != NULL;
}

static char *hub_ask_record_join(const char *head, json_t *pieces, const char *end)
{
    size_t n = strlen(head) + strlen(end) + 2, i;
    json_t *piece;

    json_array_foreach(pieces, i, piece) n += json_string_length(piece);
    char *text = malloc(n), *at = text;
    if (!text) return NULL;
    at += sprintf(at, "%s", head);
    json_array_foreach(pieces, i, piece) at +=
        sprintf(at, "%s", json_string_value(piece));
    sprintf(at, "%s", end);
    return text;
}

static void hub_ask_record_on_read(void *context, const struct store_answer *answer)
{
    struct asking *asking = context;
    struct hub_ask *ask = asking->ask;
    char *text = NULL;

    if (ask && answer->how == STORE_DONE && asking->pieces)
        text = hub_ask_record_join(asking->head, asking->pieces, asking->end);
    hub__ask_free(asking);
    if (ask) hub__ask_tell(ask, text, text ? REFUSED_NOT : REFUSED_STORE);
}

/* While a game runs, or others play its tiles, its record is what was heard at the table. */
static void hub_ask_record_heard(struct hub *hub, struct hub_ask *ask, struct room *room)
{
    struct store *store = hub->options.store;
    struct asking *asking = hub__ask_new(ask);

    if (asking) {
        asking->head = table_look_head(room->table);
        asking->end = table_look_end(room->table);
    }
    if (!asking || !asking->head || !asking->end) {
        if (asking) hub__ask_free(asking);
        hub__ask_tell(ask, NULL, REFUSED_STORE);
        return;
    }
    store->read(store, room->table->id, 0, INT32_MAX, hub_ask_collect_step,
                hub_ask_record_on_read, asking);
}

/* May nobody play these tiles any more? A tournament that is not in memory is not asked: it tells the whole record itself. */
static bool hub_ask_tiles_are_told(const struct hub *hub, const struct table *table)
{
    const struct table_place *place = &table->place;
    const struct contest *contest = hub__contest_find(hub, place->tournament);
    struct club_date date;

    if (club_deal_date_read(table->deal, &date))
        return club_deal_stage(date, hub->now / 1000) == CLUB_DEAL_TOLD;
    return contest && !contest->stale &&
           (place->round < contest->t->round || !hub__contest_is_sealed(contest));
}

/* With the seed, or as it was heard at the table? */
static bool hub_ask_tells_all(const struct hub *hub, const struct table *table)
{
    return table->stage == TABLE_OVER &&
           (!table_look_shares_tiles(table) || hub_ask_tiles_are_told(hub, table));
}

void hub_ask_record(struct hub *hub, struct hub_ask *ask)
{
    enum message_error why;
    struct room *room = hub_ask_shown_room(hub, ask->id, ask->who, &why);

    ask->hub = hub;
    if (!room) {
        hub__ask_tell(ask, NULL, why ? why : REFUSED_NO_TABLE);
        return;
    }
    if (!hub_ask_tells_all(hub, room->table)) {
        hub_ask_record_heard(hub, ask, room);
        return;
    }
    char *text = table_look_record(room->table);
    hub__ask_tell(ask, text, text ? REFUSED_NOT : REFUSED_STORE);
}

void hub__ask_whole_record(struct hub *hub, struct hub_ask *ask)
{
    enum message_error why;

    hub->waits = false;
    const struct room *room = hub__room(hub, ask->id, NULL, &why);
    if (room ? room->dirty : hub->waits)
        hub__ask_wait(hub, ask, hub__ask_whole_record);
    else if (!room)
        hub__ask_tell(ask, NULL, why);
    else {
        char *text =
            room->table->stage == TABLE_OVER ? table_look_record(room->table) : NULL;
        hub__ask_tell(ask, text, text ? REFUSED_NOT : REFUSED_NO_TABLE);
    }
    hub->waits = false;
}
