/* store_duty.c -- see store_duty.h. */
#include "store_duty.h"

#include "hub/secret.h"
#include "store_wait.h"
#include "table/table_erase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DUTY_PAGE = 200, TRIES = 5, SHORT = 8 };

/* -- Rows -------------------------------------------------------------------------------- */

static struct store_cell store_duty_cell(const char *text)
{
    return (struct store_cell){text, text ? strlen(text) : 0};
}

static struct store_cells store_duty_row3(enum store_part part, const char *a,
                                          const char *b, const char *c)
{
    return (struct store_cells){
        .part = part,
        .n = 3,
        .cell = {store_duty_cell(a), store_duty_cell(b), store_duty_cell(c)}};
}

static struct store_cells store_duty_gone(enum store_part part, const char *key)
{
    return (struct store_cells){
        .part = part, .gone = true, .n = 1, .cell = {store_duty_cell(key)}};
}

/* The rows and the act, together. Somebody else may have taken the act's number at the same moment. */
static bool store_duty_put(struct store *store, const struct store_cells *rows, int n,
                           const char *what, const char *target,
                           const struct duty_act *act)
{
    struct store_cells *all = calloc((size_t)n + 1, sizeof *all);
    char at[24];
    bool ok = false;

    if (!all) return false;
    snprintf(at, sizeof at, "%lld", (long long)act->at);
    for (int i = 0; i < n; i++) all[i] = rows[i];
    all[n] = (struct store_cells){.part = STORE_ACTS,
                                  .n = 6,
                                  .cell = {store_duty_cell(NULL), store_duty_cell(at),
                                           store_duty_cell(what), store_duty_cell(target),
                                           store_duty_cell(act->by),
                                           store_duty_cell(act->reason)}};
    for (int i = 0; i < TRIES && !ok; i++) ok = store_wait_put(store, all, n + 1);
    free(all);
    return ok;
}

/* -- Ranges, silences, tables ------------------------------------------------------------ */

static bool store_duty_set(struct store *store, enum store_part part, const char *key,
                           int64_t until, const char *what, const struct duty_act *act)
{
    char made[24], end[24];

    snprintf(made, sizeof made, "%lld", (long long)act->at);
    snprintf(end, sizeof end, "%lld", (long long)until);
    struct store_cells row = store_duty_row3(part, key, made, end);
    return store_duty_put(store, &row, 1, what, key, act);
}

static bool store_duty_unset(struct store *store, enum store_part part, const char *key,
                             const char *what, const struct duty_act *act)
{
    struct store_cells row = store_duty_gone(part, key);

    return store_duty_put(store, &row, 1, what, key, act);
}

bool store_duty_ban(struct store *store, const char *range, int64_t until,
                    const struct duty_act *act)
{
    return store_duty_set(store, STORE_BANS, range, until, "ban", act);
}

bool store_duty_unban(struct store *store, const char *range, const struct duty_act *act)
{
    return store_duty_unset(store, STORE_BANS, range, "unban", act);
}

bool store_duty_silence(struct store *store, const char *name, int64_t until,
                        const struct duty_act *act)
{
    return store_duty_set(store, STORE_SILENCES, name, until, "silence", act);
}

bool store_duty_unsilence(struct store *store, const char *name,
                          const struct duty_act *act)
{
    return store_duty_unset(store, STORE_SILENCES, name, "unsilence", act);
}

bool store_duty_delete(struct store *store, const char *table, const struct duty_act *act)
{
    return store_duty_unset(store, STORE_GAMES, table, "delete", act);
}

/* -- Looking for one row ------------------------------------------------------------------ */

struct looking {
    enum store_part part;
    const char *key;
    bool found;
    int64_t a, b; /* its second and third cell, as numbers */
    char after[80];
    int n;
};

static bool store_duty_look(void *context, const struct store_cells *row)
{
    struct looking *look = context;

    look->n++;
    snprintf(look->after, sizeof look->after, "%s", row->cell[0].bytes);
    if (strcmp(row->cell[0].bytes, look->key) != 0) return true;
    look->found = true;
    look->a = row->cell[1].bytes ? strtoll(row->cell[1].bytes, NULL, 10) : 0;
    look->b = row->cell[2].bytes ? strtoll(row->cell[2].bytes, NULL, 10) : 0;
    return false;
}

static bool store_duty_find(struct store *store, struct looking *look)
{
    do {
        char after[sizeof look->after];
        memcpy(after, look->after, sizeof after);
        look->n = 0;
        if (!store_wait_dump(store, look->part, NULL, after[0] ? after : NULL, DUTY_PAGE,
                             store_duty_look, look))
            return false;
    } while (!look->found && look->n == DUTY_PAGE);
    return true;
}

bool store_duty_has(struct store *store, enum store_part part, const char *key, bool *has)
{
    struct looking look = {.part = part, .key = key};
    bool ok = store_duty_find(store, &look);

    *has = look.found;
    return ok;
}

/* -- A visitor --------------------------------------------------------------------------- */

/* One table's log, with what is to be written of it. */
struct erasing {
    struct table_eraser eraser;
    const char *table;
    struct store_cells *row; /* entries that are changed */
    int n, max;
    bool failed;
};

static bool store_duty_erasing_keep(struct erasing *all, const struct store_cells *given,
                                    json_t *text, json_t *secret)
{
    if (all->n == all->max) {
        int max = all->max ? 2 * all->max : 16;
        void *more = realloc(all->row, (size_t)max * sizeof *all->row);
        if (!more) return false;
        all->row = more;
        all->max = max;
    }
    char *words[] = {strdup(given->cell[1].bytes), strdup(given->cell[2].bytes),
                     json_dumps(text, JSON_COMPACT),
                     secret ? json_dumps(secret, JSON_COMPACT) : NULL};
    struct store_cells *row = &all->row[all->n++];
    *row = (struct store_cells){
        .part = STORE_LOG, .n = 5, .cell = {store_duty_cell(all->table)}};
    for (int i = 0; i < 4; i++) row->cell[i + 1] = store_duty_cell(words[i]);
    return words[0] && words[1] && words[2] && (!secret || words[3]);
}

static bool store_duty_erasing_entry(void *context, const struct store_cells *row)
{
    struct erasing *all = context;
    json_t *text = json_loads(row->cell[3].bytes, 0, NULL);
    json_t *secret = row->cell[4].bytes ? json_loads(row->cell[4].bytes, 0, NULL) : NULL;

    if (!text || (row->cell[4].bytes && !secret))
        all->failed = true; /* a broken log: `aude store check` tells more */
    else if (table_erase_entry(&all->eraser, text, secret) &&
             !store_duty_erasing_keep(all, row, text, secret))
        all->failed = true;
    all->failed |= all->eraser.failed;
    json_decref(text);
    json_decref(secret);
    return !all->failed;
}

static void store_duty_erasing_free(struct erasing *all)
{
    for (int i = 0; i < all->n; i++)
        for (int k = 1; k < all->row[i].n; k++) {
            union {
                const char *read;
                void *own;
            } both = {all->row[i].cell[k].bytes};
            free(both.own);
        }
    free(all->row);
}

struct visiting {
    struct store *store;
    const char *who;
    char nobody[SECRET_HASH_MAX];
    const struct duty_act *act; /* NULL: only look */
    struct duty_visitor *out;
    duty_each_table *each;
    void *context;
    struct summary {
        char name[80], updated[24], *text;
    } table[DUTY_PAGE];
    int n;
    bool failed; /* there was no memory for one of them */
};

static bool store_duty_visiting_note(void *context, const struct store_cells *row)
{
    struct visiting *visit = context;
    struct summary *one = &visit->table[visit->n++];

    snprintf(one->name, sizeof one->name, "%s", row->cell[0].bytes);
    snprintf(one->updated, sizeof one->updated, "%s", row->cell[1].bytes);
    one->text = strdup(row->cell[2].bytes);
    visit->failed |= !one->text;
    return !visit->failed;
}

static bool store_duty_visiting_pushes(void *context, const struct store_cells *row)
{
    struct visiting *visit = context;

    visit->out->pushes += !strcmp(row->cell[1].bytes, visit->who);
    return true;
}

/* The summary joins the entries that are changed. */
static bool store_duty_visiting_rewrite(struct visiting *visit, struct erasing *all,
                                        const struct summary *table)
{
    json_t *summary = json_loads(table->text, 0, NULL);
    struct store_cells *more = realloc(all->row, ((size_t)all->n + 1) * sizeof *all->row);
    bool ok = false;

    if (more) all->row = more;
    if (summary && more) {
        table_erase_summary(&all->eraser, summary);
        char *text = json_dumps(summary, JSON_COMPACT);
        all->row[all->n] =
            store_duty_row3(STORE_SUMMARIES, table->name, table->updated, text);
        ok = text && !all->eraser.failed &&
             store_duty_put(visit->store, all->row, all->n + 1, "rewrite", table->name,
                            visit->act);
        free(text);
    }
    json_decref(summary);
    return ok;
}

static bool store_duty_visiting_table(struct visiting *visit, const struct summary *table)
{
    struct erasing all = {.eraser = {.who = visit->who, .nobody = visit->nobody},
                          .table = table->name};
    bool ok = store_wait_dump(visit->store, STORE_LOG, table->name, NULL, INT32_MAX,
                              store_duty_erasing_entry, &all) &&
              !all.failed &&
              store_wait_dump(visit->store, STORE_PUSHES, table->name, NULL, INT32_MAX,
                              store_duty_visiting_pushes, visit);

    if (ok && all.eraser.seen) {
        bool alone = !all.eraser.others;
        visit->out->tables++;
        visit->out->alone += alone;
        visit->out->said += all.eraser.said;
        if (visit->each) visit->each(visit->context, table->name, alone);
        if (visit->act)
            ok = alone ? store_duty_delete(visit->store, table->name, visit->act)
                       : store_duty_visiting_rewrite(visit, &all, table);
    }
    store_duty_erasing_free(&all);
    return ok;
}

static bool store_duty_visiting_all(struct visiting *visit)
{
    char after[80] = "";
    bool ok = true, more = true;

    while (ok && more) {
        visit->n = 0;
        ok = store_wait_dump(visit->store, STORE_SUMMARIES, NULL, after[0] ? after : NULL,
                             DUTY_PAGE, store_duty_visiting_note, visit) &&
             !visit->failed;
        more = visit->n == DUTY_PAGE;
        for (int i = 0; i < visit->n; i++) {
            if (ok) ok = store_duty_visiting_table(visit, &visit->table[i]);
            free(visit->table[i].text);
        }
        if (visit->n) memcpy(after, visit->table[visit->n - 1].name, sizeof after);
    }
    return ok;
}

/* Of one who is erased only the beginning of the hash stays, in the list of acts: enough to see that
 * it was he who asked, too little to find anything with. */
static bool store_duty_visiting_end(struct visiting *visit)
{
    struct store_cells rows[] = {store_duty_gone(STORE_PEOPLE, visit->who),
                                 store_duty_gone(STORE_SILENCES, visit->who)};
    char target[SHORT + 4];

    snprintf(target, sizeof target, "%.*s...", SHORT, visit->who);
    return store_duty_put(visit->store, rows, 2, "erase", target, visit->act);
}

/* -- What is stored of him beside his row and his tables ----------------------------------- */

struct rest {
    struct duty_visitor *out;
    struct store_search search;
    int64_t name; /* 0: he keeps none */
    int found;    /* on this page */
};

static bool store_duty_rest_name(void *context, const struct store_name *name)
{
    struct rest *rest = context;

    rest->name = name->id;
    snprintf(rest->out->name, sizeof rest->out->name, "%s", name->shown);
    return true;
}

static bool store_duty_rest_device(void *context, const struct store_credential *one)
{
    (void)one;
    ((struct rest *)context)->out->devices++;
    return true;
}

static bool store_duty_rest_session(void *context, const struct store_session *one)
{
    (void)one;
    ((struct rest *)context)->out->sessions++;
    return true;
}

static bool store_duty_rest_result(void *context, const struct store_result *result)
{
    struct rest *rest = context;

    rest->search.before_ended = result->ended;
    rest->search.before_seq = result->seq;
    rest->found++;
    rest->out->results++;
    return true;
}

static bool store_duty_rest_results(struct store *store, struct rest *rest)
{
    bool ok = true;

    do {
        struct store_search page = rest->search;
        rest->found = 0;
        ok = store_wait_search(store, &page, store_duty_rest_result, rest);
    } while (ok && rest->found == STORE_FOUND_MAX);
    return ok;
}

static bool store_duty_rest(struct store *store, const char *who,
                            struct duty_visitor *out)
{
    struct rest rest = {
        .out = out,
        .search = {
            .who = who, .pool = -1, .why = -1, .all = true, .max = STORE_FOUND_MAX}};
    bool ok = store_duty_has(store, STORE_SILENCES, who, &out->silenced) &&
              store_wait_find_name(store, STORE_NAME_WHO, who, 0, store_duty_rest_name,
                                   &rest) &&
              store_duty_rest_results(store, &rest);

    if (ok && rest.name)
        ok = store_wait_credentials(store, rest.name, NULL, store_duty_rest_device,
                                    &rest) &&
             store_wait_sessions(store, rest.name, store_duty_rest_session, &rest);
    out->stored = out->silenced || rest.name || out->results;
    return ok;
}

/* -- All of it ------------------------------------------------------------------------------ */

bool store_duty_visitor(struct store *store, const char *who, const struct duty_act *act,
                        struct duty_visitor *out, duty_each_table *each, void *context)
{
    struct looking look = {.part = STORE_PEOPLE, .key = who};
    struct visiting *visit = calloc(1, sizeof *visit);
    char secret[SECRET_TEXT_MAX];

    *out = (struct duty_visitor){0};
    if (!visit) return false;
    *visit = (struct visiting){.store = store,
                               .who = who,
                               .act = act,
                               .out = out,
                               .each = each,
                               .context = context};
    secret_new(secret); /* whose hash nobody has: nobody was given the secret */
    bool ok = secret_hash(secret, visit->nobody) && store_duty_find(store, &look) &&
              store_duty_rest(store, who, out);
    out->known = look.found;
    out->created = look.a;
    out->seen = look.b;
    ok = ok && store_duty_visiting_all(visit);
    out->stored |= out->known || out->tables;
    if (ok && act && out->stored) ok = store_duty_visiting_end(visit);
    free(visit);
    return ok;
}
