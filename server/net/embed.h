/* embed.h -- a file's bytes in the program: the assembler reads it (.incbin).
 *
 *     EMBED(name, "path/of/file")
 *     extern const char name[];         the bytes, and a zero behind them
 *
 * A path that is not absolute is looked for in the include folders (-I). */
#ifndef EMBED_H
#define EMBED_H

#define EMBED_WORD_(x) #x
#define EMBED_WORD(x)  EMBED_WORD_(x)

/* What the assembler's names have in front of C's: "_" on macOS, nothing on Linux. */
#define EMBED_NAME(name) EMBED_WORD(__USER_LABEL_PREFIX__) #name

#ifdef __APPLE__
#define EMBED_CONSTANTS ".section __TEXT,__const\n"
#else
#define EMBED_CONSTANTS ".section .rodata\n"
#endif

#define EMBED(name, path) EMBED_AT(EMBED_NAME(name), path)
#define EMBED_AT(label, path)                                                            \
    __asm__(EMBED_CONSTANTS ".globl " label "\n" label ":\n"                             \
                            ".incbin \"" path "\"\n.byte 0\n.text\n");

#endif
