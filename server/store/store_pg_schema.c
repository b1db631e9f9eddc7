/* store_pg_schema.c -- to PostgreSQL and its tables: they are made if they are missing. One server at a time does
 * that, by a lock on a table of our own; a later version's tables are refused. */
#include "store_pg.h"
#include "store_tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NO_SUCH_TABLE "42P01"

static void pg_schema_say_nothing(void *context, const PGresult *result)
{
    (void)context;
    (void)result; /* notices: that something exists already */
}

/* A connection that is cut is noticed within seconds; what the name itself says comes last and counts. */
PGconn *pg_schema_connect(const char *url, bool waits)
{
    static const char *const names[] = {"keepalives_idle",
                                        "keepalives_interval",
                                        "keepalives_count",
                                        "tcp_user_timeout",
                                        "connect_timeout",
                                        "application_name",
                                        "client_encoding",
                                        "dbname",
                                        NULL};
    const char *values[] = {"5", "2", "3", "10000", "10", "aude", "UTF8", url, NULL};
    PGconn *conn = waits ? PQconnectdbParams(names, values, 1)
                         : PQconnectStartParams(names, values, 1);

    if (conn) PQsetNoticeReceiver(conn, pg_schema_say_nothing, NULL);
    return conn;
}

static bool pg_schema_failed(PGconn *conn, char *problem, size_t size)
{
    const char *why = PQerrorMessage(conn);

    snprintf(problem, size, "%.*s", (int)strcspn(why, "\n"), why);
    return false;
}

static bool pg_schema_run(PGconn *conn, const char *sql, char *problem, size_t size)
{
    PGresult *result = PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(result);
    bool ok = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ||
              pg_schema_failed(conn, problem, size);

    PQclear(result);
    return ok;
}

/* The number of the schema; 0: there is none yet; -1: it cannot be had. */
static int pg_schema_version(PGconn *conn, char *problem, size_t size)
{
    PGresult *result = PQexec(conn, "SELECT number FROM aude_schema WHERE name = 'aude'");
    int n = -1;

    const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (PQresultStatus(result) == PGRES_TUPLES_OK)
        n = PQntuples(result) ? atoi(PQgetvalue(result, 0, 0)) : 0;
    else if (code && !strcmp(code, NO_SUCH_TABLE))
        n = 0;
    else
        pg_schema_failed(conn, problem, size);
    PQclear(result);
    return n;
}

static bool pg_schema_is_later(int n, char *problem, size_t size)
{
    if (n > PG_SCHEMA) snprintf(problem, size, "it was written by a later version");
    return n > PG_SCHEMA;
}

static bool pg_schema_migrate(PGconn *conn, char *problem, size_t size)
{
    int n = pg_schema_version(conn, problem, size);
    char note[128];

    if (n < 0 || pg_schema_is_later(n, problem, size)) return false;
    if (n == PG_SCHEMA) return true;
    snprintf(note, sizeof note,
             "INSERT INTO aude_schema(name, number) VALUES('aude', %d) "
             "ON CONFLICT(name) DO UPDATE SET number = %d",
             PG_SCHEMA, PG_SCHEMA);
    return (n >= 1 || pg_schema_run(conn, store_pg_schema, problem, size)) &&
           (n >= 2 || pg_schema_run(conn, store_names_schema, problem, size)) &&
           (n >= 3 || pg_schema_run(conn, store_pg_result_schema, problem, size)) &&
           (n >= 4 || pg_schema_run(conn, store_pg_owners, problem, size)) &&
           pg_schema_run(conn, store_tournament_schema, problem, size) &&
           pg_schema_run(conn, note, problem, size);
}

static int64_t pg_schema_clock(void)
{
    struct timespec at;

    clock_gettime(CLOCK_REALTIME, &at);
    return (int64_t)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

/* How far our clock is ahead of the database's, at least: an answer may have been under way for long. */
static int64_t pg_schema_ahead(PGconn *conn)
{
    int64_t before = pg_schema_clock();
    PGresult *result =
        PQexec(conn, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
    int64_t after = pg_schema_clock(), there = before;

    if (PQresultStatus(result) == PGRES_TUPLES_OK)
        there = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return before > there ? before - there : after < there ? after - there : 0;
}

/* The tables are made, or brought to this version. */
static bool pg_schema_make(PGconn *conn, char *problem, size_t size)
{
    static const char first[] =
        "CREATE TABLE IF NOT EXISTS aude_schema(name TEXT PRIMARY "
        "KEY, number INTEGER NOT NULL)";

    /* Two that make it at the same moment: one of them is told that it is there. */
    if (!pg_schema_run(conn, first, problem, size))
        pg_schema_run(conn, first, problem, size);
    return pg_schema_run(conn, "BEGIN", problem, size) &&
           pg_schema_run(conn, "LOCK TABLE aude_schema IN EXCLUSIVE MODE", problem,
                         size) &&
           pg_schema_migrate(conn, problem, size) &&
           pg_schema_run(conn, store_pg_duty_schema, problem, size) &&
           pg_schema_run(conn, "COMMIT", problem, size);
}

/* What a host's duties need is made where it is missing. Where it is there nothing is written: whoever looks at a standby, or
 * may only read, is let in. */
static bool pg_schema_duty(PGconn *conn, char *problem, size_t size)
{
    static const char look[] = "SELECT 1 FROM aude_ban, aude_silence, aude_act LIMIT 0";

    return pg_schema_run(conn, look, problem, size) ||
           pg_schema_run(conn, store_pg_duty_schema, problem, size);
}

/* Nothing is made or migrated: servers of an older version that run on it could not be started again. */
static bool pg_schema_is_ours(PGconn *conn, char *problem, size_t size)
{
    int n = pg_schema_version(conn, problem, size);

    if (n == PG_SCHEMA) return pg_schema_duty(conn, problem, size);
    if (n < 0 || pg_schema_is_later(n, problem, size)) return false;
    snprintf(problem, size, "%s",
             n ? "it is of an older version of aude: `aude store migrate` first"
               : "this database holds no games of aude");
    return false;
}

bool pg_schema_open(const char *url, enum store_way way, int64_t *ahead, char *problem,
                    size_t size)
{
    PGconn *conn = pg_schema_connect(url, true);
    bool ok = conn && PQstatus(conn) == CONNECTION_OK;

    if (!conn)
        snprintf(problem, size, "out of memory");
    else if (!ok)
        pg_schema_failed(conn, problem, size);
    ok = ok && (way == STORE_TO_SERVE ? pg_schema_make(conn, problem, size)
                                      : pg_schema_is_ours(conn, problem, size));
    if (ok) *ahead = pg_schema_ahead(conn);
    PQfinish(conn); /* ends a transaction that was begun: nothing of it stays */
    return ok;
}
