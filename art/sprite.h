/* sprite.h -- drawings that are used many times; each is defined once in a page. */
#ifndef ART_SPRITE_H
#define ART_SPRITE_H

#include "svg.h"

#include <stdint.h>

/* ORDER SPRITE: sprite.c. A sprite may use those before it. */
enum sprite {
    SP_WASH,   /* light and dark parts of the meadow, the same on every tile */
    SP_COBBLE, /* marks on a city's ground */
    SP_OAK,
    SP_OLIVE_TREE,
    SP_OLIVE,
    SP_BUSH,
    SP_CYPRESS,
    SP_PINE,
    SP_TUFT, /* from here to lavender: drawn by herb.c */
    SP_POPPY,
    SP_DAISY,
    SP_LAVENDER,
    SP_REED,
    SP_SHEEP,
    SP_PIG,
    SP_ROCK,
    SP_WELL,
    SP_HOUSE_1, /* ridge from east to west */
    SP_HOUSE_2,
    SP_HOUSE_3,
    SP_GABLE_1, /* gable to the south */
    SP_GABLE_2,
    SP_GABLE_3,
    SP_TOWER_FLAT,
    SP_TOWER_CONE,
    SP_CHURCH,
    SP_CATHEDRAL,
    SP_MONASTERY,
    SP_SHRINE,
    SP_INN,
    SP_GARDEN,
    SP_FOUNDATION,
    SP_VOLCANO,
    SP_PORTAL,
    SP_TENT_RED,
    SP_TENT_BLUE,
    SP_TENT_GOLD,
    SP_STALL,
    SP_BOAT,
    SP_SHIELD,
    SP_ROUNDEL,
    SP_WINE,
    SP_GRAIN,
    SP_CLOTH,
    SP_PRINCESS,
    SP_DRAGON,
    SP_CASTLE,
    SP_SMITHY,
    SP_CORNER,                 /* the tower that a board draws where walls end */
    SP_GROWTH,                 /* eight lists of what grows on a border (border.c) */
    SP_HOUSES = SP_GROWTH + 8, /* two lists of houses on a border from west to east */
    SP_LAST = SP_HOUSES + 1,
    SPRITES
};

const char *sprite_id(enum sprite sprite);
uint64_t sprite_bit(enum sprite sprite);
int sprite_width(enum sprite sprite); /* houses: how much of a row they fill */

/* <style> and <defs> for the sprites of `used` and all they use themselves. */
void sprite_defs(struct svg *s, uint64_t used);

#endif
