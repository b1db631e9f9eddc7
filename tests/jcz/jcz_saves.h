/* jcz_saves.h -- small saves of JCloisterZone for tests: put together from parts, played. */
#ifndef AUDE_TEST_JCZ_SAVES_H
#define AUDE_TEST_JCZ_SAVES_H

#include "jcz.h"

/* The parts of a save; NULL stands for the usual. */
struct parts {
    const char *sets, *elements, *rules, *start, *players, *replay, *notes, *more;
};

const char *given_or(const char *given, const char *usual);
/* The save's text, good until the next call. */
const char *text_of(const struct parts *p);

/* What was read and played last. */
extern struct jcz_save save;
extern struct jcz_walk walk;
extern struct jcz_error error;

/* Read and play it to its end; NULL, or the error. What was read is in save and walk. */
const char *play_text(const char *text);
/* The same as a check: it must be played. */
bool plays(const struct parts *p);
/* The error of a save that must be refused; "nothing" if it is played. */
const char *refusal(const struct parts *p);

/* Does JCloisterZone have the set? It has no name for any tile of one that it has not. */
bool jcz_saves_known(unsigned set);

/* Saves of JCloisterZone itself, with its judgement; none where the folder is
 * not there. `names` are without the end and to be freed. */
enum { SAMPLES_MAX = 1000 };
const char *samples_folder(void);
int list_samples(char **names);
char *load_sample(const char *name, const char *end, size_t *n);

#define PLACE(tile, rot, x, y)                                                           \
    "{\"type\":\"PLACE_TILE\",\"payload\":{\"tileId\":\"" tile "\",\"rotation\":\"" rot  \
    "\",\"position\":[" #x "," #y "]}}"
#define DEPLOY(id, feature, place, x, y)                                                 \
    "{\"type\":\"DEPLOY_MEEPLE\",\"payload\":{\"meepleId\":\"" id                        \
    "\",\"pointer\":{\"position\":[" #x "," #y "],\"location\":\"" place                 \
    "\",\"feature\":\"" feature "\"}}}"
#define RECALL(id, feature, x, y)                                                        \
    "{\"type\":\"RETURN_MEEPLE\",\"payload\":{\"source\":\"ABBOT_RETURN\",\"pointer\":{" \
    "\"meepleId\":\"" id "\",\"featurePointer\":{\"position\":[" #x "," #y               \
    "],\"location\":\"I\",\"feature\":\"" feature "\"}}}}"
#define PASS   "{\"type\":\"PASS\",\"payload\":{}}"
#define COMMIT "{\"type\":\"COMMIT\",\"payload\":{\"random\":0.0}}"
#define UNDO   "{\"type\":\"UNDO\",\"payload\":{}}"

#define FOLLOWERS "\"small-follower\":7,\"farmers\":true"

/* Two turns: a road is continued and claimed, then closed by a city cap above the start. */
#define TURN_1                                                                           \
    PLACE("BA/RCr", "R0", 1, 0) "," DEPLOY("0.small.1", "Road", "WE", 1, 0) "," COMMIT
#define TURN_2                                                                           \
    PLACE("BA/C", "R180", 0, -1) "," DEPLOY("1.small.1", "City", "S", 0, -1) "," COMMIT

#endif
