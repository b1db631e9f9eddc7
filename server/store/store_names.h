/* store_names.h -- names in a store: tables and statements, the same in SQLite and PostgreSQL.
 *
 * STORE_NAMES_SQL lists every statement once: ROWS gives rows, DO may change nothing, MUST changes
 * something or the whole list of changes is undone. store_names_steps() says which statements a change
 * is, with which values; a kind of store only has to carry them out. It defines STORE_RESULTS_OF: what the names of its
 * tables of results begin with. */
#ifndef STORE_NAMES_H
#define STORE_NAMES_H

#include "store.h"

extern const char store_names_schema[];

#define SQL_NAME                                                                         \
    "SELECT n.id, n.shown, n.letters, n.form, n.near, n.who, n.bot, n.created, n.seen, " \
    "n.ended, n.recovery FROM aude_name n "
#define SQL_CREDENTIAL                                                                   \
    "SELECT id, name, algorithm, key, counter, label, created, seen "                    \
    "FROM aude_credential WHERE "

#define SQL_TOURNAMENT                                                                   \
    "SELECT t.id, t.seq, t.created, t.updated, t.due, t.over, t.name, t.summary, "       \
    "(SELECT n.shown FROM aude_name n WHERE n.id = t.name) FROM aude_tournament t "

#define STORE_NAMES_SQL(ROWS, DO, MUST)                                                  \
    ROWS(BY_ID, SQL_NAME "WHERE n.id = $1")                                              \
    ROWS(BY_SHOWN, SQL_NAME "WHERE n.shown = $1 AND n.ended = 0")                        \
    ROWS(BY_WHO, SQL_NAME "WHERE n.who = $1")                                            \
    ROWS(BY_SESSION, SQL_NAME "JOIN aude_session s ON s.name = n.id "                    \
                              "WHERE s.hash = $1 AND s.ends > $2")                       \
    ROWS(BY_CREDENTIAL, SQL_NAME "JOIN aude_credential c ON c.name = n.id "              \
                                 "WHERE c.id = $1")                                      \
    ROWS(BY_RECOVERY, SQL_NAME "WHERE n.recovery = $1 AND n.ended = 0")                  \
    ROWS(ALIKE, SQL_NAME "WHERE n.id <> $1 AND (n.letters = $2 OR n.form = $3 OR "       \
                         "n.near = $4) ORDER BY n.id LIMIT 1")                           \
    ROWS(BOTS, SQL_NAME "WHERE n.bot <> 0 AND n.ended = 0 ORDER BY n.id LIMIT $1")       \
    ROWS(CREDENTIALS, SQL_CREDENTIAL "name = $1 ORDER BY created, id")                   \
    ROWS(CREDENTIAL, SQL_CREDENTIAL "id = $1")                                           \
    ROWS(SESSIONS, "SELECT hash, name, credential, label, created, seen, ends "          \
                   "FROM aude_session WHERE name = $1 ORDER BY created, hash")           \
    ROWS(LINES_OF, "SELECT tournament, at, line, label FROM aude_tournament_line "       \
                   "WHERE name = $1 ORDER BY at, tournament, seq LIMIT $2")              \
    DO(NAME_FREE, "UPDATE aude_name SET letters = 'free ' || id, form = 'free ' || id, " \
                  "near = 'free ' || id WHERE ended > 0 AND ended < $1")                 \
    DO(NAME_ADD, "INSERT INTO aude_name(id, shown, letters, form, near, who, bot, "      \
                 "created, seen, ended, recovery) "                                      \
                 "VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10)")                   \
    DO(NAME_SEEN, "UPDATE aude_name SET seen = $2 WHERE id = $1 AND seen < $2")          \
    MUST(NAME_RECOVER, "UPDATE aude_name SET recovery = $3 "                             \
                       "WHERE id = $1 AND recovery = $2 AND ended = 0")                  \
    MUST(NAME_RENAME, "UPDATE aude_name SET shown = $2, letters = $3, form = $4, "       \
                      "near = $5 WHERE id = $1 AND ended = 0")                           \
    MUST(NAME_END, "UPDATE aude_name SET shown = '', recovery = '', ended = $2, "        \
                   "who = 'ended ' || id WHERE id = $1 AND ended = 0")                   \
    DO(NAME_END_CREDENTIALS, "DELETE FROM aude_credential WHERE name = $1")              \
    DO(NAME_END_SESSIONS, "DELETE FROM aude_session WHERE name = $1")                    \
    DO(CREDENTIAL_ADD, "INSERT INTO aude_credential(id, name, algorithm, key, counter, " \
                       "label, created, seen) "                                          \
                       "VALUES($1, $2, $3, $4, $5, $6, $7, $8)")                         \
    MUST(CREDENTIAL_USED, "UPDATE aude_credential SET counter = $3, seen = $4 "          \
                          "WHERE id = $1 AND counter = $2")                              \
    MUST(CREDENTIAL_DROP, "DELETE FROM aude_credential WHERE id = $1 AND name = $2")     \
    DO(CREDENTIAL_DROP_SESSIONS,                                                         \
       "DELETE FROM aude_session WHERE credential = $1 AND name = $2")                   \
    DO(SESSION_ADD, "INSERT INTO aude_session(hash, name, credential, label, created, "  \
                    "seen, ends) VALUES($1, $2, $3, $4, $5, $6, $7)")                    \
    DO(SESSION_OLD, "DELETE FROM aude_session WHERE ends < $1")                          \
    DO(SESSION_SEEN, "UPDATE aude_session SET seen = $2, ends = $3 WHERE hash = $1")     \
    MUST(SESSION_DROP, "DELETE FROM aude_session WHERE hash = $1 AND name = $2")         \
    DO(SESSION_LEAVE, "DELETE FROM aude_session WHERE hash = $1")                        \
    DO(SESSION_DROP_ALL, "DELETE FROM aude_session WHERE hash <> $1 AND name = $2")      \
    /* Tournaments: store_tournament.h. */                                               \
    DO(NAME_END_LINES, "UPDATE aude_tournament_line SET label = 'Player ' || seq, "      \
                       "who = '' WHERE name = $1 AND label <> ''")                       \
    DO(NAME_END_DUE, "UPDATE aude_tournament SET due = $2 WHERE over = 0 AND id IN "     \
                     "(SELECT tournament FROM aude_tournament_line WHERE name = $1)")    \
    DO(TOURNAMENT_NEW, "INSERT INTO aude_tournament(id, seq, created, updated, due, "    \
                       "over, name, summary) VALUES($1, $2, $3, $4, $5, $6, $7, $8)")    \
    MUST(TOURNAMENT_ROW, "UPDATE aude_tournament SET seq = $3, updated = $4, due = $5, " \
                         "over = $6, summary = $7 WHERE id = $1 AND seq = $2")           \
    DO(TOURNAMENT_LINE,                                                                  \
       "INSERT INTO aude_tournament_line(tournament, seq, at, line, name, who, label, "  \
       "secret) VALUES($1, $2, $3, $4, $5, $6, $7, $8)")                                 \
    MUST(TOURNAMENT_DROP, "DELETE FROM aude_tournament WHERE id = $1 AND seq = $2")      \
    DO(TOURNAMENT_DROP_LINES, "DELETE FROM aude_tournament_line WHERE tournament = $1")  \
    DO(TOURNAMENT_FORGET_LINES,                                                          \
       "DELETE FROM aude_tournament_line WHERE tournament IN (SELECT id FROM "           \
       "aude_tournament WHERE updated < $1)")                                            \
    DO(TOURNAMENT_FORGET, "DELETE FROM aude_tournament WHERE updated < $1")              \
    ROWS(TOURNAMENT_LINES, "SELECT seq, at, line, name, who, label, secret FROM "        \
                           "aude_tournament_line WHERE tournament = $1 AND seq > $2 "    \
                           "ORDER BY seq")                                               \
    ROWS(TOURNAMENT_LIST, SQL_TOURNAMENT "WHERE t.name <> 0 "                            \
                                         "ORDER BY t.over, t.updated DESC LIMIT $1")     \
    ROWS(DEAL_LINES,                                                                     \
         "SELECT l.seq, l.who, l.secret, n.id, n.shown, n.bot, r.ended, r.why, "         \
         "p.points, q.points, l.line FROM aude_tournament_line l "                       \
         "LEFT JOIN aude_name n ON n.who = l.who AND n.ended = 0 "                       \
         "LEFT JOIN " STORE_RESULTS_OF "result r ON r.game = l.secret "                  \
         "LEFT JOIN " STORE_RESULTS_OF "result_seat p ON p.result = r.seq AND "          \
         "p.seat = 0 LEFT JOIN " STORE_RESULTS_OF "result_seat q ON q.result = r.seq "   \
         "AND q.seat = 1 WHERE l.tournament = $1 ORDER BY l.seq")                        \
    ROWS(TOURNAMENT_DUE,                                                                 \
         SQL_TOURNAMENT "WHERE t.due > 0 AND t.due <= $1 ORDER BY t.due LIMIT $2")       \
    ROWS(TOURNAMENT_COUNT,                                                               \
         "SELECT (SELECT count(*) FROM aude_tournament WHERE over = 0 AND "              \
         "updated >= $2), (SELECT count(*) FROM aude_tournament WHERE over = 0 AND "     \
         "updated >= $2 AND name = $1), (SELECT count(*) FROM aude_tournament WHERE "    \
         "name = $1 AND created >= $2)")

enum names_statement {
#define NAMES_ENUM(id, sql) NAMES_##id,
    STORE_NAMES_SQL(NAMES_ENUM, NAMES_ENUM, NAMES_ENUM)
#undef NAMES_ENUM
        NAMES_STATEMENTS
};

enum { NAMES_VALUES_MAX = 10, NAMES_STEPS_MAX = 5 };

struct names_value {
    const char *text; /* NULL: it is the number */
    int64_t number;
};

struct names_step {
    enum names_statement statement;
    bool must;
    int n;
    struct names_value value[NAMES_VALUES_MAX];
};

/* What a change is; how many. */
int store_names_steps(const struct store_name_change *change,
                      struct names_step steps[NAMES_STEPS_MAX]);
/* What asks for a name, for one that is alike, for devices and for sessions. */
struct names_step store_names_find(enum store_name_by by, const char *key, int64_t now);
struct names_step store_names_alike(const struct store_name *name);
struct names_step store_names_credentials(int64_t name, const char *id);
struct names_step store_names_sessions(int64_t name);

#endif
