/* worker.h -- threads in which computer players think.
 *
 * A job goes in with a copy of what the seat may know, an action comes out; the two queues are
 * the only place where threads meet. */
#ifndef WORKER_H
#define WORKER_H

#include "hub/hub.h"

struct workers;

/* `answered` is called in a worker's thread whenever there is something to take. */
struct workers *workers_start(int threads, void (*answered)(void *context),
                              void *context);
/* Take over the job, unless all are busy. */
bool workers_give(struct workers *workers, struct hub_job *job);
void workers_forget(struct workers *workers, uint64_t number);
/* The next answer; false if there is none. */
bool workers_take(struct workers *workers, uint64_t *number, struct aude_action *action);
void workers_stop(struct workers *workers);

#endif
