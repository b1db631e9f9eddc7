/* position.c -- the position of a puzzle: its game is played again; and the words for writing one. */
#include "puzzles.h"

#include <string.h>

/* -- Reading ---------------------------------------------------------------------------- */

static const char hidden[] = "seed hidden";

/* The set-up is the lines of a record's, with semicolons between them. */
static enum aude_err position_read_setup(const struct puzzle *puzzle,
                                         struct aude_reader *reader)
{
    const char *words;
    size_t at = 0, n;

    aude_reader_init(reader);
    enum aude_err err = aude_reader_line(reader, "aude 1", 6, NULL);
    while (!err &&
           aude_record_statement(puzzle->setup.at, puzzle->setup.n, &at, &words, &n))
        err = aude_reader_line(reader, words, n, NULL);
    if (!err) err = aude_reader_line(reader, hidden, sizeof hidden - 1, NULL);
    reader->head.setup.hidden = 1;
    return err;
}

static const char *position_begin(const struct puzzle *puzzle, struct puzzle_room *room,
                                  struct aude_events *events)
{
    struct aude_reader *reader = &room->reader;
    enum aude_err err = position_read_setup(puzzle, reader);

    if (!err) err = aude_game_init(&reader->game, &reader->head.setup, events);
    return err ? aude_err_sentence(err) : NULL;
}

aude_sets puzzle_position_sets(const struct puzzle *puzzle)
{
    static _Thread_local struct aude_reader reader;

    return position_read_setup(puzzle, &reader) ? 0 : aude_setup_sets(&reader.head.setup);
}

/* A number of the list, or words between quotes. */
static bool position_read_action(const struct aude_game *game, struct puzzle_room *room,
                                 struct puzzle_text *play, struct aude_action *out)
{
    size_t i = 0, number = 0;
    char words[128];

    while (play->n && *play->at == ' ') play->at++, play->n--;
    if (play->n && *play->at == '"') {
        const char *end = memchr(play->at + 1, '"', play->n - 1);
        size_t n = end ? (size_t)(end - play->at) - 1 : 0;
        if (!end || n >= sizeof words) return false;
        memcpy(words, play->at + 1, n);
        words[n] = 0;
        play->at += n + 2;
        play->n -= n + 2;
        return !aude_action_parse(game, words, out);
    }
    for (; i < play->n && play->at[i] >= '0' && play->at[i] <= '9' && i < 6; i++)
        number = 10 * number + (size_t)(play->at[i] - '0');
    if (!i || (i < play->n && play->at[i] != ' ' && play->at[i] != '\r')) return false;
    play->at += i;
    play->n -= i;
    int n = aude_game_actions(game, room->list, AUDE_ACTIONS_MAX);
    if ((int)number >= n || number >= AUDE_ACTIONS_MAX) return false;
    *out = room->list[number];
    return true;
}

/* What is to be done with each action and its events; NULL: nothing. */
struct position_tell {
    void (*step)(struct position_tell *tell, const struct aude_game *after,
                 const char *words, const struct aude_events *events);
    char *out;
    size_t n, size;
};

static const char *position_walk(const struct puzzle *puzzle, struct puzzle_room *room,
                                 struct position_tell *tell)
{
    struct aude_game *game = &room->reader.game;
    struct aude_events events = {.list = room->event, .max = AUDE_EVENTS_MAX};
    struct puzzle_text play = puzzle->play;
    struct aude_action action;
    char words[160] = "";
    const char *trouble = position_begin(puzzle, room, &events);

    if (!trouble && tell) tell->step(tell, game, words, &events);
    for (int i = 0; !trouble && i < puzzle->at; i++) {
        if (!position_read_action(game, room, &play, &action))
            return "its game has an action that is not possible";
        aude_action_text(game, action, words, sizeof words);
        events.n = 0;
        if (aude_game_play(game, action, &events))
            return "its game has an action that is not possible";
        if (tell) tell->step(tell, game, words, &events);
    }
    return trouble;
}

/* Eight digits of the position's hash name the puzzle. */
static bool position_is_named(const struct aude_game *game, const char *id)
{
    uint64_t hash = aude_game_hash(game);

    for (int i = 0; i < PUZZLE_ID_MAX - 1; i++)
        if (id[i] != "0123456789abcdef"[hash >> (60 - 4 * i) & 15]) return false;
    return true;
}

const char *puzzle_position(const struct puzzle *puzzle, struct puzzle_room *room)
{
    const char *trouble = position_walk(puzzle, room, NULL);
    const struct aude_game *game = &room->reader.game;
    struct ai_line line;

    if (trouble) return trouble;
    if (!position_is_named(game, puzzle->id))
        return "the position is another one than its name says";
    if (game->turn.actor == AUDE_SEAT_NONE) return "nobody has to decide there";
    for (int i = 0; i < puzzle->n; i++)
        if (!puzzle_position_line(game, puzzle->choice[i].words, &line))
            return i ? "a turn beside its answer is not possible"
                     : "its answer is not possible";
    return NULL;
}

/* -- As a record ------------------------------------------------------------------------ */

static void position_tell_step(struct position_tell *tell, const struct aude_game *after,
                               const char *words, const struct aude_events *events)
{
    size_t room = tell->n < tell->size ? tell->size - tell->n : 0;

    tell->n +=
        aude_record_step(after, words, events, room ? tell->out + tell->n : NULL, room);
}

size_t puzzle_position_record(const struct puzzle *puzzle, struct puzzle_room *room,
                              char *out, size_t size)
{
    struct aude_events none = {.list = room->event, .max = AUDE_EVENTS_MAX};

    if (position_begin(puzzle, room, &none)) return 0;
    struct position_tell tell = {.step = position_tell_step, .out = out, .size = size};
    for (unsigned seat = 0; seat < room->reader.head.setup.n_seats; seat++)
        memcpy(room->reader.head.name[seat], (char[]){'P', (char)('1' + seat), 0}, 3);
    tell.n = aude_record_head(&room->reader.head, false, out, size);
    if (position_walk(puzzle, room, &tell)) return 0;
    size_t left = tell.n < size ? size - tell.n : 0;
    return tell.n + aude_record_end(&room->reader.game, left ? out + tell.n : NULL, left);
}

/* -- Turns ------------------------------------------------------------------------------ */

bool puzzle_position_line(const struct aude_game *game, struct puzzle_text words,
                          struct ai_line *out)
{
    static _Thread_local struct aude_game after;
    const char *one;
    char text[160];
    size_t at = 0, n;

    *out = (struct ai_line){.n = 0};
    aude_game_copy(&after, game);
    while (aude_record_statement(words.at, words.n, &at, &one, &n)) {
        struct aude_action action;
        if (n >= sizeof text || out->n == AI_LINE_MAX) return false;
        memcpy(text, one, n);
        text[n] = 0;
        if (aude_action_parse(&after, text, &action)) return false;
        if (aude_game_play(&after, action, NULL)) return false;
        out->action[out->n++] = action;
    }
    return out->n;
}

size_t puzzle_position_line_text(const struct aude_game *game, const struct ai_line *line,
                                 char *out, size_t size)
{
    static _Thread_local struct aude_game after;
    char words[160];
    size_t n = 0;

    aude_game_copy(&after, game);
    for (int i = 0; i < line->n; i++) {
        size_t length = aude_action_text(&after, line->action[i], words, sizeof words);
        if (n + length + 3 > size) return 0;
        if (i) memcpy(out + n, "; ", 2), n += 2;
        memcpy(out + n, words, length + 1);
        n += length;
        if (aude_game_play(&after, line->action[i], NULL)) return 0;
    }
    return n;
}

/* -- Writing ---------------------------------------------------------------------------- */

size_t puzzle_position_action_text(const struct aude_game *game,
                                   struct aude_action action, struct aude_action *list,
                                   char *out, size_t size)
{
    int n = aude_game_actions(game, list, AUDE_ACTIONS_MAX), i = 0;
    char digits[12];
    size_t length = 0, at = 0;

    while (i < n && i < AUDE_ACTIONS_MAX && memcmp(&list[i], &action, sizeof action)) i++;
    if (i == n || i == AUDE_ACTIONS_MAX) {
        if (size < 4) return 0;
        out[0] = '"';
        length = 1 + aude_action_text(game, action, out + 1, size - 2);
        if (length + 2 > size) return 0;
        out[length++] = '"';
        out[length] = 0;
        return length;
    }
    do digits[length++] = (char)('0' + i % 10);
    while (i /= 10);
    if (length + 1 > size) return 0;
    while (length) out[at++] = digits[--length];
    out[at] = 0;
    return at;
}

/* Is the line about who plays and what is drawn, or does it only repeat the preset? */
static bool position_is_left_out(const struct aude_setup *setup, const char *line,
                                 size_t n)
{
    static const char *const words[] = {"aude ",  "name ",   "seed ",
                                        "order ", "commit ", "play"};
    static _Thread_local struct aude_setup plain;
    char name[64], value[64], usual[64];
    size_t at = 7, length;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (n >= strlen(words[i]) && !memcmp(line, words[i], strlen(words[i])))
            return true;
    if (n < at || memcmp(line, "switch ", at) != 0) return false;
    aude_setup_preset(&plain, setup->preset);
    for (length = 0; at < n && line[at] != ' ' && length < sizeof name - 1;)
        name[length++] = line[at++];
    name[length] = 0;
    enum aude_switch sw = aude_switch_find(name);
    if (sw == AUDE_SWITCHES) return false;
    for (at++, length = 0; at < n && length < sizeof value - 1;)
        value[length++] = line[at++];
    value[length] = 0;
    return aude_switch_value(sw, plain.sw[sw], usual, sizeof usual) &&
           !strcmp(usual, value);
}

size_t puzzle_position_setup_text(const struct aude_head *head, char *out, size_t size)
{
    static _Thread_local char text[AUDE_LINE_MAX * 2];
    size_t length = 0;

    if (aude_record_head(head, false, text, sizeof text) >= sizeof text) return 0;
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        if (n && !position_is_left_out(&head->setup, line, n)) {
            if (length + n + 3 > size) return 0;
            if (length) memcpy(out + length, "; ", 2), length += 2;
            memcpy(out + length, line, n);
            length += n;
        }
        line += n + (line[n] != 0);
    }
    out[length] = 0;
    return length;
}
