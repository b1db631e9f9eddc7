/* tiledump.c -- the compiled tile tables as JSON, for tests/tiles/catalogue.py.
 *
 *     tiledump > tiles.json
 *
 * It prints the table as it is, with indexes and bits spelled out as names; nothing is
 * looked up in the text files, so a script reads here what the engine plays with. */
#include "aude.h"

#include <stdio.h>

static void tiledump_put_string(const char *key, const char *s)
{
    printf("\"%s\": \"", key);
    for (; *s; s++) printf(*s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
    printf("\", ");
}

/* The names of the bits set in `mask`, as a list. */
static void tiledump_put_bits(const char *key, unsigned mask,
                              const char *(*name)(unsigned))
{
    const char *between = "";

    printf("\"%s\": [", key);
    for (unsigned i = 0; mask >> i; i++) {
        if (!(mask >> i & 1)) continue;
        printf("%s\"%s\"", between, name(i));
        between = ", ";
    }
    printf("], ");
}

/* "city1" for the second city of the tile. */
static void tiledump_put_segment_name(const struct aude_tile *t, unsigned segment)
{
    unsigned kind;
    int nth = 0;

    if (segment == AUDE_OVER_RIVER) {
        printf("\"river0\"");
        return;
    }
    kind = t->segment[segment].kind;
    for (unsigned i = 0; i < segment; i++)
        if (t->segment[i].kind == kind) nth++;
    if (kind == AUDE_MONASTERY || kind == AUDE_GARDEN)
        printf("\"%s\"", aude_feature_name(kind));
    else
        printf("\"%s%d\"", aude_feature_name(kind), nth);
}

static void tiledump_put_segment_names(const struct aude_tile *t, unsigned mask)
{
    const char *between = "";

    printf("[");
    for (unsigned i = 0; mask >> i; i++) {
        if (!(mask >> i & 1)) continue;
        printf("%s", between);
        tiledump_put_segment_name(t, i);
        between = ", ";
    }
    printf("]");
}

static void tiledump_put_segment(const struct aude_tile *t, const struct aude_segment *s)
{
    printf("{");
    tiledump_put_string("kind", aude_feature_name(s->kind));
    tiledump_put_bits("sides", s->sides, aude_side_name);
    tiledump_put_bits("halves", s->halves, aude_half_name);
    tiledump_put_string("goods", s->goods ? aude_goods_name(s->goods) : "");
    tiledump_put_bits("tags", s->tags, aude_tag_name);
    printf("\"shields\": %d, \"at\": [%d, %d], \"cities\": ", s->shields, s->x, s->y);
    tiledump_put_segment_names(t, s->cities);
    printf("}");
}

static void tiledump_put_lists(const struct aude_tile *t)
{
    printf("\"port\": [");
    for (int i = 0; i < 12; i++) printf("%s%d", i ? ", " : "", t->port[i]);
    printf("],\n  \"wagon\": [");
    for (int i = 0; i < t->n_wagon; i++) {
        printf("%s", i ? ", " : "");
        tiledump_put_segment_names(t, t->wagon[i]);
    }
    printf("], \"crossings\": [");
    for (int i = 0; i < t->n_crossings; i++) {
        const struct aude_crossing *c = &t->crossing[i];

        printf("%s[\"%s\", ", i ? ", " : "", c->tunnel ? "tunnel" : "bridge");
        tiledump_put_segment_name(t, c->upper);
        printf(", ");
        tiledump_put_segment_name(t, c->lower);
        printf("]");
    }
    printf("],\n  \"segments\": [");
    for (int i = 0; i < t->n_segments; i++) {
        printf("%s", i ? ",\n    " : "\n    ");
        tiledump_put_segment(t, &t->segment[i]);
    }
    printf("]");
}

static void tiledump_put_tile(const struct aude_tile *t)
{
    const char letter[2] = {t->letter, '\0'};
    char edges[5] = "";

    for (int side = 0; side < 4; side++) edges[side] = "FRCWXA"[t->edge[side]];
    printf("{");
    tiledump_put_string("id", t->id);
    tiledump_put_string("jcz", t->jcz);
    tiledump_put_string("remarks", t->remarks);
    tiledump_put_string("letter", letter);
    tiledump_put_string("edges", edges);
    printf("\n  \"set\": %d, \"count\": %d, \"revised\": %d, ", t->set, t->count,
           t->revised);
    tiledump_put_bits("marks", t->marks, aude_mark_name);
    tiledump_put_string("river_role", aude_river_name(t->river_role));
    tiledump_put_bits("river", t->river, aude_side_name);
    tiledump_put_bits("walls", t->walls, aude_half_name);
    tiledump_put_string(
        "variant_of", t->variant_of < AUDE_KIND_NONE ? aude_tiles[t->variant_of].id : "");
    printf("\"place\": [%d, %d], \"tower\": [%d, %d],\n  ", t->col, t->row, t->tower_x,
           t->tower_y);
    tiledump_put_lists(t);
    printf("}");
}

int main(void)
{
    printf("{\"tiles\": [\n");
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        printf("%s", kind ? ",\n" : "");
        tiledump_put_tile(&aude_tiles[kind]);
    }
    printf("],\n\"quarters\": [\n");
    for (int i = 0; i < 4; i++) {
        const struct aude_quarter *q = &aude_quarters[i];

        printf("%s{\"name\": \"%s\", \"serves\": \"%s\", \"at\": [%d, %d]}",
               i ? ",\n" : "", q->name, aude_feature_name(q->serves), q->x, q->y);
    }
    printf("]}\n");
    return 0;
}
