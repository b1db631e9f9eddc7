// words -- the companion's sentences, one file a language, fetched with the room.
import { also, wordsOf } from "../lang/index.svelte";

const part = wordsOf(import.meta.glob("./lang/*.json"));

/** The companion's words are spoken once this has come back. */
export function companioned(): Promise<void> {
  return also(part);
}
