/* test_room_deal.c -- the deal of the day on a server: the same tiles for everybody, one game each, sealed while somebody may
 * still play it, compared afterwards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_test.h"
#include "server/hub/hub_contest.h"

#define NOON   1794830400000ll /* 16 November 2026, 12:00 UTC */
#define HOUR   3600000ll
#define DEALT  "2026-11-16"
#define BEFORE "2026-11-15"

static struct conn *ann, *bob, *eve;

static void come(void)
{
    ann = join_named("ann");
    bob = join_named("bob");
    eve = join("eve");
}

static bool open_day(void)
{
    if (!open_hub()) return false;
    keep_name(5001, "Ann", "ann");
    keep_name(5002, "Bob", "bob");
    pass(NOON + HOUR - now);
    come();
    return true;
}

static struct hub_ask question;

static void told(struct hub_ask *ask)
{
    (void)ask;
}

static const char *ask_of(hub_ask_go *go, const char *date, const char *table,
                          const char *who)
{
    free(question.text);
    question = (struct hub_ask){.told = told};
    snprintf(question.date, sizeof question.date, "%s", date);
    snprintf(question.id, sizeof question.id, "%s", table);
    snprintf(question.who, sizeof question.who, "%s", who);
    go(hub, &question);
    return question.text ? question.text : "";
}

static const char *deal_for(const char *who)
{
    return ask_of(hub_deal_ask, "", "", who);
}

static void end(void)
{
    free(question.text);
    question.text = NULL;
    close_hub();
}

static bool has(const char *text, const char *what)
{
    if (strstr(text, what)) return true;
    fprintf(stderr, "not \"%s\" but: %.600s\n", what, text);
    return false;
}

/* Begins or finds the game; its table. */
static void wants(struct conn *conn, char id[TABLE_ID_MAX])
{
    says(conn, "{'type':'deal','id':2,'name':'Guest'}");
    hub_flush(hub);
    const char *heard = hears(conn), *at = strstr(heard, "\"table\":\"");
    id[0] = 0;
    if (CHECK(at && has(heard, "\"date\":\"" DEALT "\"")))
        sscanf(at + 9, "%15[a-z0-9]", id);
}

static void computer(void)
{
    struct hub_job *done = job;

    job = NULL;
    hub_think_answer(hub, done->number, aude_game_default(&done->view));
    free(done);
    hub_flush(hub);
}

/* `steps` of the person are played; the `way`-th of the actions that are listed each time, or the usual one. */
static void plays(struct conn *conn, const char *id, int steps, int way)
{
    static struct aude_action list[4096];
    char words[96];

    says(conn, "{'type':'watch','id':3,'table':'%s'}", id);
    struct room *room = hub__room_find(hub, id);
    if (!CHECK(room != NULL)) return;
    for (int i = 0; i < 1000 && room->table->stage == TABLE_PLAY; i++) {
        const struct table *table = room->table;
        if (table_look_actor(table) == 1) {
            if (!CHECK(job != NULL)) return;
            computer();
            continue;
        }
        if (!steps--) return;
        struct aude_game *game = table->sitting.game;
        struct aude_action action = aude_game_default(game);
        int n = (int)aude_game_actions(game, list, 4096);
        if (way && n > 0 && n <= 4096) action = list[way % n];
        aude_action_text(game, action, words, sizeof words);
        pass(100); /* or it would speak too often */
        says(conn, "{'type':'act','id':9,'table':'%s','at':%d,'action':'%s'}", id,
             table->sitting.n_steps, words);
        hub_flush(hub);
        hears(conn);
    }
}

enum { ALL = 100000 };

TEST(everybody_has_the_same_tiles_and_one_game)
{
    char a[TABLE_ID_MAX], b[TABLE_ID_MAX], again[TABLE_ID_MAX];

    if (!open_day()) return;
    CHECK(has(deal_for("eve"), "\"mine\":null")); /* who asks first has the deal made */
    json_t *before = json_loads(question.text, 0, NULL);
    const char *promise = json_string_value(json_object_get(before, "promise"));
    wants(ann, a);
    wants(eve, b);
    const struct table *one = hub__room_find(hub, a)->table,
                       *two = hub__room_find(hub, b)->table;
    CHECK(strcmp(a, b) != 0);
    CHECK(!memcmp(&one->head.setup.seed, &two->head.setup.seed,
                  sizeof one->head.setup.seed));
    CHECK_STR(one->head.commit, promise); /* what was promised is what is played */
    CHECK_STR(two->head.commit, promise);
    CHECK(one->head.setup.seed.lo != 20261116); /* not what the date alone says */
    CHECK_STR(one->seat[0].name, "Ann");
    CHECK_STR(two->seat[0].name, "Guest");
    CHECK_STR(one->seat[1].name, "Mason");
    CHECK_STR(one->deal, DEALT);
    wants(ann, again); /* there is one for each */
    CHECK_STR(again, a);
    CHECK(restart(1000));
    come();
    wants(ann, again);
    CHECK_STR(again, a);
    CHECK(has(deal_for("ann"), "\"over\":false"));
    says(ann, "{'type':'ask','id':5,'table':'%s','what':'takeback'}", a);
    CHECK(has(hears(ann), "nothing is taken back"));
    says(ann, "{'type':'deal','id':5}");
    hub_flush(hub);
    CHECK(has(hears(ann), "\"ok\""));
    says(eve, "{'type':'deal','id':5,'name':'\\u0007'}");
    CHECK(has(hears(eve), "\"NAME\""));
    struct conn *nobody = hub_join(hub, NULL, "");
    says(nobody, "{'type':'hello','id':1,'v':1}");
    says(nobody, "{'type':'deal','id':2}");
    CHECK(has(hears(nobody), "\"COOKIE\""));
    json_decref(before);
    end();
}

static const char *asks_for_deal(struct conn *conn)
{
    says(conn, "{'type':'deal','id':7,'name':'Guest'}");
    hub_flush(hub);
    return hears(conn);
}

/* Somebody in eve's browser, who has another cookie by now and perhaps a name. */
static struct conn *join_eves_browser(const char *who)
{
    struct conn *conn = join(who);

    hub_names_browser(conn, "eve");
    return conn;
}

/* Whoever sits at it, and also when the name is deleted under which it was begun: there is no second game. */
TEST(one_game_for_each_browser_whoever_sits_there)
{
    char mine[TABLE_ID_MAX], again[TABLE_ID_MAX];
    struct store_name_change end_of_eve = {.act = STORE_NAME_END, .id = 5003, .now = 1};

    if (!open_day()) return;
    wants(eve, mine);
    keep_name(5003, "Eve", "eve"); /* the guest's game goes along with the name */
    struct conn *named = join_eves_browser("eve2");
    hub_names_session(named, "eve");
    wants(named, again);
    CHECK_STR(again, mine);
    CHECK(has(asks_for_deal(join_eves_browser("eve2")), "\"DEALT\"")); /* signed out */
    keep_name(5004, "Eva", "eve2"); /* a further name makes no further game */
    struct conn *other = join_eves_browser("eve3");
    hub_names_session(other, "eve2");
    CHECK(has(asks_for_deal(other), "\"DEALT\""));
    CHECK_EQ(store_wait_change_names(store, &end_of_eve, 1), STORE_DONE);
    CHECK(has(asks_for_deal(join_eves_browser("eve2")), "\"DEALT\""));
    wants(
        ann,
        mine); /* and a name's game counts in its browser, too, also when the name is gone */
    CHECK_EQ(store_wait_change_names(
                 store,
                 &(struct store_name_change){.act = STORE_NAME_END, .id = 5001, .now = 1},
                 1),
             STORE_DONE);
    struct conn *out = join("ann2");
    hub_names_browser(out, "ann");
    CHECK(has(asks_for_deal(out), "\"DEALT\""));
    wants(join("somebody"), again); /* in another browser, there is one */
    CHECK(strcmp(again, mine) != 0);
    end();
}

/* Whoever goes while the store is asked for the deal, at whichever step of it, is forgotten, and the server goes on. */
TEST(one_may_leave_while_the_deal_is_looked_for)
{
    enum { STEPS = 8 };
    char a[TABLE_ID_MAX], who[24]; /* room for any number, which gcc asks for with ASan */

    if (!open_day()) return;
    for (int step = 0; step < STEPS; step++) {
        snprintf(who, sizeof who, "guest%d", step);
        struct conn *guest = join(who);
        hears(guest);
        slow = true;
        says(guest, "{'type':'deal','id':2,'name':'Guest'}");
        for (int i = 0; i < step; i++) {
            land(1);
            hub_flush(hub);
        }
        hub_leave(guest);
        while (land(STEPS)) hub_flush(hub);
        slow = false;
        hub_flush(hub);
    }
    wants(ann, a);
    end();
}

/* A line is there, its table is not: the server died between them. The next who asks gets the table. */
TEST(a_server_that_dies_leaves_nobody_without_a_table)
{
    char a[TABLE_ID_MAX], again[TABLE_ID_MAX];

    if (!open_day()) return;
    deal_for("");
    too_dear =
        HUB_NEW_TABLE; /* the line is written, and then there is no table for him */
    says(ann, "{'type':'deal','id':2}");
    hub_flush(hub);
    CHECK(has(hears(ann), "\"RATE\""));
    too_dear = -1;
    CHECK(restart(1000));
    come();
    wants(ann, a);
    wants(ann, again);
    CHECK_STR(a, again);
    broken = true; /* nothing can be stored: that is said, and nothing happened */
    says(bob, "{'type':'deal','id':2}");
    hub_flush(hub);
    broken = false;
    CHECK(has(hears(bob), "\"STORE\""));
    pass(3000);
    wants(bob, a);
    CHECK(strcmp(a, again) != 0);
    end();
}

TEST(results_are_compared_when_they_may_be_known)
{
    char a[TABLE_ID_MAX], b[TABLE_ID_MAX], e[TABLE_ID_MAX];

    if (!open_day()) return;
    wants(ann, a);
    plays(ann, a, ALL, 0);
    wants(eve, e);
    plays(eve, e, 3, 0);
    CHECK(has(deal_for("ann"), "\"played\":1"));
    CHECK(has(question.text, "\"name\":\"Ann\"") &&
          has(question.text, "\"table\":null}]"));
    CHECK(has(question.text, "\"seed\":null"));
    for (int i = 0; i < 3; i++) { /* who is in the middle, has not begun, or is nobody */
        const char *text = deal_for(i == 0 ? "eve" : i == 1 ? "bob" : "");
        CHECK(has(text, "\"spread\":[],\"results\":[]"));
        CHECK(has(text, "\"played\":1") && !strstr(text, "Ann"));
    }
    wants(bob, b);
    plays(bob, b, 4, 0);
    says(bob, "{'type':'resign','id':4,'table':'%s','seat':0}", b);
    hub_flush(hub);
    CHECK(has(deal_for("bob"), "\"why\":\"resign\",\"counts\":false"));
    CHECK(has(question.text, "\"played\":1")); /* it is not compared */
    pass(NOON + 24 * HOUR - now);              /* nobody begins it any more */
    CHECK(has(deal_for(""), "\"date\":\"2026-11-17\""));
    CHECK(has(ask_of(hub_deal_ask, DEALT, "", ""), "\"open\":false,\"sealed\":true"));
    come();
    plays(eve, e, ALL, 0); /* who has begun may end it */
    CHECK(has(ask_of(hub_deal_ask, DEALT, "", "eve"), "\"played\":2"));
    CHECK_STR(ask_of(hub_deal_ask_record, DEALT, e, "eve"), "");
    pass(3 * HOUR);
    CHECK(has(ask_of(hub_deal_ask, DEALT, "", ""), "\"sealed\":false"));
    json_t *about = json_loads(question.text, 0, NULL),
           *results = json_object_get(about, "results");
    CHECK_EQ(json_array_size(results), 2);
    CHECK_EQ(json_array_size(json_object_get(about, "spread")), 2);
    json_t *best = json_array_get(results, 0);
    CHECK_EQ(json_integer_value(json_object_get(best, "place")), 1);
    CHECK_EQ(json_integer_value(json_object_get(best, "top")), 2);
    CHECK_EQ(strlen(json_string_value(json_object_get(about, "seed"))), 32);
    const char *table = json_string_value(json_object_get(best, "table"));
    CHECK(table && has(ask_of(hub_deal_ask_record, DEALT, table, ""), "\nseed "));
    CHECK_STR(ask_of(hub_deal_ask_record, DEALT, b, ""), ""); /* it was given up */
    CHECK_STR(ask_of(hub_deal_ask_record, BEFORE, a, ""), "");
    json_decref(about);
    end();
}

/* Who was too slow: the game ends as any other, and does not count. */
TEST(a_game_that_ends_when_the_deal_is_told_does_not_count)
{
    char a[TABLE_ID_MAX];

    if (!open_day()) return;
    wants(ann, a);
    plays(ann, a, 3, 0);
    pass(NOON + 27 * HOUR - now);
    come();
    plays(ann, a, ALL, 0);
    CHECK(
        has(ask_of(hub_deal_ask, DEALT, "", "ann"), "\"why\":\"end\",\"counts\":false"));
    CHECK(has(question.text, "\"played\":0"));
    end();
}

TEST(days_that_are_none_and_days_on_which_nobody_asked)
{
    if (!open_day()) return;
    for (int i = 0; i < 4; i++) {
        static const char *const days[] = {"2026-11-17", BEFORE, "2026-02-30", "99"};
        CHECK_STR(ask_of(hub_deal_ask, days[i], "", ""), "");
        CHECK_EQ(question.why, REFUSED_NO_TABLE);
    }
    /* It is no tournament, whatever it is stored as. */
    deal_for("");
    CHECK(has(ask_of(hub_contest_ask_list, "", "", ""), "\"tournaments\":[]"));
    CHECK_STR(ask_of(hub_contest_ask, "", "day-" DEALT, ""), "");
    says(ann, "{'type':'enter','id':2,'tournament':'day-" DEALT "'}");
    CHECK(has(hears(ann), "\"NO_TOURNAMENT\""));
    end();
}

TEST(a_name_that_is_given_up_stands_in_no_deal)
{
    char a[TABLE_ID_MAX];
    struct store_name_change change = {.act = STORE_NAME_END, .id = 5001, .now = 1};

    if (!open_day()) return;
    wants(ann, a);
    plays(ann, a, ALL, 0);
    pass(NOON + 27 * HOUR - now);
    CHECK(has(ask_of(hub_deal_ask, DEALT, "", ""), "\"name\":\"Ann\",\"person\":5001"));
    CHECK_EQ(store_wait_change_names(store, &change, 1), STORE_DONE);
    CHECK(has(ask_of(hub_deal_ask, DEALT, "", ""), "\"name\":\"\",\"person\":0"));
    end();
}

/* -- Sealed: two futures, equal bytes ------------------------------------------------------ */

static char heard[1 << 16];

static void note(const char *text)
{
    size_t n = strlen(heard);

    snprintf(heard + n, sizeof heard - n, "%s\n", text);
}

/* What the promise hides is another thing each time; that it is there is not. */
static void hide_promise(char *text)
{
    for (char *at = text; (at = strstr(at, "sha256:")); at += 7) memset(at + 7, '-', 64);
}

static const char *games_of(const char *who)
{
    free(question.text);
    question = (struct hub_ask){.told = told};
    hub_games_ask(hub, &question, who);
    return question.text ? question.text : "refused";
}

static const char *player_of(const char *name)
{
    free(question.text);
    question = (struct hub_ask){.told = told};
    snprintf(question.who, sizeof question.who, "eve");
    hub_games_ask_player(hub, &question, name, "");
    return question.text ? question.text : "refused";
}

/* Everything that somebody can ask who has not played the deal: by every call, also with the name of another's table. */
static void ask_everything(const char *table)
{
    note(deal_for("eve"));
    note(ask_of(hub_deal_ask, DEALT, "", ""));
    note(ask_of(hub_deal_ask_record, DEALT, table, "eve"));
    note(ask_of(hub_ask_list, "", "", "eve"));
    note(ask_of(hub_hall_ask, "", "", "eve"));
    note(ask_of(hub_games_ask_club, "", "", "eve"));
    note(ask_of(hub_contest_ask_list, "", "", "eve"));
    note(games_of(""));
    note(games_of("player=Ann"));
    note(player_of("Ann"));
    note(hub_ask_shown(hub, table, "eve") ? "shown" : "not shown");
    char *record = asked_record(hub, table, "eve");
    note(record ? record : "no record");
    free(record);
    says_everything(eve, table);
    note(hears(eve));
}

/* A day with a deal of its own, which somebody plays in her own way; what another hears of it. */
static char *future(int way, int *ahead)
{
    char a[TABLE_ID_MAX];

    heard[0] = 0;
    if (!open_day()) return NULL;
    wants(ann, a);
    ask_everything(a);
    come(); /* who says nothing for so long is let go */
    plays(ann, a, 20, way);
    ask_everything(a);
    come();
    plays(ann, a, ALL, way);
    pass(NOON + 9 * HOUR - now);
    eve = join("eve");
    ask_everything(a);
    CHECK(has(deal_for("ann"), "\"counts\":true")); /* she played it, and knows */
    *ahead = atoi(strstr(question.text, "\"spread\":[") + 10);
    end();
    hide_promise(heard);
    /* The table's name is not told to her: she was given it here, and hears it back. */
    for (char *at = heard; (at = strstr(at, a));) memset(at, '-', strlen(a));
    return strdup(heard);
}

TEST(who_may_still_play_it_hears_the_same_whatever_the_deal_is)
{
    int ahead[2];
    char *one = future(0, &ahead[0]), *two = future(5, &ahead[1]);

    if (CHECK(one && two)) {
        CHECK(ahead[0] != ahead[1]); /* they are two */
        CHECK_STR(one, two);
        CHECK(has(one, "\"played\":1") && strlen(one) > 2000);
    }
    free(one);
    free(two);
}

/* -- Who has ended knows the tiles he has seen, and not the seed ---------------------------------- */

/* No word of the seed, nor of a half of it. */
static void check_no_seed(const char *text, const struct aude_seed *seed)
{
    char hex[2][17];

    snprintf(hex[0], sizeof hex[0], "%016llx", (unsigned long long)seed->hi);
    snprintf(hex[1], sizeof hex[1], "%016llx", (unsigned long long)seed->lo);
    CHECK(!strstr(text, hex[0]) && !strstr(text, hex[1]));
}

static void check_record(const char *table, bool told_all)
{
    char *record = asked_record(hub, table, "bob");

    if (CHECK(record != NULL)) {
        CHECK_EQ(strstr(record, "\nseed hidden") == NULL, told_all);
        CHECK(strstr(record, "\nopen ") != NULL); /* it has its end */
    }
    free(record);
}

TEST(who_gives_up_does_not_learn_the_tiles_that_others_play)
{
    char b[TABLE_ID_MAX];

    if (!open_day()) return;
    wants(bob, b);
    plays(bob, b, 4, 0);
    const struct aude_seed seed = hub__room_find(hub, b)->table->head.setup.seed;
    says(bob, "{'type':'resign','id':4,'table':'%s','seat':0}", b);
    hub_flush(hub);
    const char *text = hears(bob);
    CHECK(has(text, "\"over\"") && !strstr(text, "\"seed\""));
    check_no_seed(text, &seed);
    check_record(b, false);
    check_no_seed(deal_for("bob"), &seed);
    says(bob, "{'type':'watch','id':5,'table':'%s'}", b); /* all entries again */
    hub_flush(hub);
    check_no_seed(hears(bob), &seed);
    CHECK(restart(1000));
    come();
    says(bob, "{'type':'watch','id':5,'table':'%s'}", b);
    hub_flush(hub);
    check_no_seed(hears(bob), &seed);
    check_record(b, false);
    pass(NOON + 27 * HOUR - now); /* now everybody may know */
    come();
    says(bob, "{'type':'watch','id':5,'table':'%s'}", b);
    check_record(b, true);
    end();
}
