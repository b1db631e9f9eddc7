/* play.c -- `aude play`: a game at the terminal, people and computers mixed. */
#include "play.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* -- Saving ----------------------------------------------------------------------------- */

/* Make all folders of the path that are missing. */
static void play_make_folders(const char *path)
{
    char part[1024];

    if (strlen(path) >= sizeof part) return;
    strcpy(part, path);
    for (char *p = part + 1; *p; p++)
        if (*p == '/') {
            *p = 0;
            mkdir(part, 0777);
            *p = '/';
        }
}

/* ~/.local/share/aude/2026-11-15-140312.aude: a new file for every game. */
static char *play_default_path(void)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct cli_text path = {0};
    time_t now = time(NULL);
    struct tm tm;
    char date[64] = "game";

    if (localtime_r(&now, &tm)) strftime(date, sizeof date, "%Y-%m-%d-%H%M%S", &tm);
    if (data && *data == '/')
        cli_text_add(&path, "%s/aude/%s.aude", data, date);
    else if (home && *home == '/')
        cli_text_add(&path, "%s/.local/share/aude/%s.aude", home, date);
    else
        cli_text_add(&path, "aude-%s.aude", date);
    play_make_folders(path.data);
    for (int i = 2; !access(path.data, F_OK) && i < 1000; i++) {
        path.n -= strlen(strrchr(path.data, '.'));
        cli_text_add(&path, "-%d.aude", i);
    }
    return path.data;
}

/* Only a record may be overwritten. */
static bool play_may_overwrite(const char *path)
{
    FILE *file = fopen(path, "rb");
    char start[6] = "";
    struct stat is;

    if (!file) return errno == ENOENT;
    bool ok = !fstat(fileno(file), &is) && S_ISREG(is.st_mode);
    size_t n = ok ? fread(start, 1, 5, file) : 0;
    fclose(file);
    return ok && (!is.st_size || (n == 5 && !strcmp(start, "aude ")));
}

static const char *play_save(struct play *play)
{
    if (!play->save) play->save = play_default_path();
    return cli_record_save(&play->record, &play->game, play->save);
}

/* A record does not say which seats are computers: then --seat must be given again. */
static bool play_any_computer(const struct play *play)
{
    for (unsigned seat = 0; seat < play->game.n_seats; seat++)
        if (play->computer[seat]) return true;
    return false;
}

static int play_say_saved(struct play *play)
{
    const char *problem = play->touched ? play_save(play) : NULL;

    if (problem)
        return cli_fail("the game could not be saved as %s: %s", play->save, problem);
    if (!play->touched) return CLI_DONE;
    printf("Saved as %s\n", play->save);
    if (!aude_game_over(&play->game)) {
        printf("Go on with: aude play --resume %s", play->save);
        for (unsigned seat = 0; play_any_computer(play) && seat < play->game.n_seats;
             seat++)
            printf("%s%s", seat ? "," : " --seat ",
                   play->computer[seat] ? play->computer[seat]->name : "human");
        puts("");
    }
    return CLI_DONE;
}

/* -- The game --------------------------------------------------------------------------- */

static void play_remember(struct play *play)
{
    play->can_undo = true;
    aude_game_copy(&play->before, &play->game);
    play->record_before = play->record.n;
    play->log_before = play->log.n;
    play->last_tile_before = play->last_tile;
    play->last_seat_before = play->last_seat;
}

void play_undo(struct play *play)
{
    aude_game_copy(&play->game, &play->before);
    play->record.n = play->record_before;
    play->record.data[play->record.n] = 0;
    play_log_cut(&play->log, play->log_before);
    play->last_tile = play->last_tile_before;
    play->last_seat = play->last_seat_before;
    play->can_undo = false;
}

void play_act(struct play *play, struct aude_action action)
{
    struct aude_events events = {.list = play->list, .max = AUDE_EVENTS_MAX};
    bool person = !play->computer[play->game.turn.actor];
    unsigned turn = play->game.turn.number;
    char words[128];

    if (action.kind == AUDE_LAY && person)
        play_remember(play);
    else
        play->can_undo = false;
    aude_action_text(&play->game, action, words, sizeof words);
    enum aude_err err = aude_game_play(&play->game, action, &events);
    if (err) { /* listed and still refused: a bug, so do not hide it */
        fprintf(stderr, "aude: \"%s\" was refused: %s\n", words, aude_err_sentence(err));
        exit(CLI_FAILED);
    }
    play_log_events(play, &events);
    cli_record_step(&play->record, &play->game, words, &events);
    play->touched |= person;
    /* Save after every turn, so that a closed window loses nothing. */
    if (play->touched && turn != play->game.turn.number) play_save(play);
}

static void play_computer_acts(struct play *play)
{
    static struct aude_game view;
    unsigned seat = play->game.turn.actor;

    aude_game_view(&view, &play->game, seat);
    play_act(play, ai_choose(play->computer[seat], &view, NULL, &play->rng));
}

static bool play_any_person(const struct play *play)
{
    for (unsigned seat = 0; seat < play->game.n_seats; seat++)
        if (!play->computer[seat]) return true;
    return false;
}

static void play_show_end(struct play *play)
{
    struct cli_text table = {0};
    int from = 0;

    for (int i = 0; i < play->log.n; i++)
        if (!strcmp(play->log.line[i], "The final scoring:")) from = i;
    for (; from < play->log.n; from++)
        cli_text_add(&table, "  %s\n", play->log.line[from]);
    cli_text_str(&table, "\n");
    play_log_table(play, &table);
    play_screen_show(play, play_screen_view(play), table.data, "\n");
    cli_text_free(&table);
}

static int play_on(struct play *play)
{
    bool on = true;

    while (on && !cli_stop_signal() && !aude_game_over(&play->game)) {
        if (play->computer[play->game.turn.actor])
            play_computer_acts(play);
        else
            on = play_ask(play);
    }
    if (aude_game_over(&play->game))
        play_show_end(play);
    else
        puts("");
    if (!play_any_person(play)) play->touched = play->save != NULL;
    int status = play_say_saved(play), number = cli_stop_signal();
    return status || !number ? status : CLI_STOPPED + number;
}

/* -- Beginning -------------------------------------------------------------------------- */

static int play_begin(struct play *play)
{
    struct aude_events events = {.list = play->list, .max = AUDE_EVENTS_MAX};
    struct aude_head *head = &play->setup.head;

    if (!play->setup.seeded && !cli_setup_seed(&head->setup.seed))
        return cli_fail("the system gives no random numbers");
    enum aude_err err = aude_game_init(&play->game, &head->setup, &events);
    if (err) return cli_fail("%s [%s]", aude_err_sentence(err), aude_err_rule(err));
    cli_record_begin(&play->record, head, &play->game, &events);
    play_log_events(play, &events);
    ai_rng_init(&play->rng, head->setup.seed.lo ^ 0x5eed);
    return CLI_DONE;
}

/* Continue the record as it is, without its last line and its comments. */
static bool play_take_line(void *context, const struct aude_reader *reader,
                           const struct aude_events *events, const char *line)
{
    struct play *play = context;
    bool name = !strncmp(line, "name ", 5);
    size_t n = name ? strlen(line) : strcspn(line, "#");

    while (n && isspace((unsigned char)line[n - 1])) n--;
    if (n && !aude_record_is_last(line, n)) {
        if (play->record.n) cli_text_str(&play->record, "\n");
        cli_text_bytes(&play->record, line, n);
    }
    if (!reader->game.n_laid) return true;
    play->game = reader->game;
    play->setup.head = reader->head;
    play_log_events(play, events);
    return true;
}

static int play_resume(struct play *play, const char *path)
{
    struct aude_reader *reader = cli_alloc(sizeof *reader);
    int status = cli_record_read(path, reader, play_take_line, play);

    play->last_tile = -1;
    if (!status && reader->head.setup.hidden)
        status = cli_fail("%s does not hold the draws that are to come", path);
    if (!status && aude_game_over(&reader->game))
        status = cli_fail("%s: that game is over; `aude replay` tells how it went", path);
    play->setup.head = reader->head;
    play->game = reader->game;
    ai_rng_init(&play->rng, reader->head.setup.seed.lo ^ reader->game.turn.number);
    for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
        play->news_from[seat] = play->log.n;
    free(reader);
    return status;
}

/* -- The command ------------------------------------------------------------------------ */

enum { TTY = 1, SEAT, SAVE, RESUME };

static const struct cli_option options[] = {
    {"tty", 0, false, TTY},      {"seat", 's', true, SEAT}, {"save", 0, true, SAVE},
    {"resume", 0, true, RESUME}, {NULL, 0, false, 0},
};

struct wish {
    const char *seats, *save, *resume;
    bool setup; /* a setup option was given */
};

/* "human", or the name of a computer player. */
static bool play_find_seat(const char *name, const struct ai_player **computer)
{
    *computer = strcmp(name, "human") != 0 ? ai_find(name) : NULL;
    return *computer || !strcmp(name, "human");
}

static int play_take_seats(struct play *play, const char *value)
{
    unsigned n = 0;
    char name[32];

    while (cli_args_name(&value, name, sizeof name)) {
        if (n == AUDE_SEATS_MAX)
            return cli_fail_misused("at most %d can play", AUDE_SEATS_MAX);
        if (!play_find_seat(name, &play->computer[n++]))
            return cli_fail_misused("\"%s\" cannot sit down; human, random, greedy and "
                                    "level-1 to level-7, builder, thief and farmer can",
                                    name);
    }
    if (n < 1) return cli_fail_misused("--seat wants one or more, e.g. human,greedy");
    if (play->setup.seats_given && n != play->setup.head.setup.n_seats)
        return cli_fail_misused("--seat names %u, --players says %d", n,
                                play->setup.head.setup.n_seats);
    play->setup.head.setup.n_seats = (uint8_t)n;
    play->setup.seats_given = true;
    return CLI_DONE;
}

/* Without --seat: one person against computers; for a record, computers by their
 * names. */
static void play_guess_seats(struct play *play, bool resumed)
{
    unsigned n = play->setup.head.setup.n_seats;

    for (unsigned seat = 0; seat < n; seat++) {
        const char *name = play->setup.head.name[seat];
        play->computer[seat] = resumed || !seat ? NULL : &ai_greedy;
        for (int i = 0; resumed && ai_players[i]; i++)
            if (!strncasecmp(name, ai_players[i]->name, strlen(ai_players[i]->name)))
                play->computer[seat] = ai_players[i];
    }
}

static void play_name_seats(struct play *play)
{
    unsigned people = 0;
    char name[32];

    for (unsigned seat = 0; seat < play->setup.head.setup.n_seats; seat++)
        if (!play->computer[seat]) people++;
    for (unsigned seat = 0; seat < play->setup.head.setup.n_seats && !play->setup.named;
         seat++) {
        snprintf(name, sizeof name, "%s",
                 play->computer[seat] ? play->computer[seat]->name
                 : people == 1        ? "You"
                                      : "Player");
        name[0] = (char)toupper((unsigned char)name[0]);
        cli_setup_name(&play->setup.head, seat, name);
    }
}

static int play_take(struct play *play, struct wish *wish, int id, const char *value)
{
    switch (id) {
    case TTY:
        return CLI_DONE;
    case SEAT:
        wish->seats = value;
        return CLI_DONE;
    case SAVE:
        wish->save = value;
        return CLI_DONE;
    case RESUME:
        wish->resume = value;
        return CLI_DONE;
    case CLI_OPERAND:
        return cli_fail_misused("`aude play` takes no \"%s\"", value);
    default:
        wish->setup = true;
        return cli_setup_take(&play->setup, id, value);
    }
}

/* A folder that is not there, or not ours, is said before the game and not after it. */
static const char *play_why_not_there(const char *path)
{
    char *folder = cli_alloc(strlen(path) + 2), *end;

    strcpy(folder, path);
    end = strrchr(folder, '/');
    if (end)
        end[end == folder] = 0;
    else
        strcpy(folder, ".");
    int failed = access(folder, W_OK | X_OK);
    free(folder);
    return failed ? strerror(errno) : NULL;
}

static int play_prepare_save(struct play *play, const struct wish *wish)
{
    const char *path = wish->save ? wish->save : wish->resume;

    if (!path || !strcmp(path, "-")) return CLI_DONE;
    if (!play_may_overwrite(path))
        return cli_fail("%s exists and is no record: it will not be written over", path);
    const char *why = play_why_not_there(path);
    if (why) return cli_fail("the game could not be saved as %s: %s", path, why);
    play->save = cli_alloc(strlen(path) + 1);
    strcpy(play->save, path);
    return CLI_DONE;
}

static int play_prepare(struct play *play, int argc, char **argv)
{
    struct cli_args args = {
        .argc = argc, .argv = argv, .own = options, .shared = cli_setup_options};
    struct wish wish = {0};
    int id, status = CLI_DONE;

    cli_setup_init(&play->setup);
    play->last_tile = -1;
    play->last_seat = AUDE_SEAT_NONE;
    while (!status && (id = cli_args_next(&args)) != CLI_END)
        status = id == CLI_BAD ? CLI_MISUSED : play_take(play, &wish, id, args.value);
    if (!status && wish.resume && wish.setup)
        status = cli_fail_misused(
            "a record that is resumed has its setup; only --seat and --save "
            "go with it");
    if (!status && wish.resume) status = play_resume(play, wish.resume);
    if (!status && wish.resume) play->setup.seats_given = true;
    if (!status && wish.seats) status = play_take_seats(play, wish.seats);
    if (!status && !wish.seats) play_guess_seats(play, wish.resume != NULL);
    if (!status) status = play_prepare_save(play, &wish);
    if (status || wish.resume) return status;
    play_name_seats(play);
    status = cli_setup_finish(&play->setup);
    return status ? status : play_begin(play);
}

static int play_run(int argc, char **argv)
{
    struct play *play = cli_alloc(sizeof *play);
    int status = play_prepare(play, argc, argv);

    if (!status) {
        cli_stop_watch();
        play_screen_init(play);
        status = play_on(play);
    }
    play_log_cut(&play->log, 0);
    free(play->log.line);
    cli_text_free(&play->record);
    cli_text_free(&play->message);
    free(play->save);
    free(play);
    return status;
}

const struct cli_command cli_play = {
    .name = "play",
    .summary = "play in the terminal, against the computer or each other",
    .help =
        "usage: aude play [--tty] [--seat human,greedy] [OPTIONS]\n"
        "       aude play --resume FILE\n\n"
        "A game on a text board in the terminal. The board shows numbered places; type\n"
        "a place and a turn, such as 3b, then the number of a follower. ? explains the\n"
        "rest. The game is saved after every turn, and said where when it ends or you\n"
        "leave.\n\n"
        "  --tty                in the terminal (so far the only way)\n"
        "  -s, --seat A,B,...   who sits where, two to six: human, random, greedy,\n"
        "                       level-1 .. level-7, builder, thief, farmer\n"
        "                       (human,greedy)\n"
        "  --save FILE          the record (~/.local/share/aude/DATE.aude)\n"
        "  --resume FILE        go on with a saved game\n"
        "  --rules NAME         whose rulebook: grow (default), grow_revised, devir_pt,\n"
        "                       devir_es, bigbox_ro, jcz\n"
        "  --rulings usual      where a book's letter and other programs differ, as "
        "those\n"
        "                       play it; book (default): as the rulebook stands\n"
        "  --switch NAME=VALUE  one rule differently, e.g. farmers=off; may be repeated\n"
        "                       (`aude rules switch` lists them and what they mean)\n"
        "  --river, --abbot     with the river; with abbots\n"
        "  --expansion NAME     with an expansion (`aude tiles` lists the sets)\n"
        "  --players N          how many, 2 to 6 (six with --expansion inns-cathedrals\n"
        "                       or --switch max_players=6); you against computers\n"
        "  --names A,B          what they are called, in seat order\n"
        "  --seed S             the same seed gives the same draws: a decimal number, "
        "or\n"
        "                       hexadecimal with 0x or as 32 digits (default: fresh)\n"
        "  --first N            the seat that begins, from 0 (default: by lot, or the\n"
        "                       first seat where starter=fixed)\n"
        "  --order FILE         the tiles in the order they are drawn, by id\n\n"
        "examples:\n"
        "  aude play\n"
        "  aude play --seat human,human,greedy --names Ana,Rui,Otto\n"
        "  aude play --rules grow_revised --river --abbot --seed 42 --save ours.aude\n"
        "  aude play --resume ours.aude\n",
    .run = play_run,
    .own = options,
    .shared = cli_setup_options,
};
