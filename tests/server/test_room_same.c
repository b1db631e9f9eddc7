/* test_room_same.c -- a tournament with the same tiles at every table: nobody who may still play them, and nobody who
 * watches, can learn anything of them by any call.
 *
 * The same tournament is played twice. All tables but Ann's play, with other tiles and in another way each time: points,
 * length, winner and number of games differ. Everything that Ann (who also holds the tournament), somebody else who has not
 * played, a spectator and a stranger can ask for is written down after each step, and must be equal, byte for byte. */
#include "asked.h"
#include "contest_test.h"

enum { GAMES_MOST = 3, BOARDS_MOST = 2, STEP_MS = 3600000 };

/* How the others play: a letter for each game: `e` to its end, or who gives up after `steps`, the first seat (0) or the
 * second; a blank: the match is over by then. In every second game the seats are turned. */
struct future {
    const char *games;
    int way, steps;
};

static char *heard;
static size_t heard_n, heard_size;

static void note(const char *what, const char *text)
{
    size_t n = strlen(what) + strlen(text) + 4;

    if (heard_n + n > heard_size) {
        heard_size = 2 * (heard_n + n);
        heard = realloc(heard, heard_size);
    }
    heard_n += (size_t)sprintf(heard + heard_n, "%s: %s\n", what, text);
}

/* -- What is another thing each time, and tells nothing ---------------------------------------- */

static void hide(char *text, const char *what)
{
    for (char *at = text; what[0] && (at = strstr(at, what));)
        memset(at, '-', strlen(what));
}

static void hide_after(char *text, const char *mark, const char *letters)
{
    for (char *at = text; (at = strstr(at, mark));) {
        at += strlen(mark);
        size_t n = strspn(at, letters);
        memmove(at, at + n, strlen(at + n) + 1);
    }
}

static struct contest *held(void)
{
    ask_of(hub_contest_ask, ""); /* it is in memory */
    return hub__contest_find(hub, contest);
}

static void table_name(int number, int board, int game, char out[TABLE_ID_MAX])
{
    hub__contest_run_table(held(), 1, number, board, game, out);
}

/* Names are drawn from a secret, promises hide the deal: that they are there is the same. */
static void hide_names(char *text)
{
    char id[TABLE_ID_MAX];

    for (int number = 1; number <= 2; number++)
        for (int board = 1; board <= BOARDS_MOST; board++)
            for (int game = 1; game <= GAMES_MOST; game++) {
                table_name(number, board, game, id);
                hide(text, id);
            }
    hide(text, contest);
    hide_after(text, "sha256:", "0123456789abcdef");
    hide_after(text, " lot ", "0123456789");
}

/* -- Asking ------------------------------------------------------------------------------------ */

static const char *answer_of(hub_ask_go *go, const char *id, const char *who,
                             int64_t since)
{
    free(question.text);
    question = (struct hub_ask){.told = told, .since = since};
    snprintf(question.id, sizeof question.id, "%s", id);
    snprintf(question.who, sizeof question.who, "%s", who);
    go(hub, &question);
    return question.text ? question.text : hub_ask_why_text(question.why);
}

static const char *searched(const char *who, const char *query)
{
    free(question.text);
    question = (struct hub_ask){.told = told};
    snprintf(question.who, sizeof question.who, "%s", who);
    hub_games_ask(hub, &question, query);
    return question.text ? question.text : "refused";
}

static const char *player_page(const char *who, const char *name)
{
    free(question.text);
    question = (struct hub_ask){.told = told};
    snprintf(question.who, sizeof question.who, "%s", who);
    hub_games_ask_player(hub, &question, name, "");
    return question.text ? question.text : "refused";
}

static void ask_club(const char *who)
{
    note("list", answer_of(hub_ask_list, "", who, 0));
    note("hall", answer_of(hub_hall_ask, "", who, 0));
    note("hall of Bob", answer_of(hub_hall_ask, "", who, 5002));
    note("club", answer_of(hub_games_ask_club, "", who, 0));
    note("deal of the day", answer_of(hub_deal_ask, "", who, 0));
    note("games", searched(who, ""));
    note("games of Bob", searched(who, "player=Bob"));
    note("games that were won", searched(who, "player=Bob&how=won"));
    note("long games", searched(who, "turns_least=20"));
    for (int i = 0; i < people; i++)
        if (strcmp(whos[i], who) != 0) note("page", player_page(who, shown[i]));
}

static void ask_contest(const char *who)
{
    note("tournaments", answer_of(hub_contest_ask_list, "", who, 0));
    note("tournament", answer_of(hub_contest_ask, contest, who, 0));
    for (int64_t since = 1; since < 30; since++) /* which of them is the present one? */
        note("since", answer_of(hub_contest_ask, contest, who, since));
    note("log", answer_of(hub_contest_ask_log, contest, who, 0));
    note("csv", answer_of(hub_contest_ask_csv, contest, who, 0));
}

static void ask_record(const char *who, int number, int board, int game)
{
    free(question.text);
    question = (struct hub_ask){.told = told, .game = {1, number, board, game}};
    memcpy(question.id, contest, sizeof contest);
    snprintf(question.who, sizeof question.who, "%s", who);
    hub_contest_ask_record(hub, &question);
    note("record of the round", question.text ? question.text : "refused");
}

/* By HTTP, of a table of which only its players know the name; it is guessed here. */
static void ask_table(const char *who, const char *table)
{
    struct hub_ask ask = asked_about(table, who);

    hub_ask_table(hub, &ask);
    if (!asked_told) hub_ask_no_more(&ask);
    char price[40];
    snprintf(price, sizeof price, "%d for %d", (int)ask.why, (int)ask.length);
    note("price", ask.why == REFUSED_NO_TABLE ? "none" : price);
    note("card", hub_ask_shown(hub, table, who) ? "shown" : "not shown");
    char *record = asked_record(hub, table, who);
    note("record", record ? record : "no record");
    free(record);
}

/* By the WebSocket. */
static void say_to_table(struct conn *conn, const char *table)
{
    pass(5000);
    hears(conn);
    says_everything(conn, table);
    note("socket", hears(conn));
}

static bool is_anns(const struct club_table *table, int board)
{
    return !strcmp(hub__contest_person(held(), table->first, board - 1)->who, "ann") ||
           !strcmp(hub__contest_person(held(), table->second, board - 1)->who, "ann");
}

/* What the organiser may try, who has not played yet. */
static void organise(int number, int board)
{
    const struct club_table *table = &held()->t->table[number - 1];
    char more[100];

    for (int game = 1; game <= GAMES_MOST; game++) {
        snprintf(more, sizeof more,
                 ",'round':1,'number':%d,'board':%d,'game':%d,'first':1,'second':2,"
                 "'reason':'so'",
                 number, board, game);
        wish(0, "correct", more);
    }
    for (int side = 0; side < 2; side++) {
        int entrant = (side ? table->second : table->first) + 1;
        snprintf(more, sizeof more, ",'number':%d,'entrant':%d,'board':%d", number,
                 entrant, board);
        wish(0, "absent", more);
        snprintf(more, sizeof more, ",'entrant':%d", entrant);
        wish(0, "withdraw", more);
    }
    wish(0, "pair", "");
    wish(0, "close", "");
    hub_flush(hub);
    const char *answers = hears(person[0]);
    CHECK(!strstr(answers, "\"ok\"") && strstr(answers, "\"SEALED\""));
    note("organiser", answers);
}

typedef void each_other(int number, int board, void *context);

/* Every board at which Ann does not play. */
static void others(each_other *each, void *context)
{
    for (int i = 0; i < held()->t->n_tables; i++)
        for (int board = 1; board <= held()->t->rules.boards; board++)
            if (!is_anns(&held()->t->table[i], board)) each(i + 1, board, context);
}

static void ask_about(int number, int board, void *context)
{
    static const char *const asking[] = {"ann", "spy", "gus", ""};
    char id[TABLE_ID_MAX];

    for (int game = 1; game <= GAMES_MOST; game++) {
        table_name(number, board, game, id);
        for (int i = 0; i < 4; i++) {
            ask_record(asking[i], number, board, game);
            if (game == 1) ask_table(asking[i], id);
        }
    }
    table_name(number, board, 1, id);
    say_to_table(person[0], id);
    say_to_table(join("gus"), id);
    say_to_table(join("spy"), id);
    (void)context;
    organise(number, board);
}

static void ask_everything(void)
{
    static const char *const asking[] = {"ann", "spy", "gus", ""};

    for (int i = 0; i < 4; i++) {
        ask_club(asking[i]);
        ask_contest(asking[i]);
    }
    others(ask_about, NULL);
}

/* -- Playing ------------------------------------------------------------------------------------ */

static int64_t began;

/* Until a time that is the same in both futures; then they come back. */
static void wait_until(int step)
{
    while (now < began + (int64_t)step * STEP_MS) {
        int64_t left = began + (int64_t)step * STEP_MS - now;
        pass(left < 30000 ? left : 30000);
        for (int i = 0; i < people; i++) hears(person[i]);
    }
    come_back(); /* who says nothing for so long is let go */
}

static void play_steps(const char *id, int steps, int way)
{
    if (!hub__room_find(hub, id))
        says(person[0], "{'type':'look','id':5,'table':'%s'}", id);
    for (int i = 0; i < steps; i++) {
        struct room *room = hub__room_find(hub, id);
        if (!CHECK(room != NULL) || room->table->stage != TABLE_PLAY) return;
        pass(100); /* or they would speak too often */
        move_at(room, id, way);
    }
}

struct playing {
    const struct future *future;
    int game;
    bool half;
};

static void play_other(int number, int board, void *context)
{
    const struct playing *playing = context;
    char how = playing->future->games[playing->game - 1], id[TABLE_ID_MAX];
    int steps = playing->half || how != 'e' ? playing->future->steps : 1000;

    table_name(number, board, playing->game, id);
    if (how == ' ') return; /* the match is over */
    play_steps(id, steps, playing->future->way);
    if (playing->half || how == 'e') return;
    struct room *room = hub__room_find(hub, id);
    if (!CHECK(room != NULL)) return;
    for (int i = 0; i < people; i++)
        if (!strcmp(whos[i], room->table->seat[how - '0'].who)) {
            says(person[i], "{'type':'resign','id':9,'table':'%s','seat':%d}", id,
                 how - '0');
            hub_flush(hub);
            return;
        }
}

static void play_ann(const char *games)
{
    char ids[PEOPLE_MAX][TABLE_ID_MAX];

    for (size_t i = 0; i < strlen(games); i++) {
        settle();
        for (int n = tables_now(ids); n--;) play_table(ids[n]);
    }
    settle();
}

/* -- Two futures ----------------------------------------------------------------------------------- */

static void enter_all(int boards)
{
    char more[100], code[TABLE_ID_MAX];

    if (boards == 1) {
        all_enter();
        return;
    }
    for (int i = 0; i < 4; i++) { /* Ann and Bob, Cat and Dan */
        int team = i / 2 + 1;
        hub__contest_do_team_code(held(), team, code);
        if (i % 2)
            snprintf(more, sizeof more, ",'entrant':%d,'code':'%s'", team, code);
        else
            snprintf(more, sizeof more, ",'team':'%s'", i ? "Red" : "Blue");
        wish(i, i % 2 ? "join" : "enter", more);
        CHECK(said(person[i], "\"ok\""));
    }
}

/* What is heard while the round is played; in `end` what is told when it is over. */
static char *future(const char *rules, int boards, const struct future *one, char **end)
{
    heard_n = 0;
    *end = NULL;
    contest_pace = "slow";
    if (!open_for(4)) return NULL;
    keep_name(6001, "Spy", "spy");
    hold_even(rules);
    enter_all(boards);
    began = now - now % STEP_MS + STEP_MS;
    wait_until(0);
    wish(0, "pair", "");
    CHECK(said(person[0], "\"ok\""));
    settle();
    ask_everything();
    int step = 0;
    for (int game = 1; one->games[game - 1]; game++) {
        struct playing playing = {one, game, true};
        if (game == 1) others(play_other, &playing);
        wait_until(++step);
        if (game == 1) ask_everything();
        playing.half = false;
        others(play_other, &playing);
        wait_until(++step);
        ask_everything();
    }
    CHECK(restart(1000)); /* and after a start */
    come_back();
    wait_until(++step);
    ask_everything();
    hide_names(heard);
    char *all = strdup(heard);
    CHECK(hub__contest_is_sealed(held()));
    play_ann(one->games);
    *end = strdup(ask_of(hub_contest_ask, ""));
    hide_names(*end);
    forget_question();
    close_hub();
    return all;
}

static void check_equal(const char *one, const char *two)
{
    size_t at = 0;

    while (one[at] && one[at] == two[at]) at++;
    if (CHECK(one[at] == two[at])) return;
    at = at > 200 ? at - 200 : 0;
    fprintf(stderr, "one: %.400s\ntwo: %.400s\n", one + at, two + at);
}

static void two_futures(const char *rules, int boards, const struct future *a,
                        const struct future *b)
{
    char *end[2], *one = future(rules, boards, a, &end[0]),
                  *two = future(rules, boards, b, &end[1]);

    if (CHECK(one && two && end[0] && end[1])) {
        check_equal(one, two);
        CHECK(strlen(one) > 20000);
        CHECK(strstr(one, "\"sealed\":true") != NULL);
        CHECK(strstr(end[0], "\"sealed\":false") && strstr(end[1], "\"sealed\":false"));
        CHECK(strcmp(end[0], end[1]) != 0); /* they were two */
    }
    for (int i = 0; i < 2; i++) free(end[i]);
    free(one);
    free(two);
    free(heard);
    heard = NULL;
    heard_size = heard_n = 0;
}

TEST(a_whole_game_tells_nothing_to_who_may_still_play_it)
{
    two_futures("'kind':'swiss','rounds':2,'same':true", 1, &(struct future){"e", 0, 8},
                &(struct future){"e", 5, 31});
}

/* Two games or three: that a match goes on would tell that it is level. */
TEST(the_number_of_games_tells_nothing)
{
    two_futures("'kind':'knockout','best':3,'same':true", 1,
                &(struct future){"10 ", 0, 12}, &(struct future){"11e", 3, 20});
}

TEST(boards_of_a_team_tell_nothing_to_the_other_boards)
{
    two_futures("'kind':'swiss','rounds':2,'best':3,'boards':2,'same':true", 2,
                &(struct future){"01 ", 0, 12}, &(struct future){"00e", 2, 9});
}

/* A rating that moves tells who won: where the tiles are the same nothing is rated. */
TEST(the_same_tiles_are_not_rated)
{
    if (!open_for(2)) return;
    says(person[0], "{'type':'hold','id':2,'name':'X','kind':'swiss','rounds':2,'pool':"
                    "'two','pace':'quick','same':true,'rated':true}");
    CHECK(said(person[0], "\"FIELD\""));
    close_hub();
}
