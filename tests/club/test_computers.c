/* test_computers.c -- the ladder of our own computers: all of them are there, the best first. */
#include <string.h>

#include "ai/ai.h"
#include "club/computers.h"
#include "test.h"

TEST(every_level_has_its_place)
{
    bool seen[CLUB_COMPUTERS] = {0};

    for (int i = 0; i < CLUB_COMPUTERS; i++) {
        const struct club_computer *one = &club_computers[i];
        CHECK(ai_find(one->level) != NULL);
        CHECK(!i || one->value < one[-1].value);
        int level = !strncmp(one->level, "level-", 6) ? one->level[6] - '1' : -1;
        if (CHECK(level >= 0 && level < CLUB_COMPUTERS)) seen[level] = true;
        CHECK_EQ(one->value == 1500, !strcmp(one->level, "level-4"));
        CHECK_EQ(one->error == 0, one->value == 1500);
    }
    for (int i = 0; i < CLUB_COMPUTERS; i++) CHECK(seen[i]);
}
