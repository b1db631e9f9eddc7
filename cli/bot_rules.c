/* bot_rules.c -- `aude bot` for programs that do not know the rules: it reads a position,
 * lists the legal actions, plays, counts points, and names the segments of a tile. */
#include "bot.h"

#include <stdlib.h>
#include <string.h>

/* "error SENTENCE (words) [RULE]" */
static void bot_rules_refuse(const char *before, enum aude_err err, const char *words)
{
    struct cli_text text = {0};

    cli_text_add(&text, "error %s%s", before, aude_err_sentence(err));
    if (*words) {
        cli_text_str(&text, " (");
        cli_text_clean(&text, words);
        cli_text_str(&text, ")");
    }
    if (aude_err_rule(err)[0]) cli_text_add(&text, " [%s]", aude_err_rule(err));
    bot_reply(text.data);
    cli_text_free(&text);
}

static bool bot_rules_has_position(const struct bot *bot)
{
    if (!bot->has_position) bot_reply("error there is no position yet");
    return bot->has_position;
}

/* Read the lines of a record up to a line "end". A running game needs no last line. */
void bot_rules_position(struct bot *bot)
{
    enum aude_err err = AUDE_ERR_OK;
    char words[sizeof bot->reader.at] = "", before[64];
    int at = 0;

    bot->has_position = false;
    aude_reader_init(&bot->reader);
    while (bot_line(bot) && strcmp(bot->line, "end") != 0) {
        if (err) continue;
        err = aude_reader_line(&bot->reader, bot->line, strlen(bot->line), NULL);
        at = bot->reader.line;
        if (err) memcpy(words, bot->reader.at, sizeof words);
    }
    if (!err) err = aude_reader_end(&bot->reader);
    if (err == AUDE_ERR_TRUNCATED && bot->reader.game.n_seats) err = AUDE_ERR_OK;
    if (err) {
        snprintf(before, sizeof before, "line %d of the record: ", at);
        bot_rules_refuse(before, err, words);
        return;
    }
    aude_game_view(&bot->view, &bot->reader.game, bot->reader.game.turn.actor);
    bot->has_position = true;
}

/* Skip the list of legal actions: we make it ourselves. */
void bot_rules_skip_actions(struct bot *bot, const char *rest)
{
    for (long n = atol(rest); n > 0 && bot_line(bot); n--) continue;
}

void bot_rules_list_actions(struct bot *bot)
{
    if (!bot_rules_has_position(bot)) return;
    struct aude_action *list = cli_alloc(AUDE_ACTIONS_MAX * sizeof *list);
    int n = aude_game_actions(&bot->view, list, AUDE_ACTIONS_MAX);
    char words[128];

    if (n > AUDE_ACTIONS_MAX) n = AUDE_ACTIONS_MAX;
    printf("actions %d\n", n);
    for (int i = 0; i < n; i++) {
        aude_action_text(&bot->view, list[i], words, sizeof words);
        puts(words);
    }
    fflush(stdout);
    free(list);
}

/* Play an action of any seat, or tell a draw; the game goes on from there. */
void bot_rules_play(struct bot *bot, const char *rest)
{
    struct aude_action action;
    char words[128];

    if (!bot_rules_has_position(bot)) return;
    enum aude_err err = aude_action_parse(&bot->view, rest, &action);
    if (!err) aude_action_text(&bot->view, action, words, sizeof words);
    if (!err) err = aude_game_play(&bot->view, action, NULL);
    if (err) {
        bot_rules_refuse("", err, rest + strspn(rest, " "));
        return;
    }
    printf("played %s\n", words);
    fflush(stdout);
}

void bot_rules_score(struct bot *bot)
{
    const struct aude_game *game = &bot->view;
    int32_t points[AUDE_SEATS_MAX];

    if (!bot_rules_has_position(bot)) return;
    printf("score");
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        printf(" %d", (int)game->player[seat].points);
    aude_game_projection(game, points);
    printf(" projected");
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        printf(" %d", (int)points[seat]);
    if (aude_game_over(game))
        printf(" over\n");
    else if (game->turn.actor == AUDE_SEAT_NONE)
        printf(" next tell\n");
    else
        printf(" next seat %u\n", game->turn.actor);
    fflush(stdout);
}

/* "segments TILE [DEGREES]": the names of the segments of the turned tile. */
void bot_rules_segments(const char *rest)
{
    char id[64] = "", text[96];
    int degrees = 0;
    int kind = sscanf(rest, " %63s %d", id, &degrees) >= 1 ? aude_tile_find(id) : -1;

    if (kind < 0) {
        bot_reply("error there is no such tile; `aude tiles SET` lists them");
        return;
    }
    if (degrees < 0 || degrees > 270 || degrees % 90) {
        bot_reply("error a tile is turned by 0, 90, 180 or 270 degrees");
        return;
    }
    printf("segments %d\n", aude_tiles[kind].n_segments);
    for (unsigned s = 0; s < aude_tiles[kind].n_segments; s++) {
        aude_segment_text((aude_kind)kind, (unsigned)degrees / 90, s, text, sizeof text);
        puts(text);
    }
    fflush(stdout);
}
