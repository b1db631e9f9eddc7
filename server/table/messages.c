/* messages.c -- messages.def as tables, and the words that only the server knows. */
#include "messages.h"

#include "aude.h"

#include <string.h>

/* -- Words ------------------------------------------------------------------------------ */

/* clang-format off */
const struct words words_kind = {
    "SeatKind", "SEAT_KINDS",
    "who sits there: somebody at the creator's screen, whoever has the link, a computer",
    {[TABLE_HERE] = "here", [TABLE_LINK] = "link", [TABLE_COMPUTER] = "computer"}};

const struct words words_question = {
    "Question", "QUESTIONS",
    "what the others are asked: back to before my last turn, to stop, to go on, "
    "a computer for the absent",
    {[TABLE_TAKEBACK] = "takeback", [TABLE_PAUSE] = "pause", [TABLE_RESUME] = "resume",
     [TABLE_SUBSTITUTE] = "computer"}};

const struct words words_status = {
    "Status", "STATUSES", "where a table stands",
    {[TABLE_IS_OPEN] = "open", [TABLE_IS_PLAYED] = "play", [TABLE_IS_PAUSED] = "paused",
     [TABLE_IS_OVER] = "over"}};

const struct words words_pause_why = {
    "PauseWhy", "PAUSE_WHY", "why the game is paused: it was agreed; nobody was there",
    {[TABLE_PAUSE_ASKED] = "asked", [TABLE_PAUSE_ABSENT] = "absent"}};

const struct words words_aids = {
    "Aids", "AIDS", "how much the page helps those who play",
    {[TABLE_PURIST] = "purist", [TABLE_CLUB] = "club", [TABLE_FRIENDLY] = "friendly",
     [TABLE_COACH] = "coach"}};

const struct words words_pool = {
    "Pool", "POOLS", "games that are compared: two players with the base box, two with sets, three and more",
    {[TABLE_POOL_TWO] = "two", [TABLE_POOL_SETS] = "two_sets", [TABLE_POOL_MORE] = "more"}};

const struct words words_pace = {
    "Pace", "PACES", "how long a game may take: 15 minutes for each and 10 seconds a turn; three days a turn",
    {[TABLE_QUICK] = "quick", [TABLE_SLOW] = "slow"}};

const struct words words_tournament = {
    "TournamentKind", "TOURNAMENT_KINDS", "how a tournament is played: Swiss, everybody against everybody, knock-out",
    {"swiss", "robin", "knockout"}};

const struct words words_tournament_why = {
    "TournamentWhy", "TOURNAMENT_WHYS",
    "why a tournament's rules do not allow it; each has a sentence in every language of the page. "
    "`UNREAD`: what was said is not understood",
    {"GOOD", "UNREAD", "BAD_NAME", "ROUNDS", "KIND", "ENTERED", "NOT_ENTERED", "LATE", "NO_PLACE", "TEAMS", "TEAM", "BOARD", "TEAM_CODE",
     "MEMBER", "BEGUN", "WITHDRAWN", "FINISHED", "TWO", "ROUND_OPEN", "SEALED", "LAST", "REST_BEGUN", "REST_LAST", "REST_ONCE",
     "NO_ROUND", "BYE", "SETTLED", "PLAYED", "PLAYS", "ABSENT", "SEAT", "NO_RESULT", "REOPENS", "WINNER", "MANY", "PAST"}};

const struct words words_end = {
    "End", "ENDS", "how a game ended; aborted: given up before everybody had made a move",
    {"end", "resign", "clock", "abort"}};

const struct words words_reason = {
    "ByeReason", "BYE_REASONS",
    "why the server closes: it starts anew, nothing was said, nothing was taken for 20 s, "
    "too many messages",
    {[HUB_RESTART] = "restart", [HUB_IDLE] = "idle", [HUB_SLOW] = "slow", [HUB_RATE] = "rate"}};

const struct words words_name_what = {
    "NameWhat", "NAME_WHATS",
    "what a key is asked for: to keep a new name, to open one, to add a device to one",
    {[NAME_KEEP] = "keep", [NAME_OPEN] = "open", [NAME_ADD] = "add"}};

const struct words words_name_why = {
    "NameWhy", "NAME_WHYS",
    "why a name cannot be kept: too short, too long, holds what nobody sees, marks or blanks where none "
    "belong, letters of several scripts, misleads, a slash at an end or beside a blank, is taken; many: enough new names came from this address today",
    {[NAME_WHY_NOT] = "good", [NAME_SHORT] = "short", [NAME_LONG] = "long", [NAME_UNSEEN] = "unseen",
     [NAME_MARKS] = "marks", [NAME_MIXED] = "mixed", [NAME_RESERVED] = "reserved", [NAME_SLASH] = "slash",
     [NAME_TAKEN] = "taken", [NAME_MANY] = "many"}};

const struct words words_key_why = {
    "KeyWhy", "KEY_WHYS",
    "why a key is not taken: the browser's words, another challenge (or too late), another page, the device's "
    "words, another site, nobody was there, an unknown kind, not this key's signature, its counter went back",
    {"good", "client", "challenge", "origin", "data", "site", "absent", "algorithm", "signature", "counter"}};

const struct words *const message_words[] = {
    &words_kind, &words_aids, &words_clock, &words_late, &words_late_act, &words_wish, &words_question, &words_by, &words_undo,
    &words_computer_why, &words_rewind_why, &words_over_why, &words_pause_why, &words_status,
    &words_pool, &words_pace, &words_tournament, &words_tournament_why, &words_end, &words_reason, &words_name_what, &words_name_why, &words_key_why, NULL};

/* -- Messages --------------------------------------------------------------------------- */

#define OBJECT(id, name, text)  [OBJECT_##id] = {MESSAGE_OBJECT, name, text, {
#define REQUEST(id, name, text) [REQUEST_##id] = {MESSAGE_REQUEST, name, text, {
#define ANSWER(id)              [ANSWER_##id] = {MESSAGE_ANSWER, #id, "", {
#define ENTRY(id, name, text)   [ENTRY_##id] = {MESSAGE_ENTRY, name, text, {
#define PUSH(id, name, text)    [PUSH_##id] = {MESSAGE_PUSH, name, text, {
#define CALL(id, name)          [CALL_##id] = {MESSAGE_CALL, name, "", {
#define FIELD(...)              {__VA_ARGS__},
#define END                     {0}}},

const struct message messages[MESSAGES] = {
#include "messages.def"
};
/* clang-format on */

const struct message message_any_request = {
    MESSAGE_REQUEST,
    "request",
    "",
    {{.name = "type", .kind = MESSAGE_TEXT, .text = ""},
     {.name = "id", .kind = MESSAGE_NUMBER, .text = ""},
     {.name = "table", .kind = MESSAGE_TEXT, .hi = MESSAGE_TABLE_MAX, .text = ""}}};

int table_messages_find(enum message_group group, const char *name)
{
    for (int i = 0; i < MESSAGES; i++)
        if (messages[i].group == group && messages[i].name[0] == name[0] &&
            !strcmp(messages[i].name, name))
            return i;
    return -1;
}

const struct message_field *table_messages_field(const struct message *message,
                                                 const char *name)
{
    for (int i = 0; i < MESSAGE_FIELDS && message->field[i].name; i++)
        if (!strcmp(message->field[i].name, name)) return &message->field[i];
    return NULL;
}

/* -- Errors ----------------------------------------------------------------------------- */

static const struct {
    const char *code, *fields, *text;
} errors[MESSAGE_ERRORS] = {
#define ERROR(code, fields, text) [REFUSED_##code] = {#code, fields, text},
#include "messages.def"
};

const char *table_messages_error_code(enum message_error error)
{
    return errors[error].code;
}

enum message_error table_messages_error_find(const char *code)
{
    for (int i = REFUSED_NOT + 1; i < MESSAGE_ERRORS; i++)
        if (!strcmp(errors[i].code, code)) return (enum message_error)i;
    return REFUSED_NOT;
}

const char *table_messages_error_fields(enum message_error error)
{
    return errors[error].fields;
}

const char *table_messages_error_text(enum message_error error)
{
    return errors[error].text;
}
