/* list.c -- what can be chosen before a game: rulebooks, switches, sets, kinds of tile. */
#include "bridge.h"

#include <string.h>

static void bridge_list_values(enum aude_switch sw)
{
    char value[32];

    json_list(&out, "values");
    for (int i = 0; aude_switch_value(sw, i, value, sizeof value); i++)
        json_text(&out, NULL, value);
    json_end(&out, ']');
}

static void bridge_list_switches(void)
{
    json_list(&out, "switches");
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++) {
        json_object(&out, NULL);
        json_text(&out, "name", aude_switch_name(sw));
        json_text(&out, "rule", aude_switch_rule(sw));
        json_text_n(&out, "chapter", aude_switch_rule(sw),
                    strcspn(aude_switch_rule(sw), "-"));
        json_bool(&out, "ruling", aude_switch_is_ruling(sw));
        bridge_list_values(sw);
        json_end(&out, '}');
    }
    json_end(&out, ']');
}

static void bridge_list_preset(unsigned preset)
{
    struct aude_setup setup;
    char value[32];

    aude_setup_preset(&setup, preset);
    json_object(&out, NULL);
    json_text(&out, "name", aude_preset_name(preset));
    json_text(&out, "title", aude_preset_title(preset));
    json_object(&out, "switches");
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++)
        if (aude_switch_value(sw, setup.sw[sw], value, sizeof value))
            json_text(&out, aude_switch_name(sw), value);
    json_end(&out, '}');
    json_end(&out, '}');
}

/* The values that the usual rulings give to switches (EDN-21). */
static void bridge_list_usual(void)
{
    struct aude_setup setup;
    char value[32];

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    aude_setup_usual(&setup);
    json_object(&out, "usual");
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++)
        if (aude_switch_is_ruling(sw) &&
            aude_switch_value(sw, setup.sw[sw], value, sizeof value))
            json_text(&out, aude_switch_name(sw), value);
    json_end(&out, '}');
}

static void bridge_list_set(unsigned set)
{
    int tiles = 0;

    json_object(&out, NULL);
    json_text(&out, "name", aude_set_name(set));
    json_text(&out, "title", aude_set_title(set));
    json_bool(&out, "playable", aude_set_playable(set));
    json_list(&out, "kinds");
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        if (aude_tiles[kind].set != set) continue;
        tiles += aude_tiles[kind].count;
        json_int(&out, NULL, kind);
    }
    json_end(&out, ']');
    json_int(&out, "tiles", tiles);
    json_end(&out, '}');
}

/* -- Kinds of tile ---------------------------------------------------------------------- */

void bridge_list_tags(unsigned tags)
{
    json_list(&out, "tags");
    for (unsigned i = 0; i < AUDE_TAGS; i++)
        if (tags >> i & 1) json_text(&out, NULL, aude_tag_name(i));
    json_end(&out, ']');
}

static void bridge_list_one_segment(const struct aude_segment *segment)
{
    json_object(&out, NULL);
    json_text(&out, "kind", aude_feature_name(segment->kind));
    json_int(&out, "shields", segment->shields);
    bridge_list_tags(segment->tags);
    json_int(&out, "sides", segment->sides);
    json_int(&out, "halves", segment->halves);
    json_end(&out, '}');
}

static void bridge_list_symbols(const struct aude_tile *tile)
{
    json_list(&out, "symbols");
    for (unsigned i = 0; i < AUDE_MARKS; i++)
        if (tile->marks >> i & 1) json_text(&out, NULL, aude_mark_name(i));
    if (tile->river_role) json_text(&out, NULL, aude_river_name(tile->river_role));
    for (unsigned i = 0; i < tile->n_segments; i++)
        if (tile->segment[i].goods)
            json_text(&out, NULL, aude_goods_name(tile->segment[i].goods));
    json_end(&out, ']');
}

/* "base/city-road" as a person says it: "city road". */
static void bridge_list_name(const char *id)
{
    char name[64];
    size_t n = 0;

    for (id = strchr(id, '/') + 1; id[n] && n < sizeof name; n++)
        name[n] = id[n] == '-' ? ' ' : id[n];
    json_text_n(&out, "name", name, n);
}

static void bridge_list_kind(int kind)
{
    const struct aude_tile *tile = &aude_tiles[kind];

    json_object(&out, NULL);
    json_int(&out, "kind", kind);
    json_text(&out, "id", tile->id);
    bridge_list_name(tile->id);
    json_text(&out, "set", aude_set_name(tile->set));
    json_int(&out, "count", tile->count);
    json_list(&out, "segments");
    for (unsigned i = 0; i < tile->n_segments; i++)
        bridge_list_one_segment(&tile->segment[i]);
    json_end(&out, ']');
    bridge_list_symbols(tile);
    json_end(&out, '}');
}

/* "city N E": the name of a segment of a turned tile in a record. */
void EXPORT(bridge_list_segment)(unsigned kind, unsigned rot, unsigned segment);
void bridge_list_segment(unsigned kind, unsigned rot, unsigned segment)
{
    json_clear(&out);
    char *text = json_room(&out, 64);
    if (text && kind < (unsigned)aude_tiles_count &&
        segment < aude_tiles[kind].n_segments)
        json_took(&out, aude_segment_text((aude_kind)kind, rot, segment, text, 64));
}

/* -- All of it, once -------------------------------------------------------------------- */

void EXPORT(bridge_lists)(void);
void bridge_lists(void)
{
    json_clear(&out);
    json_object(&out, NULL);
    bridge_list_switches();
    json_list(&out, "presets");
    for (unsigned preset = 0; preset < AUDE_PRESETS; preset++) bridge_list_preset(preset);
    json_end(&out, ']');
    bridge_list_usual();
    json_list(&out, "sets");
    for (unsigned set = 0; set < AUDE_SETS; set++) bridge_list_set(set);
    json_end(&out, ']');
    json_list(&out, "kinds");
    for (int kind = 0; kind < aude_tiles_count; kind++) bridge_list_kind(kind);
    json_end(&out, ']');
    json_list(&out, "quarters");
    for (unsigned i = 0; i < AUDE_QUARTERS; i++) {
        json_object(&out, NULL);
        json_text(&out, "name", aude_quarters[i].name);
        json_int(&out, "x", aude_quarters[i].x);
        json_int(&out, "y", aude_quarters[i].y);
        json_end(&out, '}');
    }
    json_end(&out, ']');
    json_list(&out, "colours");
    for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++) {
        json_object(&out, NULL);
        json_text(&out, "colour", art_seat_colour(seat));
        json_text(&out, "emblem", art_seat_emblem(seat));
        json_end(&out, '}');
    }
    json_end(&out, ']');
    json_end(&out, '}');
}
