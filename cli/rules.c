/* rules.c -- `aude rules`: the text of a rule, the rules with a word in them, the files.
 *
 * A rule begins with "### BASE-31 Title" or "**TOW-4** text" and ends where the next rule or
 * heading begins. */
#include "cli.h"
#include "rules_text.h"

#include <ctype.h>
#include <string.h>

enum { ID_MAX = 16 };

struct rule {
    const struct rules_file *file;
    const char *text;
    size_t length;
    char id[ID_MAX];
};

/* -- Finding ---------------------------------------------------------------------------- */

static const char *rules_next_line(const char *line)
{
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

/* The id of the rule that begins on this line: capitals, perhaps digits, a dash, a
 * number. */
static bool rules_line_id(const char *line, char id[ID_MAX])
{
    const char *start = !strncmp(line, "### ", 4) ? line + 4
                        : !strncmp(line, "**", 2) ? line + 2
                                                  : NULL;
    size_t n = start ? strspn(start, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") : 0;

    if (n < 3 || n >= ID_MAX || !memchr(start, '-', n) ||
        !isdigit((unsigned char)start[n - 1]))
        return false;
    memcpy(id, start, n);
    id[n] = 0;
    return true;
}

static bool rules_ends(const char *line)
{
    char id[ID_MAX];

    return !*line || *line == '#' || rules_line_id(line, id);
}

/* The next rule after `rule`, the first after {0}; false at the end. */
static bool rules_next(struct rule *rule)
{
    const char *line;

    if (!rule->file) {
        rule->file = rules_files;
        line = rule->file->text;
    } else {
        line = rule->text + rule->length;
    }
    while (rule->file->name) {
        while (*line && !rules_line_id(line, rule->id)) line = rules_next_line(line);
        if (*line) break;
        rule->file++;
        line = rule->file->text;
    }
    if (!rule->file->name) return false;
    rule->text = line;
    do line = rules_next_line(line);
    while (!rules_ends(line));
    rule->length = (size_t)(line - rule->text);
    return true;
}

static bool rules_same_letters(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i])) return false;
    return true;
}

static bool rules_find(const char *id, struct rule *rule)
{
    *rule = (struct rule){0};
    while (rules_next(rule))
        if (strlen(rule->id) == strlen(id) &&
            rules_same_letters(rule->id, id, strlen(id)))
            return true;
    return false;
}

static const char *rules_find_word(const char *text, size_t length, const char *word)
{
    size_t n = strlen(word);

    for (size_t i = 0; i + n <= length; i++)
        if (rules_same_letters(text + i, word, n)) return text + i;
    return NULL;
}

/* -- Printing --------------------------------------------------------------------------- */

/* A line of markdown as plain text. */
static void rules_plain_line(struct cli_text *out, const char *line, size_t n)
{
    if (n > 4 && !strncmp(line, "### ", 4)) line += 4, n -= 4;
    for (size_t i = 0; i < n; i++)
        if (!(line[i] == '*' && (i + 1 < n && line[i + 1] == '*')) &&
            !(line[i] == '*' && i && line[i - 1] == '*') && line[i] != '`')
            cli_text_bytes(out, line + i, 1);
}

/* Width on the screen of the text before the next blank. */
static size_t rules_word_width(const char *s)
{
    size_t width = 0;

    for (; *s && *s != ' ' && *s != '\n'; s++)
        if (((unsigned char)*s & 0xc0) != 0x80) width++;
    return width;
}

/* Break lines longer than 88; indent the rest of a list item by two. Tables stay as they
 * are. */
static void rules_wrap(struct cli_text *out, const char *s)
{
    size_t column = 0;
    bool table = *s == '|', hang = !strncmp(s, "- ", 2);

    if (hang) cli_text_str(out, "  ");
    while (*s) {
        size_t width = rules_word_width(s), bytes = strcspn(s, " ");
        if (!table && column && column + 1 + width > 86) {
            cli_text_str(out, hang ? "\n    " : "\n");
            column = 0;
        } else if (column) {
            cli_text_str(out, " ");
            column++;
        }
        cli_text_bytes(out, s, bytes);
        column += width;
        s += bytes;
        while (*s == ' ') s++;
    }
    cli_text_str(out, "\n");
}

static void rules_print(struct cli_text *out, const struct rule *rule)
{
    const char *line = rule->text, *end = rule->text + rule->length;
    struct cli_text plain = {0};

    while (end > line && (end[-1] == '\n' || end[-1] == ' ')) end--;
    for (; line < end; line = rules_next_line(line)) {
        size_t n = strcspn(line, "\n");
        cli_text_clear(&plain);
        rules_plain_line(&plain, line,
                         n < (size_t)(end - line) ? n : (size_t)(end - line));
        rules_wrap(out, plain.data ? plain.data : "");
    }
    cli_text_add(out, "  (docs/rules/%s)\n", rule->file->name);
    cli_text_free(&plain);
}

bool cli_rules_read(const char *id, struct cli_text *out)
{
    struct rule rule;

    if (!rules_find(id, &rule)) return false;
    rules_print(out, &rule);
    return true;
}

/* -- The command ------------------------------------------------------------------------ */

static void rules_print_title(struct cli_text *out, const char *text)
{
    cli_text_bytes(out, text + 2, strcspn(text, "\n") - 2);
}

/* The number of rules in a file, its first and its last id. */
static int rules_count(const struct rules_file *file, char first[ID_MAX],
                       char last[ID_MAX])
{
    struct rule rule = {0};
    int n = 0;

    first[0] = last[0] = 0;
    while (rules_next(&rule)) {
        if (rule.file != file) continue;
        if (!n++) strcpy(first, rule.id);
        strcpy(last, rule.id);
    }
    return n;
}

static void rules_list_files(struct cli_text *out)
{
    char first[ID_MAX], last[ID_MAX];

    cli_text_str(out,
                 "The rules, file by file; `aude rules ID` prints one, `aude rules WORD` "
                 "searches.\n\n");
    for (const struct rules_file *file = rules_files; file->name; file++) {
        int n = rules_count(file, first, last);
        cli_text_add(out, "  %-27s", file->name);
        if (n)
            cli_text_add(out, "%3d rules  %-7s to %-8s ", n, first, last);
        else
            cli_text_add(out, "%30s", "");
        rules_print_title(out, file->text);
        cli_text_str(out, "\n");
    }
}

static void rules_json_files(struct cli_text *out)
{
    struct cli_json json = {.out = out};
    char first[ID_MAX], last[ID_MAX];

    cli_json_object(&json, NULL);
    cli_json_list(&json, "files");
    for (const struct rules_file *file = rules_files; file->name; file++) {
        struct cli_text title = {0};
        rules_print_title(&title, file->text);
        cli_json_object(&json, NULL);
        cli_json_string(&json, "file", file->name);
        cli_json_string(&json, "title", title.data);
        cli_json_int(&json, "rules", rules_count(file, first, last));
        cli_json_string(&json, "first", first);
        cli_json_string(&json, "last", last);
        cli_json_close(&json);
        cli_text_free(&title);
    }
    cli_json_close(&json);
    cli_json_close(&json);
}

/* The rule of that id, or all rules with the word, and switches. Returns how many. */
static int rules_json(const char *word, struct cli_text *out)
{
    struct cli_json json = {.out = out};
    struct rule rule = {0}, named;
    bool is_id = rules_find(word, &named);
    int n = 0;

    cli_json_object(&json, NULL);
    cli_json_list(&json, "rules");
    while (rules_next(&rule)) {
        struct cli_text text = {0};
        if (is_id ? strcmp(rule.id, named.id) != 0
                  : !rules_find_word(rule.text, rule.length, word))
            continue;
        rules_print(&text, &rule);
        cli_json_object(&json, NULL);
        cli_json_string(&json, "id", rule.id);
        cli_json_string(&json, "file", rule.file->name);
        cli_json_string(&json, "text", text.data ? text.data : "");
        cli_json_close(&json);
        cli_text_free(&text);
        n++;
    }
    cli_json_close(&json);
    n += cli_switches_json(&json, word);
    cli_json_close(&json);
    return n;
}

/* One line for a hit: the id and the text around the word. */
static void rules_print_hit(struct cli_text *out, const struct rule *rule,
                            const char *hit)
{
    const char *from = hit, *line_end = hit + strcspn(hit, "\n");
    struct cli_text plain = {0};

    while (from > rule->text && from[-1] != '\n' && hit - from < 36) from--;
    if (from > rule->text && from[-1] != '\n')
        while (from < hit && *from != ' ') from++;
    while (*from == ' ') from++;
    if (line_end - from > 68)
        for (line_end = from + 68; *line_end != ' ' && line_end > hit; line_end--) {
        }
    rules_plain_line(&plain, from, (size_t)(line_end - from));
    cli_text_add(out, "  %-8s %s\n", rule->id, plain.data ? plain.data : "");
    cli_text_free(&plain);
}

static bool rules_looks_like_id(const char *word)
{
    const char *dash = strchr(word, '-');

    return dash && dash != word && dash[1] &&
           (isdigit((unsigned char)dash[1]) || strlen(dash) <= 4);
}

/* Ids with the same letters before the dash, near the wanted number. */
static void rules_nearest(const char *id, struct cli_text *out)
{
    struct rule rule = {0};
    size_t letters = strcspn(id, "-");
    char last[ID_MAX] = "", first[ID_MAX] = "";

    while (rules_next(&rule)) {
        if (strcspn(rule.id, "-") != letters || !rules_same_letters(rule.id, id, letters))
            continue;
        if (!first[0]) strcpy(first, rule.id);
        strcpy(last, rule.id);
    }
    if (first[0])
        cli_text_add(out, "; there are %s to %s", first, last);
    else
        cli_text_str(
            out, "; ids begin with BASE, EDN, RIV, ABB, IC, TB, PD, TOW, AM, KR, CULT, "
                 "COC, RIV2, CAT, INT");
}

static int rules_not_found(const char *word, bool id)
{
    struct cli_text more = {0};

    if (id) rules_nearest(word, &more);
    cli_fail(id ? "there is no rule %s%s" : "no rule speaks of \"%s\"%s", word,
             more.data ? more.data : "");
    cli_text_free(&more);
    return CLI_FAILED;
}

bool cli_rules_with(const char *word, struct cli_text *out)
{
    struct rule rule = {0};
    int n = 0;

    while (rules_next(&rule)) {
        const char *hit = rules_find_word(rule.text, rule.length, word);
        if (!hit) continue;
        rules_print_hit(out, &rule, hit);
        n++;
    }
    return n > 0;
}

/* The name of a switch is often a word of the rules too: print both. */
static int rules_search(const char *word, const char *output)
{
    struct cli_text out = {0}, hits = {0};
    bool known = cli_switches_text(word, &out), found = cli_rules_with(word, &hits);

    if (!found && !known) return rules_not_found(word, false);
    if (found)
        cli_text_add(&out, "%s%s\n`aude rules ID` prints one.\n",
                     known ? "\nRules that speak of it:\n" : "", hits.data);
    int status = cli_text_write(output, &out);
    cli_text_free(&hits);
    cli_text_free(&out);
    return status;
}

static int rules_show(const char *word, const char *output)
{
    struct cli_text out = {0};
    bool all = !strcmp(word, "switch") || !strcmp(word, "switches");
    int status;

    if (all) cli_switches_list(&out);
    if (all || cli_rules_read(word, &out)) {
        status = cli_text_write(output, &out);
        cli_text_free(&out);
        return status;
    }
    return rules_looks_like_id(word) ? rules_not_found(word, true)
                                     : rules_search(word, output);
}

/* The list of files, or as JSON whatever was asked for. */
static int rules_tell(const char *word, bool json, const char *output)
{
    struct cli_text out = {0};
    int status = CLI_DONE;

    if (!word)
        (json ? rules_json_files : rules_list_files)(&out);
    else if (!rules_json(word, &out))
        status = rules_not_found(word, rules_looks_like_id(word));
    if (!status) status = cli_text_write(output, &out);
    cli_text_free(&out);
    return status;
}

enum { JSON = 1, OUTPUT };

static const struct cli_option options[] = {
    {"json", 0, false, JSON}, {"output", 'o', true, OUTPUT}, {NULL, 0, false, 0}};

static int rules_run(int argc, char **argv)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = options};
    struct cli_text word = {0};
    const char *output = NULL;
    bool json = false;
    int id, n = 0, status = CLI_DONE;

    while (!status && (id = cli_args_next(&args)) != CLI_END) {
        if (id == CLI_BAD) status = CLI_MISUSED;
        if (id == JSON) json = true;
        if (id == OUTPUT) output = args.value;
        if (id == CLI_OPERAND) cli_text_add(&word, "%s%s", n++ ? " " : "", args.value);
    }
    if (!status && n && !*word.data)
        status = cli_fail_misused("an empty word is in every rule");
    if (!status)
        status = n && !json ? rules_show(word.data, output)
                            : rules_tell(word.data, json, output);
    cli_text_free(&word);
    return status;
}

const struct cli_command cli_rules = {
    .name = "rules",
    .summary = "the text of a rule, by id or by word",
    .help = "usage: aude rules [ID | WORD...] [OPTIONS]\n\n"
            "Prints a rule by its id, or the rules in which a word appears, or, without\n"
            "either, the list of the files. Ids are those the program cites, e.g. "
            "[BASE-31].\n\n"
            "`aude rules switch` lists all switches and what they mean.\n\n"
            "  --json               {\"rules\": [{\"id\", \"file\", \"text\"}],\n"
            "                       \"switches\": [{\"name\", \"rule\", \"values\", "
            "\"meaning\"}]},\n"
            "                       or {\"files\"}\n"
            "  -o, --output FILE    where to write it (stdout)\n\n"
            "examples:\n"
            "  aude rules                 which rules there are\n"
            "  aude rules BASE-31         one rule, with its examples and rulings\n"
            "  aude rules small city      every rule in which \"small city\" appears\n"
            "  aude rules barn_timing     a switch: its values, its rule, where it is "
            "named\n",
    .run = rules_run,
    .own = options,
};
