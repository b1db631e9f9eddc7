/* model.h -- a database in memory that several servers share, and the store through which each reaches it. Calls are carried
 * out and answered at different times, in the order of their line (one writes, one reads), and fail as told. */
#ifndef SIMULATE_MODEL_H
#define SIMULATE_MODEL_H

#include "server/store/store_hours.h"

enum { MODEL_TABLES = 16, MODEL_PAUSES = 64, MODEL_ID = 16 };

struct model_table {
    char id[MODEL_ID];
    char **text, **secret;
    int64_t n, max; /* entry `seq` is at seq - 1 */
    int64_t created, updated, deadline;
    bool listed, over, awake;
    char node[STORE_NODE_MAX];               /* who has it, */
    int64_t epoch, until;                    /* epoch 0: nobody ever had */
    struct store_pause gaps[STORE_GAPS_MAX]; /* the latest first */
    int n_gaps;
};

struct model { /* what all share */
    struct model_table table[MODEL_TABLES];
    int n;
    int64_t alive;
    struct store_pause pauses[MODEL_PAUSES];
    int n_pauses;
    bool full; /* nothing can be written */
    /* Told of every entry that is stored, with the row's summary. */
    void (*stored)(const struct store_entry *entry, const char *summary);
    void (*taken)(const char *table, const char *node, int64_t epoch);
    void (*renewed)(const char *table, const char *node);
};

enum model_what {
    MODEL_APPEND,
    MODEL_READ,
    MODEL_LIST,
    MODEL_NOTE,
    MODEL_TAKE,
    MODEL_RENEW,
    MODEL_HAND_BACK,
    MODEL_ORPHANS
};

struct model_call {
    struct model_call *next;
    enum model_what what;
    const struct store_batch *batch;
    char table[MODEL_ID], node[STORE_NODE_MAX];
    int64_t since, now, until;
    struct store_pause pause;
    int max;
    bool awake, carried_out, fails, lies;
    int64_t begins, answers; /* when it is carried out, and when that is said */
    struct store_answer answer;
    store_each_entry *each;
    store_each_row *each_row;
    store_each_owner *each_owner;
    store_done *done;
    void *context;
};

/* The store of one server. */
struct model_store {
    struct store store;
    struct model *model;
    struct model_call *lines[2]; /* to write, to read: in order */
    int64_t now;                 /* of the world */
    int slow_ms;                 /* at most so long for each step of a call */
    int fail_in,
        lie_in; /* one in so many fails, or is done and said to have failed; 0: none */
    bool away;  /* nothing is carried out or answered */
    uint32_t (*chance)(void);
};

void model_open(struct model_store *store, struct model *model, uint32_t (*chance)(void));
/* Carries out and answers what is due. */
void model_turn(struct model_store *store, int64_t now);
/* What is on its way is carried out, though nobody will hear of it: the server is about to be killed. */
void model_before_crash(struct model_store *store);
/* It was killed: nobody waits any more. */
void model_crash(struct model_store *store);
struct model_table *model_find(struct model *model, const char *id);
void model_clear(struct model *model);

#endif
