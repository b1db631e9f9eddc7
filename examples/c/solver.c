/* solver.c -- the end of a game, solved: what each possible action is worth, exactly.
 *
 *     cc solver.c $(pkg-config --cflags --libs aude) -o solver
 *     ./solver <game.aude
 *
 * Reads a record that stops in mid-game with few tiles left, and prints for every action the
 * lead over the best rival that the seat can expect at the end if it plays its best and the
 * others play against it. Draws are averaged over what is left in the pile: a view of the
 * game lists them as AUDE_TELL. */
#include <aude.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT_MAX = 2, DEPTH_MAX = 64 };

static struct aude_game at[DEPTH_MAX]; /* the position at each depth */
static unsigned seat;                  /* whose lead is meant */

static double solver_value(int depth);

static double solver_lead(const struct aude_game *game)
{
    int32_t rival = INT32_MIN;

    for (unsigned s = 0; s < game->n_seats; s++)
        if (s != seat && game->player[s].points > rival) rival = game->player[s].points;
    return game->player[seat].points - rival;
}

static double solver_after(int depth, struct aude_action action)
{
    if (depth + 1 == DEPTH_MAX) exit(3);
    aude_game_copy(&at[depth + 1], &at[depth]);
    aude_game_play(&at[depth + 1], action, NULL);
    return solver_value(depth + 1);
}

/* Nobody decides: the next tile is told, each as often as it is left. */
static double solver_average(int depth, const struct aude_action *list, int n)
{
    double sum = 0, all = 0;

    for (int i = 0; i < n; i++) {
        int left = aude_game_left(&at[depth], list[i].arg);
        sum += left * solver_after(depth, list[i]);
        all += left;
    }
    return sum / all;
}

static double solver_value(int depth)
{
    const struct aude_game *game = &at[depth];

    if (aude_game_over(game)) return solver_lead(game);
    int n = aude_game_actions(game, NULL, 0);
    struct aude_action *list = malloc((size_t)n * sizeof *list);
    if (!list) exit(1);
    aude_game_actions(game, list, n);

    bool mine = game->turn.actor == seat;
    double best = mine ? -1e9 : 1e9;
    if (game->turn.actor == AUDE_SEAT_NONE) {
        best = solver_average(depth, list, n);
    } else {
        for (int i = 0; i < n; i++) {
            double worth = solver_after(depth, list[i]);
            if (mine ? worth > best : worth < best) best = worth;
        }
    }
    free(list);
    return best;
}

static bool solver_read_record(struct aude_reader *reader)
{
    static char line[AUDE_LINE_MAX + 2];
    enum aude_err err = AUDE_ERR_OK;

    aude_reader_init(reader);
    while (!err && fgets(line, sizeof line, stdin))
        err = aude_reader_line(reader, line, strcspn(line, "\r\n"), NULL);
    if (!err) err = aude_reader_end(reader);
    if (err == AUDE_ERR_TRUNCATED) return true; /* cut off in mid-game: as good as open */
    if (err)
        fprintf(stderr, "solver: line %d: %s: %s\n", reader->line, reader->at,
                aude_err_sentence(err));
    return !err;
}

int main(void)
{
    static struct aude_reader reader;
    static struct aude_action list[AUDE_ACTIONS_MAX];
    char words[128];

    if (!solver_read_record(&reader)) return 1;
    seat = reader.game.turn.actor;
    if (aude_game_over(&reader.game) || seat == AUDE_SEAT_NONE ||
        aude_game_left_total(&reader.game) > LEFT_MAX) {
        fprintf(stderr,
                "solver: somebody must have to decide, with at most %d tiles left\n",
                LEFT_MAX);
        return 1;
    }
    aude_game_view(&at[0], &reader.game, seat);
    int n = aude_game_actions(&at[0], list, AUDE_ACTIONS_MAX);
    for (int i = 0; i < n && i < AUDE_ACTIONS_MAX; i++) {
        aude_action_text(&at[0], list[i], words, sizeof words);
        printf("%8.3f  %s\n", solver_after(0, list[i]), words);
    }
    return 0;
}
