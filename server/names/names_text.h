/* names_text.h -- which names can be kept: what they are made of, and what they look like. */
#ifndef NAMES_TEXT_H
#define NAMES_TEXT_H

#include "names.h"
#include "table/messages.h"

enum {
    NAMES_LEAST = 2, /* characters */
    NAMES_MOST = 24,
    NAMES_LOOK_MAX = 200 /* bytes of letters by which names are compared */
};

/* What others must not have. */
struct names_text_look {
    char letters[NAMES_LOOK_MAX], form[NAMES_LOOK_MAX], near[NAMES_LOOK_MAX];
};

/* NAME_WHY_NOT: it can be kept, if nobody has it. The text is sound UTF-8. */
enum name_why names_text_judge(const char *name);
void names_text_look(const char *name, struct names_text_look *look);
/* A sentence. */
const char *names_text_why(enum name_why why);

#endif
