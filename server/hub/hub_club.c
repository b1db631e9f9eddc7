/* hub_club.c -- the club of a server: everybody's ratings, and those who look for a game. Who waits is kept in memory
 * alone, for each server by itself. */
#include "hub_internal.h"

#include "pool.h"
#include "ratings.h"

#include <stdlib.h>
#include <string.h>

enum {
    FOLD_MAX = 2000,     /* results read at a time */
    FOLD_EACH_MS = 5000, /* other servers of the same store have results, too */
    PAIR_EACH_MS = 1000,
    SEEKERS_MAX = 2000
};

struct seeker {
    struct conn *conn;
    enum table_pool pool;
    enum table_pace pace;
    bool rated;
    bool bots;  /* of a person: a program is welcome */
    bool told;  /* that no table could be opened */
    bool again; /* the same person looks for the same in a window before this one */
    int64_t since;
    char name[AUDE_NAME_MAX];
};

struct club {
    struct ratings *ratings;
    bool ready;   /* all results were counted once */
    bool folding; /* some are being read */
    bool broken;  /* no memory: ratings would be wrong */
    int64_t folded_at, paired_at;
    int n_read; /* of the results that are being read */
    struct seeker *seeker;
    int n_seekers, seekers_max;
};

/* -- Opening and closing ---------------------------------------------------------------- */

bool hub__club_open(struct hub *hub)
{
    struct club *club = calloc(1, sizeof *club);

    if (club && (club->ratings = ratings_new())) {
        hub->club = club;
        return true;
    }
    free(club);
    return false;
}

void hub__club_close(struct hub *hub)
{
    ratings_free(hub->club->ratings);
    free(hub->club->seeker);
    free(hub->club);
    hub->club = NULL;
}

/* -- Ratings ---------------------------------------------------------------------------- */

struct fold {
    struct hub_op op;
};

static bool hub_club_fold_each(void *context, const struct store_result *result)
{
    struct hub *hub = ((struct fold *)context)->op.hub;

    if (!hub) return false;
    hub->club->n_read++;
    if (!ratings_add(hub->club->ratings, result)) hub->club->broken = true;
    return !hub->club->broken;
}

static void hub_club_fold_done(void *context, const struct store_answer *answer)
{
    struct fold *fold = context;
    struct hub *hub = fold->op.hub;

    hub__wait_op_end(&fold->op);
    free(fold);
    if (!hub) return;
    struct club *club = hub->club;
    club->folding = false;
    if (answer->how != STORE_DONE) return; /* tried again in a while */
    if (club->n_read < FOLD_MAX)
        club->ready = true;
    else
        club->folded_at = 0; /* there are more */
}

static void hub_club_fold_more(struct hub *hub)
{
    struct store *store = hub->options.store;
    struct club *club = hub->club;
    struct fold *fold = club->broken ? NULL : calloc(1, sizeof *fold);

    if (!fold) return;
    club->folding = true;
    club->folded_at = hub->now;
    club->n_read = 0;
    hub__wait_op_begin(hub, &fold->op);
    store->results->rated(store, ratings_last(club->ratings), FOLD_MAX,
                          hub_club_fold_each, hub_club_fold_done, fold);
}

void hub__club_news(struct hub *hub)
{
    hub->club->folded_at = 0;
}

const struct ratings *hub__club_ratings(const struct hub *hub)
{
    return hub->club->ready && !hub->club->broken ? hub->club->ratings : NULL;
}

void hub__club_rate(const struct hub *hub, json_t **summary)
{
    const struct ratings *ratings = hub__club_ratings(hub);
    json_t *people = json_object_get(*summary, "people"), *person;
    bool sets = json_array_size(json_object_get(*summary, "sets")) > 1;
    size_t i, n = json_array_size(people);

    if (!n || !ratings) return;
    json_t *list = json_array();
    json_array_foreach(people, i, person) whole_append(
        &list,
        json_integer(ratings_shown(ratings, json_integer_value(person),
                                   club_glicko_pool_of((unsigned)n, sets), hub->now)));
    whole_set(summary, "ratings", list);
}

/* -- Looking for a game ----------------------------------------------------------------- */

static bool hub_club_seeker_same(const struct seeker *a, const struct seeker *b)
{
    return a->pool == b->pool && a->pace == b->pace && a->rated == b->rated;
}

/* Somebody may look in two windows: there are as many who look as people. */
static bool hub_club_seeker_twins(const struct seeker *a, const struct seeker *b)
{
    return hub_club_seeker_same(a, b) && !strcmp(a->conn->who, b->conn->who);
}

/* If it was the one that counts, another window of his counts now. */
static void hub_club_seeker_drop(struct club *club, int i)
{
    const struct seeker *one = &club->seeker[i];
    int k = i + 1;

    while (k < club->n_seekers && !hub_club_seeker_twins(one, &club->seeker[k])) k++;
    if (k < club->n_seekers && !one->again) club->seeker[k].again = false;
    memmove(&club->seeker[i], &club->seeker[i + 1],
            (size_t)(--club->n_seekers - i) * sizeof *club->seeker);
}

static void hub_club_seeker_leave(struct club *club, const struct conn *conn)
{
    for (int i = club->n_seekers - 1; i >= 0; i--)
        if (club->seeker[i].conn == conn) hub_club_seeker_drop(club, i);
}

void hub__club_leave(struct conn *conn)
{
    struct club *club = conn->hub->club;

    hub_club_seeker_leave(club, conn);
}

static bool hub_club_seek_read(struct conn *conn, const struct fields *request,
                               struct seeker *seeker)
{
    int pool = 0, pace = 0;
    const char *name = conn->shown;

    if (!fields_word(request, "pool", &pool) || !fields_word(request, "pace", &pace) ||
        !fields_bool(request, "rated", &seeker->rated) ||
        !fields_bool(request, "bots", &seeker->bots) ||
        (!conn->name && !fields_text(request, "name", &name)))
        return false;
    seeker->pool = (enum table_pool)pool;
    seeker->pace = (enum table_pace)pace;
    if (pool == TABLE_POOL_MORE)
        return table__refuse(request->reply, REFUSED_FIELD,
                             "games of three and more are not looked for: open a table");
    if (!conn->who[0])
        return table__refuse(request->reply, REFUSED_COOKIE,
                             "without a cookie nobody can keep a seat");
    if (seeker->rated && !conn->name)
        return table__refuse(request->reply, REFUSED_NAME,
                             "only who keeps a name can play rated games");
    if (!table__name_ok(name) || !table__name_seen(name))
        return table__refuse(request->reply, REFUSED_NAME, "please say a name");
    memcpy(seeker->name, name, strlen(name) + 1);
    return true;
}

static bool hub_club_seeker_add(struct club *club, const struct seeker *seeker)
{
    if (club->n_seekers == SEEKERS_MAX) return false;
    if (club->n_seekers == club->seekers_max) {
        int max = club->seekers_max ? 2 * club->seekers_max : 16;
        void *more = realloc(club->seeker, (size_t)max * sizeof *club->seeker);
        if (!more) return false;
        club->seeker = more;
        club->seekers_max = max;
    }
    club->seeker[club->n_seekers++] = *seeker;
    return true;
}

bool hub__club_on_seek(struct conn *conn, const struct fields *request, json_t *id)
{
    struct club *club = conn->hub->club;
    struct seeker seeker = {.conn = conn, .since = conn->hub->now};
    int others = 0;

    if (!hub_club_seek_read(conn, request, &seeker)) return false;
    hub_club_seeker_leave(club, conn);
    for (int i = 0; i < club->n_seekers; i++)
        if (hub_club_seeker_twins(&club->seeker[i], &seeker))
            seeker.again = true;
        else
            others +=
                !club->seeker[i].again && hub_club_seeker_same(&club->seeker[i], &seeker);
    if (!hub_club_seeker_add(club, &seeker))
        return table__refuse(request->reply, REFUSED_BUSY,
                             "as many look for a game as can be");
    json_t *answer = hub__ok(id);
    whole_set(&answer, "others", json_integer(others));
    hub__send_json(conn, answer);
    return true;
}

bool hub__club_on_unseek(struct conn *conn, const struct fields *request, json_t *id)
{
    (void)request;
    hub_club_seeker_leave(conn->hub->club, conn);
    hub__send_json(conn, hub__ok(id));
    return true;
}

json_t *hub__club_waiting(const struct hub *hub)
{
    const struct club *club = hub->club;
    json_t *list = json_array();

    for (int i = 0; i < club->n_seekers; i++) {
        const struct seeker *one = &club->seeker[i];
        int n = 0, bots = 0, before = 0;
        for (int k = 0; k < club->n_seekers; k++) {
            if (!hub_club_seeker_same(one, &club->seeker[k])) continue;
            n += !club->seeker[k].again && !club->seeker[k].conn->bot;
            bots += !club->seeker[k].again && club->seeker[k].conn->bot;
            before += k < i;
        }
        if (before) continue;
        whole_append(&list, json_pack("{s:s, s:s, s:b, s:i, s:i}", "pool",
                                      words_pool.word[one->pool], "pace",
                                      words_pace.word[one->pace], "rated",
                                      (int)one->rated, "people", n, "bots", bots));
    }
    return list;
}

/* -- Pairing ---------------------------------------------------------------------------- */

/* Nobody plays against themselves. Programs find each other, and people who said that they may, if nothing is rated. */
static bool hub_club_pair_may(void *context, uint32_t a, uint32_t b)
{
    const struct club *club = context;
    const struct seeker *one = &club->seeker[a], *two = &club->seeker[b];

    if (!strcmp(one->conn->who, two->conn->who)) return false;
    if (one->conn->bot == two->conn->bot) return true;
    return !one->rated && (one->conn->bot ? two->bots : one->bots);
}

/* The two play, at a table that `maker` makes: one of them. NULL: he may have none now. */
static struct room *hub_club_pair_table(const struct seeker *a, const struct seeker *b,
                                        struct conn *maker, struct table_reply *reply)
{
    struct table_match match = {
        .pool = a->pool,
        .pace = a->pace,
        .rated = a->rated,
        .one = {{a->conn->who, a->name, a->conn->name, a->conn->bot},
                {b->conn->who, b->name, b->conn->name, b->conn->bot}}};
    struct table_creation creation = {.who = maker->who, .match = &match};

    return hub__new_room(maker, &creation, NULL, reply);
}

/* Why there is no table for him: said once, since it is tried again every second. */
static void hub_club_pair_hold(struct seeker *seeker, const struct table_reply *reply)
{
    if (seeker->told) return;
    seeker->told = true;
    hub__send_json(seeker->conn, json_pack("{s:s, s:s, s:s}", "type", "held", "code",
                                           reply->code, "text", reply->text));
}

/* The table is told to both when it is stored. Who has used up what his address may have must not keep
 * others waiting: then the table is the other's. */
static bool hub_club_pair_begin(struct hub *hub, struct seeker *a, struct seeker *b)
{
    struct table_reply why[2] = {{.n = -1}, {.n = -1}};
    struct room *room = hub_club_pair_table(a, b, a->conn, &why[0]);

    if (!room) room = hub_club_pair_table(a, b, b->conn, &why[1]);
    if (!room) { /* they go on waiting */
        hub_club_pair_hold(a, &why[0]);
        hub_club_pair_hold(b, &why[1]);
        return false;
    }
    hub__room_person(hub, a->conn->who);
    hub__room_person(hub, b->conn->who);
    hub__answer_table(a->conn, room, json_pack("{s:s}", "type", "found"));
    hub__answer_table(b->conn, room, json_pack("{s:s}", "type", "found"));
    return true;
}

/* All who look for the same as the first of them: they are paired, or marked as looked at. */
static void hub_club_pair_group(struct hub *hub, const struct seeker *like, bool *done,
                                struct club_seeker *list, struct club_pair *pairs,
                                bool *found)
{
    struct club *club = hub->club;
    const struct ratings *ratings = hub__club_ratings(hub);
    int n = 0;

    for (int i = 0; i < club->n_seekers; i++) {
        const struct seeker *one = &club->seeker[i];
        if (!hub_club_seeker_same(one, like)) continue;
        done[i] = true;
        if (one->again && !one->conn->bot) continue; /* his first window is asked */
        int rating = ratings && one->rated
                         ? ratings_shown(ratings, one->conn->name,
                                         (enum club_pool)one->pool, hub->now)
                         : 0;
        list[n++] = (struct club_seeker){
            .who = (uint32_t)i, .rating = rating, .since = one->since};
    }
    int m = club_pool_pair(list, n, hub->now, hub_club_pair_may, club, pairs);
    for (int i = 0; i < m; i++) {
        uint32_t a = list[pairs[i].first].who, b = list[pairs[i].second].who;
        if (hub_club_pair_begin(hub, &club->seeker[a], &club->seeker[b]))
            found[a] = found[b] = true;
    }
}

/* A person whose one window has found a game looks no longer in the others. A program may play several at once. */
static void hub_club_pair_twins(const struct club *club, const bool *found, bool *gone)
{
    for (int i = 0; i < club->n_seekers; i++)
        for (int k = 0; k < club->n_seekers && !gone[i]; k++) {
            struct conn *conn = club->seeker[i].conn;
            if (conn->bot || !found[k] ||
                !hub_club_seeker_twins(&club->seeker[i], &club->seeker[k]))
                continue;
            gone[i] = true;
            hub__send_json(conn,
                           json_pack("{s:s, s:s, s:s}", "type", "held", "code",
                                     table_messages_error_code(REFUSED_ELSEWHERE), "text",
                                     "another window of yours has found a game"));
        }
}

static void hub_club_pair_all(struct hub *hub)
{
    struct club *club = hub->club;
    size_t n = (size_t)club->n_seekers;
    bool *done = calloc(3 * n + 1, sizeof *done);
    struct club_seeker *list = calloc(n + 1, sizeof *list);
    struct club_pair *pairs = calloc(n + 1, sizeof *pairs);

    if (done && list && pairs) {
        bool *found = done + n, *gone = found + n;
        for (size_t i = 0; i < n; i++)
            if (!done[i])
                hub_club_pair_group(hub, &club->seeker[i], done, list, pairs, found);
        memcpy(gone, found, n * sizeof *gone);
        hub_club_pair_twins(club, found, gone);
        for (int i = (int)n - 1; i >= 0; i--)
            if (gone[i]) hub_club_seeker_drop(club, i);
    }
    free(done);
    free(list);
    free(pairs);
}

void hub__club_tick(struct hub *hub)
{
    struct club *club = hub->club;

    if (hub->away) return;
    if (hub->options.store->results && !club->folding &&
        (!club->folded_at || hub->now - club->folded_at >= FOLD_EACH_MS))
        hub_club_fold_more(hub);
    if (club->n_seekers > 1 && hub->now - club->paired_at >= PAIR_EACH_MS) {
        club->paired_at = hub->now;
        hub_club_pair_all(hub);
    }
}
