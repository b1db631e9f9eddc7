/* test_room_rematch.c -- another game with the same seats. */
#include <stdlib.h>
#include <string.h>

#include "room.h"
#include "test.h"

static struct room_test room;

/* -- Rematch ---------------------------------------------------------------------------- */

TEST(a_rematch_has_the_same_seats_and_another_seed)
{
    struct table_reply reply = {0};

    if (!room_two(&room, "")) return;
    CHECK(!table_request_rematch(room.table, "ann", room.now, NULL, &reply));
    CHECK_STR(reply.code, "NOT_OVER");
    CHECK(room_ask(&room, "bob", "{'type':'resign','seat':1}"));
    CHECK(!table_request_rematch(room.table, "eve", room.now, NULL, &reply));
    CHECK_STR(reply.code, "NOT_YOUR_SEAT");
    struct table *next = table_new("nextnextnext");
    struct table_creation creation = {
        .who = "bob", .now = room.now, .seed = {1, 2}, .from = room.table};
    CHECK(table_create(next, &creation, NULL, &reply));
    CHECK_EQ(next->stage, TABLE_OPEN); /* nobody has asked Ann */
    CHECK(!next->seat[0].taken && next->seat[1].taken);
    CHECK(table_request_agree(next, "eve", room.now, &reply));
    CHECK_EQ(next->stage, TABLE_OPEN);
    CHECK(table_request_agree(next, "ann", room.now, &reply));
    CHECK_EQ(next->stage, TABLE_PLAY);
    CHECK(table_look_owns(next, 0, "ann") && table_look_owns(next, 1, "bob"));
    CHECK(!next->sitting.seat[1].resigned);
    CHECK_STR(next->from, room.table->id);
    CHECK(next->head.setup.seed.lo == 2 &&
          strcmp(next->head.commit, room.table->head.commit));
    CHECK(table_request_rematch(room.table, "bob", room.now, next->id, &reply));
    CHECK_STR(room.table->next, "nextnextnext");
    table_free(next);
    room_close(&room);
}

/* The seat of the other is kept for him: he takes it or gives it up, and only he does. */
static void rematch_of_two(const char *options)
{
    struct table_reply reply = {0};

    if (!room_two(&room, options)) return;
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
    CHECK(table_look_owns(room.table, 1, "eve"));
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
    CHECK(table_play_deadline(room.table) == INT64_MAX);
    room.table->seat[0].online = true;
    CHECK(table_play_deadline(room.table) <= room.now);
    room_wait(&room, 1);
    CHECK_EQ(room.table->stage, TABLE_PLAY);
    room_close(&room);
    rematch_of_two("'clock':{'kind':'move','seconds':86400}");
    CHECK_STR(room_code(&room, "bob", "{'type':'sit','seat':1,'name':'Bob'}"), "OK");
    CHECK_EQ(room.table->stage, TABLE_PLAY); /* a clock of days leaves time to come */
    room_close(&room);
}
