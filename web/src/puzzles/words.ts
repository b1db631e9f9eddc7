// words -- the sentences of the puzzles, one file a language, fetched with the room.
import { also, wordsOf } from "../lang/index.svelte";

const part = wordsOf(import.meta.glob("./lang/*.json"));

/** The puzzles' words are spoken once this has come back. */
export function worded(): Promise<void> {
  return also(part);
}
