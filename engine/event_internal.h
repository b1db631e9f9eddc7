/* event_internal.h -- the rows of the table of events (event.c), and the functions that stand in
 * them: how a record says an event, and how a reader compares what it says. */
#ifndef AUDE_EVENT_INTERNAL_H
#define AUDE_EVENT_INTERNAL_H

#include "engine.h"
#include "text_internal.h"

/* Writes the event as a statement of a record; `name` is its first word. */
typedef void aude__event_write(struct aude__text *text, const char *name,
                               const struct aude_event *ev);
/* What a reader has to keep of the event until the record says it, too. `note` has its kind. */
typedef void aude__event_note(const struct aude_event *ev, struct aude_note *note);
/* Reads the statement: `words` is all of it, `rest` what follows the name. Is it what the game
 * said next? A hidden game may be told by it; events of that go to `events`. */
typedef enum aude_err aude__event_read(struct aude_reader *reader, unsigned kind,
                                       const char *words, char *rest,
                                       struct aude_events *events);

struct aude__event_row {
    const char *name, *rule;    /* the rule that a player may want to read, or "" */
    unsigned fields;            /* enum aude_field */
    const char *number, *x, *y; /* what `points`, x and y are; NULL: points, a cell */
    aude__event_write *write;   /* these three NULL: no record says it */
    aude__event_note *note;
    aude__event_read *read;
};

extern const struct aude__event_row aude__events[AUDE_EVENT_KINDS];

/* record_write.c */
aude__event_write aude__record_write_turn, aude__record_write_tile,
    aude__record_write_number, aude__record_write_rest, aude__record_write_scatter;
/* record_read.c */
aude__event_note aude__record_read_note_turn, aude__record_read_note_tile,
    aude__record_read_note_number, aude__record_read_note_rest,
    aude__record_read_note_scatter;
aude__event_read aude__record_read_turn, aude__record_read_tile, aude__record_read_number,
    aude__record_read_rest, aude__record_read_scatter;

#endif
