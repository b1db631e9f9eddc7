/* seeded.c -- what the server takes from chance (names of tables, seeds of games, secrets) is the same in every run of the C
 * tests, so that none of them hangs on luck. AUDE_CHANCE=N is another run. */
#include "seeded.h"

#include <sodium.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seeded_state;

static uint32_t seeded_number(void)
{
    uint64_t z = seeded_state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(z ^ z >> 31);
}

static void seeded_fill(void *out, const size_t size)
{
    unsigned char *bytes = out;

    for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)seeded_number();
}

uint64_t seeded_again(uint64_t state)
{
    uint64_t before = seeded_state;

    seeded_state = state;
    return before;
}

static const char *seeded_name(void)
{
    return "seeded";
}

__attribute__((constructor)) static void seeded_begin(void)
{
    static randombytes_implementation seeded = {
        .implementation_name = seeded_name, .random = seeded_number, .buf = seeded_fill};
    const char *text = getenv("AUDE_CHANCE");

    seeded_state = text ? strtoull(text, NULL, 10) : 1;
    randombytes_set_implementation(&seeded);
}
