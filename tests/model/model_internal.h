/* model_internal.h -- what the rooms of the oracle share. model.c plays through the phases,
 * model_setup.c begins, model_draw.c follows the draw, model_lay.c knows where a tile may go,
 * model_act.c what may be done with figures; model_map.c walks over the table, model_score.c
 * counts points; model_dragon.c, model_tower.c, model_abbey.c, model_cult.c, model_count.c,
 * model_catapult.c and model_ground.c are the expansions that need a room of their own. */
#ifndef AUDE_MODEL_INTERNAL_H
#define AUDE_MODEL_INTERNAL_H

#include "model.h"

extern const int model_step_x[4], model_step_y[4];

/* model.c */
void model_open_part(struct model *m);
void model_move_on(struct model *m);

/* model_setup.c */
bool model_plays(const struct model *m, enum aude_set set);
void model_add_tile(struct model *m, aude_kind kind, int x, int y, int rot, int seat);

/* A tour of all features of a kind: where it is, and what it has seen. */
struct model_tour {
    int at;
    bool seen[AUDE_TILES_MAX][AUDE_SEGMENTS_MAX];
};

/* model_map.c */
int model_opposite(int side);
int model_newest(const struct model *m);
const struct aude_tile *model_print(const struct model *m, int tile);
const struct aude_segment *model_segment(const struct model *m, int tile, int segment);
int model_edge(aude_kind kind, int rot, int side);
bool model_river_leaves(aude_kind kind, int rot, int side);
bool model_reaches_side(const struct model *m, int tile, int segment, int side);
bool model_reaches_half(const struct model *m, int tile, int segment, int half);
bool model_has_tile(const struct model_feature *f, int tile);
bool model_is_follower(enum aude_figure_kind kind);
bool model_stands_in(const struct model_figure *figure, const struct model_feature *f);
bool model_stands_on(const struct model_figure *figure, int tile);
bool model_has_follower(const struct model *m, int seat, const struct model_feature *f);
unsigned model_most(const int number[AUDE_SEATS_MAX]);
bool model_is_taken(const struct model *m, const struct model_feature *f);
bool model_is_new(const struct model *m, const struct model_feature *f);
bool model_borders(const struct model *m, const struct model_feature *field,
                   const struct model_feature *city);
bool model_next_feature(const struct model *m, enum aude_feature_kind kind,
                        struct model_tour *tour, struct model_feature *f);

/* model_lay.c */
bool model_is_lake(aude_kind kind);
int model_river_left(const struct model *m, bool lakes);
bool model_may_be_drawn(const struct model *m, aude_kind kind);
bool model_some_river_tile_fits(const struct model *m, bool waived);
int model_placements(const struct model *m, aude_kind kind, bool waived,
                     struct aude_action *out, int max);

/* model_act.c: actions of P3. Lists are appended to. */
struct model_list {
    int n;
    struct aude_action action[AUDE_ACTIONS_MAX];
};

void model_add_action(struct model_list *list, struct aude_action action);
struct aude_action model_target(const struct model *m, enum aude_action_kind kind,
                                int figure);
int model_find_target(const struct model *m, struct aude_action action);
void model_step_two(const struct model *m, struct model_list *list);
void model_act(struct model *m, struct aude_action action);
void model_leave(struct model *m, int figure);
void model_send_home(struct model *m, int figure);
void model_send_lonely_home(struct model *m);

/* model_dragon.c */
bool model_dragon_on(const struct model *m, int tile);
bool model_is_victim(const struct model *m, enum aude_figure_kind kind);
bool model_after_princess(const struct model *m);
bool model_is_early(const struct model *m, aude_kind kind);
bool model_leads_through(const struct model *m);
void model_erupt(struct model *m);
void model_fairy_list(const struct model *m, struct model_list *list);
void model_princess_list(const struct model *m, struct model_list *list);
void model_put_fairy(struct model *m, struct aude_action action);
void model_remove_knight(struct model *m, struct aude_action action);
bool model_walk_begins(struct model *m, bool late);
void model_step_list(const struct model *m, struct model_list *list);
bool model_walk(struct model *m, struct aude_action action);
void model_fairy_begins(struct model *m);
void model_fairy_scores(struct model *m, const struct model_feature *f, bool final);

/* model_tower.c */
void model_tower_list(const struct model *m, struct model_list *list);
void model_raise(struct model *m, struct aude_action action);
void model_capture_list(const struct model *m, struct model_list *list);
bool model_has_captures(const struct model *m);
void model_capture(struct model *m, struct aude_action action);
void model_swap_list(const struct model *m, struct model_list *list);
bool model_swaps(struct model *m);
void model_swap(struct model *m, struct aude_action action);
bool model_asks_ransom(struct model *m);
void model_ransom_list(const struct model *m, struct model_list *list);
void model_ransom(struct model *m, struct aude_action action);

/* model_cult.c */
bool model_cult_allows(const struct model *m, aude_kind kind, int x, int y);
bool model_has_lost(const struct model *m, int figure);
void model_take_awards(struct model *m);
void model_score_awards(struct model *m);

/* model_abbey.c */
void model_abbey_list(const struct model *m, int seat, struct model_list *list);
bool model_has_abbey(const struct model *m, int seat);
int model_next_abbey(const struct model *m);
void model_lay_abbey(struct model *m, struct aude_action action);
void model_barn_list(const struct model *m, struct model_list *list);
void model_put_barn(struct model *m, struct aude_action action);
int model_barns_in(const struct model *m, const struct model_feature *f);
bool model_is_first_barn(const struct model *m, const struct model_feature *f);
bool model_barns_pay_at_once(const struct model *m);
bool model_ask_wagons(struct model *m);
void model_wagon_list(const struct model *m, struct model_list *list);
void model_move_wagon(struct model *m, struct aude_action action);

/* model_count.c */
int model_quarters_tile(const struct model *m);
bool model_is_inner(const struct model *m, int tile);
bool model_may_be_in(enum aude_figure_kind kind, int quarter);
bool model_ask_quarters(struct model *m);
void model_send_list(const struct model *m, struct model_list *list);
bool model_send(struct model *m, struct aude_action action);
bool model_may_enter(struct model *m);
void model_enter_list(const struct model *m, struct model_list *list);
bool model_enter(struct model *m, struct aude_action action);
void model_count_list(const struct model *m, struct model_list *list);
void model_move_count(struct model *m, struct aude_action action);

/* model_ground.c: a place on the catapult's ground, and how a token goes over it. */
struct model_place {
    int x, y;
};

struct model_flight {
    struct model_place landing, rest, u;
};

int64_t model_root(int64_t n);
struct model_place model_stand(const struct model *m, int stand);
bool model_is_exposed(const struct model *m, const struct model_figure *it);
struct model_place model_centre_of(const struct model *m, const struct model_figure *it);
int64_t model_square(struct model_place a, struct model_place b);
int64_t model_square_to_tile(const struct model *m, struct model_place p, int tile);
int model_find_hits(const struct model *m, struct model_flight f,
                    int step[AUDE_FIGURES_MAX]);
struct model_flight model_flight_of(const struct model *m, struct aude_action a,
                                    int range, int angle);

/* model_catapult.c */
void model_note_fair(struct model *m);
bool model_opens_round(struct model *m);
bool model_opens_round_of_part(struct model *m);
void model_kind_list(struct model_list *list);
void model_choose_kind(struct model *m, struct aude_action action);
void model_throw(struct model *m, struct aude_action action);
void model_react(struct model *m, struct aude_action action);
void model_seduce_list(const struct model *m, struct model_list *list);
void model_seduced(struct model *m, struct aude_action action);
const char *model_follow_scatter(struct model *m, const struct aude_event *event);

/* model_score.c */
void model_note(struct model *m, struct model_entry entry);
void model_note_figure(struct model *m, enum aude_event_kind what,
                       const struct model_figure *figure);
void model_award(struct model *m, int seat, int points, int source, bool final);
void model_score_part(struct model *m);
void model_pay_barns_at_once(struct model *m);

#endif
