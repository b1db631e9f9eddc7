/* server_parts.h -- what the files around libwebsockets share. */
#ifndef SERVER_PARTS_H
#define SERVER_PARTS_H

#include "hub.h"
#include "server.h"

#include <libwebsockets.h>

struct server {
    const struct server_options *options;
    struct lws_context *lws;
    struct lws_vhost *vhost;
    struct store *store;
    struct hub *hub;
    struct workers *workers;
    struct guests *guests;
    struct purse *entering; /* of a connection between two calls of the library */
    lws_sorted_usec_list_t tick;
    int64_t cleaned, trimmed; /* when old tables, and free memory, were last given back */
    bool secure;              /* people come by https */
    size_t held[2];           /* bytes of requests that have come in part */
};

/* Milliseconds since 1970 that never jump back. */
int64_t server_now(void);
/* The server of a connection. */
struct server *server_of(struct lws *wsi);

/* A line of JSON on stderr: {"time","level","event", and the fields of `facts`}. */
void server_log(const char *level, const char *event, json_t *facts);
void server_log_quiet(bool quiet);

/* Keep `n` bytes more of an unfinished request: false if all of that kind together have enough.
 * What was kept is let go by the same number. */
enum held { HELD_FILES, HELD_MESSAGES };
bool server_hold(struct server *server, enum held what, size_t n);
void server_let_go(struct server *server, enum held what, size_t n);

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t n);
int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t n);
size_t http_session_size(void);
size_t ws_session_size(void);

/* The hash of the visitor's secret; "" if there is no cookie of ours. */
void http_who(struct lws *wsi, char out[TABLE_WHO_MAX]);

/* A connection comes, before anything of it is read (not 0: it is refused), is there, and goes. */
int door_open(struct server *server, const struct lws_filter_network_conn_args *in);
void door_entered(struct lws *wsi);
void door_left(struct lws *wsi);
/* Is the server called by a name that it has? */
bool door_name_ok(struct lws *wsi);
/* Whom a WebSocket belongs to. */
const struct guest *ws_guest(struct lws *wsi);
/* Whom a request comes from. */
void door_guest(struct lws *wsi, struct guest *out);
/* Answer 429 to somebody who has to wait; the connection is then closed. */
int http_too_many(struct lws *wsi, int wait, const char *what);

/* A record or a save as a record: text to be freed. NULL: `code` and `problem` say why. */
char *import_record(const char *bytes, size_t n, const char **code, char *problem,
                    size_t size);

#endif
