// merge -- several short thoughts about one position as one long one; ways round that look alike as one.
import type { KindInfo, Said, Whole } from "../engine/types";

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

// -- ways round that look alike

const TURNS = 4;
const turned = (bits: number, by: number, of: number) => ((bits << by) | (bits >> (of - by))) & (2 ** of - 1);

/** What a tile shows on its sides when it is turned so: a text that is the same for ways round that look alike. */
export function facing(tile: Pick<KindInfo, "segments">, rot: number): string {
  return tile.segments
    .map(({ kind, shields, tags, sides, halves }) =>
      [kind, shields, tags, turned(sides, rot, 4), turned(halves, 2 * rot, 8)].join(),
    )
    .sort()
    .join(" ");
}
/** How many of the four ways round look like the first. */
export function alike(tile: Pick<KindInfo, "segments">): number {
  return Array.from({ length: TURNS }, (_, rot) => facing(tile, rot)).filter((one, _, all) => one === all[0])
    .length;
}
/** Of lines that lay the tile in the same place so that it looks the same, and go on alike, the best. */
export function different(lines: Whole[], tile: KindInfo | null, said: (words: string) => Said): Whole[] {
  const known = new Set<string>();
  return lines.filter(({ line: [first = "", ...rest] }) => {
    const { kind, x, y, rot } = said(first);
    const lies = kind === "lay" && tile ? [x, y, facing(tile, rot ?? 0)].join() : first;
    const all = [lies, ...rest].join("; ");
    return !known.has(all) && !!known.add(all);
  });
}
