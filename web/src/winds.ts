// winds -- the eight winds, and choices that would have the same words told apart by them.
import type { Wind } from "./engine/types";

/** Clockwise from north, as the catapult's stands are counted. */
export const WINDS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const satisfies Wind[];

/** The words of each, told apart where two would be the same: by its wind, or by a number where that is not enough. */
export function apart(
  list: { text: string; words: string; wind?: Wind | "middle" }[],
  named: (wind: Wind | "middle") => string,
): Map<string, string> {
  const also = (more: (one: (typeof list)[number], same: number) => string) => {
    for (const words of new Set(list.map((one) => one.words))) {
      const same = list.filter((one) => one.words === words);
      if (same.length > 1)
        same.forEach((one, i) => {
          const extra = more(one, i);
          if (extra) one.words = `${words} (${extra})`;
        });
    }
  };
  also((one) => (one.wind ? named(one.wind) : ""));
  also((_, i) => String(i + 1));
  return new Map(list.map((one) => [one.text, one.words]));
}
