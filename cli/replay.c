/* replay.c -- `aude replay`: what happened in a recorded game, once it is proven whole.
 *
 * Everything is collected first and printed at the end: of a record that does not hold
 * nothing reaches stdout. */
#include "cli.h"
#include "jcz.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

struct replay {
    struct aude_reader reader;
    struct cli_text turns;  /* for a person */
    struct cli_text events; /* for a program: the members of the list */
    struct cli_json json;   /* writes to `events` */
    int32_t points[AUDE_SEATS_MAX];
    int turn;
    bool for_program, quiet;
    bool is_jcz, verify;
    struct cli_marks skipped;
    const char *output; /* a file, or NULL */
};

/* -- For a person ----------------------------------------------------------------------- */

static void replay_add_totals(struct replay *replay)
{
    const struct aude_head *head = &replay->reader.head;

    cli_text_str(&replay->turns, "   [");
    for (unsigned seat = 0; seat < head->setup.n_seats; seat++)
        cli_text_add(&replay->turns, "%s%s %d", seat ? ", " : "", head->name[seat],
                     (int)replay->points[seat]);
    cli_text_str(&replay->turns, "]");
}

static void replay_tell(struct replay *replay, const struct aude_event *event)
{
    struct cli_text words = {0};

    if (event->kind == AUDE_EV_FINAL) cli_text_str(&replay->turns, "final scoring\n");
    if (words_event(&words, &replay->reader.head, &replay->reader.game, event)) {
        if (event->kind == AUDE_EV_LAY || event->kind == AUDE_EV_DISCARD)
            cli_text_add(&replay->turns, "%4d  %s", replay->turn, words.data);
        else
            cli_text_add(&replay->turns, "      %s", words.data);
        if (event->kind == AUDE_EV_SCORE) replay_add_totals(replay);
        cli_text_str(&replay->turns, "\n");
    }
    cli_text_free(&words);
}

static void replay_add_result(const struct replay *replay, struct cli_text *out)
{
    const struct aude_head *head = &replay->reader.head;
    unsigned winners = aude_game_winners(&replay->reader.game);
    bool shared = winners & (winners - 1);

    cli_text_add(out,
                 replay->reader.finished ? "Finished after %d turns, %s rules:\n"
                                         : "Still open in turn %d, %s rules:\n",
                 replay->turn, aude_preset_name(head->setup.preset));
    for (unsigned seat = 0; seat < head->setup.n_seats; seat++)
        cli_text_add(out, "  %-20s %4d%s\n", head->name[seat],
                     (int)replay->reader.game.player[seat].points,
                     !replay->reader.finished || !(winners >> seat & 1) ? ""
                     : shared ? "  shared victory"
                              : "  won");
    cli_text_str(out,
                 replay->is_jcz
                     ? "Every message is legal.\n"
                     : "Every action is legal, every hash and every total agrees.\n");
    if (head->commit[0] && !head->setup.hidden)
        cli_text_str(out, "Seed and draws are those of the commitment.\n");
    if (head->commit[0] && head->setup.hidden)
        cli_text_str(out, "The seed is hidden: the commitment could not be checked.\n");
}

/* -- For a program ---------------------------------------------------------------------- */

static void replay_json_place(struct cli_json *json, const struct aude_event *event)
{
    cli_json_int(json, "x", event->x);
    cli_json_int(json, "y", event->y);
}

static void replay_json_segment(struct replay *replay, const struct aude_event *event)
{
    const struct aude_game *game = &replay->reader.game;
    int tile = aude_game_tile_at(game, event->x, event->y);
    char text[64] = "quarter";

    if (tile < 0) return;
    if (event->segment == AUDE_ON_TOWER)
        strcpy(text, "tower");
    else if (event->segment < aude_tiles[game->laid[tile].kind].n_segments)
        aude_segment_text(game->laid[tile].kind, game->laid[tile].rot, event->segment,
                          text, sizeof text);
    cli_json_string(&replay->json, "segment", text);
}

/* The names are those of JCloisterZone, which other programs know. */
static void replay_json_score(struct replay *replay, const struct aude_event *event)
{
    struct cli_json *json = &replay->json;
    char sum[128];

    aude_event_sum(event, sum, sizeof sum);
    cli_json_string(json, "feature", jcz_name_score(&replay->reader.game, event));
    cli_json_int(json, "points", event->points);
    cli_json_bool(json, "final", event->final);
    cli_json_string(json, "why", sum);
}

/* What `other` is: a seat, a quarter, a kind of round or a stand. */
static void replay_json_other(struct cli_json *json, const struct aude_event *event,
                              unsigned has)
{
    if (has & AUDE_HAS_OTHER) cli_json_int(json, "other", event->other);
    if (has & AUDE_HAS_QUARTER)
        cli_json_string(json, "quarter", aude_quarters[event->other & 3].name);
    if (has & AUDE_HAS_ROUND)
        cli_json_string(json, "kind", aude_catapult_name(event->other));
    if (has & AUDE_HAS_STAND) cli_json_int(json, "stand", event->other);
}

/* Every field that the kind of event has (docs/record.md). */
static void replay_json_details(struct replay *replay, const struct aude_event *event)
{
    struct cli_json *json = &replay->json;
    unsigned has = aude_event_fields(event->kind);

    if (has & AUDE_HAS_SUM) {
        replay_json_place(json, event);
        replay_json_score(replay, event);
        return;
    }
    if (has & AUDE_HAS_TILE) cli_json_string(json, "tile", aude_tiles[event->tile].id);
    if (has & AUDE_HAS_CELL) replay_json_place(json, event);
    if (has & AUDE_HAS_ROT) cli_json_int(json, "rotation", 90 * event->rot);
    if (has & AUDE_HAS_FIGURE)
        cli_json_string(json, "figure", aude_figure_name(event->figure));
    if (has & AUDE_HAS_SEGMENT) replay_json_segment(replay, event);
    replay_json_other(json, event, has);
    if (has & AUDE_HAS_GOODS)
        cli_json_string(json, "goods", aude_goods_name(event->goods));
    if (has & AUDE_HAS_FEATURE)
        cli_json_string(json, "feature", aude_feature_name(event->feature));
    if (has & AUDE_HAS_NUMBERS) {
        cli_json_int(json, aude_event_x_name(event->kind), event->x);
        cli_json_int(json, aude_event_y_name(event->kind), event->y);
    }
    if (has & AUDE_HAS_POINTS)
        cli_json_int(json, aude_event_number_name(event->kind), event->points);
    if (has & AUDE_HAS_POINT) {
        cli_json_int(json, "at_x", event->at.x);
        cli_json_int(json, "at_y", event->at.y);
    }
}

static void replay_list_one(struct replay *replay, const struct aude_event *event)
{
    struct cli_json *json = &replay->json;

    cli_json_object(json, NULL);
    cli_json_int(json, "turn", replay->turn);
    cli_json_string(json, "type", aude_event_name(event->kind));
    if (event->seat < AUDE_SEATS_MAX) cli_json_int(json, "player", event->seat);
    replay_json_details(replay, event);
    cli_json_close(json);
}

/* Each kind of goods is a score of its own. */
static void replay_list_event(struct replay *replay, const struct aude_event *event)
{
    struct aude_event one = *event;
    unsigned times = 1;

    if (event->kind == AUDE_EV_TURN || event->kind == AUDE_EV_FINAL ||
        event->kind == AUDE_EV_OVER)
        return;
    if (event->kind == AUDE_EV_SCORE && event->feature == AUDE_FROM_GOODS) {
        times = event->term[0].count;
        one.term[0].count = 1;
        one.points = event->term[0].each;
    }
    while (times--) replay_list_one(replay, &one);
}

static void replay_add_object(const struct replay *replay, struct cli_text *out)
{
    const struct aude_reader *reader = &replay->reader;
    struct cli_json json = {.out = out};

    cli_json_object(&json, NULL);
    cli_json_string(&json, "format", replay->is_jcz ? "jcz" : "aude");
    cli_setup_json(&json, "setup", &reader->head);
    cli_json_bool(&json, "finished", reader->finished);
    cli_json_list(&json, "players");
    for (unsigned seat = 0; seat < reader->head.setup.n_seats; seat++) {
        cli_json_object(&json, NULL);
        cli_json_string(&json, "name", reader->head.name[seat]);
        cli_json_int(&json, "points", reader->game.player[seat].points);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_list(&json, "events");
    if (replay->events.n) cli_text_bytes(out, replay->events.data, replay->events.n);
    cli_json_close(&json);
    cli_json_object(&json, "skipped");
    cli_json_int(&json, "variations", replay->skipped.variations);
    cli_json_int(&json, "notes", replay->skipped.notes);
    cli_json_close(&json);
    cli_json_close(&json);
}

/* -- The command ------------------------------------------------------------------------ */

static bool replay_take_line(void *context, const struct aude_reader *reader,
                             const struct aude_events *events, const char *line)
{
    struct replay *replay = context;

    (void)reader;
    cli_record_count_mark(&replay->skipped, line);
    for (int i = 0; i < events->n; i++) {
        const struct aude_event *event = &events->list[i];
        if (event->kind == AUDE_EV_TURN) replay->turn = event->points;
        if (event->kind == AUDE_EV_SCORE) replay->points[event->seat] += event->points;
        if (replay->for_program)
            replay_list_event(replay, event);
        else if (!replay->quiet)
            replay_tell(replay, event);
    }
    return true;
}

static int replay_print(struct replay *replay)
{
    struct cli_text out = {0};

    if (replay->for_program) {
        replay_add_object(replay, &out);
    } else {
        if (replay->turns.n) cli_text_add(&out, "%s\n", replay->turns.data);
        replay_add_result(replay, &out);
    }
    int status = cli_text_write(replay->output, &out);
    cli_text_free(&out);
    return status;
}

enum { JSON = 1, QUIET, VERIFY, OUTPUT };

static const struct cli_option options[] = {
    {"json", 0, false, JSON},     {"quiet", 'q', false, QUIET},
    {"verify", 0, false, VERIFY}, {"output", 'o', true, OUTPUT},
    {NULL, 0, false, 0},
};

static int replay_prepare(struct replay *replay, int argc, char **argv, const char **path)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = options};
    int id;

    while ((id = cli_args_next(&args)) != CLI_END) {
        if (id == CLI_BAD) return CLI_MISUSED;
        if (id == JSON) replay->for_program = true;
        if (id == QUIET) replay->quiet = true;
        if (id == VERIFY) replay->verify = true;
        if (id == OUTPUT) replay->output = args.value;
        if (id != CLI_OPERAND) continue;
        if (*path)
            return cli_fail_misused("one record at a time, not also \"%s\"", args.value);
        *path = args.value;
    }
    /* The list of events is written apart: inside of two brackets, as it will stand. */
    replay->json = (struct cli_json){.out = &replay->events, .depth = 2};
    return *path ? CLI_DONE
                 : cli_fail_misused("which record? e.g. aude replay game.aude");
}

/* A save of JCloisterZone, or a record of ours, which is verified always. */
static int replay_file(struct replay *replay, const char *path)
{
    replay->is_jcz = cli_jcz_is(path);
    if (replay->is_jcz && replay->verify)
        return cli_jcz_verify(path, replay->for_program, replay->output);
    int status = (replay->is_jcz ? cli_jcz_read : cli_record_read)(
        path, &replay->reader, replay_take_line, replay);
    return status ? status : replay_print(replay);
}

static int replay_run(int argc, char **argv)
{
    struct replay *replay = cli_alloc(sizeof *replay);
    const char *path = NULL;
    int status = replay_prepare(replay, argc, argv, &path);

    if (!status) status = replay_file(replay, path);
    cli_text_free(&replay->turns);
    cli_text_free(&replay->events);
    free(replay);
    return status;
}

const struct cli_command cli_replay = {
    .name = "replay",
    .summary = "replay and verify a record: every scoring, every total",
    .help =
        "usage: aude replay FILE [OPTIONS]\n\n"
        "Plays a record (.aude; - reads stdin) action by action and checks everything "
        "in\n"
        "it: that each action is legal, the hash of each turn, the totals, and, if "
        "there\n"
        "is one, the commitment to the draws. A record that does not hold is answered\n"
        "with its line, the words and the rule, status 1, and nothing on stdout.\n"
        "A save of JCloisterZone (.jcz) is played message by message in the same way.\n"
        "Of a record with variations the main line is played, and stderr says what is\n"
        "skipped.\n\n"
        "  -q, --quiet          only the result\n"
        "  --verify             a save: compare points, score events and legal moves "
        "with\n"
        "                       what JCloisterZone noted in it and in "
        "NAME.legal.json.gz\n"
        "  --json               {\"format\", \"setup\", \"finished\", \"players\", "
        "\"events\",\n"
        "                       \"skipped\"}; players are numbered by seat, from 0.\n"
        "                       With --verify {\"same\", \"messages\", \"legal_lists\",\n"
        "                       \"points\", \"score_events\", \"assertions\"}, or the\n"
        "                       \"difference\"\n"
        "  -o, --output FILE    where to write it (stdout)\n\n"
        "examples:\n"
        "  aude replay game.aude\n"
        "  aude replay --quiet game.aude\n"
        "  aude replay game.jcz --verify\n"
        "  aude replay game.aude --json | python3 -m json.tool\n",
    .run = replay_run,
    .own = options,
};
