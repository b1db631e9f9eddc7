/* locks.h -- locks.c sees every lock; a test may look on. */
#ifndef LOCKS_H
#define LOCKS_H

/* Called with every lock that the thread of the test itself gives back, while it still has it; NULL: nobody looks. Never called where the linker
 * does not know --wrap. */
extern void (*locks_given_back)(void);

#endif
