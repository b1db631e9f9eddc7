/* test_room.c -- tables without sockets: what people may ask of one, and what they may not. */
#include <stdlib.h>
#include <string.h>

#include "room.h"
#include "test.h"

static struct room_test room;
static struct play_rng rng = {1};

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
    CHECK(room_ask(&room, "bob", "{'type':'sit','seat':1,'name':'B'}"));
    CHECK(room_ask(&room, "bob", "{'type':'stand','seat':1}"));
    CHECK(room_ask(&room, "bob", "{'type':'sit','seat':1,'name':'Bob','colour':'red'}"));
    CHECK_STR(room_code(&room, "cat", "{'type':'sit','seat':1,'name':'C'}"), "FULL");
    CHECK_STR(room_code(&room, "cat", "{'type':'stand','seat':1}"), "NOT_YOUR_SEAT");
    CHECK(room_ask(&room, "bob", "{'type':'stand','seat':1}"));
    CHECK(!table_look_has_seat(room.table, "bob"));
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

TEST(a_seat_that_its_owner_left_is_free_for_anybody)
{
    if (!CHECK(room_open(&room, "{" GROW "," LINK2 "}"))) return;
    CHECK(room_ask(&room, "ann", "{'type':'stand','seat':0}"));
    CHECK_EQ(room.table->seat[0].kind, TABLE_LINK);
    CHECK(room_ask(&room, "bob", "{'type':'sit','seat':0,'name':'Bob'}"));
    room_close(&room);
}

TEST(who_owns_a_seat_is_not_in_the_public_log)
{
    if (!room_two(&room, "")) return;
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
    char *text = table_look_summary(room.table);
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
    char *kept = table_look_summary(room.table), *made = table_look_summary(&fresh);
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

    if (!room_two(&room, "")) return;
    struct aude_action lay = play_random_action(&rng, room.table->sitting.game);
    aude_action_text(room.table->sitting.game, lay, words, sizeof words);
    snprintf(sent, sizeof sent, "{'type':'act','at':0,'action':'%s'}", words);
    int before = room.n;
    CHECK_STR(room_code(&room, "eve", "%s", sent), "NOT_YOUR_SEAT");
    CHECK_STR(room_code(&room, "", "%s", sent), "NOT_YOUR_SEAT");
    CHECK_STR(room_code(&room, room_other(&room), "%s", sent), "NOT_YOUR_TURN");
    CHECK_STR(
        room_code(&room, room_actor(&room), "{'type':'act','at':1,'action':'%s'}", words),
        "STALE");
    CHECK_EQ(room.reply.n, 0);
    CHECK_STR(room_code(&room, room_actor(&room), "{'type':'act','at':0}"), "FIELD");
    CHECK_STR(room_code(&room, room_actor(&room), "{'type':'act','action':'%s'}", words),
              "FIELD");
    CHECK_STR(
        room_code(&room, room_actor(&room), "{'type':'act','at':0,'action':'lay 0,0 0'}"),
        "ILLEGAL");
    CHECK_STR(room.reply.why, "OCCUPIED");
    CHECK_STR(room.reply.rule, "BASE-10");
    CHECK_STR(
        room_code(&room, room_actor(&room), "{'type':'act','at':0,'action':'pass'}"),
        "ILLEGAL");
    CHECK_STR(room_code(&room, room_actor(&room), "{'type':'act','at':0,'action':'fly'}"),
              "ILLEGAL");
    CHECK_STR(room_code(&room, room_actor(&room),
                        "{'type':'act','at':0,'action':'draw base/city'}"),
              "ILLEGAL");
    CHECK_EQ(room.n, before);
    CHECK(room_ask(&room, room_actor(&room), "%s", sent));
    CHECK_EQ(room.table->sitting.n_steps, 1);
    CHECK_STR(room_code(&room, room_actor(&room), "%s", sent), "STALE"); /* sent again */
    CHECK_EQ(room.reply.n, 1);
    room_close(&room);
}

TEST(a_whole_game_ends_with_points_and_seed)
{
    if (!room_two(&room, "")) return;
    while (room.table->stage == TABLE_PLAY)
        if (!CHECK(room_step(&room, &rng))) return;
    const char *over = room_last(&room, "over");
    CHECK(over && strstr(over, "\"why\":\"end\"") && strstr(over, "abcdef0123456789"));
    CHECK_STR(room_code(&room, "ann", "{'type':'act','at':0,'action':'pass'}"), "OVER");
    CHECK_STR(room_code(&room, "ann", "{'type':'resign','seat':0}"), "OVER");
    CHECK_STR(room_code(&room, "ann", "{'type':'undo','at':0}"), "OVER");
    char *head = table_look_head(room.table);
    CHECK(strstr(head, "seed abcdef0123456789") != NULL);
    free(head);
    room_close(&room);
}

/* -- Undo and take-back ----------------------------------------------------------------- */

TEST(undo_goes_back_until_something_is_revealed)
{
    if (!room_two(&room, "")) return;
    uint64_t before = aude_game_hash(room.table->sitting.game);
    CHECK_STR(room_code(&room, room_actor(&room), "{'type':'undo','at':0}"), "NO_UNDO");
    CHECK(room_quiet_step(&room, &rng));
    CHECK_STR(room_code(&room, room_other(&room), "{'type':'undo','at':1}"), "NO_UNDO");
    CHECK_STR(room_code(&room, room_actor(&room), "{'type':'undo','at':0}"), "STALE");
    CHECK(room_ask(&room, room_actor(&room), "{'type':'undo','at':1}"));
    CHECK_EQ(room.table->sitting.n_steps, 0);
    CHECK_EQ(aude_game_hash(room.table->sitting.game), before);
    CHECK(strstr(room_last(&room, "rewind"), "\"why\":\"undo\"") != NULL);
    CHECK(room_step(&room, &rng));
    const char *me = room_actor(&room);
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
    if (!room_two(&room, "'clock':{'kind':'budget','seconds':60}")) return;
    unsigned seat = table_look_actor(room.table);
    room_wait(&room, 10000);
    CHECK(room_quiet_step(&room, &rng));
    room_wait(&room, 5000);
    CHECK(room_ask(&room, room_actor(&room), "{'type':'undo','at':1}"));
    CHECK_EQ(room.table->sitting.left[seat], 50000);
    CHECK_EQ(table_play_deadline(room.table), room.now + 45000);
    room_close(&room);
}

/* To where two players have played a turn each. */
static bool two_turns(const char *options)
{
    if (!room_two(&room, options)) return false;
    while (room.table->sitting.game->turn.number < 3)
        if (!CHECK(room_step(&room, &rng))) return false;
    return true;
}

TEST(a_turn_is_taken_back_when_the_other_agrees)
{
    if (!two_turns("")) return;
    const char *me = room_actor(&room), *you = room_other(&room);
    unsigned seat = table_look_actor(room.table);
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
    const char *me = room_actor(&room), *you = room_other(&room);
    int steps = room.table->sitting.n_steps;
    CHECK_STR(room_code(&room, me, "{'type':'ask','what':'a favour'}"), "FIELD");
    CHECK(room_ask(&room, me, "{'type':'ask','what':'takeback'}"));
    CHECK(room_ask(&room, you, "{'type':'answer','ask':1,'yes':false}"));
    CHECK(strstr(room_last(&room, "closed"), "false") != NULL);
    CHECK(room_ask(&room, me, "{'type':'ask','what':'takeback'}"));
    CHECK_EQ(table_play_deadline(room.table), room.now + TABLE_ASK_MS);
    room_wait(&room, TABLE_ASK_MS);
    CHECK(strstr(room_last(&room, "closed"), "\"ask\":2,\"yes\":false") != NULL);
    CHECK_STR(room_code(&room, you, "{'type':'answer','ask':2,'yes':true}"), "STALE");
    CHECK_EQ(room.table->sitting.n_steps, steps);
    room_close(&room);
}

TEST(one_who_plays_alone_needs_nobodys_consent)
{
    if (!CHECK(room_open(&room, "{" GROW ",'seats':[{},{'kind':'computer'}]}"))) return;
    while (strcmp(room_actor(&room), "ann") != 0)
        CHECK(table_play_computer(room.table, room.now, room.table->sitting.n_steps,
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

TEST(who_asks_for_something_else_is_told_what_there_is)
{
    if (!CHECK(room_two(&room, ""))) return;
    CHECK_STR(room_code(&room, "ann", "{'type':'ask','what':'tea'}"), "FIELD");
    CHECK_STR(room.reply.text, "what is takeback, pause, resume or computer");
    room_close(&room);
}

TEST(a_paused_game_waits)
{
    if (!room_two(&room, "'clock':{'kind':'move','seconds':30}")) return;
    const char *me = room_actor(&room), *you = room_other(&room);
    room_wait(&room, 10000);
    CHECK(room_ask(&room, me, "{'type':'ask','what':'pause'}"));
    CHECK_STR(room_code(&room, me, "{'type':'ask','what':'resume'}"), "ASKED");
    CHECK(room_ask(&room, you, "{'type':'answer','ask':1,'yes':true}"));
    CHECK_STR(words_status.word[table_look_status(room.table)], "paused");
    room_wait(&room, 3600000);
    CHECK_EQ(room.table->sitting.n_steps, 0);
    CHECK_STR(room_code(&room, me, "{'type':'act','at':0,'action':'pass'}"), "PAUSED");
    CHECK_STR(room_code(&room, me, "{'type':'undo','at':0}"), "PAUSED");
    CHECK_STR(room_code(&room, me, "{'type':'ask','what':'pause'}"), "PAUSED");
    CHECK_STR(room_code(&room, me, "{'type':'ask','what':'takeback'}"), "PAUSED");
    CHECK(room_ask(&room, you, "{'type':'ask','what':'resume'}"));
    CHECK_STR(room_code(&room, me, "{'type':'ask','what':'resume'}"), "FIELD");
    CHECK_EQ(table_play_deadline(room.table), room.now + 20000);
    room_close(&room);
}

/* A pause that was agreed on holds for ten minutes, or until one other agrees; then nobody can
 * keep it up by being away, or by saying no. */
TEST(a_pause_cannot_be_kept_as_a_hostage)
{
    if (!room_three(&room, "")) return;
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
    if (!room_two(&room, "")) return;
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
    if (!room_two(&room, "'clock':{'kind':'move','seconds':3600}")) return;
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
    if (!room_two(&room, "'clock':{'kind':'move','seconds':3601}")) return;
    CHECK_STR(room_code(&room, "ann", "{'type':'ask','what':'computer','seat':1}"),
              "PRESENT"); /* in a game of days people are away */
    room_close(&room);
}

TEST(of_two_one_resigns_and_the_other_has_won)
{
    if (!room_two(&room, "")) return;
    CHECK_STR(room_code(&room, "bob", "{'type':'resign','seat':0}"), "NOT_YOUR_SEAT");
    CHECK(room_ask(&room, "bob", "{'type':'resign','seat':1}"));
    CHECK_EQ(room.table->stage, TABLE_OVER);
    CHECK(strstr(room_last(&room, "over"), "\"why\":\"resign\"") != NULL);
    CHECK(strstr(room_last(&room, "over"), "\"winners\":[0]") != NULL);
    room_close(&room);
}

TEST(of_three_one_resigns_and_a_computer_plays_on)
{
    if (!room_three(&room, "")) return;
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
    if (!room_three(&room, "")) return;
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
    while (strcmp(room_actor(&room), "bob") != 0 && CHECK(room_step(&room, &rng))) {
    }
    CHECK(table_look_computer(room.table) != NULL);
    CHECK_STR(room_code(&room, "bob", "{'type':'act','at':%d,'action':'pass'}",
                        room.table->sitting.n_steps),
              "NOT_YOUR_TURN");
    CHECK(table_play_computer(room.table, room.now, room.table->sitting.n_steps,
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
    CHECK(!table_play_computer(room.table, room.now, 7, fly));
    CHECK_EQ(room.table->sitting.n_steps, 0);
    CHECK(
        table_play_computer(room.table, room.now, 0, fly)); /* something legal instead */
    CHECK_EQ(room.table->sitting.n_steps, 1);
    room_close(&room);
}

/* -- Clocks ----------------------------------------------------------------------------- */

TEST(time_per_move_is_over_and_the_default_is_played)
{
    if (!room_two(&room, "'clock':{'kind':'move','seconds':30}")) return;
    unsigned first = table_look_actor(room.table);
    room_wait(&room, 29999);
    CHECK_EQ(room.table->sitting.n_steps, 0);
    room_wait(&room, 1);
    CHECK_EQ(room.table->sitting.n_steps, 2); /* a tile and no figure: the whole turn */
    CHECK(strstr(room_last(&room, "step"), "\"by\":\"clock\"") != NULL);
    CHECK(table_look_actor(room.table) != first);
    CHECK_EQ(table_play_deadline(room.table), room.now + 30000);
    room_close(&room);
}

/* Steps of the clock are counted since somebody did something: who asks or answers is there. */
TEST(who_asks_or_answers_is_there)
{
    if (!room_two(&room, "'clock':{'kind':'move','seconds':10}")) return;
    room_wait(&room, 10000);
    CHECK_EQ(room.table->sitting.alone, 2);
    CHECK_STR(room_code(&room, "ann", "{'type':'ask','id':1,'what':'pause'}"), "OK");
    CHECK_EQ(room.table->sitting.alone, 0);
    room_wait(&room, 10000);
    CHECK(room.table->sitting.alone > 0);
    CHECK_STR(room_code(&room, "bob", "{'type':'answer','id':2,'ask':1,'yes':false}"),
              "OK");
    CHECK_EQ(room.table->sitting.alone, 0);
    room_close(&room);
}

TEST(a_budget_is_spent_and_earns_its_increment)
{
    if (!room_two(&room, "'clock':{'kind':'budget','seconds':60,'increment':5}")) return;
    unsigned first = table_look_actor(room.table);
    room_wait(&room, 10000);
    while (table_look_actor(room.table) == first && CHECK(room_step(&room, &rng))) {
    }
    CHECK_EQ(room.table->sitting.left[first], 55000);
    json_t *clocks = table_look_clocks(room.table, room.now + 1000);
    CHECK_EQ(json_integer_value(json_object_get(clocks, "running")), 1 - (int)first);
    CHECK_EQ(
        json_integer_value(json_array_get(json_object_get(clocks, "left"), 1 - first)),
        59000);
    json_decref(clocks);
    room_close(&room);
}

TEST(who_is_late_loses_where_the_table_says_so)
{
    if (!room_two(&room, "'clock':{'kind':'budget','seconds':60},'late':'lose'")) return;
    unsigned late = table_look_actor(room.table);
    room_wait(&room, 60000);
    CHECK_EQ(room.table->stage, TABLE_OVER);
    CHECK(strstr(room_last(&room, "over"), "\"why\":\"clock\"") != NULL);
    CHECK(strstr(room_last(&room, "over"), late ? "\"winners\":[0]" : "\"winners\":[1]"));
    room_close(&room);
}

TEST(who_is_late_gets_a_computer_and_time_on_coming_back)
{
    if (!room_two(&room, "'clock':{'kind':'budget','seconds':60},'late':'computer'"))
        return;
    unsigned late = table_look_actor(room.table);
    const char *me = room_actor(&room);
    room_wait(&room, 60000);
    CHECK(room.table->sitting.seat[late].substituted);
    CHECK(table_look_computer(room.table) != NULL);
    room_wait(&room, 3600000); /* a computer's clock does not run */
    CHECK_EQ(room.table->sitting.n_steps, 0);
    CHECK(room_ask(&room, me, "{'type':'back','seat':%u}", late));
    CHECK_EQ(table_play_deadline(room.table), room.now + SITTING_BACK_MS);
    room_close(&room);
}

/* Somebody whose opponent is away needs nobody's consent to hand over and come back. */
TEST(a_computer_for_a_moment_gives_no_time_back)
{
    if (!room_two(&room, "'clock':{'kind':'budget','seconds':60}")) return;
    unsigned seat = table_look_actor(room.table);
    const char *me = room_actor(&room);
    room_wait(&room, 25000);
    CHECK(room_ask(&room, me, "{'type':'ask','what':'computer','seat':%u}", seat));
    CHECK(room.table->sitting.seat[seat].substituted);
    room_wait(&room, 2000);
    json_t *clocks = table_look_clocks(room.table, room.now); /* nor does it take any */
    CHECK_EQ(json_integer_value(json_array_get(json_object_get(clocks, "left"), seat)),
             35000);
    json_decref(clocks);
    CHECK(room_ask(&room, me, "{'type':'back','seat':%u}", seat));
    CHECK_EQ(room.table->sitting.left[seat], 35000);
    CHECK_EQ(table_play_deadline(room.table), room.now + 35000);
    room_close(&room);
}

TEST(a_turn_that_a_computer_played_leaves_a_whole_turn)
{
    if (!room_two(&room, "'clock':{'kind':'move','seconds':60}")) return;
    unsigned seat = table_look_actor(room.table);
    room_wait(&room, 25000);
    CHECK(room_ask(&room, room_actor(&room), "{'type':'ask','what':'computer','seat':%u}",
                   seat));
    while (table_look_actor(room.table) == seat) {
        struct aude_action action = play_random_action(&rng, room.table->sitting.game);
        CHECK(table_play_computer(room.table, room.now, room.table->sitting.n_steps,
                                  action));
        room_gather(&room);
    }
    CHECK_EQ(room.table->sitting.left[seat], 60000);
    room_close(&room);
}

/* What no table is asked, or no request is, is refused by every table. */
TEST(only_requests_to_a_table_are_heard_by_it)
{
    static const char *const others[] = {"'nonsense'", "'hello'", "'create'", "'seek'",
                                         "'hold'",     "7",       "null",     "''"};

    if (!CHECK(room_open(&room, "{" GROW "," LINK2 "}"))) return;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (!CHECK_STR(room_code(&room, "ann", "{'type':%s,'id':1}", others[i]), "TYPE"))
            printf("type %s\n", others[i]);
    CHECK_STR(room_code(&room, "ann", "{'id':1}"), "TYPE");
    room_close(&room);
}

#ifdef AUDE_WRAPPED
/* Before the game there is nothing to say about its end. */
TEST(a_game_that_has_not_begun_has_no_end)
{
    if (!CHECK(room_open(&room, "{" GROW "," LINK2 "}"))) return;
    for (int i = 0; i < 4; i++) { /* memory may be empty by chance */
        char *used = malloc(256);
        memset(used, 'x', 255);
        free(used);
        char *end = table_look_end(room.table);
        CHECK_STR(end, "");
        free(end);
    }
    room_close(&room);
}
#endif
