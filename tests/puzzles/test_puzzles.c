/* test_puzzles.c -- the file of puzzles, those that are shipped, what is said of a turn, and the finder. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/puzzles.h"
#include "test.h"

static const char path[] = "data/puzzles/puzzles.txt";
static struct puzzle_room room;

static char *tilec_read_file(size_t *n)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;

    *n = 0;
    if (!CHECK(file != NULL)) return NULL;
    text = calloc(1, 4u << 20);
    if (CHECK(text != NULL)) *n = fread(text, 1, (4u << 20) - 1, file);
    fclose(file);
    return text;
}

/* -- The reader ------------------------------------------------------------------------- */

#define HEAD "aude-puzzles 1\ngame rules grow; seats 2; first 0\nplay 1 2 3\n"
#define GOOD HEAD "puzzle 0123abcd 3 4 close,home\nbest 5.5 0.25 64 lay 1,0 90; pass\n"

static void refuses(const char *text, int line, const char *words)
{
    struct puzzles_reader reader;
    struct puzzle puzzle;

    puzzle_read_begin(&reader, text, strlen(text));
    while (puzzle_read_next(&reader, &puzzle)) continue;
    if (!CHECK(reader.trouble != NULL)) {
        FAIL("taken: %s", text);
        return;
    }
    if (!strstr(reader.trouble, words)) FAIL("\"%s\" for: %s", reader.trouble, text);
    CHECK_EQ(reader.line, line);
}

TEST(a_damaged_file_is_refused_with_its_line)
{
    refuses("", 1, "begin");
    refuses("game rules grow\n", 1, "begin");
    refuses("puzzle 0123abcd 3 4 close\n", 1, "begin");
    refuses("aude-puzzles one\n", 1, "no number");
    refuses("aude-puzzles 2\n", 1, "later version");
    refuses("aude-puzzles 1\ngame\n", 2, "ends after");
    refuses("aude-puzzles 1\nodd words\n", 2, "no word");
    refuses("aude-puzzles 1\npuzzle 0123abcd 3 4 close\n", 2, "no game");
    refuses("aude-puzzles 1\ngame rules grow\npuzzle 0123abcd 3 4 close\n", 3, "no game");
    refuses(HEAD "puzzle 0123abc 3 4 close\n", 4, "its name");
    refuses(HEAD "puzzle 0123ABCD 3 4 close\n", 4, "its name");
    refuses(HEAD "puzzle 0123abcd x 4 close\n", 4, "its name");
    refuses(HEAD "puzzle 0123abcd 3 8 close\n", 4, "its name");
    refuses(HEAD "puzzle 0123abcd 3 4 close more\n", 4, "its name");
    refuses(HEAD "puzzle 0123abcd 3 4 close\n", 4, "no best turn");
    refuses(HEAD "puzzle 0123abcd 3 4 close\nnext 1 1 1 pass\n", 5, "comes first");
    refuses(GOOD "best 5 0 3 pass\n", 6, "comes first");
    refuses(GOOD "next 5 0\n", 6, "a turn is");
    refuses(GOOD "next 5 -1 3 pass\n", 6, "a turn is");
    refuses(GOOD "next 5 0 101 pass\n", 6, "a turn is");
    refuses(GOOD "next 5..1 0 3 pass\n", 6, "a turn is");
    refuses(GOOD "next 6 0 3 pass\n", 6, "more than the best");
    refuses(GOOD "next 5 0 3 pass\nnext 5 0 3 pass\nnext 5 0 3 pass\nnext 5 0 3 pass\n"
                 "next 5 0 3 pass\nnext 5 0 3 pass\nnext 5 0 3 pass\nnext 5 0 3 pass\n"
                 "next 5 0 3 pass\nnext 5 0 3 pass\n",
            15, "more turns");
}

TEST(a_whole_file_is_read)
{
    struct puzzles_reader reader;
    struct puzzle puzzle;
    const char *text = "# a remark\r\n\n" GOOD "next -1.25 0.5 - lay 1,0 0; pass\r\n" HEAD
                       "puzzle ffffffff 1 7\nbest 0 0 - pass";

    puzzle_read_begin(&reader, text, strlen(text));
    CHECK(puzzle_read_next(&reader, &puzzle));
    CHECK_STR(puzzle.id, "0123abcd");
    CHECK_EQ(puzzle.at, 3);
    CHECK_EQ(puzzle.grade, 4);
    CHECK_EQ(puzzle.n, 2);
    CHECK(puzzle_read_has_tag(&puzzle, "close") && puzzle_read_has_tag(&puzzle, "home"));
    CHECK(!puzzle_read_has_tag(&puzzle, "clos"));
    CHECK_EQ(puzzle.choice[0].lead * 100, 550);
    CHECK_EQ(puzzle.choice[0].error * 100, 25);
    CHECK_EQ(puzzle.choice[0].win * 100, 64);
    CHECK_EQ(puzzle.choice[1].lead * 100, -125);
    CHECK(puzzle.choice[1].win < 0);
    CHECK_EQ(puzzle.choice[1].words.n, strlen("lay 1,0 0; pass"));
    CHECK(puzzle_read_next(&reader, &puzzle));
    CHECK_STR(puzzle.id, "ffffffff");
    CHECK_EQ(puzzle.tags.n, 0);
    CHECK(!puzzle_read_next(&reader, &puzzle));
    CHECK(reader.trouble == NULL);
}

/* -- The puzzles that are shipped ------------------------------------------------------- */

struct counts {
    int all, base, exact, of_set[AUDE_SETS], grade[PUZZLE_GRADES + 1];
};

static void check_turns(const struct puzzle *puzzle, const struct aude_game *view)
{
    for (int i = 0; i < puzzle->n; i++) {
        struct ai_line line;
        if (!CHECK(puzzle_position_line(view, puzzle->choice[i].words, &line)))
            FAIL("line %d: turn %d cannot be played", puzzle->line, i + 1);
        CHECK(!i || puzzle->choice[i].lead < puzzle->choice[0].lead);
    }
}

static void check_tags(const struct puzzle *puzzle, const struct aude_game *view)
{
    struct ai_line best;
    char tags[PUZZLE_TAGS_MAX];

    if (!puzzle_position_line(view, puzzle->choice[0].words, &best)) return;
    puzzle_facts_tags(view, &best, puzzle_read_has_tag(puzzle, "exact"), tags,
                      sizeof tags);
    if (strlen(tags) != puzzle->tags.n ||
        memcmp(tags, puzzle->tags.at, puzzle->tags.n) != 0)
        FAIL("line %d: the tags are %s", puzzle->line, tags);
}

static void check_record(const struct puzzle *puzzle)
{
    static char record[1 << 18];
    static struct aude_reader reader;
    uint64_t hash = aude_game_hash(&room.reader.game);
    size_t n = puzzle_position_record(puzzle, &room, record, sizeof record), at = 0;

    CHECK(n && n < sizeof record);
    aude_reader_init(&reader);
    while (at < n) {
        size_t length = strcspn(record + at, "\n");
        if (!CHECK_EQ(aude_reader_line(&reader, record + at, length, NULL), AUDE_ERR_OK))
            return;
        at += length + 1;
    }
    CHECK_EQ(aude_reader_end(&reader), AUDE_ERR_OK);
    CHECK_EQ(aude_game_hash(&reader.game), hash);
    CHECK(!reader.finished && reader.game.hidden);
}

static void count(struct counts *counts, const struct puzzle *puzzle)
{
    aude_sets sets = puzzle_position_sets(puzzle);

    counts->all++;
    counts->base += sets == 1u << AUDE_SET_BASE;
    counts->exact += puzzle_read_has_tag(puzzle, "exact");
    counts->grade[puzzle->grade]++;
    for (unsigned set = 0; set < AUDE_SETS; set++)
        counts->of_set[set] += (int)(sets >> set & 1);
}

static void check_shipped(const char *text, size_t n, struct counts *counts)
{
    struct puzzles_reader reader;
    struct puzzle puzzle;

    puzzle_read_begin(&reader, text, n);
    while (puzzle_read_next(&reader, &puzzle)) {
        const char *trouble = puzzle_position(&puzzle, &room);
        if (trouble) {
            FAIL("line %d: puzzle %s: %s", puzzle.line, puzzle.id, trouble);
            continue;
        }
        CHECK(puzzle.grade > 1 && puzzle.n > 3);
        CHECK(puzzle.choice[0].lead - puzzle.choice[1].lead > 0.9);
        CHECK_EQ(puzzle.choice[0].win < 0, puzzle_read_has_tag(&puzzle, "exact"));
        CHECK(!puzzle_find_is_wide(&room.reader.game));
        check_turns(&puzzle, &room.reader.game);
        check_tags(&puzzle, &room.reader.game);
        if (counts->all % 8 == 0) check_record(&puzzle);
        count(counts, &puzzle);
    }
    if (reader.trouble) FAIL("line %d: %s", reader.line, reader.trouble);
}

/* Every name once: it is what an address and the progress on a device know a puzzle by. */
static void check_names(const char *text, size_t n)
{
    struct puzzles_reader reader, other;
    struct puzzle puzzle, later;

    puzzle_read_begin(&reader, text, n);
    while (puzzle_read_next(&reader, &puzzle)) {
        other = reader;
        while (puzzle_read_next(&other, &later))
            if (!strcmp(puzzle.id, later.id))
                FAIL("line %d: %s comes again", later.line, later.id);
    }
}

/* With AUDE_WRITE_GOLDEN the tags are written anew: after a change of what counts as which theme. */
static void write_tags(const char *text, size_t n)
{
    struct puzzles_reader reader;
    struct puzzle puzzle;
    const char *from = text;
    FILE *file = fopen(path, "wb");

    if (!CHECK(file != NULL)) return;
    puzzle_read_begin(&reader, text, n);
    while (puzzle_read_next(&reader, &puzzle)) {
        struct ai_line best;
        char tags[PUZZLE_TAGS_MAX];
        if (puzzle_position(&puzzle, &room)) continue;
        if (!puzzle_position_line(&room.reader.game, puzzle.choice[0].words, &best))
            continue;
        puzzle_facts_tags(&room.reader.game, &best, puzzle_read_has_tag(&puzzle, "exact"),
                          tags, sizeof tags);
        fwrite(from, 1, (size_t)(puzzle.tags.at - from), file);
        fputs(tags, file);
        from = puzzle.tags.at + puzzle.tags.n;
    }
    fwrite(from, 1, (size_t)(text + n - from), file);
    fclose(file);
}

TEST(every_shipped_puzzle_can_be_played_and_is_what_it_says)
{
    struct counts counts = {0};
    size_t n;
    char *text = tilec_read_file(&n);

    if (text && getenv("AUDE_WRITE_GOLDEN")) {
        write_tags(text, n);
        free(text);
        text = tilec_read_file(&n);
    }
    if (!text) return;
    check_shipped(text, n, &counts);
    check_names(text, n);
    CHECK(counts.all >= 400);
    CHECK(counts.base >= 200);
    CHECK(counts.exact >= 60);
    for (unsigned set = 0; set < AUDE_SETS; set++)
        if (!CHECK(counts.of_set[set] >= 5))
            FAIL("only %d with %s", counts.of_set[set], aude_set_name(set));
    for (int grade = 2; grade <= PUZZLE_GRADES; grade++) CHECK(counts.grade[grade] > 5);
    free(text);
}

/* -- What is said of a turn ------------------------------------------------------------- */

/* A hidden game on a start layout, played by words; draws are told. */
static void begin(struct aude_game *game, const char *lines, const char *words)
{
    static struct aude_reader reader;
    const char *one;
    size_t at = 0, n;

    aude_reader_init(&reader);
    CHECK_EQ(aude_reader_line(&reader, "aude 1", 6, NULL), AUDE_ERR_OK);
    while (aude_record_statement(lines, strlen(lines), &at, &one, &n))
        CHECK_EQ(aude_reader_line(&reader, one, n, NULL), AUDE_ERR_OK);
    reader.head.setup.hidden = 1;
    CHECK_EQ(aude_game_init(game, &reader.head.setup, NULL), AUDE_ERR_OK);
    for (at = 0; aude_record_statement(words, strlen(words), &at, &one, &n);) {
        char text[128];
        struct aude_action action;
        snprintf(text, sizeof text, "%.*s", (int)n, one);
        if (!strncmp(text, "draw ", 5))
            action = (struct aude_action){.kind = AUDE_TELL,
                                          .arg = (uint8_t)aude_tile_find(text + 5)};
        else if (aude_action_parse(game, text, &action))
            FAIL("not understood: %s", text);
        if (aude_game_play(game, action, NULL)) FAIL("not possible: %s", text);
    }
}

static const char cities[] =
    "rules grow; seats 2; first 0; start base/monastery 0,1 0; seed hidden";
/* Red's city looks east, blue's north, both to 1,0. */
static const char two_cities[] = "draw base/city; lay 0,0 90; put small city E; "
                                 "draw base/city; lay 1,1 0; put small city N; ";

static int facts_of(const struct aude_game *game, const char *words,
                    struct puzzle_fact *out)
{
    struct ai_line line;

    if (!CHECK(puzzle_position_line(game, (struct puzzle_text){words, strlen(words)},
                                    &line)))
        return 0;
    return puzzle_facts(game, &line, out);
}

static const struct puzzle_fact *find_fact(const struct puzzle_fact *fact, int n,
                                           unsigned kind)
{
    for (int i = 0; i < n; i++)
        if (fact[i].kind == kind) return &fact[i];
    return NULL;
}

TEST(a_city_that_is_joined_is_shared)
{
    static struct aude_game game;
    struct puzzle_fact fact[PUZZLE_FACTS_MAX];
    char words[256];

    snprintf(words, sizeof words, "%sdraw base/city3", two_cities);
    begin(&game, cities, words);
    int n = facts_of(&game, "lay 1,0 180; pass", fact); /* open to the east */
    const struct puzzle_fact *shares = find_fact(fact, n, PUZZLE_SHARES);
    if (!CHECK(shares != NULL)) return;
    CHECK_EQ(shares->seat, 0);
    CHECK_EQ(shares->other, 1);
    CHECK_EQ(shares->feature, AUDE_CITY);
    CHECK_EQ(shares->points, 3);
    CHECK(!find_fact(fact, n, PUZZLE_SCORES));
    const struct puzzle_fact *fits = find_fact(fact, n, PUZZLE_FITS);
    CHECK(fits == NULL); /* it is not the seat's alone */
}

TEST(a_city_that_is_closed_scores_and_was_shared)
{
    static struct aude_game game;
    struct puzzle_fact fact[PUZZLE_FACTS_MAX];
    struct ai_line line;
    char words[256], tags[PUZZLE_TAGS_MAX];

    snprintf(words, sizeof words, "%sdraw base/city2-corner", two_cities);
    begin(&game, cities, words);
    int n = facts_of(&game, "lay 1,0 270; pass", fact);
    const struct puzzle_fact *scores = find_fact(fact, n, PUZZLE_SCORES);
    if (!CHECK(scores != NULL)) return;
    CHECK_EQ(scores->points, 6);
    CHECK(find_fact(fact, n, PUZZLE_SHARES) != NULL);
    CHECK_EQ(find_fact(fact, n, PUZZLE_HOME)->points, 1);
    const char *turn = "lay 1,0 270; pass";
    CHECK(puzzle_position_line(&game, (struct puzzle_text){turn, strlen(turn)}, &line));
    puzzle_facts_tags(&game, &line, false, tags, sizeof tags);
    CHECK_STR(tags, "close,theft,home");
}

/* Blue's city at 0,1 looks north into the gap at 0,0, which has a city in the north and a field in the west. A road into it
 * from the east, and no tile of the box fits. */
TEST(a_city_is_blocked_when_nothing_fits_its_gap)
{
    static struct aude_game game;
    struct puzzle_fact fact[PUZZLE_FACTS_MAX];

    begin(&game,
          "rules grow; seats 2; first 1; start base/monastery -1,1 0; start "
          "base/monastery -1,0 0; "
          "start base/monastery -1,-1 0; start base/city 0,-1 180; start base/monastery "
          "1,-1 0; "
          "seed hidden",
          "draw base/city; lay 0,1 0; put small city N; draw base/road-curve");
    int n = facts_of(&game, "lay 1,0 0; pass", fact); /* its roads go south and west */
    const struct puzzle_fact *blocks = find_fact(fact, n, PUZZLE_BLOCKS);
    if (!CHECK(blocks != NULL)) return;
    CHECK_EQ(blocks->other, 1);
    CHECK_EQ(blocks->feature, AUDE_CITY);
    CHECK_EQ(blocks->x, 0);
    CHECK_EQ(blocks->y, 1);
    n = facts_of(&game, "lay 1,0 270; pass",
                 fact); /* east and south: a field to the gap */
    CHECK(!find_fact(fact, n, PUZZLE_BLOCKS));
}

TEST(a_claim_is_worth_what_lies_there)
{
    static struct aude_game game;
    struct puzzle_fact fact[PUZZLE_FACTS_MAX];

    begin(&game, cities, "draw base/city");
    int n = facts_of(&game, "lay 0,0 90; put small city E", fact);
    const struct puzzle_fact *claims = find_fact(fact, n, PUZZLE_CLAIMS);
    if (!CHECK(claims != NULL)) return;
    CHECK_EQ(claims->feature, AUDE_CITY);
    CHECK_EQ(claims->points, 1);
    const struct puzzle_fact *fits = find_fact(fact, n, PUZZLE_FITS);
    if (!CHECK(fits != NULL)) return;
    CHECK_EQ(fits->x, 1);
    CHECK_EQ(fits->y, 0);
    CHECK(fits->points > 0 && fits->points < fits->of);
}

TEST(tiles_that_fit_a_gap_and_leave_it_open_do_not_complete_it)
{
    static struct aude_game game;
    struct puzzle_fact fact[PUZZLE_FACTS_MAX];
    int fitting = 0;

    begin(&game, cities, "draw base/city");
    int n = facts_of(&game, "lay 0,0 90; put small city E", fact);
    const struct puzzle_fact *fits = find_fact(fact, n, PUZZLE_FITS);
    if (!CHECK(fits != NULL)) return;
    begin(&game, cities, "draw base/city; lay 0,0 90; put small city E");
    for (int kind = 0; kind < aude_tiles_count; kind++)
        if (aude_game_fits(&game, (aude_kind)kind, 1, 0))
            fitting += aude_game_left(&game, (aude_kind)kind);
    CHECK(fits->points < fitting); /* cities that go on fit, too */
    CHECK_EQ(fits->of, aude_game_left_total(&game));
}

TEST(a_quiet_turn_has_facts_too)
{
    static struct aude_game game;
    struct puzzle_fact fact[PUZZLE_FACTS_MAX];
    char words[256];

    snprintf(words, sizeof words, "%sdraw base/city3", two_cities);
    begin(&game, cities, words);
    int n = facts_of(&game, "lay 0,-1 0; pass", fact); /* away from both cities */
    const struct puzzle_fact *keeps = find_fact(fact, n, PUZZLE_KEEPS);
    if (!CHECK(keeps != NULL)) return;
    CHECK_EQ(keeps->points, 6);
    const struct puzzle_fact *counts = find_fact(fact, n, PUZZLE_COUNTS);
    if (!CHECK(counts != NULL)) return;
    CHECK_EQ(counts->points, 1); /* a city of one tile each */
    CHECK_EQ(counts->other, 1);
    CHECK_EQ(counts->of, 1);
    n = facts_of(&game, "lay 0,-1 0; put small city N E W", fact);
    CHECK(!find_fact(fact, n, PUZZLE_KEEPS));
}

TEST(a_feature_that_grows_says_what_it_was_worth)
{
    static struct aude_game game;
    struct puzzle_fact fact[PUZZLE_FACTS_MAX];
    static const char own[] = "draw base/city; lay 0,0 90; put small city E; "
                              "draw base/city; lay 0,2 180; pass; draw base/city3";

    begin(&game, cities, own);
    int n = facts_of(&game, "lay 1,0 180; pass", fact);
    const struct puzzle_fact *grows = find_fact(fact, n, PUZZLE_GROWS);
    if (!CHECK(grows != NULL)) return;
    CHECK_EQ(grows->feature, AUDE_CITY);
    CHECK_EQ(grows->of, 1);
    CHECK_EQ(grows->points, 2);
    CHECK_EQ(grows->x, 1);
    CHECK(!find_fact(fact, n, PUZZLE_FEEDS));
    game.turn.seat = game.turn.actor = 1; /* the same tile in the rival's hand */
    n = facts_of(&game, "lay 1,0 180; pass", fact);
    CHECK(!find_fact(fact, n, PUZZLE_GROWS));
    const struct puzzle_fact *feeds = find_fact(fact, n, PUZZLE_FEEDS);
    if (!CHECK(feeds != NULL)) return;
    CHECK_EQ(feeds->other, 0);
    CHECK_EQ(feeds->points, 2);
}

/* Blue's city looks into 0,0; a road beside it, and the cities with a field on that side do not fit any more. */
TEST(a_gap_that_fewer_tiles_fit_is_told)
{
    static struct aude_game game;
    struct puzzle_fact fact[PUZZLE_FACTS_MAX];
    static const char start[] =
        "rules grow; seats 2; first 1; start base/monastery 1,1 0; seed hidden";

    begin(&game, start,
          "draw base/city; lay 0,1 0; put small city N; draw base/road-curve");
    int n = facts_of(&game, "lay 1,0 90; pass", fact); /* its roads go west and north */
    const struct puzzle_fact *hinders = find_fact(fact, n, PUZZLE_HINDERS);
    if (!CHECK(hinders != NULL)) return;
    CHECK_EQ(hinders->other, 1);
    CHECK_EQ(hinders->feature, AUDE_CITY);
    CHECK_EQ(hinders->x, 0);
    CHECK_EQ(hinders->y, 0);
    CHECK(hinders->points > 0 && hinders->points < hinders->of);
}

/* The gap of the test above, but an abbey fits every hole: nothing is lost while somebody has one. */
TEST(an_abbey_at_hand_keeps_a_gap_alive)
{
    static struct aude_game game;
    struct puzzle_fact fact[PUZZLE_FACTS_MAX];

    begin(&game,
          "rules grow; seats 2; first 1; start base/monastery -1,1 0; start "
          "base/monastery -1,0 0; "
          "start base/monastery -1,-1 0; start base/city 0,-1 180; start base/monastery "
          "1,-1 0; "
          "seed hidden",
          "draw base/city; lay 0,1 0; put small city N; draw base/road-curve");
    game.sets |=
        1u << AUDE_SET_ABBEY; /* copies hold nothing of a set that is not in play */
    game.abbeys.left[0] = 1;
    int n = facts_of(&game, "lay 1,0 0; pass", fact);
    CHECK(n > 0 && !find_fact(fact, n, PUZZLE_BLOCKS));
}

/* -- The finder ------------------------------------------------------------------------- */

/* The first shipped puzzle that has the tag or, with NULL, none. */
static bool first_with(const char *text, size_t n, const char *tag, struct puzzle *out)
{
    struct puzzles_reader reader;

    puzzle_read_begin(&reader, text, n);
    while (puzzle_read_next(&reader, out))
        if (puzzle_read_has_tag(out, "exact") == (tag != NULL)) return true;
    return false;
}

TEST(the_last_tiles_are_solved_as_often_as_asked)
{
    struct puzzle puzzle;
    struct puzzle_proof one, two;
    size_t n;
    char *text = tilec_read_file(&n);
    struct puzzle_demand demand = puzzle_usual;

    demand.margin = 1;
    if (!text || !CHECK(first_with(text, n, "exact", &puzzle))) return;
    CHECK(puzzle_position(&puzzle, &room) == NULL);
    CHECK(puzzle_find_prove(&room.reader.game, &demand, 1, &one));
    CHECK(puzzle_find_prove(&room.reader.game, &demand, 2, &two));
    CHECK(one.exact && two.exact);
    CHECK_EQ(one.line[0].lead * 10, puzzle.choice[0].lead * 10);
    for (int i = 0; i < one.n && i < two.n; i++)
        CHECK_EQ(one.line[i].lead * 1000, two.line[i].lead * 1000);
    free(text);
}

TEST(the_same_seed_proves_the_same)
{
    struct puzzle puzzle;
    struct puzzle_proof one, two;
    size_t n;
    char *text = tilec_read_file(&n);

    if (!text || !CHECK(first_with(text, n, NULL, &puzzle))) return;
    CHECK(puzzle_position(&puzzle, &room) == NULL);
    uint64_t seed = 1; /* not every seed looks at every position twice */
    while (seed < 20 && !puzzle_find_prove(&room.reader.game, &puzzle_usual, seed, &one))
        seed++;
    CHECK(seed < 20);
    CHECK(puzzle_find_prove(&room.reader.game, &puzzle_usual, seed, &two));
    CHECK_EQ(one.n, two.n);
    for (int i = 0; i < one.n; i++) {
        CHECK(!memcmp(one.line[i].action, two.line[i].action, sizeof one.line[i].action));
        CHECK(one.line[i].lead == two.line[i].lead &&
              one.line[i].error == two.line[i].error);
    }
    free(text);
}

/* A planted wrong answer: the second turn is said to be the best. */
TEST(a_wrong_answer_does_not_hold)
{
    struct ai_limits limits = {.playouts = 4000};
    struct puzzle puzzle;
    size_t n;
    char *text = tilec_read_file(&n);

    if (!text || !CHECK(first_with(text, n, NULL, &puzzle))) return;
    CHECK(puzzle_position(&puzzle, &room) == NULL);
    CHECK(puzzle_find_holds(&puzzle, &room.reader.game, &limits, 1));
    puzzle.choice[0].words = puzzle.choice[1].words;
    CHECK(!puzzle_find_holds(&puzzle, &room.reader.game, &limits, 1));
    CHECK(first_with(text, n, "exact", &puzzle));
    CHECK(puzzle_position(&puzzle, &room) == NULL);
    CHECK(puzzle_find_holds(&puzzle, &room.reader.game, &limits, 1));
    puzzle.choice[0].words = puzzle.choice[1].words;
    CHECK(!puzzle_find_holds(&puzzle, &room.reader.game, &limits, 1));
    free(text);
}
