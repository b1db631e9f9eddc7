// left -- a review that somebody leaves for the puzzle view or the analysis board: who comes back finds it as it was.
import { store, stored } from "../store";
import type { StepReview } from "../engine/types";

export interface LeftReview {
  seat: number;
  turn: number;
  done: StepReview[]; // what was judged so far
}
const KEY = "aude.review.left"; // where it was, also for a page that is loaded again: then it is judged anew
const AWAY = /^#\/(puzzles\/again|analyse\/)/; // where a way back leads from

let left: (LeftReview & { from: string }) | null = null;

/** Whoever goes anywhere else does not come back to it. */
function watch(): void {
  if (AWAY.test(location.hash) || location.hash === (left?.from ?? "")) return;
  forget();
}
function forget(): void {
  left = null;
  store(KEY, null);
  removeEventListener("hashchange", watch);
}
export function leaveReview(review: LeftReview): void {
  left = { ...review, from: location.hash };
  store(KEY, { seat: review.seat, turn: review.turn, from: left.from });
  addEventListener("hashchange", watch);
}
/** The review that was left at this address, once. */
export function backAtReview(): LeftReview | null {
  const kept = left ?? stored<Partial<LeftReview & { from: string }> | null>(KEY, null);
  if (!kept || kept.from !== location.hash) return null;
  const done = left?.done ?? [];
  forget();
  if (!Number.isInteger(kept.seat) || !Number.isInteger(kept.turn)) return null;
  return { seat: kept.seat!, turn: kept.turn!, done };
}
