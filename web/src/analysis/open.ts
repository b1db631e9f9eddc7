// open -- the way to the analysis board from other rooms. Small: the board itself is fetched when it is opened.
import { store, stored } from "../store";

interface Sent {
  key: string; // of its address
  record: string;
  at: number | null;
  from: string; // where somebody was, and goes back to
}
const LAST = "aude.analysis.sent"; // the last record, also for a page that is loaded again
const sent = new Map<string, Sent>(); // each of them, for who comes back by the browser's own buttons

/** Opens a record on the analysis board: `at` is how many decisions were made (steps, as the page counts them); left out, the last moment. */
export function analyse(go: (route: string) => void, record: string, at?: number): void {
  const one = { key: Date.now().toString(36), record, at: at ?? null, from: location.hash };
  sent.set(one.key, one);
  store(LAST, one);
  go(`#/analyse/record/${one.key}`);
}
/** The record that another room sent to this address; null: it is not known any more. */
export function sentToAnalysis(key: string): Sent | null {
  const last = stored<Partial<Sent> | null>(LAST, null);
  return sent.get(key) ?? (last?.key === key && typeof last.record === "string" ? (last as Sent) : null);
}
