/* table_erase.h -- what a log holds of one visitor, and the same log without him. Pure: entries in, entries
 * out. The game stays as it was played: no rule asks for a name, and no hash is made of one.
 *
 *     struct table_eraser eraser = {.who = who, .nobody = nobody};
 *     for every entry in order: changed = table_erase_entry(&eraser, text, secret);
 *     table_erase_summary(&eraser, summary);
 *
 * His names become those of his places ("Seat 2"), what he said becomes "...", his hash becomes `nobody`, the
 * title of a table that he opened is gone. */
#ifndef TABLE_ERASE_H
#define TABLE_ERASE_H

#include "table.h"

struct table_eraser {
    const char *who, *nobody;
    unsigned seats;  /* bits: his now */
    unsigned others; /* of other people */
    bool host;
    bool seen;   /* his hash stands in the log */
    bool failed; /* there was no memory: something of him is left */
    int said;    /* messages of his */
    char name[AUDE_SEATS_MAX][AUDE_NAME_MAX]; /* of each seat now */
};

/* Reads the entry and, if it holds anything of him, changes it. True: it was changed. Whether all of it could be is said by `failed`. */
bool table_erase_entry(struct table_eraser *eraser, json_t *text, json_t *secret);
/* The same of the table in short, after all entries. */
bool table_erase_summary(struct table_eraser *eraser, json_t *summary);

#endif
