/* test_cards.c -- every rule card of tests/rules, and the cards' own mistakes. */
#include "cards.h"
#include "test.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One test a file; a file that is missing here is found by all_files_are_run. */
#define CARD_FILES(X)                                                                    \
    X(setup)                                                                             \
    X(turn)                                                                              \
    X(features)                                                                          \
    X(followers)                                                                         \
    X(scoring)                                                                           \
    X(end)                                                                               \
    X(rulings)                                                                           \
    X(editions)                                                                          \
    X(farms)                                                                             \
    X(river)                                                                             \
    X(abbot)                                                                             \
    X(inns)                                                                              \
    X(traders)                                                                           \
    X(dragon)                                                                            \
    X(tower)                                                                             \
    X(abbey)                                                                             \
    X(king)                                                                              \
    X(cult)                                                                              \
    X(river2)                                                                            \
    X(parts)                                                                             \
    X(count)                                                                             \
    X(interactions)                                                                      \
    X(catapult)                                                                          \
    X(readings)

enum { PATH_BYTES = 512 };

static void run_file(const char *name)
{
    struct cards_report report = {0};
    char folder[PATH_BYTES], path[PATH_BYTES + 64];

    cards_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/%s.t", folder, name);
    cards_run(path, &report, stderr);
    CHECK(report.cards > 0);
    CHECK(report.expectations >= report.cards - report.gaps);
    CHECK_EQ(report.failed, 0);
}

#define X(name)                                                                          \
    TEST(name)                                                                           \
    {                                                                                    \
        run_file(#name);                                                                 \
    }
CARD_FILES(X)
#undef X

#ifdef AUDE_TINY_SET
TEST(milestones)
{
    run_file("../tiny/milestones");
}
#endif

static bool is_listed(const char *file)
{
#define X(name) #name ".t",
    static const char *const files[] = {CARD_FILES(X)};
#undef X

    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (!strcmp(files[i], file)) return true;
    return false;
}

TEST(all_files_are_run)
{
    char folder[PATH_BYTES];

    cards_folder(folder, sizeof folder);
    DIR *dir = opendir(folder);
    CHECK(dir != NULL);
    if (!dir) return;
    for (struct dirent *entry; (entry = readdir(dir));) {
        size_t n = strlen(entry->d_name);
        bool card = n > 2 && !strcmp(entry->d_name + n - 2, ".t");
        if (card && !is_listed(entry->d_name))
            FAIL("%s is not listed in CARD_FILES", entry->d_name);
    }
    closedir(dir);
}

/* -- Cards that must fail ------------------------------------------------------------ */

/* Run one card from a file of its own; what was told goes to `said`. */
static void run_text(const char *text, struct cards_report *report, char *said,
                     size_t size)
{
    char path[] = "/tmp/aude-card-XXXXXX";
    int fd = mkstemp(path);
    FILE *card = fd >= 0 ? fdopen(fd, "w") : NULL;
    FILE *log = tmpfile();

    *report = (struct cards_report){0};
    *said = 0;
    CHECK(card && log);
    if (!card || !log) return;
    fputs(text, card);
    fclose(card);
    cards_run(path, report, log);
    rewind(log);
    said[fread(said, 1, size - 1, log)] = 0;
    fclose(log);
    unlink(path);
}

/* The card does not hold, and the line that says so has `line` and `words`. */
static void must_fail(const char *text, int line, const char *words)
{
    struct cards_report report;
    char said[1024], number[16];

    run_text(text, &report, said, sizeof said);
    snprintf(number, sizeof number, ":%d: ", line);
    CHECK_EQ(report.failed, 1);
    if (!strstr(said, number) || !strstr(said, words))
        FAIL("\"%s\" and \"%s\" are not in: %s", number, words, said);
}

TEST(a_card_tells_its_own_mistakes)
{
    must_fail("% t [X]\njump over\n", 2, "\"jump\" is no word of a card");
    must_fail("% t [X]\nred: Z 0,-1 180\n", 2, "no tile of this game is called \"Z\"");
    must_fail("% t [X]\nred: lake 1,0 0\n", 2, "no tile of this game is called \"lake\"");
    must_fail("% t [X]\nred: E north 180\n", 2, "a tile is laid at a cell");
    must_fail("% t [X]\nred: E 0,-1 45\n", 2, "\"45\" is no turn");
    must_fail("% t [X]\nblue: E 0,-1 180\n", 2, "it is not blue's turn but red's");
    must_fail("% t [X]\ngreen: E 0,-1 180\n", 2, "nobody called \"green\" plays here");
    must_fail("% t [X]\nred: L 1,0 0 thief\n", 2, "more than one such road");
    must_fail("% t [X]\nred: E 0,-1 180 ...\nblue: V 0,1 0\n", 3, "not blue's turn");
    must_fail("% t [X]\nrules chess\n", 2, "rules needs a preset");
    must_fail("% t [X]\nswitch weather SUN\n", 2, "there is no switch weather");
    must_fail("% t [X]\nswitch small_city HUGE\n", 2, "small_city has no value HUGE");
    must_fail("% t [X]\nred: E 0,-1 180\nplayers red blue\n", 3, "before the first turn");
    must_fail("% t [X]\ntable E 0,0\nred draws U\n", 2, "table needs a tile, a cell");
    must_fail("% t [X]\ntiles moon\n", 2, "there is no set moon");
    must_fail("% t [X]\ngoods red salt 1\n", 2, "goods: player, then kind and number");
    must_fail("% t [X]\npart two\n", 2, "part 1 or part 2?");
    must_fail("% t [X]\nred: step up\n", 2, "a step goes N, E, S or W");
    must_fail("% t [X]\nred: tower north\n", 2, "tower needs a cell");
    must_fail("% t [X]\nred: swap men\n", 2, "swap large, or ransom large from blue");
    must_fail("% t [X]\nred: ransom small\n", 2, "swap large, or ransom large from blue");
    must_fail("% t [X]\nred: capture blue\n", 2, "a figure on the map is");
    must_fail("% t [X]\nred: small tower top\n", 2, "the top of a tower is");
    must_fail("% t [X]\ndragon here\n", 2, "dragon 1,0 or dragon nowhere");
    must_fail("% t [X]\nwaiting long\n", 2, "waiting needs a number");
    must_fail("% t [X]\nheight 0,0\n", 2, "height needs a cell and a number");
    must_fail("% t [X]\nholds blue\n", 2, "holds: holder, whose");
    must_fail("% t [X]\nholds blue red men 1\n", 2, "is no figure and number");
    must_fail("% t [X]\nred: abbey here\n", 2, "abbey needs a cell");
    must_fail("% t [X]\nred: barn here\n", 2, "barn needs a cell");
    must_fail("% t [X]\nred: move wagon\n", 2, "a wagon moves so");
    must_fail("% t [X]\nking\n", 2, "king red, or king nobody");
    must_fail("% t [X]\nfigures men 3\n", 2, "figures needs a kind and a number");
    must_fail("% t [X]\nfigures small 999\n", 2, "figures needs a kind and a number");
    must_fail("% t [X]\nred: enter castle\n", 2, "who goes where?");
    must_fail("% t [X]\nred: enter small bakery\n", 2, "\"bakery\" is no quarter");
    must_fail("% t [X]\nred: count\n", 2, "which quarter?");
    must_fail("% t [X]\nred: send small castle\n", 2, "a place is written as cell");
    must_fail("% t [X]\ninside castle red small\n", 2, "inside: a quarter, then player");
    must_fail("% t [X]\ninside castle red men 1\n", 2, "is no figure and number");
    must_fail("% t [X]\ncount\n", 2, "count needs a quarter");
    must_fail("% t\nred: E 0,-1 180\n", 1, "cites no rule");
}

TEST(a_card_that_is_wrong_does_not_hold)
{
    must_fail("% t [X]\nred: E 0,-1 0\n", 2, "is refused: BASE-11");
    must_fail("% t [X]\nred: E 0,-1 180 knight S\nscores red 5 city\n", 3,
              "red should score 5 (city) and got a city: 2 tiles x 2 = 4");
    must_fail("% t [X]\nred: E 0,-1 180 knight S\nscores red 4 city (4 tiles x 1)\n", 3,
              "got a city: 2 tiles x 2 = 4");
    must_fail("% t [X]\nred: E 0,-1 180 knight S\nblue: V 0,1 0\n", 3,
              "red scored 4 (city), which the card does not say");
    must_fail("% t [X]\nred: E 0,-1 180 knight S\nnobody scores\n", 3, "red scored 4");
    must_fail("% t [X]\nred draws E\nrefuse lay 0,-1 180 BASE-11\n", 3, "is offered");
    must_fail("% t [X]\nred draws E\nrefuse lay 0,-1 0 BASE-10\n", 3,
              "refused by BASE-11 (a side does not match its neighbour), not by BASE-10");
    must_fail("% t [X]\nred: E 0,-1 180 ...\noffers only pass\n", 3, "is offered too");
    must_fail("% t [X]\nred: E 0,-1 180 ...\noffers thief\n", 3, "is not offered");
    must_fail("% t [X]\npoints red 1\n", 2, "points of red: expected 1, got 0");
    must_fail("% t [X]\nfinal red 1\n", 2, "final points of red: expected 1, got 0");
    must_fail("% t [X]\nsupply red 8\n", 2, "expected 8, got 7");
    must_fail("% t [X]\nleft 3\n", 2, "70 are left, not 3");
    must_fail("% t [X]\nover\n", 2, "the game goes on");
    must_fail("% t [X]\nwinners red\n", 2, "the winners are others");
    must_fail("% t [X]\nfits C nowhere\n", 2, "fits in 1 cells");
    must_fail("% t [X]\nremoved C\nred: C 0,-1 0\n", 2,
              "the game does not start: BASE-5");
    must_fail("% t [X]\nred: U 1,0 0\napart 0,0 road E from 1,0 road W\n", 3,
              "one feature");
    must_fail("% t [X]\nfeature 0,0 city N: tiles 2\n", 2, "tiles: expected 2, got 1");
    must_fail("% t [X]\nfeature 0,0 city N: complete\n", 2, "it is not complete");
    must_fail("% t [X]\nlarge red 1\n", 2, "expected 1, got 0");
    must_fail("% t [X]\nbuilders red 1\n", 2, "expected 1, got 0");
    must_fail("% t [X]\npigs red 1\n", 2, "expected 1, got 0");
    must_fail("% t [X]\ngoods red wine 1\n", 2, "wine of red: expected 1, got 0");
    must_fail("% t [X]\nred: E 0,-1 180\nearns red\n", 3, "red did not earn");
    must_fail("% t [X]\npart 2\n", 2, "this is part 1");
    must_fail("% t [X]\nred: second\n", 2, "\"second\" is refused: BASE-7");
    must_fail("% t [X]\nfigures small 3\nsupply red 7\n", 3, "expected 7, got 3");
    must_fail("% t [X]\nplayers 9\n", 3, "the game does not start: BASE-1");
    must_fail("% t [X]\nrefuse start BASE-1\n", 2,
              "the game starts, which BASE-1 forbids");
}

TEST(a_card_of_an_expansion_that_is_wrong_does_not_hold)
{
    must_fail("% t [X]\nexpansion princess-dragon\ndragon 0,0\n", 3, "is not on the map");
    must_fail("% t [X]\nexpansion princess-dragon\nred: field-volcano 0,1 0\n"
              "dragon nowhere\n",
              4, "the dragon is on the map");
    must_fail("% t [X]\nexpansion princess-dragon\nred: field-volcano 0,1 0\n"
              "dragon 0,0\n",
              4, "the dragon is at 0,1");
    must_fail("% t [X]\nexpansion princess-dragon\nwaiting 1\n", 3, "0 tiles lie aside");
    must_fail("% t [X]\nexpansion princess-dragon\ndeal U\naside U\n", 4,
              "was not laid aside");
    must_fail("% t [X]\nexpansion princess-dragon\nred: U 1,0 0\nwalk N\n", 4,
              "\"step N\" is refused: BASE-7");
    must_fail("% t [X]\nexpansion tower\npieces red 9\n", 3, "expected 9, got 10");
    must_fail("% t [X]\nexpansion tower\nheight 0,0 1\n", 3, "the tower is 0 high");
    must_fail("% t [X]\nexpansion tower\nholds blue red small 1\n", 3,
              "blue holds 0 small of red, not 1");
    must_fail("% t [X]\nexpansion tower\nstands red 0,0 tower\n", 3,
              "no figure of red stands on that tower");
    must_fail("% t [X]\nexpansion abbey-mayor\nwagons red 0\n", 3, "expected 0, got 1");
    must_fail("% t [X]\nexpansion abbey-mayor\nmayors red 0\n", 3, "expected 0, got 1");
    must_fail("% t [X]\nexpansion abbey-mayor\nbarns red 0\n", 3, "expected 0, got 1");
    must_fail("% t [X]\nexpansion abbey-mayor\nabbeys red 0\n", 3, "expected 0, got 1");
    must_fail("% t [X]\nexpansion abbey-mayor\nred: abbey 0,1\n", 3,
              "\"abbey 0,1\" is refused");
    must_fail("% t [X]\nexpansion king-robber\nking red\n", 3, "nobody has it, not red");
    must_fail("% t [X]\nexpansion king-robber\nred: E 0,-1 180\nking nobody\n", 4,
              "red has it, not nobody");
    must_fail("% t [X]\nexpansion count\ncount market\n", 3,
              "the count is in the castle");
    must_fail("% t [X]\nexpansion count\ninside castle red small 1\n", 3,
              "0 small of red in the castle, not 1");
    must_fail("% t [X]\nexpansion count\nred: enter small castle\n", 3,
              "\"enter castle small\" is refused: BASE-7");
}

TEST(a_starred_card_must_fail)
{
    struct cards_report report;
    char said[1024];

    must_fail("% * t [X]\nleft 70\n", 1, "holds now: take the star off");
    run_text("% * t [X]\nleft 71\n", &report, said, sizeof said);
    CHECK_EQ(report.failed, 0);
    CHECK_EQ(report.gaps, 1);
    CHECK_STR(said, "");
}
