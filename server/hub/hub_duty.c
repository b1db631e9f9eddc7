/* hub_duty.c -- what a host has decided about people and tables (`aude admin`), as far as the hub carries it
 * out: who may not talk, tables that were changed or removed in the store, who has to go. */
#include "hub_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Silence ---------------------------------------------------------------------------- */

void hub_duty_silence(struct hub *hub, char (*names)[TABLE_WHO_MAX], int n)
{
    free(hub->silenced);
    hub->silenced = names;
    hub->n_silenced = n;
}

bool hub__duty_is_silenced(const struct hub *hub, const char *name)
{
    for (int i = 0; name[0] && i < hub->n_silenced; i++)
        if (!strcmp(hub->silenced[i], name)) return true;
    return false;
}

/* The name that he chose becomes "Seat 1" and so on. */
static bool hub_duty_plain_name(json_t *seat, int64_t number)
{
    char name[24];

    if (!json_is_string(json_object_get(seat, "name"))) return true;
    snprintf(name, sizeof name, "Seat %d", (int)number + 1);
    return !json_object_set_new(seat, "name", json_string(name));
}

bool hub__duty_plain_names(const struct conn *conn, const struct fields *request)
{
    json_t *json = request->json, *seats = json_object_get(json, "seats"), *seat;
    bool ok = true;
    size_t i;

    if (!hub__duty_is_silenced(conn->hub, conn->who)) return true;
    json_array_foreach(seats, i, seat) ok &= hub_duty_plain_name(seat, (int64_t)i);
    json_t *number = json_object_get(json, "seat");
    if (json_is_integer(number) && json_integer_value(number) < AUDE_SEATS_MAX)
        ok &= hub_duty_plain_name(json, json_integer_value(number));
    return ok || hub__no_memory(request->reply);
}

bool hub__duty_may_talk(const struct conn *conn, const struct room *room,
                        const struct fields *request)
{
    const char *type;

    if (!fields_text(request, "type", &type) ||
        table_messages_find(MESSAGE_REQUEST, type) != REQUEST_CHAT)
        return true;
    if (!hub__duty_is_silenced(conn->hub, conn->who) &&
        !hub__duty_is_silenced(conn->hub, room->table->id))
        return true;
    return table__refuse(request->reply, REFUSED_OFF,
                         "the host of this server has switched talk off here");
}

/* -- Changes behind our back ------------------------------------------------------------ */

bool hub_duty_reread(struct hub *hub, const char *id)
{
    struct room *room = hub__room_find(hub, id);

    if (!room) return true;
    if (room->dirty || hub__room_is_busy(room)) return false;
    room->lost =
        true; /* the next tick reads it as it is stored, or tells that it is gone */
    return true;
}

void hub_duty_shut_out(struct hub *hub, bool (*out)(void *context, struct conn *conn),
                       void *context)
{
    for (struct conn *conn = hub->conns; conn; conn = conn->next) {
        if (conn->closing || !out(context, conn)) continue;
        hub_send_refusal(conn, REFUSED_OFF, "this server is closed to your address");
        hub->options.wake(hub->options.context, conn);
    }
}
