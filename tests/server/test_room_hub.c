/* test_room_hub.c -- connections without sockets: who hears what, when, and how much waits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_test.h"
#include "server/store/store_wait.h"

/* A legal action, told by the log that `watcher` heard. */
static void legal(const struct aude_game *game, struct play_rng *rng, char words[96])
{
    aude_action_text(game, play_random_action(rng, game), words, 96);
}

/* -- Protocol --------------------------------------------------------------------------- */

TEST(hello_comes_first_and_in_the_right_version)
{
    if (!open_hub()) return;
    struct conn *conn = hub_join(hub, NULL, "ann");
    says(conn, "{'type':'ping','id':1}");
    CHECK(strstr(hears(conn), "VERSION") != NULL);
    says(conn, "{'type':'hello','id':2,'v':2}");
    CHECK(strstr(hears(conn), "VERSION") != NULL);
    CHECK(hub_send_done(conn));
    close_hub();
}

TEST(what_is_not_a_request_is_refused)
{
    if (!open_hub()) return;
    struct conn *conn = join("ann");
    hub_receive(conn, "{", 1);
    CHECK(strstr(hears(conn), "\"JSON\"") != NULL);
    hub_receive(conn, "[1]", 3);
    CHECK(strstr(hears(conn), "\"JSON\"") != NULL);
    hub_receive(conn, "{\"type\":\"ping\",\"id\":1}\xff", 23);
    CHECK(strstr(hears(conn), "\"JSON\"") != NULL);
    says(conn, "{'id':1,'id':2}");
    CHECK(strstr(hears(conn), "\"JSON\"") != NULL);
    says(conn, "{'type':'ping'}");
    CHECK(strstr(hears(conn), "\"FIELD\"") != NULL);
    says(conn, "{'id':1}");
    CHECK(strstr(hears(conn), "\"FIELD\"") != NULL);
    says(conn, "{'type':'fly','id':3}");
    CHECK(strstr(hears(conn), "\"FIELD\"") != NULL); /* no table is named */
    says(conn, "{'type':'act','id':3,'table':'nowhere'}");
    CHECK(strstr(hears(conn), "\"NO_TABLE\"") != NULL);
    says(conn, "{'type':'ping','id':3}");
    CHECK(strstr(hears(conn), "\"ok\",\"id\":3") != NULL);
    close_hub();
}

TEST(a_flood_is_refused_then_cut_off)
{
    if (!open_hub()) return;
    struct conn *conn = join("ann");
    for (int i = 0; i < HUB_RATE_BURST; i++) says(conn, "{'type':'ping','id':%d}", i);
    CHECK(strstr(hears(conn), "RATE") != NULL);
    pass(HUB_RATE_MS);
    says(conn, "{'type':'ping','id':7}");
    CHECK(strstr(hears(conn), "\"ok\",\"id\":7") != NULL);
    for (int i = 0; i <= HUB_RATE_STRIKES; i++) says(conn, "{'type':'ping','id':%d}", i);
    CHECK(strstr(hears(conn), "\"bye\",\"reason\":\"rate\"") != NULL);
    CHECK(hub_send_done(conn));
    close_hub();
}

/* A page that asked for something hears that it was not read. */
TEST(a_refusal_of_a_flood_carries_the_id)
{
    if (!open_hub()) return;
    struct conn *conn = join("ann");
    for (int i = 0; i < HUB_RATE_BURST; i++) says(conn, "{'type':'ping','id':%d}", i);
    hears(conn);
    for (int i = 0; i < 3; i++) {
        says(conn, "{'type':'act','id': 4711,'table':'x'}");
        const char *told = hears(conn);
        CHECK(strstr(told, "\"RATE\"") && strstr(told, "\"id\":4711"));
    }
    hub_flood_frame(conn, "{\"id\":-2.5e1}", 13);
    CHECK(strstr(hears(conn), "\"id\":-25.0") != NULL);
    hub_flood_frame(conn, "{\"id\":7", 6); /* cut off before its number */
    hub_flood_frame(conn, "{\"id\":\"x\"}", 10);
    hub_flood_frame(conn, "{\"id\":--}", 9);
    CHECK_STR(hears(conn), ""); /* nothing to answer to, and it was told before */
    close_hub();
}

TEST(without_a_cookie_one_can_only_watch)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *nobody = join("");
    says(nobody, "{'type':'create','id':2," GROW ",'seats':[{},{}]}");
    CHECK(strstr(hears(nobody), "COOKIE") != NULL);
    create(ann, "[{},{'kind':'link'}]", id);
    says(nobody, "{'type':'watch','id':3,'table':'%s'}", id);
    CHECK(strstr(hears(nobody), "\"open\"") != NULL);
    says(nobody, "{'type':'sit','id':4,'table':'%s','seat':1,'name':'N'}", id);
    CHECK(strstr(hears(nobody), "COOKIE") != NULL);
    close_hub();
}

/* Every answer is one message, and none is an error besides. */
TEST(an_answer_is_one_message)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{'kind':'link'}]", id);
    hears(ann);
    says(ann, "{'type':'ping','id':5}");
    CHECK_STR(hears(ann), "{\"type\":\"ok\",\"id\":5,\"time\":5000000}\n");
    says(ann, "{'type':'here','id':6,'table':'%s'}", id);
    CHECK(!strstr(hears(ann), "error"));
    says(ann, "{'type':'look','id':6,'table':'%s'}", id);
    CHECK(!strstr(hears(ann), "error"));
    says(ann, "{'type':'leave','id':7,'table':'%s'}", id);
    CHECK_STR(hears(ann), "{\"type\":\"ok\",\"id\":7}\n");
    says(ann, "{'type':'leave','id':8,'table':'%s'}", id); /* twice is no harm */
    CHECK_STR(hears(ann), "{\"type\":\"ok\",\"id\":8}\n");
    says(ann, "{'type':'here','id':9,'table':'%s'}", id);
    CHECK(strstr(hears(ann), "watch the table first") != NULL);
    hub_send_refusal(ann, REFUSED_SIZE, "too long");
    const char *told = hears(ann);
    CHECK(strstr(told, "\"SIZE\"") && strstr(told, "too long"));
    CHECK(hub_send_done(ann));
    close_hub();
}

/* What is too dear now is refused before it is done. */
TEST(what_an_address_cannot_pay_is_refused)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{'kind':'link'}]", id);
    too_dear = HUB_NEW_TABLE;
    says(ann, "{'type':'create','id':2," GROW ",'seats':[{},{}]}");
    CHECK(strstr(hears(ann), "\"RATE\"") != NULL);
    too_dear = HUB_CHANGE;
    says(ann, "{'type':'chat','id':3,'table':'%s','text':'x'}", id);
    CHECK(strstr(hears(ann), "\"RATE\"") != NULL);
    CHECK_EQ(asked_length(hub, id), 1);
    too_dear = HUB_LOAD_TABLE;
    says(ann, "{'type':'look','id':4,'table':'%s'}", id); /* it is in memory */
    CHECK(strstr(hears(ann), "\"ok\"") != NULL);
    if (!restart(1000)) return;
    ann = join("ann");
    too_dear = HUB_LOAD_TABLE;
    says(ann, "{'type':'look','id':4,'table':'%s'}", id);
    CHECK(strstr(hears(ann), "\"RATE\"") != NULL);
    CHECK_EQ(hub_counts(hub)->rooms, 0);
    close_hub();
}

/* -- Durable first ---------------------------------------------------------------------- */

static const struct table *table_of(struct conn *conn, const char *id,
                                    struct aude_game *game)
{
    /* Rebuild the game from what this connection may hear: no peeping into the hub. */
    static struct aude_reader reader;
    static char text[1 << 18];
    char *record = asked_record(hub, id, "ann");

    (void)conn;
    snprintf(text, sizeof text, "%s", record ? record : "");
    free(record);
    aude_reader_init(&reader);
    for (char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (aude_reader_line(&reader, line, (size_t)(end - line), NULL)) break;
        end += *end == '\n';
    }
    *game = reader.game;
    return NULL;
}

TEST(nothing_is_acknowledged_or_told_before_it_is_stored)
{
    static struct aude_game game;
    struct play_rng rng = {41};
    char id[TABLE_ID_MAX], words[96];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *eve = join("eve");
    create(ann, "[{},{}]", id);
    says(eve, "{'type':'watch','id':2,'table':'%s','since':0}", id);
    hub_flush(hub);
    hears(eve);
    table_of(ann, id, &game);
    legal(&game, &rng, words);
    says(ann, "{'type':'act','id':9,'table':'%s','at':0,'action':'%s'}", id, words);
    CHECK_STR(hears(ann), "");
    CHECK_STR(hears(eve), "");
    hub_flush(hub);
    const char *told = hears(ann);
    const char *ok = strstr(told, "\"ok\",\"id\":9"), *log = strstr(told, "\"step\"");
    CHECK(ok && log && ok < log);
    CHECK(strstr(hears(eve), "\"step\"") != NULL);
    close_hub();
}

TEST(a_store_that_fails_has_changed_nothing)
{
    static struct aude_game game;
    struct play_rng rng = {42};
    char id[TABLE_ID_MAX], words[96];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{}]", id);
    table_of(ann, id, &game);
    legal(&game, &rng, words);
    broken = true;
    says(ann, "{'type':'act','id':9,'table':'%s','at':0,'action':'%s'}", id, words);
    says(ann, "{'type':'create','id':10," GROW ",'seats':[{},{}]}");
    hub_flush(hub);
    const char *told = hears(ann);
    CHECK(strstr(told, "\"STORE\"") && strstr(told, "\"id\":9") &&
          strstr(told, "\"id\":10"));
    CHECK(!strstr(told, "\"step\"") && !strstr(told, "\"ok\""));
    broken = false;
    says(ann, "{'type':'act','id':11,'table':'%s','at':0,'action':'%s'}", id, words);
    hub_flush(hub);
    CHECK(strstr(hears(ann), "\"ok\",\"id\":11") != NULL);
    CHECK_EQ(hub_counts(hub)->rooms, 1);
    close_hub();
}

/* -- Watching --------------------------------------------------------------------------- */

TEST(who_comes_back_gets_the_rest)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{'kind':'link'}]", id);
    for (int i = 0; i < 4; i++) {
        says(ann, "{'type':'chat','id':3,'table':'%s','text':'line %d'}", id, i);
        hub_flush(hub);
    }
    struct conn *bob = join("bob");
    says(bob, "{'type':'watch','id':2,'table':'%s','since':3}", id);
    const char *told = hears(bob);
    CHECK(!strstr(told, "line 1") && strstr(told, "line 2") && strstr(told, "line 3"));
    says(bob, "{'type':'watch','id':2,'table':'%s','since':99}",
         id); /* more than there is */
    CHECK(!strstr(hears(bob), "line 3"));
    says(bob, "{'type':'watch','id':2,'table':'%s','since':-1}", id);
    CHECK(strstr(hears(bob), "FIELD") != NULL);
    says(bob, "{'type':'leave','id':2,'table':'%s'}", id);
    hears(bob);
    says(ann, "{'type':'chat','id':3,'table':'%s','text':'bye'}", id);
    hub_flush(hub);
    CHECK_STR(hears(bob), "");
    close_hub();
}

/* One who reads nothing makes nothing grow, and has missed nothing when it reads again. */
TEST(a_slow_reader_waits_in_the_store)
{
    char id[TABLE_ID_MAX], text[301];
    int entries = 0;

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *lazy = join("eve");
    create(ann, "[{},{'kind':'link'}]", id);
    says(lazy, "{'type':'watch','id':2,'table':'%s'}", id);
    memset(text, 'x', 300);
    text[300] = 0;
    for (int i = 0; i < 1200; i++) {
        says(ann, "{'type':'chat','id':3,'table':'%s','text':'%s'}", id, text);
        now += 3000;
        hub_time(hub, now);
        hub_flush(hub);
        hears(ann);
    }
    CHECK(!hub_send_done(lazy));
    const char *told = hears(lazy);
    for (const char *p = told; (p = strstr(p, "\"seq\":")); p++) entries++;
    CHECK_EQ(entries, 1201 + 1); /* every entry, and the seq of the answer */
    close_hub();
}

TEST(a_reader_that_takes_nothing_is_dropped)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *lazy = join("eve");
    create(ann, "[{},{}]", id);
    says(lazy, "{'type':'watch','id':2,'table':'%s'}", id);
    for (int i = 0; i < 12; i++) {
        pass(1000);
        CHECK(!strstr(hears(ann), "bye"));
    }
    for (int i = 0; i < 12; i++) pass(1000);
    CHECK(strstr(hears(lazy), "\"bye\",\"reason\":\"slow\"") != NULL);
    CHECK(hub_send_done(lazy));
    CHECK_EQ(hub_counts(hub)->dropped, 1);
    close_hub();
}

TEST(the_idle_and_the_silent_are_sent_away)
{
    if (!open_hub()) return;
    struct conn *ann = join("ann"), *silent = hub_join(hub, NULL, "eve");
    pass(HUB_HELLO_MS + 1000);
    CHECK(strstr(hears(silent), "\"idle\"") != NULL);
    CHECK_STR(hears(ann), "");
    pass(600000);
    CHECK(strstr(hears(ann), "\"idle\"") != NULL);
    close_hub();
}

/* -- Windows ---------------------------------------------------------------------------- */

TEST(the_newest_window_plays_until_another_takes_over)
{
    static struct aude_game game;
    struct play_rng rng = {43};
    char id[TABLE_ID_MAX], words[96];

    if (!open_hub()) return;
    struct conn *one = join("ann");
    create(one, "[{},{}]", id);
    struct conn *two = join("ann");
    says(two, "{'type':'watch','id':2,'table':'%s'}", id);
    CHECK(strstr(hears(one), "\"active\":false") != NULL);
    CHECK(strstr(hears(two), "\"active\":true") != NULL);
    table_of(one, id, &game);
    legal(&game, &rng, words);
    says(one, "{'type':'act','id':5,'table':'%s','at':0,'action':'%s'}", id, words);
    CHECK(strstr(hears(one), "ELSEWHERE") != NULL);
    says(one, "{'type':'here','id':6,'table':'%s'}", id);
    CHECK(strstr(hears(one), "\"active\":true") != NULL);
    CHECK(strstr(hears(two), "\"active\":false") != NULL);
    says(two, "{'type':'act','id':5,'table':'%s','at':0,'action':'%s'}", id, words);
    CHECK(strstr(hears(two), "ELSEWHERE") != NULL);
    hub_leave(one); /* closed: the other window plays */
    CHECK(strstr(hears(two), "\"active\":true") != NULL);
    says(two, "{'type':'act','id':5,'table':'%s','at':0,'action':'%s'}", id, words);
    hub_flush(hub);
    CHECK(strstr(hears(two), "\"ok\"") != NULL);
    close_hub();
}

TEST(who_is_here_is_told)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *bob = join("bob");
    create(ann, "[{},{'kind':'link'}]", id);
    says(bob, "{'type':'watch','id':2,'table':'%s'}", id);
    says(bob, "{'type':'sit','id':3,'table':'%s','seat':1,'name':'Bob'}", id);
    hub_flush(hub);
    pass(HUB_PRESENCE_MS);
    CHECK(strstr(hears(bob), "\"mine\"") != NULL);
    CHECK(strstr(hears(ann), "{\"seat\":1,\"online\":true") != NULL);
    hub_leave(bob);
    pass(HUB_PRESENCE_MS);
    const char *told = hears(ann);
    CHECK(strstr(told, "{\"seat\":1,\"online\":false") != NULL);
    CHECK(strstr(told, "\"watchers\":0") != NULL); /* who has a seat plays */
    struct conn *eve = join("eve");
    says(eve, "{'type':'watch','id':2,'table':'%s'}", id);
    hub_flush(hub);
    pass(HUB_PRESENCE_MS);
    CHECK(strstr(hears(ann), "\"watchers\":1") != NULL);
    close_hub();
}

/* Since when somebody is here, or away, changes when that does, and not otherwise. */
TEST(presence_tells_since_when)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *eve = join("eve"), *bob = join("bob");
    create(ann, "[{},{'kind':'link'}]", id);
    says(bob, "{'type':'watch','id':2,'table':'%s'}", id);
    says(bob, "{'type':'sit','id':3,'table':'%s','seat':1,'name':'Bob'}", id);
    pass(1000);
    hub_leave(bob);
    pass(2000);
    says(eve, "{'type':'watch','id':4,'table':'%s'}", id);
    const char *told = hears(eve);
    CHECK(strstr(told, "{\"seat\":0,\"online\":true,\"since\":5000000}") != NULL);
    CHECK(strstr(told, "{\"seat\":1,\"online\":false,\"since\":5001000}") != NULL);
    CHECK(strstr(told, "\"mine\"") != NULL); /* nothing, but told */
    close_hub();
}

/* After the end: a table for the same people, once, however many ask for it. */
TEST(a_rematch_is_one_table_for_all)
{
    char id[TABLE_ID_MAX], next[TABLE_ID_MAX] = "", again[TABLE_ID_MAX] = "";

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *bob = join("bob");
    create(ann, "[{},{'kind':'link'}]", id);
    says(bob, "{'type':'watch','id':2,'table':'%s'}", id);
    says(bob, "{'type':'sit','id':3,'table':'%s','seat':1,'name':'Bob'}", id);
    says(ann, "{'type':'start','id':4,'table':'%s'}", id);
    hub_flush(hub);
    says(bob, "{'type':'rematch','id':5,'table':'%s'}", id);
    CHECK(strstr(hears(bob), "\"NOT_OVER\"") != NULL);
    says(bob, "{'type':'resign','id':6,'table':'%s','seat':1}", id);
    hub_flush(hub);
    hears(ann);
    hears(bob);
    says(bob, "{'type':'rematch','id':7,'table':'%s'}", id);
    CHECK_STR(hears(bob), ""); /* not before it is stored */
    hub_flush(hub);
    const char *at = strstr(hears(bob), "\"ok\",\"id\":7,\"table\":\"");
    if (CHECK(at != NULL)) sscanf(at + 21, "%15[a-z0-9]", next);
    CHECK(strcmp(next, id) != 0);
    CHECK(strstr(hears(ann), "\"rematch\"") != NULL);
    says(bob, "{'type':'look','id':9,'table':'%s'}", next);
    CHECK(strstr(hears(bob), "\"open\"") != NULL); /* Ann has not agreed */
    says(ann, "{'type':'rematch','id':8,'table':'%s'}", id);
    hub_flush(hub);
    at = strstr(hears(ann), "\"ok\",\"id\":8,\"table\":\"");
    if (CHECK(at != NULL)) sscanf(at + 21, "%15[a-z0-9]", again);
    CHECK_STR(again, next);
    says(ann, "{'type':'look','id':9,'table':'%s'}", next);
    at = hears(ann);
    CHECK(strstr(at, "\"status\":\"play\"") && strstr(at, "\"seats\":[0]"));
    CHECK_EQ(hub_counts(hub)->rooms, 2);
    close_hub();
}

/* Bob agrees from the page of the old table, and comes to the new one later: until then no clock
 * runs. */
TEST(a_rematch_begins_when_both_are_there)
{
    char id[TABLE_ID_MAX], next[TABLE_ID_MAX] = "";

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *bob = join("bob");
    says(ann, "{'type':'create','id':1," GROW ",'seats':[{},{'kind':'link'}],"
              "'options':{'clock':{'kind':'move','seconds':60}}}");
    hub_flush(hub);
    const char *at = strstr(hears(ann), "\"table\":\"");
    if (CHECK(at != NULL)) sscanf(at + 9, "%15[a-z0-9]", id);
    says(bob, "{'type':'sit','id':3,'table':'%s','seat':1,'name':'Bob'}", id);
    says(ann, "{'type':'start','id':4,'table':'%s'}", id);
    says(ann, "{'type':'resign','id':5,'table':'%s','seat':0}", id);
    says(ann, "{'type':'rematch','id':6,'table':'%s'}", id);
    hub_flush(hub);
    at = strstr(hears(ann), "\"id\":6,\"table\":\"");
    if (CHECK(at != NULL)) sscanf(at + 16, "%15[a-z0-9]", next);
    says(bob, "{'type':'rematch','id':7,'table':'%s'}", id);
    pass(20000);
    says(ann, "{'type':'look','id':8,'table':'%s'}", next);
    CHECK(strstr(hears(ann), "\"status\":\"open\"") != NULL);
    says(bob, "{'type':'watch','id':9,'table':'%s'}", next);
    pass(200);
    says(ann, "{'type':'look','id':10,'table':'%s'}", next);
    CHECK(strstr(hears(ann), "\"status\":\"play\"") != NULL);
    close_hub();
}

/* What a host reads to know how his server does. */
TEST(metrics_count_what_happened)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{'kind':'link'}]", id);
    says(ann, "{'type':'chat','id':3,'table':'%s','text':'x'}", id);
    CHECK(!hub_send_pending(hub));
    hub_flush(hub);
    CHECK(hub_send_pending(hub));
    size_t n = strlen(hears(ann));
    CHECK(n > 0 && !hub_send_pending(hub));
    CHECK(hub_counts(hub)->bytes_out > n);
    CHECK(hub_counts(hub)->bytes_out < 100000);
    char *text = hub_metrics(hub);
    CHECK(strstr(text, "\naude_connections 1\n") && strstr(text, "\naude_tables 1\n"));
    CHECK(strstr(text, "\naude_watches 1\n") && strstr(text, "\naude_commits_total 2\n"));
    CHECK(strstr(text, "\naude_entries_total 2\n"));
    CHECK(strstr(text, "\naude_messages_total 3\n"));
    CHECK(hub_counts(hub)->commit_us < 60000000);
    free(text);
    text = hub_metrics_health(hub);
    CHECK(strstr(text, "\"uptime_ms\":0") != NULL);
    free(text);
    pass(7000);
    text = hub_metrics_health(hub);
    CHECK(strstr(text, "\"uptime_ms\":7000") != NULL);
    free(text);
    close_hub();
}

TEST(a_look_tells_whose_turn_it_is_and_takes_no_seat)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *other = join("ann"), *eve = join("eve");
    create(ann, "[{},{'kind':'link'}],'options':{'watch':false}", id);
    says(other, "{'type':'look','id':4,'table':'%s'}", id);
    const char *told = hears(other);
    CHECK(strstr(told, "\"status\":\"open\",\"actor\":null,\"seats\":[0]") != NULL);
    CHECK(strstr(hears(ann), "\"active\":false") == NULL);
    says(eve, "{'type':'sit','id':5,'table':'%s','seat':1,'name':'Eve'}", id);
    says(ann, "{'type':'start','id':6,'table':'%s'}", id);
    hub_flush(hub);
    says(eve, "{'type':'look','id':7,'table':'%s'}", id);
    told = hears(eve);
    CHECK(strstr(told, "\"status\":\"play\"") != NULL);
    CHECK(strstr(told, "\"seats\":[1]") != NULL);
    CHECK(strstr(told, "\"actor\":0") != NULL || strstr(told, "\"actor\":1") != NULL);
    struct conn *stranger = join("mal");
    says(stranger, "{'type':'look','id':8,'table':'%s'}", id);
    CHECK(strstr(hears(stranger), "\"OFF\"") != NULL);
    close_hub();
}

/* -- Computers -------------------------------------------------------------------------- */

TEST(a_computer_is_asked_with_a_view_and_its_answer_played)
{
    struct play_rng rng = {44};
    char id[TABLE_ID_MAX];
    int steps = 0;

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann,
           "[{'kind':'computer','level':'random'},{'kind':'computer','level':'greedy'}]",
           id);
    for (; job && steps < 1000; steps++) {
        struct hub_job *mine = job;
        CHECK(mine->view.hidden && !mine->view.seed.lo && !mine->view.seed.hi);
        struct aude_action action = play_random_action(&rng, &mine->view);
        uint64_t number = mine->number;
        free(mine);
        job = NULL;
        hub_think_answer(hub, number, action);
        hub_think_answer(hub, number, action); /* twice is once */
        hub_flush(hub);
        if (steps % 10 == 0) hears(ann);
    }
    CHECK(steps > 100);
    CHECK(strstr(hears(ann), "\"over\"") != NULL);
    CHECK_EQ(hub_counts(hub)->moves, (uint64_t)steps);
    close_hub();
}

/* The computer's answer, whatever was asked; and the next question. */
static void think_on(void)
{
    struct hub_job *done = job;

    if (!CHECK(done != NULL)) return;
    job = NULL;
    hub_think_answer(hub, done->number, aude_game_default(&done->view));
    free(done);
    hub_flush(hub);
}

TEST(who_has_many_tables_is_thought_for_no_more_often)
{
    char id[TABLE_ID_MAX];
    const char *two = "[{'kind':'computer'},{'kind':'computer'}]";
    int turns = 0;

    if (!open_hub()) return;
    struct conn *eve = join("eve");
    for (int i = 0; i < 12; i++) create(eve, two, id);
    struct conn *bob = join("bob");
    create(bob, two, id);
    for (int i = 0; i < 20; i++) {
        think_on();
        turns += strstr(hears(bob), "\"thinking\"") != NULL;
    }
    CHECK_EQ(turns, 10);
    close_hub();
}

TEST(nobody_thinks_on_a_table_that_nobody_watches)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{'kind':'computer'},{'kind':'computer'}]", id);
    CHECK(job != NULL);
    uint64_t number = job ? job->number : 0;
    free(job);
    job = NULL;
    hub_leave(ann);
    hub_think_answer(hub, number, (struct aude_action){0});
    hub_flush(hub);
    CHECK(job == NULL);
    for (int i = 0; i < 4; i++) pass(HUB_ROOM_MS);
    CHECK_EQ(hub_counts(hub)->rooms, 0); /* gone from memory, not from the store */
    ann = join("ann");
    says(ann, "{'type':'watch','id':2,'table':'%s'}", id);
    hub_flush(hub);
    CHECK(strstr(hears(ann), "\"step\"") != NULL);
    CHECK(job != NULL);
    close_hub();
}

/* -- Secrets ---------------------------------------------------------------------------- */

/* Everything that ever leaves the server in a whole game, searched for what must not. */
TEST(no_seed_leaves_the_server_before_the_end)
{
    static char all[4 << 20];
    static struct aude_game game;
    struct play_rng rng = {45};
    char id[TABLE_ID_MAX], words[96], seed[33];
    size_t n = 0;

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *eve = join("eve");
    create(ann, "[{},{}]", id);
    says(eve, "{'type':'watch','id':2,'table':'%s'}", id);
    for (int step = 0;; step++) {
        n += (size_t)snprintf(all + n, sizeof all - n, "%s", hears(ann));
        n += (size_t)snprintf(all + n, sizeof all - n, "%s", hears(eve));
        char *list = asked_list(hub), *metrics = hub_metrics(hub),
             *health = hub_metrics_health(hub);
        if (step % 10 == 0)
            n += (size_t)snprintf(all + n, sizeof all - n, "%s%s%s", list, metrics,
                                  health);
        free(list);
        free(metrics);
        free(health);
        table_of(ann, id, &game);
        if (aude_game_over(&game)) break;
        char *record = asked_record(hub, id, "ann");
        if (step % 10 == 0) n += (size_t)snprintf(all + n, sizeof all - n, "%s", record);
        free(record);
        legal(&game, &rng, words);
        says(ann, "{'type':'act','id':9,'table':'%s','at':%d,'action':'%s'}", id, step,
             words);
        pass(100);
    }
    const char *at = strstr(all, "\"seed\":\"");
    if (!CHECK(at != NULL)) return;
    sscanf(at + 8, "%32s", seed);
    CHECK_EQ(strlen(seed), 32);
    seed[16] = 0;
    const char *over = strstr(all, "\"type\":\"over\"");
    CHECK(over && strstr(all, seed) > over); /* its first half comes first with the end */
    CHECK(!strstr(all, "\"secret\"") && !strstr(all, "\"owners\""));
    close_hub();
}

/* Whoever is told of turns: of those who are is one more of them told? */
static bool is_told(const char *table, const char *who)
{
    return store_wait_has_push(store, table, who, "https://push.example.com/1");
}

/* Whoever gives his seat back is not told of turns there any more; the others are. */
TEST(only_who_has_a_seat_is_told_of_turns)
{
    static const char *const whos[] = {"ann", "bob", "cat"};
    char id[TABLE_ID_MAX];
    struct conn *conn[3];

    if (!open_hub()) return;
    with_push = true;
    hub_free(hub);
    if (!start_hub()) return;
    for (int i = 0; i < 3; i++) conn[i] = join(whos[i]);
    create(conn[0],
           "[{'name':'Ann'},{'kind':'link'},{'kind':'link'},{'kind':'link'}],"
           "'options':{'clock':{'kind':'move','seconds':86400}}",
           id);
    for (int i = 0; i < 3; i++) {
        if (i)
            says(conn[i], "{'type':'sit','id':3,'table':'%s','seat':%d,'name':'%s'}", id,
                 i, whos[i]);
        hub_flush(hub);
        says(conn[i],
             "{'type':'subscribe','id':4,'table':'%s',"
             "'endpoint':'https://push.example.com/1','key':'BGsX0fLhLEJH-"
             "Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-"
             "eFivOM1drMV7Oy7ZAaDe_UfU','auth':'AAAAAAAAAAAAAAAAAAAAAA'}",
             id);
        hub_flush(hub);
        CHECK(is_told(id, whos[i]));
    }
    says(conn[1], "{'type':'stand','id':5,'table':'%s','seat':1}", id);
    hub_flush(hub);
    CHECK(is_told(id, "ann") && !is_told(id, "bob") && is_told(id, "cat"));
    says(conn[1], "{'type':'sit','id':6,'table':'%s','seat':3,'name':'Bob'}", id);
    hub_flush(hub);
    CHECK(is_told(id, "ann") && is_told(id, "cat"));
    close_hub();
}
