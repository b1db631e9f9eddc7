/* test.h -- checks, and tests that register themselves.
 *
 *     TEST(a_ring_road_is_complete)
 *     {
 *         CHECK_EQ(points, 4);
 *     }
 *
 * A failing check is reported and the test goes on; a test that checks nothing fails. */
#ifndef AUDE_TEST_H
#define AUDE_TEST_H

#include <stdbool.h>
#include <stddef.h>

struct test {
    const char *file, *name;
    void (*run)(void);
    struct test *next;
};

void test_register(struct test *test);
bool test_check(bool ok, const char *what, const char *file, int line);
bool test_check_eq(long long a, long long b, const char *what, const char *file,
                   int line);
bool test_check_str(const char *a, const char *b, const char *what, const char *file,
                    int line);
/* A failure with its own words, printf style. */
__attribute__((format(printf, 3, 4))) void test_fail(const char *file, int line,
                                                     const char *format, ...);
/* Failures so far in this test. */
int test_failures(void);
/* `few`, or `many` in long runs (AUDE_LONG is set), or an eighth in quick ones (AUDE_QUICK). */
int test_amount(int few, int many);

#define CHECK(cond) test_check((cond) ? true : false, #cond, __FILE__, __LINE__)
#define CHECK_EQ(a, b)                                                                   \
    test_check_eq((long long)(a), (long long)(b), #a " == " #b, __FILE__, __LINE__)
#define CHECK_STR(a, b) test_check_str((a), (b), #a " is " #b, __FILE__, __LINE__)
#define FAIL(...)       test_fail(__FILE__, __LINE__, __VA_ARGS__)

#define TEST(id)                                                                         \
    static void test_##id(void);                                                         \
    static struct test entry_##id = {__FILE__, #id, test_##id, NULL};                    \
    __attribute__((constructor)) static void register_##id(void)                         \
    {                                                                                    \
        test_register(&entry_##id);                                                      \
    }                                                                                    \
    static void test_##id(void)

#endif
