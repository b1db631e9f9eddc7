// progress -- which puzzles were tried on this device, and how the first try went. No counting of days.
import { store, stored } from "../store";

const KEY = "aude.puzzles";

/** By puzzle: points that the first try gave away. */
export function triedPuzzles(): Record<string, number> {
  const found = stored<unknown>(KEY, null);
  if (!found || typeof found !== "object" || Array.isArray(found)) return {};
  return Object.fromEntries(
    Object.entries(found).filter(([, loss]) => typeof loss === "number" && loss >= 0),
  ) as Record<string, number>;
}
export function rememberPuzzle(id: string, loss: number): void {
  const kept = triedPuzzles();
  if (id in kept) return;
  store(KEY, { ...kept, [id]: Math.round(10 * Math.max(0, loss)) / 10 });
}
