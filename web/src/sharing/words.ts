// words -- what the sheet for sharing says, one file a language, fetched with it.
import { also, wordsOf } from "../lang/index.svelte";

const part = wordsOf(import.meta.glob("./lang/*.json"));

/** These words are spoken once this has come back. */
export function worded(): Promise<void> {
  return also(part);
}
