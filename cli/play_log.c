/* play_log.c -- what happened, in words; where points came from. */
#include "play.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

void play_log_add(struct play_log *log, const char *text)
{
    if (log->n == log->size) {
        int size = log->size ? 2 * log->size : 64;
        char **line = cli_alloc((size_t)size * sizeof *line);
        if (log->n) memcpy(line, log->line, (size_t)log->n * sizeof *line);
        free(log->line);
        log->line = line;
        log->size = size;
    }
    char *copy = cli_alloc(strlen(text) + 1);
    strcpy(copy, text);
    log->line[log->n++] = copy;
}

void play_log_cut(struct play_log *log, int n)
{
    while (log->n > n) free(log->line[--log->n]);
}

/* A figure is added to the line of its tile. */
static void play_log_append_to_last(struct play_log *log, const char *text)
{
    struct cli_text line = {0};

    cli_text_add(&line, "%s%s", log->line[log->n - 1], text);
    play_log_cut(log, log->n - 1);
    play_log_add(log, line.data);
    cli_text_free(&line);
}

static void play_log_event(struct play *play, const struct aude_event *event)
{
    const char *name =
        event->seat < AUDE_SEATS_MAX ? play->setup.head.name[event->seat] : "";
    struct cli_text words = {0};

    if (event->kind == AUDE_EV_FINAL) play_log_add(&play->log, "The final scoring:");
    if (!words_event(&words, &play->setup.head, &play->game, event)) return;
    if (event->kind == AUDE_EV_PUT && play->log.n &&
        !strncmp(words.data, name, strlen(name))) {
        struct cli_text tail = {0};
        cli_text_add(&tail, ", %s", words.data + strlen(name) + 1);
        play_log_append_to_last(&play->log, tail.data);
        cli_text_free(&tail);
    } else {
        play_log_add(&play->log, words.data);
    }
    cli_text_free(&words);
}

void play_log_events(struct play *play, const struct aude_events *events)
{
    for (int i = 0; i < events->n && i < events->max; i++) {
        const struct aude_event *event = &events->list[i];
        play_log_event(play, event);
        if (event->kind == AUDE_EV_SCORE)
            play->points[event->seat][event->feature][event->final] += event->points;
        if (event->kind == AUDE_EV_LAY) {
            play->last_tile = aude_game_tile_at(&play->game, event->x, event->y);
            play->last_seat = event->seat;
        }
    }
}

/* -- The table -------------------------------------------------------------------------- */

static const enum aude_feature_kind columns[] = {AUDE_CITY, AUDE_ROAD, AUDE_MONASTERY,
                                                 AUDE_GARDEN, AUDE_FIELD};
static const char *const titles[] = {"cities", "roads", "monasteries", "gardens",
                                     "fields"};

static const char other_title[] = "other"; /* goods, the fairy, awards, ransoms */

enum { COLUMNS = sizeof columns / sizeof columns[0] };

static bool play_log_is_shown(const struct play *play, int column)
{
    return columns[column] != AUDE_GARDEN || play->game.sets >> AUDE_SET_ABBOT & 1;
}

/* Goods, fairy, king and robber, and what ransoms cost and brought. */
static void play_log_other_points(const struct play *play, unsigned seat, int points[2])
{
    points[0] = play->game.player[seat].points;
    points[1] = 0;
    for (unsigned source = 0; source < AUDE_SOURCES; source++) {
        bool feature = source < AUDE_FEATURE_KINDS;
        points[0] -=
            (feature ? play->points[seat][source][0] : 0) + play->points[seat][source][1];
        if (!feature) points[1] += play->points[seat][source][1];
    }
}

/* Do the sets in play give points of this kind? */
static bool play_log_has_other_points(const struct play *play)
{
    unsigned sets = 1u << AUDE_SET_TRADERS | 1u << AUDE_SET_DRAGON |
                    1u << AUDE_SET_TOWER | 1u << AUDE_SET_KING;

    return play->game.sets & sets;
}

/* EDN-10: " (50+13)", if the rulebook has a mark for whole laps of the scoring track. */
void play_log_add_laps(struct cli_text *out, const struct aude_game *game, unsigned seat)
{
    char laps[128];

    aude_points_text(game, game->player[seat].points, laps, sizeof laps);
    if (strchr(laps, '+')) cli_text_add(out, "  (%s)", laps);
}

static void play_log_table_cell(const int points[2], const char *title,
                                struct cli_text *out)
{
    char cell[32];

    snprintf(cell, sizeof cell, points[1] ? "%d+%d" : "%d", points[0], points[1]);
    cli_text_add(out, "  %*s", (int)strlen(title), cell);
}

static void play_log_table_row(const struct play *play, unsigned seat, int width,
                               int32_t projected, struct cli_text *out)
{
    unsigned winners = aude_game_over(&play->game) ? aude_game_winners(&play->game) : 0;
    int others[2];

    cli_text_str(out, "  ");
    canvas_seat_text(out, play->style, seat, (char[]){' ', play->letters[seat], ' ', 0});
    cli_text_add(out, " %-*s", width, play->setup.head.name[seat]);
    for (int i = 0; i < COLUMNS; i++) {
        if (play_log_is_shown(play, i))
            play_log_table_cell(play->points[seat][columns[i]], titles[i], out);
    }
    play_log_other_points(play, seat, others);
    if (play_log_has_other_points(play)) play_log_table_cell(others, other_title, out);
    cli_text_add(out, "  %5d", (int)play->game.player[seat].points);
    if (!aude_game_over(&play->game)) cli_text_add(out, "  %9d", (int)projected);
    play_log_add_laps(out, &play->game, seat);
    if (winners >> seat & 1)
        cli_text_str(out, winners & (winners - 1) ? "   shared victory" : "   wins");
    cli_text_str(out, "\n");
}

void play_log_table(const struct play *play, struct cli_text *out)
{
    int32_t projected[AUDE_SEATS_MAX];
    int width = 8;

    aude_game_projection(&play->game, projected);
    for (unsigned seat = 0; seat < play->game.n_seats; seat++)
        if ((int)strlen(play->setup.head.name[seat]) > width)
            width = (int)strlen(play->setup.head.name[seat]);
    cli_text_add(out, "      %-*s", width, "");
    for (int i = 0; i < COLUMNS; i++)
        if (play_log_is_shown(play, i)) cli_text_add(out, "  %s", titles[i]);
    if (play_log_has_other_points(play)) cli_text_add(out, "  %s", other_title);
    cli_text_str(out, "  total");
    cli_text_str(out, aude_game_over(&play->game) ? "\n" : "  if it ended now\n");
    for (unsigned seat = 0; seat < play->game.n_seats; seat++)
        play_log_table_row(play, seat, width, projected[seat], out);
    if (aude_game_over(&play->game))
        cli_text_str(out, "  (12+6: 12 during the game, 6 in the final scoring)\n");
}
