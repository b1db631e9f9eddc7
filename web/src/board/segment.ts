// segment -- a segment in the words of a record: what it reaches, as the tile lies. Only for asking why.
import type { KindInfo } from "../engine/types";

export function segmentWords({ segments }: KindInfo, rot: number, at: number): string {
  const { kind, sides = 0, halves = 0 } = segments[at]!;
  const turnedSides = ((sides << rot) | (sides >> (4 - rot))) & 15, turnedHalves = ((halves << (2 * rot)) | (halves >> (8 - 2 * rot))) & 255;
  const words = ["N", "E", "S", "W"].filter((_, i) => turnedSides & (1 << i));
  words.push(...["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"].filter((_, i) => turnedHalves & (1 << i)));
  if (kind === "field" && !halves) { // fields that reach no side are told apart by number
    const number = segments.slice(0, at + 1).filter((one) => one.kind === "field" && !one.halves).length;
    words.push(number > 1 ? `inner${number}` : "inner");
  }
  return [kind, ...words].join(" ");
}
