/* setup.c -- the options that describe a game, and the setup as JSON. */
#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    RULES = CLI_SETUP_OPTIONS,
    SWITCH,
    RIVER,
    ABBOT,
    EXPANSION,
    PLAYERS,
    NAMES,
    SEED,
    FIRST,
    ORDER,
    RULINGS
};

const struct cli_option cli_setup_options[] = {
    {"rules", 0, true, RULES},         {"switch", 0, true, SWITCH},
    {"river", 0, false, RIVER},        {"abbot", 0, false, ABBOT},
    {"expansion", 0, true, EXPANSION}, {"players", 0, true, PLAYERS},
    {"names", 0, true, NAMES},         {"seed", 0, true, SEED},
    {"first", 0, true, FIRST},         {"order", 0, true, ORDER},
    {"rulings", 0, true, RULINGS},     {NULL, 0, false, 0},
};

void cli_setup_init(struct cli_setup *setup)
{
    memset(setup, 0, sizeof *setup);
    aude_setup_preset(&setup->head.setup, AUDE_PRESET_GROW);
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++) setup->sw[sw] = -1;
}

/* -- One option each -------------------------------------------------------------------- */

static int cli_setup_take_rules(struct cli_setup *setup, const char *value)
{
    struct cli_text names = {0};

    setup->preset = (int)aude_preset_find(value);
    if (setup->preset < AUDE_PRESETS) return CLI_DONE;
    for (unsigned i = 0; i < AUDE_PRESETS; i++)
        cli_text_add(&names, "%s%s", i ? ", " : "", aude_preset_name(i));
    cli_fail_misused("there are no rules \"%s\"; there are %s", value, names.data);
    cli_text_free(&names);
    return CLI_MISUSED;
}

/* EDN-21 */
static int cli_setup_take_rulings(struct cli_setup *setup, const char *value)
{
    setup->usual = !strcmp(value, "usual");
    if (setup->usual || !strcmp(value, "book")) return CLI_DONE;
    return cli_fail_misused("--rulings takes book or usual, not \"%s\"", value);
}

static int cli_setup_bad_value(enum aude_switch sw, const char *value)
{
    struct cli_text names = {0};
    char name[32];

    for (int i = 0; aude_switch_value(sw, i, name, sizeof name); i++)
        cli_text_add(&names, "%s%s", i ? ", " : "", name);
    cli_fail_misused("the switch %s has no value \"%s\"; it has %s", aude_switch_name(sw),
                     value, names.data);
    cli_text_free(&names);
    return CLI_MISUSED;
}

static int cli_setup_no_switch(const char *name)
{
    struct cli_text names = {0};

    for (unsigned i = 0; i < AUDE_SWITCHES; i++)
        cli_text_add(&names, "%s%s", i ? ", " : "", aude_switch_name(i));
    cli_fail_misused("there is no switch \"%s\"; there are %s", name, names.data);
    cli_text_free(&names);
    return CLI_MISUSED;
}

static int cli_setup_take_switch(struct cli_setup *setup, const char *value)
{
    char name[32];
    size_t length = strcspn(value, "=");

    if (!value[length] || length >= sizeof name)
        return cli_fail_misused("--switch wants NAME=VALUE, not \"%s\"", value);
    memcpy(name, value, length);
    name[length] = 0;
    enum aude_switch sw = aude_switch_find(name);
    if (sw == AUDE_SWITCHES) return cli_setup_no_switch(name);
    setup->sw[sw] = aude_switch_parse(sw, value + length + 1);
    return setup->sw[sw] < 0 ? cli_setup_bad_value(sw, value + length + 1) : CLI_DONE;
}

static int cli_setup_take_expansion(struct cli_setup *setup, const char *value)
{
    enum aude_set set = aude_set_find(value);

    if (set == AUDE_SETS)
        return cli_fail_misused(
            "there is no expansion \"%s\"; `aude tiles` lists the sets", value);
    if (set < AUDE_SET_INNS)
        return cli_fail_misused(
            "%s is no expansion of its own; --river and --abbot switch it on", value);
    setup->head.setup.expansions |= 1u << set;
    return CLI_DONE;
}

static int cli_setup_take_players(struct cli_setup *setup, const char *value)
{
    long n;

    if (!cli_args_number("--players", value, 2, AUDE_SEATS_MAX, &n)) return CLI_MISUSED;
    setup->head.setup.n_seats = (uint8_t)n;
    setup->seats_given = true;
    return CLI_DONE;
}

static int cli_setup_take_names(struct cli_setup *setup, const char *value)
{
    unsigned seat = 0;

    setup->named = true;
    for (;; seat++) {
        size_t length = strcspn(value, ","), from = strspn(value, " "), to = length;
        while (to > from && value[to - 1] == ' ') to--;
        if (seat == AUDE_SEATS_MAX)
            return cli_fail_misused("--names gives more than %d names", AUDE_SEATS_MAX);
        if (from >= to || to - from >= AUDE_NAME_MAX)
            return cli_fail_misused("a name has 1 to %d bytes, not \"%.*s\"",
                                    AUDE_NAME_MAX - 1, (int)length, value);
        memcpy(setup->head.name[seat], value + from, to - from);
        if (!value[length]) break;
        value += length + 1;
    }
    if (!setup->seats_given)
        setup->head.setup.n_seats = (uint8_t)(seat < 1 ? 2 : seat + 1);
    return CLI_DONE;
}

static int cli_setup_bad_seed(const char *value)
{
    return cli_fail_misused(
        "a seed is a decimal number below 2^64, or up to 32 hexadecimal "
        "digits after 0x, not \"%s\"",
        value);
}

static int cli_setup_hex_seed(struct aude_seed *seed, const char *digits,
                              const char *value)
{
    size_t n = strlen(digits);

    *seed = aude_seed(0);
    if (!n || n > 32) return cli_setup_bad_seed(value);
    for (; *digits; digits++) {
        unsigned char c = (unsigned char)*digits;
        if (!isxdigit(c)) return cli_setup_bad_seed(value);
        int nibble = isdigit(c) ? c - '0' : tolower(c) - 'a' + 10;
        seed->hi = seed->hi << 4 | seed->lo >> 60;
        seed->lo = seed->lo << 4 | (uint64_t)nibble;
    }
    return CLI_DONE;
}

/* Decimal, unless it begins with 0x, contains a letter or has the length of a record's
 * seed. */
static int cli_setup_take_seed(struct cli_setup *setup, const char *value)
{
    struct aude_seed *seed = &setup->head.setup.seed;
    char *end;

    setup->seeded = true;
    if (value[0] == '0' && (value[1] == 'x' || value[1] == 'X'))
        return cli_setup_hex_seed(seed, value + 2, value);
    if (strlen(value) == 32 || strspn(value, "0123456789") != strlen(value))
        return cli_setup_hex_seed(seed, value, value);
    errno = 0;
    *seed = aude_seed(strtoull(value, &end, 10));
    return errno || !*value ? cli_setup_bad_seed(value) : CLI_DONE;
}

static int cli_setup_take_first(struct cli_setup *setup, const char *value)
{
    long n;

    if (!cli_args_number("--first", value, 0, AUDE_SEATS_MAX - 1, &n)) return CLI_MISUSED;
    setup->head.setup.first = (uint8_t)n;
    return CLI_DONE;
}

static int cli_setup_take_order_word(struct aude_setup *setup, const char *path,
                                     const char *word)
{
    int kind = aude_tile_find(word);

    if (!strcmp(word, "order")) return CLI_DONE; /* the word of a record */
    if (kind < 0) return cli_fail("%s: there is no tile \"%s\"", path, word);
    if (setup->n_order == AUDE_TILES_MAX)
        return cli_fail("%s: more than %d tiles", path, AUDE_TILES_MAX);
    setup->order[setup->n_order++] = (aude_kind)kind;
    return CLI_DONE;
}

static int cli_setup_take_order(struct cli_setup *setup, const char *path)
{
    FILE *file = fopen(path, "rb");
    char word[81];
    int status = CLI_DONE;

    if (!file) return cli_fail("%s: %s", path, strerror(errno));
    cli_input(path);
    while (!status && fscanf(file, "%80s", word) == 1) {
        if (word[0] == '#')
            while (!feof(file) && !ferror(file) && fgetc(file) != '\n') {
            }
        else
            status = cli_setup_take_order_word(&setup->head.setup, path, word);
    }
    if (!status && ferror(file)) status = cli_fail("%s: %s", path, strerror(errno));
    fclose(file);
    if (!status && !setup->head.setup.n_order)
        status = cli_fail("%s: it names no tile", path);
    return status;
}

int cli_setup_take(struct cli_setup *setup, int id, const char *value)
{
    switch (id) {
    case RULES:
        return cli_setup_take_rules(setup, value);
    case SWITCH:
        return cli_setup_take_switch(setup, value);
    case RIVER:
        setup->sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_I;
        return CLI_DONE;
    case ABBOT:
        setup->sw[AUDE_SWITCH_ABBOT] = AUDE_ABBOT_ON;
        return CLI_DONE;
    case EXPANSION:
        return cli_setup_take_expansion(setup, value);
    case PLAYERS:
        return cli_setup_take_players(setup, value);
    case NAMES:
        return cli_setup_take_names(setup, value);
    case SEED:
        return cli_setup_take_seed(setup, value);
    case FIRST:
        return cli_setup_take_first(setup, value);
    case ORDER:
        return cli_setup_take_order(setup, value);
    case RULINGS:
        return cli_setup_take_rulings(setup, value);
    default:
        return cli_fail_misused("that option has no meaning here");
    }
}

/* -- The whole -------------------------------------------------------------------------- */

void cli_setup_name(struct aude_head *head, unsigned seat, const char *name)
{
    unsigned same = 1;

    if (head->name[seat][0]) return;
    for (unsigned other = 0; other < seat && other < AUDE_SEATS_MAX; other++)
        if (!strncmp(head->name[other], name, strlen(name))) same++;
    if (same == 1)
        snprintf(head->name[seat], AUDE_NAME_MAX, "%s", name);
    else
        snprintf(head->name[seat], AUDE_NAME_MAX, "%.20s %u", name, same);
}

bool cli_setup_seed(struct aude_seed *seed)
{
    if (sodium_init() < 0) return false;
    randombytes_buf(seed, sizeof *seed);
    return true;
}

/* "[EDN-13]", to put at the end of a sentence. */
static const char *cli_setup_bracket(enum aude_err err, char out[16])
{
    out[0] = 0;
    if (aude_err_rule(err)[0]) snprintf(out, 16, " [%s]", aude_err_rule(err));
    return out;
}

/* The engine judges the setup, the reader of records judges the names. */
static int cli_setup_judge(const struct aude_head *head)
{
    struct aude_reader *reader = cli_alloc(sizeof *reader);
    char *text = cli_alloc(64 * 1024), *line, *rest = text, rule[16];
    enum aude_err err = AUDE_ERR_OK;

    aude_record_head(head, true, text, 64 * 1024);
    aude_reader_init(reader);
    while (!err && *rest) {
        line = rest;
        rest += strcspn(rest, "\n");
        err = aude_reader_line(reader, line, (size_t)(rest - line), NULL);
        if (*rest) rest++;
    }
    bool whole = !strcmp(reader->at, "play"); /* the setup as such, and no word of it */
    bool at = reader->at[0] && !whole;
    if (err)
        cli_fail_misused("%s%s%s%s%s", aude_err_sentence(err), at ? " (" : "",
                         at ? reader->at : "", at ? ")" : "",
                         cli_setup_bracket(err, rule));
    free(reader);
    free(text);
    return err ? CLI_MISUSED : CLI_DONE;
}

/* EDN-22: printed once; the game can be played anyway. */
static void cli_setup_advise(const struct aude_setup *setup)
{
    struct aude_advice advice;

    for (int i = 0; aude_setup_advice(setup, i, &advice); i++)
        fprintf(stderr, "aude: note: %s [%s]\n", advice.sentence, advice.rule);
}

/* A part of an order is allowed, but seldom meant. */
static void cli_setup_advise_order(const struct aude_setup *setup)
{
    struct aude_game *game = cli_alloc(sizeof *game);
    struct aude_setup hidden = *setup;

    hidden.hidden = 1; /* nothing is drawn yet */
    hidden.n_order = 0;
    int all = aude_game_init(game, &hidden, NULL) ? 0 : aude_game_left_total(game);
    if (setup->n_order && setup->n_order < all)
        fprintf(stderr,
                "aude: note: the order names %d of the %d tiles to be drawn: the others "
                "follow as the seed has them\n",
                setup->n_order, all);
    free(game);
}

int cli_setup_finish(struct cli_setup *setup)
{
    struct aude_setup *to = &setup->head.setup, preset;

    aude_setup_preset(&preset, (enum aude_preset)setup->preset);
    if (setup->usual) aude_setup_usual(&preset);
    to->preset = preset.preset;
    memcpy(to->sw, preset.sw, sizeof to->sw);
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++)
        if (setup->sw[sw] >= 0) to->sw[sw] = (uint8_t)setup->sw[sw];
    if (setup->named && setup->head.name[to->n_seats - 1][0] == 0)
        return cli_fail_misused("--names must name all %d players", to->n_seats);
    if (to->n_seats < AUDE_SEATS_MAX && setup->head.name[to->n_seats][0])
        return cli_fail_misused("--names names more than the %d players", to->n_seats);
    for (unsigned seat = 0; seat < to->n_seats; seat++)
        cli_setup_name(&setup->head, seat, "Player");
    int status = cli_setup_judge(&setup->head);
    if (!status) cli_setup_advise(to);
    if (!status && to->n_order) cli_setup_advise_order(to);
    return status;
}

/* -- JSON ------------------------------------------------------------------------------- */

static void cli_setup_json_sets(struct cli_json *json, unsigned sets)
{
    cli_json_list(json, "sets");
    for (unsigned set = 0; set < AUDE_SETS; set++)
        if (sets >> set & 1) cli_json_string(json, NULL, aude_set_name(set));
    cli_json_close(json);
}

void cli_setup_json(struct cli_json *json, const char *key, const struct aude_head *head)
{
    const struct aude_setup *setup = &head->setup;
    char text[40];

    cli_json_object(json, key);
    cli_json_string(json, "rules", aude_preset_name(setup->preset));
    cli_setup_json_sets(json, aude_setup_sets(setup));
    cli_json_object(json, "switches");
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++)
        if (aude_switch_value(sw, setup->sw[sw], text, sizeof text))
            cli_json_string(json, aude_switch_name(sw), text);
    cli_json_close(json);
    snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)setup->seed.hi,
             (unsigned long long)setup->seed.lo);
    cli_json_string(json, "seed", setup->hidden ? "hidden" : text);
    if (head->commit[0]) cli_json_string(json, "commit", head->commit);
    if (setup->first != AUDE_SEAT_NONE) cli_json_int(json, "first", setup->first);
    cli_json_list(json, "players");
    for (unsigned seat = 0; seat < setup->n_seats; seat++)
        cli_json_string(json, NULL, head->name[seat]);
    cli_json_close(json);
    cli_json_close(json);
}
