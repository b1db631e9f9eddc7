// words -- the sentences of the deal, one file a language, fetched with the room.
import { also, wordsOf } from "../lang/index.svelte";

const part = wordsOf(import.meta.glob("./lang/*.json"));

/** Its words are spoken once this has come back. */
export function dealt(): Promise<void> {
  return also(part);
}
