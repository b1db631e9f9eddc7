/* test_room_faults.c -- what goes wrong around tables: stores that fail, logs that are broken,
 * people who leave, addresses that want too much. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_test.h"
#include "memory.h"
#include "server/hub/hub_internal.h"

#define COMPUTERS "[{'kind':'computer'},{'kind':'computer'}]"

static const char *took(struct conn *conn, const char *what)
{
    return strstr(hears(conn), what);
}

/* The computer that thinks answers; false if none was asked. */
static bool answer(void)
{
    struct hub_job *done = job;

    if (!done) return false;
    job = NULL;
    hub_think_answer(hub, done->number, aude_game_default(&done->view));
    free(done);
    hub_flush(hub);
    return true;
}

/* -- A store that fails ----------------------------------------------------------------- */

TEST(a_computer_moves_again_after_a_store_that_failed)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, COMPUTERS, id);
    broken = true;
    CHECK(answer());
    CHECK(!took(ann, "\"step\""));
    CHECK(!answer()); /* not at once: that would go round and round */
    broken = false;
    pass(1000);
    CHECK(answer()); /* asked again, though nobody did anything */
    CHECK(took(ann, "\"step\"") != NULL);
    close_hub();
}

/* Ann asks for that, and this call of all that want memory gets nothing. False: there were no more of them. */
static bool asks_without(int turn, struct conn *ann, const char *what, const char *id)
{
    static struct memory_report report;

    report = (struct memory_report){0};
    memory_watch_any(&report, turn);
    says(ann, "{'type':'%s','id':4,'table':'%s','seat':0}", what, id);
    bool lacked = memory_ran_out();
    memory_end();
    return lacked;
}

static bool can_run_out(void)
{
    if (memory_can_run_out()) return true;
    puts("skipped: memory runs out only where the linker knows --wrap");
    CHECK(true);
    return false;
}

static struct room *begun(struct conn *ann, char *id)
{
    create(ann, "[{'kind':'here','name':'Ann'},{'kind':'here','name':'Bob'}]", id);
    says(ann, "{'type':'start','id':2,'table':'%s'}", id);
    hub_flush(hub);
    return hub__room_find(hub, id);
}

/* A request that is refused without memory leaves nothing, though what was said before it waits to be stored. */
TEST(an_entry_of_a_refused_request_does_not_stay)
{
    bool lacked = can_run_out();
    char id[TABLE_ID_MAX];

    for (int turn = 1; lacked; turn++) {
        if (!open_hub()) return;
        struct conn *ann = join("ann");
        struct room *room = begun(ann, id);
        if (!CHECK(room != NULL)) return;
        int64_t seq = room->table->seq;
        says(ann, "{'type':'chat','id':3,'table':'%s','text':'hm'}", id);
        lacked = asks_without(turn, ann, "resign", id);
        bool over = room->table->stage == TABLE_OVER;
        CHECK_EQ(room->table->seq, over ? seq + 3 : seq + 1);
        CHECK(over == room->table->sitting.seat[0].resigned && (over || lacked));
        hub_flush(hub);
        CHECK(room->committed == room->table->seq);
        close_hub();
    }
}

/* Without memory there is no rematch that the old table does not know of, nor is the old one led to a table that is not there. */
TEST(a_rematch_without_memory_is_no_table)
{
    bool lacked = can_run_out();
    char id[TABLE_ID_MAX];

    for (int turn = 1; lacked; turn++) {
        if (!open_hub()) return;
        struct conn *ann = join("ann");
        struct room *room = begun(ann, id);
        if (!CHECK(room != NULL)) return;
        says(ann, "{'type':'resign','id':3,'table':'%s','seat':0}", id);
        hub_flush(hub);
        lacked = asks_without(turn, ann, "rematch", id);
        bool made = room->table->next[0];
        CHECK(made || lacked);
        CHECK_EQ((int)hub->counts.rooms, made ? 2 : 1);
        hub_flush(hub);
        CHECK(!made == !hub__room_find(hub, room->table->next));
        close_hub();
    }
}

/* A disk that can neither be written nor read: what was in memory never happened, and when the
 * disk is back so is the table, with those who watch it. */
TEST(a_table_that_cannot_be_read_comes_back)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *eve = join("eve");
    create(ann, COMPUTERS, id);
    CHECK(answer());
    says(eve, "{'type':'watch','id':2,'table':'%s'}", id);
    hears(eve);
    broken = unread = true;
    CHECK(answer());
    says(eve, "{'type':'chat','id':3,'table':'%s','text':'x'}", id);
    hub_flush(hub);
    CHECK(took(eve, "\"STORE\"") != NULL);
    CHECK(!job);
    pass(1000);
    CHECK(!job);
    broken = unread = false;
    pass(1000);
    CHECK(answer());
    CHECK(took(eve, "\"n\":2") != NULL);
    CHECK_EQ(hub_counts(hub)->rooms, 1);
    close_hub();
}

/* A clock ran out, but that could not be stored; then the table had to make room. The clock runs
 * out all the same. */
TEST(a_table_that_cannot_be_read_keeps_its_clock)
{
    char id[TABLE_ID_MAX], other[TABLE_ID_MAX];

    rooms_max = 1;
    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann,
           "[{},{}],'options':{'late':'computer','clock':{'kind':'move','seconds':5}}",
           id);
    hub_leave(ann);
    broken = unread = true;
    pass(6000);
    pass(100);
    broken = false;
    ann = join("ann");
    create(ann, "[{},{'kind':'link'}]", other); /* takes its place */
    CHECK_EQ(hub_counts(hub)->rooms, 1);
    uint64_t before = hub_counts(hub)->entries;
    unread = false;
    hub_leave(ann);
    pass(100);
    pass(100);
    CHECK_EQ(hub_counts(hub)->entries - before, 1); /* a computer plays */
    close_hub();
}

/* The answer of the store was lost, not what it stored. */
TEST(what_was_stored_after_all_is_told)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{'kind':'link'}]", id);
    lying = true;
    says(ann, "{'type':'chat','id':3,'table':'%s','text':'here I am'}", id);
    hub_flush(hub);
    lying = false;
    const char *told = hears(ann);
    CHECK(strstr(told, "\"STORE\"") && strstr(told, "here I am"));
    says(ann, "{'type':'chat','id':4,'table':'%s','text':'again'}", id);
    hub_flush(hub);
    CHECK(took(ann, "\"ok\",\"id\":4") != NULL);
    close_hub();
}

/* A part of a game is not served as the game. */
TEST(a_broken_log_is_refused_by_name)
{
    char id[TABLE_ID_MAX], want[80];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, COMPUTERS, id);
    for (int i = 0; i < 10; i++) CHECK(answer());
    hears(ann);
    if (!restart(1000)) return;
    bad_seq = 7;
    ann = join("ann");
    pass(HUB_COMPLAIN_MS);
    says(ann, "{'type':'watch','id':2,'table':'%s','since':12}", id);
    CHECK(took(ann, "\"BROKEN\"") != NULL);
    snprintf(want, sizeof want, "%s 7", id);
    CHECK_STR(complaint, want);
    CHECK(asked_record(hub, id, "ann") == NULL);
    CHECK_STR(table_messages_error_code(asked_why), "BROKEN");
    CHECK(strstr(hub_ask_why_text(asked_why), "broken") != NULL);
    CHECK_EQ(asked_length(hub, id), 0);
    CHECK(asked_record(hub, "nowhere", "ann") == NULL);
    CHECK_STR(table_messages_error_code(asked_why), "NO_TABLE");
    complaint[0] = 0;
    says(ann, "{'type':'look','id':3,'table':'%s'}", id);
    CHECK(took(ann, "\"BROKEN\"") != NULL);
    CHECK_STR(complaint, ""); /* not again at once */
    bad_seq = 1;
    says(ann, "{'type':'look','id':3,'table':'%s'}", id);
    CHECK(took(ann, "\"BROKEN\"") != NULL);
    bad_seq = 0;
    unread = true;
    says(ann, "{'type':'look','id':3,'table':'%s'}", id);
    CHECK(took(ann, "\"STORE\"") != NULL);
    unread = false;
    says(ann, "{'type':'watch','id':4,'table':'%s'}", id);
    CHECK(took(ann, "\"seq\":12") != NULL);
    close_hub();
}

/* -- Tables that nobody plays ----------------------------------------------------------- */

#define SHORT "'options':{'clock':{'kind':'move','seconds':5}}"

/* Minutes and more, as many rounds as it takes. */
static void pass_long(int64_t ms)
{
    for (; ms > 0; ms -= 500) pass(500);
}

TEST(a_table_that_nobody_plays_does_not_play_itself)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{}]," SHORT, id);
    hub_leave(ann);
    pass_long(600000);
    CHECK_EQ(hub_counts(hub)->moves, SITTING_ALONE);
    CHECK_EQ(hub_counts(hub)->rooms, 0);
    ann = join("ann");
    says(ann, "{'type':'watch','id':2,'table':'%s'}", id);
    const char *told = hears(ann);
    CHECK(strstr(told, "\"status\":\"paused\"") != NULL);
    CHECK(strstr(told, "\"by\":null,\"why\":\"absent\"") != NULL);
    says(ann, "{'type':'ask','id':3,'table':'%s','what':'resume'}", id);
    hub_flush(hub);
    CHECK(took(ann, "\"type\":\"resume\"") != NULL); /* it needs nobody else */
    uint64_t before = hub_counts(hub)->moves;
    pass_long(600000); /* now somebody is there, but does nothing: it goes further */
    CHECK_EQ(hub_counts(hub)->moves - before, SITTING_ALONE_SEEN);
    close_hub();
}

/* One who comes and goes keeps his game: a table is deserted when nobody did anything for long. */
TEST(a_move_now_and_then_keeps_a_game_going)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{}]," SHORT, id);
    for (int i = 0; i < 4; i++) {
        hub_leave(ann);
        for (int k = 0; k < 3; k++) pass(5000); /* three turns by the clock: six steps */
        ann = join("ann");
        says(ann, "{'type':'watch','id':2,'table':'%s'}", id);
        CHECK(took(ann, "\"status\":\"play\"") != NULL);
        says(ann, "{'type':'ask','id':3,'table':'%s','what':'takeback'}", id);
        says(ann, "{'type':'ask','id':3,'table':'%s','what':'pause'}", id);
        says(ann, "{'type':'ask','id':4,'table':'%s','what':'resume'}", id);
        hub_flush(hub);
        pass(10000);
    }
    close_hub();
}

/* Presence is what the server saw: a line that breaks, and a restart, begin the wait anew. */
TEST(who_just_left_is_not_replaced)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *bob = join("bob");
    create(ann, "[{},{'kind':'link'}]", id);
    says(bob, "{'type':'watch','id':2,'table':'%s'}", id);
    says(bob, "{'type':'sit','id':3,'table':'%s','seat':1,'name':'Bob'}", id);
    says(ann, "{'type':'start','id':4,'table':'%s'}", id);
    hub_flush(hub);
    hears(ann);
    hears(bob);
    pass(TABLE_AWAY_MS);
    hub_leave(bob);
    hears(ann);
    pass(150);
    hears(ann);
    says(ann, "{'type':'ask','id':5,'table':'%s','what':'computer','seat':1}", id);
    CHECK(took(ann, "\"PRESENT\"") != NULL);
    pass(TABLE_AWAY_MS - 200);
    if (!restart(1000)) return;
    ann = join("ann");
    says(ann, "{'type':'watch','id':2,'table':'%s'}", id);
    hears(ann);
    pass(TABLE_AWAY_MS - 1000);
    hears(ann);
    says(ann, "{'type':'ask','id':6,'table':'%s','what':'computer','seat':1}", id);
    CHECK(took(ann, "\"PRESENT\"") != NULL);
    pass(1000);
    says(ann, "{'type':'ask','id':7,'table':'%s','what':'computer','seat':1}", id);
    hub_flush(hub);
    CHECK(took(ann, "\"absent\"") != NULL);
    close_hub();
}

/* Who comes back in time is not paused: a game of days goes on while people are away. */
TEST(a_game_of_days_goes_on_while_people_are_away)
{
    static const char *const late[] = {"default", "lose", "computer"};
    char id[TABLE_ID_MAX], seats[200];

    for (int i = 0; i < 3; i++) {
        if (!open_hub()) return;
        snprintf(
            seats, sizeof seats,
            "[{},{}],'options':{'late':'%s','clock':{'kind':'move','seconds':86400}}",
            late[i]);
        struct conn *ann = join("ann");
        create(ann, seats, id);
        hub_leave(ann);
        pass(60000);
        CHECK_EQ(hub_counts(hub)->rooms, 0);
        pass(86400000);
        ann = join("ann");
        says(ann, "{'type':'watch','id':2,'table':'%s'}", id);
        const char *told = hears(ann);
        CHECK_EQ(strstr(told, "\"by\":\"clock\"") != NULL, i == 0);
        CHECK_EQ(strstr(told, "\"status\":\"over\"") != NULL, i == 1);
        CHECK_EQ(strstr(told, "\"type\":\"computer\"") != NULL, i == 2);
        close_hub();
    }
}

/* -- One address, many tables ----------------------------------------------------------- */

/* Tables with the shortest clock there is, left at once: they make room like others, and one
 * address keeps no more than its share. */
TEST(short_clocks_do_not_keep_a_table_in_memory)
{
    char mine[TABLE_ID_MAX], id[TABLE_ID_MAX];
    struct conn *eve = NULL;

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{}]," SHORT, mine);
    says(ann, "{'type':'leave','id':3,'table':'%s'}", mine);
    for (int i = 0; i < 120; i++) {
        if (i % 15 == 0) eve = join("eve");
        create(eve, "[{},{}]," SHORT, id);
        says(eve, "{'type':'leave','id':3,'table':'%s'}", id);
        pass(10);
    }
    CHECK_EQ(hub_counts(hub)->rooms, 1 + HUB_SHARE_MIN);
    struct conn *full[2] = {join("mal"),
                            join("mal")}; /* all of it watched: then it is said */
    for (int i = 0; i < HUB_SHARE_MIN; i++) create(full[i / 12], "[{},{}]," SHORT, id);
    says(full[1], "{'type':'create','id':9," GROW ",'seats':[{},{}]}");
    CHECK(took(full[1], "your address has as many") != NULL);
    hub_leave(full[0]);
    hub_leave(full[1]);
    pass_long(5000);
    CHECK(hub_counts(hub)->moves >= 2 * 121); /* and every clock ran out in time */
    says(ann, "{'type':'watch','id':4,'table':'%s'}", mine);
    CHECK(took(ann, "\"step\"") != NULL);
    close_hub();
}

/* Of tables out of memory the one whose clock ends first wakes first, whenever it fell asleep. */
TEST(sleeping_tables_wake_in_the_order_of_their_clocks)
{
    char id[TABLE_ID_MAX], seats[120];
    struct conn *ann = NULL;

    rooms_max = 5;
    if (!open_hub()) return;
    one_address = true;
    for (int i = 0; i < 40; i++) {
        if (i % 15 == 0) ann = join("ann");
        snprintf(seats, sizeof seats,
                 "[{},{}],'options':{'late':'lose','clock':{'kind':'move','seconds':%d}}",
                 100 - 2 * i);
        create(ann, seats, id);
        says(ann, "{'type':'leave','id':3,'table':'%s'}", id);
        pass(10);
    }
    uint64_t before = hub_counts(hub)->entries;
    pass_long(60000);
    CHECK_EQ(hub_counts(hub)->entries - before, 20); /* those with 22 to 60 seconds */
    close_hub();
}

/* All are watched, and the server is full: one's own game is still to be had. */
TEST(ones_own_game_can_always_be_watched)
{
    char mine[TABLE_ID_MAX], id[TABLE_ID_MAX], other[TABLE_ID_MAX];

    rooms_max = 25;
    if (!open_hub()) return;
    struct conn *ann = join("ann"), *bob = join("bob");
    create(ann, "[{},{}]", mine);
    create(ann, "[{},{}]", other);
    says(ann, "{'type':'leave','id':3,'table':'%s'}", mine);
    says(ann, "{'type':'leave','id':3,'table':'%s'}", other);
    pass(10);
    struct conn *eve[2] = {join("eve"), join("mal")};
    for (int i = 0; i < 25; i++) create(eve[i / 13], "[{},{}]", id);
    CHECK_EQ(hub_counts(hub)->rooms, 25);
    says(bob, "{'type':'watch','id':4,'table':'%s'}", mine);
    CHECK(took(bob, "\"BUSY\"") != NULL); /* not his */
    says(ann, "{'type':'watch','id':5,'table':'%s'}", mine);
    CHECK(took(ann, "\"ok\",\"id\":5") != NULL);
    says(ann, "{'type':'watch','id':6,'table':'%s'}", other);
    CHECK(took(ann, "\"BUSY\"") != NULL); /* one, not all */
    CHECK_EQ(hub_counts(hub)->rooms, 26);
    close_hub();
}

/* -- A restart -------------------------------------------------------------------------- */

/* More clocks than there is room for, and the first to run out are not those used last. */
TEST(every_clock_is_woken_after_a_restart)
{
    char id[TABLE_ID_MAX], seats[120];
    struct conn *ann = NULL;

    rooms_max = 20;
    if (!open_hub()) return;
    one_address = true;
    for (int i = 0; i < 60; i++) {
        if (i % 15 == 0) ann = join("ann");
        snprintf(seats, sizeof seats,
                 "[{},{}],'options':{'late':'lose','clock':{'kind':'move','seconds':%d}}",
                 60 + i * 37 % 60); /* in no order */
        create(ann, seats, id);
        says(ann, "{'type':'leave','id':3,'table':'%s'}", id);
        pass(10);
    }
    rooms_max = 20;
    if (!restart(3600000)) return;
    uint64_t before = hub_counts(hub)->entries;
    pass_long(57000); /* two seconds were over before the restart, at most */
    CHECK_EQ(hub_counts(hub)->entries - before, 0);
    pass_long(65000);
    CHECK_EQ(hub_counts(hub)->entries - before, 60); /* lost, all of them */
    close_hub();
}

/* -- The record of a game that is over -------------------------------------------------- */

static bool random_head(struct play_rng *rng, char *text, size_t size)
{
    static struct aude_head head;

    head = (struct aude_head){0};
    play_random_setup(rng, &head.setup);
    head.setup.n_seats = 2;
    head.setup.first = AUDE_SEAT_NONE;
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (!play_below(rng, 3)) head.setup.expansions |= 1u << set;
    if (play_below(rng, 2)) head.setup.draws_max = (uint16_t)(10 + play_below(rng, 30));
    return aude_record_head(&head, false, text, size) < size;
}

/* A game of two computers that play at random, up to its end. */
static void play_on(struct play_rng *rng, struct conn *conn)
{
    for (int i = 0; job && i < 4000; i++) {
        struct hub_job *done = job;
        job = NULL;
        hub_think_answer(hub, done->number, play_random_action(rng, &done->view));
        free(done);
        hub_flush(hub);
        hears(conn);
    }
}

/* Our own reader takes it, and seed and draws are those that were promised. */
static void check_record(const char *record)
{
    static struct aude_reader reader;
    struct aude_head again;

    if (!CHECK(record != NULL)) return;
    if (!CHECK_EQ(play_read(&reader, record, strlen(record), NULL), AUDE_ERR_OK))
        fprintf(stderr, "line %d: %s\n", reader.line, reader.at);
    CHECK(reader.finished);
    CHECK(!reader.head.setup.hidden);
    again = reader.head;
    CHECK(table__head_commit(&again));
    CHECK_STR(again.commit, reader.head.commit);
}

static bool create_random(struct play_rng *rng, struct conn *conn, const char *more,
                          char id[TABLE_ID_MAX])
{
    static char head[16384];
    json_t *request = room_json("{'type':'create','id':2,'seats':" COMPUTERS "}");

    random_head(rng, head, sizeof head);
    if (more) snprintf(head, sizeof head, "aude 1\nrules grow\nexpansions %s\n", more);
    json_object_set_new(request, "head", json_string(head));
    char *text = json_dumps(request, 0);
    hub_receive(conn, text, strlen(text));
    free(text);
    json_decref(request);
    hub_flush(hub);
    const char *at = strstr(hears(conn), "\"ok\",\"id\":2,\"table\":\"");
    return at && sscanf(at + 21, "%15[a-z0-9]", id) == 1;
}

TEST(every_finished_record_is_read_by_our_own_tools)
{
    struct play_rng rng = {81};
    char id[TABLE_ID_MAX];
    int played = 0, tosses = 0, games = test_amount(60, 600);

    if (!open_hub()) return;
    for (int i = 0; i < games || (i < 60 && !tosses); i++) {
        struct conn *ann = join("ann");
        if (create_random(&rng, ann, i % 3 ? NULL : "catapult", id)) {
            play_on(&rng, ann);
            char *record = asked_record(hub, id, "ann");
            check_record(record);
            played++;
            tosses += record && strstr(record, " toss ") && !strstr(record, "glimpse");
            free(record);
        }
        hub_leave(ann);
        pass(100);
        if (test_failures()) break;
    }
    CHECK(2 * played > games && tosses > 0);
    close_hub();
}

/* Without memory a record is refused, or told whole: a part of a game is not served as the game. */
TEST(a_record_is_told_whole_or_not_at_all)
{
    static struct memory_report without, with;
    char id[TABLE_ID_MAX];

    if (!open_hub() || !memory_can_run_out()) return;
    struct conn *ann = join("ann");
    create(ann, COMPUTERS, id);
    for (int i = 0; i < 10; i++) CHECK(answer());
    hears(ann);
    memory_watch(&without, NULL, 0);
    char *whole = asked_record(hub, id, "ann");
    memory_end();
    CHECK(whole && without.n_sites > 3);
    int refusals = 0;
    for (int i = 0; i < without.n_sites; i++)
        for (int turn = 1; turn <= without.sites[i].times; turn++) {
            memset(&with, 0, sizeof with);
            memory_watch(&with, without.sites[i].at, turn);
            char *record = asked_record(hub, id, "ann");
            memory_end();
            if (record) CHECK_STR(record, whole);
            refusals += !record;
            free(record);
        }
    CHECK(refusals > 20);
    free(whole);
    close_hub();
}

/* -- What goes with time ---------------------------------------------------------------- */

#define DAY 86400000LL

/* One start with the clock a month ahead makes nothing old; thirty days of running do. */
TEST(what_is_old_is_counted_in_days_of_running)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    CHECK(store_begin(store, &now));
    struct conn *ann = join("ann");
    create(ann, "[{},{'kind':'link'}]", id);
    pass(DAY);
    if (!restart(400 * DAY)) return;
    CHECK_EQ(asked_to_forget(hub, now - 30 * DAY), 0);
    pass(28 * DAY);
    store_hours_alive(store, now);
    CHECK_EQ(asked_to_forget(hub, now - 30 * DAY), 0);
    pass(2 * DAY);
    store_hours_alive(store, now);
    CHECK_EQ(asked_to_forget(hub, now - 30 * DAY), 1);
    close_hub();
}

/* Entries of a run whose clock was ahead do not stop a clock for as long. */
TEST(a_date_in_the_future_stops_no_clock)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    now = 1794700800000LL;
    CHECK(store_begin(store, &now));
    hub_time(hub, now);
    if (!restart(400 * DAY)) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{}],'options':{'clock':{'kind':'move','seconds':60}}", id);
    pass(1000);
    store_hours_alive(store, now);
    hub_free(hub);
    now -= 399 * DAY;
    CHECK(!store_begin(store, &now));
    if (!start_hub()) return;
    hub_ask_wake_tables(hub);
    pass(59000);
    CHECK_EQ(hub_counts(hub)->moves, 0);
    pass(1000);
    CHECK_EQ(hub_counts(hub)->moves, 2);
    close_hub();
}

/* Deleted by somebody with sqlite3: the next move is refused, and whoever watches hears why. */
TEST(a_table_that_was_deleted_is_not_gone_on_with)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *eve = join("eve");
    create(ann, "[{},{'kind':'link'}]", id);
    says(eve, "{'type':'watch','id':2,'table':'%s'}", id);
    hears(eve);
    CHECK_EQ(store_wait_forget(store, now + 1), 1); /* behind the hub's back */
    says(ann, "{'type':'chat','id':3,'table':'%s','text':'x'}", id);
    hub_flush(hub);
    CHECK(took(ann, "\"STORE\"") != NULL);
    CHECK(took(eve, "\"code\":\"NO_TABLE\"") != NULL);
    says(ann, "{'type':'watch','id':4,'table':'%s'}", id);
    CHECK(took(ann, "\"NO_TABLE\"") != NULL);
    CHECK_EQ(hub_counts(hub)->rooms, 0);
    close_hub();
}

/* The public list shows at most ten tables of one address. */
TEST(one_address_does_not_fill_the_list)
{
    char id[TABLE_ID_MAX], mine[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *eve = join("eve");
    create(ann, "[{},{'kind':'link'}],'options':{'listed':true}", mine);
    for (int i = 0; i < 15; i++) {
        pass(10);
        create(eve, "[{},{'kind':'link'}],'options':{'listed':true}", id);
    }
    char *list = asked_list(hub);
    int n = 0;
    for (const char *p = list; p && (p = strstr(p, "\"table\":")); p++) n++;
    CHECK_EQ(n, 1 + STORE_LISTED_MAX);
    CHECK(strstr(list, mine) != NULL);
    free(list);
    close_hub();
}

/* A long log is dear to load; a seat is told of, so that its owner can always play. */
TEST(loading_is_paid_by_length_and_seats_are_told)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, COMPUTERS, id);
    CHECK_STR(seated, ""); /* two computers */
    create(ann, "[{},{'kind':'computer'}]", id);
    CHECK_STR(seated, "ann");
    for (int i = 0; i < 30; i++) answer();
    if (!restart(1000)) return;
    struct conn *eve = join("eve");
    owed = 0;
    says(eve, "{'type':'look','id':3,'table':'%s'}", id);
    CHECK_EQ(owed, asked_length(hub, id));
    CHECK(owed > 1);
    says(eve, "{'type':'watch','id':3,'table':'%s'}", id);
    CHECK_EQ(owed, 2 * asked_length(hub, id)); /* it is there, but told once more */
    CHECK_STR(seated, "ann");
    close_hub();
}
