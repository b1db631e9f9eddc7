/* sitting_public.c -- what others hear of a step: its words, and the text of the public record. */
#include "sitting.h"

#include <string.h>

/* The view plays what it is told; its record is the public one. */
static size_t sitting_public_play_view(struct sitting_work *work, int n,
                                       char words[SITTING_WORDS_MAX], char *text,
                                       size_t size)
{
    char said[SITTING_WORDS_MAX];
    size_t at = 0;

    for (int i = 0; i < n; i++) {
        struct aude_events events = {.list = work->heard, .max = AUDE_EVENTS_MAX};
        aude_action_text(&work->view, work->told[i], said, sizeof said);
        if (!i) memcpy(words, said, sizeof said);
        if (aude_game_play(&work->view, work->told[i], &events)) return 0;
        at += aude_record_step(&work->view, said, &events, text + at, size - at);
        if (at >= size) return 0;
    }
    return at;
}

size_t sitting_public_step(struct sitting_work *work, const struct aude_game *before,
                           struct aude_action action, const struct aude_events *events,
                           char words[SITTING_WORDS_MAX], char *text, size_t size)
{
    int n = aude_game_tell(before, action, events, work->told, SITTING_TOLD_MAX);

    if (n > SITTING_TOLD_MAX) return 0;
    aude_game_view(&work->view, before, AUDE_SEAT_NONE);
    return sitting_public_play_view(work, n, words, text, size);
}
