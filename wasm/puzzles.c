/* puzzles.c -- the file of puzzles for the page: the list, one of them as a record, what a turn does. */
#include "puzzles.h"
#include "bridge.h"

#include <stdlib.h>
#include <string.h>

enum { RECORD_MAX = 256 * 1024 };

static void bridge_puzzles_show_trouble(const struct puzzles_reader *reader)
{
    json_object(&out, NULL);
    json_text(&out, "error", reader->trouble);
    json_int(&out, "line", reader->line);
    json_end(&out, '}');
}

static void bridge_puzzles_show_tags(struct puzzle_text list)
{
    struct puzzle_text word;

    json_list(&out, "tags");
    while (puzzle_read_word(&list, &word)) json_text_n(&out, NULL, word.at, word.n);
    json_end(&out, ']');
}

static void bridge_puzzles_show_sets(aude_sets sets)
{
    json_list(&out, "sets");
    for (unsigned set = 0; set < AUDE_SETS; set++)
        if (sets >> set & 1) json_text(&out, NULL, aude_set_name(set));
    json_end(&out, ']');
}

/* The file is in `in`. Answers [{id, grade, tags, sets}], or {error, line}. */
void EXPORT(bridge_puzzles_list)(void);
void bridge_puzzles_list(void)
{
    struct puzzles_reader reader;
    struct puzzle puzzle;

    puzzle_read_begin(&reader, in, strlen(in));
    json_clear(&out);
    json_list(&out, NULL);
    while (puzzle_read_next(&reader, &puzzle)) {
        json_object(&out, NULL);
        json_text(&out, "id", puzzle.id);
        json_int(&out, "grade", puzzle.grade);
        bridge_puzzles_show_tags(puzzle.tags);
        bridge_puzzles_show_sets(puzzle_position_sets(&puzzle));
        json_end(&out, '}');
    }
    json_end(&out, ']');
    if (!reader.trouble) return;
    json_clear(&out);
    bridge_puzzles_show_trouble(&reader);
}

static void bridge_puzzles_show_choice(const struct puzzle_choice *choice)
{
    const char *words;
    size_t at = 0, n;

    json_object(&out, NULL);
    json_real(&out, "lead", choice->lead);
    json_real(&out, "error", choice->error);
    if (choice->win >= 0) json_real(&out, "win", choice->win);
    json_list(&out, "actions");
    while (aude_record_statement(choice->words.at, choice->words.n, &at, &words, &n))
        json_text_n(&out, NULL, words, n);
    json_end(&out, ']');
    json_end(&out, '}');
}

static void bridge_puzzles_show(const struct puzzle *puzzle, struct puzzle_room *room,
                                char *record)
{
    const char *trouble = puzzle_position(puzzle, room);
    size_t n = trouble ? 0 : puzzle_position_record(puzzle, room, record, RECORD_MAX);

    json_object(&out, NULL);
    if (trouble) json_text(&out, "error", trouble);
    json_int(&out, "line", puzzle->line);
    json_text_n(&out, "record", record, n < RECORD_MAX ? n : 0);
    json_list(&out, "choices");
    for (int i = 0; i < puzzle->n; i++) bridge_puzzles_show_choice(&puzzle->choice[i]);
    json_end(&out, ']');
    json_end(&out, '}');
}

/* Puzzle number `wanted` of the file in `in`: {record, choices: [{lead, error, win?, actions}]}, or {error, line}. */
void EXPORT(bridge_puzzles_open)(int wanted);
void bridge_puzzles_open(int wanted)
{
    struct puzzle_room *room = malloc(sizeof *room);
    char *record = malloc(RECORD_MAX);
    struct puzzles_reader reader;
    struct puzzle puzzle;
    bool found = false;

    json_clear(&out);
    puzzle_read_begin(&reader, in, strlen(in));
    for (int i = 0; i <= wanted && (found = puzzle_read_next(&reader, &puzzle)); i++)
        continue;
    if (!found && !reader.trouble) reader.trouble = "there is no such puzzle";
    if (!found)
        bridge_puzzles_show_trouble(&reader);
    else if (room && record)
        bridge_puzzles_show(&puzzle, room, record);
    free(record);
    free(room);
}

static void bridge_puzzles_show_fact(const struct puzzle_fact *fact)
{
    json_object(&out, NULL);
    json_text(&out, "kind", puzzle_fact_name(fact->kind));
    json_int(&out, "seat", fact->seat);
    if (fact->other != AUDE_SEAT_NONE) json_int(&out, "other", fact->other);
    json_text(&out, "feature", aude_feature_name(fact->feature));
    json_int(&out, "x", fact->x);
    json_int(&out, "y", fact->y);
    json_int(&out, "segment", fact->segment);
    json_int(&out, "points", fact->points);
    json_int(&out, "of", fact->of);
    json_end(&out, '}');
}

/* What the turn in `in` (its actions, with semicolons) does: [{kind, seat, ...}], the weightiest first. */
void EXPORT(bridge_puzzles_facts)(const struct game *game);
void bridge_puzzles_facts(const struct game *game)
{
    struct puzzle_fact fact[PUZZLE_FACTS_MAX];
    struct ai_line line;
    int n = 0;

    if (puzzle_position_line(&game->reader.game, (struct puzzle_text){in, strlen(in)},
                             &line))
        n = puzzle_facts(&game->reader.game, &line, fact);
    json_clear(&out);
    json_list(&out, NULL);
    for (int i = 0; i < n; i++) bridge_puzzles_show_fact(&fact[i]);
    json_end(&out, ']');
}
