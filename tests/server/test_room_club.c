/* test_room_club.c -- the club of a server: rated games, ratings as a fold of their results, finding a game, what is told
 * of finished games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_test.h"
#include "server/hub/hub_internal.h"
#include "server/hub/ratings.h"

/* -- Ratings ---------------------------------------------------------------------------- */

static struct store_result game(int64_t seq, int64_t a, int64_t b, int places)
{
    return (struct store_result){.seq = seq,
                                 .table = "t",
                                 .ended = 1000 * seq,
                                 .rated = true,
                                 .n_seats = 2,
                                 .seat = {{.name = a, .place = places == 2 ? 2 : 1},
                                          {.name = b, .place = places == 1 ? 2 : 1}}};
}

static struct ratings *folded(int from, int to, struct ratings *ratings)
{
    for (int i = from; i <= to; i++) {
        struct store_result one =
            game(i, 1000 + i * 7 % 5, 2000 + i * 11 % 7, i * 13 % 3);
        CHECK(ratings_add(ratings, &one));
    }
    return ratings;
}

TEST(a_rebuilt_rating_has_the_same_bits)
{
    struct ratings *whole = folded(1, 300, ratings_new());
    struct ratings *parts = folded(1, 140, ratings_new());

    CHECK(ratings_hash(whole) != ratings_hash(parts));
    folded(100, 300, parts); /* some of them for a second time: they do not count again */
    CHECK(ratings_hash(whole) == ratings_hash(parts));
    CHECK_EQ(ratings_last(parts), 300);
    struct store_result other = game(301, 1000, 2000, 1);
    other.rated = false;
    CHECK(ratings_add(parts, &other));
    CHECK(ratings_hash(whole) == ratings_hash(parts));
    /* It is the fold that club/ knows, one person after the other. */
    struct club_rating two[2];
    struct ratings *few = ratings_new();
    club_glicko_begin(&two[0]);
    club_glicko_begin(&two[1]);
    for (int i = 1; i <= 12; i++) {
        struct store_result one = game(i, 77, 88, i % 3 ? 1 : 0);
        struct club_result same = {
            .time = one.ended, .n = 2, .player = {0, 1}, .place = {1, i % 3 ? 2 : 1}};
        club_glicko_result(two, &same);
        CHECK(ratings_add(few, &one));
        CHECK((ratings_shown(few, 77, CLUB_POOL_TWO, one.ended) != 0) ==
              club_glicko_known(&two[0], one.ended));
    }
    const struct club_rating *found = ratings_find(few, 88, CLUB_POOL_TWO);
    if (CHECK(found != NULL))
        CHECK(!memcmp(&found->value, &two[1].value, sizeof(double)));
    CHECK(ratings_find(few, 99, CLUB_POOL_TWO) == NULL);
    CHECK(ratings_find(few, 88, CLUB_POOL_MORE) == NULL);
    size_t n;
    const struct rating_point *curve = ratings_curve(few, 77, CLUB_POOL_TWO, &n);
    CHECK_EQ(n, 12);
    CHECK(curve[0].value > 1500 && curve[11].value == (float)two[0].value);
    ratings_free(few);
    ratings_free(whole);
    ratings_free(parts);
}

/* Each of many is found again, with his own games, while there come more and more. */
TEST(many_people_have_ratings)
{
    struct ratings *all = ratings_new();
    enum { PEOPLE = 700 };

    for (int i = 0; i < PEOPLE; i++) {
        struct store_result one = game(i + 1, 10000 + i, 10000 + (i + 1) % PEOPLE, 1);
        CHECK(ratings_add(all, &one));
    }
    for (int i = 0; i < PEOPLE; i++) {
        size_t n = 0;
        CHECK(ratings_find(all, 10000 + i, CLUB_POOL_TWO) != NULL);
        CHECK(ratings_curve(all, 10000 + i, CLUB_POOL_TWO, &n) != NULL && n == 2);
    }
    CHECK(ratings_find(all, 10000 + PEOPLE, CLUB_POOL_TWO) == NULL);
    ratings_free(all);
}

/* -- Names ------------------------------------------------------------------------------ */

#define RATED "'options':{'aids':'club','rated':true,'clock':{'kind':'none'}}"

static struct conn *ann, *bob, *eve;

static bool open_club(void)
{
    if (!open_hub()) return false;
    keep_name(5001, "Ann Lee", "ann");
    keep_name(5002, "Bob", "bob");
    ann = join_named("ann");
    bob = join_named("bob");
    eve = join("eve");
    return true;
}

static bool said(struct conn *conn, const char *what)
{
    return strstr(hears(conn), what) != NULL;
}

static char id[TABLE_ID_MAX];

static void rated_table(void)
{
    create(ann, "[{'kind':'here','name':'Somebody'},{'kind':'link'}]," RATED, id);
    says(bob, "{'type':'sit','id':3,'table':'%s','seat':1,'name':'Nobody'}", id);
    says(ann, "{'type':'start','id':4,'table':'%s'}", id);
    hub_flush(hub);
    hears(ann);
    hears(bob);
}

static char found[600];
static int n_found;

static bool note_result(void *context, const struct store_result *one)
{
    (void)context;
    n_found++;
    snprintf(found, sizeof found, "rated %d why %d %s/%lld/%d %s/%lld/%d", one->rated,
             (int)one->why, one->seat[0].label, (long long)one->seat[0].name,
             one->seat[0].place, one->seat[1].label, (long long)one->seat[1].name,
             one->seat[1].place);
    return true;
}

static const char *results(void)
{
    struct store_search all = {.pool = -1, .why = -1, .all = true, .max = 50};

    n_found = 0;
    found[0] = 0;
    CHECK(store_wait_search(store, &all, note_result, NULL));
    return found;
}

static void move(struct conn *conn)
{
    const struct table *table = hub__room_find(hub, id)->table;
    struct aude_action list[64];
    char words[96];
    struct aude_action first = aude_game_default(table->sitting.game);

    (void)list;
    aude_action_text(table->sitting.game, first, words, sizeof words);
    says(conn, "{'type':'act','id':9,'table':'%s','at':%d,'action':'%s'}", id,
         table->sitting.n_steps, words);
    hub_flush(hub);
}

/* Until it is the other's decision. */
static void turn(struct conn *conn, unsigned seat)
{
    const struct table *table = hub__room_find(hub, id)->table;

    for (int i = 0; i < 20 && table_look_actor(table) == seat; i++) move(conn);
    CHECK(table_look_actor(table) != seat);
}

static void one_turn_each(void)
{
    const struct table *table = hub__room_find(hub, id)->table;

    for (int i = 0; i < 2; i++) {
        unsigned actor = table_look_actor(table);
        turn(actor ? bob : ann, actor);
    }
    hears(ann);
    hears(bob);
}

TEST(a_rated_game_is_between_two_who_keep_a_name)
{
    if (!open_club()) return;
    says(eve, "{'type':'create','id':2," GROW
              ",'seats':[{'kind':'here'},{'kind':'link'}]," RATED "}");
    CHECK(said(eve, "who keep a name"));
    says(ann, "{'type':'create','id':2," GROW
              ",'seats':[{'kind':'here'},{'kind':'computer'}]," RATED "}");
    CHECK(said(ann, "who keep a name"));
    says(ann, "{'type':'create','id':2," GROW
              ",'seats':[{'kind':'here'},{'kind':'here','name':'B'}]," RATED "}");
    CHECK(said(ann, "\"code\":"));
    says(ann,
         "{'type':'create','id':2," GROW ",'seats':[{'kind':'here'},{'kind':'link'}],"
         "'options':{'rated':true}}");
    CHECK(said(ann, "aids"));
    create(ann, "[{'kind':'here','name':'Somebody'},{'kind':'link'}]," RATED, id);
    says(eve, "{'type':'sit','id':3,'table':'%s','seat':1,'name':'Eve'}", id);
    CHECK(said(eve, "only who keeps a name"));
    says(ann, "{'type':'seat','id':3,'table':'%s','seat':1,'kind':'computer'}", id);
    CHECK(said(ann, "sits down for themselves"));
    says(bob, "{'type':'sit','id':3,'table':'%s','seat':1,'name':'Nobody'}", id);
    says(ann, "{'type':'start','id':4,'table':'%s'}", id);
    hub_flush(hub);
    hears(ann);
    one_turn_each();
    says(ann, "{'type':'ask','id':5,'table':'%s','what':'takeback'}", id);
    CHECK(said(ann, "nothing is taken back"));
    says(bob, "{'type':'resign','id':6,'table':'%s','seat':1}", id);
    hub_flush(hub);
    CHECK_STR(results(),
              "rated 1 why 1 Ann Lee/5001/1 Bob/5002/2"); /* in their own names */
    CHECK_EQ(n_found, 1);
    close_hub();
}

TEST(a_game_that_is_given_up_before_all_have_moved_does_not_count)
{
    if (!open_club()) return;
    rated_table();
    says(bob, "{'type':'resign','id':6,'table':'%s','seat':1}", id);
    hub_flush(hub);
    CHECK_STR(results(), "rated 0 why 3 Ann Lee/5001/1 Bob/5002/2");
    close_hub();
}

TEST(a_result_is_stored_once_whatever_the_store_does)
{
    if (!open_club()) return;
    rated_table();
    one_turn_each();
    broken = true;
    says(bob, "{'type':'resign','id':6,'table':'%s','seat':1}", id);
    hub_flush(hub);
    broken = false;
    CHECK(said(bob, "STORE"));
    results();
    CHECK_EQ(n_found, 0);
    pass(3000);
    lying = true; /* it is stored, and nobody knows */
    says(bob, "{'type':'resign','id':7,'table':'%s','seat':1}", id);
    hub_flush(hub);
    lying = false;
    pass(3000);
    says(bob, "{'type':'resign','id':8,'table':'%s','seat':1}", id);
    hub_flush(hub);
    results();
    CHECK_EQ(n_found, 1);
    CHECK(restart(1000));
    results();
    CHECK_EQ(n_found, 1);
    close_hub();
}

/* -- Finding a game --------------------------------------------------------------------- */

TEST(two_who_look_for_the_same_find_each_other)
{
    if (!open_club()) return;
    says(eve,
         "{'type':'seek','id':2,'pool':'two','pace':'quick','rated':true,'name':'Eve'}");
    CHECK(said(eve, "only who keeps a name"));
    says(eve, "{'type':'seek','id':2,'pool':'more','pace':'quick','name':'Eve'}");
    CHECK(said(eve, "open a table"));
    says(eve, "{'type':'seek','id':3,'pool':'two','pace':'quick'}");
    CHECK(said(eve, "please say a name"));
    says(eve, "{'type':'seek','id':4,'pool':'two','pace':'quick','name':'Eve'}");
    CHECK(said(eve, "\"others\":0"));
    says(ann, "{'type':'seek','id':5,'pool':'two','pace':'quick','rated':true}");
    CHECK(said(ann, "\"others\":0"));
    pass(1500);
    CHECK(!said(eve, "found") && !said(ann, "found")); /* they do not look for the same */
    json_t *waiting = hub__club_waiting(hub);
    CHECK_EQ(json_array_size(waiting), 2);
    json_decref(waiting);
    says(ann, "{'type':'seek','id':6,'pool':'two','pace':'quick'}"); /* instead */
    CHECK(said(ann, "\"others\":1"));
    pass(1500);
    const char *at = strstr(hears(ann), "\"found\"");
    CHECK(at != NULL);
    CHECK(said(eve, "\"found\""));
    waiting = hub__club_waiting(hub);
    CHECK_EQ(json_array_size(waiting), 0);
    json_decref(waiting);
    close_hub();
}

static int waiting_people(void)
{
    json_t *waiting = hub__club_waiting(hub);
    json_int_t n =
        json_integer_value(json_object_get(json_array_get(waiting, 0), "people"));

    CHECK_EQ(json_array_size(waiting), n ? 1 : 0);
    json_decref(waiting);
    return (int)n;
}

/* People are counted, not windows, whichever of them is closed. */
TEST(who_looks_in_two_windows_is_one)
{
    static const char seek[] =
        "{'type':'seek','id':5,'pool':'two','pace':'slow','rated':true}";

    if (!open_club()) return;
    struct conn *again = join_named("ann"), *third = join_named("ann");
    says(ann, seek);
    CHECK(said(ann, "\"others\":0"));
    says(again, seek);
    CHECK(said(again, "\"others\":0")); /* nobody but herself */
    says(third, seek);
    CHECK_EQ(waiting_people(), 1);
    says(ann, "{'type':'unseek','id':6}"); /* now the second window counts */
    CHECK_EQ(waiting_people(), 1);
    says(ann, seek); /* and then it was the last that came */
    hears(ann);
    hub_leave(again);
    CHECK_EQ(waiting_people(), 1);
    says(bob, seek);
    CHECK(said(bob, "\"others\":1"));
    CHECK_EQ(waiting_people(), 2);
    says(ann, "{'type':'unseek','id':7}");
    says(third, "{'type':'unseek','id':8}");
    CHECK_EQ(waiting_people(), 1);
    close_hub();
}

/* Nor is anybody found twice: her first window is asked, and the others are told that they look no longer. */
TEST(who_looks_in_two_windows_finds_one_game)
{
    static const char seek[] =
        "{'type':'seek','id':5,'pool':'two','pace':'slow','rated':true}";

    if (!open_club()) return;
    keep_name(5003, "Cat", "cat");
    struct conn *again = join_named("ann"), *cat = join_named("cat");
    says(ann, seek);
    says(again, seek);
    says(bob, seek);
    says(cat, seek);
    hears(again);
    pass(1500);
    CHECK(said(ann, "\"found\""));
    const char *text = hears(again);
    CHECK(!strstr(text, "\"found\"") && strstr(text, "\"held\"") &&
          strstr(text, "\"ELSEWHERE\""));
    bool one = said(bob, "\"found\""), other = said(cat, "\"found\"");
    CHECK(one != other);
    CHECK_EQ(waiting_people(), 1);
    pass(1500);
    CHECK_EQ(waiting_people(), 1); /* whoever is left waits, and not for Ann */
    close_hub();
}

TEST(who_leaves_or_looks_no_longer_is_not_found)
{
    if (!open_club()) return;
    says(ann, "{'type':'seek','id':5,'pool':'two','pace':'slow'}");
    says(ann, "{'type':'unseek','id':6}");
    says(bob, "{'type':'seek','id':5,'pool':'two','pace':'slow'}");
    hears(ann);
    pass(1500);
    CHECK(!said(ann, "found"));
    hub_leave(bob);
    says(ann, "{'type':'seek','id':7,'pool':'two','pace':'slow'}");
    pass(1500);
    CHECK(!said(ann, "found"));
    struct conn *again = join_named("ann"); /* nobody plays against themselves */
    says(again, "{'type':'seek','id':7,'pool':'two','pace':'slow'}");
    pass(1500);
    CHECK(!said(again, "found"));
    close_hub();
}

/* Both look for a game under that name; what the log then calls them. */
static void same_name(struct conn *first, const char *name, const char *names)
{
    struct conn *second = ann;

    if (!strcmp(name, "Player 2")) second = join("fay");
    says(first, "{'type':'seek','id':4,'pool':'two','pace':'quick','name':'%s'}", name);
    says(second, "{'type':'seek','id':5,'pool':'two','pace':'quick','name':'%s'}", name);
    pass(1500);
    if (!CHECK(said(first, names))) printf("not called %s\n", names);
}

TEST(two_of_one_name_are_told_apart)
{
    if (!open_club()) return;
    same_name(eve, "Player 2", "name 0 Player 2\\nname 1 Player 1\\n");
    /* A guest cannot have the name that the other keeps, however long he has waited. */
    same_name(eve, "Ann Lee", "name 0 Player 1\\nname 1 Ann Lee\\n");
    close_hub();
}

/* "Two, with river and abbot": what is looked for is what is played, and counted. */
TEST(who_looks_for_sets_plays_with_them)
{
    if (!open_club()) return;
    says(eve, "{'type':'seek','id':4,'pool':'two_sets','pace':'quick','name':'Eve'}");
    says(ann, "{'type':'seek','id':5,'pool':'two_sets','pace':'quick'}");
    pass(1500);
    const char *heard = hears(ann);
    CHECK(strstr(heard, "switch river RIVER_I\\n") != NULL);
    CHECK(strstr(heard, "switch abbot ON\\n") != NULL);
    says(eve, "{'type':'seek','id':6,'pool':'two','pace':'quick','name':'Eve'}");
    says(bob, "{'type':'seek','id':5,'pool':'two','pace':'quick'}");
    pass(1500);
    heard = hears(bob);
    CHECK(strstr(heard, "switch river OFF\\n") != NULL);
    CHECK(strstr(heard, "switch abbot OFF\\n") != NULL);
    close_hub();
}

/* Somebody whose address may have no table now waits longest: the other's address has it. */
/* -- Programs ----------------------------------------------------------------------------- */

static struct conn *bots[2];

static bool open_with_bots(void)
{
    if (!open_club()) return false;
    for (int i = 0; i < 2; i++) {
        static const char *const who[] = {"wall", "xeno"}, *const shown[] = {"Wall",
                                                                             "Xeno"};
        struct store_name name = {.id = 6001 + i,
                                  .shown = shown[i],
                                  .letters = shown[i],
                                  .form = shown[i],
                                  .near = shown[i],
                                  .who = who[i],
                                  .bot = true,
                                  .created = 7,
                                  .recovery = ""};
        struct store_session session = {.hash = who[i],
                                        .name = name.id,
                                        .credential = "",
                                        .label = "",
                                        .ends = INT64_MAX / 2};
        struct store_name_change add[] = {
            {.act = STORE_NAME_ADD, .name = &name},
            {.act = STORE_SESSION_ADD, .session = &session}};
        CHECK_EQ(store_wait_change_names(store, add, 2), STORE_DONE);
        bots[i] = join_named(who[i]);
    }
    return true;
}

static const char quick[] = "'type':'seek','id':5,'pool':'two','pace':'quick'";

/* Until everybody is near enough to everybody. */
static void wait_long(void)
{
    for (int i = 0; i < 9; i++) {
        hears(ann); /* who takes nothing is sent away */
        hears(bob);
        hears(bots[0]);
        hears(bots[1]);
        pass(10000);
    }
}

TEST(programs_find_each_other_and_people_who_want_one)
{
    if (!open_with_bots()) return;
    says(bots[0], "{%s}", quick);
    says(ann, "{%s}", quick);
    wait_long();
    CHECK(!said(ann, "found")); /* she did not say that a program is welcome */
    json_t *waiting = hub__club_waiting(hub), *one = json_array_get(waiting, 0);
    CHECK_EQ(json_integer_value(json_object_get(one, "people")), 1);
    CHECK_EQ(json_integer_value(json_object_get(one, "bots")), 1);
    json_decref(waiting);
    says(ann, "{%s,'bots':true}", quick);
    pass(1500);
    const char *heard = hears(ann);
    CHECK(strstr(heard, "\"found\"") && strstr(heard, "\"bot\":true"));
    CHECK(said(bots[0], "\"found\""));
    for (int i = 0; i < 2; i++) says(bots[i], "{%s,'rated':true}", quick);
    says(bob, "{%s,'rated':true,'bots':true}", quick);
    pass(1500);
    CHECK(said(bots[0], "\"found\"") && said(bots[1], "\"found\""));
    CHECK(!said(bob, "found")); /* what is rated is between people, or between programs */
    says(bots[0], "{%s,'rated':true}", quick);
    wait_long();
    CHECK(!said(bob, "found"));
    close_hub();
}

TEST(a_program_sits_down_to_no_rated_game_of_people)
{
    if (!open_with_bots()) return;
    create(ann, "[{'kind':'here','name':'Somebody'},{'kind':'link'}]," RATED, id);
    says(bots[0], "{'type':'sit','id':3,'table':'%s','seat':1,'name':'Wall'}", id);
    CHECK(said(bots[0], "between people, or between programs"));
    create(bots[0], "[{'kind':'here','name':'Wall'},{'kind':'link'}]," RATED, id);
    says(bob, "{'type':'sit','id':3,'table':'%s','seat':1}", id);
    CHECK(said(bob, "between people, or between programs"));
    says(bots[1], "{'type':'sit','id':3,'table':'%s','seat':1}", id);
    hub_flush(hub);
    CHECK(said(bots[1], "\"ok\""));
    close_hub();
}

/* The ladder: programs alone, the best first; the best of the people without them. */
TEST(programs_have_a_ladder_of_their_own)
{
    static char table[60][16];

    if (!open_with_bots()) return;
    for (int i = 0; i < 60; i++) {
        bool people = i >= 30, lost = i % 3 != 0; /* two of three */
        snprintf(table[i], sizeof table[i], "game%d", i);
        struct store_result one = {
            .table = table[i],
            .ended = now,
            .rated = true,
            .rules = "grow",
            .n_seats = 2,
            .seat = {{people ? 5001 : 6001, "", "x", "x", "", 1, lost ? 2 : 1},
                     {people ? 5002 : 6002, "", "y", "y", "", 2, lost ? 1 : 2}}};
        CHECK(store_wait_add_results(store, &one, 1));
    }
    pass(6000);
    struct hub_ask ask = asked_about("", "");
    hub_games_ask_club(hub, &ask);
    json_t *club = json_loads(ask.text, 0, NULL), *ladder = json_object_get(club, "bots");
    CHECK_EQ(json_array_size(ladder), 2);
    json_t *first = json_array_get(ladder, 0), *second = json_array_get(ladder, 1);
    CHECK_STR(json_string_value(json_object_get(first, "name")), "Xeno"); /* who won */
    CHECK_STR(json_string_value(json_object_get(second, "name")), "Wall");
    json_t *rating = json_array_get(json_object_get(first, "ratings"), 0);
    CHECK_EQ(json_integer_value(json_object_get(rating, "games")), 30);
    CHECK(!strstr(strstr(ask.text, "\"best\""), "\"best\":[{\"person\":6"));
    json_t *arena = json_object_get(club, "arena"); /* our own computers beside it */
    CHECK_EQ(json_array_size(arena), 7);
    CHECK_STR(json_string_value(json_object_get(json_array_get(arena, 0), "level")),
              "level-7");
    json_decref(club);
    free(ask.text);
    close_hub();
}

/* Of those whose ratings are the same, or not known, the first who came comes first. */
TEST(programs_of_one_rating_keep_their_order)
{
    for (int games = 0; games <= 30; games += 30) {
        static char table[30][16];
        if (!open_with_bots()) return;
        for (int i = 0; i < games; i++) {
            snprintf(table[i], sizeof table[i], "even%d", i);
            struct store_result one = {
                .table = table[i],
                .ended = now,
                .rated = true,
                .rules = "grow",
                .n_seats = 2,
                .seat = {{6001, "", "x", "x", "", 1, 1}, {6002, "", "y", "y", "", 1, 1}}};
            CHECK(store_wait_add_results(store, &one, 1));
        }
        pass(6000);
        struct hub_ask ask = asked_about("", "");
        hub_games_ask_club(hub, &ask);
        json_t *club = json_loads(ask.text, 0, NULL),
               *ladder = json_object_get(club, "bots"),
               *first = json_array_get(ladder, 0);
        CHECK_STR(json_string_value(json_object_get(first, "name")), "Wall");
        CHECK_EQ(json_array_size(json_object_get(first, "ratings")), games ? 1 : 0);
        json_decref(club);
        free(ask.text);
        close_hub();
    }
}

TEST(who_can_have_no_table_keeps_nobody_waiting)
{
    if (!open_club()) return;
    too_dear = HUB_NEW_TABLE;
    snprintf(only_poor, sizeof only_poor, "eve");
    says(eve, "{'type':'seek','id':4,'pool':'two','pace':'quick','name':'Eve'}");
    says(ann, "{'type':'seek','id':5,'pool':'two','pace':'quick'}");
    pass(1500);
    CHECK(said(ann, "\"found\""));
    CHECK(said(eve, "\"found\""));
    only_poor[0] = 0; /* and where nobody can have one they go on waiting */
    says(eve, "{'type':'seek','id':6,'pool':'two','pace':'quick','name':'Eve'}");
    says(bob, "{'type':'seek','id':5,'pool':'two','pace':'quick'}");
    pass(1500);
    const char *text = hears(bob);
    CHECK(!strstr(text, "found"));
    CHECK(strstr(text, "\"type\":\"held\",\"code\":\"RATE\"") !=
          NULL); /* and hear why, */
    CHECK(said(eve, "from your address"));
    pass(1500);
    CHECK_STR(hears(bob), ""); /* once */
    too_dear = -1;
    pass(1500);
    CHECK(said(bob, "\"found\""));
    close_hub();
}

/* -- What is told ----------------------------------------------------------------------- */

static struct hub_ask question;

static void told(struct hub_ask *ask)
{
    (void)ask;
}

static const char *ask_games(const char *query)
{
    free(question.text);
    question = (struct hub_ask){.told = told};
    hub_games_ask(hub, &question, query);
    return question.text ? question.text : "";
}

static const char *ask_player(const char *name, const char *query, const char *who)
{
    free(question.text);
    question = (struct hub_ask){.told = told};
    snprintf(question.who, sizeof question.who, "%s", who);
    hub_games_ask_player(hub, &question, name, query);
    return question.text ? question.text : "";
}

TEST(finished_games_are_found_over_http)
{
    if (!open_club()) return;
    rated_table();
    one_turn_each();
    says(bob, "{'type':'resign','id':6,'table':'%s','seat':1}", id);
    hub_flush(hub);
    CHECK(strstr(ask_games(""), id) && strstr(question.text, "\"why\":\"resign\""));
    CHECK(strstr(ask_games("player=ANN+L%C3%A9e"), id) != NULL); /* letters, no more */
    CHECK(!strstr(ask_games("player=Carl"), id));
    CHECK(strstr(ask_games("player=bob&result=lost"), id) != NULL);
    CHECK(!strstr(ask_games("player=bob&result=won"), id));
    CHECK(strstr(ask_games("sets=none&least=1&most=5"), id) != NULL);
    CHECK(!strstr(ask_games("least=50"), id));
    CHECK(strstr(ask_games("least=1&most=10000"), id) != NULL);
    ask_games("most=10001");
    CHECK_EQ(question.why, REFUSED_FIELD);
    char ended[40];
    snprintf(ended, sizeof ended, "\"ended\":%lld", (long long)now);
    CHECK(strstr(ask_games(""), ended) != NULL);
    static const char *const wrong[] = {
        "sets=moon",  "before=1", "before=-1.2", "from=yesterday",
        "result=won", "why=x",    "player=%ff",  "least=99999999999999999999",
        "pool=4"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ask_games(wrong[i]);
        if (!CHECK_EQ(question.why, REFUSED_FIELD)) fprintf(stderr, "%s\n", wrong[i]);
    }
    CHECK(!strstr(ask_games("player=bo%Ji"), id)); /* no letter is written so */
    char longest[220] = "player=";
    memset(longest + 7, 'x', 199);
    ask_games(longest);
    CHECK_EQ(question.why, REFUSED_NOT);
    longest[206] = 'x';
    ask_games(longest);
    CHECK_EQ(question.why, REFUSED_FIELD);
    CHECK(strstr(ask_player("Ann%20Lee", "", ""), id) != NULL);
    CHECK(strstr(question.text, "\"ratings\":[]") != NULL); /* one game says nothing */
    CHECK(strstr(ask_player("5002", "result=lost", ""), id) != NULL);
    ask_player("Eve", "", "");
    CHECK_EQ(question.why, REFUSED_NO_TABLE);
    free(question.text);
    question.text = NULL;
    close_hub();
}

/* Names of digits alone are refused now; whoever kept one before has a page of his own, not that of somebody's number. */
TEST(a_name_of_digits_is_a_name_before_it_is_a_number)
{
    if (!open_club()) return;
    keep_name(5003, "5001", "cat");
    keep_name(5004, "12345", "dan");
    CHECK(strstr(ask_player("5001", "", ""), "\"person\":5003") != NULL);
    CHECK(strstr(ask_player("12345", "", ""), "\"person\":5004") != NULL);
    CHECK(strstr(ask_player("5002", "", ""), "\"name\":\"Bob\"") != NULL);
    ask_player("5999", "", "");
    CHECK_EQ(question.why, REFUSED_NO_TABLE);
    free(question.text);
    question.text = NULL;
    close_hub();
}

static size_t count_games(const char *text)
{
    json_t *json = json_loads(text, 0, NULL);
    size_t n = json_array_size(json_object_get(json, "games"));

    json_decref(json);
    return n;
}

static const char *ask_hall(int64_t person)
{
    free(question.text);
    question = (struct hub_ask){.told = told, .since = person};
    hub_hall_ask(hub, &question);
    return question.text ? question.text : "";
}

TEST(the_hall_shows_sixty_games_that_everybody_may_watch)
{
    char who[16], table[TABLE_ID_MAX];

    conns_max = rooms_max = 80;
    if (!open_club()) return;
    CHECK_EQ(count_games(ask_hall(0)), 0);
    create(ann, "[{},{'kind':'here','name':'B'}],'options':{'listed':true}", table);
    create(bob, "[{},{'kind':'here','name':'B'}],'options':{'listed':true,'watch':false}",
           id);
    create(bob, "[{},{'kind':'link'}],'options':{'listed':true}", id); /* is not played */
    CHECK_EQ(count_games(ask_hall(0)), 1);
    CHECK(strstr(question.text, table) && strstr(question.text, "\"points\":[0,0]"));
    CHECK_EQ(count_games(ask_hall(5001)), 1); /* Ann's */
    CHECK_EQ(count_games(ask_hall(5002)), 0); /* Bob's */
    snprintf(bad_row, sizeof bad_row, "%s", id);
    CHECK_EQ(count_games(ask_hall(0)), 1); /* nobody lacks the hall for a damaged row */
    free(question.text);
    question = (struct hub_ask){.told = told};
    hub_ask_list(hub, &question); /* nor the list */
    CHECK(question.text && strstr(question.text, table) && !strstr(question.text, id));
    bad_row[0] = 0;
    one_address = true; /* this machine's own are not limited */
    for (int i = 0; i < 60; i++) {
        snprintf(who, sizeof who, "who%d", i);
        create(join(who), "[{},{'kind':'here','name':'B'}],'options':{'listed':true}",
               id);
    }
    CHECK_EQ(count_games(ask_hall(0)), 60);
    free(question.text);
    question.text = NULL;
    one_address = false;
    close_hub();
}

/* The list of those who wait grows with them; whoever comes last is found like the first. */
TEST(many_may_wait)
{
    enum { WINDOWS = 40 };
    struct conn *window[WINDOWS];

    conns_max = 80;
    if (!open_club()) return;
    for (int i = 0; i < WINDOWS; i++) { /* who plays alone waits alone */
        window[i] = join_named("ann");
        says(window[i], "{'type':'seek','id':5,'pool':'two','pace':'slow'}");
        CHECK(strstr(hears(window[i]), "\"ok\",\"id\":5") != NULL);
    }
    for (int i = 0; i < WINDOWS - 1; i++) says(window[i], "{'type':'unseek','id':6}");
    says(bob, "{'type':'seek','id':7,'pool':'two','pace':'slow'}");
    pass(10);
    CHECK(strstr(hears(window[WINDOWS - 1]), "\"table\"") != NULL);
    close_hub();
}

/* Nobody has laid a tile: nothing to look at. It is stored all the same, and who asks for it gets it. */
TEST(a_game_of_no_turn_is_found_only_by_who_asks_for_it)
{
    if (!open_club()) return;
    rated_table();
    says(bob, "{'type':'resign','id':6,'table':'%s','seat':1}", id);
    hub_flush(hub);
    CHECK(!strstr(ask_games(""), id));
    CHECK(!strstr(ask_games("player=bob"), id));
    CHECK(!strstr(ask_player("5001", "", "ann"), id));
    CHECK(strstr(ask_games("why=abort"), id) != NULL);
    CHECK(!strstr(ask_games("why=abort&least=1"), id));
    CHECK(strstr(ask_games("least=0"), id) != NULL);
    CHECK(strstr(ask_player("5001", "least=0", "ann"), id) != NULL);
    free(question.text);
    question.text = NULL;
    close_hub();
}

TEST(a_private_game_is_shown_to_its_players_alone)
{
    if (!open_club()) return;
    create(ann, "[{'kind':'here','name':'Ann'},{'kind':'here','name':'B'}]", id);
    says(ann, "{'type':'resign','id':6,'table':'%s','seat':1}", id);
    hub_flush(hub);
    CHECK(!strstr(ask_games("least=0"), id));
    CHECK(!strstr(ask_player("5001", "least=0", "eve"), id));
    CHECK(strstr(ask_player("5001", "least=0", "ann"), id) != NULL);
    free(question.text);
    question.text = NULL;
    close_hub();
}

/* -- A large archive ----------------------------------------------------------------------- */

enum { MANY = 20500, AT_ONCE = 500 };

/* Games of a second each; the oldest is the only long one. */
static void fill_archive(void)
{
    static struct store_result list[AT_ONCE];
    static char name[AT_ONCE][TABLE_ID_MAX];

    for (int i = 0; i < MANY; i += AT_ONCE) {
        for (int k = 0; k < AT_ONCE; k++) {
            snprintf(name[k], sizeof name[k], "g%d", i + k);
            list[k] = (struct store_result){
                .table = name[k],
                .ended = 1000 + 1000 * (i + k),
                .open = true,
                .turns = i + k ? 30 : 99,
                .sets = 3,
                .rules = "grow",
                .n_seats = 2,
                .seat = {{.who = "", .label = "A", .key = "a", .level = "", .place = 1},
                         {.who = "", .label = "B", .key = "b", .level = "", .place = 2}}};
        }
        CHECK(store_wait_add_results(store, list, AT_ONCE));
    }
}

/* However rare what is looked for: one call looks at so many games and says where to go on; nothing is passed over. */
TEST(a_search_goes_on_where_it_stopped)
{
    char query[100], next[60] = "";
    int calls = 0;

    if (!open_hub()) return;
    fill_archive();
    const char *at = strstr(ask_games("least=90"), "\"next\":\"");
    CHECK(strstr(question.text, "\"games\":[]") != NULL);
    while (at && sscanf(at + 8, "%59[0-9.]", next) == 1 && ++calls < 5) {
        snprintf(query, sizeof query, "least=90&before=%s", next);
        at = strstr(ask_games(query), "\"next\":\"");
    }
    CHECK_EQ(calls, 1);
    CHECK(strstr(question.text, "\"table\":\"g0\"") != NULL);
    /* Whatever narrows it: of what nobody has played one call looks at so many games, and no more. */
    static const char *const rare[] = {"least=90",      "most=20",    "sets=none",
                                       "sets=catapult", "why=resign", "pool=more"};
    for (size_t i = 0; i < sizeof rare / sizeof rare[0]; i++)
        if (!CHECK(strstr(ask_games(rare[i]), "\"games\":[]") &&
                   !strstr(question.text, "\"next\":null")))
            printf("%s: %s\n", rare[i], question.text ? question.text : "");
    /* What is common is found at once, and a search by date alone needs no edge. */
    CHECK(strstr(ask_games("most=40"), "\"table\":\"g20499\"") != NULL);
    CHECK(strstr(ask_games("to=2000"), "\"table\":\"g0\"") != NULL);
    CHECK(strstr(question.text, "\"next\":null") != NULL);
    CHECK(strstr(ask_games("least=90&from=1500000"), "\"next\":null") != NULL);
    free(question.text);
    question.text = NULL;
    close_hub();
}
