/* hub_contest.c -- tournaments in memory: read from the store, added to, let go. See hub_contest.h. */
#include "hub_contest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line that is to be stored. */
struct contest_out {
    char *line; /* as it is stored */
    struct contest_person person;
    char label[CLUB_TITLE_MAX + 1];
    char secret[200];
};

/* Somebody whose answer waits until the lines are stored. */
struct contest_wait {
    struct contest_wait *next;
    struct conn *conn;
    json_t *request, *answer;
};

int64_t hub__contest_seconds(const struct hub *hub)
{
    return hub->now / 1000;
}

/* -- In memory ---------------------------------------------------------------------------- */

struct contest *hub__contest_find(const struct hub *hub, const char *id)
{
    struct contest *one = hub->contests.first;

    while (one && strcmp(one->id, id) != 0) one = one->next;
    return one;
}

static void contest_drop_out(struct contest *contest)
{
    for (int i = 0; i < contest->n_out; i++) free(contest->out[i].line);
    contest->n_out = 0;
}

static void contest_unlink(struct hub *hub, struct contest *contest)
{
    struct contest **at = &hub->contests.first;

    while (*at && *at != contest) at = &(*at)->next;
    if (!*at) return;
    *at = contest->next;
    hub->contests.n--;
}

void hub__contest_free(struct hub *hub, struct contest *contest)
{
    contest_unlink(hub, contest);
    contest_drop_out(contest);
    while (contest->waits) {
        struct contest_wait *one = contest->waits;
        contest->waits = one->next;
        json_decref(one->request);
        json_decref(one->answer);
        free(one);
    }
    free(contest->out);
    free(contest->person);
    free(contest->json);
    free(contest->t);
    free(contest->shown);
    free(contest);
}

bool hub__contest_is_idle(const struct contest *contest)
{
    return !contest->busy && !contest->asking && !contest->n_out;
}

/* The one that nobody has used for longest is freed; the store has all of it. */
static bool contest_make_room(struct hub *hub)
{
    struct contest *oldest = NULL;

    if (hub->contests.n < CONTESTS_MAX) return true;
    for (struct contest *one = hub->contests.first; one; one = one->next)
        if (hub__contest_is_idle(one) && (!oldest || one->used < oldest->used))
            oldest = one;
    if (oldest) hub__contest_free(hub, oldest);
    return oldest != NULL;
}

struct contest *hub__contest_new(struct hub *hub, const char *id)
{
    struct contest *contest = contest_make_room(hub) ? calloc(1, sizeof *contest) : NULL;

    if (!contest) return NULL;
    contest->t = calloc(1, sizeof *contest->t);
    if (!contest->t) {
        free(contest);
        return NULL;
    }
    snprintf(contest->id, sizeof contest->id, "%s", id);
    contest->used = hub->now;
    contest->next = hub->contests.first;
    hub->contests.first = contest;
    hub->contests.n++;
    return contest;
}

void hub__contest_free_all(struct hub *hub)
{
    while (hub->contests.first) hub__contest_free(hub, hub->contests.first);
}

void hub__contest_reread(struct hub *hub)
{
    for (struct contest *one = hub->contests.first, *next; one; one = next) {
        next = one->next;
        if (hub__contest_is_idle(one))
            hub__contest_free(hub, one);
        else
            one->stale = true;
    }
}

void hub__contest_leave(struct hub *hub, const struct conn *conn)
{
    for (struct contest *one = hub->contests.first; one; one = one->next)
        for (struct contest_wait *wait = one->waits; wait; wait = wait->next)
            if (wait->conn == conn) wait->conn = NULL;
}

/* -- The fold ----------------------------------------------------------------------------- */

static const struct club_refusal contest_no_memory = {CLUB_WHY_MANY,
                                                      "the server is out of memory"};

/* What the first line keeps for the server alone. */
static bool contest_read_secret(struct contest *contest, const char *text)
{
    json_error_t error = {0};
    json_t *json = json_loads(text, 0, &error);
    const char *key = json_string_value(json_object_get(json, "key"));
    bool ok = key && strlen(key) < sizeof contest->secret;

    if (ok) {
        memcpy(contest->secret, key, strlen(key) + 1);
        contest->pool =
            (enum table_pool)json_integer_value(json_object_get(json, "pool"));
        contest->pace =
            (enum table_pace)json_integer_value(json_object_get(json, "pace"));
        contest->same = json_is_true(json_object_get(json, "same"));
        /* Older ones may say both: see contest_do_hold_options() */
        contest->rated = json_is_true(json_object_get(json, "rated")) && !contest->same;
        if (contest->same) contest->shown = calloc(1, sizeof *contest->shown);
        ok = !contest->same || contest->shown;
    }
    contest->lacked =
        json ? contest->same && !contest->shown : !hub__ask_is_unreadable(&error);
    json_decref(json);
    return ok && contest->pool <= TABLE_POOL_SETS && contest->pace <= TABLE_SLOW;
}

struct contest_person *hub__contest_person(const struct contest *contest, int entrant,
                                           int board)
{
    return &contest->person[entrant * contest->t->rules.boards + board];
}

/* There is memory for the people of one entrant more. It is had before a line is read, since a line cannot be taken back. */
static bool contest_make_room_for_entrant(struct contest *contest)
{
    int n = (contest->t->n_entrants + 1) * contest->t->rules.boards;

    if (n > contest->persons_max) {
        int max = contest->persons_max ? 2 * contest->persons_max : 32;
        void *more = realloc(contest->person, (size_t)max * sizeof *contest->person);
        contest->lacked = !more;
        if (!more) return false;
        contest->person = more;
        contest->persons_max = max;
    }
    return true;
}

/* Who has entered, taken a board of a team, or left it. */
static void contest_note_person(struct contest *contest, const char *line, int before,
                                const struct contest_person *person)
{
    int entrant = contest->t->n_entrants, board = 1;

    if (entrant > before) {
        memset(hub__contest_person(contest, entrant - 1, 0), 0,
               (size_t)contest->t->rules.boards * sizeof *contest->person);
        if (contest->t->rules.boards == 1)
            *hub__contest_person(contest, entrant - 1, 0) = *person;
    } else if (sscanf(line, "%*s member %d %d", &entrant, &board) == 2)
        *hub__contest_person(contest, entrant - 1, board - 1) = *person;
    else if (sscanf(line, "%*s left %d %d", &entrant, &board) == 2)
        *hub__contest_person(contest, entrant - 1, board - 1) =
            (struct contest_person){0};
}

bool hub__contest_is_entrant(const struct contest *contest, int entrant)
{
    return contest->t->rules.boards > 1
               ? club_tournament_here_or_open(contest->t, entrant)
               : !club_tournament_left_early(contest->t, entrant);
}

/* Is it a line that must stay secret while its round is played with the same tiles at all tables? */
static bool contest_line_is_sealed(const char *line)
{
    const char *word = strchr(line, ' ');

    return word && (!strncmp(word, " result ", 8) || !strncmp(word, " corrected ", 11));
}

bool hub__contest_is_sealed(const struct contest *contest)
{
    const struct club_tournament *t = contest->t;

    return contest->same && t->round && !t->finished && !club_tournament_round_over(t);
}

/* Keeps the state that everybody may see: without the secret lines while the round is played, with them after it.
 * `at`: when the line was added, in ms. */
static void contest_show(struct contest *contest, const char *line, int64_t at)
{
    struct club_refusal refusal;
    bool sealed = hub__contest_is_sealed(contest);

    if (sealed && contest_line_is_sealed(line)) return;
    contest->told = at;
    if (!contest->shown) return;
    if (contest->t->round && !sealed)
        *contest->shown = *contest->t;
    else
        club_tournament_read(contest->shown, line, &refusal);
}

/* A new round has begun: nothing is known of its games yet. */
static void contest_note_round(struct contest *contest)
{
    const struct club_tournament *t = contest->t;

    if (contest->game_round == t->round) return;
    contest->game_round = t->round;
    contest->games = (t->n_tables - t->begin[t->round]) * t->rules.boards;
    memset(contest->game, CONTEST_UNKNOWN, sizeof contest->game);
}

/* One line of the log, as it is stored. */
static bool contest_fold(struct contest *contest, const char *line, int64_t at,
                         const struct contest_person *person, const char *label,
                         const char *secret, struct club_refusal *refusal)
{
    char whole[CONTEST_LINE_MAX];
    int before = contest->t->n_entrants;
    bool first = !contest->t->lines;

    if (first && !contest_read_secret(contest, secret)) {
        *refusal = contest->lacked ? contest_no_memory
                                   : (struct club_refusal){CLUB_WHY_LINE,
                                                           "its first line is not ours"};
        return false;
    }
    bool named = label[0] && !first;
    int n = snprintf(whole, sizeof whole, "%s%s%s", line, named ? " " : "",
                     named ? label : "");
    if (!contest_make_room_for_entrant(contest)) {
        *refusal = contest_no_memory;
        return false;
    }
    if (n >= (int)sizeof whole || !club_tournament_read(contest->t, whole, refusal))
        return false;
    if (first) {
        contest->name = person->name;
        memcpy(contest->organiser_who, person->who, sizeof person->who);
        snprintf(contest->organiser, sizeof contest->organiser, "%.*s",
                 (int)sizeof contest->organiser - 1, person->who[0] ? label : "");
    }
    contest_show(contest, whole, at);
    contest_note_round(contest);
    contest_note_person(contest, line, before, person);
    return true;
}

/* -- Reading ------------------------------------------------------------------------------ */

struct contest_load {
    struct hub_op op;
    struct contest *contest;
    int64_t before; /* lines that were known */
    bool still; /* the last of them is still there: nobody called the tournament off */
    bool broken;
};

static bool contest_on_line(void *context, const struct store_tournament_line *line)
{
    struct contest_load *load = context;
    struct contest *contest = load->contest;
    struct contest_person person = {.name = line->name};
    struct club_refusal refusal;

    if (!load->op.hub) return false;
    if (line->seq == load->before) {
        load->still = true;
        return true;
    }
    snprintf(person.who, sizeof person.who, "%s", line->who);
    person.bot = contest->seq && !strcmp(line->secret, CONTEST_BOT);
    load->broken = line->seq != contest->seq + 1 ||
                   !contest_fold(contest, line->line, line->at, &person, line->label,
                                 line->secret, &refusal);
    if (!contest->seq) contest->created = line->at;
    contest->seq = line->seq;
    return !load->broken;
}

static void contest_on_read(void *context, const struct store_answer *answer)
{
    struct contest_load *load = context;
    struct hub *hub = load->op.hub;
    struct contest *contest = load->contest;
    enum message_error why = REFUSED_NOT;
    char id[TABLE_ID_MAX];

    hub__wait_op_end(&load->op);
    if (hub) {
        memcpy(id, contest->id, sizeof id);
        contest->busy = false;
        contest->heard = hub->now;
        if (!load->before) contest->looked = hub->now;
        if (contest->seq != load->before || !load->before)
            contest->due = hub__contest_run_due(hub, contest);
        if (answer->how != STORE_DONE || (load->broken && contest->lacked))
            why = REFUSED_STORE;
        else if (load->broken)
            why = REFUSED_BROKEN;
        else if (load->before ? !load->still : !contest->seq)
            why = REFUSED_NO_TOURNAMENT;
        hub->contests.why = why;
        if (why || contest->stale) hub__contest_free(hub, contest);
        hub__wait_go_on(hub, id, why);
    }
    free(load);
}

/* The lines that are not known yet, and the last that is: if another server called the tournament off, it is gone. */
static void contest_read(struct hub *hub, struct contest *contest)
{
    struct contest_load *load = calloc(1, sizeof *load);

    hub->contests.why = REFUSED_BUSY;
    if (!load) {
        hub__contest_free(hub, contest);
        return;
    }
    contest->busy = true;
    load->contest = contest;
    load->before = contest->seq;
    hub__wait_op_begin(hub, &load->op);
    store_tournament_read(hub->options.store, contest->id,
                          contest->seq ? contest->seq - 1 : 0, contest_on_line,
                          contest_on_read, load);
}

/* Other servers may have added lines meanwhile. */
static bool contest_is_old(struct hub *hub, const struct contest *contest)
{
    return hub->options.store->shared && hub__contest_is_idle(contest) &&
           !contest->stale && hub->now - contest->heard >= CONTEST_HEAR_MS &&
           hub__wait_store_is_here(hub);
}

struct contest *hub__contest(struct hub *hub, const char *id, enum message_error *why)
{
    struct contest *contest = hub__contest_find(hub, id);

    *why = REFUSED_NOT;
    if (contest && contest->stale && !contest->busy && !contest->asking) {
        hub__contest_free(hub, contest);
        contest = NULL;
    }
    if (!hub->options.store->statements || strchr(id, '-')) { /* the deal of a day */
        *why = REFUSED_NO_TOURNAMENT;
        return NULL;
    }
    if (contest && contest_is_old(hub, contest)) {
        contest_read(hub, contest);
        contest = hub__contest_find(hub, id);
        *why = contest ? REFUSED_NOT : hub->contests.why;
    } else if (!contest && hub__wait_store_is_here(hub)) {
        contest = hub__contest_new(hub, id);
        hub->contests.why = REFUSED_BUSY;
        if (contest) contest_read(hub, contest);
        contest = hub__contest_find(
            hub, id); /* some stores answer at once, and it may be gone again */
        *why = contest ? REFUSED_NOT : hub->contests.why;
    } else if (!contest)
        *why = REFUSED_STORE;
    if (!contest) return NULL;
    contest->used = hub->now;
    if (!contest->busy && !contest->stale) return contest;
    hub->waits = !hub->away;
    if (hub->away) *why = REFUSED_STORE;
    return NULL;
}

/* -- Writing ------------------------------------------------------------------------------ */

static struct contest_out *contest_out_new(struct contest *contest)
{
    if (contest->n_out == contest->out_max) {
        int max = contest->out_max ? 2 * contest->out_max : 8;
        void *more = realloc(contest->out, (size_t)max * sizeof *contest->out);
        if (!more) return NULL;
        contest->out = more;
        contest->out_max = max;
    }
    contest->out[contest->n_out] = (struct contest_out){0};
    return &contest->out[contest->n_out];
}

/* What the first line keeps for the server alone. */
static void contest_write_secret(const struct contest *contest, char *out, size_t size)
{
    snprintf(out, size,
             "{\"key\":\"%s\",\"pool\":%d,\"pace\":%d,\"rated\":%s,\"same\":%s}",
             contest->secret, (int)contest->pool, (int)contest->pace,
             contest->rated ? "true" : "false", contest->same ? "true" : "false");
}

bool hub__contest_line(struct hub *hub, struct contest *contest, const char *line,
                       const struct contest_person *person, const char *label,
                       struct club_refusal *refusal)
{
    static const struct contest_person nobody;
    struct contest_out *out = contest_out_new(contest);
    size_t n = strlen(line) + 24;
    bool first = !contest->t->lines;

    if (!person) person = &nobody;
    if (!out || !(out->line = malloc(n))) {
        *refusal = contest_no_memory;
        return false;
    }
    if (first) /* the head has no time */
        snprintf(out->line, n, "%s", line);
    else
        snprintf(out->line, n, "%" PRId64 " %s", hub__contest_seconds(hub), line);
    if (first)
        contest_write_secret(contest, out->secret, sizeof out->secret);
    else if (person->bot)
        snprintf(out->secret, sizeof out->secret, CONTEST_BOT);
    snprintf(out->label, sizeof out->label, "%s", label ? label : "");
    out->person = *person;
    if (!contest_fold(contest, out->line, hub->now, person, out->label, out->secret,
                      refusal)) {
        free(out->line);
        return false;
    }
    contest->n_out++;
    return true;
}

void hub__contest_undo(struct hub *hub, struct contest *contest)
{
    contest_drop_out(contest);
    contest->stale = true;
    if (!contest->asking) hub__contest_free(hub, contest);
}

struct contest_writing {
    struct hub_op op;
    struct contest *contest;
    int64_t seq; /* of the last line, when it is stored */
};

static void contest_answer(const struct contest_wait *wait, enum store_outcome how)
{
    struct table_reply reply = {.n = -1};

    if (how == STORE_DONE)
        hub__send_json(wait->conn, json_incref(wait->answer));
    else if (
        how ==
        STORE_CONFLICT) /* another server has added a line before: the request is tried again */
        hub__again(wait->conn, wait->request);
    else {
        table__refuse(&reply, REFUSED_STORE, "it could not be stored: nothing happened");
        hub__node_refuse(wait->conn, wait->request, &reply);
    }
}

static void contest_answer_all(struct contest_wait *waits, enum store_outcome how)
{
    while (waits) {
        struct contest_wait *one = waits;
        waits = one->next;
        if (one->conn && !one->conn->closing) contest_answer(one, how);
        json_decref(one->request);
        json_decref(one->answer);
        free(one);
    }
}

/* If they could not be stored, nothing has happened: the tournament is read again when somebody asks for it. */
static void contest_on_written(void *context, const struct store_answer *answer)
{
    struct contest_writing *writing = context;
    struct hub *hub = writing->op.hub;
    struct contest *contest = writing->contest;
    char id[TABLE_ID_MAX];

    hub__wait_op_end(&writing->op);
    if (hub) {
        struct contest_wait *waits = contest->waits;
        bool stored = answer->how == STORE_DONE;
        memcpy(id, contest->id, sizeof id);
        contest->waits = NULL;
        contest->busy = false;
        contest_drop_out(contest);
        if (stored) contest->seq = writing->seq;
        if (stored) contest->heard = hub->now;
        if (answer->how == STORE_FAILED) hub__wait_store_away(hub, hub->now);
        if (!stored) contest->stale = true;
        if (contest->stale && !contest->asking) hub__contest_free(hub, contest);
        contest_answer_all(waits, answer->how);
        hub__wait_go_on(hub, id, REFUSED_NOT);
    }
    free(writing);
}

static char *contest_summary(const struct contest *contest)
{
    const struct club_tournament *t = contest->t;
    json_t *row =
        json_pack("{s:s, s:s, s:s, s:b, s:b, s:i, s:I, s:s, s:s, s:i, s:i, s:i}",
                  "tournament", contest->id, "pool", words_pool.word[contest->pool],
                  "pace", words_pace.word[contest->pace], "rated", (int)contest->rated,
                  "same", (int)contest->same, "boards", t->rules.boards, "begins",
                  (json_int_t)t->rules.begins * 1000, "name", t->rules.name, "kind",
                  club_tournament_kind_name(t->rules.kind), "round", t->round, "rounds",
                  club_tournament_rounds(t), "entrants", t->n_entrants);

    /* When it was last written to would tell when a sealed table ended. */
    if (row && contest->same)
        whole_set(&row, "told", json_integer((json_int_t)contest->told));
    return hub__ask_json_text(row);
}

static void contest_wait_for(struct contest *contest, struct conn *conn, json_t *request,
                             json_t *answer)
{
    struct contest_wait *wait = answer ? calloc(1, sizeof *wait) : NULL;

    if (!wait) {
        struct table_reply reply = {.n = -1};
        table__refuse(&reply, REFUSED_BUSY, "the server is out of memory");
        if (conn && !conn->closing) hub__node_refuse(conn, request, &reply);
        json_decref(answer);
        return;
    }
    *wait = (struct contest_wait){contest->waits, conn, json_incref(request), answer};
    contest->waits = wait;
}

/* The lines that were put down, as the store takes them. */
static void contest_store(struct hub *hub, struct contest *contest, int64_t before,
                          const char *summary, struct contest_writing *writing)
{
    int n = contest->n_out;
    struct store_tournament_line *lines = calloc((size_t)n + 1, sizeof *lines);
    struct store_tournament row = {.id = contest->id,
                                   .seq = writing->seq,
                                   .created = contest->created,
                                   .updated = hub->now,
                                   .due = contest->due,
                                   .over = contest->t->finished,
                                   .name = contest->name,
                                   .summary = summary};

    if (!lines) {
        contest_on_written(writing, &(struct store_answer){.how = STORE_FAILED});
        return;
    }
    for (int i = 0; i < n; i++)
        lines[i] = (struct store_tournament_line){.seq = before + 1 + i,
                                                  .at = hub->now,
                                                  .line = contest->out[i].line,
                                                  .name = contest->out[i].person.name,
                                                  .who = contest->out[i].person.who,
                                                  .label = contest->out[i].label,
                                                  .secret = contest->out[i].secret};
    store_tournament_append(hub->options.store, &row, before, lines, n,
                            contest_on_written, writing);
    free(lines);
}

void hub__contest_write(struct hub *hub, struct contest *contest, struct conn *conn,
                        json_t *request, json_t *answer)
{
    struct contest_writing *writing = calloc(1, sizeof *writing);
    char *summary = contest_summary(contest);

    contest_wait_for(contest, conn, request, answer);
    contest->busy = true;
    contest->due = hub__contest_run_due(hub, contest);
    if (writing) {
        hub__wait_op_begin(hub, &writing->op);
        writing->contest = contest;
        writing->seq = contest->seq + contest->n_out;
    }
    if (writing && summary)
        contest_store(hub, contest, contest->seq, summary, writing);
    else if (writing)
        contest_on_written(writing, &(struct store_answer){.how = STORE_FAILED});
    else { /* no memory at all */
        struct contest_wait *waits = contest->waits;
        contest->waits = NULL;
        contest->stale = true;
        contest->busy = false;
        contest_answer_all(waits, STORE_FAILED);
    }
    free(summary);
}
