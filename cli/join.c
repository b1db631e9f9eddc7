/* join.c -- `aude bot --join`: an outside program at a table of a server.
 *
 * When the seat has to decide, the program is asked in a thread of its own, so the
 * connection stays alive while it thinks. Its answer goes to the server together with the
 * number of steps it belongs to; the server refuses an answer that is too late. */
#include "join.h"

#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { GRACE_MS = 5000 };

bool join_done(const struct join *join)
{
    return join->done;
}

void join_end(struct join *join, int status)
{
    join->done = true;
    join->status = status;
}

/* -- The program ------------------------------------------------------------------------ */

static void *join_ask_program(void *context)
{
    struct join *join = context;
    bool ok = join->told || arena_bot_new(&join->bot, join->seat, GRACE_MS);

    join->told = true;
    ok = ok && arena_bot_ask(&join->bot, &join->view, &join->record, join->asked_ms, 0,
                             join->asked_ms + GRACE_MS, &join->action);

    pthread_mutex_lock(&join->lock);
    join->answered_ok = ok;
    join->state = JOIN_ANSWERED;
    pthread_mutex_unlock(&join->lock);
    join_wire_wake(join->wire);
    return NULL;
}

static void join_ask(struct join *join)
{
    json_t *text;
    size_t i;

    cli_text_clear(&join->record);
    cli_text_str(&join->record, join->head);
    cli_text_str(&join->record, "\n");
    cli_text_str(&join->record, join->opening + strspn(join->opening, "\n"));
    json_array_foreach(join->texts, i, text)
        cli_text_str(&join->record, json_string_value(text));
    aude_game_view(&join->view, &join->reader.game, join->seat);
    join->asked_at = join->steps;
    join->asked_ms = join->clock_ms;
    join->state = JOIN_ASKED;
    join->threaded = !pthread_create(&join->thread, NULL, join_ask_program, join);
    if (!join->threaded) join_end(join, cli_fail("no thread is left for the program"));
}

/* The thread has ended. Its answer counts if the game has not moved on meanwhile. */
static void join_take_answer(struct join *join)
{
    pthread_join(join->thread, NULL);
    join->threaded = false;
    join->state = JOIN_IDLE;
    if (!join->answered_ok) {
        join_end(join, cli_fail("%s", join->bot.why));
    } else if (join_table_to_decide(join) && join->asked_at == join->steps) {
        join_table_act(join);
        join->state = JOIN_SENT; /* nothing is asked again until the log moves on */
    }
}

void join_tend(struct join *join)
{
    if (join->threaded) {
        pthread_mutex_lock(&join->lock);
        bool answered = join->state == JOIN_ANSWERED;
        pthread_mutex_unlock(&join->lock);
        if (!answered) return;
        join_take_answer(join);
    }
    if (join->state == JOIN_SENT && join->asked_at != join->steps)
        join->state = JOIN_IDLE;
    if (join->state == JOIN_IDLE && !join->done && !join->rests &&
        join_table_to_decide(join))
        join_ask(join);
}

/* Kill a program that still thinks, so that the thread that waits for it ends. */
static void join_end_program(struct join *join)
{
    if (join->threaded) {
        kill(-join->bot.pipe.pid, SIGKILL);
        pthread_join(join->thread, NULL);
        join->threaded = false;
    }
    arena_bot_end(&join->bot);
}

/* -- The whole -------------------------------------------------------------------------- */

bool join_address(const char *link, struct join_address *out)
{
    const char *at = strstr(link, "://"), *table = strstr(link, "#/t/");
    size_t n;

    memset(out, 0, sizeof *out);
    if (!at || (strncmp(link, "http://", 7) && strncmp(link, "https://", 8)))
        return false;
    out->tls = link[4] == 's';
    out->port = out->tls ? 443 : 80;
    at += 3;
    n = strcspn(at, ":/#");
    if (!n || n >= sizeof out->host) return false;
    memcpy(out->host, at, n);
    if (at[n] == ':') out->port = atoi(at + n + 1);
    if (table) {
        table += 4;
        n = strspn(table, "0123456789abcdefghijklmnopqrstuvwxyz");
        if (!n || n >= sizeof out->table) return false;
        memcpy(out->table, table, n);
    }
    return out->port > 0 && out->port < 65536;
}

static void join_finish(struct join *join)
{
    while (join->n_out) free(join->out[--join->n_out]);
    pthread_mutex_destroy(&join->lock);
    json_decref(join->seats);
    json_decref(join->texts);
    cli_text_free(&join->record);
    free(join->head);
    free(join->opening);
    free(join);
}

int join_run(const struct join_options *options)
{
    struct join *join = cli_alloc(sizeof *join);
    char why[ARENA_WHY_MAX] = "";
    int status;

    join->options = options;
    join->clock_ms = options->ms;
    join->seats = json_array();
    join->texts = json_array();
    join->target = LONG_MAX;
    pthread_mutex_init(&join->lock, NULL);
    bool link = join_address(options->link, &join->at);
    if (link && options->pool && join->at.table[0])
        status = cli_fail_misused("--pool looks for games at a server: the link names no "
                                  "table, such as http://127.0.0.1:7474/");
    else if (!link || (!options->pool && !join->at.table[0]))
        status = cli_fail_misused("\"%s\" is no link to a table, such as "
                                  "http://127.0.0.1:7474/#/t/k0hmgf0cr770",
                                  options->link);
    else if (!arena_bot_start(&join->bot, options->command, 0, GRACE_MS))
        status = cli_fail("%s", join->bot.why);
    else if (!(join->wire = join_wire_open(join, &join->at, options->tries, why)))
        status = cli_fail("%s", why);
    else {
        status = join_wire_serve(join->wire) ? join->status : CLI_FAILED;
        join_end_program(join); /* the end of its thread wakes the wire */
        join_wire_close(join->wire);
    }
    join_end_program(join);
    join_finish(join);
    return status;
}
