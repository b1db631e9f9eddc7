/* table_create.c -- a new table, from a request or as the rematch of another. */
#include "table.h"

#include "ai.h"
#include "deal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool create_check_setup(struct table *table, struct table_reply *reply)
{
    struct aude_game *game = malloc(sizeof *game);
    enum aude_err err = AUDE_ERR_OK;

    if (!game) return table__refuse(reply, REFUSED_STORE, "the server is out of memory");
    err = aude_game_init(game, &table->head.setup, NULL);
    free(game);
    if (err) return table__refuse_engine(reply, REFUSED_SETUP, err, NULL);
    if (!table__head_commit(&table->head))
        return table__refuse(reply, REFUSED_STORE, "no commitment could be made");
    return true;
}

static bool create_read_seats(struct table *table, const struct fields *fields,
                              const struct table_by *host)
{
    struct fields seat[AUDE_SEATS_MAX];
    size_t n;

    if (!fields_list(fields, "seats", seat, &n)) return false;
    table->head.setup.n_seats = (uint8_t)n;
    for (unsigned s = 0; s < n; s++) {
        const char *name = table->seat[s].name;
        if (!table__head_seat_read(table, s, &seat[s], &table->seat[s])) return false;
        if (table->seat[s].kind == TABLE_HERE) table_request_mark(&table->seat[s], host);
        if (name[0] && !table__name_seen(name))
            return table__refuse(fields->reply, REFUSED_NAME,
                                 "a name has something to be seen, and nothing unseen");
        if (table->seat[s].kind == TABLE_LINK)
            table->seat[s].name[0] = 0; /* the person who sits down says his */
        if (!table__name_alone(table, s, &table->seat[s], fields->reply)) return false;
    }
    return true;
}

/* What counts for ratings is said before anybody sits down: people with names, who play by themselves. */
static bool create_check_rated(const struct table *table, struct table_reply *reply)
{
    const struct table_options *options = &table->options;
    int here = 0;

    if (!options->rated) return true;
    if (options->aids > TABLE_CLUB)
        return table__refuse(reply, REFUSED_FIELD,
                             "a rated game has the aids \"club\" or \"purist\"");
    if (options->late == SITTING_LATE_COMPUTER)
        return table__refuse(reply, REFUSED_FIELD,
                             "in a rated game no computer plays for a person");
    for (unsigned s = 0; s < table->head.setup.n_seats; s++) {
        here += table->seat[s].kind == TABLE_HERE;
        if (table->seat[s].kind == TABLE_COMPUTER ||
            (table->seat[s].kind == TABLE_HERE && !table->seat[s].name_id))
            return table__refuse(reply, REFUSED_NAME,
                                 "a rated game is between people who keep a name");
    }
    return here < 2 ||
           table__refuse(reply, REFUSED_FIELD, "in a rated game everybody has one seat");
}

static bool create_read(struct table *table, const struct table_creation *creation,
                        json_t *request, struct table_reply *reply)
{
    struct fields fields = {&messages[REQUEST_CREATE], request, reply}, options;
    const char *head;

    snprintf(table->host, sizeof table->host, "%s", creation->who);
    return fields_text(&fields, "head", &head) &&
           table__head_read(head, false, &table->head, reply) &&
           create_read_seats(table, &fields, &creation->by) &&
           fields_object(&fields, "options", &options) &&
           table__head_options_read(&options, &table->options) &&
           create_check_rated(table, reply);
}

/* In a rematch each seat is kept for the person who had it, and the game waits until he takes it.
 * Only the one who asks for the rematch, and computers, sit at once. */
static void create_keep_seat(struct table_seat *seat, const char *host)
{
    seat->online = false;
    seat->substitute[0] = 0;
    if (seat->kind == TABLE_COMPUTER || !strcmp(seat->who, host)) return;
    seat->kind = TABLE_LINK;
    seat->taken = false;
}

/* The same seats and setup, another seed. Substitutes give their seats back. */
static void create_copy(struct table *table, const struct table_creation *creation)
{
    const struct table *from = creation->from;

    table->head = from->head;
    table->options = from->options;
    snprintf(table->host, sizeof table->host, "%s", creation->who);
    snprintf(table->from, sizeof table->from, "%s", from->id);
    if (from->by_lot) table->head.setup.first = AUDE_SEAT_NONE;
    for (unsigned s = 0; s < from->head.setup.n_seats; s++) {
        table->seat[s] = from->seat[s];
        create_keep_seat(&table->seat[s], table->host);
    }
}

/* Two who call themselves the same. Whoever keeps the name has it; else the one who has waited longer. */
static void create_part_names(struct table *table)
{
    unsigned other = table->seat[1].name_id && !table->seat[0].name_id ? 0 : 1;
    struct table_seat *seat = &table->seat[other];
    const char *kept = table->seat[1 - other].name;

    if (!table__name_same(seat->name, kept)) return;
    seat->kept = false;
    snprintf(seat->name, sizeof seat->name, "Player %u", 1 + other);
    if (table__name_same(seat->name, kept))
        snprintf(seat->name, sizeof seat->name, "Player %u", 2 - other);
}

enum { QUICK_S = 900, QUICK_TURN_S = 10, SLOW_S = 3 * 86400 };

/* A table of a tournament stands in no list: it is found there. */
static void create_match_place(struct table *table, const struct table_match *match)
{
    table->place = *match->place;
    table->options.listed = false;
    table->options.watch = table->options.chat = !match->same;
    snprintf(table->options.title, sizeof table->options.title, "%s", match->title);
    table->head.setup.first = 0;
    if (match->same) table->head.setup.sw[AUDE_SWITCH_RIVER_STUCK] = AUDE_STUCK_DISCARD;
}

/* What a pool plays, and how. Both sit already, so the game begins. */
static bool create_match(struct table *table, const struct table_match *match,
                         struct table_reply *reply)
{
    static const char *const head[] = {
        [TABLE_POOL_TWO] =
            "aude 1\nrules grow_revised\nswitch river OFF\nswitch abbot OFF\n",
        [TABLE_POOL_SETS] =
            "aude 1\nrules grow_revised\nswitch river RIVER_I\nswitch abbot ON\n"};
    bool slow = match->pace == TABLE_SLOW;

    if (!table__head_read(head[match->pool], false, &table->head, reply)) return false;
    table->head.setup.n_seats = 2;
    table->options =
        (struct table_options){.watch = true,
                               .chat = true,
                               .listed = true,
                               .rated = match->rated,
                               .aids = TABLE_CLUB,
                               .late = SITTING_LATE_LOSE,
                               .clock = slow ? SITTING_PER_TURN : SITTING_BUDGET,
                               .seconds = slow ? SLOW_S : QUICK_S,
                               .increment = slow ? 0 : QUICK_TURN_S};
    if (match->place) create_match_place(table, match);
    snprintf(table->host, sizeof table->host, "%s", match->one[0].who);
    for (unsigned s = 0; s < 2; s++) {
        struct table_seat *seat = &table->seat[s];
        *seat = (struct table_seat){.kind = TABLE_LINK, .taken = true};
        snprintf(seat->who, sizeof seat->who, "%s", match->one[s].who);
        snprintf(seat->name, sizeof seat->name, "%s", match->one[s].name);
        table_request_mark(seat,
                           &(struct table_by){match->one[s].name_id, match->one[s].name,
                                              match->one[s].bot});
        snprintf(seat->colour, sizeof seat->colour, "%s", s ? "blue" : "red");
    }
    create_part_names(table);
    return true;
}

/* Somebody plays the deal of a day: nobody watches, and nothing of it is found, since others have the same tiles. */
static bool create_deal(struct table *table, const struct table_creation *creation)
{
    const struct table_deal *deal = creation->deal;
    struct table_seat *person = &table->seat[0], *computer = &table->seat[1];
    struct club_date date;

    if (!club_deal_date_read(deal->date, &date)) return false;
    club_deal_of_day(date, &table->head.setup);
    snprintf(table->deal, sizeof table->deal, "%s", deal->date);
    table->options = (struct table_options){.aids = TABLE_CLUB};
    snprintf(table->host, sizeof table->host, "%s", creation->who);
    *person = (struct table_seat){.kind = TABLE_HERE, .taken = true, .colour = "red"};
    snprintf(person->who, sizeof person->who, "%s", creation->who);
    snprintf(person->name, sizeof person->name, "%s", deal->name);
    table_request_mark(person, &creation->by);
    *computer =
        (struct table_seat){.kind = TABLE_COMPUTER, .taken = true, .colour = "blue"};
    snprintf(computer->level, sizeof computer->level, "%s", deal->level);
    snprintf(computer->name, sizeof computer->name, "%s", ai_find(deal->level)->title);
    if (table__name_same(person->name, computer->name))
        snprintf(person->name, sizeof person->name, "Player 1");
    return true;
}

/* Who begins is drawn with the seed, but told only at the start. Otherwise a host could make tables
 * until he is the one who begins, and a guest could choose that seat. */
static void create_hide_first(char *head)
{
    char *line = head ? strstr(head, "\nfirst ") : NULL;

    if (line)
        memmove(line, line + 1 + strcspn(line + 1, "\n"),
                strlen(line + 1 + strcspn(line + 1, "\n")) + 1);
}

/* The first entry of the log: it holds everything that was read so far; applying it fills the table
 * again from it. */
static bool create_post_open(struct table *table, int64_t now)
{
    json_t *seats = json_array(), *owners = json_array(), *names = json_array();
    char *head = table__head_text(table, false), *secret = table__head_text(table, true);

    if (table->head.setup.first == AUDE_SEAT_NONE) create_hide_first(head);
    for (unsigned s = 0; s < table->head.setup.n_seats; s++) {
        whole_append(&seats, table__head_seat_json(s, &table->seat[s]));
        whole_append(&owners, json_string(table->seat[s].who));
        whole_append(&names, json_integer((json_int_t)table->seat[s].name_id));
    }
    json_t *body =
        json_pack("{s:s, s:o, s:o, s:s, s:s?}", "head", head, "seats", seats, "options",
                  table__head_options_json(&table->options), "commit", table->head.commit,
                  "from", table->from[0] ? table->from : NULL);
    if (table->place.tournament[0]) whole_set(&body, "place", table_look_place(table));
    if (table->deal[0]) whole_set(&body, "deal", json_string(table->deal));
    json_t *hidden = json_pack(
        "{s:s, s:s, s:b, s:o, s:o}", "head", secret, "host", table->host, "lot",
        table->head.setup.first == AUDE_SEAT_NONE, "owners", owners, "names", names);
    free(head);
    free(secret);
    return table__post(table, now, ENTRY_OPEN, body, hidden);
}

bool table_create(struct table *table, const struct table_creation *creation,
                  json_t *request, struct table_reply *reply)
{
    reply->n = -1;
    if (creation->from)
        create_copy(table, creation);
    else if (creation->match) {
        if (!create_match(table, creation->match, reply)) return false;
    } else if (creation->deal) {
        if (!create_deal(table, creation)) return false;
    } else if (!create_read(table, creation, request, reply))
        return false;
    table->head.setup.seed = creation->seed;
    table->head.setup.hidden = 0;
    table->head.setup.n_order = 0;
    if (!create_check_setup(table, reply)) return false;
    bool ok = create_post_open(table, creation->now) &&
              (table_look_free_seat(table) || table__play_start(table, creation->now));
    return ok ? true : table__refuse(reply, REFUSED_STORE, "the server is out of memory");
}
