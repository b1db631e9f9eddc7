/* table_play.c -- the game at the table: begin, act, take back, clocks, the end. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_MAX = 16 * 1024 }; /* the text of one step */

/* -- What others may see ---------------------------------------------------------------- */

struct shown {
    char words[96]; /* the action as everybody may see it */
    char *text;     /* what to append to the record */
    json_t *secret; /* {"action":...} where the words hide something, else NULL */
};

/* The words of what a view is told, and the record of that view. */
static bool play_view(struct aude_game *view, const struct aude_action *told, int n,
                      struct aude_event *list, struct shown *out)
{
    char words[96];
    size_t at = 0;

    for (int i = 0; i < n; i++) {
        struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
        aude_action_text(view, told[i], words, sizeof words);
        if (!i) memcpy(out->words, words, sizeof words);
        if (aude_game_play(view, told[i], &events)) return false;
        at += aude_record_step(view, words, &events, out->text + at, PIECE_MAX - at);
        if (at >= PIECE_MAX) return false;
    }
    return n > 0;
}

static json_t *hidden_words(const struct aude_game *before, struct aude_action action,
                            const char *shown)
{
    char words[96];

    aude_action_text(before, action, words, sizeof words);
    return strcmp(words, shown) ? json_pack("{s:s}", "action", words) : NULL;
}

/* The one door from the authority's game to what leaves the server. The text is not that of
 * the game but that of a view which hears only what everybody hears: what the view does not
 * know cannot stand in it. */
static bool viewer_step(const struct aude_game *before, struct aude_action action,
                        const struct aude_events *events, struct shown *out)
{
    struct aude_action *told = malloc(TABLE_TOLD_MAX * sizeof *told);
    struct aude_event *list = malloc(AUDE_EVENTS_MAX * sizeof *list);
    struct aude_game *view = malloc(sizeof *view);
    bool ok = told && list && view && (out->text = malloc(PIECE_MAX));

    if (ok) {
        aude_game_view(view, before, AUDE_SEAT_NONE);
        int n = aude_game_tell(before, action, events, told, TABLE_TOLD_MAX);
        ok = n <= TABLE_TOLD_MAX && play_view(view, told, n, list, out);
    }
    if (ok) out->secret = hidden_words(before, action, out->words);
    free(view);
    free(list);
    free(told);
    return ok;
}

/* -- Begin ------------------------------------------------------------------------------ */

bool table__start(struct table *table, int64_t now)
{
    struct aude_game *game = malloc(sizeof *game);
    struct aude_event *list = malloc(AUDE_EVENTS_MAX * sizeof *list);
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    char *head = table__head_text(table, false), *text = malloc(PIECE_MAX);
    bool ok = game && list && head && text &&
              !aude_game_init(game, &table->head.setup, &events);

    if (ok) {
        aude_record_step(game, "", &events, text, PIECE_MAX);
        ok = table__post(table, now, "start",
                         json_pack("{s:s, s:s}", "head", head, "text", text), NULL);
    }
    free(text);
    free(head);
    free(list);
    free(game);
    return ok;
}

/* -- Act -------------------------------------------------------------------------------- */

static const char *const by_names[] = {"human", "computer", "clock"};

int64_t table__spent(const struct table *table, int64_t now)
{
    int64_t running = table->paused || now < table->since ? 0 : now - table->since;

    return table->spent + running;
}

static bool post_step(struct table *table, int64_t now, const struct shown *shown,
                      enum table_by by)
{
    json_t *body = json_pack("{s:i, s:i, s:s, s:s, s:I, s:s}", "n", table->n_steps + 1,
                             "seat", (int)table->game->turn.actor, "action", shown->words,
                             "text", shown->text, "ms",
                             (json_int_t)table__spent(table, now), "by", by_names[by]);

    return table__post(table, now, "step", body, shown->secret);
}

/* Play a legal action. Its text is made on a copy: the game itself changes only when the
 * entry is applied, by the same lines that rebuild it. */
bool table__play(struct table *table, int64_t now, struct aude_action action,
                 enum table_by by)
{
    struct aude_game *after = malloc(sizeof *after);
    struct aude_event *list = malloc(AUDE_EVENTS_MAX * sizeof *list);
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    struct shown shown = {0};
    bool ok = after && list;

    if (ok) aude_game_copy(after, table->game);
    ok = ok && !aude_game_play(after, action, &events) &&
         viewer_step(table->game, action, &events, &shown) &&
         post_step(table, now, &shown, by);
    free(shown.text);
    free(list);
    free(after);
    if (ok && aude_game_over(table->game))
        return table__over(table, now, "end", AUDE_SEAT_NONE);
    return ok;
}

/* Seats with the most points among those who did not give up. */
static json_t *winners(const struct table *table, const char *why, unsigned loser)
{
    const struct aude_game *game = table->game;
    json_t *list = json_array();
    int32_t most = INT32_MIN;

    for (int pass = 0; pass < 2; pass++)
        for (unsigned s = 0; s < game->n_seats; s++) {
            if (s == loser || (table->seat[s].resigned && strcmp(why, "end") != 0))
                continue;
            if (!pass && game->player[s].points > most) most = game->player[s].points;
            if (pass && game->player[s].points == most)
                json_array_append_new(list, json_integer((json_int_t)s));
        }
    return list;
}

bool table__over(struct table *table, int64_t now, const char *why, unsigned loser)
{
    const struct aude_seed *seed = &table->head.setup.seed;
    json_t *points = json_array();
    char hex[33], *end = table_end(table);

    for (unsigned s = 0; s < table->game->n_seats; s++)
        json_array_append_new(points, json_integer(table->game->player[s].points));
    snprintf(hex, sizeof hex, "%016llx%016llx", (unsigned long long)seed->hi,
             (unsigned long long)seed->lo);
    bool ok = table__post(table, now, "over",
                          json_pack("{s:s, s:o, s:o, s:s, s:s}", "why", why, "points",
                                    points, "winners", winners(table, why, loser), "seed",
                                    hex, "text", end),
                          NULL);
    free(end);
    return ok;
}

bool table__rewind(struct table *table, int64_t now, int to, unsigned seat,
                   const char *why)
{
    return table__post(
        table, now, "rewind",
        json_pack("{s:i, s:i, s:s}", "to", to, "seat", (int)seat, "why", why), NULL);
}

bool table__pause(struct table *table, int64_t now, unsigned by, const char *why)
{
    json_t *seat = by < AUDE_SEATS_MAX ? json_integer((json_int_t)by) : json_null();

    return table__post(table, now, "pause",
                       json_pack("{s:o, s:s, s:I}", "by", seat, "why", why, "ms",
                                 (json_int_t)table__spent(table, now)),
                       NULL);
}

/* -- Time ------------------------------------------------------------------------------- */

void table_skip(struct table *table, int64_t ms)
{
    if (table->since) table->since += ms; /* before the start there is no decision */
}

void table_set_back(struct table *table, int64_t now, int64_t started)
{
    if (table->since > now) table->since = started;
    if (table->nudged > now) table->nudged = started;
    if (table->paused_at > now) table->paused_at = started;
    if (table->ask.until > now + TABLE_ASK_MS) table->ask.until = started + TABLE_ASK_MS;
}

/* A player that answers nonsense must not hold up the others. */
bool table_computer_acts(struct table *table, int64_t now, int steps,
                         struct aude_action action)
{
    if (!table_computer(table) || table->n_steps != steps) return false;
    if (aude_game_why(table->game, action)) action = aude_game_default(table->game);
    return table__play(table, now, action, TABLE_BY_COMPUTER);
}

static bool clock_runs(const struct table *table)
{
    unsigned actor = table_actor(table);

    return table->options.clock && !table->paused && actor < table->head.setup.n_seats &&
           !table_computer(table);
}

static int64_t clock_end(const struct table *table)
{
    if (!clock_runs(table)) return INT64_MAX;
    return table->since + table->left[table_actor(table)] - table->spent;
}

int64_t table_deadline(const struct table *table)
{
    int64_t end = clock_end(table);

    if (table->ask.what != TABLE_NOTHING && table->ask.until < end)
        end = table->ask.until;
    return end;
}

/* A game that nobody plays does not play itself to its end: it waits for somebody. */
static bool is_deserted(const struct table *table)
{
    int most = TABLE_ALONE;

    for (unsigned s = 0; s < table->head.setup.n_seats; s++)
        if (table->seat[s].kind != TABLE_COMPUTER && table->seat[s].online)
            most = TABLE_ALONE_SEEN;
    return table->alone >= most;
}

static void too_late(struct table *table, int64_t now)
{
    unsigned actor = table_actor(table);

    switch (table->options.late) {
    case TABLE_LATE_COMPUTER:
        table__computer(table, now, actor, true, "clock");
        break;
    case TABLE_LATE_LOSE:
        table__over(table, now, "clock", actor);
        break;
    default:
        if (is_deserted(table))
            table__pause(table, now, AUDE_SEAT_NONE, "absent");
        else
            table__play(table, now, aude_game_default(table->game), TABLE_BY_CLOCK);
    }
}

void table_tick(struct table *table, int64_t now)
{
    if (table->ask.what != TABLE_NOTHING && now >= table->ask.until)
        table__close(table, now, false);
    /* At most a turn's worth at once: a seat whose budget is gone has no time at all. */
    for (int i = 0; i < 8 && now >= clock_end(table); i++) {
        int64_t before = table->seq;
        too_late(table, now);
        if (table->seq == before) break;
    }
}
