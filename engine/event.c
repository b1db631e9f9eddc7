/* event.c -- the table of the kinds of event: what each is called, the rule that a player may
 * want to read where it is not the player's own doing, which of its fields mean something and
 * how a record says it. And the sum of an event's points in words. */
#include "event_internal.h"
#include "fields_internal.h"

/* How a record says it: written, kept by a reader, read. */
#define SAID(what)                                                                       \
    aude__record_write_##what, aude__record_read_note_##what, aude__record_read_##what
#define UNSAID NULL, NULL, NULL

/* ORDER EVENT: enum aude_event_kind in aude_play.h. */
/* clang-format off */
const struct aude__event_row aude__events[AUDE_EVENT_KINDS] = {
    /*                     name         rule       fields                                   number    x          y        in records */
    [AUDE_EV_TURN]      = {"turn",      "",        POINTS,                                  NULL,     NULL,      NULL,    SAID(turn)},
    [AUDE_EV_DRAW]      = {"draw",      "",        TILE,                                    NULL,     NULL,      NULL,    SAID(tile)},
    [AUDE_EV_DISCARD]   = {"discard",   "BASE-15", TILE,                                    NULL,     NULL,      NULL,    SAID(tile)},
    [AUDE_EV_LAY]       = {"lay",       "",        TILE | CELL | ROT,                       NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_PUT]       = {"put",       "",        PLACE,                                   NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_SCORE]     = {"score",     "",        CELL | SEGMENT | FEATURE | POINTS | SUM, NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_RETURN]    = {"return",    "",        PLACE,                                   NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_RECALL]    = {"recall",    "",        FIGURE | CELL,                           NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_RESHUFFLE] = {"reshuffle", "RIV-8",   TILE,                                    NULL,     NULL,      NULL,    SAID(tile)},
    [AUDE_EV_EARN]      = {"earn",      "",        0,                                       NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_PART]      = {"part",      "",        0,                                       NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_GOODS]     = {"goods",     "",        GOODS | POINTS,                          "tokens", NULL,      NULL,    UNSAID},
    [AUDE_EV_RIVER_END] = {"river-end", "RIV-8",   POINTS,                                  "tiles",  NULL,      NULL,    SAID(number)},
    [AUDE_EV_ASIDE]     = {"aside",     "PD-22",   TILE,                                    NULL,     NULL,      NULL,    SAID(tile)},
    [AUDE_EV_BACK]      = {"back",      "PD-23",   POINTS,                                  "tiles",  NULL,      NULL,    UNSAID},
    [AUDE_EV_DRAGON]    = {"dragon",    "",        CELL | POINTS,                           "home",   NULL,      NULL,    UNSAID},
    [AUDE_EV_FAIRY]     = {"fairy",     "",        PLACE,                                   NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_TOWER]     = {"tower",     "",        CELL | POINTS,                           "height", NULL,      NULL,    UNSAID},
    [AUDE_EV_CAPTURE]   = {"capture",   "",        PLACE | SEAT,                            NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_FREED]     = {"freed",     "",        FIGURE | SEAT,                           NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_RANSOM]    = {"ransom",    "",        FIGURE | SEAT | POINTS,                  NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_AWARD]     = {"award",     "",        FEATURE | POINTS,                        "size",   NULL,      NULL,    UNSAID},
    [AUDE_EV_MOVE]      = {"move",      "",        PLACE,                                   NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_BARN]      = {"barn",      "",        FIGURE | CELL,                           NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_ENTER]     = {"enter",     "",        FIGURE | QUARTER,                        NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_SEND]      = {"send",      "",        FIGURE | QUARTER | CELL | SEGMENT,       NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_COUNT]     = {"count",     "",        QUARTER,                                 NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_LOSE]      = {"lose",      "",        PLACE,                                   NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_ROUND]     = {"round",     "",        ROUND | CELL,                            NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_THROW]     = {"throw",     "",        STAND | NUMBERS | POINT,                 NULL,     "aim",     "power", UNSAID},
    [AUDE_EV_TOSS]      = {"toss",      "",        SEAT | NUMBERS,                          NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_HANDS]     = {"hands",     "",        NUMBERS | POINTS,                        "on",     NULL,      NULL,    UNSAID},
    [AUDE_EV_REVEAL]    = {"reveal",    "",        NUMBERS,                                 NULL,     "lateral", "power", UNSAID},
    [AUDE_EV_SCATTER]   = {"scatter",   "",        NUMBERS | POINT,                         NULL,     NULL,      NULL,    SAID(scatter)},
    [AUDE_EV_LAND]      = {"land",      "",        POINT,                                   NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_REST]      = {"rest",      "",        POINT,                                   NULL,     NULL,      NULL,    SAID(rest)},
    [AUDE_EV_HIT]       = {"hit",       "",        PLACE | POINTS | POINT,                  "step",   NULL,      NULL,    UNSAID},
    [AUDE_EV_NEAREST]   = {"nearest",   "",        PLACE | POINT,                           NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_REPLACE]   = {"replace",   "",        PLACE | POINT,                           NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_MEASURE]   = {"measure",   "",        POINTS,                                  NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_CATCH]     = {"catch",     "",        SEAT | POINTS,                           NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_FINAL]     = {"final",     "",        0,                                       NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_OVER]      = {"over",      "",        0,                                       NULL,     NULL,      NULL,    UNSAID},
    [AUDE_EV_BY_HAND]   = {"by-hand",   "",        POINTS,                                  NULL,     NULL,      NULL,    UNSAID},
};
/* clang-format on */
#undef SAID
#undef UNSAID

struct aude_event *aude__event_add(struct aude_events *events, struct aude_event *spare,
                                   enum aude_event_kind kind, unsigned seat)
{
    struct aude_event *ev = events->n < events->max ? &events->list[events->n] : spare;

    events->n++;
    *ev = (struct aude_event){
        .kind = (uint8_t)kind, .seat = (uint8_t)seat, .tile = AUDE_KIND_NONE};
    return ev;
}

static const struct aude__event_row *event_row(enum aude_event_kind kind)
{
    static const struct aude__event_row none = {.name = "?", .rule = ""};

    return kind < AUDE_EVENT_KINDS ? &aude__events[kind] : &none;
}

const char *aude_event_name(enum aude_event_kind kind)
{
    return event_row(kind)->name;
}

const char *aude_event_rule(enum aude_event_kind kind)
{
    return event_row(kind)->rule;
}

unsigned aude_event_fields(enum aude_event_kind kind)
{
    return event_row(kind)->fields;
}

const char *aude_event_number_name(enum aude_event_kind kind)
{
    return event_row(kind)->number ? event_row(kind)->number : "points";
}

const char *aude_event_x_name(enum aude_event_kind kind)
{
    return event_row(kind)->x ? event_row(kind)->x : "x";
}

const char *aude_event_y_name(enum aude_event_kind kind)
{
    return event_row(kind)->y ? event_row(kind)->y : "y";
}

/* ORDER TERM: the name of one of them; aude_term_name() has the name of several. */
static const char *event_term_single(unsigned kind)
{
    static const char *const names[] = {
        [AUDE_TERM_TILES] = "tile",
        [AUDE_TERM_SHIELDS] = "shield",
        [AUDE_TERM_NEIGHBOURS] = "tile around",
        [AUDE_TERM_CITIES] = "city",
        [AUDE_TERM_PIG] = "pig bonus",
        [AUDE_TERM_HERD] = "herd bonus",
        [AUDE_TERM_GOODS] = "majority",
        [AUDE_TERM_FAIRY] = "fairy",
        [AUDE_TERM_AWARD] = "award",
        [AUDE_TERM_ROADS] = "road",
        [AUDE_TERM_THROW] = "throw",
    };

    static_assert(sizeof names / sizeof *names == AUDE_TERM_KINDS, "one name each");
    return names[kind];
}

size_t aude_event_sum(const struct aude_event *event, char *out, size_t size)
{
    struct aude__text text = {.out = out, .size = size};

    for (unsigned i = 0; i < event->n_terms; i++) {
        const struct aude_term *term = &event->term[i];
        if (i) aude__text_str(&text, " + ");
        aude__text_int(&text, term->count);
        aude__text_char(&text, ' ');
        aude__text_str(&text, term->count == 1 ? event_term_single(term->kind)
                                               : aude_term_name(term->kind));
        aude__text_str(&text, " x ");
        aude__text_int(&text, term->each);
    }
    if (!event->n_terms) aude__text_str(&text, "nothing");
    aude__text_str(&text, " = ");
    aude__text_int(&text, event->points);
    return aude__text_end(&text);
}
