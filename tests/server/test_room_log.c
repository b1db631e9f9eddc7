/* test_room_log.c -- a table is the fold of its log; and what of it everybody may read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"
#include "test.h"

static struct room_test room;

/* Anything anybody could send, mostly to the point. */
static void random_request(struct play_rng *rng)
{
    static const char *const who[] = {"ann", "bob", "cat", "eve", ""};
    static const char *const what[] = {"takeback", "pause", "resume", "computer"};
    const char *by = who[play_below(rng, 5)];
    unsigned seat = play_below(rng, 4);

    switch (play_below(rng, 14)) {
    case 0:
        room_ask(&room, by, "{'type':'sit','seat':%u,'name':'N%u'}", seat, seat);
        break;
    case 1:
        room_ask(&room, by, "{'type':'stand','seat':%u}", seat);
        break;
    case 2:
        room_ask(&room, "ann", "{'type':'seat','seat':%u,'kind':'%s'}", seat,
                 play_below(rng, 3) ? "link" : "computer");
        break;
    case 3:
        room_ask(&room, "ann", "{'type':'start'}");
        break;
    case 4:
        room_ask(&room, by, "{'type':'undo','at':%d}", room.table->sitting.n_steps);
        break;
    case 5:
    case 6:
        room_ask(&room, by, "{'type':'ask','what':'%s','seat':%u}",
                 what[play_below(rng, 4)], seat);
        break;
    case 7:
    case 8:
        room_ask(&room, by, "{'type':'answer','ask':%d,'yes':%s}", room.table->asks,
                 play_below(rng, 4) ? "true" : "false");
        break;
    case 9:
        room_ask(&room, by, "{'type':'chat','text':'hi'}");
        break;
    case 10:
        room_ask(&room, by, "{'type':'nudge'}");
        break;
    case 11:
        room_ask(&room, by, "{'type':'back','seat':%u}", seat);
        break;
    case 12:
        if (!play_below(rng, 40))
            room_ask(&room, by, "{'type':'resign','seat':%u}", seat);
        break;
    default:
        room_wait(&room, play_below(rng, 9000));
    }
}

/* Whoever has to decide does. */
static void random_decision(struct play_rng *rng)
{
    const struct table *table = room.table;

    room.now += play_below(rng, 3000);
    if (table_look_computer(table))
        table_play_computer(room.table, room.now, table->sitting.n_steps,
                            play_random_action(rng, table->sitting.game));
    else if (table_look_actor(table) < AUDE_SEATS_MAX)
        room_step(&room, rng);
    room_gather(&room);
}

static bool random_table(struct play_rng *rng)
{
    static const char *const clocks[] = {"{'kind':'none'}",
                                         "{'kind':'move','seconds':20}",
                                         "{'kind':'budget','seconds':90,'increment':3}"};
    static const char *const lates[] = {"default", "computer", "lose"};
    static const char *const heads[] = {
        "rules grow\\ndraws 20",
        "rules devir_es\\nexpansions inns-cathedrals traders-builders tower\\ndraws 30",
        "rules jcz\\nexpansions princess-dragon abbey-mayor count\\ndraws 40"};

    return room_open(
        &room,
        "{'head':'aude 1\\n%s','seats':[{},{'kind':'link'},{'kind':'%s'}],'options':{"
        "'clock':%s,'late':'%s'}}",
        heads[play_below(rng, 3)], play_below(rng, 2) ? "link" : "computer",
        clocks[play_below(rng, 3)], lates[play_below(rng, 3)]);
}

static void compare(void)
{
    struct table *again = room_again(&room);

    if (!CHECK(again != NULL)) return;
    char *a = table_look_dump(room.table), *b = table_look_dump(again);
    CHECK_STR(a, b);
    free(a);
    free(b);
    table_free(again);
}

TEST(a_table_is_rebuilt_from_its_log_exactly)
{
    struct play_rng rng = {31};
    int over = 0, rewound = 0, substituted = 0;

    for (int i = 0; i < test_amount(240, 1000); i++) {
        if (!CHECK(random_table(&rng))) return;
        for (int k = 0; k < 500 && room.table->stage != TABLE_OVER; k++) {
            if (play_below(&rng, 3) && room.table->stage == TABLE_PLAY)
                random_decision(&rng);
            else
                random_request(&rng);
            if (!play_below(&rng, 40)) compare();
        }
        compare();
        over += room.table->stage == TABLE_OVER;
        rewound += room_last(&room, "rewind") != NULL;
        substituted += room_last(&room, "computer") != NULL;
        room_close(&room);
        if (test_failures()) return;
    }
    /* The sessions went somewhere: this test would be worth little otherwise. */
    CHECK(over + rewound + substituted > 3);
}

TEST(a_log_that_does_not_hold_together_is_refused)
{
    struct play_rng rng = {32};

    if (!CHECK(room_open(&room, "{'head':'aude 1\\nrules grow','seats':[{},{}]}")))
        return;
    for (int i = 0; i < 10; i++) CHECK(room_step(&room, &rng));
    char *kept = room.text[5];
    room.text[5] = room.text[6]; /* an entry twice, one missing */
    CHECK(room_again(&room) == NULL);
    room.text[5] = strdup(kept);
    char *at = strstr(room.text[5], "lay ");
    if (!at) at = strstr(room.text[4], "lay ");
    if (CHECK(at != NULL)) memcpy(at, "fly ", 4);
    CHECK(room_again(&room) == NULL);
    free(room.text[5]);
    room.text[5] = kept;
    room_close(&room);
}

/* Dates and times with which nobody can reckon are no log, nor is a kind that nobody knows. */
TEST(an_entry_that_cannot_be_is_refused)
{
    static const char *const bad[] = {
        "{'seq':3,'at':-1,'type':'chat'}",
        "{'seq':3,'at':99999999999999,'type':'chat'}",
        "{'seq':3,'at':1,'type':'computer','seat':0,'on':true,'ms':-5}",
        "{'seq':3,'at':1,'type':'computer','seat':0,'on':true,'ms':9223372036854775807}",
        "{'seq':3,'at':1,'type':'ask','what':'pause','ask':2147483647}",
        "{'seq':3,'at':1,'type':'ask','what':'pause','ask':0}",
        "{'seq':3,'at':1,'type':'dance'}",
        "{'seq':3,'at':1}"};

    if (!CHECK(room_open(&room, "{'head':'aude 1\\nrules grow','seats':[{},{}]}")))
        return;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        json_t *json = room_json("%s", bad[i]);
        char *text = json_dumps(json, 0);
        if (!CHECK(!table_fold(room.table, text, NULL))) puts(bad[i]);
        free(text);
        json_decref(json);
        CHECK_EQ(room.table->seq, 2);
    }
    room_close(&room);
}

/* The last date and the longest time with which one can reckon, and one millisecond more. */
TEST(dates_and_times_have_bounds)
{
    static const struct {
        bool good;
        const char *text;
    } all[] = {{true, "{'seq':%d,'at':1000000,'type':'chat','ms':0}"},
               {false, "{'seq':%d,'at':1000000,'type':'chat','ms':-1}"},
               {true, "{'seq':%d,'at':1000000,'type':'chat','ms':10000000000000}"},
               {false, "{'seq':%d,'at':1000000,'type':'chat','ms':10000000000001}"},
               {true, "{'seq':%d,'at':0,'type':'chat'}"},
               {false, "{'seq':%d,'at':-1,'type':'chat'}"},
               {false, "{'seq':%d,'at':10000000000001,'type':'chat'}"},
               {true, "{'seq':%d,'at':10000000000000,'type':'chat'}"},
               {true, "{'seq':%d,'at':1,'type':'ask','what':'pause','ask':1}"},
               {true, "{'seq':%d,'at':1,'type':'ask','what':'pause','ask':2147483646}"}};

    if (!CHECK(room_open(&room, "{'head':'aude 1\\nrules grow','seats':[{},{}]}")))
        return;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char line[200];
        snprintf(line, sizeof line, all[i].text, (int)room.table->seq + 1);
        for (char *p = line; *p; p++)
            if (*p == '\'') *p = '"';
        if (!CHECK_EQ(table_fold(room.table, line, NULL), all[i].good)) puts(line);
    }
    room_close(&room);
}

/* What nobody knows is not found. */
TEST(messages_fields_and_errors_are_found_by_their_names)
{
    for (int i = 0; i < MESSAGES; i++) {
        const struct message *one = &messages[i];
        if (!one->name) continue;
        CHECK(!table_messages_field(one, "nothing"));
        CHECK_EQ(table_messages_find(one->group, "nothing"), -1);
        for (int k = 0; k < MESSAGE_FIELDS && one->field[k].name; k++)
            CHECK(table_messages_field(one, one->field[k].name) == &one->field[k]);
        if (one->group == MESSAGE_REQUEST || one->group == MESSAGE_ENTRY)
            CHECK_EQ(table_messages_find(one->group, one->name), i);
    }
    CHECK_EQ(table_messages_error_find("nothing"), REFUSED_NOT);
    for (int i = REFUSED_NOT + 1; i < MESSAGE_ERRORS; i++)
        CHECK_EQ(
            table_messages_error_find(table_messages_error_code((enum message_error)i)),
            i);
}

/* -- Hidden is hidden ------------------------------------------------------------------- */

/* Tiles drawn so far, by the game itself. */
static int drawn(const struct table *table)
{
    const struct aude_game *game = table->sitting.game;

    return game->pile.next + game->river.next;
}

static int count(const char *text, const char *word)
{
    int n = 0;

    for (const char *p = text; (p = strstr(p, word)); p++) n++;
    return n;
}

/* The public text of a game under way names each drawn tile once, and no other. */
TEST(the_public_log_tells_no_tile_before_it_is_drawn)
{
    struct play_rng rng = {33};

    for (int i = 0; i < test_amount(6, 100); i++) {
        int told = 0, reshuffled = 0;
        bool ended = false;
        if (!CHECK(room_open(&room,
                             "{'head':'aude 1\\nrules grow\\nswitch river %s',"
                             "'seats':[{},{},{}]}",
                             i & 1 ? "RIVER_I" : "OFF")))
            return;
        for (int seen = 0; room.table->stage == TABLE_PLAY;) {
            for (; seen < room.n; seen++) {
                told += count(room.text[seen], " draw ");
                CHECK_EQ(count(room.text[seen], "base/") +
                             count(room.text[seen], "river-1/"),
                         count(room.text[seen], " draw ") +
                             count(room.text[seen], " discard ") +
                             count(room.text[seen], " reshuffle "));
            }
            /* A tile shuffled back is drawn twice; a river that ends takes some with it. */
            reshuffled += count(room.text[room.n - 1], " reshuffle ");
            ended |= strstr(room.text[room.n - 1], " river-end ") != NULL;
            CHECK(told <= drawn(room.table) + reshuffled);
            if (!reshuffled && !ended) CHECK_EQ(told, drawn(room.table));
            if (!CHECK(room_step(&room, &rng))) return;
        }
        room_close(&room);
    }
}

TEST(the_public_log_holds_no_seed_before_the_end)
{
    struct play_rng rng = {34};
    char lo[20];

    if (!CHECK(room_open(&room, "{'head':'aude 1\\nrules grow','seats':[{},{}]}")))
        return;
    snprintf(lo, sizeof lo, "%016llx",
             (unsigned long long)room.table->head.setup.seed.lo);
    while (room.table->stage == TABLE_PLAY)
        if (!CHECK(room_step(&room, &rng))) return;
    for (int i = 0; i < room.n; i++) {
        bool last = strstr(room.text[i], "\"type\":\"over\"") != NULL;
        CHECK_EQ(strstr(room.text[i], "abcdef0123456789") != NULL, last);
        CHECK_EQ(strstr(room.text[i], lo) != NULL, last);
    }
    CHECK(room_last(&room, "over") != NULL);
    CHECK(strstr(room.secret[0], lo) != NULL); /* the secret part is where it belongs */
    room_close(&room);
}

/* CAT-26: others see a glimpse of a toss; its numbers come out with the reaction. */
TEST(a_toss_is_secret_until_the_reaction)
{
    struct play_rng rng = {36};
    int tosses = 0;

    for (int i = 0; i < test_amount(8, 80) || (i < 40 && !tosses); i++) {
        if (!CHECK(room_open(&room, "{'head':'aude 1\\nrules grow\\nexpansions catapult',"
                                    "'seats':[{},{},{}]}")))
            return;
        while (room.table->stage == TABLE_PLAY) {
            if (!CHECK(room_step(&room, &rng))) return;
            const char *secret = room.secret[room.n - 1], *text = room.text[room.n - 1];
            if (!secret) continue;
            tosses++;
            CHECK(strstr(secret, "toss lateral") != NULL);
            CHECK(strstr(text, "glimpse") && !strstr(text, "toss") &&
                  !strstr(text, "lateral"));
            CHECK_STR(room_code(&room, "ann", "{'type':'undo','at':%d}",
                                room.table->sitting.n_steps),
                      "NO_UNDO");
            if (!CHECK(room_step(&room, &rng))) return;
            CHECK(strstr(room_last(&room, "step"), "reveal lateral") != NULL);
        }
        compare();
        room_close(&room);
    }
    CHECK(tosses > 0);
}

/* Head, opening, steps and end are a record that anybody can replay. */
TEST(the_public_log_is_a_record)
{
    static char text[PLAY_RECORD_MAX];
    static struct aude_reader reader;
    struct play_rng rng = {35};
    size_t n = 0;

    if (!CHECK(room_open(&room, "{'head':'aude 1\\nrules grow','seats':[{},{}]}")))
        return;
    while (room.table->stage == TABLE_PLAY)
        if (!CHECK(room_step(&room, &rng))) return;
    for (int i = 1; i < room.n; i++) {
        json_t *entry = json_loads(room.text[i], 0, NULL);
        const char *head = json_string_value(json_object_get(entry, "head"));
        const char *piece = json_string_value(json_object_get(entry, "text"));
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", head ? head : "",
                              piece ? piece : "");
        json_decref(entry);
    }
    CHECK_EQ(play_read(&reader, text, n, NULL), AUDE_ERR_OK);
    CHECK(reader.finished);
    CHECK_EQ(aude_game_hash(&reader.game), aude_game_hash(room.table->sitting.game));
    room_close(&room);
}

/* The next server to have a table may have a clock that is behind. */
TEST(time_in_a_log_does_not_go_back)
{
    struct play_rng rng = {36};

    if (!CHECK(room_open(&room, "{'head':'aude 1\\nrules grow','seats':[{},{}]}")))
        return;
    room_wait(&room, 5000);
    CHECK(room_step(&room, &rng));
    int64_t updated = room.table->updated;
    room.now -= 3000;
    CHECK(room_step(&room, &rng));
    CHECK_EQ(room.table->updated, updated);
    room.now += 4000;
    CHECK(room_step(&room, &rng));
    CHECK_EQ(room.table->updated, updated + 1000);
    table_free(room_again(&room));
    room_close(&room);
}
