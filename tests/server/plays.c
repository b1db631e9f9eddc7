/* plays.c -- what all plays share: reading them, the names that are heard, what came of it compared with what is written. */
#include "plays.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_test.h"
#include "memory.h"
#include "seeded.h"
#include "server/hub/secret.h"
#include "server/table/table.h"
#include "test.h"

enum { NAMES = 40 };

static char known[NAMES][TABLE_ID_MAX];
static int n_known;
static FILE *out;

/* -- Names of tables -------------------------------------------------------------------- */

static void learn_name(const char *at)
{
    char name[TABLE_ID_MAX];
    int n = 0;

    if (sscanf(at, "%12[a-z0-9]%n", name, &n) != 1 || n != 12 || at[n] != '"') return;
    for (int i = 0; i < n_known; i++)
        if (!strcmp(known[i], name)) return;
    if (CHECK(n_known < NAMES)) memcpy(known[n_known++], name, sizeof name);
}

static void learn_names(const char *text)
{
    static const char *const before[] = {"\"table\":\"", "\"tournament\":\"",
                                         "\"code\":\""};

    for (const char *at = text; (at = strchr(at, '"')); at++)
        for (int i = 0; i < 3; i++)
            if (!strncmp(at, before[i], strlen(before[i])))
                learn_name(at + strlen(before[i]));
}

/* Bytes that a play does not tell: every switch of the rules, every computer (other tests have them). sscanf() looks for the end
 * of the whole text first: it is asked where a switch begins, not at every byte. */
static size_t left_out(const char *at)
{
    int n = 0;

    if (*at != '"' && *at != 's') return 0;
    if (!strncmp(at, "\"computers\":[", 13)) {
        const char *end = strstr(at, "}],");
        return end ? (size_t)(end - at) + 3 : 0;
    }
    if (!strncmp(at, "switch ", 7) &&
        sscanf(at, "switch %*[a-z_0-9] %*[A-Z_0-9]%n", &n) != EOF && n > 0)
        return (size_t)n + (strncmp(at + n, "\\n", 2) ? 1 : 2);
    return 0;
}

static const char *known_name(const char *at, int *which)
{
    for (*which = 0; *which < n_known; ++*which)
        if (*at == known[*which][0] && !strncmp(at, known[*which], 12)) return at + 12;
    return NULL;
}

/* What came of it. Line feeds within become lines of their own. */
void plays_tell(const char *who, const char *text)
{
    const char *after;
    bool begun = false;
    int which;

    learn_names(text);
    for (const char *at = text; *at;) {
        size_t n = left_out(at);
        if (n) {
            at += n;
            continue;
        }
        if (!begun) fprintf(out, "  %s", who);
        begun = *at != '\n';
        if ((after = known_name(at, &which)))
            fprintf(out, "$%d", which + 1);
        else
            fputc(*at, out);
        at = after ? after : at + 1;
    }
    if (begun) fputc('\n', out);
}

/* What is written in a play, with the names that $1 and so on stand for, and " for '. False: one was not heard yet. */
static bool spell_out(const char *line, char text[PLAYS_LINE])
{
    size_t n = 0;

    while (*line && n < PLAYS_LINE - 20) {
        int k = *line == '$' ? atoi(line + 1) : 0;
        if (k && CHECK(k <= n_known)) {
            n += (size_t)sprintf(text + n, "%s", known[k - 1]);
            for (line++; *line >= '0' && *line <= '9';) line++;
        } else if (k) {
            return false;
        } else {
            text[n++] = *line == '\'' ? '"' : *line;
            line++;
        }
    }
    text[n] = 0;
    return true;
}

struct plays_lack plays_lack;

void plays_heard(void)
{
    long at = ftell(out);

    if (at < 0 || plays_lack.to) return;
    if (memory_ran_out())
        plays_lack.to = (size_t)at;
    else
        plays_lack.from = (size_t)at;
}

/* -- A play ------------------------------------------------------------------------------ */

static void perform_lines(char *script, void (*happens)(const char *text))
{
    static char words[PLAYS_LINE];

    for (char *line = script, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) *end++ = 0;
        if (line[0] == ' ') continue;
        fprintf(out, "%s\n", line);
        if (!line[0] || line[0] == '#') continue;
        if (spell_out(line, words)) happens(words);
    }
}

char *plays_perform(const struct plays *plays, char *script,
                    void (*then)(const struct plays *plays))
{
    char *text = NULL;
    size_t n = 0;

    secret_init(); /* takes of chance what it needs, the first time */
    uint64_t before = seeded_again(1);
    n_known = 0;
    plays_lack = (struct plays_lack){0};
    if (!plays->begin()) return NULL;
    out = open_memstream(&text, &n);
    perform_lines(script, plays->happens);
    if (then) then(plays);
    fclose(out);
    plays->finish();
    seeded_again(before);
    return text;
}

char *plays_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 22);

    if (file) {
        size_t n = fread(text, 1, (1 << 22) - 1, file);
        text[n] = 0;
        fclose(file);
    }
    return text;
}

/* Is it as it should be? */
static bool compare(const char *path, const char *is, const char *should)
{
    int line = 1;
    const char *a = is, *b = should;

    for (; *a && *a == *b; a++, b++) line += *a == '\n';
    if (*a == *b) return true;
    while (a > is && a[-1] != '\n') a--, b--;
    FAIL("%s, line %d:\n  should be: %.*s\n  but is:    %.*s", path, line,
         (int)strcspn(b, "\n"), b, (int)strcspn(a, "\n"), a);
    return false;
}

/* False: it does not go as it is written. */
static bool run_play(const struct plays *plays, const char *path)
{
    char *should = plays_read(path), *script = strdup(should);
    const char *how = getenv("AUDE_PLAYS");
    bool same = true;

    char *is = plays_perform(plays, script, NULL);
    if (is && how && !strcmp(how, "write")) {
        FILE *file = fopen(path, "wb");
        if (CHECK(file != NULL)) {
            fputs(is, file);
            fclose(file);
        }
    } else {
        same = is && compare(path, is, should);
    }
    free(is);
    free(script);
    free(should);
    return same;
}

static int is_play(const struct dirent *entry)
{
    const char *end = strrchr(entry->d_name, '.');

    return end && !strcmp(end, ".play");
}

void plays_list(const struct plays *plays,
                void (*each)(const struct plays *plays, const char *path))
{
    struct dirent **all;
    int n = scandir(plays->folder, &all, is_play, alphasort);
    char path[400];

    CHECK(n > 0);
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/%s", plays->folder, all[i]->d_name);
        each(plays, path);
        free(all[i]);
    }
    if (n >= 0) free(all);
}

static bool all_same;

static void run_next(const struct plays *plays, const char *path)
{
    if (all_same) all_same = run_play(plays, path);
}

void plays_go(const struct plays *plays)
{
    all_same = true;
    plays_list(plays, run_next);
}

/* -- What both kinds of plays know ------------------------------------------------------- */

void plays_on_name(const char *words)
{
    char shown[40] = "", who[TABLE_WHO_MAX] = "";
    int number = 0;

    sscanf(words, "%d %39s %47s", &number, shown, who);
    keep_name(number, shown, who);
}

void plays_on_bot(const char *words)
{
    keeps_bots = true;
    plays_on_name(words);
    keeps_bots = false;
}
