/* rules_text.h -- the table of the rule texts in the program. */
#ifndef RULES_TEXT_H
#define RULES_TEXT_H

#define RULES_FILES(X)                                                                   \
    X(base, "base.md")                                                                   \
    X(editions, "editions.md")                                                           \
    X(river, "river-and-abbot.md")                                                       \
    X(inns, "expansions-1-2.md")                                                         \
    X(later, "expansions-3-7.md")                                                        \
    X(dragon, "princess-dragon.md")                                                      \
    X(tower, "tower.md")                                                                 \
    X(abbey, "abbey-mayor.md")                                                           \
    X(count, "count-king-cult-river2.md")                                                \
    X(catapult, "catapult.md")                                                           \
    X(interactions, "interactions.md")                                                   \
    X(readme, "README.md")

struct rules_file {
    const char *name, *text; /* NULL ends the table */
};

extern const struct rules_file rules_files[];

#endif
