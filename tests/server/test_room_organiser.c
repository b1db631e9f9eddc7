/* test_room_organiser.c -- what the organiser of a tournament may say of others: he may play in it himself. */
#include "asked.h"
#include "contest_test.h"

/* The table at which Ann, who holds it, plays in the first round; `other`: whom she meets, from 0. */
static struct room *anns_room(char id[TABLE_ID_MAX], int *other)
{
    char ids[PEOPLE_MAX][TABLE_ID_MAX];

    for (int n = tables_now(ids); n--;) {
        says(person[0], "{'type':'look','id':5,'table':'%s'}", ids[n]);
        struct room *room = hub__room_find(hub, ids[n]);
        if (!room || !table_look_has_seat(room->table, "ann")) continue;
        memcpy(id, ids[n], TABLE_ID_MAX);
        for (int i = 1; i < people; i++)
            if (table_look_has_seat(room->table, whos[i])) *other = i;
        return room;
    }
    return NULL;
}

static struct room *first_round(const char *rules, char id[TABLE_ID_MAX], int *other)
{
    hold_even(rules);
    all_enter();
    wish(0, "pair", "");
    CHECK(said(person[0], "\"ok\""));
    settle();
    return anns_room(id, other);
}

static void absent(int who)
{
    char more[60];

    for (int number = 1; number <= 2; number++) {
        snprintf(more, sizeof more, ",'number':%d,'entrant':%d", number, who + 1);
        wish(0, "absent", more);
    }
}

static void out(int who)
{
    char more[60];

    snprintf(more, sizeof more, ",'entrant':%d", who + 1);
    wish(0, "withdraw", more);
}

TEST(nobody_who_has_made_a_move_is_absent)
{
    char id[TABLE_ID_MAX];
    int other = 0;

    if (!open_for(4)) return;
    struct room *room = first_round("'kind':'swiss','rounds':2,'rated':true", id, &other);
    if (!CHECK(room && other)) return;
    for (int i = 0; i < 40 && room->table->sitting.n_steps < 6; i++) move_at(room, id, 0);
    absent(other);
    CHECK(said(person[0], "\"PLAYS\""));
    out(other);
    CHECK(said(person[0], "\"PLAYS\""));
    settle();
    CHECK_EQ(room->table->stage, TABLE_PLAY); /* and the game goes on */
    CHECK(!strstr(ask_of(hub_contest_ask_log, ""), "noshow"));
    CHECK(!strstr(question.text, "withdrawn"));
    CHECK(restart(1000)); /* the store knows it, not the memory */
    come_back();
    absent(other);
    CHECK(said(person[0], "\"PLAYS\""));
    play_table(id); /* when it is over, he can be taken out */
    settle();
    out(other);
    CHECK(said(person[0], "\"ok\""));
    CHECK(strstr(ask_of(hub_contest_ask_log, ""), "result 1 ") != NULL);
    forget_question();
    close_hub();
}

/* Moves of the other, or of the clock, are not his. */
TEST(who_has_made_no_move_may_be_called_absent)
{
    char id[TABLE_ID_MAX];
    int other = 0;

    if (!open_for(4)) return;
    struct room *room = first_round("'kind':'swiss','rounds':2", id, &other);
    if (!CHECK(room && other)) return;
    unsigned first = table_look_actor(room->table);
    int mover = 0, idle = other;
    if (strcmp(room->table->seat[first].who, "ann") != 0) mover = other, idle = 0;
    for (int i = 0; i < 10 && table_look_actor(room->table) == first; i++)
        move_at(room, id, 0);
    CHECK(room->table->sitting.n_steps > 0);
    absent(mover);
    CHECK(said(person[0], "\"PLAYS\""));
    absent(idle);
    CHECK(said(person[0], "\"ok\""));
    settle();
    CHECK(strstr(ask_of(hub_contest_ask_log, ""), "noshow 1 ") != NULL);
    forget_question();
    close_hub();
}

TEST(nothing_is_ruled_while_the_store_is_away)
{
    char id[TABLE_ID_MAX];
    int other = 0;

    if (!open_for(4)) return;
    if (!CHECK(first_round("'kind':'swiss','rounds':2", id, &other) && other)) return;
    broken = true;
    out(other);
    hub_flush(hub);
    CHECK(said(person[0], "\"STORE\""));
    broken = false;
    pass(3000);
    CHECK(!strstr(ask_of(hub_contest_ask_log, ""), "withdrawn"));
    says(person[0], "{'type':'withdraw','id':7,'tournament':'%s','entrant':600}",
         contest);
    CHECK(said(person[0], "\"TOURNAMENT\""));
    forget_question();
    close_hub();
}

/* Before the first round one may leave and come again; who does not is not in the standing. */
TEST(who_leaves_before_the_first_round_may_enter_again)
{
    char ids[PEOPLE_MAX][TABLE_ID_MAX];

    if (!open_for(4)) return;
    hold_even("'kind':'swiss','rounds':1");
    all_enter();
    for (int i = 2; i < 4; i++) {
        wish(i, "withdraw", "");
        CHECK(said(person[i], "\"ok\""));
    }
    CHECK(strstr(ask_of(hub_contest_ask, "cat"), "\"mine\":{\"entrant\":0,") != NULL);
    CHECK(strstr(question.text, "\"enter\":true") != NULL);
    wish(2, "enter", "");
    CHECK(said(person[2], "\"entrant\":5"));
    wish(2, "enter", "");
    CHECK(said(person[2], "\"ENTERED\""));
    wish(0, "pair", "");
    CHECK(said(person[0], "\"ok\""));
    settle();
    for (int n = tables_now(ids); n--;) play_table(ids[n]);
    settle();
    json_t *told = json_loads(ask_of(hub_contest_ask, ""), 0, NULL),
           *list = json_object_get(json_object_get(told, "state"), "standings");
    CHECK_EQ(json_array_size(list), 3); /* neither Dan nor Cat as she entered first */
    for (size_t i = 0; i < 3; i++)
        CHECK(json_is_true(json_object_get(json_array_get(list, i), "here")));
    CHECK(!strstr(ask_of(hub_contest_ask_csv, ""), "Dan"));
    json_decref(told);
    forget_question();
    close_hub();
}
