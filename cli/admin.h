/* admin.h -- what the files of `aude admin` share. */
#ifndef ADMIN_H
#define ADMIN_H

#include "cli.h"

#include "server/store/store_duty.h"

/* What a word after the store is. */
enum admin_target {
    ADMIN_NOTHING,
    ADMIN_TABLE,
    ADMIN_VISITOR,
    ADMIN_EITHER,
    ADMIN_RANGE
};

struct admin {
    const struct admin_verb *verb;
    struct store *store;
    const char *name, *target; /* of the store; what it is about, or NULL */
    const char *reason, *output;
    int64_t until; /* 0: for ever */
    bool as_json, wide;
    struct cli_text out;
    struct cli_json json; /* into `out` */
};

struct admin_verb {
    const char *name;
    enum admin_target target;
    bool acts;                       /* needs a reason, and is written down */
    int (*run)(struct admin *admin); /* an exit status; `out` is printed */
};

/* A time in words, e.g. 2026-11-16T09:30:00Z; "for ever" of 0. */
void admin_list_time_text(int64_t ms, char out[32]);
/* The store has failed. */
int admin_list_failed(const struct admin *admin);

/* admin_list.c: what there is. */
int admin_list_tables(struct admin *admin);
int admin_list_visitors(struct admin *admin);
int admin_list_bans(struct admin *admin);
int admin_list_silences(struct admin *admin);
int admin_list_log(struct admin *admin);
/* admin_table.c: one table. */
int admin_table(struct admin *admin);
int admin_table_export(struct admin *admin);

#endif
