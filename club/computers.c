/* computers.c -- see computers.h. Two games with the same seed, the seats turned, are one pair. */
#include "computers.h"

const struct club_computer club_computers[CLUB_COMPUTERS] = {
    {"level-7", 2016, 98, 100}, {"level-6", 1830, 58, 400}, {"level-5", 1673, 43, 600},
    {"level-4", 1500, 0, 600},  {"level-3", 1324, 42, 600}, {"level-2", 1149, 61, 600},
    {"level-1", 985, 73, 300},
};
