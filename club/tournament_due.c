/* tournament_due.c -- what a tournament does next by itself, and the lines that do it. */
#include "tournament.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club_text.h"

/* -- What is due --------------------------------------------------------------------------------- */

/* Somebody who has not come to this table yet; no game has ended there, and they have not lost by absence yet. From 1;
 * 0: nobody. */
static int tournament_due_absent(const struct club_tournament *t,
                                 const struct club_table *table)
{
    if (table->second == CLUB_NOBODY || table->game >= 0) return 0;
    if (!club_tournament_here(t, table->first) || !club_tournament_here(t, table->second))
        return 0;
    for (int side = 0; side < 2; side++) {
        int who = side ? table->second : table->first;
        if (table->absent >> side & 1 || t->entrant[who].came == t->round) continue;
        return who + 1;
    }
    return 0;
}

static struct club_due tournament_due_in_round(const struct club_tournament *t,
                                               int64_t now)
{
    struct club_due due = {.what = CLUB_WAIT, .at = INT64_MAX, .round = t->round};

    if (!t->rules.noshow) return due;
    for (int i = t->begin[t->round]; i < t->n_tables; i++) {
        int who = tournament_due_absent(t, &t->table[i]);
        if (!who) continue;
        due.at = t->began + t->rules.noshow;
        if (now < due.at) return due;
        due.what = CLUB_FORFEIT;
        due.table = t->table[i].number;
        due.entrant = who;
        return due;
    }
    return due;
}

/* How many can play the next round. */
static int tournament_due_here(const struct club_tournament *t)
{
    int n = 0;

    for (int i = 0; i < t->n_entrants; i++)
        n += club_tournament_here(t, i) && t->entrant[i].bye != t->round + 1;
    return n;
}

/* Is there nothing more to play? Fewer than two are left, or in a knock-out one winner. */
static bool tournament_due_is_last(const struct club_tournament *t)
{
    int winners = 0;

    if (t->round == club_tournament_rounds(t) || tournament_due_here(t) < 2) return true;
    if (t->rules.kind != CLUB_KNOCKOUT) return false;
    for (int i = t->begin[t->round]; i < t->n_tables; i++) {
        int winner = club_tournament_table_winner(t, &t->table[i]);
        winners += winner != CLUB_NOBODY && club_tournament_here(t, winner);
    }
    return winners < 2;
}

enum { ALONE_PAUSE = 300 }; /* seconds between rounds, where there was no pause */

static struct club_due tournament_due(const struct club_tournament *t, int64_t now,
                                      bool alone)
{
    struct club_due wait = {.what = CLUB_WAIT, .at = INT64_MAX, .round = t->round};

    if (now < t->last) now = t->last;
    if (!t->created || t->finished) return wait;
    if (t->round) {
        struct club_due due = tournament_due_in_round(t, now);
        if (due.what != CLUB_WAIT || !club_tournament_round_over(t)) return due;
        if (tournament_due_is_last(t))
            return (struct club_due){.what = CLUB_FINISH, .round = t->round};
    }
    if ((!t->rules.begins && !alone) || tournament_due_here(t) < 2) return wait;
    int pause = t->rules.begins || t->rules.pause ? t->rules.pause : ALONE_PAUSE;
    wait.at = t->round ? t->last + pause : t->rules.begins;
    if (now < wait.at) return wait;
    return (struct club_due){.what = CLUB_START_ROUND, .round = t->round + 1};
}

struct club_due club_tournament_due(const struct club_tournament *t, int64_t now)
{
    return tournament_due(t, now, false);
}

struct club_due club_tournament_due_alone(const struct club_tournament *t, int64_t now)
{
    return tournament_due(t, now, t->round > 0);
}

/* -- Who plays the round ----------------------------------------------------------------------------- */

struct seed {
    int entrant, score, rating, number;
};

static int tournament_due_seed_by_rank(const void *a, const void *b)
{
    const struct seed *x = a, *y = b;

    if (x->score != y->score) return y->score - x->score;
    if (x->rating != y->rating) return y->rating - x->rating;
    return x->number - y->number;
}

/* Everybody who is here for the round, best score first, then by rating, then who entered first. */
static int tournament_due_pair_seeds(const struct club_tournament *t, int round,
                                     struct seed *seed)
{
    int n = 0;

    for (int i = 0; i < t->n_entrants; i++) {
        if (!club_tournament_here(t, i) || t->entrant[i].bye == round) continue;
        seed[n++] = (struct seed){.entrant = i,
                                  .score = club_tournament_score(t, i),
                                  .rating = t->entrant[i].rating,
                                  .number = i};
    }
    qsort(seed, (size_t)n, sizeof *seed, tournament_due_seed_by_rank);
    return n;
}

/* -- Swiss ---------------------------------------------------------------------------------------------- */

/* The parts of the caller's memory. */
struct room {
    struct seed *seed;
    struct club_swiss *list;
    int (*met)[CLUB_ROUNDS_MAX];
    int *at; /* place in the list by entrant */
    void *match;
};

static size_t tournament_due_room_part(size_t size)
{
    return (size + 15) / 16 * 16;
}

size_t club_tournament_due_room(const struct club_tournament *t)
{
    size_t n = (size_t)t->n_entrants + 1;

    return tournament_due_room_part(n * sizeof(struct seed)) +
           tournament_due_room_part(n * sizeof(struct club_swiss)) +
           tournament_due_room_part(n * sizeof(int[CLUB_ROUNDS_MAX])) +
           tournament_due_room_part(n * sizeof(int)) +
           club_pair_swiss_room(t->n_entrants);
}

static struct room tournament_due_room_divide(const struct club_tournament *t,
                                              void *memory)
{
    size_t n = (size_t)t->n_entrants + 1;
    char *at = memory;
    struct room room;

    room.seed = (void *)at;
    at += tournament_due_room_part(n * sizeof(struct seed));
    room.list = (void *)at;
    at += tournament_due_room_part(n * sizeof(struct club_swiss));
    room.met = (void *)at;
    at += tournament_due_room_part(n * sizeof(int[CLUB_ROUNDS_MAX]));
    room.at = (void *)at;
    room.match = at + tournament_due_room_part(n * sizeof(int));
    return room;
}

/* What somebody has played so far. Byes and matches decided by absence say nothing of seats and opponents. */
static void tournament_due_swiss_history(const struct club_tournament *t,
                                         const struct room *room, int place)
{
    int who = room->seed[place].entrant;
    struct club_swiss *one = &room->list[place];

    *one = (struct club_swiss){.score = room->seed[place].score, .met = room->met[place]};
    for (int r = 1; r <= t->round; r++) {
        struct club_round part = club_tournament_round_of(t, who, r);
        if (part.given) one->bye = true;
        if (part.part != CLUB_PLAYED) continue;
        int way = part.first ? 1 : -1;
        one->balance += way;
        one->streak = one->streak * way > 0 ? one->streak + way : way;
        if (room->at[part.other] >= 0)
            room->met[place][one->n_met++] = room->at[part.other];
    }
}

static int tournament_due_pair_swiss(const struct club_tournament *t,
                                     const struct room *room, int n,
                                     struct club_pair *out)
{
    for (int i = 0; i < t->n_entrants; i++) room->at[i] = -1;
    for (int i = 0; i < n; i++) room->at[room->seed[i].entrant] = i;
    for (int i = 0; i < n; i++) tournament_due_swiss_history(t, room, i);
    int pairs = club_pair_swiss(room->list, n, t->rules.lot % 2 == 0, room->match, out);
    for (int i = 0; i < pairs; i++) {
        out[i].first = room->seed[out[i].first].entrant;
        if (out[i].second != CLUB_NOBODY)
            out[i].second = room->seed[out[i].second].entrant;
    }
    return pairs;
}

/* -- Round robin --------------------------------------------------------------------------------------------- */

/* Berger's tables have numbers; who gets which is drawn by lot among those who play the first round. */
static int tournament_due_robin_order(const struct club_tournament *t, int *order)
{
    uint64_t chance = t->rules.lot;
    int n = 0;

    for (int i = 0; i < t->n_entrants; i++)
        if (t->round ? t->seat[i][1] > 0 : club_tournament_here(t, i)) order[n++] = i;
    for (int i = n; i > 1; i--) {
        chance = chance * 6364136223846793005u + 1442695040888963407u;
        int k = (int)((chance >> 32) % (unsigned)i), swap = order[i - 1];
        order[i - 1] = order[k];
        order[k] = swap;
    }
    return n;
}

/* If one of a pair has left, the other has a bye; if both have, there is no table. */
static int tournament_due_pair_robin(const struct club_tournament *t, int round,
                                     int *order, struct club_pair *out)
{
    int n = tournament_due_robin_order(t, order), all = club_pair_robin(n, round, out),
        pairs = 0;

    for (int i = 0; i < all; i++) {
        int a = order[out[i].first];
        int b = out[i].second == CLUB_NOBODY ? CLUB_NOBODY : order[out[i].second];
        if (b != CLUB_NOBODY && !club_tournament_here(t, b)) b = CLUB_NOBODY;
        if (!club_tournament_here(t, a)) {
            a = b;
            b = CLUB_NOBODY;
        }
        if (a != CLUB_NOBODY) out[pairs++] = (struct club_pair){a, b};
    }
    return pairs;
}

/* -- Knock-out ------------------------------------------------------------------------------------------------ */

static int tournament_due_knockout_loser(const struct club_tournament *t,
                                         const struct club_table *table)
{
    int winner = club_tournament_table_winner(t, table);
    int loser = winner == table->first ? table->second : table->first;

    if (table->absent || winner == CLUB_NOBODY || loser == CLUB_NOBODY)
        return CLUB_NOBODY;
    return club_tournament_here(t, loser) ? loser : CLUB_NOBODY;
}

static int tournament_due_knockout_goes_on(const struct club_tournament *t, int at)
{
    int winner =
        at < t->n_tables ? club_tournament_table_winner(t, &t->table[at]) : CLUB_NOBODY;

    return winner != CLUB_NOBODY && club_tournament_here(t, winner) ? winner
                                                                    : CLUB_NOBODY;
}

static int tournament_due_pair_knockout(const struct club_tournament *t,
                                        struct club_pair *out)
{
    int begin = t->begin[t->round], n = t->n_tables - begin, pairs = 0;

    for (int i = 0; i < n; i += 2) {
        int a = tournament_due_knockout_goes_on(t, begin + i);
        int b =
            i + 1 < n ? tournament_due_knockout_goes_on(t, begin + i + 1) : CLUB_NOBODY;
        if (a == CLUB_NOBODY) {
            a = b;
            b = CLUB_NOBODY;
        }
        if (a != CLUB_NOBODY) /* at every second table the other one has the first seat */
            out[pairs++] = b != CLUB_NOBODY && i / 2 % 2 ? (struct club_pair){b, a}
                                                         : (struct club_pair){a, b};
    }
    if (t->rules.third && t->round + 1 == club_tournament_rounds(t) && n == 2) {
        int a = tournament_due_knockout_loser(t, &t->table[begin]);
        int b = tournament_due_knockout_loser(t, &t->table[begin + 1]);
        if (a != CLUB_NOBODY && b != CLUB_NOBODY) out[pairs++] = (struct club_pair){a, b};
    }
    return pairs;
}

/* -- The line ---------------------------------------------------------------------------------------------------- */

static int tournament_due_pair_round(const struct club_tournament *t, int round,
                                     void *memory, struct club_pair *out)
{
    struct room room = tournament_due_room_divide(t, memory);

    if (t->rules.kind == CLUB_ROBIN)
        return tournament_due_pair_robin(t, round, room.at, out);
    if (t->rules.kind == CLUB_KNOCKOUT && round > 1)
        return tournament_due_pair_knockout(t, out);
    int n = tournament_due_pair_seeds(t, round, room.seed);
    if (t->rules.kind == CLUB_SWISS) return tournament_due_pair_swiss(t, &room, n, out);
    int pairs = club_pair_knockout(n, out);
    for (int i = 0; i < pairs; i++) {
        out[i].first = room.seed[out[i].first].entrant;
        if (out[i].second != CLUB_NOBODY)
            out[i].second = room.seed[out[i].second].entrant;
    }
    return pairs;
}

static struct club_refusal tournament_due_entry_refusal(const struct club_tournament *t,
                                                        const struct club_due *due)
{
    if (!t->created)
        return (struct club_refusal){CLUB_WHY_LINE,
                                     "the tournament has not been created yet"};
    if (t->finished)
        return (struct club_refusal){CLUB_WHY_FINISHED, "the tournament is finished"};
    if (due->what != CLUB_START_ROUND) return (struct club_refusal){0};
    if (tournament_due_here(t) < 2)
        return (struct club_refusal){CLUB_WHY_TWO, "a round needs two who play"};
    if (t->rules.kind == CLUB_ROBIN && tournament_due_here(t) > CLUB_ROUNDS_MAX)
        return (struct club_refusal){CLUB_WHY_FULL, "a round robin is for 40 at most"};
    if (t->round && !club_tournament_round_over(t))
        return (struct club_refusal){CLUB_WHY_ROUND_OPEN,
                                     "the round before is not over yet"};
    if (t->round && tournament_due_is_last(t))
        return (struct club_refusal){CLUB_WHY_LAST, "that was the last round"};
    return (struct club_refusal){0};
}

static void tournament_due_entry_round(const struct club_tournament *t, int round,
                                       void *room, struct club_text *text)
{
    struct club_pair pair[CLUB_ENTRANTS_MAX];
    int n = tournament_due_pair_round(t, round, room, pair);

    club_text_add(text, "round %d", round);
    for (int i = 0; i < n; i++)
        if (pair[i].second == CLUB_NOBODY)
            club_text_add(text, " %d:bye", pair[i].first + 1);
        else
            club_text_add(text, " %d:%d", pair[i].first + 1, pair[i].second + 1);
}

size_t club_tournament_due_entry(const struct club_tournament *t,
                                 const struct club_due *due, int64_t now, void *room,
                                 char *out, size_t size, struct club_refusal *refusal)
{
    struct club_text text = {out, size, 0};

    *refusal = tournament_due_entry_refusal(t, due);
    if (refusal->why) return 0;
    club_text_add(&text, "%" PRId64 " ", now < t->last ? t->last : now);
    if (due->what == CLUB_START_ROUND)
        tournament_due_entry_round(t, t->round + 1, room, &text);
    else if (due->what == CLUB_FORFEIT)
        club_text_add(&text, "noshow %d %d %d", due->round, due->table, due->entrant);
    else
        club_text_add(&text, "finished");
    return text.used;
}
