/* hub_games.c -- what is asked over HTTP about finished games: the archive, a player, the club. Read from the store page
 * by page; ratings come from memory. */
#include "hub_internal.h"

#include "computers.h"
#include "names/names.h"
#include "ratings.h"
#include "store/store_names.h"
#include "table/flat.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 30, VALUE_MAX = 200, CURVE_MAX = 100, BEST = 20, BOTS = 100 };
/* A search looks at so many games at a time, whatever it looks for; then it says where to go on. */
enum { LOOKED_AT = 20000 };

/* -- What stands behind the question mark ------------------------------------------------ */

static int games_hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* "%C3%A9" and "+" as what they stand for, up to an & or the end. False: too long, or not text. */
static bool games_decode(const char *from, char out[VALUE_MAX])
{
    size_t n = 0;

    for (; *from && *from != '&'; from++) {
        int c = (unsigned char)*from;
        if (c == '%' && games_hex(from[1]) >= 0 && games_hex(from[2]) >= 0) {
            c = games_hex(from[1]) * 16 + games_hex(from[2]);
            from += 2;
        } else if (c == '+')
            c = ' ';
        if (n + 1 >= VALUE_MAX || c < 32) return false;
        out[n++] = (char)c;
    }
    out[n] = 0;
    return flat_is_utf8(out);
}

/* The value of a field of the query; "" if it is not there. */
static bool games_value(const char *query, const char *name, char out[VALUE_MAX])
{
    size_t n = strlen(name);

    out[0] = 0;
    for (const char *p = query; p && *p; p = strchr(p, '&')) {
        p += *p == '&';
        if (!strncmp(p, name, n) && p[n] == '=') return games_decode(p + n + 1, out);
    }
    return true;
}

static bool games_number(const char *query, const char *name, int64_t most, int64_t *out)
{
    char text[VALUE_MAX], *end;

    if (!games_value(query, name, text)) return false;
    if (!text[0]) return true;
    long long n = strtoll(text, &end, 10);
    if (*end || n < 0 || n > most || text[0] == '+' || text[0] == ' ') return false;
    *out = n;
    return true;
}

static bool games_word(const char *query, const char *name, const struct words *words,
                       int *out)
{
    char text[VALUE_MAX];

    if (!games_value(query, name, text)) return false;
    if (text[0]) *out = sitting_words_find(words, text);
    return !text[0] || *out >= 0;
}

/* "river-1,tower": all of these; "none": the base box alone. */
static bool games_sets(const char *query, struct store_search *search)
{
    char text[VALUE_MAX], *rest = NULL;

    if (!games_value(query, "sets", text)) return false;
    if (!strcmp(text, "none")) {
        search->without = (int64_t)(~(uint64_t)0 >> 1 & ~(uint64_t)1);
        return true;
    }
    for (char *word = strtok_r(text, ",", &rest); word;
         word = strtok_r(NULL, ",", &rest)) {
        enum aude_set set = aude_set_find(word);
        if (set >= AUDE_SETS) return false;
        search->sets |= (int64_t)1 << set;
    }
    return true;
}

static bool games_before(const char *query, struct store_search *search)
{
    char text[VALUE_MAX];
    int end = 0;

    if (!games_value(query, "before", text)) return false;
    if (!text[0]) return true;
    return sscanf(text, "%" SCNd64 ".%" SCNd64 "%n", &search->before_ended,
                  &search->before_seq, &end) == 2 &&
           end && !text[end] && search->before_ended > 0 && search->before_seq >= 0;
}

/* False: something in it cannot be understood. */
static bool games_read(const char *query, struct asking *asking)
{
    static const struct words how = {.word = {"any", "won", "lost"}};
    struct store_search *search = &asking->search;
    int64_t least = -1, most = 0, to = 0;
    char player[VALUE_MAX];

    *search = (struct store_search){.pool = -1, .why = -1, .max = PAGE};
    bool ok = games_value(query, "player", player) && games_sets(query, search) &&
              games_word(query, "pool", &words_pool, &search->pool) &&
              games_word(query, "why", &words_end, &search->why) &&
              games_word(query, "result", &how, &search->how) &&
              games_number(query, "from", MESSAGE_TIME_MAX, &search->from) &&
              games_number(query, "to", MESSAGE_TIME_MAX, &to) &&
              games_number(query, "least", 10000, &least) &&
              games_number(query, "most", 10000, &most) && games_before(query, search);
    /* A table that was given up before anybody had laid a tile is no game to look at; who asks for it gets it. */
    if (least < 0) least = search->why == STORE_END_ABORTED ? 0 : 1;
    search->turns_least = (int)least;
    search->turns_most = (int)most;
    if (to && (!search->before_ended || to < search->before_ended)) {
        search->before_ended = to;
        search->before_seq = 0;
    }
    table_name_key(player, asking->key, sizeof asking->key);
    if (asking->key[0]) search->key = asking->key;
    return ok && (search->key || asking->named || !search->how);
}

/* -- Results as JSON -------------------------------------------------------------------- */

static json_t *games_seat(const struct store_result_seat *seat)
{
    return json_pack("{s:s, s:I, s:s, s:I, s:i}", "name", seat->label, "person",
                     (json_int_t)seat->name, "level", seat->level, "points",
                     (json_int_t)seat->points, "place", seat->place);
}

static json_t *games_result(const struct store_result *result)
{
    json_t *seats = json_array(), *sets = json_array();

    for (int i = 0; i < result->n_seats; i++)
        whole_append(&seats, games_seat(&result->seat[i]));
    for (unsigned set = 0; set < AUDE_SETS; set++)
        if (result->sets >> set & 1) whole_append(&sets, json_string(aude_set_name(set)));
    return json_pack("{s:s, s:I, s:I, s:s, s:b, s:b, s:s, s:i, s:o, s:s, s:o}", "table",
                     result->table, "began", (json_int_t)result->began, "ended",
                     (json_int_t)result->ended, "pool", words_pool.word[result->pool],
                     "rated", (int)result->rated, "record", (int)!result->gone, "why",
                     words_end.word[result->why], "turns", result->turns, "sets", sets,
                     "rules", result->rules, "seats", seats);
}

static bool games_each(void *context, const struct store_result *result)
{
    struct asking *asking = context;

    asking->search.before_ended = result->ended;
    asking->search.before_seq = result->seq;
    return asking->ask && whole_append(&asking->pieces, games_result(result));
}

static void games_done(void *context, const struct store_answer *answer)
{
    struct asking *asking = context;
    struct hub_ask *ask = asking->ask;
    char *text = NULL, next[64];

    if (ask && answer->how == STORE_DONE) {
        json_t *all = asking->named ? json_incref(asking->about) : json_object();
        bool more = (int)json_array_size(asking->pieces) == asking->search.max;
        if (more)
            snprintf(next, sizeof next, "%" PRId64 ".%" PRId64,
                     asking->search.before_ended, asking->search.before_seq);
        else
            snprintf(next, sizeof next, "%" PRId64 ".0", asking->edge);
        whole_set(&all, "games", json_incref(asking->pieces));
        whole_set(&all, "next", more || asking->edge ? json_string(next) : json_null());
        text = hub__ask_json_text(all);
    }
    hub__ask_free(asking);
    if (ask) hub__ask_tell(ask, text, text ? REFUSED_NOT : REFUSED_STORE);
}

/* Does it ask for more than whose games, and when? Then many may have to be looked at for one that is found. */
static bool games_is_narrow(const struct store_search *search)
{
    return !search->who && !search->key &&
           (search->sets || search->without || search->pool >= 0 || search->why >= 0 ||
            search->turns_least > 1 || search->turns_most);
}

static bool games_edge_each(void *context, const struct store_result *result)
{
    struct asking *asking = context;

    asking->edge = result->ended;
    return false;
}

static void games_edge_done(void *context, const struct store_answer *answer)
{
    struct asking *asking = context;
    struct hub *hub = asking->ask ? asking->ask->hub : NULL;

    if (!hub || answer->how != STORE_DONE) {
        games_done(asking, answer);
        return;
    }
    struct store *store = hub->options.store;
    if (asking->edge) asking->search.from = asking->edge;
    store->results->search(store, &asking->search, games_each, games_done, asking);
}

/* First the date of the game behind those that are looked at, then these. */
static void games_search(struct hub *hub, struct asking *asking)
{
    struct store *store = hub->options.store;
    struct store_search edge = {.pool = -1,
                                .why = -1,
                                .from = asking->search.from,
                                .all = asking->search.all,
                                .before_ended = asking->search.before_ended,
                                .before_seq = asking->search.before_seq,
                                .max = 1,
                                .skip = LOOKED_AT};

    if (games_is_narrow(&asking->search))
        store->results->search(store, &edge, games_edge_each, games_edge_done, asking);
    else
        store->results->search(store, &asking->search, games_each, games_done, asking);
}

/* NULL: that was told. */
static struct asking *games_begin(struct hub *hub, struct hub_ask *ask)
{
    ask->hub = hub;
    struct asking *asking = hub->options.store->results && hub__wait_store_is_here(hub)
                                ? hub__ask_new(ask)
                                : NULL;
    if (!asking) hub__ask_tell(ask, NULL, REFUSED_STORE);
    return asking;
}

void hub_games_ask(struct hub *hub, struct hub_ask *ask, const char *query)
{
    struct asking *asking = games_begin(hub, ask);

    if (!asking) return;
    if (games_read(query, asking)) {
        games_search(hub, asking);
        return;
    }
    hub__ask_free(asking);
    hub__ask_tell(ask, NULL, REFUSED_FIELD);
}

/* -- A player --------------------------------------------------------------------------- */

/* At most CURVE_MAX of the values, the last one last. */
static json_t *games_player_curve(const struct rating_point *point, size_t n)
{
    json_t *list = json_array();
    size_t m = n < CURVE_MAX ? n : CURVE_MAX;

    for (size_t i = 0; i < m; i++)
        whole_append(&list,
                     json_integer(lrint(point[m < 2 ? 0 : i * (n - 1) / (m - 1)].value)));
    return list;
}

static json_t *games_player_rating(const struct ratings *ratings, int64_t name,
                                   enum club_pool pool, const struct club_rating *one,
                                   int64_t now)
{
    size_t n;
    const struct rating_point *point = ratings_curve(ratings, name, pool, &n);

    return json_pack("{s:s, s:I, s:I, s:i, s:o}", "pool", words_pool.word[pool], "value",
                     (json_int_t)lrint(one->value), "error",
                     (json_int_t)lrint(2 * club_glicko_deviation(one, now)), "games",
                     (int)one->games, "curve", games_player_curve(point, n));
}

static json_t *games_player_ratings(const struct hub *hub, int64_t name)
{
    const struct ratings *ratings = hub__club_ratings(hub);
    json_t *list = json_array();

    for (int pool = 0; ratings && pool < CLUB_POOLS; pool++) {
        const struct club_rating *one = ratings_find(ratings, name, (enum club_pool)pool);
        if (one && club_glicko_known(one, hub->now))
            whole_append(&list, games_player_rating(ratings, name, (enum club_pool)pool,
                                                    one, hub->now));
    }
    return list;
}

static void games_player_told(void *context, enum store_outcome how,
                              const struct names_person *person)
{
    struct asking *asking = context;
    struct hub_ask *ask = asking->ask;

    if (!ask || how != STORE_DONE || !person->id || !person->shown[0]) {
        hub__ask_free(asking);
        if (ask)
            hub__ask_tell(ask, NULL,
                          how == STORE_DONE ? REFUSED_NO_TABLE : REFUSED_STORE);
        return;
    }
    snprintf(asking->who, sizeof asking->who, "%s", person->who);
    asking->search.who = asking->who;
    asking->search.key = NULL;
    asking->search.all = !strcmp(asking->who, ask->who); /* one's own page */
    asking->about = json_pack("{s:s, s:I, s:b, s:I, s:o}", "name", person->shown,
                              "person", (json_int_t)person->id, "bot", (int)person->bot,
                              "since", (json_int_t)person->created, "ratings",
                              games_player_ratings(ask->hub, person->id));
    games_search(ask->hub, asking);
}

/* Who keeps a name of digits alone, from before such names were refused, has it; else it is somebody's number. */
static void games_player_named(void *context, enum store_outcome how,
                               const struct names_person *person)
{
    struct asking *asking = context;

    if (asking->ask && how == STORE_DONE && !person->id && asking->number)
        name_of_id(asking->ask->hub->options.store, asking->number, asking->ask->hub->now,
                   games_player_told, asking);
    else
        games_player_told(asking, how, person);
}

void hub_games_ask_player(struct hub *hub, struct hub_ask *ask, const char *name,
                          const char *query)
{
    struct asking *asking = games_begin(hub, ask);
    char shown[VALUE_MAX];

    if (!asking) return;
    asking->named = true;
    bool ok = games_decode(name, shown) && games_read(query, asking);
    if (!ok) {
        hub__ask_free(asking);
        hub__ask_tell(ask, NULL, REFUSED_FIELD);
        return;
    }
    if (strspn(shown, "0123456789") == strlen(shown) && strlen(shown) < 18)
        asking->number = strtoll(shown, NULL, 10);
    name_of_text(hub->options.store, shown, hub->now, games_player_named, asking);
}

/* -- Ratings of many ---------------------------------------------------------------------- */

static json_t *games_ranked(const struct hub *hub, int pool, const struct rating_row *row)
{
    return json_pack("{s:I, s:s, s:I, s:I, s:i}", "person", (json_int_t)row->name, "pool",
                     words_pool.word[pool], "value",
                     (json_int_t)lrint(row->rating->value), "error",
                     (json_int_t)lrint(2 * club_glicko_deviation(row->rating, hub->now)),
                     "games", (int)row->rating->games);
}

/* -- The ladder of programs ----------------------------------------------------------------- */

static json_t *games_bot_ratings(const struct hub *hub, int64_t name)
{
    const struct ratings *ratings = hub__club_ratings(hub);
    json_t *list = json_array();

    for (int pool = 0; ratings && pool < CLUB_POOLS; pool++) {
        struct rating_row row = {name, ratings_find(ratings, name, (enum club_pool)pool)};
        if (row.rating && club_glicko_known(row.rating, hub->now))
            whole_append(&list, games_ranked(hub, pool, &row));
    }
    return list;
}

static bool games_bot_each(void *context, const struct store_cells *row)
{
    struct asking *asking = context;

    if (!asking->ask) return false;
    int64_t name = strtoll(row->cell[0].bytes, NULL, 10);
    return whole_append(&asking->pieces,
                        json_pack("{s:I, s:s, s:I, s:o}", "person", (json_int_t)name,
                                  "name", row->cell[1].bytes, "since",
                                  (json_int_t)strtoll(row->cell[7].bytes, NULL, 10),
                                  "ratings", games_bot_ratings(asking->ask->hub, name)));
}

static json_int_t games_bot_value(const json_t *bot)
{
    const json_t *rating = json_array_get(json_object_get(bot, "ratings"), 0);

    return json_integer_value(json_object_get(rating, "value"));
}

/* The best first; those whose rating is not known last, in the order in which they came. */
static json_t *games_ladder(const json_t *bots)
{
    json_t *sorted = json_array(), *one;
    size_t i;

    json_array_foreach(bots, i, one)
    {
        size_t at = json_array_size(sorted);
        while (at &&
               games_bot_value(json_array_get(sorted, at - 1)) < games_bot_value(one))
            at--;
        if (json_array_insert(sorted, at, one)) whole_append(&sorted, NULL);
    }
    return sorted;
}

static bool games_is_bot(const json_t *bots, json_int_t person)
{
    json_t *one;
    size_t i;

    json_array_foreach(bots, i, one) if (json_integer_value(json_object_get(
                                             one, "person")) == person) return true;
    return false;
}

/* Our own computers. */
static json_t *games_arena(void)
{
    json_t *list = json_array();

    for (int i = 0; i < CLUB_COMPUTERS; i++)
        whole_append(
            &list, json_pack("{s:s, s:i, s:i, s:i}", "level", club_computers[i].level,
                             "value", club_computers[i].value, "error",
                             club_computers[i].error, "games", club_computers[i].games));
    return list;
}

/* -- The club --------------------------------------------------------------------------- */

static json_t *games_club_best(const struct hub *hub, const json_t *bots)
{
    const struct ratings *ratings = hub__club_ratings(hub);
    struct rating_row row[BEST + BOTS];
    json_t *list = json_array();

    for (int pool = 0; ratings && pool < CLUB_POOLS; pool++) {
        int n = ratings_best(ratings, (enum club_pool)pool, hub->now, BEST + BOTS, row);
        for (int i = 0, told = 0; i < n && told < BEST; i++) {
            if (games_is_bot(bots, (json_int_t)row[i].name)) continue;
            whole_append(&list, games_ranked(hub, pool, &row[i]));
            told++;
        }
    }
    return list;
}

/* Without a store that answers nobody knows the programs; the rest is in memory. */
static void games_club_done(void *context, const struct store_answer *answer)
{
    struct asking *asking = context;
    struct hub_ask *ask = asking->ask;
    char hash[20], *text = NULL;

    (void)answer;
    if (ask) {
        const struct hub *hub = ask->hub;
        const struct ratings *ratings = hub__club_ratings(hub);
        snprintf(hash, sizeof hash, "%016" PRIx64, ratings ? ratings_hash(ratings) : 0);
        text = hub__ask_json_text(json_pack(
            "{s:b, s:I, s:s, s:o, s:o, s:o, s:o}", "ready", ratings != NULL, "results",
            (json_int_t)(ratings ? ratings_last(ratings) : 0), "hash", hash, "waiting",
            hub__club_waiting(hub), "best", games_club_best(hub, asking->pieces), "bots",
            games_ladder(asking->pieces), "arena", games_arena()));
    }
    hub__ask_free(asking);
    if (ask) hub__ask_tell(ask, text, text ? REFUSED_NOT : REFUSED_STORE);
}

void hub_games_ask_club(struct hub *hub, struct hub_ask *ask)
{
    struct store *store = hub->options.store;
    struct names_step step = {NAMES_BOTS, false, 1, {{NULL, BOTS}}};

    ask->hub = hub;
    struct asking *asking = hub__ask_new(ask);
    if (!asking)
        hub__ask_tell(ask, NULL, REFUSED_STORE);
    else if (store->statements && hub__wait_store_is_here(hub))
        store->statements->ask(store, &step, games_bot_each, games_club_done, asking);
    else
        games_club_done(asking, &(struct store_answer){.how = STORE_DONE});
}
