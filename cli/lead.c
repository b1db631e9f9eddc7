/* lead.c -- a hidden game led along another one, as a player without the seed would have seen it.
 *
 * It is told every draw, and never holds what came later. Reviews and puzzles are made of such positions. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { TELLS_MAX = 64 };

/* What the view hears next: decisions and draws. */
static void lead_on(struct cli_lead *lead, const struct aude_action *list, int n)
{
    for (int i = 0; i < n && !lead->trouble; i++) {
        lead->each(lead->context, list, n, i);
        enum aude_err err = aude_game_play(&lead->view, list[i], NULL);
        if (err) lead->trouble = aude_err_sentence(err);
    }
}

static void lead_tell(struct cli_lead *lead, struct aude_action action,
                      const struct aude_events *events)
{
    struct aude_action tells[TELLS_MAX];
    int n = aude_game_tell(&lead->before, action, events, tells, TELLS_MAX);

    lead_on(lead, tells, n < TELLS_MAX ? n : TELLS_MAX);
}

enum aude_err cli_lead_begin(struct cli_lead *lead, const struct aude_setup *given)
{
    struct aude_setup setup = *given;
    struct aude_events events = {.list = lead->list, .max = AUDE_EVENTS_MAX};

    lead->hidden = setup.hidden;
    lead->trouble = NULL;
    enum aude_err err = aude_game_init(&lead->game, &setup, &events);
    setup.hidden = 1;
    if (!err) err = aude_game_init(&lead->view, &setup, NULL);
    if (err || lead->hidden) return err;
    aude_game_copy(&lead->before, &lead->game);
    lead_tell(lead, (struct aude_action){.kind = AUDE_NO_ACTION}, &events);
    return AUDE_ERR_OK;
}

enum aude_err cli_lead_play(struct cli_lead *lead, struct aude_action action)
{
    struct aude_events events = {.list = lead->list, .max = AUDE_EVENTS_MAX};

    if (lead->hidden) {
        lead_on(lead, &action, 1);
        return AUDE_ERR_OK;
    }
    aude_game_copy(&lead->before, &lead->game);
    enum aude_err err = aude_game_play(&lead->game, action, &events);
    if (err) return err;
    lead_tell(lead, action, &events);
    return AUDE_ERR_OK;
}

/* -- Along a record --------------------------------------------------------------------- */

struct play_lines {
    bool begun; /* the line `play` was read */
    struct cli_text text;
};

/* Keep the lines of the play until the whole record is verified. */
static bool lead_keep_line(void *context, const struct aude_reader *reader,
                           const struct aude_events *events, const char *line)
{
    struct play_lines *kept = context;

    (void)events;
    if (kept->begun && !aude_record_is_last(line, strlen(line)))
        cli_text_add(&kept->text, "%s\n", line);
    kept->begun = reader->game.n_laid > 0;
    return true;
}

static enum aude_err lead_take_play(struct cli_lead *lead, const char *line,
                                    size_t length)
{
    const struct aude_game *game = lead->hidden ? &lead->view : &lead->game;
    struct aude_action action;
    const char *words;
    size_t at = 0, n;
    enum aude_err err = AUDE_ERR_OK;

    while (!err && !lead->trouble && aude_record_statement(line, length, &at, &words, &n))
        if (aude_record_action(game, words, n, &action))
            err = cli_lead_play(lead, action);
    return err;
}

/* Plays what was kept; trouble is the sentence of what went wrong. */
static void lead_walk(struct cli_lead *lead, const struct aude_setup *setup,
                      const char *text)
{
    enum aude_err err = cli_lead_begin(lead, setup);

    for (const char *line = text, *next; !err && !lead->trouble && *line; line = next) {
        size_t n = strcspn(line, "\n");
        next = line + n + (line[n] != 0);
        err = lead_take_play(lead, line, n);
    }
    if (err) lead->trouble = aude_err_sentence(err);
}

int cli_lead_record(struct cli_lead *lead, const char *path, struct aude_reader *reader,
                    const char *output)
{
    struct play_lines kept = {0};
    int status = cli_record_read(path, reader, lead_keep_line, &kept);

    if (!status) status = cli_input_spared(output);
    if (!status)
        lead_walk(lead, &reader->head.setup, kept.text.data ? kept.text.data : "");
    cli_text_free(&kept.text);
    return status;
}
