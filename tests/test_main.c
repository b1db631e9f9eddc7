/* test_main.c -- runs the registered tests: all, or those whose "group/name" contains one of
 * the arguments. A group is a file: test_board.c has board/. `--list` names them. The last
 * line is "N passed, N failed". */
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct test *tests;
static int checks, failures;

enum { REPORTS_MAX = 10 }; /* failures printed per test */

void test_register(struct test *test)
{
    struct test **at = &tests;

    while (*at &&
           (strcmp((*at)->file, test->file) < 0 || !strcmp((*at)->file, test->file)))
        at = &(*at)->next;
    test->next = *at;
    *at = test;
}

static void report(const char *file, int line)
{
    failures++;
    if (failures <= REPORTS_MAX) fprintf(stderr, "%s:%d: ", file, line);
}

bool test_check(bool ok, const char *what, const char *file, int line)
{
    checks++;
    if (ok) return true;
    report(file, line);
    if (failures <= REPORTS_MAX) fprintf(stderr, "%s does not hold\n", what);
    return false;
}

bool test_check_eq(long long a, long long b, const char *what, const char *file, int line)
{
    checks++;
    if (a == b) return true;
    report(file, line);
    if (failures <= REPORTS_MAX) fprintf(stderr, "%s: %lld is not %lld\n", what, a, b);
    return false;
}

bool test_check_str(const char *a, const char *b, const char *what, const char *file,
                    int line)
{
    checks++;
    if (!strcmp(a, b)) return true;
    report(file, line);
    if (failures <= REPORTS_MAX)
        fprintf(stderr, "%s: \"%s\" is not \"%s\"\n", what, a, b);
    return false;
}

void test_fail(const char *file, int line, const char *format, ...)
{
    va_list args;

    checks++;
    report(file, line);
    if (failures > REPORTS_MAX) return;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

int test_failures(void)
{
    return failures;
}

int test_amount(int few, int many)
{
    if (getenv("AUDE_LONG")) return many;
    return getenv("AUDE_QUICK") ? (few + 7) / 8 : few;
}

/* "board/keys_are_unique" */
static const char *full_name(const struct test *test)
{
    static char name[200];
    const char *slash = strrchr(test->file, '/'), *file = slash ? slash + 1 : test->file;

    if (!strncmp(file, "test_", 5)) file += 5;
    snprintf(name, sizeof name, "%.*s/%s", (int)strcspn(file, "."), file, test->name);
    return name;
}

static bool wanted(const struct test *test, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strstr(full_name(test), argv[i])) return true;
    return argc < 2;
}

static double now(void)
{
    struct timespec t;

    timespec_get(&t, TIME_UTC); /* tests may let the other clocks stand still */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* -- Files that are open ----------------------------------------------------------------- */

enum { FILES_MAX = 4096 };

/* Marks those that are open; where the system does not tell, none. */
static void look_at_files(bool open[FILES_MAX])
{
    DIR *all = opendir("/proc/self/fd");
    const struct dirent *one;

    memset(open, 0, FILES_MAX);
    if (!all) return;
    while ((one = readdir(all))) {
        int fd = atoi(one->d_name);
        if (fd > 0 && fd < FILES_MAX && fd != dirfd(all)) open[fd] = true;
    }
    closedir(all);
}

/* A test leaves no file and no socket open: neither its own, nor those of what it tries. */
static void find_left_open(const struct test *test, const bool before[FILES_MAX])
{
    bool after[FILES_MAX];
    char path[40], what[200];

    look_at_files(after);
    for (int fd = 0; fd < FILES_MAX; fd++) {
        if (!after[fd] || before[fd]) continue;
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        ssize_t n = readlink(path, what, sizeof what - 1);
        what[n > 0 ? n : 0] = 0;
        fprintf(stderr, "%s: %s leaves a file open: %s\n", test->file, test->name, what);
        failures++;
    }
}

static bool run(const struct test *test)
{
    double start = now();
    bool open_before[FILES_MAX];

    checks = failures = 0;
    look_at_files(open_before);
    test->run();
    find_left_open(test, open_before);
    if (!checks) {
        fprintf(stderr, "%s: %s checks nothing\n", test->file, test->name);
        failures++;
    }
    printf("%s %s (%d checks, %.2f s)\n", failures ? "FAIL" : "ok  ", full_name(test),
           checks, now() - start);
    fflush(stdout);
    return !failures;
}

int main(int argc, char **argv)
{
    int passed = 0, failed = 0;

    if (argc > 1 && !strcmp(argv[1], "--list")) {
        for (struct test *t = tests; t; t = t->next) puts(full_name(t));
        return 0;
    }
    for (struct test *t = tests; t; t = t->next)
        if (wanted(t, argc, argv)) *(run(t) ? &passed : &failed) += 1;
    printf("%d passed, %d failed\n", passed, failed);
    return failed || !passed;
}
