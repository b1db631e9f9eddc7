/* summary.h -- a position in about a hundred numbers (docs/python.md, "What the numbers mean"). */
#ifndef SUMMARY_H
#define SUMMARY_H

#include <aude.h>

enum { SUMMARY = 102, FITS_MEMO = 512 };

/* Which tiles are left, and how many fit a cell with these sides. Good for one position and
 * for what its actions lead to before the next draw. */
struct summary_fits {
    bool plain; /* the base game alone: sides say everything */
    int n_kinds;
    aude_kind kind[256];
    uint16_t left[256];
    struct {
        uint16_t demand, n;
        uint8_t known;
    } memo[FITS_MEMO];
};

void summary_begin(struct summary_fits *fits, const struct aude_game *game);
void summary_write(struct summary_fits *fits, const struct aude_game *game, unsigned seat,
                   int16_t out[SUMMARY]);
/* What a number is; NULL past the end. */
const char *summary_name(int i, char *out, size_t size);

#endif
