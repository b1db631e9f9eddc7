// rows -- the tree as a list: one row for what belongs together, variations further in, right below what they replace.
import type { Moment } from "./tree";

export interface Row {
  moments: number[]; // in a row, one turn: a draw, a tile, a figure
  depth: number;
  note: string; // of the last of them
}

const only = (list: Moment[], at: Moment): Moment | null => {
  const child = list[at.child];
  return child && child.next < 0 ? child : null;
};

/** From `first` on as long as one thing follows another in the same turn. */
function together(list: Moment[], first: number): number[] {
  const row = [first];
  let at = list[first]!;
  for (let next = only(list, at); next && !at.note && next.turn === at.turn; next = only(list, at)) {
    row.push(next.id);
    at = next;
  }
  return row;
}

export function rowsOf(list: Moment[]): Row[] {
  const rows: Row[] = [];
  const line = (first: number, depth: number) => {
    for (let at = first; at >= 0; ) {
      const moments = together(list, at),
        last = list[moments.at(-1)!]!;
      rows.push({ moments, depth, note: last.note });
      const beside = depth < 0 ? -1 : list[at]!.next;
      // Only the first of a moment's children shows the others below itself.
      if (list[list[at]!.parent]?.child === at)
        for (let other = beside; other >= 0; other = list[other]!.next) line(other, depth + 1);
      at = last.child;
    }
  };
  if (list[0] && list[0].child >= 0) line(list[0].child, 0);
  return rows;
}
