/* store_test.h -- what the tests of stores share. */
#ifndef STORE_TEST_H
#define STORE_TEST_H

/* Empty the PostgreSQL database of that name. */
void store_test_empty(const char *name);

#endif
