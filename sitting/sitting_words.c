/* sitting_words.c -- see sitting_words.h. Each word stands beside the constant that it is for. */
#include "sitting_words.h"

#include "sitting.h"

#include <string.h>

/* clang-format off */
const struct words words_by = {
    "By", "BY", "who decided a step",
    {[SITTING_BY_HUMAN] = "human", [SITTING_BY_COMPUTER] = "computer", [SITTING_BY_CLOCK] = "clock"}};

const struct words words_clock = {
    "ClockKind", "CLOCKS", "what is timed: nothing, each turn, the whole game of a seat",
    {[SITTING_NO_CLOCK] = "none", [SITTING_PER_TURN] = "move", [SITTING_BUDGET] = "budget"}};

const struct words words_late = {
    "Late", "LATE",
    "when a clock has run out: no figure and the first place, a computer plays, the game is lost",
    {[SITTING_LATE_DEFAULT] = "default", [SITTING_LATE_COMPUTER] = "computer",
     [SITTING_LATE_LOSE] = "lose"}};

const struct words words_late_act = {
    "LateAct", "LATE_ACTS",
    "what is done when a clock has run out: as in `Late`, or a pause, because only clocks have played for a while. At tables in a browser",
    {[SITTING_LATE_PLAYS] = "play", [SITTING_LATE_SUBSTITUTES] = "computer", [SITTING_LATE_ENDS] = "lose",
     [SITTING_LATE_PAUSES] = "pause"}};

const struct words words_wish = {
    "Wish", "WISHES", "what may be wished of a table. At tables in a browser",
    {[SITTING_WISH_STEP] = "step", [SITTING_WISH_ACT] = "act", [SITTING_WISH_UNDO] = "undo",
     [SITTING_WISH_TAKEBACK] = "takeback", [SITTING_WISH_PAUSE] = "pause", [SITTING_WISH_RESUME] = "resume",
     [SITTING_WISH_COMPUTER] = "computer", [SITTING_WISH_BACK] = "back", [SITTING_WISH_RESIGN] = "resign"}};

const struct words words_undo = {
    "UndoState", "UNDO_STATES",
    "may the last step be undone: yes, there is none, something hidden was revealed. At tables in a browser",
    {[SITTING_UNDO_OK] = "ok", [SITTING_UNDO_NOTHING] = "nothing", [SITTING_UNDO_REVEALED] = "revealed"}};

const struct words words_computer_why = {
    "ComputerWhy", "COMPUTER_WHY",
    "why a computer plays for a seat (absent, clock, resign) or no longer does (back)",
    {[SITTING_ABSENT] = "absent", [SITTING_TIME_OVER] = "clock", [SITTING_RESIGNED] = "resign",
     [SITTING_BACK] = "back"}};

const struct words words_rewind_why = {
    "RewindWhy", "REWIND_WHY", "why steps were taken back",
    {[SITTING_REWIND_UNDO] = "undo", [SITTING_REWIND_TAKEBACK] = "takeback"}};

const struct words words_over_why = {
    "OverWhy", "OVER_WHY", "why the game is over",
    {[SITTING_OVER_END] = "end", [SITTING_OVER_RESIGN] = "resign", [SITTING_OVER_CLOCK] = "clock"}};
/* clang-format on */

int sitting_words_find(const struct words *words, const char *word)
{
    for (int i = 0; i < WORDS_MAX && words->word[i]; i++)
        if (!strcmp(words->word[i], word)) return i;
    return -1;
}
