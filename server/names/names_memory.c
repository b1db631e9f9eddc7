/* names_memory.c -- what is remembered for minutes: challenges, codes for other devices, tries. All in tables of
 * a fixed size; the oldest gives way. */
#include "names_internal.h"

#include "hub/secret.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

struct names *names_memory_open(struct store *store, const struct passkey_site *site,
                                int new_names)
{
    struct names *names = calloc(1, sizeof *names);

    if (!names) return NULL;
    names->store = store;
    names->has_site = site != NULL;
    names->new_max = new_names;
    if (site) names->site = *site;
    return names;
}

void names_memory_close(struct names *names)
{
    if (names) sodium_memzero(names, sizeof *names);
    free(names);
}

/* -- Challenges ------------------------------------------------------------------------- */

struct names_challenge *names__memory_challenge_new(struct names *names,
                                                    const struct names_call *call,
                                                    enum name_what what)
{
    struct names_challenge *one = &names->challenge[0];

    for (int i = 0; i < NAMES_CHALLENGES; i++) {
        struct names_challenge *other = &names->challenge[i];
        if (!other->text[0] || other->ends <= call->now) {
            one = other;
            break;
        }
        if (other->ends < one->ends) one = other;
    }
    *one = (struct names_challenge){.what = what, .ends = call->now + NAMES_CHALLENGE_MS};
    secret_new(one->text);
    memcpy(one->guest, call->guest, sizeof one->guest);
    return one;
}

bool names__memory_challenge_take(struct names *names, const struct names_call *call,
                                  const char *text, struct names_challenge *out)
{
    for (int i = 0; text[0] && i < NAMES_CHALLENGES; i++) {
        struct names_challenge *one = &names->challenge[i];
        if (strcmp(one->text, text) != 0) continue;
        *out = *one;
        one->text[0] = 0; /* whatever comes of it */
        /* A clock that was set back makes nothing last longer. */
        return out->ends > call->now && out->ends <= call->now + NAMES_CHALLENGE_MS &&
               !strcmp(out->guest, call->guest);
    }
    return false;
}

/* -- Codes ------------------------------------------------------------------------------ */

static const char code_letters[] = "abcdefghjkmnpqrstuvwxyz023456789";

void names__memory_code_new(int n, char out[NAMES_CODE_MAX])
{
    int at = 0, group = n % 5 ? 4 : 5;

    for (int i = 0; i < n; i++) {
        if (i && i % group == 0) out[at++] = '-';
        out[at++] = code_letters[randombytes_uniform(sizeof code_letters - 1)];
    }
    out[at] = 0;
}

/* As people type: large letters, an l or an i for nothing that exists. */
bool names__memory_code_hash(const char *code, char out[NAMES_WHO_MAX])
{
    static const char key[] = "aude code, version one";
    unsigned char letters[NAMES_CODE_MAX], hash[crypto_generichash_BYTES];
    size_t n = 0;

    for (; *code; code++) {
        char c = *code >= 'A' && *code <= 'Z' ? (char)(*code + 32) : *code;
        if (c == ' ' || c == '-') continue;
        if (c == 'o') c = '0';
        if (!strchr(code_letters, c) || n == sizeof letters) return false;
        letters[n++] = (unsigned char)c;
    }
    if (!n) return false;
    crypto_generichash(hash, sizeof hash, letters, n, (const unsigned char *)key,
                       sizeof key);
    sodium_bin2base64(out, NAMES_WHO_MAX, hash, sizeof hash,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(letters, sizeof letters);
    return true;
}

void names__memory_link_new(struct names *names, int64_t id, int64_t now,
                            char code[NAMES_CODE_MAX])
{
    struct names_link *one = &names->link[0];

    for (int i = 0; i < NAMES_LINKS; i++) {
        struct names_link *other = &names->link[i];
        if (other->id == id) other->hash[0] = 0; /* one at a time */
        if (!other->hash[0] || other->ends < one->ends) one = other;
        if (!one->hash[0]) one->ends = 0;
    }
    *one = (struct names_link){.id = id, .ends = now + NAMES_LINK_MS};
    names__memory_code_new(NAMES_LINK_LETTERS, code);
    names__memory_code_hash(code, one->hash);
}

struct names_link *names__memory_link_find(struct names *names,
                                           const struct names_call *call,
                                           const char *hash)
{
    for (int i = 0; hash[0] && i < NAMES_LINKS; i++) {
        struct names_link *one = &names->link[i];
        if (strcmp(one->hash, hash) != 0) continue;
        bool ours = !one->guest[0] || !strcmp(one->guest, call->guest);
        bool in_time = one->ends > call->now && one->ends <= call->now + NAMES_LINK_MS;
        return ours && in_time ? one : NULL;
    }
    return NULL;
}

/* -- How often -------------------------------------------------------------------------- */

enum { DAY_MS = 86400000 };

static struct names_count *memory_count_of(struct names *names,
                                           const struct names_call *call)
{
    struct names_count *one = &names->count[0];

    for (int i = 0; i < NAMES_COUNTS; i++) {
        struct names_count *other = &names->count[i];
        if (other->since && !memcmp(other->from, call->from, sizeof other->from)) {
            one = other;
            break;
        }
        if (other->since < one->since) one = other;
    }
    if (!one->since || memcmp(one->from, call->from, sizeof one->from) != 0 ||
        call->now - one->since >= DAY_MS || call->now < one->since) {
        *one = (struct names_count){.since = call->now};
        memcpy(one->from, call->from, sizeof one->from);
    } else if (call->now - one->since >= NAMES_TRIES_MS && one->tries) {
        one->tries = 0;
        one->since = call->now; /* names are counted a little longer: in his disfavour */
    }
    return one;
}

bool names__memory_may_try(struct names *names, struct names_call *call)
{
    const struct names_count *one = memory_count_of(names, call);

    if (one->tries < NAMES_TRIES) return true;
    call->wait = (int)((one->since + NAMES_TRIES_MS - call->now) / 1000) + 1;
    names__call_refuse(call, REFUSED_RATE,
                       "too many codes that open nothing: please wait an hour");
    return false;
}

void names__memory_tried(struct names *names, const struct names_call *call)
{
    memory_count_of(names, call)->tries++;
}

bool names__memory_may_keep(struct names *names, struct names_call *call)
{
    if (memory_count_of(names, call)->names < names->new_max) return true;
    names__call_refuse_name(call, NAME_MANY);
    return false;
}

void names__memory_kept(struct names *names, const struct names_call *call)
{
    memory_count_of(names, call)->names++;
}
