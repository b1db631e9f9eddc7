/* device.h -- a device that keeps passkeys, byte by byte: for tests, with OpenSSL. It can be told to lie. */
#ifndef AUDE_DEVICE_H
#define AUDE_DEVICE_H

#include <openssl/evp.h>
#include <stdbool.h>
#include <stdint.h>

#include "server/names/passkey.h"

struct device {
    EVP_PKEY *pkey;
    int algorithm;
    unsigned char id[32];
    uint32_t counter;
    unsigned char flags; /* of the next thing it says: present, verified */
};

/* What it said: the browser's part, the device's part, the signature. */
struct device_said {
    char client[1024];
    unsigned char data[1024], signature[512];
    size_t n_client, n_data, n_signature;
};

bool device_open(struct device *device, int algorithm, int number);
void device_close(struct device *device);
/* A browser at `origin` asks for a key for `rp`, or for a signature. */
void device_make(struct device *device, const char *origin, const char *rp,
                 const char *challenge, struct device_said *said);
void device_sign(struct device *device, const char *origin, const char *rp,
                 const char *challenge, struct device_said *said);
/* Signs again what stands in `said` now. */
void device_sign_again(struct device *device, struct device_said *said);
struct passkey_bytes device_client(const struct device_said *said);
struct passkey_bytes device_data(const struct device_said *said);
struct passkey_bytes device_signature(const struct device_said *said);

#endif
