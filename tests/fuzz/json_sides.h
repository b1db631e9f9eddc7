/* json_sides.h -- the two readers of JSON that fuzz_json.c compares, and what they tell (json_side.h). */
#ifndef AUDE_FUZZ_JSON_SIDES_H
#define AUDE_FUZZ_JSON_SIDES_H

#include <stdbool.h>
#include <stddef.h>

struct json_told {
    char *text;
    size_t n, size;
    bool fractions; /* a number is not whole */
    bool deep;      /* refused since too many brackets are in each other */
};

void json_side_theirs(const char *bytes, size_t n, struct json_told *told);
void json_side_ours(const char *bytes, size_t n, struct json_told *told);
/* Gives back what json_side_ours() used: the reader itself never does. */
void json_side_ours_end(void);

#endif
