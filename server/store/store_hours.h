/* store_hours.h -- when a server ran on this store, for every kind of store the same. Time in which none
 * ran, or in which it could store nothing, is nobody's: clocks stand still. */
#ifndef STORE_HOURS_H
#define STORE_HOURS_H

#include "store.h"

/* A server begins, and waits for the store: what is `*now`? Later than it was ever alive, whatever the
 * system's clock says, unless the run before was far ahead. False: `note` of the store is worth a line
 * in the log; a pause that could not be noted holds for this run only. */
bool store_begin(struct store *store, int64_t *now);
/* It still runs. Survives the process, and the loss of power only if the system came to write it. */
void store_hours_alive(struct store *store, int64_t now);
/* Of the time since `from`, how long no server ran. */
int64_t store_hours_down(const struct store *store, int64_t from);
/* The same, with the gaps of a table: time that is both counts once. */
int64_t store_hours_down_with(const struct store *store, const struct store_pause *gaps,
                              int n_gaps, int64_t from);
/* The same of one pause alone. */
int64_t store_hours_pause_since(struct store_pause pause, int64_t from);
/* The pause is known from now on; note_pause() is what makes it last. */
void store_hours_add_pause(struct store *store, struct store_pause pause);
/* For close(). */
void store_hours_free(struct store *store);

#endif
