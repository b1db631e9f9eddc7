/* test_room_whole.c -- what is done at once is done whole or not at all, at every call that gets no memory. The table is used again after each of them:
 * what was refused has left no trace, and in the end it is granted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "room.h"
#include "test.h"

enum { CALLS_MAX = 2000, BURST_MS = 10000 };

static struct room_test room;
static struct aude_action last; /* the one that ends the game */

static bool asks(const char *who, json_t *json)
{
    struct table_reply reply = {0};
    bool ok = table_request(room.table, who, room.now, json, &reply);

    CHECK(ok || !strcmp(reply.code, "STORE"));
    json_decref(reply.more);
    return ok;
}

/* One try, in which that call gets nothing. */
static void try_without(bool (*it)(json_t *request), json_t *request, int turn,
                        int entries, bool *lacked)
{
    static struct memory_report report;
    char *before = table_look_dump(room.table);

    room.now += BURST_MS; /* nobody asks too often */
    report = (struct memory_report){0};
    memory_watch_any(&report, turn);
    bool done = it(request) && room.table->n_out;
    *lacked = memory_ran_out();
    memory_end();
    char *after = table_look_dump(room.table);
    CHECK(done || *lacked);
    CHECK_EQ(room.table->n_out, done ? entries : 0);
    if (!done) CHECK_STR(after, before);
    free(before);
    free(after);
}

/* The log makes the same table. */
static void look_at_log(void)
{
    room_gather(&room);
    struct table *again = room_again(&room);
    if (!CHECK(again != NULL)) return;
    char *is = table_look_dump(room.table), *read = table_look_dump(again);
    CHECK_STR(is, read);
    free(is);
    free(read);
    table_free(again);
}

/* `it`, at one call after the other without memory, until there was enough. It makes so many entries, or none. `begin` makes the table. */
static void whole_or_nothing(bool (*begin)(void), bool (*it)(json_t *request),
                             json_t *request, int entries)
{
    bool lacked = memory_can_run_out(), begun = false;
    int refused = 0;

    if (!lacked) puts("skipped: memory runs out only where the linker knows --wrap");
    CHECK(true);
    for (int turn = 1; lacked && turn < CALLS_MAX; turn++) {
        if (!begun && !CHECK(begin())) return;
        try_without(it, request, turn, entries, &lacked);
        begun = !room.table->n_out;
        refused += begun;
        if (begun) continue; /* the same table bears the next try */
        look_at_log();
        room_close(&room);
    }
    CHECK(!lacked && (refused > entries || !memory_can_run_out()));
    json_decref(request);
}

static bool ann_asks(json_t *request)
{
    return asks("ann", request);
}

static bool bob_asks(json_t *request)
{
    return asks("bob", request);
}

static bool it_is_late(json_t *request)
{
    (void)request;
    table_play_tick(room.table, room.now);
    return true;
}

static bool the_computer_decides(json_t *request)
{
    (void)request;
    return table_play_computer(room.table, room.now, room.table->sitting.n_steps, last);
}

static bool bob_agrees(json_t *request)
{
    struct table_reply reply = {0};

    (void)request;
    return table_request_agree(room.table, "bob", room.now, &reply);
}

static bool ends_game(struct aude_action action)
{
    static struct aude_game game;
    struct aude_event list[AUDE_EVENTS_MAX];
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};

    last = action;
    aude_game_copy(&game, room.table->sitting.game);
    return !aude_game_play(&game, action, &events) && aude_game_over(&game);
}

/* Up to the last step, which `last` is then. */
static bool play_up_to_the_last(void)
{
    while (!ends_game(aude_game_default(room.table->sitting.game))) {
        char words[SITTING_WORDS_MAX];
        const char *who = room_actor(&room);
        aude_action_text(room.table->sitting.game, last, words, sizeof words);
        bool ok = who[0] ? room_ask(&room, who, "{'type':'act','at':%d,'action':'%s'}",
                                    room.table->sitting.n_steps, words)
                         : table_play_computer(room.table, room.now,
                                               room.table->sitting.n_steps, last);
        if (!CHECK(ok)) return false;
        room_gather(&room);
    }
    return true;
}

static bool two(void)
{
    return room_two(&room, "");
}

TEST(who_resigns_ends_the_game_or_has_not_resigned)
{
    whole_or_nothing(two, bob_asks, room_json("{'type':'resign','seat':1}"), 2);
}

static bool two_before_the_last_step(void)
{
    if (!room_two(&room, "'clock':{'kind':'move','seconds':10}")) return false;
    room.table->seat[0].online = room.table->seat[1].online = true;
    return play_up_to_the_last();
}

static bool the_last_step(json_t *request)
{
    char words[SITTING_WORDS_MAX];

    (void)request;
    memory_hold(true);
    aude_action_text(room.table->sitting.game, last, words, sizeof words);
    json_t *json = room_json("{'type':'act','at':%d,'action':'%s'}",
                             room.table->sitting.n_steps, words);
    memory_hold(false);
    bool ok = asks(room_actor(&room), json);
    json_decref(json);
    return ok;
}

TEST(a_step_that_ends_the_game_is_stored_with_the_end)
{
    whole_or_nothing(two_before_the_last_step, the_last_step, NULL, 2);
}

TEST(a_last_step_by_the_clock_is_stored_with_the_end)
{
    whole_or_nothing(two_before_the_last_step, it_is_late, NULL, 2);
}

static bool computers_before_the_last_step(void)
{
    return room_open(&room,
                     "{" GROW ",'seats':[{'kind':'computer'},{'kind':'computer'}]}") &&
           play_up_to_the_last();
}

TEST(a_computers_last_step_is_stored_with_the_end)
{
    whole_or_nothing(computers_before_the_last_step, the_computer_decides, NULL, 2);
}

static bool two_and_a_pause_is_asked_for(void)
{
    return room_two(&room, "") && room_ask(&room, "ann", "{'type':'ask','what':'pause'}");
}

static bool two_and_a_takeback_is_asked_for(void)
{
    struct play_rng rng = {1};

    if (!room_two(&room, "") || !CHECK(room_quiet_step(&room, &rng))) return false;
    unsigned seat = room.table->sitting.step[room.table->sitting.n_steps - 1].seat;
    return room_ask(&room, seat ? "bob" : "ann", "{'type':'ask','what':'takeback'}");
}

static bool somebody_says_yes(json_t *request)
{
    return asks(room.table->ask.voters & 1 ? "ann" : "bob", request);
}

/* The last yes, and what was asked for. */
TEST(a_question_is_closed_with_what_was_asked_for)
{
    whole_or_nothing(two_and_a_pause_is_asked_for, somebody_says_yes,
                     room_json("{'type':'answer','ask':1,'yes':true}"), 3);
    whole_or_nothing(two_and_a_takeback_is_asked_for, somebody_says_yes,
                     room_json("{'type':'answer','ask':1,'yes':true}"), 3);
}

static bool two_in_a_long_pause(void)
{
    bool ok = two_and_a_pause_is_asked_for() &&
              room_ask(&room, "bob", "{'type':'answer','ask':1,'yes':true}");

    room.now += 2 * TABLE_PAUSE_MS;
    return ok;
}

static bool one_of_two_is_away(void)
{
    bool ok = room_two(&room, "");

    room.now += 2 * TABLE_AWAY_MS;
    return ok;
}

/* Nobody has to be asked. */
TEST(what_nobody_is_asked_about_is_done_with_the_question)
{
    whole_or_nothing(two_in_a_long_pause, ann_asks,
                     room_json("{'type':'ask','what':'resume'}"), 3);
    whole_or_nothing(one_of_two_is_away, ann_asks,
                     room_json("{'type':'ask','what':'computer','seat':1}"), 3);
}

static bool rematch_of_two(void)
{
    struct table_reply reply = {0};

    if (!room_two(&room, "") || !room_ask(&room, "bob", "{'type':'resign','seat':1}"))
        return false;
    struct table *next = table_new("nextnextnext");
    struct table_creation creation = {
        .who = "ann", .now = room.now, .seed = {1, 2}, .from = room.table};
    CHECK(table_create(next, &creation, NULL, &reply));
    struct room_test was = room;
    room = (struct room_test){.table = next, .now = was.now};
    room_close(&was);
    room_gather(&room);
    return true;
}

TEST(who_takes_the_last_seat_of_a_rematch_begins_it)
{
    whole_or_nothing(rematch_of_two, bob_agrees, NULL, 2);
    whole_or_nothing(rematch_of_two, bob_asks,
                     room_json("{'type':'sit','seat':1,'name':'Bob'}"), 2);
}
