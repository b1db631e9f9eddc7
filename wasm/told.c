/* told.c -- a game beside a real box, for the page: tiles by their sides, everything told again, the real catapult's outcome. */
#include "bridge.h"
#include "told.h"

#include <stdlib.h>
#include <string.h>

static struct told_work *bridge_told_work(void)
{
    static struct told_work work;

    return &work;
}

/* The kinds that may be drawn now with these sides (an enum aude_edge, or 255: not known): [{kind, left, turns}]. */
void EXPORT(bridge_told_kinds)(const struct game *game, int n, int e, int s, int w);
void bridge_told_kinds(const struct game *game, int n, int e, int s, int w)
{
    static struct told_kind kinds[AUDE_KIND_NONE + 1];
    const uint8_t side[4] = {(uint8_t)n, (uint8_t)e, (uint8_t)s, (uint8_t)w};
    int count = told_kinds(&game->reader.game, side, kinds, AUDE_KIND_NONE + 1);

    json_clear(&out);
    json_list(&out, NULL);
    for (int i = 0; i < count; i++) {
        json_object(&out, NULL);
        json_int(&out, "kind", kinds[i].kind);
        json_int(&out, "left", kinds[i].left);
        json_int(&out, "turns", kinds[i].turns);
        json_end(&out, '}');
    }
    json_end(&out, ']');
}

/* -- Told again ------------------------------------------------------------------------- */

/* "TURN PART SEAT WORDS": false if the line is none. */
static bool bridge_told_read(const char *text, size_t n, struct told_line *line)
{
    char *end = NULL;

    line->turn = (uint16_t)strtoul(text, &end, 10);
    line->part = (uint8_t)strtoul(end, &end, 10);
    line->seat = (uint8_t)strtoul(end, &end, 10);
    if (*end != ' ' || end + 1 >= text + n) return false;
    size_t length = n - (size_t)(end + 1 - text);
    if (length >= sizeof line->words) return false;
    memcpy(line->words, end + 1, length);
    line->words[length] = 0;
    return true;
}

static struct told_line *bridge_told_read_all(const char *text, int *n)
{
    size_t most = 1;

    for (const char *at = text; *at; at++) most += *at == '\n';
    struct told_line *line = malloc(most * sizeof *line);
    for (*n = 0; line && *text; text += strcspn(text, "\n"), text += *text == '\n') {
        size_t length = strcspn(text, "\n");
        if (length && !bridge_told_read(text, length, &line[(*n)++])) {
            free(line);
            return NULL;
        }
    }
    return line;
}

/* {turn, part, seat, words, and what the words say}, without its end. */
static void bridge_told_show(const struct told_line *line)
{
    json_object(&out, NULL);
    json_int(&out, "turn", line->turn);
    json_int(&out, "part", line->part);
    json_int(&out, "seat", line->seat);
    json_text(&out, "words", line->words);
    show_glance(line->words);
}

/* What the lines in `in` say: [{turn, part, seat, words, ...}], or null if they are no lines. */
void EXPORT(bridge_told_lines)(void);
void bridge_told_lines(void)
{
    int n = 0;
    struct told_line *line = bridge_told_read_all(in, &n);

    json_clear(&out);
    if (!line) {
        json_null(&out, NULL);
        return;
    }
    json_list(&out, NULL);
    for (int i = 0; i < n; i++) {
        bridge_told_show(&line[i]);
        json_end(&out, '}');
    }
    json_end(&out, ']');
    free(line);
}

/* One step: whose it is, its words, and what it adds to the record. */
static void bridge_told_played(void *context, const struct told_line *line,
                               const struct aude_events *events)
{
    struct game *game = context;
    size_t before = game->n;

    bridge_append_step(game, line->words, events);
    bridge_told_show(line);
    json_text_n(&out, "text", game->record + before, game->n - before);
    json_end(&out, '}');
}

static void bridge_told_notes(const struct told_work *work)
{
    json_list(&out, "notes");
    for (int i = 0; i < work->n_notes; i++) {
        json_object(&out, NULL);
        json_int(&out, "line", work->note[i].line);
        json_text(&out, "what", told_what_name(work->note[i].what));
        json_text(&out, "reason", told_reason_name(work->note[i].reason));
        json_int(&out, "turn", work->note[i].turn);
        json_int(&out, "part", work->note[i].part);
        json_int(&out, "seat", work->note[i].seat);
        show_error("error", work->note[i].err, NULL);
        json_end(&out, '}');
    }
    json_end(&out, ']');
}

/* Plays the lines in `in` as far as they hold: {steps: [{turn, part, seat, words, text}], used, notes: [{line, what,
 * reason, turn, part, seat, error}]}, or null if they are no lines. */
void EXPORT(bridge_told_again)(struct game *game);
void bridge_told_again(struct game *game)
{
    struct told_work *work = bridge_told_work();
    int n = 0;
    struct told_line *line = bridge_told_read_all(in, &n);

    json_clear(&out);
    if (!line) {
        json_null(&out, NULL);
        return;
    }
    json_object(&out, NULL);
    json_list(&out, "steps");
    work->played = bridge_told_played;
    work->context = game;
    int used = told_again(work, &game->reader.game, line, n);
    json_end(&out, ']');
    json_int(&out, "used", used);
    bridge_told_notes(work);
    json_end(&out, '}');
    free(line);
}

/* -- The real catapult ------------------------------------------------------------------ */

static void bridge_told_words(const struct aude_game *game, struct aude_action action)
{
    char words[SITTING_WORDS_MAX];

    aude_action_text(game, action, words, sizeof words);
    json_text(&out, NULL, words);
}

/* A throw without scatter: {words: what is to be told, wrong: followers it differs by, hits: the events}. */
static void bridge_told_throw(const struct game *game, struct aude_action throw,
                              int wrong)
{
    struct told_work *work = bridge_told_work();
    int n = told_throw_hit_list(work, &game->reader.game, throw);
    struct aude_events hits = {
        .list = work->event, .max = AUDE_EVENTS_MAX, .n = n < 0 ? 0 : n};

    json_clear(&out);
    json_object(&out, NULL);
    json_list(&out, "words");
    bridge_told_words(&game->reader.game, throw);
    json_text(&out, NULL, "scatter 0 0");
    json_end(&out, ']');
    json_int(&out, "wrong", wrong);
    show_events("hits", &hits);
    json_end(&out, '}');
}

/* The token came to rest at this point (1024 units a tile). */
void EXPORT(bridge_told_rest)(const struct game *game, int x, int y);
void bridge_told_rest(const struct game *game, int x, int y)
{
    struct aude_action throw = {0};

    json_clear(&out);
    if (told_throw_at(&game->reader.game, (struct aude_point){x, y}, &throw))
        bridge_told_throw(game, throw, 0);
    else
        json_null(&out, NULL);
}

/* The follower of this seat and kind on a segment of a tile; -1: there is none (any more). */
static int bridge_told_figure(const struct aude_game *game, const long at[5],
                              const uint8_t *taken, int n)
{
    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        bool tower = fig->where == AUDE_AT_TOWER;
        if ((!tower && fig->where != AUDE_AT_SEGMENT) || memchr(taken, (int)i, (size_t)n))
            continue;
        const struct aude_laid *laid = &game->laid[fig->tile];
        if (fig->seat == at[0] && fig->kind == at[1] && laid->x == at[3] &&
            laid->y == at[4] && (tower ? AUDE_ON_TOWER : fig->at - laid->first) == at[2])
            return (int)i;
    }
    return -1;
}

/* The token hit just the followers in `in`: "SEAT KIND SEGMENT X Y" a line, numbers; none at all: it hit nobody. */
void EXPORT(bridge_told_hits)(const struct game *game);
void bridge_told_hits(const struct game *game)
{
    uint8_t figure[AUDE_FIGURES_MAX];
    struct aude_action throw = {0};
    int n = 0, wrong = 0, one = 0;
    char *text = in;

    while (*text && n < AUDE_FIGURES_MAX && one >= 0) {
        long at[5];
        for (int i = 0; i < 5; i++) at[i] = strtol(text, &text, 10);
        text += strcspn(text, "\n");
        text += *text == '\n';
        one = bridge_told_figure(&game->reader.game, at, figure, n);
        if (one >= 0) figure[n++] = (uint8_t)one;
    }
    json_clear(&out);
    if (one >= 0)
        told_throw_hits(bridge_told_work(), &game->reader.game, figure, n, &throw,
                        &wrong);
    if (one >= 0 && throw.kind == AUDE_THROW)
        bridge_told_throw(game, throw, wrong);
    else
        json_null(&out, NULL);
}

/* A toss that ended so (enum told_catch): the words to be told. */
void EXPORT(bridge_told_toss)(const struct game *game, int outcome);
void bridge_told_toss(const struct game *game, int outcome)
{
    struct aude_action toss, hands;

    told_throw_toss(outcome, &toss, &hands);
    json_clear(&out);
    json_list(&out, NULL);
    bridge_told_words(&game->reader.game, toss);
    bridge_told_words(&game->reader.game, hands);
    json_text(&out, NULL, "scatter 0 0");
    json_end(&out, ']');
}
