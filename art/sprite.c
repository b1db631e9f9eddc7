/* sprite.c -- the drawings that repeat, as text; and two that are made with random
 * numbers. */
#include "sprite.h"

#include "border.h"
#include "herb.h"
#include "palette.h"
#include "rng.h"

/* Drawings are laid out by what they show. */
/* clang-format off */
#define USE(id, how) "<use href=\"#au" id "\"" how "/>"
#define DARK(path) "<path d=\"" path "\" class=\"aush\"/>"
#define LINED(width) "<g class=\"aui" width "\">"
#define FILL(path, colour) "<path d=\"" path "\" fill=\"" colour "\"/>"
#define PEN(path, colour, width) "<path d=\"" path "\" fill=\"none\" stroke=\"" colour "\" stroke-width=\"" width "\"/>"

#define CROWN(dark, mid, light)                                                            \
    "<ellipse cx=\"17\" cy=\"2\" rx=\"34\" ry=\"13\" class=\"aush\"/>"   \
    FILL("M-5 3L-2-18H3L6 3z", INK)                                                        \
    "<path d=\"M-34-34C-45-50-32-67-18-62C-12-81 14-81 20-64C37-66 45-46 35-34C41-19 22-7 8-13C-6-5-20-7-24-16C-39-15-41-28-34-34z\" fill=\"" dark "\" stroke=\"" GREENINK "\" stroke-width=\"6\"/>" \
    FILL("M-31-37C-40-50-30-62-17-58C-11-76 10-76 15-60C27-60 28-46 18-38C10-26-8-22-18-27C-28-26-34-31-31-37z", mid) \
    FILL("M-27-45C-31-55-22-58-14-54C-10-67 3-69 6-60C0-50-14-42-27-45z", light)

/* The same, small: for a bush or an olive tree. */
#define SHRUB(dark, mid)                                                                   \
    "<ellipse cx=\"9\" cy=\"1\" rx=\"18\" ry=\"7\" class=\"aush\"/>"                           \
    "<path d=\"M-18-18C-24-27-17-36-10-33C-6-43 7-43 11-34C20-35 24-24 19-18C22-10 12-3 4-6C-3-2-11-3-13-8C-21-8-22-15-18-18z\" fill=\"" dark "\" stroke=\"" GREENINK "\" stroke-width=\"4\"/>" \
    FILL("M-16-20C-21-27-16-33-9-31C-6-40 5-40 8-32C14-32 15-24 10-20C5-14-4-12-10-14C-15-14-18-16-16-20z", mid)

/* The ground of a round sign whose picture would not be seen on parchment. */
#define FIELD_OF(colour) "<circle r=\"53\" fill=\"" colour "\"/>"

#define SHIELD_PATH "M-58-66H58V4Q56 52 0 82Q-56 52-58 4z"

/* A house with its ridge from east to west: façade, dark south slope, light north slope. */
#define HOUSE(shadow, wall, south, north, tiles, windows, roof, light, dark)                \
    DARK(shadow) LINED("5") FILL(wall, PLASTER_SHADE) FILL(south, roof)              \
    FILL(north, light) "</g>" PEN(tiles, dark, "3") FILL(windows, INK)

/* A house with its gable to the south. */
#define GABLE(shadow, front, west, east, tiles, door, roof, light, dark)                    \
    DARK(shadow) LINED("5") FILL(front, PLASTER) FILL(west, light) FILL(east, roof)  \
    "</g>" PEN(tiles, dark, "3") FILL(door, INK)

#define TENT(colour)                                                                        \
    DARK("M40 0l30 12L56-40z") LINED("5") FILL("M-42 0V-44H42V0z", PARCHMENT)        \
    FILL("M-52-40L0-104L52-40z", colour) "</g>" FILL("M-18-41L0-101L18-41z", PARCHMENT)     \
    FILL("M-12 0V-30L0-42L12-30V0z", INK)                                                   \
    "<path d=\"M0-104v-26l26 10l-26 9\" fill=\"" colour "\" stroke=\"" INK "\" stroke-width=\"4\"/>"

struct drawing {
    const char *id;
    int width;
    uint64_t uses; /* bits of the sprites that it uses */
    const char *markup;
};

#define BIT(sprite) ((uint64_t)1 << (sprite))

static const struct drawing drawings[SP_GROWTH] = {
    [SP_WASH] = {"auw", 0, 0, 0},
    [SP_COBBLE] = {"auc", 0, 0, 0},
    [SP_OAK] = {"auo", 0, 0, CROWN(TREE_DARK, TREE, TREE_LIGHT)},
    [SP_OLIVE_TREE] = {"auq", 0, 0, "<g transform=\"scale(.82)\">" CROWN(OLIVE_DARK, OLIVE, OLIVE_LIGHT) "</g>"},
    [SP_OLIVE] = {"aul", 0, 0, SHRUB(OLIVE_DARK, OLIVE_LIGHT)},
    [SP_BUSH] = {"aub", 0, 0, SHRUB(TREE_DARK, TREE)},
    [SP_CYPRESS] = {"auy", 40, 0,
        "<ellipse cx=\"16\" cy=\"3\" rx=\"30\" ry=\"9\" class=\"aush\"/>"
        "<path d=\"M0 4C-24-6-18-62 0-100C18-62 24-6 0 4z\" fill=\"" CYPRESS "\" stroke=\"" GREENINK "\" stroke-width=\"5\"/>"
        FILL("M-3-2C-20-10-14-58-1-90C2-60 4-20-3-2z", CYPRESS_LIGHT)},
    [SP_PINE] = {"aup", 0, 0,
        "<ellipse cx=\"22\" cy=\"3\" rx=\"40\" ry=\"12\" class=\"aush\"/>"
        PEN("M0 3Q-5-26 2-58", INK2, "9")
        "<path d=\"M-48-58C-52-74-34-82-26-80C-20-96 12-98 20-84C36-90 54-76 46-60C30-48-34-46-48-58z\" fill=\"" TREE_DARK "\" stroke=\"" GREENINK "\" stroke-width=\"6\"/>"
        FILL("M-42-62C-44-74-32-78-24-76C-16-90 8-92 14-82C24-82 26-70 14-66C-4-58-36-56-42-62z", TREE)
        FILL("M-34-67C-30-76-12-88 2-84C-2-74-20-66-34-67z", TREE_LIGHT)},
    [SP_REED] = {"aur", 0, 0, "<path d=\"M-9 0q-1-20-7-34M0 0q0-26 2-44M8 0q1-18 8-30\" fill=\"none\" stroke=\"" TREE_DARK "\" stroke-width=\"5\" stroke-linecap=\"round\"/>"},
    [SP_SHEEP] = {"aus", 0, 0,
        "<g transform=\"scale(1.1)\"><ellipse cx=\"6\" cy=\"1\" rx=\"17\" ry=\"6\" class=\"aush\"/>" PEN("M-8 0v-7M7 0v-7", INK, "4")
        "<path d=\"M-15-9C-20-16-13-22-8-20C-5-26 5-26 8-21C15-22 18-14 13-9C12-3-11-3-15-9z\" fill=\"#f8f1de\" stroke=\"" INK2 "\" stroke-width=\"3.5\"/>"
        "<ellipse cx=\"-16\" cy=\"-16\" rx=\"6\" ry=\"5\" fill=\"" INK "\"/></g>"},
    [SP_PIG] = {"aug", 0, 0,
        "<ellipse cx=\"8\" cy=\"2\" rx=\"36\" ry=\"10\" class=\"aush\"/>" PEN("M-18 0v-12M-4 0v-12M14 0v-12M24 0v-12", INK, "7")
        "<path d=\"M-46-30L-36-36L-34-48L-26-42C-14-52 26-52 34-32C38-14 24-10 0-10C-20-8-30-12-36-18L-46-20z\" fill=\"#e2a28e\" stroke=\"" INK "\" stroke-width=\"5\" stroke-linejoin=\"round\"/>"
        FILL("M-26-38C-10-46 16-46 24-38C8-34-12-32-26-38z", "#f1c3b2") PEN("M34-32q12-2 8-12", INK, "4")},
    [SP_ROCK] = {"auk", 0, 0,
        "<ellipse cx=\"8\" cy=\"4\" rx=\"26\" ry=\"9\" class=\"aush\"/>"
        "<path d=\"M-22 2l6-20l16-9l17 10l7 19z\" fill=\"" STONE_SHADE "\" stroke=\"" INK "\" stroke-width=\"5\" stroke-linejoin=\"round\"/>" FILL("M-17-2l4-15l12-6l-4 17z", STONE_TOP)},
    [SP_WELL] = {"aue", 0, 0,
        "<ellipse cx=\"10\" cy=\"6\" rx=\"30\" ry=\"16\" class=\"aush\"/>"
        "<ellipse rx=\"25\" ry=\"17\" fill=\"" STONE "\" stroke=\"" INK "\" stroke-width=\"6\"/><ellipse cy=\"-3\" rx=\"14\" ry=\"8\" fill=\"" WATER_DEEP "\"/>"},
    [SP_HOUSE_1] = {"auh", 84, 0,
        HOUSE("M40 0l24 13V-20l-24-10z", "M-43 1V-28L41-27V0z", "M-47-26L47-25L43-57L-41-56z", "M-42-56L42-57L41-74L-40-75z",
              "M-32-29l2-24M-20-29l1-24M-8-29v-24M4-29v-24M16-29l-1-24M28-29l-1-24M38-29l-2-24", "M-24-20h9v11h-9zM16-20h9v11h-9z", ROOF1, ROOF1_LIGHT, ROOF1_DARK)},
    [SP_HOUSE_2] = {"aui", 66, 0,
        HOUSE("M31 0l24 13V-18l-24-10z", "M-34 0V-27L33-26V1z", "M-38-24L39-23L34-53L-33-52z", "M-34-52L34-53L31-69L-31-67z",
              "M-23-27l1-23M-11-27v-23M1-27v-23M13-27v-23M25-27l-1-23", "M-19-19h9v11h-9zM12-19h9v11h-9z", ROOF2, ROOF2_LIGHT, ROOF2_DARK)},
    [SP_HOUSE_3] = {"auj", 100, 0,
        HOUSE("M48 0l24 13V-22l-24-10z", "M-51 0V-31L50-29V1z", "M-55-27L55-28L49-59L-50-58z", "M-50-58L50-59L48-76L-49-75z",
              "M-40-31l2-24M-28-31l1-24M-16-31l1-24M-4-31v-24M8-31v-24M20-31v-24M32-31l-1-24M44-31l-1-24", "M-28-22h9v11h-9zM-2-22h9v11h-9zM22-22h9v11h-9z", ROOF3, ROOF3_LIGHT, ROOF3_DARK)},
    [SP_GABLE_1] = {"aum", 60, 0,
        GABLE("M25 0l24 13V-46l-24-12z", "M-28 1V-27L0-54L27-29V0z", "M-33-23L0-57V-99L-31-67z", "M32-24L0-57V-99L33-68z",
              "M14-42v-38M22-32v-38", "M-5 0v-16q5-7 10 0v16z", ROOF1, ROOF1_LIGHT, ROOF1_DARK)},
    [SP_GABLE_2] = {"aun", 54, 0,
        GABLE("M22 0l24 13V-49l-24-12z", "M-24 0V-34L1-57L24-33V1z", "M-29-30L0-59V-96L-30-68z", "M29-31L0-59V-96L28-67z",
              "M12-46v-34M19-38v-32", "M-5 0v-16q5-7 10 0v16z", ROOF2, ROOF2_LIGHT, ROOF2_DARK)},
    [SP_GABLE_3] = {"auz", 68, 0,
        GABLE("M28 0l24 13V-44l-24-12z", "M-31 0V-25L0-55L30-26V1z", "M-35-22L0-57V-102L-36-67z", "M35-21L0-57V-102L34-68z",
              "M15-40v-40M24-31v-40", "M-5 0v-16q5-7 10 0v16z", ROOF3, ROOF3_LIGHT, ROOF3_DARK)},
    [SP_TOWER_FLAT] = {"auA", 0, 0,
        DARK("M13 7l40 19q9-5 0-23l-34-17z") LINED("6") FILL("M-26 0V-67H26V0Q0 15-26 0z", STONE) "</g>"
        "<path d=\"M5 6V-67H23V2Q16 6 5 6z\" fill=\"" STONE_DEEP "\" opacity=\".75\"/>" FILL("M-12-41h6v14h-6z", INK)
        LINED("6") FILL("M-32-64V-81Q0-96 32-81V-64Q0-49-32-64z", STONE) "<ellipse cy=\"-80\" rx=\"28\" ry=\"9\" fill=\"" STONE_SHADE "\"/></g>"
        PEN("M-23-77v-11M0-71v-9M23-77v-11", STONE_TOP, "10")},
    [SP_TOWER_CONE] = {"auB", 0, 0,
        DARK("M15 8l46 22q10-6 0-32l-40-23z") LINED("6") FILL("M-31 0V-92H31V0Q0 19-31 0z", STONE) "</g>"
        "<path d=\"M6 7V-92H28V2Q20 8 6 7z\" fill=\"" STONE_DEEP "\" opacity=\".75\"/>" FILL("M-14-57h7v16h-7z", INK)
        LINED("6") FILL("M-38-90L0-170L38-90Q0-72-38-90z", SLATE) "</g>" FILL("M-32-89L-1-160L-8-84Q-22-84-32-89z", SLATE_LIGHT)},
    [SP_CHURCH] = {"auC", 0, 0,
        "<ellipse cy=\"-8\" rx=\"125\" ry=\"46\" fill=\"" SAND_LIGHT "\" opacity=\".9\"/>" DARK("M70 0l44 20V-60l-44-20z")
        LINED("6") FILL("M-60 0V-50H78V0z", STONE) FILL("M-66-46H84L76-86H-58z", SLATE) FILL("M-58-86H76L72-106H-54z", SLATE_LIGHT)
        FILL("M-100 2V-110H-56V2z", STONE_TOP) FILL("M-106-108L-78-176L-50-108z", SLATE) "</g>"
        FILL("M-70 2V-108H-58V2z", STONE_SHADE) FILL("M-86-70q8-14 16 0v22h-16zM-30-8v-18q7-9 14 0v18zM6-8v-18q7-9 14 0v18zM42-8v-18q7-9 14 0v18z", INK)
        PEN("M-78-176v-30M-90-194h24", GOLD, "7")},
    [SP_CATHEDRAL] = {"auD", 0, 0,
        "<ellipse cy=\"-30\" rx=\"250\" ry=\"120\" fill=\"" SAND_LIGHT "\"/>" DARK("M120 0l70 34V-150l-70-40z") LINED("7")
        FILL("M0-190V-320L-72-248V-116z", SLATE_LIGHT) FILL("M0-190V-320L72-248V-116z", SLATE)
        FILL("M-150-150V-200H150V-150z", STONE) FILL("M-156-196H156L148-236H-148z", SLATE)
        FILL("M-64-110V-206L0-268L64-206V-110z", STONE) FILL("M-70 0V-120L0-190L70-120V0z", STONE_TOP)
        FILL("M-106 6V-200H-34V6zM34 6V-200H106V6z", STONE) FILL("M-114-198L-70-310L-26-198zM26-198L70-310L114-198z", SLATE) "</g>"
        "<path d=\"M-60 3V-196H-37V3zM80 3V-196H103V3z\" fill=\"" STONE_SHADE "\" opacity=\".7\"/>" FILL("M-106-197L-72-296L-74-192zM34-197L68-296L66-192z", SLATE_LIGHT)
        FILL("M-84-120q10-20 20 0v50h-20zM-84-40q10-20 20 0v40h-20zM56-120q10-20 20 0v50h-20zM56-40q10-20 20 0v40h-20z", INK)
        PEN("M-70-306v-38M-84-330h28M70-306v-38M56-330h28", GOLD, "8")
        "<circle cy=\"-100\" r=\"28\" fill=\"" AZURE "\" stroke=\"" INK "\" stroke-width=\"6\"/>" PEN("M0-126V-74M-26-100H26M-18-118L18-82M18-118L-18-82", GOLD_LIGHT, "5")
        "<circle cy=\"-100\" r=\"8\" fill=\"" RED "\"/><path d=\"M-24 2v-40q24-34 48 0v40z\" fill=\"" ROOF2_DARK "\" stroke=\"" INK "\" stroke-width=\"5\"/>"},
#define PRECINCT "M-214-112Q-220-128-196-130H196Q218-128 214-108L222 150Q222 168 200 168H-200Q-224 168-222 150z"
    [SP_MONASTERY] = {"auE", 0, BIT(SP_CYPRESS) | BIT(SP_BUSH),
        "<path d=\"" PRECINCT "\" transform=\"translate(14 18)\" fill=\"" SHADE "\" opacity=\".25\"/>"
        "<path d=\"" PRECINCT "\" fill=\"" SAND_LIGHT "\" stroke=\"" INK "\" stroke-width=\"20\" stroke-linejoin=\"round\"/>"
        "<path d=\"" PRECINCT "\" fill=\"none\" stroke=\"" STONE_TOP "\" stroke-width=\"10\" stroke-linejoin=\"round\"/>"
        USE("y", " x=\"205\" y=\"-52\"")
        "<g stroke=\"" INK2 "\" stroke-width=\"4\">" FILL("M-198 66h62v34h-62zM-198 112h62v38h-62zM-124 112h58v38h-58z", MEADOW_DARK) "</g>"
        "<path d=\"M-190 76h46M-190 90h46M-190 124h46M-190 138h46M-116 124h42M-116 138h42\" stroke=\"" VINE_LINE "\" stroke-width=\"6\" stroke-dasharray=\"6 7\"/>"
        "<path d=\"M-188 83h44M-114 131h40\" stroke=\"" RED_FLOWER "\" stroke-width=\"6\" stroke-dasharray=\"5 12\"/>"
        DARK("M196 40l30 14v96l-20-4z") LINED("6") FILL("M-6-6H190V146H-6z", MEADOW_LIGHT) FILL("M-10-34H194V2H-10z", ROOF1)
        FILL("M-10-34H194L186-50H-2z", ROOF1_LIGHT) FILL("M-10-34V130L28 98V2z", ROOF1_LIGHT) FILL("M194-34V130L156 98V2z", ROOF1_DARK)
        FILL("M-10 130H194L156 92H28z", ROOF1) FILL("M-10 130H194V156H-10z", PLASTER_SHADE) "</g>" FILL("M28 2H156V20H28z", PLASTER)
        FILL("M34 20v-9q5-8 10 0v9zM51 20v-9q5-8 10 0v9zM68 20v-9q5-8 10 0v9zM85 20v-9q5-8 10 0v9zM102 20v-9q5-8 10 0v9zM119 20v-9q5-8 10 0v9zM136 20v-9q5-8 10 0v9z", INK)
        PEN("M92 22V90M30 56H154", ROAD, "9") "<circle cx=\"92\" cy=\"56\" r=\"14\" fill=\"" WATER_LIGHT "\" stroke=\"" INK "\" stroke-width=\"5\"/>"
        FILL("M4 154v-12q5-8 10 0v12zM26 154v-12q5-8 10 0v12zM48 154v-12q5-8 10 0v12zM70 154v-12q5-8 10 0v12zM92 154v-12q5-8 10 0v12zM114 154v-12q5-8 10 0v12zM136 154v-12q5-8 10 0v12zM158 154v-12q5-8 10 0v12z", INK)
        LINED("7") FILL("M150-30V-84Q176-84 184-62V-30z", STONE_SHADE) FILL("M-110 30V-60H150V-30H-10V30z", STONE)
        FILL("M-118-54H158L148-112H-108z", SLATE) FILL("M-108-112H148L142-138H-102z", SLATE_LIGHT) FILL("M-110 32V-54H-18V32z", STONE)
        FILL("M-176 44V-150H-96V44z", STONE_TOP) FILL("M-186-146L-136-250L-86-146z", SLATE) "</g>"
        FILL("M-120 40V-146H-99V40z", STONE_SHADE) FILL("M-178-148L-138-238L-136-142z", SLATE_LIGHT)
        FILL("M-164-92q10-18 20 0v34h-20zM-136-92q10-18 20 0v34h-20zM-150 42v-40q14-20 28 0v40zM-82 18v-34q10-14 20 0v34zM-48 18v-34q10-14 20 0v34z", INK)
        "<path d=\"M-80-56l3-52M-56-56l2-52M-32-56l1-52M-8-56v-52M16-56v-52M40-56l-1-52M64-56l-2-52M88-56l-3-52M112-56l-4-52M136-56l-5-52\" stroke=\"" SLATE_DARK "\" stroke-width=\"4\" opacity=\".6\"/>"
        PEN("M-136-250v-48M-156-280h40", INK, "15") PEN("M-136-250v-46M-154-280h36", GOLD, "8")
        USE("y", " x=\"-196\" y=\"52\"") USE("b", " x=\"-56\" y=\"96\"")},
    [SP_SHRINE] = {"auF", 0, 0,
        "<ellipse cx=\"16\" cy=\"64\" rx=\"196\" ry=\"104\" class=\"aush\"/><ellipse cy=\"46\" rx=\"190\" ry=\"104\" fill=\"" STONE_SHADE "\" stroke=\"" INK "\" stroke-width=\"9\"/>"
        "<ellipse cy=\"38\" rx=\"160\" ry=\"84\" fill=\"" STONE_TOP "\" stroke=\"" INK2 "\" stroke-width=\"5\"/><ellipse cy=\"30\" rx=\"128\" ry=\"64\" fill=\"" STONE "\" stroke=\"" INK "\" stroke-width=\"7\"/>"
        DARK("M96 40l60 26V-20L96-60z") "<path d=\"M-92 26V-80H92V26Q0 66-92 26z\" fill=\"#6b5744\" stroke=\"" INK "\" stroke-width=\"7\"/>"
        LINED("6") FILL("M-98 25V-84h24V25zM-58 35V-84h24V35zM-12 46V-84h24V46z", STONE_TOP) FILL("M34 35V-84h24V35zM74 25V-84h24V25z", STONE_SHADE) "</g>"
        LINED("8") FILL("M-116-76Q0-44 116-76V-98Q0-66-116-98z", STONE_TOP) FILL("M-104-96C-100-190-40-216 0-220C40-216 100-190 104-96Q0-66-104-96z", "#6fa08c") "</g>"
        FILL("M-94-98C-90-176-44-204-8-210C-40-170-48-120-44-84Q-76-88-94-98z", "#9cc4ac")
        "<path d=\"M0-222q-30-26-6-54q2 18 14 14q-6-22 10-36q26 44-18 76z\" fill=\"#e5672e\" stroke=\"" INK "\" stroke-width=\"6\" stroke-linejoin=\"round\"/>"},
    [SP_INN] = {"auG", 0, 0,
        "<path d=\"M-120 10C-140-30-60-60 20-52C110-60 150-20 130 20C110 56-70 60-120 10z\" fill=\"" WATER_EDGE "\"/><path d=\"M-110 10C-126-24-56-52 20-44C104-50 138-18 120 16C102 46-66 50-110 10z\" fill=\"" WATER "\"/>"
        PEN("M-86 8q22-8 44 0M-30 30q24-8 48 0M72 6q18-6 34 2", WATER_LIGHT, "6")
        DARK("M62-26l40 20V-76l-40-18z") LINED("6") FILL("M-66-24V-78H66V-24z", PLASTER) FILL("M-78-72H78L66-126H-66z", AZURE) FILL("M-66-126H66L62-148H-62z", "#4d7bb0") FILL("M14-134v-36h22v36z", ROOF1_DARK) "</g>"
        PEN("M-60-50H60M-22-74V-26M22-74V-26", INK2, "5") FILL("M-10-24v-26q10-12 20 0v26zM-50-68h16v13h-16zM34-68h16v13h-16z", INK)
        PEN("M-66-66h-46M-98-66v10", INK, "6") "<circle cx=\"-98\" cy=\"-32\" r=\"27\" fill=\"" GOLD "\" stroke=\"" INK "\" stroke-width=\"6\"/>" PEN("M-109-44h18v22h-18zM-91-40q12 0 10 9q-2 7-10 6", INK, "6")},
    [SP_GARDEN] = {"auH", 0, BIT(SP_CYPRESS),
        "<rect x=\"-88\" y=\"-68\" width=\"190\" height=\"162\" rx=\"16\" fill=\"" SHADE "\" opacity=\".25\"/><rect x=\"-96\" y=\"-82\" width=\"192\" height=\"168\" rx=\"16\" fill=\"" ROAD "\" stroke=\"" TREE_DARK "\" stroke-width=\"17\"/>"
        "<rect x=\"-96\" y=\"-82\" width=\"192\" height=\"168\" rx=\"16\" fill=\"none\" stroke=\"" TREE_LIGHT "\" stroke-width=\"7\" stroke-dasharray=\"14 5\"/>"
        "<g fill=\"" TREE_LIGHT "\" stroke=\"" TREE_DARK "\" stroke-width=\"5\"><rect x=\"-79\" y=\"-65\" width=\"66\" height=\"54\" rx=\"8\"/><rect x=\"13\" y=\"-65\" width=\"66\" height=\"54\" rx=\"8\"/><rect x=\"-79\" y=\"15\" width=\"66\" height=\"54\" rx=\"8\"/><rect x=\"13\" y=\"15\" width=\"66\" height=\"54\" rx=\"8\"/></g>"
        "<g fill=\"none\" stroke-width=\"14\" stroke-linecap=\"round\" stroke-dasharray=\"1 20\"><path d=\"M-66-49h44M-66-28h44\" stroke=\"" RED_FLOWER "\"/><path d=\"M26-49h44M26-28h44\" stroke=\"" VIOLET_FLOWER "\"/><path d=\"M-66 32h44M-66 53h44\" stroke=\"#f0cf5a\"/><path d=\"M26 32h44M26 53h44\" stroke=\"#d98aa0\"/></g>"
        "<circle cy=\"2\" r=\"26\" fill=\"" STONE_TOP "\" stroke=\"" INK "\" stroke-width=\"6\"/><circle cy=\"2\" r=\"15\" fill=\"" WATER "\"/><circle cx=\"-4\" cy=\"-3\" r=\"5\" fill=\"#fff\"/>"
        USE("y", " transform=\"translate(-84 88)scale(.62)\"") USE("y", " transform=\"translate(82 88)scale(.62)\"")},
    [SP_FOUNDATION] = {"auI", 0, 0,
        DARK("M-72 44H84L112 72L-44 78z") LINED("7") FILL("M-84-32V50Q0 70 84 50V-32z", STONE_DEEP) FILL("M-84-62Q0-84 84-62V30Q0 50-84 30z", STONE) FILL("M-48-40Q0-52 48-40V6Q0 16-48 6z", "#5b4636") "</g>"
        FILL("M-45-38Q0-49 45-38V-20Q0-32-45-20z", "#3a2a20") PEN("M-82-16h34M48-16h34M-28-76v28M28-76v28M-20 14v28M24 14v28M-56 46v14M0 50v12M52 46v14", INK2, "4")
        PEN("M-64 16V-52M64 16V-52", STONE_TOP, "7")},
    [SP_VOLCANO] = {"auJ", 0, 0,
        DARK("M60 0L230 50Q250 20 120-60z")
        "<path d=\"M-190 0Q-120-60-62-210Q-30-190 0-196Q40-190 60-212Q110-70 190 0Q100 34 0 30Q-110 34-190 0z\" fill=\"#8d7a6b\" stroke=\"" INK "\" stroke-width=\"8\" stroke-linejoin=\"round\"/>"
        FILL("M20-192Q44-192 58-206Q108-68 182 0Q120 24 40 26Q70-80 20-192z", "#5f5049") FILL("M-178 0Q-112-60-58-200Q-40-188-24-190Q-60-80-110 18Q-150 14-178 0z", "#b3a18c")
        "<ellipse cy=\"-204\" rx=\"60\" ry=\"20\" fill=\"#e0562b\" stroke=\"" INK "\" stroke-width=\"7\"/><ellipse cy=\"-202\" rx=\"38\" ry=\"11\" fill=\"" GOLD_LIGHT "\"/>"
        "<path d=\"M-20-188Q-30-120-6-90Q-40-40-10 20Q20 24 26 18Q0-40 24-80Q-4-130 14-188z\" fill=\"#e0562b\" stroke=\"#8f2f1c\" stroke-width=\"4\"/>" PEN("M-8-186Q-14-120 6-86Q-16-40 4 10", GOLD_LIGHT, "8")
        "<path d=\"M-10-226q-40-20-10-50q-20-40 30-46q50-10 46 34q30 24-6 44q-20 24-60 18z\" fill=\"#efe6d6\" stroke=\"" INK2 "\" stroke-width=\"6\" opacity=\".92\"/>"},
    [SP_PORTAL] = {"auK", 0, BIT(SP_ROCK),
        "<ellipse cx=\"8\" cy=\"8\" rx=\"108\" ry=\"72\" class=\"aush\"/>" USE("k", " x=\"-60\" y=\"-48\"") USE("k", " x=\"0\" y=\"-60\"") USE("k", " x=\"62\" y=\"-46\"")
        "<ellipse rx=\"88\" ry=\"58\" fill=\"#6a4a8c\" stroke=\"" INK "\" stroke-width=\"7\"/><ellipse rx=\"64\" ry=\"40\" fill=\"#9a78c2\"/><ellipse rx=\"36\" ry=\"20\" fill=\"#e9d9f6\"/>" PEN("M-50 0q20-26 50-20t46 20q-20 22-48 18", "#f6eefc", "5")
        USE("k", " x=\"-98\" y=\"10\"") USE("k", " x=\"98\" y=\"8\"") USE("k", " x=\"-58\" y=\"58\"") USE("k", " x=\"4\" y=\"76\"") USE("k", " x=\"64\" y=\"56\"")},
    [SP_TENT_RED] = {"auL", 0, 0, TENT(RED)},
    [SP_TENT_BLUE] = {"auM", 0, 0, TENT(AZURE)},
    [SP_TENT_GOLD] = {"auN", 0, 0, TENT(GOLD)},
    [SP_STALL] = {"auO", 0, 0,
        DARK("M40 0l26 12V-30l-26-12z") PEN("M-36 0V-46M36 0V-46", INK, "7") LINED("5") FILL("M-40 0V-20H40V0z", "#b5854d") FILL("M-48-36H48L38-66H-38z", PARCHMENT) "</g>"
        FILL("M-30-39l5-24h12l-3 24zM-2-39v-24h12l3 24zM26-39l-5-24h12l7 24z", RED) FILL("M-32-20h14v-9h-14zM-8-20h14v-9h-14zM16-20h14v-9h-14z", GOLD)},
    [SP_BOAT] = {"auP", 0, 0,
        "<path d=\"M-46 0Q0 30 50-4L40 14Q0 34-36 16z\" fill=\"" ROOF1_DARK "\" stroke=\"" INK "\" stroke-width=\"5\"/><path d=\"M0 8V-80M0-76Q44-50 40-10L0-6z\" fill=\"" PARCHMENT "\" stroke=\"" INK "\" stroke-width=\"5\" stroke-linejoin=\"round\"/>"},
    [SP_SHIELD] = {"auQ", 0, 0,
        "<path d=\"" SHIELD_PATH "\" transform=\"translate(9 12)\" fill=\"" SHADE "\" opacity=\".35\"/><path d=\"" SHIELD_PATH "\" fill=\"" GOLD "\" stroke=\"" INK "\" stroke-width=\"8\" stroke-linejoin=\"round\"/>"
        "<path d=\"M-45-53H45V4Q43 42 0 66Q-43 42-45 4z\" fill=\"" AZURE "\" stroke=\"" AZURE_DARK "\" stroke-width=\"3\"/>"
        FILL("M-45 8q15-14 30 0t30 0t30 0v10q-2 6-5 12q-12 8-25-2q-15-12-30 0q-12 8-25 2q-4-7-5-14z", PARCHMENT) FILL("M0-48l9 17 19 3-14 13 4 19-18-9-18 9 4-19-14-13 19-3z", GOLD_LIGHT)},
    [SP_ROUNDEL] = {"auR", 0, 0,
        "<circle cx=\"7\" cy=\"10\" r=\"66\" fill=\"" SHADE "\" opacity=\".35\"/><circle r=\"66\" fill=\"" GOLD "\" stroke=\"" INK "\" stroke-width=\"7\"/><circle r=\"54\" fill=\"" PARCHMENT "\" stroke=\"" GOLD_DARK "\" stroke-width=\"3\"/>"},
    [SP_WINE] = {"auS", 0, BIT(SP_ROUNDEL),
        USE("R", "") "<g fill=\"#7a2d4e\" stroke=\"" INK "\" stroke-width=\"4\"><circle cx=\"-22\" cy=\"-10\" r=\"13\"/><circle cy=\"-10\" r=\"13\"/><circle cx=\"22\" cy=\"-10\" r=\"13\"/><circle cx=\"-11\" cy=\"10\" r=\"13\"/><circle cx=\"11\" cy=\"10\" r=\"13\"/><circle cy=\"30\" r=\"13\"/></g>"
        "<path d=\"M0-20q-2-18 10-24M2-26q18-14 30 0q-14 12-30 0z\" fill=\"" TREE "\" stroke=\"" INK "\" stroke-width=\"4\"/>"},
    [SP_GRAIN] = {"auT", 0, BIT(SP_ROUNDEL),
        USE("R", "") FIELD_OF("#4f6b33") PEN("M-7 40L-24-30M0 40V-40M7 40L24-30", GOLD, "9")
        "<g fill=\"" GOLD_LIGHT "\" stroke=\"#33451f\" stroke-width=\"3\"><path d=\"M-9-43q-11 9 0 22q11-13 0-22zM9-43q-11 9 0 22q11-13 0-22zM0-53q-11 9 0 22q11-13 0-22zM-30-35q-11 9 2 22q9-13-2-22zM30-35q11 9-2 22q-9-13 2-22zM-15-28q-11 9 2 20q9-13-2-20zM15-28q11 9-2 20q-9-13 2-20z\"/></g>"
        "<path d=\"M-16 14h32v11h-32z\" fill=\"" RED "\" stroke=\"" INK "\" stroke-width=\"3\"/>"},
    [SP_CLOTH] = {"auU", 0, BIT(SP_ROUNDEL),
        USE("R", "") "<g stroke=\"" INK "\" stroke-width=\"4\" stroke-linejoin=\"round\">" FILL("M-38-8L4-30L38-16L-6 8z", "#6c9ab8") FILL("M-38-8V16L-6 32V8z", AZURE) FILL("M38-16V8L-6 32V8z", "#3f6d8e") "</g>"
        PEN("M-20 0V26M-17-18L16-5V20", GOLD_LIGHT, "6")},
    [SP_PRINCESS] = {"auV", 0, BIT(SP_ROUNDEL),
        USE("R", "") FIELD_OF("#f7dde0") "<path d=\"M-34 24L-40-24L-18-2L0-38L18-2L40-24L34 24z\" fill=\"#c24a63\" stroke=\"" INK "\" stroke-width=\"5\" stroke-linejoin=\"round\"/><path d=\"M-34 14h68v13h-68z\" fill=\"" GOLD "\" stroke=\"" INK "\" stroke-width=\"4\"/>"
        "<g fill=\"" GOLD_LIGHT "\" stroke=\"" INK "\" stroke-width=\"3\"><circle cx=\"-40\" cy=\"-26\" r=\"6\"/><circle cy=\"-40\" r=\"6\"/><circle cx=\"40\" cy=\"-26\" r=\"6\"/></g>"},
    [SP_DRAGON] = {"auW", 0, BIT(SP_ROUNDEL),
        USE("R", "") FIELD_OF("#3b2a26") "<path d=\"M-34 24Q-40-8-10-16L-16-38L4-24L18-40L22-18Q40-10 42 6L20 8L36 18Q16 22 4 14Q-6 24 6 36Q-22 40-34 24z\" fill=\"#e4593a\" stroke=\"#1d1210\" stroke-width=\"4\" stroke-linejoin=\"round\"/><circle cx=\"14\" cy=\"-8\" r=\"5\" fill=\"" GOLD_LIGHT "\"/>"},
    [SP_CASTLE] = {"auX", 0, BIT(SP_TOWER_CONE) | BIT(SP_TOWER_FLAT),
        "<ellipse cy=\"0\" rx=\"290\" ry=\"110\" fill=\"" SAND_LIGHT "\"/>" DARK("M150 20l90 44V-130l-90-50z")
        USE("B", " transform=\"translate(-150 -60)scale(1.3)\"") USE("B", " transform=\"translate(150 -60)scale(1.3)\"")
        LINED("8") FILL("M-150 0V-150H150V0z", STONE) FILL("M-70-60V-270H70V-60z", STONE_TOP) FILL("M-84-262L0-350L84-262z", SLATE) "</g>"
        FILL("M24-64V-258H66V-64z", STONE_SHADE) FILL("M-74-266L-2-342L-6-262z", SLATE_LIGHT)
        "<path d=\"M-150-152H150\" stroke=\"" INK "\" stroke-width=\"26\" stroke-dasharray=\"26 14\"/><path d=\"M-148-152H148\" stroke=\"" STONE_TOP "\" stroke-width=\"15\" stroke-dasharray=\"22 18\"/>"
        FILL("M-40 2v-56q40-50 80 0v56zM-24-200q10-20 20 0v44h-20zM-110-110h18v34h-18zM92-110h18v34h-18z", INK)
        USE("A", " transform=\"translate(-150 30)scale(1.57)\"") USE("A", " transform=\"translate(150 30)scale(1.57)\"")
        PEN("M0-350v-60", INK, "7") "<path d=\"M0-410l70 16l-70 22z\" fill=\"" RED "\" stroke=\"" INK "\" stroke-width=\"6\"/>"},
    [SP_SMITHY] = {"auY", 0, 0,
        "<ellipse rx=\"190\" ry=\"70\" fill=\"" SAND_LIGHT "\"/>" DARK("M100 0l50 24V-70l-50-24z")
        LINED("7") FILL("M56-60V-190H96V-60z", STONE_DEEP) FILL("M-110 0V-70H110V0z", PLASTER) FILL("M-126-64H126L108-130H-108z", ROOF2_DARK) FILL("M-108-130H108L100-152H-100z", ROOF2) FILL("M-84 2V-48H10V2z", "#3a2a20") "</g>"
        "<path d=\"M-66 2q-8-22 8-38q2 14 12 10q2-16 14-22q18 30 4 50z\" fill=\"#f08a2a\"/>" FILL("M-50 2q-4-12 8-22q10 12 6 22z", GOLD_LIGHT) FILL("M40-46h20v18h-20zM76-46h20v18h-20z", INK)
        LINED("6") FILL("M130 6h64l-14-12v-14h18l10-16h-92l14 16h14v14z", "#6b7078") "</g>"
        "<path d=\"M70-192q-20-22 4-40q-10-26 22-30q34-2 24 28q18 22-12 32q-16 14-38 10z\" fill=\"#e6dcc8\" stroke=\"" INK2 "\" stroke-width=\"5\" opacity=\".9\"/>"},
    [SP_CORNER] = {"auZ", 0, 0,
        DARK("M30 16l60 30q12-8 0-36l-54-26z") LINED("7") FILL("M-46 6V-66H46V6Q0 34-46 6z", STONE) "</g>"
        "<path d=\"M10 20V-66H42V8Q28 18 10 20z\" fill=\"" STONE_DEEP "\" opacity=\".75\"/>" FILL("M-22-44h9v20h-9z", INK)
        LINED("7") FILL("M-54-62V-86Q0-112 54-86V-62Q0-36-54-62z", STONE) "<ellipse cy=\"-84\" rx=\"48\" ry=\"17\" fill=\"" STONE_SHADE "\"/></g>"
        PEN("M-41-80v-16M-15-68v-16M15-68v-16M41-80v-16", STONE_TOP, "13")},
};

static const char style[] =
    "<style>.auwa{fill:none;stroke-linejoin:round}.auwi{fill:" INK ";stroke:" INK ";stroke-width:41}.auwf{fill:currentColor;stroke:currentColor;stroke-width:30}"
    ".auwc{stroke:" STONE_DEEP ";stroke-width:3;stroke-dasharray:20 13;opacity:.7}.auwt{stroke:" STONE_SHADE ";stroke-width:30}"
    ".auwl{stroke:" STONE_TOP ";stroke-width:5}.auwd{stroke:" INK2 ";stroke-width:11}.auwm{stroke:" STONE_TOP ";stroke-width:11;stroke-dasharray:14 9}"
    ".auhg{fill:none;stroke-linecap:round}.auhs{stroke:" SHADE ";stroke-width:16;opacity:.2}.auhd{stroke:" TREE_DARK ";stroke-width:20;stroke-dasharray:5 13}.auhl{stroke:" TREE ";stroke-width:9;stroke-dasharray:4 14}"
    ".auhb{fill:none;stroke-linecap:round}.aust{stroke:" MEADOW_DARK ";stroke-width:4;stroke-linejoin:round}.aucr{fill:none;stroke-linecap:round}.aucv{stroke:" VINE_LINE ";stroke-width:14;stroke-dasharray:3 19}"
    ".aucl{stroke:" LAVENDER_LINE ";stroke-width:12;stroke-dasharray:12 4}.aucw{stroke:" WHEAT_LINE ";stroke-width:4;stroke-dasharray:60 8 34 10}.aucp{stroke:" PLOUGH_LINE ";stroke-width:5}"
    ".aush{fill:" SHADE ";opacity:.27}.aui5,.aui6,.aui7,.aui8{stroke:" INK ";stroke-width:5;stroke-linejoin:round}.aui6{stroke-width:6}.aui7{stroke-width:7}.aui8{stroke-width:8}</style>";

/* clang-format on */

uint64_t sprite_bit(enum sprite sprite)
{
    return BIT(sprite);
}

/* The border lists have numbers instead of names. */
static const char *const border_ids[] = {"au0", "au1", "au2", "au3", "au4",
                                         "au5", "au6", "au7", "au8", "au9"};

const char *sprite_id(enum sprite sprite)
{
    return sprite >= SP_GROWTH ? border_ids[sprite - SP_GROWTH] : drawings[sprite].id;
}

int sprite_width(enum sprite sprite)
{
    return drawings[sprite].width;
}

/* What crosses a side of the tile is repeated at the opposite side. */
static void sprite_on_torus(struct svg *s, double x, double y, double reach,
                            void (*draw)(struct svg *, double, double, double, double),
                            double a, double b)
{
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++) {
            double px = x + dx * 1000, py = y + dy * 1000;
            if (px > -reach && px < 1000 + reach && py > -reach && py < 1000 + reach)
                draw(s, px, py, a, b);
        }
}

static void sprite_blob(struct svg *s, double x, double y, double rx, double ry)
{
    svg_move(s, pt(x - rx, y));
    svg_quad_to(s, pt(x - rx * 0.5, y - ry * 1.3), pt(x + rx * 0.1, y - ry * 0.6));
    svg_quad_to(s, pt(x + rx * 0.9, y - ry), pt(x + rx, y + ry * 0.1));
    svg_quad_to(s, pt(x + rx * 0.6, y + ry * 1.4), pt(x - rx * 0.2, y + ry * 0.7));
    svg_close(s);
}

static void sprite_blade(struct svg *s, double x, double y, double w, double h)
{
    svg_move(s, pt(x, y));
    svg_quad_to(s, pt(x + w / 2, y - h), pt(x + w, y - 2));
}

static void sprite_blobs(struct svg *s, struct rng *r, int n)
{
    for (int i = 0; i < n; i++) {
        double x = art_rng_range(r, 0, 1000), y = art_rng_range(r, 0, 1000);
        double rx = art_rng_range(r, 60, 130), ry = art_rng_range(r, 26, 52);
        sprite_on_torus(s, x, y, rx, sprite_blob, rx, ry);
    }
}

static void sprite_blades(struct svg *s, struct rng *r, int n, double w0, double w1,
                          double h)
{
    for (int i = 0; i < n; i++) {
        double x = art_rng_range(r, 0, 1000), y = art_rng_range(r, 0, 1000);
        sprite_on_torus(s, x, y, 30, sprite_blade, art_rng_range(r, w0, w1), h);
    }
}

static void sprite_wash(struct svg *s)
{
    struct rng r = art_rng_seed("wash", 3);

    svg_print(s, "<path fill=\"" MEADOW_LIGHT "\" opacity=\".45\" d=\"");
    sprite_blobs(s, &r, 6);
    svg_print(s, "\"/><path fill=\"" MEADOW_DARK "\" opacity=\".38\" d=\"");
    sprite_blobs(s, &r, 5);
    svg_print(s, "\"/><path fill=\"none\" stroke=\"" MEADOW_DARK
                 "\" stroke-width=\"4\" stroke-linecap=\"round\" opacity=\".75\" d=\"");
    sprite_blades(s, &r, 18, 12, 28, 7);
    svg_print(s, "\"/>");
}

static void sprite_cobble(struct svg *s)
{
    struct rng r = art_rng_seed("cobble", 1);

    svg_print(s, "<path fill=\"none\" stroke=\"" SAND_MARK
                 "\" stroke-width=\"4\" stroke-linecap=\"round\" opacity=\".8\" d=\"");
    sprite_blades(s, &r, 16, 8, 16, 9);
    svg_print(s, "\"/>");
}

void sprite_defs(struct svg *s, uint64_t used)
{
    for (int i = SPRITES - 1; i >= 0; i--)
        if (used >> i & 1)
            used |= i >= SP_GROWTH ? border_uses(i - SP_GROWTH) : drawings[i].uses;
    svg_print(
        s, "%s<defs><clipPath id=\"auclip\"><path d=\"M0 0H1000V1000H0z\"/></clipPath>",
        style);
    for (int i = 0; i < SPRITES; i++) {
        if (!(used >> i & 1) || herb_is((unsigned)i)) continue;
        svg_print(s, "<g id=\"%s\">", sprite_id((enum sprite)i));
        if (i >= SP_GROWTH)
            border_draw(s, i - SP_GROWTH);
        else if (i == SP_WASH)
            sprite_wash(s);
        else if (i == SP_COBBLE)
            sprite_cobble(s);
        else
            svg_print(s, "%s", drawings[i].markup);
        svg_print(s, "</g>");
    }
    svg_print(s, "</defs>");
}
