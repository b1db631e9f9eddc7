/* corner.c -- where a board shows a tower: walls that end in the corner of four cells. */
#include "art.h"

/* Does a wall of this tile end in corner `at` (0 north-west, clockwise)? Yes if one of
 * the two sides that meet there is city and the other is not, or if they are two
 * cities. */
static bool corner_wall_ends(const struct aude_laid *l, unsigned at)
{
    const struct aude_tile *t = &aude_tiles[l->kind];
    int before = -1, after = -1;

    for (int i = 0; i < t->n_segments; i++) {
        unsigned sides = aude_turn_sides(t->segment[i].sides, l->rot);
        if (t->segment[i].kind != AUDE_CITY) continue;
        if (sides >> ((at + 3) & 3) & 1) before = i;
        if (sides >> at & 1) after = i;
    }
    return before != after;
}

bool art_corner_tower(const struct aude_game *game, int x, int y)
{
    static const int dx[4] = {0, -1, -1, 0}, dy[4] = {0, 0, -1, -1};
    int walls = 0, tiles = 0;

    for (unsigned corner = 0; corner < 4; corner++) {
        int i = aude_game_tile_at(game, x + dx[corner], y + dy[corner]);
        if (i < 0) continue;
        tiles++;
        walls += corner_wall_ends(&game->laid[i], corner);
    }
    return walls && tiles > 1;
}
