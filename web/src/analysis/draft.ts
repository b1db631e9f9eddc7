// draft -- what somebody has on the analysis board, for when the page is loaded again or another room is looked at meanwhile. It lives as
// long as the browser's tab: two tabs have two boards.
import type { Study } from "./study.svelte";

export interface Draft {
  rest: string; // the address of the board
  record: string;
  way: string[]; // the words that lead to the moment that was shown
}
const KEY = "aude.analysis.draft";

/** `null`: there is nothing to come back to. */
export function keepDraft(rest: string, study: Study | null): void {
  try {
    if (!study) return sessionStorage.removeItem(KEY);
    const { tree, at } = study;
    const way = tree
      .path(at)
      .slice(1)
      .map((id) => tree.moments[id]!.words);
    sessionStorage.setItem(KEY, JSON.stringify({ rest, record: tree.record(), way } satisfies Draft));
  } catch {
    // a browser that keeps nothing, or has no room: then it is lost, as before
  }
}
/** The draft of that address, once. */
export function takeDraft(rest: string): Draft | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Partial<Draft> | null;
    sessionStorage.removeItem(KEY);
    return found?.rest === rest && typeof found.record === "string" && Array.isArray(found.way)
      ? (found as Draft)
      : null;
  } catch {
    return null;
  }
}
