/* relay.c -- see relay.h. */
#include "relay.h"

#include <sodium.h>
#include <string.h>

static void relay_put32(unsigned char *out, uint32_t n)
{
    for (int i = 0; i < 4; i++) out[i] = (unsigned char)(n >> (24 - 8 * i));
}

static uint32_t relay_get32(const char *bytes)
{
    uint32_t n = 0;

    for (int i = 0; i < 4; i++) n = n << 8 | (unsigned char)bytes[i];
    return n;
}

void relay_head(unsigned char out[RELAY_HEAD], const struct relay_frame *frame)
{
    relay_put32(out, (uint32_t)frame->n);
    out[4] = (unsigned char)frame->kind;
    relay_put32(out + 5, frame->conn);
}

long relay_read(const char *bytes, size_t n, struct relay_frame *out)
{
    if (n < RELAY_HEAD) return 0;
    size_t length = relay_get32(bytes);
    unsigned char kind = (unsigned char)bytes[4];
    if (length > RELAY_TEXT_MAX || !kind) return -1;
    if (n < RELAY_HEAD + length) return 0;
    *out = (struct relay_frame){.kind = (enum relay_kind)kind,
                                .conn = relay_get32(bytes + 5),
                                .text = bytes + RELAY_HEAD,
                                .n = length};
    return (long)(RELAY_HEAD + length);
}

void relay_put(unsigned char out[8], uint64_t number)
{
    relay_put32(out, (uint32_t)(number >> 32));
    relay_put32(out + 4, (uint32_t)number);
}

bool relay_get(const struct relay_frame *frame, uint64_t *number)
{
    if (frame->n < 8) return false;
    *number = (uint64_t)relay_get32(frame->text) << 32 | relay_get32(frame->text + 4);
    return true;
}

/* -- Each end knows the other ------------------------------------------------------------ */

size_t relay_hello(const struct relay_door *door, char out[RELAY_NONCE + RELAY_NAME_MAX])
{
    size_t n = strlen(door->name);

    memcpy(out, door->ours, RELAY_NONCE);
    memcpy(out + RELAY_NONCE, door->name, n);
    return RELAY_NONCE + n;
}

/* Both numbers and both names are in it, and which end says it: a proof is good for one link, one end and once. */
static void relay_mac(const struct relay_door *door, bool mine,
                      unsigned char mac[RELAY_MAC])
{
    crypto_auth_hmacsha256_state state;
    const char *first = mine ? door->name : door->other;
    const char *second = mine ? door->other : door->name;
    unsigned char end = door->came == mine ? 'o' : 'c'; /* who was called, who called */

    crypto_auth_hmacsha256_init(&state, door->key, RELAY_KEY);
    crypto_auth_hmacsha256_update(&state, &end, 1);
    crypto_auth_hmacsha256_update(&state, mine ? door->ours : door->theirs, RELAY_NONCE);
    crypto_auth_hmacsha256_update(&state, mine ? door->theirs : door->ours, RELAY_NONCE);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)first,
                                  strlen(first) + 1);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)second,
                                  strlen(second) + 1);
    crypto_auth_hmacsha256_final(&state, mac);
}

bool relay_greet(struct relay_door *door, const struct relay_frame *hello,
                 unsigned char proof[RELAY_MAC])
{
    size_t n = hello->n - RELAY_NONCE;

    if (door->greeted || hello->kind != RELAY_HELLO || hello->n <= RELAY_NONCE ||
        n >= sizeof door->other || memchr(hello->text + RELAY_NONCE, 0, n))
        return false;
    memcpy(door->theirs, hello->text, RELAY_NONCE);
    memcpy(door->other, hello->text + RELAY_NONCE, n);
    door->other[n] = 0;
    door->greeted = true;
    relay_mac(door, true, proof);
    return true;
}

bool relay_believe(struct relay_door *door, const struct relay_frame *proof)
{
    unsigned char mac[RELAY_MAC];

    if (!door->greeted || door->open || proof->kind != RELAY_PROOF ||
        proof->n != RELAY_MAC)
        return false;
    relay_mac(door, false, mac);
    door->open = !sodium_memcmp(mac, proof->text, RELAY_MAC);
    return door->open;
}
