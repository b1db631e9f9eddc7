/* writer.c -- a game of ours as a save.
 *
 * The writer plays the game too, so it knows what was possible where nothing was done. At
 * the end the save is read back and played as JCloisterZone would: only a save with the
 * same points is written. */
#include "jcz_internal.h"

static bool writer_fail(struct jcz_writer *writer, const char *what)
{
    if (!writer->failed) jcz__fail(&writer->error, 0, "%s", what);
    writer->failed = true;
    return false;
}

/* -- Can it be said at all? ------------------------------------------------------------- */

/* The Cult has two rows, with five tiles and with six. */
static const struct jcz__set *writer_set_row(const struct aude_setup *setup, unsigned set)
{
    const struct jcz__set *row = jcz__sets;

    while (row->name && row->set != set) row++;
    if (set == AUDE_SET_CULT && jcz__table_switch_is(setup, "cult_tiles", "6")) row++;
    return row->name ? row : NULL;
}

static bool writer_check_sets(const struct aude_setup *setup, struct jcz_error *error)
{
    unsigned tiles = jcz__table_tile_sets(setup) & ~(1u << AUDE_SET_ABBOT);

    for (unsigned set = 0; set < AUDE_SETS; set++) {
        bool known = writer_set_row(setup, set) || set == AUDE_SET_ABBOT;
        if ((aude_setup_sets(setup) | tiles) >> set & 1 && !known)
            return jcz__fail(error, 0, "JCloisterZone has no %s", aude_set_title(set));
    }
    return true;
}

static bool writer_check_readings(const struct aude_setup *setup, struct jcz_error *error)
{
    unsigned sets = aude_setup_sets(setup);
    bool farmers = setup->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_ON;

    for (const struct jcz__reading *how = jcz__readings; how->name; how++) {
        if (!how->strict || (sets & how->sets) != how->sets ||
            jcz__table_switch_is(setup, how->name, how->value))
            continue;
        if (!farmers && !strncmp(how->name, "farm_", 5)) continue;
        enum aude_switch sw = aude_switch_find(how->name);
        return jcz__fail(error, 0, "JCloisterZone plays only with %s = %s [%s]",
                         how->name, how->value,
                         sw < AUDE_SWITCHES ? aude_switch_rule(sw) : "");
    }
    return true;
}

/* Note the tiles that were drawn, also those without a place. */
static void writer_note_draws(struct jcz_writer *writer, const struct aude_events *events)
{
    for (int i = 0; i < events->n && i < events->max; i++) {
        const struct aude_event *ev = &events->list[i];
        if (ev->kind == AUDE_EV_DRAW)
            json_array_append_new(writer->draws, json_string(aude_tiles[ev->tile].jcz));
        if (ev->kind == AUDE_EV_ASIDE) /* in their game such a tile is not drawn yet */
            json_array_remove(writer->draws, json_array_size(writer->draws) - 1);
        if (ev->kind == AUDE_EV_RESHUFFLE || ev->kind == AUDE_EV_RIVER_END)
            writer_fail(writer, "a river tile without a place was put back or ended the "
                                "river; JCloisterZone would have discarded it [RIV-8]");
    }
}

bool jcz_writer_init(struct jcz_writer *writer, const struct aude_head *head,
                     struct jcz_error *error)
{
    memset(writer, 0, sizeof *writer);
    *error = (struct jcz_error){0};
    writer->head = *head;
    if (!writer_check_sets(&head->setup, error) ||
        !writer_check_readings(&head->setup, error))
        return false;
    struct aude_events events = {.list = writer->event, .max = AUDE_EVENTS_MAX};
    enum aude_err err = aude_game_init(&writer->game, &head->setup, &events);
    if (err) return jcz__fail(error, 0, "%s", aude_err_sentence(err));
    for (unsigned i = 0; i < writer->game.n_laid; i++)
        if (!aude_tiles[writer->game.laid[i].kind].jcz[0])
            return jcz__fail(error, 0, "JCloisterZone has no tile %s",
                             aude_tiles[writer->game.laid[i].kind].id);
    jcz_figures_init(&writer->figures, &writer->game);
    writer->first = writer->game.turn.seat;
    writer->replay = json_array();
    writer->draws = json_array();
    writer_note_draws(writer, &events);
    return true;
}

/* -- The replay ------------------------------------------------------------------------- */

/* Their player 0 is the one who begins. */
static unsigned writer_player(const struct jcz_writer *writer, unsigned seat)
{
    unsigned n = writer->game.n_seats;

    return (seat + n - writer->first) % n;
}

static void writer_rename_owner(const struct jcz_writer *writer, char id[JCZ_WORD_MAX])
{
    enum aude_figure_kind kind;
    unsigned owner, number;

    if (jcz_name_figure_parse(id, &owner, &kind, &number))
        snprintf(id, JCZ_WORD_MAX, "%u.%s.%u", writer_player(writer, owner),
                 jcz_name_figure(kind), number);
}

/* Insert the message `back` messages before the end. */
static void writer_append(struct jcz_writer *writer, struct jcz_message *message,
                          unsigned seat, size_t back)
{
    writer_rename_owner(writer, message->figure);
    writer_rename_owner(writer, message->beside);
    json_t *json = jcz__message_json(message);
    json_object_set_new(json, "player",
                        json_integer((json_int_t)writer_player(writer, seat)));
    if (json_array_insert_new(writer->replay, json_array_size(writer->replay) - back,
                              json))
        writer_fail(writer, "memory ran out");
}

/* Actions of ours without a message: a told draw; the second part, which cannot be
 * declined in their game; a pass if they do not ask, or if their COMMIT means it. */
static bool writer_is_silent(struct jcz_writer *writer, struct aude_action action)
{
    if (action.kind == AUDE_DECLINE)
        writer_fail(writer, "a second part was declined, which JCloisterZone does not "
                            "allow [TB-12]");
    return action.kind == AUDE_TELL || action.kind == AUDE_SECOND ||
           action.kind == AUDE_DECLINE ||
           (action.kind == AUDE_PASS && (jcz__walk_is_skipped(&writer->game) ||
                                         writer->game.turn.phase == AUDE_PHASE_CONFIRM));
}

/* What people set by hand has no message in their game. */
static bool writer_is_by_hand(struct aude_action action)
{
    return action.kind == AUDE_SET_POINTS || action.kind == AUDE_SET_TURN ||
           action.kind == AUDE_SET_FIGURE || action.kind == AUDE_TAKE_FIGURE;
}

void jcz_writer_action(struct jcz_writer *writer, struct aude_action action)
{
    struct aude_events events = {.list = writer->event, .max = AUDE_EVENTS_MAX};
    struct jcz_message message, commit = {.type = JCZ_COMMIT};
    struct aude_game before;
    unsigned seat = writer->game.turn.actor;

    if (writer_is_by_hand(action))
        writer_fail(writer, "something was set by hand, which a save cannot tell");
    if (writer->failed) return;
    if (aude_game_why(&writer->game, action)) {
        writer_fail(writer, "the actions are not those of a game with this setup");
        return;
    }
    /* In their game a ransom that makes an action possible comes before the tile is
     * placed. */
    bool too_late = action.kind == AUDE_RANSOM && jcz__walk_is_skipped(&writer->game);
    if (!writer_is_silent(writer, action) &&
        jcz_legal_messages(&writer->game, &writer->figures, action, &message, 1)) {
        jcz__figures_rename_first(&writer->figures, &writer->game, action,
                                  message.beside[0] ? message.beside : message.figure);
        writer_append(writer, &message, seat, too_late ? 1 : 0);
    }
    bool confirmed = jcz__walk_is_confirmed(&writer->game, action);
    aude_game_copy(&before, &writer->game);
    aude_game_play(&writer->game, action, &events);
    jcz__figures_note(&writer->figures, &writer->game, action);
    writer_note_draws(writer, &events);
    bool acted = before.turn.phase >= AUDE_PHASE_ACTION &&
                 before.turn.phase < AUDE_PHASE_QUARTERS &&
                 jcz__walk_is_past_action(&before, &writer->game);
    if (acted || confirmed)
        writer_append(writer, &commit, acted ? before.turn.seat : seat, 0);
}

/* -- The setup -------------------------------------------------------------------------- */

static json_t *writer_sets(const struct aude_setup *setup)
{
    bool revised = setup->sw[AUDE_SWITCH_TILE_SET] == AUDE_TILES_REVISED;
    json_t *sets = json_object();
    char name[2 * JCZ_WORD_MAX];

    for (unsigned set = 0; set < AUDE_SETS; set++) {
        const struct jcz__set *row = writer_set_row(setup, set);
        if (!row || !(jcz__table_tile_sets(setup) >> set & 1)) continue;
        snprintf(name, sizeof name, "%s%s", row->name,
                 !row->editions ? ""
                 : revised      ? ":2"
                                : ":1");
        json_object_set_new(sets, name,
                            json_integer(setup->copies[set] ? setup->copies[set] : 1));
    }
    return sets;
}

/* Elements that follow one of our switches, not the set. */
static bool writer_has_element(const struct aude_setup *setup,
                               const struct jcz__element *row)
{
    const char *name = row->name;

    if (row->off) return !jcz__table_switch_is(setup, row->off, "off");
    if (!strcmp(name, "farmers"))
        return setup->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_ON;
    if (!strcmp(name, "garden"))
        return setup->sw[AUDE_SWITCH_TILE_SET] == AUDE_TILES_REVISED &&
               jcz__table_switch_is(setup, "garden", "on");
    if (!strcmp(name, "pig-herd") && !jcz__table_switch_is(setup, "pig_herd", "with_ii"))
        return jcz__table_switch_is(setup, "pig_herd", "on");
    if (!strcmp(name, "pig-herd")) return aude_setup_sets(setup) >> AUDE_SET_TRADERS & 1;
    return strcmp(name, "river") != 0; /* the client adds it itself */
}

static json_t *writer_elements(const struct jcz_writer *writer)
{
    const struct aude_setup *setup = &writer->head.setup;
    json_t *elements = json_object();

    for (const struct jcz__element *row = jcz__elements; row->name; row++) {
        if (!(aude_setup_sets(setup) >> row->set & 1)) continue;
        if (row->figure >= JCZ__RULE) {
            if (writer_has_element(setup, row))
                json_object_set_new(elements, row->name,
                                    row->figure == JCZ__RULE_1 ? json_integer(1)
                                                               : json_true());
            continue;
        }
        int n = 0; /* of the first seat; all seats have the same */
        for (unsigned i = 0; i < writer->game.player[0].n_figures; i++)
            n +=
                writer->game.figure[writer->game.player[0].first + i].kind == row->figure;
        if (n || row->set == AUDE_SET_ABBOT)
            json_object_set_new(elements, row->name, json_integer(n));
    }
    return elements;
}

/* Only the rules that are not at their default. */
static json_t *writer_rules(const struct aude_setup *setup)
{
    char ours[JCZ_WORD_MAX], theirs[JCZ_WORD_MAX];
    json_t *rules = json_object();

    for (const struct jcz__rule *row = jcz__rules; row->name; row++)
        for (int i = 1; jcz__table_word(row->ours, i, ours); i++)
            if ((aude_setup_sets(setup) >> row->set & 1) &&
                jcz__table_switch_is(setup, row->name, ours) &&
                jcz__table_word(row->values, i, theirs))
                json_object_set_new(rules, row->key, json_string(theirs));
    return rules;
}

static json_t *writer_start(const struct aude_game *game)
{
    json_t *start = json_array();

    for (unsigned i = 0; i < game->n_start; i++)
        json_array_append_new(start,
                              json_pack("{s:s, s:i, s:i, s:i}", "tile",
                                        aude_tiles[game->laid[i].kind].jcz, "x",
                                        (int)game->laid[i].x, "y", (int)game->laid[i].y,
                                        "rotation", 90 * game->laid[i].rot));
    return start;
}

static json_t *writer_players(const struct jcz_writer *writer)
{
    json_t *players = json_array();
    unsigned n = writer->game.n_seats;

    for (unsigned i = 0; i < n; i++)
        json_array_append_new(players,
                              json_pack("{s:s, s:i}", "name",
                                        writer->head.name[(writer->first + i) % n],
                                        "slot", (int)i));
    return players;
}

/* A game that ended before the pile, or whose pile had one tile less than theirs (RIV-2,
 * COC-1), ends with its last draw. */
static json_t *writer_draws(const struct jcz_writer *writer)
{
    const struct aude_setup *setup = &writer->head.setup;
    json_t *notes = json_pack("{s:O}", "drawOrder", writer->draws);
    json_int_t n = (json_int_t)json_array_size(writer->draws);
    bool over = aude_game_over(&writer->game);
    bool shorter = setup->sw[AUDE_SWITCH_RIVER] != AUDE_RIVER_OFF &&
                   setup->sw[AUDE_SWITCH_RIVER_START_TILE] == AUDE_RIVER_START_REMOVE;
    shorter |= aude_setup_sets(setup) >> AUDE_SET_COUNT & 1 &&
               !setup->sw[AUDE_SWITCH_COUNT_START_TILE];

    if (setup->draws_max && !over) n += writer->game.draws_left;
    if (setup->draws_max || (shorter && over))
        json_object_set_new(notes, "endTurn", json_integer(n));
    return notes;
}

static json_t *writer_save(const struct jcz_writer *writer)
{
    const struct aude_setup *setup = &writer->head.setup;

    return json_pack(
        "{s:s, s:s, s:s, s:f, s:s, s:i, s:{s:o, s:o, s:o, s:n, s:o}, s:o, s:O, "
        "s:o}",
        "appVersion", "5.12.1", "gameId", "aude", "name", "", "initialRandom", 0.0,
        "created", "2000-01-01T00:00:00.000Z", "clock", 0, "setup", "sets",
        writer_sets(setup), "elements", writer_elements(writer), "rules",
        writer_rules(setup), "timer", "start", writer_start(&writer->game), "players",
        writer_players(writer), "replay", writer->replay, "gameAnnotations",
        writer_draws(writer));
}

/* -- Proof ------------------------------------------------------------------------------ */

static bool writer_same_points(const struct jcz_writer *writer,
                               const struct aude_game *theirs, struct jcz_error *error)
{
    const struct aude_game *ours = &writer->game;

    for (unsigned seat = 0; seat < ours->n_seats; seat++) {
        int32_t points = theirs->player[writer_player(writer, seat)].points;
        if (points != ours->player[seat].points)
            return jcz__fail(error, 0,
                             "JCloisterZone would give %s %d points, not %d: it plays by "
                             "other rules",
                             jcz__fail_word(writer->head.name[seat]), (int)points,
                             (int)ours->player[seat].points);
    }
    if (aude_game_over(ours) != aude_game_over(theirs) &&
        ours->turn.phase != AUDE_PHASE_DRAW)
        return jcz__fail(error, 0, "JCloisterZone would end the game at another turn");
    return true;
}

static bool writer_plays_the_same(const struct jcz_writer *writer, const char *text,
                                  struct jcz_error *error)
{
    struct jcz_walk *walk = malloc(sizeof *walk);
    struct jcz_save save;
    bool ok = walk ? jcz_read(&save, text, strlen(text), error)
                   : jcz__fail(error, 0, "memory ran out");

    if (ok) {
        ok = jcz_walk_init(walk, &save, NULL, NULL, error);
        while (ok && !jcz_walk_done(walk)) ok = jcz_walk_step(walk, error);
        ok = ok && writer_same_points(writer, &walk->game, error);
        jcz_read_free(&save);
    }
    free(walk);
    return ok;
}

char *jcz_writer_end(struct jcz_writer *writer, struct jcz_error *error)
{
    json_t *json = writer->failed ? NULL : writer_save(writer);
    char *text = json ? json_dumps(json, JSON_INDENT(1)) : NULL;

    *error = writer->error;
    if (!text && !error->text[0]) jcz__fail(error, 0, "memory ran out");
    if (text && !writer_plays_the_same(writer, text, error)) {
        char why[JCZ_ERROR_MAX];
        snprintf(why, sizeof why, "%s", error->text);
        jcz__fail(error, 0, "JCloisterZone would not take this game: %.350s", why);
        free(text);
        text = NULL;
    }
    json_decref(json);
    json_decref(writer->replay);
    json_decref(writer->draws);
    writer->replay = writer->draws = NULL;
    return text;
}
