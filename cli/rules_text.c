/* rules_text.c -- the texts of docs/rules/, in the program itself.
 *
 * The assembler reads the files, so that they need no conversion: it finds them through
 * the include folders (-I with the root of the tree). */
#include "rules_text.h"

#define EMBED(name, path)                                                                \
    __asm__(".section .rodata\n"                                                         \
            ".global cli_rules_" #name "\n"                                              \
            "cli_rules_" #name ":\n"                                                     \
            ".incbin \"docs/rules/" path "\"\n"                                          \
            ".byte 0\n"                                                                  \
            ".text\n");                                                                  \
    extern const char cli_rules_##name[];

RULES_FILES(EMBED)

#define ROW(name, path) {path, cli_rules_##name},
const struct rules_file rules_files[] = {RULES_FILES(ROW){0}};
