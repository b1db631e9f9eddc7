/* hub_result.h -- the result of a table's game, as a store keeps it. Pure: from the fold of the log alone, so that it is
 * the same whoever makes it, and when. */
#ifndef HUB_RESULT_H
#define HUB_RESULT_H

#include "store/store_result.h"
#include "table/table.h"

/* `result` points into the table and into `keys`. False: its game has not ended. */
bool hub_result(const struct table *table, struct store_result *result,
                char keys[STORE_SEATS_MAX][STORE_LETTERS_MAX]);

#endif
