/* event.c -- what each kind of event is called, which of its fields mean something, and the rule
 * that a player may want to read where it is not the player's own doing.
 * And the sum of an event's points in words. */
#include "text_internal.h"

/* ORDER EVENT: enum aude_event_kind. */
static const struct {
    const char *name, *rule;
    unsigned fields; /* enum aude_field */
} rows[AUDE_EVENT_KINDS] = {
    [AUDE_EV_TURN] = {"turn", "", AUDE_HAS_POINTS},
    [AUDE_EV_DRAW] = {"draw", "", AUDE_HAS_TILE},
    [AUDE_EV_DISCARD] = {"discard", "BASE-15", AUDE_HAS_TILE},
    [AUDE_EV_LAY] = {"lay", "", AUDE_HAS_TILE | AUDE_HAS_CELL | AUDE_HAS_ROT},
    [AUDE_EV_PUT] = {"put", "", AUDE_HAS_FIGURE | AUDE_HAS_CELL | AUDE_HAS_SEGMENT},
    [AUDE_EV_SCORE] = {"score", "",
                       AUDE_HAS_CELL | AUDE_HAS_SEGMENT | AUDE_HAS_FEATURE |
                           AUDE_HAS_POINTS | AUDE_HAS_SUM},
    [AUDE_EV_RETURN] = {"return", "", AUDE_HAS_FIGURE | AUDE_HAS_CELL | AUDE_HAS_SEGMENT},
    [AUDE_EV_RECALL] = {"recall", "", AUDE_HAS_FIGURE | AUDE_HAS_CELL},
    [AUDE_EV_RESHUFFLE] = {"reshuffle", "RIV-8", AUDE_HAS_TILE},
    [AUDE_EV_EARN] = {"earn", "", 0},
    [AUDE_EV_PART] = {"part", "", 0},
    [AUDE_EV_GOODS] = {"goods", "", AUDE_HAS_GOODS | AUDE_HAS_POINTS},
    [AUDE_EV_RIVER_END] = {"river-end", "RIV-8", AUDE_HAS_POINTS},
    [AUDE_EV_ASIDE] = {"aside", "PD-22", AUDE_HAS_TILE},
    [AUDE_EV_BACK] = {"back", "PD-23", AUDE_HAS_POINTS},
    [AUDE_EV_DRAGON] = {"dragon", "", AUDE_HAS_CELL | AUDE_HAS_POINTS},
    [AUDE_EV_FAIRY] = {"fairy", "", AUDE_HAS_FIGURE | AUDE_HAS_CELL | AUDE_HAS_SEGMENT},
    [AUDE_EV_TOWER] = {"tower", "", AUDE_HAS_CELL | AUDE_HAS_POINTS},
    [AUDE_EV_CAPTURE] = {"capture", "",
                         AUDE_HAS_FIGURE | AUDE_HAS_CELL | AUDE_HAS_SEGMENT |
                             AUDE_HAS_OTHER},
    [AUDE_EV_FREED] = {"freed", "", AUDE_HAS_FIGURE | AUDE_HAS_OTHER},
    [AUDE_EV_RANSOM] = {"ransom", "", AUDE_HAS_FIGURE | AUDE_HAS_OTHER | AUDE_HAS_POINTS},
    [AUDE_EV_AWARD] = {"award", "", AUDE_HAS_FEATURE | AUDE_HAS_POINTS},
    [AUDE_EV_MOVE] = {"move", "", AUDE_HAS_FIGURE | AUDE_HAS_CELL | AUDE_HAS_SEGMENT},
    [AUDE_EV_BARN] = {"barn", "", AUDE_HAS_FIGURE | AUDE_HAS_CELL},
    [AUDE_EV_ENTER] = {"enter", "", AUDE_HAS_FIGURE | AUDE_HAS_QUARTER},
    [AUDE_EV_SEND] = {"send", "",
                      AUDE_HAS_FIGURE | AUDE_HAS_QUARTER | AUDE_HAS_CELL |
                          AUDE_HAS_SEGMENT},
    [AUDE_EV_COUNT] = {"count", "", AUDE_HAS_QUARTER},
    [AUDE_EV_LOSE] = {"lose", "", AUDE_HAS_FIGURE | AUDE_HAS_CELL | AUDE_HAS_SEGMENT},
    [AUDE_EV_ROUND] = {"round", "", AUDE_HAS_ROUND | AUDE_HAS_CELL},
    [AUDE_EV_THROW] = {"throw", "", AUDE_HAS_STAND | AUDE_HAS_NUMBERS | AUDE_HAS_POINT},
    [AUDE_EV_TOSS] = {"toss", "", AUDE_HAS_OTHER | AUDE_HAS_NUMBERS},
    [AUDE_EV_HANDS] = {"hands", "", AUDE_HAS_NUMBERS | AUDE_HAS_POINTS},
    [AUDE_EV_REVEAL] = {"reveal", "", AUDE_HAS_NUMBERS},
    [AUDE_EV_SCATTER] = {"scatter", "", AUDE_HAS_NUMBERS | AUDE_HAS_POINT},
    [AUDE_EV_LAND] = {"land", "", AUDE_HAS_POINT},
    [AUDE_EV_REST] = {"rest", "", AUDE_HAS_POINT},
    [AUDE_EV_HIT] = {"hit", "",
                     AUDE_HAS_FIGURE | AUDE_HAS_CELL | AUDE_HAS_SEGMENT |
                         AUDE_HAS_POINTS | AUDE_HAS_POINT},
    [AUDE_EV_NEAREST] = {"nearest", "",
                         AUDE_HAS_FIGURE | AUDE_HAS_CELL | AUDE_HAS_SEGMENT |
                             AUDE_HAS_POINT},
    [AUDE_EV_REPLACE] = {"replace", "",
                         AUDE_HAS_FIGURE | AUDE_HAS_CELL | AUDE_HAS_SEGMENT |
                             AUDE_HAS_POINT},
    [AUDE_EV_MEASURE] = {"measure", "", AUDE_HAS_POINTS},
    [AUDE_EV_CATCH] = {"catch", "", AUDE_HAS_OTHER | AUDE_HAS_POINTS},
    [AUDE_EV_FINAL] = {"final", "", 0},
    [AUDE_EV_OVER] = {"over", "", 0},
};

const char *aude_event_name(enum aude_event_kind kind)
{
    return kind < AUDE_EVENT_KINDS ? rows[kind].name : "?";
}

const char *aude_event_rule(enum aude_event_kind kind)
{
    return kind < AUDE_EVENT_KINDS ? rows[kind].rule : "";
}

unsigned aude_event_fields(enum aude_event_kind kind)
{
    return kind < AUDE_EVENT_KINDS ? rows[kind].fields : 0;
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
