/* puzzles_text.c -- the puzzles of data/puzzles/, inside the program. */
#include "puzzles.h"

#include "server/net/embed.h"

EMBED(puzzles_text, "data/puzzles/puzzles.txt")
