/* http_internal.h -- what the files http*.c share: headers of an answer, answers, calls. */
#ifndef HTTP_INTERNAL_H
#define HTTP_INTERNAL_H

#include "card.h"
#include "server_internal.h"

struct asset;

/* -- Answers (http_answer.c) ------------------------------------------------------------ */

/* The head of an answer, line by line. */
struct answer_head {
    char text[4096];
    size_t n;
};

/* One more line; left out where there is no room for it. */
void http_answer_line(struct answer_head *head, const char *format, ...);
/* Text of that type, to be freed; NULL: no memory was left for it, which is answered. */
void http_answer_text(struct visit *visit, unsigned status, const char *type, char *own);
/* The JSON of an error, to be freed. */
char *http_answer_error_text(const char *code, const char *text);
void http_answer_error(struct visit *visit, unsigned status, enum message_error code,
                       const char *text);
/* A file of the page, packed where the browser can unpack it; 304 where it has it already. */
void http_answer_asset(struct visit *visit, const struct wire_request *request,
                       const struct asset *asset);
void http_answer_folder(struct visit *visit, const char *path);

/* -- Cookies (http_cookie.c) ------------------------------------------------------------ */

/* For the answer, which may come when the request is gone. */
void http_cookie_note(struct visit *visit, const struct wire_request *request);
/* The header that gives a new visitor a secret; that opens or ends a session. */
void http_cookie_set(struct answer_head *head, struct visit *visit);
void http_cookie_set_session(struct answer_head *head, struct visit *visit);

/* -- Answers for which the store is asked (http_later.c) --------------------------------- */

/* What of the request is needed when the store has answered. */
/* An answer for which the store is asked: what of the request is needed when it comes. */
struct later {
    struct hub_ask ask;
    struct visit *visit;
    struct guest guest;
    struct card_place place; /* of a card */
    char root[512], language[64];
    char player[256], query[512]; /* whose page, and what is looked for there */
    char session[TABLE_WHO_MAX];
    bool naming;                                      /* the store is asked who that is */
    void (*go)(struct hub *hub, struct hub_ask *ask); /* and then this is asked */
};

/* NULL: no memory, which was answered. */
struct later *http_later_new(struct visit *visit, const struct wire_request *request,
                             void (*told)(struct hub_ask *ask));
/* What somebody may see depends on who he is: a name is looked up first. */
void http_later_ask(struct later *later,
                    void (*go)(struct hub *hub, struct hub_ask *ask));
/* The answer was given. */
void http_later_end(struct later *later);
struct later *http_later_of(struct hub_ask *ask);

/* -- Calls (http_calls.c) --------------------------------------------------------------- */

void http_calls_me(struct visit *visit, const struct wire_request *request);
void http_calls_tables(struct visit *visit, const struct wire_request *request);
void http_calls_record(struct visit *visit, const struct wire_request *request);
/* /g/ID: the page of a short link. */
void http_calls_card(struct visit *visit, const struct wire_request *request);
/* Finished games, players and the club: is it one of these calls, and its answer. */
bool http_calls_is_games(const char *path);
void http_calls_games(struct visit *visit, const struct wire_request *request);

/* A game beside a real box: its record is asked for; is told, when the body has come. */
bool http_calls_is_box(const char *path);
void http_calls_box(struct visit *visit, const struct wire_request *request);
void http_calls_note_box(struct visit *visit, const struct wire_request *request);
void http_calls_box_body(struct visit *visit, const char *bytes, size_t n);

/* For balancers: one word; "ready", or why not. */
void http_calls_word(struct visit *visit, unsigned status, const char *word);
void http_calls_readiness(struct visit *visit);

#endif
