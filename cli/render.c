/* render.c -- `aude render`: a position of a recorded game as an SVG picture. */
#include "cli.h"

#include "art/art.h"

#include <stdlib.h>
#include <string.h>

struct render {
    struct aude_reader reader;
    struct aude_game game; /* the wanted position */
    const char *path, *output;
    long turn; /* -1: the end */
    bool found;
    struct art_options options;
};

/* The whole record is read and verified, whatever turn is wanted. */
static bool render_take_line(void *context, const struct aude_reader *reader,
                             const struct aude_events *events, const char *line)
{
    struct render *render = context;

    (void)events;
    (void)line;
    if (!reader->game.n_laid || render->found) return true;
    if (render->turn >= 0 &&
        (reader->game.turn.number > render->turn ||
         (aude_game_over(&reader->game) && reader->game.turn.number == render->turn))) {
        render->game = reader->game;
        render->found = true;
    }
    return true;
}

static int render_draw(struct render *render)
{
    size_t n = art_board_svg(&render->game, &render->options, NULL, 0);
    char *svg = cli_alloc(n + 1);
    struct cli_text text = {.data = svg, .n = n, .size = n + 1};

    art_board_svg(&render->game, &render->options, svg, n + 1);
    int status = cli_text_write(render->output, &text);
    free(svg);
    return status;
}

static int render_work(struct render *render)
{
    int status = (cli_jcz_is(render->path) ? cli_jcz_read : cli_record_read)(
        render->path, &render->reader, render_take_line, render);

    if (status) return status;
    if (render->turn < 0)
        render->game = render->reader.game;
    else if (!render->found)
        return cli_fail(
            "%s has %d turns, so there is no position after turn %ld", render->path,
            render->reader.game.turn.number - !render->reader.finished, render->turn);
    return render_draw(render);
}

/* -- The command ------------------------------------------------------------------------ */

enum { OUT = 1, TURN, STYLE, SIZE, COORDS };

static const struct cli_option options_table[] = {
    {"output", 'o', true, OUT}, {"turn", 't', true, TURN},    {"style", 0, true, STYLE},
    {"tile-px", 0, true, SIZE}, {"coords", 0, false, COORDS}, {NULL, 0, false, 0},
};

static int render_take(struct render *render, int id, const char *value)
{
    bool plain;
    long n;

    switch (id) {
    case OUT:
        render->output = value;
        return CLI_DONE;
    case TURN:
        return cli_args_number("--turn", value, 0, 100000, &render->turn) ? CLI_DONE
                                                                          : CLI_MISUSED;
    case STYLE:
        if (!cli_args_style(value, &plain)) return CLI_MISUSED;
        render->options.style = plain ? ART_PLAIN : ART_MAP;
        return CLI_DONE;
    case SIZE:
        if (!cli_args_number("--tile-px", value, 8, 2000, &n)) return CLI_MISUSED;
        render->options.tile_px = (unsigned)n;
        return CLI_DONE;
    case COORDS:
        render->options.flags |= ART_COORDS;
        return CLI_DONE;
    default:
        if (render->path)
            return cli_fail_misused("one record at a time, not also \"%s\"", value);
        render->path = value;
        return CLI_DONE;
    }
}

static int render_run(int argc, char **argv)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = options_table};
    struct render *render = cli_alloc(sizeof *render);
    int id, status = CLI_DONE;

    render->turn = -1;
    render->output = "-";
    render->options = art_defaults();
    while (!status && (id = cli_args_next(&args)) != CLI_END)
        status = id == CLI_BAD ? CLI_MISUSED : render_take(render, id, args.value);
    if (!status && !render->path)
        status = cli_fail_misused("which record? e.g. aude render game.aude -o game.svg");
    if (!status) status = render_work(render);
    free(render);
    return status;
}

const struct cli_command cli_render = {
    .name = "render",
    .summary = "a picture of any position of a record, as SVG",
    .help = "usage: aude render FILE [-o F.svg] [--turn N] [--style map|plain]\n\n"
            "Verifies a record, or a save of JCloisterZone (.jcz), and draws the "
            "position at\n"
            "its end, or after a turn.\n\n"
            "  -o, --output FILE    where to write the picture (stdout)\n"
            "  -t, --turn N         after turn N; 0 is the start\n"
            "  --style NAME         map (default) or plain\n"
            "  --tile-px N          width of a tile, 8 to 2000 (128)\n"
            "  --coords             column and row numbers in the margin\n\n"
            "examples:\n"
            "  aude render game.aude -o game.svg\n"
            "  aude render game.aude --turn 20 --style plain -o turn20.svg\n"
            "  aude render - --coords < game.aude > game.svg\n",
    .run = render_run,
    .own = options_table,
};
