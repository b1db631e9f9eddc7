/* weight.h -- how much memory a request takes. jansson makes up to 80 bytes of one byte that a stranger sends: `{},{},{},...`.
 * So the parts of a request are counted before it is read, and those that wait are weighed. */
#ifndef WEIGHT_H
#define WEIGHT_H

#include <jansson.h>
#include <stdbool.h>

enum {
    WEIGHT_ONE = 256
}; /* bytes: an empty object is the heaviest of all small things */

/* At least as many as the values that this text holds, if it is JSON. */
int weight_parts(const char *text, size_t n);
/* About as many bytes as it takes in memory. As deep as it is nested the function calls itself: its parts are counted first. */
size_t weight_of(json_t *json);

#endif
