// rules -- what a rule says, in a sentence of the reader's language: of every rule that a refusal, an event, the book or a lesson may name.
import type { Code } from "./index.svelte";

type File = Record<string, string>;
const files: Record<Code, () => Promise<{ default: File }>> = {
  en: () => import("./rules-en.json"),
  "pt-BR": () => import("./rules-pt-BR.json"),
  "pt-PT": () => import("./rules-pt-PT.json"),
  es: () => import("./rules-es.json"),
  ro: () => import("./rules-ro.json"),
};

export async function ruleWords(code: Code): Promise<File> {
  return (await files[code]()).default;
}
