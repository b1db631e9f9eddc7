// switches -- what each rule switch and its values are called, and both readings in a sentence. Fetched when the details are opened.
import type { Code } from "./index.svelte";

export interface SwitchWords {
  label: string;
  text: string;
  values: Record<string, string>;
}
type File = Record<string, SwitchWords>;

const files: Record<Code, () => Promise<{ default: File }>> = {
  en: () => import("./switches-en.json"),
  "pt-BR": () => import("./switches-pt-BR.json"),
  "pt-PT": () => import("./switches-pt-PT.json"),
  es: () => import("./switches-es.json"),
  ro: () => import("./switches-ro.json"),
};

export async function switchWords(code: Code): Promise<File> {
  return (await files[code]()).default;
}
