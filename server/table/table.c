/* table.c -- the life of a table: entries, and what each of them changes.
 *
 * table__post() makes an entry and applies it; table_fold() applies one that was stored. Both
 * end in table__apply(), the only function that changes what the log determines. A step, which is nearly every entry,
 * is posted by table__post_step(): it comes as text and as the values in it, and both ways end in table_apply_step(). */
#include "table.h"

#include "flat.h"

#include <stdlib.h>
#include <string.h>

#define TIME_MAX 10000000000000 /* ms: three hundred years since 1970, or of thinking */

/* -- Birth and death -------------------------------------------------------------------- */

struct table *table_new(const char *id)
{
    struct table *table = calloc(1, sizeof *table);

    if (table && strlen(id) < sizeof table->id) memcpy(table->id, id, strlen(id) + 1);
    if (table) table->away_ms = TABLE_AWAY_MS;
    return table;
}

void table_outbox_clear(struct table *table)
{
    for (int i = 0; i < table->n_out; i++) {
        free(table->out[i].text);
        free(table->out[i].secret);
    }
    table->n_out = 0;
    table->seats_changed = false;
}

static void table_forget_summary(struct table *table)
{
    free(table->summary);
    table->summary = NULL;
}

void table_free(struct table *table)
{
    if (!table) return;
    table_outbox_clear(table);
    table_fold_end(table);
    table_forget_summary(table);
    free(table->out);
    free(table->sitting.step);
    free(table->sitting.game);
    free(table);
}

/* -- Entries ---------------------------------------------------------------------------- */

/* Made before an entry is applied: one that was applied must be stored. */
static bool table_room_for_entry(struct table *table)
{
    if (table->n_out < table->out_max) return true;
    int max = table->out_max ? 2 * table->out_max : 8;
    struct table_entry *more = realloc(table->out, (size_t)max * sizeof *more);
    if (!more) return false;
    table->out = more;
    table->out_max = max;
    return true;
}

/* Takes the texts over. There is room for it. */
static void table_keep_entry(struct table *table, enum message_id type, char *text,
                             char *secret)
{
    table->out[table->n_out++] = (struct table_entry){.seq = table->seq,
                                                      .at = table->updated,
                                                      .type = type,
                                                      .text = text,
                                                      .secret = secret};
}

int64_t table__now(const struct table *table, int64_t now)
{
    /* Within a log time does not go back, though the server that had the table before may have a clock that is ahead. */
    return now < table->updated ? table->updated : now;
}

bool table__post(struct table *table, int64_t now, enum message_id type, json_t *body,
                 json_t *secret)
{
    bool hides = type == ENTRY_OPEN || type == ENTRY_SEAT; /* whose seats they are */
    json_t *entry =
        json_pack("{s:I, s:I, s:s}", "seq", (json_int_t)table->seq + 1, "at",
                  (json_int_t)table__now(table, now), "type", messages[type].name);
    char *text = whole_join(&entry, body) ? flat_write(entry, NULL) : NULL;
    char *hidden = secret ? flat_write(secret, NULL) : NULL;
    bool ok = text && (hidden || !hides) && table_room_for_entry(table) &&
              table__apply(table, entry, secret);

    json_decref(entry);
    json_decref(secret);
    if (ok)
        table_keep_entry(table, type, text, hidden);
    else {
        free(text);
        free(hidden);
    }
    return ok;
}

/* A log may hold thousands of undone steps. An undo goes back within a turn, a take-back to the
 * last turn of a seat: so far we remember. */
enum { PAST = 32 };

struct table_past {
    int step[PAST]; /* the game in `before` is the one in which this step was decided */
    struct aude_game before[PAST];
    struct sitting_work work;
    struct aude_event list[AUDE_EVENTS_MAX];
};

void table_fold_begin(struct table *table)
{
    if (table->past || !(table->past = malloc(sizeof *table->past))) return;
    for (int i = 0; i < PAST; i++) table->past->step[i] = -1;
}

void table_fold_end(struct table *table)
{
    free(table->past);
    table->past = NULL;
}

static void table_remember(struct table_past *past, int step)
{
    past->step[step % PAST] = step;
    aude_game_copy(&past->before[step % PAST], &past->work.before);
}

/* The game in which step `to` was decided, of those that still count; NULL: it is forgotten. */
static const struct aude_game *table_before_step(const struct table *table, int to)
{
    const struct table_past *past = table->past;
    bool known =
        past && to >= 0 && to < table->sitting.n_steps && past->step[to % PAST] == to;

    return known ? &past->before[to % PAST] : NULL;
}

bool table_fold(struct table *table, const char *text, const char *secret)
{
    json_t *entry = flat_read(text, strlen(text), 0);
    json_t *hidden = secret ? flat_read(secret, strlen(secret), 0) : NULL;
    bool ok = entry && (!secret || hidden) && table__apply(table, entry, hidden);

    json_decref(entry);
    json_decref(hidden);
    return ok;
}

/* -- What entries say ------------------------------------------------------------------- */

static const char *table_entry_word(json_t *entry, const char *field)
{
    const char *word = json_string_value(json_object_get(entry, field));

    return word ? word : "";
}

static int table_entry_number(json_t *entry, const char *field)
{
    return (int)json_integer_value(json_object_get(entry, field));
}

/* A seat of this table, or -1. */
static int table_entry_seat(const struct table *table, json_t *entry, const char *field)
{
    json_t *value = json_object_get(entry, field);
    int n = json_is_integer(value) ? (int)json_integer_value(value) : -1;

    return n < table->head.setup.n_seats ? n : -1;
}

static void table_copy_word(char *out, size_t size, const char *word)
{
    size_t n = strlen(word);

    if (n >= size) n = 0;
    memcpy(out, word, n);
    out[n] = 0;
}

static unsigned table_entry_bits(json_t *list)
{
    unsigned bits = 0;
    size_t i;
    json_t *value;

    json_array_foreach(list, i, value) bits |= 1u << (json_integer_value(value) & 7);
    return bits;
}

static int64_t table_entry_time(json_t *entry)
{
    return json_integer_value(json_object_get(entry, "at"));
}

/* Milliseconds that somebody took, none if it is not said. */
static int64_t table_entry_ms(json_t *entry)
{
    return json_integer_value(json_object_get(entry, "ms"));
}

/* Are a date and a time within bounds? If not, the log is broken. */
static bool table_entry_in_time(int64_t at, int64_t ms)
{
    return at >= 0 && at <= TIME_MAX && ms >= 0 && ms <= TIME_MAX;
}

/* -- Applying: before the start --------------------------------------------------------- */

static bool table_apply_seat(struct table *table, json_t *entry, json_t *secret)
{
    struct table_reply reply = {0};
    struct fields fields = {&messages[OBJECT_SEAT_WANTED], entry, &reply};
    struct table_seat seat;
    int n = table_entry_seat(table, entry, "seat");

    if (n < 0 || !table__head_seat_read(table, (unsigned)n, &fields, &seat)) return false;
    seat.taken = json_is_true(json_object_get(entry, "taken"));
    table_copy_word(seat.who, sizeof seat.who, table_entry_word(secret, "who"));
    seat.name_id = json_integer_value(json_object_get(secret, "name_id"));
    seat.kept = json_is_true(json_object_get(entry, "kept"));
    seat.bot = json_is_true(json_object_get(entry, "bot"));
    seat.online = table->seat[n].online;
    seat.away = table->seat[n].away;
    /* The name as it is in the log: a free seat has none, so no default is put in. */
    table_copy_word(seat.name, sizeof seat.name, table_entry_word(entry, "name"));
    table->seat[n] = seat;
    table->seats_changed = true;
    return true;
}

/* How many tiles will be drawn; -1 if it cannot be played. */
static int table_count_tiles(const struct aude_setup *setup)
{
    struct aude_game *game = malloc(sizeof *game);
    struct aude_setup hidden = *setup;
    int n = -1;

    hidden.hidden = 1; /* nothing is drawn yet */
    hidden.n_order = 0;
    if (game && !aude_game_init(game, &hidden, NULL)) n = aude_game_left_total(game);
    free(game);
    return n;
}

static void table_apply_place(struct table_place *place, json_t *told)
{
    table_copy_word(place->tournament, sizeof place->tournament,
                    table_entry_word(told, "tournament"));
    place->round = (int)json_integer_value(json_object_get(told, "round"));
    place->number = (int)json_integer_value(json_object_get(told, "number"));
    place->game = (int)json_integer_value(json_object_get(told, "game"));
    place->board = (int)json_integer_value(json_object_get(told, "board"));
    if (!place->board) place->board = 1;
}

static bool table_apply_open(struct table *table, json_t *entry, json_t *secret)
{
    struct table_reply reply = {0};
    struct fields options = {&messages[OBJECT_OPTIONS_WANTED],
                             json_object_get(entry, "options"), &reply};
    json_t *seats = json_object_get(entry, "seats"), *seat;
    json_t *owners = json_object_get(secret, "owners");
    size_t i;

    if (!table__head_read(table_entry_word(secret, "head"), true, &table->head, &reply) ||
        !table__head_options_read(&options, &table->options))
        return false;
    table->tiles = table_count_tiles(&table->head.setup);
    if (table->tiles < 0) return false;
    table->stage = TABLE_OPEN;
    table->by_lot = json_is_true(json_object_get(secret, "lot"));
    table->created = json_integer_value(json_object_get(entry, "at"));
    table_copy_word(table->host, sizeof table->host, table_entry_word(secret, "host"));
    table_copy_word(table->from, sizeof table->from, table_entry_word(entry, "from"));
    table_apply_place(&table->place, json_object_get(entry, "place"));
    table_copy_word(table->deal, sizeof table->deal, table_entry_word(entry, "deal"));
    json_array_foreach(seats, i, seat)
    {
        json_t *who = json_pack("{s:O, s:I}", "who", json_array_get(owners, i), "name_id",
                                (json_int_t)json_integer_value(
                                    json_array_get(json_object_get(secret, "names"), i)));
        bool ok = who && table_apply_seat(table, seat, who);
        json_decref(who);
        if (!ok) return false;
    }
    return true;
}

static bool table_apply_start(struct table *table, json_t *entry)
{
    struct sitting *sitting = &table->sitting;
    struct sitting_rules rules = {.clock = table->options.clock,
                                  .late = table->options.late,
                                  .seconds = table->options.seconds,
                                  .increment = table->options.increment};

    if (table->stage != TABLE_OPEN) return false;
    if (!sitting->game) sitting->game = malloc(sizeof *sitting->game);
    if (!sitting->game || aude_game_init(sitting->game, &table->head.setup, NULL))
        return false;
    for (unsigned s = 0; s < table->head.setup.n_seats; s++) {
        memcpy(table->head.name[s], table->seat[s].name, AUDE_NAME_MAX);
        sitting->seat[s].computer = table->seat[s].kind == TABLE_COMPUTER;
    }
    sitting_begin(sitting, &rules, table_entry_time(entry));
    table->began = table_entry_time(entry);
    table->stage = TABLE_PLAY;
    return true;
}

/* -- Applying: play --------------------------------------------------------------------- */

static bool table_room_for_step(struct table *table)
{
    if (table->sitting.n_steps < table->steps_max) return true;
    int max = table->steps_max ? 2 * table->steps_max : 64;
    struct sitting_step *more = realloc(table->sitting.step, (size_t)max * sizeof *more);
    if (!more) return false;
    table->sitting.step = more;
    table->steps_max = max;
    return true;
}

/* The place of a field's word in its list; of one that is none, `otherwise`. */
static int table_entry_word_index(json_t *entry, const char *field,
                                  const struct words *words, int otherwise)
{
    int place = sitting_words_find(words, table_entry_word(entry, field));

    return place < 0 ? otherwise : place;
}

/* The step that the entry tells was played on a copy already: the copy becomes the game. */
static bool table_apply_ahead(struct table *table, struct aude_action action,
                              enum sitting_by by, int64_t ms, int64_t at)
{
    struct table_ahead *ahead = table->ahead;
    struct aude_game *before = table->sitting.game;

    if (!ahead || table->past || ahead->step.by != by ||
        memcmp(&ahead->step.action, &action, sizeof action) != 0)
        return false;
    table->sitting.game = ahead->after;
    ahead->after = before;
    sitting_played(&table->sitting, ahead->step, ms, at);
    table->ahead = NULL;
    return true;
}

static bool table_apply_play_step(struct table *table, struct aude_action action,
                                  enum sitting_by by, int64_t ms, int64_t at)
{
    if (table_apply_ahead(table, action, by, ms, at)) return true;
    struct table_past *past = table->past;
    struct aude_event *list = past ? past->list : malloc(AUDE_EVENTS_MAX * sizeof *list);
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    struct sitting_work *work = past ? &past->work : malloc(sizeof *work);
    bool ok =
        list && work && !sitting_play(&table->sitting, work, action, by, ms, at, &events);

    if (past) {
        if (ok) table_remember(past, table->sitting.n_steps - 1);
        return ok;
    }
    free(work);
    free(list);
    return ok;
}

static bool table_apply_step(struct table *table, const struct table_step *step)
{
    struct aude_action action;

    return table->stage == TABLE_PLAY && table_room_for_step(table) &&
           step->n == table->sitting.n_steps + 1 &&
           !aude_action_parse(table->sitting.game, step->words, &action) &&
           table_apply_play_step(table, action, step->by, step->ms, step->at);
}

static struct table_step table_entry_step(json_t *entry, json_t *secret)
{
    return (struct table_step){
        .at = table_entry_time(entry),
        .ms = table_entry_ms(entry),
        .n = table_entry_number(entry, "n"),
        .by = (enum sitting_by)table_entry_word_index(entry, "by", &words_by,
                                                      SITTING_BY_HUMAN),
        .words = table_entry_word(secret ? secret : entry, "action")};
}

/* Back to the first `to` steps, by playing them again. */
static bool table_apply_rewind(struct table *table, json_t *entry)
{
    bool undo = sitting_words_find(&words_rewind_why, table_entry_word(entry, "why")) ==
                SITTING_REWIND_UNDO;
    int to = table_entry_number(entry, "to");
    const struct aude_game *then = table_before_step(table, to);

    if (table->stage != TABLE_PLAY) return false;
    if (!then)
        return sitting_rewind(&table->sitting, &table->head.setup, to, undo,
                              table_entry_time(entry), NULL, NULL);
    sitting_rewind_by(&table->sitting, then, to, undo, table_entry_time(entry));
    return true;
}

static bool table_apply_over(struct table *table, json_t *entry)
{
    table->stage = TABLE_OVER;
    table->ended = table_entry_time(entry);
    table->over_why =
        (uint8_t)table_entry_word_index(entry, "why", &words_over_why, SITTING_OVER_END);
    table->winners = (uint8_t)table_entry_bits(json_object_get(entry, "winners"));
    sitting_end(&table->sitting);
    table->ask.open = false;
    return true;
}

/* -- Applying: around the game ---------------------------------------------------------- */

static bool table_apply_ask(struct table *table, json_t *entry)
{
    struct table_ask *ask = &table->ask;
    int what = sitting_words_find(&words_question, table_entry_word(entry, "what"));

    *ask = (struct table_ask){
        .open = what >= 0,
        .what = (uint8_t)what,
        .number = table_entry_number(entry, "ask"),
        .seat = (uint8_t)table_entry_number(entry, "seat"),
        .by = (uint8_t)table_entry_number(entry, "by"),
        .to = table_entry_number(entry, "to"),
        .voters = (uint8_t)table_entry_bits(json_object_get(entry, "voters")),
        .until = json_integer_value(json_object_get(entry, "at")) + TABLE_ASK_MS};
    table->asks = ask->number;
    sitting_heard(&table->sitting);
    return ask->open && ask->number > 0 && ask->number < INT32_MAX;
}

static bool table_apply_answer(struct table *table, json_t *entry)
{
    bool yes = json_is_true(json_object_get(entry, "yes"));
    uint8_t *said = yes ? &table->ask.yes : &table->ask.no;

    *said |= (uint8_t)table_entry_bits(json_object_get(entry, "seats"));
    sitting_heard(&table->sitting);
    return table->ask.open;
}

/* Logs of earlier versions have no reason. */
static enum sitting_why table_entry_why(json_t *entry, bool on)
{
    int why = table_entry_word_index(entry, "why", &words_computer_why, SITTING_ABSENT);

    if (why == SITTING_TIME_OVER || why == SITTING_RESIGNED) return (enum sitting_why)why;
    return on ? SITTING_ABSENT : SITTING_BACK;
}

static bool table_apply_computer(struct table *table, json_t *entry)
{
    int n = table_entry_seat(table, entry, "seat");
    bool on = json_is_true(json_object_get(entry, "on"));

    if (n < 0 || table->stage != TABLE_PLAY) return false;
    table_copy_word(table->seat[n].substitute, sizeof table->seat[n].substitute,
                    table_entry_word(entry, "level"));
    sitting_substitute(&table->sitting, (unsigned)n, on, table_entry_why(entry, on),
                       table_entry_ms(entry), table_entry_time(entry));
    return true;
}

static bool table_apply_pause(struct table *table, json_t *entry, bool paused)
{
    bool told = json_object_get(entry, "ms"); /* not in logs of earlier versions */
    int64_t at = table_entry_time(entry);

    if (paused)
        sitting_time_pause(
            &table->sitting,
            told ? table_entry_ms(entry) : sitting_time_spent(&table->sitting, at), at);
    else
        sitting_time_resume(&table->sitting, at);
    table->paused_at = at;
    table->deserted =
        paused && sitting_words_find(&words_pause_why, table_entry_word(entry, "why")) ==
                      TABLE_PAUSE_ABSENT;
    return true;
}

static void table_apply_chat(struct table *table, json_t *entry)
{
    table->chats++;
    table->watchers_chats += !json_is_integer(json_object_get(entry, "seat"));
}

/* What changes nothing of the game. */
static bool table_apply_note(struct table *table, enum message_id type, json_t *entry)
{
    switch (type) {
    case ENTRY_CLOSED:
        table->ask.open = false;
        return true;
    case ENTRY_CHAT:
        table_apply_chat(table, entry);
        return true;
    case ENTRY_NUDGE:
        table->nudged = table_entry_time(entry);
        return true;
    case ENTRY_REMATCH:
        table_copy_word(table->next, sizeof table->next,
                        table_entry_word(entry, "table"));
        return true;
    default:
        return false; /* no entry has such a type */
    }
}

static bool table_apply_type(struct table *table, enum message_id type, json_t *entry,
                             json_t *secret)
{
    switch (type) {
    case ENTRY_OPEN:
        return table_apply_open(table, entry, secret);
    case ENTRY_SEAT:
        return table_apply_seat(table, entry, secret);
    case ENTRY_START:
        return table_apply_start(table, entry);
    case ENTRY_STEP: {
        struct table_step step = table_entry_step(entry, secret);
        return table_apply_step(table, &step);
    }
    case ENTRY_REWIND:
        return table_apply_rewind(table, entry);
    case ENTRY_OVER:
        return table_apply_over(table, entry);
    case ENTRY_ASK:
        return table_apply_ask(table, entry);
    case ENTRY_ANSWER:
        return table_apply_answer(table, entry);
    case ENTRY_PAUSE:
        return table_apply_pause(table, entry, true);
    case ENTRY_RESUME:
        return table_apply_pause(table, entry, false);
    case ENTRY_COMPUTER:
        return table_apply_computer(table, entry);
    default:
        return table_apply_note(table, type, entry);
    }
}

static void table_applied(struct table *table, int64_t at)
{
    table->seq++;
    table->updated = at;
}

bool table__apply(struct table *table, json_t *text, json_t *secret)
{
    int64_t seq = json_integer_value(json_object_get(text, "seq"));
    int64_t at = table_entry_time(text);

    if (seq != table->seq + 1 || !table_entry_in_time(at, table_entry_ms(text)))
        return false;
    int type = table_messages_find(MESSAGE_ENTRY, table_entry_word(text, "type"));
    if (type != ENTRY_STEP) table_forget_summary(table);
    if (type < 0 || !table_apply_type(table, (enum message_id)type, text, secret))
        return false;
    table_applied(table, at);
    return true;
}

bool table__post_step(struct table *table, const struct table_step *step, char *text,
                      char *secret)
{
    bool ok = table_room_for_entry(table) && table_entry_in_time(step->at, step->ms) &&
              table_apply_step(table, step);

    if (ok) {
        table_applied(table, step->at);
        table_keep_entry(table, ENTRY_STEP, text, secret);
    } else {
        free(text);
        free(secret);
    }
    return ok;
}
