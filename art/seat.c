/* seat.c -- the colours and the emblem of each seat. */
#include "figure.h"

/* One row for each seat. `mark` is the colour of the emblem. The bodies also differ for
 * people who cannot see red, green or blue (tests/art/colours.py). */
static const struct livery liveries[AUDE_SEATS_MAX] = {
    {"red", "#b8322a", "#83201d", "#df6a58", "#f7ead2", "chevron",
     "M-15 9L0-9L15 9V-1L0-19L-15-1z"},
    {"blue", "#1766c0", "#124684", "#64a0e2", "#f7ead2", "ring",
     "M-15 0a15 15 0 1 0 30 0a15 15 0 1 0-30 0zM-6 0a6 6 0 1 1 12 0a6 6 0 1 1-12 0z"},
    {"green", "#2a9856", "#1a693b", "#74c392", "#f7ead2", "square",
     "M-13-13H13V13H-13zM-5-5V5H5V-5z"},
    {"yellow", "#e6b32e", "#b07f16", "#f7dc83", "#4a3222", "lozenge",
     "M0-18L14 0L0 18L-14 0z"},
    {"black", "#3d3a3c", "#201e20", "#77727a", "#f7ead2", "cross",
     "M-5-16H5V-5H16V5H5V16H-5V5H-16V-5H-5z"},
    {"violet", "#8e5093", "#633266", "#c08cc4", "#f7ead2", "bars",
     "M-15-12H15V-4H-15zM-15 4H15V12H-15z"},
};

const struct livery *seat_livery(unsigned seat)
{
    return &liveries[seat % AUDE_SEATS_MAX];
}

const char *art_seat_name(unsigned seat)
{
    return seat_livery(seat)->name;
}

const char *art_seat_colour(unsigned seat)
{
    return seat_livery(seat)->body;
}

const char *art_seat_emblem(unsigned seat)
{
    return seat_livery(seat)->emblem;
}
