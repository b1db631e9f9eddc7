/* passkey_internal.h -- what the files of passkeys share. */
#ifndef PASSKEY_INTERNAL_H
#define PASSKEY_INTERNAL_H

#include "passkey.h"

/* Does the browser say what it must? `type`: "webauthn.create" or "webauthn.get". */
enum passkey_why passkey__client(const struct passkey_site *site, const char *type,
                                 const char *challenge, struct passkey_bytes client);

/* Items of CBOR, one behind the other, each as long as it says, and nothing behind them? */
bool passkey_cbor_sound(struct passkey_bytes bytes);

#endif
