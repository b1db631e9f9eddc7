/* test_no_memory.c -- memory runs out: every play is gone through again and again, and each time another place in the code that asks for memory gets none.
 *
 * What must not be: a crash, a piece of memory that nobody gives back, a server that does not do its work afterwards. What people hear meanwhile is
 * theirs to bear: an error, or a connection that ends; but whoever stays connected gets an answer to everything. Each try is a process of its own,
 * so a crash ends only that. And nothing is half said: what is stored and heard until everybody is silent again after a call got nothing is
 * stored and heard in the same words with all memory, but for errors and for connections that end. A place is named by what addr2line wants to know. AUDE_PLAY=NAME goes through that play alone, AUDE_MEMORY=PLACE lets
 * memory run out there alone; then what the process writes is shown. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hub_test.h"
#include "memory.h"
#include "plays.h"
#include "test.h"

/* Two pieces are kept on purpose (table_play_stage() in table_play.c); a play that asks for memory too often takes too long. Where a play goes on as with
 * all memory, another one is tried, IDLE in all. */
enum {
    TRIES = 1,
    TRIES_LONG = 8,
    IDLE = 4,
    PLAYS = 64,
    SECONDS = 60,
    KEPT = 2,
    KEPT_SITES = 8, /* from where they may be asked for */
    CALLS_MAX = 12000,
    TEXT = 1 << 22
};

static struct
try {
    struct memory_report memory;
    bool begun, sound, ended;
    bool same;      /* it went as with all memory */
    char odd[600];  /* what nobody would have heard with all memory */
    char rest[600]; /* what is stored without what belongs to it, and that */
}
*seen;              /* shared with the process that tries */
static char *told;  /* shared, too: the play as it went */
static char *whole; /* the play as it goes with all memory */
static char *plain; /* the same without what chance gives */

static struct {
    const void *at;
    int tries, idle;
} tried[MEMORY_SITES];

static void look_whether_sound(const struct plays *plays)
{
    memory_is_enough();
    seen->begun = true;
    seen->sound = !plays->sound || plays->sound();
}

/* In one line, so that neither can be without the other. */
static void note_entry(const char *text, const char *secret)
{
    static char line[PLAYS_LINE];

    snprintf(line, sizeof line, "%s %s", text, secret ? secret : "");
    plays_tell("stored ", line);
}

/* May somebody hear that because there was no memory? That a request failed, that a connection ends, and that its person is away. */
static bool is_of_lack(const char *line)
{
    static const enum message_error whys[] = {REFUSED_STORE, REFUSED_BUSY};
    static const char *const words[] = {
        "\"type\":\"error\"",
        "\"type\":\"log\"",   /* what is stored is compared */
        "\"type\":\"start\"", /* a table is made a second time, with other tiles */
        "\"type\":\"clock\"",
        " entries, shown\n",
        "\"type\":\"bye\"",
        "\"type\":\"presence\"",
        " is let go",
        " finds no place",
        "  nothing\n",
        "  not done\n",      /* of what a host does */
        "\"type\":\"chat\"", /* has another number where words before it were refused */
        "  < ",              /* over HTTP: tests/server/test_net.c and others */
        "  it fails\n",
        "\"state\":{"}; /* of a tournament, where it did not go on */

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strstr(line, words[i])) return true;
    for (size_t i = 0; i < sizeof whys / sizeof whys[0]; i++)
        if (strstr(line, hub_ask_why_text(whys[i]))) return true;
    return false;
}

/* Who has which name, and what chance gave, is not compared: a table may be the first, or be made a second time. */
static void leave_chance_out(char *text)
{
    char *to = text;

    for (const char *at = text; *at;) {
        *to++ = *at;
        if (*at++ == '$') at += strspn(at, "0123456789");
        if (!strncmp(at, "sha256:", 7)) at += 7 + strspn(at + 7, "0123456789abcdef");
        if (!strncmp(at, "seed ", 5)) at += 5 + strspn(at + 5, "0123456789abcdef");
        if (!strncmp(at, "\\nfirst ", 8)) at += 9; /* who begins */
    }
    *to = 0;
}

/* Every line that came after the call that got nothing must come with all memory. */
static void look_for_halves(const char *is)
{
    static char line[TEXT];

    for (const char *at = is + plays_lack.from; at < is + plays_lack.to;) {
        size_t n = strcspn(at, "\n") + 1;
        snprintf(line, sizeof line, "%.*s", (int)n, at);
        leave_chance_out(line);
        if (!strstr(plain, line) && !is_of_lack(line)) break;
        line[0] = 0;
        at += n;
    }
    snprintf(seen->odd, sizeof seen->odd, "%.*s", (int)sizeof seen->odd - 1, line);
}

/* Is it stored with the one before it, of which it is the rest? What is played is not: of several steps that a clock plays at once each is for itself. */
static bool is_rest_of(const char *first, const char *next)
{
    static const char begins[] = "  stored {\"seq\":";
    size_t n = sizeof begins - 1;

    if (strncmp(first, begins, n) != 0 || strncmp(next, begins, n) != 0 ||
        atol(next + n) != atol(first + n) + 1)
        return false;
    const char *at = strchr(first, ','), *also = strchr(next, ',');
    size_t same = strcspn(at + 1, ",") + 2;
    return !strncmp(at, also, same) && strncmp(also + same, "\"type\":\"step\"", 13) != 0;
}

/* The line that must be stored next to this one, as it is with all memory; NULL: none. */
static const char *rest_of(const char *line)
{
    const char *rest = NULL;

    for (const char *at = plain; (at = strstr(at, line));) {
        at += strlen(line);
        if (!is_rest_of(line, at)) return NULL;
        rest = at;
    }
    return rest;
}

/* What is done at once is stored whole or not at all: no line stands there without the rest of it. What the rest says is compared above. */
static void look_for_rests(const char *is)
{
    static char line[TEXT];
    size_t n;

    for (const char *at = is + plays_lack.from; at < is + plays_lack.to; at += n) {
        n = strcspn(at, "\n") + 1;
        snprintf(line, sizeof line, "%.*s", (int)n, at);
        leave_chance_out(line);
        const char *rest = strncmp(at, "  stored {", 10) ? NULL : rest_of(line);
        if (!rest || is_rest_of(at, at + n)) continue;
        snprintf(seen->rest, sizeof seen->rest, "%.300s\n%.290s", line, rest);
        return;
    }
}

/* In a process of its own: how it ended is its status. */
static void go_through(const struct plays *plays, const char *path, const void *fails,
                       int turn)
{
    char *script = plays_read(path);

    alarm(SECONDS);
    if (!getenv("AUDE_MEMORY") && !getenv("AUDE_PLAY") &&
        (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout)))
        exit(3);
    entry_noted = note_entry;
    memory_watch(&seen->memory, fails, turn);
    char *is = plays_perform(plays, script, look_whether_sound);
    seen->same = is && fails && !strcmp(is, whole);
    if (is && fails) {
        look_for_halves(is);
        look_for_rests(is);
    } else if (is)
        snprintf(told, TEXT, "%s", is);
    free(is);
    memory_end();
    free(script);
    seen->ended = true;
    if (getenv("GCOV_PREFIX")) exit(0); /* which lines were reached is written then */
    _exit(0); /* what is left is counted already, and a sanitizer takes long for it */
}

static int try(const struct plays *plays, const char *path, const void *fails, int turn)
{
    int status = -1;

    memset(seen, 0, sizeof *seen);
    fflush(stdout);
    fflush(stderr);
    pid_t child = fork();
    if (!child) go_through(plays, path, fails, turn);
    if (CHECK(child > 0)) waitpid(child, &status, 0);
    return status;
}

/* Which of `tried` it is. */
static int find_tried(const void *at)
{
    int i = 0;

    while (i < MEMORY_SITES - 1 && tried[i].at && tried[i].at != at) i++;
    tried[i].at = at;
    return i;
}

static bool is_asked_for(const void *at)
{
    const char *only = getenv("AUDE_MEMORY");

    return !only || strtoul(only, NULL, 16) == memory_offset(at);
}

/* With AUDE_PLACES=N only each Nth place has its turn. `make test` says 5 under ASan, where all take five times as long; its release build and
 * the ASan build of `make test-all` try every place. */
static bool is_left_out(int which)
{
    const char *each = getenv("AUDE_PLACES");
    int n = each ? atoi(each) : 1;

    return n > 1 && which % n;
}

/* Where the pieces that are kept on purpose come from: what is left where all memory is had. */
static const void *kept[KEPT_SITES];

static bool is_kept(const void *at)
{
    for (int i = 0; i < KEPT_SITES; i++)
        if (kept[i] == at) return true;
    return false;
}

static void note_kept(const struct memory_report *memory)
{
    for (int i = 0; i < memory->n_left && i < KEPT; i++) {
        int free = 0;
        while (free < KEPT_SITES && kept[free]) free++;
        if (!is_kept(memory->left[i]) && CHECK(free < KEPT_SITES))
            kept[free] = memory->left[i];
    }
}

/* The first piece that is left and not kept on purpose; NULL: there is none. A play may go on differently than with all memory, and reach what keeps them. */
static const void *leak_of(const struct memory_report *memory)
{
    for (int i = 0; i < memory->n_left && i < MEMORY_LEAKS; i++)
        if (!is_kept(memory->left[i]) || i >= KEPT) return memory->left[i];
    return NULL;
}

/* That place has nothing, once: at its first call; in long runs in another play at its last, in the next ones between them. */
static void try_site(const struct plays *plays, const char *path,
                     const struct memory_site *site, const struct try *without)
{
    int which = find_tried(site->at), before = tried[which].tries;

    if (!is_asked_for(site->at) || is_left_out(which) ||
        before >= test_amount(TRIES, TRIES_LONG) || tried[which].idle >= IDLE)
        return;
    int turn = before == 0 ? 1 : before == 1 ? site->times : (site->times + 1) / 2;
    int status = try(plays, path, site->at, turn);
    tried[which].tries += !seen->same;
    tried[which].idle += seen->same;
    if (status || !seen->ended)
        FAIL("%s: no memory at %zx, call %d of %d: it ends with status %x", path,
             memory_offset(site->at), turn, site->times, (unsigned)status);
    else if (leak_of(&seen->memory))
        FAIL("%s: no memory at %zx, call %d of %d: %d pieces are left, of %zx", path,
             memory_offset(site->at), turn, site->times, seen->memory.n_left,
             memory_offset(leak_of(&seen->memory)));
    else if (seen->begun && without->sound && !seen->sound)
        FAIL("%s: no memory at %zx, call %d of %d: the server is not sound afterwards",
             path, memory_offset(site->at), turn, site->times);
    else if (seen->odd[0])
        FAIL("%s: no memory at %zx, call %d of %d: nobody hears with all memory:\n%s",
             path, memory_offset(site->at), turn, site->times, seen->odd);
    else if (seen->rest[0])
        FAIL("%s: no memory at %zx, call %d of %d: the first of these is stored without "
             "the other:\n%s",
             path, memory_offset(site->at), turn, site->times, seen->rest);
}

static struct play {
    char path[400];
    int calls;
} play[PLAYS];
static int n_plays;

/* How it goes with all the memory that is wanted. */
static void list_play(const struct plays *plays, const char *path)
{
    if (getenv("AUDE_PLAY") && !strstr(path, getenv("AUDE_PLAY"))) return;
    CHECK_EQ(try(plays, path, NULL, 0), 0);
    if (!CHECK(seen->ended) || !CHECK(n_plays < PLAYS)) return;
    CHECK(seen->memory.n_left <= KEPT);
    note_kept(&seen->memory);
    snprintf(play[n_plays].path, sizeof play[0].path, "%s", path);
    play[n_plays].calls = 0;
    for (int i = 0; i < seen->memory.n_sites; i++)
        play[n_plays].calls += seen->memory.sites[i].times;
    CHECK(seen->sound);
    n_plays++;
}

static int by_calls(const void *a, const void *b)
{
    const struct play *one = a, *other = b;

    return one->calls - other->calls;
}

static void try_play(const struct plays *plays, const char *path)
{
    struct try *without = malloc(sizeof *without);

    try(plays, path, NULL, 0);
    whole = strdup(told);
    plain = strdup(told);
    leave_chance_out(plain);
    *without = *seen;
    for (int i = 0; i < without->memory.n_sites; i++)
        try_site(plays, path, &without->memory.sites[i], without);
    free(plain);
    free(whole);
    free(without);
}

/* The short plays first: most places are reached by one of them. */
static void try_all(const struct plays *plays)
{
    FILE *file = tmpfile();

    if (!memory_can_run_out()) {
        puts("skipped: memory runs out only where the linker knows --wrap");
        CHECK(true);
        return;
    }
    if (!CHECK(file && !ftruncate(fileno(file), sizeof *seen + TEXT))) return;
    seen = mmap(NULL, sizeof *seen + TEXT, PROT_READ | PROT_WRITE, MAP_SHARED,
                fileno(file), 0);
    fclose(file);
    if (!CHECK(seen != MAP_FAILED)) return;
    told = (char *)(seen + 1);
    memset(tried, 0, sizeof tried);
    memset(kept, 0, sizeof kept);
    n_plays = 0;
    plays_list(plays, list_play);
    qsort(play, (size_t)n_plays, sizeof play[0], by_calls);
    for (int i = 0; i < n_plays; i++)
        if (play[i].calls < CALLS_MAX) try_play(plays, play[i].path);
    munmap(seen, sizeof *seen + TEXT);
}

TEST(a_server_bears_that_memory_runs_out)
{
    try_all(&plays_of_one);
}

TEST(several_servers_bear_that_memory_runs_out)
{
    try_all(&plays_of_many);
}
