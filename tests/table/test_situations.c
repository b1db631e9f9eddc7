/* test_situations.c -- the situations of tests/table/situations.json at the server's table;
 * web/tests/unit/table.test.mjs runs the same ones at a table in the browser. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"
#include "server/hub/secret.h"
#include "test.h"

/* One situation under way: everybody here is "ann". */
struct run {
    struct table *table;
    int64_t now;
    uint64_t hash; /* of the marked moment */
    unsigned seat; /* that had to decide then */
    struct table_reply reply;
    json_t *over; /* the entry that ended the game */
    bool failed;
};

static struct aude_game *game_of(struct run *run)
{
    return run->table->sitting.game;
}

/* What the table has said: only its end is kept. */
static void take(struct run *run)
{
    for (int i = 0; i < run->table->n_out; i++)
        if (run->table->out[i].type == ENTRY_OVER)
            run->over = json_loads(run->table->out[i].text, 0, NULL);
    table_outbox_clear(run->table);
}

static const char *ask(struct run *run, json_t *request)
{
    run->reply = (struct table_reply){0};
    bool ok = request && table_request(run->table, "ann", run->now, request, &run->reply);
    json_decref(request);
    json_decref(run->reply.more);
    take(run);
    return ok ? "OK" : run->reply.code;
}

static void words_of(struct run *run, struct aude_action action, char words[96])
{
    aude_action_text(game_of(run), action, words, 96);
}

/* The first action whose words begin with `word`; AUDE_NO_ACTION if there is none. */
static struct aude_action find(struct run *run, const char *word)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    int n = aude_game_actions(game_of(run), list, AUDE_ACTIONS_MAX);
    char words[96];

    for (int i = 0; i < n; i++) {
        words_of(run, list[i], words);
        if (!strncmp(words, word, strlen(word))) return list[i];
    }
    return (struct aude_action){.kind = AUDE_NO_ACTION};
}

/* Passing where that is possible, else the first action. */
static struct aude_action plain(struct run *run)
{
    struct aude_action pass = find(run, "pass");

    return pass.kind == AUDE_PASS ? pass : find(run, "");
}

static void human(struct run *run, struct aude_action action)
{
    char words[96];

    words_of(run, action, words);
    run->failed |=
        !CHECK_STR(ask(run, json_pack("{s:s, s:i, s:s}", "type", "act", "at",
                                      run->table->sitting.n_steps, "action", words)),
                   "OK");
}

/* -- The words of the script ------------------------------------------------------------ */

static void do_turn(struct run *run)
{
    unsigned turn = game_of(run)->turn.number;

    while (!run->failed && game_of(run)->turn.number == turn) human(run, plain(run));
}

static bool prefer(struct run *run, json_t *preferred)
{
    size_t i;
    json_t *word;

    json_array_foreach(preferred, i, word)
    {
        struct aude_action action = find(run, json_string_value(word));
        if (action.kind == AUDE_NO_ACTION) continue;
        human(run, action);
        return true;
    }
    return false;
}

static void do_seek(struct run *run, const char *word, json_t *preferred)
{
    for (int i = 0; i < 2000 && !run->failed; i++) {
        if (find(run, word).kind != AUDE_NO_ACTION) return;
        if (!prefer(run, preferred)) human(run, plain(run));
    }
    run->failed = true;
    FAIL("%s never came", word);
}

static void do_wait(struct run *run, int64_t ms)
{
    run->now += ms;
    table_play_tick(run->table, run->now);
    take(run);
}

static void do_thinks(struct run *run)
{
    run->failed |= !CHECK(table_play_computer(run->table, run->now,
                                              run->table->sitting.n_steps, plain(run)));
    take(run);
}

static json_t *request_of(struct run *run, const char *word, json_t *seat)
{
    int n = json_is_string(seat) ? (int)run->seat : (int)json_integer_value(seat);

    if (!strcmp(word, "undo"))
        return json_pack("{s:s, s:i}", "type", word, "at", run->table->sitting.n_steps);
    if (!strcmp(word, "back") || !strcmp(word, "resign"))
        return json_pack("{s:s, s:i}", "type", word, "seat", n);
    return json_pack("{s:s, s:s, s:i}", "type", "ask", "what", word, "seat", n);
}

/* -- What is said to be so -------------------------------------------------------------- */

static bool same_list(json_t *list, const int *is, size_t n)
{
    bool same = json_array_size(list) == n;

    for (size_t i = 0; same && i < n; i++)
        same = json_integer_value(json_array_get(list, i)) == is[i];
    return same;
}

static bool left_is(struct run *run, json_t *value)
{
    int left[AUDE_SEATS_MAX];
    unsigned n = game_of(run)->n_seats;

    for (unsigned s = 0; s < n; s++)
        left[s] = (int)sitting_time_left(&run->table->sitting, s, run->now);
    return same_list(value, left, n);
}

static bool fact_is(struct run *run, const char *fact, json_t *value)
{
    const struct sitting *sitting = &run->table->sitting;
    bool clock = table_play_deadline(run->table) != INT64_MAX;
    unsigned actor = table_look_actor(run->table);

    if (!strcmp(fact, "steps")) return json_integer_value(value) == sitting->n_steps;
    if (!strcmp(fact, "actor")) return json_integer_value(value) == (int)actor;
    if (!strcmp(fact, "computer"))
        return json_is_true(value) == (table_look_computer(run->table) != NULL);
    if (!strcmp(fact, "undo"))
        return json_is_true(value) ==
               (sitting_undo_is_open(sitting, 63) == SITTING_UNDO_OK);
    if (!strcmp(fact, "phase"))
        return !strcmp(json_string_value(value),
                       aude_phase_name(game_of(run)->turn.phase));
    if (!strcmp(fact, "left")) return left_is(run, value);
    if (!strcmp(fact, "paused")) return json_is_true(value) == sitting->paused;
    if (!strcmp(fact, "running"))
        return clock ? json_integer_value(value) == (int)actor : json_is_null(value);
    if (!strcmp(fact, "over"))
        return run->over ? json_equal(value, json_object_get(run->over, "why"))
                         : json_is_null(value);
    return !strcmp(fact, "winners") &&
           json_equal(value, json_object_get(run->over, "winners"));
}

static void do_is(struct run *run, json_t *facts, const char *name)
{
    const char *fact;
    json_t *value;

    json_object_foreach(facts, fact, value)
    {
        if (CHECK(fact_is(run, fact, value))) continue;
        char *said = json_dumps(value, JSON_ENCODE_ANY);
        FAIL("%s: %s is not %s", name, fact, said);
        free(said);
    }
}

static void do_step(struct run *run, json_t *step, const char *name)
{
    const char *word = json_string_value(json_array_get(step, 0));
    json_t *first = json_array_get(step, 1);

    if (!strcmp(word, "lay")) {
        human(run, find(run, ""));
    } else if (!strcmp(word, "act")) {
        human(run, find(run, json_string_value(first)));
    } else if (!strcmp(word, "turn")) {
        do_turn(run);
    } else if (!strcmp(word, "seek")) {
        do_seek(run, json_string_value(first), json_array_get(step, 2));
    } else if (!strcmp(word, "wait")) {
        do_wait(run, json_integer_value(first));
    } else if (!strcmp(word, "thinks")) {
        do_thinks(run);
    } else if (!strcmp(word, "mark")) {
        run->hash = aude_game_hash(game_of(run));
        run->seat = table_look_actor(run->table);
    } else if (!strcmp(word, "same")) {
        CHECK(aude_game_hash(game_of(run)) == run->hash);
    } else if (!strcmp(word, "leftOf")) {
        CHECK_EQ(sitting_time_left(&run->table->sitting, run->seat, run->now),
                 json_integer_value(json_array_get(step, 2)));
    } else if (!strcmp(word, "is")) {
        do_is(run, first, name);
    } else {
        const char *code =
            json_string_value(json_array_get(step, json_array_size(step) - 1));
        if (!CHECK_STR(ask(run, request_of(run, word, first)), code))
            FAIL("%s: %s", name, word);
    }
}

/* -- The script ------------------------------------------------------------------------- */

static json_t *seats_of(json_t *situation, int n)
{
    json_t *kinds = json_object_get(situation, "seats"), *seats = json_array();

    for (int i = 0; i < n; i++) {
        const char *kind = json_string_value(json_array_get(kinds, (size_t)i));
        char name[16];
        snprintf(name, sizeof name, "P%d", i);
        json_array_append_new(
            seats, json_pack("{s:s, s:s}", "kind", kind ? kind : "here", "name", name));
    }
    return seats;
}

static bool open_table(struct run *run, json_t *situation)
{
    const char *setup = json_string_value(json_object_get(situation, "head"));
    json_t *clock = json_object_get(situation, "clock");
    json_t *late = json_object_get(situation, "late"), *options = json_object();
    int n = atoi(strstr(setup, "seats ") + 6);
    char head[512];
    struct table_creation creation = {.who = "ann",
                                      .now = run->now,
                                      .seed = {0x0123456789abcdefu, 0x0123456789abcdefu}};

    snprintf(head, sizeof head, "aude 1\n%s\n", setup);
    if (clock) json_object_set(options, "clock", clock);
    if (late) json_object_set(options, "late", late);
    json_t *request = json_pack("{s:s, s:o, s:o}", "head", head, "seats",
                                seats_of(situation, n), "options", options);
    run->table = table_new("abcdefghjkmn");
    bool ok = table_create(run->table, &creation, request, &run->reply);
    json_decref(request);
    table_outbox_clear(run->table);
    return ok;
}

static void play_situation(json_t *situation)
{
    const char *name = json_string_value(json_object_get(situation, "name"));
    struct run run = {.now = 1000000};
    size_t i;
    json_t *step;

    if (!CHECK(open_table(&run, situation))) {
        FAIL("%s: %s", name, run.reply.text);
        table_free(run.table);
        return;
    }
    json_array_foreach(json_object_get(situation, "do"), i, step)
    {
        if (!run.failed) do_step(&run, step, name);
    }
    if (run.failed) FAIL("%s", name);
    json_decref(run.over);
    table_free(run.table);
}

TEST(every_refusal_of_a_table_is_an_error_of_the_protocol)
{
    const struct sitting_refusal *no;

    for (unsigned i = 0; (no = sitting_may_why(i)); i++)
        if (!CHECK(table_messages_error_find(no->code) != REFUSED_NOT))
            FAIL("%s", no->code);
}

TEST(a_table_on_the_server_is_a_table_in_the_browser)
{
    json_t *all = json_load_file("tests/table/situations.json", 0, NULL), *situation;
    size_t i;

    secret_init();
    if (!CHECK(json_array_size(all) > 15)) return;
    json_array_foreach(all, i, situation) play_situation(situation);
    json_decref(all);
}
