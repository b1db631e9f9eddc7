/* test_room.c -- tables without sockets: what people may ask of one, and what they may not. */
#include <stdlib.h>
#include <string.h>

#include "room.h"
#include "test.h"

#define GROW  "'head':'aude 1\\nrules grow\\n'"
#define HERE2 "'seats':[{'kind':'here','name':'Ann'},{'kind':'here','name':'Al'}]"
#define LINK2 "'seats':[{'kind':'here','name':'Ann'},{'kind':'link'}]"
#define LINK3 "'seats':[{'kind':'here','name':'Ann'},{'kind':'link'},{'kind':'link'}]"

static struct room_test room;
static struct play_rng rng = {1};

/* Ann and Bob at one table, begun. */
static bool two(const char *options)
{
    return CHECK(room_open(&room, "{" GROW "," LINK2 ",'options':{%s}}", options)) &&
           CHECK(room_ask(&room, "bob", "{'type':'sit','seat':1,'name':'Bob'}")) &&
           CHECK(room_ask(&room, "ann", "{'type':'start'}"));
}

static bool three(const char *options)
{
    return CHECK(room_open(&room, "{" GROW "," LINK3 ",'options':{%s}}", options)) &&
           CHECK(room_ask(&room, "bob", "{'type':'sit','seat':1,'name':'Bob'}")) &&
           CHECK(room_ask(&room, "cat", "{'type':'sit','seat':2,'name':'Cat'}")) &&
           CHECK(room_ask(&room, "ann", "{'type':'start'}"));
}

static const char *actor(void)
{
    return room.table->seat[table_actor(room.table)].who;
}

static const char *other(void)
{
    return strcmp(actor(), "ann") ? "ann" : "bob";
}

/* -- Creating --------------------------------------------------------------------------- */

TEST(a_table_without_a_free_seat_begins_by_itself)
{
    if (!CHECK(room_open(&room, "{" GROW "," HERE2 "}"))) return;
    CHECK_EQ(room.table->stage, TABLE_PLAY);
    CHECK_EQ(room.n, 2);
    CHECK(strstr(room.text[0], "seed hidden") != NULL);
    CHECK(strstr(room.text[0], "\"commit\":\"sha256:") != NULL);
    CHECK(strstr(room.text[1], "turn 1 seat") != NULL);
    CHECK(strstr(room.text[1], "name 0 Ann\\nname 1 Al\\n") != NULL);
    room_close(&room);
}

static void refused(const char *code, const char *why, const char *request)
{
    CHECK(!room_open(&room, "%s", request));
    CHECK_STR(room.reply.code ? room.reply.code : "OK", code);
    if (why) CHECK_STR(room.reply.why ? room.reply.why : "", why);
    CHECK_EQ(room.n, 0);
    room_close(&room);
}

TEST(an_impossible_table_is_refused_with_the_reason)
{
    refused("FIELD", NULL, "{" HERE2 "}");
    refused("FIELD", NULL, "{'head':7," HERE2 "}");
    refused("FIELD", NULL, "{" GROW "}");
    refused("FIELD", NULL, "{" GROW ",'seats':[{'kind':'here'}]}");
    refused("FIELD", NULL, "{" GROW ",'seats':[{'kind':'here'},{'kind':'chair'}]}");
    refused("FIELD", NULL, "{" GROW ",'seats':[{'kind':'here'},3]}");
    refused("FIELD", NULL,
            "{" GROW ",'seats':[{'kind':'here'},{'kind':'computer','level':'x'}]}");
    refused("FIELD", NULL, "{" GROW "," HERE2 ",'options':{'clock':{'kind':'move'}}}");
    refused("FIELD", NULL, "{" GROW "," HERE2 ",'options':{'late':'never'}}");
    refused("FIELD", NULL, "{" GROW "," HERE2 ",'options':[]}");
    refused("FIELD", NULL, "{" GROW "," HERE2 ",'options':{'title':'a\\u0007b'}}");
    refused("FIELD", NULL, "{" GROW "," HERE2 ",'options':{'title':'a\\u007fb'}}");
    refused("FIELD", NULL,
            "{" GROW "," HERE2 ",'options':{'clock':{'kind':'move','seconds':1209601}}}");
    refused("NAME", NULL,
            "{" GROW ",'seats':[{'kind':'here','name':' x'},{'kind':'here'}]}");
    refused("SETUP", "HEADER", "{'head':'wibble'," HERE2 "}");
    refused("SETUP", "SETUP_MISSING", "{'head':'aude 1'," HERE2 "}");
    refused("SETUP", "PRESET", "{'head':'aude 1\\nrules haus'," HERE2 "}");
    refused("SETUP", NULL, "{'head':'aude 1\\nrules grow\\nseed 00'," HERE2 "}");
    refused("SETUP", NULL, "{'head':'aude 1\\nrules grow\\n  seed 00'," HERE2 "}");
    refused("SETUP", NULL, "{'head':'aude 1\\nrules grow\\norder base/city'," HERE2 "}");
    refused("SETUP", "SEATS", "{" GROW ",'seats':[{},{},{},{},{},{}]}");
}

TEST(names_seed_and_play_of_a_head_are_the_servers)
{
    if (!CHECK(room_open(&room, "{'head':'aude 1\\nrules grow\\nseats 2\\nname 0 Eve\\n"
                                "first 1\\nseed hidden\\nplay'," HERE2 "}")))
        return;
    CHECK(strstr(room.text[1], "name 0 Ann") != NULL);
    CHECK_EQ(room.table->sitting.game->turn.seat, 1);
    room_close(&room);
}

/* -- Seats ------------------------------------------------------------------------------ */

TEST(seats_are_taken_and_given_back)
{
    if (!CHECK(room_open(&room, "{" GROW "," LINK2 "}"))) return;
    CHECK_STR(room_code(&room, "ann", "{'type':'start'}"), "FREE");
    CHECK_STR(room_code(&room, "bob", "{'type':'start'}"), "NOT_HOST");
    CHECK_STR(room_code(&room, "bob", "{'type':'sit','seat':0,'name':'B'}"), "FULL");
    CHECK_STR(room_code(&room, "bob", "{'type':'sit','seat':2,'name':'B'}"), "NO_SEAT");
    CHECK_STR(room_code(&room, "bob", "{'type':'sit','seat':5,'name':'B'}"), "NO_SEAT");
    CHECK_STR(room_code(&room, "bob", "{'type':'sit','seat':9,'name':'B'}"), "FIELD");
    CHECK_STR(room_code(&room, "bob", "{'type':'sit','seat':'1','name':'B'}"), "FIELD");
    CHECK_STR(room_code(&room, "bob", "{'type':'sit','seat':1}"), "NAME");
    CHECK_STR(room_code(&room, "bob", "{'type':'sit','seat':1,'name':'a\\u202eb'}"),
              "NAME");
    CHECK_STR(room_code(&room, "", "{'type':'sit','seat':1,'name':'B'}"), "COOKIE");
    CHECK_EQ(room.n, 1);
    CHECK(room_ask(&room, "bob", "{'type':'sit','seat':1,'name':'Bob','colour':'red'}"));
    CHECK_STR(room_code(&room, "cat", "{'type':'sit','seat':1,'name':'C'}"), "FULL");
    CHECK_STR(room_code(&room, "cat", "{'type':'stand','seat':1}"), "NOT_YOUR_SEAT");
    CHECK(room_ask(&room, "bob", "{'type':'stand','seat':1}"));
    CHECK(!table_has_seat(room.table, "bob"));
    CHECK_STR(room_code(&room, "bob", "{'type':'seat','seat':1,'kind':'here'}"),
              "NOT_HOST");
    CHECK(room_ask(&room, "ann",
                   "{'type':'seat','seat':1,'kind':'computer','level':'greedy'}"));
    CHECK_STR(room_code(&room, "ann", "{'type':'act','at':0,'action':'pass'}"),
              "NOT_STARTED");
    CHECK(room_ask(&room, "ann", "{'type':'start'}"));
    CHECK_STR(room_code(&room, "ann", "{'type':'start'}"), "STARTED");
    CHECK_STR(room_code(&room, "ann", "{'type':'seat','seat':1,'kind':'here'}"),
              "STARTED");
    CHECK_STR(room_code(&room, "ann", "{'type':'stand','seat':0}"), "STARTED");
    CHECK_STR(room_code(&room, "bob", "{'type':'sit','seat':1,'name':'B'}"), "STARTED");
    CHECK_STR(room_code(&room, "bob", "{'type':'wibble'}"), "TYPE");
    room_close(&room);
}

TEST(who_owns_a_seat_is_not_in_the_public_log)
{
    if (!two("")) return;
    for (int i = 0; i < room.n; i++) {
        CHECK(!strstr(room.text[i], "\"bob\""));
        CHECK(!strstr(room.text[i], "\"ann\""));
    }
    room_close(&room);
}

/* Who begins is nobody's to know while seats can still be chosen. */
TEST(the_lot_is_told_with_the_start)
{
    if (!CHECK(room_open(&room, "{" GROW "," LINK2 "}"))) return;
    CHECK(strstr(room.text[0], "first ") == NULL);
    CHECK(strstr(room.secret[0], "first ") != NULL);
    CHECK(room_ask(&room, "bob", "{'type':'sit','seat':1,'name':'Bob'}"));
    CHECK(room_ask(&room, "ann", "{'type':'start'}"));
    CHECK(strstr(room_last(&room, "start"),
                 room.table->sitting.game->turn.seat ? "first 1" : "first 0"));
    room_close(&room);
    if (!CHECK(room_open(&room, "{'head':'aude 1\\nrules grow\\nfirst 1'," LINK2 "}")))
        return;
    CHECK(strstr(room.text[0], "first 1") != NULL); /* the host's choice is no secret */
    room_close(&room);
}

TEST(a_summary_says_what_is_played)
{
    if (!CHECK(room_open(&room,
                         "{'head':'aude 1\\nrules grow\\nexpansions tower'," HERE2
                         ",'options':{'title':'Sunday','clock':{'kind':'move','seconds':"
                         "1209600}}}")))
        return;
    char *text = table_summary(room.table);
    CHECK(strstr(text, "\"sets\":[\"base\",\"tower\"]") != NULL);
    CHECK(strstr(text, "\"title\":\"Sunday\"") && strstr(text, "\"status\":\"play\""));
    CHECK(strstr(text, "\"rules\":\"grow\"") != NULL);
    free(text);
    room_close(&room);
}

/* The kept part of a summary is as one that is made now, and all of it is JSON with `steps`. */
static bool summary_holds(int steps)
{
    struct table fresh = *room.table;
    fresh.summary = NULL;
    char *kept = table_summary(room.table), *made = table_summary(&fresh);
    json_t *json = kept ? json_loads(kept, 0, NULL) : NULL;
    bool same = kept && made && CHECK_STR(kept, made);
    bool told = CHECK_EQ(json_integer_value(json_object_get(json, "steps")), steps);

    json_decref(json);
    free(kept);
    free(made);
    free(fresh.summary);
    return same && told;
}

TEST(a_summary_follows_seats_and_moves)
{
    if (!CHECK(room_open(&room, "{" GROW "," LINK2 "}"))) return;
    CHECK(summary_holds(0));
    CHECK(room_ask(&room, "bob", "{'type':'sit','seat':1,'name':'Bob'}") &&
          summary_holds(0));
    CHECK(room_ask(&room, "ann", "{'type':'start'}") && summary_holds(0));
    for (int n = 1; n < 4; n++) CHECK(room_step(&room, &rng) && summary_holds(n));
    CHECK(room_ask(&room, "bob", "{'type':'resign','seat':1}") && summary_holds(3));
    room_close(&room);
}

/* -- Acting ----------------------------------------------------------------------------- */

TEST(only_the_one_who_must_decide_acts_and_once)
{
    char words[96], sent[200];

    if (!two("")) return;
    struct aude_action lay = play_random_action(&rng, room.table->sitting.game);
    aude_action_text(room.table->sitting.game, lay, words, sizeof words);
    snprintf(sent, sizeof sent, "{'type':'act','at':0,'action':'%s'}", words);
    int before = room.n;
    CHECK_STR(room_code(&room, "eve", "%s", sent), "NOT_YOUR_SEAT");
    CHECK_STR(room_code(&room, "", "%s", sent), "NOT_YOUR_SEAT");
    CHECK_STR(room_code(&room, other(), "%s", sent), "NOT_YOUR_TURN");
    CHECK_STR(room_code(&room, actor(), "{'type':'act','at':1,'action':'%s'}", words),
              "STALE");
    CHECK_EQ(room.reply.n, 0);
    CHECK_STR(room_code(&room, actor(), "{'type':'act','at':0}"), "FIELD");
    CHECK_STR(room_code(&room, actor(), "{'type':'act','action':'%s'}", words), "FIELD");
    CHECK_STR(room_code(&room, actor(), "{'type':'act','at':0,'action':'lay 0,0 0'}"),
              "ILLEGAL");
    CHECK_STR(room.reply.why, "OCCUPIED");
    CHECK_STR(room.reply.rule, "BASE-10");
    CHECK_STR(room_code(&room, actor(), "{'type':'act','at':0,'action':'pass'}"),
              "ILLEGAL");
    CHECK_STR(room_code(&room, actor(), "{'type':'act','at':0,'action':'fly'}"),
              "ILLEGAL");
    CHECK_STR(
        room_code(&room, actor(), "{'type':'act','at':0,'action':'draw base/city'}"),
        "ILLEGAL");
    CHECK_EQ(room.n, before);
    CHECK(room_ask(&room, actor(), "%s", sent));
    CHECK_EQ(room.table->sitting.n_steps, 1);
    CHECK_STR(room_code(&room, actor(), "%s", sent), "STALE"); /* sent again */
    CHECK_EQ(room.reply.n, 1);
    room_close(&room);
}

TEST(a_whole_game_ends_with_points_and_seed)
{
    if (!two("")) return;
    while (room.table->stage == TABLE_PLAY)
        if (!CHECK(room_step(&room, &rng))) return;
    const char *over = room_last(&room, "over");
    CHECK(over && strstr(over, "\"why\":\"end\"") && strstr(over, "abcdef0123456789"));
    CHECK_STR(room_code(&room, "ann", "{'type':'act','at':0,'action':'pass'}"), "OVER");
    CHECK_STR(room_code(&room, "ann", "{'type':'resign','seat':0}"), "OVER");
    CHECK_STR(room_code(&room, "ann", "{'type':'undo','at':0}"), "OVER");
    char *head = table_head(room.table);
    CHECK(strstr(head, "seed abcdef0123456789") != NULL);
    free(head);
    room_close(&room);
}

/* -- Undo and take-back ----------------------------------------------------------------- */

TEST(undo_goes_back_until_something_is_revealed)
{
    if (!two("")) return;
    uint64_t before = aude_game_hash(room.table->sitting.game);
    CHECK_STR(room_code(&room, actor(), "{'type':'undo','at':0}"), "NO_UNDO");
    CHECK(room_quiet_step(&room, &rng));
    CHECK_STR(room_code(&room, other(), "{'type':'undo','at':1}"), "NO_UNDO");
    CHECK_STR(room_code(&room, actor(), "{'type':'undo','at':0}"), "STALE");
    CHECK(room_ask(&room, actor(), "{'type':'undo','at':1}"));
    CHECK_EQ(room.table->sitting.n_steps, 0);
    CHECK_EQ(aude_game_hash(room.table->sitting.game), before);
    CHECK(strstr(room_last(&room, "rewind"), "\"why\":\"undo\"") != NULL);
    CHECK(room_step(&room, &rng));
    const char *me = actor();
    CHECK(room_ask(&room, me, "{'type':'act','at':1,'action':'pass'}"));
    CHECK_STR(room_code(&room, me, "{'type':'undo','at':2}"), "NO_UNDO");
    room_close(&room);
}

/* Whatever was drawn in a step, in whose turn ever, stays drawn. */
TEST(a_step_that_drew_a_tile_is_never_undone)
{
    int inside = 0, undone = 0;

    for (int i = 0; i < test_amount(8, 80) || (i < 40 && !(inside && undone)); i++) {
        if (!CHECK(room_open(&room,
                             "{'head':'aude 1\\nrules jcz\\nexpansions abbey-mayor "
                             "traders-builders princess-dragon','seats':[{},{}]}")))
            return;
        while (room.table->stage == TABLE_PLAY) {
            uint64_t before = aude_game_hash(room.table->sitting.game);
            uint16_t turn = room.table->sitting.game->turn.number;
            if (!CHECK(room_step(&room, &rng))) return;
            if (room.table->stage != TABLE_PLAY || play_below(&rng, 2)) continue;
            bool drew = strstr(room_last(&room, "step"), " draw ") != NULL;
            inside += drew && turn == room.table->sitting.game->turn.number;
            if (room_ask(&room, "ann", "{'type':'undo','at':%d}",
                         room.table->sitting.n_steps)) {
                undone++;
                CHECK(!drew);
                CHECK_EQ(aude_game_hash(room.table->sitting.game), before);
            }
        }
        room_close(&room);
    }
    CHECK(inside > 0 && undone > 0); /* the second part of a turn draws, too */
}

TEST(undo_gives_no_time_back)
{
    if (!two("'clock':{'kind':'budget','seconds':60}")) return;
    unsigned seat = table_actor(room.table);
    room_wait(&room, 10000);
    CHECK(room_quiet_step(&room, &rng));
    room_wait(&room, 5000);
    CHECK(room_ask(&room, actor(), "{'type':'undo','at':1}"));
    CHECK_EQ(room.table->sitting.left[seat], 50000);
    CHECK_EQ(table_deadline(room.table), room.now + 45000);
    room_close(&room);
}

/* To where two players have played a turn each. */
static bool two_turns(const char *options)
{
    if (!two(options)) return false;
    while (room.table->sitting.game->turn.number < 3)
        if (!CHECK(room_step(&room, &rng))) return false;
    return true;
}

TEST(a_turn_is_taken_back_when_the_other_agrees)
{
    if (!two_turns("")) return;
    const char *me = actor(), *you = other();
    unsigned seat = table_actor(room.table);
    CHECK(room_ask(&room, me, "{'type':'ask','what':'takeback','seat':%u}", seat));
    CHECK_STR(room_code(&room, you, "{'type':'ask','what':'pause'}"), "ASKED");
    CHECK_STR(room_code(&room, me, "{'type':'answer','ask':1,'yes':true}"),
              "NOT_YOUR_TURN");
    CHECK_STR(room_code(&room, you, "{'type':'answer','ask':2,'yes':true}"), "STALE");
    CHECK_STR(room_code(&room, you, "{'type':'answer','ask':1}"), "FIELD");
    CHECK(room_ask(&room, you, "{'type':'answer','ask':1,'yes':true}"));
    CHECK_EQ(room.table->sitting.n_steps, 0);
    CHECK_EQ(room.table->sitting.game->turn.number, 1);
    CHECK(strstr(room_last(&room, "rewind"), "takeback") != NULL);
    CHECK_STR(room_code(&room, me, "{'type':'ask','what':'takeback'}"), "NO_UNDO");
    room_close(&room);
}

TEST(a_take_back_is_refused_by_no_and_by_silence)
{
    if (!two_turns("")) return;
    const char *me = actor(), *you = other();
    int steps = room.table->sitting.n_steps;
    CHECK_STR(room_code(&room, me, "{'type':'ask','what':'a favour'}"), "FIELD");
    CHECK(room_ask(&room, me, "{'type':'ask','what':'takeback'}"));
    CHECK(room_ask(&room, you, "{'type':'answer','ask':1,'yes':false}"));
    CHECK(strstr(room_last(&room, "closed"), "false") != NULL);
    CHECK(room_ask(&room, me, "{'type':'ask','what':'takeback'}"));
    CHECK_EQ(table_deadline(room.table), room.now + TABLE_ASK_MS);
    room_wait(&room, TABLE_ASK_MS);
    CHECK(strstr(room_last(&room, "closed"), "\"ask\":2,\"yes\":false") != NULL);
    CHECK_STR(room_code(&room, you, "{'type':'answer','ask':2,'yes':true}"), "STALE");
    CHECK_EQ(room.table->sitting.n_steps, steps);
    room_close(&room);
}

TEST(one_who_plays_alone_needs_nobodys_consent)
{
    if (!CHECK(room_open(&room, "{" GROW ",'seats':[{},{'kind':'computer'}]}"))) return;
    while (strcmp(actor(), "ann") != 0)
        CHECK(table_computer_acts(room.table, room.now, room.table->sitting.n_steps,
                                  play_random_action(&rng, room.table->sitting.game)));
    int before = room.table->sitting.n_steps;
    CHECK(room_quiet_step(&room, &rng));
    CHECK(room_ask(&room, "ann", "{'type':'ask','what':'takeback'}"));
    CHECK_EQ(room.table->sitting.n_steps, before);
    CHECK(room_ask(&room, "ann", "{'type':'ask','what':'pause'}"));
    CHECK(room.table->sitting.paused);
    room_close(&room);
}

/* -- Pause, resign, substitutes --------------------------------------------------------- */

TEST(a_paused_game_waits)
{
    if (!two("'clock':{'kind':'move','seconds':30}")) return;
    const char *me = actor(), *you = other();
    room_wait(&room, 10000);
    CHECK(room_ask(&room, me, "{'type':'ask','what':'pause'}"));
    CHECK_STR(room_code(&room, me, "{'type':'ask','what':'resume'}"), "ASKED");
    CHECK(room_ask(&room, you, "{'type':'answer','ask':1,'yes':true}"));
    CHECK_STR(words_status.word[table_status(room.table)], "paused");
    room_wait(&room, 3600000);
    CHECK_EQ(room.table->sitting.n_steps, 0);
    CHECK_STR(room_code(&room, me, "{'type':'act','at':0,'action':'pass'}"), "PAUSED");
    CHECK_STR(room_code(&room, me, "{'type':'undo','at':0}"), "PAUSED");
    CHECK_STR(room_code(&room, me, "{'type':'ask','what':'pause'}"), "PAUSED");
    CHECK_STR(room_code(&room, me, "{'type':'ask','what':'takeback'}"), "PAUSED");
    CHECK(room_ask(&room, you, "{'type':'ask','what':'resume'}"));
    CHECK_STR(room_code(&room, me, "{'type':'ask','what':'resume'}"), "FIELD");
    CHECK_EQ(table_deadline(room.table), room.now + 20000);
    room_close(&room);
}

/* A pause that was agreed on holds for ten minutes, or until one other agrees; then nobody can
 * keep it up by being away, or by saying no. */
TEST(a_pause_cannot_be_kept_as_a_hostage)
{
    if (!three("")) return;
    CHECK(room_ask(&room, "ann", "{'type':'ask','what':'pause'}"));
    CHECK(room_ask(&room, "bob", "{'type':'answer','ask':1,'yes':true}"));
    CHECK(!room.table->sitting.paused); /* a pause needs all */
    CHECK(room_ask(&room, "cat", "{'type':'answer','ask':1,'yes':true}"));
    CHECK(room.table->sitting.paused);
    CHECK(room_ask(&room, "ann", "{'type':'ask','what':'resume'}"));
    CHECK(room_ask(&room, "bob", "{'type':'answer','ask':2,'yes':false}"));
    CHECK(room.table->sitting.paused && room.table->ask.what == TABLE_RESUME);
    CHECK(room_ask(&room, "cat", "{'type':'answer','ask':2,'yes':true}"));
    CHECK(!room.table->sitting.paused); /* to go on, one is enough */

    CHECK(room_ask(&room, "ann", "{'type':'ask','what':'pause'}"));
    CHECK(room_ask(&room, "bob", "{'type':'answer','ask':3,'yes':true}"));
    CHECK(room_ask(&room, "cat", "{'type':'answer','ask':3,'yes':true}"));
    CHECK(room_ask(&room, "ann", "{'type':'ask','what':'resume'}"));
    CHECK(room_ask(&room, "bob", "{'type':'answer','ask':4,'yes':false}"));
    CHECK(room_ask(&room, "cat", "{'type':'answer','ask':4,'yes':false}"));
    CHECK(room.table->sitting.paused && !room.table->ask.open);
    room_wait(&room, TABLE_PAUSE_MS - 1);
    CHECK(room_ask(&room, "ann", "{'type':'ask','what':'resume'}"));
    room_wait(&room, TABLE_ASK_MS); /* nobody answers */
    CHECK(room.table->sitting.paused);
    CHECK(room_ask(&room, "ann", "{'type':'ask','what':'resume'}"));
    CHECK(!room.table->sitting.paused);
    room_close(&room);
}

TEST(a_pause_ends_without_one_whose_seat_a_computer_plays)
{
    if (!two("")) return;
    CHECK(room_ask(&room, "ann", "{'type':'ask','what':'pause'}"));
    CHECK(room_ask(&room, "bob", "{'type':'answer','ask':1,'yes':true}"));
    CHECK(room_ask(&room, "ann", "{'type':'ask','what':'computer','seat':1}"));
    CHECK(room.table->sitting.seat[1].substituted);
    CHECK(room_ask(&room, "ann", "{'type':'ask','what':'resume'}"));
    CHECK(!room.table->sitting.paused);
    room_close(&room);
}

/* A line that breaks for a moment costs nobody his turn. */
TEST(who_is_away_for_a_moment_is_not_replaced)
{
    if (!two("'clock':{'kind':'move','seconds':3600}")) return;
    room.table->seat[1].away = room.now;
    room_wait(&room, TABLE_AWAY_MS - 1);
    CHECK_STR(room_code(&room, "ann", "{'type':'ask','what':'computer','seat':1}"),
              "PRESENT");
    CHECK(room_ask(&room, "bob", "{'type':'ask','what':'computer','seat':1}")); /* own */
    CHECK(room_ask(&room, "bob", "{'type':'back','seat':1}"));
    room_wait(&room, 1);
    CHECK(room_ask(&room, "ann", "{'type':'ask','what':'computer','seat':1}"));
    CHECK(room.table->sitting.seat[1].substituted);
    room_close(&room);
    if (!two("'clock':{'kind':'move','seconds':3601}")) return;
    CHECK_STR(room_code(&room, "ann", "{'type':'ask','what':'computer','seat':1}"),
              "PRESENT"); /* in a game of days people are away */
    room_close(&room);
}

TEST(of_two_one_resigns_and_the_other_has_won)
{
    if (!two("")) return;
    CHECK_STR(room_code(&room, "bob", "{'type':'resign','seat':0}"), "NOT_YOUR_SEAT");
    CHECK(room_ask(&room, "bob", "{'type':'resign','seat':1}"));
    CHECK_EQ(room.table->stage, TABLE_OVER);
    CHECK(strstr(room_last(&room, "over"), "\"why\":\"resign\"") != NULL);
    CHECK(strstr(room_last(&room, "over"), "\"winners\":[0]") != NULL);
    room_close(&room);
}

TEST(of_three_one_resigns_and_a_computer_plays_on)
{
    if (!three("")) return;
    CHECK(room_ask(&room, "bob", "{'type':'resign','seat':1}"));
    CHECK_EQ(room.table->stage, TABLE_PLAY);
    CHECK(room.table->sitting.seat[1].substituted);
    CHECK_STR(room_code(&room, "bob", "{'type':'back','seat':1}"), "NO_SEAT");
    CHECK_STR(room_code(&room, "bob", "{'type':'resign','seat':1}"), "OVER");
    CHECK(room_ask(&room, "cat", "{'type':'resign','seat':2}"));
    CHECK_EQ(room.table->stage, TABLE_OVER);
    CHECK(strstr(room_last(&room, "over"), "\"winners\":[0]") != NULL);
    room_close(&room);
}

TEST(a_computer_plays_for_the_absent_when_the_others_agree)
{
    if (!three("")) return;
    room.table->seat[0].online = room.table->seat[2].online = true;
    CHECK_STR(room_code(&room, "ann", "{'type':'ask','what':'computer','seat':2}"),
              "PRESENT");
    CHECK_STR(room_code(&room, "ann", "{'type':'ask','what':'computer'}"), "NO_SEAT");
    CHECK_STR(room_code(&room, "eve", "{'type':'ask','what':'computer','seat':1}"),
              "NOT_YOUR_SEAT");
    CHECK(room_ask(&room, "ann", "{'type':'ask','what':'computer','seat':1}"));
    CHECK_STR(room_code(&room, "bob", "{'type':'answer','ask':1,'yes':false}"),
              "NOT_YOUR_TURN");
    CHECK(room_ask(&room, "cat", "{'type':'answer','ask':1,'yes':true}"));
    CHECK(room.table->sitting.seat[1].substituted);
    while (strcmp(actor(), "bob") != 0 && CHECK(room_step(&room, &rng))) {
    }
    CHECK(table_computer(room.table) != NULL);
    CHECK_STR(room_code(&room, "bob", "{'type':'act','at':%d,'action':'pass'}",
                        room.table->sitting.n_steps),
              "NOT_YOUR_TURN");
    CHECK(table_computer_acts(room.table, room.now, room.table->sitting.n_steps,
                              play_random_action(&rng, room.table->sitting.game)));
    CHECK_STR(room_code(&room, "ann", "{'type':'back','seat':1}"), "NOT_YOUR_SEAT");
    CHECK(room_ask(&room, "bob", "{'type':'back','seat':1}"));
    CHECK(!room.table->sitting.seat[1].substituted);
    CHECK(room_step(&room, &rng));
    room_close(&room);
}

TEST(a_late_thought_or_nonsense_of_a_computer_does_no_harm)
{
    if (!CHECK(room_open(&room,
                         "{" GROW ",'seats':[{'kind':'computer'},{'kind':'computer'}]}")))
        return;
    struct aude_action fly = {.kind = 200};
    CHECK(!table_computer_acts(room.table, room.now, 7, fly));
    CHECK_EQ(room.table->sitting.n_steps, 0);
    CHECK(
        table_computer_acts(room.table, room.now, 0, fly)); /* something legal instead */
    CHECK_EQ(room.table->sitting.n_steps, 1);
    room_close(&room);
}

/* -- Clocks ----------------------------------------------------------------------------- */

TEST(time_per_move_is_over_and_the_default_is_played)
{
    if (!two("'clock':{'kind':'move','seconds':30}")) return;
    unsigned first = table_actor(room.table);
    room_wait(&room, 29999);
    CHECK_EQ(room.table->sitting.n_steps, 0);
    room_wait(&room, 1);
    CHECK_EQ(room.table->sitting.n_steps, 2); /* a tile and no figure: the whole turn */
    CHECK(strstr(room_last(&room, "step"), "\"by\":\"clock\"") != NULL);
    CHECK(table_actor(room.table) != first);
    CHECK_EQ(table_deadline(room.table), room.now + 30000);
    room_close(&room);
}

TEST(a_budget_is_spent_and_earns_its_increment)
{
    if (!two("'clock':{'kind':'budget','seconds':60,'increment':5}")) return;
    unsigned first = table_actor(room.table);
    room_wait(&room, 10000);
    while (table_actor(room.table) == first && CHECK(room_step(&room, &rng))) {
    }
    CHECK_EQ(room.table->sitting.left[first], 55000);
    json_t *clocks = table_clocks(room.table, room.now + 1000);
    CHECK_EQ(json_integer_value(json_object_get(clocks, "running")), 1 - (int)first);
    CHECK_EQ(
        json_integer_value(json_array_get(json_object_get(clocks, "left"), 1 - first)),
        59000);
    json_decref(clocks);
    room_close(&room);
}

TEST(who_is_late_loses_where_the_table_says_so)
{
    if (!two("'clock':{'kind':'budget','seconds':60},'late':'lose'")) return;
    unsigned late = table_actor(room.table);
    room_wait(&room, 60000);
    CHECK_EQ(room.table->stage, TABLE_OVER);
    CHECK(strstr(room_last(&room, "over"), "\"why\":\"clock\"") != NULL);
    CHECK(strstr(room_last(&room, "over"), late ? "\"winners\":[0]" : "\"winners\":[1]"));
    room_close(&room);
}

TEST(who_is_late_gets_a_computer_and_time_on_coming_back)
{
    if (!two("'clock':{'kind':'budget','seconds':60},'late':'computer'")) return;
    unsigned late = table_actor(room.table);
    const char *me = actor();
    room_wait(&room, 60000);
    CHECK(room.table->sitting.seat[late].substituted);
    CHECK(table_computer(room.table) != NULL);
    room_wait(&room, 3600000); /* a computer's clock does not run */
    CHECK_EQ(room.table->sitting.n_steps, 0);
    CHECK(room_ask(&room, me, "{'type':'back','seat':%u}", late));
    CHECK_EQ(table_deadline(room.table), room.now + SITTING_BACK_MS);
    room_close(&room);
}

/* Somebody whose opponent is away needs nobody's consent to hand over and come back. */
TEST(a_computer_for_a_moment_gives_no_time_back)
{
    if (!two("'clock':{'kind':'budget','seconds':60}")) return;
    unsigned seat = table_actor(room.table);
    const char *me = actor();
    room_wait(&room, 25000);
    CHECK(room_ask(&room, me, "{'type':'ask','what':'computer','seat':%u}", seat));
    CHECK(room.table->sitting.seat[seat].substituted);
    room_wait(&room, 2000);
    json_t *clocks = table_clocks(room.table, room.now); /* nor does it take any */
    CHECK_EQ(json_integer_value(json_array_get(json_object_get(clocks, "left"), seat)),
             35000);
    json_decref(clocks);
    CHECK(room_ask(&room, me, "{'type':'back','seat':%u}", seat));
    CHECK_EQ(room.table->sitting.left[seat], 35000);
    CHECK_EQ(table_deadline(room.table), room.now + 35000);
    room_close(&room);
}

TEST(a_turn_that_a_computer_played_leaves_a_whole_turn)
{
    if (!two("'clock':{'kind':'move','seconds':60}")) return;
    unsigned seat = table_actor(room.table);
    room_wait(&room, 25000);
    CHECK(room_ask(&room, actor(), "{'type':'ask','what':'computer','seat':%u}", seat));
    while (table_actor(room.table) == seat) {
        struct aude_action action = play_random_action(&rng, room.table->sitting.game);
        CHECK(table_computer_acts(room.table, room.now, room.table->sitting.n_steps,
                                  action));
        room_gather(&room);
    }
    CHECK_EQ(room.table->sitting.left[seat], 60000);
    room_close(&room);
}

/* -- Names ------------------------------------------------------------------------------ */

/* What looks like no name, or like somebody else's. */
TEST(a_name_can_be_seen)
{
    static const char *const unseen[] = {
        "\\u200b",  "\\ufeff",        "\\u2028",    "\\u3164",       "\\u00a0x",
        "x\\u3000", "Ann\\u200b",     "\\u061c",    "\\u200f",       "\\uffff",
        "\\u200d",  "\\u200c\\ufe0f", "A\\u00adnn", "\\udb40\\udc41"};
    static const char *const fine[] = {"Zo\\u00eb", "\\u674e", "A B",
                                       "\\ud83d\\udc69\\u200d\\ud83c\\udf3e",
                                       "\\u0645\\u06cc\\u200c\\u062e"};

    if (!CHECK(room_open(&room, "{" GROW "," LINK2 "}"))) return;
    for (size_t i = 0; i < sizeof unseen / sizeof unseen[0]; i++)
        CHECK_STR(
            room_code(&room, "bob", "{'type':'sit','seat':1,'name':'%s'}", unseen[i]),
            "NAME");
    CHECK_STR(room_code(&room, "ann", "{'type':'seat','seat':1,'name':'\\u200b'}"),
              "NAME");
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        CHECK(room_ask(&room, "bob", "{'type':'sit','seat':1,'name':'%s'}", fine[i]));
        CHECK(room_ask(&room, "bob", "{'type':'stand','seat':1}"));
    }
    room_close(&room);
    CHECK(!room_open(&room, "{" GROW ",'seats':[{},{'name':'\\u2060'}]}"));
    room_close(&room);
}

/* A log of an earlier version may hold one: the table is not lost for that. */
TEST(a_name_that_was_once_let_in_stays)
{
    if (!two("")) return;
    for (int i = 0; i < room.n; i++) {
        char *at = strstr(room.text[i], "\"Bob\"");
        if (at) memcpy(at + 1, "\xe2\x80\x8b", 3);
    }
    struct table *again = room_again(&room);
    CHECK(again != NULL);
    table_free(again);
    room_close(&room);
}

TEST(who_watches_does_not_talk_in_the_name_of_a_seat)
{
    if (!two("")) return;
    CHECK_STR(room_code(&room, "eve", "{'type':'chat','text':'hi','name':'Ann'}"),
              "NAME");
    CHECK(room_ask(&room, "eve", "{'type':'chat','text':'hi','name':'Eve'}"));
    CHECK(room_ask(&room, "ann", "{'type':'chat','text':'hi','name':'Bob'}"));
    CHECK(strstr(room_last(&room, "chat"), "\"by\":\"Ann\"") != NULL);
    room_close(&room);
}

/* Nor in one that only looks like it. */
TEST(names_that_look_alike_are_alike)
{
    static const char *const same[] = {"Ann\xe2\x80\x8d", "A\xef\xb8\x8fnn", "ann",
                                       "A nn"};

    if (!two("")) return;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        CHECK_STR(
            room_code(&room, "eve", "{'type':'chat','text':'x','name':'%s'}", same[i]),
            "NAME");
    CHECK(room_ask(&room, "eve", "{'type':'chat','text':'x','name':'Anna'}"));
    room_close(&room);
    if (!CHECK(room_open(&room, "{" GROW "," LINK2 "}"))) return;
    CHECK_STR(room_code(&room, "bob", "{'type':'sit','seat':1,'name':'ANN'}"), "NAME");
    CHECK(room_ask(&room, "bob", "{'type':'sit','seat':1,'name':'Bob'}"));
    room_close(&room);
}

TEST(letters_of_the_same_form_are_the_same)
{
    static const char *const alike[][2] = {
        {"Anna", "\xd0\x90nna"},                      /* a Cyrillic A */
        {"anna", "ann\xd0\xb0"},                      /* and a small one */
        {"PETE", "\xd0\xa0\xd0\x95\xd0\xa2\xd0\x95"}, /* all of it Cyrillic */
        {"Anna", "\xce\x91\xce\x9d\xce\x9d\xce\x91"}, /* all of it Greek */
        {"\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0", "\xd0\xb0\xd0\x9d\xd0\x9d\xd0\x90"},
        {"\xce\x97\xce\xbb\xce\xaf\xce\xb1\xcf\x82", /* in large letters, of Greek too */
         "\xce\xb7\xce\xbb\xce\x8a\xce\x91\xce\xa3"},
        {"Ann", "\xef\xbc\xa1\xef\xbd\x8e\xef\xbd\x8e"},             /* wide */
        {"Ann", "\xf0\x9d\x90\x80\xf0\x9d\x90\xa7\xf0\x9d\x90\xa7"}, /* of a formula */
        {"Ann", "\xe2\x92\xb6\xe2\x93\x9d\xe2\x93\x9d"},             /* in circles */
        {"Jos\xc3\xa9", "JOSE\xcc\x81"},             /* a mark of its own */
        {"Ti\xe1\xba\xbfn", "tie\xcc\x82\xcc\x81n"}, /* and two */
        {"J\xc3\x89R\xc3\x94ME", "j\xc3\xa9r\xc3\xb4me"},
        {"\xc5\x81ucja", "\xc5\x82ucja"},
        {"\xd0\x81\xd0\xb6", "e\xcc\x88\xd0\xb6"}, /* a Cyrillic E with its dots */
        {"Al", "AI"},
        {"Bob1", "bobl"},
        {"Otto", "0tt0"},
        {"IVAN", "iv\xd0\xb0n"},
        {"level 3", "LEVEL\xe3\x80\x80"
                    "3"}};
    static const char *const different[][2] = {
        {"Jose", "Jos\xc3\xa9"},
        {"Ann", "Anna"},
        {"Player 1", "Player 2"},
        {"Bob", "Rob"},
        {"\xd0\x98\xd1\x80\xd0\xb0", "\xd0\xae\xd1\x80\xd0\xb0"},
        {"\xe6\x9d\x8e", "\xe7\x8e\x8b"},
        {"Ada", ""}};

    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++)
        if (!CHECK(table__same_name(alike[i][0], alike[i][1]) &&
                   table__same_name(alike[i][1], alike[i][0])))
            fprintf(stderr, "  %s, %s\n", alike[i][0], alike[i][1]);
    for (size_t i = 0; i < sizeof different / sizeof different[0]; i++)
        if (!CHECK(!table__same_name(different[i][0], different[i][1])))
            fprintf(stderr, "  %s, %s\n", different[i][0], different[i][1]);
}

/* A host, too, gives nobody the name of another. */
TEST(no_two_seats_are_called_the_same)
{
    CHECK(!room_open(&room, "{" GROW ",'seats':[{'name':'Ann'},{'name':'ann'}]}"));
    CHECK_STR(room.reply.code, "NAME");
    room_close(&room);
    CHECK(!room_open(&room, "{" GROW ",'seats':[{'name':'Player 2'},{}]}"));
    CHECK_STR(room.reply.code, "NAME");
    room_close(&room);
    if (!CHECK(room_open(&room, "{" GROW ",'seats':[{'name':'Ann'},{'kind':'link'},"
                                "{'name':'Eve'}]}")))
        return;
    CHECK(room_ask(&room, "bob", "{'type':'sit','seat':1,'name':'Bob'}"));
    CHECK_STR(room_code(&room, "ann",
                        "{'type':'seat','seat':2,'name':'B\xd0\xbe"
                        "b'}"),
              "NAME");
    CHECK_STR(room.table->seat[2].name, "Eve");
    CHECK_STR(room_code(&room, "ann", "{'type':'seat','seat':0,'name':'ANN'}"), "OK");
    room_close(&room);
}

/* Computers have no name of their own: the second of a level gets a number. */
TEST(computers_of_one_level_are_numbered)
{
    if (!CHECK(room_open(&room, "{" GROW ",'seats':[{'name':'Ann'},{'kind':'link'},"
                                "{'kind':'computer','level':'greedy'},"
                                "{'kind':'computer','level':'greedy'},"
                                "{'kind':'computer','level':'greedy','name':'ANN'}]}")))
        return;
    CHECK_STR(room.table->seat[2].name, "greedy");
    CHECK_STR(room.table->seat[3].name, "greedy 2");
    CHECK_STR(room.table->seat[4].name, "ANN 2");
    CHECK(room_ask(&room, "ann",
                   "{'type':'seat','seat':4,'kind':'computer',"
                   "'level':'greedy'}"));
    CHECK_STR(room.table->seat[4].name, "greedy 3");
    CHECK(room_ask(&room, "ann",
                   "{'type':'seat','seat':3,'kind':'computer','level':'greedy','name':"
                   "'0123456789012345678901234567890'}"));
    CHECK(room_ask(&room, "ann",
                   "{'type':'seat','seat':4,'kind':'computer','level':'greedy','name':"
                   "'0123456789012345678901234567890'}"));
    CHECK_STR(room.table->seat[4].name, "01234567890123456789012345678 2");
    room_close(&room);
}

/* One who only watches silences no other, nor those who play. */
TEST(each_watcher_has_an_allowance_of_his_own)
{
    if (!two("")) return;
    for (int i = 0; i < TABLE_CHAT_BURST; i++)
        CHECK(room_ask(&room, "eve", "{'type':'chat','text':'x','name':'Eve'}"));
    CHECK_STR(room_code(&room, "eve", "{'type':'chat','text':'x','name':'Eve'}"), "RATE");
    CHECK(room_ask(&room, "mal", "{'type':'chat','text':'x','name':'Mal'}"));
    CHECK_STR(room_code(&room, "eve", "{'type':'chat','text':'x','name':'Eve'}"), "RATE");
    CHECK(room_ask(&room, "", "{'type':'chat','text':'x','name':'No'}"));
    room.table->watchers_chats = TABLE_WATCHERS_TALK;
    CHECK_STR(room_code(&room, "mal", "{'type':'chat','text':'x','name':'Mal'}"), "RATE");
    CHECK(room_ask(&room, "bob", "{'type':'chat','text':'x'}"));
    room_close(&room);
}

TEST(nobody_talks_into_a_private_game)
{
    if (!two("'watch':false")) return;
    CHECK_STR(room_code(&room, "eve", "{'type':'chat','text':'hi'}"), "OFF");
    CHECK_STR(room_code(&room, "", "{'type':'chat','text':'hi'}"), "OFF");
    CHECK(room_ask(&room, "bob", "{'type':'chat','text':'hi'}"));
    room_close(&room);
}

/* -- Talk ------------------------------------------------------------------------------- */

TEST(chat_has_limits)
{
    char longer[MESSAGE_CHAT_MAX + 2];

    if (!two("")) return;
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    CHECK_STR(room_code(&room, "bob", "{'type':'chat','text':'%s'}", longer), "FIELD");
    CHECK_STR(room_code(&room, "bob", "{'type':'chat','text':''}"), "FIELD");
    CHECK_STR(room_code(&room, "bob", "{'type':'chat','text':'\\u0007'}"), "FIELD");
    CHECK_STR(room_code(&room, "bob", "{'type':'chat','text':'\\u202eabc'}"), "FIELD");
    CHECK_STR(room_code(&room, "bob", "{'type':'chat','text':'\\u202aabc'}"), "FIELD");
    CHECK_STR(room_code(&room, "bob", "{'type':'chat','text':'a\\u0085b'}"), "FIELD");
    CHECK_STR(room_code(&room, "bob", "{'type':'chat','text':'a\\u007fb'}"), "FIELD");
    CHECK(room_ask(&room, "bob", "{'type':'chat','text':'two\\nlines'}"));
    room_wait(&room, TABLE_CHAT_MS);
    for (int i = 0; i < TABLE_CHAT_BURST; i++)
        CHECK(room_ask(&room, "bob", "{'type':'chat','text':'hello'}"));
    CHECK(strstr(room_last(&room, "chat"), "\"by\":\"Bob\",\"seat\":1") != NULL);
    CHECK_STR(room_code(&room, "bob", "{'type':'chat','text':'hello'}"), "RATE");
    CHECK(room_ask(&room, "ann", "{'type':'chat','text':'hello'}"));
    CHECK(room_ask(&room, "eve", "{'type':'chat','text':'hello','name':'Eve'}"));
    CHECK(strstr(room_last(&room, "chat"), "\"by\":\"Eve\",\"seat\":null") != NULL);
    CHECK_STR(room_code(&room, "eve", "{'type':'chat','text':'x','name':' '}"), "NAME");
    room_wait(&room, TABLE_CHAT_MS);
    CHECK(room_ask(&room, "bob", "{'type':'chat','text':'again'}"));
    room_close(&room);
    if (!two("'chat':false")) return;
    CHECK_STR(room_code(&room, "bob", "{'type':'chat','text':'hello'}"), "OFF");
    room_close(&room);
}

TEST(questions_have_limits)
{
    if (!two("")) return;
    for (int i = 0; i < TABLE_ASK_BURST; i++) {
        CHECK(room_ask(&room, "ann", "{'type':'ask','what':'pause'}"));
        CHECK(room_ask(&room, "bob", "{'type':'answer','ask':%d,'yes':false}", i + 1));
    }
    CHECK_STR(room_code(&room, "ann", "{'type':'ask','what':'pause'}"), "RATE");
    CHECK(room_ask(&room, "bob", "{'type':'ask','what':'pause'}"));
    CHECK(room_ask(&room, "ann", "{'type':'answer','ask':%d,'yes':false}",
                   TABLE_ASK_BURST + 1));
    room_wait(&room, TABLE_ASK_EACH_MS);
    CHECK(room_ask(&room, "ann", "{'type':'ask','what':'pause'}"));
    room_close(&room);
}

/* Doing and undoing for ever would fill the disk. */
TEST(a_log_has_an_end)
{
    if (!two("")) return;
    CHECK(room_quiet_step(&room, &rng));
    room.table->seq = TABLE_LOG_MAX;
    CHECK_STR(room_code(&room, actor(), "{'type':'chat','text':'hi'}"), "RATE");
    CHECK_STR(room_code(&room, actor(), "{'type':'ask','what':'pause'}"), "RATE");
    CHECK_STR(room_code(&room, actor(), "{'type':'undo','at':1}"), "OK");
    CHECK(room_quiet_step(&room, &rng));
    room.table->seq = TABLE_LOG_MAX + TABLE_LOG_MORE;
    CHECK_STR(room_code(&room, actor(), "{'type':'undo','at':1}"), "RATE");
    room.table->sitting.paused = true; /* but nobody is left in a pause for ever */
    CHECK_STR(room_code(&room, actor(), "{'type':'chat','text':'hi'}"), "RATE");
    CHECK(room_ask(&room, actor(), "{'type':'ask','what':'resume'}"));
    room.table->sitting.paused = false;
    CHECK(room_ask(&room, actor(), "{'type':'act','at':1,'action':'pass'}"));
    room_close(&room);
}

/* However much happened: a seat comes back to its owner, the game is played on, and ended. */
TEST(a_table_at_its_limit_can_be_ended)
{
    if (!two("'late':'computer','clock':{'kind':'move','seconds':60}")) return;
    room_wait(&room, 60000);
    unsigned seat = table_actor(room.table);
    if (!CHECK(room.table->sitting.seat[seat].substituted)) return;
    room.table->seq = 2 * TABLE_LOG_MAX;
    CHECK_STR(room_code(&room, actor(), "{'type':'back','seat':%u}", seat), "OK");
    while (room.table->stage == TABLE_PLAY)
        if (!CHECK(room_step(&room, &rng))) break;
    CHECK_EQ(room.table->stage, TABLE_OVER);
    room_close(&room);
    if (!two("")) return;
    room.table->seq = 2 * TABLE_LOG_MAX;
    CHECK_STR(room_code(&room, "bob", "{'type':'resign','seat':1}"), "OK");
    CHECK_EQ(room.table->stage, TABLE_OVER);
    room_close(&room);
}

/* A stranger who sits down and stands up ten thousand times has not taken the table. */
TEST(a_host_can_start_a_table_at_its_limit)
{
    if (!CHECK(room_open(&room, "{" GROW "," LINK2 "}"))) return;
    room.table->seq = TABLE_LOG_MAX;
    CHECK(room_ask(&room, "eve", "{'type':'sit','seat':1,'name':'Eve'}"));
    CHECK_STR(room_code(&room, "eve", "{'type':'stand','seat':1}"), "RATE");
    CHECK_STR(room_code(&room, "ann", "{'type':'seat','seat':1,'kind':'computer'}"),
              "OK");
    room.table->seq = 2 * TABLE_LOG_MAX;
    CHECK_STR(room_code(&room, "ann", "{'type':'start'}"), "OK");
    room_close(&room);
}

TEST(a_nudge_a_minute)
{
    if (!two("")) return;
    CHECK_STR(room_code(&room, actor(), "{'type':'nudge'}"), "NOT_YOUR_TURN");
    CHECK_STR(room_code(&room, "eve", "{'type':'nudge'}"), "NOT_YOUR_SEAT");
    CHECK(room_ask(&room, other(), "{'type':'nudge'}"));
    CHECK_STR(room_code(&room, other(), "{'type':'nudge'}"), "RATE");
    room_wait(&room, TABLE_NUDGE_MS);
    CHECK(room_ask(&room, other(), "{'type':'nudge'}"));
    room_close(&room);
}

TEST(who_may_watch)
{
    if (!two("'watch':false")) return;
    CHECK(table_may_watch(room.table, "ann"));
    CHECK(table_may_watch(room.table, "bob"));
    CHECK(!table_may_watch(room.table, "eve"));
    CHECK(!table_may_watch(room.table, ""));
    room_close(&room);
    if (!two("")) return;
    CHECK(table_may_watch(room.table, ""));
    room_close(&room);
}

/* -- Rematch ---------------------------------------------------------------------------- */

TEST(a_rematch_has_the_same_seats_and_another_seed)
{
    struct table_reply reply = {0};

    if (!two("")) return;
    CHECK(!table_rematch(room.table, "ann", room.now, NULL, &reply));
    CHECK_STR(reply.code, "NOT_OVER");
    CHECK(room_ask(&room, "bob", "{'type':'resign','seat':1}"));
    CHECK(!table_rematch(room.table, "eve", room.now, NULL, &reply));
    CHECK_STR(reply.code, "NOT_YOUR_SEAT");
    struct table *next = table_new("nextnextnext");
    struct table_creation creation = {
        .who = "bob", .now = room.now, .seed = {1, 2}, .from = room.table};
    CHECK(table_create(next, &creation, NULL, &reply));
    CHECK_EQ(next->stage, TABLE_OPEN); /* nobody has asked Ann */
    CHECK(!next->seat[0].taken && next->seat[1].taken);
    CHECK(table_agree(next, "eve", room.now, &reply));
    CHECK_EQ(next->stage, TABLE_OPEN);
    CHECK(table_agree(next, "ann", room.now, &reply));
    CHECK_EQ(next->stage, TABLE_PLAY);
    CHECK(table_owns(next, 0, "ann") && table_owns(next, 1, "bob"));
    CHECK(!next->sitting.seat[1].resigned);
    CHECK_STR(next->from, room.table->id);
    CHECK(next->head.setup.seed.lo == 2 &&
          strcmp(next->head.commit, room.table->head.commit));
    CHECK(table_rematch(room.table, "bob", room.now, next->id, &reply));
    CHECK_STR(room.table->next, "nextnextnext");
    table_free(next);
    room_close(&room);
}

/* The seat of the other is kept for him: he takes it or gives it up, and only he does. */
static void rematch_of_two(const char *options)
{
    struct table_reply reply = {0};

    if (!two(options)) return;
    CHECK(room_ask(&room, "bob", "{'type':'resign','seat':1}"));
    struct table *old = room.table, *next = table_new("nextnextnext");
    struct table_creation creation = {
        .who = "ann", .now = room.now, .seed = {1, 2}, .from = old};
    CHECK(table_create(next, &creation, NULL, &reply));
    room_gather(&room);
    for (int i = 0; i < room.n; i++) {
        free(room.text[i]);
        free(room.secret[i]);
    }
    room.n = 0;
    room.table = next;
    table_free(old);
}

TEST(a_seat_of_a_rematch_is_kept_for_who_had_it)
{
    rematch_of_two("");
    CHECK_STR(room_code(&room, "ann", "{'type':'start'}"), "FREE");
    CHECK_STR(room_code(&room, "eve", "{'type':'sit','seat':1,'name':'Eve'}"), "FULL");
    CHECK_STR(room_code(&room, "bob", "{'type':'sit','seat':1,'name':'Bob'}"), "OK");
    CHECK_EQ(room.table->stage, TABLE_PLAY);
    struct table *again = room_again(&room);
    if (CHECK(again != NULL)) CHECK_EQ(again->stage, TABLE_PLAY);
    table_free(again);
    room_close(&room);
    rematch_of_two("");
    CHECK_STR(room_code(&room, "eve", "{'type':'stand','seat':1}"), "NOT_YOUR_SEAT");
    CHECK_STR(room_code(&room, "bob", "{'type':'stand','seat':1}"), "OK");
    CHECK_STR(room_code(&room, "eve", "{'type':'sit','seat':1,'name':'Eve'}"), "OK");
    CHECK(table_owns(room.table, 1, "eve"));
    room_close(&room);
    rematch_of_two("");
    CHECK_STR(room_code(&room, "ann", "{'type':'seat','seat':1,'kind':'computer'}"),
              "OK");
    CHECK_STR(room_code(&room, "bob", "{'type':'sit','seat':1,'name':'Bob'}"), "FULL");
    CHECK_STR(room_code(&room, "ann", "{'type':'start'}"), "OK");
    room_close(&room);
}

/* Somebody agrees while the one who asked has gone again: his clock does not run. */
TEST(a_rematch_with_a_clock_waits_until_all_are_there)
{
    rematch_of_two("'clock':{'kind':'move','seconds':60}");
    room.table->seat[1].online = true;
    CHECK_STR(room_code(&room, "bob", "{'type':'sit','seat':1,'name':'Bob'}"), "OK");
    room_wait(&room, 600000);
    CHECK_EQ(room.table->stage, TABLE_OPEN);
    CHECK(table_deadline(room.table) == INT64_MAX);
    room.table->seat[0].online = true;
    CHECK(table_deadline(room.table) <= room.now);
    room_wait(&room, 1);
    CHECK_EQ(room.table->stage, TABLE_PLAY);
    room_close(&room);
    rematch_of_two("'clock':{'kind':'move','seconds':86400}");
    CHECK_STR(room_code(&room, "bob", "{'type':'sit','seat':1,'name':'Bob'}"), "OK");
    CHECK_EQ(room.table->stage, TABLE_PLAY); /* a clock of days leaves time to come */
    room_close(&room);
}
