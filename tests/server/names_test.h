/* names_test.h -- a server's worth of names, and browsers that ask it, each with cookies of its own: for the tests of names. Devices are made of bytes
 * (device.c), so that each can lie. */
#ifndef AUDE_NAMES_TEST_H
#define AUDE_NAMES_TEST_H

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "memory.h"
#include "server/hub/secret.h"
#include "server/names/names_call.h"
#include "server/store/store_wait.h"
#include "test.h"

static const char origin[] = "https://play.example.org", rp[] = "play.example.org";

static struct store *store;
static struct names *names;
static int64_t now;

struct browser {
    char guest[NAMES_WHO_MAX], session[NAMES_WHO_MAX];
    unsigned char from;
};

static json_t *answer; /* to the last call */
static enum message_error refused;
static int waits;
static char gone[NAMES_WHO_MAX];
static bool told;

static inline bool open_names(void)
{
    struct passkey_site site;
    char problem[200];

    CHECK(secret_init());
    now = 1000000;
    store = store_open("sqlite::memory:", problem, sizeof problem);
    names = store && passkey_client_site_of(origin, &site)
                ? names_memory_open(store, &site, NAMES_NEW)
                : NULL;
    return CHECK(names != NULL);
}

static inline void close_names(void)
{
    json_decref(answer);
    answer = NULL;
    store->close(store);
    names_memory_close(names);
}

static inline struct browser browser(int from)
{
    struct browser one = {.from = (unsigned char)from};
    char secret[SECRET_TEXT_MAX];

    secret_new(secret);
    secret_hash(secret, one.guest);
    return one;
}

/* What HTTP does with the cookies. */
static inline void on_told(struct names_call *call)
{
    struct browser *one = call->context;
    char secret[SECRET_TEXT_MAX];

    memory_hold(true);
    told = true;
    json_decref(answer);
    answer = call->text ? json_loads(call->text, 0, NULL) : NULL;
    refused = call->why;
    waits = call->wait;
    memcpy(gone, call->gone, sizeof gone);
    CHECK(!call->new_session[0] || strlen(call->new_session) == 43);
    if (call->end_session) one->session[0] = 0;
    if (call->new_session[0]) secret_hash(call->new_session, one->session);
    if (call->new_guest) {
        secret_new(secret);
        secret_hash(secret, one->guest);
    }
    memory_hold(false);
    names_call_free(call);
}

/* The word of the refusal, or "ok". */
static inline const char *ask_text(struct browser *one, const char *what,
                                   const char *body)
{
    bool known;

    memory_hold(false);
    struct names_call *call = names_call_new(names, what, &known);
    if (!call) {
        memory_hold(true);
        return "no call";
    }
    memcpy(call->guest, one->guest, sizeof call->guest);
    memcpy(call->session, one->session, sizeof call->session);
    snprintf(call->label, sizeof call->label, "Firefox, Linux");
    memset(call->from, one->from, sizeof call->from);
    call->now = now;
    call->told = on_told;
    call->context = one;
    told = false;
    names_call_ask(call, body, strlen(body));
    while (!told) store_wait_rest(store, 10);
    memory_hold(true);
    if (!refused) return "ok";
    const char *why = json_string_value(json_object_get(answer, "why"));
    return why ? why : table_messages_error_code(refused);
}

static inline const char *ask(struct browser *one, const char *what, json_t *body)
{
    char *text = json_dumps(body, JSON_COMPACT);
    const char *said = ask_text(one, what, text);

    json_decref(body);
    free(text);
    return said;
}

static inline const char *text_of(const char *name)
{
    const char *text = json_string_value(json_object_get(answer, name));

    return text ? text : "";
}

static inline int64_t number_of_name(void)
{
    return json_integer_value(json_object_get(json_object_get(answer, "name"), "id"));
}

static inline json_t *base64(const void *bytes, size_t n)
{
    static char text[4096];

    sodium_bin2base64(text, sizeof text, bytes, n,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return json_string(text);
}

static inline json_t *said_json(const struct device *device, const char *challenge,
                                const struct device_said *said)
{
    json_t *json = json_pack("{s:s, s:o}", "challenge", challenge, "client",
                             base64(said->client, said->n_client));

    json_object_set_new(json, "data", base64(said->data, said->n_data));
    if (!said->n_signature) return json;
    json_object_set_new(json, "credential", base64(device->id, sizeof device->id));
    json_object_set_new(json, "signature", base64(said->signature, said->n_signature));
    return json;
}

/* A challenge, or "". */
static inline const char *begin(struct browser *one, const char *what, const char *name)
{
    static char challenge[64];

    CHECK_STR(ask(one, "begin", json_pack("{s:s, s:s}", "what", what, "name", name)),
              "ok");
    snprintf(challenge, sizeof challenge, "%s", text_of("challenge"));
    return challenge;
}

static inline const char *keep(struct browser *one, struct device *device,
                               const char *name)
{
    struct device_said said;
    const char *challenge;
    const char *why =
        ask(one, "begin", json_pack("{s:s, s:s}", "what", "keep", "name", name));

    if (strcmp(why, "ok") != 0) return why;
    static char text[64];
    snprintf(text, sizeof text, "%s", text_of("challenge"));
    challenge = text;
    device_make(device, origin, rp, challenge, &said);
    return ask(one, "finish", said_json(device, challenge, &said));
}

static inline const char *open_name(struct browser *one, struct device *device)
{
    struct device_said said;
    const char *challenge = begin(one, "open", "");

    device->counter++;
    device_sign(device, origin, rp, challenge, &said);
    return ask(one, "finish", said_json(device, challenge, &said));
}

/* Whom tables know the browser as. */
static char who[NAMES_WHO_MAX];
static int64_t who_name;

static inline void on_who(void *context, enum store_outcome how, const char *text,
                          const struct names_person *person)
{
    (void)context;
    CHECK_EQ(how, STORE_DONE);
    snprintf(who, sizeof who, "%s", text);
    who_name = person->id;
}

static inline const char *who_is(const struct browser *one)
{
    names_who(store, one->session, one->guest, now, on_who, NULL);
    return who;
}

/* Made here, with a word of the person's own for the device. */
static inline const char *finish_labelled(struct browser *one, struct device *device,
                                          const char *challenge, const char *label)
{
    struct device_said said;

    device_make(device, origin, rp, challenge, &said);
    json_t *json = said_json(device, challenge, &said);
    json_object_set_new(json, "label", json_string(label));
    return ask(one, "finish", json);
}

#endif
