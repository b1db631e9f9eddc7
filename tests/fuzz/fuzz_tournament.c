/* fuzz_tournament.c -- any bytes as a tournament's log: every line is accepted or refused without a change, and
 * whatever was accepted can be shown, goes on by itself, and is read again to the same standing. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "club/standing.h"

enum { LINE = 16 * 1024, TEXT = 1 << 20 };

static struct club_tournament t, before, again;
static struct club_standing list[CLUB_ENTRANTS_MAX];
static char one[TEXT], other[TEXT], log_text[TEXT];

static void show(const struct club_tournament *of, char *out)
{
    struct club_text text = {out, TEXT, 0};

    club_standings(of, list);
    club_standings_json(of, list, &text);
}

/* The line that is due must be one that the reader takes. */
static void go_on(void)
{
    char line[LINE];
    struct club_refusal refusal;
    struct club_due due = club_tournament_due(&t, t.last + 100000);

    if (due.what == CLUB_WAIT) due.what = CLUB_START_ROUND;
    void *room = malloc(club_tournament_due_room(&t));
    if (club_tournament_due_entry(&t, &due, t.last + 1, room, line, sizeof line,
                                  &refusal) &&
        !club_tournament_read(&t, line, &refusal))
        abort();
    free(room);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[LINE];
    struct club_refusal refusal;
    size_t used = 0;

    club_tournament_begin(&t);
    for (size_t at = 0; at < size;) {
        size_t n = 0;
        while (at + n < size && data[at + n] != '\n' && data[at + n]) n++;
        if (n < sizeof line) {
            memcpy(line, data + at, n);
            line[n] = 0;
            before = t;
            if (!club_tournament_read(&t, line, &refusal)) {
                if (!refusal.text[0] || memcmp(&before, &t, sizeof t) != 0) abort();
            } else if (used + n + 2 < sizeof log_text) {
                memcpy(log_text + used, line, n);
                log_text[used + n] = '\n';
                used += n + 1;
            }
        }
        at += n + 1;
    }
    log_text[used] = 0;
    show(&t, one);
    club_tournament_begin(&again);
    if (!club_tournament_read_all(&again, log_text, &refusal)) abort();
    show(&again, other);
    if (strcmp(one, other) != 0) abort();
    go_on();
    return 0;
}
