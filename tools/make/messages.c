/* messages.c -- the description of the protocol (server/table/messages.def), for others.
 *
 *     messages ts          the page's types: web/src/table/messages.ts
 *     messages json        for the tests that hold messages against it
 *     messages PART        a table of docs/protocol.md: words, objects (of tables), club, tournaments and
 *                          names (their objects), requests, club_requests, pushes, entries, calls, errors */
#include "aude.h"
#include "table/messages.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct message_field *make_messages_first(const struct message *message)
{
    return message->field;
}

/* -- TypeScript ------------------------------------------------------------------------- */

static void make_messages_ts_list(const char *list, const char *type)
{
    printf("] as const;\nexport type %s = (typeof %s)[number];\n", type, list);
}

static void make_messages_ts_words(const struct words *words)
{
    printf("\n/** %s */\nexport const %s = [", words->text, words->list);
    for (int i = 0; i < WORDS_MAX && words->word[i]; i++)
        printf("%s\"%s\"", i ? ", " : "", words->word[i]);
    make_messages_ts_list(words->list, words->type);
}

static void make_messages_ts_errors(void)
{
    printf("\nexport const REFUSALS = [");
    for (int i = REFUSED_NOT + 1; i < MESSAGE_ERRORS; i++)
        printf("%s\"%s\"", i > REFUSED_NOT + 1 ? ", " : "",
               table_messages_error_code((enum message_error)i));
    make_messages_ts_list("REFUSALS", "Refusal");
}

static const char *make_messages_ts_kind(const struct message_field *field)
{
    static const char *const kinds[MESSAGE_KINDS] = {
        [MESSAGE_NUMBER] = "number",   [MESSAGE_INT] = "number",
        [MESSAGE_TEXT] = "string",     [MESSAGE_BOOL] = "boolean",
        [MESSAGE_LOG_ENTRY] = "Entry", [MESSAGE_ERROR_CODE] = "Refusal"};

    return field->kind == MESSAGE_WORD   ? field->words->type
           : field->kind == MESSAGE_PART ? field->of->name
                                         : kinds[field->kind];
}

static void make_messages_ts_field(const struct message_field *field)
{
    bool may_miss = field->need == MESSAGE_MAYBE || field->need == MESSAGE_CASE;

    printf("  %s%s: %s%s%s;", field->name, may_miss ? "?" : "",
           make_messages_ts_kind(field), field->list ? "[]" : "",
           field->need == MESSAGE_OR_NULL ? " | null" : "");
    if (field->text[0]) printf(" // %s", field->text);
    printf("\n");
}

static void make_messages_ts_fields(const struct message *message)
{
    for (const struct message_field *f = make_messages_first(message); f->name; f++)
        make_messages_ts_field(f);
    printf("}\n");
}

/* "StepEntry" of "step". */
static void make_messages_ts_name(const struct message *message, const char *group)
{
    printf("%c%s%s", toupper((unsigned char)message->name[0]), message->name + 1, group);
}

static void make_messages_ts_one(int id)
{
    static const char *const groups[] = {[MESSAGE_REQUEST] = "Request",
                                         [MESSAGE_ANSWER] = "Answer",
                                         [MESSAGE_ENTRY] = "Entry",
                                         [MESSAGE_PUSH] = "Message"};
    const struct message *message = &messages[id];
    /* An answer follows its request and has no name of its own. */
    const struct message *named =
        message->group == MESSAGE_ANSWER ? &messages[id - 1] : message;

    if (message->group == MESSAGE_CALL) return;
    if (message->text[0]) printf("\n/** %s */", message->text);
    printf("\nexport interface ");
    if (message->group == MESSAGE_OBJECT)
        printf("%s", message->name);
    else
        make_messages_ts_name(named, groups[message->group]);
    printf(" {\n");
    if (message->group == MESSAGE_ENTRY)
        printf("  seq: number;\n  at: number; // ms since 1970\n");
    if (message->group == MESSAGE_ENTRY || message->group == MESSAGE_PUSH)
        printf("  type: \"%s\";\n", message->name);
    if (id == PUSH_OK) printf("  id: number;\n");
    if (id == PUSH_ERROR) printf("  id?: number;\n");
    make_messages_ts_fields(message);
}

/* All of a group by their names. */
static void make_messages_ts_index(const char *type, enum message_group group,
                                   const char *suffix)
{
    printf("\nexport interface %s {\n", type);
    for (int i = 0; i < MESSAGES; i++) {
        if (messages[i].group != group) continue;
        printf("  %s: ", messages[i].name);
        make_messages_ts_name(&messages[i], suffix);
        printf(";\n");
    }
    printf("}\n");
}

/* What the `ok` of each request brings. */
/* What plain HTTP calls answer, by their names in docs/protocol.md. */
static void make_messages_ts_calls(void)
{
    printf("\nexport interface Calls {\n");
    for (int i = 0; i < MESSAGES; i++) {
        if (messages[i].group != MESSAGE_CALL) continue;
        printf("  \"%s\": {\n", messages[i].name);
        for (const struct message_field *f = make_messages_first(&messages[i]); f->name;
             f++)
            make_messages_ts_field(f);
        printf("  };\n");
    }
    printf("}\n");
}

static void make_messages_ts_answers(void)
{
    printf("\nexport interface Answers {\n");
    for (int i = 0; i < MESSAGES; i++) {
        if (messages[i].group != MESSAGE_REQUEST) continue;
        printf("  %s: ", messages[i].name);
        if (i + 1 < MESSAGES && messages[i + 1].group == MESSAGE_ANSWER)
            make_messages_ts_name(&messages[i], "Answer");
        else
            printf("object");
        printf(";\n");
    }
    printf("}\n");
}

static void make_messages_typescript(void)
{
    printf("// messages.ts -- what page and server say to each other. Made by "
           "tools/make/messages.c from server/table/messages.def\n// and "
           "sitting/sitting_words.c: do "
           "not edit.\n");
    printf("\nexport const VERSION = %d; // of the protocol\n", MESSAGE_VERSION);
    printf("export const ASK_MS = %d; // after which an unanswered question closes\n",
           TABLE_ASK_MS);
    for (int i = 0; message_words[i]; i++) make_messages_ts_words(message_words[i]);
    make_messages_ts_errors();
    for (int i = 0; i < MESSAGES; i++) make_messages_ts_one(i);
    make_messages_ts_index("Requests", MESSAGE_REQUEST, "Request");
    make_messages_ts_answers();
    make_messages_ts_calls();
    make_messages_ts_index("Entries", MESSAGE_ENTRY, "Entry");
    printf("export type Entry = Entries[keyof Entries];\n");
    make_messages_ts_index("Pushes", MESSAGE_PUSH, "Message");
    printf("export type Push = Pushes[keyof Pushes];\n");
}

/* -- JSON ------------------------------------------------------------------------------- */

static const char *make_messages_comma(bool *some)
{
    const char *text = *some ? ",\n" : "\n";

    *some = true;
    return text;
}

static void make_messages_json_field(const struct message_field *f)
{
    static const char *const kinds[MESSAGE_KINDS] = {
        [MESSAGE_NUMBER] = "number", [MESSAGE_INT] = "int",
        [MESSAGE_TEXT] = "text",     [MESSAGE_BOOL] = "bool",
        [MESSAGE_WORD] = "word",     [MESSAGE_PART] = "part",
        [MESSAGE_LOG_ENTRY] = "log", [MESSAGE_ERROR_CODE] = "code"};
    static const char *const needs[] = {[MESSAGE_NEEDED] = "needed",
                                        [MESSAGE_MAYBE] = "maybe",
                                        [MESSAGE_CASE] = "case",
                                        [MESSAGE_OR_NULL] = "or null"};

    printf("    {\"name\": \"%s\", \"kind\": \"%s\", \"need\": \"%s\", \"list\": %s, "
           "\"lo\": %" PRId64 ", \"hi\": %" PRId64 ", \"of\": \"%s\"}",
           f->name, kinds[f->kind], needs[f->need], f->list ? "true" : "false", f->lo,
           f->hi,
           f->words ? f->words->type
           : f->of  ? f->of->name
                    : "");
}

static void make_messages_json_one(int id)
{
    static const char *const groups[] = {
        [MESSAGE_OBJECT] = "object", [MESSAGE_REQUEST] = "request",
        [MESSAGE_ANSWER] = "answer", [MESSAGE_ENTRY] = "entry",
        [MESSAGE_PUSH] = "push",     [MESSAGE_CALL] = "call"};
    bool answer = messages[id].group == MESSAGE_ANSWER, some = false;

    printf("  {\"group\": \"%s\", \"name\": \"%s\", \"fields\": [",
           groups[messages[id].group], messages[id - answer].name);
    for (const struct message_field *f = make_messages_first(&messages[id]); f->name;
         f++) {
        printf("%s", make_messages_comma(&some));
        make_messages_json_field(f);
    }
    printf("]}");
}

static void make_messages_json(void)
{
    bool some = false;

    printf("{\"words\": {");
    for (int i = 0; message_words[i]; i++) {
        printf("%s  \"%s\": [", make_messages_comma(&some), message_words[i]->type);
        for (int w = 0; w < WORDS_MAX && message_words[i]->word[w]; w++)
            printf("%s\"%s\"", w ? ", " : "", message_words[i]->word[w]);
        printf("]");
    }
    some = false;
    printf("},\n\"messages\": [");
    for (int i = 0; i < MESSAGES; i++) {
        printf("%s", make_messages_comma(&some));
        make_messages_json_one(i);
    }
    some = false;
    printf("],\n\"errors\": {");
    for (int i = REFUSED_NOT + 1; i < MESSAGE_ERRORS; i++)
        printf("%s  \"%s\": \"%s\"", make_messages_comma(&some),
               table_messages_error_code((enum message_error)i),
               table_messages_error_fields((enum message_error)i));
    printf("}}\n");
}

/* -- docs/protocol.md ------------------------------------------------------------------- */

/* 2147483647 as 2,147,483,647: below a billion billions, as everything here. */
static void make_messages_md_number(int64_t n)
{
    if (n < 0) printf("-");
    if (n < 0) n = -n;
    if (n >= 1000) {
        make_messages_md_number(n / 1000);
        printf(",%03d", (int)(n % 1000));
    } else {
        printf("%d", (int)n);
    }
}

static void make_messages_md_int(const struct message_field *f)
{
    if (f->lo == 0 && f->hi == AUDE_SEATS_MAX - 1) {
        printf("%s", f->list ? "seats" : "a seat");
    } else if (f->hi == MESSAGE_TIME_MAX) {
        printf("%s", f->list ? "list of ms" : "ms");
    } else if (f->lo == f->hi) {
        make_messages_md_number(f->lo);
    } else {
        if (f->list) printf("list of ");
        printf("%s", f->list ? "numbers" : "a number");
        if (f->lo > INT32_MIN) printf(" from ");
        if (f->lo > INT32_MIN) make_messages_md_number(f->lo);
        if (f->hi < INT32_MAX) printf(" to ");
        if (f->hi < INT32_MAX) make_messages_md_number(f->hi);
    }
}

static void make_messages_md_part(const struct message_field *f)
{
    if (f->list) {
        make_messages_md_number(f->lo);
        printf(" to ");
        make_messages_md_number(f->hi);
        printf(" ");
    }
    printf("`%s`", f->of->name);
}

static void make_messages_md_kind(const struct message_field *f)
{
    switch (f->kind) {
    case MESSAGE_INT:
        make_messages_md_int(f);
        break;
    case MESSAGE_TEXT:
        printf("%s", f->list ? "list of texts" : "text");
        if (f->hi) printf(" of at most %d bytes", (int)f->hi);
        break;
    case MESSAGE_BOOL:
        printf("true or false");
        break;
    case MESSAGE_WORD:
        printf("`%s`", f->words->type);
        break;
    case MESSAGE_PART:
        make_messages_md_part(f);
        break;
    default:
        printf("%s", f->kind == MESSAGE_LOG_ENTRY    ? "list of entries"
                     : f->kind == MESSAGE_ERROR_CODE ? "one of the errors"
                                                     : "a number");
    }
}

static void make_messages_md_fields(const struct message *message)
{
    for (const struct message_field *f = make_messages_first(message); f->name; f++) {
        bool may_miss = f->need == MESSAGE_MAYBE || f->need == MESSAGE_CASE;
        bool is_table = !strcmp(f->name, "table") && !may_miss;
        printf("%s`%s`%s", f == make_messages_first(message) ? "" : "; ", f->name,
               may_miss ? "?" : "");
        if (!is_table) printf(": ");
        if (!is_table) make_messages_md_kind(f);
        if (f->need == MESSAGE_OR_NULL) printf(" or null");
        if (f->text[0]) printf(" (%s)", f->text);
    }
}

static void make_messages_md_words(void)
{
    printf("| words | which | about |\n| --- | --- | --- |\n");
    for (int i = 0; message_words[i]; i++) {
        printf("| `%s` | ", message_words[i]->type);
        for (int w = 0; w < WORDS_MAX && message_words[i]->word[w]; w++)
            printf("%s`%s`", w ? ", " : "", message_words[i]->word[w]);
        printf(" | %s |\n", message_words[i]->text);
    }
}

static void make_messages_md_errors(void)
{
    printf("| code | with | when |\n| --- | --- | --- |\n");
    for (int i = REFUSED_NOT + 1; i < MESSAGE_ERRORS; i++)
        printf("| `%s` | %s | %s |\n", table_messages_error_code((enum message_error)i),
               table_messages_error_fields((enum message_error)i),
               table_messages_error_text((enum message_error)i));
}

/* Those from the message `from` on, before the message `end`. */
static void make_messages_md_requests(int from, int end)
{
    printf("| request | meaning | fields | answer |\n| --- | --- | --- | --- |\n");
    for (int i = from; i < end; i++) {
        if (messages[i].group != MESSAGE_REQUEST) continue;
        printf("| `%s` | %s | ", messages[i].name, messages[i].text);
        make_messages_md_fields(&messages[i]);
        printf(" | ");
        if (i + 1 < MESSAGES && messages[i + 1].group == MESSAGE_ANSWER)
            make_messages_md_fields(&messages[i + 1]);
        printf(" |\n");
    }
}

/* Those of the group from the message `from` on, before the message `end`. */
static void make_messages_md_range(enum message_group group, const char *title, int from,
                                   int end)
{
    bool meaning = group != MESSAGE_CALL;

    printf("| %s |%s fields |\n| --- |%s --- |\n", title, meaning ? " meaning |" : "",
           meaning ? " --- |" : "");
    for (int i = from; i < end; i++) {
        if (messages[i].group != group) continue;
        printf("| `%s` | ", messages[i].name);
        if (meaning) printf("%s | ", messages[i].text);
        make_messages_md_fields(&messages[i]);
        printf(" |\n");
    }
}

static void make_messages_md_group(enum message_group group, const char *title)
{
    make_messages_md_range(group, title, 0, MESSAGES);
}

static bool make_messages_table(const char *part)
{
    if (!strcmp(part, "words"))
        make_messages_md_words();
    else if (!strcmp(part, "requests"))
        make_messages_md_requests(0, REQUEST_SEEK);
    else if (!strcmp(part, "club_requests"))
        make_messages_md_requests(REQUEST_SEEK, MESSAGES);
    else if (!strcmp(part, "errors"))
        make_messages_md_errors();
    else if (!strcmp(part, "objects"))
        make_messages_md_range(MESSAGE_OBJECT, "object", 0, OBJECT_RESULT_SEAT);
    else if (!strcmp(part, "club"))
        make_messages_md_range(MESSAGE_OBJECT, "object", OBJECT_RESULT_SEAT, OBJECT_SUM);
    else if (!strcmp(part, "tournaments"))
        make_messages_md_range(MESSAGE_OBJECT, "object", OBJECT_SUM, OBJECT_KEPT_NAME);
    else if (!strcmp(part, "names"))
        make_messages_md_range(MESSAGE_OBJECT, "object", OBJECT_KEPT_NAME, MESSAGES);
    else if (!strcmp(part, "entries"))
        make_messages_md_group(MESSAGE_ENTRY, "entry");
    else if (!strcmp(part, "pushes"))
        make_messages_md_group(MESSAGE_PUSH, "message");
    else if (!strcmp(part, "calls"))
        make_messages_md_group(MESSAGE_CALL, "call");
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    const char *what = argc == 2 ? argv[1] : "";

    if (!strcmp(what, "ts"))
        make_messages_typescript();
    else if (!strcmp(what, "json"))
        make_messages_json();
    else if (!make_messages_table(what)) {
        fprintf(stderr, "messages: ts, json, or a table: words, objects, club, "
                        "tournaments, names, requests, club_requests, pushes, entries, "
                        "calls, errors\n");
        return 2;
    }
    return 0;
}
