/* embed.c -- a whole game inside another program: rules, computer players, a picture, a record.
 *
 *     cc embed.c $(pkg-config --cflags --libs aude) -o embed
 *     ./embed 42 game.svg game.aude
 *
 * Two computers play; every scoring is printed with its sum. A program with people at the table
 * differs in one place: where ai_choose() is asked, it asks them. */
#include <aude.h>
#include <aude/ai.h>
#include <aude/art.h>
#include <stdio.h>
#include <stdlib.h>

static struct aude_game game, view;
static struct aude_event heard[AUDE_EVENTS_MAX];

/* What just happened, as an addition to the record, and the points in words. */
static void tell(FILE *record, const char *words, const struct aude_events *events)
{
    static char text[AUDE_LINE_MAX];

    aude_record_step(&game, words, events, text, sizeof text);
    fputs(text, record);
    for (int i = 0; i < events->n; i++) {
        if (heard[i].kind != AUDE_EV_SCORE) continue;
        aude_event_sum(&heard[i], text, sizeof text);
        printf("seat %d, %s: %s\n", heard[i].seat, aude_feature_name(heard[i].feature),
               text);
    }
}

static void play(FILE *record)
{
    const struct ai_player *seat[2] = {ai_find("greedy"), ai_find("level-1")};
    struct aude_events events = {.list = heard, .max = AUDE_EVENTS_MAX};
    char words[128];
    struct ai_rng rng;

    ai_rng_init(&rng, 1);
    while (!aude_game_over(&game)) {
        /* A player is shown what its seat may know: not the order of the pile. */
        aude_game_view(&view, &game, game.turn.actor);
        struct aude_action action = ai_choose(seat[game.turn.actor], &view, NULL, &rng);
        aude_action_text(&game, action, words, sizeof words);
        events.n = 0;
        enum aude_err err = aude_game_play(&game, action, &events);
        if (err) {
            fprintf(stderr, "embed: %s: %s\n", words, aude_err_sentence(err));
            exit(1);
        }
        tell(record, words, &events);
    }
}

static void draw(FILE *file)
{
    struct art_options options = art_defaults();
    size_t n = art_board_svg(&game, &options, NULL, 0);
    char *svg = malloc(n + 1);

    if (!svg) exit(1);
    art_board_svg(&game, &options, svg, n + 1);
    fwrite(svg, 1, n, file);
    free(svg);
}

int main(int argc, char **argv)
{
    struct aude_head head = {.name = {"Greedy", "Apprentice"}};
    struct aude_events events = {.list = heard, .max = AUDE_EVENTS_MAX};
    static char text[4 * AUDE_LINE_MAX];

    if (argc != 4 || aude_abi_differs()) {
        fprintf(stderr, "usage: embed SEED PICTURE.svg RECORD.aude (libaude %s)\n",
                aude_version());
        return 2;
    }
    FILE *picture = fopen(argv[2], "w"), *record = fopen(argv[3], "w");
    if (!picture || !record) return perror("embed"), 1;
    aude_setup_preset(&head.setup, AUDE_PRESET_GROW);
    head.setup.seed = aude_seed(strtoull(argv[1], NULL, 10));
    if (aude_game_init(&game, &head.setup, &events)) return 1;

    aude_record_head(&head, true, text, sizeof text);
    fputs(text, record);
    tell(record, "", &events);
    play(record);
    aude_record_end(&game, text, sizeof text);
    fputs(text, record);
    draw(picture);
    printf("%d to %d\n", (int)game.player[0].points, (int)game.player[1].points);
    return fclose(picture) || fclose(record);
}
