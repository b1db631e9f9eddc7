/* test_record.c -- records: exact round trips, and every way to break one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "test.h"

static struct aude_game game;
static struct aude_reader reader;
static char text[PLAY_RECORD_MAX], broken[PLAY_RECORD_MAX];

static size_t random_record(struct play_rng *rng, bool secret)
{
    struct aude_setup setup;

    play_random_setup(rng, &setup);
    return play_record(rng, &setup, secret, &game, text, sizeof text);
}

TEST(a_record_reads_back_as_the_same_game)
{
    struct play_rng rng = {21};

    for (int i = 0; i < test_amount(200, 5000); i++) {
        size_t n = random_record(&rng, i & 1);
        if (!CHECK(n < sizeof text)) return;
        if (!CHECK_EQ(play_read(&reader, text, n, NULL), AUDE_ERR_OK)) {
            fprintf(stderr, "line %d: %s\n", reader.line, reader.at);
            return;
        }
        CHECK(reader.finished);
        CHECK_EQ(aude_game_hash(&reader.game), aude_game_hash(&game));
        CHECK_EQ(reader.head.setup.n_seats, game.n_seats);
        if (game.n_seats > 1) CHECK_STR(reader.head.name[1], "Player #1 é");
    }
}

/* Write a record while reading it: the text must come out byte for byte. */
static size_t rewrite(const char *in, size_t length, bool secret, char *out, size_t size)
{
    static struct aude_event list[AUDE_EVENTS_MAX];
    static struct aude_game replay;
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    struct aude_action action;
    size_t n = 0;

    if (play_read(&reader, in, length, NULL)) return 0;
    n += aude_record_head(&reader.head, secret, out, size);
    aude_game_init(&replay, &reader.head.setup, &events);
    n += aude_record_step(&replay, "", &events, out + n, size - n);
    const char *body = strstr(in, "\nturn ");
    char words[96], *copy = malloc(length + 1);
    memcpy(copy, body, length - (size_t)(body - in));
    copy[length - (size_t)(body - in)] = 0;
    for (char *p = strtok(copy, ";:\n"); p; p = strtok(NULL, ";:\n")) {
        p += strspn(p, " ");
        if (aude_action_parse(&replay, p, &action) ||
            ((action.kind == AUDE_TELL || action.kind == AUDE_SCATTER) && !replay.hidden))
            continue;
        events.n = 0;
        aude_action_text(&replay, action, words, sizeof words);
        if (aude_game_play(&replay, action, &events)) break;
        n += aude_record_step(&replay, words, &events, out + n, size - n);
    }
    free(copy);
    return n + aude_record_end(&replay, out + n, size - n);
}

TEST(a_record_is_written_back_byte_for_byte)
{
    struct play_rng rng = {22};

    for (int i = 0; i < test_amount(60, 2000); i++) {
        size_t n = random_record(&rng, i & 1);
        size_t m = rewrite(text, n, i & 1, broken, sizeof broken);
        CHECK_EQ(m, n);
        CHECK(m == n && !memcmp(text, broken, n));
    }
}

TEST(a_line_is_cut_into_statements)
{
    static const char line[] =
        "turn 1 seat 0: draw base/city ;;\tlay 1,0 90; pass # x; y";
    static const char *const parts[] = {"turn 1 seat 0", "draw base/city", "lay 1,0 90",
                                        "pass"};
    size_t at = 0, n, i = 0;
    const char *words;

    for (; aude_record_statement(line, strlen(line), &at, &words, &n); i++) {
        CHECK(i < 4 && n == strlen(parts[i]) && !memcmp(words, parts[i], n));
        CHECK_EQ(line[at - 1], i == 0 ? ':' : i < 3 ? ';' : ' ');
    }
    CHECK_EQ(i, 4);
    CHECK(aude_record_is_last("end 3 4; hash 1", 15) && aude_record_is_last("open", 4));
    CHECK(!aude_record_is_last("enter castle small", 18) &&
          !aude_record_is_last("en", 2));
}

TEST(what_a_game_says_by_itself_is_no_action)
{
    static struct aude_game view;
    struct aude_setup setup;
    struct aude_action action;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.seed = aude_seed(42);
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    aude_game_view(&view, &game, 0);
    CHECK(!aude_record_action(&game, "turn 1 seat 0", 13, &action));
    CHECK(!aude_record_action(&game, "hash 0", 6, &action));
    CHECK(!aude_record_action(&game, "draw base/city", 14, &action));
    CHECK(aude_record_action(&view, "draw base/city", 14, &action));
    CHECK(aude_record_action(&game, "lay 1,0 90 and more", 10, &action));
    CHECK_EQ(action.kind, AUDE_LAY);
}

TEST(a_cut_record_is_never_taken_for_whole)
{
    struct play_rng rng = {23};
    size_t n = random_record(&rng, true);

    for (size_t cut = 0; cut + 1 < n; cut += 1 + cut % 7)
        CHECK(play_read(&reader, text, cut, NULL) != AUDE_ERR_OK);
    CHECK_EQ(play_read(&reader, text, n - 1, NULL), AUDE_ERR_OK); /* the last line feed */
}

/* Change one byte: either the record is refused, or it is the same game with other names. */
TEST(a_changed_byte_is_found)
{
    struct play_rng rng = {24};

    for (int i = 0; i < test_amount(1500, 50000); i++) {
        size_t n = i % 100 ? strlen(text) : random_record(&rng, play_below(&rng, 2));
        memcpy(broken, text, n);
        size_t at = play_below(&rng, (uint32_t)n);
        broken[at] = (char)play_below(&rng, 256);
        if (broken[at] == text[at] || play_read(&reader, broken, n, NULL)) {
            CHECK(true);
            continue;
        }
        CHECK_EQ(aude_game_hash(&reader.game), aude_game_hash(&game));
    }
}

/* -- Breaking by hand --------------------------------------------------------------------- */

/* The record with `from` replaced by `to`, once. */
static size_t replaced(const char *from, const char *to)
{
    const char *at = strstr(text, from);

    if (!CHECK(at != NULL)) return 0;
    size_t before = (size_t)(at - text);
    int n = snprintf(broken, sizeof broken, "%.*s%s%s", (int)before, text, to,
                     at + strlen(from));
    return (size_t)n;
}

static void expect(const char *from, const char *to, enum aude_err err)
{
    size_t n = replaced(from, to);
    enum aude_err got = play_read(&reader, broken, n, NULL);

    if (got != err)
        FAIL("\"%s\" for \"%s\" gives %s at line %d (%s), not %s", to, from,
             aude_err_name(got), reader.line, reader.at, aude_err_name(err));
    else
        CHECK(true);
}

static void plain_record(void)
{
    struct play_rng rng = {25};
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.seed = aude_seed(7);
    setup.first = 1;
    play_record(&rng, &setup, true, &game, text, sizeof text);
}

TEST(a_broken_setup_is_named)
{
    plain_record();
    expect("aude 1", "aude 2", AUDE_ERR_VERSION);
    expect("aude 1", "aude one", AUDE_ERR_HEADER);
    expect("aude 1", "PK\x03\x04", AUDE_ERR_HEADER);
    expect("rules grow", "rules haus", AUDE_ERR_PRESET);
    expect("rules grow\n", "", AUDE_ERR_SETUP_MISSING);
    expect("rules grow\n", "rules grow\nrules grow\n", AUDE_ERR_TWICE);
    expect("seats 2", "seats 7", AUDE_ERR_SEATS);
    expect("seats 2", "seats 6", AUDE_ERR_SEATS);
    expect("seats 2", "seats", AUDE_ERR_SEATS);
    expect("name 0 Player", "name 9 Player", AUDE_ERR_NAME);
    expect("name 0 Player", "name 0 \xff", AUDE_ERR_NAME);
    expect("name 0 Player", "name 0 A name of thirty-two bytes or more", AUDE_ERR_NAME);
    expect("first 1", "first 2", AUDE_ERR_FIRST);
    expect("switch small_city NORMAL", "switch big_city NORMAL", AUDE_ERR_SWITCH);
    expect("switch small_city NORMAL", "switch small_city TINY", AUDE_ERR_SWITCH_VALUE);
    expect("switch river OFF", "switch small_city HALF", AUDE_ERR_TWICE);
    expect("first 1", "first 1\nexpansions nothing", AUDE_ERR_SET_MISSING);
    expect("seed 0", "seed x", AUDE_ERR_SEED);
    expect("seed 0", "seed 0000", AUDE_ERR_SEED);
    expect("\nplay", "\norder base/none\nplay", AUDE_ERR_ORDER_TILE);
    expect("\nplay", "\norder river-1/lake\nplay", AUDE_ERR_ORDER_TILE);
    expect("\nplay", "\norder base/city4-shield base/city4-shield\nplay",
           AUDE_ERR_ORDER_LONG);
    expect("\nplay", "\nwibble\nplay", AUDE_ERR_WORD);
    expect("\nplay", "", AUDE_ERR_WORD);
}

/* What is missing is told by its word. */
TEST(a_missing_line_of_the_setup_is_named)
{
    static const char *const line[] = {"seats 2\n", "first 1\n", "rules grow\n"};
    static const char *const words[] = {"missing: seats", "missing: first",
                                        "missing: rules"};

    plain_record();
    for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
        expect(line[i], "", AUDE_ERR_SETUP_MISSING);
        CHECK_STR(reader.at, words[i]);
    }
    static const char bare[] = "aude 1\nrules grow\nplay\n";
    CHECK_EQ(play_read(&reader, bare, sizeof bare - 1, NULL), AUDE_ERR_SETUP_MISSING);
    CHECK_STR(reader.at, "missing: seats, first, seed");
}

/* Take every "hash ...;" out of the turns; the last line keeps its own. */
static size_t without_hashes(char *record)
{
    for (char *p = record; (p = strstr(p, " hash "));) {
        char *end = strpbrk(p, ";\n");
        if (!end || *end == '\n') break;
        memmove(p, end + 1, strlen(end));
    }
    return strlen(record);
}

/* Who writes a position without this library cannot know the hashes of its turns. */
TEST(hashes_of_turns_may_be_left_out_where_the_seed_is_hidden)
{
    struct play_rng rng = {26};

    for (int i = 0; i < test_amount(60, 2000); i++) {
        bool secret = i & 1;
        size_t n = random_record(&rng, secret);
        n = without_hashes(text);
        enum aude_err err = play_read(&reader, text, n, NULL);
        CHECK_EQ(err, secret ? AUDE_ERR_UNSAID : AUDE_ERR_OK);
        if (!err) CHECK_EQ(aude_game_hash(&reader.game), aude_game_hash(&game));
    }
}

/* The start tile lies at 0,0 with its road from east to west. */
TEST(sides_of_a_segment_are_a_set)
{
    static const char *const ways[] = {
        "put small field ER SL SR WL", "put small field WL SR SL ER",
        "put small field SL ER WL SR", "put small field ER SL SR WL SL"};
    struct aude_setup setup;
    struct aude_action action, first;
    char words[96];

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        CHECK_EQ(aude_action_parse(&game, ways[i], &action), AUDE_ERR_OK);
        if (!i) first = action;
        CHECK(!memcmp(&action, &first, sizeof action));
        aude_action_text(&game, action, words, sizeof words);
        CHECK_STR(words, ways[0]); /* one way of writing it */
    }
    CHECK_EQ(aude_action_parse(&game, "put small road W E", &action), AUDE_ERR_OK);
    CHECK_EQ(aude_action_parse(&game, "put small field ER SL", &action),
             AUDE_ERR_NO_SEGMENT); /* a part is not enough: it could mean another */
    CHECK_EQ(aude_action_parse(&game, "put small field ER SL SR WL NL", &action),
             AUDE_ERR_NO_SEGMENT);
    CHECK_EQ(aude_action_parse(&game, "put small ER field SL SR WL", &action),
             AUDE_ERR_NO_SEGMENT);
    CHECK_EQ(aude_action_parse(&game, "put small E road W", &action),
             AUDE_ERR_NO_SEGMENT);
}

TEST(broken_play_is_named)
{
    char line[AUDE_LINE_MAX + 2];

    plain_record();
    expect("turn 3 seat 1", "turn 3 seat 0", AUDE_ERR_SAID);
    expect("turn 3 seat", "turn 4 seat", AUDE_ERR_SAID);
    expect("draw base/", "draw base/monastery; draw base/", AUDE_ERR_SAID);
    expect(" draw base/", " pass; draw base/", AUDE_ERR_UNSAID);
    expect("hash ", "hash 0000000000000000; hash ", AUDE_ERR_HASH);
    expect("hash ", "hash 12; hash ", AUDE_ERR_WORD);
    expect("lay ", "lay 300,300 0; lay ", AUDE_ERR_DETACHED);
    expect("lay ", "lay 0,0 0; lay ", AUDE_ERR_OCCUPIED);
    expect("lay ", "lay 1,0 45; lay ", AUDE_ERR_ROTATION);
    expect("lay ", "lay 1,x 0; lay ", AUDE_ERR_WORD);
    expect("lay ", "pass; lay ", AUDE_ERR_PHASE);
    expect("lay ", "jump; lay ", AUDE_ERR_WORD);
    expect("\nend ", "\nend 1", AUDE_ERR_RESULT);
    expect("\nend ", "\nopen ", AUDE_ERR_UNFINISHED);
    expect("\nend ", "\nturn 1 seat 0\nend ", AUDE_ERR_SAID);
    expect("\nend ", "\npass\nend ", AUDE_ERR_OVER);
    expect("\nend ", "\n# ", AUDE_ERR_TRUNCATED);
    expect("lay ", "lay \x01 ", AUDE_ERR_BYTES);
    memset(line, 'a', sizeof line);
    aude_reader_init(&reader);
    CHECK_EQ(aude_reader_line(&reader, line, sizeof line, NULL), AUDE_ERR_LINE_LONG);
    size_t n = strlen(text);
    memcpy(broken, text, n);
    memcpy(broken + n, "pass\n", 5);
    CHECK_EQ(play_read(&reader, broken, n + 5, NULL), AUDE_ERR_AFTER_END);
    CHECK_EQ(play_read(&reader, "", 0, NULL), AUDE_ERR_HEADER);
}

/* The lines for tables of one's own, each wrong in its own way. */
TEST(broken_extras_are_named)
{
    plain_record();
    expect("first 1", "first 1\ntiles-only moon", AUDE_ERR_SET_MISSING);
    expect("first 1", "first 1\nrules-only tower\nrules-only tower", AUDE_ERR_TWICE);
    expect("first 1", "first 1\ncopies moon 2", AUDE_ERR_SET_MISSING);
    expect("first 1", "first 1\ncopies base", AUDE_ERR_WORD);
    expect("first 1", "first 1\ncopies base 2\ncopies base 2", AUDE_ERR_TWICE);
    expect("first 1", "first 1\ncopies base 9", AUDE_ERR_TOO_MANY_TILES);
    expect("first 1", "first 1\nfigures knight 2", AUDE_ERR_WORD);
    expect("first 1", "first 1\nfigures small many", AUDE_ERR_FIGURES);
    expect("first 1", "first 1\nfigures small 41", AUDE_ERR_FIGURES);
    expect("first 1", "first 1\nfigures small 9\nfigures small 9", AUDE_ERR_TWICE);
    expect("first 1", "first 1\ndraws 0", AUDE_ERR_WORD);
    expect("first 1", "first 1\ndraws 5\ndraws 5", AUDE_ERR_TWICE);
    expect("first 1", "first 1\nstart base/city 0,0", AUDE_ERR_START);
    expect("first 1", "first 1\nstart base/city 0,0 45", AUDE_ERR_ROTATION);
    expect("first 1", "first 1\nstart base/city 99,0 0", AUDE_ERR_START);
    expect("first 1", "first 1\nstart base/city 0,0 0\nstart base/city 0,1 0",
           AUDE_ERR_START);
    expect("switch river OFF", "start base/city 0,0 0\nswitch river RIVER_I",
           AUDE_ERR_START);
    expect("first 1", "first 1\nrules-only base", AUDE_ERR_START);
}

TEST(an_open_record_says_so)
{
    static struct aude_event list[AUDE_EVENTS_MAX];
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    struct aude_head head = {.name = {"A", "B"}};

    aude_setup_preset(&head.setup, AUDE_PRESET_DEVIR_ES);
    size_t n = aude_record_head(&head, true, text, sizeof text);
    aude_game_init(&game, &head.setup, &events);
    n += aude_record_step(&game, "", &events, text + n, sizeof text - n);
    n += aude_record_end(&game, text + n, sizeof text - n);
    CHECK_EQ(play_read(&reader, text, n, NULL), AUDE_ERR_OK);
    CHECK(!reader.finished);
    expect("\nopen ", "\nend ", AUDE_ERR_UNFINISHED);
}

/* Windows line ends, comments, blank lines and tabs are the reader's to forgive. */
TEST(comments_and_line_ends_are_forgiven)
{
    plain_record();
    expect("aude 1\n", "aude 1  # a record\r\n\n   \t\n# more\n", AUDE_ERR_OK);
    expect("\nplay\n", "\r\nplay\t\r\n", AUDE_ERR_OK);
    expect(" lay ", "   lay ", AUDE_ERR_OK);
}

/* Take the lines of some switches out of the record's text. */
static size_t without_switches(size_t n, unsigned from, unsigned to)
{
    for (unsigned sw = from; sw < to; sw++) {
        char line[64];
        snprintf(line, sizeof line, "switch %s ", aude_switch_name(sw));
        char *at = strstr(text, line);
        CHECK(at != NULL);
        if (!at) return n;
        size_t length = strcspn(at, "\n") + 1;
        memmove(at, at + length, strlen(at + length) + 1);
        n -= length;
    }
    return n;
}

/* A preset that reads something new does not change what was played before there was a choice:
 * a record that lists every switch of its time has the others at their first value. A setup
 * that names a few leaves the rest to the preset. */
TEST(an_old_record_keeps_its_readings)
{
    struct aude_head head = {.name = {"A", "B"}};

    aude_setup_preset(&head.setup, AUDE_PRESET_BIGBOX_RO);
    for (unsigned last = AUDE_SWITCH_PIG_HERD; last <= AUDE_SWITCH_COC_EXPOSED; last++) {
        size_t n = aude_record_head(&head, true, text, sizeof text);
        n = without_switches(n, last + 1, AUDE_SWITCHES);
        CHECK_EQ(play_read(&reader, text, n, NULL), AUDE_ERR_TRUNCATED);
        CHECK_EQ(reader.head.setup.sw[AUDE_SWITCH_BARN_TIMING], AUDE_BARN_WITH_SCORING);
        CHECK_EQ(reader.head.setup.sw[AUDE_SWITCH_CULT_LIMIT], AUDE_CULT_BOTH_TILES);
        CHECK_EQ(reader.head.setup.sw[AUDE_SWITCH_PORTAL_JUST_COMPLETED],
                 AUDE_PORTAL_NEVER); /* as it says itself */
    }
    size_t n = aude_record_head(&head, true, text, sizeof text);
    CHECK_EQ(play_read(&reader, text, n, NULL), AUDE_ERR_TRUNCATED);
    CHECK(!memcmp(reader.head.setup.sw, head.setup.sw, AUDE_SWITCHES));
    n = without_switches(n, 1, AUDE_SWITCHES);
    CHECK_EQ(play_read(&reader, text, n, NULL), AUDE_ERR_TRUNCATED);
    CHECK(!memcmp(reader.head.setup.sw, head.setup.sw, AUDE_SWITCHES));
}

/* The commitment depends on the seed and on every tile of the order. */
TEST(a_commitment_text_tells_seed_and_order)
{
    struct aude_setup setup;
    int tiles = 0;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.seed = (struct aude_seed){.hi = 0xfedc, .lo = 5};
    CHECK(aude_commit_text(&setup, text, sizeof text) < sizeof text);
    CHECK(strstr(text, "seed 000000000000fedc0000000000000005\n") != NULL);
    for (char *p = text; (p = strstr(p, "base/")); p++) tiles++;
    CHECK_EQ(tiles, 71);
    setup.seed.lo = 6;
    aude_commit_text(&setup, broken, sizeof broken);
    CHECK(strcmp(text, broken) != 0);
    setup.n_seats = 9;
    CHECK_EQ(aude_commit_text(&setup, broken, sizeof broken), 0);
}
