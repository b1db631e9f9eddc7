// told -- the sentence with which the service worker says that it is somebody's turn: in the language that is spoken, kept where page and
// worker can both read it.

export interface Sentence {
  lang: string;
  turn: string; // with {name}
}

const STORE = "aude told";
const address = (scope: string) => new URL("told.json", scope).href;

export async function keepSentence(scope: string, sentence: Sentence): Promise<void> {
  const store = await caches.open(STORE);
  await store.put(address(scope), new Response(JSON.stringify(sentence)));
}

/** Undefined: there is none, the browser has cleared it away. */
export async function readSentence(scope: string): Promise<Sentence | undefined> {
  const kept = await (await caches.open(STORE)).match(address(scope));
  return kept ? ((await kept.json()) as Sentence) : undefined;
}
