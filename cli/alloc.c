/* alloc.c -- memory, which ends the program if it runs out. */
#include "cli.h"

#include <stdlib.h>

void *cli_alloc(size_t size)
{
    void *block = calloc(1, size);

    if (!block) {
        fputs("aude: there is not enough memory\n", stderr);
        exit(CLI_FAILED);
    }
    return block;
}
