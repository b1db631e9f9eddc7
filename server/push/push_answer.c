/* push_answer.c -- see push_answer.h. Pure: bytes of a stranger in, two numbers out. */
#include "push_answer.h"

#include <string.h>
#include <strings.h>

static const char retry[] = "retry-after:";

bool push_answer_is_whole(const char *bytes, size_t n)
{
    for (size_t i = 0; i + 4 <= n; i++)
        if (!memcmp(bytes + i, "\r\n\r\n", 4)) return true;
    return n >= PUSH_ANSWER_MAX;
}

static int push_answer_digits(const char *bytes, size_t n, size_t least, int most)
{
    int number = 0;
    size_t i = 0;

    for (; i < n && bytes[i] >= '0' && bytes[i] <= '9'; i++)
        if (number <= most) number = number * 10 + (bytes[i] - '0');
    if (i < least) return 0;
    return number < most ? number : most;
}

/* "HTTP/1.1 201 Created" */
static int push_answer_status(const char *bytes, size_t n)
{
    if (n < 12 || memcmp(bytes, "HTTP/1.", 7) != 0 || bytes[8] != ' ') return 0;
    int status = push_answer_digits(bytes + 9, 3, 3, 999);
    return status >= 100 && status < 600 ? status : 0;
}

/* Only seconds are obeyed; a date is as if nothing were said. */
static int push_answer_wait(const char *line, size_t n)
{
    size_t at = sizeof retry - 1;

    if (n < at || strncasecmp(line, retry, at) != 0) return 0;
    while (at < n && line[at] == ' ') at++;
    return push_answer_digits(line + at, n - at, 1, PUSH_WAIT_MAX);
}

struct push_answer push_answer_read(const char *bytes, size_t n)
{
    struct push_answer answer = {.status = push_answer_status(bytes, n)};

    while (answer.status && n) {
        const char *feed = memchr(bytes, '\n', n);
        size_t length = feed ? (size_t)(feed - bytes) : n;
        if (length <= 1) break; /* the head is over */
        int wait = push_answer_wait(bytes, length);
        if (wait) answer.wait_s = wait;
        if (!feed) break;
        n -= length + 1;
        bytes = feed + 1;
    }
    return answer;
}
