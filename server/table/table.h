/* table.h -- a table without sockets: seats, the game, clocks, questions, the log.
 *
 *     struct table *table = table_new("k3m9xw2p7q4t");
 *     table_create(table, &creation, request, &reply);
 *     table_request(table, who, now_ms, request, &reply);
 *     take = table->out ...                      entries to be stored and sent
 *     table_fold(again, text, secret)            the same table, from its stored log
 *
 * A table is the fold of its log. Whatever changes it is first an entry, then applied by the
 * one function that also rebuilds it from a store, so that the two cannot differ. An entry has
 * a public part, which everybody may read, and a secret part (seed, owners of seats, what an
 * action really was), which never leaves the server. The caller tells the time, in
 * milliseconds since 1970, and who speaks: the hash of a browser's secret, or "". No sockets,
 * no threads, no clock, no disk here.
 *
 * Read sitting/sitting.h first (a game as people play it), then messages.def (what can be said), this,
 * table.c (the log and its fold), table_requests.c (what people ask for); table_play.c,
 * table_create.c, table_head.c and table_look.c help them. Then hub/hub.h. */
#ifndef TABLE_H
#define TABLE_H

#include "aude.h"
#include "fields.h"
#include "flat.h"
#include "messages.h"
#include "sitting.h"
#include "whole.h"

#include <jansson.h>

enum {
    TABLE_ID_MAX = 16,   /* bytes of a table's name, with the end */
    TABLE_WHO_MAX = 48,  /* of the hash of a secret */
    TABLE_WORD_MAX = 24, /* of a colour, a level */
    TABLE_TITLE_MAX = MESSAGE_TITLE_MAX + 1,
    TABLE_DATE_MAX = 11,       /* "2026-11-16" */
    TABLE_CHATS_MAX = 2000,    /* chat messages of one table */
    TABLE_WATCHERS_TALK = 500, /* of these, by people who only watch */
    TABLE_TALKERS = 16,        /* watchers whose talk is counted one by one */
    TABLE_LOG_MAX = 20000,     /* entries after which there is no more talk */
    TABLE_LOG_MORE = 2000,     /* for what corrects: undo, seats, answers */
    TABLE_NUDGE_MS = 60000,
    TABLE_CHAT_MS = 2000, /* one message in so long, after the first five */
    TABLE_CHAT_BURST = 5,
    TABLE_ASK_EACH_MS = 10000, /* one question in so long, after the first five */
    TABLE_ASK_BURST = 5,
    TABLE_AWAY_MS = 120000, /* who is away for less is usually not replaced */
    TABLE_LONG_S = 3600,    /* clocks beyond this are for people who come and go */
    TABLE_DAYS_S = 86400,   /* from here on turns are told by push messages */
    TABLE_PAUSE_MS = 600000 /* after so long nobody is asked whether to go on */
};

enum table_stage { TABLE_EMPTY, TABLE_OPEN, TABLE_PLAY, TABLE_OVER };

struct table_seat {
    uint8_t kind;             /* enum table_kind */
    bool taken;               /* somebody will play it */
    bool online;              /* not in the log: the caller's to say */
    int64_t away;             /* since when; not in the log either */
    char who[TABLE_WHO_MAX];  /* its owner, or "" */
    int64_t name_id;          /* of the owner's kept name; 0: a guest */
    bool kept;                /* `name` is that name, and not one that was typed */
    bool bot;                 /* a program that keeps a name */
    char name[AUDE_NAME_MAX]; /* or "" */
    char colour[TABLE_WORD_MAX];
    char level[TABLE_WORD_MAX];      /* of a computer */
    char substitute[TABLE_WORD_MAX]; /* level that plays for the owner */
};

struct table_options {
    char title[TABLE_TITLE_MAX];
    bool listed, watch, chat;
    bool rated;    /* counts for ratings */
    uint8_t aids;  /* enum table_aids */
    uint8_t clock; /* enum sitting_clock */
    uint8_t late;  /* enum sitting_late */
    int seconds, increment;
};

struct table_ask {
    bool open;               /* a question is open */
    uint8_t what;            /* enum table_question */
    uint8_t seat;            /* the one it is about */
    uint8_t by;              /* the seat that asks */
    uint8_t voters, yes, no; /* seats, one bit each */
    int number, to;          /* TAKEBACK: steps that would remain */
    int64_t until;
};

/* Where a table stands in a tournament. */
struct table_place {
    char tournament[TABLE_ID_MAX]; /* "": in none */
    int round, number, game;       /* all from 1 */
    int board;                     /* of teams; else 1 */
};

/* An entry of the log, as JSON. Both parts belong to it. */
struct table_entry {
    int64_t seq, at;
    enum message_id type;
    char *text;   /* {"seq","at","type",...}: for everybody */
    char *secret; /* or NULL: for the store alone */
};

/* What the entry of a step says, as far as it changes the table. */
struct table_step {
    int64_t at, ms;
    int n;
    enum sitting_by by;
    const char *words; /* of the action, as it really was */
};

/* A step that was played on a copy, to see what it gives, before its entry is made. */
struct table_ahead {
    struct sitting_step step;
    struct aude_game *after; /* the table's own, as soon as the entry is applied */
};

struct table_talk { /* how much somebody said or asked lately; not in the log */
    int64_t at;
    int used;
    char who[TABLE_WHO_MAX]; /* of those who only watch */
};

struct table {
    char id[TABLE_ID_MAX];
    uint8_t stage; /* enum table_stage */
    bool deserted; /* the game is paused because nobody was there */
    int64_t paused_at;
    bool by_lot;     /* the seed says who begins */
    int tiles;       /* to be drawn in the whole game */
    int64_t away_ms; /* who is away for less is not replaced; not in the log */
    int64_t seq, created, updated;
    int64_t began, ended; /* the game; 0: not yet */
    uint8_t over_why;     /* enum sitting_over_why, after the end */
    uint8_t winners;      /* seats, one bit each, after the end */
    struct aude_head head;
    char host[TABLE_WHO_MAX];
    char from[TABLE_ID_MAX], next[TABLE_ID_MAX]; /* rematches */
    struct table_place place;
    char deal[TABLE_DATE_MAX]; /* the day whose deal is played here, or "" */
    struct table_seat seat[AUDE_SEATS_MAX];
    struct table_options options;

    struct sitting sitting; /* the game, its steps and clocks, from the start on */
    int steps_max;
    struct table_past
        *past; /* while a log is read: the game before each of the last steps */
    struct table_ahead *ahead; /* while a step is made: what playing it gave */

    struct table_ask ask;
    int asks, chats, watchers_chats;
    int64_t nudged;
    struct table_talk talk[AUDE_SEATS_MAX];
    struct table_talk watcher[TABLE_TALKERS]; /* each of those who only watch */
    struct table_talk questions[AUDE_SEATS_MAX];

    struct table_entry *out; /* made since table_outbox_clear() */
    int n_out, out_max;
    char *summary;      /* see table_look_summary(); NULL: to be made again */
    bool seats_changed; /* since table_outbox_clear(): who owns what */
};

/* An answer. `code` NULL is ok; the texts are constants or in `text`. */
struct table_reply {
    const char *code;
    const char *why, *rule; /* ILLEGAL, SETUP: the engine's words */
    char text[256];
    int64_t n;    /* STALE: the number of steps; else -1 */
    json_t *more; /* fields of an ok, or NULL */
};

struct table *table_new(const char *id); /* NULL: no memory */
void table_free(struct table *table);

/* Somebody who keeps a name: its number (0: a guest), how it is shown, and whether a program has it. */
struct table_by {
    int64_t name;
    const char *shown;
    bool bot;
};

/* What a new table needs besides the request: chance and names come from the caller. */
struct table_creation {
    const char *who;    /* the host */
    struct table_by by; /* the host's kept name */
    int64_t now;
    struct aude_seed seed;
    const struct table *from;        /* a rematch of this one; then there is no request */
    const struct table_match *match; /* two who looked for a game; no request either */
    const struct table_deal *deal;   /* somebody plays the deal of a day; neither here */
    const char *id; /* of a table whose name and seed are given; NULL: both are drawn */
};

/* Who plays the deal of a day, against which computer. */
struct table_deal {
    const char *date, *name, *level;
};

/* Two who looked for a game, or meet in a tournament. */
struct table_match {
    enum table_pool pool;
    enum table_pace pace;
    bool rated;
    const struct table_place *place; /* in a tournament: the first of the two begins */
    const char *title;               /* the tournament's */
    bool same; /* others play the same tiles: nobody else watches, nothing is shuffled */
    struct {
        const char *who, *name;
        int64_t name_id;
        bool bot;
    } one[2];
};

/* {"type":"create",...} on a new table. False with the error in `reply`; the table must
 * then be freed. Starts by itself when no seat is free. */
bool table_create(struct table *table, const struct table_creation *creation,
                  json_t *request, struct table_reply *reply);

/* Any other request about a table. Unknown types are refused with TYPE. */
bool table_request(struct table *table, const char *who, int64_t now, json_t *request,
                   struct table_reply *reply);
/* The same, of somebody who keeps a name. */
bool table_request_by(struct table *table, const char *who, const struct table_by *by,
                      int64_t now, json_t *request, struct table_reply *reply);
/* The seat is his: does he sit there in the name that he keeps? */
void table_request_mark(struct table_seat *seat, const struct table_by *by);

/* Time has passed: clocks run out, questions close. */
void table_play_tick(struct table *table, int64_t now);
/* When table_play_tick() has something to do next; INT64_MAX: never. */
int64_t table_play_deadline(const struct table *table);

/* The level that has to decide now, or NULL if no computer has to. */
const char *table_look_computer(const struct table *table);
/* Its decision, `steps` steps into the game. False if that is no longer what is asked, or without memory. */
bool table_play_computer(struct table *table, int64_t now, int steps,
                         struct aude_action action);

/* The old table's entry that leads to its rematch. */
bool table_request_rematch(struct table *table, const char *who, int64_t now,
                           const char *next, struct table_reply *reply);
/* `who` takes the seats of a rematch that are kept for him. When all are taken, play begins. */
bool table_request_agree(struct table *table, const char *who, int64_t now,
                         struct table_reply *reply);

/* Empty the list of entries in `out`: they are stored and sent, or given up. */
void table_outbox_clear(struct table *table);

/* Before and after many table_fold(): what was undone is then not played again from the beginning.
 * Without memory for that it only takes longer. */
void table_fold_begin(struct table *table);
void table_fold_end(struct table *table);
/* Apply an entry read from a store. False: the log does not hold together. */
bool table_fold(struct table *table, const char *text, const char *secret);
/* After the last table_fold(): `ms` of the time since `table->sitting.since` are charged to nobody,
 * because no server ran. */
void table_play_skip(struct table *table, int64_t ms);
/* It last changed at `updated`: dates beyond are those of a clock that was wrong. */
void table_play_set_back(struct table *table, int64_t updated);

/* -- Looking ---------------------------------------------------------------------------- */

/* The seat that must decide now, AUDE_SEAT_NONE if none. */
unsigned table_look_actor(const struct table *table);
/* Does `who` own a seat here? */
bool table_look_has_seat(const struct table *table, const char *who);
bool table_look_owns(const struct table *table, unsigned seat, const char *who);
bool table_look_free_seat(const struct table *table);
/* May `who` watch? */
bool table_look_may_watch(const struct table *table, const char *who);
enum table_status table_look_status(const struct table *table);
/* Is it played over days? Then people may be told when it is their turn. */
bool table_look_takes_days(const struct table *table);
/* The seat of a person who is waited for; AUDE_SEAT_NONE: of nobody. */
unsigned table_look_awaits(const struct table *table);
/* The table as it stands in the public list. */
json_t *table_look_place(const struct table *table);
char *table_look_summary(struct table *table); /* as JSON; the caller frees it */
/* {"seats":[..],"host":..}: what is `who`'s. */
json_t *table_look_mine(const struct table *table, const char *who);
/* {"seat","left":[..],"running"}: the clocks; NULL where there are none. */
json_t *table_look_clocks(const struct table *table, int64_t now);
/* Do others play the same tiles at other tables? Then this table never tells its seed: somebody who has ended may know one
 * who has not begun. The deal of the day and the round of a tournament tell it, when all have played. */
bool table_look_shares_tiles(const struct table *table);
/* The record's head: with the seed only after the end. free() it. */
char *table_look_head(const struct table *table);
/* The record's last line. free() it. */
char *table_look_end(const struct table *table);
/* The whole record of a game that is over, with its seed. free() it. */
char *table_look_record(const struct table *table);
/* Everything the log determines, secrets too, as text: for tests. free() it. */
char *table_look_dump(const struct table *table);

/* -- Inside the table ------------------------------------------------------------------- */

/* Shared by table*.c. An error: false, with code and sentence in `reply`. */
bool table__refuse(struct table_reply *reply, enum message_error code, const char *format,
                   ...) __attribute__((format(printf, 3, 4)));
bool table__refuse_engine(struct table_reply *reply, enum message_error code,
                          enum aude_err err, const char *at);
/* Make an entry of `body` and `secret` (both taken over) and apply it. */
bool table__post(struct table *table, int64_t now, enum message_id type, json_t *body,
                 json_t *secret);
/* The same of a step, whose texts are written already; they are taken over, too. */
bool table__post_step(struct table *table, const struct table_step *step, char *text,
                      char *secret);
/* When something that happens now is said to have happened. */
int64_t table__now(const struct table *table, int64_t now);
bool table__apply(struct table *table, json_t *text, json_t *secret);

/* What is done at once is done whole or not at all: the table as it is now; and back to that, if what was begun could not be finished
 * (table_mark.c). Only one mark is kept. */
void table__mark(const struct table *table);
void table__mark_back(struct table *table);

bool table__play_start(struct table *table, int64_t now);
/* A rematch begins by itself when all have agreed. */
bool table__play_may_begin(const struct table *table);
bool table__play(struct table *table, int64_t now, struct aude_action action,
                 enum sitting_by by);
bool table__play_over(struct table *table, int64_t now, enum sitting_over_why why,
                      unsigned loser);
bool table__play_rewind(struct table *table, int64_t now, int to, unsigned seat,
                        enum sitting_rewind_why why);
/* `by`: the seat that asked, or AUDE_SEAT_NONE. */
bool table__play_pause(struct table *table, int64_t now, unsigned by,
                       enum table_pause_why why);
/* A computer plays for the seat, or no longer. */
bool table__request_computer(struct table *table, int64_t now, unsigned seat, bool on,
                             enum sitting_why why);
int64_t table__play_spent(const struct table *table, int64_t now);
bool table__request_answered(struct table *table, int64_t now, bool yes);
bool table__name_ok(const char *name);
bool table__name_seen(
    const char *name); /* has something to be seen, and nothing unseen */
/* Would people take the one for the other? */
bool table__name_same(const char *a, const char *b);
/* The name's letters alone, small and without marks: what is searched for. */
void table_name_key(const char *name, char *out, size_t size);
enum { TABLE_LOOKS = 3 };
/* The letters by which the name is compared, in the way `how` of TABLE_LOOKS: two names with the same
 * letters in any of these ways would be taken for each other. */
void table__name_look(const char *name, int how, char *out, size_t size);
/* Are letters with marks written as one character where there is one (NFC)? */
bool table__name_composed(const char *name);
/* The character at *p, which moves on. */
uint32_t table__name_character(const unsigned char **p);
bool table__name_is_blank(uint32_t c); /* of any width */
/* Is another seat than `but` called so? */
bool table__name_taken(const struct table *table, const char *name, unsigned but);
/* Nobody sits in the name of another: a computer gets a number, a person is refused. */
bool table__name_alone(const struct table *table, unsigned seat, struct table_seat *to,
                       struct table_reply *reply);
bool table__head_text_ok(
    const char *text); /* of talk: lines, but nothing that disguises */
bool table__head_word_ok(const char *word);
const char *table__head_substitute(void);

/* Setups as record heads (table_head.c). */
bool table__head_read(const char *text, bool ours, struct aude_head *head,
                      struct table_reply *reply);
char *table__head_text(const struct table *table, bool secret);
bool table__head_commit(struct aude_head *head);
/* Missing ones are as they usually are. */
bool table__head_options_read(const struct fields *fields, struct table_options *options);
json_t *table__head_options_json(const struct table_options *options);
/* The fields of a clock and of a seat, into an object that is open. */
void table__head_add_clock(struct flat_writer *out, const struct table_options *options);
void table__head_add_seat(struct flat_writer *out, unsigned seat,
                          const struct table_seat *from);
bool table__head_seat_read(const struct table *table, unsigned seat,
                           const struct fields *fields, struct table_seat *out);
json_t *table__head_seat_json(unsigned seat, const struct table_seat *from);

#endif
