/* names_mine.c -- what is kept: shown, devices and sessions removed, codes, signing out, deleting. */
#include "names_internal.h"

#include "hub/secret.h"
#include "store/store_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SESSION_SHOWN = 12 }; /* letters of a hash by which a session is named */

/* -- Everything that is kept ------------------------------------------------------------ */

static bool mine_device(void *context, const struct store_credential *one)
{
    struct names_work *work = ((struct names_call *)context)->work;

    json_array_append_new(work->devices,
                          json_pack("{s:s, s:s, s:I, s:I, s:b}", "id", one->id, "label",
                                    one->label, "created", (json_int_t)one->created,
                                    "seen", (json_int_t)one->seen, "here",
                                    !strcmp(work->credential, one->id)));
    return ++work->n_devices < MESSAGE_DEVICES_MAX;
}

static bool mine_session(void *context, const struct store_session *one)
{
    const struct names_call *call = context;
    struct names_work *work = call->work;
    bool here = !strcmp(call->session, one->hash);
    char id[SESSION_SHOWN + 1];

    if (one->ends <= call->now) return true;
    if (here) snprintf(work->credential, sizeof work->credential, "%s", one->credential);
    snprintf(id, sizeof id, "%.12s", one->hash);
    json_array_append_new(work->sessions,
                          json_pack("{s:s, s:s, s:I, s:I, s:I, s:b}", "id", id, "label",
                                    one->label, "created", (json_int_t)one->created,
                                    "seen", (json_int_t)one->seen, "ends",
                                    (json_int_t)one->ends, "here", here));
    return json_array_size(work->sessions) < MESSAGE_DEVICES_MAX;
}

/* A line of a tournament, or of the deal of a day, that says who it is about. */
static bool mine_entry(void *context, const struct store_cells *row)
{
    struct names_work *work = ((struct names_call *)context)->work;
    const char *text[4];

    for (int i = 0; i < 4; i++) text[i] = row->cell[i].bytes ? row->cell[i].bytes : "";
    return !json_array_append_new(work->entries,
                                  json_pack("{s:s, s:I, s:s, s:s}", "tournament", text[0],
                                            "at", (json_int_t)strtoll(text[1], NULL, 10),
                                            "line", text[2], "label", text[3]));
}

static void mine_told(struct names_call *call, enum store_outcome how)
{
    struct names_work *work = call->work;

    if (names__call_store_failed(call, how)) return;
    json_t *told =
        json_pack("{s:b, s:o, s:O, s:O, s:b}", "keeps", work->names->has_site, "name",
                  names__call_person_json(&work->person), "devices", work->devices,
                  "sessions", work->sessions, "recovery", work->recovery[0] != 0);
    json_object_set_new(told, "entries",
                        work->entries ? json_incref(work->entries) : json_array());
    names__call_answer(call, told);
}

static void mine_entries(struct names_call *call, enum store_outcome how)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;
    struct names_step step = {
        NAMES_LINES_OF, false, 2, {{NULL, work->person.id}, {NULL, MESSAGE_ENTRIES_MAX}}};

    if (!store->statements) {
        mine_told(call, how);
        return;
    }
    if (names__call_store_failed(call, how)) return;
    work->next = mine_told;
    store->statements->ask(store, &step, mine_entry, names__call_done, call);
}

static void mine_devices(struct names_call *call, enum store_outcome how)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;

    if (names__call_store_failed(call, how)) return;
    work->next = mine_entries;
    store->names->credentials(store, work->person.id, NULL, mine_device, names__call_done,
                              call);
}

static bool mine_claimed(void *context, const struct store_name *name)
{
    (void)name;
    ((struct names_call *)context)->new_guest = true;
    return false;
}

/* A session that is used lasts; a guest whose games belong to a name gets another cookie. */
static void mine_show(struct names_call *call)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;

    work->devices = json_array();
    work->sessions = json_array();
    work->entries = json_array();
    if (work->person.id) {
        work->next = mine_devices;
        store->names->sessions(store, work->person.id, mine_session, names__call_done,
                               call);
        return;
    }
    call->end_session |= call->session[0] != 0;
    work->next = mine_told;
    store->names->find(store, STORE_NAME_WHO, call->guest, call->now, mine_claimed,
                       names__call_done, call);
}

static void mine_seen(struct names_call *call, enum store_outcome how)
{
    (void)how; /* another time, then */
    mine_show(call);
}

void names__mine(struct names_call *call, const struct fields *body)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;
    struct store_name_change all[] = {
        {.act = STORE_SESSION_SEEN,
         .text = call->session,
         .now = call->now,
         .before = call->now + NAMES_SESSION_DAYS * 86400000ll},
        {.act = STORE_NAME_SEEN, .id = work->person.id, .now = call->now}};

    (void)body;
    if (!work->person.id) {
        mine_show(call);
        return;
    }
    work->next = mine_seen;
    store->names->change(store, all, 2, names__call_done, call);
}

/* -- Devices and sessions --------------------------------------------------------------- */

static void mine_drop_done(struct names_call *call, enum store_outcome how)
{
    struct names_work *work = call->work;

    if (names__call_store_failed(call, how)) return;
    if (how == STORE_CONFLICT) {
        names__call_refuse(call, REFUSED_CODE, "there is no such device or session");
        return;
    }
    memcpy(call->gone, work->person.who, sizeof call->gone);
    mine_show(call);
}

static void mine_drop_change(struct names_call *call, struct store_name_change change)
{
    struct store *store = call->work->names->store;

    change.id = call->work->person.id;
    change.now = call->now;
    call->work->next = mine_drop_done;
    store->names->change(store, &change, 1, names__call_done, call);
}

static bool mine_drop_find(void *context, const struct store_session *one)
{
    struct names_work *work = ((struct names_call *)context)->work;

    if (strncmp(one->hash, work->credential, SESSION_SHOWN) != 0) return true;
    snprintf(work->challenge.guest, sizeof work->challenge.guest, "%s", one->hash);
    return false;
}

static void mine_drop_found(struct names_call *call, enum store_outcome how)
{
    struct names_work *work = call->work;

    if (names__call_store_failed(call, how)) return;
    work->credential[0] = 0;
    mine_drop_change(call, (struct store_name_change){.act = STORE_SESSION_DROP,
                                                      .text = work->challenge.guest});
}

static void mine_drop_session(struct names_call *call, const char *id)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;

    if (!strcmp(id, "*")) {
        mine_drop_change(call, (struct store_name_change){.act = STORE_SESSION_DROP_ALL,
                                                          .text = call->session});
        return;
    }
    if (strlen(id) != SESSION_SHOWN) {
        names__call_refuse(call, REFUSED_CODE, "there is no such session");
        return;
    }
    snprintf(work->credential, sizeof work->credential, "%s", id);
    work->next = mine_drop_found;
    store->names->sessions(store, work->person.id, mine_drop_find, names__call_done,
                           call);
}

void names__mine_drop(struct names_call *call, const struct fields *body)
{
    const char *device = "", *session = "";
    bool of_device = fields_has(body, "device");

    if (of_device ? !fields_text(body, "device", &device)
                  : !fields_text(body, "session", &session))
        names__call_refuse(call, REFUSED_FIELD, body->reply->text);
    else if (of_device)
        mine_drop_change(call, (struct store_name_change){.act = STORE_CREDENTIAL_DROP,
                                                          .text = device});
    else
        mine_drop_session(call, session);
}

/* -- Going ------------------------------------------------------------------------------ */

static void mine_gone_done(struct names_call *call, enum store_outcome how)
{
    struct names_work *work = call->work;

    if (names__call_store_failed(call, how)) return;
    memcpy(call->gone, work->person.who, sizeof call->gone);
    call->end_session = true;
    work->person = (struct names_person){0};
    work->recovery[0] = 0;
    work->devices = json_array();
    work->sessions = json_array();
    mine_told(call, STORE_DONE);
}

void names__mine_out(struct names_call *call, const struct fields *body)
{
    struct store *store = call->work->names->store;
    struct store_name_change drop = {
        .act = STORE_SESSION_DROP, .text = call->session, .id = call->work->person.id};

    (void)body;
    call->work->next = mine_gone_done;
    store->names->change(store, &drop, 1, names__call_done, call);
}

void names__mine_end(struct names_call *call, const struct fields *body)
{
    struct store *store = call->work->names->store;
    struct store_name_change end = {
        .act = STORE_NAME_END, .id = call->work->person.id, .now = call->now};
    const char *typed = "";

    if (!fields_text(body, "name", &typed)) {
        names__call_refuse(call, REFUSED_FIELD, body->reply->text);
        return;
    }
    if (strcmp(typed, call->work->person.shown) != 0) {
        names__call_refuse(call, REFUSED_CODE, "type the name as it is");
        return;
    }
    call->work->next = mine_gone_done;
    store->names->change(store, &end, 1, names__call_done, call);
}

/* -- Codes ------------------------------------------------------------------------------ */

void names__mine_link(struct names_call *call, const struct fields *body)
{
    char code[NAMES_CODE_MAX];

    (void)body;
    names__memory_link_new(call->work->names, call->work->person.id, call->now, code);
    names__call_answer(call, json_pack("{s:s, s:I}", "code", code, "ends",
                                       (json_int_t)(call->now + NAMES_LINK_MS)));
}

/* A new recovery code instead of the one with the hash work->recovery. */
static struct store_name_change mine_code_change(struct names_call *call,
                                                 char hash[NAMES_WHO_MAX])
{
    struct names_work *work = call->work;

    names__memory_code_new(NAMES_RECOVERY_LETTERS, work->told_code);
    names__memory_code_hash(work->told_code, hash);
    return (struct store_name_change){.act = STORE_NAME_RECOVER,
                                      .id = work->person.id,
                                      .old = work->recovery,
                                      .text = hash};
}

static void mine_code_done(struct names_call *call, enum store_outcome how)
{
    struct names_work *work = call->work;

    if (names__call_store_failed(call, how)) return;
    if (how == STORE_CONFLICT)
        names__call_refuse(call, REFUSED_CODE, "the code was changed in another window");
    else
        names__call_answer(call, json_pack("{s:o, s:s}", "name",
                                           names__call_person_json(&work->person),
                                           "recovery", work->told_code));
}

void names__mine_code(struct names_call *call, const struct fields *body)
{
    struct store *store = call->work->names->store;
    char hash[NAMES_WHO_MAX];
    struct store_name_change change = mine_code_change(call, hash);

    (void)body;
    call->work->next = mine_code_done;
    store->names->change(store, &change, 1, names__call_done, call);
}

static void mine_recover_refuse(struct names_call *call)
{
    names__memory_tried(call->work->names, call);
    names__call_refuse(call, REFUSED_CODE, "that code opens no name");
}

static void mine_recover_done(struct names_call *call, enum store_outcome how)
{
    if (names__call_store_failed(call, how)) return;
    if (how == STORE_CONFLICT)
        mine_recover_refuse(call); /* used in the same moment */
    else
        names__call_signed_in(call);
}

static void mine_recover_found(struct names_call *call, enum store_outcome how)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;
    struct store_session session;
    char code[NAMES_WHO_MAX], hash[NAMES_WHO_MAX];

    if (names__call_store_failed(call, how)) return;
    if (!work->person.id) {
        mine_recover_refuse(call);
        return;
    }
    struct store_name_change all[] = {
        mine_code_change(call, code),
        names__call_session(call, work->person.id, "", &session, hash),
        names__call_leave(call)};
    work->next = mine_recover_done;
    store->names->change(store, all, 3, names__call_done, call);
}

void names__mine_recover(struct names_call *call, const struct fields *body)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;
    const char *code = "";
    char hash[NAMES_WHO_MAX];

    if (!fields_text(body, "code", &code)) {
        names__call_refuse(call, REFUSED_FIELD, body->reply->text);
        return;
    }
    if (!names__memory_may_try(work->names, call)) return;
    if (!names__memory_code_hash(code, hash)) {
        mine_recover_refuse(call);
        return;
    }
    work->person = (struct names_person){0};
    work->next = mine_recover_found;
    store->names->find(store, STORE_NAME_RECOVERY, hash, call->now,
                       names__call_take_person, names__call_done, call);
}
