/* tilec.h -- what the rooms of the tile compiler share. tilec.c says what it does. */
#ifndef TILEC_H
#define TILEC_H

#include "aude.h"

#include <stdbool.h>
#include <stdio.h>

enum {
    LINE_CHARS_MAX = 300,
    WORDS_MAX = 40,
    KINDS_MAX = AUDE_KIND_NONE, /* that number itself means "none" */
    ID_CHARS_MAX = 80,
    JCZ_CHARS_MAX = 30,
    ANCHOR_MAX = 1023,
    COPIES_MAX = 99,
    COLUMNS = 4,
    ROWS = 3
};

/* Who owns a side's middle or a half side: a segment's index, or one of these. */
enum { NOBODY = 255, RIVER = 254, WALL = 253 };

/* A tile while it is read: the row to be written, and what is only needed to check it. */
struct entry {
    struct aude_tile tile;
    char id[ID_CHARS_MAX + 1];
    char jcz[JCZ_CHARS_MAX + 1];
    char note[LINE_CHARS_MAX + 1];
    char edges[5]; /* as the file claims them, or empty */
    int line;      /* of its tile statement */
    bool counted, placed;
    uint8_t middle[4], half[8]; /* owners */
};

/* tilec_read.c: the tiles so far; the last one still takes statements while tile_open. */
extern struct entry entries[KINDS_MAX];
extern int n_entries;
extern bool tile_open;
extern struct aude_quarter quarters[4];
extern int n_quarters;

void tilec_read_file(const char *path);

/* -- tilec_line.c ----------------------------------------------------------------------- */

/* The line being read. */
struct line {
    const char *file;
    int number, set; /* line number; enum aude_set, or -1 before the set statement */
    char text[LINE_CHARS_MAX + 1]; /* as it stands */
    char cut[LINE_CHARS_MAX + 1];  /* the same, words ended by zeros */
    char *word[WORDS_MAX];
    int n, next; /* words in all; index of the next one to look at */
};

extern struct line in;

_Noreturn void line_fail_at(int line, const char *sentence, ...);
#define fail(...) line_fail_at(in.number, __VA_ARGS__)

bool tilec_line_read(FILE *f);
void tilec_line_split(void);

const char *tilec_line_peek_word(void);
const char *tilec_line_next_word(void);
const char *tilec_line_need_word(const char *what);
void tilec_line_need_exactly(const char *text);
void tilec_line_need_end(void);
bool tilec_line_is_digit(char c);
int tilec_line_number(const char *s, int max);
void tilec_line_read_point(int16_t *x, int16_t *y, int x_max, int y_max);

/* -- tilec_words.c ---------------------------------------------------------------------- */

struct set_word {
    const char *name, *constant;
};

/* A tag: the kind of part that it suits, and whether its name may follow such a part. */
struct tag_row {
    int kind;
    bool written;
};

extern const struct set_word sets[AUDE_SETS];
extern const struct tag_row tag_rows[AUDE_TAGS];
extern const char edge_letters[];
extern const char *const quarter_names[4];

/* Names by number, as engine/names.c has them; these three are its own with plain numbers. */
typedef const char *name_of(unsigned i);
name_of tilec_words_goods_name, tilec_words_role_name, tilec_words_edge_name;
/* The number from `from` up to `to` whose name is `w`, or -1. */
int tilec_words_look_up(name_of *name, unsigned from, unsigned to, const char *w);

/* -- tilec_parts.c, tilec_check.c, tilec_write.c ---------------------------------------- */

int tilec_parts_nth_segment(const struct aude_tile *t, int kind, int nth);
/* A statement inside the open tile. */
void tilec_parts_read_inside_tile(const char *word);
/* The open tile, if there is one, is complete. */
void tilec_check_finish_tile(void);
void tilec_write_tables(void);

#endif
