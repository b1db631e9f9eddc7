/* names_internal.h -- what the files of names share. */
#ifndef NAMES_INTERNAL_H
#define NAMES_INTERNAL_H

#include "names_call.h"
#include "names_text.h"
#include "table/fields.h"
#include "table/table.h"

enum {
    NAMES_CREDENTIAL_MAX = 344, /* of a key's id in base64url, with the end */
    NAMES_CODE_MAX = 32,        /* of a code as it is shown */
    NAMES_LINKS = 256,
    NAMES_CHALLENGES = 1024,
    NAMES_COUNTS = 1024
};

/* A question to a device, that waits for its answer. */
struct names_challenge {
    char text[PASSKEY_CHALLENGE_MAX]; /* "": free */
    char guest[NAMES_WHO_MAX];        /* the browser that asked */
    enum name_what what;
    char shown[AUDE_NAME_MAX]; /* to be kept */
    int64_t id; /* of the name that gets the key, and of one that is kept */
    char link
        [NAMES_WHO_MAX]; /* the hash of the code that allows it; "": it was signed in */
    int64_t ends;
};

/* A code for another device. */
struct names_link {
    char hash[NAMES_WHO_MAX];  /* "": free */
    char guest[NAMES_WHO_MAX]; /* the browser that used it first; "": none yet */
    int64_t id, ends;
};

/* What is asked, and what is known so far. */
struct names_work {
    struct names *names;
    const struct names_action *action;
    json_t *body;
    struct names_person person;   /* who is signed in */
    char recovery[NAMES_WHO_MAX]; /* the hash of that name's code */
    char label[NAMES_LABEL_MAX];
    struct names_challenge challenge;
    struct passkey key;
    char credential[NAMES_CREDENTIAL_MAX];
    char told_code[NAMES_CODE_MAX]; /* a recovery code, to be told once */
    json_t *devices, *sessions, *entries;
    int n_devices;
    bool found;
    /* What comes when the store has answered. */
    void (*next)(struct names_call *call, enum store_outcome how);
};

struct names_action {
    const char *word;
    bool signed_in; /* only for those who are */
    enum message_id body;
    void (*act)(struct names_call *call, const struct fields *body);
};

/* -- names_memory.c --------------------------------------------------------------------- */

struct names {
    struct store *store;
    struct passkey_site site;
    bool has_site;
    int new_max; /* new names of one address in a day */
    struct names_challenge challenge[NAMES_CHALLENGES];
    struct names_link link[NAMES_LINKS];
    struct names_count {
        unsigned char from[16];
        int64_t since;
        int tries, names;
    } count[NAMES_COUNTS];
};

/* A new one; the oldest gives way. */
struct names_challenge *names__memory_challenge_new(struct names *names,
                                                    const struct names_call *call,
                                                    enum name_what what);
/* Takes it out: it is good once. False: there is none, it is another browser's, or too old. */
bool names__memory_challenge_take(struct names *names, const struct names_call *call,
                                  const char *text, struct names_challenge *out);
void names__memory_link_new(struct names *names, int64_t id, int64_t now,
                            char code[NAMES_CODE_MAX]);
/* NULL: there is none, another browser has begun with it, or it is too old. */
struct names_link *names__memory_link_find(struct names *names,
                                           const struct names_call *call,
                                           const char *hash);
/* Codes that opened nothing, and new names: may this address go on? If not, that was answered. */
bool names__memory_may_try(struct names *names, struct names_call *call);
void names__memory_tried(struct names *names, const struct names_call *call);
bool names__memory_may_keep(struct names *names, struct names_call *call);
void names__memory_kept(struct names *names, const struct names_call *call);

/* A code of `n` letters, in groups; and its hash, whatever blanks and hyphens. False: it is none. */
void names__memory_code_new(int n, char out[NAMES_CODE_MAX]);
bool names__memory_code_hash(const char *code, char out[NAMES_WHO_MAX]);

/* -- names_call.c ----------------------------------------------------------------------- */

enum { NAMES_RECOVERY_LETTERS = 20, NAMES_LINK_LETTERS = 8 };

void names__call_refuse(struct names_call *call, enum message_error why,
                        const char *text);
void names__call_refuse_name(struct names_call *call, enum name_why why);
void names__call_refuse_key(struct names_call *call, enum passkey_why why);
/* Takes it over. */
void names__call_answer(struct names_call *call, json_t *json);
/* For the store: goes on with work->next. */
void names__call_done(void *context, const struct store_answer *answer);
/* True: the store could not do it, and that was answered. */
bool names__call_store_failed(struct names_call *call, enum store_outcome how);
/* A session for the name: a change, which needs `session` to live. */
struct store_name_change names__call_session(struct names_call *call, int64_t id,
                                             const char *credential,
                                             struct store_session *session,
                                             char hash[NAMES_WHO_MAX]);
/* The session that the browser had before is over. */
struct store_name_change names__call_leave(const struct names_call *call);
/* The browser is signed in as work->person now: cookies and answer. */
void names__call_signed_in(struct names_call *call);
json_t *names__call_person_json(const struct names_person *person);
bool names__call_take_person(void *context, const struct store_name *name);

/* -- names_key.c, names_mine.c ---------------------------------------------------------- */

void names__key_begin(struct names_call *call, const struct fields *body);
void names__key_finish(struct names_call *call, const struct fields *body);
void names__mine(struct names_call *call, const struct fields *body);
void names__mine_drop(struct names_call *call, const struct fields *body);
void names__mine_out(struct names_call *call, const struct fields *body);
void names__mine_end(struct names_call *call, const struct fields *body);
void names__mine_link(struct names_call *call, const struct fields *body);
void names__mine_code(struct names_call *call, const struct fields *body);
void names__mine_recover(struct names_call *call, const struct fields *body);

#endif
