// meter.ts -- aiming by hand (CAT-12): a needle that swings about a rough direction, then a bar that runs up and down. Only the whole
// numbers at which they were stopped enter the game.

import type { CatapultState, Range } from "../engine/engine";

export const SWING = 64, NEEDLE_MS = 1200, BAR_MS = 3000, TURN = 4096;

/** Where the needle is `ms` after it began: about `rough`, within the range. A full turn wraps; a lateral does not. */
export function needle(range: Range, rough: number, ms: number): number {
  const raw = Math.round(rough + SWING * Math.sin((2 * Math.PI * ms) / NEEDLE_MS)), [lo, hi] = range.x;
  if (range.kind === "throw") return ((raw % TURN) + TURN) % TURN;
  return Math.min(hi, Math.max(lo, raw));
}
/** Where the bar is: from the bottom to the top and back. */
export function bar(range: Range, ms: number): number {
  const part = (ms % BAR_MS) / BAR_MS, [lo, hi] = range.y;
  return Math.round(lo + (hi - lo) * (part < 0.5 ? 2 * part : 2 - 2 * part));
}
/** In steps of half a second, for those who want no motion. */
export function stepped(ms: number): number {
  return Math.floor(ms / 500) * 500;
}
/** The direction from a stand to the middle of the fair: 0 east, 1024 south. */
export function towards(stand: { x: number; y: number }, fair: CatapultState["fair"]): number {
  const dx = 1024 * fair.x + 512 - stand.x, dy = 1024 * fair.y + 512 - stand.y;
  return (Math.round((Math.atan2(dy, dx) / (2 * Math.PI)) * TURN) + TURN) % TURN;
}
export function throwWords(range: Range, stand: number, x: number, y: number): string {
  if (range.kind === "throw") return `throw stand ${stand} aim ${x} power ${y}`;
  return range.kind === "toss" ? `toss lateral ${x} power ${y}` : `hands ${x},${y}`;
}
