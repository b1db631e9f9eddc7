// open -- the puzzle view on any position of a record: "try this position again".
import { store, stored } from "../store";

const KEY = "aude.puzzles.again"; // the position handed over, also for a page that is loaded again

export interface Again {
  record: string;
  at: number; // so many decisions of the record come before
  from: string; // where somebody was, and goes back to
}
export function puzzleAgain(go: (route: string) => void, record: string, at: number): void {
  store(KEY, { record, at, from: location.hash } satisfies Again);
  go("#/puzzles/again");
}
/** What was handed over; null if nothing was. */
export function handedPuzzle(): Again | null {
  const found = stored<Partial<Again> | null>(KEY, null);
  if (typeof found?.record !== "string" || !Number.isInteger(found.at)) return null;
  return { record: found.record, at: found.at!, from: typeof found.from === "string" ? found.from : "" };
}

let left: { key: string; tried: string[] } | null = null;

/** The try at a puzzle that somebody leaves for the analysis board. */
export function leavePuzzle(key: string, tried: string[]): void {
  left = { key, tried };
}
/** What was tried there, once; nothing if it was another puzzle. */
export function backAtPuzzle(key: string): string[] {
  if (left?.key !== key) return [];
  const { tried } = left;
  left = null;
  return tried;
}
