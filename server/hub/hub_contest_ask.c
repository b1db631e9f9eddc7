/* hub_contest_ask.c -- what is told of tournaments over HTTP: the list, how one stands, its log. See hub_contest.h. */
#include "hub_contest.h"

#include "deal.h"
#include "standing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 60 };

/* -- The list ------------------------------------------------------------------------------- */

static json_int_t contest_ask_list_updated(const json_t *row)
{
    return json_integer_value(json_object_get(row, "updated"));
}

/* The store has them by when they were written to; in the list they stand by what everybody may know of that. */
static bool contest_ask_list_put(json_t **list, json_t *row)
{
    size_t at = json_array_size(*list);
    const json_t *over = json_object_get(row, "over");

    for (; at; at--) {
        const json_t *before = json_array_get(*list, at - 1);
        if (json_object_get(before, "over") != over ||
            contest_ask_list_updated(before) >= contest_ask_list_updated(row))
            break;
    }
    return !json_array_insert_new(*list, at, row) || whole_append(list, NULL);
}

static bool contest_ask_list_each(void *context, const struct store_tournament *one)
{
    struct asking *asking = context;
    bool unreadable;

    if (!asking->ask) return false;
    json_t *row = hub__ask_summary(one->summary, &unreadable);
    if (unreadable) return true;
    json_t *told = json_incref(json_object_get(row, "told"));
    json_object_del(row, "told");
    whole_set(&row, "organiser", json_string(one->organiser));
    whole_set(&row, "over", json_boolean(one->over));
    whole_set(&row, "updated", told ? told : json_integer((json_int_t)one->updated));
    return contest_ask_list_put(&asking->pieces, row);
}

static void contest_ask_list_done(void *context, const struct store_answer *answer)
{
    struct asking *asking = context;
    struct hub_ask *ask = asking->ask;
    char *text = NULL;

    if (ask && answer->how == STORE_DONE)
        text = hub__ask_json_text(json_pack("{s:O}", "tournaments", asking->pieces));
    hub__ask_free(asking);
    if (ask) hub__ask_tell(ask, text, text ? REFUSED_NOT : REFUSED_STORE);
}

void hub_contest_ask_list(struct hub *hub, struct hub_ask *ask)
{
    struct store *store = hub->options.store;
    struct asking *asking =
        store->statements && hub__wait_store_is_here(hub) ? hub__ask_new(ask) : NULL;

    ask->hub = hub;
    if (!asking)
        hub__ask_tell(ask, NULL, REFUSED_STORE);
    else
        store_tournament_list(store, LISTED, contest_ask_list_each, contest_ask_list_done,
                              asking);
}

/* -- One ------------------------------------------------------------------------------------ */

/* What everybody may know. */
static const struct club_tournament *contest_ask_public(const struct contest *contest)
{
    return contest->shown ? contest->shown : contest->t;
}

/* How many lines everybody may know of: of a sealed round one could count how many games it took. */
static int64_t contest_ask_seq(const struct contest *contest)
{
    return contest->seq - (contest->t->lines - contest_ask_public(contest)->lines);
}

typedef void contest_writer(const struct club_tournament *t,
                            const struct club_standing *list, struct club_text *text);

/* About as many bytes as the text will have, so that it need not be written twice. */
static size_t contest_ask_guess(const struct club_tournament *t)
{
    return 4096 + (size_t)t->n_entrants * (400 + 160 * (size_t)t->round) +
           (size_t)t->n_tables * 200;
}

/* CSV or JSON of club/. NULL: no memory. */
static char *contest_ask_made(const struct contest *contest, contest_writer *write)
{
    const struct club_tournament *t = contest_ask_public(contest);
    struct club_standing *list = calloc((size_t)t->n_entrants + 1, sizeof *list);
    struct club_text text = {.size = contest_ask_guess(t)};

    if (!list) return NULL;
    club_standings(t, list);
    for (int i = 0; i < 2 && (text.at = malloc(text.size)); i++) {
        text.used = 0;
        write(t, list, &text);
        if (text.used < text.size) break;
        free(text.at); /* it was too short */
        text.size = text.used + 1;
    }
    free(list);
    return text.at;
}

/* It is made once for each line of the log. */
static const char *contest_ask_state(struct contest *contest)
{
    if (contest->json && contest->json_seq == contest->seq) return contest->json;
    free(contest->json);
    contest->json = contest_ask_made(contest, club_standings_json);
    contest->json_seq = contest->seq;
    if (contest->json) contest->json[strcspn(contest->json, "\n")] = 0;
    return contest->json;
}

/* Is there a table for the game that a board plays now? */
static bool contest_ask_is_made(const struct contest *contest,
                                const struct club_table *table, int board)
{
    return contest->game[(table->number - 1) * contest->t->rules.boards + board - 1] >=
           CONTEST_MADE;
}

static void contest_ask_rooms_add(const struct contest *contest,
                                  const struct club_table *table, int board,
                                  json_t **list)
{
    int last = hub__contest_run_game(contest, table, board);
    char id[TABLE_ID_MAX];

    for (int game = 1; game <= last; game++) {
        if (game == last && !contest_ask_is_made(contest, table, board)) continue;
        hub__contest_run_table(contest, table->round, table->number, board, game, id);
        whole_append(list, json_pack("{s:i, s:i, s:i, s:s}", "number", table->number,
                                     "board", board, "game", game, "table", id));
    }
}

/* Who plays there: one's own games are no secret. */
static bool contest_ask_is_own(const struct contest *contest,
                               const struct club_table *table, int board, const char *who)
{
    return who[0] &&
           (!strcmp(hub__contest_person(contest, table->first, board - 1)->who, who) ||
            !strcmp(hub__contest_person(contest, table->second, board - 1)->who, who));
}

/* Where the games of the last round are played. Of a sealed one only those of the person who asks: how many games the
 * others needed would tell how they went. */
static json_t *contest_ask_rooms(const struct contest *contest, const char *who)
{
    const struct club_tournament *t = contest->t;
    bool sealed = hub__contest_is_sealed(contest);
    json_t *list = json_array();

    for (int i = t->round ? t->begin[t->round] : t->n_tables; i < t->n_tables; i++) {
        if (t->table[i].second == CLUB_NOBODY) continue;
        for (int board = 1; board <= t->rules.boards; board++)
            if (!sealed || contest_ask_is_own(contest, &t->table[i], board, who))
                contest_ask_rooms_add(contest, &t->table[i], board, &list);
    }
    return list;
}

/* The table at which somebody has to play now, or null. */
static json_t *contest_ask_my_table(const struct contest *contest, int entrant, int board)
{
    const struct club_tournament *t = contest->t;
    int at = entrant >= 0 && t->round ? t->seat[entrant][t->round] : 0;
    char id[TABLE_ID_MAX];

    if (!at || t->table[at - 1].second == CLUB_NOBODY) return json_null();
    const struct club_table *table = &t->table[at - 1];
    if (club_tournament_table_outcome(t, table).over) return json_null();
    int slot = (at - 1 - t->begin[t->round]) * t->rules.boards + board - 1;
    if (contest->game[slot] != CONTEST_MADE) return json_null();
    hub__contest_run_table(contest, t->round, table->number, board,
                           hub__contest_run_game(contest, table, board), id);
    return json_string(id);
}

/* With a code others join a team that lacks somebody; only its own people see it. */
static json_t *contest_ask_my_code(const struct contest *contest, int entrant)
{
    char code[TABLE_ID_MAX];

    if (entrant < 0 || !contest->t->entrant[entrant].open) return json_null();
    hub__contest_do_team_code(contest, entrant + 1, code);
    return json_string(code);
}

static json_t *contest_ask_mine(const struct contest *contest, const char *who)
{
    int entrant = -1, board = 0, boards = contest->t->rules.boards;

    for (int i = 0; who[0] && i < contest->t->n_entrants * boards; i++) {
        if (strcmp(contest->person[i].who, who) != 0) continue;
        if (!hub__contest_is_entrant(contest, i / boards)) continue;
        entrant = i / boards;
        board = i % boards + 1;
    }
    /* Whoever plays at board 1 decides it for a team. */
    int rest = board == 1 ? hub__contest_do_next_rest(contest, entrant + 1) : 0;
    return json_pack("{s:i, s:i, s:o, s:b, s:o, s:b, s:i}", "entrant", entrant + 1,
                     "board", board, "code", contest_ask_my_code(contest, entrant),
                     "organiser", (int)(who[0] && !strcmp(contest->organiser_who, who)),
                     "table", contest_ask_my_table(contest, entrant, board), "enter",
                     (int)(entrant < 0 && hub__contest_do_is_open(contest)), "rest",
                     rest);
}

/* -- The same tiles at several tables ------------------------------------------------------------ */

/* The points of a game of a board, those of the one who began it first. False: it was not played. */
static bool contest_ask_deal_game(const struct club_tournament *t,
                                  const struct club_table *table, int board, int number,
                                  struct club_deal_table *out)
{
    bool turned = hub__contest_run_is_turned(board, number);

    for (int g = table->game; g >= 0; g = t->game[g].next) {
        if (t->game[g].number != number || t->game[g].board != board) continue;
        *out = (struct club_deal_table){t->game[g].points[turned],
                                        t->game[g].points[!turned]};
        return true;
    }
    return false;
}

/* Tables that had the same tiles. */
struct contest_deal {
    struct club_deal_table table[CLUB_ENTRANTS_MAX * CLUB_BOARDS_MAX];
    struct club_deal_score score[CLUB_ENTRANTS_MAX * CLUB_BOARDS_MAX];
    struct {
        const struct club_table *match;
        int board;
    } of[CLUB_ENTRANTS_MAX * CLUB_BOARDS_MAX];
    int n;
};

static void contest_ask_deal_find(const struct club_tournament *t, int round, int number,
                                  struct contest_deal *deal)
{
    deal->n = 0;
    for (int i = t->begin[round]; i < t->begin[round + 1]; i++)
        for (int board = 1; board <= t->rules.boards; board++) {
            if (!contest_ask_deal_game(t, &t->table[i], board, number,
                                       &deal->table[deal->n]))
                continue;
            deal->of[deal->n].match = &t->table[i];
            deal->of[deal->n++].board = board;
        }
}

/* One deal of a round: false if nobody played it. */
static bool contest_ask_deal_tell(const struct club_tournament *t, int round, int number,
                                  struct contest_deal *deal, json_t **list)
{
    contest_ask_deal_find(t, round, number, deal);
    club_deal_compare(deal->table, deal->n, deal->score);
    for (int i = 0; i < deal->n; i++) {
        const struct club_table *match = deal->of[i].match;
        int board = deal->of[i].board;
        whole_append(
            list,
            json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "round", round,
                      "game", number, "number", match->number, "board", board, "entrant",
                      (hub__contest_run_is_turned(board, number) ? match->second
                                                                 : match->first) +
                          1,
                      "ahead", deal->table[i].first - deal->table[i].second,
                      "matchpoints", deal->score[i].matchpoints, "top",
                      deal->score[i].top, "above", deal->score[i].above_mean));
    }
    return deal->n > 0;
}

/* Of all rounds that are over. */
static json_t *contest_ask_deals(const struct contest *contest)
{
    const struct club_tournament *t = contest_ask_public(contest);
    json_t *list = json_array();
    struct contest_deal *deal = contest->same ? malloc(sizeof *deal) : NULL;

    for (int r = 1; deal && r <= t->round; r++) {
        if (r == t->round && hub__contest_is_sealed(contest)) continue;
        for (int number = 1;
             number <= 99 && contest_ask_deal_tell(t, r, number, deal, &list);)
            number++;
    }
    if (contest->same && !deal) whole_append(&list, NULL);
    free(deal);
    return list;
}

static json_t *contest_ask_about(const struct contest *contest, const struct hub_ask *ask)
{
    bool news = ask->since != contest_ask_seq(contest);
    const struct club_rules *rules = &contest->t->rules;

    return json_pack(
        "{s:s, s:s, s:s, s:s, s:b, s:b, s:i, s:I, s:I, s:i, s:i, s:b, s:o, s:o, s:o}",
        "tournament", contest->id, "organiser", contest->organiser, "pool",
        words_pool.word[contest->pool], "pace", words_pace.word[contest->pace], "rated",
        (int)contest->rated, "same", (int)contest->same, "boards", rules->boards,
        "begins", (json_int_t)rules->begins * 1000, "seq",
        (json_int_t)contest_ask_seq(contest), "late", rules->late, "noshow",
        rules->noshow, "sealed", (int)hub__contest_is_sealed(contest), "mine",
        contest_ask_mine(contest, ask->who), "rooms",
        contest_ask_rooms(contest, ask->who), "deals",
        news ? contest_ask_deals(contest) : json_array());
}

/* The state goes into the answer as the text that it is. */
static char *contest_ask_text(struct contest *contest, const struct hub_ask *ask)
{
    char *head = hub__ask_json_text(contest_ask_about(contest, ask));
    const char *state =
        ask->since == contest_ask_seq(contest) ? "" : contest_ask_state(contest);
    char *text = head && state ? malloc(strlen(head) + strlen(state) + 16) : NULL;

    if (text && state[0])
        sprintf(text, "%.*s,\"state\":%s}", (int)strlen(head) - 1, head, state);
    else if (text)
        strcpy(text, head);
    free(head);
    return text;
}

/* The tournament that is asked for; NULL: it was told why not, or it waits. */
static struct contest *contest_ask_contest(struct hub *hub, struct hub_ask *ask,
                                           hub_ask_go *again)
{
    enum message_error why;

    ask->hub = hub;
    hub->waits = false;
    struct contest *contest = hub__contest(hub, ask->id, &why);
    if (!contest && hub->waits)
        hub__ask_wait(hub, ask, again);
    else if (!contest)
        hub__ask_tell(ask, NULL, why);
    hub->waits = false;
    return contest;
}

void hub_contest_ask(struct hub *hub, struct hub_ask *ask)
{
    struct contest *contest = contest_ask_contest(hub, ask, hub_contest_ask);

    if (!contest) return;
    char *text = contest_ask_text(contest, ask);
    hub__ask_tell(ask, text, text ? REFUSED_NOT : REFUSED_STORE);
}

void hub_contest_ask_csv(struct hub *hub, struct hub_ask *ask)
{
    struct contest *contest = contest_ask_contest(hub, ask, hub_contest_ask_csv);

    if (!contest) return;
    char *text = contest_ask_made(contest, club_standings_csv);
    hub__ask_tell(ask, text, text ? REFUSED_NOT : REFUSED_STORE);
}

/* -- One game ----------------------------------------------------------------------------------- */

/* Was that game played, and may everybody know it? A round of the same tiles is sealed until all have played it. */
static bool contest_ask_is_told(const struct contest *contest, const struct hub_ask *ask)
{
    const struct club_tournament *t = contest_ask_public(contest);
    int round = ask->game.round, at;

    if (round < 1 || round > t->round || ask->game.number < 1) return false;
    if (hub__contest_is_sealed(contest) && round == t->round) return false;
    at = t->begin[round] + ask->game.number - 1;
    if (at >= t->begin[round + 1]) return false;
    for (int g = t->table[at].game; g >= 0; g = t->game[g].next)
        if (t->game[g].board == ask->game.board && t->game[g].number == ask->game.game)
            return true;
    return false;
}

void hub_contest_ask_record(struct hub *hub, struct hub_ask *ask)
{
    const struct contest *contest = contest_ask_contest(hub, ask, hub_contest_ask_record);

    if (!contest) return;
    if (!contest_ask_is_told(contest, ask)) {
        hub__ask_tell(ask, NULL, REFUSED_NO_TABLE);
        return;
    }
    hub__contest_run_table(contest, ask->game.round, ask->game.number, ask->game.board,
                           ask->game.game, ask->id);
    hub__ask_whole_record(hub, ask);
}

/* -- The log ---------------------------------------------------------------------------------- */

/* The log ends before a round that is still played with the same tiles at all tables: its lines are secret until it
 * is over, and a log with holes could not be read. */
static bool contest_ask_log_each(void *context, const struct store_tournament_line *line)
{
    struct asking *asking = context;
    const char *word = strchr(line->line, ' ');

    if (!asking->ask) return false;
    if (asking->ask->since && word && !strncmp(word, " round ", 7) &&
        strtol(word + 7, NULL, 10) == asking->ask->since)
        return false;
    return whole_append(&asking->pieces,
                        json_sprintf("%s%s%s\n", line->line,
                                     line->label[0] && line->seq > 1 ? " " : "",
                                     line->seq > 1 ? line->label : ""));
}

static void contest_ask_log_done(void *context, const struct store_answer *answer)
{
    struct asking *asking = context;
    struct hub_ask *ask = asking->ask;
    char *text = NULL;
    size_t n = 1, i;
    json_t *piece;

    if (ask && answer->how == STORE_DONE && asking->pieces) {
        json_array_foreach(asking->pieces, i, piece) n += json_string_length(piece);
        if ((text = malloc(n))) {
            char *at = text;
            *at = 0;
            json_array_foreach(asking->pieces, i, piece) at +=
                sprintf(at, "%s", json_string_value(piece));
        }
    }
    hub__ask_free(asking);
    if (ask) hub__ask_tell(ask, text, text ? REFUSED_NOT : REFUSED_STORE);
}

void hub_contest_ask_log(struct hub *hub, struct hub_ask *ask)
{
    const struct contest *contest = contest_ask_contest(hub, ask, hub_contest_ask_log);

    if (!contest) return;
    struct asking *asking = hub__ask_new(ask);
    if (!asking) {
        hub__ask_tell(ask, NULL, REFUSED_STORE);
        return;
    }
    ask->since = hub__contest_is_sealed(contest) ? contest->t->round : 0;
    store_tournament_read(hub->options.store, ask->id, 0, contest_ask_log_each,
                          contest_ask_log_done, asking);
}
