/* test_room_duty.c -- what a host has decided, as the hub carries it out. */
#include "hub_test.h"

#include "server/table/table_erase.h"

#include <stdlib.h>
#include <string.h>

/* From now on these two are silenced; "" is nobody. */
static void silence(const char *one, const char *two)
{
    char(*names)[TABLE_WHO_MAX] = calloc(2, sizeof *names);

    if (!CHECK(names != NULL)) return;
    strcpy(names[0], one);
    strcpy(names[1], two);
    hub_duty_silence(hub, names, 2);
}

static bool may_chat(struct conn *conn, const char *id)
{
    static int number = 100;

    pass(3000); /* not more than one may say */
    hears(conn);
    says(conn, "{'type':'chat','id':%d,'table':'%s','text':'x','name':'Eve'}", number++,
         id);
    hub_flush(hub);
    const char *told = hears(conn);
    bool off = strstr(told, "\"OFF\"") != NULL;
    CHECK(off != (strstr(told, "\"type\":\"ok\"") != NULL));
    return !off;
}

TEST(who_is_silenced_does_not_talk)
{
    char id[TABLE_ID_MAX], other[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *bob = join("bob"), *guest = join("");
    create(ann, "[{},{'kind':'link'}]", id);
    create(bob, "[{},{'kind':'link'}]", other);
    silence("", "ann");
    CHECK(!may_chat(ann, id) && !may_chat(ann, other));
    CHECK(may_chat(bob, id));
    says(guest, "{'type':'watch','id':3,'table':'%s'}", id);
    CHECK(may_chat(guest, id)); /* "" is not the name of one without a cookie */
    silence(id, "nobody");
    CHECK(!may_chat(ann, id) && !may_chat(bob, id));
    CHECK(may_chat(ann, other) && may_chat(bob, other));
    says(bob, "{'type':'sit','id':7,'table':'%s','seat':1,'name':'Bob'}", id);
    hub_flush(hub);
    CHECK(strstr(hears(bob), "\"type\":\"ok\"") != NULL); /* only talk is off */
    hub_duty_silence(hub, NULL, 0);
    CHECK(may_chat(ann, id) && may_chat(bob, id));
    close_hub();
}

TEST(names_of_who_is_silenced_are_those_of_his_places)
{
    char id[TABLE_ID_MAX], own[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *bob = join("bob");
    silence("bob", "cat");
    create(ann, "[{'name':'Ann'},{'kind':'link'}]", id);
    says(bob, "{'type':'watch','id':3,'table':'%s'}", id);
    says(bob, "{'type':'sit','id':4,'table':'%s','seat':1,'name':'Rude'}", id);
    hub_flush(hub);
    const char *told = hears(bob);
    CHECK(strstr(told, "\"name\":\"Seat 2\"") && !strstr(told, "Rude"));
    CHECK(strstr(told, "\"name\":\"Ann\"") != NULL);
    create(bob, "[{'name':'Rude'},{'name':'Ruder'},{'kind':'link'}]", own);
    says(ann, "{'type':'watch','id':5,'table':'%s'}", own);
    told = hears(ann);
    CHECK(strstr(told, "\"name\":\"Seat 1\"") && strstr(told, "\"name\":\"Seat 2\""));
    CHECK(!strstr(told, "Rude"));
    close_hub();
}

TEST(a_silenced_table_is_not_in_the_list)
{
    char id[TABLE_ID_MAX], other[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{'kind':'link'}],'options':{'listed':true}", id);
    create(ann, "[{},{'kind':'link'}],'options':{'listed':true}", other);
    char *list = asked_list(hub);
    CHECK(list && strstr(list, id) && strstr(list, other));
    free(list);
    silence(id, "");
    list = asked_list(hub);
    CHECK(list && !strstr(list, id) && strstr(list, other));
    free(list);
    silence(other, ""); /* the first of the list: those after it stay */
    list = asked_list(hub);
    CHECK(list && strstr(list, id) && !strstr(list, other));
    free(list);
    close_hub();
}

static bool is_bob(void *context, struct conn *conn)
{
    return !strcmp(hub_who(conn), context);
}

TEST(who_is_shut_out_is_told_and_goes)
{
    char name[] = "bob";

    if (!open_hub()) return;
    struct conn *ann = join("ann"), *bob = join("bob");
    hub_duty_shut_out(hub, is_bob, name);
    CHECK(strstr(hears(bob), "\"code\":\"OFF\"") && hub_send_done(bob));
    CHECK(!strcmp(hears(ann), "") && !hub_send_done(ann));
    hub_duty_shut_out(hub, is_bob, name); /* once is enough */
    CHECK(!strcmp(hears(bob), ""));
    close_hub();
}

/* What a table in memory is after its log was changed: as it is stored. */
TEST(a_table_that_was_removed_in_the_store_is_gone)
{
    char id[TABLE_ID_MAX];

    if (!open_hub()) return;
    struct conn *ann = join("ann");
    create(ann, "[{},{'kind':'link'}]", id);
    CHECK(hub_duty_reread(hub, "nothing"));
    says(ann, "{'type':'chat','id':4,'table':'%s','text':'x'}", id);
    CHECK(!hub_duty_reread(hub, id)); /* it waits to be stored */
    hub_flush(hub);
    hears(ann);
    CHECK(hub_duty_reread(hub, id));
    pass(200);
    CHECK(!strstr(hears(ann), "NO_TABLE"));
    CHECK(hub_counts(hub)->rooms == 1);
    CHECK(store_wait_put(
        store,
        &(struct store_cells){
            .part = STORE_GAMES, .gone = true, .n = 1, .cell = {{id, strlen(id)}}},
        1));
    CHECK(hub_duty_reread(hub, id));
    pass(200);
    CHECK(strstr(hears(ann), "NO_TABLE") != NULL);
    CHECK(hub_counts(hub)->rooms == 0);
    close_hub();
}

/* -- A log without one visitor ------------------------------------------------------------ */

static const char *after(json_t *json)
{
    static char text[2000];
    char *all = json_dumps(json, JSON_COMPACT);

    text[0] = 0;
    if (CHECK(all && strlen(all) < sizeof text)) strcpy(text, all);
    free(all);
    return text;
}

TEST(a_log_without_one_visitor)
{
    struct table_eraser eraser = {.who = "bob", .nobody = "nobody"};
    json_t *open = room_json(
        "{'type':'open','head':'aude 1\\nname 0 Ann\\nname 1 Bob\\nplay','options':"
        "{'title':'T'},'seats':[{'name':'Ann'},{'name':'Bob'},{'name':''}]}");
    json_t *hidden = room_json("{'head':'aude 1\\nname 0 Ann\\nname 1 Bob\\nplay','host':"
                               "'ann','owners':['ann','bob','']}");
    json_t *seat = room_json("{'type':'seat','seat':2,'name':'Cat'}");
    json_t *who = room_json("{'who':'cat'}");
    json_t *chat = room_json("{'type':'chat','by':'Bob','seat':1,'text':'hello'}");
    json_t *other = room_json("{'type':'chat','by':'Bob','seat':null,'text':'hello'}");
    json_t *nudge = room_json("{'type':'nudge','by':'Bob','seat':0}");
    json_t *hers = room_json("{'type':'nudge','by':'Ann','seat':1}");
    json_t *bare = room_json("{'type':'seat','seat':3}"),
           *bob = room_json("{'who':'bob'}");
    json_t *start =
        room_json("{'type':'start','head':'x\\nname 1 Bob\\nname 0 Ann\\ny'}");

    CHECK(table_erase_entry(&eraser, open, hidden) && !eraser.host && eraser.seen);
    CHECK(eraser.seats == 2 && eraser.others == 1);
    CHECK(!strcmp(
        after(open),
        "{\"type\":\"open\",\"head\":\"aude 1\\nname 0 Ann\\nname 1 Seat 2\\nplay\","
        "\"options\":{\"title\":\"T\"},\"seats\":[{\"name\":\"Ann\"},"
        "{\"name\":\"Seat 2\"},{\"name\":\"\"}]}"));
    CHECK(!strcmp(
        after(hidden),
        "{\"head\":\"aude 1\\nname 0 Ann\\nname 1 Seat 2\\nplay\",\"host\":\"ann\","
        "\"owners\":[\"ann\",\"nobody\",\"\"]}"));
    CHECK(!table_erase_entry(&eraser, seat, who) && eraser.others == 5);
    CHECK(strstr(after(seat), "Cat") && strstr(after(who), "cat"));
    CHECK(table_erase_entry(&eraser, chat, NULL) && eraser.said == 1);
    CHECK(!strcmp(after(chat),
                  "{\"type\":\"chat\",\"by\":\"Seat 2\",\"seat\":1,\"text\":\"...\"}"));
    CHECK(!table_erase_entry(&eraser, other, NULL) && eraser.said == 1);
    CHECK(table_erase_entry(&eraser, nudge, NULL) && strstr(after(nudge), "Seat 2"));
    CHECK(!table_erase_entry(&eraser, hers, NULL) && strstr(after(hers), "Ann"));
    CHECK(table_erase_entry(&eraser, bare, bob) && !strstr(after(bare), "name"));
    CHECK(table_erase_entry(&eraser, start, NULL));
    CHECK(strstr(after(start), "x\\nname 1 Seat 2\\nname 0 Ann\\ny") != NULL);
    json_decref(open);
    json_decref(hidden);
    json_decref(seat);
    json_decref(who);
    json_decref(chat);
    json_decref(other);
    json_decref(nudge);
    json_decref(hers);
    json_decref(bare);
    json_decref(bob);
    json_decref(start);
}

/* He opened the table, sat down at the last seat, and gave it to another. */
TEST(a_log_without_its_host)
{
    struct table_eraser eraser = {.who = "bob", .nobody = "nobody"};
    json_t *open = room_json("{'type':'open','head':'h','options':{'title':'T'},'seats':"
                             "[{'name':''},{'name':''}]}");
    json_t *hidden = room_json("{'head':'h','host':'bob','owners':['','']}");
    json_t *sits = room_json("{'type':'seat','seat':1,'name':'Bob'}");
    json_t *bob = room_json("{'who':'bob'}");
    json_t *gone = room_json("{'type':'seat','seat':1,'name':'Ann'}");
    json_t *ann = room_json("{'who':'ann'}");
    json_t *chat = room_json("{'type':'chat','by':'Ann','seat':1,'text':'hello'}");
    json_t *summary = room_json("{'title':'T','seats':[{'name':''},{'name':'Ann'}]}");

    CHECK(table_erase_entry(&eraser, open, hidden) && eraser.host && !eraser.seats);
    CHECK(strstr(after(open), "\"title\":\"\"") && strstr(after(hidden), "nobody"));
    CHECK(table_erase_entry(&eraser, sits, bob) && eraser.seats == 2 && !eraser.others);
    CHECK(strstr(after(sits), "Seat 2") && strstr(after(bob), "nobody"));
    CHECK(!table_erase_entry(&eraser, gone, ann) && !eraser.seats && eraser.others == 2);
    CHECK(!table_erase_entry(&eraser, chat, NULL) && !eraser.said);
    CHECK(table_erase_summary(&eraser, summary));
    CHECK(!strcmp(after(summary),
                  "{\"title\":\"\",\"seats\":[{\"name\":\"\"},{\"name\":\"Ann\"}]}"));
    eraser.seats = 2;
    CHECK(table_erase_summary(&eraser, summary) && strstr(after(summary), "Seat 2"));
    json_decref(open);
    json_decref(hidden);
    json_decref(sits);
    json_decref(bob);
    json_decref(gone);
    json_decref(ann);
    json_decref(chat);
    json_decref(summary);
}
