/* store_names.c -- the tables of names, and which statements a change is made of. See store_names.h. */
#include "store_names.h"

const char store_names_schema[] =
    "CREATE TABLE aude_name(id BIGINT PRIMARY KEY, shown TEXT NOT NULL,"
    "  letters TEXT NOT NULL UNIQUE, form TEXT NOT NULL UNIQUE,"
    "  near TEXT NOT NULL UNIQUE, who TEXT NOT NULL UNIQUE, bot INTEGER NOT NULL,"
    "  created BIGINT NOT NULL, seen BIGINT NOT NULL, ended BIGINT NOT NULL,"
    "  recovery TEXT NOT NULL);"
    "CREATE INDEX aude_name_shown ON aude_name(shown);"
    "CREATE UNIQUE INDEX aude_name_recovery ON aude_name(recovery) WHERE recovery <> '';"
    "CREATE INDEX aude_name_ended ON aude_name(ended) WHERE ended > 0;"
    "CREATE TABLE aude_credential(id TEXT PRIMARY KEY, name BIGINT NOT NULL,"
    "  algorithm INTEGER NOT NULL, key TEXT NOT NULL, counter BIGINT NOT NULL,"
    "  label TEXT NOT NULL, created BIGINT NOT NULL, seen BIGINT NOT NULL);"
    "CREATE INDEX aude_credential_name ON aude_credential(name);"
    "CREATE TABLE aude_session(hash TEXT PRIMARY KEY, name BIGINT NOT NULL,"
    "  credential TEXT NOT NULL, label TEXT NOT NULL, created BIGINT NOT NULL,"
    "  seen BIGINT NOT NULL, ends BIGINT NOT NULL);"
    "CREATE INDEX aude_session_name ON aude_session(name);"
    "CREATE INDEX aude_session_ends ON aude_session(ends);";

/* The values of a statement. */
#define TEXT(t)   ((struct names_value){(t) ? (t) : "", 0})
#define NUMBER(n) ((struct names_value){NULL, n})

struct names_step store_names_find(enum store_name_by by, const char *key, int64_t now)
{
    static const enum names_statement of[STORE_NAME_BYS] = {
        [STORE_NAME_ID] = NAMES_BY_ID,
        [STORE_NAME_SHOWN] = NAMES_BY_SHOWN,
        [STORE_NAME_WHO] = NAMES_BY_WHO,
        [STORE_NAME_SESSION] = NAMES_BY_SESSION,
        [STORE_NAME_CREDENTIAL] = NAMES_BY_CREDENTIAL,
        [STORE_NAME_RECOVERY] = NAMES_BY_RECOVERY};

    return (struct names_step){
        of[by], false, by == STORE_NAME_SESSION ? 2 : 1, {TEXT(key), NUMBER(now)}};
}

struct names_step store_names_alike(const struct store_name *name)
{
    return (struct names_step){
        NAMES_ALIKE,
        false,
        4,
        {NUMBER(name->id), TEXT(name->letters), TEXT(name->form), TEXT(name->near)}};
}

struct names_step store_names_credentials(int64_t name, const char *id)
{
    if (id) return (struct names_step){NAMES_CREDENTIAL, false, 1, {TEXT(id)}};
    return (struct names_step){NAMES_CREDENTIALS, false, 1, {NUMBER(name)}};
}

struct names_step store_names_sessions(int64_t name)
{
    return (struct names_step){NAMES_SESSIONS, false, 1, {NUMBER(name)}};
}

static int store_names_steps_add(const struct store_name_change *change,
                                 struct names_step *steps)
{
    const struct store_name *name = change->name;

    steps[0] = (struct names_step){NAMES_NAME_FREE, false, 1, {NUMBER(change->before)}};
    steps[1] = (struct names_step){
        NAMES_NAME_ADD,
        false,
        10,
        {NUMBER(name->id), TEXT(name->shown), TEXT(name->letters), TEXT(name->form),
         TEXT(name->near), TEXT(name->who), NUMBER(name->bot), NUMBER(name->created),
         NUMBER(name->seen), TEXT(name->recovery)}};
    return 2;
}

static int store_names_steps_rename(const struct store_name_change *change,
                                    struct names_step *steps)
{
    const struct store_name *name = change->name;

    steps[0] =
        (struct names_step){NAMES_NAME_RENAME,
                            true,
                            5,
                            {NUMBER(name->id), TEXT(name->shown), TEXT(name->letters),
                             TEXT(name->form), TEXT(name->near)}};
    return 1;
}

static int store_names_steps_end(const struct store_name_change *change,
                                 struct names_step *steps)
{
    steps[0] = (struct names_step){
        NAMES_NAME_END, true, 2, {NUMBER(change->id), NUMBER(change->now)}};
    steps[1] =
        (struct names_step){NAMES_NAME_END_CREDENTIALS, false, 1, {NUMBER(change->id)}};
    steps[2] =
        (struct names_step){NAMES_NAME_END_SESSIONS, false, 1, {NUMBER(change->id)}};
    steps[3] = (struct names_step){NAMES_NAME_END_LINES, false, 1, {NUMBER(change->id)}};
    /* Servers look after what he held or entered. */
    steps[4] = (struct names_step){
        NAMES_NAME_END_DUE, false, 2, {NUMBER(change->id), NUMBER(change->now)}};
    return 5;
}

static int store_names_steps_add_credential(const struct store_name_change *change,
                                            struct names_step *steps)
{
    const struct store_credential *one = change->credential;

    steps[0] =
        (struct names_step){NAMES_CREDENTIAL_ADD,
                            false,
                            8,
                            {TEXT(one->id), NUMBER(one->name), NUMBER(one->algorithm),
                             TEXT(one->key), NUMBER(one->counter), TEXT(one->label),
                             NUMBER(one->created), NUMBER(one->seen)}};
    return 1;
}

static int store_names_steps_drop_credential(const struct store_name_change *change,
                                             struct names_step *steps)
{
    steps[0] = (struct names_step){
        NAMES_CREDENTIAL_DROP, true, 2, {TEXT(change->text), NUMBER(change->id)}};
    steps[1] = (struct names_step){NAMES_CREDENTIAL_DROP_SESSIONS,
                                   false,
                                   2,
                                   {TEXT(change->text), NUMBER(change->id)}};
    return 2;
}

/* Sessions that have ended go when one comes. */
static int store_names_steps_add_session(const struct store_name_change *change,
                                         struct names_step *steps)
{
    const struct store_session *one = change->session;

    steps[0] = (struct names_step){NAMES_SESSION_OLD, false, 1, {NUMBER(one->created)}};
    steps[1] = (struct names_step){
        NAMES_SESSION_ADD,
        false,
        7,
        {TEXT(one->hash), NUMBER(one->name), TEXT(one->credential), TEXT(one->label),
         NUMBER(one->created), NUMBER(one->seen), NUMBER(one->ends)}};
    return 2;
}

/* Those that are one statement. */
static int store_names_steps_one(const struct store_name_change *c,
                                 struct names_step *step)
{
    const struct names_step of[STORE_NAME_ACTS] = {
        [STORE_NAME_SEEN] = {NAMES_NAME_SEEN, false, 2, {NUMBER(c->id), NUMBER(c->now)}},
        [STORE_NAME_RECOVER] = {NAMES_NAME_RECOVER,
                                true,
                                3,
                                {NUMBER(c->id), TEXT(c->old), TEXT(c->text)}},
        [STORE_CREDENTIAL_USED] = {NAMES_CREDENTIAL_USED,
                                   true,
                                   4,
                                   {TEXT(c->text), NUMBER(c->before), NUMBER(c->counter),
                                    NUMBER(c->now)}},
        [STORE_SESSION_SEEN] = {NAMES_SESSION_SEEN,
                                false,
                                3,
                                {TEXT(c->text), NUMBER(c->now), NUMBER(c->before)}},
        [STORE_SESSION_DROP] = {NAMES_SESSION_DROP,
                                true,
                                2,
                                {TEXT(c->text), NUMBER(c->id)}},
        [STORE_SESSION_LEAVE] = {NAMES_SESSION_LEAVE, false, 1, {TEXT(c->text)}},
        [STORE_SESSION_DROP_ALL] = {NAMES_SESSION_DROP_ALL,
                                    false,
                                    2,
                                    {TEXT(c->text), NUMBER(c->id)}},
    };

    *step = of[c->act];
    return 1;
}

int store_names_steps(const struct store_name_change *change,
                      struct names_step steps[NAMES_STEPS_MAX])
{
    switch (change->act) {
    case STORE_NAME_ADD:
        return store_names_steps_add(change, steps);
    case STORE_NAME_RENAME:
        return store_names_steps_rename(change, steps);
    case STORE_NAME_END:
        return store_names_steps_end(change, steps);
    case STORE_CREDENTIAL_ADD:
        return store_names_steps_add_credential(change, steps);
    case STORE_CREDENTIAL_DROP:
        return store_names_steps_drop_credential(change, steps);
    case STORE_SESSION_ADD:
        return store_names_steps_add_session(change, steps);
    default:
        return store_names_steps_one(change, steps);
    }
}
