/* cards.c -- reads rule cards and plays them.
 *
 * A card is run in two passes. The first only collects the tiles that its lines name, for
 * they are the draw order: a card tells what is drawn by telling who lays it where. The
 * second plays. Every statement is one row of the table below. */
#include "cards_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#ifndef AUDE_TESTS_DIR
#define AUDE_TESTS_DIR "tests"
#endif

/* -- The language -------------------------------------------------------------------- */

enum when { SETUP, TABLE, EXPECT, START };

static const struct statement {
    const char *word;
    enum when when; /* SETUP before the game; TABLE plays; EXPECT counts as a check */
    bool (*run)(struct run *run, struct words *words);
} statements[] = {
    {"rules", SETUP, card_do_rules},      {"switch", SETUP, card_do_switch},
    {"players", SETUP, card_do_players},  {"first", SETUP, card_do_first},
    {"seed", SETUP, card_do_seed},        {"expansion", SETUP, card_do_expansion},
    {"last", SETUP, card_do_nothing},     {"for", SETUP, card_do_nothing},
    {"deal", SETUP, card_do_nothing},     {"tiles", SETUP, card_do_tiles},
    {"table", SETUP, card_do_table},      {"figures", SETUP, card_do_figures},

    {"finish", TABLE, card_do_finish},    {"walk", TABLE, card_do_walk},

    {"removed", EXPECT, card_do_removed}, {"returned", EXPECT, card_do_returned},
    {"river", EXPECT, card_do_river},     {"scores", EXPECT, card_do_scores},
    {"nobody", EXPECT, card_do_nobody},   {"at", EXPECT, card_do_at},
    {"points", EXPECT, card_do_points},   {"final", EXPECT, card_do_final},
    {"supply", EXPECT, card_do_supply},   {"abbots", EXPECT, card_do_abbots},
    {"laid", EXPECT, card_do_laid},       {"stands", EXPECT, card_do_stands},
    {"offers", EXPECT, card_do_offers},   {"fits", EXPECT, card_do_fits},
    {"feature", EXPECT, card_do_feature}, {"joined", EXPECT, card_do_joined},
    {"apart", EXPECT, card_do_apart},     {"left", EXPECT, card_do_left},
    {"over", EXPECT, card_do_over},       {"goes", EXPECT, card_do_goes},
    {"turn", EXPECT, card_do_turn_of},    {"winners", EXPECT, card_do_winners},
    {"is", EXPECT, card_do_is},           {"everybody", EXPECT, card_do_everybody},
    {"large", EXPECT, card_do_large},     {"builders", EXPECT, card_do_builders},
    {"pigs", EXPECT, card_do_pigs},       {"goods", EXPECT, card_do_goods},
    {"earns", EXPECT, card_do_earns},     {"part", EXPECT, card_do_part},
    {"aside", EXPECT, card_do_aside},     {"waiting", EXPECT, card_do_waiting},
    {"dragon", EXPECT, card_do_dragon},   {"fairy", EXPECT, card_do_fairy},
    {"pieces", EXPECT, card_do_pieces},   {"height", EXPECT, card_do_height},
    {"holds", EXPECT, card_do_holds},     {"wagons", EXPECT, card_do_wagons},
    {"mayors", EXPECT, card_do_mayors},   {"barns", EXPECT, card_do_barns},
    {"abbeys", EXPECT, card_do_abbeys},   {"king", EXPECT, card_do_king},
    {"robber", EXPECT, card_do_robber},   {"inside", EXPECT, card_do_inside},
    {"count", EXPECT, card_do_count},

    {"refuse", START, card_do_refuse}, /* also the start itself */
};

static const struct statement *find_statement(const char *word)
{
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++)
        if (card_is(statements[i].word, word)) return &statements[i];
    return NULL;
}

static bool is_turn(const struct words *words)
{
    return words->n > 1 && card_is(words->word[1], ":");
}

static bool is_draw(const struct words *words)
{
    return words->n == 3 && card_is(words->word[1], "draws");
}

/* Drop "if FIELD|CITY_POOLED" and say whether it holds. */
static bool holds(const struct run *run, struct words *words)
{
    char list[WORD_BYTES];
    bool found = false;

    if (words->n < 2 || !card_is(words->word[0], "if")) return true;
    strcpy(list, words->word[1]);
    for (char *word = strtok(list, "|"); word; word = strtok(NULL, "|"))
        found |= run->variant && card_is(word, run->variant);
    card_drop_first(words, 2);
    return found;
}

static bool execute(struct run *run, struct words *words)
{
    if (!holds(run, words) || !words->n) return true;
    if (is_turn(words)) return card_start(run) && card_do_turn(run, words);
    if (is_draw(words)) {
        run->checks++;
        return card_start(run) && card_do_draws(run, words);
    }
    const struct statement *statement = find_statement(words->word[0]);
    if (!statement) return card_fail(run, "\"%s\" is no word of a card", words->word[0]);
    if (statement->when == SETUP && run->started)
        return card_fail(run, "%s comes before the first turn", statement->word);
    if (statement->when == SETUP) return true; /* the first pass did it */
    if ((statement->when == TABLE || statement->when == EXPECT) && !card_start(run))
        return false;
    if (statement->when == EXPECT || statement->when == START) run->checks++;
    card_drop_first(words, 1);
    return statement->run(run, words);
}

/* -- Reading ------------------------------------------------------------------------- */

/* The line without comment and surrounding blanks. */
static void clean(const char *line, char *out)
{
    size_t n = strcspn(line, "#\n");

    while (n && isspace((unsigned char)line[n - 1])) n--;
    memcpy(out, line, n);
    out[n] = 0;
    size_t blank = strspn(out, " \t");
    memmove(out, out + blank, n - blank + 1);
}

/* The tile that this line brings into the game, or NULL. */
static const char *tile_in_line(const struct words *words)
{
    int at = words->n > 3 && card_is(words->word[2], "second") ? 3 : 2;
    const char *word = words->n > at ? words->word[at] : "";

    if (is_draw(words)) return word;
    if (words->n == 2 &&
        (card_is(words->word[0], "removed") || card_is(words->word[0], "returned") ||
         card_is(words->word[0], "aside")))
        return words->word[1];
    if (!is_turn(words) || words->n < 3 || card_is(word, "lay")) return NULL;
    return card_is_first_step(word) ? word : NULL;
}

static bool add_order(struct run *run, const char *name)
{
    aude_kind kind;

    if (!card_parse_tile(run, name, &kind)) return false;
    run->setup.order[run->setup.n_order++] = kind;
    return true;
}

/* First pass: setup lines, and every tile the card names, in order. */
static bool collect(struct run *run, struct words *words)
{
    if (!holds(run, words) || !words->n) return true;
    const char *tile = tile_in_line(words);
    const struct statement *statement = find_statement(words->word[0]);

    if (tile) return add_order(run, tile);
    if (!statement || statement->when != SETUP || is_turn(words)) return true;
    bool last = card_is(words->word[0], "last"), deal = card_is(words->word[0], "deal");
    card_drop_first(words, 1);
    for (int i = 0; deal && i < words->n; i++)
        if (!add_order(run, words->word[i])) return false;
    for (int i = 0; last && i < words->n && run->n_last < LAST_MAX; i++)
        if (!card_parse_tile(run, words->word[i], &run->last[run->n_last++]))
            return false;
    return statement->run(run, words);
}

static bool each_line(struct run *run, bool (*what)(struct run *, struct words *))
{
    struct words words;
    char text[LINE_BYTES];

    for (run->line = run->card->head + 1; run->line < run->card->end; run->line++) {
        clean(run->card->source->line[run->line], text);
        card_split(text, &words);
        if (words.n && !what(run, &words)) return false;
    }
    return true;
}

/* A variant is a preset, a seed or a value of a switch. */
static bool set_variant(struct run *run, const char *what, const char *value)
{
    struct words words = {.n = 1};

    if (!what) return true;
    strcpy(words.word[0], value);
    if (card_is(what, "rules")) return card_do_rules(run, &words);
    if (card_is(what, "seed")) return card_do_seed(run, &words);
    return card_set_switch(run, what, value);
}

static bool run_variant(struct run *run, const char *what, const char *value)
{
    aude_setup_preset(&run->setup, AUDE_PRESET_GROW);
    run->setup.first = 0;
    run->variant = value;
    strcpy(run->seat[0], "red");
    strcpy(run->seat[1], "blue");
    run->line = run->card->head;
    if (what && card_is(what, "rules") && !set_variant(run, what, value)) return false;
    if (!each_line(run, collect)) return false;
    if (what && !card_is(what, "rules") && !set_variant(run, what, value)) return false;
    /* The second pass meets the setup lines again; what the variant set prevails. */
    struct aude_setup setup = run->setup;
    for (run->line = run->card->head + 1; run->line < run->card->end; run->line++) {
        struct words words;
        char text[LINE_BYTES];
        clean(run->card->source->line[run->line], text);
        card_split(text, &words);
        if (words.n && !execute(run, &words)) return false;
        if (!run->started) run->setup = setup;
    }
    return run->refused || (card_start(run) && card_all_told(run));
}

/* -- Cards --------------------------------------------------------------------------- */

/* The card's `for` line, or no words. */
static void find_variants(const struct card *card, struct words *out)
{
    static char text[LINE_BYTES];

    for (int i = card->head + 1; i < card->end; i++) {
        clean(card->source->line[i], text);
        card_split(text, out);
        if (out->n > 2 && card_is(out->word[0], "for")) return;
    }
    out->n = 0;
}

static void tell(FILE *log, const struct card *card, int line, const char *variant,
                 const char *message)
{
    fprintf(log, "%s:%d: %.*s%s%s: %s\n", card->file, line + 1, card->title_length,
            card->title, variant ? ", " : "", variant ? variant : "", message);
}

/* Run the card in all its variants. Did it hold? */
static bool run_card(const struct card *card, struct run *run,
                     struct cards_report *report, FILE *log)
{
    struct words variants;
    bool good = true;

    find_variants(card, &variants);
    for (int i = 2; i < variants.n || i == 2; i++) {
        bool varied = variants.n > 2;
        memset(run, 0, sizeof *run);
        run->card = card;
        bool held = run_variant(run, varied ? variants.word[1] : NULL,
                                varied ? variants.word[i] : NULL);
        report->expectations += run->checks;
        if (!held && !card->gap) tell(log, card, run->line, run->variant, run->message);
        good &= held;
    }
    return good;
}

static void judge(struct card *card, struct run *run, struct cards_report *report,
                  FILE *log)
{
    const char *head = card->source->line[card->head] + 1;

    head += strspn(head, " ");
    card->gap = *head == '*';
    if (card->gap) head += 1 + strspn(head + 1, " ");
    card->title = head;
    card->title_length = (int)strcspn(head, "[\n");
    while (card->title_length && head[card->title_length - 1] == ' ')
        card->title_length--;
    report->cards++;
    if (!strchr(head, '[') || !strchr(head, ']')) {
        tell(log, card, card->head, NULL, "the title cites no rule in brackets");
        report->failed++;
        return;
    }
    bool good = run_card(card, run, report, log);
    if (card->gap && good)
        tell(log, card, card->head, NULL, "holds now: take the star off its title");
    report->failed += good == card->gap;
    report->gaps += card->gap && !good;
}

static bool read_source(const char *path, struct source *source, FILE *log)
{
    FILE *file = fopen(path, "r");

    if (!file) {
        fprintf(log, "%s: cannot be read\n", path);
        return false;
    }
    source->n = 0;
    while (source->n < LINES_MAX && fgets(source->line[source->n], LINE_BYTES, file)) {
        const char *line = source->line[source->n++];
        if (strlen(line) == LINE_BYTES - 1)
            fprintf(log, "%s:%d: the line is too long\n", path, source->n);
    }
    bool whole = feof(file);
    fclose(file);
    if (!whole) fprintf(log, "%s: more than %d lines\n", path, LINES_MAX);
    return whole;
}

void cards_run(const char *path, struct cards_report *report, FILE *log)
{
    struct source *source = malloc(sizeof *source);
    struct run *run = malloc(sizeof *run);

    if (!source || !run || !read_source(path, source, log))
        report->failed++, report->cards++;
    else
        for (int i = 0; i < source->n;) {
            struct card card = {.file = path, .source = source, .head = i, .end = i + 1};
            while (card.end < source->n && source->line[card.end][0] != '%') card.end++;
            if (source->line[i][0] == '%') judge(&card, run, report, log);
            i = card.end;
        }
    free(source);
    free(run);
}

void cards_folder(char *out, size_t size)
{
    const char *tests = getenv("AUDE_TESTS");

    snprintf(out, size, "%s/rules", tests && *tests ? tests : AUDE_TESTS_DIR);
}
