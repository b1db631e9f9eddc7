/* tilec_write.c -- the tables as C. */
#include "tilec.h"
#include "tile_internal.h"

#include <ctype.h>

/* A C string: plain ASCII, everything else in octal, and no trigraph by accident. */
static void tilec_write_put_string(const char *s)
{
    putchar('"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;

        if (c == '"' || c == '\\' || c == '?')
            printf("\\%c", c);
        else if (c < ' ' || c > '~')
            printf("\\%03o", c);
        else
            putchar(c);
    }
    putchar('"');
}

/* The constant of an enum whose names it has in capitals: "AUDE_TAG_", "inn". */
static void tilec_write_put_constant(const char *prefix, const char *name)
{
    fputs(prefix, stdout);
    for (; *name; name++) putchar(*name == '-' ? '_' : toupper((unsigned char)*name));
}

/* `mask` as the constants of its bits joined by |. */
static void tilec_write_put_bits(const char *prefix, name_of *name, unsigned mask)
{
    const char *between = "";

    for (unsigned i = 0; mask >> i; i++) {
        if (!(mask >> i & 1)) continue;
        fputs(between, stdout);
        tilec_write_put_constant(prefix, name(i));
        between = " | ";
    }
}

static void tilec_write_put_segment(const struct aude_segment *s)
{
    printf("            { .kind = ");
    tilec_write_put_constant("AUDE_", aude_feature_name(s->kind));
    if (s->sides) printf(", .sides = 0x%x", (unsigned)s->sides);
    if (s->halves) printf(", .halves = 0x%02x", (unsigned)s->halves);
    if (s->shields) printf(", .shields = %d", s->shields);
    if (s->goods) {
        printf(", .goods = ");
        tilec_write_put_constant("AUDE_", tilec_words_goods_name(s->goods));
    }
    if (s->tags) {
        printf(", .tags = ");
        tilec_write_put_bits("AUDE_TAG_", aude_tag_name, s->tags);
    }
    if (s->cities) printf(", .cities = 0x%x", (unsigned)s->cities);
    printf(", .x = %d, .y = %d },\n", s->x, s->y);
}

static void tilec_write_put_names(const struct entry *e)
{
    printf("        .id = ");
    tilec_write_put_string(e->id);
    printf(", .jcz = ");
    tilec_write_put_string(e->jcz);
    printf(",\n        .remarks = ");
    tilec_write_put_string(e->note);
    printf(",\n");
}

/* One bit a side, four bits apart: what the frontier's demands are compared with. Walls and
 * abbeys ask for nothing, so they have no bit. */
static void tilec_write_print_sides(const struct aude_tile *t)
{
    printf("        .sides = {");
    for (int rot = 0; rot < 4; rot++) {
        unsigned sides = 0;
        for (int side = 0; side < 4; side++)
            sides |= (1u << t->edge[side] & 15) << 4 * ((side + rot) & 3);
        printf("%s 0x%04x", rot ? "," : "", sides);
    }
    puts(" },");
}

static void tilec_write_put_tile_facts(const struct aude_tile *t)
{
    printf("        .set = %s, .count = %d, .revised = %d,\n", sets[t->set].constant,
           t->count, t->revised);
    if (t->letter) printf("        .letter = '%c',\n", t->letter);
    printf("        .edge = { ");
    for (int side = 0; side < 4; side++) {
        tilec_write_put_constant("AUDE_EDGE_", tilec_words_edge_name(t->edge[side]));
        fputs(side < 3 ? ", " : " },\n", stdout);
    }
    tilec_write_print_sides(t);
    if (t->marks) {
        printf("        .marks = ");
        tilec_write_put_bits("AUDE_MARK_", aude_mark_name, t->marks);
        printf(",\n");
    }
    if (t->river_role) {
        printf("        .river_role = ");
        tilec_write_put_constant("AUDE_RIVER_", tilec_words_role_name(t->river_role));
        printf(", .river = 0x%x,\n", (unsigned)t->river);
    }
    if (t->walls) printf("        .walls = 0x%02x,\n", (unsigned)t->walls);
    printf("        .col = %d, .row = %d, .variant_of = %d,\n", t->col, t->row,
           t->variant_of);
    printf("        .tower_x = %d, .tower_y = %d,\n", t->tower_x, t->tower_y);
}

/* What all segments come to: where figures may stand is asked by kind. */
static void tilec_write_put_summary(const struct aude_tile *t)
{
    unsigned of[AUDE_FEATURE_KINDS] = {0}, tags = 0;

    for (int i = 0; i < t->n_segments; i++) {
        of[t->segment[i].kind] |= 1u << i;
        tags |= t->segment[i].tags;
    }
    if (tags) {
        printf("        .tags = ");
        tilec_write_put_bits("AUDE_TAG_", aude_tag_name, tags);
        puts(",");
    }
    printf("        .of = {");
    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        printf("%s 0x%x", kind ? "," : "", of[kind]);
    puts(" },");
}

static void tilec_write_put_ports(const struct aude_tile *t)
{
    printf("        .port = { ");
    for (int i = 0; i < 12; i++) printf("%d%s", t->port[i], i < 11 ? ", " : " },\n");
}

static void tilec_write_put_meetings(const struct aude_tile *t)
{
    if (t->n_wagon) {
        printf("        .n_wagon = %d, .wagon = { ", t->n_wagon);
        for (int i = 0; i < t->n_wagon; i++)
            printf("0x%x%s", (unsigned)t->wagon[i], i < t->n_wagon - 1 ? ", " : " },\n");
    }
    if (t->n_crossings) {
        printf("        .n_crossings = %d, .crossing = { ", t->n_crossings);
        for (int i = 0; i < t->n_crossings; i++)
            printf("{ .tunnel = %d, .upper = %d, .lower = %d }%s", t->crossing[i].tunnel,
                   t->crossing[i].upper, t->crossing[i].lower,
                   i < t->n_crossings - 1 ? ", " : " },\n");
    }
}

static void tilec_write_put_tile(int kind)
{
    const struct entry *e = &entries[kind];

    printf("    [%d] = {\n", kind);
    tilec_write_put_names(e);
    tilec_write_put_tile_facts(&e->tile);
    tilec_write_put_ports(&e->tile);
    tilec_write_put_meetings(&e->tile);
    printf("        .n_segments = %d,\n", e->tile.n_segments);
    if (e->tile.n_segments) {
        printf("        .segment = {\n");
        for (int i = 0; i < e->tile.n_segments; i++)
            tilec_write_put_segment(&e->tile.segment[i]);
        printf("        },\n");
        tilec_write_put_summary(&e->tile);
    }
    printf("    },\n");
}

static void tilec_write_put_quarters(void)
{
    printf("\nconst struct aude_quarter aude_quarters[4] = {\n");
    for (int i = 0; i < 4; i++) {
        printf("    { .name = \"%s\", .serves = ", quarter_names[i]);
        tilec_write_put_constant("AUDE_", aude_feature_name(quarters[i].serves));
        printf(", .x = %d, .y = %d },\n", quarters[i].x, quarters[i].y);
    }
    printf("};\n");
}

static unsigned tilec_write_cloisters(const struct aude_tile *t)
{
    unsigned n = 0;

    for (int i = 0; i < t->n_segments; i++)
        n += t->segment[i].kind == AUDE_MONASTERY || t->segment[i].kind == AUDE_GARDEN;
    return n;
}

static void tilec_write_put_dealt(void)
{
    printf("\nconst struct aude__dealt aude__dealt[] = {\n");
    for (int kind = 0; kind < n_entries; kind++) {
        const struct aude_tile *t = &entries[kind].tile;
        bool abbey = t->edge[0] == AUDE_EDGE_ABBEY;
        bool common = !t->river_role && t->set != AUDE_SET_COUNT && !abbey;
        unsigned is = (common ? AUDE__DEALT_COMMON : 0u) |
                      (t->marks & AUDE_MARK_DRAGON ? AUDE__DEALT_DRAGON : 0u) |
                      (t->marks & AUDE_MARK_START ? AUDE__DEALT_START : 0u) |
                      (abbey ? AUDE__DEALT_ABBEY : 0u);
        printf("    {%u, %u, %u, %u, %u, %u, %u, 0},\n", t->set, t->count, t->revised,
               t->river_role, t->n_segments, tilec_write_cloisters(t), is);
    }
    printf("};\n");
}

void tilec_write_tables(void)
{
    printf("/* Made by tools/make/tilec.c from data/tiles/; change those files, not this "
           "one. "
           "*/\n"
           "#include \"tile_internal.h\"\n\n"
           "const int aude_tiles_count = %d;\n\n"
           "const struct aude_tile aude_tiles[] = {\n",
           n_entries);
    for (int kind = 0; kind < n_entries; kind++) tilec_write_put_tile(kind);
    printf("};\n");
    tilec_write_put_dealt();
    tilec_write_put_quarters();
}
