/* puzzles_list.c -- `aude puzzles list` and `show`: what puzzles there are; one of them drawn. */
#include "board.h"
#include "puzzles.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* -- list ------------------------------------------------------------------------------- */

static void puzzles_list_json_tags(struct cli_json *json, const struct puzzle *puzzle)
{
    struct puzzle_text list = puzzle->tags, word;
    char tag[PUZZLE_TAGS_MAX];

    cli_json_list(json, "tags");
    while (puzzle_read_word(&list, &word)) {
        size_t n = word.n < sizeof tag ? word.n : sizeof tag - 1;
        memcpy(tag, word.at, n);
        tag[n] = 0;
        cli_json_string(json, NULL, tag);
    }
    cli_json_close(json);
}

static void puzzles_list_json(struct cli_json *json, const struct puzzle *puzzle,
                              aude_sets sets)
{
    struct cli_text answer = {0};

    cli_text_bytes(&answer, puzzle->choice[0].words.at, puzzle->choice[0].words.n);
    cli_json_object(json, NULL);
    cli_json_string(json, "id", puzzle->id);
    cli_json_list(json, "sets");
    for (unsigned set = 0; set < AUDE_SETS; set++)
        if (sets >> set & 1) cli_json_string(json, NULL, aude_set_name(set));
    cli_json_close(json);
    cli_json_int(json, "grade", puzzle->grade);
    puzzles_list_json_tags(json, puzzle);
    cli_json_string(json, "answer", answer.data);
    cli_json_close(json);
    cli_text_free(&answer);
}

static void puzzles_list_line(struct cli_text *out, const struct puzzle *puzzle,
                              aude_sets sets)
{
    cli_text_add(out, "%s  grade %d  %-32.*s ", puzzle->id, puzzle->grade,
                 (int)puzzle->tags.n, puzzle->tags.at);
    for (unsigned set = 0; set < AUDE_SETS; set++)
        if (sets >> set & 1) cli_text_add(out, " %s", aude_set_name(set));
    cli_text_str(out, "\n");
}

static int puzzles_list_all(const struct puzzles_asked *asked, struct cli_text *out)
{
    struct puzzle_room *room = cli_alloc(sizeof *room);
    struct cli_json json = {.out = out};
    int status = CLI_DONE;

    if (asked->json) cli_json_list(&json, NULL);
    for (long i = 0; i < asked->n && !status; i++) {
        const struct puzzle *puzzle = &asked->puzzle[i];
        const char *trouble = puzzle_position(puzzle, room);
        aude_sets sets = room->reader.game.sets;
        if (trouble)
            status = cli_fail("line %d: puzzle %s cannot be played: %s", puzzle->line,
                              puzzle->id, trouble);
        else if (asked->json)
            puzzles_list_json(&json, puzzle, sets);
        else
            puzzles_list_line(out, puzzle, sets);
    }
    if (asked->json) cli_json_close(&json);
    free(room);
    return status;
}

int puzzles_list(int argc, char **argv)
{
    static const int takes[] = {PUZZLES_JSON, PUZZLES_FILE, PUZZLES_OUTPUT, 0};
    struct puzzles_asked asked;
    struct cli_text out = {0};
    int status = cli_puzzles_open(&asked, "list", takes, argc, argv);

    if (!status) status = puzzles_list_all(&asked, &out);
    if (!status) status = cli_text_write(asked.output, &out);
    cli_text_free(&out);
    cli_puzzles_close(&asked);
    return status;
}

/* -- show ------------------------------------------------------------------------------- */

static void puzzles_list_show_board(const struct aude_game *game, struct cli_text *out)
{
    struct canvas canvas = {0};
    struct cli_text unseen = {0};
    struct board_view view = {.game = game,
                              .style = canvas_style(isatty(STDOUT_FILENO)),
                              .letters = "ABCDEF",
                              .width = 1000,
                              .height = 1000,
                              .ghost = -1,
                              .last_tile = -1};

    cli_board_draw(&view, &canvas, &unseen);
    for (int y = 0; y < canvas.h; y++) {
        canvas_row(&canvas, y, 0, view.style, out);
        cli_text_str(out, "\n");
    }
    canvas_free(&canvas);
    cli_text_free(&unseen);
}

static void puzzles_list_show_answer(const struct puzzle *puzzle, struct cli_text *out)
{
    cli_text_str(out, "\n  points ahead   error   chance   turn\n");
    for (int i = 0; i < puzzle->n; i++) {
        const struct puzzle_choice *c = &puzzle->choice[i];
        cli_text_add(out, "  %12.1f  %6.2f  ", c->lead, c->error);
        if (c->win < 0)
            cli_text_str(out, "      -");
        else
            cli_text_add(out, "%5.0f %%", 100 * c->win);
        cli_text_add(out, "   %.*s\n", (int)c->words.n, c->words.at);
    }
}

static int puzzles_list_show_one(const struct puzzles_asked *asked,
                                 const struct puzzle *puzzle, struct cli_text *out)
{
    struct puzzle_room *room = cli_alloc(sizeof *room);
    const struct aude_game *game = &room->reader.game;
    const char *trouble = puzzle_position(puzzle, room);
    int status = CLI_DONE;

    if (trouble) {
        status = cli_fail("line %d: puzzle %s cannot be played: %s", puzzle->line,
                          puzzle->id, trouble);
    } else {
        puzzles_list_show_board(game, out);
        cli_text_add(out, "\n%c has to lay %s. Points: A %d, B %d. Tiles to come: %d.\n",
                     'A' + game->turn.actor, cli_words_tile(game->turn.tile),
                     (int)game->player[0].points, (int)game->player[1].points,
                     aude_game_left_total(game));
        if (asked->answer) puzzles_list_show_answer(puzzle, out);
    }
    free(room);
    return status;
}

int puzzles_list_show(int argc, char **argv)
{
    static const int takes[] = {PUZZLES_ANSWER, PUZZLES_FILE, PUZZLES_OUTPUT, 0};
    struct puzzles_asked asked;
    struct cli_text out = {0};
    int status = cli_puzzles_open(&asked, "show", takes, argc, argv);
    const struct puzzle *found = NULL;

    if (!status && !asked.id)
        status = cli_fail_misused("which puzzle? `aude puzzles list` names them");
    for (long i = 0; !status && i < asked.n && !found; i++)
        if (!strcmp(asked.puzzle[i].id, asked.id)) found = &asked.puzzle[i];
    if (!status && !found) status = cli_fail("there is no puzzle \"%s\"", asked.id);
    if (!status) status = puzzles_list_show_one(&asked, found, &out);
    if (!status) status = cli_text_write(asked.output, &out);
    cli_text_free(&out);
    cli_puzzles_close(&asked);
    return status;
}
