/* passkey_internal.h -- what the two files of passkeys share. */
#ifndef PASSKEY_INTERNAL_H
#define PASSKEY_INTERNAL_H

#include "passkey.h"

/* Does the browser say what it must? `type`: "webauthn.create" or "webauthn.get". */
enum passkey_why passkey__client(const struct passkey_site *site, const char *type,
                                 const char *challenge, struct passkey_bytes client);

#endif
