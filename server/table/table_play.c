/* table_play.c -- the game at the table: begin, act, take back, clocks, the end. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Begin ------------------------------------------------------------------------------ */

bool table__play_start(struct table *table, int64_t now)
{
    struct aude_game *game = malloc(sizeof *game);
    struct aude_event *list = malloc(AUDE_EVENTS_MAX * sizeof *list);
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    char *head = table__head_text(table, false), *text = malloc(SITTING_TEXT_MAX);
    bool ok = game && list && head && text &&
              !aude_game_init(game, &table->head.setup, &events);

    if (ok) {
        aude_record_step(game, "", &events, text, SITTING_TEXT_MAX);
        ok = table__post(table, now, ENTRY_START,
                         json_pack("{s:s, s:s}", "head", head, "text", text), NULL);
    }
    free(text);
    free(head);
    free(list);
    free(game);
    return ok;
}

/* With a short clock a rematch also waits until all who agreed are connected, because time runs as
 * soon as it begins. */
bool table__play_may_begin(const struct table *table)
{
    bool waits = table->options.clock && table->options.seconds <= TABLE_LONG_S;

    if (table->stage != TABLE_OPEN || !table->from[0] || table_look_free_seat(table))
        return false;
    for (unsigned s = 0; waits && s < table->head.setup.n_seats; s++)
        if (table->seat[s].kind != TABLE_COMPUTER && !table->seat[s].online) return false;
    return true;
}

/* -- Act -------------------------------------------------------------------------------- */

int64_t table__play_spent(const struct table *table, int64_t now)
{
    return sitting_time_spent(&table->sitting, now);
}

/* Everything a step needs, in one piece of memory. */
struct stage {
    struct sitting_work work;
    struct table_ahead ahead;
    struct aude_event list[AUDE_EVENTS_MAX];
    char words[SITTING_WORDS_MAX], text[SITTING_TEXT_MAX];
};

/* All tables share one, since they are all played by one thread. It is kept: to have a quarter of a megabyte from the
 * system and give it back for each step cost a tenth of the step's time. NULL: no memory. */
static struct stage *table_play_stage(void)
{
    static struct stage *kept;

    if (kept) return kept;
    struct stage *stage = malloc(sizeof *stage);
    struct aude_game *after = malloc(sizeof *after);
    if (stage && after) {
        stage->ahead.after = after;
        return kept = stage;
    }
    free(after);
    free(stage);
    return NULL;
}

static char *table_play_step_text(const struct table *table, const struct stage *stage,
                                  const struct table_step *said)
{
    const struct sitting_step *step = &stage->ahead.step;
    struct flat_writer out;

    flat_begin(&out);
    flat_add_number(&out, "seq", table->seq + 1);
    flat_add_number(&out, "at", said->at);
    flat_add_text(&out, "type", messages[ENTRY_STEP].name);
    flat_add_number(&out, "n", said->n);
    flat_add_number(&out, "seat", step->seat);
    flat_add_text(&out, "action", stage->words);
    flat_add_text(&out, "text", stage->text);
    flat_add_number(&out, "ms", said->ms);
    flat_add_text(&out, "by", words_by.word[said->by]);
    flat_add_flag(&out, "undo", sitting_undoable(step));
    return flat_end(&out);
}

/* For the store alone: the real words of an action, where others hear different ones. */
static char *table_play_secret_text(const char *words)
{
    struct flat_writer out;

    flat_begin(&out);
    flat_add_text(&out, "action", words);
    return flat_end(&out);
}

static bool table_play_post_step(struct table *table, int64_t now,
                                 const struct stage *stage)
{
    const struct sitting_step *step = &stage->ahead.step;
    char words[SITTING_WORDS_MAX];
    struct table_step said = {.at = table__now(table, now),
                              .ms = table__play_spent(table, now),
                              .n = table->sitting.n_steps + 1,
                              .by = (enum sitting_by)step->by,
                              .words = words};

    aude_action_text(table->sitting.game, step->action, words, sizeof words);
    bool hides = strcmp(words, stage->words) != 0;
    char *text = table_play_step_text(table, stage, &said);
    char *secret = hides ? table_play_secret_text(words) : NULL;
    if (text && (secret || !hides)) return table__post_step(table, &said, text, secret);
    free(text);
    free(secret);
    return false;
}

static bool table_play_on(struct table *table, int64_t now, struct stage *stage,
                          struct aude_action action, enum sitting_by by)
{
    const struct aude_game *before = table->sitting.game;
    struct aude_events events = {.list = stage->list, .max = AUDE_EVENTS_MAX};
    struct table_ahead *ahead = &stage->ahead;

    aude_game_copy(ahead->after, before);
    if (aude_game_play(ahead->after, action, &events)) return false;
    ahead->step = sitting_step_of(before, action, by, ahead->after, &events);
    if (!sitting_public_step(&stage->work, before, action, &events, stage->words,
                             stage->text, sizeof stage->text))
        return false;
    table->ahead = ahead;
    bool ok = table_play_post_step(table, now, stage);
    table->ahead = NULL;
    return ok;
}

/* Play a legal action. Its text is made on a copy: the game itself changes only when the
 * entry is applied, by the same lines that rebuild it. */
bool table__play(struct table *table, int64_t now, struct aude_action action,
                 enum sitting_by by)
{
    struct stage *stage = table_play_stage();
    bool ok = stage && table_play_on(table, now, stage, action, by);

    if (ok && aude_game_over(table->sitting.game))
        return table__play_over(table, now, SITTING_OVER_END, AUDE_SEAT_NONE);
    return ok;
}

static json_t *table_play_winners(const struct table *table, unsigned loser)
{
    unsigned seats = sitting_winners(&table->sitting, loser);
    json_t *list = json_array();

    for (unsigned s = 0; s < AUDE_SEATS_MAX; s++)
        if (seats >> s & 1) whole_append(&list, json_integer((json_int_t)s));
    return list;
}

bool table__play_over(struct table *table, int64_t now, enum sitting_over_why why,
                      unsigned loser)
{
    const struct aude_seed *seed = &table->head.setup.seed;
    json_t *points = json_array();
    char hex[33], *end = table_look_end(table);
    const char *told = table_look_shares_tiles(table) ? NULL : hex;

    for (unsigned s = 0; s < table->sitting.game->n_seats; s++)
        whole_append(&points, json_integer(table->sitting.game->player[s].points));
    snprintf(hex, sizeof hex, "%016llx%016llx", (unsigned long long)seed->hi,
             (unsigned long long)seed->lo);
    bool ok = table__post(table, now, ENTRY_OVER,
                          json_pack("{s:s, s:o, s:o, s:s*, s:s}", "why",
                                    words_over_why.word[why], "points", points, "winners",
                                    table_play_winners(table, loser), "seed", told,
                                    "text", end),
                          NULL);
    free(end);
    return ok;
}

bool table__play_rewind(struct table *table, int64_t now, int to, unsigned seat,
                        enum sitting_rewind_why why)
{
    return table__post(table, now, ENTRY_REWIND,
                       json_pack("{s:i, s:i, s:s}", "to", to, "seat", (int)seat, "why",
                                 words_rewind_why.word[why]),
                       NULL);
}

bool table__play_pause(struct table *table, int64_t now, unsigned by,
                       enum table_pause_why why)
{
    json_t *seat = by < AUDE_SEATS_MAX ? json_integer((json_int_t)by) : json_null();

    return table__post(table, now, ENTRY_PAUSE,
                       json_pack("{s:o, s:s, s:I}", "by", seat, "why",
                                 words_pause_why.word[why], "ms",
                                 (json_int_t)table__play_spent(table, now)),
                       NULL);
}

/* -- Time ------------------------------------------------------------------------------- */

void table_play_skip(struct table *table, int64_t ms)
{
    /* Not before the start, when no decision is under way. After the end it changes nothing that
     * counts, but the table in memory and the one read again must be equal to the last byte. */
    if (table->stage >= TABLE_PLAY) sitting_time_skip(&table->sitting, ms);
}

void table_play_set_back(struct table *table, int64_t updated)
{
    int64_t *dates[] = {&table->updated, &table->sitting.since, &table->nudged,
                        &table->paused_at};

    for (size_t i = 0; i < sizeof dates / sizeof dates[0]; i++)
        if (*dates[i] > updated) *dates[i] = updated;
    if (table->ask.until > TABLE_ASK_MS && table->ask.until - TABLE_ASK_MS > updated)
        table->ask.until = updated + TABLE_ASK_MS;
}

/* A player that answers nonsense must not hold up the others. */
bool table_play_computer(struct table *table, int64_t now, int steps,
                         struct aude_action action)
{
    if (!table_look_computer(table) || table->sitting.n_steps != steps) return false;
    if (aude_game_why(table->sitting.game, action))
        action = aude_game_default(table->sitting.game);
    table__mark(table);
    bool ok = table__play(table, now, action, SITTING_BY_COMPUTER);
    if (!ok) table__mark_back(table);
    return ok;
}

static int64_t table_play_clock_end(const struct table *table)
{
    return table->stage == TABLE_PLAY ? sitting_time_deadline(&table->sitting)
                                      : INT64_MAX;
}

int64_t table_play_deadline(const struct table *table)
{
    int64_t end =
        table__play_may_begin(table) ? table->updated : table_play_clock_end(table);

    if (table->ask.open && table->ask.until < end) end = table->ask.until;
    return end;
}

static bool table_play_is_seen(const struct table *table)
{
    for (unsigned s = 0; s < table->head.setup.n_seats; s++)
        if (table->seat[s].kind != TABLE_COMPUTER && table->seat[s].online) return true;
    return false;
}

static bool table_play_too_late(struct table *table, int64_t now)
{
    unsigned actor = table_look_actor(table);

    switch (sitting_time_late_does(&table->sitting, table_play_is_seen(table))) {
    case SITTING_LATE_SUBSTITUTES:
        return table__request_computer(table, now, actor, true, SITTING_TIME_OVER);
    case SITTING_LATE_ENDS:
        return table__play_over(table, now, SITTING_OVER_CLOCK, actor);
    case SITTING_LATE_PAUSES:
        return table__play_pause(table, now, AUDE_SEAT_NONE, TABLE_PAUSE_ABSENT);
    default:
        return table__play(table, now, aude_game_default(table->sitting.game),
                           SITTING_BY_CLOCK);
    }
}

void table_play_tick(struct table *table, int64_t now)
{
    if (table__play_may_begin(table)) table__play_start(table, now);
    if (table->ask.open && now >= table->ask.until)
        table__request_answered(table, now, false);
    /* A few at once: a seat whose budget is used up is late at every decision of its turn. Without memory the next tick goes on. */
    for (int i = 0; i < 8 && now >= table_play_clock_end(table); i++) {
        table__mark(table);
        if (table_play_too_late(table, now)) continue;
        table__mark_back(table);
        break;
    }
}
