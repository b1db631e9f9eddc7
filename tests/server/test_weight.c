/* test_weight.c -- how much memory a request takes. */
#include <stdlib.h>
#include <string.h>

#include "server/hub/weight.h"
#include "test.h"

static int parts(const char *text)
{
    return weight_parts(text, strlen(text));
}

TEST(parts_are_counted_outside_texts)
{
    CHECK_EQ(parts(""), 1);
    CHECK_EQ(parts("{}"), 2);
    CHECK_EQ(parts("[0,0,0]"), 4);
    CHECK_EQ(parts("{\"a\":[{},{}],\"b\":1}"), 7);
    CHECK_EQ(parts("[\"[{,\",\"\\\",,\",\"\\\\\",0]"), 5);
    CHECK_EQ(parts("\"\\"), 1); /* ends in the middle of a text */
}

static size_t taken;

static void *take(size_t n)
{
    taken += n;
    return malloc(n);
}

/* Not less than it takes: else those who wait would take more than they may. */
TEST(a_request_weighs_at_least_what_it_takes)
{
    json_malloc_t usual;
    json_free_t give_back;
    static const char *const some[] = {"{}", "[]", "0", "\"\"", "\"0123456789\""};

    for (size_t kind = 0; kind < sizeof some / sizeof some[0]; kind++) {
        char text[4096] = "{\"x\":[0";
        for (int i = 0; i < 200; i++) strcat(strcat(text, ","), some[kind]);
        json_t *json;
        json_get_alloc_funcs(&usual, &give_back);
        json_set_alloc_funcs(take, free);
        taken = 0;
        json = json_loads(strcat(text, "]}"), 0, NULL);
        json_set_alloc_funcs(usual, give_back);
        CHECK(json != NULL && taken > 200 * sizeof(json_t));
        CHECK(weight_of(json) >= taken);
        CHECK(weight_of(json) > 200 * WEIGHT_ONE);
        json_decref(json);
    }
}

TEST(texts_and_names_weigh_their_letters)
{
    json_t *json = json_pack("{s:s}", "name", "0123456789");

    CHECK_EQ((int)weight_of(json), 2 * WEIGHT_ONE + 4 + 10);
    json_decref(json);
}
