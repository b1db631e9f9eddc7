/* netplan.h -- what netmatch and netjudge share: a plan of the search from words, and a clock.
 *
 * Words have commas between them:
 *
 *     net=FILE     weights (net_train.py); net=built those built in; without it the formulas alone
 *     ms=N         for a whole turn, shared as the arena shares it; playouts=N: as many
 *     candidates=N plies=N endgame=N     as in struct search_plan
 *     stages=N whole                     the same
 *     keep         play the line that was chosen to its end, and give the tile nearly all the time
 *     one          look at the own turn only
 *     noise=N overlook=N forgets     its errors, in hundredths
 *     own=A:B:C:D:E rival=N          its taste: road, city, monastery, garden, field; in hundredths */
#ifndef NETPLAN_H
#define NETPLAN_H

#include "ai/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct side {
    const char *words;
    struct net net;
    struct search_plan plan;
    struct eval_taste taste;
    double ms;
    bool keep;
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static bool late(void *context)
{
    return now() >= *(const double *)context;
}

static long number(const char *words, const char *name, long other)
{
    const char *at = strstr(words, name);

    return at ? atol(at + strlen(name)) : other;
}

static void read_net(struct side *side)
{
    const char *at = strstr(side->words, "net=");
    char path[1024];

    if (!at) return;
    snprintf(path, sizeof path, "%.*s", (int)strcspn(at + 4, ","), at + 4);
    side->plan.net = &side->net;
    if (!strcmp(path, "built")) {
        side->net = net_built_in;
        return;
    }
    FILE *file = fopen(path, "rb");
    if (!file || fread(&side->net, sizeof side->net, 1, file) != 1) {
        fprintf(stderr, "%s is no file of weights\n", path);
        exit(1);
    }
    fclose(file);
}

/* own=ROAD:CITY:MONASTERY:GARDEN:FIELD and rival=N, in hundredths. */
static void read_taste(struct side *side)
{
    const char *at = strstr(side->words, "own=");

    for (int i = 0; i < AUDE_FEATURE_KINDS; i++) {
        side->taste.own[i] = at ? (float)atoi(at + (i ? 1 : 4)) / 100 : 1;
        if (at) at = strchr(at + (i ? 1 : 4), ':');
    }
    side->taste.rival = (float)number(side->words, "rival=", 100) / 100;
    side->plan.taste = &side->taste;
}

static void read_side(struct side *side, const char *words)
{
    side->words = words;
    side->ms = (double)number(words, "ms=", 0);
    side->keep = strstr(words, "keep");
    side->plan = (struct search_plan){
        .candidates = (int)number(words, "candidates=", 12),
        .plies = (int)number(words, "plies=", 2),
        .endgame = (int)number(words, "endgame=", SEARCH_ENDGAME),
        .noise = (float)number(words, "noise=", 0) / 100,
        .overlook = (float)number(words, "overlook=", 0) / 100,
        .stages = (int)number(words, "stages=", 0),
        .whole = strstr(words, "whole"),
        .forgets = strstr(words, "forgets"),
        .hand = AI_HAND_HARD,
        .playouts = (uint64_t)number(words, "playouts=", side->ms > 0 ? 0 : 200),
    };
    if (side->plan.stages < 0 || side->plan.stages > SEARCH_STAGES) {
        fprintf(stderr, "there are %d stages\n", SEARCH_STAGES);
        exit(1);
    }
    if (side->ms > 0) side->plan.playouts = UINT64_MAX;
    if (strstr(words, "one")) {
        side->plan.plies = 0;
        side->plan.candidates = 1;
    }
    if (strstr(words, "own=") || strstr(words, "rival=")) read_taste(side);
    read_net(side);
}

static void read_setup(struct aude_setup *setup, const char *sets, const char *seats)
{
    aude_setup_preset(setup, AUDE_PRESET_GROW);
    setup->n_seats = (uint8_t)atoi(seats);
    setup->first = 0;
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (aude_set_playable(set) &&
            (!strcmp(sets, "all") || strstr(sets, aude_set_name(set))))
            setup->expansions |= 1u << set;
}

#endif
