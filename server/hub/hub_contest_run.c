/* hub_contest_run.c -- what a tournament does by itself: rounds begin and end by the clock, tables are opened for every
 * pair, their results are taken, who does not come loses. See hub_contest.h.
 *
 * Nothing is remembered that can be asked again: is there a table, has it a result? So it does not matter when a
 * server dies, or which of several servers asks. */
#include "hub_contest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/store_hours.h"
#include "team.h"

enum { TABLES_AT_ONCE = 16, LOOKS_AT_ONCE = 64, DUE_AT_ONCE = 8, DUE_EACH_MS = 1000 };

/* -- Games and their tables ----------------------------------------------------------------- */

/* A slot is a board of a match of the last round: contest->game[] has one for each. */
static const struct club_table *contest_run_match(const struct contest *contest, int slot)
{
    const struct club_tournament *t = contest->t;

    return &t->table[t->begin[t->round] + slot / t->rules.boards];
}

/* From 1. */
static int contest_run_board(const struct contest *contest, int slot)
{
    return slot % contest->t->rules.boards + 1;
}

static bool contest_run_is_match(const struct contest *contest, int slot)
{
    return contest_run_match(contest, slot)->second != CLUB_NOBODY;
}

int hub__contest_run_games(const struct contest *contest, const struct club_table *table,
                           int board)
{
    int n = 0;

    for (int g = table->game; g >= 0; g = contest->t->game[g].next)
        n += contest->t->game[g].board == board;
    return n;
}

bool hub__contest_run_board_over(const struct contest *contest,
                                 const struct club_table *table, int board)
{
    struct club_outcome outcome = club_tournament_table_outcome(contest->t, table);

    if (outcome.over) return true;
    if (outcome.level && board == 1) return false;
    return club_tournament_board_over(contest->t, table, board);
}

int hub__contest_run_game(const struct contest *contest, const struct club_table *table,
                          int board)
{
    int n = hub__contest_run_games(contest, table, board);

    return hub__contest_run_board_over(contest, table, board) && n ? n : n + 1;
}

/* Where there are no teams the board is not said: tables of older logs keep their names. */
void hub__contest_run_table(const struct contest *contest, int round, int number,
                            int board, int game, char out[TABLE_ID_MAX])
{
    char text[64];
    int n = snprintf(text, sizeof text, "table %d %d %d", round, number, game);

    if (board > 1) snprintf(text + n, sizeof text - (size_t)n, " board %d", board);
    secret_table_id_of(contest->secret, text, out, TABLE_ID_MAX);
}

static void contest_run_table_of(const struct contest *contest, int slot,
                                 char out[TABLE_ID_MAX])
{
    const struct club_table *table = contest_run_match(contest, slot);
    int board = contest_run_board(contest, slot);

    hub__contest_run_table(contest, table->round, table->number, board,
                           hub__contest_run_game(contest, table, board), out);
}

bool hub__contest_run_is_turned(int board, int game)
{
    return (board + game) % 2 != 0;
}

/* Where all play the same tiles, the number of the table does not matter. */
static struct aude_seed contest_run_seed(const struct contest *contest,
                                         const struct club_table *table, int board,
                                         int game)
{
    char text[64];
    int n = snprintf(text, sizeof text, "deal %d %d %d", table->round,
                     contest->same ? 0 : table->number, game);

    if (board > 1 && !contest->same)
        snprintf(text + n, sizeof text - (size_t)n, " board %d", board);
    return secret_seed_of(contest->secret, text);
}

/* Whoever is connected hears where his game is, when it is stored. */
static void contest_run_call(struct hub *hub, const char *who, struct room *room)
{
    for (struct conn *conn = hub->conns; conn && who[0]; conn = conn->next)
        if (!strcmp(conn->who, who) && !conn->closing && conn->hello && !conn->elsewhere)
            hub__send_acknowledge(conn, room,
                                  json_pack("{s:s, s:s, s:o}", "type", "called", "table",
                                            room->table->id, "place",
                                            table_look_place(room->table)));
}

static bool contest_run_open_table(struct hub *hub, const struct contest *contest,
                                   int slot, const char *id)
{
    const struct club_table *table = contest_run_match(contest, slot);
    int board = contest_run_board(contest, slot);
    int game = hub__contest_run_game(contest, table, board);
    int entrant[2] = {table->first, table->second};
    char name[2][CLUB_TITLE_MAX + 1];
    struct table_place place = {
        .round = table->round, .number = table->number, .game = game, .board = board};
    struct table_match match = {.pool = contest->pool,
                                .pace = contest->pace,
                                .rated = contest->rated,
                                .place = &place,
                                .title = contest->t->rules.name,
                                .same = contest->same};

    memcpy(place.tournament, contest->id, sizeof place.tournament);
    for (int s = 0; s < 2; s++) {
        int one = entrant[hub__contest_run_is_turned(board, game) ? 1 - s : s];
        const struct contest_person *person =
            hub__contest_person(contest, one, board - 1);
        club_team_part(contest->t->entrant[one].name,
                       contest->t->rules.boards > 1 ? board : 0, name[s]);
        match.one[s].who = person->who;
        match.one[s].name = name[s];
        match.one[s].name_id = person->name;
        match.one[s].bot = person->bot;
    }
    struct table_creation creation = {.who = match.one[0].who,
                                      .seed =
                                          contest_run_seed(contest, table, board, game),
                                      .match = &match};
    struct room *room = hub__new_room_for(hub, id, &creation);
    for (int s = 0; room && s < 2; s++) contest_run_call(hub, match.one[s].who, room);
    return room != NULL;
}

/* -- What the store knows of a game ----------------------------------------------------------- */

struct contest_look {
    struct hub_op op;
    struct contest *contest;
    int round, slot, game;
    char id[TABLE_ID_MAX];
    bool found, taken; /* there is a result, or a table; the log has that result now */
};

/* Who did not come loses: of teams the board, else the match. */
static void contest_run_absent_line(const struct contest *contest, int slot, int loser,
                                    char *out, size_t size)
{
    const struct club_table *table = contest_run_match(contest, slot);
    int board = contest_run_board(contest, slot);

    if (contest->t->rules.boards > 1)
        snprintf(out, size, "result %d %d %d %d 0:0 won %s", table->round, table->number,
                 board, hub__contest_run_game(contest, table, board),
                 loser ? "first" : "second");
    else
        snprintf(out, size, "noshow %d %d %d", table->round, table->number,
                 (loser ? table->second : table->first) + 1);
}

/* The result of a finished table as a line of the log. If it ended before both had made a move, the loser was absent. */
static void contest_run_result_line(const struct contest *contest,
                                    const struct contest_look *look,
                                    const struct store_result *result, char *out,
                                    size_t size)
{
    const struct club_table *table = contest_run_match(contest, look->slot);
    int board = contest_run_board(contest, look->slot), points[2], place[2];
    int turned = hub__contest_run_is_turned(board, look->game);

    for (int s = 0; s < 2; s++) {
        const struct store_result_seat *seat = &result->seat[turned ? 1 - s : s];
        points[s] = seat->points < 0                 ? 0
                    : seat->points > CLUB_POINTS_MAX ? CLUB_POINTS_MAX
                                                     : (int)seat->points;
        place[s] = seat->place;
    }
    if (result->why == STORE_END_ABORTED &&
        !hub__contest_run_games(contest, table, board) && place[0] != place[1]) {
        contest_run_absent_line(contest, look->slot, place[0] < place[1], out, size);
        return;
    }
    snprintf(out, size, "result %d %d %d %d %d:%d%s", look->round, table->number, board,
             look->game, points[0], points[1],
             place[0] < place[1]   ? " won first"
             : place[0] > place[1] ? " won second"
                                   : "");
}

static bool contest_run_on_result(void *context, const struct store_result *result)
{
    struct contest_look *look = context;
    struct contest *contest = look->contest;
    struct club_refusal refusal;
    char line[120];

    if (!look->op.hub) return false;
    look->found = true;
    if (contest->stale || contest->t->round != look->round || result->n_seats != 2)
        return false;
    contest_run_result_line(contest, look, result, line, sizeof line);
    /* If it is refused, the match was decided in the meantime, and stays so. */
    look->taken = hub__contest_line(look->op.hub, contest, line, NULL, NULL, &refusal);
    return false;
}

static bool contest_run_on_entry(void *context, int64_t seq, const char *text,
                                 const char *secret)
{
    (void)seq;
    (void)text;
    (void)secret;
    ((struct contest_look *)context)->found = true;
    return false;
}

static void contest_run_look_end(struct contest_look *look, enum contest_game now)
{
    struct hub *hub = look->op.hub;
    struct contest *contest = look->contest;

    hub__wait_op_end(&look->op);
    if (hub) {
        contest->asking--;
        if (contest->t->round == look->round &&
            contest->game[look->slot] == CONTEST_ASKED)
            contest->game[look->slot] = (uint8_t)now;
        if (contest->stale && !contest->asking && !contest->busy) {
            char id[TABLE_ID_MAX];
            memcpy(id, contest->id, sizeof id);
            hub__contest_free(hub, contest);
            hub__wait_go_on(hub, id, REFUSED_NOT);
        }
    }
    free(look);
}

static void contest_run_on_there(void *context, const struct store_answer *answer)
{
    struct contest_look *look = context;

    contest_run_look_end(look, answer->how != STORE_DONE ? CONTEST_UNKNOWN
                               : look->found             ? CONTEST_MADE
                                                         : CONTEST_MISSING);
}

/* If there is no result, the store is asked whether there is a table. If there is one, the next game is looked at. */
static void contest_run_on_looked(void *context, const struct store_answer *answer)
{
    struct contest_look *look = context;
    struct hub *hub = look->op.hub;

    if (!hub || answer->how != STORE_DONE || look->found) {
        contest_run_look_end(look, look->found && !look->taken ? CONTEST_CLOSED
                                                               : CONTEST_UNKNOWN);
        return;
    }
    struct store *store = hub->options.store;
    store->read(store, look->id, 0, 1, contest_run_on_entry, contest_run_on_there, look);
}

static void contest_run_look_at(struct hub *hub, struct contest *contest, int slot)
{
    struct store *store = hub->options.store;
    struct contest_look *look = calloc(1, sizeof *look);

    if (!look) return;
    hub__wait_op_begin(hub, &look->op);
    look->contest = contest;
    look->round = contest->t->round;
    look->slot = slot;
    look->game = hub__contest_run_game(contest, contest_run_match(contest, slot),
                                       contest_run_board(contest, slot));
    contest_run_table_of(contest, slot, look->id);
    contest->game[slot] = CONTEST_ASKED;
    contest->asking++;
    store->results->of(store, look->id, contest_run_on_result, contest_run_on_looked,
                       look);
}

/* -- Matches that were settled without a game ---------------------------------------------------- */

/* The side that did not come. Of teams the board has a result without points. */
static unsigned contest_run_loser(const struct contest *contest,
                                  const struct club_table *table, int board)
{
    unsigned loser = table->absent == 2 ? 1 : 0;

    for (int g = table->game; g >= 0 && !table->absent; g = contest->t->game[g].next)
        if (contest->t->game[g].board == board)
            loser = contest->t->game[g].winner == CLUB_FIRST;
    return loser;
}

/* Ends the game at the table of such a match: who was absent, or left, loses it. False: it cannot be done now. */
static bool contest_run_close_table(struct hub *hub, const struct contest *contest,
                                    int slot)
{
    const struct club_table *table = contest_run_match(contest, slot);
    int board = contest_run_board(contest, slot);
    enum message_error why;
    char id[TABLE_ID_MAX];
    bool turned =
        hub__contest_run_is_turned(board, hub__contest_run_game(contest, table, board));
    unsigned loser = contest_run_loser(contest, table, board);

    contest_run_table_of(contest, slot, id);
    bool waits = hub->waits;
    struct room *room = hub__room(hub, id, NULL, &why);
    bool later = !room && hub->waits;
    hub->waits = waits;
    if (later) return false;
    if (!room || hub__room_is_foreign(hub, room) || room->table->stage != TABLE_PLAY)
        return true; /* another server has it: there the clock will end it */
    bool over = table__play_over(room->table, hub->now, SITTING_OVER_RESIGN,
                                 turned ? 1 - loser : loser);
    hub__room_touch(hub, room);
    return over;
}

/* -- Who comes ------------------------------------------------------------------------------------ */

enum contest_came { CONTEST_NOT_KNOWN, CONTEST_CAME, CONTEST_ABSENT };

/* From when on somebody of this round may be counted as absent. Time in which no server ran, or in which nothing could be
 * stored, is nobody's: nobody could come then. After it people need a moment to come back. */
static int64_t contest_run_absent_from(const struct hub *hub,
                                       const struct contest *contest)
{
    const struct store *store = hub->options.store;
    const struct store_hours *known = &store->known;
    int64_t began = contest->t->began * 1000, back = hub->started;
    int64_t at =
        began + contest->t->rules.noshow * INT64_C(1000) + store_hours_down(store, began);

    if (known->n_pauses && known->pauses[0].back > back) back = known->pauses[0].back;
    return at > back + CONTEST_LOOK_MS ? at : back + CONTEST_LOOK_MS;
}

/* The server that had the table is gone: that time is nobody's either, and who sat there needs a moment to find the one
 * that took it. Until a game has ended, which is when nobody is absent any more, all of it is of this round. */
static bool contest_run_was_untended(const struct hub *hub, const struct contest *contest,
                                     const struct room *room)
{
    return room->taken &&
           (hub->now - room->taken < CONTEST_LOOK_MS ||
            hub->now < contest_run_absent_from(hub, contest) + room->untended);
}

/* Has the entrant come to this match: made a move, or is connected now? Only the server that has the table knows it. */
static enum contest_came contest_run_came(struct hub *hub, const struct contest *contest,
                                          int slot, int side)
{
    const struct club_table *table = contest_run_match(contest, slot);
    int board = contest_run_board(contest, slot);
    bool turned =
        hub__contest_run_is_turned(board, hub__contest_run_game(contest, table, board));
    unsigned seat = (side != 0) != turned;
    enum message_error why;
    char id[TABLE_ID_MAX];

    contest_run_table_of(contest, slot, id);
    bool waits = hub->waits;
    struct room *room = hub__room(hub, id, NULL, &why);
    hub->waits = waits;
    if (!room || hub__room_is_foreign(hub, room) || room->table->stage != TABLE_PLAY)
        return CONTEST_NOT_KNOWN;
    if (room->table->seat[seat].online) return CONTEST_CAME;
    for (int i = 0; i < room->table->sitting.n_steps; i++)
        if (room->table->sitting.step[i].seat == seat &&
            room->table->sitting.step[i].by != SITTING_BY_CLOCK)
            return CONTEST_CAME;
    return contest_run_was_untended(hub, contest, room) ? CONTEST_NOT_KNOWN
                                                        : CONTEST_ABSENT;
}

static bool contest_run_may_count(const struct hub *hub, const struct contest *contest,
                                  int slot)
{
    return contest->game[slot] == CONTEST_MADE &&
           hub->now >= contest_run_absent_from(hub, contest);
}

/* True: a line was added, and there may be more to do. */
static bool contest_run_forfeit(struct hub *hub, struct contest *contest,
                                const struct club_due *due)
{
    int slot = due->table - 1;
    int side = contest_run_match(contest, slot)->second == due->entrant - 1;
    struct club_refusal refusal;
    char line[80];

    if (!contest_run_may_count(hub, contest, slot)) return false;
    enum contest_came came = contest_run_came(hub, contest, slot, side);
    if (came == CONTEST_NOT_KNOWN) return false;
    if (came == CONTEST_CAME)
        snprintf(line, sizeof line, "came %d %d", due->round, due->entrant);
    else
        contest_run_absent_line(contest, slot, side, line, sizeof line);
    return hub__contest_line(hub, contest, line, NULL, NULL, &refusal);
}

/* Of teams each board for itself: who is not there loses it, and if neither is, it is drawn without points. False: it
 * is not known here. */
static bool contest_run_forfeit_board(struct hub *hub, struct contest *contest, int slot)
{
    const struct club_table *table = contest_run_match(contest, slot);
    int board = contest_run_board(contest, slot);
    struct club_refusal refusal;
    char line[80];

    if (hub__contest_run_board_over(contest, table, board) ||
        hub__contest_run_games(contest, table, board))
        return true;
    if (!contest_run_may_count(hub, contest, slot)) return false;
    enum contest_came first = contest_run_came(hub, contest, slot, 0),
                      second = contest_run_came(hub, contest, slot, 1);
    if (first == CONTEST_NOT_KNOWN || second == CONTEST_NOT_KNOWN) return false;
    if (first == CONTEST_CAME && second == CONTEST_CAME) return true;
    if (first == second)
        snprintf(line, sizeof line, "result %d %d %d 1 0:0", table->round, table->number,
                 board);
    else
        contest_run_absent_line(contest, slot, second == CONTEST_ABSENT, line,
                                sizeof line);
    hub__contest_line(hub, contest, line, NULL, NULL, &refusal);
    return true;
}

static void contest_run_note_came(struct hub *hub, struct contest *contest, int entrant)
{
    struct club_refusal refusal;
    char line[80];

    if (contest->t->entrant[entrant].came == contest->t->round) return;
    snprintf(line, sizeof line, "came %d %d", contest->t->round, entrant + 1);
    hub__contest_line(hub, contest, line, NULL, NULL, &refusal);
}

/* A match of teams is counted once; then both have come, as far as it matters. */
static void contest_run_forfeit_match(struct hub *hub, struct contest *contest, int slot)
{
    const struct club_table *table = contest_run_match(contest, slot);
    int first = table->first, second = table->second;
    bool known = true;

    if (contest->t->entrant[first].came == contest->t->round &&
        contest->t->entrant[second].came == contest->t->round)
        return;
    for (int b = 0; b < contest->t->rules.boards; b++)
        known &= contest_run_forfeit_board(hub, contest, slot + b);
    if (!known) return;
    contest_run_note_came(hub, contest, first);
    contest_run_note_came(hub, contest, second);
}

static void contest_run_forfeit_teams(struct hub *hub, struct contest *contest)
{
    const struct club_tournament *t = contest->t;

    if (t->rules.boards == 1 || !t->rules.noshow || !t->round ||
        hub__contest_seconds(hub) < t->began + t->rules.noshow)
        return;
    for (int slot = 0; slot < contest->games; slot += t->rules.boards)
        if (contest_run_is_match(contest, slot) &&
            !club_tournament_table_outcome(t, contest_run_match(contest, slot)).over)
            contest_run_forfeit_match(hub, contest, slot);
}

/* -- Names that were given up --------------------------------------------------------------------------- */

/* Whoever held it has given up the name: nobody begins its rounds. */
static bool contest_run_is_alone(const struct contest *contest)
{
    return !contest->organiser_who[0];
}

static struct club_due contest_run_what_is_due(const struct hub *hub,
                                               const struct contest *contest)
{
    int64_t now = hub__contest_seconds(hub);

    return contest_run_is_alone(contest) ? club_tournament_due_alone(contest->t, now)
                                         : club_tournament_due(contest->t, now);
}

/* Somebody took that board, and is nobody now. Both from 0. */
static bool contest_run_is_gone(const struct contest *contest, int entrant, int board)
{
    char part[CLUB_TITLE_MAX + 1];

    if (hub__contest_person(contest, entrant, board)->who[0]) return false;
    if (contest->t->rules.boards == 1) return true;
    club_team_part(contest->t->entrant[entrant].name, board + 1, part);
    return !club_team_is_nobody(part);
}

/* Of a team that has not played the boards become free; one of which nobody is left goes as a whole. One that has played goes
 * on with the others, and its empty board is lost by the clock. */
static void contest_run_take_out(struct hub *hub, struct contest *contest, int entrant)
{
    int boards = contest->t->rules.boards, gone = 0;
    int taken = boards - contest->t->entrant[entrant].open;
    struct club_refusal refusal;
    char line[80];

    for (int b = 0; b < boards; b++) gone += contest_run_is_gone(contest, entrant, b);
    if (!gone) return;
    bool played = hub__contest_do_has_played(contest, entrant + 1);
    snprintf(line, sizeof line, "withdrawn %d", entrant + 1);
    if (gone == taken) hub__contest_line(hub, contest, line, NULL, NULL, &refusal);
    for (int b = 0; b < boards && gone < taken && !played; b++) {
        if (!contest_run_is_gone(contest, entrant, b)) continue;
        snprintf(line, sizeof line, "left %d %d", entrant + 1, b + 1);
        hub__contest_line(hub, contest, line, NULL, NULL, &refusal);
    }
}

static void contest_run_take_out_all(struct hub *hub, struct contest *contest)
{
    for (int i = 0; i < contest->t->n_entrants; i++)
        if (club_tournament_here_or_open(contest->t, i))
            contest_run_take_out(hub, contest, i);
}

/* -- Running ---------------------------------------------------------------------------------------- */

/* Adds the line of what is due; club/ writes it with the time, which is cut off here. */
static bool contest_run_enter_due(struct hub *hub, struct contest *contest,
                                  const struct club_due *due)
{
    char *line = malloc(CONTEST_LINE_MAX);
    struct club_refusal refusal;
    void *room = malloc(club_tournament_due_room(contest->t) + 1);
    bool ok = line && room;

    if (ok) {
        size_t n = club_tournament_due_entry(contest->t, due, hub__contest_seconds(hub),
                                             room, line, CONTEST_LINE_MAX, &refusal);
        const char *words = n && n < CONTEST_LINE_MAX ? strchr(line, ' ') : NULL;
        ok = words && hub__contest_line(hub, contest, words + 1, NULL, NULL, &refusal);
    }
    free(room);
    free(line);
    return ok;
}

/* What is due at this time. True: a line was added. */
static bool contest_run_by_clock(struct hub *hub, struct contest *contest)
{
    struct club_due due = contest_run_what_is_due(hub, contest);

    if (due.what == CLUB_WAIT) return false;
    if (due.what == CLUB_FORFEIT)
        return contest->t->rules.boards == 1 && contest_run_forfeit(hub, contest, &due);
    return contest_run_enter_due(hub, contest, &due);
}

/* One board of the round: looked at, given a table, or its table closed. */
static void contest_run_tend(struct hub *hub, struct contest *contest, int slot,
                             int *tables, int *looks)
{
    const struct club_table *table = contest_run_match(contest, slot);
    uint8_t *game = &contest->game[slot];
    bool over =
        hub__contest_run_board_over(contest, table, contest_run_board(contest, slot));
    bool played = !table->absent && contest->t->rules.boards == 1;
    char id[TABLE_ID_MAX];

    if (over && (played || *game == CONTEST_MISSING)) *game = CONTEST_CLOSED;
    if (*game == CONTEST_UNKNOWN && ++*looks <= LOOKS_AT_ONCE)
        contest_run_look_at(hub, contest, slot);
    else if (*game == CONTEST_MISSING && ++*tables <= TABLES_AT_ONCE) {
        contest_run_table_of(contest, slot, id);
        if (hub__room_is_here(hub, id) || contest_run_open_table(hub, contest, slot, id))
            *game = CONTEST_MADE;
    } else if (*game == CONTEST_MADE && over && ++*looks <= LOOKS_AT_ONCE &&
               contest_run_close_table(hub, contest, slot))
        *game = CONTEST_CLOSED;
}

/* False: some matches were left for later. */
static bool contest_run_tend_all(struct hub *hub, struct contest *contest)
{
    int tables = 0, looks = 0;

    for (int i = 0; i < contest->games && !contest->stale; i++)
        if (contest_run_is_match(contest, i))
            contest_run_tend(hub, contest, i, &tables, &looks);
    return tables <= TABLES_AT_ONCE && looks <= LOOKS_AT_ONCE;
}

static int64_t contest_run_each(const struct contest *contest)
{
    return contest->pace == TABLE_SLOW ? CONTEST_SLOW_MS : CONTEST_LOOK_MS;
}

int64_t hub__contest_run_due(const struct hub *hub, const struct contest *contest)
{
    const struct club_tournament *t = contest->t;
    struct club_due due = contest_run_what_is_due(hub, contest);
    int64_t at = 0;

    if (t->finished) return 0;
    if (due.what != CLUB_WAIT) {
        int64_t from =
            due.what == CLUB_FORFEIT ? contest_run_absent_from(hub, contest) : 0;
        at = hub->now + CONTEST_SOON_MS;
        if (at < from) at = from;
    } else if (due.at < INT64_MAX / 1000)
        at = due.at * 1000;
    if (!t->round || club_tournament_round_over(t)) return at;
    int64_t again = hub->now + contest_run_each(contest);
    for (int i = 0; i < contest->games; i++)
        if (contest->game[i] <= CONTEST_MISSING && contest_run_is_match(contest, i) &&
            again > hub->now + CONTEST_GRACE_MS)
            again = hub->now + CONTEST_GRACE_MS;
    return at && at < again ? at : again;
}

/* From time to time all games are asked for again: the server that had one may have died before it noted the result. */
static void contest_run_forget_games(const struct hub *hub, struct contest *contest)
{
    contest->looked = hub->now;
    for (int i = 0; i < contest->games; i++)
        if (contest->game[i] == CONTEST_MADE) contest->game[i] = CONTEST_UNKNOWN;
}

/* New tables are stored with the hub's next round, lines by hub__contest_write(). What could not be done now is done in
 * the next call. */
void hub__contest_run(struct hub *hub, struct contest *contest)
{
    bool due = contest->due && contest->due <= hub->now;

    if (contest->busy || contest->stale || contest->t->finished) return;
    if (due && hub->now - contest->looked >= contest_run_each(contest))
        contest_run_forget_games(hub, contest);
    if (contest->t->round) contest_run_tend_all(hub, contest);
    if (contest->asking || contest->stale) return;
    if (contest_run_is_alone(contest) && !contest->t->round) {
        hub__contest_rule_call_off(hub, contest);
        return;
    }
    contest_run_take_out_all(hub, contest);
    contest_run_forfeit_teams(hub, contest);
    for (int i = 0; i < CLUB_ENTRANTS_MAX && contest_run_by_clock(hub, contest); i++)
        continue;
    bool write = contest->n_out || due || contest->woken;
    contest->woken = false;
    if (write) hub__contest_write(hub, contest, NULL, NULL, NULL);
}

void hub__contest_run_ended(struct hub *hub, const struct table *table)
{
    enum message_error why;
    const struct table_place *place = &table->place;

    if (!place->tournament[0]) return;
    bool waits = hub->waits;
    struct contest *contest = hub__contest(hub, place->tournament, &why);
    hub->waits = waits;
    if (!contest) contest = hub__contest_find(hub, place->tournament); /* it is busy */
    if (!contest || contest->game_round != place->round) return;
    int slot = (place->number - 1) * contest->t->rules.boards + place->board - 1;
    if (slot < contest->games && contest->game[slot] == CONTEST_MADE)
        contest->game[slot] = CONTEST_UNKNOWN;
}

/* -- What is due, also of those that are not in memory ----------------------------------------------- */

struct contest_dues {
    struct hub_op op;
    char id[DUE_AT_ONCE][TABLE_ID_MAX];
    int n;
};

static bool contest_run_on_due(void *context, const struct store_tournament *one)
{
    struct contest_dues *dues = context;

    if (dues->n == DUE_AT_ONCE) return false;
    snprintf(dues->id[dues->n++], TABLE_ID_MAX, "%s", one->id);
    return true;
}

/* In the store it is due, in memory not yet: a name that stands in it was given up meanwhile, perhaps at another server. */
static bool contest_run_is_other(const struct hub *hub, const struct contest *contest)
{
    return hub__contest_is_idle(contest) && !contest->stale && !contest->woken &&
           (!contest->due || contest->due > hub->now);
}

static void contest_run_wake(struct hub *hub, const char *id)
{
    struct contest *contest = hub__contest_find(hub, id);
    enum message_error why;
    bool waits = hub->waits;

    if (contest && contest_run_is_other(hub, contest)) {
        hub__contest_free(hub, contest);
        contest = NULL;
    }
    if (!contest) hub__contest(hub, id, &why);
    hub->waits = waits;
    if (!contest && (contest = hub__contest_find(hub, id))) contest->woken = true;
}

static void contest_run_on_dues(void *context, const struct store_answer *answer)
{
    struct contest_dues *dues = context;
    struct hub *hub = dues->op.hub;

    hub__wait_op_end(&dues->op);
    if (hub) {
        hub->contests.asked = false;
        if (answer->how == STORE_DONE) hub->contests.started = true;
        for (int i = 0; i < dues->n; i++) contest_run_wake(hub, dues->id[i]);
    }
    free(dues);
}

/* After a start all tournaments that are not over are read: their tables may have ended while no server ran. */
static void contest_run_ask_due(struct hub *hub)
{
    struct contest_dues *dues = calloc(1, sizeof *dues);

    hub->contests.asked_at = hub->now;
    if (!dues) return;
    hub->contests.asked = true;
    hub__wait_op_begin(hub, &dues->op);
    store_tournament_due(hub->options.store,
                         hub->contests.started ? hub->now : INT64_MAX / 2, DUE_AT_ONCE,
                         contest_run_on_due, contest_run_on_dues, dues);
}

/* The store did not answer for a while: new tables may not have been stored, results may be missing. */
static void contest_run_after_pause(struct hub *hub)
{
    hub->contests.away = false;
    for (struct contest *one = hub->contests.first; one; one = one->next)
        contest_run_forget_games(hub, one);
}

/* One that was not run in this tick; from the beginning each time, since the list changes meanwhile. */
static struct contest *contest_run_next(const struct hub *hub)
{
    struct contest *one = hub->contests.first;

    while (one && one->ran == hub->now) one = one->next;
    return one;
}

void hub__contest_run_tick(struct hub *hub)
{
    const struct store *store = hub->options.store;

    if (hub->away || !store->statements || !store->results) return;
    if (hub->contests.away) contest_run_after_pause(hub);
    if (!hub->contests.asked && hub->now - hub->contests.asked_at >= DUE_EACH_MS)
        contest_run_ask_due(hub);
    if (hub->now - hub->contests.ran < CONTEST_RUN_MS) return;
    hub->contests.ran = hub->now;
    for (struct contest *one; (one = contest_run_next(hub));) {
        one->ran = hub->now;
        hub__contest_run(hub, one);
    }
}
