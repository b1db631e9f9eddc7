// open -- the way to the analysis board from other rooms. Small: the board itself is fetched when it is opened.
let waiting: { record: string; at: number | null } | null = null;

/** Opens a record on the analysis board: `at` is how many decisions were made (steps, as the page counts them); left out, the last moment. */
export function analyse(go: (route: string) => void, record: string, at?: number): void {
  waiting = { record, at: at ?? null };
  go(`#/analyse/record/${Date.now().toString(36)}`);
}
/** The record that another room sent; it is taken once, and stays for who comes back by the browser's own button. */
export function sentToAnalysis(): { record: string; at: number | null } | null {
  return waiting;
}
