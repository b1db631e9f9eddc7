// words -- the sentences of lessons and coach, one file a language, fetched with the room.
import { also, wordsOf } from "../lang/index.svelte";

const part = wordsOf(import.meta.glob("./lang/*.json"));

/** The lessons' words are spoken once this has come back. */
export function learned(): Promise<void> {
  return also(part);
}
