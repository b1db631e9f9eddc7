/* duty.c -- what a host has decided (`aude admin`) reaches the running server: every second or two the store is
 * asked for ranges that are shut out, for silences, and for new acts. Nothing is told from one process to
 * the other but by the store, so it works for every server on it, wherever the host sits. */
#include "server_internal.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_MS = 1500, SILENCES_MAX = 10000, ACTS_AT_ONCE = 500 };

struct duty {
    struct server *server;
    int64_t looked;
    int under_way; /* questions */
    struct bans bans;
    struct ban *new_bans;
    int n_new_bans;
    char (*names)[TABLE_WHO_MAX]; /* silences as they come */
    int n_names;
    bool began;    /* the first look: what was done before needs no doing */
    char last[24]; /* number of the last act that was carried out, */
    char next[24]; /* and that was read */
    char (*tables)[TABLE_ID_MAX]; /* changed in the store, to be read anew */
    int n_tables;
};

static bool duty_cell(const struct store_cell *cell, char *out, size_t size)
{
    if (!cell->bytes || cell->n >= size) return false;
    memcpy(out, cell->bytes, cell->n);
    out[cell->n] = 0;
    return true;
}

static int64_t duty_number(const struct store_cell *cell)
{
    char text[24];

    return duty_cell(cell, text, sizeof text) ? strtoll(text, NULL, 10) : 0;
}

/* -- Ranges that are shut out ------------------------------------------------------------ */

static bool duty_each_ban(void *context, const struct store_cells *row)
{
    struct duty *duty = context;
    char text[BAN_TEXT_MAX];
    struct ban ban;

    if (!duty->new_bans) duty->new_bans = calloc(BANS_MAX, sizeof *duty->new_bans);
    if (!duty->new_bans || duty->n_new_bans == BANS_MAX) return false;
    if (!duty_cell(&row->cell[0], text, sizeof text) || !ban_parse(text, &ban))
        return true;
    ban.until = duty_number(&row->cell[2]);
    duty->new_bans[duty->n_new_bans++] = ban;
    return true;
}

static bool duty_must_go(void *context, struct conn *conn)
{
    struct server *server = context;

    if (hub_node_is_elsewhere(conn)) return false; /* his own node sees his address */
    bool out = duty_shuts_out(server, ws_guest(hub_peer(conn))->address);

    if (out) health_count(server, TURNED_BANNED);
    return out;
}

static void duty_bans_done(void *context, const struct store_answer *answer)
{
    struct duty *duty = context;

    duty->under_way--;
    if (answer->how == STORE_DONE && duty->server->hub) {
        free(duty->bans.ban);
        duty->bans = (struct bans){duty->new_bans, duty->n_new_bans};
        duty->new_bans = NULL;
        if (duty->bans.n)
            hub_duty_shut_out(duty->server->hub, duty_must_go, duty->server);
    }
    duty->n_new_bans = 0;
}

bool duty_shuts_out(const struct server *server, const unsigned char address[16])
{
    const struct duty *duty = server->duty;

    return duty && bans_have(&duty->bans, address, server_now());
}

/* -- Silences ---------------------------------------------------------------------------- */

static bool duty_each_silence(void *context, const struct store_cells *row)
{
    struct duty *duty = context;
    int64_t until = duty_number(&row->cell[2]);

    if (until && until <= server_now()) return true;
    if (!duty->names) duty->names = calloc(SILENCES_MAX, sizeof *duty->names);
    if (!duty->names || duty->n_names == SILENCES_MAX) return false;
    if (duty_cell(&row->cell[0], duty->names[duty->n_names], TABLE_WHO_MAX))
        duty->n_names++;
    return true;
}

static void duty_silences_done(void *context, const struct store_answer *answer)
{
    struct duty *duty = context;

    duty->under_way--;
    if (answer->how == STORE_DONE && duty->server->hub) {
        hub_duty_silence(duty->server->hub, duty->names, duty->n_names);
        duty->names = NULL;
    }
    duty->n_names = 0;
}

/* -- Acts -------------------------------------------------------------------------------- */

/* Tables that were removed or written anew. */
static bool duty_each_act(void *context, const struct store_cells *row)
{
    struct duty *duty = context;
    char what[16], table[TABLE_ID_MAX];

    if (!duty_cell(&row->cell[0], duty->next, sizeof duty->next)) return true;
    if (!duty->began || !duty_cell(&row->cell[2], what, sizeof what) ||
        (strcmp(what, "delete") != 0 && strcmp(what, "rewrite") != 0) ||
        !duty_cell(&row->cell[3], table, sizeof table))
        return true;
    if (!duty->tables) duty->tables = calloc(ACTS_AT_ONCE, sizeof *duty->tables);
    if (!duty->tables || duty->n_tables == ACTS_AT_ONCE) return false;
    memcpy(duty->tables[duty->n_tables++], table, sizeof table);
    return true;
}

/* One that is busy just now is tried again: then this and all after it are read again. */
static void duty_acts_done(void *context, const struct store_answer *answer)
{
    struct duty *duty = context;
    bool all = true;

    duty->under_way--;
    if (!duty->server->hub) return;
    for (int i = 0; i < duty->n_tables; i++)
        all &= hub_duty_reread(duty->server->hub, duty->tables[i]);
    duty->n_tables = 0;
    if (answer->how != STORE_DONE || !all) return;
    duty->began = true;
    memcpy(duty->last, duty->next, sizeof duty->last);
}

/* -- Looking ----------------------------------------------------------------------------- */

bool duty_open(struct server *server)
{
    server->duty = calloc(1, sizeof *server->duty);
    if (server->duty) server->duty->server = server;
    return server->duty != NULL;
}

void duty_close(struct server *server)
{
    struct duty *duty = server->duty;

    if (!duty) return;
    free(duty->bans.ban);
    free(duty->new_bans);
    free(duty->names);
    free(duty->tables);
    free(duty);
    server->duty = NULL;
}

void duty_tick(struct server *server)
{
    struct duty *duty = server->duty;
    struct store *store = server->store;
    int64_t now = server_now();

    if (duty->under_way || now - duty->looked < LOOK_MS ||
        hub_waits_for_store(server->hub))
        return;
    duty->looked = now;
    duty->under_way = 3;
    memcpy(duty->next, duty->last, sizeof duty->next);
    store->dump(store, STORE_BANS, NULL, NULL, BANS_MAX, duty_each_ban, duty_bans_done,
                duty);
    store->dump(store, STORE_SILENCES, NULL, NULL, SILENCES_MAX, duty_each_silence,
                duty_silences_done, duty);
    store->dump(store, STORE_ACTS, NULL, duty->last[0] ? duty->last : NULL, ACTS_AT_ONCE,
                duty_each_act, duty_acts_done, duty);
}
