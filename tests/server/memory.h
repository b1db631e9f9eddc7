/* memory.h -- memory that runs out when told: the programs of the C tests are linked so that every call of malloc() and its like, and every call of
 * jansson that needs memory, comes here first (cmake/tests.cmake).
 *
 * A site is a place in the code that asks for memory; it is known by the address behind its call. Tests that run while memory runs out include this
 * header: what they ask for themselves they get. */
#ifndef AUDE_TEST_MEMORY_H
#define AUDE_TEST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_SITES = 1024, MEMORY_LEAKS = 8 };

/* What is noted while it is watched. */
struct memory_report {
    struct memory_site {
        const void *at;
        int times;
    } sites[MEMORY_SITES];
    int n_sites;
    int n_left; /* pieces that nobody gave back */
    const void *left[MEMORY_LEAKS];
};

/* False: it cannot on this system, and nothing is noted. */
bool memory_can_run_out(void);
/* From now on the sites are noted, and the `turn`th call (from 1) from `fails` gets nothing; NULL: all get what they ask for. */
void memory_watch(struct memory_report *report, const void *fails, int turn);
/* The same, but it is the `turn`th call of all, wherever it comes from. */
void memory_watch_any(struct memory_report *report, int turn);
/* While it is held back no call fails, or is noted: the tests themselves ask. */
void memory_hold(bool back);
/* Has a call got nothing since it is watched? */
bool memory_ran_out(void);
/* No call fails any more. */
void memory_is_enough(void);
/* What is left is counted. */
void memory_end(void);
/* How often jansson has read or written a whole text until now. */
int memory_texts(void);
/* How far a site is from the program's beginning: what addr2line wants to know. */
size_t memory_offset(const void *site);

void *memory_malloc(size_t n);
void *memory_calloc(size_t n, size_t size);
void *memory_realloc(void *old, size_t n);
char *memory_strdup(const char *text);

#ifndef AUDE_TEST_MEMORY_C
#define malloc(n)       memory_malloc(n)
#define calloc(n, size) memory_calloc(n, size)
#define realloc(old, n) memory_realloc(old, n)
#undef strdup
#define strdup(text) memory_strdup(text)
#endif

#endif
