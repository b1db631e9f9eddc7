/* rules_text.c -- the texts of docs/rules/, inside the program.
 *
 * No conversion: the assembler includes the files (.incbin), found from the root of the
 * tree. */
#include "rules_text.h"

#include "server/net/embed.h"

#define TEXT(name, path)                                                                 \
    EMBED(cli_rules_##name, "docs/rules/" path)                                          \
    extern const char cli_rules_##name[];

RULES_FILES(TEXT)

#define ROW(name, path) {path, cli_rules_##name},
const struct rules_file rules_files[] = {RULES_FILES(ROW){0}};
