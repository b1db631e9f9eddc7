/* fuzz_puzzles.c -- any bytes as a file of puzzles: refused with a sentence and its line, or puzzles whose positions can be
 * played or say why not. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles.h"

static struct puzzle_room room;
static char record[1 << 18];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct puzzles_reader reader;
    struct puzzle puzzle;
    int n = 0;

    puzzle_read_begin(&reader, (const char *)data, size);
    while (n++ < 20 && puzzle_read_next(&reader, &puzzle)) {
        if (puzzle.n < 0 || puzzle.n > PUZZLE_CHOICES) abort();
        if (puzzle_position(&puzzle, &room)) continue;
        if (aude_game_check(&room.reader.game)) abort();
        puzzle_position_record(&puzzle, &room, record, sizeof record);
        for (int i = 0; i < puzzle.n; i++) {
            struct ai_line line;
            puzzle_position_line(&room.reader.game, puzzle.choice[i].words, &line);
        }
    }
    if (reader.trouble && (!reader.trouble[0] || reader.line < 0)) abort();
    return 0;
}
