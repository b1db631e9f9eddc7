// winds -- on which side of its tile a choice lies, read from the record's words for it (docs/record.md: "NL" is the left half of the
// north side, "N" all of it).
export const WINDS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const;
export type Wind = (typeof WINDS)[number];

// To the right and down; a half lies off the middle of its side, to the left or right of one who looks out of the tile.
const OUT: Record<string, [number, number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

/** The wind towards which the sides lie; "middle" where they lie all round; null where the words name no sides. */
export function windOf(action: string): Wind | "middle" | null {
  let x = 0,
    y = 0,
    found = false;
  for (const [, side, half] of action.matchAll(/(?<= )([NESW])([LR])?(?= |$)/g)) {
    const [right, down] = OUT[side!]!,
      off = half === "L" ? -0.5 : half === "R" ? 0.5 : 0;
    x += right - down * off;
    y += down + right * off;
    found = true;
  }
  if (!found) return null;
  if (Math.hypot(x, y) < 0.25) return "middle";
  return WINDS[(Math.round(Math.atan2(x, -y) / (Math.PI / 4)) + 8) % 8]!;
}

/** The words of each, told apart where two would be the same: by its wind, or by a number where that is not enough. */
export function apart(
  list: { text: string; words: string }[],
  wind: (one: Wind | "middle") => string,
): Map<string, string> {
  const also = (more: (action: string, same: number) => string) => {
    for (const words of new Set(list.map((one) => one.words))) {
      const same = list.filter((one) => one.words === words);
      if (same.length > 1)
        same.forEach((one, i) => {
          const extra = more(one.text, i);
          if (extra) one.words = `${words} (${extra})`;
        });
    }
  };
  also((action) => {
    const found = windOf(action);
    return found ? wind(found) : "";
  });
  also((_, i) => String(i + 1));
  return new Map(list.map((one) => [one.text, one.words]));
}
