// best -- a tournament that is over: who came first, each with the game that is worth looking at.
import type { Match, MatchGame, Standing, TournamentState } from "../table/messages";

export interface Best {
  one: Standing;
  match: Match; // with that game alone
}
const FIRST = 3;

/** What a game was for the one at `seat` (0 or 1) of its match: won before drawn before lost, then by points. */
function worth(game: MatchGame, seat: number): number[] {
  const won = game.winner === seat + 1 ? 2 : game.winner ? 0 : 1;
  return [won, game.points[seat] ?? 0];
}

function bestOf(stand: TournamentState, one: Standing): Best | null {
  const games = stand.tables.flatMap((match) => {
    const seat = [match.first, match.second].indexOf(one.entrant);
    return seat < 0 ? [] : match.games.map((game) => ({ match, game, worth: worth(game, seat) }));
  });
  games.sort((a, b) => b.worth[0]! - a.worth[0]! || b.worth[1]! - a.worth[1]!);
  const [best] = games;
  return best ? { one, match: { ...best.match, games: [best.game] } } : null;
}

/** The first three, as far as they have played; of equal games the earliest. */
export const bestGames = (stand: TournamentState): Best[] =>
  stand.standings
    .filter((one) => one.place <= FIRST)
    .slice(0, FIRST)
    .map((one) => bestOf(stand, one))
    .filter((one) => one !== null);
