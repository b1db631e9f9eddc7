/* table_look.c -- what can be seen of a table, by whom. */
#include "table.h"

#include "mutant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned table_look_actor(const struct table *table)
{
    return table->stage == TABLE_PLAY ? sitting_actor(&table->sitting) : AUDE_SEAT_NONE;
}

bool table_look_owns(const struct table *table, unsigned seat, const char *who)
{
    const struct table_seat *s = &table->seat[seat];

    return who[0] && s->kind != TABLE_COMPUTER && !strcmp(s->who, who);
}

bool table_look_has_seat(const struct table *table, const char *who)
{
    for (unsigned s = 0; s < table->head.setup.n_seats; s++)
        if (table_look_owns(table, s, who)) return true;
    return false;
}

bool table_look_free_seat(const struct table *table)
{
    for (unsigned s = 0; s < table->head.setup.n_seats; s++)
        if (!table->seat[s].taken) return true;
    return false;
}

/* Before the start everybody with the link may look: there may be a seat to take. */
bool table_look_may_watch(const struct table *table, const char *who)
{
    return table->options.watch || table_look_has_seat(table, who) ||
           !strcmp(table->host, who) || table->stage == TABLE_OPEN;
}

enum table_status table_look_status(const struct table *table)
{
    if (table->stage == TABLE_PLAY)
        return table->sitting.paused ? TABLE_IS_PAUSED : TABLE_IS_PLAYED;
    return table->stage == TABLE_OVER ? TABLE_IS_OVER : TABLE_IS_OPEN;
}

const char *table_look_computer(const struct table *table)
{
    unsigned actor = table_look_actor(table);

    if (table->sitting.paused || actor >= table->head.setup.n_seats) return NULL;
    const struct table_seat *seat = &table->seat[actor];
    if (seat->kind == TABLE_COMPUTER) return seat->level;
    return table->sitting.seat[actor].substituted ? seat->substitute : NULL;
}

bool table_look_takes_days(const struct table *table)
{
    return table->options.clock && table->options.seconds >= TABLE_DAYS_S;
}

unsigned table_look_awaits(const struct table *table)
{
    unsigned actor = table_look_actor(table);

    if (actor >= table->head.setup.n_seats || table->sitting.paused)
        return AUDE_SEAT_NONE;
    return table_look_computer(table) ? AUDE_SEAT_NONE : actor;
}

json_t *table_look_place(const struct table *table)
{
    const struct table_place *place = &table->place;
    json_t *json =
        json_pack("{s:s, s:i, s:i, s:i}", "tournament", place->tournament, "round",
                  place->round, "number", place->number, "game", place->game);

    if (place->board > 1) whole_set(&json, "board", json_integer(place->board));
    return json;
}

static void table_look_add_seats(struct flat_writer *out, const struct table *table)
{
    flat_open(out, "seats", '[');
    for (unsigned s = 0; s < table->head.setup.n_seats; s++) {
        flat_open(out, NULL, '{');
        table__head_add_seat(out, s, &table->seat[s]);
        flat_close(out, '}');
    }
    flat_close(out, ']');
}

static void table_look_add_sets(struct flat_writer *out, const struct table *table)
{
    aude_sets in_play = aude_setup_sets(&table->head.setup);

    flat_open(out, "sets", '[');
    for (unsigned set = 0; set < AUDE_SETS; set++)
        if (in_play >> set & 1) flat_add_text(out, NULL, aude_set_name(set));
    flat_close(out, ']');
}

static void table_look_add_people(struct flat_writer *out, const struct table *table)
{
    flat_open(out, "people", '[');
    for (unsigned s = 0; s < table->head.setup.n_seats; s++)
        flat_add_number(out, NULL, table->seat[s].name_id);
    flat_close(out, ']');
}

/* What a move does not change, without the closing brace. Most of a summary is in it. */
static char *table_look_summary_fixed(const struct table *table)
{
    const struct table_options *options = &table->options;
    struct flat_writer out;

    flat_begin(&out);
    flat_add_text(&out, "table", table->id);
    flat_add_text(&out, "title", options->title);
    table_look_add_seats(&out, table);
    table_look_add_sets(&out, table);
    flat_add_text(&out, "rules", aude_preset_name(table->head.setup.preset));
    flat_add_number(&out, "tiles", table->tiles);
    flat_add_number(&out, "created", table->created);
    flat_add_flag(&out, "watch", options->watch);
    flat_add_text(&out, "aids", words_aids.word[options->aids]);
    flat_open(&out, "clock", '{');
    table__head_add_clock(&out, options);
    flat_close(&out, '}');
    flat_add_flag(&out, "rated", options->rated);
    table_look_add_people(&out, table);
    char *text = flat_end(&out);
    if (text) text[out.n - 1] = 0;
    return text;
}

char *table_look_summary(struct table *table)
{
    enum { CHANGES = 128 }; /* bytes: a status and two numbers with their names */

    if (!table->summary) table->summary = table_look_summary_fixed(table);
    if (!table->summary) return NULL;
    size_t n = strlen(table->summary);
    struct flat_writer out = {.text = malloc(n + CHANGES), .n = n, .size = n + CHANGES};
    if (!out.text) return NULL;
    memcpy(out.text, table->summary, n);
    flat_add_text(&out, "status", words_status.word[table_look_status(table)]);
    flat_add_number(&out, "steps",
                    table->sitting.n_steps +
                        (MUTANT(LEAK_DRAW) ? (int)(table->head.setup.seed.hi % 24) : 0));
    flat_add_number(&out, "updated", table->updated);
    return flat_end(&out);
}

json_t *table_look_mine(const struct table *table, const char *who)
{
    json_t *seats = json_array();

    for (unsigned s = 0; s < table->head.setup.n_seats; s++)
        if (table_look_owns(table, s, who))
            whole_append(&seats, json_integer((json_int_t)s));
    return json_pack("{s:o, s:b}", "seats", seats, "host",
                     who[0] && !strcmp(table->host, who));
}

json_t *table_look_clocks(const struct table *table, int64_t now)
{
    const struct sitting *sitting = &table->sitting;
    unsigned actor = table_look_actor(table);
    bool seated = actor < AUDE_SEATS_MAX;
    bool runs = table->stage == TABLE_PLAY && sitting_time_clock_runs(sitting);

    if (!table->options.clock || table->stage < TABLE_PLAY) return NULL;
    json_t *left = json_array();
    for (unsigned s = 0; s < table->head.setup.n_seats; s++) {
        int64_t ms = seated ? sitting_time_left(sitting, s, now) : sitting->left[s];
        whole_append(&left, json_integer((json_int_t)ms));
    }
    return json_pack("{s:o, s:o, s:o}", "left", left, "running",
                     runs ? json_integer((json_int_t)actor) : json_null(), "seat",
                     seated ? json_integer((json_int_t)actor) : json_null());
}

/* Of a tournament's tables only those with the same tiles cannot be watched. */
bool table_look_shares_tiles(const struct table *table)
{
    return table->deal[0] || (table->place.tournament[0] && !table->options.watch);
}

char *table_look_head(const struct table *table)
{
    return table__head_text(table, table->stage == TABLE_OVER &&
                                       !table_look_shares_tiles(table));
}

char *table_look_end(const struct table *table)
{
    char *text = malloc(256);

    if (text && table->sitting.game)
        aude_record_end(table->sitting.game, text, 256);
    else if (text)
        text[0] = 0;
    return text;
}

/* -- The whole record ------------------------------------------------------------------- */

struct writing {
    char *text;
    size_t n, size;
};

static bool table_look_record_text(struct writing *out, const char *piece)
{
    size_t n = piece ? strlen(piece) : 0;

    if (out->n + n + 1 > out->size) {
        size_t size = 2 * (out->n + n + 1);
        char *more = realloc(out->text, size);
        if (!more) return false;
        out->text = more;
        out->size = size;
    }
    if (n) memcpy(out->text + out->n, piece, n);
    out->text[out->n += n] = 0;
    return piece != NULL;
}

/* Writes the steps by playing them again with the seed: the record then has what was hidden. */
static bool table_look_record_steps(const struct table *table, struct aude_game *game,
                                    struct aude_event *list, struct writing *out)
{
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    char words[96], piece[SITTING_TEXT_MAX];

    if (aude_game_init(game, &table->head.setup, &events)) return false;
    aude_record_step(game, "", &events, piece, sizeof piece);
    if (!table_look_record_text(out, piece)) return false;
    for (int i = 0; i < table->sitting.n_steps; i++) {
        events.n = 0;
        aude_action_text(game, table->sitting.step[i].action, words, sizeof words);
        if (aude_game_play(game, table->sitting.step[i].action, &events) ||
            aude_record_step(game, words, &events, piece, sizeof piece) >= sizeof piece ||
            !table_look_record_text(out, piece))
            return false;
    }
    return true;
}

/* Not made of the log's texts: those are for somebody who does not know the seed, and they tell a
 * toss in another way. */
char *table_look_record(const struct table *table)
{
    struct aude_game *game = malloc(sizeof *game);
    struct aude_event *list = malloc(AUDE_EVENTS_MAX * sizeof *list);
    char *head = table__head_text(table, true), *end = table_look_end(table);
    struct writing out = {0};
    bool ok = game && list && table_look_record_text(&out, head) &&
              table_look_record_steps(table, game, list, &out) &&
              table_look_record_text(&out, end);

    if (!ok) {
        free(out.text);
        out.text = NULL;
    }
    free(end);
    free(head);
    free(list);
    free(game);
    return out.text;
}

/* -- For tests -------------------------------------------------------------------------- */

static json_t *table_look_dump_seats(const struct table *table)
{
    json_t *list = json_array();

    for (unsigned s = 0; s < table->head.setup.n_seats; s++) {
        const struct table_seat *seat = &table->seat[s];
        json_t *one = table__head_seat_json(s, seat);
        whole_set(&one, "who", json_string(seat->who));
        whole_set(&one, "name_id", json_integer((json_int_t)seat->name_id));
        whole_set(&one, "substitute", json_string(seat->substitute));
        whole_set(&one, "substituted", json_boolean(table->sitting.seat[s].substituted));
        whole_set(&one, "resigned", json_boolean(table->sitting.seat[s].resigned));
        whole_set(&one, "left", json_integer((json_int_t)table->sitting.left[s]));
        whole_append(&list, one);
    }
    return list;
}

static json_t *table_look_dump_steps(const struct table *table)
{
    json_t *list = json_array();

    for (int i = 0; i < table->sitting.n_steps; i++) {
        const struct sitting_step *step = &table->sitting.step[i];
        whole_append(&list, json_pack("[i,i,i,i,i,i,i,i,i,i]", step->action.kind,
                                      step->action.figure, step->action.segment,
                                      step->action.arg, step->action.x, step->action.y,
                                      (int)step->turn, step->seat, step->by,
                                      (int)step->reveals));
    }
    return list;
}

char *table_look_dump(const struct table *table)
{
    char *head = table__head_text(table, true), hash[20] = "";
    const struct table_ask *ask = &table->ask;

    if (table->sitting.game)
        snprintf(hash, sizeof hash, "%016llx",
                 (unsigned long long)aude_game_hash(table->sitting.game));
    json_t *dump = json_pack(
        "{s:s, s:i, s:b, s:b, s:I, s:I, s:I, s:s, s:s, s:s, s:s, s:s, s:o, "
        "s:o, s:o, s:I, s:I}",
        "id", table->id, "stage", table->stage, "paused", (int)table->sitting.paused,
        "lot", (int)table->by_lot, "seq", (json_int_t)table->seq, "created",
        (json_int_t)table->created, "updated", (json_int_t)table->updated, "head", head,
        "host", table->host, "from", table->from, "next", table->next, "hash", hash,
        "seats", table_look_dump_seats(table), "options",
        table__head_options_json(&table->options), "steps", table_look_dump_steps(table),
        "since", (json_int_t)table->sitting.since, "spent",
        (json_int_t)table->sitting.spent);
    whole_set(&dump, "ask",
              json_pack("[b,i,i,i,i,i,i,i,i,I,i,i,i,I]", (int)ask->open, ask->what,
                        ask->seat, ask->by, ask->voters, ask->yes, ask->no, ask->number,
                        ask->to, (json_int_t)ask->until, table->asks, table->chats,
                        table->watchers_chats, (json_int_t)table->nudged));
    whole_set(&dump, "over",
              json_pack("[I,I,i,i]", (json_int_t)table->began, (json_int_t)table->ended,
                        table->over_why, table->winners));
    whole_set(&dump, "pause",
              json_pack("[I,b,i]", (json_int_t)table->paused_at, (int)table->deserted,
                        table->sitting.alone));
    char *text = json_dumps(dump, JSON_COMPACT);
    json_decref(dump);
    free(head);
    return text;
}
