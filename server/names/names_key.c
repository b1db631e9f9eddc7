/* names_key.c -- the two halves of a ceremony: a challenge, and what a device says to it. */
#include "names_internal.h"

#include "hub/secret.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

/* -- Begin ------------------------------------------------------------------------------ */

static json_t *names_key_algorithms(void)
{
    json_t *list = json_array();

    for (int i = 0; passkey_algorithms[i]; i++)
        json_array_append_new(list, json_integer(passkey_algorithms[i]));
    return list;
}

/* By which a device knows the name: its number, eight bytes. */
static json_t *names_key_handle(int64_t id)
{
    unsigned char bytes[8];
    char text[16];

    if (!id) return json_null();
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(id >> 8 * i);
    sodium_bin2base64(text, sizeof text, bytes, sizeof bytes, VARIANT);
    return json_string(text);
}

static void names_key_begin_answer(struct names_call *call,
                                   const struct names_challenge *one, const char *shown)
{
    struct names_work *work = call->work;
    json_t *known = work->devices ? json_incref(work->devices) : json_array();

    names__call_answer(
        call, json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "challenge", one->text, "rp",
                        work->names->site.rp, "user", names_key_handle(one->id), "name",
                        shown[0] ? json_string(shown) : json_null(), "algorithms",
                        names_key_algorithms(), "known", known));
}

static bool names_key_note_taken(void *context, const struct store_name *name)
{
    const struct names_call *call = context;
    int64_t free_at = name->ended + NAMES_REST_DAYS * 86400000ll;

    call->work->found = !name->ended || free_at >= call->now; /* as the store judges */
    return false;
}

static void names_key_keep_looked(struct names_call *call, enum store_outcome how)
{
    struct names_work *work = call->work;

    if (names__call_store_failed(call, how)) return;
    if (work->found) {
        names__call_refuse_name(call, NAME_TAKEN);
        return;
    }
    struct names_challenge *one =
        names__memory_challenge_new(work->names, call, NAME_KEEP);
    one->id = (int64_t)(secret_number() & MESSAGE_ID_MAX);
    if (!one->id) one->id = 1;
    memcpy(one->shown, work->challenge.shown, sizeof one->shown);
    names_key_begin_answer(call, one, one->shown);
}

static void names_key_begin_keep(struct names_call *call, const struct fields *body)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;
    const char *name = "";
    struct names_text_look look;

    if (!fields_text(body, "name", &name)) {
        names__call_refuse(call, REFUSED_FIELD, body->reply->text);
        return;
    }
    enum name_why why = names_text_judge(name);
    if (why) {
        names__call_refuse_name(call, why);
        return;
    }
    if (!names__memory_may_keep(work->names, call)) return; /* before a key is made */
    snprintf(work->challenge.shown, sizeof work->challenge.shown, "%s", name);
    names_text_look(name, &look);
    work->next = names_key_keep_looked;
    store->names->alike(store,
                        &(struct store_name){.letters = look.letters,
                                             .form = look.form,
                                             .near = look.near},
                        names_key_note_taken, names__call_done, call);
}

static bool names_key_note_known(void *context, const struct store_credential *one)
{
    struct names_work *work = ((struct names_call *)context)->work;

    json_array_append_new(work->devices, json_string(one->id));
    work->n_devices++;
    return true;
}

static void names_key_add_known(struct names_call *call, enum store_outcome how)
{
    struct names_work *work = call->work;

    if (names__call_store_failed(call, how)) return;
    if (!work->person.id || !work->person.shown[0]) {
        names__call_refuse(call, REFUSED_CODE, "that code opens no name");
        return;
    }
    struct names_challenge *one =
        names__memory_challenge_new(work->names, call, NAME_ADD);
    one->id = work->person.id;
    memcpy(one->link, work->challenge.link, sizeof one->link);
    names_key_begin_answer(call, one, work->person.shown);
}

static void names_key_add_list(struct names_call *call, enum store_outcome how)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;

    if (names__call_store_failed(call, how)) return;
    work->devices = json_array();
    work->next = names_key_add_known;
    store->names->credentials(store, work->person.id, NULL, names_key_note_known,
                              names__call_done, call);
}

/* With a code that the other device shows, or in a browser that is signed in. */
static void names_key_begin_add(struct names_call *call, const struct fields *body)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;
    const char *code = "";
    char key[24];

    if (!fields_text(body, "code", &code)) {
        names__call_refuse(call, REFUSED_FIELD, body->reply->text);
        return;
    }
    if (!code[0] && work->person.id) {
        names_key_add_list(call, STORE_DONE);
        return;
    }
    if (!names__memory_may_try(work->names, call)) return;
    struct names_link *link =
        names__memory_code_hash(code, work->challenge.link)
            ? names__memory_link_find(work->names, call, work->challenge.link)
            : NULL;
    if (!link) {
        names__memory_tried(work->names, call);
        names__call_refuse(call, REFUSED_CODE, "that code opens no name, or is too old");
        return;
    }
    memcpy(link->guest, call->guest, sizeof link->guest);
    snprintf(key, sizeof key, "%lld", (long long)link->id);
    work->next = names_key_add_list;
    store->names->find(store, STORE_NAME_ID, key, call->now, names__call_take_person,
                       names__call_done, call);
}

void names__key_begin(struct names_call *call, const struct fields *body)
{
    int what = 0;

    if (!call->work->names->has_site || !passkey_fido_here())
        names__call_refuse(call, REFUSED_OFF, "this server keeps no names");
    else if (!fields_word(body, "what", &what))
        names__call_refuse(call, REFUSED_FIELD, body->reply->text);
    else if (what == NAME_KEEP)
        names_key_begin_keep(call, body);
    else if (what == NAME_ADD)
        names_key_begin_add(call, body);
    else
        names_key_begin_answer(
            call, names__memory_challenge_new(call->work->names, call, NAME_OPEN), "");
}

/* -- Finish ----------------------------------------------------------------------------- */

/* Bytes in base64url. */
struct key_bytes {
    unsigned char bytes[PASSKEY_DATA_MAX + 64];
    size_t n;
};

static bool names_key_finish_read(const struct fields *body, const char *name,
                                  struct key_bytes *out)
{
    const char *text = "";

    out->n = 0;
    if (!fields_text(body, name, &text)) return false;
    if (!sodium_base642bin(out->bytes, sizeof out->bytes, text, strlen(text), NULL,
                           &out->n, NULL, VARIANT))
        return true;
    return table__refuse(body->reply, REFUSED_FIELD, "%s must be base64url", name);
}

static struct passkey_bytes names_key_finish_bytes(const struct key_bytes *key)
{
    return (struct passkey_bytes){key->bytes, key->n};
}

/* What the person calls the device; otherwise what the browser says of itself. */
static void names_key_finish_label(struct names_call *call, const struct fields *body)
{
    const char *label = "";
    struct table_reply ignored = {.n = -1};
    struct fields same = {body->of, body->json, &ignored};

    memcpy(call->work->label, call->label, sizeof call->work->label);
    if (fields_text(&same, "label", &label) && label[0] && table__name_seen(label) &&
        table__name_ok(label))
        snprintf(call->work->label, sizeof call->work->label, "%s", label);
}

static struct store_name_change names_key_finish_credential(struct names_call *call,
                                                            int64_t id,
                                                            struct store_credential *one,
                                                            char key[2 * PASSKEY_KEY_MAX])
{
    struct names_work *work = call->work;

    sodium_bin2base64(work->credential, sizeof work->credential, work->key.id,
                      work->key.n_id, VARIANT);
    sodium_bin2base64(key, 2 * PASSKEY_KEY_MAX, work->key.key, work->key.n_key, VARIANT);
    *one = (struct store_credential){.id = work->credential,
                                     .name = id,
                                     .algorithm = work->key.algorithm,
                                     .key = key,
                                     .counter = work->key.counter,
                                     .label = work->label,
                                     .created = call->now,
                                     .seen = call->now};
    return (struct store_name_change){.act = STORE_CREDENTIAL_ADD, .credential = one};
}

static void names_key_keep_stored(struct names_call *call, enum store_outcome how)
{
    if (names__call_store_failed(call, how)) return;
    if (how == STORE_CONFLICT)
        names__call_refuse_name(call, NAME_TAKEN);
    else
        names__call_signed_in(call);
}

/* What the guest did in this browser goes along: the name is known to tables as the guest was. Who is
 * signed in to another name has no such past. */
static void names_key_keep_who(struct names_call *call, char who[NAMES_WHO_MAX])
{
    char secret[NAMES_WHO_MAX];

    memcpy(who, call->guest, NAMES_WHO_MAX);
    if (!call->work->person.id) return;
    secret_new(secret);
    secret_hash(secret, who);
}

static void names_key_finish_keep(struct names_call *call)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;
    const struct names_challenge *asked = &work->challenge;
    struct store_credential credential;
    struct store_session session;
    struct names_text_look look;
    char key[2 * PASSKEY_KEY_MAX], hash[NAMES_WHO_MAX], code[NAMES_WHO_MAX] = "",
                                                        who[NAMES_WHO_MAX];

    if (!names__memory_may_keep(work->names, call)) return; /* others came meanwhile */
    names__memory_kept(work->names, call);
    names_text_look(asked->shown, &look);
    names_key_keep_who(call, who);
    names__memory_code_new(NAMES_RECOVERY_LETTERS, work->told_code);
    names__memory_code_hash(work->told_code, code);
    struct store_name name = {.id = asked->id,
                              .shown = asked->shown,
                              .letters = look.letters,
                              .form = look.form,
                              .near = look.near,
                              .who = who,
                              .created = call->now,
                              .seen = call->now,
                              .recovery = code};
    names__call_take_person(call, &name);
    struct store_name_change all[] = {
        {.act = STORE_NAME_ADD,
         .name = &name,
         .before = call->now - NAMES_REST_DAYS * 86400000ll},
        names_key_finish_credential(call, asked->id, &credential, key),
        names__call_session(call, asked->id, work->credential, &session, hash),
        names__call_leave(call)};
    work->next = names_key_keep_stored;
    store->names->change(store, all, 4, names__call_done, call);
}

static void names_key_add_stored(struct names_call *call, enum store_outcome how)
{
    if (names__call_store_failed(call, how)) return;
    if (how == STORE_CONFLICT)
        names__call_refuse_key(call, PASSKEY_SIGNATURE);
    else
        names__call_signed_in(call);
}

static void names_key_add_found(struct names_call *call, enum store_outcome how)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;
    struct store_credential credential;
    struct store_session session;
    char key[2 * PASSKEY_KEY_MAX], hash[NAMES_WHO_MAX];

    if (names__call_store_failed(call, how)) return;
    if (!work->person.id || !work->person.shown[0]) {
        names__call_refuse(call, REFUSED_CODE, "that code opens no name");
        return;
    }
    struct store_name_change all[] = {
        names_key_finish_credential(call, work->person.id, &credential, key),
        names__call_session(call, work->person.id, work->credential, &session, hash),
        names__call_leave(call)};
    work->next = names_key_add_stored;
    store->names->change(store, all, 3, names__call_done, call);
}

static void names_key_finish_add(struct names_call *call)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;
    struct names_link *link = NULL;
    char key[24];

    if (work->challenge.link[0]) {
        link = names__memory_link_find(work->names, call, work->challenge.link);
        if (!link || link->id != work->challenge.id) {
            names__call_refuse(call, REFUSED_CODE, "that code is too old");
            return;
        }
        link->hash[0] = 0; /* good once */
    } else if (work->person.id != work->challenge.id) {
        names__call_refuse(call, REFUSED_SIGNED_OUT, "this browser is not signed in");
        return;
    }
    snprintf(key, sizeof key, "%lld", (long long)work->challenge.id);
    work->next = names_key_add_found;
    store->names->find(store, STORE_NAME_ID, key, call->now, names__call_take_person,
                       names__call_done, call);
}

/* -- Opening a name by its key ----------------------------------------------------------- */

static bool names_key_note_credential(void *context, const struct store_credential *one)
{
    struct names_work *work = ((struct names_call *)context)->work;
    struct passkey *key = &work->key;

    *key =
        (struct passkey){.algorithm = one->algorithm, .counter = (uint32_t)one->counter};
    work->challenge.id = one->name;
    work->found = !sodium_base642bin(key->key, sizeof key->key, one->key,
                                     strlen(one->key), NULL, &key->n_key, NULL, VARIANT);
    return false;
}

static void names_key_open_stored(struct names_call *call, enum store_outcome how)
{
    if (names__call_store_failed(call, how)) return;
    if (how == STORE_CONFLICT) /* the counter was used in the same moment */
        names__call_refuse_key(call, PASSKEY_COUNTER);
    else
        names__call_signed_in(call);
}

static void names_key_open_person(struct names_call *call, enum store_outcome how)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;
    struct store_session session;
    char hash[NAMES_WHO_MAX];

    if (names__call_store_failed(call, how)) return;
    if (!work->person.id || !work->person.shown[0]) {
        names__call_refuse_key(call, PASSKEY_SIGNATURE);
        return;
    }
    struct store_name_change all[] = {
        {.act = STORE_CREDENTIAL_USED,
         .text = work->credential,
         .before = work->challenge.ends, /* the counter of before */
         .counter = work->key.counter,
         .now = call->now},
        {.act = STORE_NAME_SEEN, .id = work->person.id, .now = call->now},
        names__call_session(call, work->person.id, work->credential, &session, hash),
        names__call_leave(call)};
    work->next = names_key_open_stored;
    store->names->change(store, all, 4, names__call_done, call);
}

static void names_key_open_found(struct names_call *call, enum store_outcome how)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;
    struct table_reply reply = {.n = -1};
    struct fields body = {&messages[OBJECT_NAME_FINISH], work->body, &reply};
    struct key_bytes client, data, signature;
    uint32_t counter = 0;
    char key[24];

    if (names__call_store_failed(call, how)) return;
    if (!names_key_finish_read(&body, "client", &client) ||
        !names_key_finish_read(&body, "data", &data) ||
        !names_key_finish_read(&body, "signature", &signature)) {
        names__call_refuse(call, REFUSED_FIELD, reply.text);
        return;
    }
    enum passkey_why why =
        work->found ? passkey_fido_signed(&work->names->site, work->challenge.text,
                                          &work->key, names_key_finish_bytes(&client),
                                          names_key_finish_bytes(&data),
                                          names_key_finish_bytes(&signature), &counter)
                    : PASSKEY_SIGNATURE;
    if (why) {
        names__call_refuse_key(call, why);
        return;
    }
    work->challenge.ends = work->key.counter;
    work->key.counter = counter;
    work->person = (struct names_person){0};
    snprintf(key, sizeof key, "%lld", (long long)work->challenge.id);
    work->next = names_key_open_person;
    store->names->find(store, STORE_NAME_ID, key, call->now, names__call_take_person,
                       names__call_done, call);
}

static void names_key_finish_open(struct names_call *call, const struct fields *body)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;
    const char *id = "";

    if (!fields_text(body, "credential", &id) || strlen(id) >= sizeof work->credential) {
        names__call_refuse_key(call, PASSKEY_SIGNATURE);
        return;
    }
    snprintf(work->credential, sizeof work->credential, "%s", id);
    work->next = names_key_open_found;
    store->names->credentials(store, 0, work->credential, names_key_note_credential,
                              names__call_done, call);
}

/* -- Which of them ---------------------------------------------------------------------- */

static void names_key_finish_made(struct names_call *call, const struct fields *body)
{
    struct names_work *work = call->work;
    struct key_bytes client, data;

    if (!names_key_finish_read(body, "client", &client) ||
        !names_key_finish_read(body, "data", &data)) {
        names__call_refuse(call, REFUSED_FIELD, body->reply->text);
        return;
    }
    enum passkey_why why = passkey_fido_made(&work->names->site, work->challenge.text,
                                             names_key_finish_bytes(&client),
                                             names_key_finish_bytes(&data), &work->key);
    names_key_finish_label(call, body);
    if (why)
        names__call_refuse_key(call, why);
    else if (work->challenge.what == NAME_KEEP)
        names_key_finish_keep(call);
    else
        names_key_finish_add(call);
}

void names__key_finish(struct names_call *call, const struct fields *body)
{
    struct names_work *work = call->work;
    const char *challenge = "";

    if (!fields_text(body, "challenge", &challenge))
        names__call_refuse(call, REFUSED_FIELD, body->reply->text);
    else if (!names__memory_challenge_take(work->names, call, challenge,
                                           &work->challenge))
        names__call_refuse_key(call, PASSKEY_CHALLENGE);
    else if (work->challenge.what == NAME_OPEN)
        names_key_finish_open(call, body);
    else
        names_key_finish_made(call, body);
}
