/* puzzles_text.c -- the puzzles of data/puzzles/, inside the program. */
#include "puzzles.h"

#include "server/embed.h"

EMBED(puzzles_text, "data/puzzles/puzzles.txt")
