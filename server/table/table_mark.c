/* table_mark.c -- what is done at once is done whole or not at all. One request may make several entries: who resigns ends the game,
 * the last yes closes a question and takes a step back. When there is no memory for the second entry, the first must not stay.
 *
 *     table__mark(table);
 *     if (!do_it(table)) table__mark_back(table);
 *
 * The mark is kept beside the table, since it lasts no longer than one call: all tables share one, as they are played by one thread. */
#include "table.h"

#include <stdlib.h>

static struct mark {
    struct table table;
    struct aude_game game; /* its game, if it has one */
} mark;

void table__mark(const struct table *table)
{
    mark.table = *table;
    if (table->sitting.game) aude_game_copy(&mark.game, table->sitting.game);
}

/* What the table owns stays its own: since then it may have grown, or moved. Steps beyond the last one that counts are not looked at, and
 * those before it are the same: nothing goes back and then on in one call. */
static void mark_keep_memory(struct table *table)
{
    struct table was = mark.table;

    was.out = table->out;
    was.out_max = table->out_max;
    was.sitting.step = table->sitting.step;
    was.steps_max = table->steps_max;
    was.sitting.game = table->sitting.game;
    was.past = table->past;
    was.summary = NULL; /* made again when it is asked for */
    free(table->summary);
    *table = was;
}

void table__mark_back(struct table *table)
{
    bool had_game = mark.table.sitting.game;

    if (table->n_out == mark.table.n_out) return; /* nothing was made */
    for (int i = mark.table.n_out; i < table->n_out; i++) {
        free(table->out[i].text);
        free(table->out[i].secret);
    }
    mark_keep_memory(table);
    if (had_game) {
        aude_game_copy(table->sitting.game, &mark.game);
    } else {
        free(table->sitting.game);
        table->sitting.game = NULL;
    }
}
