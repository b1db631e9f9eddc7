/* record_write.c -- a game as text (docs/record.md). The caller keeps the text; each call
 * gives the piece to append. */
#include "event_internal.h"

/* -- The head --------------------------------------------------------------------------- */

static void record_write_int(struct aude__text *text, const char *word, long n)
{
    aude__text_str(text, word);
    aude__text_int(text, n);
    aude__text_char(text, '\n');
}

static void record_write_seed(struct aude__text *text, struct aude_seed seed)
{
    aude__text_hex(text, seed.hi, 16);
    aude__text_hex(text, seed.lo, 16);
    aude__text_char(text, '\n');
}

static void record_write_switches(struct aude__text *text, const struct aude_setup *setup)
{
    char value[32];

    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++) {
        aude__text_str(text, "switch ");
        aude__text_str(text, aude_switch_name(sw));
        aude__text_char(text, ' ');
        if (aude_switch_value(sw, setup->sw[sw], value, sizeof value))
            aude__text_str(text, value);
        aude__text_char(text, '\n');
    }
}

static void record_write_sets(struct aude__text *text, const char *word, unsigned sets)
{
    if (!sets) return;
    aude__text_str(text, word);
    for (unsigned m = sets; m; m &= m - 1) {
        aude__text_char(text, ' ');
        aude__text_str(text, aude_set_name(aude__lowest(m)));
    }
    aude__text_char(text, '\n');
}

/* "copies base 2", "figures small 9": what differs from the usual. */
static void record_write_counts(struct aude__text *text, const struct aude_setup *setup)
{
    for (unsigned set = 0; set < AUDE_SETS; set++)
        if (setup->copies[set] > 1) {
            aude__text_str(text, "copies ");
            aude__text_str(text, aude_set_name(set));
            record_write_int(text, " ", setup->copies[set]);
        }
    for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
        if (setup->figures[kind] != AUDE_BY_SETS) {
            aude__text_str(text, "figures ");
            aude__text_str(text, aude_figure_name(kind));
            record_write_int(text, " ", setup->figures[kind]);
        }
    if (setup->draws_max) record_write_int(text, "draws ", setup->draws_max);
}

static void record_write_start(struct aude__text *text, const struct aude_setup *setup)
{
    for (unsigned i = 0; i < setup->n_start; i++) {
        const struct aude_start *at = &setup->start[i];
        aude__text_str(text, "start ");
        aude__text_str(text, aude_tiles[at->kind].id);
        aude__text_char(text, ' ');
        aude__text_int(text, at->x);
        aude__text_char(text, ',');
        aude__text_int(text, at->y);
        record_write_int(text, " ", 90 * at->rot);
    }
}

/* Eight tiles a line. */
static void record_write_order(struct aude__text *text, const aude_kind *kind, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        aude__text_str(text, i % 8 ? " " : "order ");
        aude__text_str(text, aude_tiles[kind[i]].id);
        if (i % 8 == 7 || i + 1 == n) aude__text_char(text, '\n');
    }
}

size_t aude_record_head(const struct aude_head *head, bool secret, char *out, size_t size)
{
    struct aude__text text = {.out = out, .size = size};
    const struct aude_setup *setup = &head->setup;

    record_write_int(&text, "aude ", AUDE_RECORD_VERSION);
    aude__text_str(&text, "rules ");
    aude__text_str(&text, aude_preset_name(setup->preset));
    record_write_int(&text, "\nseats ", setup->n_seats);
    for (unsigned seat = 0; seat < setup->n_seats && seat < AUDE_SEATS_MAX; seat++) {
        aude__text_str(&text, "name ");
        aude__text_int(&text, (long)seat);
        aude__text_char(&text, ' ');
        aude__text_str(&text, head->name[seat]);
        aude__text_char(&text, '\n');
    }
    record_write_int(&text, "first ", aude__game_first_seat(setup));
    record_write_sets(&text, "expansions", setup->expansions);
    record_write_sets(&text, "tiles-only", setup->tiles_only);
    record_write_sets(&text, "rules-only", setup->rules_only);
    record_write_counts(&text, setup);
    record_write_start(&text, setup);
    record_write_switches(&text, setup);
    aude__text_str(&text, "seed ");
    if (secret && !setup->hidden) {
        record_write_seed(&text, setup->seed);
        record_write_order(&text, setup->order, setup->n_order);
    } else {
        aude__text_str(&text, "hidden\n");
    }
    if (head->commit[0]) {
        aude__text_str(&text, "commit ");
        aude__text_str(&text, head->commit);
        aude__text_char(&text, '\n');
    }
    aude__text_str(&text, "play");
    return aude__text_end(&text);
}

/* -- Turns ------------------------------------------------------------------------------ */

/* " NAME": how a statement begins. */
static void record_write_statement(struct aude__text *text, const char *name)
{
    aude__text_char(text, ' ');
    aude__text_str(text, name);
    aude__text_char(text, ' ');
}

/* "12 -3" or "12,-3". */
static void record_write_pair(struct aude__text *text, long x, char between, long y)
{
    aude__text_int(text, x);
    aude__text_char(text, between);
    aude__text_int(text, y);
}

void aude__record_write_turn(struct aude__text *text, const char *name,
                             const struct aude_event *ev)
{
    aude__text_char(text, '\n');
    aude__text_str(text, name);
    aude__text_char(text, ' ');
    aude__text_int(text, ev->points);
    aude__text_str(text, " seat ");
    aude__text_int(text, ev->seat);
    aude__text_char(text, ':');
}

void aude__record_write_tile(struct aude__text *text, const char *name,
                             const struct aude_event *ev)
{
    record_write_statement(text, name);
    aude__text_str(text, aude_tiles[ev->tile].id);
    aude__text_char(text, ';');
}

void aude__record_write_number(struct aude__text *text, const char *name,
                               const struct aude_event *ev)
{
    record_write_statement(text, name);
    aude__text_int(text, ev->points);
    aude__text_char(text, ';');
}

void aude__record_write_rest(struct aude__text *text, const char *name,
                             const struct aude_event *ev)
{
    record_write_statement(text, name);
    record_write_pair(text, ev->at.x, ',', ev->at.y);
    aude__text_char(text, ';');
}

/* CAT-16: with the hand errors where there are any. */
void aude__record_write_scatter(struct aude__text *text, const char *name,
                                const struct aude_event *ev)
{
    record_write_statement(text, name);
    record_write_pair(text, ev->x, ' ', ev->y);
    if (ev->at.x || ev->at.y) {
        aude__text_str(text, " hand ");
        record_write_pair(text, ev->at.x, ' ', ev->at.y);
    }
    aude__text_char(text, ';');
}

size_t aude_record_step(const struct aude_game *after, const char *action,
                        const struct aude_events *events, char *out, size_t size)
{
    struct aude__text text = {.out = out, .size = size};
    bool drawn = false;

    /* What a hidden game was told is written by its event, below. */
    if (action[0] && strncmp(action, "draw ", 5) != 0 &&
        strncmp(action, "scatter ", 8) != 0) {
        aude__text_char(&text, ' ');
        aude__text_str(&text, action);
        aude__text_char(&text, ';');
    }
    for (int i = 0; i < events->n && i < events->max; i++) {
        const struct aude_event *ev = &events->list[i];
        const struct aude__event_row *row = &aude__events[ev->kind];
        if (row->write) row->write(&text, row->name, ev);
        drawn |= ev->kind == AUDE_EV_DRAW;
    }
    if (drawn && after->turn.phase == AUDE_PHASE_TILE) {
        aude__text_str(&text, " hash ");
        aude__text_hex(&text, aude_game_hash(after), 16);
        aude__text_char(&text, ';');
    }
    return aude__text_end(&text);
}

size_t aude_record_end(const struct aude_game *game, char *out, size_t size)
{
    struct aude__text text = {.out = out, .size = size};

    aude__text_str(&text, aude_game_over(game) ? "\nend" : "\nopen");
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        aude__text_char(&text, ' ');
        aude__text_int(&text, game->player[seat].points);
    }
    aude__text_str(&text, "; hash ");
    aude__text_hex(&text, aude_game_hash(game), 16);
    aude__text_char(&text, '\n');
    return aude__text_end(&text);
}

/* -- The commitment --------------------------------------------------------------------- */

size_t aude_commit_text(const struct aude_setup *setup, char *out, size_t size)
{
    struct aude__text text = {.out = out, .size = size};
    struct aude_game game;

    if (aude_game_init(&game, setup, NULL)) return 0;
    aude__text_str(&text, "aude draw 1\nseed ");
    record_write_seed(&text, setup->seed);
    record_write_int(&text, "first ", aude__game_first_seat(setup));
    record_write_order(&text, game.river.kind, game.river.n);
    record_write_order(&text, game.pile.kind, game.pile.n);
    return aude__text_end(&text);
}
