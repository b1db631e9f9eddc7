/* emblem.c -- the pictures that stand for the page elsewhere, as SVG: its icon on a phone or in a
 * tab, and the preview of a link to it. scripts/icons makes PNG of them.
 *
 *     emblem icon                    a tile with a follower, round at the corners
 *     emblem tab                     the follower alone: what is left of it at the size of a letter
 *     emblem maskable                the same without corners: the system cuts its own shape
 *     emblem preview RECORD NAME     1200 x 630: the name, as path data, beside a game */
#include "art.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 8 << 20, SIDE = 512, WIDTH = 1200, HEIGHT = 630, LEFT = 500, TURNS = 34 };

static char text[BYTES];

static int emblem_fail(const char *why)
{
    fprintf(stderr, "emblem: %s\n", why);
    return 1;
}

/* -- The icon --------------------------------------------------------------------------- */

static void emblem_tile_and_follower(double room)
{
    const double feet_x = 500, feet_y = 500 + 330 * room, tall = 3.1 * room;

    art_tile_group((aude_kind)aude_tile_find("base/city-road-curve-right"), 0, 0, ART_MAP,
                   text, BYTES);
    fputs(text, stdout);
    art_figure_group(ART_SMALL, 0, ART_STANDING, 1, text, BYTES);
    printf("<g transform=\"translate(%.0f %.0f) scale(%.2f)\">%s</g>", feet_x, feet_y,
           tall, text);
}

static int emblem_icon(bool round)
{
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
           "viewBox=\"0 0 1000 1000\">",
           SIDE, SIDE);
    art_defs(ART_MAP, text, BYTES);
    printf("%s<clipPath id=\"edge\"><rect width=\"1000\" height=\"1000\" "
           "rx=\"%d\"/></clipPath>"
           "<g clip-path=\"url(#edge)\">",
           text, round ? 170 : 0);
    emblem_tile_and_follower(round ? 1 : 0.8);
    fputs("</g></svg>\n", stdout);
    return 0;
}

static int emblem_tab(void)
{
    art_figure_group(ART_SMALL, 0, ART_STANDING, 1, text, BYTES);
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-115 -218 230 "
           "230\">%s</svg>\n",
           text);
    return 0;
}

/* -- The preview ------------------------------------------------------------------------ */

/* The position after TURNS turns of a record. */
static int emblem_read_game(const char *path, struct aude_reader *reader)
{
    static struct aude_event list[AUDE_EVENTS_MAX];
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    FILE *file = fopen(path, "r");
    char line[4096];

    if (!file) return emblem_fail("the record cannot be read");
    aude_reader_init(reader);
    while (fgets(line, sizeof line, file) && reader->game.turn.number < TURNS) {
        line[strcspn(line, "\n")] = 0;
        if (aude_reader_line(reader, line, strlen(line), &events)) {
            fclose(file);
            return emblem_fail("the record is not played by the rules");
        }
    }
    fclose(file);
    return 0;
}

/* The board fills the picture; on the left it fades into the colour of the page. */
static int emblem_preview(const struct aude_game *game, const char *name)
{
    struct art_options options = art_defaults();

    options.flags = ART_FIGURES;
    if (art_board_svg(game, &options, text, BYTES) >= BYTES)
        return emblem_fail("too long");
    const char *svg = strstr(text, "<svg"), *box = strstr(text, "viewBox");
    if (!svg || !box) return emblem_fail("the board has no box");
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\">"
           "<rect width=\"100%%\" height=\"100%%\" fill=\"#e7d8b6\"/>"
           "<svg x=\"%d\" width=\"%d\" height=\"%d\" "
           "preserveAspectRatio=\"xMidYMid slice\" %s",
           WIDTH, HEIGHT, LEFT, WIDTH - LEFT, HEIGHT, box);
    printf(
        "<linearGradient id=\"fade\"><stop stop-color=\"#e7d8b6\"/>"
        "<stop offset=\"1\" stop-color=\"#e7d8b6\" stop-opacity=\"0\"/></linearGradient>"
        "<rect x=\"%d\" width=\"200\" height=\"%d\" fill=\"url(#fade)\"/>"
        "<path transform=\"translate(64 380) scale(220)\" fill=\"#2f2018\" d=\"%s\"/>"
        "</svg>\n",
        LEFT, HEIGHT, name);
    return 0;
}

int main(int argc, char **argv)
{
    static struct aude_reader reader;

    if (argc == 2 && !strcmp(argv[1], "icon")) return emblem_icon(true);
    if (argc == 2 && !strcmp(argv[1], "maskable")) return emblem_icon(false);
    if (argc == 2 && !strcmp(argv[1], "tab")) return emblem_tab();
    if (argc != 4 || strcmp(argv[1], "preview") != 0)
        return emblem_fail("icon, maskable, tab or preview RECORD NAME");
    return emblem_read_game(argv[2], &reader) ? 1 : emblem_preview(&reader.game, argv[3]);
}
