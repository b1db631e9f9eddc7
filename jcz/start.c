/* start.c -- the table of a save: who plays, what lies at the start, what is drawn. */
#include "jcz_internal.h"

enum { COUNT_TILES = 12 };

/* -- Players and start ------------------------------------------------------------------ */

/* A name as records need it: no control characters, no blanks around it, cut between
 * characters. */
static void start_take_name(char out[AUDE_NAME_MAX], const char *name, int seat)
{
    size_t n = 0;

    while (*name == ' ') name++;
    for (; *name && n + 1 < AUDE_NAME_MAX; name++)
        out[n++] = (char)((unsigned char)*name < 32 || *name == 127 ? '?' : *name);
    for (; n && ((unsigned char)*name & 0xc0) == 0x80; name--) n--;
    while (n && out[n - 1] == ' ') n--;
    out[n] = 0;
    if (!n) snprintf(out, AUDE_NAME_MAX, "Player %d", seat + 1);
}

bool jcz__start_players(struct jcz__reader *r)
{
    const json_t *players = json_object_get(r->save->root, "players");
    size_t n = json_array_size(players);

    if (n < 1 || n > AUDE_SEATS_MAX)
        return jcz__fail(r->error, 0, "aude plays with 1 to 6 players, not with %zu", n);
    r->setup->n_seats = (uint8_t)n;
    r->setup->first = 0;
    for (size_t i = 0; i < n; i++) {
        const char *name =
            json_string_value(json_object_get(json_array_get(players, i), "name"));
        start_take_name(r->save->head.name[i], name ? name : "", (int)i);
    }
    return true;
}

static unsigned start_copies(const struct aude_setup *setup, aude_kind kind)
{
    bool revised = setup->sw[AUDE_SWITCH_TILE_SET] == AUDE_TILES_REVISED;

    return revised ? aude_tiles[kind].revised : aude_tiles[kind].count;
}

static bool start_read_tile(struct jcz__reader *r, const json_t *json,
                            struct aude_start *out)
{
    char id[JCZ_WORD_MAX];
    long x, y, turn;

    if (!jcz__json_string(json_object_get(json, "tile"), id) ||
        !jcz__json_int(json_object_get(json, "x"), -64, 64, &x) ||
        !jcz__json_int(json_object_get(json, "y"), -64, 64, &y) ||
        !jcz__json_int(json_object_get(json, "rotation"), 0, 270, &turn) || turn % 90)
        return jcz__fail(r->error, 0, "a start tile is not understood");
    unsigned sets = jcz__table_tile_sets(r->setup);
    int kind = -1;
    if (sets & JCZ__SET(RIVER_2))
        kind =
            jcz_name_tile_find(id, sets & ~(unsigned)JCZ__SET(RIVER_1)); /* of River II */
    if (kind < 0) kind = jcz_name_tile_find(id, sets);
    if (kind < 0 || !start_copies(r->setup, (aude_kind)kind))
        return jcz__fail(r->error, 0, "the start tile %s is in none of the sets",
                         jcz__fail_word(id));
    *out = (struct aude_start){(int16_t)x, (int16_t)y, (aude_kind)kind,
                               (uint8_t)(turn / 90)};
    return true;
}

/* COC-1: how many of the Count's tiles lie in their block? The seventh tile is at 0,0. */
static unsigned start_in_count_block(const struct aude_setup *setup)
{
    unsigned n = 0;

    for (unsigned i = 0; i < setup->n_start; i++) {
        const struct aude_start *at = &setup->start[i];
        const struct aude_tile *tile = &aude_tiles[at->kind];
        n += tile->set == AUDE_SET_COUNT && !at->rot && at->x == tile->col - 2 &&
             at->y == tile->row - 1;
    }
    return n;
}

/* One tile at 0,0, not turned: the spring if there is a river, else the start tile; or
 * the Count's. */
static bool start_is_usual(const struct aude_setup *setup)
{
    const struct aude_start *at = setup->start;
    bool river = setup->sw[AUDE_SWITCH_RIVER] != AUDE_RIVER_OFF;
    unsigned first = river ? AUDE_RIVER_SPRING : AUDE_RIVER_NONE;

    if (aude_setup_sets(setup) & JCZ__SET(COUNT))
        return setup->n_start == COUNT_TILES && !river;
    return setup->n_start == 1 && !at->x && !at->y && !at->rot &&
           aude_tiles[at->kind].river_role == first &&
           (aude_tiles[at->kind].marks & AUDE_MARK_START) &&
           !(setup->rules_only & JCZ__SET(BASE));
}

/* The id of a start tile of which more lie there than exist, or NULL. */
static const char *start_too_many(const struct aude_setup *setup)
{
    unsigned laid[256] = {0};

    for (unsigned i = 0; i < setup->n_start; i++) {
        aude_kind kind = setup->start[i].kind;
        unsigned times = setup->copies[aude_tiles[kind].set];
        if (++laid[kind] > start_copies(setup, kind) * (times ? times : 1))
            return aude_tiles[kind].jcz;
    }
    return NULL;
}

/* JCloisterZone and we can only play the usual block. */
static bool start_has_count_block(const struct aude_setup *setup)
{
    if (!(aude_setup_sets(setup) & JCZ__SET(COUNT))) return true;
    return start_in_count_block(setup) == COUNT_TILES &&
           setup->copies[AUDE_SET_COUNT] < 2;
}

bool jcz__start_tiles(struct jcz__reader *r)
{
    const json_t *start = json_object_get(r->json, "start");
    size_t n = json_array_size(start);

    if (!n) return jcz__fail(r->error, 0, "the save has no start tile");
    if (n > AUDE_START_MAX)
        return jcz__fail(r->error, 0, "the save has more than %d start tiles",
                         AUDE_START_MAX);
    for (size_t i = 0; i < n; i++)
        if (!start_read_tile(r, json_array_get(start, i), &r->setup->start[i]))
            return false;
    r->setup->n_start = (uint8_t)n;
    if (start_too_many(r->setup))
        return jcz__fail(r->error, 0,
                         "the start tile %s is there more often than it exists",
                         start_too_many(r->setup));
    if (!start_has_count_block(r->setup))
        return jcz__fail(r->error, 0,
                         "the twelve tiles of %s must lie in their block, CO/7 at 0,0",
                         aude_set_title(AUDE_SET_COUNT));
    if (start_is_usual(r->setup)) {
        r->setup->n_start = 0;
        memset(r->setup->start, 0, sizeof r->setup->start);
    }
    return true;
}

/* -- Draws ------------------------------------------------------------------------------ */

static bool start_read_draw_list(struct jcz__reader *r, const json_t *list)
{
    struct jcz_save *save = r->save;
    size_t n = json_array_size(list);
    char id[JCZ_WORD_MAX];

    for (size_t i = 0; i < n; i++) {
        if (!jcz__json_string(json_array_get(list, i), id))
            return jcz__fail(r->error, 0, "entry %zu of drawOrder is no tile", i + 1);
        if (!strcmp(id, "#END") && i + 1 == n && i) {
            if (!r->setup->draws_max || r->setup->draws_max > i)
                r->setup->draws_max = (uint16_t)i;
            return true;
        }
        int kind = jcz_name_tile_find(id, jcz__table_tile_sets(r->setup));
        if (kind < 0)
            return jcz__fail(r->error, 0,
                             "drawOrder names %s, which is in none of the sets",
                             jcz__fail_word(id));
        if (save->n_draws == AUDE_TILES_MAX)
            return jcz__fail(r->error, 0, "drawOrder is too long");
        save->draw[save->n_draws++] = (aude_kind)kind;
    }
    return true;
}

/* Does the list name every draw of the game? Then the game is played with a known
 * order. */
static bool start_knows_all_draws(struct jcz__reader *r, const struct aude_game *game,
                                  bool *all)
{
    int named[256] = {0}, left = aude_game_left_total(game);

    for (unsigned i = 0; i < r->save->n_draws; i++) named[r->save->draw[i]]++;
    for (int kind = 0; kind < aude_tiles_count; kind++)
        if (named[kind] > aude_game_left(game, (aude_kind)kind))
            return jcz__fail(r->error, 0, "drawOrder names %s more often than it exists",
                             aude_tiles[kind].jcz);
    *all = (int)r->save->n_draws >= left;
    return true;
}

/* Try the setup as a game whose draws are told; if all are known, as a game with that
 * order. */
static bool start_settle_draws(struct jcz__reader *r)
{
    struct aude_game *game = malloc(sizeof *game);
    enum aude_err err;
    bool all = false, ok = game;

    r->setup->hidden = 1;
    err = game ? aude_game_init(game, r->setup, NULL) : AUDE_ERR_TOO_MANY_TILES;
    if (err)
        ok = jcz__fail(r->error, 0, "%s%s%s%s", aude_err_sentence(err),
                       aude_err_rule(err)[0] ? " [" : "", aude_err_rule(err),
                       aude_err_rule(err)[0] ? "]" : "");
    ok = ok && start_knows_all_draws(r, game, &all);
    if (ok && all) {
        r->setup->hidden = 0;
        r->setup->n_order = (uint16_t)r->save->n_draws;
        memcpy(r->setup->order, r->save->draw, r->save->n_draws * sizeof(aude_kind));
        r->save->n_draws = 0;
    }
    free(game);
    return ok;
}

/* {"drawOrder", "endTurn"}, or the form that the engine itself writes. */
bool jcz__start_draws(struct jcz__reader *r)
{
    const json_t *notes = json_object_get(r->save->root, "gameAnnotations");
    const json_t *params = json_object_get(json_object_get(notes, "tilePack"), "params");
    const json_t *list = json_object_get(params ? params : notes, "drawOrder");
    const json_t *end =
        json_object_get(params ? params : notes, params ? "drawLimit" : "endTurn");
    const json_t *random = json_object_get(r->save->root, "initialRandom");
    long n;

    r->save->random = json_is_number(random) ? json_number_value(random) : -1;
    if (end && !json_is_null(end)) {
        if (!jcz__json_int(end, 1, AUDE_TILES_MAX, &n))
            return jcz__fail(r->error, 0, "endTurn must be a number from 1 to %d",
                             AUDE_TILES_MAX);
        r->setup->draws_max = (uint16_t)n;
    }
    return start_read_draw_list(r, list) && start_settle_draws(r);
}
