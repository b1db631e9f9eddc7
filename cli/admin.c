/* admin.c -- `aude admin`: a host's duties. What is stored is shown; people and tables are silenced, ranges shut
 * out, tables and visitors removed, each with a reason that stays in the list of acts. Works beside a
 * running server, which takes notice within seconds. */
#include "admin.h"

#include "server/hub/ban.h"
#include "server/hub/secret.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { JSON = 1, OUTPUT, REASON, FOR, WIDE, REASON_MAX = 500, WHO = 43 };

static const struct cli_option options[] = {
    {"json", 0, false, JSON},      {"output", 'o', true, OUTPUT},
    {"reason", 'r', true, REASON}, {"for", 0, true, FOR},
    {"wide", 0, false, WIDE},      {NULL, 0, false, 0}};

static int64_t admin_now(void)
{
    struct timespec at;

    clock_gettime(CLOCK_REALTIME, &at);
    return (int64_t)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

/* -- Acts --------------------------------------------------------------------------------- */

static struct duty_act admin_act(const struct admin *admin)
{
    const struct passwd *user = getpwuid(getuid());

    return (struct duty_act){.at = admin_now(),
                             .by = user ? user->pw_name : "somebody",
                             .reason = admin->reason};
}

/* The act is done, or the store has failed. */
static int admin_done(struct admin *admin, bool ok, const char *what)
{
    char until[32];

    if (!ok) return admin_list_failed(admin);
    admin_list_time_text(admin->until, until);
    if (!admin->as_json) {
        cli_text_add(&admin->out, "%s: %s", admin->target, what);
        if (!strcmp(admin->verb->name, "ban") || !strcmp(admin->verb->name, "silence"))
            cli_text_add(&admin->out, ", %s%s", admin->until ? "until " : "", until);
        cli_text_str(&admin->out, "\n");
        return CLI_DONE;
    }
    cli_json_object(&admin->json, NULL);
    cli_json_bool(&admin->json, "ok", true);
    cli_json_string(&admin->json, "what", admin->verb->name);
    cli_json_string(&admin->json, "target", admin->target);
    if (admin->until) cli_json_string(&admin->json, "until", until);
    cli_json_close(&admin->json);
    return CLI_DONE;
}

/* What is not there cannot be removed. */
static int admin_want(struct admin *admin, enum store_part part, const char *what)
{
    bool has;

    if (!store_duty_has(admin->store, part, admin->target, &has))
        return admin_list_failed(admin);
    return has ? CLI_DONE : cli_fail("there is no %s \"%s\"", what, admin->target);
}

static int admin_ban(struct admin *admin)
{
    struct duty_act act = admin_act(admin);

    return admin_done(admin,
                      store_duty_ban(admin->store, admin->target, admin->until, &act),
                      "shut out");
}

static int admin_unban(struct admin *admin)
{
    struct duty_act act = admin_act(admin);
    int status = admin_want(admin, STORE_BANS, "ban of");

    if (status) return status;
    return admin_done(admin, store_duty_unban(admin->store, admin->target, &act),
                      "let in");
}

/* A visitor may be one of whom nothing is stored yet; a table must be there. */
static int admin_silence(struct admin *admin)
{
    struct duty_act act = admin_act(admin);
    int status =
        strlen(admin->target) == WHO ? CLI_DONE : admin_want(admin, STORE_GAMES, "table");

    if (status) return status;
    return admin_done(admin,
                      store_duty_silence(admin->store, admin->target, admin->until, &act),
                      "silenced");
}

static int admin_unsilence(struct admin *admin)
{
    struct duty_act act = admin_act(admin);
    int status = admin_want(admin, STORE_SILENCES, "silence of");

    if (status) return status;
    return admin_done(admin, store_duty_unsilence(admin->store, admin->target, &act),
                      "may talk");
}

static int admin_delete(struct admin *admin)
{
    struct duty_act act = admin_act(admin);
    int status = admin_want(admin, STORE_GAMES, "table");

    if (status) return status;
    return admin_done(admin, store_duty_delete(admin->store, admin->target, &act),
                      "deleted");
}

/* -- A visitor ------------------------------------------------------------------------------ */

static void admin_visitor_table(void *context, const char *table, bool alone)
{
    struct admin *admin = context;

    if (!admin->as_json) {
        cli_text_add(&admin->out, "table %s%s\n", table, alone ? ", of him alone" : "");
        return;
    }
    cli_json_object(&admin->json, NULL);
    cli_json_string(&admin->json, "table", table);
    cli_json_bool(&admin->json, "alone", alone);
    cli_json_close(&admin->json);
}

static void admin_visitor_words(struct admin *admin, const struct duty_visitor *found)
{
    char created[32], seen[32];

    admin_list_time_text(found->created, created);
    admin_list_time_text(found->seen, seen);
    if (found->known)
        cli_text_add(&admin->out, "first seen %s, last %s\n", created, seen);
    cli_text_add(&admin->out,
                 "%d tables, %d of them of him alone; %d messages; %d subscriptions\n",
                 found->tables, found->alone, found->said, found->pushes);
    cli_text_add(&admin->out, "%d finished games\n", found->results);
    if (found->name[0]) {
        cli_text_str(&admin->out, "the name ");
        cli_text_clean(&admin->out, found->name);
        cli_text_add(&admin->out, ": %d devices, %d signed in\n", found->devices,
                     found->sessions);
    }
    if (found->silenced) cli_text_str(&admin->out, "silenced\n");
}

static void admin_visitor_json(struct admin *admin, const struct duty_visitor *found)
{
    char created[32], seen[32];

    admin_list_time_text(found->created, created);
    admin_list_time_text(found->seen, seen);
    cli_json_close(&admin->json);
    if (found->known) cli_json_string(&admin->json, "created", created);
    if (found->known) cli_json_string(&admin->json, "seen", seen);
    cli_json_int(&admin->json, "alone", found->alone);
    cli_json_int(&admin->json, "messages", found->said);
    cli_json_int(&admin->json, "subscriptions", found->pushes);
    cli_json_int(&admin->json, "results", found->results);
    if (found->name[0]) {
        cli_json_string(&admin->json, "name", found->name);
        cli_json_int(&admin->json, "devices", found->devices);
        cli_json_int(&admin->json, "sessions", found->sessions);
    }
    cli_json_bool(&admin->json, "silenced", found->silenced);
    cli_json_close(&admin->json);
}

static int admin_visitor(struct admin *admin)
{
    struct duty_act act = admin_act(admin);
    struct duty_visitor found;

    if (admin->as_json) {
        cli_json_object(&admin->json, NULL);
        cli_json_string(&admin->json, "visitor", admin->target);
        cli_json_bool(&admin->json, "erased", admin->verb->acts);
        cli_json_list(&admin->json, "tables");
    }
    if (!store_duty_visitor(admin->store, admin->target, admin->verb->acts ? &act : NULL,
                            &found, admin_visitor_table, admin))
        return admin_list_failed(admin);
    if (admin->verb->acts && !found.stored)
        return cli_fail("nothing is stored about the visitor \"%s\"", admin->target);
    if (admin->as_json)
        admin_visitor_json(admin, &found);
    else
        admin_visitor_words(admin, &found);
    if (!admin->as_json && admin->verb->acts)
        cli_text_str(&admin->out, "All of that is removed, or names nobody.\n");
    return CLI_DONE;
}

/* -- Words ---------------------------------------------------------------------------------- */

static const struct admin_verb verbs[] = {
    {"tables", ADMIN_NOTHING, false, admin_list_tables},
    {"visitors", ADMIN_NOTHING, false, admin_list_visitors},
    {"bans", ADMIN_NOTHING, false, admin_list_bans},
    {"silences", ADMIN_NOTHING, false, admin_list_silences},
    {"log", ADMIN_NOTHING, false, admin_list_log},
    {"table", ADMIN_TABLE, false, admin_table},
    {"export", ADMIN_TABLE, false, admin_table_export},
    {"show", ADMIN_VISITOR, false, admin_visitor},
    {"erase", ADMIN_VISITOR, true, admin_visitor},
    {"delete", ADMIN_TABLE, true, admin_delete},
    {"silence", ADMIN_EITHER, true, admin_silence},
    {"unsilence", ADMIN_EITHER, true, admin_unsilence},
    {"ban", ADMIN_RANGE, true, admin_ban},
    {"unban", ADMIN_RANGE, true, admin_unban},
};

static const struct admin_verb *admin_find_verb(const char *name)
{
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (!strcmp(verbs[i].name, name)) return &verbs[i];
    return NULL;
}

static bool admin_is_visitor(const char *word)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789_-";

    return strlen(word) == WHO && strspn(word, letters) == WHO;
}

static bool admin_is_table(const char *word)
{
    size_t n = strlen(word);

    return n > 0 && n < 16 && strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789") == n;
}

/* "0.0.0.0/0" shuts out everybody, the host too. */
static int admin_judge_width(const struct admin *admin, const struct ban *ban)
{
    if (strcmp(admin->verb->name, "ban") != 0 || admin->wide || !ban_is_wide(ban))
        return CLI_DONE;
    return cli_fail_misused(
        "%s is very wide: everybody in it is shut out, perhaps you too; if that is "
        "meant, say --wide",
        admin->target);
}

/* Ranges are written in one way, so that each is there once. */
static int admin_judge_target(struct admin *admin, char range[BAN_TEXT_MAX])
{
    enum admin_target want = admin->verb->target;
    const char *word = admin->target;
    struct ban ban;

    if (!want) return word ? cli_fail_misused("what is \"%s\" for?", word) : CLI_DONE;
    if (!word)
        return cli_fail_misused("`aude admin %s` needs %s", admin->verb->name,
                                want == ADMIN_TABLE     ? "a table"
                                : want == ADMIN_VISITOR ? "a visitor"
                                : want == ADMIN_RANGE   ? "a range of addresses"
                                                        : "a visitor or a table");
    bool fits = (want != ADMIN_TABLE && want != ADMIN_RANGE && admin_is_visitor(word)) ||
                (want != ADMIN_VISITOR && want != ADMIN_RANGE && admin_is_table(word));
    if (want == ADMIN_RANGE && ban_parse(word, &ban)) {
        ban_write(&ban, range);
        admin->target = range;
        return admin_judge_width(admin, &ban);
    }
    if (fits) return CLI_DONE;
    return cli_fail_misused(
        "\"%s\" is no %s", word,
        want == ADMIN_RANGE     ? "range, as 203.0.113.0/24 or 2001:db8::/32 is"
        : want == ADMIN_VISITOR ? "visitor: 43 letters, as `aude admin visitors` lists"
        : want == ADMIN_TABLE   ? "name of a table"
                                : "visitor and no name of a table");
}

/* "90m", "12h", "7d": from now on. */
static int admin_take_for(struct admin *admin, const char *value)
{
    static const struct {
        char unit;
        int64_t ms;
    } units[] = {{'m', 60000}, {'h', 3600000}, {'d', 86400000}};
    char *end;
    long n = strtol(value, &end, 10);

    for (size_t i = 0; i < 3; i++)
        if (value[0] >= '0' && value[0] <= '9' && n > 0 && n <= 100000 && *end &&
            !end[1] && *end == units[i].unit) {
            admin->until = admin_now() + n * units[i].ms;
            return CLI_DONE;
        }
    return cli_fail_misused("--for is a time as 90m, 12h or 7d, not \"%s\"", value);
}

static int admin_take_word(struct admin *admin, const char *word)
{
    if (!admin->verb) {
        admin->verb = admin_find_verb(word);
        return admin->verb
                   ? CLI_DONE
                   : cli_fail_misused(
                         "`aude admin` has no \"%s\"; see `aude admin --help`", word);
    }
    if (admin->name && admin->target)
        return cli_fail_misused("what is \"%s\" for?", word);
    if (admin->name)
        admin->target = word;
    else
        admin->name = word;
    return CLI_DONE;
}

static int admin_judge(struct admin *admin, char range[BAN_TEXT_MAX])
{
    const struct admin_verb *verb = admin->verb;

    if (!verb) return cli_fail_misused("what is to be done? see `aude admin --help`");
    if (!admin->name) return cli_fail_misused("which store? e.g. sqlite:aude.db");
    int status = admin_judge_target(admin, range);
    if (status) return status;
    if (verb->acts && (!admin->reason || !admin->reason[0]))
        return cli_fail_misused("`aude admin %s` needs --reason: it stays in the log",
                                verb->name);
    if (!verb->acts && admin->reason)
        return cli_fail_misused("--reason is for what is done");
    if (admin->reason && strlen(admin->reason) > REASON_MAX)
        return cli_fail_misused("a reason has at most %d bytes", REASON_MAX);
    /* SQLite would keep it and PostgreSQL refuse: such a store could never be copied. */
    if (admin->reason && !cli_text_is_utf8(admin->reason))
        return cli_fail_misused("the reason is no text in UTF-8");
    if (admin->until && strcmp(verb->name, "ban") != 0 &&
        strcmp(verb->name, "silence") != 0)
        return cli_fail_misused("--for is for ban and silence");
    if (admin->wide && strcmp(verb->name, "ban") != 0)
        return cli_fail_misused("--wide is for ban");
    return CLI_DONE;
}

static int admin_do(struct admin *admin)
{
    char problem[400];

    int status = cli_store_judge(admin->name);
    if (status) return status;
    if (!secret_init()) return cli_fail("the system gives no random numbers");
    admin->json.out = &admin->out;
    admin->store = store_open_beside(admin->name, problem, sizeof problem);
    if (!admin->store) return cli_fail("the store cannot be used: %s", problem);
    status = admin->verb->run(admin);
    admin->store->close(admin->store);
    if (status && status < CLI_STOPPED) return status;
    int written = cli_text_write(admin->output, &admin->out);
    return written ? written : status;
}

static int admin_run(int argc, char **argv)
{
    /* One visitor in 64 has a hash that begins with "-". */
    struct cli_args args = {
        .argc = argc, .argv = argv, .own = options, .is_operand = admin_is_visitor};
    struct admin admin = {.until = 0};
    char range[BAN_TEXT_MAX];
    int id, status = CLI_DONE;

    while (!status && (id = cli_args_next(&args)) != CLI_END) {
        if (id == CLI_BAD)
            status = CLI_MISUSED;
        else if (id == CLI_OPERAND)
            status = admin_take_word(&admin, args.value);
        else if (id == JSON)
            admin.as_json = true;
        else if (id == OUTPUT)
            admin.output = args.value;
        else if (id == REASON)
            admin.reason = args.value;
        else if (id == WIDE)
            admin.wide = true;
        else
            status = admin_take_for(&admin, args.value);
    }
    if (!status) status = admin_judge(&admin, range);
    if (!status) status = admin_do(&admin);
    cli_text_free(&admin.out);
    return status;
}

const struct cli_command cli_admin = {
    .name = "admin",
    .summary = "a host's duties: show, silence, ban, delete, export",
    .verbs = "tables visitors bans silences log table export show "
             "erase delete silence unsilence ban unban",
    .help =
        "usage: aude admin WHAT STORE [TABLE | VISITOR | RANGE] [options]\n\n"
        "For whoever hosts games for others. STORE is the server's: sqlite:PATH or\n"
        "postgresql://... . The server may run; it takes notice within two seconds.\n"
        "What changes something needs a reason and stands in the log for good.\n\n"
        "  tables, visitors           what there is\n"
        "  table STORE TABLE          its seats, and whose they are\n"
        "  export STORE TABLE         its record\n"
        "  show STORE VISITOR         what is stored about a visitor\n"
        "  erase STORE VISITOR        remove that: tables of him alone go; in others "
        "the\n"
        "                             games stay, and he is called \"Seat 2\"\n"
        "  delete STORE TABLE         remove a table\n"
        "  silence, unsilence STORE TABLE or VISITOR\n"
        "                             no talk there, or by him; his names are not "
        "shown,\n"
        "                             such a table is not in the list\n"
        "  ban, unban STORE RANGE     shut out an address or a range (203.0.113.0/24,\n"
        "                             2001:db8::/32)\n"
        "  bans, silences             those there are\n"
        "  log                        everything that was done, by whom and why\n\n"
        "  -r, --reason TEXT          why it is done\n"
        "      --for TIME             a ban or silence that ends: 90m, 12h, 7d\n"
        "      --wide                 that wide a ban is meant: more than a /12 of "
        "IPv4,\n"
        "                             a /20 of IPv6\n"
        "      --json                 for programs\n"
        "  -o, --output FILE          where to write (stdout)\n\n"
        "A visitor is named by the hash of a cookie. Who asks for what is stored about\n"
        "him names a table and his seat there: `aude admin table` has the rest.\n\n"
        "exit status: 0 done; 1 it failed, or there is no such thing; 2 called "
        "wrongly.\n\n"
        "examples:\n"
        "  aude admin tables sqlite:aude.db\n"
        "  aude admin ban sqlite:aude.db 203.0.113.0/24 --for 7d --reason \"floods\"\n"
        "  aude admin log sqlite:aude.db --json\n",
    .run = admin_run,
    .own = options,
};
