/* faults_test.h -- calls of libraries that fail when told: OpenSSL's. Where the linker does not know --wrap none does. */
#ifndef FAULTS_TEST_H
#define FAULTS_TEST_H

/* The `turn`th call of OpenSSL (from 1) that may fail says that it did, though it has done its work; 0: none. Only those that this server's
 * code calls itself are counted. */
void faults_test_openssl(int turn);
/* Has it come to that? */
int faults_test_came(void);

#endif
