/* passkey_cbor.c -- is a device's CBOR sound? Asked before libfido2 may read it.
 *
 * libcbor sets aside and clears as many places as an array says it has, before it reads the first one: nine
 * bytes of a stranger would cost the server all its memory. So everything that is announced must be there, and
 * nothing may be of a kind that a device never sends (CTAP2 writes no open lengths and no tags). */
#include "passkey_internal.h"

enum {
    CBOR_DEEPEST = 4, /* as deep as CTAP2 lets its devices go */
    CBOR_BYTES = 2,   /* the major types that need a word */
    CBOR_TEXT = 3,
    CBOR_ARRAY = 4,
    CBOR_MAP = 5,
    CBOR_TAG = 6
};

/* The number that an item begins with: its value, its length or how many it holds. */
static bool cbor_number(struct passkey_bytes *rest, unsigned *major, uint64_t *number)
{
    unsigned first, more;

    if (!rest->n) return false;
    first = *rest->bytes++, rest->n--;
    *major = first >> 5, *number = first & 31;
    if (*number < 24) return true;
    if (*number > 27) return false; /* kept for later, or an open length */
    more = 1u << (*number - 24);
    if (rest->n < more) return false;
    for (*number = 0; more; more--) *number = *number << 8 | *rest->bytes++, rest->n--;
    return true;
}

/* Takes one item, with all that it holds, off the front of `rest`. */
static bool cbor_item(struct passkey_bytes *rest, int deep)
{
    unsigned major;
    uint64_t number;

    if (!cbor_number(rest, &major, &number) || major == CBOR_TAG) return false;
    if (major == CBOR_BYTES || major == CBOR_TEXT) {
        if (number > rest->n) return false;
        rest->bytes += number, rest->n -= (size_t)number;
        return true;
    }
    if (major != CBOR_ARRAY && major != CBOR_MAP) return true;
    /* What is held takes at least a byte each: this keeps the loop short, and twice the number small. */
    if (deep == CBOR_DEEPEST || number > rest->n) return false;
    if (major == CBOR_MAP) number *= 2;
    for (; number; number--)
        if (!cbor_item(rest, deep + 1)) return false;
    return true;
}

bool passkey_cbor_sound(struct passkey_bytes bytes)
{
    while (bytes.n)
        if (!cbor_item(&bytes, 0)) return false;
    return true;
}
