/* whole.h -- JSON that is whole, or not there. What is built field by field would lack a field where memory ran out for it. Here everything
 * that was built so far is given up then, and *json is NULL: further fields change nothing, json_pack() with it gives NULL, table__post()
 * refuses it. So nobody has to look at each step, only at the end. */
#ifndef AUDE_WHOLE_H
#define AUDE_WHOLE_H

#include <jansson.h>
#include <stdbool.h>

/* One field more, or one element. The value is taken in any case; NULL: there was no memory for it. False: *json is NULL. */
bool whole_set(json_t **json, const char *field, json_t *value);
bool whole_append(json_t **json, json_t *value);
/* All fields of `more`, which is taken, too. */
bool whole_join(json_t **json, json_t *more);

#endif
