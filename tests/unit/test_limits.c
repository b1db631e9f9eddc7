/* test_limits.c -- how much room is left where the engine has a fixed number of places: sets,
 * kinds of tile, tags ... It prints a line for each, and fails when only a few are left, so that
 * the field is widened before an expansion needs it. */
#include "ai/eval_net_internal.h"
#include "engine.h"
#include "test.h"

#include <stdio.h>

#define BITS(type)                (8 * (int)sizeof(type))
#define BITS_OF(structure, field) BITS(((structure *)0)->field)

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
        {"tags of a segment", "aude_segment.tags, aude_feature.tags", AUDE_TAGS,
         BITS_OF(struct aude_feature, tags), 3},
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
