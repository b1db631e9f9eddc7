/* hub_result.c -- see hub_result.h. */
#include "hub_internal.h"

#include "glicko.h"

#include <string.h>

bool hub__result_is_due(const struct table *table)
{
    for (int i = 0; table->stage == TABLE_OVER && i < table->n_out; i++)
        if (table->out[i].type == ENTRY_OVER) return true;
    return false;
}

/* Given up before everybody had made a move: then nobody has won. */
static bool hub_result_is_aborted(const struct table *table)
{
    unsigned moved = 0, all = (1u << table->head.setup.n_seats) - 1;

    if (table->over_why == SITTING_OVER_END) return false;
    for (int i = 0; i < table->sitting.n_steps; i++)
        if (table->sitting.step[i].by != SITTING_BY_CLOCK)
            moved |= 1u << table->sitting.step[i].seat;
    return moved != all;
}

static enum store_end hub_result_why(const struct table *table)
{
    if (hub_result_is_aborted(table)) return STORE_END_ABORTED;
    return table->over_why == SITTING_OVER_RESIGN  ? STORE_END_RESIGNED
           : table->over_why == SITTING_OVER_CLOCK ? STORE_END_CLOCK
                                                   : STORE_END_PLAYED;
}

/* Where a seat stands: winners first, then the others, then who resigned, also where the computer that went on for him
 * has the most points; by points among these. The winners of a log are those that were told at its end. */
static int hub_result_rank(const struct table *table, unsigned seat)
{
    return table->sitting.seat[seat].resigned ? 2 : table->winners >> seat & 1 ? 0 : 1;
}

static bool hub_result_is_before(const struct table *table, unsigned a, unsigned b)
{
    const struct aude_game *game = table->sitting.game;
    int one = hub_result_rank(table, a), two = hub_result_rank(table, b);

    return one != two ? one < two : game->player[a].points > game->player[b].points;
}

static int hub_result_place(const struct table *table, unsigned seat)
{
    int place = 1;

    for (unsigned s = 0; s < table->head.setup.n_seats; s++)
        place += hub_result_is_before(table, s, seat);
    return place;
}

/* A name stands once in a result, also if its owner has two seats on one screen. */
static int64_t hub_result_name(const struct table *table, unsigned seat)
{
    int64_t name = table->seat[seat].name_id;

    for (unsigned s = 0; s < seat; s++)
        if (table->seat[s].name_id == name) return 0;
    return name;
}

static void hub_result_seat(const struct table *table, unsigned seat,
                            struct store_result_seat *out, char key[STORE_LETTERS_MAX])
{
    const struct table_seat *one = &table->seat[seat];
    bool computer = one->kind == TABLE_COMPUTER;

    table_name_key(one->name, key, STORE_LETTERS_MAX);
    *out = (struct store_result_seat){.name = hub_result_name(table, seat),
                                      .who = computer ? "" : one->who,
                                      .label = one->name,
                                      .key = key,
                                      .level = computer ? one->level : "",
                                      .points = table->sitting.game->player[seat].points,
                                      .place = hub_result_place(table, seat)};
}

static int hub_result_turns(const struct table *table)
{
    int n = table->sitting.n_steps;

    return n ? table->sitting.step[n - 1].turn : 0;
}

/* Sets beside the base box. */
static bool hub_result_has_sets(const struct table *table)
{
    return (aude_setup_sets(&table->head.setup) & ~((aude_sets)1 << AUDE_SET_BASE)) != 0;
}

/* Programs have ratings of their own games: one against a person counts for neither. */
static bool hub_result_is_rated(const struct table *table,
                                const struct store_result *result)
{
    if (!table->options.rated || result->why == STORE_END_ABORTED) return false;
    for (int s = 0; s < result->n_seats; s++)
        if (!result->seat[s].name || table->seat[s].bot != table->seat[0].bot)
            return false;
    return true;
}

/* Others may find it. Where all tables of a round have the same tiles, nobody may before all have played them. */
static bool hub_result_is_open(const struct table *table)
{
    const struct table_options *options = &table->options;

    if (table->place.tournament[0]) return options->watch;
    return options->rated || (options->watch && options->listed);
}

bool hub_result(const struct table *table, struct store_result *result,
                char keys[STORE_SEATS_MAX][STORE_LETTERS_MAX])
{
    const struct aude_setup *setup = &table->head.setup;

    if (table->stage != TABLE_OVER || !table->sitting.game) return false;
    *result = (struct store_result){
        .table = table->id,
        .began = table->began,
        .ended = table->ended,
        .pool = (int)club_glicko_pool_of(setup->n_seats, hub_result_has_sets(table)),
        .open = hub_result_is_open(table),
        .why = hub_result_why(table),
        .turns = hub_result_turns(table),
        .sets = (int64_t)aude_setup_sets(setup),
        .rules = aude_preset_name(setup->preset),
        .n_seats = setup->n_seats};
    for (unsigned s = 0; s < setup->n_seats; s++)
        hub_result_seat(table, s, &result->seat[s], keys[s]);
    result->rated = hub_result_is_rated(table, result);
    return true;
}
