/* arena_report.c -- the result of a match, for people and for programs. */
#include "arena.h"

#include <string.h>

/* A number, or null if it is unknown. */
static void arena_report_json_figure(struct cli_json *json, const char *key,
                                     struct arena_figure figure, int decimals)
{
    if (figure.known)
        cli_json_real(json, key, figure.value, decimals);
    else
        cli_json_null(json, key);
}

static void arena_report_json_pair(struct cli_json *json, const struct arena *arena,
                                   const struct arena_pair *pair)
{
    static const char *const verdicts[] = {"rejected", "undecided", "accepted"};

    cli_json_object(json, NULL);
    cli_json_string(json, "a", arena->player[pair->a].name);
    cli_json_string(json, "b", arena->player[pair->b].name);
    cli_json_int(json, "games", pair->games);
    cli_json_int(json, "wins", pair->wins);
    cli_json_int(json, "draws", pair->draws);
    cli_json_int(json, "losses", pair->losses);
    cli_json_int(json, "forfeit_wins", pair->forfeit_wins);
    cli_json_int(json, "forfeit_losses", pair->forfeit_losses);
    cli_json_real(json, "win_rate", pair->rate, 4);
    cli_json_real(json, "win_rate_low", pair->rate_low, 4);
    cli_json_real(json, "win_rate_high", pair->rate_high, 4);
    arena_report_json_figure(json, "difference", pair->difference, 2);
    arena_report_json_figure(json, "difference_error", pair->difference_error, 2);
    arena_report_json_figure(json, "elo", pair->elo, 1);
    arena_report_json_figure(json, "elo_low", pair->elo_low, 1);
    arena_report_json_figure(json, "elo_high", pair->elo_high, 1);
    if (arena->sprt) {
        cli_json_real(json, "llr", pair->llr, 3);
        cli_json_string(json, "sprt", verdicts[1 + arena_stats_sprt(arena, pair)]);
    }
    cli_json_close(json);
}

static double arena_report_ms_mean(const struct arena_time *time)
{
    return time->decisions ? time->sum / (double)time->decisions : 0;
}

static void arena_report_json_times(struct cli_json *json, const struct arena_time *time)
{
    cli_json_int(json, "decisions", time->decisions);
    cli_json_real(json, "ms_mean", arena_report_ms_mean(time), 3);
    cli_json_real(json, "ms_max", time->most, 1);
    cli_json_real(json, "ms_late", time->late, 1);
    cli_json_int(json, "positions", (long long)time->looked);
}

static void arena_report_times(const struct arena *arena, const struct arena_score *score,
                               struct cli_text *out)
{
    cli_text_add(out, "\n  %-24s %10s %8s %8s %8s %12s\n", "ms a decision", "decisions",
                 "mean", "most", "late", "positions/s");
    for (int p = 0; p < arena->n_players; p++)
        cli_text_add(
            out, "  %-24s %10lld %8.2f %8.1f %8.1f %12.0f\n", arena->player[p].name,
            (long long)score[p].time.decisions, arena_report_ms_mean(&score[p].time),
            score[p].time.most, score[p].time.late,
            score[p].time.sum > 0 ? 1e3 * (double)score[p].time.looked / score[p].time.sum
                                  : 0);
}

static void arena_report_json_player(const struct arena *arena, int p,
                                     const struct arena_score *score,
                                     struct cli_json *json)
{
    const struct arena_player *player = &arena->player[p];
    bool played = score->wins + score->draws + score->losses > 0;

    cli_json_object(json, NULL);
    cli_json_string(json, "name", player->name);
    if (player->command) cli_json_string(json, "command", player->command);
    if (player->command) cli_json_int(json, "protocol", player->version);
    cli_json_int(json, "games", score->games);
    cli_json_int(json, "wins", score->wins);
    cli_json_int(json, "draws", score->draws);
    cli_json_int(json, "losses", score->losses);
    cli_json_int(json, "forfeits", score->forfeits);
    arena_report_json_figure(json, "mean_points", score->points, 2);
    arena_report_json_figure(json, "mean_points_error", score->points_error, 2);
    arena_report_json_figure(json, "elo", (struct arena_figure){played, score->elo}, 1);
    arena_report_json_figure(json, "elo_error",
                             played ? score->elo_error : (struct arena_figure){false, 0},
                             1);
    if (arena->times) arena_report_json_times(json, &score->time);
    cli_json_close(json);
}

void arena_report_json(const struct arena *arena, const struct arena_played *played,
                       struct cli_text *out)
{
    struct arena_score score[ARENA_PLAYERS_MAX];
    struct cli_json json = {.out = out};
    struct arena_pair pair;

    arena_stats_scores(arena, played->list, played->total, score);
    cli_json_object(&json, NULL);
    cli_json_list(&json, "players");
    for (int p = 0; p < arena->n_players; p++)
        arena_report_json_player(arena, p, &score[p], &json);
    cli_json_close(&json);
    cli_json_list(&json, "pairs");
    for (int a = 0; a < arena->n_players; a++)
        for (int b = a + 1; b < arena->n_players; b++) {
            arena_stats_pair_of(arena, played->list, played->total, a, b, &pair);
            arena_report_json_pair(&json, arena, &pair);
        }
    cli_json_close(&json);
    cli_json_int(&json, "games", played->done);
    cli_json_int(&json, "planned", played->total);
    cli_json_int(&json, "forfeits", played->forfeits);
    cli_json_bool(&json, "stopped", played->signal != 0);
    cli_json_close(&json);
}

/* -- For people ------------------------------------------------------------------------- */

/* A number with its sign; what rounds to nothing is +0 and never -0. */
static int arena_report_signed(char out[32], const char *format, double value)
{
    int n = snprintf(out, 32, format, value);

    if (out[0] == '-' && !out[1 + strspn(out + 1, "0.")]) out[0] = '+';
    return n;
}

/* "+23.4 +-2.4"; "+23.4" if the error is unknown; "-" if the value is unknown. */
static const char *arena_report_figure(char out[32], const char *format,
                                       struct arena_figure value,
                                       const char *error_format,
                                       struct arena_figure error)
{
    if (!value.known) return strcpy(out, "-");
    int n = arena_report_signed(out, format, value.value);
    if (error.known) snprintf(out + n, 32 - (size_t)n, error_format, error.value);
    return out;
}

static void arena_report_player(const struct arena *arena, int p,
                                const struct arena_score *score, struct cli_text *out)
{
    bool played = score->wins + score->draws + score->losses > 0;
    char points[32], elo[32];

    cli_text_add(out, "  %-24s %6ld %6ld %6ld %8ld %16s %12s\n", arena->player[p].name,
                 score->wins, score->draws, score->losses, score->forfeits,
                 arena_report_figure(points, "%.2f", score->points, " +-%5.2f",
                                     score->points_error),
                 arena_report_figure(elo, "%+.0f",
                                     (struct arena_figure){played, score->elo}, " +-%.0f",
                                     score->elo_error));
}

static void arena_report_elo(const struct arena_pair *pair, struct cli_text *out)
{
    char elo[32];

    if (!pair->elo.known) return;
    arena_report_signed(elo, "%+.0f", pair->elo.value);
    if (pair->elo_low.known && pair->elo_high.known)
        cli_text_add(out, ", Elo %s (%+.0f to %+.0f)", elo, pair->elo_low.value,
                     pair->elo_high.value);
    else if (pair->elo_low.known)
        cli_text_add(out, ", Elo above %+.0f", pair->elo_low.value);
    else if (pair->elo_high.known)
        cli_text_add(out, ", Elo below %+.0f", pair->elo_high.value);
}

void arena_report_pair(const struct arena *arena, const struct arena_pair *pair,
                       struct cli_text *out)
{
    char points[32];

    cli_text_add(out, "%s against %s: %ld-%ld-%ld", arena->player[pair->a].name,
                 arena->player[pair->b].name, pair->wins, pair->draws, pair->losses);
    if (pair->forfeit_wins || pair->forfeit_losses)
        cli_text_add(out, ", forfeits %ld-%ld", pair->forfeit_wins, pair->forfeit_losses);
    if (!pair->games) return;
    cli_text_add(out, ", %.1f %% (%.1f to %.1f)", 100 * pair->rate, 100 * pair->rate_low,
                 100 * pair->rate_high);
    if (pair->difference.known)
        cli_text_add(out, ", %s points",
                     arena_report_figure(points, "%+.1f", pair->difference, " +-%.1f",
                                         pair->difference_error));
    arena_report_elo(pair, out);
}

static void arena_report_pairs(const struct arena *arena,
                               const struct arena_played *played, struct cli_text *out)
{
    struct arena_pair pair;

    for (int a = 0; a < arena->n_players; a++)
        for (int b = a + 1; b < arena->n_players; b++) {
            arena_stats_pair_of(arena, played->list, played->total, a, b, &pair);
            cli_text_str(out, "  ");
            arena_report_pair(arena, &pair, out);
            cli_text_str(out, "\n");
            if (arena->sprt)
                cli_text_add(out, "  SPRT: %s, log likelihood ratio %.2f\n",
                             arena_stats_sprt(arena, &pair) > 0   ? "stronger"
                             : arena_stats_sprt(arena, &pair) < 0 ? "not stronger"
                                                                  : "undecided",
                             pair.llr);
        }
}

/* Print which command is behind each name. */
static void arena_report_programs(const struct arena *arena, struct cli_text *out)
{
    for (int p = 0; p < arena->n_players; p++) {
        const struct arena_player *player = &arena->player[p];
        if (!player->command) continue;
        cli_text_add(out, "  %s is \"", player->name);
        cli_text_clean(out, player->command);
        cli_text_add(out, "\", protocol %d, %s\n", player->version,
                     player->keep ? "one process for many games"
                                  : "started anew for every game");
    }
}

void arena_report(const struct arena *arena, const struct arena_played *played,
                  struct cli_text *out)
{
    struct arena_score score[ARENA_PLAYERS_MAX];

    arena_stats_scores(arena, played->list, played->total, score);
    if (played->signal) cli_text_str(out, "Stopped by a signal. ");
    bool whole = played->done % arena->n_seats == 0;
    cli_text_add(out, "%ld of %ld games; %s draw from %d seats; intervals hold 95 %%\n\n",
                 played->done, played->total, whole ? "every" : "not every",
                 arena->n_seats);
    cli_text_add(out, "  %-24s %6s %6s %6s %8s %16s %12s\n", "player", "wins", "draws",
                 "losses", "forfeits", "mean points", "Elo");
    for (int p = 0; p < arena->n_players; p++)
        arena_report_player(arena, p, &score[p], out);
    cli_text_str(out, "\n");
    arena_report_pairs(arena, played, out);
    arena_report_programs(arena, out);
    if (played->forfeits)
        cli_text_add(out,
                     "\n%ld %s forfeited: lost for whoever forfeited, but not counted "
                     "among the losses and without points.\n",
                     played->forfeits, played->forfeits == 1 ? "game was" : "games were");
    if (arena->times) arena_report_times(arena, score, out);
    if (arena->records) cli_text_add(out, "\nThe records are in %s.\n", arena->records);
}
