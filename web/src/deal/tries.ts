// tries -- the deals that were played on this device: the first try of a day counts, and its result stays when the game is deleted.
import { store, stored } from "../store";
import { kept, type Line } from "../table/kept";
import { readDate } from "./day";

export interface Try {
  date: string;
  id: string; // the table
  points?: [number, number]; // own, the computer's; none: not finished
  won?: number; // 1, 0 for a draw, -1: points do not decide a game that was resigned
}

const KEY = "aude.deals";
const MOST = 400; // days that are remembered

const isPoints = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((one) => Number.isInteger(one));

const ended = (points: [number, number], won: unknown): Pick<Try, "points" | "won"> => ({
  points,
  won: [-1, 0, 1].includes(won as number) ? (won as number) : Math.sign(points[0] - points[1]),
});

/** What is kept, whatever is left of it; newest day first. */
export function readTries(found: unknown): Try[] {
  const list = (Array.isArray(found) ? found : []).flatMap((one: Partial<Try> | null) => {
    const date = typeof one?.date === "string" ? readDate(one.date) : null;
    if (!date || typeof one?.id !== "string") return [];
    return [
      isPoints(one.points) ? { date, id: one.id, ...ended(one.points, one.won) } : { date, id: one.id },
    ];
  });
  const days = new Map(list.map((one) => [one.date, one]));
  return [...days.values()].sort((a, b) => (a.date < b.date ? 1 : -1));
}

/** A finished game tells its result. */
export function settleDeals(list: Try[], lines: Line[]): Try[] {
  return list.map((one) => {
    const line = lines.find((game) => game.id === one.id);
    if (one.points || !line?.over || !isPoints(line.points)) return one;
    const mine = line.winners?.includes(0);
    const won = !line.winners ? undefined : !mine ? -1 : line.winners.length > 1 ? 0 : 1;
    return { ...one, ...ended(line.points, won) };
  });
}

export function tries(): Try[] {
  const was = readTries(stored<unknown>(KEY, []));
  const list = settleDeals(was, kept());
  if (list.some((one, i) => one !== was[i])) store(KEY, list);
  return list;
}
/** The first game of a day counts; later ones change nothing. */
export function dealBegan(date: string, id: string): void {
  const list = tries();
  if (!list.some((one) => one.date === date)) store(KEY, readTries([...list, { date, id }]).slice(0, MOST));
}
