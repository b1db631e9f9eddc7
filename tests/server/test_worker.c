/* test_worker.c -- threads in which computers think: one job each, every answer once, and none is waited for too long. */
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai.h"
#include "clock_test.h"
#include "locks.h"
#include "play.h"
#include "server/net/worker.h"
#include "test.h"
#include "thread_test.h"

enum { WAIT_MS = 60000, LONG_MS = 3000, THREADS_MOST = 64 };

static atomic_int told;

static void on_answered(void *context)
{
    atomic_fetch_add((atomic_int *)context, 1);
}

/* A game in which somebody has to lay the first tile. */
static struct hub_job *new_job(uint64_t number, const char *level, int limit_ms)
{
    static struct aude_game game;
    struct aude_setup setup;
    struct hub_job *job = calloc(1, sizeof *job);

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.n_seats = 2;
    setup.seed = aude_seed(42);
    CHECK_EQ(aude_game_init(&game, &setup, NULL), 0);
    aude_game_view(&job->view, &game, 0);
    job->number = number;
    job->limit_ms = limit_ms;
    job->chance = 40 + number;
    snprintf(job->level, sizeof job->level, "%s", level);
    return job;
}

/* What the player of that name answers, asked without a thread. */
static struct aude_action alone(const char *level, uint64_t chance)
{
    struct hub_job *job = new_job(0, level, 0);
    struct ai_rng rng;

    ai_rng_init(&rng, chance);
    struct aude_action action = ai_choose(ai_find(level), &job->view, NULL, &rng);
    free(job);
    return action;
}

static struct workers *begin(int threads)
{
    atomic_store(&told, 0);
    struct workers *all = workers_start(threads, on_answered, &told);

    CHECK(all != NULL);
    return all;
}

/* Until so many answers were told; false: they never were. */
static bool wait_for(int n)
{
    for (int i = 0; i < WAIT_MS && atomic_load(&told) < n; i++) poll(NULL, 0, 1);
    return CHECK(atomic_load(&told) >= n);
}

TEST(every_job_has_its_answer_once)
{
    struct workers *all = begin(2);
    struct aude_action action;
    uint64_t number = 0, seen = 0;

    CHECK(!workers_take(all, &number, &action));
    for (int round = 0; round < 3; round++) {
        atomic_store(&told, 0);
        CHECK(workers_give(all, new_job(1, "random", WAIT_MS)));
        CHECK(workers_give(all, new_job(2, "nobody of that name", WAIT_MS)));
        struct hub_job *third = new_job(3, "random", WAIT_MS);
        CHECK(
            !workers_give(all, third)); /* all are busy, until their answers are taken */
        if (!wait_for(2)) break;
        CHECK(!workers_give(all, third));
        free(third);
        for (int i = 0; i < 2; i++) {
            CHECK(workers_take(all, &number, &action));
            struct aude_action same =
                number == 1 ? alone("random", 41) : alone("greedy", 42);
            CHECK(!memcmp(&action, &same, sizeof action));
            seen |= (uint64_t)1 << number;
        }
        CHECK_EQ(seen, 6);
        CHECK(!workers_take(all, &number, &action));
    }
    workers_stop(all);
}

/* Thinking ends with its time, and when nobody wants to know any more. */
TEST(nobody_thinks_for_ever)
{
    struct workers *all = begin(2);
    struct aude_action action;
    uint64_t number = 0;

    CHECK(workers_give(all, new_job(1, "level-7", 20)));
    CHECK(workers_give(all, new_job(2, "level-7", 100 * WAIT_MS)));
    wait_for(1);
    CHECK(workers_take(all, &number, &action));
    CHECK_EQ(number, 1);
    workers_forget(all, 5); /* of which nobody thinks */
    poll(NULL, 0, 30);
    CHECK(!workers_take(all, &number, &action));
    workers_forget(all, 2);
    wait_for(2);
    CHECK(workers_take(all, &number, &action));
    CHECK_EQ(number, 2);
    CHECK(
        workers_give(all, new_job(3, "level-7", 20))); /* who was stopped thinks again */
    wait_for(3);
    CHECK(workers_take(all, &number, &action));
    CHECK(workers_give(all, new_job(4, "level-7", 100 * WAIT_MS)));
    workers_stop(all); /* in the middle of a thought */
    workers_stop(NULL);
}

#ifdef AUDE_WRAPPED
/* Whoever is told to stop stops at his next look: then he does not look at the clock any more. It was asked so often when he was told. */
static long long asked_when_told;

static void note_asked(void)
{
    asked_when_told = clock_test_asked();
}

/* One thread as several: all that think are told. */
TEST(all_who_think_stop_at_once)
{
    for (int threads = 1; threads <= 3; threads++) {
        struct workers *all = begin(threads);
        long long before = clock_test_asked();
        for (int i = 0; i < threads; i++)
            CHECK(workers_give(all, new_job((uint64_t)i + 1, "level-7", LONG_MS)));
        for (int i = 0; i < LONG_MS && clock_test_asked() < before + 20 * threads; i++)
            poll(NULL, 0, 1);
        note_asked();
        locks_given_back = note_asked;
        workers_stop(all);
        locks_given_back = NULL;
        CHECK(clock_test_asked() <= asked_when_told + threads);
    }
}
#endif

TEST(there_are_as_many_threads_as_were_asked_for)
{
    static const struct {
        int asked, are;
    } counts[] = {{0, 0}, {1, 1}, {3, 3}, {THREADS_MOST + 2, THREADS_MOST}};

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct workers *all = begin(counts[i].asked);
        int n = 0;
        for (; n < THREADS_MOST + 2; n++) {
            struct hub_job *job = new_job((uint64_t)n + 1, "random", WAIT_MS);
            if (workers_give(all, job)) continue;
            free(job);
            break;
        }
        CHECK_EQ(n, counts[i].are);
        wait_for(n);
        struct aude_action action;
        uint64_t number;
        for (int k = 1; n == THREADS_MOST && k <= n; k++)
            CHECK(workers_take(all, &number, &action));
        if (n == THREADS_MOST) CHECK(!workers_take(all, &number, &action));
        workers_stop(all); /* answers that nobody took go with it */
    }
}

#ifdef AUDE_WRAPPED
/* Where only some threads can be had, only so many jobs are taken, and all of those are answered. */
TEST(a_few_threads_are_better_than_none)
{
    for (int threads = 0; threads <= 2; threads++) {
        thread_test_allow(threads);
        struct workers *all = begin(3);
        thread_test_allow(THREADS_ALL);
        if (!all) return;
        for (int i = 0; i < 3; i++) {
            struct hub_job *job = new_job((uint64_t)i + 1, "random", 0);
            bool given = workers_give(all, job);
            CHECK_EQ(given, i < threads);
            if (!given) free(job);
        }
        struct aude_action action;
        uint64_t number, numbers = 0;
        for (int i = 0; i < WAIT_MS && atomic_load(&told) < threads; i++)
            poll(NULL, 0, 1);
        while (workers_take(all, &number, &action)) numbers += number;
        CHECK_EQ(numbers, (uint64_t)threads * (uint64_t)(threads + 1) / 2);
        workers_stop(all);
    }
}
#endif
