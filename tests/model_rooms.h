/* model_rooms.h -- what the rooms of the oracle share: model.c plays, model_map.c walks over
 * the table, model_lay.c knows where a tile may go, model_score.c counts points. */
#ifndef AUDE_MODEL_ROOMS_H
#define AUDE_MODEL_ROOMS_H

#include "model.h"

extern const int model_step_x[4], model_step_y[4];

/* model_map.c */
int model_opposite(int side);
const struct aude_tile *model_print(const struct model *m, int tile);
const struct aude_segment *model_segment(const struct model *m, int tile, int segment);
int model_edge(aude_kind kind, int rot, int side);
bool model_river_leaves(aude_kind kind, int rot, int side);
bool model_has_tile(const struct model_feature *f, int tile);
bool model_is_follower(enum aude_figure_kind kind);
bool model_stands_in(const struct model_figure *figure, const struct model_feature *f);
unsigned model_most(const int number[AUDE_SEATS_MAX]);
bool model_is_taken(const struct model *m, const struct model_feature *f);
bool model_borders(const struct model *m, const struct model_feature *field,
                   const struct model_feature *city);
bool model_next_feature(const struct model *m, enum aude_feature_kind kind, int *id,
                        struct model_feature *f);

/* model_lay.c */
bool model_is_lake(aude_kind kind);
int model_river_left(const struct model *m, bool lakes);
bool model_may_be_drawn(const struct model *m, aude_kind kind);
bool model_some_river_tile_fits(const struct model *m, bool waived);
int model_placements(const struct model *m, aude_kind kind, bool waived,
                     struct aude_action *out, int max);

/* model_score.c */
bool model_plays(const struct model *m, enum aude_set set);
void model_note(struct model *m, struct model_entry entry);
void model_note_figure(struct model *m, enum aude_event_kind what,
                       const struct model_figure *figure);
void model_award(struct model *m, int seat, int points, int source, bool final);
void model_score_features(struct model *m, bool final);
void model_take_goods(struct model *m);
void model_score_finally(struct model *m);

#endif
