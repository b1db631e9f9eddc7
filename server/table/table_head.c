/* table_head.c -- what a table is set up with: fields of requests, record heads, seats,
 * options; read from strangers, written for everybody. */
#include "table.h"

#include "ai.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_MAX = 64 * 1024 }; /* the longest head or commitment */

/* -- Names and words -------------------------------------------------------------------- */

/* Marks that turn the direction of writing, and so could disguise a name. */
static bool table_head_turns_writing(const unsigned char *p)
{
    return p[0] == 0xe2 && ((p[1] == 0x80 && p[2] >= 0xaa && p[2] <= 0xae) ||
                            (p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9));
}

bool table__head_text_ok(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p; p++)
        if ((*p < 32 && *p != '\n') || *p == 127 || (*p == 0xc2 && p[1] < 0xa0) ||
            table_head_turns_writing(p))
            return false;
    return true;
}

bool table__head_word_ok(const char *word)
{
    size_t n = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-_#");

    return n && n < TABLE_WORD_MAX && !word[n];
}

/* -- Heads ------------------------------------------------------------------------------ */

static bool table_head_line_begins(const char *line, const char *word)
{
    size_t n = strlen(word);

    return !strncmp(line, word, n) && (!line[n] || strchr(" \t\r\n", line[n]));
}

/* Lines that the server writes itself, and so does not take from a stranger. */
static bool table_head_line_is_ours(const char *line)
{
    return table_head_line_begins(line, "name") ||
           table_head_line_begins(line, "commit") ||
           table_head_line_begins(line, "play") ||
           table_head_line_begins(line, "seed hidden");
}

static bool table_head_read_line(struct aude_reader *reader, const char *line, size_t n,
                                 bool ours, struct table_reply *reply)
{
    while (n && (*line == ' ' || *line == '\t')) line++, n--;
    if (!ours &&
        (table_head_line_begins(line, "seed") || table_head_line_begins(line, "order")) &&
        !table_head_line_is_ours(line))
        return table__refuse(reply, REFUSED_SETUP,
                             "the server draws the tiles: no seed and no order");
    if (ours ? table_head_line_begins(line, "play") : table_head_line_is_ours(line))
        return true;
    enum aude_err err = aude_reader_line(reader, line, n, NULL);
    return err ? table__refuse_engine(reply, REFUSED_SETUP, err, reader->at) : true;
}

/* The setup lines of a record: ours with everything, a stranger's without what is ours to
 * say. The game is not begun here. */
bool table__head_read(const char *text, bool ours, struct aude_head *head,
                      struct table_reply *reply)
{
    struct aude_reader *reader = malloc(sizeof *reader);
    bool ok = reader != NULL;

    if (!ok) return table__refuse(reply, REFUSED_STORE, "the server is out of memory");
    aude_reader_init(reader);
    while (ok && *text) {
        size_t n = strcspn(text, "\n");
        ok = table_head_read_line(reader, text, n, ours, reply);
        text += n + (text[n] == '\n');
    }
    if (ok && !reader->seen)
        ok = table__refuse_engine(reply, REFUSED_SETUP, AUDE_ERR_SETUP_MISSING, NULL);
    *head = reader->head;
    free(reader);
    return ok;
}

/* Seats that nobody has taken yet still need a name in the head. */
static void table_head_fill_names(const struct table *table, struct aude_head *head)
{
    for (unsigned s = 0; s < head->setup.n_seats; s++) {
        const char *name = table->seat[s].name;
        if (name[0])
            memcpy(head->name[s], name, AUDE_NAME_MAX);
        else
            snprintf(head->name[s], AUDE_NAME_MAX, "Seat %u", s + 1);
    }
}

char *table__head_text(const struct table *table, bool secret)
{
    struct aude_head head = table->head;
    char *text = malloc(HEAD_MAX);

    if (!text) return NULL;
    table_head_fill_names(table, &head);
    aude_record_head(&head, secret, text, HEAD_MAX);
    return text;
}

/* The promise about seed and draws, into the head. */
bool table__head_commit(struct aude_head *head)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char hex[2 * sizeof hash + 1], *text = malloc(HEAD_MAX);
    size_t n = text ? aude_commit_text(&head->setup, text, HEAD_MAX) : 0;
    bool ok = n && n < HEAD_MAX;

    if (ok) {
        crypto_hash_sha256(hash, (const unsigned char *)text, n);
        sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
        snprintf(head->commit, sizeof head->commit, "sha256:%s", hex);
    }
    free(text);
    return ok;
}

/* -- Options ---------------------------------------------------------------------------- */

static bool table_head_read_clock(const struct fields *fields,
                                  struct table_options *options)
{
    int kind = SITTING_NO_CLOCK;
    int64_t seconds = 0, increment = 0;
    struct fields clock;

    if (!fields_object(fields, "clock", &clock)) return false;
    if (!clock.json) return true;
    if (!fields_word(&clock, "kind", &kind)) return false;
    options->clock = (uint8_t)kind;
    if (!kind) return true;
    if (!fields_int(&clock, "seconds", &seconds)) return false;
    if (kind == SITTING_BUDGET && !fields_int(&clock, "increment", &increment))
        return false;
    options->seconds = (int)seconds;
    options->increment = (int)increment;
    return true;
}

static bool table_head_read_title(const struct fields *fields,
                                  struct table_options *options)
{
    const char *title = "";

    if (!fields_text(fields, "title", &title)) return false;
    for (const unsigned char *p = (const unsigned char *)title; *p; p++)
        if (*p < 32 || *p == 127 || table_head_turns_writing(p))
            return table__refuse(fields->reply, REFUSED_FIELD,
                                 "title holds what is not text");
    if (strlen(title) >= sizeof options->title)
        return table__refuse(fields->reply, REFUSED_FIELD, "title is too long");
    memcpy(options->title, title, strlen(title) + 1);
    return true;
}

bool table__head_options_read(const struct fields *fields, struct table_options *options)
{
    int late = SITTING_LATE_DEFAULT, aids = TABLE_FRIENDLY;

    *options = (struct table_options){.watch = true, .chat = true};
    if (!table_head_read_title(fields, options) ||
        !table_head_read_clock(fields, options) ||
        !fields_bool(fields, "rated", &options->rated) ||
        !fields_bool(fields, "listed", &options->listed) ||
        !fields_bool(fields, "watch", &options->watch) ||
        !fields_bool(fields, "chat", &options->chat) ||
        !fields_word(fields, "late", &late) || !fields_word(fields, "aids", &aids))
        return false;
    options->late = (uint8_t)late;
    options->aids = (uint8_t)aids;
    return true;
}

void table__head_add_clock(struct flat_writer *out, const struct table_options *options)
{
    flat_add_text(out, "kind", words_clock.word[options->clock]);
    if (options->clock) flat_add_number(out, "seconds", options->seconds);
    if (options->clock == SITTING_BUDGET)
        flat_add_number(out, "increment", options->increment);
}

json_t *table__head_options_json(const struct table_options *options)
{
    struct flat_writer clock;

    flat_begin(&clock);
    table__head_add_clock(&clock, options);
    json_t *told =
        json_pack("{s:s, s:b, s:b, s:b, s:s, s:o, s:s}", "title", options->title,
                  "listed", (int)options->listed, "watch", (int)options->watch, "chat",
                  (int)options->chat, "aids", words_aids.word[options->aids], "clock",
                  flat_end_json(&clock), "late", words_late.word[options->late]);
    if (options->rated) whole_set(&told, "rated", json_true());
    return told;
}

/* -- Seats ------------------------------------------------------------------------------ */

/* A level by the name it was asked for; ai_find() may know aliases. */
static bool table_head_read_level(const struct fields *fields, struct table_seat *out)
{
    const char *level = "";

    if (!fields_text(fields, "level", &level)) return false;
    if (!level[0]) level = table__head_substitute();
    if (strlen(level) >= sizeof out->level || !ai_find(level))
        return table__refuse(fields->reply, REFUSED_FIELD,
                             "level: there is no such computer player");
    memcpy(out->level, level, strlen(level) + 1);
    return true;
}

static bool table_head_read_name(const struct fields *fields, unsigned seat,
                                 struct table_seat *out)
{
    const char *name = "";

    if (!fields_text(fields, "name", &name)) return false;
    if (name[0] && !table__name_ok(name))
        return table__refuse(fields->reply, REFUSED_NAME, "%s",
                             "a name has 1 to 31 bytes, no control characters and no "
                             "blanks at its ends");
    if (name[0])
        memcpy(out->name, name, strlen(name) + 1);
    else if (out->kind == TABLE_COMPUTER)
        memcpy(out->name, out->level, sizeof out->level);
    else if (out->kind == TABLE_HERE)
        snprintf(out->name, sizeof out->name, "Player %u", seat + 1);
    return true;
}

static bool table_head_read_colour(const struct fields *fields, struct table_seat *out)
{
    const char *colour = "";

    if (!fields_text(fields, "colour", &colour)) return false;
    if (colour[0] && !table__head_word_ok(colour))
        return table__refuse(fields->reply, REFUSED_FIELD, "colour must be a short word");
    memcpy(out->colour, colour, strlen(colour) + 1);
    return true;
}

/* One of "seats" of a creation, the fields of a `seat` or `sit` request, or what a log has. */
bool table__head_seat_read(const struct table *table, unsigned seat,
                           const struct fields *fields, struct table_seat *out)
{
    int kind = TABLE_HERE;

    memset(out, 0, sizeof *out);
    if (!json_is_object(fields->json))
        return table__refuse(fields->reply, REFUSED_FIELD, "a seat is an object");
    if (!fields_word(fields, "kind", &kind)) return false;
    out->kind = (uint8_t)kind;
    if (kind == TABLE_COMPUTER && !table_head_read_level(fields, out)) return false;
    if (!table_head_read_name(fields, seat, out) || !table_head_read_colour(fields, out))
        return false;
    out->taken = kind != TABLE_LINK;
    if (kind == TABLE_HERE) memcpy(out->who, table->host, sizeof out->who);
    return true;
}

void table__head_add_seat(struct flat_writer *out, unsigned seat,
                          const struct table_seat *from)
{
    flat_add_number(out, "seat", seat);
    flat_add_text(out, "kind", words_kind.word[from->kind]);
    flat_add_text(out, "name", from->name);
    flat_add_text(out, "colour", from->colour);
    if (from->level[0])
        flat_add_text(out, "level", from->level);
    else
        flat_add_null(out, "level");
    flat_add_flag(out, "taken", from->taken);
    if (from->kept) flat_add_flag(out, "kept", true);
    if (from->bot) flat_add_flag(out, "bot", true);
}

json_t *table__head_seat_json(unsigned seat, const struct table_seat *from)
{
    struct flat_writer out;

    flat_begin(&out);
    table__head_add_seat(&out, seat, from);
    return flat_end_json(&out);
}

const char *table__head_substitute(void)
{
    return ai_find("level-5") ? "level-5" : "greedy";
}
