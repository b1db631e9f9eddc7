// open -- the way to the analysis board from other rooms. Small: the board itself is fetched when it is opened.
let waiting: Sent | null = null;

interface Sent {
  record: string;
  at: number | null;
  from: string; // where somebody was, and goes back to
}

/** Opens a record on the analysis board: `at` is how many decisions were made (steps, as the page counts them); left out, the last moment. */
export function analyse(go: (route: string) => void, record: string, at?: number): void {
  waiting = { record, at: at ?? null, from: location.hash };
  go(`#/analyse/record/${Date.now().toString(36)}`);
}
/** The record that another room sent; it is taken once, and stays for who comes back by the browser's own button. */
export function sentToAnalysis(): Sent | null {
  return waiting;
}
