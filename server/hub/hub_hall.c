/* hub_hall.c -- the hall: games that are played now and that everybody may watch, with what a small picture needs beside the
 * record. It says nothing that a watcher would not see. */
#include "hub_internal.h"

#include <string.h>

enum { HALL_GAMES = 60 };

/* Of one person, by the number of a kept name; 0: of everybody. */
static bool hub_hall_has_person(json_t *table, int64_t person)
{
    json_t *one;
    size_t i;

    if (!person) return true;
    json_array_foreach(json_object_get(table, "people"), i,
                       one) if (json_integer_value(one) == person) return true;
    return false;
}

static bool hub_hall_is_shown(json_t *table, int64_t person)
{
    const char *word = json_string_value(json_object_get(table, "status"));
    int status = word ? sitting_words_find(&words_status, word) : -1;

    return (status == TABLE_IS_PLAYED || status == TABLE_IS_PAUSED) &&
           json_is_true(json_object_get(table, "watch")) &&
           hub_hall_has_person(table, person);
}

/* How it stands, where this server has the table in memory and everything of it is stored. */
static void hub_hall_add_points(const struct hub *hub, const char *id, json_t **table)
{
    const struct room *room = hub__room_find(hub, id);

    if (!room || room->dirty || !room->table->sitting.game) return;
    json_t *points = json_array();
    for (unsigned s = 0; s < room->table->head.setup.n_seats; s++)
        whole_append(&points, json_integer(room->table->sitting.game->player[s].points));
    whole_set(table, "points", points);
}

static bool hub_hall_each(void *context, const struct store_row *row)
{
    struct asking *asking = context;

    if (!asking->ask || json_array_size(asking->pieces) >= HALL_GAMES) return false;
    if (hub__duty_is_silenced(asking->ask->hub, row->table)) return true;
    bool unreadable;
    json_t *table = hub__ask_summary(row->summary, &unreadable);
    if (unreadable) return true;
    if (table && !hub_hall_is_shown(table, asking->ask->since)) {
        json_decref(table);
        return true;
    }
    hub__club_rate(asking->ask->hub, &table);
    hub_hall_add_points(asking->ask->hub, row->table, &table);
    return whole_append(&asking->pieces, table);
}

void hub_hall_ask(struct hub *hub, struct hub_ask *ask)
{
    hub__ask_tables(hub, ask, "games", hub_hall_each);
}
