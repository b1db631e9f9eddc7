/* figure.c -- followers and everything else that walks on the map.
 *
 * Figures are the strongest thing on the board: their outline is darker and thicker than
 * any line of the map. Every seat has a colour and an emblem, and the emblem stays
 * upright when the figure lies down. */
#include "figure.h"

#include "palette.h"

static const char body_path[] =
    "M0-192C20-196 35-176 33-152C32-139 27-131 21-125C48-117 62-84 71-48C73-38 62-33 "
    "54-38"
    "L42-46L54 0H15L0-24L-15 0H-54L-42-46L-54-38C-62-33-73-38-71-48C-62-84-48-117-21-125"
    "C-27-131-33-140-33-152C-34-172-22-190 0-192z";
static const char shaded_path[] =
    "M4-188C22-190 33-174 31-152C30-140 25-132 19-126C46-116 60-84 68-48C70-40 62-36 "
    "54-41"
    "L38-52L50-3H17L8-18C22-60 24-100 8-122C18-140 20-170 4-188z";

const char *art_figure_name(unsigned figure)
{
    static const char *const names[ART_FIGURE_KINDS] = {[ART_SMALL] = "small",
                                                        [ART_LARGE] = "large",
                                                        [ART_ABBOT] = "abbot",
                                                        [ART_WAGON] = "wagon",
                                                        [ART_MAYOR] = "mayor",
                                                        [ART_BUILDER] = "builder",
                                                        [ART_PIG] = "pig",
                                                        [ART_BARN] = "barn",
                                                        [ART_TOWER_FLOOR] = "tower",
                                                        [ART_DRAGON] = "dragon",
                                                        [ART_FAIRY] = "fairy",
                                                        [ART_COUNT] = "count",
                                                        [ART_KING] = "king",
                                                        [ART_ROBBER] = "robber",
                                                        [ART_CATAPULT] = "catapult",
                                                        [ART_TOKEN_KNOCK] = "knock",
                                                        [ART_TOKEN_CATCH] = "catch",
                                                        [ART_TOKEN_SWAP] = "swap",
                                                        [ART_TOKEN_TARGET] = "target"};

    return figure < ART_FIGURE_KINDS ? names[figure] : "?";
}

static void art_figure_shadow(struct svg *s, int rx, int ry, int x, int y)
{
    svg_print(s,
              "<ellipse cx=\"%d\" cy=\"%d\" rx=\"%d\" ry=\"%d\" fill=\"#2a1c28\" "
              "opacity=\".38\"/>",
              x, y, rx, ry);
}

static void art_figure_emblem(struct svg *s, const struct livery *c, int x, int y,
                              int percent, const char *colour)
{
    svg_print(s,
              "<path d=\"%s\" transform=\"translate(%d %d)scale(%h)\" fill=\"%s\" "
              "fill-rule=\"evenodd\"/>",
              c->path, x, y, percent, colour);
}

/* A filled shape with a figure's outline. */
static void art_figure_shape(struct svg *s, const char *path, const char *fill, int width)
{
    svg_print(s,
              "<path d=\"%s\" fill=\"%s\" stroke=\"" FIGINK
              "\" stroke-width=\"%d\" stroke-linejoin=\"round\"/>",
              path, fill, width);
}

static void art_figure_stroke(struct svg *s, const char *path, const char *colour,
                              int width)
{
    svg_print(s,
              "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" "
              "stroke-linecap=\"round\"/>",
              path, colour, width);
}

/* A pale rim separates a figure from roofs and crops of its own colour. */
static void art_figure_halo(struct svg *s, const char *path)
{
    svg_print(s,
              "<path d=\"%s\" fill=\"none\" stroke=\"" HALO
              "\" stroke-width=\"29\" stroke-linejoin=\"round\"/>",
              path);
}

static void art_figure_tint(struct svg *s, const char *path, const char *fill)
{
    svg_print(s, "<path d=\"%s\" fill=\"%s\" opacity=\".8\"/>", path, fill);
}

static void art_figure_cape(struct svg *s, const struct livery *c, bool face)
{
    art_figure_shape(s, body_path, c->body, 11);
    art_figure_tint(s, shaded_path, c->dark);
    art_figure_stroke(s, "M-26-150C-27-168-18-182-6-185M-62-52C-54-82-44-104-26-114",
                      c->light, 7);
    if (face)
        svg_print(s, "<ellipse cx=\"-4\" cy=\"-150\" rx=\"16\" ry=\"19\" "
                     "fill=\"#ecc9a0\" stroke=\"" FIGINK "\" stroke-width=\"6\"/>");
    art_figure_stroke(s, "M-20-124Q0-114 20-124", FIGINK, 6);
}

static void art_figure_small(struct svg *s, const struct livery *c)
{
    art_figure_shadow(s, 70, 16, 16, 4);
    art_figure_halo(s, body_path);
    art_figure_cape(s, c, true);
    art_figure_emblem(s, c, 0, -78, 135, c->mark);
}

static void art_figure_large(struct svg *s, const struct livery *c)
{
    svg_print(s, "<g transform=\"scale(1.32)\">");
    art_figure_shadow(s, 72, 16, 16, 4);
    svg_print(s,
              "<path d=\"%s\" fill=\"none\" stroke=\"" FIGINK
              "\" stroke-width=\"30\" stroke-linejoin=\"round\"/>",
              body_path);
    svg_print(s,
              "<path d=\"%s\" fill=\"none\" stroke=\"" GOLD
              "\" stroke-width=\"22\" stroke-linejoin=\"round\"/>",
              body_path);
    art_figure_cape(s, c, true);
    art_figure_emblem(s, c, 0, -78, 135, c->mark);
    art_figure_shape(s, "M2-190q-4-34 26-40q-4 16-14 24q14 0 10 10z", GOLD_LIGHT, 6);
    svg_print(s, "</g>");
}

/* A lying figure lies on a straw mat, so that its outline alone shows that it is a
 * farmer. */
static void art_figure_lying(struct svg *s, const struct livery *c, bool is_large)
{
    svg_print(s,
              "<g transform=\"translate(0 -34)%s\"><ellipse cx=\"10\" cy=\"10\" "
              "rx=\"134\" ry=\"72\" fill=\"#2a1c28\" opacity=\".32\"/>",
              is_large ? "scale(1.25)" : "");
    art_figure_shape(
        s,
        "M-122-34L-96-52L-60-60L0-62L66-60L104-48L126-22L122 26L100 48L40 60L-30 "
        "60L-92 52L-120 30z",
        is_large ? GOLD_LIGHT : "#ead08a", 9);
    art_figure_stroke(s,
                      "M-98-30l30-12M-104 14l26 8M-70 44l40 4M20-50l40 6M84-34l20 14M70 "
                      "44l34-12M-20 50l30 2",
                      "#b98f3e", 6);
    svg_print(s, "<g transform=\"rotate(-90)scale(.92)translate(0 96)\">");
    if (is_large)
        svg_print(s,
                  "<path d=\"%s\" fill=\"none\" stroke=\"" GOLD_DARK
                  "\" stroke-width=\"24\" stroke-linejoin=\"round\"/>",
                  body_path);
    art_figure_cape(s, c, true);
    svg_print(s, "</g>");
    art_figure_emblem(s, c, 17, 0, 130, c->mark);
    svg_print(s, "</g>");
}

#define ABBOT_ROBE  "M-22-124C-50-112-56-60-64 0Q0 18 64 0C56-60 50-112 22-124z"
#define ABBOT_MITRE "M-30-158L-22-210Q0-250 22-210L30-158Q0-148-30-158z"

static void art_figure_abbot(struct svg *s, const struct livery *c)
{
    static const char crook[] = "M66 2V-170Q66-206 92-200Q112-190 98-172Q88-166 84-176";

    art_figure_shadow(s, 66, 16, 16, 4);
    art_figure_halo(s, ABBOT_ROBE ABBOT_MITRE);
    art_figure_shape(s, ABBOT_ROBE, c->body, 11);
    art_figure_tint(s, "M8-122L22-121C48-108 54-60 60-2Q40 5 20 6C26-40 26-90 8-122z",
                    c->dark);
    art_figure_stroke(s, "M-14-122L0-70L14-122", GOLD_LIGHT, 9);
    svg_print(s, "<circle cy=\"-144\" r=\"26\" fill=\"#ecc9a0\" stroke=\"" FIGINK
                 "\" stroke-width=\"9\"/>");
    art_figure_shape(s, ABBOT_MITRE, c->body, 10);
    art_figure_stroke(s, "M0-222V-160M-22-184H22", GOLD_LIGHT, 8);
    art_figure_stroke(s, crook, FIGINK, 17);
    art_figure_stroke(s, crook, GOLD, 8);
    art_figure_emblem(s, c, 0, -42, 125, c->mark);
}

static void art_figure_builder(struct svg *s, const struct livery *c)
{
    art_figure_shadow(s, 70, 16, 16, 4);
    art_figure_halo(s, body_path);
    art_figure_cape(s, c, false);
    svg_print(s, "<circle cy=\"-146\" r=\"22\" fill=\"#ecc9a0\" stroke=\"" FIGINK
                 "\" stroke-width=\"7\"/>");
    art_figure_shape(s, "M-36-160Q-34-204 0-204Q34-204 36-160L52-154Q0-136-52-154z",
                     c->body, 10);
    art_figure_shape(s, "M-26-108H26L32-22L0-30L-32-22z", "#e9d3a4", 7);
    art_figure_emblem(s, c, 0, -68, 120, c->mark[1] == 'f' ? c->dark : c->mark);
    art_figure_stroke(s, "M64-46L92-140", FIGINK, 17);
    art_figure_stroke(s, "M64-46L92-140", "#9a6a3c", 8);
    art_figure_shape(s, "M66-146L118-130L112-106L60-124z", STONE_SHADE, 9);
}

#define MAYOR_ROBE "M-26-122C-70-112-86-60-88 0Q0 20 88 0C86-60 70-112 26-122z"
#define MAYOR_HAT  "M-62-158Q-70-196-20-200Q0-226 40-204Q76-192 60-156Q0-176-62-158z"

static void art_figure_mayor(struct svg *s, const struct livery *c)
{
    art_figure_shadow(s, 92, 18, 16, 4);
    art_figure_halo(s, MAYOR_ROBE MAYOR_HAT);
    art_figure_shape(s, MAYOR_ROBE, c->body, 11);
    art_figure_tint(s, "M14-118L26-119C66-108 82-60 84-2Q56 5 30 7C36-40 34-90 14-118z",
                    c->dark);
    art_figure_stroke(s, "M-36-114Q0-34 36-114", FIGINK, 16);
    svg_print(s, "<path d=\"M-36-114Q0-34 36-114\" fill=\"none\" stroke=\"" GOLD_LIGHT
                 "\" stroke-width=\"9\" stroke-dasharray=\"11 5\"/>");
    svg_print(s, "<circle cy=\"-146\" r=\"27\" fill=\"#ecc9a0\" stroke=\"" FIGINK
                 "\" stroke-width=\"9\"/>");
    art_figure_shape(s, MAYOR_HAT, c->body, 10);
    art_figure_shape(s, "M30-206q30-30 52-14q-18 6-24 22z", PARCHMENT, 7);
    art_figure_emblem(s, c, 0, -34, 150, c->mark);
}

static void art_figure_pig(struct svg *s, const struct livery *c)
{
    static const char body[] =
        "M-84-70Q-86-118-30-122Q30-128 62-112L76-134L92-104Q104-96 "
        "104-84L122-80V-56L100-52"
        "Q92-38 76-34L72 0H46L42-26H-30L-36 0H-62L-66-34Q-84-46-84-70z";

    art_figure_shadow(s, 96, 18, 14, 2);
    art_figure_halo(s, body);
    art_figure_shape(s, body, c->body, 11);
    art_figure_tint(s,
                    "M-80-60Q-40-40 20-44Q70-46 98-56Q90-40 "
                    "74-37L70-4H49L45-30H-33L-39-4H-59L-63-36Q-78-46-80-60z",
                    c->dark);
    art_figure_stroke(s, "M-84-84q-26-6-18-26q14-6 12 10", FIGINK, 9);
    svg_print(s, "<circle cx=\"84\" cy=\"-88\" r=\"6\" fill=\"" FIGINK "\"/>");
    art_figure_stroke(s, "M114-74v10", FIGINK, 5);
    art_figure_stroke(s, "M-60-96Q-40-112 0-112", c->light, 8);
    art_figure_emblem(s, c, -6, -78, 135, c->mark);
}

static void art_figure_wheel(struct svg *s, int x, int r)
{
    svg_print(s,
              "<circle cx=\"%d\" cy=\"-22\" r=\"%d\" fill=\"#d8b27a\" stroke=\"" FIGINK
              "\" stroke-width=\"10\"/>"
              "<path d=\"M%d-22h%dM%d %dv%d\" stroke=\"" FIGINK "\" stroke-width=\"6\"/>"
              "<circle cx=\"%d\" cy=\"-22\" r=\"7\" fill=\"" FIGINK "\"/>",
              x, r, x - r + 6, 2 * r - 12, x, -22 - r + 6, 2 * r - 12, x);
}

static void art_figure_wagon(struct svg *s, const struct livery *c)
{
    static const char canvas[] = "M-104-58C-110-150-60-160 0-160C60-160 110-150 104-58z";

    art_figure_shadow(s, 112, 20, 14, 4);
    art_figure_halo(s, canvas);
    art_figure_shape(s, "M-96-60H96L84-24H-84z", "#9a6a3c", 10);
    art_figure_shape(s, canvas, c->body, 11);
    art_figure_tint(s, "M40-156C84-150 104-130 100-63H56C66-100 60-130 40-156z", c->dark);
    art_figure_stroke(s, "M-50-62C-54-110-48-140-30-156M24-62C30-110 26-140 14-156",
                      FIGINK, 6);
    art_figure_stroke(s, "M-88-84Q-88-134-58-142", c->light, 7);
    art_figure_wheel(s, -58, 30);
    art_figure_wheel(s, 58, 30);
    art_figure_emblem(s, c, -12, -104, 135, c->mark);
}

static void art_figure_barn(struct svg *s, const struct livery *c)
{
    svg_print(s,
              "<path d=\"M100 0l56 26V-70l-56-40z\" fill=\"#2a1c28\" opacity=\".38\"/>");
    art_figure_halo(s, "M-104 0V-72L-122-72V-100L0-206L122-100V-72L104-72V0z");
    art_figure_shape(s, "M-104 0V-84L0-166L104-84V0z", c->body, 11);
    art_figure_shape(s, "M-122-72L0-174L122-72V-100L0-206L-122-100z", c->dark, 11);
    svg_print(s, "<path d=\"M-117-98L0-200V-178L-117-78z\" fill=\"%s\"/>", c->light);
    art_figure_shape(s, "M-46 0V-66H46V0z", "#e9d3a4", 8);
    art_figure_stroke(s, "M-42-4L42-62M42-4L-42-62M0-4V-62", FIGINK, 6);
    art_figure_emblem(s, c, 0, -108, 145, c->mark);
}

static void art_figure_tower_floor(struct svg *s, const struct livery *c, int y)
{
    svg_print(s, "<g transform=\"translate(0 %d)\">", y);
    art_figure_shape(s, "M-66 0V-64H66V0Q0 34-66 0z", STONE, 10);
    svg_print(s,
              "<path d=\"M22 12V-46Q46-50 62-60V-2Q44 8 22 12z\" fill=\"" STONE_DEEP
              "\" opacity=\".7\"/>"
              "<ellipse cy=\"-66\" rx=\"66\" ry=\"22\" fill=\"" STONE_TOP
              "\" stroke=\"" FIGINK "\" stroke-width=\"10\"/>"
              "<ellipse cy=\"-66\" rx=\"38\" ry=\"11\" fill=\"#6b5744\" stroke=\"" FIGINK
              "\" stroke-width=\"6\"/>");
    art_figure_shape(s, "M-62-26Q0 0 62-26V-44Q0-18-62-44z", c->body, 5);
    art_figure_emblem(s, c, 0, -21, 75, c->mark);
    svg_print(s, "</g>");
}

static void art_figure_tower(struct svg *s, const struct livery *c, unsigned height)
{
    art_figure_shadow(s, 86, 26, 22, 2);
    for (unsigned i = 0; i < height && i < 12; i++)
        art_figure_tower_floor(s, c, -66 * (int)i);
}

static void art_figure_dragon(struct svg *s)
{
    art_figure_shadow(s, 150, 28, 20, 4);
    art_figure_shape(
        s,
        "M10-96C40-190 120-220 176-206C150-186 150-170 160-150C136-152 122-142 "
        "118-122C98-130 80-122 70-100z",
        "#c8553a", 11);
    art_figure_shape(
        s,
        "M-150-20C-190-60-150-96-126-76C-150-70-140-40-106-42C-60-46-70-110 "
        "0-120C40-126 50-150 36-176"
        "L20-190L34-204L26-226L54-214Q90-222 116-190L128-176L100-166Q110-100 "
        "76-62Q66-40 84-22L92 0H36L20-26"
        "Q-10-14-40-18L-44 0H-92L-80-22Q-124-4-150-20z",
        "#a8322a", 11);
    art_figure_shape(
        s,
        "M-10-98C-30-190-96-216-150-196C-126-180-122-164-132-144C-108-148-98-138-94-"
        "118C-74-128-56-120-46-96z",
        "#dd6b4b", 11);
    art_figure_stroke(s, "M-20-104L-88-176M-34-102L-92-134", FIGINK, 6);
    svg_print(s, "<path d=\"M60-150Q78-110 56-66Q50-40 66-6H84L78-22Q60-42 72-66Q104-104 "
                 "94-166z\" fill=\"#6e1b1a\" opacity=\".55\"/>"
                 "<circle cx=\"70\" cy=\"-192\" r=\"7\" fill=\"" GOLD_LIGHT "\"/>");
    art_figure_shape(s, "M128-176q30-6 40 14q-22-2-30 8q-8-14-26-14z", "#f0a030", 6);
}

static void art_figure_fairy(struct svg *s)
{
    art_figure_shadow(s, 60, 14, 16, 4);
    art_figure_shape(s, "M-6-110C-70-190-110-150-84-108C-104-84-70-62-10-94z", "#d9ecec",
                     9);
    art_figure_shape(s, "M6-110C70-190 110-150 84-108C104-84 70-62 10-94z", "#bcd9de", 9);
    art_figure_shape(
        s,
        "M-16-124C-30-100-24-84-18-76C-40-50-48-24-50 0Q0 16 50 0C48-24 40-50 "
        "18-76C24-84 30-100 16-124z",
        "#fbf3df", 9);
    art_figure_tint(s, "M8-78C24-50 30-24 30 4Q44 2 47-2C45-24 38-50 16-75z", "#d8c8a4");
    svg_print(s, "<circle cy=\"-148\" r=\"26\" fill=\"#f0cfa6\" stroke=\"" FIGINK
                 "\" stroke-width=\"9\"/>");
    art_figure_shape(s, "M-28-146C-30-186 30-186 28-146C22-162-12-168-28-146z", GOLD, 7);
    art_figure_stroke(s, "M-18-76Q0-68 18-76", GOLD, 8);
    art_figure_stroke(s, "M40-92L78-150", FIGINK, 8);
    art_figure_shape(s, "M80-176l6 14 15 2-11 11 3 15-13-7-13 7 3-15-11-11 15-2z",
                     GOLD_LIGHT, 5);
}

/* The count: a nobleman with a crown and a wide mantle with fur. */
static void art_figure_count(struct svg *s)
{
    art_figure_shadow(s, 84, 18, 16, 4);
    art_figure_shape(s, "M-24-126C-60-116-74-60-80 0Q0 20 80 0C74-60 60-116 24-126z",
                     "#f0e4c6", 11);
    art_figure_tint(s, "M12-122L24-122C56-112 70-60 76-2Q50 6 28 7C34-40 32-90 12-122z",
                    "#b7a27a");
    art_figure_stroke(s, "M-52-88Q0-58 52-88", "#4f3b63", 20);
    art_figure_stroke(s, "M0-70V4", "#4f3b63", 14);
    svg_print(s, "<path d=\"M-76-10Q0 8 76-10\" fill=\"none\" stroke=\"#fbf6e8\" "
                 "stroke-width=\"17\"/>"
                 "<path d=\"M-70-8Q0 10 70-8\" fill=\"none\" stroke=\"" FIGINK
                 "\" stroke-width=\"7\" stroke-dasharray=\"3 19\"/>"
                 "<circle cy=\"-150\" r=\"28\" fill=\"#ecc9a0\" stroke=\"" FIGINK
                 "\" stroke-width=\"9\"/>");
    art_figure_shape(s, "M-18-138Q0-112 18-138Q0-146-18-138z", "#8a6a45", 5);
    art_figure_shape(
        s, "M-34-168L-38-212L-18-190L0-218L18-190L38-212L34-168Q0-158-34-168z", GOLD, 9);
}

/* King and robber are cards on the table: a round medal with their sign. */
static void art_figure_medal(struct svg *s, const char *rim, const char *field)
{
    art_figure_shadow(s, 104, 30, 10, 4);
    svg_print(s,
              "<circle cy=\"-100\" r=\"102\" fill=\"%s\" stroke=\"" FIGINK
              "\" stroke-width=\"11\"/>"
              "<circle cy=\"-100\" r=\"82\" fill=\"%s\" stroke=\"" FIGINK
              "\" stroke-width=\"5\"/>",
              rim, field);
}

static void art_figure_king(struct svg *s)
{
    art_figure_medal(s, GOLD, "#f7ead2");
    art_figure_shape(s, "M-34-52C-40-86-34-104 0-104C34-104 40-86 34-52Q0-22-34-52z",
                     "#ecc9a0", 7);
    art_figure_shape(s, "M-36-72Q0-50 36-72Q34-24 0-20Q-34-24-36-72z", "#8a6a45", 6);
    art_figure_shape(s, "M-46-98L-54-158L-26-128L0-168L26-128L54-158L46-98Q0-84-46-98z",
                     GOLD, 9);
    svg_print(s, "<path d=\"M-40-108Q0-94 40-108\" fill=\"none\" stroke=\"" RED
                 "\" stroke-width=\"9\" stroke-dasharray=\"10 13\"/>");
}

static void art_figure_robber(struct svg *s)
{
    art_figure_medal(s, "#6b5744", "#e9d3a4");
    art_figure_shape(s, "M-52-30C-58-100-40-150 0-158C40-150 58-100 52-30Q0-12-52-30z",
                     "#4c5a3c", 8);
    art_figure_shape(s, "M-30-62C-34-104-20-122 0-122C20-122 34-104 30-62Q0-44-30-62z",
                     "#ecc9a0", 6);
    art_figure_shape(s, "M-32-104Q0-92 32-104V-82Q18-72 6-84H-6Q-18-72-32-82z", "#2b2320",
                     5);
    svg_print(s, "<circle cx=\"-14\" cy=\"-91\" r=\"5\" fill=\"#fff\"/><circle cx=\"14\" "
                 "cy=\"-91\" r=\"5\" fill=\"#fff\"/>");
}

static void art_figure_catapult(struct svg *s)
{
    art_figure_shadow(s, 120, 20, 14, 4);
    art_figure_stroke(s, "M-20-40L92-172", FIGINK, 26);
    art_figure_stroke(s, "M-20-40L92-172", "#b5854d", 14);
    art_figure_shape(s, "M-112-58H112L100-26H-100z", "#9a6a3c", 10);
    art_figure_stroke(s, "M-40-50L0-130L40-50", FIGINK, 24);
    art_figure_stroke(s, "M-40-50L0-130L40-50", "#b5854d", 12);
    art_figure_shape(s, "M66-176Q92-152 122-182Q112-214 88-206Q66-202 66-176z", "#7a5230",
                     9);
    svg_print(s, "<circle cx=\"96\" cy=\"-204\" r=\"24\" fill=\"" STONE_SHADE
                 "\" stroke=\"" FIGINK "\" stroke-width=\"9\"/>");
    art_figure_wheel(s, -70, 30);
    art_figure_wheel(s, 70, 30);
}

/* The catapult's tokens: wooden discs, each with a picture of its effect. */
static void art_figure_token(struct svg *s, enum art_figure figure)
{
    art_figure_medal(s, "#b5854d", "#e3c48d");
    switch (figure) {
    case ART_TOKEN_KNOCK: /* a falling follower */
        svg_print(s,
                  "<g transform=\"translate(-4 -76)rotate(58)scale(.56)\"><path d=\"%s\" "
                  "fill=\"" RED "\" stroke=\"" FIGINK "\" stroke-width=\"14\"/></g>",
                  body_path);
        art_figure_stroke(s, "M-56-150l22 22M-22-166l8 28M-66-116l28 6", FIGINK, 10);
        break;
    case ART_TOKEN_CATCH: /* an open hand */
        art_figure_shape(
            s,
            "M-50-110Q-60-120-46-126L-30-104V-152Q-20-164-12-152V-112V-164Q0-176 "
            "8-164V-112V-154Q18-166 26-152V-106V-134Q38-144 44-132V-80Q36-36 "
            "0-34Q-28-38-50-110z",
            "#ecc9a0", 8);
        break;
    case ART_TOKEN_SWAP: /* two arrows */
        art_figure_shape(s, "M-60-116H16V-144L66-104L16-66V-92H-60z", AZURE, 7);
        art_figure_shape(s, "M56-52H-16V-26L-62-62L-16-98", GOLD, 7);
        break;
    default: /* rings of a target */
        svg_print(s,
                  "<circle cy=\"-100\" r=\"60\" fill=\"" RED "\" stroke=\"" FIGINK
                  "\" stroke-width=\"7\"/><circle cy=\"-100\" r=\"38\" fill=\"" PARCHMENT
                  "\"/><circle cy=\"-100\" r=\"17\" fill=\"" RED "\"/>");
    }
}

void art_figure_draw(struct svg *s, enum art_figure figure, unsigned seat,
                     enum art_pose pose, unsigned height)
{
    const struct livery *c = seat_livery(seat);

    switch (figure) {
    case ART_SMALL:
        pose == ART_LYING ? art_figure_lying(s, c, false) : art_figure_small(s, c);
        break;
    case ART_LARGE:
        pose == ART_LYING ? art_figure_lying(s, c, true) : art_figure_large(s, c);
        break;
    case ART_ABBOT:
        art_figure_abbot(s, c);
        break;
    case ART_WAGON:
        art_figure_wagon(s, c);
        break;
    case ART_MAYOR:
        art_figure_mayor(s, c);
        break;
    case ART_BUILDER:
        art_figure_builder(s, c);
        break;
    case ART_PIG:
        art_figure_pig(s, c);
        break;
    case ART_BARN:
        art_figure_barn(s, c);
        break;
    case ART_TOWER_FLOOR:
        art_figure_tower(s, c, height);
        break;
    case ART_DRAGON:
        art_figure_dragon(s);
        break;
    case ART_FAIRY:
        art_figure_fairy(s);
        break;
    case ART_COUNT:
        art_figure_count(s);
        break;
    case ART_KING:
        art_figure_king(s);
        break;
    case ART_ROBBER:
        art_figure_robber(s);
        break;
    case ART_CATAPULT:
        art_figure_catapult(s);
        break;
    default:
        art_figure_token(s, figure);
        break;
    }
}

size_t art_figure_group(enum art_figure figure, unsigned seat, enum art_pose pose,
                        unsigned height, char *out, size_t size)
{
    struct svg s;

    svg_begin(&s, out, size);
    svg_print(&s, "<g>");
    art_figure_draw(&s, figure, seat, pose, height);
    svg_print(&s, "</g>");
    return svg_end(&s);
}

size_t art_figure_svg(enum art_figure figure, unsigned seat, enum art_pose pose,
                      unsigned height, char *out, size_t size)
{
    int above = figure == ART_TOWER_FLOOR && height > 4 ? 66 * ((int)height - 4) : 0;
    struct svg s;

    svg_begin(&s, out, size);
    svg_print(&s, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-%d -%d %d %d\">",
              200 + above / 2, 320 + above, 400 + above, 400 + above);
    art_figure_draw(&s, figure, seat, pose, height);
    svg_print(&s, "</svg>");
    return svg_end(&s);
}
