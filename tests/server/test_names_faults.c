/* test_names_faults.c -- names while something fails: every call of the store, and every place that asks for memory. What a person wanted is done
 * or it is not, and who he is stays as it was. */
#include "names_test.h"

static const struct store_names *whole;
static int steps, fails_at;
static enum store_outcome fault;

static bool faulty(store_done *done, void *context)
{
    if (++steps != fails_at) return false;
    done(context, &(struct store_answer){.how = fault});
    return true;
}

static void try_find(struct store *s, enum store_name_by by, const char *key, int64_t at,
                     store_each_name *each, store_done *done, void *context)
{
    if (!faulty(done, context)) whole->find(s, by, key, at, each, done, context);
}

static void try_alike(struct store *s, const struct store_name *name,
                      store_each_name *each, store_done *done, void *context)
{
    if (!faulty(done, context)) whole->alike(s, name, each, done, context);
}

static void try_credentials(struct store *s, int64_t name, const char *id,
                            store_each_credential *each, store_done *done, void *context)
{
    if (!faulty(done, context)) whole->credentials(s, name, id, each, done, context);
}

static void try_sessions(struct store *s, int64_t name, store_each_session *each,
                         store_done *done, void *context)
{
    if (!faulty(done, context)) whole->sessions(s, name, each, done, context);
}

static void try_change(struct store *s, const struct store_name_change *changes, int n,
                       store_done *done, void *context)
{
    if (!faulty(done, context)) whole->change(s, changes, n, done, context);
}

static const struct store_names faulted = {try_find, try_alike, try_credentials,
                                           try_sessions, try_change};

/* Each of these is done in a browser that is signed in as Ana, with a key of hers. */
static const char *do_keep(struct browser *one, struct device *key)
{
    struct device other = *key;

    memset(other.id, 77, sizeof other.id);
    return keep(one, &other, "Other");
}

static const char *do_open(struct browser *one, struct device *key)
{
    struct device_said said;
    const char *why = ask_text(one, "begin", "{\"what\":\"open\"}");
    char challenge[64];

    if (strcmp(why, "ok") != 0) return why;
    snprintf(challenge, sizeof challenge, "%s", text_of("challenge"));
    key->counter++;
    device_sign(key, origin, rp, challenge, &said);
    return ask(one, "finish", said_json(key, challenge, &said));
}

static const char *do_add(struct browser *one, struct device *key)
{
    struct device other = *key;
    char challenge[64];
    const char *why = ask_text(one, "begin", "{\"what\":\"add\",\"code\":\"\"}");

    if (strcmp(why, "ok") != 0) return why;
    snprintf(challenge, sizeof challenge, "%s", text_of("challenge"));
    memset(other.id, 78, sizeof other.id);
    return finish_labelled(one, &other, challenge, "x");
}

static const char *do_drop(struct browser *one, struct device *key)
{
    char body[60];

    (void)key;
    snprintf(body, sizeof body, "{\"session\":\"%.12s\"}", one->session);
    return ask_text(one, "drop", body);
}

static const char *do_out(struct browser *one, struct device *key)
{
    (void)key;
    return ask_text(one, "out", "{}");
}

static const char *do_delete(struct browser *one, struct device *key)
{
    (void)key;
    return ask_text(one, "delete", "{\"name\":\"Ana\"}");
}

static const char *do_code(struct browser *one, struct device *key)
{
    (void)key;
    return ask_text(one, "code", "{}");
}

static char recovery[60];

static const char *do_recover(struct browser *one, struct device *key)
{
    (void)key;
    return ask_text(one, "recover", recovery);
}

static const struct {
    const char *(*act)(struct browser *one, struct device *key);
    int steps; /* calls of the store that it takes */
    const char *conflict;
    const char *twice; /* what is said to who does it once more */
} deeds[] = {{do_keep, 4, "taken", "taken"},
             {do_open, 5, "counter", "ok"},
             {do_add, 5, "signature", "signature"},
             {do_drop, 5, "CODE", "SIGNED_OUT"},
             {do_out, 2, "ok", "SIGNED_OUT"},
             {do_delete, 2, "ok", "SIGNED_OUT"},
             {do_code, 2, "CODE", "ok"},
             {do_recover, 3, "CODE", "CODE"}};

/* The last call of the store that is a change says that there was a conflict, or every call that it failed. */
static void try_deed(size_t i, int at, enum store_outcome how, const char *wanted)
{
    struct browser ana = browser(1), before;
    struct device key;

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    snprintf(recovery, sizeof recovery, "{\"code\":\"%s\"}", text_of("recovery"));
    whole = store->names;
    store->names = &faulted;
    steps = 0;
    fails_at = at;
    fault = how;
    before = ana;
    const char *said = deeds[i].act(&ana, &key);
    if (!CHECK_STR(said, wanted))
        fprintf(stderr, "deed %zu, step %d of %d: %s\n", i, at, steps, said);
    if (strcmp(wanted, "ok") != 0) { /* nothing happened: he is who he was */
        CHECK_STR(ana.session, before.session);
        CHECK_STR(ana.guest, before.guest);
    }
    if (!at) CHECK_EQ(steps, deeds[i].steps);
    store->names = whole;
    device_close(&key);
    close_names();
}

TEST(a_store_that_fails_changes_nothing)
{
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
        try_deed(i, 0, STORE_DONE, "ok");
        for (int at = 1; at <= deeds[i].steps; at++)
            try_deed(i, at, STORE_FAILED, "STORE");
    }
}

TEST(two_at_the_same_moment_do_no_harm)
{
    static const int change[] = {4, 5, 5, 3, 2, 2, 2, 3};

    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++)
        try_deed(i, change[i], STORE_CONFLICT, deeds[i].conflict);
}

/* -- Memory that runs out ------------------------------------------------------------------ */

static struct memory_report seen, first;

/* It was refused. Either nothing happened, and it can be done now, or only the answer had no memory: then it cannot be done twice, and a new
 * session is as good as one that was told. */
static void check_again(size_t i, const struct browser *before, struct browser *one,
                        struct device *key)
{
    bool new_session = strcmp(before->session, one->session) != 0;

    if (new_session && one->session[0]) {
        who_is(one);
        CHECK(who_name > 0);
    }
    const char *said = deeds[i].act(one, key);
    if (strcmp(said, "ok") != 0) CHECK_STR(said, deeds[i].twice);
}

/* The deed, with nothing for that place; then once more, if it was refused. */
static void try_without(size_t i, const struct memory_site *site)
{
    struct browser ana = browser(1);
    struct device key;

    if (!device_open(&key, -7, 1)) return;
    memset(&first, 0, sizeof first);
    memset(&seen, 0, sizeof seen);
    memory_watch(&first, NULL, 0);
    memory_hold(true);
    if (!open_names()) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    snprintf(recovery, sizeof recovery, "{\"code\":\"%s\"}", text_of("recovery"));
    memory_watch(&seen, site ? site->at : NULL, 1);
    struct browser before = ana;
    bool done = !strcmp(deeds[i].act(&ana, &key), "ok");
    memory_is_enough();
    if (!done) check_again(i, &before, &ana, &key);
    device_close(&key);
    close_names();
    memory_end();
    if (!CHECK_EQ(seen.n_left, 0) || (!site && !CHECK(done)))
        fprintf(stderr, "deed %zu, no memory at %zx\n", i,
                site ? memory_offset(site->at) : 0);
}

TEST(memory_that_runs_out_changes_nothing)
{
    static struct memory_report without;

    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
        try_without(i, NULL);
        without = seen;
        for (int k = 0; k < without.n_sites; k++) try_without(i, &without.sites[k]);
    }
}
