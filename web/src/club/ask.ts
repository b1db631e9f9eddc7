// ask -- what the club asks the server for, over plain HTTP.
import type {
  DealTable,
  Pace,
  Pool,
  Ranked,
  Rating,
  Result,
  Summary,
  TournamentListed,
  TournamentMine,
  TournamentState,
  TournamentTable,
  Waiting,
} from "../table/messages";
import { base } from "../table/remote.svelte";

/** The answer, or null: the server does not know it, or does not answer. */
async function get<T>(path: string): Promise<T | null> {
  const answer = await fetch(new URL(path, base())).catch(() => null);
  return answer?.ok ? ((await answer.json().catch(() => null)) as T | null) : null;
}

export interface Club {
  ready: boolean;
  waiting: Waiting[];
  best: Ranked[];
}
interface Games {
  games: Result[];
  next: string | null;
}
export interface Player extends Games {
  name: string;
  person: number;
  bot: boolean;
  since: number;
  ratings: Rating[];
}

export interface Tournament {
  tournament: string;
  organiser: string;
  pool: Pool;
  pace: Pace;
  rated: boolean;
  same: boolean;
  begins: number;
  seq: number;
  late: number;
  sealed: boolean;
  mine: TournamentMine;
  rooms: TournamentTable[];
  deals: DealTable[];
  state?: TournamentState;
}

const written = (fields: Record<string, string>) =>
  new URLSearchParams(Object.entries(fields).filter(([, value]) => value)).toString();

export const askClub = () => get<Club>("api/club");
export const askTables = () => get<{ tables: Summary[] }>("api/tables");
export const askGames = (fields: Record<string, string>) => get<Games>(`api/games?${written(fields)}`);
export const askPlayer = (name: string, fields: Record<string, string> = {}) =>
  get<Player>(`api/players/${encodeURIComponent(name)}?${written(fields)}`);
export const askTournaments = () => get<{ tournaments: TournamentListed[] }>("api/tournaments");
/** Without `state` if it is still that of `since`. */
export const askTournament = (id: string, since: number) =>
  get<Tournament>(`api/tournaments/${encodeURIComponent(id)}?since=${since}`);
export const tournamentFile = (id: string, what: "log" | "csv") =>
  new URL(`api/tournaments/${encodeURIComponent(id)}/${what}`, base()).href;
