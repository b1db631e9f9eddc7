/* record.c -- records as files: written while the game goes on, read and verified. */
#include "cli.h"
#include "tree.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE_MAX = 64 * 1024 }; /* the longest head: 320 tiles of an order */

/* -- Writing ---------------------------------------------------------------------------- */

void cli_record_step(struct cli_text *record, const struct aude_game *after,
                     const char *action, const struct aude_events *events)
{
    char *piece = cli_alloc(PIECE_MAX);

    aude_record_step(after, action, events, piece, PIECE_MAX);
    cli_text_str(record, piece);
    free(piece);
}

void cli_record_begin(struct cli_text *record, const struct aude_head *head,
                      const struct aude_game *game, const struct aude_events *events)
{
    char *piece = cli_alloc(PIECE_MAX);

    aude_record_head(head, true, piece, PIECE_MAX);
    cli_text_str(record, piece);
    free(piece);
    cli_record_step(record, game, "", events);
}

static bool cli_record_write_whole(FILE *file, const struct cli_text *record,
                                   const char *end)
{
    bool ok =
        fwrite(record->data, 1, record->n, file) == record->n && fputs(end, file) >= 0;

    ok = ok && !fflush(file) && !fsync(fileno(file));
    return !fclose(file) && ok;
}

/* After a crash there is the old file or the new one, never a part of one. */
const char *cli_record_save(const struct cli_text *record, const struct aude_game *game,
                            const char *path)
{
    struct cli_text part = {0};
    char end[256];
    const char *problem = NULL;

    aude_record_end(game, end, sizeof end);
    cli_text_add(&part, "%s" CLI_PART, path);
    FILE *file = fopen(part.data, "wb");
    if (!file || !cli_record_write_whole(file, record, end) || rename(part.data, path))
        problem = strerror(errno);
    if (problem && file) remove(part.data);
    cli_text_free(&part);
    return problem;
}

/* Does the line "switch NAME VALUE" only repeat the preset? */
static bool cli_record_may_leave_out(const char *line, size_t length,
                                     const struct aude_setup *preset)
{
    char name[64], value[64], copy[160];

    if (length >= sizeof copy) return false;
    memcpy(copy, line, length);
    copy[length] = 0;
    if (sscanf(copy, "switch %63s %63s", name, value) != 2) return false;
    enum aude_switch sw = aude_switch_find(name);
    return sw < AUDE_SWITCHES && aude_switch_parse(sw, value) == preset->sw[sw];
}

void cli_record_short(const char *record, struct cli_text *out)
{
    struct aude_setup preset;
    char name[64] = "";

    aude_setup_preset(&preset, AUDE_PRESET_GROW);
    while (*record && strncmp(record, "play\n", 5) != 0) {
        size_t n = strcspn(record, "\n");
        if (sscanf(record, "rules %63s", name) == 1 &&
            aude_preset_find(name) < AUDE_PRESETS)
            aude_setup_preset(&preset, aude_preset_find(name));
        if (!cli_record_may_leave_out(record, n, &preset)) {
            cli_text_bytes(out, record, n);
            cli_text_str(out, "\n");
        }
        record += n + (record[n] != 0);
    }
    cli_text_str(out, record);
}

/* -- The commitment --------------------------------------------------------------------- */

bool cli_record_commitment(const struct aude_setup *setup, char out[AUDE_COMMIT_MAX])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char hex[2 * sizeof hash + 1], *text = cli_alloc(PIECE_MAX);
    size_t n = sodium_init() < 0 ? 0 : aude_commit_text(setup, text, PIECE_MAX);

    if (n && n < PIECE_MAX) {
        crypto_hash_sha256(hash, (const unsigned char *)text, n);
        sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
        snprintf(out, AUDE_COMMIT_MAX, "sha256:%s", hex);
    }
    free(text);
    return n && n < PIECE_MAX;
}

/* -- Reading ---------------------------------------------------------------------------- */

enum { LINE_EVENTS_MAX = 4 * AUDE_EVENTS_MAX };

struct source {
    const char *name;
    FILE *file;
    char line[AUDE_LINE_MAX + 1];
    size_t n;
    bool ended;
};

/* The next line without its line feed; cut if it is too long for any record. */
static bool cli_record_next_line(struct source *source)
{
    int c = 0;

    source->n = 0;
    if (source->ended) return false;
    while (source->n < AUDE_LINE_MAX && (c = getc(source->file)) != EOF && c != '\n')
        source->line[source->n++] = (char)c;
    source->line[source->n] = 0;
    source->ended = c == EOF;
    return source->n || !source->ended;
}

/* FILE:LINE: sentence (words) [RULE] */
static int cli_record_report(const struct source *source,
                             const struct aude_reader *reader, enum aude_err err)
{
    struct cli_text text = {0};

    cli_text_clean(&text, source->name);
    cli_text_add(&text, ":%d: %s", reader->line, aude_err_sentence(err));
    if (reader->at[0]) {
        cli_text_str(&text, " (");
        cli_text_clean(&text, reader->at);
        cli_text_str(&text, ")");
    }
    if (aude_err_rule(err)[0]) cli_text_add(&text, " [%s]", aude_err_rule(err));
    fprintf(stderr, "%s\n", text.data);
    cli_text_free(&text);
    return CLI_FAILED;
}

void cli_record_count_mark(struct cli_marks *marks, const char *line)
{
    int mark = tree_read_mark(line, strlen(line));

    marks->variations += mark == 'l';
    marks->notes += mark == 'n';
}

/* The seed is known now: does it match the commitment? */
static int cli_record_check_commitment(const struct source *source,
                                       const struct aude_head *head)
{
    char commit[AUDE_COMMIT_MAX];

    if (!head->commit[0] || head->setup.hidden) return CLI_DONE;
    if (cli_record_commitment(&head->setup, commit) && !strcmp(commit, head->commit))
        return CLI_DONE;
    return cli_fail("%s: seed and draw order are not those of the commitment %s",
                    source->name, head->commit);
}

/* Who has no name in the record gets one, so that every sentence has its player. */
static void cli_record_name_seats(struct aude_head *head)
{
    for (unsigned seat = 0; seat < head->setup.n_seats; seat++)
        cli_setup_name(head, seat, "Player");
}

static int cli_record_read_lines(struct source *source, struct aude_reader *reader,
                                 struct aude_events *events, cli_record_line *each,
                                 void *context, struct cli_marks *marks)
{
    enum aude_err err;

    while (cli_record_next_line(source)) {
        events->n = 0;
        err = aude_reader_line(reader, source->line, source->n, events);
        if (err) return cli_record_report(source, reader, err);
        if (events->n > events->max)
            return cli_record_report(source, reader, AUDE_ERR_LINE_LONG);
        cli_record_count_mark(marks, source->line);
        if (events->n) cli_record_name_seats(&reader->head); /* the game is on */
        if (each && !each(context, reader, events, source->line)) return CLI_DONE;
    }
    if (ferror(source->file)) return cli_fail("%s: %s", source->name, strerror(errno));
    err = aude_reader_end(reader);
    return err ? cli_record_report(source, reader, err)
               : cli_record_check_commitment(source, &reader->head);
}

int cli_record_read_marked(const char *path, struct aude_reader *reader,
                           cli_record_line *each, void *context, struct cli_marks *marks)
{
    bool is_stdin = !strcmp(path, "-");
    struct aude_event *list = cli_alloc(LINE_EVENTS_MAX * sizeof *list);
    struct aude_events events = {.list = list, .max = LINE_EVENTS_MAX};
    struct source *source = cli_alloc(sizeof *source);
    int status;

    cli_input(path);
    source->name = is_stdin ? "stdin" : path;
    source->file = is_stdin ? stdin : fopen(path, "rb");
    aude_reader_init(reader);
    if (source->file)
        status = cli_record_read_lines(source, reader, &events, each, context, marks);
    else
        status = cli_fail("%s: %s", path, strerror(errno));
    if (source->file && !is_stdin) fclose(source->file);
    free(source);
    free(list);
    return status;
}

int cli_record_read(const char *path, struct aude_reader *reader, cli_record_line *each,
                    void *context)
{
    struct cli_marks marks = {0};
    int status = cli_record_read_marked(path, reader, each, context, &marks);

    if (!status && marks.variations + marks.notes)
        fprintf(stderr,
                "aude: %s: the main line is read; %d variation%s and %d note%s are "
                "skipped (`aude analyse --tree` reads them)\n",
                path, marks.variations, marks.variations == 1 ? "" : "s", marks.notes,
                marks.notes == 1 ? "" : "s");
    return status;
}
