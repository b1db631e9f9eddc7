/* test_limits.c -- how much room is left where the engine has a fixed number of places: sets,
 * kinds of tile, tags ... It prints a line for each, and fails when only a few are left, so that
 * the field is widened before an expansion needs it. */
#include "ai/eval_net_internal.h"
#include "engine.h"
#include "test.h"

#include <stdio.h>

#define BITS(type)                (8 * (int)sizeof(type))
#define BITS_OF(structure, field) BITS(((structure *)0)->field)

/* How many tags the kind of feature with most of them can have. */
static int most_tags(void)
{
    int most = 0;

    for (unsigned kind = 0; kind < AUDE_FEATURE_KINDS; kind++) {
        int n = 0;
        while (n < AUDE_FEATURE_TAGS && aude_feature_tag(kind, (unsigned)n)) n++;
        if (n > most) most = n;
    }
    return most;
}

static int shields_of(const struct aude_tile *tile)
{
    int n = 0;

    for (unsigned s = 0; s < tile->n_segments; s++) n += tile->segment[s].shields;
    return n;
}

/* What the city parts of a tile add to the open sides of a city that grows by it. */
static int opened_by(const struct aude_tile *tile)
{
    int n = 0;

    for (unsigned s = 0; s < tile->n_segments; s++) {
        int sides = __builtin_popcount(tile->segment[s].sides);
        if (tile->segment[s].kind == AUDE_CITY && sides > 2) n += sides - 2;
    }
    return n;
}

/* The most that a board of one city can have of it: the pile (pile.c) from the set with most, in many copies, and
 * each tile of a start layout the one with most. */
static int most_on_a_board(int (*of)(const struct aude_tile *tile))
{
    enum { PILE = AUDE_TILES_MAX - AUDE_START_MAX - AUDE_SEATS_MAX };
    int most = 0, largest = 0;

    for (int set = 0; set < AUDE_SETS; set++) {
        int n[2] = {0}, tiles[2] = {0};
        for (int kind = 0; kind < aude_tiles_count; kind++) {
            const struct aude_tile *tile = &aude_tiles[kind];
            if (of(tile) > largest) largest = of(tile);
            if (tile->set != set) continue;
            n[0] += tile->count * of(tile);
            n[1] += tile->revised * of(tile);
            tiles[0] += tile->count;
            tiles[1] += tile->revised;
        }
        for (int edition = 0; edition < 2; edition++)
            if (tiles[edition] && PILE * n[edition] > most * tiles[edition])
                most = PILE * n[edition] / tiles[edition];
    }
    return most + AUDE_START_MAX * largest;
}

/* All pieces of a game, which may stand on one tower. */
static int most_tower_pieces(void)
{
    static struct aude_game game;
    struct aude_setup setup;
    int most = 0;

    aude_setup_preset(&setup, AUDE_PRESET_BIGBOX_RO);
    setup.expansions = 1u << AUDE_SET_TOWER | 1u << AUDE_SET_INNS; /* six seats */
    for (int seats = 2; seats <= AUDE_SEATS_MAX; seats++) {
        setup.n_seats = (uint8_t)seats;
        CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
        if (seats * game.towers.pieces[0] > most) most = seats * game.towers.pieces[0];
    }
    return most;
}

TEST(there_is_room_for_another_expansion)
{
    const struct {
        const char *what, *where;
        int used, of, spare; /* `spare`: how many have to be left */
    } rows[] = {
        {"sets", "aude_sets", AUDE_SETS, BITS(aude_sets), 4},
        {"sets the network knows", "EVAL_NET_SETS; a later one plays, but unseen",
         AUDE_SETS, EVAL_NET_SETS, EVAL_NET_SETS - BITS(aude_sets)}, /* may run out */
        {"kinds of tile", "aude_kind, arg of AUDE_TELL", aude_tiles_count, AUDE_KIND_NONE,
         24},
        {"tags of a segment", "aude_segment.tags", AUDE_TAGS,
         BITS_OF(struct aude_segment, tags), 3},
        {"tags of a feature", "aude_feature.tags", most_tags(), AUDE_FEATURE_TAGS, 2},
        {"shields of a city", "aude_feature.shields", most_on_a_board(shields_of), 511,
         64},
        {"open sides of a city", "aude_feature.open", 2 + most_on_a_board(opened_by),
         INT8_MAX, 8},
        {"height of a tower", "aude_laid.height", most_tower_pieces(), 31, 0},
        {"marks of a tile", "aude_tile.marks", AUDE_MARKS,
         BITS_OF(struct aude_tile, marks), 3},
        {"tags in a plane", "python/ext/planes.c", AUDE_TAGS, BITS(uint8_t), 1},
        {"marks in a plane", "python/ext/planes.c", AUDE_MARKS, BITS(uint8_t), 1},
        {"phases", "aude_game.phases", AUDE_PHASES, BITS_OF(struct aude_game, phases), 6},
        {"hooks", "AUDE_HOOKS_MAX", AUDE__HOOKS, AUDE_HOOKS_MAX, 4},
        {"switches", "aude_reader.seen_switches", AUDE_SWITCHES,
         BITS_OF(struct aude_reader, seen_switches), 12},
        {"kinds of action", "aude_action.kind", AUDE_ACTION_KINDS,
         1 << BITS_OF(struct aude_action, kind), 12},
        {"kinds of event", "aude_event.kind", AUDE_EVENT_KINDS,
         1 << BITS_OF(struct aude_event, kind), 12},
        {"figures of a seat", "aude_player.at", AUDE_FIGURES_MAX / AUDE_SEATS_MAX, 63, 8},
    };

    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        printf("     %-22s %3d of %3d, %3d left (%s)\n", rows[i].what, rows[i].used,
               rows[i].of, rows[i].of - rows[i].used, rows[i].where);
        if (!CHECK(rows[i].of - rows[i].used >= rows[i].spare))
            FAIL("no room for more %s: widen %s", rows[i].what, rows[i].where);
    }
}
