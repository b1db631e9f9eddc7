/* contest_test.h -- people who hold, enter and play a tournament at a hub: for tests of rooms. */
#ifndef CONTEST_TEST_H
#define CONTEST_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_test.h"
#include "server/hub/hub_contest.h"

enum { PEOPLE_MAX = 8 };

static const char *const whos[PEOPLE_MAX] = {"ann", "bob", "cat",  "dan",
                                             "eve", "fay", "gail", "hal"};
static const char *const shown[PEOPLE_MAX] = {"Ann", "Bob", "Cat",  "Dan",
                                              "Eve", "Fay", "Gail", "Hal"};
static struct conn *person[PEOPLE_MAX];
static int people;
static char contest[TABLE_ID_MAX];
static const char *contest_pace = "quick"; /* of the next that is held */

static inline void come_back(void)
{
    for (int i = 0; i < people; i++) person[i] = join_named(whos[i]);
}

static inline bool open_for(int n)
{
    if (!open_hub()) return false;
    people = n;
    for (int i = 0; i < n; i++) keep_name(5001 + i, shown[i], whos[i]);
    come_back();
    return true;
}

static inline bool said(struct conn *conn, const char *what)
{
    const char *text = hears(conn);

    if (strstr(text, what)) return true;
    fprintf(stderr, "not \"%s\" but: %s\n", what, text);
    return false;
}

static inline void hold(const char *rules)
{
    says(person[0],
         "{'type':'hold','id':2,'name':'Thursday','pool':'two','pace':'%s',%s}",
         contest_pace, rules);
    const char *at = strstr(hears(person[0]), "\"tournament\":\"");
    contest[0] = 0;
    if (CHECK(at != NULL)) sscanf(at + 14, "%15[a-z0-9]", contest);
}

static inline void wish(int who, const char *type, const char *more)
{
    says(person[who], "{'type':'%s','id':7,'tournament':'%s'%s}", type, contest, more);
}

static inline void all_enter(void)
{
    for (int i = 0; i < people; i++) {
        wish(i, "enter", "");
        CHECK(said(person[i], "\"ok\""));
    }
}

static struct hub_ask question;

static inline void told(struct hub_ask *ask)
{
    (void)ask;
}

static inline const char *ask_of(hub_ask_go *go, const char *who)
{
    free(question.text);
    question = (struct hub_ask){.told = told};
    memcpy(question.id, contest, sizeof contest);
    snprintf(question.who, sizeof question.who, "%s", who);
    go(hub, &question);
    return question.text ? question.text : "";
}

static inline void forget_question(void)
{
    free(question.text);
    question.text = NULL;
}

/* Everything that has to be done by itself is done. */
static inline void settle(void)
{
    for (int i = 0; i < 12; i++) pass(250);
}

/* -- Playing ---------------------------------------------------------------------------- */

/* The next step, by whoever has to act: the usual one, or the `way`-th of those that are listed. */
static inline void move_at(struct room *room, const char *id, int way)
{
    static struct aude_action list[4096];
    const struct table *table = room->table;
    const struct aude_game *game = table->sitting.game;
    unsigned actor = table_look_actor(table);
    struct aude_action action = aude_game_default(game);
    int n = way ? (int)aude_game_actions(game, list, 4096) : 0;
    char words[96];

    if (n > 0 && n <= 4096) action = list[way % n];
    aude_action_text(game, action, words, sizeof words);
    for (int i = 0; i < people; i++)
        if (!strcmp(whos[i], table->seat[actor].who)) {
            says(person[i], "{'type':'act','id':9,'table':'%s','at':%d,'action':'%s'}",
                 id, table->sitting.n_steps, words);
            hub_flush(hub); /* the table may be read anew: it is not looked at again */
            hears(person[i]);
            return;
        }
}

/* Both make a turn, then the one whose name comes later in the alphabet resigns. */
static inline void play_table(const char *id)
{
    if (!hub__room_find(hub, id))
        says(person[0], "{'type':'look','id':5,'table':'%s'}", id);
    struct room *room = hub__room_find(hub, id);
    if (!CHECK(room != NULL)) return;
    for (int i = 0; i < 40 && room->table->sitting.n_steps < 6; i++) move_at(room, id, 0);
    const struct table *table = room->table;
    unsigned loser = strcmp(table->seat[0].name, table->seat[1].name) > 0 ? 0 : 1;
    for (int i = 0; i < people; i++)
        if (!strcmp(whos[i], table->seat[loser].who)) {
            says(person[i], "{'type':'resign','id':9,'table':'%s','seat':%u}", id, loser);
            hub_flush(hub); /* as above */
            hears(person[i]);
            return;
        }
}

/* The tables of this round at which a game is played, in their order. How many. */
static inline int tables_now(char ids[][TABLE_ID_MAX])
{
    int n = 0;

    for (int i = 0; i < people; i++) {
        const char *at = strstr(ask_of(hub_contest_ask, whos[i]), "\"mine\":");
        const char *table = at ? strstr(at, "\"table\":\"") : NULL;
        char id[TABLE_ID_MAX];
        if (!table || table > strchr(at, '}') ||
            sscanf(table + 9, "%15[a-z0-9]", id) != 1)
            continue;
        bool known = false;
        for (int k = 0; k < n; k++) known |= !strcmp(ids[k], id);
        if (!known) memcpy(ids[n++], id, sizeof id);
    }
    return n;
}

/* One whose lot is even, so that the first pairs are always the same. */
static inline void hold_even(const char *rules)
{
    for (int i = 0; i < 40; i++) {
        hold(rules);
        const char *lot = strstr(ask_of(hub_contest_ask_log, ""), " lot ");
        if (lot && strtol(lot + 5, NULL, 10) % 2 == 0) return;
        wish(0, "close", "");
        CHECK(said(person[0], "\"ok\""));
    }
}

#endif
