/* hub_contest_do.c -- what people ask of tournaments: to hold one, to enter, to rest, to leave. Each request becomes a line of
 * the log, or is refused with the sentence that club/ gives. See hub_contest.h. */
#include "hub_contest.h"

#include "ratings.h"
#include "team.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- What every wish needs ------------------------------------------------------------------ */

static bool contest_do_may(struct conn *conn, struct table_reply *reply)
{
    if (!conn->name)
        return table__refuse(reply, REFUSED_NAME,
                             "only who keeps a name takes part in tournaments");
    if (!hub__want_store(conn, reply)) return false;
    return hub__may_have(conn, HUB_CHANGE) ||
           table__refuse(reply, REFUSED_RATE,
                         "too many requests from your address: please wait a little");
}

/* The tournament of the request; NULL: it was refused, or waits until the tournament has been read. */
struct contest *hub__contest_do_of(struct conn *conn, const struct fields *request)
{
    enum message_error why;
    const char *id;

    if (!fields_text(request, "tournament", &id) || !contest_do_may(conn, request->reply))
        return NULL;
    struct contest *contest = hub__contest(conn->hub, id, &why);
    if (!contest && !conn->hub->waits)
        table__refuse(request->reply, why, "%s", hub__why_text(why));
    return contest;
}

bool hub__contest_do_is_organiser(const struct conn *conn, const struct contest *contest,
                                  struct table_reply *reply)
{
    return conn->name == contest->name ||
           table__refuse(reply, REFUSED_NOT_HOST, "only the organiser may do that");
}

/* From 1; 0: not entered. `board`: where he plays, from 1; or NULL. */
static int contest_do_entrant(const struct conn *conn, const struct contest *contest,
                              int *board)
{
    int boards = contest->t->rules.boards;

    for (int i = 0; i < contest->t->n_entrants; i++)
        for (int b = 0; b < boards; b++) {
            if (hub__contest_person(contest, i, b)->name != conn->name) continue;
            if (!hub__contest_is_entrant(contest, i)) continue;
            if (board) *board = b + 1;
            return i + 1;
        }
    return 0;
}

bool hub__contest_do_refuse(struct table_reply *reply, const struct club_refusal *refusal)
{
    reply->why = words_tournament_why.word[refusal->why];
    return table__refuse(reply, REFUSED_TOURNAMENT, "%.200s", refusal->text);
}

bool hub__contest_do_refuse_for(struct table_reply *reply, enum club_why why,
                                const char *text)
{
    struct club_refusal refusal = {.why = why};

    snprintf(refusal.text, sizeof refusal.text, "%s", text);
    return hub__contest_do_refuse(reply, &refusal);
}

/* The line is written, and then the request is answered. */
bool hub__contest_do_line(struct conn *conn, const struct fields *request, json_t *id,
                          struct contest *contest, const char *line)
{
    struct club_refusal refusal;

    if (!hub__contest_line(conn->hub, contest, line, NULL, NULL, &refusal))
        return hub__contest_do_refuse(request->reply, &refusal);
    hub__contest_write(conn->hub, contest, conn, request->json, hub__ok(id));
    return true;
}

/* -- Waiting for the store ---------------------------------------------------------------------- */

struct contest_hold *hub__contest_do_wait_alone(struct hub *hub)
{
    struct contest_hold *hold = calloc(1, sizeof *hold);

    if (!hold) return NULL;
    hub__wait_op_begin(hub, &hold->op);
    hold->next = hub->holds;
    hub->holds = hold;
    return hold;
}

struct contest_hold *hub__contest_do_wait(struct conn *conn, const struct fields *request,
                                          json_t *id)
{
    struct contest_hold *hold = hub__contest_do_wait_alone(conn->hub);

    if (!hold) {
        table__refuse(request->reply, REFUSED_BUSY, "the server is out of memory");
        return NULL;
    }
    hold->conn = conn;
    hold->request = json_incref(request->json);
    hold->id = id;
    return hold;
}

struct hub *hub__contest_do_waited(struct contest_hold *hold)
{
    struct hub *hub = hold->op.hub;
    struct contest_hold **at;

    hub__wait_op_end(&hold->op);
    if (!hub || (hold->conn && hold->conn->closing)) hold->conn = NULL;
    if (!hub) return NULL;
    for (at = &hub->holds; *at != hold; at = &(*at)->next) continue;
    *at = hold->next;
    return hub;
}

void hub__contest_do_wait_free(struct contest_hold *hold)
{
    json_decref(hold->request);
    free(hold);
}

void hub__contest_do_leave_holds(struct hub *hub, const struct conn *conn)
{
    for (struct contest_hold *one = hub->holds; one; one = one->next)
        if (one->conn == conn) one->conn = NULL;
}

/* -- A new one -------------------------------------------------------------------------------- */

static bool contest_do_hold_optional(const struct fields *request, const char *name,
                                     char *line, size_t size)
{
    int64_t value = -1;
    size_t n = strlen(line);

    if (!fields_int(request, name, &value)) return false;
    if (value >= 0) snprintf(line + n, size - n, " %s %" PRId64, name, value);
    return true;
}

/* "created swiss rounds 5 ... name Thursday evening" */
static bool contest_do_hold_line(const struct fields *request, char *line, size_t size)
{
    static const char *const rules[] = {"rounds", "best",   "boards", "late",
                                        "missed", "noshow", "pause"};
    int kind = 0;
    int64_t begins = 0;
    bool third = false;
    const char *name;

    if (!fields_word(request, "kind", &kind) || !fields_text(request, "name", &name) ||
        !fields_int(request, "begins", &begins) || !fields_bool(request, "third", &third))
        return false;
    snprintf(line, size, "created %s", club_tournament_kind_name((enum club_kind)kind));
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (!contest_do_hold_optional(request, rules[i], line, size)) return false;
    size_t n = strlen(line);
    snprintf(line + n, size - n, "%s lot %u begins %" PRId64 " name %s",
             third ? " third 1" : "", (unsigned)(secret_number() >> 40), begins / 1000,
             name);
    return true;
}

static bool contest_do_hold_options(const struct fields *request, struct contest *contest)
{
    int pool = 0, pace = 0;

    if (!fields_word(request, "pool", &pool) || !fields_word(request, "pace", &pace) ||
        !fields_bool(request, "rated", &contest->rated) ||
        !fields_bool(request, "same", &contest->same))
        return false;
    contest->pool = (enum table_pool)pool;
    contest->pace = (enum table_pace)pace;
    if (pool == TABLE_POOL_MORE)
        return table__refuse(request->reply, REFUSED_FIELD,
                             "in a tournament two play at a table");
    if (contest->same && contest->rated)
        return table__refuse(
            request->reply, REFUSED_FIELD,
            "where all play the same tiles nothing is rated: a rating that moves would "
            "tell how a table ended before the others have played it");
    return true;
}

/* Clocks of people differ a little. */
enum { CONTEST_PAST_MS = 60 * 1000 };

static bool contest_do_hold_begins(const struct conn *conn, const struct fields *request)
{
    int64_t begins = 0;

    if (!fields_int(request, "begins", &begins)) return false;
    return !begins || begins >= conn->hub->now - CONTEST_PAST_MS ||
           hub__contest_do_refuse_for(request->reply, CLUB_WHY_PAST,
                                      "the time at which it begins is over");
}

static bool contest_do_hold_is_too_much(const struct store_tournament_counts *counts,
                                        struct table_reply *reply)
{
    if (counts->open_own >= CONTESTS_OPEN_OWN)
        return table__refuse(
            reply, REFUSED_RATE,
            "you hold %d tournaments that are not over: finish one first",
            CONTESTS_OPEN_OWN);
    if (counts->made_own >= CONTESTS_MADE_OWN)
        return table__refuse(reply, REFUSED_RATE,
                             "an organiser begins %d tournaments in thirty days",
                             CONTESTS_MADE_OWN);
    if (counts->open >= CONTESTS_OPEN)
        return table__refuse(reply, REFUSED_BUSY,
                             "this server has as many tournaments as it can hold");
    return true;
}

/* The first two lines: what it is, and what was agreed. */
static bool contest_do_hold_begin(struct conn *conn, const struct fields *request,
                                  struct contest *contest)
{
    struct contest_person organiser = {.name = conn->name};
    struct club_refusal refusal = {0};
    char line[400];

    if (!contest_do_hold_options(request, contest) ||
        !contest_do_hold_line(request, line, sizeof line))
        return false;
    memcpy(organiser.who, conn->who, sizeof organiser.who);
    secret_new(contest->secret);
    contest->created = conn->hub->now;
    return (hub__contest_line(conn->hub, contest, CLUB_TOURNAMENT_HEAD, &organiser,
                              conn->shown, &refusal) &&
            hub__contest_line(conn->hub, contest, line, NULL, NULL, &refusal)) ||
           hub__contest_do_refuse(request->reply, &refusal);
}

static bool contest_do_hold_now(struct conn *conn, const struct fields *request,
                                json_t *id)
{
    char name[TABLE_ID_MAX];

    secret_table_id(name, sizeof name);
    struct contest *contest = hub__contest_new(conn->hub, name);
    if (!contest)
        return table__refuse(request->reply, REFUSED_BUSY, "the server is busy");
    if (!contest_do_hold_begin(conn, request, contest)) {
        hub__contest_free(conn->hub, contest);
        return false;
    }
    json_t *answer = hub__ok(id);
    whole_set(&answer, "tournament", json_string(name));
    hub__contest_write(conn->hub, contest, conn, request->json, answer);
    return true;
}

static void contest_do_hold_on_counted(void *context, const struct store_answer *answer)
{
    struct contest_hold *hold = context;
    struct table_reply reply = {.n = -1};
    struct fields request = {&messages[REQUEST_HOLD], hold->request, &reply};

    hub__contest_do_waited(hold);
    struct conn *conn = hold->conn;
    if (conn) {
        bool ok = answer->how == STORE_DONE
                      ? contest_do_hold_is_too_much(&hold->counts, &reply) &&
                            contest_do_hold_now(conn, &request, hold->id)
                      : table__refuse(&reply, REFUSED_STORE,
                                      "the store is away: nothing happened");
        if (!ok) hub__node_refuse(conn, hold->request, &reply);
    }
    hub__contest_do_wait_free(hold);
}

bool hub__contest_do_hold(struct conn *conn, const struct fields *request, json_t *id)
{
    struct hub *hub = conn->hub;
    struct contest_hold *hold;
    struct contest wanted = {0};
    char line[400];

    if (!contest_do_may(conn, request->reply) ||
        !contest_do_hold_options(request, &wanted) ||
        !contest_do_hold_line(request, line, sizeof line) ||
        !contest_do_hold_begins(conn, request))
        return false;
    if (!hub->options.store->statements || hub__duty_is_silenced(hub, conn->who))
        return table__refuse(request->reply, REFUSED_OFF,
                             "tournaments are not held here by you");
    if (!hub__may_have(conn, HUB_NEW_TABLE))
        return table__refuse(
            request->reply, REFUSED_RATE,
            "too many new tables from your address: please wait a little");
    if (!(hold = hub__contest_do_wait(conn, request, id))) return false;
    store_tournament_count(hub->options.store, conn->name, hub->now - CONTESTS_WITHIN_MS,
                           &hold->counts, contest_do_hold_on_counted, hold);
    return true;
}

/* -- Who plays ---------------------------------------------------------------------------------- */

static int contest_do_rating(const struct conn *conn, const struct contest *contest)
{
    const struct ratings *ratings = hub__club_ratings(conn->hub);

    return ratings ? ratings_shown(ratings, conn->name, (enum club_pool)contest->pool,
                                   conn->hub->now)
                   : 0;
}

/* "entered 3 rating 1650 name": the label follows. */
static void contest_do_enter_line(const char *what, int rating, char *line, size_t size)
{
    if (rating)
        snprintf(line, size, "%s rating %d name", what, rating);
    else
        snprintf(line, size, "%s name", what);
}

static bool contest_do_may_enter(const struct conn *conn, const struct contest *contest,
                                 struct table_reply *reply)
{
    if (contest_do_entrant(conn, contest, NULL))
        return hub__contest_do_refuse_for(reply, CLUB_WHY_ENTERED,
                                          "you have entered already");
    return true;
}

/* The code with which others join a team: nobody can guess it, and it is nowhere stored. */
void hub__contest_do_team_code(const struct contest *contest, int entrant,
                               char out[TABLE_ID_MAX])
{
    char text[32];

    snprintf(text, sizeof text, "team %d", entrant);
    secret_table_id_of(contest->secret, text, out, TABLE_ID_MAX);
}

/* What was put down is written, and answered with the entrant's number and the team's code. */
static void contest_do_entered(struct conn *conn, const struct fields *request,
                               json_t *id, struct contest *contest, int entrant)
{
    json_t *answer = hub__ok(id);
    char code[TABLE_ID_MAX];

    hub__contest_do_team_code(contest, entrant, code);
    whole_set(&answer, "entrant", json_integer(entrant));
    whole_set(&answer, "code",
              contest->t->rules.boards > 1 ? json_string(code) : json_null());
    hub__contest_write(conn->hub, contest, conn, request->json, answer);
}

/* Somebody takes a board of a team. False: refused. */
static bool contest_do_take_board(struct conn *conn, const struct fields *request,
                                  struct contest *contest, int entrant, int board)
{
    struct contest_person person = {.name = conn->name, .bot = conn->bot};
    struct club_refusal refusal;
    char what[40], line[80];

    memcpy(person.who, conn->who, sizeof person.who);
    snprintf(what, sizeof what, "member %d %d", entrant, board);
    contest_do_enter_line(what, contest_do_rating(conn, contest), line, sizeof line);
    return hub__contest_line(conn->hub, contest, line, &person, conn->shown, &refusal) ||
           hub__contest_do_refuse(request->reply, &refusal);
}

/* Is there a team of that name, or of one that looks like it? */
static bool contest_do_has_team(const struct contest *contest, const char *team)
{
    char other[CLUB_TITLE_MAX + 1];

    for (int i = 0; i < contest->t->n_entrants; i++) {
        club_team_part(contest->t->entrant[i].name, 0, other);
        if (table__name_same(other, team)) return true;
    }
    return false;
}

/* "Blue / ? / ?" */
static bool contest_do_found_team(struct conn *conn, const struct fields *request,
                                  struct contest *contest)
{
    struct club_refusal refusal;
    char line[40], label[CLUB_TITLE_MAX + 1];
    const char *team = "";

    if (!fields_text(request, "team", &team)) return false;
    if (!table__name_ok(team) || strstr(team, " / "))
        return hub__contest_do_refuse_for(
            request->reply, CLUB_WHY_NAME,
            "a team's name is one of 1 to 31 bytes, without \" / \"");
    if (contest_do_has_team(contest, team))
        return hub__contest_do_refuse_for(
            request->reply, CLUB_WHY_ENTERED,
            "a team has that name, or one that looks like it");
    int n = snprintf(label, sizeof label, "%s", team);
    for (int b = 0; b < contest->t->rules.boards; b++)
        n += snprintf(label + n, sizeof label - (size_t)n, " / " CLUB_TEAM_NOBODY);
    snprintf(line, sizeof line, "entered %d name", contest->t->n_entrants + 1);
    return hub__contest_line(conn->hub, contest, line, NULL, label, &refusal) ||
           hub__contest_do_refuse(request->reply, &refusal);
}

/* Lines that were put down and are not to be: what is in memory is read anew. */
static bool contest_do_give_up(struct conn *conn, struct contest *contest)
{
    if (contest->n_out) hub__contest_undo(conn->hub, contest);
    return false;
}

static bool contest_do_enter_team(struct conn *conn, const struct fields *request,
                                  json_t *id, struct contest *contest)
{
    int64_t board = 1;

    if (!fields_int(request, "board", &board)) return false;
    if (board > contest->t->rules.boards)
        return hub__contest_do_refuse_for(request->reply, CLUB_WHY_BOARD,
                                          "there is no such board");
    if (!contest_do_found_team(conn, request, contest) ||
        !contest_do_take_board(conn, request, contest, contest->t->n_entrants,
                               (int)board))
        return contest_do_give_up(conn, contest);
    contest_do_entered(conn, request, id, contest, contest->t->n_entrants);
    return true;
}

static bool contest_do_robin_is_full(const struct contest *contest)
{
    return contest->t->rules.kind == CLUB_ROBIN &&
           contest->t->n_entrants >= CLUB_ROUNDS_MAX;
}

bool hub__contest_do_is_open(const struct contest *contest)
{
    return club_tournament_enter_why(contest->t) == CLUB_WHY_NOT &&
           !contest_do_robin_is_full(contest);
}

bool hub__contest_do_enter(struct conn *conn, const struct fields *request, json_t *id)
{
    struct contest *contest = hub__contest_do_of(conn, request);
    struct contest_person person = {.name = conn->name, .bot = conn->bot};
    struct club_refusal refusal;
    char what[40], line[80];

    if (!contest || !contest_do_may_enter(conn, contest, request->reply)) return false;
    if (contest_do_robin_is_full(contest))
        return hub__contest_do_refuse_for(request->reply, CLUB_WHY_FULL,
                                          "a round robin is for 40 at most");
    if (contest->t->n_entrants >= CLUB_ENTRANTS_MAX)
        return hub__contest_do_refuse_for(request->reply, CLUB_WHY_FULL,
                                          "a tournament is for 600 at most");
    if (contest->t->rules.boards > 1)
        return contest_do_enter_team(conn, request, id, contest);
    memcpy(person.who, conn->who, sizeof person.who);
    snprintf(what, sizeof what, "entered %d", contest->t->n_entrants + 1);
    contest_do_enter_line(what, contest_do_rating(conn, contest), line, sizeof line);
    if (!hub__contest_line(conn->hub, contest, line, &person, conn->shown, &refusal))
        return hub__contest_do_refuse(request->reply, &refusal);
    contest_do_entered(conn, request, id, contest, contest->t->n_entrants);
    return true;
}

/* The first board of a team that nobody has taken; 0: none. */
static int contest_do_free_board(const struct contest *contest, int entrant)
{
    char part[CLUB_TITLE_MAX + 1];

    for (int b = 1; b <= contest->t->rules.boards; b++) {
        club_team_part(contest->t->entrant[entrant - 1].name, b, part);
        if (club_team_is_nobody(part)) return b;
    }
    return 0;
}

bool hub__contest_do_join(struct conn *conn, const struct fields *request, json_t *id)
{
    struct contest *contest = hub__contest_do_of(conn, request);
    int64_t entrant = 0, board = 0;
    const char *code;
    char right[TABLE_ID_MAX];

    if (!contest || !fields_int(request, "entrant", &entrant) ||
        !fields_text(request, "code", &code) || !fields_int(request, "board", &board) ||
        !contest_do_may_enter(conn, contest, request->reply))
        return false;
    if (contest->t->rules.boards == 1)
        return hub__contest_do_refuse_for(request->reply, CLUB_WHY_TEAMS,
                                          "this tournament has no teams");
    hub__contest_do_team_code(contest, (int)entrant, right);
    if (entrant > contest->t->n_entrants || strcmp(code, right) != 0)
        return hub__contest_do_refuse_for(request->reply, CLUB_WHY_CODE,
                                          "that is not the code of this team");
    if (!board) board = contest_do_free_board(contest, (int)entrant);
    if (!board)
        return hub__contest_do_refuse_for(request->reply, CLUB_WHY_BOARD,
                                          "every board of that team has somebody");
    if (!contest_do_take_board(conn, request, contest, (int)entrant, (int)board))
        return false;
    contest_do_entered(conn, request, id, contest, (int)entrant);
    return true;
}

/* Has it played a round? */
bool hub__contest_do_has_played(const struct contest *contest, int entrant)
{
    for (int r = 1; r <= contest->t->round; r++)
        if (contest->t->seat[entrant - 1][r]) return true;
    return false;
}

/* Of a team: before it has played everybody leaves for himself, with the last one it is gone; later board 1 decides. */
static bool contest_do_leave_team(struct conn *conn, const struct fields *request,
                                  json_t *id, struct contest *contest, int entrant,
                                  int board)
{
    int others = contest->t->rules.boards - contest->t->entrant[entrant - 1].open - 1;
    char line[80];

    if (hub__contest_do_has_played(contest, entrant) && board != 1)
        return hub__contest_do_refuse_for(request->reply, CLUB_WHY_MEMBER,
                                          "whoever plays at board 1 takes the team out");
    if (hub__contest_do_has_played(contest, entrant) || !others)
        snprintf(line, sizeof line, "withdrawn %d", entrant);
    else
        snprintf(line, sizeof line, "left %d %d", entrant, board);
    return hub__contest_do_line(conn, request, id, contest, line);
}

bool hub__contest_do_withdraw(struct conn *conn, const struct fields *request, json_t *id)
{
    struct contest *contest = hub__contest_do_of(conn, request);
    int64_t entrant = 0;
    int board = 0, own;
    char line[80];

    if (!contest || !fields_int(request, "entrant", &entrant)) return false;
    if (entrant && !hub__contest_do_is_organiser(conn, contest, request->reply))
        return false;
    own = entrant ? 0 : contest_do_entrant(conn, contest, &board);
    if (!entrant && !own)
        return hub__contest_do_refuse_for(request->reply, CLUB_WHY_NOT_ENTERED,
                                          "you have not entered");
    if (own && contest->t->rules.boards > 1)
        return contest_do_leave_team(conn, request, id, contest, own, board);
    if (!own) return hub__contest_rule_out(conn, request, id, contest, (int)entrant);
    snprintf(line, sizeof line, "withdrawn %d", own);
    return hub__contest_do_line(conn, request, id, contest, line);
}

/* A round needs two who play: with fewer the tournament would be over. */
static bool contest_do_may_rest(const struct contest *contest, int64_t round)
{
    int n = 0;

    for (int i = 0; i < contest->t->n_entrants; i++)
        n += club_tournament_here(contest->t, i) && contest->t->entrant[i].bye != round;
    return n > 2;
}

int hub__contest_do_next_rest(const struct contest *contest, int entrant)
{
    int round = contest->t->round + 1;
    bool may = club_tournament_rest_why(contest->t, entrant - 1, round) == CLUB_WHY_NOT &&
               contest_do_may_rest(contest, round);

    return may ? round : 0;
}

bool hub__contest_do_rest(struct conn *conn, const struct fields *request, json_t *id)
{
    struct contest *contest = hub__contest_do_of(conn, request);
    int64_t round = 0;
    char line[80];

    if (!contest || !fields_int(request, "round", &round)) return false;
    int board = 1, entrant = contest_do_entrant(conn, contest, &board);
    if (!entrant)
        return hub__contest_do_refuse_for(request->reply, CLUB_WHY_NOT_ENTERED,
                                          "you have not entered");
    if (board > 1)
        return hub__contest_do_refuse_for(request->reply, CLUB_WHY_MEMBER,
                                          "whoever plays at board 1 decides that");
    if (!contest_do_may_rest(contest, round))
        return hub__contest_do_refuse_for(request->reply, CLUB_WHY_TWO,
                                          "a round needs two who play");
    snprintf(line, sizeof line, "bye %" PRId64 " %d", round, entrant);
    return hub__contest_do_line(conn, request, id, contest, line);
}
