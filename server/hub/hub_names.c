/* hub_names.c -- who is behind a connection: a guest, or somebody who keeps a name. The store knows; until it has
 * said so, what the connection asks waits. */
#include "hub_internal.h"

#include "names/names_call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)NAMES_WHO_MAX == (int)TABLE_WHO_MAX, "the same length everywhere");

struct naming {
    struct hub_op op;
    struct conn *conn; /* NULL: gone */
    bool session;      /* he says that he has a name */
};

int64_t hub_names_number(const struct conn *conn)
{
    return conn->name;
}

const char *hub_names_shown(const struct conn *conn)
{
    return conn->shown;
}

bool hub_names_bot(const struct conn *conn)
{
    return conn->bot;
}

void hub__names_leave(struct conn *conn)
{
    if (conn->naming) conn->naming->conn = NULL;
    conn->naming = NULL;
}

/* Where the store cannot be asked: a guest goes on as a guest; somebody with the session of a name is refused and
 * has to come again. */
static void hub_names_told(void *context, enum store_outcome how, const char *who,
                           const struct names_person *person)
{
    struct naming *naming = context;
    struct conn *conn = naming->op.hub ? naming->conn : NULL;

    hub__wait_op_end(&naming->op);
    if (conn) {
        conn->naming = NULL;
        if (how == STORE_DONE) {
            snprintf(conn->who, sizeof conn->who, "%s", who);
            conn->name = person->id;
            conn->bot = person->bot;
            snprintf(conn->shown, sizeof conn->shown, "%.*s", (int)sizeof conn->shown - 1,
                     person->shown);
        } else if (naming->session)
            hub__send_bye(conn, HUB_RESTART);
        hub__wait_go_on_named(conn);
    }
    free(naming);
}

void hub_names_browser(struct conn *conn, const char *browser)
{
    if (browser[0]) snprintf(conn->browser, sizeof conn->browser, "%s", browser);
}

void hub_names_session(struct conn *conn, const char *session)
{
    struct hub *hub = conn->hub;

    if (!hub->options.store->names || (!session[0] && (hub->away || !conn->who[0])))
        return;
    struct naming *naming = calloc(1, sizeof *naming);
    if (!naming) return;
    hub__wait_op_begin(hub, &naming->op);
    naming->conn = conn;
    naming->session = session[0] != 0;
    conn->naming = naming;
    names_who(hub->options.store, session, conn->who, hub->now, hub_names_told, naming);
}

void hub_names_end(struct hub *hub, const char *who)
{
    hub__contest_reread(hub); /* he may have given up a name that stands in one */
    for (struct conn *conn = hub->conns; who[0] && conn; conn = conn->next)
        if (!strcmp(conn->who, who) && !conn->closing) hub__send_bye(conn, HUB_RESTART);
}
