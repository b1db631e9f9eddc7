/* store_result.c -- rows with one seat each become results, for every kind of store the same. */
#include "store_result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Searching -------------------------------------------------------------------------- */

void store_result_search_values(const struct store_search *search,
                                int64_t out[STORE_SEARCH_VALUES])
{
    const int64_t values[STORE_SEARCH_VALUES] = {
        search->before_ended ? search->before_ended : INT64_MAX,
        search->before_seq,
        search->from,
        search->all ? 0 : 1,
        search->sets | search->without,
        search->sets,
        search->pool < 0 ? 0 : search->pool,
        search->pool < 0 ? INT32_MAX : search->pool,
        search->why < 0 ? 0 : search->why,
        search->why < 0 ? INT32_MAX : search->why,
        search->turns_least,
        search->turns_most ? search->turns_most : INT32_MAX,
        search->max < 1 || search->max > STORE_FOUND_MAX ? STORE_FOUND_MAX : search->max,
        search->skip};

    memcpy(out, values, sizeof values);
}

void store_result_search_places(const struct store_search *search,
                                int64_t out[STORE_SEARCH_PLACES])
{
    out[0] = search->how == 2 ? 2 : 0;
    out[1] = search->how == 1 ? 1 : STORE_SEATS_MAX;
}

/* -- Rows become results ---------------------------------------------------------------- */

static int64_t store_result_gather_number(const char *text)
{
    return text ? strtoll(text, NULL, 10) : 0;
}

static const char *store_result_gather_keep(char *out, size_t size, const char *text)
{
    snprintf(out, size, "%s", text ? text : "");
    return out;
}

static void store_result_gather_begin(struct store_gather *gather,
                                      const char *const text[RESULT_COLUMNS])
{
    gather->any = true;
    gather->result = (struct store_result){
        .seq = store_result_gather_number(text[RESULT_SEQ]),
        .table = store_result_gather_keep(gather->table, sizeof gather->table,
                                          text[RESULT_TABLE]),
        .began = store_result_gather_number(text[RESULT_BEGAN]),
        .ended = store_result_gather_number(text[RESULT_ENDED]),
        .pool = (int)store_result_gather_number(text[RESULT_POOL]),
        .rated = store_result_gather_number(text[RESULT_RATED]) != 0,
        .open = store_result_gather_number(text[RESULT_OPEN]) != 0,
        .gone = store_result_gather_number(text[RESULT_GONE]) != 0,
        .why = (enum store_end)store_result_gather_number(text[RESULT_WHY]),
        .turns = (int)store_result_gather_number(text[RESULT_TURNS]),
        .sets = store_result_gather_number(text[RESULT_SETS]),
        .rules = store_result_gather_keep(gather->rules, sizeof gather->rules,
                                          text[RESULT_RULES])};
}

static void store_result_gather_seat(struct store_gather *gather,
                                     const char *const text[RESULT_COLUMNS])
{
    int n = gather->result.n_seats;

    if (n == STORE_SEATS_MAX) return;
    gather->result.seat[n] = (struct store_result_seat){
        .name = store_result_gather_number(text[RESULT_NAME]),
        .who = "",
        .label = store_result_gather_keep(gather->label[n], sizeof gather->label[n],
                                          text[RESULT_LABEL]),
        .key = "",
        .level = store_result_gather_keep(gather->level[n], sizeof gather->level[n],
                                          text[RESULT_LEVEL]),
        .points = store_result_gather_number(text[RESULT_POINTS]),
        .place = (int)store_result_gather_number(text[RESULT_PLACE])};
    gather->result.n_seats++;
}

static void store_result_gather_tell(struct store_gather *gather)
{
    if (gather->any && !gather->enough)
        gather->enough = !gather->each(gather->context, &gather->result);
    gather->any = false;
}

bool store_result_gather_row(struct store_gather *gather,
                             const char *const text[RESULT_COLUMNS])
{
    if (gather->any && gather->result.seq != store_result_gather_number(text[RESULT_SEQ]))
        store_result_gather_tell(gather);
    if (gather->enough) return false;
    if (!gather->any) store_result_gather_begin(gather, text);
    store_result_gather_seat(gather, text);
    return true;
}

void store_result_gather_end(struct store_gather *gather)
{
    store_result_gather_tell(gather);
}
