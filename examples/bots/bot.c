/* bot.c -- a bot for Aude in C (docs/bot-protocol.md), on the rules library. It takes the
 * action after which it would be furthest ahead if the game ended there.
 *
 *     cc examples/bots/bot.c -Iinclude build/libaude.a -o mybot
 *     aude arena --players random --bot ./mybot --games 20 */
#include <aude.h>
#include <stdio.h>
#include <string.h>

static int lead(const struct aude_game *game, struct aude_action action, unsigned seat)
{
    static struct aude_game after;
    int32_t points[AUDE_SEATS_MAX], best = -1000;

    aude_game_copy(&after, game);
    if (aude_game_play(&after, action, NULL)) return -1000;
    aude_game_projection(&after, points);
    for (unsigned s = 0; s < game->n_seats; s++)
        if (s != seat && points[s] > best) best = points[s];
    return points[seat] - best;
}

int main(void)
{
    static struct aude_reader reader;
    static struct aude_action list[AUDE_ACTIONS_MAX];
    static char line[AUDE_LINE_MAX + 2], words[128];

    while (fgets(line, sizeof line, stdin) && strcmp(line, "quit\n")) {
        if (!strncmp(line, "hello", 5)) puts("name projector\nprotocol 2\nkeep\nok");
        if (!strcmp(line, "ping\n")) puts("pong");
        if (!strcmp(line, "position\n")) {
            aude_reader_init(&reader);
            while (fgets(line, sizeof line, stdin) && strcmp(line, "end\n"))
                aude_reader_line(&reader, line, strcspn(line, "\r\n"), NULL);
        }
        if (!strncmp(line, "go", 2)) {
            unsigned seat = reader.game.turn.actor;
            int n = aude_game_actions(&reader.game, list, AUDE_ACTIONS_MAX), best = 0;
            for (int i = 1; i < n && i < AUDE_ACTIONS_MAX; i++)
                if (lead(&reader.game, list[i], seat) >
                    lead(&reader.game, list[best], seat))
                    best = i;
            aude_action_text(&reader.game, list[best], words, sizeof words);
            printf("bestmove %s\n", words);
        }
        fflush(stdout);
    }
}
