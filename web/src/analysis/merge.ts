// merge -- several short thoughts about one position as one long one.
import type { Whole } from "../engine/types";

const key = (one: Whole) => one.line.join("; ");

/** Two thoughts about one position are one of all their playouts. */
export function merged(old: Whole[], fresh: Whole[]): Whole[] {
  const known = new Map(old.map((one) => [key(one), one]));
  for (const one of fresh) {
    const before = known.get(key(one));
    known.set(key(one), before && !one.exact ? both(before, one) : one);
  }
  // What was looked at longest is known best: one that was dropped at once does not come first by luck.
  const most = Math.max(...[...known.values()].map((one) => one.playouts));
  const weight = (one: Whole) => (one.exact || one.playouts * 4 >= most ? 1 : 0);
  return [...known.values()].sort((a, b) => weight(b) - weight(a) || b.difference - a.difference);
}
function both(a: Whole, b: Whole): Whole {
  const n = a.playouts + b.playouts;
  if (!a.playouts || !b.playouts) return a.playouts ? a : b;
  const mean = (x: number, y: number) => (a.playouts * x + b.playouts * y) / n;
  const error =
    a.error < 0 || b.error < 0
      ? Math.max(a.error, b.error)
      : Math.hypot(a.playouts * a.error, b.playouts * b.error) / n;
  return {
    line: a.line,
    playouts: n,
    exact: false,
    win: mean(a.win, b.win),
    difference: mean(a.difference, b.difference),
    error,
  };
}
