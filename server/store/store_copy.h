/* store_copy.h -- a whole store: copied into another, summed up, checked. For `aude store`; it waits for the
 * store, so never from a server. */
#ifndef STORE_COPY_H
#define STORE_COPY_H

#include "store.h"

enum { STORE_SUM = 65, STORE_NAME_MAX = 64, STORE_KEY_MAX = 512 };

struct store_counts {
    long tables, entries, people, pauses, pushes, names, results, tournaments;
    long copied, same;   /* of store_copy(): tables */
    long broken, faults; /* of store_check(): tables; what else is wrong */
    char sum[STORE_SUM]; /* SHA-256 of every row, in hexadecimal */
};

/* Called for each table; false: stop, as if by Ctrl-C. `why`: what is wrong with it, or NULL. Without a table: with the
 * store itself. */
typedef bool store_each_table(void *context, const char *table, int64_t seq,
                              const char *why);

/* Everything of `from` into `to`, table by table. What is there already is not written again, so a copy
 * that was stopped goes on; where store_fits() says no, nothing is. At the end both must have the same sum. False:
 * `problem` says why; what was copied stays. */
bool store_copy(struct store *from, struct store *to, struct store_counts *counts,
                store_each_table *each, void *context, char *problem, size_t size);
/* May `from` be copied into `to`? Not if that would write over something, or mix two stores: then `problem` says what
 * it holds. An empty one fits, and an earlier copy of `from`, also one that was stopped. */
bool store_fits(struct store *from, struct store *to, char *problem, size_t size);
/* Counts and sums up. */
bool store_copy_sum(struct store *store, struct store_counts *counts);
/* Every log is folded, every hash of a turn compared with the game, its end with the table's row; what belongs to
 * nothing and pages that are damaged are looked for, and all the rest is read. False: it could not be read. */
bool store_check(struct store *store, struct store_counts *counts, store_each_table *each,
                 void *context);

#endif
