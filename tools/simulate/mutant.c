/* mutant.c -- which fault is put in (server/mutant.h). */
#include "server/mutant.h"

#include <stdlib.h>

#ifdef AUDE_MUTANTS
enum mutant mutant_now;

bool mutant_choose(const char *number)
{
    long n = strtol(number, NULL, 10);

    if (n < 1 || n >= MUTANTS) return false;
    mutant_now = (enum mutant)n;
    return true;
}
#else
bool mutant_choose(const char *number)
{
    (void)number;
    return false;
}
#endif
