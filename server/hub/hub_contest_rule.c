/* hub_contest_rule.c -- what the organiser of a tournament may: to begin a round, to say who did not come, to take somebody out,
 * to correct a result, to end it. See hub_contest.h. */
#include "hub_contest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- The next round ----------------------------------------------------------------------------- */

bool hub__contest_rule_pair(struct conn *conn, const struct fields *request, json_t *id)
{
    struct contest *contest = hub__contest_do_of(conn, request);
    struct club_due due = {.what = CLUB_START_ROUND};
    struct club_refusal refusal = {CLUB_WHY_MANY, "the server is out of memory"};

    if (!contest || !hub__contest_do_is_organiser(conn, contest, request->reply))
        return false;
    char *line = malloc(CONTEST_LINE_MAX);
    void *room = malloc(club_tournament_due_room(contest->t) + 1);
    size_t n =
        line && room
            ? club_tournament_due_entry(contest->t, &due, hub__contest_seconds(conn->hub),
                                        room, line, CONTEST_LINE_MAX, &refusal)
            : 0;
    const char *words = n && n < CONTEST_LINE_MAX ? strchr(line, ' ') : NULL;
    bool ok = words ? hub__contest_do_line(conn, request, id, contest, words + 1)
                    : hub__contest_do_refuse(request->reply, &refusal);
    free(room);
    free(line);
    return ok;
}

/* -- Who plays at this moment ------------------------------------------------------------------- */

/* The game that this entrant plays at a board (from 1) of the match, if it runs: one more of which the log is read. */
static void contest_rule_add(const struct contest *contest, struct contest_hold *hold,
                             const struct club_table *match, int entrant, int board)
{
    int game = hub__contest_run_game(contest, match, board);
    unsigned side = match->second == entrant;

    if (hub__contest_run_board_over(contest, match, board)) return;
    hold->seat[hold->n] = hub__contest_run_is_turned(board, game) ? 1 - side : side;
    hub__contest_run_table(contest, match->round, match->number, board, game,
                           hold->table[hold->n++]);
}

/* `board` 0: all boards. */
static void contest_rule_add_all(const struct contest *contest, struct contest_hold *hold,
                                 int entrant, int board)
{
    const struct club_tournament *t = contest->t;
    int at = t->round ? t->seat[entrant][t->round] : 0;

    if (!at || t->table[at - 1].second == CLUB_NOBODY ||
        club_tournament_table_outcome(t, &t->table[at - 1]).over)
        return;
    for (int b = 1; b <= t->rules.boards; b++)
        if (!board || b == board)
            contest_rule_add(contest, hold, &t->table[at - 1], entrant, b);
}

static bool contest_rule_on_entry(void *context, int64_t seq, const char *text,
                                  const char *secret)
{
    struct contest_hold *hold = context;
    json_t *entry = json_loads(text, 0, NULL);
    const char *type = json_string_value(json_object_get(entry, "type")),
               *by = json_string_value(json_object_get(entry, "by"));

    (void)seq;
    (void)secret;
    if (type && by && !strcmp(type, messages[ENTRY_STEP].name) &&
        !strcmp(by, words_by.word[SITTING_BY_HUMAN]))
        hold->moved |=
            json_integer_value(json_object_get(entry, "seat")) == hold->seat[hold->n];
    json_decref(entry);
    return !hold->moved;
}

/* All logs were read. False: it is refused, and `reply` says why. */
static bool contest_rule_now(struct contest_hold *hold, struct table_reply *reply)
{
    struct fields request = {hold->of, hold->request, reply};
    enum message_error why;
    bool waits = hold->conn->hub->waits;

    if (hold->moved)
        return hub__contest_do_refuse_for(
            reply, CLUB_WHY_PLAYS,
            "a game that runs is played to its end: its result can be corrected then");
    struct contest *contest = hub__contest(hold->conn->hub, hold->tournament, &why);
    hold->conn->hub->waits = waits;
    if (!contest)
        return table__refuse(reply, REFUSED_BUSY,
                             "the tournament was changed just now: please try again");
    return hub__contest_do_line(hold->conn, &request, hold->id, contest, hold->line);
}

static void contest_rule_look(struct contest_hold *hold);

static void contest_rule_on_read(void *context, const struct store_answer *answer)
{
    struct contest_hold *hold = context;
    struct table_reply reply = {.n = -1};

    if (hold->op.hub && hold->conn && answer->how == STORE_DONE && !hold->moved &&
        hold->n) {
        contest_rule_look(hold);
        return;
    }
    hub__contest_do_waited(hold);
    if (hold->conn) {
        bool ok = answer->how == STORE_DONE
                      ? contest_rule_now(hold, &reply)
                      : table__refuse(&reply, REFUSED_STORE,
                                      "the store is away: nothing happened");
        if (!ok) hub__node_refuse(hold->conn, hold->request, &reply);
    }
    hub__contest_do_wait_free(hold);
}

/* The log of one more table is read. The store is asked, and not the table: it may be at another server. */
static void contest_rule_look(struct contest_hold *hold)
{
    struct store *store = hold->op.hub->options.store;

    hold->n--;
    store->read(store, hold->table[hold->n], 0, INT32_MAX, contest_rule_on_entry,
                contest_rule_on_read, hold);
}

/* The organiser says that somebody did not come, or takes somebody out. He may play himself: so nobody loses a game by his
 * word who has made a move in it. Of the same tiles at all tables nothing is said at all before the round is over: the answer
 * would tell who has played. */
static bool contest_rule_on(struct conn *conn, const struct fields *request, json_t *id,
                            struct contest *contest, int entrant, int board,
                            const char *line)
{
    if (hub__contest_is_sealed(contest))
        return hub__contest_do_refuse_for(request->reply, CLUB_WHY_SEALED,
                                          "where all play the same tiles only the clock "
                                          "says who did not come, until the "
                                          "round is over");
    if (entrant < 1 || entrant > contest->t->n_entrants)
        return hub__contest_do_line(conn, request, id, contest, line);
    struct contest_hold *hold = hub__contest_do_wait(conn, request, id);
    if (!hold) return false;
    hold->of = request->of;
    memcpy(hold->tournament, contest->id, sizeof hold->tournament);
    snprintf(hold->line, sizeof hold->line, "%s", line);
    contest_rule_add_all(contest, hold, entrant - 1, board);
    if (hold->n)
        contest_rule_look(hold);
    else
        contest_rule_on_read(hold, &(struct store_answer){.how = STORE_DONE});
    return true;
}

bool hub__contest_rule_out(struct conn *conn, const struct fields *request, json_t *id,
                           struct contest *contest, int entrant)
{
    char line[80];

    snprintf(line, sizeof line, "withdrawn %d", entrant);
    return contest_rule_on(conn, request, id, contest, entrant, 0, line);
}

/* -- Who did not come --------------------------------------------------------------------------- */

/* Of teams one board is lost: a result without points. */
static bool contest_rule_absent_board(struct conn *conn, const struct fields *request,
                                      json_t *id, struct contest *contest, int64_t number,
                                      int64_t entrant, int64_t board)
{
    const struct club_tournament *t = contest->t;
    char line[80];
    int at = t->round ? t->begin[t->round] + (int)number - 1 : t->n_tables;

    if (at >= t->n_tables)
        return hub__contest_do_refuse_for(request->reply, CLUB_WHY_NO_ROUND,
                                          "there is no such table in this round");
    if (t->table[at].first != entrant - 1 && t->table[at].second != entrant - 1)
        return hub__contest_do_refuse_for(request->reply, CLUB_WHY_SEAT,
                                          "that team does not sit at this table");
    if (hub__contest_run_games(contest, &t->table[at], (int)board))
        return hub__contest_do_refuse_for(
            request->reply, CLUB_WHY_PLAYED,
            "that board has played: its result can be corrected");
    snprintf(line, sizeof line, "result %d %" PRId64 " %" PRId64 " 1 0:0 won %s",
             t->round, number, board,
             t->table[at].first == entrant - 1 ? "second" : "first");
    return contest_rule_on(conn, request, id, contest, (int)entrant, (int)board, line);
}

bool hub__contest_rule_absent(struct conn *conn, const struct fields *request, json_t *id)
{
    struct contest *contest = hub__contest_do_of(conn, request);
    int64_t number = 0, entrant = 0, board = 0;
    char line[80];

    if (!contest || !hub__contest_do_is_organiser(conn, contest, request->reply) ||
        !fields_int(request, "number", &number) ||
        !fields_int(request, "entrant", &entrant) ||
        !fields_int(request, "board", &board))
        return false;
    if (board && contest->t->rules.boards > 1)
        return contest_rule_absent_board(conn, request, id, contest, number, entrant,
                                         board);
    snprintf(line, sizeof line, "noshow %d %" PRId64 " %" PRId64, contest->t->round,
             number, entrant);
    return contest_rule_on(conn, request, id, contest, (int)entrant, 0, line);
}

/* -- Another result ----------------------------------------------------------------------------- */

bool hub__contest_rule_correct(struct conn *conn, const struct fields *request,
                               json_t *id)
{
    struct contest *contest = hub__contest_do_of(conn, request);
    int64_t round = 0, number = 0, board = 1, game = 1, first = 0, second = 0, won = 0;
    const char *reason;
    char line[400];

    if (!contest || !hub__contest_do_is_organiser(conn, contest, request->reply) ||
        !fields_int(request, "round", &round) ||
        !fields_int(request, "number", &number) ||
        !fields_int(request, "board", &board) || !fields_int(request, "game", &game) ||
        !fields_int(request, "first", &first) ||
        !fields_int(request, "second", &second) || !fields_int(request, "won", &won) ||
        !fields_text(request, "reason", &reason))
        return false;
    /* The organiser may play, too: whether there is a result is already something. */
    if (hub__contest_is_sealed(contest) && round >= contest->t->round)
        return hub__contest_do_refuse_for(
            request->reply, CLUB_WHY_SEALED,
            "results of the same tiles are corrected when the round is over");
    snprintf(line, sizeof line,
             "corrected %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
             ":%" PRId64 "%s reason %s",
             round, number, board, game, first, second,
             won == 1   ? " won first"
             : won == 2 ? " won second"
                        : "",
             reason);
    return hub__contest_do_line(conn, request, id, contest, line);
}

/* -- The end -------------------------------------------------------------------------------------- */

/* A tournament that never began is taken out of the store. */
static void contest_rule_drop_on_done(void *context, const struct store_answer *answer)
{
    struct contest_hold *wait = context;
    struct hub *hub = hub__contest_do_waited(wait);
    struct conn *conn = wait->conn;
    const char *id = wait->tournament;
    struct table_reply reply = {.n = -1};
    struct contest *contest = hub ? hub__contest_find(hub, id) : NULL;

    if (contest) {
        contest->busy = false;
        if (answer->how == STORE_DONE || answer->how == STORE_CONFLICT)
            hub__contest_free(hub, contest);
    }
    if (conn && answer->how == STORE_DONE)
        hub__send_json(conn, hub__ok(wait->id));
    else if (conn) {
        table__refuse(&reply, REFUSED_STORE, "it could not be stored: nothing happened");
        hub__node_refuse(conn, wait->request, &reply);
    }
    if (hub)
        hub__wait_go_on(hub, id,
                        answer->how == STORE_DONE ? REFUSED_NO_TOURNAMENT : REFUSED_NOT);
    hub__contest_do_wait_free(wait);
}

static void contest_rule_drop(struct hub *hub, struct contest *contest,
                              struct contest_hold *wait)
{
    memcpy(wait->tournament, contest->id, sizeof wait->tournament);
    contest->busy = true;
    store_tournament_drop(hub->options.store, contest->id, contest->seq,
                          contest_rule_drop_on_done, wait);
}

static bool contest_rule_drop_it(struct conn *conn, const struct fields *request,
                                 json_t *id, struct contest *contest)
{
    struct contest_hold *wait = hub__contest_do_wait(conn, request, id);

    if (wait) contest_rule_drop(conn->hub, contest, wait);
    return wait != NULL;
}

void hub__contest_rule_call_off(struct hub *hub, struct contest *contest)
{
    struct contest_hold *wait = hub__contest_do_wait_alone(hub);

    if (wait) contest_rule_drop(hub, contest, wait);
}

bool hub__contest_rule_close(struct conn *conn, const struct fields *request, json_t *id)
{
    struct contest *contest = hub__contest_do_of(conn, request);

    if (!contest || !hub__contest_do_is_organiser(conn, contest, request->reply))
        return false;
    if (!contest->t->round) return contest_rule_drop_it(conn, request, id, contest);
    return hub__contest_do_line(conn, request, id, contest, "finished");
}
