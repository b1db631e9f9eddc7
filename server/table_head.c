/* table_head.c -- what a table is set up with: fields of requests, record heads, seats,
 * options; read from strangers, written for everybody. */
#include "table.h"

#include "ai.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_MAX = 64 * 1024 }; /* the longest head or commitment */

/* -- Refusing --------------------------------------------------------------------------- */

bool table__refuse(struct table_reply *reply, const char *code, const char *format, ...)
{
    va_list args;

    reply->code = code;
    va_start(args, format);
    vsnprintf(reply->text, sizeof reply->text, format, args);
    va_end(args);
    return false;
}

bool table__refuse_engine(struct table_reply *reply, const char *code, enum aude_err err,
                          const char *at)
{
    reply->why = aude_err_name(err);
    reply->rule = aude_err_rule(err);
    if (at && at[0])
        return table__refuse(reply, code, "%s (%s)", aude_err_sentence(err), at);
    return table__refuse(reply, code, "%s", aude_err_sentence(err));
}

/* -- Fields ----------------------------------------------------------------------------- */

bool table__has(json_t *request, const char *field)
{
    json_t *value = json_object_get(request, field);

    return value && !json_is_null(value);
}

bool table__int(json_t *request, const char *field, int64_t lo, int64_t hi, int64_t *out,
                struct table_reply *reply)
{
    json_t *value = json_object_get(request, field);
    int64_t n = json_is_integer(value) ? (int64_t)json_integer_value(value) : lo - 1;

    if (!json_is_integer(value) || n < lo || n > hi)
        return table__refuse(reply, "FIELD",
                             "%s must be a whole number from %lld to %lld", field,
                             (long long)lo, (long long)hi);
    *out = n;
    return true;
}

bool table__string(json_t *request, const char *field, const char **out,
                   struct table_reply *reply)
{
    json_t *value = json_object_get(request, field);

    /* A string with a zero in it would be read as a shorter one. */
    if (!json_is_string(value) ||
        strlen(json_string_value(value)) != json_string_length(value))
        return table__refuse(reply, "FIELD", "%s must be a text", field);
    *out = json_string_value(value);
    return true;
}

bool table__bool(json_t *request, const char *field, bool *out, struct table_reply *reply)
{
    json_t *value = json_object_get(request, field);

    if (!json_is_boolean(value))
        return table__refuse(reply, "FIELD", "%s must be true or false", field);
    *out = json_is_true(value);
    return true;
}

/* Marks that turn the direction of writing, and so could disguise a name. */
static bool turns_writing(const unsigned char *p)
{
    return p[0] == 0xe2 && ((p[1] == 0x80 && p[2] >= 0xaa && p[2] <= 0xae) ||
                            (p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9));
}

bool table__text_ok(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p; p++)
        if ((*p < 32 && *p != '\n') || *p == 127 || (*p == 0xc2 && p[1] < 0xa0) ||
            turns_writing(p))
            return false;
    return true;
}

bool table__name_ok(const char *name)
{
    size_t n = strlen(name);

    return n && n < AUDE_NAME_MAX && name[0] != ' ' && name[n - 1] != ' ' &&
           !strchr(name, '\n') && table__text_ok(name);
}

bool table__word_ok(const char *word)
{
    size_t n = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-_#");

    return n && n < TABLE_WORD_MAX && !word[n];
}

/* -- Heads ------------------------------------------------------------------------------ */

static bool begins(const char *line, const char *word)
{
    size_t n = strlen(word);

    return !strncmp(line, word, n) && (!line[n] || strchr(" \t\r\n", line[n]));
}

/* Lines that the server writes itself, and so does not take from a stranger. */
static bool is_ours_to_say(const char *line)
{
    return begins(line, "name") || begins(line, "commit") || begins(line, "play") ||
           begins(line, "seed hidden");
}

static bool read_line(struct aude_reader *reader, const char *line, size_t n, bool ours,
                      struct table_reply *reply)
{
    while (n && (*line == ' ' || *line == '\t')) line++, n--;
    if (!ours && (begins(line, "seed") || begins(line, "order")) && !is_ours_to_say(line))
        return table__refuse(reply, "SETUP",
                             "the server draws the tiles: no seed and no order");
    if (ours ? begins(line, "play") : is_ours_to_say(line)) return true;
    enum aude_err err = aude_reader_line(reader, line, n, NULL);
    return err ? table__refuse_engine(reply, "SETUP", err, reader->at) : true;
}

/* The setup lines of a record: ours with everything, a stranger's without what is ours to
 * say. The game is not begun here. */
bool table__head_read(const char *text, bool ours, struct aude_head *head,
                      struct table_reply *reply)
{
    struct aude_reader *reader = malloc(sizeof *reader);
    bool ok = reader != NULL;

    if (!ok) return table__refuse(reply, "STORE", "the server is out of memory");
    aude_reader_init(reader);
    while (ok && *text) {
        size_t n = strcspn(text, "\n");
        ok = read_line(reader, text, n, ours, reply);
        text += n + (text[n] == '\n');
    }
    if (ok && !reader->seen)
        ok = table__refuse_engine(reply, "SETUP", AUDE_ERR_SETUP_MISSING, NULL);
    *head = reader->head;
    free(reader);
    return ok;
}

/* Seats that nobody has taken yet still need a name in the head. */
static void fill_names(const struct table *table, struct aude_head *head)
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
    fill_names(table, &head);
    aude_record_head(&head, secret, text, HEAD_MAX);
    return text;
}

/* The promise about seed and draws, into the head. */
bool table__commit(struct aude_head *head)
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

static const char *const clock_names[] = {"none", "move", "budget"};
static const char *const late_names[] = {"default", "computer", "lose"};
static const char *const aids_names[] = {"purist", "club", "friendly", "coach"};

static int find_word(const char *const *names, int n, const char *word)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(names[i], word)) return i;
    return -1;
}

static bool read_word(json_t *json, const char *field, const char *const *names, int n,
                      int *out, struct table_reply *reply)
{
    const char *word = "";

    if (!table__has(json, field)) return true;
    if (!table__string(json, field, &word, reply)) return false;
    *out = find_word(names, n, word);
    if (*out < 0) return table__refuse(reply, "FIELD", "%s has no such value", field);
    return true;
}

static bool read_clock(json_t *json, struct table_options *options,
                       struct table_reply *reply)
{
    json_t *clock = json_object_get(json, "clock");
    int kind = SITTING_NO_CLOCK;
    int64_t n = 0;

    if (!table__has(json, "clock")) return true;
    if (!json_is_object(clock))
        return table__refuse(reply, "FIELD", "clock is an object");
    if (!read_word(clock, "kind", clock_names, 3, &kind, reply)) return false;
    options->clock = (uint8_t)kind;
    if (!kind) return true;
    if (!table__int(clock, "seconds", 5, 14 * 86400, &n, reply)) return false;
    options->seconds = (int)n;
    if (kind != SITTING_BUDGET || !table__has(clock, "increment")) return true;
    if (!table__int(clock, "increment", 0, 86400, &n, reply)) return false;
    options->increment = (int)n;
    return true;
}

static bool read_title(json_t *json, struct table_options *options,
                       struct table_reply *reply)
{
    const char *title = "";

    if (!table__has(json, "title")) return true;
    if (!table__string(json, "title", &title, reply)) return false;
    for (const unsigned char *p = (const unsigned char *)title; *p; p++)
        if (*p < 32 || *p == 127 || turns_writing(p))
            return table__refuse(reply, "FIELD", "title holds what is not text");
    if (strlen(title) >= sizeof options->title)
        return table__refuse(reply, "FIELD", "title is too long");
    memcpy(options->title, title, strlen(title) + 1);
    return true;
}

static bool read_flag(json_t *json, const char *field, bool *out,
                      struct table_reply *reply)
{
    return !table__has(json, field) || table__bool(json, field, out, reply);
}

bool table__options_read(json_t *json, struct table_options *options,
                         struct table_reply *reply)
{
    int late = SITTING_LATE_DEFAULT, aids = 2;

    *options = (struct table_options){.watch = true, .chat = true};
    if (json && !json_is_null(json) && !json_is_object(json))
        return table__refuse(reply, "FIELD", "options is an object");
    if (!read_title(json, options, reply) || !read_clock(json, options, reply) ||
        !read_flag(json, "listed", &options->listed, reply) ||
        !read_flag(json, "watch", &options->watch, reply) ||
        !read_flag(json, "chat", &options->chat, reply) ||
        !read_word(json, "late", late_names, 3, &late, reply) ||
        !read_word(json, "aids", aids_names, 4, &aids, reply))
        return false;
    options->late = (uint8_t)late;
    memcpy(options->aids, aids_names[aids], strlen(aids_names[aids]) + 1);
    return true;
}

json_t *table__options_json(const struct table_options *options)
{
    json_t *clock = json_pack("{s:s}", "kind", clock_names[options->clock]);

    if (options->clock)
        json_object_set_new(clock, "seconds", json_integer(options->seconds));
    if (options->clock == SITTING_BUDGET)
        json_object_set_new(clock, "increment", json_integer(options->increment));
    return json_pack("{s:s, s:b, s:b, s:b, s:s, s:o, s:s}", "title", options->title,
                     "listed", (int)options->listed, "watch", (int)options->watch, "chat",
                     (int)options->chat, "aids", options->aids, "clock", clock, "late",
                     late_names[options->late]);
}

/* -- Seats ------------------------------------------------------------------------------ */

static const char *const kind_names[] = {"here", "link", "computer"};

/* A level by the name it was asked for; ai_find() may know aliases. */
static bool read_level(json_t *json, struct table_seat *out, struct table_reply *reply)
{
    const char *level = "";

    if (table__has(json, "level") && !table__string(json, "level", &level, reply))
        return false;
    if (!level[0]) level = table__substitute();
    if (strlen(level) >= sizeof out->level || !ai_find(level))
        return table__refuse(reply, "FIELD", "level: there is no such computer player");
    memcpy(out->level, level, strlen(level) + 1);
    return true;
}

static bool read_name(json_t *json, unsigned seat, struct table_seat *out,
                      struct table_reply *reply)
{
    const char *name = NULL;

    if (table__has(json, "name") && !table__string(json, "name", &name, reply))
        return false;
    if (name && name[0] && !table__name_ok(name))
        return table__refuse(reply, "NAME", "%s",
                             "a name has 1 to 31 bytes, no control characters and no "
                             "blanks at its ends");
    if (name && name[0])
        memcpy(out->name, name, strlen(name) + 1);
    else if (out->kind == TABLE_COMPUTER)
        memcpy(out->name, out->level, sizeof out->level);
    else if (out->kind == TABLE_HERE)
        snprintf(out->name, sizeof out->name, "Player %u", seat + 1);
    return true;
}

/* One of "seats" of a creation, or the fields of a `seat` request. */
bool table__seat_read(const struct table *table, unsigned seat, json_t *json,
                      struct table_seat *out, struct table_reply *reply)
{
    const char *colour = "";
    int kind = TABLE_HERE;

    memset(out, 0, sizeof *out);
    if (!json_is_object(json))
        return table__refuse(reply, "FIELD", "a seat is an object");
    if (!read_word(json, "kind", kind_names, 3, &kind, reply)) return false;
    out->kind = (uint8_t)kind;
    if (kind == TABLE_COMPUTER && !read_level(json, out, reply)) return false;
    if (!read_name(json, seat, out, reply)) return false;
    if (table__has(json, "colour")) {
        if (!table__string(json, "colour", &colour, reply)) return false;
        if (colour[0] && !table__word_ok(colour))
            return table__refuse(reply, "FIELD", "colour must be a short word");
        memcpy(out->colour, colour, strlen(colour) + 1);
    }
    out->taken = kind != TABLE_LINK;
    if (kind == TABLE_HERE) memcpy(out->who, table->host, sizeof out->who);
    return true;
}

json_t *table__seat_json(const struct table *table, unsigned seat,
                         const struct table_seat *from)
{
    (void)table;
    return json_pack("{s:i, s:s, s:s, s:s, s:s?, s:b}", "seat", (int)seat, "kind",
                     kind_names[from->kind], "name", from->name, "colour", from->colour,
                     "level", from->level[0] ? from->level : NULL, "taken",
                     (int)from->taken);
}

const char *table__substitute(void)
{
    return ai_find("level-3") ? "level-3" : "greedy";
}
