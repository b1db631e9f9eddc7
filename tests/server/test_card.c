/* test_card.c -- short links: which are any, and where the page is said to be. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"
#include "server/net/card.h"
#include "test.h"

TEST(a_link_names_a_game_and_perhaps_a_turn)
{
    char id[TABLE_ID_MAX];
    int turn;
    static const char *const wrong[] = {"/g/",
                                        "/g/A",
                                        "/g/aaaaaaaaaaaaaaaa",
                                        "/g/x/",
                                        "/g/x/y",
                                        "/g/x/-1",
                                        "/g/x/12345",
                                        "/g/x/1/",
                                        "/g/x/1x",
                                        "/g/x?1",
                                        "/g//1",
                                        "/g/x 1",
                                        "/g/x/+1",
                                        "/g/x/0000012",
                                        "/G/x",
                                        "g/x",
                                        ""};

    CHECK(card_read("/g/k3m9xw2p7q4t", id, &turn));
    CHECK_STR(id, "k3m9xw2p7q4t");
    CHECK_EQ(turn, -1);
    CHECK(card_read("/g/k3m9xw2p7q4t/12", id, &turn));
    CHECK_STR(id, "k3m9xw2p7q4t");
    CHECK_EQ(turn, 12);
    CHECK(card_read("/g/x/5", id, &turn));
    CHECK_EQ(turn, 5);
    CHECK(card_read("/g/x/9999", id, &turn));
    CHECK_EQ(turn, CARD_TURN_MAX);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (!CHECK(!card_read(wrong[i], id, &turn))) puts(wrong[i]);
}

static const char *root(const char *public_url, bool secure, const char *host)
{
    static char out[64];

    card_root(public_url, secure, host, out, sizeof out);
    return out;
}

TEST(the_page_is_where_the_operator_says_or_where_it_was_called)
{
    CHECK_STR(root("https://a.example", true, "b.example"), "https://a.example/");
    CHECK_STR(root("https://a.example/x/", true, NULL), "https://a.example/x/");
    CHECK_STR(root(NULL, true, "b.example"), "https://b.example/");
    CHECK_STR(root(NULL, false, "[::1]:7474"), "http://[::1]:7474/");
    CHECK_STR(root(NULL, false, NULL), "");
    CHECK_STR(root(NULL, false, ""), "");
    CHECK_STR(root(NULL, false, "a\"><script>"), "");
    CHECK_STR(root(NULL, false, "a/b"), "");
    CHECK_STR(root(NULL, false, "a@b"), "");
    CHECK_STR(root(NULL, false,
                   "a-name-that-is-longer-than-the-room-there-is-for-it.example.org"),
              "");
}

static bool says(const char *languages, const char *word)
{
    char *text = card_none(languages);
    bool found = text && strstr(text, word);

    free(text);
    return found;
}

TEST(a_game_that_is_not_there_is_told_in_five_languages)
{
    CHECK(says(NULL, "There is no such game here."));
    CHECK(says("de, fr;q=0.3", "There is no such game here."));
    CHECK(says("es-MX,es;q=0.9", "lang=\"es\""));
    CHECK(says("pt-BR,pt;q=0.9", "lang=\"pt-BR\""));
    CHECK(says("pt-PT", "lang=\"pt\""));
    CHECK(says("de,ro", "lang=\"ro\""));
    CHECK(says(",,,", "lang=\"en\""));
}

/* Everything that a preview of a link shows. */
TEST(a_card_has_names_sets_and_the_way_to_the_game)
{
    struct room_test room;
    struct card_place place = {
        .root = "https://a.example/", .up = "../", .turn = -1, .picture = true};

    if (!CHECK(room_open(&room, "{'head':'aude 1\\nrules grow\\n','seats':[{'name':'A & "
                                "<B>'},{'name':'Q\\u0027s'}]}")))
        return;
    char *text = card_page(room.table, &place), all[400];
    snprintf(all, sizeof all, "url=../#/t/%s\"><title>A &amp; &lt;B&gt;, Q&#39;s · Aude<",
             room.table->id);
    CHECK(text && strstr(text, all));
    CHECK(text && strstr(text, "\"description\" content=\"Carcassonne\">"));
    CHECK(text && strstr(text, "og:title\" content=\"A &amp; &lt;B&gt;, Q&#39;s\">"));
    CHECK(text && strstr(text, "og:description\" content=\"Carcassonne\">"));
    CHECK(text && strstr(text, "og:image\" content=\"https://a.example/preview.png\">"));
    snprintf(all, sizeof all, "<p><a href=\"../#/t/%s\">A &amp; &lt;B&gt;, Q&#39;s</a>",
             room.table->id);
    CHECK(text && strstr(text, all));
    free(text);
    place.turn = 0;
    place.picture = false;
    text = card_page(room.table, &place);
    snprintf(all, sizeof all, "#/t/%s/0\"", room.table->id);
    CHECK(text && strstr(text, all) && strstr(text, "Carcassonne. #0\""));
    CHECK(text && !strstr(text, "og:image"));
    free(text);
    CHECK(room_ask(&room, "ann", "{'type':'resign','seat':0}"));
    place.turn = -1;
    text = card_page(room.table, &place);
    CHECK(text && strstr(text, "&lt;B&gt; 0, Q&#39;s 0"));
    free(text);
    place.turn = 0; /* of its first moment the names alone */
    text = card_page(room.table, &place);
    CHECK(text && !strstr(text, "&lt;B&gt; 0"));
    free(text);
    place.turn = 3;
    text = card_page(room.table, &place);
    CHECK(text && !strstr(text, "&lt;B&gt; 0"));
    free(text);
    room_close(&room);
}

/* Sets have titles; a quote does not end an attribute; what no browser shows is left out. */
TEST(a_card_names_every_set)
{
    struct room_test room;
    struct card_place place = {.root = "", .up = "../../", .turn = 12, .picture = true};
    char all[400];

    if (!CHECK(room_open(&room, "{'head':'aude 1\\nrules grow\\nexpansions "
                                "inns-cathedrals traders-builders\\n',"
                                "'seats':[{'name':'A \\u0022x\\u0022'},{'name':'B'}]}")))
        return;
    char *text = card_page(room.table, &place);
    CHECK(text && strstr(text, "\"description\" content=\"Carcassonne, I Inns &amp; "
                               "Cathedrals, II Traders &amp; Builders. #12\">"));
    CHECK(text && strstr(text, "<title>A &quot;x&quot;, B · Aude<"));
    CHECK(text && !strstr(text, "og:image")); /* nobody knows where the page is */
    snprintf(all, sizeof all, "url=../../#/t/%s/12\"", room.table->id);
    CHECK(text && strstr(text, all));
    free(text);
    room_close(&room);
}
