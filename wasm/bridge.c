/* bridge.c -- games for the page: begin, play, follow, copy, write down. */
#include "bridge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD = 2 }; /* of bridge_create() */

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

struct aude_events *bridge_events(void)
{
    enum { MAX = 4 * AUDE_EVENTS_MAX };
    static struct aude_event list[MAX];
    static struct aude_events events = {.list = list, .max = MAX};

    events.n = 0;
    return &events;
}

/* -- The record of a game --------------------------------------------------------------- */

static bool bridge_append(struct game *game, const char *text, size_t n)
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

void bridge_append_text(struct game *game, const char *line, size_t n)
{
    if (game->n) bridge_append(game, "\n", 1);
    bridge_append(game, line, n);
}

/* Read a text line by line. reader->line counts the lines of this text. */
static enum aude_err bridge_read_lines(struct aude_reader *reader, const char *text,
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

/* -- Setups ----------------------------------------------------------------------------- */

/* Seats without a name get one. */
static enum aude_err bridge_read_setup(struct aude_reader *reader, bool hidden)
{
    enum aude_err err = bridge_record_read_head(reader, in, hidden);

    for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
        if (!reader->head.name[seat][0])
            snprintf(reader->head.name[seat], AUDE_NAME_MAX, "Player %u", seat + 1);
    return err;
}

/* Begin a game from the setup in `in`. An error becomes the answer. */
static enum aude_err bridge_begin(struct game *game, int hidden,
                                  struct aude_events *events)
{
    static struct aude_reader setup;
    static char head[PIECE_MAX];
    enum aude_err err = bridge_read_setup(&setup, hidden);

    if (hidden == TOLD && setup.head.setup.first == AUDE_SEAT_NONE)
        setup.head.setup.first = 0; /* whoever is named first begins */
    aude_reader_init(&game->reader);
    if (!err) {
        size_t n = aude_record_head(&setup.head, true, head, sizeof head);
        err = n < sizeof head ? bridge_read_lines(&game->reader, head, events)
                              : AUDE_ERR_LINE_LONG;
        if (!err) bridge_append(game, head, n);
    }
    if (err) show_error(NULL, err, err && setup.at[0] ? &setup : &game->reader);
    return err;
}

/* An authority tells its own opening; a hidden game waits to be fed with it. */
static void bridge_open_authority(struct game *game, const struct aude_events *events)
{
    static char piece[PIECE_MAX];
    size_t n = aude_record_step(&game->reader.game, "", events, piece, sizeof piece);

    bridge_append(game, piece, n);
    bridge_record_note(game, events);
    game->reader.n_notes = game->reader.next_note = 0;
    json_clear(&out);
    json_object(&out, NULL);
    json_text_n(&out, "step", piece, n);
    show_events("events", events);
    json_end(&out, '}');
}

/* Answers {step, events} of the opening; returns 0 with an error as the answer. `hidden` is 1 for a game that follows
 * another's steps, TOLD for one that is told here (told.c): that writes its own opening. */
struct game *EXPORT(bridge_create)(int hidden);
struct game *bridge_create(int hidden)
{
    struct game *game = calloc(1, sizeof *game);
    struct aude_events *events = bridge_events();

    json_clear(&out);
    if (!game) return NULL;
    if (bridge_begin(game, hidden, events)) {
        free(game->record);
        free(game);
        return NULL;
    }
    if (!game->reader.game.hidden || hidden == TOLD)
        bridge_open_authority(game, events);
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
    if (game) {
        free(game->record);
        free(game->sitting.step);
        free(game->cut);
    }
    free(game);
}

static void bridge_check_figures(const struct aude_game *game)
{
    json_object(&out, "figures");
    for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
        if (game->player[0].supply[kind])
            json_int(&out, aude_figure_name(kind), game->player[0].supply[kind]);
    json_end(&out, '}');
}

/* The switches that matter for this setup. */
static void bridge_check_matters(const struct aude_setup *setup)
{
    json_list(&out, "matters");
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++)
        if (aude_switch_matters(setup, sw)) json_text(&out, NULL, aude_switch_name(sw));
    json_end(&out, ']');
}

/* What the books advise against (EDN-22). */
static void bridge_check_advice(const struct aude_setup *setup)
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

/* Each value of one switch with which a setup that was refused could be played. */
static void bridge_check_mends(const struct aude_setup *refused, struct aude_game *spare)
{
    struct aude_setup setup = *refused;
    char value[32];

    json_list(&out, "mends");
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++) {
        for (int i = 0; aude_switch_value(sw, i, value, sizeof value); i++) {
            setup.sw[sw] = (uint8_t)i;
            if (aude_game_init(spare, &setup, NULL)) continue;
            json_object(&out, NULL);
            json_text(&out, "name", aude_switch_name(sw));
            json_text(&out, "value", value);
            json_end(&out, '}');
        }
        setup.sw[sw] = refused->sw[sw];
    }
    json_end(&out, ']');
}

/* Can the setup in `in` be played, and with which sets and switches? */
void EXPORT(bridge_check)(void);
void bridge_check(void)
{
    static struct aude_reader reader;
    enum aude_err err = bridge_read_setup(&reader, false);
    struct aude_setup *setup = &reader.head.setup;
    bool read = !err;

    if (!err) {
        setup->hidden = 1;
        err = aude_game_init(&reader.game, setup, NULL);
    }
    json_clear(&out);
    json_object(&out, NULL);
    if (err) show_error("error", err, &reader);
    if (err && read) bridge_check_mends(setup, &reader.game);
    json_int(&out, "tiles",
             err ? 0 : reader.game.n_laid + aude_game_left_total(&reader.game));
    json_list(&out, "sets");
    for (unsigned set = 0; set < AUDE_SETS; set++)
        if (aude_setup_sets(setup) >> set & 1) json_text(&out, NULL, aude_set_name(set));
    json_end(&out, ']');
    bridge_check_matters(setup);
    if (err) memset(&reader.game.player[0], 0, sizeof reader.game.player[0]);
    bridge_check_figures(&reader.game);
    bridge_check_advice(setup);
    json_end(&out, '}');
}

/* The text that a commitment promises, as plain text; empty if the setup cannot be
 * played. */
void EXPORT(bridge_commit_text)(void);
void bridge_commit_text(void)
{
    static struct aude_reader reader;

    json_clear(&out);
    if (bridge_read_setup(&reader, false)) return;
    char *text = json_room(&out, PIECE_MAX);
    size_t n = text ? aude_commit_text(&reader.head.setup, text, PIECE_MAX) : 0;
    if (n && n < PIECE_MAX) json_took(&out, n);
}

/* -- Play ------------------------------------------------------------------------------- */

void bridge_append_step(struct game *game, const char *words,
                        const struct aude_events *events)
{
    static char piece[PIECE_MAX];

    bridge_append(
        game, piece,
        aude_record_step(&game->reader.game, words, events, piece, sizeof piece));
    bridge_record_note(game, events);
}

void bridge_answer_error(enum aude_err err, const struct aude_reader *reader)
{
    json_clear(&out);
    json_object(&out, NULL);
    show_error("error", err, reader);
    json_text(&out, "step", "");
    json_list(&out, "events");
    json_end(&out, ']');
    json_end(&out, '}');
}

/* Plays the action in `in`. Answers {step, events}, or {error}. */
void EXPORT(bridge_play)(struct game *game);
void bridge_play(struct game *game)
{
    static char piece[PIECE_MAX];
    static struct sitting_work work;
    struct aude_game *position = &game->reader.game;
    struct aude_events *events = bridge_events();
    struct aude_action action;
    char words[SITTING_WORDS_MAX], heard[SITTING_WORDS_MAX];
    enum aude_err err = aude_action_parse(position, in, &action);

    aude_game_copy(&work.before, position);
    if (!err) {
        aude_action_text(position, action, words, sizeof words);
        err = aude_game_play(position, action, events);
    }
    if (err) {
        bridge_answer_error(err, NULL);
        return;
    }
    bridge_append_step(game, words, events);
    size_t n = sitting_public_step(&work, &work.before, action, events, heard, piece,
                                   sizeof piece);
    json_clear(&out);
    json_object(&out, NULL);
    json_text_n(&out, "step", piece, n);
    show_events("events", events);
    json_end(&out, '}');
}

/* Plays a step of another game, given as text; on an error nothing happens. */
void EXPORT(bridge_feed)(struct game *game);
void bridge_feed(struct game *game)
{
    static struct aude_reader copy;
    struct aude_events *events = bridge_events();

    copy = game->reader;
    enum aude_err err = bridge_read_lines(&copy, in, events);
    if (err) {
        bridge_answer_error(err, &copy);
        return;
    }
    game->reader = copy;
    bridge_append(game, in, strlen(in));
    bridge_record_note(game, events);
    json_clear(&out);
    json_object(&out, NULL);
    show_events("events", events);
    json_end(&out, '}');
}

/* Why is the action not legal? null if it is. */
/* The sides that do not match, as letters of the winds. */
static void bridge_why_sides(const struct aude_game *game, struct aude_action lay)
{
    unsigned clashes = aude_game_clashes(game, game->turn.tile, lay.x, lay.y, lay.arg);
    char sides[5] = "";

    for (unsigned side = 0, n = 0; side < 4; side++)
        if (clashes >> side & 1) sides[n++] = "NESW"[side];
    json_text(&out, "sides", sides);
}

void EXPORT(bridge_why)(const struct game *game);
void bridge_why(const struct game *game)
{
    struct aude_action action;
    enum aude_err err = aude_action_parse(&game->reader.game, in, &action);

    if (!err) err = aude_game_why(&game->reader.game, action);
    json_clear(&out);
    if (!err) {
        json_null(&out, NULL);
        return;
    }
    json_object(&out, NULL);
    show_error_words(err);
    if (err == AUDE_ERR_NO_FIT && action.kind == AUDE_LAY &&
        game->reader.game.turn.tile != AUDE_KIND_NONE)
        bridge_why_sides(&game->reader.game, action);
    json_end(&out, '}');
}

/* Why can a figure not be used now? `in` names it: a kind of figure, "tower" or
 * "fairy". */
void EXPORT(bridge_why_not)(const struct game *game);
void bridge_why_not(const struct game *game)
{
    enum aude_action_kind kind = AUDE_PUT;
    unsigned figure = 0;

    while (figure < AUDE_FIGURE_KINDS && strcmp(in, aude_figure_name(figure)) != 0)
        figure++;
    if (figure == AUDE_BARN) kind = AUDE_BARN_AT;
    if (figure == AUDE_FIGURE_KINDS) {
        kind = !strcmp(in, "tower") ? AUDE_TOWER : AUDE_FAIRY;
        figure = AUDE_SMALL;
    }
    json_clear(&out);
    show_error(NULL, aude_game_why_not(&game->reader.game, kind, figure), NULL);
}

/* -- The record of a game, out ---------------------------------------------------------- */

/* The record so far; with `end` also its last line. */
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

/* The head as everybody may see it, with `seed hidden`, up to the line `play`. */
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
    copy->sitting = (struct sitting){0}; /* a copy has no table */
    copy->cut = NULL;
    copy->steps_max = 0;
    bridge_append(copy, game->record, game->n);
    return copy;
}

/* Plays on a copy and answers {events, state}; the game itself stays as it is. */
void EXPORT(bridge_preview)(const struct game *game);
void bridge_preview(const struct game *game)
{
    static struct aude_game copy;
    struct aude_events *events = bridge_events();
    struct aude_action action;

    /* On a view: nobody may see the next draw. */
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
