/* store_duty.h -- a host's duties on a store, also while servers run on it: what is stored, who is shut out or
 * silenced, tables and visitors removed. Every change and its line in the list of acts are one
 * transaction. Servers read what they need of it (net/duty.c).
 *
 *     struct duty_act act = {.by = "root", .reason = "asked for by mail"};
 *     store_duty_delete(store, "k3m9xw2p7q4t", &act)
 *
 * All calls wait for the store. False: it failed, and store->problem() says why. */
#ifndef STORE_DUTY_H
#define STORE_DUTY_H

#include "store.h"

struct duty_act {
    int64_t at;
    const char *by, *reason;
};

/* What is stored of a visitor, and what became of it. */
struct duty_visitor {
    bool known;            /* there is a row */
    int64_t created, seen; /* of it */
    int tables;            /* in which he has or had a seat, or that he opened */
    int alone;  /* of these: nobody else has a seat. Erased: they were removed */
    int said;   /* messages at them */
    int pushes; /* subscriptions */
    bool silenced;
    char name[STORE_SHOWN_MAX]; /* that he keeps; "": none */
    int devices, sessions;      /* of that name */
    int results;                /* finished games, also those whose log is gone */
    bool stored;                /* anything at all of these */
};

/* Called for every table in which he occurs. */
typedef void duty_each_table(void *context, const char *table, bool alone);

/* `until`: 0: for ever. */
bool store_duty_ban(struct store *store, const char *range, int64_t until,
                    const struct duty_act *act);
bool store_duty_unban(struct store *store, const char *range, const struct duty_act *act);
bool store_duty_silence(struct store *store, const char *name, int64_t until,
                        const struct duty_act *act);
bool store_duty_unsilence(struct store *store, const char *name,
                          const struct duty_act *act);
/* The table with its log and subscriptions. */
bool store_duty_delete(struct store *store, const char *table,
                       const struct duty_act *act);
/* Is there such a row? */
bool store_duty_has(struct store *store, enum store_part part, const char *key,
                    bool *has);
/* Looks; with `act` it erases: tables of him alone are removed, in others he becomes nobody. Of somebody about whom nothing
 * is stored no act is noted either. */
bool store_duty_visitor(struct store *store, const char *who, const struct duty_act *act,
                        struct duty_visitor *out, duty_each_table *each, void *context);

#endif
