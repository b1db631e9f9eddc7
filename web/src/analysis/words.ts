// words -- the sentences of the analysis board, one file a language, fetched with the room.
import { also, wordsOf } from "../lang/index.svelte";

const part = wordsOf(import.meta.glob("./lang/*.json"));

export function worded(): Promise<void> {
  return also(part);
}
