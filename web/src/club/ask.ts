// ask -- what the club asks the server for, over plain HTTP.
import type { Calls, Pool, Rating } from "../table/messages";
import { engine } from "../loaded";
import { base, connection } from "../table/remote.svelte";

/** The answer, or null: the server does not know it, or does not answer. */
async function get<T>(path: string): Promise<T | null> {
  const answer = await fetch(new URL(path, base())).catch(() => null);
  return answer?.ok ? ((await answer.json().catch(() => null)) as T | null) : null;
}

async function getText(path: string): Promise<string | null> {
  const answer = await fetch(new URL(path, base())).catch(() => null);
  return answer?.ok ? answer.text().catch(() => null) : null;
}
/** The record of a game that may be seen, as it stands; null: it may not, or not now. */
export const askRecord = (table: string): Promise<string | null> =>
  getText(`api/tables/${encodeURIComponent(table)}/record`);

/** A game of a tournament. */
export interface RoundGame {
  round: number;
  number: number;
  board: number;
  game: number;
}
/** Its record, once its round is told. */
export const askRoundRecord = (
  id: string,
  { round, number, board, game }: RoundGame,
): Promise<string | null> =>
  getText(`api/tournaments/${encodeURIComponent(id)}/record/${round}/${number}/${board}/${game}`);

export type Club = Calls["GET /api/club"];
type Games = Calls["GET /api/games?..."];
export type Player = Calls["GET /api/players/NAME"];
export type Deal = Calls["GET /api/deals/DATE"];
export type Tournament = Calls["GET /api/tournaments/ID?since=SEQ"];

const written = (fields: Record<string, string>) =>
  new URLSearchParams(Object.entries(fields).filter(([, value]) => value)).toString();

/** The deal of a day at this server ("": today's); null: there is none, or no server. */
export const askDeal = (date: string): Promise<Deal | null> => get<Deal>(`api/deals${date && "/"}${date}`);
/** The record of a game of it, once it is told. */
export const askDealRecord = (date: string, table: string): Promise<string | null> =>
  getText(`api/deals/${date}/record/${encodeURIComponent(table)}`);

export const askClub = () => get<Club>("api/club");
export const askTables = () => get<Calls["GET /api/tables"]>("api/tables");
/** What is played now and may be watched by everybody, the latest move first. */
export const askHall = () => get<Calls["GET /api/hall?person=NUMBER"]>("api/hall");
export const askGames = (fields: Record<string, string>) => get<Games>(`api/games?${written(fields)}`);
export const askPlayer = (name: string, fields: Record<string, string> = {}) =>
  get<Player>(`api/players/${encodeURIComponent(name)}?${written(fields)}`);
export const askTournaments = () => get<Calls["GET /api/tournaments"]>("api/tournaments");
/** Without `state` if it is still that of `since`. "gone": there is none; null: the server does not answer. */
export async function askTournament(id: string, since: number): Promise<Tournament | "gone" | null> {
  const path = `api/tournaments/${encodeURIComponent(id)}?since=${since}`;
  const answer = await fetch(new URL(path, base())).catch(() => null);
  if (answer?.status === 404) return "gone";
  return answer?.ok ? ((await answer.json().catch(() => null)) as Tournament | null) : null;
}
export const tournamentFile = (id: string, what: "log" | "csv") =>
  new URL(`api/tournaments/${encodeURIComponent(id)}/${what}`, base()).href;

/** Whom one was paired with. */
export interface Found {
  name: string;
  begins: boolean; // I do
  rating: Rating | null;
}
/** The other at a table of two that has just begun; with a rating only if the game counts for it. */
export async function askFound(table: string, pool: Pool, rated: boolean): Promise<Found | null> {
  const [record, look] = await Promise.all([askRecord(table), connection.request("look", { table })]);
  const opened = record ? engine().open(record) : null;
  const mine = look.seats?.[0];
  if (!opened || !("game" in opened) || mine === undefined) return null;
  const first = opened.game.state().seat;
  opened.game.free();
  const name = opened.names[1 - mine] ?? "";
  const player = rated ? await askPlayer(name) : null;
  return { name, begins: first === mine, rating: player?.ratings.find((one) => one.pool === pool) ?? null };
}
