/* fuzz_names.c -- what strangers say about names: a device's bytes (CBOR), a browser's words (JSON), a name, a whole call.
 *
 * The first byte says which: `d` a device that made a key, `s` one that signed, `n` a name, any other a call:
 * its word, a line feed and its body. Besides what the sanitizers see: a key that is taken is one of the
 * three kinds and signs nothing by itself; a name that is taken is short, and looks like itself; a call has
 * one answer, in JSON, and opens no session. */
#include "server/hub/secret.h"
#include "server/names/names_call.h"
#include "server/names/names_text.h"
#include "server/store/store.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static const char challenge[] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

static void must(bool yes, const char *what)
{
    if (yes) return;
    fprintf(stderr, "fuzz_names: %s\n", what);
    abort();
}

static struct passkey_site site(void)
{
    struct passkey_site one;

    must(passkey_client_site_of("https://play.example.org", &one), "a site");
    return one;
}

static struct passkey_bytes client(const char *type)
{
    static char text[300];
    int n = snprintf(text, sizeof text,
                     "{\"type\":\"%s\",\"challenge\":\"%s\",\"origin\":"
                     "\"https://play.example.org\"}",
                     type, challenge);

    return (struct passkey_bytes){(const unsigned char *)text, (size_t)n};
}

static void judge_made(const uint8_t *data, size_t n)
{
    struct passkey_site here = site();
    struct passkey key;

    if (passkey_fido_made(&here, challenge, client("webauthn.create"),
                          (struct passkey_bytes){data, n}, &key))
        return;
    must(key.algorithm == -7 || key.algorithm == -8 || key.algorithm == -257,
         "a known kind");
    must(key.n_id && key.n_id <= PASSKEY_ID_MAX && key.n_key <= PASSKEY_KEY_MAX,
         "lengths");
}

/* The first part is the data, the last 70 bytes the signature. */
static void judge_signed(const uint8_t *data, size_t n)
{
    struct passkey_site here = site();
    struct passkey key = {.algorithm = -8, .n_key = 32};
    size_t signature = n < 70 ? n : 70;
    uint32_t counter = 0;

    memset(key.key, 0x42, sizeof key.key);
    must(passkey_fido_signed(&here, challenge, &key, client("webauthn.get"),
                             (struct passkey_bytes){data, n - signature},
                             (struct passkey_bytes){data + n - signature, signature},
                             &counter) != PASSKEY_GOOD,
         "nobody signs without the key");
    must(passkey_fido_signed(&here, challenge, &key, (struct passkey_bytes){data, n},
                             (struct passkey_bytes){data, n},
                             (struct passkey_bytes){data, n}, &counter) != PASSKEY_GOOD,
         "nobody signs without the key");
}

/* A name comes out of JSON, which is sound UTF-8. */
static void judge_name(const char *text)
{
    struct names_text_look one, two;
    json_t *json = json_string(text);

    if (json && !names_text_judge(text)) {
        must(strlen(text) < NAMES_SHOWN_MAX, "short");
        names_text_look(text, &one);
        names_text_look(text, &two);
        must(one.letters[0] && one.form[0] && one.near[0], "it looks like something");
        must(!strcmp(one.near, two.near), "like itself");
    }
    json_decref(json);
}

static int told;

static void on_told(struct names_call *call)
{
    json_t *json = call->text ? json_loads(call->text, 0, NULL) : NULL;

    told++;
    must(json_is_object(json), "an answer in JSON");
    must(!call->new_session[0], "no stranger is signed in");
    json_decref(json);
    names_call_free(call);
}

static void judge_call(char *text, size_t n)
{
    static struct store *store;
    static struct names *names;
    struct passkey_site here = site();
    char problem[200], *feed = memchr(text, '\n', n);
    bool known;

    if (!feed) return;
    if (!store) {
        must(secret_init(), "random numbers");
        store = store_open("sqlite::memory:", problem, sizeof problem);
        must(store != NULL, problem);
        names = names_memory_open(store, &here, NAMES_NEW);
    }
    *feed++ = 0;
    struct names_call *call = names_call_new(names, text, &known);
    if (!call) return;
    memset(call->guest, 'g', 43);
    call->now = 1000000;
    call->told = on_told;
    told = 0;
    names_call_ask(call, feed, n - (size_t)(feed - text));
    must(told == 1, "one answer");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char *text = malloc(n + 1);

    if (!text || !n) {
        free(text);
        return 0;
    }
    memcpy(text, data, n);
    text[n] = 0;
    if (data[0] == 'd')
        judge_made(data + 1, n - 1);
    else if (data[0] == 's')
        judge_signed(data + 1, n - 1);
    else if (data[0] == 'n')
        judge_name(text + 1);
    else
        judge_call(text, n);
    free(text);
    return 0;
}
