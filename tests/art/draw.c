/* draw.c -- draws sheets, boards, tiles and figures for whoever works on the picture.
 *
 *   draw sheet SET STYLE PX      one contact sheet (SET a number, STYLE 0 map, 1 plain)
 *   draw board SEED STYLE PX [N] a random game after N actions (all of it without N)
 *   draw tile ID ROT COPY STYLE  one tile
 *   draw figures                 every figure in every colour
 *   draw check [all]             where picture and tile data disagree
 *   draw hash                    of all tiles: compilers and machines must agree
 *   draw defs, draw groups STEP  for tests/art/seam.py: every STEPth tile as a group
 *
 * Not part of the program; after a build:
 *   cc -std=c11 -Iinclude -Iart tests/art/draw.c build/libart.a build/libaude.a -lm */
#include "art.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 32 << 20 };

static int write_out(const char *text, size_t n)
{
    if (n >= BYTES) return fprintf(stderr, "too long: %zu\n", n), 1;
    return fwrite(text, 1, n, stdout) != n;
}

static int sheet(char **arg, char *out)
{
    struct art_options o = {.style = (enum art_style)atoi(arg[1]),
                            .tile_px = (unsigned)atoi(arg[2]),
                            .flags = ART_NAMES};

    return write_out(out, art_sheet_svg((enum aude_set)atoi(arg[0]), &o, out, BYTES));
}

/* Tiles where they match most neighbours, so that the board is compact and worth seeing. */
static struct aude_action choose(const struct aude_game *game,
                                 const struct aude_action *list, int n, unsigned *dice)
{
    int best = 0, most = -1;

    for (int i = 0; i < n; i++) {
        int score;

        *dice = *dice * 1664525u + 1013904223u;
        score = (int)(*dice >> 24) % 40;
        if (list[i].kind == AUDE_LAY) {
            static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
            for (int k = 0; k < 4; k++)
                score += 40 * (aude_game_tile_at(game, list[i].x + dx[k],
                                                 list[i].y + dy[k]) >= 0);
            score -= 3 * (abs(list[i].x) + 2 * abs(list[i].y));
        }
        if (score > most) {
            most = score;
            best = i;
        }
    }
    return list[best];
}

static int board(int argc, char **arg, char *out)
{
    static struct aude_game game;
    static struct aude_action list[AUDE_ACTIONS_MAX];
    struct aude_setup setup;
    unsigned dice = (unsigned)atoi(arg[0]);
    int limit = argc > 3 ? atoi(arg[3]) : 1 << 20;
    struct art_options o = {.style = (enum art_style)atoi(arg[1]),
                            .tile_px = (unsigned)atoi(arg[2]),
                            .flags = ART_FIGURES | ART_GRID | ART_FRAME |
                                     (limit < 1 << 20 ? ART_LAST : 0)};

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.seed = aude_seed(dice);
    setup.n_seats = 5;
    setup.sw[AUDE_SWITCH_RIVER] = dice % 2 ? AUDE_RIVER_I : AUDE_RIVER_OFF;
    if (aude_game_init(&game, &setup, NULL)) return fputs("no such setup\n", stderr), 1;
    for (int k = 0; k < limit && !aude_game_over(&game); k++) {
        int n = aude_game_actions(&game, list, AUDE_ACTIONS_MAX);
        if (aude_game_play(&game, choose(&game, list, n, &dice), NULL)) return 1;
    }
    return write_out(out, art_board_svg(&game, &o, out, BYTES));
}

static int find(const char *id)
{
    for (int i = 0; i < aude_tiles_count; i++)
        if (!strcmp(aude_tiles[i].id, id)) return i;
    return -1;
}

static int tile(char **arg, char *out)
{
    int kind = find(arg[0]);

    if (kind < 0) return fputs("no such tile\n", stderr), 1;
    return write_out(out, art_tile_svg((aude_kind)kind, (unsigned)atoi(arg[1]),
                                       (unsigned)atoi(arg[2]),
                                       (enum art_style)atoi(arg[3]), out, BYTES));
}

static int figures(char *out)
{
    puts("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 3800 2380\" "
         "width=\"1900\" height=\"1190\">"
         "<rect width=\"3800\" height=\"2380\" fill=\"#bfbf6b\"/>");
    for (int f = 0; f < ART_FIGURE_KINDS; f++)
        for (int seat = 0; seat < (f < ART_DRAGON ? 6 : 1); seat++)
            for (int pose = 0; pose < (f <= ART_LARGE ? 2 : 1); pose++) {
                int column = f < ART_DRAGON ? f + (f > 1 ? 2 : f) + pose : f - ART_DRAGON;
                int x = 180 + column * (f < ART_DRAGON ? 330 : 360),
                    y = f < ART_DRAGON ? seat * 330 + 330 : 2310;
                art_figure_group((enum art_figure)f, (unsigned)seat, (enum art_pose)pose,
                                 f == ART_TOWER_FLOOR ? (unsigned)seat % 4 + 1 : 1, out,
                                 BYTES);
                printf("<g transform=\"translate(%d %d)\">%s</g>\n", x, y, out);
            }
    puts("</svg>");
    return 0;
}

static void check_kind(int kind, unsigned rot)
{
    const struct aude_tile *t = &aude_tiles[kind];

    for (unsigned i = 0; i < t->n_segments; i++) {
        const struct aude_segment *s = &t->segment[i];
        double x = s->x * 1000.0 / 1024, y = s->y * 1000.0 / 1024;
        for (unsigned r = 0; r < rot; r++) {
            double swap = x;
            x = 1000 - y;
            y = swap;
        }
        unsigned at = art_segment_at((aude_kind)kind, rot, (int)x, (int)y);
        if (at != i)
            printf("%s rot %u: anchor of segment %u (kind %d, %d,%d) shows %d\n", t->id,
                   rot, i, s->kind, s->x, s->y, at);
        for (unsigned h = 0; h < 8; h++) {
            static const int hx[8] = {250, 750, 985, 985, 750, 250, 15, 15},
                             hy[8] = {15, 15, 250, 750, 985, 985, 750, 250};
            unsigned g = (h + 2 * rot) & 7;
            if (s->kind != AUDE_FIELD || !(s->halves >> h & 1)) continue;
            at = art_segment_at((aude_kind)kind, rot, hx[g], hy[g]);
            if (at != i)
                printf("%s rot %u: half %u of field %u shows %d\n", t->id, rot, h, i, at);
        }
    }
}

/* Two lines a tile: its name, turn, copy and letters as it lies; its group. */
static void groups(int every, char *out)
{
    puts("");
    for (int i = 0; i < aude_tiles_count * 4; i += every) {
        const struct aude_tile *t = &aude_tiles[i / 4];
        unsigned rot = (unsigned)i % 4, copy = ((unsigned)i / 4 + rot) % ART_COPIES;

        printf("%s %u %u ", t->id, rot, copy);
        for (unsigned side = 0; side < 4; side++)
            putchar("FRCWXA"[t->edge[(side + 4 - rot) & 3]]);
        art_tile_group((aude_kind)(i / 4), rot, copy, ART_MAP, out, BYTES);
        printf("\n%s\n", out);
    }
}

static int hash(char *out)
{
    uint64_t h = 0xcbf29ce484222325u;

    for (int i = 0; i < aude_tiles_count * 4 * ART_STYLES; i++) {
        size_t n = art_tile_svg((aude_kind)(i / 4 % aude_tiles_count), (unsigned)i % 4,
                                (unsigned)i / 4 % ART_COPIES,
                                (enum art_style)(i / 4 / aude_tiles_count), out, BYTES);
        for (size_t k = 0; k < n; k++) h = (h ^ (unsigned char)out[k]) * 0x100000001b3u;
    }
    return printf("%016llx\n", (unsigned long long)h) < 0;
}

int main(int argc, char **argv)
{
    char *out = malloc(BYTES);

    if (argc > 1 && !strcmp(argv[1], "defs"))
        return write_out(out, art_defs(ART_MAP, out, BYTES));
    if (argc > 1 && !strcmp(argv[1], "hash")) return hash(out);
    if (argc > 2 && !strcmp(argv[1], "groups")) return groups(atoi(argv[2]), out), 0;

    if (argc > 4 && !strcmp(argv[1], "sheet")) return sheet(argv + 2, out);
    if (argc > 4 && !strcmp(argv[1], "board")) return board(argc - 2, argv + 2, out);
    if (argc > 5 && !strcmp(argv[1], "tile")) return tile(argv + 2, out);
    if (argc > 1 && !strcmp(argv[1], "figures")) return figures(out);
    for (int kind = 0; kind < aude_tiles_count; kind++)
        for (unsigned rot = 0; rot < (argc > 2 ? 4 : 1); rot++) check_kind(kind, rot);
    free(out);
    return 0;
}
