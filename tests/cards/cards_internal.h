/* cards_internal.h -- what the rooms of the card player share: cards.c reads and judges,
 * cards_words.c understands words, cards_play.c sets up and plays, cards_expect.c compares,
 * cards_count.c does all of it for the city of Carcassonne.
 *
 * A statement of the language is a function card_do_...(); its row stands in cards.c. */
#ifndef CARDS_INTERNAL_H
#define CARDS_INTERNAL_H

#include "aude.h"
#include "cards.h"

#include <stdbool.h>

enum {
    LINE_BYTES = 512,
    LINES_MAX = 2048,
    WORDS_MAX = 96,
    WORD_BYTES = 48,
    MESSAGE_BYTES = 400,
    LAST_MAX = 8
};

/* A line cut into words. A colon and a closing "..." are words of their own. */
struct words {
    char word[WORDS_MAX][WORD_BYTES];
    int n;
    const char *text; /* the whole line, without its comment */
};

struct source {
    char line[LINES_MAX][LINE_BYTES];
    int n;
};

struct card {
    const char *file;
    const struct source *source;
    int head, end; /* its lines: the title, and one past the last */
    const char *title;
    int title_length;
    bool gap; /* starred: known to fail */
};

/* One card being played, in one variant. */
struct run {
    const struct card *card;
    int line; /* being executed */
    const char *variant;
    int checks;

    struct aude_setup setup;
    bool started, refused; /* refused: the card is about a setup that cannot be played */
    char seat[AUDE_SEATS_MAX][WORD_BYTES];
    aude_kind last[LAST_MAX]; /* tiles that come at the very end */
    int n_last;

    struct aude_game game, copy;
    struct aude_events events; /* of the turn in progress or just played */
    struct aude_event event[AUDE_EVENTS_MAX];
    bool told[AUDE_EVENTS_MAX]; /* score events that the card has named */
    int laid[AUDE_SEATS_MAX];
    struct aude_action action[AUDE_ACTIONS_MAX];

    char message[MESSAGE_BYTES];
};

/* cards_words.c */

/* Say why the card does not hold, printf style; always false. */
bool card_fail(struct run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool card_is(const char *a, const char *b);
void card_split(const char *text, struct words *words);
void card_drop_first(struct words *words, int n);
bool card_parse_int(const char *word, int *out);
bool card_parse_cell(const char *word, int *x, int *y);
bool card_parse_rotation(struct run *run, const char *word, int *rot);
int card_seat_named(const struct run *run, const char *word);
bool card_parse_seat(struct run *run, const char *word, int *seat);
bool card_parse_tile(struct run *run, const char *word, aude_kind *kind);
const char *card_tile_name(aude_kind kind);
int card_source_kind(const char *word);
bool card_parse_place(struct run *run, const struct words *words, int *at, int *tile,
                      int *segment);
bool card_is_role(const char *word);
int card_figure_named(const char *word);
bool card_parse_lay(struct run *run, const struct words *words, int *at,
                    struct aude_action *out);
int card_bare_action(const char *word);
bool card_is_verb(const char *word);
bool card_parse_action(struct run *run, const struct words *words, int *at,
                       struct aude_action *out);
const char *card_action_text(const struct run *run, struct aude_action action, char *out,
                             size_t size);
bool card_same_action(struct aude_action a, struct aude_action b);
int card_listed(struct run *run, struct aude_action action);

/* cards_play.c */

bool card_start(struct run *run);
const char *card_seat_name(const struct run *run, unsigned seat);
bool card_do_rules(struct run *run, struct words *words);
bool card_set_switch(struct run *run, const char *name, const char *value);
bool card_do_switch(struct run *run, struct words *words);
bool card_do_players(struct run *run, struct words *words);
bool card_do_first(struct run *run, struct words *words);
bool card_do_seed(struct run *run, struct words *words);
bool card_do_expansion(struct run *run, struct words *words);
bool card_do_tiles(struct run *run, struct words *words);
bool card_do_table(struct run *run, struct words *words);
bool card_do_figures(struct run *run, struct words *words);
bool card_do_nothing(struct run *run, struct words *words);
bool card_all_told(struct run *run);
bool card_on_turn(struct run *run, const char *name);
bool card_is_first_step(const char *word);
bool card_do_turn(struct run *run, struct words *words);
bool card_do_draws(struct run *run, struct words *words);
bool card_has_event(const struct run *run, enum aude_event_kind what, int tile,
                    int points);
bool card_do_removed(struct run *run, struct words *words);
bool card_do_returned(struct run *run, struct words *words);
bool card_do_river(struct run *run, struct words *words);
int card_places_of(const struct aude_game *game, aude_kind kind);
bool card_do_finish(struct run *run, struct words *words);
bool card_do_walk(struct run *run, struct words *words);
bool card_do_aside(struct run *run, struct words *words);

/* cards_count.c */

bool card_parse_quarter(struct run *run, const struct words *words, int *at,
                        struct aude_action *out);
bool card_parse_enter(struct run *run, const struct words *words, int *at,
                      struct aude_action *out);
bool card_parse_send(struct run *run, const struct words *words, int *at,
                     struct aude_action *out);
/* "small castle": a figure in a quarter. False, and nothing said, if it is none. */
bool card_parse_inside(struct run *run, const struct words *words, int *at,
                       struct aude_action *out);
bool card_do_inside(struct run *run, struct words *words);
bool card_do_count(struct run *run, struct words *words);

/* cards_expect.c */

bool card_do_scores(struct run *run, struct words *words);
bool card_do_at(struct run *run, struct words *words);
bool card_do_nobody(struct run *run, struct words *words);
bool card_do_points(struct run *run, struct words *words);
bool card_do_final(struct run *run, struct words *words);
bool card_do_supply(struct run *run, struct words *words);
bool card_do_abbots(struct run *run, struct words *words);
bool card_do_large(struct run *run, struct words *words);
bool card_do_builders(struct run *run, struct words *words);
bool card_do_pigs(struct run *run, struct words *words);
bool card_do_wagons(struct run *run, struct words *words);
bool card_do_mayors(struct run *run, struct words *words);
bool card_do_barns(struct run *run, struct words *words);
bool card_do_abbeys(struct run *run, struct words *words);
bool card_do_king(struct run *run, struct words *words);
bool card_do_robber(struct run *run, struct words *words);
bool card_do_goods(struct run *run, struct words *words);
bool card_do_earns(struct run *run, struct words *words);
bool card_do_dragon(struct run *run, struct words *words);
bool card_do_fairy(struct run *run, struct words *words);
bool card_do_waiting(struct run *run, struct words *words);
bool card_do_pieces(struct run *run, struct words *words);
bool card_do_height(struct run *run, struct words *words);
bool card_do_holds(struct run *run, struct words *words);
bool card_do_part(struct run *run, struct words *words);
bool card_do_laid(struct run *run, struct words *words);
bool card_do_stands(struct run *run, struct words *words);
bool card_do_offers(struct run *run, struct words *words);
bool card_do_refuse(struct run *run, struct words *words);
bool card_do_fits(struct run *run, struct words *words);
bool card_do_feature(struct run *run, struct words *words);
bool card_do_joined(struct run *run, struct words *words);
bool card_do_apart(struct run *run, struct words *words);
bool card_do_left(struct run *run, struct words *words);
bool card_do_over(struct run *run, struct words *words);
bool card_do_goes(struct run *run, struct words *words);
bool card_do_turn_of(struct run *run, struct words *words);
bool card_do_winners(struct run *run, struct words *words);
bool card_do_is(struct run *run, struct words *words);
bool card_do_everybody(struct run *run, struct words *words);

#endif
