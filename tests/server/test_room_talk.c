/* test_room_talk.c -- talk at a table and its limits, the end of a log, who may watch. */
#include <string.h>

#include "room.h"
#include "test.h"

static struct room_test room;
static struct play_rng rng = {1};

/* -- Talk ------------------------------------------------------------------------------- */

TEST(chat_has_limits)
{
    char longer[MESSAGE_CHAT_MAX + 2];

    if (!room_two(&room, "")) return;
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
    if (!room_two(&room, "'chat':false")) return;
    CHECK_STR(room_code(&room, "bob", "{'type':'chat','text':'hello'}"), "OFF");
    room_close(&room);
}

TEST(a_table_has_so_much_chat_and_no_more)
{
    if (!room_two(&room, "")) return;
    CHECK_STR(room_code(&room, "eve", "{'type':'chat','text':'x','name':5}"), "FIELD");
    CHECK(!room_last(&room, "chat"));
    for (int i = 0; i < TABLE_CHATS_MAX; i++) {
        room_wait(&room, TABLE_CHAT_MS);
        if (!CHECK(room_ask(&room, "bob", "{'type':'chat','text':'%d'}", i))) break;
    }
    room_wait(&room, TABLE_CHAT_MS);
    CHECK_STR(room_code(&room, "bob", "{'type':'chat','text':'more'}"), "RATE");
    CHECK_STR(room_code(&room, "ann", "{'type':'chat','text':'more'}"), "RATE");
    room_close(&room);
}

TEST(questions_have_limits)
{
    if (!room_two(&room, "")) return;
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
    if (!room_two(&room, "")) return;
    CHECK(room_quiet_step(&room, &rng));
    room.table->seq = TABLE_LOG_MAX;
    CHECK_STR(room_code(&room, room_actor(&room), "{'type':'chat','text':'hi'}"), "RATE");
    CHECK_STR(room_code(&room, room_actor(&room), "{'type':'ask','what':'pause'}"),
              "RATE");
    CHECK_STR(room_code(&room, room_actor(&room), "{'type':'undo','at':1}"), "OK");
    CHECK(room_quiet_step(&room, &rng));
    room.table->seq = TABLE_LOG_MAX + TABLE_LOG_MORE;
    CHECK_STR(room_code(&room, room_actor(&room), "{'type':'undo','at':1}"), "RATE");
    room.table->sitting.paused = true; /* but nobody is left in a pause for ever */
    CHECK_STR(room_code(&room, room_actor(&room), "{'type':'chat','text':'hi'}"), "RATE");
    CHECK(room_ask(&room, room_actor(&room), "{'type':'ask','what':'resume'}"));
    room.table->sitting.paused = false;
    CHECK(room_ask(&room, room_actor(&room), "{'type':'act','at':1,'action':'pass'}"));
    room_close(&room);
}

/* However much happened: a seat comes back to its owner, the game is played on, and ended. */
TEST(a_table_at_its_limit_can_be_ended)
{
    if (!room_two(&room, "'late':'computer','clock':{'kind':'move','seconds':60}"))
        return;
    room_wait(&room, 60000);
    unsigned seat = table_look_actor(room.table);
    if (!CHECK(room.table->sitting.seat[seat].substituted)) return;
    room.table->seq = 2 * TABLE_LOG_MAX;
    CHECK_STR(room_code(&room, room_actor(&room), "{'type':'back','seat':%u}", seat),
              "OK");
    while (room.table->stage == TABLE_PLAY)
        if (!CHECK(room_step(&room, &rng))) break;
    CHECK_EQ(room.table->stage, TABLE_OVER);
    room_close(&room);
    if (!room_two(&room, "")) return;
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
    if (!room_two(&room, "")) return;
    CHECK_STR(room_code(&room, room_actor(&room), "{'type':'nudge'}"), "NOT_YOUR_TURN");
    CHECK_STR(room_code(&room, "eve", "{'type':'nudge'}"), "NOT_YOUR_SEAT");
    CHECK(room_ask(&room, room_other(&room), "{'type':'nudge'}"));
    CHECK_STR(room_code(&room, room_other(&room), "{'type':'nudge'}"), "RATE");
    room_wait(&room, TABLE_NUDGE_MS);
    CHECK(room_ask(&room, room_other(&room), "{'type':'nudge'}"));
    room_close(&room);
}

TEST(who_may_watch)
{
    if (!room_two(&room, "'watch':false")) return;
    CHECK(table_look_may_watch(room.table, "ann"));
    CHECK(table_look_may_watch(room.table, "bob"));
    CHECK(!table_look_may_watch(room.table, "eve"));
    CHECK(!table_look_may_watch(room.table, ""));
    room_close(&room);
    if (!room_two(&room, "")) return;
    CHECK(table_look_may_watch(room.table, ""));
    room_close(&room);
}
