/* told.c -- a game that is told: tiles by their sides, and everything told again after something was put right. */
#include "told.h"

#include <string.h>

/* -- Tiles by their sides --------------------------------------------------------------- */

/* The rotations in which the tile's sides are the told ones. */
static uint8_t told_turns(const struct aude_tile *tile, const uint8_t side[4])
{
    uint8_t turns = 0;

    for (unsigned rot = 0; rot < 4; rot++) {
        bool same = true;
        for (unsigned s = 0; s < 4; s++)
            same &= side[s] == TOLD_ANY || tile->edge[(s + 4 - rot) & 3] == side[s];
        if (same) turns |= (uint8_t)(1u << rot);
    }
    return turns;
}

int told_kinds(const struct aude_game *game, const uint8_t side[4], struct told_kind *out,
               int max)
{
    struct aude_action tell[AUDE_KIND_NONE + 1];
    int n = 0,
        all = game->turn.actor == AUDE_SEAT_NONE && game->turn.phase != AUDE_PHASE_SCATTER
                  ? aude_game_actions(game, tell, AUDE_KIND_NONE + 1)
                  : 0;

    for (int i = 0; i < all && i <= AUDE_KIND_NONE; i++) {
        if (tell[i].kind != AUDE_TELL) continue;
        uint8_t turns = told_turns(&aude_tiles[tell[i].arg], side);
        if (!turns) continue;
        if (n < max)
            out[n] =
                (struct told_kind){.kind = tell[i].arg,
                                   .left = (uint8_t)aude_game_left(game, tell[i].arg),
                                   .turns = turns};
        n++;
    }
    return n;
}

/* -- Told again ------------------------------------------------------------------------- */

struct told_line told_moment(const struct aude_game *game)
{
    uint8_t actor = game->turn.actor;

    return (struct told_line){.turn = game->turn.number,
                              .part = game->turn.part,
                              .seat = actor == AUDE_SEAT_NONE ? game->turn.seat : actor};
}

/* Before, at or after the part of a turn in which the line was told: negative, 0, positive. */
static int told_compare(const struct aude_game *game, const struct told_line *line)
{
    if (aude_game_over(game)) return 1;
    if (game->turn.number != line->turn) return game->turn.number < line->turn ? -1 : 1;
    return game->turn.part - line->part;
}

/* Why can the line not be played now? A decision belongs to the seat that made it. */
static enum aude_err told_why(const struct aude_game *game, const struct told_line *line,
                              struct aude_action *action)
{
    enum aude_err err = aude_action_parse(game, line->words, action);

    if (!err) err = aude_game_why(game, *action);
    if (err) return err;
    return told_compare(game, line) || told_moment(game).seat != line->seat
               ? AUDE_ERR_PHASE
               : AUDE_ERR_OK;
}

enum aude_err told_play(struct told_work *work, struct aude_game *game,
                        const struct told_line *line)
{
    struct aude_events events = {.list = work->event, .max = AUDE_EVENTS_MAX};
    struct aude_action action;
    struct told_line said = told_moment(game);
    enum aude_err err = told_why(game, line, &action);

    if (err) return err;
    aude_action_text(game, action, said.words, sizeof said.words);
    err = aude_game_play(game, action, &events);
    if (!err && work->played) work->played(work->context, &said, &events);
    return err;
}

static bool told_does_nothing(unsigned kind)
{
    return kind == AUDE_PASS || kind == AUDE_DECLINE || kind == AUDE_FROM_PILE ||
           kind == AUDE_GO_HOME;
}

/* The way to do nothing at this decision; NO_ACTION where something must be done. */
static struct aude_action told_nothing(struct told_work *work,
                                       const struct aude_game *game)
{
    int n = game->turn.actor == AUDE_SEAT_NONE || aude_game_over(game)
                ? 0
                : aude_game_actions(game, work->list, AUDE_ACTIONS_MAX);

    for (int i = 0; i < n && i < AUDE_ACTIONS_MAX; i++)
        if (told_does_nothing(work->list[i].kind)) return work->list[i];
    return (struct aude_action){.kind = AUDE_NO_ACTION};
}

/* How often must nothing be done before the line can be played? -1: that does not help. */
static int told_waits(struct told_work *work, const struct aude_game *game,
                      const struct told_line *line)
{
    enum { MOST = 16 }; /* decisions that one turn can leave */
    struct aude_action action;

    aude_game_copy(&work->trial, game);
    for (int n = 0; n < MOST; n++) {
        if (!told_why(&work->trial, line, &action)) return n;
        struct aude_action nothing = told_nothing(work, &work->trial);
        if (nothing.kind == AUDE_NO_ACTION) break;
        if (aude_game_play(&work->trial, nothing, NULL)) break;
    }
    return -1;
}

static void told_do_nothing(struct told_work *work, struct aude_game *game, int times)
{
    for (int i = 0; i < times; i++) {
        struct told_line line = told_moment(game);
        aude_action_text(game, told_nothing(work, game), line.words, sizeof line.words);
        told_play(work, game, &line);
    }
}

const char *told_what_name(unsigned what)
{
    static const char *const name[TOLD_WHATS] = {
        [TOLD_LEFT_OUT] = "left", [TOLD_GONE] = "gone", [TOLD_STOPS] = "stops"};

    return what < TOLD_WHATS ? name[what] : "";
}

const char *told_reason_name(unsigned reason)
{
    static const char *const name[TOLD_REASONS] = {[TOLD_RULE] = "rule",
                                                   [TOLD_PAST] = "past",
                                                   [TOLD_FIRST] = "first",
                                                   [TOLD_OTHER] = "other"};

    return reason < TOLD_REASONS ? name[reason] : "";
}

/* Why does the line, refused with this error, not hold? "Not what has to be decided now" says nothing to people: it is
 * told where the game is instead. */
static enum told_reason told_reason_of(const struct aude_game *game,
                                       const struct told_line *line, enum told_what what,
                                       enum aude_err err)
{
    int when = told_compare(game, line);
    struct aude_action action;

    if (when) return when < 0 ? TOLD_FIRST : TOLD_PAST;
    if (err != AUDE_ERR_PHASE) return TOLD_RULE;
    if (!aude_action_parse(game, line->words, &action) && !aude_game_why(game, action))
        return TOLD_OTHER;
    return what == TOLD_STOPS ? TOLD_FIRST : TOLD_PAST;
}

static void told_remember(struct told_work *work, const struct aude_game *game,
                          const struct told_line *line, struct told_note note)
{
    struct told_line now = told_moment(game);

    note.reason = (uint8_t)told_reason_of(game, line, note.what, note.err);
    note.turn = now.turn;
    note.part = now.part;
    note.seat = now.seat;
    if (work->n_notes < TOLD_NOTES_MAX) work->note[work->n_notes++] = note;
}

/* Words that do nothing: no loss where the game does not ask any more. */
static bool told_said_nothing(const struct told_line *line)
{
    static const enum aude_action_kind quiet[] = {AUDE_PASS, AUDE_DECLINE, AUDE_FROM_PILE,
                                                  AUDE_GO_HOME};

    for (unsigned i = 0; i < sizeof quiet / sizeof *quiet; i++)
        if (!strcmp(line->words, aude_action_name(quiet[i]))) return true;
    return false;
}

/* A line that cannot be played: can the game go on without it? */
static bool told_leave_out(struct told_work *work, const struct aude_game *game,
                           const struct told_line *line, int at)
{
    struct aude_action action;
    enum aude_err err = told_why(game, line, &action);
    bool gone = told_compare(game, line) > 0;

    if (gone && aude_game_over(game)) err = AUDE_ERR_OVER;
    if (told_said_nothing(line)) return true;
    bool stops = !gone && told_nothing(work, game).kind == AUDE_NO_ACTION;
    enum told_what what = gone ? TOLD_GONE : stops ? TOLD_STOPS : TOLD_LEFT_OUT;
    told_remember(
        work, game, line,
        (struct told_note){.line = at, .what = (uint8_t)what, .err = (uint8_t)err});
    return !stops;
}

int told_again(struct told_work *work, struct aude_game *game,
               const struct told_line *line, int n)
{
    work->n_notes = 0;
    for (int i = 0; i < n; i++) {
        int waits = told_waits(work, game, &line[i]);
        if (waits >= 0) {
            told_do_nothing(work, game, waits);
            if (!told_play(work, game, &line[i])) continue;
        }
        if (!told_leave_out(work, game, &line[i], i)) return i;
    }
    return n;
}
