/* deal.c -- the same tiles at several tables, and the deal of the day. */
#include "deal.h"

#include <stdio.h>
#include <string.h>

/* -- Dealing ----------------------------------------------------------------------------------------- */

static bool deal_has(const struct aude_setup *setup, enum aude_set set)
{
    return (setup->expansions | setup->tiles_only) >> set & 1;
}

const char *club_deal_refusal(const struct aude_setup *setup)
{
    bool river = setup->sw[AUDE_SWITCH_RIVER] != AUDE_RIVER_NONE;

    if (setup->n_seats != 2) return "the same tiles are dealt to two at a table";
    if (setup->hidden) return "a game that is told its tiles cannot be dealt";
    if (deal_has(setup, AUDE_SET_DRAGON))
        return "with the dragon the draws depend on when a volcano comes";
    if (river && setup->sw[AUDE_SWITCH_RIVER_STUCK] != AUDE_STUCK_DISCARD)
        return "with a river, a tile of it that fits nowhere must be thrown away, not "
               "shuffled back";
    return NULL;
}

static void deal_hash(const char *text, club_hash *hash, char out[CLUB_PROMISE_MAX])
{
    unsigned char bytes[32];

    hash(bytes, (const unsigned char *)text, strlen(text));
    strcpy(out, "sha256:");
    for (int i = 0; i < 32; i++) sprintf(out + 7 + 2 * i, "%02x", bytes[i]);
}

bool club_deal_promise(const struct aude_setup *setup, club_hash *hash, char *text,
                       char out[CLUB_PROMISE_MAX])
{
    size_t n = aude_commit_text(setup, text, CLUB_DEAL_TEXT_MAX);

    if (!n || n >= CLUB_DEAL_TEXT_MAX || club_deal_refusal(setup)) return false;
    deal_hash(text, hash, out);
    return true;
}

bool club_deal_kept(const char *text, const char *promise, club_hash *hash)
{
    char out[CLUB_PROMISE_MAX];

    deal_hash(text, hash, out);
    return !strcmp(out, promise);
}

int club_deal_open_to(const int *drawn, int tables)
{
    int least = tables ? drawn[0] : 0;

    for (int i = 1; i < tables; i++)
        if (drawn[i] < least) least = drawn[i];
    return least;
}

/* -- Comparing ------------------------------------------------------------------------------------------- */

static int deal_ahead(const struct club_deal_table *table)
{
    return table->first - table->second;
}

void club_deal_compare(const struct club_deal_table *table, int n,
                       struct club_deal_score *out)
{
    long sum = 0;

    for (int i = 0; i < n; i++) sum += deal_ahead(&table[i]);
    for (int i = 0; i < n; i++) {
        long above = 100 * ((long)n * deal_ahead(&table[i]) - sum);
        out[i] = (struct club_deal_score){.top = 2 * (n - 1)};
        out[i].above_mean = (int)((above + (above < 0 ? -n : n) / 2) / n);
        for (int k = 0; k < n; k++) {
            int better = deal_ahead(&table[i]) - deal_ahead(&table[k]);
            if (k != i) out[i].matchpoints += better > 0 ? 2 : better == 0 ? 1 : 0;
        }
    }
}

/* -- The deal of the day ------------------------------------------------------------------------------------ */

enum { DAY = 24 * 3600, NOON = 12 * 3600 };

static int64_t deal_day(int64_t now)
{
    int64_t from = now - NOON;

    return from >= 0 ? from / DAY : -((-from + DAY - 1) / DAY);
}

static bool deal_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int deal_month_days(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return days[month - 1] + (month == 2 && deal_leap(year));
}

struct club_date club_deal_date(int64_t now)
{
    struct club_date date = {1970, 1, 1};
    int64_t day = deal_day(now);

    if (day < 0) day = 0; /* nobody played before 1970 */
    while (day >= 365 + deal_leap(date.year)) {
        day -= 365 + deal_leap(date.year);
        date.year++;
    }
    while (day >= deal_month_days(date.year, date.month)) {
        day -= deal_month_days(date.year, date.month);
        date.month++;
    }
    date.day = 1 + (int)day;
    return date;
}

int64_t club_deal_next(int64_t now)
{
    return (deal_day(now) + 1) * DAY + NOON;
}

void club_deal_of_day(struct club_date date, struct aude_setup *setup)
{
    aude_setup_preset(setup, AUDE_PRESET_GROW_REVISED);
    setup->sw[AUDE_SWITCH_RIVER] =
        AUDE_RIVER_NONE; /* the base box alone, in every edition */
    setup->sw[AUDE_SWITCH_ABBOT] = 0;
    setup->first = 0;
    setup->seed = aude_seed((uint64_t)(date.year * 10000 + date.month * 100 + date.day));
}

static int64_t deal_days_before(struct club_date date)
{
    int64_t days = date.day - 1;

    for (int year = 1970; year < date.year; year++) days += 365 + deal_leap(year);
    for (int month = 1; month < date.month; month++)
        days += deal_month_days(date.year, month);
    return days;
}

int64_t club_deal_begins(struct club_date date)
{
    return deal_days_before(date) * DAY + NOON;
}

void club_deal_date_text(struct club_date date, char out[CLUB_DATE_MAX])
{
    char text[40];

    snprintf(text, sizeof text, "%04d-%02d-%02d", date.year, date.month, date.day);
    snprintf(out, CLUB_DATE_MAX, "%.10s", text);
}

bool club_deal_date_read(const char *text, struct club_date *date)
{
    static const char form[] = "dddd-dd-dd";

    if (strlen(text) != sizeof form - 1) return false;
    for (size_t i = 0; i < sizeof form - 1; i++)
        if (form[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != form[i])
            return false;
    sscanf(text, "%4d-%2d-%2d", &date->year, &date->month, &date->day);
    return date->year >= 1970 && date->month >= 1 && date->month <= 12 &&
           date->day >= 1 && date->day <= deal_month_days(date->year, date->month);
}

enum club_deal_stage club_deal_stage(struct club_date date, int64_t now)
{
    int64_t begins = club_deal_begins(date);

    if (now < begins) return CLUB_DEAL_AHEAD;
    if (now < begins + DAY) return CLUB_DEAL_OPEN;
    return now < begins + DAY + CLUB_DEAL_GRACE ? CLUB_DEAL_CLOSING : CLUB_DEAL_TOLD;
}
