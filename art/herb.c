/* herb.c -- grass with stems, and flowers of each colour; one path for each kind. */
#include "herb.h"

#include "palette.h"

bool herb_is(unsigned sprite)
{
    return sprite >= SP_TUFT && sprite <= SP_LAVENDER;
}

void herbs_add(struct herbs *herbs, enum sprite sprite, struct point at)
{
    if (herbs->n >= HERBS_MAX) return;
    herbs->at[herbs->n].x = (int16_t)round_int(at.x);
    herbs->at[herbs->n].y = (int16_t)round_int(at.y);
    herbs->at[herbs->n++].sprite = (uint8_t)sprite;
}

static void herb_blossoms(struct svg *s, const struct herbs *herbs, unsigned sprite,
                          const char *colour)
{
    bool any = false;

    for (int i = 0; i < herbs->n; i++) {
        if (herbs->at[i].sprite != sprite) continue;
        if (!any)
            svg_print(s, "<path class=\"auhb\" stroke=\"%s\" stroke-width=\"13\" d=\"",
                      colour);
        any = true;
        svg_move(s, pt(herbs->at[i].x, herbs->at[i].y - 17));
        svg_print(s, "h1");
    }
    if (any) svg_print(s, "\"/>");
}

void herbs_draw(struct svg *s, const struct herbs *herbs)
{
    if (!herbs->n) return;
    svg_print(s, "<path class=\"auhb\" stroke=\"" BLADE "\" stroke-width=\"4\" d=\"");
    for (int i = 0; i < herbs->n; i++) {
        bool tuft = herbs->at[i].sprite == SP_TUFT;

        svg_move(s, pt(herbs->at[i].x - (tuft ? 12 : 0), herbs->at[i].y));
        svg_print(s, tuft ? "q2-10-4-17m12 17v-23m8 23q0-12 6-19" : "v-14");
    }
    svg_print(s, "\"/>");
    herb_blossoms(s, herbs, SP_POPPY, RED_FLOWER);
    herb_blossoms(s, herbs, SP_DAISY, WHITE_FLOWER);
    herb_blossoms(s, herbs, SP_LAVENDER, VIOLET_FLOWER);
}
