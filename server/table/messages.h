/* messages.h -- every message of the protocol, described once (messages.def).
 *
 * The lines of messages.def say what a client may ask and what the server answers, tells and
 * writes into a table's log: each field with its kind, its range, and whether it may be missing.
 * From them come
 *
 *     the checks of what a client sends     fields.c reads no field that has no line
 *     the page's types                      web/src/table/messages.ts, by tools/make/messages.c
 *     the tables of docs/protocol.md        between their markers, by the same tool
 *     the tests' judge of what is sent      every message that a test sees is held against them
 *
 * To add a field: its line, then the code that reads or sends it, then the tables of
 * docs/protocol.md (tests/server/server_docs.py BUILD --update). */
#ifndef MESSAGES_H
#define MESSAGES_H

#include "sitting_words.h"

#include <stdbool.h>
#include <stdint.h>

/* -- Words ------------------------------------------------------------------------------ */

/* ORDER WORDS: messages say each of these as a word (messages.c). */

enum table_kind { TABLE_HERE, TABLE_LINK, TABLE_COMPUTER };
enum table_question { TABLE_TAKEBACK, TABLE_PAUSE, TABLE_RESUME, TABLE_SUBSTITUTE };
enum table_status { TABLE_IS_OPEN, TABLE_IS_PLAYED, TABLE_IS_PAUSED, TABLE_IS_OVER };
enum table_pause_why { TABLE_PAUSE_ASKED, TABLE_PAUSE_ABSENT };
/* What may be looked for: the base box, or with river and abbot; a quarter of an hour, or days. */
enum table_pool { TABLE_POOL_TWO, TABLE_POOL_SETS, TABLE_POOL_MORE };
enum table_pace { TABLE_QUICK, TABLE_SLOW };
enum table_aids { TABLE_PURIST, TABLE_CLUB, TABLE_FRIENDLY, TABLE_COACH };
enum name_what { NAME_KEEP, NAME_OPEN, NAME_ADD, NAME_WHATS };
enum name_why {
    NAME_WHY_NOT, /* nothing is wrong with it */
    NAME_SHORT,
    NAME_LONG,
    NAME_UNSEEN,
    NAME_MARKS,
    NAME_MIXED,
    NAME_RESERVED,
    NAME_SLASH,
    NAME_TAKEN,
    NAME_MANY,
    NAME_WHYS
};
enum hub_reason { HUB_RESTART, HUB_IDLE, HUB_SLOW, HUB_RATE };

extern const struct words words_kind;           /* enum table_kind */
extern const struct words words_question;       /* enum table_question */
extern const struct words words_status;         /* enum table_status */
extern const struct words words_pause_why;      /* enum table_pause_why */
extern const struct words words_aids;           /* enum table_aids */
extern const struct words words_pool;           /* enum table_pool */
extern const struct words words_pace;           /* enum table_pace */
extern const struct words words_tournament;     /* enum club_kind of club/tournament.h */
extern const struct words words_tournament_why; /* enum club_why of the same */
extern const struct words words_end;            /* enum store_end */
extern const struct words words_reason;         /* enum hub_reason */
extern const struct words words_name_what;      /* enum name_what */
extern const struct words words_name_why;       /* enum name_why */
extern const struct words words_key_why;        /* enum passkey_why of names/passkey.h */

enum { TABLE_ASK_MS = 20000 }; /* an unanswered question closes as no */

/* All lists, for the tool; NULL ends them. */
extern const struct words *const message_words[];

/* -- Fields ----------------------------------------------------------------------------- */

enum message_kind {
    MESSAGE_NUMBER, /* any number */
    MESSAGE_INT,    /* a whole number from `lo` to `hi` */
    MESSAGE_TEXT,   /* of at most `hi` bytes; 0: no limit of its own */
    MESSAGE_BOOL,
    MESSAGE_WORD,       /* one of `words` */
    MESSAGE_PART,       /* an object, as `of` says */
    MESSAGE_LOG_ENTRY,  /* any entry of a log */
    MESSAGE_ERROR_CODE, /* of an error */
    MESSAGE_KINDS
};

enum message_need {
    MESSAGE_NEEDED, /* always there */
    MESSAGE_MAYBE,  /* may be missing, or null */
    MESSAGE_CASE,   /* there or not, as other fields say; code that reads it needs it */
    MESSAGE_OR_NULL /* always there, perhaps null */
};

struct message_field {
    const char *name;
    enum message_kind kind;
    enum message_need need;
    bool list; /* a list of such; `lo` to `hi` of them where they are objects */
    int64_t lo, hi;
    const struct words *words;
    const struct message *of;
    const char *text; /* for docs/protocol.md, or "" */
};

enum {
    MESSAGE_VERSION = 1,
    MESSAGE_TABLE_MAX = 15,   /* bytes of a table's name */
    MESSAGE_WORD_MAX = 23,    /* of a colour, a level */
    MESSAGE_ACTION_MAX = 200, /* of an action's words */
    MESSAGE_TITLE_MAX = 127,  /* of a title */
    MESSAGE_CHAT_MAX = 300,   /* characters of one chat message */
    MESSAGE_SECONDS_MIN = 5,  /* of a clock */
    MESSAGE_SECONDS_MAX = 14 * 86400,
    MESSAGE_INCREMENT_MAX = 86400,
    MESSAGE_ENDPOINT_MAX = 1024, /* of the address for push messages, */
    MESSAGE_POINT_MAX = 88,      /* of the browser's key */
    MESSAGE_AUTH_MAX = 24,       /* and of its secret */
    MESSAGE_KEY_MAX = 2800,      /* of what a device says, in base64url */
    MESSAGE_LABEL_MAX = 60,      /* of what a device is called */
    MESSAGE_CODE_MAX = 60,       /* of a code that somebody types */
    MESSAGE_DEVICES_MAX = 64,    /* devices, or sessions, of a name */
    MESSAGE_ENTRIES_MAX = 1000,  /* lines of tournaments about a name */
    MESSAGE_ENTRANTS_MAX = 600,  /* of a tournament */
    MESSAGE_FIELDS = 20          /* at most, and one that ends them */
};

/* ms: three hundred years since 1970, or of thinking. */
#define MESSAGE_TIME_MAX 10000000000000

/* Numbers of names: JavaScript holds them exactly. */
#define MESSAGE_ID_MAX 4503599627370495

/* -- Messages --------------------------------------------------------------------------- */

enum message_group {
    MESSAGE_OBJECT,
    MESSAGE_REQUEST,
    MESSAGE_ANSWER, /* has the name of its request */
    MESSAGE_ENTRY,
    MESSAGE_PUSH,
    MESSAGE_CALL
};

struct message {
    enum message_group group;
    const char *name; /* its `type`; of an object the page's name for it */
    const char *text; /* for docs/protocol.md */
    struct message_field field[MESSAGE_FIELDS]; /* one without a name ends them */
};

/* REQUEST_ACT, ENTRY_STEP and so on. */
enum message_id {
#define OBJECT(id, name, text)  OBJECT_##id,
#define REQUEST(id, name, text) REQUEST_##id,
#define ANSWER(id)              ANSWER_##id,
#define ENTRY(id, name, text)   ENTRY_##id,
#define PUSH(id, name, text)    PUSH_##id,
#define CALL(id, name)          CALL_##id,
#include "messages.def"
    MESSAGES
};

extern const struct message messages[MESSAGES];

/* What every request has, of whatever type. */
extern const struct message message_any_request;

/* The message of that name, or -1. */
int table_messages_find(enum message_group group, const char *name);
/* A field of the message, or NULL. */
const struct message_field *table_messages_field(const struct message *message,
                                                 const char *name);

/* -- Errors ----------------------------------------------------------------------------- */

/* REFUSED_STALE and so on. */
enum message_error {
    REFUSED_NOT, /* nothing is refused */
#define ERROR(code, fields, text) REFUSED_##code,
#include "messages.def"
    MESSAGE_ERRORS
};

/* "STALE" and the like; NULL of REFUSED_NOT. */
const char *table_messages_error_code(enum message_error error);
/* REFUSED_NOT: there is no such code. */
enum message_error table_messages_error_find(const char *code);
/* The fields that come with it, "why, rule"; and when it is answered. */
const char *table_messages_error_fields(enum message_error error);
const char *table_messages_error_text(enum message_error error);

#endif
