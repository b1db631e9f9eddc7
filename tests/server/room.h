/* room.h -- tables for tests: requests as text with ' for ", time that passes when told. */
#ifndef AUDE_TEST_ROOM_H
#define AUDE_TEST_ROOM_H

#include "play.h"
#include "server/table/table.h"

struct room_test {
    struct table *table;
    int64_t now;
    struct table_reply reply;
    /* everything the table ever said, as a store would keep it */
    char **text, **secret;
    int n, max;
};

/* A new table by the host "ann". False if it was refused. */
bool room_open(struct room_test *room, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void room_close(struct room_test *room);

/* A request; true if it was granted. On an error room->reply has the code. */
bool room_ask(struct room_test *room, const char *who, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "OK", or the code of the refusal. */
const char *room_code(struct room_test *room, const char *who, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Let so much time pass. */
void room_wait(struct room_test *room, int64_t ms);
/* A random legal action by whoever has to decide: as a request of its owner. */
bool room_step(struct room_test *room, struct play_rng *rng);
/* A legal action that reveals nothing, by its owner; plays on until there is one. */
bool room_quiet_step(struct room_test *room, struct play_rng *rng);
/* The last entry of that type, or NULL. Lives as long as the room. */
const char *room_last(struct room_test *room, const char *type);
/* Take over what the table has said. */
void room_gather(struct room_test *room);
/* The same table, from what it said. */
struct table *room_again(struct room_test *room);

json_t *room_json(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Parts of a request to create a table. */
#define GROW  "'head':'aude 1\\nrules grow\\n'"
#define HERE2 "'seats':[{'kind':'here','name':'Ann'},{'kind':'here','name':'Al'}]"
#define LINK2 "'seats':[{'kind':'here','name':'Ann'},{'kind':'link'}]"
#define LINK3 "'seats':[{'kind':'here','name':'Ann'},{'kind':'link'},{'kind':'link'}]"

/* Ann and Bob at one table, begun; and with Cat. */
bool room_two(struct room_test *room, const char *options);
bool room_three(struct room_test *room, const char *options);
/* Who must decide; and the one of Ann and Bob who need not. */
const char *room_actor(struct room_test *room);
const char *room_other(struct room_test *room);

#endif
