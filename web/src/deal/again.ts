// again -- the finished games of this device that were dealt the tiles of one day: the one that counts, and those for oneself alone.
import { kept, wholeGame } from "../table/kept";
import { seedOf } from "./day";

/** Their names, the oldest first. */
export function sameDay(date: string): string[] {
  return kept()
    .filter((one) => one.over && wholeGame(one.id)?.seed === seedOf(date))
    .map((one) => one.id)
    .reverse();
}
