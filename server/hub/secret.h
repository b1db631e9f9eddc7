/* secret.h -- what must be unguessable: cookies, names of tables, seeds. */
#ifndef SECRET_H
#define SECRET_H

#include "aude.h"

enum {
    SECRET_TEXT_MAX = 44, /* 32 bytes as base64url, with the end */
    SECRET_HASH_MAX = 44
};

bool secret_init(void); /* once, before the others */
void secret_new(char out[SECRET_TEXT_MAX]);
/* The hash by which a secret is known here; false if it is not one of our making. */
bool secret_hash(const char *secret, char out[SECRET_HASH_MAX]);
/* Twelve letters and digits, 60 bits: everybody who has it may look at the table. */
void secret_table_id(char *out, size_t size);
struct aude_seed secret_seed(void);
uint64_t secret_number(void);
/* What `text` becomes with a secret of our making: the same each time, and unguessable without it. */
void secret_table_id_of(const char *secret, const char *text, char *out, size_t size);
struct aude_seed secret_seed_of(const char *secret, const char *text);
/* A number by which nobody without the key finds `n`, and by which it is known again. */
uint64_t secret_mix(const uint64_t key[2], uint64_t n);
/* A short fingerprint of `n` bytes in hex, for ETags. */
void secret_etag(const void *bytes, size_t n, char out[20]);

#endif
