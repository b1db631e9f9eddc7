/* fuzz_push.c -- what strangers say about push messages: the address that a browser hands in, and what
 * a push service answers.
 *
 * The first byte says which: `<` an answer, any other an address. Besides what the sanitizers see:
 * an address that is taken has a plain public name, an allowed port and a path without blanks, and
 * reads the same when it is put together again; an answer's numbers are in their ranges. */
#include "server/push/push_address.h"
#include "server/push/push_answer.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void must(bool yes, const char *what)
{
    if (yes) return;
    fprintf(stderr, "fuzz_push: %s\n", what);
    abort();
}

static void judge_host(const char *host)
{
    const char *last = strrchr(host, '.');

    must(last && last > host && last[1] >= 'a' && last[1] <= 'z', "a name of two parts");
    must(strspn(host, "abcdefghijklmnopqrstuvwxyz0123456789-.") == strlen(host),
         "plain letters");
    must(strcmp(last, ".local") != 0 && strcmp(last, ".localhost") != 0,
         "no name of this machine or network");
    must(strstr(host, "..") == NULL && host[0] != '.', "no empty part");
}

static void judge_address(const char *text)
{
    static const struct push_ports more = {{8443}, 1};
    struct push_address address, again;
    char whole[PUSH_ENDPOINT_MAX + PUSH_HOST_MAX];

    if (push_address_read(text, &more, &address)) return;
    must(!strncmp(text, "https://", 8), "https");
    judge_host(address.host);
    must(address.port == 443 || address.port == 8443, "an allowed port");
    must(address.path >= text && address.path <= text + strlen(text), "inside the text");
    for (const char *p = address.path; *p; p++) must(*p > ' ' && *p < 127, "no blanks");
    snprintf(whole, sizeof whole, "https://%s:%d%s", address.host, address.port,
             address.path);
    if (strlen(whole) > PUSH_ENDPOINT_MAX) return;
    must(!push_address_read(whole, &more, &again), "it can be read again");
    must(!strcmp(address.host, again.host) && address.port == again.port &&
             !strcmp(address.path, again.path),
         "and says the same");
}

static void judge_answer(const char *bytes, size_t n)
{
    struct push_answer answer = push_answer_read(bytes, n);

    must(!answer.status || (answer.status >= 100 && answer.status < 600), "a status");
    must(answer.wait_s >= 0 && answer.wait_s <= PUSH_WAIT_MAX, "a bounded wait");
    must(answer.status || !answer.wait_s, "what is no answer asks for nothing");
    if (n >= PUSH_ANSWER_MAX) must(push_answer_is_whole(bytes, n), "there is an end");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char *text = malloc(n + 1);

    if (!text) return 0;
    if (n) memcpy(text, data, n);
    text[n] = 0;
    if (n && text[0] == '<')
        judge_answer(text + 1, n - 1);
    else
        judge_address(text);
    free(text);
    return 0;
}
