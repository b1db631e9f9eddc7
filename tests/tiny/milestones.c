/* milestones.c -- a tiny set of our own, for tests: three tiles, one rule, one switch. Only
 * tests/tiny/tiny.sh builds it, so that no visitor's program has it; ARCHITECTURE.md counts what
 * it took to add it.
 *
 *   finished road with a milestone   one point a tile more      TINY-1
 *   several milestones               add nothing                TINY-1
 *   switch milestone, OFF            milestones are only drawn  TINY-1 */
#include "engine.h"

static void milestones_sum(const struct aude_game *game, const struct aude_feature *f,
                           struct aude__sum *sum)
{
    if (f->open || !aude_feature_has(f, AUDE_ROAD, AUDE_TAG_MILESTONE) ||
        game->sw[AUDE_SWITCH_MILESTONE])
        return;
    for (unsigned i = 0; i < sum->n; i++) sum->term[i].each++;
}

const struct aude__set aude__set_milestones = {
    .name = "milestones",
    .title = "Milestones (for tests)",
    .playable = 1,
    .sum = milestones_sum,
};
