/* certificate.h -- a certificate that a test makes for itself. */
#ifndef CERTIFICATE_H
#define CERTIFICATE_H

#include <stdbool.h>

extern char certificate_path[100], certificate_key_path[100];

/* For that name and for 127.0.0.1, signed by itself, in two files. */
bool certificate_make(const char *name);
void certificate_remove(void);

#endif
