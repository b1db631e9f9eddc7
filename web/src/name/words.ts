// words -- the sentences about names, one file a language, fetched with the room.
import { also, type Code } from "../lang/index.svelte";

type File = Record<string, string>;
const files: Record<Code, () => Promise<{ default: File }>> = {
  en: () => import("./lang/en.json"),
  "pt-BR": () => import("./lang/pt-BR.json"),
  "pt-PT": () => import("./lang/pt-PT.json"),
  es: () => import("./lang/es.json"),
  ro: () => import("./lang/ro.json"),
};
const part = async (code: Code) => (await files[code]()).default;

/** They are spoken once this has come back. */
export function named(): Promise<void> {
  return also(part);
}
