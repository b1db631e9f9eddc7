/* bridge.c -- games for the page: begin, play, follow, copy, write down. */
#include "bridge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct json out;
char *in;
static size_t in_size;

/* -- Text in and out -------------------------------------------------------------------- */

/* Room for `n` bytes of text; the page writes them there and a zero after them. */
char *EXPORT(bridge_in)(size_t n);
char *bridge_in(size_t n)
{
    if (n + 1 > in_size) {
        char *more = realloc(in, n + 1);
        if (!more) return NULL;
        in = more;
        in_size = n + 1;
    }
    in[n] = 0;
    return in;
}

const char *EXPORT(bridge_out)(void);
const char *bridge_out(void)
{
    return out.text;
}

size_t EXPORT(bridge_out_n)(void);
size_t bridge_out_n(void)
{
    return out.n;
}

struct aude_events *events_fresh(void)
{
    enum { MAX = 4 * AUDE_EVENTS_MAX };
    static struct aude_event list[MAX];
    static struct aude_events events = {.list = list, .max = MAX};

    events.n = 0;
    return &events;
}

/* -- The record of a game --------------------------------------------------------------- */

static bool append(struct game *game, const char *text, size_t n)
{
    size_t size = game->size ? game->size : 4096;

    while (size - game->n <= n) size *= 2;
    if (size > game->size) {
        char *record = realloc(game->record, size);
        if (!record) return false;
        game->record = record;
        game->size = size;
    }
    memcpy(game->record + game->n, text, n);
    game->n += n;
    game->record[game->n] = 0;
    return true;
}

/* Line by line into the reader. The reader counts lines of one text. */
static enum aude_err read_lines(struct aude_reader *reader, const char *text,
                                struct aude_events *events)
{
    enum aude_err err = AUDE_ERR_OK;

    while (!err && *text) {
        size_t n = strcspn(text, "\n");
        err = aude_reader_line(reader, text, n, events);
        text += n + (text[n] != 0);
    }
    return err;
}

static bool starts(const char *line, const char *word)
{
    return !strncmp(line, word, strlen(word));
}

/* -- Setups ----------------------------------------------------------------------------- */

/* The setup lines of a text into a head, `play` left out: the seed may still be missing, and
 * who begins, which only a whole head must have. */
static enum aude_err read_head(struct aude_reader *reader, const char *text)
{
    enum aude_err err = AUDE_ERR_OK;

    aude_reader_init(reader);
    if (!starts(text, "aude ")) err = aude_reader_line(reader, "aude 1", 6, NULL);
    while (!err && *text) {
        size_t n = strcspn(text, "\n");
        if (!(starts(text, "play") && (n == 4 || text[4] == '\r')))
            err = aude_reader_line(reader, text, n, NULL);
        text += n + (text[n] != 0);
    }
    for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
        if (!reader->head.name[seat][0])
            snprintf(reader->head.name[seat], AUDE_NAME_MAX, "Player %u", seat + 1);
    return err;
}

/* A game from the setup in `in`. The error, if any, is the answer. */
static enum aude_err begin(struct game *game, bool hidden, struct aude_events *events)
{
    static struct aude_reader setup;
    static char head[PIECE_MAX];
    enum aude_err err = read_head(&setup, in);

    setup.head.setup.hidden |= hidden;
    aude_reader_init(&game->reader);
    if (!err) {
        size_t n = aude_record_head(&setup.head, true, head, sizeof head);
        err = n < sizeof head ? read_lines(&game->reader, head, events)
                              : AUDE_ERR_LINE_LONG;
        if (!err) append(game, head, n);
    }
    if (err) show_error(NULL, err, err && setup.at[0] ? &setup : &game->reader);
    return err;
}

/* An authority has told its own opening, a hidden game waits to be told. */
static void open_authority(struct game *game, const struct aude_events *events)
{
    static char piece[PIECE_MAX];
    size_t n = aude_record_step(&game->reader.game, "", events, piece, sizeof piece);

    append(game, piece, n);
    game->reader.n_notes = game->reader.next_note = 0;
    json_clear(&out);
    json_object(&out, NULL);
    json_text_n(&out, "step", piece, n);
    show_events("events", events);
    json_end(&out, '}');
}

/* The answer is {step, events} of the opening; 0: the answer is an error. */
struct game *EXPORT(bridge_create)(int hidden);
struct game *bridge_create(int hidden)
{
    struct game *game = calloc(1, sizeof *game);
    struct aude_events *events = events_fresh();

    json_clear(&out);
    if (!game) return NULL;
    if (begin(game, hidden, events)) {
        free(game->record);
        free(game);
        return NULL;
    }
    if (!game->reader.game.hidden)
        open_authority(game, events);
    else {
        json_object(&out, NULL);
        json_text(&out, "step", "");
        show_events("events", events);
        json_end(&out, '}');
    }
    return game;
}

void EXPORT(bridge_free)(struct game *game);
void bridge_free(struct game *game)
{
    if (game) free(game->record);
    free(game);
}

static void show_figures(const struct aude_game *game)
{
    json_object(&out, "figures");
    for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
        if (game->player[0].supply[kind])
            json_int(&out, aude_figure_name(kind), game->player[0].supply[kind]);
    json_end(&out, '}');
}

/* The switches that are worth a question. */
static void show_matters(const struct aude_setup *setup)
{
    json_list(&out, "matters");
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++)
        if (aude_switch_matters(setup, sw)) json_text(&out, NULL, aude_switch_name(sw));
    json_end(&out, ']');
}

/* What the books advise against (EDN-22). */
static void show_advice(const struct aude_setup *setup)
{
    struct aude_advice advice;

    json_list(&out, "advice");
    for (int i = 0; aude_setup_advice(setup, i, &advice); i++) {
        json_object(&out, NULL);
        json_text(&out, "rule", advice.rule);
        json_text(&out, "sentence", advice.sentence);
        json_end(&out, '}');
    }
    json_end(&out, ']');
}

/* Would the setup in `in` play, and with what? */
void EXPORT(bridge_check)(void);
void bridge_check(void)
{
    static struct aude_reader reader;
    enum aude_err err = read_head(&reader, in);
    struct aude_setup *setup = &reader.head.setup;

    if (!err) {
        setup->hidden = 1;
        err = aude_game_init(&reader.game, setup, NULL);
    }
    json_clear(&out);
    json_object(&out, NULL);
    if (err) show_error("error", err, &reader);
    json_int(&out, "tiles",
             err ? 0 : reader.game.n_laid + aude_game_left_total(&reader.game));
    json_list(&out, "sets");
    for (unsigned set = 0; set < AUDE_SETS; set++)
        if (aude_setup_sets(setup) >> set & 1) json_text(&out, NULL, aude_set_name(set));
    json_end(&out, ']');
    show_matters(setup);
    if (err) memset(&reader.game.player[0], 0, sizeof reader.game.player[0]);
    show_figures(&reader.game);
    show_advice(setup);
    json_end(&out, '}');
}

/* The text that a commitment promises: plain text, empty if the setup does not play. */
void EXPORT(bridge_commit_text)(void);
void bridge_commit_text(void)
{
    static struct aude_reader reader;

    json_clear(&out);
    if (read_head(&reader, in)) return;
    char *text = json_room(&out, PIECE_MAX);
    size_t n = text ? aude_commit_text(&reader.head.setup, text, PIECE_MAX) : 0;
    if (n && n < PIECE_MAX) json_took(&out, n);
}

/* -- Play ------------------------------------------------------------------------------- */

static void answer_error(enum aude_err err, const struct aude_reader *reader)
{
    json_clear(&out);
    json_object(&out, NULL);
    show_error("error", err, reader);
    json_text(&out, "step", "");
    json_list(&out, "events");
    json_end(&out, ']');
    json_end(&out, '}');
}

/* The action in `in`. The answer is {step, events}, or {error}. */
void EXPORT(bridge_play)(struct game *game);
void bridge_play(struct game *game)
{
    static char piece[PIECE_MAX];
    static struct aude_game before;
    struct aude_game *position = &game->reader.game;
    struct aude_events *events = events_fresh();
    struct aude_action action;
    char words[160];
    enum aude_err err = aude_action_parse(position, in, &action);

    aude_game_copy(&before, position);
    if (!err) {
        aude_action_text(position, action, words, sizeof words);
        err = aude_game_play(position, action, events);
    }
    if (err) {
        answer_error(err, NULL);
        return;
    }
    append(game, piece, aude_record_step(position, words, events, piece, sizeof piece));
    catapult_hear(&game->round, events);
    size_t n = public_step(&before, position, action, words, events, piece, sizeof piece);
    json_clear(&out);
    json_object(&out, NULL);
    json_text_n(&out, "step", piece, n);
    show_events("events", events);
    json_end(&out, '}');
}

/* A step of somebody else's game, as text: all of it holds, or nothing happens. */
void EXPORT(bridge_feed)(struct game *game);
void bridge_feed(struct game *game)
{
    static struct aude_reader copy;
    struct aude_events *events = events_fresh();

    copy = game->reader;
    enum aude_err err = read_lines(&copy, in, events);
    if (err) {
        answer_error(err, &copy);
        return;
    }
    game->reader = copy;
    append(game, in, strlen(in));
    catapult_hear(&game->round, events);
    json_clear(&out);
    json_object(&out, NULL);
    show_events("events", events);
    json_end(&out, '}');
}

/* Why not? null if the action is legal. */
void EXPORT(bridge_why)(const struct game *game);
void bridge_why(const struct game *game)
{
    struct aude_action action;
    enum aude_err err = aude_action_parse(&game->reader.game, in, &action);

    if (!err) err = aude_game_why(&game->reader.game, action);
    json_clear(&out);
    if (err)
        show_error(NULL, err, NULL);
    else
        json_null(&out, NULL);
}

/* -- Whole records ---------------------------------------------------------------------- */

/* The last line says what is so; more may follow it all the same, as the game goes on. */
static enum aude_err read_record(struct game *game, const char *text, bool *ended)
{
    struct aude_reader *reader = &game->reader;

    for (const char *next; *text; text = next) {
        size_t n = strcspn(text, "\n");
        uint8_t stage = reader->stage;
        next = text + n + (text[n] != 0);
        if (*ended && n) return AUDE_ERR_AFTER_END;
        struct aude_events *events = events_fresh();
        enum aude_err err = aude_reader_line(reader, text, n, events);
        if (err) return err;
        catapult_hear(&game->round, events);
        bool last = starts(text, "end ") || starts(text, "open ");
        if (last) {
            reader->stage = stage;
            *ended = true;
            continue;
        }
        if (game->n) append(game, "\n", 1);
        append(game, text, n);
    }
    return *ended ? AUDE_ERR_OK : AUDE_ERR_TRUNCATED;
}

/* A record in `in`. The answer is {finished}, or an error and 0. */
struct game *EXPORT(bridge_open)(void);
struct game *bridge_open(void)
{
    struct game *game = calloc(1, sizeof *game);
    bool ended = false;

    json_clear(&out);
    if (!game) return NULL;
    aude_reader_init(&game->reader);
    enum aude_err err = read_record(game, in, &ended);
    if (err) {
        show_error(NULL, err, &game->reader);
        bridge_free(game);
        return NULL;
    }
    json_object(&out, NULL);
    json_bool(&out, "finished", game->reader.finished);
    json_end(&out, '}');
    return game;
}

/* The record so far; with `end` its last line too. */
void EXPORT(bridge_record)(const struct game *game, int end);
void bridge_record(const struct game *game, int end)
{
    char last[256];

    json_clear(&out);
    json_raw(&out, game->record, game->n);
    if (!end) return;
    size_t n = aude_record_end(&game->reader.game, last, sizeof last);
    json_raw(&out, last, n);
}

/* The head as everybody may see it: `seed hidden`, up to and with `play`. */
void EXPORT(bridge_head)(const struct game *game);
void bridge_head(const struct game *game)
{
    json_clear(&out);
    char *text = json_room(&out, PIECE_MAX);
    size_t n =
        text ? aude_record_head(&game->reader.head, false, text, PIECE_MAX) : PIECE_MAX;
    if (n < PIECE_MAX) json_took(&out, n);
}

struct game *EXPORT(bridge_clone)(const struct game *game);
struct game *bridge_clone(const struct game *game)
{
    struct game *copy = malloc(sizeof *copy);

    if (!copy) return NULL;
    *copy = *game;
    copy->record = NULL;
    copy->n = copy->size = 0;
    append(copy, game->record, game->n);
    return copy;
}

/* What would happen: {events, state} on a copy; the game stays as it is. */
void EXPORT(bridge_preview)(const struct game *game);
void bridge_preview(const struct game *game)
{
    static struct aude_game copy;
    struct aude_events *events = events_fresh();
    struct aude_action action;

    /* On a view: what would be drawn next is nobody's to know. */
    aude_game_view(&copy, &game->reader.game, AUDE_SEAT_NONE);
    enum aude_err err = aude_action_parse(&copy, in, &action);
    if (!err) err = aude_game_play(&copy, action, events);
    json_clear(&out);
    json_object(&out, NULL);
    if (err) show_error("error", err, NULL);
    show_events("events", events);
    show_state("state", &copy, &game->round);
    json_end(&out, '}');
}

void EXPORT(bridge_state)(const struct game *game);
void bridge_state(const struct game *game)
{
    json_clear(&out);
    show_state(NULL, &game->reader.game, &game->round);
}

void EXPORT(bridge_actions)(const struct game *game);
void bridge_actions(const struct game *game)
{
    json_clear(&out);
    show_actions(&game->reader.game);
}
