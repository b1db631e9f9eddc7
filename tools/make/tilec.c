/* tilec.c -- compiles the tile files to C tables.
 *
 *     tilec data/tiles/base.tiles data/tiles/river-1.tiles ... > tiles.c
 *
 * Files come in the order of enum aude_set, since a tile's kind is its place in the
 * table. The form of a file is explained at the top of each. A file may say a thing twice
 * (the edges follow from the parts, a garden tile repeats its plain one): what follows
 * from something else is checked against it. The first mistake ends the run with its
 * file, line and a sentence, before anything is written.
 *
 * Its rooms: tilec_line.c has the line and its words, tilec_words.c what words mean,
 * tilec_read.c files and the line of a tile, tilec_parts.c what stands inside one,
 * tilec_check.c a finished tile, tilec_write.c the tables. */
#include "tilec.h"

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: tilec FILE.tiles ... > tiles.c   (files in set order)\n");
        return 2;
    }
    for (int i = 1; i < argc; i++) tilec_read_file(argv[i]);
    if (n_entries == 0) fail("there is no tile at all");
    tilec_write_tables();
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "tilec: the table cannot be written\n");
        return 1;
    }
    return 0;
}
