// open -- the puzzle view on any position of a record: "try this position again".
import { store, stored } from "../store";

const KEY = "aude.puzzles.again"; // the position handed over, also for a page that is loaded again

export interface Again {
  record: string;
  at: number; // so many decisions of the record come before
}
export function puzzleAgain(go: (route: string) => void, record: string, at: number): void {
  store(KEY, { record, at } satisfies Again);
  go("#/puzzles/again");
}
/** What was handed over; null if nothing was. */
export function handedPuzzle(): Again | null {
  const found = stored<Partial<Again> | null>(KEY, null);
  return typeof found?.record === "string" && Number.isInteger(found.at) ? (found as Again) : null;
}
