/* record.c -- heads and whole records for the page: what they say, cut into steps. */
#include "bridge.h"

#include <stdlib.h>
#include <string.h>

/* -- Heads ------------------------------------------------------------------------------ */

static size_t bridge_record_word_length(const char *line)
{
    return strcspn(line, " \r\n");
}

static bool bridge_record_is_word(const char *line, const char *word)
{
    size_t n = strlen(word);

    return !strncmp(line, word, n) && bridge_record_word_length(line) == n;
}

/* Does a later line begin with the same `n` bytes as a whole word? */
static bool bridge_record_comes_again(const char *rest, const char *line, size_t n)
{
    for (; *rest; rest += strcspn(rest, "\n"), rest += *rest == '\n')
        if (!strncmp(rest, line, n) && strchr(" \r\n", rest[n])) return true;
    return false;
}

/* If several lines say the same thing the last one counts, and a commitment belongs to
 * the seed before it. So the page can append other names and another seed to a head. */
static bool bridge_record_is_overruled(const char *line, const char *rest)
{
    size_t n = bridge_record_word_length(line);

    if (bridge_record_is_word(line, "seed"))
        return bridge_record_comes_again(rest, line, n);
    if (bridge_record_is_word(line, "name")) {
        n += line[n] == ' ';
        return bridge_record_comes_again(rest, line,
                                         n + bridge_record_word_length(line + n));
    }
    return bridge_record_is_word(line, "commit") &&
           bridge_record_comes_again(rest, "seed", 4);
}

enum aude_err bridge_record_read_head(struct aude_reader *reader, const char *text,
                                      bool hidden)
{
    enum aude_err err = AUDE_ERR_OK;

    aude_reader_init(reader);
    if (!bridge_record_is_word(text, "aude"))
        err = aude_reader_line(reader, "aude 1", 6, NULL);
    while (!err && *text) {
        size_t n = strcspn(text, "\n");
        const char *rest = text + n + (text[n] != 0);
        if (!bridge_record_is_word(text, "play") &&
            !(hidden && bridge_record_is_word(text, "seed")) &&
            !bridge_record_is_overruled(text, rest))
            err = aude_reader_line(reader, text, n, NULL);
        text = rest;
    }
    reader->head.setup.hidden |= hidden;
    return err;
}

static void bridge_record_show_sets(const char *key, unsigned sets)
{
    json_list(&out, key);
    for (unsigned set = 0; set < AUDE_SETS; set++)
        if (sets >> set & 1) json_text(&out, NULL, aude_set_name(set));
    json_end(&out, ']');
}

/* What the head in `in` says: {names, commit, seed: "" if hidden, rules, expansions,
 * tilesOnly, sets: all that are in play, switches}. */
void EXPORT(bridge_record_head)(void);
void bridge_record_head(void)
{
    static struct aude_reader reader;
    const struct aude_setup *setup = &reader.head.setup;
    enum aude_err err = bridge_record_read_head(&reader, in, false);
    unsigned sets = err ? 0 : aude_setup_sets(setup);

    json_clear(&out);
    json_object(&out, NULL);
    if (err) show_error("error", err, &reader);
    bridge_record_show_head(&reader.head);
    json_text(&out, "rules", aude_preset_name(setup->preset));
    bridge_record_show_sets("expansions", setup->expansions);
    bridge_record_show_sets("tilesOnly", setup->tiles_only);
    bridge_record_show_sets("sets", sets);
    json_object(&out, "switches");
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++) {
        char value[32] = "";
        aude_switch_value(sw, setup->sw[sw], value, sizeof value);
        json_text(&out, aude_switch_name(sw), value);
    }
    json_end(&out, '}');
    json_end(&out, '}');
}

void bridge_record_show_head(const struct aude_head *head)
{
    json_list(&out, "names");
    for (unsigned s = 0; s < head->setup.n_seats; s++)
        json_text(&out, NULL, head->name[s]);
    json_end(&out, ']');
    json_text(&out, "commit", head->commit);
    if (head->setup.hidden)
        json_text(&out, "seed", "");
    else
        json_hex128(&out, "seed", head->setup.seed.hi, head->setup.seed.lo);
}

/* -- Steps ------------------------------------------------------------------------------ */

/* Does the statement say what somebody decided? The others are the game's own words. */
static bool bridge_record_is_decision(const struct aude_game *game, const char *words,
                                      size_t n)
{
    struct aude_action action;

    return game->turn.actor != AUDE_SEAT_NONE &&
           aude_record_action(game, words, n, &action);
}

static bool bridge_record_add(struct steps *steps, const char *text, size_t n)
{
    if (steps->n + n + 1 > steps->size) {
        size_t size = 2 * (steps->n + n + 1) + 4096;
        char *more = realloc(steps->text, size);
        if (!more) return false;
        steps->text = more;
        steps->size = size;
    }
    memcpy(steps->text + steps->n, text, n);
    steps->n += n;
    steps->text[steps->n] = 0;
    return true;
}

static void bridge_record_begin_step(struct steps *steps, unsigned seat)
{
    if (steps->count + 1 >= steps->max) {
        int max = steps->max ? 2 * steps->max : 256;
        struct step_at *more = realloc(steps->at, (size_t)max * sizeof *more);
        if (!more) return;
        steps->at = more;
        steps->max = max;
    }
    steps->at[steps->count++] = (struct step_at){steps->n, seat};
}

/* One statement; `end` is the sign behind it, `first` is true for the first of its line. */
static enum aude_err bridge_record_read_statement(struct game *game, struct steps *steps,
                                                  const char *words, size_t n, char end,
                                                  bool first)
{
    struct aude_events *events = bridge_events();

    if (bridge_record_is_decision(&game->reader.game, words, n))
        bridge_record_begin_step(steps, game->reader.game.turn.actor);
    enum aude_err err = aude_reader_line(&game->reader, words, n, events);
    if (err) return err;
    bridge_record_note(game, events);
    bridge_record_add(steps, first ? "\n" : " ", 1);
    bridge_record_add(steps, words, n);
    bridge_record_add(steps, end == ':' ? ":" : ";", 1);
    return AUDE_ERR_OK;
}

/* Reads a line of the play, statement by statement; the first statement of a line is marked. */
static enum aude_err bridge_record_read_play(struct game *game, struct steps *steps,
                                             const char *line, size_t n)
{
    int number = game->reader.line;
    enum aude_err err = AUDE_ERR_OK;
    const char *words;
    size_t at = 0, length;

    for (bool first = true; !err && aude_record_statement(line, n, &at, &words, &length);
         first = false) {
        game->reader.line = number;
        err =
            bridge_record_read_statement(game, steps, words, length, line[at - 1], first);
    }
    game->reader.line = number + 1;
    return err;
}

/* The last line says what is so; more may follow it all the same, as the game goes on. */
static enum aude_err bridge_record_read(struct game *game, struct steps *steps,
                                        const char *text)
{
    struct aude_reader *reader = &game->reader;
    bool playing = false, ended = false;

    for (const char *next; *text; text = next) {
        size_t n = strcspn(text, "\n");
        uint8_t stage = reader->stage;
        bool last = aude_record_is_last(text, n);
        next = text + n + (text[n] != 0);
        if (ended && n) return AUDE_ERR_AFTER_END;
        enum aude_err err = playing && !last
                                ? bridge_record_read_play(game, steps, text, n)
                                : aude_reader_line(reader, text, n, bridge_events());
        if (err) return err;
        if (bridge_record_is_word(text, "play")) playing = true;
        if (last) {
            reader->stage = stage;
            ended = true;
            continue;
        }
        bridge_append_text(game, text, n);
    }
    return ended ? AUDE_ERR_OK : AUDE_ERR_TRUNCATED;
}

static void bridge_record_show_steps(const struct steps *steps)
{
    size_t end = steps->count ? steps->at[0].from : steps->n;

    json_text_n(&out, "opening", steps->text ? steps->text : "", end);
    json_list(&out, "steps");
    for (int i = 0; i < steps->count; i++) {
        const char *text = steps->text + steps->at[i].from;
        size_t n =
            (i + 1 < steps->count ? steps->at[i + 1].from : steps->n) - steps->at[i].from;
        size_t skip = strspn(text, " \n");
        json_object(&out, NULL);
        json_int(&out, "seat", steps->at[i].seat);
        json_text_n(&out, "action", text + skip, strcspn(text + skip, ";:"));
        json_text_n(&out, "text", text, n);
        json_end(&out, '}');
    }
    json_end(&out, ']');
}

/* A record in `in`. The answer is {finished, names, commit, seed, opening, steps: [{seat,
 * action, text}]}, or an error and 0. */
struct game *EXPORT(bridge_record_open)(void);
struct game *bridge_record_open(void)
{
    struct game *game = calloc(1, sizeof *game);
    struct steps steps = {0};

    json_clear(&out);
    if (!game) return NULL;
    aude_reader_init(&game->reader);
    enum aude_err err = bridge_record_read(game, &steps, in);
    if (err) {
        show_error(NULL, err, &game->reader);
        bridge_free(game);
        game = NULL;
    } else {
        json_object(&out, NULL);
        json_bool(&out, "finished", game->reader.finished);
        bridge_record_show_head(&game->reader.head);
        bridge_record_show_steps(&steps);
        json_end(&out, '}');
    }
    free(steps.text);
    free(steps.at);
    return game;
}

/* -- What was drawn --------------------------------------------------------------------- */

void bridge_record_note(struct game *game, const struct aude_events *events)
{
    for (int i = 0; i < events->n && i < events->max; i++)
        if (events->list[i].kind == AUDE_EV_DRAW && game->n_drawn < AUDE_TILES_MAX)
            game->drawn[game->n_drawn++] = events->list[i].tile;
    bridge_catapult_update_round(&game->round, events);
}

/* The tiles drawn so far, as the names that a head's `order` has: plain text. */
void EXPORT(bridge_record_drawn)(const struct game *game);
void bridge_record_drawn(const struct game *game)
{
    json_clear(&out);
    for (unsigned i = 0; i < game->n_drawn; i++) {
        const char *id = aude_tiles[game->drawn[i]].id;
        if (i) json_raw(&out, " ", 1);
        json_raw(&out, id, strlen(id));
    }
}
