/* fuzz_flat.c -- any bytes as JSON, read and written by flat.c and by jansson: both take or refuse them, and find
 * and write the same. */
#include "tests/server/flat_test.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!flat_reads_same((const char *)data, size, 0) ||
        !flat_reads_same((const char *)data, size, JSON_REJECT_DUPLICATES))
        abort();
    return 0;
}
