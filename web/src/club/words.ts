// words -- the sentences of the club, one file a language, fetched with the room.
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

/** Its words are spoken once this has come back. */
export function clubbed(): Promise<void> {
  return also(part);
}
