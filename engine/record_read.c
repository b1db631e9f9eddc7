/* record_read.c -- a record, line by line, played as it is read (docs/record.md).
 *
 * Nothing is trusted: every action goes through aude_game_play(), and whatever the game
 * says of itself (turns, draws, discards, the hash of each turn, the final points) must
 * stand in the record too, in that order (with `seed hidden` a turn's hash may be left out).
 * A record that was cut, edited or mixed up therefore stops at the first statement that does
 * not hold. */
#include "event_internal.h"

enum stage { STAGE_NOTHING, STAGE_SETUP, STAGE_PLAY, STAGE_END };

enum seen { /* bits; the names of seats follow */
            SEEN_RULES,
            SEEN_SEATS,
            SEEN_FIRST,
            SEEN_EXPANSIONS,
            SEEN_TILES_ONLY,
            SEEN_RULES_ONLY,
            SEEN_DRAWS,
            SEEN_SEED,
            SEEN_COMMIT,
            SEEN_NAME
};

enum { NOTE_HASH = AUDE_EVENT_KINDS };

void aude_reader_init(struct aude_reader *reader)
{
    memset(reader, 0, sizeof *reader);
}

/* Remember the words an error is about. */
static enum aude_err record_read_fault(struct aude_reader *reader, const char *words,
                                       enum aude_err err)
{
    struct aude__text text = {.out = reader->at, .size = sizeof reader->at};

    aude__text_str(&text, words);
    aude__text_end(&text);
    return err;
}

/* -- Words ------------------------------------------------------------------------------ */

/* The next word of *p, ended in place; NULL at the end of the line. */
static char *record_read_next_word(char **p)
{
    char *word = *p;

    while (*word == ' ' || *word == '\t') word++;
    if (!*word) return NULL;
    *p = word + strcspn(word, " \t");
    if (**p) *(*p)++ = 0;
    return word;
}

static bool record_read_hex(const char *word, int digits_max, struct aude_seed *out)
{
    size_t n = strlen(word);

    *out = aude_seed(0);
    if (n < 1 || n > (size_t)digits_max) return false;
    for (; *word; word++) {
        const char *hex = "0123456789abcdef", *at = strchr(hex, *word);
        if (!at) return false;
        out->hi = out->hi << 4 | out->lo >> 60;
        out->lo = out->lo << 4 | (uint64_t)(at - hex);
    }
    return true;
}

/* Well-formed UTF-8 without control characters. */
static bool record_read_is_text(const char *s)
{
    for (const unsigned char *p = (const unsigned char *)s; *p;) {
        int more = *p < 0x80 ? 0 : *p >= 0xf0 && *p < 0xf5 ? 3 : *p >= 0xe0 ? 2 : 1;
        if (*p < 32 || *p == 127 || (*p >= 0x80 && *p < 0xc2) || *p > 0xf4) return false;
        if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f) ||
            (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] > 0x8f))
            return false;
        for (p++; more; more--, p++)
            if (*p >> 6 != 2) return false;
    }
    return true;
}

/* -- What the game says ----------------------------------------------------------------- */

void aude__record_read_note_turn(const struct aude_event *ev, struct aude_note *note)
{
    note->seat = ev->seat;
    note->number = (uint16_t)ev->points;
}

void aude__record_read_note_tile(const struct aude_event *ev, struct aude_note *note)
{
    note->number = ev->tile;
}

void aude__record_read_note_number(const struct aude_event *ev, struct aude_note *note)
{
    note->number = (uint16_t)ev->points;
}

void aude__record_read_note_rest(const struct aude_event *ev, struct aude_note *note)
{
    note->at = ev->at;
}

/* Both hand errors of a throw in one number. */
static unsigned record_read_hand_number(int aim, int power)
{
    return (unsigned)(uint8_t)aim << 8 | (uint8_t)power;
}

void aude__record_read_note_scatter(const struct aude_event *ev, struct aude_note *note)
{
    note->number = (uint16_t)record_read_hand_number(ev->at.x, ev->at.y);
    note->at = (struct aude_point){ev->x, ev->y};
}

/* Adds a note of that kind, otherwise empty. */
static struct aude_note *record_read_note(struct aude_reader *reader, unsigned kind)
{
    assert(reader->n_notes < AUDE_NOTES_MAX);
    struct aude_note *note = &reader->note[reader->n_notes++];
    *note = (struct aude_note){.kind = (uint8_t)kind};
    return note;
}

/* Keeps what the record has to say of these events too (struct aude_note). */
static void record_read_take_notes(struct aude_reader *reader,
                                   const struct aude_events *events)
{
    bool drawn = false;

    if (reader->next_note == reader->n_notes) reader->next_note = reader->n_notes = 0;
    for (int i = 0; i < events->n && i < events->max; i++) {
        const struct aude_event *ev = &events->list[i];
        aude__event_note *note = aude__events[ev->kind].note;
        if (note) note(ev, record_read_note(reader, ev->kind));
        drawn |= ev->kind == AUDE_EV_DRAW;
    }
    if (drawn && reader->game.turn.phase == AUDE_PHASE_TILE)
        record_read_note(reader, NOTE_HASH);
}

/* Keeps the notes of the events and hands the events on to the caller. */
static void record_read_hear(struct aude_reader *reader, const struct aude_events *heard,
                             struct aude_events *events)
{
    record_read_take_notes(reader, heard);
    for (int i = 0; events && i < heard->n && i < heard->max; i++) {
        struct aude_event spare;
        *aude__event(events, &spare, heard->list[i].kind, heard->list[i].seat) =
            heard->list[i];
    }
}

/* The record says something of the game: is it what the game said next? */
static enum aude_err record_read_said(struct aude_reader *reader, struct aude_note said)
{
    const struct aude_note *next = &reader->note[reader->next_note];

    if (reader->next_note == reader->n_notes || next->kind != said.kind ||
        next->seat != said.seat || next->number != said.number ||
        next->at.x != said.at.x || next->at.y != said.at.y)
        return AUDE_ERR_SAID;
    reader->next_note++;
    return AUDE_ERR_OK;
}

/* Has the record said everything that the game did? In a hidden game the hash of a turn,
 * which comes last, may be left out: who writes a position by hand cannot know it. */
static bool record_read_all_said(struct aude_reader *reader)
{
    if (reader->head.setup.hidden && reader->next_note + 1 == reader->n_notes &&
        reader->note[reader->next_note].kind == NOTE_HASH)
        reader->next_note++;
    return reader->next_note == reader->n_notes;
}

/* -- The setup -------------------------------------------------------------------------- */

static enum aude_err record_read_once(struct aude_reader *reader, unsigned bit)
{
    if (reader->seen >> bit & 1) return AUDE_ERR_TWICE;
    reader->seen |= 1u << bit;
    return AUDE_ERR_OK;
}

static enum aude_err record_read_rules(struct aude_reader *reader, char *rest)
{
    char *word = record_read_next_word(&rest);
    enum aude_preset preset = word ? aude_preset_find(word) : AUDE_PRESETS;

    if (preset == AUDE_PRESETS || record_read_next_word(&rest)) return AUDE_ERR_PRESET;
    /* The preset comes first, because it sets all switches. */
    if (reader->seen || reader->seen_switches[0] || reader->seen_switches[1])
        return AUDE_ERR_TWICE;
    aude_setup_preset(&reader->head.setup, preset);
    return record_read_once(reader, SEEN_RULES);
}

static enum aude_err record_read_seats(struct aude_reader *reader, char *rest)
{
    char *word = record_read_next_word(&rest);
    long n;

    if (!word || !aude__text_read_int(word, 1, AUDE_SEATS_MAX, &n) ||
        record_read_next_word(&rest))
        return AUDE_ERR_SEATS;
    reader->head.setup.n_seats = (uint8_t)n;
    return record_read_once(reader, SEEN_SEATS);
}

static enum aude_err record_read_name(struct aude_reader *reader, char *rest)
{
    char *word = record_read_next_word(&rest);
    long seat;

    if (!word || !aude__text_read_int(word, 0, AUDE_SEATS_MAX - 1, &seat))
        return AUDE_ERR_NAME;
    if (!*rest || strlen(rest) >= AUDE_NAME_MAX || !record_read_is_text(rest))
        return AUDE_ERR_NAME;
    memcpy(reader->head.name[seat], rest, strlen(rest) + 1);
    return record_read_once(reader, SEEN_NAME + (unsigned)seat);
}

static enum aude_err record_read_first(struct aude_reader *reader, char *rest)
{
    char *word = record_read_next_word(&rest);
    long seat;

    if (!word || !aude__text_read_int(word, 0, AUDE_SEATS_MAX - 1, &seat) ||
        record_read_next_word(&rest))
        return AUDE_ERR_FIRST;
    reader->head.setup.first = (uint8_t)seat;
    return record_read_once(reader, SEEN_FIRST);
}

static enum aude_err record_read_sets(struct aude_reader *reader, char *rest,
                                      unsigned bit, enum aude_set lowest, aude_sets *sets)
{
    char *word;

    while ((word = record_read_next_word(&rest))) {
        enum aude_set set = aude_set_find(word);
        if (set < lowest || set == AUDE_SETS)
            return record_read_fault(reader, word, AUDE_ERR_SET_MISSING);
        *sets |= 1u << set;
    }
    return record_read_once(reader, bit);
}

static enum aude_err record_read_expansions(struct aude_reader *reader, char *rest)
{
    return record_read_sets(reader, rest, SEEN_EXPANSIONS, AUDE_SET_INNS,
                            &reader->head.setup.expansions);
}

static enum aude_err record_read_tiles_only(struct aude_reader *reader, char *rest)
{
    return record_read_sets(reader, rest, SEEN_TILES_ONLY, AUDE_SET_BASE,
                            &reader->head.setup.tiles_only);
}

static enum aude_err record_read_rules_only(struct aude_reader *reader, char *rest)
{
    return record_read_sets(reader, rest, SEEN_RULES_ONLY, AUDE_SET_BASE,
                            &reader->head.setup.rules_only);
}

/* "copies base 2" */
static enum aude_err record_read_copies(struct aude_reader *reader, char *rest)
{
    char *name = record_read_next_word(&rest),
         *number = name ? record_read_next_word(&rest) : NULL;
    enum aude_set set = name ? aude_set_find(name) : AUDE_SETS;
    long n;

    if (set == AUDE_SETS) return AUDE_ERR_SET_MISSING;
    if (!number || !aude__text_read_int(number, 2, 99, &n) ||
        record_read_next_word(&rest))
        return AUDE_ERR_WORD;
    if (reader->head.setup.copies[set]) return AUDE_ERR_TWICE;
    reader->head.setup.copies[set] = (uint8_t)n;
    return AUDE_ERR_OK;
}

/* "figures small 9" */
static enum aude_err record_read_figures(struct aude_reader *reader, char *rest)
{
    char *name = record_read_next_word(&rest),
         *number = name ? record_read_next_word(&rest) : NULL;
    unsigned kind = 0;
    long n;

    while (kind < AUDE_FIGURE_KINDS && name && strcmp(aude_figure_name(kind), name) != 0)
        kind++;
    if (!number || kind == AUDE_FIGURE_KINDS) return AUDE_ERR_WORD;
    if (!aude__text_read_int(number, 0, 99, &n) || record_read_next_word(&rest))
        return AUDE_ERR_FIGURES;
    if (reader->head.setup.figures[kind] != AUDE_BY_SETS) return AUDE_ERR_TWICE;
    reader->head.setup.figures[kind] = (uint8_t)n;
    return AUDE_ERR_OK;
}

static enum aude_err record_read_draws(struct aude_reader *reader, char *rest)
{
    char *word = record_read_next_word(&rest);
    long n;

    if (!word || !aude__text_read_int(word, 1, AUDE_TILES_MAX, &n) ||
        record_read_next_word(&rest))
        return AUDE_ERR_WORD;
    reader->head.setup.draws_max = (uint16_t)n;
    return record_read_once(reader, SEEN_DRAWS);
}

/* "start base/city 0,0 90" */
static enum aude_err record_read_start(struct aude_reader *reader, char *rest)
{
    struct aude_setup *setup = &reader->head.setup;
    char *id = record_read_next_word(&rest), *cell = record_read_next_word(&rest),
         *degrees = record_read_next_word(&rest);
    struct aude_action lay = {0};
    int kind = id ? aude_tile_find(id) : -1;
    long turn;

    if (kind < 0 || !degrees || record_read_next_word(&rest) ||
        !aude__text_read_cell(cell, &lay))
        return AUDE_ERR_START;
    if (!aude__text_read_int(degrees, 0, 270, &turn) || turn % 90)
        return AUDE_ERR_ROTATION;
    if (setup->n_start == AUDE_START_MAX) return AUDE_ERR_START;
    setup->start[setup->n_start++] = (struct aude_start){
        .x = lay.x, .y = lay.y, .kind = (aude_kind)kind, .rot = (uint8_t)(turn / 90)};
    return AUDE_ERR_OK;
}

static bool record_read_is_named(const struct aude_reader *reader, unsigned sw)
{
    return reader->seen_switches[sw / 64] >> sw % 64 & 1;
}

/* For records of older programs. A program lists every switch it knows; one that names
 * all switches of the first version but not a later one did not know the later one, so
 * that one has its first value, whatever the preset says today. */
static void record_read_date_switches(struct aude_reader *reader)
{
    for (unsigned sw = 0; sw <= AUDE_SWITCH_PIG_HERD; sw++)
        if (!record_read_is_named(reader, sw)) return;
    for (unsigned sw = AUDE_SWITCH_PIG_HERD + 1; sw < AUDE_SWITCHES; sw++)
        if (!record_read_is_named(reader, sw)) reader->head.setup.sw[sw] = 0;
}

static enum aude_err record_read_switch(struct aude_reader *reader, char *rest)
{
    char *name = record_read_next_word(&rest),
         *value = name ? record_read_next_word(&rest) : NULL;
    enum aude_switch sw = name ? aude_switch_find(name) : AUDE_SWITCHES;

    if (sw == AUDE_SWITCHES) return AUDE_ERR_SWITCH;
    int n = value ? aude_switch_parse(sw, value) : -1;
    if (n < 0 || record_read_next_word(&rest)) return AUDE_ERR_SWITCH_VALUE;
    if (record_read_is_named(reader, sw)) return AUDE_ERR_TWICE;
    reader->seen_switches[sw / 64] |= (uint64_t)1 << sw % 64;
    reader->head.setup.sw[sw] = (uint8_t)n;
    record_read_date_switches(reader);
    return AUDE_ERR_OK;
}
static_assert(AUDE_SWITCHES <= 128, "seen_switches has a bit for each");

static enum aude_err record_read_seed(struct aude_reader *reader, char *rest)
{
    char *word = record_read_next_word(&rest);

    if (!word || record_read_next_word(&rest)) return AUDE_ERR_SEED;
    if (!strcmp(word, "hidden"))
        reader->head.setup.hidden = 1;
    else if (!record_read_hex(word, 32, &reader->head.setup.seed))
        return AUDE_ERR_SEED;
    return record_read_once(reader, SEEN_SEED);
}

static enum aude_err record_read_order(struct aude_reader *reader, char *rest)
{
    struct aude_setup *setup = &reader->head.setup;
    char *word;

    while ((word = record_read_next_word(&rest))) {
        int kind = aude_tile_find(word);
        if (kind < 0) return record_read_fault(reader, word, AUDE_ERR_ORDER_TILE);
        if (setup->n_order == AUDE_TILES_MAX) return AUDE_ERR_TOO_MANY_TILES;
        setup->order[setup->n_order++] = (aude_kind)kind;
    }
    return AUDE_ERR_OK;
}

static enum aude_err record_read_commit(struct aude_reader *reader, char *rest)
{
    char *word = record_read_next_word(&rest);

    if (!word || strlen(word) >= AUDE_COMMIT_MAX || record_read_next_word(&rest))
        return AUDE_ERR_WORD;
    memcpy(reader->head.commit, word, strlen(word) + 1);
    return record_read_once(reader, SEEN_COMMIT);
}

/* Say which lines are not there. */
static enum aude_err record_read_missing(struct aude_reader *reader)
{
    static const struct {
        unsigned bit;
        const char *word;
    } needed[] = {{SEEN_SEATS, "seats"}, {SEEN_FIRST, "first"}, {SEEN_SEED, "seed"}};
    struct aude__text text = {.out = reader->at, .size = sizeof reader->at};

    if (!(reader->seen >> SEEN_RULES & 1)) /* it comes first; the others may follow */
        return record_read_fault(reader, "missing: rules", AUDE_ERR_SETUP_MISSING);
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        if (reader->seen >> needed[i].bit & 1) continue;
        aude__text_str(&text, text.n ? ", " : "missing: ");
        aude__text_str(&text, needed[i].word);
    }
    aude__text_end(&text);
    return text.n ? AUDE_ERR_SETUP_MISSING : AUDE_ERR_OK;
}

static enum aude_err record_read_play(struct aude_reader *reader,
                                      struct aude_events *events)
{
    struct aude_event list[AUDE_EVENTS_MAX];
    struct aude_events mine = {.list = list, .max = AUDE_EVENTS_MAX};

    if (record_read_missing(reader)) return AUDE_ERR_SETUP_MISSING;
    enum aude_err err = aude_game_init(&reader->game, &reader->head.setup, &mine);
    if (err) return err;
    reader->stage = STAGE_PLAY;
    record_read_hear(reader, &mine, events);
    return AUDE_ERR_OK;
}

/* -- Play ------------------------------------------------------------------------------- */

static enum aude_err record_read_do(struct aude_reader *reader, struct aude_action action,
                                    struct aude_events *events)
{
    struct aude_event list[AUDE_EVENTS_MAX];
    struct aude_events mine = {.list = list, .max = AUDE_EVENTS_MAX};
    enum aude_err err = aude_game_play(&reader->game, action, &mine);

    if (!err) record_read_hear(reader, &mine, events);
    return err;
}

enum aude_err aude__record_read_turn(struct aude_reader *reader, unsigned kind,
                                     const char *words, char *rest,
                                     struct aude_events *events)
{
    char *number = record_read_next_word(&rest), *word = record_read_next_word(&rest),
         *seat = record_read_next_word(&rest);
    long n, s;

    (void)words;
    (void)events;
    if (!seat || strcmp(word, "seat") != 0 || record_read_next_word(&rest))
        return AUDE_ERR_WORD;
    if (!aude__text_read_int(number, 0, UINT16_MAX, &n) ||
        !aude__text_read_int(seat, 0, AUDE_SEATS_MAX - 1, &s))
        return AUDE_ERR_SAID;
    return record_read_said(reader, (struct aude_note){.kind = (uint8_t)kind,
                                                       .seat = (uint8_t)s,
                                                       .number = (uint16_t)n});
}

/* In a hidden game the record tells what was drawn; otherwise it repeats it. */
enum aude_err aude__record_read_tile(struct aude_reader *reader, unsigned kind,
                                     const char *words, char *rest,
                                     struct aude_events *events)
{
    char *word = record_read_next_word(&rest);
    int tile = word ? aude_tile_find(word) : -1;

    (void)words;
    if (tile < 0 || record_read_next_word(&rest)) return AUDE_ERR_WORD;
    if (kind == AUDE_EV_DRAW && reader->game.turn.phase == AUDE_PHASE_DRAW &&
        reader->next_note == reader->n_notes) {
        struct aude_action tell = {.kind = AUDE_TELL, .arg = (uint8_t)tile};
        enum aude_err err = record_read_do(reader, tell, events);
        if (err) return err;
    }
    return record_read_said(
        reader, (struct aude_note){.kind = (uint8_t)kind, .number = (uint16_t)tile});
}

enum aude_err aude__record_read_number(struct aude_reader *reader, unsigned kind,
                                       const char *words, char *rest,
                                       struct aude_events *events)
{
    char *word = record_read_next_word(&rest);
    long n;

    (void)words;
    (void)events;
    if (!word || !aude__text_read_int(word, 0, AUDE_TILES_MAX, &n) ||
        record_read_next_word(&rest))
        return AUDE_ERR_WORD;
    return record_read_said(
        reader, (struct aude_note){.kind = (uint8_t)kind, .number = (uint16_t)n});
}

/* CAT-35: "rest 1024,-300", where the token lies. */
enum aude_err aude__record_read_rest(struct aude_reader *reader, unsigned kind,
                                     const char *words, char *rest,
                                     struct aude_events *events)
{
    char *word = record_read_next_word(&rest);
    long x, y;

    (void)words;
    (void)events;
    if (!word || !aude__text_read_pair(word, INT32_MAX, &x, &y) ||
        record_read_next_word(&rest))
        return AUDE_ERR_WORD;
    return record_read_said(reader, (struct aude_note){.kind = (uint8_t)kind,
                                                       .at = {(int32_t)x, (int32_t)y}});
}

/* "scatter 12 -3": told to a hidden game, repeated by any other. */
enum aude_err aude__record_read_scatter(struct aude_reader *reader, unsigned kind,
                                        const char *words, char *rest,
                                        struct aude_events *events)
{
    struct aude_action action;
    enum aude_err err = aude_action_parse(&reader->game, words, &action);

    (void)rest;
    if (!err && reader->game.turn.phase == AUDE_PHASE_SCATTER &&
        reader->next_note == reader->n_notes)
        err = record_read_do(reader, action, events);
    if (err) return err;
    unsigned hand =
        record_read_hand_number((int8_t)action.figure, (int8_t)action.segment);
    return record_read_said(reader, (struct aude_note){.kind = (uint8_t)kind,
                                                       .number = (uint16_t)hand,
                                                       .at = {action.x, action.y}});
}

static enum aude_err record_read_check_hash(struct aude_reader *reader, char *rest)
{
    char *word = record_read_next_word(&rest);
    struct aude_seed hash;

    if (!word || strlen(word) != 16 || !record_read_hex(word, 16, &hash) ||
        record_read_next_word(&rest))
        return AUDE_ERR_WORD;
    return hash.lo == aude_game_hash(&reader->game) ? AUDE_ERR_OK : AUDE_ERR_HASH;
}

static enum aude_err record_read_said_hash(struct aude_reader *reader, char *rest)
{
    enum aude_err err = record_read_check_hash(reader, rest);

    return err ? err : record_read_said(reader, (struct aude_note){.kind = NOTE_HASH});
}

static enum aude_err record_read_action(struct aude_reader *reader, const char *words,
                                        struct aude_events *events)
{
    struct aude_action action;
    enum aude_err err = aude_action_parse(&reader->game, words, &action);

    if (err) return err;
    if (!record_read_all_said(reader)) return AUDE_ERR_UNSAID;
    return record_read_do(reader, action, events);
}

/* One statement: "draw base/road-curve", "lay 1,0 90" ... */
static enum aude_err record_read_statement(struct aude_reader *reader, char *words,
                                           struct aude_events *events)
{
    char copy[AUDE_LINE_MAX], *rest = copy;

    memcpy(copy, words, strlen(words) + 1);
    char *verb = record_read_next_word(&rest);
    for (unsigned kind = 0; kind < AUDE_EVENT_KINDS; kind++)
        if (aude__events[kind].read && !strcmp(verb, aude__events[kind].name))
            return aude__events[kind].read(reader, kind, words, rest, events);
    if (!strcmp(verb, "hash")) return record_read_said_hash(reader, rest);
    /* A second figure, or one too early: say that, rather than that its place is wrong. */
    if (!strcmp(verb, "put") && reader->game.turn.phase != AUDE_PHASE_ACTION)
        return AUDE_ERR_FIGURE_AGAIN;
    return record_read_action(reader, words, events);
}

/* "end 45 32; hash ..." or "open 45 32; hash ...": points and state as they are now. */
static enum aude_err record_read_end(struct aude_reader *reader, char *rest,
                                     bool finished)
{
    char *points = rest, *hash = strchr(rest, ';');
    const struct aude_game *game = &reader->game;

    if (!hash) return AUDE_ERR_TRUNCATED;
    *hash++ = 0;
    if (!record_read_all_said(reader)) return AUDE_ERR_UNSAID;
    if (finished != aude_game_over(game)) return AUDE_ERR_UNFINISHED;
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        char *word = record_read_next_word(&points);
        long n;
        if (!word || !aude__text_read_int(word, INT16_MIN, INT32_MAX, &n) ||
            n != game->player[seat].points)
            return AUDE_ERR_RESULT;
    }
    char *word = record_read_next_word(&hash);
    if (record_read_next_word(&points) || !word || strcmp(word, "hash") != 0)
        return AUDE_ERR_WORD;
    enum aude_err err = record_read_check_hash(reader, hash);
    if (err) return err;
    reader->finished = finished;
    reader->stage = STAGE_END;
    return AUDE_ERR_OK;
}

static enum aude_err record_read_turn(struct aude_reader *reader, char *line,
                                      struct aude_events *events)
{
    size_t length = strlen(line), at = 0, n;
    const char *words;

    while (aude_record_statement(line, length, &at, &words, &n)) {
        char *statement = line + (words - line);
        statement[n] = 0;
        enum aude_err err = record_read_statement(reader, statement, events);
        if (err) return record_read_fault(reader, statement, err);
    }
    return AUDE_ERR_OK;
}

/* -- Lines ------------------------------------------------------------------------------ */

static enum aude_err record_read_header(struct aude_reader *reader, char *line)
{
    char *rest = line, *word = record_read_next_word(&rest),
         *version = record_read_next_word(&rest);
    long n;

    if (!word || strcmp(word, "aude") != 0 || !version || record_read_next_word(&rest))
        return AUDE_ERR_HEADER;
    if (!aude__text_read_int(version, 1, INT32_MAX, &n)) return AUDE_ERR_HEADER;
    if (n > AUDE_RECORD_VERSION)
        return record_read_fault(reader, version, AUDE_ERR_VERSION);
    reader->stage = STAGE_SETUP;
    return AUDE_ERR_OK;
}

static enum aude_err record_read_setup(struct aude_reader *reader, char *line,
                                       struct aude_events *events)
{
    static const struct {
        const char *word;
        enum aude_err (*read)(struct aude_reader *reader, char *rest);
    } lines[] = {{"rules", record_read_rules},
                 {"seats", record_read_seats},
                 {"name", record_read_name},
                 {"first", record_read_first},
                 {"switch", record_read_switch},
                 {"seed", record_read_seed},
                 {"order", record_read_order},
                 {"commit", record_read_commit},
                 {"expansions", record_read_expansions},
                 {"tiles-only", record_read_tiles_only},
                 {"rules-only", record_read_rules_only},
                 {"copies", record_read_copies},
                 {"figures", record_read_figures},
                 {"draws", record_read_draws},
                 {"start", record_read_start}};
    char *rest = line, *word = record_read_next_word(&rest);

    if (!strcmp(word, "play") && !record_read_next_word(&rest))
        return record_read_play(reader, events);
    /* The preset comes first, because the other lines change what it set. */
    if (strcmp(word, "rules") != 0 && !(reader->seen & 1u << SEEN_RULES))
        return record_read_missing(reader);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (!strcmp(word, lines[i].word)) return lines[i].read(reader, rest);
    return AUDE_ERR_WORD;
}

static enum aude_err record_read_play_line(struct aude_reader *reader, char *line,
                                           struct aude_events *events)
{
    char *rest = line;

    if (!strncmp(line, "end ", 4)) return record_read_end(reader, rest + 4, true);
    if (!strncmp(line, "open ", 5)) return record_read_end(reader, rest + 5, false);
    return record_read_turn(reader, line, events);
}

/* Cut the comment, the carriage return and blanks at the end. Names keep their '#'. */
static void record_read_trim(char *line)
{
    if (strncmp(line, "name ", 5) != 0) line[strcspn(line, "#")] = 0;
    size_t n = strlen(line);
    while (n && (line[n - 1] == ' ' || line[n - 1] == '\t' || line[n - 1] == '\r'))
        line[--n] = 0;
}

static bool record_read_bytes_ok(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)line[i];
        if ((c < 32 && c != '\t' && !(c == '\r' && i + 1 == length)) || c == 127)
            return false;
    }
    return true;
}

enum aude_err aude_reader_line(struct aude_reader *reader, const char *line,
                               size_t length, struct aude_events *events)
{
    char copy[AUDE_LINE_MAX];
    enum aude_err err;

    reader->line++;
    reader->at[0] = 0;
    if (length >= sizeof copy) return AUDE_ERR_LINE_LONG;
    if (!record_read_bytes_ok(line, length))
        return reader->stage == STAGE_NOTHING ? AUDE_ERR_HEADER : AUDE_ERR_BYTES;
    memcpy(copy, line, length);
    copy[length] = 0;
    record_read_trim(copy);
    if (!copy[strspn(copy, " \t")]) return AUDE_ERR_OK;
    char whole[sizeof reader->at] = {0};
    memcpy(whole, copy, strlen(copy) < sizeof whole ? strlen(copy) : sizeof whole - 1);
    switch (reader->stage) {
    case STAGE_NOTHING:
        err = record_read_header(reader, copy);
        break;
    case STAGE_SETUP:
        err = record_read_setup(reader, copy, events);
        break;
    case STAGE_PLAY:
        err = record_read_play_line(reader, copy, events);
        break;
    default:
        err = AUDE_ERR_AFTER_END;
    }
    return err && !reader->at[0] ? record_read_fault(reader, whole, err) : err;
}

enum aude_err aude_reader_end(struct aude_reader *reader)
{
    reader->at[0] = 0;
    if (reader->stage == STAGE_NOTHING) return AUDE_ERR_HEADER;
    return reader->stage == STAGE_END ? AUDE_ERR_OK : AUDE_ERR_TRUNCATED;
}
