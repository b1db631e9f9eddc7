/* glicko.c -- Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"), a game at a time.
 *
 * The letters are those of the paper: mu the strength, phi its deviation, sigma the volatility, tau
 * how much sigma may change, g and E from the others' numbers, v the variance from the games alone,
 * delta the improvement that they speak of. docs/club.md has the formulae. */
#include "glicko.h"

#include <math.h>
#include <string.h>

static const double SCALE = 173.7178, BEGIN = 1500, WIDEST = 350,
                    PI = 3.14159265358979323846;
static const double TAU = 0.5, CLOSE = 0.000001;
static const double PERIOD_MS =
    7.0 * 24 * 3600 * 1000; /* a week counts as the paper's period */

/* -- exp and log ------------------------------------------------------------------------- */

static const double LN2_HIGH = 0x1.62e42fee00000p-1, LN2_LOW = 0x1.a39ef35793c76p-33;

/* x = k ln 2 + r; e^r by its series; 2^k is exact. */
double club_glicko_exp(double x)
{
    if (x > 700) x = 700;
    if (x < -700) x = -700;
    int k = (int)(x / (LN2_HIGH + LN2_LOW) + (x < 0 ? -0.5 : 0.5));
    double r = (x - k * LN2_HIGH) - k * LN2_LOW, sum = 1;

    for (int i = 17; i > 0; i--) sum = 1 + sum * r / i;
    return ldexp(sum, k);
}

/* x = m 2^k with m near 1; ln m = 2 (s + s^3/3 + s^5/5 ...), s = (m - 1) / (m + 1). */
double club_glicko_log(double x)
{
    int k;
    double m = frexp(x, &k);

    if (m < 0.70710678118654752) {
        m *= 2;
        k--;
    }
    double s = (m - 1) / (m + 1), square = s * s, sum = 0;
    for (int i = 25; i > 0; i -= 2) sum = sum * square + 1.0 / i;
    return k * LN2_HIGH + (2 * s * sum + k * LN2_LOW);
}

/* -- One period --------------------------------------------------------------------------- */

static double glicko_g(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
}

/* Step 5: f(x) of the paper, whose zero is ln(sigma^2). */
struct volatility {
    double delta2, phi2, v, a;
};

static double glicko_f(const struct volatility *s, double x)
{
    double e = club_glicko_exp(x), d = s->phi2 + s->v + e;

    return e * (s->delta2 - s->phi2 - s->v - e) / (2 * d * d) - (x - s->a) / (TAU * TAU);
}

/* The zero lies between a and where f is positive, or below a. The method is "Illinois". */
static double glicko_volatility(double sigma, double phi, double v, double delta)
{
    struct volatility s = {delta * delta, phi * phi, v, club_glicko_log(sigma * sigma)};
    double a = s.a, b, rest = s.delta2 - s.phi2 - v;

    if (rest > 0) {
        b = club_glicko_log(rest);
    } else {
        b = a - TAU;
        for (int k = 2; k < 100 && glicko_f(&s, b) < 0; k++) b = a - k * TAU;
    }
    double fa = glicko_f(&s, a), fb = glicko_f(&s, b);
    for (int i = 0; i < 200 && fabs(b - a) > CLOSE; i++) {
        double c = a + (a - b) * fa / (fb - fa), fc = glicko_f(&s, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return club_glicko_exp(a / 2);
}

void club_glicko_period(struct club_rating *rating, double periods,
                        const struct club_glicko_game *games, unsigned n)
{
    double mu = (rating->value - BEGIN) / SCALE, phi = rating->deviation / SCALE;
    double precision = 0, surprise = 0;

    for (unsigned i = 0; i < n; i++) {
        double g = glicko_g(games[i].deviation / SCALE);
        double other = (games[i].value - BEGIN) / SCALE;
        double expected = 1 / (1 + club_glicko_exp(-g * (mu - other)));
        precision += games[i].weight * g * g * expected * (1 - expected);
        surprise += games[i].weight * g * (games[i].score - expected);
    }
    double v = 1 / precision, delta = v * surprise;
    double sigma = glicko_volatility(rating->volatility, phi, v, delta);
    double before2 = phi * phi + sigma * sigma * periods;
    double after2 = 1 / (1 / before2 + precision);

    rating->volatility = sigma;
    rating->deviation = SCALE * sqrt(after2);
    rating->value = BEGIN + SCALE * (mu + after2 * surprise);
    if (rating->deviation > WIDEST) rating->deviation = WIDEST;
}

/* -- The fold ----------------------------------------------------------------------------- */

enum club_pool club_glicko_pool_of(unsigned players, bool sets)
{
    return players > 2 ? CLUB_POOL_MORE : sets ? CLUB_POOL_TWO_SETS : CLUB_POOL_TWO;
}

const char *club_glicko_pool_name(enum club_pool pool)
{
    static const char *const name[] = {"two", "two_sets", "more"};

    return name[pool];
}

void club_glicko_begin(struct club_rating *rating)
{
    *rating =
        (struct club_rating){.value = BEGIN, .deviation = WIDEST, .volatility = 0.06};
}

void club_glicko_fix(struct club_rating *rating, double value, double deviation)
{
    club_glicko_begin(rating);
    rating->value = value;
    rating->deviation = deviation;
    rating->fixed = true;
}

static double glicko_periods(const struct club_rating *rating, int64_t now)
{
    if (!rating->last || now <= rating->last) return 0;
    return (double)(now - rating->last) / PERIOD_MS;
}

double club_glicko_deviation(const struct club_rating *rating, int64_t now)
{
    double more = SCALE * rating->volatility;
    double wide = sqrt(rating->deviation * rating->deviation +
                       more * more * glicko_periods(rating, now));

    if (rating->fixed) return rating->deviation;
    return wide < WIDEST ? wide : WIDEST;
}

bool club_glicko_known(const struct club_rating *rating, int64_t now)
{
    return rating->fixed || (rating->games >= CLUB_RATING_GAMES &&
                             club_glicko_deviation(rating, now) <= CLUB_RATING_DEVIATION);
}

/* Everybody meets everybody else of the table. These games are not independent of each other: in a
 * game of n each counts as 2/n of one, so that a game of two is a whole one. */
static void glicko_seat(const struct club_rating *before,
                        const struct club_result *result, unsigned seat,
                        struct club_rating *rating)
{
    struct club_glicko_game games[CLUB_SEATS_MAX];
    unsigned n = 0;

    for (unsigned i = 0; i < result->n; i++) {
        if (i == seat) continue;
        int ahead = result->place[i] - result->place[seat];
        games[n++] = (struct club_glicko_game){
            .value = before[i].value,
            .deviation = club_glicko_deviation(&before[i], result->time),
            .score = ahead > 0   ? 1
                     : ahead < 0 ? 0
                                 : 0.5,
            .weight = 2.0 / result->n};
    }
    club_glicko_period(rating, glicko_periods(rating, result->time), games, n);
}

void club_glicko_result(struct club_rating *all, const struct club_result *result)
{
    struct club_rating before[CLUB_SEATS_MAX];

    for (unsigned i = 0; i < result->n; i++) before[i] = all[result->player[i]];
    for (unsigned i = 0; i < result->n; i++) {
        struct club_rating *rating = &all[result->player[i]];
        if (!rating->fixed) glicko_seat(before, result, i, rating);
        if (result->time > rating->last) rating->last = result->time;
        rating->games++;
    }
}

static uint64_t glicko_mix(uint64_t hash, const void *bytes, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return hash;
}

uint64_t club_glicko_hash(const struct club_rating *all, uint32_t n)
{
    uint64_t hash = 0xcbf29ce484222325u;

    for (uint32_t i = 0; i < n; i++) {
        hash = glicko_mix(hash, &all[i].value, sizeof all[i].value);
        hash = glicko_mix(hash, &all[i].deviation, sizeof all[i].deviation);
        hash = glicko_mix(hash, &all[i].volatility, sizeof all[i].volatility);
        hash = glicko_mix(hash, &all[i].last, sizeof all[i].last);
        hash = glicko_mix(hash, &all[i].games, sizeof all[i].games);
    }
    return hash;
}
