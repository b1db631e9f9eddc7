/* test_room_names.c -- names at a table: which can be seen, which look alike, who may talk in whose name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"
#include "test.h"

static struct room_test room;

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
    if (!room_two(&room, "")) return;
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
    if (!room_two(&room, "")) return;
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

    if (!room_two(&room, "")) return;
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
        {"Ana-Bel", "Ana\xe2\x80\x90"
                    "Bel"}, /* a hyphen, */
        {"Ana-Bel", "Ana\xe2\x80\x91"
                    "Bel"}, /* one that does not part, */
        {"Ana-Bel", "Ana\xe2\x88\x92"
                    "Bel"},              /* a minus */
        {"O'Neil", "O\xe2\x80\x99Neil"}, /* an apostrophe of a book */
        {"O'Neil", "O\xca\xbcNeil"},     /* one that is a letter */
        {"O'Neil", "O`Neil"},
        {"A. B", "A\xe2\x80\xa4 B"},                                  /* a dot */
        {"ANNA", "\xea\x93\xae\xea\x93\xa0\xea\x93\xa0\xea\x93\xae"}, /* Lisu */
        {"PAT", "\xe1\x8f\xa2\xe1\x8e\xaa\xe1\x8e\xa2"},              /* Cherokee */
        {"TOM", "\xe2\xb2\xa6\xe2\xb2\x9e\xe2\xb2\x98"},              /* Coptic */
        {"level 3", "LEVEL\xe3\x80\x80"
                    "3"}};
    static const char *const different[][2] = {
        {"Jose", "Jos\xc3\xa9"},
        {"Ann", "Anna"},
        {"Ana-Bel", "Ana.Bel"},
        {"Player 1", "Player 2"},
        {"Bob", "Rob"},
        {"\xd0\x98\xd1\x80\xd0\xb0", "\xd0\xae\xd1\x80\xd0\xb0"},
        {"\xe6\x9d\x8e", "\xe7\x8e\x8b"},
        {"Ada", ""}};

    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++)
        if (!CHECK(table__name_same(alike[i][0], alike[i][1]) &&
                   table__name_same(alike[i][1], alike[i][0])))
            fprintf(stderr, "  %s, %s\n", alike[i][0], alike[i][1]);
    for (size_t i = 0; i < sizeof different / sizeof different[0]; i++)
        if (!CHECK(!table__name_same(different[i][0], different[i][1])))
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
    if (!room_two(&room, "")) return;
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
    if (!room_two(&room, "'watch':false")) return;
    CHECK_STR(room_code(&room, "eve", "{'type':'chat','text':'hi'}"), "NOT_YOUR_SEAT");
    CHECK_STR(room_code(&room, "", "{'type':'chat','text':'hi'}"), "NOT_YOUR_SEAT");
    CHECK(room_ask(&room, "bob", "{'type':'chat','text':'hi'}"));
    room_close(&room);
}

/* -- The ends of every block of letters ---------------------------------------------------- */

/* Does the second look like the first? */
static bool alike(const char *name, const char *other)
{
    strcpy(room.table->seat[0].name, name);
    return table__name_taken(room.table, other, 1);
}

/* Letters in another dress, the first and the last of each alphabet, and their neighbours. */
TEST(letters_in_another_dress_are_the_same_letters)
{
    static const char *const same[][2] = {
        {"x!", "x\xef\xbc\x81"},     {"x~", "x\xef\xbd\x9e"},
        {"xA", "x\xe2\x92\xb6"},     {"xZ", "x\xe2\x93\x8f"},
        {"xa", "x\xe2\x93\x90"},     {"xz", "x\xe2\x93\xa9"},
        {"xA", "x\xf0\x9d\x90\x80"}, {"xz", "x\xf0\x9d\x9a\xa3"},
        {"xZ", "x\xf0\x9d\x90\x99"}, {"xa", "x\xf0\x9d\x90\x9a"},
        {"x0", "x\xf0\x9d\x9f\x8e"}, {"x9", "x\xf0\x9d\x9f\xbf"},
        {"xA", "x\xf0\x9f\x84\xb0"}, {"xZ", "x\xf0\x9f\x85\x89"},
        {"xA", "x\xf0\x9f\x85\xb0"}, {"xZ", "x\xf0\x9f\x86\x89"},
        {"x\xc3\x80", "x\xc3\xa0"},  {"x\xc3\x9e", "x\xc3\xbe"},
        {"x\xce\x91", "x\xce\xb1"},  {"x\xce\xab", "x\xcf\x8b"},
        {"x\xd0\x90", "x\xd0\xb0"},  {"x\xd0\xaf", "x\xd1\x8f"},
        {"x\xd0\x80", "x\xd1\x90"},  {"x\xd0\x8f", "x\xd1\x9f"},
        {"x\xce\x88", "x\xce\xad"},  {"x\xce\x8a", "x\xce\xaf"}};
    static const char *const apart[][2] = {
        {"x!", "x\xef\xbd\x9f"},
        {"x\xc3\x97", "x\xc3\xb7"}, /* times, divided */
        {"xa", "xb"},
        {"x0", "x9"},
        {"x\xd0\x90", "x\xd0\xb1"}};

    if (!room_two(&room, "")) return;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if (!CHECK(alike(same[i][0], same[i][1]))) printf("  %s\n", same[i][1]);
    for (size_t i = 0; i < sizeof apart / sizeof apart[0]; i++)
        if (!CHECK(!alike(apart[i][0], apart[i][1]))) printf("  %s\n", apart[i][1]);
    CHECK(!table__name_taken(room.table, room.table->seat[0].name, 0)); /* his own */
    room_close(&room);
}
