/* world.h -- a world of its own from one number: three servers, links between them, a database that all share, people and
 * computers. Time is simulated.
 *
 * What goes wrong: servers are killed and started again, also while something is on its way; stand still for longer than a lease and
 * go on; are drained. Links are slow, stall, are cut at any byte, or die without a word. (A link is a TCP stream:
 * within it nothing is lost, doubled or out of order before it is cut.) The store is slow, away, full, fails
 * before or after it has stored. Clocks of the servers differ.
 *
 * What must hold, always:
 *
 *   seen = stored       every entry that anybody hears is in the database, byte for byte, without a gap
 *   never lost          what was acknowledged is in the database, once
 *   no secrets          the same world with other tiles to come says the same to everybody until one is drawn
 *   clocks add up       nobody is charged for time in which nobody had his table
 *
 * And when nothing goes wrong any more: everybody has the whole log; tables in memory are the fold of their logs;
 * computers move; clocks that run out act. */
#ifndef SIMULATE_WORLD_H
#define SIMULATE_WORLD_H

#include <stdbool.h>
#include <stdint.h>

extern bool world_traced; /* everything that happens is told */
extern long world_ended;  /* games that came to their end, of all worlds so far */

/* Runs it. Aborts, after a line on stderr, when something does not hold. How many games were begun. */
int world_run(uint64_t seed);

#endif
