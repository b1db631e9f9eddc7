/* arena_report.c -- what a match came to, for people and for programs. */
#include "arena.h"

static void json_pair(struct cli_json *json, const struct arena *arena,
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
    cli_json_real(json, "win_rate", pair->rate, 4);
    cli_json_real(json, "win_rate_error", pair->rate_error, 4);
    cli_json_real(json, "difference", pair->difference, 2);
    cli_json_real(json, "difference_error", pair->difference_error, 2);
    cli_json_real(json, "elo", pair->elo, 1);
    cli_json_real(json, "elo_error", pair->elo_error, 1);
    if (arena->sprt) {
        cli_json_real(json, "llr", pair->llr, 3);
        cli_json_string(json, "sprt", verdicts[1 + arena_sprt(arena, pair)]);
    }
    cli_json_close(json);
}

static double ms_mean(const struct arena_time *time)
{
    return time->decisions ? time->sum / (double)time->decisions : 0;
}

static void json_times(struct cli_json *json, const struct arena_time *time)
{
    cli_json_int(json, "decisions", time->decisions);
    cli_json_real(json, "ms_mean", ms_mean(time), 3);
    cli_json_real(json, "ms_max", time->most, 1);
    cli_json_real(json, "ms_late", time->late, 1);
    cli_json_int(json, "positions", (long long)time->looked);
}

static void report_times(const struct arena *arena, const struct arena_score *score,
                         struct cli_text *out)
{
    cli_text_add(out, "\n  %-24s %10s %8s %8s %8s %12s\n", "ms a decision", "decisions",
                 "mean", "most", "late", "positions/s");
    for (int p = 0; p < arena->n_players; p++)
        cli_text_add(out, "  %-24s %10lld %8.2f %8.1f %8.1f %12.0f\n",
                     arena->player[p].name, (long long)score[p].time.decisions,
                     ms_mean(&score[p].time), score[p].time.most, score[p].time.late,
                     score[p].time.sum > 0
                         ? 1e3 * (double)score[p].time.looked / score[p].time.sum
                         : 0);
}

void arena_report_json(const struct arena *arena, const struct arena_played *played,
                       struct cli_text *out)
{
    struct arena_score score[ARENA_PLAYERS_MAX];
    struct cli_json json = {.out = out};
    struct arena_pair pair;

    arena_scores(arena, played->list, played->total, score);
    cli_json_object(&json, NULL);
    cli_json_list(&json, "players");
    for (int p = 0; p < arena->n_players; p++) {
        cli_json_object(&json, NULL);
        cli_json_string(&json, "name", arena->player[p].name);
        cli_json_int(&json, "wins", score[p].wins);
        cli_json_int(&json, "draws", score[p].draws);
        cli_json_int(&json, "losses", score[p].losses);
        cli_json_real(&json, "mean_points", score[p].points, 2);
        cli_json_real(&json, "elo", score[p].elo, 1);
        cli_json_real(&json, "elo_error", score[p].elo_error, 1);
        if (arena->times) json_times(&json, &score[p].time);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_list(&json, "pairs");
    for (int a = 0; a < arena->n_players; a++)
        for (int b = a + 1; b < arena->n_players; b++) {
            arena_pair_of(arena, played->list, played->total, a, b, &pair);
            json_pair(&json, arena, &pair);
        }
    cli_json_close(&json);
    cli_json_close(&json);
}

void arena_report(const struct arena *arena, const struct arena_played *played,
                  struct cli_text *out)
{
    struct arena_score score[ARENA_PLAYERS_MAX];
    struct arena_pair pair;

    arena_scores(arena, played->list, played->total, score);
    cli_text_add(out, "%ld games; every draw from %d seats; intervals hold 95 %%\n\n",
                 played->done, arena->n_seats);
    cli_text_add(out, "  %-24s %6s %6s %6s %15s %13s\n", "player", "wins", "draws",
                 "losses", "mean points", "Elo");
    for (int p = 0; p < arena->n_players; p++)
        cli_text_add(out, "  %-24s %6ld %6ld %6ld %8.2f +-%5.2f %+6.0f +-%4.0f\n",
                     arena->player[p].name, score[p].wins, score[p].draws,
                     score[p].losses, score[p].points, score[p].points_error,
                     score[p].elo, score[p].elo_error);
    cli_text_str(out, "\n");
    for (int a = 0; a < arena->n_players; a++)
        for (int b = a + 1; b < arena->n_players; b++) {
            arena_pair_of(arena, played->list, played->total, a, b, &pair);
            cli_text_add(out,
                         "  %s against %s: %.1f %% +-%.1f, %+.1f points +-%.1f, "
                         "Elo %+.0f +-%.0f\n",
                         arena->player[a].name, arena->player[b].name, 100 * pair.rate,
                         100 * pair.rate_error, pair.difference, pair.difference_error,
                         pair.elo, pair.elo_error);
            if (arena->sprt)
                cli_text_add(out, "  SPRT: %s, log likelihood ratio %.2f\n",
                             arena_sprt(arena, &pair) > 0   ? "stronger"
                             : arena_sprt(arena, &pair) < 0 ? "not stronger"
                                                            : "undecided",
                             pair.llr);
        }
    if (arena->times) report_times(arena, score, out);
    if (arena->records) cli_text_add(out, "\nThe records are in %s.\n", arena->records);
}
