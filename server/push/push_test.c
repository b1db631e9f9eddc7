/* push_test.c -- see push_test.h. */
#include "push_test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- The file --------------------------------------------------------------------------- */

static void push_test_take_resolve(struct push_test *test, char **at)
{
    if (test->n_resolve == PUSH_TEST_NAMES) return;
    int place = test->n_resolve++, *n = &test->resolve[place].n;
    const char *word = strtok_r(NULL, " \n", at);

    if (word)
        snprintf(test->resolve[place].name, sizeof test->resolve[0].name, "%s", word);
    while (*n < PUSH_TEST_ADDRESSES && (word = strtok_r(NULL, " \n", at)))
        snprintf(test->resolve[place].address[(*n)++], 64, "%s", word);
}

static void push_test_take_allow(struct push_test *test, char **at)
{
    const char *address = strtok_r(NULL, " \n", at), *port = strtok_r(NULL, " \n", at);

    if (!address || !port || test->n_allow == PUSH_TEST_NAMES) return;
    int place = test->n_allow++;
    snprintf(test->allow[place].address, sizeof test->allow[0].address, "%s", address);
    test->allow[place].port = atoi(port);
}

static bool push_test_take_line(struct push_test *test, char *line)
{
    char *at = NULL;
    const char *word = strtok_r(line, " \n", &at), *rest;

    if (!word) return true;
    if (!strcmp(word, "resolve")) {
        push_test_take_resolve(test, &at);
        return true;
    }
    if (!strcmp(word, "allow")) {
        push_test_take_allow(test, &at);
        return true;
    }
    if (!(rest = strtok_r(NULL, "\n", &at))) return false;
    if (!strcmp(word, "ca"))
        snprintf(test->ca, sizeof test->ca, "%s", rest);
    else if (!strcmp(word, "patience"))
        test->patience_ms = atoi(rest);
    else if (!strcmp(word, "again"))
        test->again_ms = atoi(rest);
    else
        return false;
    return true;
}

bool push_test_read(const char *path, struct push_test *out, char *problem, size_t size)
{
    FILE *file = fopen(path, "r");
    char line[1024];
    bool ok = file != NULL;

    memset(out, 0, sizeof *out);
    while (ok && fgets(line, sizeof line, file)) ok = push_test_take_line(out, line);
    if (!ok)
        snprintf(problem, size, "%s: %s", path,
                 file ? "not a file of a test with push messages" : "cannot be read");
    if (file) fclose(file);
    return ok;
}

/* -- Names and addresses ---------------------------------------------------------------- */

static void push_test_look_up(const char *address, const char *port,
                              struct addrinfo **last)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};

    while (*last) last = &(*last)->ai_next;
    if (getaddrinfo(address, port, &hints, last)) *last = NULL;
}

struct addrinfo *push_test_resolve(const struct push_test *test, const char *host,
                                   const char *port)
{
    struct addrinfo *all = NULL;

    for (int i = 0; test && i < test->n_resolve; i++)
        if (!strcmp(test->resolve[i].name, host))
            for (int k = 0; k < test->resolve[i].n; k++)
                push_test_look_up(test->resolve[i].address[k], port, &all);
    return all;
}

bool push_test_allows(const struct push_test *test, const struct sockaddr *address)
{
    char text[64], port[16];
    socklen_t n = address->sa_family == AF_INET ? sizeof(struct sockaddr_in)
                                                : sizeof(struct sockaddr_in6);

    if (!test || getnameinfo(address, n, text, sizeof text, port, sizeof port,
                             NI_NUMERICHOST | NI_NUMERICSERV))
        return false;
    for (int i = 0; i < test->n_allow; i++)
        if (!strcmp(test->allow[i].address, text) && test->allow[i].port == atoi(port))
            return true;
    return false;
}
