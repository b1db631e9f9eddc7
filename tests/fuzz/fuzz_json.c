/* fuzz_json.c -- any bytes as JSON, read by jansson and by the browser's reader of the same names: both take
 * or refuse them, and find and write the same. */
#include <stdint.h>

#include <jansson.h>

#define SIDE json_side_theirs
#include "json_side.h"

/* Two differences are meant: ours takes fewer brackets in each other, since a page has a small stack, and no zero
 * byte, of which jansson steps over some. */
static bool same(const uint8_t *data, size_t size, const struct json_told *theirs,
                 const struct json_told *ours)
{
    if (ours->deep) return true;
    if (memchr(data, 0, size)) return !strcmp(ours->text, "refused");
    return ours->n == theirs->n && !memcmp(ours->text, theirs->text, ours->n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct json_told theirs = {0}, ours = {0};

    json_side_theirs((const char *)data, size, &theirs);
    json_side_ours((const char *)data, size, &ours);
    if (!same(data, size, &theirs, &ours)) {
        fprintf(stderr, "jansson:\n%s\nours:\n%s\n", theirs.text, ours.text);
        abort();
    }
    json_side_ours_end();
    free(theirs.text);
    free(ours.text);
    return 0;
}
