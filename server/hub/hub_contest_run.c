/* hub_contest_run.c -- what a tournament does by itself: rounds begin and end by the clock, tables are opened for every
 * pair, their results are taken, who does not come loses. See hub_contest.h.
 *
 * Everything is looked at again and again rather than remembered: is there a table, has it a result? So it does
 * not matter when a server dies, or which of several looks. */
#include "hub_contest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES_AT_ONCE = 16, LOOKS_AT_ONCE = 64, DUE_AT_ONCE = 8, DUE_EACH_MS = 1000 };

/* -- Games and their tables ----------------------------------------------------------------- */

static int contest_run_games(const struct contest *contest,
                             const struct club_table *table)
{
    int n = 0;

    for (int g = table->game; g >= 0; g = contest->t->game[g].next) n++;
    return n;
}

int hub__contest_run_game(const struct contest *contest, const struct club_table *table)
{
    int n = contest_run_games(contest, table);

    return club_tournament_table_outcome(contest->t, table).over && n ? n : n + 1;
}

void hub__contest_run_table(const struct contest *contest, int round, int number,
                            int game, char out[TABLE_ID_MAX])
{
    char text[64];

    snprintf(text, sizeof text, "table %d %d %d", round, number, game);
    secret_table_id_of(contest->secret, text, out, TABLE_ID_MAX);
}

static void contest_run_table_of(const struct contest *contest, int match,
                                 char out[TABLE_ID_MAX])
{
    const struct club_table *table =
        &contest->t->table[contest->t->begin[contest->t->round] + match];

    hub__contest_run_table(contest, table->round, table->number,
                           hub__contest_run_game(contest, table), out);
}

/* In every second game of a match the other begins. */
static bool contest_run_is_turned(int game)
{
    return game % 2 == 0;
}

/* Where all play the same tiles, the number of the table does not matter. */
static struct aude_seed contest_run_seed(const struct contest *contest,
                                         const struct club_table *table, int game)
{
    char text[64];

    snprintf(text, sizeof text, "deal %d %d %d", table->round,
             contest->same ? 0 : table->number, game);
    return secret_seed_of(contest->secret, text);
}

/* Whoever is connected hears where his game is, when it is stored. */
static void contest_run_call(struct hub *hub, const struct contest *contest, int entrant,
                             struct room *room)
{
    const struct table_place *place = &room->table->place;
    const char *who = contest->person[entrant].who;

    for (struct conn *conn = hub->conns; conn && who[0]; conn = conn->next)
        if (!strcmp(conn->who, who) && !conn->closing && conn->hello && !conn->elsewhere)
            hub__send_acknowledge(conn, room,
                                  json_pack("{s:s, s:s, s:{s:s, s:i, s:i, s:i}}", "type",
                                            "called", "table", room->table->id, "place",
                                            "tournament", place->tournament, "round",
                                            place->round, "number", place->number, "game",
                                            place->game));
}

static bool contest_run_open_table(struct hub *hub, const struct contest *contest,
                                   const struct club_table *table, const char *id)
{
    int game = hub__contest_run_game(contest, table);
    int entrant[2] = {table->first, table->second};
    struct table_place place = {
        .round = table->round, .number = table->number, .game = game};
    struct table_match match = {.pool = contest->pool,
                                .pace = contest->pace,
                                .rated = contest->rated,
                                .place = &place,
                                .title = contest->t->rules.name,
                                .same = contest->same};

    memcpy(place.tournament, contest->id, sizeof place.tournament);
    for (int s = 0; s < 2; s++) {
        int one = entrant[contest_run_is_turned(game) ? 1 - s : s];
        match.one[s].who = contest->person[one].who;
        match.one[s].name = contest->t->entrant[one].name;
        match.one[s].name_id = contest->person[one].name;
    }
    struct table_creation creation = {.who = match.one[0].who,
                                      .seed = contest_run_seed(contest, table, game),
                                      .match = &match};
    struct room *room = hub__new_room_for(hub, id, &creation);
    for (int s = 0; room && s < 2; s++) contest_run_call(hub, contest, entrant[s], room);
    return room != NULL;
}

/* -- What the store knows of a game ----------------------------------------------------------- */

struct contest_look {
    struct hub_op op;
    struct contest *contest;
    int round, match, game;
    char id[TABLE_ID_MAX];
    bool found, taken; /* there is one; the log has it now */
};

/* The result of a finished table as a line of the log. Given up before both had moved: the loser did not come. */
static void contest_run_result_line(const struct contest *contest,
                                    const struct contest_look *look,
                                    const struct store_result *result, char *out,
                                    size_t size)
{
    const struct club_table *table =
        &contest->t->table[contest->t->begin[look->round] + look->match];
    int turned = contest_run_is_turned(look->game), points[2], place[2];

    for (int s = 0; s < 2; s++) {
        const struct store_result_seat *seat = &result->seat[turned ? 1 - s : s];
        points[s] = seat->points < 0                 ? 0
                    : seat->points > CLUB_POINTS_MAX ? CLUB_POINTS_MAX
                                                     : (int)seat->points;
        place[s] = seat->place;
    }
    if (result->why == STORE_END_ABORTED && table->game < 0 && place[0] != place[1]) {
        snprintf(out, size, "noshow %d %d %d", look->round, table->number,
                 (place[0] > place[1] ? table->first : table->second) + 1);
        return;
    }
    snprintf(out, size, "result %d %d 1 %d %d:%d%s", look->round, table->number,
             look->game, points[0], points[1],
             place[0] < place[1]   ? " won first"
             : place[0] > place[1] ? " won second"
                                   : "");
}

static bool contest_run_on_result(void *context, const struct store_result *result)
{
    struct contest_look *look = context;
    struct contest *contest = look->contest;
    char line[120], refusal[CLUB_REFUSAL_MAX];

    if (!look->op.hub) return false;
    look->found = true;
    if (contest->stale || contest->t->round != look->round || result->n_seats != 2)
        return false;
    contest_run_result_line(contest, look, result, line, sizeof line);
    /* Refused: the match was settled meanwhile, and that stands. */
    look->taken = hub__contest_line(look->op.hub, contest, line, NULL, NULL, refusal);
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
            contest->game[look->match] == CONTEST_ASKED)
            contest->game[look->match] = (uint8_t)now;
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

/* Without a result: is there a table at all? With one the next game of the match is to be looked for. */
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

static void contest_run_look_at(struct hub *hub, struct contest *contest, int match)
{
    struct store *store = hub->options.store;
    const struct club_table *table =
        &contest->t->table[contest->t->begin[contest->t->round] + match];
    struct contest_look *look = calloc(1, sizeof *look);

    if (!look) return;
    hub__wait_op_begin(hub, &look->op);
    look->contest = contest;
    look->round = contest->t->round;
    look->match = match;
    look->game = hub__contest_run_game(contest, table);
    contest_run_table_of(contest, match, look->id);
    contest->game[match] = CONTEST_ASKED;
    contest->asking++;
    store->results->of(store, look->id, contest_run_on_result, contest_run_on_looked,
                       look);
}

/* -- Matches that were settled without a game ---------------------------------------------------- */

/* Their table is closed: who did not come, or left, loses there too. False: not now. */
static bool contest_run_close_table(struct hub *hub, const struct contest *contest,
                                    int match)
{
    const struct club_table *table =
        &contest->t->table[contest->t->begin[contest->t->round] + match];
    enum message_error why;
    char id[TABLE_ID_MAX];
    bool turned = contest_run_is_turned(hub__contest_run_game(contest, table));
    unsigned loser = table->absent == 2 ? 1 : 0;

    contest_run_table_of(contest, match, id);
    bool waits = hub->waits;
    struct room *room = hub__room(hub, id, NULL, &why);
    bool later = !room && hub->waits;
    hub->waits = waits;
    if (later) return false;
    if (!room || hub__room_is_foreign(hub, room) || room->table->stage != TABLE_PLAY)
        return true; /* of another server: its clock ends it */
    table__play_over(room->table, hub->now, SITTING_OVER_RESIGN,
                     turned ? 1 - loser : loser);
    hub__room_touch(hub, room);
    return true;
}

/* -- Who comes ------------------------------------------------------------------------------------ */

enum contest_came { CONTEST_NOT_KNOWN, CONTEST_CAME, CONTEST_ABSENT };

/* Who has made a move, or is at the table now, has come. Only the server that has the table knows it. */
static enum contest_came contest_run_came(struct hub *hub, const struct contest *contest,
                                          int match, int entrant)
{
    const struct club_table *table =
        &contest->t->table[contest->t->begin[contest->t->round] + match];
    bool turned = contest_run_is_turned(hub__contest_run_game(contest, table));
    unsigned seat = (table->second == entrant) != turned;
    enum message_error why;
    char id[TABLE_ID_MAX];

    contest_run_table_of(contest, match, id);
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
    return CONTEST_ABSENT;
}

/* True: a line was put down, and there may be more to do. */
static bool contest_run_forfeit(struct hub *hub, struct contest *contest,
                                const struct club_due *due)
{
    int match = due->table - 1, entrant = due->entrant - 1;
    char line[80], refusal[CLUB_REFUSAL_MAX];

    /* After a start people need a moment to come back. */
    if (contest->game[match] != CONTEST_MADE || hub->now - hub->started < CONTEST_LOOK_MS)
        return false;
    enum contest_came came = contest_run_came(hub, contest, match, entrant);
    if (came == CONTEST_NOT_KNOWN) return false;
    if (came == CONTEST_CAME)
        snprintf(line, sizeof line, "came %d %d", due->round, due->entrant);
    else
        snprintf(line, sizeof line, "noshow %d %d %d", due->round, due->table,
                 due->entrant);
    return hub__contest_line(hub, contest, line, NULL, NULL, refusal);
}

/* -- Running ---------------------------------------------------------------------------------------- */

/* The entry of what is due, without the time before it. */
static bool contest_run_enter_due(struct hub *hub, struct contest *contest,
                                  const struct club_due *due)
{
    char *line = malloc(CONTEST_LINE_MAX), refusal[CLUB_REFUSAL_MAX];
    void *room = malloc(club_tournament_due_room(contest->t) + 1);
    bool ok = line && room;

    if (ok) {
        size_t n = club_tournament_due_entry(contest->t, due, hub__contest_seconds(hub),
                                             room, line, CONTEST_LINE_MAX, refusal);
        const char *words = n && n < CONTEST_LINE_MAX ? strchr(line, ' ') : NULL;
        ok = words && hub__contest_line(hub, contest, words + 1, NULL, NULL, refusal);
    }
    free(room);
    free(line);
    return ok;
}

/* What the clock says. True: a line was put down. */
static bool contest_run_by_clock(struct hub *hub, struct contest *contest)
{
    struct club_due due = club_tournament_due(contest->t, hub__contest_seconds(hub));

    if (due.what == CLUB_WAIT) return false;
    if (due.what == CLUB_FORFEIT) return contest_run_forfeit(hub, contest, &due);
    return contest_run_enter_due(hub, contest, &due);
}

static bool contest_run_is_match(const struct contest *contest, int match)
{
    const struct club_table *table =
        &contest->t->table[contest->t->begin[contest->t->round] + match];

    return table->second != CLUB_NOBODY;
}

/* One match of the round: looked at, given a table, or its table closed. */
static void contest_run_tend(struct hub *hub, struct contest *contest, int match,
                             int *tables, int *looks)
{
    const struct club_table *table =
        &contest->t->table[contest->t->begin[contest->t->round] + match];
    uint8_t *game = &contest->game[match];
    bool over = club_tournament_table_outcome(contest->t, table).over;
    char id[TABLE_ID_MAX];

    if (over && (!table->absent || *game == CONTEST_MISSING)) *game = CONTEST_CLOSED;
    if (*game == CONTEST_UNKNOWN && ++*looks <= LOOKS_AT_ONCE)
        contest_run_look_at(hub, contest, match);
    else if (*game == CONTEST_MISSING && ++*tables <= TABLES_AT_ONCE) {
        contest_run_table_of(contest, match, id);
        if (hub__room_is_here(hub, id) || contest_run_open_table(hub, contest, table, id))
            *game = CONTEST_MADE;
    } else if (*game == CONTEST_MADE && over && ++*looks <= LOOKS_AT_ONCE &&
               contest_run_close_table(hub, contest, match))
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
    struct club_due due = club_tournament_due(t, hub__contest_seconds(hub));
    int64_t at = 0;

    if (t->finished) return 0;
    if (due.what != CLUB_WAIT)
        at = hub->now + CONTEST_SOON_MS;
    else if (due.at < INT64_MAX / 1000)
        at = due.at * 1000;
    if (!t->round || club_tournament_round_over(t)) return at;
    int64_t again = hub->now + contest_run_each(contest);
    for (int i = 0; i < contest->games; i++)
        if (contest->game[i] <= CONTEST_MISSING && contest_run_is_match(contest, i) &&
            again > hub->now + CONTEST_GRACE_MS)
            again = hub->now + CONTEST_GRACE_MS;
    return at && at < again ? at : again;
}

/* Once in a while every game is looked at anew: another server may have died with its result. */
static void contest_run_forget_games(const struct hub *hub, struct contest *contest)
{
    contest->looked = hub->now;
    for (int i = 0; i < contest->games; i++)
        if (contest->game[i] == CONTEST_MADE) contest->game[i] = CONTEST_UNKNOWN;
}

/* Tables that are begun are stored by the hub; lines by the contest. What is left is done in the next turn. */
void hub__contest_run(struct hub *hub, struct contest *contest)
{
    bool due = contest->due && contest->due <= hub->now;

    if (contest->busy || contest->stale || contest->t->finished) return;
    if (due && hub->now - contest->looked >= contest_run_each(contest))
        contest_run_forget_games(hub, contest);
    if (contest->t->round) contest_run_tend_all(hub, contest);
    if (contest->asking || contest->stale) return;
    for (int i = 0; i < CLUB_ENTRANTS_MAX && contest_run_by_clock(hub, contest); i++)
        continue;
    if (contest->n_out || due) hub__contest_write(hub, contest, NULL, NULL, NULL);
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
    if (!contest || contest->game_round != place->round || place->number > contest->games)
        return;
    if (contest->game[place->number - 1] == CONTEST_MADE)
        contest->game[place->number - 1] = CONTEST_UNKNOWN;
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

static void contest_run_wake(struct hub *hub, const char *id)
{
    enum message_error why;
    bool waits = hub->waits;

    if (!hub__contest_find(hub, id)) hub__contest(hub, id, &why);
    hub->waits = waits;
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

/* After a start all that are played are looked at: their tables may have ended while nobody noted it. */
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

/* The store was away: tables may never have been stored, or have ended without a word. */
static void contest_run_after_pause(struct hub *hub)
{
    hub->contests.away = false;
    for (struct contest *one = hub->contests.first; one; one = one->next)
        contest_run_forget_games(hub, one);
}

/* One that was not looked after in this turn: others may come and go meanwhile. */
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
