/* bench.h -- what the two halves of `aude bench` share. */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include "cli.h"

/* Processor seconds: other programs on the machine do not count. */
double bench_now(void);
/* "model name : ..." of the first processor, or the best other description. */
void bench_machine(char *out, size_t size);
/* The scenarios keep the switches they were made with, even if a preset changes later, so
 * that results of different versions can be compared. */
void bench_keep_readings(struct aude_setup *setup);

/* `aude bench --players`: a report of what computer players value a second. */
int bench_players(double seconds, bool json, struct cli_text *out);

#endif
