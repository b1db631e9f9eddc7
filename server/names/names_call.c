/* names_call.c -- a call: read, handed to what it asks for, answered. */
#include "names_internal.h"

#include "hub/secret.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct names_action actions[] = {
    {"begin", false, OBJECT_NAME_BEGIN, names__key_begin},
    {"finish", false, OBJECT_NAME_FINISH, names__key_finish},
    {"recover", false, OBJECT_NAME_CODE, names__mine_recover},
    {"mine", false, OBJECT_NAME_BEGIN, names__mine},
    {"out", true, OBJECT_NAME_BEGIN, names__mine_out},
    {"drop", true, OBJECT_NAME_DROP, names__mine_drop},
    {"link", true, OBJECT_NAME_BEGIN, names__mine_link},
    {"code", true, OBJECT_NAME_BEGIN, names__mine_code},
    {"delete", true, OBJECT_NAME_END, names__mine_end}};

struct names_call *names_call_new(struct names *names, const char *what, bool *known)
{
    const struct names_action *action = NULL;

    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        if (!strcmp(actions[i].word, what)) action = &actions[i];
    *known = action != NULL;
    struct names_call *call = action ? calloc(1, sizeof *call) : NULL;
    if (call) call->work = calloc(1, sizeof *call->work);
    if (!call || !call->work) {
        free(call);
        return NULL;
    }
    call->work->names = names;
    call->work->action = action;
    return call;
}

void names_call_free(struct names_call *call)
{
    if (!call) return;
    json_decref(call->work->body);
    json_decref(call->work->devices);
    json_decref(call->work->sessions);
    json_decref(call->work->entries);
    sodium_memzero(call->work, sizeof *call->work);
    free(call->work);
    free(call->text);
    free(call);
}

/* -- Answers ---------------------------------------------------------------------------- */

static void call_tell(struct names_call *call, json_t *json)
{
    call->text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    if (call->told)
        call->told(call);
    else
        names_call_free(call);
}

void names__call_answer(struct names_call *call, json_t *json)
{
    if (!json) call->why = REFUSED_BUSY;
    call_tell(call, json);
}

/* Who is refused keeps the session that he came with. */
static void call_refuse(struct names_call *call, enum message_error why, const char *word,
                        const char *text)
{
    json_t *json =
        json_pack("{s:s, s:s}", "code", table_messages_error_code(why), "text", text);

    if (json && word) json_object_set_new(json, "why", json_string(word));
    call->new_session[0] = 0;
    call->why = why;
    call_tell(call, json);
}

void names__call_refuse(struct names_call *call, enum message_error why, const char *text)
{
    call_refuse(call, why, NULL, text);
}

void names__call_refuse_name(struct names_call *call, enum name_why why)
{
    call_refuse(call, REFUSED_KEPT_NAME, words_name_why.word[why], names_text_why(why));
}

void names__call_refuse_key(struct names_call *call, enum passkey_why why)
{
    _Static_assert(PASSKEY_WHYS == 10, "words_key_why has a word for each");
    call_refuse(call, REFUSED_KEY, words_key_why.word[why], passkey_client_text(why));
}

bool names__call_store_failed(struct names_call *call, enum store_outcome how)
{
    if (how != STORE_FAILED) return false;
    names__call_refuse(call, REFUSED_STORE,
                       "the store does not answer: nothing happened");
    return true;
}

void names__call_done(void *context, const struct store_answer *answer)
{
    struct names_call *call = context;

    call->work->next(call, answer->how);
}

/* -- People ----------------------------------------------------------------------------- */

json_t *names__call_person_json(const struct names_person *person)
{
    if (!person->id) return json_null();
    return json_pack("{s:I, s:s, s:b, s:I}", "id", (json_int_t)person->id, "name",
                     person->shown, "bot", person->bot, "created",
                     (json_int_t)person->created);
}

bool names__call_take_person(void *context, const struct store_name *name)
{
    struct names_work *work = ((struct names_call *)context)->work;

    work->person =
        (struct names_person){.id = name->id, .bot = name->bot, .created = name->created};
    snprintf(work->person.shown, sizeof work->person.shown, "%s", name->shown);
    snprintf(work->person.who, sizeof work->person.who, "%s", name->who);
    snprintf(work->recovery, sizeof work->recovery, "%s", name->recovery);
    return false;
}

struct store_name_change names__call_session(struct names_call *call, int64_t id,
                                             const char *credential,
                                             struct store_session *session,
                                             char hash[NAMES_WHO_MAX])
{
    secret_new(call->new_session);
    secret_hash(call->new_session, hash);
    *session =
        (struct store_session){.hash = hash,
                               .name = id,
                               .credential = credential,
                               .label = call->label,
                               .created = call->now,
                               .seen = call->now,
                               .ends = call->now + NAMES_SESSION_DAYS * 86400000ll};
    return (struct store_name_change){.act = STORE_SESSION_ADD, .session = session};
}

struct store_name_change names__call_leave(const struct names_call *call)
{
    return (struct store_name_change){.act = STORE_SESSION_LEAVE, .text = call->session};
}

/* Where the guest's games went to the name his cookie is changed, too: whoever may know the old one has
 * nothing of it. Elsewhere the guest keeps what is his for the day he signs out. */
void names__call_signed_in(struct names_call *call)
{
    struct names_work *work = call->work;

    call->new_guest = !strcmp(call->guest, work->person.who);
    snprintf(call->gone, sizeof call->gone, "%s", call->guest);
    names__call_answer(
        call, json_pack("{s:o, s:o}", "name", names__call_person_json(&work->person),
                        "recovery",
                        work->told_code[0] ? json_string(work->told_code) : json_null()));
}

/* -- Reading ---------------------------------------------------------------------------- */

static void call_act(struct names_call *call)
{
    struct names_work *work = call->work;
    struct table_reply reply = {.n = -1};
    struct fields body = {&messages[work->action->body], work->body, &reply};

    if (work->action->signed_in && !work->person.id) {
        call->end_session = call->session[0] != 0;
        names__call_refuse(call, REFUSED_SIGNED_OUT, "this browser is not signed in");
        return;
    }
    work->action->act(call, &body);
}

static void call_session_told(struct names_call *call, enum store_outcome how)
{
    if (!names__call_store_failed(call, how)) call_act(call);
}

void names_call_ask(struct names_call *call, const char *body, size_t n)
{
    struct names_work *work = call->work;
    struct store *store = work->names->store;

    work->body =
        n <= NAMES_BODY_MAX ? json_loadb(body, n, JSON_REJECT_DUPLICATES, NULL) : NULL;
    if (!json_is_object(work->body))
        names__call_refuse(call, REFUSED_JSON, "not an object in JSON");
    else if (!call->guest[0])
        names__call_refuse(call, REFUSED_COOKIE, "this browser keeps no cookies");
    else if (!call->session[0])
        call_act(call);
    else {
        work->next = call_session_told;
        store->names->find(store, STORE_NAME_SESSION, call->session, call->now,
                           names__call_take_person, names__call_done, call);
    }
}
