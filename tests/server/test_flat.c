/* test_flat.c -- flat JSON is read and written as jansson does it. */
#include "flat_test.h"

#include "memory.h"
#include "test.h"

static const char *const texts[] = {
    "{}",
    " { } ",
    "{\"type\":\"act\",\"id\":7,\"table\":\"k3m9\",\"at\":12,\"action\":\"lay 1,0 90\"}",
    "{ \"a\" : 1 ,\n\t\"b\" : \"x\" , \"c\" : true, \"d\":false,\"e\":null }\r\n",
    "{\"a\":-1,\"b\":0,\"c\":-0,\"d\":999999999999999999,\"e\":-999999999999999999}",
    "{\"a\":9223372036854775807,\"b\":-9223372036854775808}",
    "{\"a\":9223372036854775808}",
    "{\"a\":1000000000000000000}",
    "{\"a\":01}",
    "{\"a\":-}",
    "{\"a\":1.5}",
    "{\"a\":1e3}",
    "{\"a\":1E3,\"b\":12.0}",
    "{\"a\":\"\"}",
    "{\"\":\"\"}",
    "{\"a\":\"\\u0041\\n\\\"\\\\\"}",
    "{\"a\":\"\xc3\xa4\"}",
    "{\"a\":\"\xff\"}",
    "{\"a\":\"\x7f\"}",
    "{\"a\":\"\t\"}",
    "{\"a\":\"\\u0000\"}",
    "{\"a\":1,\"a\":2}",
    "{\"a\":1,}",
    "{\"a\" 1}",
    "{\"a\":}",
    "{\"a\":1",
    "{\"a\":\"x",
    "{\"a",
    "{",
    "",
    "{\"a\":1}}",
    "{\"a\":1} x",
    "{\"a\":tru}",
    "{\"a\":nulll}",
    "{\"a\":truefalse}",
    "{'a':1}",
    "{\"a\":[1,2,{\"b\":[]}],\"c\":{}}",
    "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}}}}}}",
    "[1,\"two\",null]",
    "[]",
    "7",
    "\"text\"",
    "{\"a name of more than thirty-one bytes\":1,\"b\":2}",
    "{\"a_name_of_thirty_one_bytes_exact\":1,\"a_name_of_thirty_one_bytes_exac\":2}",
};

TEST(flat_json_is_read_as_jansson_reads_it)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        size_t n = strlen(texts[i]);
        if (!CHECK(flat_reads_same(texts[i], n, 0)) ||
            !CHECK(flat_reads_same(texts[i], n, JSON_REJECT_DUPLICATES)))
            fprintf(stderr, "  %s\n", texts[i]);
        for (size_t cut = 0; cut < n; cut++) /* and whatever it begins with */
            CHECK(flat_reads_same(texts[i], cut, 0));
    }
    CHECK(flat_reads_same("{\"a\":1}\0", 8, 0));
    CHECK(flat_reads_same("{\"a\0b\":1}", 9, 0));
}

TEST(flat_json_is_written_as_jansson_writes_it)
{
    char all[256] = "";

    for (int c = 1; c < 256; c++) { /* each character, alone and among others */
        char text[8] = {'x', (char)c, 'y', 0};
        json_t *json = json_object();
        json_object_set_new(json, "text", json_string_nocheck(text));
        json_object_set_new(json, "n", json_integer(c * 1000003 - 128 * 1000003));
        CHECK(flat_writes_same(json));
        json_decref(json);
        if (c >= ' ' && c < 127) all[strlen(all)] = (char)c;
    }
    json_t *json = json_pack("{s:s, s:[i, b, b, n], s:{}, s:[]}", all, all, "list", -5, 1,
                             0, "none", "empty");
    CHECK(flat_writes_same(json));
    json_object_set_new(json, "real", json_real(0.1));
    CHECK(flat_writes_same(json));
    json_decref(json);
}

/* The edges of UTF-8: too short, too long, halves of a pair, too far, cut off. */
TEST(letters_are_written_as_jansson_writes_them)
{
    static const char *const some[] = {"\xc2\x80",
                                       "\xdf\xbf",
                                       "\xc1\xbf",
                                       "\xc0\x80",
                                       "\xe0\xa0\x80",
                                       "\xe0\x9f\xbf",
                                       "\xed\x9f\xbf",
                                       "\xed\xa0\x80",
                                       "\xed\xbf\xbf",
                                       "\xee\x80\x80",
                                       "\xef\xbf\xbf",
                                       "\xf0\x90\x80\x80",
                                       "\xf0\x8f\xbf\xbf",
                                       "\xf4\x8f\xbf\xbf",
                                       "\xf4\x90\x80\x80",
                                       "\xf5\x80\x80\x80",
                                       "\x80",
                                       "\xbf",
                                       "\xc3",
                                       "\xe2\x82",
                                       "\xf0\x9f\x98",
                                       "\xc3(",
                                       "\xe2\x28\xa1",
                                       "\xe2\x82\x28",
                                       "\xf0\x9f\x28\x80",
                                       "\xf0\x9f\x98\x28",
                                       "\xff",
                                       "\xfe",
                                       "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80z"};

    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        json_t *json = json_object();
        json_object_set_new(json, "text", json_string_nocheck(some[i]));
        CHECK(flat_writes_same(json));
        json_decref(json);
    }
}

TEST(what_is_no_object_and_no_list_is_written_as_jansson_writes_it)
{
    json_t *text = json_string("x"), *big = json_integer(INT64_MIN);
    json_t *list = json_array();

    CHECK(flat_writes_same(text)); /* not at all */
    json_array_append(list, big);
    json_array_append_new(list, json_integer(INT64_MAX));
    CHECK(flat_writes_same(list));
    json_array_append_new(list, json_stringn("a\0b", 3));
    CHECK(flat_writes_same(list));
    json_decref(list);
    json_decref(big);
    json_decref(text);
}

/* Names are remembered for the first sixteen fields; of more it is asked otherwise. One of 24 comes again at the end. */
TEST(a_field_that_comes_twice_is_found_among_many)
{
    char text[400];

    for (int twice = -1; twice < 24; twice++) {
        int n = snprintf(text, sizeof text, "{");
        for (int i = 0; i < 24; i++)
            n += snprintf(text + n, sizeof text - (size_t)n, "\"f%d\":%d,", i, i);
        n += snprintf(text + n, sizeof text - (size_t)n, "\"f%d\":1}",
                      twice < 0 ? 99 : twice);
        CHECK(flat_reads_same(text, (size_t)n, 0));
        CHECK(flat_reads_same(text, (size_t)n, JSON_REJECT_DUPLICATES));
    }
}

/* Lists and objects within an object, as they are written field by field. */
TEST(what_is_nested_is_written_field_by_field)
{
    struct flat_writer out;

    flat_begin(&out);
    flat_open(&out, "list", '[');
    flat_add_number(&out, NULL, 1);
    flat_open(&out, NULL, '{');
    flat_add_text(&out, "a", "{");
    flat_add_null(&out, "b");
    flat_close(&out, '}');
    flat_open(&out, NULL, '[');
    flat_close(&out, ']');
    flat_close(&out, ']');
    flat_add_flag(&out, "c", true);
    json_t *json = flat_end_json(&out);
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    CHECK_STR(text ? text : "nothing",
              "{\"list\":[1,{\"a\":\"{\",\"b\":null},[]],\"c\":true}");
    free(text);
    json_decref(json);
}

/* A special letter at each place of a word of eight, before and behind. */
TEST(a_letter_that_is_not_plain_is_found_at_each_place)
{
    static const char special[] = "\"\\\n\t\x7f\x01\xc3\x80\xff";
    char text[40];

    for (size_t at = 0; at < 20; at++)
        for (size_t i = 0; i < sizeof special - 1; i++) {
            memcpy(text, "{\"a\":\"abcdefghijklmnopqrst\"}", 29);
            text[6 + at] = special[i];
            CHECK(flat_reads_same(text, 28, 0));
        }
}

/* Longer than the memory that it begins with. */
TEST(a_long_text_is_written_whole)
{
    static char text[5000];

    for (size_t n = 480; n < sizeof text; n += n < 560 ? 1 : 1111) {
        memset(text, n % 2 ? '"' : 'x', n);
        text[n] = 0;
        json_t *json = json_pack("{s:s, s:i}", "text", text, "n", 1);
        CHECK(flat_writes_same(json));
        json_decref(json);
    }
}

TEST(an_object_is_written_field_by_field)
{
    struct flat_writer out;

    flat_begin(&out);
    flat_add_number(&out, "n", -3);
    flat_add_text(&out, "t", "a \"b\"\n");
    flat_add_flag(&out, "f", false);
    flat_add_flag(&out, "g", true);
    char *text = flat_end(&out);
    CHECK_STR(text, "{\"n\":-3,\"t\":\"a \\\"b\\\"\\n\",\"f\":false,\"g\":true}");
    free(text);
    flat_begin(&out);
    text = flat_end(&out);
    CHECK_STR(text, "{}");
    free(text);
}

/* Where one field cannot be written, nothing is. */
TEST(what_is_not_plain_is_not_written_field_by_field)
{
    struct flat_writer out;

    flat_begin(&out);
    flat_add_text(&out, "t", "\xc3\xa4\xc3");
    flat_add_number(&out, "n", 1);
    flat_add_flag(&out, "f", true);
    flat_add_text(&out, "u", "x");
    CHECK(!flat_end(&out));
}

#ifdef AUDE_WRAPPED
/* What nearly all messages are made of is read and written here, without jansson's detours: it is not asked for the whole. */
TEST(what_is_flat_is_not_left_to_jansson)
{
    static const char *const flat[] = {
        "{}",
        "{\"a\":0}",
        "{\"a\":-1,\"b\":0,\"c\":10}",
        " { \"a\" : 1 ,\n\t\"b\" : \"x\" , \"c\" : true, \"d\":false,\"e\":null }\r\n",
        "{\"a\":999999999999999999,\"b\":\"\"}",
        "{\"type\":\"act\",\"id\":7,\"at\":12,\"action\":\"lay 1,0 90\"}"};

    for (size_t i = 0; i < sizeof flat / sizeof flat[0]; i++) {
        int before = memory_texts();
        size_t n;
        json_t *json = flat_read(flat[i], strlen(flat[i]), 0);
        if (!CHECK(json != NULL)) continue;
        char *text = flat_write(json, &n);
        if (!CHECK_EQ(memory_texts(), before)) printf("not flat: %s\n", flat[i]);
        free(text);
        json_decref(json);
    }
    json_t *list = json_pack("[i, {s:[s, b]}]", 0, "a", "b", 1);
    int before = memory_texts();
    char *text = flat_write(list, NULL);
    CHECK_STR(text, "[0,{\"a\":[\"b\",true]}]");
    CHECK_EQ(memory_texts(), before);
    free(text);
    json_decref(list);
}
#endif
